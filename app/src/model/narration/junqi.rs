//! Describes events, cells, pieces and refusals of Junqi.

pub mod facts;
mod hint;
mod risk;

use qipan_core::contract::game::{Game, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::{Outcome, Reason};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{
    Action, BattleResult, BoardKind, Cell, EliminationReason, Event, FlagGuard, Junqi, Kind, Rules,
    View, VisibleTile,
};

use crate::model::i18n::{Arg, I18n, Lang, ListStyle};
use crate::model::narration::{Announcement, Narrate, seat as seat_name, seats};

impl Narrate for Junqi {
    fn describe_step(i18n: &I18n, view: &View, events: &[Event]) -> String {
        line(i18n, view, events)
    }

    fn describe_action(i18n: &I18n, state: &Self, seat: Seat, action: Action) -> String {
        action_line(i18n, state, seat, action)
    }

    fn hint_reason(i18n: &I18n, view: &View, seat: Seat, action: Action) -> String {
        hint::reason(i18n, view, seat, action)
    }

    fn risk(i18n: &I18n, view: &View, seat: Seat, action: Action) -> Option<String> {
        risk::risk(i18n, view, seat, action)
    }
}

/// Names a cell: in English by its code, in Chinese by its land and its name in that land.
///
/// In Flip Junqi no army belongs to a land, so a land is not named after the seat there.
pub fn cell(i18n: &I18n, rules: &Rules, cell: Cell) -> String {
    match (i18n.lang(), cell.land(), rules.board) {
        (Lang::En, ..) => cell.to_string(),
        (Lang::Zh, Some(land), _) => {
            let land = if rules.is_flip() {
                i18n.t(if land == Seat::new(0) { "junqi-land-south" } else { "junqi-land-north" })
            } else {
                seat_name::<Junqi>(i18n, land)
            };
            format!("{land}{}", cell_in_land(i18n, cell))
        }
        (Lang::Zh, None, BoardKind::Six) => {
            i18n.t(&format!("cell-six-{}{}", cell.line(), cell.column()))
        }
        (Lang::Zh, None, _) => cell_in_land(i18n, cell),
    }
}

/// Returns the text id of the relation of another seat to `me`: ally, partner, enemy, next or
/// previous in turn. Returns `None` if none of these applies, and for fewer than four armies.
pub fn relation(rules: &Rules, me: Seat, seat: Seat) -> Option<&'static str> {
    if rules.armies < 4 || seat == me {
        return None;
    }
    if rules.team(me).contains(seat) {
        return Some(if rules.team(me).len() > 2 { "junqi-ally" } else { "junqi-partner" });
    }
    if rules.armies == 6 && rules.team(me).len() > 1 {
        return Some("junqi-enemy");
    }
    let order = rules.order();
    let index = |seat| order.iter().position(|other| *other == seat);
    let distance = (index(seat)? + order.len() - index(me)?) % order.len();
    match distance {
        1 => Some("junqi-next"),
        _ if distance + 1 == order.len() => Some("junqi-previous"),
        _ => None,
    }
}

/// Returns the short name of a cell, without its land.
pub fn cell_in_land(i18n: &I18n, cell: Cell) -> String {
    let (line, column) = (cell.line(), cell.column());
    match cell.land() {
        Some(_) => i18n.t(&format!("cell-{line}{column}")),
        None => i18n.t(&format!("cell-c{line}{column}")),
    }
}

/// Returns the name of a piece.
pub fn piece(i18n: &I18n, piece: Kind) -> String {
    i18n.t(&format!("piece-{}", piece.id()))
}

/// Names the colour of an army of Flip Junqi, which does not depend on its player.
pub fn army_name(i18n: &I18n, colour: Seat) -> String {
    i18n.t(if colour == Seat::new(0) { "junqi-colour-red" } else { "junqi-colour-green" })
}

/// Names a piece of Flip Junqi with the colour of its army, such as `red Colonel`.
fn coloured(i18n: &I18n, colour: Seat, kind: Kind) -> String {
    let id = if colour == Seat::new(0) { "junqi-colour-red" } else { "junqi-colour-green" };
    let (colour, piece) = (i18n.t(&format!("{id}.piece")), piece(i18n, kind));
    match i18n.lang() {
        Lang::En => format!("{colour} {piece}"),
        Lang::Zh => format!("{colour}{piece}"),
    }
}

