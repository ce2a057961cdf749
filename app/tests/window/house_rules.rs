//! House rules and rule sets on the new-game screen: ticking, merging, playing and sharing them.

use std::path::PathBuf;

use crate::support::{Desk, InputDevice, Place};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::storage::{NamedItem as _, SavedRuleSet};
use qipan_core::contract::options::RuleSet as _;
use qipan_core::games::junqi::{Junqi, Layout};
use qipan_core::record::{Record, SavedRule};
use serde_json::{Value, json};

/// The folder of the player's house rules for races.
const RACE_RULES: &str = "scripts/rules/race";
/// The folder of the player's house rules for Junqi.
const JUNQI_RULES: &str = "scripts/rules/junqi";

/// Returns the source of a house rule that sets options.
fn option_rule_source(name: &str, set: &str) -> String {
    format!(
        "return {{ api = 1, game = \"race\", name = \"{name}\", author = \"Kim\",\n\
         about = \"About {name}.\",\n\
         set = {{ {set} }} }}\n"
    )
}

/// Returns the source of a house rule that rejects layouts for which a condition in Lua holds.
fn layout_rule_source(name: &str, condition: &str) -> String {
    format!(
        "return {{ api = 1, game = \"junqi\", name = \"{name}\", author = \"Kim\",\n\
         about = \"About {name}.\", sees = \"all\",\n\
         hooks = {{ layout = function(view, layout)\n\
         if {condition} then return \"so it is written\" end\n\
         return nil\n\
         end }} }}\n"
    )
}

/// Creates a folder with some of the player's own rules.
fn place_with_rules(lang: Lang) -> Place {
    let place = Place::quick(lang);
    place.write(
        &format!("{RACE_RULES}/quick.luau"),
        &option_rule_source("Quick start", "takeoff = { 2, 4, 6 }"),
    );
    place.write(&format!("{RACE_RULES}/jumpy.luau"), &option_rule_source("Jumpy", "jump = \"on\""));
    place.write(&format!("{RACE_RULES}/broken.luau"), "return {\n  api = 1,\n  game = = 2\n}\n");
    place
}

/// Opens the form of a game.
fn open_form(place: &Place, game: &str) -> Desk {
    let mut desk = place.open();
    go_to_form(&mut desk, game);
    desk
}

/// Opens the form of a game from the home screen.
fn go_to_form(desk: &mut Desk, game: &str) {
    let play = desk.tf("home-play", &[("game", desk.t(&format!("game-{game}")).into())]);
    desk.click(&play);
    desk.on(Screen::NewGame);
    desk.frames(2);
}

/// Returns the label of the button that opens or closes the list.
fn list_button(desk: &Desk, id: &str) -> String {
    format!("{}: {}", desk.t("house-head"), desk.t(id))
}

#[track_caller]
fn open_list(desk: &mut Desk, device: InputDevice) {
    desk.unfold_rules(device);
    let button = list_button(desk, "rules-choose");
    desk.activate(device, &button);
    desk.frames(2);
}

#[track_caller]
fn close_list(desk: &mut Desk, device: InputDevice) {
    let button = list_button(desk, "rules-done");
    desk.activate(device, &button);
    desk.frames(2);
}

/// Starts the game.
#[track_caller]
fn start(desk: &mut Desk, device: InputDevice) {
    match device {
        InputDevice::Mouse => desk.click_id("new-start"),
        InputDevice::Keys => desk.ctrl(Key::Enter),
    }
    desk.frames(2);
    assert_eq!(desk.app().screen(), Screen::Play, "{}", desk.node_texts());
}

/// Returns the value of an option of the game on the table.
fn option_value(desk: &Desk, key: &str) -> Value {
    desk.record().rules.get(key).unwrap()
}

/// Returns the file names of rules.
fn files(rules: &[SavedRule]) -> Vec<&str> {
    rules.iter().map(|rule| rule.file.as_str()).collect()
}

/// Chooses an entry of the menu of rule sets.
#[track_caller]
fn sets_menu(desk: &mut Desk, id: &str) {
    desk.unfold_rules(InputDevice::Mouse);
    desk.click_id("set-menu");
    desk.frames(2);
    desk.click_id(id);
    desk.frames(3);
}

