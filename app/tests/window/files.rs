//! Saved games, settings and crashes: no data is lost, and no file is opened in part.

use egui::{Event, Key, Role};
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::licences::parts;
use qipan::model::settings::{Speed, ThemeName};
use qipan::model::storage::stem_and_extension;
use qipan_core::contract::game::Game;
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};

use crate::support::{Desk, InputDevice, Place, record, robot, seat_to_roll};

/// Starts a game of one person against robots and plays some turns.
fn start_game(preset: &str) -> Desk {
    let mut desk = Place::quick(Lang::En).open();
    desk.click(&format!("Play {}", desk.t(&format!("game-{preset}"))));
    desk.h.state_mut().screens.new_game.seed = "11".to_owned();
    desk.click("Start");
    desk.frames(2);
    if desk.table().is_picking_colour {
        desk.key(Key::R);
    }
    while desk.steps() < 20 || !desk.table().can_take_back(false) {
        assert!(desk.take_turn(InputDevice::Keys));
    }
    desk.settle();
    desk
}

/// Plays the first legal action of every seat for `steps` steps or to the end.
fn play_steps(players: [Option<Player>; 4], steps: usize) -> Record<Race> {
    let mut session = Session::new(record("aeroplane", players, 5)).unwrap();
    while session.record().steps.len() < steps && session.state().outcome().is_none() {
        match session.actions().first() {
            Some(action) => session.act(session.state().seat_to_move(), *action).unwrap(),
            None => session.roll().unwrap(),
        };
    }
    session.record().clone()
}

/// Returns the players of a game of one person against two robots.
fn person_and_robots() -> [Option<Player>; 4] {
    [Some(Player::human("Kim")), Some(robot("greedy")), Some(robot("bold")), None]
}

#[test]
fn crash_loses_no_step() {
    for preset in ["aeroplane", "flying"] {
        let desk = start_game(preset);
        let before = desk.record().clone();
        let mut desk = desk.crash();
        desk.on(Screen::Home).assert_sees_id("home-rescued");
        desk.click_id("home-continue");
        assert_eq!(*desk.on(Screen::Play).record(), before);
        desk.frames(30);
        assert_eq!(desk.steps(), before.steps.len(), "nothing happens until the player acts");
        desk.key(Key::Escape);
        desk.frames(2);
        assert!(!desk.sees(&desk.t("home-rescued")), "the notice is shown once");
        // A second crash right after the first recovers the same game.
        let mut desk = desk.crash();
        desk.click_id("home-continue");
        assert_eq!(*desk.record(), before);
        assert!(desk.take_turn(InputDevice::Mouse));
    }
}

#[test]
fn previous_game_is_saved_when_another_starts() {
    let desk = start_game("flying");
    let before = desk.record().clone();
    let mut desk = desk.reopen();
    assert_eq!(desk.place.saves().len(), 0);
    desk.click("Play Aeroplane Chess");
    desk.click("Start");
    desk.frames(2);
    let saves = desk.place.saves();
    assert_eq!(saves.len(), 1, "the old game is in a file");
    assert_eq!(std::fs::read_to_string(&saves[0]).unwrap(), before.write());
    // A game saved in its current state needs no second file.
    desk.key(Key::Space);
    desk.settle();
    desk.ctrl(Key::S);
    let mut desk = desk.reopen();
    desk.click("Play Flying Chess");
    desk.click("Start");
    desk.frames(2);
    assert_eq!(desk.place.saves().len(), 2);
}

#[test]
fn finished_game_is_saved_at_once() {
    let mut desk = start_game("flying");
    desk.finish(InputDevice::Keys);
    desk.frames(2);
    let finished = desk.record().write();
    let mut desk = desk.crash();
    desk.on(Screen::Home);
    assert!(!desk.has_control(&desk.t("home-continue")), "there is no game to continue");
    let saves = desk.place.saves();
    assert_eq!(saves.len(), 1);
    assert_eq!(std::fs::read_to_string(&saves[0]).unwrap(), finished);
    desk.click(&stem_and_extension(&saves[0]).0);
    desk.on(Screen::Replay);
}

