//! Compares examples, messages, figures and drawings of the manual with the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::junqi::rules;
use crate::common::rng;
use crate::common::scripts::{files, folder, source_in};
use crate::junqi::{answer, play_out};
use crate::robots::{ask, play};
use qipan_core::contract::game::{Game, Step};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::{Choice, RandomRobot};
use qipan_core::contract::seat::SeatSet;
use qipan_core::contract::source::Source;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::board::{BLUE, GREEN, RED, YELLOW};
use qipan_core::games::race::{Race, Rules};
use qipan_core::house::{House, HouseRule};
use qipan_core::registry::inspect;
use qipan_core::script::{
    Host, LuaRobot, LuaRule, ModuleLibrary, ScriptInfo, ScriptKind, Scripted, with_modules,
};

const MANUALS: [&str; 2] =
    [include_str!("../../../scripts/README.md"), include_str!("../../../scripts/README.zh.md")];

/// Returns the code blocks of a manual in a language.
fn blocks<'a>(manual: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    manual.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// The modules in a manual. Each names its file in its second line.
struct ManualModules<'a>(Vec<&'a str>);

impl ModuleLibrary for ManualModules<'_> {
    fn text(&self, name: &str) -> Option<Vec<u8>> {
        let file = format!("\n-- lib/{name}.luau\n");
        self.0.iter().find(|code| code.contains(&file)).map(|code| code.as_bytes().to_vec())
    }

    fn names(&self) -> Vec<String> {
        let name =
            |code: &&str| Some(code.split_once("\n-- lib/")?.1.split_once('.')?.0.to_owned());
        self.0.iter().filter_map(name).collect()
    }
}

/// Returns the rows of the table with this head, as cells without code marks.
fn table(head: &str) -> Vec<Vec<String>> {
    let start = format!("{head}\n");
    let rows = MANUALS[0].split(&start).nth(1).unwrap_or_else(|| panic!("no table {head}"));
    let rows = rows.lines().skip(1).take_while(|line| line.starts_with('|'));
    let cell = |cell: &str| cell.trim().trim_matches(['`', '"']).to_owned();
    rows.map(|line| line.split('|').skip(1).map(cell).collect()).collect()
}

/// Returns the scripts of a folder, by name.
fn built_in(kind: &str) -> BTreeMap<String, (Source, ScriptInfo)> {
    let read = |(name, file): (String, PathBuf)| {
        let source = source_in(kind, &fs::read_to_string(file).unwrap());
        let info = inspect(&name, &source, &Host::default()).unwrap();
        (name, (source, info))
    };
    files(&folder(kind)).into_iter().map(read).collect()
}

fn load<G: Scripted>(name: &str, source: &Source) -> LuaRobot<G> {
    LuaRobot::load(name, source, &[], &Host::default()).unwrap_or_else(|why| panic!("{why}"))
}

fn race(preset: &str) -> Race {
    let rules = Rules::preset(preset).unwrap();
    Race::new(&rules, SeatSet::first(4), &Default::default()).unwrap()
}

/// Returns the presets that a script is for.
fn supported_presets<G: Game>(info: &ScriptInfo) -> Vec<&'static str> {
    let all = G::Rules::PRESETS.iter().copied();
    all.filter(|name| info.presets.is_empty() || info.presets.iter().any(|preset| preset == name))
        .collect()
}

