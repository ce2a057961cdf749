//! Tests of the requests of programs in other languages.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::common::junqi::{rules, start};
use crate::common::rng;
use crate::junqi::play_out;
use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::robot::{Decision, RandomRobot};
use qipan_core::contract::seat::SeatSet;
use qipan_core::games::junqi::Junqi;
use qipan_core::games::race::{Race, Rules};
use qipan_core::house::House;
use qipan_core::script::{
    Answer, Host, Limits, LuaRobot, LuaRule, MessageCodec, ParamValue, Scripted,
};

/// A program's turn: the codec with an open question, and what the program knows of it.
struct OpenTurn<G: Scripted> {
    codec: MessageCodec<G>,
    game: Value,
    turn: Value,
}

impl<G: Scripted> OpenTurn<G> {
    fn new(state: &G, log: &[G::Event], host: &Host) -> Self {
        Self::of_codec(MessageCodec::new(host, Some(10_000)).unwrap(), state, log)
    }

    /// Asks for an action of the seat to move.
    fn of_codec(mut codec: MessageCodec<G>, state: &G, log: &[G::Event]) -> Self {
        let Turn::Seat(seat) = state.turn() else { panic!("no seat is to move") };
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        let decision = Decision {
            seat,
            view: &state.view(Viewer::Seat(seat)),
            actions: &actions,
            log,
            house_rules: &[],
            ply: state.ply(),
            stream: [7; 32].into(),
        };
        let lines = codec.turn(&decision, 5).unwrap();
        let mut lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
        Self { codec, game: lines.next().unwrap(), turn: lines.next().unwrap() }
    }

    /// Sends a request and returns the reply.
    fn ask(&mut self, request: &Value) -> Value {
        let line = self.codec.answer_request(&Answer::read(&request.to_string()).unwrap(), Some(9));
        let reply: Value = serde_json::from_str(line.strip_suffix('\n').unwrap()).unwrap();
        assert_eq!((&reply["type"], &reply["id"]), (&json!("reply"), &json!(5)), "{request}");
        reply
    }

    /// Sends a request that must be answered.
    fn get(&mut self, request: Value) -> Value {
        let reply = self.ask(&request);
        assert_eq!(reply["error"], Value::Null, "{request}");
        reply
    }

    /// Sends a request that must be refused. Returns the reason.
    fn refused(&mut self, request: &Value) -> String {
        let reply = self.ask(request);
        let reason = reply["error"].as_str().unwrap_or_else(|| panic!("{request}: {reply}"));
        reason.to_owned()
    }
}

fn race_turn() -> OpenTurn<Race> {
    let mut race = Race::new(&Rules::FLYING, SeatSet::first(4), &Default::default()).unwrap();
    race.play(&Step::Chance(6), &mut NullSink).unwrap();
    OpenTurn::new(&race, &[], &Host::default())
}

/// Returns a turn in the middle of a dark game.
fn junqi_turn() -> OpenTurn<Junqi> {
    let (game, log) = dark_position();
    OpenTurn::new(&game, &log, &Host::default())
}

fn dark_position() -> (Junqi, Vec<qipan_core::games::junqi::Event>) {
    let mut game = start(&rules("dark", &[]), &mut rng(3));
    let mut position = None;
    play_out(&mut game, &mut [&mut RandomRobot], 3, |game, log| {
        if game.ply() == 81 {
            position = Some((game.clone(), log.to_vec()));
        }
    });
    position.unwrap()
}

