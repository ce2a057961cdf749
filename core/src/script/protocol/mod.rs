//! The messages between this program and robots in other languages. They are serialized from
//! these types, and `scripts/protocol.schema.json` describes them.

mod answer;
mod junqi;
mod question;
mod race;
mod reply;
mod rules;
mod schema;
pub(in crate::script) mod words;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::param_value::ParamValue;
use crate::contract::outcome::Outcome;
use crate::contract::seat::SeatSet;

pub use answer::{Answer, AnswerId};
pub use junqi::{JunqiAction, JunqiEvent, JunqiGame, JunqiPiece, JunqiView, LostPiece};
pub use question::{AnswerAction, OrAnswer};
pub use race::{CapturedPlane, Hop, RaceAction, RaceEvent, RaceGame, RaceView, RaceWorldAction};
pub use reply::{ReplyMessage, SearchRow};
pub use schema::{Message, schema};
pub use words::{
    AnswerType, BattleResultWord, CellKind, Code, CodeOrUnknown, DrawType, EndReason, EndType,
    GameType, HopKind, JunqiName, JunqiPreset, JunqiSeat, LayoutType, OutReasonWord,
    ProgressOrSquare, RaceActionKind, RaceName, RacePreset, RaceSeat, ReplyType, SeatName,
    SeatOrUnknown, TurnType, WhyAgain,
};

/// The version of the messages.
pub const API: u32 = 1;

/// The types that the messages of a game are made of.
pub trait GameMessages {
    /// The start of a game.
    type GameMessage: Serialize + DeserializeOwned;
    /// The view of a seat.
    type ViewMessage: Serialize + DeserializeOwned;
    /// One legal action.
    type ActionMessage: Serialize + DeserializeOwned;
    /// One legal action in a world.
    type WorldActionMessage: Serialize + DeserializeOwned;
    /// One public event.
    type EventMessage: Serialize + DeserializeOwned;
}

/// Asks a seat for an action.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "{View}Turn")]
pub struct TurnMessage<View, Action, Event> {
    /// The kind of the message.
    #[serde(default, rename = "type")]
    pub kind: TurnType,
    /// The number of the question, for the answer to repeat.
    #[serde(default)]
    pub id: u64,
    /// The view of the seat.
    pub view: View,
    /// The legal actions.
    pub actions: Vec<Action>,
    /// The events since the last question.
    pub log: Vec<Event>,
    /// A number from the game's seed: random numbers seeded with it make games repeatable.
    #[serde(default)]
    pub random: u32,
    /// The parameters of the robot.
    #[serde(default)]
    pub params: BTreeMap<String, ParamValue>,
    /// The fuel for requests in this turn.
    #[serde(default)]
    pub fuel: u64,
    /// The time limit of the answer in milliseconds; missing if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}

/// Asks whether a seat agrees to a draw.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "{View}Draw")]
pub struct DrawMessage<View, Action, Event> {
    /// The kind of the message.
    #[serde(default, rename = "type")]
    pub kind: DrawType,
    /// The number of the question, for the answer to repeat.
    #[serde(default)]
    pub id: u64,
    /// The view of the seat.
    pub view: View,
    /// No actions: nothing is to be played.
    #[schemars(length(max = 0))]
    pub actions: Vec<Action>,
    /// The events since the last question.
    pub log: Vec<Event>,
    /// A number from the game's seed: random numbers seeded with it make games repeatable.
    #[serde(default)]
    pub random: u32,
}

/// Asks a seat for the layout of its army.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Layout")]
pub struct LayoutMessage {
    /// The kind of the message.
    #[serde(default, rename = "type")]
    pub kind: LayoutType,
    /// The number of the question, for the answer to repeat.
    #[serde(default)]
    pub id: u64,
    /// Layouts to choose from.
    #[schemars(inner(length(min = 25, max = 25)))]
    pub layouts: Vec<Vec<Code>>,
}

/// The end of a game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "End")]
pub struct EndMessage {
    /// The kind of the message.
    #[serde(default, rename = "type")]
    pub kind: EndType,
    /// The places, best first, each with the seats that share it; missing where the game was
    /// broken off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<Vec<SeatName>>>,
    /// The reason why the game ended; missing if it was broken off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<EndReason>,
}

impl EndMessage {
    /// Makes the message from an outcome; without one, the game was broken off. `names` returns the
    /// names of the seats of a place.
    pub(super) fn new(outcome: Option<&Outcome>, names: impl Fn(&SeatSet) -> Vec<String>) -> Self {
        let kind = EndType::default();
        let Some(Outcome { places, reason }) = outcome else {
            return Self { kind, places: None, reason: None };
        };
        let seat_names = |place| names(place).into_iter().map(SeatName::from).collect();
        let reason = Some(EndReason::from(*reason));
        Self { kind, places: Some(places.iter().map(seat_names).collect()), reason }
    }
}

/// Serializes a message to one line.
pub(super) fn line(message: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(message).map(|text| text + "\n")
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    use super::GameMessages;
    use crate::contract::dice::Seed;
    use crate::contract::game::{Step, Turn};
    use crate::contract::options::RuleSet;
    use crate::contract::setup::Setup;
    use crate::contract::view_data::ViewData;
    use crate::games::junqi::Junqi;
    use crate::games::race::Race;
    use crate::play::playout::random_element;

    /// Plays a random game of each preset. Checks that each of its events, written as JSON, can be
    /// read as an event of the messages.
    fn check_events<G: Setup + ViewData + GameMessages>() {
        let mut rng = SmallRng::seed_from_u64(3);
        for preset in G::Rules::PRESETS {
            let rules = G::Rules::preset(preset).unwrap();
            let deal = G::draw_deal(&rules, rules.seats(), &Seed::from_number(3)).unwrap();
            let mut state = G::new(&rules, rules.seats(), &deal).unwrap();
            let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
            let mut events = Vec::new();
            for _ in 0..300 {
                let step = match state.turn() {
                    Turn::Over => break,
                    Turn::Chance { .. } => {
                        state.chance_outcomes(&mut outcomes);
                        Step::Chance(random_element(&outcomes, &mut rng))
                    }
                    Turn::Seat(seat) => {
                        state.legal_actions(&mut actions);
                        Step::Act { seat, action: random_element(&actions, &mut rng) }
                    }
                };
                state.play_unchecked(&step, &mut events);
            }
            for event in events {
                let json = serde_json::to_value(G::EventData::from(event)).unwrap();
                let read = serde_json::from_value::<G::EventMessage>(json.clone());
                assert!(read.is_ok(), "{json}: {:?}", read.err());
            }
        }
    }

    #[test]
    fn sent_events_have_the_form_of_the_messages() {
        check_events::<Junqi>();
        check_events::<Race>();
    }
}
