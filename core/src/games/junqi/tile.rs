//! Tiles: the physical pieces, with sets and tables of them.

use std::fmt;
use std::str::FromStr;

use super::board_map::BoardMap;
use super::cells::{Cell, NoCell};
use super::packed_option::{OneByte, PackedOption};
use crate::contract::bit_set::{Set, Universe};
use crate::contract::seat::Seat;

/// A physical piece, on the board or lost, named by the cell it started on.
///
/// The name reveals nothing hidden: everyone saw where each piece stood before the first move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Tile(Cell);

impl OneByte for Tile {
    #[inline]
    fn to_byte(self) -> u8 {
        self.index() as u8
    }

    #[inline]
    fn from_byte(byte: u8) -> Self {
        Self::named_by(Cell::new(byte))
    }
}

impl Tile {
    /// Returns the tile that started on a cell.
    #[inline]
    pub const fn named_by(start: Cell) -> Self {
        Self(start)
    }

    /// Returns the cell the tile started on.
    #[inline]
    pub const fn start(self) -> Cell {
        self.0
    }

    /// Returns the index of the cell the tile started on.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.index()
    }
}

impl fmt::Display for Tile {
    /// Writes the cell the tile started on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Tile {
    type Err = NoCell;

    fn from_str(start: &str) -> Result<Self, NoCell> {
        start.parse().map(Self)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// All tiles, as members of a set.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AllTiles;

impl Universe for AllTiles {
    type Item = Tile;
    type Bits = <super::cells::AllCells as Universe>::Bits;
    const COUNT: u8 = super::cells::AllCells::COUNT;

    #[inline]
    fn number(tile: Tile) -> u8 {
        tile.index() as u8
    }

    #[inline]
    fn item(number: u8) -> Tile {
        Tile(Cell::new(number))
    }
}

/// A set of tiles.
pub type Tiles = Set<AllTiles>;

/// A value for each tile.
pub(super) type TileMap<T> = BoardMap<Tile, T>;

/// The seat each tile belongs to, `None` if the owner is hidden or no tile started on the cell.
pub(super) type Owners = TileMap<PackedOption<Seat>>;

#[cfg(test)]
mod tests {
    use super::super::cells::CELLS;
    use super::*;

    #[test]
    fn tiles_round_trip_through_one_byte() {
        assert_eq!(size_of::<PackedOption<Tile>>(), 1);
        for tile in (0..CELLS as u8).map(|cell| Tile::named_by(Cell::new(cell))) {
            assert_eq!(PackedOption::from(Some(tile)).get(), Some(tile));
        }
    }
}
