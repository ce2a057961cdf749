//! Tests of search from scripts: worlds agree with the view and leak nothing, search and rollouts
//! are deterministic and bounded, and errors name the line.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{sleep, spawn};
use std::time::Duration;

use crate::common::junqi::{rules, start};
use crate::common::rng;
use crate::junqi::{answer, choosing_robot, load, play_out};
use crate::robots::ask;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::robot::{RandomRobot, RobotErrorKind};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::junqi::{Junqi, Kind};
use qipan_core::games::race::{Race, Rules};
use qipan_core::house::House;
use qipan_core::script::{Host, Limits, LuaRobot, LuaRule};
use serde_json::json;

/// A script that prints the results of all methods that look ahead.
const LOOK_AHEAD: &str = r#"
    local world = turn:sample()
    print(world:value(), world:value(view.seats[2]), world:to_move())
    for _ = 1, 5 do
        if not world:over() then world:play(world:actions()[1]) end
    end
    world:playout(20)
    print(world.ply, world:value())
    local found = turn:search({ iterations = 60, worlds = 8 })
    for _, line in found do
        print(line.action.from, line.action.to, line.action.at, line.value, line.visits)
    end
    for _, line in turn:search({ method = "paired", iterations = 100, worlds = 8, playout = 5 }) do
        print(line.action.from, line.action.to, line.action.at, line.value, line.visits)
    end
    print(turn:rollouts(found[1].action, 10, 30))
    print(turn:budget())
    return found[1].action
"#;

#[test]
fn equal_views_give_equal_determinizations() {
    for preset in ["dark", "siguo_partner", "flip", "three", "six_dark"] {
        let mut game = start(&rules(preset, &[]), &mut rng(3));
        let mut positions = Vec::new();
        play_out(&mut game, &mut [&mut RandomRobot], 3, |game, log| {
            if game.ply() % 25 == 6 && positions.len() < 6 {
                positions.push((game.clone(), log.to_vec()));
            }
        });
        assert!(positions.len() >= 2, "{preset}");
        for (game, log) in &positions {
            let view = game.view(Viewer::Seat(game.seat_to_move()));
            let other = Junqi::sample(&view, &mut rng(8));
            let seen = other.view(Viewer::Seat(game.seat_to_move()));
            assert_eq!(seen, view, "{preset}");
            let worlds = [&view, &seen].map(|view| Junqi::sample(view, &mut rng(9)));
            assert_eq!(worlds[0], worlds[1], "{preset}");
            let truth = ask(&mut choosing_robot(LOOK_AHEAD), game, log, [7; 32]);
            assert_eq!(truth.error, None, "{preset}");
            let dealt = ask(&mut choosing_robot(LOOK_AHEAD), &other, log, [7; 32]);
            assert_eq!(truth, dealt, "{preset}");
            assert_ne!(
                truth.printed,
                ask(&mut choosing_robot(LOOK_AHEAD), game, log, [8; 32]).printed
            );
        }
    }
}

#[test]
fn worlds_can_be_played_without_changing_the_game() {
    let body = r#"
        local before = view:board()
        local world = turn:sample()
        local other = world:clone()
        local action = world:actions()[1]
        world:play(table.clone(action))
        assert(world.ply == 1 and other.ply == 0 and view.ply == 0)
        assert(world:to_move() == "north" and other:to_move() == "south")
        local there = world:view("south")
        assert(there.seat == "south" and there.ply == 1)
        local owner, face = there:board()
        assert(owner[action.from] == false and owner[action.to] == "south")
        for cell, piece in face do assert(piece ~= "?", cell) end
        assert(view:board()[action.from] == "south" and before[action.from] == "south")
        assert(other:result() == nil and not other:over())
        assert(other:playout(0) == 0)
        local plies = other:playout()
        assert(plies == other.ply and other:over() and other:to_move() == nil)
        local share = other:result()
        assert(share + other:result("north") == 1 and share == other:value())
        return turn:actions()[1]
    "#;
    assert_eq!(answer(body).error, None);
}

