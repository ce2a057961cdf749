//! The worlds of scripts: determinizations of the seat's view, in which a script can play on.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{
    AnyUserData, Lua, LuaString, MetaMethod, UserData, UserDataFields, UserDataMethods, Value,
};

use super::bindings::{Prices, Scripted, price};
use super::context::{Context, ViewHandle, VisiblePosition, unknown_name};
use super::meter::HostMemory;
use crate::contract::game::{NullSink, Sink, Step, Turn, Viewer};
use crate::contract::seat::Seat;
use crate::search::rollout;

/// Fields and methods of a world, for error messages and the type file.
pub(super) const FIELDS: [&str; 1] = ["ply"];
pub(super) const METHODS: [&str; 10] =
    ["actions", "play", "roll", "to_move", "clone", "over", "result", "playout", "value", "view"];

/// The maximum number of decisions of a rollout, because games under house rules may never end.
const MAX_ROLLOUT_DEPTH: u32 = 5_000;

/// The `world` object of scripts.
pub struct WorldHandle<G: Scripted> {
    pub(super) context: Rc<Context<G>>,
    pub(super) state: G,
    /// The actions of the seat to move. Valid only if `has_listed_actions` is true.
    actions: Vec<G::Action>,
    has_listed_actions: bool,
    /// Counts the world towards the script's memory limit.
    _memory: HostMemory,
}

impl<G: Scripted> WorldHandle<G> {
    fn new(context: &Rc<Context<G>>, state: G) -> Self {
        let memory = HostMemory::new(&context.meter);
        let context = Rc::clone(context);
        Self { context, state, actions: Vec::new(), has_listed_actions: false, _memory: memory }
    }

    /// Creates a world as an object of the VM, without charging fuel.
    pub(super) fn create(
        lua: &Lua,
        context: &Rc<Context<G>>,
        state: G,
    ) -> mlua::Result<AnyUserData> {
        context.meter.free_of_charge(|| lua.create_userdata(Self::new(context, state)))
    }

    /// Returns the prices of host calls in this game.
    fn prices(&self) -> Prices {
        G::prices(self.state.rules())
    }

    /// Charges fuel for a call.
    fn enter(&self, lua: &Lua, steps: u64) -> mlua::Result<()> {
        self.context.enter(lua, steps).map(drop)
    }

    /// Returns the seat to act, and true if that seat has to roll. Returns `None` after the end.
    fn seat_to_move(&self) -> Option<(Seat, bool)> {
        match self.state.turn() {
            Turn::Over => None,
            Turn::Chance { roller } => Some((roller, true)),
            Turn::Seat(seat) => Some((seat, false)),
        }
    }

    /// Lists the actions of the seat to move, unless they are already listed. Charges fuel for
    /// them.
    fn list_actions(&mut self, lua: &Lua) -> mlua::Result<()> {
        if !self.has_listed_actions {
            let (state, actions) = (&self.state, &mut self.actions);
            self.context.with_world_rules(|world_rules| {
                let listed = world_rules.actions(state, actions);
                self.context.meter.charge(lua, world_rules.take_fuel())?;
                listed.map_err(mlua::Error::runtime)
            })?;
            self.has_listed_actions = true;
        }
        self.context.meter.charge(lua, self.actions.len() as u64)
    }

    /// Plays a step and the effects that house rules add to it.
    fn play(
        &mut self,
        lua: &Lua,
        step: Step<G>,
        events: &mut impl Sink<G::Event>,
    ) -> mlua::Result<()> {
        self.has_listed_actions = false;
        let state = &mut self.state;
        self.context.with_world_rules(|world_rules| {
            let played = world_rules.play(state, step, events);
            self.context.meter.charge(lua, world_rules.take_fuel())?;
            played.map_err(mlua::Error::runtime)
        })
    }

    /// Plays an action of the seat to move.
    pub(super) fn play_action(
        &mut self,
        lua: &Lua,
        action: &Value,
        events: &mut impl Sink<G::Event>,
    ) -> mlua::Result<()> {
        self.enter(lua, price::TRY_MOVE)?;
        let Turn::Seat(seat) = self.state.turn() else {
            return Err(mlua::Error::runtime(match self.state.turn() {
                Turn::Over => "the game of this world is over",
                _ => "in this world the die is to be rolled: world:roll()",
            }));
        };
        self.list_actions(lua)?;
        let action = self.context.find_world_action(&self.actions, action)?;
        let action = self.state.with_battle_result(action);
        self.play(lua, Step::Act { seat, action }, events)
    }

    /// Plays a roll of `die`, by default a random one. Returns the number rolled.
    pub(super) fn roll(
        &mut self,
        lua: &Lua,
        die: Option<u32>,
        events: &mut impl Sink<G::Event>,
    ) -> mlua::Result<usize> {
        self.enter(lua, price::TRY_MOVE)?;
        let mut outcomes = Vec::new();
        self.state.chance_outcomes(&mut outcomes);
        if outcomes.is_empty() {
            return Err(mlua::Error::runtime("in this world no die is to be rolled now"));
        }
        let outcome_number = match die {
            None => self.context.stream.random_integer(1.0, outcomes.len() as f64)? as usize,
            Some(die) => die as usize,
        };
        let outcome = outcomes.get(outcome_number.wrapping_sub(1)).ok_or_else(|| {
            let count = outcomes.len();
            mlua::Error::runtime(format!("a die shows 1 to {count}, not {outcome_number}"))
        })?;
        self.play(lua, Step::Chance(*outcome), events)?;
        Ok(outcome_number)
    }

