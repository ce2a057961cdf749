//! The player's own robots: broken ones, failing ones, ones changed during a game, and programs.

use crate::support::{Desk, InputDevice, Place, position, robot};
use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan_core::contract::game::{Game as _, Step};
use qipan_core::contract::robot::RobotNote;
use qipan_core::games::race::Race;
use qipan_core::record::Player;

/// The folder of the player's robots for races.
const FOLDER: &str = "scripts/robots/race";

/// Returns the source of a robot that takes the first action and notes a word on it.
fn noting_robot_source(word: &str) -> String {
    format!(
        "return {{ api = 1, game = \"race\", name = \"Mine\", version = \"1\", author = \"Kim\",\n\
         choose = function(view, turn)\n\
         local action = turn:actions()[1]\n\
         turn:note(action, \"{word}\")\n\
         return action\n\
         end }}\n"
    )
}

/// The source of a robot that always fails.
const FAILING: &str = "return { api = 1, game = \"race\", name = \"Failing\", version = \"1\", author = \"Kim\",\n\
    choose = function(view, turn)\n\
    return nothing.at.all\n\
    end }\n";

/// Returns the players of a game of one person against a robot.
fn person_against(name: &str) -> [Option<Player>; 4] {
    [Some(Player::human("")), Some(robot(name)), None, None]
}

/// Returns the notes of the last robot.
fn noted_words(desk: &Desk) -> Vec<String> {
    let notes = desk.table().last_report().into_iter().flat_map(|report| &report.notes);
    let text = |note: &RobotNote<_>| match note {
        RobotNote::Action { text, .. } => Some(text.clone()),
        RobotNote::Cell { .. } => None,
    };
    notes.filter_map(text).collect()
}

/// Lets robots play until one of them notes this word.
#[track_caller]
fn wait_for_note(desk: &mut Desk, word: &str) {
    desk.until(word, |desk| noted_words(desk).iter().any(|text| text == word));
}

#[test]
fn broken_script_is_listed_with_its_error() {
    let place = Place::quick(Lang::En);
    place.write(&format!("{FOLDER}/broken.luau"), "return {\n  api = 1,\n  game = = 2\n}\n");
    let mut desk = place.open();
    desk.click("Play Aeroplane Chess");
    desk.frames(2);
    desk.click("Who plays Yellow");
    desk.frames(2);
    assert!(
        desk.sees("broken") && !desk.has_control("broken"),
        "the robot is listed but cannot be chosen"
    );
    desk.h.hover_at(desk.centre_of_any("broken"));
    desk.frames(90);
    desk.assert_sees("broken.luau:3");
    desk.key(Key::Escape);
    desk.frames(2);
    desk.on(Screen::NewGame);
    desk.click("Start");
    desk.frames(2);
    desk.key(Key::Space);
    desk.settle();
    assert!(desk.on(Screen::Play).steps() > 0, "the other robots play");
}

#[test]
fn failing_robot_is_reported_and_the_game_goes_on() {
    let place = Place::quick(Lang::En);
    place.write(&format!("{FOLDER}/failing.luau"), FAILING);
    for (name, reason) in [("failing", "failing.luau:3"), ("gone", "gone.luau")] {
        let mut desk = place.open();
        desk.put(position("aeroplane", &person_against(name), |game| {
            game.record().steps.is_empty()
        }));
        desk.play_until_robot_error(InputDevice::Keys);
        desk.assert_sees("Yellow's robot has a problem");
        desk.assert_sees(reason);
        let steps = desk.steps();
        for _ in 0..12 {
            assert!(desk.take_turn(InputDevice::Keys));
        }
        assert!(desk.steps() > steps + 12, "{name}");
    }
}

#[test]
fn changed_robot_file_is_reloaded_during_the_game() {
    let place = Place::quick(Lang::En);
    let file = format!("{FOLDER}/mine.luau");
    place.write(&file, &noting_robot_source("one"));
    let mut desk = place.open();
    let players = [Some(robot("mine")), Some(robot("mine")), None, None];
    desk.put(position("flying", &players, |game| game.record().steps.is_empty()));
    wait_for_note(&mut desk, "one");
    desk.key(Key::P);
    place.write(&file, &noting_robot_source("two"));
    desk.until("the new file", |desk| desk.sees_part("mine.luau was loaded"));
    desk.key(Key::P);
    wait_for_note(&mut desk, "two");
    desk.key(Key::P);
    place.write(&file, "return { api = 1,\n game = }\n");
    desk.until("the message", |desk| desk.sees_part("mine.luau:2"));
    let steps = desk.steps();
    desk.key(Key::P);
    desk.until("the old robot to go on", |desk| desk.steps() > steps + 10);
    assert_eq!(noted_words(&desk), ["two"], "the last source that loaded is still used");
    assert!(desk.table().robot_errors.is_empty());
    // A newly created robot also uses the last source that loaded.
    desk.key(Key::P);
    desk.click("Who plays Red");
    desk.frames(2);
    desk.click("Me");
    desk.frames(2);
    desk.key(Key::P);
    while !desk.table().can_take_back(false) {
        assert!(desk.take_turn(InputDevice::Keys));
    }
    desk.settle();
    desk.ctrl(Key::Z);
    let steps = desk.steps();
    while desk.steps() < steps + 12 {
        assert!(desk.take_turn(InputDevice::Keys));
    }
    desk.settle();
    assert!(desk.table().robot_errors.is_empty(), "{:?}", desk.table().robot_errors);
    place.write(&file, &noting_robot_source("three"));
    desk.until("the new file", |desk| desk.sees_part("mine.luau was loaded"));
    while noted_words(&desk) != ["three"] {
        assert!(desk.take_turn(InputDevice::Keys));
        desk.settle();
    }
}

