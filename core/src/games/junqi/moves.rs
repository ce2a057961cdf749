//! Generation of legal actions: moves along one line, moves over the rails, and flips.
//!
//! A *slider* moves to a neighbour, or along one rail line up to the first occupied cell. A
//! *turner*, such as an Engineer on the rails, reaches every rail cell that it can get to over free
//! ones. Sets of rail cells are 128 bits ([`Board::rail_bit`]), so that a flood fill is a few
//! operations.
//!
//! This is the hottest code of a search. For most cells the fastest branch is enough: all their
//! neighbours are in their own land, and one window of bits says which of them can be entered.

use super::board::{Board, PathStep, WINDOW_RADIUS};
use super::cells::{CELLS, Cell, Cells};
use super::notation::Action;
use super::occupant::{Foes, Occupant};
use super::piece::Kind;
use super::public::opponent;
use super::rules::{FlipFlag, FlipMines};
use super::state::Junqi;
use crate::contract::seat::{Seat, SeatSet};

/// The reason why a piece may not capture the enemy's Flag yet (Flip Junqi).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagGuard {
    /// This number of Landmines must go first.
    Landmines(u8),
    /// Only a piece of this kind may capture it. `None` if no such piece remains.
    Captor(Option<Kind>),
}

/// A connected part of the free rails.
#[derive(Clone, Copy, Default)]
struct RailSegment {
    /// Its free cells.
    free: u128,
    /// Its free cells, and the occupied cells next to them.
    reached: u128,
}

/// A cache of the segments found in one position. The Engineers of an army mostly share them.
#[derive(Clone, Copy, Default)]
pub(super) struct RailSegments {
    entries: [RailSegment; 4],
    count: usize,
}

/// A set of cells, from which the bits around a cell can be read as one integer, the window of the
/// cell. All neighbours of a cell in its land are within [`WINDOW_RADIUS`] indices of it.
#[derive(Clone, Copy)]
struct CellWindows([u8; WINDOW_BYTES]);

/// Size in bytes: one byte before the first cell, the cells, and padding. A window is read from
/// four bytes, so at least three have to follow those of the cells.
const WINDOW_BYTES: usize = 1 + CELLS.div_ceil(64) * 8 + 7;

impl CellWindows {
    #[inline]
    fn of(set: &Cells) -> Self {
        let mut bytes = [0; WINDOW_BYTES];
        for (chunk, word) in bytes[1..].chunks_exact_mut(8).zip(set.bits()) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        Self(bytes)
    }

    /// Returns the members of the set around a cell as bits. The lowest is for the cell whose index
    /// is smaller by [`WINDOW_RADIUS`], as in [`NeighbourBits`](super::board::NeighbourBits).
    #[inline]
    fn window(&self, cell: Cell) -> u32 {
        let bit = cell.index() + 8 - WINDOW_RADIUS;
        let bytes = self.0[bit / 8..].first_chunk::<4>();
        u32::from_le_bytes(*bytes.unwrap_or(&[0; 4])) >> (bit % 8)
    }
}

/// Adds the moves to the cells of a window around `from`.
#[inline]
fn push_window_moves(from: Cell, mut window: u32, out: &mut Vec<Action>) {
    while window != 0 {
        let to = from.index() + window.trailing_zeros() as usize - WINDOW_RADIUS;
        out.push(Action::go(from, Cell::new(to as u8)));
        window &= window - 1;
    }
}

/// Adds the moves to these neighbours.
#[inline]
fn push_neighbour_moves(from: Cell, neighbours: &Cells, out: &mut Vec<Action>) {
    if !neighbours.is_empty() {
        out.extend(neighbours.iter().map(|to| Action::go(from, to)));
    }
}

/// The values that stay the same while the moves of one side are listed.
struct SideMoves<'a> {
    board: &'a Board,
    /// The occupants that the side can strike.
    foes: Foes,
    /// The rail cells that are occupied, as bits ([`Board::rail_bit`]).
    occupied: u128,
    /// The rail cells that the side cannot enter, as bits: those with its pieces or with tiles
    /// without an owner.
    closed_rails: u128,
    /// The cells that none of its pieces may enter.
    closed: Cells,
    /// True if only some pieces may capture Flags (Flip Junqi).
    restricts_flag_captors: bool,
    /// The cells of the enemies' Flags, if only some pieces may capture them.
    flags: Cells,
}

