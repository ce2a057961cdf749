//! The state behind `view` and `turn`: the position of the current turn, and the tables that stay
//! the same for a whole game.

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use mlua::{IntoLua, Lua, LuaSerdeExt, LuaString, MultiValue, Table, Value};

use mlua::serde::SerializeOptions;

use super::lua_value;
use crate::contract::game::Viewer;
use crate::contract::memory::Memory;
use crate::contract::options::RuleSet;
use crate::contract::robot::{Decision, RobotNote};
use crate::contract::seat::{Seat, SeatSet};
use crate::house::{House, RuleFailure};
use crate::search::{RuleContext, Search};

use super::game_data::GameData;
use super::meter::{HostMemory, Meter};
use super::sandbox::Stream;
use super::strict::Strict;

/// State shared by a robot's `view` and `turn`. It lives as long as its VM and is reset for each
/// turn.
pub struct Context<G: GameData> {
    pub(super) meter: Rc<Meter>,
    pub(super) stream: Stream,
    pub(super) cache: G::LuaCache,
    /// Metatables that report misspelt fields; only in checks.
    strict: Option<Strict>,
    pub(super) params: RefCell<Table>,
    pub(super) offered: Cell<Option<G::Action>>,
    seats: Vec<LuaString>,
    is_open: Cell<bool>,
    position: RefCell<Option<VisiblePosition<G>>>,
    notes: RefCell<Vec<RobotNote<G::Action>>>,
    fixed: RefCell<Option<GameTables<G>>>,
    house: RefCell<Vec<String>>,
    /// The number and memory of the house rule that owns this context; `None` for robots.
    memory: RefCell<Option<(u8, Memory)>>,
    /// The house rules under which worlds are played on.
    rulebook: RefCell<RuleContext<G>>,
    /// True if no house rule in the rulebook acts.
    is_plain: Cell<bool>,
    /// The search tree, kept to reuse its memory.
    pub(super) search: RefCell<Search<G>>,
}

/// The `view` object of scripts.
pub struct ViewHandle<G: GameData> {
    pub(super) context: Rc<Context<G>>,
    /// The position it shows, if that is not the one of this turn.
    pub(super) own: Option<(RefCell<VisiblePosition<G>>, HostMemory)>,
}

impl<G: GameData> ViewHandle<G> {
    pub(super) fn look(&self, lua: &Lua, steps: u64) -> mlua::Result<Ref<'_, VisiblePosition<G>>> {
        let present = self.context.enter(lua, steps)?;
        Ok(self.own.as_ref().map_or(present, |(own, _)| own.borrow()))
    }
}

/// The `turn` object of scripts.
pub struct TurnHandle<G: GameData> {
    pub(super) context: Rc<Context<G>>,
}

impl<G: GameData> TurnHandle<G> {
    pub(super) fn look(&self, lua: &Lua, steps: u64) -> mlua::Result<Ref<'_, VisiblePosition<G>>> {
        self.context.enter(lua, steps)
    }
}

/// The knowledge of the seat in this turn.
pub struct VisiblePosition<G: GameData> {
    pub(super) seat: Seat,
    pub(super) shown: G::Shown,
    /// The view to sample worlds from; `None` for house rules.
    pub(super) view: Option<G::View>,
    pub(super) actions: Vec<G::Action>,
    pub(super) log: Vec<G::Event>,
}

/// Tables that stay the same for a whole game, whichever seat the robot plays.
struct GameTables<G: GameData> {
    seats: SeatSet,
    rules: G::Rules,
    preset: LuaString,
    rules_table: Table,
    cells: Table,
    /// The seats in turn order, starting from each seat.
    around: Vec<Table>,
}

/// One of the tables that stay the same for a whole game.
#[derive(Clone, Copy)]
pub(super) enum Constant {
    Seats,
    Rules,
    Cells,
}

