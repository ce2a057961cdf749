//! The tests that authors write for their robots, and the lines of robots that ran.

use qipan_core::contract::game::Game;
use qipan_core::contract::robot::Robot;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::Race;
use qipan_core::registry::inspect;
use qipan_core::script::{
    ErrorKind, ExpectedChoice, Host, Limits, LuaRobot, RobotTest, ScriptError, ScriptInfo,
    tests_of_file, tests_of_robot,
};

use crate::robots::{ask, four_launches};

/// A position of Aeroplane Chess in which Red has rolled a 6. The legal actions are `advance 1`,
/// `launch 2`, `launch 3` and `launch 4`.
const SIX: &str = "qipan race aeroplane turn=red die=6 red=4,-,-,- blue=-,-,-,-";

/// Returns a robot for the race games with further fields.
fn robot(fields: &str) -> String {
    format!(
        "return {{ api = 1, game = \"race\", name = \"x\", {fields}\nchoose = function(view, turn) \
         return turn:actions()[1] end }}"
    )
}

fn info_of(text: &str) -> ScriptInfo {
    inspect("x.luau", text, &Host::default()).expect("loads")
}

/// Reads the tests of a file that returns this list.
fn read(list: &str) -> Result<Vec<RobotTest<Race>>, ScriptError> {
    let info = info_of(&robot(""));
    tests_of_file("x.test.luau", list, &info, &Host::default())
}

/// Reads one test with a name, a position and further fields.
fn read_one(fields: &str) -> Result<RobotTest<Race>, ScriptError> {
    let list = format!("return {{\n{{ name = \"a\",\nposition = \"{SIX}\",\n{fields} }} }}");
    read(&list).map(|tests| tests.into_iter().next().unwrap())
}

#[test]
fn tests_are_read_with_defaults_and_lines() {
    let test = read_one("must = \"advance 1\"").unwrap();
    assert_eq!((test.name.en.as_str(), test.line, test.seeds), ("a", Some(2), 4));
    assert_eq!(Race::SEATS[test.seat.index()], "red");
    let [advance, launch] = ["advance 1", "launch 2"].map(|text| text.parse().unwrap());
    assert_eq!(test.expected, ExpectedChoice::OneOf(vec![advance]));
    assert!(test.expected.allows(&advance) && !test.expected.allows(&launch));
    let fields = "seat = \"red\", must_not = { \"launch 2\", \"launch 3\" }, seeds = 9";
    let test = read_one(fields).unwrap();
    assert!(test.expected.allows(&advance) && !test.expected.allows(&launch));
    assert_eq!(test.seeds, 9);
    assert_eq!(test.expected.to_string(), "should not have chosen `launch 2` or `launch 3`");
}

#[test]
fn names_have_one_text_per_language() {
    let list = format!(
        "return {{ {{ name = {{ en = \"one\", zh = \"一\" }}, position = \"{SIX}\", must = \
         \"advance 1\" }} }}"
    );
    let test = &read(&list).unwrap()[0];
    assert_eq!((test.name.en.as_str(), test.name.zh.as_str()), ("one", "一"));
}

#[test]
fn tests_in_the_robot_are_read_only_on_request() {
    let test = format!("{{ name = \"a\", position = \"{SIX}\", must = \"advance 1\" }}");
    let good = robot(&format!("tests = {{ {test} }},"));
    let read =
        |text: &str| tests_of_robot::<Race>("x.luau", text, &info_of(text), &Host::default());
    assert_eq!(read(&good).unwrap().len(), 1);
    assert_eq!(read(&robot("")).unwrap().len(), 0);
    // The robot loads, and plays, with a wrong test.
    for tests in ["tests = {},", "tests = 7,", "tests = { { nmae = 1 } },"] {
        let text = robot(tests);
        assert!(read(&text).is_err(), "{tests}");
        let mut robot = LuaRobot::<Race>::load("x.luau", &text, &[], &Host::default()).unwrap();
        robot.start();
        let (race, log) = four_launches();
        assert_eq!(ask(&mut robot, &race, &log, [0; 32]).error, None);
    }
}

