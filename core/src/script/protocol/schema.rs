//! The JSON Schema of the messages.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use super::junqi::{JunqiAction, JunqiEvent, JunqiGame, JunqiView};
use super::question::OrAnswer;
use super::race::{RaceAction, RaceEvent, RaceGame, RaceView, RaceWorldAction};
use super::{DrawMessage, EndMessage, LayoutMessage, ReplyMessage, TurnMessage};

/// A line that is sent to a robot in another language.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "it lists the messages for the schema")]
pub enum Message {
    /// A race game begins.
    RaceGame(RaceGame),
    /// A game of Junqi begins.
    JunqiGame(JunqiGame),
    /// A layout is asked for.
    Layout(LayoutMessage),
    /// An action of a race game is asked for.
    RaceTurn(TurnMessage<RaceView, OrAnswer<RaceAction>, RaceEvent>),
    /// An action of Junqi is asked for.
    JunqiTurn(TurnMessage<JunqiView, OrAnswer<JunqiAction>, JunqiEvent>),
    /// A draw of a race game is offered.
    RaceDraw(DrawMessage<RaceView, OrAnswer<RaceAction>, RaceEvent>),
    /// A draw of a game of Junqi is offered.
    JunqiDraw(DrawMessage<JunqiView, OrAnswer<JunqiAction>, JunqiEvent>),
    /// A request in a race game is answered.
    RaceReply(ReplyMessage<RaceView, OrAnswer<RaceWorldAction>, RaceEvent>),
    /// A request in a game of Junqi is answered.
    JunqiReply(ReplyMessage<JunqiView, OrAnswer<JunqiAction>, JunqiEvent>),
    /// A game is over.
    End(EndMessage),
}

/// Returns the JSON Schema of [`Message`].
pub fn schema() -> Value {
    // Messages contain fields even if they have their default value, so the schema names no
    // defaults.
    let plain = RecursiveTransform(|schema: &mut Schema| drop(schema.remove("default")));
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(plain);
    settings.into_generator().into_root_schema_for::<Message>().to_value()
}
