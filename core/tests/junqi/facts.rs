//! Junqi against what was counted and played elsewhere: boards, paths, real games.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::PathBuf;

use qipan_core::game::{Game, Step, Turn};
use qipan_core::junqi::position::{Position, perft};
use qipan_core::junqi::{
    Action, Board, BoardKind, Cell, CellKind, Cells, Deal, Event, Fight, Junqi, Rules,
};
use qipan_core::options::RuleSet;
use qipan_core::seat::Seat;
use serde_json::Value;

/// A file of the data beside the project, where there is one.
fn data(name: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        eprintln!("skipped: {name} is not here");
    }
    bytes
}

fn json(name: &str) -> Option<Value> {
    Some(serde_json::from_slice(&data(name)?).unwrap())
}

fn cell(name: &Value) -> Cell {
    name.as_str().unwrap().parse().unwrap()
}

fn pair(a: Cell, b: Cell) -> (Cell, Cell) {
    (a.min(b), a.max(b))
}

#[test]
fn the_boards_are_those_of_the_files() {
    for (kind, file) in
        [(BoardKind::Two, "junqi_board2.json"), (BoardKind::Four, "junqi_board4.json")]
    {
        let Some(expected) = json(file) else { return };
        let board = Board::of(kind);
        let nodes = expected["nodes"].as_array().unwrap();
        let by_id: BTreeMap<u64, Cell> =
            nodes.iter().map(|n| (n["id"].as_u64().unwrap(), cell(&n["name"]))).collect();
        assert_eq!(board.cells().len(), nodes.len());
        for node in nodes {
            let cell = cell(&node["name"]);
            assert_eq!(cell.zh(), node["zh"].as_str().unwrap(), "{cell}");
            let word = match BoardKind::cell_kind(cell) {
                CellKind::Station => "station",
                CellKind::Camp => "camp",
                CellKind::Headquarters => "hq",
                CellKind::Centre => "nine",
            };
            assert_eq!(word, node["kind"].as_str().unwrap(), "{cell}");
            assert_eq!(board.on_rail(cell), node["on_rail"].as_bool().unwrap(), "{cell}");
            let place = [&node["x"], &node["y"]].map(|v| v.as_u64().unwrap() as u8);
            assert_eq!(board.place(cell), (place[0], place[1]), "{cell}");
        }
        let mut roads = BTreeSet::new();
        let mut rails = BTreeSet::new();
        for edge in expected["edges"].as_array().unwrap() {
            let ends = [&edge["a"], &edge["b"]].map(|id| by_id[&id.as_u64().unwrap()]);
            let ends = pair(ends[0], ends[1]);
            let rail = edge["type"] == "rail";
            if rail {
                rails.insert(ends)
            } else {
                roads.insert(ends)
            };
            assert_eq!(board.is_arc(ends.0, ends.1), edge["arc"].as_bool().unwrap(), "{ends:?}");
        }
        assert_eq!(board.roads().iter().copied().collect::<BTreeSet<_>>(), roads);
        assert_eq!(board.rails().iter().copied().collect::<BTreeSet<_>>(), rails);
        let either_way = |mut line: Vec<Cell>| {
            if line.first() > line.last() {
                line.reverse();
            }
            line
        };
        let lines: BTreeSet<Vec<Cell>> = expected["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["nodes"].as_array().unwrap())
            .map(|ids| either_way(ids.iter().map(|id| by_id[&id.as_u64().unwrap()]).collect()))
            .collect();
        let ours = board.lines().iter().map(|line| either_way(line.clone()));
        assert_eq!(ours.collect::<BTreeSet<_>>(), lines);
    }
}

#[test]
fn paths_and_destinations_are_as_counted() {
    let Some(reference) = json("junqi_reference.json") else { return };
    let cases = reference["cases"].as_array().unwrap();
    assert!(cases.len() >= 22);
    for case in cases {
        let name = case["name"].as_str().unwrap();
        let mut position = case["position"].clone();
        position["board"] = case["board"].clone();
        if let Some(mine) = case.get("mine_rule") {
            position["mine_rule"] = mine.clone();
        }
        let position: Position = serde_json::from_value(position).unwrap();
        let game = position.game().unwrap();
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        let mut reached: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for action in &actions {
            let to = action.to().to_string();
            assert!(reached.entry(action.from().to_string()).or_default().insert(to), "{name}");
        }
        let names = |list: &Value| -> BTreeSet<String> {
            let names = list.as_array().unwrap().iter();
            names.map(|name| name.as_str().unwrap().to_owned()).collect()
        };
        if let Some(at) = case.get("piece_at") {
            let ours = reached.remove(at.as_str().unwrap()).unwrap_or_default();
            assert_eq!(ours, names(&case["destinations"]), "{name}");
        }
        if let Some(expected) = case.get("moves_by_piece") {
            let expected: BTreeMap<String, BTreeSet<String>> = expected
                .as_object()
                .unwrap()
                .iter()
                .map(|(from, to)| (from.clone(), names(to)))
                .collect();
            assert_eq!(reached, expected, "{name}");
        }
        let Some(counts) = case.get("perft") else { continue };
        for (depth, count) in counts.as_object().unwrap() {
            let depth: u32 = depth.parse().unwrap();
            assert_eq!(perft(&game, depth), count.as_u64().unwrap(), "{name} to depth {depth}");
        }
    }
}

/// What a recorded game says happened after a move.
fn outs(game: &Value) -> BTreeMap<u64, Vec<(String, u8, u64)>> {
    let mut by_move: BTreeMap<u64, Vec<_>> = BTreeMap::new();
    for event in game["events"].as_array().unwrap() {
        let kind = event[1].as_str().unwrap().to_owned();
        let seat = event[2].as_u64().unwrap_or(9) as u8;
        let why = event[3].as_u64().unwrap_or(0);
        by_move.entry(event[0].as_u64().unwrap()).or_default().push((kind, seat, why));
    }
    by_move
}

#[test]
fn real_games_are_legal_and_end_as_they_did() {
    let Some(packed) = data("qq_games_sample.jsonl.gz") else { return };
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    let (mut games, mut moves, mut fights) = (0, 0, 0);
    for line in text.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        let counted = play_recorded(&game, games);
        games += 1;
        moves += counted.0;
        fights += counted.1;
    }
    eprintln!("{games} games, {moves} moves, {fights} fights");
    assert_eq!(games, 250);
}

