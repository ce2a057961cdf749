//! Effects of house rules on a game of Junqi: their checks and their application.

use super::cells::Cell;
use super::effect::Effect;
use super::event::{EliminationReason, Event};
use super::occupant::Occupant;
use super::packed_option::PackedOption;
use super::piece::{Kind, KindSet};
use super::state::Junqi;
use super::tile::Tile;
use crate::contract::game::{IllegalStep, Sink};
use crate::contract::outcome::Reason;
use crate::contract::question::{Question, QuestionKeys};
use crate::contract::seat::Seat;

impl Junqi {
    /// Checks that an effect can be applied now.
    pub(super) fn check_house_effect(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        if self.public.ending.is_some() {
            return Err(IllegalStep::GameOver);
        }
        let result = match *effect {
            Effect::Remove { at } => self.check_removal(at),
            Effect::Reveal { at } => self.check_reveal(at),
            Effect::Move { from, to, flag } => self.check_shift(from, to, flag).and_then(|()| {
                if !self.board().cells().contains(to) {
                    return Err("the cell the piece should go to is not on this board");
                }
                let is_free = self.tile_at(to).is_none();
                is_free.then_some(()).ok_or("the destination of the piece is occupied")
            }),
            Effect::Swap { a, b, .. } if a == b => Err("a piece cannot change places with itself"),
            Effect::Swap { a, b, flag } => {
                self.check_shift(a, b, flag).and_then(|()| self.check_shift(b, a, flag))
            }
            Effect::ExtraMove { seat } => self.check_extra_turn(seat.0),
            Effect::Out { seat } | Effect::Win { seat } => self.check_alive(seat.0),
            Effect::Ask { seat, question, options, private } => {
                let keys = QuestionKeys { question, options, private };
                self.check_alive(seat.0).and_then(|()| self.public.questions.check(&keys))
            }
            Effect::Draw {} => Ok(()),
            Effect::Remember { key, value } => self.public.memory.check(rule, key, value),
        };
        result.map_err(IllegalStep::Effect)
    }

