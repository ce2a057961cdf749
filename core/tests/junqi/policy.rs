//! The policy of people: what it depends on, and how well it agrees with games it has not learned.

use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::games::junqi::policy::{PolicyTraining, read_games};
use qipan_core::games::junqi::{Event, Junqi};
use qipan_core::record::jgs::import;

use crate::common::junqi::{rules, start};
use crate::common::rng;

/// Plays some actions and returns the game with its events.
fn middle_game(preset: &str, plies: usize) -> (Junqi, Vec<Event>) {
    let mut game = start(&rules(preset, &[]), &mut rng(6));
    let (mut actions, mut log) = (Vec::new(), Vec::new());
    for ply in 0..plies {
        let Turn::Seat(seat) = game.turn() else { break };
        game.legal_actions(&mut actions);
        let action = actions[(ply * 7) % actions.len()];
        game.play(&Step::Act { seat, action }, &mut log).unwrap();
    }
    (game, log)
}

#[test]
fn policy_follows_from_the_view_and_the_public_events() {
    let mut rng = rng(8);
    for preset in ["dark", "mixed", "open", "siguo_dark", "siguo_partner", "three", "six"] {
        let (game, log) = middle_game(preset, 50);
        let seat = game.seat_to_move();
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        let view = game.view(Viewer::Seat(seat));
        let policy = view.policy(seat, &actions, &log);
        assert_eq!(policy.len(), actions.len());
        assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{preset}");
        let other = Junqi::sample(&view, &mut rng).view(Viewer::Seat(seat));
        assert_eq!(other.policy(seat, &actions, &log), policy, "{preset}: another truth");
        // A move does not depend on the order in which the actions are listed.
        actions.reverse();
        let reversed: Vec<f32> = view.policy(seat, &actions, &log).into_iter().rev().collect();
        let is_close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5;
        assert!(policy.iter().zip(&reversed).all(is_close), "{preset}");
        assert_ne!(view.policy(seat, &actions, &[]), policy, "{preset}: without the past");
    }
}

#[test]
fn policy_agrees_with_people_in_games_it_has_not_seen() {
    let files: [&[u8]; 3] = [
        include_bytes!("../data/jgs/000093.jgs"),
        include_bytes!("../data/jgs/flagcap_2v2.jgs"),
        include_bytes!("../data/jgs/two_player.jgs"),
    ];
    let (mut decisions, mut first, mut among_three) = (0.0, 0.0, 0.0);
    for file in files {
        let record = import(file).unwrap().record;
        let mut game = record.start().unwrap();
        let (mut actions, mut log) = (Vec::new(), Vec::new());
        for step in &record.steps {
            if let (Turn::Seat(seat), Step::Act { action, .. }) = (game.turn(), step) {
                game.legal_actions(&mut actions);
                let view = game.view(Viewer::Seat(seat));
                let policy = view.policy(seat, &actions, &log);
                let played = actions.iter().position(|legal| legal == action).unwrap();
                let better = policy.iter().filter(|chance| **chance > policy[played]).count();
                decisions += 1.0;
                first += f64::from(u8::from(better < 1));
                among_three += f64::from(u8::from(better < 3));
            }
            game.play(step, &mut log).unwrap();
        }
    }
    let shares = (first / decisions, among_three / decisions);
    assert!(decisions > 900.0 && shares.0 > 0.2 && shares.1 > 0.38, "{shares:?} of {decisions}");
}

#[test]
fn training_follows_from_the_games_and_the_seed() {
    let games = read_games(include_str!("../data/junqi_games.txt")).unwrap();
    // Short games, so that the test is quick.
    let mut games: Vec<_> = games.into_iter().filter(|game| game.steps.len() < 90).collect();
    games.truncate(6);
    let training = PolicyTraining::new(&games);
    let bytes = training.train(1);
    assert_eq!(PolicyTraining::new(&games).train(1), bytes);
    assert_ne!(training.train(2), bytes);
    let agreement = training.validate(1, 3, 1);
    assert_eq!(agreement.len(), 2);
    let decisions: u32 =
        (0..3).flat_map(|fold| training.validate(fold, 3, 1)).map(|game| game.decisions).sum();
    assert_eq!(decisions as usize, training.decisions());
    assert!(agreement.iter().all(|game| game.first <= game.among_three && game.loss > 0.0));
}
