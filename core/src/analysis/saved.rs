//! Converts an analysis to its form in files, and back.

use super::{Analysis, AnalysisOptions, ChoiceAnalysis, PositionAnalysis, ValueChange};
use crate::contract::game::{Game, Step, Turn};
use crate::contract::seat::{Seat, SeatSet};
use crate::evaluation::{Searchable, SeatValues};
use crate::record::{Judge, Record, SavedAnalysis, SavedChange, SavedPosition};

impl From<&AnalysisOptions> for Judge {
    fn from(options: &AnalysisOptions) -> Self {
        let AnalysisOptions { depth, playouts, determinizations: worlds, seed } = *options;
        Self { playouts, robot: String::new(), depth, worlds, seed }
    }
}

/// Rounds a share to the digits that files keep.
fn rounded(share: f32) -> f32 {
    // Adding 0 removes the sign of a negative zero.
    (share * 1e5).round() / 1e5 + 0.0
}

/// Returns the values of these seats, in order.
fn of_seats(worths: &SeatValues, seats: SeatSet) -> Vec<f32> {
    seats.iter().map(|seat| rounded(worths[seat.index()])).collect()
}

/// Puts values of these seats at their indices. Returns `None` if the count is wrong.
fn in_places(numbers: &[f32], seats: SeatSet) -> Option<SeatValues> {
    let mut worths = [0.0; Seat::MAX];
    seats.iter().zip(numbers).for_each(|(seat, number)| worths[seat.index()] = *number);
    (numbers.len() == seats.len()).then_some(worths)
}

/// Like [`in_places`] for values that may be missing, which are an empty list.
fn maybe(numbers: &[f32], seats: SeatSet) -> Option<Option<SeatValues>> {
    if numbers.is_empty() { Some(None) } else { in_places(numbers, seats).map(Some) }
}

/// Converts an analysis for its file. A choice keeps its best action and its cost.
pub fn to_saved<G: Game>(
    analysis: &Analysis<G::Action>,
    by: Judge,
    record: &Record<G>,
) -> SavedAnalysis {
    let seats = record.seats();
    let list = |worths: &SeatValues| of_seats(worths, seats);
    let some = |worths: &Option<SeatValues>| worths.as_ref().map(list).unwrap_or_default();
    let change = |change: &ValueChange<G::Action>| match change {
        ValueChange::Roll(luck) => Some(SavedChange::Roll(list(luck))),
        ValueChange::Other(change) => Some(SavedChange::Other(list(change))),
        ValueChange::Choice(choice) => {
            let (best, value) = choice.actions.get(choice.best)?;
            let luck = list(&choice.luck);
            Some(SavedChange::Choice {
                best: best.to_string(),
                value: rounded(*value),
                skill: list(&choice.skill),
                luck: if luck.iter().all(|luck| *luck == 0.0) { Vec::new() } else { luck },
            })
        }
    };
    let moments = analysis.moments().iter().map(|moment| SavedPosition {
        place: moment.place as u8,
        worths: list(&moment.worths),
        told: some(&moment.played),
        change: moment.change.as_ref().and_then(change),
        settled: some(&moment.settled),
    });
    SavedAnalysis { way: record.line_id(), by, moments: moments.collect() }
}

/// Returns the analysis in a record of its main line, given the states before each step and after
/// the last. Returns `None` if there is none or it does not fit the game.
pub fn from_saved<G: Searchable>(record: &Record<G>, states: &[G]) -> Option<Analysis<G::Action>> {
    let saved = record.analysis().filter(|saved| saved.moments.len() == states.len())?;
    let seats = record.seats();
    let moment = |(at, moment): (usize, &SavedPosition)| {
        let change = match &moment.change {
            None if at < record.steps.len() => return None,
            None => None,
            Some(change) => Some(changed(change, &states[at], record.steps.get(at)?, seats)?),
        };
        Some(PositionAnalysis {
            place: usize::from(moment.place),
            worths: in_places(&moment.worths, seats)?,
            played: maybe(&moment.told, seats)?,
            change,
            settled: maybe(&moment.settled, seats)?,
        })
    };
    let moments: Option<Vec<_>> = saved.moments.iter().enumerate().map(moment).collect();
    moments.map(Analysis::new)
}

/// Returns the change of a step, if a step of this kind can have it.
fn changed<G: Searchable>(
    change: &SavedChange,
    state: &G,
    step: &Step<G>,
    seats: SeatSet,
) -> Option<ValueChange<G::Action>> {
    match (change, step) {
        (SavedChange::Roll(luck), Step::Chance(_)) => in_places(luck, seats).map(ValueChange::Roll),
        (SavedChange::Other(change), _) => in_places(change, seats).map(ValueChange::Other),
        (SavedChange::Choice { best, value, skill, luck }, Step::Act { seat, action }) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            let best = best.parse().ok().filter(|best| legal.contains(best))?;
            let taken = G::without_battle_result(*action);
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
                ValueChange::Choice(ChoiceAnalysis {
                    seat,
                    legal,
                    actions,
                    best: 0,
                    taken,
                    skill,
                    luck,
                })
            })
        }
        _ => None,
    }
}