#[test]
fn external_program_runs_only_after_permission() {
    let place = Place::quick(Lang::En);
    let code = "import json, sys\nopen('ran.txt', 'w')\nfor line in sys.stdin:\n    \
                if json.loads(line)['type'] == 'turn': print('{\"action\": 0}', flush=True)\n";
    place.write(&format!("{FOLDER}/first.py"), code);
    let text = "return { api = 1, game = \"race\", name = \"Snake\",\n    \
                command = { \"python3\", \"first.py\" } }\n";
    place.write(&format!("{FOLDER}/snake.luau"), text);
    let mark = place.path(&format!("{FOLDER}/ran.txt"));
    let mut desk = place.open();
    let start = |desk: &mut Desk| {
        desk.click("Play Aeroplane Chess");
        desk.frames(2);
        desk.click("Who plays Yellow");
        desk.frames(2);
        desk.click("Snake");
        desk.frames(2);
        desk.click("Start");
        desk.frames(2);
    };
    start(&mut desk);
    assert!(desk.sees("python3") && desk.sees("first.py"), "{}", desk.node_texts());
    desk.click("No");
    desk.frames(2);
    desk.on(Screen::NewGame);
    assert!(!mark.exists());
    desk.click("Start");
    desk.frames(2);
    desk.click("Yes");
    desk.frames(2);
    let yellow = qipan_core::contract::seat::Seat::new(1);
    let has_acted = |desk: &Desk| {
        let is_yellow_action =
            |step: &Step<Race>| matches!(step, Step::Act { seat, .. } if *seat == yellow);
        desk.record().steps.iter().any(is_yellow_action)
    };
    while !has_acted(&desk) {
        assert!(desk.take_turn(InputDevice::Keys));
    }
    assert!(mark.exists() && desk.table().robot_errors.is_empty());
    let settings = place.read("settings.json");
    assert!(
        settings.contains("\"programs\": [") || settings.contains("\"programs\":["),
        "{settings}"
    );
}

/// Fills a seat of the new-game screen from its list.
fn choose_player(desk: &mut Desk, seat: &str, entry: &str) {
    let list = desk.tf("who-of", &[("seat", seat.to_owned().into())]);
    desk.click(&list);
    desk.frames(2);
    desk.click(entry);
    desk.frames(2);
}

#[test]
fn robots_are_listed_by_level_in_both_languages() {
    let titles = [("Estimating Elsa", "Sampler Sun"), ("精算小艾", "试阵小孙")];
    for (lang, (race, junqi)) in [Lang::En, Lang::Zh].into_iter().zip(titles) {
        let place = Place::quick(lang);
        place.write(
            &format!("{FOLDER}/mine.luau"),
            &noting_robot_source("x").replace("version", "level"),
        );
        place.write(
            &format!("{FOLDER}/own.luau"),
            &noting_robot_source("x")
                .replace("version = \"1\"", "level = \"strong\"")
                .replace("Mine", "Own"),
        );
        let mut desk = place.open();
        let strong_name = |desk: &Desk, robot: &str| {
            let args = [("level", desk.t("who-level-strong").into()), ("robot", robot.into())];
            desk.tf("who-at-level", &args)
        };
        let play_label = |desk: &Desk, game: &str| {
            desk.tf("home-play", &[("game", desk.t(&format!("game-{game}")).into())])
        };
        desk.click(&play_label(&desk, "aeroplane"));
        desk.on(Screen::NewGame);
        let (yellow, blue) = (desk.t("seat-yellow"), desk.t("seat-blue"));
        let elsa = strong_name(&desk, race);
        choose_player(&mut desk, &yellow, &elsa);
        desk.click(&desk.tf("who-of", &[("seat", blue.as_str().into())]));
        desk.frames(2);
        // Robots are listed by level, own ones next to shipped ones, those without a level last.
        let heights = [elsa, strong_name(&desk, "Own")].map(|name| desk.centre_of_any(&name).y);
        let other = desk.centre_of_any(&desk.t("who-others")).y;
        assert!(heights[0] < heights[1] && heights[1] < other, "{}", desk.node_texts());
        assert!(desk.sees("mine") && !desk.has_control("mine"), "there is no level called 1");
        desk.click(&strong_name(&desk, "Own"));
        desk.click_id("new-start");
        desk.frames(2);
        desk.on(Screen::Play);
        let scripts: Vec<_> =
            desk.record().players.iter().map(|(_, player)| player.script.clone()).collect();
        assert_eq!(scripts[1..3], [Some("expectimax.luau".into()), Some("own.luau".into())]);
        desk.key(Key::Escape);
        desk.frames(2);
        desk.click(&play_label(&desk, "junqi"));
        desk.frames(2);
        let north = qipan::games::words::seat::<qipan_core::games::junqi::Junqi>(
            desk.app().i18n(),
            qipan_core::contract::seat::Seat::new(2),
        );
        let sun = strong_name(&desk, junqi);
        choose_player(&mut desk, &north, &sun);
        desk.click_id("new-start");
        desk.frames(2);
        desk.on(Screen::Play);
        let players = &desk.junqi().session.record().players;
        assert_eq!(players[1].1.script.as_deref(), Some("sampler.luau"));
    }
}

