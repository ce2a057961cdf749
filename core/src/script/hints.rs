//! Hints appended to error messages, for authors used to another Lua: the interpreter names the
//! bad value, the hint says what to write instead.

use super::ErrorKind;

/// Names that do not exist here, and their replacements. A name that ends in a dot is a library,
/// one that ends in a bracket a function.
const MISSING: [(&str, &str); 12] = [
    ("require", "there is no `require`: a script is one file"),
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

/// Syntax of other Luas, and the Luau equivalent.
const SYNTAX: [(&str, &str); 7] = [
    ("goto ", "Luau has no `goto`: use `continue`, `break` or a function"),
    ("<const>", "Luau has no `<const>`: leave it out"),
    ("<close>", "Luau has no `<close>`: leave it out"),
    ("++", "write `i += 1`"),
    ("!=", "write `~=`"),
    ("&", "write `and`, or bit32.band for bits"),
    ("||", "write `or`"),
];

/// Parser messages about operators that Luau lacks, and what to write instead.
const SIGNS: [(&str, &str); 4] = [
    ("got '!'", "write `not`"),
    ("got '|'", "for bits there is bit32.bor"),
    ("got '<'", "for bits there is bit32.lshift"),
    ("got '>'", "for bits there is bit32.rshift"),
];

/// Returns what to write instead of the faulty line, if that is known.
pub(super) fn hint(kind: ErrorKind, message: &str, line: &str) -> Option<&'static str> {
    let code = line.split("--").next().unwrap_or(line).trim();
    match kind {
        ErrorKind::Syntax => {
            let other = SYNTAX.iter().find(|(part, _)| code.contains(part));
            let sign = || SIGNS.iter().find(|(part, _)| message.contains(part));
            other.or_else(sign).map(|hint| hint.1)
        }
        ErrorKind::Runtime => running(message, code),
        _ => None,
    }
}

fn running(message: &str, code: &str) -> Option<&'static str> {
    if message.contains("readonly") {
        return Some(match assigned(code) {
            Some(name) if !name.contains(['.', '[']) => {
                "globals cannot be written: put `local` before it"
            }
            _ => "it is shown to be read: table.clone makes a copy of your own",
        });
    }
    let is_shown = |name: &&str| ["view", "turn", "world"].contains(name);
    if assigned(code).and_then(|name| name.split('.').next()).filter(is_shown).is_some() {
        return Some("it is shown to be read only");
    }
    if message.contains("nil")
        && let Some((_, hint)) = MISSING.iter().find(|(name, _)| mentions(code, name))
    {
        return Some(hint);
    }
    let by_dot = |owner: &str| {
        code.split(owner).skip(1).any(|rest| {
            let name: String =
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            !name.is_empty() && rest[name.len()..].starts_with('(')
        })
    };
    let of_arguments = ["argument", "converting", "userdata", "missing"];
    if of_arguments.iter().any(|part| message.contains(part)) {
        if ["view.", "turn.", "world."].into_iter().any(by_dot) {
            return Some("write a colon: turn:actions(), not turn.actions()");
        }
        if message.contains("nil to") {
            return Some("an argument is missing, or nil");
        }
    }
    None
}

/// Returns the target of an assignment.
fn assigned(code: &str) -> Option<&str> {
    let at = code.find('=')?;
    let (before, after) = code.split_at(at);
    let compares = after.starts_with("==") || before.ends_with(['~', '<', '>']);
    let name = before.trim_end_matches(['+', '-', '*', '/', '%', '^', '.', ' ']).trim();
    let plain = |c: char| c.is_alphanumeric() || "_.[]\"'".contains(c);
    (!compares && !name.is_empty() && name.chars().all(plain)).then_some(name)
}

/// Reports whether a line uses a name as a whole word, not as part of another name.
fn mentions(code: &str, name: &str) -> bool {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        let starts = !before.ends_with(|c| part_of_name(c) || c == '.' || c == ':');
        starts && !(name.ends_with(part_of_name) && after.starts_with(part_of_name))
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
                "attempt to call a nil value",
                "local a = require(\"x\") -- os",
                Some("there is no `require`: a script is one file"),
            ),
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
            (ErrorKind::Runtime, "no", "view.roll = 6", Some("it is shown to be read only")),
            (ErrorKind::Runtime, "no", "if view.roll == 6 then", None),
        ] {
            assert_eq!(hint(kind, message, line), expected, "{line}");
        }
    }
}
