//! Creates the state before the first step, from rules and deal.

use super::cells::Cell;
use super::deal::{Deal, shuffled_cells};
use super::layout::slot_cell;
use super::occupant::Occupant;
use super::packed_option::PackedOption;
use super::piece::Kind;
use super::position::PositionError;
use super::rules::{Rules, Start};
use super::state::Junqi;
use super::tile::Tile;
use crate::contract::game::SetupError;
use crate::contract::options::RuleSet;
use crate::contract::seat::{Seat, SeatSet};

impl Junqi {
    /// Creates the state before the first step.
    pub(super) fn from_deal(
        rules: &Rules,
        seats: SeatSet,
        deal: &Deal,
    ) -> Result<Self, SetupError> {
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
            let mut game = Self::from_position(rules, position).map_err(|why| match why {
                PositionError::Setup(why) => why,
                why => SetupError::Deal(format!("the position: {why}")),
            })?;
            game.public = game.public.with_redaction(deal.redacted_seat(rules)?);
            return Ok(game);
        }
        let mut game = Self::empty(rules, true);
        game.public = game.public.with_redaction(deal.redacted_seat(rules)?);
        if rules.is_flip() {
            for (cell, (army, piece)) in shuffled_cells().zip(deal.shuffled_tiles()?) {
                game.put(cell, army, Some(piece));
                if rules.start == Start::FaceDown {
                    game.turn_face_down(cell, army);
                } else {
                    game.public.revealed.insert(Tile::named_by(cell));
                }
            }
            game.public.armies_assigned = rules.start == Start::FaceUp;
        } else {
            for seat in seats.iter() {
                for (slot, kind) in deal.layout_of(seat)?.into_iter().enumerate() {
                    game.put(slot_cell(seat, slot), seat, kind);
                }
            }
        }
        game.public.turn = deal.first_seat(rules)?;
        game.begin_first_turn();
        Ok(game)
    }

    /// Puts a piece on an empty cell before the game begins. Its kind is `None` if it is
    /// unrecorded.
    pub(super) fn put(&mut self, cell: Cell, seat: Seat, kind: Option<Kind>) {
        let tile = Tile::named_by(cell);
        self.public.tile[cell] = PackedOption::some(tile);
        self.occupant[cell] = Occupant::of(seat);
        self.public.cell[tile] = PackedOption::some(cell);
        self.public.dealt.insert(tile);
        self.kind[tile] = kind;
        self.owner[tile] = PackedOption::some(seat);
        self.army_cells[seat.index()].insert(cell);
        self.rail_occupancy[seat.index()] |= self.public.context.board.rail_bit(cell);
        self.remaining[seat.index()].add(kind);
        if kind == Some(Kind::Flag) {
            self.flag_tiles[seat.index()] = PackedOption::some(tile);
        }
        self.update_mobility(cell, kind);
    }

    /// Turns the piece on a cell face down after it was put there. `army` is the seat it was dealt
    /// to.
    fn turn_face_down(&mut self, cell: Cell, army: Seat) {
        self.occupant[cell] = Occupant::OWNERLESS;
        self.army_cells[army.index()].remove(cell);
        let bit = self.public.context.board.rail_bit(cell);
        self.rail_occupancy[army.index()] &= !bit;
        self.rail_occupancy[Occupant::OWNERLESS.index()] |= bit;
        self.clear_mobility(cell);
        self.public.face_down.insert(cell);
    }
}
