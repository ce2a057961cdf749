//! Whole games at the window, by keys alone and by mouse alone, in both languages.

use crate::support::{Desk, Hand, Place, lies_in};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::screens::replay::ReplayScreen as _;
use qipan_core::contract::game::{Game, Turn};
use qipan_core::games::race::Race;
use qipan_core::record::{LoadedRecord, Record};

/// The seed of the dice. It makes all four games of a preset equal.
const SEED: &str = "11";

#[test]
fn aeroplane_chess_is_played_whole_in_english() {
    both_hands("aeroplane", Lang::En);
}

#[test]
fn aeroplane_chess_is_played_whole_in_chinese() {
    both_hands("aeroplane", Lang::Zh);
}

#[test]
fn flying_chess_is_played_whole_in_english() {
    both_hands("flying", Lang::En);
}

#[test]
fn flying_chess_is_played_whole_in_chinese() {
    both_hands("flying", Lang::Zh);
}

/// Plays the same game by keys and by mouse, from the first screen to the last step.
fn both_hands(preset: &str, lang: Lang) {
    let games = [Hand::Keys, Hand::Mouse].map(|hand| whole_game(preset, lang, hand));
    assert!(games[0] == games[1], "keys and mouse play the same game");
}

/// Plays a game from the home screen to its end, with a save in between. Returns its steps.
fn whole_game(preset: &str, lang: Lang, hand: Hand) -> String {
    let mut desk = Place::quick(lang).open();
    set_up(&mut desk, preset, hand);
    if preset == "flying" {
        pick_green(&mut desk, hand);
    }
    for _ in 0..30 {
        assert!(desk.take_turn(hand), "the first half");
    }
    desk.settle();
    save(&mut desk, hand);
    let mut desk = close_and_continue(desk, hand);
    open_again(&mut desk, hand);
    desk.finish(hand);
    let steps = format!("{:?}", desk.record().steps);
    look_back(&mut desk, hand);
    play_on(&mut desk, hand);
    steps
}

/// Starts a game from the home screen with the seed of the dice typed in.
fn set_up(desk: &mut Desk, preset: &str, hand: Hand) {
    desk.on(Screen::Home);
    let game = desk.t(&format!("game-{preset}"));
    let play = desk.tf("home-play", &[("game", game.into())]);
    desk.use_it(hand, &play);
    desk.on(Screen::NewGame);
    desk.use_id(hand, "new-more");
    match hand {
        Hand::Keys => desk.tab_to(&desk.t("new-seed")),
        Hand::Mouse => desk.click(&desk.t("new-seed")),
    }
    desk.write(SEED);
    match hand {
        Hand::Keys => desk.ctrl(Key::Enter),
        Hand::Mouse => desk.click_id("new-start"),
    }
    desk.frames(2);
    desk.on(Screen::Play);
    assert_eq!(desk.record().preset, preset);
}

/// Chooses green before the first roll. No seat acts before the choice.
fn pick_green(desk: &mut Desk, hand: Hand) {
    assert!(desk.table().picking);
    desk.frames(40);
    desk.key(Key::Space);
    assert_eq!(desk.steps(), 0, "nobody rolls before the colour is chosen");
    desk.assert_sees_id("play-pick");
    let green = desk.t("seat-green");
    let label = desk.tf("play-pick-seat", &[("seat", green.into()), ("key", "G".into())]);
    match hand {
        Hand::Keys => desk.key(Key::G),
        Hand::Mouse => desk.click(&label),
    }
    let players = desk.race().seats().iter().filter(|seat| desk.table().is_human(*seat));
    assert_eq!(players.collect::<Vec<_>>(), [Race::seat_by_name("green").unwrap()]);
    assert!(!desk.table().picking);
}

