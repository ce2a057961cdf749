//! I/O faults at the window: the game goes on, the player sees a message, and earlier saves stay
//! intact. `set_fault` makes the disk fail from a given operation on.

use std::io::ErrorKind;

use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::storage::disk::{InjectedFault, set_fault};
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};

use crate::support::{Desk, InputDevice, Place, record};

/// The errors that the disk returns.
const ERROR_KINDS: [ErrorKind; 3] =
    [ErrorKind::StorageFull, ErrorKind::PermissionDenied, ErrorKind::Other];

/// Creates a folder with settings and a saved game of two people.
fn place_with_save() -> Place {
    let place = Place::quick(Lang::En);
    let people = [Some(Player::human("Kim")), None, Some(Player::human("Lee")), None];
    let mut session = Session::new(record("aeroplane", people, 3)).unwrap();
    for _ in 0..12 {
        match session.actions().first() {
            Some(action) => session.act(session.state().seat_to_move(), *action).unwrap(),
            None => session.roll().unwrap(),
        };
    }
    place.write("saves/own.json", &session.record().write());
    place
}

/// The result of a run of the program.
struct Run {
    desk: Desk,
    /// True if the saved game was opened.
    had_game: bool,
    /// True if the window reported an error.
    reported: bool,
}

/// Opens the game, plays on, saves, plays on, changes the settings.
fn run_program(place: &Place) -> Run {
    let mut desk = place.open_with(Some(place.path("saves/own.json")));
    let shows_error = |desk: &Desk| {
        desk.sees_part("Cannot ") || desk.sees_part("could not be") || desk.sees_part("Error")
    };
    let mut reported = shows_error(&desk);
    let had_game = desk.app().table.is_some();
    if had_game {
        let steps_before = desk.steps();
        for turn in 0..4 {
            assert!(desk.take_turn(InputDevice::Keys));
            reported |= shows_error(&desk);
            if turn == 1 {
                desk.ctrl(Key::S);
                desk.frames(2);
                reported |= shows_error(&desk);
            }
        }
        assert!(desk.steps() >= steps_before + 4, "the game goes on in memory");
    }
    if had_game {
        desk.key(Key::Escape);
        desk.frames(2);
    }
    desk.click_id("home-settings");
    desk.click_id("settings-auto-roll");
    desk.frames(2);
    reported |= shows_error(&desk);
    assert!(desk.app().settings.auto_roll, "the settings hold for this run");
    Run { desk, had_game, reported }
}

/// Returns the saved games of a folder.
fn saved_games(place: &Place) -> Vec<Record<Race>> {
    let read = |path| {
        let text = std::fs::read_to_string(path).unwrap();
        Record::<Race>::parse(&text).unwrap().record
    };
    place.saves().into_iter().map(read).collect()
}

