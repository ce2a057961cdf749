//! The rollout policy of the race games: fast and sensible.

use super::board::{HANGAR, Progress};
use super::jumps_and_flights::{NO_SQUARE, Route};
use super::notation::Action;
use super::state::Race;
use crate::contract::seat::Seat;

/// The worth of a capture in steps, in addition to the steps of the move.
const CAPTURE: i32 = 26;
/// The worth of entering the own lane, in steps.
const SHELTER: i32 = 5;
/// The worth of stacking, in steps: planes of a stack all move with one roll.
const TOGETHER: i32 = 6;
/// The divisor of a plane's way that gives its risk from each square of opponents one roll behind.
const RISK: i32 = 7;

impl Race {
    /// Returns a good action of the seat to move without playing it. It weighs the steps of every
    /// plane that moves, launches, captures, shelter, stacks and opponents one roll behind. For
    /// rollouts, at the turn of a seat.
    pub fn sensible_action(&self) -> Action {
        let seat = self.seat.index() & 3;
        let friends = self.tables.friends(self.seat);
        let others = (0..4).filter(|other| !friends.contains(Seat::new(*other)));
        let others = others.fold(0, |all, other| all | self.squares[other as usize]);
        let start = i32::from(self.tables.start_steps);
        let mut best = (Action::Launch { plane: 0, stack: false }, i32::MIN);
        self.each_choice(self.choices, |action| {
            let Some(route) = self.route_of(action.plane(), action.flies()) else { return };
            let from = self.progress[seat][action.plane() as usize & 3];
            let score = self.score(action, from, &route, others, start);
            if score > best.1 {
                best = (action, score);
            }
        });
        best.0
    }

    #[inline(always)]
    fn score(&self, action: Action, from: Progress, route: &Route, others: u64, start: i32) -> i32 {
        let at_home = from == HANGAR;
        let (before, end) =
            (if at_home { -start } else { i32::from(from) }, i32::from(route.end()));
        let size = if at_home { 1 } else { self.stack(self.seat, action.plane()).len() as i32 };
        let to = if route.repelled { -start } else { end };
        let last = i32::from(self.tables.rules.board.last_on_track());
        let mut score = 8 * (to - before);
        score += 8 * SHELTER * i32::from(before <= last && end > last);
        score += 8 * self.hunters(before, others) * (before + start) / RISK;
        score -= 8 * self.hunters(to, others) * (to + start) / RISK;
        score *= size;
        score += 8 * TOGETHER * i32::from(action.stacks());
        if self.meets_anyone(route) {
            score += 8 * CAPTURE;
        }
        // Of equal actions, prefer the plane furthest ahead.
        score + before / 8
    }

    /// Returns how many of the six squares behind a progress have opponents on them.
    #[inline(always)]
    fn hunters(&self, progress: i32, others: u64) -> i32 {
        if progress < 0 {
            return 0;
        }
        match self.tables.square(self.seat, progress as Progress) {
            NO_SQUARE => 0,
            square => (self.tables.behind(square) & others).count_ones() as i32,
        }
    }
}