#[test]
fn taking_back_makes_a_saved_game_unsaved() {
    let mut desk = start_game("flying");
    desk.ctrl(Key::S);
    let saved_steps = desk.steps();
    assert!(!desk.table().is_unsaved());
    desk.ctrl(Key::Z);
    assert!(desk.steps() < saved_steps && desk.table().is_unsaved());
    while desk.steps() < saved_steps {
        desk.take_turn(InputDevice::Keys);
    }
    assert!(desk.table().is_unsaved(), "the new steps may differ from the saved ones");
}

#[test]
fn reopening_a_file_restores_its_saved_state() {
    let mut desk = start_game("flying");
    desk.ctrl(Key::S);
    let file = desk.table().common.file.clone().unwrap();
    let saved = std::fs::read_to_string(&file).unwrap();
    for _ in 0..4 {
        desk.take_turn(InputDevice::Keys);
    }
    desk.settle();
    let later = desk.record().write();
    desk.ctrl(Key::O);
    desk.frames(2);
    desk.click(file.file_name().unwrap().to_str().unwrap());
    desk.frames(2);
    assert_eq!(desk.record().write(), saved);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), saved, "the file is as it was");
    let texts = desk.place.saves().into_iter().map(|path| std::fs::read_to_string(path).unwrap());
    assert!(texts.collect::<Vec<_>>().contains(&later), "the later steps are saved, too");
}

#[test]
fn finished_save_opens_in_the_replay() {
    let place = Place::quick(Lang::En);
    let game = play_steps(person_and_robots(), usize::MAX);
    let path = place.write("elsewhere/done.json", &game.write());
    let mut desk = place.open_with(Some(path.clone()));
    desk.on(Screen::Replay).assert_sees_id("replay-title");
    assert!(desk.app().table.is_none());
    desk.key(Key::Escape);
    desk.on(Screen::Home).assert_sees("done");
    assert_eq!(desk.app().settings.recent, [path]);
}

#[test]
fn unfinished_save_opens_halted() {
    let place = Place::quick(Lang::En);
    // The last step is a person's, so that a robot would be next.
    let full_game = play_steps(person_and_robots(), 200);
    let mut session = Session::new(Record { steps: Vec::new(), ..full_game.clone() }).unwrap();
    for step in full_game.steps {
        let next = session.state().seat_to_move();
        if session.record().steps.len() > 20
            && session.record().player(next).is_some_and(|player| !player.is_human())
        {
            break;
        }
        session.play(step).unwrap();
    }
    let game = session.record().clone();
    place.write("saves/half.json", &game.write());
    let mut desk = place.open();
    desk.ctrl(Key::O);
    desk.frames(2);
    desk.write("half");
    desk.key(Key::Enter);
    desk.frames(60);
    assert_eq!(*desk.on(Screen::Play).record(), game, "nobody has moved");
    assert_eq!(desk.table().human_to_act(), None);
    desk.key(Key::Num1);
    desk.frames(10);
    assert_eq!(desk.steps(), game.steps.len(), "a refused key does not resume the game");
    desk.click_id("play-resume");
    desk.settle();
    assert!(desk.steps() > game.steps.len() && desk.table().human_to_act().is_some());
}

#[test]
fn dropped_files_open() {
    let place = Place::quick(Lang::En);
    let path = place.write("elsewhere/half.json", &play_steps(person_and_robots(), 40).write());
    let mut desk = place.open();
    desk.drop_file(&path);
    desk.frames(3);
    assert_eq!(desk.on(Screen::Play).table().common.file.as_ref(), Some(&path));
}

