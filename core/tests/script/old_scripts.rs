//! Tests that scripts, settings and names from before a renaming keep working: the shipped scripts
//! as they once were (`core/tests/data/old_scripts`) still load and play as those of today.

use std::path::{Path, PathBuf};

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Game;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::contract::seat::SeatSet;
use qipan_core::contract::source::Source;
use qipan_core::games::junqi::layouts::SHIPPED;
use qipan_core::games::junqi::{Junqi, PRESETS};
use qipan_core::games::race::{Race, Rules};
use qipan_core::play::game_loop::Buffers;
use qipan_core::play::playout::random_playout_under_rules;
use qipan_core::registry::inspect;
use qipan_core::script::{Host, LuaRobot, ParamValue, ScriptKind, convert_old_params, old_names};

use crate::common::house_junqi::{Ruling, house, merged};
use crate::common::junqi::{rules, start};
use crate::common::race_house::{Script, Under};
use crate::common::rng;
use crate::common::scripts::source_in;
use crate::junqi::play_out;
use crate::robots::play;

/// Returns the names and paths of the scripts in a folder of this package.
fn scripts(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|why| panic!("{}: {why}", folder.display()))
        .map(|file| file.unwrap().path())
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path))
        .collect();
    found.sort();
    found
}

/// Returns the scripts of a folder that have an old version: name, old text and present text.
fn old_and_present(kind: &str) -> Vec<(String, String, Source)> {
    let present_folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../scripts/{kind}"));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let texts = |(name, old): (String, PathBuf)| {
        let present = present_folder.join(old.file_name().unwrap());
        (name, read(&old), source_in(kind, &read(&present)))
    };
    scripts(&format!("tests/data/old_scripts/{kind}")).into_iter().map(texts).collect()
}

/// Returns parameters that make a searching robot quick, by their old names.
fn quick_params(name: &str) -> Vec<(String, ParamValue)> {
    let set: &[(&str, f64)] = match name {
        "deducer" => &[("worlds", 2.0)],
        "sampler" => &[("passes", 60.0)],
        "master" => &[("thinking", 0.07)],
        _ => &[],
    };
    set.iter().map(|(name, value)| ((*name).to_owned(), ParamValue::Number(*value))).collect()
}

/// Robots that choose better today than in their old version.
const IMPROVED: [&str; 2] = ["master", "sampler"];

#[test]
fn old_junqi_robots_play_like_those_of_today() {
    let robots = old_and_present("robots/junqi");
    assert!(robots.len() >= 7, "{robots:?}");
    for (name, old, present) in robots {
        let info = inspect(&name, &old, &Host::default()).unwrap();
        let searches = old.contains("turn:search");
        for (number, preset) in PRESETS.iter().enumerate() {
            let is_too_slow = searches && !["dark", "flip"].contains(preset);
            if is_too_slow || !(info.presets.is_empty() || info.presets.iter().any(|p| p == preset))
            {
                continue;
            }
            let choices_of = |source: &Source| {
                let host = Host::default();
                let mut robot = LuaRobot::load(&name, source, &quick_params(&name), &host).unwrap();
                let mut game = start(&rules(preset, &[]), &mut rng(number as u64));
                let choices = play_out(&mut game, &mut [&mut robot], 3, |_, _| {});
                let trouble = choices.iter().find_map(|choice| choice.error.clone());
                assert_eq!(trouble, None, "{name} at {preset}");
                choices.into_iter().map(|choice| (choice.action, choice.notes)).collect::<Vec<_>>()
            };
            let (old_choices, choices) = (choices_of(&Source::from(&old)), choices_of(&present));
            assert!(
                IMPROVED.contains(&name.as_str()) || old_choices == choices,
                "{name} plays otherwise at {preset}"
            );
        }
    }
}

#[test]
fn old_race_robots_play_like_those_of_today() {
    let robots = old_and_present("robots/race");
    assert!(robots.len() >= 7, "{robots:?}");
    for (name, old, present) in robots {
        for preset in ["aeroplane", "flying"] {
            let choices_of = |source: &Source| {
                let mut robot = LuaRobot::load(&name, source, &[], &Host::default()).unwrap();
                let rules = Rules::preset(preset).unwrap();
                let mut race = Race::new(&rules, SeatSet::first(4), &Default::default()).unwrap();
                let choices = play(&mut race, &mut [&mut robot], 3);
                let trouble = choices.iter().find_map(|choice| choice.error.clone());
                assert_eq!(trouble, None, "{name} at {preset}");
                choices.into_iter().map(|choice| (choice.action, choice.notes)).collect::<Vec<_>>()
            };
            let (old_choices, choices) = (choices_of(&Source::from(&old)), choices_of(&present));
            assert!(
                IMPROVED.contains(&name.as_str()) || old_choices == choices,
                "{name} plays otherwise at {preset}"
            );
        }
    }
}

