//! Tests of tables without a network: secrets, and whole games under all kinds of faults.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::contract::view_data::ViewData;
use qipan_core::play::playout::random_element;
use qipan_core::play::redact::redact;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use qipan_core::registry::{GameKind, presets};
use qipan_core::with_game;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::*;
use crate::model::storage::Folders;
use crate::together::message::VERSION;
use crate::together::shares::{commit, commit_layout};
use crate::together::{LOCAL_CODE_LENGTH, TableSource};

mod absent_players;
mod concession;
mod questions;

/// Returns the shipped helper robots of a game.
pub(super) fn helper_robots<G: PageBoard>() -> HelperRobots {
    let nowhere = PathBuf::from("nowhere");
    let folders =
        Folders { saves: nowhere.clone(), scripts: nowhere.clone(), data: nowhere.clone() };
    HelperRobots::shipped::<G>(&folders).unwrap()
}

/// Returns a table at which guests take all seats.
pub(in crate::together) fn new_table<G: PageBoard + ViewData>(
    preset: &str,
    options: TableOptions,
) -> Table<G> {
    let rules = G::Rules::preset(preset).unwrap();
    let setup = TableSetup {
        code: TableCode::random(LOCAL_CODE_LENGTH),
        preset: preset.to_owned(),
        guest_seats: rules.seats(),
        rules,
        house_rules: Vec::new(),
        robots: BTreeMap::new(),
        helper_robots: helper_robots::<G>(),
        options,
    };
    Table::new(setup, Rc::new(Languages::default()), Arc::new(|| {}))
}

/// Returns a random game of at most `steps` steps that is not over: a last step that ends it is
/// left out. `number` is the number of the seed.
pub(in crate::together) fn random_session<G: PageBoard>(
    preset: &str,
    steps: usize,
    number: u64,
) -> Session<G> {
    let rules = G::Rules::preset(preset).unwrap();
    let seed = Seed::from_number(number);
    let players = rules.seats().iter().map(|seat| (seat, Player::human("Ann"))).collect();
    let deal = G::draw_deal(&rules, rules.seats(), &seed).unwrap();
    let mut session = Session::new(Record::<G>::new(preset, rules, players, deal, seed)).unwrap();
    let mut rng = SmallRng::seed_from_u64(number);
    for _ in 0..steps {
        let step = match session.state().turn() {
            Turn::Over => break,
            Turn::Chance { .. } => session.next_roll().unwrap(),
            Turn::Seat(seat) => {
                Step::Act { seat, action: random_element(&session.actions(), &mut rng) }
            }
        };
        session.play(step).unwrap();
    }
    let last = session.record().steps.len();
    if session.state().turn() == Turn::Over { session.at(last - 1) } else { session }
}

/// Returns everything that the guests on a seat, and watchers, are sent about a game. Each message
/// begins with the number of its connection: 0 to 2 have the seat, and 3 to 5 watch.
pub(in crate::together) fn all_messages<G: PageBoard + ViewData>(
    session: Session<G>,
    seat: Seat,
) -> Vec<String> {
    let preset = session.record().preset.clone();
    let mut table = new_table::<G>(&preset, TableOptions::default());
    for (id, (lang, is_plain, seat)) in (0..).zip([
        (Lang::En, false, Some(seat)),
        (Lang::Zh, false, Some(seat)),
        (Lang::En, true, Some(seat)),
        (Lang::En, false, None),
        (Lang::Zh, false, None),
        (Lang::En, true, None),
    ]) {
        let (name, talk_times) = (String::new(), Vec::new());
        let guest = Guest { lang, is_plain, name, seat, can_host: false, talk_times };
        table.guests.insert(id, guest);
    }
    let wake: RepaintSignal = Arc::new(|| {});
    let referee = Referee::new(session, BTreeMap::new(), wake, Instant::now()).unwrap();
    table.phase = Phase::Playing(Box::new(referee));
    let mut out = Outbox::default();
    table.send_steps(0, &mut out);
    for id in 0..6 {
        table.send_view(id, &mut out);
    }
    out.messages.into_iter().map(|(id, text)| format!("{id} {}", text.as_str())).collect()
}