#[test]
fn broken_files_change_nothing() {
    let mut desk = start_game("aeroplane");
    let before = desk.record().clone();
    let text = before.write();
    let half = &text[..text.len() / 2];
    let files = [
        ("half.json", half.to_owned(), "line "),
        ("other.json", r#"{"format":"chess"}"#.to_owned(), "not a game saved by Qipan"),
        ("later.json", text.replace("\"version\":1", "\"version\":99"), "version 99"),
        ("text.json", "once upon a time".to_owned(), "line 1"),
    ];
    for (name, text, reason) in files {
        let path = desk.place.write(&format!("saves/{name}"), &text);
        desk.ctrl(Key::O);
        desk.frames(2);
        desk.click(name);
        desk.frames(2);
        desk.assert_sees(path.to_str().unwrap());
        desk.assert_sees(reason);
        assert_eq!(*desk.on(Screen::Play).record(), before, "{name}");
        assert!(!desk.app().settings.recent.contains(&path), "{name}");
    }
    desk.ctrl(Key::O);
    desk.frames(2);
    desk.write("nowhere.json");
    desk.key(Key::Enter);
    desk.frames(2);
    desk.assert_sees_id("file-missing");
    desk.key(Key::Escape);
    desk.frames(2);
    assert!(!desk.sees(&desk.t("file-missing")));
    assert_eq!(*desk.on(Screen::Play).record(), before);
}

#[test]
fn file_changed_after_saving_is_reported() {
    let place = Place::quick(Lang::En);
    let text = play_steps(person_and_robots(), 40).write();
    let line = text.lines().find(|line| line.starts_with("{\"roll\":")).unwrap();
    let mark = line.split("\"mark\":\"").nth(1).unwrap().split('"').next().unwrap();
    let other_mark = if mark == "0000" { "1111" } else { "0000" };
    let path = place.write("saves/odd.json", &text.replacen(mark, other_mark, 1));
    let mut desk = place.open();
    desk.ctrl(Key::O);
    desk.frames(2);
    desk.click("odd.json");
    desk.frames(2);
    desk.on(Screen::Play).assert_sees("did not pass the check");
    desk.assert_sees("odd.json");
    desk.assert_sees("step 1");
    assert_eq!(desk.table().common.file.as_ref(), Some(&path));
}

#[test]
fn saving_asks_once_before_overwriting() {
    let mut desk = start_game("flying");
    let other = desk.place.write("saves/other.json", "something else");
    desk.ctrl_shift(Key::S);
    desk.frames(2);
    desk.ctrl(Key::A);
    desk.write("other.json");
    desk.key(Key::Enter);
    desk.assert_sees_id("file-replace");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "something else");
    desk.key(Key::Enter);
    desk.frames(2);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), desk.record().write());
    assert!(!desk.has_control(&desk.t("action-yes")), "the question is asked once");
}

#[test]
fn running_game_can_be_saved_from_its_replay() {
    let mut desk = start_game("flying");
    desk.menu("play-replay");
    desk.on(Screen::Replay);
    desk.ctrl(Key::S);
    desk.key(Key::Escape);
    desk.on(Screen::Play);
    assert!(!desk.table().is_unsaved());
    desk.ctrl(Key::S);
    let saves = desk.place.saves();
    assert_eq!(saves.len(), 1, "one game, one file");
    let name = saves[0].file_stem().unwrap().to_str().unwrap();
    assert_eq!(name.matches("Greedy Greta").count(), 1, "{name}");
}

#[test]
fn about_page_lists_copyrights_and_licences() {
    let mut desk = Place::quick(Lang::En).open();
    desk.click_id("home-settings");
    desk.click_id("settings-licences");
    desk.on(Screen::About);
    desk.assert_sees("Copyright 2014-2021 Adobe");
    assert!(desk.sees_part("SIL OPEN FONT LICENSE"));
    let part = &parts().libraries[1];
    desk.click(&format!("{} {}: {}", part.name, part.version, part.licence));
    desk.assert_sees(&part.holders[0]);
    assert!(desk.sees_part("Permission is hereby granted"));
    assert!(
        desk.sees(&desk.tf("about-choice", &[("names", "MIT".into())])),
        "{}",
        desk.node_texts()
    );
    desk.key(Key::Escape);
    desk.on(Screen::Settings);
}

#[test]
fn new_saves_end_in_qipan_json_and_are_listed_without_it() {
    let mut desk = start_game("aeroplane");
    desk.ctrl(Key::S);
    let saves = desk.place.saves();
    let (name, ending) = stem_and_extension(&saves[0]);
    assert_eq!(ending, "qipan.json");
    desk.key(Key::Escape);
    desk.key(Key::F3);
    let listed = |desk: &Desk| {
        let buttons = desk.nodes().into_iter().filter(|(role, _)| *role == Role::Button);
        buttons.map(|(_, text)| text).find(|text| text.contains(&name))
    };
    desk.until("the list", |desk| listed(desk).is_some());
    assert!(!listed(&desk).unwrap().contains(".qipan"), "{:?}", listed(&desk));
}

