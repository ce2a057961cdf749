//! Whose turn it is: the order of the seats, and turns put off for extra ones.

use super::event::{Event, OutReason};
use super::rules::TurnOrder;
use super::state::Junqi;
use crate::game::Sink;
use crate::seat::Seat;

impl Junqi {
    /// Ends the turn of the seat that has it.
    #[inline]
    pub(super) fn pass_on(&mut self) {
        self.turn = if self.put_off.is_empty() { self.next(self.turn) } else { self.take_up() };
    }

    /// The seat that has its turn after an extra one: the one it was put off for, if that
    /// still plays.
    #[cold]
    #[inline(never)]
    fn take_up(&mut self) -> Seat {
        let mut seat = self.turn;
        while let Some(waiting) = self.put_off.pop() {
            seat = waiting;
            if self.alive.contains(seat) {
                return seat;
            }
        }
        // The one whose turn it was in the order has left.
        self.next(seat)
    }

    /// The living seats whose turns were put off for extra ones; the last has its turn first.
    pub fn put_off(&self) -> impl Iterator<Item = Seat> + use<> {
        let alive = self.alive;
        self.put_off.iter().filter(move |seat| alive.contains(*seat))
    }

    /// The next living seat in the order of turns.
    pub(super) fn next(&self, seat: Seat) -> Seat {
        let step = match self.ground.rules.turn_order {
            TurnOrder::Anticlockwise => 1,
            TurnOrder::Clockwise => 3,
        };
        let mut next = seat;
        for _ in 0..4 {
            next = Seat::new((next.index() as u8 + step) & 3);
            if self.alive.contains(next) {
                break;
            }
        }
        next
    }

    /// Lets armies leave that cannot move when their turn comes; whether any did.
    #[inline]
    pub(super) fn find_mover<S: Sink<Event>>(&mut self, events: &mut S) -> bool {
        let mut any = false;
        while self.over.is_none() && !self.has_action(self.turn) {
            any = true;
            self.leave(self.turn, OutReason::NoMove, events);
            if self.over.is_none() {
                self.pass_on();
            }
        }
        any
    }
}