impl<'a> SideMoves<'a> {
    #[inline]
    fn of(game: &'a Junqi, seat: Seat) -> Self {
        let foes = game.foes_of(seat);
        let context = &*game.public.context;
        let friends = context.allies[seat.index()].intersection(context.seats);
        let restricts_flag_captors = game.rules().is_flip();
        let mut closed_rails = game.rail_occupancy[Occupant::OWNERLESS.index()];
        for friend in friends.iter() {
            closed_rails |= game.rail_occupancy[friend.index()];
        }
        Self {
            board: game.board(),
            foes,
            occupied: game.occupied_rails(),
            closed_rails,
            closed: game.closed_to(friends),
            restricts_flag_captors,
            flags: if restricts_flag_captors { game.enemy_flags(foes) } else { Cells::EMPTY },
        }
    }
}

impl Junqi {
    /// Adds the legal actions of the seat to move.
    #[inline]
    pub(super) fn generate_actions(&self, out: &mut Vec<Action>) {
        if self.public.armies_assigned {
            self.generate_moves(self.public.turn, out);
        }
        out.extend(self.public.face_down.iter().map(|at| Action::Flip { at }));
    }

    /// Adds the moves of a seat, as if it were to move.
    #[inline]
    pub(super) fn generate_moves(&self, seat: Seat, out: &mut Vec<Action>) {
        let side = SideMoves::of(self, seat);
        let mut segments = RailSegments::default();
        let closed = CellWindows::of(&side.closed);
        // Extra lines can let one piece reach a cell by two paths.
        let is_simple = !side.restricts_flag_captors && !side.board.has_ambiguous_paths;
        for from in self.army_cells[seat.index()].intersection(self.mobile_cells).iter() {
            if let Some(near) = side.board.neighbour_bits(from).filter(|_| is_simple) {
                let open = near.all & !closed.window(from);
                // Every longer path also passes through a neighbour.
                if open == 0 {
                    continue;
                }
                if near.on_rail && self.turning_cells.contains(from) {
                    self.generate_rail_moves(from, false, &side, &mut segments, out);
                    push_window_moves(from, open & near.roads, out);
                } else {
                    push_window_moves(from, open, out);
                    self.generate_long_slides(from, (side.foes, false), out);
                }
                continue;
            }
            let mut open = side.board.neighbours(from).difference(side.closed);
            if open.is_empty() {
                continue;
            }
            let turns = self.turning_cells.contains(from);
            let barred_from_flag =
                side.restricts_flag_captors && !self.may_capture_flag(seat, self.kind_at(from));
            if barred_from_flag {
                open = open.difference(side.flags);
            }
            if side.board.has_ambiguous_paths {
                self.generate_distinct_moves(from, turns, (side.foes, barred_from_flag), out);
            } else if turns && side.board.rail_bit(from) != 0 {
                self.generate_rail_moves(from, barred_from_flag, &side, &mut segments, out);
                let roads = open.intersection(*side.board.road_neighbours(from));
                push_neighbour_moves(from, &roads, out);
            } else {
                push_neighbour_moves(from, &open, out);
                self.generate_long_slides(from, (side.foes, barred_from_flag), out);
            }
        }
    }

    /// Adds the moves of a turner over the rails. `barred_from_flag` is true if this piece may not
    /// capture a Flag.
    #[inline]
    fn generate_rail_moves(
        &self,
        from: Cell,
        barred_from_flag: bool,
        side: &SideMoves<'_>,
        segments: &mut RailSegments,
        out: &mut Vec<Action>,
    ) {
        let board = side.board;
        let reached = self.rail_reach(from, side.occupied, segments) & !side.closed_rails;
        // Each of these cells is free or has a foe. The piece can strike the foe, unless the foe is
        // in a camp or is a Flag that the piece may not capture.
        let needs_check = barred_from_flag || board.has_rail_camps();
        board.for_rail_cells(reached, |to| {
            let can_enter =
                || self.occupant[to].is_empty() || self.can_strike(to, side.foes, barred_from_flag);
            if !needs_check || can_enter() {
                out.push(Action::go(from, to));
            }
        });
    }

    /// Returns the occupants that a seat can strike.
    #[inline]
    pub(super) fn foes_of(&self, seat: Seat) -> Foes {
        Foes::of(self.public.context.allies[seat.index()])
    }

