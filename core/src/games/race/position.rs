//! A position of a race as data: set up by hand, for puzzles, or to test robots.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::board::{HANGAR, Progress};
pub use super::notation::SeatColour;
use super::sets::PlaneSet;
use crate::contract::game::SetupError;
use crate::contract::limits;
use crate::contract::seat::{Seat, SeatSet};

/// A position between the opening rolls and the end of a game, as a person writes it: `{"turn":
/// "red", "die": 3, "sides": {"red": {"planes": [4, 7]}, "blue": {"planes": []}}}`.
///
/// [`Position::set_up`] validates it.
///
/// # Examples
/// Opponents cannot share a square of the track:
/// ```
/// use qipan_core::games::race::board::{RED, YELLOW};
/// use qipan_core::games::race::{Position, PositionError, Rules};
///
/// let apart = Position::new(RED).side(RED, &[20]).side(YELLOW, &[1]).die(3);
/// assert!(apart.set_up(&Rules::AEROPLANE).is_ok_and(|game| game.die() == Some(3)));
/// let shared = Position::new(RED).side(RED, &[14]).side(YELLOW, &[1]);
/// assert!(matches!(shared.set_up(&Rules::AEROPLANE), Err(PositionError::Shared(..))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The seat whose turn it is.
    pub turn: SeatColour,
    /// The roll that waits to be used. Without it the die has to be rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// The seats that take part, with their planes.
    #[serde(deserialize_with = "limits::table::<_, _, _, 4>")]
    pub sides: BTreeMap<SeatColour, SeatPlanes>,
    /// The number of 6s in a row in this turn, not counting a roll that waits.
    #[serde(default)]
    pub sixes_before: u8,
    /// The planes that those 6s moved.
    #[serde(default)]
    pub moved: PlaneSet,
    /// The number of rolls in this turn while all planes were in the hangar or in the centre,
    /// including a roll that waits.
    #[serde(default)]
    pub tries: u8,
    /// The seats that have finished, in the order of their places.
    #[serde(default, deserialize_with = "limits::list::<_, _, 4>")]
    pub home: Vec<SeatColour>,
    /// The seats that resigned, in the order in which they did.
    #[serde(default, rename = "gone", deserialize_with = "limits::list::<_, _, 4>")]
    pub resigned: Vec<SeatColour>,
    /// The number of rolls so far. A ply of a race game is a roll.
    #[serde(default)]
    pub ply: u32,
    /// The number of turns that each seat still has to skip because of house rules.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "limits::table::<_, _, _, 4>"
    )]
    pub skips: BTreeMap<SeatColour, u8>,
    /// The seats whose turns house rules postponed. The last one plays next.
    #[serde(
        default,
        rename = "put_off",
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, 16>"
    )]
    pub postponed: Vec<SeatColour>,
}

/// The planes of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatPlanes {
    /// The progress of each plane, `None` in the hangar. If the list is short, the other planes are
    /// in the hangar too.
    #[serde(deserialize_with = "limits::list::<_, _, 16>")]
    pub planes: Vec<Option<Progress>>,
    /// The sets of planes that move as one.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, 16>"
    )]
    pub stacks: Vec<PlaneSet>,
}

/// Writes the numbers of planes, from 1, separated by commas.
fn plane_numbers(planes: PlaneSet) -> String {
    planes.iter().map(|plane| (plane + 1).to_string()).collect::<Vec<_>>().join(", ")
}

