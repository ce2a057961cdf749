//! Converts an analysis to its form in files, and back.

use super::{Analysis, AnalysisOptions, ChoiceAnalysis, PositionAnalysis, ValueChange};
use crate::contract::game::{Game, Step, Turn};
use crate::contract::seat::{Seat, SeatSet};
use crate::evaluation::{Searchable, SeatValues};
use crate::record::{EvaluationSettings, Record, SavedAnalysis, SavedChange, SavedPosition};

impl From<&AnalysisOptions> for EvaluationSettings {
    fn from(options: &AnalysisOptions) -> Self {
        let AnalysisOptions { depth, rollouts, determinizations: worlds, seed } = *options;
        Self { rollouts, robot: String::new(), depth, worlds, seed }
    }
}

/// Rounds a share to the digits that files keep.
fn rounded(share: f32) -> f32 {
    // Adding 0 removes the sign of a negative zero.
    (share * 1e5).round() / 1e5 + 0.0
}

/// Returns the rounded values of these seats, in order.
fn to_list(values: &SeatValues, seats: SeatSet) -> Vec<f32> {
    seats.iter().map(|seat| rounded(values[seat.index()])).collect()
}

/// Converts a list of one value for each of these seats, in order. Returns `None` if its length is
/// wrong.
fn from_list(list: &[f32], seats: SeatSet) -> Option<SeatValues> {
    let mut values = [0.0; Seat::MAX];
    for (seat, value) in seats.iter().zip(list) {
        values[seat.index()] = *value;
    }
    (list.len() == seats.len()).then_some(values)
}

/// Like [`from_list`], but converts an empty list to `Some(None)`.
fn from_optional_list(list: &[f32], seats: SeatSet) -> Option<Option<SeatValues>> {
    if list.is_empty() { Some(None) } else { from_list(list, seats).map(Some) }
}

/// Converts an analysis to its form in files. Of a choice, only the best action and the skill and
/// luck of the action taken remain.
pub fn to_saved<G: Game>(
    analysis: &Analysis<G::Action>,
    by: EvaluationSettings,
    record: &Record<G>,
) -> SavedAnalysis {
    let seats = record.seats();
    let list = |values: &SeatValues| to_list(values, seats);
    let optional_list = |values: &Option<SeatValues>| values.as_ref().map(list).unwrap_or_default();
    let save_change = |change: &ValueChange<G::Action>| match change {
        ValueChange::Roll(luck) => Some(SavedChange::Roll(list(luck))),
        ValueChange::Other(change) => Some(SavedChange::Other(list(change))),
        ValueChange::Choice(choice) => {
            let (best, value) = choice.actions.get(choice.best)?;
            let luck = list(&choice.luck);
            Some(SavedChange::Choice {
                best: best.to_string(),
                value: rounded(*value),
                skill: list(&choice.skill),
                luck: if luck.iter().all(|share| *share == 0.0) { Vec::new() } else { luck },
            })
        }
    };
    let positions = analysis.positions().iter().map(|position| SavedPosition {
        place: position.place as u8,
        values: list(&position.values),
        estimates: optional_list(&position.estimates),
        change: position.change.as_ref().and_then(save_change),
        settled: optional_list(&position.settled),
    });
    SavedAnalysis { line_id: record.line_id(), by, positions: positions.collect() }
}

/// Returns the analysis of the main line that is saved in a record. `states` are those before each
/// step and after the last. Returns `None` if there is no analysis or it does not fit the game.
pub fn from_saved<G: Searchable>(record: &Record<G>, states: &[G]) -> Option<Analysis<G::Action>> {
    let saved = record.analysis().filter(|saved| saved.positions.len() == states.len())?;
    let seats = record.seats();
    let load_position = |(at, position): (usize, &SavedPosition)| {
        let change = match &position.change {
            None if at < record.steps.len() => return None,
            None => None,
            Some(change) => Some(load_change(change, &states[at], record.steps.get(at)?, seats)?),
        };
        Some(PositionAnalysis {
            place: usize::from(position.place),
            values: from_list(&position.values, seats)?,
            estimates: from_optional_list(&position.estimates, seats)?,
            change,
            settled: from_optional_list(&position.settled, seats)?,
        })
    };
    let positions: Option<Vec<_>> = saved.positions.iter().enumerate().map(load_position).collect();
    positions.map(Analysis::new)
}

/// Converts the change by a step taken in `state`. Returns `None` if the change does not fit the
/// step.
fn load_change<G: Searchable>(
    change: &SavedChange,
    state: &G,
    step: &Step<G>,
    seats: SeatSet,
) -> Option<ValueChange<G::Action>> {
    match (change, step) {
        (SavedChange::Roll(luck), Step::Chance(_)) => from_list(luck, seats).map(ValueChange::Roll),
        (SavedChange::Other(change), _) => from_list(change, seats).map(ValueChange::Other),
        (SavedChange::Choice { best, value, skill, luck }, Step::Act { seat, action }) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            let best = best.parse().ok().filter(|best| legal.contains(best))?;
            let taken = G::without_battle_result(*action);
            let skill = from_list(skill, seats)?;
            let luck = from_optional_list(luck, seats)?.unwrap_or_default();
            if state.turn() != Turn::Seat(*seat) || !legal.contains(&taken) {
                return None;
            }
            let mut actions = vec![(best, *value)];
            if taken != best {
                actions.push((taken, value + skill[seat.index()]));
            }
            Some(ValueChange::Choice(ChoiceAnalysis {
                seat: *seat,
                legal: legal.len(),
                best: 0,
                taken: actions.len() - 1,
                actions,
                skill,
                luck,
            }))
        }
        _ => None,
    }
}