#[test]
fn settings_are_kept() {
    let mut desk = Place::quick(Lang::En).open();
    desk.click_id("home-settings");
    desk.on(Screen::Settings);
    desk.click("Language: 中文");
    desk.frames(2);
    desk.assert_sees("设置");
    desk.click(&format!("{}: {}", desk.t("settings-theme"), desk.t("settings-theme-wood")));
    desk.click(&format!("{}: {}", desk.t("settings-speed"), desk.t("settings-speed-fast")));
    for id in ["settings-auto-roll", "settings-play-forced", "settings-confirm"] {
        desk.click_id(id);
    }
    desk.click_id("settings-name");
    desk.write("小明");
    desk.key(Key::Escape);
    let desk = desk.crash();
    let settings = &desk.app().settings;
    assert_eq!((settings.lang, settings.theme), (Lang::Zh, ThemeName::Wood));
    assert_eq!((settings.speed, settings.name.as_str()), (Speed::Fast, "小明"));
    assert!(settings.auto_roll && settings.play_forced && settings.confirm_moves);
    desk.assert_sees("玩");
}

#[test]
fn broken_settings_are_put_aside() {
    let place = Place::with("{ not JSON");
    let mut desk = place.open();
    desk.assert_sees("settings.broken.json");
    assert_eq!(place.read("settings.broken.json"), "{ not JSON");
    desk.click_id("home-settings");
    desk.click("Language: 中文");
    let desk = desk.reopen();
    assert_eq!(desk.app().settings.lang, Lang::Zh);
    assert!(!desk.sees_part("settings.broken.json"));
}

#[test]
fn unreadable_game_is_moved_aside_without_overwriting() {
    let place = Place::quick(Lang::En);
    let names = ["unreadable-game.json", "unreadable-game (2).json"];
    for (number, name) in names.into_iter().enumerate() {
        // One byte is not UTF-8. It is kept unchanged.
        let bytes = [b"{ no game ", &[0xff, b'0' + number as u8][..]].concat();
        std::fs::write(place.path("running.json"), &bytes).unwrap();
        let desk = place.open();
        assert!(desk.sees_part(name), "{}", desk.node_texts());
        let desk = desk.crash();
        assert!(!desk.sees_part(name), "the notice is shown once");
        assert_eq!(std::fs::read(place.path(name)).unwrap(), bytes);
    }
    assert!(
        std::fs::read(place.path(names[0])).unwrap().ends_with(b"0"),
        "the first file is unchanged"
    );
    assert!(!place.path("unreadable-game (3).json").exists());
}

#[test]
fn recent_games_can_be_opened_and_forgotten() {
    let mut desk = start_game("flying");
    desk.ctrl(Key::S);
    let file = desk.table().common.file.clone().unwrap();
    let mut desk = desk.reopen();
    // The turn is shown once the file has been read, which may already be the case.
    let states = ["home-unfinished", "collection-your-turn"].map(|id| desk.t(id));
    assert!(states.iter().any(|state| desk.sees(state)), "{}", desk.node_texts());
    let title = stem_and_extension(&file).0;
    desk.click(&title);
    assert_eq!(desk.on(Screen::Play).table().common.file.as_ref(), Some(&file));
    assert_eq!(seat_to_roll(&desk).is_some(), desk.table().human_actions().is_empty());
    desk.key(Key::Escape);
    desk.frames(2);
    desk.click_id("home-forget");
    desk.frames(2);
    assert!(!desk.sees(&title) && file.is_file(), "{}", desk.node_texts());
}

#[test]
fn keys_typed_into_a_field_are_not_commands() {
    let mut desk = Place::quick(Lang::En).open();
    desk.ctrl(Key::O);
    desk.frames(2);
    desk.h.event(Event::Text("p".to_owned()));
    desk.key(Key::P);
    desk.key(Key::F1);
    desk.on(Screen::Home);
    assert!(!desk.sees(&desk.t("keys-title")));
}
