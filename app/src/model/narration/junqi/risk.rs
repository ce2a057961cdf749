//! Describes the risk of a choice in Junqi in one sentence, from the seat's view alone.

use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Action, BattleResult, Kind, View};

use super::facts::{chance, is_near_own_flag, known_kind, probable_threat};
use crate::model::i18n::I18n;
use crate::model::narration::junqi::{cell as cell_name, piece as piece_name};

/// Describes the risk of an action of a seat, if there is an obvious one.
pub fn risk(i18n: &I18n, view: &View, seat: Seat, action: Action) -> Option<String> {
    if let Action::Flip { .. } = action {
        return None;
    }
    let (from, to) = (action.from(), action.to());
    let kind = view.at(from).and_then(|tile| tile.piece)?;
    let own = ("piece", piece_name(i18n, kind).into());
    if let Some(target) = view.at(to) {
        let mine_rule = view.rules().mine;
        let is_lost =
            |other: Kind| kind.battle_result(other, mine_rule) != BattleResult::AttackerSurvives;
        let percent = (100.0 * chance(view, target, is_lost)).round() as i64;
        return match percent {
            0 => None,
            100 => Some(i18n.tf("coach-junqi-attack-lost", &[own])),
            _ => Some(i18n.tf("coach-junqi-attack", &[own, ("percent", percent.into())])),
        };
    }
    if is_near_own_flag(view, seat, from) && !is_near_own_flag(view, seat, to) {
        return Some(i18n.tf("coach-junqi-flag", &[own]));
    }
    let mut after = view.occupied();
    after.remove(from);
    let threat = probable_threat(view, seat, (kind, to), &after)?;
    let cell = ("cell", cell_name(i18n, view.rules(), threat).into());
    match known_kind(view, threat) {
        Some(other) => {
            let other = ("other", piece_name(i18n, other).into());
            Some(i18n.tf("coach-junqi-exposed-known", &[own, cell, other]))
        }
        None => Some(i18n.tf("coach-junqi-exposed", &[own, cell])),
    }
}
