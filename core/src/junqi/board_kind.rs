//! Which boards there are: their lands, how these lie round the board, what the cells are.

use super::cells::Cell;
use super::seats::SEATS;
use crate::seat::{Seat, SeatSet};

/// Which board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardKind {
    /// South and north, their fronts joined by three rails.
    Two,
    /// Four armies around the centre.
    Four,
    /// The four-army board without the land of the west.
    Three,
    /// Six armies round a hexagon.
    Six,
}

/// The armies round the board for six, anticlockwise from the south.
pub(super) const RING_OF_SIX: [u8; 6] = [0, 4, 5, 2, 6, 7];

/// What kind of place a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellKind {
    /// An ordinary place (兵站).
    Station,
    /// A shelter nobody can be attacked in (行营).
    Camp,
    /// Where the Flag stands (大本营).
    Headquarters,
    /// One of the nine cells of the centre (九宫).
    Centre,
}

impl BoardKind {
    /// The armies whose land is part of the board.
    #[must_use]
    pub fn lands(self) -> SeatSet {
        let armies: &[u8] = match self {
            Self::Two => &[0, 2],
            Self::Four => &[0, 1, 2, 3],
            Self::Three => &[0, 1, 2],
            Self::Six => &RING_OF_SIX,
        };
        armies.iter().map(|index| Seat::new(*index)).collect()
    }

    /// For each seat the one before it and the one after it round the board, anticlockwise: its
    /// neighbours on the left and on the right.
    #[inline]
    pub(super) const fn around(self) -> &'static [[u8; SEATS]; 2] {
        match self {
            Self::Six => &[[7, 1, 5, 3, 0, 4, 2, 6], [4, 1, 6, 3, 5, 2, 7, 0]],
            _ => &[[3, 0, 1, 2, 4, 5, 6, 7], [1, 2, 3, 0, 4, 5, 6, 7]],
        }
    }

    /// The cells between the lands, by row and column: how many of each row there are.
    pub(super) const fn centre_rows(self) -> &'static [u8] {
        match self {
            Self::Two => &[],
            Self::Four | Self::Three => &[3, 3, 3],
            Self::Six => &[3, 2, 3, 2, 3],
        }
    }

    /// The kind of a cell, were it on the board.
    #[must_use]
    pub fn cell_kind(cell: Cell) -> CellKind {
        match (cell.land(), cell.line(), cell.column()) {
            (None, ..) => CellKind::Centre,
            (_, 2 | 4, 2 | 4) | (_, 3, 3) => CellKind::Camp,
            (_, 6, 2 | 4) => CellKind::Headquarters,
            _ => CellKind::Station,
        }
    }
}
