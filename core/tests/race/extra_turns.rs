//! Tests of turns out of order: extra, postponed and skipped ones, and their positions.

use crate::common::{Desk, effect, print, rng, rules};
use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::games::race::board::{BLUE, GREEN, RED, YELLOW};
use qipan_core::games::race::position::SeatColour;
use qipan_core::games::race::{Event, HANGAR as H, PlaneSet, Position, Progress, Race};
use rand::RngExt;
use serde_json::{Value, json};

/// Sets up a game with Red to play against Yellow.
fn red_against_yellow(red: &[Progress]) -> Desk {
    Desk::new(&rules("aeroplane", &[]), &Position::new(RED).side(RED, red).side(YELLOW, &[]))
}

fn extra_roll(seat: &str) -> Value {
    json!({"kind": "extra_roll", "seat": seat})
}

fn skip_turn(seat: &str) -> Value {
    json!({"kind": "skip_turn", "seat": seat})
}

/// Begins a game in which only a 6 allows a launch. So a roll of 1 passes the turn.
fn no_planes_out(seats: &[Seat]) -> Desk {
    let first = ("first", json!("red"));
    Desk::start(&rules("aeroplane", &[first, ("takeoff", json!([6]))]), seats)
}

/// Rolls a 1 in each of the next `count` turns. Returns the seats that rolled.
fn rollers(desk: &mut Desk, count: usize) -> Vec<&'static str> {
    let mut roll = || {
        let seat = desk.race.seat_to_move();
        desk.roll(1);
        Race::seat_name(seat)
    };
    (0..count).map(|_| roll()).collect()
}

#[test]
fn extra_turn_goes_first_and_keeps_the_order() {
    let mut desk = no_planes_out(&[RED, YELLOW, BLUE, GREEN]);
    // Yellow is about to roll when Red gets an extra turn.
    desk.roll(1).house(extra_roll("red"));
    assert_eq!(desk.events, [Event::ExtraTurn { seat: RED }]);
    assert_eq!(rollers(&mut desk, 5), ["red", "yellow", "blue", "green", "red"]);
    // Yellow is about to roll again. Green gets an extra turn, and then Blue before Green.
    desk.house(extra_roll("green")).house(extra_roll("blue"));
    assert_eq!(desk.race.postponed().collect::<Vec<_>>(), [YELLOW, GREEN]);
    assert_eq!(rollers(&mut desk, 4), ["blue", "green", "yellow", "blue"]);
    // Green gets an extra turn before its own.
    desk.house(extra_roll("green"));
    assert_eq!(rollers(&mut desk, 3), ["green", "green", "red"]);
    for _ in 0..4 {
        desk.house(extra_roll("red"));
    }
    assert_eq!(desk.refusal(extra_roll("red")), "four turns are put off already");
    assert_eq!(rollers(&mut desk, 6), ["red", "red", "red", "red", "yellow", "blue"]);
}

#[test]
fn extra_turn_is_refused_while_a_roll_waits() {
    let mut desk = red_against_yellow(&[3]);
    desk.roll(3);
    let message = "an extra roll is given after the move, not while a roll waits";
    assert_eq!(desk.refusal(extra_roll("red")), message);
    assert_eq!(
        desk.refusal(extra_roll("green")),
        "this seat does not take part or no longer plays"
    );
}

#[test]
fn extra_turn_resets_the_row_of_sixes() {
    let mut desk = red_against_yellow(&[3, H, H, H]);
    desk.roll(6).act("advance 1").roll(6).act("advance 1");
    assert_eq!((desk.race.sixes(), desk.race.moved_by_sixes()), (2, PlaneSet::one(0)));
    desk.house(extra_roll("yellow"));
    assert_eq!((desk.race.sixes(), desk.race.moved_by_sixes()), (0, PlaneSet::EMPTY));
    desk.roll(1).roll(6);
    assert_eq!(desk.race.sixes(), 1, "Red's turn begins anew");
    assert_eq!(desk.race.turn(), Turn::Seat(RED));
}

#[test]
fn turn_is_skipped_at_once_or_when_it_comes() {
    let mut desk = no_planes_out(&[RED, YELLOW]);
    desk.house(skip_turn("red"));
    let skipped = Event::TurnSkipped { seat: RED };
    assert_eq!(desk.events, [skipped, Event::TurnPassed { from: RED, to: YELLOW }]);
    desk.house(skip_turn("red")).house(skip_turn("red"));
    assert_eq!((desk.events.len(), desk.race.skips(RED)), (0, 2));
    desk.roll(1);
    let passed = Event::TurnPassed { from: YELLOW, to: YELLOW };
    assert_eq!(desk.events[2..], [skipped, passed]);
    assert_eq!(rollers(&mut desk, 3), ["yellow", "yellow", "red"]);
    for _ in 0..9 {
        desk.house(skip_turn("red"));
    }
    let message = "nine skips of this seat are pending already";
    assert_eq!(desk.refusal(skip_turn("red")), message);
    // While its own roll waits, the next turn is skipped.
    let mut desk = red_against_yellow(&[3]);
    desk.roll(3);
    desk.house(skip_turn("red"));
    assert_eq!((desk.race.turn(), desk.race.skips(RED)), (Turn::Seat(RED), 1));
    // All seats are skipped: the round ends, and each has lost one turn.
    let mut desk = no_planes_out(&[RED, YELLOW, BLUE]);
    for seat in ["blue", "yellow", "red"] {
        desk.house(skip_turn(seat));
    }
    assert_eq!(rollers(&mut desk, 3), ["red", "yellow", "blue"]);
    // A postponed turn can be skipped too; the extra one is still given.
    desk.house(extra_roll("blue")).house(skip_turn("red"));
    assert_eq!(rollers(&mut desk, 3), ["blue", "yellow", "blue"]);
}

