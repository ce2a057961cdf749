//! Questions of house rules at the window: their buttons and keys, the log, take-backs, and what
//! others see.

use crate::support::{Desk, InputDevice, Place, position, robot};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::scripts::{ScriptArg, find_rule};
use qipan::model::storage::Folders;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::games::race::{Action, Race};
use qipan_core::record::{Player, Record, SavedRule};

/// Returns a shipped house rule of the race games.
fn shipped_rule(name: &str) -> SavedRule {
    let nowhere = std::path::PathBuf::from("nowhere");
    let folders =
        Folders { saves: nowhere.clone(), scripts: nowhere.clone(), data: nowhere.clone() };
    find_rule(&folders, "race", &ScriptArg::typed(name)).unwrap().to_saved()
}

/// Returns a game under the rule `wingman` in which a person can launch a plane, and another one
/// can follow.
fn record_before_launch(players: &[Option<Player>; 4]) -> Record<Race> {
    let is_person = |game: &qipan_core::play::session::Session<Race>| {
        let Turn::Seat(seat) = game.state().turn() else { return false };
        game.record().player(seat).is_some_and(Player::is_human)
    };
    let is_launch = |action: &Action| matches!(action, Action::Launch { .. });
    let record = position("aeroplane", players, |game| {
        game.record().steps.len() > 4
            && is_person(game)
            && game.actions().iter().filter(|action| is_launch(action)).count() >= 2
    });
    Record { house_rules: vec![shipped_rule("wingman")], ..record }
}

/// Opens a game and launches the first plane, after which the rule asks.
fn open_asked(lang: Lang, players: &[Option<Player>; 4]) -> Desk {
    let place = Place::quick(lang);
    let path = place.write("saves/half.json", &record_before_launch(players).write());
    let mut desk = place.open_with(Some(path));
    desk.on(Screen::Play);
    let actions = desk.table().human_actions();
    let launch = actions.iter().find(|action| matches!(action, Action::Launch { .. }));
    desk.act(InputDevice::Mouse, *launch.unwrap());
    desk.settle();
    desk
}

fn two_people() -> [Option<Player>; 4] {
    [Some(Player::human("Kim")), None, Some(Player::human("Lee")), None]
}

/// Returns the labels of the two buttons.
fn labels(desk: &Desk, texts: [&str; 2]) -> [String; 2] {
    let label = |number: usize, text: &str| {
        desk.tf("play-answer", &[("number", number.into()), ("answer", text.into())])
    };
    [label(1, texts[0]), label(2, texts[1])]
}

#[test]
fn question_is_answered_with_buttons_and_keys_and_can_be_taken_back() {
    for (lang, question, texts) in [
        (
            Lang::En,
            "Take off with a second plane? You then skip your next turn.",
            ["No, fly alone", "Yes, take off"],
        ),
        (Lang::Zh, "要再起飞一架吗？之后要停走一次。", ["不用", "再起飞一架"]),
    ] {
        let mut desk = open_asked(lang, &two_people());
        let (asked, steps) = (desk.race().clone(), desk.steps());
        let Turn::Seat(seat) = asked.turn() else { panic!("a question waits") };
        let [alone, together] = labels(&desk, texts);
        desk.assert_sees(question);
        assert!(desk.sees(question), "the question stands on a line of its own");
        assert!(desk.has_control(&alone) && desk.has_control(&together));
        assert!(desk.table().human_actions().is_empty(), "the board waits");
        assert!(!desk.h.state_mut().table.as_mut().unwrap().table_mut::<Race>().request_hint());
        // The log names the question.
        let name = desk.t(&format!("seat-{}", Race::seat_name(seat)));
        let asked_line =
            desk.tf("log-asked", &[("seat", name.clone().into()), ("question", question.into())]);
        desk.assert_sees(&asked_line);
        // A button answers.
        desk.click(&together);
        desk.settle();
        let step = &desk.record().steps[steps];
        assert_eq!(*step, Step::Act { seat, action: Race::answer(1) });
        assert_eq!(desk.steps(), steps + 3, "the plane and its price follow");
        let answered_line =
            desk.tf("log-answered", &[("seat", name.into()), ("answer", texts[1].into())]);
        desk.assert_sees(&answered_line);
        assert!(!desk.has_control(&together));
        // A take-back brings the question back, and redoing answers again.
        desk.ctrl(Key::Z);
        desk.frames(2);
        assert_eq!((desk.race(), desk.steps()), (&asked, steps));
        desk.ctrl(Key::Y);
        desk.frames(2);
        assert_eq!(desk.steps(), steps + 3);
        desk.ctrl(Key::Z);
        desk.frames(2);
        // The key of a plane is the key of an answer now.
        desk.key(Key::Num3);
        desk.frames(2);
        assert_eq!(desk.steps(), steps, "there is no third answer");
        desk.key(Key::Num1);
        desk.settle();
        let step = &desk.record().steps[steps];
        assert_eq!(*step, Step::Act { seat, action: Race::answer(0) });
        // The journal keeps the answer, and the replay describes it without running the rule.
        let played = desk.record().clone();
        let mut desk = desk.crash();
        desk.click_id("home-continue");
        desk.frames(2);
        assert_eq!(*desk.record(), played);
        desk.menu("play-replay");
        desk.on(Screen::Replay).assert_sees(question);
    }
}

#[test]
fn focused_button_answers_with_the_keyboard_alone() {
    let mut desk = open_asked(Lang::En, &two_people());
    let [_, together] = labels(&desk, ["No, fly alone", "Yes, take off"]);
    let steps = desk.steps();
    for _ in 0..200 {
        if desk.focus().as_ref() == Some(&together) {
            break;
        }
        desk.key(Key::Tab);
        desk.frames(1);
    }
    assert_eq!(desk.focus(), Some(together));
    desk.key(Key::Enter);
    desk.settle();
    assert_eq!(desk.steps(), steps + 3);
}

#[test]
fn robots_answer_and_the_game_goes_on() {
    let mut desk = Place::quick(Lang::En).open();
    let players = [Some(robot("greedy")), Some(robot("random")), Some(robot("careful")), None];
    let record = crate::support::record("aeroplane", players, 4);
    desk.put(Record { house_rules: vec![shipped_rule("wingman")], ..record });
    let app = desk.h.state_mut();
    app.table.as_mut().unwrap().table_mut::<Race>().run_rules();
    desk.until("the end", |desk| desk.race().outcome().is_some() || desk.steps() > 900);
    let answers = desk.record().steps.iter().filter_map(|step| match step {
        Step::Act { action, .. } => Race::answered_option(*action),
        _ => None,
    });
    assert!(answers.count() > 3);
    assert!(desk.table().robot_errors.is_empty(), "{:?}", desk.table().robot_errors);
}