#[test]
fn turn_names_the_requests_and_their_fuel() {
    let turn = race_turn();
    assert_eq!(turn.game["api"], 1);
    let names = turn.game["requests"].as_array().unwrap();
    assert!(names.contains(&json!("search")) && names.contains(&json!("risk")), "{names:?}");
    assert!(!names.contains(&json!("battle")));
    let sent = &turn.turn;
    assert_eq!((&sent["fuel"], &sent["ms"]), (&json!(5_000_000), &json!(10_000)));
    assert_eq!(sent["params"], json!({}));
    let mut codec = MessageCodec::<Junqi>::new(&Host::default(), None).unwrap();
    let patience = ("patience".to_owned(), ParamValue::Number(3.0));
    codec.set_params([patience, ("bold".to_owned(), ParamValue::Flag(true))]);
    let (game, log) = dark_position();
    let turn = OpenTurn::of_codec(codec, &game, &log).turn;
    assert_eq!((&turn["fuel"], &turn["ms"]), (&json!(15_000_000), &Value::Null));
    assert_eq!(turn["params"], json!({ "patience": 3.0, "bold": true }));
}

#[test]
fn every_request_of_a_race_is_answered() {
    let mut turn = race_turn();
    let mut asked = BTreeSet::new();
    let mut get = |request: Value| {
        asked.insert(request["request"].clone().to_string());
        turn.get(request)
    };
    let budget = get(json!({ "request": "budget" }));
    assert_eq!(budget["ms"], 9);
    assert!(budget["share"].as_f64().unwrap() > 0.9);
    let world = get(json!({ "id": 5, "request": "sample" }));
    assert_eq!((&world["world"], &world["to_move"]), (&json!(1), &json!("red")));
    assert_eq!((&world["to_roll"], &world["over"]), (&json!(false), &json!(false)));
    let actions = get(json!({ "request": "actions", "world": 1 }));
    assert_eq!(actions["actions"][0]["kind"], "launch");
    assert_eq!(actions["actions"][0]["from"], -1);
    let copy = get(json!({ "request": "clone", "world": 1 }));
    assert_eq!(copy["world"], 2);
    let played = get(json!({ "request": "play", "world": 1, "action": 0 }));
    assert_eq!(played["events"][0]["kind"], "launched");
    assert_eq!(played["to_roll"], true);
    let rolled = get(json!({ "request": "roll", "world": 1, "die": 3 }));
    assert_eq!((&rolled["die"], &rolled["events"][0]["kind"]), (&json!(3), &json!("rolled")));
    let view = get(json!({ "request": "view", "world": 1, "seat": "red" }));
    assert_eq!(view["view"]["planes"]["red"].as_array().unwrap().len(), 4);
    // The copy and the game itself have not changed.
    let same = get(json!({ "request": "play", "world": 2, "action": actions["actions"][0] }));
    assert_eq!(same["events"], played["events"]);
    let value = get(json!({ "request": "value", "world": 1 }));
    let other = get(json!({ "request": "value", "world": 1, "seat": "green" }));
    assert_ne!(value["value"], other["value"]);
    assert_eq!(get(json!({ "request": "result", "world": 1 }))["value"], Value::Null);
    let end = get(json!({ "request": "playout", "world": 1 }));
    assert_eq!((&end["over"], &end["to_move"]), (&json!(true), &Value::Null));
    assert!(get(json!({ "request": "result", "world": 1 }))["value"].is_number());
    assert_eq!(get(json!({ "request": "drop", "world": 1 }))["world"], 1);
    let rollouts = get(json!({ "request": "rollouts", "action": 0, "games": 8, "depth": 20 }));
    assert_eq!(rollouts["games"], 8);
    let found = get(json!({ "request": "search", "depth": 1 }));
    assert_eq!(found["results"].as_array().unwrap().len(), 4);
    let first = get(json!({ "request": "search", "actions": [2], "iterations": 5 }));
    assert_eq!(
        (&first["results"][0]["action"], &first["results"][0]["visits"]),
        (&json!(2), &json!(5))
    );
    assert!(get(json!({ "request": "risk", "square": 3 }))["value"].is_number());
    assert!(get(json!({ "request": "risk", "square": 3, "world": 2 }))["value"].is_number());
    let names: BTreeSet<String> =
        turn.game["requests"].as_array().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(asked, names);
}