#[test]
fn manual_examples_are_whole_and_work() {
    for manual in MANUALS {
        let mut count = BTreeMap::new();
        let modules = ManualModules(blocks(manual, "lua"));
        assert_eq!(modules.names(), ["scores"]);
        for code in blocks(manual, "luau") {
            let source = with_modules(code.as_bytes(), &modules);
            let info = inspect("example.luau", &source, &Host::default()).unwrap();
            *count.entry((info.kind == ScriptKind::Robot, info.game.clone())).or_insert(0) += 1;
            // Programs are tested by the app, rules by `manual.rs` and the tests of house rules.
            if info.kind == ScriptKind::Rule || !info.command.is_empty() {
                continue;
            }
            let mut troubles = Vec::new();
            if info.game == "race" {
                for preset in supported_presets::<Race>(&info) {
                    let choices =
                        play(&mut race(preset), &mut [&mut load("example.luau", &source)], 2);
                    troubles.extend(choices.into_iter().filter_map(|choice| choice.error));
                }
            } else {
                for preset in supported_presets::<Junqi>(&info) {
                    let mut game = crate::common::junqi::start(&rules(preset, &[]), &mut rng(2));
                    let mut robot = load("example.luau", &source);
                    let players: &mut [&mut dyn qipan_core::contract::robot::Robot<Junqi>] =
                        &mut [&mut robot, &mut RandomRobot];
                    let choices = play_out(&mut game, players, 2, |_, _| {});
                    troubles.extend(choices.into_iter().filter_map(|choice| choice.error));
                }
            }
            assert!(troubles.is_empty(), "{:?}: {:?}", info.name, troubles[0]);
        }
        let robots = [(true, "race".to_owned()), (true, "junqi".to_owned())];
        let rules = [(false, "race".to_owned()), (false, "junqi".to_owned())];
        assert!(count[&robots[0]] >= 6 && count[&robots[1]] >= 2, "{count:?}");
        assert!(count[&rules[0]] >= 5 && count[&rules[1]] >= 1, "{count:?}");
    }
}

/// Returns the message of a race robot with this body of `choose`.
fn robot_message(body: &str) -> String {
    let source = format!(
        "return {{ api = 1, game = \"race\", name = \"x\",\nchoose = function(view, turn)\n{body}\nend }}"
    );
    let host = Host { strict: true, ..Host::default() };
    let mut robot = match LuaRobot::<Race>::load("my_first.luau", &source, &[], &host) {
        Ok(robot) => robot,
        Err(why) => return why.to_string(),
    };
    let (race, log) = crate::robots::four_launches();
    ask(&mut robot, &race, &log, [1; 32]).error.map(|trouble| trouble.message).unwrap_or_default()
}

/// Returns the message of a house rule that acts after each roll.
fn rule_message(body: &str) -> String {
    let source = format!(
        "return {{ api = 1, game = \"race\", name = \"x\", hooks = {{ after = {{ on = {{ \"rolled\" }},\nrun = function(view, step, events)\n{body}\nend }} }} }}"
    );
    let rule = LuaRule::<Race>::load("rule.luau", source, 0, &[], &Host::default()).unwrap();
    let mut house = House::<Race>::new(vec![(0, Box::new(rule) as Box<dyn HouseRule<Race>>)]);
    let (mut race, _) = crate::robots::four_launches();
    let mut actions = Vec::new();
    race.legal_actions(&mut actions);
    let seat = race.seat_to_move();
    race.play(&Step::Act { seat, action: actions[0] }, &mut Vec::new()).unwrap();
    let result = house.play(&mut race, Step::Chance(3), &mut Vec::new(), &mut Vec::new());
    format!("{:?}", result.unwrap_err())
}

/// Returns the message for a file.
fn file_message(source: &str) -> String {
    inspect("x.luau", source, &Host::default()).unwrap_err().message
}

/// Returns the message in the first cell of a row of the table of messages.
fn quoted_message(row: &str) -> String {
    // A cell can contain an escaped bar.
    let row = row.replace("\\|", "\u{1}");
    let cell = row.split('|').nth(1).unwrap().trim().replace('\u{1}', "|");
    let start = cell.split(" after an effect").next().unwrap();
    let double_quoted = start.strip_prefix("``").and_then(|code| code.strip_suffix("``"));
    let single_quoted = || cell.trim_start_matches('`').split('`').next().unwrap();
    double_quoted.unwrap_or_else(single_quoted).trim().to_owned()
}

