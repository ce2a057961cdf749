//! The string types in the messages of the protocol. The schema of each type lists its allowed
//! words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::contract::game::Game;
use crate::contract::outcome;
use crate::games::junqi::{self, EliminationReason, Junqi, Kind};
use crate::games::race::{self, Race};

/// The words for the results of a battle, in the order of [`junqi::BattleResult`]: the survivor, or
/// `both` if both are lost.
pub(in crate::script) const BATTLE_RESULTS: [&str; 3] = ["attacker", "defender", "both"];
/// The words for the kinds of cells, in the order of [`junqi::CellKind`].
pub(in crate::script) const CELL_KINDS: [&str; 4] = ["station", "camp", "headquarters", "centre"];
/// The words for the reasons why an army left the game, in the order of [`EliminationReason`].
pub(in crate::script) const OUT_REASONS: [&str; 6] =
    ["flag", "no_move", "no_pieces", "timeouts", "resigned", "house_rule"];

const _: () = assert!(EliminationReason::HouseRule as usize + 1 == OUT_REASONS.len());

/// Defines string types whose schema lists the allowed words.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $known:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        #[schemars(extend("enum" = $known))]
        pub struct $name(String);

        impl From<String> for $name {
            fn from(word: String) -> Self {
                Self(word)
            }
        }
    )+};
}

/// Defines string types with a single allowed word, their default.
macro_rules! single_words {
    ($($(#[$doc:meta])* $name:ident: $word:expr;)+) => {$(
        words! { $(#[$doc])* $name: [$word]; }

        impl Default for $name {
            fn default() -> Self {
                Self($word.to_owned())
            }
        }
    )+};
}

single_words! {
    /// The `type` of the message that says which game is played.
    GameType: "game";
    /// The `type` of the message that asks for an action.
    TurnType: "turn";
    /// The `type` of the message that asks for a layout.
    LayoutType: "layout";
    /// The `type` of the message that offers a draw.
    DrawType: "draw";
    /// The `type` of the message about the end of a game.
    EndType: "end";
    /// The `kind` of an answer to the question of a house rule.
    AnswerType: "answer";
    /// The `type` of the message that answers a request.
    ReplyType: "reply";
    /// The name of the race games.
    RaceName: Race::NAME;
    /// The name of Junqi.
    JunqiName: Junqi::NAME;
}

words! {
    /// A seat of the race games.
    RaceSeat: Race::SEATS;
    /// A preset of the race games.
    RacePreset: race::PRESETS;
    /// The kind of an action in a race: bring a plane out, or move one.
    RaceActionKind: ["launch", "advance"];
    /// How a plane moves in one hop of an action.
    HopKind: ["launch", "walk", "jump", "flight"];
    /// Why a seat rolls again: for the face it rolled, for a capture, for a plane that finished, or
    /// as another try to bring a plane out.
    WhyAgain: ["face", "capture", "finish", "try"];
    /// A seat of Junqi.
    JunqiSeat: Junqi::SEATS;
    /// The seat a piece belongs to, `?` if that is not known.
    SeatOrUnknown: with_unknown(Junqi::SEATS.to_vec());
    /// A preset of Junqi.
    JunqiPreset: junqi::PRESETS;
    /// The code of a piece.
    Code: Kind::ALL.map(Kind::code);
    /// The code of a piece, `?` if that is not known.
    CodeOrUnknown: with_unknown(Kind::ALL.map(Kind::code).to_vec());
    /// The kind of a cell.
    CellKind: CELL_KINDS;
    /// The result of a battle: the piece that survives, or `both` if both are lost.
    BattleResultWord: BATTLE_RESULTS;
    /// Why an army left the game.
    OutReasonWord: OUT_REASONS;
    /// A seat of any game.
    SeatName: [Race::SEATS, Junqi::SEATS].concat();
    /// Why a game ended.
    EndReason: outcome::Reason::ALL;
}

impl From<outcome::Reason> for EndReason {
    fn from(reason: outcome::Reason) -> Self {
        let word = serde_json::to_value(reason).ok();
        Self(word.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default())
    }
}

/// Adds the word for an unknown value.
fn with_unknown(mut words: Vec<&'static str>) -> Vec<&'static str> {
    words.push("?");
    words
}

/// The progress of a plane, or the number of a square of the track. -1 stands for the hangar, for a
/// place off the track, or for no value.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct ProgressOrSquare(#[schemars(range(min = -1, max = 60))] i8);

impl Default for ProgressOrSquare {
    fn default() -> Self {
        Self(-1)
    }
}
