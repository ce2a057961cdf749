//! Hints appended to error messages, for authors who are used to another Lua. The interpreter's
//! message names the bad value. The hint says what to write instead.

use std::borrow::Cow;

use super::ErrorKind;

/// Names that do not exist here, and their hints. A name that ends in a dot is a library, and one
/// that ends in a bracket is a function.
const MISSING_NAMES: [(&str, &str); 11] = [
    ("loadstring(", "code cannot be loaded"),
    ("load(", "code cannot be loaded"),
    ("dofile(", "code cannot be loaded"),
    ("io.", "there are no files: `print` writes to the robot's log"),
    ("os.", "there is no clock: turn:budget() is the share of fuel that is left"),
    ("coroutine.", "there are no coroutines"),
    ("debug.", "there is no `debug`: `print` writes to the robot's log"),
    ("math.randomseed", "chance is seeded anew each turn from the game's seed: use turn:random(n)"),
    ("string.pack", "there is no `string.pack`: keep tables"),
    ("string.unpack", "there is no `string.unpack`: keep tables"),
    ("collectgarbage", "there is no `collectgarbage`"),
];

/// Syntax of other Luas, and their hints.
const FOREIGN_SYNTAX: [(&str, &str); 7] = [
    ("goto ", "Luau has no `goto`: use `continue`, `break` or a function"),
    ("<const>", "Luau has no `<const>`: leave it out"),
    ("<close>", "Luau has no `<close>`: leave it out"),
    ("++", "write `i += 1`"),
    ("!=", "write `~=`"),
    ("&", "write `and`, or bit32.band for bits"),
    ("||", "write `or`"),
];

/// Parts of the parser's messages about operators that Luau lacks, and their hints.
const MISSING_OPERATORS: [(&str, &str); 4] = [
    ("got '!'", "write `not`"),
    ("got '|'", "for bits there is bit32.bor"),
    ("got '<'", "for bits there is bit32.lshift"),
    ("got '>'", "for bits there is bit32.rshift"),
];

/// Returns what to write instead of the faulty line, if that is known.
pub(super) fn hint(kind: ErrorKind, message: &str, line: &str) -> Option<Cow<'static, str>> {
    let code = line.split("--").next().unwrap_or(line).trim();
    match kind {
        ErrorKind::Syntax => {
            let by_code = FOREIGN_SYNTAX.iter().find(|(part, _)| code.contains(part));
            let by_message = || MISSING_OPERATORS.iter().find(|(part, _)| message.contains(part));
            by_code.or_else(by_message).map(|(_, hint)| Cow::Borrowed(*hint))
        }
        // The message says it already.
        ErrorKind::Runtime if message.contains("a colon and brackets") => None,
        ErrorKind::Runtime => {
            let method = message.contains("function").then(|| uncalled_method(code)).flatten();
            let named = method.map(|(object, name)| {
                Cow::Owned(format!(
                    "`{name}` is a method: write a colon and brackets, as in {object}:{name}(...)"
                ))
            });
            named.or_else(|| runtime_hint(message, code).map(Cow::Borrowed))
        }
        _ => None,
    }
}

/// Returns the hint for an error while the script ran. `code` is the line without its comment.
fn runtime_hint(message: &str, code: &str) -> Option<&'static str> {
    if message.contains("readonly") {
        return Some(match assignment_target(code) {
            Some(name) if !name.contains(['.', '[']) => {
                "globals cannot be written: put `local` before it"
            }
            _ => "it is read-only: table.clone makes a copy that you can change",
        });
    }
    let is_about_numbers = ["arithmetic", "compare"].iter().any(|part| message.contains(part));
    if is_about_numbers && message.contains("nil") {
        return Some(
            "a value is nil, such as the progress of a plane in the hangar or a missing chance: write \
             `(value or 0)`",
        );
    }
    let target_owner = assignment_target(code).and_then(|name| name.split('.').next());
    if target_owner.is_some_and(|owner| ["view", "turn", "world"].contains(&owner)) {
        return Some("it is read-only");
    }
    if message.contains("nil")
        && let Some((_, hint)) = MISSING_NAMES.iter().find(|(name, _)| uses_name(code, name))
    {
        return Some(hint);
    }
    let is_about_arguments =
        ["argument", "converting", "userdata", "missing"].iter().any(|part| message.contains(part));
    if is_about_arguments {
        if ["view.", "turn.", "world."].iter().any(|prefix| calls_method_after(code, prefix)) {
            return Some("write a colon: turn:actions(), not turn.actions()");
        }
        if message.contains("nil to") {
            return Some("an argument is missing, or nil");
        }
    }
    None
}

