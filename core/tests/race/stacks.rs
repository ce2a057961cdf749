//! Tests of stacks: making, moving, meeting and losing them; and that actions have distinct
//! results.

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
fn two(red: &[Progress], yellow: &[Progress]) -> Position {
    Position::new(RED).side(RED, red).side(YELLOW, yellow)
}

// ---- Making and moving ----

#[test]
fn stack_option_decides_stacking() {
    let position = two(&[20, 23, 24, 25], &[]).die(3);
    let of = |stack: &str| Desk::new(&plane_rules(&[("stack", json!(stack))]), &position);
    assert_eq!(of("optional").actions()[..2], ["advance 1", "advance 1 stack"]);
    assert_eq!(of("always").actions()[..2], ["advance 1 stack", "advance 2"]);
    assert_eq!(of("never").actions()[..2], ["advance 1", "advance 2"]);

    let mut desk = of("optional");
    desk.act("advance 1 stack");
    assert_eq!((desk.row(RED), desk.stack(RED, 1)), (vec![23, 23, 24, 25], vec![0, 1]));
    let told = |event: &Event| matches!(event, Event::Stacked { seat: RED, at: 23, .. });
    assert!(desk.events.iter().any(told));
    desk.roll(1).roll(1);
    assert_eq!(desk.actions()[..2], ["advance 1", "advance 1 stack"], "named by its lowest");
    assert_eq!(desk.act("advance 1 stack").row(RED), [24, 24, 24, 25]);
    assert_eq!(desk.stack(RED, 2), [0, 1, 2]);
}

#[test]
fn unstacked_planes_share_a_square_and_move_singly() {
    let mut desk = Desk::new(&plane_rules(&[]), &two(&[20, 23, H, H], &[]).die(3));
    desk.act("advance 1").roll(1).roll(1);
    assert_eq!(desk.stack(RED, 0), [0]);
    assert_eq!(desk.actions(), ["advance 1", "advance 2"]);
    assert_eq!(desk.act("advance 2").row(RED), [23, 24, H, H]);
}

#[test]
fn planes_stack_only_where_a_move_ends() {
    // From 1 by 1 over 2 to 6: the plane on 2 is passed, the one on 6 met.
    let mut desk = Desk::new(&plane_rules(&[]), &two(&[1, 2, 6, H], &[]).die(1));
    assert_eq!(desk.actions()[..2], ["advance 1", "advance 1 stack"]);
    assert_eq!(desk.act("advance 1 stack").stack(RED, 0), [0, 2]);
    assert_eq!(desk.row(RED), [6, 2, 6, H]);
}

#[test]
fn planes_stack_on_the_lane_but_not_in_the_centre() {
    let desk = Desk::new(&plane_rules(&[]), &two(&[51, 54, H, H], &[]).die(3));
    assert_eq!(desk.actions(), ["advance 1", "advance 1 stack"]);
    let desk = Desk::new(&plane_rules(&[]), &two(&[53, 56, H, H], &[]).die(3));
    assert_eq!(desk.actions(), ["advance 1"]);
}

#[test]
fn stack_finishes_as_a_whole() {
    let position = two(&[53, 53, 10, 56], &[]).stack(RED, &[0, 1]).die(3);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    desk.act("advance 1");
    assert_eq!((desk.row(RED), desk.stack(RED, 0)), (vec![56, 56, 10, 56], vec![0]));
    let position = two(&[53, 53, 20, H], &[]).stack(RED, &[0, 1]);
    assert_eq!(Desk::new(&plane_rules(&[]), &position).roll(5).actions(), ["advance 3"]);
}

#[test]
fn stack_flies_and_jumps_as_a_whole() {
    let position = two(&[12, 12, H, H], &[]).stack(RED, &[0, 1]).die(2);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(desk.act("advance 1 fly").row(RED), [30, 30, H, H]);
    assert_eq!(desk.stack(RED, 1), [0, 1]);
}

// ---- Meeting and losing ----

#[test]
fn captured_stack_falls_apart() {
    let position = two(&[16, H, H, H], &[6, 6, 6, 7]).stack(YELLOW, &[0, 1, 2]).die(3);
    let mut desk = Desk::new(&plane_rules(&[]), &position);
    assert_eq!(desk.act("advance 1").row(YELLOW), [H, H, H, 7]);
    assert!((0..4).all(|k| desk.stack(YELLOW, k) == [k]));
}