#[test]
fn junqi_requests_answer_as_the_view_of_a_script() {
    let mut turn = junqi_turn();
    let pieces = turn.turn["view"]["pieces"].as_array().unwrap().clone();
    let hidden = pieces.iter().find(|piece| piece["face"] == "?").unwrap();
    let cell = &hidden["at"];
    let chances = turn.get(json!({ "request": "chance", "cell": cell }))["chances"].clone();
    assert_eq!(chances, hidden["chance"]);
    let public = turn.get(json!({ "request": "public_chance", "cell": cell }));
    assert!(public["chances"].as_object().unwrap().len() > 1);
    let battle = json!({ "request": "battle", "attacker": "40", "defender": "39" });
    assert_eq!(turn.get(battle)["survivor"], "attacker");
    let action = turn.turn["actions"][0].clone();
    let reached = turn.get(json!({ "request": "reach", "cell": action["from"] }));
    assert!(reached["cells"].as_array().unwrap().contains(&action["to"]), "{reached}");
    let far = json!({ "request": "distance", "from": action["from"], "to": action["to"] });
    assert!(turn.get(far)["distance"].as_u64().unwrap() >= 1);
    assert!(turn.get(json!({ "request": "history", "cell": cell }))["events"].is_array());
    // In a world nothing is hidden, and the action is legal there too.
    let world = turn.get(json!({ "request": "sample" }))["world"].clone();
    let view = turn.get(json!({ "request": "view", "world": world }));
    let faces = view["view"]["pieces"].as_array().unwrap();
    assert!(faces.iter().all(|piece| piece["face"] != "?"));
    let open = turn.get(json!({ "request": "chance", "cell": cell, "world": world }));
    assert_eq!(open["chances"].as_object().unwrap().len(), 1);
    let played = turn.get(json!({ "request": "play", "world": world, "action": action }));
    assert_eq!(played["ply"], 82);
    let found = turn.get(json!({ "request": "search", "iterations": 40, "worlds": 4 }));
    let visits = found["results"].as_array().unwrap().iter().map(|row| row["visits"].as_u64());
    assert_eq!(visits.flatten().sum::<u64>(), 40);
}

#[test]
fn requests_cost_what_a_script_pays() {
    let mut turn = race_turn();
    let mut cost = |request: Value| {
        let before = turn.get(json!({ "request": "budget" }))["fuel"].as_u64().unwrap();
        before - turn.get(request)["fuel"].as_u64().unwrap()
    };
    let source = "return { api = 1, game = 'race', name = 'x', choose = function(view, turn)
        local before = turn:budget() turn:sample():value()
        print((before - turn:budget()) * 5000000) return turn:actions()[1] end }";
    let mut robot = LuaRobot::<Race>::load("x.luau", source, &[], &Host::default()).unwrap();
    let mut race = Race::new(&Rules::FLYING, SeatSet::first(4), &Default::default()).unwrap();
    race.play(&Step::Chance(6), &mut NullSink).unwrap();
    let printed = crate::robots::ask(&mut robot, &race, &[], [1; 32]).printed;
    let script: f64 = printed[0].parse().unwrap();
    let program =
        cost(json!({ "request": "sample" })) + cost(json!({ "request": "value", "world": 1 }));
    // The Lua code of the requests takes some steps too.
    assert!((script..script + 150.0).contains(&(program as f64)), "{script} {program}");
}

#[test]
fn turn_goes_on_after_its_fuel_is_used_up() {
    let limits = Limits { fuel: 100_000, ..Limits::default() };
    let host = Host { limits, ..Host::default() };
    let (game, log) = dark_position();
    let mut turn = OpenTurn::new(&game, &log, &host);
    for _ in 0..3 {
        turn.get(json!({ "request": "sample" }));
    }
    let search = turn.get(json!({ "request": "rollouts", "action": 0, "games": 1_000 }));
    assert!(search["games"].as_u64().unwrap() < 1_000, "{search}");
    while turn.ask(&json!({ "request": "sample" }))["error"].is_null() {}
    let reason = turn.refused(&json!({ "request": "budget" }));
    assert_eq!(reason, "no fuel is left in this turn: answer the question");
    // The next turn has new fuel and no worlds.
    turn.codec.close();
    let mut next = OpenTurn::of_codec(turn.codec, &game, &[]);
    let reason = next.refused(&json!({ "request": "value", "world": 1 }));
    assert!(reason.contains("there is no world 1"), "{reason}");
    assert_eq!(next.get(json!({ "request": "sample" }))["world"], 1);
}

