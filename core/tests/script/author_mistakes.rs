//! Tests that authors' mistakes are reported with the line and a correction.

use crate::junqi;
use crate::robots::answer;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::registry::inspect;
use qipan_core::script::{Host, Scripted};

/// Returns the error of a robot whose `choose` has this body. The body is line 5 of `x.luau` for a
/// race, line 2 for Junqi.
fn choose_error<G: Scripted>(body: &str) -> String {
    let trouble = match G::NAME {
        "race" => answer(body).error,
        _ => junqi::answer(body).error,
    };
    trouble.unwrap_or_else(|| panic!("nothing is wrong with {body}")).message
}

#[test]
fn common_mistakes_are_reported_with_a_hint() {
    for (body, parts) in [
        ("require('a')", ["x.luau:5: ", "`require` works only while the file is loaded"]),
        ("io.open('a')", ["x.luau:5: ", "there are no files"]),
        ("return os.time()", ["x.luau:5: ", "there is no clock"]),
        ("coroutine.wrap(print)", ["x.luau:5: ", "no coroutines"]),
        ("string.pack('b', 1)", ["x.luau:5: ", "no `string.pack`"]),
        ("math.randomseed(1)", ["x.luau:5: ", "use turn:random(n)"]),
        ("best = 1", ["x.luau:5: ", "put `local` before it"]),
        ("turn.actions()", ["x.luau:5: ", "as in turn:actions(...)"]),
        ("view.planes('red')", ["x.luau:5: ", "write a colon"]),
        ("view.roll = 6", ["x.luau:5: ", "read-only"]),
        ("view.rules.planes = 6", ["x.luau:5: ", "readonly"]),
        ("view:risk(nil)", ["x.luau:5: ", "expected one of turn:actions()"]),
        ("return turn.params.depth", ["x.luau:5: ", "unknown parameter `depth`"]),
        ("return view.rsik", ["x.luau:5: ", "view has no `rsik`; it has"]),
        ("return 7", ["x.luau:4: ", "choose must return an action"]),
        ("return nil", ["x.luau:4: ", "got nothing"]),
        ("return turn:actions()", ["x.luau:4: ", "got a list: return one of its entries"]),
        ("return turn:search()[1]", ["x.luau:4: ", "return its `action`"]),
        ("return view:planes()[1] + 6", ["x.luau:5: ", "write `(value or 0)`"]),
        ("return { plane = 9 }", ["x.luau:4: ", "legal are launch 1"]),
        ("local t = {} while true do t = { t } end", ["x.luau:", "MiB"]),
    ] {
        let message = choose_error::<Race>(body);
        assert!(message.starts_with(parts[0]) && message.contains(parts[1]), "{body}: {message}");
    }
}

#[test]
fn invalid_cells_are_reported() {
    for body in ["view:chance(nil)", "view:maybe()", "view:piece(7)", "view:reach(nil, '40')"] {
        let message = choose_error::<Junqi>(body);
        assert!(message.starts_with("x.luau:") && message.contains("cell"), "{body}: {message}");
    }
}

#[test]
fn foreign_lua_syntax_is_reported_with_the_luau_form() {
    for (line, part) in [
        ("goto done", "`continue`"),
        ("local n <const> = 3", "leave it out"),
        ("local n = 6 & 3", "bit32.band"),
        ("local n = 6 | 3", "bit32.bor"),
        ("local n = 6 << 3", "bit32.lshift"),
        ("local n = 0 n++", "+= 1"),
        ("if 1 != 2 then end", "~="),
        ("local n = !true", "not"),
    ] {
        let source = format!("local a = 1\n{line}\nreturn {{}}");
        let message = inspect("x.luau", source, &Host::default()).unwrap_err().to_string();
        assert!(message.starts_with("x.luau:2: ") && message.contains(part), "{line}: {message}");
    }
}

#[test]
fn invalid_parameters_are_reported() {
    for (param, parts) in [
        ("{ default = 9, min = 0, max = 5 }", ["`caution`", "9 is not between 0 and 5"]),
        ("{ default = 1, min = 0, max = 5, window = 8 }", ["`window`", "8 is not between 0 and 5"]),
        ("{ default = 1, min = 0, max = 5, window = true }", ["`window`", "a number"]),
        ("{ default = true, window = 8 }", ["`window`", "true or false"]),
        ("{ default = 'x', min = 0, max = 5 }", ["`caution`", "the text \"x\""]),
        ("{ default = 3, min = 'a', max = 5 }", ["`caution`", "`min`"]),
        ("{ default = 3, max = 5 }", ["`caution`", "lacks `min`"]),
        ("{ min = 0, max = 5 }", ["`caution`", "lacks `default`"]),
        ("3", ["`caution`", "default ="]),
    ] {
        let source = format!(
            "return {{ api = 1, game = 'race', name = 'x', choose = function() end,\nparams = {{ \
             caution = {param} }} }}"
        );
        let message = inspect("x.luau", source, &Host::default()).unwrap_err().to_string();
        assert!(parts.iter().all(|part| message.contains(part)), "{param}: {message}");
    }
}
