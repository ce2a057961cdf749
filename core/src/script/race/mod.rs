//! Script bindings of the race games: the parts of `view` and `turn` that only they have.

mod action;
mod events;
mod price;
mod view;

use std::rc::Rc;

use mlua::{AnyUserData, Function, Lua, LuaString, Table, UserDataFields, UserDataMethods};

use super::bindings::{Prices, Scripted, reason_word};
use super::context::{Context, TurnHandle, ViewHandle, VisiblePosition};
use super::game_data::{
    ASK_FIELDS, EffectField, EventNumbers, FieldValue, GameData, HookCalls, REMEMBER_FIELDS,
    SEAT_FIELDS, StepNumbers,
};

use crate::contract::game::{Game, Step, Viewer};
use crate::contract::outcome::Reason;
use crate::contract::question::Question;
use crate::contract::seat::{Seat, SeatSet};
use crate::games::race::{
    Action, Board, Effect, Event, HANGAR, PRESETS, Progress, Race, Rules, View,
};
use crate::house::Hook;

/// Lua code that makes whole tables in one call, faster than field by field from Rust. It returns
/// three functions: the first makes a list of actions from nine fields for each, the second a list
/// of its arguments with the first at index 0, and the third a captured plane.
const MAKERS: &str = r#"
local none = table.freeze({})
return function(count, ...)
	local fields = { ... }
	local list = table.create(count)
	for i = 1, count do
		local last = 9 * i
		list[i] = { kind = if fields[last - 8] then "launch" else "advance", plane = fields[last - 7],
			from = fields[last - 6], to = fields[last - 5], square = fields[last - 4], fly = fields[last - 3],
			stack = fields[last - 2], size = fields[last - 1], captures = fields[last] or none }
	end
	return list
end, function(first, ...)
	local list = { ... }
	list[0] = first
	return list
end, function(seat, plane, progress)
	return { seat = seat, plane = plane, progress = progress }
end
"#;

/// Strings and functions kept to save lookups.
pub struct LuaCache {
    plane: LuaString,
    fly: LuaString,
    stack: LuaString,
    make_actions: Function,
    make_capture: Function,
    hook_calls: HookCalls,
    /// Makes a list of its arguments, the first at index 0.
    make_zero_based_list: Function,
}

/// The owner of a plane that an effect changes.
const SEAT: EffectField = EffectField::new("seat", FieldValue::Seat);
/// The number of a plane that an effect changes.
const PLANE: EffectField = EffectField::new("plane", FieldValue::BYTE);

