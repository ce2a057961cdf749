//! The lessons: guided games at the board, their list, and their offer on the home screen.

use egui::Key;
use egui::accesskit::Role;
use qipan::app::{Screen, StartPage};
use qipan::command::{Command, LessonCommand};
use qipan::games::GameUi;
use qipan::games::junqi::{JunqiCommand, words as junqi_words};
use qipan::games::race::{RaceCommand, words as race_words};
use qipan::games::words::seat as seat_name;
use qipan::model::i18n::Lang;
use qipan::model::lessons::{Course, Expected, Lesson};
use qipan::screens::lessons::{LessonAnswer, LessonStatus};
use qipan_core::contract::game::{Game, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Cell, Junqi};
use qipan_core::games::race::Race;
use qipan_core::games::race::board::RED;

use egui_kittest::kittest::NodeT as _;

use crate::support::{Desk, Place, junqi_record, node_text};

/// Returns the state of the lesson on the screen.
fn status(desk: &Desk) -> LessonStatus {
    let app = desk.app();
    app.screens.lessons.status(app.i18n()).expect("a lesson is shown")
}

fn lesson(desk: &Desk) -> Lesson {
    desk.app().screens.lessons.lesson().expect("a lesson is shown").clone()
}

fn apply(desk: &mut Desk, command: Command) {
    let ctx = desk.h.ctx.clone();
    desk.h.state_mut().apply(command, &ctx);
    desk.frames(2);
}

/// Plays the lesson on the screen to its end. In each step, every action that is not the expected
/// one is tried first.
fn play_through<G: GameUi>(desk: &mut Desk, act: impl Fn(G::Action) -> Command) {
    let lesson = lesson(desk);
    let course = Course::<G>::new(&lesson).unwrap();
    for (index, step) in course.steps.iter().enumerate() {
        let name = format!("{} {}", lesson.name, index + 1);
        assert_eq!(status(desk).step, index, "{name}");
        assert_eq!(status(desk).answer, None, "{name}");
        match step.expected {
            Expected::Look => {
                assert!(status(desk).can_go_on, "{name}");
                desk.click_id("lessons-next");
            }
            Expected::Roll(_) => {
                assert!(!status(desk).can_go_on, "{name}");
                desk.click_id("play-roll-key");
            }
            Expected::Act(expected) => {
                assert!(!status(desk).can_go_on, "{name}");
                let mut session = step.session.clone();
                for step in &step.before {
                    session.play(step.clone()).unwrap();
                }
                for action in session.actions().into_iter().filter(|action| *action != expected) {
                    apply(desk, act(action));
                    let now = status(desk);
                    assert_eq!((now.step, now.is_finished), (index, false), "{name}: {action}");
                    assert!(matches!(now.answer, Some(LessonAnswer::Wrong(_))), "{name}: {action}");
                }
                apply(desk, act(expected));
            }
        }
        desk.frames(2);
        if status(desk).step == index && !status(desk).is_finished {
            assert!(matches!(status(desk).answer, Some(LessonAnswer::Done(_))), "{name}");
            desk.click_id("lessons-next");
            desk.frames(2);
        }
    }
    assert!(status(desk).is_finished, "{}", lesson.name);
}

#[test]
fn each_lesson_is_played_through_and_remembered() {
    let mut desk = Place::quick(Lang::En).open_on(StartPage::Screen(Screen::Lessons));
    for name in ["aeroplane", "flying", "dark", "flip", "siguo"] {
        assert_eq!(lesson(&desk).name, name);
        match name {
            "aeroplane" | "flying" => {
                play_through::<Race>(&mut desk, |action| RaceCommand::Act(action).into());
            }
            _ => play_through::<Junqi>(&mut desk, |action| JunqiCommand::Act(action).into()),
        }
        desk.assert_sees_id("lessons-finished");
        assert!(desk.app().settings.lessons.contains(name));
        if name != "siguo" {
            desk.click_id("lessons-next-lesson");
            desk.frames(2);
        }
    }
    let desk = desk.reopen();
    assert_eq!(desk.app().settings.lessons.len(), 5);
}

