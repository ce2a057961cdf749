//! Formats a decision of a robot with its notes, printed lines and error.

use std::fmt::Display;

use qipan_core::contract::robot::{Choice, RobotNote};
use serde_json::{Map, Value, json};

/// Returns a decision as a JSON object.
pub(super) fn json_of<A: Display>(choice: &Choice<A>) -> Map<String, Value> {
    let note = |note: &RobotNote<A>| match note {
        RobotNote::Action { action, text } => json!({ "action": action.to_string(), "text": text }),
        RobotNote::Cell { cell, colour } => json!({ "cell": cell, "colour": colour }),
    };
    let trouble = choice.error.as_ref().map(|trouble| trouble.message.clone());
    Map::from_iter([
        ("action".to_owned(), json!(choice.action.to_string())),
        ("notes".to_owned(), choice.notes.iter().map(note).collect()),
        ("printed".to_owned(), json!(choice.printed)),
        ("fuel".to_owned(), json!(choice.fuel)),
        ("error".to_owned(), json!(trouble)),
    ])
}

/// Returns a decision as lines, the action first.
pub(super) fn lines<A: Display>(choice: &Choice<A>) -> Vec<String> {
    let mut lines = vec![format!("{} (fuel {})", choice.action, choice.fuel)];
    lines.extend(choice.printed.iter().map(|line| format!("  | {line}")));
    lines.extend(choice.notes.iter().map(|note| match note {
        RobotNote::Action { action, text } => format!("  {action}: {text}"),
        RobotNote::Cell { cell, colour } => format!("  {cell} marked {colour}"),
    }));
    lines.extend(choice.error.iter().map(|trouble| format!("  error: {trouble}")));
    lines
}
