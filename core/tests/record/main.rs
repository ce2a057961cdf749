//! Tests of saved games: reading, verifying, detecting changes, branches and journals.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use qipan_core::contract::game::{Game, Step};

#[path = "../common/mod.rs"]
mod common;

mod changes;

mod old_saves;
mod positions;
mod questions;
mod replays;
mod saved_analysis;
mod saves;
mod variations;
mod views;

/// Converts a step of a wrapper into the same step of the game inside it.
fn step_of<G, H>(step: &Step<H>) -> Step<G>
where
    G: Game,
    H: Game<Action = G::Action, Chance = G::Chance, Effect = G::Effect>,
{
    match *step {
        Step::Act { seat, action } => Step::Act { seat, action },
        Step::Chance(outcome) => Step::Chance(outcome),
        Step::House { rule, effect } => Step::House { rule, effect },
        Step::Timeout { seat } => Step::Timeout { seat },
        Step::Resign { seat } => Step::Resign { seat },
        Step::Draw => Step::Draw,
    }
}
