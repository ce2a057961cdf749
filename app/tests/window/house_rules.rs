//! House rules and rule sets on the new-game screen: ticking, merging, playing and sharing them.

use std::path::PathBuf;

use crate::support::{Desk, Hand, Place};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::storage::{NamedItem as _, SavedRuleSet};
use qipan_core::contract::options::RuleSet as _;
use qipan_core::games::junqi::{Junqi, Layout};
use qipan_core::record::{Record, SavedRule};
use serde_json::{Value, json};

const RACE: &str = "scripts/rules/race";
const JUNQI: &str = "scripts/rules/junqi";

/// Returns the source of a house rule that sets options.
fn setting(name: &str, set: &str) -> String {
    format!(
        "return {{ api = 1, game = \"race\", name = \"{name}\", author = \"Kim\",\n\
         about = \"About {name}.\",\n\
         set = {{ {set} }} }}\n"
    )
}

/// Returns the source of a house rule that rejects layouts.
fn strict(name: &str, test: &str) -> String {
    format!(
        "return {{ api = 1, game = \"junqi\", name = \"{name}\", author = \"Kim\",\n\
         about = \"About {name}.\", sees = \"all\",\n\
         hooks = {{ layout = function(view, layout)\n\
         if {test} then return \"so it is written\" end\n\
         return nil\n\
         end }} }}\n"
    )
}

/// Creates a folder with some of the player's own rules.
fn place(lang: Lang) -> Place {
    let place = Place::quick(lang);
    place.write(&format!("{RACE}/quick.luau"), &setting("Quick start", "takeoff = { 2, 4, 6 }"));
    place.write(&format!("{RACE}/jumpy.luau"), &setting("Jumpy", "jump = \"on\""));
    place.write(&format!("{RACE}/broken.luau"), "return {\n  api = 1,\n  game = = 2\n}\n");
    place
}

/// Opens the form of a game.
fn form(place: &Place, game: &str) -> Desk {
    let mut desk = place.open();
    to_form(&mut desk, game);
    desk
}

