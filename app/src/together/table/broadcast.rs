//! The messages of a table to its guests.
//!
//! Guests who see the same in the same language get the same text, which is made once.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use qipan_core::contract::game::{Game, Step, Viewer};
use qipan_core::contract::outcome::Outcome;
use qipan_core::contract::seat::Seat;
use qipan_core::contract::view_data::ViewData;
use qipan_core::play::session::Session;
use qipan_core::record::{SavedRule, step_to_json};

use super::{GuestId, Outbox, Table, Text};
use crate::games::words;
use crate::model::i18n::{Arg, I18n, Lang};
use crate::model::narration::{self, question};
use crate::model::storage::GAME_EXTENSION;
use crate::together::board::{PageBoard, answer_data, roll_data};
use crate::together::message::{
    ActionData, DisclosedLayout, EndMessage, HostMessage, SeatData, SeatKind, StepMessage,
    ViewMessage,
};
use crate::together::referee::Referee;

/// The maximum number of log lines that are sent to a guest who comes back.
const LOG_LINES: usize = 40;

/// The maximum length of a part of a long text, in bytes. Escaping in JSON may double it.
const MAX_PART_BYTES: usize = 24 << 10;

/// Guests who are sent the same messages: their viewer, their language, and true if their messages
/// have no texts.
type Audience = (Viewer, Lang, bool);

impl<G: PageBoard + ViewData> Table<G> {
    /// Sends a message to a guest.
    pub(super) fn send(
        &self,
        id: GuestId,
        message: &HostMessage<G::Data, G::EventData>,
        out: &mut Outbox,
    ) {
        out.messages.push((id, text(message)));
    }

    /// Sends a message to all guests.
    pub(super) fn send_to_all(
        &self,
        message: &HostMessage<G::Data, G::EventData>,
        out: &mut Outbox,
    ) {
        let text = text(message);
        out.messages.extend(self.guests.keys().map(|id| (*id, text.clone())));
    }

    /// Sends a guest the reason why its connection is refused, and closes the connection.
    pub(super) fn refuse(&self, id: GuestId, why: String, out: &mut Outbox) {
        self.send(id, &HostMessage::Error { why }, out);
        out.closed.push(id);
    }

    /// Sends all guests the sentence with this text id, each in its own language.
    pub(super) fn notify_all(&self, text_id: &str, args: &[(&str, Arg)], out: &mut Outbox) {
        for guest in self.guest_ids() {
            let why = self.languages.of(self.guests[&guest].lang).tf(text_id, args);
            self.send(guest, &HostMessage::Notice { step: 0, why }, out);
        }
    }

    /// Refuses a request of a guest. `step` is the step that the request named, or 0 if it named
    /// none. `text_id` is the id of the sentence that gives the reason.
    pub(super) fn refuse_request(&self, id: GuestId, step: usize, text_id: &str, out: &mut Outbox) {
        let Some(guest) = self.guests.get(&id) else { return };
        let why = self.languages.of(guest.lang).t(text_id);
        self.send(id, &HostMessage::Notice { step, why }, out);
    }

    /// Sends the seats and their players to all guests.
    pub(super) fn send_seats(&self, now: Instant, out: &mut Outbox) {
        let watchers = self.guests.values().filter(|guest| guest.seat.is_none()).count();
        let state = self.state_at(now);
        let paused_by = self.paused_by(now);
        let failure = self.referee().and_then(|referee| referee.failure().map(str::to_owned));
        for lang in [Lang::En, Lang::Zh] {
            let i18n = self.languages.of(lang);
            let why = match (&failure, paused_by) {
                (Some(file), _) => {
                    Some(i18n.tf("together-rule-failed", &[("file", file.clone().into())]))
                }
                (None, Some(seat)) => {
                    let name = self.seats.get(&seat).map_or("", |guest_seat| &guest_seat.name);
                    Some(i18n.tf("together-paused-for", &[("name", name.into())]))
                }
                (None, None) => None,
            };
            let message = text(&HostMessage::<G::Data, G::EventData>::Seats {
                seats: self
                    .seats_in_order()
                    .into_iter()
                    .map(|seat| self.seat_data(seat, i18n))
                    .collect(),
                watchers,
                state,
                why,
            });
            let of_lang = self.guests.iter().filter(|(_, guest)| guest.lang == lang);
            out.messages.extend(of_lang.map(|(id, _)| (*id, message.clone())));
        }
    }

