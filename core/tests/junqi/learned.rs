//! Tests of the values that the networks give Junqi positions.

use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::evaluation::Searchable;
use qipan_core::games::junqi::{Junqi, PRESETS};

use crate::common::junqi::{play, position, rules, start};
use crate::common::rng;

/// Returns each seat's value.
fn worths(game: &Junqi) -> [f32; Seat::MAX] {
    game.evaluate(&mut Vec::new())
}

/// Returns south's value of a position with these pieces and a few of both armies, just after
/// south has moved an Engineer.
fn south_with(pieces: [(&str, &str); 2]) -> f32 {
    let both = [("S", "s"), ("N", "n")].map(|(land, army)| {
        [("62", "30"), ("61", "31"), ("52", "31"), ("63", "31"), ("55", "32"), ("31", "37")]
            .map(|(cell, code)| (format!("{land}{cell}"), format!("{army}{code}")))
    });
    let both = both.as_flattened().iter().map(|(cell, code)| (cell.as_str(), code.as_str()));
    let all: Vec<_> = both.chain(pieces).collect();
    let mut game = position(&rules("dark", &[]), &all);
    play(&mut game, "S55 S54");
    worths(&game)[0]
}

#[test]
fn side_values_sum_to_one() {
    for (number, preset) in PRESETS.into_iter().enumerate() {
        let rng = &mut rng(number as u64);
        let mut game = start(&rules(preset, &[]), rng);
        let (sides, mut list) = (game.rules().sides(2), Vec::new());
        while let Turn::Seat(seat) = game.turn() {
            let worths = worths(&game);
            let mut sum = 0.0;
            for side in &sides {
                let mut shares = side.iter().map(|seat| worths[seat.index()]);
                let first = shares.next().unwrap();
                assert!((0.0..=1.0).contains(&first), "{preset}: {worths:?}");
                assert!(shares.all(|other| other == first), "{preset}: {worths:?}");
                sum += first;
            }
            assert!((sum - 1.0).abs() < 1e-4, "{preset}: {worths:?}");
            let action = game.random_action(rng, &mut list);
            game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
        }
    }
}

#[test]
fn threatened_pieces_are_worth_less() {
    for hunter in ["s40", "s00"] {
        let near = south_with([("N43", hunter), ("N53", "n39")]);
        let far = south_with([("N43", hunter), ("N15", "n39")]);
        assert!(near - far > 0.05, "{hunter}: {near} {far}");
    }
    for hunter in ["n40", "n00"] {
        let near = south_with([("S43", hunter), ("S53", "s39")]);
        let far = south_with([("S43", hunter), ("S15", "s39")]);
        assert!(far - near > 0.05, "{hunter}: {near} {far}");
    }
}

#[test]
fn piece_stuck_in_a_headquarters_is_worth_less() {
    let stuck = south_with([("S64", "s39"), ("N15", "n39")]);
    let free = south_with([("S65", "s39"), ("N15", "n39")]);
    assert!(free - stuck > 0.02, "{stuck} {free}");
}

#[test]
fn flip_eval_ignores_face_down_kinds() {
    let rng = &mut rng(5);
    let mut game = start(&rules("flip", &[]), rng);
    let (mut list, mut compared) = (Vec::new(), 0);
    while let Turn::Seat(seat) = game.turn() {
        if game.ply() % 8 == 4 {
            let dealt = Junqi::sample(&game.view(Viewer::Seat(seat)), rng);
            assert_eq!(worths(&game), worths(&dealt), "ply {}", game.ply());
            compared += 1;
        }
        let action = game.random_action(rng, &mut list);
        game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
    }
    assert!(compared > 10, "{compared}");
}

/// Returns south's value of a flip chess position in which north's Landmines are gone and south
/// has just moved another piece. South's smallest piece is the Lieutenant.
fn race_with(lieutenant: &str, captain: &str) -> f32 {
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
    worths(&game)[0]
}

#[test]
fn flip_eval_prefers_the_flag_taker_near_the_flag() {
    let (near, far) = (race_with("N53", "S45"), race_with("S45", "N53"));
    assert!(near - far > 0.05, "{near} {far}");
}

#[test]
fn private_key_separates_kinds_of_a_tile() {
    let secret = |north: &str| {
        let pieces =
            [("S62", "s30"), ("S11", "s40"), ("N62", "n30"), ("N15", "n35"), ("N25", north)];
        let mut game = position(&rules("dark", &[]), &pieces);
        play(&mut game, "S11 N15");
        game.private_key(&"N25 N15".parse().unwrap())
    };
    // The same move of the same tile, in determinizations that give it different kinds.
    assert_ne!(secret("n00"), secret("n37"));
    assert_eq!(secret("n00"), secret("n00"));
}
