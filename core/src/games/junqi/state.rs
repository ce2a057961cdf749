//! The state of a game of Junqi: its public part, and the kinds of all pieces.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::board_map::CellMap;
use super::cells::{Cell, Cells};
use super::occupant::Occupant;
use super::packed_option::PackedOption;
use super::piece::{Piece, PieceCounts};
use super::public::Public;
use super::rules::{Rules, Sight, Start};
use super::seats::SEATS;
use super::tile::{Owners, Tile, TileMap};
use crate::contract::game::Viewer;
use crate::contract::seat::Seat;

/// The chance outcomes of Junqi. There are none once the game has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoChance {}

impl std::fmt::Display for NoChance {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

/// The kind of each tile, `None` if it is unrecorded.
pub(super) type Kinds = TileMap<Option<Piece>>;

/// The state of a game of Junqi, with all hidden information. It dereferences to its public part,
/// [`Public`].
#[derive(Clone, Debug, PartialEq)]
pub struct Junqi {
    pub(super) public: Public,
    /// The kind of each tile, `None` if it is unrecorded.
    pub(super) kind: Kinds,
    /// The seat each tile belongs to. In flip chess, the army's name until seats own armies.
    pub(super) owner: Owners,
    /// The occupant of each cell.
    pub(super) occupant: CellMap<Occupant>,
    /// The cells of each seat's pieces, without face-down ones.
    pub(super) army: [Cells; SEATS],
    /// The same on the rails, in the board's numbering, by [`Occupant`].
    pub(super) rail: [u128; Occupant::TILES],
    /// The cells of pieces that can move by themselves.
    pub(super) mobile: Cells,
    /// The cells of pieces whose kind turns corners on rails.
    pub(super) turning: Cells,
    /// The number of pieces of each kind each army has left, including face-down ones.
    pub(super) left: [PieceCounts; SEATS],
    /// The number of Landmines of each army that Engineers removed.
    pub(super) cleared_mines: [u8; SEATS],
    /// The tile of each army's Flag.
    pub(super) flag: [PackedOption<Tile>; SEATS],
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
        let (kind, owner) = (Kinds::filled(None), Owners::filled(PackedOption::NONE));
        Self::unplaced(Public::new(rules, judge_dead), kind, owner)
    }

    /// Creates a game with its public part and the kinds and owners of its tiles. The tiles are
    /// still to be entered.
    pub(super) fn unplaced(public: Public, kind: Kinds, owner: Owners) -> Self {
        Self {
            public,
            kind,
            owner,
            occupant: CellMap::filled(Occupant::EMPTY),
            army: [Cells::EMPTY; SEATS],
            rail: [0; Occupant::TILES],
            mobile: Cells::EMPTY,
            turning: Cells::EMPTY,
            left: [PieceCounts::default(); SEATS],
            cleared_mines: [0; SEATS],
            flag: [PackedOption::NONE; SEATS],
        }
    }

    /// Reports whether a piece of this kind could move away from a cell with free neighbours.
    #[inline]
    pub(super) fn can_leave(&self, cell: Cell, kind: Option<Piece>) -> bool {
        !matches!(kind, Some(Piece::Landmine | Piece::Flag))
            && (self.rules().may_leave_hq() || !self.board().headquarters().contains(cell))
    }

    /// Records the mobility of a piece that came to a cell.
    #[inline]
    pub(super) fn note_arrival(&mut self, cell: Cell, kind: Option<Piece>) {
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
        self.kind[tile]
    }

    /// Returns the seat a tile belongs to, once seats own armies.
    pub fn owner_of(&self, tile: Tile) -> Option<Seat> {
        self.owner[tile].get().filter(|_| self.public.assigned)
    }

    /// Returns the army a tile belongs to, by the seat it was named after in the setup.
    pub fn colour_of(&self, tile: Tile) -> Option<Seat> {
        self.owner[tile].get().map(|owner| self.public.colour_of_owner(owner))
    }

    /// Reports whether a viewer may know the kind of a tile. After the game every viewer may,
    /// unless the game is redacted: then no viewer knows more than its seat did while it was
    /// played.
    #[inline]
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
    #[inline]
    pub(super) fn is_revealed_to(&self, viewer: Viewer, tile: Tile) -> bool {
        if self.is_shown(tile) {
            return true;
        }
        let rules = self.rules();
        match (rules.start, rules.sight, viewer) {
            (Start::FaceDown, ..) => false,
            (Start::FaceUp, ..) | (_, Sight::All, _) => true,
            (.., Viewer::Seat(seat)) => self.is_ally_in_sight(seat, tile),
            (.., Viewer::Side(side)) => side.iter().any(|seat| self.is_ally_in_sight(seat, tile)),
            _ => false,
        }
    }

    /// Reports whether a tile is a seat's own, or its partner's if partners see each other's
    /// pieces.
    #[inline]
    fn is_ally_in_sight(&self, seat: Seat, tile: Tile) -> bool {
        let Some(owner) = self.owner[tile].get() else { return false };
        owner == seat || (self.rules().sight == Sight::Partner && self.allied(owner, seat))
    }

    /// Returns the number of pieces of a kind that a seat's army has left. Only in flip chess can
    /// everyone keep this count.
    pub fn left(&self, seat: Seat, piece: Piece) -> u8 {
        self.left[seat.index()][piece]
    }

    /// Reports whether pieces of this kind turn corners on rails. Unrecorded pieces may.
    #[inline]
    pub(super) fn kind_turns(&self, kind: Option<Piece>) -> bool {
        let rules = self.rules();
        matches!(kind, Some(Piece::Engineer) | None)
            || rules.rail_turns
            || (kind == Some(Piece::Bomb) && rules.bomb_moves_as_engineer)
    }

    /// Returns the kind of the piece on a cell, `None` if there is none or it is unrecorded.
    #[inline]
    pub(super) fn kind_at(&self, cell: Cell) -> Option<Piece> {
        self.kind[self.public.tile_at(cell)?]
    }
}
