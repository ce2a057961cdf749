//! Texts in both languages of Qipan, and sanitizing of text from outside.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Returns true if a character changes the direction of writing (the Unicode property
/// `Bidi_Control`). Such characters can disguise a text.
pub fn is_bidi_control(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Returns true if a character controls a terminal, breaks a line or changes the direction of
/// writing.
pub fn is_unsafe_control(character: char) -> bool {
    character.is_control()
        || is_bidi_control(character)
        || matches!(character, '\u{2028}' | '\u{2029}')
}

/// Returns untrusted text as a single line. Replaces each character for which
/// [`is_unsafe_control`] is true with U+FFFD.
///
/// # Examples
/// ```
/// use qipan_core::contract::localized::on_one_line;
///
/// assert_eq!(on_one_line("Kim\n1. south won"), "Kim\u{fffd}1. south won");
/// ```
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    if text.contains(is_unsafe_control) {
        Cow::Owned(text.replace(is_unsafe_control, "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// A text in both languages of Qipan.
///
/// # Examples
/// ```
/// use qipan_core::contract::localized::Text;
///
/// let bomb = Text { en: "Bomb".to_owned(), zh: "炸弹".to_owned() };
/// assert_eq!((bomb.in_language("en"), bomb.in_language("zh-CN")), ("Bomb", "炸弹"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl Text {
    /// Returns a text that is the same in both languages.
    pub fn both(text: &str) -> Self {
        Self { en: text.to_owned(), zh: text.to_owned() }
    }

    /// Returns the text for a language tag such as `en` or `zh-CN`.
    pub fn in_language(&self, tag: &str) -> &str {
        if tag.starts_with("zh") { &self.zh } else { &self.en }
    }
}