#[test]
fn ticked_rule_applies_to_the_game() {
    let english = (InputDevice::Mouse, Lang::En, "Early birds");
    let chinese = (InputDevice::Keys, Lang::Zh, "五六也起飞");
    for (device, lang, name) in [english, chinese] {
        let mut desk = open_form(&place_with_rules(lang), "aeroplane");
        assert!(!desk.sees(name), "the list is closed at first");
        open_list(&mut desk, device);
        let args = [("option", desk.t("rule-takeoff").into()), ("value", "".into())];
        desk.assert_sees(desk.tf("house-sets", &args).trim());
        assert!(!desk.sees(&desk.t("rule-finish")), "the list replaces the options");
        desk.activate(device, name);
        close_list(&mut desk, device);
        desk.assert_sees(name);
        desk.assert_sees(&desk.tf("house-set-by", &[("rule", name.into())]));
        let five = format!("{}: 5", desk.t("rule-takeoff"));
        assert!(
            desk.sees(&five) && !desk.has_control(&five),
            "the option is shown but cannot be changed"
        );
        start(&mut desk, device);
        // 5 and 6 are added to the faces that take off by default.
        assert_eq!(option_value(&desk, "takeoff"), json!([2, 4, 5, 6]));
        assert_eq!(desk.record().preset, "aeroplane");
        let rules = &desk.record().house_rules;
        assert_eq!(files(rules), ["early_birds.luau"]);
        let set = json!({ "takeoff": { "add": [5, 6] } });
        assert_eq!(rules[0].set, *set.as_object().unwrap());
        assert_eq!(rules[0].hash, SavedRule::hash_of(&rules[0].source));
        // The rule is still ticked the next time, and can be unticked.
        let mut desk = desk.reopen();
        go_to_form(&mut desk, "aeroplane");
        desk.assert_sees(&desk.tf("house-set-by", &[("rule", name.into())]));
        open_list(&mut desk, device);
        desk.activate(device, name);
        close_list(&mut desk, device);
        assert!(desk.has_control(&five));
        start(&mut desk, device);
        assert!(desk.record().house_rules.is_empty());
        assert_eq!(option_value(&desk, "takeoff"), json!([2, 4, 6]));
    }
}

#[test]
fn later_rule_wins_if_two_set_the_same_option() {
    let mut desk = open_form(&place_with_rules(Lang::En), "aeroplane");
    open_list(&mut desk, InputDevice::Mouse);
    desk.click("Early birds");
    assert!(!desk.sees_part("both change"));
    desk.click("Quick start");
    desk.assert_sees(
        "“Early birds” and “Quick start” both change “Take off on”. “Quick start” wins: 2, 4, 6.",
    );
    // Ticked again, it comes last and only adds to the other rule's value.
    desk.assert_sees("Take off on: also 5, 6");
    desk.click("Early birds");
    assert!(!desk.sees_part("both change"));
    desk.click("Early birds");
    assert!(!desk.sees_part("both change"));
    start(&mut desk, InputDevice::Mouse);
    assert_eq!(option_value(&desk, "takeoff"), json!([2, 4, 5, 6]));
    assert_eq!(files(&desk.record().house_rules), ["quick.luau", "early_birds.luau"]);
}

#[test]
fn unusable_rules_are_listed_with_a_reason() {
    for (lang, reason) in [(Lang::En, "has no effect on this board"), (Lang::Zh, "不起作用")] {
        let mut desk = open_form(&place_with_rules(lang), "flying");
        open_list(&mut desk, InputDevice::Mouse);
        assert!(
            desk.sees("Jumpy") && !desk.has_control("Jumpy"),
            "the rule is listed but cannot be ticked"
        );
        desk.assert_sees(reason);
        assert!(desk.sees("broken") && !desk.has_control("broken"));
        desk.assert_sees("broken.luau:3: ");
        desk.click_id("game-aeroplane");
        desk.frames(2);
        assert!(desk.has_control("Jumpy"), "the rule fits the other board");
    }
}

