//! The public part of a game of Junqi: places and moves of pieces, results of fights, and the
//! turn. The game and all its views contain it and dereference to it.

use std::sync::Arc;

use super::battle::{Battle, Battles};
use super::board::Board;
use super::board_map::CellMap;
use super::cells::{Cell, Cells};
use super::event::OutReason;
use super::packed_option::PackedOption;
use super::piece::PieceSet;
use super::rules::Rules;
use super::seats::SEATS;
use super::tile::{Tile, TileMap, Tiles};
use crate::contract::game::Turn;
use crate::contract::memory::Memory;
use crate::contract::options::RuleSet;
use crate::contract::outcome::{Outcome, Reason};
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::turn_stack::TurnStack;

/// Rules and board, shared by all states of a game.
#[derive(Clone, Debug)]
pub(super) struct GameContext {
    pub(super) rules: Rules,
    pub(super) board: Arc<Board>,
    /// True if a dead position ends the game. False for perft.
    pub(super) judge_dead: bool,
    /// The seat the game is redacted for, if any. Then nothing is known that this seat did not
    /// see.
    pub(super) redacted_for: Option<Seat>,
    /// The public facts about the position the game began from, if it was set up by hand.
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

/// The public facts about a position that a game began from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SetUp {
    /// The tiles that had left the board before, each named by a cell that was free.
    pub(super) gone: Tiles,
    /// The number of Landmines of each army that Engineers had removed.
    pub(super) cleared_mines: [u8; SEATS],
    /// The armies that were still in the game.
    pub(super) alive: SeatSet,
}

/// The public part of a game. Nothing in it depends on the kind of a hidden piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Public {
    pub(super) ground: Arc<GameContext>,
    /// The tile on each cell.
    pub(super) tile: CellMap<PackedOption<Tile>>,
    /// The cell of each tile, `None` for tiles that are gone or never were.
    pub(super) cell: TileMap<PackedOption<Cell>>,
    /// All tiles that were dealt.
    pub(super) dealt: Tiles,
    /// The cells of face-down pieces.
    pub(super) down: Cells,
    /// The tiles shown to everyone.
    pub(super) shown: Tiles,
    /// The tiles that have moved.
    pub(super) moved: Tiles,
    /// The tiles that have moved as only a piece that turns corners can.
    pub(super) turned_corner: Tiles,
    pub(super) battles: Battles,
    /// The tile that carries each army's Flag.
    pub(super) carrier: [PackedOption<Tile>; SEATS],
    /// The cell of each army's dropped Flag.
    pub(super) dropped_flags: [PackedOption<Cell>; SEATS],
    /// True if seats own armies: from the start, or once an Engineer was turned up.
    pub(super) assigned: bool,
    /// True if the seats own the armies named after each other.
    pub(super) swapped: bool,
    pub(super) alive: SeatSet,
    /// The armies that left, in order, with the reasons.
    pub(super) out: [Option<(Seat, OutReason)>; SEATS],
    pub(super) turn: Seat,
    /// The seats whose turns were postponed for extra ones.
    pub(super) put_off: TurnStack,
    pub(super) timeouts: [u8; SEATS],
    pub(super) quiet: u16,
    pub(super) ply: u32,
    pub(super) over: Option<(SeatSet, Reason)>,
    /// The kinds a piece can still be after effects of house rules on it, in the order of tiles.
    pub(super) possible_kinds: Vec<(Tile, PieceSet)>,
    /// The memory of house rules.
    pub(super) memory: Memory,
}

/// Returns the other seat of two armies, south and north.
#[inline]
pub(super) const fn opponent(seat: Seat) -> Seat {
    Seat::new(seat.index() as u8 ^ 2)
}

impl Public {
    /// Creates an empty board before the first step.
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
            tile: CellMap::filled(PackedOption::NONE),
            cell: TileMap::filled(PackedOption::NONE),
            dealt: Tiles::EMPTY,
            down: Cells::EMPTY,
            shown: Tiles::EMPTY,
            moved: Tiles::EMPTY,
            turned_corner: Tiles::EMPTY,
            battles: Battles::new(),
            carrier: [PackedOption::NONE; SEATS],
            dropped_flags: [PackedOption::NONE; SEATS],
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

    /// Returns this game redacted for a seat, or without redaction.
    pub(super) fn with_redaction(mut self, seat: Option<Seat>) -> Self {
        if self.ground.redacted_for != seat {
            Arc::make_mut(&mut self.ground).redacted_for = seat;
        }
        self
    }

    /// Reports whether the game began from a position set up by hand.
    pub fn is_set_up(&self) -> bool {
        self.ground.set_up.is_some()
    }

