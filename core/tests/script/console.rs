//! Tests of the console: output, limits, and that it reveals only its seat's view.

use crate::common::junqi::{rules, start};
use crate::common::rng;
use crate::junqi::play_out;
use crate::robots::four_launches;
use qipan_core::contract::game::{Game, Turn, Viewer};
use qipan_core::contract::robot::{Decision, RandomRobot};
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::house::House;
use qipan_core::script::{ConsoleOutput, Host, Limits, LuaRobot, ParamValue, Scripted, evaluate};

/// Evaluates a line for the seat to move.
fn evaluate_line<G: Scripted>(
    game: &G,
    log: &[G::Event],
    line: &str,
    limits: Limits,
) -> ConsoleOutput {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    let Turn::Seat(seat) = game.turn() else { panic!("no seat is to move") };
    let (view, house_rules) = (&game.view(Viewer::Seat(seat)), &[][..]);
    let (actions, ply, stream) = (&actions[..], game.ply(), [7; 32].into());
    let decision: Decision<'_, G> = Decision { seat, view, actions, log, house_rules, ply, stream };
    let params = [("caution".to_owned(), ParamValue::Number(2.5))];
    let host = Host { limits, ..Host::default() };
    evaluate(line, &decision, &params, House::default(), &host)
}

/// Evaluates a line at the position of [`four_launches`].
fn output_of(line: &str) -> ConsoleOutput {
    let (race, log) = four_launches();
    evaluate_line(&race, &log, line, Limits::default())
}

fn value_of(line: &str) -> String {
    output_of(line).value.unwrap()
}

fn error_of(line: &str) -> String {
    output_of(line).value.unwrap_err()
}

#[test]
fn values_are_shown_readably() {
    for (line, shown) in [
        ("view.seat", "\"red\""),
        ("view.roll", "6"),
        ("#turn:actions(), turn.params.caution", "4\n2.5"),
        ("1 / 3", "0.333333333"),
        ("nil", "nil"),
        ("print", "function"),
        ("{}", "{}"),
        ("{ 3, 4, x = 1, ['a b'] = { true } }", "{ 3, 4, [\"a b\"] = { true }, x = 1 }"),
        ("{ [0] = false, 'new\\nline' }", "{ \"new\\nline\", [0] = false }"),
        ("if view.roll == 6 then 'six' else 'none'", "\"six\""),
        ("local n = 0; for i = 1, 3 do n += i end return n", "6"),
        ("", "nil"),
    ] {
        assert_eq!(value_of(line), shown, "{line}");
    }
    let action = value_of("turn:actions()[1]");
    assert!(action.starts_with("{\n  captures = {},\n"), "{action}");
    assert!(action.contains("\n  kind = \"launch\",\n"), "{action}");
    assert!(value_of("view").contains("view:risk()") && value_of("turn").contains("turn:search()"));
    assert!(value_of("turn:sample()").contains("world:playout()"));
    let printed = output_of("for i = 1, 2 do print(i) end");
    assert_eq!(printed.printed, ["1", "2"]);
    assert!(printed.fuel > 0);
}

#[test]
fn large_values_are_truncated() {
    let many = value_of("(function() local t = {} for i = 1, 5000 do t[i] = i end return t end)()");
    assert!(many.ends_with(" 62, 63, 64,\n  ... 4936 more,\n}"), "{many}");
    assert!(many.starts_with("{\n  1, 2, 3, ") && many.lines().count() < 8, "{many}");
    assert!(value_of("local t = {} t.t = t return t").contains("{ ... }"));
    for line in [
        "local t = {} for i = 1, 90 do t[i] = {} for k = 1, 90 do t[i][k] = ('x'):rep(99) end end return t",
        "('x'):rep(60000), ('y'):rep(60000)",
        "table.unpack(table.create(200, ('x'):rep(300)))",
    ] {
        assert!(value_of(line).chars().count() < 4_100, "{line}");
    }
}

