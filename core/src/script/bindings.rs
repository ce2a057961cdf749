//! The trait each game implements for its scripts: the fields of `view` and `turn`, and the
//! conversion of actions to tables and back.

use std::rc::Rc;

use mlua::{AnyUserData, Lua, Table, Value};

use super::context::{Context, TurnHandle, ViewHandle, VisiblePosition, freeze_within};
use super::game_data::GameData;
use super::lua_value::describe;

/// The maximum number of legal actions that an error lists.
const MAX_LISTED_ACTIONS: usize = 12;

/// The scripting interface of a game, in addition to its data and to the parts all games share.
pub trait Scripted: GameData {
    /// Fields of `view` that only this game has.
    const VIEW_FIELDS: &'static [&'static str];
    /// Methods of `view` that only this game has.
    const VIEW_METHODS: &'static [&'static str];
    /// Methods of `turn` that only this game has.
    const TURN_METHODS: &'static [&'static str];

    /// Returns the prices of host calls in a game with these rules.
    fn prices(rules: &Self::Rules) -> Prices;

    /// Returns the legal actions as a list of tables.
    ///
    /// # Errors
    /// The VM is out of memory.
    fn action_tables(
        context: &Context<Self>,
        lua: &Lua,
        position: &VisiblePosition<Self>,
    ) -> mlua::Result<Table>;
    /// Returns the legal actions as read-only tables for the hook `filter`.
    ///
    /// # Errors
    /// The VM is out of memory.
    fn hook_actions(
        context: &Context<Self>,
        lua: &Lua,
        position: &VisiblePosition<Self>,
    ) -> mlua::Result<Vec<Rc<HookAction>>> {
        let list = Self::action_tables(context, lua, position)?;
        let hook_action = |table: mlua::Result<Table>| {
            let table = table?;
            freeze_within(&table)?;
            Ok(Rc::new(HookAction::new(table)))
        };
        list.sequence_values().map(hook_action).collect()
    }
    /// Finds the action that a table describes by its fields. The table can be a copy of one that
    /// the script received.
    ///
    /// # Errors
    /// A description of the table, if it fits none of the actions.
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

    /// Makes the `view` and `turn` objects of the VM, by `Context::make_handles`.
    ///
    /// Generic code is compiled in the crate that uses it with a type. If each game makes the call
    /// itself, the methods of `view`, `turn` and worlds are compiled in this crate, with the
    /// searches. The crate of the window is optimised less.
    ///
    /// # Errors
    /// The VM is out of memory.
    fn create_handles(
        context: &Rc<Context<Self>>,
        lua: &Lua,
    ) -> mlua::Result<(AnyUserData, AnyUserData)>;
}

impl<G: Scripted> Context<G> {
    /// Makes the `view` and `turn` objects of the VM. They always show the current turn.
    pub(super) fn make_handles(
        self: &Rc<Self>,
        lua: &Lua,
    ) -> mlua::Result<(AnyUserData, AnyUserData)> {
        let view = lua.create_userdata(ViewHandle { context: Rc::clone(self), world: None })?;
        let turn = lua.create_userdata(TurnHandle { context: Rc::clone(self) })?;
        Ok((view, turn))
    }

    /// Returns the legal actions of the current position as read-only tables for a hook.
    pub(super) fn hook_actions(&self, lua: &Lua) -> mlua::Result<Vec<Rc<HookAction>>> {
        G::hook_actions(self, lua, &*self.enter(lua, 0)?)
    }

    /// Returns the legal action of a position that a table describes.
    pub(super) fn read_action(
        &self,
        position: &VisiblePosition<G>,
        value: &Value,
    ) -> mlua::Result<G::Action> {
        self.find_legal(&position.actions, value).map_err(mlua::Error::runtime)
    }

