//! Tests of hosts that cheat, with real guests over real connections. Each guest has to find out
//! what is wrong.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use qipan_core::contract::dice::Seed;
use qipan_core::contract::options::RuleSet;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::house::House;
use qipan_core::play::session::Session;
use qipan_core::record::{Record, SeedSpan};
use qipan_core::script::Scripted;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::tests::{helper_robots, new_table};
use super::*;
use crate::model::clock::{ClockGuard, cli_script_host};
use crate::together::cause::UnfairCause;
use crate::together::guest::{GuestOptions, GuestResult, join};
use crate::together::hub::TableFactory;
use crate::together::server::{Server, ServerOptions};
use crate::together::verify::Verdict;

/// A table whose host interferes with the game and with what guests are sent.
struct DishonestTable<G: PageBoard + ViewData> {
    table: Table<G>,
    /// Changes the game, each time after the table has handled something.
    interfere: fn(&mut Table<G>),
    /// Changes a message before it is sent.
    forge: fn(Value) -> Value,
}

impl<G: PageBoard + ViewData> DishonestTable<G> {
    fn cheat(&mut self, out: &mut Outbox) {
        (self.interfere)(&mut self.table);
        for (_, text) in &mut out.messages {
            let message = serde_json::from_str(text.as_str()).unwrap();
            *text = (self.forge)(message).to_string().into();
        }
    }
}

impl<G: PageBoard + ViewData> AnyTable for DishonestTable<G> {
    fn code(&self) -> &TableCode {
        self.table.code()
    }

    fn join(&mut self, guest: GuestId, hello: Hello, now: Instant, out: &mut Outbox) -> bool {
        let is_admitted = self.table.join(guest, hello, now, out);
        self.cheat(out);
        is_admitted
    }

    fn receive(&mut self, guest: GuestId, message: GuestMessage, now: Instant, out: &mut Outbox) {
        self.table.receive(guest, message, now, out);
        self.cheat(out);
    }

    fn disconnect(&mut self, guest: GuestId, now: Instant, out: &mut Outbox) {
        self.table.disconnect(guest, now, out);
        self.cheat(out);
    }

    fn remove_player(&mut self, seat: &str, now: Instant, out: &mut Outbox) {
        self.table.remove_player(seat, now, out);
        self.cheat(out);
    }

    fn hand_over(&mut self, seat: &str, now: Instant, out: &mut Outbox) {
        self.table.hand_over(seat, now, out);
    }

    fn move_to(
        &mut self,
        guest: GuestId,
        address: Option<SocketAddr>,
        now: Instant,
        out: &mut Outbox,
    ) {
        self.table.move_to(guest, address, now, out);
    }

    fn close(&mut self, out: &mut Outbox) {
        self.table.close(out);
    }

    fn tick(&mut self, now: Instant, out: &mut Outbox) {
        self.table.tick(now, out);
        self.cheat(out);
    }

    fn tick_delay(&self) -> Duration {
        self.table.tick_delay()
    }

    fn rules_text(&self) -> String {
        self.table.rules_text()
    }

    fn picture(&self, kind: &str, seat: &str, is_dark: bool) -> Option<String> {
        self.table.picture(kind, seat, is_dark)
    }

    fn can_be_resumed(&self) -> bool {
        false
    }

    fn rewrite_files(&mut self) {}

    fn take_changes(&mut self) -> TableChanges {
        self.table.take_changes()
    }
}

/// Changes the saved game in a `file` message, and updates the digest to match.
fn forge_file(message: &mut Value, change: impl Fn(String) -> String) {
    if message["type"] != "file" {
        return;
    }
    assert_eq!(message["parts"], 1, "the test forges short games");
    let text = change(message["text"].as_str().unwrap().to_owned());
    let start = text.find("\"digest\":").unwrap();
    let end = start + text[start..].find('\n').unwrap() + 1;
    let rest = format!("{}{}", &text[..start], &text[end..]);
    let line = format!("\"digest\":\"{}\",\n", hex::encode(Sha256::digest(&rest)));
    message["text"] = Value::from(format!("{}{line}{}", &text[..start], &text[end..]));
}

