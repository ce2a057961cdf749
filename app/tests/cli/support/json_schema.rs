//! Checks values against a JSON Schema as `schemars` makes them.
//!
//! The validators on crates.io would change how `serde_json` reads numbers in tests
//! (`float_roundtrip`), or bring dozens of packages. An unknown keyword panics, so nothing stays
//! unchecked.

use serde_json::{Map, Value};

/// The keywords that inform readers and do not restrict values.
const INFORMATIVE_KEYWORDS: [&str; 6] =
    ["$schema", "$defs", "title", "description", "default", "format"];

/// Returns true if a value fits a schema. References are resolved in the schema itself.
pub fn fits(schema: &Value, value: &Value) -> bool {
    fits_within(schema, schema, value)
}

fn fits_within(root: &Value, schema: &Value, value: &Value) -> bool {
    let Some(schema) = schema.as_object() else { return schema.as_bool().unwrap() };
    schema.iter().all(|(keyword, expected)| match (keyword.as_str(), value) {
        ("$ref", _) => {
            let at = expected.as_str().unwrap().strip_prefix('#').unwrap();
            fits_within(root, root.pointer(at).unwrap(), value)
        }
        ("anyOf", _) => list(expected).iter().any(|part| fits_within(root, part, value)),
        ("oneOf", _) => {
            list(expected).iter().filter(|part| fits_within(root, part, value)).count() == 1
        }
        ("type", _) => match expected {
            Value::Array(kinds) => kinds.iter().any(|kind| has_type(kind, value)),
            kind => has_type(kind, value),
        },
        ("enum", _) => list(expected).contains(value),
        ("const", _) => expected == value,
        ("minimum", Value::Number(number)) => number.as_f64() >= expected.as_f64(),
        ("maximum", Value::Number(number)) => number.as_f64() <= expected.as_f64(),
        ("minItems", Value::Array(items)) => items.len() as u64 >= expected.as_u64().unwrap(),
        ("maxItems", Value::Array(items)) => items.len() as u64 <= expected.as_u64().unwrap(),
        ("items", Value::Array(items)) => {
            items.iter().all(|part| fits_within(root, expected, part))
        }
        ("required", Value::Object(fields)) => {
            list(expected).iter().all(|name| fields.contains_key(name.as_str().unwrap()))
        }
        ("properties", Value::Object(fields)) => {
            expected.as_object().unwrap().iter().all(|(name, part)| {
                fields.get(name).is_none_or(|field| fits_within(root, part, field))
            })
        }
        ("additionalProperties", Value::Object(fields)) => {
            let named = schema.get("properties").and_then(Value::as_object);
            let others = fields.iter().filter(|(name, _)| !named.is_some_and(|n| has(n, name)));
            others.into_iter().all(|(_, field)| fits_within(root, expected, field))
        }
        ("minimum" | "maximum" | "minItems" | "maxItems" | "items", _) => true,
        ("required" | "properties" | "additionalProperties", _) => true,
        (other, _) => {
            assert!(INFORMATIVE_KEYWORDS.contains(&other), "unknown keyword {other}");
            true
        }
    })
}

fn has(named: &Map<String, Value>, name: &str) -> bool {
    named.contains_key(name)
}

fn list(expected: &Value) -> &Vec<Value> {
    expected.as_array().unwrap()
}

fn has_type(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("unknown type {other}"),
    }
}

#[test]
fn values_are_checked_against_their_schema() {
    let schema = serde_json::json!({
        "$defs": { "Place": { "type": "integer", "minimum": -1, "maximum": 60 } },
        "type": "object",
        "properties": {
            "at": { "$ref": "#/$defs/Place" },
            "list": { "type": "array", "items": { "enum": ["a", "b"] }, "minItems": 1, "maxItems": 2 },
            "one": { "oneOf": [{ "const": 1 }, { "type": "integer" }] },
            "any": { "anyOf": [{ "type": "null" }, { "type": ["string", "boolean"] }] },
        },
        "required": ["at"],
        "additionalProperties": false,
    });
    let fits = |text: &str| fits(&schema, &serde_json::from_str(text).unwrap());
    for good in [r#"{"at":-1}"#, r#"{"at":60,"list":["a","b"],"one":2,"any":null}"#] {
        assert!(fits(good), "{good}");
    }
    for bad in [
        "[]",
        "{}",
        r#"{"at":-2}"#,
        r#"{"at":61}"#,
        r#"{"at":0.5}"#,
        r#"{"at":"0"}"#,
        r#"{"at":0,"more":1}"#,
        r#"{"at":0,"list":[]}"#,
        r#"{"at":0,"list":["a","a","a"]}"#,
        r#"{"at":0,"list":["c"]}"#,
        r#"{"at":0,"one":1}"#,
        r#"{"at":0,"any":1}"#,
    ] {
        assert!(!fits(bad), "{bad}");
    }
}
