//! What an analysis found about a game, as a file keeps it: numbers, and nothing that runs.

use serde::{Deserialize, Deserializer, Serialize};

use crate::limits;
use crate::seat::Seat;

/// Positions of a kept analysis at the most.
pub const MAX_MOMENTS: usize = 5_001;
/// Characters of an action or a name in it at the most.
const MAX_WORD: usize = 120;

/// An analysis of one of the ways a game went, kept in its file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedAnalysis {
    /// The way it belongs to, as [`Record::line_id`](crate::record::Record::line_id) names it.
    pub way: String,
    /// Who judged, and how closely.
    pub by: Judge,
    /// What was found about the position before each step and after the last.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, MAX_MOMENTS>"
    )]
    pub moments: Vec<SavedPosition>,
}

/// Who judged the positions of a game, and how closely.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    /// Games played on from each position for its chances; without any the judgement that the
    /// program learned tells them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub playouts: u32,
    /// The robot that tells the chances instead, by its name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub robot: String,
    /// Rolls looked ahead behind each action.
    pub depth: u32,
    /// Worlds dealt for each choice in a game with secrets.
    pub worlds: u32,
    /// Where the random numbers began.
    #[serde(default, skip_serializing_if = "is_none")]
    pub seed: u64,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_none(seed: &u64) -> bool {
    *seed == 0
}

/// What was found about a position and the step taken in it. A list of numbers has one for each
/// seat that plays, in their order on the board; chances are from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPosition {
    /// The place played for, 0 the first.
    #[serde(default, skip_serializing_if = "is_first")]
    pub place: u8,
    /// What each seat could expect of it.
    #[serde(deserialize_with = "numbers")]
    pub worths: Vec<f32>,
    /// The same by playouts, or by a robot.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "numbers")]
    pub told: Vec<f32>,
    /// What the step changed; none at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<SavedChange>,
    /// Whose the place was, where the step settled it.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "numbers")]
    pub settled: Vec<f32>,
}

fn is_first(place: &u8) -> bool {
    *place == 0
}

/// What a step changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SavedChange {
    /// A roll: what it brought beside the average of all faces.
    Roll(#[serde(deserialize_with = "numbers")] Vec<f32>),
    /// A choice of the seat that acted.
    Choice {
        /// The best action.
        best: String,
        /// What it was worth to the seat.
        value: f32,
        /// What each seat had by the action taken beside the best one.
        #[serde(deserialize_with = "numbers")]
        skill: Vec<f32>,
        /// What came of it beside what was to be expected; nothing where that is 0.
        #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "numbers")]
        luck: Vec<f32>,
    },
    /// Everything else.
    Other(#[serde(deserialize_with = "numbers")] Vec<f32>),
}

/// A number for each seat there can be, at the most.
fn numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f32>, D::Error> {
    limits::list::<_, _, { Seat::MAX }>(deserializer)
}

impl SavedAnalysis {
    /// Whether it is such as the program writes for a game of so many seats and any number of
    /// steps.
    pub(super) fn is_valid(&self, seats: usize) -> bool {
        self.way.len() <= MAX_WORD
            && self.by.robot.len() <= MAX_WORD
            && self.moments.len() <= MAX_MOMENTS
            && self.moments.iter().all(|moment| moment.is_valid(seats))
    }
}

impl SavedPosition {
    fn is_valid(&self, seats: usize) -> bool {
        // A sum of roundings may be a little more than it should.
        let within = |numbers: &[f32]| numbers.iter().all(|number| number.abs() <= 1.01);
        let whole = |numbers: &[f32]| numbers.len() == seats && within(numbers);
        let maybe = |numbers: &[f32]| numbers.is_empty() || whole(numbers);
        let change = match &self.change {
            None => true,
            Some(SavedChange::Roll(change) | SavedChange::Other(change)) => whole(change),
            Some(SavedChange::Choice { best, value, skill, luck }) => {
                best.len() <= MAX_WORD && within(&[*value]) && whole(skill) && maybe(luck)
            }
        };
        usize::from(self.place) < seats
            && whole(&self.worths)
            && maybe(&self.told)
            && maybe(&self.settled)
            && change
    }
}
