//! A house rule written in Lua, for any game with script bindings.

use std::cell::Cell;
use std::rc::Rc;

use mlua::{AnyUserData, Function, Lua, MultiValue, Table, Value, Variadic};

use super::lua_value::{self, describe};
use crate::contract::game::{Step, Turn, Viewer};
use crate::contract::localized::{Text, on_one_line};
use crate::contract::robot::{RobotError, RobotErrorKind};
use crate::contract::seat::Seat;
use crate::house::{Hook, HouseRule};

use super::bindings::Scripted;
use super::context::Context;
use super::info::{self, GameInfo, Hooks, ScriptBody, ScriptInfo};
use super::meter::Meter;
use super::nearest::did_you_mean;
use super::sandbox::first_line;
use super::{ErrorKind, Host, Sandbox, ScriptError};

/// Fuel for the two lists of a filter, in addition to one step for each action in them.
const LISTS: u64 = 2;
/// Most effects that a hook may ask for at once.
pub(super) const MAX_EFFECTS: usize = 64;

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
    /// The events that call `after`, one bit each in the order of `GameData::EVENTS`.
    wanted: u64,
    info: ScriptInfo,
    /// Its number among the rules of the game.
    number: u8,
    /// The file's name, the names of all house rules and the host, to make the VM anew.
    made_of: (String, Vec<String>, Host),
    /// True if no hook was called since the file was run.
    is_fresh: Cell<bool>,
    last_error: Option<ScriptError>,
    /// Separate copies of the rule for the hooks that see hidden information, so that no variable
    /// can carry it to the other hooks.
    apart: Vec<(Hook, Self)>,
    /// The hook called last, if it has a separate copy.
    last: Option<Hook>,
}

impl<G: Scripted> LuaRule<G> {
    /// Loads the script in `source` as the rule with this number in a game. `names` are the names
    /// of all house rules of the game.
    ///
    /// # Errors
    /// The file does not load, is no house rule or is for another game.
    pub fn load(
        file: &str,
        source: impl AsRef<[u8]>,
        number: u8,
        names: &[String],
        host: &Host,
    ) -> Result<Self, ScriptError> {
        let source = source.as_ref();
        let mut rule = Self::machine(file, source, number, names, host)?;
        let alone = rule.info.sees_all || rule.info.hooks.len() < 2;
        for hook in [Hook::Battle, Hook::Layout] {
            if !alone && rule.hooks.of(hook).is_some() {
                rule.apart.push((hook, Self::machine(file, source, number, names, host)?));
            }
        }
        Ok(rule)
    }

    /// Loads the whole file into one VM.
    fn machine(
        file: &str,
        source: &[u8],
        number: u8,
        names: &[String],
        host: &Host,
    ) -> Result<Self, ScriptError> {
        let (sandbox, context, view) = empty_machine::<G>(file, source, names, host)?;
        let table = sandbox.run()?;
        let (info, parts) = info::read(&sandbox, &table, &[GameInfo::of::<G>()])?;
        let ScriptBody::Rule(hooks) = parts else {
            let message = "is a robot, not a house rule";
            return Err(sandbox.error(ErrorKind::Metadata, message));
        };
        drop(table);
        let wanted = match &hooks.on {
            None => u64::MAX,
            Some(kinds) => kinds.iter().fold(0, |bits, kind| bits | bit::<G>(kind)),
        };
        let (last_error, apart, last) = (None, Vec::new(), None);
        let made_of = (file.to_owned(), names.to_vec(), host.clone());
        let is_fresh = Cell::new(false);
        let mut rule = Self {
            sandbox,
            context,
            view,
            hooks,
            wanted,
            info,
            number,
            made_of,
            is_fresh,
            last_error,
            apart,
            last,
        };
        rule.restart()?;
        Ok(rule)
    }