#[test]
fn wrong_requests_are_told_what_to_write() {
    let mut turn = junqi_turn();
    turn.get(json!({ "request": "sample" }));
    for (request, part) in [
        (json!({ "request": "peek" }), "\"request\" is one of actions, battle, budget"),
        (json!({ "request": 7 }), "\"request\" is one of"),
        (json!({ "request": "value" }), "\"value\" needs \"world\": a whole number, 0 or more"),
        (json!({ "request": "value", "world": -1 }), "a whole number, 0 or more"),
        (json!({ "request": "value", "world": 1.5 }), "a whole number, 0 or more"),
        (json!({ "request": "value", "world": "1" }), "a whole number, 0 or more"),
        (json!({ "request": "value", "world": 9 }), "there is no world 9; \"sample\" makes one"),
        (json!({ "request": "value", "world": 1, "seat": "up" }), "no seat \"up\"; seats are"),
        (json!({ "request": "sample", "count": 3 }), "has no field \"count\"; it has none"),
        (json!({ "request": "clone", "word": 1 }), "has no field \"word\"; it has world"),
        (json!({ "request": "play", "world": 1, "action": 999 }), "there is no action 999; there"),
        (json!({ "request": "play", "world": 1, "action": -1 }), "there is no action -1"),
        (json!({ "request": "play", "world": 1, "action": {} }), "is not legal here; legal are"),
        (json!({ "request": "play", "world": 1, "action": "x" }), "an action or its number"),
        (json!({ "request": "roll", "world": 1 }), "no die is to be rolled now"),
        (json!({ "request": "reach", "cell": "X1" }), "no cell \"X1\""),
        (json!({ "request": "battle", "attacker": "99", "defender": "40" }), "codes are"),
        (json!({ "request": "search", "iterations": 0 }), "iterations is a whole number from 1"),
        (json!({ "request": "search", "actions": [] }), "`actions` is empty"),
        (json!({ "request": "search", "actions": { "a": 1 } }), "needs \"actions\": a list"),
        (json!({ "request": "search", "value": 1 }), "has no field \"value\"; it has actions"),
    ] {
        let reason = turn.refused(&request);
        assert!(reason.contains(part), "{request}: {reason}");
    }
    // None of them did any harm.
    turn.get(json!({ "request": "play", "world": 1, "action": 0 }));
}

/// Sends every request with odd values in every field.
fn send_odd_requests<G: Scripted>(mut turn: OpenTurn<G>) {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(1),
        json!(1e300),
        json!(-1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(0.1),
        json!(4_294_967_295_u64),
        json!(""),
        json!("\u{0}x"),
        json!("x".repeat(30_000)),
        json!([]),
        json!({}),
        json!([0, 0, 0]),
        json!([[]]),
        json!({ "plane": 1e300, "from": {}, "at": [] }),
        deep,
    ];
    let fields = [
        "world",
        "action",
        "die",
        "depth",
        "seat",
        "games",
        "iterations",
        "playout",
        "worlds",
        "exploration",
        "actions",
        "square",
        "cell",
        "code",
        "from",
        "to",
        "attacker",
        "defender",
    ];
    let names = turn.game["requests"].as_array().unwrap().clone();
    for name in &names {
        for field in fields {
            for value in &values {
                for world in [json!(null), json!(1)] {
                    let mut request = json!({ "request": name, "world": world });
                    request[field] = value.clone();
                    // A reply is always one line of JSON, which `ask` checks.
                    turn.ask(&request);
                }
            }
        }
    }
    turn.codec.close();
    for name in names {
        let reason = turn.refused(&json!({ "request": name, "world": 1 }));
        assert!(!reason.is_empty());
    }
}