    /// Returns a seat as data, with the name of a robot in a guest's language.
    fn seat_data(&self, seat: Seat, i18n: &I18n) -> SeatData {
        let guest_seat = self.seats.get(&seat);
        let robot = self.setup.robots.get(&seat);
        let kind = self.seat_kind(seat);
        SeatData {
            seat: G::seat_name(seat).to_owned(),
            name: match (guest_seat, robot) {
                (Some(guest_seat), _)
                    if guest_seat.token.is_none() && self.replaced.contains(seat) =>
                {
                    i18n.pick(&self.setup.helper_robots.stand_in.info.name).to_owned()
                }
                (Some(guest_seat), _) => guest_seat.name.clone(),
                (None, Some((spec, _))) if spec.is_program() => spec.player().for_others().name,
                (None, Some((spec, _))) => i18n.pick(&spec.info.name).to_owned(),
                (None, None) => String::new(),
            },
            kind,
            is_connected: kind == SeatKind::Robot
                || guest_seat.is_some_and(|guest_seat| guest_seat.guest.is_some()),
            ready: guest_seat.is_none_or(|guest_seat| guest_seat.is_ready),
            can_host: guest_seat
                .and_then(|guest_seat| self.guests.get(&guest_seat.guest?))
                .is_some_and(|guest| guest.can_host),
        }
    }

    /// Sends a guest the whole position.
    pub(super) fn send_view(&self, id: GuestId, out: &mut Outbox) {
        let (Some(guest), Some(referee)) = (self.guests.get(&id), self.referee()) else { return };
        let session = referee.session();
        let viewer = self.viewer(guest);
        let steps = referee.steps();
        let first = steps.saturating_sub(LOG_LINES);
        let log = match guest.is_plain {
            true => Vec::new(),
            false => (first..steps)
                .filter_map(|step| self.log_line(session, step, viewer, guest.lang))
                .collect(),
        };
        let seed = session.record().chance.first();
        let message = HostMessage::View(Box::new(ViewMessage {
            step: steps,
            turn: referee.turn().map(|seat| G::seat_name(seat).to_owned()),
            view: G::view_data(&session.state().view(viewer)),
            actions: self.actions_of(referee, guest.seat, (guest.lang, guest.is_plain)),
            clocks: clocks(referee),
            question: self.question_text(session, viewer, (guest.lang, guest.is_plain)),
            commitment: seed.map(|span| span.commitment.to_string()).unwrap_or_default(),
            log,
        }));
        self.send(id, &message, out);
    }

    /// Sends all guests the steps from index `first` on.
    pub(super) fn send_steps(&self, first: usize, out: &mut Outbox) {
        let Some(referee) = self.referee() else { return };
        let session = referee.session();
        for step in first..referee.steps() {
            let is_last = step + 1 == referee.steps();
            let mut texts: HashMap<Audience, Text> = HashMap::new();
            for (id, guest) in &self.guests {
                let audience = (self.viewer(guest), guest.lang, guest.is_plain);
                let text = texts.entry(audience).or_insert_with(|| {
                    let actions = match is_last {
                        true => self.actions_of(referee, guest.seat, (guest.lang, guest.is_plain)),
                        false => Vec::new(),
                    };
                    text(&self.step_message(session, step, audience, (actions, referee)))
                });
                out.messages.push((*id, text.clone()));
            }
        }
    }

