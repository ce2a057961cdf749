//! The puzzles page.

use egui::Key;
use qipan::app::Screen;
use qipan::command::{Command, PuzzleCommand};
use qipan::games::GameUi;
use qipan::games::junqi::JunqiCommand;
use qipan::games::race::RaceCommand;
use qipan::model::i18n::Lang;
use qipan::model::puzzles::{PuzzleChoice, PuzzleGroup, PuzzleSource, Theme, add_mistake, shipped};
use qipan::model::storage::Folders;
use qipan::screens::puzzles::{PuzzleProgress, PuzzlesPage};
use qipan_core::analysis::puzzle::Puzzle;
use qipan_core::analysis::{AnalysisOptions, analyse};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game as _, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::{Deal, Race, Rules};
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};

use crate::support::{Desk, Place};

/// The minimum difference between the values of the best action and of the next one.
const MIN_GAP: f64 = 0.039;

/// Carries out an action on the board of the puzzle.
fn play(desk: &mut Desk, action: &str) {
    let command = match desk.app().screens.puzzles.puzzle().unwrap().game.as_str() {
        "race" => Command::from(RaceCommand::Act(action.parse().unwrap())),
        _ => Command::from(JunqiCommand::Act(action.parse().unwrap())),
    };
    let ctx = desk.h.ctx.clone();
    desk.h.state_mut().apply(command, &ctx);
    desk.frames(3);
}

/// Sends a command of the page.
fn send(desk: &mut Desk, command: PuzzleCommand) {
    let ctx = desk.h.ctx.clone();
    desk.h.state_mut().apply(Command::Puzzle(command), &ctx);
    desk.frames(3);
}

fn page(desk: &Desk) -> &PuzzlesPage {
    &desk.app().screens.puzzles
}

/// Opens the page.
fn open(place: &Place) -> Desk {
    let mut desk = place.open();
    desk.click_id("puzzles-title");
    desk.frames(2);
    assert_eq!(desk.app().screen(), Screen::Puzzles);
    desk
}

/// Returns the best and the worst action of the puzzle shown.
fn best_and_worst(desk: &Desk) -> (String, String) {
    let puzzle = page(desk).puzzle().unwrap();
    (puzzle.best().to_owned(), puzzle.values.last().unwrap().0.clone())
}

#[test]
fn shipped_puzzles_are_valid_and_have_a_clear_solution() {
    fn action_count<G: GameUi>(puzzle: &Puzzle) -> Result<usize, String> {
        let session = puzzle.set_up::<G>()?;
        let best = puzzle.best().parse::<G::Action>().ok();
        let is_legal = best.is_some_and(|best| session.actions().contains(&best));
        is_legal.then(|| session.actions().len()).ok_or_else(|| "illegal".to_owned())
    }
    let puzzles = shipped();
    for puzzle in &puzzles {
        let action_count = match puzzle.game.as_str() {
            "race" => action_count::<Race>(puzzle),
            _ => action_count::<Junqi>(puzzle),
        };
        assert_eq!(action_count, Ok(puzzle.values.len()), "{}", puzzle.steps);
        assert!(puzzle.solves(puzzle.best()));
        let second_best = puzzle.values.iter().find(|(action, _)| !puzzle.solves(action)).unwrap();
        let gap = puzzle.values[0].1 - second_best.1;
        assert!(gap > MIN_GAP, "{gap}");
        assert!(!Theme::all_of(puzzle).is_empty());
    }
    for group in PuzzleGroup::ALL {
        let count = puzzles.iter().filter(|puzzle| PuzzleGroup::of(puzzle) == Some(group)).count();
        assert!(count >= 30, "{group:?}: {count}");
    }
}

