//! Look-ahead for scripts: `turn:sample`, `turn:rollouts` and `turn:search`.
//!
//! They work on determinizations (worlds) sampled from the seat's view, never on the true state. In
//! games with dice, a search computes exact values over all rolls if there are no house rules and
//! no options that need another search. Otherwise it runs a tree search or a paired search. A
//! script can pass a `weigh` function that returns the weight of a world, and a `value` function
//! that evaluates the leaves. All work is charged to the turn's fuel.

use std::cell::Cell;
use std::rc::Rc;

use mlua::{AnyUserData, Function, Lua, Table, UserDataMethods, Value};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::bindings::{Prices, Scripted, price};
use super::context::{Context, TurnHandle};
use super::lua_value::{self, describe};
use super::meter::Meter;
use super::renamed::EXPLORATION;
use super::world::WorldHandle;
use crate::contract::game::Turn;
use crate::contract::seat::{Seat, SeatSet};
use crate::evaluation::{SearchResult, SeatValues};
use crate::search::{
    Budget, MAX_REPLY_PLIES, PairedOptions, SearchContext, SearchOptions, rollout_value,
};

/// Methods of `turn` that look ahead, in every game.
pub(super) const METHODS: [&str; 3] = ["sample", "rollouts", "search"];

/// The default number of worlds of a search.
const DEFAULT_WORLDS: u32 = 64;
/// The maximum number of worlds of a search.
const MAX_WORLDS: u32 = 1_000;
/// The maximum number of worlds of `turn:rollouts`. More rollouts share these worlds.
const MAX_ROLLOUT_WORLDS: u32 = 64;
/// The default number of rollouts.
const DEFAULT_ROLLOUTS: u32 = 100;
/// The maximum number of decisions of one rollout.
const MAX_ROLLOUT_DEPTH: u32 = 5_000;
/// The maximum depth of a search, in plies for a tree search and in rolls for exact values.
const MAX_DEPTH: u32 = 200;
/// Searches and rollouts leave the script a turn's fuel divided by this number.
const RESERVE_DIVISOR: u64 = 50;

/// The options of `turn:search`.
const OPTIONS: [&str; 15] = [
    "iterations",
    "depth",
    "playout",
    "worlds",
    "exploration",
    "stop_early",
    "weigh",
    "value",
    "actions",
    "prior",
    "method",
    "replies",
    "width",
    "anchor",
    "model_opponents",
];

pub(super) fn add_methods<G: Scripted, M: UserDataMethods<TurnHandle<G>>>(methods: &mut M) {
    methods.add_method("sample", |lua, turn, ()| {
        let state = turn.context.sample(lua)?;
        WorldHandle::create(lua, &turn.context, state)
    });
    methods.add_method(
        "rollouts",
        |lua, turn, (action, max_rollouts, depth): (Value, Option<u32>, Option<u32>)| {
            rollouts(
                lua,
                &turn.context,
                &action,
                max_rollouts.unwrap_or(DEFAULT_ROLLOUTS),
                depth.unwrap_or(u32::MAX),
            )
        },
    );
    methods.add_method("search", |lua, turn, options: Option<Table>| {
        search(lua, &turn.context, options)
    });
}

impl<G: Scripted> Context<G> {
    /// Samples a full game consistent with the seat's view.
    fn sample(&self, lua: &Lua) -> mlua::Result<G> {
        let position = self.enter(lua, 0)?;
        self.meter.charge(lua, position.prices().sample)?;
        let view = position.view.as_ref().ok_or_else(|| {
            mlua::Error::runtime("only a robot that chooses can look ahead, not a house rule")
        })?;
        let mut rng = self.new_generator()?;
        Ok(G::sample(view, &mut rng))
    }

    /// Returns a new generator, seeded from the seat's stream.
    pub(super) fn new_generator(&self) -> mlua::Result<Xoshiro256PlusPlus> {
        Ok(Xoshiro256PlusPlus::seed_from_u64(self.stream.next_bits()?))
    }