#[test]
fn lesson_is_offered_once() {
    for lang in Lang::ALL {
        let mut desk = Place::quick(lang).open();
        desk.assert_sees_id("home-offer");
        // The offer stays when a game has been started.
        desk.put_junqi(junqi_record("dark", "pr", 1), |_| {});
        desk.key(Key::Escape);
        desk.frames(2);
        desk.on(Screen::Home).assert_sees_id("home-offer");
        desk.click_id("home-offer-no");
        desk.frames(2);
        assert!(!desk.sees(&desk.t("home-offer")));
        let mut desk = desk.reopen();
        assert!(!desk.sees(&desk.t("home-offer")));
        desk.click_id("lessons-title");
        desk.frames(2);
        desk.on(Screen::Lessons);
        let mut desk = Place::quick(lang).open();
        desk.click_id("home-offer-yes");
        desk.frames(2);
        desk.on(Screen::Lessons);
        assert_eq!(lesson(&desk).name, "aeroplane");
        desk.key(Key::Escape);
        desk.frames(2);
        assert!(!desk.on(Screen::Home).sees(&desk.t("home-offer")));
    }
}

/// Returns the game of the lesson at a step, when the learner is to move.
fn game<G: GameUi>(desk: &Desk, step: usize) -> G {
    let step = Course::<G>::new(&lesson(desk)).unwrap().steps[step].clone();
    let mut session = step.session;
    for step in step.before {
        session.play(step).unwrap();
    }
    session.state().clone()
}

/// Clicks the node with this label, even if it is disabled.
#[track_caller]
fn click_node(desk: &mut Desk, label: &str) {
    let pos = {
        let root = desk.h.root();
        let mut nodes = root.children_recursive();
        let node = nodes.find(|node| node_text(node).as_deref() == Some(label));
        node.map(|node| node.rect().center())
    };
    let pos = pos.unwrap_or_else(|| panic!("no {label:?}\n{}", desk.node_texts()));
    desk.click_at(pos);
    desk.frames(2);
}

/// Clicks a plane of the learner.
#[track_caller]
fn click_plane(desk: &mut Desk, race: &Race, plane: u8, id: &str) {
    let i18n = desk.app().i18n();
    let cell = race.board().cell(RED, plane, race.planes(RED)[usize::from(plane)]);
    let args = [
        ("seat", seat_name::<Race>(i18n, RED).into()),
        ("planes", race_words::planes(race.stack(RED, plane)).into()),
        ("cell", race_words::cell(i18n, cell).into()),
    ];
    let label = i18n.tf(id, &args);
    click_node(desk, &label);
}

/// Clicks a cell of a game of Junqi.
#[track_caller]
fn click_cell(desk: &mut Desk, game: &Junqi, cell: &str, id: &str) {
    let i18n = desk.app().i18n();
    let cell: Cell = cell.parse().unwrap();
    let seen = game.view(Viewer::Seat(Seat::new(0))).at(cell);
    let what = seen.map_or_else(|| i18n.t("junqi-empty"), |seen| junqi_words::seen(i18n, seen));
    let place = junqi_words::cell(i18n, game.rules(), cell);
    let label = i18n.tf(id, &[("cell", place.into()), ("what", what.into())]);
    click_node(desk, &label);
}

