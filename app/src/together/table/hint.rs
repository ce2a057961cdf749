//! Hints: a robot of the host looks at the view of the seat that asks, and chooses.

use std::time::Instant;

use qipan_core::contract::view_data::ViewData;

use super::{GuestId, Outbox, Phase, Table};
use crate::together::board::PageBoard;
use crate::together::message::HostMessage;

impl<G: PageBoard + ViewData> Table<G> {
    /// Takes a request for a hint. Everybody else learns that the player asked.
    pub(super) fn take_hint_request(
        &mut self,
        id: GuestId,
        step: usize,
        now: Instant,
        out: &mut Outbox,
    ) {
        if !self.setup.options.hints {
            return self.refuse_request(id, step, "together-no-hints", out);
        }
        let Some(seat) = self.seat_in_game(id, step, out) else { return };
        let is_paused = self.paused_by(now).is_some();
        let Phase::Playing(referee) = &mut self.phase else { return };
        if step != referee.steps() {
            return self.refuse_request(id, step, "together-no-step", out);
        }
        if is_paused {
            return self.refuse_request(id, step, "together-paused", out);
        }
        let Ok(is_new) = referee.request_hint(seat, &self.setup.helper_robots.hints) else {
            return self.refuse_request(id, step, "together-nothing-to-hint", out);
        };
        if is_new {
            let name = self.seats.get(&seat).map_or("", |guest_seat| &guest_seat.name).to_owned();
            for other in self.guest_ids().into_iter().filter(|other| *other != id) {
                let i18n = self.languages.of(self.guests[&other].lang);
                let why = i18n.tf("together-hint-asked", &[("name", name.clone().into())]);
                self.send(other, &HostMessage::Notice { step: 0, why }, out);
            }
        }
    }

