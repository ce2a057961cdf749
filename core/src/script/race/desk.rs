//! The table a race robot sits at: the position of this turn and what it answers with.

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use mlua::{Function, IntoLua, Lua, LuaSerdeExt, LuaString, Table, Value};

use mlua::serde::SerializeOptions;

use crate::game::{Game, Viewer};
use crate::race::{Board, Event, Race, Rules, board::SEAT_NAMES};
use crate::robot::{Decision, Note};
use crate::script::meter::Meter;
use crate::script::sandbox::Stream;
use crate::seat::{Seat, SeatSet};

use super::turn::TurnHandle;
use super::view::ViewHandle;

/// Builds tables faster than Rust could, field by field: one call makes a whole list.
const MAKERS: &str = r#"
local none = table.freeze({})
return function(count, ...)
	local fields = { ... }
	local list = table.create(count)
	for i = 1, count do
		local at = 9 * i
		list[i] = { kind = if fields[at - 8] then "launch" else "advance", plane = fields[at - 7], from = fields[at - 6],
			to = fields[at - 5], square = fields[at - 4], fly = fields[at - 3],
			stack = fields[at - 2], size = fields[at - 1], captures = fields[at] or none }
	end
	return list
end, function(first, ...)
	local list = { ... }
	list[0] = first
	return list
end
"#;

/// Everything `view` and `turn` of one robot share. It lives as long as its machine and is
/// laid out anew for each turn.
pub(in crate::script) struct Desk {
    pub(super) meter: Rc<Meter>,
    pub(super) stream: Stream,
    pub(super) words: Words,
    pub(super) make_actions: Function,
    pub(super) make_list: Function,
    pub(super) params: RefCell<Table>,
    is_open: Cell<bool>,
    position: RefCell<Option<Position>>,
    pub(super) offered: Cell<Option<crate::race::Action>>,
    notes: RefCell<Vec<Note<crate::race::Action>>>,
    fixed: RefCell<Option<Fixed>>,
}

/// The words that tables are made of, held so that they are not looked up each time.
pub(super) struct Words {
    pub(super) seats: [LuaString; 4],
    pub(super) plane: LuaString,
    pub(super) fly: LuaString,
    pub(super) stack: LuaString,
    pub(super) aeroplane: LuaString,
    pub(super) flying: LuaString,
}

/// What the seat knows this turn.
pub(super) struct Position {
    pub(super) seat: Seat,
    pub(super) race: Race,
    pub(super) actions: Vec<crate::race::Action>,
    pub(super) log: Vec<Event>,
}

/// Tables that stay the same for a whole game.
struct Fixed {
    seat: Seat,
    seats: SeatSet,
    rules: Rules,
    tables: [Table; 3],
}

/// Which of the tables that stay the same for a whole game.
#[derive(Clone, Copy)]
pub(super) enum Constant {
    Seats,
    Rules,
    Cells,
}

impl Desk {
    pub(in crate::script) fn install(
        lua: &Lua,
        meter: &Rc<Meter>,
        stream: &Stream,
    ) -> mlua::Result<Rc<Self>> {
        let (make_actions, make_list) = lua.load(MAKERS).set_name("=prelude").call(())?;
        let word = |text: &str| lua.create_string(text);
        let [red, yellow, blue, green] = SEAT_NAMES.map(word);
        let words = Words {
            seats: [red?, yellow?, blue?, green?],
            plane: word("plane")?,
            fly: word("fly")?,
            stack: word("stack")?,
            aeroplane: word("aeroplane")?,
            flying: word("flying")?,
        };
        let desk = Rc::new(Self {
            meter: Rc::clone(meter),
            stream: stream.clone(),
            words,
            make_actions,
            make_list,
            params: RefCell::new(lua.create_table()?),
            is_open: Cell::new(false),
            position: RefCell::new(None),
            offered: Cell::new(None),
            notes: RefCell::new(Vec::new()),
            fixed: RefCell::new(None),
        });
        Ok(desk)
    }

    /// Sets what `turn.params` is from now on.
    pub(in crate::script) fn set_params(&self, params: Table) {
        params.set_readonly(true);
        *self.params.borrow_mut() = params;
    }

    /// Lays out a decision, for `view` and `turn` to show.
    pub(in crate::script) fn open(&self, decision: &Decision<'_, Race>) {
        let mut position = self.position.borrow_mut();
        let race = decision.view.race.clone();
        let seat = match decision.view.viewer {
            Viewer::Seat(seat) => seat,
            Viewer::Public | Viewer::All => decision.seat,
        };
        let old = position.take();
        let (mut actions, mut log) = old.map_or_else(Default::default, |p| (p.actions, p.log));
        actions.clear();
        actions.extend_from_slice(decision.actions);
        log.clear();
        log.extend_from_slice(decision.log);
        *position = Some(Position { seat, race, actions, log });
        self.is_open.set(true);
        self.offered.set(None);
        self.notes.borrow_mut().clear();
    }

