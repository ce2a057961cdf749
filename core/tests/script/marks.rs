//! Tests that a script leaves no trace for its next game, neither in tables and metatables that it
//! can reach nor in its fuel.
//!
//! The scripts walk all values that they can reach (`hostile/marks.luau`). They put a mark in each,
//! and fail if they find a mark of an earlier game.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::robot::{Decision, Robot};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Deal, Junqi};
use qipan_core::games::race::Race;
use qipan_core::house::HouseRule;
use qipan_core::script::{Host, Limits, LuaRobot, LuaRule, Scripted};

use crate::hostile_rules::{dark_game_and_strike, race};
use crate::robots::{ask, four_launches};

/// Lua source of the function `walk`.
const WALK_SOURCE: &str = include_str!("hostile/marks.luau");

/// A Lua list of lists of arguments, each for one call of every method. They can use the local
/// `actions`.
const ARGUMENT_LISTS: &str = "{ {}, { view.seats and view.seats[1] }, { view.cells[1] }, \
    { view.cells[9], '38' }, { '40', '38' }, { 1 }, { actions[1] }, { actions[1], 1, 2 }, \
    { actions[1], 'x' }, { { iterations = 3, worlds = 1, depth = 1 } } }";

/// Returns a host with fuel enough for the walk.
fn host() -> Host {
    let limits =
        Limits { fuel: 300_000_000, hook_fuel: 50_000_000, log_lines: 9_000, ..Limits::default() };
    Host { limits, ..Host::default() }
}

/// Loads a robot that walks the reachable values in all its functions.
fn walking_robot<G: Scripted>() -> LuaRobot<G> {
    let walk = format!(
        "local function walked(view, turn, actions)\n\
         local samples = {ARGUMENT_LISTS}\n\
         return walk(samples, view, turn)\n end"
    );
    let junqi = "layout = function(view, turn) walked(view, turn, turn:layouts()) end,
         draw = function(view, turn) walked(view, turn, turn:actions()) return false end,";
    let extra = if G::ROBOT_FUNCTIONS.is_empty() { "" } else { junqi };
    let source = format!(
        "{}\n{walk}\nreturn {{ api = 1, game = '{}', name = 'x', params = {{ p = {{ default = 1, min \
         = 0, max = 2 }} }}, {extra}
         value = function(view, turn) walked(view, turn, turn:actions()) return 0.5 end,
         choose = function(view, turn)
            local paths, left = walked(view, turn, turn:actions())
            print(left)
            for _, path in paths do print(path) end
            return turn:actions()[1] end }}",
        WALK_SOURCE,
        G::NAME
    );
    LuaRobot::load("x.luau", source, &[], &host()).unwrap()
}

/// Calls a robot's `choose`, `value` and `draw`. Returns the lines printed by `choose`.
fn walk_robot<G: Scripted>(robot: &mut LuaRobot<G>, state: &G, log: &[G::Event]) -> Vec<String> {
    let Turn::Seat(seat) = state.turn() else { panic!("a seat is to move") };
    let choice = ask(robot, state, log, [1; 32]);
    assert_eq!(choice.error, None, "choose");
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let view = &state.view(Viewer::Seat(seat));
    let (actions, ply, stream) = (&actions[..], state.ply(), [2; 32].into());
    let decision = Decision { seat, view, actions, log, house_rules: &[], ply, stream };
    assert_eq!(robot.call_value(&decision), Some(Ok(0.5)), "value");
    assert_eq!(robot.call_draw(&decision), Ok(false), "draw");
    choice.printed
}

/// Checks that these paths were reached, and that some values were writable.
fn check_paths(printed: &[String], paths: &[&str]) {
    assert!(printed[0].parse::<u32>().unwrap() > 3, "left {} marks", printed[0]);
    for path in paths {
        assert!(printed.iter().any(|reached| reached == path), "{path} is not among {printed:?}");
    }
}

/// Paths that every robot reaches.
const COMMON_PATHS: [&str; 9] = [
    "math",
    "string",
    "text<meta>",
    "given1",
    "given2.params",
    "given2.params<meta>",
    "given2:search#10",
    "given1.rules",
    "given1.seats",
];

#[test]
fn race_robot_finds_no_trace_of_an_earlier_game() {
    let (mut robot, (state, log)) = (walking_robot::<Race>(), four_launches());
    for _ in 0..3 {
        robot.start();
        check_paths(&walk_robot(&mut robot, &state, &log), &COMMON_PATHS);
    }
}

#[test]
fn junqi_robot_finds_no_trace_of_an_earlier_game() {
    let (mut robot, (state, _)) = (walking_robot::<Junqi>(), dark_game_and_strike());
    let Turn::Seat(seat) = state.turn() else { panic!("a seat is to move") };
    for _ in 0..3 {
        robot.start();
        let mut deal = Deal::default();
        assert_eq!(robot.prepare(state.rules(), seat, &mut deal, [3; 32].into()), None);
        // Values reached in `layout` are not visited again.
        check_paths(&walk_robot(&mut robot, &state, &[]), &[]);
        robot.start();
        check_paths(&walk_robot(&mut robot, &state, &[]), &COMMON_PATHS);
    }
}