/// Compares what a seat and watchers are sent in games that differ only in what the seat cannot
/// know. Returns the number of messages that were compared.
fn compare_messages<G: PageBoard + ViewData>(preset: &str, steps: usize) -> usize {
    let mut compared = 0;
    let rules = G::Rules::preset(preset).unwrap();
    if !rules.has_secrets() {
        return 0;
    }
    let session = random_session::<G>(preset, steps, 6);
    for seat in rules.seats().iter() {
        let copy = redact(&session, seat, &Seed::from_number(77)).unwrap();
        let mut copy = Session::new(copy).unwrap();
        assert_ne!(copy.record().deal, session.record().deal, "{preset}");
        // The commitment to the seed is public, and different in another game.
        copy = with_seed_of(copy, &session);
        let (sent, sent_in_copy) = (all_messages(session.clone(), seat), all_messages(copy, seat));
        for (message, other) in sent.iter().zip(&sent_in_copy) {
            assert_eq!(message, other, "{preset}, {seat:?}");
        }
        assert_eq!(sent.len(), sent_in_copy.len());
        compared += sent.len();
    }
    compared
}

/// Returns a session with the seed of another.
pub(in crate::together) fn with_seed_of<G: PageBoard>(
    copy: Session<G>,
    of: &Session<G>,
) -> Session<G> {
    let mut record = copy.record().clone();
    record.chance = of.record().chance.clone();
    Session::new(record).unwrap()
}

/// Compares games of all presets. Returns the number of messages that were compared.
fn compare_messages_of_all_presets(steps: usize) -> usize {
    let compare = |preset| {
        let kind = GameKind::of_preset(preset).unwrap();
        with_game!(kind, |G| compare_messages::<G>(preset, steps))
    };
    presets().map(compare).sum()
}

#[test]
fn guests_are_sent_nothing_that_their_seat_cannot_know() {
    let compared = compare_messages_of_all_presets(70);
    assert!(compared > 12_000, "{compared} messages were compared");
}

/// A longer version of the test above, to be run by hand.
#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_messages_hold_no_secret() {
    let compared = compare_messages_of_all_presets(900);
    assert!(compared > 100_000, "{compared} messages were compared");
}

/// A guest in a simulation. It keeps only what a real one would.
struct SimGuest {
    id: Option<GuestId>,
    seat: Option<String>,
    token: Option<String>,
    share: Hex<32>,
    layout: Option<String>,
    step: usize,
    view: Value,
    actions: Vec<Value>,
    is_paused: bool,
    end: Option<Value>,
    file: String,
}

use crate::together::Hex;

/// A table and its guests. At random moments a connection is lost, or the host is killed.
struct Simulation<G: PageBoard + ViewData> {
    table: Table<G>,
    guests: Vec<SimGuest>,
    rng: SmallRng,
    now: Instant,
    next_id: GuestId,
    journal: String,
    saved: String,
    disconnects: usize,
    kills: usize,
}

impl<G: PageBoard + ViewData> Simulation<G> {
    fn new(preset: &str, number: u64) -> Self {
        let mut table = new_table::<G>(preset, TableOptions::default());
        let seats = table.setup.guest_seats.len();
        let saved = table.take_changes().table.unwrap();
        let guest = || SimGuest {
            id: None,
            seat: None,
            token: None,
            share: Hex::draw(),
            layout: None,
            step: 0,
            view: Value::Null,
            actions: Vec::new(),
            is_paused: false,
            end: None,
            file: String::new(),
        };
        Self {
            table,
            guests: (0..seats).map(|_| guest()).collect(),
            rng: SmallRng::seed_from_u64(number),
            now: Instant::now(),
            next_id: 1,
            journal: String::new(),
            saved,
            disconnects: 0,
            kills: 0,
        }
    }