#[test]
fn console_errors_carry_hints() {
    assert!(error_of("view.rsik").starts_with("view has no `rsik`; it has seat"));
    assert!(
        error_of("turn.actions()").contains("as in turn:actions(...)"),
        "{}",
        error_of("turn.actions()")
    );
    assert!(error_of("os.time()").contains("there is no clock"), "{}", error_of("os.time()"));
    assert!(!error_of("1 +").contains("console"), "{}", error_of("1 +"));
    assert!(error_of("for").contains("for") || !error_of("for").is_empty());
    assert!(error_of("x = 1").len() > 3);
    assert!(error_of("while true do end").starts_with("ran out of its thinking budget"));
    assert!(error_of("('x'):rep(1e9)").contains("rep"), "{}", error_of("('x'):rep(1e9)"));
    let limits = Limits { fuel: 1_000, ..Limits::default() };
    let (race, log) = four_launches();
    let short = evaluate_line(&race, &log, "while true do end", limits);
    assert_eq!(short.fuel, 1_000);
}

/// A script that loops on line 5, samples on line 9, and searches from line 11 with its own
/// evaluator.
const LOOP_AND_SEARCH: &str = r#"return { api = 1, game = "race", name = "x",
    choose = function(view, turn)
        local score = 0
        -- a loop
        for i = 1, 5000 do
            score += math.abs(i)
        end
        for _ = 1, 3 do
            turn:sample()
        end
        local found = turn:search({ iterations = 40, worlds = 4, value = function(world)
            return world:value()
        end })
        return found[1].action
    end }"#;

#[test]
fn profile_splits_the_fuel_by_line() {
    let (race, log) = four_launches();
    let ask = |profile: bool| {
        let host = Host { profile, ..Host::default() };
        let mut robot = LuaRobot::<Race>::load("x.luau", LOOP_AND_SEARCH, &[], &host).unwrap();
        [1, 2].map(|seed| crate::robots::ask(&mut robot, &race, &log, [seed; 32]))
    };
    let ([mut first, second], plain) = (ask(true), ask(false));
    let total: u64 = first.profile.iter().map(|line| line.fuel).sum();
    assert_eq!(total, first.fuel);
    assert_eq!(second.profile.iter().map(|line| line.fuel).sum::<u64>(), second.fuel);
    let lines: Vec<u32> = first.profile.iter().map(|line| line.line).collect();
    let fuel = |line: u32| first.profile.iter().find(|l| l.line == line).map_or(0, |l| l.fuel);
    assert!(first.profile.is_sorted_by_key(|line| std::cmp::Reverse(line.fuel)));
    assert_eq!(lines[..2], [5, 11], "{:?}", first.profile);
    assert_eq!(first.profile[0].text, "for i = 1, 5000 do");
    assert!(fuel(5) == 5_000 && fuel(9) >= 3 * 20 && fuel(12) > 40 * 45);
    // Profiling changes nothing else.
    assert!(plain[0].profile.is_empty());
    first.profile.clear();
    assert_eq!(first, plain[0]);
}

#[test]
fn console_reveals_only_the_view_of_its_seat() {
    let lines = [
        "view:board()",
        "turn:actions()",
        "view:log()",
        "turn:sample():view(view.seats[2]):board()",
        "turn:search({ iterations = 20, worlds = 4 })",
        "local t = {} for _, cell in view.cells do t[cell] = view:chance(cell) end return t",
    ];
    let mut game = start(&rules("siguo_dark", &[]), &mut rng(3));
    let mut position = None;
    play_out(&mut game, &mut [&mut RandomRobot], 3, |game, log| {
        if game.ply() == 30 {
            position = Some((game.clone(), log.to_vec()));
        }
    });
    let (game, log) = position.unwrap();
    let viewer = Viewer::Seat(game.seat_to_move());
    let other = Junqi::sample(&game.view(viewer), &mut rng(8));
    assert_ne!(game.view(Viewer::All), other.view(Viewer::All), "another truth");
    assert_eq!(game.view(viewer), other.view(viewer), "the same view");
    for line in lines {
        let [truth, dealt] =
            [&game, &other].map(|game| evaluate_line(game, &log, line, Limits::default()));
        assert!(truth.value.is_ok(), "{line}: {truth:?}");
        assert_eq!(truth, dealt, "{line}");
    }
}
