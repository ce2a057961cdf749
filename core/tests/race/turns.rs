//! Tests of turns and ends of games: extra rolls, the third 6, tries, opening rolls, places,
//! teams and resignations.

use crate::common::{Desk, rules};
use qipan_core::contract::game::{Game, IllegalStep, Step, Turn};
use qipan_core::contract::outcome::Reason;
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::board::{BLUE, GREEN, RED, YELLOW};
use qipan_core::games::race::{Event, ExtraRollReason, HANGAR as H, Position, Progress, Rules};
use serde_json::{Value, json};

fn plane_rules(changes: &[(&str, Value)]) -> Rules {
    rules("aeroplane", changes)
}

/// Returns a position with Red to move against Yellow. Red's progress p is Yellow's p - 13.
fn red_against_yellow(red: &[Progress], yellow: &[Progress]) -> Position {
    Position::new(RED).side(RED, red).side(YELLOW, yellow)
}

/// Returns the reasons why the seat rolls again after the last step.
fn roll_reasons(desk: &Desk) -> Vec<ExtraRollReason> {
    let why = |event: &Event| match event {
        Event::RollsAgain { why, .. } => Some(*why),
        _ => None,
    };
    desk.events.iter().filter_map(why).collect()
}

// ---- Extra rolls ----

#[test]
fn six_rolls_again_even_if_unused() {
    for (red, action) in [([H; 4], "launch 1"), ([3, H, H, H], "advance 1")] {
        let mut desk = Desk::new(&plane_rules(&[]), &red_against_yellow(&red, &[]));
        assert!(desk.roll(6).act(action).rolls(RED));
        assert_eq!(roll_reasons(&desk), [ExtraRollReason::Face]);
    }
    let mut desk = Desk::new(&plane_rules(&[]), &red_against_yellow(&[55, 55, 55, 55], &[]));
    assert!(desk.roll(6).rolls(RED), "nothing could move");
    assert!(desk.events.contains(&Event::NothingToMove { seat: RED, die: 6 }));
}

#[test]
fn extra_roll_follows_its_faces() {
    let rolls_again = |faces: Value, die: u8| {
        let rules = plane_rules(&[("extra_roll", faces)]);
        Desk::new(&rules, &red_against_yellow(&[3, H, H, H], &[]))
            .roll(die)
            .act("advance 1")
            .rolls(RED)
    };
    assert!(rolls_again(json!([6]), 6) && !rolls_again(json!([6]), 5));
    assert!(!rolls_again(json!([]), 6) && rolls_again(json!([1, 5]), 5));
    let mut desk = Desk::new(&rules("flying", &[]), &red_against_yellow(&[], &[]));
    assert!(desk.roll(6).act("launch 1").rolls(YELLOW), "no other roll in Flying Chess");
}

#[test]
fn bonus_roll_follows_captures_and_finishes() {
    let position = |red: Progress| red_against_yellow(&[red, 30, H, H], &[6, H, H, H]);
    let after = |bonus: Value, red: Progress, die: u8| {
        let mut desk = Desk::new(&plane_rules(&[("bonus_roll", bonus)]), &position(red));
        desk.roll(die).act("advance 1");
        roll_reasons(&desk)
    };
    // Red's 19 is Yellow's 6.
    assert_eq!(after(json!([]), 16, 3), []);
    assert_eq!(after(json!(["on_capture"]), 16, 3), [ExtraRollReason::Capture]);
    assert_eq!(after(json!(["on_capture"]), 15, 3), [], "nothing captured");
    assert_eq!(after(json!(["on_finish"]), 53, 3), [ExtraRollReason::Finish]);
    assert_eq!(after(json!([]), 53, 3), []);
    assert_eq!(
        after(json!(["on_capture"]), 13, 6),
        [ExtraRollReason::Face],
        "a 6 gives no second extra roll"
    );
}