#[test]
fn troubleshooting_quotes_real_messages() {
    let table = MANUALS[0].split("| the message says | what to do |\n").nth(1).unwrap();
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    let quoted: Vec<String> = rows.map(quoted_message).collect();
    let some_action = "return turn:actions()[1]";
    let messages = [
        file_message("return { api = 1, game = 'race', nme = 'x' }"),
        file_message("return { api = 1, name = 'x', choose = function() end }"),
        file_message("local robot = {}"),
        robot_message("return view:rsik(3)"),
        robot_message("return #turn:actions()[1].capture"),
        robot_message("return view.planes(view.seat)"),
        robot_message("local a return a.from"),
        robot_message("return turn:actions()[1].from + 1"),
        robot_message("if view:planes()[1] > 3 then return nil end"),
        robot_message("if view:planes()[1] < 3 then return nil end"),
        robot_message(&format!("best = nil {some_action}")),
        robot_message(&format!("view.seats[1] = 'blue' {some_action}")),
        robot_message("local best return best"),
        robot_message(&format!("if view.roll != 6 then {some_action} end")),
        robot_message("while true do end"),
        robot_message("local t = {} for i = 1, 1e6 do t[i] = 'x' .. i .. string.rep('x', 99) end"),
        robot_message(&format!("local a = require('a') {some_action}")),
        file_message("local scores = require('scores')"),
        answer("view:possible('S70') return nil").error.unwrap().message,
        answer("view:value('41') return nil").error.unwrap().message,
        file_message("return { api = 1, game = 'race', name = 'x', set = { takeof = { 5 } } }"),
        rule_message("return { kind = 'draw' }"),
        rule_message("return { { kind = 'send_home', seat = 'blue', plane = 1 } }"),
        rule_message("return math.random(3)"),
        rule_message(
            "local e = { kind = 'send_home', seat = 'blue', plane = 9 }\n\
             return { e, { kind = 'send_home', seat = 'blue', plane = 9 } }",
        ),
        // These need a slow script and three errors; other tests provoke them.
        "ran out of time".to_owned(),
        "switched off for this game".to_owned(),
    ];
    assert!(quoted.len() >= 20, "{quoted:?}");
    for quote in &quoted {
        let is_real = messages.iter().any(|message| message.contains(quote.as_str()));
        assert!(is_real, "no error says {quote:?}; they say {messages:#?}");
    }
    let sources = ["src/script/meter.rs", "src/script/error.rs", "src/script/robot.rs"];
    let sources = sources
        .map(|file| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap());
    for message in &messages[messages.len() - 2..] {
        assert!(sources.iter().any(|source| source.contains(message)), "{message}");
    }
}

/// Returns the median and the maximum of the fuel of some decisions.
fn median_and_maximum<A>(choices: &[Choice<A>]) -> [u64; 2] {
    let mut fuel: Vec<u64> = choices.iter().map(|choice| choice.fuel).collect();
    fuel.sort_unstable();
    [fuel[fuel.len() / 2], fuel[fuel.len() - 1]]
}

fn race_fuel(name: &str, source: &Source) -> [u64; 2] {
    median_and_maximum(&play(&mut race("aeroplane"), &mut [&mut load(name, source)], 5))
}

fn junqi_fuel(name: &str, source: &Source, preset: &str) -> [u64; 2] {
    let mut game = crate::common::junqi::start(&rules(preset, &[]), &mut rng(3));
    let greedy = fs::read_to_string(folder("robots/junqi/greedy.luau")).unwrap();
    let greedy = source_in("robots/junqi", &greedy);
    let (mut robot, mut greedy) = (load::<Junqi>(name, source), load::<Junqi>("greedy", &greedy));
    let mut choices = Vec::new();
    play_out(&mut game, &mut [&mut greedy], 5, |game, log| {
        if [0, 15, 30, 45, 60].contains(&game.ply()) {
            choices.push(ask(&mut robot, game, log, [1; 32]));
        }
    });
    median_and_maximum(&choices)
}

