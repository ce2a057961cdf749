//! Two hundred window sizes: every text and control is inside the window, or inside an area that
//! scrolls far enough to show all of it.

mod pictures;
mod reach;

use egui::{Event, Key, Vec2, vec2};
use qipan::app::Screen;
use qipan::games::GameUi;
use qipan::model::i18n::Lang;
use qipan::play::table::{HintState, MistakeSearch};
use qipan::screens::replay::ReplayView;
use qipan_core::contract::game::{Game as _, Turn};
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::play::session::Session;
use qipan_core::record::Record;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};

use crate::support::{Desk, Place, junqi_record, played, position, record, robot};
use crate::{coach, packages, programs, records, together, workshop};
use reach::unreachable_nodes;

/// A window: its size in pixels and its pixels per point, which combine the scale of the screen and
/// the text size set by the player.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    pixels: [u32; 2],
    scale: f32,
}

impl Window {
    /// Returns the size in points.
    fn points(self) -> Vec2 {
        vec2(self.pixels[0] as f32, self.pixels[1] as f32) / self.scale
    }
}

/// The windows in which every screen is drawn: common and small ones.
const COMMON_WINDOWS: [([u32; 2], f32); 10] = [
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

/// Returns the windows of which each screen gets a share. Together with `COMMON_WINDOWS` they are
/// two hundred.
fn shared_windows() -> Vec<Window> {
    let mut windows = Vec::new();
    for pixels in [[1366, 768], [1280, 800], [1024, 700], [720, 560], [1920, 1080], [3840, 2160]] {
        for scale in [1.0, 1.25, 1.5, 1.75, 2.0, 2.5] {
            windows.push(Window { pixels, scale });
        }
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    while windows.len() + COMMON_WINDOWS.len() < 200 {
        // A logarithmic scale draws small sizes as often as large ones.
        let side = |rng: &mut Xoshiro256PlusPlus, min: f32| {
            (min * 6.0_f32.powf(rng.random_range(0.0..1.0))) as u32
        };
        let pixels = [side(&mut rng, 640.0), side(&mut rng, 480.0).min(2160)];
        let scale = 1.0 + 0.05 * rng.random_range(0..=30) as f32;
        windows.push(Window { pixels, scale });
    }
    windows
}

/// The maximum number of failures listed in the message of a test.
const MAX_LISTED_FAILURES: usize = 60;

/// The name of a screen and the function that opens it.
type Scene = (&'static str, fn(&Place) -> Desk);

/// Asserts that each of these screens fits the common windows and its share of the others. The two
/// languages take turns. `group` is the number of the group of screens.
#[track_caller]
fn assert_scenes_fit(group: usize, scenes: &[Scene]) {
    if let Some(folder) = std::env::var_os("QIPAN_PICTURES") {
        pictures::take(std::path::Path::new(&folder), scenes);
        return;
    }
    let shared = shared_windows();
    let mut failures = Vec::new();
    for (number, (name, open)) in scenes.iter().enumerate() {
        let share = shared.iter().copied().skip(group).step_by(GROUPS).skip(number);
        let share = share.step_by(scenes.len());
        let common = COMMON_WINDOWS.map(|(pixels, scale)| Window { pixels, scale });
        let windows: Vec<Window> = common.into_iter().chain(share).collect();
        for (index, lang) in Lang::ALL.into_iter().enumerate() {
            let place = Place::quick(lang);
            let mut desk = open(&place);
            for (window_index, window) in windows.iter().enumerate() {
                if (window_index + number) % 2 == index {
                    desk.resize(*window);
                    let case = format!("{name} in {lang:?} at {window:?} {}", window.points());
                    for node in unreachable_nodes(&mut desk) {
                        failures.push(format!("{case}: {node}"));
                    }
                }
            }
        }
    }
    let count = failures.len();
    failures.truncate(MAX_LISTED_FAILURES);
    assert!(failures.is_empty(), "{count} nodes are cut off:\n{}", failures.join("\n"));
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
const GROUPS: usize = 8;

/// Returns the players of a race of one person against three robots.
fn person_and_robots() -> [Option<qipan_core::record::Player>; 4] {
    let person = |name: &str| Some(qipan_core::record::Player::human(name));
    [person("Kim"), Some(robot("greedy")), Some(robot("careful")), Some(robot("bold"))]
}

/// Returns a race after some steps, with a person to move.
fn race(preset: &str) -> Record<Race> {
    position(preset, &person_and_robots(), |session| {
        let steps = session.record().steps.len();
        steps > 30 && session.state().seat_to_move().index() == 0
    })
}

/// Plays a race to its end.
fn finished_race() -> Session<Race> {
    play_race(usize::MAX)
}

/// Plays the first steps of a race.
fn play_race(steps: usize) -> Session<Race> {
    let mut session = Session::new(record("aeroplane", person_and_robots(), 5)).unwrap();
    while session.record().steps.len() < steps && session.state().outcome().is_none() {
        match session.actions().first() {
            Some(action) => drop(session.act(session.state().seat_to_move(), *action).unwrap()),
            None => drop(session.roll().unwrap()),
        }
    }
    session
}

/// Plays the first steps of a game of Junqi.
fn play_junqi_steps(preset: &str, players: &str) -> Session<Junqi> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    played(junqi_record(preset, players, 9), 60, &mut rng)
}

/// Opens the window with a game of Junqi on the table, with the robots paused.
fn open_junqi(place: &Place, preset: &str, players: &str) -> Desk {
    let mut desk = place.open();
    desk.put_junqi(junqi_record(preset, players, 9), |table| table.common.is_paused = true);
    desk
}

/// Opens the replay of a game at a page of its panel.
fn open_replay<G: GameUi>(place: &Place, session: Session<G>, tab: &str) -> Desk {
    let mut desk = place.open();
    let app = desk.h.state_mut();
    app.replay = Some(Box::new(ReplayView::new(session, None)));
    app.go(Screen::Replay);
    desk.frames(3);
    desk.click_id(tab);
    desk.on(Screen::Replay);
    desk
}

/// Opens the new-game form of a preset.
fn open_form(place: &Place, preset: &str) -> Desk {
    let mut desk = place.open();
    desk.h.state_mut().screens.new_game.choose_preset(preset);
    desk.h.state_mut().go(Screen::NewGame);
    desk.frames(3);
    desk
}

/// Opens the window and presses buttons one after another.
fn open_and_click(place: &Place, buttons: &[&str]) -> Desk {
    let mut desk = place.open();
    for button in buttons {
        desk.click_id(button);
        desk.frames(2);
    }
    desk
}

/// Opens the window and presses a key.
fn open_and_press(place: &Place, key: Key) -> Desk {
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

/// Opens the collection with two games and a broken file.
fn open_collection(place: &Place) -> Desk {
    place.write("saves/race.json", &race("flying").write());
    place.write("saves/dark.json", &play_junqi_steps("dark", "pr").record().write());
    place.write("saves/torn.json", "{");
    let mut desk = place.open();
    desk.key(Key::F3);
    desk.until("the games", |desk| {
        desk.app().screens.collection.page.matching_files().count() == 3
    });
    desk.frames(3);
    desk.until("their pictures", |desk| !desk.app().is_loading());
    desk
}

/// Opens the page of records with some games counted, and chooses a tab by the id of its name.
fn open_records(place: &Place, tab: &str) -> Desk {
    records::write_games(place);
    let mut desk = records::open_records(place);
    if tab != "records-tab-overview" {
        records::choose_tab(&mut desk, tab);
    }
    desk
}

#[test]
fn home_and_its_pages_fit_every_window() {
    assert_scenes_fit(
        0,
        &[
            ("home", Place::open),
            ("home with games", home_with_games),
            ("settings", |place| open_and_click(place, &["home-settings"])),
            ("licences", |place| open_and_click(place, &["home-settings", "settings-licences"])),
            ("puzzles", |place| open_and_click(place, &["puzzles-title"])),
            ("lessons", |place| open_and_click(place, &["lessons-title"])),
            ("collection", open_collection),
        ],
    );
}

#[test]
fn new_game_forms_fit_every_window() {
    assert_scenes_fit(
        1,
        &[
            ("new race", |place| open_form(place, "aeroplane")),
            ("new flying chess", |place| open_form(place, "flying")),
            ("new duel in the dark", |place| open_form(place, "dark")),
            ("new game of six", |place| open_form(place, "six")),
        ],
    );
}

#[test]
fn games_fit_every_window() {
    assert_scenes_fit(
        2,
        &[
            ("aeroplane", |place| {
                let mut desk = place.open();
                desk.put(race("aeroplane"));
                desk
            }),
            ("dark", |place| open_junqi(place, "dark", "pr")),
            ("four", |place| open_junqi(place, "siguo_partner", "prrr")),
            ("six", |place| open_junqi(place, "six", "prrrrr")),
            ("menu", |place| {
                let mut desk = place.open();
                desk.put(race("flying"));
                desk.click_id("menu-menu");
                desk
            }),
            ("over", |place| {
                let mut desk = place.open();
                desk.put(finished_race().record().clone());
                desk.settle();
                desk
            }),
        ],
    );
}

#[test]
fn replays_fit_every_window() {
    assert_scenes_fit(
        3,
        &[
            ("steps", |place| open_replay(place, finished_race(), "replay-steps")),
            ("analysis", |place| open_replay(place, finished_race(), "replay-analysis")),
            ("analysis, done", |place| {
                let mut desk = open_replay(place, play_race(60), "replay-analysis");
                desk.click_id("analysis-begin");
                desk.until("the analysis", |desk| desk.sees(&desk.t("analysis-worst")));
                desk
            }),
            ("notes", |place| open_replay(place, play_junqi_steps("dark", "pr"), "replay-notes")),
            ("branches", |place| {
                open_replay(place, play_junqi_steps("six", "prrrrr"), "replay-branches")
            }),
            ("dice", |place| open_replay(place, finished_race(), "replay-dice")),
        ],
    );
}

#[test]
fn workshops_fit_every_window() {
    assert_scenes_fit(
        4,
        &[
            ("scripts", |place| open_and_click(place, &["scripts-title"])),
            ("own robot", |place| {
                let mut desk = place.open();
                desk.create_robot("mine");
                desk
            }),
            ("tournament", |place| open_and_click(place, &["scripts-title", "scripts-tournament"])),
            ("positions", |place| {
                let mut desk = open_and_click(place, &["position-title"]);
                let line =
                    "qipan junqi dark turn=south south=S11S,S33Z,S51D,S62F north=N11Jm,N23G,N52D";
                desk.h.event(Event::Paste(line.to_owned()));
                desk.frames(3);
                desk
            }),
            ("layout", |place| open_and_click(place, &["layout-open"])),
        ],
    );
}

#[test]
fn sheets_and_questions_fit_every_window() {
    assert_scenes_fit(
        5,
        &[
            ("keys", |place| open_and_press(place, Key::F1)),
            ("guide", |place| {
                let mut desk = open_form(place, "siguo_partner");
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
                let mut desk = open_replay(place, play_junqi_steps("dark", "pr"), "replay-steps");
                desk.click_id("share-title");
                desk.frames(3);
                desk
            }),
            ("program to be run", |place| {
                let command = ["/bin/sh", "-c", "true; exit", "a word"];
                place.write(
                    "scripts/robots/race/fred.luau",
                    &programs::robot_source("Fred", &command),
                );
                let mut desk = open_form(place, "aeroplane");
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
                let game =
                    position("flying", &person_and_robots(), |game| game.record().steps.is_empty());
                let game = Record { house_rules: vec![programs::misleading_rule()], ..game };
                let file = place.write("saves/half.json", &game.write());
                let desk = place.open_with(Some(file));
                desk.assert_sees_id("play-house-run");
                desk
            }),
            ("package", |place| {
                let desk = place.open_with(Some(packages::built_in(place, "race", "careful")));
                desk.assert_sees_id("package-note");
                desk
            }),
            ("unsaved work", |place| {
                let mut desk = place.open();
                desk.create_robot("Tall Tim");
                workshop::write_all(&mut desk, "-- mine");
                desk.close_by_system();
                desk.frames(2);
                desk.assert_sees(&desk.tf("ask-unsaved", &[("files", "tall_tim.luau".into())]));
                desk
            }),
            ("check", |place| {
                let mut desk = open_replay(place, finished_race(), "replay-steps");
                desk.click_id("replay-check");
                desk.frames(3);
                let title = desk.t("action-close");
                desk.until("the verdict", |desk| desk.has_control(&title));
                desk
            }),
        ],
    );
}

#[test]
fn advice_and_ends_fit_every_window() {
    assert_scenes_fit(
        7,
        &[
            ("hint", |place| {
                let mut desk = place.open();
                let red = Race::seat_by_name("red").unwrap();
                desk.put(position("aeroplane", &person_and_robots(), |game| {
                    game.state().turn() == Turn::Seat(red) && game.actions().len() > 1
                }));
                desk.key(Key::H);
                desk.until("the hint", |desk| {
                    matches!(desk.table().hint(), Some(HintState::Ready(_)))
                });
                desk
            }),
            ("coach", coach::open_warning),
            ("flip", |place| open_junqi(place, "flip", "pr")),
            ("layout of a new game", |place| {
                let mut desk = open_form(place, "siguo_dark");
                desk.click_id("new-start");
                desk.on(Screen::Play);
                desk
            }),
            ("puzzle with a hint", |place| {
                open_and_click(place, &["puzzles-title", "puzzles-hint"])
            }),
            ("Junqi over", |place| {
                let mut desk = place.open();
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
                let game = played(junqi_record("dark", "pr", 9), usize::MAX, &mut rng);
                desk.put_junqi(game.record().clone(), |_| {});
                desk.settle();
                desk
            }),
            ("mistakes", |place| {
                let mut desk = place.open();
                desk.put(finished_race().record().clone());
                desk.settle();
                desk.click_id("result-mistakes");
                desk.until("the mistakes", |desk| {
                    matches!(desk.table().mistakes(), MistakeSearch::Done(_))
                });
                desk
            }),
            ("manual", |place| {
                let mut desk = open_and_press(place, Key::F2);
                desk.key(Key::F1);
                desk.on(Screen::Manual);
                desk
            }),
        ],
    );
}

#[test]
fn records_fit_every_window() {
    assert_scenes_fit(
        6,
        &[
            ("no records", records::open_records),
            ("results", |place| open_records(place, "records-tab-overview")),
            ("records of races", |place| open_records(place, "records-tab-races")),
            ("records of Junqi", |place| open_records(place, "records-tab-junqi")),
            ("layouts", |place| open_records(place, "records-tab-layouts")),
        ],
    );
}

#[test]
fn tables_with_others_fit_every_window() {
    assert_scenes_fit(
        6,
        &[
            ("joining", |place| open_and_click(place, &["together-title"])),
            ("inviting", |place| together::plan_table(place, "six")),
            ("a table", |place| together::open_table_at(place, "siguo_partner")),
        ],
    );
}

#[test]
fn start_button_is_always_in_view() {
    let common = COMMON_WINDOWS.map(|(pixels, scale)| Window { pixels, scale });
    for (number, preset) in ["aeroplane", "flying", "six"].into_iter().enumerate() {
        for (index, lang) in Lang::ALL.into_iter().enumerate() {
            let mut desk = open_form(&Place::quick(lang), preset);
            let start = desk.t("new-start");
            let share = shared_windows().into_iter().skip(2 * number + index).step_by(6);
            for window in common.into_iter().chain(share) {
                desk.resize(window);
                let rect = desk.rect_of_last(&start);
                let is_inside = desk.h.ctx.content_rect().contains_rect(rect);
                assert!(is_inside, "{preset} {lang:?} {window:?}: {rect}");
            }
        }
    }
}

#[test]
fn home_card_texts_stay_inside_their_cards() {
    for (index, lang) in Lang::ALL.into_iter().enumerate() {
        let mut desk = Place::quick(lang).open();
        let common = COMMON_WINDOWS.map(|(pixels, scale)| Window { pixels, scale });
        for window in common.into_iter().chain(shared_windows().into_iter().skip(index).step_by(4))
        {
            desk.resize(window);
            for name in ["aeroplane", "flying", "junqi"] {
                let game = desk.t(&format!("game-{name}"));
                let about = desk.t(&format!("game-{name}.about"));
                let card =
                    desk.rect_of_last(&desk.tf("home-play", &[("game", game.clone().into())]));
                for text in [game, about] {
                    let rects = desk.rects_of_painted(&text);
                    assert!(!rects.is_empty(), "{text:?} is painted");
                    for rect in rects {
                        assert!(card.contains_rect(rect), "{window:?}: {text:?} {rect} {card}");
                    }
                }
            }
        }
    }
}