    /// Returns the rules in force.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.ground.rules
    }

    /// Returns the board played on.
    #[inline]
    pub fn board(&self) -> &Arc<Board> {
        &self.ground.board
    }

    /// Returns the tile on a cell.
    #[inline]
    pub fn tile_at(&self, at: Cell) -> Option<Tile> {
        self.tile[at].get()
    }

    /// Returns the cell of a tile, or `None` once the tile is gone.
    #[inline]
    pub fn cell_of(&self, tile: Tile) -> Option<Cell> {
        self.cell[tile].get()
    }

    /// Iterates over all tiles that were dealt, including lost ones.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        self.dealt.iter()
    }

    /// Returns all cells with a piece.
    pub fn taken(&self) -> Cells {
        self.board().cells().iter().filter(|cell| self.tile[*cell].is_some()).collect()
    }

    /// Reports whether a tile is face down.
    pub fn is_down(&self, tile: Tile) -> bool {
        self.cell_of(tile).is_some_and(|cell| self.down.contains(cell))
    }

    /// Reports whether everyone has been shown a tile.
    pub fn is_shown(&self, tile: Tile) -> bool {
        self.shown.contains(tile)
    }

    /// Reports whether two seats play together. Each seat plays together with itself.
    #[inline]
    pub fn allied(&self, a: Seat, b: Seat) -> bool {
        self.ground.allies[a.index()].contains(b)
    }

    /// Returns the seats that play together with a seat, itself included.
    pub fn team(&self, seat: Seat) -> SeatSet {
        self.ground.allies[seat.index()]
    }

    /// Returns the partner of a seat (对家), or the first of two.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.team(seat).iter().find(|other| *other != seat)
    }

    /// Returns the army a seat owns, by the seat it was named after in the setup.
    #[inline]
    pub(super) fn colour_of_owner(&self, owner: Seat) -> Seat {
        if self.swapped { opponent(owner) } else { owner }
    }

    /// Returns the seat to move, or that the game is over.
    #[inline]
    pub fn turn(&self) -> Turn {
        if self.over.is_some() { Turn::Over } else { Turn::Seat(self.turn) }
    }

    /// Returns the seat whose turn it is, or would be if the game were not over.
    pub fn seat_to_move(&self) -> Seat {
        self.turn
    }

    /// Iterates over the living seats whose turns were postponed for extra ones. The last has its
    /// turn first.
    pub fn put_off(&self) -> impl Iterator<Item = Seat> + use<> {
        let alive = self.alive;
        self.put_off.iter().filter(move |seat| alive.contains(*seat))
    }

    /// Returns the number of moves and flips so far.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the number of plies since the last capture or flip.
    pub fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// Returns the number of time-outs of a seat.
    pub fn timeouts(&self, seat: Seat) -> u8 {
        self.timeouts.get(seat.index()).copied().unwrap_or(0)
    }

    /// Returns the seats still in the game, none once it is over.
    pub fn living(&self) -> SeatSet {
        if self.over.is_some() { SeatSet::EMPTY } else { self.alive }
    }

    /// Iterates over the armies that left, in order, with the reasons.
    pub fn outs(&self) -> impl Iterator<Item = (Seat, OutReason)> + '_ {
        self.out.iter().flatten().copied()
    }

    /// Returns all battles so far, oldest first.
    pub fn battles(&self) -> &[Battle] {
        self.battles.as_slice()
    }

    /// Reports whether seats own armies yet. In flip chess they do once the first Engineer is
    /// turned up.
    pub fn armies_assigned(&self) -> bool {
        self.assigned
    }

    /// Returns the tile that carries a seat's Flag.
    pub fn carrier_of(&self, seat: Seat) -> Option<Tile> {
        self.carrier[seat.index()].get()
    }

    /// Returns the cell of a seat's dropped Flag.
    pub fn dropped_flag(&self, seat: Seat) -> Option<Cell> {
        self.dropped_flags[seat.index()].get()
    }

    /// Returns the memory of house rules. Only rules that see no more than everyone may use it.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Returns places and reason once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let (winners, reason) = self.over?;
        let losers = self.rules().seats().difference(winners);
        let mut places = vec![winners];
        if self.rules().teams() {
            places.push(losers);
        } else {
            // Other seats still play at the end only if a house rule lets a seat win.
            places.push(self.alive.difference(winners));
            let outs: Vec<Seat> = self.outs().map(|(seat, _)| seat).collect();
            places.extend(outs.into_iter().rev().map(SeatSet::one));
        }
        places.retain(|place| !place.is_empty());
        Some(Outcome { places, reason })
    }
}
