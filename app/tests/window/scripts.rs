//! The scripts page: the list, errors, new scripts, copies, reloads and checks.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use crate::support::{Desk, Place};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::scripts::{Origin, SHIPPED, SHIPPED_RULES};

const RULES: &str = "scripts/rules/race";
const ROBOTS: &str = "scripts/robots/race";

/// Returns a house rule with this hook body, which starts at line 4 of the file.
fn rule(name: &str, body: &str) -> String {
    format!(
        "return {{ api = 1, game = \"race\", name = \"{name}\", about = \"Tried out.\",\n\
         hooks = {{ after = {{ on = {{ \"captured\" }},\n\
         run = function(view, step, events)\n\
         {body}\n\
         end }} }} }}\n"
    )
}

/// Opens the page. Also returns the paths that are opened outside the window.
fn open(place: &Place) -> (Desk, Rc<RefCell<Vec<PathBuf>>>) {
    let mut desk = place.open();
    let opened = Rc::new(RefCell::new(Vec::new()));
    let seen = Rc::clone(&opened);
    desk.h.state_mut().desktop.opener = Box::new(move |path| {
        seen.borrow_mut().push(path.to_owned());
        Ok(())
    });
    desk.key(Key::F2);
    desk.frames(3);
    desk.on(Screen::Scripts);
    (desk, opened)
}

/// Shows the house rules instead of the robots.
fn rules(desk: &mut Desk) {
    let tab = format!("{}: {}", desk.t("scripts-list"), desk.t("scripts-rules"));
    desk.click(&tab);
}

/// Chooses the row of this file.
#[track_caller]
fn row(desk: &mut Desk, file: &str) {
    let nodes = desk.nodes();
    let found = nodes.iter().map(|(_, said)| said).find(|said| {
        let comma = if desk.app().settings.lang == Lang::Zh { "，" } else { ", " };
        said.split(comma).any(|part| part == file)
    });
    let label = found.unwrap_or_else(|| panic!("no {file}\n{}", desk.words())).clone();
    desk.click(&label);
}

fn chosen(desk: &Desk) -> (String, Origin) {
    let entry = desk.app().screens.scripts.page.chosen().expect("a script is chosen");
    (entry.file.clone(), entry.origin)
}

#[test]
fn shipped_scripts_are_listed_in_both_languages() {
    for (lang, robot, early) in
        [(Lang::En, "Careful Carla", "Early birds"), (Lang::Zh, "稳健小卡", "五六起飞")]
    {
        let (mut desk, _) = open(&Place::quick(lang));
        for shipped in SHIPPED.iter() {
            desk.assert_sees(&format!("{}.luau", shipped.name));
        }
        desk.assert_sees(robot);
        desk.assert_sees_id("scripts-none-own-robot");
        row(&mut desk, "careful.luau");
        desk.assert_sees_id("scripts-origin-shipped");
        desk.assert_sees("caution");
        rules(&mut desk);
        for shipped in SHIPPED_RULES.iter() {
            desk.assert_sees(&format!("{}.luau", shipped.name));
        }
        row(&mut desk, "early_birds.luau");
        desk.assert_sees(early);
        let takeoff = desk.t("rule-takeoff");
        desk.assert_sees(&takeoff);
        desk.assert_sees_id("scripts-hooks-none");
        desk.assert_sees("takeoff = { add = { 5, 6 } }");
        desk.key(Key::Escape);
        desk.frames(2);
        desk.on(Screen::Home);
    }
}

#[test]
fn scripts_page_is_reachable_from_home_and_by_keys() {
    let place = Place::quick(Lang::En);
    let mut desk = place.open();
    desk.click_id("scripts-title");
    desk.on(Screen::Scripts);
    desk.key(Key::F1);
    desk.frames(2);
    desk.assert_sees_id("keys-scripts");
    desk.key(Key::Escape);
    desk.frames(2);
    let (first, _) = chosen(&desk);
    desk.key(Key::ArrowDown);
    desk.frames(2);
    let (second, _) = chosen(&desk);
    assert_ne!(first, second);
    desk.key(Key::ArrowUp);
    desk.key(Key::ArrowUp);
    desk.frames(2);
    assert_eq!(chosen(&desk).0, first, "the list ends");
    desk.key(Key::Escape);
    desk.frames(2);
    desk.on(Screen::Home);
}

#[test]
fn a_broken_file_shows_its_line() {
    let place = Place::quick(Lang::En);
    place.write(&format!("{RULES}/bad.luau"), "return {\n  api = 1,\n  game = = 2\n}\n");
    place.write(&format!("{ROBOTS}/odd.luau"), "return { api = 1, game = \"race\", nmae = 1 }\n");
    let (mut desk, _) = open(&place);
    row(&mut desk, "odd.luau");
    desk.assert_sees("Failed to load: odd.luau");
    desk.assert_sees("nmae");
    rules(&mut desk);
    row(&mut desk, "bad.luau");
    desk.assert_sees("Failed to load: bad.luau, line 3");
    desk.assert_sees("   2    api = 1,");
    desk.assert_sees("3, error:   game = = 2");
    desk.assert_sees("Source of bad.luau");
    assert!(!desk.can(&desk.t("scripts-check")), "nothing to be checked");
}

