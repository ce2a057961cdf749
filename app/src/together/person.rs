//! A person who plays in the window as a guest: the state of the table as the window knows it, and
//! the messages to and from the host.
//!
//! Everything that the host sends may be wrong or hostile. Views are checked before they are shown,
//! texts are truncated, and a position or step that breaks the rules ends the connection with an
//! error.

mod checks;
mod game;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use qipan_core::contract::dice::Seed;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::contract::setup::Setup;
use qipan_core::registry::GameKind;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::board::LayoutForm;
use super::code::{Hex, TableCode, Token};
use super::connection::JoinError;
use super::link::{Link, LinkEvent};
use super::message::{
    EndMessage, GuestMessage, Hello, HostMessage, Phrase, RoundPart, SeatData, TableState, VERSION,
    Welcome, Wish,
};
use super::shares::{commit, commit_layout};
use super::verify::{Verdict, Witness};
use crate::model::robot_threads::RepaintSignal;
use crate::model::table_options::Talk;
use crate::play::game::Playable;
use crate::play::table::{Intention, Table};
use checks::{cleaned, is_same_table, rules, sanitized};

/// The maximum number of lines of talk that are kept.
const MAX_TALK_LINES: usize = 200;
/// The maximum length of a text from the host, in characters.
const MAX_TEXT: usize = 300;
/// The maximum length of a saved game from the host, in bytes.
const MAX_FILE: usize = 32 << 20;

/// The maximum number of steps of a game.
const MAX_STEPS: usize = 1_000_000;

/// Commitments, keyed by the name of the seat, or by `host`.
type Commitments = BTreeMap<String, Hex<32>>;

/// How a person joins a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinRequest {
    /// The address of the host with its port.
    pub address: String,
    /// The code of the table.
    pub code: String,
    /// The name of the player.
    pub name: String,
    /// The language of texts: `en` or `zh`.
    pub lang: &'static str,
    /// The seat to take; the first open one if it is missing.
    pub seat: Option<String>,
    /// True to join as a watcher, without a seat.
    pub watches: bool,
    /// True if the window can take the table over as its host.
    pub can_host: bool,
}

/// The data for coming back to a seat, kept in a file in case the window is closed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatTicket {
    /// The address of the host with its port.
    pub address: String,
    /// The code of the table.
    pub table: TableCode,
    /// The token of the seat.
    pub token: Token,
    /// True if this window has announced the table on the local network.
    #[serde(default)]
    pub is_announced: bool,
    /// The player's record of the game, to check it at the end.
    #[serde(default)]
    witness: Option<Witness>,
    /// The player's part in the seed of the next game.
    #[serde(default = "Secrets::draw")]
    secrets: Secrets,
}

/// The player's part in the seed of a game, which is secret until everybody has committed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Secrets {
    /// The round for which the share was drawn; 0 before the first one.
    round: u32,
    share: Hex<32>,
    salt: Hex<16>,
    layout: Option<String>,
}

impl Secrets {
    /// Draws a share that belongs to no round yet.
    fn draw() -> Self {
        Self { round: 0, share: Hex::draw(), salt: Hex::draw(), layout: None }
    }

    /// Returns the commitment to the layout, if there is one.
    fn layout_commitment(&self) -> Option<Hex<32>> {
        self.layout.as_deref().map(|text| commit_layout(&self.salt, text))
    }
}

/// A line of talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkLine {
    /// The name of the speaker.
    pub name: String,
    /// The words.
    pub text: String,
}

/// A person at a table of a host.
pub struct PersonGuest {
    link: Link,
    address: String,
    welcome: Option<Welcome>,
    is_connected: bool,
    seats: Vec<SeatData>,
    watchers: usize,
    state: TableState,
    pause: Option<String>,
    /// The seats of absent players, each with the time until which the table waits.
    absent: BTreeMap<String, Instant>,
    talk: Vec<TalkLine>,
    /// The names of the players whose talk is not shown.
    muted: BTreeSet<String>,
    offer: Option<(String, Wish)>,
    /// The host's last refusal or notice: the step that the refused request named (0 for a notice),
    /// and the sentence.
    refusal: Option<(usize, String)>,
    /// The hint that the host gave: the number of steps before the decision, and the id of the
    /// action.
    hint: Option<(usize, usize)>,
    secrets: Secrets,
    /// The layout that the player has chosen for the next game.
    layout: Option<String>,
    /// The player's record of the game; `None` if the player joined too late to keep one.
    witness: Option<Witness>,
    /// True if the ticket has changed since it was last taken.
    has_new_ticket: bool,
    /// True from the first position of a game to its end.
    is_playing: bool,
    /// True from the end of a game to the first round of the next one.
    has_ended: bool,
    end: Option<EndMessage>,
    file: String,
    /// The parts of a table that the host hands over to this player.
    handed: String,
    /// True once `handed` holds all parts.
    has_all_parts: bool,
    /// True after the table has moved to another host, until `take_host_change` is called.
    host_has_changed: bool,
}