#[test]
fn wrong_tests_are_refused_with_line_and_reason() {
    for (fields, line, part) in [
        ("mst = 1", Some(4), "unknown field `mst` in `test 1` (did you mean `must`?)"),
        ("", Some(2), "`test 1` lacks `must` or `must_not`"),
        ("must = \"advance 1\", must_not = \"launch 2\"", Some(4), "not both"),
        ("must = 7", Some(4), "`must` of `test 1` must be an action or a list of actions"),
        ("must = {}", Some(4), "1 to 40 actions"),
        ("must = { \"advance 1\", true }", Some(4), "not true"),
        ("must = \"advance 2\"", Some(4), "legal are advance 1, launch 2, launch 3, launch 4"),
        (
            "must = { \"launch 2\", \"launch 3\", \"launch 4\", \"advance 1\" }",
            Some(4),
            "passes with each of the 4",
        ),
        (
            "must_not = { \"launch 2\", \"launch 3\", \"launch 4\", \"advance 1\" }",
            Some(4),
            "fails with each of the 4",
        ),
        ("must = \"advance 1\", seat = \"blue\"", Some(4), "it is blue, but red is to move"),
        ("must = \"advance 1\", seat = \"rde\"", Some(4), "did you mean `red`?"),
        ("must = \"advance 1\",\nseeds = 0", Some(5), "a whole number from 1 to 100"),
        ("must = \"advance 1\",\nseeds = 1.5", Some(5), "a whole number from 1 to 100"),
        ("must = \"advance 1\",\nseeds = \"4\"", Some(5), "must be a number"),
    ] {
        let error = read_one(fields).unwrap_err();
        assert!(error.message.contains(part), "{fields}: {error}");
        assert_eq!((error.line, error.kind), (line, ErrorKind::Metadata), "{fields}: {error}");
        assert_eq!(error.file, "x.test.luau");
    }
}

#[test]
fn wrong_positions_are_refused() {
    for (position, part) in [
        ("qipan race ludo turn=red", "unknown preset `ludo`"),
        ("qipan junqi dark turn=south", "a position begins with `qipan race`"),
        ("qipan race aeroplane turn=red red=4,-,-,- blue=-,-,-,-", "name the roll, as in die=3"),
        ("qipan race aeroplane turn=red die=9 red=4,-,-,- blue=-,-,-,-", "die=9"),
        ("qipan race aeroplane turn=red die=6 red=4,-,-,-", ""),
    ] {
        let list =
            format!("return {{ {{ name = \"a\", position = \"{position}\", must = \"x\" }} }}");
        let error = read(&list).unwrap_err();
        let is_about_position = error.message.starts_with("`position` of `test 1`: ");
        assert!(is_about_position && error.message.contains(part), "{error}");
        assert_eq!(error.line, Some(1));
    }
    let info = info_of(&robot("presets = { \"flying\" },"));
    let list =
        format!("return {{ {{ name = \"a\", position = \"{SIX}\", must = \"advance 1\" }} }}");
    let error = tests_of_file::<Race>("x", list, &info, &Host::default()).unwrap_err();
    assert!(
        error.message.ends_with("the robot does not play aeroplane; it plays flying"),
        "{error}"
    );
}

#[test]
fn lists_of_tests_are_bounded() {
    let test =
        |name: &str| format!("{{ name = \"{name}\", position = \"{SIX}\", must = \"advance 1\" }}");
    let many = format!(
        "local list = {{}} for i = 1, 100 do list[i] = {} end return list",
        test("a").replace("\"a\"", "\"a\" .. i")
    );
    assert_eq!(read(&many).unwrap().len(), 100);
    for (list, part) in [
        (many.replace("100", "101"), "at most 100 tests, not 101"),
        ("return {}".to_owned(), "tests are a list, as in { { name"),
        (format!("return {}", test("a")), "tests are a list"),
        (format!("return {{ {}, extra = 1 }}", test("a")), "tests are a list"),
        ("return { 5 }".to_owned(), "test 1 is the number 5"),
        ("return 5".to_owned(), "must end by returning a table"),
        (format!("return {{ {}, {} }}", test("a"), test("a")), "tests 1 and 2 have the same name"),
        (format!("return {{ {} }}", test(&"x".repeat(101))), "`name` needs 1 to 100 characters"),
        (format!("return {{ {} }}", test("")), "`name` needs 1 to 100 characters"),
    ] {
        let error = read(&list).unwrap_err();
        assert!(error.message.contains(part), "{part}: {error}");
    }
}

