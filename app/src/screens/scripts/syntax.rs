//! A tokenizer of Luau for syntax colours: comments, keywords, strings and numbers.

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Plain,
    Comment,
    Keyword,
    String,
    Number,
}

/// The keywords of Luau.
const KEYWORDS: [&str; 24] = [
    "and", "break", "continue", "do", "else", "elseif", "end", "export", "false", "for",
    "function", "if", "in", "local", "nil", "not", "or", "repeat", "return", "then", "true",
    "type", "until", "while",
];

/// Splits code into tokens, line by line.
#[derive(Debug, Default)]
pub(super) struct Tokenizer {
    /// The closing bracket and the kind of a long comment or string that the last line left open.
    open: Option<(String, TokenKind)>,
}

impl Tokenizer {
    /// Returns the tokens of the next line, in order and without gaps. Adjacent tokens of one kind
    /// are joined.
    pub(super) fn tokenize_line(&mut self, line: &str) -> Vec<(Range<usize>, TokenKind)> {
        let mut tokens: Vec<(Range<usize>, TokenKind)> = Vec::new();
        let mut start = 0;
        while start < line.len() {
            let (length, kind) = self.first_token(&line[start..]);
            let end = start + length;
            match tokens.last_mut() {
                Some((range, last)) if *last == kind => range.end = end,
                _ => tokens.push((start..end, kind)),
            }
            start = end;
        }
        tokens
    }

    /// Returns the length in bytes and the kind of the first token in the rest of a line. The token
    /// has at least one character.
    fn first_token(&mut self, rest: &str) -> (usize, TokenKind) {
        if let Some((close, kind)) = self.open.take() {
            return self.bracketed_token(rest, 0, close, kind);
        }
        if let Some(comment) = rest.strip_prefix("--") {
            return match long_bracket(comment) {
                Some((length, close)) => {
                    self.bracketed_token(rest, 2 + length, close, TokenKind::Comment)
                }
                None => (rest.len(), TokenKind::Comment),
            };
        }
        if let Some((length, close)) = long_bracket(rest) {
            return self.bracketed_token(rest, length, close, TokenKind::String);
        }
        let first = rest.chars().next().unwrap_or_default();
        let run_length =
            |matches: fn(char) -> bool| rest.find(|c| !matches(c)).unwrap_or(rest.len());
        match first {
            '"' | '\'' | '`' => (quoted_length(rest, first), TokenKind::String),
            '0'..='9' => (
                run_length(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_'),
                TokenKind::Number,
            ),
            _ if first.is_alphabetic() || first == '_' => {
                let length = run_length(|c| c.is_alphanumeric() || c == '_');
                let is_keyword = KEYWORDS.contains(&&rest[..length]);
                (length, if is_keyword { TokenKind::Keyword } else { TokenKind::Plain })
            }
            _ => (first.len_utf8(), TokenKind::Plain),
        }
    }

    /// Returns the length in bytes and the kind of a token that ends with a closing bracket,
    /// possibly on a later line. The search for the bracket begins at the byte `from`.
    fn bracketed_token(
        &mut self,
        rest: &str,
        from: usize,
        close: String,
        kind: TokenKind,
    ) -> (usize, TokenKind) {
        match rest[from..].find(&close) {
            Some(index) => (from + index + close.len(), kind),
            None => {
                self.open = Some((close, kind));
                (rest.len(), kind)
            }
        }
    }
}

/// Returns the length in bytes of the long bracket at the start of `rest`, such as `[==[`, and the
/// closing bracket that matches it.
fn long_bracket(rest: &str) -> Option<(usize, String)> {
    let inner = rest.strip_prefix('[')?;
    let level = inner.len() - inner.trim_start_matches('=').len();
    inner[level..].starts_with('[').then(|| (level + 2, format!("]{}]", "=".repeat(level))))
}

/// Returns the length in bytes of the quoted string at the start of `rest`. An unclosed string ends
/// with its line.
fn quoted_length(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (index, c) in rest.char_indices().skip(1) {
        match (is_escaped, c) {
            (false, c) if c == quote => return index + c.len_utf8(),
            (false, '\\') => is_escaped = true,
            _ => is_escaped = false,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens of code that are not plain, with their texts.
    fn tokens(code: &str) -> Vec<(&str, TokenKind)> {
        let mut tokenizer = Tokenizer::default();
        let lines = code.lines().flat_map(|line| {
            let tokens = tokenizer.tokenize_line(line);
            assert_eq!(tokens.iter().map(|(range, _)| range.len()).sum::<usize>(), line.len());
            tokens.into_iter().map(|(range, kind)| (&line[range], kind)).collect::<Vec<_>>()
        });
        lines.filter(|(text, kind)| *kind != TokenKind::Plain && !text.trim().is_empty()).collect()
    }

    #[test]
    fn code_is_split_into_token_kinds() {
        let code = "local a1 = 0x1F + \"a\\\"b\" -- 注释\nreturn endless, '没完\nend";
        let expected = [
            ("local", TokenKind::Keyword),
            ("0x1F", TokenKind::Number),
            ("\"a\\\"b\"", TokenKind::String),
            ("-- 注释", TokenKind::Comment),
            ("return", TokenKind::Keyword),
            ("'没完", TokenKind::String),
            ("end", TokenKind::Keyword),
        ];
        assert_eq!(tokens(code), expected);
    }

    #[test]
    fn long_comments_and_strings_span_lines() {
        let code = "x = [==[ a\nend ]] b ]==] if\n--[[ c\nwhile\n]] or t[1]";
        let expected = [
            ("[==[ a", TokenKind::String),
            ("end ]] b ]==]", TokenKind::String),
            ("if", TokenKind::Keyword),
            ("--[[ c", TokenKind::Comment),
            ("while", TokenKind::Comment),
            ("]]", TokenKind::Comment),
            ("or", TokenKind::Keyword),
            ("1", TokenKind::Number),
        ];
        assert_eq!(tokens(code), expected);
    }
}