#[test]
fn unfit_or_broken_rule_blocks_the_start() {
    let place = place_with_rules(Lang::En);
    let flights = option_rule_source("Far jumps", "flight_then_jump = true");
    place.write(&format!("{RACE_RULES}/far.luau"), &flights);
    let mut desk = open_form(&place, "aeroplane");
    open_list(&mut desk, InputDevice::Mouse);
    desk.click("Far jumps");
    close_list(&mut desk, InputDevice::Mouse);
    desk.activate(InputDevice::Keys, "Flights: never");
    desk.assert_sees("The house rule “Far jumps” cannot be used.");
    assert!(!desk.has_control("Start"));
    desk.ctrl(Key::Enter);
    desk.on(Screen::NewGame);
    desk.click("Flights: always");
    assert!(desk.has_control("Start"));
    place.write(&format!("{RACE_RULES}/far.luau"), "return {\n\n oh no }\n");
    desk.until("the broken file", |desk| desk.sees_part("The house rule far has an error"));
    assert!(!desk.has_control("Start"));
    open_list(&mut desk, InputDevice::Mouse);
    desk.assert_sees("far.luau:3");
    desk.click("far");
    assert!(desk.has_control("Start") && !desk.has_control("far"));
}

/// Saves the current rules as a set.
fn save_set(desk: &mut Desk, name: &str) {
    sets_menu(desk, "set-save");
    desk.write(name);
    desk.key(Key::Enter);
    desk.frames(3);
    desk.assert_sees(&desk.tf("set-said-saved", &[("name", name.into())]));
}

#[test]
fn set_is_saved_picked_renamed_and_deleted() {
    let place = place_with_rules(Lang::En);
    let mut desk = open_form(&place, "aeroplane");
    open_list(&mut desk, InputDevice::Keys);
    desk.activate(InputDevice::Keys, "Early birds");
    close_list(&mut desk, InputDevice::Keys);
    desk.activate(InputDevice::Keys, "Flights: never");
    save_set(&mut desk, "Ours");
    let set = SavedRuleSet::read(&place.read("sets/Ours.json")).unwrap();
    assert_eq!(json!(set.options), json!({ "flight": "off" }));
    assert_eq!(files(&set.house_rules), ["early_birds.luau"]);
    // Saves a different set, then picks the first again.
    desk.click_id("rules-reset-all");
    open_list(&mut desk, InputDevice::Mouse);
    desk.click("Quick start");
    close_list(&mut desk, InputDevice::Mouse);
    save_set(&mut desk, "Other");
    let mut desk = desk.reopen();
    go_to_form(&mut desk, "aeroplane");
    desk.activate(InputDevice::Keys, "Rule set: Ours");
    desk.frames(2);
    desk.assert_sees("set by Early birds");
    // A name that is taken needs confirmation.
    sets_menu(&mut desk, "set-save");
    desk.write("other");
    desk.key(Key::Enter);
    desk.frames(2);
    desk.assert_sees("A rule set called “other” already exists.");
    desk.key(Key::Escape);
    desk.frames(2);
    sets_menu(&mut desk, "set-rename");
    desk.ctrl(Key::A);
    desk.write("Family");
    desk.click_id("action-rename");
    desk.frames(2);
    assert!(desk.has_control("Rule set: Family") && !desk.sees("Rule set: Ours"));
    start(&mut desk, InputDevice::Mouse);
    assert_eq!(option_value(&desk, "flight"), json!("off"));
    assert_eq!(option_value(&desk, "takeoff"), json!([2, 4, 5, 6]));
    assert_eq!(files(&desk.record().house_rules), ["early_birds.luau"]);
    desk.menu("menu-new");
    desk.frames(2);
    desk.click("Rule set: Other");
    desk.frames(2);
    sets_menu(&mut desk, "set-delete");
    desk.assert_sees("Delete the rule set “Other”?");
    desk.click_id("action-yes");
    desk.frames(2);
    assert!(!desk.sees("Rule set: Other") && desk.has_control("Rule set: Family"));
    let remaining = std::fs::read_dir(place.path("sets")).unwrap();
    let remaining: Vec<_> = remaining.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(remaining, ["Family.json"]);
}

