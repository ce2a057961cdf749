//! A house rule written in Lua, for any game with script bindings.

use std::cell::Cell;
use std::rc::Rc;

use mlua::{AnyUserData, Function, Lua, MultiValue, Table, Value, Variadic};
use serde_json::Value as Json;

use super::lua_value::{self, describe};
use crate::contract::game::{Step, Turn, Viewer};
use crate::contract::localized::{Text, on_one_line};
use crate::contract::robot::{RobotError, RobotErrorKind};
use crate::contract::seat::Seat;
use crate::contract::source::Source;
use crate::house::{GivenAnswer, Hook, HouseRule};

use super::bindings::Scripted;
use super::context::Context;
use super::game_data::EventNumbers;
use super::info::{self, GameInfo, Hooks, ScriptBody, ScriptInfo};
use super::meter::Meter;
use super::sandbox::first_line;
use super::{ErrorKind, Host, Sandbox, ScriptError};
use effect_lines::effect_lines;

mod answered;
mod effect_fields;
mod effect_lines;
mod effects;

pub(super) use effect_fields::check_effect;

/// Fuel for the two lists of a filter, the one it gets and the one it returns, in addition to one
/// step for each action in them.
const FILTER_LISTS_PRICE: u64 = 2;
/// The maximum number of effects that a hook may ask for at once.
pub(super) const MAX_EFFECTS: usize = 64;
/// The maximum number of characters of a reason to refuse a layout.
const MAX_REASON: usize = 200;

/// A house rule from a script, in its own VM. It stays in the thread that loaded it.
///
/// # Examples
/// A rule that sets an option and removes actions:
/// ```
/// use qipan_core::contract::game::{Game, NullSink, Step};
/// use qipan_core::contract::options::RuleSet;
/// use qipan_core::contract::seat::SeatSet;
/// use qipan_core::games::race::{Deal, Race, Rules};
/// use qipan_core::house::{House, HouseRule};
/// use qipan_core::script::{Host, LuaRule};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let source = r#"
///     return {
///         api = 1, game = "race", name = "In order", about = "The first plane goes first.",
///         set = { takeoff = { 5, 6 } },
///         hooks = {
///             filter = function(view, actions) return { actions[1] } end,
///         },
///     }
/// "#;
/// let rule = LuaRule::<Race>::load("order.luau", source, 0, &["order".into()], &Host::default())?;
/// let rules = Rules::FLYING.with_settings(&rule.info().option_changes)?;
/// let mut game = Race::new(&rules, SeatSet::first(4), &Deal::default())?;
/// game.play(&Step::Chance(5), &mut NullSink)?;
/// let mut house = House::new(vec![(0, Box::new(rule) as Box<dyn HouseRule<Race>>)]);
/// let mut actions = Vec::new();
/// house.actions(&game, &mut actions)?;
/// assert_eq!(actions, ["launch 1".parse()?]);
/// # Ok(())
/// # }
/// ```
pub struct LuaRule<G: Scripted> {
    pub(super) sandbox: Sandbox,
    pub(super) context: Rc<Context<G>>,
    view: AnyUserData,
    pub(super) hooks: Hooks,
    /// The kinds of events that call `after`, one bit each in the order of `GameData::EVENTS`.
    event_mask: u64,
    info: ScriptInfo,
    /// The rule's number among the house rules of the game.
    number: u8,
    /// The name of the file, for recreating the VM.
    file: String,
    /// The names of all house rules of the game, for recreating the VM.
    names: Vec<String>,
    /// The host, for recreating the VM.
    host: Host,
    /// True if no hook has been called since the file was run.
    is_fresh: Cell<bool>,
    last_error: Option<ScriptError>,
    /// Separate copies of the rule for the hooks that see hidden information, so that no variable
    /// can carry that information to the other hooks.
    separate_copies: Vec<(Hook, Self)>,
    /// The hook called last, if a separate copy answered it.
    last_separate_hook: Option<Hook>,
}

