//! Programs and house rules of others. The question about them shows everything, its answers are
//! always visible, the Return key refuses, and permission covers only the content shown.

use std::path::PathBuf;

use crate::support::{Desk, InputDevice, Place, node_text, position};
use egui::{Key, Rect, vec2};
use egui_kittest::kittest::NodeT as _;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan_core::contract::game::Game as _;
use qipan_core::record::{Player, Record, SavedRule};

/// The folder of the player's robots for races.
const FOLDER: &str = "scripts/robots/race";

/// The window sizes that questions must fit.
const SIZES: [[f32; 2]; 4] = [[1280.0, 800.0], [1024.0, 700.0], [720.0, 560.0], [640.0, 480.0]];

/// Returns the source of a robot with this command. Each argument is written as in Lua.
pub(super) fn robot_source(name: &str, command: &[&str]) -> String {
    let arguments: Vec<String> = command.iter().map(|argument| format!("\"{argument}\"")).collect();
    let arguments = arguments.join(", ");
    format!(
        "return {{ api = 1, game = \"race\", name = \"{name}\", command = {{ {arguments} }} }}\n"
    )
}

/// Returns a command that writes to a file when it runs, and that file's path.
fn marking_command(place: &Place, name: &str) -> (String, PathBuf) {
    let mark = place.path(name);
    (format!("echo ran >> '{}'; cat > /dev/null", mark.display()), mark)
}

/// Starts Aeroplane Chess with a robot of this name as Yellow.
fn start(desk: &mut Desk, robot: &str) {
    desk.click("Play Aeroplane Chess");
    desk.frames(2);
    desk.click("Who plays Yellow");
    desk.frames(2);
    desk.click(robot);
    desk.frames(2);
    desk.click("Start");
    desk.frames(3);
}

/// Returns true if the window asks for permission to run programs.
fn asks_for_permission(desk: &Desk) -> bool {
    desk.sees(&desk.t("ask-run-programs"))
}

/// Asserts that all answers are inside the window and the safe one has the focus.
#[track_caller]
fn assert_fits(desk: &Desk, answers: &[&str], safe: &str) {
    let screen = desk.h.ctx.content_rect();
    for answer in answers {
        let root = desk.h.root();
        let nodes =
            root.children_recursive().filter(|node| node_text(node).as_deref() == Some(*answer));
        let rect: Rect = nodes.last().unwrap_or_else(|| panic!("no {answer:?}")).rect();
        assert!(screen.contains_rect(rect), "{answer:?} lies at {rect} in {screen}");
        assert!(rect.height() >= 18.0 && rect.width() >= 24.0, "{answer:?} is cut: {rect}");
    }
    assert_eq!(desk.focus().as_deref(), Some(safe));
}

#[test]
fn long_commands_fit_the_permission_question() {
    let place = Place::quick(Lang::En);
    let mark = place.path("m");
    // A command with hundreds of line breaks and long arguments.
    let line_feeds = "\\n".repeat(330);
    let long_argument = "x".repeat(390);
    let long_script = format!("{line_feeds}echo > '{}'", mark.display());
    let mut command = vec!["/bin/sh", "-c", &long_script];
    command.extend([long_argument.as_str(); 10]);
    command.extend(["a\\nThis program was checked. Press Return.", "\\u{202e}txt.exe\\u{200b}"]);
    place.write(&format!("{FOLDER}/fred.luau"), &robot_source("Fred", &command));
    let mut desk = place.open();
    start(&mut desk, "Fred");
    for size in SIZES {
        desk.h.set_size(vec2(size[0], size[1]));
        desk.frames(4);
        assert!(asks_for_permission(&desk), "{}", desk.node_texts());
        assert_fits(&desk, &["Yes", "No"], "No");
        // Each line shows exactly one argument, with special characters escaped.
        let lines: Vec<String> = desk.nodes().into_iter().map(|(_, text)| text).collect();
        assert!(lines.iter().any(|line| line.starts_with(&format!("\"{line_feeds}echo > "))));
        assert!(lines.iter().any(|line| line == "\"a\\nThis program was checked. Press Return.\""));
        assert!(lines.iter().any(|line| line == "\"\\u{202e}txt.exe\\u{200b}\""));
        assert!(!lines.iter().any(|line| line.starts_with("This program was")));
    }
    desk.key(Key::Enter);
    desk.frames(3);
    assert!(!asks_for_permission(desk.on(Screen::NewGame)) && !mark.exists());
    desk.click("Start");
    desk.frames(3);
    assert_fits(&desk, &["Yes", "No"], "No");
    desk.key(Key::Escape);
    desk.frames(3);
    assert!(!asks_for_permission(&desk) && !mark.exists());
    assert!(!place.path("settings.json").exists() || !place.read("settings.json").contains("echo"));
}

