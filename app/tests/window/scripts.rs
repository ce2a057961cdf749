//! The scripts page: the list, errors, new scripts, copies, reloads and checks.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use crate::support::{Desk, Place};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::scripts::{Origin, SHIPPED_ROBOTS, SHIPPED_RULES, ScriptKey, ScriptType};
use qipan_core::registry::GameKind;

/// The folder of the player's house rules for races.
const RULES: &str = "scripts/rules/race";
/// The folder of the player's robots for races.
const ROBOTS: &str = "scripts/robots/race";

/// Returns the source of a house rule with this body of a hook, which starts at line 4 of the file.
fn rule_source(name: &str, body: &str) -> String {
    format!(
        "return {{ api = 1, game = \"race\", name = \"{name}\", about = \"Tried out.\",\n\
         hooks = {{ after = {{ on = {{ \"captured\" }},\n\
         run = function(view, step, events)\n\
         {body}\n\
         end }} }} }}\n"
    )
}

/// Opens the page. Also returns the list of the paths that the program opens outside the window.
fn open(place: &Place) -> (Desk, Rc<RefCell<Vec<PathBuf>>>) {
    let mut desk = place.open();
    let opened_paths = Rc::new(RefCell::new(Vec::new()));
    let paths = Rc::clone(&opened_paths);
    desk.h.state_mut().desktop.opener = Box::new(move |path| {
        paths.borrow_mut().push(path.to_owned());
        Ok(())
    });
    desk.key(Key::F2);
    desk.frames(3);
    desk.on(Screen::Scripts);
    (desk, opened_paths)
}

/// Shows the house rules instead of the robots.
fn show_rules(desk: &mut Desk) {
    let tab = format!("{}: {}", desk.t("scripts-list"), desk.t("scripts-rules"));
    desk.click(&tab);
}

/// Chooses the row of this file.
#[track_caller]
fn choose_row(desk: &mut Desk, file: &str) {
    let nodes = desk.nodes();
    let row = nodes.iter().map(|(_, text)| text).find(|text| {
        let comma = if desk.app().settings.lang == Lang::Zh { "，" } else { ", " };
        text.split(comma).any(|part| part == file)
    });
    let label = row.unwrap_or_else(|| panic!("no {file}\n{}", desk.node_texts())).clone();
    desk.click(&label);
}

/// Returns the file name and the origin of the chosen script.
fn chosen_script(desk: &Desk) -> (String, Origin) {
    let entry = desk.app().screens.scripts.page.chosen().expect("a script is chosen");
    (entry.file.clone(), entry.origin)
}

