//! Views and events as data that can be sent to another device.
//!
//! View data contains only what the viewer may know, like the view that it is made from. The whole
//! view can be rebuilt from it, so that another device can draw the board and a robot there can
//! search. Received data is untrusted and therefore checked.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::contract::game::{Game, Viewer};
use crate::contract::memory::{Memory, MemoryKey};
use crate::contract::question::{Question, QuestionKeys, Questions};
use crate::contract::seat::{NamedSeat, Seat, SeatNames, SeatSet};

/// A game whose views and events can be sent as data.
///
/// # Examples
/// A view is equal to the one that another device builds from its data:
/// ```
/// use qipan_core::contract::dice::Seed;
/// use qipan_core::contract::game::{Game, Viewer};
/// use qipan_core::contract::options::RuleSet;
/// use qipan_core::contract::seat::Seat;
/// use qipan_core::contract::setup::Setup;
/// use qipan_core::contract::view_data::ViewData;
/// use qipan_core::games::junqi::{Junqi, Rules};
///
/// let rules = Rules::preset("dark").expect("a preset of Junqi");
/// let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(7))?;
/// let view = Junqi::new(&rules, rules.seats(), &deal)?.view(Viewer::Seat(Seat::new(0)));
/// let sent = serde_json::to_string(&Junqi::view_data(&view))?;
/// let received = Junqi::view_from_data(&rules, &serde_json::from_str(&sent)?)?;
/// assert_eq!(received, view);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ViewData: Game {
    /// A view as data.
    type Data: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + 'static;
    /// An event as data.
    type EventData: Clone
        + Debug
        + PartialEq
        + Serialize
        + DeserializeOwned
        + Send
        + From<Self::Event>
        + Into<Self::Event>
        + 'static;

    /// Returns a view as data.
    fn view_data(view: &Self::View) -> Self::Data;
    /// Returns the data of `after` without the pieces and battles that are the same in `before`.
    fn view_changes(before: &Self::View, after: &Self::View) -> Self::Data;
    /// Applies the result of [`ViewData::view_changes`] to the data of its `before` view.
    fn apply_changes(data: &mut Self::Data, changes: Self::Data);
    /// Builds the view of a game with these rules from its data.
    ///
    /// # Errors
    /// The data contradicts the rules or itself.
    fn view_from_data(rules: &Self::Rules, data: &Self::Data) -> Result<Self::View, ViewDataError>;
    /// Checks that an event names only faces, cells and pieces that exist in the game of a view.
    ///
    /// # Errors
    /// The event names something else.
    fn check_event(view: &Self::View, event: &Self::Event) -> Result<(), ViewDataError>;
}

/// The reason why the data of a view or an event was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the view is not one of this game: {0}")]
pub struct ViewDataError(pub String);

