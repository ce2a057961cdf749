//! A race game in plain English, an event a phrase.

use qipan_core::game::{Game, Step};
use qipan_core::outcome::{Outcome, Reason};
use qipan_core::race::{Again, Board, Event, PlaneSet, Progress, Race};
use qipan_core::record::Record;
use qipan_core::seat::{Seat, SeatSet};

/// One line for a step: what it was and all that followed.
pub(super) fn step(board: Board, step: &Step<Race>, events: &[Event]) -> String {
    if let Step::Draw = step {
        return "the players agree on a draw".to_owned();
    }
    let phrases: Vec<String> = events.iter().filter_map(|told| event(board, told)).collect();
    phrases.join("; ")
}

/// One phrase for an event; none where the next line says it anyway.
fn event(board: Board, event: &Event) -> Option<String> {
    let cell = |seat: Seat, at: Progress| board.cell_name(board.cell(seat, 0, at));
    let who = |seat: Seat| Race::seat_name(seat);
    Some(match *event {
        Event::OpeningRolled { seat, die } => {
            format!("{} rolls {die} to see who begins", who(seat))
        }
        Event::OpeningTied { seats } => format!("{} rolled alike and roll again", set(seats)),
        Event::Began { seat } => format!("{} begins", who(seat)),
        Event::Rolled { seat, die } => format!("{} rolls {die}", who(seat)),
        Event::NothingToMove { .. } => "nothing can move".to_owned(),
        Event::Launched { seat, plane, to } => {
            format!("{} takes off with plane {} to {}", who(seat), plane + 1, cell(seat, to))
        }
        Event::Moved { seat, planes: moved, from, to, die } => {
            let bounced = if to < from + die { ", bouncing back" } else { "" };
            format!("{} moves {} to {}{bounced}", who(seat), planes(moved), cell(seat, to))
        }
        Event::Jumped { seat, to, .. } => format!("jumps to {}", cell(seat, to)),
        Event::Flew { seat, to, .. } => format!("flies to {}", cell(seat, to)),
        Event::Captured { seat, planes: hit, at, .. } => {
            format!("sends {}'s {} home from {}", who(seat), planes(hit), cell(seat, at))
        }
        Event::Repelled { seat, at, .. } => {
            format!("meets a bigger stack on {} and goes home itself", cell(seat, at))
        }
        Event::Stacked { planes: joined, .. } => format!("stacks {}", planes(joined)),
        Event::Finished { planes: home, .. } => {
            format!("{} {} home", planes(home), if home.len() > 1 { "are" } else { "is" })
        }
        Event::ThirdSix { planes: hit, .. } if hit.is_empty() => {
            "the third 6 in a row ends the turn".to_owned()
        }
        Event::ThirdSix { planes: hit, .. } => {
            format!("the third 6 in a row sends {} back to the hangar", planes(hit))
        }
        Event::RollsAgain { why, .. } => match why {
            Again::Face => "rolls again".to_owned(),
            Again::Capture => "rolls again for the capture".to_owned(),
            Again::Finish => "rolls again for the plane home".to_owned(),
            Again::Try => "tries again to take off".to_owned(),
        },
        Event::SeatHome { seat, place } => {
            format!("{} has brought its planes home, number {place} to do so", who(seat))
        }
        Event::Resigned { seat } => format!("{} gives up", who(seat)),
        Event::TurnPassed { .. } => return None,
        Event::Ended { .. } => "the game is over".to_owned(),
    })
}

/// `plane 2`, `planes 1 and 3`.
fn planes(planes: PlaneSet) -> String {
    let names: Vec<String> = planes.iter().map(|plane| (plane + 1).to_string()).collect();
    format!("{} {}", if names.len() > 1 { "planes" } else { "plane" }, list(&names))
}

/// `red`, `red and blue`.
fn set(seats: SeatSet) -> String {
    list(&seats.iter().map(Race::seat_name).collect::<Vec<_>>())
}

/// `a`, `a and b`, `a, b and c`.
fn list(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}

/// Lines about a game before its first step: rules and players.
pub(super) fn heading(record: &Record<Race>) -> Vec<String> {
    let changed = record.rules.changed();
    let values = changed.iter().filter_map(|key| Some((key, record.rules.get(key)?)));
    let values: Vec<String> = values.map(|(key, value)| format!("{key}={value}")).collect();
    let with =
        if values.is_empty() { String::new() } else { format!(" with {}", values.join(" ")) };
    let player = |(seat, player): &(Seat, qipan_core::record::Player)| {
        let kind = if player.is_human() { "a person" } else { "a robot" };
        format!("{}: {}, {kind}", Race::seat_name(*seat), player.name)
    };
    let mut lines = vec![format!("{}{with}", record.preset)];
    lines.extend(record.players.iter().map(player));
    lines
}

/// One line about the end of a game.
pub(super) fn outcome(outcome: &Outcome) -> String {
    let places = outcome.places.iter().filter_map(|seats| {
        let place = outcome.place(seats.iter().next()?)?;
        Some(format!("{place}. {}", set(*seats)))
    });
    let why = match outcome.reason {
        Reason::AllHome => "all but the last are home",
        Reason::FirstHome => "the first is home",
        Reason::TeamHome => "a team is home",
        Reason::Resignation => "the others gave up",
        Reason::Agreement => "drawn",
    };
    format!("{} ({why})", places.collect::<Vec<_>>().join(", "))
}