impl<G: GameData> Context<G> {
    pub(super) fn install(lua: &Lua, meter: &Rc<Meter>, stream: &Stream) -> mlua::Result<Rc<Self>> {
        let seats = G::SEATS.iter().map(|name| lua.create_string(name));
        G::add_constants(lua)?;
        let cache = G::cache(lua)?;
        let strict = meter.is_strict().then(|| Strict::begin::<G>(lua, G::hooks(&cache)));
        let context = Rc::new(Self {
            meter: Rc::clone(meter),
            stream: stream.clone(),
            cache,
            strict: strict.transpose()?,
            params: RefCell::new(lua.create_table()?),
            offered: Cell::new(None),
            seats: seats.collect::<mlua::Result<_>>()?,
            is_open: Cell::new(false),
            position: RefCell::new(None),
            notes: RefCell::new(Vec::new()),
            fixed: RefCell::new(None),
            house: RefCell::new(Vec::new()),
            memory: RefCell::new(None),
            rulebook: RefCell::new(RuleContext::new(House::default())),
            is_plain: Cell::new(true),
            search: RefCell::new(Search::default()),
        });
        Ok(context)
    }

    /// Sets the house rules under which worlds are played on.
    pub(super) fn play_under(&self, house: House<G>) {
        let rulebook = RuleContext::new(house);
        self.is_plain.set(rulebook.is_plain());
        *self.rulebook.borrow_mut() = rulebook;
    }

    /// Begins a new game: drops the cached tables, and restarts the house rules under which
    /// worlds are played on.
    ///
    /// # Errors
    /// The failure of a house rule to start.
    pub(super) fn forget(&self) -> Result<(), RuleFailure> {
        G::forget(&self.cache);
        *self.fixed.borrow_mut() = None;
        *self.position.borrow_mut() = None;
        self.offered.set(None);
        self.notes.borrow_mut().clear();
        self.rulebook.borrow_mut().start()
    }

    /// Takes over the house rules for worlds from the context of another VM.
    pub(super) fn take_rules(&self, other: &Self) {
        self.rulebook.swap(&other.rulebook);
        self.is_plain.swap(&other.is_plain);
    }

    /// Returns true if worlds are played on without house rules that act.
    pub(super) fn is_plain(&self) -> bool {
        self.is_plain.get()
    }

    /// Calls `ask` with the rules under which worlds are played on.
    ///
    /// # Errors
    /// The error of `ask`. Also fails if the house rules are in use already: when a search under
    /// house rules calls the script's `value` function, which plays a world on.
    pub(super) fn by_rules<T>(
        &self,
        ask: impl FnOnce(&mut RuleContext<G>) -> mlua::Result<T>,
    ) -> mlua::Result<T> {
        match self.rulebook.try_borrow_mut() {
            Ok(mut rulebook) => ask(&mut rulebook),
            Err(_) if self.is_plain() => ask(&mut RuleContext::new(House::default())),
            Err(_) => {
                let why = "under house rules no world can be played on while a search asks what \
                           one is worth";
                Err(mlua::Error::runtime(why))
            }
        }
    }

    /// Sets `turn.params`.
    ///
    /// # Errors
    /// The VM is out of memory.
    pub(super) fn set_params(&self, lua: &Lua, params: Table) -> mlua::Result<()> {
        let names: Vec<String> =
            params.pairs::<String, Value>().filter_map(|pair| Some(pair.ok()?.0)).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let missing = move |_: &Lua, (_, key): (Value, Value)| -> mlua::Result<Value> {
            let name = lua_value::word(&key);
            let why = format!("unknown parameter `{name:.40}`; parameters are {names}");
            Err(mlua::Error::runtime(why))
        };
        let meta = lua.create_table()?;
        meta.raw_set("__index", lua.create_function(missing)?)?;
        meta.set_readonly(true);
        params.set_metatable(Some(meta))?;
        params.set_readonly(true);
        *self.params.borrow_mut() = params;
        Ok(())
    }

    /// Sets the decision that `view` and `turn` show.
    pub(super) fn open(&self, decision: &Decision<'_, G>) {
        let seat = match G::viewer(decision.view) {
            Viewer::Seat(seat) => seat,
            Viewer::Side(_) | Viewer::Public | Viewer::All => decision.seat,
        };
        if *self.house.borrow() != decision.house_rules {
            self.set_house(decision.house_rules);
        }
        let shown = G::show(decision.view.clone());
        self.lay_out(seat, shown, Some(decision.view), decision.actions, decision.log);
    }

    /// Sets the names of the house rules in force.
    pub(super) fn set_house(&self, names: &[String]) {
        *self.house.borrow_mut() = names.to_vec();
    }

