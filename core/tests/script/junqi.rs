//! Lua robots at Junqi: what they are shown against the view in Rust, what becomes of their
//! answers, and how the robots that ship play.

use std::collections::BTreeSet;

use crate::common::junqi::{any_layout, legal, play, position, rules, start};
use crate::common::rng;
use qipan_core::dice::Seed;
use qipan_core::game::{Game, Step, Turn, Viewer};
use qipan_core::games::inspect;
use qipan_core::junqi::{
    Action, BoardKind, Cell, CellKind, Deal, Event, Fight, Junqi, Layout, PRESETS, Piece,
};
use qipan_core::options::RuleSet;
use qipan_core::robot::{Choice, Decision, Note, RandomRobot, Robot, TroubleKind};
use qipan_core::script::{Host, Limits, LuaRobot, ScriptError};
use qipan_core::seat::Seat;
use rand::Rng;
use serde_json::json;

const SHIPPED: [(&str, &str); 4] = [
    ("random", include_str!("../../../scripts/robots/junqi/random.luau")),
    ("greedy", include_str!("../../../scripts/robots/junqi/greedy.luau")),
    ("engineer_corps", include_str!("../../../scripts/robots/junqi/engineer_corps.luau")),
    ("flipper", include_str!("../../../scripts/robots/junqi/flipper.luau")),
];
const TYPES: &str = include_str!("../../../scripts/qipan.d.luau");

fn shipped(name: &str) -> LuaRobot<Junqi> {
    let (_, source) = SHIPPED.iter().find(|(other, _)| *other == name).unwrap();
    LuaRobot::load(name, source, &[], &Host::default()).unwrap()
}

/// A robot whose `choose` has this body.
fn written(body: &str) -> LuaRobot<Junqi> {
    load(body, "", Limits { log_lines: 2_000, ..Limits::default() }).unwrap()
}

fn load(body: &str, fields: &str, limits: Limits) -> Result<LuaRobot<Junqi>, ScriptError> {
    let source = format!(
        "return {{ api = 1, game = \"junqi\", name = \"x\", {fields} choose = function(view, turn)\n{body}\nend }}"
    );
    LuaRobot::load("x.luau", source, &[], &Host { limits, ..Host::default() })
}

/// A robot without a `choose` of its own, but with other functions.
fn with(fields: &str) -> LuaRobot<Junqi> {
    load("return turn:actions()[1]", fields, Limits::default()).unwrap()
}

fn ask(
    robot: &mut dyn Robot<Junqi>,
    game: &Junqi,
    log: &[Event],
    stream: [u8; 32],
) -> Choice<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    let seat = game.seat_to_move();
    let view = game.view(Viewer::Seat(seat));
    let ply = game.ply();
    robot.choose(&Decision {
        seat,
        view: &view,
        actions: &actions,
        log,
        house_rules: &[],
        ply,
        stream,
    })
}

/// One answer at the start of a dark game.
fn answer(body: &str) -> Choice<Action> {
    let game = start(&rules("dark", &[("first", json!("south"))]), &mut rng(1));
    ask(&mut written(body), &game, &[], [1; 32])
}

/// Goes through a game between robots, who take the seats in turn; what they chose.
fn play_out(
    game: &mut Junqi,
    robots: &mut [&mut dyn Robot<Junqi>],
    seed: u64,
    mut at: impl FnMut(&Junqi, &[Event]),
) -> Vec<Choice<Action>> {
    let (mut rng, mut log, mut choices) = (rng(seed), Vec::new(), Vec::new());
    robots.iter_mut().for_each(|robot| robot.start());
    while let Turn::Seat(seat) = game.turn() {
        at(game, &log);
        let mut stream = [0; 32];
        rng.fill_bytes(&mut stream);
        let place = game.seats().iter().position(|other| other == seat).unwrap();
        let count = robots.len();
        let choice = ask(robots[place % count], game, &log, stream);
        let action = choice.action;
        choices.push(choice);
        game.play(&Step::Act { seat, action }, &mut log).unwrap();
    }
    choices
}

/// What a robot with this body prints at every `step`th turn of a random game, and where it
/// was asked.
fn printed(
    game: &mut Junqi,
    body: &str,
    seed: u64,
    step: usize,
) -> Vec<(Junqi, Vec<Event>, Vec<String>)> {
    let mut robot = written(&format!("{body} return turn:actions()[1]"));
    let (mut asked, mut count) = (Vec::new(), 0);
    play_out(game, &mut [&mut RandomRobot], seed, |game, log| {
        if count % step == 0 {
            let choice = ask(&mut robot, game, log, [1; 32]);
            assert_eq!(choice.trouble, None, "{body}");
            asked.push((game.clone(), log.to_vec(), choice.printed));
        }
        count += 1;
    });
    asked
}

fn names(cells: impl Iterator<Item = Cell>) -> String {
    cells.map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}

fn seat_name(seat: Option<Seat>) -> &'static str {
    seat.map_or("?", Junqi::seat_name)
}

fn code(piece: Option<Piece>) -> &'static str {
    piece.map_or("?", Piece::code)
}