/// Exports a set with a shipped rule and one of the player's own. Returns its folder and file.
fn export_set() -> (Place, PathBuf) {
    let place = place_with_rules(Lang::En);
    let mut desk = open_form(&place, "aeroplane");
    open_list(&mut desk, InputDevice::Mouse);
    desk.click("Early birds");
    desk.click("Quick start");
    close_list(&mut desk, InputDevice::Mouse);
    save_set(&mut desk, "Ours");
    sets_menu(&mut desk, "set-export");
    desk.click_id("action-save");
    desk.frames(3);
    desk.assert_sees("“Ours” was exported to Ours.json, with its house rules.");
    (place.clone(), place.path("saves/Ours.json"))
}

#[test]
fn foreign_set_is_installed_after_confirmation() {
    let (_place, file) = export_set();
    let other_place = Place::quick(Lang::En);
    let own_rule = other_place
        .write(&format!("{RACE_RULES}/quick.luau"), &option_rule_source("Mine", "planes = 2"));
    let mut desk = other_place.open_with(Some(file.clone()));
    desk.frames(3);
    desk.on(Screen::NewGame);
    desk.assert_sees("“Ours” comes with a house rule that you do not have");
    for text in
        ["Quick start", "by Kim", "quick.luau", "About Quick start.", "Take off on: 2, 4, 6"]
    {
        desk.assert_sees(text);
    }
    desk.click_id("set-source");
    desk.frames(20);
    desk.assert_sees("return { api = 1, game = \"race\", name = \"Quick start\"");
    desk.ctrl(Key::Enter);
    desk.on(Screen::NewGame);
    assert!(
        !other_place.path("sets").exists()
            && !other_place.path(&format!("{RACE_RULES}/quick_2.luau")).exists()
    );
    desk.click_id("set-install-yes");
    desk.frames(3);
    assert!(desk.has_control("Rule set: Ours"), "{}", desk.node_texts());
    assert_eq!(other_place.read(&format!("{RACE_RULES}/quick_2.luau")), quick_start_source());
    assert_eq!(
        std::fs::read_to_string(own_rule).unwrap(),
        option_rule_source("Mine", "planes = 2")
    );
    desk.assert_sees("Early birds · Quick start");
    start(&mut desk, InputDevice::Keys);
    assert_eq!(files(&desk.record().house_rules), ["early_birds.luau", "quick_2.luau"]);
    assert_eq!(option_value(&desk, "takeoff"), json!([2, 4, 6]));
}

/// Returns the source of the rule `quick.luau`.
fn quick_start_source() -> String {
    option_rule_source("Quick start", "takeoff = { 2, 4, 6 }")
}

#[test]
fn foreign_set_can_be_used_without_its_rules() {
    let (_place, file) = export_set();
    let other_place = Place::quick(Lang::En);
    let mut desk = open_form(&other_place, "flying");
    // The same command as a drop on the window.
    let ctx = desk.h.ctx.clone();
    desk.h.state_mut().apply(qipan::command::Command::Open(file), &ctx);
    desk.frames(3);
    desk.click_id("set-install-without");
    desk.frames(3);
    desk.assert_sees("Using “Ours” without Quick start.");
    assert!(!other_place.path(RACE_RULES).exists(), "nothing was installed");
    let set = SavedRuleSet::read(&other_place.read("sets/Ours.json")).unwrap();
    assert_eq!(files(&set.house_rules), ["early_birds.luau"]);
    start(&mut desk, InputDevice::Mouse);
    assert_eq!(option_value(&desk, "takeoff"), json!([2, 4, 5, 6]));
}

#[test]
fn broken_set_is_reported_with_its_line() {
    let (place, file) = export_set();
    let text = std::fs::read_to_string(&file).unwrap();
    let line = text.lines().position(|line| line.contains("\"preset\"")).unwrap() + 1;
    let broken = place.write("saves/odd.json", &text.replace("\"aeroplane\"", "\"ludo\""));
    let desk = place.open_with(Some(broken));
    desk.assert_sees(&format!("odd.json, line {line}: `ludo` is not a preset of race"));
    desk.on(Screen::Home);
}

