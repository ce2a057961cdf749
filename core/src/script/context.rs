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
use crate::search::{PairedSearch, RuleContext, Search};

use super::game_data::GameData;
use super::meter::{HostMemory, Meter};
use super::sandbox::Stream;
use super::strict::Strict;

/// The state shared by the `view` and `turn` of one VM. It is reset for each turn.
pub struct Context<G: GameData> {
    pub(super) meter: Rc<Meter>,
    pub(super) stream: Stream,
    pub(super) cache: G::LuaCache,
    /// Makes tables report misspelt fields. Present only in checks.
    strict: Option<Strict>,
    pub(super) params: RefCell<Table>,
    /// The action that the robot put forward last with `turn:offer`.
    pub(super) offered_action: Cell<Option<G::Action>>,
    /// The value of the best action in the last search of this turn.
    pub(super) search_value: Cell<Option<f32>>,
    seat_names: Vec<LuaString>,
    /// True while `view` and `turn` can be read.
    is_open: Cell<bool>,
    position: RefCell<Option<VisiblePosition<G>>>,
    notes: RefCell<Vec<RobotNote<G::Action>>>,
    game_tables: RefCell<Option<GameTables<G>>>,
    /// The names of the house rules in force.
    house_rules: RefCell<Vec<String>>,
    /// The number and memory of the house rule that owns this context; `None` for robots.
    memory: RefCell<Option<(u8, Memory)>>,
    /// The house rules that apply to steps in worlds.
    world_rules: RefCell<RuleContext<G>>,
    /// True if `world_rules` has house rules. It can be read while `world_rules` is borrowed.
    has_world_rules: Cell<bool>,
    /// The tree search and the paired search, kept to reuse their memory.
    pub(super) searches: RefCell<(Search<G>, PairedSearch<G>)>,
}

/// The `view` object of scripts.
pub struct ViewHandle<G: GameData> {
    pub(super) context: Rc<Context<G>>,
    /// The position of a world, and its memory. `None` shows the position of this turn.
    pub(super) world: Option<(RefCell<VisiblePosition<G>>, HostMemory)>,
}

impl<G: GameData> ViewHandle<G> {
    /// Charges for a call. Returns the position that this object shows.
    pub(super) fn position(
        &self,
        lua: &Lua,
        steps: u64,
    ) -> mlua::Result<Ref<'_, VisiblePosition<G>>> {
        let current = self.context.enter(lua, steps)?;
        Ok(self.world.as_ref().map_or(current, |(position, _)| position.borrow()))
    }
}

/// The `turn` object of scripts.
pub struct TurnHandle<G: GameData> {
    pub(super) context: Rc<Context<G>>,
}

impl<G: GameData> TurnHandle<G> {
    /// Charges for a call. Returns the position that this object shows.
    pub(super) fn position(
        &self,
        lua: &Lua,
        steps: u64,
    ) -> mlua::Result<Ref<'_, VisiblePosition<G>>> {
        self.context.enter(lua, steps)
    }
}

/// The knowledge of the seat in this turn.
pub struct VisiblePosition<G: GameData> {
    pub(super) seat: Seat,
    /// The data behind the fields and methods of `view`.
    pub(super) script_view: G::ScriptView,
    /// The view to sample worlds from; `None` for house rules and in worlds.
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
    /// For each seat, the seats that take part, in turn order beginning with that seat.
    seats_from: Vec<Table>,
}

/// One of the tables that stay the same for a whole game.
#[derive(Clone, Copy)]
pub(super) enum GameTable {
    Seats,
    Rules,
    Cells,
}

impl<G: GameData> Context<G> {
    /// Makes the context of a VM before its sandbox is sealed.
    pub(super) fn install(lua: &Lua, meter: &Rc<Meter>, stream: &Stream) -> mlua::Result<Rc<Self>> {
        let seat_names = G::SEATS.iter().map(|name| lua.create_string(name));
        G::add_constants(lua)?;
        let cache = G::create_cache(lua)?;
        let strict = meter.is_strict().then(|| Strict::begin::<G>(lua, G::hook_calls(&cache)));
        let context = Rc::new(Self {
            meter: Rc::clone(meter),
            stream: stream.clone(),
            cache,
            strict: strict.transpose()?,
            params: RefCell::new(lua.create_table()?),
            offered_action: Cell::new(None),
            search_value: Cell::new(None),
            seat_names: seat_names.collect::<mlua::Result<_>>()?,
            is_open: Cell::new(false),
            position: RefCell::new(None),
            notes: RefCell::new(Vec::new()),
            game_tables: RefCell::new(None),
            house_rules: RefCell::new(Vec::new()),
            memory: RefCell::new(None),
            world_rules: RefCell::new(RuleContext::new(House::default())),
            has_world_rules: Cell::new(false),
            searches: RefCell::default(),
        });
        Ok(context)
    }

    /// Sets the house rules that apply to steps in worlds.
    pub(super) fn set_world_rules(&self, house: House<G>) {
        let world_rules = RuleContext::new(house);
        self.has_world_rules.set(world_rules.has_house_rules());
        *self.world_rules.borrow_mut() = world_rules;
    }

