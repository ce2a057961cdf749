//! The messages between a table and its guests: JSON, one message a frame.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::code::{Hex, TableCode, Token};
use crate::model::table_options::Talk;

/// The version of the messages.
pub const VERSION: u32 = 1;

/// The maximum length of a message, in bytes.
pub const MAX_MESSAGE: usize = 64 << 10;

/// The maximum length of a name, in characters.
pub const MAX_NAME: usize = 30;

/// The maximum length of free text, in characters.
pub const MAX_TEXT: usize = 200;

/// A message from a guest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GuestMessage {
    /// Joins a table. It must be the first message.
    Hello(Hello),
    /// Is ready to begin.
    Ready {
        /// The layout, if the game asks for layouts.
        #[serde(default)]
        layout: Option<String>,
    },
    /// Is not ready any more.
    Unready,
    /// Commits to a share of the seed, and to the layout.
    Commit {
        /// The number of the round.
        round: u32,
        /// The SHA-256 of the share.
        share: Hex<32>,
        /// The SHA-256 of the salt and the layout.
        #[serde(default)]
        layout: Option<Hex<32>>,
    },
    /// Discloses the share to the host, and the layout.
    Reveal {
        /// The number of the round.
        round: u32,
        /// The share.
        share: Hex<32>,
        /// The layout.
        #[serde(default)]
        layout: Option<String>,
        /// The salt of the layout's commitment.
        #[serde(default)]
        salt: Option<Hex<16>>,
    },
    /// Plays an action.
    Act {
        /// The number of steps played before the action.
        step: usize,
        /// The id of the action, from the list that the host sent with that step.
        id: usize,
    },
    /// Asks for something other than an action.
    #[serde(rename = "ask")]
    Request {
        /// The number of steps played before the request.
        step: usize,
        /// The wish.
        what: Wish,
    },
    /// Asks for a hint about the decision of its seat, if the host allows hints.
    Hint {
        /// The number of steps played before the decision.
        step: usize,
    },
    /// Answers the offer of another seat, or withdraws the guest's own offer.
    Answer {
        /// The offer.
        what: Wish,
        /// True to agree, false to decline or withdraw.
        agree: bool,
    },
    /// Says something.
    Say {
        /// The id of a phrase or sign.
        #[serde(default)]
        phrase: Option<String>,
        /// Free text, if the host allows it.
        #[serde(default)]
        text: Option<String>,
    },
    /// Reports if the guest could open the table that was handed over.
    Hosting {
        /// The port; `null` if the table could not be opened.
        port: Option<u16>,
    },
    /// Leaves the table.
    Leave,
}

/// The first message of a guest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the messages.
    pub v: u32,
    /// The code of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The code of the table to come back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableCode>,
    /// The token of the seat to come back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
    /// The name of the player.
    #[serde(default)]
    pub name: String,
    /// The language of texts: Chinese if it begins with `zh`, otherwise English.
    #[serde(default)]
    pub lang: String,
    /// True to join as a watcher, without a seat.
    #[serde(default)]
    pub watch: bool,
    /// The seat to take; the first open one if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// True for a program that draws nothing: the table leaves out the board and texts.
    #[serde(default)]
    pub plain: bool,
    /// True for a program that can take the table over as its host.
    #[serde(default)]
    pub can_host: bool,
}

/// Something that a guest can ask for and that is not an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// To resign.
    Resign,
    /// To offer a draw.
    Draw,
    /// To take the last move back.
    TakeBack,
}

