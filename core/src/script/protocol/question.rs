//! The answers to questions of house rules in messages. They are the same in all games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::AnswerType;

/// An answer to the question of a house rule, as an action.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerAction {
    /// The kind of the action.
    pub kind: AnswerType,
    /// The name of the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The name of the option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// The number of the option, from 1.
    pub number: u8,
}

/// An action of a game, or an answer. While a house rule asks, all actions are answers, else none.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "{Action}OrAnswer")]
pub enum OrAnswer<Action> {
    /// An answer.
    Answer(AnswerAction),
    /// An action of the game.
    Action(Action),
}