/// Runs the program under a fault and checks the saved games. Returns true if the window reported
/// an error.
#[track_caller]
fn check_under_fault(fault: InjectedFault) -> bool {
    let place = place_with_save();
    set_fault(Some(fault));
    let Run { desk, had_game, reported } = run_program(&place);
    set_fault(None);
    let last_record = had_game.then(|| desk.record().clone());
    let saved_before = saved_games(&place_with_save()).remove(0);
    for game in saved_games(&place) {
        assert!(game.steps.starts_with(&saved_before.steps), "{fault:?}: saved games are whole");
    }
    let settings = place.read("settings.json").replace(' ', "");
    assert!(settings.contains(r#""lang":"en""#), "{fault:?}: {settings}");
    let desk = desk.crash();
    let Some(game) = last_record else { return reported };
    let is_lasting = fault.times == usize::MAX;
    let recovered = desk.app().table.as_ref().map(|_| desk.record().clone());
    let kept_steps =
        recovered.into_iter().chain(saved_games(&place)).map(|game| game.steps.len()).max();
    // A passing fault loses at most the last step. A lasting one leaves the first save intact.
    let min_steps = if is_lasting { saved_before.steps.len() } else { game.steps.len() - 1 };
    assert!(
        kept_steps >= Some(min_steps),
        "{fault:?}: {kept_steps:?} of {} steps",
        game.steps.len()
    );
    reported
}

#[test]
fn game_goes_on_under_io_faults() {
    let place = place_with_save();
    set_fault(None);
    let Run { desk, had_game, reported } = run_program(&place);
    let operations = set_fault(None);
    assert!(had_game && !reported && operations >= 20, "{operations}");
    drop(desk);
    let tries_all = std::env::var("QIPAN_FAULTS").is_ok();
    let (mut runs, mut reports) = (0, 0);
    for (index, why) in ERROR_KINDS.into_iter().enumerate() {
        for after in (0..operations).filter(|after| tries_all || after % 24 == 8 * index) {
            for times in [1, usize::MAX].into_iter().skip(usize::from(!tries_all && index == 0)) {
                runs += 1;
                reports += usize::from(check_under_fault(InjectedFault { after, times, why }));
            }
        }
    }
    println!("faults: {runs} runs, {operations} operations, reported in {reports}");
    assert!(reports * 2 > runs, "reported in {reports} of {runs}");
}

#[test]
fn window_opens_and_reports_unwritable_storage() {
    let place = Place::new();
    set_fault(Some(InjectedFault {
        after: 0,
        times: usize::MAX,
        why: ErrorKind::PermissionDenied,
    }));
    let mut desk = place.open();
    desk.on(Screen::Home);
    let why = desk.t("storage-why-denied");
    let path = desk.app().folders().data.display().to_string();
    let notice = desk.tf("storage-make", &[("path", path.into()), ("why", why.into())]);
    desk.click_at(desk.centre_of_any(&notice));
    desk.frames(2);
    let flying = desk.t("game-flying");
    desk.click(&desk.tf("home-play", &[("game", flying.into())]));
    desk.click_id("new-start");
    desk.frames(2);
    desk.key(Key::R);
    while desk.on(Screen::Play).steps() < 4 {
        assert!(desk.take_turn(InputDevice::Keys));
    }
    set_fault(None);
}

#[test]
fn unsavable_game_is_replaced_only_after_confirmation() {
    for lang in [Lang::En, Lang::Zh] {
        let place = place_with_save();
        if lang == Lang::Zh {
            place.write("settings.json", r#"{"lang":"zh","speed":"off"}"#);
        }
        let mut desk = place.open_with(Some(place.path("saves/own.json")));
        assert!(desk.take_turn(InputDevice::Keys));
        let game = desk.record().clone();
        set_fault(Some(InjectedFault { after: 0, times: usize::MAX, why: ErrorKind::StorageFull }));
        desk.key(Key::Escape);
        desk.frames(2);
        let flying = desk.t("game-flying");
        let play = desk.tf("home-play", &[("game", flying.into())]);
        desk.click(&play);
        desk.click_id("new-start");
        desk.frames(2);
        desk.assert_sees_id("storage-why-full");
        assert_eq!(*desk.record(), game, "no game is lost without a question");
        desk.click_id("action-yes");
        desk.frames(2);
        assert_eq!(desk.on(Screen::Play).table().session.record().preset, "flying");
        set_fault(None);
    }
}

#[test]
fn finished_game_survives_failed_save_until_next_start() {
    let place = place_with_save();
    let mut desk = place.open_with(Some(place.path("saves/own.json")));
    while desk.table().session.record().steps.len() < 60 {
        assert!(desk.take_turn(InputDevice::Keys));
    }
    let steps_after_resignation = {
        let mut session = desk.table().session.clone();
        session.resign(session.state().seat_to_move()).unwrap();
        session.record().steps.len()
    };
    desk.menu("menu-resign");
    desk.frames(2);
    let everything = InjectedFault { after: 0, times: usize::MAX, why: ErrorKind::StorageFull };
    set_fault(Some(InjectedFault { times: 2, ..everything }));
    desk.click_id("action-yes");
    desk.frames(3);
    set_fault(None);
    assert_eq!(desk.steps(), steps_after_resignation);
    let ended = desk.record().clone();
    let desk = desk.crash();
    let games = saved_games(&desk.place);
    assert!(games.contains(&ended), "{} games", games.len());
}

#[test]
fn file_changed_elsewhere_is_replaced_only_if_confirmed() {
    let place = place_with_save();
    let own = place.path("saves/own.json");
    let mut first = place.open_with(Some(own.clone()));
    let mut second = place.open_with(Some(own.clone()));
    second.take_turn(InputDevice::Keys);
    second.ctrl(Key::S);
    let second_save = std::fs::read_to_string(&own).unwrap();
    for _ in 0..3 {
        first.take_turn(InputDevice::Keys);
    }
    first.ctrl(Key::S);
    first.frames(2);
    let file = own.display().to_string();
    first.assert_sees(&first.tf("ask-changed-elsewhere", &[("file", file.into())]));
    assert_eq!(std::fs::read_to_string(&own).unwrap(), second_save);
    first.click_id("action-yes");
    first.frames(2);
    assert_eq!(std::fs::read_to_string(&own).unwrap(), first.record().write());
}
