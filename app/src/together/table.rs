//! A table: its seats, its guests, and the game that the referee plays on it.
//!
//! A table is a plain state machine. Messages and the time go in, messages for guests come out.
//! Sockets, threads and files are elsewhere.

mod broadcast;
#[cfg(test)]
mod dishonest;
mod game;
mod handover;
mod hint;
mod lobby;
mod setup;
mod talk;
#[cfg(test)]
pub(super) mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use qipan_core::contract::game::Viewer;
use qipan_core::contract::localized::is_bidi_control;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::view_data::ViewData;

use super::board::PageBoard;
use super::code::{TableCode, Token};
use super::message::{GuestMessage, Hello, SeatKind, TableState, Wish};
use super::referee::Referee;
use super::shares::{Disclosed, Round};
use crate::model::i18n::{I18n, Lang};
use crate::model::robot_threads::RepaintSignal;
pub use crate::model::table_options::{LostSeat, TableOptions};
pub use handover::{HANDOVER_TIME, HandedTable};
pub use setup::{HelperRobots, SavedTable, TABLE_VERSION, TableSetup};

/// The number of a connection.
pub type GuestId = u64;

/// A message for a connection, as JSON. Copies share the text.
pub type Text = axum::extract::ws::Utf8Bytes;

/// The messages that a table sends, and the connections that it closes.
#[derive(Debug, Default)]
pub struct Outbox {
    /// Messages, in order.
    pub messages: Vec<(GuestId, Text)>,
    /// Connections to close after their messages.
    pub closed: Vec<GuestId>,
}

/// A table of any game.
pub trait AnyTable {
    /// Returns the code.
    fn code(&self) -> &TableCode;
    /// Admits a guest, or refuses it and closes its connection. Returns true if it was admitted.
    fn join(&mut self, guest: GuestId, hello: Hello, now: Instant, out: &mut Outbox) -> bool;
    /// Handles a message of a guest.
    fn receive(&mut self, guest: GuestId, message: GuestMessage, now: Instant, out: &mut Outbox);
    /// Handles the loss of a guest's connection.
    fn disconnect(&mut self, guest: GuestId, now: Instant, out: &mut Outbox);
    /// Removes the player of a seat, as the host wishes. During a game a robot plays on until
    /// somebody else takes the seat.
    fn remove_player(&mut self, seat: &str, now: Instant, out: &mut Outbox);
    /// Hands the table over to the player of a seat, if that player can be its host.
    fn hand_over(&mut self, seat: &str, now: Instant, out: &mut Outbox);
    /// Sends all guests to the guest that has opened the table at this address. Without an address
    /// the table stays at this host.
    fn move_to(
        &mut self,
        guest: GuestId,
        address: Option<SocketAddr>,
        now: Instant,
        out: &mut Outbox,
    );
    /// Closes the table for everybody.
    fn close(&mut self, out: &mut Outbox);
    /// Advances robots, clocks and timeouts.
    fn tick(&mut self, now: Instant, out: &mut Outbox);
    /// Returns the time after which the table must be ticked if no message arrives.
    fn tick_delay(&self) -> Duration;
    /// Returns the rules as text. Tables with the same rules have the same board.
    fn rules_text(&self) -> String;
    /// Returns a picture of the board or a piece as SVG.
    fn picture(&self, kind: &str, seat: &str, is_dark: bool) -> Option<String>;
    /// Returns true if a later run has something to resume: a player who has a seat, and a game that
    /// is not over.
    fn can_be_resumed(&self) -> bool;
    /// Notes that all files of the table have to be written again, as after an error.
    fn rewrite_files(&mut self);
    /// Returns the changes since the last call, to be written to files.
    fn take_changes(&mut self) -> TableChanges;
}

/// The changes of a table that have to be written to its files.
#[derive(Debug, Default)]
pub struct TableChanges {
    /// The table without its game, as JSON, if it changed.
    pub table: Option<String>,
    /// The game as a new journal, if it began or changed as a whole.
    pub journal: Option<String>,
    /// Lines to append to the journal.
    pub lines: String,
    /// The game as a file, if it ended.
    pub finished: Option<String>,
    /// True if the table has moved to another host, so that its files are removed.
    pub host_has_changed: bool,
}

/// Returns true if names and texts of guests may contain the character. Control characters and
/// marks of the writing direction are not allowed.
pub(super) fn is_allowed_char(c: char) -> bool {
    !c.is_control() && !is_bidi_control(c)
}

/// The texts of all languages.
pub struct Languages {
    en: I18n,
    zh: I18n,
}

impl Default for Languages {
    fn default() -> Self {
        Self { en: I18n::new(Lang::En), zh: I18n::new(Lang::Zh) }
    }
}

impl Languages {
    /// Returns the texts of a language.
    pub fn of(&self, lang: Lang) -> &I18n {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }
}