/// The effect of a message about the game.
pub enum GameChange<G: Playable> {
    /// The window has nothing else to do. If something happened, the table shows it.
    Shown,
    /// A game begins, or the window joins a game that is already being played.
    Begun(Box<Table<G>>),
    /// The game has ended: the result of the check, and the saved game if the host sends it.
    Ended(Verdict, Option<String>),
}

impl PersonGuest {
    /// Joins a table. `wake` is called when something has happened.
    ///
    /// # Errors
    /// The system cannot start the thread of the connection.
    pub fn join(choice: JoinRequest, wake: RepaintSignal) -> std::io::Result<Self> {
        let hello = Hello {
            v: VERSION,
            code: Some(choice.code),
            name: choice.name,
            lang: choice.lang.to_owned(),
            watch: choice.watches,
            seat: choice.seat,
            plain: true,
            can_host: choice.can_host,
            ..Hello::default()
        };
        Self::connect(choice.address, hello, wake)
    }

    /// Comes back to a seat after the window was closed. With `can_host`, the window can take the
    /// table over as its host.
    ///
    /// # Errors
    /// The system cannot start the thread of the connection.
    pub fn come_back(
        ticket: SeatTicket,
        lang: &str,
        can_host: bool,
        wake: RepaintSignal,
    ) -> std::io::Result<Self> {
        let hello = Hello {
            v: VERSION,
            table: Some(ticket.table),
            token: Some(ticket.token),
            lang: lang.to_owned(),
            plain: true,
            can_host,
            ..Hello::default()
        };
        Ok(Self {
            witness: ticket.witness,
            layout: ticket.secrets.layout.clone(),
            secrets: ticket.secrets,
            ..Self::connect(ticket.address, hello, wake)?
        })
    }

    /// Connects to a host.
    fn connect(address: String, hello: Hello, wake: RepaintSignal) -> std::io::Result<Self> {
        Ok(Self {
            link: Link::open(address.clone(), hello, wake)?,
            address,
            welcome: None,
            is_connected: false,
            seats: Vec::new(),
            watchers: 0,
            state: TableState::Waiting,
            pause: None,
            absent: BTreeMap::new(),
            talk: Vec::new(),
            muted: BTreeSet::new(),
            offer: None,
            refusal: None,
            hint: None,
            secrets: Secrets::draw(),
            layout: None,
            witness: None,
            has_new_ticket: false,
            is_playing: false,
            has_ended: false,
            end: None,
            file: String::new(),
            handed: String::new(),
            has_all_parts: false,
            host_has_changed: false,
        })
    }

    /// Returns the address of the host.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Returns true if the ticket for the seat has changed since the last call.
    pub fn take_ticket_change(&mut self) -> bool {
        std::mem::take(&mut self.has_new_ticket)
    }

    /// Returns the ticket for the seat. Watchers have none.
    pub fn ticket(&self) -> Option<SeatTicket> {
        let welcome = self.welcome.as_ref()?;
        Some(SeatTicket {
            address: self.address.clone(),
            table: welcome.table.clone(),
            token: welcome.token?,
            is_announced: false,
            witness: self.witness.clone(),
            secrets: self.secrets.clone(),
        })
    }

    /// Returns how the host described the table, once it has admitted the player.
    pub fn welcome(&self) -> Option<&Welcome> {
        self.welcome.as_ref()
    }

    /// Returns the kind of the game, once it is known.
    pub fn kind(&self) -> Option<GameKind> {
        GameKind::of_name(&self.welcome.as_ref()?.game)
    }

    /// Returns true while there is a connection.
    pub fn is_connected(&self) -> bool {
        self.is_connected
    }

