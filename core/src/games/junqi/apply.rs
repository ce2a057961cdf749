//! Effects of house rules on a game of Junqi: their checks and their application.

use super::cells::{Cell, NONE};
use super::effect::Effect;
use super::event::{Event, OutReason};
use super::piece::{Piece, PieceSet};
use super::state::{Junqi, NOBODYS, UNKNOWN};
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
                let free = self.public.at[to.index()] == NONE;
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

    /// Returns the kind of the piece on a cell. Fails if the piece is face down or unrecorded.
    fn kind_on(&self, cell: Cell) -> Result<u8, &'static str> {
        let tile = self.public.at[cell.index()];
        if tile == NONE {
            return Err("no piece stands there");
        }
        if self.public.down.contains(cell) {
            return Err("this piece lies face down");
        }
        match self.kind[tile as usize] {
            UNKNOWN => Err("the imported replay does not record this piece"),
            kind => Ok(kind),
        }
    }

    fn check_owned(&self) -> Result<(), &'static str> {
        self.public.assigned.then_some(()).ok_or("nobody owns an army yet")
    }

    fn check_removal(&self, at: Cell) -> Result<(), &'static str> {
        let kind = self.kind_on(at)?;
        self.check_owned()?;
        let flag = kind == Piece::Flag as u8;
        if flag { Err("a Flag is not removed by itself; `out` takes an army") } else { Ok(()) }
    }

    fn check_reveal(&self, at: Cell) -> Result<(), &'static str> {
        self.kind_on(at)?;
        let shown = self.public.shown.contains(Cell::new(self.public.at[at.index()]));
        if shown { Err("everybody has been shown this piece already") } else { Ok(()) }
    }

    fn check_shift(&self, from: Cell) -> Result<(), &'static str> {
        let kind = self.kind_on(from)?;
        self.check_owned()?;
        let moves = Piece::from_index(kind as usize).moves();
        moves.then_some(()).ok_or("Flags and Landmines stay where they are")
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
            Effect::Reveal { at } => return self.reveal(self.public.at[at.index()], at, events),
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
        let (tile, owner) = (self.public.at[at.index()], self.who[at.index()]);
        let seat = Seat::new(owner & 7);
        let marshal = self.kind[tile as usize] == Piece::FieldMarshal as u8;
        let flag = self.flag[seat.index()];
        let carried = flag != NONE && self.public.place[flag as usize] == NONE;
        let telling = self.rules().marshal_reveals_flag && !carried;
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
        let seat = Seat::new(self.who[from.index()] & 7);
        events.emit(Event::Shifted { seat, from, to });
    }

    /// Narrows the kinds that everyone knows the piece on a cell can have.
    fn narrow_kinds(&mut self, cell: Cell, maybe: PieceSet) {
        let tile = Cell::new(self.public.at[cell.index()]);
        match self
            .public
            .possible_kinds
            .binary_search_by_key(&tile.index(), |(tile, _)| tile.index())
        {
            Ok(at) => {
                self.public.possible_kinds[at].1 =
                    self.public.possible_kinds[at].1.intersection(maybe)
            }
            Err(at) => self.public.possible_kinds.insert(at, (tile, maybe)),
        }
    }

    /// Swaps two pieces.
    fn exchange(&mut self, a: Cell, b: Cell) {
        let pieces = [a, b].map(|cell| (self.public.at[cell.index()], self.who[cell.index()]));
        for (cell, (_, owner)) in [a, b].into_iter().zip(pieces) {
            self.army[owner as usize & 7].remove(cell);
            self.rail[owner as usize & 7] &= !self.public.ground.board.rail_bit(cell);
            self.note_leaving(cell);
        }
        for (cell, (tile, owner)) in [b, a].into_iter().zip(pieces) {
            self.public.at[cell.index()] = tile;
            self.who[cell.index()] = owner;
            self.public.place[tile as usize] = cell.index() as u8;
            self.army[owner as usize & 7].insert(cell);
            self.rail[owner as usize & 7] |= self.public.ground.board.rail_bit(cell);
            self.note_arrival(cell, self.kind[tile as usize]);
        }
    }

    /// Applies the arrival of the pieces on `cells`. Returns true if this took a piece off the
    /// board.
    fn land<S: Sink<Event>>(&mut self, cells: &[Cell], events: &mut S) -> bool {
        let mut removed = false;
        for cell in cells {
            let owner = self.who[cell.index()];
            if self.public.over.is_none() && owner < NOBODYS {
                removed |= self.arrive(*cell, Seat::new(owner), events);
            }
        }
        removed
    }
}
