//! Two hundred window sizes: every text and control lies inside the window or inside an area that
//! scrolls far enough to show all of it.

mod reach;

use egui::{Event, Key, Vec2, vec2};
use qipan::app::Screen;
use qipan::games::GameUi;
use qipan::model::i18n::Lang;
use qipan::screens::replay::ReplayView;
use qipan_core::contract::game::Game as _;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::Record;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};

use crate::support::{Desk, Place, junqi_record, played, position, record, robot};
use crate::{programs, workshop};
use reach::cut;

/// A window: its size in pixels and its pixels per point, which combine the scale of the screen and
/// the text size set by the player.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    pixels: [u32; 2],
    scale: f32,
}

impl Window {
    /// Returns the size in points of the system.
    fn points(self) -> Vec2 {
        vec2(self.pixels[0] as f32, self.pixels[1] as f32) / self.scale
    }
}

/// The windows that every screen is drawn in: common and small ones.
const USUAL: [([u32; 2], f32); 10] = [
    ([640, 480], 2.5),
    ([800, 600], 1.25),
    ([640, 480], 1.0),
    ([720, 560], 1.0),
    ([1024, 700], 1.0),
    ([1024, 700], 1.75),
    ([1280, 800], 1.0),
    ([1280, 800], 1.75),
    ([1350, 672], 1.5),
    ([1350, 672], 2.0),
];

