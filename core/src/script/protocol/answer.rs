//! Answers of programs: one JSON object on a line.

use serde_json::{Map, Value};

/// An answer of a program, or a request ([`Answer::is_request`]).
///
/// # Examples
/// ```
/// use qipan_core::script::{Answer, AnswerId};
///
/// let answer = Answer::read(r#"{"id": 7, "action": 0}"#).expect("an object");
/// assert_eq!(answer.question_id(), AnswerId::Question(7));
/// assert_eq!(Answer::read("thinking..."), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Answer(Map<String, Value>);

/// The field that makes an object a request.
const REQUEST_KEY: &str = "request";

/// The question that an answer names in its field `id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerId {
    /// None: the answer has no `id`.
    Nothing,
    /// The question of this number.
    Question(u64),
    /// An `id` that no question can have.
    Other,
}

impl Answer {
    /// Reads a line; `None` if it is not a JSON object. Ignores a byte order mark, which some
    /// programs write first.
    pub fn read(line: &str) -> Option<Self> {
        let line = line.trim_start_matches('\u{feff}').trim();
        // This quick test avoids parsing a long line of other output.
        let may_be_object = line.starts_with('{') && line.ends_with('}');
        may_be_object.then(|| serde_json::from_str(line).ok()).flatten().map(Self)
    }

    /// Returns the question that the answer names.
    pub fn question_id(&self) -> AnswerId {
        match self.0.get("id") {
            None | Some(Value::Null) => AnswerId::Nothing,
            Some(id) => {
                // Some languages write whole numbers as 7.0.
                let as_whole_float = || id.as_f64().filter(|id| id.fract() == 0.0 && *id >= 0.0);
                let number = id.as_u64().or_else(|| as_whole_float().map(|id| id as u64));
                number.map_or(AnswerId::Other, AnswerId::Question)
            }
        }
    }

    /// Returns true if the object is a request of the program, which expects a reply before it
    /// answers the question.
    pub fn is_request(&self) -> bool {
        self.0.contains_key(REQUEST_KEY)
    }

    /// Returns true if a line that is not a JSON object was meant to be a request.
    pub fn is_broken_request(line: &str) -> bool {
        let line = line.trim_start_matches('\u{feff}').trim_start();
        line.starts_with('{') && line.contains(REQUEST_KEY) && Self::read(line).is_none()
    }

    /// Returns all fields.
    pub(in crate::script) fn fields(&self) -> &Map<String, Value> {
        &self.0
    }

    /// Returns the value of a field.
    pub(in crate::script) fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_is_one_json_object_per_line() {
        let deep = "{\"a\":".repeat(1000) + "1" + &"}".repeat(1000);
        for line in ["", "\n", "hello", "[1]", "1", "{", "{\"action\": 0", "{} {}", "{\"id\": NaN}"]
        {
            assert_eq!(Answer::read(line), None, "{line}");
        }
        assert_eq!(Answer::read(&deep), None);
        for line in ["{\"action\": 0}\n", " {\"action\": 0}\r\n", "\u{feff}{\"action\": 0}\n"] {
            assert_eq!(Answer::read(line).unwrap().get("action"), Some(&Value::from(0)), "{line}");
        }
    }

    #[test]
    fn answer_names_its_question() {
        for (id, question_id) in [
            ("7", AnswerId::Question(7)),
            ("7.0", AnswerId::Question(7)),
            ("0", AnswerId::Question(0)),
            ("null", AnswerId::Nothing),
            ("-1", AnswerId::Other),
            ("7.5", AnswerId::Other),
            ("\"7\"", AnswerId::Other),
            ("[7]", AnswerId::Other),
            ("18446744073709551615", AnswerId::Question(u64::MAX)),
        ] {
            let answer = Answer::read(&format!("{{\"id\": {id}}}")).unwrap();
            assert_eq!(answer.question_id(), question_id, "{id}");
        }
        assert_eq!(Answer::read("{}").unwrap().question_id(), AnswerId::Nothing);
        assert_eq!(Answer::read("{\"id\": 1e999}"), None);
    }
}