impl<G: Scripted> LuaRule<G> {
    /// Loads the script in `source` as the rule with this number in a game. `names` are the names
    /// of all house rules of the game.
    ///
    /// # Errors
    /// The file does not load, is no house rule or is for another game.
    pub fn load(
        file: &str,
        source: impl Into<Source>,
        number: u8,
        names: &[String],
        host: &Host,
    ) -> Result<Self, ScriptError> {
        let source = source.into();
        let mut rule = Self::load_copy(file, &source, number, names, host)?;
        let needs_copies = !rule.info.sees_all && rule.info.hooks.len() >= 2;
        let has_private = rule.info.questions.values().any(|question| question.private);
        let secret_hooks =
            [(Hook::Battle, true), (Hook::Layout, true), (Hook::Answered, has_private)];
        for (hook, _) in secret_hooks.into_iter().filter(|(_, sees_secrets)| *sees_secrets) {
            if needs_copies && rule.hooks.function(hook).is_some() {
                rule.separate_copies
                    .push((hook, Self::load_copy(file, &source, number, names, host)?));
            }
        }
        Ok(rule)
    }

    /// Loads the whole file into one VM.
    fn load_copy(
        file: &str,
        source: &Source,
        number: u8,
        names: &[String],
        host: &Host,
    ) -> Result<Self, ScriptError> {
        let (sandbox, context, view) = create_vm::<G>(file, source, names, host)?;
        let table = sandbox.run()?;
        let (info, body) = info::read(&sandbox, &table, &[GameInfo::of::<G>()])?;
        let ScriptBody::Rule(hooks) = body else {
            let message = "is a robot, not a house rule";
            return Err(sandbox.error(ErrorKind::Metadata, message));
        };
        drop(table);
        let event_mask = match &hooks.after_events {
            None => u64::MAX,
            Some(kinds) => kinds.iter().fold(0, |bits, kind| bits | event_bit::<G>(kind)),
        };
        let mut rule = Self {
            sandbox,
            context,
            view,
            hooks,
            event_mask,
            info,
            number,
            file: file.to_owned(),
            names: names.to_vec(),
            host: host.clone(),
            is_fresh: Cell::new(false),
            last_error: None,
            separate_copies: Vec::new(),
            last_separate_hook: None,
        };
        rule.restart()?;
        Ok(rule)
    }

    /// Runs the file again in a VM that holds nothing of an earlier game.
    fn restart(&mut self) -> Result<(), ScriptError> {
        if self.is_fresh.get() {
            return Ok(());
        }
        // The functions of the last game are dropped first, so that their memory can be collected.
        let after_events = self.hooks.after_events.take();
        self.hooks = Hooks { after_events, ..Hooks::default() };
        let started = self.context.begin_game();
        started.map_err(|failure| self.sandbox.error(ErrorKind::Runtime, failure.to_string()))?;
        if !self.sandbox.begin_game()? {
            let source = self.sandbox.source();
            let (sandbox, context, view) =
                create_vm::<G>(&self.file, source, &self.names, &self.host)?;
            (self.sandbox, self.context, self.view) = (sandbox, context, view);
            self.sandbox.begin_game()?;
        }
        let table = self.sandbox.run()?;
        // The same text was checked in full when it was loaded.
        let hooks = self.hooks.with_functions_of(&table);
        self.hooks = hooks.map_err(|error| self.sandbox.lua_error(&error))?;
        self.is_fresh.set(true);
        Ok(())
    }

    /// Calls a hook in its separate copy of the rule. Returns `None` if the hook has no such copy.
    fn call_separate_copy<T>(
        &mut self,
        hook: Hook,
        ask: impl FnOnce(&mut Self) -> Result<T, RobotError>,
    ) -> Option<Result<T, RobotError>> {
        let (_, copy) = self.separate_copies.iter_mut().find(|(own_hook, _)| *own_hook == hook)?;
        let answer = ask(copy);
        self.last_error = copy.last_error.take().or(self.last_error.take());
        self.last_separate_hook = Some(hook);
        Some(answer)
    }

