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
    /// The number of rolls of the die, without those that settle who begins.
    pub rolls: u32,
    /// The number of opponents' planes that each seat captured.
    pub captures: [u32; Seat::MAX],
    /// The number of planes that each seat lost to opponents.
    pub lost: [u32; Seat::MAX],
}

/// The fuel and the errors of a robot in the games of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Fuel used in each turn.
    pub fuel: SparseHistogram,
    /// The number of turns and layouts that ended in an error or an illegal answer.
    pub errors: u64,
    /// The number of turns and layouts that used up their budget or time.
    pub timeouts: u64,
    /// The message of the first error.
    pub first_error: Option<String>,
}

/// The result of a block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockResult {
    /// The block's number.
    pub block: u64,
    /// The games of the block.
    pub games: Vec<GameResult>,
    /// The number of each robot at the board, with its usage.
    pub usage: Vec<(u8, Usage)>,
}

impl GameResult {
    /// Returns the robots at the board, each with its seats.
    pub fn sides(&self) -> impl Iterator<Item = (usize, SeatSet)> + '_ {
        let robots = self.seating.iter().flatten().copied();
        // The robots seen so far, as bits. 32 bits are more than `MAX_ROBOTS`.
        let mut seen = 0u32;
        let distinct_robots = robots.filter(move |robot| {
            let is_new = seen >> (robot & 31) & 1 == 0;
            seen |= 1 << (robot & 31);
            is_new
        });
        distinct_robots.map(|robot| (usize::from(robot), self.seats_of(robot)))
    }

    fn seats_of(&self, robot: u8) -> SeatSet {
        let seating = self.seating.iter().enumerate();
        let own = seating.filter(|(_, occupant)| **occupant == Some(robot));
        own.map(|(seat, _)| Seat::new(seat as u8)).collect()
    }

    /// Returns true if several sides share first place.
    pub fn is_drawn(&self) -> bool {
        let winners = self.outcome.places.first().copied().unwrap_or_default();
        self.sides().filter(|(_, seats)| !seats.intersection(winners).is_empty()).count() > 1
    }
}

impl BlockResult {
    /// Checks that this is a possible result of `block`.
    ///
    /// # Errors
    /// Returns the first mismatch, in words.
    pub fn check(&self, block: &Block) -> Result<(), String> {
        if self.games.len() != block.games.len() {
            return Err(format!(
                "the block has {} games instead of {}",
                self.games.len(),
                block.games.len()
            ));
        }
        for (result, game) in self.games.iter().zip(&block.games) {
            let mut unplaced = taken_seats(&game.seating);
            let places = &result.outcome.places;
            for seat in places.iter().flat_map(|place| place.iter()) {
                if !unplaced.contains(seat) {
                    return Err("a seat has two places, or a place but no robot".to_owned());
                }
                unplaced.remove(seat);
            }
            if !unplaced.is_empty() || places.first().is_none_or(|winners| winners.is_empty()) {
                return Err("a seat has no place".to_owned());
            }
            let takes_part = |robot: &u8| game.seating.contains(&Some(*robot));
            if self.usage.iter().any(|(robot, _)| !takes_part(robot)) {
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

/// Returns the seats that have a robot.
fn taken_seats(seating: &SeatAssignment) -> SeatSet {
    let taken = seating.iter().enumerate().filter(|(_, robot)| robot.is_some());
    taken.map(|(seat, _)| Seat::new(seat as u8)).collect()
}

impl Usage {
    /// Checks that a robot can have this usage in a block.
    fn check(&self, robot: u8) -> Result<(), String> {
        /// More turns than any block has, and few enough that sums do not overflow.
        const MAX_TURNS: u64 = 1 << 32;
        if self.errors > MAX_TURNS || self.timeouts > MAX_TURNS || !self.fuel.is_valid() {
            return Err(format!("robot {robot} cannot have used as much"));
        }
        Ok(())
    }
}