    /// Samples `count` worlds, but at least 1 and at most [`MAX_WORLDS`].
    fn sample_worlds(&self, lua: &Lua, count: u32) -> mlua::Result<Vec<G>> {
        (0..count.clamp(1, MAX_WORLDS)).map(|_| self.sample(lua)).collect()
    }
}

/// The evaluator of a search: the game's own, or a `value` function of the script.
struct LuaEvaluator<G: Scripted> {
    seat: Seat,
    /// The sides of the game, each a set of partners.
    sides: Vec<SeatSet>,
    /// The `value` function and the world object that is passed to it.
    script_value: Option<(Function, AnyUserData)>,
    /// The first failure of the `value` function, which ends the search.
    failure: Option<mlua::Error>,
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
        let script_value = match value {
            None => None,
            Some(value) => Some((value, WorldHandle::create(lua, context, world.clone())?)),
        };
        let mut sides: Vec<SeatSet> = Vec::new();
        for seat in world.seats().iter() {
            if !sides.iter().any(|side| side.contains(seat)) {
                sides.push(world.team_of(seat));
            }
        }
        Ok(Self { seat, sides, script_value, failure: None, game: std::marker::PhantomData })
    }

    /// Returns the values of all seats. `buffer` is a list that the evaluation may overwrite.
    fn evaluate(&mut self, state: &G, buffer: &mut Vec<G::Action>) -> SeatValues {
        let Some((value, world)) = &self.script_value else { return state.evaluate(buffer) };
        if state.turn() == Turn::Over || self.failure.is_some() {
            return state.evaluate(buffer);
        }
        match self.call_value(value, world, state) {
            Ok(own_value) => self.seat_values(own_value),
            Err(error) => {
                self.failure = Some(error);
                [0.0; Seat::MAX]
            }
        }
    }

    /// Calls the `value` function of the script on a state.
    fn call_value(&self, value: &Function, world: &AnyUserData, state: &G) -> mlua::Result<f32> {
        world.borrow_mut::<WorldHandle<G>>()?.set_state(state);
        match value.call::<Value>(world)? {
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

    /// Returns the values of all seats, given that of the searching side. The other sides share the
    /// remainder equally.
    fn seat_values(&self, own_value: f32) -> SeatValues {
        let mut values = [0.0; Seat::MAX];
        let other_sides = (self.sides.len().max(2) - 1) as f32;
        for side in &self.sides {
            let is_own = side.contains(self.seat);
            let value = if is_own { own_value } else { (1.0 - own_value) / other_sides };
            side.iter().for_each(|seat| values[seat.index()] = value);
        }
        values
    }
}

/// Runs `turn:rollouts`, which estimates the value of an action. Returns the mean value and the
/// number of rollouts played. The mean is `None` if no rollout was played.
fn rollouts<G: Scripted>(
    lua: &Lua,
    context: &Rc<Context<G>>,
    action: &Value,
    max_rollouts: u32,
    depth: u32,
) -> mlua::Result<(Option<f32>, u32)> {
    let (seat, action, prices) = {
        let position = context.enter(lua, price::TRY_MOVE)?;
        (position.seat, context.read_action(&position, action)?, position.prices())
    };
    let worlds = context.sample_worlds(lua, max_rollouts.min(MAX_ROLLOUT_WORLDS))?;
    let mut rng = context.new_generator()?;
    let mut budget = |decisions: u64, hook_fuel: u64| {
        let fuel = decisions * prices.rollout_decision + prices.evaluate + hook_fuel;
        context.meter.try_spend(fuel, RESERVE_DIVISOR)
    };
    let result = context.with_world_rules(|rules| {
        let result = rollout_value(
            &worlds,
            seat,
            action,
            (max_rollouts, depth.min(MAX_ROLLOUT_DEPTH)),
            &mut SearchContext {
                rules,
                rng: &mut rng,
                evaluator: &mut |state: &G, buffer: &mut Vec<G::Action>| state.evaluate(buffer),
                budget: &mut budget,
            },
        );
        result.map_err(mlua::Error::runtime)
    })?;
    context.enter(lua, 0)?;
    Ok(((result.rollouts > 0).then_some(result.mean), result.rollouts))
}

/// Runs `turn:search`. Returns a list of the actions with their values and visits, best first.
fn search<G: Scripted>(
    lua: &Lua,
    context: &Rc<Context<G>>,
    options: Option<Table>,
) -> mlua::Result<Table> {
    let request = SearchRequest::read(options)?;
    let (seat, mut actions, prices) = {
        let position = context.enter(lua, price::TRY_MOVE)?;
        (position.seat, position.actions.clone(), position.prices())
    };
    // On another seat's turn, a robot can only be asked about a draw or for a value. It then has no
    // actions.
    if actions.is_empty() {
        return lua.create_table();
    }
    if let Some(list) = &request.actions {
        let position = context.enter(lua, price::TRY_MOVE)?;
        if list.raw_len() > actions.len() {
            let why = "`actions` lists more actions than are legal; pass some of turn:actions()";
            return Err(mlua::Error::runtime(why));
        }
        let values = list.sequence_values::<Value>();
        actions = values
            .map(|value| context.read_action(&position, &value?))
            .collect::<Result<_, _>>()?;
        if actions.is_empty() {
            return Err(mlua::Error::runtime(
                "`actions` is empty; leave it out to search all actions",
            ));
        }
    }
    let prior = match &request.prior {
        Some(rows) => Some(read_prior(context, lua, rows, &actions)?),
        None => None,
    };
    let exact_depth = request.exact_depth::<G>();
    if request.models_opponents && exact_depth.is_none() {
        return Err(mlua::Error::runtime(
            "model_opponents is for the exact search of race games, without iterations, playout, \
             value, prior and method",
        ));
    }
    let exact = match exact_depth {
        Some(depth) if !context.has_world_rules() => {
            let models_opponents = request.models_opponents;
            exact_search(lua, context, &actions, (depth, models_opponents), prices.evaluate)?
        }
        _ => None,
    };
    let is_exact = exact.is_some();
    let results = match exact {
        Some(results) => results,
        None => {
            let choices = (&actions[..], prior.as_deref());
            world_search(lua, context, seat, choices, (request, prices))?
        }
    };
    // An action that was never tried has no value of its own.
    let best = results.first().filter(|best| is_exact || best.visits > 0);
    context.search_value.set(best.map(|best| best.value));
    result_list(lua, context, &results, prices.action)
}

/// Returns the results of a search as a list of tables.
fn result_list<G: Scripted>(
    lua: &Lua,
    context: &Context<G>,
    results: &[SearchResult<G::Action>],
    price: u64,
) -> mlua::Result<Table> {
    let position = context.enter(lua, 0)?;
    context.meter.charge(lua, results.len() as u64 * price)?;
    let tables = context.action_tables(lua, &position)?;
    let list = lua.create_table_with_capacity(results.len(), 0)?;
    for result in results {
        let index = position.actions.iter().position(|action| *action == result.action);
        let row = lua.create_table_with_capacity(0, 3)?;
        row.raw_set("action", tables.raw_get::<Table>(index.unwrap_or(0) + 1)?)?;
        row.raw_set("value", f64::from(result.value))?;
        row.raw_set("visits", result.visits)?;
        list.raw_push(row)?;
    }
    Ok(list)
}

/// Reads the option `prior`, a list such as that of `turn:policy`. Returns the probability of each
/// action, scaled to sum to 1. An action that is not in the list has 0.
fn read_prior<G: Scripted>(
    context: &Context<G>,
    lua: &Lua,
    rows: &Table,
    actions: &[G::Action],
) -> mlua::Result<Vec<f32>> {
    let position = context.enter(lua, rows.raw_len() as u64)?;
    let mut prior = vec![0.0; actions.len()];
    for row in rows.sequence_values::<Value>() {
        let row = row?;
        let Value::Table(row) = row else {
            let message = format!("prior is a list of tables, not of {}", describe(&row));
            return Err(mlua::Error::runtime(message));
        };
        let action = context.read_action(&position, &row.raw_get("action")?)?;
        let probability = real_number("a probability of prior", &row.raw_get("probability")?)?;
        let index = actions.iter().position(|known| *known == action);
        index.into_iter().for_each(|index| prior[index] = probability);
    }
    let sum: f32 = prior.iter().sum();
    if sum <= 0.0 {
        return Err(mlua::Error::runtime("prior gave every action 0"));
    }
    prior.iter_mut().for_each(|probability| *probability /= sum);
    Ok(prior)
}

/// Computes exact values of the actions over all outcomes of the next `depth` rolls. If the search
/// models opponents that play like simple policies, computes values over the rolls and replies of
/// one round instead. Returns `None` if the game does not support this or the fuel is too low.
fn exact_search<G: Scripted>(
    lua: &Lua,
    context: &Rc<Context<G>>,
    actions: &[G::Action],
    (depth, models_opponents): (u32, bool),
    evaluation_price: u64,
) -> mlua::Result<Option<Vec<SearchResult<G::Action>>>> {
    let state = context.sample(lua)?;
    if models_opponents {
        // The opponents' decisions in the log are evaluated again.
        let events = context.enter(lua, 0)?.log.len() as u64;
        context.meter.charge(lua, events * evaluation_price)?;
    }
    let max_evaluations = context.meter.spendable(RESERVE_DIVISOR) / evaluation_price;
    let by_replies = if models_opponents {
        state.values_by_replies(actions, &context.enter(lua, 0)?.log, max_evaluations)
    } else {
        None
    };
    let exact = by_replies.or_else(|| state.exact_values(actions, depth, max_evaluations));
    let Some((results, evaluations)) = exact else {
        return Ok(None);
    };
    context.meter.charge(lua, evaluations * evaluation_price)?;
    Ok(Some(results))
}

/// The fuel of a turn as the budget of a search.
struct FuelBudget<'a> {
    meter: &'a Meter,
    /// The fuel that is left to a search at its start.
    at_start: u64,
    /// The price of a decision.
    decision: u64,
    /// The price of an evaluation.
    evaluation: u64,
    /// True once the `value` function of the script has failed.
    has_failed: &'a Cell<bool>,
}