    /// Runs the file again in a VM that holds nothing of an earlier game.
    fn restart(&mut self) -> Result<(), ScriptError> {
        if self.is_fresh.get() {
            return Ok(());
        }
        let on = self.hooks.on.take();
        self.hooks = Hooks { on, ..Hooks::default() };
        let forgotten = self.context.forget();
        forgotten.map_err(|why| self.sandbox.error(ErrorKind::Runtime, why.to_string()))?;
        if !self.sandbox.begin_game()? {
            let ((file, names, host), source) = (&self.made_of, self.sandbox.source());
            let (sandbox, context, view) =
                empty_machine::<G>(file, source.as_bytes(), names, host)?;
            (self.sandbox, self.context, self.view) = (sandbox, context, view);
            self.sandbox.begin_game()?;
        }
        let table = self.sandbox.run()?;
        // The same text was checked in full when it was loaded.
        let hooks = self.hooks.again(&table);
        self.hooks = hooks.map_err(|error| self.sandbox.caught(&error))?;
        self.is_fresh.set(true);
        Ok(())
    }

    /// Calls a hook in its separate copy; `None` if it has none.
    fn ask_apart<T>(
        &mut self,
        hook: Hook,
        ask: impl FnOnce(&mut Self) -> Result<T, RobotError>,
    ) -> Option<Result<T, RobotError>> {
        let (_, rule) = self.apart.iter_mut().find(|(own, _)| *own == hook)?;
        let answer = ask(rule);
        self.last_error = rule.last_error.take().or(self.last_error.take());
        self.last = Some(hook);
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

    /// Opens a state for the rule, with `seat` as its seat. The rule gets the public view, or
    /// sees everything if its script says `sees = "all"`.
    pub(super) fn show(&self, state: &G, seat: Seat, actions: &[G::Action]) {
        self.is_fresh.set(false);
        self.sandbox.arm(self.sandbox.limits().hook_fuel);
        let viewer = if self.info.sees_all { Viewer::All } else { Viewer::Public };
        self.context.set_memory(self.number, state.memory());
        self.context.lay_out(seat, G::show(state.view(viewer)), None, actions, &[]);
    }

    /// Calls a hook through one of the Lua functions that make its tables: that function receives
    /// the hook, `view` and then `values`.
    pub(super) fn call(
        &self,
        by: &Function,
        hook: &Function,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<MultiValue, ScriptError> {
        let first = [Value::Function(hook.clone()), Value::UserData(self.view.clone())];
        let arguments: MultiValue = first.into_iter().chain(values).collect();
        let answer = self.sandbox.call_many(by, arguments, self.sandbox.limits().hook_fuel);
        answer.map_err(|error| self.sandbox.placed(error, hook))
    }

    /// Makes an error about a hook's answer, at the line where the hook begins.
    pub(super) fn odd(&self, hook: Hook, message: impl Into<String>) -> ScriptError {
        let line = self.hooks.of(hook).and_then(first_line);
        self.sandbox.error_on(ErrorKind::Answer, line, message)
    }

    /// Stores an error. Returns it in one line.
    pub(super) fn report(&mut self, error: ScriptError) -> RobotError {
        let trouble = error.trouble();
        self.last_error = Some(error);
        trouble
    }

    fn ask_filter(
        &mut self,
        filter: &Function,
        state: &G,
        actions: &[G::Action],
    ) -> Result<Vec<G::Action>, ScriptError> {
        self.show(state, mover(state), actions);
        let kept = self.kept(filter, actions);
        self.context.close();
        let mut left = Vec::with_capacity(actions.len());
        left.extend(actions.iter().zip(kept?).filter(|(_, kept)| *kept).map(|(action, _)| *action));
        Ok(left)
    }

    /// Returns for each action if it stays.
    fn kept(&self, filter: &Function, actions: &[G::Action]) -> Result<Vec<bool>, ScriptError> {
        let given = self.context.given_actions(self.sandbox.lua());
        let given = given.map_err(|error| self.sandbox.caught(&error))?;
        let tables: Variadic<&Table> = given.iter().map(|given| &given.table).collect();
        let (by, fuel) = (&G::hooks(&self.context.cache).filter, self.sandbox.limits().hook_fuel);
        let answer = self.sandbox.call_many(by, (filter, &self.view, tables), fuel);
        let placed = |error| self.sandbox.placed(error, filter);
        let mut answer = answer.map_err(placed)?;
        let left = self.list_of(answer.pop_front().unwrap_or(Value::Nil))?;
        let read = self.sandbox.go_on(|lua, meter| {
            meter.charge(lua, given.len() as u64 + LISTS)?;
            listed(lua, meter, &left, answer)
        });
        let mut kept = vec![false; actions.len()];
        let mut next = 0;
        for value in read.map_err(placed)? {
            let Value::Table(table) = value else {
                let message = format!("filter must return actions, not a {}", kind(&value));
                return Err(self.odd(Hook::Filter, message));
            };
            // Most filters keep the order of the actions they receive.
            let later = (next..given.len()).chain(0..next.min(given.len()));
            let at = match later.into_iter().find(|at| given[*at].is(&table)) {
                Some(at) => at,
                None => self.copy_of(actions, &table)?,
            };
            kept[at] = true;
            next = at + 1;
        }
        Ok(kept)
    }

    /// Returns the list that a filter answered with.
    fn list_of(&self, answer: Value) -> Result<Table, ScriptError> {
        let got = match answer {
            // A table of named fields has length 0, but is not an empty list.
            Value::Table(left) if left.raw_len() > 0 || left.is_empty() => return Ok(left),
            Value::Table(_) => "not one alone: write { action }".to_owned(),
            other => format!("those that stay, not {}", describe(&other)),
        };
        let message = format!("filter must return a list of actions, {got}");
        Err(self.odd(Hook::Filter, message))
    }

    /// Returns the index of the action that a copied table describes.
    fn copy_of(&self, actions: &[G::Action], table: &Table) -> Result<usize, ScriptError> {
        let found = G::find_action(&self.context, actions, table).map_err(|said| {
            let message = format!("filter may only take away: {said} was not legal before");
            self.odd(Hook::Filter, message)
        })?;
        Ok(actions.iter().position(|action| *action == found).unwrap_or(0))
    }

    fn ask_after(
        &mut self,
        run: &Function,
        state: &G,
        step: &Step<G>,
        events: &[G::Event],
    ) -> Result<Vec<G::Effect>, ScriptError> {
        let (numbers, seat) = G::step_numbers(step, events);
        self.show(state, seat.unwrap_or(Seat::new(0)), &[]);
        let number = |number: i32| Value::Integer(i64::from(number));
        let [kind, a, b, c] = numbers.map(number);
        let who = number(seat.map_or(0, |seat| seat.index() as i32 + 1));
        let wanted: Vec<_> = events
            .iter()
            .map(G::event_numbers)
            .filter(|numbers| self.wanted >> (numbers[0] - 1) & 1 == 1)
            .collect();
        let values = [kind, who, a, b, c, number(wanted.len() as i32)];
        let values = values.into_iter().chain(wanted.into_iter().flatten().map(number));
        let answer = self.call(&G::hooks(&self.context.cache).after, run, values);
        self.context.close();
        let answer = answer?.into_iter().next().unwrap_or(Value::Nil);
        match answer {
            Value::Nil => Ok(Vec::new()),
            Value::Table(list) => self.effects(&list),
            other => {
                let message =
                    format!("after must return a list of effects, not {}", describe(&other));
                Err(self.odd(Hook::After, message))
            }
        }
    }

    /// Returns the action with its battle result; `None` if the rule leaves it to the pieces or
    /// there is no battle.
    fn ask_battle(
        &self,
        battle: &Function,
        state: &G,
        action: G::Action,
    ) -> Result<Option<G::Action>, ScriptError> {
        let by = G::hooks(&self.context.cache).battle.as_ref();
        let Some((by, fighters)) = by.zip(G::fighters(state, action)) else { return Ok(None) };
        self.show(state, mover(state), &[]);
        let numbers = fighters.into_iter().flatten();
        let answer = self.call(by, battle, numbers.map(|n| Value::Integer(i64::from(n))));
        self.context.close();
        let answer = answer?.into_iter().next().unwrap_or(Value::Nil);
        G::end_fight(action, &answer).map_err(|message| self.odd(Hook::Battle, message))
    }

    /// Returns the rule's reason to refuse a seat's layout, if it has one.
    fn ask_layout(
        &self,
        layout: &Function,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<Text>, ScriptError> {
        let by = G::hooks(&self.context.cache).layout.as_ref();
        let Some((by, shown)) = by.zip(G::shown_before(rules)) else { return Ok(None) };
        let table = G::layout_table(&self.context.cache, self.sandbox.lua(), deal, seat);
        let Some(table) = table.map_err(|error| self.sandbox.caught(&error))? else {
            return Ok(None);
        };
        self.is_fresh.set(false);
        self.context.lay_out(seat, shown, None, &[], &[]);
        let answer = self.call(by, layout, [Value::Table(table)]);
        self.context.close();
        match answer?.into_iter().next().unwrap_or(Value::Nil) {
            Value::Nil | Value::Boolean(true) => Ok(None),
            Value::String(why) => Ok(Some(Text::both(&reason(&why)))),
            Value::Table(texts) => {
                let text = |lang| match texts.raw_get::<Value>(lang) {
                    Ok(Value::String(why)) => Some(reason(&why)),
                    _ => None,
                };
                match (text("en"), text("zh")) {
                    (Some(en), Some(zh)) => Ok(Some(Text { en, zh })),
                    (Some(only), None) | (None, Some(only)) => Ok(Some(Text::both(&only))),
                    (None, None) => {
                        let message = odd_layout_answer("a table without these texts");
                        Err(self.odd(Hook::Layout, message))
                    }
                }
            }
            other => Err(self.odd(Hook::Layout, odd_layout_answer(&describe(&other)))),
        }
    }

    fn effects(&self, list: &Table) -> Result<Vec<G::Effect>, ScriptError> {
        let odd = |message: String| self.odd(Hook::After, message);
        if list.raw_len() == 0 && !list.is_empty() {
            let message = "after must return a list of effects: { { kind = ... } }";
            return Err(odd(message.to_owned()));
        }
        if list.raw_len() > MAX_EFFECTS {
            return Err(odd(format!("at most {MAX_EFFECTS} effects may follow a step")));
        }
        let mut effects = Vec::new();
        for value in list.sequence_values::<Value>() {
            let value = value.map_err(|error| self.sandbox.caught(&error))?;
            if !matches!(value, Value::Table(_)) {
                return Err(odd(format!("an effect is a table, not {}", describe(&value))));
            }
            self.known_effect(&value).map_err(odd)?;
            let effect: G::Effect = lua_value::read(&value)
                .map_err(|why| odd(format!("no effect of {}: {why}", G::KIND)))?;
            if self.info.sees_all && G::remembers(&effect) {
                let why = "a rule that sees everything cannot remember: others would learn of it";
                return Err(odd(why.to_owned()));
            }
            effects.push(effect);
        }
        Ok(effects)
    }

    /// Refuses an effect of an unknown kind.
    fn known_effect(&self, effect: &Value) -> Result<(), String> {
        let kind = effect.as_table().map(|table| table.raw_get::<Value>("kind"));
        let Some(Ok(Value::String(kind))) = kind else { return Ok(()) };
        let kind = lua_value::head(&kind, 60);
        if G::EFFECTS.contains(&kind.as_str()) {
            return Ok(());
        }
        let (hint, known) =
            (did_you_mean(&kind, G::EFFECTS.iter().copied()), G::EFFECTS.join(", "));
        Err(format!("there is no effect `{kind:.40}`{hint}; effects are {known}"))
    }

    fn wants(&self, event: &G::Event) -> bool {
        self.wanted >> (G::event_numbers(event)[0] - 1) & 1 == 1
    }
}

/// Makes a VM with a file that was not run yet, and its `view`.
fn empty_machine<G: Scripted>(
    file: &str,
    source: &[u8],
    names: &[String],
    host: &Host,
) -> Result<(Sandbox, Rc<Context<G>>, AnyUserData), ScriptError> {
    let (sandbox, context) = Sandbox::new(file, source, host, |lua, meter, stream| {
        let context = Context::install(lua, meter, stream)?;
        stream.close();
        Ok(context)
    })?;
    let (view, _) = context.handles(sandbox.lua()).map_err(|error| sandbox.caught(&error))?;
    context.set_house(names);
    Ok((sandbox, context, view))
}

/// Returns the entries of a filter's list; `told` holds them already if its length is right.
fn listed(lua: &Lua, meter: &Meter, left: &Table, told: MultiValue) -> mlua::Result<MultiValue> {
    let len = left.len()?.max(0);
    meter.charge(lua, len as u64)?;
    if told.len() as i64 == len { Ok(told) } else { (1..=len).map(|at| left.get(at)).collect() }
}

/// Returns the type of a value as Lua names it.
/// Returns the reason that a `layout` hook gave, shortened and on one line.
fn reason(text: &mlua::LuaString) -> String {
    on_one_line(&lua_value::head(text, 200)).into_owned()
}

/// Returns the error for an answer of a `layout` hook that is no reason.
fn odd_layout_answer(answer: &str) -> String {
    format!("layout must return nil, a text or {{ en = \"...\", zh = \"...\" }}, not {answer}")
}

fn kind(value: &Value) -> &'static str {
    if value.is_integer() { "number" } else { value.type_name() }
}

/// Returns the seat to move, or the first seat if none is to move.
fn mover<G: Scripted>(state: &G) -> Seat {
    match state.turn() {
        Turn::Seat(seat) => seat,
        _ => Seat::new(0),
    }
}

/// Returns the bit of a kind of event.
fn bit<G: Scripted>(kind: &str) -> u64 {
    G::EVENTS.iter().position(|known| *known == kind).map_or(0, |at| 1 << at)
}

impl<G: Scripted> HouseRule<G> for LuaRule<G> {
    fn start(&mut self) -> Result<(), RobotError> {
        for (_, rule) in &mut self.apart {
            rule.restart().map_err(|error| rule.report(error))?;
        }
        self.restart().map_err(|error| self.report(error))
    }

    fn filters(&self) -> bool {
        self.hooks.filter.is_some()
    }

    fn filter(&mut self, state: &G, actions: &[G::Action]) -> Result<Vec<G::Action>, RobotError> {
        let Some(filter) = self.hooks.filter.clone() else { return Ok(actions.to_vec()) };
        self.last = None;
        self.ask_filter(&filter, state, actions).map_err(|error| self.report(error))
    }

    fn listens(&self, events: &[G::Event]) -> bool {
        self.hooks.after.is_some()
            && (self.hooks.on.is_none() || events.iter().any(|event| self.wants(event)))
    }

    fn after(
        &mut self,
        state: &G,
        step: &Step<G>,
        events: &[G::Event],
    ) -> Result<Vec<G::Effect>, RobotError> {
        let Some(run) = self.hooks.after.clone() else { return Ok(Vec::new()) };
        self.last = None;
        self.ask_after(&run, state, step, events).map_err(|error| self.report(error))
    }

    fn decide_fight(
        &mut self,
        state: &G,
        action: G::Action,
    ) -> Result<Option<G::Action>, RobotError> {
        if let Some(answer) = self.ask_apart(Hook::Battle, |rule| rule.decide_fight(state, action))
        {
            return answer;
        }
        let Some(battle) = self.hooks.battle.clone() else { return Ok(None) };
        self.ask_battle(&battle, state, action).map_err(|error| self.report(error))
    }

    fn check_layout(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<Text>, RobotError> {
        let ask = |rule: &mut Self| rule.check_layout(rules, seat, deal);
        if let Some(answer) = self.ask_apart(Hook::Layout, ask) {
            return answer;
        }
        let Some(layout) = self.hooks.layout.clone() else { return Ok(None) };
        self.ask_layout(&layout, rules, seat, deal).map_err(|error| self.report(error))
    }

    fn fuel(&self) -> u64 {
        let apart = self.apart.iter().find(|(hook, _)| Some(*hook) == self.last);
        apart.map_or_else(|| self.sandbox.fuel_used(), |(_, rule)| rule.sandbox.fuel_used())
    }

    fn trouble(&self, hook: Hook, message: String) -> RobotError {
        let error = self.odd(hook, message);
        RobotError { kind: RobotErrorKind::Illegal, message: error.to_string() }
    }
}
