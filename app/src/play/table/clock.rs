//! The clock of the seat to move.

use std::time::Duration;

use qipan_core::contract::game::{Step, Turn};
use qipan_core::contract::options::RuleSet;

use crate::play::game::Playable;
use crate::play::table::Table;
use crate::play::table::parts::TurnClock;

/// The delay of a repaint after the displayed second changes, in seconds.
const DISPLAY_DELAY: f64 = 0.02;

/// The most time between two frames that a clock counts, in seconds. A running clock is drawn every
/// second, so after a longer time another screen was shown. The rest of that time does not count.
const MAX_FRAME_SECONDS: f64 = 2.0;

impl<G: Playable> Table<G> {
    /// Returns the seconds left for the seat to move, if the rules have a clock.
    pub fn seconds_left(&self) -> Option<f64> {
        let Turn::Seat(_) = self.state().turn() else { return None };
        let total = self.state().rules().clock()?;
        let used_seconds =
            if self.clock.step == self.steps() { self.clock.used_seconds } else { 0.0 };
        Some((total - used_seconds).max(0.0))
    }

    /// Returns the time until a running clock shows the next second.
    pub(super) fn time_to_clock_change(&self) -> Option<Duration> {
        let left = self.seconds_left().filter(|_| !self.is_clock_stopped())?;
        // The delay makes sure that the displayed second has changed by then.
        Duration::try_from_secs_f64(left.fract() + DISPLAY_DELAY).ok()
    }

    /// Returns true while the game, and with it the clock, stands still.
    fn is_clock_stopped(&self) -> bool {
        self.is_halted() || self.cover.is_some() || self.draw_offer.is_some()
    }

    /// Advances the clock of the seat to move, unless the game stands still. Returns true if the
    /// time ran out and the timeout was played.
    pub(super) fn run_clock(&mut self, now: f64) -> bool {
        let elapsed = (now - self.clock.updated_at).clamp(0.0, MAX_FRAME_SECONDS);
        self.clock.updated_at = now;
        if self.clock.step != self.steps() {
            self.clock = TurnClock { step: self.steps(), used_seconds: 0.0, updated_at: now };
        }
        let Turn::Seat(seat) = self.state().turn() else { return false };
        if self.is_clock_stopped() {
            return false;
        }
        self.clock.used_seconds += elapsed;
        // The host counts the time of its games.
        let is_time_out = !self.is_mirror() && self.seconds_left().is_some_and(|left| left <= 0.0);
        if !is_time_out || !self.step(Step::Timeout { seat }) {
            return false;
        }
        // A robot that still thinks about the ended turn must not answer for it.
        self.started_robots[seat.index()] = None;
        true
    }
}