/// The reason why a position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Rules and seats do not fit each other.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A seat does not take part, or no longer plays.
    #[error("{0} does not play here")]
    NotPlaying(SeatColour),
    /// A seat has more planes than the rules give.
    #[error("{seat} has {found} planes; the rules give {planes}")]
    Planes {
        /// The owner of the planes.
        seat: SeatColour,
        /// The number of planes found.
        found: usize,
        /// The number of planes by the rules.
        planes: u8,
    },
    /// A plane is beyond the centre.
    #[error("a plane of {seat} is at {found}; the centre is {centre}")]
    Progress {
        /// The owner of the plane.
        seat: SeatColour,
        /// The progress found.
        found: Progress,
        /// The progress of the centre, the last one.
        centre: Progress,
    },
    /// Planes cannot be a stack.
    #[error("planes {} of {seat} cannot be a stack: {why}", plane_numbers(*planes))]
    Stack {
        /// The owner of the planes.
        seat: SeatColour,
        /// The stack.
        planes: PlaneSet,
        /// The reason.
        why: StackError,
    },
    /// Opponents share a square on which one would have captured the other.
    #[error("{0} and {1} stand on the same square")]
    Shared(SeatColour, SeatColour),
    /// The roll is not a face of a die.
    #[error("a die does not show {0}")]
    Die(u8),
    /// A roll waits although it allows no move.
    #[error("{seat} cannot move anything with {die}, so such a roll could not be pending")]
    NothingToMove {
        /// The seat that rolled.
        seat: SeatColour,
        /// The roll.
        die: u8,
    },
    /// The counts of this turn are impossible.
    #[error("{0}")]
    Turn(TurnError),
    /// A seat is in `home` without enough planes in the centre, or the reverse.
    #[error("`home` and the planes of {0} do not agree")]
    Home(SeatColour),
    /// A seat resigned but has planes on its path.
    #[error("{0} resigned, so its planes must be in the hangar or in the centre")]
    Resigned(SeatColour),
    /// The game would be over.
    #[error("the game would be over")]
    Over,
}

/// The reason why planes cannot be a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StackError {
    /// The rules allow no stacks.
    #[error("planes never stack under these rules")]
    Rules,
    /// There are fewer than two planes.
    #[error("a stack is two planes or more")]
    Single,
    /// The planes are in different places.
    #[error("its planes are not in one place")]
    Apart,
    /// The planes are in the hangar, on the apron or in the centre.
    #[error("planes stack only on the track and the lane")]
    Place,
    /// One of the planes is in another stack.
    #[error("one of its planes is in another stack")]
    Twice,
}

/// The reason why the counts of a turn are impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// A seat skips more turns than can be pending.
    #[error("at most nine turns of a seat can be skipped")]
    Skips,
    /// More turns are postponed than possible.
    #[error("at most four turns can be put off")]
    Postponed,
    /// `sixes_before` is not 0, although a 6 gives no other roll.
    #[error("a 6 does not earn another roll under these rules")]
    NoSixes,
    /// `sixes_before` is not 0, although the roll that waits is not a 6 and so ends the row.
    #[error("a roll other than 6 ends a row of 6s")]
    RowEnded,
    /// There are three 6s in a row, which would have ended the turn.
    #[error("the third 6 in a row would have ended the turn")]
    ThirdSix,
    /// Planes are listed in `moved` that no 6 moved.
    #[error("`moved` names planes that no 6 moved in this turn")]
    Moved,
    /// `tries` is not 0, although the rules give one roll.
    #[error("these rules give one roll, so tries are not counted")]
    Tries,
    /// A count is beyond its limit.
    #[error("`ply` is larger than in any game")]
    TooLarge,
}

impl Position {
    /// Creates a position without seats.
    pub fn new(turn: Seat) -> Self {
        Self {
            turn: SeatColour::new(turn),
            die: None,
            sides: BTreeMap::new(),
            sixes_before: 0,
            moved: PlaneSet::EMPTY,
            tries: 0,
            home: Vec::new(),
            resigned: Vec::new(),
            ply: 0,
            skips: BTreeMap::new(),
            postponed: Vec::new(),
        }
    }

    /// Adds a seat with the progress of its planes, [`HANGAR`] for those in the hangar.
    #[must_use]
    pub fn side(mut self, seat: Seat, planes: &[Progress]) -> Self {
        let place = |progress: &Progress| (*progress != HANGAR).then_some(*progress);
        let planes = planes.iter().map(place).collect();
        self.sides.insert(SeatColour::new(seat), SeatPlanes { planes, stacks: Vec::new() });
        self
    }

    /// Joins planes of a seat, given by their indices from 0, into one stack.
    #[must_use]
    pub fn stack(mut self, seat: Seat, planes: &[u8]) -> Self {
        let stack: PlaneSet = planes.iter().copied().collect();
        self.sides.entry(SeatColour::new(seat)).or_default().stacks.push(stack);
        self
    }

    /// Sets the roll that waits to be used.
    #[must_use]
    pub fn die(mut self, die: u8) -> Self {
        self.die = Some(die);
        self
    }

    /// Returns the seats that take part.
    pub fn seats(&self) -> SeatSet {
        self.sides.keys().map(|named| named.0).collect()
    }
}
