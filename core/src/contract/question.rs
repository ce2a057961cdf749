//! Questions that house rules ask seats during a game.
//!
//! A question is part of the game's state from the effect that asks it to the answer. The answer is
//! an action of the seat, so replays and robots need nothing else. The texts are not in the state:
//! the rule declares them under the names that the question contains.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::contract::limits;
use crate::contract::localized::Text;
use crate::contract::memory::MemoryKey;
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::viewer::Viewer;

/// The maximum number of options of a question.
pub const MAX_OPTIONS: usize = 6;
/// The maximum number of characters of the text of a question.
pub const MAX_QUESTION_CHARS: usize = 160;
/// The maximum number of characters of the text of an option, which labels a button.
pub const MAX_OPTION_CHARS: usize = 40;
/// The maximum number of questions that a house rule declares.
pub const MAX_QUESTIONS: usize = 16;
/// The maximum number of questions that wait for an answer at the same time.
pub const MAX_PENDING: usize = 8;

/// The name of a question or option: 1 to 16 letters, digits and underscores.
pub type QuestionKey = MemoryKey;

/// The names of the options of a question, in the order in which they are offered. No name occurs
/// twice.
///
/// # Examples
/// ```
/// use qipan_core::contract::question::OptionKeys;
///
/// let options: OptionKeys = serde_json::from_str(r#"["yes", "no"]"#)?;
/// assert_eq!((options.len(), options.get(1).map(|key| key.to_string())), (2, Some("no".into())));
/// assert!(serde_json::from_str::<OptionKeys>(r#"["yes", "yes"]"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<QuestionKey>", into = "Vec<QuestionKey>")]
pub struct OptionKeys([Option<QuestionKey>; MAX_OPTIONS]);

impl OptionKeys {
    /// Returns the list of a single option.
    pub const fn one(key: QuestionKey) -> Self {
        let mut options = [None; MAX_OPTIONS];
        options[0] = Some(key);
        Self(options)
    }

    /// Returns the number of options.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Returns true if there are no options, as in a question hidden from the viewer.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    /// Returns the option with this index, from 0.
    pub fn get(&self, index: usize) -> Option<QuestionKey> {
        self.0.get(index).copied().flatten()
    }

    /// Iterates over the options in their order.
    pub fn iter(&self) -> impl Iterator<Item = QuestionKey> + '_ {
        self.0.iter().map_while(|key| *key)
    }
}

impl TryFrom<Vec<QuestionKey>> for OptionKeys {
    type Error = String;

    fn try_from(keys: Vec<QuestionKey>) -> Result<Self, String> {
        if keys.len() > MAX_OPTIONS {
            return Err(format!("a question has at most {MAX_OPTIONS} options"));
        }
        let mut options = Self::default();
        for (index, key) in keys.iter().enumerate() {
            if keys[..index].contains(key) {
                return Err(format!("the option `{key}` is given twice"));
            }
            options.0[index] = Some(*key);
        }
        Ok(options)
    }
}

impl From<OptionKeys> for Vec<QuestionKey> {
    fn from(options: OptionKeys) -> Self {
        options.iter().collect()
    }
}

/// A question as a house rule declares it, with its texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredQuestion {
    /// The text of the question.
    #[serde(deserialize_with = "limits::text::<_, MAX_QUESTION_CHARS>")]
    pub text: Text,
    /// The options in the order in which they are offered. The first should be harmless, because it
    /// is the answer of a robot that finds no difference between the options.
    #[serde(deserialize_with = "limits::list::<_, _, MAX_OPTIONS>")]
    pub options: Vec<DeclaredOption>,
    /// True if only the seat that is asked may read the question and its answer.
    #[serde(default, skip_serializing_if = "is_false")]
    pub private: bool,
}

impl DeclaredQuestion {
    /// Returns the text of an option.
    pub fn option_text(&self, name: QuestionKey) -> Option<&Text> {
        self.options.iter().find(|option| option.name == name).map(|option| &option.text)
    }
}

