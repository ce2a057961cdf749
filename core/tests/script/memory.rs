//! Tests of the memory limit: only live values count, and every run counts the same.

use qipan_core::contract::robot::RobotErrorKind;
use qipan_core::games::race::Race;
use qipan_core::script::{ErrorKind, Host, LuaRobot};

use crate::common::junqi::{rules, start};
use crate::common::rng;
use crate::robots::{ask, four_launches};

/// Loads a robot that runs `before` at load and `body` in each turn.
fn robot(before: &str, body: &str) -> LuaRobot<Race> {
    let source = format!(
        "local held = {{}} {before}\nreturn {{ api = 1, game = 'race', name = 'x', \
         choose = function(view, turn)\n{body}\nreturn turn:actions()[1] end }}"
    );
    LuaRobot::load("x.luau", source, &[], &Host::default()).unwrap()
}

#[test]
fn robot_within_its_memory_limit_keeps_playing() {
    let before = "for i = 1, 200000 do held[i] = { i } end";
    let waste = "local t = {} for i = 1, 2000 do t[i] = { tostring(i) } end held[1] = t";
    let (mut robot, (race, log)) = (robot(before, waste), four_launches());
    for turn in 0..300 {
        let choice = ask(&mut robot, &race, &log, [1; 32]);
        assert_eq!(choice.error, None, "turn {turn}");
    }
}

#[test]
fn memory_limit_stops_a_robot_at_the_same_turn() {
    let (race, log) = four_launches();
    let body = "for i = 1, 6000 do held[#held + 1] = { i, i .. 'x' } end";
    let fuel_until_stopped = || {
        let (mut robot, mut fuel) = (robot("", body), Vec::new());
        loop {
            let choice = ask(&mut robot, &race, &log, [1; 32]);
            fuel.push(choice.fuel);
            if let Some(trouble) = choice.error {
                assert_eq!(trouble.kind, RobotErrorKind::Error);
                assert_eq!(trouble.message, "x.luau:3: used more than 32 MiB of memory");
                return fuel;
            }
        }
    };
    let first = fuel_until_stopped();
    assert!((10..60).contains(&first.len()), "stopped at turn {}", first.len());
    for _ in 0..9 {
        assert_eq!(fuel_until_stopped(), first);
    }
}

#[test]
fn memory_errors_cannot_be_caught_and_allocations_cost_fuel() {
    let (race, log) = four_launches();
    let caught = "pcall(function() for i = 1, 1e6 do held[i] = { i } end end)";
    let choice = |body: &str| {
        let mut robot = robot("", body);
        let choice = ask(&mut robot, &race, &log, [1; 32]);
        (choice, robot.last_error().map(|error| error.kind))
    };
    assert_eq!(choice(caught).1, Some(ErrorKind::Memory));
    let (large, small) = (choice("table.create(1500000, 0)").0, choice("table.create(1, 0)").0);
    assert!(large.error.is_none() && large.fuel > small.fuel + 50_000, "{}", large.fuel);
    // Lists made and dropped cost fuel by size: one step for 16 values, each time.
    for (make, times) in [("table.pack(table.unpack(list))", 2), ("table.clone(list)", 1)] {
        let fuel = |length| {
            let body =
                format!("local list = table.create({length}, 1) for _ = 1, 100 do {make} end");
            choice(&body).0.fuel
        };
        let paid = fuel(4000) - fuel(16);
        assert!((24_900 * times..25_000 * times).contains(&paid), "{make}: {paid}");
    }
}

/// Memory that the host holds for a script counts as well.
#[test]
fn worlds_and_their_views_count_as_memory() {
    let game = start(&rules("dark", &[]), &mut rng(1));
    for (body, is_within_limit) in [
        ("for i = 1, 20000 do held[i] = world:view(view.seat) end", false),
        ("for i = 1, 20000 do held[i] = world:clone() end", false),
        ("for i = 1, 20000 do held[1] = world:view(view.seat) end", true),
    ] {
        let source = format!(
            "local held = {{}} return {{ api = 1, game = 'junqi', name = 'x', choose = \
             function(view, turn) local world = turn:sample() {body} return turn:actions()[1] end }}"
        );
        let mut robot = LuaRobot::load("x.luau", source, &[], &Host::default()).unwrap();
        let trouble = ask(&mut robot, &game, &[], [1; 32]).error;
        assert_eq!(trouble.is_none(), is_within_limit, "{body}: {trouble:?}");
    }
}

/// Errors are slow to format, so catching them costs fuel.
#[test]
fn caught_errors_cost_fuel() {
    let (race, log) = four_launches();
    let used = |body| ask(&mut robot("", body), &race, &log, [1; 32]).fuel;
    let without_error = used("pcall(type, 1)");
    let with_error = used("pcall(view.risk, view, nil)");
    let is_priced = without_error < 150 && with_error > without_error + 250;
    assert!(is_priced, "{without_error} and {with_error}");
}