    /// Returns the metadata of the script.
    pub fn info(&self) -> &ScriptInfo {
        &self.info
    }

    /// Returns the full report of the last error, with its lines of source.
    pub fn last_error(&self) -> Option<&ScriptError> {
        self.last_error.as_ref()
    }

    /// Makes `view` show a state, with `seat` as the seat. The rule gets the public view, or sees
    /// everything if its script has `sees = "all"`.
    pub(super) fn open_state(&self, state: &G, seat: Seat, actions: &[G::Action]) {
        self.is_fresh.set(false);
        self.sandbox.start_budget(self.sandbox.limits().hook_fuel);
        let viewer = if self.info.sees_all { Viewer::All } else { Viewer::Public };
        self.context.set_memory(self.number, state.memory());
        self.context.open_position(seat, G::script_view(state.view(viewer)), None, actions, &[]);
    }

    /// Calls a hook through the Lua function that makes its tables. That function gets the hook,
    /// `view` and then `values`.
    pub(super) fn call_hook(
        &self,
        caller: &Function,
        hook: &Function,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<MultiValue, ScriptError> {
        let first = [Value::Function(hook.clone()), Value::UserData(self.view.clone())];
        let arguments: MultiValue = first.into_iter().chain(values).collect();
        let answer = self.sandbox.call_many(caller, arguments, self.sandbox.limits().hook_fuel);
        answer.map_err(|error| self.sandbox.with_function_line(error, hook))
    }

    /// Makes an error about a hook's answer, at the line where the hook begins.
    pub(super) fn answer_error(&self, hook: Hook, message: impl Into<String>) -> ScriptError {
        let line = self.hooks.function(hook).and_then(first_line);
        self.sandbox.error_at_line(ErrorKind::Answer, line, message)
    }

    /// Makes an error about an effect that a hook asked for, at the line that made the effect. If
    /// several lines may have made it, the error names them all, at the line where the hook begins.
    fn effect_error(&self, hook: Hook, effect: &Json, message: &str) -> ScriptError {
        match &effect_lines(self.sandbox.text(), effect)[..] {
            [] => self.answer_error(hook, message),
            [line] => self.sandbox.error_at_line(ErrorKind::Answer, Some(*line), message),
            lines => {
                let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
                let lines = lines.join(", ");
                self.answer_error(hook, format!("{message} (it may come from lines {lines})"))
            }
        }
    }

    /// Stores an error and returns its one-line form.
    pub(super) fn record_error(&mut self, error: ScriptError) -> RobotError {
        let robot_error = error.to_robot_error();
        self.last_error = Some(error);
        robot_error
    }

    /// Returns the actions that the hook `filter` keeps.
    fn call_filter(
        &mut self,
        filter: &Function,
        state: &G,
        actions: &[G::Action],
    ) -> Result<Vec<G::Action>, ScriptError> {
        self.open_state(state, seat_to_move(state), actions);
        let is_kept = self.run_filter(filter, actions);
        self.context.close();
        let mut kept = Vec::with_capacity(actions.len());
        for (action, is_kept) in actions.iter().zip(is_kept?) {
            if is_kept {
                kept.push(*action);
            }
        }
        Ok(kept)
    }

    /// Calls the filter. Returns a list with true for each action that the filter keeps.
    fn run_filter(
        &self,
        filter: &Function,
        actions: &[G::Action],
    ) -> Result<Vec<bool>, ScriptError> {
        let action_tables = self.context.hook_actions(self.sandbox.lua());
        let action_tables = action_tables.map_err(|error| self.sandbox.lua_error(&error))?;
        let tables: Variadic<&Table> = action_tables.iter().map(|action| &action.table).collect();
        let (caller, fuel) =
            (&G::hook_calls(&self.context.cache).filter, self.sandbox.limits().hook_fuel);
        let answer = self.sandbox.call_many(caller, (filter, &self.view, tables), fuel);
        let with_line = |error| self.sandbox.with_function_line(error, filter);
        let mut answer = answer.map_err(with_line)?;
        let list = self.filter_list(answer.pop_front().unwrap_or(Value::Nil))?;
        let entries = self.sandbox.read_answer(|lua, meter| {
            meter.charge(lua, action_tables.len() as u64 + FILTER_LISTS_PRICE)?;
            list_entries(lua, meter, &list, answer)
        });
        let mut is_kept = vec![false; actions.len()];
        let mut next = 0;
        for value in entries.map_err(with_line)? {
            let Value::Table(table) = value else {
                let message = format!("filter must return actions, not a {}", type_name(&value));
                return Err(self.answer_error(Hook::Filter, message));
            };
            // Most filters keep the order of the actions, so the search begins after the last one
            // found.
            let mut indices = (next..action_tables.len()).chain(0..next.min(action_tables.len()));
            let index = match indices.find(|index| action_tables[*index].is_same_table(&table)) {
                Some(index) => index,
                None => self.find_copied(actions, &table)?,
            };
            is_kept[index] = true;
            next = index + 1;
        }
        Ok(is_kept)
    }

    /// Returns the list that a filter answered with.
    fn filter_list(&self, answer: Value) -> Result<Table, ScriptError> {
        let got = match answer {
            // A table of named fields has length 0, but is not an empty list.
            Value::Table(list) if list.raw_len() > 0 || list.is_empty() => return Ok(list),
            Value::Table(_) => "not one alone: write { action }".to_owned(),
            other => format!("those that stay, not {}", describe(&other)),
        };
        let message = format!("filter must return a list of actions, {got}");
        Err(self.answer_error(Hook::Filter, message))
    }

    /// Returns the index of the action that a copy of its table describes.
    fn find_copied(&self, actions: &[G::Action], table: &Table) -> Result<usize, ScriptError> {
        let copied = G::find_action(&self.context, actions, table).map_err(|description| {
            let message = format!("filter may only take away: {description} was not legal before");
            self.answer_error(Hook::Filter, message)
        })?;
        Ok(actions.iter().position(|action| *action == copied).unwrap_or(0))
    }

    /// Returns the effects that the hook `after` asks for.
    fn call_after(
        &mut self,
        after: &Function,
        state: &G,
        step: &Step<G>,
        events: &[G::Event],
    ) -> Result<Vec<G::Effect>, ScriptError> {
        let (numbers, seat) = G::step_numbers(step, events);
        self.open_state(state, seat.unwrap_or(Seat::new(0)), &[]);
        let number = |number: i32| Value::Integer(i64::from(number));
        let [kind, a, b, c] = numbers.map(number);
        let seat_number = number(seat.map_or(0, |seat| seat.index() as i32 + 1));
        let matching_events: Vec<_> = events
            .iter()
            .map(G::event_numbers)
            .filter(|numbers| self.is_in_mask(numbers))
            .collect();
        let values = [kind, seat_number, a, b, c, number(matching_events.len() as i32)];
        let values = values.into_iter().chain(matching_events.into_iter().flatten().map(number));
        let answer = self.call_hook(&G::hook_calls(&self.context.cache).after, after, values);
        self.context.close();
        let answer = answer?.into_iter().next().unwrap_or(Value::Nil);
        match answer {
            Value::Nil => Ok(Vec::new()),
            Value::Table(list) => self.read_effects(Hook::After, &list),
            other => {
                let message =
                    format!("after must return a list of effects, not {}", describe(&other));
                Err(self.answer_error(Hook::After, message))
            }
        }
    }

    /// Returns the action with the battle result that the hook `battle` chooses. Returns `None` if
    /// there is no battle, or the hook leaves the result to the pieces.
    fn call_battle(
        &self,
        battle: &Function,
        state: &G,
        action: G::Action,
    ) -> Result<Option<G::Action>, ScriptError> {
        let caller = G::hook_calls(&self.context.cache).battle.as_ref();
        let Some((caller, fighters)) = caller.zip(G::fighter_numbers(state, action)) else {
            return Ok(None);
        };
        self.open_state(state, seat_to_move(state), &[]);
        let numbers = fighters.into_iter().flatten();
        let answer = self.call_hook(caller, battle, numbers.map(|n| Value::Integer(i64::from(n))));
        self.context.close();
        let answer = answer?.into_iter().next().unwrap_or(Value::Nil);
        G::with_hook_result(action, &answer)
            .map_err(|message| self.answer_error(Hook::Battle, message))
    }

    /// Returns the rule's reason to refuse a seat's layout, if it has one.
    fn call_layout(
        &self,
        layout: &Function,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<Text>, ScriptError> {
        let caller = G::hook_calls(&self.context.cache).layout.as_ref();
        let Some((caller, script_view)) = caller.zip(G::script_view_before_game(rules)) else {
            return Ok(None);
        };
        let table = G::layout_table(&self.context.cache, self.sandbox.lua(), deal, seat);
        let Some(table) = table.map_err(|error| self.sandbox.lua_error(&error))? else {
            return Ok(None);
        };
        self.is_fresh.set(false);
        self.context.open_position(seat, script_view, None, &[], &[]);
        let answer = self.call_hook(caller, layout, [Value::Table(table)]);
        self.context.close();
        match answer?.into_iter().next().unwrap_or(Value::Nil) {
            Value::Nil | Value::Boolean(true) => Ok(None),
            Value::String(text) => Ok(Some(Text::both(&reason_text(&text)))),
            Value::Table(texts) => {
                let text = |language| match texts.raw_get::<Value>(language) {
                    Ok(Value::String(text)) => Some(reason_text(&text)),
                    _ => None,
                };
                match (text("en"), text("zh")) {
                    (Some(en), Some(zh)) => Ok(Some(Text { en, zh })),
                    (Some(only), None) | (None, Some(only)) => Ok(Some(Text::both(&only))),
                    (None, None) => {
                        let message = layout_answer_message("a table without these texts");
                        Err(self.answer_error(Hook::Layout, message))
                    }
                }
            }
            other => Err(self.answer_error(Hook::Layout, layout_answer_message(&describe(&other)))),
        }
    }

    /// Returns true if an event, encoded as numbers, is of a kind that calls `after`.
    fn is_in_mask(&self, event: &EventNumbers) -> bool {
        let [kind, ..] = event;
        self.event_mask >> (kind - 1) & 1 == 1
    }
}

/// Makes a VM with a file that has not been run yet, and its `view`.
fn create_vm<G: Scripted>(
    file: &str,
    source: &Source,
    names: &[String],
    host: &Host,
) -> Result<(Sandbox, Rc<Context<G>>, AnyUserData), ScriptError> {
    let (sandbox, context) = Sandbox::new(file, source, host, |lua, meter, stream| {
        let context = Context::install(lua, meter, stream)?;
        stream.disable();
        Ok(context)
    })?;
    let (view, _) =
        G::create_handles(&context, sandbox.lua()).map_err(|error| sandbox.lua_error(&error))?;
    context.set_house_rules(names);
    Ok((sandbox, context, view))
}

/// Returns the entries of a filter's list. `unpacked` already holds them if its length is that of
/// the list.
fn list_entries(
    lua: &Lua,
    meter: &Meter,
    list: &Table,
    unpacked: MultiValue,
) -> mlua::Result<MultiValue> {
    let len = list.len()?.max(0);
    meter.charge(lua, len as u64)?;
    if unpacked.len() as i64 == len {
        Ok(unpacked)
    } else {
        (1..=len).map(|index| list.get(index)).collect()
    }
}

/// Returns the reason that a `layout` hook gave, shortened and on one line.
fn reason_text(text: &mlua::LuaString) -> String {
    on_one_line(&lua_value::head(text, MAX_REASON)).into_owned()
}

/// Returns the message for an answer of a `layout` hook that is not a valid reason.
fn layout_answer_message(answer: &str) -> String {
    format!("layout must return nil, a text or {{ en = \"...\", zh = \"...\" }}, not {answer}")
}

/// Returns the type of a value as Lua names it.
fn type_name(value: &Value) -> &'static str {
    if value.is_integer() { "number" } else { value.type_name() }
}

/// Returns the seat to move, or the first seat if none is to move.
fn seat_to_move<G: Scripted>(state: &G) -> Seat {
    match state.turn() {
        Turn::Seat(seat) => seat,
        _ => Seat::new(0),
    }
}

/// Returns the bit of a kind of event.
fn event_bit<G: Scripted>(kind: &str) -> u64 {
    G::EVENTS.iter().position(|known| *known == kind).map_or(0, |index| 1 << index)
}

impl<G: Scripted> HouseRule<G> for LuaRule<G> {
    fn start(&mut self) -> Result<(), RobotError> {
        for (_, rule) in &mut self.separate_copies {
            rule.restart().map_err(|error| rule.record_error(error))?;
        }
        self.restart().map_err(|error| self.record_error(error))
    }