impl ViewDataError {
    /// Creates the error from its reason.
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// Returns a viewer as text: the name of a seat, `side` with the names of its seats, `public` or
/// `all`.
pub(crate) fn viewer_words<N: SeatNames>(viewer: Viewer) -> String {
    match viewer {
        Viewer::Public => "public".to_owned(),
        Viewer::All => "all".to_owned(),
        Viewer::Seat(seat) => NamedSeat::<N>::new(seat).to_string(),
        Viewer::Side(side) => {
            let names: Vec<String> =
                side.iter().map(|seat| NamedSeat::<N>::new(seat).to_string()).collect();
            format!("side {}", names.join(" "))
        }
    }
}

/// Parses the text of a viewer, the inverse of [`viewer_words`].
pub(crate) fn viewer_of_words<N: SeatNames>(words: &str) -> Result<Viewer, ViewDataError> {
    let seat = |name: &str| {
        let named = NamedSeat::<N>::try_from(name.to_owned()).map_err(ViewDataError::new)?;
        Ok(named.0)
    };
    match words {
        "public" => Ok(Viewer::Public),
        "all" => Ok(Viewer::All),
        words => match words.strip_prefix("side ") {
            Some(names) => {
                let seats = names.split(' ').map(seat).collect::<Result<SeatSet, _>>()?;
                Ok(Viewer::Side(seats))
            }
            None => seat(words).map(Viewer::Seat),
        },
    }
}

/// The names of the seats of a set, in the order of the seats.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(transparent, bound = "N: SeatNames")]
pub struct NamedSeats<N: SeatNames>(Vec<NamedSeat<N>>);

impl<N: SeatNames> From<SeatSet> for NamedSeats<N> {
    fn from(seats: SeatSet) -> Self {
        Self(seats.iter().map(NamedSeat::new).collect())
    }
}

impl<N: SeatNames> From<NamedSeats<N>> for SeatSet {
    fn from(names: NamedSeats<N>) -> Self {
        names.0.iter().map(|named| named.0).collect()
    }
}

impl<N> From<Seat> for NamedSeat<N> {
    fn from(seat: Seat) -> Self {
        Self::new(seat)
    }
}

impl<N> From<NamedSeat<N>> for Seat {
    fn from(named: NamedSeat<N>) -> Self {
        named.0
    }
}

/// A number that a house rule remembers: the rule, the key and the value.
pub(crate) type MemoryRow = (u8, MemoryKey, i32);

/// Returns the memory of all house rules as rows.
pub(crate) fn memory_rows(memory: &Memory) -> Vec<MemoryRow> {
    (0..=u8::MAX)
        .flat_map(|rule| memory.entries_of(rule).map(move |(key, value)| (rule, key, value)))
        .collect()
}

/// Returns the memory that consists of these rows, the inverse of [`memory_rows`].
pub(crate) fn memory_of_rows(rows: &[MemoryRow]) -> Result<Memory, ViewDataError> {
    let mut memory = Memory::default();
    for (rule, key, value) in rows.iter().copied() {
        memory.check(rule, key, value).map_err(ViewDataError::new)?;
        memory.set(rule, key, value);
    }
    Ok(memory)
}

/// A question that waits for an answer, as data.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(bound = "N: SeatNames")]
pub struct QuestionRow<N: SeatNames> {
    /// The number of the house rule.
    rule: u8,
    /// The seat that answers.
    seat: NamedSeat<N>,
    /// The names of the question and its options.
    #[serde(flatten)]
    keys: QuestionKeys,
}

/// Returns questions as rows.
pub(crate) fn question_rows<N: SeatNames>(questions: &Questions) -> Vec<QuestionRow<N>> {
    let row = |question: &Question| {
        let Question { rule, seat, keys } = *question;
        QuestionRow { rule, seat: seat.into(), keys }
    };
    questions.iter().map(row).collect()
}

/// Returns the questions that these rows describe, the inverse of [`question_rows`]. Refuses a
/// question to a seat that is not in `seats`.
pub(crate) fn questions_of_rows<N: SeatNames>(
    rows: &[QuestionRow<N>],
    seats: SeatSet,
) -> Result<Questions, ViewDataError> {
    let mut questions = Questions::default();
    for QuestionRow { rule, seat, keys } in rows {
        if !seats.contains(seat.0) {
            return Err(ViewDataError::new("it asks a seat that does not take part"));
        }
        questions.check(keys).map_err(ViewDataError::new)?;
        questions.push(Question { rule: *rule, seat: seat.0, keys: *keys });
    }
    Ok(questions)
}

/// Defines the data type of an event, with the same variants and fields as the event, and the
/// conversions in both directions.
macro_rules! event_data {
    ($(#[$meta:meta])* $event:ident => $data:ident {
        $($(#[$variant_meta:meta])* $variant:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty),* $(,)? },)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        #[allow(missing_docs, reason = "the variants and fields are those of the event")]
        pub enum $data {
            $($(#[$variant_meta])* $variant { $($(#[$field_meta])* $field: $type),* },)*
        }

        impl From<$event> for $data {
            fn from(event: $event) -> Self {
                match event {
                    $($event::$variant { $($field),* } => Self::$variant { $($field: $field.into()),* },)*
                }
            }
        }

        impl From<$data> for $event {
            fn from(data: $data) -> Self {
                match data {
                    $($data::$variant { $($field),* } => Self::$variant { $($field: $field.into()),* },)*
                }
            }
        }
    };
}

pub(crate) use event_data;
