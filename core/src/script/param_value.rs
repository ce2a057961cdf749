//! The values of robots' parameters.

use mlua::Value;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The value of a robot's parameter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ParamValue {
    /// A switch, on or off.
    Flag(bool),
    /// A number within the parameter's range.
    Number(f64),
}

impl ParamValue {
    /// Returns the value as players and files write it: a switch is 0 or 1.
    pub fn as_number(self) -> f64 {
        match self {
            Self::Flag(flag) => f64::from(u8::from(flag)),
            Self::Number(number) => number,
        }
    }

    pub(in crate::script) fn to_lua(self) -> Value {
        match self {
            Self::Flag(flag) => Value::Boolean(flag),
            Self::Number(number) => Value::Number(number),
        }
    }
}