/// Loads a house rule whose hooks all walk.
fn walking_rule<G: Scripted>() -> LuaRule<G> {
    let hook = |arguments: &str, given: &str, answer: &str| {
        format!(
            "function({arguments})\nlocal actions = {given} walk({ARGUMENT_LISTS}, {arguments}) return {answer} end"
        )
    };
    let mut hooks = format!(
        "filter = {}, after = {}",
        hook("view, actions", "actions", "actions"),
        hook("view, step, events", "events", "{}"),
    );
    if G::HAS_SECRETS {
        hooks += &format!(
            ", battle = {}, layout = {}",
            hook("view, attacker, defender", "{ attacker }", "nil"),
            hook("view, layout", "{ layout }", "nil"),
        );
    }
    let source = format!(
        "{}\nreturn {{ api = 1, game = '{}', name = 'x', hooks = {{ {hooks} }} }}",
        WALK_SOURCE,
        G::NAME
    );
    LuaRule::load("x.luau", source, 0, &["x".to_owned()], &host()).unwrap()
}

/// Calls all hooks of a walking rule in three games.
fn walk_hooks<G: Scripted>(state: &G, seat: Seat, action: G::Action) {
    let step = &Step::Act { seat, action: state.with_battle_result(action) };
    let mut rule = walking_rule::<G>();
    let (mut actions, mut after, mut events) = (Vec::new(), state.clone(), Vec::new());
    state.legal_actions(&mut actions);
    after.play(step, &mut events).unwrap();
    for _ in 0..3 {
        rule.start().unwrap();
        assert_eq!(rule.filter(state, &actions), Ok(actions.clone()), "filter");
        assert_eq!(rule.after(&after, step, &events), Ok(Vec::new()), "after");
        assert_eq!(rule.decide_battle(state, action), Ok(None), "battle");
        let (rules, seats) =
            (G::rules_of(&G::script_view(state.view(Viewer::All))).clone(), state.seats());
        let deal = G::draw_deal(&rules, seats, &Seed::from_number(3)).unwrap();
        assert_eq!(rule.check_layout(&rules, Seat::new(0), &deal), Ok(None), "layout");
        assert!(rule.fuel() > 0);
    }
}

#[test]
fn house_rules_find_no_trace_of_an_earlier_game() {
    let (state, _) = four_launches();
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let Turn::Seat(seat) = state.turn() else { panic!("a seat is to move") };
    walk_hooks(&state, seat, actions[0]);
    let (state, step) = dark_game_and_strike();
    let Step::Act { seat, action } = step else { panic!("a strike") };
    walk_hooks(&state, seat, action);
}

/// Variables of the file keep their values within a game only.
#[test]
fn house_rule_variables_are_reset_for_each_game() {
    let source = "local calls = 0 return { api = 1, game = 'race', name = 'x', hooks = {
        after = function() calls += 1 error('call ' .. calls) end } }";
    let mut rule = LuaRule::<Race>::load("x.luau", source, 0, &[], &Host::default()).unwrap();
    let state = race();
    let mut next = state.clone();
    next.play(&Step::Chance(3), &mut NullSink).unwrap();
    let call =
        |rule: &mut LuaRule<Race>| rule.after(&next, &Step::Chance(3), &[]).unwrap_err().message;
    for _ in 0..2 {
        rule.start().unwrap();
        assert_eq!(call(&mut rule), "x.luau:2: call 1");
        assert_eq!(call(&mut rule), "x.luau:2: call 2");
    }
}

/// The price of memory must not depend on what was held in an earlier game.
#[test]
fn fuel_is_independent_of_an_earlier_game() {
    let source = "local held = {} return { api = 1, game = 'race', name = 'x',
        params = { waste = { default = 0, min = 0, max = 1e9 } },
        value = function(view, turn)
            for i = 1, 150000 do held[i] = { i } end
            held[1] = string.rep('x', 60000)
            return 0.5
        end,
        choose = function(view, turn)
            for i = 1, 120000 do held[i] = { i, i .. 'y' } end
            local text = 'x' for i = 1, 19 do text ..= text end
            print(turn:budget())
            return turn:actions()[1]
        end }";
    let load = || LuaRobot::<Race>::load("x.luau", source, &[], &Host::default()).unwrap();
    let (state, log) = four_launches();
    let mut fresh = load();
    fresh.start();
    let first = ask(&mut fresh, &state, &log, [1; 32]);
    assert!(first.fuel > 200_000, "its memory cost something: {}", first.fuel);
    let mut used = load();
    used.start();
    let Turn::Seat(seat) = state.turn() else { panic!("a seat is to move") };
    let (view, ply) = (&state.view(Viewer::Seat(seat)), state.ply());
    let (actions, stream) = (&[], [2; 32].into());
    let decision = Decision { seat, view, actions, log: &log, house_rules: &[], ply, stream };
    for game in 0..4 {
        for _ in 0..game {
            assert_eq!(used.call_value(&decision), Some(Ok(0.5)));
        }
        used.start();
        assert_eq!(ask(&mut used, &state, &log, [1; 32]), first, "after game {game}");
        used.start();
    }
}
