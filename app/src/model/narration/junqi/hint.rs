//! The reason for a hint in Junqi, in one sentence. It uses only what the seat's view shows and
//! what follows from that.

use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Action, Cell, Kind, View};

use crate::model::i18n::{Arg, I18n};
use crate::model::narration::junqi::facts::{MoveFacts, Purpose, known_kind};
use crate::model::narration::junqi::{cell as cell_name, piece as piece_name};

/// Returns the reason why a seat might play an action: what it does at once, or what it avoids.
pub fn reason(i18n: &I18n, view: &View, seat: Seat, action: Action) -> String {
    let facts = MoveFacts::of(view, seat, action);
    let own = facts.kind.map(|kind| ("piece", Arg::from(piece_name(i18n, kind))));
    let text = |id: &str, more: Option<(&'static str, Arg)>| {
        let args: Vec<_> = own.iter().cloned().chain(more).collect();
        i18n.tf(id, &args)
    };
    let other = |kind| Some(("other", Arg::from(piece_name(i18n, kind))));
    let chance = |percent: i64| Some(("percent", percent.into()));
    // Names the piece on a cell if the seat knows its kind.
    let about_piece = |cell: Cell, [unknown, known]: [&str; 2]| {
        let place = ("cell", Arg::from(cell_name(i18n, view.rules(), cell)));
        let other_piece = known_kind(view, cell).and_then(other);
        let id = if other_piece.is_some() { known } else { unknown };
        let args: Vec<_> = own.iter().cloned().chain([place]).chain(other_piece).collect();
        i18n.tf(id, &args)
    };
    match facts.purpose {
        Purpose::Flip if !view.armies_assigned() => i18n.t("hint-junqi-flip-first"),
        Purpose::Flip => i18n.t("hint-junqi-flip"),
        Purpose::TakeFlag => i18n.t("hint-junqi-flag"),
        // The kind follows from what the seat knows, although the piece lies hidden.
        Purpose::Take(known) if view.at(action.to()).is_some_and(|tile| tile.piece.is_none()) => {
            text("hint-junqi-take-deduced", other(known))
        }
        Purpose::Take(Kind::Landmine) => text("hint-junqi-clear", None),
        Purpose::Take(known) => text("hint-junqi-take", other(known)),
        Purpose::Trade(known) => text("hint-junqi-trade", other(known)),
        Purpose::Win => text("hint-junqi-wins", None),
        Purpose::Bomb => text("hint-junqi-bomb", None),
        Purpose::AtWorstTrade(percent) => text("hint-junqi-at-worst-trade", chance(percent)),
        Purpose::NoLandmine(percent) => text("hint-junqi-no-landmine", chance(percent)),
        Purpose::ProbablyWin(percent) => text("hint-junqi-probably-wins", chance(percent)),
        Purpose::Scout(percent) => text("hint-junqi-scout", chance(percent)),
        Purpose::Escape(cell) => {
            about_piece(cell, ["hint-junqi-escape", "hint-junqi-escape-known"])
        }
        Purpose::Camp => text("hint-junqi-camp", None),
        Purpose::Threaten(cell) => {
            about_piece(cell, ["hint-junqi-threat", "hint-junqi-threat-known"])
        }
        Purpose::Guard => text("hint-junqi-guard", None),
        Purpose::Other => text("hint-junqi-other", None),
        Purpose::Move => i18n.t("hint-junqi-move"),
    }
}
