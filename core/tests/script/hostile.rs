//! Scripts that try to break the host each end in one clean error.

use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;

use mlua::{Function, Value};
use qipan_core::contract::game::{Game, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::{Decision, Robot, RobotErrorKind};
use qipan_core::contract::source::Source;
use qipan_core::games::junqi::{Deal, Junqi, Rules};
use qipan_core::registry::inspect;
use qipan_core::script::{ErrorKind, Host, Level, Limits, LuaRobot, Sandbox, ScriptError};

/// Returns the source of a robot whose `choose` has this body. The body begins on line 2.
fn robot_source(body: &str) -> String {
    format!(
        "return {{ api = 1, game = \"race\", name = \"x\", choose = function(view, turn)\n{body}\nend }}"
    )
}

/// Loads a script in a sandbox without a game. Returns its `choose`.
fn load(source: impl Into<Source>, host: &Host) -> Result<(Sandbox, Function), ScriptError> {
    let (sandbox, ()) = Sandbox::new("robots/bad.luau", source, host, |_, _, _| Ok(()))?;
    let choose = sandbox.run()?.raw_get("choose").expect("choose is a function");
    Ok((sandbox, choose))
}

/// Runs a body of `choose` in a sandbox without a game. Returns its answer as text.
fn run_body(body: &str, host: &Host) -> Result<String, ScriptError> {
    let (sandbox, function) = load(robot_source(body), host)?;
    let answer = sandbox.call(&function, (), host.limits.fuel)?;
    Ok(match answer {
        Value::String(text) => text.to_string_lossy(),
        other => format!("{other:?}"),
    })
}

/// Checks that an error is one short line that shows nothing of the host.
fn check_clean(name: &str, error: &ScriptError) {
    let message = &error.message;
    assert!(!message.is_empty() && message.chars().count() <= 301, "{name}: {message}");
    assert!(!message.contains('\n') && !message.contains("0x"), "{name}: {message}");
    assert!(!message.contains("prelude") && !message.contains("traceback"), "{name}: {message}");
    assert!(error.source.len() <= 2, "{name}");
}

#[test]
fn hostile_bodies_end_as_expected() {
    let host = Host::default();
    let bodies = include_str!("hostile/bodies.txt");
    let (mut count, mut failed) = (0, Vec::new());
    for section in bodies.split("\n=== ").skip(1) {
        let (head, body) = section.split_once('\n').expect("a body follows");
        let (name, expected) = head.split_once(": ").expect("an expectation follows");
        let (kind, text) = expected.split_once(' ').unwrap_or((expected, ""));
        let got = run_body(body, &host);
        match (kind, &got) {
            ("answer", Ok(answer)) if answer == text => {}
            (_, Err(error)) => {
                check_clean(name, error);
                let fits = match kind {
                    "fuel" => error.kind == ErrorKind::Fuel,
                    "memory" => error.kind == ErrorKind::Memory,
                    "error" => error.kind == ErrorKind::Runtime && error.message.contains(text),
                    _ => false,
                };
                if !fits {
                    failed.push(format!("{name}: expected {expected}, got {error:?}"));
                }
            }
            _ => failed.push(format!("{name}: expected {expected}, got {got:?}")),
        }
        count += 1;
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(count > 60, "{count} bodies found");
}

#[test]
fn fuel_exhaustion_is_deterministic() {
    let host = Host::default();
    let body = "local n = 0 for i = 1, 1e9 do n += math.random(6) end return n";
    let (sandbox, function) = load(robot_source(body), &host).expect("loads");
    let first = sandbox.call(&function, (), 50_000).expect_err("runs out");
    let used = sandbox.fuel_used();
    let second = sandbox.call(&function, (), 50_000).expect_err("runs out");
    assert_eq!((first, used), (second, sandbox.fuel_used()));
}

/// A script's fuel must not depend on when garbage is collected.
#[test]
fn fuel_is_independent_of_the_collector() {
    let host = Host::default();
    let body = "local n = 0 for i = 1, 20000 do
        local t = { tostring(i), string.sub('abcdef', 2, 4), string.char(97, 98), i .. 'x' } n += #t end
        return n";
    let (sandbox, function) = load(robot_source(body), &host).expect("loads");
    let fuel = |_| {
        sandbox.call(&function, (), 2_000_000).expect("ends");
        sandbox.fuel_used()
    };
    let used: Vec<u64> = (0..12).map(fuel).collect();
    assert_eq!(used, vec![used[0]; 12]);
}

#[test]
fn fuel_is_limited_per_call() {
    let host = Host::default();
    let body = "if math.random() < 2 and stop == nil then while true do end end";
    let (sandbox, function) = load(robot_source(body), &host).expect("loads");
    let error = sandbox.call(&function, (), 1_000).expect_err("runs out");
    assert_eq!((error.kind, error.line), (ErrorKind::Fuel, Some(2)));
    let (sandbox, function) = load(robot_source("return 'well'"), &host).expect("loads");
    for _ in 0..3 {
        assert!(sandbox.call(&function, (), 1_000).is_ok());
    }
}

/// Calls an endless script without a fuel limit. `stop` runs on another thread once the script has
/// started. Returns the kind of the error.
fn error_after_stop(stop: impl FnOnce(&Host) + Send + 'static) -> ErrorKind {
    let host = Host::default();
    let endless = "view() while true do pcall(function() while true do end end) end";
    let (sandbox, function) = load(robot_source(endless), &host).expect("loads");
    let (sender, receiver) = channel();
    let thread_host = host.clone();
    let thread = std::thread::spawn(move || {
        receiver.recv().expect("the script runs");
        stop(&thread_host);
    });
    // The script calls this function, which it gets as `view`, when it starts.
    let report_start = sandbox.lua().create_function(move |_, ()| {
        sender.send(()).expect("the thread waits");
        Ok(())
    });
    let error = sandbox.call(&function, report_start.expect("a function"), u64::MAX);
    thread.join().expect("ends");
    error.expect_err("is ended").kind
}

#[test]
fn cancellation_and_clock_stop_a_script() {
    let advance_clock = |host: &Host| {
        host.clock.fetch_add(host.limits.wall_ms + 1, Ordering::Relaxed);
    };
    assert_eq!(error_after_stop(advance_clock), ErrorKind::Time);
    let cancel = |host: &Host| host.cancel.store(true, Ordering::Relaxed);
    assert_eq!(error_after_stop(cancel), ErrorKind::Cancelled);
}

#[test]
fn invalid_script_files_are_refused() {
    let host = Host::default();
    let refused = |bytes: &[u8]| load(bytes, &host).map(|_| ()).expect_err("is refused");
    let compiled = mlua::chunk::Compiler::new().compile("return {}").expect("compiles");
    for bytes in [&compiled[..], b"\x1bLua", b"\xff\xfe\x00", b"return\0{}", &[b' '; 300 << 10]] {
        let error = refused(bytes);
        assert_eq!(error.kind, ErrorKind::File, "{error:?}");
        check_clean("file", &error);
    }
    assert!(refused(&[b' '; 300 << 10]).message.contains("larger than 256 KiB"));
    let error = refused(b"local a = 1\nreturn { api = = 1 }");
    assert_eq!((error.kind, error.line), (ErrorKind::Syntax, Some(2)));
    assert_eq!(error.source.len(), 2);
    assert_eq!(refused(b"while true do end").kind, ErrorKind::Fuel);
    assert_eq!(
        refused(b"print('hi')").message,
        "must end by returning a table, but returned nothing"
    );
    assert_eq!(refused(b"return require('./x')").kind, ErrorKind::Runtime);
}

#[test]
fn deep_nesting_does_not_overflow_the_parser() {
    let host = Host::default();
    let (deep, mut refused) = (40_000, 0);
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("{", "", "}"),
        ("not ", "1", ""),
        ("-", "1", ""),
        ("1+", "1", ""),
        ("1 ..", "1", ""),
        ("1^", "1", ""),
        ("a.", "b", ""),
        ("(function() return ", "1", " end)"),
        ("if 1 then 2 else ", "1", ""),
        ("`{", "1", "}`"),
        ("f", "", "()"),
        ("f", "", "[1]"),
        ("1 :: ", "any", ""),
        ("1 :: {", "any", "}"),
        ("1 :: ", "any", "?"),
        ("1 :: any", "", "|any"),
    ] {
        let count = deep.min((250 << 10) / (open.len() + close.len()));
        let source = if matches!(middle, "") && !matches!(open, "{") {
            format!("return {open}{}", close.repeat(count))
        } else {
            format!("return {}{middle}{}", open.repeat(count), close.repeat(count))
        };
        if let Err(error) = load(source, &host) {
            check_clean(open, &error);
            refused += 1;
        }
    }
    assert!(refused > 8, "{refused} are refused, the others can be read");
    for (open, close) in [("do ", "end "), ("if a then ", "end "), ("for i = 1, 2 do ", "end ")] {
        let count = (250 << 10) / (open.len() + close.len());
        let source = format!("{}{}", open.repeat(count), close.repeat(count));
        check_clean(open, &load(source, &host).map(|_| ()).expect_err("is refused"));
    }
    let branches = "elseif a then ".repeat(15_000);
    if let Err(error) = load(format!("if a then {branches} end return {{}}"), &host) {
        check_clean("elseif", &error);
    }
}

#[test]
fn errors_name_the_authors_line_not_the_hosts() {
    let host = Host::default();
    let error = run_body("local t = nil\nreturn t.x", &host).expect_err("fails");
    assert_eq!(error.line, Some(3));
    assert_eq!(error.message, "attempt to index nil with 'x'");
    assert_eq!(error.source[1], (3, "return t.x".into()));
    assert_eq!(error.to_string(), "robots/bad.luau:3: attempt to index nil with 'x'");

    for body in
        ["\nreturn string.find()", "\nreturn math.random(0)", "\nreturn string.rep('x', 1e9)"]
    {
        assert_eq!(run_body(body, &host).expect_err("fails").line, Some(3), "{body}");
    }
    let error = run_body("\n\nwhile true do string.find('aaa', 'a') end", &host);
    assert_eq!(error.expect_err("runs out").line, Some(4));
}

#[test]
fn printed_lines_hide_addresses_and_are_capped() {
    let host = Host::default();
    let (sandbox, function) =
        load(robot_source("for i = 1, 1000 do print('n', i, {}) end"), &host).expect("loads");
    sandbox.call(&function, (), 1_000_000).expect("runs");
    let log = sandbox.take_log();
    assert_eq!(log.len(), host.limits.log_lines);
    assert_eq!(log[0], "n 1 {}");
}

#[test]
fn printed_tables_show_their_entries_up_to_a_limit() {
    let host = Host::default();
    for (value, expected) in [
        ("{ 1, 2, three = \"x\", a = true }", "{ 1, 2, a = true, three = \"x\" }"),
        ("{ inner = { 1, deep = { 2 } } }", "{ inner = { 1, deep = {...} } }"),
        ("{ print, {} }", "{ function, {} }"),
        ("setmetatable({ 1 }, { __tostring = function() return \"own\" end })", "own"),
    ] {
        let source = robot_source(&format!("print({value})"));
        let (sandbox, function) = load(source, &host).expect("loads");
        sandbox.call(&function, (), 1_000_000).expect("runs");
        assert_eq!(sandbox.take_log(), [expected], "{value}");
    }
    let body = "local t = {} for i = 1, 1000 do t[i] = i end t.self = t print(t) \
                local many = {} for i = 1, 1000 do many[\"k\" .. i] = i end print(many)";
    let (sandbox, function) = load(robot_source(body), &host).expect("loads");
    sandbox.call(&function, (), 1_000_000).expect("runs");
    let log = sandbox.take_log();
    assert!(log.iter().all(|line| line.len() <= 400 && line.ends_with(", ... }")), "{log:?}");
}

#[test]
fn random_numbers_depend_only_on_the_seed() {
    let host = Host::default();
    let (sandbox, function) = load(
        robot_source("return math.random(1000) .. ' ' .. math.random(6) .. ' ' .. math.random()"),
        &host,
    )
    .expect("loads");
    let draw = |seed: u8| {
        sandbox.seed([seed; 32].into());
        let value = sandbox.call(&function, (), 1_000).expect("runs");
        value.to_string().expect("is text")
    };
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
    // Recorded values, which must be the same on every machine.
    assert_eq!(draw(1), "8 4 0.06274509803921569");
}

#[test]
fn rerunning_a_file_resets_its_state() {
    let host = Host::default();
    let source = "local n = 0 return { choose = function() n += 1 return n end }";
    let (sandbox, first) = load(source, &host).expect("loads");
    let count = |f: &Function| sandbox.call(f, (), 1_000).expect("runs").as_i64();
    assert_eq!((count(&first), count(&first)), (Some(1), Some(2)));
    let again: Function = sandbox.run().expect("runs").raw_get("choose").expect("is there");
    assert_eq!(count(&again), Some(1));
}

#[test]
fn metadata_errors_list_the_fields() {
    let host = Host::default();
    let good = "api = 1, game = \"race\", name = \"x\", choose = function() end";
    let message = |fields: &str| {
        let error =
            inspect("bad.luau", format!("return {{ {fields} }}"), &host).expect_err("fails");
        assert_eq!(error.kind, ErrorKind::Metadata);
        check_clean(fields, &error);
        error.message
    };
    let text = message("api = 1, game = \"race\", name = \"x\", chose = function() end");
    assert!(
        text.starts_with("unknown field `chose` (did you mean `choose`?); fields are api, game")
    );
    assert!(
        message("game = \"race\"").starts_with("the returned table lacks `api`: write api = 1")
    );
    assert!(message("api = 1, game = \"race\", name = \"x\"").contains("lacks `choose`"));
    assert!(message("api = 2").contains("api 2 is not known"));
    assert!(message("api = 1, game = \"go\"").contains("unknown game \"go\"; games are race"));
    assert!(message("api = 1, game = \"race\", name = 7").contains("`name` must be a text"));
    assert!(
        message(&format!("{good}, presets = {{ \"dark\" }}"))
            .contains("presets are aeroplane, flying")
    );
    assert_eq!(
        message(&format!("{good}, level = \"stong\"")),
        "there is no level \"stong\"; levels are beginner, easy, medium, strong, master"
    );
    assert!(message(&format!("{good}, level = 4")).contains("`level` must be a text"));
    assert!(
        message(&format!("{good}, params = {{ a = {{ default = 3 }} }}"))
            .contains("`a` lacks `min`")
    );
    assert!(
        message(&format!("{good}, params = {{ a = {{ default = 9, min = 0, max = 5 }} }}"))
            .contains("9 is not between 0 and 5")
    );
    assert!(
        message(&format!("{good}, params = {{ a = {{ value = 9 }} }}"))
            .contains("unknown field `value` in `a`")
    );
    assert!(
        message(&format!("{good}, params = setmetatable({{}}, {{ __index = error }}), x = 1"))
            .contains("`x`")
    );
}

#[test]
fn metadata_is_read_without_playing() {
    let source = r#"return {
        api = 1, game = "race", name = { en = "Carla", zh = "卡拉" }, author = "Kim", version = "1.0",
        about = "Careful.", level = "medium", presets = { "flying" },
        params = { caution = { default = 3, min = 0, max = 10, about = "how careful" }, bold = { default = true } },
        choose = function() error("never called") end,
    }"#;
    let info = inspect("carla.luau", source, &Host::default()).expect("loads");
    assert_eq!((info.name.in_language("en"), info.name.in_language("zh-CN")), ("Carla", "卡拉"));
    assert_eq!(info.about.in_language("zh"), "Careful.");
    assert_eq!((info.level, &info.presets[..]), (Some(Level::Medium), &["flying".to_owned()][..]));
    let names: Vec<_> = info.params.iter().map(|param| param.name.as_str()).collect();
    assert_eq!(names, ["bold", "caution"]);
}

