//! A position as plain data: pieces by army, the seat to move, and what everyone saw of the pieces.
//!
//! A game that starts from a position has no history:
//!
//! - Each seat sees its own pieces, its partner's if the rules say so, and those marked as shown.
//! - Pieces missing from an army are lost. Their kinds are visible if everyone saw them fall: in
//!   Flip Junqi, and under `contact_reveals`.
//! - Beliefs about hidden pieces follow from their marks, the cells on which Flags and Landmines
//!   can be laid out, the Flag that every army in the game has, and the counts of each kind.
//! - Battles before the position are unknown. The memory of house rules is lost, and so is what
//!   followed from their effects on pieces.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use super::cells::{CELLS, Cell};
use super::event::EliminationReason;
use super::piece::Kind;
use super::seats::SEATS;
pub use super::seats::SeatName;
use crate::contract::game::SetupError;
use crate::contract::limits;

/// A position. It is checked when a game is created from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The seat to move.
    pub turn: SeatName,
    /// The pieces on the board by the seat that owns them. Before seats own armies, by the seat the
    /// army was dealt to.
    #[serde(deserialize_with = "pieces")]
    pub pieces: BTreeMap<SeatName, Vec<PlacedPiece>>,
    /// The ownership of the armies in Flip Junqi.
    #[serde(default, skip_serializing_if = "is_default", rename = "colours")]
    pub ownership: ArmyOwnership,
    /// The number of moves and flips before this position.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ply: u32,
    /// The number of plies since the last capture or flip.
    #[serde(default, skip_serializing_if = "is_default")]
    pub quiet: u16,
    /// The eliminated seats, in order, with the reasons.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "seats")]
    pub out: Vec<(SeatName, EliminationReason)>,
    /// The cell of the piece that carries an army's Flag, by the seat that owns the Flag.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub carried: BTreeMap<SeatName, Cell>,
    /// The cell of an army's dropped Flag, by the seat that owns the Flag.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub dropped: BTreeMap<SeatName, Cell>,
    /// The number of Landmines that Engineers removed, by the seat that lost them.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub cleared_mines: BTreeMap<SeatName, u8>,
    /// The number of time-outs of a seat.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub timeouts: BTreeMap<SeatName, u8>,
    /// The seats with turns that house rules postponed. The last seat of the list plays its turn
    /// first.
    #[serde(
        default,
        skip_serializing_if = "is_default",
        deserialize_with = "seats",
        rename = "put_off"
    )]
    pub postponed: Vec<SeatName>,
}

/// Reads a table with a value for each seat.
fn by_seat<'de, D, T>(deserializer: D) -> Result<BTreeMap<SeatName, T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    limits::table::<_, _, _, SEATS>(deserializer)
}

/// Reads a list of seats, or of pairs of a seat and a value.
fn seats<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    limits::list::<_, _, { 2 * SEATS }>(deserializer)
}

/// Reads lists of pieces by seat, each of at most [`CELLS`] pieces.
fn pieces<'de, D>(deserializer: D) -> Result<BTreeMap<SeatName, Vec<PlacedPiece>>, D::Error>
where
    D: Deserializer<'de>,
{
    #[derive(Deserialize)]
    struct Army(#[serde(deserialize_with = "limits::list::<_, _, CELLS>")] Vec<PlacedPiece>);
    let armies: BTreeMap<SeatName, Army> = by_seat(deserializer)?;
    Ok(armies.into_iter().map(|(seat, army)| (seat, army.0)).collect())
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The ownership of armies in Flip Junqi.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmyOwnership {
    /// Each seat owns the army that was dealt to it.
    #[default]
    Own,
    /// Each seat owns the army that was dealt to the other.
    Swapped,
    /// No seat owns an army until the tile that decides it is turned up.
    Unknown,
}

/// A piece on a cell, written as the cell, the letter of the kind, and lowercase letters for the
/// marks: `S11F` is a Flag on S11, and `N23Pm` a Lieutenant on N23 that has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlacedPiece {
    /// The cell.
    pub cell: Cell,
    /// The kind.
    pub piece: Kind,
    /// `d`: it is face down. Flip Junqi only.
    pub down: bool,
    /// `s`: its kind was shown to all. Not written in Flip Junqi, since there all face-up pieces
    /// are shown.
    pub shown: bool,
    /// `m`: it has moved.
    pub moved: bool,
    /// `c`: it has turned a corner on the rails.
    pub turned_corner: bool,
}

impl PlacedPiece {
    /// Creates a piece without marks.
    pub const fn new(cell: Cell, piece: Kind) -> Self {
        Self { cell, piece, down: false, shown: false, moved: false, turned_corner: false }
    }
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.cell, self.piece.letter())?;
        let marks =
            [(self.down, "d"), (self.shown, "s"), (self.moved, "m"), (self.turned_corner, "c")];
        for (is_set, letter) in marks {
            if is_set {
                f.write_str(letter)?;
            }
        }
        Ok(())
    }
}