impl GameData for Race {
    const HOOKS: &'static [Hook] = &[Hook::Filter, Hook::After, Hook::Answered];
    const ACTION_FIELDS: &'static [&'static str] =
        &["kind", "plane", "from", "to", "square", "fly", "stack", "size", "captures"];
    const ACTION_KINDS: &'static [&'static str] =
        &["launch", "advance", "capture", "flight", "stack"];
    const EVENT_FIELDS: &'static [&'static str] = &[
        "kind", "seat", "seats", "by", "by_size", "next", "planes", "from", "to", "at", "die",
        "place", "why", "reason",
    ];
    const STEP_FIELDS: &'static [&'static str] = &["kind", "seat", "die", "plane", "fly", "stack"];
    const EFFECTS: &'static [(&'static str, &'static [EffectField])] = &[
        ("send_home", &[SEAT, PLANE]),
        ("advance", &[SEAT, PLANE, EffectField::new("by", FieldValue::STEPS)]),
        ("place", &[SEAT, PLANE, EffectField::new("to", FieldValue::BYTE)]),
        (
            "swap",
            &[
                SEAT,
                PLANE,
                EffectField::new("with", FieldValue::Seat),
                EffectField::new("with_plane", FieldValue::BYTE),
            ],
        ),
        ("extra_roll", SEAT_FIELDS),
        ("skip_turn", SEAT_FIELDS),
        ("draw", &[]),
        ("win", SEAT_FIELDS),
        ("remember", REMEMBER_FIELDS),
        ("ask", ASK_FIELDS),
    ];
    const EVENTS: &'static [&'static str] = &events::KINDS;
    const HAS_SECRETS: bool = false;
    const MESSAGE_TABLES: &'static str = include_str!("messages.luau");
    const COLOURS: &'static [&'static str] = &["red", "yellow", "blue", "green", "grey"];

    type LuaCache = LuaCache;
    /// A race hides nothing, so scripts read the whole position.
    type ScriptView = Self;

    fn create_cache(lua: &Lua) -> mlua::Result<LuaCache> {
        let (make_actions, make_zero_based_list, make_capture) =
            lua.load(MAKERS).set_name("=prelude").call(())?;
        let seats = lua.create_sequence_from(Self::SEATS.iter().copied())?;
        let reasons = lua.create_sequence_from(Reason::ALL.map(reason_word))?;
        let tables = lua.load(include_str!("tables.luau")).set_name("=prelude");
        let (steps, events): (Table, Table) = tables.call((&seats, reasons))?;
        Ok(LuaCache {
            hook_calls: HookCalls::new(lua, &seats, &steps, &events)?,
            plane: lua.create_string("plane")?,
            fly: lua.create_string("fly")?,
            stack: lua.create_string("stack")?,
            make_actions,
            make_capture,
            make_zero_based_list,
        })
    }

    fn script_view(view: View) -> Self {
        view.race
    }

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn rules_of(script_view: &Self) -> &Rules {
        script_view.rules()
    }

    fn preset_of(script_view: &Self) -> &'static str {
        match script_view.board() {
            Board::Aeroplane => PRESETS[0],
            Board::Flying => PRESETS[1],
        }
    }

    fn seats_of(script_view: &Self) -> SeatSet {
        script_view.seats()
    }

    fn order_of(script_view: &Self) -> Vec<Seat> {
        script_view.board().turn_order().to_vec()
    }

    fn partners_of(script_view: &Self, seat: Seat) -> SeatSet {
        script_view.partner(seat).into_iter().collect()
    }

    fn ply_of(script_view: &Self) -> u32 {
        script_view.ply()
    }

    fn places_of(script_view: &Self) -> Vec<Seat> {
        script_view.finished_seats().collect()
    }

    fn cells_of(script_view: &Self) -> Vec<String> {
        let board = script_view.board();
        board.cells().into_iter().map(|cell| board.cell_name(cell)).collect()
    }

    fn has_cell(script_view: &Self, name: &str) -> bool {
        script_view.board().cell_by_name(name).is_some()
    }

    fn question_of(script_view: &Self) -> Option<&Question> {
        script_view.question()
    }

    fn event_numbers(event: &Event) -> EventNumbers {
        events::event_numbers(event)
    }

    fn hook_calls(cache: &LuaCache) -> &HookCalls {
        &cache.hook_calls
    }

    fn step_numbers(step: &Step<Self>, events: &[Event]) -> (StepNumbers, Option<Seat>) {
        events::step_numbers(step, events)
    }

    fn action_kinds(state: &Self, action: Action) -> Vec<&'static str> {
        action::kinds(state, action)
    }

    fn writes_memory(effect: &Effect) -> bool {
        matches!(effect, Effect::Remember { .. })
    }
}

impl Scripted for Race {
    const VIEW_FIELDS: &'static [&'static str] = &view::FIELDS;
    const VIEW_METHODS: &'static [&'static str] = &view::METHODS;
    const TURN_METHODS: &'static [&'static str] = &[];

    fn prices(_: &Rules) -> Prices {
        price::PRICES
    }

    fn action_tables(
        context: &Context<Self>,
        lua: &Lua,
        position: &VisiblePosition<Self>,
    ) -> mlua::Result<Table> {
        context.make_strict(action::tables(context, lua, position)?)
    }

    fn find_action(
        context: &Context<Self>,
        actions: &[Action],
        table: &Table,
    ) -> Result<Action, String> {
        action::find(&context.cache, actions, table)
    }

    fn add_view_fields<F: UserDataFields<ViewHandle<Self>>>(fields: &mut F) {
        view::add_fields(fields);
    }

    fn add_view_methods<M: UserDataMethods<ViewHandle<Self>>>(methods: &mut M) {
        view::add_methods(methods);
    }

    fn add_turn_methods<M: UserDataMethods<TurnHandle<Self>>>(_: &mut M) {}

    fn create_handles(
        context: &Rc<Context<Self>>,
        lua: &Lua,
    ) -> mlua::Result<(AnyUserData, AnyUserData)> {
        context.make_handles(lua)
    }
}

/// Returns a progress as scripts read it: `None` in the hangar.
fn script_progress(progress: Progress) -> Option<u8> {
    (progress != HANGAR).then_some(progress)
}
