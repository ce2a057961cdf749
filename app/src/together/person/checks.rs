//! Checks and cleans what a host sends.

use std::collections::BTreeMap;

use qipan_core::contract::game::Game;
use qipan_core::contract::localized::Text;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::question::{
    DeclaredOption, DeclaredQuestion, DeclaredQuestions, MAX_QUESTIONS, QuestionKey,
};
use qipan_core::record::{MAX_RULES, SavedRule};
use serde_json::Value;

use super::MAX_TEXT;
use crate::play::game::Playable;
use crate::play::table::{HostChoices, Table};
use crate::together::message::{ActionData, ActionKind, Welcome};
use crate::together::table::is_allowed_char;

/// Checks that a view is for the player of this window.
pub(super) fn check_viewer(welcome: &Welcome, view: &Value) -> Result<(), String> {
    let own = welcome.seat.as_deref().unwrap_or("public");
    match view.get("viewer").and_then(Value::as_str) {
        Some(viewer) if viewer != own => Err("a view for another player".to_owned()),
        _ => Ok(()),
    }
}

/// Checks that all actions that the host offers are legal. House rules can only remove legal
/// actions.
pub(super) fn check_offered<G: Playable>(table: &Table<G>) -> Result<(), String> {
    let mut legal = Vec::new();
    table.state().legal_actions(&mut legal);
    match table.actions().iter().all(|action| legal.contains(action)) {
        true => Ok(()),
        false => Err("the host offered an illegal move".to_owned()),
    }
}

/// Returns true if the host, after a lost connection, still describes the same table.
pub(super) fn is_same_table(old: &Welcome, new: &Welcome) -> bool {
    let table = |welcome: &Welcome| {
        (welcome.seat.clone(), welcome.game.clone(), welcome.options_of_rules.clone())
    };
    table(old) == table(new)
}

/// Returns a welcome whose texts are safe to show.
pub(super) fn cleaned(mut welcome: Welcome) -> Welcome {
    let clean = |text: &mut String| *text = sanitized(text);
    clean(&mut welcome.title);
    welcome.rules.iter_mut().chain(&mut welcome.house_rules).for_each(clean);
    for phrase in welcome.phrases.iter_mut().chain(&mut welcome.emoji) {
        clean(&mut phrase.text);
    }
    welcome
}

/// Returns the rules of a table.
pub(super) fn rules<G: Game>(welcome: &Welcome) -> Result<G::Rules, String> {
    let rules: G::Rules = serde_json::from_value(welcome.options_of_rules.clone())
        .map_err(|why| format!("the rules: {why}"))?;
    rules.check().map_err(|why| format!("the rules: {why}"))?;
    Ok(rules)
}

/// Returns the name of the preset that rules come from. The name in the welcome is not used,
/// because the host may send any text.
pub(super) fn preset_of<G: Game>(rules: &G::Rules) -> String {
    let base = rules.base_preset();
    let presets = G::Rules::PRESETS.iter();
    let mut found = presets.filter(|name| G::Rules::preset(name).as_ref() == Some(&base));
    found.next().map_or_else(String::new, |name| (*name).to_owned())
}

/// Returns the house rules of a table without their scripts. A window needs only their names and
/// questions, to describe their steps.
pub(super) fn house_rules_of(welcome: &Welcome) -> Result<Vec<SavedRule>, String> {
    if welcome.house_rules.len() > MAX_RULES {
        return Err("the host named too many house rules".to_owned());
    }
    let rule = |(index, name): (usize, &String)| {
        let questions = match welcome.questions.get(index) {
            None => DeclaredQuestions::new(),
            Some(questions) => read_questions(questions.clone())?,
        };
        Ok(SavedRule::described(Text::both(name), questions))
    };
    welcome.house_rules.iter().enumerate().map(rule).collect()
}

/// Reads the questions that a house rule declares. Their texts are made safe to show.
fn read_questions(questions: Value) -> Result<DeclaredQuestions, String> {
    let questions: DeclaredQuestions =
        serde_json::from_value(questions).map_err(|why| format!("the questions: {why}"))?;
    if questions.len() > MAX_QUESTIONS {
        return Err("the host sent too many questions".to_owned());
    }
    let clean = |text: &Text| Text { en: sanitized(&text.en), zh: sanitized(&text.zh) };
    let clean_question = |(name, question): (QuestionKey, DeclaredQuestion)| {
        let options = question
            .options
            .iter()
            .map(|option| DeclaredOption { name: option.name, text: clean(&option.text) });
        let options = options.collect();
        (name, DeclaredQuestion { text: clean(&question.text), options, ..question })
    };
    Ok(questions.into_iter().map(clean_question).collect())
}

/// Reads the actions that the host offers, and the seconds left on the clock that it shows.
pub(super) fn read_choices<G: Game>(
    actions: &[ActionData],
    clocks: &BTreeMap<String, f64>,
) -> Result<HostChoices<G::Action>, String> {
    let has_to_roll = actions.first().is_some_and(|action| action.kind == ActionKind::Roll);
    let read = |action: &ActionData| {
        let parsed = action.action.parse::<G::Action>();
        parsed.map_err(|_| format!("the host offered an unknown action, `{:.40}`", action.action))
    };
    let actions = match has_to_roll {
        true => Vec::new(),
        false => actions.iter().map(read).collect::<Result<Vec<_>, _>>()?,
    };
    let seconds_left = clocks.values().copied().find(|left| left.is_finite());
    Ok(HostChoices { has_to_roll, actions, seconds_left })
}

/// Returns a text of the host in a form that is safe to show: truncated, on one line, and without
/// characters that change its direction.
pub(super) fn sanitized(text: &str) -> String {
    text.chars().filter(|c| is_allowed_char(*c)).take(MAX_TEXT).collect()
}