    /// Begins a new game: drops the cached tables, and restarts the house rules that apply in
    /// worlds.
    ///
    /// # Errors
    /// The failure of a house rule to start.
    pub(super) fn begin_game(&self) -> Result<(), RuleFailure> {
        G::clear_game(&self.cache);
        *self.game_tables.borrow_mut() = None;
        *self.position.borrow_mut() = None;
        self.offered_action.set(None);
        self.notes.borrow_mut().clear();
        self.world_rules.borrow_mut().start()
    }

    /// Swaps the house rules for worlds with those in the context of another VM.
    pub(super) fn swap_world_rules(&self, other: &Self) {
        self.world_rules.swap(&other.world_rules);
        self.has_world_rules.swap(&other.has_world_rules);
    }

    /// Returns true if house rules apply in worlds.
    pub(super) fn has_world_rules(&self) -> bool {
        self.has_world_rules.get()
    }

    /// Calls a closure with the rules that apply in worlds.
    ///
    /// # Errors
    /// The error of the closure. Also fails if the house rules are in use already. That is the
    /// case if a search under house rules calls the script's `value` function, and the function
    /// plays a step in a world.
    pub(super) fn with_world_rules<T>(
        &self,
        call: impl FnOnce(&mut RuleContext<G>) -> mlua::Result<T>,
    ) -> mlua::Result<T> {
        match self.world_rules.try_borrow_mut() {
            Ok(mut world_rules) => call(&mut world_rules),
            Err(_) if !self.has_world_rules() => call(&mut RuleContext::new(House::default())),
            Err(_) => {
                let message = "under house rules, no step can be played in a world while a search \
                               calls the function `value`";
                Err(mlua::Error::runtime(message))
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
        let known = match names.is_empty() {
            true => "this robot has none".to_owned(),
            false => format!("parameters are {}", names.join(", ")),
        };
        let missing = move |_: &Lua, (_, key): (Value, Value)| -> mlua::Result<Value> {
            let name = lua_value::word(&key);
            let message = format!("unknown parameter `{name:.40}`; {known}");
            Err(mlua::Error::runtime(message))
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
        if *self.house_rules.borrow() != decision.house_rules {
            self.set_house_rules(decision.house_rules);
        }
        let script_view = G::script_view(decision.view.clone());
        self.open_position(seat, script_view, Some(decision.view), decision.actions, decision.log);
    }

    /// Sets the names of the house rules in force.
    pub(super) fn set_house_rules(&self, names: &[String]) {
        *self.house_rules.borrow_mut() = names.to_vec();
    }

    /// Returns the names of the house rules in force.
    pub(super) fn house_rules(&self) -> Ref<'_, Vec<String>> {
        self.house_rules.borrow()
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
        for (key, value) in memory.entries_of(*rule) {
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
        G::hook_calls(&self.cache).event.call(MultiValue::from_iter(numbers))
    }

    /// Returns the number of the house rule; 0 for robots.
    pub(super) fn rule_number(&self) -> u8 {
        self.memory.borrow().as_ref().map_or(0, |(rule, _)| *rule)
    }

    /// Returns the list of actions. In strict mode, makes its tables refuse fields that no action
    /// has.
    pub(super) fn make_strict(&self, actions: Table) -> mlua::Result<Table> {
        self.strict.iter().try_for_each(|strict| strict.make_actions_strict(&actions))?;
        Ok(actions)
    }

    /// Sets the position that `view` and `turn` show.
    pub(super) fn open_position(
        &self,
        seat: Seat,
        script_view: G::ScriptView,
        view: Option<&G::View>,
        legal: &[G::Action],
        events: &[G::Event],
    ) {
        let mut position = self.position.borrow_mut();
        // The lists of the last position are reused to save allocations.
        let (mut actions, mut log) = match position.take() {
            Some(last) => (last.actions, last.log),
            None => Default::default(),
        };
        actions.clear();
        actions.extend_from_slice(legal);
        log.clear();
        log.extend_from_slice(events);
        *position = Some(VisiblePosition { seat, script_view, view: view.cloned(), actions, log });
        self.is_open.set(true);
        self.offered_action.set(None);
        self.search_value.set(None);
        self.notes.borrow_mut().clear();
    }

    /// Ends the turn. Returns the robot's notes.
    pub(super) fn close(&self) -> Vec<RobotNote<G::Action>> {
        self.is_open.set(false);
        std::mem::take(&mut self.notes.borrow_mut())
    }

    /// Charges for a call. Returns the position of the current turn.
    ///
    /// # Errors
    /// The fuel has run out, or no turn is open.
    pub(super) fn enter(&self, lua: &Lua, steps: u64) -> mlua::Result<Ref<'_, VisiblePosition<G>>> {
        self.meter.charge(lua, steps)?;
        let is_open = self.is_open.get();
        Ref::filter_map(self.position.borrow(), |p| p.as_ref().filter(|_| is_open))
            .map_err(|_| mlua::Error::runtime("there is no turn to look at"))
    }

    /// Returns true if the notes of a turn are kept.
    pub(super) fn keeps_notes(&self) -> bool {
        self.meter.limits().notes > 0
    }

    /// Adds a note, unless the turn has as many as are kept.
    pub(super) fn add_note(&self, note: RobotNote<G::Action>) {
        let mut notes = self.notes.borrow_mut();
        if notes.len() < self.meter.limits().notes {
            notes.push(note);
        }
    }

    /// Returns the seat a script names, or `own` without a name.
    pub(super) fn seat(&self, own: Seat, name: Option<LuaString>) -> mlua::Result<Seat> {
        let Some(name) = name else { return Ok(own) };
        let index = self.seat_names.iter().position(|word| *word == name);
        index.map(|index| Seat::new(index as u8)).ok_or_else(|| {
            let name = lua_value::head(&name, 20);
            mlua::Error::runtime(format!("no seat {name:?}; seats are {}", G::SEATS.join(", ")))
        })
    }

    /// Returns the name of a seat as a Lua string.
    pub(super) fn seat_word(&self, seat: Seat) -> LuaString {
        self.seat_names[seat.index() % self.seat_names.len()].clone()
    }

    /// Returns the seat of the current position. Before the first position this is the first seat.
    pub(super) fn own_seat(&self) -> Seat {
        self.position.borrow().as_ref().map_or(Seat::new(0), |position| position.seat)
    }

    /// Returns one of the tables that stay the same for a whole game.
    pub(super) fn game_table(
        &self,
        lua: &Lua,
        position: &VisiblePosition<G>,
        table: GameTable,
    ) -> mlua::Result<Table> {
        self.with_game_tables(lua, position, |tables| match table {
            GameTable::Seats => {
                tables.seats_from[position.seat.index() % tables.seats_from.len()].clone()
            }
            GameTable::Rules => tables.rules_table.clone(),
            GameTable::Cells => tables.cells.clone(),
        })
    }

    /// Returns the name of the preset.
    pub(super) fn preset(
        &self,
        lua: &Lua,
        position: &VisiblePosition<G>,
    ) -> mlua::Result<LuaString> {
        self.with_game_tables(lua, position, |tables| tables.preset.clone())
    }

    /// Reads the tables of the game, which are made anew if the rules or the seats have changed.
    fn with_game_tables<T>(
        &self,
        lua: &Lua,
        position: &VisiblePosition<G>,
        read: impl Fn(&GameTables<G>) -> T,
    ) -> mlua::Result<T> {
        let script_view = &position.script_view;
        let (rules, seats) = (G::rules_of(script_view), G::seats_of(script_view));
        let mut cache = self.game_tables.borrow_mut();
        let fits = |known: &&GameTables<G>| known.seats == seats && known.rules == *rules;
        if let Some(known) = cache.as_ref().filter(fits) {
            return Ok(read(known));
        }
        let rules_table = rules_table(lua, rules)?;
        if self.strict.is_some() {
            Strict::make_rules_strict(lua, &rules_table, G::Rules::saved_keys())?;
        }
        let cells = lua.create_sequence_from(G::cells_of(script_view))?;
        let all_seats = (0..G::SEATS.len() as u8).map(Seat::new);
        let seats_from = all_seats.map(|seat| self.seats_table(lua, script_view, seat));
        let seats_from = seats_from.collect::<mlua::Result<Vec<Table>>>()?;
        seats_from.iter().chain([&rules_table, &cells]).for_each(|table| table.set_readonly(true));
        let (preset, rules) = (lua.create_string(G::preset_of(script_view))?, rules.clone());
        let tables = GameTables { seats, rules, preset, rules_table, cells, seats_from };
        Ok(read(cache.insert(tables)))
    }

    /// Returns the seats that take part, in turn order from `first` on.
    fn seats_table(
        &self,
        lua: &Lua,
        script_view: &G::ScriptView,
        first: Seat,
    ) -> mlua::Result<Table> {
        let mut order = G::order_of(script_view);
        let start = order.iter().position(|seat| *seat == first).unwrap_or(0);
        order.rotate_left(start);
        let playing = order.into_iter().filter(|seat| G::seats_of(script_view).contains(*seat));
        lua.create_sequence_from(playing.map(|seat| self.seat_word(seat)))
    }
}

/// Returns the rules as a table by option. Its nested tables are read-only.
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

/// Returns the error for an unknown field or method, with the known names.
pub(super) fn unknown_name(owner: &str, key: &Value, known: &[&[&str]]) -> mlua::Error {
    let name = lua_value::word(key);
    let known = known.concat().join(", ");
    mlua::Error::runtime(format!("{owner} has no `{name:.40}`; it has {known}"))
}

/// Converts a value for a slot of a list. `None` becomes `false`.
pub(super) fn value_or_false(lua: &Lua, value: Option<impl IntoLua>) -> mlua::Result<Value> {
    value.map_or(Ok(Value::Boolean(false)), |value| value.into_lua(lua))
}