/// Describes a piece as a viewer sees it, such as `South, Field Marshal`, `North, hidden` or `face
/// down`.
pub fn seen(i18n: &I18n, tile: VisibleTile) -> String {
    let piece_name = match tile.piece {
        Some(known) => piece(i18n, known),
        None if tile.is_face_down => return i18n.t("junqi-face-down"),
        None => i18n.t("junqi-hidden"),
    };
    match tile.owner.or(tile.colour) {
        Some(owner) => {
            let owner = seat_name::<Junqi>(i18n, owner).into();
            i18n.tf("junqi-piece", &[("seat", owner), ("piece", piece_name.into())])
        }
        None => piece_name,
    }
}

/// Describes the events of a step in one line. `view` is the viewer's view before the step.
pub fn line(i18n: &I18n, view: &View, events: &[Event]) -> String {
    let clauses =
        events.iter().enumerate().map(|(index, event)| clause(i18n, view, event, index == 0));
    i18n.list(ListStyle::Sentences, clauses)
}

/// Describes an action before it is played, as its seat sees the pieces. An attack is described
/// without its result.
pub fn action_line(i18n: &I18n, state: &Junqi, seat: Seat, action: Action) -> String {
    let cell_name = |at| Arg::from(cell(i18n, state.rules(), at));
    let name = Arg::from(seat_name::<Junqi>(i18n, seat));
    let Action::Move { from, to, .. } = action else {
        return i18n.tf("junqi-would-flip", &[("seat", name), ("cell", cell_name(action.to()))]);
    };
    let view = state.view(Viewer::Seat(seat));
    let kind_name =
        |kind: Option<Kind>| kind.map_or_else(|| i18n.t("junqi-a-piece"), |kind| piece(i18n, kind));
    let piece_name = kind_name(view.at(from).and_then(|seen| seen.piece));
    let target = view.at(to).map(|seen| owned(i18n, seen.owner, kind_name(seen.piece)));
    let id = if target.is_some() { "junqi-would-attack" } else { "junqi-log-moved" };
    let args = [
        ("seat", name),
        ("piece", piece_name.into()),
        ("from", cell_name(from)),
        ("target", target.unwrap_or_default().into()),
        ("to", cell_name(to)),
    ];
    i18n.tf(id, &args)
}

/// Names a piece with its owner, if the owner is known, such as `South's Major`.
fn owned(i18n: &I18n, owner: Option<Seat>, piece_name: String) -> String {
    let Some(owner) = owner else { return piece_name };
    let owner = seat_name::<Junqi>(i18n, owner).into();
    i18n.tf("junqi-owned-piece", &[("seat", owner), ("piece", piece_name.into())])
}

