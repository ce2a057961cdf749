//! A game through somebody's eyes: an allow-list of what a viewer may know, nothing else.

use std::sync::Arc;

use super::battle::Battle;
use super::board::Board;
use super::cells::{CELLS, Cell, Cells};
use super::event::OutReason;
use super::piece::{Piece, PieceSet};
use super::rules::Rules;
use super::state::{Ground, Junqi, NONE, Tile};
use crate::game::{Game, Turn, Viewer};
use crate::memory::Memory;
use crate::outcome::Outcome;
use crate::put_off::PutOff;
use crate::seat::{Seat, SeatSet};

/// A game of Junqi through somebody's eyes.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub(super) ground: Arc<Ground>,
    pub(super) viewer: Viewer,
    /// The tile on each cell, or `NONE`.
    pub(super) at: [u8; CELLS],
    /// The cell of each tile, or `NONE` for tiles that are gone or never were.
    pub(super) place: [u8; CELLS],
    /// All tiles that were dealt.
    pub(super) tiles: Cells,
    /// The kind of each tile the viewer may know, by index, or `NONE`.
    pub(super) kind: [u8; CELLS],
    /// The seat each tile belongs to, or the army's name before seats are settled; `NONE` for
    /// tiles that were never turned up.
    pub(super) owner: [u8; CELLS],
    pub(super) down: Cells,
    pub(super) shown: Cells,
    pub(super) moved: Cells,
    pub(super) roamed: Cells,
    pub(super) battles: Vec<Battle>,
    pub(super) carrier: [u8; 4],
    pub(super) lying: [u8; 4],
    pub(super) settled: bool,
    pub(super) swapped: bool,
    pub(super) alive: SeatSet,
    pub(super) out: [Option<(Seat, OutReason)>; 4],
    pub(super) turn: Turn,
    pub(super) put_off: PutOff,
    pub(super) timeouts: [u8; 4],
    pub(super) quiet: u16,
    pub(super) ply: u32,
    pub(super) outcome: Option<Outcome>,
    /// What effects told everybody about single pieces.
    pub(super) betrayed: Vec<(Tile, PieceSet)>,
    /// What house rules remember; only such as see no more than everybody may.
    pub(super) memory: Memory,
}

/// A tile as a viewer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its name: the cell it started on.
    pub tile: Tile,
    /// The seat it belongs to, once that is settled and known.
    pub owner: Option<Seat>,
    /// The army it belongs to, by the seat that army was named after in the setup; unknown
    /// while it lies face down.
    pub colour: Option<Seat>,
    /// What it is, where the viewer may know it.
    pub piece: Option<Piece>,
    /// Whether everybody has been shown it.
    pub shown: bool,
    /// Whether it lies face down (flip chess).
    pub down: bool,
    /// Whether it has ever moved.
    pub moved: bool,
    /// Whether it has moved as no ordinary piece can.
    pub roamed: bool,
}

impl View {
    pub(super) fn new(game: &Junqi, viewer: Viewer) -> Self {
        let mut view = Self {
            ground: Arc::clone(&game.ground),
            viewer,
            at: game.at,
            place: game.place,
            tiles: game.tiles().collect(),
            kind: [NONE; CELLS],
            owner: [NONE; CELLS],
            down: game.down,
            shown: game.shown,
            moved: game.moved,
            roamed: game.roamed,
            battles: game.battles().to_vec(),
            carrier: game.carrier,
            lying: game.lying,
            settled: game.settled,
            swapped: game.swapped,
            alive: game.alive,
            out: game.out,
            turn: game.turn(),
            put_off: game.put_off,
            timeouts: game.timeouts,
            quiet: game.quiet,
            ply: game.ply,
            outcome: game.outcome(),
            betrayed: game.betrayed.clone(),
            memory: game.memory.clone(),
        };
        for tile in view.tiles.iter() {
            let index = tile.index();
            let knows = game.may_know(viewer, tile);
            if knows {
                view.kind[index] = game.kind[index];
            }
            if knows || !game.ground.rules.is_flip() {
                view.owner[index] = game.owner[index];
            }
        }
        view
    }

