//! Compares every screen with a stored picture, in both languages and all themes. The pictures are
//! in the folder of this file. `UPDATE_SNAPSHOTS=1` renews those that have changed.
//!
//! Only on Linux: the pictures show paths and the names of keys, which differ on other systems.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use egui::{Event, Key};
use egui_kittest::SnapshotOptions;
use qipan::app::Screen;
use qipan::command::Command;
use qipan::model::i18n::Lang;
use qipan::model::package::{Extras, FuelClaim, pack_script};
use qipan::model::scripts::{Script, ScriptArg, find};
use qipan_core::contract::game::{Game, Turn};
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use support::{
    Desk, Place, QUIET, junqi_from, junqi_record, played, record, robot, with_robot,
    write_sure_robot,
};

#[path = "../window/support/mod.rs"]
mod support;

/// Pixels of a picture per point of the window.
const SCALE: f32 = 0.4;

/// Returns a race of a person against three robots after at least `steps` steps. The person is to
/// roll, unless the game is over.
fn race_with_random_moves(preset: &str, steps: usize) -> Session<Race> {
    let [first, second, third] = ["greedy", "careful", "bold"].map(|name| Some(robot(name)));
    let players = [Some(Player::human("Kim")), first, second, third];
    let mut session = Session::new(record(preset, players, 7)).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    loop {
        let has_enough_steps = session.record().steps.len() >= steps;
        match session.state().turn() {
            Turn::Chance { roller } if has_enough_steps && roller.index() == 0 => break,
            Turn::Chance { .. } => drop(session.roll().unwrap()),
            Turn::Seat(seat) => {
                let actions = session.actions();
                session.act(seat, actions[rng.random_range(0..actions.len())]).unwrap();
            }
            Turn::Over => break,
        }
    }
    session
}

/// Takes pictures of a window in one language and theme.
struct Camera {
    place: Place,
    /// The folder of the pictures, such as `en-light`.
    name: String,
    /// The pictures that differ, with the reasons.
    failures: Vec<String>,
}

impl Camera {
    fn new(lang: Lang, theme: &str) -> Self {
        let tag = if lang == Lang::En { "en" } else { "zh" };
        let settings = format!(r#"{{"lang":"{tag}","speed":"off","theme":"{theme}"}}"#);
        let name = format!("{tag}-{theme}");
        // The settings screen shows the folders, so their paths must not change.
        let place = Place::called(&format!("qipan-{name}"));
        place.write("settings.json", &settings);
        Self { place, name, failures: Vec::new() }
    }

    fn open(&self) -> Desk {
        self.place.open_scaled(None, SCALE)
    }

    /// Compares the window with its picture.
    fn take(&mut self, desk: &mut Desk, picture: &str) {
        desk.h.event(Event::PointerGone);
        desk.frames(8);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(&self.name);
        let options = SnapshotOptions::new().output_path(folder).max_failed_pixels(10);
        if let Err(why) = desk.h.try_snapshot_options(picture, &options) {
            self.failures.push(format!("{}: {why}", self.name));
        }
    }

    fn race(&mut self, preset: &str, steps: usize) {
        let mut desk = self.open();
        desk.put(race_with_random_moves(preset, steps).record().clone());
        desk.on(Screen::Play);
        self.take(&mut desk, &format!("play-{preset}"));
    }

    fn junqi(&mut self) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let game = played(junqi_record("dark", "pr", 9), 60, &mut rng);
        let mut desk = self.open();
        desk.put_junqi(game.record().clone(), |_| {});
        desk.on(Screen::Play);
        self.take(&mut desk, "play-junqi-dark");
        for (preset, letters, picture) in
            [("siguo_partner", "prrr", "play-siguo"), ("six", "prrrrr", "play-six")]
        {
            let mut game = played(junqi_record(preset, letters, 9), 90, &mut rng);
            // If a robot were to move, the board would change while the picture is taken.
            while let Turn::Seat(seat) = game.state().turn()
                && seat.index() > 0
            {
                let actions = game.actions();
                game.act(seat, actions[0]).unwrap();
            }
            let mut desk = self.open();
            desk.put_junqi(game.record().clone(), |_| {});
            desk.on(Screen::Play);
            self.take(&mut desk, picture);
        }
    }

    /// Takes the draw offer of a robot.
    fn draw_offer(&mut self) {
        // The robot must not appear in the lists of the other pictures.
        let place = Place::with(&self.place.read("settings.json"));
        write_sure_robot(&place, "drawish", 0.5);
        let mut desk = place.open_scaled(None, SCALE);
        desk.put_junqi(with_robot(junqi_from("open", "pr", QUIET), 1, "drawish"), |_| {});
        while desk.play_quiet_round() {}
        self.take(&mut desk, "draw-offer");
    }

    fn replay(&mut self) {
        let finished: Record<Race> = race_with_random_moves("flying", usize::MAX).record().clone();
        let file = self.place.write("saves/whole.json", &finished.write());
        let mut desk = self.place.open_scaled(Some(file.clone()), SCALE);
        desk.on(Screen::Replay);
        self.take(&mut desk, "replay");
        std::fs::remove_file(file).unwrap();
    }