    /// Returns the state from the perspective of `seat`, by default the seat to move, with nothing
    /// hidden.
    fn position(&self, seat: Option<Seat>) -> VisiblePosition<G> {
        let seat = seat.or_else(|| Some(self.seat_to_move()?.0)).unwrap_or(Seat::new(0));
        let view = self.state.view(Viewer::All);
        let actions = if self.has_listed_actions { self.actions.clone() } else { Vec::new() };
        VisiblePosition {
            seat,
            script_view: G::script_view(view),
            view: None,
            actions,
            log: Vec::new(),
        }
    }

    /// Replaces the state.
    pub(super) fn set_state(&mut self, state: &G) {
        self.state.clone_from(state);
        self.has_listed_actions = false;
    }

    /// Returns the seat that a script names, or the robot's seat if there is no name.
    fn seat(&self, name: Option<LuaString>) -> mlua::Result<Seat> {
        let own = self.context.own_seat();
        self.context.seat(own, name)
    }
}

impl<G: Scripted> UserData for WorldHandle<G> {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_meta_field(MetaMethod::Type, "World");
        fields.add_field_method_get("ply", |lua, world| {
            world.enter(lua, price::READ)?;
            Ok(world.state.ply())
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method_mut("actions", |lua, world, ()| {
            world.enter(lua, price::TRY_MOVE)?;
            world.list_actions(lua)?;
            let price = world.prices().action;
            world.context.meter.charge(lua, world.actions.len() as u64 * price)?;
            world.context.action_tables(lua, &world.position(None))
        });
        methods.add_method_mut("play", |lua, world, action: Value| {
            world.play_action(lua, &action, &mut NullSink)
        });
        methods.add_method_mut("roll", |lua, world, die: Option<u32>| {
            world.roll(lua, die, &mut NullSink)
        });
        methods.add_method("to_move", |lua, world, ()| {
            world.enter(lua, price::READ)?;
            let to_move = world.seat_to_move();
            let word = to_move.map(|(seat, _)| world.context.seat_word(seat));
            Ok((word, to_move.is_some_and(|(_, is_to_roll)| is_to_roll)))
        });
        methods.add_method("clone", |lua, world, ()| {
            world.enter(lua, price::TRY_MOVE)?;
            Self::create(lua, &world.context, world.state.clone())
        });
        methods.add_method("over", |lua, world, ()| {
            world.enter(lua, price::READ)?;
            Ok(world.state.turn() == Turn::Over)
        });
        methods.add_method("result", |lua, world, seat: Option<LuaString>| {
            world.enter(lua, price::READ)?;
            let seat = world.seat(seat)?;
            let is_over = world.state.turn() == Turn::Over;
            let value = || world.state.evaluate(&mut Vec::new())[seat.index()];
            Ok(is_over.then(value))
        });
        methods.add_method_mut("playout", playout);
        methods.add_method("value", |lua, world, seat: Option<LuaString>| {
            // This costs more than an evaluation in a search, which needs no call from the
            // interpreter.
            world.enter(lua, price::SHORT_LIST + world.prices().evaluate)?;
            let seat = world.seat(seat)?;
            Ok(world.state.evaluate(&mut Vec::new())[seat.index()])
        });
        methods.add_method("view", view);
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| -> mlua::Result<Value> {
            Err(unknown_name("world", &key, &[&FIELDS, &METHODS]))
        });
    }
}

/// Plays on by the rollout policy until the game ends, but at most `depth` decisions. Returns the
/// number of decisions played.
fn playout<G: Scripted>(
    lua: &Lua,
    world: &mut WorldHandle<G>,
    depth: Option<u32>,
) -> mlua::Result<u64> {
    world.enter(lua, price::TRY_MOVE)?;
    let seed = world.context.stream.next_bits()?;
    let depth = depth.unwrap_or(MAX_ROLLOUT_DEPTH).min(MAX_ROLLOUT_DEPTH);
    let price = world.prices().rollout_decision;
    world.has_listed_actions = false;
    let context = Rc::clone(&world.context);
    context.with_world_rules(|world_rules| {
        let decisions = rollout(&mut world.state, depth, world_rules, seed);
        let hook_fuel = world_rules.take_fuel();
        let decisions = decisions.map_err(mlua::Error::runtime)?;
        context.meter.charge(lua, decisions * price + hook_fuel)?;
        Ok(decisions)
    })
}

/// Returns a `view` object of the whole world from the perspective of a seat, with nothing hidden.
fn view<G: Scripted>(
    lua: &Lua,
    world: &WorldHandle<G>,
    seat: Option<LuaString>,
) -> mlua::Result<AnyUserData> {
    world.enter(lua, world.prices().world_view)?;
    let seat = seat.map(|name| world.seat(Some(name))).transpose()?;
    let context = Rc::clone(&world.context);
    let position = RefCell::new(world.position(seat));
    let memory = HostMemory::new(&context.meter);
    lua.create_userdata(ViewHandle { context, world: Some((position, memory)) })
}
