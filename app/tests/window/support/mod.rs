//! Drives the window as a person would: by its nodes, its keys and a pointer.
//!
//! A `Place` is the folder of a player. `Place::open` opens the program on it and returns a `Desk`,
//! the open window. A test then presses keys and clicks controls by their labels (`click`) or by
//! the ids of their labels (`click_id`), lets frames pass (`frames`, `settle`, `until`), and reads
//! the accessibility nodes of the window (`sees`, `nodes`) or the state of the program (`app`).

#![allow(dead_code, unused_imports, reason = "each test file uses its part")]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Key, OutputCommand, Pos2};
use egui_kittest::kittest::NodeT as _;
use egui_kittest::{Harness, LazyRenderer, Node};
use qipan::app::{App, Screen, StartPage, WindowOptions};
use qipan::games::race::words;
use qipan::games::words::seat as seat_name;
use qipan::model::i18n::{Arg, Lang};
use qipan::model::rules::SomeRules;
use qipan::play::table::Table;
use qipan::screens::replay::ReplayView;
use qipan_core::contract::game::{Game, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::{Action, Race};
use qipan_core::record::{Player, Record};

mod dropped;
mod input;
mod junqi;
mod play;
mod renderer;

pub use junqi::{
    QUIET, junqi_from, junqi_record, junqi_with_rules, played, players, redeal_hidden, with_robot,
    write_sure_robot,
};
pub use play::position;
use renderer::SoftwareRenderer;

/// The longest time that a test waits for robots or the system.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The input device of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputDevice {
    /// The keyboard alone.
    Keys,
    /// The mouse alone.
    Mouse,
}

/// A player's folder, with the lock on its name if the name is fixed.
#[derive(Clone)]
pub struct Place(Rc<tempfile::TempDir>, Option<Rc<File>>);

impl Place {
    /// Creates an empty folder with a random name.
    pub fn new() -> Self {
        Self(Rc::new(tempfile::tempdir().unwrap()), None)
    }

    /// Creates a folder with a fixed name, for tests in which the name is shown. A second test
    /// run waits for the first. A folder that a killed run has left is removed.
    pub fn called(name: &str) -> Self {
        let lock = File::create(format!("/tmp/{name}.lock")).unwrap();
        lock.lock().unwrap();
        // An error means that there is no such folder.
        let _ = std::fs::remove_dir_all(format!("/tmp/{name}"));
        let folder = tempfile::Builder::new().prefix(name).rand_bytes(0).tempdir_in("/tmp");
        Self(Rc::new(folder.unwrap()), Some(Rc::new(lock)))
    }

    /// Creates a folder with these settings, given as JSON.
    pub fn with(settings: &str) -> Self {
        let place = Self::new();
        place.write("settings.json", settings);
        place
    }