/// A rule that leaves one action, and ends the game after ten plies.
const SHORT_RULE: &str = r#"
    return { api = 1, game = "junqi", name = "Short", hooks = {
        filter = function(view, actions) return { actions[1] } end,
        after = function(view, step)
            if view.ply >= 10 then return { { kind = "draw" } } end
        end,
    } }
"#;

#[test]
fn worlds_follow_the_house_rules_of_the_game() {
    let body = r#"
        local world = turn:sample()
        world:play(world:actions()[1])
        print(#world:actions(), 1 + world:playout())
        for _, line in turn:search({ iterations = 30, worlds = 4, actions = { turn:actions()[1] } }) do
            assert(line.visits == 30)
        end
        print(select(2, turn:rollouts(turn:actions()[1], 10)))
        return turn:actions()[1]
    "#;
    let game = start(&rules("dark", &[("first", json!("south"))]), &mut rng(1));
    let without_rule = ask(&mut choosing_robot(body), &game, &[], [1; 32]);
    let mut robot = choosing_robot(body);
    let rule = LuaRule::load("short.luau", SHORT_RULE, 0, &[], &Host::default()).unwrap();
    robot.set_world_rules(House::new(vec![(0, Box::new(rule))]));
    let with_rule = ask(&mut robot, &game, &[], [1; 32]);
    assert_eq!((&without_rule.error, &with_rule.error), (&None, &None));
    assert_eq!(with_rule.printed, ["1 10", "10"]);
    assert_ne!(without_rule.printed[0], with_rule.printed[0]);
    assert_eq!(with_rule, ask(&mut robot, &game, &[], [1; 32]), "it repeats");
}

#[test]
fn hook_fuel_in_worlds_is_charged_to_the_robot() {
    const IDLE: &str = r#"
        return { api = 1, game = "junqi", name = "Idle", hooks = {
            filter = function(view, actions) for _ = 1, 100 do end return actions end,
        } }
    "#;
    let game = start(&rules("dark", &[("first", json!("south"))]), &mut rng(1));
    for call in [
        "local world = turn:sample() for _ = 1, 5 do world:play(world:actions()[1]) end",
        "turn:sample():playout(5)",
        "turn:rollouts(turn:actions()[1], 1, 5)",
        "turn:search({ iterations = 5, worlds = 1 })",
    ] {
        let mut robot = choosing_robot(&format!("{call} return turn:actions()[1]"));
        let without_rule = ask(&mut robot, &game, &[], [1; 32]).fuel;
        let rule = LuaRule::load("idle.luau", IDLE, 0, &[], &Host::default()).unwrap();
        robot.set_world_rules(House::new(vec![(0, Box::new(rule))]));
        let with_rule = ask(&mut robot, &game, &[], [1; 32]);
        assert_eq!(with_rule.error, None, "{call}");
        assert!(
            with_rule.fuel > without_rule + 300,
            "{call}: {} after {without_rule}",
            with_rule.fuel
        );
    }
}

#[test]
fn search_captures_a_known_flag() {
    // Open chess, played at random until south or north can take a Flag.
    let mut game = start(&rules("open", &[("first", json!("south"))]), &mut rng(2));
    let mut finders = [
        choosing_robot("return turn:search({ iterations = 400 })[1].action"),
        choosing_robot("return turn:search({ method = 'paired', iterations = 400 })[1].action"),
    ];
    let mut log = Vec::new();
    let mut plies = 0;
    while let Turn::Seat(seat) = game.turn() {
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        let capture = actions.iter().find(|action| {
            let struck = game.tile_at(action.to()).and_then(|tile| game.kind_of(tile));
            struck == Some(Kind::Flag)
        });
        if capture.is_some() {
            for finder in &mut finders {
                assert_eq!(Some(&ask(finder, &game, &log, [1; 32]).action), capture);
            }
            return;
        }
        let action = ask(&mut RandomRobot, &game, &log, [plies; 32]).action;
        game.play_unchecked(&Step::Act { seat, action }, &mut log);
        plies = plies.wrapping_add(1);
    }
    panic!("nobody could ever take a Flag");
}

#[test]
fn search_returns_partial_result_on_fuel_exhaustion() {
    let limits = Limits { fuel: 300_000, ..Limits::default() };
    let game = start(&rules("dark", &[]), &mut rng(1));
    for body in [
        "local found = turn:search() assert(found[1].visits > 5) return found[1].action",
        "local found = turn:search({ method = 'paired', worlds = 20 })
         assert(found[1].visits > 2 and found[1].visits > found[#found].visits)
         return found[1].action",
        "local mean, games = turn:rollouts(turn:actions()[1], 1e9) assert(mean and games > 5)
         return turn:actions()[1]",
    ] {
        let choice = ask(&mut load(body, "", limits).unwrap(), &game, &[], [1; 32]);
        assert_eq!(choice.error, None, "{body}");
        assert!((290_000..300_000).contains(&choice.fuel), "{body}: {}", choice.fuel);
    }
    let body = "local x while true do x = turn:sample() x:playout() end";
    let choice = ask(&mut load(body, "", limits).unwrap(), &game, &[], [1; 32]);
    assert_eq!(choice.error.unwrap().kind, RobotErrorKind::Budget);
}

#[test]
fn choice_carries_the_value_of_the_last_search_only() {
    let game = start(&rules("dark", &[]), &mut rng(1));
    let search = |value: f32| {
        format!(
            "turn:search({{ iterations = 9, worlds = 1, value = function() return {value} end }})"
        )
    };
    let first = "return turn:actions()[1]";
    for (body, expected) in [
        (first.to_owned(), None),
        (format!("{} {first}", search(0.25)), Some(0.25)),
        (format!("{} {} {first}", search(0.25), search(0.75)), Some(0.75)),
        (format!("{} error('x')", search(0.25)), None),
    ] {
        let mut robot = load(&body, "", Limits::default()).unwrap();
        let choice = ask(&mut robot, &game, &[], [1; 32]);
        assert_eq!(choice.search_value, expected, "{body}");
    }
}

#[test]
fn wall_clock_ends_a_search_but_not_the_turn() {
    let limits = Limits { fuel: u64::MAX, ..Limits::default() };
    let host = Host { limits, ..Host::default() };
    let source = "return { api = 1, game = 'junqi', name = 'x', choose = function(view, turn)
        local found = turn:search() print(found[1].visits > 5) return found[1].action end }";
    let mut robot = LuaRobot::<Junqi>::load("x.luau", source, &[], &host).unwrap();
    let game = start(&rules("dark", &[]), &mut rng(1));
    let clock = Arc::clone(&host.clock);
    let ticking = spawn(move || {
        for millisecond in 0..limits.wall_ms {
            clock.store(millisecond, Ordering::Relaxed);
            sleep(Duration::from_millis(1));
        }
    });
    let choice = ask(&mut robot, &game, &[], [1; 32]);
    assert!(host.clock.load(Ordering::Relaxed) < limits.wall_ms - 1);
    assert_eq!((choice.error, &choice.printed[..]), (None, &["true".to_owned()][..]));
    ticking.join().unwrap();
}

#[test]
fn custom_evaluator_is_called_at_every_leaf() {
    let body = r#"
        local asked = 0
        local found = turn:search({ iterations = 200, worlds = 4, value = function(world)
            asked += 1
            return if world:view():board()["S21"] then 0 else 1
        end })
        assert(asked == 200, asked)
        assert(found[1].action.from == "S21" and found[1].value > 0.5, `{found[1].action.from} {found[1].value} {found[1].visits}`)
        return found[1].action
    "#;
    let choice = answer(&format!("local here = turn:search({{ iterations = 1 }}) {body}"));
    assert_eq!(choice.error, None);
}

#[test]
fn worlds_are_searched_in_proportion_to_weight() {
    // Returns the number of simulations, out of 120 in as many worlds, with a Major General on
    // N21.
    let share = |weigh: &str| {
        let body = format!(
            r#"
            local function is_38(world)
                local piece = world:view():piece("N21")
                return piece ~= nil and piece.start == "N21" and piece.face == "38"
            end
            local found, seen = 0, 0
            turn:search({{ iterations = 120, worlds = 120, depth = 1, {weigh}
                value = function(world)
                    seen += 1
                    found += if is_38(world) then 1 else 0
                    return 0.5
                end }})
            assert(seen == 120, seen)
            print(found)
            return turn:actions()[1]
            "#
        );
        let choice = answer(&body);
        assert_eq!(choice.error, None);
        choice.printed[0].parse::<i32>().unwrap()
    };
    let unweighted = share("");
    assert!((1..60).contains(&unweighted), "{unweighted}");
    assert_eq!(share("weigh = function() return 7 end,"), unweighted, "all alike");
    let weighted = share("weigh = function(world) return if is_38(world) then 3 else 1 end,");
    let expected = 120 * 3 * unweighted / (120 + 2 * unweighted);
    // The worlds are drawn at even intervals of their weights, which leaves a small error.
    assert!((weighted - expected).abs() <= 6, "{unweighted} {weighted} {expected}");
    assert_eq!(share("weigh = function(world) return if is_38(world) then 1 else 0 end,"), 120);
}

#[test]
fn search_errors_name_the_line() {
    for (body, message) in [
        (
            "turn:search({ iteration = 5 })",
            "x.luau:2: unknown option `iteration`; options of search are iterations, depth",
        ),
        ("turn:search({ depth = -1 })", "x.luau:2: depth is a whole number from 0 to 200, not"),
        ("turn:search({ worlds = 1.5 })", "x.luau:2: worlds is a whole number from 1 to 1000, not"),
        ("turn:search({ exploration = 0/0 })", "x.luau:2: exploration is a number from 0 to 100"),
        ("turn:search({ curiosity = -1 })", "x.luau:2: curiosity is a number from 0 to 100"),
        ("turn:search({ method = 'x' })", "x.luau:2: method is \"tree\" or \"paired\", not"),
        ("turn:search({ replies = 9 })", "x.luau:2: replies is a whole number from 0 to 4, not"),
        ("turn:search({ anchor = -1 })", "x.luau:2: anchor is a number from 0 to 100"),
        ("turn:search({ stop_early = 1 })", "x.luau:2: stop_early is true or false, not"),
        ("turn:search({ model_opponents = 1 })", "x.luau:2: model_opponents is true or false, not"),
        (
            "turn:search({ model_opponents = true, iterations = 5 })",
            "x.luau:2: model_opponents is for the exact search of race games",
        ),
        ("turn:search({ value = 3 })", "x.luau:2: value is a function, not"),
        ("turn:search({ prior = 3 })", "x.luau:2: prior is a list, not"),
        ("turn:search({ prior = { 3 } })", "x.luau:2: prior is a list of tables, not of"),
        ("turn:search({ prior = {} })", "x.luau:2: prior gave every action 0"),
        (
            "turn:search({ prior = { { action = turn:actions()[1], probability = -1 } } })",
            "x.luau:2: a probability of prior is a number from 0 to 100",
        ),
        ("turn:search({ weigh = 3 })", "x.luau:2: weigh is a function, not"),
        (
            "turn:search({ weigh = function() return -1 end })",
            "x.luau:2: weigh must return a number from 0 to 1000000, got",
        ),
        (
            "turn:search({ weigh = function() return 0 end })",
            "x.luau:2: weigh gave every world 0, so that none is left",
        ),
        (
            "turn:search({ weigh = function() turn:search() return 1 end })",
            "x.luau:2: a search cannot ask for another one",
        ),
        (
            "turn:search({ method = 'paired', value = function() return 'x' end })",
            "x.luau:2: value must return a number from 0",
        ),
        (
            "turn:search({ actions = {} })",
            "x.luau:2: `actions` is empty; leave it out to search all",
        ),
        (
            "turn:search({ value = function() return 'x' end })",
            "x.luau:2: value must return a number from 0",
        ),
        (
            "turn:search({ value = function() return 0/0 end })",
            "x.luau:2: value must return a number from 0",
        ),
        (
            "turn:search({ value = function(w) return w.nothing end })",
            "x.luau:2: world has no `nothing`",
        ),
        ("turn:rollouts({})", "x.luau:2: a table without from, to and at is not legal"),
        (
            "turn:sample():play({ from = 'S62', to = 'S61' })",
            "x.luau:2: from S62 to S61 is not legal",
        ),
        ("turn:sample():roll()", "x.luau:2: in this world no die is to be rolled now"),
        ("turn:sample():value('red')", "x.luau:2: no seat \"red\"; seats are south"),
        ("turn:sample().view.ply = 3", "x.luau:2: "),
    ] {
        let text = answer(body).error.unwrap_or_else(|| panic!("{body}")).message;
        assert!(text.starts_with(message), "{body}: {text}");
    }
}

#[test]
fn race_search_equals_expectimax() {
    let mut race = Race::new(&Rules::AEROPLANE, SeatSet::first(4), &Default::default()).unwrap();
    let robot = |body: &str| {
        let source = format!(
            "return {{ api = 1, game = \"race\", name = \"x\", choose = function(view, turn)\n{body}\nend }}"
        );
        LuaRobot::<Race>::load("x.luau", source, &[], &Host::default()).unwrap()
    };
    let mut rng = rng(4);
    let (mut searches, mut values) = (0, Vec::new());
    while searches < 20 {
        let mut actions = Vec::new();
        race.legal_actions(&mut actions);
        if actions.len() > 1 {
            race.expectimax(1, u64::MAX, &mut values);
            let best = values.iter().map(|action| action.value).fold(0.0, f32::max);
            let body = "local found = turn:search() print(found[1].value) return found[1].action";
            let choice = ask(&mut robot(body), &race, &[], [2; 32]);
            assert_eq!(choice.error, None);
            assert_eq!(choice.printed[0].parse::<f32>().unwrap(), best);
            searches += 1;
        }
        let mut list = Vec::new();
        match race.turn() {
            Turn::Seat(seat) => {
                let action = race.random_action(&mut rng, &mut list);
                race.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
            }
            _ => {
                let outcome = race.random_outcome(&mut rng, &mut Vec::new());
                race.play_unchecked(&Step::Chance(outcome), &mut NullSink);
            }
        }
    }
    let body = "
        local world = turn:sample()
        world:play(world:actions()[1])
        local who, rolls = world:to_move()
        assert(rolls and world:roll(6) == 6 and not pcall(world.roll, world, 7))
        local by_passes = turn:search({ iterations = 200 })
        assert(by_passes[1].visits + by_passes[#by_passes].visits <= 200)
        assert(world:view('red').seat == 'red' and #world:view():planes() <= 4)
        return turn:actions()[1]";
    let mut position_with_choice =
        Race::new(&Rules::AEROPLANE, SeatSet::first(4), &Default::default()).unwrap();
    let mut actions = Vec::new();
    while actions.len() < 2 {
        match position_with_choice.turn() {
            Turn::Seat(seat) => {
                let action = position_with_choice.random_action(&mut rng, &mut actions);
                position_with_choice.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
            }
            _ => {
                let outcome = position_with_choice.random_outcome(&mut rng, &mut Vec::new());
                position_with_choice.play_unchecked(&Step::Chance(outcome), &mut NullSink);
            }
        }
        position_with_choice.legal_actions(&mut actions);
    }
    assert_eq!(ask(&mut robot(body), &position_with_choice, &[], [2; 32]).error, None);
    assert_eq!(position_with_choice.seats().iter().next(), Some(Seat::new(0)));
}

/// An evaluator called by a search may play worlds and use rollouts.
#[test]
fn evaluator_may_play_its_world_but_not_search() {
    let search = |value: &str| {
        let body = format!(
            "turn:search({{ iterations = 20, value = function(world) {value} end }})
            return turn:actions()[1]"
        );
        answer(&body).error.map(|trouble| trouble.message)
    };
    for body in [
        "return #world:actions() / 100",
        "world:playout(2) return 0.5",
        "local w = world:clone() if not w:over() then w:playout(1) end return 0.5",
        "return turn:rollouts(turn:actions()[1], 2, 2) or 0.5",
    ] {
        assert_eq!(search(body), None, "{body}");
    }
    let message = search("turn:search({ iterations = 2 }) return 0.5").unwrap();
    assert!(message.contains("a search cannot ask for another one"), "{message}");
}
