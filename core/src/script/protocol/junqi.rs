//! The messages about a game of Junqi.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::question::OrAnswer;
use super::race::api;
use super::rules::rules;
use super::words::{
    BattleResultWord, CellKind, Code, CodeOrUnknown, EndReason, GameType, JunqiName, JunqiPreset,
    JunqiSeat, OutReasonWord, SeatOrUnknown,
};
use super::{API, GameMessages};
use crate::games::junqi::{Junqi, Rules};

impl GameMessages for Junqi {
    type GameMessage = JunqiGame;
    type ViewMessage = JunqiView;
    type ActionMessage = OrAnswer<JunqiAction>;
    type WorldActionMessage = OrAnswer<JunqiAction>;
    type EventMessage = JunqiEvent;
}

/// A game of Junqi that begins.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JunqiGame {
    /// The kind of the message.
    #[serde(default, rename = "type")]
    pub kind: GameType,
    /// The version of the messages.
    #[serde(default = "api")]
    #[schemars(extend("const" = API))]
    pub api: u32,
    /// Which game this is.
    #[serde(default)]
    pub game: JunqiName,
    /// The seat that is played.
    pub seat: JunqiSeat,
    /// All seats that play, in turn order, the robot's own first.
    pub seats: Vec<JunqiSeat>,
    /// The partners of the seat.
    pub partners: Vec<JunqiSeat>,
    /// The preset that the rules are nearest to.
    pub preset: JunqiPreset,
    /// The rules by option.
    #[schemars(schema_with = "rules::<Rules>")]
    pub rules: BTreeMap<String, Value>,
    /// The house rules: the names of their files without the extension.
    pub house_rules: Vec<String>,
    /// The requests that a program can send.
    pub requests: Vec<String>,
    /// The names of all cells.
    pub cells: Vec<String>,
    /// The cells beside each cell.
    pub neighbours: BTreeMap<String, Vec<String>>,
    /// The kind of each cell.
    pub kinds: BTreeMap<String, CellKind>,
    /// The railways, each from end to end.
    pub lines: Vec<Vec<String>>,
}

/// The view of a seat in Junqi.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JunqiView {
    /// The seat that is asked.
    pub seat: JunqiSeat,
    /// All seats that play, in turn order, the robot's own first.
    pub seats: Vec<JunqiSeat>,
    /// The partners of the seat.
    pub partners: Vec<JunqiSeat>,
    /// Moves and flips so far.
    pub ply: u32,
    /// Moves since something was last captured or flipped.
    pub quiet: u32,
    /// The seats that are out, in order.
    pub places: Vec<JunqiSeat>,
    /// The pieces on the board.
    pub pieces: Vec<JunqiPiece>,
    /// The pieces each seat has lost.
    pub lost: BTreeMap<JunqiSeat, Vec<LostPiece>>,
}

/// A piece on the board.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JunqiPiece {
    /// The cell it stands on.
    pub at: String,
    /// Whose it is.
    pub owner: SeatOrUnknown,
    /// The kind of the piece.
    pub face: CodeOrUnknown,
    /// The cell it began on.
    pub start: String,
    /// True if it has moved.
    pub moved: bool,
    /// True if it is shown to all.
    pub shown: bool,
    /// True if it lies face down.
    pub down: bool,
    /// The seat whose Flag it carries; missing where it carries none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carries: Option<JunqiSeat>,
    /// The kinds it can be, strongest first; missing if its face is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maybe: Option<Vec<Code>>,
    /// The probability of each of these kinds; missing if its face is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<BTreeMap<Code, f64>>,
    /// For a suspected Bomb, the largest number of battles won by a piece that it moved next to;
    /// missing for other pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bold: Option<u32>,
}

/// A piece that is gone.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LostPiece {
    /// The cell it began on.
    pub start: String,
    /// The kind it was.
    pub face: CodeOrUnknown,
}

/// A legal action of a seat.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum JunqiAction {
    /// Moves a piece.
    Move {
        /// The cell it stands on.
        from: String,
        /// The cell it goes to.
        to: String,
    },
    /// Turns a piece up.
    Flip {
        /// The cell it lies on.
        at: String,
    },
}

/// Something that happened in Junqi, as everybody saw it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the manual describes the fields of events")]
pub enum JunqiEvent {
    Moved { seat: JunqiSeat, from: String, to: String },
    Battled { seat: JunqiSeat, from: String, to: String, stays: BattleResultWord },
    Flipped { seat: JunqiSeat, at: String, face: Code, army: JunqiSeat },
    Settled { seat: JunqiSeat, army: JunqiSeat },
    Revealed { seat: JunqiSeat, at: String, face: Code },
    FlagShown { seat: JunqiSeat, at: String },
    FlagTaken { by: JunqiSeat, seat: JunqiSeat, at: String },
    FlagLifted { by: JunqiSeat, seat: JunqiSeat, at: String },
    FlagDropped { seat: JunqiSeat, at: String },
    FlagBrought { by: JunqiSeat, seat: JunqiSeat, at: String },
    Removed { seat: JunqiSeat, at: String },
    Shifted { seat: JunqiSeat, from: String, to: String },
    ExtraTurn { seat: JunqiSeat },
    TimedOut { seat: JunqiSeat, count: u32 },
    ArmyOut { seat: JunqiSeat, reason: OutReasonWord },
    Ended { winners: Vec<JunqiSeat>, reason: EndReason },
}
