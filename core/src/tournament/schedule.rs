//! Assigns robots to seats for every game of a tournament.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::contract::seat::{Seat, SeatSet};

/// Maximum number of robots in a tournament.
pub const MAX_ROBOTS: usize = 24;

/// The number of the robot on each seat, by seat index. `None` on an empty seat.
pub type SeatAssignment = [Option<u8>; Seat::MAX];

/// An endless sequence of blocks. The games of a block have the same dice, and each robot of the
/// block plays each side once, so that neither luck nor a good seat favours a robot. If two games
/// of a block differ only in robots that play alike, the second gets other dice. With the same dice
/// it would repeat the first.
///
/// If there are more robots than sides, all selections of robots occur equally often. All orders of
/// the robots around the board occur equally often too.
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
/// assert!(block.games.iter().all(|game| game.sequence == block.games[0].sequence));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// A number for each robot, equal for robots that play alike.
    kinds: Vec<u8>,
    /// The seats of each side.
    sides: Vec<SeatSet>,
    /// The selections of robots, one robot for each side.
    lineups: Vec<Vec<u8>>,
    /// The orders around the board, as indices into a selection.
    orders: Vec<Vec<u8>>,
}

/// Games that belong together: the same robots on changing sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The number of the block, from 0.
    pub number: u64,
    /// The games.
    pub games: Vec<ScheduledGame>,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The robot on each seat.
    pub seating: SeatAssignment,
    /// The number of the sequence of dice rolls, from 0. Games of a block with the same number have
    /// the same rolls.
    pub sequence: u8,
}

impl Block {
    /// Returns the robots that play in the block, in ascending order.
    pub fn robots(&self) -> impl Iterator<Item = u8> + '_ {
        let takes_part =
            |robot: &u8| self.games.iter().any(|game| game.seating.contains(&Some(*robot)));
        (0..MAX_ROBOTS as u8).filter(takes_part)
    }
}

impl Schedule {
    /// Creates the schedule of the robots in `kinds`, in which robots that play alike have equal
    /// numbers. Each side is the seat, or the seats of a team, that one robot plays. The seed
    /// shuffles the order of the selections and has no other effect.
    ///
    /// # Panics
    /// There are no sides, fewer robots than sides, or more than [`MAX_ROBOTS`] robots.
    pub fn new(kinds: Vec<u8>, sides: Vec<SeatSet>, seed: u64) -> Self {
        let size = sides.len();
        assert!(size > 0 && size <= kinds.len(), "every side needs a robot");
        assert!(kinds.len() <= MAX_ROBOTS, "too many robots");
        let mut lineups = subsets(kinds.len() as u8, size);
        lineups.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        Self { kinds, sides, lineups, orders: circular_orders(size as u8) }
    }

    /// Returns the number of games in a block: one for each side.
    pub fn block_len(&self) -> usize {
        self.sides.len()
    }

    /// Returns the block with this number.
    pub fn block(&self, number: u64) -> Block {
        let lineup_count = self.lineups.len() as u64;
        let lineup = &self.lineups[(number % lineup_count) as usize];
        let order = &self.orders[(number / lineup_count % self.orders.len() as u64) as usize];
        let mut games = Vec::with_capacity(self.block_len());
        for rotation in 0..self.block_len() {
            let mut seating = SeatAssignment::default();
            for (index, side) in self.sides.iter().enumerate() {
                let robot = lineup[order[(index + rotation) % order.len()] as usize];
                side.iter().for_each(|seat| seating[seat.index()] = Some(robot));
            }
            let has_equal_kinds =
                |game: &&ScheduledGame| self.kinds_of(&game.seating) == self.kinds_of(&seating);
            let sequence = games.iter().filter(has_equal_kinds).count() as u8;
            games.push(ScheduledGame { seating, sequence });
        }
        Block { number, games }
    }

    /// Returns the kind of the robot on each seat.
    fn kinds_of(&self, seating: &SeatAssignment) -> [Option<u8>; Seat::MAX] {
        seating.map(|robot| Some(self.kinds[usize::from(robot?)]))
    }
}

/// Returns all subsets of `size` numbers below `count`.
fn subsets(count: u8, size: usize) -> Vec<Vec<u8>> {
    let mut subsets: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..size {
        let mut longer = Vec::new();
        for subset in &subsets {
            let next = subset.last().map_or(0, |last| last + 1);
            for number in next..count {
                longer.push([subset.as_slice(), &[number]].concat());
            }
        }
        subsets = longer;
    }
    subsets
}

/// Returns all circular orders of the numbers below `count`, each beginning with 0.
fn circular_orders(count: u8) -> Vec<Vec<u8>> {
    let mut orders: Vec<Vec<u8>> = vec![vec![0]];
    for _ in 1..count {
        let mut longer = Vec::new();
        for order in &orders {
            for number in (1..count).filter(|number| !order.contains(number)) {
                longer.push([order.as_slice(), &[number]].concat());
            }
        }
        orders = longer;
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns sides of one seat each.
    fn single_seats(seats: &[u8]) -> Vec<SeatSet> {
        seats.iter().map(|seat| SeatSet::one(Seat::new(*seat))).collect()
    }

    /// Counts how often each robot sits on each of the first four seats, in this number of blocks.
    fn count_seatings(schedule: &Schedule, blocks: u64, robots: usize) -> Vec<[u32; 4]> {
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
        let schedule = Schedule::new(vec![0, 1, 2, 3], single_seats(&[0, 1, 2, 3]), 1);
        for number in 0..12 {
            assert_eq!(count_seatings(&schedule, number + 1, 4), vec![[number as u32 + 1; 4]; 4]);
        }
        let orders: std::collections::HashSet<_> =
            (0..6).map(|number| schedule.block(number).games[0].seating).collect();
        assert_eq!(orders.len(), 6, "all circular orders of four robots");
    }

    #[test]
    fn two_robots_sit_opposite_and_swap() {
        let schedule = Schedule::new(vec![0, 1], single_seats(&[0, 2]), 1);
        assert_eq!(count_seatings(&schedule, 1, 2), vec![[1, 0, 1, 0]; 2]);
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
    fn games_that_would_repeat_another_get_other_dice() {
        let sequences_of_games = |kinds: &[u8]| {
            let schedule = Schedule::new(kinds.to_vec(), single_seats(&[0, 1, 2, 3]), 1);
            schedule.block(0).games.iter().map(|game| game.sequence).collect::<Vec<_>>()
        };
        assert_eq!(sequences_of_games(&[0, 1, 2, 3]), [0, 0, 0, 0]);
        assert_eq!(sequences_of_games(&[0, 0, 0, 1]), [0, 0, 0, 0]);
        assert_eq!(sequences_of_games(&[0, 1, 0, 1]), [0, 0, 1, 1]);
        assert_eq!(sequences_of_games(&[5, 5, 5, 5]), [0, 1, 2, 3]);
    }

    #[test]
    fn more_robots_than_sides_play_equally_often() {
        let kinds: Vec<u8> = (0..6).collect();
        let sides = single_seats(&[0, 1, 2, 3]);
        let schedule = Schedule::new(kinds.clone(), sides.clone(), 9);
        assert_eq!(count_seatings(&schedule, 15, 6), vec![[10; 4]; 6]);
        let other_seed = Schedule::new(kinds, sides, 8);
        assert_ne!(schedule.block(0), other_seed.block(0));
    }
}
