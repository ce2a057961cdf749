//! Assigns robots to seats, game by game.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::contract::seat::{Seat, SeatSet};

/// Maximum number of robots in a tournament.
pub const MAX_ROBOTS: usize = 24;

/// The robot on each seat, by seat index; none on an empty seat.
pub type SeatAssignment = [Option<u8>; Seat::MAX];

/// An endless sequence of blocks. The games of a block have the same dice, and each robot of the
/// block plays each side once, so neither luck nor a good seat favours a robot. A game in which
/// only equal robots changed places would be a repetition, so it gets other dice.
///
/// If there are more robots than sides, all selections of robots come up equally often. If the
/// order around the board can differ, all orders take turns.
///
/// # Examples
/// Every robot plays each side once in a block:
/// ```
/// use qipan_core::contract::seat::{Seat, SeatSet};
/// use qipan_core::tournament::Schedule;
///
/// let sides = [0, 2].map(|seat| SeatSet::one(Seat::new(seat))).to_vec();
/// let block = Schedule::new(vec![0, 1], sides, 7).block(0);
/// let robots = |seat: usize| block.games.iter().filter_map(move |game| game.seating[seat]);
/// for seat in [0, 2] {
///     let mut robots: Vec<u8> = robots(seat).collect();
///     robots.sort_unstable();
///     assert_eq!(robots, [0, 1]);
/// }
/// assert!(block.games.iter().all(|game| game.dice == block.games[0].dice));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// A number for each robot, equal for robots that play alike.
    kinds: Vec<u8>,
    sides: Vec<SeatSet>,
    tables: Vec<Vec<u8>>,
    orders: Vec<Vec<u8>>,
}

/// Games that belong together: the same robots on changing sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its number, from 0.
    pub number: u64,
    /// The games.
    pub games: Vec<ScheduledGame>,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The robot on each seat.
    pub seating: SeatAssignment,
    /// The number of the dice within the block. Games with the same number have the same rolls.
    pub dice: u8,
}

impl Schedule {
    /// Returns the schedule of some robots. Each side is the seat, or the team's seats, that one
    /// robot plays. Robots that play alike have equal numbers in `kinds`. The seed only shuffles
    /// the order of the selections.
    ///
    /// # Panics
    /// There are fewer robots than sides, no sides, or more than [`MAX_ROBOTS`].
    pub fn new(kinds: Vec<u8>, sides: Vec<SeatSet>, seed: u64) -> Self {
        let places = sides.len();
        assert!(places > 0 && places <= kinds.len(), "every side needs a robot");
        assert!(kinds.len() <= MAX_ROBOTS, "too many robots");
        let mut tables = choices(kinds.len() as u8, places);
        tables.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        Self { kinds, sides, tables, orders: orders(places as u8) }
    }

    /// Returns the number of games in a block: one for each side.
    pub fn block_len(&self) -> usize {
        self.sides.len()
    }

    /// Returns the block with this number.
    pub fn block(&self, number: u64) -> Block {
        let tables = self.tables.len() as u64;
        let table = &self.tables[(number % tables) as usize];
        let order = &self.orders[(number / tables % self.orders.len() as u64) as usize];
        let mut games = Vec::with_capacity(self.block_len());
        for turned in 0..self.block_len() {
            let mut seating = SeatAssignment::default();
            for (k, side) in self.sides.iter().enumerate() {
                let robot = table[order[(k + turned) % order.len()] as usize];
                side.iter().for_each(|seat| seating[seat.index()] = Some(robot));
            }
            let alike =
                |game: &&ScheduledGame| self.kinds_of(&game.seating) == self.kinds_of(&seating);
            let dice = games.iter().filter(alike).count() as u8;
            games.push(ScheduledGame { seating, dice });
        }
        Block { number, games }
    }

    fn kinds_of(&self, seating: &SeatAssignment) -> [Option<u8>; Seat::MAX] {
        seating.map(|robot| Some(self.kinds[usize::from(robot?)]))
    }
}