#[test]
fn odd_values_never_panic() {
    let limits = Limits { fuel: 200_000, ..Limits::default() };
    let host = Host { limits, ..Host::default() };
    let (game, log) = dark_position();
    send_odd_requests(OpenTurn::new(&game, &log, &host));
    send_odd_requests(race_turn());
}

#[test]
fn worlds_of_a_turn_are_bounded() {
    let mut turn = race_turn();
    for number in 1..=256 {
        assert_eq!(turn.get(json!({ "request": "sample" }))["world"], number);
    }
    let reason = turn.refused(&json!({ "request": "clone", "world": 1 }));
    assert!(reason.contains("there are 256 worlds already; \"drop\" one"), "{reason}");
    turn.get(json!({ "request": "drop", "world": 7 }));
    assert_eq!(turn.get(json!({ "request": "sample" }))["world"], 257);
    assert!(turn.refused(&json!({ "request": "value", "world": 7 })).contains("no world 7"));
}

#[test]
fn requests_cannot_distinguish_hidden_states() {
    let (game, log) = dark_position();
    let view = game.view(Viewer::Seat(game.seat_to_move()));
    let other = Junqi::sample(&view, &mut rng(8));
    assert!(game.view(Viewer::All) != other.view(Viewer::All), "another truth");
    let replies = |game: &Junqi| {
        let mut turn = OpenTurn::new(game, &log, &Host::default());
        let mut replies = vec![turn.turn.clone()];
        let mut requests = Vec::new();
        for number in 1..=10 {
            requests.push(json!({ "request": "sample" }));
            requests.push(json!({ "request": "view", "world": number, "seat": "north" }));
            requests.push(json!({ "request": "playout", "world": number, "depth": 20 }));
            requests.push(json!({ "request": "value", "world": number }));
        }
        requests.push(json!({ "request": "search", "iterations": 60, "worlds": 8 }));
        requests.push(json!({ "request": "rollouts", "action": 1, "games": 10, "depth": 20 }));
        for piece in turn.turn["view"]["pieces"].as_array().unwrap() {
            for name in ["chance", "public_chance", "history"] {
                requests.push(json!({ "request": name, "cell": piece["at"] }));
            }
            requests.push(json!({ "request": "reach", "cell": piece["at"], "code": "40" }));
        }
        replies.extend(requests.iter().map(|request| turn.ask(request)));
        replies
    };
    assert_eq!(replies(&game), replies(&other));
}

#[test]
fn worlds_of_requests_follow_the_house_rules() {
    let rule = "return { api = 1, game = 'junqi', name = 'Short', hooks = {
        filter = function(view, actions) return { actions[1] } end } }";
    let rule = LuaRule::load("short.luau", rule, 0, &[], &Host::default()).unwrap();
    let mut codec = MessageCodec::<Junqi>::new(&Host::default(), None).unwrap();
    codec.set_world_rules(House::new(vec![(0, Box::new(rule))]));
    codec.begin_game().unwrap();
    let (game, log) = dark_position();
    let mut turn = OpenTurn::of_codec(codec, &game, &log);
    let world = turn.get(json!({ "request": "sample" }))["world"].clone();
    let played = turn.get(json!({ "request": "play", "world": world, "action": 0 }));
    assert!(played["events"][0]["kind"].is_string(), "{played}");
    let actions = turn.get(json!({ "request": "actions", "world": world }));
    assert_eq!(actions["actions"].as_array().unwrap().len(), 1);
}

#[test]
fn play_before_a_roll_is_refused() {
    let mut turn = race_turn();
    turn.get(json!({ "request": "sample" }));
    turn.get(json!({ "request": "play", "world": 1, "action": 0 }));
    let reason = turn.refused(&json!({ "request": "play", "world": 1, "action": 0 }));
    assert_eq!(reason, "in this world the die is to be rolled first: \"roll\"");
    let reason = turn.refused(&json!({ "request": "roll", "world": 1, "die": 7 }));
    assert_eq!(reason, "a die shows 1 to 6, not 7");
}