#[test]
fn the_board_and_its_pieces_are_those_of_the_view() {
    let body = r#"
        local owner, face = view:board()
        for _, cell in view.cells do
            local piece = view:piece(cell)
            if piece then
                assert(piece.owner == owner[cell] and piece.face == face[cell])
                assert(piece.moved == view:moved(cell))
                print(cell, piece.owner, piece.face, piece.start, piece.moved, piece.shown, piece.down,
                    piece.carries)
            else
                assert(owner[cell] == false and face[cell] == false and not view:moved(cell))
            end
        end"#;
    for (number, preset) in PRESETS.iter().enumerate() {
        let mut game = start(&rules(preset, &[]), &mut rng(number as u64));
        for (game, _, lines) in &printed(&mut game, body, 3, 7) {
            let view = game.view(Viewer::Seat(game.seat_to_move()));
            let expected = view.taken().iter().map(|cell| {
                let seen = view.at(cell).unwrap();
                let owner = seat_name(seen.owner.filter(|_| !seen.down));
                let (face, tile) = (code(seen.piece), seen.tile);
                let (moved, shown, down) = (seen.moved, seen.shown, seen.down);
                format!("{cell} {owner} {face} {tile} {moved} {shown} {down} nil")
            });
            assert_eq!(*lines, expected.collect::<Vec<_>>(), "{preset}");
        }
    }
}

