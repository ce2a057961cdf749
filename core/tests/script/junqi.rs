//! The Lua view of Junqi compared with the view in Rust.

use std::collections::BTreeSet;

use crate::common::junqi::{legal, play, position, rules, start};
use crate::common::rng;
use crate::robots::ask;
use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::{Choice, RandomRobot, Robot};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{
    Action, BattleResult, BoardKind, Cell, CellKind, Event, Junqi, Kind, PRESETS,
};
use qipan_core::script::{Host, Limits, LuaRobot, ScriptError};
use rand::Rng;
use serde_json::json;

/// Loads a robot whose `choose` has this body. Many of its printed lines are kept.
pub(crate) fn choosing_robot(body: &str) -> LuaRobot<Junqi> {
    load(body, "", Limits { log_lines: 2_000, ..Limits::default() }).unwrap()
}

/// Loads a robot whose `choose` has this body, with further fields. The body begins on line 2.
pub(crate) fn load(
    body: &str,
    fields: &str,
    limits: Limits,
) -> Result<LuaRobot<Junqi>, ScriptError> {
    let source = format!(
        "return {{ api = 1, game = \"junqi\", name = \"x\", {fields} choose = function(view, turn)\n{body}\nend }}"
    );
    LuaRobot::load("x.luau", source, &[], &Host { limits, ..Host::default() })
}

/// Loads a robot with a default `choose` and other functions.
pub(crate) fn robot_with_functions(fields: &str) -> LuaRobot<Junqi> {
    load("return turn:actions()[1]", fields, Limits::default()).unwrap()
}

/// Returns the choice of a robot with this body of `choose` at the start of a dark game.
pub(crate) fn answer(body: &str) -> Choice<Action> {
    let game = start(&rules("dark", &[("first", json!("south"))]), &mut rng(1));
    ask(&mut choosing_robot(body), &game, &[], [1; 32])
}

/// Plays a game to its end between robots, which are assigned to the seats in turn. Calls `observe`
/// before each choice. Returns all choices.
pub(crate) fn play_out(
    game: &mut Junqi,
    robots: &mut [&mut dyn Robot<Junqi>],
    seed: u64,
    mut observe: impl FnMut(&Junqi, &[Event]),
) -> Vec<Choice<Action>> {
    let (mut rng, mut log, mut choices) = (rng(seed), Vec::new(), Vec::new());
    robots.iter_mut().for_each(|robot| robot.start());
    while let Turn::Seat(seat) = game.turn() {
        observe(game, &log);
        let mut stream = [0; 32];
        rng.fill_bytes(&mut stream);
        let index = game.seats().iter().position(|other| other == seat).unwrap();
        let robot_count = robots.len();
        let choice = ask(robots[index % robot_count], game, &log, stream);
        let action = choice.action;
        choices.push(choice);
        game.play(&Step::Act { seat, action }, &mut log).unwrap();
    }
    choices
}

/// Plays a random game, and asks a robot with this body at every `step`th turn. Returns the state,
/// the log and the printed lines of each such turn.
fn print_during_game(
    game: &mut Junqi,
    body: &str,
    seed: u64,
    step: usize,
) -> Vec<(Junqi, Vec<Event>, Vec<String>)> {
    let mut robot = choosing_robot(&format!("{body} return turn:actions()[1]"));
    let (mut asked, mut count) = (Vec::new(), 0);
    play_out(game, &mut [&mut RandomRobot], seed, |game, log| {
        if count % step == 0 {
            let choice = ask(&mut robot, game, log, [1; 32]);
            assert_eq!(choice.error, None, "{body}");
            asked.push((game.clone(), log.to_vec(), choice.printed));
        }
        count += 1;
    });
    asked
}

fn cell_names(cells: impl Iterator<Item = Cell>) -> String {
    cells.map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}

fn seat_name(seat: Option<Seat>) -> &'static str {
    seat.map_or("?", Junqi::seat_name)
}