    /// Saves the changes of the table, delivers its messages, and disconnects the guests whose
    /// connections it closed.
    fn process_output(&mut self, out: Outbox) {
        let changes = self.table.take_changes();
        if let Some(table) = changes.table {
            self.saved = table;
        }
        if let Some(journal) = changes.journal {
            self.journal = journal;
        }
        self.journal.push_str(&changes.lines);
        for (id, text) in out.messages {
            let message: Value = serde_json::from_str(text.as_str()).unwrap();
            if let Some(index) = self.guests.iter().position(|guest| guest.id == Some(id)) {
                self.deliver(index, &message);
            }
        }
        for id in out.closed {
            for guest in &mut self.guests {
                guest.id = guest.id.filter(|open| *open != id);
            }
        }
    }

    fn deliver(&mut self, index: usize, message: &Value) {
        let guest = &mut self.guests[index];
        let mut answer = None;
        match message["type"].as_str().unwrap() {
            "welcome" => {
                guest.seat = message["seat"].as_str().map(str::to_owned);
                guest.token = message["token"].as_str().map(str::to_owned);
                guest.layout = message["layout"]["start"].as_str().map(str::to_owned);
                answer = Some(json!({ "type": "ready", "layout": guest.layout }));
            }
            "round" => {
                let salt = Hex([9; 16]);
                let layout = guest.layout.as_deref();
                answer = Some(match message["needs"].as_str() {
                    Some("commit") => json!({
                        "type": "commit", "round": message["round"],
                        "share": commit(&guest.share),
                        "layout": layout.map(|text| commit_layout(&salt, text)),
                    }),
                    _ => json!({
                        "type": "reveal", "round": message["round"], "share": guest.share,
                        "layout": layout, "salt": layout.map(|_| salt),
                    }),
                });
            }
            "view" => {
                guest.step = message["step"].as_u64().unwrap() as usize;
                guest.view = message["view"].clone();
                guest.actions = message["actions"].as_array().unwrap().clone();
            }
            "step" => {
                assert_eq!(message["step"], guest.step + 1, "no step is lost");
                guest.step += 1;
                guest.actions = message["actions"].as_array().unwrap().clone();
                let mut data: G::Data = serde_json::from_value(guest.view.clone()).unwrap();
                G::apply_changes(
                    &mut data,
                    serde_json::from_value(message["changes"].clone()).unwrap(),
                );
                guest.view = serde_json::to_value(data).unwrap();
            }
            "seats" => guest.is_paused = message["state"] == "paused",
            "end" => (guest.end, guest.file) = (Some(message.clone()), String::new()),
            "file" => guest.file.push_str(message["text"].as_str().unwrap()),
            _ => {}
        }
        if let Some(answer) = answer {
            self.send(index, answer);
        }
    }

    /// Sends a message of a guest, now and then twice.
    fn send(&mut self, index: usize, message: Value) {
        let Some(id) = self.guests[index].id else { return };
        let times = if self.rng.random_bool(0.1) { 2 } else { 1 };
        for _ in 0..times {
            let mut out = Outbox::default();
            let message = serde_json::from_value(message.clone()).unwrap();
            self.table.receive(id, message, self.now, &mut out);
            self.process_output(out);
        }
    }

    /// Connects a guest, with its token if it has one.
    fn connect(&mut self, index: usize) {
        let id = self.next_id;
        self.next_id += 1;
        let guest = &mut self.guests[index];
        guest.id = Some(id);
        let hello = json!({
            "v": 1, "name": "Ann", "plain": true, "table": self.table.setup.code,
            "token": guest.token,
        });
        let mut out = Outbox::default();
        let hello = serde_json::from_value(hello).unwrap();
        assert!(self.table.join(id, hello, self.now, &mut out), "{:?}", out.messages);
        self.process_output(out);
    }

