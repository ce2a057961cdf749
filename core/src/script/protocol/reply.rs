//! The replies to requests of programs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{BattleResultWord, Code, ReplyType, SeatName};

/// Defines a struct whose fields after `---` are optional. Those without a value are not
/// serialized.
macro_rules! optional_fields {
    ($(#[$struct_meta:meta])* pub struct $name:ident<$($generic:ident),*> {
        $($(#[$meta:meta])* pub $field:ident: $kind:ty,)+
        ---
        $($(#[$optional_meta:meta])* pub $optional:ident: $optional_kind:ty,)+
    }) => {
        $(#[$struct_meta])*
        pub struct $name<$($generic),*> {
            $($(#[$meta])* pub $field: $kind,)+
            $(
                $(#[$optional_meta])*
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub $optional: Option<$optional_kind>,
            )+
        }

        impl<$($generic),*> Default for $name<$($generic),*> {
            fn default() -> Self {
                Self { $($field: Default::default(),)+ $($optional: None,)+ }
            }
        }
    };
}

optional_fields! {
    /// Answers a request. The message has either `error`, or those optional fields that the manual
    /// names for the request.
    #[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[serde(bound(
        deserialize = "View: Deserialize<'de>, Action: Deserialize<'de>, Event: Deserialize<'de>"
    ))]
    #[schemars(rename = "{View}Reply")]
    pub struct ReplyMessage<View, Action, Event> {
        /// The kind of the message.
        #[serde(default, rename = "type")]
        pub kind: ReplyType,
        /// The number of the question that the request is about.
        #[serde(default)]
        pub id: u64,
        /// The fuel left for requests in this turn.
        #[serde(default)]
        pub fuel: u64,
        ---
        /// The reason why the request was not answered.
        pub error: String,
        /// The share of the turn's fuel that is left.
        #[schemars(range(min = 0.0, max = 1.0))]
        pub share: f64,
        /// The time left for the answer in milliseconds.
        pub ms: u64,
        /// The number by which later requests name the world.
        pub world: u32,
        /// The seat to move in the world; missing after its end.
        pub to_move: SeatName,
        /// True if that seat has to roll first.
        pub to_roll: bool,
        /// True if the game of the world is over.
        pub over: bool,
        /// The ply of the world.
        pub ply: u32,
        /// The legal actions of the seat to move.
        pub actions: Vec<Action>,
        /// The events of a step, or of the history of a piece.
        pub events: Vec<Event>,
        /// The number that was rolled.
        #[schemars(range(min = 1, max = 6))]
        pub die: u8,
        /// The number of decisions that were played.
        pub decisions: u64,
        /// The view of a world.
        pub view: View,
        /// A probability, or an expected share of first place; missing if there is none.
        #[schemars(range(min = 0.0, max = 1.0))]
        pub value: f64,
        /// The number of rollouts.
        pub games: u32,
        /// The actions of a search, best first.
        pub results: Vec<SearchRow>,
        /// The cells that a piece can reach.
        pub cells: Vec<String>,
        /// The distance between two cells; missing if they are not connected.
        pub distance: u32,
        /// The result of a battle.
        pub survivor: BattleResultWord,
        /// The probability of each kind; missing if there is no piece.
        pub chances: BTreeMap<Code, f64>,
    }
}

/// The result of a search for one action.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchRow {
    /// The index of the action in the list of the turn, from 0.
    pub action: u32,
    /// The expected share of first place.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub value: f64,
    /// The number of passes that tried the action; 0 after an exact search.
    pub visits: u32,
}