fn to_form(desk: &mut Desk, game: &str) {
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
fn open_list(desk: &mut Desk, hand: Hand) {
    let button = list_button(desk, "rules-choose");
    desk.use_it(hand, &button);
    desk.frames(2);
}

#[track_caller]
fn close_list(desk: &mut Desk, hand: Hand) {
    let button = list_button(desk, "rules-done");
    desk.use_it(hand, &button);
    desk.frames(2);
}

/// Starts the game.
#[track_caller]
fn start(desk: &mut Desk, hand: Hand) {
    match hand {
        Hand::Mouse => desk.click_id("new-start"),
        Hand::Keys => desk.ctrl(Key::Enter),
    }
    desk.frames(2);
    assert_eq!(desk.app().screen(), Screen::Play, "{}", desk.words());
}

/// Returns the value of an option of the game on the table.
fn option(desk: &Desk, key: &str) -> Value {
    desk.record().rules.get(key).unwrap()
}

fn files(lines: &[SavedRule]) -> Vec<&str> {
    lines.iter().map(|line| line.file.as_str()).collect()
}

/// Chooses an entry of the menu of rule sets.
#[track_caller]
fn sets_menu(desk: &mut Desk, id: &str) {
    desk.click_id("set-menu");
    desk.frames(2);
    desk.click_id(id);
    desk.frames(3);
}

#[test]
fn ticked_rule_applies_to_the_game() {
    for (hand, lang, name) in
        [(Hand::Mouse, Lang::En, "Early birds"), (Hand::Keys, Lang::Zh, "五六起飞")]
    {
        let mut desk = form(&place(lang), "aeroplane");
        assert!(!desk.sees(name), "the list is closed at first");
        open_list(&mut desk, hand);
        let sets = [("option", desk.t("rule-takeoff").into()), ("value", "".into())];
        desk.assert_sees(desk.tf("house-sets", &sets).trim());
        assert!(!desk.sees(&desk.t("rule-finish")), "the list stands in place of the options");
        desk.use_it(hand, name);
        close_list(&mut desk, hand);
        desk.assert_sees(name);
        desk.assert_sees(&desk.tf("house-set-by", &[("rule", name.into())]));
        let five = format!("{}: 5", desk.t("rule-takeoff"));
        assert!(desk.sees(&five) && !desk.can(&five), "shown, but not to be changed");
        start(&mut desk, hand);
        // 5 and 6 are added to the faces that take off by default.
        assert_eq!(option(&desk, "takeoff"), json!([2, 4, 5, 6]));
        assert_eq!(desk.record().preset, "aeroplane");
        let lines = &desk.record().house_rules;
        assert_eq!(files(lines), ["early_birds.luau"]);
        let set = json!({ "takeoff": { "add": [5, 6] } });
        assert_eq!(lines[0].set, *set.as_object().unwrap());
        assert_eq!(lines[0].hash, SavedRule::hash_of(&lines[0].source));
        // The rule is still ticked the next time, and can be unticked.
        let mut desk = desk.reopen();
        to_form(&mut desk, "aeroplane");
        desk.assert_sees(&desk.tf("house-set-by", &[("rule", name.into())]));
        open_list(&mut desk, hand);
        desk.use_it(hand, name);
        close_list(&mut desk, hand);
        assert!(desk.can(&five));
        start(&mut desk, hand);
        assert!(desk.record().house_rules.is_empty());
        assert_eq!(option(&desk, "takeoff"), json!([2, 4, 6]));
    }
}

#[test]
fn later_rule_wins_if_two_set_the_same_option() {
    let mut desk = form(&place(Lang::En), "aeroplane");
    open_list(&mut desk, Hand::Mouse);
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
    start(&mut desk, Hand::Mouse);
    assert_eq!(option(&desk, "takeoff"), json!([2, 4, 5, 6]));
    assert_eq!(files(&desk.record().house_rules), ["quick.luau", "early_birds.luau"]);
}

#[test]
fn unusable_rules_are_listed_with_a_reason() {
    for (lang, why) in [(Lang::En, "has no effect on this board"), (Lang::Zh, "不起作用")] {
        let mut desk = form(&place(lang), "flying");
        open_list(&mut desk, Hand::Mouse);
        assert!(desk.sees("Jumpy") && !desk.can("Jumpy"), "there, but not to be ticked");
        desk.assert_sees(why);
        assert!(desk.sees("broken") && !desk.can("broken"));
        desk.assert_sees("broken.luau:3: ");
        desk.click_id("game-aeroplane");
        desk.frames(2);
        assert!(desk.can("Jumpy"), "it fits the other board");
    }
}

#[test]
fn unfit_or_broken_rule_blocks_the_start() {
    let place = place(Lang::En);
    let flights = setting("Far jumps", "flight_then_jump = true");
    place.write(&format!("{RACE}/far.luau"), &flights);
    let mut desk = form(&place, "aeroplane");
    open_list(&mut desk, Hand::Mouse);
    desk.click("Far jumps");
    close_list(&mut desk, Hand::Mouse);
    desk.click("Flights: never");
    desk.assert_sees("The house rule “Far jumps” cannot be used.");
    assert!(!desk.can("Start"));
    desk.ctrl(Key::Enter);
    desk.on(Screen::NewGame);
    desk.click("Flights: always");
    assert!(desk.can("Start"));
    place.write(&format!("{RACE}/far.luau"), "return {\n\n oh no }\n");
    desk.until("the broken file", |desk| desk.sees_part("The house rule far has an error"));
    assert!(!desk.can("Start"));
    open_list(&mut desk, Hand::Mouse);
    desk.assert_sees("far.luau:3");
    desk.click("far");
    assert!(desk.can("Start") && !desk.can("far"));
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
fn a_set_is_saved_picked_renamed_and_deleted() {
    let place = place(Lang::En);
    let mut desk = form(&place, "aeroplane");
    open_list(&mut desk, Hand::Keys);
    desk.use_it(Hand::Keys, "Early birds");
    close_list(&mut desk, Hand::Keys);
    desk.click("Flights: never");
    save_set(&mut desk, "Ours");
    let set = SavedRuleSet::read(&place.read("sets/Ours.json")).unwrap();
    assert_eq!(json!(set.options), json!({ "flight": "off" }));
    assert_eq!(files(&set.house_rules), ["early_birds.luau"]);
    // Saves a different set, then picks the first again.
    desk.click_id("rules-reset-all");
    open_list(&mut desk, Hand::Mouse);
    desk.click("Quick start");
    close_list(&mut desk, Hand::Mouse);
    save_set(&mut desk, "Other");
    let mut desk = desk.reopen();
    to_form(&mut desk, "aeroplane");
    desk.use_it(Hand::Keys, "Rule set: Ours");
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
    assert!(desk.can("Rule set: Family") && !desk.sees("Rule set: Ours"));
    start(&mut desk, Hand::Mouse);
    assert_eq!(option(&desk, "flight"), json!("off"));
    assert_eq!(option(&desk, "takeoff"), json!([2, 4, 5, 6]));
    assert_eq!(files(&desk.record().house_rules), ["early_birds.luau"]);
    desk.menu("menu-new");
    desk.frames(2);
    desk.click("Rule set: Other");
    desk.frames(2);
    sets_menu(&mut desk, "set-delete");
    desk.assert_sees("Delete the rule set “Other”?");
    desk.click_id("action-yes");
    desk.frames(2);
    assert!(!desk.sees("Rule set: Other") && desk.can("Rule set: Family"));
    let left = std::fs::read_dir(place.path("sets")).unwrap();
    let left: Vec<_> = left.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["Family.json"]);
}

/// Exports a set with a shipped rule and one of the player's own. Returns its folder and file.
fn exported() -> (Place, PathBuf) {
    let place = place(Lang::En);
    let mut desk = form(&place, "aeroplane");
    open_list(&mut desk, Hand::Mouse);
    desk.click("Early birds");
    desk.click("Quick start");
    close_list(&mut desk, Hand::Mouse);
    save_set(&mut desk, "Ours");
    sets_menu(&mut desk, "set-export");
    desk.click_id("action-save");
    desk.frames(3);
    desk.assert_sees("“Ours” was exported to Ours.json, with its house rules.");
    (place.clone(), place.path("saves/Ours.json"))
}

#[test]
fn foreign_set_is_installed_after_confirmation() {
    let (_kept, file) = exported();
    let other = Place::quick(Lang::En);
    let mine = other.write(&format!("{RACE}/quick.luau"), &setting("Mine", "planes = 2"));
    let mut desk = other.open_with(Some(file.clone()));
    desk.frames(3);
    desk.on(Screen::NewGame);
    desk.assert_sees("“Ours” comes with a house rule that you do not have");
    for words in
        ["Quick start", "by Kim", "quick.luau", "About Quick start.", "Take off on: 2, 4, 6"]
    {
        desk.assert_sees(words);
    }
    desk.click_id("set-source");
    desk.frames(20);
    desk.assert_sees("return { api = 1, game = \"race\", name = \"Quick start\"");
    desk.ctrl(Key::Enter);
    desk.on(Screen::NewGame);
    assert!(!other.path("sets").exists() && !other.path(&format!("{RACE}/quick_2.luau")).exists());
    desk.click_id("set-install-yes");
    desk.frames(3);
    assert!(desk.can("Rule set: Ours"), "{}", desk.words());
    assert_eq!(other.read(&format!("{RACE}/quick_2.luau")), place_source());
    assert_eq!(std::fs::read_to_string(mine).unwrap(), setting("Mine", "planes = 2"));
    desk.assert_sees("Early birds · Quick start");
    start(&mut desk, Hand::Keys);
    assert_eq!(files(&desk.record().house_rules), ["early_birds.luau", "quick_2.luau"]);
    assert_eq!(option(&desk, "takeoff"), json!([2, 4, 6]));
}

fn place_source() -> String {
    setting("Quick start", "takeoff = { 2, 4, 6 }")
}

#[test]
fn foreign_set_can_be_used_without_its_rules() {
    let (_kept, file) = exported();
    let other = Place::quick(Lang::En);
    let mut desk = form(&other, "flying");
    // The same command as a drop on the window.
    let ctx = desk.h.ctx.clone();
    desk.h.state_mut().apply(qipan::command::Command::Open(file), &ctx);
    desk.frames(3);
    desk.click_id("set-install-without");
    desk.frames(3);
    desk.assert_sees("Using “Ours” without Quick start.");
    assert!(!other.path(RACE).exists(), "nothing was installed");
    let set = SavedRuleSet::read(&other.read("sets/Ours.json")).unwrap();
    assert_eq!(files(&set.house_rules), ["early_birds.luau"]);
    start(&mut desk, Hand::Mouse);
    assert_eq!(option(&desk, "takeoff"), json!([2, 4, 5, 6]));
}

#[test]
fn broken_set_is_reported_with_its_line() {
    let (kept, file) = exported();
    let text = std::fs::read_to_string(&file).unwrap();
    let line = text.lines().position(|line| line.contains("\"preset\"")).unwrap() + 1;
    let broken = kept.write("saves/odd.json", &text.replace("\"aeroplane\"", "\"ludo\""));
    let desk = kept.open_with(Some(broken));
    desk.assert_sees(&format!("odd.json, line {line}: `ludo` is no preset of race"));
    desk.on(Screen::Home);
}

#[test]
fn layout_rejected_by_a_rule_blocks_the_start() {
    let place = Place::quick(Lang::En);
    place.write(
        &format!("{JUNQI}/front.luau"),
        &strict("Weak front", "(tonumber(layout[1]) or 0) >= 36"),
    );
    let mut desk = form(&place, "junqi");
    open_list(&mut desk, Hand::Mouse);
    desk.assert_sees("limits layouts");
    desk.assert_sees_id("house-sees-all");
    desk.click("Weak front");
    close_list(&mut desk, Hand::Mouse);
    // A shipped layout that the rule rejects.
    let shipped = qipan_core::games::junqi::layouts::SHIPPED.iter();
    let strong = |layout: &Layout| layout.pieces()[0].code() >= "36";
    let shipped = shipped.clone().find(|shipped| strong(&shipped.layout())).unwrap();
    let name = qipan::games::junqi::editor::words::shipped_name(desk.app().i18n(), shipped);
    desk.click("South's layout");
    desk.frames(2);
    desk.click(&name);
    desk.frames(3);
    desk.assert_sees("“Weak front” does not allow South's layout: so it is written");
    assert!(!desk.can("Start"));
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
    start(&mut desk, Hand::Mouse);
    let record = desk.junqi().session.record();
    assert_eq!(files(&record.house_rules), ["front.luau"]);
    assert!(record.deal.layouts.len() == 4);
    for layout in record.deal.layouts.values() {
        assert!(!strong(&layout.parse().unwrap()), "{layout}");
    }
    let text = desk.junqi().session.record().write();
    assert!(Record::<Junqi>::read(&text).is_ok());
}

#[test]
fn rule_that_rejects_every_layout_blocks_the_start() {
    let place = Place::quick(Lang::En);
    place.write(&format!("{JUNQI}/never.luau"), &strict("Never", "true"));
    let mut desk = form(&place, "junqi");
    open_list(&mut desk, Hand::Mouse);
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
    let strong = |layout: &Layout| layout.pieces()[0].code() >= "36";
    let layout = shipped.clone().find(strong).unwrap();
    let place = Place::quick(Lang::En);
    place.write(
        &format!("{JUNQI}/front.luau"),
        &strict("Weak front", "(tonumber(layout[1]) or 0) >= 36"),
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
    for ticked in [false, true] {
        let mut desk = form(&place, "junqi");
        desk.click("Who plays East");
        desk.frames(2);
        desk.click("Mine");
        desk.frames(2);
        if ticked {
            open_list(&mut desk, Hand::Mouse);
            desk.click("Weak front");
        }
        start(&mut desk, Hand::Mouse);
        let told = "“Weak front” does not allow the layout of East's robot";
        assert_eq!(desk.sees_part(told), ticked, "{}", desk.words());
        let east = &desk.junqi().session.record().deal.layouts["east"];
        assert_eq!(*east == layout.to_string(), !ticked, "{east}");
        assert_eq!(strong(&east.parse().unwrap()), !ticked, "{east}");
    }
}