    /// Ends the host as `kill -9` would, and starts another from its files.
    fn kill_host(&mut self) {
        self.kills += 1;
        self.guests.iter_mut().for_each(|guest| guest.id = None);
        let saved: SavedTable = serde_json::from_str(&self.saved).unwrap();
        let journal = saved.has_begun.then(|| self.journal.clone());
        let resumed = saved
            .resume::<G>(BTreeMap::new(), helper_robots::<G>(), journal, TableSource::OwnFiles)
            .unwrap();
        self.table = resumed.into_table(Rc::clone(&self.table.languages), Arc::new(|| {}));
    }

    /// Plays until the game is over, with faults at random moments.
    fn run(&mut self) {
        for _ in 0..100_000 {
            if self.guests.iter().all(|guest| guest.end.is_some()) {
                return;
            }
            self.now += Duration::from_millis(self.rng.random_range(1..2000));
            let index = self.rng.random_range(0..self.guests.len());
            match self.rng.random_range(0..100) {
                0 if self.table.referee().is_some() => self.kill_host(),
                1..=12 => {
                    if let Some(id) = self.guests[index].id.take() {
                        self.disconnects += 1;
                        let mut out = Outbox::default();
                        self.table.disconnect(id, self.now, &mut out);
                        self.process_output(out);
                    }
                }
                13 => {
                    let mut out = Outbox::default();
                    self.table.tick(self.now, &mut out);
                    self.process_output(out);
                }
                14 => {
                    // An action that arrives late, and one that is nonsense.
                    let late = self.guests[index].step.saturating_sub(1);
                    self.send(index, json!({ "type": "act", "step": late, "id": 0 }));
                    self.send(index, json!({ "type": "act", "step": 9_999_999, "id": 77 }));
                }
                _ => {}
            }
            if self.guests[index].id.is_none() {
                self.connect(index);
            }
            let (step, actions) =
                (self.guests[index].step, std::mem::take(&mut self.guests[index].actions));
            if !actions.is_empty() {
                let id = actions[self.rng.random_range(0..actions.len())]["id"].clone();
                self.guests[index].actions = actions;
                self.send(index, json!({ "type": "act", "step": step, "id": id }));
            }
        }
        panic!("the table is stuck: {:?}", self.table.state_at(self.now));
    }

    /// Checks that every guest saw the whole game, and that the saved game is that game.
    fn check(&self, preset: &str) {
        let file = &self.guests[0].file;
        assert!(Record::<G>::verify(file).is_ok(), "{preset}");
        let session = Session::new(Record::<G>::read(file).unwrap().record).unwrap();
        for guest in &self.guests {
            let seat = G::seat_by_name(guest.seat.as_deref().unwrap()).unwrap();
            assert_eq!(guest.step, session.record().steps.len(), "{preset}");
            let data: G::Data = serde_json::from_value(guest.view.clone()).unwrap();
            let view = session.state().view(Viewer::Seat(seat));
            assert_eq!(
                G::view_from_data(&self.table.setup.rules, &data).unwrap(),
                view,
                "{preset}"
            );
            assert_eq!(
                guest.end.as_ref().unwrap()["places"],
                self.guests[0].end.as_ref().unwrap()["places"]
            );
        }
    }
}

/// Plays a game of a preset under faults. Returns the numbers of disconnections and of kills of
/// the host.
fn simulate<G: PageBoard + ViewData>(preset: &str, number: u64) -> (usize, usize) {
    let mut simulation = Simulation::<G>::new(preset, number);
    simulation.run();
    simulation.check(preset);
    (simulation.disconnects, simulation.kills)
}

#[test]
fn faults_lose_no_step() {
    let (mut disconnects, mut kills) = (0, 0);
    for (preset, number) in ["aeroplane", "dark", "flip", "siguo_dark"].into_iter().zip(1..) {
        let kind = GameKind::of_preset(preset).unwrap();
        let counts = with_game!(kind, |G| simulate::<G>(preset, number));
        (disconnects, kills) = (disconnects + counts.0, kills + counts.1);
    }
    assert!(disconnects > 100 && kills > 8, "{disconnects} disconnections, {kills} kills");
}

