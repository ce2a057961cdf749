//! Look-ahead for scripts: `turn:sample`, `turn:rollouts` and `turn:search`.
//!
//! They work on determinizations (worlds) sampled from the seat's view, never on the true state.
//! In games with dice a search computes exact values over all rolls, if its options and the house
//! rules allow that. Otherwise it runs a tree search, with the script's own `weigh` and `value`
//! functions if it has them. All work is paid from the turn's fuel.

use std::rc::Rc;

use mlua::{Function, Lua, Table, UserDataMethods, Value};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::bindings::{Scripted, price};
use super::context::{Context, TurnHandle};
use super::lua_value::{self, describe};
use super::renamed::EXPLORATION;
use super::world::WorldHandle;
use crate::contract::seat::{Seat, SeatSet};
use crate::evaluation::{SearchResult, SeatValues};
use crate::search::{SearchContext, SearchOptions, rollout_value};

/// Methods of `turn` that look ahead, in every game.
pub(super) const METHODS: [&str; 3] = ["sample", "rollouts", "search"];

/// The default number of worlds of a search.
const WORLDS: u32 = 64;
/// The most worlds of one search or of one set of rollouts.
const MOST_WORLDS: u32 = 1_000;
/// Search and rollouts leave 1 / `LEFT_OVER` of a turn's fuel to the script.
const LEFT_OVER: u64 = 50;

/// The options of `turn:search`.
const OPTIONS: [&str; 8] =
    ["iterations", "depth", "playout", "worlds", "exploration", "weigh", "value", "actions"];

pub(super) fn add_methods<G: Scripted, M: UserDataMethods<TurnHandle<G>>>(methods: &mut M) {
    methods.add_method("sample", |lua, turn, ()| {
        let state = turn.context.sample(lua)?;
        WorldHandle::make(lua, &turn.context, state)
    });
    methods.add_method(
        "rollouts",
        |lua, turn, (action, games, depth): (Value, Option<u32>, Option<u32>)| {
            rollouts(lua, &turn.context, &action, games.unwrap_or(100), depth.unwrap_or(u32::MAX))
        },
    );
    methods.add_method("search", |lua, turn, options: Option<Table>| {
        search(lua, &turn.context, options)
    });
}

impl<G: Scripted> Context<G> {
    /// Samples a full game consistent with the seat's view.
    fn sample(&self, lua: &Lua) -> mlua::Result<G> {
        let position = self.enter(lua, price::SAMPLE)?;
        let view = position.view.as_ref().ok_or_else(|| {
            mlua::Error::runtime("only a robot that chooses can look ahead, not a house rule")
        })?;
        let mut rng = self.generator()?;
        Ok(G::sample(view, &mut rng))
    }

    /// Returns a new generator, seeded from the seat's stream.
    fn generator(&self) -> mlua::Result<Xoshiro256PlusPlus> {
        Ok(Xoshiro256PlusPlus::seed_from_u64(self.stream.next()?))
    }

    fn worlds(&self, lua: &Lua, count: u32) -> mlua::Result<Vec<G>> {
        (0..count.clamp(1, MOST_WORLDS)).map(|_| self.sample(lua)).collect()
    }
}

/// The evaluator of a search: the game's own, or a `value` function of the script.
struct LuaEvaluator<G: Scripted> {
    seat: Seat,
    sides: Vec<SeatSet>,
    /// The `value` function and the world passed to it.
    asked: Option<(Function, mlua::AnyUserData)>,
    failed: Option<mlua::Error>,
    game: std::marker::PhantomData<G>,
}

impl<G: Scripted> LuaEvaluator<G> {
    fn new(
        lua: &Lua,
        context: &Rc<Context<G>>,
        seat: Seat,
        value: Option<Function>,
        world: &G,
    ) -> mlua::Result<Self> {
        let asked = match value {
            None => None,
            Some(value) => {
                let shown = WorldHandle::make(lua, context, world.clone())?;
                Some((value, shown))
            }
        };
        let all = world.seats();
        let side = |seat: Seat| world.team_of(seat);
        let mut sides: Vec<SeatSet> = Vec::new();
        for seat in all.iter() {
            if !sides.iter().any(|known| known.contains(seat)) {
                sides.push(side(seat));
            }
        }
        Ok(Self { seat, sides, asked, failed: None, game: std::marker::PhantomData })
    }

