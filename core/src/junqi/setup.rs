//! The state before the first step.

use std::sync::Arc;

use super::battle::Battles;
use super::board::Board;
use super::cells::{CELLS, Cell, Cells};
use super::deal::{Deal, mixed_cells};
use super::layout::slot_cell;
use super::piece::Piece;
use super::rules::{Rules, Start};
use super::state::{EMPTY, FIXED, Ground, Junqi, NONE, UNKNOWN};
use crate::game::SetupError;
use crate::memory::Memory;
use crate::options::RuleSet;
use crate::put_off::PutOff;
use crate::seat::{Seat, SeatSet};

impl Junqi {
    /// An empty board.
    pub(super) fn empty(rules: &Rules, judge_dead: bool) -> Self {
        let board = if rules.extra_lines.is_empty() {
            Board::of(rules.board)
        } else {
            Arc::new(Board::generate(rules.board, &rules.extra_lines))
        };
        Self {
            ground: Arc::new(Ground { rules: rules.clone(), board, judge_dead }),
            at: [NONE; CELLS],
            who: [EMPTY; CELLS],
            place: [NONE; CELLS],
            kind: [NONE; CELLS],
            owner: [NONE; CELLS],
            army: [Cells::EMPTY; 4],
            rail: [0; 5],
            mobile: Cells::EMPTY,
            down: Cells::EMPTY,
            shown: Cells::EMPTY,
            moved: Cells::EMPTY,
            roamed: Cells::EMPTY,
            battles: Battles::new(),
            left: [[0; 13]; 4],
            dug: [0; 4],
            flag: [NONE; 4],
            carrier: [NONE; 4],
            lying: [NONE; 4],
            settled: true,
            swapped: false,
            alive: rules.seats(),
            out: [None; 4],
            turn: Seat::new(0),
            put_off: PutOff::NONE,
            timeouts: [0; 4],
            quiet: 0,
            ply: 0,
            over: None,
            betrayed: Vec::new(),
            memory: Memory::default(),
        }
    }

    /// The state before the first step.
    pub(super) fn dealt(rules: &Rules, seats: SeatSet, deal: &Deal) -> Result<Self, SetupError> {
        rules.check().map_err(|why| SetupError::Rules(why.to_string()))?;
        if seats != rules.seats() {
            let needed = match rules.armies {
                2 => "south and north",
                3 => "south, east and north",
                _ => "all four",
            };
            return Err(SetupError::Seats { found: seats.len(), needed });
        }
        deal.check(rules)?;
        let mut game = Self::empty(rules, true);
        if rules.is_flip() {
            for (cell, (colour, piece)) in mixed_cells().zip(deal.mixed()?) {
                game.put(cell, colour, piece.index() as u8);
                if rules.start == Start::FaceDown {
                    game.lay_down(cell);
                } else {
                    game.shown.insert(cell);
                }
            }
            game.settled = rules.start == Start::FaceUp;
        } else {
            for seat in seats.iter() {
                for (slot, piece) in deal.layout_of(seat)?.into_iter().enumerate() {
                    let kind = piece.map_or(UNKNOWN, |piece| piece.index() as u8);
                    game.put(slot_cell(seat, slot), seat, kind);
                }
            }
        }
        game.turn = deal.first_seat(rules)?;
        game.open();
        Ok(game)
    }

    /// Puts a piece on an empty cell before the game begins.
    pub(super) fn put(&mut self, cell: Cell, seat: Seat, kind: u8) {
        let index = cell.index();
        self.at[index] = index as u8;
        self.who[index] = seat.index() as u8;
        self.place[index] = index as u8;
        self.kind[index] = kind;
        self.owner[index] = seat.index() as u8;
        self.army[seat.index()].insert(cell);
        self.rail[seat.index()] |= self.ground.board.rail_bit(cell);
        self.left[seat.index()][kind as usize] += 1;
        if kind == Piece::Flag as u8 {
            self.flag[seat.index()] = index as u8;
        }
        if self.can_leave(cell, kind) {
            self.mobile.insert(cell);
        }
    }

    fn lay_down(&mut self, cell: Cell) {
        self.who[cell.index()] = FIXED;
        let owner = self.owner[cell.index()] as usize;
        self.army[owner].remove(cell);
        let bit = self.ground.board.rail_bit(cell);
        self.rail[owner] &= !bit;
        self.rail[FIXED as usize] |= bit;
        self.mobile.remove(cell);
        self.down.insert(cell);
    }
}
