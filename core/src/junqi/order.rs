//! Whose turn it is: the order of the seats, and who takes up a turn that was put off.

use super::cells::Cell;
use super::event::{Event, OutReason};
use super::rules::TurnOrder;
use super::seats::SEATS;
use super::state::Junqi;
use crate::game::Sink;
use crate::seat::Seat;

impl Junqi {
    /// Ends the turn of the seat that has it.
    #[inline]
    pub(super) fn pass_on(&mut self) {
        self.public.turn = if self.public.put_off.is_empty() {
            self.next(self.public.turn)
        } else {
            self.take_up()
        };
    }

    /// The seat that has its turn after an extra one: the one it was put off for, if that
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
        // The one whose turn it was in the order has left.
        self.next(seat)
    }

    /// The next living seat in the order of turns.
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

    /// Lets armies leave that cannot move when their turn comes; whether any did.
    #[inline]
    pub(super) fn find_mover<S: Sink<Event>>(&mut self, events: &mut S) -> bool {
        let (mut any, mut waited) = (false, 0);
        while self.public.over.is_none() && !self.has_action(self.public.turn) {
            // Were all hemmed in at once, nobody would ever move again.
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

    /// Whether an army without a move stays and waits, where the rules have it so: because
    /// beside a piece of it that could walk stands another army's.
    #[cold]
    fn waits(&self, seat: Seat) -> bool {
        let others = |from: Cell| {
            let near = self.board().near(from);
            near.iter().any(|to| self.who[to.index()] as usize != seat.index())
        };
        self.rules().hemmed_in_waits
            && self.army[seat.index()].intersection(self.mobile).iter().any(others)
    }
}
