//! Generation of legal actions: moves along one line, moves over the rails, and flips.

use super::board::{AROUND, Board, Walk};
use super::cells::{CELLS, Cell, Cells};
use super::notation::Action;
use super::occupant::{Foes, Occupant};
use super::piece::Piece;
use super::public::opponent;
use super::rules::{FlipFlag, FlipMines};
use super::state::Junqi;
use crate::contract::seat::{Seat, SeatSet};

/// The reason why a piece may not take the enemy's Flag yet in flip chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagGuard {
    /// This many Landmines must go first.
    Landmines(u8),
    /// Only a piece of this kind may take it. `None` if no such piece is left.
    Taker(Option<Piece>),
}

/// A free stretch of rail: its free cells, and these with the taken cells that end it.
#[derive(Clone, Copy, Default)]
struct RailSegment {
    free: u128,
    reached: u128,
}

/// The stretches found in one position. The Engineers of an army mostly share them.
#[derive(Clone, Copy, Default)]
pub(super) struct RailSegments {
    stretches: [RailSegment; 4],
    count: usize,
}

/// A set of cells, from which the bits around a cell can be read as one integer. All neighbours
/// of a cell in its land are within six numbers of it.
#[derive(Clone, Copy)]
struct NeighbourBits([u8; WINDOW]);

/// Size in bytes, with eight bits before the first cell and seven bytes after the last, so that
/// every window can be read.
const WINDOW: usize = 1 + CELLS.div_ceil(64) * 8 + 7;

impl NeighbourBits {
    #[inline]
    fn of(set: &Cells) -> Self {
        let mut bytes = [0; WINDOW];
        for (place, word) in bytes[1..].chunks_exact_mut(8).zip(set.bits()) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        Self(bytes)
    }

    /// Returns the members of the set around a cell as bits, the lowest for the sixth cell before
    /// it.
    #[inline]
    fn around(&self, cell: Cell) -> u32 {
        let bit = cell.index() + 8 - AROUND;
        let bytes = self.0[bit / 8..].first_chunk::<4>();
        u32::from_le_bytes(*bytes.unwrap_or(&[0; 4])) >> (bit % 8)
    }
}

/// Adds the moves to the cells around `from` given as bits.
#[inline]
fn list_around(from: Cell, mut open: u32, out: &mut Vec<Action>) {
    while open != 0 {
        let to = from.index() + open.trailing_zeros() as usize - AROUND;
        out.push(Action::go(from, Cell::new(to as u8)));
        open &= open - 1;
    }
}

/// Adds the moves to these neighbours.
#[inline]
fn list_near(from: Cell, near: &Cells, out: &mut Vec<Action>) {
    if !near.is_empty() {
        out.extend(near.iter().map(|to| Action::go(from, to)));
    }
}

/// The values that stay the same while the moves of one side are listed.
struct SideMoves<'a> {
    board: &'a Board,
    /// The seats it can strike.
    foes: Foes,
    /// The rail cells that are taken.
    taken: u128,
    /// The rail cells it cannot enter: with pieces of its side or tiles without an owner.
    barred: u128,
    /// The cells no piece of it may enter.
    closed: Cells,
    /// True if only some pieces can take Flags (flip chess).
    guarded: bool,
    /// The cells of the enemies' Flags, if they are guarded.
    flags: Cells,
}

impl<'a> SideMoves<'a> {
    #[inline]
    fn of(game: &'a Junqi, seat: Seat) -> Self {
        let foes = game.foes_of(seat);
        let ground = &*game.public.ground;
        let friends = ground.allies[seat.index()].intersection(ground.seats);
        let guarded = game.rules().is_flip();
        Self {
            board: game.board(),
            foes,
            taken: game.rails_taken(),
            barred: friends.iter().fold(game.rail[Occupant::OWNERLESS.index()], |barred, other| {
                barred | game.rail[other.index()]
            }),
            closed: game.closed_to(friends),
            guarded,
            flags: if guarded { game.enemy_flags(foes) } else { Cells::EMPTY },
        }
    }
}

impl Junqi {
    /// Adds the legal actions of the seat to move.
    #[inline]
    pub(super) fn list_actions(&self, out: &mut Vec<Action>) {
        if self.public.assigned {
            self.list_moves(self.public.turn, out);
        }
        out.extend(self.public.down.iter().map(|at| Action::Flip { at }));
    }