#[test]
fn race_lesson_is_driven_by_clicks() {
    for lang in Lang::ALL {
        let mut desk = Place::quick(lang).open_on(StartPage::Lesson("aeroplane".to_owned()));
        let text = |desk: &Desk, step: usize| lesson(desk).steps[step].text.in_language(lang);
        desk.assert_sees(&text(&desk, 0));
        // A press on the board in a step that is only read is answered.
        let race = game::<Race>(&desk, 0);
        click_plane(&mut desk, &race, 0, "spoken-plane");
        desk.assert_sees_id("lessons-read");
        desk.click_id("lessons-next");
        desk.frames(2);
        desk.assert_sees(&text(&desk, 1));
        // A plane cannot move before the roll.
        click_plane(&mut desk, &race, 0, "spoken-plane");
        assert!(matches!(status(&desk).answer, Some(LessonAnswer::Wrong(_))));
        assert_eq!(status(&desk).step, 1);
        desk.click_id("play-roll-key");
        desk.frames(2);
        desk.assert_sees(&text(&desk, 2));
        // Another plane than the highlighted one.
        let race = game::<Race>(&desk, 2);
        click_plane(&mut desk, &race, 1, "spoken-plane");
        desk.assert_sees(&lesson(&desk).steps[2].wrong["launch"].in_language(lang));
        assert_eq!(status(&desk).step, 2);
        click_plane(&mut desk, &race, 0, "spoken-movable");
        desk.assert_sees(&text(&desk, 3));
        desk.click_id("lessons-previous");
        desk.frames(2);
        desk.assert_sees(&text(&desk, 2));
        desk.click_id("lessons-again");
        desk.frames(2);
        desk.assert_sees(&text(&desk, 0));
        // Space does the next thing.
        desk.keys(&[Key::Space, Key::Space, Key::Num1, Key::Space]);
        desk.frames(2);
        desk.assert_sees(&text(&desk, 4));
    }
}

#[test]
fn junqi_lesson_is_driven_by_clicks() {
    for lang in Lang::ALL {
        let mut desk = Place::quick(lang).open_on(StartPage::Lesson("dark".to_owned()));
        for _ in 0..3 {
            desk.click_id("lessons-next");
            desk.frames(2);
        }
        let text = |desk: &Desk, step: usize| lesson(desk).steps[step].text.in_language(lang);
        desk.assert_sees(&text(&desk, 3));
        let game = game::<Junqi>(&desk, 3);
        // A Landmine cannot move: the game says why.
        click_cell(&mut desk, &game, "S61", "junqi-spoken");
        assert!(matches!(status(&desk).answer, Some(LessonAnswer::Wrong(_))));
        // A legal move that the step does not ask for.
        click_cell(&mut desk, &game, "S23", "junqi-spoken-movable");
        click_cell(&mut desk, &game, "S24", "junqi-spoken");
        desk.assert_sees(&lesson(&desk).steps[3].wrong["other"].in_language(lang));
        assert_eq!(status(&desk).step, 3);
        click_cell(&mut desk, &game, "S23", "junqi-spoken-movable");
        click_cell(&mut desk, &game, "S33", "junqi-spoken-target");
        desk.assert_sees(&text(&desk, 4));
    }
}

#[test]
fn click_on_the_end_of_the_move_plays_it() {
    for lang in Lang::ALL {
        let mut desk = Place::quick(lang).open_on(StartPage::Lesson("dark".to_owned()));
        for _ in 0..3 {
            desk.click_id("lessons-next");
            desk.frames(2);
        }
        let game = game::<Junqi>(&desk, 3);
        click_cell(&mut desk, &game, "S33", "junqi-spoken");
        assert_eq!(status(&desk).step, 4, "the highlighted piece went to the camp");
    }
}

#[test]
fn lesson_goes_on_where_it_was_left() {
    for lang in Lang::ALL {
        let mut desk = Place::quick(lang).open_on(StartPage::Lesson("dark".to_owned()));
        for _ in 0..3 {
            desk.click_id("lessons-next");
            desk.frames(2);
        }
        apply(&mut desk, Command::Lesson(LessonCommand::Open("flip".to_owned())));
        assert_eq!((lesson(&desk).name.as_str(), status(&desk).step), ("flip", 0));
        apply(&mut desk, Command::Lesson(LessonCommand::Open("dark".to_owned())));
        assert_eq!((lesson(&desk).name.as_str(), status(&desk).step), ("dark", 3));
        desk.click_id("lessons-again");
        desk.frames(2);
        assert_eq!(status(&desk).step, 0);
    }
}