#[test]
fn one_roll_gives_at_most_one_bonus() {
    // No move captures and finishes at once, so the most is two planes captured by one move.
    let both = plane_rules(&[("bonus_roll", json!(["on_capture", "on_finish"]))]);
    let position = red_against_yellow(&[17, H, H, H], &[]).side(BLUE, &[53, 53, H, H]).die(1);
    let mut desk = Desk::new(&both, &position);
    desk.act("advance 1 fly");
    assert_eq!(roll_reasons(&desk), [ExtraRollReason::Capture]);
    assert!(desk.rolls(RED));
}

#[test]
fn tries_when_grounded_give_extra_rolls_without_planes_out() {
    let three = plane_rules(&[("tries_when_home", json!(3)), ("takeoff", json!([6]))]);
    let mut desk = Desk::new(&three, &red_against_yellow(&[56, H, H, H], &[]));
    assert!(desk.roll(1).rolls(RED));
    assert_eq!(roll_reasons(&desk), [ExtraRollReason::Try]);
    assert!(desk.roll(2).rolls(RED));
    assert!(desk.roll(3).rolls(YELLOW));
    let mut desk = Desk::new(&three, &red_against_yellow(&[0, H, H, H], &[]));
    assert!(desk.roll(1).act("advance 1").rolls(YELLOW), "a plane is out");
    let mut desk =
        Desk::new(&plane_rules(&[("takeoff", json!([6]))]), &red_against_yellow(&[], &[]));
    assert!(desk.roll(1).rolls(YELLOW));
}

// ---- The third 6 ----

/// Rolls three 6s, with an action after each of the first two.
fn three_sixes(changes: &[(&str, Value)], position: &Position, actions: [&str; 2]) -> Desk {
    let mut desk = Desk::new(&plane_rules(changes), position);
    desk.roll(6).act(actions[0]).roll(6).act(actions[1]).roll(6);
    desk
}

#[test]
fn third_six_follows_the_three_sixes_option() {
    let position = red_against_yellow(&[3, 20, H, H], &[]);
    let desk = three_sixes(&[], &position, ["advance 1", "launch 3"]);
    assert_eq!(desk.row(RED), [H, 20, H, H]);
    assert!(desk.rolls(YELLOW));
    assert!(matches!(desk.events[1], Event::ThirdSix { seat: RED, planes } if planes.len() == 2));

    let option = |value: &str| {
        let desk =
            three_sixes(&[("three_sixes", json!(value))], &position, ["advance 1", "launch 3"]);
        (desk.row(RED), desk.race.turn())
    };
    let passed = Turn::Chance { roller: YELLOW };
    assert_eq!(option("moved_planes_home"), (vec![H, 20, H, H], passed));
    assert_eq!(option("all_planes_home"), (vec![H; 4], passed));
    assert_eq!(option("turn_lost"), (vec![9, 20, 0, H], passed));
    assert_eq!(option("off"), (vec![9, 20, 0, H], Turn::Seat(RED)));
}

#[test]
fn third_six_requires_a_row_of_sixes_that_roll_again() {
    let mut desk =
        Desk::new(&plane_rules(&[("extra_roll", json!([5, 6]))]), &red_against_yellow(&[3], &[]));
    desk.roll(6).act("advance 1").roll(5).act("advance 1").roll(6).act("launch 2").roll(6);
    assert_eq!(desk.race.turn(), Turn::Seat(RED), "the 5 broke the row");
    assert_eq!(desk.act("launch 3").roll(6).row(RED), [18, H, H, H]);
    let mut desk =
        Desk::new(&plane_rules(&[("extra_roll", json!([5]))]), &red_against_yellow(&[3], &[10]));
    desk.roll(6).act("advance 1").roll(6).act("advance 1").roll(6).act("advance 1");
    assert_eq!(desk.race.sixes(), 0);
}

