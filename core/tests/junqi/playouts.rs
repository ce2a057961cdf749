//! Tests that `random_action`, which makes no full list, is as uniform as a draw from the list.

use std::collections::HashMap;

use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::games::junqi::{Action, Junqi, PRESETS};
use rand::rngs::SmallRng;
use serde_json::json;

use crate::common::junqi::{rules, start};
use crate::common::rng;

/// The expected number of draws of each action.
const EXPECTED_DRAWS: usize = 200;

/// Draws many actions in a position and compares their frequencies with the uniform distribution by
/// a chi-square test. `name` is for the message.
fn check_uniform(game: &Junqi, rng: &mut SmallRng, name: &str) {
    let (mut actions, mut list) = (Vec::new(), Vec::new());
    game.legal_actions(&mut actions);
    let mut counts: HashMap<Action, usize> = actions.iter().map(|action| (*action, 0)).collect();
    for _ in 0..EXPECTED_DRAWS * actions.len() {
        let action = game.random_action(rng, &mut list);
        let count = counts.get_mut(&action);
        *count.unwrap_or_else(|| panic!("{name}: {action} is not legal")) += 1;
    }
    let expected = EXPECTED_DRAWS as f64;
    let deviation = |count: &usize| (*count as f64 - expected).powi(2) / expected;
    let chi_square: f64 = counts.values().map(deviation).sum();
    // The mean of chi-square is the degrees of freedom, and its variance is twice that. Seven
    // standard deviations are allowed.
    let freedom = actions.len() as f64 - 1.0;
    let limit = freedom + 7.0 * (2.0 * freedom).sqrt();
    assert!(chi_square <= limit, "{name}: {chi_square} of {freedom}: {counts:?}");
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
                    check_uniform(&game, rng, &format!("{preset} {options:?} ply {ply}"));
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
            check_uniform(&game, rng, &format!("extra lines, ply {ply}"));
        }
        let action = game.random_action(rng, &mut Vec::new());
        game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
    }
}
