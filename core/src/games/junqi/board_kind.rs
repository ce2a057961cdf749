//! The kinds of boards: their lands, the order of the lands, and the kinds of cells.

use super::cells::Cell;
use super::seats::SEATS;
use crate::contract::seat::{Seat, SeatSet};

/// A kind of board, by its number of armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardKind {
    /// South and north, their fronts joined by three rails.
    Two,
    /// Four armies around the centre.
    Four,
    /// The board for four without the land of the west.
    Three,
    /// Six armies round a hexagon.
    Six,
}

/// The seats round the board for six, anticlockwise from the south.
pub(super) const SEATS_ROUND_SIX: [u8; 6] = [0, 4, 5, 2, 6, 7];

/// The kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellKind {
    /// An ordinary cell (兵站).
    Station,
    /// A shelter in which no piece can be struck (行营).
    Camp,
    /// A cell where the Flag may stand (大本营).
    Headquarters,
    /// A cell of the centre, between the lands (九宫).
    Centre,
}

impl BoardKind {
    /// Returns the armies whose land is part of the board.
    pub fn lands(self) -> SeatSet {
        let armies: &[u8] = match self {
            Self::Two => &[0, 2],
            Self::Four => &[0, 1, 2, 3],
            Self::Three => &[0, 1, 2],
            Self::Six => &SEATS_ROUND_SIX,
        };
        armies.iter().map(|index| Seat::new(*index)).collect()
    }

    /// Returns two lists, indexed by seat: the left neighbours and the right neighbours.
    /// Anticlockwise round the board, the left neighbour comes before the seat, and the right one
    /// after it. The boards for two and three armies use the lists of the board for four. A seat
    /// that has no land on the board for four, or on the board for six, is its own neighbour in
    /// the lists of that board.
    #[inline]
    pub(super) const fn left_and_right(self) -> &'static [[u8; SEATS]; 2] {
        match self {
            Self::Six => &[[7, 1, 5, 3, 0, 4, 2, 6], [4, 1, 6, 3, 5, 2, 7, 0]],
            _ => &[[3, 0, 1, 2, 4, 5, 6, 7], [1, 2, 3, 0, 4, 5, 6, 7]],
        }
    }

    /// Returns the number of cells in each row of the centre.
    pub(super) const fn centre_rows(self) -> &'static [u8] {
        match self {
            Self::Two => &[],
            Self::Four | Self::Three => &[3, 3, 3],
            Self::Six => &[3, 2, 3, 2, 3],
        }
    }

    /// Returns the kind of a cell. It is the same on every board that contains the cell.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::games::junqi::{Board, BoardKind, Cell, CellKind};
    ///
    /// let board = Board::shared(BoardKind::Four);
    /// let count = |kind: CellKind| {
    ///     board.cells().iter().filter(|cell: &Cell| BoardKind::cell_kind(*cell) == kind).count()
    /// };
    /// assert_eq!([count(CellKind::Camp), count(CellKind::Headquarters)], [20, 8]);
    /// assert_eq!(count(CellKind::Centre), 9);
    /// ```
    pub fn cell_kind(cell: Cell) -> CellKind {
        match (cell.land(), cell.line(), cell.column()) {
            (None, ..) => CellKind::Centre,
            (_, 2 | 4, 2 | 4) | (_, 3, 3) => CellKind::Camp,
            (_, 6, 2 | 4) => CellKind::Headquarters,
            _ => CellKind::Station,
        }
    }
}