#[test]
fn resigned_seat_loses_its_postponed_turns() {
    let mut desk = no_planes_out(&[RED, YELLOW, BLUE, GREEN]);
    desk.roll(1).house(extra_roll("red")).house(skip_turn("yellow")).resign(YELLOW);
    assert_eq!(desk.race.skips(YELLOW), 0);
    assert_eq!(rollers(&mut desk, 4), ["red", "blue", "green", "red"]);
    let mut desk = no_planes_out(&[RED, YELLOW, BLUE, GREEN]);
    desk.house(extra_roll("green")).house(extra_roll("blue")).resign(GREEN);
    assert_eq!(rollers(&mut desk, 4), ["blue", "red", "yellow", "blue"]);
    // The seat with the extra turn resigns.
    let mut desk = no_planes_out(&[RED, YELLOW, BLUE]);
    desk.house(extra_roll("blue")).resign(BLUE);
    assert_eq!(rollers(&mut desk, 3), ["red", "yellow", "red"]);
}

/// Compares the game with a model that marks each turn as regular or extra.
#[test]
fn turn_order_survives_extra_and_skipped_turns() {
    let mut rng = rng(7);
    for game in 0..600 {
        let seats = &[RED, YELLOW, BLUE, GREEN][..2 + game % 3];
        let mut desk = no_planes_out(seats);
        // A stack of turns, with the next one on top and the postponed ones below. Each is a seat,
        // and true for an extra turn.
        let mut turns = vec![(RED, false)];
        let mut skips = [0; 4];
        let mut regular = 0; // The index of the seat that had the last regular turn.
        for _ in 0..60 {
            let seat = seats[rng.random_range(0..seats.len())];
            let name = Race::seat_name(seat);
            let mut passes = false;
            match rng.random_range(0..4) {
                0 if turns.len() < 5 => {
                    desk.house(extra_roll(name));
                    turns.push((seat, true));
                }
                1 if turns.last().unwrap().0 == seat => {
                    desk.house(skip_turn(name));
                    passes = true;
                }
                1 if skips[seat.index()] < 9 => {
                    desk.house(skip_turn(name));
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
                    regular = (regular + 1) % seats.len();
                    turns.push((seats[regular], false));
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

#[test]
fn positions_keep_postponed_and_skipped_turns() {
    let mut desk = no_planes_out(&[RED, YELLOW, BLUE]);
    let plain = serde_json::to_value(desk.race.position()).unwrap();
    assert!(plain.get("skips").is_none() && plain.get("put_off").is_none());
    desk.house(extra_roll("blue")).house(skip_turn("yellow"));
    let text = serde_json::to_string(&desk.race.position()).unwrap();
    assert!(text.contains(r#""skips":{"yellow":1},"put_off":["red"]"#), "{text}");
    let position: Position = serde_json::from_str(&text).unwrap();
    assert_eq!(position.set_up(desk.race.rules()).unwrap(), desk.race);
    let refusal = |change: fn(&mut Position)| {
        let mut position = position.clone();
        change(&mut position);
        position.set_up(desk.race.rules()).unwrap_err().to_string()
    };
    assert_eq!(refusal(|p| p.postponed = vec![SeatColour::new(GREEN)]), "green does not play here");
    assert_eq!(
        refusal(|p| p.postponed = vec![SeatColour::new(RED); 5]),
        "at most four turns can be put off"
    );
    let message = "at most nine turns of a seat can be skipped";
    assert_eq!(refusal(|p| _ = p.skips.insert(SeatColour::new(RED), 10)), message);
}

#[test]
fn fingerprints_reflect_effects_exactly() {
    let desk = no_planes_out(&[RED, YELLOW, BLUE]);
    let before = print(&desk.race);
    let after = |effects: &[Value]| {
        let mut race = desk.race.clone();
        for value in effects {
            let step = Step::House { rule: 0, effect: effect(value.clone()) };
            race.play(&step, &mut Vec::new()).unwrap();
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
    for (i, (first, _)) in states.iter().enumerate() {
        for (j, (second, _)) in states.iter().enumerate() {
            assert_eq!(i == j, first == second, "{:?} {:?}", lists[i], lists[j]);
        }
    }
    assert_eq!(after(&[remember(1), remember(0)]).0, before);
    assert_eq!(after(&[extra_roll("red"), skip_turn("red")]).0, before);
}
