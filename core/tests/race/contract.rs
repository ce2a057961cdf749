//! The game contract, checked along thousands of random games.

use crate::common::laws::{Care, keeps_the_contract};
use crate::common::scale::keeps_the_laws_at_scale;
use crate::common::{random_rules, random_seats, rng, side_by_side};
use qipan_core::contract::game::Game;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::race::board::RED;
use qipan_core::games::race::{Deal, Race, Rules};

/// Checks the contract in 10,000 games of a preset.
fn preset_keeps_the_contract(name: &str) {
    let rules = Rules::preset(name).unwrap();
    let start = Race::new(&rules, SeatSet::first(4), &Deal::default()).unwrap();
    side_by_side(1..=4, |seed| {
        keeps_the_contract(&start, 2_500, seed, &Care { close: 400, resign: 2_000, whole: 1 });
    });
}

#[test]
fn aeroplane_chess_keeps_the_contract() {
    preset_keeps_the_contract("aeroplane");
}

#[test]
fn flying_chess_keeps_the_contract() {
    preset_keeps_the_contract("flying");
}

/// Plays four games with each of 500 random sets of options and seats.
#[test]
fn random_options_and_seats_keep_the_contract() {
    side_by_side(1..=4, |seed| {
        let mut rng = rng(1_000 + seed);
        for number in 0..125 {
            let rules = random_rules(&mut rng);
            let start =
                Race::new(&rules, random_seats(&rules, &mut rng), &Deal::default()).unwrap();
            keeps_the_contract(&start, 4, number, &Care { close: 100, resign: 1_000, whole: 1 });
        }
    });
}

#[test]
#[ignore = "as long as is asked for: .ci/trials/laws"]
fn contract_holds_at_scale() {
    keeps_the_laws_at_scale::<Race>(|rng| {
        let rules = random_rules(rng);
        let seats = random_seats(&rules, rng);
        (rules, seats)
    });
}

#[test]
fn equal_positions_have_equal_fingerprints() {
    // Red moves two planes, one by 1 and one by 3, in either order.
    let rules = crate::common::rules("aeroplane", &[("first", serde_json::json!("red"))]);
    let start =
        qipan_core::games::race::Position::new(RED).side(RED, &[20, 30]).side(Seat::new(1), &[]);
    let play = |dice: [u8; 2], actions: [&str; 2]| {
        let mut desk = crate::common::Desk::new(&rules, &start);
        desk.roll(dice[0]).act(actions[0]).roll(1).roll(dice[1]).act(actions[1]);
        let mut bytes = Vec::new();
        desk.race.encode_state(&mut |part| bytes.extend_from_slice(part));
        (desk.race, bytes)
    };
    let one_first = play([1, 3], ["advance 1", "advance 2"]);
    let three_first = play([3, 1], ["advance 2", "advance 1"]);
    assert_eq!(one_first, three_first);
}
