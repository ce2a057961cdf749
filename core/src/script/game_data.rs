//! The trait each game implements for the data that its scripts read: names, and the conversion of
//! views, steps and events to tables and numbers.

use mlua::{Function, Lua, Table, Value};

use crate::contract::game::{Step, Viewer};
use crate::contract::position::Positions;
use crate::contract::question::Question;
use crate::contract::seat::{Seat, SeatSet};
use crate::evaluation::Searchable;
use crate::house::Hook;

use super::protocol::GameMessages;

/// A field of an effect, beside `kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectField {
    /// Its name.
    pub name: &'static str,
    /// The values that it takes.
    pub value: FieldValue,
    /// True if a script may leave it out.
    pub is_optional: bool,
}

impl EffectField {
    /// Returns a field that a script must write.
    pub(super) const fn new(name: &'static str, value: FieldValue) -> Self {
        Self { name, value, is_optional: false }
    }

    /// Returns a field that a script may leave out.
    pub(super) const fn optional(name: &'static str, value: FieldValue) -> Self {
        Self { name, value, is_optional: true }
    }
}

/// The values that a field of an effect takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// The name of a seat.
    Seat,
    /// A whole number.
    Whole {
        /// The smallest.
        low: i64,
        /// The largest.
        high: i64,
    },
    /// A text, such as this one.
    Text(&'static str),
    /// A list of texts.
    Texts,
    /// True or false.
    Flag,
}

impl FieldValue {
    /// The number of a plane, or its progress.
    pub(super) const BYTE: Self = Self::Whole { low: 0, high: u8::MAX as i64 };
    /// A number of squares, forward or back.
    pub(super) const STEPS: Self = Self::Whole { low: i8::MIN as i64, high: i8::MAX as i64 };
    /// A number that a rule remembers.
    pub(super) const NUMBER: Self = Self::Whole { low: i32::MIN as i64, high: i32::MAX as i64 };
}

/// The fields of the effect `win` and of others that only name a seat.
pub(super) const SEAT_FIELDS: &[EffectField] = &[EffectField::new("seat", FieldValue::Seat)];
/// The fields of the effect `remember`.
pub(super) const REMEMBER_FIELDS: &[EffectField] = &[
    EffectField::new("key", FieldValue::Text("count")),
    EffectField::new("value", FieldValue::NUMBER),
];
/// The fields of the effect `ask`.
pub(super) const ASK_FIELDS: &[EffectField] = &[
    EffectField::new("seat", FieldValue::Seat),
    EffectField::new("question", FieldValue::Text("swap")),
    EffectField::optional("options", FieldValue::Texts),
];

