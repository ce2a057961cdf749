//! The results of games and blocks, as plain data.

use super::histogram::SparseHistogram;
use super::schedule::{Block, SeatAssignment};
use crate::contract::outcome::Outcome;
use crate::contract::seat::{Seat, SeatSet};

/// One finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The robot on each seat.
    pub seating: SeatAssignment,
    /// The outcome.
    pub outcome: Outcome,
    /// Its length in plies.
    pub plies: u32,
    /// Rolls of the die, without those that settle who begins.
    pub rolls: u32,
    /// Planes of opponents that each seat captured.
    pub captures: [u32; Seat::MAX],
    /// Planes of each seat that opponents captured.
    pub lost: [u32; Seat::MAX],
}

/// A robot's consumption and errors in the games of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Fuel used in each turn.
    pub fuel: SparseHistogram,
    /// Turns and layouts that ended in an error or an illegal answer.
    pub errors: u64,
    /// Turns and layouts that used up their budget or time.
    pub timeouts: u64,
    /// The first error.
    pub trouble: Option<String>,
}

/// The result of a block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockResult {
    /// The block's number.
    pub block: u64,
    /// The games of the block.
    pub games: Vec<GameResult>,
    /// The robots at the board by number, with their usage.
    pub usage: Vec<(u8, Usage)>,
}

impl GameResult {
    /// Returns the robots at the board, each with its seats.
    pub fn sides(&self) -> impl Iterator<Item = (usize, SeatSet)> + '_ {
        let robots = self.seating.iter().flatten().copied();
        let mut seen = 0u32;
        let firsts = robots.filter(move |robot| {
            let is_new = seen >> (robot & 31) & 1 == 0;
            seen |= 1 << (robot & 31);
            is_new
        });
        firsts.map(|robot| (usize::from(robot), self.seats_of(robot)))
    }

    fn seats_of(&self, robot: u8) -> SeatSet {
        let seats = self.seating.iter().enumerate();
        let own = seats.filter(|(_, who)| **who == Some(robot));
        own.map(|(seat, _)| Seat::new(seat as u8)).collect()
    }

    /// Returns true if several sides share first place.
    pub fn is_drawn(&self) -> bool {
        let first = self.outcome.places.first().copied().unwrap_or_default();
        self.sides().filter(|(_, seats)| !seats.intersection(first).is_empty()).count() > 1
    }
}

impl BlockResult {
    /// Checks that this can be the result of a block.
    ///
    /// # Errors
    /// The first mismatch, in words.
    pub fn check(&self, block: &Block) -> Result<(), String> {
        if self.games.len() != block.games.len() {
            return Err(format!(
                "the block has {} games instead of {}",
                self.games.len(),
                block.games.len()
            ));
        }
        for (played, game) in self.games.iter().zip(&block.games) {
            let seats = |seating: &SeatAssignment| -> SeatSet {
                let taken = seating.iter().enumerate().filter(|(_, robot)| robot.is_some());
                taken.map(|(seat, _)| Seat::new(seat as u8)).collect()
            };
            let mut left = seats(&game.seating);
            let places = &played.outcome.places;
            for seat in places.iter().flat_map(|place| place.iter()) {
                if !left.contains(seat) {
                    return Err("a seat has two places, or a place but no robot".to_owned());
                }
                left.remove(seat);
            }
            if !left.is_empty() || places.first().is_none_or(|first| first.is_empty()) {
                return Err("a seat has no place".to_owned());
            }
            let known = |robot: &u8| game.seating.contains(&Some(*robot));
            if self.usage.iter().any(|(robot, _)| !known(robot)) {
                return Err("there is usage of a robot that did not play".to_owned());
            }
        }
        self.usage.iter().try_for_each(|(robot, usage)| usage.check(*robot))?;
        let mut robots: Vec<u8> = self.usage.iter().map(|(robot, _)| *robot).collect();
        robots.sort_unstable();
        match robots.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("robot {} is listed twice", pair[0])),
            None => Ok(()),
        }
    }
}

impl Usage {
    /// Checks that a robot can have used this much in a block.
    fn check(&self, robot: u8) -> Result<(), String> {
        /// More turns than any block has, and few enough that sums do not overflow.
        const MOST: u64 = 1 << 32;
        match self.errors <= MOST && self.timeouts <= MOST && self.fuel.is_sound() {
            true => Ok(()),
            false => Err(format!("robot {robot} cannot have used as much")),
        }
    }
}
