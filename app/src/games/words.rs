//! Words shared by games: names of seats, titles, steps, and house rules.

use qipan_core::contract::game::{Game, Step, Viewer};
use qipan_core::contract::localized::Text;
use qipan_core::contract::options::{RuleSet as _, RulesError, list_additions};
use qipan_core::contract::seat::Seat;
use qipan_core::house::Hook;
use qipan_core::record::Record;
use serde_json::{Map, Value};

use crate::games::{Announcement, GameUi};
use crate::model::i18n::{I18n, ListStyle};
use crate::model::narration::question;
pub use crate::model::narration::{place, place_in, seat, seats};
use crate::model::ready_rules::{self, ReadyRules};
use crate::model::rules::GameRules;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

/// Formats a share in whole percent.
pub fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// Returns the name of a seat of a kind of game.
pub fn seat_of(kind: GameKind, i18n: &I18n, seat: Seat) -> String {
    i18n.t(&format!("seat-{}", kind.seats().get(seat.index()).copied().unwrap_or("nobody")))
}

/// Names a viewer in a word or two.
pub fn viewer_name<G: Game>(i18n: &I18n, viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(only) => seat::<G>(i18n, only),
        Viewer::Side(side) => seats::<G>(i18n, side),
        Viewer::Public => i18n.t("eyes-public"),
        Viewer::All => i18n.t("eyes-all"),
    }
}

/// Names the view of a seat or a side. Returns `None` for other viewers.
pub fn view_of<G: Game>(i18n: &I18n, viewer: Viewer) -> Option<String> {
    let has_seats = matches!(viewer, Viewer::Seat(_) | Viewer::Side(_));
    has_seats.then(|| i18n.tf("eyes-of", &[("seat", viewer_name::<G>(i18n, viewer).into())]))
}

/// Returns the words for a person without a name: "you" for the first such person in a game, and
/// "another person" for the others.
pub fn unnamed_person<G: Game>(record: &Record<G>, seat: Seat, i18n: &I18n) -> String {
    let mut players = record.players.iter();
    let first = players.find(|(_, player)| player.is_human() && player.name.is_empty());
    i18n.t(if first.is_some_and(|(first, _)| *first == seat) { "play-you" } else { "who-person" })
}

/// Returns the name of a seat from its name in files, or `None` if no game has such a seat.
pub fn seat_in_file(i18n: &I18n, name: &str) -> Option<String> {
    let known = GameKind::ALL.iter().any(|kind| kind.seats().contains(&name));
    known.then(|| i18n.t(&format!("seat-{name}")))
}

/// Describes a game: its name, its ready-made rules or the number of changed rules, and the
/// number of house rules.
pub fn title<G: GameUi>(i18n: &I18n, record: &Record<G>) -> String {
    let house_rules = record.house_rules.len();
    let changed = G::changed_by_players(&record.rules).len();
    let mut parts = vec![i18n.t(&format!("game-{}", record.preset))];
    match ready_rules(record) {
        Some(ready) => parts.push(i18n.t(&format!("ready-{}", ready.name))),
        // With house rules, a game does not have the standard rules.
        None if changed == 0 && house_rules > 0 => {}
        None => parts.push(i18n.tf("play-changed-rules", &[("count", changed.into())])),
    }
    if house_rules > 0 {
        parts.push(i18n.tf("play-house-rules", &[("count", house_rules.into())]));
    }
    parts.join(" · ")
}

/// Returns the ready-made rules that change exactly the options that the players of a game changed,
/// and to the same values. Returns `None` if they changed no option.
fn ready_rules<G: GameUi>(record: &Record<G>) -> Option<&'static ReadyRules> {
    let changed = G::changed_by_players(&record.rules).len();
    let is_in_use = |ready: &&ReadyRules| {
        let is_set = |(key, value): (&str, Value)| record.rules.get(key) == Some(value);
        ready.options().count() == changed && ready.options().all(is_set)
    };
    ready_rules::of_preset(&record.preset).find(is_in_use).filter(|_| changed > 0)
}

/// Returns the name of a house rule. `index` counts the house rules of the game from 0.
fn house_rule_name<G: Game>(i18n: &I18n, record: &Record<G>, index: u8) -> String {
    let rule = record.house_rules.get(usize::from(index));
    rule.map_or_else(String::new, |rule| i18n.pick(&rule.name).to_owned())
}

/// Describes the step with this index in one line, which contains only what the viewer may know.
/// The line of an effect of a house rule begins with the rule's name.
pub fn step<G: GameUi>(
    i18n: &I18n,
    record: &Record<G>,
    step: usize,
    view: &G::View,
    events: &[G::Event],
) -> String {
    let about_question = record.steps.get(step).and_then(|step| {
        let known = (G::viewer(view), G::question_in_view(view));
        question::step_line(i18n, record, step, known)
    });
    let line = about_question.unwrap_or_else(|| G::describe_step(i18n, view, events));
    match record.steps.get(step) {
        Some(Step::House { rule: index, .. }) if !line.is_empty() => {
            let name = house_rule_name(i18n, record, *index);
            let args = [("rule", name.into()), ("what", line.into())];
            i18n.tf("log-house", &args)
        }
        _ => line,
    }
}