    /// Returns the rail cells that a turner can reach, including the first occupied cell of each
    /// path.
    #[inline]
    pub(super) fn rail_reach(
        &self,
        from: Cell,
        occupied: u128,
        segments: &mut RailSegments,
    ) -> u128 {
        let board = &*self.public.context.board;
        let mut reached = board.rail_neighbours(from);
        let mut open = reached & !occupied;
        while open != 0 {
            let lowest = open & open.wrapping_neg();
            let cached = segments.entries.iter().find(|segment| segment.free & lowest != 0);
            let segment = cached.copied().unwrap_or_else(|| {
                let reached = board.rail_flood(lowest, occupied);
                let segment = RailSegment { free: reached & !occupied, reached };
                // A full cache overwrites its oldest entry.
                segments.entries[segments.count & 3] = segment;
                segments.count += 1;
                segment
            });
            reached |= segment.reached;
            open &= !segment.free;
        }
        reached
    }

    /// Returns the cells that no piece of a side may enter: those of its own pieces, of face-down
    /// tiles, and of enemies in camps.
    #[inline]
    fn closed_to(&self, friends: SeatSet) -> Cells {
        let add_army = |cells: Cells, seat: Seat| cells.union(self.army_cells[seat.index()]);
        let foes = self.public.context.seats.difference(friends);
        let foe_cells = foes.iter().fold(Cells::EMPTY, add_army);
        let sheltered = foe_cells.intersection(*self.board().camps());
        friends.iter().fold(self.public.face_down.union(sheltered), add_army)
    }

    /// Returns the rail cells that are occupied, as bits ([`Board::rail_bit`]).
    #[inline]
    pub(super) fn occupied_rails(&self) -> u128 {
        let seats = self.public.context.seats.iter();
        seats.fold(self.rail_occupancy[Occupant::OWNERLESS.index()], |occupied, seat| {
            occupied | self.rail_occupancy[seat.index()]
        })
    }

    /// Returns the cells of the Flags of all foes.
    fn enemy_flags(&self, foes: Foes) -> Cells {
        let seats = self.public.context.seats.iter();
        let enemies = seats.filter(|seat| foes.contains(Occupant::of(*seat)));
        enemies.filter_map(|seat| self.flag_cell(seat)).collect()
    }

    /// Returns the cell of a seat's Flag, while the Flag stands on the board.
    pub(super) fn flag_cell(&self, seat: Seat) -> Option<Cell> {
        self.cell_of(self.flag_tiles[seat.index()].get()?)
    }

    /// Adds the moves of a slider that lead past a free neighbour.
    // Inlined into its two call sites, of which each piece reaches only one.
    #[inline(always)]
    fn generate_long_slides(
        &self,
        from: Cell,
        (foes, barred_from_flag): (Foes, bool),
        out: &mut Vec<Action>,
    ) {
        for (neighbour, steps, start) in self.public.context.board.paths_beyond(from) {
            if !self.occupant[neighbour].is_empty() {
                continue;
            }
            // The paths are a tree in preorder. An occupied cell ends a path, so the steps behind
            // it are skipped.
            let mut index = 0;
            while let Some(&PathStep { cell: to, skip }) = steps.get(index) {
                if self.occupant[to].is_empty() {
                    out.push(Action::go(from, to));
                    index += 1;
                } else {
                    if self.can_strike(to, foes, barred_from_flag) {
                        out.push(Action::go(from, to));
                    }
                    index = (skip - start) as usize;
                }
            }
        }
    }

    /// Adds the moves of a piece on a board with ambiguous paths. They are collected as a set, so
    /// that none is listed twice.
    fn generate_distinct_moves(
        &self,
        from: Cell,
        turns: bool,
        (foes, barred_from_flag): (Foes, bool),
        out: &mut Vec<Action>,
    ) {
        let (board, occupied) = (&*self.public.context.board, self.occupied());
        let reached = match turns && board.on_rail(from) {
            true => board.turner_destinations(from, &occupied),
            false => board.slider_destinations(from, &occupied),
        };
        for to in reached.iter().filter(|to| *to != from) {
            if self.occupant[to].is_empty() || self.can_strike(to, foes, barred_from_flag) {
                out.push(Action::go(from, to));
            }
        }
    }

    /// Reports whether a piece of a seat with these foes can strike the piece on a cell.
    /// `barred_from_flag` is true if the striking piece may not capture a Flag.
    #[inline]
    pub(super) fn can_strike(&self, to: Cell, foes: Foes, barred_from_flag: bool) -> bool {
        foes.contains(self.occupant[to])
            && !self.public.context.board.camps().contains(to)
            && !(barred_from_flag && self.kind_at(to) == Some(Kind::Flag))
    }