    /// Creates a folder with animations off, so that tests are quick.
    pub fn quick(lang: Lang) -> Self {
        Self::with(&format!(r#"{{"lang":"{}","speed":"off"}}"#, code(lang)))
    }

    /// Creates a folder with animations on, for tests of what is shown meanwhile.
    pub fn animated(lang: Lang) -> Self {
        Self::with(&format!(r#"{{"lang":"{}"}}"#, code(lang)))
    }

    /// Returns the path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file in the folder and returns its path.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Reads a file in the folder.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Returns the paths of the saved games, sorted by name.
    pub fn saves(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(self.path("saves")).unwrap();
        let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        files
    }

    /// Opens the window.
    pub fn open(&self) -> Desk {
        self.open_with(None)
    }

    /// Opens the window with a file.
    pub fn open_with(&self, file: Option<PathBuf>) -> Desk {
        self.open_scaled(file, 1.0)
    }

    /// Opens the window with `scale` pixels per point.
    pub fn open_scaled(&self, file: Option<PathBuf>, scale: f32) -> Desk {
        self.open_as(WindowOptions { file, ..WindowOptions::default() }, scale)
    }

    /// Opens the window on a page.
    pub fn open_on(&self, page: StartPage) -> Desk {
        self.open_as(WindowOptions { page: Some(page), ..WindowOptions::default() }, 1.0)
    }

    /// Opens the window with options and with `scale` pixels per point.
    pub fn open_as(&self, options: WindowOptions, scale: f32) -> Desk {
        let options = WindowOptions {
            data_dir: Some(self.0.path().to_owned()),
            uses_path_box_only: true,
            ..options
        };
        let harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_pixels_per_point(scale)
            .with_max_steps(12)
            .renderer(LazyRenderer::new(SoftwareRenderer::default));
        // Tests of system fonts have missing glyphs on purpose.
        let harness = match options.font_opener.is_some() {
            true => harness.allow_missing_glyphs(),
            false => harness,
        };
        let harness = harness.build_eframe(|cc| App::new(&cc.egui_ctx, options).unwrap());
        let (sender, repaint_requests) = channel();
        harness.ctx.set_request_repaint_callback(move |info| {
            if info.delay.is_zero() {
                // The receiver may be gone when the window closes.
                let _ = sender.send(());
            }
        });
        let mut desk =
            Desk { h: harness, place: self.clone(), copied: Vec::new(), repaint_requests };
        desk.frames(3);
        desk
    }
}

/// The open window.
pub struct Desk {
    pub h: Harness<'static, App>,
    pub place: Place,
    /// The output commands of all frames, such as copies to the clipboard, in their order.
    pub copied: Vec<OutputCommand>,
    /// Receives a message when the window requests an immediate repaint, as after a robot's answer.
    repaint_requests: Receiver<()>,
}

impl Desk {
    /// Returns the program.
    pub fn app(&self) -> &App {
        self.h.state()
    }

    /// Returns the race on the table.
    pub fn table(&self) -> &Table<Race> {
        self.app()
            .table
            .as_ref()
            .map(|table| table.table::<Race>())
            .expect("a race is on the table")
    }

    /// Returns the state of the race on the table.
    pub fn race(&self) -> &Race {
        self.table().state()
    }

    /// Returns the number of steps played in the game on the table.
    pub fn steps(&self) -> usize {
        self.table().steps()
    }

    /// Returns the record of the game on the table.
    pub fn record(&self) -> &Record<Race> {
        self.table().session.record()
    }

    /// Asserts that a screen is shown.
    #[track_caller]
    pub fn on(&self, screen: Screen) -> &Self {
        assert_eq!(self.app().screen(), screen);
        self
    }

    /// Returns a text of the window's language.
    pub fn t(&self, id: &str) -> String {
        self.app().i18n().t(id)
    }

    /// Returns a text of the window's language with arguments.
    pub fn tf(&self, id: &str, args: &[(&str, Arg)]) -> String {
        self.app().i18n().tf(id, args)
    }

    /// Closes the program properly and opens it again.
    pub fn reopen(mut self) -> Self {
        self.h.state_mut().close();
        let place = self.place.clone();
        drop(self);
        place.open()
    }

    /// Ends the program without closing it properly and opens it again.
    pub fn crash(self) -> Self {
        let place = self.place.clone();
        drop(self);
        place.open()
    }

    /// Returns the replay of a race.
    pub fn replay(&self) -> &ReplayView<Race> {
        self.app()
            .replay
            .as_ref()
            .and_then(|replay| replay.replay::<Race>())
            .expect("a race is replayed")
    }

    /// Puts a game on the table.
    pub fn put(&mut self, record: Record<Race>) {
        let app = self.h.state_mut();
        app.table = Some(Table::new(record, false).unwrap().into());
        app.go(Screen::Play);
        self.frames(3);
    }

    // Time.

    /// Draws a frame.
    fn step(&mut self) {
        self.h.step();
        self.copied.extend(self.h.output().platform_output.commands.iter().cloned());
    }

    /// Draws this number of frames.
    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Creates a robot of this name on the scripts page.
    pub fn create_robot(&mut self, name: &str) {
        self.key(Key::F2);
        self.frames(3);
        self.click_id("scripts-new-robot");
        self.write(name);
        self.key(Key::Enter);
        self.frames(3);
    }

    /// Waits until the window is idle, then draws one more frame.
    #[track_caller]
    pub fn settle(&mut self) {
        self.until("everything to be still", |desk| !desk.app().is_busy());
        self.frames(1);
    }

    /// Draws frames until a condition holds. `what` says in the message of a panic what the test
    /// waited for.
    #[track_caller]
    pub fn until(&mut self, what: &str, condition: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !condition(self) {
            assert!(start.elapsed() < TIMEOUT, "waited in vain for {what}\n{}", self.node_texts());
            self.repaint_requests.try_iter().for_each(drop);
            self.step();
            if self.app().is_loading() {
                let _ = self.repaint_requests.recv_timeout(Duration::from_millis(4));
            }
            if self.app().is_busy()
                && self.app().table.as_ref().is_some_and(|table| table.facts().is_animator_idle)
            {
                // Robots think on other threads. The next frame is useful once one has an answer.
                let _ = self.repaint_requests.recv_timeout(Duration::from_millis(4));
            }
        }
    }

    // Queries.

    /// Returns the role and the text of all nodes with a text.
    pub fn nodes(&self) -> Vec<(Role, String)> {
        self.h
            .root()
            .children_recursive()
            .filter_map(|node| Some((role(&node), node_text(&node)?)))
            .collect()
    }

    /// Returns the texts of all nodes, one per line.
    pub fn node_texts(&self) -> String {
        let lines: Vec<String> =
            self.nodes().into_iter().map(|(role, text)| format!("{role:?}: {text}")).collect();
        lines.join("\n")
    }

    /// Returns true if a node has exactly this text.
    pub fn sees(&self, text: &str) -> bool {
        self.nodes().iter().any(|(_, node_text)| node_text == text)
    }

    /// Returns true if the text of a node contains this.
    pub fn sees_part(&self, text: &str) -> bool {
        self.nodes().iter().any(|(_, node_text)| node_text.contains(text))
    }

    /// Asserts that the text of a node contains this.
    #[track_caller]
    pub fn assert_sees(&self, text: &str) {
        assert!(self.sees_part(text), "nowhere: {text:?}\n{}", self.node_texts());
    }

    /// Asserts that the text of a node contains the text of this id.
    #[track_caller]
    pub fn assert_sees_id(&self, id: &str) {
        self.assert_sees(&self.t(id));
    }

    /// Asserts that the result of a finished game is shown.
    #[track_caller]
    pub fn assert_is_over(&self) {
        let headings = ["play-over", "play-over-won", "play-over-lost"];
        let is_over = headings.iter().any(|id| self.sees(&self.t(id)));
        assert!(is_over, "the game goes on\n{}", self.node_texts());
    }

    /// Returns the last enabled control with this label. It is on top of the others.
    fn control(&self, label: &str) -> Option<Node<'_>> {
        let root = self.h.root();
        let is_match = |node: &Node<'_>| {
            role(node) != Role::Label && node_text(node).as_deref() == Some(label)
        };
        let is_enabled = |node: &Node<'_>| !node.accesskit_node().is_disabled();
        let mut controls = root.children_recursive().filter(is_match).collect::<Vec<_>>();
        controls.retain(is_enabled);
        controls.pop()
    }

    /// Returns true if there is an enabled control with this label.
    pub fn has_control(&self, label: &str) -> bool {
        self.control(label).is_some()
    }

    /// Returns the centre of the enabled control with this label.
    #[track_caller]
    pub fn centre_of(&self, label: &str) -> Pos2 {
        let node = self.control(label);
        node.unwrap_or_else(|| panic!("no {label:?}\n{}", self.node_texts())).rect().center()
    }

    /// Returns the text of the focused node.
    pub fn focus(&self) -> Option<String> {
        let root = self.h.root();
        root.children_recursive().find(|node| node.is_focused()).and_then(|node| node_text(&node))
    }
}

/// Returns the role of a node.
pub fn role(node: &Node<'_>) -> Role {
    node.accesskit_node().role()
}

/// Returns the text of a node: the value of a label, the name of any other node.
pub fn node_text(node: &Node<'_>) -> Option<String> {
    let node = node.accesskit_node();
    let text = if node.role() == Role::Label { node.value() } else { node.label() };
    text.filter(|text| !text.is_empty())
}

/// Returns the record of a race between these players, before its first step.
pub fn record(preset: &str, players: [Option<Player>; 4], seed: u64) -> Record<Race> {
    let game = qipan::model::setup::NewGame {
        preset: preset.to_owned(),
        rules: qipan::model::rules::preset(preset).unwrap(),
        players: players.into(),
        picks_colour: false,
        seed: Some(qipan_core::contract::dice::Seed::from_number(seed)),
        house_rules: Vec::new(),
        layouts: Vec::new(),
        position: None,
    };
    game.record::<Race>().unwrap()
}

/// Returns a robot whose script has this file name without its extension.
pub fn robot(name: &str) -> Player {
    Player::robot(name, &format!("{name}.luau"))
}

/// The keys that choose a plane.
pub const DIGITS: [Key; 4] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];

/// Returns true if a path is directly inside a folder.
pub fn is_directly_in(path: &Path, folder: &Path) -> bool {
    path.parent() == Some(folder)
}

/// Returns the seat for which a person has to roll.
pub fn seat_to_roll(desk: &Desk) -> Option<Seat> {
    let is_roll = matches!(desk.race().turn(), Turn::Chance { .. });
    desk.table().human_to_act().filter(|_| is_roll)
}

/// Returns the accessible name of the plane that an action of the seat to move would move.
pub fn plane_name(desk: &Desk, action: Action) -> String {
    let (race, i18n) = (desk.race(), desk.app().i18n());
    let seat = race.seat_to_move();
    let progress = race.planes(seat)[action.plane() as usize];
    let cell = race.board().cell(seat, action.plane(), progress);
    let args = [
        ("seat", seat_name::<Race>(i18n, seat).into()),
        ("planes", words::planes(race.stack(seat, action.plane())).into()),
        ("cell", words::cell(i18n, cell).into()),
    ];
    i18n.tf("spoken-movable", &args)
}

/// Returns the code of a language in the settings.
fn code(lang: Lang) -> &'static str {
    if lang == Lang::En { "en" } else { "zh" }
}