    /// Returns the message about the step with this index. The message itself counts steps from 1.
    fn step_message(
        &self,
        session: &Session<G>,
        step: usize,
        (viewer, lang, is_plain): Audience,
        (actions, referee): (Vec<ActionData>, &Referee<G>),
    ) -> HostMessage<G::Data, G::EventData> {
        let [before, after] = [step, step + 1].map(|at| session.states()[at].view(viewer));
        let is_last = step + 1 == referee.steps();
        let turn = match session.states()[step + 1].turn() {
            qipan_core::contract::game::Turn::Seat(seat)
            | qipan_core::contract::game::Turn::Chance { roller: seat } => Some(seat),
            qipan_core::contract::game::Turn::Over => None,
        };
        let log = match is_plain {
            true => Vec::new(),
            false => self.log_line(session, step, viewer, lang).into_iter().collect(),
        };
        HostMessage::Step(Box::new(StepMessage {
            step: step + 1,
            turn: turn.map(|seat| G::seat_name(seat).to_owned()),
            played: step_json(session, step, viewer),
            events: session.events(step).iter().cloned().map(G::EventData::from).collect(),
            changes: G::view_changes(&before, &after),
            actions,
            clocks: if is_last { clocks(referee) } else { BTreeMap::new() },
            question: match is_last {
                true => self.question_text(session, viewer, (lang, is_plain)),
                false => String::new(),
            },
            log,
        }))
    }

    /// Returns the question that is to be answered next, in words. Returns an empty text if there
    /// is none. Viewers who are not asked get a sentence that names the asked seat.
    fn question_text(
        &self,
        session: &Session<G>,
        viewer: Viewer,
        (lang, is_plain): (Lang, bool),
    ) -> String {
        let Some(asked) = session.state().question().filter(|_| !is_plain) else {
            return String::new();
        };
        let (i18n, record) = (self.languages.of(lang), session.record());
        let asked = asked.for_viewer(viewer);
        let own = question::question_text(i18n, record, &asked);
        own.filter(|_| viewer == Viewer::Seat(asked.seat))
            .unwrap_or_else(|| question::asked_line(i18n, record, &asked))
    }

    /// Describes a step in words, if there is something to say.
    fn log_line(
        &self,
        session: &Session<G>,
        step: usize,
        viewer: Viewer,
        lang: Lang,
    ) -> Option<String> {
        // The view before the step contains the names of the pieces that move.
        let view = session.states().get(step)?.view(viewer);
        let i18n = self.languages.of(lang);
        let line = words::step::<G>(i18n, session.record(), step, &view, session.events(step));
        (!line.is_empty()).then_some(line)
    }

    /// Returns the actions that a guest on this seat may choose now. Empty unless it is the guest's
    /// turn.
    fn actions_of(
        &self,
        referee: &Referee<G>,
        seat: Option<Seat>,
        (lang, is_plain): (Lang, bool),
    ) -> Vec<ActionData> {
        let Some(seat) = seat.filter(|seat| referee.turn() == Some(*seat)) else {
            return Vec::new();
        };
        if referee.is_robot(seat) {
            return Vec::new();
        }
        let i18n = self.languages.of(lang);
        if referee.is_roll_due() {
            return vec![roll_data(if is_plain { String::new() } else { i18n.t("together-roll") })];
        }
        let state = referee.session().state();
        let data = |(id, action): (usize, &G::Action)| {
            if let Some((asked, option)) = state.question().zip(G::answered_option(*action)) {
                let text = question::option_text(i18n, referee.session().record(), asked, option);
                let label = text.filter(|_| !is_plain).unwrap_or_default();
                return answer_data(id, action.to_string(), label);
            }
            let mut data = G::action_data(state, seat, id, *action);
            if !is_plain && G::HAS_DICE {
                data.label = narration::Narrate::describe_action(i18n, state, seat, *action);
            }
            data
        };
        referee.actions().iter().enumerate().map(data).collect()
    }

