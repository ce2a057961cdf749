//! Tests of the analysis of games: luck, skill and the accounts of seats.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod accounts;
mod exact;
mod hidden;
mod luck;
mod turning_points;

use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::play::playout::random_element;
use rand::rngs::SmallRng;

/// Plays at most `max_steps` random steps from a state. Returns the states before each step and
/// after the last, and the steps.
fn random_game<G: Game>(start: G, max_steps: usize, rng: &mut SmallRng) -> (Vec<G>, Vec<Step<G>>) {
    let (mut states, mut steps) = (vec![start], Vec::new());
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    while steps.len() < max_steps {
        let mut state = states[steps.len()].clone();
        let step = match state.turn() {
            Turn::Over => break,
            Turn::Chance { .. } => {
                state.chance_outcomes(&mut outcomes);
                Step::Chance(random_element(&outcomes, rng))
            }
            Turn::Seat(seat) => {
                state.legal_actions(&mut actions);
                Step::Act { seat, action: random_element(&actions, rng) }
            }
        };
        state.play_unchecked(&step, &mut NullSink);
        states.push(state);
        steps.push(step);
    }
    (states, steps)
}