    fn filters(&self) -> bool {
        self.hooks.filter.is_some()
    }

    fn filter(&mut self, state: &G, actions: &[G::Action]) -> Result<Vec<G::Action>, RobotError> {
        let Some(filter) = self.hooks.filter.clone() else { return Ok(actions.to_vec()) };
        self.last_separate_hook = None;
        self.call_filter(&filter, state, actions).map_err(|error| self.record_error(error))
    }

    fn listens(&self, events: &[G::Event]) -> bool {
        self.hooks.after.is_some()
            && (self.hooks.after_events.is_none()
                || events.iter().any(|event| self.is_in_mask(&G::event_numbers(event))))
    }

    fn after(
        &mut self,
        state: &G,
        step: &Step<G>,
        events: &[G::Event],
    ) -> Result<Vec<G::Effect>, RobotError> {
        let Some(after) = self.hooks.after.clone() else { return Ok(Vec::new()) };
        self.last_separate_hook = None;
        self.call_after(&after, state, step, events).map_err(|error| self.record_error(error))
    }

    fn answered(&mut self, state: &G, answer: &GivenAnswer) -> Result<Vec<G::Effect>, RobotError> {
        self.last_separate_hook = None;
        let ask = |rule: &mut Self| rule.answered(state, answer);
        if let Some(result) = self.call_separate_copy(Hook::Answered, ask) {
            return result;
        }
        let Some(answered) = self.hooks.answered.clone() else { return Ok(Vec::new()) };
        self.call_answered(&answered, state, answer).map_err(|error| self.record_error(error))
    }

