//! The state of a game of Junqi: its public part, and the kinds of all pieces.
//!
//! The state also holds tables that follow from the kinds, owners and cells of all tiles, such as
//! the cells of each army. They make the generation of moves fast, and every change of the board
//! updates them.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::board_map::CellMap;
use super::cells::{Cell, Cells};
use super::occupant::Occupant;
use super::packed_option::PackedOption;
use super::piece::{Kind, PieceCounts};
use super::public::PublicState;
use super::rules::{Rules, Sight, Start};
use super::seats::SEATS;
use super::tile::{Owners, Tile, TileMap};
use crate::contract::game::Viewer;
use crate::contract::seat::Seat;

/// The chance outcomes of Junqi. There are none, because chance decides only the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoChance {}

impl std::fmt::Display for NoChance {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

/// The kind of each tile, `None` if it is unrecorded.
pub(super) type TileKinds = TileMap<Option<Kind>>;

/// The state of a game of Junqi, with all hidden information. It dereferences to its public part,
/// [`PublicState`].
#[derive(Clone, Debug, PartialEq)]
pub struct Junqi {
    pub(super) public: PublicState,
    /// The kind of each tile, `None` if it is unrecorded.
    pub(super) kind: TileKinds,
    /// The seat each tile belongs to. Before seats own armies, the seat it was dealt to.
    pub(super) owner: Owners,
    /// The occupant of each cell.
    pub(super) occupant: CellMap<Occupant>,
    /// The cells of each seat's pieces, whether their kinds are visible or not. Tiles without an
    /// owner are missing: face-down ones, and all before the seats have armies.
    pub(super) army_cells: [Cells; SEATS],
    /// The rail cells of each [`Occupant`], as bits in the board's numbering ([`Board::rail_bit`]).
    ///
    /// [`Board::rail_bit`]: super::board::Board::rail_bit
    pub(super) rail_occupancy: [u128; Occupant::TABLE_LEN],
    /// The cells of pieces that could move if a neighbouring cell were free.
    pub(super) mobile_cells: Cells,
    /// The cells of pieces whose kind turns corners on rails.
    pub(super) turning_cells: Cells,
    /// The number of remaining pieces of each army by kind, including face-down ones.
    pub(super) remaining: [PieceCounts; SEATS],
    /// The number of Landmines of each army that Engineers removed.
    pub(super) cleared_mines: [u8; SEATS],
    /// The tile of each army's Flag, on the board or not.
    pub(super) flag_tiles: [PackedOption<Tile>; SEATS],
}

impl Deref for Junqi {
    type Target = PublicState;

    #[inline]
    fn deref(&self) -> &PublicState {
        &self.public
    }
}

impl Junqi {
    /// Creates a game with an empty board. A dead position ends it if `ends_in_dead_position` is
    /// true.
    pub(super) fn empty(rules: &Rules, ends_in_dead_position: bool) -> Self {
        let (kind, owner) = (TileKinds::filled(None), Owners::filled(PackedOption::NONE));
        Self::with_unregistered_tiles(PublicState::new(rules, ends_in_dead_position), kind, owner)
    }

    /// Creates a game with its public part and the kinds and owners of its tiles. The tables that
    /// follow from them are empty until each tile is [registered](Junqi::register).
    pub(super) fn with_unregistered_tiles(
        public: PublicState,
        kind: TileKinds,
        owner: Owners,
    ) -> Self {
        Self {
            public,
            kind,
            owner,
            occupant: CellMap::filled(Occupant::EMPTY),
            army_cells: [Cells::EMPTY; SEATS],
            rail_occupancy: [0; Occupant::TABLE_LEN],
            mobile_cells: Cells::EMPTY,
            turning_cells: Cells::EMPTY,
            remaining: [PieceCounts::default(); SEATS],
            cleared_mines: [0; SEATS],
            flag_tiles: [PackedOption::NONE; SEATS],
        }
    }

    /// Reports whether a piece of this kind could leave a cell if a neighbour were free.
    #[inline]
    pub(super) fn can_leave(&self, cell: Cell, kind: Option<Kind>) -> bool {
        !matches!(kind, Some(Kind::Landmine | Kind::Flag))
            && (self.rules().may_leave_hq() || !self.board().headquarters().contains(cell))
    }

    /// Records the mobility of a piece that came to a cell.
    #[inline]
    pub(super) fn update_mobility(&mut self, cell: Cell, kind: Option<Kind>) {
        if self.can_leave(cell, kind) {
            self.mobile_cells.insert(cell);
        }
        if self.kind_turns(kind) {
            self.turning_cells.insert(cell);
        }
    }

    /// Clears the mobility of a cell that a piece left, or whose piece may not be moved.
    #[inline]
    pub(super) fn clear_mobility(&mut self, cell: Cell) {
        self.mobile_cells.remove(cell);
        self.turning_cells.remove(cell);
    }

    /// Returns the kind of a tile, whether visible or not, or `None` if it is unrecorded.
    pub fn kind_of(&self, tile: Tile) -> Option<Kind> {
        self.kind[tile]
    }

    /// Returns the seat a tile belongs to, once seats own armies.
    pub fn owner_of(&self, tile: Tile) -> Option<Seat> {
        self.owner[tile].get().filter(|_| self.public.armies_assigned)
    }

    /// Returns the seat that the army of a tile was dealt to. In Flip Junqi the other seat may own
    /// the army.
    pub fn dealt_seat_of(&self, tile: Tile) -> Option<Seat> {
        self.owner[tile].get().map(|owner| self.public.dealt_seat(owner))
    }

    /// Reports whether the kind of a tile is visible to a viewer. After the game every kind is
    /// visible. In a game redacted for a seat, nothing is visible that this seat did not see
    /// during play.
    #[inline]
    pub fn is_visible_to(&self, viewer: Viewer, tile: Tile) -> bool {
        match self.public.context.redacted_for {
            Some(seat) => {
                self.was_visible_in_play(Viewer::Seat(seat), tile)
                    && (viewer == Viewer::All || self.was_visible_in_play(viewer, tile))
            }
            None => {
                let is_everything_visible = viewer == Viewer::All || self.public.ending.is_some();
                is_everything_visible || self.was_visible_in_play(viewer, tile)
            }
        }
    }

    /// Reports whether the kind of a tile was visible to a viewer while the game was played.
    #[inline]
    pub(super) fn was_visible_in_play(&self, viewer: Viewer, tile: Tile) -> bool {
        if self.is_revealed(tile) {
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

    /// Returns the number of remaining pieces of a kind in a seat's army. Only in Flip Junqi is
    /// this number visible to everyone.
    pub fn remaining(&self, seat: Seat, piece: Kind) -> u8 {
        self.remaining[seat.index()][piece]
    }

    /// Reports whether pieces of this kind can turn corners on rails. Unrecorded pieces count as
    /// if they could.
    #[inline]
    pub(super) fn kind_turns(&self, kind: Option<Kind>) -> bool {
        let rules = self.rules();
        matches!(kind, Some(Kind::Engineer) | None)
            || rules.rail_turns
            || (kind == Some(Kind::Bomb) && rules.bomb_moves_as_engineer)
    }

    /// Returns the kind of the piece on a cell, `None` if there is none or it is unrecorded.
    #[inline]
    pub(super) fn kind_at(&self, cell: Cell) -> Option<Kind> {
        self.kind[self.public.tile_at(cell)?]
    }
}