/// A message from the host. `View` and `Event` are those of the game, as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HostMessage<View, Event> {
    /// Admits a guest.
    Welcome(Box<Welcome>),
    /// Describes the seats, at every change.
    Seats {
        /// The seats in turn order.
        seats: Vec<SeatData>,
        /// The number of watchers.
        watchers: usize,
        /// What the table is doing.
        state: TableState,
        /// The reason for a pause, in a sentence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// Asks for a share of the seed.
    Round {
        /// The number of the round, from 1.
        round: u32,
        /// The part of the round that the guest has to answer.
        needs: RoundPart,
        /// All commitments to shares, keyed by the name of the seat, or by `host`; empty until all
        /// are there.
        commits: BTreeMap<String, Hex<32>>,
        /// All commitments to layouts, by seat; empty until all are there.
        layouts: BTreeMap<String, Hex<32>>,
    },
    /// The whole position: at the start, after a take-back and after coming back.
    View(Box<ViewMessage<View>>),
    /// A step that was played.
    Step(Box<StepMessage<View, Event>>),
    /// Confirms an action.
    Ok {
        /// The step that the action named.
        step: usize,
    },
    /// Refuses a request, or tells the guest about an event at the table.
    #[serde(rename = "no")]
    Notice {
        /// The step that the refused request named; 0 if it named none.
        step: usize,
        /// The reason or the event, in a sentence.
        why: String,
    },
    /// Answers a request for a hint.
    Hint {
        /// The number of steps played before the decision.
        step: usize,
        /// The id of the action that a robot would play.
        id: usize,
        /// The reason for it, in a sentence. A plain guest is not sent it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// A chat message of a player or a watcher.
    Said {
        /// The seat of the player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<String>,
        /// The name of the speaker.
        name: String,
        /// The text.
        text: String,
    },
    /// A player lost the connection.
    Left {
        /// The seat.
        seat: String,
        /// The seconds for which the table waits.
        wait: u64,
    },
    /// Hands the table over. The guest opens it, and answers `hosting`.
    HandOver {
        /// The number of the part, from 0.
        part: usize,
        /// The number of parts.
        parts: usize,
        /// This part of the text. All parts together are the table's file and the journal of its
        /// game, as JSON.
        text: String,
    },
    /// The table goes on at another host. The same token leads back to the seat.
    Moved {
        /// The address and the port of the other host.
        address: SocketAddr,
    },
    /// A player came back.
    Back {
        /// The seat.
        seat: String,
    },
    /// A player offers something.
    Offer {
        /// The seat of the player.
        seat: String,
        /// The offer.
        what: Wish,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// The seat that declined. An offer is withdrawn by the seat that made it.
        seat: String,
        /// The offer.
        what: Wish,
    },
    /// The game is over.
    End(Box<EndMessage>),
    /// A part of the saved game.
    File {
        /// The number of the part, from 0.
        part: usize,
        /// The number of parts.
        parts: usize,
        /// A name for the file.
        name: String,
        /// The text.
        text: String,
    },
    /// The reason why the connection is closed.
    Error {
        /// A sentence.
        why: String,
    },
}

/// Admits a guest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The version of the messages.
    pub v: u32,
    /// The code of the table.
    pub table: TableCode,
    /// The token of the seat, for coming back. Watchers have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
    /// The seat. Watchers have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The language of texts.
    pub lang: String,
    /// The game: `race` or `junqi`.
    pub game: String,
    /// The preset.
    pub preset: String,
    /// The rules by option.
    pub options_of_rules: serde_json::Value,
    /// The name of the game in the guest's language.
    pub title: String,
    /// The rules that differ from the preset, as sentences.
    pub rules: Vec<String>,
    /// The names of the house rules.
    pub house_rules: Vec<String>,
    /// The questions that each house rule declares, in the order of the house rules. Empty if there
    /// are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<serde_json::Value>,
    /// What the host allows.
    pub options: GuestRights,
    /// The phrases that can be said.
    pub phrases: Vec<Phrase>,
    /// The signs that can be shown.
    #[serde(rename = "signs")]
    pub emoji: Vec<Phrase>,
    /// How the board is drawn. A plain guest is not sent it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<serde_json::Value>,
    /// How a layout is chosen, if the game asks for layouts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<serde_json::Value>,
}

/// What the host of a table allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GuestRights {
    /// What guests can say.
    pub talk: Talk,
    /// True if guests get the whole game at its end.
    pub file: bool,
    /// True if players may ask for hints.
    #[serde(default)]
    pub hints: bool,
}

/// A ready-made phrase or a sign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Phrase {
    /// The id.
    pub id: String,
    /// The text in the guest's language.
    pub text: String,
}

/// A seat of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatData {
    /// The seat.
    pub seat: String,
    /// The name of the player, or of the robot that stands in for a missing one. Empty if nobody
    /// plays the seat.
    pub name: String,
    /// Who plays the seat.
    pub kind: SeatKind,
    /// True if the player is connected.
    #[serde(rename = "here")]
    pub is_connected: bool,
    /// True if the player is ready to begin.
    pub ready: bool,
    /// True if the player can take the table over as its host.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_host: bool,
}

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A guest.
    Guest,
    /// A robot of the host.
    Robot,
    /// Nobody yet.
    Open,
}

/// What a table is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableState {
    /// It waits for guests.
    Waiting,
    /// A game is being played.
    Playing,
    /// The game is paused.
    Paused,
    /// The game is over.
    Over,
}