/// Error for a text that is not a piece on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a piece on a cell is written like S11F or N23Pm")]
pub struct NotPlaced;

impl FromStr for PlacedPiece {
    type Err = NotPlaced;

    fn from_str(text: &str) -> Result<Self, NotPlaced> {
        let marks = text.trim_start_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
        let cell_and_letter = &text[..text.len() - marks.len()];
        let letter = cell_and_letter.chars().next_back().ok_or(NotPlaced)?;
        let cell = &cell_and_letter[..cell_and_letter.len() - letter.len_utf8()];
        let cell = cell.parse().map_err(|_| NotPlaced)?;
        let mut placed = Self::new(cell, Kind::from_letter(letter).ok_or(NotPlaced)?);
        for mark in marks.chars() {
            let field = match mark {
                'd' => &mut placed.down,
                's' => &mut placed.shown,
                'm' => &mut placed.moved,
                'c' => &mut placed.turned_corner,
                _ => return Err(NotPlaced),
            };
            let is_repeated = std::mem::replace(field, true);
            if is_repeated {
                return Err(NotPlaced);
            }
        }
        Ok(placed)
    }
}

impl TryFrom<String> for PlacedPiece {
    type Error = NotPlaced;

    fn try_from(text: String) -> Result<Self, NotPlaced> {
        text.parse()
    }
}

impl From<PlacedPiece> for String {
    fn from(placed: PlacedPiece) -> Self {
        placed.to_string()
    }
}

/// The reason why a position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The rules contradict each other.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A seat that takes no part, or is eliminated.
    #[error("{0} does not play here")]
    NotPlaying(SeatName),
    /// A cell of another board.
    #[error("{0} is not on this board")]
    Cell(Cell),
    /// Two pieces on one cell.
    #[error("two pieces stand on {0}")]
    Twice(Cell),
    /// More pieces of a kind than an army has.
    #[error("{seat} has too many of the {}; an army has {}", piece.en(), piece.count())]
    TooMany {
        /// The owner.
        seat: SeatName,
        /// The kind.
        piece: Kind,
    },
    /// A piece that cannot have moved, on a cell where no such piece is dealt. Its kind never
    /// moves, or it is face down.
    #[error("the {} on {cell} cannot have reached its cell", piece.en())]
    Astray {
        /// The piece.
        piece: Kind,
        /// The cell.
        cell: Cell,
    },
    /// Marks that a piece cannot have under these rules.
    #[error("the marks of the piece on {0} (d, s, m, c) are impossible under these rules")]
    ImpossibleMarks(Cell),
    /// An army in the game without its Flag.
    #[error("the Flag of {0} is missing, and an army without it is out")]
    NoFlag(SeatName),
    /// An impossible carried or dropped Flag: it is on the board as well, the piece on the cell
    /// cannot carry it, or the piece would have lifted it or brought it home.
    #[error("the Flag of {0} cannot be carried or lie there")]
    Carried(SeatName),
    /// Pieces of an eliminated army on the board.
    #[error("{0} is out, so none of its pieces is on the board")]
    Out(SeatName),
    /// An army without a piece that could ever move.
    #[error("{0} has no piece left that could ever move, so it would be out")]
    NoPieces(SeatName),
    /// A seat to move without a legal action.
    #[error("{0} is to move but has no legal move")]
    NoMove(SeatName),
    /// Before seats own armies, a piece that has moved or is lost, or a face-up tile that would
    /// have decided which seat owns which army.
    #[error(
        "while nobody owns an army, all pieces are on the board and no tile that decides it lies face up"
    )]
    StillUnassigned,
    /// Owned armies, although the tile that decides which seat owns which was not turned up.
    #[error("the piece that decides the colours must have been flipped")]
    AssignedTooEarly,
    /// An impossible value of a field.
    #[error("`{0}` has a value that is impossible under these rules")]
    FieldValue(&'static str),
    /// A game that would be over.
    #[error("the game would be over")]
    Over,
    /// A dead position, in which no piece could ever be captured.
    #[error("no piece could ever be captured again, so the game would be drawn")]
    Dead,
}