    fn decide_battle(
        &mut self,
        state: &G,
        action: G::Action,
    ) -> Result<Option<G::Action>, RobotError> {
        if let Some(answer) =
            self.call_separate_copy(Hook::Battle, |rule| rule.decide_battle(state, action))
        {
            return answer;
        }
        let Some(battle) = self.hooks.battle.clone() else { return Ok(None) };
        self.call_battle(&battle, state, action).map_err(|error| self.record_error(error))
    }

    fn check_layout(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<Text>, RobotError> {
        let ask = |rule: &mut Self| rule.check_layout(rules, seat, deal);
        if let Some(answer) = self.call_separate_copy(Hook::Layout, ask) {
            return answer;
        }
        let Some(layout) = self.hooks.layout.clone() else { return Ok(None) };
        self.call_layout(&layout, rules, seat, deal).map_err(|error| self.record_error(error))
    }

    fn fuel(&self) -> u64 {
        let is_last = |(hook, _): &&(Hook, Self)| Some(*hook) == self.last_separate_hook;
        let sandbox = match self.separate_copies.iter().find(is_last) {
            Some((_, copy)) => &copy.sandbox,
            None => &self.sandbox,
        };
        sandbox.fuel_used()
    }

    fn invalid_effect(&self, hook: Hook, effect: &Json, message: String) -> RobotError {
        self.effect_error(hook, effect, &message).to_robot_error()
    }

    fn invalid_result(&self, hook: Hook, message: String) -> RobotError {
        let error = self.answer_error(hook, message);
        RobotError { kind: RobotErrorKind::Illegal, message: error.to_string() }
    }
}
