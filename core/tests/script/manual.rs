//! The chapter on house rules in the manual: its examples work, and it is complete.

use crate::common::race_house::{Script, Under};
use crate::common::rng;
use qipan_core::game::Game;
use qipan_core::junqi::Junqi;
use qipan_core::options::RuleSet;
use qipan_core::race::{PRESETS, Race, Rules};
use qipan_core::script::{Host, LuaRule, ScriptKind, Scripted};
use qipan_core::seat::SeatSet;
use rand::RngExt;
use serde_json::json;

const MANUAL: &str = include_str!("../../../scripts/README.md");
const TYPES: &str = include_str!("../../../scripts/qipan.d.luau");

/// The house rules printed in the manual.
fn examples() -> Vec<Script> {
    let blocks = MANUAL.split("```luau\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap());
    let rules = blocks.filter(|code| code.contains("set =") || code.contains("hooks ="));
    rules.enumerate().map(|(k, code)| Script::new(&format!("example_{}", k + 1), code)).collect()
}

#[test]
fn the_examples_load_and_those_for_the_race_keep_the_laws() {
    let (mut rng, mut games) = (rng(1), 0);
    for script in examples() {
        assert_eq!(script.info.kind, ScriptKind::Rule);
        if script.info.game == Junqi::KIND {
            LuaRule::<Junqi>::load(&script.name, &script.source, 0, &[], &Host::default()).unwrap();
            continue;
        }
        for preset in PRESETS.iter().filter(|preset| script.is_for(preset)) {
            let rules = script.set_in(&Rules::preset(preset).unwrap()).unwrap();
            // Planes left on the board by a seat that is home are where rules go wrong.
            let quick = rules.with("planes_to_win", &json!(2)).unwrap();
            for game in 0..30 {
                let rules = if game % 2 == 0 { rules } else { quick };
                let (scripts, seats) = ([&script], SeatSet::first(2 + game % 3));
                let seed = rng.random();
                Under { scripts: &scripts, preset, rules, seats, seed }.check(game < 3);
                games += 1;
            }
        }
    }
    assert!(games >= 9 * 30, "{games} games");
}

/// The kinds of effects of a game, told by the error for one there is not.
fn kinds<G: Scripted>() -> Vec<String> {
    let error = serde_json::from_value::<G::Effect>(json!({ "kind": "?" })).unwrap_err();
    let error = error.to_string();
    let list = error.split_once("expected one of").unwrap().1;
    let kinds = list.split('`').skip(1).step_by(2).map(str::to_owned);
    // A rule cannot ask for a seat to pass.
    kinds.filter(|kind| kind != "pass").collect()
}

fn every_effect_is_described<G: Scripted>(chapter: &str, name: &str) {
    let kinds = kinds::<G>();
    assert!(kinds.len() >= 9, "{kinds:?}");
    assert_eq!(kinds, G::EFFECTS, "what a rule is told there is");
    let chapter = MANUAL.split(chapter).nth(1).unwrap().split("\n### ").next().unwrap();
    let types = TYPES.split(&format!("export type {name} =")).nth(1).unwrap();
    let types = types.split("\nexport").next().unwrap();
    for kind in &kinds {
        let words = format!("kind = \"{kind}\"");
        assert!(chapter.contains(&words), "the manual does not explain {kind}");
        assert!(types.contains(&format!("kind: \"{kind}\"")), "{name} has no {kind}");
    }
    assert_eq!(types.matches("kind: ").count(), kinds.len(), "{name} has what there is not");
}

#[test]
fn every_effect_is_described_and_typed() {
    every_effect_is_described::<Race>("### Effects of the race games", "RaceEffect");
    every_effect_is_described::<Junqi>("### Effects of Junqi", "JunqiEffect");
}
