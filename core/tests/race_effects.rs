//! What house rules can do to a race game: every effect at work and at its limit, turns out
//! of their order, and random effects in random games.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "common/laws.rs"]
#[allow(dead_code, reason = "the games here are played by other steps")]
mod laws;
#[path = "common/race_laws.rs"]
mod race_laws;

use common::{Desk, random_rules, random_seats, rng, rules};
use laws::Laws;
use qipan_core::dice::Seed;
use qipan_core::game::{Game, IllegalStep, Step, Turn};
use qipan_core::outcome::Reason;
use qipan_core::race::board::{BLUE, GREEN, RED, YELLOW};
use qipan_core::race::position::Named;
use qipan_core::race::{
    Again, Deal, Effect, Event, HANGAR as H, PlaneSet, Position, Progress, Race,
};
use qipan_core::record::{AnyRecord, HouseLine, Player, Record, read, verify};
use qipan_core::seat::Seat;
use qipan_core::session::Session;
use qipan_core::text::Text;
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::{Value, json};

fn effect(value: Value) -> Effect {
    serde_json::from_value(value).unwrap()
}

fn house(value: Value) -> Step<Race> {
    Step::House { rule: 0, effect: effect(value) }
}

/// The sentence an effect is refused with.
fn refusal(desk: &Desk, value: Value) -> String {
    let step = house(value);
    let mut same = desk.race.clone();
    let mut events = Vec::new();
    let error = same.play(&step, &mut events).expect_err("refused");
    assert_eq!((&same, events.len()), (&desk.race, 0));
    error.to_string()
}