/// A longer version of the test above, to be run by hand.
#[test]
#[ignore = "takes minutes"]
fn ten_thousand_faults_lose_no_step() {
    let (mut disconnects, mut kills, mut games) = (0, 0, 0);
    while disconnects < 10_000 || kills < 200 {
        for preset in presets() {
            let kind = GameKind::of_preset(preset).unwrap();
            let counts = with_game!(kind, |G| simulate::<G>(preset, 1000 + games));
            (disconnects, kills) = (disconnects + counts.0, kills + counts.1);
            games += 1;
        }
    }
    let _ = std::io::Write::write_all(
        &mut std::io::stderr(),
        format!("{games} games, {disconnects} disconnections, {kills} kills of the host\n")
            .as_bytes(),
    );
}

/// The seats that take part in a preset are those of its table.
#[test]
fn tables_have_the_seats_of_their_preset() {
    for preset in presets() {
        let kind = GameKind::of_preset(preset).unwrap();
        with_game!(kind, |G| {
            let table = new_table::<G>(preset, TableOptions::default());
            let seats: SeatSet = table.seats_in_order().into_iter().collect();
            assert_eq!(seats, <G as Game>::Rules::preset(preset).unwrap().seats(), "{preset}");
        });
    }
}

/// Returns messages that a hostile guest may send during a game.
fn hostile_messages(step: usize) -> Vec<Value> {
    let hex = "00".repeat(32);
    vec![
        json!({ "type": "act", "step": step, "id": 0 }),
        json!({ "type": "act", "step": step, "id": 1_000_000 }),
        json!({ "type": "ask", "step": step, "what": "resign" }),
        json!({ "type": "ask", "step": step, "what": "take_back" }),
        json!({ "type": "answer", "what": "draw", "agree": true }),
        json!({ "type": "answer", "what": "resign", "agree": true }),
        json!({ "type": "ready", "layout": "Z".repeat(25) }),
        json!({ "type": "unready" }),
        json!({ "type": "commit", "round": 1, "share": hex, "layout": hex }),
        json!({ "type": "reveal", "round": 1, "share": hex }),
        json!({ "type": "say", "phrase": "no_such_phrase", "text": "not allowed here" }),
        json!({ "type": "hello", "v": 1, "token": "00".repeat(16) }),
    ]
}

#[test]
fn hostile_guests_neither_move_for_others_nor_stop_a_table() {
    let mut simulation = Simulation::<qipan_core::games::junqi::Junqi>::new("dark", 1);
    (0..2).for_each(|index| simulation.connect(index));
    let now = simulation.now;
    let mut out = Outbox::default();
    let watcher = json!({ "v": 1, "watch": true, "name": "\u{202e}E\nve".repeat(40) });
    let watcher = serde_json::from_value(watcher).unwrap();
    assert!(simulation.table.join(900, watcher, now, &mut out));
    let name = &simulation.table.guests[&900].name;
    assert!(name.starts_with("Eve") && name.chars().count() == 30, "{name:?}");
    let steps = |table: &Table<_>| table.referee().map(|referee: &Referee<_>| referee.steps());
    assert_eq!(steps(&simulation.table), Some(0));
    for message in hostile_messages(0) {
        let message: GuestMessage = serde_json::from_value(message).unwrap();
        simulation.table.receive(900, message.clone(), now, &mut out);
        // The player whose turn it is not may resign and make offers, but not move.
        let waiting = simulation.guests.iter().find(|guest| guest.actions.is_empty()).unwrap();
        if matches!(message, GuestMessage::Act { .. }) {
            simulation.table.receive(waiting.id.unwrap(), message, now, &mut out);
        }
        assert_eq!(steps(&simulation.table), Some(0));
        assert_eq!(simulation.table.state_at(now), TableState::Playing);
    }
    for hello in [
        json!({ "v": 1, "name": "Eve" }),
        json!({ "v": 1, "name": "Eve", "seat": "south" }),
        json!({ "v": 1, "name": "Eve", "seat": "nowhere" }),
        json!({ "v": 1, "token": "00".repeat(16) }),
        json!({ "v": 2, "watch": true }),
    ] {
        let mut out = Outbox::default();
        let asked = serde_json::from_value(hello.clone()).unwrap();
        assert!(!simulation.table.join(901, asked, now, &mut out), "{hello}");
        assert_eq!(out.closed, [901], "{hello}");
    }
    // The game goes on to its end.
    simulation.run();
    simulation.check("dark");
}