fn code(piece: Option<Kind>) -> &'static str {
    piece.map_or("?", Kind::code)
}

#[test]
fn board_and_pieces_match_the_view() {
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
        for (game, _, lines) in &print_during_game(&mut game, body, 3, 7) {
            let view = game.view(Viewer::Seat(game.seat_to_move()));
            let expected = view.occupied().iter().map(|cell| {
                let seen = view.at(cell).unwrap();
                let owner = seat_name(seen.owner.filter(|_| !seen.is_face_down));
                let (face, tile) = (code(seen.piece), seen.tile);
                let (moved, shown, down) = (seen.moved, seen.is_revealed, seen.is_face_down);
                format!("{cell} {owner} {face} {tile} {moved} {shown} {down} nil")
            });
            assert_eq!(*lines, expected.collect::<Vec<_>>(), "{preset}");
        }
    }
}

#[test]
fn fields_and_losses_match_the_view() {
    let body = r#"
        print(view.seat, table.concat(view.seats, " "), view.partner, #view.partners, view.ply, view.quiet,
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
        for (game, _, lines) in &print_during_game(&mut game, body, 4, 5) {
            let seat = game.seat_to_move();
            let view = game.view(Viewer::Seat(seat));
            let mut seats_from_own: Vec<Seat> = rules.order();
            seats_from_own.retain(|other| game.seats().contains(*other));
            let index = seats_from_own.iter().position(|other| *other == seat).unwrap();
            seats_from_own.rotate_left(index);
            let words =
                seats_from_own.iter().map(|seat| Junqi::seat_name(*seat)).collect::<Vec<_>>();
            let places: Vec<_> =
                view.eliminated_seats().map(|(seat, _)| Junqi::seat_name(seat)).collect();
            let expected = format!(
                "{} {} {} {} {} {} {preset} {} {}",
                Junqi::seat_name(seat),
                words.join(" "),
                view.partner(seat).map_or("nil", Junqi::seat_name),
                view.team(seat).len() - 1,
                view.ply(),
                view.quiet_plies(),
                view.board().cells().len(),
                places.join(" ")
            );
            assert_eq!(lines[0], expected);
            let gone: Vec<_> = view.tiles().filter(|tile| view.cell_of(*tile).is_none()).collect();
            let mut lost = Vec::new();
            for owner in &seats_from_own {
                for seen in gone.iter().map(|tile| view.visible_tile(*tile)) {
                    if seen.owner == Some(*owner) {
                        let (owner, face) = (Junqi::seat_name(*owner), code(seen.piece));
                        lost.push(format!("{owner} {} {face}", seen.tile));
                    }
                }
            }
            assert_eq!(lines[1..], lost, "{preset}");
        }
    }
}

#[test]
fn beliefs_match_the_view() {
    let body = r#"
        local owner, face = view:board()
        for _, cell in view.cells do
            local maybe, chances = view:possible(cell), view:chance(cell)
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
        for (game, _, lines) in &print_during_game(&mut game, body, 5, 11) {
            let view = game.view(Viewer::Seat(game.seat_to_move()));
            let belief = view.belief();
            let expected = view.occupied().iter().map(|cell| {
                let tile = view.at(cell).unwrap().tile;
                let chances = belief.chances(tile);
                let word = |piece: Kind| format!("{}={:.5}", piece.code(), chances[piece.index()]);
                let words: Vec<_> = belief.candidates(tile).iter().map(word).collect();
                format!("{cell} {}", words.join(" "))
            });
            assert_eq!(*lines, expected.collect::<Vec<_>>(), "{preset}");
        }
    }
}

