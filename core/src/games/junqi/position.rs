//! A position of any mode as a person writes it: pieces by army, the seat to move, and what
//! everyone saw of the pieces.
//!
//! A game begun from a position has no history. Each seat sees its own pieces, its partner's if
//! the rules say so, and those marked as shown. Pieces missing from an army are gone. Their kinds
//! are known if everyone saw them fall: in flip chess, and if contact reveals. Everyone may
//! conclude about hidden pieces that Flags and Landmines are where they can be laid out, that an
//! army in the game has its Flag, that a piece which has moved is neither, and what follows from
//! the count of each kind. Fights before the position are unknown. The memory of house rules is
//! lost, and so is what followed from their effects on a piece.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use super::cells::{CELLS, Cell};
use super::event::OutReason;
use super::piece::Piece;
use super::seats::SEATS;
pub use super::seats::SeatName;
use crate::contract::game::SetupError;
use crate::contract::limits;

/// A position, unchecked until a game is made from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The seat to move.
    pub turn: SeatName,
    /// The pieces on the board by the seat that owns them. Before seats own armies, by the seat
    /// the army is named after.
    #[serde(deserialize_with = "pieces")]
    pub pieces: BTreeMap<SeatName, Vec<PlacedPiece>>,
    /// Flip chess: the ownership of the armies.
    #[serde(default, skip_serializing_if = "is_default")]
    pub colours: Colours,
    /// Moves and flips so far.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ply: u32,
    /// Plies since the last capture or flip.
    #[serde(default, skip_serializing_if = "is_default")]
    pub quiet: u16,
    /// The armies that left, in order, with the reasons.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "seats")]
    pub out: Vec<(SeatName, OutReason)>,
    /// The cell of the piece that carries the Flag of an army.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub carried: BTreeMap<SeatName, Cell>,
    /// The cell of an army's dropped Flag.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub dropped: BTreeMap<SeatName, Cell>,
    /// The number of Landmines of an army that Engineers removed.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub cleared_mines: BTreeMap<SeatName, u8>,
    /// The number of time-outs of a seat.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub timeouts: BTreeMap<SeatName, u8>,
    /// The seats whose turns house rules postponed, the next to play last.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "seats")]
    pub put_off: Vec<SeatName>,
}

/// Reads a table with one value for a seat.
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

/// Reads pieces by seat, at most as many as there are cells for each.
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

/// The ownership of armies in flip chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colours {
    /// Each seat owns the army named after it.
    #[default]
    Own,
    /// Each seat owns the other army.
    Swapped,
    /// No seat owns an army until an Engineer is turned up.
    Unknown,
}

/// A piece on a cell, written like `S11F`, with small letters after it for what everyone saw of
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlacedPiece {
    /// The cell.
    pub cell: Cell,
    /// The kind.
    pub piece: Piece,
    /// `d`: it is face down. Flip chess only.
    pub down: bool,
    /// `s`: everyone has been shown its kind. Not written in flip chess, where face-up pieces
    /// are.
    pub shown: bool,
    /// `m`: it has moved.
    pub moved: bool,
    /// `c`: it has turned a corner on the rails, as only a few kinds can.
    pub turned_corner: bool,
}

impl PlacedPiece {
    /// Creates a piece without marks.
    pub const fn new(cell: Cell, piece: Piece) -> Self {
        Self { cell, piece, down: false, shown: false, moved: false, turned_corner: false }
    }
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.cell, self.piece.letter())?;
        let marks =
            [(self.down, "d"), (self.shown, "s"), (self.moved, "m"), (self.turned_corner, "c")];
        marks.into_iter().filter(|(is, _)| *is).try_for_each(|(_, mark)| f.write_str(mark))
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
        let placed = &text[..text.len() - marks.len()];
        let letter = placed.chars().next_back().ok_or(NotPlaced)?;
        let cell = placed[..placed.len() - letter.len_utf8()].parse().map_err(|_| NotPlaced)?;
        let mut placed = Self::new(cell, Piece::from_letter(letter).ok_or(NotPlaced)?);
        for mark in marks.chars() {
            let flag = match mark {
                'd' => &mut placed.down,
                's' => &mut placed.shown,
                'm' => &mut placed.moved,
                'c' => &mut placed.turned_corner,
                _ => return Err(NotPlaced),
            };
            if std::mem::replace(flag, true) {
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
    /// A seat that does not take part, or no longer plays.
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
        piece: Piece,
    },
    /// A piece that never moves or is face down, on a cell where none is dealt.
    #[error("the {} on {cell} cannot have reached its cell", piece.en())]
    Astray {
        /// The piece.
        piece: Piece,
        /// The cell.
        cell: Cell,
    },
    /// Marks that a piece cannot have under these rules.
    #[error("the marks of the piece on {0} (d, s, m, c) are impossible under these rules")]
    Seen(Cell),
    /// An army in the game without its Flag.
    #[error("the Flag of {0} is missing, and an army without it is out")]
    NoFlag(SeatName),
    /// A Flag that cannot be carried or dropped there: it is on the board as well, or the piece
    /// on the cell cannot carry it.
    #[error("the Flag of {0} cannot be carried or lie there")]
    Carried(SeatName),
    /// Pieces on the board of an army that is out.
    #[error("{0} is out, so none of its pieces is on the board")]
    Out(SeatName),
    /// An army with no piece left that could ever move.
    #[error("{0} has no piece left that could ever move, so it would be out")]
    NoPieces(SeatName),
    /// A seat to move without a legal action.
    #[error("{0} is to move but has no legal move")]
    NoMove(SeatName),
    /// A piece that has moved or is gone, or a face-up Engineer, before seats own armies.
    #[error("while nobody owns an army all pieces are on the board, and no Engineer lies face up")]
    Unsettled,
    /// Owned armies, although no Engineer was turned up.
    #[error("an Engineer must have been turned up before armies are owned")]
    Settled,
    /// A count that cannot be.
    #[error("`{0}` has a value that is impossible under these rules")]
    Count(&'static str),
    /// A game that would be over.
    #[error("the game would be over")]
    Over,
    /// A position in which no piece could ever be taken.
    #[error("no piece could ever be captured again, so the game would be drawn")]
    Dead,
}
