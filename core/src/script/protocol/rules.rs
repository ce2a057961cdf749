//! The schema of the rules of a game, made from its options.

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::contract::options::{OptionInfo, OptionKind, RuleSet};

/// Returns the schema of a game's rules: an object with an entry for every option.
pub(super) fn rules<R: RuleSet>(_: &mut SchemaGenerator) -> Schema {
    let presets = R::PRESETS.iter().filter_map(|name| R::preset(name));
    let presets: Vec<Value> =
        presets.filter_map(|rules| serde_json::to_value(rules).ok()).collect();
    let keys = R::saved_keys();
    let property = |key: &String| {
        let schema = match R::OPTIONS.iter().find(|option| option.key == key) {
            Some(option) => option_schema(option),
            None => preset_only_schema(key, &presets),
        };
        (key.clone(), schema)
    };
    let properties: Map<String, Value> = keys.iter().map(property).collect();
    // Some options are saved only if they differ from their default.
    let is_always_saved =
        |key: &&String| presets.iter().all(|rules| rules.get(key.as_str()).is_some());
    let required: Vec<&String> = keys.iter().filter(is_always_saved).collect();
    schemars::json_schema!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// Returns the schema of an option that only presets set: an enum of their values, or a boolean
/// if no preset saves it.
fn preset_only_schema(key: &str, presets: &[Value]) -> Value {
    let mut known: Vec<&Value> = Vec::new();
    for value in presets.iter().filter_map(|rules| rules.get(key)) {
        if !known.contains(&value) {
            known.push(value);
        }
    }
    if known.is_empty() { json!({ "type": "boolean" }) } else { json!({ "enum": known }) }
}

/// Returns the schema of the values an option takes.
fn option_schema(option: &OptionInfo) -> Value {
    let list = |items: Value| json!({ "type": "array", "items": items });
    let whole = |low, high| json!({ "type": "integer", "minimum": low, "maximum": high });
    match option.kind {
        OptionKind::Choice(words) => json!({ "enum": words }),
        OptionKind::Any(words) => list(json!({ "enum": words })),
        OptionKind::Toggle => json!({ "type": "boolean" }),
        OptionKind::Faces => list(whole(1, 6)),
        OptionKind::Number { low, high } => whole(low, high),
        OptionKind::Numbers { low, high } => list(whole(low, high)),
        OptionKind::Lines => list(list(json!({ "type": "string" }))),
    }
}