/// An option of a question, with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclaredOption {
    /// The name of the option.
    pub name: QuestionKey,
    /// The text of its button.
    #[serde(deserialize_with = "limits::text::<_, MAX_OPTION_CHARS>")]
    pub text: Text,
}

/// The questions that a house rule declares, by name.
pub type DeclaredQuestions = BTreeMap<QuestionKey, DeclaredQuestion>;

/// The names of a question and its options, as the effect that asks the question contains them.
///
/// In the copy of a game for someone who may not read a private question, all names are missing.
/// Such a *hidden* question has a single answer, which stands for the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionKeys {
    /// The name of the question. `None` if it is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionKey>,
    /// The options to choose from. Empty if and only if the question is hidden.
    #[serde(default, skip_serializing_if = "OptionKeys::is_empty")]
    pub options: OptionKeys,
    /// True if only the seat that is asked may read the question and its answer.
    #[serde(default, skip_serializing_if = "is_false")]
    pub private: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl QuestionKeys {
    /// The names of a hidden question.
    pub const HIDDEN: Self =
        Self { question: None, options: OptionKeys([None; MAX_OPTIONS]), private: true };

    /// Checks that the names belong to a question that can be asked or was hidden.
    ///
    /// # Errors
    /// The reason why they do not.
    pub fn check(&self) -> Result<(), &'static str> {
        match (self.question.is_some(), self.options.is_empty()) {
            (true, false) => Ok(()),
            (false, true) if self.private => Ok(()),
            (true, true) => Err("a question needs at least one option"),
            (false, _) => Err("a question needs its name"),
        }
    }
}

/// A question that waits for the answer of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The number of the house rule that asks, from 0.
    pub rule: u8,
    /// The seat that answers.
    pub seat: Seat,
    /// The names of the question and its options.
    pub keys: QuestionKeys,
}

impl Question {
    /// Returns the number of legal answers, which are numbered from 0. A hidden question has one.
    pub fn answer_count(&self) -> u8 {
        self.keys.options.len().max(1) as u8
    }

    /// Returns true if this viewer may read the question and its answer.
    pub fn is_visible_to(&self, viewer: Viewer) -> bool {
        !self.keys.private || viewer.includes(self.seat)
    }

    /// Returns the question as a viewer may know it.
    #[must_use]
    pub fn for_viewer(self, viewer: Viewer) -> Self {
        let keys = if self.is_visible_to(viewer) { self.keys } else { QuestionKeys::HIDDEN };
        Self { keys, ..self }
    }
}

/// The text of an answer: `answer 1` for the first option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerText(
    /// The index of the option, from 0.
    pub u8,
);

impl AnswerText {
    /// Reads the text of an answer. Returns `None` if the text is not an answer.
    pub fn parse(text: &str) -> Option<Self> {
        let number = match text.strip_prefix("answer ")?.as_bytes() {
            [digit @ b'1'..=b'9'] => digit - b'1',
            _ => return None,
        };
        (usize::from(number) < MAX_OPTIONS).then_some(Self(number))
    }
}

impl std::fmt::Display for AnswerText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "answer {}", self.0 + 1)
    }
}

/// The questions that wait for an answer, in the order in which they were asked. An empty list, the
/// usual case, costs nothing to copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions(
    /// The questions. An empty list is always `None`.
    Option<Arc<Vec<Question>>>,
);

impl Questions {
    /// Returns true if no question waits.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the question that is to be answered next.
    #[inline]
    pub fn first(&self) -> Option<&Question> {
        self.0.as_ref()?.first()
    }

