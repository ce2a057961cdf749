//! An unfinished layout: some slots are filled, and the other pieces are still in the tray.

use std::fmt;
use std::str::FromStr;

use super::cells::Cell;
use super::layout::{Layout, LayoutError, SLOTS, may_stand, slot_cell};
use super::piece::{ARMY, Kind};
use crate::contract::seat::Seat;

/// An unfinished layout: up to 25 pieces in the [`SLOTS`], each on a cell where it may stand. It is
/// written as 25 letters like a layout, with a dot for an empty slot.
///
/// # Examples
/// ```
/// use qipan_core::contract::seat::Seat;
/// use qipan_core::games::junqi::draft::PlacementError;
/// use qipan_core::games::junqi::layout::slot_cell;
/// use qipan_core::games::junqi::{Cell, Draft, Kind};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let headquarters: Cell = "S62".parse()?;
/// let slot = (0..25).find(|slot| slot_cell(Seat::new(0), *slot) == headquarters);
/// let mut draft = Draft::default();
/// assert!(matches!(draft.place(Kind::Flag, 0), Err(PlacementError::Limit(..))));
/// draft.place(Kind::Flag, slot.expect("a cell of the army"))?;
/// assert_eq!((draft.unplaced(Kind::Flag), draft.unplaced(Kind::Bomb)), (0, 2));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Draft([Option<Kind>; ARMY]);

/// The reason why a piece cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// The limits of layouts forbid the cell.
    #[error("the {} may not stand on {}{}", .0.en(), .1.line(), .1.column())]
    Limit(Kind, Cell),
    /// The tray has no such piece left.
    #[error("no {} is left to place", .0.en())]
    NoneLeft(Kind),
    /// The slot holds no piece to move.
    #[error("the cell is empty")]
    Empty,
}

/// Returns the cell of a slot, in the land of the south.
fn cell(slot: usize) -> Cell {
    slot_cell(Seat::new(0), slot)
}

/// Checks that a piece may stand in a slot.
fn check(piece: Kind, slot: usize) -> Result<(), PlacementError> {
    if may_stand(piece, cell(slot)) {
        Ok(())
    } else {
        Err(PlacementError::Limit(piece, cell(slot)))
    }
}

impl Draft {
    /// Creates a draft of these pieces in the order of [`SLOTS`].
    ///
    /// # Errors
    /// Names a kind with too many pieces, or a piece on a cell where it may not stand.
    pub fn new(pieces: [Option<Kind>; ARMY]) -> Result<Self, LayoutError> {
        let draft = Self(pieces);
        for piece in Kind::ALL {
            let found = draft.count(piece);
            if found > usize::from(piece.count()) {
                return Err(LayoutError::Count { piece, found });
            }
        }
        for (slot, piece) in draft.placed() {
            if let Err(PlacementError::Limit(piece, cell)) = check(piece, slot) {
                let (line, column) = (cell.line(), cell.column());
                return Err(LayoutError::Place { piece, line, column });
            }
        }
        Ok(draft)
    }

    /// Returns the piece in a slot.
    pub const fn at(&self, slot: usize) -> Option<Kind> {
        self.0[slot]
    }

    /// Returns the filled slots with their pieces.
    pub fn placed(&self) -> impl Iterator<Item = (usize, Kind)> + '_ {
        self.0.iter().enumerate().filter_map(|(slot, piece)| Some((slot, (*piece)?)))
    }

    /// Returns the number of placed pieces of a kind.
    fn count(&self, piece: Kind) -> usize {
        self.placed().filter(|(_, other)| *other == piece).count()
    }

    /// Returns the number of pieces of a kind still in the tray.
    pub fn unplaced(&self, piece: Kind) -> u8 {
        piece.count() - self.count(piece) as u8
    }

    /// Reports whether all pieces are still in the tray.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Returns the layout, if every slot is filled.
    pub fn layout(&self) -> Option<Layout> {
        let mut pieces = [Kind::Flag; ARMY];
        for (slot, piece) in self.0.into_iter().enumerate() {
            pieces[slot] = piece?;
        }
        Layout::new(pieces).ok()
    }

    /// Puts a piece from the tray into a slot. The piece it replaces goes into the tray.
    ///
    /// # Errors
    /// The piece may not stand there, or none is left in the tray. The draft is unchanged then.
    pub fn place(&mut self, piece: Kind, slot: usize) -> Result<(), PlacementError> {
        check(piece, slot)?;
        if self.unplaced(piece) == 0 {
            return Err(PlacementError::NoneLeft(piece));
        }
        self.0[slot] = Some(piece);
        Ok(())
    }

    /// Moves a piece from one slot to another. A piece in slot `to` goes to slot `from`, or into
    /// the tray if it may not stand there.
    ///
    /// # Errors
    /// The piece may not stand in slot `to`, or slot `from` is empty. The draft is unchanged then.
    pub fn shift(&mut self, from: usize, to: usize) -> Result<(), PlacementError> {
        let piece = self.0[from].ok_or(PlacementError::Empty)?;
        check(piece, to)?;
        let exchanged = self.0[to].filter(|other| may_stand(*other, cell(from)));
        self.0[from] = if from == to { Some(piece) } else { exchanged };
        self.0[to] = Some(piece);
        Ok(())
    }

    /// Moves the piece in a slot back into the tray.
    pub const fn take_off(&mut self, slot: usize) {
        self.0[slot] = None;
    }

    /// Returns the draft with left and right exchanged.
    pub fn mirrored(&self) -> Self {
        Self(std::array::from_fn(|slot| self.0[mirror(slot)]))
    }
}

