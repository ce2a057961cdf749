//! Whole games at the window, by keys alone and by mouse alone, in both languages.

use crate::support::{Desk, InputDevice, Place, is_directly_in};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::screens::replay::ReplayScreen as _;
use qipan_core::contract::game::{Game, Turn};
use qipan_core::games::race::Race;
use qipan_core::record::{LoadedRecord, Record};

/// The seed of the dice. It makes both games of a preset equal.
const SEED: &str = "11";

#[test]
fn aeroplane_chess_is_played_whole_by_keys_and_mouse() {
    plays_the_same_by_keys_and_mouse("aeroplane", Lang::En, Lang::Zh);
}

#[test]
fn flying_chess_is_played_whole_by_keys_and_mouse() {
    plays_the_same_by_keys_and_mouse("flying", Lang::Zh, Lang::En);
}

/// Plays the same game by keys in one language and by mouse in the other, from the first screen to
/// the last step.
fn plays_the_same_by_keys_and_mouse(preset: &str, by_keys: Lang, by_mouse: Lang) {
    let games = [(by_keys, InputDevice::Keys), (by_mouse, InputDevice::Mouse)]
        .map(|(lang, device)| play_whole_game(preset, lang, device));
    assert!(games[0] == games[1], "keys and mouse play the same game");
}

/// Plays a game from the home screen to its end, with a save in between. Returns its steps.
fn play_whole_game(preset: &str, lang: Lang, device: InputDevice) -> String {
    let mut desk = Place::quick(lang).open();
    start_from_home(&mut desk, preset, device);
    if preset == "flying" {
        pick_green(&mut desk, device);
    }
    for _ in 0..30 {
        assert!(desk.take_turn(device), "the first half");
    }
    desk.settle();
    save_twice(&mut desk, device);
    let mut desk = close_and_continue(desk, device);
    reopen_file(&mut desk, device);
    desk.finish(device);
    let steps = format!("{:?}", desk.record().steps);
    replay_game(&mut desk, device);
    play_on_from_replay(&mut desk, device);
    steps
}

/// Starts a game from the home screen with the seed of the dice typed in.
fn start_from_home(desk: &mut Desk, preset: &str, device: InputDevice) {
    desk.on(Screen::Home);
    let game = desk.t(&format!("game-{preset}"));
    let play = desk.tf("home-play", &[("game", game.into())]);
    desk.activate(device, &play);
    desk.on(Screen::NewGame);
    desk.unfold_rules(device);
    match device {
        InputDevice::Keys => desk.tab_to(&desk.t("new-seed")),
        InputDevice::Mouse => desk.click_below(&desk.t("new-seed")),
    }
    desk.write(SEED);
    match device {
        InputDevice::Keys => desk.ctrl(Key::Enter),
        InputDevice::Mouse => desk.click_id("new-start"),
    }
    desk.frames(2);
    desk.on(Screen::Play);
    assert_eq!(desk.record().preset, preset);
}

/// Chooses green before the first roll. No seat acts before the choice.
fn pick_green(desk: &mut Desk, device: InputDevice) {
    assert!(desk.table().is_picking_colour);
    desk.frames(40);
    desk.key(Key::Space);
    assert_eq!(desk.steps(), 0, "nobody rolls before the colour is chosen");
    desk.assert_sees_id("play-pick");
    let green = desk.t("seat-green");
    let label = desk.tf("play-pick-seat", &[("seat", green.into()), ("key", "G".into())]);
    match device {
        InputDevice::Keys => desk.key(Key::G),
        InputDevice::Mouse => desk.click(&label),
    }
    let players = desk.race().seats().iter().filter(|seat| desk.table().is_human(*seat));
    assert_eq!(players.collect::<Vec<_>>(), [Race::seat_by_name("green").unwrap()]);
    assert!(!desk.table().is_picking_colour);
}

/// Saves under the suggested name, then again under another name or over the same file.
fn save_twice(desk: &mut Desk, device: InputDevice) {
    match device {
        InputDevice::Keys => desk.ctrl(Key::S),
        InputDevice::Mouse => desk.menu("menu-save"),
    }
    let saves = desk.place.saves();
    assert_eq!(saves.len(), 1);
    assert_eq!(std::fs::read_to_string(&saves[0]).unwrap(), desk.record().write());
    let name = saves[0].file_name().unwrap().to_str().unwrap().to_owned();
    desk.frames(2);
    desk.assert_sees(&desk.tf("notice-saved", &[("file", name.into())]));
    assert!(!desk.table().is_unsaved());
    match device {
        InputDevice::Keys => {
            desk.ctrl_shift(Key::S);
            desk.frames(2);
            desk.ctrl(Key::A);
            desk.write("nowhere/middle");
            desk.key(Key::Enter);
            desk.frames(2);
            desk.assert_sees(desk.place.path("saves/nowhere").to_str().unwrap());
            desk.ctrl(Key::A);
            desk.write("middle");
            desk.key(Key::Enter);
        }
        InputDevice::Mouse => {
            desk.menu("menu-save-as");
            desk.frames(2);
            desk.click_id("action-save");
            desk.assert_sees_id("file-replace");
            desk.click_id("file-replace-button");
        }
    }
    desk.frames(2);
    let file = desk.table().common.file.clone().unwrap();
    assert!(is_directly_in(&file, &desk.place.path("saves")));
    assert_eq!(file.ends_with("middle.qipan.json"), device == InputDevice::Keys);
    assert_eq!(std::fs::read_to_string(file).unwrap(), desk.record().write());
}

