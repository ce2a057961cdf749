//! The line of a position that a new game begins from: what it says, and what stands against it.

use qipan_core::games::GameKind;
use qipan_core::position::Line;
use qipan_core::seat::SeatSet;

use crate::games::{ForGame, GameUi, Seating, visit};
use crate::model::i18n::I18n;
use crate::model::rules::{GameRules, SomeRules};

/// The position, and how the seats and rules were before it came.
#[derive(Clone, Debug)]
pub(super) struct Begun {
    /// Its line.
    pub(super) line: String,
    /// How the form was filled in before.
    pub(super) before: Seating,
}

/// What a line says: its preset, its rules, the seats that take part.
struct Said<'a>(&'a str);

impl ForGame for Said<'_> {
    type Output = Option<(String, SomeRules, SeatSet)>;
    fn call<G: GameUi>(self) -> Self::Output {
        let line: Line<G> = self.0.parse().ok()?;
        let seats = line.seats();
        Some((line.preset, SomeRules::new::<G>(line.rules), seats))
    }
}

/// Why the position of a line cannot be played by these rules.
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

/// Why the position of a line cannot be played by these rules, in a sentence where there are words.
pub(super) fn nonsense(line: &str, rules: &dyn GameRules, i18n: Option<&I18n>) -> Option<String> {
    visit(GameKind::of_line(line).ok()?, Nonsense(line, rules, i18n))
}

/// The preset, the rules and the seats of a line.
pub(super) fn said(line: &str) -> Option<(String, SomeRules, SeatSet)> {
    visit(GameKind::of_line(line).ok()?, Said(line))
}
