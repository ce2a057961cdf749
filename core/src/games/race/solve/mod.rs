//! The exact solution of a race of two seats with one or two planes each, by value iteration.
//!
//! `keys` encodes each position as a key, and this module iterates over the positions' values. The
//! rank of a position is its index among all positions in the order of their keys. All rules come
//! from the game itself: every position is expanded once, by playing each roll and each action in
//! it.

use super::Rules;
use super::board::RED;
use super::deal::Deal;
use super::learned::{DistinctActions, position_after};
use super::notation::Action;
use super::rules::First;
use super::state::{Phase, Race};
use crate::contract::game::{Game, NullSink, SetupError, Step};
use crate::contract::seat::Seat;
use keys::{KeyLayout, KeySet};

mod keys;
#[cfg(test)]
mod tests;

/// The reason why a race cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The rules give more than two planes.
    #[error("a race can be solved with at most two planes a seat; these rules give {0}")]
    Planes(u8),
    /// The rules give several tries, whose number is not part of a key.
    #[error("a race can be solved with one roll a turn only; set tries_when_home to 1")]
    Tries,
    /// The rules contradict each other.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The values of all positions before a roll that can occur in a race of two opposite seats.
///
/// The value of a position is the probability that the seat to roll wins if both seats play every
/// action optimally. Call [`RaceSolution::sweep`] until the values no longer change.
///
/// # Examples
/// ```
/// use qipan_core::games::race::{RaceSolution, Rules, SolveError};
///
/// let one_plane = Rules { planes: 1, planes_to_win: 1, ..Rules::FLYING };
/// let mut solution = RaceSolution::new(&one_plane)?;
/// while solution.sweep() > 1e-9 {}
/// let value = solution.value(&solution.start()).expect("the start can occur");
/// assert!((0.5..0.6).contains(&value), "it is an advantage to begin");
/// # Ok::<(), SolveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RaceSolution {
    start: Race,
    layout: KeyLayout,
    keys: KeySet,
    /// The ranks of all positions in the order of a sweep: those nearest to the end first.
    order: Vec<u32>,
    /// For every position in this order and every face, the positions after the distinct actions.
    successors: Vec<Successor>,
    /// The values, by rank.
    values: Vec<f64>,
    /// The number of pairs of a position and a face after which the seat can choose between
    /// different successors.
    rolls_with_choice: u64,
}

/// A position after a roll and an action, or after a roll that allows no action. Its 32 bits are
/// its rank, a bit that is set if the same seat rolls again, and a bit that is set on the last
/// successor of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Successor(u32);

impl Successor {
    const LAST: u32 = 1 << 31;
    const SAME_SEAT: u32 = 1 << 30;
    /// Stands for the end of the game, which the seat that moved has won.
    const WON: Self = Self(Self::SAME_SEAT - 1);

    /// Returns the value of the position to the seat that moved.
    #[inline]
    fn value(self, values: &[f64]) -> f64 {
        match self.0 & Self::WON.0 {
            rank if rank == Self::WON.0 => 1.0,
            rank if self.0 & Self::SAME_SEAT != 0 => values[rank as usize],
            rank => 1.0 - values[rank as usize],
        }
    }

    #[inline]
    fn is_last(self) -> bool {
        self.0 & Self::LAST != 0
    }
}

impl RaceSolution {
    /// Finds all positions of a race and the successors of each. The option `first` is ignored: Red
    /// begins. All values are 0.5 until the first sweep.
    pub fn new(rules: &Rules) -> Result<Self, SolveError> {
        if rules.planes > 2 {
            return Err(SolveError::Planes(rules.planes));
        }
        if rules.tries_when_grounded > 1 {
            return Err(SolveError::Tries);
        }
        let rules = Rules { first: First::Red, ..*rules };
        let seats = [RED, rules.board.opposite(RED)];
        let start = Race::new(&rules, seats.into_iter().collect(), &Deal::default())?;
        let layout = KeyLayout::new(&start, seats);
        let keys = find_positions(&start, &layout);
        let order = sweep_order(&keys, &layout);
        let values = vec![0.5; keys.len()];
        let mut solution = Self {
            start,
            layout,
            keys,
            order,
            successors: Vec::new(),
            values,
            rolls_with_choice: 0,
        };
        solution.find_successors();
        Ok(solution)
    }

