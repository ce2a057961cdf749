//! Steps that decided a game.

use qipan_core::analysis::turning_point::turning_point;
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::games::junqi::Junqi;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::common::junqi::{rules, start};
use crate::random_game;

#[test]
fn nothing_decided_a_draw_between_some_of_the_armies() {
    let mut rng = SmallRng::seed_from_u64(1);
    let game = start(&rules("three", &[]), &mut rng);
    let (mut states, mut steps) = random_game(game, 40, &mut rng);
    let Turn::Seat(seat) = states.last().unwrap().turn() else { unreachable!("nobody has won") };
    for step in [Step::Resign { seat }, Step::Draw] {
        let mut state: Junqi = states.last().unwrap().clone();
        state.play(&step, &mut NullSink).unwrap();
        states.push(state);
        steps.push(step);
    }
    assert_eq!(states.last().unwrap().outcome().unwrap().places[0].len(), 2);
    assert_eq!(turning_point(&states, &steps), None);
}
