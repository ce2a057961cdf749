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

/// The maximum number of waiting messages that are handled before the clocks are checked again.
const MAX_MESSAGES: usize = 256;

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
        let mut ticked_at = Instant::now();
        loop {
            let wait = self.tick_delay().saturating_sub(ticked_at.elapsed());
            let received = tokio::time::timeout(wait, incoming.recv()).await;
            if let Ok(mut message) = received {
                // Waiting messages are handled before the clocks are checked again.
                let mut handled = 0;
                loop {
                    match message {
                        None | Some(Incoming::Stop) => return self.stop(),
                        Some(Incoming::Close) => return self.close_tables().await,
                        Some(message) => self.handle(message),
                    }
                    handled += 1;
                    if handled == MAX_MESSAGES {
                        break;
                    }
                    let Ok(next) = incoming.try_recv() else { break };
                    message = Some(next);
                }
            }
            // Busy tables must not stop the clocks of others.
            if ticked_at.elapsed() >= self.tick_delay() {
                ticked_at = Instant::now();
                self.tick();
            }
        }
    }

    /// Returns the time after which a table must be ticked.
    fn tick_delay(&self) -> Duration {
        let delays = self.tables.iter().map(|(table, _)| table.tick_delay());
        delays.min().unwrap_or(Duration::from_secs(60))
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
            Incoming::Lost(guest) => self.lose(guest, now),
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

    /// Removes the files of the tables that nobody would resume.
    fn stop(&mut self) {
        for (table, files) in &mut self.tables {
            if !table.can_be_resumed() {
                files.remove();
            }
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
            Err(why) => {
                return self.refuse(guest, format!("The message cannot be read: {why}"), now);
            }
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
                    return self.refuse(guest, why, now);
                }
                let typed = hello.code.as_deref().and_then(|code| code.parse().ok());
                let code: Option<TableCode> = hello.table.clone().or(typed);
                let found = code.and_then(|code| {
                    self.tables.iter().position(|(table, _)| *table.code() == code)
                });
                let Some(index) = found else {
                    let why = words.t("together-unknown-code");
                    self.wrong_codes.count(address, now);
                    return self.refuse(guest, why, now);
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
            (None, _) => {
                self.refuse(guest, "The first message has to be `hello`.".to_owned(), now);
            }
        }
    }

    /// Sends the reason why a connection is closed, and closes it. For the guest's table this is a
    /// lost connection.
    fn refuse(&mut self, guest: GuestId, why: String, now: Instant) {
        let message = HostMessage::<(), ()>::Error { why };
        let text = serde_json::to_string(&message).unwrap_or_default();
        if let Some(connection) = self.guests.get(&guest) {
            let _ = connection.sender.try_send(text.into());
        }
        self.lose(guest, now);
    }

    /// Removes a connection that is closed or lost, also from its table.
    fn lose(&mut self, guest: GuestId, now: Instant) {
        let connection = self.guests.remove(&guest);
        if let Some(index) = connection.and_then(|connection| connection.table) {
            self.at_table(index, |table, out| table.disconnect(guest, now, out));
        }
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
            // The files may lack what could not be written, or end in half a line.
            if files.has_failed() {
                table.rewrite_files();
            }
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use qipan_core::games::race::Race;

    use super::*;
    use crate::together::table::tests::new_table;
    use crate::together::table::{TableChanges, TableOptions};

    /// Creates a hub with one table, whose files are kept in a folder.
    fn hub(folder: &std::path::Path, make: TableFactory) -> Hub {
        let wake: RepaintSignal = Arc::new(|| {});
        Hub::new(vec![make], (folder.to_owned(), None), &wake)
    }

    /// Connects a guest, who says `hello`.
    fn join(hub: &mut Hub, guest: GuestId) -> mpsc::Receiver<Text> {
        let (sender, receiver) = mpsc::channel(OUT_QUEUE);
        let address = IpAddr::from([127, 0, 0, 1]);
        let only_watches = Arc::new(AtomicBool::new(false));
        hub.handle(Incoming::Connect { guest, address, sender, only_watches });
        let code = hub.tables[0].0.code().as_str().to_owned();
        let hello = format!(r#"{{"type":"hello","v":1,"code":"{code}","plain":true}}"#);
        hub.handle(Incoming::Message(guest, hello));
        receiver
    }

    #[test]
    fn guest_whose_message_cannot_be_read_leaves_the_table() {
        let folder = tempfile::tempdir().unwrap();
        let make: TableFactory =
            Box::new(|_, _| Box::new(new_table::<Race>("flying", TableOptions::default())));
        let mut hub = hub(folder.path(), make);
        let (mut ann, mut bob) = (join(&mut hub, 1), join(&mut hub, 2));
        while ann.try_recv().is_ok() {}
        hub.handle(Incoming::Message(2, "garbage".to_owned()));
        let told = ann.try_recv().unwrap();
        assert!(told.contains(r#""type":"left""#), "{told}");
        let mut last = String::new();
        while let Ok(text) = bob.try_recv() {
            last = text.to_string();
        }
        assert!(last.contains("cannot be read"), "{last}");
        assert!(!hub.guests.contains_key(&2));
    }

    /// A table that only counts how often it is ticked.
    struct Clock {
        code: TableCode,
        ticks: Rc<Cell<usize>>,
    }

    impl AnyTable for Clock {
        fn code(&self) -> &TableCode {
            &self.code
        }
        fn join(
            &mut self,
            _: GuestId,
            _: super::super::message::Hello,
            _: Instant,
            _: &mut Outbox,
        ) -> bool {
            false
        }
        fn receive(&mut self, _: GuestId, _: GuestMessage, _: Instant, _: &mut Outbox) {}
        fn disconnect(&mut self, _: GuestId, _: Instant, _: &mut Outbox) {}
        fn remove_player(&mut self, _: &str, _: Instant, _: &mut Outbox) {}
        fn hand_over(&mut self, _: &str, _: Instant, _: &mut Outbox) {}
        fn move_to(&mut self, _: GuestId, _: Option<SocketAddr>, _: Instant, _: &mut Outbox) {}
        fn close(&mut self, _: &mut Outbox) {}
        fn tick(&mut self, _: Instant, _: &mut Outbox) {
            self.ticks.set(self.ticks.get() + 1);
        }
        fn tick_delay(&self) -> Duration {
            Duration::from_millis(5)
        }
        fn can_be_resumed(&self) -> bool {
            true
        }
        fn rules_text(&self) -> String {
            String::new()
        }
        fn picture(&self, _: &str, _: &str, _: bool) -> Option<String> {
            None
        }
        fn rewrite_files(&mut self) {}
        fn take_changes(&mut self) -> TableChanges {
            TableChanges::default()
        }
    }

    #[test]
    fn clocks_run_while_messages_arrive() {
        let folder = tempfile::tempdir().unwrap();
        let ticks = Rc::new(Cell::new(0));
        let code = TableCode::random(crate::together::LOCAL_CODE_LENGTH);
        let files = TableFiles::new(folder.path(), None, &code);
        let clock: Box<dyn AnyTable> = Box::new(Clock { code, ticks: Rc::clone(&ticks) });
        let hub = Hub {
            tables: vec![(clock, files)],
            guests: HashMap::new(),
            wrong_codes: WrongCodes::default(),
            pictures: HashMap::new(),
            languages: Rc::default(),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (sender, receiver) = mpsc::channel(8);
        // Until the table has been ticked ten times, a message always waits.
        let flood = async {
            for _ in 0..1_000_000 {
                if ticks.get() == 10 {
                    break;
                }
                sender.send(Incoming::Message(9, String::new())).await.unwrap();
            }
            sender.send(Incoming::Stop).await.unwrap();
        };
        runtime.block_on(async { tokio::join!(hub.run(receiver), flood) });
        assert!(ticks.get() >= 10);
    }
}