    /// Adds the moves of a seat, as if it were to move.
    #[inline]
    pub(super) fn list_moves(&self, seat: Seat, out: &mut Vec<Action>) {
        let side = SideMoves::of(self, seat);
        let mut known = RailSegments::default();
        let closed = NeighbourBits::of(&side.closed);
        for from in self.army[seat.index()].intersection(self.mobile).iter() {
            let simple = !side.guarded && !side.board.tangled;
            if let Some(near) = side.board.near_in_land(from).filter(|_| simple) {
                let open = near.all & !closed.around(from);
                if open == 0 {
                    continue;
                }
                if near.on_rail && self.turning.contains(from) {
                    self.list_rails(from, false, &side, &mut known, out);
                    list_around(from, open & near.roads, out);
                } else {
                    list_around(from, open, out);
                    self.list_beyond(from, (side.foes, false), out);
                }
                continue;
            }
            let mut open = side.board.near(from).difference(side.closed);
            if open.is_empty() {
                continue;
            }
            let kind = || self.kind_at(from);
            let turns = self.turning.contains(from);
            let guard = side.guarded && !self.may_take_flag(seat, kind());
            if guard {
                open = open.difference(side.flags);
            }
            if side.board.tangled {
                self.list_tangled(from, turns, (side.foes, guard), out);
            } else if turns && side.board.rail_bit(from) != 0 {
                self.list_rails(from, guard, &side, &mut known, out);
                list_near(from, &open.intersection(*side.board.road_near(from)), out);
            } else {
                list_near(from, &open, out);
                self.list_beyond(from, (side.foes, guard), out);
            }
        }
    }

    /// Adds the moves over the rails of a piece that turns corners.
    #[inline]
    fn list_rails(
        &self,
        from: Cell,
        guard: bool,
        side: &SideMoves<'_>,
        known: &mut RailSegments,
        out: &mut Vec<Action>,
    ) {
        let board = side.board;
        let reached = self.reach(from, side.taken, known) & !side.barred;
        let checked = guard || board.rail_camps();
        board.for_rail_cells(reached, |to| {
            let open = || self.occupant[to].is_empty() || self.can_strike(to, side.foes, guard);
            if !checked || open() {
                out.push(Action::go(from, to));
            }
        });
    }

    /// Returns the seats a seat can strike.
    #[inline]
    pub(super) fn foes_of(&self, seat: Seat) -> Foes {
        Foes::of(self.public.ground.allies[seat.index()])
    }

    /// Returns the rail cells a piece that turns corners can go to, including the first taken
    /// ones.
    #[inline]
    pub(super) fn reach(&self, from: Cell, taken: u128, known: &mut RailSegments) -> u128 {
        let board = &*self.public.ground.board;
        let mut reached = board.rail_neighbours(from);
        let mut open = reached & !taken;
        while open != 0 {
            let first = open & open.wrapping_neg();
            let known_one = known.stretches.iter().find(|stretch| stretch.free & first != 0);
            let stretch = known_one.copied().unwrap_or_else(|| {
                let reached = board.rail_flood(first, taken);
                let stretch = RailSegment { free: reached & !taken, reached };
                known.stretches[known.count & 3] = stretch;
                known.count += 1;
                stretch
            });
            reached |= stretch.reached;
            open &= !stretch.free;
        }
        reached
    }

    /// Returns the cells no piece of a side may enter: its own, those of face-down tiles, and
    /// camps with an enemy in them.
    #[inline]
    fn closed_to(&self, friends: SeatSet) -> Cells {
        let union = |all: Cells, seat: Seat| all.union(self.army[seat.index()]);
        let foes = self.public.ground.seats.difference(friends).iter().fold(Cells::EMPTY, union);
        let sheltered = foes.intersection(*self.board().camps());
        friends.iter().fold(self.public.down.union(sheltered), union)
    }

    /// Returns the rail cells that are taken, in the board's numbering.
    #[inline]
    pub(super) fn rails_taken(&self) -> u128 {
        let seats = self.public.ground.seats.iter();
        seats.fold(self.rail[Occupant::OWNERLESS.index()], |taken, seat| {
            taken | self.rail[seat.index()]
        })
    }

    fn enemy_flags(&self, foes: Foes) -> Cells {
        let seats = self.public.ground.seats.iter();
        let enemies = seats.filter(|seat| foes.contain(Occupant::of(*seat)));
        enemies.filter_map(|seat| self.flag_cell(seat)).collect()
    }

    /// Returns the cell of a seat's Flag, while it stands.
    pub(super) fn flag_cell(&self, seat: Seat) -> Option<Cell> {
        self.cell_of(self.flag[seat.index()].get()?)
    }

    /// Adds the moves along lines that lead past a free neighbour.
    // Inlined into its two call sites, of which each piece reaches only one.
    #[inline(always)]
    fn list_beyond(&self, from: Cell, (foes, guard): (Foes, bool), out: &mut Vec<Action>) {
        for (behind, walks, start) in self.public.ground.board.beyond(from) {
            if !self.occupant[behind].is_empty() {
                continue;
            }
            let mut at = 0;
            while let Some(&Walk { cell: to, skip }) = walks.get(at) {
                if self.occupant[to].is_empty() {
                    out.push(Action::go(from, to));
                    at += 1;
                } else {
                    if self.can_strike(to, foes, guard) {
                        out.push(Action::go(from, to));
                    }
                    at = (skip - start) as usize;
                }
            }
        }
    }

