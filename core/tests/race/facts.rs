//! Tests of known facts of the race games: the tables of both boards, and the expected number of
//! rolls of a lone plane.

use std::collections::BTreeMap;

use crate::common::rules;
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::board::{BLUE, GREEN, RED, YELLOW};
use qipan_core::games::race::{Action, Board, HANGAR, Position, Progress, Rules};
use serde_json::{Value, json};

// ---- The boards ----

/// The squares of the Aeroplane Chess track and their colours, in Red's order.
const CLASSIC: &str = "\
    0G 1R 2Y 3B 4G 5R 6Y 7B 8G 9R 10Y 11B 12G 13R 14Y 15B 16G 17R 18Y 19B 20G 21R 22Y 23B 24G \
    25R 26Y 27B 28G 29R 30Y 31B 32G 33R 34Y 35B 36G 37R 38Y 39B 40G 41R 42Y 43B 44G 45R 46Y 47B \
    48G 49R 50Y 51B";

fn letter(seat: Seat) -> &'static str {
    ["R", "Y", "B", "G"][seat.index()]
}

#[test]
fn classic_squares_have_their_colours() {
    let board = Board::Aeroplane;
    let squares = (0..52).map(|square| format!("{square}{}", letter(board.seat_of_square(square))));
    assert_eq!(squares.collect::<Vec<_>>().join(" "), CLASSIC);
    for (seat, start) in [(RED, 0), (YELLOW, 13), (BLUE, 26), (GREEN, 39)] {
        for p in 1..=50 {
            assert_eq!(board.square(seat, p), Some((start + p - 1) % 52));
        }
        for off in [0, 51, 52, 53, 54, 55, 56, HANGAR] {
            assert_eq!(board.square(seat, off), None);
        }
    }
    assert_eq!(board.turn_order(), [RED, YELLOW, BLUE, GREEN]);
}

#[test]
fn own_colour_squares_match_the_table() {
    let own = [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50];
    for seat in Board::Aeroplane.turn_order() {
        let found = (1..=50).filter(|p| {
            let square = Board::Aeroplane.square(seat, *p).unwrap();
            Board::Aeroplane.seat_of_square(square) == seat
        });
        assert_eq!(found.collect::<Vec<Progress>>(), own);
    }
}

#[test]
fn jumps_and_flights_match_the_table() {
    let tables =
        qipan_core::games::race::jumps_and_flights::LookupTables::new(&Rules::AEROPLANE).unwrap();
    for from in 0..56u8 {
        for die in 1..=6 {
            let landing = from + die;
            let [stay, fly] = tables.routes(from, die).map(|r| r.map(|r| r.hops().to_vec()));
            let expected = match landing {
                57.. => (None, None),
                18 => (Some(vec![18, 22]), Some(vec![18, 30])),
                14 => (Some(vec![14, 18]), Some(vec![14, 18, 30])),
                2 | 6 | 10 | 22 | 26 | 30 | 34 | 38 | 42 | 46 => {
                    (Some(vec![landing, landing + 4]), None)
                }
                _ => (Some(vec![landing]), None),
            };
            assert_eq!((stay, fly), expected, "{from} by {die}");
        }
    }
}

#[test]
fn flights_cross_only_the_opposite_lane() {
    for (seat, opposite) in [(RED, BLUE), (YELLOW, GREEN), (BLUE, RED), (GREEN, YELLOW)] {
        let mut position = Position::new(seat).die(1).side(seat, &[17]);
        for other in [RED, YELLOW, BLUE, GREEN].into_iter().filter(|s| *s != seat) {
            position = position.side(other, &[52, 53, 53, 54]);
        }
        let mut race = position.set_up(&Rules::AEROPLANE).unwrap();
        let fly = Action::Advance { plane: 0, fly: true, stack: false };
        race.play(&Step::Act { seat, action: fly }, &mut NullSink).unwrap();
        for other in [RED, YELLOW, BLUE, GREEN].into_iter().filter(|s| *s != seat) {
            let left: &[Progress] =
                if other == opposite { &[52, HANGAR, HANGAR, 54] } else { &[52, 53, 53, 54] };
            assert_eq!(race.planes(other), left);
        }
    }
}

