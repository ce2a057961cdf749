//! Makes text from other people safe to show. The result cannot start a new line, change the
//! direction of writing, or hide a character.

use qipan_core::contract::localized::is_bidi_control;

/// Returns true for a character that is invisible, or that looks like a plain space but is not one.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || is_bidi_control(c)
        || (c.is_whitespace() && c != ' ')
        || matches!(
            c,
            '\u{ad}'
                | '\u{34f}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202f}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Returns the text on a single line. Hidden characters become escapes, as in `\n` or `\u{202e}`.
pub fn escape_hidden(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    text.chars().for_each(|c| push_escaped(&mut shown, c));
    shown
}

/// Returns an argument of a command for display. It is in quotation marks if it is empty or if any
/// of its characters is not plain.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:+=,@%".contains(c);
    if !word.is_empty() && word.chars().all(|c| is_plain(c) && !is_hidden(c)) {
        return word.to_owned();
    }
    let mut shown = String::with_capacity(word.len() + 2);
    shown.push('"');
    for c in word.chars() {
        if matches!(c, '"' | '\\') {
            shown.push('\\');
        }
        push_escaped(&mut shown, c);
    }
    shown.push('"');
    shown
}

/// Returns a line of source for display. Tabs become spaces. Other hidden characters become a
/// hollow square.
pub fn mark_hidden(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '\t' => text.push_str("    "),
            // The ideographic space of Chinese text is harmless.
            c if is_hidden(c) && c != '\u{3000}' => text.push('\u{25A1}'),
            c => text.push(c),
        }
    }
    text
}

/// Appends a character, or its escape if it is hidden.
fn push_escaped(text: &mut String, c: char) {
    match c {
        '\n' | '\r' | '\t' => text.extend(c.escape_default()),
        c if is_hidden(c) => text.extend(c.escape_unicode()),
        c => text.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_invisible_characters_become_escapes() {
        assert_eq!(escape_hidden("Wolf, 狼 é ñ"), "Wolf, 狼 é ñ");
        assert_eq!(escape_hidden("a\nb\r\tc\0\u{1b}[2J"), "a\\nb\\r\\tc\\u{0}\\u{1b}[2J");
        let hidden = "\u{202e}\u{2066}\u{200b}\u{200d}\u{feff}\u{ad}\u{3164}\u{2028}\u{a0}\u{85}";
        let shown = escape_hidden(hidden);
        assert!(shown.chars().all(|c| c.is_ascii_graphic()), "{shown}");
        assert_eq!(shown.matches("\\u{").count(), hidden.chars().count());
    }

    #[test]
    fn hidden_characters_of_a_source_become_hollow_squares() {
        assert_eq!(mark_hidden("\tlocal a\u{202E} = 1\r"), "    local a\u{25A1} = 1\u{25A1}");
        assert_eq!(mark_hidden("--\u{3000}骰子"), "--\u{3000}骰子");
    }

    #[test]
    fn ambiguous_arguments_are_quoted() {
        assert_eq!(quoted("my_robot.py"), "my_robot.py");
        assert_eq!(quoted("--x=棋"), "--x=棋");
        assert_eq!(quoted(""), "\"\"");
        assert_eq!(quoted("a b"), "\"a b\"");
        assert_eq!(quoted("say \"hi\" \\n\n"), "\"say \\\"hi\\\" \\\\n\\n\"");
        assert_eq!(quoted("a\u{202e}b"), "\"a\\u{202e}b\"");
        assert_eq!(quoted("$(id); ls"), "\"$(id); ls\"");
    }
}
