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
    /// Fills `out` with every legal action and its value, in their usual order. At depth 0 the
    /// network evaluates the position after the action. At a depth of 1 or more all faces of that
    /// many further rolls are averaged, every seat plays its best action, and the network
    /// evaluates the positions at the end.
    ///
    /// Depths are searched in order (iterative deepening). When more than `budget` positions would
    /// have to be evaluated, the results of the last complete depth are kept; depth 0 is always
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
    /// let mut valued = Vec::new();
    /// race.expectimax(1, 10_000, &mut valued);
    /// assert!(valued.iter().all(|all| all.value == valued[0].value), "pieces at home are alike");
    /// # Ok::<(), qipan_core::contract::game::SetupError>(())
    /// ```
    pub fn expectimax(&self, depth: u32, budget: u64, out: &mut Vec<ActionValue>) -> u64 {
        out.clear();
        if self.phase != Phase::Move {
            return 0;
        }
        let judge = PlaceEvaluator::new(net(self.board()), self, self.places_taken());
        self.each_choice(self.choices, |action| out.push(ActionValue { action, value: 0.0 }));
        let distinct = DistinctActions::of(self);
        let mut used = 0;
        for depth in 0..=depth {
            let left = if depth == 0 { u64::MAX } else { budget.saturating_sub(used) };
            let mut ahead = Expectimax::new(&judge, left);
            let found = ahead.worths(self, &distinct, depth);
            used += ahead.used;
            let Some(found) = found else { break };
            for valued in out.iter_mut() {
                valued.value = found[distinct.first_like(self, valued.action)];
            }
        }
        used
    }
}

/// The actions of a position that differ in their effect. Planes at one place are interchangeable.
pub(super) struct DistinctActions {
    keys: [u16; 16],
    actions: [Action; 16],
    len: usize,
}

impl DistinctActions {
    pub(super) fn of(race: &Race) -> Self {
        let none = Action::Launch { plane: 0, stack: false };
        let mut distinct = Self { keys: [0; 16], actions: [none; 16], len: 0 };
        race.each_choice(race.choices, |action| {
            let key = key(race, action);
            if !distinct.keys[..distinct.len & 15].contains(&key) {
                distinct.keys[distinct.len & 15] = key;
                distinct.actions[distinct.len & 15] = action;
                distinct.len += 1;
            }
        });
        distinct
    }

    pub(super) fn actions(&self) -> &[Action] {
        self.actions.get(..self.len).unwrap_or(&self.actions)
    }

    fn first_like(&self, race: &Race, action: Action) -> usize {
        let key = key(race, action);
        self.keys.iter().position(|other| *other == key).unwrap_or(0) & 15
    }
}

/// Returns a key that distinguishes actions of the seat to move: the place, the size of the stack,
/// flight and stacking, and whether a third 6 would send the plane home. Never 0.
fn key(race: &Race, action: Action) -> u16 {
    let plane = action.plane() & 3;
    let at = race.progress[race.seat.index() & 3][plane as usize % PLANES];
    let size = if at == HANGAR { 1 } else { race.stack(race.seat, plane).len() as u16 };
    let flags = [action.flies(), action.stacks(), race.moved.contains(plane), true];
    flags.into_iter().fold(u16::from(at & 63) << 3 | size, |key, flag| key << 1 | u16::from(flag))
}

/// An expectimax search with a limited number of evaluations.
pub(super) struct Expectimax<'a> {
    judge: &'a PlaceEvaluator<'a>,
    budget: u64,
    used: u64,
}

impl<'a> Expectimax<'a> {
    pub(super) fn new(judge: &'a PlaceEvaluator<'a>, budget: u64) -> Self {
        Self { judge, budget, used: 0 }
    }

    /// Returns the value of each distinct action to the seat to move, or `None` if the budget is
    /// used up.
    fn worths(&mut self, race: &Race, distinct: &DistinctActions, depth: u32) -> Option<[f32; 16]> {
        let mut worths = [0.0; 16];
        for (value, action) in worths.iter_mut().zip(distinct.actions()) {
            let shares = self.after(&after(race, *action), depth)?;
            *value = shares[race.seat.index() & 3];
        }
        Some(worths)
    }

    /// Returns the shares after the best action of the seat to move.
    pub(super) fn best_reply(&mut self, race: &Race, depth: u32) -> Option<Shares> {
        let seat = race.seat.index() & 3;
        let mut best = [-1.0; 4];
        for action in DistinctActions::of(race).actions() {
            let shares = self.after(&after(race, *action), depth)?;
            if shares[seat] > best[seat] {
                best = shares;
            }
        }
        Some(best)
    }

    /// Returns the shares of a position after an action or a roll, over `depth` further rolls, or
    /// `None` if the budget is used up.
    pub(super) fn after(&mut self, race: &Race, depth: u32) -> Option<Shares> {
        if let Some(shares) = self.judge.settled(race) {
            return Some(shares);
        }
        if depth == 0 {
            self.used += 1;
            return (self.used <= self.budget).then(|| self.judge.before_roll(race));
        }
        let mut sum = [0.0; 4];
        for die in 1..=6 {
            let mut next = race.clone();
            next.play_unchecked(&Step::Chance(die), &mut NullSink);
            let shares = match next.phase {
                Phase::Move => self.best_reply(&next, depth - 1)?,
                _ => self.after(&next, depth - 1)?,
            };
            sum = std::array::from_fn(|seat| sum[seat] + shares[seat]);
        }
        Some(sum.map(|share| share / 6.0))
    }
}

/// Returns the position after an action of the seat to move.
pub(super) fn after(race: &Race, action: Action) -> Race {
    let mut next = race.clone();
    next.act(action, &mut NullSink);
    next
}
