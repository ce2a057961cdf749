//! Robots and house rules written in Lua: the sandbox that runs them and the functions they can
//! call.
//!
//! No other module knows that Lua exists. A script cannot reach files or a clock, and its steps
//! and memory are bounded. It sees only its seat's view. Every mistake becomes one
//! [`ScriptError`] that names file, line and cause.
//!
//! - `sandbox`, `meter` and `heap` run a script within its fuel, time and memory. `modules`
//!   collects the files that a script loads with `require`.
//! - `info` reads the table that a script returns, and the tests of a robot. `robot` and `rule`
//!   call a script's functions. `coverage` records which lines ran.
//! - `context` holds the position of a decision. `view`, `turn`, `world` and `search` are the
//!   objects and methods that scripts read it with, for all games.
//! - `game_data` and `bindings` are the traits that a game implements for its scripts. `race` and
//!   `junqi` implement them.
//! - `message_codec` and `protocol` send the same data to robots in other languages, as JSON.

mod console;
mod coverage;
mod error;
mod error_kind;
mod heap;
mod hints;
mod info;
mod lua_value;
mod message_codec;
mod meter;
mod modules;
mod nearest;
mod param_value;
pub mod protocol;
mod renamed;
mod robot;
mod rule;
mod sandbox;
mod strict;

mod answers;
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
pub use crate::contract::source::{MODULE_FOLDER, module_file};
pub use bindings::Scripted;
pub use console::{ConsoleOutput, evaluate, param_values};
pub use coverage::LineCoverage;
pub use error::ScriptError;
pub use error_kind::ErrorKind;
pub use info::{
    ExpectedChoice, Level, Param, RobotTest, ScriptInfo, ScriptKind, convert_old_params,
    tests_of_file, tests_of_robot,
};
pub(crate) use info::{GameInfo, inspect_for};
pub use message_codec::MessageCodec;
pub use meter::{Host, Limits};
pub use modules::{ModuleLibrary, Require, requires, with_modules};
pub use param_value::ParamValue;
pub use protocol::{Answer, AnswerId};
pub use renamed::{RENAMED, Renamed, old_names};
pub use robot::LuaRobot;
pub use rule::LuaRule;
pub use sandbox::Sandbox;

#[cfg(test)]
mod tests {
    use super::bindings::Scripted;
    use crate::games::junqi::Junqi;
    use crate::games::race::Race;

    /// Returns the names that a source file registers by calls of `function("name", ...)`.
    fn registered_names(source: &str, function: &str) -> Vec<String> {
        let call = format!("{function}(");
        let calls = source.split(&call).skip(1);
        let names = calls.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split_once('"'));
        names.map(|(name, _)| name.to_owned()).collect()
    }

    fn sorted(mut names: Vec<String>) -> Vec<String> {
        names.sort_unstable();
        names
    }

    #[test]
    fn name_lists_match_the_registered_methods() {
        for (source, fields, methods) in [
            (include_str!("view.rs"), &super::view::FIELDS[..], &super::view::METHODS[..]),
            (include_str!("turn.rs"), &super::turn::FIELDS, &super::turn::METHODS),
            (include_str!("search.rs"), &[], &super::search::METHODS),
            (include_str!("world.rs"), &super::world::FIELDS, &super::world::METHODS),
            (include_str!("race/view.rs"), Race::VIEW_FIELDS, Race::VIEW_METHODS),
            (include_str!("junqi/view.rs"), Junqi::VIEW_FIELDS, Junqi::VIEW_METHODS),
            (include_str!("junqi/turn.rs"), &[], Junqi::TURN_METHODS),
        ] {
            let listed = |names: &[&str]| sorted(names.iter().map(ToString::to_string).collect());
            let registered_fields = registered_names(source, "add_field_method_get");
            assert_eq!(sorted(registered_fields), listed(fields));
            let mut registered_methods = registered_names(source, "add_method");
            registered_methods.extend(registered_names(source, "add_method_mut"));
            assert_eq!(sorted(registered_methods), listed(methods));
        }
    }
}