#[test]
fn waypoints_and_safe_paths_match_the_text() {
    let board = Board::Flying;
    assert_eq!(board.turn_order(), [RED, YELLOW, GREEN, BLUE]);
    let name = |seat, p| board.cell_name(board.cell(seat, 0, p));
    for (seat, colour, start, entrance, section) in [
        (RED, "Red", 0u8, 54, 54u8),
        (BLUE, "Blue", 14, 12, 12),
        (GREEN, "Green", 28, 26, 26),
        (YELLOW, "Yellow", 42, 40, 40),
    ] {
        for p in 0..=54 {
            assert_eq!(name(seat, p), format!("Waypoint_{}", (start + p) % 56));
        }
        assert_eq!(name(seat, 54), format!("Waypoint_{entrance}"));
        for step in 1..=5 {
            assert_eq!(name(seat, 54 + step), format!("Safe_{colour}_{step}"));
        }
        assert_eq!(name(seat, 60), format!("Centre_{colour}"));
        assert_eq!(name(seat, HANGAR), format!("Home_{colour}_1"));
        let own = (0..14).map(|k| (section + k) % 56);
        assert!(own.into_iter().all(|square| board.seat_of_square(square) == seat));
    }
}

// ---- A lone plane ----

/// Returns the places to which a roll can take a lone plane, by the program. Returns its present
/// place if it cannot move.
fn destinations(rules: &Rules, from: Progress, die: u8) -> Vec<Progress> {
    let position = Position::new(RED).side(RED, &[from]).side(BLUE, &[]);
    let mut race = position.set_up(rules).unwrap();
    race.play(&Step::Chance(die), &mut NullSink).unwrap();
    if race.turn() != Turn::Seat(RED) {
        return vec![from];
    }
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    let play = |action: &Action| {
        let mut next = race.clone();
        next.play(&Step::Act { seat: RED, action: *action }, &mut NullSink).unwrap();
        next.planes(RED)[0]
    };
    actions.iter().map(play).collect()
}

/// Returns the rules of a preset for one plane without extra rolls, with further changes.
fn one_plane_rules(preset: &str, changes: &[(&str, Value)]) -> Rules {
    let mut all = vec![
        ("planes_to_win", json!(1)),
        ("planes", json!(1)),
        ("extra_roll", json!([])),
        ("three_sixes", json!("off")),
        ("first", json!("red")),
    ];
    all.extend_from_slice(changes);
    rules(preset, &all)
}

/// Returns the expected number of rolls to the centre from every progress that can be reached from
/// `start`. The plane always flies if it can. The expectations solve a linear system with one
/// equation for each progress.
fn expected_rolls(rules: &Rules, start: Progress) -> BTreeMap<Progress, f64> {
    let centre = rules.board.centre();
    let mut reached = vec![start];
    // For each progress reached: its successors by the six faces.
    let mut successors: Vec<Vec<Progress>> = Vec::new();
    while let Some(from) = reached.get(successors.len()).copied() {
        let furthest = |die| destinations(rules, from, die).into_iter().max().unwrap();
        let by_face: Vec<Progress> = (1..=6).map(furthest).collect();
        for next in &by_face {
            if *next != centre && !reached.contains(next) {
                reached.push(*next);
            }
        }
        successors.push(by_face);
    }
    // E[i] - sum of E[successor] / 6 = 1.
    let n = reached.len();
    let mut system = vec![vec![0.0; n + 1]; n];
    for (i, by_face) in successors.iter().enumerate() {
        system[i][i] += 1.0;
        system[i][n] = 1.0;
        for next in by_face.iter().filter(|next| **next != centre) {
            let j = reached.iter().position(|progress| progress == next).unwrap();
            system[i][j] -= 1.0 / 6.0;
        }
    }
    reached.into_iter().zip(solve(system)).collect()
}

/// Solves a linear system by Gaussian elimination with the largest pivot.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for i in 0..n {
        let pivot = (i..n).max_by(|a, b| rows[*a][i].abs().total_cmp(&rows[*b][i].abs())).unwrap();
        rows.swap(i, pivot);
        let row = rows[i].clone();
        for (j, other) in rows.iter_mut().enumerate() {
            let factor = if j == i { 0.0 } else { other[i] / row[i] };
            other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
        }
    }
    (0..n).map(|i| rows[i][n] / rows[i][i]).collect()
}

/// Computes the expected number of rolls from 0 without the program, backwards from the centre.
/// `move_end` maps the landing of a walk to the end of the move. With an exact finish, if n faces
/// do not move the plane, E = (6 + sum of E over the other faces) / (6 - n).
fn expected_rolls_by_hand(centre: u8, exact: bool, move_end: impl Fn(u8) -> u8) -> f64 {
    let mut expected = vec![0.0; centre as usize + 1];
    if exact {
        for from in (0..centre).rev() {
            let moving_faces = (1..=6).filter(|die| from + die <= centre);
            let later: Vec<f64> =
                moving_faces.map(|die| expected[move_end(from + die) as usize]).collect();
            expected[from as usize] = (6.0 + later.iter().sum::<f64>()) / later.len() as f64;
        }
    } else {
        // A bounce may lead back to an earlier place, so the equations are iterated to convergence.
        for _ in 0..10_000 {
            for from in (0..centre).rev() {
                let later = (1..=6).map(|die| {
                    let target = from + die;
                    let landing = if target > centre { 2 * centre - target } else { target };
                    expected[move_end(landing) as usize]
                });
                expected[from as usize] = 1.0 + later.sum::<f64>() / 6.0;
            }
        }
    }
    expected[0]
}

