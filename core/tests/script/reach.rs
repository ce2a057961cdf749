//! Tests that globals and shared metatables lead a script only to the listed values.

use std::collections::{BTreeSet, HashSet};

use mlua::{Function, Lua, LuaString, Number, Table, Thread, Value};
use qipan_core::script::{Host, Sandbox};

/// Names every value reachable from a value, each table once.
fn walk(name: &str, value: &Value, met: &mut HashSet<usize>, found: &mut BTreeSet<String>) {
    found.insert(format!("{name}: {}", value.type_name()));
    let Value::Table(table) = value else { return };
    if !met.insert(table.to_pointer() as usize) {
        return;
    }
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.unwrap();
        let key = key.to_string().unwrap();
        walk(&format!("{name}.{key}"), &value, met, found);
    }
    if let Some(meta) = table.metatable() {
        walk(&format!("{name}<meta>"), &Value::Table(meta), met, found);
    }
}

/// Returns the metatables that all values of a type share.
fn shared(lua: &Lua) -> Vec<(&'static str, Option<Table>)> {
    vec![
        ("text", lua.type_metatable::<LuaString>()),
        ("number", lua.type_metatable::<Number>()),
        ("boolean", lua.type_metatable::<bool>()),
        ("function", lua.type_metatable::<Function>()),
        ("thread", lua.type_metatable::<Thread>()),
    ]
}

#[test]
fn reachable_globals_match_the_list() {
    let host = Host::default();
    let (sandbox, ()) = Sandbox::new("x.luau", "return {}", &host, |_, _, _| Ok(())).unwrap();
    sandbox.run().unwrap();
    let (lua, mut met, mut found) = (sandbox.lua(), HashSet::new(), BTreeSet::new());
    walk("globals", &Value::Table(lua.globals()), &mut met, &mut found);
    for (kind, meta) in shared(lua) {
        if let Some(meta) = meta {
            assert!(meta.is_readonly(), "{kind}");
            walk(kind, &Value::Table(meta), &mut met, &mut found);
        }
    }
    let list = include_str!("hostile/reachable.txt").lines().map(str::to_owned).collect();
    let odd: Vec<&String> = found.symmetric_difference(&list).collect();
    assert!(odd.is_empty(), "not as on the list: {odd:#?}");
}
