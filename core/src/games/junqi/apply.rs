//! Effects of house rules on a game of Junqi: their checks and their application.

use super::cells::Cell;
use super::effect::Effect;
use super::event::{Event, OutReason};
use super::occupant::Occupant;
use super::packed_option::PackedOption;
use super::piece::{Piece, PieceSet};
use super::state::Junqi;
use super::tile::Tile;
use crate::contract::game::{IllegalStep, Sink};
use crate::contract::outcome::Reason;
use crate::contract::seat::Seat;

impl Junqi {
    /// Checks that an effect can be applied now.
    pub(super) fn check_house(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        if self.public.over.is_some() {
            return Err(IllegalStep::GameOver);
        }
        let why_not = match *effect {
            Effect::Remove { at } => self.check_removal(at),
            Effect::Reveal { at } => self.check_reveal(at),
            Effect::Move { from, to } => self.check_shift(from).and_then(|()| {
                if !self.board().cells().contains(to) {
                    return Err("the cell the piece should go to is not on this board");
                }
                let free = self.tile_at(to).is_none();
                free.then_some(()).ok_or("the destination of the piece is occupied")
            }),
            Effect::Swap { a, b } if a == b => Err("a piece cannot change places with itself"),
            Effect::Swap { a, b } => self.check_shift(a).and_then(|()| self.check_shift(b)),
            Effect::ExtraMove { seat } => self.check_extra(seat.0),
            Effect::Out { seat } | Effect::Win { seat } => self.check_plays(seat.0),
            Effect::Draw {} => Ok(()),
            Effect::Remember { key, value } => self.public.memory.check(rule, key, value),
        };
        why_not.map_err(IllegalStep::Effect)
    }

