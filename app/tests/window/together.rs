//! Games with people on other devices: one window opens a table, and another joins it.

use std::process::{Child, Command as ProcessCommand, Stdio};
use std::time::{Duration, Instant};

use qipan::app::Screen;
use qipan::command::Command;
use qipan::games::GameUi;
use qipan::model::i18n::Lang;
use qipan::play::table::HintState;
use qipan_core::contract::game::{Game as _, Step, Viewer};
use qipan_core::contract::setup::Setup as _;
use qipan_core::games::junqi::Junqi;
use qipan_core::play::session::Session;
use qipan_core::record::Record;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::support::{Desk, Place};

mod companions;
mod questions;

/// The longest time that a test waits for the other window.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Chooses who plays a game of this preset on another device.
pub fn plan_table(place: &Place, preset: &str) -> Desk {
    let mut host = place.open();
    let ctx = host.h.ctx.clone();
    host.h.state_mut().apply(Command::NewGame(preset.to_owned()), &ctx);
    host.frames(3);
    host.click_id("new-invite");
    host.on(Screen::Together);
    host
}

/// Opens a table for a game of this preset.
pub fn open_table_at(place: &Place, preset: &str) -> Desk {
    let mut host = plan_table(place, preset);
    host.click_id("together-open-now");
    host.until("the table", |desk| desk.sees(&desk.t("together-ready")));
    host
}

/// Opens a table for a game of this preset, in the window of a new place.
fn open_table(preset: &str, lang: Lang) -> Desk {
    open_table_at(&Place::quick(lang), preset)
}

/// Returns the code of the host's table.
fn code_of(host: &Desk) -> String {
    let texts = host.node_texts();
    let link = texts.lines().find(|line| line.contains("/#")).expect("a link");
    link.split("/#").nth(1).unwrap().trim().to_owned()
}

/// Returns the address and port of the host's table.
fn address_of(host: &Desk) -> String {
    let texts = host.node_texts();
    let link = texts.lines().find(|line| line.contains("/#")).expect("a link");
    let link = &link[link.find("http://").unwrap() + 7..];
    let (_, port) = link.split("/#").next().unwrap().rsplit_once(':').unwrap();
    format!("127.0.0.1:{port}")
}

/// Joins the host's table from the window of a new place.
fn join_table(host: &Desk, lang: Lang) -> Desk {
    let mut guest = Place::quick(lang).open();
    guest.click_id("together-title");
    guest.on(Screen::Together);
    guest.click_id("together-address");
    guest.write(&address_of(host));
    guest.click_id("together-code");
    guest.write(&code_of(host));
    guest.click_id("together-join-now");
    guest.until("the table", |desk| desk.sees(&desk.t("together-ready")));
    guest
}

