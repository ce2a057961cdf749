//! The talk at a table: ready phrases and emoji, and free text if the host allows it.

use std::time::{Duration, Instant};

use qipan_core::contract::view_data::ViewData;

use super::{GuestId, Outbox, Table, is_allowed_char};
use crate::model::i18n::I18n;
use crate::model::table_options::Talk;
use crate::together::board::PageBoard;
use crate::together::message::{HostMessage, MAX_TEXT, Phrase};

/// The ids of the phrases, in the order they are offered.
const PHRASES: [&str; 20] = [
    "hello",
    "good_luck",
    "have_fun",
    "your_turn",
    "one_moment",
    "i_am_back",
    "hurry",
    "take_your_time",
    "nice_move",
    "well_played",
    "lucky",
    "bad_luck",
    "oops",
    "careful",
    "help_me",
    "leave_it_to_me",
    "thanks",
    "sorry",
    "again",
    "goodbye",
];

/// The emoji, by id.
const EMOJI: [(&str, &str); 6] = [
    ("smile", "😊"),
    ("laugh", "😄"),
    ("surprise", "😮"),
    ("sad", "😢"),
    ("thumbs_up", "👍"),
    ("flower", "🌸"),
];

/// The time in which a guest can say at most [`MAX_SAYINGS`] things.
const TALK_TIME: Duration = Duration::from_secs(10);
/// The maximum number of things that a guest can say in [`TALK_TIME`].
const MAX_SAYINGS: usize = 5;

/// Returns the phrases in a language.
pub(super) fn phrases(i18n: &I18n) -> Vec<Phrase> {
    let phrase =
        |id: &str| Phrase { id: id.to_owned(), text: i18n.t(&format!("together-say-{id}")) };
    PHRASES.into_iter().map(phrase).collect()
}

/// Returns the emoji.
pub(super) fn emoji() -> Vec<Phrase> {
    EMOJI.map(|(id, text)| Phrase { id: id.to_owned(), text: text.to_owned() }).into()
}

impl<G: PageBoard + ViewData> Table<G> {
    /// Sends everybody what a guest says. Phrases are in the language of the guest they are sent
    /// to.
    pub(super) fn say(
        &mut self,
        id: GuestId,
        phrase: Option<String>,
        text: Option<String>,
        now: Instant,
        out: &mut Outbox,
    ) {
        let Some(guest) = self.guests.get_mut(&id) else { return };
        guest.talk_times.retain(|at| now.saturating_duration_since(*at) < TALK_TIME);
        if guest.talk_times.len() >= MAX_SAYINGS {
            return self.refuse_request(id, 0, "together-too-much-talk", out);
        }
        guest.talk_times.push(now);
        let (name, seat) = (guest.name.clone(), guest.seat);
        let chosen_emoji = EMOJI.iter().find(|(id, _)| phrase.as_deref() == Some(id));
        let phrase_id = phrase.as_deref().filter(|id| PHRASES.contains(id));
        let free: Option<String> = text
            .filter(|_| self.setup.options.talk == Talk::Free)
            .map(|text| text.chars().filter(|c| is_allowed_char(*c)).take(MAX_TEXT).collect())
            .filter(|text: &String| !text.trim().is_empty());
        for other in self.guest_ids() {
            let i18n = self.languages.of(self.guests[&other].lang);
            let said = match (phrase_id, chosen_emoji, &free) {
                (Some(id), ..) => i18n.t(&format!("together-say-{id}")),
                (None, Some((_, emoji)), _) => (*emoji).to_owned(),
                (None, None, Some(text)) => text.clone(),
                (None, None, None) => return,
            };
            let message = HostMessage::<G::Data, G::EventData>::Said {
                seat: seat.map(|seat| G::seat_name(seat).to_owned()),
                name: name.clone(),
                text: said,
            };
            self.send(other, &message, out);
        }
    }
}