#[test]
fn talk_is_limited_and_in_the_language_of_each_guest() {
    let mut table = new_table::<qipan_core::games::race::Race>("flying", TableOptions::default());
    let now = Instant::now();
    for (id, lang) in [(1, "en"), (2, "zh")] {
        let hello = json!({ "v": 1, "name": "Ann", "lang": lang });
        let mut out = Outbox::default();
        assert!(table.join(id, serde_json::from_value(hello).unwrap(), now, &mut out));
    }
    let mut out = Outbox::default();
    for _ in 0..20 {
        let say = json!({ "type": "say", "phrase": "hello" });
        table.receive(1, serde_json::from_value(say).unwrap(), now, &mut out);
    }
    let said = |id| {
        let to = out.messages.iter().filter(move |(to, _)| *to == id);
        to.filter(|(_, text)| text.as_str().contains("said")).map(|(_, text)| text.as_str())
    };
    assert_eq!((said(1).count(), said(2).count()), (5, 5));
    assert!(said(1).all(|text| text.contains("Hello!")));
    assert!(said(2).all(|text| text.contains("大家好")));
}

#[test]
fn seats_of_guests_who_leave_after_a_game_are_open_for_the_next() {
    let mut simulation = Simulation::<qipan_core::games::junqi::Junqi>::new("flip", 2);
    simulation.run();
    let id = simulation.guests[0].id.unwrap_or_else(|| {
        simulation.connect(0);
        simulation.guests[0].id.unwrap()
    });
    let mut out = Outbox::default();
    simulation.table.receive(id, GuestMessage::Leave, simulation.now, &mut out);
    assert!(simulation.table.is_game_over());
    let hello = serde_json::from_value(json!({ "v": 1, "name": "Bo" })).unwrap();
    let mut out = Outbox::default();
    assert!(simulation.table.join(5000, hello, simulation.now, &mut out));
    // The newcomer waits for the next game, and is not shown the end of the last one.
    let sent = out.messages.iter().filter(|(guest, _)| *guest == 5000);
    let kinds: Vec<Value> = sent
        .map(|(_, text)| serde_json::from_str::<Value>(text.as_str()).unwrap()["type"].clone())
        .collect();
    assert_eq!(kinds, ["welcome", "seats"]);
}

/// Returns the text in which a host hands over a table with a game.
fn handed_text<G: PageBoard + ViewData>(preset: &str) -> String {
    let mut table = new_table::<G>(preset, TableOptions::default());
    let session = random_session::<G>(preset, 60, 5);
    let wake: RepaintSignal = Arc::new(|| {});
    let (now, mut out) = (Instant::now(), Outbox::default());
    let hello = Hello { v: VERSION, plain: true, can_host: true, ..Hello::default() };
    assert!(table.join(1, hello, now, &mut out));
    let referee = Referee::new(session, BTreeMap::new(), wake, now).unwrap();
    table.phase = Phase::Playing(Box::new(referee));
    let seat = table.guests[&1].seat.unwrap();
    let mut out = Outbox::default();
    table.hand_over(G::seat_name(seat), now, &mut out);
    let parts = out.messages.iter().filter_map(|(_, text)| {
        let message: Value = serde_json::from_str(text.as_str()).unwrap();
        (message["type"] == "hand_over").then(|| message["text"].as_str().unwrap().to_owned())
    });
    let text: String = parts.collect();
    assert!(!text.is_empty());
    text
}

