//! Junqi compared with outside data: boards, path counts and recorded games.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use qipan_core::contract::game::{Game, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::perft::{PerftPosition, cell_of, perft};
use qipan_core::games::junqi::rules::Teams;
use qipan_core::games::junqi::{
    Action, BattleResult, Board, BoardKind, Cell, CellKind, Deal, Event, Junqi, Rules,
};
use serde_json::Value;

/// Reads a file of the test data.
fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn json(name: &str) -> Value {
    serde_json::from_str(&data(name)).unwrap()
}

fn cell(name: &Value) -> Cell {
    name.as_str().unwrap().parse().unwrap()
}

fn pair(a: Cell, b: Cell) -> (Cell, Cell) {
    (a.min(b), a.max(b))
}

#[test]
fn boards_match_reference_files() {
    for (kind, file) in
        [(BoardKind::Two, "junqi_board2.json"), (BoardKind::Four, "junqi_board4.json")]
    {
        let expected = json(file);
        let board = Board::shared(kind);
        let nodes = expected["nodes"].as_array().unwrap();
        let by_id: BTreeMap<u64, Cell> =
            nodes.iter().map(|n| (n["id"].as_u64().unwrap(), cell(&n["name"]))).collect();
        assert_eq!(board.cells().len(), nodes.len());
        for node in nodes {
            let cell = cell(&node["name"]);
            let word = match BoardKind::cell_kind(cell) {
                CellKind::Station => "station",
                CellKind::Camp => "camp",
                CellKind::Headquarters => "hq",
                CellKind::Centre => "nine",
            };
            assert_eq!(word, node["kind"].as_str().unwrap(), "{cell}");
            assert_eq!(board.on_rail(cell), node["on_rail"].as_bool().unwrap(), "{cell}");
            let place = [&node["x"], &node["y"]].map(|v| v.as_u64().unwrap() as u8);
            assert_eq!(board.grid_position(cell), Some((place[0], place[1])), "{cell}");
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
fn perft_and_destinations_match_reference_counts() {
    let (reference, six) = (json("junqi_reference.json"), json("junqi_six_reference.json"));
    let cases = [&reference, &six].map(|file| file["cases"].as_array().unwrap());
    assert!(cases[0].len() >= 22 && cases[1].len() >= 12);
    for case in cases.into_iter().flatten() {
        let name = case["name"].as_str().unwrap();
        let mut position = case["position"].clone();
        position["board"] = case["board"].clone();
        for key in ["mine_rule", "teams"].iter().filter(|key| case.get(key).is_some()) {
            position[*key] = case[*key].clone();
        }
        let board = if case["board"] == "junqi-6p" { BoardKind::Six } else { BoardKind::Four };
        let cell = |name: &Value| cell_of(board, name.as_str().unwrap()).unwrap().to_string();
        let position: PerftPosition = serde_json::from_value(position).unwrap();
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
            names.map(cell).collect()
        };
        if let Some(at) = case.get("piece_at") {
            let ours = reached.remove(&cell(at)).unwrap_or_default();
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

#[test]
fn perft_teams_require_a_board_of_six() {
    let position = |board: &str, alive: usize| {
        let text = serde_json::json!({ "board": board, "teams": "pairs", "turn": 0,
            "alive": vec![true; alive], "pieces": [["S11", 0, "T"]] });
        serde_json::from_value::<PerftPosition>(text).unwrap().game().map(|game| game.rules().teams)
    };
    assert_eq!(position("junqi-6p", 6).unwrap(), Teams::Pairs);
    let error = position("junqi-4p", 4).unwrap_err().to_string();
    assert_eq!(error, "`teams` does not fit a board of 4 armies");
}

/// An event of a recorded game.
#[derive(Clone, Debug)]
enum RecordedEvent {
    Move(Action, Option<BattleResult>),
    TimedOut(Seat),
    Out(Seat, String),
    Left(Seat),
    End(String),
}

/// A recorded game: layouts by seat, and events in order.
struct RecordedGame {
    deal: Deal,
    events: Vec<RecordedEvent>,
}

fn seat(name: &str) -> Seat {
    Junqi::seat_by_name(name).unwrap_or_else(|| panic!("`{name}` is no seat"))
}

/// Parses an event: `timeout:SEAT`, `left:SEAT`, `end:REASON`, `out:SEAT:REASON`, or a move such as
/// `S11N15A` with the result of its battle.
fn parse_event(word: &str) -> RecordedEvent {
    if let Some((event, value)) = word.split_once(':') {
        return match event {
            "timeout" => RecordedEvent::TimedOut(seat(value)),
            "left" => RecordedEvent::Left(seat(value)),
            "end" => RecordedEvent::End(value.to_owned()),
            "out" => {
                let (name, reason) = value.split_once(':').unwrap();
                RecordedEvent::Out(seat(name), reason.to_owned())
            }
            _ => panic!("`{word}` is no event"),
        };
    }
    let action = Action::go(word[..3].parse().unwrap(), word[3..6].parse().unwrap());
    let fight = match &word[6..] {
        "" => None,
        "A" => Some(BattleResult::AttackerSurvives),
        "D" => Some(BattleResult::DefenderSurvives),
        "B" => Some(BattleResult::BothGone),
        other => panic!("`{other}` is no result of a battle"),
    };
    RecordedEvent::Move(action, fight)
}

/// Parses games in the format that the head of the file explains.
fn parse_games(text: &str) -> Vec<RecordedGame> {
    let mut games: Vec<RecordedGame> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line == "game" {
            games.push(RecordedGame { deal: Deal::default(), events: Vec::new() });
            continue;
        }
        let game = games.last_mut().unwrap();
        match line.split_once(' ') {
            Some((name, layout)) if Junqi::seat_by_name(name).is_some() => {
                game.deal.layouts.insert(name.to_owned(), layout.to_owned());
            }
            _ => game.events.extend(line.split(' ').map(parse_event)),
        }
    }
    games
}

#[test]
fn recorded_games_are_legal_and_end_as_recorded() {
    let games = parse_games(&data("junqi_games.txt"));
    assert_eq!(games.len(), 120);
    let (mut moves, mut fights) = (0, 0);
    for (number, game) in games.into_iter().enumerate() {
        let mut replay = Replay::start(number, game.deal, &game.events);
        game.events.iter().for_each(|event| replay.follow(event));
        replay.check_end();
        moves += replay.moves;
        fights += replay.fights;
    }
    assert_eq!((moves, fights), (28_838, 6_248));
}

/// The replay of a recorded game through the rules.
struct Replay {
    number: usize,
    state: Junqi,
    moves: usize,
    fights: usize,
    end: Option<String>,
}

impl Replay {
    fn start(number: usize, mut deal: Deal, recorded: &[RecordedEvent]) -> Self {
        let preset = if deal.layouts.len() == 4 { "siguo_partner" } else { "siguo_duel" };
        let mut rules = Rules::preset(preset).unwrap();
        rules.draw_after_quiet_plies = 71;
        let first = recorded.iter().find_map(|event| match event {
            RecordedEvent::Move(action, _) => action.from().land(),
            RecordedEvent::TimedOut(seat) => Some(*seat),
            _ => None,
        });
        deal.first = first.map(|seat| Junqi::seat_name(seat).to_owned());
        let state = Junqi::new(&rules, rules.seats(), &deal).unwrap();
        Self { number, state, moves: 0, fights: 0, end: None }
    }

    /// Returns where the replay is, for messages.
    fn position_name(&self) -> String {
        format!("game {} after move {}", self.number, self.moves)
    }

    fn play(&mut self, step: Step<Junqi>) -> Vec<Event> {
        let mut events = Vec::new();
        let position = self.position_name();
        self.state
            .play(&step, &mut events)
            .unwrap_or_else(|why| panic!("{position}: {step:?} {why}"));
        events
    }

    /// Plays a recorded event.
    fn follow(&mut self, event: &RecordedEvent) {
        match event {
            RecordedEvent::Move(action, fight) => self.play_move(*action, *fight),
            RecordedEvent::TimedOut(seat) => {
                self.play(Step::Timeout { seat: *seat });
            }
            RecordedEvent::Out(seat, why) => self.eliminate(*seat, why),
            RecordedEvent::Left(seat) => self.eliminate(*seat, "gave_up"),
            RecordedEvent::End(how) => self.end = Some(how.clone()),
        }
    }

    /// Eliminates an army for a recorded reason.
    fn eliminate(&mut self, seat: Seat, why: &str) {
        let alive = self.state.active().contains(seat);
        match why {
            // The fifth timeout is recorded only by its effect.
            "timeouts" if alive => {
                self.play(Step::Timeout { seat });
            }
            // The player gave up or left, or the server removed the army for another reason.
            "gave_up" | "other" if alive => {
                self.play(Step::Resign { seat });
            }
            // The server removes an army without a move at once, Qipan on its turn.
            "no_move" if alive => {
                assert!(!self.state.can_act(seat), "{}: {seat:?} can move", self.position_name());
                self.play(Step::Resign { seat });
            }
            _ => assert!(!alive, "{}: {seat:?} out for {why}", self.position_name()),
        }
    }

    /// Plays a move and checks the result of its battle.
    fn play_move(&mut self, action: Action, recorded: Option<BattleResult>) {
        let Turn::Seat(seat) = self.state.turn() else {
            panic!("{} it was over: {:?}", self.position_name(), self.state.outcome());
        };
        let struck = self.state.tile_at(action.to()).is_some();
        let events = self.play(Step::Act { seat, action });
        let fight = events.iter().find_map(|event| match event {
            Event::Battled { result: fight, .. } => Some(*fight),
            _ => None,
        });
        assert_eq!(fight, recorded, "{} {action}", self.position_name());
        assert_eq!(struck, fight.is_some());
        self.moves += 1;
        self.fights += usize::from(struck);
    }

    /// Checks that the game ended as recorded.
    fn check_end(&mut self) {
        let drawn = self.end.as_deref() == Some("draw");
        if drawn && self.state.outcome().is_none() {
            // Drawn before the quiet limit: the players had agreed.
            self.play(Step::Draw);
        }
        if drawn || self.end.as_deref() == Some("won") {
            let outcome = self.state.outcome();
            let outcome =
                outcome.unwrap_or_else(|| panic!("{} it did not end", self.position_name()));
            let all = self.state.rules().armies as usize;
            assert_eq!(outcome.places[0].len() == all, drawn, "{}", self.position_name());
        }
    }
}
