//! The line of a position that a new game begins from: its contents and its problems.

use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::SeatSet;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::games::{GameUi, Seating};
use crate::model::i18n::I18n;
use crate::model::rules::{GameRules, SomeRules};

/// The position, and the seats and rules before it was set.
#[derive(Clone, Debug)]
pub(super) struct StartPosition {
    /// The line of the position.
    pub(super) line: String,
    /// The seats and rules before the position.
    pub(super) before: Seating,
}

/// Returns why the position of a line cannot be played by these rules. The text is empty without
/// `i18n`.
pub(super) fn nonsense(line: &str, rules: &dyn GameRules, i18n: Option<&I18n>) -> Option<String> {
    fn of<G: GameUi>(line: &str, rules: &dyn GameRules, i18n: Option<&I18n>) -> Option<String> {
        let line: PositionLine<G> = line.parse().ok()?;
        let rules = rules.of::<G>()?;
        let why = G::set_up(rules, &line.position).err()?;
        Some(i18n.map_or_else(String::new, |i18n| G::nonsense(i18n, rules, &why)))
    }
    with_game!(GameKind::of_line(line).ok()?, |G| of::<G>(line, rules, i18n))
}

/// Returns the preset, the rules and the occupied seats of a line.
pub(super) fn read_line(line: &str) -> Option<(String, SomeRules, SeatSet)> {
    fn of<G: GameUi>(line: &str) -> Option<(String, SomeRules, SeatSet)> {
        let line: PositionLine<G> = line.parse().ok()?;
        let seats = line.seats();
        Some((line.preset, SomeRules::new::<G>(line.rules), seats))
    }
    with_game!(GameKind::of_line(line).ok()?, |G| of::<G>(line))
}
