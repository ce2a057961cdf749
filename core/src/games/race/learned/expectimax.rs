//! Expectimax: look-ahead over every face of every roll, with the best action of each seat.

use super::place_evaluator::{PlaceEvaluator, Shares, net};
use crate::contract::game::{Game, NullSink, Step};
use crate::games::race::board::{HANGAR, PLANES};
use crate::games::race::notation::Action;
use crate::games::race::state::{Phase, Race};

/// A legal action with its value to the seat to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionValue {
    /// The action.
    pub action: Action,
    /// The seat's expected share of the contested place, 0 to 1.
    pub value: f32,
}

impl Race {
    /// Fills `out` with every legal action and its value, in the order of the legal actions. At
    /// depth 0 the network evaluates the position after the action. Otherwise all faces of `depth`
    /// further rolls are averaged, every seat plays its best action, and the network evaluates the
    /// positions at the end.
    ///
    /// Depths are searched one after the other (iterative deepening). If a depth would need more
    /// evaluations than `budget` allows, the values of the depth before remain. Depth 0 is always
    /// completed. Returns the number of positions evaluated at all depths.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::contract::game::{Game, NullSink, Step};
    /// use qipan_core::games::race::{Deal, Race, Rules};
    /// use qipan_core::contract::seat::SeatSet;
    ///
    /// let mut race = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
    /// race.play_unchecked(&Step::Chance(6), &mut NullSink);
    /// let mut values = Vec::new();
    /// race.expectimax(1, 10_000, &mut values);
    /// assert!(values.iter().all(|entry| entry.value == values[0].value), "all are launches");
    /// # Ok::<(), qipan_core::contract::game::SetupError>(())
    /// ```
    pub fn expectimax(&self, depth: u32, budget: u64, out: &mut Vec<ActionValue>) -> u64 {
        out.clear();
        if self.phase != Phase::Move {
            return 0;
        }
        let evaluator = PlaceEvaluator::new(net(self.board()), self, self.places_taken());
        self.each_choice(self.choices, |action| out.push(ActionValue { action, value: 0.0 }));
        let distinct = DistinctActions::of(self);
        let mut used = 0;
        for depth in 0..=depth {
            let remaining = if depth == 0 { u64::MAX } else { budget.saturating_sub(used) };
            let mut expectimax = Expectimax::new(&evaluator, remaining);
            let values = expectimax.action_values(self, &distinct, depth);
            used += expectimax.used;
            let Some(values) = values else { break };
            for entry in out.iter_mut() {
                entry.value = values[distinct.index_of(self, entry.action)];
            }
        }
        used
    }
}

/// The legal actions of a position without those that have the same effect as an earlier one.
/// Planes with the same progress are interchangeable.
pub(in crate::games::race) struct DistinctActions {
    /// The key of each action. See [`action_key`].
    keys: [u16; 16],
    actions: [Action; 16],
    len: usize,
}

impl DistinctActions {
    pub(in crate::games::race) fn of(race: &Race) -> Self {
        let none = Action::Launch { plane: 0, stack: false };
        let mut distinct = Self { keys: [0; 16], actions: [none; 16], len: 0 };
        race.each_choice(race.choices, |action| {
            let key = action_key(race, action);
            if !distinct.keys[..distinct.len & 15].contains(&key) {
                distinct.keys[distinct.len & 15] = key;
                distinct.actions[distinct.len & 15] = action;
                distinct.len += 1;
            }
        });
        distinct
    }

    pub(in crate::games::race) fn actions(&self) -> &[Action] {
        self.actions.get(..self.len).unwrap_or(&self.actions)
    }

    /// Returns the index of the distinct action that has the same effect as `action`.
    pub(super) fn index_of(&self, race: &Race, action: Action) -> usize {
        let key = action_key(race, action);
        self.keys.iter().position(|other| *other == key).unwrap_or(0) & 15
    }
}

/// Returns a number that is equal for actions of the seat to move with the same effect, and never
/// 0. It contains the progress of the plane, the size of its stack, and three flags: the action
/// flies, the action stacks, and an earlier 6 moved the plane.
fn action_key(race: &Race, action: Action) -> u16 {
    let plane = action.plane() & 3;
    let from = race.progress[race.seat.index() & 3][plane as usize % PLANES];
    let size = if from == HANGAR { 1 } else { race.stack(race.seat, plane).len() as u16 };
    // The last bit makes the key nonzero.
    let flags = [action.flies(), action.stacks(), race.moved_by_sixes.contains(plane), true];
    let place = u16::from(from & 63) << 3 | size;
    flags.into_iter().fold(place, |key, flag| key << 1 | u16::from(flag))
}

/// An expectimax search with a limited number of evaluations.
pub(super) struct Expectimax<'a> {
    evaluator: &'a PlaceEvaluator<'a>,
    /// The number of positions that may be evaluated.
    budget: u64,
    /// The number of positions evaluated so far.
    used: u64,
}

impl<'a> Expectimax<'a> {
    pub(super) fn new(evaluator: &'a PlaceEvaluator<'a>, budget: u64) -> Self {
        Self { evaluator, budget, used: 0 }
    }

    /// Returns the number of positions evaluated so far.
    pub(super) fn used(&self) -> u64 {
        self.used
    }

    /// Returns the value of each distinct action to the seat to move, or `None` if the budget is
    /// used up.
    fn action_values(
        &mut self,
        race: &Race,
        distinct: &DistinctActions,
        depth: u32,
    ) -> Option<[f32; 16]> {
        let mut values = [0.0; 16];
        for (value, action) in values.iter_mut().zip(distinct.actions()) {
            let shares = self.shares_before_roll(&position_after(race, *action), depth)?;
            *value = shares[race.seat.index() & 3];
        }
        Some(values)
    }

    /// Returns the shares after the best action of the seat to move, or `None` if the budget is
    /// used up.
    pub(super) fn best_action_shares(&mut self, race: &Race, depth: u32) -> Option<Shares> {
        let seat = race.seat.index() & 3;
        let mut best = [-1.0; 4];
        for action in DistinctActions::of(race).actions() {
            let shares = self.shares_before_roll(&position_after(race, *action), depth)?;
            if shares[seat] > best[seat] {
                best = shares;
            }
        }
        Some(best)
    }

    /// Returns the shares of a position before a roll or after the end of the game, by look-ahead
    /// over `depth` further rolls. Returns `None` if the budget is used up.
    pub(super) fn shares_before_roll(&mut self, race: &Race, depth: u32) -> Option<Shares> {
        if let Some(shares) = self.evaluator.decided_shares(race) {
            return Some(shares);
        }
        if depth == 0 {
            self.used += 1;
            return (self.used <= self.budget).then(|| self.evaluator.network_shares(race));
        }
        let mut sum = [0.0; 4];
        for die in 1..=6 {
            let mut next = race.clone();
            next.play_unchecked(&Step::Chance(die), &mut NullSink);
            let shares = match next.phase {
                Phase::Move => self.best_action_shares(&next, depth - 1)?,
                _ => self.shares_before_roll(&next, depth - 1)?,
            };
            sum = std::array::from_fn(|seat| sum[seat] + shares[seat]);
        }
        Some(sum.map(|share| share / 6.0))
    }
}

/// Returns the position after an action of the seat to move.
pub(in crate::games::race) fn position_after(race: &Race, action: Action) -> Race {
    let mut next = race.clone();
    next.act(action, &mut NullSink);
    next
}
