//! Script bindings of Junqi: the parts of `view` and `turn` that only it has.

mod action;
mod bomb_suspects;
mod codes;
mod events;
mod fight;
mod layout;
mod price;
mod script_view;
mod turn;
mod view;

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{AnyUserData, Function, Lua, LuaString, Table, UserDataFields, UserDataMethods, Value};

use super::bindings::{HookAction, Prices, Scripted, reason_word};
use super::context::{Context, TurnHandle, ViewHandle, VisiblePosition};
use super::game_data::{
    ASK_FIELDS, EffectField, EventNumbers, FieldValue, FighterNumbers, GameData, HookCalls,
    REMEMBER_FIELDS, SEAT_FIELDS, StepNumbers,
};
use super::protocol::words::{BATTLE_RESULTS, CELL_KINDS, OUT_REASONS};
use crate::contract::game::{Game, Step, Viewer};
use crate::contract::options::RuleSet;
use crate::contract::outcome::Reason;
use crate::contract::question::Question;
use crate::contract::seat::{Seat, SeatSet};
use crate::games::junqi::cells::CELLS;
use crate::games::junqi::layouts::{SHIPPED, ShippedLayout};
use crate::games::junqi::{
    Action, BattleResult, BoardKind, Cell, CellKind, Deal, Effect, Event, Junqi, Kind, Layout,
    Rules, SEAT_NAMES, View,
};
use crate::house::Hook;

pub use script_view::JunqiScriptView;

/// Lua code that makes a table of probabilities in one call, faster than field by field from Rust.
const CHANCES_MAKER: &str = r#"
return function(codes, ...)
	local chances, by_kind = {}, { ... }
	for i, code in codes do
		if by_kind[i] > 0 then
			chances[code] = by_kind[i]
		end
	end
	return chances
end
"#;

/// Strings and functions kept to save lookups.
pub struct LuaCache {
    /// The names of the cells, by index.
    cell_names: Vec<LuaString>,
    /// The codes of the pieces, by index.
    codes: Vec<LuaString>,
    /// The codes as a Lua list.
    code_list: Table,
    /// The word for a piece or an owner that the seat may not know.
    hidden: LuaString,
    /// The words for the results of a battle.
    battle_results: [LuaString; 3],
    /// The words for kinds of cells.
    cell_kinds: [LuaString; 4],
    from: LuaString,
    to: LuaString,
    at: LuaString,
    make_actions: Function,
    /// The action tables that hooks have received in this game.
    hook_actions: RefCell<action::ActionTables>,
    hook_calls: HookCalls,
    make_board: Function,
    make_chances: Function,
    /// A table with `false` for every cell of a board.
    empty_board: RefCell<Option<(BoardKind, Table)>>,
}

impl LuaCache {
    fn cell_name(&self, cell: Cell) -> LuaString {
        self.cell_names[cell.index()].clone()
    }

    fn code(&self, piece: Kind) -> LuaString {
        self.codes[piece.index()].clone()
    }

    fn battle_result(&self, result: BattleResult) -> LuaString {
        self.battle_results[result as usize].clone()
    }

    fn cell_kind(&self, kind: CellKind) -> LuaString {
        self.cell_kinds[kind as usize].clone()
    }

    fn cell_list(&self, lua: &Lua, cells: impl Iterator<Item = Cell>) -> mlua::Result<Table> {
        lua.create_sequence_from(cells.map(|cell| self.cell_name(cell)))
    }

    /// Returns a table with `false` for every cell of the board.
    fn empty_board(&self, lua: &Lua, script_view: &JunqiScriptView) -> mlua::Result<Table> {
        let kind = script_view.board.kind();
        let mut cached = self.empty_board.borrow_mut();
        if let Some((_, table)) = cached.as_ref().filter(|(known, _)| *known == kind) {
            return Ok(table.clone());
        }
        let cells = script_view.board.cells();
        let table = lua.create_table_with_capacity(0, cells.len())?;
        cells.iter().try_for_each(|cell| table.raw_set(self.cell_name(cell), false))?;
        table.set_readonly(true);
        cached.replace((kind, table.clone()));
        Ok(table)
    }
}

/// Returns the field of an effect that names a cell.
const fn cell_field(name: &'static str) -> EffectField {
    EffectField::new(name, FieldValue::Text("S53"))
}

/// The field of an effect that is true if the effect may move a Flag.
const ALLOWS_FLAG: EffectField = EffectField::optional("flag", FieldValue::Flag);

