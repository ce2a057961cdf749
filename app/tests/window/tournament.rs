//! Tournaments at the window. They are set up, started, watched, stopped, continued and replayed.

use crate::support::{Desk, Place, node_text, role};
use egui::accesskit::Role;
use egui::{Key, Shape};
use egui_kittest::kittest::NodeT as _;
use qipan::app::Screen;
use qipan::model::i18n::Lang;

/// The file of the player's robot.
const FILE: &str = "scripts/robots/race/tall_tim.luau";

/// Opens the page, with the first robots of the list entered.
fn open_page(mut desk: Desk) -> Desk {
    desk.key(Key::F2);
    desk.frames(3);
    desk.click_id("scripts-tournament");
    desk.frames(2);
    desk.on(Screen::Tournament);
    desk
}

/// Chooses the number of games. `text` is the number as in English.
fn choose_games(desk: &mut Desk, text: &str) {
    let text =
        if desk.app().i18n().lang() == Lang::Zh { text.replace(',', "") } else { text.into() };
    desk.click(&format!("{}: {text}", desk.t("tournament-count")));
}

/// Chooses another board from the list.
fn choose_board(desk: &mut Desk, preset: &str) {
    desk.click_id("tournament-board");
    desk.frames(2);
    desk.click_id(&format!("game-{preset}"));
    desk.frames(3);
}

/// Stops the tournament after some more games. Returns the number of games played.
fn stop(desk: &mut Desk) -> u64 {
    let games_before = desk.app().screens.tournament.page.games();
    desk.until("games", |desk| desk.app().screens.tournament.page.games() > games_before);
    desk.click_id("tournament-stop");
    desk.until("the end", |desk| desk.sees(&desk.t("tournament-stopped")));
    desk.app().screens.tournament.page.games()
}

/// Returns the source of a robot that always takes the action with this number.
fn robot_source(number: &str) -> String {
    format!(
        "return {{ api = 1, game = \"race\", name = \"Tall Tim\", about = \"Takes one.\",\n\
         choose = function(view, turn) return turn:actions()[{number}] end }}\n"
    )
}

/// Replaces the text in the editor.
fn write_all(desk: &mut Desk, text: &str) {
    let tools = desk.centre_of(&desk.t("scripts-folder"));
    desk.click_at(tools + egui::vec2(0.0, 250.0));
    desk.ctrl(Key::A);
    desk.write(text);
}

/// Asserts that the curves of two robots mirror each other between the lowest and the highest
/// percentage of the axis. A curve cut off at the top or the bottom would not.
fn assert_curve_not_cut_off(desk: &Desk) {
    let name = desk.t("tournament-curve");
    let root = desk.h.root();
    let mut nodes = root.children_recursive();
    let plot =
        nodes.find(|node| role(node) == Role::Image && node_text(node).as_ref() == Some(&name));
    let plot = plot.unwrap().rect();
    let (mut marks, mut curves) = (Vec::new(), Vec::new());
    for clipped in &desk.h.output().shapes {
        match &clipped.shape {
            Shape::Text(text) if plot.contains(text.pos) => {
                let percent = text.galley.text().strip_suffix('%').map(str::parse::<f32>);
                let middle = text.pos.y + text.galley.size().y / 2.0;
                marks.extend(percent.and_then(Result::ok).map(|percent| (percent, middle)));
            }
            Shape::Path(path) if path.points.iter().all(|point| plot.contains(*point)) => {
                curves.push(path.points.clone());
            }
            _ => {}
        }
    }
    marks.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (low, high) = (marks[0], marks[marks.len() - 1]);
    let value = |y: f32| low.0 + (high.0 - low.0) * (low.1 - y) / (low.1 - high.1);
    let [first, second] = curves.as_slice() else { panic!("{} curves", curves.len()) };
    assert!(first.len() > 1 && first.len() == second.len());
    for (a, b) in first.iter().zip(second) {
        let (a, b) = (value(a.y), value(b.y));
        assert!((a + b - 100.0).abs() < 2.0, "{a} and {b}");
        assert!(
            [a, b].iter().all(|score| (low.0 - 1.0..=high.0 + 1.0).contains(score)),
            "{a} and {b}"
        );
    }
}