    /// Returns the legal action that a robot answered with.
    pub(super) fn read_answer(
        &self,
        actions: &[G::Action],
        value: &Value,
    ) -> Result<G::Action, String> {
        if let Value::Table(table) = value {
            if matches!(table.raw_get("action"), Ok(Value::Table(_))) {
                return Err("choose must return an action, but got a table that contains one: \
                            return its `action`, as in turn:search()[1].action"
                    .to_owned());
            }
            if matches!(table.raw_get(1), Ok(Value::Table(_))) {
                return Err("choose must return one action, but got a list: return one of its \
                            entries, as in turn:actions()[1]"
                    .to_owned());
            }
        }
        self.find_legal(actions, value)
            .map_err(|reason| format!("choose must return an action: {reason}"))
    }

    /// Finds the action that a table describes among the legal actions of a world.
    pub(super) fn find_world_action(
        &self,
        actions: &[G::Action],
        value: &Value,
    ) -> mlua::Result<G::Action> {
        self.find_legal(actions, value).map_err(mlua::Error::runtime)
    }

    /// Returns the legal action that a table describes.
    ///
    /// # Errors
    /// The reason why no action fits.
    pub(super) fn find_legal(
        &self,
        actions: &[G::Action],
        value: &Value,
    ) -> Result<G::Action, String> {
        let Value::Table(table) = value else {
            let got = describe(value);
            return Err(format!("expected one of turn:actions(), got {got}"));
        };
        self.find_action(actions, table).map_err(|description| {
            let legal: Vec<String> =
                actions.iter().take(MAX_LISTED_ACTIONS).map(ToString::to_string).collect();
            let more = if actions.len() > legal.len() { ", ..." } else { "" };
            format!("{description} is not legal here; legal are {}{more}", legal.join(", "))
        })
    }
}

/// The read-only table of an action as a hook receives it.
pub struct HookAction {
    pub(super) table: Table,
    /// The address of the table, which identifies it.
    address: usize,
}

impl HookAction {
    pub(super) fn new(table: Table) -> Self {
        table.set_readonly(true);
        let address = table.to_pointer() as usize;
        Self { table, address }
    }

    /// Returns true if the other table is the same object, not a copy.
    pub(super) fn is_same_table(&self, table: &Table) -> bool {
        table.to_pointer() as usize == self.address
    }
}

/// Fuel prices of host calls that cost the same in every game, in addition to the steps that the
/// interpreter counts. `cargo bench -p qipan-core --bench fuel` measures the time per step of fuel
/// for each call. With these prices, the times differ by a factor of about four at most.
pub(super) mod price {
    /// Reading a field, or another call with a small result.
    pub(in crate::script) const READ: u64 = 1;
    /// An answer about a place, seat or piece that the script names.
    pub(in crate::script) const LOOK_UP: u64 = 4;
    /// A list of a few entries, an event, or one note.
    pub(in crate::script) const SHORT_LIST: u64 = 10;
    /// Trying out one move.
    pub(in crate::script) const TRY_MOVE: u64 = 20;
}

/// Fuel prices of the host calls that every game has, but that take more time in some of them.
#[derive(Clone, Copy, Debug)]
pub struct Prices {
    /// Reading the whole board.
    pub(super) board: u64,
    /// Making one action table.
    pub(super) action: u64,
    /// Making the view of a world.
    pub(super) world_view: u64,
    /// Sampling one world.
    pub(super) sample: u64,
    /// One evaluation of a position.
    pub(super) evaluate: u64,
    /// A decision or roll of a rollout or a paired search.
    pub(super) rollout_decision: u64,
    /// A decision or roll of a tree search, including the work on the tree.
    pub(super) tree_decision: u64,
}

impl<G: Scripted> VisiblePosition<G> {
    /// Returns the prices of host calls in this game.
    pub(super) fn prices(&self) -> Prices {
        G::prices(G::rules_of(&self.script_view))
    }
}

/// Returns the word for the reason why a game ended.
pub(super) fn reason_word(reason: crate::contract::outcome::Reason) -> String {
    let word = serde_json::to_value(reason).ok();
    word.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}
