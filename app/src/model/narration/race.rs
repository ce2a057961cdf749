//! Describes events, cells and refusals of the race games.

pub mod facts;
mod hint;
mod risk;

use qipan_core::contract::game::{Game, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{
    Action, Board, Cell, Event, ExtraRollReason, HANGAR, PlaneSet, Progress, Race, View,
};

use crate::model::i18n::{Arg, I18n, ListStyle};
use crate::model::narration::{Narrate, seat, seats};

impl Narrate for Race {
    fn describe_step(i18n: &I18n, view: &View, events: &[Event]) -> String {
        line(i18n, view.race.board(), events)
    }

    fn hint_reason(i18n: &I18n, view: &View, seat: Seat, action: Action) -> String {
        hint::reason(i18n, view, seat, action)
    }

    fn risk(i18n: &I18n, view: &View, seat: Seat, action: Action) -> Option<String> {
        risk::risk(i18n, view, seat, action)
    }
}

/// Returns the numbers of planes, counted from 1, such as `2` or `1+3`.
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

/// Describes an event in a few words. Returns `None` for events that are not mentioned. The text of
/// a consequence of a move, such as a capture, does not name the mover again.
pub fn clause(i18n: &I18n, board: Board, event: &Event) -> Option<String> {
    let cell_name =
        |seat: Seat, progress: Progress| Arg::from(cell(i18n, board.cell(seat, 0, progress)));
    let seat_arg = |mover: Seat| ("seat", Arg::from(seat::<Race>(i18n, mover)));
    let planes_arg = |set: PlaneSet| ("planes", Arg::from(planes(set)));
    let count_arg = |set: PlaneSet| ("count", Arg::from(set.len()));
    let text = |id: &str, args: &[(&str, Arg)]| Some(i18n.tf(id, args));
    match *event {
        Event::OpeningRolled { seat, die } => {
            text("log-opening-rolled", &[seat_arg(seat), ("die", die.into())])
        }
        Event::OpeningTied { seats: set } => {
            text("log-opening-tied", &[("seats", seats::<Race>(i18n, set).into())])
        }
        Event::Began { seat } => text("log-began", &[seat_arg(seat)]),
        Event::Rolled { seat, die } => text("log-rolled", &[seat_arg(seat), ("die", die.into())]),
        Event::NothingToMove { seat, die } => {
            text("log-nothing", &[seat_arg(seat), ("die", die.into())])
        }
        Event::Launched { seat, plane, to } => text(
            "log-launched",
            &[seat_arg(seat), planes_arg(PlaneSet::one(plane)), ("cell", cell_name(seat, to))],
        ),
        Event::Moved { seat, planes, from, to, die } => {
            let id = if from + die == to { "log-moved" } else { "log-bounced" };
            let (from, to) = (("from", cell_name(seat, from)), ("cell", cell_name(seat, to)));
            let mover = [seat_arg(seat), planes_arg(planes), count_arg(planes)];
            text(id, &[&mover[..], &[("die", die.into()), from, to]].concat())
        }
        Event::Jumped { seat, to, .. } => text("log-jumped", &[("cell", cell_name(seat, to))]),
        Event::Flew { seat, to, .. } => text("log-flew", &[("cell", cell_name(seat, to))]),
        Event::Captured { seat: other, planes, .. } => {
            text("log-captured", &[("other", seat::<Race>(i18n, other).into()), planes_arg(planes)])
        }
        Event::Repelled { .. } => text("log-repelled", &[]),
        Event::Stacked { planes, .. } => text("log-stacked", &[planes_arg(planes)]),
        Event::Finished { planes, .. } => text("log-finished", &[planes_arg(planes)]),
        Event::ThirdSix { seat, planes } if planes.is_empty() => {
            text("log-third-six-nothing", &[seat_arg(seat)])
        }
        Event::ThirdSix { seat, planes } => {
            text("log-third-six", &[seat_arg(seat), planes_arg(planes)])
        }
        Event::RollsAgain { why, .. } => text(extra_roll_reason_id(why), &[]),
        Event::SeatFinished { seat, place } => {
            text("log-seat-finished", &[seat_arg(seat), ("place", place.into())])
        }
        Event::SentToHangar { seat, planes, .. } => {
            let args = [seat_arg(seat), planes_arg(planes), count_arg(planes)];
            text("log-sent-to-hangar", &args)
        }
        Event::Placed { seat, planes, to, .. } => {
            let moved = [seat_arg(seat), planes_arg(planes), count_arg(planes)];
            text("log-placed", &[&moved[..], &[("cell", cell_name(seat, to))]].concat())
        }
        Event::ExtraTurn { seat } => text("log-extra-turn", &[seat_arg(seat)]),
        Event::TurnSkipped { seat } => text("log-turn-skipped", &[seat_arg(seat)]),
        Event::NothingLeft { seat, die } => {
            text("log-nothing-left", &[seat_arg(seat), ("die", die.into())])
        }
        Event::Won { seat } => text("log-won", &[seat_arg(seat)]),
        Event::Resigned { seat } => text("log-resigned", &[seat_arg(seat)]),
        Event::TurnPassed { .. } => None,
        Event::Ended { .. } => text("log-ended", &[]),
    }
}

/// Returns the text id of the reason for an extra roll.
fn extra_roll_reason_id(why: ExtraRollReason) -> &'static str {
    match why {
        ExtraRollReason::Face => "log-again-face",
        ExtraRollReason::Capture => "log-again-capture",
        ExtraRollReason::Finish => "log-again-finish",
        ExtraRollReason::Try => "log-again-try",
    }
}

