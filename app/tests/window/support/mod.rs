//! Drives the window as a person would: by its nodes, its keys and a real pointer.

#![allow(dead_code, unused_imports, reason = "each test file uses its part")]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{
    Event, Key, Modifiers, OutputCommand, PointerButton, Pos2, Rect, ViewportCommand,
    ViewportEvent, ViewportId,
};
use egui_kittest::kittest::NodeT as _;
use egui_kittest::{Harness, Node};
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
mod junqi;
mod play;

pub use junqi::{dealt_again, junqi_from, junqi_record, played, players};
pub use play::position;

/// The longest time that a test waits for robots or the system.
const PATIENCE: Duration = Duration::from_secs(60);

/// The input device of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    Keys,
    Mouse,
}

/// A player's folder, and the lock on its name if that is fixed.
#[derive(Clone)]
pub struct Place(Rc<tempfile::TempDir>, Option<Rc<File>>);

impl Place {
    pub fn new() -> Self {
        Self(Rc::new(tempfile::tempdir().unwrap()), None)
    }

    /// Creates a folder with a fixed name, for tests in which the name is shown. A second test
    /// run waits for the first. A folder that a killed run has left is removed.
    pub fn called(name: &str) -> Self {
        let lock = File::create(format!("/tmp/{name}.lock")).unwrap();
        lock.lock().unwrap();
        // Usually there is none.
        let _ = std::fs::remove_dir_all(format!("/tmp/{name}"));
        let folder = tempfile::Builder::new().prefix(name).rand_bytes(0).tempdir_in("/tmp");
        Self(Rc::new(folder.unwrap()), Some(Rc::new(lock)))
    }

    /// Creates a folder with these settings, in JSON.
    pub fn with(settings: &str) -> Self {
        let place = Self::new();
        place.write("settings.json", settings);
        place
    }

    /// Creates a folder for quick play, with animations off.
    pub fn quick(lang: Lang) -> Self {
        let tag = if lang == Lang::En { "en" } else { "zh" };
        Self::with(&format!(r#"{{"lang":"{tag}","speed":"off"}}"#))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

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

    /// Opens the window of this folder with further options.
    pub fn open_as(&self, options: WindowOptions, scale: f32) -> Desk {
        let options = WindowOptions {
            data_dir: Some(self.0.path().to_owned()),
            plain_dialogs: true,
            ..options
        };
        let harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_pixels_per_point(scale)
            .with_max_steps(12);
        // Tests of system fonts have missing glyphs on purpose.
        let harness = match options.fonts.is_some() {
            true => harness.allow_missing_glyphs(),
            false => harness,
        };
        let harness = harness.build_eframe(|cc| App::new(&cc.egui_ctx, options).unwrap());
        let (wake, woken) = channel();
        harness.ctx.set_request_repaint_callback(move |info| {
            if info.delay.is_zero() {
                // The receiver may be gone when the window closes.
                let _ = wake.send(());
            }
        });
        let mut desk = Desk { h: harness, place: self.clone(), copied: Vec::new(), woken };
        desk.frames(3);
        desk
    }
}

/// The open window.
pub struct Desk {
    pub h: Harness<'static, App>,
    pub place: Place,
    /// The contents put into the clipboard, the latest last.
    pub copied: Vec<OutputCommand>,
    /// Receives a message when the window requests an immediate repaint, as after a robot's answer.
    woken: Receiver<()>,
}

impl Desk {
    pub fn app(&self) -> &App {
        self.h.state()
    }

    pub fn table(&self) -> &Table<Race> {
        self.app()
            .table
            .as_ref()
            .map(|table| table.table::<Race>())
            .expect("a race is on the table")
    }

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

    #[track_caller]
    pub fn on(&self, screen: Screen) -> &Self {
        assert_eq!(self.app().screen(), screen);
        self
    }

    pub fn t(&self, id: &str) -> String {
        self.app().i18n().t(id)
    }

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
            .expect("a race is looked back at")
    }

    /// Puts a game on the table.
    pub fn put(&mut self, record: Record<Race>) {
        let app = self.h.state_mut();
        app.table = Some(Table::new(record, false).unwrap().into());
        app.go(Screen::Play);
        self.frames(3);
    }

    // Time.

    fn step(&mut self) {
        self.h.step();
        self.copied.extend(self.h.output().platform_output.commands.iter().cloned());
    }

    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Creates a robot of this name on the scripts page.
    pub fn begin_robot(&mut self, name: &str) {
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
        self.until("everything to rest", |desk| !desk.app().is_busy());
        self.frames(1);
    }

    /// Draws frames until a condition holds.
    #[track_caller]
    pub fn until(&mut self, what: &str, so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !so(self) {
            assert!(start.elapsed() < PATIENCE, "waited in vain for {what}\n{}", self.words());
            self.woken.try_iter().for_each(drop);
            self.step();
            if self.app().is_loading() {
                let _ = self.woken.recv_timeout(Duration::from_millis(4));
            }
            if self.app().is_busy()
                && self.app().table.as_ref().is_some_and(|table| table.facts().is_still)
            {
                // Robots think on other threads. The next frame is useful once one has an answer.
                let _ = self.woken.recv_timeout(Duration::from_millis(4));
            }
        }
    }

    // Queries.

    /// Returns the role and the text of all nodes with a text.
    pub fn nodes(&self) -> Vec<(Role, String)> {
        self.h
            .root()
            .children_recursive()
            .filter_map(|node| Some((role(&node), says(&node)?)))
            .collect()
    }

    /// Returns the texts of all nodes, one per line.
    pub fn words(&self) -> String {
        let lines: Vec<String> =
            self.nodes().into_iter().map(|(role, text)| format!("{role:?}: {text}")).collect();
        lines.join("\n")
    }

    /// Returns true if a node has exactly this text.
    pub fn sees(&self, text: &str) -> bool {
        self.nodes().iter().any(|(_, said)| said == text)
    }

    /// Returns true if the text of a node contains this.
    pub fn sees_part(&self, text: &str) -> bool {
        self.nodes().iter().any(|(_, said)| said.contains(text))
    }

    #[track_caller]
    pub fn assert_sees(&self, text: &str) {
        assert!(self.sees_part(text), "nowhere: {text:?}\n{}", self.words());
    }

    #[track_caller]
    pub fn assert_sees_id(&self, id: &str) {
        self.assert_sees(&self.t(id));
    }

    /// Returns the last enabled control of this name, which lies on top.
    fn control(&self, label: &str) -> Option<Node<'_>> {
        let root = self.h.root();
        let called =
            |node: &Node<'_>| role(node) != Role::Label && says(node).as_deref() == Some(label);
        let able = |node: &Node<'_>| !node.accesskit_node().is_disabled();
        let mut found = root.children_recursive().filter(called).collect::<Vec<_>>();
        found.retain(able);
        found.pop()
    }

    /// Returns true if an enabled control has this name.
    pub fn can(&self, label: &str) -> bool {
        self.control(label).is_some()
    }

    /// Returns the centre of an enabled control.
    #[track_caller]
    pub fn place_of(&self, label: &str) -> Pos2 {
        let node = self.control(label);
        node.unwrap_or_else(|| panic!("no {label:?}\n{}", self.words())).rect().center()
    }

    /// Returns the text of the focused node.
    pub fn focus(&self) -> Option<String> {
        let root = self.h.root();
        root.children_recursive().find(|node| node.is_focused()).and_then(|node| says(&node))
    }

    // Input.

    pub fn key(&mut self, key: Key) {
        self.h.key_press(key);
        self.frames(1);
    }

    pub fn keys(&mut self, keys: &[Key]) {
        keys.iter().for_each(|key| self.key(*key));
    }

    pub fn ctrl(&mut self, key: Key) {
        self.h.key_press_modifiers(Modifiers::COMMAND, key);
        self.frames(1);
    }

    pub fn ctrl_shift(&mut self, key: Key) {
        self.h.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, key);
        self.frames(1);
    }

