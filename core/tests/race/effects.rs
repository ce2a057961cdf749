//! Tests of the effects of race games and their limits.

use crate::common::{Desk, effect, rules};
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::house_rule_hooks::HouseRuleHooks;
use qipan_core::contract::outcome::Reason;
use qipan_core::games::race::board::{BLUE, GREEN, RED, YELLOW};
use qipan_core::games::race::position::SeatColour;
use qipan_core::games::race::{
    Effect, Event, ExtraRollReason, HANGAR as H, PlaneSet, Position, Progress,
};
use serde_json::{Value, json};

/// Returns a position with Red to play against Yellow. Red's progress p is Yellow's p - 13.
fn red_against_yellow(red: &[Progress], yellow: &[Progress]) -> Position {
    Position::new(RED).side(RED, red).side(YELLOW, yellow)
}

fn aeroplane(changes: &[(&str, Value)], position: &Position) -> Desk {
    Desk::new(&rules("aeroplane", changes), position)
}

fn send_home(seat: &str, plane: u8) -> Value {
    json!({"kind": "send_home", "seat": seat, "plane": plane})
}

fn advance(seat: &str, plane: u8, by: i8) -> Value {
    json!({"kind": "advance", "seat": seat, "plane": plane, "by": by})
}

fn place(seat: &str, plane: u8, to: Progress) -> Value {
    json!({"kind": "place", "seat": seat, "plane": plane, "to": to})
}

fn swap(seat: &str, plane: u8, with: &str, with_plane: u8) -> Value {
    json!({"kind": "swap", "seat": seat, "plane": plane, "with": with, "with_plane": with_plane})
}

fn extra_roll(seat: &str) -> Value {
    json!({"kind": "extra_roll", "seat": seat})
}

fn skip_turn(seat: &str) -> Value {
    json!({"kind": "skip_turn", "seat": seat})
}

fn plane_set(planes: &[u8]) -> PlaneSet {
    planes.iter().copied().collect()
}

// ---- Effects in files ----

#[test]
fn effects_round_trip_and_errors_name_the_mistake() {
    for value in [
        send_home("red", 2),
        advance("green", 1, -3),
        place("blue", 4, 0),
        swap("red", 1, "yellow", 2),
        extra_roll("red"),
        skip_turn("red"),
        json!({"kind": "draw"}),
        json!({"kind": "win", "seat": "blue"}),
        json!({"kind": "remember", "key": "captures", "value": -4}),
        json!({"kind": "pass"}),
    ] {
        assert_eq!(serde_json::to_value(effect(value.clone())).unwrap(), value);
    }
    let error = |value: Value| serde_json::from_value::<Effect>(value).unwrap_err().to_string();
    for (value, message) in [
        (json!({"kind": "fly"}), "unknown variant `fly`, expected one of `send_home`, `advance`"),
        (json!({"seat": "red"}), "missing field `kind`"),
        (json!({"kind": "send_home", "seat": "red"}), "missing field `plane`"),
        (
            json!({"kind": "win", "seat": "pink"}),
            "unknown seat `pink`; seats are red, yellow, blue, green",
        ),
        (json!({"kind": "win", "seat": "red", "plane": 1}), "unknown field `plane`"),
        (json!({"kind": "advance", "seat": "red", "plane": 1, "by": 300}), "expected i8"),
        (json!({"kind": "remember", "key": "a b", "value": 1}), "a key has 1 to 16 letters"),
    ] {
        assert!(error(value.clone()).contains(message), "{value}: {}", error(value.clone()));
    }
}

// ---- Planes ----

