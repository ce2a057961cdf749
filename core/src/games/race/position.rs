//! A position as data, for tests of robots, puzzles and "what if" questions.

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
/// It is not validated; [`Position::set_up`] does that.
///
/// # Examples
/// Two seats cannot share a square of the track:
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
    /// The seats that take part.
    #[serde(deserialize_with = "limits::table::<_, _, _, 4>")]
    pub sides: BTreeMap<SeatColour, SeatPlanes>,
    /// The 6s in a row in this turn before the roll that waits.
    #[serde(default)]
    pub sixes_before: u8,
    /// The planes that those 6s moved.
    #[serde(default)]
    pub moved: PlaneSet,
    /// The rolls of this turn with no plane out, including the one that waits.
    #[serde(default)]
    pub tries: u8,
    /// The seats that have brought their planes home, in order.
    #[serde(default, deserialize_with = "limits::list::<_, _, 4>")]
    pub home: Vec<SeatColour>,
    /// The seats that resigned, in order.
    #[serde(default, rename = "gone", deserialize_with = "limits::list::<_, _, 4>")]
    pub resigned: Vec<SeatColour>,
    /// The number of rolls so far.
    #[serde(default)]
    pub ply: u32,
    /// The turns that house rules are going to skip.
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
    /// The progress of each plane by number, `None` in the hangar. Planes that the list leaves out
    /// are in the hangar too.
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

/// Returns the numbers of planes, from 1, joined by commas.
fn numbers(planes: PlaneSet) -> String {
    planes.iter().map(|plane| (plane + 1).to_string()).collect::<Vec<_>>().join(", ")
}

/// The reason why a position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Rules and seats do not fit.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A seat that takes no part or plays no longer.
    #[error("{0} does not play here")]
    NotPlaying(SeatColour),
    /// More planes than the rules give.
    #[error("{seat} has {found} planes; the rules give {planes}")]
    Planes {
        /// The owner of the planes.
        seat: SeatColour,
        /// The planes found.
        found: usize,
        /// The planes of the rules.
        planes: u8,
    },
    /// A progress beyond the centre.
    #[error("a plane of {seat} is at {found}; the centre is {centre}")]
    Progress {
        /// The owner of the plane.
        seat: SeatColour,
        /// The progress found.
        found: Progress,
        /// The progress of the centre, the last one.
        centre: Progress,
    },
    /// Planes that cannot move as one.
    #[error("planes {} of {seat} cannot be a stack: {why}", numbers(*planes))]
    Stack {
        /// The owner of the planes.
        seat: SeatColour,
        /// The stack.
        planes: PlaneSet,
        /// The reason.
        why: NoStack,
    },
    /// Opponents on a square where the later one would have captured the other.
    #[error("{0} and {1} stand on the same square")]
    Shared(SeatColour, SeatColour),
    /// A number that is not on a die.
    #[error("a die does not show {0}")]
    Die(u8),
    /// A roll that waits although it allows no move.
    #[error("{seat} cannot move anything with {die}, so the roll would not wait")]
    NothingToMove {
        /// The seat that rolled.
        seat: SeatColour,
        /// The roll.
        die: u8,
    },
    /// Counts of this turn that are impossible.
    #[error("{0}")]
    Turn(NoTurn),
    /// A seat that `home` names although it has not brought enough planes home, or the reverse.
    #[error("`home` and the planes of {0} do not agree")]
    Home(SeatColour),
    /// A seat that resigned but still has planes on its way.
    #[error("{0} resigned, so its planes must be in the hangar or in the centre")]
    Resigned(SeatColour),
    /// A game that would be over.
    #[error("the game would be over")]
    Over,
}

/// The reason why planes cannot move as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStack {
    /// The rules allow no stacks.
    #[error("planes never stack under these rules")]
    Rules,
    /// There are fewer than two planes.
    #[error("a stack is two planes or more")]
    Single,
    /// They are in different places.
    #[error("its planes are not in one place")]
    Apart,
    /// They are in the hangar, on the apron or in the centre.
    #[error("planes stack only on the track and the lane")]
    Place,
    /// One of them is in another stack.
    #[error("one of its planes is in another stack")]
    Twice,
}

/// The reason why the counts of a turn are impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTurn {
    /// More skipped turns than can be pending.
    #[error("at most nine turns of a seat can be skipped")]
    Skips,
    /// More postponed turns than possible.
    #[error("at most four turns can be put off")]
    Postponed,
    /// 6s in a row, although a 6 gives no other roll.
    #[error("a 6 does not roll again under these rules")]
    NoSixes,
    /// 6s in a row before a roll that is no 6.
    #[error("a roll other than 6 ends a row of 6s")]
    RowEnded,
    /// A third 6 that would have ended the turn.
    #[error("the third 6 in a row would have ended the turn")]
    ThirdSix,
    /// Moved planes that no 6 moved.
    #[error("`moved` names planes that no 6 moved in this turn")]
    Moved,
    /// Tries, although the rules give one roll.
    #[error("these rules give one roll, so tries are not counted")]
    Tries,
    /// Counts beyond their limits.
    #[error("`ply` is larger than in any game")]
    Long,
}

impl Position {
    /// Creates a position without planes and seats.
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

    /// Adds a seat with its planes, [`HANGAR`] for those in the hangar.
    #[must_use]
    pub fn side(mut self, seat: Seat, planes: &[Progress]) -> Self {
        let out = |p: &Progress| (*p != HANGAR).then_some(*p);
        let planes = planes.iter().map(out).collect();
        self.sides.insert(SeatColour::new(seat), SeatPlanes { planes, stacks: Vec::new() });
        self
    }

    /// Makes planes of a seat, numbered from 0, a stack.
    #[must_use]
    pub fn stack(mut self, seat: Seat, planes: &[u8]) -> Self {
        let planes = planes.iter().fold(PlaneSet::EMPTY, |set, k| set.union(PlaneSet::one(*k)));
        self.sides.entry(SeatColour::new(seat)).or_default().stacks.push(planes);
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
