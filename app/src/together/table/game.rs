//! During the game: actions, resignations, offers and their answers.

use std::time::Instant;

use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::view_data::ViewData;

use super::{GuestId, LostSeat, Offer, Outbox, Phase, Table};
use crate::together::board::PageBoard;
use crate::together::message::{HostMessage, Wish};
use crate::together::referee::Refusal;

/// The maximum number of steps that robots and clocks play before messages are handled again.
const MAX_STEPS: usize = 64;

impl<G: PageBoard + ViewData> Table<G> {
    /// Plays the action of a guest. `step` is the number of steps that the guest knew of, and
    /// `action_index` is an index in the list of actions that it was sent.
    pub(super) fn act(
        &mut self,
        id: GuestId,
        step: usize,
        action_index: usize,
        now: Instant,
        out: &mut Outbox,
    ) {
        let Some(seat) = self.seat_in_game(id, step, out) else { return };
        let is_paused = self.paused_by(now).is_some();
        let Phase::Playing(referee) = &mut self.phase else { return };
        if step != referee.steps() {
            let was_answered =
                self.seats.get(&seat).and_then(|guest_seat| guest_seat.answered) == Some(step);
            return if was_answered {
                self.send(id, &HostMessage::<G::Data, G::EventData>::Ok { step }, out);
            } else {
                self.refuse_request(id, step, "together-no-step", out);
            };
        }
        if is_paused {
            return self.refuse_request(id, step, "together-paused", out);
        }
        if self.new_host.is_some() {
            return self.refuse_request(id, step, "together-moving", out);
        }
        match referee.act(seat, action_index) {
            Ok(()) => {
                if let Some(guest_seat) = self.seats.get_mut(&seat) {
                    guest_seat.answered = Some(step);
                }
                self.send(id, &HostMessage::<G::Data, G::EventData>::Ok { step }, out);
                self.after_steps(step, now, out);
            }
            Err(refusal) => self.refuse_request(id, step, refusal_id(&refusal), out),
        }
    }

    /// Returns the seat of a guest in a game, or refuses its message.
    pub(super) fn seat_in_game(&self, id: GuestId, step: usize, out: &mut Outbox) -> Option<Seat> {
        let seat = self.guests.get(&id).and_then(|guest| guest.seat);
        if self.referee().is_none() {
            self.refuse_request(id, step, "together-not-begun", out);
            return None;
        }
        if seat.is_none() {
            self.refuse_request(id, step, "together-only-watching", out);
        }
        seat
    }

    /// Handles a wish of a guest: to resign, to offer a draw, or to take a move back.
    pub(super) fn take_wish(
        &mut self,
        id: GuestId,
        step: usize,
        what: Wish,
        now: Instant,
        out: &mut Outbox,
    ) {
        let Some(seat) = self.seat_in_game(id, step, out) else { return };
        if self.new_host.is_some() {
            return self.refuse_request(id, step, "together-moving", out);
        }
        let Phase::Playing(referee) = &mut self.phase else { return };
        let steps = referee.steps();
        match what {
            Wish::Resign => match referee.resign(seat) {
                Ok(()) => self.after_steps(steps, now, out),
                Err(refusal) => self.refuse_request(id, step, refusal_id(&refusal), out),
            },
            Wish::Draw | Wish::TakeBack if self.offer.is_some() => {
                self.refuse_request(id, step, "together-offer-open", out);
            }
            Wish::Draw => {
                use qipan_core::contract::options::RuleSet;
                let is_playing = referee.session().state().active().contains(seat);
                if !self.setup.rules.can_draw() || !is_playing {
                    return self.refuse_request(id, step, "together-no-draw", out);
                }
                self.make_offer(what, seat, SeatSet::one(seat), now, out);
            }
            Wish::TakeBack => {
                if referee.is_over() || referee.last_decision(seat).is_none() {
                    return self.refuse_request(id, step, "together-nothing-to-take-back", out);
                }
                self.make_offer(what, seat, SeatSet::one(seat), now, out);
            }
        }
    }

    /// Makes an offer to all others in the name of a seat. The seats in `agreed` need not answer.
    fn make_offer(
        &mut self,
        what: Wish,
        seat: Seat,
        agreed: SeatSet,
        now: Instant,
        out: &mut Outbox,
    ) {
        self.offer = Some(Offer { what, by: seat, agreed });
        let offer = HostMessage::<G::Data, G::EventData>::Offer {
            seat: G::seat_name(seat).to_owned(),
            what,
        };
        self.send_to_all(&offer, out);
        self.settle_offer(now, out);
    }

    /// Makes the draw offer of a robot to the people at the table, once the other robots agree.
    /// Ends an open offer of a robot if one of these people is not connected, and so cannot answer.
    fn update_offer_of_robot(&mut self, now: Instant, out: &mut Outbox) {
        let Phase::Playing(referee) = &mut self.phase else { return };
        let active = referee.session().state().active();
        let mut people = self.seats.iter().filter(|(seat, _)| active.contains(**seat));
        let are_all_connected = people.all(|(_, guest_seat)| guest_seat.guest.is_some());
        match &self.offer {
            Some(offer) if referee.is_robot(offer.by) && !are_all_connected => {
                self.decline(offer.by, out);
            }
            Some(_) => {}
            None => match referee.poll_draw_offer() {
                Some(offer) if are_all_connected => {
                    self.make_offer(Wish::Draw, offer.by, offer.agreed, now, out);
                }
                Some(_) => referee.note_declined_draw(),
                None => {}
            },
        }
    }

