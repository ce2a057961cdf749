//! Cells of the boards, and sets of them as bits.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::contract::bit_set::{Set, Universe};
use crate::contract::localized::on_one_line;
use crate::contract::seat::Seat;

/// Number of cells in one army's land.
pub const LAND_CELLS: usize = 30;

/// Number of cells on all boards: the lands, and the cells between them.
pub const CELLS: usize = 8 * LAND_CELLS + CENTRE.len();

/// Number of cells on the boards for up to four armies. These cells have the lowest indices.
pub(super) const CELLS_OF_FOUR: usize = FIRST_CENTRE + 9;

/// The index of the first cell between the lands. The lands of four armies come before it.
const FIRST_CENTRE: usize = 4 * LAND_CELLS;

/// Row and column of each cell between the lands, in the order of the cells' indices. The board for
/// four has the nine cells of the first three rows. The board for six has five rows, of 3, 2, 3, 2
/// and 3 cells.
const CENTRE: [(u8, u8); 14] = [
    (1, 1),
    (1, 2),
    (1, 3),
    (2, 1),
    (2, 2),
    (2, 3),
    (3, 1),
    (3, 2),
    (3, 3),
    (4, 1),
    (4, 2),
    (5, 1),
    (5, 2),
    (5, 3),
];

/// A cell, with the same index on every board that has it.
///
/// The cells of a land are numbered line by line from the front, from its owner's left to right.
/// The indices start with the lands of south, east, north and west. Then come the cells between
/// the lands, row by row from the north-west, and last the lands of south-east, north-east,
/// north-west and south-west.
///
/// # Examples
/// ```
/// use qipan_core::contract::seat::Seat;
/// use qipan_core::games::junqi::Cell;
/// use qipan_core::games::junqi::cells::NoCell;
///
/// let cell: Cell = "S53".parse()?;
/// assert_eq!((cell.land(), cell.line(), cell.column()), (Some(Seat::new(0)), 5, 3));
/// assert_eq!("C22".parse::<Cell>()?.land(), None, "between the lands");
/// assert_eq!("S77".parse::<Cell>(), Err(NoCell("S77".to_owned())));
/// # Ok::<(), NoCell>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cell(u8);

/// The prefix of each land's cell names, by seat.
const LAND_PREFIXES: [&str; 8] = ["S", "E", "N", "W", "SE", "NE", "NW", "SW"];

/// Returns the index of the first cell of a seat's land.
const fn first_cell_of(seat: Seat) -> usize {
    seat.index() * LAND_CELLS + if seat.index() < 4 { 0 } else { CENTRE.len() }
}

impl Cell {
    /// Returns the cell with this index, below [`CELLS`].
    pub const fn new(index: u8) -> Self {
        debug_assert!((index as usize) < CELLS, "cell number out of range");
        Self(index)
    }

    /// Returns the cell in line 1 to 6 and column 1 to 5 of an army's land.
    ///
    /// # Panics
    /// If the line or the column is out of range.
    pub const fn of(seat: Seat, line: u8, column: u8) -> Self {
        assert!(1 <= line && line <= 6 && 1 <= column && column <= 5);
        Self(first_cell_of(seat) as u8 + (line - 1) * 5 + column - 1)
    }

    /// Returns the cell with this offset in an army's land, 0 to 29.
    ///
    /// # Panics
    /// If the offset is out of range.
    pub const fn in_land(seat: Seat, offset: usize) -> Self {
        assert!(offset < LAND_CELLS);
        Self((first_cell_of(seat) + offset) as u8)
    }

    /// Returns the cell in this row and column between the lands.
    pub(crate) fn centre(row: u8, column: u8) -> Option<Self> {
        let index = CENTRE.iter().position(|coordinates| *coordinates == (row, column))?;
        Some(Self((FIRST_CENTRE + index) as u8))
    }

