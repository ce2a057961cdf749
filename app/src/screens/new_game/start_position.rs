//! The position line that a new game begins from: its contents and its problems.

use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::SeatSet;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::games::{GameUi, Seating};
use crate::model::i18n::I18n;
use crate::model::rules::{GameRules, SomeRules};

/// A start position, and the seats and rules that the form had without it.
#[derive(Clone, Debug)]
pub(super) struct StartPosition {
    /// The line of the position.
    pub(super) line: String,
    /// The seats and rules to return to without the position.
    pub(super) usual_seating: Seating,
}

/// Returns the reason why the position of a line cannot be played under these rules, or `None` if
/// it can. Without `i18n` the text is empty.
pub(super) fn position_error(
    line: &str,
    rules: &dyn GameRules,
    i18n: Option<&I18n>,
) -> Option<String> {
    fn check<G: GameUi>(line: &str, rules: &dyn GameRules, i18n: Option<&I18n>) -> Option<String> {
        let line: PositionLine<G> = line.parse().ok()?;
        let rules = rules.of::<G>()?;
        let error = G::set_up(rules, &line.position).err()?;
        Some(i18n.map_or_else(String::new, |i18n| G::position_error(i18n, rules, &error)))
    }
    with_game!(GameKind::of_line(line).ok()?, |G| check::<G>(line, rules, i18n))
}

/// Returns the preset, the rules and the occupied seats of a line, or `None` if it is invalid.
pub(super) fn parse_line(line: &str) -> Option<(String, SomeRules, SeatSet)> {
    fn parse<G: GameUi>(line: &str) -> Option<(String, SomeRules, SeatSet)> {
        let line: PositionLine<G> = line.parse().ok()?;
        let seats = line.seats();
        Some((line.preset, SomeRules::new::<G>(line.rules), seats))
    }
    with_game!(GameKind::of_line(line).ok()?, |G| parse::<G>(line))
}