    /// Sends the hint to the player who asked for it, once the robot has chosen.
    pub(super) fn send_hint(&mut self, out: &mut Outbox) {
        let Phase::Playing(referee) = &mut self.phase else { return };
        let Some(answer) = referee.poll_hint() else { return };
        let Some(guest) = self.seats.get(&answer.seat).and_then(|guest_seat| guest_seat.guest)
        else {
            return;
        };
        let Some(action_index) = answer.action_index else {
            return self.refuse_request(guest, answer.step, "hint-failed", out);
        };
        let (Some(referee), Some(to)) = (self.referee(), self.guests.get(&guest)) else { return };
        let why = match to.is_plain {
            true => String::new(),
            false => {
                let view = referee.session().view(answer.seat);
                let action = referee.actions()[action_index];
                G::hint_reason(self.languages.of(to.lang), &view, answer.seat, action)
            }
        };
        self.send(guest, &HostMessage::Hint { step: answer.step, id: action_index, why }, out);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;
    use std::time::Duration;

    use qipan_core::contract::dice::Seed;
    use qipan_core::contract::game::{Game, Turn};
    use qipan_core::games::junqi::Junqi;
    use qipan_core::games::race::Race;
    use qipan_core::play::redact::redact;
    use qipan_core::play::session::Session;
    use serde_json::Value;

    use super::super::tests::{new_table, random_session, with_seed_of};
    use super::super::{Guest, Phase, Table, TableOptions};
    use super::*;
    use crate::model::i18n::Lang;
    use crate::together::referee::Referee;

    /// The connection of the player who asks.
    const ASKING: GuestId = 0;
    /// The connection of a watcher.
    const OTHER: GuestId = 1;

    /// Returns a table with this game. The player of the seat to move and a watcher are connected.
    fn table_of<G: PageBoard + ViewData>(session: Session<G>, hints: bool) -> Table<G> {
        let preset = session.record().preset.clone();
        let options = TableOptions { hints, ..TableOptions::default() };
        let mut table = new_table::<G>(&preset, options);
        let Turn::Seat(seat) = session.state().turn() else { panic!("no decision to make") };
        for (id, seat) in [(ASKING, Some(seat)), (OTHER, None)] {
            let (name, talk_times) = (String::new(), Vec::new());
            let guest =
                Guest { lang: Lang::En, is_plain: false, name, seat, can_host: false, talk_times };
            table.guests.insert(id, guest);
        }
        let guest_seat = table.seats.get_mut(&seat).unwrap();
        (guest_seat.guest, guest_seat.name) = (Some(ASKING), "Ann".to_owned());
        let referee =
            Referee::new(session, BTreeMap::new(), Arc::new(|| {}), Instant::now()).unwrap();
        table.phase = Phase::Playing(Box::new(referee));
        table
    }

    /// Asks for a hint, and waits for the answer. Returns all messages, by connection.
    fn ask<G: PageBoard + ViewData>(table: &mut Table<G>) -> Vec<(GuestId, Value)> {
        let mut out = Outbox::default();
        let step = table.referee().unwrap().steps();
        table.take_hint_request(ASKING, step, Instant::now(), &mut out);
        let until = Instant::now() + Duration::from_secs(60);
        let is_answer = |(id, text): &(GuestId, super::super::Text)| {
            *id == ASKING && (text.contains("hint") || text.contains("\"no\""))
        };
        while !out.messages.iter().any(is_answer) {
            assert!(Instant::now() < until, "no answer");
            std::thread::sleep(Duration::from_millis(2));
            table.send_hint(&mut out);
        }
        let read = |text: &str| serde_json::from_str(text).unwrap();
        out.messages.iter().map(|(id, text)| (*id, read(text.as_str()))).collect()
    }

    /// Returns a game of this preset before a decision.
    fn game_before_decision<G: PageBoard>(preset: &str) -> Session<G> {
        let mut games = (40..200).map(|steps| random_session::<G>(preset, steps, 6));
        games.find(|game| matches!(game.state().turn(), Turn::Seat(_))).unwrap()
    }

    fn check_answer<G: PageBoard + ViewData>(preset: &str) {
        let mut table = table_of(game_before_decision::<G>(preset), true);
        let messages = ask(&mut table);
        // Asking again gets the same answer, and is neither announced nor counted.
        for _ in 0..100 {
            let again = ask(&mut table);
            assert_eq!(again.len(), 1, "{again:?}");
            assert!(messages.contains(&again[0]), "{again:?}");
        }
        let referee = table.referee().unwrap();
        let (_, hint) = messages.iter().find(|(_, message)| message["type"] == "hint").unwrap();
        assert_eq!(hint["step"], referee.steps());
        assert!((hint["id"].as_u64().unwrap() as usize) < referee.actions().len(), "{hint}");
        assert!(!hint["why"].as_str().unwrap().is_empty());
        let (_, notice) = messages.iter().find(|(id, _)| *id == OTHER).unwrap();
        assert_eq!(notice["why"], "Ann asked for a hint.");
        assert_eq!(referee.session().record().hints, 1);
    }

    #[test]
    fn hint_names_an_action_and_a_reason_and_is_announced_and_counted() {
        check_answer::<Race>("aeroplane");
        check_answer::<Junqi>("dark");
    }

    #[test]
    fn hint_depends_only_on_the_view_of_its_seat() {
        let session = game_before_decision::<Junqi>("dark");
        let Turn::Seat(seat) = session.state().turn() else { unreachable!("a decision") };
        let copy = redact(&session, seat, &Seed::from_number(77)).unwrap();
        let copy = with_seed_of(Session::new(copy).unwrap(), &session);
        assert_ne!(copy.record().deal, session.record().deal);
        assert_eq!(ask(&mut table_of(session, true)), ask(&mut table_of(copy, true)));
    }

    #[test]
    fn hint_is_refused_unless_the_host_allows_hints() {
        let mut table = table_of(game_before_decision::<Junqi>("dark"), false);
        let messages = ask(&mut table);
        let [(ASKING, refusal)] = messages.as_slice() else { panic!("{messages:?}") };
        assert_eq!(refusal["why"], "The host does not allow hints.");
        assert_eq!(table.referee().unwrap().session().record().hints, 0);
    }
}
