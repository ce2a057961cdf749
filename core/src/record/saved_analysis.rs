//! The result of an analysis as saved in a file. It holds only numbers and names, nothing that
//! runs.

use serde::{Deserialize, Deserializer, Serialize};

use crate::contract::limits;
use crate::contract::seat::Seat;

/// Maximum number of positions of a saved analysis.
pub const MAX_ANALYSED_POSITIONS: usize = 5_001;
/// Maximum number of bytes of an action or a name in an analysis.
const MAX_WORD: usize = 120;

/// The largest absolute value of a share or change. Sums of rounded numbers may exceed 1 slightly.
const MAX_VALUE: f32 = 1.01;

/// An analysis of one line of a game, saved in its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedAnalysis {
    /// The line that was analysed, as [`Record::line_id`](crate::record::Record::line_id) names it.
    #[serde(rename = "way")]
    pub line_id: String,
    /// The evaluator and its depth.
    pub by: EvaluationSettings,
    /// The values of the position before each step and after the last.
    #[serde(
        rename = "moments",
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, MAX_ANALYSED_POSITIONS>"
    )]
    pub positions: Vec<SavedPosition>,
}

/// The evaluator of the positions of a game, and its settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationSettings {
    /// The number of rollouts from each position, for [`SavedPosition::estimates`]. With 0, there
    /// are no estimates by rollouts.
    #[serde(rename = "playouts", default, skip_serializing_if = "is_zero")]
    pub rollouts: u32,
    /// The name of the robot that gives the estimates instead of rollouts. Empty if none does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub robot: String,
    /// The number of rolls searched after each action.
    pub depth: u32,
    /// The number of determinizations for each choice in a game with hidden information.
    pub worlds: u32,
    /// The seed of the random numbers.
    #[serde(default, skip_serializing_if = "is_zero_seed")]
    pub seed: u64,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_zero_seed(seed: &u64) -> bool {
    *seed == 0
}

/// The values of a position and of the step taken in it. Each list has one number for each seat
/// that plays, in their order on the board. Shares are from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPosition {
    /// The place still contested, 0 for the first.
    #[serde(default, skip_serializing_if = "is_first_place")]
    pub place: u8,
    /// The share of this place that each seat can expect.
    #[serde(rename = "worths", deserialize_with = "numbers")]
    pub values: Vec<f32>,
    /// The same shares as estimated by rollouts or by a robot. Empty if there is no such estimate.
    #[serde(
        rename = "told",
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "numbers"
    )]
    pub estimates: Vec<f32>,
    /// The change caused by the step. None at the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<SavedChange>,
    /// The share of the place that each seat received. Empty unless the step settled the place or
    /// ended the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "numbers")]
    pub settled: Vec<f32>,
}

fn is_first_place(place: &u8) -> bool {
    *place == 0
}

/// The change of the values by a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SavedChange {
    /// A roll: the change compared with the average over all faces.
    Roll(#[serde(deserialize_with = "numbers")] Vec<f32>),
    /// A choice of the seat that acted.
    Choice {
        /// The best action.
        best: String,
        /// The value of the best action for the seat.
        value: f32,
        /// The change for each seat by the action taken, compared with the best one.
        #[serde(deserialize_with = "numbers")]
        skill: Vec<f32>,
        /// The luck from hidden information: the true change less the expected one. Empty if all
        /// of it is 0.
        #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "numbers")]
        luck: Vec<f32>,
    },
    /// Any other step.
    Other(#[serde(deserialize_with = "numbers")] Vec<f32>),
}

/// Reads a list of numbers, at most one for each possible seat.
fn numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f32>, D::Error> {
    limits::list::<_, _, { Seat::MAX }>(deserializer)
}

impl SavedAnalysis {
    /// Returns true if sizes and ranges are valid for a game with `seats` seats. Does not compare
    /// the number of positions with the steps of the game.
    pub(super) fn is_valid(&self, seats: usize) -> bool {
        self.line_id.len() <= MAX_WORD
            && self.by.robot.len() <= MAX_WORD
            && self.positions.len() <= MAX_ANALYSED_POSITIONS
            && self.positions.iter().all(|position| position.is_valid(seats))
    }
}

impl SavedPosition {
    fn is_valid(&self, seats: usize) -> bool {
        let in_range = |numbers: &[f32]| numbers.iter().all(|number| number.abs() <= MAX_VALUE);
        let is_complete = |numbers: &[f32]| numbers.len() == seats && in_range(numbers);
        let is_empty_or_complete = |numbers: &[f32]| numbers.is_empty() || is_complete(numbers);
        let is_change_valid = match &self.change {
            None => true,
            Some(SavedChange::Roll(change) | SavedChange::Other(change)) => is_complete(change),
            Some(SavedChange::Choice { best, value, skill, luck }) => {
                best.len() <= MAX_WORD
                    && in_range(&[*value])
                    && is_complete(skill)
                    && is_empty_or_complete(luck)
            }
        };
        usize::from(self.place) < seats
            && is_complete(&self.values)
            && is_empty_or_complete(&self.estimates)
            && is_empty_or_complete(&self.settled)
            && is_change_valid
    }
}