/// Plays a recorded game; the numbers of its moves and fights.
fn play_recorded(game: &Value, number: usize) -> (usize, usize) {
    let four = game["layouts"].as_object().unwrap().len() == 4;
    let mut rules = Rules::preset(if four { "siguo_partner" } else { "siguo_duel" }).unwrap();
    rules.draw_after_quiet_plies = 71;
    let seat_of = |id: u64| Cell::new(id as u8);
    let list = game["moves"].as_array().unwrap();
    let mut deal = Deal::default();
    for (name, seat) in [("S", "south"), ("E", "east"), ("N", "north"), ("W", "west")] {
        let Some(layout) = game["layouts"][name].as_str() else { continue };
        deal.layouts.insert(seat.to_owned(), layout.to_owned());
    }
    let told = outs(game);
    let late = told.get(&0).and_then(|events| events.iter().find(|event| event.0 == "timeout"));
    let first = match late {
        Some((_, seat, _)) => Some(Seat::new(*seat)),
        None => list.first().and_then(|step| seat_of(step[0].as_u64()?).land()),
    };
    deal.first = first.map(|seat| Junqi::seat_name(seat).to_owned());
    let mut state = Junqi::new(&rules, rules.seats(), &deal).unwrap();
    let mut fights = 0;
    for at in 0..=list.len() {
        for (kind, seat, why) in told.get(&(at as u64)).into_iter().flatten() {
            let seat = Seat::new((*seat).min(3));
            let step = match (kind.as_str(), why) {
                ("timeout", _) => Step::Timeout { seat },
                // The fifth time is told by its effect alone.
                ("out", 3) if state.active().contains(seat) => Step::Timeout { seat },
                // Given up, left, or put out by the server for a reason of its own.
                ("out", 4 | 6) | ("left", _) if state.active().contains(seat) => {
                    Step::Resign { seat }
                }
                // The server takes an army without a move off at once, we when its turn comes.
                ("out", 2) if state.active().contains(seat) => {
                    assert!(!state.can_act(seat), "game {number} at {at}: {seat:?} can move");
                    Step::Resign { seat }
                }
                ("out", _) => {
                    assert!(!state.active().contains(seat), "game {number} at {at}: {seat:?} out");
                    continue;
                }
                _ => continue,
            };
            state.play(&step, &mut Vec::new()).unwrap_or_else(|why| {
                panic!("game {number} at {at}: {step:?} {why}");
            });
        }
        let Some(step) = list.get(at) else { break };
        let [from, to, result] = [0, 1, 2].map(|i| step[i].as_u64().unwrap());
        let Turn::Seat(seat) = state.turn() else {
            panic!("game {number} was over before move {at}: {:?}", state.outcome());
        };
        let action = Action::go(seat_of(from), seat_of(to));
        let mut events = Vec::new();
        let taken: Cells = state.taken();
        state
            .play(&Step::Act { seat, action }, &mut events)
            .unwrap_or_else(|why| panic!("game {number} move {at} {action} of {seat:?}: {why}"));
        let fight = events.iter().find_map(|event| match event {
            Event::Battled { fight, .. } => Some(*fight),
            _ => None,
        });
        let expected = match result {
            0 => None,
            1 => Some(Fight::AttackerStays),
            2 => Some(Fight::DefenderStays),
            _ => Some(Fight::BothGone),
        };
        assert_eq!(fight, expected, "game {number} move {at} {action}");
        assert_eq!(taken.contains(seat_of(to)), fight.is_some());
        fights += usize::from(fight.is_some());
    }
    let drawn = told.values().flatten().any(|(kind, _, why)| kind == "end" && *why == 2);
    let normal = told.values().flatten().any(|(kind, _, why)| kind == "end" && *why == 4);
    if drawn && state.outcome().is_none() {
        // Drawn before the quiet limit: the players had agreed.
        state.play(&Step::Draw, &mut Vec::new()).unwrap();
    }
    if drawn || normal {
        let outcome = state.outcome().unwrap_or_else(|| panic!("game {number} did not end"));
        assert_eq!(outcome.places[0].len() == rules.armies as usize, drawn, "game {number}");
    }
    (list.len(), fights)
}