    /// Returns the position before the first roll.
    pub fn start(&self) -> Race {
        self.start.clone()
    }

    /// Returns the number of positions. Positions that differ only by half a turn of the board, or
    /// by an exchange of two planes of a seat, count once.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns false, because there is always the position before the first roll.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the share of rolls, over all positions, after which the seat has a choice between
    /// actions that lead to different positions.
    pub fn share_of_choices(&self) -> f64 {
        self.rolls_with_choice as f64 / (6.0 * self.len() as f64)
    }

    /// Returns the share of positions in which the seat to roll wins more often than not.
    pub fn share_of_advantages(&self) -> f64 {
        let advantages = self.values.iter().filter(|value| **value > 0.5).count();
        advantages as f64 / self.len() as f64
    }

    /// Returns the position of a rank below [`RaceSolution::len`]. It is Red's turn to roll.
    pub fn position(&self, rank: usize) -> Race {
        self.layout.decode(self.keys.key(rank as u32), &self.start)
    }

    /// Recomputes the value of each position once from those of the positions after it, in place
    /// (Gauss-Seidel), and returns the largest change.
    ///
    /// If both seats are placed alike, a roll without a move leads to the same rank with the other
    /// seat to roll. The equation of such a position is solved exactly, because iteration would
    /// converge slowly.
    pub fn sweep(&mut self) -> f64 {
        let mut largest_change: f64 = 0.0;
        let mut successors = self.successors.iter();
        for rank in &self.order {
            let mut sum = 0.0;
            // The number of faces that lead to the mirror image of the position.
            let mut mirrored = 0.0;
            for _ in 0..6 {
                let mut best: f64 = 0.0;
                for (index, successor) in successors.by_ref().enumerate() {
                    if index == 0 && successor.0 == *rank | Successor::LAST {
                        mirrored += 1.0;
                        break;
                    }
                    best = best.max(successor.value(&self.values));
                    if successor.is_last() {
                        break;
                    }
                }
                sum += best;
            }
            // value = (sum + mirrored (1 - value)) / 6
            let new_value = (sum + mirrored) / (6.0 + mirrored);
            let value = &mut self.values[*rank as usize];
            largest_change = largest_change.max((new_value - *value).abs());
            *value = new_value;
        }
        largest_change
    }

    /// Returns the probability that the seat to roll or to move wins. Returns `None` for a position
    /// that cannot occur, or after the end. The rules must be those of the solution.
    pub fn value(&self, race: &Race) -> Option<f64> {
        match race.phase {
            Phase::Roll => {
                let rank = self.keys.rank(self.layout.encode(race))?;
                Some(self.values[rank as usize])
            }
            Phase::Move => {
                let mut values = Vec::new();
                self.action_values(race, &mut values);
                values.into_iter().map(|(_, value)| value).max_by(f64::total_cmp)
            }
            Phase::Opening { .. } | Phase::Over(_) => None,
        }
    }

    /// Returns the mean over all faces of the value after the best action, for a position before a
    /// roll. It is computed by the game, without the list of successors. If the list is right, it
    /// equals [`RaceSolution::value`] once the values no longer change.
    pub fn one_step_value(&self, race: &Race) -> Option<f64> {
        let mut sum = 0.0;
        for die in 1..=6 {
            let mut next = race.clone();
            next.play_unchecked(&Step::Chance(die), &mut NullSink);
            sum += match next.phase {
                Phase::Move => self.value(&next)?,
                _ => self.value_to(race.seat, &next)?,
            };
        }
        Some(sum / 6.0)
    }

    /// Fills `out` with every legal action of the seat to move, each with the probability that the
    /// seat wins after it. Leaves `out` empty for a position that cannot occur.
    pub fn action_values(&self, race: &Race, out: &mut Vec<(Action, f64)>) {
        out.clear();
        if race.phase == Phase::Move {
            race.each_choice(race.choices, |action| {
                let value = self.value_to(race.seat, &position_after(race, action));
                out.extend(value.map(|value| (action, value)));
            });
        }
    }