    /// Returns the seats of the table in turn order.
    pub fn seats(&self) -> &[SeatData] {
        &self.seats
    }

    /// Returns the number of watchers.
    pub fn watchers(&self) -> usize {
        self.watchers
    }

    /// Returns what the table is doing.
    pub fn state(&self) -> TableState {
        self.state
    }

    /// Returns true from the first position of a game to its end.
    pub fn has_game(&self) -> bool {
        self.is_playing
    }

    /// Returns the reason for a pause, as a sentence from the host.
    pub fn pause_reason(&self) -> Option<&str> {
        self.pause.as_deref()
    }

    /// Returns the names of the players who lost their connection, with the seconds that they have
    /// left to come back.
    pub fn absent_players(&self, now: Instant) -> impl Iterator<Item = (&str, u64)> {
        self.absent.iter().map(move |(seat, until)| {
            (self.name_of(seat), until.saturating_duration_since(now).as_secs())
        })
    }

    /// Returns the lines of talk, oldest first.
    pub fn talk(&self) -> &[TalkLine] {
        &self.talk
    }

    /// Returns the open offer: the name of the player who made it, the offer, and true if this
    /// player made it.
    pub fn offer(&self) -> Option<(&str, Wish, bool)> {
        let (seat, what) = self.offer.as_ref()?;
        Some((self.name_of(seat), *what, self.own_seat() == Some(seat)))
    }

    /// Takes the host's last refusal or notice: the step that the refused request named (0 for a
    /// notice), and the sentence.
    pub fn take_refusal(&mut self) -> Option<(usize, String)> {
        self.refusal.take()
    }

    /// Takes the hint that the host gave: the number of steps before the decision, and the id of
    /// the action.
    pub fn take_hint(&mut self) -> Option<(usize, usize)> {
        self.hint.take()
    }

    /// Returns true if the host allows hints.
    pub fn allows_hints(&self) -> bool {
        self.welcome.as_ref().is_some_and(|welcome| welcome.options.hints)
    }

    /// Returns the phrases and the emoji that can be said.
    pub fn phrases(&self) -> (&[Phrase], &[Phrase]) {
        self.welcome
            .as_ref()
            .map_or((&[], &[]), |welcome| (welcome.phrases.as_slice(), welcome.emoji.as_slice()))
    }

    /// Returns true if the host allows free text.
    pub fn allows_text(&self) -> bool {
        self.welcome.as_ref().is_some_and(|welcome| welcome.options.talk == Talk::Free)
    }

    /// Returns the name of the player's own seat, as messages write it.
    pub fn own_seat(&self) -> Option<&str> {
        self.welcome.as_ref()?.seat.as_deref()
    }

    /// Returns true if the player is ready to begin.
    pub fn is_ready(&self) -> bool {
        let own = self.own_seat();
        self.seats.iter().any(|seat| own == Some(seat.seat.as_str()) && seat.ready)
    }

    /// Returns the form in which the player chooses a layout, if the game asks for one.
    pub fn layout_form(&self) -> Option<LayoutForm> {
        let form = self.welcome.as_ref()?.layout.clone()?;
        let mut form: LayoutForm = serde_json::from_value(form).ok()?;
        form.layouts.iter_mut().for_each(|layout| layout.name = sanitized(&layout.name));
        Some(form)
    }

    /// Returns the name of the player of a seat, or the name of the seat.
    fn name_of<'a>(&'a self, seat: &'a str) -> &'a str {
        let found = self.seats.iter().find(|other| other.seat == seat);
        found.map(|found| found.name.as_str()).filter(|name| !name.is_empty()).unwrap_or(seat)
    }

    /// Returns a random layout for the player's seat, if the game asks for one.
    pub fn draw_layout<G: Setup>(&self) -> Option<String> {
        let welcome = self.welcome.as_ref().filter(|welcome| welcome.layout.is_some())?;
        let (rules, seat) = (rules::<G>(welcome).ok()?, G::seat_by_name(self.own_seat()?)?);
        let seed = Seed::from_bytes(rand::random());
        let deal = G::draw_deal(&rules, rules.seats(), &seed).ok()?;
        G::layout_text(&deal, seat)
    }