/// Red to play against Yellow; Red's progress p is Yellow's p - 13.
fn two(red: &[Progress], yellow: &[Progress]) -> Position {
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

fn set(planes: &[u8]) -> PlaneSet {
    planes.iter().fold(PlaneSet::EMPTY, |set, plane| set.union(PlaneSet::one(*plane)))
}

// ---- Effects in files ----

#[test]
fn effects_read_as_they_are_written_and_errors_name_what_is_wrong() {
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
    for (value, said) in [
        (json!({"kind": "fly"}), "unknown variant `fly`, expected one of `send_home`, `advance`"),
        (json!({"seat": "red"}), "missing field `kind`"),
        (json!({"kind": "send_home", "seat": "red"}), "missing field `plane`"),
        (json!({"kind": "win", "seat": "pink"}), "a seat is one of red, yellow, blue, green"),
        (json!({"kind": "win", "seat": "red", "plane": 1}), "unknown field `plane`"),
        (json!({"kind": "advance", "seat": "red", "plane": 1, "by": 300}), "expected i8"),
        (json!({"kind": "remember", "key": "a b", "value": 1}), "a key has 1 to 16 letters"),
    ] {
        assert!(error(value.clone()).contains(said), "{value}: {}", error(value.clone()));
    }
}

// ---- Planes ----

#[test]
fn send_home_takes_one_plane_out_of_its_stack() {
    let position = two(&[20, 20, 20, 56], &[H; 4]).stack(RED, &[0, 1, 2]);
    let mut desk = aeroplane(&[("stack", json!("always"))], &position);
    desk.step(house(send_home("red", 2)));
    assert_eq!(desk.events, [Event::SentHome { seat: RED, planes: set(&[1]), at: 20 }]);
    assert_eq!((desk.row(RED), desk.stack(RED, 0)), (vec![20, H, 20, 56], vec![0, 2]));
    assert!(desk.rolls(RED));
    assert_eq!(refusal(&desk, send_home("red", 2)), "this plane is in its hangar already");
    assert_eq!(refusal(&desk, send_home("red", 4)), "a plane that finished stays there");
    for plane in [0, 5, 255] {
        let said = "planes are numbered from 1, and there are not that many";
        assert_eq!(refusal(&desk, send_home("red", plane)), said);
    }
    assert_eq!(refusal(&desk, send_home("blue", 1)), "this seat does not play, or not any more");
    let two_planes = [("planes", json!(2)), ("planes_to_win", json!(2))];
    let desk = aeroplane(&two_planes, &two(&[20, 20], &[]));
    assert!(refusal(&desk, send_home("red", 3)).starts_with("planes are numbered"));
}

#[test]
fn advance_takes_the_stack_along_and_captures_but_does_not_jump() {
    // 22 is a square of Red's own colour; it is Yellow's 9.
    let position = two(&[20, 20, H, H], &[9, 9, H, H]).stack(RED, &[0, 1]).stack(YELLOW, &[0, 1]);
    let big = [("stack", json!("optional")), ("stack_attack", json!("bigger_stack_wins"))];
    let mut desk = aeroplane(&big, &position);
    desk.step(house(advance("red", 2, 2)));
    let (planes, taken) = (set(&[0, 1]), set(&[0, 1]));
    let placed = Event::Placed { seat: RED, planes, from: 20, to: 22 };
    let captured = Event::Captured { by: RED, seat: YELLOW, planes: taken, at: 9 };
    assert_eq!(desk.events, [placed, captured]);
    assert_eq!((desk.row(RED), desk.row(YELLOW)), (vec![22, 22, H, H], vec![H; 4]));
    assert_eq!(desk.stack(RED, 0), [0, 1]);
    // Back to the apron, where a stack falls apart.
    desk.step(house(advance("red", 1, -22)));
    assert_eq!((desk.row(RED), desk.stack(RED, 0)), (vec![0, 0, H, H], vec![0]));
    let said = "it cannot go back beyond its first place";
    assert_eq!(refusal(&desk, advance("red", 1, -1)), said);
    assert_eq!(refusal(&desk, advance("red", 1, 57)), "there is no place beyond the centre");
    assert_eq!(refusal(&desk, advance("red", 1, 0)), "the plane is there already");
    let said = "a plane in its hangar is placed, not advanced";
    assert_eq!(refusal(&desk, advance("red", 3, 1)), said);
    let desk = Desk::new(&rules("flying", &[]), &two(&[0, H, H, 60], &[]));
    assert!(refusal(&desk, advance("red", 1, -1)).starts_with("it cannot go back"));
    assert_eq!(refusal(&desk, advance("red", 4, -1)), "a plane that finished stays there");
}

#[test]
fn a_single_plane_put_on_a_bigger_stack_captures_it() {
    let position = two(&[20, H, H, H], &[9, 9, H, H]).stack(YELLOW, &[0, 1]);
    let big = [("stack", json!("optional")), ("stack_attack", json!("bigger_stack_wins"))];
    let mut desk = aeroplane(&big, &position);
    desk.step(house(advance("red", 1, 2)));
    assert_eq!((desk.row(RED), desk.row(YELLOW)), (vec![22, H, H, H], vec![H; 4]));
}

#[test]
fn place_takes_a_plane_out_of_the_hangar_and_joins_where_planes_always_stack() {
    let position = two(&[H, 33, H, H], &[9, H, H, H]);
    let mut desk = aeroplane(&[("stack", json!("always"))], &position);
    desk.step(house(place("red", 1, 33)));
    let placed = Event::Placed { seat: RED, planes: set(&[0]), from: H, to: 33 };
    let stacked = Event::Stacked { seat: RED, planes: set(&[0, 1]), at: 33 };
    assert_eq!(desk.events, [placed, stacked]);
    desk.step(house(place("yellow", 1, 20)));
    let captured = Event::Captured { by: YELLOW, seat: RED, planes: set(&[0, 1]), at: 33 };
    assert_eq!(desk.events[1], captured);
    assert!(desk.rolls(RED), "whose turn it is stays");
    assert_eq!(refusal(&desk, place("yellow", 1, 20)), "the plane is there already");
    assert_eq!(refusal(&desk, place("yellow", 1, 57)), "there is no place beyond the centre");
    let said = "a plane is sent home to its hangar, not placed there";
    assert_eq!(refusal(&desk, place("yellow", 1, H)), said);
}

#[test]
fn safe_squares_and_partners_are_respected() {
    let safe = [("safe_squares", json!([9]))];
    let mut desk = aeroplane(&safe, &two(&[H; 4], &[9, H, H, H]));
    desk.step(house(place("red", 1, 22)));
    assert_eq!((desk.events.len(), desk.row(YELLOW)), (1, vec![9, H, H, H]));
    let four = two(&[H; 4], &[H; 4]).side(BLUE, &[9, H, H, H]).side(GREEN, &[H; 4]);
    let mut desk = aeroplane(&[("teams", json!(true))], &four);
    desk.step(house(place("red", 1, 35)));
    assert_eq!(desk.row(BLUE), [9, H, H, H], "partners share a square");
}

#[test]
fn planes_put_into_the_centre_finish_and_bring_a_seat_home() {
    let position = |red| two(red, &[9, H, H, H]).side(BLUE, &[3, H, H, H]);
    let stacks = [("stack", json!("always")), ("end", json!("play_on"))];
    let stacked = position(&[56, 56, 40, 40]).stack(RED, &[2, 3]);
    let mut desk = aeroplane(&stacks, &stacked);
    desk.step(house(advance("red", 4, 16)));
    assert_eq!(
        desk.events[1..],
        [
            Event::Finished { seat: RED, planes: set(&[2, 3]) },
            Event::SeatHome { seat: RED, place: 1 },
            Event::TurnPassed { from: RED, to: YELLOW },
        ]
    );
    assert!(desk.stack(RED, 2) == [2] && desk.rolls(YELLOW));
    // Another seat's planes: who has the turn goes on, with the roll that waits too.
    let mut other = stacked.clone();
    other.turn = Position::new(BLUE).turn;
    let mut desk = aeroplane(&stacks, &other.die(3));
    desk.step(house(advance("red", 3, 16)));
    assert_eq!((desk.race.turn(), desk.race.die()), (Turn::Seat(BLUE), Some(3)));
    assert_eq!(desk.race.home().collect::<Vec<_>>(), [RED]);
    desk.act("advance 1");
    assert!(desk.rolls(YELLOW), "Red is passed over");
    // The end of the game.
    let mut desk = aeroplane(&[("end", json!("first_home"))], &stacked_alone());
    desk.step(house(place("red", 4, 56)));
    assert_eq!((desk.reason(), desk.places()), (Reason::FirstHome, vec![vec![0], vec![1]]));
    // A plane that finished is no longer asked for, nor is a seat that is home.
    let desk = aeroplane(&stacks, &position(&[56, 20, 20, 20]));
    assert_eq!(refusal(&desk, place("red", 1, 3)), "a plane that finished stays there");
}

fn stacked_alone() -> Position {
    two(&[56, 56, 56, 40], &[9, H, H, H])
}

#[test]
fn swap_changes_places_with_stacks_and_captures_what_is_left_there() {
    // Red's 20 is Yellow's 7, Red's 30 Yellow's 17. One Red plane stays behind on 20, single.
    let position = two(&[20, 20, 20, H], &[17, 17, H, H]).stack(RED, &[0, 1]);
    let mut desk = aeroplane(&[("stack", json!("optional"))], &position);
    desk.step(house(swap("red", 2, "yellow", 1)));
    let (red, yellow) = (set(&[0, 1]), set(&[0]));
    assert_eq!(
        desk.events,
        [
            Event::Placed { seat: RED, planes: red, from: 20, to: 30 },
            Event::Placed { seat: YELLOW, planes: yellow, from: 17, to: 7 },
            Event::Captured { by: RED, seat: YELLOW, planes: set(&[1]), at: 17 },
            Event::Captured { by: YELLOW, seat: RED, planes: set(&[2]), at: 20 },
        ]
    );
    assert_eq!((desk.row(RED), desk.row(YELLOW)), (vec![30, 30, H, H], vec![7, H, H, H]));
    // Two planes of one seat.
    let mut desk = aeroplane(&[], &two(&[20, 25, H, 52], &[]));
    desk.step(house(swap("red", 1, "red", 2)));
    assert_eq!(desk.row(RED), [25, 20, H, 52]);
    let said = "only planes on squares of the track change places";
    assert_eq!(refusal(&desk, swap("red", 1, "red", 3)), said);
    assert_eq!(refusal(&desk, swap("red", 1, "red", 4)), said, "on the lane");
    assert_eq!(refusal(&desk, swap("red", 1, "red", 1)), "both planes stand on the same square");
    // Yellow's 38 is square 50, which Red never walks.
    let desk = aeroplane(&[], &two(&[20, H, H, H], &[38, H, H, H]));
    let said = "one of them never walks the other's square";
    assert_eq!(refusal(&desk, swap("red", 1, "yellow", 1)), said);
    assert_eq!(refusal(&desk, swap("yellow", 1, "red", 1)), said);
    let safe = aeroplane(&[("safe_squares", json!([7]))], &two(&[20, H, H, H], &[7, H, H, H]));
    let said = "both planes stand on the same square";
    assert_eq!(refusal(&safe, swap("red", 1, "yellow", 1)), said);
}

// ---- While a roll waits ----

#[test]
fn what_can_be_moved_is_found_anew() {
    let takeoff = [("takeoff", json!([6]))];
    let mut desk = aeroplane(&takeoff, &two(&[20, 40, H, H], &[]).die(3));
    desk.step(house(send_home("red", 1)));
    assert_eq!(desk.actions(), ["advance 2"]);
    desk.step(house(place("red", 3, 10)));
    assert_eq!(desk.actions(), ["advance 2", "advance 3"]);
    desk.step(house(send_home("red", 2))).step(house(send_home("red", 3)));
    assert_eq!(desk.events[1], Event::NothingToMove { seat: RED, die: 3 });
    assert!(desk.rolls(YELLOW));
    // A 6 rolls again all the same.
    let mut desk = aeroplane(&takeoff, &two(&[50, H, H, 56], &[]).die(6));
    assert_eq!(desk.step(house(json!({"kind": "pass"}))).race.sixes(), 1);
    assert_eq!(desk.events[0], Event::NothingLeft { seat: RED, die: 6 });
    assert_eq!(desk.events[1], Event::RollsAgain { seat: RED, why: Again::Face });
}

#[test]
fn pass_counts_tries_and_needs_a_roll() {
    let three = [("tries_when_home", json!(3)), ("takeoff", json!([5])), ("extra_roll", json!([]))];
    let mut desk = aeroplane(&three, &two(&[], &[]));
    let pass = || house(json!({"kind": "pass"}));
    let said = "a seat passes only while a roll waits to be used";
    assert_eq!(refusal(&desk, json!({"kind": "pass"})), said);
    for _ in 0..2 {
        desk.roll(5).step(pass());
        assert_eq!(desk.events[1], Event::RollsAgain { seat: RED, why: Again::Try });
    }
    assert!(desk.roll(5).step(pass()).rolls(YELLOW));
    assert_eq!(desk.race.nothing_left(), Some(Effect::Pass));
}

// ---- Memory, draws, wins, and when nothing can be asked for ----

#[test]
fn remember_keeps_numbers_by_rule() {
    let mut desk = aeroplane(&[], &two(&[3], &[]));
    let remember = |value: i32| json!({"kind": "remember", "key": "hits", "value": value});
    desk.step(Step::House { rule: 2, effect: effect(remember(7)) });
    let Effect::Remember { key, .. } = effect(remember(0)) else { panic!("remember") };
    let kept = |desk: &Desk| [0, 2].map(|rule| desk.race.memory().get(rule, key));
    assert_eq!((kept(&desk), desk.events.len()), ([0, 7], 0));
    let said = "what is remembered goes from -1000000000 to 1000000000";
    assert_eq!(refusal(&desk, remember(i32::MAX)), said);
    desk.step(Step::House { rule: 2, effect: effect(remember(0)) });
    assert_eq!(kept(&desk), [0, 0]);
}

#[test]
fn a_draw_is_shared_by_those_who_still_play() {
    let mut position = two(&[3], &[9]).side(BLUE, &[56; 4]);
    position.home = vec![Named(BLUE)];
    let mut desk = aeroplane(&[("end", json!("play_on"))], &position);
    desk.step(house(json!({"kind": "draw"})));
    assert_eq!(desk.events, [Event::Ended { reason: Reason::HouseRule }]);
    assert_eq!((desk.reason(), desk.places()), (Reason::HouseRule, vec![vec![2], vec![0, 1]]));
    assert_eq!(refusal(&desk, json!({"kind": "draw"})), "the game is over");
}

#[test]
fn who_is_made_to_win_follows_those_who_are_home() {
    let mut position = two(&[3], &[9]).side(BLUE, &[56; 4]).side(GREEN, &[56, 1]);
    position.home = vec![Named(BLUE)];
    let play_on = [("end", json!("play_on"))];
    let mut desk = aeroplane(&play_on, &position);
    let said = "this seat does not play, or not any more";
    assert_eq!(refusal(&desk, json!({"kind": "win", "seat": "blue"})), said);
    desk.step(house(skip_turn("green"))).step(house(json!({"kind": "win", "seat": "red"})));
    let ended = Event::Ended { reason: Reason::HouseRule };
    assert_eq!(desk.events, [Event::Won { seat: RED }, ended]);
    assert_eq!(desk.places(), [vec![2], vec![0], vec![3], vec![1]]);
    assert_eq!(desk.race.skips(GREEN), 0);
    let four = two(&[3], &[9]).side(BLUE, &[]).side(GREEN, &[]);
    let mut desk = aeroplane(&[("teams", json!(true))], &four);
    desk.step(house(json!({"kind": "win", "seat": "green"})));
    assert_eq!(desk.places(), [vec![1, 3], vec![0, 2]]);
}

#[test]
fn nothing_is_asked_for_before_the_game_has_begun() {
    let desk = Desk::start(&rules("aeroplane", &[("first", json!("highest_roll"))]), &[RED, BLUE]);
    let said = "a house rule changes nothing before the game has begun or after its end";
    assert_eq!(refusal(&desk, place("red", 1, 3)), said);
    assert_eq!(refusal(&desk, json!({"kind": "draw"})), said);
}

// ---- Turns out of their order ----

/// Nobody out and no plane leaves the hangar by a 1, so that every roll passes the turn.
fn idle(seats: &[Seat]) -> Desk {
    let first = ("first", json!("red"));
    Desk::start(&rules("aeroplane", &[first, ("takeoff", json!([6]))]), seats)
}

/// The seats that roll next.
fn rollers(desk: &mut Desk, count: usize) -> Vec<&'static str> {
    let mut roll = || {
        let seat = desk.race.seat_to_move();
        desk.roll(1);
        Race::seat_name(seat)
    };
    (0..count).map(|_| roll()).collect()
}

