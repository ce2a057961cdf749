//! What everybody sees of a game of Junqi: where pieces stand and how they moved, how fights
//! ended, whose turn it is. The game and all views of it hold one and read it as their own.

use std::sync::Arc;

use super::battle::{Battle, Battles};
use super::board::Board;
use super::cells::{CELLS, Cell, Cells, NONE, Tile};
use super::event::OutReason;
use super::piece::PieceSet;
use super::rules::Rules;
use super::seats::SEATS;
use crate::game::Turn;
use crate::memory::Memory;
use crate::options::RuleSet;
use crate::outcome::{Outcome, Reason};
use crate::postponed_turns::TurnStack;
use crate::seat::{Seat, SeatSet};

/// Rules and board, shared by all states of a game.
#[derive(Clone, Debug)]
pub(super) struct GameContext {
    pub(super) rules: Rules,
    pub(super) board: Arc<Board>,
    /// Whether a dead position ends the game; not while counting paths.
    pub(super) judge_dead: bool,
    /// The seat that tells the game, where nobody knows more of it than that seat saw.
    pub(super) redacted_for: Option<Seat>,
    /// What the position was like that the game began from, where it was set up by hand.
    pub(super) set_up: Option<SetUp>,
    /// The seats that take part.
    pub(super) seats: SeatSet,
    /// The seats each seat plays together with, itself included.
    pub(super) allies: [SeatSet; SEATS],
}

impl PartialEq for GameContext {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
            && self.judge_dead == other.judge_dead
            && self.set_up == other.set_up
    }
}

/// What everybody knows of a position that a game began from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SetUp {
    /// The tiles that had left the board before. Each is named by a cell that was free.
    pub(super) gone: Cells,
    /// Landmines of each army that Engineers had removed.
    pub(super) cleared_mines: [u8; SEATS],
    /// The armies that were still in the game.
    pub(super) alive: SeatSet,
}

/// The public part of a game: nothing in it depends on what a hidden piece is.
#[derive(Clone, Debug, PartialEq)]
pub struct Public {
    pub(super) ground: Arc<GameContext>,
    /// The tile on each cell, or `NONE`.
    pub(super) at: [u8; CELLS],
    /// The cell of each tile, or `NONE` for tiles that are gone or never were.
    pub(super) place: [u8; CELLS],
    /// All tiles that were dealt.
    pub(super) dealt: Cells,
    /// The cells of face-down pieces.
    pub(super) down: Cells,
    /// Tiles everybody has been shown.
    pub(super) shown: Cells,
    /// Tiles that have moved.
    pub(super) moved: Cells,
    /// Tiles that have moved as only a piece that turns corners can.
    pub(super) turned_corner: Cells,
    pub(super) battles: Battles,
    /// The tile that carries each army's Flag.
    pub(super) carrier: [u8; SEATS],
    /// The cell each army's dropped Flag lies on.
    pub(super) dropped_flags: [u8; SEATS],
    /// Whether seats own armies: from the start, or once an Engineer was turned up.
    pub(super) assigned: bool,
    /// Whether the seats own the armies named after each other.
    pub(super) swapped: bool,
    pub(super) alive: SeatSet,
    /// Armies that left, in order, and why.
    pub(super) out: [Option<(Seat, OutReason)>; SEATS],
    pub(super) turn: Seat,
    /// Seats whose turns were put off for extra ones.
    pub(super) put_off: TurnStack,
    pub(super) timeouts: [u8; SEATS],
    pub(super) quiet: u16,
    pub(super) ply: u32,
    pub(super) over: Option<(SeatSet, Reason)>,
    /// The kinds a piece can still be by what effects did with it, in the order of tiles.
    pub(super) possible_kinds: Vec<(Tile, PieceSet)>,
    /// What house rules remember.
    pub(super) memory: Memory,
}

/// A cell or tile by its index, where there is one.
#[inline]
fn cell(index: u8) -> Option<Cell> {
    (index != NONE).then(|| Cell::new(index))
}

impl Public {
    /// An empty board before the first step.
    pub(super) fn new(rules: &Rules, judge_dead: bool) -> Self {
        let board = if rules.extra_lines.is_empty() {
            Board::of(rules.board)
        } else {
            Arc::new(Board::generate(rules.board, &rules.extra_lines))
        };
        Self {
            ground: Arc::new(GameContext {
                board,
                judge_dead,
                redacted_for: None,
                set_up: None,
                seats: rules.seats(),
                allies: rules.allies(),
                rules: rules.clone(),
            }),
            at: [NONE; CELLS],
            place: [NONE; CELLS],
            dealt: Cells::EMPTY,
            down: Cells::EMPTY,
            shown: Cells::EMPTY,
            moved: Cells::EMPTY,
            turned_corner: Cells::EMPTY,
            battles: Battles::new(),
            carrier: [NONE; SEATS],
            dropped_flags: [NONE; SEATS],
            assigned: true,
            swapped: false,
            alive: rules.seats(),
            out: [None; SEATS],
            turn: Seat::new(0),
            put_off: TurnStack::NONE,
            timeouts: [0; SEATS],
            quiet: 0,
            ply: 0,
            over: None,
            possible_kinds: Vec::new(),
            memory: Memory::default(),
        }
    }

