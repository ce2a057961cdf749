//! Script bindings of the race games: the parts of `view` and `turn` that only they have.

mod action;
mod events;
mod view;

use mlua::{Function, Lua, LuaString, Table, UserDataFields, UserDataMethods};

use super::bindings::{Scripted, ending};
use super::context::{Context, TurnHandle, ViewHandle, VisiblePosition};
use super::game_data::{GameData, HookCalls, Numbers, StepNumbers};

use crate::contract::game::{Game, Step, Viewer};
use crate::contract::outcome::Reason;
use crate::contract::seat::{Seat, SeatSet};
use crate::games::race::{
    Action, Board, Effect, Event, HANGAR, PRESETS, Progress, Race, Rules, View,
};
use crate::house::Hook;

/// Lua code that builds whole lists of tables in one call, faster than field by field from Rust.
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
    hooks: HookCalls,
    /// Makes a list of its arguments, the first at index 0.
    make_list: Function,
}

impl GameData for Race {
    const HOOKS: &'static [Hook] = &[Hook::Filter, Hook::After];
    const ACTION_FIELDS: &'static [&'static str] =
        &["kind", "plane", "from", "to", "square", "fly", "stack", "size", "captures"];
    const EVENT_FIELDS: &'static [&'static str] = &[
        "kind", "seat", "seats", "by", "next", "planes", "from", "to", "at", "die", "place", "why",
        "reason",
    ];
    const STEP_FIELDS: &'static [&'static str] = &["kind", "seat", "die", "plane", "fly", "stack"];
    const EFFECTS: &'static [&'static str] = &[
        "send_home",
        "advance",
        "place",
        "swap",
        "extra_roll",
        "skip_turn",
        "draw",
        "win",
        "remember",
    ];
    const EVENTS: &'static [&'static str] = &events::KINDS;
    const HAS_SECRETS: bool = false;
    const MESSAGE_TABLES: &'static str = include_str!("messages.luau");
    const COLOURS: &'static [&'static str] = &["red", "yellow", "blue", "green", "grey"];

    type LuaCache = LuaCache;
    /// A race hides nothing, so scripts read the whole position.
    type Shown = Self;

    fn cache(lua: &Lua) -> mlua::Result<LuaCache> {
        let (make_actions, make_list, make_capture) =
            lua.load(MAKERS).set_name("=prelude").call(())?;
        let seats = lua.create_sequence_from(Self::SEATS.iter().copied())?;
        let reasons = lua.create_sequence_from(Reason::ALL.map(ending))?;
        let tables = lua.load(include_str!("tables.luau")).set_name("=prelude");
        let (steps, events): (Table, Table) = tables.call((&seats, reasons))?;
        Ok(LuaCache {
            hooks: HookCalls::new(lua, &seats, &steps, &events)?,
            plane: lua.create_string("plane")?,
            fly: lua.create_string("fly")?,
            stack: lua.create_string("stack")?,
            make_actions,
            make_capture,
            make_list,
        })
    }

    fn show(view: View) -> Self {
        view.race
    }

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn rules_of(shown: &Self) -> &Rules {
        shown.rules()
    }

    fn preset_of(shown: &Self) -> &'static str {
        match shown.board() {
            Board::Aeroplane => PRESETS[0],
            Board::Flying => PRESETS[1],
        }
    }

    fn seats_of(shown: &Self) -> SeatSet {
        shown.seats()
    }

    fn order_of(shown: &Self) -> Vec<Seat> {
        shown.board().turn_order().to_vec()
    }

    fn partners_of(shown: &Self, seat: Seat) -> SeatSet {
        shown.partner(seat).into_iter().collect()
    }

    fn ply_of(shown: &Self) -> u32 {
        shown.ply()
    }

    fn places_of(shown: &Self) -> Vec<Seat> {
        shown.home().collect()
    }

    fn cells_of(shown: &Self) -> Vec<String> {
        let board = shown.board();
        board.cells().into_iter().map(|cell| board.cell_name(cell)).collect()
    }

    fn has_cell(shown: &Self, name: &str) -> bool {
        shown.board().cell_by_name(name).is_some()
    }

    fn event_numbers(event: &Event) -> Numbers {
        events::numbers(event)
    }

    fn hooks(cache: &LuaCache) -> &HookCalls {
        &cache.hooks
    }

    fn step_numbers(step: &Step<Self>, events: &[Event]) -> (StepNumbers, Option<Seat>) {
        events::step(step, events)
    }

    fn remembers(effect: &Effect) -> bool {
        matches!(effect, Effect::Remember { .. })
    }
}

impl Scripted for Race {
    const VIEW: [&'static [&'static str]; 2] = [&view::FIELDS, &view::METHODS];
    const TURN: &'static [&'static str] = &[];

    fn action_tables(
        context: &Context<Self>,
        lua: &Lua,
        position: &VisiblePosition<Self>,
    ) -> mlua::Result<Table> {
        context.guarded(action::tables(context, lua, position)?)
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
}

/// Converts a progress for scripts: `None` in the hangar.
fn progress(progress: Progress) -> Option<u8> {
    (progress != HANGAR).then_some(progress)
}