    fn evaluate(&mut self, state: &G, list: &mut Vec<G::Action>) -> SeatValues {
        let Some((value, shown)) = &self.asked else { return state.evaluate(list) };
        if state.turn() == crate::contract::game::Turn::Over || self.failed.is_some() {
            return state.evaluate(list);
        }
        match self.ask(value, shown, state) {
            Ok(own) => self.spread(own),
            Err(error) => {
                self.failed = Some(error);
                [0.0; Seat::MAX]
            }
        }
    }

    fn ask(&self, value: &Function, shown: &mlua::AnyUserData, state: &G) -> mlua::Result<f32> {
        shown.borrow_mut::<WorldHandle<G>>()?.show(state);
        match value.call::<Value>(shown)? {
            Value::Number(number) if number.is_finite() => Ok(number.clamp(0.0, 1.0) as f32),
            Value::Integer(number) => Ok(number.clamp(0, 1) as f32),
            other => {
                let got = describe(&other);
                Err(mlua::Error::runtime(format!(
                    "value must return a number from 0 (lost) to 1 (won), got {got}"
                )))
            }
        }
    }

    /// Turns the value of the own side into values of all seats. The other sides share the rest.
    fn spread(&self, own: f32) -> SeatValues {
        let mut values = [0.0; Seat::MAX];
        let others = (self.sides.len().max(2) - 1) as f32;
        for side in &self.sides {
            let value = if side.contains(self.seat) { own } else { (1.0 - own) / others };
            side.iter().for_each(|seat| values[seat.index()] = value);
        }
        values
    }
}

/// Estimates an action by rollouts. Returns the mean value, or `None` if there was no fuel for a
/// single rollout, and the number of rollouts.
fn rollouts<G: Scripted>(
    lua: &Lua,
    context: &Rc<Context<G>>,
    action: &Value,
    games: u32,
    depth: u32,
) -> mlua::Result<(Option<f32>, u32)> {
    let (seat, action) = {
        let position = context.enter(lua, price::TRY)?;
        (position.seat, context.read_action(&position, action)?)
    };
    let worlds = context.worlds(lua, games.min(WORLDS))?;
    let mut rng = context.generator()?;
    let mut budget = |plies: u64, hooks: u64| {
        context.meter.spend(plies * price::PLY + price::EVALUATE + hooks, LEFT_OVER)
    };
    let result = context.by_rules(|rules| {
        let result = rollout_value(
            &worlds,
            seat,
            action,
            (games, depth.min(5_000)),
            &mut SearchContext {
                rules,
                rng: &mut rng,
                evaluator: &mut |state: &G, list: &mut Vec<G::Action>| state.evaluate(list),
                budget: &mut budget,
            },
        );
        result.map_err(mlua::Error::runtime)
    })?;
    context.enter(lua, 0)?;
    Ok(((result.games > 0).then_some(result.mean), result.games))
}

/// Returns the actions with their values and visits, best first.
fn search<G: Scripted>(
    lua: &Lua,
    context: &Rc<Context<G>>,
    options: Option<Table>,
) -> mlua::Result<Table> {
    let asked = SearchRequest::read(options)?;
    let (seat, mut actions) = {
        let position = context.enter(lua, price::BOARD)?;
        (position.seat, position.actions.clone())
    };
    // There is no action to search while a draw is offered on another seat's turn.
    if actions.is_empty() {
        return lua.create_table();
    }
    if let Some(list) = &asked.actions {
        let position = context.enter(lua, price::BOARD)?;
        if list.raw_len() > actions.len() {
            let why = "`actions` lists more actions than are legal; pass some of turn:actions()";
            return Err(mlua::Error::runtime(why));
        }
        let read = list.sequence_values::<Value>();
        actions =
            read.map(|value| context.read_action(&position, &value?)).collect::<Result<_, _>>()?;
        if actions.is_empty() {
            return Err(mlua::Error::runtime(
                "`actions` is empty; leave it out to search all actions",
            ));
        }
    }
    let found = match asked.exact_depth::<G>() {
        Some(depth) if context.is_plain() && asked.value.is_none() => {
            expect(lua, context, &actions, depth)?
        }
        _ => None,
    };
    let found = match found {
        Some(found) => found,
        None => tree_search(lua, context, seat, &actions, asked)?,
    };
    let position = context.enter(lua, 0)?;
    context.meter.charge(lua, found.len() as u64 * price::BOARD)?;
    let tables = G::action_tables(context, lua, &position)?;
    let list = lua.create_table_with_capacity(found.len(), 0)?;
    for found in &found {
        let place = position.actions.iter().position(|action| *action == found.action);
        let line = lua.create_table_with_capacity(0, 3)?;
        line.raw_set("action", tables.raw_get::<Table>(place.unwrap_or(0) + 1)?)?;
        line.raw_set("value", f64::from(found.value))?;
        line.raw_set("visits", found.visits)?;
        list.raw_push(line)?;
    }
    Ok(list)
}

