//! Take-backs in games with hidden pieces: they need consent if information was revealed, and are
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
type IsIt = fn(&[Event]) -> bool;

/// Plays random actions up to a person's step whose events meet `is_it`.
fn up_to(preset: &str, who: &str, is_it: IsIt) -> Record<Junqi> {
    let mut session = Session::new(junqi_record(preset, who, 7)).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    loop {
        let Turn::Seat(seat) = session.state().turn() else { panic!("over too early") };
        let actions = session.actions();
        session.act(seat, actions[rng.random_range(0..actions.len())]).unwrap();
        let steps = session.record().steps.len();
        let human = session.record().player(seat).unwrap().is_human();
        if human && steps > 8 && is_it(session.events(steps - 1)) {
            return session.record().clone();
        }
    }
}

fn fought(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Battled { .. }))
}

fn walked(events: &[Event]) -> bool {
    matches!(events, [Event::Moved { .. }])
}

fn turned_up(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Flipped { .. }))
}

/// Opens a game in which the robots are paused.
fn desk(lang: Lang, record: Record<Junqi>) -> Desk {
    let mut desk = Place::quick(lang).open();
    desk.put_junqi(record, |table| table.common.paused = true);
    desk
}

/// Returns the number of steps, and of take-backs after information was revealed.
fn state(desk: &Desk) -> (usize, usize) {
    let record = desk.junqi().session.record();
    (record.steps.len(), record.taken_back().count())
}

/// Returns the log line about the first such take-back.
fn line(desk: &Desk) -> String {
    let taken = desk.junqi().session.record().taken_back().next().unwrap();
    desk.tf("log-taken-back", &[("first", taken.first.into()), ("last", taken.last.into())])
}

#[test]
fn revealing_take_back_needs_consent_among_people() {
    for lang in LANGS {
        let games: [(&str, &str, IsIt); 3] =
            [("dark", "pp", fought), ("flip", "pp", turned_up), ("siguo_partner", "prpr", fought)];
        for (preset, who, is_it) in games {
            let record = up_to(preset, who, is_it);
            let steps = record.steps.len();
            let mut desk = desk(lang, record);
            desk.ctrl(Key::Z);
            desk.frames(2);
            desk.assert_sees_id("ask-take-back");
            assert_eq!(state(&desk), (steps, 0), "{preset}: nothing happens before the answer");
            desk.click_id("action-no");
            desk.frames(2);
            assert_eq!(state(&desk), (steps, 0), "{preset}: one does not agree");
            desk.ctrl(Key::Z);
            desk.frames(2);
            desk.click_id("action-yes");
            desk.frames(2);
            assert_eq!(state(&desk), (steps - 1, 1), "{preset}");
            desk.assert_sees(&line(&desk));
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
        let record = up_to("siguo_dark", "prrr", fought);
        let mut desk = desk(lang, record);
        let (steps, _) = state(&desk);
        desk.ctrl(Key::Z);
        desk.frames(2);
        assert_eq!(state(&desk), (steps - 1, 1), "nobody else could be asked");
        desk.assert_sees_id("notice-taken-back");
        desk.assert_sees(&line(&desk));
        // A second take-back keeps both remarks, although the step of the first one is gone.
        while state(&desk).1 < 2 {
            desk.ctrl(Key::Z);
            desk.frames(2);
        }
        let at: Vec<usize> =
            desk.junqi().session.record().taken_back().map(|taken| taken.at).collect();
        assert_eq!(at, [state(&desk).0; 2]);
        // The count is shown at the end of the game and in its replay.
        let end = desk.junqi().session.record().clone();
        let mut over = Session::new(end).unwrap();
        over.play(Step::Draw).unwrap();
        let count = desk.tf("play-taken-back", &[("count", 2_usize.into())]);
        assert!(!desk.sees_part(&count), "while it is played the log says it");
        desk.put_junqi(over.record().clone(), |_| {});
        desk.settle();
        desk.assert_sees(&count);
        let file = desk.place.write("taken_back.json", &over.write());
        let mut again = desk.place.open_with(Some(file));
        again.frames(3);
        again.on(Screen::Replay);
        again.assert_sees(&count);
    }
}

#[test]
fn take_back_without_revealed_info_needs_no_consent() {
    let games: [(&str, &str, IsIt); 4] = [
        ("dark", "pp", walked),
        ("open", "pp", fought),
        ("siguo_open", "pppp", fought),
        ("flip_open", "pp", fought),
    ];
    for (preset, who, is_it) in games {
        let record = up_to(preset, who, is_it);
        let mut desk = desk(Lang::En, record);
        let (steps, _) = state(&desk);
        desk.ctrl(Key::Z);
        desk.frames(2);
        assert_eq!(state(&desk), (steps - 1, 0), "{preset}");
        assert_eq!(desk.junqi().session.record().take_backs, 1);
        for id in ["ask-take-back", "notice-taken-back"] {
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
    desk.assert_sees("drawn, nobody could remove anything any more; by the rules it goes on");
    let notes = &desk.junqi().session.record().notes;
    assert!(notes.iter().any(|note| note.text.contains("by the rules it goes on")), "{notes:?}");
    // A new save verifies.
    let again = desk.junqi().session.write();
    assert!(Record::<Junqi>::verify(&again).is_ok(), "{:?}", Record::<Junqi>::verify(&again));
}
