//! The rules of Junqi as a form: groups, dependencies and contradictions of options.

use qipan_core::contract::game::Game;
use qipan_core::contract::options::{RuleSet, RulesError};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::rules::Start;
use qipan_core::games::junqi::{BoardKind, Junqi, Rules};

use crate::games::DefaultSetup;
use crate::model::i18n::I18n;
use crate::model::setup::SeatChoice;

/// The groups of options in the order of the form: the id of each group, and its option keys.
pub(super) const GROUPS: &[(&str, &[&str])] = &[
    ("junqi_armies", &["teams"]),
    (
        "junqi_moves",
        &["hq_exit", "bomb_moves_as_engineer", "rail_turns", "extra_lines", "turn_order", "first"],
    ),
    ("junqi_fights", &["mine", "scout", "contact_reveals", "marshal_reveals_flag"]),
    ("junqi_flag", &["flag_win", "flip_flag", "flip_mines", "flip_armies"]),
    (
        "junqi_end",
        &["draw_after_quiet_plies", "draw_by_agreement", "clock_seconds", "timeouts_lose"],
    ),
];

/// Returns the preset of these rules without a clock, which games against robots do not need.
pub(super) fn without_clock(rules: &Rules) -> Rules {
    Rules { clock_seconds: 0, ..rules.base_preset() }
}

/// Returns the default setup of a preset: one person, and robots in all other seats. `robot` finds
/// a robot by name.
pub(super) fn default_setup(
    preset: &str,
    robot: &dyn Fn(&str) -> SeatChoice,
) -> Option<DefaultSetup<Junqi>> {
    let rules = without_clock(&Rules::preset(preset)?);
    let opponent = robot("greedy");
    let seats = rules.seats();
    let seat_choice = |index: usize| match index {
        0 => SeatChoice::Me,
        _ if seats.contains(Seat::new(index as u8)) => opponent.clone(),
        _ => SeatChoice::Nobody,
    };
    let seat_choices = (0..Junqi::SEATS.len()).map(seat_choice).collect();
    Some(DefaultSetup { rules, seat_choices, picks_colour: false, opponent })
}

/// Returns true if changing an option can make a difference under these rules.
pub(super) fn has_effect(rules: &Rules, key: &str) -> bool {
    let has_hidden_armies = rules.is_hidden() && !rules.is_flip();
    match key {
        "flip_flag" | "flip_mines" => rules.is_flip(),
        "flip_armies" => rules.start == Start::FaceDown,
        "flag_win" => !rules.is_flip() && rules.armies == 2 && rules.board == BoardKind::Two,
        "extra_lines" => rules.board == BoardKind::Two,
        "teams" => rules.armies == 6,
        "scout" | "contact_reveals" | "marshal_reveals_flag" => has_hidden_armies,
        _ => true,
    }
}

/// Returns true if an option may take this word. Only seats in use can move first.
pub(super) fn allows_value(rules: &Rules, key: &str, word: &str) -> bool {
    let seat = Junqi::seat_by_name(word).filter(|_| key == "first");
    seat.is_none_or(|seat| rules.seats().contains(seat))
}

/// Returns true if another option currently disables this one.
pub(super) fn is_inactive(rules: &Rules, key: &str) -> bool {
    match key {
        "timeouts_lose" => rules.clock_seconds == 0,
        "hq_exit" => rules.carries_home(),
        _ => false,
    }
}

/// Describes a contradiction and its remedy, in a sentence.
pub(super) fn rules_error(error: &RulesError, i18n: &I18n) -> String {
    let name = |key: &str| i18n.t(&format!("rule-{key}"));
    match error {
        RulesError::Inapplicable { key, .. } | RulesError::Content { key, .. } => {
            i18n.tf("problem-board", &[("rule", name(key).into())])
        }
        RulesError::Range { key, low, high, .. } => {
            let args =
                [("rule", name(key).into()), ("low", (*low).into()), ("high", (*high).into())];
            i18n.tf("problem-range", &args)
        }
        // The form only offers known options with known values.
        RulesError::Unknown { .. } | RulesError::Value { .. } => error.to_string(),
    }
}