#[test]
fn puzzle_is_tried_hinted_shown_and_remembered() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open(&Place::quick(lang));
        // No game was played yet, so the races come first.
        assert_eq!(page(&desk).puzzle().unwrap().game, "race");
        let id = page(&desk).entry().unwrap().id.clone();
        let (best, worst) = best_and_worst(&desk);
        desk.click_id("puzzles-hint");
        desk.frames(2);
        desk.assert_sees_id("puzzles-one-of");
        let values = &page(&desk).puzzle().unwrap().values;
        let listed = desk.node_texts().matches("• ").count();
        assert!(listed >= 2 && listed < values.len(), "{listed} of {}", values.len());
        play(&mut desk, &worst);
        assert!(matches!(page(&desk).progress(), PuzzleProgress::Wrong(_)), "{worst}");
        let rating_change = page(&desk).rating_change().unwrap();
        assert!(rating_change < 0.0);
        assert!(desk.sees(&format!("{rating_change:+.0}")), "{}", desk.node_texts());
        let tomorrow = desk.tf("puzzles-again-in", &[("count", 1.into())]);
        assert!(desk.sees(&tomorrow), "{}", desk.node_texts());
        desk.click_id("puzzles-show");
        desk.frames(2);
        assert_eq!(page(&desk).progress(), PuzzleProgress::Shown);
        play(&mut desk, &best);
        let progress = page(&desk).progress();
        assert_eq!(
            progress,
            PuzzleProgress::Shown,
            "a puzzle whose answer was shown is not solved"
        );
        assert!(!page(&desk).drill().is_solved(&id));
        desk.click_id("puzzles-again");
        desk.frames(2);
        play(&mut desk, &best);
        assert_eq!(page(&desk).progress(), PuzzleProgress::Right);
        assert!(page(&desk).drill().is_solved(&id));
        assert_eq!(page(&desk).rating_change(), Some(rating_change), "only the first try is rated");
        let themes: Vec<String> = page(&desk)
            .entry()
            .unwrap()
            .themes()
            .iter()
            .map(|theme| desk.t(theme.text_id()))
            .collect();
        desk.assert_sees(&desk.tf(
            "puzzles-themes",
            &[("count", themes.len().into()), ("names", themes.join(" · ").into())],
        ));
        desk.key(Key::Escape);
        desk.frames(2);
        assert_eq!(desk.app().screen(), Screen::Home);
        let mut desk = desk.reopen();
        desk.click_id("puzzles-title");
        desk.frames(2);
        assert!(page(&desk).drill().is_solved(&id));
        assert!((page(&desk).drill().rating.rating - 1500.0 - rating_change).abs() < 1e-6);
    }
}

#[test]
fn right_first_try_raises_the_rating_and_a_hint_makes_it_half_a_point() {
    let mut desk = open(&Place::quick(Lang::En));
    let rating = page(&desk).drill().rating.rating;
    let (best, _) = best_and_worst(&desk);
    play(&mut desk, &best);
    let rating_change = page(&desk).rating_change().unwrap();
    assert!(rating_change > 0.0 && page(&desk).drill().rating.rating > rating);
    desk.click_id("puzzles-next");
    desk.frames(2);
    assert_eq!((page(&desk).rating_change(), page(&desk).progress()), (None, PuzzleProgress::Open));
    desk.click_id("puzzles-hint");
    desk.frames(2);
    let (best, _) = best_and_worst(&desk);
    play(&mut desk, &best);
    assert!(page(&desk).rating_change().unwrap() < rating_change);
    let id = &page(&desk).entry().unwrap().id;
    assert!(page(&desk).drill().puzzles[id].repetition.is_some(), "a hint repeats the puzzle");
}

#[test]
fn daily_puzzle_starts_a_streak() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open(&Place::quick(lang));
        desk.click_id("puzzles-daily");
        desk.frames(2);
        assert_eq!(page(&desk).choice().source, PuzzleSource::Daily);
        assert_eq!(page(&desk).count(), 1);
        let (best, _) = best_and_worst(&desk);
        play(&mut desk, &best);
        desk.assert_sees_id("puzzles-daily-solved");
        let streak = desk.tf("puzzles-streak", &[("count", 1.into())]);
        assert!(desk.sees(&streak), "{}", desk.node_texts());
        // The puzzles of the game follow.
        desk.click_id("puzzles-next");
        desk.frames(2);
        assert_eq!(page(&desk).choice().source, PuzzleSource::Group(PuzzleGroup::Race));
    }
}

#[test]
fn puzzles_are_chosen_by_game_and_theme() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open(&Place::quick(lang));
        for group in PuzzleGroup::ALL.into_iter().rev() {
            desk.click_id("puzzles-game");
            desk.frames(2);
            let all = shipped().iter().filter(|it| PuzzleGroup::of(it) == Some(group)).count();
            let args = [
                ("name", desk.t(group.text_id()).into()),
                ("solved", 0.into()),
                ("all", all.into()),
            ];
            let option = desk.tf("puzzles-source", &args);
            desk.click(&option);
            desk.frames(2);
            assert_eq!(page(&desk).count(), all, "{group:?}");
            assert_eq!(PuzzleGroup::of(page(&desk).puzzle().unwrap()), Some(group));
            // The first puzzle of flip chess is south's, which has a colour there.
            let has_colour = ["junqi-colour-red", "junqi-colour-green"].iter().any(|colour| {
                let side = desk.tf("junqi-plays", &[("army", desk.t(colour).into())]);
                let seat = desk.t("seat-south");
                let args = [("seat", seat.into()), ("side", side.into())];
                desk.sees(&desk.tf("puzzles-side", &args))
            });
            assert_eq!(has_colour, group == PuzzleGroup::Flip, "{group:?}");
        }
        let choice = PuzzleChoice {
            theme: Some(Theme::Capture),
            ..PuzzleChoice::all_of(PuzzleSource::Group(PuzzleGroup::Dark))
        };
        send(&mut desk, PuzzleCommand::Choose(choice));
        assert!(page(&desk).count() > 0);
        assert!(page(&desk).entry().unwrap().themes().contains(&Theme::Capture));
        send(&mut desk, PuzzleCommand::Choose(PuzzleChoice::all_of(PuzzleSource::Mistakes)));
        desk.assert_sees_id("puzzles-none-of-yours");
    }
}

