//! The public part of a game of Junqi: everything that all players see.
//!
//! It holds the cells of all tiles, which tiles have moved or were shown, the battles with their
//! results, the turn and the counters, but no kind of a hidden piece. The game ([`Junqi`]) and all
//! its views ([`View`]) contain it and dereference to it.
//!
//! [`Junqi`]: super::state::Junqi
//! [`View`]: super::view::View

use std::sync::Arc;

use super::battle::{Battle, Battles};
use super::board::Board;
use super::board_map::CellMap;
use super::cells::{Cell, Cells};
use super::event::EliminationReason;
use super::packed_option::PackedOption;
use super::piece::KindSet;
use super::rules::Rules;
use super::seats::SEATS;
use super::tile::{Tile, TileMap, Tiles};
use crate::contract::game::Turn;
use crate::contract::memory::Memory;
use crate::contract::options::RuleSet;
use crate::contract::outcome::{Outcome, Reason};
use crate::contract::question::{Question, Questions};
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::turn_stack::TurnStack;

/// Rules and board, shared by all states of a game.
#[derive(Clone, Debug)]
pub(super) struct GameContext {
    pub(super) rules: Rules,
    pub(super) board: Arc<Board>,
    /// True if the game ends in a dead position. False for perft, which counts paths beyond it.
    pub(super) ends_in_dead_position: bool,
    /// The seat the game is redacted for, if any. Then nothing is visible that this seat did not
    /// see.
    pub(super) redacted_for: Option<Seat>,
    /// The public facts about the starting position, if it was set up by hand.
    pub(super) set_up_facts: Option<SetUpFacts>,
    /// The seats that take part.
    pub(super) seats: SeatSet,
    /// The team of each seat, itself included.
    pub(super) allies: [SeatSet; SEATS],
    /// The seat after each seat in the order of turns, among those that take part.
    pub(super) following: [Seat; SEATS],
}

impl PartialEq for GameContext {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules
            && self.ends_in_dead_position == other.ends_in_dead_position
            && self.set_up_facts == other.set_up_facts
    }
}

/// The public facts about a starting position that was set up by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SetUpFacts {
    /// The tiles that had left the board. Each is named by a cell that was free in the position.
    pub(super) removed: Tiles,
    /// The number of Landmines of each army that Engineers had removed.
    pub(super) cleared_mines: [u8; SEATS],
    /// The armies that were still in the game.
    pub(super) alive: SeatSet,
}

/// The public part of a game. Nothing in it depends on the kind of a hidden piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicState {
    pub(super) context: Arc<GameContext>,
    /// The tile on each cell.
    pub(super) tile: CellMap<PackedOption<Tile>>,
    /// The cell of each tile, `None` if it left the board or no tile started there.
    pub(super) cell: TileMap<PackedOption<Cell>>,
    /// All tiles that were dealt.
    pub(super) dealt: Tiles,
    /// The cells of face-down pieces.
    pub(super) face_down: Cells,
    /// The tiles shown to everyone.
    pub(super) revealed: Tiles,
    /// The tiles that have moved.
    pub(super) moved: Tiles,
    /// The tiles that have turned a corner on the rails, as ordinary pieces cannot.
    pub(super) turned_corner: Tiles,
    pub(super) battles: Battles,
    /// The tile that carries each army's Flag.
    pub(super) carrier: [PackedOption<Tile>; SEATS],
    /// The cell of each army's dropped Flag.
    pub(super) dropped_flags: [PackedOption<Cell>; SEATS],
    /// True if seats own armies: from the start, or in Flip Junqi once the tile that assigns the
    /// armies was turned up.
    pub(super) armies_assigned: bool,
    /// True if each of the two seats owns the army that was dealt to the other (Flip Junqi).
    pub(super) armies_swapped: bool,
    /// The seats that were not eliminated. The end of the game does not change the set.
    pub(super) alive: SeatSet,
    /// The eliminated seats, in order, with the reasons.
    pub(super) eliminated: [Option<(Seat, EliminationReason)>; SEATS],
    pub(super) turn: Seat,
    /// The seats whose turns are postponed until after extra turns.
    pub(super) postponed_turns: TurnStack,
    pub(super) timeouts: [u8; SEATS],
    pub(super) quiet_plies: u16,
    pub(super) ply: u32,
    /// The winners and the reason, once the game is over.
    pub(super) ending: Option<(SeatSet, Reason)>,
    /// The kinds that effects of house rules leave possible for a tile, sorted by tile.
    pub(super) possible_kinds: Vec<(Tile, KindSet)>,
    /// The memory of house rules.
    pub(super) memory: Memory,
    /// The questions of house rules that wait for an answer. In a view, private questions to others
    /// are hidden.
    pub(super) questions: Questions,
}

