//! Tests that the time limit of a house rule starts anew with each call, whatever the pause
//! before it.

use std::sync::atomic::Ordering;

use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::seat::SeatSet;
use qipan_core::games::race::{Deal, Race, Rules};
use qipan_core::house::HouseRule;
use qipan_core::script::{Host, LuaRule};

/// A rule with a filter that removes nothing.
const FILTER: &str = r#"return { api = 1, game = "race", name = "All", about = "Takes nothing.",
    hooks = { filter = function(view, actions) return actions end } }"#;

#[test]
fn hook_time_is_measured_per_call() {
    let host = Host::default();
    let mut rule = LuaRule::<Race>::load("all.luau", FILTER, 0, &[], &host).unwrap();
    let mut race = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default()).unwrap();
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    let mut calls = 0;
    while calls < 8 {
        if let Turn::Seat(seat) = race.turn() {
            // The pause before a call is longer than the time limit.
            host.clock.fetch_add(60_000, Ordering::Relaxed);
            race.legal_actions(&mut actions);
            assert_eq!(rule.filter(&race, &actions).unwrap(), actions);
            let action = actions[0];
            race.play(&Step::Act { seat, action }, &mut Vec::new()).unwrap();
            calls += 1;
        } else {
            race.chance_outcomes(&mut outcomes);
            let six = *outcomes.last().unwrap();
            race.play(&Step::Chance(six), &mut Vec::new()).unwrap();
            if race.turn() == Turn::Over || outcomes.is_empty() {
                break;
            }
        }
    }
    assert_eq!(calls, 8);
}