    /// The `view` and `turn` a script is given: the same two for as long as the machine
    /// lives, always of the present turn.
    pub(in crate::script) fn handles(
        self: &Rc<Self>,
        lua: &Lua,
    ) -> mlua::Result<(mlua::AnyUserData, mlua::AnyUserData)> {
        let view = lua.create_userdata(ViewHandle { desk: Rc::clone(self) })?;
        let turn = lua.create_userdata(TurnHandle { desk: Rc::clone(self) })?;
        Ok((view, turn))
    }

    /// Ends the turn and takes what the robot noted.
    pub(in crate::script) fn close(&self) -> Vec<Note<crate::race::Action>> {
        self.is_open.set(false);
        std::mem::take(&mut self.notes.borrow_mut())
    }

    /// The action the robot put forward as its best so far.
    pub(in crate::script) fn offered(&self) -> Option<crate::race::Action> {
        self.offered.get()
    }

    /// Charges for a call and gives it the position it may look at.
    pub(super) fn enter(&self, lua: &Lua, steps: u64) -> mlua::Result<Ref<'_, Position>> {
        self.meter.charge(lua, steps)?;
        let is_open = self.is_open.get();
        Ref::filter_map(self.position.borrow(), |p| p.as_ref().filter(|_| is_open))
            .map_err(|_| mlua::Error::runtime("there is no turn to look at"))
    }

    /// Whether anybody will see the notes.
    pub(super) fn keeps_notes(&self) -> bool {
        self.meter.limits().notes > 0
    }

    pub(super) fn add_note(&self, note: Note<crate::race::Action>) {
        let mut notes = self.notes.borrow_mut();
        if notes.len() < self.meter.limits().notes {
            notes.push(note);
        }
    }

    /// The seat a script names, its own if it names none.
    pub(super) fn seat(&self, own: Seat, name: Option<LuaString>) -> mlua::Result<Seat> {
        let Some(name) = name else { return Ok(own) };
        let found = self.words.seats.iter().position(|word| *word == name);
        found.map(|index| Seat::new(index as u8)).ok_or_else(|| {
            let name: String = name.to_string_lossy().chars().take(20).collect();
            mlua::Error::runtime(format!("no seat {name:?}; seats are {}", SEAT_NAMES.join(", ")))
        })
    }

    pub(super) fn seat_word(&self, seat: Seat) -> LuaString {
        self.words.seats[seat.index() & 3].clone()
    }

    /// One of the tables that stay the same for a whole game.
    pub(super) fn constant(
        &self,
        lua: &Lua,
        position: &Position,
        which: Constant,
    ) -> mlua::Result<Table> {
        let (race, seat) = (&position.race, position.seat);
        let mut fixed = self.fixed.borrow_mut();
        let fits =
            |f: &&Fixed| f.seat == seat && f.seats == race.seats() && f.rules == *race.rules();
        if let Some(found) = fixed.as_ref().filter(fits) {
            return Ok(found.tables[which as usize].clone());
        }
        let tables = [
            self.seats_table(lua, race, seat)?,
            rules_table(lua, race.rules())?,
            cells(lua, race.board())?,
        ];
        tables.iter().for_each(|table| table.set_readonly(true));
        let table = tables[which as usize].clone();
        *fixed = Some(Fixed { seat, seats: race.seats(), rules: *race.rules(), tables });
        Ok(table)
    }

    /// The seats that take part, in turn order from the own one on.
    fn seats_table(&self, lua: &Lua, race: &Race, seat: Seat) -> mlua::Result<Table> {
        let order = race.board().turn_order();
        let start = order.iter().position(|other| *other == seat).unwrap_or(0);
        let around = (0..4).map(|k| order[(start + k) % 4]);
        let playing = around.filter(|other| race.seats().contains(*other));
        lua.create_sequence_from(playing.map(|other| self.seat_word(other)))
    }
}

fn rules_table(lua: &Lua, rules: &Rules) -> mlua::Result<Table> {
    let options = SerializeOptions::new().set_array_metatable(false);
    let Value::Table(table) = lua.to_value_with(rules, options)? else {
        return Err(mlua::Error::runtime("the rules are not a table"));
    };
    for pair in table.pairs::<Value, Value>() {
        if let (_, Value::Table(list)) = pair? {
            list.set_readonly(true);
        }
    }
    Ok(table)
}

fn cells(lua: &Lua, board: Board) -> mlua::Result<Table> {
    lua.create_sequence_from(board.cells().into_iter().map(|cell| board.cell_name(cell)))
}

/// What a mistyped name of a field or method answers.
pub(super) fn unknown(owner: &str, key: &Value, known: &[&[&str]]) -> mlua::Error {
    let name = key.as_string().map(|name| name.to_string_lossy()).unwrap_or_default();
    let known = known.concat().join(", ");
    mlua::Error::runtime(format!("{owner} has no `{name:.40}`; it has {known}"))
}

/// A progress as scripts see it: none in the hangar.
pub(super) fn progress(progress: crate::race::Progress) -> Option<u8> {
    (progress != crate::race::HANGAR).then_some(progress)
}

/// A value for a slot of a list, `false` where there is none.
pub(super) fn or_false(lua: &Lua, value: Option<impl IntoLua>) -> mlua::Result<Value> {
    value.map_or(Ok(Value::Boolean(false)), |value| value.into_lua(lua))
}