    /// Takes the collection of saved games, and the home screen with the recent ones.
    fn collection(&mut self) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let dark = played(junqi_record("siguo_dark", "prrr", 9), 80, &mut rng).record().write();
        let texts = [
            ("Sunday", race_with_random_moves("aeroplane", usize::MAX).record().write()),
            ("By the fire", race_with_random_moves("flying", 120).record().write()),
            ("Four of us", dark),
            ("torn", "{".to_owned()),
        ];
        let write = |(day, (name, text)): (u64, &(&str, String))| {
            let path = self.place.write(&format!("saves/{name}.json"), text);
            // Noon in UTC is the same day in nearly every time zone.
            let noon = Duration::from_secs(86_400 * (20_000 - day) + 43_200);
            let file = std::fs::File::options().write(true).open(&path).unwrap();
            file.set_modified(UNIX_EPOCH + noon).unwrap();
            path
        };
        let files: Vec<_> = (0..).zip(&texts).map(write).collect();
        let mut desk = self.open();
        desk.key(Key::F3);
        desk.until("the games", |desk| {
            desk.app().screens.collection.page.matching_files().count() == 4
        });
        desk.frames(3);
        desk.until("their pictures", |desk| !desk.app().is_loading());
        self.take(&mut desk, "collection");
        desk.h.state_mut().settings.recent = files[..3].to_vec();
        desk.key(Key::Escape);
        desk.frames(3);
        desk.until("their pictures", |desk| !desk.app().is_loading());
        self.take(&mut desk, "home-recent");
        std::fs::remove_dir_all(self.place.path("saves")).unwrap();
    }

    fn new_game(&mut self, game: &str) {
        let mut desk = self.open();
        let name = desk.t(&format!("game-{game}"));
        desk.click(&desk.tf("home-play", &[("game", name.into())]));
        self.take(&mut desk, &format!("new-game-{game}"));
    }

    /// Takes the position editor with a pasted position and its problems.
    fn position(&mut self) {
        let mut desk = self.open();
        desk.click_id("position-title");
        let line = "qipan junqi dark turn=south south=S11S,S33Z,S51D,S62F north=N11Jm,N23G,N52D";
        desk.h.event(Event::Paste(line.to_owned()));
        self.take(&mut desk, "position");
    }

    /// Takes the choice of players for a table.
    fn plan(&mut self) {
        let mut desk = self.open();
        let ctx = desk.h.ctx.clone();
        desk.h.state_mut().apply(Command::NewGame("dark".to_owned()), &ctx);
        desk.frames(3);
        desk.click_id("new-invite");
        desk.on(Screen::Together);
        self.take(&mut desk, "together-plan");
    }

    fn tournament(&mut self) {
        let mut desk = self.open();
        desk.click_id("scripts-title");
        desk.click_id("scripts-tournament");
        desk.on(Screen::Tournament);
        self.take(&mut desk, "tournament");
    }

    /// Takes the sheet of a package.
    fn package(&mut self) {
        let kim = self.open();
        let robot = find(kim.app().folders(), "junqi", &ScriptArg::typed("greedy")).unwrap();
        let fuel = Some(FuelClaim { median: 10_175, max: 63_487 });
        let packed = pack_script(&Script::Robot(robot), fuel, Extras::default()).unwrap();
        drop(kim);
        let file = self.place.path("greedy.qipan-robot");
        std::fs::write(&file, packed.bytes).unwrap();
        let mut desk = self.place.open_scaled(Some(file), SCALE);
        desk.assert_sees_id("package-note");
        self.take(&mut desk, "package");
    }

    /// Takes the screen that a button on the home screen opens.
    fn after_click(&mut self, button: &str, picture: &str) {
        let mut desk = self.open();
        desk.click_id(button);
        self.take(&mut desk, picture);
    }
}

/// Takes every screen once.
#[track_caller]
fn screens(lang: Lang, theme: &str) {
    let mut camera = Camera::new(lang, theme);
    let mut home = camera.open();
    camera.take(&mut home, "home");
    drop(home);
    camera.new_game("aeroplane");
    camera.new_game("junqi");
    camera.race("aeroplane", 90);
    camera.race("flying", 70);
    camera.junqi();
    camera.draw_offer();
    camera.replay();
    camera.after_click("lessons-title", "lessons");
    camera.after_click("layout-open", "layout");
    camera.position();
    camera.after_click("scripts-title", "scripts");
    camera.package();
    camera.tournament();
    camera.after_click("together-title", "together");
    camera.plan();
    camera.collection();
    camera.after_click("home-settings", "settings");
    assert!(camera.failures.is_empty(), "{}", camera.failures.join("\n"));
}

#[test]
fn english_light_screens_match_snapshots() {
    screens(Lang::En, "light");
}

#[test]
fn english_dark_screens_match_snapshots() {
    screens(Lang::En, "dark");
}

#[test]
fn english_wood_screens_match_snapshots() {
    screens(Lang::En, "wood");
}

#[test]
fn chinese_light_screens_match_snapshots() {
    screens(Lang::Zh, "light");
}

#[test]
fn chinese_dark_screens_match_snapshots() {
    screens(Lang::Zh, "dark");
}

#[test]
fn chinese_wood_screens_match_snapshots() {
    screens(Lang::Zh, "wood");
}