/// The data of a game that its scripts read, and the calls of its hooks.
///
/// All values that reach a script come out of [`GameData::ScriptView`], which is built from the
/// seat's view alone.
pub trait GameData: Positions + Searchable + GameMessages {
    /// Optional functions of a robot in addition to `choose`.
    const ROBOT_FUNCTIONS: &'static [&'static str] = &[];
    /// The hooks of a house rule in this game.
    const HOOKS: &'static [Hook];
    /// The names of all fields of actions.
    const ACTION_FIELDS: &'static [&'static str];
    /// The kinds of actions that a report on a robot counts. An action can be of several kinds.
    const ACTION_KINDS: &'static [&'static str];
    /// The names of all fields of events, over all kinds.
    const EVENT_FIELDS: &'static [&'static str];
    /// The names of all fields of steps, over all kinds.
    const STEP_FIELDS: &'static [&'static str];
    /// The kinds of effects a house rule can ask for, each with its fields.
    const EFFECTS: &'static [(&'static str, &'static [EffectField])];
    /// The kinds of events, by their names in scripts.
    const EVENTS: &'static [&'static str];
    /// True if the game hides anything from a seat.
    const HAS_SECRETS: bool;
    /// Lua source of the functions `board`, `view_table` and `actions`, which describe a turn as
    /// plain tables.
    const MESSAGE_TABLES: &'static str;
    /// Names of the colours of marks. The window chooses the shades.
    const COLOURS: &'static [&'static str];

    /// Strings and functions made once per VM.
    type LuaCache: 'static;
    /// The data behind `view` in one turn.
    type ScriptView: 'static;

    /// Adds the globals of this game that scripts can read, before the sandbox is sealed. They
    /// already exist while a script's file runs, not only when its functions are called.
    ///
    /// # Errors
    /// The VM is out of memory.
    fn add_constants(lua: &Lua) -> mlua::Result<()> {
        let _ = lua;
        Ok(())
    }
    /// Builds the cache before the sandbox is sealed.
    ///
    /// # Errors
    /// The VM is out of memory.
    fn create_cache(lua: &Lua) -> mlua::Result<Self::LuaCache>;
    /// Drops the tables that the cache keeps for a game, before a new one begins.
    fn clear_game(cache: &Self::LuaCache) {
        let _ = cache;
    }
    /// Converts a view into the data behind a script's `view`.
    fn script_view(view: Self::View) -> Self::ScriptView;
    /// Returns the viewer of a view.
    fn viewer(view: &Self::View) -> Viewer;
    /// Returns the rules in force.
    fn rules_of(script_view: &Self::ScriptView) -> &Self::Rules;
    /// Returns the preset that the rules are nearest to.
    fn preset_of(script_view: &Self::ScriptView) -> &'static str;
    /// Returns the seats that take part.
    fn seats_of(script_view: &Self::ScriptView) -> SeatSet;
    /// Returns all seats in turn order.
    fn order_of(script_view: &Self::ScriptView) -> Vec<Seat>;
    /// Returns the other seats on the side of `seat`.
    fn partners_of(script_view: &Self::ScriptView, seat: Seat) -> SeatSet;
    /// Returns the number of plies so far.
    fn ply_of(script_view: &Self::ScriptView) -> u32;
    /// Returns the seats that no longer play, in the order in which they stopped: those that have
    /// finished a race, or whose armies are out in Junqi.
    fn places_of(script_view: &Self::ScriptView) -> Vec<Seat>;
    /// Returns the names of the board's cells.
    fn cells_of(script_view: &Self::ScriptView) -> Vec<String>;
    /// Returns true if the board has a cell of this name.
    fn has_cell(script_view: &Self::ScriptView, name: &str) -> bool;

    /// Returns the question that is to be answered next, as far as the viewer may know it.
    fn question_of(script_view: &Self::ScriptView) -> Option<&Question>;

    /// Returns the Lua functions that call hooks.
    fn hook_calls(cache: &Self::LuaCache) -> &HookCalls;
    /// Encodes an event as numbers: its kind, counted from 1 in [`GameData::EVENTS`], then its
    /// fields.
    fn event_numbers(event: &Self::Event) -> EventNumbers;
    /// Encodes a step as numbers, its kind first. Also returns the seat that took the step.
    /// `events` are those of the step.
    fn step_numbers(step: &Step<Self>, events: &[Self::Event]) -> (StepNumbers, Option<Seat>);
    /// Returns those of [`GameData::ACTION_KINDS`] that a legal action belongs to, or `answer` if
    /// it answers a question of a house rule.
    fn action_kinds(state: &Self, action: Self::Action) -> Vec<&'static str>;
    /// Returns true if an effect stores a number in a rule's memory.
    fn writes_memory(effect: &Self::Effect) -> bool;
    /// Returns the data behind `view` while players lay out their pieces. Returns `None` in games
    /// without layouts.
    fn script_view_before_game(rules: &Self::Rules) -> Option<Self::ScriptView> {
        let _ = rules;
        None
    }
    /// Puts a robot's layout into the deal. Leaves the deal unchanged if the answer is `nil`.
    ///
    /// # Errors
    /// The reason why the layout is invalid, in words.
    fn read_layout(deal: &mut Self::Deal, seat: Seat, answer: &Value) -> Result<(), String> {
        let _ = (deal, seat, answer);
        Ok(())
    }
    /// Returns a seat's layout as the argument of the hook `layout`. Returns `None` in games
    /// without layouts.
    ///
    /// # Errors
    /// The VM is out of memory.
    fn layout_table(
        cache: &Self::LuaCache,
        lua: &Lua,
        deal: &Self::Deal,
        seat: Seat,
    ) -> mlua::Result<Option<Table>> {
        let _ = (cache, lua, deal, seat);
        Ok(None)
    }
    /// Encodes the attacker and the defender of the battle an action begins, for the hook `battle`.
    /// Returns `None` if it begins none.
    fn fighter_numbers(state: &Self, action: Self::Action) -> Option<[FighterNumbers; 2]> {
        let _ = (state, action);
        None
    }
    /// Returns the action with the battle result that the hook `battle` answered. Returns `None` if
    /// the hook leaves the result to the pieces.
    ///
    /// # Errors
    /// The reason why the answer is invalid, in words.
    fn with_hook_result(
        action: Self::Action,
        answer: &Value,
    ) -> Result<Option<Self::Action>, String> {
        let _ = (action, answer);
        Ok(None)
    }
}

/// An event as numbers: its kind and five fields.
pub type EventNumbers = [i32; 6];

/// A step as numbers: its kind and three fields.
pub type StepNumbers = [i32; 4];

/// One side of a battle as numbers: kind, owner, cell, start cell and number of battles won. The
/// first four count from 1. A kind of 0 is unrecorded, and an owner of 0 is none.
pub type FighterNumbers = [i32; 5];

/// Lua functions that build tables from numbers and call hooks with them.
pub struct HookCalls {
    /// Calls the hook `after`.
    pub(super) after: Function,
    /// Calls the hook `filter`.
    pub(super) filter: Function,
    /// Makes the table of an event.
    pub(super) event: Function,
    /// Wraps the table makers of steps and of events with two given functions.
    pub(super) wrap_makers: Function,
    /// Calls the hook `battle`, in games with battles.
    pub(super) battle: Option<Function>,
    /// Calls the hook `layout`, in games with layouts.
    pub(super) layout: Option<Function>,
}

impl HookCalls {
    /// Loads the functions. `steps` and `events` list the game's table makers by kind.
    pub(super) fn new(
        lua: &Lua,
        seats: &Table,
        steps: &Table,
        events: &Table,
    ) -> mlua::Result<Self> {
        let chunk = lua.load(include_str!("hooks.luau")).set_name("=prelude");
        let (after, filter, event, wrap_makers) = chunk.call((seats, steps, events))?;
        Ok(Self { after, filter, event, wrap_makers, battle: None, layout: None })
    }
}
