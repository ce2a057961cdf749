//! Before the game: guests come, take seats, and make the seed together.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::view_data::ViewData;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record, SavedRule};

use super::{Guest, GuestId, GuestSeat, LostSeat, Outbox, Phase, Table, is_allowed_char};
use crate::games::words;
use crate::model::i18n::Lang;
use crate::model::layout_limits;
use crate::together::board::{PageBoard, board_data};
use crate::together::code::{Hex, Token};
use crate::together::message::{
    GuestRights, Hello, HostMessage, MAX_NAME, RoundPart, VERSION, Welcome,
};
use crate::together::referee::{Referee, load_house};
use crate::together::shares::{Disclosed, Round, RoundError};

/// The time for each part of a round. A guest that does not answer in time is asked again. If it
/// does not answer the second time either, it loses its seat.
const ROUND_TIME: Duration = Duration::from_secs(20);

/// A guest's commitments: the number of the round, the commitment to the share, and the commitment
/// to the layout.
pub(super) type Commitment = (u32, Hex<32>, Option<Hex<32>>);
/// A guest's disclosure: the number of the round, the share, and the layout with its salt.
pub(super) type Disclosure = (u32, Hex<32>, Option<(String, Hex<16>)>);

impl<G: PageBoard + ViewData> Table<G> {
    /// Admits a guest to a seat or as a watcher. Returns false if the guest is refused.
    pub(super) fn admit(
        &mut self,
        id: GuestId,
        hello: Hello,
        now: Instant,
        out: &mut Outbox,
    ) -> bool {
        let lang = if hello.lang.starts_with("zh") { Lang::Zh } else { Lang::En };
        if let Some(address) = self.moved_to {
            let moved = HostMessage::<G::Data, G::EventData>::Moved { address };
            self.send(id, &moved, out);
            out.closed.push(id);
            return false;
        }
        let name: String =
            hello.name.chars().filter(|c| is_allowed_char(*c)).take(MAX_NAME).collect();
        let seat = match self.seat_for(&hello) {
            Ok(seat) => seat,
            Err(why) => {
                let why = self.languages.of(lang).t(why);
                self.refuse(id, why, out);
                return false;
            }
        };
        let name = match (name.trim(), seat) {
            ("", Some(seat)) => crate::model::narration::seat::<G>(self.languages.of(lang), seat),
            (name, _) => name.to_owned(),
        };
        if let Some(seat) = seat {
            self.give_seat(seat, id, &name, hello.token.is_some(), out);
        }
        let name = seat.map_or(name, |seat| self.seats[&seat].name.clone());
        let (is_plain, can_host) = (hello.plain, hello.can_host);
        let guest = Guest { lang, is_plain, name, seat, can_host, talk_times: Vec::new() };
        self.guests.insert(id, guest);
        let welcome = self.welcome(id);
        self.send(id, &HostMessage::<G::Data, G::EventData>::Welcome(Box::new(welcome)), out);
        self.send_seats(now, out);
        // A guest that takes a seat after a game waits for the next one.
        let is_for_next_game = self.is_game_over() && seat.is_some() && hello.token.is_none();
        if is_for_next_game {
            self.note_change();
            self.advance(now, out);
            return true;
        }
        if self.referee().is_some() {
            self.send_view(id, out);
        } else {
            self.send_round_to(id, out);
        }
        if self.is_game_over() {
            self.send_end(id, out);
        }
        self.note_change();
        self.advance(now, out);
        true
    }

