//! Playing worlds on by a sensible policy, and what comes of it.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::Rulebook;
use crate::game::{Step, Turn};
use crate::house::RuleFailure;
use crate::judgement::{Judged, Worths};
use crate::seat::Seat;

/// Playouts of one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rollout {
    /// How many were played.
    pub games: u32,
    /// Plies played in all of them.
    pub plies: u64,
    /// What the seat got of the first place, or can expect of it where playouts ended early,
    /// on average.
    pub mean: f32,
}

/// Plays on for so many decisions at the most, as players with some sense would; how many
/// there were.
///
/// # Errors
/// When a house rule fails.
pub(super) fn play_on_with<G: Judged, R: Rng + ?Sized>(
    state: &mut G,
    depth: u32,
    rulebook: &mut Rulebook<G>,
    rng: &mut R,
    actions: &mut Vec<G::Action>,
) -> Result<u64, RuleFailure> {
    let mut outcomes = Vec::new();
    for played in 0..depth {
        match state.turn() {
            Turn::Over => return Ok(u64::from(played)),
            Turn::Chance { .. } => {
                let outcome = state.random_outcome(rng, &mut outcomes);
                rulebook.play(state, Step::Chance(outcome))?;
            }
            Turn::Seat(seat) => {
                let action = if rulebook.is_plain() {
                    state.sensible_action(rng, actions)
                } else {
                    rulebook.actions(state, actions)?;
                    crate::game::any_of(actions, rng)
                };
                let action = state.with_fight_recorded(action);
                rulebook.play(state, Step::Act { seat, action })?;
            }
        }
    }
    Ok(u64::from(depth))
}

/// Plays a world on for so many decisions at the most, as players with some sense would; how
/// many there were. `seed` begins the random numbers.
///
/// # Errors
/// When a house rule fails.
pub fn play_on<G: Judged>(
    state: &mut G,
    depth: u32,
    rulebook: &mut Rulebook<G>,
    seed: u64,
) -> Result<u64, RuleFailure> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    play_on_with(state, depth, rulebook, &mut rng, &mut Vec::new())
}

/// What comes of an action of the seat to move, playing it in each of the worlds in turn until
/// `games` were played or `go_on`, told the plies of each and the steps its house rules took, says
/// no. Each ends after `depth`
/// decisions, and is then judged.
///
/// # Errors
/// When a house rule fails.
#[expect(clippy::too_many_arguments, reason = "each is another thing to be borrowed")]
pub fn mean_result<G: Judged, R: Rng + ?Sized>(
    worlds: &[G],
    seat: Seat,
    action: G::Action,
    (games, depth): (u32, u32),
    rulebook: &mut Rulebook<G>,
    rng: &mut R,
    judge: &mut dyn FnMut(&G, &mut Vec<G::Action>) -> Worths,
    go_on: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<Rollout, RuleFailure> {
    let mut actions = Vec::new();
    let (mut result, mut sum) = (Rollout { games: 0, plies: 0, mean: 0.0 }, 0.0);
    while result.games < games && !worlds.is_empty() {
        let mut state = worlds[result.games as usize % worlds.len()].clone();
        let action = state.with_fight_recorded(action);
        rulebook.play(&mut state, Step::Act { seat, action })?;
        let plies = 1 + play_on_with(&mut state, depth, rulebook, rng, &mut actions)?;
        sum += judge(&state, &mut actions)[seat.index()];
        result.games += 1;
        result.plies += plies;
        if !go_on(plies, rulebook.take_fuel()) {
            break;
        }
    }
    result.mean = sum / result.games.max(1) as f32;
    Ok(result)
}
