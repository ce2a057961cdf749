//! Syntax colours of Luau: comments, keywords, strings, numbers.

use std::ops::Range;

/// The kind of a piece of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Plain,
    Comment,
    Word,
    Text,
    Number,
}

/// The keywords of the language.
const WORDS: [&str; 24] = [
    "and", "break", "continue", "do", "else", "elseif", "end", "export", "false", "for",
    "function", "if", "in", "local", "nil", "not", "or", "repeat", "return", "then", "true",
    "type", "until", "while",
];

/// Splits code into tokens, line by line.
#[derive(Debug, Default)]
pub(super) struct Tokenizer {
    /// The closing bracket and the kind of a comment or string that continues from the line
    /// before.
    open: Option<(String, Token)>,
}

impl Tokenizer {
    /// Returns the tokens of the next line, in order and without gaps.
    pub(super) fn line(&mut self, line: &str) -> Vec<(Range<usize>, Token)> {
        let mut pieces: Vec<(Range<usize>, Token)> = Vec::new();
        let mut at = 0;
        while at < line.len() {
            let (length, token) = self.piece(&line[at..]);
            let end = at + length;
            match pieces.last_mut() {
                Some((range, last)) if *last == token => range.end = end,
                _ => pieces.push((at..end, token)),
            }
            at = end;
        }
        pieces
    }

    /// Returns the length and the kind of the first token in the rest of a line. The length is at
    /// least one character.
    fn piece(&mut self, rest: &str) -> (usize, Token) {
        if let Some((close, token)) = self.open.take() {
            return self.until(rest, 0, close, token);
        }
        if let Some(comment) = rest.strip_prefix("--") {
            return match bracket(comment) {
                Some((length, close)) => self.until(rest, 2 + length, close, Token::Comment),
                None => (rest.len(), Token::Comment),
            };
        }
        if let Some((length, close)) = bracket(rest) {
            return self.until(rest, length, close, Token::Text);
        }
        let first = rest.chars().next().unwrap_or_default();
        let run = |fits: fn(char) -> bool| rest.find(|c| !fits(c)).unwrap_or(rest.len());
        match first {
            '"' | '\'' | '`' => (text(rest, first), Token::Text),
            '0'..='9' => {
                (run(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_'), Token::Number)
            }
            _ if first.is_alphabetic() || first == '_' => {
                let length = run(|c| c.is_alphanumeric() || c == '_');
                let word = WORDS.contains(&&rest[..length]);
                (length, if word { Token::Word } else { Token::Plain })
            }
            _ => (first.len_utf8(), Token::Plain),
        }
    }

    /// Returns a token that continues until it is closed, maybe on a later line.
    fn until(&mut self, rest: &str, from: usize, close: String, token: Token) -> (usize, Token) {
        match rest[from..].find(&close) {
            Some(at) => (from + at + close.len(), token),
            None => {
                self.open = Some((close, token));
                (rest.len(), token)
            }
        }
    }
}

/// Returns the length of a long bracket at the start, such as `[==[`, and its closing bracket.
fn bracket(rest: &str) -> Option<(usize, String)> {
    let inner = rest.strip_prefix('[')?;
    let level = inner.len() - inner.trim_start_matches('=').len();
    inner[level..].starts_with('[').then(|| (level + 2, format!("]{}]", "=".repeat(level))))
}

/// Returns the length of a quoted string, which ends with its line at the latest.
fn text(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match (escaped, c) {
            (false, c) if c == quote => return at + c.len_utf8(),
            (false, '\\') => escaped = true,
            _ => escaped = false,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(code: &str) -> Vec<(&str, Token)> {
        let mut reader = Tokenizer::default();
        let lines = code.lines().flat_map(|line| {
            let pieces = reader.line(line);
            assert_eq!(pieces.iter().map(|(range, _)| range.len()).sum::<usize>(), line.len());
            pieces.into_iter().map(|(range, token)| (&line[range], token)).collect::<Vec<_>>()
        });
        lines.filter(|(text, token)| *token != Token::Plain && !text.trim().is_empty()).collect()
    }

    #[test]
    fn code_is_split_into_token_kinds() {
        let code = "local a1 = 0x1F + \"a\\\"b\" -- 注释\nreturn endless, '没完\nend";
        let expected = [
            ("local", Token::Word),
            ("0x1F", Token::Number),
            ("\"a\\\"b\"", Token::Text),
            ("-- 注释", Token::Comment),
            ("return", Token::Word),
            ("'没完", Token::Text),
            ("end", Token::Word),
        ];
        assert_eq!(pieces(code), expected);
    }

    #[test]
    fn long_comments_and_strings_span_lines() {
        let code = "x = [==[ a\nend ]] b ]==] if\n--[[ c\nwhile\n]] or t[1]";
        let expected = [
            ("[==[ a", Token::Text),
            ("end ]] b ]==]", Token::Text),
            ("if", Token::Word),
            ("--[[ c", Token::Comment),
            ("while", Token::Comment),
            ("]]", Token::Comment),
            ("or", Token::Word),
            ("1", Token::Number),
        ];
        assert_eq!(pieces(code), expected);
    }
}