    /// Sends a guest the end of the game, with everything that was secret.
    pub(super) fn send_end(&self, id: GuestId, out: &mut Outbox) {
        let (Some(guest), Some(referee)) = (self.guests.get(&id), self.referee()) else { return };
        let session = referee.session();
        let Some(outcome) = session.state().outcome() else { return };
        let record = session.record();
        let names = |seats: qipan_core::contract::seat::SeatSet| {
            seats.iter().map(|seat| G::seat_name(seat).to_owned()).collect()
        };
        let file = if self.setup.options.file { game_for_others(session) } else { String::new() };
        let parts = parts_of(&file);
        let rolls = record.steps.iter().filter_map(|step| match step {
            Step::Chance(outcome) => outcome.to_string().parse().ok(),
            _ => None,
        });
        let reason = serde_json::to_value(outcome.reason).ok();
        let end = EndMessage {
            places: outcome.places.iter().copied().map(names).collect(),
            reason: reason.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default(),
            text: result_text::<G>(self.languages.of(guest.lang), &outcome),
            seed: record.chance.first().map(|span| span.seed.to_hex()).unwrap_or_default(),
            shares: self.disclosed.shares.clone(),
            order: self.disclosed.order.clone(),
            layouts: self
                .disclosed
                .layouts
                .iter()
                .map(|(name, (layout, salt))| {
                    (name.clone(), DisclosedLayout { layout: layout.clone(), salt: *salt })
                })
                .collect(),
            rolls: rolls.collect(),
            parts: parts.len(),
        };
        self.send(id, &HostMessage::End(Box::new(end)), out);
        let name = format!("{}-{}.{GAME_EXTENSION}", record.preset, self.setup.code);
        for (part, text) in parts.iter().enumerate() {
            let file = HostMessage::File {
                part,
                parts: parts.len(),
                name: name.clone(),
                text: (*text).to_owned(),
            };
            self.send(id, &file, out);
        }
    }
}

/// Returns a sentence that names the winners, or says that the game is drawn.
fn result_text<G: Game>(i18n: &I18n, outcome: &Outcome) -> String {
    let best = outcome.places.first().copied().unwrap_or_default();
    let id = if outcome.places.len() == 1 { "play-result-drawn" } else { "play-result-won" };
    i18n.tf(id, &[("seats", narration::seats::<G>(i18n, best).into())])
}

/// Returns a step as JSON, with only what a viewer may know.
fn step_json<G: Game>(session: &Session<G>, step: usize, viewer: Viewer) -> serde_json::Value {
    let played = session.states()[step].step_for_viewer(&session.record().steps[step], viewer);
    serde_json::from_str(&step_to_json(&played)).unwrap_or_default()
}

/// Returns a message as JSON text.
fn text(message: &impl serde::Serialize) -> Text {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// Returns the seconds left on the clock of the seat to move, by the name of that seat. Empty if no
/// clock runs.
fn clocks<G: PageBoard + ViewData>(referee: &Referee<G>) -> BTreeMap<String, f64> {
    let clock = referee.turn().zip(referee.seconds_left());
    let round_to_tenth = |seconds: f64| (seconds * 10.0).round() / 10.0;
    clock
        .map(|(seat, left)| (G::seat_name(seat).to_owned(), round_to_tenth(left)))
        .into_iter()
        .collect()
}

/// Returns a finished game as a file for guests, without paths and commands of the host.
fn game_for_others<G: Game>(session: &Session<G>) -> String {
    let mut record = session.record().clone();
    for (_, player) in &mut record.players {
        *player = player.for_others();
    }
    record.house_rules = record.house_rules.iter().map(SavedRule::for_others).collect();
    record.write()
}

/// Splits a text into parts that fit into messages.
pub(super) fn parts_of(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = MAX_PART_BYTES.min(rest.len());
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (part, after) = rest.split_at(end);
        parts.push(part);
        rest = after;
    }
    parts
}