/// Returns the announcements over the board about a step: the effect of a house rule, then the
/// referee's words. `line` describes the step in one line.
pub fn step_announcements<G: GameUi>(
    i18n: &I18n,
    record: &Record<G>,
    step: usize,
    line: &str,
    events: &[G::Event],
) -> Vec<Announcement> {
    let by_rule = matches!(record.steps.get(step), Some(Step::House { .. })) && !line.is_empty();
    let mut announcements = G::announcements(i18n, &record.rules, events);
    if by_rule {
        announcements.insert(0, Announcement { text: line.to_owned(), seat: None, loud: false });
    }
    announcements
}

/// Lists options with the values to which a house rule or the players set them, in the words of the
/// form.
pub fn settings(i18n: &I18n, changes: &Map<String, Value>) -> Vec<String> {
    let setting = |(key, value): (&String, &Value)| {
        let (id, value) = match list_additions(value) {
            // An option whose entries are lists of cells is a switch in the form, so its additions
            // are described as the value that is set.
            Some(more) if !more.first().is_some_and(Value::is_array) => {
                ("house-adds", Value::from(more))
            }
            Some(more) => ("house-sets", Value::from(more)),
            None => ("house-sets", value.clone()),
        };
        let args =
            [("option", option(i18n, key).into()), ("value", value_of(i18n, key, &value).into())];
        i18n.tf(id, &args)
    };
    changes.iter().map(setting).collect()
}

/// Lists the changed options of a game, with their values, in the words of the form. The names of
/// its house rules follow.
pub fn changed_rules<G: GameUi>(i18n: &I18n, record: &Record<G>) -> Vec<String> {
    let mut lines = changed_options::<G>(i18n, &record.rules);
    lines.extend(record.house_rules.iter().map(|rule| i18n.pick(&rule.name).to_owned()));
    lines
}

/// Lists the changed options of a game, and its house rules with their descriptions.
pub fn explained_changes<G: GameUi>(i18n: &I18n, record: &Record<G>) -> Vec<String> {
    let mut lines = changed_options::<G>(i18n, &record.rules);
    lines.extend(record.house_rules.iter().map(|rule| house_rule(i18n, &rule.name, &rule.about)));
    lines
}

/// Describes a house rule in a line: its name, then what it does.
pub fn house_rule(i18n: &I18n, name: &Text, about: &Text) -> String {
    let args = [("rule", i18n.pick(name).into()), ("about", i18n.pick(about).into())];
    i18n.tf("guide-house-rule", &args)
}

/// Lists the options that players changed, with their values, in the words of the form.
pub fn changed_options<G: GameUi>(i18n: &I18n, rules: &G::Rules) -> Vec<String> {
    let changed = G::changed_by_players(rules).into_iter();
    settings(i18n, &changed.filter_map(|key| Some((key.to_owned(), rules.get(key)?))).collect())
}

/// Describes an option in a sentence. Games may describe an option of the same name differently.
pub fn about_option(kind: GameKind, i18n: &I18n, key: &str) -> String {
    let game_text = i18n.find(&format!("rule-{game}-{key}", game = kind.name()));
    game_text.unwrap_or_else(|| i18n.t(&format!("rule-{key}.about")))
}

/// Returns the name of an option in the form.
pub fn option(i18n: &I18n, key: &str) -> String {
    i18n.find(&format!("rule-{key}")).unwrap_or_else(|| truncated(key))
}

/// Returns a value of an option in the words of the form.
pub fn value_of(i18n: &I18n, key: &str, value: &Value) -> String {
    let switch = |on: bool| i18n.t(if on { "word-on" } else { "word-off" });
    match value {
        Value::Bool(on) => switch(*on),
        Value::String(word) if word == "on" || word == "off" => {
            i18n.find(&format!("rule-{key}-{word}")).unwrap_or_else(|| switch(word == "on"))
        }
        Value::String(word) => {
            i18n.find(&format!("rule-{key}-{word}")).unwrap_or_else(|| truncated(word))
        }
        Value::Array(items) if items.is_empty() => i18n.t("word-none"),
        // An option whose entries are lists of cells. The form can only switch it on and off.
        Value::Array(items) if items[0].is_array() => switch(true),
        Value::Array(items) => {
            i18n.list(ListStyle::Plain, items.iter().map(|value| value_of(i18n, key, value)))
        }
        other => truncated(&other.to_string()),
    }
}

/// Describes a contradiction between rules and its remedy, in a sentence.
pub fn rules_error(rules: &dyn GameRules, error: &RulesError, i18n: &I18n) -> String {
    with_game!(rules.kind(), |G| G::rules_error(error, i18n, rules.expect_of::<G>()))
}

/// Shortens a text from a script to a length that can be shown, at most 60 characters.
fn truncated(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Describes in a few words each of a house rule's hooks. Unknown hooks are left out.
pub fn hooks(i18n: &I18n, hooks: &[String]) -> Vec<String> {
    let known = Hook::ALL.into_iter().filter(|hook| hooks.iter().any(|name| name == hook.name()));
    known.map(|hook| i18n.t(&format!("house-hook-{}", hook.name()))).collect()
}
