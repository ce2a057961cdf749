//! The reason for a hint in a race game, in one sentence.

use qipan_core::contract::game::{Game, Step};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, Event, Race, View};

use crate::model::i18n::I18n;
use crate::model::narration::seat as seat_name;

/// The number of pairs of rolls, in which dangers are given.
const ROLL_PAIRS: f64 = 36.0;

/// The least change of a danger that is worth a word, in pairs of rolls.
pub(super) const MIN_DANGER_CHANGE: i64 = 3;

/// Returns the reason why a seat might play an action: what it does at once, or what it avoids.
pub fn reason(i18n: &I18n, view: &View, seat: Seat, action: Action) -> String {
    let race = &view.race;
    let (mut next, mut events) = (race.clone(), Vec::new());
    next.play_unchecked(&Step::Act { seat, action }, &mut events);
    let captured = events.iter().find_map(|event| match event {
        Event::Captured { by, seat: victim, planes, .. } if *by == seat => {
            Some((*victim, planes.len()))
        }
        _ => None,
    });
    if let Some((victim, count)) = captured {
        let args = [("seat", seat_name::<Race>(i18n, victim).into()), ("count", count.into())];
        return i18n.tf("hint-race-capture", &args);
    }
    let has = |condition: fn(&Event) -> bool| events.iter().any(condition);
    if has(|event| matches!(event, Event::Finished { .. })) {
        return i18n.t("hint-race-home");
    }
    let danger_before = capture_danger(race, seat, action);
    let danger_after = capture_danger(&next, seat, action);
    if danger_before - danger_after >= MIN_DANGER_CHANGE {
        let args = [("before", danger_before.into()), ("after", danger_after.into())];
        return i18n.tf("hint-race-escape", &args);
    }
    let id = if has(|event| matches!(event, Event::Flew { .. })) {
        "hint-race-flight"
    } else if has(|event| matches!(event, Event::Launched { .. })) {
        "hint-race-launch"
    } else if has(|event| matches!(event, Event::Jumped { .. })) {
        "hint-race-jump"
    } else if has(|event| matches!(event, Event::Stacked { .. })) {
        "hint-race-stack"
    } else if danger_after == 0 {
        "hint-race-safe"
    } else {
        "hint-race-advance"
    };
    i18n.t(id)
}

/// Returns the number of pairs of rolls by which the plane of an action can be captured.
pub(super) fn capture_danger(game: &Race, seat: Seat, action: Action) -> i64 {
    let plane = usize::from(action.plane());
    // A finished game has no dangers.
    match game.outcome() {
        Some(_) => 0,
        None => (game.risk(seat, game.planes(seat)[plane]) * ROLL_PAIRS).round() as i64,
    }
}