#[test]
fn cells_match_the_board() {
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
        let choice = ask(&mut choosing_robot(&body), &game, &[], [1; 32]);
        assert_eq!(choice.error, None);
        let board = game.board();
        let expected = board.cells().iter().map(|cell| {
            let kind = match BoardKind::cell_kind(cell) {
                CellKind::Station => "station",
                CellKind::Camp => "camp",
                CellKind::Headquarters => "headquarters",
                CellKind::Centre => "centre",
            };
            let lines = board.lines().iter().filter(|line| line.contains(&cell));
            let lines: Vec<_> = lines.map(|line| cell_names(line.iter().copied())).collect();
            let lines = lines.join(",");
            let line =
                format!("{cell} {kind} {} {lines}", cell_names(board.neighbours(cell).iter()));
            line.chars().take(200).collect::<String>()
        });
        let cut = choice.printed.iter().map(|line| line.chars().take(200).collect::<String>());
        assert!(cut.eq(expected), "{preset}");
    }
}

#[test]
fn reach_matches_the_legal_moves() {
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
            for (game, _, lines) in &print_during_game(&mut game, body, 6, 9) {
                let moves = legal(game).into_iter().filter(|word| !word.starts_with("flip"));
                let moves: BTreeSet<String> = moves.collect();
                let reached: BTreeSet<String> = lines.iter().cloned().collect();
                if game.rules().is_flip() {
                    // `reach` ignores the conditions for taking the Flag.
                    assert!(moves.is_subset(&reached), "{preset}");
                } else {
                    assert_eq!(reached, moves, "{preset} {changes:?}");
                }
            }
        }
    }
}

#[test]
fn reach_with_a_code_assumes_that_kind() {
    let pieces = [("S33", "s36"), ("N62", "n30"), ("S62", "s30"), ("N11", "n38"), ("S11", "s33")];
    let game = position(&rules("dark", &[]), &pieces);
    let reach = |call: &str| {
        let body = format!("print(table.concat(view:reach({call}), ' ')) return turn:actions()[1]");
        let choice = ask(&mut choosing_robot(&body), &game, &[], [1; 32]);
        choice.error.map_or_else(|| choice.printed.concat(), |trouble| trouble.message)
    };
    assert_eq!(reach("'N62', '40'"), "", "nothing leaves a headquarters");
    assert_eq!(reach("'N11', '31'"), "", "a Landmine stays");
    assert!(reach("'N11'").contains("the piece on N11 is not known"));
    let lieutenant = reach("'N11', '33'");
    let engineer = reach("'N11', '32'");
    assert!(lieutenant.contains("N15") && lieutenant.contains("S15"), "{lieutenant}");
    assert!(!lieutenant.contains("S14") && engineer.contains("S14"), "{engineer}");
    assert!(engineer.contains("S11"), "it may strike there: {engineer}");
    // From an empty cell, the asking seat's army is assumed.
    assert!(reach("'S13', '33'").contains("N13"));
    assert!(!reach("'S12', '33'").contains("S11"));
}

#[test]
fn battle_results_follow_the_rules() {
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
        let choice = ask(&mut choosing_robot(body), &game, &[], [1; 32]);
        let expected = Kind::ALL.into_iter().filter(|piece| piece.moves()).flat_map(|attacker| {
            Kind::ALL.map(|defender| {
                let word = match attacker.battle_result(defender, rules.mine) {
                    BattleResult::AttackerSurvives => "attacker",
                    BattleResult::DefenderSurvives => "defender",
                    BattleResult::BothGone => "both",
                };
                format!("{} {} {word}", attacker.code(), defender.code())
            })
        });
        assert_eq!(choice.printed, expected.collect::<Vec<_>>(), "{mine}");
    }
}

#[test]
fn history_follows_one_piece() {
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
    let choice = ask(&mut choosing_robot(body), &game, &log, [1; 32]);
    assert_eq!(choice.error, None);
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
    let choice = ask(&mut choosing_robot(body), &game, &log, [1; 32]);
    assert!(choice.printed[1].ends_with("moved S34 S44, battled S44 S53"), "{:?}", choice.printed);
}

