//! Turns of a seat as lines of JSON for robots that are programs in other languages, and their
//! answers.
//!
//! The types of the messages are in `protocol`. A Lua chunk in a sandbox makes their contents from
//! the `view` and `turn` of the seat, so a program gets nothing that a script could not read.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

mod requests;

use mlua::serde::DeserializeOptions;
use mlua::{AnyUserData, Function, LuaSerdeExt, Value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use requests::Requests;

use super::bindings::Scripted;
use super::context::Context;
use super::protocol::{self, Answer, DrawMessage, EndMessage, LayoutMessage, TurnMessage};
use super::robot::{PATIENCE, turn_fuel};
use super::turn::clean_note;
use super::{ErrorKind, Host, ParamValue, Sandbox, ScriptError};
use crate::contract::outcome::Outcome;
use crate::contract::robot::{Choice, Decision, RobotNote};
use crate::contract::robot_stream::RobotStream;
use crate::contract::seat::Seat;
use crate::house::{House, RuleFailure};

/// The fuel for describing a turn, far more than any game needs.
const FUEL: u64 = 1 << 40;

/// The maximum number of notes, and of log lines, that are kept of an answer.
const MAX_NOTES: usize = 200;
/// The maximum number of characters of a log line.
const MAX_LOG_LINE: usize = 400;

/// Writes a program's turns as messages and reads its answers.
pub struct MessageCodec<G: Scripted> {
    pub(super) sandbox: Sandbox,
    context: Rc<Context<G>>,
    /// The `view` and `turn` objects.
    pub(super) handles: (AnyUserData, AnyUserData),
    /// The requests of the program about the current question.
    requests: Requests,
    /// The time limit of an answer in milliseconds, if there is one.
    time_limit_ms: Option<u64>,
    /// The parameters of the robot.
    params: BTreeMap<String, ParamValue>,
    /// The Lua functions that make the contents of the messages.
    make_game: Function,
    make_turn: Function,
    make_layout: Function,
    /// Number of events sent in this game.
    sent_events: usize,
    /// True once the `game` message of this game was sent.
    has_sent_game: bool,
}

impl<G: Scripted> MessageCodec<G> {
    /// Makes a codec before its first game. Requests of the program have the limits of `host`. The
    /// messages of turns contain `time_limit_ms`.
    ///
    /// # Errors
    /// The VM is out of memory.
    pub fn new(host: &Host, time_limit_ms: Option<u64>) -> Result<Self, ScriptError> {
        let parts =
            [G::MESSAGE_TABLES, include_str!("messages.luau"), include_str!("requests.luau")];
        let (clock, cancel) = (Arc::clone(&host.clock), Arc::clone(&host.cancel));
        // Strict tables would refuse the fields that the messages add to actions.
        let host = Host { limits: host.limits, clock, cancel, ..Host::default() };
        let source = parts.join("\n");
        let (sandbox, context) = Sandbox::new("plain", source, &host, Context::<G>::install)?;
        let table = sandbox.run()?;
        let get = |name| table.raw_get::<Function>(name).map_err(|error| sandbox.lua_error(&error));
        let (make_game, make_turn) = (get("game")?, get("turn")?);
        let make_layout = get("layout")?;
        let handles = G::create_handles(&context, sandbox.lua())
            .map_err(|error| sandbox.lua_error(&error))?;
        let fuel = sandbox.limits().fuel;
        let requests = Requests::new::<G>(&sandbox, &table, fuel);
        let requests = requests.map_err(|error| sandbox.lua_error(&error))?;
        Ok(Self {
            sandbox,
            context,
            handles,
            requests,
            time_limit_ms,
            params: BTreeMap::new(),
            make_game,
            make_turn,
            make_layout,
            sent_events: 0,
            has_sent_game: false,
        })
    }

    /// Sets the parameters of the robot, of which `patience` multiplies the fuel.
    pub fn set_params(&mut self, params: impl IntoIterator<Item = (String, ParamValue)>) {
        self.params = params.into_iter().collect();
        let patience = self.params.get(PATIENCE).map(|value| value.as_number());
        self.requests.fuel = turn_fuel(&self.sandbox.limits(), patience);
    }

    /// Sets the house rules that apply in the worlds of requests.
    pub fn set_world_rules(&mut self, house: House<G>) {
        self.context.set_world_rules(house);
    }

    /// Begins a new game.
    ///
    /// # Errors
    /// A house rule that applies in worlds fails to start.
    pub fn begin_game(&mut self) -> Result<(), RuleFailure> {
        self.forget_sent();
        self.context.begin_game()
    }

    /// Makes the next question send everything again, for a new run of the program, which has
    /// received nothing yet, or after steps were taken back.
    pub fn forget_sent(&mut self) {
        self.sent_events = 0;
        self.has_sent_game = false;
    }

    /// Returns the lines that ask for a decision: the game if it was not sent yet, then the turn.
    /// `id` is the number of the question. The program can then send requests until
    /// [`MessageCodec::close`].
    ///
    /// # Errors
    /// The VM is out of memory.
    pub fn turn(&mut self, decision: &Decision<'_, G>, id: u64) -> Result<String, ScriptError> {
        self.ask(decision, id, |codec, first_event| {
            let turn: TurnMessage<G::ViewMessage, G::ActionMessage, G::EventMessage> =
                codec.call(&codec.make_turn, Some(first_event))?;
            codec.line(&TurnMessage {
                id,
                random: random_seed(decision),
                params: codec.params.clone(),
                fuel: codec.requests.fuel,
                ms: codec.time_limit_ms,
                ..turn
            })
        })
    }

    /// Returns the lines that ask for consent to a draw. `id` is the number of the question.
    ///
    /// # Errors
    /// The VM is out of memory.
    pub fn draw(&mut self, decision: &Decision<'_, G>, id: u64) -> Result<String, ScriptError> {
        self.ask(decision, id, |codec, first_event| {
            let draw: DrawMessage<G::ViewMessage, G::ActionMessage, G::EventMessage> =
                codec.call(&codec.make_turn, Some(first_event))?;
            codec.line(&DrawMessage { id, random: random_seed(decision), ..draw })
        })
    }

    /// Returns the lines that ask a question about a decision. `question` makes the last line. It
    /// gets the number of the first event to send, from 1.
    fn ask(
        &mut self,
        decision: &Decision<'_, G>,
        id: u64,
        question: impl FnOnce(&Self, usize) -> Result<String, ScriptError>,
    ) -> Result<String, ScriptError> {
        if decision.log.len() < self.sent_events {
            // Steps were taken back, so the game is sent from the beginning.
            self.forget_sent();
        }
        self.context.open(decision);
        let lines =
            self.game_line().and_then(|game| Ok(game + &question(self, self.sent_events + 1)?))?;
        self.open_requests(id, decision.stream)?;
        (self.sent_events, self.has_sent_game) = (decision.log.len(), true);
        Ok(lines)
    }

    /// Returns true if seats lay out their pieces under these rules.
    pub fn has_layouts(rules: &G::Rules) -> bool {
        G::script_view_before_game(rules).is_some()
    }

    /// Returns the lines that ask for a layout. The text is empty in games without layouts. `id` is
    /// the number of the question.
    ///
    /// # Errors
    /// The VM is out of memory.
    pub fn layout(&mut self, rules: &G::Rules, seat: Seat, id: u64) -> Result<String, ScriptError> {
        let Some(script_view) = G::script_view_before_game(rules) else { return Ok(String::new()) };
        self.context.open_position(seat, script_view, None, &[], &[]);
        let game = self.game_line();
        let lines = game.and_then(|game| {
            let layout: LayoutMessage = self.call(&self.make_layout, None)?;
            Ok(game + &self.line(&LayoutMessage { id, ..layout })?)
        })?;
        self.has_sent_game = true;
        self.open_requests(id, RobotStream::from([0; 32]))?;
        Ok(lines)
    }

    /// Ends a question. The worlds of its requests are dropped.
    pub fn close(&mut self) {
        self.context.close();
        // If this fails, the next question drops them.
        let _ = self.close_requests();
    }

    /// Returns the line that ends a game, with its outcome if that is known.
    ///
    /// # Errors
    /// The VM is out of memory.
    pub fn end(&self, outcome: Option<&Outcome>) -> Result<String, ScriptError> {
        self.line(&EndMessage::new(outcome, |place| {
            place.iter().map(|seat| G::seat_name(seat).to_owned()).collect()
        }))
    }

    /// Returns the line that describes the game, or nothing if it was sent before.
    fn game_line(&self) -> Result<String, ScriptError> {
        if self.has_sent_game {
            return Ok(String::new());
        }
        let message: G::GameMessage = self.call(&self.make_game, None)?;
        self.line(&message)
    }

    /// Calls one of the Lua functions on the current position and reads the table it returns.
    fn call<T: DeserializeOwned>(
        &self,
        function: &Function,
        first_event: Option<usize>,
    ) -> Result<T, ScriptError> {
        let (view, turn) = &self.handles;
        self.read_table(self.sandbox.call(function, (view, turn, first_event), FUEL)?)
    }

    /// Reads a message from a table.
    pub(super) fn read_table<T: DeserializeOwned>(&self, table: Value) -> Result<T, ScriptError> {
        let options = DeserializeOptions::new().encode_empty_tables_as_array(true);
        // Messages are deserialized from JSON only. Deserializing them from Lua values as well
        // would double the generated code.
        let json: Json = self
            .sandbox
            .lua()
            .from_value_with(table, options)
            .map_err(|error| self.sandbox.lua_error(&error))?;
        serde_json::from_value(json)
            .map_err(|error| self.sandbox.error(ErrorKind::Runtime, error.to_string()))
    }

    /// Serializes a message to one line.
    fn line(&self, message: &impl Serialize) -> Result<String, ScriptError> {
        let line = protocol::line(message);
        line.map_err(|error| self.sandbox.error(ErrorKind::Runtime, error.to_string()))
    }

    /// Reads the decision that a program answered with.
    ///
    /// # Errors
    /// The reason why the answer is invalid, in words.
    pub fn read_turn(
        &self,
        decision: &Decision<'_, G>,
        answer: &Answer,
    ) -> Result<Choice<G::Action>, String> {
        let action = answer.get("action").ok_or("the answer has no \"action\"")?;
        let mut choice = Choice::plain(self.read_action(decision, action)?);
        let list_of =
            |key: &str| answer.get(key).and_then(Json::as_array).cloned().unwrap_or_default();
        for note in list_of("notes").iter().take(MAX_NOTES) {
            choice.notes.push(self.read_note(decision, note)?);
        }
        let lines = list_of("log").into_iter().take(MAX_NOTES);
        choice.printed =
            lines.map(|line| json_text(&line).chars().take(MAX_LOG_LINE).collect()).collect();
        Ok(choice)
    }

    /// Reads a program's answer to a draw offer: true if it agrees.
    ///
    /// # Errors
    /// The reason why the answer is invalid, in words.
    pub fn read_draw(answer: &Answer) -> Result<bool, String> {
        let draw = answer.get("draw").and_then(Json::as_bool);
        draw.ok_or_else(|| "the answer has no \"draw\" that is true or false".to_owned())
    }

    /// Puts the layout that a program answered with into the deal. An answer of `null` leaves
    /// the deal as it is.
    ///
    /// # Errors
    /// The reason why the answer is invalid, in words.
    pub fn read_layout(
        &self,
        deal: &mut G::Deal,
        seat: Seat,
        answer: &Answer,
    ) -> Result<(), String> {
        let layout = answer.get("layout").ok_or("the answer has no \"layout\"")?;
        if layout.is_null() {
            return Ok(());
        }
        let value = self.sandbox.lua().to_value(layout).map_err(|error| error.to_string())?;
        G::read_layout(deal, seat, &value)
    }

    /// Finds the action that a program described by its index in the list, from 0, or by its
    /// fields.
    fn read_action(&self, decision: &Decision<'_, G>, answer: &Json) -> Result<G::Action, String> {
        if let Some(index) = answer.as_u64() {
            let action = usize::try_from(index).ok().and_then(|index| decision.actions.get(index));
            return action.copied().ok_or_else(|| {
                let last = decision.actions.len().saturating_sub(1);
                format!("there is no action {index}; the actions are numbered from 0 to {last}")
            });
        }
        let value =
            if answer.is_object() { self.sandbox.lua().to_value(answer) } else { Ok(Value::Nil) };
        match value {
            Ok(table @ Value::Table(_)) => self.context.find_legal(decision.actions, &table),
            _ => {
                Err(format!("\"action\" is an action or its number in the list, not {answer:.40}"))
            }
        }
    }

    /// Reads a note on an action or a mark on a cell.
    fn read_note(
        &self,
        decision: &Decision<'_, G>,
        note: &Json,
    ) -> Result<RobotNote<G::Action>, String> {
        if let (Some(cell), Some(colour)) = (note["cell"].as_str(), note["colour"].as_str()) {
            let is_known = G::COLOURS.contains(&colour)
                && G::has_cell(&G::script_view(decision.view.clone()), cell);
            let mark = RobotNote::Cell { cell: cell.to_owned(), colour: colour.to_owned() };
            return if is_known { Ok(mark) } else { Err(format!("no cell or colour: {note:.60}")) };
        }
        let action = self.read_action(decision, &note["action"])?;
        Ok(RobotNote::Action { action, text: clean_note(&json_text(&note["text"])) })
    }
}

/// Returns a number that follows from the game's seed, the seat and the ply, for the program's own
/// random numbers.
fn random_seed<G: Scripted>(decision: &Decision<'_, G>) -> u32 {
    let [a, b, c, d, ..] = decision.stream.start();
    u32::from_le_bytes([a, b, c, d])
}

/// Returns a text as it is, and any other value as JSON.
fn json_text(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