    /// Iterates over the questions, the next one first.
    pub fn iter(&self) -> impl Iterator<Item = &Question> + '_ {
        self.0.iter().flat_map(|list| list.iter())
    }

    /// Checks that another question, with these names, can be asked.
    pub fn check(&self, keys: &QuestionKeys) -> Result<(), &'static str> {
        if self.iter().count() >= MAX_PENDING {
            return Err("eight questions already wait for an answer");
        }
        keys.check()
    }

    /// Adds a question after the others.
    pub fn push(&mut self, question: Question) {
        Arc::make_mut(self.0.get_or_insert_default()).push(question);
    }

    /// Removes and returns the question that was to be answered next.
    pub fn pop(&mut self) -> Option<Question> {
        let question = *self.first()?;
        let list = Arc::make_mut(self.0.as_mut()?);
        list.remove(0);
        if list.is_empty() {
            self.0 = None;
        }
        Some(question)
    }

    /// Drops the questions to seats that are not among these.
    pub fn retain_seats(&mut self, seats: SeatSet) {
        if self.iter().all(|question| seats.contains(question.seat)) {
            return;
        }
        let kept: Vec<Question> =
            self.iter().filter(|question| seats.contains(question.seat)).copied().collect();
        self.0 = (!kept.is_empty()).then(|| Arc::new(kept));
    }

    /// Returns the questions as a viewer may know them.
    #[must_use]
    pub fn for_viewer(&self, viewer: Viewer) -> Self {
        if self.iter().all(|question| question.is_visible_to(viewer)) {
            return self.clone();
        }
        let visible = self.iter().map(|question| question.for_viewer(viewer));
        Self(Some(Arc::new(visible.collect())))
    }

    /// Passes an encoding of the questions to `feed`. Passes nothing if there are none.
    pub fn encode(&self, feed: &mut dyn FnMut(&[u8])) {
        for Question { rule, seat, keys } in self.iter() {
            let count = keys.options.len() as u8;
            feed(&[b'q', *rule, seat.index() as u8, u8::from(keys.private), count]);
            for key in keys.question.into_iter().chain(keys.options.iter()) {
                feed(key.as_str().as_bytes());
                feed(&[0]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> QuestionKey {
        name.to_owned().try_into().unwrap()
    }

    fn question(seat: u8, private: bool) -> Question {
        let options = vec![key("yes"), key("no")].try_into().unwrap();
        let keys = QuestionKeys { question: Some(key("really")), options, private };
        Question { rule: 0, seat: Seat::new(seat), keys }
    }

    #[test]
    fn questions_are_answered_in_their_order() {
        let mut questions = Questions::default();
        questions.push(question(1, false));
        questions.push(question(0, true));
        questions.push(question(2, false));
        questions.retain_seats([0, 1].map(Seat::new).into_iter().collect());
        assert_eq!(questions.pop(), Some(question(1, false)));
        assert_eq!(questions.pop(), Some(question(0, true)));
        assert_eq!((questions.pop(), questions), (None, Questions::default()));
    }

    #[test]
    fn private_question_is_hidden_from_others() {
        let (asked, other) = (Seat::new(1), Seat::new(0));
        let mut questions = Questions::default();
        questions.push(question(1, true));
        for viewer in [Viewer::Seat(other), Viewer::Public, Viewer::Side(SeatSet::one(other))] {
            let seen = questions.for_viewer(viewer);
            let seen = seen.first().unwrap();
            assert_eq!(
                (seen.seat, seen.keys, seen.answer_count()),
                (asked, QuestionKeys::HIDDEN, 1)
            );
        }
        for viewer in [Viewer::Seat(asked), Viewer::All, Viewer::Side(SeatSet::one(asked))] {
            assert_eq!(questions.for_viewer(viewer), questions);
        }
        let hidden = serde_json::to_string(&QuestionKeys::HIDDEN).unwrap();
        assert_eq!(hidden, r#"{"private":true}"#);
    }

    #[test]
    fn questions_are_bounded() {
        let mut questions = Questions::default();
        for _ in 0..MAX_PENDING {
            assert!(questions.check(&question(0, false).keys).is_ok());
            questions.push(question(0, false));
        }
        assert!(questions.check(&question(0, false).keys).is_err());
        let names: Vec<_> = (0..=MAX_OPTIONS).map(|index| key(&format!("o{index}"))).collect();
        assert!(OptionKeys::try_from(names).is_err());
        let nameless = QuestionKeys { question: None, ..question(0, true).keys };
        assert!(nameless.check().is_err() && QuestionKeys::HIDDEN.check().is_ok());
    }
}