impl Budget for FuelBudget<'_> {
    fn spend(&mut self, decisions: u64, hook_fuel: u64) -> bool {
        let fuel = decisions * self.decision + self.evaluation + hook_fuel;
        !self.has_failed.get() && self.meter.try_spend(fuel, RESERVE_DIVISOR)
    }

    fn share_left(&self) -> f32 {
        let fuel_left = self.meter.spendable(RESERVE_DIVISOR) as f32 / self.at_start.max(1) as f32;
        match self.meter.limits().is_interactive {
            true => fuel_left.min(self.meter.search_time_left()),
            false => fuel_left,
        }
    }
}

/// Runs a search over sampled worlds.
fn world_search<G: Scripted>(
    lua: &Lua,
    context: &Rc<Context<G>>,
    seat: Seat,
    (actions, prior): (&[G::Action], Option<&[f32]>),
    (request, prices): (SearchRequest, Prices),
) -> mlua::Result<Vec<SearchResult<G::Action>>> {
    // Borrow the searches first, because the script's functions run below and might start one.
    let nested = |_| mlua::Error::runtime("a search cannot ask for another one");
    let (tree, paired) = &mut *context.searches.try_borrow_mut().map_err(nested)?;
    let mut worlds = context.sample_worlds(lua, request.worlds)?;
    if let Some(weigh) = &request.weigh {
        worlds = resample_by_weight(lua, context, &worlds, weigh)?;
    }
    let mut rng = context.new_generator()?;
    let Some(first) = worlds.first() else { return Ok(Vec::new()) };
    let mut evaluator = LuaEvaluator::new(lua, context, seat, request.value, first)?;
    let has_failed = Cell::new(false);
    let mut budget = FuelBudget {
        meter: &context.meter,
        at_start: context.meter.spendable(RESERVE_DIVISOR),
        decision: request.method.price(&prices),
        evaluation: prices.evaluate,
        has_failed: &has_failed,
    };
    let options = SearchOptions {
        stops_when_clear: request.tree_options.stops_when_decided
            && context.meter.limits().is_interactive,
        ..request.tree_options
    };
    let results = context.with_world_rules(|rules| {
        let context = &mut SearchContext {
            rules,
            rng: &mut rng,
            evaluator: &mut |state: &G, buffer: &mut Vec<G::Action>| {
                let values = context.meter.keep_line(|| evaluator.evaluate(state, buffer));
                has_failed.set(evaluator.failure.is_some());
                values
            },
            budget: &mut budget,
        };
        Ok(match (request.method, prior) {
            (Method::Tree, Some(prior)) => {
                tree.run_with_prior(&worlds, (actions, prior), &options, context)
            }
            (Method::Tree, None) => tree.run(&worlds, actions, &options, context),
            (Method::Paired, _) => paired.run(&worlds, actions, &request.paired_options, context),
        })
    })?;
    if let Some(error) = evaluator.failure {
        return Err(error);
    }
    context.enter(lua, 0)?;
    results.map_err(mlua::Error::runtime)
}

