//! Cells of the boards and sets of them, as bits.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// Cells of one army's land.
pub const LAND: usize = 30;

/// Cells of the largest board: four armies and the nine of the centre.
pub const CELLS: usize = 4 * LAND + 9;

/// A cell, the same number on every board: 30 for each army (line by line from the front,
/// its owner's left to right), south, east, north, west, then the nine of the centre, row by
/// row from north-west.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cell(u8);

/// A piece on the board or lost, named by the cell it started on.
///
/// The name gives nothing away: everybody saw where each piece stood before the first move.
pub type Tile = Cell;

/// The index of no cell and no tile.
pub(super) const NONE: u8 = u8::MAX;

const LETTERS: [char; 4] = ['S', 'E', 'N', 'W'];

impl Cell {
    /// The cell with this number, below [`CELLS`].
    #[must_use]
    pub const fn new(index: u8) -> Self {
        debug_assert!((index as usize) < CELLS, "cell number out of range");
        Self(index)
    }

    /// The cell in line 1 to 6 and column 1 to 5 of an army's land.
    ///
    /// # Panics
    /// When line or column are out of range.
    #[must_use]
    pub const fn of(seat: Seat, line: u8, column: u8) -> Self {
        assert!(1 <= line && line <= 6 && 1 <= column && column <= 5);
        Self((seat.index() * LAND) as u8 + (line - 1) * 5 + column - 1)
    }

    /// The number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whose land it is; nobody's in the centre.
    #[must_use]
    pub fn land(self) -> Option<Seat> {
        let army = self.index() / LAND;
        (army < 4).then(|| Seat::new(army as u8))
    }

    /// The line, 1 (front) to 6 (back), in an army's land; the row in the centre.
    #[must_use]
    pub const fn line(self) -> u8 {
        if self.index() >= 4 * LAND { (self.0 - 120) / 3 + 1 } else { self.0 % 30 / 5 + 1 }
    }

    /// The column, 1 to 5 from its owner's left; 1 to 3 in the centre.
    #[must_use]
    pub const fn column(self) -> u8 {
        if self.index() >= 4 * LAND { (self.0 - 120) % 3 + 1 } else { self.0 % 5 + 1 }
    }
}

impl fmt::Display for Cell {
    /// `S53`: army, line, column; `C22` in the centre.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = LETTERS.get(self.index() / LAND).copied().unwrap_or('C');
        write!(f, "{letter}{}{}", self.line(), self.column())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no cell; cells are written like S53 or C22")]
pub struct NoCell(pub String);

impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Self, NoCell> {
        let digit = |byte: u8, top: u8| {
            let value = byte.wrapping_sub(b'0');
            (1..=top).contains(&value).then_some(value)
        };
        let parse = || {
            let [letter, line, column] = *text.as_bytes() else { return None };
            if letter == b'C' {
                return Some(Self(120 + (digit(line, 3)? - 1) * 3 + digit(column, 3)? - 1));
            }
            let army = LETTERS.iter().position(|l| *l as u8 == letter)?;
            Some(Self::of(Seat::new(army as u8), digit(line, 6)?, digit(column, 5)?))
        };
        parse().ok_or_else(|| NoCell(text.chars().take(20).collect()))
    }
}

impl TryFrom<String> for Cell {
    type Error = NoCell;

    fn try_from(text: String) -> Result<Self, NoCell> {
        text.parse()
    }
}

impl From<Cell> for String {
    fn from(cell: Cell) -> Self {
        cell.to_string()
    }
}

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Cells([u64; 3]);

impl Cells {
    /// No cell.
    pub const EMPTY: Self = Self([0; 3]);

    /// Whether the cell is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(&self, cell: Cell) -> bool {
        self.0[cell.0 as usize >> 6] >> (cell.0 & 63) & 1 == 1
    }

    /// Puts a cell in.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0[cell.0 as usize >> 6] |= 1 << (cell.0 & 63);
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0[cell.0 as usize >> 6] &= !(1 << (cell.0 & 63));
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The number of cells.
    #[must_use]
    pub const fn len(&self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()) as usize
    }

    /// Cells in either set.
    #[inline]
    #[must_use]
    pub const fn or(&self, other: &Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }

    /// Cells in both sets.
    #[inline]
    #[must_use]
    pub const fn and(&self, other: &Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }

    /// Cells of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(&self, other: &Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1], self.0[2] & !other.0[2]])
    }

    /// The cells in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let words = self.0;
        let mut word = 0;
        let mut bits = words[0];
        std::iter::from_fn(move || {
            while bits == 0 {
                word += 1;
                if word == 3 {
                    return None;
                }
                bits = words[word];
            }
            let cell = Cell((word * 64) as u8 + bits.trailing_zeros() as u8);
            bits &= bits - 1;
            Some(cell)
        })
    }

    /// One bit a cell, for fingerprints.
    #[must_use]
    pub const fn words(&self) -> [u64; 3] {
        self.0
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_cells() {
        for index in 0..CELLS as u8 {
            let cell = Cell::new(index);
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for bad in ["", "S", "S70", "S06", "X11", "C44", "S111", "军旗"] {
            assert!(bad.parse::<Cell>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_set_lists_its_cells_in_order() {
        let cells = [0, 5, 63, 64, 100, 127, 128].map(Cell::new);
        let set: Cells = cells.into_iter().rev().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!(set.len(), 7);
        assert_eq!(set.without(&set), Cells::EMPTY);
    }
}
