//! Actions as tables, and back.

use std::rc::Rc;

use mlua::{LuaString, Table, Variadic};

use super::LuaCache;
use crate::games::junqi::cells::CELLS;
use crate::games::junqi::{Action, Cell, Junqi};
use crate::script::bindings::HookAction;
use crate::script::context::{Context, VisiblePosition};
use crate::script::lua_value;

/// The maximum number of action tables in the cache, more than the distinct actions of a usual
/// game. Each takes a few hundred bytes.
const MAX_CACHED: usize = 4096;

/// A cache of the action tables for the hooks of house rules. The tables can be reused because they
/// depend on the action alone and are read-only.
#[derive(Default)]
pub(super) struct ActionTables {
    /// For each cell, by index, the actions that begin there: the cell where each ends, if it is a
    /// move, and its table.
    by_start: Vec<Vec<(Option<Cell>, Rc<HookAction>)>>,
    count: usize,
}

impl ActionTables {
    fn find(&self, action: Action) -> Option<&Rc<HookAction>> {
        let (from, to) = start_and_end(action);
        let tables = self.by_start.get(from.index())?;
        tables.iter().find(|(end, _)| *end == to).map(|(_, table)| table)
    }

    fn add(&mut self, action: Action, table: Table) -> Rc<HookAction> {
        let (from, to) = start_and_end(action);
        if self.by_start.is_empty() {
            self.by_start.resize_with(CELLS, Vec::new);
        }
        let table = Rc::new(HookAction::new(table));
        self.by_start[from.index()].push((to, Rc::clone(&table)));
        self.count += 1;
        table
    }
}

/// Returns the cell where an action begins, and the cell where it ends if it is a move.
fn start_and_end(action: Action) -> (Cell, Option<Cell>) {
    match action {
        Action::Move { from, to, .. } => (from, Some(to)),
        Action::Flip { at } => (at, None),
        // An answer has no cell, and never gets here: it has a table of its own.
        Action::Answer { .. } => (action.from(), None),
    }
}

/// Returns the legal actions as read-only tables for the hooks of house rules.
pub(super) fn hook_actions(
    context: &Context<Junqi>,
    position: &VisiblePosition<Junqi>,
) -> mlua::Result<Vec<Rc<HookAction>>> {
    let mut cache = context.cache.hook_actions.borrow_mut();
    if cache.count > MAX_CACHED {
        *cache = ActionTables::default();
    }
    let mut hook_actions = Vec::with_capacity(position.actions.len());
    for action in &position.actions {
        hook_actions.push(match cache.find(*action) {
            Some(cached) => Rc::clone(cached),
            None => {
                let list = context.make_strict(tables(context, &[*action])?)?;
                cache.add(*action, list.raw_get(1)?)
            }
        });
    }
    Ok(hook_actions)
}

/// Returns the given actions as a list of tables.
pub(super) fn tables(context: &Context<Junqi>, actions: &[Action]) -> mlua::Result<Table> {
    let number = |cell: Cell| cell.index() as f64 + 1.0;
    let fields: Variadic<f64> = actions
        .iter()
        .flat_map(|action| {
            let (from, to) = start_and_end(*action);
            [number(from), to.map_or(0.0, number)]
        })
        .collect();
    context.cache.make_actions.call((actions.len() as f64, fields))
}

/// Returns the legal action that a table describes.
///
/// # Errors
/// A description of the table, if it fits no legal action.
pub(super) fn find(cache: &LuaCache, actions: &[Action], table: &Table) -> Result<Action, String> {
    let text = |key: &LuaString| table.raw_get::<Option<LuaString>>(key).ok().flatten();
    let cell = |text: &Option<LuaString>| text.as_ref()?.to_str().ok()?.parse::<Cell>().ok();
    let (from, to, at) = (text(&cache.from), text(&cache.to), text(&cache.at));
    let described = match cell(&at) {
        Some(at) => Some(Action::Flip { at }),
        None => cell(&from).zip(cell(&to)).map(|(from, to)| Action::go(from, to)),
    };
    let legal = |described| actions.iter().find(|action| action.plain() == described);
    described.and_then(legal).copied().ok_or_else(|| {
        let excerpt = |text: Option<LuaString>| -> String {
            text.map(|text| lua_value::head(&text, 20)).unwrap_or_default()
        };
        match (from, to, at) {
            (None, None, None) => "a table without from, to and at".to_owned(),
            (_, _, Some(at)) => format!("flip {}", excerpt(Some(at))),
            (from, to, None) => format!("from {} to {}", excerpt(from), excerpt(to)),
        }
    })
}
