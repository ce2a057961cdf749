//! Turns of a seat as lines of JSON for robots that are programs in other languages, and their
//! answers. The lines are those of `protocol`. They contain only what a script could read from
//! its `view`, because they are made from it: nothing else of the game is available here.

use std::rc::Rc;

use mlua::serde::DeserializeOptions;
use mlua::{AnyUserData, Function, LuaSerdeExt, Value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::bindings::Scripted;
use super::context::Context;
use super::protocol::{self, Answer, DrawMessage, EndMessage, LayoutMessage, TurnMessage};
use super::turn::clean_note;
use super::{ErrorKind, Host, Sandbox, ScriptError};
use crate::contract::outcome::Outcome;
use crate::contract::robot::{Choice, Decision, RobotNote};
use crate::contract::seat::Seat;

/// Fuel for describing a turn; no game needs nearly as much.
const FUEL: u64 = 1 << 40;

/// Most notes, and most log lines, kept from an answer.
const MOST_NOTES: usize = 200;

/// Writes a program's turns as messages and reads its answers.
pub struct MessageCodec<G: Scripted> {
    sandbox: Sandbox,
    context: Rc<Context<G>>,
    handles: (AnyUserData, AnyUserData),
    game: Function,
    turn: Function,
    layout: Function,
    /// Number of events sent in this game.
    sent: usize,
    /// True once the program was sent the `game` message.
    knows_game: bool,
}

impl<G: Scripted> MessageCodec<G> {
    /// Makes the translator before its first game.
    ///
    /// # Errors
    /// The VM is out of memory.
    pub fn new() -> Result<Self, ScriptError> {
        let source = format!("{}\n{}", G::MESSAGE_TABLES, include_str!("messages.luau"));
        let host = Host::default();
        let (sandbox, context) = Sandbox::new("plain", source, &host, Context::<G>::install)?;
        let table = sandbox.run()?;
        let get = |name| table.raw_get::<Function>(name).map_err(|error| sandbox.caught(&error));
        let (game, turn, layout) = (get("game")?, get("turn")?, get("layout")?);
        let handles = context.handles(sandbox.lua()).map_err(|error| sandbox.caught(&error))?;
        Ok(Self { sandbox, context, handles, game, turn, layout, sent: 0, knows_game: false })
    }

    /// Begins a new game, or a new run of the program: everything is sent anew.
    pub fn begin(&mut self) {
        self.sent = 0;
        self.knows_game = false;
    }

    /// Returns the lines that ask for a decision under a number: the game if it was not sent yet,
    /// then the turn.
    ///
    /// # Errors
    /// The VM is out of memory.
    pub fn turn(&mut self, decision: &Decision<'_, G>, id: u64) -> Result<String, ScriptError> {
        self.ask(decision, |codec, from| {
            let turn: TurnMessage<G::ViewMessage, G::ActionMessage, G::EventMessage> =
                codec.call(&codec.turn, Some(from))?;
            codec.line(&TurnMessage { id, random: random(decision), ..turn })
        })
    }

    /// Returns the lines that ask under a number for consent to a draw.
    ///
    /// # Errors
    /// The VM is out of memory.
    pub fn draw(&mut self, decision: &Decision<'_, G>, id: u64) -> Result<String, ScriptError> {
        self.ask(decision, |codec, from| {
            let draw: DrawMessage<G::ViewMessage, G::ActionMessage, G::EventMessage> =
                codec.call(&codec.turn, Some(from))?;
            codec.line(&DrawMessage { id, random: random(decision), ..draw })
        })
    }

    /// Returns the lines that ask a question about a position.
    fn ask(
        &mut self,
        decision: &Decision<'_, G>,
        question: impl FnOnce(&Self, usize) -> Result<String, ScriptError>,
    ) -> Result<String, ScriptError> {
        if decision.log.len() < self.sent {
            // Steps were taken back, so the game is sent from the beginning.
            self.begin();
        }
        self.context.open(decision);
        let lines = self.game_line().and_then(|game| Ok(game + &question(self, self.sent + 1)?));
        self.context.close();
        let lines = lines?;
        (self.sent, self.knows_game) = (decision.log.len(), true);
        Ok(lines)
    }

    /// Returns true if seats lay out their pieces under these rules.
    pub fn lays_out(rules: &G::Rules) -> bool {
        G::shown_before(rules).is_some()
    }

    /// Returns the lines that ask for a layout under a number; empty in games without layouts.
    ///
    /// # Errors
    /// The VM is out of memory.
    pub fn layout(&mut self, rules: &G::Rules, seat: Seat, id: u64) -> Result<String, ScriptError> {
        let Some(shown) = G::shown_before(rules) else { return Ok(String::new()) };
        self.context.lay_out(seat, shown, None, &[], &[]);
        let game = self.game_line();
        let lines = game.and_then(|game| {
            let layout: LayoutMessage = self.call(&self.layout, None)?;
            Ok(game + &self.line(&LayoutMessage { id, ..layout })?)
        });
        self.context.close();
        self.knows_game |= lines.is_ok();
        lines
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
        if self.knows_game {
            return Ok(String::new());
        }
        let message: G::GameMessage = self.call(&self.game, None)?;
        self.line(&message)
    }

    /// Calls one of the Lua functions on the current position and reads its table.
    fn call<T: DeserializeOwned>(
        &self,
        function: &Function,
        from: Option<usize>,
    ) -> Result<T, ScriptError> {
        let (view, turn) = &self.handles;
        let table = self.sandbox.call(function, (view, turn, from), FUEL)?;
        let options = DeserializeOptions::new().encode_empty_tables_as_array(true);
        let message = self.sandbox.lua().from_value_with(table, options);
        message.map_err(|error| self.sandbox.caught(&error))
    }

    fn line(&self, message: &impl Serialize) -> Result<String, ScriptError> {
        let line = protocol::line(message);
        line.map_err(|why| self.sandbox.error(ErrorKind::Runtime, why.to_string()))
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
        let mut choice = Choice::plain(self.action(decision, action)?);
        let list =
            |key: &str| answer.get(key).and_then(Json::as_array).cloned().unwrap_or_default();
        for note in list("notes").iter().take(MOST_NOTES) {
            choice.notes.push(self.note(decision, note)?);
        }
        let lines = list("log").into_iter().take(MOST_NOTES);
        choice.printed = lines.map(|line| text_of(&line, 400)).collect();
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

    /// Puts the layout that a program answered with into the deal; after `null` the choice is
    /// ours.
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

    /// Finds the action given by its index in the list, from 0, or by its fields.
    fn action(&self, decision: &Decision<'_, G>, said: &Json) -> Result<G::Action, String> {
        if let Some(at) = said.as_u64() {
            let count = decision.actions.len();
            let found = usize::try_from(at).ok().and_then(|at| decision.actions.get(at));
            let last = count.saturating_sub(1);
            return found.copied().ok_or_else(|| {
                format!("there is no action {at}; the actions are numbered from 0 to {last}")
            });
        }
        let value =
            if said.is_object() { self.sandbox.lua().to_value(said) } else { Ok(Value::Nil) };
        match value {
            Ok(table @ Value::Table(_)) => self.context.legal(decision.actions, &table),
            _ => Err(format!("\"action\" is an action or its number in the list, not {said:.40}")),
        }
    }

    fn note(
        &self,
        decision: &Decision<'_, G>,
        note: &Json,
    ) -> Result<RobotNote<G::Action>, String> {
        if let (Some(cell), Some(colour)) = (note["cell"].as_str(), note["colour"].as_str()) {
            let known =
                G::COLOURS.contains(&colour) && G::has_cell(&G::show(decision.view.clone()), cell);
            let mark = RobotNote::Cell { cell: cell.to_owned(), colour: colour.to_owned() };
            return if known { Ok(mark) } else { Err(format!("no cell or colour: {note:.60}")) };
        }
        let action = self.action(decision, &note["action"])?;
        Ok(RobotNote::Action { action, text: text_of(&note["text"], usize::MAX) })
    }
}

/// Returns a number that follows from the game's seed.
fn random<G: Scripted>(decision: &Decision<'_, G>) -> u32 {
    let [a, b, c, d, ..] = decision.stream.start();
    u32::from_le_bytes([a, b, c, d])
}

/// Returns the text of a note, or of a log line cut at `most` characters.
fn text_of(value: &Json, most: usize) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if most == usize::MAX { clean_note(&text) } else { text.chars().take(most).collect() }
}