#[test]
fn a_new_rule_is_in_the_list_and_in_the_folder() {
    let place = Place::quick(Lang::En);
    let (mut desk, opened) = open(&place);
    rules(&mut desk);
    desk.click_id("scripts-new-rule");
    desk.write("Say \"hi\"");
    desk.assert_sees("scripts/rules/race/say_hi.luau");
    desk.key(Key::Enter);
    desk.frames(3);
    assert_eq!(chosen(&desk), ("say_hi.luau".to_owned(), Origin::Own));
    assert!(place.read(&format!("{RULES}/say_hi.luau")).contains(r#"name = "Say \"hi\"""#));
    desk.assert_sees("Say \"hi\", say_hi.luau, your own");
    assert!(!desk.sees(&desk.t("scripts-none-own-rule")));
    // Another rule of that name does not overwrite it.
    desk.click_id("scripts-new-rule");
    desk.write("say HI");
    desk.key(Key::Enter);
    desk.frames(3);
    desk.assert_sees_id("storage-why-exists");
    desk.key(Key::Escape);
    desk.key(Key::Escape);
    desk.frames(3);
    assert!(desk.app().screen() == Screen::Scripts || desk.app().screen() == Screen::Home);
    desk.key(Key::F2);
    desk.frames(3);
    desk.click_id("scripts-edit");
    desk.click_id("scripts-folder");
    let folder = place.path(RULES);
    assert_eq!(*opened.borrow(), [folder.join("say_hi.luau"), folder]);
}

#[test]
fn changed_files_are_reloaded_at_once() {
    let place = Place::quick(Lang::En);
    let file = format!("{RULES}/mine.luau");
    place.write(&file, &rule("First", "return nil"));
    let (mut desk, _) = open(&place);
    rules(&mut desk);
    row(&mut desk, "mine.luau");
    desk.assert_sees("First, mine.luau, your own");
    place.write(&file, &rule("Second", "return nil"));
    desk.until("the new name", |desk| desk.sees_part("Second, mine.luau"));
    place.write(&file, &rule("Second", "return = nil"));
    desk.until("the mistake", |desk| desk.sees_part("4, error: return = nil"));
    desk.assert_sees("Failed to load: mine.luau, line 4");
    place.write(&file, &rule("Third", "return nil"));
    desk.until("the mended one", |desk| desk.sees_part("Third, mine.luau"));
    assert!(!desk.sees_part("Failed to load"));
    place.write(&format!("{RULES}/other.luau"), &rule("Other", "return nil"));
    desk.until("another file", |desk| desk.sees_part("Other, other.luau"));
    std::fs::remove_file(place.path(&file)).unwrap();
    desk.until("a file gone", |desk| !desk.sees_part("mine.luau, your own"));
}

#[test]
fn shipped_scripts_are_copied_without_overwriting() {
    let place = Place::quick(Lang::En);
    let (mut desk, opened) = open(&place);
    row(&mut desk, "careful.luau");
    desk.click_id("scripts-copy");
    desk.frames(3);
    assert_eq!(chosen(&desk), ("careful.luau".to_owned(), Origin::Copy));
    let file = format!("{ROBOTS}/careful.luau");
    let text = SHIPPED.iter().find(|s| s.game == "race" && s.name == "careful").unwrap().source;
    assert_eq!(place.read(&file), text);
    assert!(!desk.can(&desk.t("scripts-copy")), "it is there");
    place.write(&file, &text.replace("Careful Carla", "Carla of mine"));
    desk.until("the change", |desk| desk.sees_part("Carla of mine, careful.luau"));
    assert_eq!(chosen(&desk).1, Origin::Replacement);
    // Enter opens the chosen script. A shipped one is copied first.
    row(&mut desk, "bold.luau");
    desk.h.ctx.memory_mut(|memory| {
        if let Some(id) = memory.focused() {
            memory.surrender_focus(id);
        }
    });
    desk.key(Key::Enter);
    desk.frames(3);
    let folder = place.path(ROBOTS);
    assert_eq!(*opened.borrow(), [folder.join("bold.luau")]);
    assert_eq!(chosen(&desk), ("bold.luau".to_owned(), Origin::Copy));
    assert!(place.read(&file).contains("Carla of mine"), "the other one is as it was");
}

#[test]
fn check_reports_success_or_the_failing_line() {
    let place = Place::quick(Lang::En);
    place.write(&format!("{RULES}/fails.luau"), &rule("Fails", "return nothing.at.all"));
    place.write(&format!("{RULES}/long.luau"), &rule("Long", "return { { kind = \"fly\" } }"));
    let (mut desk, _) = open(&place);
    row(&mut desk, "random.luau");
    desk.click_id("scripts-check");
    desk.until("the robot's check", |desk| desk.sees_part("Passed: 20 games"));
    rules(&mut desk);
    row(&mut desk, "fails.luau");
    desk.click_id("scripts-check");
    desk.until("the mistake", |desk| desk.sees_part("Check failed"));
    desk.assert_sees("fails.luau, line 4");
    desk.assert_sees("4, error: return nothing.at.all");
    row(&mut desk, "long.luau");
    desk.click_id("scripts-check");
    desk.until("the wrong effect", |desk| desk.sees_part("failed: long.luau"));
    row(&mut desk, "early_birds.luau");
    desk.click_id("scripts-check");
    desk.until("the rule's check", |desk| desk.sees_part("Passed: 1000 games"));
    desk.assert_sees_id("scripts-check-options");
    // A result is valid only for the text that was checked.
    row(&mut desk, "fails.luau");
    desk.assert_sees("Check failed");
    place.write(&format!("{RULES}/fails.luau"), &rule("Mended", "return nil"));
    desk.until("the new text", |desk| desk.sees_part("Mended, fails.luau"));
    assert!(!desk.sees_part("Check failed"));
}