/// Describes one event. `is_first` is true for the first event of the line.
fn clause(i18n: &I18n, view: &View, event: &Event, is_first: bool) -> String {
    let name = |seat| Arg::from(seat_name::<Junqi>(i18n, seat));
    let cell_name = |at| Arg::from(cell(i18n, view.rules(), at));
    let with_cell =
        |id: &str, seat, at| i18n.tf(id, &[("seat", name(seat)), ("cell", cell_name(at))]);
    let with_piece = |id: &str, seat, at, piece_name: String| {
        let args = [("seat", name(seat)), ("cell", cell_name(at)), ("piece", piece_name.into())];
        i18n.tf(id, &args)
    };
    let with_move = |id: &str, seat, from, to| {
        // The piece is named only if the viewer knows it.
        let known = view.at(from).and_then(|tile| tile.piece);
        let piece_name = known.map_or_else(|| i18n.t("junqi-a-piece"), |known| piece(i18n, known));
        let target = view.at(to).map(|tile| {
            let target_name =
                tile.piece.map_or_else(|| i18n.t("junqi-a-piece"), |kind| piece(i18n, kind));
            owned(i18n, tile.owner, target_name)
        });
        let args = [
            ("seat", name(seat)),
            ("piece", piece_name.into()),
            ("from", cell_name(from)),
            ("target", target.unwrap_or_default().into()),
            ("to", cell_name(to)),
        ];
        i18n.tf(id, &args)
    };
    match *event {
        Event::Moved { seat, from, to } => with_move("junqi-log-moved", seat, from, to),
        Event::Battled { seat, from, to, result } => {
            let id = match result {
                BattleResult::AttackerSurvives => "junqi-log-attacker",
                BattleResult::DefenderSurvives => "junqi-log-defender",
                BattleResult::BothGone => "junqi-log-both",
            };
            with_move(id, seat, from, to)
        }
        Event::Flipped { seat, at, piece, colour } => {
            with_piece("junqi-log-flipped", seat, at, coloured(i18n, colour, piece))
        }
        Event::ArmiesAssigned { seat, colour } => i18n.tf(
            "junqi-log-armies-assigned",
            &[("seat", name(seat)), ("army", army_name(i18n, colour).into())],
        ),
        Event::Revealed { seat, at, piece: shown } => {
            with_piece("junqi-log-revealed", seat, at, piece(i18n, shown))
        }
        Event::FlagShown { seat, at } => with_cell("junqi-log-flag-shown", seat, at),
        Event::FlagTaken { seat, at, .. } => with_cell("junqi-log-flag-taken", seat, at),
        Event::FlagLifted { seat, at, .. } => with_cell("junqi-log-flag-lifted", seat, at),
        Event::FlagDropped { seat, at } => with_cell("junqi-log-flag-dropped", seat, at),
        Event::FlagBrought { seat, at, .. } => with_cell("junqi-log-flag-brought", seat, at),
        Event::Removed { seat, at } => with_cell("junqi-log-removed", seat, at),
        Event::Shifted { seat, from, to } => with_move("junqi-log-shifted", seat, from, to),
        Event::ExtraTurn { seat } => i18n.tf("junqi-log-extra-turn", &[("seat", name(seat))]),
        Event::TimedOut { seat, count } => {
            i18n.tf("junqi-log-timeout", &[("seat", name(seat)), ("count", count.into())])
        }
        Event::ArmyOut { seat, reason } => i18n.tf(out_reason_id(reason), &[("seat", name(seat))]),
        Event::Ended { winners, .. } => {
            // If more than one team wins, the game is a draw.
            let first_team = winners.iter().next().map(|winner| view.rules().team(winner));
            if !winners.difference(first_team.unwrap_or_default()).is_empty() {
                let id = if is_first { "junqi-log-drawn" } else { "junqi-log-drawn.after" };
                return i18n.t(id);
            }
            let id = if is_first { "junqi-log-ended" } else { "junqi-log-ended.after" };
            i18n.tf(id, &[("seats", seats::<Junqi>(i18n, winners).into())])
        }
    }
}

/// Returns the text id for the reason why an army is out.
fn out_reason_id(reason: EliminationReason) -> &'static str {
    match reason {
        EliminationReason::Flag => "junqi-out-flag",
        EliminationReason::NoMove => "junqi-out-no-move",
        EliminationReason::NoPieces => "junqi-out-no-pieces",
        EliminationReason::Timeouts => "junqi-out-timeouts",
        EliminationReason::Resigned => "log-resigned",
        EliminationReason::HouseRule => "junqi-out-house",
    }
}

/// Returns the referee's announcements about a step, such as Flags shown, armies out, and results
/// of battles. The kinds of the pieces are not announced.
pub fn referee_announcements(i18n: &I18n, rules: &Rules, events: &[Event]) -> Vec<Announcement> {
    events.iter().filter_map(|event| announcement(i18n, rules, event)).collect()
}

/// Returns the referee's announcement about an event, if there is one.
fn announcement(i18n: &I18n, rules: &Rules, event: &Event) -> Option<Announcement> {
    let seat_arg = |seat| ("seat", Arg::from(seat_name::<Junqi>(i18n, seat)));
    let (text, seat, loud) = match *event {
        Event::Battled { seat, result, .. } => {
            let id = match result {
                BattleResult::AttackerSurvives => "junqi-referee-attacker",
                BattleResult::DefenderSurvives => "junqi-referee-defender",
                BattleResult::BothGone => "junqi-referee-both",
            };
            (i18n.tf(id, &[seat_arg(seat)]), seat, false)
        }
        Event::TimedOut { seat, count } => {
            let args = [seat_arg(seat), ("count", count.into())];
            (i18n.tf("junqi-log-timeout", &args), seat, false)
        }
        Event::FlagShown { seat, at }
        | Event::FlagLifted { seat, at, .. }
        | Event::FlagDropped { seat, at }
        | Event::FlagBrought { seat, at, .. } => {
            let id = match event {
                Event::FlagShown { .. } => "junqi-log-flag-shown",
                Event::FlagLifted { .. } => "junqi-log-flag-lifted",
                Event::FlagDropped { .. } => "junqi-log-flag-dropped",
                _ => "junqi-log-flag-brought",
            };
            let args = [seat_arg(seat), ("cell", Arg::from(cell(i18n, rules, at)))];
            (i18n.tf(id, &args), seat, true)
        }
        Event::ArmyOut { seat, reason } => {
            (i18n.tf(out_reason_id(reason), &[seat_arg(seat)]), seat, true)
        }
        Event::ArmiesAssigned { seat, colour } => {
            let args = [seat_arg(seat), ("army", Arg::from(army_name(i18n, colour)))];
            (i18n.tf("junqi-log-armies-assigned", &args), colour, true)
        }
        _ => return None,
    };
    Some(Announcement { text, seat: Some(seat), loud })
}

