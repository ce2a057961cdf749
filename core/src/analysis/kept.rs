//! An analysis as a file keeps it, and back.

use super::{Analysis, Change, Choice, Moment, Options};
use crate::game::{Game, Step, Turn};
use crate::judgement::{Judged, Worths};
use crate::record::{Judge, KeptAnalysis, KeptChange, KeptMoment, Record};
use crate::seat::{Seat, SeatSet};

impl From<&Options> for Judge {
    fn from(options: &Options) -> Self {
        let Options { depth, playouts, worlds, seed } = *options;
        Self { playouts, robot: String::new(), depth, worlds, seed }
    }
}

/// A share with as many digits as a file has of it.
fn rounded(share: f32) -> f32 {
    // No zero with a sign.
    (share * 1e5).round() / 1e5 + 0.0
}

/// The numbers of these seats.
fn of_seats(worths: &Worths, seats: SeatSet) -> Vec<f32> {
    seats.iter().map(|seat| rounded(worths[seat.index()])).collect()
}

/// The numbers of these seats in their places; nothing where there are not as many.
fn in_places(numbers: &[f32], seats: SeatSet) -> Option<Worths> {
    let mut worths = [0.0; Seat::MAX];
    seats.iter().zip(numbers).for_each(|(seat, number)| worths[seat.index()] = *number);
    (numbers.len() == seats.len()).then_some(worths)
}

/// The same where there may be none.
fn maybe(numbers: &[f32], seats: SeatSet) -> Option<Option<Worths>> {
    if numbers.is_empty() { Some(None) } else { in_places(numbers, seats).map(Some) }
}

/// An analysis of a game as its file keeps it: of each choice what was best and what it cost.
#[must_use]
pub fn kept<G: Game>(
    analysis: &Analysis<G::Action>,
    by: Judge,
    record: &Record<G>,
) -> KeptAnalysis {
    let seats = record.seats();
    let list = |worths: &Worths| of_seats(worths, seats);
    let some = |worths: &Option<Worths>| worths.as_ref().map(list).unwrap_or_default();
    let change = |change: &Change<G::Action>| match change {
        Change::Roll(luck) => Some(KeptChange::Roll(list(luck))),
        Change::Other(change) => Some(KeptChange::Other(list(change))),
        Change::Choice(choice) => {
            let (best, value) = choice.actions.get(choice.best)?;
            let luck = list(&choice.luck);
            Some(KeptChange::Choice {
                best: best.to_string(),
                value: rounded(*value),
                skill: list(&choice.skill),
                luck: if luck.iter().all(|luck| *luck == 0.0) { Vec::new() } else { luck },
            })
        }
    };
    let moments = analysis.moments().iter().map(|moment| KeptMoment {
        place: moment.place as u8,
        worths: list(&moment.worths),
        told: some(&moment.played),
        change: moment.change.as_ref().and_then(change),
        settled: some(&moment.settled),
    });
    KeptAnalysis { way: record.way(), by, moments: moments.collect() }
}

/// The analysis that is kept of the way a game went, given the states before each step and after
/// the last. Nothing where there is none, or none that fits the game.
#[must_use]
pub fn restored<G: Judged>(record: &Record<G>, states: &[G]) -> Option<Analysis<G::Action>> {
    let kept = record.analysis().filter(|kept| kept.moments.len() == states.len())?;
    let seats = record.seats();
    let moment = |(at, moment): (usize, &KeptMoment)| {
        let change = match &moment.change {
            None if at < record.steps.len() => return None,
            None => None,
            Some(change) => Some(changed(change, &states[at], record.steps.get(at)?, seats)?),
        };
        Some(Moment {
            place: usize::from(moment.place),
            worths: in_places(&moment.worths, seats)?,
            played: maybe(&moment.told, seats)?,
            change,
            settled: maybe(&moment.settled, seats)?,
        })
    };
    let moments: Option<Vec<_>> = kept.moments.iter().enumerate().map(moment).collect();
    moments.map(Analysis::new)
}

/// What a step changed, where it is a step that can change something like this.
fn changed<G: Judged>(
    change: &KeptChange,
    state: &G,
    step: &Step<G>,
    seats: SeatSet,
) -> Option<Change<G::Action>> {
    match (change, step) {
        (KeptChange::Roll(luck), Step::Chance(_)) => in_places(luck, seats).map(Change::Roll),
        (KeptChange::Other(change), _) => in_places(change, seats).map(Change::Other),
        (KeptChange::Choice { best, value, skill, luck }, Step::Act { seat, action }) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            let best = best.parse().ok().filter(|best| legal.contains(best))?;
            let taken = G::without_fight(*action);
            let skill = in_places(skill, seats)?;
            let mut actions = vec![(best, *value)];
            if taken != best {
                actions.push((taken, value + skill[seat.index()]));
            }
            let own = state.turn() == Turn::Seat(*seat) && legal.contains(&taken);
            let luck = maybe(luck, seats)?.unwrap_or_default();
            own.then(|| {
                let taken = actions.len() - 1;
                let (seat, legal) = (*seat, legal.len());
                Change::Choice(Choice { seat, legal, actions, best: 0, taken, skill, luck })
            })
        }
        _ => None,
    }
}
