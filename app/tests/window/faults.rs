//! I/O faults at the window: the game goes on, the player sees a message, and earlier saves stay
//! intact.

use std::io::ErrorKind;

use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::storage::disk::{InjectedFault, refuse};
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};

use crate::support::{Desk, Hand, Place, record};

/// The errors that the disk returns.
const REASONS: [ErrorKind; 3] =
    [ErrorKind::StorageFull, ErrorKind::PermissionDenied, ErrorKind::Other];

/// Creates a folder with settings and a saved game of two people.
fn used() -> Place {
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

/// One evening of play and its result.
struct Evening {
    desk: Desk,
    /// True if a game was on the table.
    played: bool,
    /// True if the window reported an error.
    told: bool,
}

/// Opens the game, plays on, saves, plays on, changes the settings.
fn an_evening(place: &Place) -> Evening {
    let mut desk = place.open_with(Some(place.path("saves/own.json")));
    let told = |desk: &Desk| {
        desk.sees_part("Cannot ") || desk.sees_part("could not be") || desk.sees_part("Error")
    };
    let mut evening_told = told(&desk);
    let played = desk.app().table.is_some();
    if played {
        let before = desk.steps();
        for turn in 0..4 {
            assert!(desk.take_turn(Hand::Keys));
            evening_told |= told(&desk);
            if turn == 1 {
                desk.ctrl(Key::S);
                desk.frames(2);
                evening_told |= told(&desk);
            }
        }
        assert!(desk.steps() >= before + 4, "the game goes on in memory");
    }
    if played {
        desk.key(Key::Escape);
        desk.frames(2);
    }
    desk.click_id("home-settings");
    desk.click_id("settings-auto-roll");
    desk.frames(2);
    evening_told |= told(&desk);
    assert!(desk.app().settings.auto_roll, "the settings hold for this evening");
    Evening { desk, played, told: evening_told }
}

fn games(place: &Place) -> Vec<Record<Race>> {
    let read = |path| {
        let text = std::fs::read_to_string(path).unwrap();
        Record::<Race>::parse(&text).unwrap().record
    };
    place.saves().into_iter().map(read).collect()
}

/// Plays an evening under a fault and checks the saved games. Returns true if the window reported
/// an error.
#[track_caller]
fn refused(fault: InjectedFault) -> bool {
    let place = used();
    refuse(Some(fault));
    let Evening { desk, played, told } = an_evening(&place);
    refuse(None);
    let at_the_end = played.then(|| desk.record().clone());
    let first = games(&used()).remove(0);
    for game in games(&place) {
        assert!(game.steps.starts_with(&first.steps), "{fault:?}: saved games are whole");
    }
    let settings = place.read("settings.json").replace(' ', "");
    assert!(settings.contains(r#""lang":"en""#), "{fault:?}: {settings}");
    let desk = desk.crash();
    let Some(game) = at_the_end else { return told };
    let lasts = fault.times == usize::MAX;
    let kept = desk.app().table.as_ref().map(|_| desk.record().clone());
    let kept = kept.into_iter().chain(games(&place)).map(|game| game.steps.len()).max();
    // A passing fault loses at most the last step. A lasting one leaves the first save intact.
    let least = if lasts { first.steps.len() } else { game.steps.len() - 1 };
    assert!(kept >= Some(least), "{fault:?}: {kept:?} of {} steps", game.steps.len());
    told
}

#[test]
fn game_goes_on_under_io_faults() {
    let place = used();
    refuse(None);
    let Evening { desk, played, told } = an_evening(&place);
    let operations = refuse(None);
    assert!(played && !told && operations >= 20, "{operations}");
    drop(desk);
    let every = std::env::var("QIPAN_FAULTS").is_ok();
    let (mut tried, mut heard) = (0, 0);
    for (n, why) in REASONS.into_iter().enumerate() {
        for after in (0..operations).filter(|after| every || after % 24 == 8 * n) {
            for times in [1, usize::MAX].into_iter().skip(usize::from(!every && n == 0)) {
                tried += 1;
                heard += usize::from(refused(InjectedFault { after, times, why }));
            }
        }
    }
    println!("faults: {tried} evenings, {operations} operations, told in {heard}");
    assert!(heard * 2 > tried, "told in {heard} of {tried}");
}

#[test]
fn window_opens_and_reports_unwritable_storage() {
    let place = Place::new();
    refuse(Some(InjectedFault { after: 0, times: usize::MAX, why: ErrorKind::PermissionDenied }));
    let mut desk = place.open();
    desk.on(Screen::Home);
    let why = desk.t("storage-why-denied");
    let path = desk.app().folders().data.display().to_string();
    let told = desk.tf("storage-make", &[("path", path.into()), ("why", why.into())]);
    desk.click_at(desk.spot(&told));
    desk.frames(2);
    let flying = desk.t("game-flying");
    desk.click(&desk.tf("home-play", &[("game", flying.into())]));
    desk.click_id("new-start");
    desk.frames(2);
    desk.key(Key::R);
    while desk.on(Screen::Play).steps() < 4 {
        assert!(desk.take_turn(Hand::Keys));
    }
    refuse(None);
}

#[test]
fn unsavable_game_is_replaced_only_after_confirmation() {
    for lang in [Lang::En, Lang::Zh] {
        let place = used();
        if lang == Lang::Zh {
            place.write("settings.json", r#"{"lang":"zh","speed":"off"}"#);
        }
        let mut desk = place.open_with(Some(place.path("saves/own.json")));
        assert!(desk.take_turn(Hand::Keys));
        let game = desk.record().clone();
        refuse(Some(InjectedFault { after: 0, times: usize::MAX, why: ErrorKind::StorageFull }));
        desk.key(Key::Escape);
        desk.frames(2);
        let flying = desk.t("game-flying");
        let play = desk.tf("home-play", &[("game", flying.into())]);
        desk.click(&play);
        desk.click_id("new-start");
        desk.frames(2);
        desk.assert_sees_id("storage-why-full");
        assert_eq!(*desk.record(), game, "nothing is lost unasked");
        desk.click_id("action-yes");
        desk.frames(2);
        assert_eq!(desk.on(Screen::Play).table().session.record().preset, "flying");
        refuse(None);
    }
}

#[test]
fn finished_game_survives_failed_save_until_next_start() {
    let place = used();
    let mut desk = place.open_with(Some(place.path("saves/own.json")));
    while desk.table().session.record().steps.len() < 60 {
        assert!(desk.take_turn(Hand::Keys));
    }
    let rest = {
        let mut session = desk.table().session.clone();
        session.resign(session.state().seat_to_move()).unwrap();
        session.record().steps.len()
    };
    desk.menu("menu-resign");
    desk.frames(2);
    let everything = InjectedFault { after: 0, times: usize::MAX, why: ErrorKind::StorageFull };
    refuse(Some(InjectedFault { times: 2, ..everything }));
    desk.click_id("action-yes");
    desk.frames(3);
    refuse(None);
    assert_eq!(desk.steps(), rest);
    let ended = desk.record().clone();
    let desk = desk.crash();
    let games = games(&desk.place);
    assert!(games.contains(&ended), "{} games", games.len());
}

#[test]
fn file_changed_elsewhere_is_replaced_only_if_confirmed() {
    let place = used();
    let own = place.path("saves/own.json");
    let mut first = place.open_with(Some(own.clone()));
    let mut second = place.open_with(Some(own.clone()));
    second.take_turn(Hand::Keys);
    second.ctrl(Key::S);
    let theirs = std::fs::read_to_string(&own).unwrap();
    for _ in 0..3 {
        first.take_turn(Hand::Keys);
    }
    first.ctrl(Key::S);
    first.frames(2);
    let file = own.display().to_string();
    first.assert_sees(&first.tf("ask-changed-elsewhere", &[("file", file.into())]));
    assert_eq!(std::fs::read_to_string(&own).unwrap(), theirs);
    first.click_id("action-yes");
    first.frames(2);
    assert_eq!(std::fs::read_to_string(&own).unwrap(), first.record().write());
}
