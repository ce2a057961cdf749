//! Tests that a script can reach only the listed values from globals and shared metatables.

use std::collections::{BTreeSet, HashSet};

use mlua::{Function, Lua, LuaString, Number, Table, Thread, Value};
use qipan_core::script::{Host, Sandbox};

/// Adds the path of every value that can be reached from a value, each table once.
fn walk(name: &str, value: &Value, visited: &mut HashSet<usize>, found: &mut BTreeSet<String>) {
    found.insert(format!("{name}: {}", value.type_name()));
    let Value::Table(table) = value else { return };
    if !visited.insert(table.to_pointer() as usize) {
        return;
    }
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.unwrap();
        let key = key.to_string().unwrap();
        walk(&format!("{name}.{key}"), &value, visited, found);
    }
    if let Some(meta) = table.metatable() {
        walk(&format!("{name}<meta>"), &Value::Table(meta), visited, found);
    }
}

/// Returns the metatables that all values of a type share.
fn shared_metatables(lua: &Lua) -> Vec<(&'static str, Option<Table>)> {
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
    let (lua, mut visited, mut found) = (sandbox.lua(), HashSet::new(), BTreeSet::new());
    walk("globals", &Value::Table(lua.globals()), &mut visited, &mut found);
    for (kind, meta) in shared_metatables(lua) {
        if let Some(meta) = meta {
            assert!(meta.is_readonly(), "{kind}");
            walk(kind, &Value::Table(meta), &mut visited, &mut found);
        }
    }
    let list = include_str!("hostile/reachable.txt").lines().map(str::to_owned).collect();
    let differences: Vec<&String> = found.symmetric_difference(&list).collect();
    assert!(differences.is_empty(), "not as on the list: {differences:#?}");
}