#[test]
fn fields_and_losses_are_those_of_the_view() {
    let body = r#"
        print(view.seat, table.concat(view.seats, " "), view.partner, view.ply, view.quiet,
            view.preset, #view.cells, table.concat(view.places, " "))
        for _, seat in view.seats do
            for _, piece in view:lost(seat) do
                print(seat, piece.start, piece.face)
            end
        end
        assert(#view:lost() == #view:lost(view.seat))"#;
    for (number, preset) in PRESETS.iter().enumerate() {
        let rules = rules(preset, &[("turn_order", json!("clockwise"))]);
        let mut game = start(&rules, &mut rng(number as u64));
        for (game, _, lines) in &printed(&mut game, body, 4, 5) {
            let seat = game.seat_to_move();
            let view = game.view(Viewer::Seat(seat));
            let around = [0, 3, 2, 1].map(|k| Seat::new((seat.index() as u8 + k) % 4));
            let around: Vec<Seat> =
                around.into_iter().filter(|other| game.seats().contains(*other)).collect();
            let words = around.iter().map(|seat| Junqi::seat_name(*seat)).collect::<Vec<_>>();
            let places: Vec<_> = view.outs().map(|(seat, _)| Junqi::seat_name(seat)).collect();
            let expected = format!(
                "{} {} {} {} {} {preset} {} {}",
                Junqi::seat_name(seat),
                words.join(" "),
                view.partner(seat).map_or("nil", Junqi::seat_name),
                view.ply(),
                view.quiet_plies(),
                view.board().cells().len(),
                places.join(" ")
            );
            assert_eq!(lines[0], expected);
            let gone: Vec<_> = view.tiles().filter(|tile| view.cell_of(*tile).is_none()).collect();
            let of = |seat: &Seat| {
                let seat = *seat;
                let view = &view;
                gone.iter().map(|tile| view.seen(*tile)).filter(move |s| s.owner == Some(seat))
            };
            let lost = around.iter().flat_map(of).map(|seen| {
                format!("{} {} {}", seat_name(seen.owner), seen.tile, code(seen.piece))
            });
            assert_eq!(lines[1..], lost.collect::<Vec<_>>(), "{preset}");
        }
    }
}

#[test]
fn beliefs_are_those_of_the_view() {
    let body = r#"
        local owner, face = view:board()
        for _, cell in view.cells do
            local maybe, chances = view:maybe(cell), view:chance(cell)
            if owner[cell] then
                local words, sum = {}, 0
                for i, code in maybe do
                    words[i] = string.format("%s=%.5f", code, chances[code] or 0)
                    sum += chances[code] or 0
                    chances[code] = nil
                end
                assert(next(chances) == nil and math.abs(sum - 1) < 1e-3)
                local split = 0
                for _, seat in view.seats do
                    for _, chance in view:chance(cell, seat) do
                        split += chance
                    end
                end
                assert(owner[cell] == "?" and face[cell] ~= "?" or math.abs(split - 1) < 1e-3)
                print(cell, table.concat(words, " "))
            else
                assert(#maybe == 0 and next(chances) == nil)
            end
        end"#;
    for (number, preset) in PRESETS.iter().enumerate() {
        let mut game = start(&rules(preset, &[]), &mut rng(number as u64));
        for (game, _, lines) in &printed(&mut game, body, 5, 11) {
            let view = game.view(Viewer::Seat(game.seat_to_move()));
            let belief = view.belief();
            let expected = view.taken().iter().map(|cell| {
                let tile = view.at(cell).unwrap().tile;
                let chances = belief.chances(tile);
                let word = |piece: Piece| format!("{}={:.5}", piece.code(), chances[piece.index()]);
                let words: Vec<_> = belief.maybe(tile).iter().map(word).collect();
                format!("{cell} {}", words.join(" "))
            });
            assert_eq!(*lines, expected.collect::<Vec<_>>(), "{preset}");
        }
    }
}

#[test]
fn the_cells_are_those_of_the_board() {
    let body = r#"
        for _, cell in view.cells do
            local lines = {}
            for i, line in view:lines(cell) do
                lines[i] = table.concat(line, " ")
            end
            print(cell, view:kind(cell), table.concat(view:neighbours(cell), " "), table.concat(lines, ","))
        end"#;
    for preset in ["dark", "three", "siguo_dark"] {
        let game = start(&rules(preset, &[]), &mut rng(1));
        let body = format!("{body} return turn:actions()[1]");
        let choice = ask(&mut written(&body), &game, &[], [1; 32]);
        assert_eq!(choice.trouble, None);
        let board = game.board();
        let expected = board.cells().iter().map(|cell| {
            let kind = match BoardKind::cell_kind(cell) {
                CellKind::Station => "station",
                CellKind::Camp => "camp",
                CellKind::Headquarters => "headquarters",
                CellKind::Centre => "centre",
            };
            let lines = board.lines().iter().filter(|line| line.contains(&cell));
            let lines: Vec<_> = lines.map(|line| names(line.iter().copied())).collect();
            let lines = lines.join(",");
            let line = format!("{cell} {kind} {} {lines}", names(board.near(cell).iter()));
            line.chars().take(200).collect::<String>()
        });
        let cut = choice.printed.iter().map(|line| line.chars().take(200).collect::<String>());
        assert!(cut.eq(expected), "{preset}");
    }
}

#[test]
fn reach_is_where_the_piece_may_go() {
    // Every own piece reaches exactly the cells its legal moves lead to.
    let body = r#"
        local owner, face = view:board()
        for _, cell in view.cells do
            if owner[cell] == view.seat then
                for _, to in view:reach(cell) do
                    print(cell, to)
                end
            end
        end"#;
    for (number, preset) in PRESETS.iter().enumerate() {
        let loose = [("rail_turns", json!(true)), ("hq_exit", json!(true))];
        let bombs = [("bomb_moves_as_engineer", json!(true))];
        for changes in [&[][..], &loose, &bombs] {
            let mut game = start(&rules(preset, changes), &mut rng(number as u64));
            for (game, _, lines) in &printed(&mut game, body, 6, 9) {
                let moves = legal(game).into_iter().filter(|word| !word.starts_with("flip"));
                let moves: BTreeSet<String> = moves.collect();
                let reached: BTreeSet<String> = lines.iter().cloned().collect();
                if game.rules().is_flip() {
                    // Who may take the Flag when is not looked at.
                    assert!(moves.is_subset(&reached), "{preset}");
                } else {
                    assert_eq!(reached, moves, "{preset} {changes:?}");
                }
            }
        }
    }
}

#[test]
fn reach_of_a_guess_is_that_of_the_enemy() {
    let pieces = [("S33", "s36"), ("N62", "n30"), ("S62", "s30"), ("N11", "n38"), ("S11", "s33")];
    let game = position(&rules("dark", &[]), &pieces);
    let reach = |call: &str| {
        let body = format!("print(table.concat(view:reach({call}), ' ')) return turn:actions()[1]");
        let choice = ask(&mut written(&body), &game, &[], [1; 32]);
        choice.trouble.map_or_else(|| choice.printed.concat(), |trouble| trouble.message)
    };
    assert_eq!(reach("'N62', '40'"), "", "nothing leaves a headquarters");
    assert_eq!(reach("'N11', '31'"), "", "a Landmine stays");
    assert!(reach("'N11'").contains("nothing known stands on N11"));
    let lieutenant = reach("'N11', '33'");
    let engineer = reach("'N11', '32'");
    assert!(lieutenant.contains("N15") && lieutenant.contains("S15"), "{lieutenant}");
    assert!(!lieutenant.contains("S14") && engineer.contains("S14"), "{engineer}");
    assert!(engineer.contains("S11"), "it may strike there: {engineer}");
    // From an empty cell the own army is meant.
    assert!(reach("'S13', '33'").contains("N13"));
    assert!(!reach("'S12', '33'").contains("S11"));
}

#[test]
fn battles_end_as_the_rules_in_force_have_it() {
    let body = r#"
        local codes = { "40", "39", "38", "37", "36", "35", "34", "33", "32", "00", "31", "30" }
        for i = 1, 10 do
            for _, defender in codes do
                print(codes[i], defender, view:battle(codes[i], defender))
            end
        end
        return turn:actions()[1]"#;
    for mine in ["spring", "bomb", "bomb_engineer_digs"] {
        let rules = rules("dark", &[("mine", json!(mine))]);
        let game = start(&rules, &mut rng(1));
        let choice = ask(&mut written(body), &game, &[], [1; 32]);
        let expected = Piece::ALL.into_iter().filter(|piece| piece.moves()).flat_map(|attacker| {
            Piece::ALL.map(|defender| {
                let word = match attacker.fight(defender, rules.mine) {
                    Fight::AttackerStays => "attacker",
                    Fight::DefenderStays => "defender",
                    Fight::BothGone => "both",
                };
                format!("{} {} {word}", attacker.code(), defender.code())
            })
        });
        assert_eq!(choice.printed, expected.collect::<Vec<_>>(), "{mine}");
    }
}

#[test]
fn a_history_is_the_way_of_one_piece() {
    let pieces = [
        ("S33", "s38"),
        ("S13", "s33"),
        ("S62", "s30"),
        ("N34", "n36"),
        ("N12", "n35"),
        ("N62", "n30"),
    ];
    let mut game = position(&rules("dark", &[]), &pieces);
    let mut log = Vec::new();
    // North's Colonel crosses the cell that south's Major General has left.
    for action in ["S33 S34", "N34 N35", "S34 S35", "N35 S31", "S13 S12", "S31 S51"] {
        log.extend(play(&mut game, action));
    }
    for action in ["S35 S34", "S51 S53", "S34 S44", "N12 N11"] {
        log.extend(play(&mut game, action));
    }
    let body = r#"
        local function tell(cell)
            local words = {}
            for i, event in view:history(cell) do
                words[i] = event.kind .. " " .. (event.from or event.at) .. " " .. (event.to or "")
            end
            return table.concat(words, ", ")
        end
        print(tell("S44"))
        print(tell("S53"))
        print(tell("N62"), #view:history("S22"))
        return turn:actions()[1]"#;
    let choice = ask(&mut written(body), &game, &log, [1; 32]);
    assert_eq!(choice.trouble, None);
    assert_eq!(
        choice.printed,
        [
            "moved S33 S34, moved S34 S35, moved S35 S34, moved S34 S44",
            "moved N34 N35, moved N35 S31, moved S31 S51, moved S51 S53",
            " 0"
        ]
    );
    log.extend(play(&mut game, "S44 S53"));
    log.extend(play(&mut game, "N11 N12"));
    let choice = ask(&mut written(body), &game, &log, [1; 32]);
    assert!(choice.printed[1].ends_with("moved S34 S44, battled S44 S53"), "{:?}", choice.printed);
}

#[test]
fn the_log_tells_what_happened_and_no_more() {
    let known = [
        ("moved", "from kind seat to"),
        ("battled", "from kind seat stays to"),
        ("flipped", "army at face kind seat"),
        ("settled", "army kind seat"),
        ("revealed", "at face kind seat"),
        ("flag_shown", "at kind seat"),
        ("flag_taken", "at by kind seat"),
        ("flag_lifted", "at by kind seat"),
        ("flag_dropped", "at kind seat"),
        ("army_out", "kind reason seat"),
    ];
    let body = r#"
        local events, next = view:log()
        assert(next == #events + 1 and #view:log(next) == 0)
        for _, event in view:log(next - 4) do
            local keys = {}
            for key in event do
                table.insert(keys, key)
            end
            table.sort(keys)
            print(event.kind .. ":" .. table.concat(keys, " "))
        end"#;
    let carry = [("flag_win", json!("carry_home")), ("scout", json!(true))];
    let mut seen = BTreeSet::new();
    for (preset, changes, seed) in
        [("dark", &[][..], 1), ("dark", &carry, 2), ("flip", &[], 3), ("siguo_dark", &[], 4)]
    {
        for game in 0..4 {
            let mut game = start(&rules(preset, changes), &mut rng(seed * 100 + game));
            for (_, _, lines) in printed(&mut game, body, seed, 3) {
                seen.extend(lines);
            }
        }
    }
    let known: BTreeSet<String> =
        known.iter().map(|(kind, keys)| format!("{kind}:{keys}")).collect();
    assert!(seen.is_subset(&known), "{:?}", seen.difference(&known).collect::<Vec<_>>());
    assert!(seen.len() >= 8, "{seen:?}");
}

#[test]
fn shipped_robots_play_whole_games_of_every_preset_they_name() {
    for (name, source) in SHIPPED {
        let info = inspect(name, source, &Host::default()).unwrap();
        let mut robot = shipped(name);
        for (number, preset) in PRESETS.iter().enumerate() {
            if !info.presets.is_empty() && !info.presets.iter().any(|known| known == preset) {
                continue;
            }
            let mut game = start(&rules(preset, &[]), &mut rng(number as u64));
            let choices = play_out(&mut game, &mut [&mut robot], 7, |_, _| {});
            assert!(game.outcome().is_some());
            let troubled = choices.iter().find_map(|choice| choice.trouble.as_ref());
            assert_eq!(troubled, None, "{name} at {preset}");
            let most = choices.iter().map(|choice| choice.fuel).max();
            assert!(most < Some(Limits::default().fuel / 20), "{name}: {most:?}");
        }
    }
}

#[test]
fn shipped_robots_play_with_every_option() {
    let mut rng = rng(11);
    for _ in 0..16 {
        let rules = crate::common::junqi::random_rules(&mut rng);
        for name in ["greedy", if rules.is_flip() { "flipper" } else { "engineer_corps" }] {
            let mut game = start(&rules, &mut rng);
            let choices = play_out(&mut game, &mut [&mut shipped(name)], 1, |_, _| {});
            let troubled = choices.iter().find_map(|choice| choice.trouble.as_ref());
            assert_eq!(troubled, None, "{name} with {rules:?}");
        }
    }
}

#[test]
fn shipped_robots_introduce_themselves_in_both_languages() {
    for (name, source) in SHIPPED {
        let info = inspect(name, source, &Host::default()).unwrap();
        assert_ne!(info.name.en, info.name.zh);
        assert_ne!(info.about.en, info.about.zh);
        assert!(source.starts_with("--!strict\n") && source.lines().count() < 170, "{name}");
    }
}

#[test]
fn the_same_game_gives_the_same_answers() {
    for (name, preset) in
        [("greedy", "dark"), ("engineer_corps", "siguo_partner"), ("flipper", "flip")]
    {
        let once = |robot: &mut LuaRobot<Junqi>| {
            play_out(&mut start(&rules(preset, &[]), &mut rng(5)), &mut [robot], 5, |_, _| {})
        };
        let mut robot = shipped(name);
        let (first, again) = (once(&mut robot), once(&mut robot));
        assert_eq!(first, again, "{name}: a second game in the same machine");
        assert_eq!(first, once(&mut shipped(name)), "{name}: another machine");
    }
}

#[test]
fn nobody_peeks() {
    // Where hidden pieces are dealt anew, a robot that sees the same chooses the same.
    for (name, preset) in [
        ("greedy", "dark"),
        ("engineer_corps", "siguo_partner"),
        ("flipper", "flip"),
        ("greedy", "three"),
    ] {
        let mut positions = Vec::new();
        let mut game = start(&rules(preset, &[]), &mut rng(9));
        play_out(&mut game, &mut [&mut shipped(name)], 9, |game, log| {
            positions.push((game.clone(), log.to_vec()));
        });
        let (mut robot, mut rng) = (shipped(name), rng(10));
        for (game, log) in positions.iter().step_by(10) {
            let view = game.view(Viewer::Seat(game.seat_to_move()));
            let other = Junqi::sample(&view, &mut rng);
            let truth = ask(&mut robot, game, log, [3; 32]);
            let dealt = ask(&mut robot, &other, log, [3; 32]);
            assert_eq!(truth.action, dealt.action, "{name} at {preset}");
            assert_eq!(truth.notes, dealt.notes, "{name} at {preset}");
        }
    }
}

/// How many of some games the first robot wins against the others; a draw counts half.
fn duel(one: &str, other: &str, preset: &str, games: u64) -> f64 {
    let (mut a, mut b) = (shipped(one), shipped(other));
    let rules = rules(preset, &[]);
    let result = |number: u64| {
        let (mut rng, swapped) = (rng(number / 2), number % 2 == 1);
        let offered: Vec<Layout> = (0..6).map(|_| any_layout(&mut rng)).collect();
        let mut layouts = Vec::new();
        for (place, seat) in rules.seats().iter().enumerate() {
            let robot = if (place % 2 == 1) == swapped { &mut a } else { &mut b };
            let own = robot.layout(seat, &rules, &offered, [place as u8; 32]).unwrap();
            layouts.push((seat, own.unwrap_or(offered[place])));
        }
        let deal = Deal::draw(&rules, &layouts, &Seed::from_number(number / 2)).unwrap();
        let mut game = Junqi::new(&rules, rules.seats(), &deal).unwrap();
        let mut robots: [&mut dyn Robot<Junqi>; 2] =
            if swapped { [&mut b, &mut a] } else { [&mut a, &mut b] };
        play_out(&mut game, &mut robots, number, |_, _| {});
        let won = game.outcome().unwrap().places.remove(0);
        let seat = game.seats().iter().nth(usize::from(swapped)).unwrap();
        match (won.len() == game.seats().len(), won.contains(seat)) {
            (true, _) => 0.5,
            (_, won) => f64::from(u8::from(won)),
        }
    };
    (0..games).map(result).sum()
}

#[test]
fn greedy_beats_random_and_specialists_beat_greedy() {
    for (one, other, preset, games, least) in [
        ("greedy", "random", "dark", 20, 18.0),
        ("greedy", "random", "siguo_partner", 6, 5.0),
        ("greedy", "random", "flip", 10, 7.5),
        ("engineer_corps", "greedy", "dark", 12, 7.0),
        ("flipper", "random", "flip", 10, 8.0),
        ("flipper", "greedy", "flip_open", 10, 5.0),
    ] {
        let won = duel(one, other, preset, games);
        assert!(won >= least, "{one} won {won} of {games} against {other} at {preset}");
    }
}

#[test]
fn an_answer_may_be_the_table_a_copy_or_wrong() {
    let game = start(&rules("dark", &[("first", json!("south"))]), &mut rng(1));
    let words = legal(&game);
    let (from, to) = words[2].split_once(' ').unwrap();
    for body in [
        format!("return {{ from = '{from}', to = '{to}' }}"),
        format!("return {{ kind = 'move', from = '{from}', to = '{to}', extra = {{}} }}"),
        format!(
            "for _, a in turn:actions() do if a.from == '{from}' and a.to == '{to}' then return a end end"
        ),
    ] {
        let choice = ask(&mut written(&body), &game, &[], [1; 32]);
        assert_eq!((choice.trouble, choice.action.to_string()), (None, words[2].clone()));
    }
    for (body, part) in [
        ("return nil", "got nothing"),
        ("return 'S11 N11'", "got the text"),
        ("return {}", "a table without from, to and at is not legal here; legal are S"),
        ("return { from = 'S62', to = 'S11' }", "from S62 to S11 is not legal here"),
        ("return { at = 'S11' }", "flip S11 is not legal here"),
        ("return { from = {}, to = 7 }", "is not legal here"),
        ("return { from = string.rep('x', 5000), to = '\\255' }", "is not legal here"),
        ("return setmetatable({}, { __index = function() return 'S11' end })", "without from"),
    ] {
        let choice = answer(body);
        let trouble = choice.trouble.unwrap();
        assert_eq!(trouble.kind, TroubleKind::Illegal, "{body}");
        assert!(trouble.message.starts_with("x.luau: choose must return an action: "), "{body}");
        assert!(trouble.message.contains(part), "{body}: {}", trouble.message);
        assert!(trouble.message.len() < 400, "{body}");
    }
    // Flip chess begins with flips alone.
    let game = start(&rules("flip", &[]), &mut rng(1));
    let choice = ask(&mut written("return { at = 'S13' }"), &game, &[], [1; 32]);
    assert_eq!((choice.trouble, choice.action.to_string()), (None, "flip S13".to_owned()));
}

#[test]
fn mistakes_name_the_line_and_what_there_is() {
    for (body, message) in [
        ("return view.roll", "x.luau:2: view has no `roll`; it has seat, seats"),
        ("return view:planes()", "x.luau:2: view has no `planes`; it has seat, seats"),
        ("return turn:sample()", "x.luau:2: turn has no `sample`; it has params, actions"),
        ("view:kind('S70')", "x.luau:2: no cell \"S70\"; see view.cells"),
        ("view:maybe('W11')", "x.luau:2: no cell \"W11\"; see view.cells"),
        ("view:reach('C22', '40')", "x.luau:2: no cell \"C22\"; see view.cells"),
        ("view:battle('41', '30')", "x.luau:2: no code \"41\"; codes are 40, 39"),
        ("view:battle('31', '30')", "x.luau:2: a 31 never moves, so never attacks"),
        ("view:chance('S11', 'red')", "x.luau:2: no seat \"red\"; seats are south, east"),
        ("turn:mark('S70', 'red')", "x.luau:2: no cell \"S70\"; see view.cells"),
        ("turn:mark('S11', 'pink')", "x.luau:2: no colour \"pink\"; colours are red"),
        ("view.rules.mine = 'bomb'", "x.luau:2: attempt to modify a readonly table"),
        ("view.cells[1] = 'S11'", "x.luau:2: attempt to modify a readonly table"),
        ("view.quiet = 1", "x.luau:2: "),
        ("view.history({}, 'S11')", "x.luau:2: "),
        ("view:piece()", "x.luau:2: "),
    ] {
        let text = answer(body).trouble.unwrap().message;
        assert!(text.starts_with(message), "{body}: {text}");
        assert!(!text.contains('\n') && !text.contains("0x") && !text.contains("qipan"), "{text}");
    }
}

#[test]
fn marks_take_the_colours_of_seats() {
    let body = "for _, c in { 'grey', 'red', 'south', 'west' } do turn:mark('S33', c) end
        turn:note(turn:actions()[1], 0.5) return turn:actions()[1]";
    let choice = answer(body);
    assert_eq!(choice.trouble, None);
    let colours = choice.notes.iter().filter_map(|note| match note {
        Note::Cell { cell, colour } => {
            assert_eq!(cell, "S33");
            Some(colour.as_str())
        }
        Note::Action { .. } => None,
    });
    assert_eq!(colours.collect::<Vec<_>>(), ["grey", "red", "south", "west"]);
    assert_eq!(choice.notes.len(), 5);
}

/// Two layouts to choose from.
fn offered() -> [Layout; 2] {
    ["TPYNLHZSGPYJLNHGZDTPDFDNG", "GLHTGYJPNZTSPHYNLPDDGZNFD"].map(|text| text.parse().unwrap())
}

#[test]
fn a_robot_lays_out_its_army() {
    let rules = rules("siguo_dark", &[]);
    let lay = |fields: &str| with(fields).layout(Seat::new(1), &rules, &offered(), [1; 32]);
    assert_eq!(lay(""), Ok(None));
    for (body, expected) in [
        ("return nil", None),
        ("return turn:layouts()[2]", Some(offered()[1])),
        ("return 'TPYNLHZSGPYJLNHGZDTPDFDNG'", Some(offered()[0])),
        ("return table.clone(turn:layouts()[1])", Some(offered()[0])),
        (
            "return { 'T', 'P', 'Y', 'N', 'L', '38', '00', 'S', 'G', 'P', 'Y', 'J', 'L', 'N', 'H', 'G', 'Z', 'D', 'T', 'P', 'D', 'F', 'D', 'N', 'G' }",
            Some(offered()[0]),
        ),
    ] {
        assert_eq!(lay(&format!("layout = function(view, turn) {body} end,")), Ok(expected));
    }
    for (body, part) in [
        ("return 7", "25 codes or letters, not the number 7"),
        ("return 'TPY'", "a layout has 25 pieces, this has 3"),
        ("return {}", "number 1 is nothing"),
        ("local l = turn:layouts()[1] l[3] = '41' return l", "number 3 is the text \"41\""),
        (
            "local l = turn:layouts()[1] l[1], l[7] = l[7], l[1] return l",
            "the Bomb may not stand on 11",
        ),
        ("return string.rep('S', 60000)", "a layout has 25 pieces"),
        (
            "return setmetatable({}, { __index = function() return '40' end })",
            "number 1 is nothing",
        ),
        ("error('no idea')", "no idea"),
        ("while true do end", "thinking budget"),
        ("return turn:actions()[1].from", "attempt to index nil"),
    ] {
        let trouble = lay(&format!("layout = function(view, turn) {body} end,")).unwrap_err();
        assert!(trouble.message.contains(part), "{body}: {}", trouble.message);
        assert!(trouble.message.len() < 400);
    }
}

#[test]
fn before_the_game_the_board_is_empty() {
    let body = r#"layout = function(view, turn)
        assert(view.seat == "east" and view.seats[2] == "north" and view.partner == "west")
        assert(view.ply == 0 and view.quiet == 0 and view.preset == "siguo_dark")
        assert(#view.cells == 129 and view.rules.armies == 4 and #view.places == 0)
        assert(#turn:actions() == 0 and #turn:layouts() == 2 and #turn:layouts()[1] == 25)
        assert(#view:log() == 0 and #view:lost("south") == 0 and not view:moved("S11"))
        local owner, face = view:board()
        assert(owner.S11 == false and face.C22 == false and view:piece("E62") == nil)
        assert(#view:maybe("S11") == 0 and next(view:chance("S11")) == nil)
        assert(#view:history("S11") == 0 and view:kind("E62") == "headquarters")
        assert(#view:neighbours("C22") == 4 and #view:lines("C22") == 2)
        assert(#view:reach("E11", "32") > 60 and view:battle("32", "31") == "attacker")
        print(turn:random(1000), turn.params)
        return turn:layouts()[2]
    end,"#;
    let mut robot = with(body);
    let laid = robot.layout(Seat::new(1), &rules("siguo_dark", &[]), &offered(), [1; 32]);
    assert_eq!(laid, Ok(Some(offered()[1])));
    // The view is closed again afterwards.
    let kept = "layout = function(view) kept = view end,";
    assert!(with(kept).layout(Seat::new(0), &rules("dark", &[]), &offered(), [1; 32]).is_err());
}

#[test]
fn layouts_of_shipped_robots_keep_the_rules() {
    for seed in 0..4 {
        let mut robot = shipped("engineer_corps");
        let laid = robot.layout(Seat::new(0), &rules("dark", &[]), &[], [seed; 32]);
        assert!(matches!(laid, Ok(Some(_))), "{laid:?}");
        let laid =
            shipped("greedy").layout(Seat::new(2), &rules("dark", &[]), &offered(), [seed; 32]);
        assert!(offered().contains(&laid.unwrap().unwrap()));
        let none = shipped("greedy").layout(Seat::new(2), &rules("dark", &[]), &[], [seed; 32]);
        assert_eq!(none, Ok(None));
    }
}

#[test]
fn a_robot_answers_an_offer_of_a_draw() {
    let game = start(&rules("dark", &[("first", json!("south"))]), &mut rng(1));
    let accepts = |robot: &mut LuaRobot<Junqi>, seat: u8| {
        let seat = Seat::new(seat);
        let view = game.view(Viewer::Seat(seat));
        let stream = [1; 32];
        robot.accepts_draw(&Decision {
            seat,
            view: &view,
            actions: &[],
            log: &[],
            house_rules: &[],
            ply: 0,
            stream,
        })
    };
    assert!(!accepts(&mut with(""), 0));
    for (body, expected) in [
        ("return true", true),
        ("return false", false),
        ("return nil", false),
        ("return view.seat == 'north'", true),
        ("return #view:lost() > 5", false),
    ] {
        let fields = format!("draw = function(view, turn) {body} end,");
        assert_eq!(accepts(&mut with(&fields), 2), expected, "{body}");
    }
    let mut robot = with("draw = function() return 'yes' end,");
    for _ in 0..4 {
        assert!(!accepts(&mut robot, 2));
    }
    assert_eq!(
        robot.last_error().unwrap().message,
        "draw must return true or false, got the text \"yes\""
    );
    assert!(robot.is_switched_off());
    let mut robot = with("draw = function() while true do end end,");
    assert!(!accepts(&mut robot, 2));
    assert!(robot.last_error().unwrap().message.contains("thinking budget"));
}

#[test]
fn layouts_and_draws_belong_to_junqi() {
    let host = Host::default();
    let source = |game: &str, extra: &str| {
        format!(
            "return {{ api = 1, game = \"{game}\", name = \"x\", {extra} choose = function() end }}"
        )
    };
    let error = |game: &str, extra: &str| {
        inspect("x.luau", source(game, extra), &host).unwrap_err().message
    };
    assert!(inspect("x.luau", source("junqi", "presets = { \"dark\", \"flip\" },"), &host).is_ok());
    assert!(error("race", "layout = function() end,").starts_with("unknown field `layout`"));
    assert!(error("race", "draw = function() end,").starts_with("unknown field `draw`"));
    assert!(error("junqi", "draw = true,").contains("`draw` must be a function"));
    assert!(error("junqi", "presets = { \"aeroplane\" },").contains("these are dark, mixed"));
    assert!(error("chess", "").contains("games are race, junqi"));
    let race = source("race", "");
    let error = LuaRobot::<Junqi>::load("x.luau", race, &[], &host).err().unwrap();
    assert_eq!(error.message, "plays race, not junqi");
}

#[test]
fn thinking_costs_the_same_each_time_and_never_more_than_allowed() {
    let game = start(&rules("siguo_dark", &[]), &mut rng(2));
    let body = "for _ = 1, 1e9 do for _, cell in view.cells do view:maybe(cell) view:chance(cell)
        view:history(cell) view:lines(cell) view:reach(cell, '32') view:board() view:lost() end end";
    let mut robot = load(body, "", Limits { fuel: 200_000, ..Limits::default() }).unwrap();
    for _ in 0..2 {
        let choice = ask(&mut robot, &game, &[], [1; 32]);
        assert_eq!(choice.trouble.unwrap().kind, TroubleKind::Budget);
        assert_eq!(choice.fuel, 200_000);
    }
}

/// The fields of a type in the type file.
fn typed(name: &str) -> BTreeSet<String> {
    let start = TYPES.find(&format!("export type {name} = {{\n")).unwrap();
    let block = &TYPES[start..start + TYPES[start..].find("\n}").unwrap()];
    let fields = block.lines().skip(1).filter(|line| !line.trim_start().starts_with("--"));
    let names = fields.filter_map(|line| line.trim().split_once(':').map(|(name, _)| name));
    names.map(str::to_owned).collect()
}

#[test]
fn the_type_file_names_exactly_what_there_is() {
    for (owner, name) in [("view", "JunqiView"), ("turn", "JunqiTurn")] {
        let message = answer(&format!("return {owner}.nothing_like_it")).trouble.unwrap().message;
        let list = message.split_once("; it has ").unwrap().1;
        let there: BTreeSet<String> = list.split(", ").map(str::to_owned).collect();
        assert_eq!(there, typed(name), "{name}");
        for field in there {
            let choice = answer(&format!("local x = {owner}.{field} return turn:actions()[1]"));
            assert_eq!(choice.trouble, None, "{owner}.{field}");
        }
    }
    let keys = |table: &str| -> BTreeSet<String> {
        let body = format!("for key in {table} do print(key) end return turn:actions()[1]");
        answer(&body).printed.into_iter().collect()
    };
    assert_eq!(keys("view.rules"), typed("JunqiRules"));
    assert!(keys("turn:actions()[1]").is_subset(&typed("JunqiAction")));
    assert!(keys("view:piece('S11')").is_subset(&typed("JunqiPiece")));
    let error = inspect("x.luau", "return { game = 'junqi', nothing = 1 }", &Host::default());
    let message = error.unwrap_err().message;
    let fields = message.split_once("; fields are ").unwrap().1;
    let fields: BTreeSet<String> = fields.split(", ").map(str::to_owned).collect();
    assert_eq!(fields, typed("JunqiRobot"));
}

#[test]
fn the_first_robot_of_the_manual_works_and_the_manual_is_complete() {
    let manual = include_str!("../../../scripts/README.md");
    let host = Host::default();
    let code = manual.split("```luau\n").find(|code| code.contains("game = \"junqi\"")).unwrap();
    let code = code.split("```").next().unwrap();
    let mut robot = LuaRobot::<Junqi>::load("my_first", code, &[], &host).unwrap();
    for preset in PRESETS {
        let mut game = start(&rules(preset, &[]), &mut rng(2));
        let choices = play_out(&mut game, &mut [&mut robot, &mut RandomRobot], 2, |_, _| {});
        let troubled = choices.iter().find_map(|choice| choice.trouble.as_ref());
        assert_eq!(troubled, None, "{preset}");
    }
    let chapter = manual.split("\n## Junqi").nth(1).unwrap();
    for (owner, name) in [("view", "JunqiView"), ("turn", "JunqiTurn")] {
        for field in typed(name) {
            let named =
                [".", ":"].iter().any(|sep| chapter.contains(&format!("`{owner}{sep}{field}")));
            assert!(named, "the manual does not explain {owner}.{field}");
        }
    }
    let types = ["JunqiRules", "JunqiAction", "JunqiPiece", "JunqiEvent", "JunqiLost"];
    for word in types.iter().flat_map(|name| typed(name)).chain(typed("JunqiRobot")) {
        let named = chapter.contains(&format!("`{word}`")) || manual.contains(&format!("`{word}`"));
        assert!(named, "the manual does not name {word}");
    }
}