/// A table of one game.
pub struct Table<G: PageBoard + ViewData> {
    setup: TableSetup<G>,
    languages: Rc<Languages>,
    /// The seats that guests take.
    seats: BTreeMap<Seat, GuestSeat>,
    guests: BTreeMap<GuestId, Guest>,
    phase: Phase<G>,
    /// The number of the last round.
    round: u32,
    disclosed: Disclosed,
    offer: Option<Offer>,
    /// Seats that a robot plays until their player is back.
    replaced: SeatSet,
    /// True after a pause was announced to guests, until its end is announced.
    is_pause_announced: bool,
    /// True once the end of the game was announced.
    is_end_announced: bool,
    changes: TableChanges,
    /// The guest to whom the table is being handed over, and since when.
    new_host: Option<(GuestId, Instant)>,
    /// The address of the host to which the table has moved.
    moved_to: Option<SocketAddr>,
    wake: RepaintSignal,
}

/// A seat for a guest.
#[derive(Clone, Debug, Default)]
struct GuestSeat {
    name: String,
    token: Option<Token>,
    /// The connection of the player.
    guest: Option<GuestId>,
    is_ready: bool,
    lost_at: Option<Instant>,
    /// The number of steps before the player's last accepted action.
    answered: Option<usize>,
}

/// A connected guest.
#[derive(Clone, Debug)]
struct Guest {
    lang: Lang,
    is_plain: bool,
    name: String,
    seat: Option<Seat>,
    can_host: bool,
    /// The times of the guest's last lines of talk.
    talk_times: Vec<Instant>,
}

/// The phase of a table.
enum Phase<G: PageBoard + ViewData> {
    /// It waits for guests.
    Waiting,
    /// The shares and layouts of a new game are being exchanged. `asked_at` is the time when guests
    /// were last asked for a part of the round. `was_asked_again` is true if that was a reminder.
    MakingSeed { round: Round, asked_at: Instant, was_asked_again: bool },
    /// A game is being played, or is over.
    Playing(Box<Referee<G>>),
}

/// An offer that waits for answers.
#[derive(Clone, Debug)]
struct Offer {
    what: Wish,
    by: Seat,
    agreed: SeatSet,
}

impl<G: PageBoard + ViewData> Table<G> {
    /// Creates a table that waits for guests.
    pub fn new(setup: TableSetup<G>, languages: Rc<Languages>, wake: RepaintSignal) -> Self {
        let seats = setup.guest_seats.iter().map(|seat| (seat, GuestSeat::default())).collect();
        let mut table = Self {
            setup,
            languages,
            seats,
            guests: BTreeMap::new(),
            phase: Phase::Waiting,
            round: 0,
            disclosed: Disclosed::default(),
            offer: None,
            replaced: SeatSet::EMPTY,
            is_pause_announced: false,
            is_end_announced: false,
            changes: TableChanges::default(),
            new_host: None,
            moved_to: None,
            wake,
        };
        table.note_change();
        table
    }

    /// Returns the seats that take part, in turn order.
    fn seats_in_order(&self) -> Vec<Seat> {
        let seats = self.setup.seats();
        use qipan_core::contract::options::RuleSet;
        self.setup.rules.order().into_iter().filter(|seat| seats.contains(*seat)).collect()
    }

    /// Returns the referee, once there is a game.
    fn referee(&self) -> Option<&Referee<G>> {
        match &self.phase {
            Phase::Playing(referee) => Some(referee),
            _ => None,
        }
    }

    /// Returns the viewer whose view a guest is sent.
    fn viewer(&self, guest: &Guest) -> Viewer {
        guest.seat.map_or(Viewer::Public, Viewer::Seat)
    }

    /// Returns the seats whose players lost their connection, with the times of the loss.
    fn lost_seats(&self) -> impl Iterator<Item = (Seat, Instant)> {
        self.seats.iter().filter_map(|(seat, guest_seat)| Some((*seat, guest_seat.lost_at?)))
    }

    /// Returns the seat for whose player the game is paused.
    fn paused_by(&self, now: Instant) -> Option<Seat> {
        if self.setup.options.lost != LostSeat::Pause || self.is_game_over() {
            return None;
        }
        let wait = Duration::from_secs(self.setup.options.wait);
        let active_seats = self.referee().map(|referee| referee.session().state().active());
        let mut lost = self.lost_seats();
        lost.find(|(seat, at)| {
            active_seats.is_some_and(|active| active.contains(*seat))
                && now.saturating_duration_since(*at) >= wait
        })
        .map(|(seat, _)| seat)
    }

    fn is_game_over(&self) -> bool {
        self.referee().is_some_and(Referee::is_over)
    }

    /// Returns the state of the table that guests are sent.
    fn state_at(&self, now: Instant) -> TableState {
        match &self.phase {
            Phase::Waiting | Phase::MakingSeed { .. } => TableState::Waiting,
            Phase::Playing(referee) if referee.is_over() => TableState::Over,
            Phase::Playing(referee) => {
                let is_paused = referee.failure().is_some() || self.paused_by(now).is_some();
                if is_paused { TableState::Paused } else { TableState::Playing }
            }
        }
    }

    /// Notes that the table changed, so that its file is written again.
    fn note_change(&mut self) {
        self.changes.table = Some(self.to_json());
    }