#[test]
fn permission_covers_only_the_shown_command() {
    let place = Place::quick(Lang::En);
    let ((first, first_mark), (second, second_mark)) =
        (marking_command(&place, "one.txt"), marking_command(&place, "two.txt"));
    let path = format!("{FOLDER}/fred.luau");
    place.write(&path, &robot_source("Fred", &["/bin/sh", "-c", &first]));
    let mut desk = place.open();
    start(&mut desk, "Fred");
    assert!(desk.sees_part("one.txt"), "{}", desk.node_texts());
    place.write(&path, &robot_source("Fred", &["/bin/sh", "-c", &second]));
    desk.until("the new file", |desk| desk.sees_part("fred.luau was loaded"));
    assert!(desk.sees_part("one.txt") && !desk.sees_part("two.txt"), "the question is unchanged");
    desk.click("Yes");
    desk.frames(3);
    assert!(
        asks_for_permission(desk.on(Screen::NewGame)) && desk.sees_part("two.txt"),
        "{}",
        desk.node_texts()
    );
    assert_fits(&desk, &["Yes", "No"], "No");
    desk.key(Key::Enter);
    desk.frames(3);
    assert!(
        !asks_for_permission(desk.on(Screen::NewGame))
            && !first_mark.exists()
            && !second_mark.exists()
    );
    // The old content was allowed, so it runs again once restored.
    place.write(&path, &robot_source("Fred", &["/bin/sh", "-c", &first]));
    let mut desk = desk.reopen();
    start(&mut desk, "Fred");
    assert!(!asks_for_permission(desk.on(Screen::Play)));
}

#[test]
fn changed_program_needs_new_permission() {
    let place = Place::quick(Lang::En);
    let code = "import json, sys\nfor line in sys.stdin:\n    if json.loads(line)['type'] == 'turn': \
                print('{\"action\": 0}', flush=True)\n";
    let program = format!("{FOLDER}/first.py");
    place.write(&program, code);
    place.write(&format!("{FOLDER}/snake.luau"), &robot_source("Snake", &["python3", "first.py"]));
    let mark = place.path("mark.txt");
    let marking_code = format!("open({:?}, 'w')\n{code}", mark.display().to_string());
    let mut desk = place.open();
    start(&mut desk, "Snake");
    assert!(desk.sees_part("first.py. You will be asked again"), "{}", desk.node_texts());
    place.write(&program, &marking_code);
    desk.click("Yes");
    desk.frames(3);
    assert!(
        asks_for_permission(desk.on(Screen::NewGame)) && !mark.exists(),
        "{}",
        desk.node_texts()
    );
    place.write(&program, code);
    desk.click("No");
    desk.frames(2);
    desk.click("Start");
    desk.frames(3);
    assert!(
        !asks_for_permission(desk.on(Screen::Play)),
        "the version that was shown first may run"
    );
    // A rematch asks again if the program has changed.
    while desk.table().robot_errors.is_empty() && desk.steps() < 24 {
        assert!(desk.take_turn(InputDevice::Keys));
    }
    // A saved game in which a robot is to move opens paused, so the person's turn is waited for.
    desk.settle();
    assert!(desk.table().robot_errors.is_empty(), "{:?}", desk.table().robot_errors);
    place.write(&program, &marking_code);
    let ctx = desk.h.ctx.clone();
    desk.h
        .state_mut()
        .apply(qipan::command::Command::Rematch(qipan::command::RematchChange::None), &ctx);
    desk.frames(3);
    assert!(asks_for_permission(&desk) && !mark.exists(), "{}", desk.node_texts());
    // A saved game continues without the program.
    desk.click("No");
    desk.frames(2);
    let path = place.write("saves/half.json", &desk.record().write());
    let mut desk = desk.place.clone().open_with(Some(path));
    desk.play_until_robot_error(InputDevice::Keys);
    desk.assert_sees("is a program that you have not allowed to run as it is now");
    assert!(!mark.exists());
}

