//! Describes a game in plain English: its setup and its outcome.

use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::script::Scripted;

/// Formats seats as `red` or `red and blue`.
fn seat_list<G: Scripted>(seats: SeatSet) -> String {
    list(&seats.iter().map(G::seat_name).collect::<Vec<_>>())
}

/// Formats a list as `a`, `a and b` or `a, b and c`.
pub(super) fn list(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}

/// Returns the lines about the setup of a game: its preset, rules and players.
pub(super) fn heading<G: Scripted>(record: &Record<G>) -> Vec<String> {
    let changed = record.rules.changed();
    let values = changed.iter().filter_map(|key| Some((key, record.rules.get(key)?)));
    let values: Vec<String> = values.map(|(key, value)| format!("{key}={value}")).collect();
    let with =
        if values.is_empty() { String::new() } else { format!(" with {}", values.join(" ")) };
    let player = |(seat, player): &(Seat, Player)| {
        let (seat, name) = (G::seat_name(*seat), &player.name);
        match player.is_human() {
            true if name.is_empty() => format!("{seat}: a person"),
            true => format!("{seat}: {name}, a person"),
            false => format!("{seat}: {name}, a robot"),
        }
    };
    let mut lines = vec![format!("{}{with}", record.preset)];
    lines.extend(record.house_rules.iter().map(house_rule));
    lines.extend(record.players.iter().map(player));
    lines
}

/// Returns a line about a house rule.
fn house_rule(rule: &SavedRule) -> String {
    let until = rule.until.map(|step| format!(", disabled from step {}", step + 1));
    format!("house rule: {} ({}){}", rule.name.en, rule.file, until.unwrap_or_default())
}

/// Returns a line about the outcome of a game.
pub(super) fn outcome<G: Scripted>(outcome: &Outcome) -> String {
    let places = outcome.places.iter().filter_map(|seats| {
        let place = outcome.place(seats.iter().next()?)?;
        Some(format!("{place}. {}", seat_list::<G>(*seats)))
    });
    format!("{} ({})", places.collect::<Vec<_>>().join(", "), outcome.reason)
}
