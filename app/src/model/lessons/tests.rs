use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;

use super::*;
use crate::model::i18n::{I18n, Lang};

/// Reads a shipped lesson.
fn shipped(name: &str) -> Lesson {
    read(name, shipped_text(name)).unwrap_or_else(|fault| panic!("{name}: {fault:?}"))
}

/// Returns the text of a lesson with these steps.
fn lesson(steps: &str) -> String {
    format!(
        r#"{{"format": "qipan-lesson", "version": 1, "preset": "flying", "seat": "red",
            "title": {{"en": "Mine"}}, "steps": [{steps}]}}"#
    )
}

/// A first step that can be played.
const ROLL: &str = r#"{"position": "qipan race flying turn=red red=- green=-",
    "text": {"en": "Roll."}, "expect": "roll 6"}"#;

#[test]
fn shipped_lessons_can_be_played() {
    let counts = SHIPPED.map(|name| (name, shipped(name).steps.len()));
    let expected = [("aeroplane", 12), ("flying", 8), ("dark", 20), ("flip", 12), ("siguo", 10)];
    assert_eq!(counts, expected);
}

#[test]
fn texts_of_shipped_lessons_are_short_and_in_both_languages() {
    for name in SHIPPED {
        let lesson = shipped(name);
        // The lesson with the most steps has to have the shortest sentences.
        let (max_words, max_chars) = if name == "dark" { (14, 24) } else { (26, 46) };
        let answers = lesson.steps.iter().flat_map(|step| step.wrong.values().chain(&step.done));
        let texts = lesson.steps.iter().map(|step| &step.text).chain(answers);
        for words in texts.chain([&lesson.title]) {
            let (en, zh) = (words.in_language(Lang::En), words.in_language(Lang::Zh));
            assert!(words.is_complete(), "{name}: {en}");
            assert!(en.split_whitespace().count() <= max_words, "{name}: {en}");
            assert!(zh.chars().count() <= max_chars, "{name}: {zh}");
            let sentence_ends = |text: &str, ends: &[char]| text.matches(ends).count();
            assert!(sentence_ends(&en, &['.', '!', '?']) <= 1, "{name}: {en}");
            assert!(sentence_ends(&zh, &['。', '！', '？']) <= 1, "{name}: {zh}");
        }
    }
}

/// Asserts that every wrong action in a lesson has an answer, and that every answer is given to
/// some wrong action.
fn assert_answers_fit<G: Scripted>(lesson: &Lesson) {
    let course = Course::<G>::new(lesson).unwrap();
    for (index, (step, texts)) in course.steps.iter().zip(&lesson.steps).enumerate() {
        let Expected::Act(expected) = &step.expected else {
            assert!(texts.wrong.is_empty(), "{} {}: no action expected", lesson.name, index + 1);
            continue;
        };
        let mut session = step.session.clone();
        for before in &step.before {
            session.play(before.clone()).unwrap();
        }
        let actions = session.actions();
        let others = actions.iter().filter(|action| *action != expected);
        let mut unused: Vec<&Words> = texts.wrong.values().collect();
        for other in others {
            let answer = texts.answer_to(&other.to_string());
            assert!(answer.is_some(), "{} {}: no answer to {other}", lesson.name, index + 1);
            unused.retain(|words| answer != Some(*words));
        }
        assert_eq!(unused, [] as [&Words; 0], "{} {}", lesson.name, index + 1);
    }
}

#[test]
fn every_wrong_action_of_shipped_lessons_has_an_answer() {
    for name in SHIPPED {
        let lesson = shipped(name);
        match GameKind::of_preset(&lesson.preset) {
            Some(GameKind::Race) => assert_answers_fit::<Race>(&lesson),
            _ => assert_answers_fit::<Junqi>(&lesson),
        }
    }
}

#[test]
fn answer_has_the_longest_key_that_fits_the_action() {
    let step = r#"{"text": {"en": "a"}, "wrong": {"advance": {"en": "b"},
        "advance 1": {"en": "c"}, "other": {"en": "d"}}}"#;
    let step: LessonStep = serde_json::from_str(step).unwrap();
    let answer = |action: &str| step.answer_to(action).map(|words| words.in_language(Lang::Zh));
    for (action, expected) in
        [("advance 1 fly", "c"), ("advance 1", "c"), ("advance 2", "b"), ("launch 1", "d")]
    {
        assert_eq!(answer(action).as_deref(), Some(expected), "{action}");
    }
}

