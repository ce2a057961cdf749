//! Texts about house rules: their changes, their errors and the conflicts between them.

use qipan_core::contract::options::RulesError;
use qipan_core::with_game;
use serde_json::{Map, Value};

use crate::games::{GameUi as _, words};
use crate::model::house::Conflict;
use crate::model::i18n::I18n;
use crate::model::rules::GameRules;
use crate::model::scripts::RuleSpec;

/// The maximum number of characters quoted from a rule.
const MAX_CHARS: usize = 60;

/// Returns a text for each change of a house rule: the options it sets, then the effects of its
/// hooks.
pub fn changes(i18n: &I18n, set: &Map<String, Value>, hooks: &[String]) -> Vec<String> {
    let mut changes = words::settings(i18n, set);
    changes.extend(words::hooks(i18n, hooks));
    changes
}

/// Returns a sentence that says why a house rule does not fit the options.
pub fn misfit_text(i18n: &I18n, rules: &dyn GameRules, error: &RulesError) -> String {
    let has_meaning =
        |key: &str| with_game!(rules.kind(), |G| G::has_effect(rules.expect_of::<G>(), key));
    match error {
        RulesError::Unknown { key, .. } => {
            let key: String = key.chars().take(MAX_CHARS).collect();
            i18n.tf("house-no-option", &[("option", key.into())])
        }
        RulesError::Value { key, value, .. } => {
            let value: String = value.chars().take(MAX_CHARS).collect();
            let args = [("option", words::option(i18n, key).into()), ("value", value.into())];
            i18n.tf("house-bad-value", &args)
        }
        RulesError::Inapplicable { key, .. } if !has_meaning(key) => {
            i18n.tf("house-no-meaning", &[("option", words::option(i18n, key).into())])
        }
        error => words::rules_error(rules, error, i18n),
    }
}

/// Returns a sentence that says which of two conflicting rules sets an option.
pub fn conflict_text(i18n: &I18n, conflict: &Conflict, rules: &[RuleSpec]) -> String {
    let name =
        |index: usize| rules.get(index).map_or("", |spec| i18n.pick(&spec.info.name)).to_owned();
    let args = [
        ("loses", name(conflict.loser).into()),
        ("holds", name(conflict.winner).into()),
        ("option", words::option(i18n, &conflict.key).into()),
        ("value", words::value_of(i18n, &conflict.key, &conflict.value).into()),
    ];
    i18n.tf("house-conflict", &args)
}
