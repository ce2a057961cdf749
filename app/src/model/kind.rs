//! What window and command line have to know of every kind of game, and which kinds there are.

use qipan_core::dice::Seed;
use qipan_core::game::{Captured, Game, SetupError};
use qipan_core::house::HouseRule;
use qipan_core::house_ruled::HouseRuled;
use qipan_core::options::{OptionInfo, RuleSet, RulesError};
use qipan_core::record::{AnyRecord, Record, SavedRule};
use qipan_core::robot::Robot;
use qipan_core::script::{Host, ParamValue, ScriptError};
use qipan_core::seat::SeatSet;
use qipan_core::setup::Setup;
use qipan_core::{junqi, race};
use serde_json::Value;

use crate::model::i18n::I18n;

/// Does something for a kind of game, which is called `$game` there.
macro_rules! for_kind {
    ($kind:expr, $game:ident => $do:expr) => {
        match $kind {
            $crate::model::kind::GameKind::Race => {
                type $game = qipan_core::race::Race;
                $do
            }
            $crate::model::kind::GameKind::Junqi => {
                type $game = qipan_core::junqi::Junqi;
                $do
            }
        }
    };
}

/// Does something with rules, whose game is called `$game` there.
macro_rules! for_rules {
    ($any:expr, $game:ident, $rules:ident => $do:expr) => {
        match $any {
            $crate::model::kind::AnyRules::Race($rules) => {
                type $game = qipan_core::race::Race;
                $do
            }
            $crate::model::kind::AnyRules::Junqi($rules) => {
                type $game = qipan_core::junqi::Junqi;
                $do
            }
        }
    };
}

/// Does something with a record, of whatever kind it is.
macro_rules! for_record {
    ($any:expr, $record:pat => $do:expr) => {
        match $any {
            qipan_core::record::AnyRecord::Race($record) => $do,
            qipan_core::record::AnyRecord::Junqi($record) => $do,
        }
    };
}

pub(crate) use {for_kind, for_record, for_rules};

/// A kind of game, as far as nothing is drawn.
pub trait Kind: Setup + HouseRuled {
    /// The presets, the usual one first.
    const PRESETS: &'static [&'static str] = <Self::Rules as RuleSet>::PRESETS;
    /// All options of the rules.
    const OPTIONS: &'static [OptionInfo] = <Self::Rules as RuleSet>::OPTIONS;
    /// The script of somebody who begins to write a robot; `NAME` stands for its name.
    const STARTER: &'static str;
    /// The script of somebody who begins to write a house rule; `NAME` stands for its name.
    const RULE_STARTER: &'static str;
    /// Changes to a preset that robots are tested with, none at all among them.
    const VARIANTS: &'static [&'static [(&'static str, &'static str)]];
    /// Whether a ply is a roll of a die.
    const ROLLS: bool = Self::HAS_DICE;

    /// A robot from a script.
    type Script: Robot<Self> + 'static;

    /// The rules of a preset.
    fn preset(name: &str) -> Option<Self::Rules> {
        <Self::Rules as RuleSet>::preset(name)
    }
    /// The unchanged rules that these started from.
    fn unchanged(rules: &Self::Rules) -> Self::Rules {
        rules.unchanged()
    }
    /// The options that differ from the preset.
    fn changed(rules: &Self::Rules) -> Vec<&'static str> {
        rules.changed()
    }
    /// The value of an option.
    fn option(rules: &Self::Rules, key: &str) -> Option<Value> {
        rules.get(key)
    }
    /// The rules with an option changed, which may contradict others for now.
    ///
    /// # Errors
    /// When there is no such option, or it takes no such value.
    fn with_option(
        rules: &Self::Rules,
        key: &str,
        value: &Value,
    ) -> Result<Self::Rules, RulesError> {
        rules.with_unchecked(key, value)
    }
    /// Whether the options fit each other.
    ///
    /// # Errors
    /// The first contradiction.
    fn check_rules(rules: &Self::Rules) -> Result<(), RulesError> {
        rules.check()
    }
    /// The rules as those of some kind of game.
    fn any_rules(rules: Self::Rules) -> AnyRules;
    /// The record as that of some kind of game.
    fn any_record(record: Record<Self>) -> AnyRecord;

    /// The seats at the board when all are taken.
    fn seats_of(rules: &Self::Rules) -> SeatSet {
        rules.seats()
    }
    /// The sides that so many robots play.
    fn sides(rules: &Self::Rules, robots: usize) -> Vec<SeatSet> {
        rules.sides(robots)
    }
    /// What is settled by the game's seed before its first step.
    ///
    /// # Errors
    /// When rules and seats do not fit each other.
    fn deal(rules: &Self::Rules, seats: SeatSet, seed: &Seed) -> Result<Self::Deal, SetupError> {
        Self::draw_deal(rules, seats, seed)
    }
    /// Whether each game is dealt in a way of its own.
    fn is_dealt(_: &Self::Rules) -> bool {
        Self::IS_DEALT
    }
    /// Whether a seat may know less than another.
    fn has_secrets(rules: &Self::Rules) -> bool {
        rules.has_secrets()
    }
    /// The seconds a seat has for a decision, where the rules have a clock.
    fn clock(rules: &Self::Rules) -> Option<f64> {
        rules.clock()
    }
    /// Whether people may agree on a draw.
    fn can_draw(rules: &Self::Rules) -> bool {
        rules.can_draw()
    }

    /// Who took how many pieces of whom in an event.
    fn taken(before: &Self, event: &Self::Event) -> Vec<Captured> {
        Self::captures(before, event)
    }
    /// The events of a step in one line, as the viewer may know them.
    fn line(i18n: &I18n, view: &Self::View, events: &[Self::Event]) -> String;

    /// Loads a robot from a script.
    ///
    /// # Errors
    /// When the script does not load.
    fn load(
        file: &str,
        source: &[u8],
        params: &[(String, ParamValue)],
        host: &Host,
    ) -> Result<Self::Script, ScriptError>;
    /// Loads a house rule of a game, to be its rule of this number; `names` are those of all.
    ///
    /// # Errors
    /// When the script does not load.
    fn load_rule(
        line: &SavedRule,
        number: u8,
        names: &[String],
        host: &Host,
    ) -> Result<Box<dyn HouseRule<Self>>, ScriptError>;
    /// The rules, with every fight's end told in its step where a house rule may settle it.
    #[must_use]
    fn with_fights_told(rules: Self::Rules, told: bool) -> Self::Rules {
        rules.with_fights_recorded(told)
    }
    /// The full report of a script's last trouble.
    fn last_error(script: &Self::Script) -> Option<&ScriptError>;
}