    /// Returns the names of the house rules in force.
    pub(super) fn house(&self) -> Ref<'_, Vec<String>> {
        self.house.borrow()
    }

    /// Sets the memory of the house rule that owns this context.
    pub(super) fn set_memory(&self, rule: u8, memory: &Memory) {
        *self.memory.borrow_mut() = Some((rule, memory.clone()));
    }

    /// Returns the memory of the house rule as a table; `None` for robots.
    pub(super) fn memory(&self, lua: &Lua) -> mlua::Result<Option<Table>> {
        let memory = self.memory.borrow();
        let Some((rule, memory)) = &*memory else { return Ok(None) };
        let table = lua.create_table()?;
        for (key, value) in memory.of(*rule) {
            table.raw_set(key.as_str(), value)?;
        }
        Ok(Some(table))
    }

    /// Returns true if this context belongs to a house rule, not a robot.
    pub(super) fn is_rule(&self) -> bool {
        self.memory.borrow().is_some()
    }

    /// Returns an event as a table.
    pub(super) fn event_table(&self, event: &G::Event) -> mlua::Result<Table> {
        let numbers = G::event_numbers(event).map(|n| Value::Integer(i64::from(n)));
        G::hooks(&self.cache).event.call(MultiValue::from_iter(numbers))
    }

    /// Returns the number of the house rule; 0 for robots.
    pub(super) fn rule(&self) -> u8 {
        self.memory.borrow().as_ref().map_or(0, |(rule, _)| *rule)
    }

    /// Returns the list of actions; in a check, its tables report fields that no action has.
    pub(super) fn guarded(&self, actions: Table) -> mlua::Result<Table> {
        self.strict.iter().try_for_each(|strict| strict.guard_actions(&actions))?;
        Ok(actions)
    }

    /// Sets the position that `view` and `turn` show.
    pub(super) fn lay_out(
        &self,
        seat: Seat,
        shown: G::Shown,
        view: Option<&G::View>,
        legal: &[G::Action],
        events: &[G::Event],
    ) {
        let mut position = self.position.borrow_mut();
        let old = position.take();
        let (mut actions, mut log) = old.map_or_else(Default::default, |p| (p.actions, p.log));
        actions.clear();
        actions.extend_from_slice(legal);
        log.clear();
        log.extend_from_slice(events);
        *position = Some(VisiblePosition { seat, shown, view: view.cloned(), actions, log });
        self.is_open.set(true);
        self.offered.set(None);
        self.notes.borrow_mut().clear();
    }

    /// Ends the turn. Returns the robot's notes.
    pub(super) fn close(&self) -> Vec<RobotNote<G::Action>> {
        self.is_open.set(false);
        std::mem::take(&mut self.notes.borrow_mut())
    }

    /// Charges for a call. Returns the position of the current turn.
    pub(super) fn enter(&self, lua: &Lua, steps: u64) -> mlua::Result<Ref<'_, VisiblePosition<G>>> {
        self.meter.charge(lua, steps)?;
        let is_open = self.is_open.get();
        Ref::filter_map(self.position.borrow(), |p| p.as_ref().filter(|_| is_open))
            .map_err(|_| mlua::Error::runtime("there is no turn to look at"))
    }

    /// Returns true if notes are kept for anyone to see.
    pub(super) fn keeps_notes(&self) -> bool {
        self.meter.limits().notes > 0
    }

    pub(super) fn add_note(&self, note: RobotNote<G::Action>) {
        let mut notes = self.notes.borrow_mut();
        if notes.len() < self.meter.limits().notes {
            notes.push(note);
        }
    }

    /// Returns the seat a script names, or `own` without a name.
    pub(super) fn seat(&self, own: Seat, name: Option<LuaString>) -> mlua::Result<Seat> {
        let Some(name) = name else { return Ok(own) };
        let found = self.seats.iter().position(|word| *word == name);
        found.map(|index| Seat::new(index as u8)).ok_or_else(|| {
            let name = lua_value::head(&name, 20);
            mlua::Error::runtime(format!("no seat {name:?}; seats are {}", G::SEATS.join(", ")))
        })
    }

    pub(super) fn seat_word(&self, seat: Seat) -> LuaString {
        self.seats[seat.index() % self.seats.len()].clone()
    }

    /// Returns the seat whose turn it is in the game.
    pub(super) fn own_seat(&self) -> Seat {
        self.position.borrow().as_ref().map_or(Seat::new(0), |position| position.seat)
    }

    /// Returns one of the tables that stay the same for a whole game.
    pub(super) fn constant(
        &self,
        lua: &Lua,
        position: &VisiblePosition<G>,
        which: Constant,
    ) -> mlua::Result<Table> {
        self.with_fixed(lua, position, |fixed| match which {
            Constant::Seats => fixed.around[position.seat.index() % fixed.around.len()].clone(),
            Constant::Rules => fixed.rules_table.clone(),
            Constant::Cells => fixed.cells.clone(),
        })
    }

    /// Returns the name of the preset.
    pub(super) fn preset(
        &self,
        lua: &Lua,
        position: &VisiblePosition<G>,
    ) -> mlua::Result<LuaString> {
        self.with_fixed(lua, position, |fixed| fixed.preset.clone())
    }

    fn with_fixed<T>(
        &self,
        lua: &Lua,
        position: &VisiblePosition<G>,
        take: impl Fn(&GameTables<G>) -> T,
    ) -> mlua::Result<T> {
        let shown = &position.shown;
        let (rules, seats) = (G::rules_of(shown), G::seats_of(shown));
        let mut fixed = self.fixed.borrow_mut();
        if let Some(found) = fixed.as_ref().filter(|f| f.seats == seats && f.rules == *rules) {
            return Ok(take(found));
        }
        let rules_table = rules_table(lua, rules)?;
        if self.strict.is_some() {
            Strict::guard_rules(lua, &rules_table, G::Rules::saved_keys())?;
        }
        let cells = lua.create_sequence_from(G::cells_of(shown))?;
        let seats_from = (0..G::SEATS.len() as u8).map(Seat::new);
        let around = seats_from.map(|seat| self.seats_table(lua, shown, seat));
        let around = around.collect::<mlua::Result<Vec<Table>>>()?;
        around.iter().chain([&rules_table, &cells]).for_each(|table| table.set_readonly(true));
        let (preset, rules) = (lua.create_string(G::preset_of(shown))?, rules.clone());
        let made = GameTables { seats, rules, preset, rules_table, cells, around };
        Ok(take(fixed.insert(made)))
    }

    /// Returns the seats that take part, in turn order from `seat` on.
    fn seats_table(&self, lua: &Lua, shown: &G::Shown, seat: Seat) -> mlua::Result<Table> {
        let order = G::order_of(shown);
        let start = order.iter().position(|other| *other == seat).unwrap_or(0);
        let around = order.iter().cycle().skip(start).take(order.len());
        let playing = around.filter(|other| G::seats_of(shown).contains(**other));
        lua.create_sequence_from(playing.map(|other| self.seat_word(*other)))
    }
}

