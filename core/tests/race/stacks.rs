//! Tests of stacks: how they form, move, meet others and are lost. Also checks that all actions of
//! a plane have distinct results.

use crate::common::{Desk, random_rules, random_seats, rng, rules};
use qipan_core::contract::game::{Game, NullSink, Step, Turn};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::race::board::{BLUE, GREEN, RED, YELLOW};
use qipan_core::games::race::{Action, Deal, Event, HANGAR as H, Position, Progress, Race, Rules};
use rand::RngExt;
use serde_json::{Value, json};

fn plane_rules(changes: &[(&str, Value)]) -> Rules {
    rules("aeroplane", changes)
}

/// Returns a position with Red to move against Yellow. Red's progress p is Yellow's p - 13.
fn red_against_yellow(red: &[Progress], yellow: &[Progress]) -> Position {
    Position::new(RED).side(RED, red).side(YELLOW, yellow)
}

// ---- Forming and moving ----

#[test]
fn stack_option_decides_stacking() {
    let position = red_against_yellow(&[20, 23, 24, 25], &[]).die(3);
    let desk_with = |stack: &str| Desk::new(&plane_rules(&[("stack", json!(stack))]), &position);
    assert_eq!(desk_with("optional").actions()[..2], ["advance 1", "advance 1 stack"]);
    assert_eq!(desk_with("always").actions()[..2], ["advance 1 stack", "advance 2"]);
    assert_eq!(desk_with("never").actions()[..2], ["advance 1", "advance 2"]);

    let mut desk = desk_with("optional");
    desk.act("advance 1 stack");
    assert_eq!((desk.row(RED), desk.stack(RED, 1)), (vec![23, 23, 24, 25], vec![0, 1]));
    let is_stacking = |event: &Event| matches!(event, Event::Stacked { seat: RED, at: 23, .. });
    assert!(desk.events.iter().any(is_stacking));
    desk.roll(1).roll(1);
    assert_eq!(
        desk.actions()[..2],
        ["advance 1", "advance 1 stack"],
        "the stack is named by its lowest plane"
    );
    assert_eq!(desk.act("advance 1 stack").row(RED), [24, 24, 24, 25]);
    assert_eq!(desk.stack(RED, 2), [0, 1, 2]);
}

#[test]
fn unstacked_planes_share_a_square_and_move_singly() {
    let mut desk = Desk::new(&plane_rules(&[]), &red_against_yellow(&[20, 23, H, H], &[]).die(3));
    desk.act("advance 1").roll(1).roll(1);
    assert_eq!(desk.stack(RED, 0), [0]);
    assert_eq!(desk.actions(), ["advance 1", "advance 2"]);
    assert_eq!(desk.act("advance 2").row(RED), [23, 24, H, H]);
}

#[test]
fn planes_stack_only_where_a_move_ends() {
    // A roll of 1 leads from 1 to 2, and a jump to 6. The plane on 2 is passed, the one on 6 is
    // met.
    let mut desk = Desk::new(&plane_rules(&[]), &red_against_yellow(&[1, 2, 6, H], &[]).die(1));
    assert_eq!(desk.actions()[..2], ["advance 1", "advance 1 stack"]);
    assert_eq!(desk.act("advance 1 stack").stack(RED, 0), [0, 2]);
    assert_eq!(desk.row(RED), [6, 2, 6, H]);
}

#[test]
fn planes_stack_on_the_lane_but_not_in_the_centre() {
    let desk = Desk::new(&plane_rules(&[]), &red_against_yellow(&[51, 54, H, H], &[]).die(3));
    assert_eq!(desk.actions(), ["advance 1", "advance 1 stack"]);
    let desk = Desk::new(&plane_rules(&[]), &red_against_yellow(&[53, 56, H, H], &[]).die(3));
    assert_eq!(desk.actions(), ["advance 1"]);
}

#[test]
fn stack_finishes_as_a_whole() {
    let position = red_against_yellow(&[53, 53, 10, 56], &[]).stack(RED, &[0, 1]).die(3);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    desk.act("advance 1");
    assert_eq!((desk.row(RED), desk.stack(RED, 0)), (vec![56, 56, 10, 56], vec![0]));
    let position = red_against_yellow(&[53, 53, 20, H], &[]).stack(RED, &[0, 1]);
    assert_eq!(Desk::new(&plane_rules(&[]), &position).roll(5).actions(), ["advance 3"]);
}