/// Describes the events of a step in one line, such as `Red 2 moves 4 squares from square 1 to
/// square 5 and jumps to square 9`.
pub fn line(i18n: &I18n, board: Board, events: &[Event]) -> String {
    // The texts of these events include the roll.
    let includes_roll =
        |event: &Event| matches!(event, Event::NothingToMove { .. } | Event::ThirdSix { .. });
    let skips_rolls = events.iter().any(includes_roll);
    // A move to the centre says that the planes have arrived.
    let moves_to_centre =
        |event: &Event| matches!(event, Event::Moved { to, .. } if *to == board.centre());
    let skips_arrivals = events.iter().any(moves_to_centre);
    let is_described = |event: &&Event| match event {
        Event::Rolled { .. } => !skips_rolls,
        Event::Finished { .. } => !skips_arrivals,
        _ => true,
    };
    // The clauses of each sentence. An event with another subject begins a new sentence.
    let mut sentences: Vec<Vec<String>> = Vec::new();
    for event in events.iter().filter(is_described) {
        let is_end_after_others = matches!(event, Event::Ended { .. }) && !sentences.is_empty();
        let end_clause = is_end_after_others.then(|| i18n.t("log-ended.after"));
        let Some(clause) = end_clause.or_else(|| clause(i18n, board, event)) else { continue };
        match sentences.last_mut().filter(|_| continues_sentence(event)) {
            Some(clauses) => clauses.push(clause),
            None => sentences.push(vec![clause]),
        }
    }
    let sentences = sentences.iter().map(|clauses| i18n.list(ListStyle::SharedSubject, clauses));
    i18n.list(ListStyle::Sentences, sentences)
}

/// Returns true if the text of an event continues the sentence of the event before it, which is
/// about the same plane.
fn continues_sentence(event: &Event) -> bool {
    matches!(
        event,
        Event::Jumped { .. }
            | Event::Flew { .. }
            | Event::Captured { .. }
            | Event::Repelled { .. }
            | Event::Stacked { .. }
            | Event::Finished { .. }
            | Event::RollsAgain { .. }
    )
}

/// Returns true if a step is only a roll. The line of the next step includes the roll.
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
    let name = |named| Arg::from(seat::<Race>(i18n, named));
    if owner != turn {
        return i18n.tf("refuse-other", &[("seat", name(owner)), ("turn", name(turn))]);
    }
    let progress = race.planes(owner).get(plane as usize).copied().unwrap_or(HANGAR);
    let centre = race.board().centre();
    if progress == centre {
        return i18n.t("refuse-finished");
    }
    let die = race.die().unwrap_or(0);
    if progress == HANGAR {
        let faces: Vec<u8> = race.rules().takeoff.iter().collect();
        if !faces.contains(&die) {
            if faces == [2, 4, 6] {
                return i18n.tf("refuse-takeoff-even", &[("seat", name(owner))]);
            }
            let faces = i18n.list(ListStyle::Or, faces.iter().map(u8::to_string));
            return i18n.tf("refuse-takeoff", &[("seat", name(owner)), ("faces", faces.into())]);
        }
    } else if progress + die > centre {
        return i18n.tf("refuse-exact", &[("left", (centre - progress).into())]);
    }
    i18n.t("refuse-blocked")
}

#[cfg(test)]
mod tests {
    use qipan_core::contract::seat::Seat;

    use super::*;
    use crate::model::i18n::Lang;

    #[test]
    fn planes_that_move_together_are_a_stack() {
        let (red, board) = (Seat::new(0), Board::Aeroplane);
        let one = PlaneSet::one(1);
        let two: PlaneSet = [0, 2].into_iter().collect();
        let moved = |planes| Event::Moved { seat: red, planes, from: 1, to: 5, die: 4 };
        let sent = |planes| Event::SentToHangar { seat: red, planes, at: 5 };
        let text = |lang, event: &Event| clause(&I18n::new(lang), board, event).unwrap();
        for (event, start, end) in [
            (moved(one), "Red 2 moves 4 squares", ""),
            (moved(two), "Red stack 1+3 moves 4 squares", ""),
            (sent(one), "Red 2 goes ", "back to the hangar"),
            (sent(two), "Red 1+3 go ", "back to the hangar"),
        ] {
            let text = text(Lang::En, &event);
            assert!(text.starts_with(start) && text.ends_with(end), "{text}");
        }
        assert!(text(Lang::Zh, &moved(two)).contains("叠子（1+3 号机）"));
        assert!(text(Lang::Zh, &sent(two)).ends_with("1+3 号机一起返回停机坪"));
        assert!(text(Lang::Zh, &sent(one)).ends_with("2 号机返回停机坪"));
    }
}
