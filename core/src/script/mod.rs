//! Robots and house rules written in Lua: the sandbox that runs them and the functions they can
//! call.
//!
//! No other module knows that Lua exists. A script cannot reach files or a clock, and its steps
//! and memory are bounded. It sees only its seat's view. Every mistake becomes one
//! [`ScriptError`] that names file, line and cause.

mod console;
mod error;
mod error_kind;
mod heap;
mod hints;
mod info;
mod lua_value;
mod message_codec;
mod meter;
mod nearest;
pub mod protocol;
mod renamed;
mod robot;
mod rule;
mod sandbox;
mod strict;

mod bindings;
mod context;
mod game_data;
mod search;
mod turn;
mod view;
mod world;

mod junqi;
mod race;

pub use crate::contract::localized::Text;
pub use bindings::Scripted;
pub use console::{ConsoleOutput, evaluate, param_values};
pub use error::ScriptError;
pub use error_kind::ErrorKind;
pub(crate) use info::{GameInfo, inspect_for};
pub use info::{Level, Param, ParamValue, ScriptInfo, ScriptKind, present_params};
pub use message_codec::MessageCodec;
pub use meter::{Host, Limits};
pub use protocol::{Answer, Repeats};
pub use renamed::{RENAMED, Renamed, old_names};
pub use robot::LuaRobot;
pub use rule::LuaRule;
pub use sandbox::Sandbox;

#[cfg(test)]
mod tests {
    use super::bindings::Scripted;
    use crate::games::junqi::Junqi;
    use crate::games::race::Race;

    /// Returns the names registered in a source file with `call("name", ...)`.
    fn registered(source: &str, call: &str) -> Vec<String> {
        let open = format!("{call}(");
        let calls = source.split(&open).skip(1);
        let names = calls.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split_once('"'));
        names.map(|(name, _)| name.to_owned()).collect()
    }

    #[test]
    fn name_lists_match_the_registered_methods() {
        for (source, fields, methods) in [
            (include_str!("view.rs"), &super::view::FIELDS[..], &super::view::METHODS[..]),
            (include_str!("turn.rs"), &super::turn::FIELDS, &super::turn::METHODS),
            (include_str!("search.rs"), &[], &super::search::METHODS),
            (include_str!("world.rs"), &super::world::FIELDS, &super::world::METHODS),
            (include_str!("race/view.rs"), Race::VIEW[0], Race::VIEW[1]),
            (include_str!("junqi/view.rs"), Junqi::VIEW[0], Junqi::VIEW[1]),
            (include_str!("junqi/turn.rs"), &[], Junqi::TURN),
        ] {
            let sorted = |mut names: Vec<String>| {
                names.sort_unstable();
                names
            };
            let listed = |names: &[&str]| sorted(names.iter().map(ToString::to_string).collect());
            assert_eq!(sorted(registered(source, "add_field_method_get")), listed(fields));
            let called = ["add_method", "add_method_mut"];
            let there = called.iter().flat_map(|call| registered(source, call)).collect();
            assert_eq!(sorted(there), listed(methods));
        }
    }
}
