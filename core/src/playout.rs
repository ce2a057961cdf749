//! Random games to their end: the yardstick of speed, and the simplest look-ahead.

use rand::Rng;

use crate::game::{Game, NullSink, Step, Turn};
use crate::house::{House, RuleFailure};
use crate::house_ruled::HouseRuled;

/// Lists that playouts use again and again, so that they allocate nothing.
#[derive(Clone, Debug)]
pub struct Buffers<G: Game> {
    actions: Vec<G::Action>,
    outcomes: Vec<G::Chance>,
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Self {
        Self { actions: Vec::new(), outcomes: Vec::new() }
    }
}

/// Plays a game to its end, every legal action and every outcome of chance equally likely;
/// how many plies that took.
///
/// For simulations: the generator is whatever is fast, nothing saved may depend on it.
///
/// # Examples
/// ```
/// use qipan_core::game::{Game, SetupError};
/// use qipan_core::playout::{Buffers, random_playout};
/// use qipan_core::race::{Deal, Race, Rules};
/// use qipan_core::seat::SeatSet;
/// use rand::SeedableRng;
/// use rand::rngs::SmallRng;
///
/// let mut game = Race::new(&Rules::AEROPLANE, SeatSet::first(4), &Deal {})?;
/// let plies = random_playout(&mut game, &mut SmallRng::seed_from_u64(1), &mut Buffers::default());
/// let outcome = game.outcome().expect("it was played to its end");
/// assert!(plies > 100 && outcome.places.len() == 4);
/// # Ok::<(), SetupError>(())
/// ```
pub fn random_playout<G: Game, R: Rng + ?Sized>(
    state: &mut G,
    rng: &mut R,
    buffers: &mut Buffers<G>,
) -> u32 {
    let start = state.ply();
    loop {
        // Each arm plays its own step, so that the compiler need not ask what step it is.
        match state.turn() {
            Turn::Over => return state.ply() - start,
            Turn::Chance { .. } => {
                state.chance_outcomes(&mut buffers.outcomes);
                let outcome = buffers.outcomes[below(rng, buffers.outcomes.len())];
                state.play_unchecked(&Step::Chance(outcome), &mut NullSink);
            }
            Turn::Seat(seat) => {
                state.legal_actions(&mut buffers.actions);
                let action = buffers.actions[below(rng, buffers.actions.len())];
                state.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
            }
        }
    }
}

/// As [`random_playout`], under house rules.
///
/// # Errors
/// The rule that failed; the state is where it failed then.
pub fn random_playout_under<G: HouseRuled, R: Rng + ?Sized>(
    state: &mut G,
    rng: &mut R,
    buffers: &mut Buffers<G>,
    house: &mut House<G>,
) -> Result<u32, RuleFailure> {
    if house.is_empty() {
        return Ok(random_playout(state, rng, buffers));
    }
    let start = state.ply();
    loop {
        let step = match state.turn() {
            Turn::Over => return Ok(state.ply() - start),
            Turn::Chance { .. } => {
                state.chance_outcomes(&mut buffers.outcomes);
                Step::Chance(buffers.outcomes[below(rng, buffers.outcomes.len())])
            }
            Turn::Seat(seat) => {
                house.actions(state, &mut buffers.actions)?;
                let action = buffers.actions[below(rng, buffers.actions.len())];
                Step::Act { seat, action }
            }
        };
        house.play_unchecked(state, step)?;
    }
}

/// A number below `n`. The bias of less than n / 2^32 does not matter in a simulation.
fn below<R: Rng + ?Sized>(rng: &mut R, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}
