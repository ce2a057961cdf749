//! Modules: code that scripts load with `require`.

use std::collections::BTreeMap;

use qipan_core::contract::game::Game;
use qipan_core::contract::source::{MAX_MODULES, Source};
use qipan_core::games::race::Race;
use qipan_core::house::HouseRule;
use qipan_core::record::SavedRule;
use qipan_core::registry::inspect;
use qipan_core::script::{
    ErrorKind, Host, LuaRobot, LuaRule, ModuleLibrary, ScriptError, with_modules,
};

use crate::robots::{ask, four_launches};

/// Modules in memory.
struct Library(BTreeMap<&'static str, String>);

impl ModuleLibrary for Library {
    fn text(&self, name: &str) -> Option<Vec<u8>> {
        Some(self.0.get(name)?.clone().into_bytes())
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().map(|name| (*name).to_owned()).collect()
    }
}

/// Returns a script with the modules that it can reach.
fn source(text: &str, modules: &[(&'static str, &str)]) -> Source {
    let modules = modules.iter().map(|(name, text)| (*name, (*text).to_owned()));
    with_modules(text.as_bytes(), &Library(modules.collect()))
}

/// Returns a robot whose name is the value of an expression, after some lines of code.
fn robot(code: &str, name: &str) -> String {
    format!(
        "{code}\nreturn {{ api = 1, game = \"race\", name = tostring({name}), choose = print }}"
    )
}

/// Loads a robot with modules. Returns its name.
fn name_of(text: &str, modules: &[(&'static str, &str)]) -> Result<String, ScriptError> {
    let info = inspect("bots/x.luau", source(text, modules), &Host::default())?;
    Ok(info.name.en)
}

/// Returns the error of a robot whose file requires the module `m`, which has this text.
fn error_in(module: &str) -> ScriptError {
    let text = robot("local m = require(\"m\")", "m");
    name_of(&text, &[("m", module)]).expect_err("the module is wrong")
}

#[test]
fn scripts_and_modules_load_modules_by_name() {
    let modules = [
        (
            "names",
            "local words = require(\"@lib/words\")\nreturn { full = words.a .. \" \" .. words.b }",
        ),
        ("words", "return { a = \"Anna\", b = \"Bee\" }"),
    ];
    let text = robot("local names = require(\"names\")", "names.full");
    assert_eq!(name_of(&text, &modules).unwrap(), "Anna Bee");
    let function = robot("local make = require(\"make\")", "make(3)");
    assert_eq!(
        name_of(&function, &[("make", "return function(n) return n + 1 end")]).unwrap(),
        "4"
    );
}

#[test]
fn module_runs_once_in_each_run_of_the_script() {
    let counter = "local runs = 0\nreturn { count = function() runs += 1 return runs end }";
    let code = "local a, b = require(\"n\"), require(\"n\")\na.count()";
    let text = robot(code, "`{a == b} {b.count()}`");
    let source = source(&text, &[("n", counter)]);
    // A robot runs its file twice while it is loaded. The second run begins with a new module.
    let robot = LuaRobot::<Race>::load("x.luau", &source, &[], &Host::default()).unwrap();
    assert_eq!(robot.info().name.en, "true 2");
    assert_eq!(inspect("x.luau", &source, &Host::default()).unwrap().name.en, "true 2");
}

#[test]
fn results_of_modules_are_frozen_with_all_their_tables() {
    let module = "local cycle = { deep = { 1 } }\ncycle.self = cycle\n\
        return setmetatable({ list = { {} }, cycle = cycle }, { __index = { inherited = {} } })";
    for change in [
        "m.x = 1",
        "m.list[2] = 1",
        "table.insert(m.list[1], 1)",
        "m.cycle.self.deep[1] = 2",
        "m.inherited.x = 1",
        "getmetatable(m).__index = nil",
    ] {
        let text = robot(&format!("local m = require(\"m\")\n{change}"), "m");
        let error = name_of(&text, &[("m", module)]).expect_err(change);
        assert_eq!((error.kind, error.line), (ErrorKind::Runtime, Some(2)), "{change}: {error}");
        assert!(error.message.contains("readonly"), "{error}");
    }
}

#[test]
fn wrong_modules_are_reported_with_their_file_and_line() {
    for (module, expected) in [
        ("local x = nil\nreturn { x.y }", "bots/lib/m.luau:2: attempt to index nil with 'y'"),
        ("return {\n  a = 1\n  b = 2\n}", "bots/lib/m.luau:3: "),
        ("error(\"no luck\")", "bots/lib/m.luau:1: no luck"),
        ("local x = math.random(2, 1)\nreturn { x }", "bots/lib/m.luau:1: random: no whole number"),
        ("error({})", "an error value of type table"),
        (
            "local x = 1",
            "bots/x.luau:1: module `m` must end by returning a table or a function, but returned nothing",
        ),
        ("return 3", "but returned a number"),
        (
            "return require(\"m\")",
            "bots/lib/m.luau:1: modules require each other in a circle: m -> m",
        ),
        (
            "return { function() return view end, require(\"absent\") }",
            "bots/lib/m.luau:1: no module `absent`: looked for bots/lib/absent.luau; modules there are m",
        ),
        ("return setmetatable({}, { __metatable = 1 })", "protected"),
    ] {
        let error = error_in(module);
        assert!(error.to_string().contains(expected), "{module}: {error}");
    }
    assert_eq!(error_in("return {").kind, ErrorKind::Syntax);
    assert_eq!(
        error_in("\0").to_string(),
        "bots/lib/m.luau: is not a text file: scripts are source text in UTF-8"
    );
}

#[test]
fn modules_share_the_limits_of_their_script() {
    let text = robot("local m = require(\"m\")", "1");
    for (module, kind) in [
        ("\nwhile true do end", ErrorKind::Fuel),
        ("\npcall(function() while true do end end) return {}", ErrorKind::Fuel),
        ("\nlocal t = {} for i = 1, 1e6 do t[i] = { i, i } end return t", ErrorKind::Memory),
        ("\nlocal t = {} while true do t[#t + 1] = table.create(65000, 1) end", ErrorKind::Memory),
    ] {
        let error = name_of(&text, &[("m", module)]).unwrap_err();
        assert_eq!((error.kind, error.line), (kind, Some(2)), "{module}: {error}");
        assert_eq!(error.file, "bots/lib/m.luau");
    }
    // Freezing deep tables does not overflow the stack, and costs fuel.
    let nested =
        |depth: usize| format!("local t = {{}} for i = 1, {depth} do t = {{ t }} end return t");
    assert_eq!(name_of(&text, &[("m", &nested(20_000))]).unwrap(), "1");
    assert_eq!(name_of(&text, &[("m", &nested(60_000))]).unwrap_err().kind, ErrorKind::Fuel);
    let half = format!("return {{}} --{}", "x".repeat(130 << 10));
    let text = robot("local a, b = require(\"a\"), require(\"b\")", "1");
    let error = name_of(&text, &[("a", &half), ("b", &half)]).unwrap_err();
    assert_eq!(error.to_string(), "bots/x.luau: is larger than 256 KiB together with its modules");
}

#[test]
fn circles_name_their_modules() {
    let modules = [
        ("a", "return { require(\"b\") }"),
        ("b", "return { require(\"c\") }"),
        ("c", "return { require(\"b\") }"),
    ];
    let error = name_of(&robot("local a = require(\"a\")", "a"), &modules).unwrap_err();
    let expected = "bots/lib/c.luau:1: modules require each other in a circle: b -> c -> b";
    assert_eq!(error.to_string(), expected);
    // A module that failed is not part of a circle.
    let code = "local first = pcall(require, \"bad\")\nlocal _, why = pcall(require, \"bad\")";
    let text = format!("{} -- require(\"bad\")", robot(code, "why"));
    let text = format!("if false then require(\"bad\") end\n{text}");
    assert_eq!(name_of(&text, &[("bad", "error(\"no\", 0)")]).unwrap(), "no");
}

#[test]
fn names_are_plain_and_paths_are_refused() {
    for name in
        ["../x", "./x", "lib/x", "/etc/passwd", "X", "a.b", "", "@lib/../x", "@self/x", "x\\0y"]
    {
        let error = name_of(&robot(&format!("require(\"{name}\")"), "1"), &[("x", "return {}")]);
        let error = error.unwrap_err();
        assert!(error.message.contains("cannot be the name of a module"), "{error}");
        assert_eq!(error.line, Some(1));
    }
    for (code, expected) in [
        ("require()", "require takes the name of a module, not nothing"),
        ("require({})", "require takes the name of a module, not a table"),
        (
            "require(\"layout\")",
            "no module `layout` (did you mean `layouts`?): looked for bots/lib/layout.luau; modules there are layouts",
        ),
        ("local n = \"layouts\"\nrequire(n)", "write out its name, as in require(\"layouts\")"),
    ] {
        let error = name_of(&robot(code, "1"), &[("layouts", "return {}")]).unwrap_err();
        assert!(error.message.contains(expected), "{error}");
    }
    let error = name_of(&robot("require(\"x\")", "1"), &[]).unwrap_err();
    assert!(error.message.ends_with("there are no modules"), "{error}");
}

#[test]
fn at_most_sixteen_modules_are_loaded() {
    let names: Vec<String> = (0..=MAX_MODULES).map(|number| format!("m{number}")).collect();
    let texts: BTreeMap<String, std::sync::Arc<[u8]>> =
        names.iter().map(|name| (name.clone(), "return {}".as_bytes().into())).collect();
    let requires: Vec<String> = names.iter().map(|name| format!("require(\"{name}\")")).collect();
    let load = |count: usize| {
        let modules = texts.iter().take(count).map(|(name, text)| (name.clone(), text.clone()));
        let text = robot(&format!("local all = {{ {} }}", requires[..1].join(", ")), "1");
        inspect(
            "x.luau",
            Source { modules: modules.collect(), ..Source::from(text) },
            &Host::default(),
        )
    };
    assert!(load(MAX_MODULES).is_ok());
    assert_eq!(
        load(MAX_MODULES + 1).unwrap_err().to_string(),
        "x.luau: loads more than 16 modules"
    );
}

#[test]
fn modules_are_loaded_only_while_the_file_is_loaded() {
    let text = "local rule = { api = 1, game = \"race\", name = \"x\", about = \"x\", hooks = {} }\n\
        function rule.hooks.filter(view, actions) return require(\"m\") end\nreturn rule";
    let source = source(text, &[("m", "return {}")]);
    let mut rule = LuaRule::<Race>::load("x.luau", source, 0, &[], &Host::default()).unwrap();
    let (state, _) = four_launches();
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let error = rule.filter(&state, &actions).unwrap_err();
    assert!(error.message.starts_with("x.luau:2: `require` works only while"), "{}", error.message);
}

#[test]
fn functions_of_modules_serve_as_functions_of_the_script() {
    let module = "local lib = {}\n\n\nfunction lib.choose(view, turn) return turn:actoins()[1] end\nreturn lib";
    let text = "return { api = 1, game = \"race\", name = \"x\", choose = require(\"m\").choose }";
    let mut robot =
        LuaRobot::<Race>::load("x.luau", source(text, &[("m", module)]), &[], &Host::default())
            .unwrap();
    let (race, log) = four_launches();
    let error = ask(&mut robot, &race, &log, [1; 32]).error.unwrap();
    assert!(error.message.starts_with("lib/m.luau:4: "), "{}", error.message);
}

#[test]
fn digest_covers_the_modules_that_a_script_can_reach() {
    let text = robot("local a = require(\"a\")", "a");
    let digest = |modules: &[(&'static str, &str)]| source(&text, modules).digest();
    let base = digest(&[("a", "return {}")]);
    assert_eq!(digest(&[("a", "return {}"), ("unused", "return 1")]), base);
    assert_ne!(digest(&[("a", "return { 1 }")]), base);
    let nested = "return require(\"b\")";
    let with_b = digest(&[("a", nested), ("b", "return {}")]);
    assert_ne!(with_b, digest(&[("a", nested), ("b", "return { 1 }")]));
    // Without modules the digest is that of the text.
    assert_eq!(source("return {}", &[]).digest(), SavedRule::hash_of("return {}"));
}