    /// Who looks.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.ground.rules
    }

    /// The board played on.
    #[must_use]
    pub fn board(&self) -> &Arc<Board> {
        &self.ground.board
    }

    /// What stands on a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Seen> {
        let tile = self.at[cell.index()];
        (tile != NONE).then(|| self.seen(Cell::new(tile)))
    }

    /// A tile, wherever it is now.
    #[must_use]
    pub fn seen(&self, tile: Tile) -> Seen {
        let index = tile.index();
        let owner = self.owner[index];
        let seat = |owner: u8| (owner != NONE).then(|| Seat::new(owner & 3));
        Seen {
            tile,
            owner: seat(owner).filter(|_| self.settled),
            colour: seat(if self.swapped && owner != NONE { owner ^ 2 } else { owner }),
            piece: Piece::ALL.get(self.kind[index] as usize).copied(),
            shown: self.shown.contains(tile),
            down: self.cell_of(tile).is_some_and(|cell| self.down.contains(cell)),
            moved: self.moved.contains(tile),
            roamed: self.roamed.contains(tile),
        }
    }

    /// All tiles that were dealt, those lost included.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        self.tiles.iter()
    }

    /// Where a tile is; nowhere once it is gone.
    #[must_use]
    pub fn cell_of(&self, tile: Tile) -> Option<Cell> {
        let cell = self.place[tile.index()];
        (cell != NONE).then(|| Cell::new(cell))
    }

    /// Every cell with something on it.
    #[must_use]
    pub fn taken(&self) -> Cells {
        self.ground.board.cells().iter().filter(|cell| self.at[cell.index()] != NONE).collect()
    }

    /// Who decides next.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// The seats still in the game.
    #[must_use]
    pub fn living(&self) -> SeatSet {
        if self.outcome.is_some() { SeatSet::EMPTY } else { self.alive }
    }

    /// The partner of a seat (对家).
    #[must_use]
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.ground.rules.teams().then(|| Seat::new(seat.index() as u8 ^ 2))
    }

    /// Whether two seats play together; each seat with itself.
    #[must_use]
    pub fn allied(&self, a: Seat, b: Seat) -> bool {
        a == b || self.partner(a) == Some(b)
    }

    /// Armies that left, in order, and why.
    pub fn outs(&self) -> impl Iterator<Item = (Seat, OutReason)> + '_ {
        self.out.iter().flatten().copied()
    }

    /// All fights so far, oldest first.
    #[must_use]
    pub fn battles(&self) -> &[Battle] {
        &self.battles
    }

    /// Whether seats own armies yet.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// The living seats whose turns were put off for extra ones; the last has its turn first.
    pub fn put_off(&self) -> impl Iterator<Item = Seat> + use<> {
        let alive = self.alive;
        self.put_off.iter().filter(move |seat| alive.contains(*seat))
    }

    /// What house rules remember.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Plies without a capture or flip.
    #[must_use]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// Moves and flips so far.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// How often a seat has overrun its clock.
    #[must_use]
    pub fn timeouts(&self, seat: Seat) -> u8 {
        self.timeouts.get(seat.index()).copied().unwrap_or(0)
    }

    /// Places and reason once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The tile that carries a seat's Flag.
    #[must_use]
    pub fn carrier_of(&self, seat: Seat) -> Option<Tile> {
        let tile = self.carrier[seat.index()];
        (tile != NONE).then(|| Cell::new(tile))
    }

    /// Where a seat's dropped Flag lies.
    #[must_use]
    pub fn dropped_flag(&self, seat: Seat) -> Option<Cell> {
        let cell = self.lying[seat.index()];
        (cell != NONE).then(|| Cell::new(cell))
    }
}