#[test]
fn send_home_takes_one_plane_out_of_its_stack() {
    let position = red_against_yellow(&[20, 20, 20, 56], &[H; 4]).stack(RED, &[0, 1, 2]);
    let mut desk = aeroplane(&[("stack", json!("always"))], &position);
    desk.house(send_home("red", 2));
    assert_eq!(desk.events, [Event::SentToHangar { seat: RED, planes: plane_set(&[1]), at: 20 }]);
    assert_eq!((desk.row(RED), desk.stack(RED, 0)), (vec![20, H, 20, 56], vec![0, 2]));
    assert!(desk.rolls(RED));
    assert_eq!(desk.refusal(send_home("red", 2)), "this plane is in its hangar already");
    assert_eq!(desk.refusal(send_home("red", 4)), "a plane that finished stays there");
    for plane in [0, 5, 255] {
        let message = "there is no plane with this number: the rules give fewer";
        assert_eq!(desk.refusal(send_home("red", plane)), message);
    }
    assert_eq!(
        desk.refusal(send_home("blue", 1)),
        "this seat does not take part or no longer plays"
    );
    let two_planes = [("planes", json!(2)), ("planes_to_win", json!(2))];
    let desk = aeroplane(&two_planes, &red_against_yellow(&[20, 20], &[]));
    assert!(desk.refusal(send_home("red", 3)).starts_with("there is no plane"));
}

#[test]
fn advance_moves_the_stack_and_captures_without_jumping() {
    // 22 is a square of Red's own colour; it is Yellow's 9.
    let position = red_against_yellow(&[20, 20, H, H], &[9, 9, H, H])
        .stack(RED, &[0, 1])
        .stack(YELLOW, &[0, 1]);
    let bigger_wins = [("stack", json!("optional")), ("stack_attack", json!("bigger_stack_wins"))];
    let mut desk = aeroplane(&bigger_wins, &position);
    desk.house(advance("red", 2, 2));
    let (planes, taken) = (plane_set(&[0, 1]), plane_set(&[0, 1]));
    let placed = Event::Placed { seat: RED, planes, from: 20, to: 22 };
    let captured = Event::Captured { by: RED, by_size: 2, seat: YELLOW, planes: taken, at: 9 };
    assert_eq!(desk.events, [placed, captured]);
    assert_eq!((desk.row(RED), desk.row(YELLOW)), (vec![22, 22, H, H], vec![H; 4]));
    assert_eq!(desk.stack(RED, 0), [0, 1]);
    // Back to the apron, where a stack falls apart.
    desk.house(advance("red", 1, -22));
    assert_eq!((desk.row(RED), desk.stack(RED, 0)), (vec![0, 0, H, H], vec![0]));
    let message = "it cannot go back beyond its start";
    assert_eq!(desk.refusal(advance("red", 1, -1)), message);
    assert_eq!(desk.refusal(advance("red", 1, 57)), "there is no place beyond the centre");
    assert_eq!(desk.refusal(advance("red", 1, 0)), "the plane is there already");
    let message = "a plane in its hangar is placed, not advanced";
    assert_eq!(desk.refusal(advance("red", 3, 1)), message);
    let desk = Desk::new(&rules("flying", &[]), &red_against_yellow(&[0, H, H, 60], &[]));
    assert!(desk.refusal(advance("red", 1, -1)).starts_with("it cannot go back"));
    assert_eq!(desk.refusal(advance("red", 4, -1)), "a plane that finished stays there");
}

#[test]
fn advanced_plane_captures_a_bigger_stack() {
    let position = red_against_yellow(&[20, H, H, H], &[9, 9, H, H]).stack(YELLOW, &[0, 1]);
    let bigger_wins = [("stack", json!("optional")), ("stack_attack", json!("bigger_stack_wins"))];
    let mut desk = aeroplane(&bigger_wins, &position);
    desk.house(advance("red", 1, 2));
    assert_eq!((desk.row(RED), desk.row(YELLOW)), (vec![22, H, H, H], vec![H; 4]));
}

