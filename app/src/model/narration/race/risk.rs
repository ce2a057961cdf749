//! Describes the risk of a choice in a race game in one sentence.

use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, View};

use super::facts::{MIN_DANGER_CHANGE, MoveFacts, percent};
use crate::model::i18n::I18n;

/// Describes the risk of an action of a seat, if the plane is in much more danger after it.
pub fn risk(i18n: &I18n, view: &View, seat: Seat, action: Action) -> Option<String> {
    let MoveFacts { danger_before, danger_after, .. } = MoveFacts::of(view, seat, action);
    (danger_after - danger_before >= MIN_DANGER_CHANGE).then(|| {
        let args =
            [("before", percent(danger_before).into()), ("after", percent(danger_after).into())];
        i18n.tf("coach-race-danger", &args)
    })
}