    /// Types into the focused node.
    pub fn write(&mut self, text: &str) {
        self.h.event(Event::Text(text.to_owned()));
        self.frames(2);
    }

    /// Moves the pointer to a place and clicks there.
    pub fn click_at(&mut self, pos: Pos2) {
        self.press_at(pos);
        // A new widget is measured in one frame and shown in the next.
        self.frames(2);
    }

    /// Clicks like [`Desk::click_at`], but stops after the frame that handles the click.
    pub fn press_at(&mut self, pos: Pos2) {
        self.h.hover_at(pos);
        self.frames(1);
        self.h.drag_at(pos);
        self.frames(1);
        self.h.event(Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed: false,
            modifiers: Modifiers::NONE,
        });
        self.frames(1);
    }

    /// Drags with a mouse button from one place to another.
    pub fn drag(&mut self, with: PointerButton, from: Pos2, to: Pos2) {
        let button = |pos, pressed| Event::PointerButton {
            pos,
            button: with,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.h.event(Event::PointerMoved(from));
        self.h.event(button(from, true));
        self.frames(1);
        for part in 1..=4 {
            self.h.event(Event::PointerMoved(from.lerp(to, part as f32 / 4.0)));
            self.frames(1);
        }
        self.h.event(button(to, false));
        self.frames(2);
    }

    /// Turns the wheel far down at a place.
    pub fn wheel(&mut self, pos: Pos2) {
        self.h.hover_at(pos);
        self.frames(1);
        self.h.event(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, -2000.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: Modifiers::NONE,
        });
        self.frames(20);
    }

    /// Returns the centre of the first node of this name, enabled or not.
    #[track_caller]
    pub fn spot(&self, label: &str) -> Pos2 {
        let root = self.h.root();
        let node = root.children_recursive().find(|node| says(node).as_deref() == Some(label));
        node.unwrap_or_else(|| panic!("no {label:?}\n{}", self.words())).rect().center()
    }

    /// Returns the centre of the last node of this name.
    #[track_caller]
    pub fn last_spot(&self, label: &str) -> Pos2 {
        let root = self.h.root();
        let nodes = root.children_recursive().filter(|node| says(node).as_deref() == Some(label));
        nodes.last().unwrap_or_else(|| panic!("no {label:?}\n{}", self.words())).rect().center()
    }

    /// Returns the rectangle of the last node of this name.
    #[track_caller]
    pub fn last_rect(&self, label: &str) -> Rect {
        let root = self.h.root();
        let nodes = root.children_recursive().filter(|node| says(node).as_deref() == Some(label));
        nodes.last().unwrap_or_else(|| panic!("no {label:?}\n{}", self.words())).rect()
    }

    /// Clicks the control of this name.
    #[track_caller]
    pub fn click(&mut self, label: &str) {
        self.click_at(self.place_of(label));
    }

    #[track_caller]
    pub fn click_id(&mut self, id: &str) {
        self.click(&self.t(id));
    }

    /// Closes the window as the system does. Returns the viewport commands that follow.
    pub fn close_by_system(&mut self) -> Vec<ViewportCommand> {
        let root = self.h.input_mut().viewports.entry(ViewportId::ROOT).or_default();
        root.events.push(ViewportEvent::Close);
        self.frames(1);
        self.orders()
    }

    /// Returns the viewport commands of the last frame.
    pub fn orders(&self) -> Vec<ViewportCommand> {
        let outputs = &self.h.output().viewport_output;
        outputs.get(&ViewportId::ROOT).map(|output| output.commands.clone()).unwrap_or_default()
    }

    /// Goes to a control with the Tab key.
    #[track_caller]
    pub fn tab_to(&mut self, label: &str) {
        for _ in 0..200 {
            if self.focus().as_deref() == Some(label) {
                return;
            }
            self.key(Key::Tab);
        }
        panic!("Tab never comes to {label:?}\n{}", self.words());
    }

    /// Activates a control by keys or mouse.
    #[track_caller]
    pub fn use_it(&mut self, hand: Hand, label: &str) {
        match hand {
            Hand::Mouse => self.click(label),
            Hand::Keys => {
                self.tab_to(label);
                self.key(Key::Enter);
            }
        }
        self.frames(1);
    }

    #[track_caller]
    pub fn use_id(&mut self, hand: Hand, id: &str) {
        self.use_it(hand, &self.t(id));
    }

    /// Opens the menu and chooses an entry.
    #[track_caller]
    pub fn menu(&mut self, id: &str) {
        self.click_id("menu-menu");
        self.frames(2);
        let entry = self.t(id);
        let found = self.entry(&entry);
        let pos = found.unwrap_or_else(|| panic!("no entry {entry:?}\n{}", self.words()));
        self.click_at(pos);
    }

    /// Returns the centre of an entry of the open menu. A shortcut may follow the label.
    fn entry(&self, word: &str) -> Option<Pos2> {
        let root = self.h.root();
        let fits = |node: &Node<'_>| {
            let text = says(node).unwrap_or_default();
            let rest = text.strip_prefix(word).map(str::trim);
            let keys = ["", "D", "W", "F1", "F2", "F4", "F11"];
            role(node) == Role::Button
                && rest.is_some_and(|rest| keys.contains(&rest) || rest.starts_with("Ctrl+"))
        };
        let found: Vec<Node<'_>> = root.children_recursive().filter(fits).collect();
        found.last().map(|node| node.rect().center())
    }
}