fn rules_table<R: serde::Serialize>(lua: &Lua, rules: &R) -> mlua::Result<Table> {
    let options = SerializeOptions::new().set_array_metatable(false);
    let Value::Table(table) = lua.to_value_with(rules, options)? else {
        return Err(mlua::Error::runtime("the rules are not a table"));
    };
    freeze_within(&table)?;
    Ok(table)
}

/// Freezes all nested tables of a table, at any depth.
pub(super) fn freeze_within(table: &Table) -> mlua::Result<()> {
    for pair in table.pairs::<Value, Value>() {
        if let (_, Value::Table(inner)) = pair? {
            freeze_within(&inner)?;
            inner.set_readonly(true);
        }
    }
    Ok(())
}

/// Returns the error for an unknown field or method, with the list of known names.
pub(super) fn unknown(owner: &str, key: &Value, known: &[&[&str]]) -> mlua::Error {
    let name = lua_value::word(key);
    let known = known.concat().join(", ");
    mlua::Error::runtime(format!("{owner} has no `{name:.40}`; it has {known}"))
}

/// Converts a value for a slot of a list; `None` becomes `false`.
pub(super) fn or_false(lua: &Lua, value: Option<impl IntoLua>) -> mlua::Result<Value> {
    value.map_or(Ok(Value::Boolean(false)), |value| value.into_lua(lua))
}