#[test]
fn an_extra_turn_goes_before_and_the_order_stays() {
    let mut desk = idle(&[RED, YELLOW, BLUE, GREEN]);
    // Red has moved, Yellow is to roll: Red rolls, then Yellow.
    desk.roll(1).step(house(extra_roll("red")));
    assert_eq!(desk.events, [Event::ExtraTurn { seat: RED }]);
    assert_eq!(rollers(&mut desk, 5), ["red", "yellow", "blue", "green", "red"]);
    // One put off over another: Yellow first, Blue, then Green.
    desk.step(house(extra_roll("green"))).step(house(extra_roll("blue")));
    assert_eq!(desk.race.put_off().collect::<Vec<_>>(), [YELLOW, GREEN]);
    assert_eq!(rollers(&mut desk, 4), ["blue", "green", "yellow", "blue"]);
    // The present seat gets this turn and another one.
    desk.step(house(extra_roll("green")));
    assert_eq!(rollers(&mut desk, 3), ["green", "green", "red"]);
    for _ in 0..4 {
        desk.step(house(extra_roll("red")));
    }
    assert_eq!(refusal(&desk, extra_roll("red")), "four turns are put off already");
    assert_eq!(rollers(&mut desk, 6), ["red", "red", "red", "red", "yellow", "blue"]);
}

