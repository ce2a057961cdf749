//! Runs all tables of a host on one thread. Handles the messages of all connections, and writes the
//! files of the tables.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use super::address::own_address;
use super::code::TableCode;
use super::files::TableFiles;
use super::limits::{WrongCodes, is_local};
use super::message::{GuestMessage, HostMessage};
use super::table::{AnyTable, GuestId, Languages, Outbox, Text};
use crate::model::i18n::Lang;
use crate::model::robot_threads::RepaintSignal;

/// The maximum number of messages that wait for a connection. A connection that falls further
/// behind is closed.
pub const OUT_QUEUE: usize = 96;

/// The time for sending the last messages before the host stops.
const CLOSING_TIME: Duration = Duration::from_millis(150);

/// The maximum number of cached pictures. A board takes about 100 kB.
const MAX_PICTURES: usize = 100;

/// Identifies a picture: the rules of its board, the kind, the seat, and true for the dark theme.
type PictureKey = (String, String, String, bool);

/// A message to the hub, from a connection, a robot or the host itself.
pub enum Incoming {
    /// A connection was made.
    Connect {
        /// The number of the connection.
        guest: GuestId,
        /// The address it comes from.
        address: IpAddr,
        /// The queue of messages to the guest. When it is dropped, the connection is closed.
        sender: mpsc::Sender<Text>,
        /// Set by the hub if the guest has no seat.
        only_watches: Arc<AtomicBool>,
    },
    /// A guest sent a message, as JSON.
    Message(GuestId, String),
    /// The connection was lost.
    Lost(GuestId),
    /// A guest requests a picture: the table, the kind, the seat, and true for the dark theme.
    Picture([String; 3], bool, oneshot::Sender<Option<Arc<str>>>),
    /// The host removes the player of a seat: the code of the table and the seat.
    Remove(String, String),
    /// The host hands a table over to the player of a seat: the code of the table and the seat.
    HandOver(String, String),
    /// The host closes all tables for good, and then stops.
    Close,
    /// A robot has an answer.
    Wake,
    /// The host stops. Its tables can be resumed.
    Stop,
}

/// A function that makes a table on the hub's thread.
pub type TableFactory = Box<dyn FnOnce(Rc<Languages>, RepaintSignal) -> Box<dyn AnyTable> + Send>;

/// The tables and connections of a host.
pub struct Hub {
    tables: Vec<(Box<dyn AnyTable>, TableFiles)>,
    guests: HashMap<GuestId, Connection>,
    wrong_codes: WrongCodes,
    pictures: HashMap<PictureKey, Arc<str>>,
    languages: Rc<Languages>,
}

/// A connection.
struct Connection {
    address: IpAddr,
    sender: mpsc::Sender<Text>,
    /// Set once the connection turns out to be that of a watcher.
    only_watches: Arc<AtomicBool>,
    /// The index of the table that the guest has joined.
    table: Option<usize>,
}

impl Hub {
    /// Creates the tables. Their files are kept in `folder`, finished games in `saves`. `wake` is
    /// called when a robot has an answer.
    pub fn new(
        factories: Vec<TableFactory>,
        (folder, saves): (PathBuf, Option<PathBuf>),
        wake: &RepaintSignal,
    ) -> Self {
        let languages = Rc::new(Languages::default());
        let tables = factories.into_iter().map(|make| {
            let table = make(Rc::clone(&languages), Arc::clone(wake));
            let files = TableFiles::new(&folder, saves.as_deref(), table.code());
            (table, files)
        });
        let mut hub = Self {
            tables: tables.collect(),
            guests: HashMap::new(),
            wrong_codes: WrongCodes::default(),
            pictures: HashMap::new(),
            languages: Rc::clone(&languages),
        };
        (0..hub.tables.len()).for_each(|index| hub.write_files(index));
        hub
    }