/// Returns the windows that are dealt out among the screens. With `USUAL` they are two hundred.
fn windows() -> Vec<Window> {
    let mut windows = Vec::new();
    for pixels in [[1366, 768], [1280, 800], [1024, 700], [720, 560], [1920, 1080], [3840, 2160]] {
        for scale in [1.0, 1.25, 1.5, 1.75, 2.0, 2.5] {
            windows.push(Window { pixels, scale });
        }
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    while windows.len() + USUAL.len() < 200 {
        // A logarithmic scale draws small sizes as often as large ones.
        let side = |rng: &mut Xoshiro256PlusPlus, least: f32| {
            (least * 6.0_f32.powf(rng.random_range(0.0..1.0))) as u32
        };
        let pixels = [side(&mut rng, 640.0), side(&mut rng, 480.0).min(2160)];
        let scale = 1.0 + 0.05 * rng.random_range(0..=30) as f32;
        windows.push(Window { pixels, scale });
    }
    windows
}

/// The name of a screen and the function that opens it.
type Scene = (&'static str, fn(&Place) -> Desk);

/// Asserts that each of these screens fits its share of all windows, in both languages by turns.
#[track_caller]
fn hold(group: usize, scenes: &[Scene]) {
    let dealt = windows();
    let mut wrong = Vec::new();
    for (number, (name, open)) in scenes.iter().enumerate() {
        let mine = dealt.iter().copied().skip(group).step_by(GROUPS).skip(number);
        let mine = mine.step_by(scenes.len());
        let usual = USUAL.map(|(pixels, scale)| Window { pixels, scale });
        let all: Vec<Window> = usual.into_iter().chain(mine).collect();
        for (index, lang) in Lang::ALL.into_iter().enumerate() {
            let place = Place::quick(lang);
            let mut desk = open(&place);
            for (at, window) in all.iter().enumerate() {
                if (at + number) % 2 == index {
                    desk.resize(*window);
                    let cut = cut(&mut desk);
                    let what = format!("{name} in {lang:?} at {window:?} {}", window.points());
                    wrong.extend(cut.into_iter().map(|cut| format!("{what}: {cut}")));
                }
            }
        }
    }
    let count = wrong.len();
    wrong.truncate(60);
    assert!(wrong.is_empty(), "{count} are cut:\n{}", wrong.join("\n"));
}

impl Desk {
    /// Resizes the window as a system does, in points that follow the zoom factor.
    fn resize(&mut self, window: Window) {
        self.h.event(Event::PointerGone);
        for _ in 0..4 {
            self.h.set_size(window.points() / self.h.ctx.zoom_factor());
            self.frames(1);
        }
    }
}

// The screens.

/// The number of groups of screens. Each group is a test of its own.
const GROUPS: usize = 6;

fn people() -> [Option<qipan_core::record::Player>; 4] {
    let person = |name: &str| Some(qipan_core::record::Player::human(name));
    [person("Kim"), Some(robot("greedy")), Some(robot("careful")), Some(robot("bold"))]
}

/// Returns a race after some steps, with a person to move.
fn race(preset: &str) -> Record<Race> {
    position(preset, &people(), |session| {
        let steps = session.record().steps.len();
        steps > 30 && session.state().seat_to_move().index() == 0
    })
}

/// Plays a race to its end.
fn whole_race() -> Session<Race> {
    raced(usize::MAX)
}

/// Plays the first steps of a race.
fn raced(steps: usize) -> Session<Race> {
    let mut session = Session::new(record("aeroplane", people(), 5)).unwrap();
    while session.record().steps.len() < steps && session.state().outcome().is_none() {
        match session.actions().first() {
            Some(action) => drop(session.act(session.state().seat_to_move(), *action).unwrap()),
            None => drop(session.roll().unwrap()),
        }
    }
    session
}

fn junqi(preset: &str, who: &str) -> Session<Junqi> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    played(junqi_record(preset, who, 9), 60, &mut rng)
}

fn at_table(place: &Place, preset: &str, who: &str) -> Desk {
    let mut desk = place.open();
    desk.put_junqi(junqi_record(preset, who, 9), |table| table.common.paused = true);
    desk
}

fn looking_back<G: GameUi>(place: &Place, session: Session<G>, tab: &str) -> Desk {
    let mut desk = place.open();
    let app = desk.h.state_mut();
    app.replay = Some(Box::new(ReplayView::new(session, None)));
    app.go(Screen::Replay);
    desk.frames(3);
    desk.click_id(tab);
    desk.on(Screen::Replay);
    desk
}

fn form(place: &Place, preset: &str) -> Desk {
    let mut desk = place.open();
    desk.h.state_mut().screens.new_game.choose_preset(preset);
    desk.h.state_mut().go(Screen::NewGame);
    desk.frames(3);
    desk
}

fn behind(place: &Place, buttons: &[&str]) -> Desk {
    let mut desk = place.open();
    for button in buttons {
        desk.click_id(button);
        desk.frames(2);
    }
    desk
}

fn pressed(place: &Place, key: Key) -> Desk {
    let mut desk = place.open();
    desk.key(key);
    desk.frames(3);
    desk
}

/// Opens the home screen with a game to continue and several recent ones.
fn home_with_games(place: &Place) -> Desk {
    let text = race("flying").write();
    let files = ["Sunday", "By the fire", "Four of us"];
    let files = files.map(|name| place.write(&format!("saves/{name}.json"), &text));
    let mut desk = place.open();
    desk.h.state_mut().settings.recent = files.into();
    desk.put(race("aeroplane"));
    desk.key(Key::Escape);
    desk.frames(3);
    desk.until("their pictures", |desk| !desk.app().is_loading());
    desk.on(Screen::Home);
    desk
}

fn collection(place: &Place) -> Desk {
    place.write("saves/race.json", &race("flying").write());
    place.write("saves/dark.json", &junqi("dark", "pr").record().write());
    place.write("saves/torn.json", "{");
    let mut desk = place.open();
    desk.key(Key::F3);
    desk.until("the games", |desk| desk.app().screens.collection.page.shown().count() == 3);
    desk.frames(3);
    desk.until("their pictures", |desk| !desk.app().is_loading());
    desk
}

#[test]
fn home_and_its_pages_fit_every_window() {
    hold(
        0,
        &[
            ("home", Place::open),
            ("home with games", home_with_games),
            ("settings", |place| behind(place, &["home-settings"])),
            ("licences", |place| behind(place, &["home-settings", "settings-licences"])),
            ("puzzles", |place| behind(place, &["puzzles-title"])),
            ("collection", collection),
        ],
    );
}

#[test]
fn new_game_forms_fit_every_window() {
    hold(
        1,
        &[
            ("new race", |place| form(place, "aeroplane")),
            ("new flying chess", |place| form(place, "flying")),
            ("new duel in the dark", |place| form(place, "dark")),
            ("new game of six", |place| form(place, "six")),
        ],
    );
}

#[test]
fn games_fit_every_window() {
    hold(
        2,
        &[
            ("aeroplane", |place| {
                let mut desk = place.open();
                desk.put(race("aeroplane"));
                desk
            }),
            ("dark", |place| at_table(place, "dark", "pr")),
            ("four", |place| at_table(place, "siguo_partner", "prrr")),
            ("six", |place| at_table(place, "six", "prrrrr")),
            ("menu", |place| {
                let mut desk = place.open();
                desk.put(race("flying"));
                desk.click_id("menu-menu");
                desk
            }),
            ("over", |place| {
                let mut desk = place.open();
                desk.put(whole_race().record().clone());
                desk.settle();
                desk
            }),
        ],
    );
}

#[test]
fn replays_fit_every_window() {
    hold(
        3,
        &[
            ("steps", |place| looking_back(place, whole_race(), "replay-steps")),
            ("analysis", |place| looking_back(place, whole_race(), "replay-analysis")),
            ("analysis, done", |place| {
                let mut desk = looking_back(place, raced(60), "replay-analysis");
                desk.click_id("analysis-begin");
                desk.until("the analysis", |desk| desk.sees(&desk.t("analysis-worst")));
                desk
            }),
            ("notes", |place| looking_back(place, junqi("dark", "pr"), "replay-notes")),
            ("branches", |place| looking_back(place, junqi("six", "prrrrr"), "replay-branches")),
            ("dice", |place| looking_back(place, whole_race(), "replay-dice")),
        ],
    );
}

#[test]
fn workshops_fit_every_window() {
    hold(
        4,
        &[
            ("scripts", |place| behind(place, &["scripts-title"])),
            ("own robot", |place| {
                let mut desk = place.open();
                desk.begin_robot("mine");
                desk
            }),
            ("tournament", |place| behind(place, &["scripts-title", "scripts-tournament"])),
            ("positions", |place| {
                let mut desk = behind(place, &["position-title"]);
                let line =
                    "qipan junqi dark turn=south south=S11S,S33Z,S51D,S62F north=N11Jm,N23G,N52D";
                desk.h.event(Event::Paste(line.to_owned()));
                desk.frames(3);
                desk
            }),
            ("layout", |place| behind(place, &["layout-open"])),
        ],
    );
}

#[test]
fn sheets_and_questions_fit_every_window() {
    hold(
        5,
        &[
            ("keys", |place| pressed(place, Key::F1)),
            ("guide", |place| {
                let mut desk = form(place, "siguo_partner");
                desk.key(Key::F4);
                desk.frames(3);
                desk
            }),
            ("path box", |place| {
                place.write("saves/race.json", &race("flying").write());
                let mut desk = place.open();
                desk.ctrl(Key::O);
                desk.frames(3);
                desk
            }),
            ("resigning", |place| {
                let mut desk = place.open();
                desk.put(race("aeroplane"));
                desk.menu("menu-resign");
                desk.frames(3);
                desk
            }),
            ("sharing", |place| {
                let mut desk = looking_back(place, junqi("dark", "pr"), "replay-steps");
                desk.click_id("share-title");
                desk.frames(3);
                desk
            }),
            ("program to be run", |place| {
                let command = ["/bin/sh", "-c", "true; exit", "a word"];
                place.write("scripts/robots/race/fred.luau", &programs::file("Fred", &command));
                let mut desk = form(place, "aeroplane");
                desk.click(&desk.tf("who-of", &[("seat", desk.t("seat-yellow").into())]));
                desk.frames(2);
                desk.click("Fred");
                desk.frames(2);
                desk.click_id("new-start");
                desk.frames(3);
                desk.assert_sees_id("ask-run-programs");
                desk
            }),
            ("house rule to be run", |place| {
                let game = position("flying", &people(), |game| game.record().steps.is_empty());
                let game = Record { house_rules: vec![programs::hostile()], ..game };
                let file = place.write("saves/half.json", &game.write());
                let desk = place.open_with(Some(file));
                desk.assert_sees_id("play-house-run");
                desk
            }),
            ("unsaved work", |place| {
                let mut desk = place.open();
                desk.begin_robot("Tall Tim");
                workshop::write_all(&mut desk, "-- mine");
                desk.close_by_system();
                desk.frames(2);
                desk.assert_sees(&desk.tf("ask-unsaved", &[("files", "tall_tim.luau".into())]));
                desk
            }),
            ("check", |place| {
                let mut desk = looking_back(place, whole_race(), "replay-steps");
                desk.click_id("replay-check");
                desk.frames(3);
                let title = desk.t("action-close");
                desk.until("the verdict", |desk| desk.can(&title));
                desk
            }),
        ],
    );
}

#[test]
fn start_button_is_always_in_view() {
    let usual = USUAL.map(|(pixels, scale)| Window { pixels, scale });
    for (number, preset) in ["aeroplane", "flying", "six"].into_iter().enumerate() {
        for (index, lang) in Lang::ALL.into_iter().enumerate() {
            let mut desk = form(&Place::quick(lang), preset);
            let start = desk.t("new-start");
            let mine = windows().into_iter().skip(2 * number + index).step_by(6);
            for window in usual.into_iter().chain(mine) {
                desk.resize(window);
                let rect = desk.last_rect(&start);
                let inside = desk.h.ctx.content_rect().contains_rect(rect);
                assert!(inside, "{preset} {lang:?} {window:?}: {rect}");
            }
        }
    }
}

#[test]
fn home_card_texts_stay_inside_their_cards() {
    for (index, lang) in Lang::ALL.into_iter().enumerate() {
        let mut desk = Place::quick(lang).open();
        let usual = USUAL.map(|(pixels, scale)| Window { pixels, scale });
        for window in usual.into_iter().chain(windows().into_iter().skip(index).step_by(4)) {
            desk.resize(window);
            for name in ["aeroplane", "flying", "junqi"] {
                let game = desk.t(&format!("game-{name}"));
                let about = desk.t(&format!("game-{name}.about"));
                let card = desk.last_rect(&desk.tf("home-play", &[("game", game.clone().into())]));
                for words in [game, about] {
                    let places = desk.painted_at(&words);
                    assert!(!places.is_empty(), "{words:?} is painted");
                    for place in places {
                        assert!(card.contains_rect(place), "{window:?}: {words:?} {place} {card}");
                    }
                }
            }
        }
    }
}
