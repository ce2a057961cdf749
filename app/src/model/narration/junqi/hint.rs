//! The reason for a hint in Junqi, in one sentence. It uses only what the seat's view shows and what
//! follows from it.

use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Action, BattleResult, Cell, Kind, View, VisibleTile};

use crate::model::i18n::I18n;
use crate::model::narration::junqi::{cell as cell_name, piece as piece_name};

/// The probability from which a piece is said to win or to be in danger.
pub(super) const PROBABLE: f32 = 0.6;

/// Returns the reason why a seat might play an action: what it does at once, or what it avoids.
pub fn reason(i18n: &I18n, view: &View, seat: Seat, action: Action) -> String {
    if let Action::Flip { .. } = action {
        return i18n.t("hint-junqi-flip");
    }
    let (from, to) = (action.from(), action.to());
    let Some(kind) = view.at(from).and_then(|tile| tile.piece) else {
        return i18n.t("hint-junqi-move");
    };
    let move_reason = match view.at(to) {
        Some(target) => attack(i18n, view, kind, target),
        None => quiet_move(i18n, view, seat, (kind, from, to)),
    };
    move_reason.unwrap_or_else(|| {
        i18n.tf("hint-junqi-forward", &[("piece", piece_name(i18n, kind).into())])
    })
}

/// Returns the reason for an attack on a piece.
fn attack(i18n: &I18n, view: &View, kind: Kind, target: VisibleTile) -> Option<String> {
    let belief = view.belief();
    let candidates = belief.candidates(target.tile);
    let own = ("piece", piece_name(i18n, kind).into());
    let result = |other: Kind| kind.battle_result(other, view.rules().mine);
    let all = |expected: &[BattleResult]| candidates.iter().all(|k| expected.contains(&result(k)));
    if let Some(known) = candidates.only() {
        let other = ("other", piece_name(i18n, known).into());
        return match result(known) {
            BattleResult::AttackerSurvives if known == Kind::Flag => {
                Some(i18n.t("hint-junqi-flag"))
            }
            BattleResult::AttackerSurvives => Some(i18n.tf("hint-junqi-take", &[own, other])),
            BattleResult::BothGone => Some(i18n.tf("hint-junqi-trade", &[own, other])),
            BattleResult::DefenderSurvives => None,
        };
    }
    if all(&[BattleResult::AttackerSurvives]) {
        return Some(i18n.tf("hint-junqi-wins", &[own]));
    }
    let percent = (100.0 * win_chance(view, kind, target)).round() as i64;
    let args = [own, ("percent", percent.into())];
    let id = if all(&[BattleResult::AttackerSurvives, BattleResult::BothGone]) {
        "hint-junqi-at-worst-trade"
    } else if target.moved && percent >= 50 {
        "hint-junqi-no-landmine"
    } else if percent >= 50 {
        "hint-junqi-probably-wins"
    } else {
        "hint-junqi-scout"
    };
    Some(i18n.tf(id, &args))
}

/// Returns the reason for a move to an empty cell, if there is a plain one.
fn quiet_move(
    i18n: &I18n,
    view: &View,
    seat: Seat,
    (kind, from, to): (Kind, Cell, Cell),
) -> Option<String> {
    let own = ("piece", piece_name(i18n, kind).into());
    let mut after = view.occupied();
    after.remove(from);
    let before = view.occupied();
    let is_threatened = |cell: Cell, occupied| {
        !view.board().camps().contains(cell)
            && enemies_in_reach(view, seat, cell, occupied)
                .any(|enemy| loss_chance(view, kind, enemy) >= PROBABLE)
    };
    if is_threatened(from, &before) && !is_threatened(to, &after) {
        return Some(i18n.tf("hint-junqi-escape", &[own]));
    }
    if view.board().camps().contains(to) {
        return Some(i18n.tf("hint-junqi-camp", &[own]));
    }
    let victim = enemies_in_reach(view, seat, to, &after).find(|enemy| {
        let cell = view.cell_of(enemy.tile);
        cell.is_some_and(|cell| !view.board().camps().contains(cell))
            && win_chance(view, kind, *enemy) >= PROBABLE
    });
    if let Some(cell) = victim.and_then(|enemy| view.cell_of(enemy.tile)) {
        let cell = cell_name(i18n, view.board().kind(), cell);
        return Some(i18n.tf("hint-junqi-threat", &[own, ("cell", cell.into())]));
    }
    if is_beside_flag(view, seat, to) && !is_beside_flag(view, seat, from) {
        return Some(i18n.tf("hint-junqi-guard", &[own]));
    }
    None
}

/// Returns true if a cell is a neighbour of the seat's Flag.
pub(super) fn is_beside_flag(view: &View, seat: Seat, cell: Cell) -> bool {
    let is_flag = |at: &Cell| {
        view.at(*at).is_some_and(|tile| tile.owner == Some(seat) && tile.piece == Some(Kind::Flag))
    };
    view.board().neighbours(cell).iter().any(|at| is_flag(&at))
}

/// Returns the enemies that are a neighbour of a cell or on a free line to it, and that may move.
pub(super) fn enemies_in_reach<'a>(
    view: &'a View,
    seat: Seat,
    cell: Cell,
    occupied: &qipan_core::games::junqi::Cells,
) -> impl Iterator<Item = VisibleTile> + 'a {
    let reach = view.board().slides(cell, occupied).intersection(*occupied);
    reach.iter().collect::<Vec<_>>().into_iter().filter_map(move |at| {
        let is_enemy = |tile: &VisibleTile| {
            tile.owner.is_some_and(|owner| owner != seat && !view.allied(owner, seat))
        };
        view.at(at).filter(is_enemy)
    })
}

/// Returns the probability that a piece of this kind wins an attack on a piece.
fn win_chance(view: &View, kind: Kind, target: VisibleTile) -> f32 {
    chance(view, target, |other| {
        kind.battle_result(other, view.rules().mine) == BattleResult::AttackerSurvives
    })
}

/// Returns the probability that a piece moves and beats a piece of this kind.
pub(super) fn loss_chance(view: &View, kind: Kind, enemy: VisibleTile) -> f32 {
    chance(view, enemy, |other| {
        other.moves()
            && other.battle_result(kind, view.rules().mine) == BattleResult::AttackerSurvives
    })
}

/// Returns the probability that the kind of a piece meets a condition.
pub(super) fn chance(view: &View, tile: VisibleTile, condition: impl Fn(Kind) -> bool) -> f32 {
    if let Some(kind) = tile.piece {
        return if condition(kind) { 1.0 } else { 0.0 };
    }
    let chances = view.belief().chances(tile.tile);
    Kind::ALL.into_iter().filter(|kind| condition(*kind)).map(|kind| chances[kind.index()]).sum()
}
