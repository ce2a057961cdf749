//! Actions as tables, and back.

use mlua::{LuaString, MultiValue, Table, Value};

use super::Kit;
use crate::junqi::{Action, Cell, Junqi};
use crate::script::context::{Context, Position};
use crate::script::given;

/// The legal actions as a list of tables.
pub(super) fn tables(context: &Context<Junqi>, position: &Position<Junqi>) -> mlua::Result<Table> {
    let count = position.actions.len();
    let number = |cell: Cell| Value::Integer(cell.index() as i64 + 1);
    let mut fields = MultiValue::with_capacity(1 + 2 * count);
    fields.push_back(Value::Integer(count as i64));
    for action in &position.actions {
        fields.push_back(number(action.from()));
        fields.push_back(match action {
            Action::Move { to, .. } => number(*to),
            Action::Flip { .. } => Value::Integer(0),
        });
    }
    context.kit.make_actions.call(fields)
}

/// The legal action a table describes; else what it says, in words.
pub(super) fn find(kit: &Kit, actions: &[Action], table: &Table) -> Result<Action, String> {
    let word = |key: &LuaString| table.raw_get::<Option<LuaString>>(key).ok().flatten();
    let cell = |word: &Option<LuaString>| word.as_ref()?.to_str().ok()?.parse::<Cell>().ok();
    let (from, to, at) = (word(&kit.from), word(&kit.to), word(&kit.at));
    let meant = match cell(&at) {
        Some(at) => Some(Action::Flip { at }),
        None => cell(&from).zip(cell(&to)).map(|(from, to)| Action::go(from, to)),
    };
    let found = meant.and_then(|meant| actions.iter().find(|action| action.plain() == meant));
    found.copied().ok_or_else(|| {
        let said = |word: Option<LuaString>| -> String {
            word.map(|word| given::head(&word, 20)).unwrap_or_default()
        };
        match (from, to, at) {
            (None, None, None) => "a table without from, to and at".to_owned(),
            (_, _, Some(at)) => format!("flip {}", said(Some(at))),
            (from, to, None) => format!("from {} to {}", said(from), said(to)),
        }
    })
}
