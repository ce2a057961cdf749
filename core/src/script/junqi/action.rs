//! Actions as tables, and back.

use std::rc::Rc;

use mlua::{LuaString, Table, Variadic};

use super::LuaCache;
use crate::games::junqi::cells::CELLS;
use crate::games::junqi::{Action, Cell, Junqi};
use crate::script::bindings::HookAction;
use crate::script::context::{Context, VisiblePosition};
use crate::script::lua_value;

/// Most action tables kept: more than a game has. Each takes a few hundred bytes.
const MOST_KEPT: usize = 4096;

/// A cache of the action tables for hooks. They can be reused because they depend on the action
/// alone and are read-only.
#[derive(Default)]
pub(super) struct ActionTables {
    /// The tables of the actions from each cell, with the cell they go to.
    from: Vec<Vec<(Option<Cell>, Rc<HookAction>)>>,
    count: usize,
}

impl ActionTables {
    fn find(&self, action: Action) -> Option<&Rc<HookAction>> {
        let (from, to) = ends(action);
        let found = self.from.get(from.index())?.iter().find(|(other, _)| *other == to);
        found.map(|(_, given)| given)
    }

    fn add(&mut self, action: Action, table: Table) -> Rc<HookAction> {
        let (from, to) = ends(action);
        if self.from.is_empty() {
            self.from.resize_with(CELLS, Vec::new);
        }
        let given = Rc::new(HookAction::new(table));
        self.from[from.index()].push((to, Rc::clone(&given)));
        self.count += 1;
        given
    }
}

/// Returns the cell where an action begins, and the one where it ends if it is a move.
fn ends(action: Action) -> (Cell, Option<Cell>) {
    match action {
        Action::Move { from, to, .. } => (from, Some(to)),
        Action::Flip { at } => (at, None),
    }
}

/// Returns the legal actions as read-only tables for hooks.
pub(super) fn given(
    context: &Context<Junqi>,
    position: &VisiblePosition<Junqi>,
) -> mlua::Result<Vec<Rc<HookAction>>> {
    let mut kept = context.cache.kept.borrow_mut();
    if kept.count > MOST_KEPT {
        *kept = ActionTables::default();
    }
    let mut given = Vec::with_capacity(position.actions.len());
    for action in &position.actions {
        given.push(match kept.find(*action) {
            Some(known) => Rc::clone(known),
            None => {
                let made = context.guarded(tables(context, &[*action])?)?;
                kept.add(*action, made.raw_get(1)?)
            }
        });
    }
    Ok(given)
}

/// Returns the legal actions as a list of tables.
pub(super) fn tables(context: &Context<Junqi>, actions: &[Action]) -> mlua::Result<Table> {
    let number = |cell: Cell| cell.index() as f64 + 1.0;
    let fields: Variadic<f64> = actions
        .iter()
        .flat_map(|action| {
            let (from, to) = ends(*action);
            [number(from), to.map_or(0.0, number)]
        })
        .collect();
    context.cache.make_actions.call((actions.len() as f64, fields))
}

/// Returns the legal action that a table describes, or a description of the table.
pub(super) fn find(cache: &LuaCache, actions: &[Action], table: &Table) -> Result<Action, String> {
    let word = |key: &LuaString| table.raw_get::<Option<LuaString>>(key).ok().flatten();
    let cell = |word: &Option<LuaString>| word.as_ref()?.to_str().ok()?.parse::<Cell>().ok();
    let (from, to, at) = (word(&cache.from), word(&cache.to), word(&cache.at));
    let meant = match cell(&at) {
        Some(at) => Some(Action::Flip { at }),
        None => cell(&from).zip(cell(&to)).map(|(from, to)| Action::go(from, to)),
    };
    let found = meant.and_then(|meant| actions.iter().find(|action| action.plain() == meant));
    found.copied().ok_or_else(|| {
        let said = |word: Option<LuaString>| -> String {
            word.map(|word| lua_value::head(&word, 20)).unwrap_or_default()
        };
        match (from, to, at) {
            (None, None, None) => "a table without from, to and at".to_owned(),
            (_, _, Some(at)) => format!("flip {}", said(Some(at))),
            (from, to, None) => format!("from {} to {}", said(from), said(to)),
        }
    })
}
