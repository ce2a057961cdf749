//! Which moves are legal: along one line, over the rails, or a tile turned up.

use super::board::Walk;
use super::cells::{Cell, Cells};
use super::notation::Action;
use super::piece::Piece;
use super::rules::{FlipFlag, FlipMines};
use super::state::{EMPTY, Junqi, NONE};
use crate::seat::Seat;

impl Junqi {
    /// Adds the legal actions of the seat to move.
    #[inline]
    pub(super) fn list_actions(&self, out: &mut Vec<Action>) {
        if self.settled {
            let seat = self.turn;
            let foes = self.foes_of(seat);
            for from in self.army[seat.index()].and(&self.mobile).iter() {
                self.list_moves(from, foes, out);
            }
        }
        out.extend(self.down.iter().map(|at| Action::Flip { at }));
    }

    /// The seats a seat can strike, as bits by [`Junqi::who`].
    #[inline]
    pub(super) fn foes_of(&self, seat: Seat) -> u8 {
        let friends = if self.ground.rules.teams() {
            0b0101 << (seat.index() & 1)
        } else {
            1 << seat.index()
        };
        0b1111 & !friends
    }

    #[inline]
    fn list_moves(&self, from: Cell, foes: u8, out: &mut Vec<Action>) {
        let board = &*self.ground.board;
        let kind = self.kind[self.at[from.index()] as usize];
        let guard = self.guarded_flag(kind);
        let turns = self.kind_turns(kind) && board.on_rail(from);
        if turns || board.tangled {
            let taken = self.taken();
            let mut reached = if turns { board.flood(from, &taken) } else { Cells::EMPTY };
            reached = reached.or(&board.slides(from, &taken));
            reached.remove(from);
            for to in reached.iter() {
                if self.who[to.index()] == EMPTY || self.can_strike(to, foes, guard) {
                    out.push(Action::go(from, to));
                }
            }
            return;
        }
        let (walks, start) = (board.walks_of(from), board.span_start(from));
        let mut at = 0;
        while let Some(&Walk { cell: to, skip }) = walks.get(at) {
            if self.who[to.index()] == EMPTY {
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

    /// Whether a piece standing on a cell can be struck by those whose foes are given.
    #[inline]
    pub(super) fn can_strike(&self, to: Cell, foes: u8, guard: bool) -> bool {
        foes >> self.who[to.index()] & 1 == 1
            && !self.ground.board.camps().contains(to)
            && !(guard && self.kind[self.at[to.index()] as usize] == Piece::Flag as u8)
    }

    /// Whether a piece of this kind may not strike the enemy's Flag yet.
    #[inline]
    fn guarded_flag(&self, kind: u8) -> bool {
        self.ground.rules.is_flip() && self.settled && !self.may_take_flag(kind)
    }

    fn may_take_flag(&self, kind: u8) -> bool {
        let rules = &self.ground.rules;
        let enemy = self.turn.index() ^ 2;
        let mines = Piece::Landmine;
        let cleared = match rules.flip_mines {
            FlipMines::Any => self.left[enemy][mines.index()] == 0,
            FlipMines::EngineersOnly => self.dug[enemy] == mines.count(),
        };
        let taker = match rules.flip_flag {
            FlipFlag::EngineerCarriesHome => Some(Piece::Engineer as u8),
            FlipFlag::Smallest => {
                let left = &self.left[self.turn.index()];
                (0..=Piece::Engineer as u8).rev().find(|kind| left[*kind as usize] > 0)
            }
        };
        cleared && taker == Some(kind)
    }

    /// Whether a seat could do anything were it its turn.
    #[must_use]
    pub fn can_act(&self, seat: Seat) -> bool {
        let mut game = self.clone();
        game.turn = seat;
        self.alive.contains(seat) && game.has_action(seat)
    }

    /// Whether the seat to move has any legal action.
    #[inline]
    pub(super) fn has_action(&self, seat: Seat) -> bool {
        if !self.settled || !self.down.is_empty() {
            return true;
        }
        let foes = self.foes_of(seat);
        let board = &*self.ground.board;
        let free = |from: Cell| {
            let kind = self.kind[self.at[from.index()] as usize];
            board.near(from).iter().any(|to| {
                self.who[to.index()] == EMPTY || self.can_strike(to, foes, self.guarded_flag(kind))
            })
        };
        self.army[seat.index()].and(&self.mobile).iter().any(free)
    }

    /// Whether an ordinary piece could have gone from one cell to another.
    pub(super) fn is_slide(&self, from: Cell, to: Cell) -> bool {
        let board = &*self.ground.board;
        let (walks, start) = (board.walks_of(from), board.span_start(from));
        let mut at = 0;
        while let Some(walk) = walks.get(at) {
            if walk.cell == to {
                return true;
            }
            let free = self.at[walk.cell.index()] == NONE;
            at = if free { at + 1 } else { (walk.skip - start) as usize };
        }
        false
    }
}
