//! Take-backs in games with hidden pieces. They need consent if something was revealed, and are
//! always recorded.

use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::games::junqi::{Event, Junqi};
use qipan_core::play::session::Session;
use qipan_core::record::Record;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::support::{Desk, Place, junqi_record};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// A condition on the events of a step.
type EventCondition = fn(&[Event]) -> bool;

/// Plays random actions up to a person's step whose events meet `condition`.
fn play_until(preset: &str, players: &str, condition: EventCondition) -> Record<Junqi> {
    let mut session = Session::new(junqi_record(preset, players, 7)).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    loop {
        let Turn::Seat(seat) = session.state().turn() else { panic!("the game is over too early") };
        let actions = session.actions();
        session.act(seat, actions[rng.random_range(0..actions.len())]).unwrap();
        let steps = session.record().steps.len();
        let is_human = session.record().player(seat).unwrap().is_human();
        if is_human && steps > 8 && condition(session.events(steps - 1)) {
            return session.record().clone();
        }
    }
}

/// Returns true if a battle was fought.
fn has_battle(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Battled { .. }))
}

/// Returns true if a piece moved and nothing else happened.
fn is_plain_move(events: &[Event]) -> bool {
    matches!(events, [Event::Moved { .. }])
}

/// Returns true if a piece was flipped.
fn has_flip(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Flipped { .. }))
}

/// Opens a game in which the robots are paused.
fn open_game(lang: Lang, record: Record<Junqi>) -> Desk {
    let mut desk = Place::quick(lang).open();
    desk.put_junqi(record, |table| table.common.is_paused = true);
    desk
}

/// Returns the number of steps, and the number of take-backs after something was revealed.
fn steps_and_take_backs(desk: &Desk) -> (usize, usize) {
    let record = desk.junqi().session.record();
    (record.steps.len(), record.revealing_take_backs().count())
}

/// Returns the log line about the first take-back after something was revealed.
fn log_line(desk: &Desk) -> String {
    let take_back = desk.junqi().session.record().revealing_take_backs().next().unwrap();
    let count = take_back.last + 1 - take_back.first;
    let args = [
        ("count", count.into()),
        ("first", take_back.first.into()),
        ("last", take_back.last.into()),
    ];
    desk.tf("log-taken-back", &args)
}

#[test]
fn revealing_take_back_needs_consent_among_people() {
    for lang in LANGS {
        let games: [(&str, &str, EventCondition); 3] = [
            ("dark", "pp", has_battle),
            ("flip", "pp", has_flip),
            ("siguo_partner", "prpr", has_battle),
        ];
        for (preset, players, condition) in games {
            let record = play_until(preset, players, condition);
            let steps = record.steps.len();
            let mut desk = open_game(lang, record);
            desk.ctrl(Key::Z);
            desk.frames(2);
            desk.assert_sees_id("ask-take-back");
            assert_eq!(
                steps_and_take_backs(&desk),
                (steps, 0),
                "{preset}: nothing happens before the answer"
            );
            desk.click_id("action-no");
            desk.frames(2);
            assert_eq!(
                steps_and_take_backs(&desk),
                (steps, 0),
                "{preset}: without consent nothing happens"
            );
            desk.ctrl(Key::Z);
            desk.frames(2);
            desk.click_id("action-yes");
            desk.frames(2);
            assert_eq!(steps_and_take_backs(&desk), (steps - 1, 1), "{preset}");
            desk.assert_sees(&log_line(&desk));
            let session = &desk.junqi().session;
            assert_eq!(session.record().take_backs, 1);
            let text = session.write();
            assert!(text.contains(&format!("steps {steps} to {steps}\"")), "{text}");
            assert_eq!(Record::<Junqi>::read(&text).unwrap().record, *session.record());
        }
    }
}

#[test]
fn revealing_take_back_against_robots_is_recorded() {
    for lang in LANGS {
        let record = play_until("siguo_dark", "prrr", has_battle);
        let mut desk = open_game(lang, record);
        let (steps, _) = steps_and_take_backs(&desk);
        desk.ctrl(Key::Z);
        desk.frames(2);
        assert_eq!(steps_and_take_backs(&desk), (steps - 1, 1), "there is no other person to ask");
        desk.assert_sees_id("notice-take-back-recorded");
        desk.assert_sees(&log_line(&desk));
        // The sentence fits into the two lines of a message, which the moves would exceed.
        assert!(!desk.sees_part(desk.tf("notice-took-back", &[("moves", "".into())]).trim_end()));
        // A second take-back keeps both remarks, although the step of the first one is gone.
        while steps_and_take_backs(&desk).1 < 2 {
            desk.ctrl(Key::Z);
            desk.frames(2);
        }
        let record = desk.junqi().session.record();
        let positions: Vec<usize> =
            record.revealing_take_backs().map(|take_back| take_back.at).collect();
        assert_eq!(positions, [steps_and_take_backs(&desk).0; 2]);
        // The count is shown at the end of the game and in its replay.
        let record = desk.junqi().session.record().clone();
        let mut finished = Session::new(record).unwrap();
        finished.play(Step::Draw).unwrap();
        let count = desk.tf("play-taken-back", &[("count", 2_usize.into())]);
        assert!(!desk.sees_part(&count), "only the log says it during the game");
        desk.put_junqi(finished.record().clone(), |_| {});
        desk.settle();
        desk.assert_sees(&count);
        let file = desk.place.write("taken_back.json", &finished.write());
        let mut replay_desk = desk.place.open_with(Some(file));
        replay_desk.frames(3);
        replay_desk.on(Screen::Replay);
        replay_desk.assert_sees(&count);
    }
}

#[test]
fn take_back_without_revealed_info_needs_no_consent() {
    let games: [(&str, &str, EventCondition); 4] = [
        ("dark", "pp", is_plain_move),
        ("open", "pp", has_battle),
        ("siguo_open", "pppp", has_battle),
        ("flip_open", "pp", has_battle),
    ];
    for (preset, players, condition) in games {
        let record = play_until(preset, players, condition);
        let mut desk = open_game(Lang::En, record);
        let (steps, _) = steps_and_take_backs(&desk);
        desk.ctrl(Key::Z);
        desk.frames(2);
        assert_eq!(steps_and_take_backs(&desk), (steps - 1, 0), "{preset}");
        assert_eq!(desk.junqi().session.record().take_backs, 1);
        for id in ["ask-take-back", "notice-take-back-recorded"] {
            assert!(!desk.sees_part(&desk.t(id)), "{preset}: {id}");
        }
    }
}

#[test]
fn game_wrongly_saved_as_dead_opens_unfinished() {
    let place = Place::quick(Lang::En);
    let text = include_str!("../../../core/tests/data/walled_suicide.json");
    let steps = Record::<Junqi>::read(text).unwrap().record.steps.len();
    let file = place.write("saves/old.json", text);
    let mut desk = place.open_with(Some(file));
    desk.frames(3);
    // The game is on the table, with a remark about the end stated in the file.
    desk.on(Screen::Play);
    assert_eq!(desk.junqi().steps(), steps);
    assert!(desk.junqi().state().outcome().is_none());
    desk.assert_sees("nobody could capture anything any more; under the rules it would continue");
    let notes = &desk.junqi().session.record().notes;
    assert!(notes.iter().any(|note| note.text.contains("under the rules")), "{notes:?}");
    // A new save verifies.
    let saved_again = desk.junqi().session.write();
    assert!(
        Record::<Junqi>::verify(&saved_again).is_ok(),
        "{:?}",
        Record::<Junqi>::verify(&saved_again)
    );
}
