//! The end of a game: what decided it, the mistakes, and what to do next.

use egui::Key;
use qipan::app::Screen;
use qipan::model::i18n::Lang;
use qipan::model::puzzles;
use qipan::model::storage::Folders;
use qipan::play::table::MistakeSearch;
use qipan::screens::replay::ReplayScreen as _;
use qipan_core::contract::game::{Game as _, Step, Turn};
use qipan_core::games::race::Race;
use qipan_core::games::race::board::RED;
use qipan_core::record::Player;
use qipan_core::script::Level;

use crate::support::{Desk, InputDevice, Place, junqi_record, position, robot};

const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Returns a desk with a finished game of one person, Red, against a robot.
fn finished(lang: Lang) -> Desk {
    let mut desk = Place::quick(lang).open();
    let players = [Some(Player::human("")), None, Some(robot("greedy")), None];
    desk.put(position("flying", &players, |game| game.record().steps.len() > 120));
    desk.finish(InputDevice::Keys);
    desk.settle();
    desk.assert_is_over();
    desk.until("the review", |desk| desk.table().turning_point().is_some());
    desk.frames(2);
    desk
}

#[test]
fn end_shows_the_step_that_decided_the_game() {
    for lang in LANGS {
        let mut desk = finished(lang);
        let decided = desk.table().turning_point().unwrap();
        assert!(decided.after > decided.before);
        assert!(desk.sees_part(&format!("{:.0}%", 100.0 * decided.after)));
        desk.click_id("result-look");
        desk.frames(2);
        desk.on(Screen::Replay);
        assert_eq!(desk.replay().at(), decided.at + 1);
    }
}

#[test]
fn mistakes_are_found_and_can_be_played_again() {
    for lang in LANGS {
        let mut desk = finished(lang);
        let end = desk.steps();
        desk.click_id("result-mistakes");
        desk.until("the mistakes", |desk| {
            matches!(desk.table().mistakes(), MistakeSearch::Done(_))
        });
        desk.frames(2);
        let MistakeSearch::Done(mistakes) = desk.table().mistakes() else { panic!("no mistakes") };
        let mistakes = mistakes.to_vec();
        assert!(mistakes.iter().all(|mistake| mistake.seat == RED), "only the person's choices");
        let costs = mistakes.iter().map(|mistake| mistake.assessment.cost_lower_bound());
        assert!(costs.is_sorted_by(|a, b| a >= b));
        let Some(first) = mistakes.first() else { panic!("a game without a costly move") };
        desk.assert_sees_id("result-mistakes-head");
        desk.assert_sees_id("result-mistakes-kept");
        let folders = Folders::find(Some(&desk.place.path(""))).unwrap();
        let kept = puzzles::list(&folders);
        let found: Vec<_> = mistakes.iter().filter_map(|mistake| mistake.puzzle.as_ref()).collect();
        assert_eq!(found.len(), mistakes.len());
        for puzzle in found {
            let session = puzzle.set_up::<Race>().unwrap();
            assert!(puzzle.solves(puzzle.best()) && !puzzle.solves(&puzzle.played));
            assert_eq!(session.actions().len(), puzzle.values.len());
            assert!(kept.entries().iter().any(|entry| entry.puzzle == *puzzle));
        }
        let button = desk.t("result-play-from");
        let pos = desk.centre_of_any(&button);
        desk.click_at(pos);
        desk.frames(3);
        desk.on(Screen::Play);
        assert_eq!(desk.steps(), first.at, "the game goes on from the mistake");
        assert!(end > first.at && desk.table().human_to_act() == Some(RED));
    }
}

#[test]
fn rematch_can_change_side_or_level() {
    for lang in LANGS {
        let mut desk = finished(lang);
        desk.click_id("result-other-side");
        desk.frames(3);
        let humans = |desk: &Desk| -> Vec<bool> {
            desk.record().players.iter().map(|(_, player)| player.is_human()).collect()
        };
        assert_eq!(humans(&desk), [false, true]);
        assert!(desk.steps() < 20, "a new game");

        let mut desk = finished(lang);
        desk.click_id("result-other-level");
        desk.frames(2);
        desk.click_id(&format!("who-level-{}", Level::Strong.name()));
        desk.frames(3);
        assert_eq!(humans(&desk), [true, false]);
        assert!(desk.steps() < 20, "a new game");
        let robot = &desk.record().players[1].1;
        assert_eq!(robot.script.as_deref(), Some("expectimax.luau"));
    }
}

