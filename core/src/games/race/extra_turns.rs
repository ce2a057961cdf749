//! Turns out of the usual order: extra turns, turns postponed for them, and skipped turns.
//!
//! They come from house rules only.

use super::event::Event;
use super::state::{Phase, Race};
use crate::contract::game::{Game, Sink};
use crate::contract::seat::Seat;
use crate::contract::turn_stack::TurnStack;

/// The maximum number of pending skips of a seat.
pub const MAX_SKIPS: u8 = 9;

impl Race {
    /// Returns the number of turns of a seat that are going to be skipped.
    pub fn skips(&self, seat: Seat) -> u8 {
        self.skips[seat.index() & 3]
    }

    /// Returns the seats whose turns are postponed. The last one plays next.
    pub fn postponed(&self) -> impl Iterator<Item = Seat> + '_ {
        self.postponed.iter()
    }

    /// Returns true if the next turn may be out of order.
    #[inline]
    pub(super) fn may_be_out_of_order(&self) -> bool {
        self.skips != [0; 4] || !self.postponed.is_empty()
    }

    /// Passes the turn if turns are postponed or to be skipped. Postponed turns are played last in,
    /// first out. Then the usual order continues.
    #[inline(never)]
    pub(super) fn pass_out_of_order<S: Sink<Event>>(&mut self, events: &mut S) {
        let from = self.seat;
        let mut to = from;
        // Every iteration removes a postponed turn or counts down a skip, so the loop ends.
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

    /// Gives a seat an extra turn, and postpones the turn of the seat that is about to roll. In
    /// both turns, the counts of 6s in a row and of tries start from 0.
    pub(super) fn give_turn<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        self.postponed.push(self.seat);
        self.seat = seat;
        self.reset_turn_counts();
        events.emit(Event::ExtraTurn { seat });
    }

    /// Returns true if this seat is about to roll.
    pub(super) fn is_to_roll(&self, seat: Seat) -> bool {
        self.phase == Phase::Roll && self.seat == seat
    }

    /// Skips the present turn of a seat if it is about to roll, else its next one.
    pub(super) fn skip_turn<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        if self.is_to_roll(seat) {
            events.emit(Event::TurnSkipped { seat });
            self.pass(events);
        } else {
            self.skips[seat.index() & 3] += 1;
        }
    }

    /// Removes a seat from play, with its postponed turns and skips. After the postponed turns, the
    /// usual order continues from the one that was postponed first. If that one is this seat's, the
    /// next seat in turn takes its place.
    pub(super) fn remove_seat(&mut self, seat: Seat) {
        self.playing.remove(seat);
        self.questions.retain_seats(self.playing);
        self.skips[seat.index() & 3] = 0;
        let postponed = std::mem::take(&mut self.postponed);
        for (index, other) in postponed.iter().enumerate() {
            if other != seat {
                self.postponed.push(other);
            } else if index == 0
                && let Some(next) = self.tables.next(seat, self.active())
            {
                self.postponed.push(next);
            }
        }
    }

    /// Forgets all postponed turns and all skips.
    pub(super) fn clear_extra_turns(&mut self) {
        self.skips = [0; 4];
        self.postponed = TurnStack::default();
    }

    /// Passes to `feed` an encoding of the part of the state that only house rules change. Passes
    /// nothing if they changed nothing, so that a game without house rules has the same encoding as
    /// before house rules existed.
    pub(super) fn encode_house_state(&self, feed: &mut dyn FnMut(&[u8])) {
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
        self.questions.encode(feed);
        // The memory comes last, because its encoding has no fixed length.
        if *self.memory() != Default::default() {
            feed(b"m");
            self.memory().encode(feed);
        }
    }
}
