//! A finished block of a tournament, as a line of its journal. Every line of a journal is such a
//! block, except the first line, which is the header.
//!
//! The line holds the data that the tables of results need and that the schedule does not contain,
//! under short names:
//!
//! ```json
//! {"b":7,"g":[["0>2","all_home",131],["2>0","all_home",112]],"r":[[6,1,62,83,96],[1,6,59,83,95]]}
//! ```
//!
//! - `b`: the number of the block, from 0.
//! - `g`: its games in the order of the schedule. Each has its places, the reason for its end, and
//!   its number of plies. A place is written as the indices of its seats in `Game::SEATS`. The best
//!   place is first, and `>` separates places: in `02>1>3`, seats 0 and 2 share the first place.
//! - `r`: the robots of the block in ascending order of their indices. Each has its numbers of
//!   pieces captured and lost, its number of turns, and the median and largest fuel of a turn.
//! - `e`: the robots with errors or timeouts. Each has its index, its numbers of errors and
//!   timeouts, and the message of the first of these, or `null` if the message is not kept. The key
//!   is absent if there is no such robot.

use qipan_core::contract::limits;
use qipan_core::contract::outcome::{Outcome, Reason};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::tournament::{Block, BlockResult, FuelUse, GameResult, MAX_ROBOTS, RobotCounts};
use serde::{Deserialize, Serialize};

/// A finished block as it is written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BlockLine {
    #[serde(rename = "b")]
    pub block: u64,
    /// For each game: places, reason, number of plies.
    #[serde(rename = "g", deserialize_with = "limits::list::<_, _, { Seat::MAX }>")]
    games: Vec<(String, Reason, u32)>,
    /// For each robot: pieces captured, pieces lost, turns, median fuel, largest fuel.
    #[serde(rename = "r", deserialize_with = "limits::list::<_, _, MAX_ROBOTS>")]
    robots: Vec<(u64, u64, u64, u64, u64)>,
    /// For each robot with errors or timeouts: its index, errors, timeouts, message.
    #[serde(
        rename = "e",
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, MAX_ROBOTS>"
    )]
    errors: Vec<(u8, u64, u64, Option<String>)>,
}

impl BlockLine {
    pub(super) fn new(result: &BlockResult) -> Self {
        let game =
            |game: &GameResult| (write_places(&game.outcome), game.outcome.reason, game.plies);
        let robot = |(_, counts): &(u8, RobotCounts)| {
            let FuelUse { turns, median, max } = counts.fuel;
            (counts.captures, counts.pieces_lost, turns, median, max)
        };
        let error = |(robot, counts): &(u8, RobotCounts)| {
            let RobotCounts { errors, timeouts, first_error, .. } = counts;
            let has_errors = *errors > 0 || *timeouts > 0 || first_error.is_some();
            has_errors.then(|| (*robot, *errors, *timeouts, first_error.clone()))
        };
        Self {
            block: result.number,
            games: result.games.iter().map(game).collect(),
            robots: result.robots.iter().map(robot).collect(),
            errors: result.robots.iter().filter_map(error).collect(),
        }
    }

    /// Parses a line.
    ///
    /// # Errors
    /// Returns the error in words.
    pub(super) fn parse(line: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(line).map_err(|why| why.to_string())
    }