#[test]
fn old_layouts_are_those_of_today() {
    let offered = SHIPPED.map(|shipped| shipped.layout());
    for (name, old, present) in old_and_present("robots/junqi") {
        for seed in 0..30 {
            let layout_of = |source: &Source| {
                let mut robot = LuaRobot::load(&name, source, &[], &Host::default()).unwrap();
                let stream = Seed::from_number(seed).robot_stream(Seat::new(0), 0);
                robot.layout(Seat::new(0), &rules("dark", &[]), &offered, stream).unwrap()
            };
            let (old, present) = (layout_of(&Source::from(&old)), layout_of(&present));
            if ["deducer", "sampler", "master"].contains(&name.as_str()) {
                // These choose other layouts since then.
                assert!(old.is_some() && present.is_some(), "{name}, seed {seed}");
            } else {
                assert_eq!(old, present, "{name}, seed {seed}");
            }
        }
    }
}

#[test]
fn old_house_rules_work() {
    for (name, old, _) in old_and_present("rules/race") {
        let script = Script::new(&name, &old);
        let preset = if script.is_for("aeroplane") { "aeroplane" } else { "flying" };
        let rules = script.set_in(&Rules::preset(preset).unwrap()).unwrap();
        let scripts = [&script];
        let seats = SeatSet::first(4);
        Under { scripts: &scripts, preset, rules, seats, seed: 7 }.check(false);
    }
    for (name, old, present) in old_and_present("rules/junqi") {
        let ends = [Source::from(old), present].map(|source| {
            let rule = Ruling::new(&name, source);
            let preset = PRESETS.iter().find(|preset| rule.is_for(preset)).unwrap();
            let rules = merged(&rules(preset, &[]), &[&rule]).unwrap();
            let mut game = start(&rules, &mut rng(4));
            let mut house = house(&[&rule]);
            house.start().unwrap();
            let plies = random_playout_under_rules(
                &mut game,
                &mut rng(5),
                &mut Buffers::default(),
                &mut house,
            )
            .unwrap();
            (plies, game.ply(), game.outcome())
        });
        assert_eq!(ends[0], ends[1], "{name}");
    }
}

#[test]
fn old_starters_load() {
    for game in ["race", "junqi"] {
        for (name, old, present) in old_and_present(&format!("starters/{game}")) {
            let kind = if name == "rule" { ScriptKind::Rule } else { ScriptKind::Robot };
            for source in [Source::from(old), present] {
                let info = inspect(&name, &source, &Host::default()).unwrap();
                assert_eq!((info.kind, info.game.as_str()), (kind, game));
            }
        }
    }
}

#[test]
fn old_names_are_mentioned_and_no_longer_used() {
    let mut found = Vec::new();
    for kind in ["robots/race", "robots/junqi", "rules/race", "rules/junqi"] {
        for (name, old, present) in old_and_present(kind) {
            found.extend(old_names(&old).into_iter().map(|(_, used)| (name.clone(), used.old)));
            assert_eq!(old_names(&String::from_utf8_lossy(&present.text)), [], "{name}");
        }
    }
    found.sort();
    let expected = [("master".to_owned(), "bold"), ("sampler".to_owned(), "bold")];
    assert_eq!(found, expected);
}

#[test]
fn old_parameters_become_present_ones() {
    let source = "return { api = 1, game = 'junqi', name = 'x', params = { patience = {
        default = 1, min = 0.1, max = 9, was = { passes = 1500, thinking = 7 } }, deep = { default = true } },
        choose = function(_, turn) print(turn.params.patience) return turn:actions()[1] end }";
    let info = inspect("x.luau", source, &Host::default()).unwrap();
    let number = |name: &str, value: f64| (name.to_owned(), ParamValue::Number(value));
    let convert = |given: &[(String, ParamValue)]| convert_old_params(&info.params, given.to_vec());
    assert_eq!(convert(&[number("passes", 3000.0)]), [number("patience", 2.0)]);
    assert_eq!(
        convert(&[number("passes", 3000.0), number("patience", 2.0)]),
        [number("patience", 4.0)]
    );
    assert_eq!(
        convert(&[number("thinking", 14.0), number("passes", 750.0)]),
        [number("patience", 1.0)]
    );
    let other = [number("speed", 1.0), ("deep".to_owned(), ParamValue::Flag(false))];
    assert_eq!(convert(&other), other, "other names stay as they are");
    let load = |given: &[(String, ParamValue)]| {
        LuaRobot::<Junqi>::load("x.luau", source, given, &Host::default())
    };
    let game = start(&rules("dark", &[]), &mut rng(1));
    let printed = |given: &[(String, ParamValue)]| {
        crate::robots::ask(&mut load(given).unwrap(), &game, &[], [1; 32]).printed.concat()
    };
    assert_eq!(printed(&[number("passes", 3000.0)]), "2");
    assert_eq!(printed(&[number("passes", 1.0)]), "0.1", "fitted to the range");
    let error = load(&[number("speed", 1.0)]).err().unwrap().message;
    assert_eq!(error, "has no parameter `speed`; parameters are deep, patience");
    for was in ["3", "{ passes = 0 }", "{ passes = 'x' }", "{ 'passes' }"] {
        let odd = source.replace("{ passes = 1500, thinking = 7 }", was);
        let error = inspect("x.luau", odd, &Host::default()).unwrap_err().message;
        assert!(error.contains("`was`"), "{was}: {error}");
    }
}
