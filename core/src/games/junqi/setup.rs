//! Creation of the state before the first step.

use super::cells::Cell;
use super::deal::{Deal, mixed_cells};
use super::layout::slot_cell;
use super::piece::Piece;
use super::position::PositionError;
use super::rules::{Rules, Start};
use super::state::{Junqi, NOBODYS, UNKNOWN};
use crate::contract::game::SetupError;
use crate::contract::options::RuleSet;
use crate::contract::seat::{Seat, SeatSet};

impl Junqi {
    /// Creates the state before the first step.
    pub(super) fn dealt(rules: &Rules, seats: SeatSet, deal: &Deal) -> Result<Self, SetupError> {
        rules.check().map_err(|why| SetupError::Rules(why.to_string()))?;
        if seats != rules.seats() {
            let needed = match rules.armies {
                2 => "south and north",
                3 => "south, east and north",
                6 => "all six",
                _ => "all four",
            };
            return Err(SetupError::Seats { found: seats.len(), needed });
        }
        deal.check(rules)?;
        if let Some(position) = &deal.position {
            let mut game = Self::placed_as(rules, position).map_err(|why| match why {
                PositionError::Setup(why) => why,
                why => SetupError::Deal(format!("the position: {why}")),
            })?;
            game.public = game.public.with_redaction(deal.teller(rules)?);
            return Ok(game);
        }
        let mut game = Self::empty(rules, true);
        game.public = game.public.with_redaction(deal.teller(rules)?);
        if rules.is_flip() {
            for (cell, (colour, piece)) in mixed_cells().zip(deal.mixed()?) {
                game.put(cell, colour, piece.index() as u8);
                if rules.start == Start::FaceDown {
                    game.lay_down(cell);
                } else {
                    game.public.shown.insert(cell);
                }
            }
            game.public.assigned = rules.start == Start::FaceUp;
        } else {
            for seat in seats.iter() {
                for (slot, piece) in deal.layout_of(seat)?.into_iter().enumerate() {
                    let kind = piece.map_or(UNKNOWN, |piece| piece.index() as u8);
                    game.put(slot_cell(seat, slot), seat, kind);
                }
            }
        }
        game.public.turn = deal.first_seat(rules)?;
        game.begin();
        Ok(game)
    }

    /// Puts a piece on an empty cell before the game begins.
    pub(super) fn put(&mut self, cell: Cell, seat: Seat, kind: u8) {
        let index = cell.index();
        self.public.at[index] = index as u8;
        self.who[index] = seat.index() as u8;
        self.public.place[index] = index as u8;
        self.public.dealt.insert(cell);
        self.kind[index] = kind;
        self.owner[index] = seat.index() as u8;
        self.army[seat.index()].insert(cell);
        self.rail[seat.index()] |= self.public.ground.board.rail_bit(cell);
        self.left[seat.index()][kind as usize] += 1;
        if kind == Piece::Flag as u8 {
            self.flag[seat.index()] = index as u8;
        }
        self.note_arrival(cell, kind);
    }

    fn lay_down(&mut self, cell: Cell) {
        self.who[cell.index()] = NOBODYS;
        let owner = self.owner[cell.index()] as usize;
        self.army[owner].remove(cell);
        let bit = self.public.ground.board.rail_bit(cell);
        self.rail[owner] &= !bit;
        self.rail[NOBODYS as usize] |= bit;
        self.note_leaving(cell);
        self.public.down.insert(cell);
    }
}
