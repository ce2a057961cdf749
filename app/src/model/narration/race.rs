//! Words for events, cells and refusals of the race games.

use qipan_core::contract::game::{Game, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Again, Board, Cell, Event, HANGAR, PlaneSet, Progress, Race, View};

use crate::model::i18n::{Arg, I18n, ListStyle};
use crate::model::narration::{Narrate, seat, seats};

impl Narrate for Race {
    fn describe_step(i18n: &I18n, view: &View, events: &[Event]) -> String {
        line(i18n, view.race.board(), events)
    }
}

/// Returns plane numbers: `2`, `1+3`.
pub fn planes(set: PlaneSet) -> String {
    set.iter().map(|plane| (plane + 1).to_string()).collect::<Vec<_>>().join("+")
}

/// Names a cell as players count it: by its number along the track or lane.
pub fn cell(i18n: &I18n, cell: Cell) -> String {
    match cell {
        Cell::Track { square } => i18n.tf("cell-square", &[("number", square.into())]),
        Cell::Lane { step, .. } => i18n.tf("cell-lane", &[("number", step.into())]),
        Cell::Apron { .. } => i18n.t("cell-apron"),
        Cell::Centre { .. } => i18n.t("cell-centre"),
        Cell::Hangar { .. } => i18n.t("cell-hangar"),
    }
}

/// Describes an event in a few words, or returns `None` for events that need none. The
/// consequences of a move do not repeat the mover.
pub fn sentence(i18n: &I18n, board: Board, event: &Event) -> Option<String> {
    let place = |seat: Seat, at: Progress| Arg::from(cell(i18n, board.cell(seat, 0, at)));
    let who = |one: Seat| ("seat", Arg::from(seat::<Race>(i18n, one)));
    let which = |set: PlaneSet| ("planes", Arg::from(planes(set)));
    let say = |id: &str, args: &[(&str, Arg)]| Some(i18n.tf(id, args));
    match *event {
        Event::OpeningRolled { seat, die } => {
            say("log-opening-rolled", &[who(seat), ("die", die.into())])
        }
        Event::OpeningTied { seats: set } => {
            say("log-opening-tied", &[("seats", seats::<Race>(i18n, set).into())])
        }
        Event::Began { seat } => say("log-began", &[who(seat)]),
        Event::Rolled { seat, die } => say("log-rolled", &[who(seat), ("die", die.into())]),
        Event::NothingToMove { seat, die } => say("log-nothing", &[who(seat), ("die", die.into())]),
        Event::Launched { seat, plane, to } => say(
            "log-launched",
            &[who(seat), which(PlaneSet::one(plane)), ("cell", place(seat, to))],
        ),
        Event::Moved { seat, planes, from, to, die } => {
            let id = if from + die == to { "log-moved" } else { "log-bounced" };
            let (start, end) = (("from", place(seat, from)), ("cell", place(seat, to)));
            say(id, &[who(seat), which(planes), ("die", die.into()), start, end])
        }
        Event::Jumped { seat, to, .. } => say("log-jumped", &[("cell", place(seat, to))]),
        Event::Flew { seat, to, .. } => say("log-flew", &[("cell", place(seat, to))]),
        Event::Captured { seat: other, planes, .. } => {
            say("log-captured", &[("other", seat::<Race>(i18n, other).into()), which(planes)])
        }
        Event::Repelled { .. } => say("log-repelled", &[]),
        Event::Stacked { planes, .. } => say("log-stacked", &[which(planes)]),
        Event::Finished { planes, .. } => say("log-finished", &[which(planes)]),
        Event::ThirdSix { seat, planes } if planes.is_empty() => {
            say("log-third-six-nothing", &[who(seat)])
        }
        Event::ThirdSix { seat, planes } => say("log-third-six", &[who(seat), which(planes)]),
        Event::RollsAgain { why, .. } => say(rolls_again(why), &[]),
        Event::SeatHome { seat, place } => say("log-home", &[who(seat), ("place", place.into())]),
        Event::SentHome { seat, planes, .. } => say("log-sent-home", &[who(seat), which(planes)]),
        Event::Placed { seat, planes, to, .. } => {
            say("log-placed", &[who(seat), which(planes), ("cell", place(seat, to))])
        }
        Event::ExtraTurn { seat } => say("log-extra-turn", &[who(seat)]),
        Event::TurnSkipped { seat } => say("log-turn-skipped", &[who(seat)]),
        Event::NothingLeft { seat, die } => {
            say("log-nothing-left", &[who(seat), ("die", die.into())])
        }
        Event::Won { seat } => say("log-won", &[who(seat)]),
        Event::Resigned { seat } => say("log-resigned", &[who(seat)]),
        Event::TurnPassed { .. } => None,
        Event::Ended { .. } => say("log-ended", &[]),
    }
}

/// Returns the text id of the reason for an extra roll.
fn rolls_again(why: Again) -> &'static str {
    match why {
        Again::Face => "log-again-face",
        Again::Capture => "log-again-capture",
        Again::Finish => "log-again-finish",
        Again::Try => "log-again-try",
    }
}

/// Describes the events of a step in one line: `Red 2: 4, to square 5, jumps to square 9`.
pub fn line(i18n: &I18n, board: Board, events: &[Event]) -> String {
    // The texts of these events include the roll.
    let has_words = |event: &&Event| {
        let nothing = |e: &Event| matches!(e, Event::NothingToMove { .. } | Event::ThirdSix { .. });
        !(matches!(event, Event::Rolled { .. }) && events.iter().any(nothing))
    };
    let words = events.iter().filter(has_words).filter_map(|event| sentence(i18n, board, event));
    i18n.list(ListStyle::Clauses, words)
}

/// Returns true if a step is only a roll. The line of the next step repeats it.
pub fn is_bare_roll(events: &[Event]) -> bool {
    matches!(events, [Event::Rolled { .. }])
}

/// Explains in one line why a plane cannot move now.
pub fn refusal(i18n: &I18n, race: &Race, owner: Seat, plane: u8) -> String {
    let turn = match race.turn() {
        Turn::Over => return i18n.t("refuse-over"),
        Turn::Chance { .. } => return i18n.t("refuse-roll-first"),
        Turn::Seat(turn) => turn,
    };
    let name = |one| Arg::from(seat::<Race>(i18n, one));
    if owner != turn {
        return i18n.tf("refuse-other", &[("seat", name(owner)), ("turn", name(turn))]);
    }
    let at = race.planes(owner).get(plane as usize).copied().unwrap_or(HANGAR);
    let centre = race.board().centre();
    if at == centre {
        return i18n.t("refuse-finished");
    }
    let die = race.die().unwrap_or(0);
    if at == HANGAR {
        let faces: Vec<u8> = race.rules().takeoff.iter().collect();
        if faces == [2, 4, 6] {
            return i18n.tf("refuse-takeoff-even", &[("seat", name(owner))]);
        }
        if !faces.contains(&die) {
            let faces = i18n.list(ListStyle::Or, faces.iter().map(u8::to_string));
            return i18n.tf("refuse-takeoff", &[("seat", name(owner)), ("faces", faces.into())]);
        }
    } else if at + die > centre {
        return i18n.tf("refuse-exact", &[("left", (centre - at).into())]);
    }
    i18n.t("refuse-blocked")
}