/// Runs a Junqi robot with this body of `choose` at the start of a dark game. Returns its error.
fn run_at_junqi(body: &str) -> Result<(), (RobotErrorKind, String)> {
    let rules = Rules::preset("dark").expect("a preset");
    let mut deal = Deal::default();
    for seat in ["south", "north"] {
        deal.layouts.insert(seat.into(), "TPYNLHZSGPYJLNHGZDTPDFDNG".into());
    }
    let game = Junqi::new(&rules, rules.seats(), &deal).expect("can be played");
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    let seat = game.seat_to_move();
    let view = game.view(Viewer::Seat(seat));
    let source = robot_source(body).replace("\"race\"", "\"junqi\"");
    let host = Host { limits: Limits { fuel: 100_000, ..Limits::default() }, ..Host::default() };
    let mut robot = LuaRobot::<Junqi>::load("bad.luau", source, &[], &host).expect("loads");
    let decision = Decision {
        seat,
        view: &view,
        actions: &actions,
        log: &[],
        house_rules: &[],
        ply: 0,
        stream: [1; 32].into(),
    };
    let choice = robot.choose(&decision);
    assert!(actions.contains(&choice.action), "{body}");
    if let Some(error) = robot.last_error() {
        check_clean(body, error);
    }
    choice.error.map_or(Ok(()), |trouble| Err((trouble.kind, trouble.message)))
}

