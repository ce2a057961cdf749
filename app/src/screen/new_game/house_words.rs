//! House rules in words: what they change, why they do not fit, which one holds.

use qipan_core::options::{OptionInfo, OptionKind, RulesError};
use qipan_core::text::Text;
use serde_json::{Map, Value};

use crate::desk::Desk;
use crate::house::Conflict;
use crate::i18n::{I18n, Lang};
use crate::kind::{AnyRules, Kind, for_rules};
use crate::scripts::RuleSpec;

/// A text in the language of the window.
#[must_use]
pub fn said<'a>(i18n: &I18n, text: &'a Text) -> &'a str {
    text.in_language(match i18n.lang() {
        Lang::En => "en",
        Lang::Zh => "zh",
    })
}

/// Several words as a list.
fn list(i18n: &I18n, words: &[String]) -> String {
    words.join(if i18n.lang() == Lang::Zh { "、" } else { ", " })
}

/// What a house rule changes: the options it sets, then what its hooks do.
#[must_use]
pub fn changes(
    i18n: &I18n,
    rules: &AnyRules,
    set: &Map<String, Value>,
    hooks: &[String],
) -> Vec<String> {
    let mut words: Vec<String> = set
        .iter()
        .map(|(key, value)| {
            let args = [
                ("option", option(i18n, rules, key).into()),
                ("value", value_of(i18n, rules, key, value).into()),
            ];
            i18n.tf("house-sets", &args)
        })
        .collect();
    let known = ["filter", "after", "battle", "layout"];
    let hooks = known.iter().filter(|known| hooks.iter().any(|hook| hook == *known));
    words.extend(hooks.map(|hook| i18n.t(&format!("house-hook-{hook}"))));
    words
}

fn info(rules: &AnyRules, key: &str) -> Option<OptionInfo> {
    for_rules!(rules, G, _rules => {
        <G as Kind>::OPTIONS.iter().find(|info| info.key == key).copied()
    })
}

/// An option as the form calls it.
#[must_use]
pub fn option(i18n: &I18n, rules: &AnyRules, key: &str) -> String {
    match info(rules, key) {
        Some(_) => i18n.t(&format!("rule-{key}")),
        None => key.chars().take(60).collect(),
    }
}

/// The value of an option as the form calls it.
#[must_use]
pub fn value_of(i18n: &I18n, rules: &AnyRules, key: &str, value: &Value) -> String {
    let plain = || value.to_string().chars().take(60).collect::<String>();
    let Some(info) = info(rules, key) else { return plain() };
    let word = |on: bool| i18n.t(if on { "word-on" } else { "word-off" });
    let value = info.normalise(value);
    let named = |value: &Value, words: &[&str]| {
        let word = value.as_str().filter(|word| words.contains(word));
        word.map_or_else(plain, |word| i18n.t(&format!("rule-{key}-{word}")))
    };
    match (info.kind, &value) {
        (OptionKind::Toggle, Value::Bool(on)) => word(*on),
        (OptionKind::Choice(["on", "off"]), Value::String(text)) => word(text == "on"),
        (OptionKind::Choice(words), value) => named(value, words),
        (OptionKind::Lines, Value::Array(lines)) => word(!lines.is_empty()),
        (_, Value::Array(items)) if items.is_empty() => i18n.t("word-none"),
        (OptionKind::Any(words), Value::Array(items)) => {
            list(i18n, &items.iter().map(|item| named(item, words)).collect::<Vec<_>>())
        }
        (_, Value::Array(items)) => {
            list(i18n, &items.iter().map(ToString::to_string).collect::<Vec<_>>())
        }
        _ => plain(),
    }
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
            let args = [("option", option(i18n, rules, key).into()), ("value", value.into())];
            i18n.tf("house-bad-value", &args)
        }
        RulesError::NoMeaning { key, .. } if !<G as Desk>::has_meaning(own, key) => {
            i18n.tf("house-no-meaning", &[("option", option(i18n, rules, key).into())])
        }
        why => <G as Desk>::fault(why, i18n, own),
    })
}

/// Which of two rules holds, in a sentence.
#[must_use]
pub fn conflict(i18n: &I18n, rules: &AnyRules, found: &Conflict, chosen: &[RuleSpec]) -> String {
    let name =
        |index: usize| chosen.get(index).map_or("", |spec| said(i18n, &spec.info.name)).to_owned();
    let args = [
        ("loses", name(found.loses).into()),
        ("holds", name(found.holds).into()),
        ("option", option(i18n, rules, &found.key).into()),
        ("value", value_of(i18n, rules, &found.key, &found.value).into()),
    ];
    i18n.tf("house-conflict", &args)
}