/// Returns the other seat in a game of two armies.
#[inline]
pub(super) const fn opponent(seat: Seat) -> Seat {
    // South is seat 0 and north is seat 2. The two numbers differ only in this bit.
    const SOUTH_OR_NORTH: u8 = 2;
    Seat::new(seat.index() as u8 ^ SOUTH_OR_NORTH)
}

impl PublicState {
    /// Creates the public part of a game with an empty board, before the first step.
    pub(super) fn new(rules: &Rules, ends_in_dead_position: bool) -> Self {
        let board = if rules.extra_lines.is_empty() {
            Board::shared(rules.board)
        } else {
            Arc::new(Board::generate(rules.board, &rules.extra_lines))
        };
        Self {
            context: Arc::new(GameContext {
                board,
                ends_in_dead_position,
                redacted_for: None,
                set_up_facts: None,
                seats: rules.seats(),
                allies: rules.allies(),
                following: rules.following_seats(),
                rules: rules.clone(),
            }),
            tile: CellMap::filled(PackedOption::NONE),
            cell: TileMap::filled(PackedOption::NONE),
            dealt: Tiles::EMPTY,
            face_down: Cells::EMPTY,
            revealed: Tiles::EMPTY,
            moved: Tiles::EMPTY,
            turned_corner: Tiles::EMPTY,
            battles: Battles::new(),
            carrier: [PackedOption::NONE; SEATS],
            dropped_flags: [PackedOption::NONE; SEATS],
            armies_assigned: true,
            armies_swapped: false,
            alive: rules.seats(),
            eliminated: [None; SEATS],
            turn: Seat::new(0),
            postponed_turns: TurnStack::NONE,
            timeouts: [0; SEATS],
            quiet_plies: 0,
            ply: 0,
            ending: None,
            possible_kinds: Vec::new(),
            memory: Memory::default(),
            questions: Questions::default(),
        }
    }

    /// Returns this game redacted for a seat, or without redaction if `seat` is `None`.
    pub(super) fn with_redaction(mut self, seat: Option<Seat>) -> Self {
        if self.context.redacted_for != seat {
            Arc::make_mut(&mut self.context).redacted_for = seat;
        }
        self
    }

    /// Reports whether the game began from a position set up by hand.
    pub fn starts_from_position(&self) -> bool {
        self.context.set_up_facts.is_some()
    }