#[test]
fn junqi_views_withstand_hostile_calls() {
    let then_answer = " return turn:actions()[1]";
    for body in [
        "view.x = 1",
        "rawset(view, 'x', 1)",
        "setmetatable(view, {})",
        "getmetatable(view).__index = 1",
        "view.board(turn)",
        "view.board()",
        "local f = view.maybe f(1, 2)",
        "view.maybe(view, view)",
        "view:history(string.rep('S', 60000))",
        "view:piece(0/0)",
        "view:reach('S11', {})",
        "view:reach('S11', '\\255\\0')",
        "view:chance('S11', 7)",
        "view:neighbours()",
        "view:battle('40')",
        "view:kind('S\u{5341}')",
        "turn:note(nil, 1)",
        "turn:note({ from = view, to = turn }, 1)",
        "turn:offer({ at = {} })",
        "turn:mark('S11', string.rep('red', 20000))",
        "turn:random(1 / 0)",
        "view.rules.extra_lines[1] = { 'S11' }",
        "table.insert(view.seats, 'west')",
        "view.cells.S11 = true",
    ] {
        let (kind, message) = run_at_junqi(&format!("{body}{then_answer}")).expect_err(body);
        assert_eq!(kind, RobotErrorKind::Error, "{body}: {message}");
    }
    for body in [
        "view:log(0 / 0)",
        "view:log(-1e300)",
        "view:log(1e300)",
        "pcall(view.lines, view)",
        "local o, f = view:board() table.clear(o) f.S11 = nil",
        "table.clear(turn:actions())",
        "for _, a in turn:actions() do a.from, a.to = a.to, a.from end",
        "assert(#turn:layouts() == 0)",
        "for _ = 1, 300 do turn:mark('S11', 'south') end",
    ] {
        assert_eq!(run_at_junqi(&format!("{body}{then_answer}")), Ok(()), "{body}");
    }
    for body in [
        "while true do pcall(view.maybe, view, 'S11') end",
        "while true do pcall(view.board, view) end",
        "while true do pcall(view.reach, view, 'S11', '32') end",
        "while true do pcall(turn.actions, turn) end",
        "while true do pcall(turn.layouts, turn) end",
        "while true do pcall(view.chance, view, 'nowhere') end",
        "while true do pcall(turn.mark, turn, 'S11', 'pink') end",
    ] {
        let (kind, _) = run_at_junqi(body).expect_err(body);
        assert_eq!(kind, RobotErrorKind::Budget, "{body}");
    }
}