#[test]
fn an_extra_turn_is_given_after_the_move() {
    let desk = aeroplane(&[], &two(&[3], &[]).die(3));
    let said = "an extra roll is given after the move, not while a roll waits";
    assert_eq!(refusal(&desk, extra_roll("red")), said);
    assert_eq!(refusal(&desk, extra_roll("green")), "this seat does not play, or not any more");
}

#[test]
fn an_extra_turn_ends_a_row_of_sixes() {
    let mut desk = aeroplane(&[], &two(&[3, H, H, H], &[]));
    desk.roll(6).act("advance 1").roll(6).act("advance 1");
    assert_eq!((desk.race.sixes(), desk.race.moved_by_sixes()), (2, set(&[0])));
    desk.step(house(extra_roll("yellow")));
    assert_eq!((desk.race.sixes(), desk.race.moved_by_sixes()), (0, PlaneSet::EMPTY));
    desk.roll(1).roll(6);
    assert_eq!(desk.race.sixes(), 1, "Red's turn begins anew");
    assert_eq!(desk.race.turn(), Turn::Seat(RED));
}

#[test]
fn a_turn_is_skipped_at_once_or_when_it_comes() {
    let mut desk = idle(&[RED, YELLOW]);
    desk.step(house(skip_turn("red")));
    let skipped = Event::TurnSkipped { seat: RED };
    assert_eq!(desk.events, [skipped, Event::TurnPassed { from: RED, to: YELLOW }]);
    desk.step(house(skip_turn("red"))).step(house(skip_turn("red")));
    assert_eq!((desk.events.len(), desk.race.skips(RED)), (0, 2));
    desk.roll(1);
    let passed = Event::TurnPassed { from: YELLOW, to: YELLOW };
    assert_eq!(desk.events[2..], [skipped, passed]);
    assert_eq!(rollers(&mut desk, 3), ["yellow", "yellow", "red"]);
    for _ in 0..9 {
        desk.step(house(skip_turn("red")));
    }
    let said = "nine turns of this seat are to be skipped already";
    assert_eq!(refusal(&desk, skip_turn("red")), said);
    // While its own roll waits, it is the next turn that is skipped.
    let mut desk = aeroplane(&[], &two(&[3], &[]).die(3));
    desk.step(house(skip_turn("red")));
    assert_eq!((desk.race.turn(), desk.race.skips(RED)), (Turn::Seat(RED), 1));
    // Everybody is skipped: it ends, and each lost one turn.
    let mut desk = idle(&[RED, YELLOW, BLUE]);
    for seat in ["blue", "yellow", "red"] {
        desk.step(house(skip_turn(seat)));
    }
    assert_eq!(rollers(&mut desk, 3), ["red", "yellow", "blue"]);
    // A turn put off can be skipped too; an extra one is given all the same.
    desk.step(house(extra_roll("blue"))).step(house(skip_turn("red")));
    assert_eq!(rollers(&mut desk, 3), ["blue", "yellow", "blue"]);
}

