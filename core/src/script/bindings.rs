//! What a game offers its scripts: what they are shown, and how its steps, events and actions
//! become tables and back.

use std::rc::Rc;

use mlua::{Function, Lua, Table, Value};

use crate::evaluation::Evaluate;
use crate::game::{Step, Viewer};
use crate::house::Hook;
use crate::position::Positions;
use crate::seat::{Seat, SeatSet};

use super::context::{Context, Position, TurnHandle, ViewHandle, freeze_within};
use super::protocol::Told;

/// What a game offers its scripts, beside what all games have in common.
///
/// Everything a script is shown comes out of [`Scripted::Shown`], which is made of the seat's
/// view and of nothing else.
pub trait Scripted: Positions + Evaluate + Told {
    /// Functions a robot can have beside `choose`.
    const ROBOT_FUNCTIONS: &'static [&'static str] = &[];
    /// Fields and methods of `view` that only this game has.
    const VIEW: [&'static [&'static str]; 2];
    /// Methods of `turn` that only this game has.
    const TURN: &'static [&'static str];
    /// The hooks a house rule can have.
    const HOOKS: &'static [Hook];
    /// The fields an action can have.
    const ACTION_FIELDS: &'static [&'static str];
    /// The fields an event of some kind has.
    const EVENT_FIELDS: &'static [&'static str];
    /// The fields a step of some kind has.
    const STEP_FIELDS: &'static [&'static str];
    /// The kinds of effects a house rule can ask for.
    const EFFECTS: &'static [&'static str];
    /// The kinds of events, as scripts know them.
    const EVENTS: &'static [&'static str];
    /// Whether anything is ever hidden from a seat.
    const HAS_SECRETS: bool;
    /// The functions that tell a turn as plain tables, in Lua: `board`, `look` and `actions`.
    const PLAIN: &'static str;
    /// Colours a mark can have; the window gives them their shades.
    const COLOURS: &'static [&'static str];

    /// Words and functions made once for each machine.
    type Kit: 'static;
    /// What a script is shown in a turn.
    type Shown: 'static;

    /// Makes the kit, before the machine's doors are locked.
    ///
    /// # Errors
    /// When the machine has no room for it.
    fn kit(lua: &Lua) -> mlua::Result<Self::Kit>;
    /// Drops the tables that the kit keeps of a game, before a new one begins.
    fn forget(kit: &Self::Kit) {
        let _ = kit;
    }
    /// What a script is shown of a view.
    fn show(view: Self::View) -> Self::Shown;
    /// Whose eyes a view is seen through.
    fn viewer(view: &Self::View) -> Viewer;
    /// The rules in force.
    fn rules_of(shown: &Self::Shown) -> &Self::Rules;
    /// The preset the rules belong to.
    fn preset_of(shown: &Self::Shown) -> &'static str;
    /// The seats that take part.
    fn seats_of(shown: &Self::Shown) -> SeatSet;
    /// All seats in the order of turns.
    fn order_of(shown: &Self::Shown) -> Vec<Seat>;
    /// The other seats that play together with a seat.
    fn partners_of(shown: &Self::Shown, seat: Seat) -> SeatSet;
    /// Turns taken so far.
    fn ply_of(shown: &Self::Shown) -> u32;
    /// The seats that have finished, in order.
    fn places_of(shown: &Self::Shown) -> Vec<Seat>;
    /// The names of the cells of the board.
    fn cells_of(shown: &Self::Shown) -> Vec<String>;
    /// Whether there is a cell of this name.
    fn has_cell(shown: &Self::Shown, name: &str) -> bool;

    /// What calls hooks, out of the kit.
    fn hooks(kit: &Self::Kit) -> &HookCalls;
    /// An event as numbers: its kind, by its place in [`Scripted::EVENTS`] from 1, and what it
    /// tells.
    fn event_numbers(event: &Self::Event) -> Numbers;
    /// A step as numbers, its kind first, and who took it.
    fn step_numbers(step: &Step<Self>, events: &[Self::Event]) -> (StepNumbers, Option<Seat>);
    /// Whether an effect keeps a number for later.
    fn remembers(effect: &Self::Effect) -> bool;
    /// What a script is shown while players lay out their pieces; none where they do not.
    fn shown_before(rules: &Self::Rules) -> Option<Self::Shown> {
        let _ = rules;
        None
    }
    /// Puts the layout a robot answered with into the deal; `nil` leaves it to the program.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    fn read_layout(deal: &mut Self::Deal, seat: Seat, answer: &Value) -> Result<(), String> {
        let _ = (deal, seat, answer);
        Ok(())
    }
    /// A seat's layout as the hook `layout` is given it; none where there is no layout.
    ///
    /// # Errors
    /// When the machine has no room for it.
    fn layout_table(
        kit: &Self::Kit,
        lua: &Lua,
        deal: &Self::Deal,
        seat: Seat,
    ) -> mlua::Result<Option<Table>> {
        let _ = (kit, lua, deal, seat);
        Ok(None)
    }
    /// The attacker and the defender of the fight an action begins, as numbers for the hook
    /// `battle`; none where it begins no fight.
    fn fighters(state: &Self, action: Self::Action) -> Option<[FighterNumbers; 2]> {
        let _ = (state, action);
        None
    }
    /// The action with its fight ended as the hook `battle` answered; none where it leaves
    /// that to the pieces.
    ///
    /// # Errors
    /// What is wrong with the answer, in words.
    fn end_fight(action: Self::Action, answer: &Value) -> Result<Option<Self::Action>, String> {
        let _ = (action, answer);
        Ok(None)
    }

    /// The legal actions as a list of tables.
    ///
    /// # Errors
    /// When the machine has no room for them.
    fn action_tables(
        context: &Context<Self>,
        lua: &Lua,
        position: &Position<Self>,
    ) -> mlua::Result<Table>;
    /// The legal actions as the hook `filter` is given them, which cannot change them.
    ///
    /// # Errors
    /// When the machine has no room for them.
    fn given_actions(
        context: &Context<Self>,
        lua: &Lua,
        position: &Position<Self>,
    ) -> mlua::Result<Vec<Rc<Given>>> {
        let list = Self::action_tables(context, lua, position)?;
        let freeze = |table: mlua::Result<Table>| {
            let table = table?;
            freeze_within(&table)?;
            Ok(Rc::new(Given::new(table)))
        };
        list.sequence_values().map(freeze).collect()
    }
    /// The action a table describes, by what it says and not by which table it is; else what
    /// it says, in words.
    ///
    /// # Errors
    /// When none of the actions is meant.
    fn find_action(
        context: &Context<Self>,
        actions: &[Self::Action],
        table: &Table,
    ) -> Result<Self::Action, String>;

    /// Registers the fields of `view` that only this game has.
    fn add_view_fields<F: mlua::UserDataFields<ViewHandle<Self>>>(fields: &mut F);
    /// Registers the methods of `view` that only this game has.
    fn add_view_methods<M: mlua::UserDataMethods<ViewHandle<Self>>>(methods: &mut M);
    /// Registers the methods of `turn` that only this game has.
    fn add_turn_methods<M: mlua::UserDataMethods<TurnHandle<Self>>>(methods: &mut M);
}

