//! The line of a position that a new game begins from: its contents and its problems.

use qipan_core::contract::position::Line;
use qipan_core::contract::seat::SeatSet;
use qipan_core::registry::GameKind;

use crate::games::{ForGame, GameUi, Seating, visit};
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

/// Reads the preset, the rules and the occupied seats from a line.
struct PositionLine<'a>(&'a str);

impl ForGame for PositionLine<'_> {
    type Output = Option<(String, SomeRules, SeatSet)>;
    fn call<G: GameUi>(self) -> Self::Output {
        let line: Line<G> = self.0.parse().ok()?;
        let seats = line.seats();
        Some((line.preset, SomeRules::new::<G>(line.rules), seats))
    }
}

/// Finds out why the position of a line cannot be played by these rules.
struct Nonsense<'a>(&'a str, &'a dyn GameRules, Option<&'a I18n>);

impl ForGame for Nonsense<'_> {
    type Output = Option<String>;
    fn call<G: GameUi>(self) -> Option<String> {
        let line: Line<G> = self.0.parse().ok()?;
        let rules = self.1.of::<G>()?;
        let why = G::set_up(rules, &line.position).err()?;
        Some(self.2.map_or_else(String::new, |i18n| G::nonsense(i18n, rules, &why)))
    }
}

/// Returns why the position of a line cannot be played by these rules. The text is empty without
/// `i18n`.
pub(super) fn nonsense(line: &str, rules: &dyn GameRules, i18n: Option<&I18n>) -> Option<String> {
    visit(GameKind::of_line(line).ok()?, Nonsense(line, rules, i18n))
}

/// Returns the preset, the rules and the occupied seats of a line.
pub(super) fn read_line(line: &str) -> Option<(String, SomeRules, SeatSet)> {
    visit(GameKind::of_line(line).ok()?, PositionLine(line))
}