#[test]
fn piece_beside_a_winner_is_suspected_until_it_fights() {
    let pieces = [
        ("S33", "s38"),
        ("S51", "s33"),
        ("S62", "s30"),
        ("N34", "n36"),
        ("N13", "n00"),
        ("N51", "n33"),
        ("N62", "n30"),
    ];
    let mut game = position(&rules("dark", &[]), &pieces);
    let body = r#"
        for cell, won in view:bomb_suspects() do print(cell, won) end
        return turn:actions()[1]"#;
    let mut log = Vec::new();
    let mut after = |game: &mut Junqi, actions: &[&str]| {
        actions.iter().for_each(|action| log.extend(play(game, action)));
        let choice = ask(&mut choosing_robot(body), game, &log, [1; 32]);
        assert_eq!(choice.error, None);
        choice.printed.join(", ")
    };
    // A Bomb next to a Major General without victories, then next to one with a victory.
    let before = ["S33 S23", "N34 N35", "S23 S13", "N35 S11", "S13 S12", "N13 S13"];
    assert_eq!(after(&mut game, &before), "");
    assert_eq!(after(&mut game, &["S12 S11", "S13 S12"]), "S12 1");
    // In a camp the winner is safe, but the Bomb was suspected before.
    assert_eq!(after(&mut game, &["S11 S22", "S12 S11"]), "S11 1");
    assert_eq!(after(&mut game, &["S22 S21", "S11 S21"]), "", "both are gone");
}

#[test]
fn bomb_suspects_match_a_script_reading_the_log() {
    let body = r#"
        local owners, faces, starts = view:board()
        local ours = {}
        for cell, owner in owners do
            if owner == view.seat or table.find(view.partners, owner) then
                ours[starts[cell]] = true
            end
        end
        local at = {}
        local function piece(cell)
            at[cell] = at[cell] or { start = cell, won = 0, fought = false, bold = 0 }
            return at[cell]
        end
        for _, event in (view:log(1)) do
            local from, to = event.from, event.to
            if event.kind == "moved" then
                local mover = piece(from)
                at[from], at[to] = nil, mover
                for _, beside in view:neighbours(to) do
                    local met = at[beside]
                    local can = met and ours[met.start] and view:kind(beside) ~= "camp"
                    if can and not ours[mover.start] then
                        mover.bold = math.max(mover.bold, met.won)
                    end
                end
            elseif event.kind == "battled" then
                local attacker, defender = piece(from), piece(to)
                attacker.fought, defender.fought = true, true
                at[from], at[to] = nil, nil
                if event.stays ~= "neither" and event.stays ~= "both" then
                    local stays = if event.stays == "attacker" then attacker else defender
                    stays.won += 1
                    at[to] = stays
                end
            end
        end
        local bold = view:bomb_suspects()
        for cell, found in at do
            local counts = found.bold > 0 and not found.fought and faces[cell] == "?"
            assert(bold[cell] == if counts then found.bold else nil, cell)
            if counts then
                print(cell)
                bold[cell] = nil
            end
        end
        assert(next(bold) == nil)"#;
    for preset in ["dark", "mixed", "siguo_partner", "siguo_dark", "six_dark", "flip"] {
        let mut count = 0;
        for seed in 0..4 {
            let mut game = start(&rules(preset, &[]), &mut rng(seed));
            let asked = print_during_game(&mut game, body, seed, 5);
            count += asked.iter().map(|(.., lines)| lines.len()).sum::<usize>();
        }
        assert_eq!(count > 20, preset != "flip", "{preset}: {count} were suspected");
    }
}

#[test]
fn log_events_have_only_known_fields() {
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
            for (_, _, lines) in print_during_game(&mut game, body, seed, 3) {
                seen.extend(lines);
            }
        }
    }
    let known: BTreeSet<String> =
        known.iter().map(|(kind, keys)| format!("{kind}:{keys}")).collect();
    assert!(seen.is_subset(&known), "{:?}", seen.difference(&known).collect::<Vec<_>>());
    assert!(seen.len() >= 8, "{seen:?}");
}
