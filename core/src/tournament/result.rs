//! The results of games and blocks, as plain data.

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
}

/// The counts of a robot in the games of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RobotCounts {
    /// The number of opponents' planes or pieces that it captured.
    pub captures: u64,
    /// The number of planes or pieces that it lost to opponents.
    pub pieces_lost: u64,
    /// The fuel of its turns.
    pub fuel: FuelUse,
    /// The number of turns and layouts that ended in an error or an illegal answer.
    pub errors: u64,
    /// The number of turns and layouts that used up their budget or time.
    pub timeouts: u64,
    /// The message of the first error. A journal may leave it out if an earlier block has one.
    pub first_error: Option<String>,
}

/// The fuel of a robot's turns in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FuelUse {
    /// The number of turns.
    pub turns: u64,
    /// The median fuel of a turn: the smallest number such that at least half of the turns used no
    /// more.
    pub median: u64,
    /// The most fuel that a turn used.
    pub max: u64,
}

/// The result of a block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockResult {
    /// The block's number.
    pub number: u64,
    /// The games of the block.
    pub games: Vec<GameResult>,
    /// The robots at the board by their numbers, each with its counts.
    pub robots: Vec<(u8, RobotCounts)>,
}

impl GameResult {
    /// Returns the robots at the board, each with its seats.
    pub fn sides(&self) -> impl Iterator<Item = (usize, SeatSet)> + '_ {
        let is_first =
            move |(seat, robot): &(usize, u8)| !self.seating[..*seat].contains(&Some(*robot));
        let robots = self.seating.iter().enumerate();
        let robots = robots.filter_map(|(seat, robot)| Some((seat, (*robot)?)));
        let distinct_robots = robots.filter(is_first).map(|(_, robot)| robot);
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
    /// Returns the result with other numbers for its robots: that of robot `i` becomes
    /// `numbers[i]`. The counts of robots that get the same number are added up. The block gets the
    /// number `block`.
    ///
    /// # Panics
    /// A robot has no new number.
    #[must_use]
    pub fn renumbered(&self, block: u64, numbers: &[u8]) -> Self {
        let new = |robot: u8| numbers[usize::from(robot)];
        let game = |game: &GameResult| GameResult {
            seating: game.seating.map(|robot| robot.map(new)),
            ..game.clone()
        };
        let mut robots: Vec<(u8, RobotCounts)> = Vec::new();
        for (robot, counts) in &self.robots {
            match robots.iter_mut().find(|(known, _)| *known == new(*robot)) {
                Some((_, sum)) => sum.add(counts),
                None => robots.push((new(*robot), counts.clone())),
            }
        }
        Self { number: block, games: self.games.iter().map(game).collect(), robots }
    }

    /// Returns the mean share of first place of a robot in the games that it played. Returns `None`
    /// if it played none.
    pub fn score(&self, robot: usize) -> Option<f64> {
        let (mut games, mut score) = (0u32, 0.0);
        for game in &self.games {
            for (_, seats) in game.sides().filter(|(other, _)| *other == robot) {
                games += 1;
                score += seats.iter().map(|seat| game.outcome.share(seat)).sum::<f64>();
            }
        }
        (games > 0).then(|| score / f64::from(games))
    }

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
        }
        if self.robots.iter().map(|(robot, _)| *robot).ne(block.robots()) {
            return Err("its robots are not those that played".to_owned());
        }
        self.robots.iter().try_for_each(|(robot, counts)| counts.check(*robot))
    }

    /// Returns true if another result is the same. Messages of errors are not compared, because
    /// a journal leaves out those that no table needs.
    pub fn is_same(&self, other: &Self) -> bool {
        let without_messages = |result: &Self| {
            let mut result = result.clone();
            result.robots.iter_mut().for_each(|(_, counts)| counts.first_error = None);
            result
        };
        without_messages(self) == without_messages(other)
    }
}

/// Returns the seats that have a robot.
fn taken_seats(seating: &SeatAssignment) -> SeatSet {
    let taken = seating.iter().enumerate().filter(|(_, robot)| robot.is_some());
    taken.map(|(seat, _)| Seat::new(seat as u8)).collect()
}

impl RobotCounts {
    /// Adds the counts of another copy of the robot. Keeps the median of the copy with more turns.
    fn add(&mut self, other: &Self) {
        let (own, theirs) = (self.fuel, other.fuel);
        self.captures += other.captures;
        self.pieces_lost += other.pieces_lost;
        self.errors += other.errors;
        self.timeouts += other.timeouts;
        self.fuel = FuelUse {
            turns: own.turns + theirs.turns,
            median: if theirs.turns > own.turns { theirs.median } else { own.median },
            max: own.max.max(theirs.max),
        };
        if self.first_error.is_none() {
            self.first_error.clone_from(&other.first_error);
        }
    }

    /// Checks that a robot can have these counts in a block.
    fn check(&self, robot: u8) -> Result<(), String> {
        /// More turns than any block has, and few enough that sums do not overflow.
        const MAX_TURNS: u64 = 1 << 32;
        let counts = [self.captures, self.pieces_lost, self.fuel.turns, self.errors, self.timeouts];
        if counts.iter().any(|count| *count > MAX_TURNS) || self.fuel.median > self.fuel.max {
            return Err(format!("robot {robot} cannot have these counts"));
        }
        Ok(())
    }
}

impl FuelUse {
    /// Summarizes the fuel of each turn in `turns`, and clears the list.
    pub fn take(turns: &mut Vec<u64>) -> Self {
        turns.sort_unstable();
        let median = turns.len().saturating_sub(1) / 2;
        let fuel = Self {
            turns: turns.len() as u64,
            median: turns.get(median).copied().unwrap_or_default(),
            max: turns.last().copied().unwrap_or_default(),
        };
        turns.clear();
        fuel
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renumbered_robots_keep_their_results() {
        use crate::contract::outcome::Reason;

        let mut seating = SeatAssignment::default();
        (0..4u8).for_each(|robot| seating[usize::from(robot)] = Some(robot));
        let places = (0..4).map(|seat| SeatSet::one(Seat::new(seat))).collect();
        let outcome = Outcome { places, reason: Reason::AllHome };
        let games = vec![GameResult { seating, outcome, plies: 9, rolls: 9 }];
        let counts = |turns, median| RobotCounts {
            captures: 1,
            fuel: FuelUse { turns, median, max: median },
            ..RobotCounts::default()
        };
        let robots = vec![(0, counts(3, 10)), (1, counts(3, 20)), (2, counts(5, 30))];
        let result = BlockResult { number: 2, games, robots }.renumbered(7, &[40, 8, 40, 8]);
        assert_eq!(result.number, 7);
        let sides: Vec<_> =
            result.games[0].sides().map(|(robot, seats)| (robot, seats.len())).collect();
        assert_eq!(sides, [(40, 2), (8, 2)]);
        let sum = &result.robots[0].1;
        assert_eq!((sum.captures, sum.fuel), (2, FuelUse { turns: 8, median: 30, max: 30 }));
        assert_eq!(result.robots[1], (8, counts(3, 20)));
    }

    #[test]
    fn fuel_of_turns_is_summarized() {
        let mut turns = vec![7, 1, 5, 3];
        assert_eq!(FuelUse::take(&mut turns), FuelUse { turns: 4, median: 3, max: 7 });
        assert_eq!(FuelUse::take(&mut turns), FuelUse::default());
        assert_eq!(FuelUse::take(&mut vec![9, 1, 4]).median, 4);
    }
}