#[test]
fn third_six_sends_home_moved_stacks_not_joined_planes() {
    let stacked = red_against_yellow(&[3, 3, 20, H], &[]).stack(RED, &[0, 1]);
    let desk = three_sixes(&[], &stacked, ["advance 1", "launch 4"]);
    assert_eq!(desk.row(RED), [H, H, 20, H]);
    assert_eq!(desk.stack(RED, 0), [0]);

    // The first 6 moves a plane on to another and stacks them; the second launches.
    let joining = red_against_yellow(&[3, 9, H, H], &[]);
    let desk = three_sixes(&[], &joining, ["advance 1 stack", "launch 3"]);
    assert_eq!(desk.row(RED), [H, 9, H, H]);
    assert_eq!((desk.stack(RED, 0), desk.stack(RED, 1)), (vec![0], vec![1]));

    // A stack of two that was joined remains a stack.
    let joining = red_against_yellow(&[3, 9, 9, H], &[]).stack(RED, &[1, 2]);
    let desk = three_sixes(&[], &joining, ["advance 1 stack", "launch 4"]);
    assert_eq!((desk.row(RED), desk.stack(RED, 2)), (vec![H, 9, 9, H], vec![1, 2]));

    // Moved together by the second 6, the joined plane counts as moved too.
    let desk =
        three_sixes(&[], &red_against_yellow(&[3, 9, H, H], &[]), ["advance 1 stack", "advance 1"]);
    assert_eq!(desk.row(RED), [H; 4]);
}

#[test]
fn third_six_keeps_finished_planes_and_captures() {
    // Red's 9 is Yellow's 48.
    let position = red_against_yellow(&[50, 3, H, H], &[48, H, H, H]);
    let desk = three_sixes(&[], &position, ["advance 1", "advance 2"]);
    assert_eq!(desk.row(RED), [56, H, H, H]);
    assert_eq!(desk.row(YELLOW), [H; 4]);
}

#[test]
fn moved_by_sixes_lists_planes_at_risk() {
    let mut desk = Desk::new(&plane_rules(&[]), &red_against_yellow(&[3, 20, H, H], &[]));
    desk.roll(6).act("advance 1").roll(6);
    let moved: Vec<u8> = desk.race.moved_by_sixes().iter().collect();
    assert_eq!((moved, desk.race.sixes()), (vec![0], 2));
    desk.act("advance 1").roll(5);
    assert!(desk.race.moved_by_sixes().is_empty());
    for value in ["off", "turn_lost", "all_planes_home"] {
        let rules = plane_rules(&[("three_sixes", json!(value))]);
        let mut desk = Desk::new(&rules, &red_against_yellow(&[3, 20, H, H], &[]));
        assert!(desk.roll(6).act("advance 1").race.moved_by_sixes().is_empty());
    }
}

// ---- The opening ----

#[test]
fn highest_opening_roll_begins() {
    let mut desk = Desk::start(&plane_rules(&[]), &[RED, YELLOW, GREEN]);
    for (seat, die) in [(RED, 2), (YELLOW, 5), (GREEN, 3)] {
        assert!(desk.race.is_opening() && desk.rolls(seat));
        desk.roll(die);
    }
    assert!(!desk.race.is_opening() && desk.rolls(YELLOW));
    assert_eq!(desk.events.last(), Some(&Event::Began { seat: YELLOW }));
    assert_eq!(desk.race.ply(), 0, "opening rolls are not rolls of the game");
}

#[test]
fn opening_ties_roll_again_among_the_tied() {
    let mut desk = Desk::start(&plane_rules(&[]), &[RED, YELLOW, BLUE, GREEN]);
    desk.roll(4).roll(6).roll(1).roll(6);
    assert!(matches!(desk.events[1], Event::OpeningTied { seats } if seats.len() == 2));
    assert!(desk.rolls(YELLOW) && desk.roll(2).rolls(GREEN));
    assert!(desk.roll(2).rolls(YELLOW), "tied again");
    assert!(desk.roll(3).roll(5).rolls(GREEN));
    assert!(!desk.race.is_opening());
}

#[test]
fn resignation_updates_the_opening_rolls() {
    let four = [RED, YELLOW, BLUE, GREEN];
    let mut desk = Desk::start(&plane_rules(&[]), &four);
    desk.roll(4).resign(YELLOW);
    assert!(desk.race.is_opening() && desk.rolls(RED), "the others roll again");
    desk.roll(1).roll(2).roll(3);
    assert!(!desk.race.is_opening() && desk.rolls(GREEN));

    let mut desk = Desk::start(&plane_rules(&[]), &four);
    desk.roll(4).roll(6).roll(1).roll(6).roll(3).resign(RED);
    assert!(desk.race.is_opening() && desk.rolls(GREEN), "an outrolled seat changes nothing");
    assert!(desk.resign(GREEN).rolls(YELLOW));
    assert!(!desk.race.is_opening());
}