/// Saves under the suggested name, then again under another name or over the same file.
fn save(desk: &mut Desk, hand: Hand) {
    match hand {
        Hand::Keys => desk.ctrl(Key::S),
        Hand::Mouse => desk.menu("menu-save"),
    }
    let saves = desk.place.saves();
    assert_eq!(saves.len(), 1);
    assert_eq!(std::fs::read_to_string(&saves[0]).unwrap(), desk.record().write());
    let name = saves[0].file_name().unwrap().to_str().unwrap().to_owned();
    desk.frames(2);
    desk.assert_sees(&desk.tf("notice-saved", &[("file", name.into())]));
    assert!(!desk.table().unsaved());
    match hand {
        Hand::Keys => {
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
        Hand::Mouse => {
            desk.menu("menu-save-as");
            desk.frames(2);
            desk.click_id("action-save");
            desk.assert_sees_id("file-replace");
            desk.click_id("file-replace-button");
        }
    }
    desk.frames(2);
    let file = desk.table().common.file.clone().unwrap();
    assert!(lies_in(&file, &desk.place.path("saves")));
    assert_eq!(file.ends_with("middle.qipan.json"), hand == Hand::Keys);
    assert_eq!(std::fs::read_to_string(file).unwrap(), desk.record().write());
}

/// Closes and reopens the program. The home screen offers the same game.
fn close_and_continue(desk: Desk, hand: Hand) -> Desk {
    let before = desk.record().clone();
    let mut desk = desk.reopen();
    desk.on(Screen::Home);
    assert!(!desk.sees(&desk.t("home-rescued")), "nothing went wrong");
    desk.use_id(hand, "home-continue");
    desk.on(Screen::Play);
    assert_eq!(*desk.record(), before);
    desk.frames(40);
    assert_eq!(desk.steps(), before.steps.len(), "a game just opened rests");
    desk
}

/// Opens the saved file from the home screen.
fn open_again(desk: &mut Desk, hand: Hand) {
    let before = desk.record().clone();
    let last = desk.app().settings.recent[0].clone();
    match hand {
        Hand::Keys => {
            desk.key(Key::Escape);
            desk.on(Screen::Home);
            desk.ctrl(Key::O);
            desk.frames(2);
            desk.write("middle");
            desk.key(Key::Enter);
        }
        Hand::Mouse => {
            desk.click_id("action-back");
            desk.on(Screen::Home);
            desk.click_id("home-open");
            desk.frames(2);
            desk.click(last.file_name().unwrap().to_str().unwrap());
        }
    }
    desk.frames(2);
    desk.on(Screen::Play);
    assert_eq!(*desk.record(), before);
    assert_eq!(desk.table().common.file.as_ref(), Some(&last));
}

/// Replays the finished game step by step and by jumps.
fn look_back(desk: &mut Desk, hand: Hand) {
    desk.frames(2);
    desk.assert_sees_id("play-over");
    let all = desk.steps();
    desk.use_id(hand, "play-look-back");
    desk.on(Screen::Replay);
    assert_eq!((at(desk), desk.replay().steps()), (0, all));
    match hand {
        Hand::Keys => look_back_by_keys(desk, all),
        Hand::Mouse => look_back_by_mouse(desk, all),
    }
}

fn look_back_by_keys(desk: &mut Desk, all: usize) {
    desk.key(Key::Space);
    desk.until("the replay to run", |desk| at(desk) >= 2);
    desk.key(Key::Space);
    let stopped = at(desk);
    desk.frames(200);
    assert_eq!(at(desk), stopped, "halted");
    desk.key(Key::End);
    assert_eq!(at(desk), all);
    desk.keys(&[Key::ArrowLeft, Key::ArrowLeft]);
    assert_eq!(at(desk), all - 2);
    desk.key(Key::Home);
    desk.tab_to(&desk.t("replay-timeline"));
    desk.keys(&[Key::ArrowRight; 24]);
    assert_eq!(at(desk), 24);
    assert_eq!(desk.focus(), Some(desk.t("replay-timeline")), "arrows step and do nothing else");
}

fn look_back_by_mouse(desk: &mut Desk, all: usize) {
    for (id, expected) in [
        ("replay-next", 1),
        ("replay-next", 2),
        ("replay-previous", 1),
        ("replay-last", all),
        ("replay-first", 0),
    ] {
        desk.click_id(id);
        assert_eq!(at(desk), expected, "{id}");
    }
    desk.click("8×");
    desk.click_id("replay-play");
    desk.until("the replay to run", |desk| at(desk) >= 5);
    desk.click_id("replay-halt");
    let stopped = at(desk);
    desk.frames(60);
    assert_eq!(at(desk), stopped, "halted");
    desk.click_id("replay-timeline");
    desk.frames(3);
    let middle = at(desk);
    assert!((all / 3..all * 2 / 3).contains(&middle), "{middle} of {all}");
    let mut row = desk.nodes().into_iter().map(|(_, text)| text);
    let row = row.rfind(|text| text.starts_with(&format!("{} ", middle - 2))).unwrap();
    desk.click(&row);
    assert_eq!(at(desk), middle - 2);
}

/// Plays on from the step shown in the replay, as a new branch.
fn play_on(desk: &mut Desk, hand: Hand) {
    let from = at(desk);
    let old = desk.replay().record().clone();
    desk.frames(3);
    desk.use_id(hand, "replay-play-on");
    desk.on(Screen::Play);
    desk.frames(40);
    assert_eq!(desk.record().steps, old.steps[..from]);
    match (desk.table().human_to_act(), hand) {
        (Some(_), _) => {}
        (None, Hand::Keys) => desk.key(Key::Space),
        (None, Hand::Mouse) => desk.click_id("play-resume"),
    }
    for _ in 0..6 {
        assert!(desk.take_turn(hand), "{}", desk.words());
    }
    assert_eq!(desk.record().steps[..from], old.steps[..from]);
    assert_eq!(desk.record().branches.last().map(|branch| branch.at), Some(from));
    finished_game_is_kept(desk, &old.steps.len());
}

/// Asserts that the finished game was saved automatically before another replaced it.
fn finished_game_is_kept(desk: &Desk, steps: &usize) {
    let lengths: Vec<usize> = desk
        .place
        .saves()
        .iter()
        .map(|path| Record::<Race>::read(&std::fs::read_to_string(path).unwrap()))
        .map(|loaded| match loaded {
            Ok(LoadedRecord { record, .. }) => {
                let over = record.states().unwrap().last().unwrap().turn() == Turn::Over;
                if over { record.steps.len() } else { 0 }
            }
            Err(_) => 0,
        })
        .collect();
    assert!(lengths.contains(steps), "{lengths:?}");
}

fn at(desk: &Desk) -> usize {
    desk.replay().at()
}
