//! Tests that `random_action`, which makes no full list, is as uniform as a draw from the list.

use std::collections::HashMap;

use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::games::junqi::{Action, Junqi, PRESETS};
use rand::rngs::SmallRng;
use serde_json::json;

use crate::common::junqi::{rules, start};
use crate::common::rng;

/// The expected number of draws of each action.
const TIMES: usize = 200;

/// Draws many actions in a position and compares their frequencies with the uniform distribution.
fn draws_evenly(game: &Junqi, rng: &mut SmallRng, what: &str) {
    let (mut actions, mut list) = (Vec::new(), Vec::new());
    game.legal_actions(&mut actions);
    let mut drawn: HashMap<Action, usize> = actions.iter().map(|action| (*action, 0)).collect();
    for _ in 0..TIMES * actions.len() {
        let action = game.random_action(rng, &mut list);
        let times = drawn.get_mut(&action);
        *times.unwrap_or_else(|| panic!("{what}: {action} is not legal")) += 1;
    }
    let odd = |times: &usize| (*times as f64 - TIMES as f64).powi(2) / TIMES as f64;
    let (found, free) = (drawn.values().map(odd).sum::<f64>(), actions.len() as f64 - 1.0);
    // Seven standard deviations of chi-square under uniform draws.
    assert!(found <= free + 7.0 * (2.0 * free).sqrt(), "{what}: {found} of {free}: {drawn:?}");
}

#[test]
fn random_action_is_uniform_over_legal_actions() {
    let options = [
        vec![],
        vec![("rail_turns", json!(true))],
        vec![("bomb_moves_as_engineer", json!(true)), ("hq_exit", json!(true))],
    ];
    for (number, preset) in PRESETS.into_iter().enumerate() {
        let rng = &mut rng(number as u64);
        for options in &options {
            let mut game = start(&rules(preset, options), rng);
            let (mut ply, mut list) = (0, Vec::new());
            while let Turn::Seat(seat) = game.turn() {
                if ply % 47 == 0 {
                    draws_evenly(&game, rng, &format!("{preset} {options:?} ply {ply}"));
                }
                let action = game.random_action(rng, &mut list);
                game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
                ply += 1;
            }
        }
    }
}

#[test]
fn random_action_is_uniform_with_extra_lines() {
    let rng = &mut rng(5);
    let lines = json!([["S22", "S33", "S44"], ["S11", "N11"]]);
    let mut game = start(&rules("open", &[("extra_lines", lines)]), rng);
    for ply in 0..120 {
        let Turn::Seat(seat) = game.turn() else { break };
        if ply % 40 == 0 {
            draws_evenly(&game, rng, &format!("extra lines, ply {ply}"));
        }
        let action = game.random_action(rng, &mut Vec::new());
        game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
    }
}
