//! What look-ahead asks of a game beside its rules: how good a position is, and what suggests
//! itself in it.

use rand::Rng;

use crate::house_rule_support::HouseRuled;
use crate::seat::{Seat, SeatSet};

/// A number for each seat by index: what it can expect of the first place, 0 to 1.
pub type Worths = [f32; Seat::MAX];

/// What looking ahead found about an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<A> {
    /// The action.
    pub action: A,
    /// How many passes of a search tried it; 0 where everything was counted exactly.
    pub visits: u32,
    /// What the seat can expect of the first place with it, 0 to 1.
    pub value: f32,
}

/// What look-ahead asks of a game beside its rules: how good a position is, and what is likely
/// to be played in it.
pub trait Judged: HouseRuled {
    /// What each seat can expect of the first place, 0 to 1: its share of it once the game is
    /// over, an estimate before. Seats that play together have the same; all sides add up to
    /// 1. Seats that take no part have 0. `list` is there to put actions in.
    fn worths(&self, list: &mut Vec<Self::Action>) -> Worths;

    /// How strongly each action suggests itself to the seat to move, 0 and up, in the same
    /// order; only the proportions count. Search looks first where this is large. It may use
    /// all of the position, like every opinion about a world.
    fn urges(&self, actions: &[Self::Action], out: &mut Vec<f32>) {
        out.clear();
        out.resize(actions.len(), 1.0);
    }

    /// A legal action as a player with some sense would choose, for playouts; `list` is there
    /// to put actions in. At the turn of a seat.
    #[inline]
    fn sensible_action<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
        list: &mut Vec<Self::Action>,
    ) -> Self::Action {
        self.random_action(rng, list)
    }

    /// What every player learned from the action just played, as a number: positions that
    /// differ in this are told apart while looking ahead. 0 where there was nothing to learn.
    fn learned(&self, action: &Self::Action) -> u8 {
        let _ = action;
        0
    }

    /// What the seat to move knows of one of its actions that others may not: while looking
    /// ahead, worlds that differ in this have results of their own, or a seat would weigh what
    /// it could do as if it did not know its own pieces.
    fn secret(&self, action: &Self::Action) -> u8 {
        let _ = action;
        0
    }

    /// What each of these actions of the seat to move is worth to it by all rolls of the dice
    /// that follow, so many deep, with how many positions were judged, which are `most` at the
    /// most; nothing where the game cannot count that.
    fn expectation(
        &self,
        actions: &[Self::Action],
        depth: u32,
        most: u64,
    ) -> Option<(Vec<Found<Self::Action>>, u64)> {
        let _ = (actions, depth, most);
        None
    }

    /// The place played for, 0 the first: how many are taken for good.
    fn open_place(&self) -> usize {
        0
    }

    /// What each seat can expect of a place, 0 to 1, by all rolls of the dice that follow, so
    /// many deep, where every seat does what is best for itself; a game without dice judges
    /// the position as it is. Once the place is taken it is its owner's.
    fn prospects(&self, place: usize, depth: u32, list: &mut Vec<Self::Action>) -> Worths {
        let _ = (place, depth);
        self.worths(list)
    }

    /// The seats that win and lose together with a seat, itself included.
    fn team_of(&self, seat: Seat) -> SeatSet {
        SeatSet::one(seat)
    }

    /// An outcome of chance as a number, each another one.
    fn chance_number(outcome: &Self::Chance) -> u8;
}