    /// Ends the open offer. If it was a robot's, robots make no other offer for some time.
    pub(super) fn end_offer(&mut self) -> Option<Offer> {
        let offer = self.offer.take()?;
        if let Phase::Playing(referee) = &mut self.phase
            && referee.is_robot(offer.by)
        {
            referee.note_declined_draw();
        }
        Some(offer)
    }

    /// Takes a guest's answer to the open offer.
    pub(super) fn answer(
        &mut self,
        id: GuestId,
        what: Wish,
        agree: bool,
        now: Instant,
        out: &mut Outbox,
    ) {
        let Some(seat) = self.guests.get(&id).and_then(|guest| guest.seat) else { return };
        let Some(offer) = self.offer.as_mut().filter(|offer| offer.what == what) else { return };
        if agree {
            offer.agreed.insert(seat);
            self.settle_offer(now, out);
        } else {
            self.decline(seat, out);
        }
    }

    /// Ends the open offer, and tells all guests that this seat declined it, or withdrew its own.
    fn decline(&mut self, seat: Seat, out: &mut Outbox) {
        let Some(offer) = self.end_offer() else { return };
        let declined = HostMessage::<G::Data, G::EventData>::Declined {
            seat: G::seat_name(seat).to_owned(),
            what: offer.what,
        };
        self.send_to_all(&declined, out);
    }

    /// Carries out the open offer if everybody agrees to it. Robots are asked about a draw last,
    /// and agree to every take-back.
    pub(super) fn settle_offer(&mut self, now: Instant, out: &mut Outbox) {
        let Some(offer) = self.offer.clone() else { return };
        let Phase::Playing(referee) = &mut self.phase else { return };
        let active = referee.session().state().active();
        // Robots play the seats of players who have left or lost their connection for too long.
        let seats = self.seats.keys().copied();
        let people: SeatSet = seats.filter(|seat| !referee.is_robot(*seat)).collect();
        let must_agree = match offer.what {
            Wish::Draw => people.intersection(active),
            _ => people,
        };
        if !must_agree.difference(offer.agreed).is_empty() {
            return;
        }
        let steps = referee.steps();
        match offer.what {
            Wish::Draw => {
                let robots = active.difference(people).difference(offer.agreed);
                let mut agreed = offer.agreed;
                for robot in robots.iter() {
                    match referee.poll_draw(robot) {
                        None => {}
                        Some(true) => agreed.insert(robot),
                        Some(false) => return self.decline(robot, out),
                    }
                }
                if active.difference(agreed).is_empty() {
                    self.offer = None;
                    if referee.draw().is_ok() {
                        self.after_steps(steps, now, out);
                    }
                } else {
                    self.offer = Some(Offer { agreed, ..offer });
                }
            }
            Wish::TakeBack => {
                self.offer = None;
                if referee.take_back(offer.by) {
                    self.seats.values_mut().for_each(|guest_seat| guest_seat.answered = None);
                    let ids = self.guest_ids();
                    ids.into_iter().for_each(|id| self.send_view(id, out));
                }
            }
            Wish::Resign => {}
        }
    }

    /// Advances everything that needs no message: rounds, robots, clocks and offers.
    pub(super) fn advance(&mut self, now: Instant, out: &mut Outbox) {
        // A table that is handed over must not change any more.
        if self.new_host.is_some() || self.moved_to.is_some() {
            return;
        }
        self.begin_round(now, out);
        self.send_hint(out);
        for _ in 0..MAX_STEPS {
            let is_stopped = self.is_clock_stopped(now);
            let is_paused = self.paused_by(now).is_some();
            let Phase::Playing(referee) = &mut self.phase else { return };
            let steps = referee.steps();
            if is_paused || self.offer.is_some() || !referee.tick(now, is_stopped) {
                break;
            }
            self.after_steps(steps, now, out);
        }
        self.update_offer_of_robot(now, out);
        self.settle_offer(now, out);
    }

    /// Returns true if the clock of the seat to move is stopped, because the table waits for its
    /// player.
    fn is_clock_stopped(&self, now: Instant) -> bool {
        let Some(turn) = self.referee().and_then(|referee| referee.turn()) else { return true };
        let lost = self.lost_seats().find(|(seat, _)| *seat == turn);
        match lost {
            None => false,
            Some(_) if self.setup.options.lost != LostSeat::Clock => true,
            Some((_, at)) => now.saturating_duration_since(at).as_secs() < self.setup.options.wait,
        }
    }

    /// Sends the steps from index `first` on, and the end of the game if it is over.
    fn after_steps(&mut self, first: usize, now: Instant, out: &mut Outbox) {
        // Any step withdraws an offer.
        self.end_offer();
        self.send_steps(first, out);
        if self.is_game_over() && !self.is_end_announced {
            self.is_end_announced = true;
            self.seats.values_mut().for_each(|guest_seat| guest_seat.is_ready = false);
            if let Phase::Playing(referee) = &self.phase {
                self.changes.finished = Some(referee.session().write());
            }
            self.note_change();
            self.send_seats(now, out);
            let ids = self.guest_ids();
            ids.into_iter().for_each(|id| self.send_end(id, out));
        }
    }
}

/// Returns the text id of a refusal.
fn refusal_id(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::NotYourTurn => "together-not-your-turn",
        Refusal::Over => "together-over",
        Refusal::NoAction => "together-no-action",
        Refusal::Rules(_) => "together-not-allowed",
        Refusal::HouseRule => "together-house-rule",
    }
}