#[test]
fn stack_attack_decides_captures_of_stacks() {
    // Yellow's stack of two is on Red's 19.
    let meet = |red: &[Progress], stack: &[u8], attack: &str| {
        let mut position = two(red, &[6, 6, 7, H]).stack(YELLOW, &[0, 1]).die(3);
        position = if stack.is_empty() { position } else { position.stack(RED, stack) };
        let mut desk = Desk::new(&plane_rules(&[("stack_attack", json!(attack))]), &position);
        desk.act("advance 1");
        (desk.row(RED), desk.row(YELLOW))
    };
    let (won, lost) = (vec![H, H, 7, H], vec![6, 6, 7, H]);
    assert_eq!(meet(&[16, H, H, H], &[], "captured"), (vec![19, H, H, H], won.clone()));
    assert_eq!(meet(&[16, H, H, H], &[], "bigger_stack_wins"), (vec![H; 4], lost));
    let equal = meet(&[16, 16, H, H], &[0, 1], "bigger_stack_wins");
    assert_eq!(equal, (vec![19, 19, H, H], won));
}

#[test]
fn bigger_stack_repels_a_move_at_its_hop() {
    // From 1 by 1 over 2 (Yellow's 41) to 6 (Yellow's 45).
    let position = two(&[1, H, H, H], &[41, 41, 45, H]).stack(YELLOW, &[0, 1]).die(1);
    let bigger = ("stack_attack", json!("bigger_stack_wins"));
    let mut desk = Desk::new(&plane_rules(std::slice::from_ref(&bigger)), &position);
    desk.act("advance 1");
    assert_eq!((desk.row(RED), desk.row(YELLOW)), (vec![H; 4], vec![41, 41, 45, H]));
    assert!(desk.events.iter().any(|e| matches!(e, Event::Repelled { seat: RED, at: 2, .. })));
    let last = plane_rules(&[bigger, ("capture", json!("last_square"))]);
    let mut desk = Desk::new(&last, &position);
    desk.act("advance 1");
    assert_eq!((desk.row(RED), desk.row(YELLOW)), (vec![6, H, H, H], vec![41, 41, H, H]));
}

#[test]
fn stack_block_stops_moves_jumps_and_landings() {
    let position = two(&[16, H, H, H], &[6, 6, 45, 45]).stack(YELLOW, &[0, 1]);
    let blocked = plane_rules(&[("stack_block", json!("opponents")), ("takeoff", json!([6]))]);
    let open = plane_rules(&[("takeoff", json!([6]))]);
    let dice = |rules: &Rules| {
        let moves =
            |die| Desk::new(rules, &position).roll(die).actions().contains(&"advance 1".into());
        (1..=6).filter(|die| moves(*die)).collect::<Vec<u8>>()
    };
    assert_eq!(dice(&open), [1, 2, 3, 4, 5, 6]);
    assert_eq!(dice(&blocked), [1, 2], "neither on it nor past it");

    // Two unstacked planes do not block: Red's 6 is Yellow's 45.
    let position = two(&[4, H, H, H], &[45, 45, H, H]);
    let mut desk = Desk::new(&blocked, &position);
    assert_eq!(desk.roll(2).act("advance 1").row(RED)[0], 10);
    // A stack in the path of a jump: the plane stays where the die led.
    let position = two(&[1, H, H, H], &[43, 43, H, H]).stack(YELLOW, &[0, 1]);
    let mut desk = Desk::new(&blocked, &position);
    assert_eq!(desk.roll(1).act("advance 1").row(RED)[0], 2);
    // A flight passes over stacks on the track, but cannot land on one: Red's 20 and 30 are
    // Yellow's 7 and 17.
    let position = two(&[17, H, H, H], &[7, 7, H, H]).stack(YELLOW, &[0, 1]).die(1);
    assert_eq!(Desk::new(&blocked, &position).actions(), ["advance 1", "advance 1 fly"]);
    let position = two(&[17, H, H, H], &[17, 17, H, H]).stack(YELLOW, &[0, 1]).die(1);
    assert_eq!(Desk::new(&blocked, &position).actions(), ["advance 1"]);
}

/// Sets up Red with a 1 against Blue, whose lane Red's flight crosses at 53, under rules by which
/// stacks block.
fn over_blue(red: Progress, blue: &[Progress], stack: &[u8], set: &[(&str, Value)]) -> Desk {
    let block = [("stack_block", json!("opponents"))];
    let rules = plane_rules(&[&block[..], set].concat());
    let position = Position::new(RED).side(RED, &[red, H, H, H]).side(BLUE, blue).die(1);
    let position = if stack.is_empty() { position } else { position.stack(BLUE, stack) };
    Desk::new(&rules, &position)
}