impl GameData for Junqi {
    const ROBOT_FUNCTIONS: &'static [&'static str] = &["layout", "draw"];
    const HOOKS: &'static [Hook] = &Hook::ALL;
    const ACTION_FIELDS: &'static [&'static str] = &["kind", "from", "to", "at"];
    const ACTION_KINDS: &'static [&'static str] = &["move", "strike", "flip"];
    const EVENT_FIELDS: &'static [&'static str] = &[
        "kind", "seat", "by", "from", "to", "at", "stays", "face", "army", "count", "winners",
        "reason",
    ];
    const STEP_FIELDS: &'static [&'static str] = &["kind", "seat", "from", "to", "at"];
    const EFFECTS: &'static [(&'static str, &'static [EffectField])] = &[
        ("remove", &[cell_field("at")]),
        ("reveal", &[cell_field("at")]),
        ("move", &[cell_field("from"), cell_field("to"), ALLOWS_FLAG]),
        ("swap", &[cell_field("a"), cell_field("b"), ALLOWS_FLAG]),
        ("extra_move", SEAT_FIELDS),
        ("out", SEAT_FIELDS),
        ("draw", &[]),
        ("win", SEAT_FIELDS),
        ("remember", REMEMBER_FIELDS),
        ("ask", ASK_FIELDS),
    ];
    const EVENTS: &'static [&'static str] = &events::KINDS;
    const HAS_SECRETS: bool = true;
    const MESSAGE_TABLES: &'static str = include_str!("messages.luau");
    const COLOURS: &'static [&'static str] = &[
        "red",
        "yellow",
        "blue",
        "green",
        "grey",
        SEAT_NAMES[0],
        SEAT_NAMES[1],
        SEAT_NAMES[2],
        SEAT_NAMES[3],
        SEAT_NAMES[4],
        SEAT_NAMES[5],
        SEAT_NAMES[6],
        SEAT_NAMES[7],
    ];

    type LuaCache = LuaCache;
    type ScriptView = JunqiScriptView;

    fn add_constants(lua: &Lua) -> mlua::Result<()> {
        codes::add(lua)
    }

    fn create_cache(lua: &Lua) -> mlua::Result<LuaCache> {
        let codes = Kind::ALL.iter().map(|piece| lua.create_string(piece.code()));
        let codes = codes.collect::<mlua::Result<Vec<_>>>()?;
        let make_chances = lua.load(CHANCES_MAKER).set_name("=prelude").call(())?;
        let cell_names = (0..CELLS as u8).map(|i| lua.create_string(Cell::new(i).to_string()));
        let cell_names = cell_names.collect::<mlua::Result<Vec<_>>>()?;
        let seats = lua.create_sequence_from(SEAT_NAMES)?;
        let code_list = lua.create_sequence_from(&codes)?;
        let words = (
            &seats,
            lua.create_sequence_from(Reason::ALL.map(reason_word))?,
            lua.create_sequence_from(&cell_names)?,
            &code_list,
            lua.create_sequence_from(BATTLE_RESULTS)?,
            lua.create_sequence_from(OUT_REASONS)?,
        );
        let tables = lua.load(include_str!("tables.luau")).set_name("=prelude");
        let (steps, events, functions): (Table, Table, Table) = tables.call(words)?;
        let word = |text: &str| lua.create_string(text);
        let [station, camp, headquarters, centre] = CELL_KINDS.map(word);
        let [attacker, defender, both] = BATTLE_RESULTS.map(word);
        let mut hook_calls = HookCalls::new(lua, &seats, &steps, &events)?;
        hook_calls.battle = Some(functions.get("battle")?);
        hook_calls.layout = Some(functions.get("layout")?);
        Ok(LuaCache {
            hook_calls,
            cell_names,
            code_list,
            codes,
            hidden: word(codes::HIDDEN)?,
            battle_results: [attacker?, defender?, both?],
            cell_kinds: [station?, camp?, headquarters?, centre?],
            from: word("from")?,
            to: word("to")?,
            at: word("at")?,
            make_actions: functions.get("actions")?,
            hook_actions: RefCell::default(),
            make_board: functions.get("board")?,
            make_chances,
            empty_board: RefCell::new(None),
        })
    }

    fn clear_game(cache: &LuaCache) {
        cache.hook_actions.take();
        cache.empty_board.take();
    }

    fn script_view(view: View) -> JunqiScriptView {
        JunqiScriptView::from_view(view)
    }

    fn viewer(view: &View) -> Viewer {
        view.viewer()
    }

    fn rules_of(script_view: &JunqiScriptView) -> &Rules {
        &script_view.rules
    }

    fn preset_of(script_view: &JunqiScriptView) -> &'static str {
        script_view.rules.nearest_preset()
    }

    fn seats_of(script_view: &JunqiScriptView) -> SeatSet {
        script_view.rules.seats()
    }

    fn order_of(script_view: &JunqiScriptView) -> Vec<Seat> {
        script_view.rules.order()
    }

    fn partners_of(script_view: &JunqiScriptView, seat: Seat) -> SeatSet {
        script_view.rules.team(seat).difference(SeatSet::one(seat))
    }

    fn ply_of(script_view: &JunqiScriptView) -> u32 {
        script_view.view.as_ref().map_or(0, |view| view.ply())
    }

    fn places_of(script_view: &JunqiScriptView) -> Vec<Seat> {
        script_view
            .view
            .iter()
            .flat_map(|view| view.eliminated_seats())
            .map(|(seat, _)| seat)
            .collect()
    }

    fn cells_of(script_view: &JunqiScriptView) -> Vec<String> {
        script_view.board.cells().iter().map(|cell| cell.to_string()).collect()
    }

    fn has_cell(script_view: &JunqiScriptView, name: &str) -> bool {
        script_view.cell(name).is_some()
    }

    fn question_of(script_view: &JunqiScriptView) -> Option<&Question> {
        script_view.view.as_ref()?.question()
    }

    fn event_numbers(event: &Event) -> EventNumbers {
        events::event_numbers(event)
    }

    fn hook_calls(cache: &LuaCache) -> &HookCalls {
        &cache.hook_calls
    }

    fn step_numbers(step: &Step<Self>, _: &[Event]) -> (StepNumbers, Option<Seat>) {
        events::step_numbers(step)
    }

    fn action_kinds(state: &Self, action: Action) -> Vec<&'static str> {
        vec![match action {
            Action::Flip { .. } => "flip",
            Action::Answer { .. } => "answer",
            Action::Move { to, .. } if state.tile_at(to).is_some() => "strike",
            Action::Move { .. } => "move",
        }]
    }

    fn writes_memory(effect: &Effect) -> bool {
        matches!(effect, Effect::Remember { .. })
    }

    fn script_view_before_game(rules: &Rules) -> Option<JunqiScriptView> {
        let offered = SHIPPED.each_ref().map(ShippedLayout::layout);
        (!rules.is_flip()).then(|| JunqiScriptView::before_game(rules, &offered))
    }

    fn read_layout(deal: &mut Deal, seat: Seat, answer: &Value) -> Result<(), String> {
        if let Some(layout) = layout::read_answer(answer)? {
            deal.layouts.insert(Self::seat_name(seat).to_owned(), layout.to_string());
        }
        Ok(())
    }

    fn layout_table(
        cache: &LuaCache,
        lua: &Lua,
        deal: &Deal,
        seat: Seat,
    ) -> mlua::Result<Option<Table>> {
        let text = deal.layouts.get(Self::seat_name(seat));
        // The game itself refuses an invalid layout.
        let layout = text.and_then(|text| text.parse::<Layout>().ok());
        let codes = layout.map(|layout| layout.pieces().map(|piece| cache.code(piece)));
        codes.map(|codes| lua.create_sequence_from(codes)).transpose()
    }

    fn fighter_numbers(state: &Self, action: Action) -> Option<[FighterNumbers; 2]> {
        fight::fighter_numbers(state, action)
    }

    fn with_hook_result(action: Action, answer: &Value) -> Result<Option<Action>, String> {
        fight::with_hook_result(action, answer)
    }
}

impl Scripted for Junqi {
    const VIEW_FIELDS: &'static [&'static str] = &view::FIELDS;
    const VIEW_METHODS: &'static [&'static str] = &view::METHODS;
    const TURN_METHODS: &'static [&'static str] = &turn::METHODS;

    fn prices(rules: &Rules) -> Prices {
        price::prices(rules)
    }

    fn action_tables(
        context: &Context<Self>,
        _: &Lua,
        position: &VisiblePosition<Self>,
    ) -> mlua::Result<Table> {
        context.make_strict(action::tables(context, &position.actions)?)
    }

    fn hook_actions(
        context: &Context<Self>,
        _: &Lua,
        position: &VisiblePosition<Self>,
    ) -> mlua::Result<Vec<Rc<HookAction>>> {
        action::hook_actions(context, position)
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

    fn add_turn_methods<M: UserDataMethods<TurnHandle<Self>>>(methods: &mut M) {
        turn::add_methods(methods);
    }

    fn create_handles(
        context: &Rc<Context<Self>>,
        lua: &Lua,
    ) -> mlua::Result<(AnyUserData, AnyUserData)> {
        context.make_handles(lua)
    }
}