#[test]
fn broken_lessons_are_refused_with_cause_step_and_remedy() {
    let step = |json: &str| lesson(&format!("{ROLL}, {json}"));
    let fault = |text: &str| read("mine", text).map(drop).unwrap_err();
    let in_second_step = |why| LessonFault::Step { step: 2, why };
    let cases = [
        (step(r#"{"text": {"en": "a"}, "expect": "launch 5"}"#), "launch 5", "roll 6"),
        (step(r#"{"text": {"en": "a"}, "expect": "roll 3"}"#), "roll 3", "saved games"),
        (step(r#"{"text": {"en": "a"}, "before": ["advance 1"]}"#), "advance 1", "before"),
        (step(r#"{"text": {"en": "a"}, "show": ["Waypoint_99"]}"#), "Waypoint_99", "show"),
        (
            step(
                r#"{"text": {"en": "a"}, "position": "qipan race flying turn=red red=99 green=-"}"#,
            ),
            "99",
            "Position editor",
        ),
        (
            step(
                r#"{"text": {"en": "a"}, "position": "qipan race aeroplane turn=red red=4 blue=-"}"#,
            ),
            "aeroplane",
            "preset",
        ),
        (
            step(
                r#"{"text": {"en": "a"}, "expect": "roll 3",
                "position": "qipan race flying turn=green red=- green=-"}"#,
            ),
            "green",
            "before",
        ),
        (step(r#"{"text": {"en": "a"}, "colour": 3}"#), "colour", "Correct"),
    ];
    for lang in Lang::ALL {
        let i18n = I18n::new(lang);
        for (text, cause, remedy) in &cases {
            let text = fault(text).text(&i18n);
            assert!(text.contains(cause) && text.contains('2'), "{text}");
            assert!(lang == Lang::Zh || text.contains(remedy), "{text}: {remedy}");
        }
    }
    assert_eq!(
        fault(&step(r#"{"text": {"en": "a"}, "expect": "roll 9"}"#)),
        in_second_step(StepFault::Expected("roll 9".to_owned()))
    );
    assert_eq!(fault(&lesson("")), LessonFault::Empty);
    let no_position = StepFault::NoPosition;
    let first = lesson(r#"{"text": {"en": "a"}}"#);
    assert_eq!(fault(&first), LessonFault::Step { step: 1, why: no_position });
    let fault_after_change = |from: &str, to: &str| fault(&lesson(ROLL).replace(from, to));
    assert_eq!(fault_after_change("qipan-lesson", "qipan"), LessonFault::Foreign);
    assert_eq!(fault_after_change(r#""version": 1"#, r#""version": 2"#), LessonFault::Foreign);
    let preset = LessonFault::Preset("ludo".to_owned());
    assert_eq!(fault_after_change(r#""preset": "flying""#, r#""preset": "ludo""#), preset);
    let seat = LessonFault::Seat("south".to_owned());
    assert_eq!(fault_after_change(r#""seat": "red""#, r#""seat": "south""#), seat);
    assert!(matches!(fault("{"), LessonFault::Broken { line: 1, step: None, .. }));
    assert!(read("mine", &lesson(ROLL)).is_ok());
}

#[test]
fn example_in_the_readme_can_be_played() {
    let page = include_str!("../../../assets/lessons/README.md");
    let (_, rest) = page.split_once("```json\n").unwrap();
    let (text, _) = rest.split_once("```").unwrap();
    assert_eq!(read("mine", text).map(|lesson| lesson.steps.len()), Ok(3));
}

/// Returns the events of the moves in a step, including the learner's action, and the outcome after
/// them. `number` counts steps from 1.
fn events_of<G: Scripted>(lesson: &Lesson, number: usize) -> String {
    let course = Course::<G>::new(lesson).unwrap();
    let step = &course.steps[number - 1];
    let mut session = step.session.clone();
    let start = session.log().len();
    for before in &step.before {
        session.play(before.clone()).unwrap();
    }
    if let Expected::Act(action) = &step.expected {
        session.act(course.seat, *action).unwrap();
    }
    format!("{:?} {:?}", &session.log()[start..], session.state().outcome())
}

#[test]
fn steps_of_shipped_lessons_show_what_they_say() {
    let cases: [(&str, usize, &[&str]); 21] = [
        ("aeroplane", 5, &["Moved", "Jumped"]),
        ("aeroplane", 7, &["Moved", "Jumped", "Flew"]),
        ("aeroplane", 8, &["Captured"]),
        ("aeroplane", 9, &["Captured"]),
        ("aeroplane", 10, &["Stacked"]),
        ("aeroplane", 12, &["Finished", "Some(Outcome"]),
        ("flying", 6, &["Captured"]),
        ("flying", 8, &["Finished", "Some(Outcome"]),
        ("dark", 9, &["AttackerSurvives"]),
        ("dark", 10, &["BothGone"]),
        ("dark", 11, &["BothGone"]),
        ("dark", 12, &["DefenderSurvives"]),
        ("dark", 13, &["AttackerSurvives"]),
        ("dark", 15, &["AttackerSurvives"]),
        ("dark", 16, &["BothGone", "FlagShown"]),
        ("dark", 20, &["FlagTaken", "Some(Outcome"]),
        ("flip", 7, &["AttackerSurvives"]),
        ("flip", 8, &["BothGone"]),
        ("flip", 12, &["FlagTaken", "Some(Outcome"]),
        ("siguo", 8, &["FlagTaken", "Out"]),
        ("siguo", 10, &["FlagTaken", "Some(Outcome"]),
    ];
    for (name, number, expected) in cases {
        let lesson = shipped(name);
        let events = match GameKind::of_preset(&lesson.preset) {
            Some(GameKind::Race) => events_of::<Race>(&lesson, number),
            _ => events_of::<Junqi>(&lesson, number),
        };
        for part in expected {
            assert!(events.contains(part), "{name} {number}: {part} in {events}");
        }
    }
}

#[test]
fn no_army_in_shipped_lessons_is_eliminated_for_lack_of_pieces_or_moves() {
    for name in SHIPPED {
        let lesson = shipped(name);
        if GameKind::of_preset(&lesson.preset) != Some(GameKind::Junqi) {
            continue;
        }
        for number in 1..=lesson.steps.len() {
            let events = events_of::<Junqi>(&lesson, number);
            let is_out = ["NoMove", "NoPieces"].iter().any(|reason| events.contains(reason));
            assert!(!is_out, "{name} {number}: {events}");
        }
    }
}
