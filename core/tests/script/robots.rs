//! Lua robots at the race games: their API, their answers, and the play of shipped robots.

use std::collections::BTreeSet;
use std::fmt::Debug;

use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::{
    Choice, Decision, RandomRobot, Robot, RobotErrorKind, RobotNote,
};
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::games::race::{Action, Deal, Event, PRESETS, Race, Rules};
use qipan_core::registry::inspect;
use qipan_core::script::{Host, Limits, LuaRobot, ParamValue, RENAMED, ScriptError, Scripted};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

use crate::common::scripts::source_in;

const SHIPPED: [(&str, &str); 7] = [
    ("random", include_str!("../../../scripts/robots/race/random.luau")),
    ("flying_rule", include_str!("../../../scripts/robots/race/flying_rule.luau")),
    ("greedy", include_str!("../../../scripts/robots/race/greedy.luau")),
    ("careful", include_str!("../../../scripts/robots/race/careful.luau")),
    ("bold", include_str!("../../../scripts/robots/race/bold.luau")),
    ("expectimax", include_str!("../../../scripts/robots/race/expectimax.luau")),
    ("master", include_str!("../../../scripts/robots/race/master.luau")),
];
const TYPES: &str = include_str!("../../../scripts/qipan.d.luau");

/// Loads a shipped robot.
fn shipped(name: &str) -> LuaRobot<Race> {
    let (_, source) = SHIPPED.iter().find(|(other, _)| *other == name).expect("ships");
    let source = source_in("robots/race", source);
    LuaRobot::load(name, source, &[], &Host::default()).expect("loads")
}

/// Loads a robot whose `choose` has this body.
fn choosing_robot(body: &str) -> LuaRobot<Race> {
    load(body, "", &[], Limits::default()).expect("loads")
}

/// Loads a robot whose `choose` has this body, with further fields. The body begins on line 5, and
/// can use the variables `turns` and `kept`, which last for a game.
fn load(
    body: &str,
    fields: &str,
    params: &[(String, ParamValue)],
    limits: Limits,
) -> Result<LuaRobot<Race>, ScriptError> {
    let source = format!(
        "local turns = 0\nlocal kept\nreturn {{ api = 1, game = \"race\", name = \"x\", {fields}\nchoose = function(view, turn)\n{body}\nend }}"
    );
    LuaRobot::load("x.luau", source, params, &Host { limits, ..Host::default() })
}

/// Returns the start of a race.
fn start(preset: &str, seats: SeatSet) -> Race {
    let rules = Rules::preset(preset).expect("a preset");
    Race::new(&rules, seats, &Deal::default()).expect("can be played")
}

/// Returns a game that Red begins with a 6: four launches are legal.
pub(crate) fn four_launches() -> (Race, Vec<Event>) {
    let (mut race, mut log) = (start("aeroplane", SeatSet::first(4)), Vec::new());
    for die in [6, 1, 1, 1, 6] {
        race.play(&Step::Chance(die), &mut log).expect("is legal");
    }
    (race, log)
}

/// Asks a robot for an action of the seat to move.
pub(crate) fn ask<G: Game>(
    robot: &mut dyn Robot<G>,
    game: &G,
    log: &[G::Event],
    stream: [u8; 32],
) -> Choice<G::Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    let Turn::Seat(seat) = game.turn() else { panic!("no seat is to move") };
    let view = &game.view(Viewer::Seat(seat));
    let (actions, ply) = (&actions[..], game.ply());
    robot.choose(&Decision {
        seat,
        view,
        actions,
        log,
        house_rules: &[],
        ply,
        stream: stream.into(),
    })
}

/// Returns the choice of a robot with this body of `choose` at the position of [`four_launches`].
pub(crate) fn answer(body: &str) -> Choice<Action> {
    let (race, log) = four_launches();
    ask(&mut choosing_robot(body), &race, &log, [1; 32])
}

/// Returns the error of a robot with this body of `choose`.
fn trouble_of(body: &str) -> (RobotErrorKind, String) {
    let trouble = answer(body).error.expect("is in trouble");
    (trouble.kind, trouble.message)
}