    /// Runs until the host ends.
    pub async fn run(mut self, mut incoming: mpsc::Receiver<Incoming>) {
        loop {
            let tick_delay = self.tables.iter().map(|(table, _)| table.tick_delay()).min();
            let tick_delay = tick_delay.unwrap_or(Duration::from_secs(60));
            match tokio::time::timeout(tick_delay, incoming.recv()).await {
                Ok(None) | Ok(Some(Incoming::Stop)) => return,
                Ok(Some(Incoming::Close)) => return self.close_tables().await,
                Ok(Some(message)) => {
                    self.handle(message);
                    // All waiting messages are handled before the clocks are checked again.
                    while let Ok(message) = incoming.try_recv() {
                        match message {
                            Incoming::Stop => return,
                            Incoming::Close => return self.close_tables().await,
                            message => self.handle(message),
                        }
                    }
                }
                Err(_) => self.tick(),
            }
        }
    }

    /// Handles a message to the hub.
    fn handle(&mut self, incoming: Incoming) {
        let now = Instant::now();
        match incoming {
            Incoming::Connect { guest, address, sender, only_watches } => {
                let connection = Connection { address, sender, only_watches, table: None };
                self.guests.insert(guest, connection);
            }
            Incoming::Message(guest, text) => self.receive(guest, &text, now),
            Incoming::Lost(guest) => {
                let connection = self.guests.remove(&guest);
                if let Some(index) = connection.and_then(|connection| connection.table) {
                    self.at_table(index, |table, out| table.disconnect(guest, now, out));
                }
            }
            Incoming::Picture(name, is_dark, reply) => {
                let _ = reply.send(self.picture(name, is_dark));
            }
            Incoming::Remove(code, seat) => {
                let found = self.tables.iter().position(|(table, _)| table.code().as_str() == code);
                if let Some(index) = found {
                    self.at_table(index, |table, out| table.remove_player(&seat, now, out));
                }
            }
            Incoming::HandOver(code, seat) => {
                let found = self.tables.iter().position(|(table, _)| table.code().as_str() == code);
                if let Some(index) = found {
                    self.at_table(index, |table, out| table.hand_over(&seat, now, out));
                }
            }
            Incoming::Wake => self.tick(),
            Incoming::Stop | Incoming::Close => {}
        }
    }

    /// Closes all tables for their guests, and removes their files.
    async fn close_tables(&mut self) {
        for index in 0..self.tables.len() {
            let mut out = Outbox::default();
            let (table, files) = &mut self.tables[index];
            table.close(&mut out);
            files.remove();
            self.deliver(out);
        }
        // The last messages still have to be sent.
        tokio::time::sleep(CLOSING_TIME).await;
    }

    /// Advances the robots, clocks and timeouts of all tables.
    fn tick(&mut self) {
        let now = Instant::now();
        for index in 0..self.tables.len() {
            self.at_table(index, |table, out| table.tick(now, out));
        }
    }

    /// Handles a message of a guest.
    fn receive(&mut self, guest: GuestId, text: &str, now: Instant) {
        let Some(connection) = self.guests.get(&guest) else { return };
        let message = match serde_json::from_str::<GuestMessage>(text) {
            Ok(message) => message,
            Err(why) => return self.refuse(guest, format!("The message cannot be read: {why}")),
        };
        match (connection.table, message) {
            (Some(index), GuestMessage::Hosting { port }) => {
                let ip = reachable_address(connection.address);
                let address = port.map(|port| SocketAddr::new(ip, port));
                self.at_table(index, |table, out| table.move_to(guest, address, now, out));
            }
            (Some(index), message) => {
                self.at_table(index, |table, out| table.receive(guest, message, now, out));
            }
            (None, GuestMessage::Hello(hello)) => {
                let address = connection.address;
                let lang = if hello.lang.starts_with("zh") { Lang::Zh } else { Lang::En };
                let words = self.languages.of(lang);
                if !self.wrong_codes.may_try(address, now) {
                    let why = words.t("together-too-many-codes");
                    return self.refuse(guest, why);
                }
                let typed = hello.code.as_deref().and_then(|code| code.parse().ok());
                let code: Option<TableCode> = hello.table.clone().or(typed);
                let found = code.and_then(|code| {
                    self.tables.iter().position(|(table, _)| *table.code() == code)
                });
                let Some(index) = found else {
                    let why = words.t("together-unknown-code");
                    self.wrong_codes.count(address, now);
                    return self.refuse(guest, why);
                };
                let (has_token, only_watches) = (hello.token.is_some(), hello.watch);
                let mut is_admitted = false;
                self.at_table(index, |table, out| {
                    is_admitted = table.join(guest, hello, now, out);
                });
                if is_admitted {
                    if let Some(connection) = self.guests.get_mut(&guest) {
                        connection.table = Some(index);
                        connection.only_watches.store(only_watches, Ordering::Relaxed);
                    }
                } else if has_token {
                    self.wrong_codes.count(address, now);
                }
            }
            (None, _) => self.refuse(guest, "The first message has to be `hello`.".to_owned()),
        }
    }