#[test]
fn place_leaves_the_hangar_and_joins_stacks() {
    let position = red_against_yellow(&[H, 33, H, H], &[9, H, H, H]);
    let mut desk = aeroplane(&[("stack", json!("always"))], &position);
    desk.house(place("red", 1, 33));
    let placed = Event::Placed { seat: RED, planes: plane_set(&[0]), from: H, to: 33 };
    let stacked = Event::Stacked { seat: RED, planes: plane_set(&[0, 1]), at: 33 };
    assert_eq!(desk.events, [placed, stacked]);
    desk.house(place("yellow", 1, 20));
    let planes = plane_set(&[0, 1]);
    let captured = Event::Captured { by: YELLOW, by_size: 1, seat: RED, planes, at: 33 };
    assert_eq!(desk.events[1], captured);
    assert!(desk.rolls(RED), "the turn does not change");
    assert_eq!(desk.refusal(place("yellow", 1, 20)), "the plane is there already");
    assert_eq!(desk.refusal(place("yellow", 1, 57)), "there is no place beyond the centre");
    let message = "a plane is sent home to its hangar, not placed there";
    assert_eq!(desk.refusal(place("yellow", 1, H)), message);
}

#[test]
fn effects_respect_safe_squares_and_partners() {
    let safe = [("safe_squares", json!([9]))];
    let mut desk = aeroplane(&safe, &red_against_yellow(&[H; 4], &[9, H, H, H]));
    desk.house(place("red", 1, 22));
    assert_eq!((desk.events.len(), desk.row(YELLOW)), (1, vec![9, H, H, H]));
    let four = red_against_yellow(&[H; 4], &[H; 4]).side(BLUE, &[9, H, H, H]).side(GREEN, &[H; 4]);
    let mut desk = aeroplane(&[("teams", json!(true))], &four);
    desk.house(place("red", 1, 35));
    assert_eq!(desk.row(BLUE), [9, H, H, H], "partners share a square");
}

#[test]
fn planes_put_into_the_centre_finish_and_bring_a_seat_home() {
    let position = |red| red_against_yellow(red, &[9, H, H, H]).side(BLUE, &[3, H, H, H]);
    let stacks = [("stack", json!("always")), ("end", json!("play_on"))];
    let stacked = position(&[56, 56, 40, 40]).stack(RED, &[2, 3]);
    let mut desk = aeroplane(&stacks, &stacked);
    desk.house(advance("red", 4, 16));
    assert_eq!(
        desk.events[1..],
        [
            Event::Finished { seat: RED, planes: plane_set(&[2, 3]) },
            Event::SeatFinished { seat: RED, place: 1 },
            Event::TurnPassed { from: RED, to: YELLOW },
        ]
    );
    assert!(desk.stack(RED, 2) == [2] && desk.rolls(YELLOW));
    // Another seat's planes: the seat to move keeps its turn and its waiting roll.
    let mut other = stacked.clone();
    other.turn = Position::new(BLUE).turn;
    let mut desk = aeroplane(&stacks, &other.die(3));
    desk.house(advance("red", 3, 16));
    assert_eq!((desk.race.turn(), desk.race.die()), (Turn::Seat(BLUE), Some(3)));
    assert_eq!(desk.race.finished_seats().collect::<Vec<_>>(), [RED]);
    desk.act("advance 1");
    assert!(desk.rolls(YELLOW), "Red is passed over");
    // The end of the game.
    let mut desk = aeroplane(&[("end", json!("first_home"))], &red_needs_one_plane());
    desk.house(place("red", 4, 56));
    assert_eq!((desk.reason(), desk.places()), (Reason::FirstHome, vec![vec![0], vec![1]]));
    // A finished plane can no longer be placed.
    let desk = aeroplane(&stacks, &position(&[56, 20, 20, 20]));
    assert_eq!(desk.refusal(place("red", 1, 3)), "a plane that finished stays there");
}

/// Returns a position in which Red needs one more plane in the centre.
fn red_needs_one_plane() -> Position {
    red_against_yellow(&[56, 56, 56, 40], &[9, H, H, H])
}