/// Lets robots play a game as guests at a dishonest table. Returns the verdict of each.
fn play<G: PageBoard + ViewData + Scripted>(
    make: fn() -> Table<G>,
    interfere: fn(&mut Table<G>),
    forge: fn(Value) -> Value,
) -> Vec<Verdict> {
    let folder = tempfile::tempdir().unwrap();
    let (code_out, code) = std::sync::mpsc::channel();
    let factory: TableFactory = Box::new(move |_, _| {
        let table = make();
        let seats = table.setup.seats().len();
        let _ = code_out.send((table.code().to_string(), seats));
        Box::new(DishonestTable { table, interfere, forge })
    });
    let options = ServerOptions {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        takes_any_port: false,
        behind_proxy: false,
        admits_internet: false,
        certificate: None,
        folder: folder.path().join("tables"),
        saves: None,
    };
    let server = Server::start(options, vec![factory]).unwrap();
    let (code, seats) = code.recv().unwrap();
    let address = server.address().to_string();
    let guest = |number: usize| -> GuestResult {
        let options = GuestOptions {
            address: address.clone(),
            code: code.clone(),
            name: format!("Robot {number}"),
            seat: None,
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let _ticking = ClockGuard::start();
        runtime.block_on(async {
            let joined = join(options).await.unwrap();
            let made =
                helper_robots::<G>().stand_in.make::<G>(&cli_script_host(), House::default());
            joined.play::<G>(made.unwrap().as_mut()).await.unwrap()
        })
    };
    std::thread::scope(|scope| {
        let guests: Vec<_> = (0..seats).map(|number| scope.spawn(move || guest(number))).collect();
        guests.into_iter().map(|guest| guest.join().unwrap().verdict).collect()
    })
}

/// Returns the game that is being played.
fn session<G: PageBoard + ViewData>(table: &Table<G>) -> Option<&Session<G>> {
    match &table.phase {
        Phase::Playing(referee) => Some(referee.session()),
        _ => None,
    }
}

#[test]
fn guests_of_an_honest_host_find_no_fault() {
    let verdicts =
        play::<Race>(|| new_table("flying", TableOptions::default()), |_| {}, |message| message);
    assert_eq!(verdicts, vec![Verdict::Fair; 4]);
}

#[test]
fn guests_find_the_die_that_a_host_loads() {
    /// The number of steps before the host loads the die.
    const HONEST_STEPS: usize = 20;
    let load_dice = |table: &mut Table<Race>| {
        let Some(session) = session(table) else { return };
        let record = session.record();
        if record.steps.len() < HONEST_STEPS || record.chance.len() > 1 {
            return;
        }
        // From here on, the dice follow from a seed that the host has chosen.
        let mut record = record.clone();
        record.chance.push(SeedSpan::new(record.steps.len(), Seed::from_number(9)));
        let wake: RepaintSignal = std::sync::Arc::new(|| {});
        let session = Session::new(record).unwrap();
        let referee = Referee::new(session, BTreeMap::new(), wake, Instant::now()).unwrap();
        table.phase = Phase::Playing(Box::new(referee));
    };
    let hide_second_seed = |mut message: Value| {
        forge_file(&mut message, |text| {
            let mut record = Record::<Race>::read(&text).unwrap().record;
            record.chance.truncate(1);
            record.write()
        });
        message
    };
    // With one plane each, the game is short.
    let make = || {
        let mut table = new_table::<Race>("flying", TableOptions::default());
        let planes = [("planes", 1), ("planes_to_win", 1)];
        let planes = planes.into_iter().map(|(key, value)| (key.to_owned(), Value::from(value)));
        table.setup.rules = table.setup.rules.with_all(&planes.collect()).unwrap();
        table
    };
    for verdict in play::<Race>(make, load_dice, hide_second_seed) {
        let Verdict::Unfair(UnfairCause::Roll(roll)) = verdict else { panic!("{verdict:?}") };
        // A loaded die may fall like the honest one a few times.
        assert!((10..40).contains(&roll), "roll {roll}");
    }
}

#[test]
fn guests_find_the_battle_that_a_host_misjudges() {
    // The host lets Landmines be lost, but announces that they stay.
    let make = || {
        let mut table = new_table::<Junqi>("dark", TableOptions::default());
        table.setup.rules = table.setup.rules.with("mine", &Value::from("bomb")).unwrap();
        table
    };
    let announce_other_rule = |mut message: Value| {
        if message["type"] == "welcome" {
            message["options_of_rules"]["mine"] = Value::from("spring");
        }
        forge_file(&mut message, |text| text.replacen(r#""mine":"bomb""#, r#""mine":"spring""#, 1));
        message
    };
    for verdict in play::<Junqi>(make, |_| {}, announce_other_rule) {
        let Verdict::Unfair(UnfairCause::File(why)) = verdict else { panic!("{verdict:?}") };
        assert!(why.starts_with("step "), "{why}");
    }
}
