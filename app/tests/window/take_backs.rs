//! Taking back in games with hidden pieces: asked for where somebody was told something, and
//! never forgotten.

use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan_core::game::{Game, Step, Turn};
use qipan_core::junqi::{Event, Junqi};
use qipan_core::record::Record;
use qipan_core::session::Session;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::support::{Desk, Place, junqi_record};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// What to look for in the events of a step.
type IsIt = fn(&[Event]) -> bool;

/// A game of people and robots up to a step of a person's after which `is_it`.
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

/// A game on the table in which no robot goes on.
fn desk(lang: Lang, record: Record<Junqi>) -> Desk {
    let mut desk = Place::quick(lang).open();
    desk.put_junqi(record, |table| table.paused = true);
    desk
}

/// The steps there are, and how often something was taken back after somebody was told.
fn state(desk: &Desk) -> (usize, usize) {
    let record = desk.junqi().session.record();
    (record.steps.len(), record.taken_back().count())
}

/// The line of the log about the only such take-back.
fn line(desk: &Desk) -> String {
    let taken = desk.junqi().session.record().taken_back().next().unwrap();
    desk.tf("log-taken-back", &[("first", taken.first.into()), ("last", taken.last.into())])
}

#[test]
fn people_at_one_table_are_asked_before_a_fight_is_taken_back() {
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
fn a_person_alone_with_robots_may_and_it_is_not_forgotten() {
    for lang in LANGS {
        let record = up_to("siguo_dark", "prrr", fought);
        let mut desk = desk(lang, record);
        let (steps, _) = state(&desk);
        desk.ctrl(Key::Z);
        desk.frames(2);
        assert_eq!(state(&desk), (steps - 1, 1), "nobody else could be asked");
        desk.assert_sees_id("notice-taken-back");
        desk.assert_sees(&line(&desk));
        // Further back: both stay known, though the step of the first remark is gone.
        while state(&desk).1 < 2 {
            desk.ctrl(Key::Z);
            desk.frames(2);
        }
        let at: Vec<usize> =
            desk.junqi().session.record().taken_back().map(|taken| taken.at).collect();
        assert_eq!(at, [state(&desk).0; 2]);
        // At the end of the game, and wherever it is looked back at.
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
fn what_told_nobody_anything_is_taken_back_as_ever() {
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
fn a_game_that_was_called_dead_too_early_opens_and_is_played_on() {
    let place = Place::quick(Lang::En);
    let text = include_str!("../../../core/tests/data/walled_suicide.json");
    let steps = Record::<Junqi>::read(text).unwrap().record.steps.len();
    let file = place.write("saves/old.json", text);
    let mut desk = place.open_with(Some(file));
    desk.frames(3);
    // It lies on the table, with what the file says of its end.
    desk.on(Screen::Play);
    assert_eq!(desk.junqi().steps(), steps);
    assert!(desk.junqi().state().outcome().is_none());
    desk.assert_sees("drawn, nobody could remove anything any more; by the rules it goes on");
    let notes = &desk.junqi().session.record().notes;
    assert!(notes.iter().any(|note| note.text.contains("by the rules it goes on")), "{notes:?}");
    // Saved again it is as sound as any.
    let again = desk.junqi().session.write();
    assert!(Record::<Junqi>::verify(&again).is_ok(), "{:?}", Record::<Junqi>::verify(&again));
}