#[test]
fn swap_exchanges_stacks_and_captures_remaining_planes() {
    // Red's 20 is Yellow's 7, Red's 30 Yellow's 17. One single Red plane stays behind on 20.
    let position = red_against_yellow(&[20, 20, 20, H], &[17, 17, H, H]).stack(RED, &[0, 1]);
    let mut desk = aeroplane(&[("stack", json!("optional"))], &position);
    desk.house(swap("red", 2, "yellow", 1));
    let (red, yellow) = (plane_set(&[0, 1]), plane_set(&[0]));
    assert_eq!(
        desk.events,
        [
            Event::Placed { seat: RED, planes: red, from: 20, to: 30 },
            Event::Placed { seat: YELLOW, planes: yellow, from: 17, to: 7 },
            Event::Captured { by: RED, by_size: 2, seat: YELLOW, planes: plane_set(&[1]), at: 17 },
            Event::Captured { by: YELLOW, by_size: 1, seat: RED, planes: plane_set(&[2]), at: 20 },
        ]
    );
    assert_eq!((desk.row(RED), desk.row(YELLOW)), (vec![30, 30, H, H], vec![7, H, H, H]));
    // Two planes of one seat.
    let mut desk = aeroplane(&[], &red_against_yellow(&[20, 25, H, 52], &[]));
    desk.house(swap("red", 1, "red", 2));
    assert_eq!(desk.row(RED), [25, 20, H, 52]);
    let message = "only planes on squares of the track change places";
    assert_eq!(desk.refusal(swap("red", 1, "red", 3)), message);
    assert_eq!(desk.refusal(swap("red", 1, "red", 4)), message, "on the lane");
    assert_eq!(desk.refusal(swap("red", 1, "red", 1)), "both planes stand on the same square");
    // Yellow's 38 is square 50, which Red never walks.
    let desk = aeroplane(&[], &red_against_yellow(&[20, H, H, H], &[38, H, H, H]));
    let message = "one of them never walks the other's square";
    assert_eq!(desk.refusal(swap("red", 1, "yellow", 1)), message);
    assert_eq!(desk.refusal(swap("yellow", 1, "red", 1)), message);
    let safe = aeroplane(
        &[("safe_squares", json!([7]))],
        &red_against_yellow(&[20, H, H, H], &[7, H, H, H]),
    );
    let message = "both planes stand on the same square";
    assert_eq!(safe.refusal(swap("red", 1, "yellow", 1)), message);
}

// ---- While a roll waits ----

#[test]
fn effects_refresh_the_legal_actions() {
    let takeoff = [("takeoff", json!([6]))];
    let mut desk = aeroplane(&takeoff, &red_against_yellow(&[20, 40, H, H], &[]).die(3));
    desk.house(send_home("red", 1));
    assert_eq!(desk.actions(), ["advance 2"]);
    desk.house(place("red", 3, 10));
    assert_eq!(desk.actions(), ["advance 2", "advance 3"]);
    desk.house(send_home("red", 2)).house(send_home("red", 3));
    assert_eq!(desk.events[1], Event::NothingToMove { seat: RED, die: 3 });
    assert!(desk.rolls(YELLOW));
    // A 6 rolls again all the same.
    let mut desk = aeroplane(&takeoff, &red_against_yellow(&[50, H, H, 56], &[]).die(6));
    assert_eq!(desk.house(json!({"kind": "pass"})).race.sixes(), 1);
    assert_eq!(desk.events[0], Event::NothingLeft { seat: RED, die: 6 });
    assert_eq!(desk.events[1], Event::RollsAgain { seat: RED, why: ExtraRollReason::Face });
}