    /// Returns the index of the cell, below [`CELLS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the land a cell is in and its offset there, 0 to 29, or `None` between the lands.
    const fn land_and_offset(self) -> Option<(Seat, u8)> {
        let index = self.0;
        if index < FIRST_CENTRE as u8 {
            return Some((Seat::new(index / LAND_CELLS as u8), index % LAND_CELLS as u8));
        }
        match index.checked_sub((FIRST_CENTRE + CENTRE.len()) as u8) {
            None => None,
            Some(index) => {
                Some((Seat::new(4 + index / LAND_CELLS as u8), index % LAND_CELLS as u8))
            }
        }
    }

    /// Returns the seat whose land the cell is in, or `None` in the centre.
    pub const fn land(self) -> Option<Seat> {
        match self.land_and_offset() {
            Some((seat, _)) => Some(seat),
            None => None,
        }
    }

    /// Returns the offset of a cell in its land, 0 to 29, or `None` in the centre.
    pub const fn offset(self) -> Option<usize> {
        match self.land_and_offset() {
            Some((_, offset)) => Some(offset as usize),
            None => None,
        }
    }

    /// Returns the line, 1 (front) to 6 (back), in an army's land, or the row in the centre.
    pub const fn line(self) -> u8 {
        match self.land_and_offset() {
            Some((_, offset)) => offset / 5 + 1,
            None => CENTRE[self.index() - FIRST_CENTRE].0,
        }
    }

    /// Returns the column, 1 to 5 from its owner's left, or 1 to 3 in the centre.
    pub const fn column(self) -> u8 {
        match self.land_and_offset() {
            Some((_, offset)) => offset % 5 + 1,
            None => CENTRE[self.index() - FIRST_CENTRE].1,
        }
    }
}

impl fmt::Display for Cell {
    /// Writes army, line and column, such as `S53`, or `C22` in the centre.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let land = self.land().map_or("C", |seat| LAND_PREFIXES[seat.index()]);
        write!(f, "{land}{}{}", self.line(), self.column())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error for a text that names no cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a cell; cells are written like S53 or C22")]
pub struct NoCell(pub String);

impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Self, NoCell> {
        let parse = || {
            let (land, [line, column]) = text.as_bytes().split_last_chunk::<2>()?;
            let (line, column) = (line.wrapping_sub(b'0'), column.wrapping_sub(b'0'));
            if land == b"C" {
                return Self::centre(line, column);
            }
            let army = LAND_PREFIXES.iter().position(|name| name.as_bytes() == land)?;
            let in_land = (1..=6).contains(&line) && (1..=5).contains(&column);
            in_land.then(|| Self::of(Seat::new(army as u8), line, column))
        };
        parse().ok_or_else(|| NoCell(on_one_line(text).chars().take(20).collect()))
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

/// All cells of all boards, as members of a set.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AllCells;

impl Universe for AllCells {
    type Item = Cell;
    type Bits = [u64; CELLS.div_ceil(64)];
    const COUNT: u8 = CELLS as u8;

    #[inline]
    fn number(cell: Cell) -> u8 {
        cell.0
    }

    #[inline]
    fn item(number: u8) -> Cell {
        Cell(number)
    }
}

/// A set of cells.
pub type Cells = Set<AllCells>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_names_round_trip() {
        for index in 0..CELLS as u8 {
            let cell = Cell::new(index);
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for bad in ["", "S", "S70", "S06", "X11", "C44", "C23x", "S111", "ES11", "军旗", "军11"]
        {
            assert!(bad.parse::<Cell>().is_err(), "{bad}");
        }
    }

    #[test]
    fn cell_set_iterates_in_order() {
        let cells = [0, 5, 63, 64, 100, 128, 253].map(Cell::new);
        let set: Cells = cells.into_iter().rev().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), cells);
        assert_eq!(set.len(), 7);
        assert_eq!(set.difference(set), Cells::EMPTY);
    }
}