/// Opens a table that was handed over. Returns its number of steps.
fn open_handed<G: PageBoard + ViewData>(text: &str) -> Result<usize, String> {
    let handed: HandedTable = serde_json::from_str(text).map_err(|why| why.to_string())?;
    let HandedTable { table, journal } = handed;
    let source = TableSource::OtherHost;
    let resumed = table.resume::<G>(BTreeMap::new(), helper_robots::<G>(), journal, source)?;
    let mut table = resumed.into_table(Rc::new(Languages::default()), Arc::new(|| {}));
    table.tick(Instant::now() + Duration::from_secs(100), &mut Outbox::default());
    Ok(table.referee().map_or(0, Referee::steps))
}

#[test]
fn handed_over_tables_of_hostile_hosts_bring_no_script_and_no_panic() {
    use qipan_core::games::junqi::Junqi;
    use qipan_core::games::race::Race;

    assert_eq!(open_handed::<Race>(&handed_text::<Race>("flying")), Ok(60));
    let honest = handed_text::<Junqi>("dark");
    assert_eq!(open_handed::<Junqi>(&honest), Ok(60));
    // The game brings a house rule along.
    let rule = r#"\"house_rules\":[{\"name\":\"x\",\"hash\":\"00\",\"source\":\"print(1)\"}]"#;
    let scripted = honest.replacen(r#"\"house_rules\":[]"#, rule, 1);
    assert_ne!(scripted, honest);
    assert!(open_handed::<Junqi>(&scripted).is_err());
    // The game follows other rules than its table says.
    let other = honest.replacen(r#""mine":"spring""#, r#""mine":"bomb""#, 1);
    assert_eq!(
        open_handed::<Junqi>(&other).unwrap_err(),
        "the game has other rules than its table"
    );
    let mut rng = SmallRng::seed_from_u64(8);
    let bytes = honest.as_bytes();
    let mut refused = 0;
    for _ in 0..400 {
        let mut text = bytes.to_vec();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..text.len());
            let other = text[rng.random_range(0..text.len())];
            match rng.random_range(0..3) {
                0 => text[at] = other,
                1 => drop(text.remove(at)),
                _ => text.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&text);
        refused += usize::from(open_handed::<Junqi>(&text).is_err());
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn handover_that_is_not_answered_leaves_the_table_here() {
    use qipan_core::games::race::Race;

    let mut table = new_table::<Race>("flying", TableOptions::default());
    let (now, mut out) = (Instant::now(), Outbox::default());
    for id in 1..=2 {
        let hello = Hello { v: VERSION, plain: true, can_host: id == 1, ..Hello::default() };
        assert!(table.join(id, hello, now, &mut out));
    }
    let [first, second] = [1, 2].map(|id| Race::seat_name(table.guests[&id].seat.unwrap()));
    // A browser cannot be a host.
    let mut out = Outbox::default();
    table.hand_over(second, now, &mut out);
    assert!(out.messages.is_empty());
    table.hand_over(first, now, &mut out);
    assert!(out.messages.iter().all(|(id, _)| *id == 1));
    // No other guest can say where the table has moved to.
    let elsewhere = "192.168.1.9:24680".parse().ok();
    table.move_to(2, elsewhere, now, &mut Outbox::default());
    assert!(table.moved_to.is_none());
    let later = now + Duration::from_secs(61);
    let mut out = Outbox::default();
    table.tick(later, &mut out);
    assert_eq!(out.messages.iter().filter(|(_, text)| text.contains(r#""no""#)).count(), 2);
    table.move_to(1, elsewhere, later, &mut Outbox::default());
    assert!(table.moved_to.is_none(), "the answer comes too late");
    table.hand_over(first, later, &mut Outbox::default());
    let mut out = Outbox::default();
    table.move_to(1, elsewhere, later, &mut out);
    assert!(out.messages.iter().all(|(_, text)| text.contains("192.168.1.9:24680")));
    assert!(table.take_changes().host_has_changed && table.guests.is_empty());
    // A player who was away is sent there, too.
    let mut out = Outbox::default();
    let hello = Hello { v: VERSION, ..Hello::default() };
    assert!(!table.join(3, hello, later, &mut out));
    assert!(out.messages[0].1.contains("192.168.1.9:24680"));
}