/// Plays a game to its end between robots, which are assigned to the seats in turn. Returns all
/// choices.
pub(crate) fn play(
    race: &mut Race,
    robots: &mut [&mut dyn Robot<Race>],
    seed: u64,
) -> Vec<Choice<Action>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut choices, mut log, mut actions) = (Vec::new(), Vec::new(), Vec::new());
    robots.iter_mut().for_each(|robot| robot.start());
    while race.turn() != Turn::Over {
        race.legal_actions(&mut actions);
        let step = if actions.is_empty() {
            Step::Chance(rng.random_range(1..=6))
        } else {
            let seat = race.seat_to_move();
            let index = race.seats().iter().position(|other| other == seat).expect("plays");
            let robot_count = robots.len();
            let choice = ask(robots[index % robot_count], race, &log, [rng.next_u32() as u8; 32]);
            let action = choice.action;
            choices.push(choice);
            Step::Act { seat, action }
        };
        race.play(&step, &mut log).expect("robots only play what is legal");
    }
    choices
}

#[test]
fn shipped_robots_finish_games_without_trouble() {
    for preset in PRESETS {
        for (name, _) in SHIPPED {
            let mut race = start(preset, SeatSet::first(4));
            let mut robot = shipped(name);
            let choices = play(&mut race, &mut [&mut robot], 1);
            assert!(race.outcome().is_some());
            let troubled = choices.iter().find_map(|choice| choice.error.as_ref());
            assert_eq!(troubled, None, "{name} at {preset}");
            let most = choices.iter().map(|choice| choice.fuel).max();
            assert!(most < Some(Limits::default().fuel / 10), "{name}: {most:?}");
        }
    }
}

#[test]
fn shipped_robots_have_metadata_in_both_languages() {
    for (name, source) in SHIPPED {
        let info =
            inspect(name, source_in("robots/race", source), &Host::default()).expect("loads");
        assert_ne!(info.name.en, info.name.zh);
        assert_ne!(info.about.en, info.about.zh);
        for param in info.params {
            assert_ne!(param.about.en, param.about.zh, "{name}: {}", param.name);
        }
        assert!(source.starts_with("--!strict\n") && source.lines().count() < 80, "{name}");
    }
}

#[test]
fn robot_answers_are_deterministic() {
    for (name, _) in SHIPPED {
        let play_once = |robot: &mut LuaRobot<Race>| {
            play(&mut start("aeroplane", SeatSet::first(4)), &mut [robot], 5)
        };
        let mut robot = shipped(name);
        let (first, again) = (play_once(&mut robot), play_once(&mut robot));
        assert_eq!(first, again, "{name}: a second game in the same machine");
        assert_eq!(first, play_once(&mut shipped(name)), "{name}: another machine");
    }
}

/// Plays games of two copies of a robot against two copies of another. Returns the number of games
/// that a copy of the first one wins.
fn duel(name: &str, opponent: &str, games: u64) -> u64 {
    let (mut first, mut second) = (shipped(name), shipped(name));
    let (mut third, mut fourth) = (shipped(opponent), shipped(opponent));
    let mut won = 0;
    for game in 0..games {
        let mut race = start("aeroplane", SeatSet::first(4));
        // Every game is played twice, and the robots change seats.
        let is_swapped = game % 2 == 1;
        let mut robots: [&mut dyn Robot<Race>; 4] = if is_swapped {
            [&mut third, &mut first, &mut fourth, &mut second]
        } else {
            [&mut first, &mut third, &mut second, &mut fourth]
        };
        play(&mut race, &mut robots, game / 2);
        let winner = race.finished_seats().next().expect("a seat has finished");
        won += u64::from((winner.index() % 2 == 1) == is_swapped);
    }
    won
}

#[test]
fn careful_beats_greedy_and_greedy_beats_random() {
    let (careful, greedy) = (duel("careful", "greedy", 40), duel("greedy", "random", 40));
    assert!(careful > 24, "careful won {careful} of 40 games against greedy");
    assert!(greedy > 28, "greedy won {greedy} of 40 games against random");
}