#[test]
fn stack_flies_and_jumps_as_a_whole() {
    let position = red_against_yellow(&[12, 12, H, H], &[]).stack(RED, &[0, 1]).die(2);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(desk.act("advance 1 fly").row(RED), [30, 30, H, H]);
    assert_eq!(desk.stack(RED, 1), [0, 1]);
}

// ---- Meeting and losing ----

#[test]
fn captured_stack_falls_apart() {
    let position =
        red_against_yellow(&[16, H, H, H], &[6, 6, 6, 7]).stack(YELLOW, &[0, 1, 2]).die(3);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(desk.act("advance 1").row(YELLOW), [H, H, H, 7]);
    assert!((0..4).all(|k| desk.stack(YELLOW, k) == [k]));
}

#[test]
fn stack_attack_decides_captures_of_stacks() {
    // Yellow's stack of two is on Red's 19.
    let attack_with = |red: &[Progress], stack: &[u8], attack: &str| {
        let mut position = red_against_yellow(red, &[6, 6, 7, H]).stack(YELLOW, &[0, 1]).die(3);
        position = if stack.is_empty() { position } else { position.stack(RED, stack) };
        let mut desk = Desk::new(&plane_rules(&[("stack_attack", json!(attack))]), &position);
        desk.act("advance 1");
        (desk.row(RED), desk.row(YELLOW))
    };
    let (captured, unharmed) = (vec![H, H, 7, H], vec![6, 6, 7, H]);
    assert_eq!(attack_with(&[16, H, H, H], &[], "captured"), (vec![19, H, H, H], captured.clone()));
    assert_eq!(attack_with(&[16, H, H, H], &[], "bigger_stack_wins"), (vec![H; 4], unharmed));
    let equal = attack_with(&[16, 16, H, H], &[0, 1], "bigger_stack_wins");
    assert_eq!(equal, (vec![19, 19, H, H], captured));
}

#[test]
fn bigger_stack_repels_a_move_at_its_hop() {
    // A roll of 1 leads from 1 to 2 (Yellow's 41), and a jump to 6 (Yellow's 45).
    let position =
        red_against_yellow(&[1, H, H, H], &[41, 41, 45, H]).stack(YELLOW, &[0, 1]).die(1);
    let bigger_wins = ("stack_attack", json!("bigger_stack_wins"));
    let mut desk = Desk::new(&plane_rules(std::slice::from_ref(&bigger_wins)), &position);
    desk.act("advance 1");
    assert_eq!((desk.row(RED), desk.row(YELLOW)), (vec![H; 4], vec![41, 41, 45, H]));
    assert!(desk.events.iter().any(|e| matches!(e, Event::Repelled { seat: RED, at: 2, .. })));
    let last_captures = plane_rules(&[bigger_wins, ("capture", json!("last_square"))]);
    let mut desk = Desk::new(&last_captures, &position);
    desk.act("advance 1");
    assert_eq!((desk.row(RED), desk.row(YELLOW)), (vec![6, H, H, H], vec![41, 41, H, H]));
}

#[test]
fn stack_block_stops_moves_jumps_and_landings() {
    let position = red_against_yellow(&[16, H, H, H], &[6, 6, 45, 45]).stack(YELLOW, &[0, 1]);
    let blocked = plane_rules(&[("stack_block", json!("opponents")), ("takeoff", json!([6]))]);
    let open = plane_rules(&[("takeoff", json!([6]))]);
    let moving_faces = |rules: &Rules| {
        let can_move =
            |die| Desk::new(rules, &position).roll(die).actions().contains(&"advance 1".into());
        (1..=6).filter(|die| can_move(*die)).collect::<Vec<u8>>()
    };
    assert_eq!(moving_faces(&open), [1, 2, 3, 4, 5, 6]);
    assert_eq!(moving_faces(&blocked), [1, 2], "it can neither pass the stack nor land on it");

    // Two unstacked planes do not block: Red's 6 is Yellow's 45.
    let position = red_against_yellow(&[4, H, H, H], &[45, 45, H, H]);
    let mut desk = Desk::new(&blocked, &position);
    assert_eq!(desk.roll(2).act("advance 1").row(RED)[0], 10);
    // With a stack in the path of a jump, the plane stays on the square that the roll led to.
    let position = red_against_yellow(&[1, H, H, H], &[43, 43, H, H]).stack(YELLOW, &[0, 1]);
    let mut desk = Desk::new(&blocked, &position);
    assert_eq!(desk.roll(1).act("advance 1").row(RED)[0], 2);
    // A flight passes over stacks on the track, but cannot land on one: Red's 20 and 30 are
    // Yellow's 7 and 17.
    let position = red_against_yellow(&[17, H, H, H], &[7, 7, H, H]).stack(YELLOW, &[0, 1]).die(1);
    assert_eq!(Desk::new(&blocked, &position).actions(), ["advance 1", "advance 1 fly"]);
    let position =
        red_against_yellow(&[17, H, H, H], &[17, 17, H, H]).stack(YELLOW, &[0, 1]).die(1);
    assert_eq!(Desk::new(&blocked, &position).actions(), ["advance 1"]);
}