/// Returns the map from the landing of a walk on the Aeroplane Chess board to the end of the move,
/// if the plane always flies.
fn classic_move_end(jump_then_flight: bool, flight_then_jump: bool) -> impl Fn(u8) -> u8 {
    move |landing| match landing {
        18 if flight_then_jump => 34,
        18 => 30,
        14 if jump_then_flight => 30,
        2..=46 if landing % 4 == 2 => landing + 4,
        _ => landing,
    }
}

#[track_caller]
fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
}

#[test]
fn expected_rolls_of_a_lone_plane_are_exact() {
    let only_walks = [("jump", json!("off")), ("flight", json!("off"))];
    let one_hop = [("jump_then_flight", json!(false))];
    let both_chains = [("flight_then_jump", json!(true))];
    // Changed options, the known result, and the one computed by hand.
    type Case<'a> = (&'a [(&'a str, Value)], f64, f64);
    let cases: [Case; 4] = [
        (&only_walks, 20.761_905, expected_rolls_by_hand(56, true, |p| p)),
        (&one_hop, 17.169_361, expected_rolls_by_hand(56, true, classic_move_end(false, false))),
        (&[], 16.574_492, expected_rolls_by_hand(56, true, classic_move_end(true, false))),
        (&both_chains, 16.376_366, expected_rolls_by_hand(56, true, classic_move_end(true, true))),
    ];
    for (changes, known, by_hand) in cases {
        let rules = one_plane_rules("aeroplane", changes);
        let from_apron = expected_rolls(&rules, 0)[&0];
        assert_close(from_apron, by_hand, 1e-9);
        assert_close(from_apron, known, 5.1e-7);
        for (takeoff, more) in [(json!([6]), 6.0), (json!([5, 6]), 3.0), (json!([2, 4, 6]), 2.0)] {
            let rules = rules.with("takeoff", &takeoff).unwrap();
            assert_close(expected_rolls(&rules, HANGAR)[&HANGAR], from_apron + more, 1e-9);
        }
        let bounce = rules.with("finish", &json!("bounce")).unwrap();
        assert_close(expected_rolls(&bounce, 0)[&0], from_apron, 1e-9);
    }
}

#[test]
fn hand_computed_bounce_equals_exact_finish() {
    assert_close(
        expected_rolls_by_hand(56, false, |p| p),
        expected_rolls_by_hand(56, true, |p| p),
        1e-9,
    );
    assert_close(
        expected_rolls_by_hand(60, false, |p| p),
        expected_rolls_by_hand(60, true, |p| p),
        1e-9,
    );
}

#[test]
fn expected_rolls_on_waypoints_are_exact() {
    let rules = one_plane_rules("flying", &[]);
    let from_start = expected_rolls(&rules, 0)[&0];
    assert_close(from_start, 21.904_762, 5.1e-7);
    assert_close(from_start, expected_rolls_by_hand(60, true, |p| p), 1e-9);
    assert_close(expected_rolls(&rules, HANGAR)[&HANGAR], 27.904_762, 5.1e-7);
    assert_close(expected_rolls(&rules, HANGAR)[&HANGAR], from_start + 6.0, 1e-9);
    let bounce = rules.with("finish", &json!("bounce")).unwrap();
    assert_close(expected_rolls(&bounce, 0)[&0], from_start, 1e-9);
}

/// Returns the smallest number of rolls from progress 0 to the centre in the program.
fn fewest_rolls(rules: &Rules) -> u32 {
    let (mut reached, mut rolls) = (vec![0], 0);
    while !reached.contains(&rules.board.centre()) {
        let moves = |from: &Progress| {
            let from = *from;
            (1..=6).flat_map(move |die| destinations(rules, from, die))
        };
        reached = reached.iter().flat_map(moves).collect();
        reached.sort_unstable();
        reached.dedup();
        rolls += 1;
    }
    rolls
}

#[test]
fn fewest_rolls_match_known_values() {
    let no_jumps = [("jump", json!("off")), ("flight", json!("off"))];
    assert_eq!(fewest_rolls(&one_plane_rules("aeroplane", &no_jumps)), 10);
    assert_eq!(
        fewest_rolls(&one_plane_rules("aeroplane", &[("jump_then_flight", json!(false))])),
        7
    );
    assert_eq!(fewest_rolls(&one_plane_rules("aeroplane", &[])), 6);
    assert_eq!(fewest_rolls(&one_plane_rules("flying", &[])), 10);
}
