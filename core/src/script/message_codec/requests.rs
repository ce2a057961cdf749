//! Requests of programs in other languages: questions about a position that a program asks before
//! it answers.
//!
//! `requests.luau` answers them by the functions of `view`, `turn` and worlds that scripts call. So
//! a program learns nothing that a script could not learn, and pays the same fuel.

use mlua::serde::SerializeOptions;
use mlua::{AnyUserData, Function, Lua, LuaSerdeExt, Table, Value};

use super::MessageCodec;
use crate::contract::robot_stream::RobotStream;
use crate::script::bindings::{Scripted, price};
use crate::script::protocol::{self, Answer, ReplyMessage};
use crate::script::world::WorldHandle;
use crate::script::{ErrorKind, Sandbox, ScriptError};

/// The requests about one question, and the Lua functions that answer them.
pub(super) struct Requests {
    /// The fuel of a turn.
    pub(super) fuel: u64,
    /// The fuel that the requests about this question have used.
    used: u64,
    /// The number of the question.
    id: u64,
    begin_turn: Function,
    answer: Function,
    play_action: Function,
    roll: Function,
}

type Reply<G> = ReplyMessage<
    <G as protocol::GameMessages>::ViewMessage,
    <G as protocol::GameMessages>::WorldActionMessage,
    <G as protocol::GameMessages>::EventMessage,
>;

impl Requests {
    /// Takes the functions from the table that the Lua code of the messages returned.
    pub(super) fn new<G: Scripted>(
        sandbox: &Sandbox,
        table: &Table,
        fuel: u64,
    ) -> mlua::Result<Self> {
        let play_action = |lua: &Lua, (world, action): (AnyUserData, Value)| {
            let mut world = world.borrow_mut::<WorldHandle<G>>()?;
            let mut events = Vec::new();
            world.play_action(lua, &action, &mut events)?;
            event_list(lua, &world, &events)
        };
        let roll = |lua: &Lua, (world, die): (AnyUserData, Option<u32>)| {
            let mut world = world.borrow_mut::<WorldHandle<G>>()?;
            let mut events = Vec::new();
            let die = world.roll(lua, die, &mut events)?;
            Ok((die, event_list(lua, &world, &events)?))
        };
        Ok(Self {
            fuel,
            used: 0,
            id: 0,
            begin_turn: table.raw_get("begin_turn")?,
            answer: table.raw_get("answer")?,
            play_action: sandbox.lua().create_function(play_action)?,
            roll: sandbox.lua().create_function(roll)?,
        })
    }
}

/// Returns the events of a step in a world, and charges for them.
fn event_list<G: Scripted>(
    lua: &Lua,
    world: &WorldHandle<G>,
    events: &[G::Event],
) -> mlua::Result<Table> {
    world.context.meter.charge(lua, events.len() as u64 * price::SHORT_LIST)?;
    let list = lua.create_table_with_capacity(events.len(), 0)?;
    for event in events {
        list.raw_push(world.context.event_table(event)?)?;
    }
    Ok(list)
}

impl<G: Scripted> MessageCodec<G> {
    /// Begins the requests about a question.
    pub(super) fn open_requests(
        &mut self,
        id: u64,
        stream: RobotStream,
    ) -> Result<(), ScriptError> {
        (self.requests.id, self.requests.used) = (id, 0);
        self.close_requests()?;
        // Begins a new game, so that the memory of earlier turns costs this turn no fuel.
        self.sandbox.begin_game()?;
        self.sandbox.seed(stream);
        Ok(())
    }

    /// Drops the worlds of the question.
    pub(super) fn close_requests(&self) -> Result<(), ScriptError> {
        let fuel = self.sandbox.limits().load_fuel;
        self.sandbox.call(&self.requests.begin_turn, (), fuel).map(drop)
    }

    /// Returns the line that answers a request about the current question. A request that cannot be
    /// answered gets the reason. The reply to `budget` contains `time_left_ms`.
    pub fn answer_request(&mut self, request: &Answer, time_left_ms: Option<u64>) -> String {
        let reply = self.reply(request);
        self.requests.used = self.sandbox.fuel_used();
        match reply {
            Ok(reply) => {
                let ms = time_left_ms.filter(|_| reply.share.is_some());
                self.reply_line(ReplyMessage { ms, ..reply })
            }
            Err(error) if error.kind == ErrorKind::Fuel => {
                self.refuse_request("no fuel is left in this turn: answer the question")
            }
            Err(error) => self.refuse_request(&error.message),
        }
    }

    /// Returns the line that refuses a request for a reason.
    pub fn refuse_request(&self, reason: &str) -> String {
        self.reply_line(Reply::<G> { error: Some(reason.to_owned()), ..Reply::<G>::default() })
    }

    /// Asks the Lua code for the reply.
    fn reply(&self, request: &Answer) -> Result<Reply<G>, ScriptError> {
        let options = SerializeOptions::new()
            .set_array_metatable(false)
            .serialize_none_to_null(false)
            .serialize_unit_to_null(false);
        let request = self.sandbox.lua().to_value_with(request.fields(), options);
        let request = request.map_err(|error| self.sandbox.lua_error(&error))?;
        let Requests { fuel, used, answer, play_action, roll, .. } = &self.requests;
        let (view, turn) = &self.handles;
        let arguments = (view, turn, request, play_action, roll);
        self.read_table(self.sandbox.resume(answer, arguments, (*fuel, *used))?)
    }

    /// Serializes a reply about the current question.
    fn reply_line(&self, reply: Reply<G>) -> String {
        let fuel = self.requests.fuel.saturating_sub(self.requests.used);
        let reply = ReplyMessage { id: self.requests.id, fuel, ..reply };
        // Texts, numbers and maps with texts as keys can always be written as JSON.
        protocol::line(&reply).unwrap_or_default()
    }
}