/// Resamples the worlds in proportion to the weights that the script's `weigh` function returns.
fn resample_by_weight<G: Scripted>(
    lua: &Lua,
    context: &Rc<Context<G>>,
    worlds: &[G],
    weigh: &Function,
) -> mlua::Result<Vec<G>> {
    let Some(first) = worlds.first() else { return Ok(Vec::new()) };
    let handle = WorldHandle::create(lua, context, first.clone())?;
    let weight = |world: &G| {
        handle.borrow_mut::<WorldHandle<G>>()?.set_state(world);
        let answer = weigh.call::<Value>(&handle)?;
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
    let spacing = sum / worlds.len() as f64;
    let mut resampled = Vec::with_capacity(worlds.len());
    // The index of the world whose interval of the cumulative weights contains the point, and the
    // end of that interval.
    let (mut current, mut end) = (0, weights[0]);
    for number in 0..worlds.len() {
        let point = (number as f64 + 0.5) * spacing;
        while end < point && current + 1 < weights.len() {
            current += 1;
            end += weights[current];
        }
        resampled.push(worlds[current].clone());
    }
    Ok(resampled)
}

/// The method of a search over sampled worlds.
#[derive(Clone, Copy, PartialEq)]
enum Method {
    Tree,
    Paired,
}

impl Method {
    /// Returns the price of a decision in fuel.
    fn price(self, prices: &Prices) -> u64 {
        match self {
            Self::Tree => prices.tree_decision,
            Self::Paired => prices.rollout_decision,
        }
    }
}

/// The options that a script passed to a search.
struct SearchRequest {
    method: Method,
    tree_options: SearchOptions,
    paired_options: PairedOptions,
    /// The option `depth` as the script gave it, which may be 0.
    depth: Option<u32>,
    models_opponents: bool,
    worlds: u32,
    weigh: Option<Function>,
    value: Option<Function>,
    actions: Option<Table>,
    prior: Option<Table>,
}

impl SearchRequest {
    /// Reads the table of options. Options that are not in it keep their defaults.
    fn read(table: Option<Table>) -> mlua::Result<Self> {
        let mut request = Self {
            method: Method::Tree,
            tree_options: SearchOptions::default(),
            paired_options: PairedOptions::default(),
            depth: None,
            models_opponents: false,
            worlds: DEFAULT_WORLDS,
            weigh: None,
            value: None,
            actions: None,
            prior: None,
        };
        let Some(table) = table else { return Ok(request) };
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair?;
            request.set(&lua_value::word(&key), value)?;
        }
        Ok(request)
    }

    /// Sets an option by its name in scripts.
    fn set(&mut self, name: &str, value: Value) -> mlua::Result<()> {
        match name {
            "method" => {
                self.method = match lua_value::word(&value).as_str() {
                    "tree" => Method::Tree,
                    "paired" => Method::Paired,
                    _ => {
                        let got = describe(&value);
                        let message = format!("method is \"tree\" or \"paired\", not {got}");
                        return Err(mlua::Error::runtime(message));
                    }
                }
            }
            "iterations" => {
                self.tree_options.max_simulations = whole_number(name, &value, 1, u32::MAX)?;
                self.paired_options.max_trials = self.tree_options.max_simulations;
            }
            "depth" => {
                let depth = whole_number(name, &value, 0, MAX_DEPTH)?;
                self.tree_options.max_depth = depth.max(1);
                self.depth = Some(depth);
            }
            "playout" => {
                self.tree_options.rollout_depth = whole_number(name, &value, 0, MAX_ROLLOUT_DEPTH)?;
                self.paired_options.rollout_depth = self.tree_options.rollout_depth;
            }
            "replies" => {
                self.paired_options.reply_plies = whole_number(name, &value, 0, MAX_REPLY_PLIES)?;
            }
            "width" => self.paired_options.max_replies = whole_number(name, &value, 0, u32::MAX)?,
            "anchor" => self.paired_options.anchor = real_number(name, &value)?,
            "worlds" => self.worlds = whole_number(name, &value, 1, MAX_WORLDS)?,
            name if name == EXPLORATION.new || name == EXPLORATION.old => {
                self.tree_options.c_puct = real_number(name, &value)?;
            }
            "stop_early" => self.tree_options.stops_when_decided = boolean(name, &value)?,
            "model_opponents" => self.models_opponents = boolean(name, &value)?,
            "weigh" => self.weigh = Some(function(name, value)?),
            "value" => self.value = Some(function(name, value)?),
            "actions" => self.actions = Some(list(name, value)?),
            "prior" => self.prior = Some(list(name, value)?),
            _ => {
                let known = OPTIONS.join(", ");
                return Err(mlua::Error::runtime(format!(
                    "unknown option `{name:.40}`; options of search are {known}"
                )));
            }
        }
        Ok(())
    }

    /// Returns the depth of an exact search in rolls, or `None` if the game has no dice or an
    /// option needs a search over sampled worlds.
    fn exact_depth<G: Scripted>(&self) -> Option<u32> {
        let can_be_exact = self.method == Method::Tree
            && self.prior.is_none()
            && self.value.is_none()
            && self.tree_options.max_simulations == u32::MAX
            && self.tree_options.rollout_depth == 0;
        (G::HAS_DICE && can_be_exact).then(|| self.depth.unwrap_or(1))
    }
}