#[test]
fn blocking_stack_stops_flights_over_its_lane() {
    let stacked = ([53, 53, H, H], [0, 1]);
    let over = |red, set: &[(&str, Value)]| over_blue(red, &stacked.0, &stacked.1, set);
    // From 17 by 1 to 18: no flight is offered, and 18 is an own square to jump from.
    let mut desk = over(17, &[]);
    assert_eq!(desk.actions(), ["advance 1"]);
    desk.act("advance 1");
    assert_eq!((desk.row(RED)[0], desk.row(BLUE)), (22, vec![53, 53, H, H]));
    // Compulsory flights are barred too, and those after a jump from 14 to 18.
    let compulsory = [("flight", json!("compulsory"))];
    assert_eq!(over(17, &compulsory).act("advance 1").row(RED)[0], 22);
    assert_eq!(over(13, &compulsory).act("advance 1").row(RED)[0], 18);
    assert_eq!(over(13, &[]).actions(), ["advance 1"]);
    // The route is barred, whatever a flight does to planes it crosses.
    let spared = [("flight_crossing", json!("off"))];
    assert_eq!(over(17, &spared).actions(), ["advance 1"]);
    let flies = ["advance 1", "advance 1 fly"];
    // Single planes, planes that only share the square and planes elsewhere are passed.
    let mut desk = over_blue(17, &[53, 53, H, H], &[], &[]);
    assert_eq!(desk.actions(), flies);
    desk.act("advance 1 fly");
    assert_eq!((desk.row(RED)[0], desk.row(BLUE)), (30, vec![H; 4]));
    assert_eq!(over_blue(17, &[53, H, H, H], &[], &[]).actions(), flies);
    assert_eq!(over_blue(17, &[52, 52, H, H], &[0, 1], &[]).actions(), flies);
    // Partners do not block each other.
    let rules = plane_rules(&[("stack_block", json!("opponents")), ("teams", json!(true))]);
    let partner = Position::new(RED)
        .side(RED, &[17, H, H, H])
        .side(BLUE, &[53, 53, H, H])
        .side(YELLOW, &[])
        .side(GREEN, &[])
        .stack(BLUE, &[0, 1])
        .die(1);
    assert_eq!(Desk::new(&rules, &partner).actions(), flies);
    // Without the rule they are captured.
    let open = Position::new(RED).side(RED, &[17]).side(BLUE, &[53, 53, H, H]).stack(BLUE, &[0, 1]);
    let mut desk = Desk::new(&plane_rules(&[]), &open.die(1));
    desk.act("advance 1 fly");
    assert_eq!(desk.row(BLUE), [H; 4]);
}

#[test]
fn resignation_unblocks_moves_at_once() {
    let position = two(&[16, H, H, H], &[6, 6, H, H])
        .stack(YELLOW, &[0, 1])
        .side(BLUE, &[])
        .side(GREEN, &[])
        .die(6);
    let mut desk = Desk::new(&plane_rules(&[("stack_block", json!("opponents"))]), &position);
    assert_eq!(desk.actions(), ["launch 2", "launch 3", "launch 4"]);
    assert_eq!(desk.resign(YELLOW).actions()[0], "advance 1");
}

// ---- Distinct results ----

/// Describes a state as a player sees it: the planes, the seat to move and the planes that 6s
/// moved. Planes of a seat in the same place and stack are interchangeable.
fn looks(race: &Race) -> String {
    let mut text = String::new();
    for seat in (0..4).map(Seat::new) {
        let moved = |k: u8| seat == race.seat_to_move() && race.moved_by_sixes().contains(k);
        let row = race.planes(seat);
        let mut planes: Vec<_> = (0..row.len() as u8)
            .map(|k| (row[k as usize], race.stack(seat, k).len(), moved(k)))
            .collect();
        planes.sort_unstable();
        text += &format!("{planes:?}");
    }
    text + &format!("{:?}", race.turn())
}

/// Plays one game and compares the results of the legal actions of every turn.
fn compare(rules: &Rules, seats: SeatSet, seed: u64) {
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
            let result = looks(&next);
            // Planes that share a square, or the hangar, are interchangeable.
            let alike =
                |twin: &Action| from(twin) == from(action) && twin.plane() != action.plane();
            let same = seen.iter().find(|(other, twin)| *other == result && !alike(twin));
            if let Some((_, twin)) = same {
                panic!("`{action}` and `{twin}` do the same in {race:?}");
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
        compare(&Rules::AEROPLANE, SeatSet::first(4), seed);
    }
    let mut rng = rng(77);
    for seed in 0..200 {
        let rules = random_rules(&mut rng);
        let seats = random_seats(&rules, &mut rng);
        compare(&rules, seats, seed);
    }
}

#[test]
fn equal_results_are_offered_as_one_action() {
    // Red's 22 and 30 are Yellow's 9 and 17: bigger stacks wait at both ends.
    let position =
        two(&[17, H, H, H], &[9, 9, 17, 17]).stack(YELLOW, &[0, 1]).stack(YELLOW, &[2, 3]).die(1);
    let rules = plane_rules(&[("stack_attack", json!("bigger_stack_wins"))]);
    let mut desk = Desk::new(&rules, &position);
    assert_eq!(desk.actions(), ["advance 1"]);
    assert_eq!(desk.act("advance 1").row(RED), [H; 4]);
    // With a plane to capture on the way, the flight is a separate action.
    let desk = Desk::new(&rules, &position.side(BLUE, &[53]));
    assert_eq!(desk.actions(), ["advance 1", "advance 1 fly"]);
}
