//! The order of turns, and the return from extra turns.

use super::cells::Cell;
use super::event::{Event, OutReason};
use super::occupant::Occupant;
use super::rules::TurnOrder;
use super::seats::SEATS;
use super::state::Junqi;
use crate::contract::game::Sink;
use crate::contract::seat::Seat;

impl Junqi {
    /// Ends the turn of the seat to move.
    #[inline]
    pub(super) fn pass_on(&mut self) {
        self.public.turn = if self.public.put_off.is_empty() {
            self.next(self.public.turn)
        } else {
            self.take_up()
        };
    }

    /// Returns the seat to move after an extra turn: the one whose turn was postponed, if it
    /// still plays.
    #[cold]
    #[inline(never)]
    fn take_up(&mut self) -> Seat {
        let mut seat = self.public.turn;
        while let Some(waiting) = self.public.put_off.pop() {
            seat = waiting;
            if self.public.alive.contains(seat) {
                return seat;
            }
        }
        // The seat whose turn was postponed has left.
        self.next(seat)
    }

    /// Returns the next seat in the order of turns that still plays.
    pub(super) fn next(&self, seat: Seat) -> Seat {
        let [before, after] = self.board().kind().around();
        let onward = match self.rules().turn_order {
            TurnOrder::Anticlockwise => after,
            TurnOrder::Clockwise => before,
        };
        let mut next = seat;
        for _ in 0..SEATS {
            next = Seat::new(onward[next.index()]);
            if self.public.alive.contains(next) {
                break;
            }
        }
        next
    }

    /// Takes out armies that cannot move when their turn comes. Returns true if any left.
    #[inline]
    pub(super) fn find_mover<S: Sink<Event>>(&mut self, events: &mut S) -> bool {
        let (mut any, mut waited) = (false, 0);
        while self.public.over.is_none() && !self.has_action(self.public.turn) {
            // If all armies waited at once, no army would ever move again.
            if waited < SEATS && self.waits(self.public.turn) {
                waited += 1;
            } else {
                any = true;
                self.leave(self.public.turn, OutReason::NoMove, events);
            }
            if self.public.over.is_none() {
                self.pass_on();
            }
        }
        any
    }

    /// Reports whether an army without a move stays and waits. Under some rules it does if
    /// another army stands next to one of its movable pieces.
    #[cold]
    fn waits(&self, seat: Seat) -> bool {
        let others = |from: Cell| {
            let near = self.board().near(from);
            near.iter().any(|to| self.occupant[to] != Occupant::of(seat))
        };
        self.rules().hemmed_in_waits
            && self.army[seat.index()].intersection(self.mobile).iter().any(others)
    }
}