    /// Tells the host that the player is ready, with a layout if the game asks for one.
    pub fn send_ready(&mut self, layout: Option<String>) {
        self.layout.clone_from(&layout);
        self.has_new_ticket = true;
        self.link.send(GuestMessage::Ready { layout });
    }

    /// Tells the host that the player is not ready any more.
    pub fn send_unready(&self) {
        self.link.send(GuestMessage::Unready);
    }

    /// Says a phrase or shows an emoji.
    pub fn say(&self, phrase: &str) {
        self.link.send(GuestMessage::Say { phrase: Some(phrase.to_owned()), text: None });
    }

    /// Says a text.
    pub fn say_text(&self, text: &str) {
        self.link.send(GuestMessage::Say { phrase: None, text: Some(text.to_owned()) });
    }

    /// Returns true if the player with this name is muted.
    pub fn is_muted(&self, name: &str) -> bool {
        self.muted.contains(name)
    }

    /// Mutes the player with this name and removes the player's lines of talk, or ends the muting.
    pub fn toggle_mute(&mut self, name: &str) {
        if self.muted.remove(name) {
            return;
        }
        self.talk.retain(|line| line.name != name);
        if self.muted.len() < MAX_TALK_LINES {
            self.muted.insert(name.to_owned());
        }
    }

    /// Answers the open offer.
    pub fn answer(&mut self, agrees: bool) {
        if let Some((_, what)) = &self.offer {
            self.link.send(GuestMessage::Answer { what: *what, agree: agrees });
        }
        if agrees {
            // The offer stays open, because others may still have to answer.
            return;
        }
        self.offer = None;
    }

    /// Gives the seat back and leaves.
    pub fn leave(self) {
        self.link.send(GuestMessage::Leave);
    }

    /// Sends an intention of the player about the position after `step` steps.
    pub fn send_intention(&self, step: usize, intention: Intention) {
        self.link.send(match intention {
            Intention::Act(id) => GuestMessage::Act { step, id },
            Intention::Resign => GuestMessage::Request { step, what: Wish::Resign },
            Intention::Draw => GuestMessage::Request { step, what: Wish::Draw },
            Intention::TakeBack => GuestMessage::Request { step, what: Wish::TakeBack },
            Intention::Hint => GuestMessage::Hint { step },
        });
    }