    /// Returns the piece on a cell and its kind. Fails if the piece is face down or unrecorded.
    fn piece_on(&self, cell: Cell) -> Result<(Tile, Kind), &'static str> {
        let tile = self.tile_at(cell).ok_or("no piece stands there")?;
        if self.public.face_down.contains(cell) {
            return Err("this piece lies face down");
        }
        let kind = self.kind[tile].ok_or("the imported replay does not record this piece")?;
        Ok((tile, kind))
    }

    fn check_armies_assigned(&self) -> Result<(), &'static str> {
        self.public.armies_assigned.then_some(()).ok_or("nobody owns an army yet")
    }

    fn check_removal(&self, at: Cell) -> Result<(), &'static str> {
        let (_, kind) = self.piece_on(at)?;
        self.check_armies_assigned()?;
        if kind == Kind::Flag {
            Err("a Flag is not removed by itself; `out` takes an army")
        } else {
            Ok(())
        }
    }

    fn check_reveal(&self, at: Cell) -> Result<(), &'static str> {
        let (tile, _) = self.piece_on(at)?;
        if self.is_revealed(tile) {
            Err("everybody has been shown this piece already")
        } else {
            Ok(())
        }
    }

    fn check_shift(&self, from: Cell, to: Cell, flag: bool) -> Result<(), &'static str> {
        let (_, kind) = self.piece_on(from)?;
        self.check_armies_assigned()?;
        let is_possible = self.shiftable_kinds(from, to, flag).contains(kind);
        is_possible.then_some(()).ok_or(match flag {
            false => "Flags and Landmines stay where they are",
            true => "Landmines stay where they are, and Flags in the headquarters of their army",
        })
    }

    /// Returns the kinds that an effect can move from one cell to another. `flag` is true if the
    /// effect may move a Flag. A Flag can only go to a headquarters of its own army, because
    /// positions and beliefs assume that it stands in one. No dropped Flag may lie there.
    fn shiftable_kinds(&self, from: Cell, to: Cell, flag: bool) -> KindSet {
        let is_dropped_there =
            || self.public.dropped_flags.iter().any(|cell| cell.get() == Some(to));
        let may_be_flag = flag
            && self.board().headquarters().contains(to)
            && to.land() == self.occupant[from].seat()
            && !is_dropped_there();
        let flags = if may_be_flag { KindSet::one(Kind::Flag) } else { KindSet::EMPTY };
        KindSet::MOVING.union(flags)
    }

    fn check_alive(&self, seat: Seat) -> Result<(), &'static str> {
        self.public
            .alive
            .contains(seat)
            .then_some(())
            .ok_or("this army does not take part or no longer plays")
    }

    fn check_extra_turn(&self, seat: Seat) -> Result<(), &'static str> {
        self.check_alive(seat)?;
        if self.public.postponed_turns.is_full() {
            return Err("four turns are put off already");
        }
        self.can_act(seat).then_some(()).ok_or("this seat has no legal move")
    }

    /// Applies an effect. An effect that cannot be applied now does nothing.
    #[cold]
    #[inline(never)]
    pub(super) fn apply_effect<S: Sink<Event>>(
        &mut self,
        rule: u8,
        effect: Effect,
        events: &mut S,
    ) {
        // An unchecked step must not corrupt the state.
        if self.check_house_effect(rule, &effect).is_err() {
            return;
        }
        // Arms return early if the steps after this `match` do not apply to their effect.
        let removed = match effect {
            Effect::Remove { at } => {
                self.remove_as_captured(at, events);
                true
            }
            Effect::Reveal { at } => {
                if let Some(tile) = self.tile_at(at) {
                    self.reveal_tile(tile, at, events);
                }
                return;
            }
            Effect::Move { from, to, flag } => {
                self.narrow_kinds(from, self.shiftable_kinds(from, to, flag));
                self.emit_shift(from, to, events);
                self.move_tile(from, to);
                self.resolve_arrivals(&[to], events)
            }
            Effect::Swap { a, b, flag } => {
                for (from, to) in [(a, b), (b, a)] {
                    self.narrow_kinds(from, self.shiftable_kinds(from, to, flag));
                    self.emit_shift(from, to, events);
                }
                self.swap_tiles(a, b);
                self.resolve_arrivals(&[a, b], events)
            }
            Effect::ExtraMove { seat } => {
                self.public.postponed_turns.push(self.public.turn);
                self.public.turn = seat.0;
                events.emit(Event::ExtraTurn { seat: seat.0 });
                return;
            }
            Effect::Out { seat } => {
                return self.eliminate_and_continue(seat.0, EliminationReason::HouseRule, events);
            }
            Effect::Draw {} => return self.end_in_draw(Reason::HouseRule, events),
            Effect::Win { seat } => {
                let winners = self.team(seat.0);
                self.public.ending = Some((winners, Reason::HouseRule));
                return events.emit(Event::Ended { winners, reason: Reason::HouseRule });
            }
            Effect::Ask { seat, question, options, private } => {
                let keys = QuestionKeys { question, options, private };
                return self.public.questions.push(Question { rule, seat: seat.0, keys });
            }
            Effect::Remember { key, value } => return self.public.memory.set(rule, key, value),
        };
        if removed {
            self.public.quiet_plies = 0;
            if self.rules().is_flip() {
                self.eliminate_immobile_armies(events);
            }
        }
        let removed = self.eliminate_stuck_armies(events) || removed;
        self.end_if_drawn(removed, events);
    }

    /// Takes a piece off the board, with the same consequences as a capture.
    fn remove_as_captured<S: Sink<Event>>(&mut self, at: Cell, events: &mut S) {
        let (Some(tile), Some(seat)) = (self.tile_at(at), self.occupant[at].seat()) else { return };
        let is_marshal = self.kind[tile] == Some(Kind::FieldMarshal);
        // The loss of a Field Marshal shows the Flag of its army. So everyone learns whether the
        // removed piece was one.
        let marshal_shows_flag = self.rules().marshal_reveals_flag && !self.was_flag_lifted(seat);
        let marshal = KindSet::one(Kind::FieldMarshal);
        let removable = KindSet::ALL.difference(KindSet::one(Kind::Flag));
        let possible = match (marshal_shows_flag, is_marshal) {
            (true, true) => marshal,
            (true, false) => removable.difference(marshal),
            (false, _) => removable,
        };
        self.narrow_kinds(at, possible);
        events.emit(Event::Removed { seat, at });
        self.remove_tile(at);
        self.drop_flags(tile, at, events);
        if marshal_shows_flag && is_marshal {
            self.show_flag(seat, events);
        }
    }

    /// Emits an [`Event::Shifted`] for the piece on `from`, which a house rule moves to `to`.
    fn emit_shift<S: Sink<Event>>(&self, from: Cell, to: Cell, events: &mut S) {
        if let Some(seat) = self.occupant[from].seat() {
            events.emit(Event::Shifted { seat, from, to });
        }
    }

    /// Narrows the kinds that are publicly possible for the piece on a cell.
    fn narrow_kinds(&mut self, cell: Cell, possible: KindSet) {
        let Some(tile) = self.tile_at(cell) else { return };
        let entries = &mut self.public.possible_kinds;
        match entries.binary_search_by_key(&tile, |(tile, _)| *tile) {
            Ok(index) => entries[index].1 = entries[index].1.intersection(possible),
            Err(index) => entries.insert(index, (tile, possible)),
        }
    }

    /// Swaps two pieces, without any consequences.
    fn swap_tiles(&mut self, a: Cell, b: Cell) {
        let piece = |cell: Cell| Some((self.tile_at(cell)?, self.occupant[cell].seat()?));
        let (Some(first), Some(second)) = (piece(a), piece(b)) else { return };
        for (cell, (_, owner)) in [(a, first), (b, second)] {
            self.army_cells[owner.index()].remove(cell);
            self.rail_occupancy[owner.index()] &= !self.public.context.board.rail_bit(cell);
            self.clear_mobility(cell);
        }
        for (cell, (tile, owner)) in [(b, first), (a, second)] {
            self.public.tile[cell] = PackedOption::some(tile);
            self.occupant[cell] = Occupant::of(owner);
            self.public.cell[tile] = PackedOption::some(cell);
            self.army_cells[owner.index()].insert(cell);
            self.rail_occupancy[owner.index()] |= self.public.context.board.rail_bit(cell);
            self.update_mobility(cell, self.kind[tile]);
        }
    }

    /// Resolves the arrival of the pieces on these cells. Returns true if this took a piece off the
    /// board.
    fn resolve_arrivals<S: Sink<Event>>(&mut self, cells: &[Cell], events: &mut S) -> bool {
        let mut removed = false;
        for cell in cells {
            let owner = self.occupant[*cell].seat().filter(|_| self.public.ending.is_none());
            if let Some(owner) = owner {
                removed |= self.resolve_arrival(*cell, owner, events);
            }
        }
        removed
    }
}