/// Returns the slot in the same line that mirrors this one, with left and right exchanged.
pub fn mirror(slot: usize) -> usize {
    let mirrored = SLOTS[slot] / 5 * 5 + 4 - SLOTS[slot] % 5;
    SLOTS.iter().position(|offset| *offset == mirrored).unwrap_or(slot)
}

impl From<Layout> for Draft {
    fn from(layout: Layout) -> Self {
        Self(layout.pieces().map(Some))
    }
}

impl FromStr for Draft {
    type Err = LayoutError;

    /// Reads 25 letters, or 25 codes of two digits (`40` to `30`, and `00`). Spaces, commas,
    /// semicolons, slashes and vertical bars are ignored. A dot, or `--` among codes, stands for an
    /// empty slot.
    fn from_str(text: &str) -> Result<Self, LayoutError> {
        let is_separator =
            |c: char| c.is_whitespace() || matches!(c, ',' | '\u{ff0c}' | '/' | '|' | ';');
        let content: Vec<char> =
            text.chars().filter(|c| !is_separator(*c)).take(4 * ARMY).collect();
        let is_in_code = |c: &char| c.is_ascii_digit() || *c == '-';
        let pieces = if content.iter().all(is_in_code) && content.iter().any(char::is_ascii_digit) {
            content.chunks(2).map(parse_code).collect::<Result<Vec<_>, _>>()?
        } else {
            content.into_iter().map(parse_letter).collect::<Result<Vec<_>, _>>()?
        };
        let found = pieces.len();
        Self::new(pieces.try_into().map_err(|_| LayoutError::Length(found))?)
    }
}

/// Returns the piece of a letter, or `None` for a dot.
fn parse_letter(letter: char) -> Result<Option<Kind>, LayoutError> {
    match letter {
        '.' | '·' => Ok(None),
        letter => Kind::from_letter(letter).map(Some).ok_or(LayoutError::Letter(letter)),
    }
}

/// Returns the piece of a code, or `None` for `--`.
fn parse_code(code: &[char]) -> Result<Option<Kind>, LayoutError> {
    match code {
        ['-', '-'] => Ok(None),
        code => {
            let word: String = code.iter().collect();
            Kind::from_code(&word).map(Some).ok_or(LayoutError::Code(word))
        }
    }
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| write!(f, "{}", piece.map_or('.', Kind::letter)))
    }
}

impl fmt::Debug for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Draft({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "TPYNLHZSGPYJLNHGZDTPDFDNG";

    fn draft(text: &str) -> Draft {
        text.parse().unwrap()
    }

    #[test]
    fn draft_letters_codes_and_holes_round_trip() {
        let layout: Layout = GOOD.parse().unwrap();
        assert_eq!(draft(GOOD).layout(), Some(layout));
        assert_eq!(Draft::from(layout).to_string(), GOOD);
        let codes: Vec<&str> = layout.pieces().iter().map(|piece| piece.code()).collect();
        assert_eq!(draft(&codes.join(" ")), draft(GOOD));
        assert_eq!(draft(&codes.concat()), draft(GOOD));
        assert_eq!(draft(" tpynl / hzs | gpyj, lnh\ngzdtp dfdng "), draft(GOOD));
        let half = "T....H..................G";
        assert_eq!(draft(half).to_string(), half);
        assert_eq!(draft(half).layout(), None);
        assert_eq!(draft(half).mirrored().mirrored(), draft(half));
        assert_eq!(draft(GOOD).mirrored().layout(), Some(layout.mirrored()));
    }

    #[test]
    fn invalid_draft_reports_the_reason() {
        let error = |text: &str| text.parse::<Draft>().unwrap_err().to_string();
        assert_eq!(error(""), "a layout has 25 pieces, this has 0");
        assert_eq!(error("TPY"), "a layout has 25 pieces, this has 3");
        assert_eq!(error(&"T".repeat(30)), "a layout has 25 pieces, this has 30");
        assert_eq!(error("40 39 41"), "`41` is not a piece; pieces are 40 to 30 and 00");
        assert_eq!(error("S.........S.............."), "an army has 1 Field Marshal, this has 2");
        assert_eq!(error("Z........................"), "the Bomb may not stand on 11");
    }

    #[test]
    fn draft_pieces_are_placed_swapped_and_removed() {
        let mut draft = Draft::default();
        assert_eq!(draft.unplaced(Kind::Bomb), 2);
        assert_eq!(draft.place(Kind::Bomb, 5), Ok(()));
        assert_eq!(draft.place(Kind::Bomb, 0), Err(PlacementError::Limit(Kind::Bomb, cell(0))));
        assert_eq!(draft.place(Kind::Bomb, 6), Ok(()));
        assert_eq!(draft.place(Kind::Bomb, 7), Err(PlacementError::NoneLeft(Kind::Bomb)));
        assert_eq!(draft.place(Kind::Colonel, 7), Ok(()));
        assert_eq!(draft.shift(5, 7), Ok(()));
        assert_eq!((draft.at(5), draft.at(7)), (Some(Kind::Colonel), Some(Kind::Bomb)));
        assert_eq!(draft.shift(5, 5), Ok(()));
        assert_eq!(draft.shift(0, 5), Err(PlacementError::Empty));
        draft.take_off(5);
        assert_eq!(draft.unplaced(Kind::Colonel), 2);
    }

    #[test]
    fn unswappable_pieces_go_to_the_tray() {
        let mut draft = Draft::default();
        draft.place(Kind::Bomb, 5).unwrap();
        draft.place(Kind::General, 0).unwrap();
        // The Bomb may not go to the front in exchange.
        assert_eq!(draft.shift(0, 5), Ok(()));
        assert_eq!((draft.at(0), draft.at(5)), (None, Some(Kind::General)));
        assert_eq!(draft.unplaced(Kind::Bomb), 2);
    }
}
