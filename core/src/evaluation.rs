//! The contract of games that can be searched: values of positions and priors of actions.
//!
//! The search is generic. It asks a game for four things through [`Searchable`]:
//!
//! - the value of a leaf;
//! - the priors of the actions at a node;
//! - an action by the rollout policy;
//! - two keys that distinguish information sets: the public observation of an action, and the
//!   mover's private knowledge of it.
//!
//! A value is an expected share of the first place, from 0 to 1, one for each seat. Values mean the
//! same in all games: 0.25 in an even game of four, 0.5 in one of two, 1 for the winner. Partners
//! have the same value, and the values of all sides add up to 1.
//!
//! Games with dice also provide exact values over the next rolls ([`Searchable::exact_values`]).
//! Scripts and the analysis prefer them to a search.

use rand::Rng;

use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::contract::seat::{Seat, SeatSet};

/// The value of a position to each seat, by seat index: its expected share of the first place.
pub type SeatValues = [f32; Seat::MAX];

/// The statistics of one action after a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchResult<A> {
    /// The action.
    pub action: A,
    /// The number of simulations that tried the action. It is 0 for expectimax.
    pub visits: u32,
    /// The value of the action to the seat that plays it, 0 to 1. For an action that the search
    /// never tried it is the mean value of the root.
    pub value: f32,
}

/// A game that can be searched: it evaluates positions and weighs actions.
///
/// # Examples
/// The values of an open position add up to 1:
/// ```
/// use qipan_core::contract::game::{Game, SetupError};
/// use qipan_core::contract::seat::SeatSet;
/// use qipan_core::evaluation::Searchable;
/// use qipan_core::games::race::{Deal, Race, Rules};
///
/// let game = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
/// let values = game.evaluate(&mut Vec::new());
/// assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-3);
/// assert!(values[0] > 0.2 && values[4] == 0.0, "four seats play, red first");
/// # Ok::<(), SetupError>(())
/// ```
pub trait Searchable: HouseRuleHooks {
    /// Returns the value of the position to each seat: an estimate during the game, the true share
    /// of the first place once it is over. Partners have the same value, the values of all sides
    /// add up to 1, and seats that take no part have 0. `scratch` is a buffer for actions.
    fn evaluate(&self, scratch: &mut Vec<Self::Action>) -> SeatValues;

    /// Fills `out` with the prior weight of each action of the seat to move, in the order of
    /// `actions`. Weights are not negative and need not sum to 1. They may depend on hidden pieces
    /// of this determinization.
    ///
    /// # Examples
    /// A Junqi piece next to an enemy Flag has an action that stands out:
    /// ```
    /// use qipan_core::contract::game::Game;
    /// use qipan_core::contract::position::PositionLine;
    /// use qipan_core::evaluation::Searchable;
    /// use qipan_core::games::junqi::Junqi;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let line: PositionLine<Junqi> =
    ///     "qipan junqi open turn=south south=S62F,N52T north=N62F,N11P".parse()?;
    /// let game = line.set_up()?;
    /// let (mut actions, mut priors) = (Vec::new(), Vec::new());
    /// game.legal_actions(&mut actions);
    /// game.priors(&actions, &mut priors);
    /// let largest = priors.iter().copied().fold(0.0, f32::max);
    /// let best = priors.iter().position(|prior| *prior == largest).expect("one is largest");
    /// assert_eq!(actions[best].to_string(), "N52 N62");
    /// # Ok(())
    /// # }
    /// ```
    fn priors(&self, actions: &[Self::Action], out: &mut Vec<f32>) {
        out.clear();
        out.resize(actions.len(), 1.0);
    }

    /// Returns the action that the rollout policy chooses for the seat to move. `scratch` is a
    /// buffer for actions.
    #[inline]
    fn rollout_action<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
        scratch: &mut Vec<Self::Action>,
    ) -> Self::Action {
        self.random_action(rng, scratch)
    }

    /// Returns true if the seat to move knows from its view that an action loses its piece without
    /// capturing another one.
    fn is_certain_loss(view: &Self::View, action: Self::Action) -> bool {
        let _ = (view, action);
        false
    }

    /// Returns a key for what everyone learned from `action`, which has just been played. It is 0
    /// if nothing was learned. Nodes with different observations are different information sets.
    fn observation(&self, action: &Self::Action) -> u8 {
        let _ = action;
        0
    }

    /// Returns a key for what only the mover knows about an action. Without it a search would model
    /// the mover as blind to its own pieces.
    fn private_key(&self, action: &Self::Action) -> u8 {
        let _ = action;
        0
    }

    /// Returns the exact expected value of each action over `depth` further rolls, and the number
    /// of positions evaluated. Lowers the depth if more than `max_evaluations` evaluations would be
    /// needed. Returns `None` if the game does not support this.
    fn exact_values(
        &self,
        actions: &[Self::Action],
        depth: u32,
        max_evaluations: u64,
    ) -> Option<(Vec<SearchResult<Self::Action>>, u64)> {
        let _ = (actions, depth, max_evaluations);
        None
    }

    /// Returns the expected value of each action over the rolls up to the seat's next turn, and the
    /// number of positions evaluated. The opponents reply by the policies that best fit their
    /// decisions in `log`, the public events of the game. Returns `None` if the game does not
    /// support this, if the opponents seem to be good players, or if more than `max_evaluations`
    /// evaluations would be needed.
    fn values_by_replies(
        &self,
        actions: &[Self::Action],
        log: &[Self::Event],
        max_evaluations: u64,
    ) -> Option<(Vec<SearchResult<Self::Action>>, u64)> {
        let _ = (actions, log, max_evaluations);
        None
    }

    /// Returns the best place that no seat has taken yet. The first place is 0.
    fn contested_place(&self) -> usize {
        0
    }

    /// Returns each seat's expected share of a place, after a look-ahead over `depth` further
    /// rolls. `place` counts from 0, which is the first place. Assumes that every seat plays its
    /// best action. A game without dice ignores `place` and `depth`.
    fn place_values(
        &self,
        place: usize,
        depth: u32,
        scratch: &mut Vec<Self::Action>,
    ) -> SeatValues {
        let _ = (place, depth);
        self.evaluate(scratch)
    }

    /// Returns the seats that win and lose together with a seat, itself included.
    fn team_of(&self, seat: Seat) -> SeatSet {
        SeatSet::one(seat)
    }

    /// Returns a number that distinguishes a chance outcome from all others.
    fn chance_index(outcome: &Self::Chance) -> u8;
}
