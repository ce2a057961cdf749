//! Turns out of order: extra ones, those put off for them, and those skipped.

use super::event::Event;
use super::state::{Phase, Race};
use crate::contract::game::{Game, Sink};
use crate::contract::seat::Seat;
use crate::contract::turn_stack::TurnStack;

/// The most turns of a seat that can wait to be skipped.
pub const MAX_SKIPS: u8 = 9;

impl Race {
    /// Returns the number of turns of a seat that are going to be skipped.
    pub fn skips(&self, seat: Seat) -> u8 {
        self.skips[seat.index() & 3]
    }

    /// Returns the seats whose turns were put off for extra ones. The last one plays next.
    pub fn postponed(&self) -> impl Iterator<Item = Seat> + '_ {
        self.postponed.iter()
    }

    /// Returns true if the next turn may be out of order.
    #[inline]
    pub(super) fn out_of_order(&self) -> bool {
        self.skips != [0; 4] || !self.postponed.is_empty()
    }

    /// Passes the turn when turns are put off or to be skipped. The seat put off last plays first.
    /// After the seat put off first the usual order goes on from it.
    #[inline(never)]
    pub(super) fn pass_out_of_order<S: Sink<Event>>(&mut self, events: &mut S) {
        let from = self.seat;
        let mut to = from;
        // Every round removes a turn put off or counts down a skip, so the loop ends.
        while let Some(seat) = self.postponed.pop().or_else(|| self.tables.next(to, self.playing)) {
            to = seat;
            let skips = &mut self.skips[seat.index() & 3];
            if *skips == 0 {
                events.emit(Event::TurnPassed { from, to });
                self.seat = to;
                return;
            }
            *skips -= 1;
            events.emit(Event::TurnSkipped { seat });
        }
    }

    /// Lets a seat roll before the one to roll. The turn put off loses its row of 6s and its
    /// tries.
    pub(super) fn give_turn<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        self.postponed.push(self.seat);
        self.seat = seat;
        self.forget_rolls();
        events.emit(Event::ExtraTurn { seat });
    }

    /// Returns true if it is this seat's turn and it has yet to roll.
    pub(super) fn is_to_roll(&self, seat: Seat) -> bool {
        self.phase == Phase::Roll && self.seat == seat
    }

    /// Skips the turn that a seat is about to begin, or else its next one.
    pub(super) fn skip_turn<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        if self.is_to_roll(seat) {
            events.emit(Event::TurnSkipped { seat });
            self.pass(events);
        } else {
            self.skips[seat.index() & 3] += 1;
        }
    }

    /// Removes a seat from play, with its postponed turns and skips. If its turn was the first
    /// one postponed, from which the order goes on, the next seat in turn takes its place.
    pub(super) fn leave(&mut self, seat: Seat) {
        self.playing.remove(seat);
        self.skips[seat.index() & 3] = 0;
        let postponed = std::mem::take(&mut self.postponed);
        for (at, waiting) in postponed.iter().enumerate() {
            let next = (at == 0).then(|| self.tables.next(seat, self.active())).flatten();
            if let Some(waiting) = if waiting == seat { next } else { Some(waiting) } {
                self.postponed.push(waiting);
            }
        }
    }

    /// Forgets all turns postponed or to be skipped.
    pub(super) fn forget_extras(&mut self) {
        self.skips = [0; 4];
        self.postponed = TurnStack::default();
    }

    /// Feeds the changes of house rules apart from the planes. Feeds nothing if there are none, so
    /// that house rules do not affect the fingerprint of a game without them.
    pub(super) fn hash_house_state(&self, feed: &mut dyn FnMut(&[u8])) {
        if self.skips != [0; 4] {
            feed(b"s");
            feed(&self.skips);
        }
        if self.postponed != TurnStack::default() {
            feed(b"p");
            feed(&self.postponed.bytes());
        }
        if let Some(winner) = self.winner {
            feed(&[b'w', winner.index() as u8]);
        }
        // Last, because it is the only part without a fixed length.
        if *self.memory() != Default::default() {
            feed(b"m");
            self.memory().fingerprint(feed);
        }
    }
}