    /// Adds the moves of a piece on a board with loops, as a set, so that none is listed twice.
    fn list_tangled(
        &self,
        from: Cell,
        turns: bool,
        (foes, guard): (Foes, bool),
        out: &mut Vec<Action>,
    ) {
        let (board, taken) = (&*self.public.ground.board, self.taken());
        let reached = match turns && board.on_rail(from) {
            true => board.turns(from, &taken),
            false => board.slides(from, &taken),
        };
        for to in reached.iter().filter(|to| *to != from) {
            if self.occupant[to].is_empty() || self.can_strike(to, foes, guard) {
                out.push(Action::go(from, to));
            }
        }
    }

    /// Reports whether the piece on a cell can be struck by a seat with these foes.
    #[inline]
    pub(super) fn can_strike(&self, to: Cell, foes: Foes, guard: bool) -> bool {
        foes.contain(self.occupant[to])
            && !self.public.ground.board.camps().contains(to)
            && !(guard && self.kind_at(to) == Some(Piece::Flag))
    }

    /// Reports whether a Flag on one cell may not yet be taken by the piece on the other (flip
    /// chess).
    #[inline]
    pub(super) fn is_guarded(&self, from: Cell, to: Cell) -> bool {
        self.rules().is_flip()
            && self.kind_at(to) == Some(Piece::Flag)
            && !self.may_take_flag(self.public.turn, self.kind_at(from))
    }

    /// Returns the reason why the piece on a cell may not take the Flag on another in flip chess,
    /// or `None` if there is no Flag or it may be taken.
    #[must_use]
    pub fn flag_guard(&self, from: Cell, to: Cell) -> Option<FlagGuard> {
        let stand = self.tile_at(from).is_some() && self.tile_at(to).is_some();
        if !stand || !self.public.assigned || !self.is_guarded(from, to) {
            return None;
        }
        let turn = self.public.turn;
        Some(match self.mines_before_flag(opponent(turn)) {
            0 => FlagGuard::Taker(self.flag_taker(turn)),
            mines => FlagGuard::Landmines(mines),
        })
    }

    /// Reports whether a seat's piece of this kind may not strike the enemy's Flag yet.
    #[inline]
    fn guarded_flag(&self, seat: Seat, kind: Option<Piece>) -> bool {
        self.rules().is_flip() && self.public.assigned && !self.may_take_flag(seat, kind)
    }

    fn may_take_flag(&self, seat: Seat, kind: Option<Piece>) -> bool {
        let taker = self.flag_taker(seat);
        self.mines_before_flag(opponent(seat)) == 0 && taker.is_some() && taker == kind
    }

    /// Returns the only kind that may take the Flag for a seat (flip chess), or `None` if no such
    /// piece is left.
    pub(super) fn flag_taker(&self, seat: Seat) -> Option<Piece> {
        let left = &self.left[seat.index()];
        let stands = |kind: &Piece| left[*kind] > 0;
        match self.rules().flip_flag {
            FlipFlag::EngineerCarriesHome => Some(Piece::Engineer).filter(stands),
            FlipFlag::Smallest => Piece::RANKED.iter().copied().rev().find(stands),
        }
    }

    /// Returns the number of Landmines of a seat that must go before its Flag can be taken (flip
    /// chess).
    pub(super) fn mines_before_flag(&self, seat: Seat) -> u8 {
        let mines = Piece::Landmine;
        match self.rules().flip_mines {
            FlipMines::Any => self.left[seat.index()][mines],
            FlipMines::EngineersOnly => {
                mines.count().saturating_sub(self.cleared_mines[seat.index()])
            }
        }
    }

    /// Reports whether a seat could act if it were its turn.
    pub fn can_act(&self, seat: Seat) -> bool {
        let mut game = self.clone();
        game.public.turn = seat;
        self.public.alive.contains(seat) && game.has_action(seat)
    }

    /// Reports whether the seat to move has a legal action.
    #[inline]
    pub(super) fn has_action(&self, seat: Seat) -> bool {
        if !self.public.assigned || !self.public.down.is_empty() {
            return true;
        }
        let foes = self.foes_of(seat);
        let board = &*self.public.ground.board;
        let free = |from: Cell| {
            let kind = self.kind_at(from);
            board.near(from).iter().any(|to| {
                self.occupant[to].is_empty()
                    || self.can_strike(to, foes, self.guarded_flag(seat, kind))
            })
        };
        self.army[seat.index()].intersection(self.mobile).iter().any(free)
    }

    /// Reports whether an ordinary piece could have gone from one cell to another.
    pub(super) fn is_slide(&self, from: Cell, to: Cell) -> bool {
        let board = &*self.public.ground.board;
        let (walks, start) = (board.walks_of(from), board.span_start(from));
        let mut at = 0;
        while let Some(walk) = walks.get(at) {
            if walk.cell == to {
                return true;
            }
            let free = self.public.tile[walk.cell].is_none();
            at = if free { at + 1 } else { (walk.skip - start) as usize };
        }
        false
    }
}
