//! Texts of the window in English and Chinese, from the embedded Fluent files.

use std::cell::RefCell;
use std::collections::HashMap;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use qipan_core::script::Text;
use serde::{Deserialize, Serialize};
use unic_langid::{LanguageIdentifier, langid};

use crate::model::embedded::LOCALES;

/// Returns the name and the text of each file of a language. All languages have files of the same
/// names.
fn files(lang: Lang) -> impl Iterator<Item = (&'static str, &'static str)> {
    LOCALES.texts().filter_map(move |(path, text)| {
        let (folder, name) = path.split_once('/')?;
        (folder == lang.folder()).then_some((name, text))
    })
}

/// A language of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// All languages, in the order of a menu.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];

    /// Returns the first of the system's languages that Qipan has, or English if it has none.
    pub fn from_system() -> Self {
        sys_locale::get_locales().find_map(|tag| Self::from_tag(&tag)).unwrap_or_default()
    }

    /// Returns the language's name for itself, which its speakers recognise in a menu.
    pub fn native_name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Zh => "中文",
        }
    }

    /// Reads a language tag such as `zh-Hans-CN`, `zh_CN.UTF-8` or `en-GB`.
    fn from_tag(tag: &str) -> Option<Self> {
        match tag.split(['-', '_', '.']).next()? {
            "en" => Some(Self::En),
            "zh" => Some(Self::Zh),
            _ => None,
        }
    }

    /// Returns the name of the folder with the texts of the language.
    fn folder(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// Returns the identifier that selects the plural rules.
    fn identifier(self) -> LanguageIdentifier {
        match self {
            Self::En => langid!("en"),
            Self::Zh => langid!("zh-Hans"),
        }
    }
}

/// A value for a placeable of a text. Words are inserted as they are. Numbers also select the
/// plural form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arg {
    /// A word, or the key of a variant within the text.
    Text(String),
    /// A whole number.
    Number(i64),
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

macro_rules! arg_from_number {
    ($($number:ty),+) => {
        $(impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self::Number(i64::from(number))
            }
        })+
    };
}

arg_from_number!(u8, u16, u32, i32, i64);

impl From<usize> for Arg {
    /// Converts a number. Numbers beyond `i64` do not occur in any text and are capped.
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// The style of a list of words or clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListStyle {
    /// `a, b, c`
    Plain,
    /// `a, b and c`
    And,
    /// `a, b or c`
    Or,
    /// `a, b, c` for clauses. Chinese separates clauses and words by different commas.
    Clauses,
    /// `a, b and c` for clauses that share a subject.
    SharedSubject,
    /// `a; b; c` for sentences on one line. Chinese separates them by the same comma as clauses.
    Sentences,
    /// `a; b; c` for parts that contain commas.
    Parts,
}

impl ListStyle {
    /// Returns the text id of the separator. If the last item is added in another way, also returns
    /// the id of the text that adds it.
    fn separator_ids(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Plain => ("list-comma", None),
            Self::And => ("list-comma", Some("list-and")),
            Self::Or => ("list-comma", Some("list-or")),
            Self::Clauses => ("list-clause", None),
            Self::SharedSubject => ("list-clause", Some("list-last-clause")),
            Self::Sentences => ("list-sentence", None),
            Self::Parts => ("list-semicolon", None),
        }
    }
}

/// The texts of one language, switchable while the window is open.
///
/// An id names a message (`play-roll`) or an attribute of one (`play-roll.tooltip`). An unknown
/// id is not an error. It is shown as `⟨id⟩`, so that it is noticed and reported.
pub struct I18n {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
    /// A cache of formatted texts without arguments. The window asks for them in every frame.
    plain: RefCell<HashMap<String, String>>,
}

/// Returns a number with commas between groups of three digits: `10,000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl I18n {
    /// Loads the texts of a language.
    pub fn new(lang: Lang) -> Self {
        Self { lang, bundle: bundle(lang), plain: RefCell::default() }
    }

    /// Returns the language in use.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Formats a count. Only English has commas between groups of three digits: `10,000`.
    pub fn count(&self, number: u64) -> String {
        match self.lang {
            Lang::Zh => number.to_string(),
            Lang::En => grouped(number),
        }
    }

    /// Switches to another language.
    pub fn set_lang(&mut self, lang: Lang) {
        if lang != self.lang {
            *self = Self::new(lang);
        }
    }

    /// Returns the text of a message or attribute that takes no arguments.
    pub fn t(&self, id: &str) -> String {
        if let Some(text) = self.plain.borrow().get(id) {
            return text.clone();
        }
        let text = self.format(id, None);
        self.plain.borrow_mut().insert(id.to_owned(), text.clone());
        text
    }

    /// Returns the text of a message or attribute with arguments inserted.
    pub fn tf(&self, id: &str, args: &[(&str, Arg)]) -> String {
        let args = args.iter().map(|(name, arg)| {
            let value = match arg {
                Arg::Text(text) => FluentValue::from(text.as_str()),
                Arg::Number(number) => FluentValue::from(*number),
            };
            (*name, value)
        });
        self.format(id, Some(&args.collect()))
    }

    /// Returns the text of a message or attribute that takes no arguments, if there is one.
    pub fn find(&self, id: &str) -> Option<String> {
        self.try_format(id, None)
    }

    /// Joins words into one text as the language does: `red, blue and green`, `红、蓝和绿`.
    pub fn list<T: AsRef<str>>(
        &self,
        style: ListStyle,
        words: impl IntoIterator<Item = T>,
    ) -> String {
        let words: Vec<T> = words.into_iter().collect();
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let (separator_id, last_id) = style.separator_ids();
        let separator = self.t(separator_id);
        match (last_id, words.as_slice()) {
            (Some(last_id), [rest @ .., last]) if !rest.is_empty() => {
                let list = rest.join(&separator);
                self.tf(last_id, &[("list", list.into()), ("last", (*last).into())])
            }
            (_, words) => words.join(&separator),
        }
    }

    /// Returns a text of a script in the language in use.
    pub fn pick<'a>(&self, text: &'a Text) -> &'a str {
        match self.lang {
            Lang::En => &text.en,
            Lang::Zh => &text.zh,
        }
    }

    /// Formats a text, or returns the id in brackets if it is unknown.
    fn format(&self, id: &str, args: Option<&FluentArgs<'_>>) -> String {
        self.try_format(id, args).unwrap_or_else(|| format!("⟨{id}⟩"))
    }

    /// Formats a text. Returns `None` if the id is unknown.
    fn try_format(&self, id: &str, args: Option<&FluentArgs<'_>>) -> Option<String> {
        let pattern = match id.split_once('.') {
            Some((id, attribute)) => self.bundle.get_message(id)?.get_attribute(attribute)?.value(),
            None => self.bundle.get_message(id)?.value()?,
        };
        // A missing argument appears as `{$name}` in the text.
        Some(self.bundle.format_pattern(pattern, args, &mut Vec::new()).into_owned())
    }
}

/// Combines the files of a language. A broken entry is left out; a test makes sure there is none.
fn bundle(lang: Lang) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new(vec![lang.identifier()]);
    bundle.set_use_isolating(false);
    for (_, text) in files(lang) {
        let resource =
            FluentResource::try_new(text.to_owned()).unwrap_or_else(|(readable, _)| readable);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

#[cfg(test)]
mod tests;