/// Returns the manual's first code block in a language that contains `part`.
fn manual_example(language: &str, part: &str) -> String {
    let manual = include_str!("../../../scripts/README.md");
    let fence = format!("```{language}\n");
    let blocks = manual.split(fence.as_str()).skip(1);
    let mut blocks = blocks.map(|block| block.split("```").next().unwrap());
    blocks.find(|block| block.contains(part)).unwrap().to_owned()
}

#[test]
fn manual_example_program_plays_a_whole_game() {
    let place = Place::quick(Lang::En);
    place.write(&format!("{FOLDER}/my_robot.py"), &manual_example("python", "sys.stdin"));
    let text = manual_example("luau", "my_robot.py");
    assert_eq!(text.lines().count(), 3);
    place.write(&format!("{FOLDER}/snake.luau"), &text);
    let mut desk = place.open();
    desk.click("Play Aeroplane Chess");
    desk.frames(2);
    for (seat, player) in
        [("Red", "Easy · Greedy Greta"), ("Yellow", "My Python robot"), ("Blue", "Nobody")]
    {
        choose_player(&mut desk, seat, player);
    }
    choose_player(&mut desk, "Green", "Nobody");
    for key in ["planes_to_win", "planes"] {
        desk.h.state_mut().screens.new_game.seating_mut().set(key, &1.into());
    }
    // With other dice, the robot could win before the program has had many turns.
    desk.h.state_mut().screens.new_game.seed = "7".to_owned();
    desk.click("Start");
    desk.frames(2);
    desk.assert_sees("my_robot.py");
    desk.click("Yes");
    desk.until("the end of the game", |desk| desk.race().outcome().is_some());
    assert!(desk.table().robot_errors.is_empty(), "{:?}", desk.table().robot_errors);
    // The program played its turns.
    let yellow = qipan_core::contract::seat::Seat::new(1);
    let is_yellow_action =
        |step: &&Step<Race>| matches!(step, Step::Act { seat, .. } if *seat == yellow);
    assert!(desk.record().steps.iter().filter(is_yellow_action).count() > 3);
    assert_eq!(desk.record().player(yellow).unwrap().name, "My Python robot");
}

/// A program that hangs in its first turn, ignores signals and holds a lock while it lives.
const HANGING_PROGRAM: &str = r#"
import fcntl, os, signal, sys, time
for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(s, signal.SIG_IGN)
for line in sys.stdin:
    if '"type":"turn"' in line:
        held = open("new", "w")
        fcntl.flock(held, fcntl.LOCK_EX)
        os.rename("new", "held")
        while True: time.sleep(1)
"#;

#[test]
fn closing_the_window_ends_programs_and_their_children() {
    let place = Place::quick(Lang::En);
    place.write(&format!("{FOLDER}/hangs.py"), HANGING_PROGRAM);
    place.write(&format!("{FOLDER}/wrapper.sh"), "python3 hangs.py\necho over\n");
    let text = "return { api = 1, game = \"race\", name = \"Snake\", seconds = 3600,\n    \
                command = { \"sh\", \"wrapper.sh\" } }\n";
    place.write(&format!("{FOLDER}/snake.luau"), text);
    let mut desk = place.open();
    desk.click("Play Aeroplane Chess");
    desk.frames(2);
    for (seat, player) in [("Red", "Easy · Greedy Greta"), ("Yellow", "Snake")] {
        choose_player(&mut desk, seat, player);
    }
    desk.click("Start");
    desk.frames(2);
    desk.click("Yes");
    let held = place.path(&format!("{FOLDER}/held"));
    desk.until("the program's turn", |_| held.exists());
    assert!(std::fs::File::open(&held).unwrap().try_lock().is_err(), "the program runs");
    drop(desk);
    let start_time = std::time::Instant::now();
    while std::fs::File::open(&held).unwrap().try_lock().is_err() {
        assert!(start_time.elapsed().as_secs() < 60, "the program still runs");
        std::thread::yield_now();
    }
}
