//! The sounds that belong to what the board shows.

use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::screens::replay::ReplayScreen as _;
use qipan::sound::{MAX_VOICES, Sound, Speaker};
use qipan_core::contract::game::{Game as _, Turn};
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Event;
use qipan_core::play::session::Session;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::support::{Desk, Place, junqi_record, played, record, robot};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Makes the window keep a list of its sounds.
fn listen(desk: &mut Desk) {
    desk.h.state_mut().desktop.speaker = Speaker::recording();
}

/// Returns the sounds since the last call.
fn heard(desk: &mut Desk) -> Vec<Sound> {
    desk.h.state_mut().desktop.speaker.take_recorded()
}

/// Returns the number of times that a sound was heard.
fn count(sounds: &[Sound], sound: Sound) -> usize {
    sounds.iter().filter(|other| **other == sound).count()
}

#[test]
fn replay_plays_the_sounds_of_its_events() {
    let robots = [(); 4].map(|()| Some(robot("greedy")));
    // One plane has to come home, because a whole game takes long with animations.
    let mut start = record("aeroplane", robots, 7);
    start.rules.planes_to_win = 1;
    let mut game = Session::new(start).unwrap();
    for number in 0.. {
        match game.state().turn() {
            Turn::Chance { .. } => {
                game.roll().unwrap();
            }
            Turn::Seat(seat) => {
                let actions = game.actions();
                game.act(seat, actions[7 * number % actions.len()]).unwrap();
            }
            Turn::Over => break,
        }
    }
    let steps = game.record().steps.len();
    let events: Vec<Event> = (0..steps).flat_map(|step| game.events(step).to_vec()).collect();
    let number = |condition: fn(&Event) -> bool| events.iter().filter(|e| condition(e)).count();
    let rolls = number(|event| matches!(event, Event::Rolled { .. } | Event::OpeningRolled { .. }));
    let flights = number(|event| matches!(event, Event::Flew { .. } | Event::Placed { .. }));
    let jumps = number(|event| matches!(event, Event::Jumped { .. }));
    assert!(jumps > 0 && flights > 0, "the game has jumps and flights");
    for lang in LANGS {
        let place = Place::with(&format!(r#"{{"lang":"{}"}}"#, ["en", "zh"][lang as usize]));
        let file = place.write("saves/heard.json", &game.write());
        let mut desk = place.open_with(Some(file));
        desk.on(Screen::Replay);
        listen(&mut desk);
        desk.key(Key::Home);
        desk.key(Key::Space);
        desk.until("the end of the replay", |desk| {
            desk.replay().at() == steps && !desk.app().is_busy()
        });
        let sounds = heard(&mut desk);
        assert_eq!(count(&sounds, Sound::Roll), rolls);
        assert_eq!(count(&sounds, Sound::Jump), jumps);
        assert_eq!(count(&sounds, Sound::Flight), flights);
        desk.key(Key::Home);
        desk.click("16×");
        desk.key(Key::Space);
        desk.until("nearly the end of the replay", |desk| desk.replay().at() + 40 > steps);
        assert_eq!(heard(&mut desk), [], "a fast replay is silent");
    }
}

#[test]
fn player_hears_battles_the_turn_and_the_end() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let game = played(junqi_record("dark", "pr", 3), 40, &mut rng);
        desk.put_junqi(game.record().clone(), |_| {});
        listen(&mut desk);
        desk.settle();
        assert_eq!(heard(&mut desk), [], "opening a game makes no sound");
        let action = desk.junqi().human_actions()[0];
        let name = action.to_string();
        desk.h.state_mut().table.as_mut().unwrap().common_mut().resume();
        let table = desk.h.state_mut().table.as_mut().unwrap();
        assert!(table.table_mut::<Junqi>().act(action), "{name}");
        desk.until("the player's turn", |desk| {
            desk.junqi().steps() == 42 && desk.junqi().human_to_act().is_some()
        });
        desk.settle();
        let sounds = heard(&mut desk);
        let moves = [Sound::Place, Sound::Strike, Sound::BothLost, Sound::Bomb, Sound::Landmine];
        let moved = sounds.iter().filter(|sound| moves.contains(sound)).count();
        assert_eq!(moved, 2, "{sounds:?}");
        assert_eq!(sounds.last(), Some(&Sound::YourTurn));
        let table = desk.h.state_mut().table.as_mut().unwrap();
        let seat = table.table::<Junqi>().human_to_act().unwrap();
        table.table_mut::<Junqi>().resign(seat);
        desk.settle();
        assert_eq!(heard(&mut desk).last(), Some(&Sound::Loss));
        desk.frames(30);
        assert_eq!(heard(&mut desk), [], "the end is heard once");
    }
}

#[test]
fn muted_window_plays_nothing() {
    for lang in LANGS {
        let mut desk = Place::quick(lang).open();
        desk.put(record("aeroplane", [(); 4].map(|()| Some(robot("random"))), 5));
        listen(&mut desk);
        desk.click_id("menu-sound");
        desk.frames(3);
        assert!(desk.has_control(&desk.t("settings-volume")), "the volume is in the same popup");
        desk.click_id("settings-sound");
        assert!(!desk.app().settings.sound);
        desk.key(Key::Escape);
        drop(heard(&mut desk));
        desk.until("some steps", |desk| desk.steps() > 60);
        assert_eq!(heard(&mut desk), []);
        let desk = desk.reopen();
        assert!(!desk.app().settings.sound, "the choice is remembered");
    }
}

#[test]
fn games_without_animation_leave_no_queue_of_sounds() {
    let mut desk = Place::quick(Lang::En).open();
    listen(&mut desk);
    for seed in 0..10 {
        desk.put(record("aeroplane", [(); 4].map(|()| Some(robot("random"))), seed));
        desk.h.state_mut().table.as_mut().unwrap().common_mut().resume();
        let (mut has_ended, mut heard_in_game, mut steps) = (false, heard(&mut desk).len(), 0);
        while !has_ended {
            has_ended = desk.race().outcome().is_some();
            desk.frames(1);
            let sounds = heard(&mut desk);
            assert!(sounds.len() <= MAX_VOICES + 1, "{} sounds in a frame", sounds.len());
            heard_in_game += sounds.len();
            if std::mem::replace(&mut steps, desk.steps()) == steps {
                // A robot thinks on another thread.
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
        assert!(heard_in_game > 0, "game {seed} was heard");
    }
}