/// Computes exact values of the actions over all rolls of the dice, if the game supports that.
fn expect<G: Scripted>(
    lua: &Lua,
    context: &Rc<Context<G>>,
    actions: &[G::Action],
    depth: u32,
) -> mlua::Result<Option<Vec<SearchResult<G::Action>>>> {
    let state = context.sample(lua)?;
    let most = context.meter.spare(LEFT_OVER) / price::EVALUATE;
    let Some((found, evaluated)) = state.exact_values(actions, depth, most) else {
        return Ok(None);
    };
    context.meter.charge(lua, evaluated * price::EVALUATE)?;
    Ok(Some(found))
}

fn tree_search<G: Scripted>(
    lua: &Lua,
    context: &Rc<Context<G>>,
    seat: Seat,
    actions: &[G::Action],
    asked: SearchRequest,
) -> mlua::Result<Vec<SearchResult<G::Action>>> {
    // Borrowed first: the script's own functions run from here on and might start another search.
    let busy = |_| mlua::Error::runtime("a search cannot ask for another one");
    let mut search = context.search.try_borrow_mut().map_err(busy)?;
    let mut worlds = context.worlds(lua, asked.worlds)?;
    if let Some(weigh) = &asked.weight {
        worlds = resample_by_weight(lua, context, &worlds, weigh)?;
    }
    let mut rng = context.generator()?;
    let Some(first) = worlds.first() else { return Ok(Vec::new()) };
    let mut evaluator = LuaEvaluator::new(lua, context, seat, asked.value, first)?;
    let failed = std::cell::Cell::new(false);
    let mut budget = |plies: u64, hooks: u64| {
        let price = plies * price::SEARCHED + price::EVALUATE + hooks;
        !failed.get() && context.meter.spend(price, LEFT_OVER)
    };
    let found = context.by_rules(|rules| {
        let found = search.run(
            &worlds,
            actions,
            &asked.options,
            &mut SearchContext {
                rules,
                rng: &mut rng,
                evaluator: &mut |state: &G, list: &mut Vec<G::Action>| {
                    let values = context.meter.for_line(|| evaluator.evaluate(state, list));
                    failed.set(evaluator.failed.is_some());
                    values
                },
                budget: &mut budget,
            },
        );
        Ok(found)
    })?;
    if let Some(error) = evaluator.failed {
        return Err(error);
    }
    context.enter(lua, 0)?;
    found.map_err(mlua::Error::runtime)
}