/// Sets up Red with a roll of 1 against Blue, under rules by which stacks block. Red's flight
/// crosses Blue's lane at 53. `stack` lists the planes of a stack of Blue.
fn red_against_blue(
    red: Progress,
    blue: &[Progress],
    stack: &[u8],
    changes: &[(&str, Value)],
) -> Desk {
    let block = [("stack_block", json!("opponents"))];
    let rules = plane_rules(&[&block[..], changes].concat());
    let position = Position::new(RED).side(RED, &[red, H, H, H]).side(BLUE, blue).die(1);
    let position = if stack.is_empty() { position } else { position.stack(BLUE, stack) };
    Desk::new(&rules, &position)
}

#[test]
fn blocking_stack_stops_flights_over_its_lane() {
    let over_stack = |red: Progress, changes: &[(&str, Value)]| {
        red_against_blue(red, &[53, 53, H, H], &[0, 1], changes)
    };
    // A roll of 1 leads from 17 to 18. No flight is offered, but a jump follows.
    let mut desk = over_stack(17, &[]);
    assert_eq!(desk.actions(), ["advance 1"]);
    desk.act("advance 1");
    assert_eq!((desk.row(RED)[0], desk.row(BLUE)), (22, vec![53, 53, H, H]));
    // Compulsory flights are barred too, and so is a flight after a jump from 14 to 18.
    let compulsory = [("flight", json!("compulsory"))];
    assert_eq!(over_stack(17, &compulsory).act("advance 1").row(RED)[0], 22);
    assert_eq!(over_stack(13, &compulsory).act("advance 1").row(RED)[0], 18);
    assert_eq!(over_stack(13, &[]).actions(), ["advance 1"]);
    // The flight is barred even if flights do not capture by crossing.
    let no_crossing = [("flight_crossing", json!("off"))];
    assert_eq!(over_stack(17, &no_crossing).actions(), ["advance 1"]);
    let with_flight = ["advance 1", "advance 1 fly"];
    // Single planes, planes that only share the square, and stacks elsewhere do not block.
    let mut desk = red_against_blue(17, &[53, 53, H, H], &[], &[]);
    assert_eq!(desk.actions(), with_flight);
    desk.act("advance 1 fly");
    assert_eq!((desk.row(RED)[0], desk.row(BLUE)), (30, vec![H; 4]));
    assert_eq!(red_against_blue(17, &[53, H, H, H], &[], &[]).actions(), with_flight);
    assert_eq!(red_against_blue(17, &[52, 52, H, H], &[0, 1], &[]).actions(), with_flight);
    // Partners do not block each other.
    let rules = plane_rules(&[("stack_block", json!("opponents")), ("teams", json!(true))]);
    let partner = Position::new(RED)
        .side(RED, &[17, H, H, H])
        .side(BLUE, &[53, 53, H, H])
        .side(YELLOW, &[])
        .side(GREEN, &[])
        .stack(BLUE, &[0, 1])
        .die(1);
    assert_eq!(Desk::new(&rules, &partner).actions(), with_flight);
    // If stacks do not block, the flight captures this one.
    let open = Position::new(RED).side(RED, &[17]).side(BLUE, &[53, 53, H, H]).stack(BLUE, &[0, 1]);
    let mut desk = Desk::new(&plane_rules(&[]), &open.die(1));
    desk.act("advance 1 fly");
    assert_eq!(desk.row(BLUE), [H; 4]);
}