#[test]
fn learner_plays_on_against_a_beginner() {
    let desk = Place::quick(Lang::En).open_on(StartPage::Lesson("mine".to_owned()));
    assert_eq!(lesson(&desk).name, "aeroplane", "there is no lesson of this name");
    let own = r#"{"format": "qipan-lesson", "version": 1, "preset": "flying", "seat": "green",
        "title": {"zh": "我的一课"}, "steps": [
        {"position": "qipan race flying turn=red red=- green=3", "before": ["roll 2"],
         "text": {"en": "Roll."}, "expect": "roll 5"}]}"#;
    desk.place.write("lessons/mine.json", own);
    desk.place.write("lessons/broken.json", &own.replace("roll 5", "roll 7"));
    let mut desk = desk.place.open_on(StartPage::Lesson("mine".to_owned()));
    desk.assert_sees("我的一课");
    desk.assert_sees("broken.json");
    desk.assert_sees("roll 7");
    desk.key(Key::Space);
    desk.frames(2);
    assert!(status(&desk).is_finished);
    desk.click_id("lessons-play-on");
    desk.frames(2);
    desk.on(Screen::Play);
    let green = Race::seat_by_name("green").unwrap();
    let players = &desk.record().players;
    assert!(players.iter().all(|(seat, player)| player.is_human() == (*seat == green)));
    assert_eq!(players[0].1.script.as_deref(), Some("random.luau"));
    assert_eq!(desk.race().die(), Some(5));
}

/// Returns the number of pictures in the guide.
fn pictures(desk: &Desk) -> usize {
    desk.nodes().iter().filter(|(role, _)| *role == Role::Image).count()
}

#[test]
fn guide_shows_boards_and_the_changed_rules() {
    for lang in Lang::ALL {
        let mut desk = Place::quick(lang).open_on(StartPage::NewGame("aeroplane".to_owned()));
        let heading = desk.t("guide-changed");
        let before = pictures(&desk);
        desk.key(Key::F4);
        desk.frames(3);
        assert!(pictures(&desk) >= before + 5, "{}", desk.node_texts());
        assert!(!desk.sees(&heading));
        desk.key(Key::Escape);
        let form = &mut desk.h.state_mut().screens.new_game;
        form.seating_mut().set("finish", &serde_json::json!("bounce"));
        desk.frames(2);
        desk.key(Key::F4);
        desk.frames(3);
        assert!(desk.sees(&heading), "{}", desk.node_texts());
        let value = desk.t("rule-finish-bounce");
        let args = [("option", desk.t("rule-finish").into()), ("value", value.into())];
        let line = desk.tf("house-sets", &args);
        desk.assert_sees(&line);
        // The same in the running game.
        desk.key(Key::Escape);
        desk.frames(2);
        desk.click_id("new-start");
        desk.frames(4);
        desk.on(Screen::Play);
        desk.key(Key::F4);
        desk.frames(3);
        desk.assert_sees(&line);
    }
}

#[test]
fn moves_before_the_learners_turn_are_announced() {
    for lang in Lang::ALL {
        let mut desk = Place::animated(lang).open_on(StartPage::Lesson("dark".to_owned()));
        let course = Course::<Junqi>::new(&lesson(&desk)).unwrap();
        let step = course.steps.iter().position(|step| !step.before.is_empty()).unwrap();
        for (index, earlier) in course.steps[..step].iter().enumerate() {
            desk.until("the step", |desk| status(desk).step == index);
            if let Expected::Act(action) = earlier.expected {
                apply(&mut desk, Command::from(JunqiCommand::Act(action)));
            }
            let waits = |desk: &Desk| status(desk).can_go_on;
            desk.until("the next step", |desk| waits(desk) || status(desk).step > index);
            if waits(&desk) && status(&desk).step == index {
                apply(&mut desk, Command::Lesson(LessonCommand::Next));
            }
        }
        assert_eq!(status(&desk).step, step);
        desk.assert_sees_id("lessons-watch");
        assert!(!status(&desk).can_go_on);
        let text = lesson(&desk).steps[step].text.in_language(lang);
        assert!(!desk.sees(&text), "the sentence comes after the move");
        desk.until("the end of the move", |desk| desk.sees(&text));
        assert!(!desk.sees(&desk.t("lessons-watch")));
        assert_eq!(
            desk.sees(&desk.t("lessons-new-position")),
            course.steps[step].starts_from_position
        );
    }
}