    /// Reports whether there is a Flag on `to` that the piece on `from` may not capture yet, if its
    /// seat is to move (Flip Junqi).
    #[inline]
    pub(super) fn would_capture_guarded_flag(&self, from: Cell, to: Cell) -> bool {
        self.rules().is_flip()
            && self.kind_at(to) == Some(Kind::Flag)
            && !self.may_capture_flag(self.public.turn, self.kind_at(from))
    }

    /// Returns the reason why the piece on `from` may not capture the Flag on `to` in Flip Junqi,
    /// or `None` if there is no Flag or it may be captured.
    #[must_use]
    pub fn flag_guard(&self, from: Cell, to: Cell) -> Option<FlagGuard> {
        let both_occupied = self.tile_at(from).is_some() && self.tile_at(to).is_some();
        if !both_occupied
            || !self.public.armies_assigned
            || !self.would_capture_guarded_flag(from, to)
        {
            return None;
        }
        let turn = self.public.turn;
        Some(match self.mines_before_capture(opponent(turn)) {
            0 => FlagGuard::Captor(self.flag_captor(turn)),
            mines => FlagGuard::Landmines(mines),
        })
    }

    /// Reports whether a seat's piece of this kind may not capture the enemy's Flag yet (Flip
    /// Junqi).
    #[inline]
    fn is_barred_from_flag(&self, seat: Seat, kind: Option<Kind>) -> bool {
        self.rules().is_flip() && self.public.armies_assigned && !self.may_capture_flag(seat, kind)
    }

    /// Reports whether a seat's piece of this kind may capture the enemy's Flag now (Flip Junqi).
    fn may_capture_flag(&self, seat: Seat, kind: Option<Kind>) -> bool {
        let captor = self.flag_captor(seat);
        self.mines_before_capture(opponent(seat)) == 0 && captor.is_some() && captor == kind
    }

    /// Returns the only kind that may capture the Flag for a seat (Flip Junqi), or `None` if no
    /// such piece remains.
    pub(super) fn flag_captor(&self, seat: Seat) -> Option<Kind> {
        let counts = &self.remaining[seat.index()];
        let remains = |kind: &Kind| counts[*kind] > 0;
        match self.rules().flip_flag {
            FlipFlag::EngineerCarriesHome => Some(Kind::Engineer).filter(remains),
            FlipFlag::Smallest => Kind::RANKED.iter().copied().rev().find(remains),
        }
    }

    /// Returns the number of Landmines of a seat that must go before its Flag can be captured (Flip
    /// Junqi).
    pub(super) fn mines_before_capture(&self, seat: Seat) -> u8 {
        match self.rules().flip_mines {
            FlipMines::Any => self.remaining[seat.index()][Kind::Landmine],
            FlipMines::EngineersOnly => {
                Kind::Landmine.count().saturating_sub(self.cleared_mines[seat.index()])
            }
        }
    }

    /// Reports whether a seat could act if it were its turn.
    pub fn can_act(&self, seat: Seat) -> bool {
        self.public.alive.contains(seat) && self.has_action(seat)
    }

    /// Reports whether a seat has a legal action, as if it were to move.
    #[inline]
    pub(super) fn has_action(&self, seat: Seat) -> bool {
        if !self.public.armies_assigned || !self.public.face_down.is_empty() {
            return true;
        }
        let foes = self.foes_of(seat);
        let board = &*self.public.context.board;
        let can_move = |from: Cell| {
            let kind = self.kind_at(from);
            board.neighbours(from).iter().any(|to| {
                self.occupant[to].is_empty()
                    || self.can_strike(to, foes, self.is_barred_from_flag(seat, kind))
            })
        };
        self.army_cells[seat.index()].intersection(self.mobile_cells).iter().any(can_move)
    }

    /// Reports whether a slider could go from one cell to another.
    pub(super) fn is_slide(&self, from: Cell, to: Cell) -> bool {
        let board = &*self.public.context.board;
        let (steps, start) = (board.path_steps_from(from), board.first_step_index(from));
        let mut index = 0;
        while let Some(step) = steps.get(index) {
            if step.cell == to {
                return true;
            }
            let is_free = self.public.tile[step.cell].is_none();
            index = if is_free { index + 1 } else { (step.skip - start) as usize };
        }
        false
    }
}
