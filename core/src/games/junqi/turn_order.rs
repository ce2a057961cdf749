//! The order of turns: the next seat, postponed turns, and armies that cannot move.

use super::cells::Cell;
use super::event::{EliminationReason, Event};
use super::occupant::Occupant;
use super::seats::SEATS;
use super::state::Junqi;
use crate::contract::game::Sink;
use crate::contract::seat::Seat;

impl Junqi {
    /// Ends the turn of the seat to move.
    #[inline]
    pub(super) fn end_turn(&mut self) {
        self.public.turn = if self.public.postponed_turns.is_empty() {
            self.next_seat(self.public.turn)
        } else {
            self.resume_postponed_turn()
        };
    }

    /// Takes the next turn off the stack of postponed turns and returns its seat. Turns of
    /// eliminated seats are skipped.
    #[cold]
    #[inline(never)]
    fn resume_postponed_turn(&mut self) -> Seat {
        // There is a postponed turn, so this value is overwritten before it is used.
        let mut last_postponed = self.public.turn;
        while let Some(seat) = self.public.postponed_turns.pop() {
            if self.public.alive.contains(seat) {
                return seat;
            }
            last_postponed = seat;
        }
        // All seats with postponed turns are eliminated. The regular order goes on from the seat
        // that was taken off last.
        self.next_seat(last_postponed)
    }

    /// Returns the first seat after this one, in the order of turns, that still plays.
    #[inline]
    pub(super) fn next_seat(&self, seat: Seat) -> Seat {
        let mut next = seat;
        for _ in 0..SEATS {
            next = self.public.context.following[next.index()];
            if self.public.alive.contains(next) {
                break;
            }
        }
        next
    }

    /// Ends turns until the seat to move has an action. Eliminates armies that cannot move at
    /// their turn, unless they [may wait](Junqi::may_wait). Returns true if any was eliminated.
    #[inline]
    pub(super) fn eliminate_stuck_armies<S: Sink<Event>>(&mut self, events: &mut S) -> bool {
        let (mut any_eliminated, mut waits) = (false, 0);
        while self.public.ending.is_none()
            && !self.public.alive.is_empty()
            && !self.has_action(self.public.turn)
        {
            // If all armies waited at once, no army would ever move again.
            if waits < SEATS && self.may_wait(self.public.turn) {
                waits += 1;
            } else {
                any_eliminated = true;
                self.eliminate(self.public.turn, EliminationReason::NoMove, events);
            }
            if self.public.ending.is_none() {
                self.end_turn();
            }
        }
        any_eliminated
    }

    /// Reports whether an army without a move passes instead of being eliminated. Under
    /// [`hemmed_in_waits`](super::rules::Rules::hemmed_in_waits) it does if a piece of another army
    /// stands next to one of its movable pieces.
    #[cold]
    fn may_wait(&self, seat: Seat) -> bool {
        let has_other_neighbour = |from: Cell| {
            let near = self.board().neighbours(from);
            // The army has no move, so no neighbour of a movable piece is empty. A neighbour that
            // is not of its own army is therefore of another.
            near.iter().any(|to| self.occupant[to] != Occupant::of(seat))
        };
        self.rules().hemmed_in_waits
            && self.army_cells[seat.index()]
                .intersection(self.mobile_cells)
                .iter()
                .any(has_other_neighbour)
    }
}