// ---- The end ----

/// Returns a position with the last plane of every seat one step before the centre.
fn one_step_before_the_end(seats: &[Seat]) -> Position {
    let side = |position: Position, seat: &Seat| position.side(*seat, &[56, 56, 56, 55]);
    seats.iter().fold(Position::new(seats[0]), side)
}

#[test]
fn last_plane_home_ends_the_turn_at_once() {
    let all_faces =
        plane_rules(&[("extra_roll", json!([1, 6])), ("bonus_roll", json!(["on_finish"]))]);
    let mut desk = Desk::new(&all_faces, &one_step_before_the_end(&[RED, YELLOW, BLUE]));
    desk.roll(1).act("advance 4");
    assert!(desk.rolls(YELLOW) && roll_reasons(&desk).is_empty());
    assert!(desk.events.contains(&Event::SeatFinished { seat: RED, place: 1 }));
    assert!(!desk.race.active().contains(RED));
}

#[test]
fn remaining_seats_play_on_for_places() {
    let no_extra = plane_rules(&[]);
    let mut desk = Desk::new(&no_extra, &one_step_before_the_end(&[RED, YELLOW, BLUE, GREEN]));
    desk.roll(2).roll(1).act("advance 4").roll(3).roll(1).act("advance 4");
    assert!(desk.rolls(RED), "home seats are passed over");
    desk.roll(2).roll(1).act("advance 4");
    assert_eq!(desk.places(), [[1], [3], [2], [0]]);
    assert_eq!(desk.reason(), Reason::AllHome);
    assert_eq!(desk.race.play(&Step::Chance(1), &mut Vec::new()), Err(IllegalStep::GameOver));
}

#[test]
fn first_home_ends_the_game() {
    let first = plane_rules(&[("end", json!("first_home"))]);
    let position = Position::new(RED)
        .side(RED, &[55, 56, 56, 56])
        .side(YELLOW, &[56, 10, H, H])
        .side(BLUE, &[50, 50, 50, 50])
        .side(GREEN, &[56, H, 4, 6])
        .die(1);
    let mut desk = Desk::new(&first, &position);
    desk.act("advance 1");
    assert_eq!(desk.places(), [vec![0], vec![1, 3], vec![2]], "by planes home, then progress");
    assert_eq!(desk.reason(), Reason::FirstHome);
}

#[test]
fn planes_to_win_decides_when_a_seat_is_home() {
    let rules = plane_rules(&[("planes_to_win", json!(2))]);
    let mut desk = Desk::new(&rules, &red_against_yellow(&[56, 55, 10, H], &[]));
    assert_eq!(desk.roll(1).act("advance 2").places(), [[0], [1]]);
    let rules = plane_rules(&[("planes_to_win", json!(3)), ("planes", json!(3))]);
    let mut desk = Desk::new(&rules, &red_against_yellow(&[], &[]));
    assert_eq!(desk.roll(2).actions(), ["launch 1", "launch 2", "launch 3"]);
    assert_eq!(desk.row(RED), [H; 3]);
    // A stack may bring home more planes than needed.
    let position = red_against_yellow(&[55, 55, 55, H], &[]).stack(RED, &[0, 1, 2]);
    let rules = plane_rules(&[("planes_to_win", json!(2))]);
    assert_eq!(Desk::new(&rules, &position).roll(1).act("advance 1").places(), [[0], [1]]);
}

