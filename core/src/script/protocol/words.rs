//! The word types of the messages, each with its allowed words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::contract::game::Game;
use crate::contract::outcome;
use crate::games::junqi::{self, Junqi, Kind, OutReason};
use crate::games::race::{self, Race};

/// The words for the results of a battle, in the order of [`junqi::BattleResult`].
pub(in crate::script) const BATTLE_RESULTS: [&str; 3] = ["attacker", "defender", "both"];
/// The words for kinds of cells, in the order of [`junqi::CellKind`].
pub(in crate::script) const CELL_KINDS: [&str; 4] = ["station", "camp", "headquarters", "centre"];
/// The words for the reasons why an army left, in the order of [`OutReason`].
pub(in crate::script) const OUT_REASONS: [&str; 6] =
    ["flag", "no_move", "no_pieces", "timeouts", "resigned", "house_rule"];

const _: () = assert!(OutReason::HouseRule as usize + 1 == OUT_REASONS.len());

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
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $word:expr;)+) => {$(
        words! { $(#[$doc])* $name: [$word]; }

        impl Default for $name {
            fn default() -> Self {
                Self($word.to_owned())
            }
        }
    )+};
}

kinds! {
    /// A message that says what is played.
    GameType: "game";
    /// A message that asks for an action.
    TurnType: "turn";
    /// A message that asks for a layout.
    LayoutType: "layout";
    /// A message that offers a draw.
    DrawType: "draw";
    /// A message about the end of a game.
    EndType: "end";
    /// The race games.
    RaceName: Race::KIND;
    /// Junqi.
    JunqiName: Junqi::KIND;
}

words! {
    /// A seat of the race games.
    RaceSeat: Race::SEATS;
    /// A preset of the race games.
    RacePreset: race::PRESETS;
    /// The kind of an action: bring a plane out, or move one.
    RaceKind: ["launch", "advance"];
    /// How a plane gets somewhere.
    HopKind: ["launch", "walk", "jump", "flight"];
    /// Why a seat rolls again: for the face it rolled, a capture, a plane that came home, or as
    /// another try to bring one out.
    WhyAgain: ["face", "capture", "finish", "try"];
    /// A seat of Junqi.
    JunqiSeat: Junqi::SEATS;
    /// The seat a piece belongs to, `?` where that is not known.
    JunqiOwner: with_unknown(Junqi::SEATS.to_vec());
    /// A preset of Junqi.
    JunqiPreset: junqi::PRESETS;
    /// The code of a piece.
    Code: Kind::ALL.map(Kind::code);
    /// The code of a piece, `?` where that is not known.
    Face: with_unknown(Kind::ALL.map(Kind::code).to_vec());
    /// The kind of a cell.
    CellKind: CELL_KINDS;
    /// Who stays on the board after a battle; `both` are gone.
    Stays: BATTLE_RESULTS;
    /// Why an army left the game.
    Leaving: OUT_REASONS;
    /// A seat of any game.
    SeatName: [Race::SEATS, Junqi::SEATS].concat();
    /// Why a game ended.
    Reason: outcome::Reason::ALL;
}

impl From<outcome::Reason> for Reason {
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

/// A place of a plane or a square of the track; -1 in the hangar, off the track, or where there
/// is none.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct PlaceWord(#[schemars(range(min = -1, max = 60))] i8);

impl Default for PlaceWord {
    fn default() -> Self {
        Self(-1)
    }
}
