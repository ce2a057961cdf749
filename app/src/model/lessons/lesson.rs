//! A lesson as its file describes it.

use std::collections::BTreeMap;

use qipan_core::contract::limits;
use qipan_core::contract::localized::on_one_line;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::i18n::Lang;
use crate::model::lessons::fault::LessonFault;

/// The version of the file format.
const VERSION: u32 = 1;
/// The name of the file format.
const FORMAT: &str = "qipan-lesson";
/// The maximum number of bytes of a file.
const MAX_BYTES: usize = 1 << 20;
/// The maximum number of steps.
const MAX_STEPS: usize = 100;
/// The maximum number of moves played before a step.
const MAX_MOVES: usize = 20;
/// The maximum number of entries of other lists and tables.
const MAX_ENTRIES: usize = 60;
/// The maximum length of a text, in characters.
const MAX_TEXT_CHARS: usize = 400;

/// A guided game: steps that a player takes at the board, each with a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Always `qipan-lesson`.
    format: String,
    /// The version of the format.
    version: u32,
    /// The name of the lesson: that of its file, without the extension.
    #[serde(skip)]
    pub name: String,
    /// The preset of its game.
    pub preset: String,
    /// The seat of the learner.
    pub seat: String,
    /// The title.
    pub title: Words,
    /// The steps.
    #[serde(deserialize_with = "limits::list::<_, _, MAX_STEPS>")]
    pub steps: Vec<LessonStep>,
}

/// One step of a lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// The position line that the step begins from. Without it, the step continues from the step
    /// before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves and rolls that are played before the learner's turn, such as `roll 3` and
    /// `launch 1`.
    #[serde(default, deserialize_with = "limits::list::<_, _, MAX_MOVES>")]
    pub before: Vec<String>,
    /// The sentence that the learner reads.
    pub text: Words,
    /// The expected input: an action such as `launch 1`, or `roll 6`. Without it, the learner only
    /// reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<String>,
    /// The cells that are highlighted.
    #[serde(default, deserialize_with = "limits::list::<_, _, MAX_ENTRIES>")]
    pub show: Vec<String>,
    /// The answers to other actions. A key is an action, the first words of actions, or `other` for
    /// all remaining actions.
    #[serde(default, deserialize_with = "limits::table::<_, _, _, MAX_ENTRIES>")]
    pub wrong: BTreeMap<String, Words>,
    /// The sentence after the step. The learner then presses a button to continue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Words>,
}

/// A text in one or both languages of the program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    en: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    zh: String,
}

impl Words {
    /// Returns the text in a language. If it is missing, returns the text in the other language.
    pub fn in_language(&self, lang: Lang) -> String {
        let (text, other) = match lang {
            Lang::En => (&self.en, &self.zh),
            Lang::Zh => (&self.zh, &self.en),
        };
        let text = if text.is_empty() { other } else { text };
        on_one_line(text).chars().take(MAX_TEXT_CHARS).collect()
    }

    /// Returns true if there is a text in every language.
    pub fn is_complete(&self) -> bool {
        !self.en.is_empty() && !self.zh.is_empty()
    }
}

impl LessonStep {
    /// Returns the answer to an action that is not the expected one: the entry with the longest
    /// key that fits, or else the entry `other`.
    pub fn answer_to(&self, action: &str) -> Option<&Words> {
        let fits = |key: &&String| {
            let rest = action.strip_prefix(key.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let longest = self.wrong.keys().filter(fits).max_by_key(|key| key.len());
        longest.and_then(|key| self.wrong.get(key)).or_else(|| self.wrong.get("other"))
    }
}

impl Lesson {
    /// Parses a lesson without checking its steps.
    ///
    /// # Errors
    /// The text is not a lesson.
    pub(super) fn read(name: &str, text: &str) -> Result<Self, LessonFault> {
        if text.len() > MAX_BYTES {
            return Err(LessonFault::TooLarge);
        }
        // Some editors put a byte order mark before the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lesson: Self = serde_json::from_str(text).map_err(|why| {
            let (line, what) = limits::line_and_sentence(&why);
            LessonFault::Broken { line, step: broken_step(text), what }
        })?;
        if lesson.format != FORMAT || lesson.version != VERSION {
            return Err(LessonFault::Foreign);
        }
        if lesson.steps.is_empty() {
            return Err(LessonFault::Empty);
        }
        Ok(Self { name: name.to_owned(), ..lesson })
    }
}

/// Returns the number of the first step, from 1, that cannot be parsed.
fn broken_step(text: &str) -> Option<usize> {
    let file: Value = serde_json::from_str(text).ok()?;
    let steps = file.get("steps")?.as_array()?;
    let is_broken = |step: &Value| LessonStep::deserialize(step).is_err();
    steps.iter().position(is_broken).map(|index| index + 1)
}
