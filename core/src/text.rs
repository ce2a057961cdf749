//! A text in both languages of the program.

use serde::{Deserialize, Serialize};

/// Whether a sign turns the direction of writing, and can make a text look like another one.
#[must_use]
pub fn is_direction(sign: char) -> bool {
    matches!(
        sign,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// A text in both languages of the program; one given alone serves for both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl Text {
    /// One text for both languages.
    #[must_use]
    pub fn both(text: &str) -> Self {
        Self { en: text.to_owned(), zh: text.to_owned() }
    }

    /// The text for a language tag such as `en` or `zh-CN`.
    #[must_use]
    pub fn in_language(&self, tag: &str) -> &str {
        if tag.starts_with("zh") { &self.zh } else { &self.en }
    }
}