/// Reads an option that is a function.
fn function(name: &str, value: Value) -> mlua::Result<Function> {
    match value {
        Value::Function(function) => Ok(function),
        other => {
            let got = describe(&other);
            Err(mlua::Error::runtime(format!("{name} is a function, not {got}")))
        }
    }
}

/// Reads an option that is a list.
fn list(name: &str, value: Value) -> mlua::Result<Table> {
    match value {
        Value::Table(list) => Ok(list),
        other => {
            let got = describe(&other);
            Err(mlua::Error::runtime(format!("{name} is a list, not {got}")))
        }
    }
}

/// Reads an option that is true or false.
fn boolean(name: &str, value: &Value) -> mlua::Result<bool> {
    value.as_boolean().ok_or_else(|| {
        let got = describe(value);
        mlua::Error::runtime(format!("{name} is true or false, not {got}"))
    })
}

/// Reads an option that is a number from 0 to 100.
fn real_number(name: &str, value: &Value) -> mlua::Result<f32> {
    let number = value.as_f64().or(value.as_i64().map(|number| number as f64));
    let number = number.filter(|number| (0.0..=100.0).contains(number));
    let error = || mlua::Error::runtime(format!("{name} is a number from 0 to 100"));
    Ok(number.ok_or_else(error)? as f32)
}

/// Reads an option that is a whole number.
fn whole_number(name: &str, value: &Value, low: u32, high: u32) -> mlua::Result<u32> {
    let number = value.as_f64().or(value.as_i64().map(|number| number as f64));
    let is_valid =
        |number: &f64| number.fract() == 0.0 && (f64::from(low)..=f64::from(high)).contains(number);
    number.filter(is_valid).map(|number| number as u32).ok_or_else(|| {
        let got = describe(value);
        mlua::Error::runtime(format!("{name} is a whole number from {low} to {high}, not {got}"))
    })
}
