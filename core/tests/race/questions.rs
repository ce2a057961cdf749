//! Tests of questions to seats in a race: who is to move, which actions are legal, and when a
//! question is dropped.

use crate::common::print;
use qipan_core::contract::game::{Game, IllegalStep, NullSink, Step, Turn, Viewer};
use qipan_core::contract::position::{NoPosition, PositionLine, Positions};
use qipan_core::contract::seat::Seat;
use qipan_core::evaluation::Searchable;
use qipan_core::games::race::board::{BLUE, RED, YELLOW};
use qipan_core::games::race::{Effect, Position, Race, Rules};

/// Returns a game with Red to use a 3.
fn game() -> Race {
    let position = Position::new(RED).side(RED, &[10]).side(YELLOW, &[5]).side(BLUE, &[]).die(3);
    position.set_up(&Rules::AEROPLANE).unwrap()
}

fn ask(game: &mut Race, seat: &str, options: &str) -> Result<(), IllegalStep> {
    let json = format!(
        r#"{{"kind": "ask", "seat": "{seat}", "question": "really", "options": {options}}}"#
    );
    let effect: Effect = serde_json::from_str(&json).unwrap();
    assert_eq!(
        serde_json::from_str::<Effect>(&serde_json::to_string(&effect).unwrap()).unwrap(),
        effect
    );
    game.play(&Step::House { rule: 1, effect }, &mut NullSink)
}

fn answer(game: &mut Race, seat: Seat, option: u8) -> Result<(), IllegalStep> {
    game.play(&Step::Act { seat, action: Race::answer(option) }, &mut NullSink)
}

fn actions(game: &Race) -> Vec<String> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions.iter().map(ToString::to_string).collect()
}

#[test]
fn question_comes_before_the_move_and_changes_nothing_else() {
    let start = game();
    let mut game = start.clone();
    ask(&mut game, "yellow", r#"["yes", "no"]"#).unwrap();
    ask(&mut game, "red", r#"["one"]"#).unwrap();
    assert_ne!(print(&game), print(&start));
    assert_eq!(
        (game.turn(), actions(&game).as_slice()),
        (Turn::Seat(YELLOW), &["answer 1".to_owned(), "answer 2".to_owned()][..])
    );
    assert_eq!(answer(&mut game, RED, 0), Err(IllegalStep::NotYourTurn));
    assert_eq!(answer(&mut game, YELLOW, 2), Err(IllegalStep::NotLegal));
    let roll = game.play(&Step::Chance(3), &mut NullSink);
    assert_eq!(roll, Err(IllegalStep::SeatDecides));
    answer(&mut game, YELLOW, 1).unwrap();
    assert_eq!((game.turn(), actions(&game)), (Turn::Seat(RED), vec!["answer 1".to_owned()]));
    answer(&mut game, RED, 0).unwrap();
    assert_eq!(game, start);
    assert_eq!(answer(&mut game, RED, 0), Err(IllegalStep::NotLegal), "nobody asks");
}

#[test]
fn impossible_questions_are_refused() {
    let mut game = game();
    for (seat, options) in [("green", r#"["yes"]"#), ("red", "[]")] {
        let before = game.clone();
        let error = ask(&mut game, seat, options).unwrap_err();
        assert!(matches!(error, IllegalStep::Effect(_)), "{error}");
        assert_eq!(game, before);
    }
    for _ in 0..8 {
        ask(&mut game, "red", r#"["yes"]"#).unwrap();
    }
    assert!(ask(&mut game, "red", r#"["yes"]"#).is_err(), "eight questions wait");
}

#[test]
fn question_to_a_seat_that_leaves_is_dropped() {
    let mut game = game();
    ask(&mut game, "yellow", r#"["yes"]"#).unwrap();
    ask(&mut game, "blue", r#"["yes"]"#).unwrap();
    game.play(&Step::Resign { seat: YELLOW }, &mut NullSink).unwrap();
    assert_eq!(game.turn(), Turn::Seat(BLUE));
    game.play(&Step::Draw, &mut NullSink).unwrap();
    assert_eq!((game.turn(), game.question()), (Turn::Over, None));
}

#[test]
fn search_and_samples_work_while_a_question_waits() {
    let mut game = game();
    ask(&mut game, "yellow", r#"["yes", "no"]"#).unwrap();
    let mut rng = crate::common::rng(4);
    let view = game.view(Viewer::Seat(RED));
    assert_eq!(Race::question_in_view(&view), game.question());
    assert_eq!(Race::sample(&view, &mut rng), game);
    assert!(game.exact_values(&[Race::answer(0)], 1, 1000).is_none());
    let mut list = Vec::new();
    assert_eq!(game.rollout_action(&mut rng, &mut list), Race::answer(0));
    let random = game.random_action(&mut rng, &mut list);
    assert!(Race::answered_option(random).is_some());
    let values = game.evaluate(&mut Vec::new());
    assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-3);
}

#[test]
fn position_is_written_only_when_no_question_waits() {
    let mut game = game();
    let line = |game: &Race| {
        let position = Positions::position(game)?;
        let preset = "aeroplane".to_owned();
        Ok(PositionLine::<Race> { preset, rules: Rules::AEROPLANE, position })
    };
    let before = line(&game).unwrap();
    ask(&mut game, "yellow", r#"["yes", "no"]"#).unwrap();
    assert_eq!(line(&game), Err(NoPosition::Question));
    answer(&mut game, YELLOW, 0).unwrap();
    let after = line(&game).unwrap();
    assert_eq!(after, before);
    let copy: PositionLine<Race> = after.to_string().parse().unwrap();
    assert_eq!(copy.set_up().unwrap(), game);
}
