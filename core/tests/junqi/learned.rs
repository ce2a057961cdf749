//! Tests of the values that the networks give Junqi positions.

use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::evaluation::Searchable;
use qipan_core::games::junqi::{Junqi, PRESETS};

use crate::common::junqi::{play, position, rules, start};
use crate::common::rng;

/// Returns each seat's value.
fn values(game: &Junqi) -> [f32; Seat::MAX] {
    game.evaluate(&mut Vec::new())
}

/// Returns south's value of a position with these two pieces and the same few pieces of both
/// armies. South has just moved an Engineer, so it is north's turn.
fn south_value_with(pieces: [(&str, &str); 2]) -> f32 {
    let common = [("S", "s"), ("N", "n")].map(|(land, army)| {
        [("62", "30"), ("61", "31"), ("52", "31"), ("63", "31"), ("55", "32"), ("31", "37")]
            .map(|(cell, code)| (format!("{land}{cell}"), format!("{army}{code}")))
    });
    let common = common.as_flattened().iter().map(|(cell, code)| (cell.as_str(), code.as_str()));
    let all: Vec<_> = common.chain(pieces).collect();
    let mut game = position(&rules("dark", &[]), &all);
    play(&mut game, "S55 S54");
    values(&game)[0]
}

#[test]
fn side_values_sum_to_one() {
    for (number, preset) in PRESETS.into_iter().enumerate() {
        let rng = &mut rng(number as u64);
        let mut game = start(&rules(preset, &[]), rng);
        let (sides, mut list) = (game.rules().sides(2), Vec::new());
        while let Turn::Seat(seat) = game.turn() {
            let values = values(&game);
            let mut sum = 0.0;
            for side in &sides {
                let mut shares = side.iter().map(|seat| values[seat.index()]);
                let first = shares.next().unwrap();
                assert!((0.0..=1.0).contains(&first), "{preset}: {values:?}");
                assert!(shares.all(|other| other == first), "{preset}: {values:?}");
                sum += first;
            }
            assert!((sum - 1.0).abs() < 1e-4, "{preset}: {values:?}");
            let action = game.random_action(rng, &mut list);
            game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
        }
    }
}

#[test]
fn threatened_pieces_are_worth_less() {
    // A Field Marshal or a Bomb of south next to, or far from, the General of north.
    for hunter in ["s40", "s00"] {
        let near = south_value_with([("N43", hunter), ("N53", "n39")]);
        let far = south_value_with([("N43", hunter), ("N15", "n39")]);
        assert!(near - far > 0.05, "{hunter}: {near} {far}");
    }
    // The same with the colours exchanged.
    for hunter in ["n40", "n00"] {
        let near = south_value_with([("S43", hunter), ("S53", "s39")]);
        let far = south_value_with([("S43", hunter), ("S15", "s39")]);
        assert!(far - near > 0.05, "{hunter}: {near} {far}");
    }
}

#[test]
fn piece_stuck_in_a_headquarters_is_worth_less() {
    let stuck = south_value_with([("S64", "s39"), ("N15", "n39")]);
    let free = south_value_with([("S65", "s39"), ("N15", "n39")]);
    assert!(free - stuck > 0.02, "{stuck} {free}");
}

#[test]
fn flip_values_ignore_face_down_kinds() {
    let rng = &mut rng(5);
    let mut game = start(&rules("flip", &[]), rng);
    let (mut list, mut compared) = (Vec::new(), 0);
    while let Turn::Seat(seat) = game.turn() {
        if game.ply() % 8 == 4 {
            let dealt = Junqi::sample(&game.view(Viewer::Seat(seat)), rng);
            assert_eq!(values(&game), values(&dealt), "ply {}", game.ply());
            compared += 1;
        }
        let action = game.random_action(rng, &mut list);
        game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
    }
    assert!(compared > 10, "{compared}");
}

/// Returns south's value of a flip chess position with south's Lieutenant and Captain on these
/// cells. North's Landmines are gone and the Lieutenant is south's lowest rank, so that it may
/// capture the Flag. South has just moved another piece.
fn race_value_with(lieutenant: &str, captain: &str) -> f32 {
    let pieces = [
        ("N62", "n30"),
        ("N31", "n37"),
        ("S62", "s30"),
        ("S61", "s31"),
        ("S55", "s38"),
        (lieutenant, "s33"),
        (captain, "s34"),
    ];
    let mut game = position(&rules("flip", &[]), &pieces);
    play(&mut game, "S55 S54");
    values(&game)[0]
}

#[test]
fn flip_values_prefer_the_flag_captor_near_the_flag() {
    let (near, far) = (race_value_with("N53", "S45"), race_value_with("S45", "N53"));
    assert!(near - far > 0.05, "{near} {far}");
}

#[test]
fn private_key_separates_kinds_of_a_tile() {
    let private_key = |north: &str| {
        let pieces =
            [("S62", "s30"), ("S11", "s40"), ("N62", "n30"), ("N15", "n35"), ("N25", north)];
        let mut game = position(&rules("dark", &[]), &pieces);
        play(&mut game, "S11 N15");
        game.private_key(&"N25 N15".parse().unwrap())
    };
    // The same move of the same tile, in determinizations that give it different kinds.
    assert_ne!(private_key("n00"), private_key("n37"));
    assert_eq!(private_key("n00"), private_key("n00"));
}