/// Describes the end of a game in a sentence. Returns `None` for a reason of other games.
pub fn ending(i18n: &I18n, view: &View, outcome: &Outcome) -> Option<String> {
    let id = match outcome.reason {
        Reason::FlagTaken => "junqi-over-flag",
        Reason::NoMove => "junqi-over-no-move",
        Reason::NoPieces => "junqi-over-no-pieces",
        Reason::Timeouts => "junqi-over-timeouts",
        Reason::DeadPosition => "junqi-over-dead",
        Reason::QuietPlies if view.rules().is_flip() => "junqi-over-quiet-flip",
        Reason::QuietPlies => "junqi-over-quiet",
        Reason::Resignation => "junqi-over-resigned",
        Reason::Agreement => "play-draw",
        Reason::HouseRule => "over-house-rule",
        _ => return None,
    };
    // The text names the army that was eliminated last, because this ended the game.
    let last = view.eliminated_seats().last();
    let seat = last.map(|(seat, _)| ("seat", seat_name::<Junqi>(i18n, seat).into()));
    Some(i18n.tf(id, seat.as_slice()))
}

/// Explains why the piece on `from` cannot move to `to`.
pub fn move_refusal(i18n: &I18n, game: &Junqi, view: &View, from: Cell, to: Cell) -> String {
    let turn = game.seat_to_move();
    let is_enemy = |tile: &VisibleTile| tile.owner.is_some_and(|owner| !view.allied(turn, owner));
    let Some(target) = view.at(to).filter(is_enemy) else { return i18n.t("junqi-refuse-way") };
    if view.board().camps().contains(to) {
        return i18n.t("junqi-refuse-camp");
    }
    match game.flag_guard(from, to).filter(|_| target.piece == Some(Kind::Flag)) {
        // Engineers have to clear all Landmines, but another piece removed one.
        Some(FlagGuard::Landmines(left))
            if target.owner.is_some_and(|owner| left > game.remaining(owner, Kind::Landmine)) =>
        {
            i18n.t("junqi-refuse-mines-lost")
        }
        Some(FlagGuard::Landmines(left)) => {
            i18n.tf("junqi-refuse-mines", &[("left", i64::from(left).into())])
        }
        Some(FlagGuard::Captor(Some(taker))) => {
            i18n.tf("junqi-refuse-taker", &[("piece", piece(i18n, taker).into())])
        }
        Some(FlagGuard::Captor(None)) => i18n.t("junqi-refuse-no-taker"),
        None => i18n.t("junqi-refuse-way"),
    }
}

