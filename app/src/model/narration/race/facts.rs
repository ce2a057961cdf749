//! Facts about a move of a race game, from which the reasons for hints and the themes of puzzles
//! follow.

use qipan_core::contract::game::{Game, Step};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, Event, Race, View};

/// The denominator of a danger. The danger of a plane is its risk in parts of 36, rounded to a
/// whole number of parts.
const DANGER_PARTS: f64 = 36.0;

/// The minimum change of a danger that is mentioned, in parts of 36.
pub(super) const MIN_DANGER_CHANGE: i64 = 3;

/// Facts about a move: what it does at once, and what it avoids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFacts {
    /// The first seat whose planes the move captures, and the number of these planes.
    pub captured: Option<(Seat, usize)>,
    /// True if a plane reaches the centre.
    pub reaches_centre: bool,
    /// The danger of the plane before the move, in parts of 36.
    pub danger_before: i64,
    /// The danger of the plane after the move, in parts of 36.
    pub danger_after: i64,
    /// True if the plane flies across the board.
    pub flies: bool,
    /// True if the plane leaves the hangar.
    pub launches: bool,
    /// True if the plane jumps to the next square of its colour.
    pub jumps: bool,
    /// True if the plane forms a stack.
    pub stacks: bool,
}

/// Returns a danger as a percentage.
pub(super) fn percent(danger: i64) -> i64 {
    (danger as f64 / DANGER_PARTS * 100.0).round() as i64
}

impl MoveFacts {
    /// Returns the facts about a move of a seat.
    pub fn of(view: &View, seat: Seat, action: Action) -> Self {
        let race = &view.race;
        let (mut next, mut events) = (race.clone(), Vec::new());
        next.play_unchecked(&Step::Act { seat, action }, &mut events);
        let captured = events.iter().find_map(|event| match event {
            Event::Captured { by, seat: victim, planes, .. } if *by == seat => {
                Some((*victim, planes.len()))
            }
            _ => None,
        });
        let has = |condition: fn(&Event) -> bool| events.iter().any(condition);
        let plane = usize::from(action.plane());
        // A finished game has no dangers.
        let danger = |game: &Race| match (game.outcome(), game.planes(seat).get(plane)) {
            (None, Some(progress)) => (game.risk(seat, *progress) * DANGER_PARTS).round() as i64,
            _ => 0,
        };
        Self {
            captured,
            reaches_centre: has(|event| matches!(event, Event::Finished { .. })),
            danger_before: danger(race),
            danger_after: danger(&next),
            flies: has(|event| matches!(event, Event::Flew { .. })),
            launches: has(|event| matches!(event, Event::Launched { .. })),
            jumps: has(|event| matches!(event, Event::Jumped { .. })),
            stacks: has(|event| matches!(event, Event::Stacked { .. })),
        }
    }

    /// Returns true if the plane is in much less danger after the move.
    pub fn escapes(&self) -> bool {
        self.danger_before - self.danger_after >= MIN_DANGER_CHANGE
    }
}