    /// The same told by another seat, or by nobody, where everything is known.
    pub(super) fn with_redaction(mut self, seat: Option<Seat>) -> Self {
        if self.ground.redacted_for != seat {
            Arc::make_mut(&mut self.ground).redacted_for = seat;
        }
        self
    }

    /// Whether the game began from a position set up by hand.
    #[must_use]
    pub fn is_set_up(&self) -> bool {
        self.ground.set_up.is_some()
    }

    /// The rules in force.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.ground.rules
    }

    /// The board played on.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Arc<Board> {
        &self.ground.board
    }

    /// The tile on a cell.
    #[inline]
    #[must_use]
    pub fn tile_at(&self, at: Cell) -> Option<Tile> {
        cell(self.at[at.index()])
    }

    /// Where a tile is now; nowhere once it is gone.
    #[inline]
    #[must_use]
    pub fn cell_of(&self, tile: Tile) -> Option<Cell> {
        cell(self.place[tile.index()])
    }

    /// All tiles that were dealt, those lost included.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        self.dealt.iter()
    }

    /// Every cell with something on it.
    #[must_use]
    pub fn taken(&self) -> Cells {
        self.board().cells().iter().filter(|cell| self.at[cell.index()] != NONE).collect()
    }

    /// Whether a tile lies face down.
    #[must_use]
    pub fn is_down(&self, tile: Tile) -> bool {
        self.cell_of(tile).is_some_and(|cell| self.down.contains(cell))
    }

    /// Whether everybody has been shown a tile.
    #[must_use]
    pub fn is_shown(&self, tile: Tile) -> bool {
        self.shown.contains(tile)
    }

    /// Whether two seats play together; each seat with itself.
    #[inline]
    #[must_use]
    pub fn allied(&self, a: Seat, b: Seat) -> bool {
        self.ground.allies[a.index()].contains(b)
    }

    /// The seats that play together with a seat, itself included.
    #[must_use]
    pub fn team(&self, seat: Seat) -> SeatSet {
        self.ground.allies[seat.index()]
    }

    /// The partner of a seat (对家), or the first of two.
    #[must_use]
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.team(seat).iter().find(|other| *other != seat)
    }

    /// Who decides next.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Turn {
        if self.over.is_some() { Turn::Over } else { Turn::Seat(self.turn) }
    }

    /// The seat whose turn it is, or would be if the game were not over.
    #[must_use]
    pub fn seat_to_move(&self) -> Seat {
        self.turn
    }

    /// The living seats whose turns were put off for extra ones; the last has its turn first.
    pub fn put_off(&self) -> impl Iterator<Item = Seat> + use<> {
        let alive = self.alive;
        self.put_off.iter().filter(move |seat| alive.contains(*seat))
    }

    /// Moves and flips so far.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Plies since the last capture or flip.
    #[must_use]
    pub fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// How often a seat has overrun its clock.
    #[must_use]
    pub fn timeouts(&self, seat: Seat) -> u8 {
        self.timeouts.get(seat.index()).copied().unwrap_or(0)
    }

    /// The seats still in the game.
    #[must_use]
    pub fn living(&self) -> SeatSet {
        if self.over.is_some() { SeatSet::EMPTY } else { self.alive }
    }

    /// Armies that left, in order, and why.
    pub fn outs(&self) -> impl Iterator<Item = (Seat, OutReason)> + '_ {
        self.out.iter().flatten().copied()
    }

    /// All fights so far, oldest first.
    #[must_use]
    pub fn battles(&self) -> &[Battle] {
        self.battles.as_slice()
    }

    /// Whether seats own armies yet: in flip chess from the first Engineer turned up.
    #[must_use]
    pub fn armies_assigned(&self) -> bool {
        self.assigned
    }

    /// The tile that carries a seat's Flag.
    #[must_use]
    pub fn carrier_of(&self, seat: Seat) -> Option<Tile> {
        cell(self.carrier[seat.index()])
    }

    /// Where a seat's dropped Flag lies.
    #[must_use]
    pub fn dropped_flag(&self, seat: Seat) -> Option<Cell> {
        cell(self.dropped_flags[seat.index()])
    }

    /// What house rules remember; only such as see no more than everybody may.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Places and reason once the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let (winners, reason) = self.over?;
        let losers = self.rules().seats().difference(winners);
        let mut places = vec![winners];
        if self.rules().teams() {
            places.push(losers);
        } else {
            // Only where a house rule lets somebody win are there others who still played.
            places.push(self.alive.difference(winners));
            let outs: Vec<Seat> = self.outs().map(|(seat, _)| seat).collect();
            places.extend(outs.into_iter().rev().map(SeatSet::one));
        }
        places.retain(|place| !place.is_empty());
        Some(Outcome { places, reason })
    }
}