#[test]
fn resignation_unblocks_moves_at_once() {
    let position = red_against_yellow(&[16, H, H, H], &[6, 6, H, H])
        .stack(YELLOW, &[0, 1])
        .side(BLUE, &[])
        .side(GREEN, &[])
        .die(6);
    let mut desk = Desk::new(&plane_rules(&[("stack_block", json!("opponents"))]), &position);
    assert_eq!(desk.actions(), ["launch 2", "launch 3", "launch 4"]);
    assert_eq!(desk.resign(YELLOW).actions()[0], "advance 1");
}

// ---- Distinct results ----

/// Describes a state without the numbers of planes: their places and stacks, the seat to move, and
/// the planes that 6s moved. Equal descriptions mean that the states differ in nothing that
/// matters.
fn describe(race: &Race) -> String {
    let mut text = String::new();
    for seat in (0..4).map(Seat::new) {
        let moved =
            |plane: u8| seat == race.seat_to_move() && race.moved_by_sixes().contains(plane);
        let mut planes: Vec<_> = (0..)
            .zip(race.planes(seat))
            .map(|(plane, progress)| (*progress, race.stack(seat, plane).len(), moved(plane)))
            .collect();
        planes.sort_unstable();
        text += &format!("{planes:?}");
    }
    text + &format!("{:?}", race.turn())
}

/// Plays one game, and checks in every turn that the results of all actions are distinct.
fn check_distinct_results(rules: &Rules, seats: SeatSet, seed: u64) {
    let mut rng = rng(seed);
    let mut race = Race::new(rules, seats, &Deal::default()).expect("valid rules");
    let mut actions = Vec::new();
    while race.turn() != Turn::Over {
        race.legal_actions(&mut actions);
        let Turn::Seat(seat) = race.turn() else {
            race.play_unchecked(&Step::Chance(rng.random_range(1..=6)), &mut NullSink);
            continue;
        };
        let from = |action: &Action| race.planes(seat)[action.plane() as usize];
        let mut seen: Vec<(String, Action)> = Vec::new();
        for action in &actions {
            let mut next = race.clone();
            next.play_unchecked(&Step::Act { seat, action: *action }, &mut NullSink);
            let result = describe(&next);
            // Planes that share a square, or the hangar, are interchangeable.
            let is_interchangeable =
                |other: &Action| from(other) == from(action) && other.plane() != action.plane();
            let same = seen.iter().find(|(other_result, other)| {
                *other_result == result && !is_interchangeable(other)
            });
            if let Some((_, other)) = same {
                panic!("`{action}` and `{other}` do the same in {race:?}");
            }
            seen.push((result, *action));
        }
        let action = actions[rng.random_range(0..actions.len())];
        race.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
    }
}

#[test]
fn actions_of_a_plane_have_distinct_results() {
    for seed in 0..100 {
        check_distinct_results(&Rules::AEROPLANE, SeatSet::first(4), seed);
    }
    let mut rng = rng(77);
    for seed in 0..200 {
        let rules = random_rules(&mut rng);
        let seats = random_seats(&rules, &mut rng);
        check_distinct_results(&rules, seats, seed);
    }
}

#[test]
fn equal_results_are_offered_as_one_action() {
    // Red's 22 and 30 are Yellow's 9 and 17: a bigger stack is at the end of both routes.
    let position = red_against_yellow(&[17, H, H, H], &[9, 9, 17, 17])
        .stack(YELLOW, &[0, 1])
        .stack(YELLOW, &[2, 3])
        .die(1);
    let rules = plane_rules(&[("stack_attack", json!("bigger_stack_wins"))]);
    let mut desk = Desk::new(&rules, &position);
    assert_eq!(desk.actions(), ["advance 1"]);
    assert_eq!(desk.act("advance 1").row(RED), [H; 4]);
    // With a plane to capture on the way, the flight is a separate action.
    let desk = Desk::new(&rules, &position.side(BLUE, &[53]));
    assert_eq!(desk.actions(), ["advance 1", "advance 1 fly"]);
}
