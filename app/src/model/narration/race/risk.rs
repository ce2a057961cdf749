//! What a choice in a race game risks, in one sentence.

use qipan_core::contract::game::{Game as _, NullSink, Step};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, View};

use super::hint::{MIN_DANGER_CHANGE, capture_danger};
use crate::model::i18n::I18n;

/// Returns what an action of a seat risks, if it brings the plane into danger.
pub fn risk(i18n: &I18n, view: &View, seat: Seat, action: Action) -> Option<String> {
    let mut next = view.race.clone();
    next.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
    let before = capture_danger(&view.race, seat, action);
    let after = capture_danger(&next, seat, action);
    (after - before >= MIN_DANGER_CHANGE).then(|| {
        i18n.tf("coach-race-danger", &[("before", before.into()), ("after", after.into())])
    })
}