#[test]
fn saved_game_cannot_run_commands_or_paths() {
    let place = Place::quick(Lang::En);
    let (command, mark) = marking_command(&place, "mark.txt");
    place
        .write(&format!("{FOLDER}/fred.luau"), &robot_source("Fred", &["/bin/sh", "-c", &command]));
    let outside = place.path(&format!("{FOLDER}/fred.luau")).display().to_string();
    for (script, reason) in [
        (format!("cmd:/bin/sh -c \"{command}\""), "is a command"),
        (outside, "is a path"),
        ("../race/fred.luau".to_owned(), "is a path"),
        ("fred.luau".to_owned(), "is a program that you have not allowed"),
    ] {
        let players = [Some(Player::human("")), Some(Player::robot("Greta", &script)), None, None];
        let record = position("aeroplane", &players, |game| game.record().steps.is_empty());
        let path = place.write("saves/half.json", &record.write());
        let mut desk = place.open_with(Some(path));
        desk.play_until_robot_error(InputDevice::Keys);
        desk.assert_sees(reason);
        assert!(!mark.exists(), "{script}");
    }
}

#[test]
fn check_runs_no_programs() {
    let place = Place::quick(Lang::En);
    let (command, mark) = marking_command(&place, "mark.txt");
    let text = robot_source("Fred", &["/bin/sh", "-c", &command]);
    place.write(&format!("{FOLDER}/fred.luau"), &text);
    let hash = SavedRule::hash_of(&text);
    // The player has allowed this program before.
    place
        .write("settings.json", &format!(r#"{{"lang":"en","speed":"off","programs":["{hash}"]}}"#));
    let fred = Player { hash: Some(hash), ..Player::robot("Fred", "fred.luau") };
    let players = [Some(fred.clone()), None, Some(fred), None];
    let record = position("flying", &players, |game| game.state().outcome().is_some());
    let path = place.write("saves/over.json", &record.write());
    let mut desk = place.open_with(Some(path));
    desk.click_id("replay-check");
    desk.frames(2);
    desk.click_id("replay-verdict-robots");
    desk.frames(3);
    let finding = desk.tf("replay-verdict-robots-program", &[("robot", "Fred".into())]);
    desk.assert_sees(&finding);
    assert!(!mark.exists());
}

#[test]
fn program_cannot_replace_a_shipped_robot() {
    let place = Place::quick(Lang::En);
    let (command, mark) = marking_command(&place, "mark.txt");
    place.write(
        &format!("{FOLDER}/greedy.luau"),
        &robot_source("Fred", &["/bin/sh", "-c", &command]),
    );
    let mut desk = place.open();
    desk.click("Play Aeroplane Chess");
    desk.frames(2);
    desk.click("Start");
    desk.frames(3);
    assert!(!asks_for_permission(desk.on(Screen::Play)), "the default robots are scripts");
    let record = desk.record().clone();
    let robots = record.players.iter().filter(|(_, player)| !player.is_human());
    let shipped = qipan::model::scripts::SHIPPED_ROBOTS.iter();
    let greedy =
        shipped.clone().find(|script| script.game == "race" && script.name == "greedy").unwrap();
    assert!(robots.clone().count() > 0 && greedy.text.contains("Greedy Greta"));
    assert!(robots.into_iter().all(|(_, player)| player.name != "Fred"));
    let steps = desk.steps();
    while desk.steps() < steps + 12 {
        assert!(desk.take_turn(InputDevice::Keys));
    }
    assert!(!mark.exists() && desk.table().robot_errors.is_empty());
    // The author can read the reason on the scripts page.
    desk.key(Key::F2);
    desk.frames(3);
    desk.assert_sees("a robot that comes with Qipan has this name");
}

/// Returns a house rule whose text and source are made to mislead.
pub(super) fn misleading_rule() -> SavedRule {
    let name = format!("Nice{}rule\u{202e}", "\n".repeat(330));
    let source = format!(
        "return {{ api = 1, game = \"race\", name = \"x\", author = \"Kim\",\nhooks = {{ after = {{ \
         on = {{ \"launched\" }}, run = function(view) error(\"it ran\") end }} }} }}\n{}",
        "-- more\n".repeat(400)
    );
    let both = |text: &str| qipan_core::contract::localized::Text::both(text);
    SavedRule {
        file: "nice.luau".to_owned(),
        name: both(&name),
        about: both(&format!("{}Every word of it was checked.", "\n".repeat(330))),
        author: format!("Kim\n{}", "y".repeat(1500)),
        set: Default::default(),
        hooks: vec!["after".to_owned()],
        questions: Default::default(),
        sees_all: false,
        until: None,
        hash: SavedRule::hash_of(&source),
        source,
        modules: Default::default(),
    }
}

#[test]
fn long_house_rules_fit_the_consent_question() {
    let place = Place::quick(Lang::En);
    let people = [Some(Player::human("Kim")), None, Some(Player::human("Lee")), None];
    let record = position("flying", &people, |game| game.record().steps.is_empty());
    let text = Record { house_rules: vec![misleading_rule()], ..record }.write();
    let path = place.write("saves/half.json", &text);
    let mut desk = place.open_with(Some(path));
    for size in SIZES {
        desk.h.set_size(vec2(size[0], size[1]));
        desk.frames(4);
        let answers =
            ["play-house-run", "play-house-without", "play-house-look"].map(|id| desk.t(id));
        let answers = answers.each_ref().map(String::as_str);
        assert_fits(&desk, &answers, answers[2]);
        let lines: Vec<String> = desk.nodes().into_iter().map(|(_, text)| text).collect();
        assert!(
            !lines.iter().any(|line| line.contains(['\n', '\u{202e}']) && line.contains("rule"))
        );
    }
    desk.key(Key::Enter);
    desk.frames(3);
    assert!(!desk.table().are_rules_loaded(), "the Return key only shows the game");
}

#[test]
fn consent_does_not_extend_to_another_game() {
    let place = Place::quick(Lang::En);
    let people = [Some(Player::human("Kim")), None, Some(Player::human("Lee")), None];
    let record = position("flying", &people, |game| game.record().steps.is_empty());
    let rule = |name: &str| {
        let rule = misleading_rule();
        let source = format!("-- {name}\n{}", rule.source);
        let text = qipan_core::contract::localized::Text::both(name);
        SavedRule { name: text, hash: SavedRule::hash_of(&source), source, ..rule }
    };
    let game = |name: &str| {
        let text = Record { house_rules: vec![rule(name)], ..record.clone() }.write();
        place.write(&format!("saves/{name}.json"), &text)
    };
    let (first, second) = (game("First"), game("Second"));
    let mut desk = place.open_with(Some(first));
    assert!(desk.sees("First"), "{}", desk.node_texts());
    desk.drop_file(&second);
    desk.frames(4);
    if desk.sees("First") {
        desk.click_id("play-house-run");
        desk.frames(3);
    }
    assert!(desk.sees("Second") && !desk.table().are_rules_loaded(), "{}", desk.node_texts());
    desk.click_id("play-house-run");
    desk.frames(3);
    assert!(desk.table().are_rules_loaded());
}

#[test]
fn tournament_asks_before_running_programs() {
    let place = Place::quick(Lang::En);
    let (command, mark) = marking_command(&place, "mark.txt");
    place
        .write(&format!("{FOLDER}/fred.luau"), &robot_source("Fred", &["/bin/sh", "-c", &command]));
    let mut desk = place.open();
    desk.key(Key::F2);
    desk.frames(3);
    desk.click_id("scripts-tournament");
    desk.frames(3);
    desk.click_id("tournament-start");
    desk.frames(3);
    assert!(asks_for_permission(&desk) && desk.sees_part("/bin/sh"), "{}", desk.node_texts());
    assert_fits(&desk, &["Yes", "No"], "No");
    desk.key(Key::Enter);
    desk.frames(3);
    assert!(!asks_for_permission(&desk) && !mark.exists());
}