/// Draws frames in both windows until a condition holds.
#[track_caller]
fn both_until(desks: &mut [Desk; 2], what: &str, condition: impl Fn(&[Desk; 2]) -> bool) {
    let start = Instant::now();
    while !condition(desks) {
        assert!(
            start.elapsed() < TIMEOUT,
            "waited in vain for {what}\n{}\n---\n{}",
            desks[0].node_texts(),
            desks[1].node_texts()
        );
        desks.iter_mut().for_each(|desk| desk.frames(1));
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Both players are ready, and the game begins.
fn begin(desks: &mut [Desk; 2]) {
    for desk in desks.iter_mut() {
        desk.click_id("together-ready");
    }
    both_until(desks, "the game", |desks| {
        desks.iter().all(|desk| desk.app().screen() == Screen::Play)
    });
}

/// Returns true if the game on the table is over.
fn is_over(desk: &Desk) -> bool {
    desk.app().table.as_ref().is_some_and(|table| table.facts().is_over)
}

/// Plays a decision of the person at this window, if there is one: the roll, or one of the moves.
fn decide<G: GameUi>(desk: &mut Desk, turn: usize) -> bool {
    let app = desk.h.state_mut();
    let failure = app.screens.together.failure().map(str::to_owned);
    let Some(table) = app.table.as_mut() else { panic!("the game is gone: {failure:?}") };
    let table = table.table_mut::<G>();
    if table.human_to_act().is_none() {
        return false;
    }
    let actions = table.human_actions();
    match actions.get(turn * 7 % actions.len().max(1)) {
        Some(action) => table.choose(*action),
        None => table.roll(),
    }
}

/// Lets both players of a game of Junqi play some turns.
fn play_turns(desks: &mut [Desk; 2], turns: std::ops::Range<usize>) {
    for turn in turns {
        for desk in desks.iter_mut() {
            if !is_over(desk) {
                decide::<Junqi>(desk, turn);
            }
            desk.frames(2);
        }
    }
}

/// Plays a game of Junqi to its end.
fn finish_junqi(desks: &mut [Desk; 2]) {
    let (start, mut turn) = (Instant::now(), 30);
    while !desks.iter().all(is_over) {
        assert!(start.elapsed() < TIMEOUT * 3, "{}", desks[0].node_texts());
        play_turns(desks, turn..turn + 1);
        turn += 1;
    }
}

/// Returns the number of steps of the game of Junqi at its host.
fn host_steps(desk: &Desk) -> usize {
    desk.app().table.as_ref().map_or(0, |table| table.table::<Junqi>().host_steps())
}

/// Plays until both windows have seen `step` steps, or the game is over.
fn play_to(desks: &mut [Desk; 2], step: usize) {
    let start = Instant::now();
    let mut turn = 0;
    while !desks.iter().all(|desk| is_over(desk) || host_steps(desk) >= step) {
        assert!(start.elapsed() < TIMEOUT * 4, "{}", desks[0].node_texts());
        for desk in desks.iter_mut() {
            if !is_over(desk) {
                decide::<Junqi>(desk, turn);
            }
            turn += 1;
            desk.frames(1);
        }
    }
}

/// Plays a game between two windows to its end. Returns the windows.
fn play_to_the_end(preset: &str) -> [Desk; 2] {
    let kind = GameKind::of_preset(preset).unwrap();
    let host = open_table(preset, Lang::En);
    let guest = join_table(&host, Lang::Zh);
    let mut desks = [host, guest];
    begin(&mut desks);
    let start = Instant::now();
    let mut turn = 0;
    while !desks.iter().all(is_over) {
        assert!(start.elapsed() < TIMEOUT * 3, "{}", desks[0].node_texts());
        for desk in &mut desks {
            if !is_over(desk) && with_game!(kind, |G| decide::<G>(desk, turn)) {
                turn += 1;
            }
            desk.frames(1);
        }
    }
    both_until(&mut desks, "the check", |desks| {
        desks.iter().all(|desk| desk.sees_part(&desk.t("together-fair")))
    });
    desks
}

#[test]
fn two_windows_play_a_race_with_robots() {
    let desks = play_to_the_end("aeroplane");
    both_keep_the_game(desks);
}

#[test]
fn two_windows_play_junqi_in_the_dark() {
    let desks = play_to_the_end("dark");
    both_keep_the_game(desks);
}

/// Checks that both windows have the same finished game, saved without being asked.
fn both_keep_the_game(mut desks: [Desk; 2]) {
    both_until(&mut desks, "the saved games", |desks| {
        desks.iter().all(|desk| desk.place.path("saves").is_dir() && desk.place.saves().len() == 1)
    });
    let texts =
        desks.each_ref().map(|desk| std::fs::read_to_string(&desk.place.saves()[0]).unwrap());
    assert!(texts[0].contains("checked: dice, layouts and moves"), "{}", texts[0]);
    assert_eq!(texts[0], texts[1]);
    for desk in &desks {
        assert!(!desk.app().table.as_ref().unwrap().facts().is_mirror);
    }
}

#[test]
fn window_of_a_guest_shows_only_the_view_of_its_seat() {
    let host = open_table("dark", Lang::En);
    let guest = join_table(&host, Lang::En);
    let mut desks = [host, guest];
    begin(&mut desks);
    for turn in 0..40 {
        for desk in &mut desks {
            decide::<Junqi>(desk, turn);
            desk.frames(2);
        }
    }
    for desk in &desks {
        let table = desk.app().table.as_ref().unwrap().table::<Junqi>();
        let Viewer::Seat(own) = table.viewer() else { panic!("{:?}", table.viewer()) };
        let hidden =
            table.view().tiles().filter(|tile| table.view().visible_tile(*tile).owner != Some(own));
        assert!(hidden.count() > 20);
        for tile in table.view().tiles() {
            let seen = table.view().visible_tile(tile);
            assert!(
                seen.owner == Some(own) || seen.piece.is_none() || seen.is_revealed,
                "{seen:?}"
            );
        }
        // The states of the session agree with the view, and with nothing else.
        assert_eq!(&table.state().view(table.viewer()), table.view());
        assert!(table.steps() > 10);
        let acts = |step: &Step<Junqi>| matches!(step, Step::Act { .. });
        assert!(table.session.record().steps.iter().all(acts));
    }
    // Before the end, the game is saved as the seat saw it.
    for desk in &mut desks {
        desk.ctrl(egui::Key::S);
        desk.frames(2);
        let text = std::fs::read_to_string(&desk.place.saves()[0]).unwrap();
        let table = desk.app().table.as_ref().unwrap().table::<Junqi>();
        let Viewer::Seat(own) = table.viewer() else { panic!("{:?}", table.viewer()) };
        let copy = Session::<Junqi>::new(Record::read(&text).unwrap().record).unwrap();
        assert_eq!(copy.state().redacted_for(), Some(own));
        // A move of the other window can arrive after the game is saved.
        let (saved, played) = (&copy.record().steps, &table.session.record().steps);
        assert!(saved.len() > 10);
        assert_eq!(*saved, played[..saved.len()]);
        let state = &table.session.states()[saved.len()];
        assert_eq!(copy.state().view_during_play(Viewer::Seat(own)), state.view(Viewer::Seat(own)));
    }
}

#[test]
fn guest_gets_hints_if_the_host_allows_them() {
    let place = Place::quick(Lang::En);
    let mut host = plan_table(&place, "dark");
    host.click_id("together-hints");
    host.click_id("together-open-now");
    host.until("the table", |desk| desk.sees(&desk.t("together-ready")));
    let guest = join_table(&host, Lang::En);
    let mut desks = [host, guest];
    begin(&mut desks);
    let mut asked = 0;
    let start = Instant::now();
    while asked < 2 {
        assert!(start.elapsed() < TIMEOUT, "{}", desks[0].node_texts());
        for index in [0, 1] {
            let table = desks[index].app().table.as_ref().unwrap().table::<Junqi>();
            if table.human_to_act().is_some() {
                desks[index].key(egui::Key::H);
                both_until(&mut desks, "the hint", |desks| {
                    let table = desks[index].app().table.as_ref().unwrap().table::<Junqi>();
                    matches!(table.hint(), Some(HintState::Ready(_)))
                });
                both_until(&mut desks, "the notice", |desks| {
                    desks[1 - index].sees_part("asked for a hint")
                });
                asked += 1;
                decide::<Junqi>(&mut desks[index], asked);
            }
            desks.iter_mut().for_each(|desk| desk.frames(2));
        }
    }
    // The host's record counts them.
    finish_junqi(&mut desks);
    both_until(&mut desks, "the check", |desks| {
        desks.iter().all(|desk| desk.sees_part(&desk.t("together-fair")))
    });
    for desk in &desks {
        let table = desk.app().table.as_ref().unwrap().table::<Junqi>();
        assert_eq!(table.session.record().hints as usize, asked);
    }
}

#[test]
fn host_decides_what_else_is_done_with_a_game() {
    let host = open_table("aeroplane", Lang::En);
    let guest = join_table(&host, Lang::En);
    let mut desks = [host, guest];
    begin(&mut desks);
    let [host, guest] = &mut desks;
    // Neither saving nor the replay is possible before the end.
    guest.ctrl(egui::Key::S);
    guest.assert_sees_id("together-host-only");
    assert!(!guest.place.path("saves").is_dir() || guest.place.saves().is_empty());
    // Talk reaches the other window.
    host.click_id("together-say");
    host.click_id("together-say-good_luck");
    let said = guest.t("together-say-good_luck");
    both_until(&mut desks, "the words", |desks| desks[1].sees_part(&said));
    // The guest does not want to read more of it.
    desks[1].click_id("together-table");
    desks[1].click_id("together-mute");
    assert!(!desks[1].sees_part(&said));
    desks[0].click_id("together-say");
    desks[0].click_id("together-say-hello");
    both_until(&mut desks, "the own words", |desks| {
        desks[0].sees_part(&desks[0].t("together-say-hello"))
    });
    desks[1].frames(5);
    assert!(!desks[1].sees_part(&desks[1].t("together-say-hello")));
    // The host closes the table.
    let [host, guest] = &mut desks;
    host.click_id("together-table");
    host.click_id("together-close");
    host.click_id("action-yes");
    guest.until("the end", |desk| desk.sees_part(&desk.t("together-closed")));
    host.on(Screen::Together);
    for desk in &desks {
        assert!(desk.app().table.is_none() && !desk.place.path("seat.json").exists());
    }
    let tables = desks[0].place.path("tables");
    assert_eq!(std::fs::read_dir(tables).unwrap().count(), 0);
}

#[test]
fn host_chooses_free_text_and_what_happens_without_a_player() {
    let place = Place::quick(Lang::En);
    let mut host = plan_table(&place, "aeroplane");
    host.click_id("together-free-text");
    let label = host.t("together-lost");
    host.click_at(host.centre_of_last(&label));
    // There is no clock that could run.
    assert!(!host.sees(&host.t("together-lost-clock")));
    host.click_id("together-lost-robot");
    host.click_id("together-open-now");
    host.until("the table", |desk| desk.sees(&desk.t("together-ready")));
    let guest = join_table(&host, Lang::En);
    let mut desks = [host, guest];
    begin(&mut desks);
    desks[1].click_id("together-say");
    desks[1].click_id("together-write");
    desks[1].write("Nice board!");
    desks[1].key(egui::Key::Enter);
    both_until(&mut desks, "the words", |desks| desks[0].sees_part("Nice board!"));
    let file = std::fs::read_dir(place.path("tables")).unwrap();
    let tables = file.filter_map(|file| std::fs::read_to_string(file.ok()?.path()).ok());
    let texts: Vec<String> = tables.collect();
    assert!(texts.iter().any(|text| text.contains(r#""lost": "robot""#)), "{texts:?}");
}

#[test]
fn table_is_handed_over_to_a_guest_who_becomes_its_host() {
    let host = open_table("dark", Lang::En);
    let guest = join_table(&host, Lang::Zh);
    let mut desks = [host, guest];
    begin(&mut desks);
    play_to(&mut desks, 20);
    desks[0].click_id("together-table");
    desks[0].click_id("together-hand-over");
    desks[0].click_id("action-yes");
    both_until(&mut desks, "the question", |desks| {
        desks[1].sees_part(&desks[1].t("together-take-over"))
    });
    let before = host_steps(&desks[1]);
    desks[1].click_id("action-yes");
    both_until(&mut desks, "the move", |desks| {
        desks[0].sees_part(&desks[0].t("together-has-moved"))
            && desks[1].sees_part(&desks[1].t("together-now-host"))
    });
    // The table is kept by the new host alone.
    let tables = |desk: &Desk| {
        let files = std::fs::read_dir(desk.place.path("tables")).into_iter().flatten().flatten();
        files.filter(|file| file.path().extension().is_none_or(|end| end != "lock")).count()
    };
    both_until(&mut desks, "the files", |desks| tables(&desks[0]) == 0 && tables(&desks[1]) == 2);
    both_until(&mut desks, "the connection", |desks| {
        desks.iter().all(|desk| !desk.sees_part(&desk.t("together-reconnecting")))
            && host_steps(&desks[0]) == host_steps(&desks[1])
            && host_steps(&desks[0]) >= before
    });
    // The warning of a lost connection has gone, so the button stays where it is.
    desks[0].frames(3);
    desks[0].click_id("together-to-game");
    desks[0].on(Screen::Play);
    let after = host_steps(&desks[0]);
    assert!(after >= before, "{after} steps after the move, {before} before");
    play_to(&mut desks, before + 5);
    assert!(host_steps(&desks[0]) > before);
    // The new host's window is closed, and opens the table again.
    let [old, new] = desks;
    desks = [old, new.crash()];
    desks[1].click_id("together-title");
    desks[1].click_id("together-back-now");
    both_until(&mut desks, "the game", |desks| {
        desks.iter().all(|desk| {
            desk.app().screen() == Screen::Play && !desk.sees_part(&desk.t("together-reconnecting"))
        }) && host_steps(&desks[0]) == host_steps(&desks[1])
    });
    finish_junqi(&mut desks);
    both_until(&mut desks, "the check", |desks| {
        desks.iter().all(|desk| desk.sees_part(&desk.t("together-fair")))
    });
    both_keep_the_game(desks);
}

#[test]
fn wrong_codes_and_addresses_are_reported() {
    let host = open_table("flying", Lang::En);
    let mut guest = Place::quick(Lang::En).open();
    guest.click_id("together-title");
    guest.click_id("together-address");
    guest.write(&address_of(&host));
    guest.click_id("together-code");
    guest.write("000000");
    guest.click_id("together-join-now");
    guest.until("the refusal", |desk| desk.sees_part(&desk.t("together-unknown-code")));
    guest.click_id("together-address");
    guest.ctrl(egui::Key::A);
    guest.write("127.0.0.1:1");
    guest.click_id("together-join-now");
    guest.until("the error", |desk| desk.sees_part("The host cannot be reached: 127.0.0.1:1"));
    // A pasted link fills both fields.
    guest.click_id("together-address");
    guest.ctrl(egui::Key::A);
    guest.write(&format!("http://{}/#{}", address_of(&host), code_of(&host)));
    guest.frames(2);
    guest.click_id("together-join-now");
    guest.until("the table", |desk| desk.sees(&desk.t("together-ready")));
}

#[test]
fn closed_windows_come_back_and_the_game_is_still_checked() {
    let host = open_table("dark", Lang::En);
    let guest = join_table(&host, Lang::En);
    let mut desks = [host, guest];
    begin(&mut desks);
    play_turns(&mut desks, 0..20);
    // The guest's window is closed and opened again, then that of the host.
    for index in [1, 0] {
        let before = host_steps(&desks[0]).max(host_steps(&desks[1]));
        assert!(before > 10);
        let [host, guest] = desks;
        desks = match index {
            0 => [host.crash(), guest],
            _ => [host, guest.crash()],
        };
        let desk = &mut desks[index];
        desk.click_id("together-title");
        desk.click_id("together-back-now");
        both_until(&mut desks, "the game", |desks| {
            desks.iter().all(|desk| {
                let screen = desk.app().screen();
                screen == Screen::Play && !desk.sees_part(&desk.t("together-reconnecting"))
            }) && host_steps(&desks[0]) == host_steps(&desks[1])
        });
        assert!(host_steps(&desks[0]) >= before, "no step is lost");
        play_turns(&mut desks, 20..30);
        assert!(host_steps(&desks[0]) > before);
    }
    finish_junqi(&mut desks);
    both_until(&mut desks, "the check", |desks| {
        desks.iter().all(|desk| desk.sees_part(&desk.t("together-fair")))
    });
}

#[test]
fn host_removes_a_player_who_can_join_again() {
    let host = open_table("flying", Lang::En);
    let guest = join_table(&host, Lang::En);
    let mut desks = [host, guest];
    both_until(&mut desks, "the guest", |desks| {
        desks[0].has_control(&desks[0].t("together-remove"))
    });
    desks[0].click_id("together-remove");
    desks[0].click_id("action-yes");
    both_until(&mut desks, "the end", |desks| desks[1].sees_part(&desks[1].t("together-removed")));
    both_until(&mut desks, "the free place", |desks| {
        desks[0].sees(&desks[0].t("together-open-seat"))
    });
    let [host, guest] = &mut desks;
    let (address, code) = (address_of(host), code_of(host));
    guest.click_id("together-address");
    guest.ctrl(egui::Key::A);
    guest.write(&format!("http://{address}/#{code}"));
    guest.frames(2);
    guest.click_id("together-join-now");
    guest.until("the table", |desk| desk.sees(&desk.t("together-ready")));
}

#[test]
fn watchers_see_what_everybody_may_see() {
    let host = open_table("dark", Lang::En);
    let guest = join_table(&host, Lang::En);
    let link = format!("http://{}/#{}", address_of(&host), code_of(&host));
    let mut desks = [host, guest];
    begin(&mut desks);
    let mut watcher = Place::quick(Lang::En).open();
    watcher.click_id("together-title");
    watcher.click_id("together-address");
    watcher.write(&link);
    watcher.frames(2);
    watcher.click_id("together-watch");
    watcher.click_id("together-join-now");
    watcher.until("the game", |desk| desk.app().screen() == Screen::Play);
    for turn in 0..20 {
        for desk in &mut desks {
            decide::<Junqi>(desk, turn);
            desk.frames(2);
        }
    }
    let steps = |desk: &Desk| desk.app().table.as_ref().unwrap().table::<Junqi>().host_steps();
    let expected = steps(&desks[0]);
    watcher.until("the moves", |desk| steps(desk) >= expected);
    let table = watcher.app().table.as_ref().unwrap().table::<Junqi>();
    assert_eq!((table.viewer(), table.human_to_act()), (Viewer::Public, None));
    let hidden = table.view().tiles().map(|tile| table.view().visible_tile(tile));
    assert!(hidden.into_iter().all(|seen| seen.piece.is_none() || seen.is_revealed));
    // Neither resigning nor a hint is for watchers.
    assert_eq!((table.seat_to_resign(), table.seat_that_may_get_hint()), (None, None));
}

/// A host in a process of its own. It is killed when it is dropped.
struct HostProcess {
    child: Child,
    port: u16,
    code: String,
}

impl Drop for HostProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl HostProcess {
    /// Starts a host and waits until it listens.
    fn start(place: &Place, words: &[&str]) -> Self {
        let out = place.path("host.txt");
        let file = std::fs::File::create(&out).unwrap();
        let mut command = ProcessCommand::new(env!("CARGO_BIN_EXE_qipan"));
        command.args(["host", "--json", "--data-dir", place.path("").to_str().unwrap()]);
        command.args(words).stdout(file).stderr(Stdio::null());
        let mut host = Self { child: command.spawn().unwrap(), port: 0, code: String::new() };
        let start = Instant::now();
        while host.port == 0 {
            assert!(start.elapsed() < TIMEOUT, "the host does not start");
            std::thread::sleep(Duration::from_millis(20));
            let text = std::fs::read_to_string(&out).unwrap_or_default();
            if let Ok(report) = serde_json::from_str::<serde_json::Value>(&text) {
                let address = report["hosts"][0].as_str().unwrap();
                host.port = address.rsplit(':').next().unwrap().parse().unwrap();
                host.code = report["codes"][0].as_str().unwrap().to_owned();
            }
        }
        host
    }
}

/// Starts the third guest: a browser if `QIPAN_CHROMIUM` names one, otherwise a robot.
fn start_third_guest(place: &Place, port: u16, code: &str) -> Child {
    let mut command = match std::env::var_os("QIPAN_CHROMIUM") {
        Some(chromium) => {
            let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../.ci/page/guest.mjs");
            let mut command = ProcessCommand::new("node");
            command.args(["--experimental-websocket", script]).arg(chromium);
            command.args([&port.to_string(), code]);
            command
        }
        None => {
            let mut command = ProcessCommand::new(env!("CARGO_BIN_EXE_qipan"));
            let address = format!("127.0.0.1:{port}");
            command.args(["join", &address, "--code", code, "--robot", "random"]);
            command.args(["--data-dir", place.path("").to_str().unwrap()]);
            command
        }
    };
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn four_armies_survive_a_killed_window_and_a_killed_host() {
    let place = Place::quick(Lang::En);
    let robot = ["siguo_dark", "--port", "0", "--seat", "east=random", "--wait", "600"];
    let host = HostProcess::start(&place, &robot);
    let (port, code) = (host.port, host.code.clone());
    let third = start_third_guest(&place, port, &code);
    let link = format!("http://127.0.0.1:{port}/#{code}");
    let mut desks = [Lang::En, Lang::Zh].map(|lang| {
        let mut desk = Place::quick(lang).open();
        desk.click_id("together-title");
        desk.click_id("together-address");
        desk.write(&link);
        desk.frames(2);
        desk.click_id("together-join-now");
        desk.until("the table", |desk| desk.sees(&desk.t("together-ready")));
        desk
    });
    begin(&mut desks);
    let are_back = |desks: &[Desk; 2]| {
        let reconnecting = |desk: &Desk| desk.sees_part(&desk.t("together-reconnecting"));
        host_steps(&desks[0]) == host_steps(&desks[1]) && !desks.iter().any(reconnecting)
    };
    play_to(&mut desks, 30);
    let [first, second] = desks;
    let mut desks = [first.crash(), second];
    desks[0].click_id("together-title");
    desks[0].click_id("together-back-now");
    both_until(&mut desks, "the window", |desks| {
        desks[0].app().screen() == Screen::Play && are_back(desks)
    });
    play_to(&mut desks, 60);
    let before = host_steps(&desks[0]).max(host_steps(&desks[1]));
    drop(host);
    both_until(&mut desks, "the loss", |desks| {
        desks.iter().all(|desk| desk.sees_part(&desk.t("together-reconnecting")))
    });
    let _host = HostProcess::start(&place, &["--resume", "--port", &port.to_string()]);
    both_until(&mut desks, "the host", |desks| are_back(desks) && host_steps(&desks[0]) >= before);
    play_to(&mut desks, usize::MAX);
    both_until(&mut desks, "the check", |desks| {
        desks.iter().all(|desk| desk.sees_part(&desk.t("together-fair")))
    });
    let output = third.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("Fair") || told.contains("check: the dice and layouts"), "{told}");
}

#[test]
fn own_games_do_not_show_the_strip_of_an_open_table() {
    let mut host = open_table("aeroplane", Lang::En);
    let ctx = host.h.ctx.clone();
    host.h.state_mut().apply(Command::NewGame("flying".to_owned()), &ctx);
    host.frames(3);
    host.click_id("new-start");
    host.on(Screen::Play);
    host.frames(3);
    assert!(!host.has_control(&host.t("together-say")));
    assert!(!host.has_control(&host.t("together-table")));
    // The game at the table has the strip.
    host.h.state_mut().go(Screen::Together);
    host.frames(3);
    let guest = join_table(&host, Lang::En);
    let mut desks = [host, guest];
    begin(&mut desks);
    desks.iter_mut().for_each(|desk| desk.frames(3));
    for desk in &desks {
        assert!(desk.has_control(&desk.t("together-say")));
        assert!(desk.has_control(&desk.t("together-table")));
    }
}
