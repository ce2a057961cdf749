//! The rules of the race games as a form: groups, dependencies and contradictions of options.

use qipan_core::contract::game::Game;
use qipan_core::contract::options::{RuleSet, RulesError};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::rules::{Crossing, Flight, Stack};
use qipan_core::games::race::{Board, Cell, HANGAR, Race, Rules};

use crate::games::race::drawing::{BoardGeometry, BoardPicture, PlaneLook, paint_miniature};
use crate::games::{CardPicture, DefaultSetup, words};
use crate::model::i18n::{Arg, I18n};
use crate::model::setup::SeatChoice;

/// The options in groups, in the order of the form.
pub(super) const GROUPS: &[(&str, &[&str])] = &[
    ("takeoff", &["takeoff", "takeoff_to", "tries_when_home"]),
    ("again", &["extra_roll", "three_sixes", "bonus_roll"]),
    ("moves", &["jump", "flight", "jump_then_flight", "flight_then_jump", "finish"]),
    ("captures", &["capture", "flight_crossing", "safe_squares"]),
    ("stacks", &["stack", "stack_attack", "stack_block"]),
    ("game", &["planes", "planes_to_win", "end", "teams", "first"]),
];

/// The options that make no difference on the Flying Chess board.
const AEROPLANE_ONLY: [&str; 7] = [
    "takeoff_to",
    "jump",
    "flight",
    "jump_then_flight",
    "flight_then_jump",
    "flight_crossing",
    "capture",
];

/// Returns true if an option makes a difference on a board.
pub(super) fn has_effect(board: Board, key: &str) -> bool {
    board == Board::Aeroplane || !AEROPLANE_ONLY.contains(&key)
}

/// Returns true if another option currently disables this one.
pub(super) fn is_inactive(rules: &Rules, key: &str) -> bool {
    match key {
        "stack_attack" | "stack_block" => rules.stack == Stack::Never,
        "jump_then_flight" | "flight_then_jump" | "flight_crossing" => rules.flight == Flight::Off,
        "three_sixes" => !rules.extra_roll.contains(6),
        _ => false,
    }
}

/// Returns the default setup of a preset. `robot` finds a robot by name, or a substitute.
pub(super) fn default_setup(
    preset: &str,
    robot: &dyn Fn(&str) -> SeatChoice,
) -> Option<DefaultSetup<Race>> {
    let rules = Rules::preset(preset)?;
    // The robot for all other seats.
    let opponent = robot("greedy");
    let against_robots = matches!(opponent, SeatChoice::Robot { .. });
    let picks_colour = rules.board == Board::Flying && against_robots;
    Some(DefaultSetup {
        rules,
        seat_choices: vec![SeatChoice::Me, opponent.clone(), opponent.clone(), opponent.clone()],
        picks_colour,
        opponent,
    })
}

/// Returns a miniature of a preset's board with all planes in their hangars.
pub(super) fn card_picture(preset: &'static str) -> CardPicture {
    let board = Rules::preset(preset).map(|rules| rules.board);
    let mut picture = BoardPicture::default();
    Box::new(move |painter, theme, rect| {
        let Some(board) = board else { return };
        let geometry = BoardGeometry::new(board, rect);
        paint_miniature(painter, &geometry, theme, &mut picture, &planes_in_hangars(&geometry));
    })
}

/// Returns all planes in their hangars.
fn planes_in_hangars(geometry: &BoardGeometry) -> Vec<PlaneLook> {
    let seats = (0..Race::SEATS.len() as u8).map(Seat::new);
    seats
        .flat_map(|seat| (0..4u8).map(move |plane| (seat, plane)))
        .map(|(seat, plane)| {
            let cell = Cell::Hangar { seat, slot: plane };
            let heading = geometry.plane_heading(seat, HANGAR);
            let (pos, size) = (geometry.cell_pos(cell), geometry.plane_size(cell));
            PlaneLook::new(pos, size, heading, seat, plane + 1)
        })
        .collect()
}