#[test]
fn who_left_gets_no_turn_back_and_the_order_goes_on_behind_it() {
    let mut desk = idle(&[RED, YELLOW, BLUE, GREEN]);
    desk.roll(1).step(house(extra_roll("red"))).step(house(skip_turn("yellow"))).resign(YELLOW);
    assert_eq!(desk.race.skips(YELLOW), 0);
    assert_eq!(rollers(&mut desk, 4), ["red", "blue", "green", "red"]);
    let mut desk = idle(&[RED, YELLOW, BLUE, GREEN]);
    desk.step(house(extra_roll("green"))).step(house(extra_roll("blue"))).resign(GREEN);
    assert_eq!(rollers(&mut desk, 4), ["blue", "red", "yellow", "blue"]);
    // The one who has the extra turn leaves.
    let mut desk = idle(&[RED, YELLOW, BLUE]);
    desk.step(house(extra_roll("blue"))).resign(BLUE);
    assert_eq!(rollers(&mut desk, 3), ["red", "yellow", "red"]);
}

/// Turns told apart: those of the order, and extra ones.
#[test]
fn nobody_loses_or_repeats_a_place_in_the_order() {
    let mut rng = rng(7);
    for game in 0..600 {
        let seats = &[RED, YELLOW, BLUE, GREEN][..2 + game % 3];
        let mut desk = idle(seats);
        // The turn about to be taken and those put off for it: seats, and whether extra.
        let mut turns = vec![(RED, false)];
        let mut skips = [0; 4];
        let mut place = 0;
        for _ in 0..60 {
            let seat = seats[rng.random_range(0..seats.len())];
            let name = Race::seat_name(seat);
            let mut passes = false;
            match rng.random_range(0..4) {
                0 if turns.len() < 5 => {
                    desk.step(house(extra_roll(name)));
                    turns.push((seat, true));
                }
                1 if turns.last().unwrap().0 == seat => {
                    desk.step(house(skip_turn(name)));
                    passes = true;
                }
                1 if skips[seat.index()] < 9 => {
                    desk.step(house(skip_turn(name)));
                    skips[seat.index()] += 1;
                }
                _ => {
                    desk.roll(1);
                    passes = true;
                }
            }
            while passes {
                let (_, extra) = turns.pop().unwrap();
                if turns.is_empty() {
                    assert!(!extra);
                    place = (place + 1) % seats.len();
                    turns.push((seats[place], false));
                }
                let skips = &mut skips[turns.last().unwrap().0.index()];
                passes = *skips > 0;
                *skips -= u8::from(passes);
            }
            assert_eq!(desk.race.turn(), Turn::Chance { roller: turns.last().unwrap().0 });
        }
    }
}