    /// Returns the piece on a cell and its kind. Fails if the piece is face down or unrecorded.
    fn piece_on(&self, cell: Cell) -> Result<(Tile, Piece), &'static str> {
        let tile = self.tile_at(cell).ok_or("no piece stands there")?;
        if self.public.down.contains(cell) {
            return Err("this piece lies face down");
        }
        let kind = self.kind[tile].ok_or("the imported replay does not record this piece")?;
        Ok((tile, kind))
    }

    fn check_owned(&self) -> Result<(), &'static str> {
        self.public.assigned.then_some(()).ok_or("nobody owns an army yet")
    }

    fn check_removal(&self, at: Cell) -> Result<(), &'static str> {
        let (_, kind) = self.piece_on(at)?;
        self.check_owned()?;
        if kind == Piece::Flag {
            Err("a Flag is not removed by itself; `out` takes an army")
        } else {
            Ok(())
        }
    }

    fn check_reveal(&self, at: Cell) -> Result<(), &'static str> {
        let (tile, _) = self.piece_on(at)?;
        if self.is_shown(tile) {
            Err("everybody has been shown this piece already")
        } else {
            Ok(())
        }
    }

    fn check_shift(&self, from: Cell) -> Result<(), &'static str> {
        let (_, kind) = self.piece_on(from)?;
        self.check_owned()?;
        kind.moves().then_some(()).ok_or("Flags and Landmines stay where they are")
    }

    fn check_plays(&self, seat: Seat) -> Result<(), &'static str> {
        self.public
            .alive
            .contains(seat)
            .then_some(())
            .ok_or("this army does not play, or no longer")
    }

    fn check_extra(&self, seat: Seat) -> Result<(), &'static str> {
        self.check_plays(seat)?;
        if self.public.put_off.is_full() {
            return Err("four turns are put off already");
        }
        self.can_act(seat).then_some(()).ok_or("this seat has no legal move")
    }

    /// Applies an effect. An effect that cannot be applied now does nothing.
    #[cold]
    #[inline(never)]
    pub(super) fn apply<S: Sink<Event>>(&mut self, rule: u8, effect: Effect, events: &mut S) {
        // An unchecked step must not corrupt the state.
        if self.check_house(rule, &effect).is_err() {
            return;
        }
        let removed = match effect {
            Effect::Remove { at } => {
                self.take_away(at, events);
                true
            }
            Effect::Reveal { at } => {
                if let Some(tile) = self.tile_at(at) {
                    self.reveal(tile, at, events);
                }
                return;
            }
            Effect::Move { from, to } => {
                self.narrow_kinds(from, PieceSet::MOVING);
                self.announce_shift(from, to, events);
                self.shift(from, to);
                self.land(&[to], events)
            }
            Effect::Swap { a, b } => {
                for (from, to) in [(a, b), (b, a)] {
                    self.narrow_kinds(from, PieceSet::MOVING);
                    self.announce_shift(from, to, events);
                }
                self.exchange(a, b);
                self.land(&[a, b], events)
            }
            Effect::ExtraMove { seat } => {
                self.public.put_off.push(self.public.turn);
                self.public.turn = seat.0;
                events.emit(Event::ExtraTurn { seat: seat.0 });
                return;
            }
            Effect::Out { seat } => return self.retire(seat.0, OutReason::HouseRule, events),
            Effect::Draw {} => return self.end_drawn(Reason::HouseRule, events),
            Effect::Win { seat } => {
                let winners = self.team(seat.0);
                self.public.over = Some((winners, Reason::HouseRule));
                return events.emit(Event::Ended { winners, reason: Reason::HouseRule });
            }
            Effect::Remember { key, value } => return self.public.memory.set(rule, key, value),
        };
        if removed {
            self.public.quiet = 0;
            if self.rules().is_flip() {
                self.judge_pieces(events);
            }
        }
        let removed = self.find_mover(events) || removed;
        self.judge_draws(removed, events);
    }

    /// Takes a piece off the board, with the same consequences as a capture.
    fn take_away<S: Sink<Event>>(&mut self, at: Cell, events: &mut S) {
        let (Some(tile), Some(seat)) = (self.tile_at(at), self.occupant[at].seat()) else { return };
        let marshal = self.kind[tile] == Some(Piece::FieldMarshal);
        let telling = self.rules().marshal_reveals_flag && !self.flag_left_its_place(seat);
        let one = PieceSet::one(Piece::FieldMarshal);
        let others = PieceSet::ALL.difference(PieceSet::one(Piece::Flag));
        self.narrow_kinds(
            at,
            match telling {
                true if marshal => one,
                true => others.difference(one),
                false => others,
            },
        );
        events.emit(Event::Removed { seat, at });
        self.remove(at);
        self.drop_flags(tile, at, events);
        if telling && marshal {
            self.show_flag(seat, events);
        }
    }

    fn announce_shift<S: Sink<Event>>(&self, from: Cell, to: Cell, events: &mut S) {
        if let Some(seat) = self.occupant[from].seat() {
            events.emit(Event::Shifted { seat, from, to });
        }
    }

    /// Narrows the kinds that everyone knows the piece on a cell can have.
    fn narrow_kinds(&mut self, cell: Cell, maybe: PieceSet) {
        let Some(tile) = self.tile_at(cell) else { return };
        let kinds = &mut self.public.possible_kinds;
        match kinds.binary_search_by_key(&tile, |(tile, _)| *tile) {
            Ok(at) => kinds[at].1 = kinds[at].1.intersection(maybe),
            Err(at) => kinds.insert(at, (tile, maybe)),
        }
    }

    /// Swaps two pieces.
    fn exchange(&mut self, a: Cell, b: Cell) {
        let piece = |cell: Cell| Some((self.tile_at(cell)?, self.occupant[cell].seat()?));
        let (Some(first), Some(second)) = (piece(a), piece(b)) else { return };
        for (cell, (_, owner)) in [(a, first), (b, second)] {
            self.army[owner.index()].remove(cell);
            self.rail[owner.index()] &= !self.public.ground.board.rail_bit(cell);
            self.note_leaving(cell);
        }
        for (cell, (tile, owner)) in [(b, first), (a, second)] {
            self.public.tile[cell] = PackedOption::some(tile);
            self.occupant[cell] = Occupant::of(owner);
            self.public.cell[tile] = PackedOption::some(cell);
            self.army[owner.index()].insert(cell);
            self.rail[owner.index()] |= self.public.ground.board.rail_bit(cell);
            self.note_arrival(cell, self.kind[tile]);
        }
    }

    /// Applies the arrival of the pieces on `cells`. Returns true if this took a piece off the
    /// board.
    fn land<S: Sink<Event>>(&mut self, cells: &[Cell], events: &mut S) -> bool {
        let mut removed = false;
        for cell in cells {
            let owner = self.occupant[*cell].seat().filter(|_| self.public.over.is_none());
            if let Some(owner) = owner {
                removed |= self.arrive(*cell, owner, events);
            }
        }
        removed
    }
}