    /// Returns who plays a seat.
    fn seat_kind(&self, seat: Seat) -> SeatKind {
        match self.seats.get(&seat) {
            None => SeatKind::Robot,
            Some(guest_seat) if guest_seat.token.is_none() => SeatKind::Open,
            Some(_) => SeatKind::Guest,
        }
    }

    /// Returns the guests in the order of their connections.
    fn guest_ids(&self) -> BTreeSet<GuestId> {
        self.guests.keys().copied().collect()
    }
}

impl<G: PageBoard + ViewData> AnyTable for Table<G> {
    fn code(&self) -> &TableCode {
        &self.setup.code
    }

    fn join(&mut self, guest: GuestId, hello: Hello, now: Instant, out: &mut Outbox) -> bool {
        self.admit(guest, hello, now, out)
    }

    fn receive(&mut self, guest: GuestId, message: GuestMessage, now: Instant, out: &mut Outbox) {
        if !self.guests.contains_key(&guest) {
            return;
        }
        match message {
            // Only the first `hello` of a connection counts.
            GuestMessage::Hello(_) => {}
            GuestMessage::Ready { layout } => self.set_ready(guest, layout, now, out),
            GuestMessage::Unready => self.set_unready(guest, now, out),
            GuestMessage::Commit { round, share, layout } => {
                self.take_commit(guest, (round, share, layout), now, out);
            }
            GuestMessage::Reveal { round, share, layout, salt } => {
                self.take_reveal(guest, (round, share, layout.zip(salt)), now, out);
            }
            GuestMessage::Act { step, id } => self.act(guest, step, id, now, out),
            GuestMessage::Request { step, what } => self.take_wish(guest, step, what, now, out),
            GuestMessage::Hint { step } => self.take_hint_request(guest, step, now, out),
            GuestMessage::Answer { what, agree } => self.answer(guest, what, agree, now, out),
            GuestMessage::Say { phrase, text } => self.say(guest, phrase, text, now, out),
            // The hub, which knows the address of the guest, handles it.
            GuestMessage::Hosting { .. } => {}
            GuestMessage::Leave => self.leave(guest, now, out),
        }
        self.advance(now, out);
    }

    fn disconnect(&mut self, guest: GuestId, now: Instant, out: &mut Outbox) {
        self.note_disconnection(guest, now, out);
    }

    fn remove_player(&mut self, seat: &str, now: Instant, out: &mut Outbox) {
        if let Some(seat) = G::seat_by_name(seat) {
            self.remove_from_seat(seat, now, out);
            self.advance(now, out);
        }
    }

    fn hand_over(&mut self, seat: &str, now: Instant, out: &mut Outbox) {
        if let Some(seat) = G::seat_by_name(seat) {
            self.hand_over_to(seat, now, out);
        }
    }

    fn move_to(
        &mut self,
        guest: GuestId,
        address: Option<SocketAddr>,
        now: Instant,
        out: &mut Outbox,
    ) {
        self.end_handover(guest, address, now, out);
    }

    fn close(&mut self, out: &mut Outbox) {
        for id in self.guest_ids() {
            let why = self.languages.of(self.guests[&id].lang).t("together-closed");
            self.refuse(id, why, out);
        }
        self.guests.clear();
    }

    fn tick(&mut self, now: Instant, out: &mut Outbox) {
        self.check_handover(now, out);
        self.check_waiting_times(now, out);
        self.advance(now, out);
    }

    fn tick_delay(&self) -> Duration {
        match &self.phase {
            Phase::Playing(referee) if referee.is_over() => Duration::from_secs(60),
            Phase::Playing(referee) if referee.seconds_left().is_some() => {
                Duration::from_millis(200)
            }
            _ => Duration::from_secs(1),
        }
    }

    fn rules_text(&self) -> String {
        let rules = serde_json::to_string(&self.setup.rules).unwrap_or_default();
        format!("{} {rules}", G::NAME)
    }

    fn picture(&self, kind: &str, seat: &str, is_dark: bool) -> Option<String> {
        use crate::model::settings::ThemeName;
        use crate::ui::theme::Theme;

        let picture = super::board::picture_named::<G>(kind, seat)?;
        let theme = Theme::new(if is_dark { ThemeName::Dark } else { ThemeName::Light }, false);
        Some(G::picture(&self.setup.rules, picture, &theme))
    }

    fn can_be_resumed(&self) -> bool {
        !self.is_game_over() && self.seats.values().any(|guest_seat| guest_seat.token.is_some())
    }

    fn rewrite_files(&mut self) {
        self.note_change();
        if let Phase::Playing(referee) = &mut self.phase {
            self.changes.journal = Some(referee.session_mut().begin_journal());
        }
    }

    fn take_changes(&mut self) -> TableChanges {
        let mut changes = std::mem::take(&mut self.changes);
        if self.moved_to.is_some() {
            return TableChanges { host_has_changed: true, ..TableChanges::default() };
        }
        if let Phase::Playing(referee) = &mut self.phase
            && changes.journal.is_none()
        {
            match referee.session_mut().take_lines() {
                Some(lines) => changes.lines = lines,
                None => changes.journal = Some(referee.session_mut().begin_journal()),
            }
        }
        changes
    }
}
