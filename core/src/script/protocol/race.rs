//! The messages about a race game.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::question::OrAnswer;
use super::rules::rules;
use super::words::{
    EndReason, GameType, HopKind, ProgressOrSquare, RaceActionKind, RaceName, RacePreset, RaceSeat,
    WhyAgain,
};
use super::{API, GameMessages};
use crate::games::race::{Race, Rules};

impl GameMessages for Race {
    type GameMessage = RaceGame;
    type ViewMessage = RaceView;
    type ActionMessage = OrAnswer<RaceAction>;
    type WorldActionMessage = OrAnswer<RaceWorldAction>;
    type EventMessage = RaceEvent;
}

/// A race game that begins.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RaceGame {
    /// The kind of the message.
    #[serde(default, rename = "type")]
    pub kind: GameType,
    /// The version of the messages.
    #[serde(default = "api")]
    #[schemars(extend("const" = API))]
    pub api: u32,
    /// Which game this is.
    #[serde(default)]
    pub game: RaceName,
    /// The seat that is played.
    pub seat: RaceSeat,
    /// All seats that play, in turn order, the robot's own first.
    pub seats: Vec<RaceSeat>,
    /// The partners of the seat.
    pub partners: Vec<RaceSeat>,
    /// The board that is played on, by its preset.
    pub preset: RacePreset,
    /// The rules by option.
    #[schemars(schema_with = "rules::<Rules>")]
    pub rules: BTreeMap<String, Value>,
    /// The house rules: the names of their files without the extension.
    pub house_rules: Vec<String>,
    /// The requests that a program can send.
    pub requests: Vec<String>,
}

/// Returns the version of the messages, as the default of `api`.
pub(super) const fn api() -> u32 {
    API
}

/// The view of a seat in a race game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RaceView {
    /// The seat that is asked.
    pub seat: RaceSeat,
    /// All seats that play, in turn order, the robot's own first.
    pub seats: Vec<RaceSeat>,
    /// The partners of the seat.
    pub partners: Vec<RaceSeat>,
    /// The seats that have neither finished nor resigned, in turn order, the robot's own first.
    pub playing: Vec<RaceSeat>,
    /// Rolls so far.
    pub ply: u32,
    /// The seats that have finished, in order.
    pub places: Vec<RaceSeat>,
    /// The roll to be used, -1 where none is.
    #[serde(default = "no_roll")]
    #[schemars(range(min = -1, max = 6))]
    pub roll: i8,
    /// Sixes in a row in this turn, this roll included.
    pub sixes: u8,
    /// The progress of each plane, by seat; -1 in the hangar.
    pub planes: BTreeMap<RaceSeat, Vec<ProgressOrSquare>>,
    /// The square of each plane, by seat; -1 off the track.
    pub squares: BTreeMap<RaceSeat, Vec<ProgressOrSquare>>,
    /// Steps each seat has left until all planes are home.
    pub pips: BTreeMap<RaceSeat, u32>,
    /// How many planes of each seat are home.
    pub finished: BTreeMap<RaceSeat, u8>,
}

/// Returns the default of `roll`.
fn no_roll() -> i8 {
    -1
}

/// A legal action of a seat with its roll.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RaceAction {
    /// The kind of the action.
    pub kind: RaceActionKind,
    /// The number of the plane.
    #[schemars(range(min = 1, max = 4))]
    pub plane: u8,
    /// The plane's progress before, -1 in the hangar.
    #[serde(default)]
    pub from: ProgressOrSquare,
    /// Its progress after, -1 if it goes back to the hangar.
    #[serde(default)]
    pub to: ProgressOrSquare,
    /// The square it then stands on, -1 off the track.
    #[serde(default)]
    pub square: ProgressOrSquare,
    /// True if it takes the flight.
    pub fly: bool,
    /// True if it joins the planes it meets.
    pub stack: bool,
    /// How many planes move as one.
    #[schemars(range(min = 1, max = 4))]
    pub size: u8,
    /// The planes it captures.
    pub captures: Vec<CapturedPlane>,
    /// The chance that the planes it moves are captured before the seat's next turn.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub risk: f64,
    /// Where it touches down, in order.
    pub path: Vec<Hop>,
}