#[test]
fn manual_gives_the_fuel_of_every_robot() {
    let mut wrong = Vec::new();
    let mut check_is_close = |name: &str, stated: &[String], measured: [u64; 2]| {
        for (stated, measured) in stated.iter().zip(measured) {
            let stated: f64 = stated.replace(',', "").parse().unwrap();
            let factor = measured as f64 / stated;
            if !(0.8..1.25).contains(&factor) {
                wrong.push(format!("{name}: the manual says {stated}, not {measured}"));
            }
        }
    };
    for (game, head) in [
        ("race", "| race robot | median | maximum |"),
        ("junqi", "| Junqi robot | median | maximum |"),
    ] {
        let rows = table(head);
        let robots = built_in(&format!("robots/{game}"));
        assert_eq!(rows.len(), robots.len(), "{head}");
        for row in rows {
            let (source, info) = &robots[&row[0]];
            let measured = if game == "race" {
                race_fuel(&row[0], source)
            } else {
                let preset = if info.presets.iter().any(|p| p == "flip") { "flip" } else { "dark" };
                junqi_fuel(&row[0], source, preset)
            };
            check_is_close(&row[0], &row[1..3], measured);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the numbers of a drawing with their rows and columns. A column is three characters.
fn numbers(drawing: &str) -> BTreeMap<usize, (usize, usize)> {
    let mut found = BTreeMap::new();
    for (row, line) in drawing.lines().enumerate() {
        for (column, cell) in line.as_bytes().chunks(3).enumerate() {
            if let Ok(number) = String::from_utf8_lossy(cell).trim().parse() {
                assert_eq!(found.insert(number, (row, column)), None, "{number}");
            }
        }
    }
    found
}

#[test]
fn drawings_of_the_race_boards_show_the_track() {
    for manual in MANUALS {
        let drawings: Vec<&str> = blocks(manual, "text");
        for (drawing, preset, squares) in
            [(drawings[0], "aeroplane", 52), (drawings[1], "flying", 56)]
        {
            let found = numbers(drawing);
            assert_eq!(found.keys().copied().collect::<Vec<_>>(), (0..squares).collect::<Vec<_>>());
            let mut lanes = BTreeMap::new();
            for (row, line) in drawing.lines().enumerate() {
                for (column, cell) in line.as_bytes().chunks(3).enumerate() {
                    let cell = String::from_utf8_lossy(cell).trim().to_owned();
                    if ["r", "y", "b", "g"].contains(&cell.as_str()) {
                        lanes.entry(cell).or_insert_with(Vec::new).push((row, column));
                    }
                }
            }
            let near = |a: (usize, usize), b: (usize, usize)| {
                a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1 && a != b
            };
            for square in 0..squares {
                let next = (square + 1) % squares;
                assert!(near(found[&square], found[&next]), "{preset}: {square} and {next}");
            }
            // Each lane has five squares, the first beside the last square before it.
            let board = Rules::preset(preset).unwrap().board;
            for (seat, letter) in [(RED, "r"), (YELLOW, "y"), (BLUE, "b"), (GREEN, "g")] {
                let last = found[&usize::from(board.square(seat, board.last_on_track()).unwrap())];
                let lane: &Vec<(usize, usize)> = &lanes[letter];
                assert_eq!(lane.len(), 5, "{preset}: {letter}");
                assert!(lane.iter().any(|at| near(*at, last)), "{preset}: {letter}");
            }
        }
    }
}

/// The board of Junqi as a script reads it, by the names of its cells.
#[derive(Default)]
struct ScriptBoard {
    kinds: BTreeMap<String, String>,
    /// Pairs of neighbours, in both orders.
    neighbours: BTreeSet<[String; 2]>,
    /// Neighbours on the same railway, in both orders.
    railways: BTreeSet<[String; 2]>,
}

fn script_board() -> ScriptBoard {
    let body = "for _, cell in view.cells do
        print(cell, view:kind(cell), table.concat(view:neighbours(cell), ' '))
        for _, line in view:lines(cell) do print('line', table.concat(line, ' ')) end
    end return turn:actions()[1]";
    let mut board = ScriptBoard::default();
    for line in answer(body).printed {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if words[0] == "line" {
            for pair in words[1..].windows(2) {
                board.railways.insert([pair[0].clone(), pair[1].clone()]);
                board.railways.insert([pair[1].clone(), pair[0].clone()]);
            }
        } else {
            board.kinds.insert(words[0].clone(), words[1].clone());
            for neighbour in &words[2..] {
                board.neighbours.insert([words[0].clone(), neighbour.clone()]);
            }
        }
    }
    board
}

#[test]
fn drawing_of_the_junqi_board_shows_cells_and_railways() {
    let ScriptBoard { kinds, neighbours, railways } = script_board();
    for manual in MANUALS {
        // A cell of the drawing is five characters wide, with one character between two cells.
        let drawing: Vec<&[u8]> = blocks(manual, "text")[2].lines().map(str::as_bytes).collect();
        let char_at = |row: usize, column: usize| {
            drawing[row].get(column).map_or(' ', |byte| char::from(*byte))
        };
        let mut grid = BTreeMap::new();
        // The row of the board, and the rows of the drawing with railways above a row of the board.
        let (mut board_row, mut vertical_rails) = (0, Vec::new());
        for row in 0..drawing.len() {
            if char_at(row, 2) == '#' {
                vertical_rails.push((board_row, row));
                continue;
            }
            for column in 0..5 {
                let start = 6 * column;
                let name: String = (start + 1..start + 4).map(|at| char_at(row, at)).collect();
                let kind = match char_at(row, start) {
                    '(' => "camp",
                    '[' => "headquarters",
                    _ => "station",
                };
                assert_eq!(kinds[&name], kind, "{name}");
                if column > 0 {
                    let left: &String = &grid[&(board_row, column - 1)];
                    let pair = [left.clone(), name.clone()];
                    assert!(neighbours.contains(&pair), "{pair:?}");
                    let is_drawn = char_at(row, start - 1) == '=';
                    assert_eq!(railways.contains(&pair), is_drawn, "{pair:?}");
                }
                grid.insert((board_row, column), name);
            }
            board_row += 1;
        }
        assert_eq!((grid.len(), board_row), (kinds.len(), 12));
        for below in 1..12 {
            let rails_above = vertical_rails.iter().find(|(board_row, _)| *board_row == below);
            for column in 0..5 {
                let pair = [grid[&(below - 1, column)].clone(), grid[&(below, column)].clone()];
                let is_drawn =
                    rails_above.is_some_and(|(_, row)| char_at(*row, 6 * column + 2) == '#');
                assert_eq!(railways.contains(&pair), is_drawn, "{pair:?}");
                // Mountains separate the armies beside the middle.
                assert_eq!(neighbours.contains(&pair), below != 6 || column % 2 == 0, "{pair:?}");
            }
        }
    }
}

#[test]
fn table_of_pieces_matches_the_program() {
    let head = "| code | name | in a script | letter in a layout | per army | `view:value` |";
    let rows = table(head);
    assert_eq!(rows.len(), 13);
    let layout: String = "JSHHLLTTYYNNNPPPGGGZZDDDF".to_owned();
    for row in &rows[..12] {
        let [code, name, letter, count, value] = [0, 2, 3, 4, 5].map(|cell| row[cell].as_str());
        assert_eq!(layout.matches(letter).count().to_string(), count, "{code}");
        let body = format!("print({name}, view:value({name})) return turn:actions()[1]");
        assert_eq!(answer(&body).printed, [format!("{code} {}", value.replace(',', ""))]);
    }
}

#[test]
fn tables_of_built_in_scripts_are_complete() {
    for (game, head) in [("race", "| Race games | | how |"), ("junqi", "| Junqi | | how |")] {
        let rules = built_in(&format!("rules/{game}"));
        let listed: BTreeMap<String, String> =
            table(head).into_iter().map(|row| (row[0].clone(), row[2].clone())).collect();
        let expected = rules.iter().map(|(name, (_, info))| {
            let hooks =
                if info.hooks.is_empty() { "options".to_owned() } else { info.hooks.join(", ") };
            (name.clone(), hooks)
        });
        let sorted = |hooks: &str| hooks.split(", ").map(str::to_owned).collect::<BTreeSet<_>>();
        let expected: BTreeMap<String, String> = expected.collect();
        assert_eq!(listed.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (name, hooks) in expected {
            assert_eq!(sorted(&listed[&name]), sorted(&hooks), "{name}");
        }
    }
    for (game, head) in [
        ("race", "| | | Aeroplane Chess | Flying Chess |"),
        ("junqi", "| | | plays | wins against the robot above |"),
    ] {
        let listed: BTreeSet<String> = table(head).into_iter().map(|row| row[0].clone()).collect();
        assert_eq!(listed, built_in(&format!("robots/{game}")).into_keys().collect());
    }
    let levels = table("| `level` | shown as | Race games | Junqi |");
    for (column, game) in [(2, "race"), (3, "junqi")] {
        let robots = built_in(&format!("robots/{game}"));
        let expected: BTreeSet<(String, String)> = robots
            .iter()
            .filter_map(|(name, (_, info))| Some((info.level?.name().to_owned(), name.clone())))
            .collect();
        let listed = levels.iter().map(|row| (row[0].clone(), row[column].clone())).collect();
        assert_eq!(expected, listed, "{game}");
    }
}
