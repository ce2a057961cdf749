//! The state of a game of Junqi: its public part, and the kinds of all pieces.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::cells::{CELLS, Cell, Cells, NONE, Tile};
use super::piece::Piece;
use super::public::Public;
use super::rules::{Rules, Sight, Start};
use super::seats::SEATS;
use crate::contract::game::Viewer;
use crate::contract::seat::Seat;

/// The kind of an unrecorded piece.
pub(super) const UNKNOWN: u8 = 12;
/// In [`Junqi::who`]: a tile without an owner yet, or a face-down one.
pub(super) const NOBODYS: u8 = SEATS as u8;
/// In [`Junqi::who`]: an empty cell.
pub(super) const EMPTY: u8 = NOBODYS + 1;

/// The chance outcomes of Junqi. There are none once the game has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoChance {}

impl std::fmt::Display for NoChance {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

/// The state of a game of Junqi, with all hidden information. It dereferences to its public part,
/// [`Public`].
#[derive(Clone, Debug, PartialEq)]
pub struct Junqi {
    pub(super) public: Public,
    /// The kind of each tile by index, or `UNKNOWN`. `NONE` if no tile started there.
    pub(super) kind: [u8; CELLS],
    /// The seat each tile belongs to. In flip chess, the army's name until seats own armies.
    pub(super) owner: [u8; CELLS],
    /// The occupant of each cell: a seat's index, `NOBODYS` or `EMPTY`.
    pub(super) who: [u8; CELLS],
    /// The cells of each seat's pieces, without face-down ones.
    pub(super) army: [Cells; SEATS],
    /// The same on the rails, in the board's numbering. The last is for tiles without an owner
    /// yet.
    pub(super) rail: [u128; SEATS + 1],
    /// The cells of pieces that can move by themselves.
    pub(super) mobile: Cells,
    /// The cells of pieces whose kind turns corners on rails.
    pub(super) turning: Cells,
    /// The number of pieces of each kind each army has left, including face-down ones.
    pub(super) left: [[u8; 13]; SEATS],
    /// The number of Landmines of each army that Engineers removed.
    pub(super) cleared_mines: [u8; SEATS],
    /// The tile of each army's Flag.
    pub(super) flag: [u8; SEATS],
}

impl Deref for Junqi {
    type Target = Public;

    #[inline]
    fn deref(&self) -> &Public {
        &self.public
    }
}

impl Junqi {
    /// Creates an empty board.
    pub(super) fn empty(rules: &Rules, judge_dead: bool) -> Self {
        Self::unplaced(Public::new(rules, judge_dead), [NONE; CELLS], [NONE; CELLS])
    }

    /// Creates a game with its public part and the kinds and owners of its tiles. The tiles are
    /// still to be entered.
    pub(super) fn unplaced(public: Public, kind: [u8; CELLS], owner: [u8; CELLS]) -> Self {
        Self {
            public,
            kind,
            owner,
            who: [EMPTY; CELLS],
            army: [Cells::EMPTY; SEATS],
            rail: [0; SEATS + 1],
            mobile: Cells::EMPTY,
            turning: Cells::EMPTY,
            left: [[0; 13]; SEATS],
            cleared_mines: [0; SEATS],
            flag: [NONE; SEATS],
        }
    }

    /// Reports whether a piece of this kind could move away from a cell with free neighbours.
    #[inline]
    pub(super) fn can_leave(&self, cell: Cell, kind: u8) -> bool {
        kind != Piece::Landmine as u8
            && kind != Piece::Flag as u8
            && (self.rules().may_leave_hq() || !self.board().headquarters().contains(cell))
    }

    /// Records the mobility of a piece that came to a cell.
    #[inline]
    pub(super) fn note_arrival(&mut self, cell: Cell, kind: u8) {
        if self.can_leave(cell, kind) {
            self.mobile.insert(cell);
        }
        if self.kind_turns(kind) {
            self.turning.insert(cell);
        }
    }

    /// Clears the mobility of a cell that a piece left, or whose piece may not be moved.
    #[inline]
    pub(super) fn note_leaving(&mut self, cell: Cell) {
        self.mobile.remove(cell);
        self.turning.remove(cell);
    }

    /// Returns the kind of a tile, whether visible or not, or `None` if it is unrecorded.
    pub fn piece_of(&self, tile: Tile) -> Option<Piece> {
        let kind = self.kind[tile.index()];
        (kind < UNKNOWN).then(|| Piece::from_index(kind as usize))
    }

    /// Returns the seat a tile belongs to, once seats own armies.
    pub fn owner_of(&self, tile: Tile) -> Option<Seat> {
        let owner = self.owner[tile.index()];
        (self.public.assigned && owner != NONE).then(|| Seat::new(owner))
    }

    /// Returns the army a tile belongs to, by the seat it was named after in the setup.
    pub fn colour_of(&self, tile: Tile) -> Option<Seat> {
        let owner = self.owner[tile.index()];
        (owner != NONE).then(|| Seat::new(if self.public.swapped { owner ^ 2 } else { owner }))
    }

    /// Reports whether a viewer may know the kind of a tile. After the game every viewer may,
    /// unless the game is redacted: then no viewer knows more than its seat did while it was
    /// played.
    pub fn is_visible_to(&self, viewer: Viewer, tile: Tile) -> bool {
        match self.public.ground.redacted_for {
            Some(seat) => {
                let teller = self.is_revealed_to(Viewer::Seat(seat), tile);
                teller && (viewer == Viewer::All || self.is_revealed_to(viewer, tile))
            }
            None => {
                let everything = viewer == Viewer::All || self.public.over.is_some();
                everything || self.is_revealed_to(viewer, tile)
            }
        }
    }

    /// Reports whether a viewer could see the kind of a tile while the game was played.
    pub(super) fn is_revealed_to(&self, viewer: Viewer, tile: Tile) -> bool {
        if self.is_shown(tile) {
            return true;
        }
        let rules = self.rules();
        match (rules.start, rules.sight, viewer) {
            (Start::FaceDown, ..) => false,
            (Start::FaceUp, ..) | (_, Sight::All, _) => true,
            (_, sight, Viewer::Seat(seat)) => {
                let owner = Seat::new(self.owner[tile.index()]);
                owner == seat || (sight == Sight::Partner && self.allied(owner, seat))
            }
            (.., Viewer::Side(side)) => {
                side.iter().any(|seat| self.is_revealed_to(Viewer::Seat(seat), tile))
            }
            _ => false,
        }
    }

    /// Returns the number of pieces of a kind that a seat's army has left. Only in flip chess can
    /// everyone keep this count.
    pub fn left(&self, seat: Seat, piece: Piece) -> u8 {
        self.left[seat.index()][piece.index()]
    }

    /// Reports whether pieces of this kind turn corners on rails.
    #[inline]
    pub(super) fn kind_turns(&self, kind: u8) -> bool {
        let rules = self.rules();
        kind == Piece::Engineer as u8
            || rules.rail_turns
            || kind == UNKNOWN
            || (kind == Piece::Bomb as u8 && rules.bomb_moves_as_engineer)
    }
}