/// A legal action in a world.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RaceWorldAction {
    /// The kind of the action.
    pub kind: RaceActionKind,
    /// The number of the plane.
    #[schemars(range(min = 1, max = 4))]
    pub plane: u8,
    /// The plane's progress before, -1 in the hangar.
    #[serde(default)]
    pub from: ProgressOrSquare,
    /// Its progress after, -1 if it goes back to the hangar.
    #[serde(default)]
    pub to: ProgressOrSquare,
    /// The square it then stands on, -1 off the track.
    #[serde(default)]
    pub square: ProgressOrSquare,
    /// True if it takes the flight.
    pub fly: bool,
    /// True if it joins the planes it meets.
    pub stack: bool,
    /// How many planes move as one.
    #[schemars(range(min = 1, max = 4))]
    pub size: u8,
    /// The planes it captures.
    pub captures: Vec<CapturedPlane>,
}

/// A plane that is captured.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CapturedPlane {
    /// Whose it is.
    pub seat: RaceSeat,
    /// Its number.
    #[schemars(range(min = 1, max = 4))]
    pub plane: u8,
    /// Its progress before.
    pub progress: ProgressOrSquare,
}

/// A place where an action touches down.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hop {
    /// How the plane gets there.
    pub kind: HopKind,
    /// Its progress there.
    pub progress: ProgressOrSquare,
    /// The square there, -1 off the track.
    #[serde(default)]
    pub square: ProgressOrSquare,
    /// The name of the cell.
    pub cell: String,
    /// The planes it captures there.
    pub captures: Vec<CapturedPlane>,
}

/// Something that happened in a race game. Planes are named by their numbers.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the manual describes the fields of events")]
pub enum RaceEvent {
    OpeningRolled {
        seat: RaceSeat,
        die: u8,
    },
    OpeningTied {
        seats: Vec<RaceSeat>,
    },
    Began {
        seat: RaceSeat,
    },
    Rolled {
        seat: RaceSeat,
        die: u8,
    },
    NothingToMove {
        seat: RaceSeat,
        die: u8,
    },
    Launched {
        seat: RaceSeat,
        planes: Vec<u8>,
        to: ProgressOrSquare,
    },
    Moved {
        seat: RaceSeat,
        planes: Vec<u8>,
        from: ProgressOrSquare,
        to: ProgressOrSquare,
        die: u8,
    },
    Jumped {
        seat: RaceSeat,
        planes: Vec<u8>,
        from: ProgressOrSquare,
        to: ProgressOrSquare,
    },
    Flew {
        seat: RaceSeat,
        planes: Vec<u8>,
        from: ProgressOrSquare,
        to: ProgressOrSquare,
    },
    Captured {
        by: RaceSeat,
        by_size: u8,
        seat: RaceSeat,
        planes: Vec<u8>,
        at: ProgressOrSquare,
    },
    Repelled {
        seat: RaceSeat,
        planes: Vec<u8>,
        at: ProgressOrSquare,
    },
    Stacked {
        seat: RaceSeat,
        planes: Vec<u8>,
        at: ProgressOrSquare,
    },
    Finished {
        seat: RaceSeat,
        planes: Vec<u8>,
    },
    ThirdSix {
        seat: RaceSeat,
        planes: Vec<u8>,
    },
    RollsAgain {
        seat: RaceSeat,
        why: WhyAgain,
    },
    #[serde(rename = "seat_home")]
    SeatFinished {
        seat: RaceSeat,
        place: u8,
    },
    #[serde(rename = "sent_home")]
    SentToHangar {
        seat: RaceSeat,
        planes: Vec<u8>,
        at: ProgressOrSquare,
    },
    Placed {
        seat: RaceSeat,
        planes: Vec<u8>,
        /// The progress before, -1 in the hangar.
        #[serde(default)]
        from: ProgressOrSquare,
        to: ProgressOrSquare,
    },
    ExtraTurn {
        seat: RaceSeat,
    },
    TurnSkipped {
        seat: RaceSeat,
    },
    NothingLeft {
        seat: RaceSeat,
        die: u8,
    },
    Won {
        seat: RaceSeat,
    },
    Resigned {
        seat: RaceSeat,
    },
    TurnPassed {
        seat: RaceSeat,
        next: RaceSeat,
    },
    Ended {
        reason: EndReason,
    },
}
