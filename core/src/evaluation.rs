//! The contract of games that can be searched: values of positions and priors of actions.
//!
//! A search knows no game. It asks [`Searchable`] for four things: the value of a leaf, the priors of
//! a node's actions, an action of the rollout policy, and the keys that distinguish information
//! sets (the public observation of an action, and what only the mover knows of it).
//!
//! Values are shares of the first place, from 0 to 1, one for each seat. They mean the same in all
//! games: 0.25 in an even game of four, 0.5 in one of two, 1 for the winner. Partners have the same
//! value, and sides add up to 1.
//!
//! Games with dice also provide exact values over the next rolls ([`Searchable::exact_values`]),
//! which scripts and the analysis prefer to a search.

use rand::Rng;

use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::contract::seat::{Seat, SeatSet};

/// The value of a position to each seat by index: its expected share of the first place, 0 to 1.
pub type SeatValues = [f32; Seat::MAX];

/// The result of a search for one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchResult<A> {
    /// The action.
    pub action: A,
    /// The number of simulations that tried it; 0 for expectimax, and for an action that the search
    /// never tried, whose value is then the mean of the root.
    pub visits: u32,
    /// The value of the action to the seat that plays it, 0 to 1.
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
    /// Returns the value of the position to each seat: its share of the first place once the game
    /// is over, an estimate before. Partners have the same value, the values of all sides add up
    /// to 1, and seats that take no part have 0. `list` is a buffer for actions.
    fn evaluate(&self, list: &mut Vec<Self::Action>) -> SeatValues;

    /// Fills `out` with the prior weight of each action of the seat to move, in the same order.
    /// Weights are not negative and need not sum to 1. They may depend on the whole determinized
    /// state.
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

    /// Returns an action by the rollout policy, at the turn of a seat. `list` is a buffer for
    /// actions.
    #[inline]
    fn rollout_action<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
        list: &mut Vec<Self::Action>,
    ) -> Self::Action {
        self.random_action(rng, list)
    }

    /// Returns the public observation that the last action produced, as a key, or 0 for none.
    /// Nodes with different observations are different information sets.
    fn observation(&self, action: &Self::Action) -> u8 {
        let _ = action;
        0
    }

    /// Returns the mover's private knowledge of an action, as a key. Without it a search would
    /// model the mover as blind to its own pieces.
    fn private_key(&self, action: &Self::Action) -> u8 {
        let _ = action;
        0
    }

    /// Returns the exact expected value of each action over `depth` further rolls, and the number
    /// of positions evaluated. Looks less far ahead if more than `most` evaluations would be
    /// needed. Returns `None` if the game does not support it.
    fn exact_values(
        &self,
        actions: &[Self::Action],
        depth: u32,
        most: u64,
    ) -> Option<(Vec<SearchResult<Self::Action>>, u64)> {
        let _ = (actions, depth, most);
        None
    }

    /// Returns the best finishing place that is still open, from 0.
    fn contested_place(&self) -> usize {
        0
    }

    /// Returns each seat's expected share of a place over `depth` further rolls, where every seat
    /// plays its best action. A game without dice evaluates the position as it stands.
    fn place_values(&self, place: usize, depth: u32, list: &mut Vec<Self::Action>) -> SeatValues {
        let _ = (place, depth);
        self.evaluate(list)
    }

    /// Returns the seats that win and lose together with a seat, itself included.
    fn team_of(&self, seat: Seat) -> SeatSet {
        SeatSet::one(seat)
    }

    /// Returns a unique key for a chance outcome.
    fn chance_index(outcome: &Self::Chance) -> u8;
}
