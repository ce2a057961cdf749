//! Packages in the window: a script is exported, opened elsewhere, checked and added.

use std::path::{Path, PathBuf};

use crate::support::{Desk, InputDevice, Place};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::package::{Extras, pack_layout, pack_script};
use qipan::model::scripts::{Script, ScriptArg, find};
use qipan::model::storage::{Folders, NamedLayout};

/// The file of the robot in a place.
const FILE: &str = "scripts/robots/race/tiger.luau";
/// A robot that loads a module.
const ROBOT: &str = "local words = require(\"words\")
return { api = 1, game = \"race\", name = words.name, author = \"Greta\",
    about = { en = \"Plays the first move.\", zh = \"总走第一种走法。\" },
    choose = function(_, turn) return turn:actions()[1] end }";

/// Returns a place of an author with a robot.
fn author(lang: Lang) -> Place {
    let place = Place::quick(lang);
    place.write(FILE, ROBOT);
    let words = "return { name = { en = \"Paper Tiger\", zh = \"纸老虎\" } }";
    place.write("scripts/robots/race/lib/words.luau", words);
    place
}

/// Writes the package of a built-in robot. Returns its file.
pub fn built_in(place: &Place, game: &str, name: &str) -> PathBuf {
    let folders = Folders::find(Some(&place.path(""))).unwrap();
    let robot = find(&folders, game, &ScriptArg::typed(name)).unwrap();
    let packed = pack_script(&Script::Robot(robot), None, Extras::default()).unwrap();
    let path = place.path(&format!("{name}.qipan-robot"));
    std::fs::write(&path, packed.bytes).unwrap();
    path
}

/// Exports the robot in the window. Returns the package.
fn export(place: &Place) -> PathBuf {
    let mut desk = place.open();
    desk.key(Key::F2);
    desk.frames(3);
    desk.on(Screen::Scripts);
    desk.click_id("scripts-export");
    let title = desk.t("package-save");
    desk.until("the check has passed", |desk| desk.sees(&title));
    desk.key(Key::Enter);
    desk.frames(3);
    let file = "tiger.qipan-robot";
    desk.assert_sees(&desk.tf("package-exported", &[("file", file.into())]));
    place.path(&format!("saves/{file}"))
}

/// Copies a package to another player.
fn send(package: &Path, lang: Lang) -> (Place, PathBuf) {
    let place = Place::quick(lang);
    let path = place.path("sent.qipan-robot");
    std::fs::copy(package, &path).unwrap();
    (place, path)
}

fn has_scripts(place: &Place) -> bool {
    place.path(FILE).exists() || place.path("scripts/robots/race/lib/words.luau").exists()
}

#[test]
fn exported_robot_is_checked_and_added_in_both_languages() {
    for (lang, name, about) in [
        (Lang::En, "Paper Tiger", "Plays the first move."),
        (Lang::Zh, "纸老虎", "总走第一种走法。"),
    ] {
        let author = author(lang);
        let (place, path) = send(&export(&author), lang);
        // The file is opened by a double click.
        let mut desk = place.open_with(Some(path));
        desk.frames(3);
        for text in [name, about, "Greta", "tiger.luau", "lib/words.luau"] {
            assert!(desk.sees_part(text), "{text}\n{}", desk.node_texts());
        }
        desk.assert_sees_id("package-note");
        assert_eq!(desk.focus(), Some(desk.t("action-cancel")), "Enter adds nothing");
        desk.click_id("package-check");
        let stop = desk.t("package-check-passed");
        desk.until("the check has passed", |desk| desk.sees_part(&stop));
        assert!(!has_scripts(&place), "a check writes nothing");
        desk.click_id("package-add");
        desk.frames(3);
        desk.on(Screen::Scripts);
        let chosen = desk.app().screens.scripts.page.chosen().unwrap();
        assert_eq!((chosen.file.as_str(), chosen.script.is_ok()), ("tiger.luau", true));
        assert_eq!(place.read(FILE), ROBOT);
    }
}

#[test]
fn cancelled_package_adds_nothing() {
    let (place, path) = send(&export(&author(Lang::En)), Lang::En);
    let mut desk = place.open();
    desk.drop_file(&path);
    desk.frames(3);
    desk.assert_sees("Paper Tiger");
    desk.key(Key::Escape);
    desk.frames(3);
    assert!(!desk.sees("Paper Tiger") && !has_scripts(&place));
    // The same through the button on the page.
    std::fs::copy(&path, place.path("saves/sent.qipan-robot")).unwrap();
    desk.key(Key::F2);
    desk.frames(3);
    desk.click_id("package-ask-open");
    desk.frames(3);
    desk.click("sent.qipan-robot");
    desk.frames(3);
    desk.assert_sees("Paper Tiger");
    desk.key(Key::Enter);
    desk.frames(3);
    desk.on(Screen::Scripts);
    assert!(!desk.sees("Paper Tiger") && !has_scripts(&place));
}

#[test]
fn script_of_the_same_name_stays() {
    let (place, path) = send(&export(&author(Lang::En)), Lang::En);
    let own =
        ROBOT.replace("words.name", "\"Mine\"").replace("local words = require(\"words\")", "");
    place.write(FILE, &own);
    let mut desk = place.open_with(Some(path));
    desk.frames(3);
    desk.assert_sees(&desk.tf("package-other-name", &[("name", "tiger_2".into())]));
    desk.click_id("package-add");
    desk.frames(3);
    assert_eq!(place.read(FILE), own);
    assert_eq!(place.read("scripts/robots/race/tiger_2.luau"), ROBOT);
}

#[test]
fn layout_is_added() {
    let place = Place::quick(Lang::En);
    let draft = "TPYNLHZSGPYJLNHGZDTPDFDNG".parse().unwrap();
    let layout = NamedLayout { name: "Great Wall".to_owned(), draft };
    let packed = pack_layout(&layout, Extras::default()).unwrap();
    let path = place.path("wall.qipan-layout");
    std::fs::write(&path, &packed.bytes).unwrap();
    let mut desk = place.open_with(Some(path));
    desk.frames(3);
    desk.assert_sees("Great Wall");
    assert!(!desk.has_control(&desk.t("package-check")), "a layout runs no code");
    desk.click_id("package-add");
    desk.frames(3);
    assert!(place.path("layouts/Great Wall.json").exists());
}

#[test]
fn broken_package_is_refused_with_a_reason() {
    let (place, path) = send(&export(&author(Lang::Zh)), Lang::Zh);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let mut desk: Desk = place.open_with(Some(path.clone()));
    desk.frames(3);
    let why = desk.t("package-not-package");
    assert!(desk.sees_part(&why) && desk.sees_part(path.to_str().unwrap()));
    assert!(!has_scripts(&place));
}

#[test]
fn program_is_shown_with_a_warning_and_runs_only_after_a_yes() {
    for lang in Lang::ALL {
        let place = Place::quick(lang);
        let mark = place.path("ran.txt");
        let source = "return { api = 1, game = \"race\", name = \"Snake\",
            command = { \"python3\", \"snake.robot.py\" } }";
        place.write("scripts/robots/race/snake.luau", source);
        let program = format!(
            "import json, sys\nopen({:?}, 'w')\nfor line in sys.stdin:\n    if \
             json.loads(line)['type'] == 'turn': print('{{\"action\": 0}}', flush=True)\n",
            mark.display().to_string()
        );
        place.write("scripts/robots/race/snake.robot.py", &program);
        // The window warns before it exports a program.
        let mut desk = place.open();
        desk.key(Key::F2);
        desk.frames(3);
        desk.click_id("scripts-export");
        desk.frames(3);
        desk.assert_sees_id("package-export-program");
        desk.click_id("action-yes");
        desk.frames(3);
        desk.assert_sees_id("package-save");
        desk.key(Key::Enter);
        desk.frames(3);
        let (reader, path) = send(&place.path("saves/snake.qipan-robot"), lang);
        let mut desk = reader.open_with(Some(path));
        desk.frames(3);
        desk.assert_sees_id("package-program-warning");
        assert!(desk.sees("python3 snake.robot.py"), "{}", desk.node_texts());
        assert!(!desk.has_control(&desk.t("package-check")), "a program is not checked");
        desk.click_id("package-add");
        desk.frames(3);
        assert_eq!(reader.read("scripts/robots/race/snake.robot.py"), program);
        // The game asks before the program runs for the first time.
        let mut desk = reader.open();
        let game = desk.t("game-aeroplane");
        desk.click(&desk.tf("home-play", &[("game", game.into())]));
        desk.frames(2);
        let yellow = desk.t("seat-yellow");
        desk.click(&desk.tf("who-of", &[("seat", yellow.into())]));
        desk.frames(2);
        desk.click("Snake");
        desk.frames(2);
        desk.click_id("new-start");
        desk.frames(3);
        desk.assert_sees_id("ask-run-programs");
        assert!(!mark.exists(), "the program waits for the answer");
        desk.click_id("action-yes");
        desk.frames(3);
        desk.on(Screen::Play);
        // The program is asked only when it has a choice, and that depends on the dice.
        while !mark.exists() && desk.steps() < 400 {
            assert!(desk.take_turn(InputDevice::Keys));
        }
        assert!(mark.exists(), "the program plays after the yes");
    }
}

#[test]
fn layout_is_exported_and_added_elsewhere() {
    for lang in Lang::ALL {
        let place = Place::quick(lang);
        let layout = "TPYNLHZSGPYJLNHGZDTPDFDNG";
        let text = format!(
            "{{ \"format\": \"qipan-layout\", \"version\": 1, \"name\": \"长城 Wall\",
            \"layout\": \"{layout}\" }}"
        );
        place.write("layouts/wall.json", &text);
        let mut desk = place.open();
        desk.click_id("layout-open");
        desk.frames(3);
        desk.click(&format!("{}: {}", desk.t("layout-collection"), desk.t("layout-own")));
        desk.frames(3);
        // There is nothing to export yet.
        assert!(!desk.has_control(&desk.t("layout-export")));
        desk.click(&desk.tf("layout-load", &[("name", "长城 Wall".into())]));
        desk.frames(3);
        desk.click_id("layout-export");
        desk.frames(3);
        desk.assert_sees_id("package-save");
        desk.key(Key::Enter);
        desk.frames(3);
        let file = "长城_Wall.qipan-layout";
        desk.assert_sees(&desk.tf("package-exported", &[("file", file.into())]));
        // A changed layout must be saved first.
        desk.click_id("layout-mirror");
        desk.frames(3);
        assert!(!desk.has_control(&desk.t("layout-export")));
        let (reader, path) = send(&place.path("saves").join(file), lang);
        let path = {
            let named = path.with_extension("qipan-layout");
            std::fs::rename(&path, &named).unwrap();
            named
        };
        let mut desk = reader.open_with(Some(path));
        desk.frames(3);
        desk.click_id("package-add");
        desk.frames(3);
        let added = reader.read("layouts/长城 Wall.json");
        assert!(added.contains(layout), "{added}");
    }
}