#[test]
fn flying_rule_moves_the_first_piece_on_the_board() {
    let (mut race, mut robot) = (start("flying", SeatSet::first(4)), shipped("flying_rule"));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut log, mut actions) = (Vec::new(), Vec::new());
    while race.turn() != Turn::Over {
        race.legal_actions(&mut actions);
        let step = if actions.is_empty() {
            Step::Chance(rng.random_range(1..=6))
        } else {
            let action = ask(&mut robot, &race, &log, [0; 32]).action;
            let on_board = actions.iter().filter(|a| matches!(a, Action::Advance { .. }));
            let first = on_board.min_by_key(|a| a.plane()).unwrap_or(&actions[0]);
            assert_eq!(action, *first);
            Step::Act { seat: race.seat_to_move(), action }
        };
        race.play(&step, &mut log).expect("is legal");
    }
}

/// A robot that compares the answers of the whole API with each other.
const API_CHECKS: &str = r#"
local last = if view.preset == "aeroplane" then 51 else 55
local centre = if view.preset == "aeroplane" then 56 else 60
assert(view.seats[1] == view.seat and #view.seats == 4 and view.partner == nil)
assert(view.roll >= 1 and view.roll <= 6 and view.sixes <= 3 and view.ply >= 1)
assert(#view.cells == 96 and view.rules.planes == 4)
local owner, count = view:board()
local standing = 0
for square = 0, last do
    local planes = view:at(square)
    assert(#planes == count[square])
    assert((#planes == 0) == (owner[square] == false))
    for _, plane in planes do
        standing += 1
        assert(plane.seat == owner[square] and view:square(plane.seat, plane.progress) == square)
        assert(view:planes(plane.seat)[plane.plane] == plane.progress and plane.size >= 1)
    end
end
assert(count[last + 1] == nil and owner[-1] == nil)
for _, seat in view.seats do
    local pips, finished = 0, 0
    local planes = view:planes(seat)
    for plane = 1, view.rules.planes do
        local progress = planes[plane]
        pips += if progress then centre - progress else centre + 1
        finished += if progress == centre then 1 else 0
        standing -= if progress and view:square(seat, progress) then 1 else 0
    end
    assert(pips == view:pips(seat) and finished == view:finished(seat))
    assert((table.find(view.places, seat) ~= nil) == (finished == 4))
end
assert(standing == 0)
local mine = view:planes()
for _, action in turn:actions() do
    assert(action.from == mine[action.plane] and (action.kind == "launch") == (action.from == nil))
    local path = view:path(action)
    local stop = path[#path]
    assert(stop.progress == action.to and stop.square == action.square)
    assert(view:square(view.seat, action.to) == action.square)
    assert(table.find(view.cells, stop.cell))
    local captured = 0
    for _, hop in path do
        captured += #hop.captures
    end
    assert(captured == #action.captures)
    for _, plane in action.captures do
        assert(plane.seat ~= view.seat and view:planes(plane.seat)[plane.plane] == plane.progress)
    end
    assert(action.fly == (action.fly and path[#path].kind == "flight"))
    local risk = view:risk(action)
    assert(risk >= 0 and risk <= 1 and (action.square or action.to == 53 or risk == 0))
    if action.from and action.square then
        assert(view:risk(action.square) <= 1)
    end
    turn:note(action, risk)
end
local events, next = view:log()
assert(next == #events + 1 and #view:log(next) == 0 and #view:log(next - 3) == 3)
assert(events[#events].kind == "rolled" and events[#events].die == view.roll)
assert(turn:budget() > 0.99 and turn:random(6) <= 6)
assert(turns == 0 or kept.ply == view.ply)
kept, turns = view, turns + 1
return turn:actions()[turn:random(#turn:actions())]
"#;

#[test]
fn race_api_answers_are_consistent() {
    for preset in PRESETS {
        for seed in 0..3 {
            let mut robot = choosing_robot(API_CHECKS);
            let choices = play(&mut start(preset, SeatSet::first(4)), &mut [&mut robot], seed);
            let troubled = choices.iter().find_map(|choice| choice.error.as_ref());
            assert_eq!(troubled, None, "{preset} {seed}");
        }
    }
}

#[test]
fn risk_is_the_exact_probability() {
    let (mut race, mut log) =
        (start("aeroplane", [0, 1].map(Seat::new).into_iter().collect()), Vec::new());
    let launch: Action = "launch 1".parse().expect("reads");
    for (seat, dice) in [(0, [6, 1, 2].as_slice()), (1, &[4])] {
        dice.iter().for_each(|die| race.play(&Step::Chance(*die), &mut log).expect("is legal"));
        race.play(&Step::Act { seat: Seat::new(seat), action: launch }, &mut log)
            .expect("is legal");
    }
    race.play(&Step::Chance(2), &mut log).expect("is legal");
    // Both have a plane on the apron. Square 15 is three steps on for Yellow: a 3 captures there,
    // also after one 6 or two that launch other planes. Square 12 is behind Yellow.
    let body = "print(view:risk(15), view:risk(12), view:risk(turn:actions()[1])) return turn:actions()[1]";
    let choice = ask(&mut choosing_robot(body), &race, &log, [1; 32]);
    assert_eq!(choice.error, None);
    let numbers = choice.printed[0].split(' ').map(|word| word.parse::<f64>().expect("a number"));
    let numbers: Vec<f64> = numbers.collect();
    assert!((numbers[0] - 43.0 / 216.0).abs() < 1e-12, "{numbers:?}");
    assert_eq!(numbers[1..], [0.0, 0.0]);
}

#[test]
fn answers_may_be_copies_and_illegal_ones_are_reported() {
    assert_eq!(answer("return turn:actions()[3]").action.plane(), 2);
    assert_eq!(answer("return table.clone(turn:actions()[2])").action.plane(), 1);
    assert_eq!(answer("return { kind = 'launch', plane = 4 }").action.plane(), 3);
    assert_eq!(answer("return setmetatable({ plane = 2 }, { __index = error })").action.plane(), 1);
    for (body, part) in [
        ("return nil", "got nothing"),
        ("return 3", "got the number 3"),
        ("return 'launch 1'", "got the text"),
        ("return {}", "plane 0, fly false, stack false is not legal here"),
        ("return { plane = 1, fly = true }", "legal are launch 1, launch 2"),
        ("return { plane = 1.5 }", "is not legal here"),
        ("return { plane = {} }", "is not legal here"),
        ("return setmetatable({}, { __index = function() return 1 end })", "is not legal here"),
    ] {
        let choice = answer(body);
        assert_eq!(choice.action.plane(), 0, "{body}: the first legal action is played");
        let trouble = choice.error.expect("is in trouble");
        assert_eq!(trouble.kind, RobotErrorKind::Illegal, "{body}");
        assert!(trouble.message.starts_with("x.luau:4: choose must return an action: "));
        assert!(trouble.message.contains(part), "{body}: {}", trouble.message);
    }
}

#[test]
fn offered_action_is_played_without_fuel() {
    let choice = answer("turn:offer(turn:actions()[4]) while true do end");
    assert_eq!(choice.action.plane(), 3);
    assert_eq!(choice.error.expect("is in trouble").kind, RobotErrorKind::Budget);
    assert_eq!(choice.fuel, Limits::default().fuel);
    let choice = answer("while true do end");
    assert_eq!(choice.action.plane(), 0);
}

#[test]
fn three_errors_disable_a_robot_for_one_game() {
    let (race, log) = four_launches();
    let mut robot = choosing_robot("turns += 1 error('number ' .. turns)");
    let mut kinds = Vec::new();
    for _ in 0..4 {
        kinds.push(ask(&mut robot, &race, &log, [1; 32]).error.expect("is in trouble").kind);
    }
    let off = RobotErrorKind::SwitchedOff;
    assert_eq!(kinds, [RobotErrorKind::Error, RobotErrorKind::Error, RobotErrorKind::Error, off]);
    let last = robot.last_error().expect("failed");
    assert_eq!((last.message.as_str(), last.line), ("number 3", Some(5)));
    robot.start();
    let trouble = ask(&mut robot, &race, &log, [1; 32]).error.expect("is in trouble");
    assert_eq!(trouble.message, "x.luau:5: number 1", "the file was run afresh");
}

#[test]
fn five_turns_without_fuel_or_offer_disable_a_robot() {
    let (race, log) = four_launches();
    let limits = Limits { fuel: 1_000, ..Limits::default() };
    let kinds = |body: &str| {
        let mut robot = load(body, "", &[], limits).expect("loads");
        let kind = |_| ask(&mut robot, &race, &log, [1; 32]).error.map(|trouble| trouble.kind);
        (0..7).map(kind).collect::<Vec<_>>()
    };
    let (exhausted, off) = (Some(RobotErrorKind::Budget), Some(RobotErrorKind::SwitchedOff));
    assert_eq!(
        kinds("while true do end"),
        [exhausted, exhausted, exhausted, exhausted, exhausted, off, off]
    );
    let offers = "turn:offer(turn:actions()[2]) while true do end";
    assert_eq!(kinds(offers), [exhausted; 7], "a robot that offers an action is not switched off");
    let now_and_then = "turns += 1 if turns % 5 == 0 then return turn:actions()[1] end
        while true do end";
    assert_eq!(kinds(now_and_then)[5..], [exhausted, exhausted]);
}

#[test]
fn errors_name_the_line_and_the_choices() {
    for (body, message) in [
        ("return view.rol", "x.luau:5: view has no `rol`; it has seat, seats"),
        ("return view:cel(1)", "x.luau:5: view has no `cel`; it has seat, seats"),
        ("return turn.action()", "x.luau:5: turn has no `action`; it has params, actions"),
        ("view.roll = 6", "x.luau:5: "),
        ("return turn.params.depth", "x.luau:5: unknown parameter `depth`; this robot has none"),
        ("best = 1", "x.luau:5: attempt to modify a readonly table (globals cannot be written"),
        ("local a = require('a')", "x.luau:5: `require` works only while the file is loaded"),
        ("return view:planes('purple')", "x.luau:5: no seat \"purple\"; seats are red, yellow"),
        ("return view:at(52)", "x.luau:5: no square 52; squares go from 0 to 51"),
        ("return view:risk({ plane = 9 })", "x.luau:5: plane 9, fly false, stack false is not"),
        ("turn:mark('Nowhere', 'red')", "x.luau:5: no cell \"Nowhere\"; see view.cells"),
        ("turn:mark('Square_3', 'pink')", "x.luau:5: no colour \"pink\"; colours are red"),
        ("turn:note(turn:actions()[1], {})", "x.luau:5: a note is a number or a text"),
        ("turn:random(0)", "x.luau:5: random: no whole number in 1..0"),
        ("turn.params.x = 1", "x.luau:5: attempt to modify a readonly table"),
        ("view.rules.teams = true", "x.luau:5: attempt to modify a readonly table"),
        ("view.rules.takeoff[1] = 1", "x.luau:5: attempt to modify a readonly table"),
        ("return view.planes()", "x.luau:5: "),
        ("return turn.actions()", "x.luau:5: "),
        ("return view.planes({}, 'red')", "x.luau:5: "),
        ("return view:square('red')", "x.luau:4: choose must return"),
    ] {
        let (_, text) = trouble_of(body);
        assert!(text.starts_with(message), "{body}: {text}");
        assert!(!text.contains('\n') && !text.contains("0x") && !text.contains("qipan"), "{text}");
    }
}

#[test]
fn notes_marks_and_prints_come_with_the_choice() {
    let choice = answer(
        "local a = turn:actions() turn:note(a[2], 2.5) turn:note(a[1], 'last\\nresort') turn:mark('Square_3', 'grey') print('hello', #a) return a[2]",
    );
    assert_eq!(choice.error, None);
    assert_eq!(choice.printed, ["hello 4"]);
    let action = choice.action;
    assert_eq!(choice.notes[0], RobotNote::Action { action, text: "2.50".into() });
    assert!(matches!(&choice.notes[1], RobotNote::Action { text, .. } if text == "lastresort"));
    assert_eq!(choice.notes[2], RobotNote::Cell { cell: "Square_3".into(), colour: "grey".into() });
    let flood =
        answer("local a = turn:actions() for i = 1, 5000 do turn:note(a[1], i) end return a[1]");
    assert_eq!(flood.notes.len(), 200);
}

#[test]
fn params_reach_the_script_within_their_ranges() {
    let fields =
        "params = { depth = { default = 2, min = 1, max = 5 }, bold = { default = false } },";
    let body = "print(turn.params.depth, turn.params.bold) return turn:actions()[1]";
    let printed = |given: &[(&str, ParamValue)]| {
        let given: Vec<_> = given.iter().map(|(name, value)| ((*name).into(), *value)).collect();
        let mut robot = load(body, fields, &given, Limits::default())?;
        let (race, log) = four_launches();
        Ok::<_, ScriptError>(ask(&mut robot, &race, &log, [1; 32]).printed.concat())
    };
    assert_eq!(printed(&[]).expect("loads"), "2 false");
    let set = [("depth", ParamValue::Number(9.0)), ("bold", ParamValue::Flag(true))];
    assert_eq!(printed(&set).expect("loads"), "5 true");
    let error = printed(&[("deep", ParamValue::Number(1.0))]).expect_err("no such parameter");
    assert_eq!(error.to_string(), "x.luau: has no parameter `deep`; parameters are bold, depth");
}

#[test]
fn patience_multiplies_fuel_up_to_sixty_times() {
    let fields = "params = { patience = { default = 1, min = 1, max = 99, window = 5 } },";
    let host = Limits { fuel: 1_000, ..Limits::default() };
    let finishes_in_fuel = |patience: f64, passes: u32| {
        let body = format!("for _ = 1, {passes} do end return turn:actions()[1]");
        let given = [("patience".to_owned(), ParamValue::Number(patience))];
        let mut robot = load(&body, fields, &given, host).expect("loads");
        assert_eq!(robot.info().params[0].window, Some(ParamValue::Number(5.0)));
        let (race, log) = four_launches();
        ask(&mut robot, &race, &log, [1; 32]).error.is_none()
    };
    assert!(finishes_in_fuel(1.0, 800) && !finishes_in_fuel(1.0, 1_100));
    assert!(
        finishes_in_fuel(60.0, 57_000)
            && !finishes_in_fuel(60.0, 63_000)
            && !finishes_in_fuel(99.0, 63_000)
    );
}

#[test]
fn turn_random_and_math_random_share_a_stream() {
    let printed = |body: &str| answer(&format!("print({body}) return turn:actions()[1]")).printed;
    assert_eq!(
        printed("turn:random(100), turn:random(100)"),
        printed("math.random(100), math.random(100)")
    );
}

#[test]
fn kept_view_shows_only_the_current_turn() {
    let (race, log) = four_launches();
    let body = "turns += 1 if turns == 1 then kept = view end print(kept.ply, kept == view) return turn:actions()[1]";
    let mut robot = choosing_robot(body);
    assert_eq!(ask(&mut robot, &race, &log, [1; 32]).printed, ["1 true"]);
    let mut later = race.clone();
    let step = Step::Act { seat: Seat::new(0), action: Action::Launch { plane: 0, stack: false } };
    later.play(&step, &mut Vec::new()).expect("is legal");
    later.play(&Step::Chance(4), &mut Vec::new()).expect("is legal");
    assert_eq!(ask(&mut robot, &later, &log, [1; 32]).printed, ["2 true"]);
}

/// Returns the fields of a type in the type file, without old names.
pub(crate) fn typed_fields(name: &str) -> BTreeSet<String> {
    let heading = format!("export type {name} =");
    let start = TYPES.find(&heading).expect("the type is there") + heading.len();
    // A union has its variants in braces, each in a line.
    if TYPES[start..].starts_with('\n') {
        let variants = TYPES[start..].split("\n\n").next().expect("it ends");
        let entries =
            variants.split(['{', '}', ',', '|']).filter_map(|entry| entry.split_once(':'));
        return entries.map(|(name, _)| name.trim().to_owned()).collect();
    }
    let block = &TYPES[start..start + TYPES[start..].find("\n}").expect("it ends")];
    let fields = block.lines().skip(1).filter(|line| !line.trim_start().starts_with("--"));
    let names = fields.filter_map(|line| line.trim().split_once(':').map(|(name, _)| name));
    let names = names.map(|name| name.trim_matches(['[', ']', '"']).to_owned());
    names.filter(|name| !RENAMED.iter().any(|renamed| renamed.old == name)).collect()
}

/// Checks that the objects of a script have exactly the fields of their types in the type file.
/// Each object is given with the name of its type. `answer` runs the body of a robot's `choose`.
pub(crate) fn check_object_fields<A: Debug>(
    types: [(&str, &str); 2],
    answer: impl Fn(&str) -> Choice<A>,
) {
    for (owner, name) in types {
        let trouble = answer(&format!("return {owner}.nothing_like_it")).error.unwrap();
        let list = trouble.message.split_once("; it has ").expect("lists what there is").1;
        let fields: BTreeSet<String> = list.split(", ").map(str::to_owned).collect();
        assert_eq!(fields, typed_fields(name), "{name}");
        for field in fields {
            let choice = answer(&format!("local x = {owner}.{field} return turn:actions()[1]"));
            assert_eq!(choice.error, None, "{owner}.{field}");
        }
    }
}

/// Checks that strict tables have exactly the fields of the types of action, event and step.
pub(crate) fn check_strict_fields<G: Scripted>(types: [&str; 3]) {
    let known = [G::ACTION_FIELDS, G::EVENT_FIELDS, G::STEP_FIELDS];
    for (known, name) in known.into_iter().zip(types) {
        let known: BTreeSet<String> = known.iter().map(ToString::to_string).collect();
        assert_eq!(known, typed_fields(name), "{name}");
    }
}

/// Checks that a text explains every field of these objects.
pub(crate) fn check_manual_explains(text: &str, types: [(&str, &str); 2]) {
    for (owner, name) in types {
        for field in typed_fields(name) {
            let is_named = [".", ":"]
                .iter()
                .any(|separator| text.contains(&format!("`{owner}{separator}{field}")));
            assert!(is_named, "the manual does not explain {owner}.{field}");
        }
    }
}

#[test]
fn type_file_names_exactly_the_api() {
    check_object_fields([("view", "View"), ("turn", "Turn")], answer);
    check_strict_fields::<Race>(["RaceAction", "RaceEvent", "RaceStep"]);
    let keys = |table: &str| -> BTreeSet<String> {
        let body = format!("for key in {table} do print(key) end return turn:actions()[1]");
        answer(&body).printed.into_iter().collect()
    };
    assert_eq!(keys("view.rules"), typed_fields("RaceRules"));
    assert!(keys("turn:actions()[1]").is_subset(&typed_fields("RaceAction")));
    assert!(keys("view:path(turn:actions()[1])[1]").is_subset(&typed_fields("Hop")));
    let (_, message) = trouble_of("return 1");
    assert!(message.contains("choose must return"));
    let error = LuaRobot::<Race>::load("x.luau", "return { nothing = 1 }", &[], &Host::default());
    let message = error.err().expect("fails").message;
    let fields = message.split_once("; fields are ").expect("lists the fields").1;
    let fields: BTreeSet<String> = fields.split(", ").map(str::to_owned).collect();
    assert_eq!(fields, typed_fields("Robot"));
}

#[test]
fn rust_and_lua_robots_play_together() {
    let (mut lua, mut rust) = (shipped("greedy"), RandomRobot);
    let mut race = start("flying", SeatSet::first(4));
    let choices = play(&mut race, &mut [&mut lua, &mut rust], 9);
    assert!(choices.iter().all(|choice| choice.error.is_none()));
}

#[test]
fn manual_robot_works_and_manual_names_the_api() {
    let manual = include_str!("../../../scripts/README.md");
    let code = manual.split("```luau\n").nth(1).expect("a robot to copy");
    let code = code.split("```").next().expect("it ends");
    let host = Host::default();
    let mut robot = LuaRobot::load("my_first", code, &[], &host).expect("loads");
    let choices = play(&mut start("aeroplane", SeatSet::first(4)), &mut [&mut robot], 2);
    assert!(choices.iter().all(|choice| choice.error.is_none()));
    check_manual_explains(manual, [("view", "View"), ("turn", "Turn")]);
    for rule in typed_fields("RaceRules")
        .iter()
        .chain(&typed_fields("Robot"))
        .chain(&typed_fields("RaceAction"))
    {
        assert!(manual.contains(&format!("`{rule}`")), "the manual does not name {rule}");
    }
}
