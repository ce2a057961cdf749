//! Playouts: games of uniformly random decisions. They measure the speed of a game, and their
//! results are the simplest evaluation.

use std::convert::Infallible;

use rand::Rng;

pub use crate::contract::game::random_element;
use crate::contract::game::{Game, NullSink, Step};
use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::contract::seat::Seat;
use crate::house::{House, RuleFailure};
pub use crate::play::game_loop::Buffers;
use crate::play::game_loop::{GameRunner, Players, run_to_end};

/// Plays a game to its end, with every legal action and every chance outcome equally likely.
/// Returns the number of plies.
///
/// For simulations. Callers may use any fast random generator, so nothing that is saved may depend
/// on the result.
///
/// # Examples
/// ```
/// use qipan_core::contract::game::{Game, SetupError};
/// use qipan_core::play::playout::{Buffers, random_playout};
/// use qipan_core::games::race::{Deal, Race, Rules};
/// use qipan_core::contract::seat::SeatSet;
/// use rand::SeedableRng;
/// use rand::rngs::SmallRng;
///
/// let mut game = Race::new(&Rules::AEROPLANE, SeatSet::first(4), &Deal::default())?;
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
    let Ok(_) = run_to_end(&mut UnloggedGame(state), &mut RandomPlayers(rng), buffers);
    state.ply() - start
}

/// Like [`random_playout`], under house rules.
///
/// # Errors
/// A house rule fails. The state stays as it was at the failure.
pub fn random_playout_under_rules<G: HouseRuleHooks, R: Rng + ?Sized>(
    state: &mut G,
    rng: &mut R,
    buffers: &mut Buffers<G>,
    house: &mut House<G>,
) -> Result<u32, RuleFailure> {
    if house.is_empty() {
        return Ok(random_playout(state, rng, buffers));
    }
    let start = state.ply();
    let mut game = UnloggedGameUnderRules { state: &mut *state, house };
    run_to_end(&mut game, &mut RandomPlayers(rng), buffers)?;
    Ok(state.ply() - start)
}

/// A runner that keeps only the state.
struct UnloggedGame<'a, G>(&'a mut G);

impl<G: Game> GameRunner<G> for UnloggedGame<'_, G> {
    type Error = Infallible;

    #[inline]
    fn state(&self) -> &G {
        self.0
    }

    #[inline]
    fn actions(&mut self, out: &mut Vec<G::Action>) -> Result<(), Infallible> {
        self.0.legal_actions(out);
        Ok(())
    }

    #[inline]
    fn random_action<R: Rng + ?Sized>(
        &mut self,
        rng: &mut R,
        list: &mut Vec<G::Action>,
    ) -> Result<G::Action, Infallible> {
        Ok(self.0.random_action(rng, list))
    }

    // Inlined at both calls, one for a roll and one for an action, so that the compiler can drop
    // the code for the other kind of step.
    #[inline(always)]
    fn play(&mut self, step: Step<G>) -> Result<(), Infallible> {
        self.0.play_unchecked(&step, &mut NullSink);
        Ok(())
    }
}

/// A runner under house rules that keeps only the state.
struct UnloggedGameUnderRules<'a, G: Game> {
    state: &'a mut G,
    house: &'a mut House<G>,
}

impl<G: HouseRuleHooks> GameRunner<G> for UnloggedGameUnderRules<'_, G> {
    type Error = RuleFailure;

    fn state(&self) -> &G {
        self.state
    }

    fn actions(&mut self, out: &mut Vec<G::Action>) -> Result<(), RuleFailure> {
        self.house.actions(self.state, out)
    }

    fn play(&mut self, step: Step<G>) -> Result<(), RuleFailure> {
        self.house.play_unchecked(self.state, step, &mut NullSink)
    }
}

/// Players that decide everything at random.
struct RandomPlayers<'a, R: ?Sized>(&'a mut R);

impl<G: Game, M: GameRunner<G>, R: Rng + ?Sized> Players<G, M> for RandomPlayers<'_, R> {
    type Error = M::Error;

    #[inline]
    fn roll(&mut self, _: &M, outcomes: &[G::Chance]) -> Result<G::Chance, M::Error> {
        Ok(random_element(outcomes, self.0))
    }

    #[inline]
    fn list_and_roll(
        &mut self,
        game: &M,
        list: &mut Vec<G::Chance>,
    ) -> Result<G::Chance, M::Error> {
        Ok(game.state().random_outcome(self.0, list))
    }

    #[inline]
    fn choose(&mut self, _: &M, _: Seat, actions: &[G::Action]) -> Result<G::Action, M::Error> {
        Ok(random_element(actions, self.0))
    }

    #[inline]
    fn list_and_choose(
        &mut self,
        game: &mut M,
        _: Seat,
        list: &mut Vec<G::Action>,
    ) -> Result<G::Action, M::Error> {
        game.random_action(self.0, list)
    }
}