#[test]
fn pass_counts_tries_and_needs_a_roll() {
    let three = [("tries_when_home", json!(3)), ("takeoff", json!([5])), ("extra_roll", json!([]))];
    let mut desk = aeroplane(&three, &red_against_yellow(&[], &[]));
    let pass = || json!({"kind": "pass"});
    let message = "a seat passes only while a roll waits to be used";
    assert_eq!(desk.refusal(json!({"kind": "pass"})), message);
    for _ in 0..2 {
        desk.roll(5).house(pass());
        assert_eq!(desk.events[1], Event::RollsAgain { seat: RED, why: ExtraRollReason::Try });
    }
    assert!(desk.roll(5).house(pass()).rolls(YELLOW));
    assert_eq!(desk.race.pass_effect(), Some(Effect::Pass {}));
}

// ---- Memory, draws, wins, and effects at the wrong time ----

#[test]
fn remember_keeps_numbers_by_rule() {
    let mut desk = aeroplane(&[], &red_against_yellow(&[3], &[]));
    let remember = |value: i32| json!({"kind": "remember", "key": "hits", "value": value});
    desk.step(Step::House { rule: 2, effect: effect(remember(7)) });
    let Effect::Remember { key, .. } = effect(remember(0)) else { panic!("remember") };
    let remembered = |desk: &Desk| [0, 2].map(|rule| desk.race.memory().get(rule, key));
    assert_eq!((remembered(&desk), desk.events.len()), ([0, 7], 0));
    let message = "a remembered number is from -1000000000 to 1000000000";
    assert_eq!(desk.refusal(remember(i32::MAX)), message);
    desk.step(Step::House { rule: 2, effect: effect(remember(0)) });
    assert_eq!(remembered(&desk), [0, 0]);
}

#[test]
fn draw_is_shared_by_active_seats() {
    let mut position = red_against_yellow(&[3], &[9]).side(BLUE, &[56; 4]);
    position.home = vec![SeatColour::new(BLUE)];
    let mut desk = aeroplane(&[("end", json!("play_on"))], &position);
    desk.house(json!({"kind": "draw"}));
    assert_eq!(desk.events, [Event::Ended { reason: Reason::HouseRule }]);
    assert_eq!((desk.reason(), desk.places()), (Reason::HouseRule, vec![vec![2], vec![0, 1]]));
    assert_eq!(desk.refusal(json!({"kind": "draw"})), "the game is over");
}

#[test]
fn winner_by_rule_places_after_seats_already_home() {
    let mut position = red_against_yellow(&[3], &[9]).side(BLUE, &[56; 4]).side(GREEN, &[56, 1]);
    position.home = vec![SeatColour::new(BLUE)];
    let play_on = [("end", json!("play_on"))];
    let mut desk = aeroplane(&play_on, &position);
    let message = "this seat does not take part or no longer plays";
    assert_eq!(desk.refusal(json!({"kind": "win", "seat": "blue"})), message);
    desk.house(skip_turn("green")).house(json!({"kind": "win", "seat": "red"}));
    let ended = Event::Ended { reason: Reason::HouseRule };
    assert_eq!(desk.events, [Event::Won { seat: RED }, ended]);
    assert_eq!(desk.places(), [vec![2], vec![0], vec![3], vec![1]]);
    assert_eq!(desk.race.skips(GREEN), 0);
    let four = red_against_yellow(&[3], &[9]).side(BLUE, &[]).side(GREEN, &[]);
    let mut desk = aeroplane(&[("teams", json!(true))], &four);
    desk.house(json!({"kind": "win", "seat": "green"}));
    assert_eq!(desk.places(), [vec![1, 3], vec![0, 2]]);
}

#[test]
fn effects_are_refused_before_the_game_begins() {
    let desk = Desk::start(&rules("aeroplane", &[("first", json!("highest_roll"))]), &[RED, BLUE]);
    let message = "a house rule changes nothing before the game has begun or after its end";
    assert_eq!(desk.refusal(place("red", 1, 3)), message);
    assert_eq!(desk.refusal(json!({"kind": "draw"})), message);
}