#[test]
fn shipped_scripts_are_listed_in_both_languages() {
    for (lang, robot_name, rule_name) in
        [(Lang::En, "Careful Carla", "Early birds"), (Lang::Zh, "稳健小卡", "五六也起飞")]
    {
        let (mut desk, _) = open(&Place::quick(lang));
        for shipped in SHIPPED_ROBOTS.iter() {
            desk.assert_sees(&format!("{}.luau", shipped.name));
        }
        desk.assert_sees(robot_name);
        desk.assert_sees_id("scripts-none-own-robot");
        choose_row(&mut desk, "careful.luau");
        desk.assert_sees_id("scripts-origin-shipped");
        desk.assert_sees("caution");
        show_rules(&mut desk);
        for shipped in SHIPPED_RULES.iter() {
            desk.assert_sees(&format!("{}.luau", shipped.name));
        }
        choose_row(&mut desk, "early_birds.luau");
        desk.assert_sees(rule_name);
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
    desk.key(Key::F1);
    desk.frames(2);
    desk.assert_sees_id("keys-scripts");
    desk.key(Key::Escape);
    desk.frames(2);
    desk.click_id("scripts-title");
    desk.on(Screen::Scripts);
    let (first, _) = chosen_script(&desk);
    desk.key(Key::ArrowDown);
    desk.frames(2);
    let (second, _) = chosen_script(&desk);
    assert_ne!(first, second);
    desk.key(Key::ArrowUp);
    desk.key(Key::ArrowUp);
    desk.frames(2);
    assert_eq!(chosen_script(&desk).0, first, "the list does not wrap around");
    desk.key(Key::Escape);
    desk.frames(2);
    desk.on(Screen::Home);
}

#[test]
fn broken_file_shows_its_line() {
    let place = Place::quick(Lang::En);
    place.write(&format!("{RULES}/bad.luau"), "return {\n  api = 1,\n  game = = 2\n}\n");
    place.write(&format!("{ROBOTS}/odd.luau"), "return { api = 1, game = \"race\", nmae = 1 }\n");
    let (mut desk, _) = open(&place);
    choose_row(&mut desk, "odd.luau");
    desk.assert_sees("Failed to load: odd.luau");
    desk.assert_sees("nmae");
    show_rules(&mut desk);
    choose_row(&mut desk, "bad.luau");
    desk.assert_sees("Failed to load: bad.luau, line 3");
    desk.assert_sees("   2    api = 1,");
    desk.assert_sees("3, error:   game = = 2");
    desk.assert_sees("Source of bad.luau");
    assert!(!desk.has_control(&desk.t("scripts-check")), "a broken file cannot be checked");
}

#[test]
fn new_rule_is_in_the_list_and_in_the_folder() {
    let place = Place::quick(Lang::En);
    let (mut desk, opened_paths) = open(&place);
    show_rules(&mut desk);
    desk.click_id("scripts-new-rule");
    desk.write("Say \"hi\"");
    desk.assert_sees("scripts/rules/race/say_hi.luau");
    desk.key(Key::Enter);
    desk.frames(3);
    assert_eq!(chosen_script(&desk), ("say_hi.luau".to_owned(), Origin::Own));
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
    assert_eq!(*opened_paths.borrow(), [folder.join("say_hi.luau"), folder]);
}

#[test]
fn changed_files_are_reloaded_at_once() {
    let place = Place::quick(Lang::En);
    let file = format!("{RULES}/mine.luau");
    place.write(&file, &rule_source("First", "return nil"));
    let (mut desk, _) = open(&place);
    show_rules(&mut desk);
    choose_row(&mut desk, "mine.luau");
    desk.assert_sees("First, mine.luau, your own");
    place.write(&file, &rule_source("Second", "return nil"));
    desk.until("the new name", |desk| desk.sees_part("Second, mine.luau"));
    place.write(&file, &rule_source("Second", "return = nil"));
    desk.until("the error", |desk| desk.sees_part("4, error: return = nil"));
    desk.assert_sees("Failed to load: mine.luau, line 4");
    place.write(&file, &rule_source("Third", "return nil"));
    desk.until("the corrected file", |desk| desk.sees_part("Third, mine.luau"));
    assert!(!desk.sees_part("Failed to load"));
    place.write(&format!("{RULES}/other.luau"), &rule_source("Other", "return nil"));
    desk.until("another file", |desk| desk.sees_part("Other, other.luau"));
    std::fs::remove_file(place.path(&file)).unwrap();
    desk.until("the file to disappear from the list", |desk| {
        !desk.sees_part("mine.luau, your own")
    });
}

#[test]
fn shipped_scripts_are_copied_without_overwriting() {
    let place = Place::quick(Lang::En);
    let (mut desk, opened_paths) = open(&place);
    choose_row(&mut desk, "careful.luau");
    desk.click_id("scripts-copy");
    desk.frames(3);
    assert_eq!(chosen_script(&desk), ("careful.luau".to_owned(), Origin::Copy));
    let file = format!("{ROBOTS}/careful.luau");
    let text = SHIPPED_ROBOTS
        .iter()
        .find(|script| script.game == "race" && script.name == "careful")
        .unwrap()
        .text;
    assert_eq!(place.read(&file), text);
    assert!(!desk.has_control(&desk.t("scripts-copy")), "a copied script is not copied again");
    place.write(&file, &text.replace("Careful Carla", "Carla of mine"));
    desk.until("the change", |desk| desk.sees_part("Carla of mine, careful.luau"));
    assert_eq!(chosen_script(&desk).1, Origin::Replacement);
    // Enter opens the chosen script. A shipped one is copied first.
    choose_row(&mut desk, "bold.luau");
    desk.h.ctx.memory_mut(|memory| {
        if let Some(id) = memory.focused() {
            memory.surrender_focus(id);
        }
    });
    desk.key(Key::Enter);
    desk.frames(3);
    let folder = place.path(ROBOTS);
    assert_eq!(*opened_paths.borrow(), [folder.join("bold.luau")]);
    assert_eq!(chosen_script(&desk), ("bold.luau".to_owned(), Origin::Copy));
    assert!(place.read(&file).contains("Carla of mine"), "the other copy is unchanged");
}

#[test]
fn check_reports_success_or_the_failing_line() {
    let place = Place::quick(Lang::En);
    place.write(&format!("{RULES}/fails.luau"), &rule_source("Fails", "return nothing.at.all"));
    place.write(
        &format!("{RULES}/long.luau"),
        &rule_source("Long", "return { { kind = \"fly\" } }"),
    );
    let (mut desk, _) = open(&place);
    choose_row(&mut desk, "random.luau");
    desk.click_id("scripts-check");
    desk.until("the robot's check", |desk| desk.sees_part("Passed: 20 games"));
    show_rules(&mut desk);
    choose_row(&mut desk, "fails.luau");
    desk.click_id("scripts-check");
    desk.until("the error", |desk| desk.sees_part("Check failed"));
    desk.assert_sees("fails.luau, line 4");
    desk.assert_sees("4, error: return nothing.at.all");
    choose_row(&mut desk, "long.luau");
    desk.click_id("scripts-check");
    desk.until("the wrong effect", |desk| desk.sees_part("failed: long.luau"));
    choose_row(&mut desk, "early_birds.luau");
    desk.click_id("scripts-check");
    desk.until("the rule's check", |desk| desk.sees_part("Passed: 1,000 games"));
    desk.assert_sees_id("scripts-check-options");
    // A result is valid only for the text that was checked.
    choose_row(&mut desk, "fails.luau");
    desk.assert_sees("Check failed");
    place.write(&format!("{RULES}/fails.luau"), &rule_source("Mended", "return nil"));
    desk.until("the new text", |desk| desk.sees_part("Mended, fails.luau"));
    assert!(!desk.sees_part("Check failed"));
}

#[test]
fn copied_script_brings_its_modules_and_follows_them() {
    let place = Place::quick(Lang::En);
    let (mut desk, _) = open(&place);
    let key = ScriptKey {
        script_type: ScriptType::Robot,
        kind: GameKind::Junqi,
        name: "sampler".to_owned(),
    };
    desk.h.state_mut().screens.scripts.page.choose(&key);
    desk.frames(3);
    assert!(desk.sees_part("battles, choices, layouts"), "{}", desk.node_texts());
    desk.click_id("scripts-copy");
    desk.frames(3);
    assert_eq!(chosen_script(&desk), ("sampler.luau".to_owned(), Origin::Copy));
    let module = "scripts/robots/junqi/lib/layouts.luau";
    let text = place.read(module);
    assert!(text.contains("function layouts.mined"), "{text}");
    place.write(module, &format!("local x = = 1\n{text}"));
    desk.until("the error", |desk| desk.sees_part("lib/layouts.luau:1: "));
    assert_eq!(chosen_script(&desk).1, Origin::Replacement);
    place.write(module, &text);
    desk.until("the repair", |desk| chosen_script(desk).1 == Origin::Copy);
}

#[test]
fn check_runs_the_tests_of_a_robot() {
    const POSITION: &str = "qipan race aeroplane turn=red die=6 red=4,-,-,- blue=-,-,-,-";
    let tests = |wanted: &str| {
        format!(
            "return {{ {{ name = {{ en = \"second\", zh = \"第二\" }}, position = \"{POSITION}\", \
             must = \"{wanted}\" }} }}"
        )
    };
    for (lang, failed, passed, wrong) in [
        (
            Lang::En,
            "second: chose advance 1, should have chosen launch 2 (seed 0)",
            "one test passed",
            "first.test.luau:1: `must` of `test 1`",
        ),
        (
            Lang::Zh,
            "第二：走了 advance 1，应该走 launch 2（种子 0）",
            "1 个测试都通过",
            "first.test.luau:1: `must` of `test 1`",
        ),
    ] {
        let place = Place::quick(lang);
        let robot = "return { api = 1, game = \"race\", name = \"First\",\nchoose = function(view, \
                     turn) return turn:actions()[1] end }";
        place.write(&format!("{ROBOTS}/first.luau"), robot);
        let test_file = format!("{ROBOTS}/first.test.luau");
        place.write(&test_file, &tests("launch 2"));
        let (mut desk, _) = open(&place);
        assert!(!desk.node_texts().contains("first.test"), "tests are no script");
        choose_row(&mut desk, "first.luau");
        desk.click_id("scripts-check");
        desk.until("the failed test", |desk| desk.sees_part(failed));
        desk.assert_sees_id("scripts-tests-failed");
        place.write(&test_file, &tests("advance 1"));
        desk.click_id("scripts-check");
        desk.until("the passed test", |desk| desk.sees_part(passed));
        place.write(&test_file, &tests("advance 9"));
        desk.click_id("scripts-check");
        desk.until("the wrong test", |desk| desk.sees_part(wrong));
    }
}