/// The table of an action as a hook is given it: nothing can be changed in it.
pub struct Given {
    pub(super) table: Table,
    /// Where it is in memory, by which it is known again.
    place: usize,
}

impl Given {
    pub(super) fn new(table: Table) -> Self {
        table.set_readonly(true);
        let place = table.to_pointer() as usize;
        Self { table, place }
    }

    /// Whether a table is this one and no copy of it.
    pub(super) fn is(&self, table: &Table) -> bool {
        table.to_pointer() as usize == self.place
    }
}

/// An event as numbers: its kind and five more.
pub type Numbers = [i32; 6];

/// A step as numbers: its kind and three more.
pub type StepNumbers = [i32; 4];

/// One side of a fight as numbers: piece, seat, cell, first cell and fights won.
pub type FighterNumbers = [i32; 5];

/// The functions of a machine that make tables of numbers and call hooks with them.
pub struct HookCalls {
    pub(super) after: Function,
    pub(super) filter: Function,
    pub(super) event: Function,
    /// Has steps and events be made by what two functions make of their makers.
    pub(super) guard: Function,
    /// Those of games with fights and with layouts.
    pub(super) battle: Option<Function>,
    pub(super) layout: Option<Function>,
}

impl HookCalls {
    /// Those of a game whose steps and events become tables by these lists of functions.
    pub(super) fn new(
        lua: &Lua,
        seats: &Table,
        steps: &Table,
        events: &Table,
    ) -> mlua::Result<Self> {
        let made = lua.load(include_str!("hooks.luau")).set_name("=prelude");
        let (after, filter, event, guard) = made.call((seats, steps, events))?;
        Ok(Self { after, filter, event, guard, battle: None, layout: None })
    }
}

/// Steps a call costs beside what the interpreter itself counts.
pub(super) mod price {
    /// A field or a small answer.
    pub(in crate::script) const READ: u64 = 1;
    /// A list of a few entries, or a note.
    pub(in crate::script) const LIST: u64 = 5;
    /// A look at the whole board, and each action made into a table.
    pub(in crate::script) const BOARD: u64 = 20;
    /// A move tried out.
    pub(in crate::script) const TRY: u64 = 20;
    /// The opponents' next turns, roll by roll.
    pub(in crate::script) const RISK: u64 = 50;
    /// A world dealt.
    pub(in crate::script) const SAMPLE: u64 = 500;
    /// A ply of a playout.
    pub(in crate::script) const PLY: u64 = 10;
    /// A ply of a search, with what is kept of it.
    pub(in crate::script) const SEARCHED: u64 = 60;
    /// A position judged.
    pub(in crate::script) const JUDGE: u64 = 60;
    /// What every hidden piece can be, worked out once a turn.
    pub(in crate::script) const BELIEF: u64 = 200;
}

/// The word for why a game ended.
pub(super) fn ending(reason: crate::outcome::Reason) -> String {
    let word = serde_json::to_value(reason).ok();
    word.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}
