//! House rules in words: what they change, why they do not fit, which one holds.

use qipan_core::options::RulesError;
use serde_json::{Map, Value};

use crate::games::desk::Desk;
use crate::games::words;
use crate::model::house::Conflict;
use crate::model::i18n::I18n;
use crate::model::kind::{AnyRules, for_rules};
use crate::model::scripts::RuleSpec;

/// What a house rule changes: the options it sets, then what its hooks do.
#[must_use]
pub fn changes(i18n: &I18n, set: &Map<String, Value>, hooks: &[String]) -> Vec<String> {
    let mut changes = words::settings(i18n, set);
    changes.extend(words::hooks(i18n, hooks));
    changes
}

/// Why a house rule does not fit the options, in a sentence.
#[must_use]
pub fn misfit(i18n: &I18n, rules: &AnyRules, why: &RulesError) -> String {
    for_rules!(rules, G, own => match why {
        RulesError::Unknown { key, .. } => {
            let key: String = key.chars().take(60).collect();
            i18n.tf("house-no-option", &[("option", key.into())])
        }
        RulesError::Value { key, value, .. } => {
            let value: String = value.chars().take(60).collect();
            let args = [("option", words::option(i18n, key).into()), ("value", value.into())];
            i18n.tf("house-bad-value", &args)
        }
        RulesError::NoMeaning { key, .. } if !<G as Desk>::has_meaning(own, key) => {
            i18n.tf("house-no-meaning", &[("option", words::option(i18n, key).into())])
        }
        why => <G as Desk>::fault(why, i18n, own),
    })
}

/// Which of two rules holds, in a sentence.
#[must_use]
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