/// Returns the role of a node.
pub fn role(node: &Node<'_>) -> Role {
    node.accesskit_node().role()
}

/// Returns the text of a node: the value of a label, the name of any other node.
pub fn says(node: &Node<'_>) -> Option<String> {
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
        pick_colour: false,
        seed: Some(qipan_core::contract::dice::Seed::from_number(seed)),
        house_rules: Vec::new(),
        layouts: Vec::new(),
        position: None,
    };
    game.record::<Race>().unwrap()
}

/// Returns a robot whose script has this name.
pub fn robot(name: &str) -> Player {
    Player::robot(name, &format!("{name}.luau"))
}

/// The digit keys for planes.
pub const DIGITS: [Key; 4] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];

/// Returns true if a path is directly inside a folder.
pub fn lies_in(path: &Path, folder: &Path) -> bool {
    path.parent() == Some(folder)
}

/// Returns the seat that a person has to roll for.
pub fn rolling(desk: &Desk) -> Option<Seat> {
    let chance = matches!(desk.race().turn(), Turn::Chance { .. });
    desk.table().human_to_act().filter(|_| chance)
}

/// Returns the accessible name of the plane that an action of the seat to move would move.
pub fn plane_name(desk: &Desk, action: Action) -> String {
    let (race, i18n) = (desk.race(), desk.app().i18n());
    let seat = race.seat_to_move();
    let at = race.planes(seat)[action.plane() as usize];
    let cell = race.board().cell(seat, action.plane(), at);
    let args = [
        ("seat", seat_name::<Race>(i18n, seat).into()),
        ("planes", words::planes(race.stack(seat, action.plane())).into()),
        ("cell", words::cell(i18n, cell).into()),
    ];
    i18n.tf("spoken-movable", &args)
}