/// Resamples the worlds in proportion to their weights by a function of the script.
fn resample_by_weight<G: Scripted>(
    lua: &Lua,
    context: &Rc<Context<G>>,
    worlds: &[G],
    weigh: &Function,
) -> mlua::Result<Vec<G>> {
    let Some(first) = worlds.first() else { return Ok(Vec::new()) };
    let shown = WorldHandle::make(lua, context, first.clone())?;
    let weight = |world: &G| {
        shown.borrow_mut::<WorldHandle<G>>()?.show(world);
        let answer = weigh.call::<Value>(&shown)?;
        let number = answer.as_f64().or(answer.as_i64().map(|number| number as f64));
        number.filter(|number| (0.0..=1e6).contains(number)).ok_or_else(|| {
            let got = describe(&answer);
            mlua::Error::runtime(format!("weigh must return a number from 0 to 1000000, got {got}"))
        })
    };
    let weights: Vec<f64> = worlds.iter().map(weight).collect::<Result<_, _>>()?;
    let sum: f64 = weights.iter().sum();
    if sum <= 0.0 {
        return Err(mlua::Error::runtime("weigh gave every world 0, so that none is left"));
    }
    // Systematic resampling: evenly spaced points over the cumulative weights.
    let step = sum / worlds.len() as f64;
    let mut ends = weights.iter().scan(0.0, |end, weight| {
        *end += weight;
        Some(*end)
    });
    let (mut world, mut end) = (0, ends.next().unwrap_or(sum));
    let place = |number: usize| (number as f64 + 0.5) * step;
    let taken = (0..worlds.len()).map(|number| {
        while end < place(number) {
            let Some(next) = ends.next() else { break };
            (world, end) = (world + 1, next);
        }
        worlds[world].clone()
    });
    Ok(taken.collect())
}

/// The options that a script passed to a search.
struct SearchRequest {
    options: SearchOptions,
    depth: Option<u32>,
    worlds: u32,
    weight: Option<Function>,
    value: Option<Function>,
    actions: Option<Table>,
}

impl SearchRequest {
    fn read(table: Option<Table>) -> mlua::Result<Self> {
        let mut asked = Self {
            options: SearchOptions::default(),
            depth: None,
            worlds: WORLDS,
            weight: None,
            value: None,
            actions: None,
        };
        let Some(table) = table else { return Ok(asked) };
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair?;
            asked.set(&lua_value::word(&key), value)?;
        }
        Ok(asked)
    }

    fn set(&mut self, name: &str, value: Value) -> mlua::Result<()> {
        match name {
            "iterations" => self.options.iterations = whole(name, &value, 1, u32::MAX)?,
            "depth" => {
                let depth = whole(name, &value, 0, 200)?;
                self.options.depth = depth.max(1);
                self.depth = Some(depth);
            }
            "playout" => self.options.rollout_depth = whole(name, &value, 0, 5_000)?,
            "worlds" => self.worlds = whole(name, &value, 1, MOST_WORLDS)?,
            name if name == EXPLORATION.new || name == EXPLORATION.old => {
                let number = value.as_f64().or(value.as_i64().map(|n| n as f64));
                let number = number.filter(|number| (0.0..=100.0).contains(number));
                let why = || mlua::Error::runtime(format!("{name} is a number from 0 to 100"));
                self.options.c_puct = number.ok_or_else(why)? as f32;
            }
            "weigh" => self.weight = Some(function(name, value)?),
            "value" => self.value = Some(function(name, value)?),
            "actions" => match value {
                Value::Table(list) => self.actions = Some(list),
                other => {
                    let got = describe(&other);
                    return Err(mlua::Error::runtime(format!("actions is a list, not {got}")));
                }
            },
            _ => {
                let known = OPTIONS.join(", ");
                return Err(mlua::Error::runtime(format!(
                    "unknown option `{name:.40}`; options of search are {known}"
                )));
            }
        }
        Ok(())
    }

    /// Returns the number of rolls to search exactly, in games with dice and without options that
    /// need the tree search.
    fn exact_depth<G: Scripted>(&self) -> Option<u32> {
        let plain = self.options.iterations == u32::MAX && self.options.rollout_depth == 0;
        (G::HAS_DICE && plain).then(|| self.depth.unwrap_or(1))
    }
}

fn function(name: &str, value: Value) -> mlua::Result<Function> {
    match value {
        Value::Function(function) => Ok(function),
        other => {
            let got = describe(&other);
            Err(mlua::Error::runtime(format!("{name} is a function, not {got}")))
        }
    }
}

fn whole(name: &str, value: &Value, low: u32, high: u32) -> mlua::Result<u32> {
    let number = value.as_f64().or(value.as_i64().map(|number| number as f64));
    let fits =
        |number: &f64| number.fract() == 0.0 && (f64::from(low)..=f64::from(high)).contains(number);
    number.filter(fits).map(|number| number as u32).ok_or_else(|| {
        let got = describe(value);
        mlua::Error::runtime(format!("{name} is a whole number from {low} to {high}, not {got}"))
    })
}