// ---- Positions and fingerprints ----

fn print(race: &Race) -> Vec<u8> {
    let mut bytes = Vec::new();
    race.fingerprint(&mut |part| bytes.extend_from_slice(part));
    bytes
}

#[test]
fn a_position_holds_turns_put_off_and_to_skip() {
    let mut desk = idle(&[RED, YELLOW, BLUE]);
    let plain = serde_json::to_value(desk.race.position()).unwrap();
    assert!(plain.get("skips").is_none() && plain.get("put_off").is_none());
    desk.step(house(extra_roll("blue"))).step(house(skip_turn("yellow")));
    let text = serde_json::to_string(&desk.race.position()).unwrap();
    assert!(text.contains(r#""skips":{"yellow":1},"put_off":["red"]"#), "{text}");
    let position: Position = serde_json::from_str(&text).unwrap();
    assert_eq!(position.set_up(desk.race.rules()).unwrap(), desk.race);
    let refused = |change: fn(&mut Position)| {
        let mut position = position.clone();
        change(&mut position);
        position.set_up(desk.race.rules()).unwrap_err().to_string()
    };
    assert_eq!(refused(|p| p.put_off = vec![Named(GREEN)]), "green does not play here");
    assert_eq!(refused(|p| p.put_off = vec![Named(RED); 5]), "at most four turns are put off");
    let said = "at most nine turns of a seat are to be skipped";
    assert_eq!(refused(|p| _ = p.skips.insert(Named(RED), 10)), said);
}

#[test]
fn fingerprints_tell_what_house_rules_did_and_only_that() {
    let desk = idle(&[RED, YELLOW, BLUE]);
    let before = print(&desk.race);
    let after = |effects: &[Value]| {
        let mut race = desk.race.clone();
        for value in effects {
            race.play(&house(value.clone()), &mut Vec::new()).unwrap();
        }
        (print(&race), race)
    };
    let remember = |value: i32| json!({"kind": "remember", "key": "s", "value": value});
    let lists = [
        vec![],
        vec![skip_turn("blue")],
        vec![skip_turn("yellow")],
        vec![extra_roll("red")],
        vec![extra_roll("red"), extra_roll("red")],
        vec![remember(1)],
        vec![remember(2)],
        vec![skip_turn("blue"), remember(1)],
        vec![json!({"kind": "draw"})],
        vec![json!({"kind": "win", "seat": "red"})],
        vec![json!({"kind": "win", "seat": "blue"})],
    ];
    let states: Vec<_> = lists.iter().map(|list| after(list)).collect();
    for (a, (one, _)) in states.iter().enumerate() {
        for (b, (other, _)) in states.iter().enumerate() {
            assert_eq!(a == b, one == other, "{:?} {:?}", lists[a], lists[b]);
        }
    }
    assert_eq!(after(&[remember(1), remember(0)]).0, before);
    assert_eq!(after(&[extra_roll("red"), skip_turn("red")]).0, before);
}

// ---- Random effects ----

/// Any effect, sensible or not.
fn random_effect(rng: &mut SmallRng) -> Effect {
    let seat = |rng: &mut SmallRng| Named(Seat::new(rng.random_range(0..4)));
    let plane = |rng: &mut SmallRng| rng.random_range(0..=5);
    match rng.random_range(0..100) {
        0..15 => Effect::SendHome { seat: seat(rng), plane: plane(rng) },
        15..35 => {
            let by = if rng.random() { rng.random_range(-8..=8) } else { rng.random() };
            Effect::Advance { seat: seat(rng), plane: plane(rng), by }
        }
        35..50 => {
            let to = if rng.random_ratio(9, 10) { rng.random_range(0..=61) } else { rng.random() };
            Effect::Place { seat: seat(rng), plane: plane(rng), to }
        }
        50..65 => Effect::Swap {
            seat: seat(rng),
            plane: plane(rng),
            with: seat(rng),
            with_plane: plane(rng),
        },
        65..75 => Effect::ExtraRoll { seat: seat(rng) },
        75..85 => Effect::SkipTurn { seat: seat(rng) },
        85 if rng.random_ratio(1, 20) => Effect::Draw,
        86 if rng.random_ratio(1, 10) => Effect::Win { seat: seat(rng) },
        85..93 => Effect::Remember {
            key: ["a", "b", "c"][rng.random_range(0..3)].to_owned().try_into().unwrap(),
            value: if rng.random_ratio(1, 4) { rng.random() } else { rng.random_range(-2..=2) },
        },
        _ => Effect::Pass,
    }
}

/// Tries an effect: it errs and changes nothing, or keeps the laws. Whether it was possible.
fn try_effect(race: &mut Race, step: &Step<Race>) -> bool {
    let (before, old) = (race.clone(), print(race));
    let mut events = Vec::new();
    let Step::House { rule, effect } = step else { panic!("an effect") };
    let judged = race.check_effect(*rule, effect);
    let done = race.play(step, &mut events);
    assert_eq!(done, judged);
    if let Err(error) = done {
        assert!(matches!(error, IllegalStep::Effect(said) if !said.is_empty()), "{error}");
        assert_eq!((&*race, events.len()), (&before, 0));
        race.play_unchecked(step, &mut events);
        assert_eq!(*race, before, "what is refused changes nothing even unchecked");
        return false;
    }
    assert_eq!(old == print(race), before == *race);
    Race::check_events(&before, &events, race);
    check(race);
    true
}

/// The laws of a state, and that everything kept beside the planes follows from them.
fn check(race: &Race) {
    race.check_state();
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    let active = race.active();
    match race.turn() {
        Turn::Seat(seat) => assert!(!actions.is_empty() && active.contains(seat)),
        Turn::Chance { roller } => assert!(actions.is_empty() && active.contains(roller)),
        Turn::Over => assert!(actions.is_empty() && race.outcome().is_some()),
    }
    assert!(race.put_off().all(|seat| active.contains(seat)));
    assert!(race.seats().difference(active).iter().all(|seat| race.skips(seat) == 0));
    let Some(position) = race.position() else { return };
    let again = position.set_up(race.rules()).unwrap_or_else(|why| panic!("{why}: {race:?}"));
    if *race.memory() == *again.memory() {
        assert_eq!(again, *race);
    }
}

/// Another step of the game: mostly a roll or an action, seldom a resignation.
fn random_step(race: &Race, rng: &mut SmallRng) -> Step<Race> {
    if rng.random_ratio(1, 2_000) {
        let active: Vec<Seat> = race.active().iter().collect();
        return Step::Resign { seat: active[rng.random_range(0..active.len())] };
    }
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    match race.turn() {
        Turn::Seat(seat) => Step::Act { seat, action: actions[rng.random_range(0..actions.len())] },
        _ => Step::Chance(rng.random_range(1..=6)),
    }
}

/// Games with random options in which effects are tried after one step in four.
fn random_games(games: u64, seed: u64) {
    let mut rng = rng(seed);
    let (mut done, mut refused) = (0, 0);
    for game in 0..games {
        let rules = random_rules(&mut rng);
        let mut race = Race::new(&rules, random_seats(&rules, &mut rng), &Deal {}).unwrap();
        for number in 0.. {
            assert!(number < 200_000, "a game does not end: {race:?}");
            let step = random_step(&race, &mut rng);
            let (before, mut events) = (race.clone(), Vec::new());
            race.play(&step, &mut events).unwrap();
            Race::check_events(&before, &events, &race);
            check(&race);
            // For ever it could go on for ever.
            while number < 600 && rng.random_ratio(1, 4) && race.turn() != Turn::Over {
                let mut effect = random_effect(&mut rng);
                if game % 2 == 0 && matches!(effect, Effect::Remember { .. }) {
                    effect = Effect::Pass;
                }
                let step = Step::House { rule: rng.random_range(0..3), effect };
                *if try_effect(&mut race, &step) { &mut done } else { &mut refused } += 1;
            }
            if race.turn() == Turn::Over {
                break;
            }
        }
    }
    assert!(done > 20 * games && refused > 20 * games, "{done} done, {refused} refused");
}

#[test]
fn random_effects_err_or_keep_the_laws_1() {
    random_games(1_000, 1);
}

#[test]
fn random_effects_err_or_keep_the_laws_2() {
    random_games(1_000, 2);
}

#[test]
fn random_effects_err_or_keep_the_laws_3() {
    random_games(1_000, 3);
}

fn line(number: usize) -> HouseLine {
    let source = format!("return {{ name = \"rule {number}\" }}");
    let value = json!({
        "file": format!("rule-{number}.lua"), "name": Text::both("A rule"), "about": Text::both("It does things."),
        "hooks": ["after"], "hash": HouseLine::hash_of(&source), "source": source,
    });
    serde_json::from_value(value).unwrap()
}

#[test]
fn games_with_effects_read_back_as_they_were_written() {
    let mut rng = rng(11);
    for game in 0..60 {
        let rules = random_rules(&mut rng);
        let seats = random_seats(&rules, &mut rng);
        let players = seats.iter().map(|seat| (seat, Player::human("Kim"))).collect();
        let mut record = Record::new("aeroplane", rules, players, Deal {}, Seed::from_number(game));
        record.house_rules = (0..3).map(line).collect();
        let mut session = Session::<Race>::new(record).unwrap();
        for number in 0.. {
            match session.state().turn() {
                Turn::Over => break,
                Turn::Chance { .. } => drop(session.roll().unwrap()),
                Turn::Seat(_) => {
                    let step = random_step(session.state(), &mut rng);
                    session.play(step).unwrap();
                }
            }
            while number < 300 && rng.random_ratio(1, 4) {
                let rule = rng.random_range(0..3);
                let step = Step::House { rule, effect: random_effect(&mut rng) };
                let _ = session.play(step); // mostly refused
            }
        }
        let record = session.record();
        assert!(record.steps.iter().filter(|step| matches!(step, Step::House { .. })).count() > 3);
        let text = record.write();
        let AnyRecord::Race(found) = read(&text).unwrap().record else { panic!("a race") };
        assert_eq!(found, *record);
        assert_eq!(found.write(), text);
        assert!(verify(&text).is_fine(), "{:?}", verify(&text));
    }
}