/// Returns a puzzle of a choice in a short game.
fn own_puzzle() -> Puzzle {
    let seats = [Seat::new(0), Seat::new(2)];
    let players = seats.map(|seat| (seat, Player::human(""))).to_vec();
    let record: Record<Race> =
        Record::new("flying", Rules::FLYING, players, Deal::default(), Seed::from_number(7));
    let mut session = Session::new(record).unwrap();
    while session.record().steps.len() < 120 {
        match session.state().turn() {
            Turn::Chance { .. } => {
                session.roll().unwrap();
            }
            Turn::Seat(seat) => {
                session.act(seat, session.actions()[0]).unwrap();
            }
            Turn::Over => break,
        }
    }
    let (states, steps) = (session.states(), &session.record().steps);
    let analysis = analyse(states, steps, AnalysisOptions::default(), &mut |_| true).unwrap();
    let choice = |at| analysis.choice(at).filter(|choice| choice.gap().is_some());
    let at = (0..steps.len()).find(|at| choice(*at).is_some()).unwrap();
    Puzzle::of_choice(&session, at, choice(at).unwrap()).unwrap()
}

#[test]
fn own_mistakes_are_due_and_repeated() {
    for lang in [Lang::En, Lang::Zh] {
        let place = Place::quick(lang);
        let folders = Folders::find(Some(&place.path(""))).unwrap();
        let puzzle = own_puzzle();
        assert_eq!(add_mistake(&folders, puzzle.clone()), Ok(true));
        let mut desk = open(&place);
        assert_eq!(page(&desk).choice().source, PuzzleSource::Due);
        assert_eq!(page(&desk).puzzle(), Some(&puzzle));
        let due = |desk: &Desk, count: i64| desk.tf("puzzles-due", &[("count", count.into())]);
        assert!(desk.sees(&due(&desk, 1)), "{}", desk.node_texts());
        let (_, worst) = best_and_worst(&desk);
        play(&mut desk, &worst);
        assert!(desk.sees(&due(&desk, 0)), "{}", desk.node_texts());
        assert_eq!(page(&desk).rating_change(), None, "own mistakes are not rated");
        let tomorrow = desk.tf("puzzles-again-in", &[("count", 1.into())]);
        assert!(desk.sees(&tomorrow), "{}", desk.node_texts());
        let mistakes = PuzzleChoice::all_of(PuzzleSource::Mistakes);
        send(&mut desk, PuzzleCommand::Choose(mistakes));
        assert_eq!((page(&desk).count(), page(&desk).puzzle()), (1, Some(&puzzle)));
        send(&mut desk, PuzzleCommand::Choose(PuzzleChoice::all_of(PuzzleSource::Due)));
        desk.assert_sees_id("puzzles-none-due");
    }
}

#[test]
fn solved_puzzles_of_the_settings_are_taken_over() {
    let id = shipped()[0].id();
    let place = Place::with(&format!(r#"{{"lang":"en","speed":"off","solved":["{id}"]}}"#));
    let desk = open(&place);
    assert!(page(&desk).drill().is_solved(&id));
    assert!(place.read("drill.json").contains(&id));
    assert!(!place.read("settings.json").contains(&id));
}

#[test]
fn damaged_record_is_kept_and_reported() {
    for lang in [Lang::En, Lang::Zh] {
        let place = Place::quick(lang);
        place.write("drill.json", "{ damaged");
        let mut desk = open(&place);
        assert_eq!(place.read("drill.broken.json"), "{ damaged");
        assert!(desk.sees_part("drill.broken.json"), "{}", desk.node_texts());
        let (best, _) = best_and_worst(&desk);
        play(&mut desk, &best);
        assert!(place.read("drill.json").contains("qipan-drill"));
    }
}