#[test]
fn resigned_seats_are_placed_last() {
    let mut desk =
        Desk::new(&plane_rules(&[]), &one_step_before_the_end(&[RED, YELLOW, BLUE, GREEN]));
    desk.resign(YELLOW);
    assert_eq!(desk.row(YELLOW), [56, 56, 56, H], "finished planes stay");
    assert!(desk.rolls(RED), "not its turn");
    assert!(desk.resign(RED).rolls(BLUE));
    let resign_again = Step::Resign { seat: RED };
    assert_eq!(desk.race.play(&resign_again, &mut Vec::new()), Err(IllegalStep::NotPlaying));
    desk.roll(1).act("advance 4");
    assert_eq!(desk.places(), [[2], [3], [0], [1]], "the first to resign is last");
    let mut desk =
        Desk::new(&plane_rules(&[]), &red_against_yellow(&[20, 20, 3, H], &[]).stack(RED, &[0, 1]));
    desk.resign(RED);
    assert_eq!((desk.places(), desk.reason()), (vec![vec![1], vec![0]], Reason::Resignation));
}

#[test]
fn agreed_draw_is_shared_by_active_seats() {
    let mut desk =
        Desk::new(&plane_rules(&[]), &one_step_before_the_end(&[RED, YELLOW, BLUE, GREEN]));
    desk.roll(1).act("advance 4").resign(GREEN).step(Step::Draw);
    assert_eq!(desk.places(), [vec![0], vec![1, 2], vec![3]]);
    assert_eq!(desk.reason(), Reason::Agreement);
}

// ---- Teams ----

#[test]
fn partners_share_squares() {
    let teams = plane_rules(&[("teams", json!(true))]);
    let side = |position: Position, seat| position.side(seat, &[]);
    let empty = [YELLOW, BLUE, GREEN].into_iter().fold(Position::new(RED), side);
    // Red's 35 is Blue's 9 and Yellow's 22.
    let position = empty.clone().side(RED, &[32, H, H, H]).side(BLUE, &[9, 53, H, H]).die(3);
    let mut desk = Desk::new(&teams, &position);
    assert_eq!(desk.actions(), ["advance 1"], "partners do not stack together");
    assert_eq!(desk.act("advance 1").row(BLUE), [9, 53, H, H]);
    let alone = Position::new(RED).side(RED, &[32]).side(BLUE, &[9]).die(3);
    assert_eq!(Desk::new(&plane_rules(&[]), &alone).act("advance 1").row(BLUE), [H; 4]);
    let position = empty.clone().side(RED, &[32]).side(YELLOW, &[22]).die(3);
    assert_eq!(Desk::new(&teams, &position).act("advance 1").row(YELLOW), [H; 4]);
    // A flight does not send the partner home either.
    let position = empty.side(RED, &[17]).side(BLUE, &[53, 53, H, H]).die(1);
    assert_eq!(Desk::new(&teams, &position).act("advance 1 fly").row(BLUE), [53, 53, H, H]);
}

#[test]
fn team_wins_when_both_seats_are_home() {
    let teams = plane_rules(&[("teams", json!(true))]);
    let mut desk = Desk::new(&teams, &one_step_before_the_end(&[RED, YELLOW, BLUE, GREEN]));
    desk.roll(1).act("advance 4");
    assert!(desk.roll(1).act("advance 4").rolls(BLUE), "one of each team is home");
    desk.roll(3).roll(5);
    assert!(desk.rolls(BLUE), "finished partners are passed over");
    desk.roll(1).act("advance 4");
    assert_eq!((desk.places(), desk.reason()), (vec![vec![0, 2], vec![1, 3]], Reason::TeamHome));
}

#[test]
fn resignation_loses_for_the_team() {
    let teams = plane_rules(&[("teams", json!(true))]);
    let mut desk = Desk::new(&teams, &one_step_before_the_end(&[RED, YELLOW, BLUE, GREEN]));
    desk.resign(BLUE);
    assert_eq!(desk.places(), [[1, 3], [0, 2]]);
    let mut desk = Desk::new(&teams, &one_step_before_the_end(&[RED, YELLOW, BLUE, GREEN]));
    desk.step(Step::Draw);
    assert_eq!(desk.places(), [[0, 1, 2, 3]]);
    // On the board of waypoints the opposite seat has another colour.
    let teams = rules("flying", &[("teams", json!(true))]);
    let mut desk = Desk::start(&teams, &[RED, YELLOW, BLUE, GREEN]);
    assert_eq!(desk.resign(RED).places(), [[1, 2], [0, 3]]);
}
