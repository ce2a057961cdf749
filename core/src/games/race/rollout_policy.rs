//! The rollout policy of the race games: fast, and much better than random.
//!
//! It scores every legal action by a weighted sum and plays the best. Scores are in eighths of a
//! step.

use super::board::{HANGAR, Progress};
use super::jumps_and_flights::{NO_SQUARE, Route};
use super::notation::Action;
use super::state::Race;
use crate::contract::seat::Seat;

/// The score of one step.
const STEP: i32 = 8;
/// The bonus for a capture, in steps.
const CAPTURE_BONUS: i32 = 26;
/// The bonus for entering the lane, where a plane is safe, in steps.
const LANE_BONUS: i32 = 5;
/// The bonus for stacking, in steps. Planes of a stack all move with one roll.
const STACK_BONUS: i32 = 6;
/// Each square with opponents within one roll behind a plane costs the plane's progress divided by
/// this number, as the expected loss by a capture.
const RISK_DIVISOR: i32 = 7;

impl Race {
    /// Returns a good action of the seat to move, for rollouts. Weighs the progress of the planes
    /// that move, launches, captures, entry into the lane, stacks, and opponents within one roll
    /// behind. The game must wait for an action, not for a roll.
    pub fn sensible_action(&self) -> Action {
        let seat = self.seat.index() & 3;
        let friends = self.tables.friends(self.seat);
        let opponents = (0..4).filter(|other| !friends.contains(Seat::new(*other)));
        let opponent_squares = opponents.fold(0, |all, other| all | self.occupied[other as usize]);
        let mut best_action = Action::Launch { plane: 0, stack: false };
        let mut best_score = i32::MIN;
        self.each_choice(self.choices, |action| {
            let Some(route) = self.route_of(action.plane(), action.flies()) else { return };
            let from = self.progress[seat][action.plane() as usize & 3];
            let score = self.score(action, from, &route, opponent_squares);
            if score > best_score {
                (best_action, best_score) = (action, score);
            }
        });
        best_action
    }

    /// Returns the score of an action of the seat to move.
    #[inline(always)]
    fn score(&self, action: Action, from: Progress, route: &Route, opponent_squares: u64) -> i32 {
        // A plane in the hangar counts as this many steps before the start.
        let start_steps = i32::from(self.tables.launch_value);
        let in_hangar = from == HANGAR;
        let before = if in_hangar { -start_steps } else { i32::from(from) };
        let end = i32::from(route.end());
        let after = if route.repelled { -start_steps } else { end };
        let size = if in_hangar { 1 } else { self.stack(self.seat, action.plane()).len() as i32 };
        let last = i32::from(self.tables.rules.board.last_on_track());
        let mut score = STEP * (after - before);
        score += STEP * LANE_BONUS * i32::from(before <= last && end > last);
        let threats_before = self.threatening_squares(before, opponent_squares);
        score += STEP * threats_before * (before + start_steps) / RISK_DIVISOR;
        let threats_after = self.threatening_squares(after, opponent_squares);
        score -= STEP * threats_after * (after + start_steps) / RISK_DIVISOR;
        score *= size;
        score += STEP * STACK_BONUS * i32::from(action.stacks());
        if self.meets_opponents(route) {
            score += STEP * CAPTURE_BONUS;
        }
        // Of otherwise equal actions, prefer the plane furthest ahead.
        score + before / 8
    }

    /// Returns the number of squares with opponents among the six squares behind a progress.
    #[inline(always)]
    fn threatening_squares(&self, progress: i32, opponent_squares: u64) -> i32 {
        if progress < 0 {
            return 0;
        }
        match self.tables.square(self.seat, progress as Progress) {
            NO_SQUARE => 0,
            square => (self.tables.squares_behind(square) & opponent_squares).count_ones() as i32,
        }
    }
}