/// Returns true for characters that names consist of.
fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the object and the name of a method that a line uses without calling it, as in
/// `view.planes[1]`.
fn uncalled_method(code: &str) -> Option<(&'static str, &str)> {
    ["view", "turn", "world"].into_iter().find_map(|object| {
        code.match_indices(object).find_map(|(start, _)| {
            let is_whole = !code[..start].ends_with(|c| is_name_char(c) || c == '.' || c == ':');
            let rest = code[start + object.len()..].strip_prefix('.')?;
            let after_name = rest.trim_start_matches(is_name_char);
            let name = &rest[..rest.len() - after_name.len()];
            let is_used = !after_name.starts_with(['(', '{', '"', '\'']) && !name.is_empty();
            (is_whole && is_used).then_some((object, name))
        })
    })
}

/// Returns true if a line calls a function after a prefix, as in `view.planes()` after `view.`.
fn calls_method_after(code: &str, prefix: &str) -> bool {
    code.split(prefix).skip(1).any(|rest| {
        let after_name = rest.trim_start_matches(is_name_char);
        after_name.len() < rest.len() && after_name.starts_with('(')
    })
}

/// Returns the target of an assignment. Returns `None` if the line assigns nothing.
fn assignment_target(code: &str) -> Option<&str> {
    let (before, after) = code.split_at(code.find('=')?);
    let is_comparison = after.starts_with("==") || before.ends_with(['~', '<', '>']);
    let name = before.trim_end_matches(['+', '-', '*', '/', '%', '^', '.', ' ']).trim();
    let is_target_char = |c: char| c.is_alphanumeric() || "_.[]\"'".contains(c);
    (!is_comparison && !name.is_empty() && name.chars().all(is_target_char)).then_some(name)
}

/// Returns true if a line uses a name, not as part of another name.
fn uses_name(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(start, _)| {
        let (before, after) = (&code[..start], &code[start + name.len()..]);
        let begins_here = !before.ends_with(|c| is_name_char(c) || c == '.' || c == ':');
        let name_continues = name.ends_with(is_name_char) && after.starts_with(is_name_char);
        begins_here && !name_continues
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_explain_common_mistakes() {
        for (kind, message, line, expected) in [
            (ErrorKind::Syntax, "", "    i++", Some("write `i += 1`")),
            (ErrorKind::Syntax, "", "if a != b then", Some("write `~=`")),
            (ErrorKind::Syntax, "", "local x = = 3", None),
            (
                ErrorKind::Runtime,
                "attempt to index nil with 'time'",
                "if os.time() > 3 then",
                Some("there is no clock: turn:budget() is the share of fuel that is left"),
            ),
            (ErrorKind::Runtime, "attempt to index nil with 'x'", "print(cost.x)", None),
            (ErrorKind::Runtime, "attempt to call a nil value", "local load = cargo.load(3)", None),
            (ErrorKind::Runtime, "attempt to index nil with 'x'", "best = pack.x", None),
            (
                ErrorKind::Runtime,
                "attempt to call a nil value",
                "f(string.pack(\"b\", 3))",
                Some("there is no `string.pack`: keep tables"),
            ),
            (
                ErrorKind::Runtime,
                "attempt to modify a readonly table",
                "best = nil",
                Some("globals cannot be written: put `local` before it"),
            ),
            (
                ErrorKind::Runtime,
                "bad argument `self`",
                "for _, a in turn.actions() do",
                Some("write a colon: turn:actions(), not turn.actions()"),
            ),
            (
                ErrorKind::Runtime,
                "attempt to perform arithmetic (add) on nil and number",
                "local ahead = view:planes(view.seat)[1] + 6",
                Some(
                    "a value is nil, such as the progress of a plane in the hangar or a missing \
                     chance: write `(value or 0)`",
                ),
            ),
            (ErrorKind::Runtime, "no", "view.roll = 6", Some("it is read-only")),
            (
                ErrorKind::Runtime,
                "attempt to index function with number",
                "local p = view.planes[1]",
                Some("`planes` is a method: write a colon and brackets, as in view:planes(...)"),
            ),
            (ErrorKind::Runtime, "no", "if view.roll == 6 then", None),
        ] {
            assert_eq!(hint(kind, message, line).as_deref(), expected, "{line}");
        }
    }
}
