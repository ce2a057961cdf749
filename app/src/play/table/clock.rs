//! The clock of the seat to move.

use std::time::Duration;

use qipan_core::contract::game::{Step, Turn};
use qipan_core::contract::options::RuleSet;

use crate::play::game::Playable;
use crate::play::table::Table;
use crate::play::table::parts::TurnClock;

/// The maximum time between two frames that a clock counts, in seconds. A running clock is drawn
/// every second, and time spent on another screen does not count.
const LONGEST_FRAME: f64 = 2.0;

impl<G: Playable> Table<G> {
    /// Returns the seconds left for the seat to move, if the rules have a clock.
    pub fn seconds_left(&self) -> Option<f64> {
        let Turn::Seat(_) = self.state().turn() else { return None };
        let all = self.state().rules().clock()?;
        let used = if self.clock.step == self.steps() { self.clock.used } else { 0.0 };
        Some((all - used).max(0.0))
    }

    /// Returns the time until a running clock shows the next second.
    pub(super) fn clock_changes(&self) -> Option<Duration> {
        let left = self.seconds_left().filter(|_| !self.clock_stands())?;
        // A small delay ensures that the displayed second has changed by then.
        Duration::try_from_secs_f64(left.fract() + 0.02).ok()
    }

    /// Returns true while the game, and with it the clock, stands still.
    fn clock_stands(&self) -> bool {
        self.halted() || self.cover.is_some() || self.offer.is_some()
    }

    /// Advances the clock of the seat to move, unless the game stands still. Returns true if the
    /// time ran out and the timeout was played.
    pub(super) fn run_clock(&mut self, now: f64) -> bool {
        let frame = (now - self.clock.at).clamp(0.0, LONGEST_FRAME);
        self.clock.at = now;
        if self.clock.step != self.steps() {
            self.clock = TurnClock { step: self.steps(), used: 0.0, at: now };
        }
        let Turn::Seat(seat) = self.state().turn() else { return false };
        if self.clock_stands() {
            return false;
        }
        self.clock.used += frame;
        let out = self.seconds_left().is_some_and(|left| left <= 0.0);
        // A robot that still thinks about the ended turn must not answer for it.
        out && self.step(Step::Timeout { seat }) && {
            self.seated[seat.index()] = None;
            true
        }
    }
}