/// Explains why the piece on a cell cannot be chosen now.
pub fn refusal(i18n: &I18n, view: &View, turn: Seat, at: Cell) -> String {
    match view.at(at) {
        None => i18n.t("junqi-refuse-empty"),
        Some(tile) => match tile.owner.filter(|owner| *owner != turn) {
            Some(owner) => {
                let owner = seat_name::<Junqi>(i18n, owner);
                i18n.tf("junqi-refuse-other", &[("seat", owner.into())])
            }
            None if tile.piece.is_some_and(|piece| !piece.moves()) => i18n.t("junqi-refuse-fixed"),
            None if !view.rules().hq_exit && view.board().headquarters().contains(at) => {
                i18n.t("junqi-refuse-hq")
            }
            None => i18n.t("junqi-refuse-still"),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use qipan_core::games::junqi::layouts::SHIPPED;

    use super::*;

    fn text(lang: Lang, id: &str) -> String {
        I18n::new(lang).find(id).unwrap_or_else(|| panic!("{lang:?} has no {id}"))
    }

    #[test]
    fn cells_have_the_names_of_printed_boards() {
        let i18n = I18n::new(Lang::Zh);
        for board in ["junqi_board2.json", "junqi_board4.json"] {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/tests/data").join(board);
            let table = std::fs::read_to_string(file).unwrap();
            let table: serde_json::Value = serde_json::from_str(&table).unwrap();
            for node in table["nodes"].as_array().unwrap() {
                let cell: Cell = node["name"].as_str().unwrap().parse().unwrap();
                assert_eq!(cell_in_land(&i18n, cell), node["zh"].as_str().unwrap(), "{cell}");
            }
        }
    }

    #[test]
    fn kinds_and_layouts_have_distinct_names_in_both_languages() {
        for lang in Lang::ALL {
            let kinds = Kind::ALL.map(|piece| text(lang, &format!("piece-{}", piece.id())));
            assert_eq!(kinds.into_iter().collect::<BTreeSet<_>>().len(), Kind::ALL.len());
            for part in ["", ".plan"] {
                let words =
                    SHIPPED.map(|layout| text(lang, &format!("shipped-{}{part}", layout.id)));
                assert_eq!(words.into_iter().collect::<BTreeSet<_>>().len(), SHIPPED.len());
            }
        }
    }

    #[test]
    fn attacks_name_only_pieces_that_the_attacker_sees() {
        let i18n = I18n::new(Lang::En);
        let (mut hidden, mut seen) = (0, 0);
        for position in crate::model::suite::shipped() {
            let view = position.state.view(Viewer::Seat(position.seat));
            let mut actions = Vec::new();
            position.state.legal_actions(&mut actions);
            for action in actions {
                let Some(target) = view.at(action.to()).filter(|tile| !tile.is_face_down) else {
                    continue;
                };
                let line = action_line(&i18n, &position.state, position.seat, action);
                let name = match target.piece {
                    Some(kind) => piece(&i18n, kind),
                    None => text(Lang::En, "junqi-a-piece"),
                };
                let part = format!("attacks {}", owned(&i18n, target.owner, name));
                assert!(line.contains(&part), "{line}: no {part}");
                if target.piece.is_some() { seen += 1 } else { hidden += 1 }
            }
        }
        assert!(hidden > 100 && seen > 10, "{hidden} hidden targets, {seen} seen");
    }

    #[test]
    fn hints_name_the_pieces_that_the_seat_knows() {
        let i18n = I18n::new(Lang::En);
        let (mut known, mut unknown) = (0, 0);
        for position in crate::model::suite::shipped() {
            let view = position.state.view(Viewer::Seat(position.seat));
            let mut actions = Vec::new();
            position.state.legal_actions(&mut actions);
            for action in actions {
                let purpose = facts::MoveFacts::of(&view, position.seat, action).purpose;
                let (facts::Purpose::Escape(at) | facts::Purpose::Threaten(at)) = purpose else {
                    continue;
                };
                let reason = hint::reason(&i18n, &view, position.seat, action);
                let tile = view.at(at).unwrap().tile;
                let name = match view.belief().candidates(tile).only() {
                    Some(kind) => piece(&i18n, kind),
                    None => "piece".to_owned(),
                };
                let place = cell(&i18n, view.rules(), at);
                assert!(reason.contains(&format!("the {name} on {place}")), "{reason}: {name}");
                if name == "piece" { unknown += 1 } else { known += 1 }
            }
        }
        assert!(known > 0 && unknown > 0, "{known} known pieces, {unknown} unknown ones");
    }

    #[test]
    fn attack_is_called_lost_if_each_candidate_stops_the_attacker() {
        let i18n = I18n::new(Lang::En);
        let (mut lost, mut won) = (0, 0);
        for position in crate::model::suite::shipped() {
            let view = position.state.view(Viewer::Seat(position.seat));
            let mut actions = Vec::new();
            position.state.legal_actions(&mut actions);
            for action in actions {
                let Some(target) = view.at(action.to()) else { continue };
                let Some(kind) = view.at(action.from()).and_then(|tile| tile.piece) else {
                    continue;
                };
                let candidates = view.belief().candidates(target.tile);
                let results: BTreeSet<bool> = candidates
                    .iter()
                    .map(|other| kind.battle_result(other, view.rules().mine))
                    .map(|result| result == BattleResult::AttackerSurvives)
                    .collect();
                let text = risk::risk(&i18n, &view, position.seat, action);
                if !results.contains(&true) {
                    let expected =
                        format!("You would lose the {} in this attack.", piece(&i18n, kind));
                    assert_eq!(text, Some(expected));
                    lost += 1;
                } else if !results.contains(&false) {
                    assert_eq!(text, None);
                    won += 1;
                }
            }
        }
        assert!(lost > 0 && won > 0, "{lost} attacks are lost, {won} are won");
    }

    #[test]
    fn core_piece_names_match_those_of_the_window() {
        let i18n = I18n::new(Lang::En);
        assert!(Kind::ALL.into_iter().all(|kind| piece(&i18n, kind) == kind.en()));
    }
}