    /// Returns the rules in force.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.context.rules
    }

    /// Returns the board played on.
    #[inline]
    pub fn board(&self) -> &Arc<Board> {
        &self.context.board
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

    /// Returns the cells with a tile.
    pub fn occupied(&self) -> Cells {
        self.board().cells().iter().filter(|cell| self.tile[*cell].is_some()).collect()
    }

    /// Reports whether a tile is face down.
    pub fn is_down(&self, tile: Tile) -> bool {
        self.cell_of(tile).is_some_and(|cell| self.face_down.contains(cell))
    }

    /// Reports whether everyone has been shown a tile.
    pub fn is_revealed(&self, tile: Tile) -> bool {
        self.revealed.contains(tile)
    }

    /// Reports whether two seats are in one team. Each seat is in a team with itself.
    #[inline]
    pub fn allied(&self, a: Seat, b: Seat) -> bool {
        self.context.allies[a.index()].contains(b)
    }

    /// Returns the team of a seat, itself included.
    pub fn team(&self, seat: Seat) -> SeatSet {
        self.context.allies[seat.index()]
    }

    /// Returns the partner of a seat (对家), in a team of three the first of its two partners.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.team(seat).iter().find(|other| *other != seat)
    }

    /// Returns the seat that the army of an owner was dealt to.
    #[inline]
    pub(super) fn dealt_seat(&self, owner: Seat) -> Seat {
        if self.armies_swapped { opponent(owner) } else { owner }
    }

    /// Returns the seat to move or to answer a question, or that the game is over.
    #[inline]
    pub fn turn(&self) -> Turn {
        if self.ending.is_some() {
            return Turn::Over;
        }
        Turn::Seat(self.questions.first().map_or(self.turn, |question| question.seat))
    }

    /// Returns the question of a house rule that is to be answered next.
    #[inline]
    pub fn question(&self) -> Option<&Question> {
        self.questions.first().filter(|_| self.ending.is_none())
    }

    /// Returns the seat whose turn it is, or would be if the game were not over.
    pub fn seat_to_move(&self) -> Seat {
        self.turn
    }

    /// Iterates over the seats that are alive and have a postponed turn. The last seat plays its
    /// turn first.
    pub fn postponed_turns(&self) -> impl Iterator<Item = Seat> + use<> {
        let alive = self.alive;
        self.postponed_turns.iter().filter(move |seat| alive.contains(*seat))
    }

    /// Returns the number of moves and flips so far.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the number of plies since the last capture or flip.
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// Returns the number of time-outs of a seat.
    pub fn timeouts(&self, seat: Seat) -> u8 {
        self.timeouts.get(seat.index()).copied().unwrap_or(0)
    }

    /// Returns the seats that are not eliminated, none once the game is over.
    pub fn living(&self) -> SeatSet {
        if self.ending.is_some() { SeatSet::EMPTY } else { self.alive }
    }

    /// Iterates over the eliminated seats, in order, with the reasons.
    pub fn eliminated_seats(&self) -> impl Iterator<Item = (Seat, EliminationReason)> + '_ {
        self.eliminated.iter().flatten().copied()
    }

    /// Returns all battles so far, oldest first.
    pub fn battles(&self) -> &[Battle] {
        self.battles.as_slice()
    }

    /// Reports whether seats own armies yet. In Flip Junqi they do once the tile that assigns the
    /// armies is turned up.
    pub fn armies_assigned(&self) -> bool {
        self.armies_assigned
    }

    /// Returns the seat that a seat's army was dealt to, which decides the colour of the army. In
    /// Flip Junqi it may be the opponent. Returns `None` until seats own armies.
    pub fn army_of(&self, seat: Seat) -> Option<Seat> {
        self.armies_assigned.then(|| self.dealt_seat(seat))
    }

    /// Returns the tile that carries a seat's Flag.
    pub fn carrier_of(&self, seat: Seat) -> Option<Tile> {
        self.carrier[seat.index()].get()
    }

    /// Returns the cell of a seat's dropped Flag.
    pub fn dropped_flag(&self, seat: Seat) -> Option<Cell> {
        self.dropped_flags[seat.index()].get()
    }

    /// Returns the memory of house rules. Only house rules that see nothing hidden may use it.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Returns the final ranking of the seats and the reason for the end, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let (winners, reason) = self.ending?;
        let losers = self.rules().seats().difference(winners);
        let mut places = vec![winners];
        if self.rules().teams() {
            places.push(losers);
        } else {
            // A loser can be alive only if a house rule made a seat win.
            places.push(self.alive.difference(winners));
            let eliminated: Vec<Seat> = self.eliminated_seats().map(|(seat, _)| seat).collect();
            places.extend(eliminated.into_iter().rev().map(SeatSet::one));
        }
        places.retain(|place| !place.is_empty());
        Some(Outcome { places, reason })
    }
}
