//! The rules of a game whose kind is known only while the program runs.

use std::any::Any;
use std::fmt::{self, Debug};
use std::ops::Deref;

use qipan_core::game::Game;
use qipan_core::games::{ForGame, GameKind};
use qipan_core::options::{OptionInfo, RuleSet, RulesError};
use qipan_core::script::Scripted;
use qipan_core::seat::SeatSet;
use serde_json::{Map, Value};

use crate::model::house::{self, Conflict, Misfit};
use crate::model::scripts::RuleSpec;

/// What can be asked of the rules of some game. Implemented once, for all games.
pub trait GameRules: Debug + 'static {
    /// The kind of game they are for.
    fn kind(&self) -> GameKind;
    /// Another copy.
    fn boxed(&self) -> SomeRules;
    /// The rules themselves, to be taken for those of a known game.
    fn as_any(&self) -> &dyn Any;
    /// Whether others are the same.
    fn is(&self, other: &dyn GameRules) -> bool;

    /// The options that can be set.
    fn options(&self) -> &'static [OptionInfo];
    /// The rules of the preset these started from.
    fn unchanged(&self) -> SomeRules;
    /// The options that differ from the preset.
    fn changed(&self) -> Vec<&'static str>;
    /// The value of an option.
    fn get(&self, key: &str) -> Option<Value>;
    /// The rules with an option changed, which may contradict others for now.
    ///
    /// # Errors
    /// When there is no such option, or it takes no such value.
    fn with(&self, key: &str, value: &Value) -> Result<SomeRules, RulesError>;
    /// Whether the options fit each other.
    ///
    /// # Errors
    /// The first contradiction.
    fn check(&self) -> Result<(), RulesError>;
    /// The seats at the board when all are taken.
    fn seats(&self) -> SeatSet;
    /// The rules with everything these house rules set, and what is overruled.
    ///
    /// # Errors
    /// The first house rule whose options cannot be.
    fn merge(&self, house: &[RuleSpec]) -> Result<(SomeRules, Vec<Conflict>), Misfit>;
}

impl dyn GameRules + '_ {
    /// The rules of a known game, if they are for it.
    #[must_use]
    pub fn of<G: Scripted>(&self) -> Option<&G::Rules> {
        self.as_any().downcast_ref()
    }
}

/// Rules of some game, as a value.
#[derive(Debug)]
pub struct SomeRules(Box<dyn GameRules>);

impl SomeRules {
    /// The rules of a known game as those of some game.
    #[must_use]
    pub fn new<G: Scripted>(rules: G::Rules) -> Self {
        Self(Box::new(Of::<G>(rules)))
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
        self.0.boxed()
    }
}

impl PartialEq for SomeRules {
    fn eq(&self, other: &Self) -> bool {
        self.is(&**other)
    }
}

/// The rules of a preset of any game.
#[must_use]
pub fn preset(name: &str) -> Option<SomeRules> {
    struct Preset<'a>(&'a str);
    impl ForGame for Preset<'_> {
        type Output = Option<SomeRules>;
        fn call<G: Scripted>(self) -> Self::Output {
            G::Rules::preset(self.0).map(SomeRules::new::<G>)
        }
    }
    GameKind::of_preset(name)?.visit(Preset(name))
}

/// The rules of a preset with options changed, which may contradict each other; or the option
/// that cannot be.
///
/// # Errors
/// The name of the option, and why it cannot be.
pub fn with_options(
    rules: SomeRules,
    options: &Map<String, Value>,
) -> Result<SomeRules, (String, RulesError)> {
    options.iter().try_fold(rules, |rules, (key, value)| {
        rules.with(key, value).map_err(|error| (key.clone(), error))
    })
}

struct Of<G: Game>(G::Rules);

impl<G: Game> Debug for Of<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<G: Scripted> GameRules for Of<G> {
    fn kind(&self) -> GameKind {
        GameKind::of::<G>()
    }

    fn boxed(&self) -> SomeRules {
        SomeRules::new::<G>(self.0.clone())
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn is(&self, other: &dyn GameRules) -> bool {
        other.of::<G>() == Some(&self.0)
    }

    fn options(&self) -> &'static [OptionInfo] {
        G::Rules::OPTIONS
    }

    fn unchanged(&self) -> SomeRules {
        SomeRules::new::<G>(self.0.unchanged())
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

    fn merge(&self, house: &[RuleSpec]) -> Result<(SomeRules, Vec<Conflict>), Misfit> {
        let (merged, conflicts) = house::merge::<G>(&self.0, house)?;
        Ok((SomeRules::new::<G>(merged), conflicts))
    }
}