    /// Handles the events of the connection. Returns the next message about the game, or `None` if
    /// there are no more events.
    ///
    /// # Errors
    /// The connection has ended for good. The error says why.
    pub fn poll(&mut self) -> Result<Option<Box<HostMessage<Value, Value>>>, JoinError> {
        while let Some(event) = self.link.poll() {
            match event {
                LinkEvent::Joined(welcome) => {
                    (self.is_connected, self.has_new_ticket) = (true, true);
                    let welcome = cleaned(*welcome);
                    if self.welcome.as_ref().is_some_and(|old| !is_same_table(old, &welcome)) {
                        let why = "the host has changed the game".to_owned();
                        return Err(JoinError::Refused(why));
                    }
                    self.welcome = Some(welcome);
                }
                LinkEvent::Moved(address) => {
                    (self.address, self.has_new_ticket) = (address, true);
                    (self.is_connected, self.host_has_changed) = (false, true);
                }
                LinkEvent::Lost => {
                    self.is_connected = false;
                    self.offer = None;
                }
                LinkEvent::Failed(JoinError::Refused(why)) => {
                    return Err(JoinError::Refused(sanitized(&why)));
                }
                LinkEvent::Failed(why) => return Err(why),
                LinkEvent::Message(message) => {
                    if let Some(message) = self.handle(message) {
                        return Ok(Some(message));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Handles a message, or returns it if it is about the game.
    fn handle(
        &mut self,
        message: Box<HostMessage<Value, Value>>,
    ) -> Option<Box<HostMessage<Value, Value>>> {
        match *message {
            HostMessage::Seats { mut seats, watchers, state, why } => {
                seats.truncate(Seat::MAX);
                seats.iter_mut().for_each(|seat| seat.name = sanitized(&seat.name));
                self.absent.retain(|seat, _| {
                    seats.iter().any(|other| other.seat == *seat && !other.is_connected)
                });
                (self.seats, self.watchers, self.state) = (seats, watchers, state);
                self.pause = why.map(|why| sanitized(&why));
            }
            // Watchers have no part in the seed, and a game that is being played keeps its own.
            HostMessage::Round { .. } if self.own_seat().is_none() || self.is_playing => {}
            HostMessage::Round { round, needs: RoundPart::Commit, .. } => self.commit_to(round),
            HostMessage::Round { round, needs: RoundPart::Reveal, commits, layouts } => {
                self.reveal(round, commits, layouts);
            }
            HostMessage::Hint { step, id, .. } => self.hint = Some((step, id)),
            HostMessage::Notice { step, why } => self.refusal = Some((step, sanitized(&why))),
            HostMessage::Said { name, .. } if self.muted.contains(&sanitized(&name)) => {}
            HostMessage::Said { name, text, .. } => {
                self.talk.push(TalkLine { name: sanitized(&name), text: sanitized(&text) });
                if self.talk.len() > MAX_TALK_LINES {
                    self.talk.remove(0);
                }
            }
            HostMessage::Left { seat, wait } if self.absent.len() < Seat::MAX => {
                let until = Instant::now() + Duration::from_secs(wait.min(86_400));
                self.absent.insert(sanitized(&seat), until);
            }
            HostMessage::HandOver { part, parts, text } => self.receive_part(part, parts, &text),
            HostMessage::Back { seat } => drop(self.absent.remove(&seat)),
            HostMessage::Offer { seat, what } => self.offer = Some((sanitized(&seat), what)),
            HostMessage::Declined { .. } => self.offer = None,
            HostMessage::View(_)
            | HostMessage::Step(_)
            | HostMessage::End(_)
            | HostMessage::File { .. } => return Some(message),
            HostMessage::Welcome(_)
            | HostMessage::Ok { .. }
            | HostMessage::Moved { .. }
            | HostMessage::Error { .. }
            | HostMessage::Left { .. } => {}
        }
        None
    }

    /// Receives a part of a table that the host hands over.
    fn receive_part(&mut self, part: usize, parts: usize, text: &str) {
        if part == 0 {
            self.handed.clear();
        }
        if self.handed.len() + text.len() <= MAX_FILE {
            self.handed.push_str(text);
            self.has_all_parts = part.checked_add(1) == Some(parts);
        }
    }

    /// Takes the table that the host hands over to this player, once all its parts are here. It is
    /// not checked yet.
    pub fn take_offered_table(&mut self) -> Option<String> {
        std::mem::take(&mut self.has_all_parts).then(|| std::mem::take(&mut self.handed))
    }

    /// Returns true if the table has moved to another host since the last call.
    pub fn take_host_change(&mut self) -> bool {
        std::mem::take(&mut self.host_has_changed)
    }

    /// Tells the host that this player's window has opened the table on a port, or could not.
    pub fn answer_handover(&self, port: Option<u16>) {
        self.link.send(GuestMessage::Hosting { port });
    }

    /// Commits to a share of the seed and to the layout. The same round always gets the same
    /// answer.
    fn commit_to(&mut self, round: u32) {
        if self.secrets.round != round {
            self.secrets = Secrets { round, layout: self.layout.clone(), ..Secrets::draw() };
            (self.witness, self.has_ended, self.has_new_ticket) = (None, false, true);
        }
        let (share, layout) = (commit(&self.secrets.share), self.secrets.layout_commitment());
        self.link.send(GuestMessage::Commit { round, share, layout });
    }

    /// Discloses the share and the layout, once the host has shown everybody's commitments. If the
    /// player's own commitments are not among them, nothing is disclosed.
    fn reveal(&mut self, round: u32, commits: Commitments, layouts: Commitments) {
        let seat = self.own_seat().unwrap_or_default().to_owned();
        let Secrets { share, salt, layout, .. } = self.secrets.clone();
        let has_own_commitments = commits.get(&seat) == Some(&commit(&share))
            && layouts.get(&seat) == self.secrets.layout_commitment().as_ref();
        if round != self.secrets.round || !has_own_commitments {
            return;
        }
        // Only the first list counts, because commitments must not change afterwards.
        if self.witness.is_none() {
            let mut witness = Witness::new(&seat, share, layout.clone());
            witness.note_commitments(commits, layouts);
            (self.witness, self.has_new_ticket) = (Some(witness), true);
        }
        let salt = layout.as_ref().map(|_| salt);
        self.link.send(GuestMessage::Reveal { round, share, layout, salt });
    }
}

#[cfg(test)]
mod tests;