    /// Returns the text of the line, including the line break.
    pub(super) fn write(&self) -> String {
        // All its values can be written as JSON, so this does not fail.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Returns the number of games.
    pub(super) fn game_count(&self) -> usize {
        self.games.len()
    }

    /// Returns the result of the block. `block` is the block in the schedule, which has the seating
    /// and the robots. If `has_dice` is true, each ply is a roll.
    ///
    /// # Errors
    /// Returns a message if the line is not a possible result.
    pub(super) fn result(self, block: &Block, has_dice: bool) -> Result<BlockResult, String> {
        let mut games = Vec::with_capacity(self.games.len());
        for ((places, reason, plies), game) in self.games.into_iter().zip(&block.games) {
            let outcome = Outcome { places: read_places(&places)?, reason };
            let rolls = if has_dice { plies } else { 0 };
            games.push(GameResult { seating: game.seating, outcome, plies, rolls });
        }
        if self.robots.len() != block.robots().count() {
            return Err("`r` does not have the robots that played".to_owned());
        }
        let counts = |(captures, lost, turns, median, max)| RobotCounts {
            captures,
            pieces_lost: lost,
            fuel: FuelUse { turns, median, max },
            ..RobotCounts::default()
        };
        let mut robots: Vec<(u8, RobotCounts)> =
            block.robots().zip(self.robots.into_iter().map(counts)).collect();
        for (robot, errors, timeouts, first_error) in self.errors {
            let Some((_, counts)) = robots.iter_mut().find(|(index, _)| *index == robot) else {
                return Err(format!("`e` has robot {robot}, which did not play"));
            };
            *counts = RobotCounts { errors, timeouts, first_error, ..counts.clone() };
        }
        let result = BlockResult { number: self.block, games, robots };
        result.check(block)?;
        Ok(result)
    }
}

/// Writes places as in `02>1>3`.
fn write_places(outcome: &Outcome) -> String {
    let place =
        |seats: &SeatSet| -> String { seats.iter().map(|seat| seat.index().to_string()).collect() };
    outcome.places.iter().map(place).collect::<Vec<_>>().join(">")
}

/// Reads places as in `02>1>3`.
fn read_places(text: &str) -> Result<Vec<SeatSet>, String> {
    let seat = |digit: char| {
        let index = digit.to_digit(10).filter(|index| *index < Seat::MAX as u32);
        index.map(|index| Seat::new(index as u8)).ok_or_else(|| format!("unknown seat `{digit}`"))
    };
    let place = |place: &str| {
        let seats = place.chars().map(seat).collect::<Result<Vec<_>, _>>()?;
        let set: SeatSet = seats.iter().copied().collect();
        if set.len() == seats.len() {
            Ok(set)
        } else {
            Err(format!("a seat is twice in `{place}`"))
        }
    };
    text.split('>').take(Seat::MAX + 1).map(place).collect()
}

#[cfg(test)]
mod tests {
    use qipan_core::tournament::Schedule;

    use super::*;

    fn block() -> Block {
        let sides = (0..3).map(|seat| SeatSet::one(Seat::new(seat))).collect();
        let mut block = Schedule::new(vec![0, 1, 2], sides, 1).block(0);
        block.games.truncate(2);
        block
    }

    #[test]
    fn block_is_read_as_it_was_written() {
        let text = "{\"b\":0,\"g\":[[\"1>02\",\"all_home\",61],[\"012\",\"agreement\",9]],\
                    \"r\":[[3,2,20,41,62],[0,1,21,0,0],[5,5,20,7,7]],\"e\":[[1,2,0,\"oh\"]]}\n";
        let result = BlockLine::parse(text.as_bytes()).unwrap().result(&block(), true).unwrap();
        assert_eq!((result.games[0].plies, result.games[0].rolls), (61, 61));
        assert_eq!(result.games[0].outcome.places.len(), 2);
        assert!(result.games[1].is_drawn());
        let (_, counts) = &result.robots[1];
        assert_eq!((counts.errors, counts.first_error.as_deref()), (2, Some("oh")));
        assert_eq!(BlockLine::new(&result).write(), text);
    }

    #[test]
    fn impossible_blocks_are_refused() {
        let robots = "[[0,0,1,1,1],[0,0,1,1,1],[0,0,1,1,1]]";
        let good = format!(
            "{{\"b\":0,\"g\":[[\"1>02\",\"all_home\",61],[\"0>1>2\",\"all_home\",9]],\"r\":{robots}}}"
        );
        let read = |text: &str| BlockLine::parse(text.as_bytes())?.result(&block(), true);
        assert!(read(&good).is_ok());
        for (from, to, part) in [
            ("1>02", "1>0", "a seat has no place"),
            ("1>02", "1>022", "a seat is twice"),
            ("1>02", "1>0>2>1", "two places"),
            ("1>02", ">1>02", "no place"),
            ("1>02", "1>03", "a place but no robot"),
            ("1>02", "1>0x", "unknown seat `x`"),
            ("all_home", "all_gone", "all_gone"),
            ("[0,0,1,1,1],", "", "does not have the robots"),
            ("[0,0,1,1,1]", "[0,0,1,2,1]", "cannot have these counts"),
            ("61", "-61", "-61"),
            ("\"r\"", "\"e\":[[7,1,0,null]],\"r\"", "robot 7"),
            ("\"r\"", "\"x\":1,\"r\"", "unknown field"),
        ] {
            let why = read(&good.replacen(from, to, 1)).unwrap_err();
            assert!(why.contains(part), "{from} -> {to}: {why}");
        }
    }
}