/// The two parts of a round in which the seed is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundPart {
    /// Everybody commits.
    Commit,
    /// Everybody discloses.
    Reveal,
}

/// The whole position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ViewMessage<View> {
    /// The number of steps played so far.
    pub step: usize,
    /// The seat to roll or to move; missing at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The guest's view.
    pub view: View,
    /// The actions that the guest may choose.
    pub actions: Vec<ActionData>,
    /// The seconds left, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clocks: BTreeMap<String, f64>,
    /// The question of a house rule that is to be answered next, in words. A plain guest is not
    /// sent it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// The commitment to the seed.
    pub commitment: String,
    /// The last lines of the log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<String>,
}

/// A step that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StepMessage<View, Event> {
    /// The number of steps played so far, this one included.
    pub step: usize,
    /// The seat to roll or to move; missing at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The step as saved games write it, without its mark.
    pub played: serde_json::Value,
    /// What happened.
    pub events: Vec<Event>,
    /// The changes of the guest's view.
    pub changes: View,
    /// The actions that the guest may choose.
    pub actions: Vec<ActionData>,
    /// The seconds left, by seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clocks: BTreeMap<String, f64>,
    /// The question of a house rule that is to be answered next, in words. A plain guest is not
    /// sent it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// The step in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<String>,
}

/// An action that a guest may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ActionData {
    /// The id, which the guest sends back to choose the action.
    pub id: usize,
    /// The kind of action.
    pub kind: ActionKind,
    /// The action as saved games write it. A roll has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub action: String,
    /// The piece that moves.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub piece: String,
    /// The place that it leaves.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub from: String,
    /// The place where it arrives.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub to: String,
    /// The action in words. A plain guest is not sent it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// The kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// To roll the die.
    Roll,
    /// To move a piece.
    Move,
    /// To flip a piece.
    Flip,
    /// To answer the question of a house rule.
    Answer,
}

/// The end of a game, with everything that was secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EndMessage {
    /// The places, best first, each with the seats that share it.
    pub places: Vec<Vec<String>>,
    /// The reason.
    pub reason: String,
    /// The result in a sentence.
    pub text: String,
    /// The seed of the game.
    pub seed: String,
    /// The shares that the seed was made of, keyed by the name of the seat, or by `host`.
    pub shares: BTreeMap<String, Hex<32>>,
    /// The order of the shares: `host`, then the seats by name.
    pub order: Vec<String>,
    /// The layouts of guests, with their salts.
    pub layouts: BTreeMap<String, DisclosedLayout>,
    /// All rolls, in order.
    pub rolls: Vec<u8>,
    /// The number of parts of the saved game that follow; 0 if it is not given away.
    pub parts: usize,
}

/// A layout that a guest had committed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DisclosedLayout {
    /// The letters.
    pub layout: String,
    /// The salt of the commitment.
    pub salt: Hex<16>,
}

/// All messages, for the schema.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Message")]
#[allow(dead_code, reason = "it lists the messages for the schema")]
enum AnyMessage {
    /// A message from a guest.
    Guest(GuestMessage),
    /// A message from the host. Views and events have the form that the game gives them.
    Host(HostMessage<serde_json::Value, serde_json::Value>),
}

/// Returns the JSON Schema of all messages.
pub fn schema() -> serde_json::Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12();
    settings.into_generator().into_root_schema_for::<AnyMessage>().to_value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schema_of_the_documentation_is_that_of_the_messages() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/together.schema.json");
        let current = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
        if std::env::var_os("QIPAN_WRITE_SCHEMA").is_some() {
            std::fs::write(file, &current).unwrap();
        }
        let written = std::fs::read_to_string(file).unwrap_or_default().replace('\r', "");
        assert!(written == current, "set QIPAN_WRITE_SCHEMA=1 to renew {file}");
    }

    #[test]
    fn unknown_fields_are_ignored_and_unknown_types_refused() {
        let read = serde_json::from_str::<GuestMessage>;
        let act = r#"{"type": "act", "step": 3, "id": 1, "later": {"a": [1]}}"#;
        assert_eq!(read(act).unwrap(), GuestMessage::Act { step: 3, id: 1 });
        for text in
            ["", "{}", "[]", r#"{"type": "win"}"#, r#"{"type": "act", "step": -1, "id": 0}"#]
        {
            assert!(read(text).is_err(), "{text}");
        }
        let why = read(r#"{"type": "win"}"#).unwrap_err().to_string();
        assert!(why.contains("win") && why.contains("act"), "{why}");
    }
}