pub use qipan_core::game::Captured as Taken;

/// The kinds of games there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameKind {
    /// Aeroplane Chess and Flying Chess.
    Race,
    /// Junqi in all its modes.
    Junqi,
}

impl GameKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Race, Self::Junqi];

    /// The name in files and folders.
    #[must_use]
    pub fn name(self) -> &'static str {
        for_kind!(self, G => G::KIND)
    }

    /// The kind of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The presets of this kind.
    #[must_use]
    pub fn presets(self) -> &'static [&'static str] {
        for_kind!(self, G => <G as Kind>::PRESETS)
    }

    /// The kind a preset belongs to.
    #[must_use]
    pub fn of_preset(preset: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.presets().contains(&preset))
    }

    /// The names of the seats.
    #[must_use]
    pub fn seats(self) -> &'static [&'static str] {
        for_kind!(self, G => G::SEATS)
    }

    /// A robot to begin one's own with.
    #[must_use]
    pub fn starter(self) -> &'static str {
        for_kind!(self, G => <G as Kind>::STARTER)
    }

    /// A house rule to begin one's own with.
    #[must_use]
    pub fn rule_starter(self) -> &'static str {
        for_kind!(self, G => <G as Kind>::RULE_STARTER)
    }
}

/// All presets of all games.
pub fn presets() -> impl Iterator<Item = &'static str> {
    GameKind::ALL.into_iter().flat_map(|kind| kind.presets().iter().copied())
}

/// The rules of some kind of game.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyRules {
    /// Of a race game.
    Race(race::Rules),
    /// Of a game of Junqi.
    Junqi(junqi::Rules),
}

impl AnyRules {
    /// The rules of a preset.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        for_kind!(GameKind::of_preset(name)?, G => Some(G::any_rules(<G as Kind>::preset(name)?)))
    }

    /// What kind of game they are for.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        match self {
            Self::Race(_) => GameKind::Race,
            Self::Junqi(_) => GameKind::Junqi,
        }
    }

    /// The unchanged rules that these started from.
    #[must_use]
    pub fn unchanged(&self) -> Self {
        for_rules!(self, G, rules => G::any_rules(G::unchanged(rules)))
    }

    /// The options that differ from the preset.
    #[must_use]
    pub fn changed(&self) -> Vec<&'static str> {
        for_rules!(self, G, rules => G::changed(rules))
    }

    /// The value of an option.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Value> {
        for_rules!(self, G, rules => G::option(rules, key))
    }

    /// Whether the options fit each other.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self) -> Result<(), RulesError> {
        for_rules!(self, G, rules => G::check_rules(rules))
    }

    /// The seats at the board when all are taken.
    #[must_use]
    pub fn seats(&self) -> SeatSet {
        for_rules!(self, G, rules => G::seats_of(rules))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_belongs_to_one_game() {
        for preset in presets() {
            let kinds = GameKind::ALL.into_iter().filter(|kind| kind.presets().contains(&preset));
            assert_eq!(kinds.count(), 1, "{preset}");
            let rules = AnyRules::preset(preset).unwrap();
            assert!(rules.changed().is_empty() && rules.check().is_ok(), "{preset}");
            assert_eq!(rules.kind(), GameKind::of_preset(preset).unwrap());
        }
        for kind in GameKind::ALL {
            assert_eq!(GameKind::of_name(kind.name()), Some(kind));
        }
        assert_eq!(AnyRules::preset("ludo"), None);
    }
}
