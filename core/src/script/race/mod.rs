//! What a robot of the race games sees and can ask: `view` and `turn`.

mod action;
mod desk;
mod events;
mod turn;
mod view;

pub(super) use desk::Desk;

/// Fields and methods of `view`, for error messages and the type file.
pub(crate) const VIEW_FIELDS: [&str; 10] =
    ["seat", "seats", "partner", "ply", "preset", "rules", "cells", "places", "roll", "sixes"];
pub(crate) const VIEW_METHODS: [&str; 9] =
    ["log", "planes", "board", "square", "at", "risk", "path", "pips", "finished"];
/// Fields and methods of `turn`.
pub(crate) const TURN_FIELDS: [&str; 1] = ["params"];
pub(crate) const TURN_METHODS: [&str; 6] = ["actions", "offer", "note", "mark", "budget", "random"];

/// Steps a call costs beside what the interpreter itself counts.
mod price {
    /// A field or a small answer.
    pub(super) const READ: u64 = 1;
    /// A list of a few entries, or a note.
    pub(super) const LIST: u64 = 5;
    /// A look at the whole board, and each action made into a table.
    pub(super) const BOARD: u64 = 20;
    /// A move tried out.
    pub(super) const TRY: u64 = 20;
    /// The opponents' next turns, roll by roll.
    pub(super) const RISK: u64 = 50;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names registered in a source file with `call("name", ...)`.
    fn registered(source: &str, call: &str) -> Vec<String> {
        let open = format!("{call}(");
        let calls = source.split(&open).skip(1);
        let names = calls.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split_once('"'));
        names.map(|(name, _)| name.to_owned()).collect()
    }

    #[test]
    fn the_lists_of_names_are_those_registered() {
        for (source, fields, methods) in [
            (include_str!("view.rs"), &VIEW_FIELDS[..], &VIEW_METHODS[..]),
            (include_str!("turn.rs"), &TURN_FIELDS[..], &TURN_METHODS[..]),
        ] {
            let sorted = |mut names: Vec<String>| {
                names.sort_unstable();
                names
            };
            let listed = |names: &[&str]| sorted(names.iter().map(ToString::to_string).collect());
            assert_eq!(sorted(registered(source, "add_field_method_get")), listed(fields));
            assert_eq!(sorted(registered(source, "add_method")), listed(methods));
        }
    }
}
