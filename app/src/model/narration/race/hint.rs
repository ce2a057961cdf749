//! The reason for a hint in a race game, in one sentence.

use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, Race, View};

use crate::model::i18n::I18n;
use crate::model::narration::race::facts::{MoveFacts, percent};
use crate::model::narration::seat as seat_name;

/// Returns the reason why a seat might play an action: what it does at once, or what it avoids.
pub fn reason(i18n: &I18n, view: &View, seat: Seat, action: Action) -> String {
    let facts = MoveFacts::of(view, seat, action);
    if let Some((victim, count)) = facts.captured {
        let args = [("seat", seat_name::<Race>(i18n, victim).into()), ("count", count.into())];
        return i18n.tf("hint-race-capture", &args);
    }
    if facts.reaches_centre {
        return i18n.t("hint-race-home");
    }
    if facts.escapes() {
        let [before, after] = [facts.danger_before, facts.danger_after].map(percent);
        let args = [("before", before.into()), ("after", after.into())];
        return i18n.tf("hint-race-escape", &args);
    }
    let id = if facts.flies {
        "hint-race-flight"
    } else if facts.launches {
        "hint-race-launch"
    } else if facts.jumps {
        "hint-race-jump"
    } else if facts.stacks {
        "hint-race-stack"
    } else if facts.danger_after == 0 {
        "hint-race-safe"
    } else {
        "hint-race-advance"
    };
    i18n.t(id)
}