    /// Sends the reason why a connection is closed, and closes it.
    fn refuse(&mut self, guest: GuestId, why: String) {
        let message = HostMessage::<(), ()>::Error { why };
        let text = serde_json::to_string(&message).unwrap_or_default();
        if let Some(connection) = self.guests.get(&guest) {
            let _ = connection.sender.try_send(text.into());
        }
        self.close(guest);
    }

    /// Closes a connection once its waiting messages are sent.
    fn close(&mut self, guest: GuestId) {
        self.guests.remove(&guest);
    }

    /// Calls `act` on a table. Then writes its files, and sends its messages.
    fn at_table(&mut self, index: usize, act: impl FnOnce(&mut dyn AnyTable, &mut Outbox)) {
        let mut out = Outbox::default();
        if let Some((table, _)) = self.tables.get_mut(index) {
            act(table.as_mut(), &mut out);
        }
        // Steps are written before they are sent, so that a crash loses no step that a guest has
        // seen.
        self.write_files(index);
        let mut too_slow = self.deliver(out);
        // The other guests are sent a message about each lost guest. That message may fill the
        // queues of further guests.
        while let Some(guest) = too_slow.pop() {
            let mut out = Outbox::default();
            if let Some((table, _)) = self.tables.get_mut(index)
                && self.guests.remove(&guest).is_some()
            {
                table.disconnect(guest, Instant::now(), &mut out);
                too_slow.extend(self.deliver(out));
            }
        }
    }

    /// Sends messages, and closes connections. Returns the guests who read too slowly.
    fn deliver(&mut self, out: Outbox) -> Vec<GuestId> {
        let mut too_slow = Vec::new();
        for (guest, text) in out.messages {
            if let Some(connection) = self.guests.get(&guest)
                && connection.sender.try_send(text).is_err()
            {
                too_slow.push(guest);
            }
        }
        out.closed.into_iter().for_each(|guest| self.close(guest));
        too_slow
    }

    /// Writes the changes of a table to its files.
    fn write_files(&mut self, index: usize) {
        if let Some((table, files)) = self.tables.get_mut(index) {
            files.write(table.take_changes());
        }
    }

    /// Returns a picture as SVG, from the cache if it is there. Tables with the same rules share
    /// their pictures.
    fn picture(&mut self, [table, kind, seat]: [String; 3], is_dark: bool) -> Option<Arc<str>> {
        let code: TableCode = table.parse().ok()?;
        let (table, _) = self.tables.iter().find(|(table, _)| *table.code() == code)?;
        let key = (table.rules_text(), kind, seat, is_dark);
        if let Some(picture) = self.pictures.get(&key) {
            return Some(Arc::clone(picture));
        }
        let picture: Arc<str> = table.picture(&key.1, &key.2, is_dark)?.into();
        if self.pictures.len() < MAX_PICTURES {
            self.pictures.insert(key, Arc::clone(&picture));
        }
        Some(picture)
    }
}

/// Returns the address under which other computers reach a guest. For a guest on this computer, it
/// is the address of this computer in the local network.
fn reachable_address(address: IpAddr) -> IpAddr {
    let own = || own_address().filter(|own| is_local(*own));
    if address.is_loopback() { own().unwrap_or(address) } else { address }
}
