//! Tests of saves with questions: their format version, and what older and damaged files do.

use crate::common::race_house::{Script, house};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::games::race::board::{GREEN, RED};
use qipan_core::games::race::{Deal, Race, Rules};
use qipan_core::play::replay::Replay;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, ReadError, Record};
use qipan_core::registry::verify;

/// Plays under the rule `wingman`, with the second option as every answer, until a question waits
/// after at least `answers` answers.
fn game(answers: usize) -> (Session<Race>, Script) {
    let script = Script::shipped("wingman");
    let players = vec![(RED, Player::human("Ann")), (GREEN, Player::human("Bo"))];
    let (seed, deal) = (Seed::from_number(7), Deal::default());
    let mut record = Record::<Race>::new("aeroplane", Rules::AEROPLANE, players, deal, seed);
    record.house_rules = vec![
        serde_json::from_value(serde_json::json!({
            "file": "wingman.luau", "name": script.info.name, "about": script.info.about,
            "hooks": script.info.hooks, "questions": script.info.questions,
            "hash": script.source.digest(),
            "source": String::from_utf8(script.source.text.to_vec()).unwrap(),
            "modules": script.source.modules.iter().map(|(name, text)| {
                (name.clone(), String::from_utf8(text.to_vec()).unwrap())
            }).collect::<std::collections::BTreeMap<_, _>>(),
        }))
        .unwrap(),
    ];
    let mut session = Session::new(record).unwrap();
    let mut house = house(&[&script]);
    let mut given = 0;
    loop {
        let step = match session.state().turn() {
            Turn::Seat(_) if session.state().question().is_some() && given == answers => {
                return (session, script);
            }
            Turn::Seat(seat) => {
                let actions = session.actions();
                given += usize::from(session.state().question().is_some());
                Step::Act { seat, action: actions[actions.len() - 1] }
            }
            _ => session.next_roll().unwrap(),
        };
        session.play_with_house_rules(step, &mut house).unwrap();
    }
}

#[test]
fn saved_game_with_answers_reads_back_and_continues() {
    let (session, script) = game(2);
    let text = session.write();
    assert!(text.contains("\"version\":2,"));
    let asked = r#""question":"wingman","options":["alone","together"]}"#;
    assert!(text.contains(asked) && text.contains(r#":"answer 2""#), "{text}");
    assert!(verify(&text).is_ok(), "{:?}", verify(&text));
    let record = Record::<Race>::read(&text).unwrap().record;
    assert_eq!((&record, record.write()), (session.record(), text));
    let mut replay = Replay::new(record.clone()).unwrap();
    replay.seek(record.steps.len());
    let question = replay.state().question().unwrap();
    let name = question.keys.question.unwrap();
    let declared = record.declared_question(question.rule, name).unwrap();
    assert_eq!(declared.options.len(), 2);
    assert!(declared.text.zh.contains("再起飞"));
    // The game goes on from the file.
    let mut session = Session::new(record).unwrap();
    let Turn::Seat(seat) = session.state().turn() else { panic!("a question waits") };
    let step = Step::Act { seat, action: Race::answer(1) };
    let steps = session.record().steps.len();
    session.play_with_house_rules(step, &mut house(&[&script])).unwrap();
    assert_eq!(session.record().steps.len(), steps + 3, "the answer, a plane, and the price");
}

#[test]
fn take_back_restores_the_question() {
    let (mut session, script) = game(1);
    let (steps, asked) = (session.record().steps.len(), session.state().clone());
    let Turn::Seat(seat) = session.state().turn() else { panic!("a question waits") };
    let step = Step::Act { seat, action: Race::answer(0) };
    session.play_with_house_rules(step, &mut house(&[&script])).unwrap();
    session.take_back(steps);
    assert_eq!(*session.state(), asked);
}

#[test]
fn games_without_questions_keep_their_version() {
    let players = vec![(RED, Player::human("Ann")), (GREEN, Player::human("Bo"))];
    let (seed, deal) = (Seed::from_number(7), Deal::default());
    let record = Record::<Race>::new("flying", Rules::FLYING, players, deal, seed);
    assert!(record.write().contains("\"version\":1,"));
    let newer = record.write().replace("\"version\":1,", "\"version\":3,");
    assert_eq!(Record::<Race>::read(&newer).unwrap_err(), ReadError::Version { found: 3 });
}

#[test]
fn damaged_questions_are_refused_with_their_line() {
    let text = game(1).0.write();
    for (from, to, expected) in [
        (
            r#""question":"wingman","options":["alone","together"]}"#,
            r#""question":"wingman"}"#,
            "is not legal",
        ),
        (r#"["alone","together"]"#, r#"["alone","alone"]"#, "given twice"),
        ("Take off with a second plane?", &"x".repeat(161), "at most 160 characters"),
        ("Yes, take off", &"x".repeat(41), "at most 40 characters"),
        (r#":"answer 2""#, r#":"answer 9""#, "line "),
        (r#":"answer 2""#, r#":"answer 3""#, "is not legal"),
    ] {
        assert!(text.contains(from));
        let error = Record::<Race>::read(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(expected), "{to}: {error}");
    }
}
