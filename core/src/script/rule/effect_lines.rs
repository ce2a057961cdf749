//! Finds the lines of a script at which an effect may have been made.
//!
//! The interpreter does not record which line made a table. So the table constructors in the text
//! are compared with the effect: they must have the same kind, and no other constant in them may
//! differ.

use serde_json::{Number, Value as Json};

/// Returns the lines of the constructors that fit an effect, each at its field `kind`.
pub(super) fn effect_lines(text: &str, effect: &Json) -> Vec<u32> {
    let tokens = tokens(text);
    let mut lines = Vec::new();
    let mut open: Vec<Constructor> = Vec::new();
    for (index, (token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Symbol('{' | '(' | '[') => open.push(Constructor::default()),
            Token::Symbol('}' | ')' | ']') => {
                let closed = open.pop().unwrap_or_default();
                lines.extend(closed.kind_line.filter(|_| closed.fits(effect)));
            }
            _ => {}
        }
        if matches!(token, Token::Symbol('{' | ',' | ';'))
            && let Some(constructor) = open.last_mut()
            && let Some((name, value, line)) = constant_field(&tokens[index + 1..])
        {
            if name == "kind" {
                constructor.kind_line = Some(line);
            }
            constructor.fields.push((name, value));
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The constant fields of a table constructor.
#[derive(Default)]
struct Constructor<'a> {
    fields: Vec<(&'a str, Json)>,
    kind_line: Option<u32>,
}

impl Constructor<'_> {
    /// Returns true if an effect may be a table that this constructor makes.
    fn fits(&self, effect: &Json) -> bool {
        self.fields.iter().all(|(name, value)| match (effect.get(name), value) {
            (Some(Json::Number(a)), Json::Number(b)) => a.as_f64() == b.as_f64(),
            (Some(found), expected) => found == expected,
            (None, _) => *name != "kind",
        })
    }
}

/// A lexical token of a script.
#[derive(PartialEq)]
enum Token<'a> {
    Name(&'a str),
    Text(&'a str),
    Number(f64),
    Symbol(char),
}

/// Returns the field at the beginning of some tokens, with its line, if its value is a constant.
fn constant_field<'a>(tokens: &[(Token<'a>, u32)]) -> Option<(&'a str, Json, u32)> {
    let [(Token::Name(name), line), (Token::Symbol('='), _), rest @ ..] = tokens else {
        return None;
    };
    let (value, after) = match rest {
        [(Token::Text(text), _), after @ ..] => (Json::from(*text), after),
        [(Token::Number(number), _), after @ ..] => (Json::from(*number), after),
        [(Token::Symbol('-'), _), (Token::Number(number), _), after @ ..] => {
            (Number::from_f64(-number).map(Json::Number)?, after)
        }
        [(Token::Name("true"), _), after @ ..] => (Json::from(true), after),
        [(Token::Name("false"), _), after @ ..] => (Json::from(false), after),
        _ => return None,
    };
    let ends = matches!(after.first(), Some((Token::Symbol(',' | ';' | '}'), _)));
    ends.then_some((*name, value, *line))
}

/// Splits a script into tokens with their lines, without comments.
fn tokens(text: &str) -> Vec<(Token<'_>, u32)> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let (length, token) = if let Some(comment) = rest.strip_prefix("--") {
            let long = long_bracket(comment).map(|(length, _)| length);
            (2 + long.unwrap_or_else(|| comment.find('\n').unwrap_or(comment.len())), None)
        } else if let Some((length, content)) = long_bracket(rest) {
            (length, Some(Token::Text(content)))
        } else if matches!(first, '"' | '\'' | '`') {
            let length = quoted_length(rest, first);
            (length, Some(Token::Text(rest[1..length].trim_end_matches(first))))
        } else if first.is_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let length = end.unwrap_or(rest.len());
            (length, Some(Token::Name(&rest[..length])))
        } else if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '.' && c != '_');
            let length = end.unwrap_or(rest.len());
            let number = rest[..length].parse().unwrap_or(f64::NAN);
            (length, Some(Token::Number(number)))
        } else {
            let token = (!first.is_whitespace()).then_some(Token::Symbol(first));
            (first.len_utf8(), token)
        };
        tokens.extend(token.map(|token| (token, line)));
        line += rest[..length].matches('\n').count() as u32;
        rest = &rest[length..];
    }
    tokens
}

/// If `text` begins with a string in long brackets, such as `[[abc]]`, returns its length in bytes
/// with the brackets, and its content.
fn long_bracket(text: &str) -> Option<(usize, &str)> {
    let level = text.strip_prefix('[')?.chars().take_while(|c| *c == '=').count();
    let content = text[1 + level..].strip_prefix('[')?;
    let close = format!("]{}]", "=".repeat(level));
    let end = content.find(&close).unwrap_or(content.len());
    let length = (2 + level + end + close.len()).min(text.len());
    Some((length, &content[..end]))
}

/// Returns the length in bytes of the text in quotation marks that `text` begins with, including
/// the marks.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => return index,
            _ if c == quote => return index + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn constructor_with_the_constants_of_the_effect_is_found() {
        let text = "local a = { kind = \"swap\" } -- { kind = \"draw\" }\n\
                    local function f(seat)\n\
                    return {\n\
                    kind = 'send_home', seat = seat, plane = 1 }\n\
                    end\n\
                    local b = { { kind = \"send_home\", seat = \"red\", plane = 2, }, f(3) }\n\
                    local c = { seat = [[blue]], kind = \"send_home\"; plane = #b }\n";
        let at = |effect: Json| effect_lines(text, &effect);
        assert_eq!(at(json!({ "kind": "swap", "seat": "red" })), [1]);
        assert_eq!(at(json!({ "kind": "send_home", "seat": "red", "plane": 1 })), [4]);
        assert_eq!(at(json!({ "kind": "send_home", "seat": "red", "plane": 2 })), [6]);
        assert_eq!(at(json!({ "kind": "send_home", "seat": "blue", "plane": 3 })), [7]);
        assert_eq!(at(json!({ "kind": "send_home", "seat": "blue", "plane": 1 })), [4, 7]);
        assert_eq!(at(json!({ "kind": "draw" })), [0; 0]);
        assert_eq!(effect_lines("x = \"unfinished\ny = { kind = 'win'", &json!({})), [0; 0]);
    }
}