#[test]
fn rematch_changes_the_layouts_of_robots_and_keeps_those_of_people() {
    for change in ["play-again", "result-other-side"] {
        let mut desk = Place::quick(Lang::En).open();
        desk.put_junqi(junqi_record("dark", "pr", 1), |_| {});
        let layouts = |desk: &Desk| desk.junqi().session.record().deal.layouts.clone();
        let old = layouts(&desk);
        desk.menu("menu-resign");
        desk.frames(2);
        desk.click_id("action-yes");
        desk.until("the end", |desk| desk.junqi().state().outcome().is_some());
        desk.settle();
        desk.click_id(change);
        desk.frames(3);
        let new = layouts(&desk);
        let (person, robot) = match change {
            "play-again" => ("south", "north"),
            _ => ("north", "south"),
        };
        assert_eq!(new[person], old["south"], "{change}");
        assert_ne!(new[robot], old["north"], "{change}");
    }
}

#[test]
fn rematch_draws_random_layouts_again() {
    let mut desk = Place::quick(Lang::En).open();
    let game = desk.t("game-junqi");
    desk.click(&desk.tf("home-play", &[("game", game.into())]));
    desk.on(Screen::NewGame);
    desk.click_id("new-start");
    desk.until("a turn", |desk| desk.junqi().human_to_act().is_some());
    let layout = |desk: &Desk| desk.junqi().session.record().deal.layouts["south"].clone();
    let old = layout(&desk);
    desk.menu("menu-resign");
    desk.frames(2);
    desk.click_id("action-yes");
    desk.until("the end", |desk| desk.junqi().state().outcome().is_some());
    desk.settle();
    desk.click_id("play-again");
    desk.frames(3);
    assert_ne!(layout(&desk), old);
}

#[test]
fn resignation_is_not_what_decided_the_game() {
    let mut desk = Place::quick(Lang::En).open();
    let players = [Some(Player::human("")), None, Some(robot("greedy")), None];
    desk.put(position("flying", &players, |game| {
        game.record().steps.len() > 60 && game.state().turn() == Turn::Seat(RED)
    }));
    desk.menu("menu-resign");
    desk.frames(2);
    desk.click_id("action-yes");
    desk.until("the end", |desk| desk.table().state().outcome().is_some());
    desk.settle();
    desk.assert_sees_id("play-over-lost");
    let resignation = desk.steps() - 1;
    desk.until("the review", |desk| desk.table().turning_point().is_some());
    assert_ne!(desk.table().turning_point().unwrap().at, resignation);
}

#[test]
fn game_of_robots_after_a_resignation_can_be_skipped_to_its_end() {
    // The second player resigns while a robot is to move.
    for (lang, ends_by_key) in [("en", true), ("zh", false)] {
        let mut desk = Place::with(&format!(r#"{{"lang":"{lang}"}}"#)).open();
        let players = [Some(Player::human("")), Some(robot("greedy")), Some(robot("greedy")), None];
        desk.put(position("aeroplane", &players, |game| {
            let turn = game.state().turn();
            let is_own = turn == Turn::Seat(RED);
            let is_robots = matches!(turn, Turn::Seat(seat) if seat != RED);
            game.record().steps.len() > 20 && if ends_by_key { is_own } else { is_robots }
        }));
        assert_eq!(desk.table().human_to_act().is_some(), ends_by_key);
        assert_eq!(desk.table().seat_to_resign(), Some(RED));
        assert_eq!(desk.table().can_offer_draw(), ends_by_key);
        desk.menu("menu-resign");
        desk.frames(2);
        desk.click_id("action-yes");
        desk.until("robots that play on", |desk| desk.table().can_skip_to_end());
        desk.frames(2);
        desk.assert_sees_id("play-resigned");
        desk.assert_sees_id("play-you-resigned");
        desk.assert_sees_id("play-again");
        desk.assert_sees_id("play-to-end");
        let resigned = |step: &Step<Race>| matches!(step, Step::Resign { seat } if *seat == RED);
        assert_eq!(desk.record().steps.iter().filter(|step| resigned(step)).count(), 1);
        match ends_by_key {
            true => desk.keys(&[Key::Space]),
            false => desk.click_id("play-to-end"),
        }
        desk.until("the end", |desk| desk.table().state().outcome().is_some());
        desk.settle();
        desk.assert_is_over();
    }
}