/// Tests that a file of tests runs in the sandbox, within the limits of loading.
#[test]
fn hostile_test_files_are_stopped() {
    let limits = Limits { memory: 8 << 20, ..Limits::default() };
    let host = Host { limits, ..Host::default() };
    let info = info_of(&robot(""));
    let huge =
        "local list = {} for i = 1, 400 do list[i] = string.rep('x', 60000) .. i end return list";
    for (text, kind) in [
        ("while true do end", ErrorKind::Fuel),
        ("pcall(function() while true do end end) return {}", ErrorKind::Fuel),
        (huge, ErrorKind::Memory),
        ("return io.open('x')", ErrorKind::Runtime),
        ("return os.time()", ErrorKind::Runtime),
        ("return require('../secret')", ErrorKind::Runtime),
        ("return )", ErrorKind::Syntax),
        ("return setmetatable({}, { __index = function() error('x') end })", ErrorKind::Metadata),
        ("return { setmetatable({}, { __index = error, __len = error }) }", ErrorKind::Metadata),
    ] {
        let error = tests_of_file::<Race>("x.test.luau", text, &info, &host).unwrap_err();
        assert_eq!((error.kind, error.file.as_str()), (kind, "x.test.luau"), "{text}: {error}");
    }
}

#[test]
fn junqi_tests_can_use_names_of_pieces() {
    let text = "return { api = 1, game = \"junqi\", name = \"x\", choose = print }";
    let list = "assert(codes.flag == \"F\" or codes.flag)\nreturn { { name = \"a\", \
                position = \"qipan junqi dark turn=south south=S53G,S62F north=N11G,N62F\", \
                must_not = \"S53 S43\" } }";
    let host = Host::default();
    let tests = tests_of_file::<Junqi>("x.test.luau", list, &info_of(text), &host).unwrap();
    assert_eq!(Junqi::SEATS[tests[0].seat.index()], "south");
}

/// Tests that the first robot of each manual passes the tests that the manual shows.
#[test]
fn tests_in_the_manual_are_passed() {
    for manual in
        [include_str!("../../../scripts/README.md"), include_str!("../../../scripts/README.zh.md")]
    {
        let block = |language: &str, part: &str| {
            let fence = format!("```{language}\n");
            let blocks = manual.split(&fence).skip(1);
            let mut blocks = blocks.map(|block| block.split("```").next().unwrap());
            blocks.find(|block| block.contains(part)).unwrap().to_owned()
        };
        let (text, host) = (&block("luau", "local robot: Robot = {"), Host::default());
        let list = block("lua", "{ RobotTest }");
        let tests = tests_of_file::<Race>("x", list, &info_of(text), &host).unwrap();
        assert_eq!(tests.iter().map(|test| test.seeds).collect::<Vec<_>>(), [4, 8]);
        for test in tests {
            let mut robot = LuaRobot::<Race>::load("x.luau", text, &[], &host).unwrap();
            robot.start();
            let choice = ask(&mut robot, &test.state, &[], [0; 32]);
            assert!(test.expected.allows(&choice.action), "{}: {}", test.name.en, choice.action);
        }
    }
}

#[test]
fn lines_that_ran_are_recorded_without_changing_fuel() {
    let text = "return { api = 1, game = \"race\", name = \"x\",\nchoose = function(view, turn)\n\
                local actions = turn:actions()\nif #actions > 99 then\nprint(\"many\")\nprint(\"so\")\nend\n\
                return actions[1]\nend }";
    let (race, log) = four_launches();
    let run = |coverage: bool| {
        let host = Host { coverage, ..Host::default() };
        let mut robot = LuaRobot::<Race>::load("x.luau", text, &[], &host).unwrap();
        robot.start();
        let choice = ask(&mut robot, &race, &log, [0; 32]);
        (choice, robot.coverage())
    };
    let ((plain, no_lines), (recorded, lines)) = (run(false), run(true));
    assert_eq!(plain, recorded);
    assert_eq!((no_lines.line_count(), lines.unreached()), (0, vec![(5, 6)]));
    assert!(lines.line_count() >= 5, "{lines:?}");
}