#[test]
fn layout_rejected_by_a_rule_blocks_the_start() {
    let place = Place::quick(Lang::En);
    place.write(
        &format!("{JUNQI_RULES}/front.luau"),
        &layout_rule_source("Weak front", "(tonumber(layout[1]) or 0) >= 36"),
    );
    let mut desk = open_form(&place, "junqi");
    open_list(&mut desk, InputDevice::Mouse);
    desk.assert_sees("limits layouts");
    desk.assert_sees_id("house-sees-all");
    desk.click("Weak front");
    close_list(&mut desk, InputDevice::Mouse);
    // A shipped layout that the rule rejects.
    let shipped = qipan_core::games::junqi::layouts::SHIPPED.iter();
    let is_rejected = |layout: &Layout| layout.pieces()[0].code() >= "36";
    let shipped = shipped.clone().find(|shipped| is_rejected(&shipped.layout())).unwrap();
    let name = qipan::games::junqi::editor::words::shipped_name(desk.app().i18n(), shipped);
    desk.click("South's layout");
    desk.frames(2);
    desk.click(&name);
    desk.frames(3);
    desk.assert_sees("“Weak front” does not allow South's layout: so it is written");
    assert!(!desk.has_control("Start"));
    desk.ctrl(Key::Enter);
    desk.on(Screen::NewGame);
    // The editor shows the objection too and stays open.
    desk.click_id("layout-choose-edit");
    desk.frames(3);
    desk.on(Screen::Layout);
    desk.ctrl(Key::Enter);
    desk.frames(2);
    desk.on(Screen::Layout);
    desk.assert_sees("“Weak front” does not allow South's layout: so it is written");
    desk.key(Key::Escape);
    desk.frames(3);
    desk.on(Screen::NewGame);
    // Random layouts are drawn until the rule accepts one.
    desk.click("South's layout");
    desk.frames(2);
    desk.click_id("layout-choose-random");
    desk.frames(2);
    start(&mut desk, InputDevice::Mouse);
    let record = desk.junqi().session.record();
    assert_eq!(files(&record.house_rules), ["front.luau"]);
    assert!(record.deal.layouts.len() == 2);
    for layout in record.deal.layouts.values() {
        assert!(!is_rejected(&layout.parse().unwrap()), "{layout}");
    }
    let text = desk.junqi().session.record().write();
    assert!(Record::<Junqi>::read(&text).is_ok());
}

#[test]
fn rule_that_rejects_every_layout_blocks_the_start() {
    let place = Place::quick(Lang::En);
    place.write(&format!("{JUNQI_RULES}/never.luau"), &layout_rule_source("Never", "true"));
    let mut desk = open_form(&place, "junqi");
    open_list(&mut desk, InputDevice::Mouse);
    desk.click("Never");
    desk.click_id("new-start");
    desk.frames(2);
    desk.on(Screen::NewGame);
    desk.assert_sees("“Never” rejected every random layout for South");
    desk.assert_sees("so it is written");
}

#[test]
fn rejected_robot_layout_is_replaced_and_reported() {
    let shipped = qipan_core::games::junqi::layouts::SHIPPED.iter().map(|shipped| shipped.layout());
    let is_rejected = |layout: &Layout| layout.pieces()[0].code() >= "36";
    let layout = shipped.clone().find(is_rejected).unwrap();
    let place = Place::quick(Lang::En);
    place.write(
        &format!("{JUNQI_RULES}/front.luau"),
        &layout_rule_source("Weak front", "(tonumber(layout[1]) or 0) >= 36"),
    );
    place.write(
        "scripts/robots/junqi/mine.luau",
        &format!(
            "return {{ api = 1, game = \"junqi\", name = \"Mine\", version = \"1\", \
             author = \"Kim\",\n\
             layout = function(view, turn) return \"{layout}\" end,\n\
             choose = function(view, turn) return turn:actions()[1] end }}\n"
        ),
    );
    for is_ticked in [false, true] {
        let mut desk = open_form(&place, "junqi");
        desk.click("Who plays North");
        desk.frames(2);
        desk.click("Mine");
        desk.frames(2);
        if is_ticked {
            open_list(&mut desk, InputDevice::Mouse);
            desk.click("Weak front");
        }
        start(&mut desk, InputDevice::Mouse);
        let notice = "because “Weak front” does not allow its own";
        assert_eq!(desk.sees_part(notice), is_ticked, "{}", desk.node_texts());
        let north = &desk.junqi().session.record().deal.layouts["north"];
        assert_eq!(*north == layout.to_string(), !is_ticked, "{north}");
        assert_eq!(is_rejected(&north.parse().unwrap()), !is_ticked, "{north}");
    }
}