/// Returns all subsets of `size` numbers below `count`.
fn choices(count: u8, size: usize) -> Vec<Vec<u8>> {
    let mut found = vec![Vec::new()];
    for _ in 0..size {
        let longer = found.iter().flat_map(|chosen: &Vec<u8>| {
            let next = chosen.last().map_or(0, |last| last + 1);
            (next..count).map(|number| [chosen.as_slice(), &[number]].concat())
        });
        found = longer.collect();
    }
    found
}

/// Returns all circular orders of the numbers below `count`, each beginning with 0.
fn orders(count: u8) -> Vec<Vec<u8>> {
    let mut found = vec![vec![0]];
    for _ in 1..count {
        let longer = found.iter().flat_map(|order: &Vec<u8>| {
            let left = (1..count).filter(|number| !order.contains(number));
            left.map(|number| [order.as_slice(), &[number]].concat())
        });
        found = longer.collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single(seats: &[u8]) -> Vec<SeatSet> {
        seats.iter().map(|seat| SeatSet::one(Seat::new(*seat))).collect()
    }

    /// Counts how often each robot sat on each of the first four seats.
    fn sittings(schedule: &Schedule, blocks: u64, robots: usize) -> Vec<[u32; 4]> {
        let mut counts = vec![[0; 4]; robots];
        for game in (0..blocks).flat_map(|number| schedule.block(number).games) {
            for (seat, robot) in game.seating.iter().take(4).enumerate() {
                if let Some(robot) = robot {
                    counts[*robot as usize][seat] += 1;
                }
            }
        }
        counts
    }

    #[test]
    fn every_robot_sits_on_every_seat_once_per_block() {
        let schedule = Schedule::new(vec![0, 1, 2, 3], single(&[0, 1, 2, 3]), 1);
        for number in 0..12 {
            assert_eq!(sittings(&schedule, number + 1, 4), vec![[number as u32 + 1; 4]; 4]);
        }
        let orders: std::collections::HashSet<_> =
            (0..6).map(|number| schedule.block(number).games[0].seating).collect();
        assert_eq!(orders.len(), 6);
    }

    #[test]
    fn two_robots_sit_opposite_and_swap() {
        let schedule = Schedule::new(vec![0, 1], single(&[0, 2]), 1);
        assert_eq!(sittings(&schedule, 1, 2), vec![[1, 0, 1, 0]; 2]);
    }

    #[test]
    fn team_is_played_by_one_robot() {
        let team = |seats: [u8; 2]| seats.map(Seat::new).into_iter().collect();
        let schedule = Schedule::new(vec![0, 1], vec![team([0, 2]), team([1, 3])], 1);
        let [first, second] = schedule.block(0).games[..] else { panic!("two games") };
        assert_eq!(first.seating[..4], [Some(0), Some(1), Some(0), Some(1)]);
        assert_eq!(second.seating[..4], [Some(1), Some(0), Some(1), Some(0)]);
    }

    #[test]
    fn equal_lineups_of_a_block_get_different_dice() {
        let dice = |kinds: &[u8]| {
            let schedule = Schedule::new(kinds.to_vec(), single(&[0, 1, 2, 3]), 1);
            schedule.block(0).games.iter().map(|game| game.dice).collect::<Vec<_>>()
        };
        assert_eq!(dice(&[0, 1, 2, 3]), [0, 0, 0, 0]);
        assert_eq!(dice(&[0, 0, 0, 1]), [0, 0, 0, 0]);
        assert_eq!(dice(&[0, 1, 0, 1]), [0, 0, 1, 1]);
        assert_eq!(dice(&[5, 5, 5, 5]), [0, 1, 2, 3]);
    }

    #[test]
    fn surplus_robots_meet_equally_often() {
        let six: Vec<u8> = (0..6).collect();
        let schedule = Schedule::new(six.clone(), single(&[0, 1, 2, 3]), 9);
        assert_eq!(sittings(&schedule, 15, 6), vec![[10; 4]; 6]);
        assert_ne!(schedule.block(0), Schedule::new(six, single(&[0, 1, 2, 3]), 8).block(0));
    }
}