#[test]
fn tournament_can_be_watched_stopped_and_continued() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_page(Place::quick(lang).open());
        assert_eq!(desk.app().screens.tournament.page.form().robots.len(), 2);
        desk.assert_sees_id("tournament-none");
        desk.h.check_accessibility();
        choose_board(&mut desk, "flying");
        choose_games(&mut desk, "10,000");
        desk.click_id("tournament-start");
        desk.until("a table", |desk| {
            desk.sees_part("%") && desk.app().screens.tournament.page.games() > 0
        });
        for head in ["robot", "games", "score", "rating", "draws", "errors"] {
            desk.assert_sees_id(&format!("tournament-head-{head}"));
        }
        desk.until("the speed", |desk| !desk.sees(&desk.t("tournament-beginning")));
        assert!(!desk.has_control(&desk.t("tournament-start")), "a tournament is running");
        let first = stop(&mut desk);
        assert!(first > 0 && first < 10_000);
        desk.frames(2);
        assert_curve_not_cut_off(&desk);
        desk.click_id("tournament-resume");
        let second = stop(&mut desk);
        assert!(second > first);
        // A later run of the program continues the tournament.
        let mut desk = open_page(desk.reopen());
        desk.until("the last table", |desk| desk.app().screens.tournament.page.games() == second);
        assert_eq!(desk.app().screens.tournament.page.form().preset, "flying");
        desk.until("an end", |desk| desk.has_control(&desk.t("tournament-resume")));
        desk.click_id("tournament-resume");
        assert!(stop(&mut desk) > second);
    }
}

#[test]
fn tournament_games_open_as_replays() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open_page(Place::quick(lang).open());
        choose_board(&mut desk, "flying");
        desk.click_id("tournament-add");
        choose_games(&mut desk, "100");
        desk.click_id("tournament-start");
        desk.until("the end", |desk| desk.sees(&desk.t("tournament-over")));
        assert_eq!(desk.app().screens.tournament.page.games(), 100);
        assert_eq!(desk.app().screens.tournament.page.form().robots.len(), 3);
        desk.h.check_accessibility();
        desk.until("the first game", |desk| desk.has_control(&desk.t("tournament-open")));
        desk.click_id("tournament-next");
        desk.frames(2);
        desk.click_id("tournament-open");
        desk.frames(3);
        desk.on(Screen::Replay);
        let file = desk.place.path("tournament/games/game-0000002.json");
        assert_eq!(desk.replay().file, Some(file));
        assert!(
            desk.app().settings.recent.is_empty(),
            "games of tournaments are not listed as recent"
        );
        desk.key(Key::Escape);
        desk.frames(2);
        desk.on(Screen::Tournament);
    }
}

#[test]
fn robot_is_written_fixed_and_entered_in_a_tournament() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = Place::quick(lang).open();
        desk.create_robot("Tall Tim");
        write_all(&mut desk, "return { api = = 1 }");
        desk.ctrl(Key::S);
        desk.frames(3);
        desk.assert_sees_id("scripts-load-failed");
        assert!(!desk.has_control(&desk.t("scripts-tournament")), "a broken robot cannot play");
        write_all(&mut desk, &robot_source("1"));
        desk.click_id("scripts-tournament");
        desk.frames(2);
        desk.on(Screen::Tournament);
        assert_eq!(desk.place.read(FILE), robot_source("1"), "the robot is saved before it plays");
        assert_eq!(desk.app().screens.tournament.page.form().robots[0], "tall_tim.luau");
        choose_games(&mut desk, "10,000");
        desk.click_id("tournament-start");
        stop(&mut desk);
        desk.assert_sees("Tall Tim");
        // A changed robot cannot continue the same table.
        desk.key(Key::Escape);
        desk.frames(2);
        desk.on(Screen::Scripts);
        write_all(&mut desk, &robot_source("99"));
        desk.click_id("scripts-tournament");
        desk.frames(2);
        desk.click_id("tournament-resume");
        desk.frames(2);
        desk.assert_sees(&desk.tf("tournament-robot-changed", &[("robot", "Tall Tim".into())]));
        choose_games(&mut desk, "100");
        desk.click_id("tournament-start");
        desk.until("the end", |desk| desk.sees(&desk.t("tournament-over")));
        let args = [("robot", "Tall Tim".into()), ("why", "".into())];
        desk.assert_sees(desk.tf("tournament-first-error", &args).trim_end());
    }
}