    /// Returns the seat that a guest gets, or `None` for a watcher. The error is the text id of the
    /// reason why the guest is refused.
    fn seat_for(&self, hello: &Hello) -> Result<Option<Seat>, &'static str> {
        if hello.v != VERSION {
            return Err("together-no-version");
        }
        if let Some(token) = &hello.token {
            let mut held = self.seats.iter();
            let held = held.find(|(_, guest_seat)| {
                guest_seat.token.as_ref().is_some_and(|own| own.constant_time_eq(token))
            });
            return held.map(|(seat, _)| Some(*seat)).ok_or("together-no-token");
        }
        if hello.watch {
            return if self.setup.options.watchers {
                Ok(None)
            } else {
                Err("together-no-watchers")
            };
        }
        let mut open = self.seats_in_order().into_iter().filter(|seat| {
            self.seats.get(seat).is_some_and(|guest_seat| guest_seat.token.is_none())
        });
        let seat = match &hello.seat {
            None => open.next().ok_or("together-full")?,
            Some(name) => {
                let wanted = G::seat_by_name(name).ok_or("together-no-seat")?;
                open.find(|seat| *seat == wanted).ok_or("together-taken")?
            }
        };
        Ok(Some(seat))
    }

    /// Gives a seat to a guest. If the guest comes back, its old connection is closed.
    fn give_seat(&mut self, seat: Seat, id: GuestId, name: &str, is_back: bool, out: &mut Outbox) {
        let Some(guest_seat) = self.seats.get_mut(&seat) else { return };
        let old = guest_seat.guest.replace(id);
        if !is_back {
            (guest_seat.name, guest_seat.token) = (name.to_owned(), Some(Token::draw()));
            guest_seat.is_ready = false;
        }
        let was_lost = guest_seat.lost_at.take().is_some();
        if let Some(old) = old {
            self.guests.remove(&old);
            out.closed.push(old);
        }
        if self.replaced.contains(seat) {
            self.replaced.remove(seat);
            if let Phase::Playing(referee) = &mut self.phase {
                referee.unseat_robot(seat);
            }
        }
        if was_lost {
            let back =
                HostMessage::<G::Data, G::EventData>::Back { seat: G::seat_name(seat).to_owned() };
            self.send_to_all(&back, out);
        }
    }

    /// Returns the message that admits a guest.
    fn welcome(&self, id: GuestId) -> Welcome {
        let (guest, setup) = (&self.guests[&id], &self.setup);
        let i18n = self.languages.of(guest.lang);
        let token = guest.seat.and_then(|seat| self.seats[&seat].token);
        let pick = |rule: &SavedRule| i18n.pick(&rule.name).to_owned();
        let data = || {
            board_data::<G>(
                &setup.code.to_string(),
                &setup.rules,
                &self.seats_in_order(),
                guest.seat,
                i18n,
            )
        };
        let form = || {
            let seat = guest.seat?;
            let form = G::layout_form(&setup.rules, seat, i18n)?;
            serde_json::to_value(form).ok()
        };
        Welcome {
            v: VERSION,
            table: setup.code.clone(),
            token,
            seat: guest.seat.map(|seat| G::seat_name(seat).to_owned()),
            lang: match guest.lang {
                Lang::En => "en".to_owned(),
                Lang::Zh => "zh".to_owned(),
            },
            game: G::NAME.to_owned(),
            preset: setup.preset.clone(),
            options_of_rules: serde_json::to_value(&setup.rules).unwrap_or_default(),
            title: i18n.t(&format!("game-{}", setup.preset)),
            rules: words::changed_options::<G>(i18n, &setup.rules),
            house_rules: setup.house_rules.iter().map(pick).collect(),
            questions: questions_of(&setup.house_rules),
            options: GuestRights {
                talk: setup.options.talk,
                file: setup.options.file,
                hints: setup.options.hints,
            },
            phrases: super::talk::phrases(i18n),
            emoji: super::talk::emoji(),
            board: (!guest.is_plain).then(data),
            layout: form(),
        }
    }

    /// Marks a guest as ready. In a game with layouts, refuses a layout that is missing or not
    /// allowed.
    pub(super) fn set_ready(
        &mut self,
        id: GuestId,
        layout: Option<String>,
        now: Instant,
        out: &mut Outbox,
    ) {
        let Some(seat) = self.guests.get(&id).and_then(|guest| guest.seat) else { return };
        if !self.is_between_games() {
            return;
        }
        let layout = layout.filter(|_| self.has_layouts());
        if self.has_layouts() {
            let Some(layout) = &layout else {
                return self.refuse_request(id, 0, "together-no-layout", out);
            };
            if self.layout_error(seat, layout).is_some() {
                return self.refuse_request(id, 0, "together-bad-layout", out);
            }
        }
        if let Some(guest_seat) = self.seats.get_mut(&seat) {
            guest_seat.is_ready = true;
        }
        self.send_seats(now, out);
    }

    /// Returns true if no game is being played, and no seed for one is being made. After a game,
    /// another can begin.
    fn is_between_games(&self) -> bool {
        matches!(self.phase, Phase::Waiting) || self.is_game_over()
    }

    /// Returns the reason why a seat cannot play with a layout, or `None` if it can.
    fn layout_error(&self, seat: Seat, layout: &str) -> Option<String> {
        let chosen = [(seat, layout.to_owned())];
        let rules = &self.setup.rules;
        let deal =
            G::draw_deal(rules, rules.seats(), &qipan_core::contract::dice::Seed::from_number(0));
        if let Err(why) = deal.and_then(|deal| G::with_layouts(rules, deal, &chosen)) {
            return Some(why.to_string());
        }
        match layout_limits::judge::<G>(rules, &self.setup.house_rules, &chosen) {
            Ok(None) => None,
            Ok(Some(rejection)) => Some(rejection.why.en),
            Err(why) => Some(why),
        }
    }

    /// Returns true if guests choose layouts.
    fn has_layouts(&self) -> bool {
        let mut seats = self.setup.guest_seats.iter();
        let i18n = self.languages.of(Lang::En);
        seats.next().is_some_and(|seat| G::layout_form(&self.setup.rules, seat, i18n).is_some())
    }

    /// Marks a guest as not ready.
    pub(super) fn set_unready(&mut self, id: GuestId, now: Instant, out: &mut Outbox) {
        let seat = self.guests.get(&id).and_then(|guest| guest.seat);
        let Some(guest_seat) = seat.and_then(|seat| self.seats.get_mut(&seat)) else { return };
        guest_seat.is_ready = false;
        if !matches!(self.phase, Phase::Playing(_)) {
            self.phase = Phase::Waiting;
        }
        self.send_seats(now, out);
    }

    /// Removes a guest who leaves, and opens the guest's seat. During a game, a robot plays on
    /// until somebody else takes the seat.
    pub(super) fn leave(&mut self, id: GuestId, now: Instant, out: &mut Outbox) {
        let Some(guest) = self.guests.remove(&id) else { return };
        out.closed.push(id);
        let is_playing = self.referee().is_some() && !self.is_game_over();
        if let Some(seat) = guest.seat {
            self.free_seat(seat);
            if is_playing {
                self.notify_all("together-has-left", &[("name", guest.name.into())], out);
            }
        }
        self.send_seats(now, out);
        self.note_change();
    }

    /// Opens a seat, and lets a robot play on if there is a game.
    pub(super) fn free_seat(&mut self, seat: Seat) {
        self.open_seat(seat);
        if let Phase::Playing(referee) = &mut self.phase
            && !referee.is_over()
        {
            self.replaced.insert(seat);
            referee.seat_robot(seat, self.setup.helper_robots.stand_in.clone());
        }
        // An offer would wait for the player in vain.
        self.end_offer();
    }

    /// Opens a seat for another guest. This ends a round, which needs all its guests, but not a
    /// game.
    fn open_seat(&mut self, seat: Seat) {
        if let Some(guest_seat) = self.seats.get_mut(&seat) {
            *guest_seat = GuestSeat::default();
        }
        if !matches!(self.phase, Phase::Playing(_)) {
            self.phase = Phase::Waiting;
        }
    }

    /// Removes the player of a seat. The player's token is no longer valid.
    pub(super) fn remove_from_seat(&mut self, seat: Seat, now: Instant, out: &mut Outbox) {
        let Some(guest_seat) =
            self.seats.get(&seat).filter(|guest_seat| guest_seat.token.is_some())
        else {
            return;
        };
        if let Some(id) = guest_seat.guest
            && let Some(guest) = self.guests.remove(&id)
        {
            let why = self.languages.of(guest.lang).t("together-removed");
            self.refuse(id, why, out);
        }
        self.free_seat(seat);
        self.send_seats(now, out);
        self.note_change();
    }

    /// Handles the loss of a connection.
    pub(super) fn note_disconnection(&mut self, id: GuestId, now: Instant, out: &mut Outbox) {
        let Some(guest) = self.guests.remove(&id) else { return };
        let guest_seat = guest.seat.and_then(|seat| Some((seat, self.seats.get_mut(&seat)?)));
        if let Some((seat, guest_seat)) =
            guest_seat.filter(|(_, guest_seat)| guest_seat.guest == Some(id))
        {
            (guest_seat.guest, guest_seat.lost_at) = (None, Some(now));
            let wait = self.setup.options.wait;
            let left = HostMessage::<G::Data, G::EventData>::Left {
                seat: G::seat_name(seat).to_owned(),
                wait,
            };
            self.send_to_all(&left, out);
        }
        self.send_seats(now, out);
    }

    /// Before a game, frees the seats of guests who do not come back, or who do not answer a round
    /// even when asked again. During a game, lets robots play for players who do not come back, if
    /// the host wants that.
    pub(super) fn check_waiting_times(&mut self, now: Instant, out: &mut Outbox) {
        let wait = Duration::from_secs(self.setup.options.wait);
        let late: Vec<Seat> = self
            .lost_seats()
            .filter(|(_, at)| now.saturating_duration_since(*at) >= wait)
            .map(|(seat, _)| seat)
            .collect();
        match &mut self.phase {
            Phase::Playing(referee) if !referee.is_over() => {
                if self.setup.options.lost == LostSeat::Robot {
                    for seat in late {
                        if !self.replaced.contains(seat) {
                            self.replaced.insert(seat);
                            referee.seat_robot(seat, self.setup.helper_robots.stand_in.clone());
                        }
                    }
                }
                let is_paused = self.paused_by(now).is_some();
                if is_paused != self.is_pause_announced {
                    self.is_pause_announced = is_paused;
                    self.send_seats(now, out);
                }
                return;
            }
            _ if !late.is_empty() => {
                late.into_iter().for_each(|seat| self.open_seat(seat));
                self.send_seats(now, out);
                self.note_change();
                return;
            }
            _ => {}
        }
        let Phase::MakingSeed { round, asked_at, was_asked_again } = &mut self.phase else {
            return;
        };
        if now.saturating_duration_since(*asked_at) < ROUND_TIME {
            return;
        }
        if *was_asked_again {
            let missing: Vec<Seat> =
                round.missing().iter().filter_map(|name| G::seat_by_name(name)).collect();
            for seat in missing {
                if let Some(guest) = self.seats.get(&seat).and_then(|guest_seat| guest_seat.guest) {
                    self.guests.remove(&guest);
                    out.closed.push(guest);
                }
                self.open_seat(seat);
            }
            self.send_seats(now, out);
        } else {
            (*asked_at, *was_asked_again) = (now, true);
            let ids = self.guest_ids();
            ids.into_iter().for_each(|id| self.send_round_to(id, out));
        }
    }

    /// Begins a round once everybody is here and ready.
    pub(super) fn begin_round(&mut self, now: Instant, out: &mut Outbox) {
        let is_ready =
            self.seats.values().all(|guest_seat| guest_seat.is_ready && guest_seat.guest.is_some());
        if !self.is_between_games() || !is_ready {
            return;
        }
        self.round = self.round.wrapping_add(1);
        let in_order = self.seats_in_order();
        let guests = in_order.iter().filter(|seat| self.seats.contains_key(seat));
        let names = guests.map(|seat| G::seat_name(*seat).to_owned()).collect();
        let round = Round::new(self.round, names, self.has_layouts());
        self.phase = Phase::MakingSeed { round, asked_at: now, was_asked_again: false };
        self.note_change();
        self.after_disclosure(now, out);
        let ids = self.guest_ids();
        ids.into_iter().for_each(|id| self.send_round_to(id, out));
    }

    /// Tells a guest which part of the round is due: the commitment or the disclosure.
    fn send_round_to(&self, id: GuestId, out: &mut Outbox) {
        let Phase::MakingSeed { round, .. } = &self.phase else { return };
        let is_committed = round.is_committed();
        let message = HostMessage::<G::Data, G::EventData>::Round {
            round: round.number,
            needs: if is_committed { RoundPart::Reveal } else { RoundPart::Commit },
            commits: if is_committed { round.commits.clone() } else { BTreeMap::new() },
            layouts: if is_committed { round.layout_commits.clone() } else { BTreeMap::new() },
        };
        self.send(id, &message, out);
    }

    /// Takes a guest's commitment.
    pub(super) fn take_commit(
        &mut self,
        id: GuestId,
        (round, share, layout): Commitment,
        now: Instant,
        out: &mut Outbox,
    ) {
        let Some(seat) = self.guests.get(&id).and_then(|guest| guest.seat) else { return };
        let Phase::MakingSeed { round: current, asked_at, was_asked_again } = &mut self.phase
        else {
            return;
        };
        let taken = current.take_commit(round, G::seat_name(seat), share, layout);
        let is_committed = current.is_committed();
        if taken.is_ok() && is_committed {
            (*asked_at, *was_asked_again) = (now, false);
            let ids = self.guest_ids();
            ids.into_iter().for_each(|id| self.send_round_to(id, out));
        }
        self.report_round(id, taken, out);
    }

    /// Takes the share and the layout that a guest discloses.
    pub(super) fn take_reveal(
        &mut self,
        id: GuestId,
        (round, share, layout): Disclosure,
        now: Instant,
        out: &mut Outbox,
    ) {
        let Some(seat) = self.guests.get(&id).and_then(|guest| guest.seat) else { return };
        let Phase::MakingSeed { round: current, .. } = &mut self.phase else { return };
        let taken = current.take_reveal(round, G::seat_name(seat), share, layout);
        self.report_round(id, taken, out);
        self.after_disclosure(now, out);
    }

    /// Tells a guest what is wrong with its part of a round. Repeated messages are ignored.
    fn report_round(&self, id: GuestId, taken: Result<(), RoundError>, out: &mut Outbox) {
        match taken {
            Ok(()) | Err(RoundError::OutOfTurn) => {}
            Err(RoundError::Mismatch) => self.refuse_request(id, 0, "together-mismatch", out),
            Err(RoundError::NoLayout) => self.refuse_request(id, 0, "together-no-layout", out),
        }
    }

    /// Begins the game once all guests have disclosed their shares.
    fn after_disclosure(&mut self, now: Instant, out: &mut Outbox) {
        let Phase::MakingSeed { round, .. } = &self.phase else { return };
        let Some(disclosed) = round.finish() else { return };
        match self.begin_game(&disclosed, now) {
            Ok(referee) => {
                self.disclosed = disclosed;
                self.phase = Phase::Playing(Box::new(referee));
                (self.is_end_announced, self.replaced) = (false, SeatSet::EMPTY);
                self.seats.values_mut().for_each(|guest_seat| guest_seat.answered = None);
                self.note_change();
                if let Phase::Playing(referee) = &mut self.phase {
                    self.changes.journal = Some(referee.session_mut().begin_journal());
                }
                self.send_seats(now, out);
                let ids = self.guest_ids();
                ids.into_iter().for_each(|id| self.send_view(id, out));
            }
            Err(why) => {
                self.phase = Phase::Waiting;
                self.seats.values_mut().for_each(|guest_seat| guest_seat.is_ready = false);
                self.send_seats(now, out);
                let ids = self.guest_ids();
                for id in ids {
                    let i18n = self.languages.of(self.guests[&id].lang);
                    let why = i18n.tf("together-no-start", &[("why", why.clone().into())]);
                    let message = HostMessage::<G::Data, G::EventData>::Notice { step: 0, why };
                    self.send(id, &message, out);
                }
            }
        }
    }

    /// Deals a new game and creates its referee.
    fn begin_game(&self, disclosed: &Disclosed, now: Instant) -> Result<Referee<G>, String> {
        let setup = &self.setup;
        let (seats, seed) = (setup.seats(), disclosed.seed());
        let mut deal = G::draw_deal(&setup.rules, seats, &seed).map_err(|why| why.to_string())?;
        let layouts: Vec<(Seat, String)> = disclosed
            .layouts
            .iter()
            .filter_map(|(name, (layout, _))| Some((G::seat_by_name(name)?, layout.clone())))
            .collect();
        deal = G::with_layouts(&setup.rules, deal, &layouts).map_err(|why| why.to_string())?;
        let mut house = load_house::<G>(&setup.house_rules)?;
        let robot_seats = setup.robots.keys().copied().collect();
        let host = crate::model::clock::host();
        let _clock = crate::model::clock::ClockGuard::start();
        let prepare = |seat, deal: &mut G::Deal, stream| {
            // A program, or a robot that does not load, keeps the layout that was drawn.
            let robot = setup.robots.get(&seat).filter(|(spec, _)| !spec.is_program());
            let made = robot.and_then(|(spec, _)| {
                spec.make::<G>(&host, qipan_core::house::House::default()).ok()
            });
            if let Some(mut robot) = made {
                let _ = robot.prepare(&setup.rules, seat, deal, stream);
            }
        };
        layout_limits::complete_robot_layouts(
            &mut house,
            &setup.rules,
            robot_seats,
            &mut deal,
            &seed,
            prepare,
        )
        .map_err(|why| why.to_string())?;
        let player = |seat: Seat| match setup.robots.get(&seat) {
            Some((spec, _)) => spec.player(),
            None => Player::human(self.seats.get(&seat).map_or("", |guest_seat| &guest_seat.name)),
        };
        let players = seats.iter().map(|seat| (seat, player(seat))).collect();
        let mut record = Record::<G>::new(&setup.preset, setup.rules.clone(), players, deal, seed);
        record.house_rules = setup.house_rules.clone();
        for name in &disclosed.order {
            if let Some(share) = disclosed.shares.get(name) {
                record.notes.push(qipan_core::record::AuditEntry {
                    at: 0,
                    text: format!("share of the seed, {name}: {share}"),
                });
            }
        }
        let session = Session::new(record).map_err(|why| why.to_string())?;
        let robots = setup.robots.iter().map(|(seat, (spec, _))| (*seat, spec.clone())).collect();
        let referee = Referee::new(session, robots, std::sync::Arc::clone(&self.wake), now)?;
        Ok(referee.with_robots_conceding(setup.options.robots_concede))
    }
}

/// Returns the questions that each house rule declares, as data. Empty if there are none.
fn questions_of(rules: &[SavedRule]) -> Vec<serde_json::Value> {
    if rules.iter().all(|rule| rule.questions.is_empty()) {
        return Vec::new();
    }
    rules.iter().map(|rule| serde_json::to_value(&rule.questions).unwrap_or_default()).collect()
}
