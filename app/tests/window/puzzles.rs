//! The puzzles page.

use egui::Key;
use qipan::app::Screen;
use qipan::command::Command;
use qipan::games::race::RaceCommand;
use qipan::model::i18n::Lang;
use qipan::model::puzzles::shipped;
use qipan::screens::puzzles::PuzzleProgress;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::{Action, Race};

use crate::support::{Desk, Place};

/// The minimum difference between the values of the best action and of the next one.
const MIN_GAP: f64 = 0.039;

/// Carries out an action on the board of the puzzle.
fn play(desk: &mut Desk, action: &str) {
    let action: Action = action.parse().unwrap();
    let ctx = desk.h.ctx.clone();
    desk.h.state_mut().apply(Command::from(RaceCommand::Act(action)), &ctx);
    desk.frames(3);
}

#[test]
fn shipped_puzzles_are_valid_and_have_a_clear_solution() {
    let puzzles = shipped();
    assert_eq!(puzzles.len(), 33);
    for puzzle in &puzzles {
        let action_count = match puzzle.game.as_str() {
            "race" => puzzle.set_up::<Race>().map(|session| session.actions().len()),
            _ => puzzle.set_up::<Junqi>().map(|session| session.actions().len()),
        };
        assert_eq!(action_count, Ok(puzzle.values.len()), "{}", puzzle.steps);
        assert!(puzzle.solves(puzzle.best()));
        let second_best = puzzle.values.iter().find(|(action, _)| !puzzle.solves(action)).unwrap();
        let gap = puzzle.values[0].1 - second_best.1;
        assert!(gap > MIN_GAP, "{gap}");
    }
    for preset in ["aeroplane", "flying", "dark", "flip", "siguo_partner"] {
        assert!(puzzles.iter().any(|puzzle| puzzle.preset == preset), "{preset}");
    }
    assert!(puzzles[0].set_up::<Junqi>().is_err() || puzzles[0].game == "junqi");
}

#[test]
fn puzzle_is_tried_hinted_shown_and_remembered() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = Place::quick(lang).open();
        desk.click_id("puzzles-title");
        desk.frames(2);
        assert_eq!(desk.app().screen(), Screen::Puzzles);
        // The first puzzle of a race is opened.
        let is_race = |desk: &Desk| desk.app().screens.puzzles.puzzle().unwrap().game == "race";
        while !is_race(&desk) {
            desk.click_id("puzzles-next");
            desk.frames(2);
        }
        let puzzle = desk.app().screens.puzzles.puzzle().unwrap().clone();
        let (worst, _) = puzzle.values.last().unwrap().clone();
        desk.click_id("puzzles-hint");
        desk.frames(2);
        desk.assert_sees_id("puzzles-one-of");
        play(&mut desk, &worst);
        assert!(
            matches!(desk.app().screens.puzzles.progress(), PuzzleProgress::Wrong(_)),
            "{worst}"
        );
        desk.click_id("puzzles-show");
        desk.frames(2);
        assert_eq!(desk.app().screens.puzzles.progress(), PuzzleProgress::Shown);
        play(&mut desk, puzzle.best());
        assert_eq!(
            desk.app().screens.puzzles.progress(),
            PuzzleProgress::Shown,
            "a puzzle whose answer was shown is not solved"
        );
        desk.click_id("puzzles-again");
        desk.frames(2);
        play(&mut desk, puzzle.best());
        assert_eq!(desk.app().screens.puzzles.progress(), PuzzleProgress::Right);
        desk.assert_sees_id("puzzles-solved");
        assert!(desk.app().settings.solved.contains(&puzzle.id()));
        desk.key(Key::Escape);
        desk.frames(2);
        assert_eq!(desk.app().screen(), Screen::Home);
        let desk = desk.reopen();
        assert!(desk.app().settings.solved.contains(&puzzle.id()));
    }
}
