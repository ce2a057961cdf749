//! Turns out of their order: extra ones, those put off for them, those skipped.

use super::event::Event;
use super::state::{Phase, Race};
use crate::game::{Game, Sink};
use crate::postponed_turns::TurnStack;
use crate::seat::Seat;

/// Turns of a seat waiting to be skipped at the most.
pub const MAX_SKIPS: u8 = 9;

impl Race {
    /// The turns of a seat that are going to be skipped.
    #[must_use]
    pub fn skips(&self, seat: Seat) -> u8 {
        self.skips[seat.index() & 3]
    }

    /// The seats whose turns were put off for extra ones, the next to play last.
    pub fn put_off(&self) -> impl Iterator<Item = Seat> + '_ {
        self.put_off.iter()
    }

    /// Whether the next turn may be another than the order has it.
    #[inline]
    pub(super) fn out_of_order(&self) -> bool {
        self.skips != [0; 4] || !self.put_off.is_empty()
    }

    /// Passes the turn where some were put off or are to be skipped: first to who was put off
    /// last, and in the end on from who was put off first.
    #[inline(never)]
    pub(super) fn pass_out_of_order<S: Sink<Event>>(&mut self, events: &mut S) {
        let from = self.seat;
        let mut to = from;
        // Every round takes away a turn put off or a turn to skip, so it ends.
        while let Some(seat) = self.put_off.pop().or_else(|| self.tables.next(to, self.playing)) {
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

    /// Lets a seat roll before the one that would; nothing is left of the row of 6s and the
    /// tries of the turn put off.
    pub(super) fn give_turn<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        self.put_off.push(self.seat);
        self.seat = seat;
        self.forget_rolls();
        events.emit(Event::ExtraTurn { seat });
    }

    /// Whether it is this seat's turn and it has yet to roll.
    pub(super) fn is_to_roll(&self, seat: Seat) -> bool {
        self.phase == Phase::Roll && self.seat == seat
    }

    /// Skips the turn a seat is about to begin, or else its next one.
    pub(super) fn skip_turn<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        if self.is_to_roll(seat) {
            events.emit(Event::TurnSkipped { seat });
            self.pass(events);
        } else {
            self.skips[seat.index() & 3] += 1;
        }
    }

    /// A seat plays no longer, neither a turn put off nor one to skip. Where the order would
    /// have gone on from it, it goes on with the seat after it.
    pub(super) fn leave(&mut self, seat: Seat) {
        self.playing.remove(seat);
        self.skips[seat.index() & 3] = 0;
        let put_off = std::mem::take(&mut self.put_off);
        for (at, waiting) in put_off.iter().enumerate() {
            let next = (at == 0).then(|| self.tables.next(seat, self.active())).flatten();
            if let Some(waiting) = if waiting == seat { next } else { Some(waiting) } {
                self.put_off.push(waiting);
            }
        }
    }

    /// Nothing is put off or skipped any more.
    pub(super) fn forget_extras(&mut self) {
        self.skips = [0; 4];
        self.put_off = TurnStack::default();
    }

    /// Feeds what house rules changed beside the planes; nothing where they did not, so that
    /// games without them are described as if there were none.
    pub(super) fn hash_house_state(&self, feed: &mut dyn FnMut(&[u8])) {
        if self.skips != [0; 4] {
            feed(b"s");
            feed(&self.skips);
        }
        if self.put_off != TurnStack::default() {
            feed(b"p");
            feed(&self.put_off.bytes());
        }
        if let Some(winner) = self.winner {
            feed(&[b'w', winner.index() as u8]);
        }
        // Last, for it is the only part without a fixed length.
        if *self.memory() != Default::default() {
            feed(b"m");
            self.memory().fingerprint(feed);
        }
    }
}