    /// Returns the value to `seat` of a position before a roll or at the end of the game.
    fn value_to(&self, seat: Seat, race: &Race) -> Option<f64> {
        match race.finished.iter().next() {
            Some(winner) => Some(f64::from(u8::from(winner == seat))),
            None if race.seat == seat => self.value(race),
            None => self.value(race).map(|value| 1.0 - value),
        }
    }

    /// Fills the list of successors.
    fn find_successors(&mut self) {
        let mut after_roll = Vec::new();
        let mut distinct: Vec<u32> = Vec::new();
        for rank in &self.order {
            let race = self.layout.decode(self.keys.key(*rank), &self.start);
            for die in 1..=6 {
                positions_after_roll(&race, die, &mut after_roll);
                distinct.clear();
                for next in &after_roll {
                    let successor = self.successor(race.seat, next).0;
                    if !distinct.contains(&successor) {
                        distinct.push(successor);
                    }
                }
                self.rolls_with_choice += u64::from(distinct.len() > 1);
                if let Some(last) = distinct.last_mut() {
                    *last |= Successor::LAST;
                }
                self.successors.extend(distinct.iter().map(|bits| Successor(*bits)));
            }
        }
        self.successors.shrink_to_fit();
    }

    /// Returns the successor that stands for `race`, a position after a roll of the seat `moved`
    /// and, if the roll allows one, its action.
    fn successor(&self, moved: Seat, race: &Race) -> Successor {
        match self.keys.rank(self.layout.encode(race)) {
            _ if matches!(race.phase, Phase::Over(_)) => Successor::WON,
            Some(rank) if race.seat == moved => Successor(rank | Successor::SAME_SEAT),
            Some(rank) => Successor(rank),
            None => unreachable!("every successor of a position was found"),
        }
    }
}

/// Fills `out` with the positions after a roll and each distinct action, or after the roll alone if
/// it allows no action.
fn positions_after_roll(race: &Race, die: u8, out: &mut Vec<Race>) {
    out.clear();
    let mut rolled = race.clone();
    rolled.play_unchecked(&Step::Chance(die), &mut NullSink);
    if rolled.phase == Phase::Move {
        let distinct = DistinctActions::of(&rolled);
        out.extend(distinct.actions().iter().map(|action| position_after(&rolled, *action)));
    } else {
        out.push(rolled);
    }
}

/// Returns the keys of all positions before a roll that can follow from a position.
fn find_positions(start: &Race, layout: &KeyLayout) -> KeySet {
    let mut keys = KeySet::new(layout.bits());
    let first_key = layout.encode(start);
    keys.insert(first_key);
    let mut pending = vec![first_key];
    let mut after_roll = Vec::new();
    while let Some(key) = pending.pop() {
        let race = layout.decode(key, start);
        for die in 1..=6 {
            positions_after_roll(&race, die, &mut after_roll);
            for next in after_roll.iter().filter(|next| next.phase == Phase::Roll) {
                let key = layout.encode(next);
                if keys.insert(key) {
                    pending.push(key);
                }
            }
        }
    }
    keys.count_ranks();
    keys
}

/// Returns the ranks of all keys, the positions nearest to the end first. Most moves then lead to a
/// position that comes earlier in a sweep.
fn sweep_order(keys: &KeySet, layout: &KeyLayout) -> Vec<u32> {
    let mut counts = vec![0usize; 256];
    keys.iter().for_each(|key| counts[layout.place_sum(key) as usize & 255] += 1);
    // The index in `order` of the first position with each sum of places, the largest sum first.
    let mut next_index = vec![0; 256];
    let mut before = 0;
    for sum in (0..256).rev() {
        next_index[sum] = before;
        before += counts[sum];
    }
    let mut order = vec![0; keys.len()];
    for (rank, key) in (0..).zip(keys.iter()) {
        let index = &mut next_index[layout.place_sum(key) as usize & 255];
        order[*index] = rank;
        *index += 1;
    }
    order
}
