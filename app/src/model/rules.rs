//! Rules of any game, for code that learns the game only at run time.
//!
//! [`SomeRules`] wraps the rules of one game. [`GameRules`] is the interface to it, and
//! `expect_of` returns the typed rules if the game is known.

use std::any::Any;
use std::fmt::{self, Debug};
use std::ops::Deref;

use qipan_core::contract::game::Game;
use qipan_core::contract::options::{OptionInfo, RuleSet, RulesError};
use qipan_core::contract::seat::SeatSet;
use qipan_core::registry::GameKind;
use qipan_core::script::Scripted;
use qipan_core::with_game;
use serde_json::{Map, Value};

use crate::model::house::{self, Conflict, MergeError};
use crate::model::scripts::RuleSpec;

/// Operations on the rules of any game. One implementation serves all games.
pub trait GameRules: Debug + 'static {
    /// Returns the game that the rules belong to.
    fn kind(&self) -> GameKind;
    /// Returns a copy.
    fn to_rules(&self) -> SomeRules;
    /// Returns the typed rules for a downcast.
    fn as_any(&self) -> &dyn Any;
    /// Returns true if the other rules are of the same game and equal.
    fn equals(&self, other: &dyn GameRules) -> bool;

    /// Returns the options that can be set.
    fn options(&self) -> &'static [OptionInfo];
    /// Returns the options that differ from the preset.
    fn changed(&self) -> Vec<&'static str>;
    /// Returns the value of an option.
    fn get(&self, key: &str) -> Option<Value>;
    /// Returns the rules with an option changed. They may be inconsistent until other options are
    /// changed as well.
    ///
    /// # Errors
    /// An unknown option, or a value it does not take.
    fn with(&self, key: &str, value: &Value) -> Result<SomeRules, RulesError>;
    /// Checks that the options fit each other.
    ///
    /// # Errors
    /// The first contradiction.
    fn check(&self) -> Result<(), RulesError>;
    /// Returns the seats of a full board.
    fn seats(&self) -> SeatSet;
    /// Applies the options of house rules. Returns the rules and the conflicts between house
    /// rules.
    ///
    /// # Errors
    /// The first house rule with options that are not possible.
    fn merge(&self, house: &[RuleSpec]) -> Result<(SomeRules, Vec<Conflict>), MergeError>;
}

impl dyn GameRules + '_ {
    /// Returns the rules of game `G`, or `None` for another game.
    pub fn of<G: Scripted>(&self) -> Option<&G::Rules> {
        self.as_any().downcast_ref()
    }

    /// Returns the rules of game `G`.
    ///
    /// # Panics
    /// The rules belong to another game.
    pub fn expect_of<G: Scripted>(&self) -> &G::Rules {
        self.of::<G>().unwrap_or_else(|| panic!("rules of {} expected", G::NAME))
    }
}

/// Owned rules of any game.
#[derive(Debug)]
pub struct SomeRules(Box<dyn GameRules>);

impl SomeRules {
    /// Wraps the rules of a known game.
    pub fn new<G: Scripted>(rules: G::Rules) -> Self {
        Self(Box::new(RulesOf::<G>(rules)))
    }
}

impl Deref for SomeRules {
    type Target = dyn GameRules;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl Clone for SomeRules {
    fn clone(&self) -> Self {
        self.0.to_rules()
    }
}

impl PartialEq for SomeRules {
    fn eq(&self, other: &Self) -> bool {
        self.equals(&**other)
    }
}

/// Returns the rules of a preset of any game.
pub fn preset(name: &str) -> Option<SomeRules> {
    let kind = GameKind::of_preset(name)?;
    with_game!(kind, |G| <G as Game>::Rules::preset(name).map(SomeRules::new::<G>))
}

/// Returns the rules with options changed. They may be inconsistent.
///
/// # Errors
/// The first option that cannot be set, and the reason.
pub fn with_options(
    rules: SomeRules,
    options: &Map<String, Value>,
) -> Result<SomeRules, (String, RulesError)> {
    options.iter().try_fold(rules, |rules, (key, value)| {
        rules.with(key, value).map_err(|error| (key.clone(), error))
    })
}

/// The rules of game `G`, as a type that implements [`GameRules`].
struct RulesOf<G: Game>(G::Rules);

impl<G: Game> Debug for RulesOf<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<G: Scripted> GameRules for RulesOf<G> {
    fn kind(&self) -> GameKind {
        GameKind::of::<G>()
    }

    fn to_rules(&self) -> SomeRules {
        SomeRules::new::<G>(self.0.clone())
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn equals(&self, other: &dyn GameRules) -> bool {
        other.of::<G>() == Some(&self.0)
    }

    fn options(&self) -> &'static [OptionInfo] {
        G::Rules::OPTIONS
    }

    fn changed(&self) -> Vec<&'static str> {
        self.0.changed()
    }

    fn get(&self, key: &str) -> Option<Value> {
        self.0.get(key)
    }

    fn with(&self, key: &str, value: &Value) -> Result<SomeRules, RulesError> {
        self.0.with_unchecked(key, value).map(SomeRules::new::<G>)
    }

    fn check(&self) -> Result<(), RulesError> {
        self.0.check()
    }

    fn seats(&self) -> SeatSet {
        self.0.seats()
    }

    fn merge(&self, house: &[RuleSpec]) -> Result<(SomeRules, Vec<Conflict>), MergeError> {
        let (merged, conflicts) = house::merge::<G>(&self.0, house)?;
        Ok((SomeRules::new::<G>(merged), conflicts))
    }
}