/// Names the seat with the easiest path when one seat is empty.
pub(super) fn advice(rules: &Rules, empty: &[Seat], i18n: &I18n) -> Option<String> {
    let [empty] = empty else { return None };
    let seat = words::seat::<Race>(i18n, easy_seat(rules, *empty)?);
    Some(i18n.tf("new-easy-seat", &[("seat", seat.into())]))
}

/// Returns the seat with the easiest path when one seat is empty: no flight crosses its lane.
fn easy_seat(rules: &Rules, empty: Seat) -> Option<Seat> {
    let flights_capture = rules.flight != Flight::Off && rules.flight_crossing == Crossing::Capture;
    (rules.board == Board::Aeroplane && flights_capture).then(|| rules.board.opposite(empty))
}

/// Describes a contradiction and its remedy, in a sentence.
pub(super) fn rules_error(error: &RulesError, i18n: &I18n, rules: &Rules) -> String {
    let name = |key: &str| Arg::from(i18n.t(&format!("rule-{key}")));
    match error {
        RulesError::Range { key, low, high, .. } => {
            let args = [("rule", name(key)), ("low", (*low).into()), ("high", (*high).into())];
            i18n.tf("problem-range", &args)
        }
        RulesError::Content { invalid, .. } => {
            let (low, high) = (rules.board.first_on_track(), rules.board.last_on_track());
            let invalid = Arg::from(invalid.as_str());
            i18n.tf(
                "problem-safe",
                &[("invalid", invalid), ("low", low.into()), ("high", high.into())],
            )
        }
        RulesError::Inapplicable { key, .. } => match *key {
            "takeoff" => i18n.t("problem-takeoff"),
            "extra_roll" => i18n.t("problem-extra-roll"),
            "flight_then_jump" if rules.flight == Flight::Off => i18n.t("problem-no-flights"),
            "flight_then_jump" if rules.board == Board::Aeroplane => i18n.t("problem-no-jumps"),
            "stack_attack" | "stack_block" => i18n.tf("problem-no-stacks", &[("rule", name(key))]),
            key => i18n.tf("problem-board", &[("rule", name(key))]),
        },
        // The form only offers known options with known values.
        RulesError::Unknown { .. } | RulesError::Value { .. } => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qipan_core::contract::options::{OptionInfo, OptionKind};
    use qipan_core::games::race::rules::OPTIONS;
    use serde_json::{Value, json};

    /// Returns values of an option, some of which differ from the default.
    fn sample_values(info: &OptionInfo) -> Vec<Value> {
        match info.kind {
            OptionKind::Choice(words) => words.iter().map(|word| json!(word)).collect(),
            OptionKind::Toggle => vec![json!(true), json!(false)],
            OptionKind::Any(words) => words.iter().map(|word| json!([word])).collect(),
            OptionKind::Faces => vec![json!([5, 6])],
            OptionKind::Number { low, high } => (low..=high).map(|n| json!(n)).collect(),
            OptionKind::Numbers { .. } => vec![json!([20])],
            OptionKind::Lines => vec![json!([])],
        }
    }

    #[test]
    fn form_shows_exactly_the_options_with_an_effect() {
        let mut in_groups: Vec<&str> = GROUPS.iter().flat_map(|group| group.1).copied().collect();
        let mut all = OPTIONS.map(|info| info.key).to_vec();
        in_groups.sort_unstable();
        all.sort_unstable();
        assert_eq!(in_groups, all);
        for board in [Board::Aeroplane, Board::Flying] {
            let base = Rules { stack: Stack::Optional, planes_to_win: 2, ..Rules::of_board(board) };
            let keys = GROUPS.iter().flat_map(|group| group.1).copied();
            let shown: Vec<&str> = keys.filter(|key| has_effect(board, key)).collect();
            for info in OPTIONS {
                let has_effect = sample_values(&info)
                    .iter()
                    .any(|value| base.with(info.key, value).is_ok_and(|changed| changed != base));
                assert_eq!(shown.contains(&info.key), has_effect, "{board:?} {}", info.key);
            }
        }
    }
}
