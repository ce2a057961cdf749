//! House rules in words: their changes, misfits and conflicts.

use qipan_core::contract::options::RulesError;
use qipan_core::with_game;
use serde_json::{Map, Value};

use crate::games::{GameUi as _, words};
use crate::model::house::Conflict;
use crate::model::i18n::I18n;
use crate::model::rules::GameRules;
use crate::model::scripts::RuleSpec;

/// Returns the changes of a house rule: the options it sets, then the effects of its hooks.
pub fn changes(i18n: &I18n, set: &Map<String, Value>, hooks: &[String]) -> Vec<String> {
    let mut changes = words::settings(i18n, set);
    changes.extend(words::hooks(i18n, hooks));
    changes
}

/// Returns a sentence for why a house rule does not fit the options.
pub fn misfit(i18n: &I18n, rules: &dyn GameRules, why: &RulesError) -> String {
    let has_meaning =
        |key: &str| with_game!(rules.kind(), |G| G::has_meaning(rules.expect_of::<G>(), key));
    match why {
        RulesError::Unknown { key, .. } => {
            let key: String = key.chars().take(60).collect();
            i18n.tf("house-no-option", &[("option", key.into())])
        }
        RulesError::Value { key, value, .. } => {
            let value: String = value.chars().take(60).collect();
            let args = [("option", words::option(i18n, key).into()), ("value", value.into())];
            i18n.tf("house-bad-value", &args)
        }
        RulesError::NoMeaning { key, .. } if !has_meaning(key) => {
            i18n.tf("house-no-meaning", &[("option", words::option(i18n, key).into())])
        }
        why => words::rules_error(rules, why, i18n),
    }
}

/// Returns a sentence for which of two rules settles an option.
pub fn conflict(i18n: &I18n, found: &Conflict, chosen: &[RuleSpec]) -> String {
    let name =
        |index: usize| chosen.get(index).map_or("", |spec| i18n.pick(&spec.info.name)).to_owned();
    let args = [
        ("loses", name(found.loses).into()),
        ("holds", name(found.holds).into()),
        ("option", words::option(i18n, &found.key).into()),
        ("value", words::value_of(i18n, &found.key, &found.value).into()),
    ];
    i18n.tf("house-conflict", &args)
}