/// Closes and reopens the program. The home screen offers the same game.
fn close_and_continue(desk: Desk, device: InputDevice) -> Desk {
    let record_before = desk.record().clone();
    let mut desk = desk.reopen();
    desk.on(Screen::Home);
    assert!(!desk.sees(&desk.t("home-rescued")), "the program was closed properly");
    desk.activate_id(device, "home-continue");
    desk.on(Screen::Play);
    assert_eq!(*desk.record(), record_before);
    desk.frames(40);
    assert_eq!(desk.steps(), record_before.steps.len(), "an opened game waits for the player");
    desk
}

/// Opens the saved file from the home screen.
fn reopen_file(desk: &mut Desk, device: InputDevice) {
    let record_before = desk.record().clone();
    let file = desk.app().settings.recent[0].clone();
    match device {
        InputDevice::Keys => {
            desk.key(Key::Escape);
            desk.on(Screen::Home);
            desk.ctrl(Key::O);
            desk.frames(2);
            desk.write("middle");
            desk.key(Key::Enter);
        }
        InputDevice::Mouse => {
            desk.click_id("action-back");
            desk.on(Screen::Home);
            desk.click_id("home-open");
            desk.frames(2);
            desk.click(file.file_name().unwrap().to_str().unwrap());
        }
    }
    desk.frames(2);
    desk.on(Screen::Play);
    assert_eq!(*desk.record(), record_before);
    assert_eq!(desk.table().common.file.as_ref(), Some(&file));
}

/// Replays the finished game step by step and by jumps.
fn replay_game(desk: &mut Desk, device: InputDevice) {
    desk.frames(2);
    desk.assert_is_over();
    let all_steps = desk.steps();
    desk.activate_id(device, "play-replay");
    desk.on(Screen::Replay);
    assert_eq!((position(desk), desk.replay().steps()), (0, all_steps));
    match device {
        InputDevice::Keys => replay_by_keys(desk, all_steps),
        InputDevice::Mouse => replay_by_mouse(desk, all_steps),
    }
}

fn replay_by_keys(desk: &mut Desk, all_steps: usize) {
    desk.key(Key::Space);
    desk.until("the replay to run", |desk| position(desk) >= 2);
    desk.key(Key::Space);
    let stopped = position(desk);
    desk.frames(200);
    assert_eq!(position(desk), stopped, "the replay is halted");
    desk.key(Key::End);
    assert_eq!(position(desk), all_steps);
    desk.keys(&[Key::ArrowLeft, Key::ArrowLeft]);
    assert_eq!(position(desk), all_steps - 2);
    desk.key(Key::Home);
    desk.tab_to(&desk.t("replay-timeline"));
    desk.keys(&[Key::ArrowRight; 24]);
    assert_eq!(position(desk), 24);
    assert_eq!(
        desk.focus(),
        Some(desk.t("replay-timeline")),
        "the arrow keys do not move the focus"
    );
}

fn replay_by_mouse(desk: &mut Desk, all_steps: usize) {
    for (id, expected) in [
        ("replay-next", 1),
        ("replay-next", 2),
        ("replay-previous", 1),
        ("replay-last", all_steps),
        ("replay-first", 0),
    ] {
        desk.click_id(id);
        assert_eq!(position(desk), expected, "{id}");
    }
    desk.click("8×");
    desk.click_id("replay-play");
    desk.until("the replay to run", |desk| position(desk) >= 5);
    desk.click_id("replay-pause");
    let stopped = position(desk);
    desk.frames(60);
    assert_eq!(position(desk), stopped, "the replay is halted");
    desk.click_id("replay-timeline");
    desk.frames(3);
    let middle = position(desk);
    assert!((all_steps / 3..all_steps * 2 / 3).contains(&middle), "{middle} of {all_steps}");
    let mut texts = desk.nodes().into_iter().map(|(_, text)| text);
    let row = texts.rfind(|text| text.starts_with(&format!("{} ", middle - 2))).unwrap();
    desk.click(&row);
    assert_eq!(position(desk), middle - 2);
}

/// Plays on from the step shown in the replay, as a new branch.
fn play_on_from_replay(desk: &mut Desk, device: InputDevice) {
    let start = position(desk);
    let old = desk.replay().record().clone();
    desk.frames(3);
    desk.activate_id(device, "replay-play-on");
    desk.on(Screen::Play);
    desk.frames(40);
    assert_eq!(desk.record().steps, old.steps[..start]);
    match (desk.table().human_to_act(), device) {
        (Some(_), _) => {}
        (None, InputDevice::Keys) => desk.key(Key::Space),
        (None, InputDevice::Mouse) => desk.click_id("play-resume"),
    }
    for _ in 0..6 {
        assert!(desk.take_turn(device), "{}", desk.node_texts());
    }
    assert_eq!(desk.record().steps[..start], old.steps[..start]);
    assert_eq!(desk.record().branched_from.last().map(|branch| branch.at), Some(start));
    assert_finished_game_saved(desk, old.steps.len());
}

/// Asserts that the finished game was saved automatically before another replaced it.
fn assert_finished_game_saved(desk: &Desk, steps: usize) {
    let lengths: Vec<usize> = desk
        .place
        .saves()
        .iter()
        .map(|path| Record::<Race>::read(&std::fs::read_to_string(path).unwrap()))
        .map(|loaded| match loaded {
            Ok(LoadedRecord { record, .. }) => {
                let is_over = record.states().unwrap().last().unwrap().turn() == Turn::Over;
                if is_over { record.steps.len() } else { 0 }
            }
            Err(_) => 0,
        })
        .collect();
    assert!(lengths.contains(&steps), "{lengths:?}");
}

/// Returns the position shown in the replay.
fn position(desk: &Desk) -> usize {
    desk.replay().at()
}
