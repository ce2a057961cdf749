//! A game of Junqi in progress: what everybody sees, and what every piece is.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::cells::{CELLS, Cell, Cells, NONE, Tile};
use super::piece::Piece;
use super::public::Public;
use super::rules::{Rules, Sight, Start};
use super::seats::SEATS;
use crate::game::Viewer;
use crate::seat::Seat;

/// The kind of a piece nobody recorded.
pub(super) const UNKNOWN: u8 = 12;
/// In [`Junqi::who`]: a tile that nobody owns yet, or that lies face down.
pub(super) const NOBODYS: u8 = SEATS as u8;
/// In [`Junqi::who`]: nothing there.
pub(super) const EMPTY: u8 = NOBODYS + 1;

/// Junqi leaves nothing to chance once it has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoChance {}

impl std::fmt::Display for NoChance {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

/// The state of a game of Junqi, with everything that is hidden from somebody. What everybody
/// sees of it is read from it as if it were its own: [`Public`].
#[derive(Clone, Debug, PartialEq)]
pub struct Junqi {
    pub(super) public: Public,
    /// The kind of each tile by index, or `UNKNOWN`; `NONE` where no tile started.
    pub(super) kind: [u8; CELLS],
    /// The seat each tile belongs to; in flip chess the army's name until seats own armies.
    pub(super) owner: [u8; CELLS],
    /// Who stands on each cell: a seat's index, `NOBODYS` or `EMPTY`.
    pub(super) who: [u8; CELLS],
    /// The cells of each seat's pieces, those face down left out.
    pub(super) army: [Cells; SEATS],
    /// The same on the rails, in the board's numbering; the last for tiles nobody owns yet.
    pub(super) rail: [u128; SEATS + 1],
    /// The cells of pieces that can move by themselves.
    pub(super) mobile: Cells,
    /// The cells of pieces that turn corners on rails, were they on any.
    pub(super) turning: Cells,
    /// How many of each kind each army has left, face down ones included.
    pub(super) left: [[u8; 13]; SEATS],
    /// Landmines of each army that Engineers removed.
    pub(super) cleared_mines: [u8; SEATS],
    /// The Flag's tile of each army.
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
    /// An empty board.
    pub(super) fn empty(rules: &Rules, judge_dead: bool) -> Self {
        Self::unplaced(Public::new(rules, judge_dead), [NONE; CELLS], [NONE; CELLS])
    }

    /// A game that nothing was entered into yet but what everybody sees, the kinds of the
    /// tiles and whose they are.
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

    /// Whether a piece of this kind can move away from a cell, were it free around it.
    #[inline]
    pub(super) fn can_leave(&self, cell: Cell, kind: u8) -> bool {
        kind != Piece::Landmine as u8
            && kind != Piece::Flag as u8
            && (self.rules().may_leave_hq() || !self.board().headquarters().contains(cell))
    }

    /// Notes what the piece that came to a cell can do there.
    #[inline]
    pub(super) fn note_arrival(&mut self, cell: Cell, kind: u8) {
        if self.can_leave(cell, kind) {
            self.mobile.insert(cell);
        }
        if self.kind_turns(kind) {
            self.turning.insert(cell);
        }
    }

    /// Notes that a piece left a cell, or that nobody may move it.
    #[inline]
    pub(super) fn note_leaving(&mut self, cell: Cell) {
        self.mobile.remove(cell);
        self.turning.remove(cell);
    }

    /// What a tile is, whoever may know it; nothing where nobody recorded it.
    #[must_use]
    pub fn piece_of(&self, tile: Tile) -> Option<Piece> {
        let kind = self.kind[tile.index()];
        (kind < UNKNOWN).then(|| Piece::from_index(kind as usize))
    }

    /// The seat a tile belongs to, once seats own armies.
    #[must_use]
    pub fn owner_of(&self, tile: Tile) -> Option<Seat> {
        let owner = self.owner[tile.index()];
        (self.public.assigned && owner != NONE).then(|| Seat::new(owner))
    }

    /// The army a tile belongs to, by the seat it was named after in the setup.
    #[must_use]
    pub fn colour_of(&self, tile: Tile) -> Option<Seat> {
        let owner = self.owner[tile.index()];
        (owner != NONE).then(|| Seat::new(if self.public.swapped { owner ^ 2 } else { owner }))
    }

    /// Whether a viewer may know what a tile is. Once a game is over everybody may, unless it is
    /// told by one seat: then nobody knows more than that seat did when it was played.
    #[must_use]
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

    /// Whether somebody at the table was told what a tile is while the game was played.
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

    /// How many pieces of a kind a seat's army has left; a count everybody can keep only in
    /// flip chess.
    #[must_use]
    pub fn left(&self, seat: Seat, piece: Piece) -> u8 {
        self.left[seat.index()][piece.index()]
    }

    /// Whether pieces of this kind turn corners on rails.
    #[inline]
    pub(super) fn kind_turns(&self, kind: u8) -> bool {
        let rules = self.rules();
        kind == Piece::Engineer as u8
            || rules.rail_turns
            || kind == UNKNOWN
            || (kind == Piece::Bomb as u8 && rules.bomb_moves_as_engineer)
    }
}
