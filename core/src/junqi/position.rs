//! A position of any mode as a person writes it: pieces by army, who is to move, and what
//! everybody saw of it.
//!
//! A game begun from one knows nothing of what went before. Each seat sees its own pieces, its
//! partner's where the rules have it so, and those said to be shown; the pieces missing from an
//! army are gone, and of those that everybody saw fall the others know what they were: in flip
//! chess, and where contact reveals. Of hidden ones everybody may conclude that Flags and
//! Landmines stand where they can be laid out, that an army in the game has its Flag, that what
//! has moved is neither; and what follows from the number of each kind. No fight before the
//! position is known to anybody. What house rules remember is forgotten, and what follows from
//! what they did with a piece.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use super::cells::{CELLS, Cell};
use super::event::OutReason;
use super::piece::Piece;
pub use super::seats::Named;
use super::seats::SEATS;
use crate::game::SetupError;
use crate::limits;

/// A position, possibly nonsense until a game was made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Whose turn it is.
    pub turn: Named,
    /// The pieces on the board by the seat that owns them, as long as nobody owns an army by
    /// the seat it is named after.
    #[serde(deserialize_with = "pieces")]
    pub pieces: BTreeMap<Named, Vec<Placed>>,
    /// Flip chess: who owns which army.
    #[serde(default, skip_serializing_if = "is_default")]
    pub colours: Colours,
    /// Moves and flips so far.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ply: u32,
    /// Those since the last capture or flip.
    #[serde(default, skip_serializing_if = "is_default")]
    pub quiet: u16,
    /// The armies that left, in order, and why.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "seats")]
    pub out: Vec<(Named, OutReason)>,
    /// Where the piece stands that carries the Flag of an army.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub carried: BTreeMap<Named, Cell>,
    /// Where the Flag of an army lies that was dropped.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub dropped: BTreeMap<Named, Cell>,
    /// Landmines of an army that Engineers removed.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub cleared_mines: BTreeMap<Named, u8>,
    /// How often a seat has overrun its clock.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "by_seat")]
    pub timeouts: BTreeMap<Named, u8>,
    /// The seats whose turns house rules put off, the next to play last.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "seats")]
    pub put_off: Vec<Named>,
}

/// Something of each seat.
fn by_seat<'de, D, T>(deserializer: D) -> Result<BTreeMap<Named, T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    limits::table::<_, _, _, SEATS>(deserializer)
}

/// Seats in some order, or something of each.
fn seats<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    limits::list::<_, _, { 2 * SEATS }>(deserializer)
}

/// Pieces by their seat, no more than there are cells.
fn pieces<'de, D>(deserializer: D) -> Result<BTreeMap<Named, Vec<Placed>>, D::Error>
where
    D: Deserializer<'de>,
{
    #[derive(Deserialize)]
    struct Army(#[serde(deserialize_with = "limits::list::<_, _, CELLS>")] Vec<Placed>);
    let armies: BTreeMap<Named, Army> = by_seat(deserializer)?;
    Ok(armies.into_iter().map(|(seat, army)| (seat, army.0)).collect())
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// In flip chess, who owns which army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colours {
    /// Each seat the one named after it.
    #[default]
    Own,
    /// Each seat the other one.
    Swapped,
    /// Nobody any, until an Engineer is turned up.
    Unknown,
}

/// A piece on a cell: `S11F`, with small letters after it for what everybody saw of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Placed {
    /// Where it stands.
    pub cell: Cell,
    /// What it is.
    pub piece: Piece,
    /// `d`: it lies face down. Flip chess only.
    pub down: bool,
    /// `s`: everybody has been shown what it is. In flip chess this goes without saying.
    pub shown: bool,
    /// `m`: it has moved.
    pub moved: bool,
    /// `c`: it has turned a corner on the rails, as only few can.
    pub turned_corner: bool,
}

impl Placed {
    /// A piece of which nobody saw anything.
    #[must_use]
    pub const fn new(cell: Cell, piece: Piece) -> Self {
        Self { cell, piece, down: false, shown: false, moved: false, turned_corner: false }
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.cell, self.piece.letter())?;
        let marks =
            [(self.down, "d"), (self.shown, "s"), (self.moved, "m"), (self.turned_corner, "c")];
        marks.into_iter().filter(|(is, _)| *is).try_for_each(|(_, mark)| f.write_str(mark))
    }
}

/// A text that is no piece on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a piece on a cell is written like S11F or N23Pm")]
pub struct NotPlaced;

impl FromStr for Placed {
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

impl TryFrom<String> for Placed {
    type Error = NotPlaced;

    fn try_from(text: String) -> Result<Self, NotPlaced> {
        text.parse()
    }
}

impl From<Placed> for String {
    fn from(placed: Placed) -> Self {
        placed.to_string()
    }
}

/// Why a position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The rules contradict each other.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A seat is named that does not take part, or plays no longer.
    #[error("{0} does not play here")]
    NotPlaying(Named),
    /// A cell of another board.
    #[error("{0} is not on this board")]
    Cell(Cell),
    /// Two pieces on one cell.
    #[error("two pieces stand on {0}")]
    Twice(Cell),
    /// More pieces of a kind than an army has.
    #[error("{seat} has more than {} of the {}", piece.count(), piece.en())]
    TooMany {
        /// Whose pieces.
        seat: Named,
        /// Of which kind.
        piece: Piece,
    },
    /// A piece that never moves, or that nobody has turned up, on a cell where none is dealt.
    #[error("the {} on {cell} can never have come there", piece.en())]
    Astray {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        cell: Cell,
    },
    /// What is said to have been seen of a piece cannot be.
    #[error("what is said to have been seen of the piece on {0} cannot be under these rules")]
    Seen(Cell),
    /// An army without its Flag is out.
    #[error("the Flag of {0} is missing, and an army without it is out")]
    NoFlag(Named),
    /// A Flag that was taken up does not stand on the board, and only pieces of others carry it.
    #[error("the Flag of {0} cannot be carried or lie there")]
    Carried(Named),
    /// An army that is out has no pieces.
    #[error("{0} is out, so none of its pieces is on the board")]
    Out(Named),
    /// An army of pieces that never move is beaten.
    #[error("{0} has no piece left that could ever move, so it would be out")]
    NoPieces(Named),
    /// The seat to move cannot.
    #[error("{0} is to move and has nothing to move")]
    NoMove(Named),
    /// As long as nobody owns an army, nothing can have moved or gone, and no Engineer lies
    /// face up.
    #[error("while nobody owns an army all pieces are on the board, and no Engineer lies face up")]
    Unsettled,
    /// Armies are owned once an Engineer was turned up.
    #[error("an Engineer must have been turned up before armies are owned")]
    Settled,
    /// A count that cannot be.
    #[error("`{0}` cannot be that under these rules")]
    Count(&'static str),
    /// Nobody would play on.
    #[error("the game would be over")]
    Over,
    /// Nobody could ever take anything.
    #[error("nobody could ever take anything again, so the game would be drawn")]
    Dead,
}
