//! Lua robots at Junqi: their answers, layouts and draw offers, the play of shipped robots, and
//! the completeness of manual and type file.

use std::collections::{BTreeSet, HashSet};

use crate::common::junqi::{any_layout, legal, rules, start};
use crate::common::rng;
use crate::common::scripts::source_in;
use crate::junqi::{answer, choosing_robot, load, play_out, robot_with_functions};
use crate::junqi_names::mines_beside_flag;
use crate::robots::{
    ask, check_manual_explains, check_object_fields, check_strict_fields, typed_fields,
};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::{Decision, RandomRobot, Robot, RobotErrorKind, RobotNote};
use qipan_core::contract::seat::Seat;
use qipan_core::contract::source::Source;
use qipan_core::games::junqi::layouts::SHIPPED as SHIPPED_LAYOUTS;
use qipan_core::games::junqi::{Deal, Junqi, Kind, Layout, PRESETS};
use qipan_core::registry::inspect;
use qipan_core::script::{Host, Limits, LuaRobot, ParamValue};
use serde_json::json;

const SHIPPED: [(&str, &str); 8] = [
    ("random", include_str!("../../../scripts/robots/junqi/random.luau")),
    ("greedy", include_str!("../../../scripts/robots/junqi/greedy.luau")),
    ("engineer_corps", include_str!("../../../scripts/robots/junqi/engineer_corps.luau")),
    ("flipper", include_str!("../../../scripts/robots/junqi/flipper.luau")),
    ("deducer", include_str!("../../../scripts/robots/junqi/deducer.luau")),
    ("imitator", include_str!("../../../scripts/robots/junqi/imitator.luau")),
    ("sampler", include_str!("../../../scripts/robots/junqi/sampler.luau")),
    ("master", include_str!("../../../scripts/robots/junqi/master.luau")),
];

/// The styles of the gauntlet.
const STYLES: [(&str, &str); 4] = [
    ("rusher", include_str!("../../../scripts/gauntlet/junqi/rusher.luau")),
    ("waiter", include_str!("../../../scripts/gauntlet/junqi/waiter.luau")),
    ("hunter", include_str!("../../../scripts/gauntlet/junqi/hunter.luau")),
    ("digger", include_str!("../../../scripts/gauntlet/junqi/digger.luau")),
];

/// Returns a shipped robot with its modules.
fn with_modules(text: &str) -> Source {
    source_in("robots/junqi", text)
}

/// Loads a shipped robot or a style. Those that search get parameters that make them quick.
fn shipped(name: &str) -> LuaRobot<Junqi> {
    let mut robots = SHIPPED.iter().chain(&STYLES);
    let (_, source) = robots.find(|(other, _)| *other == name).unwrap();
    let quick: &[(&str, f64)] = match name {
        "deducer" => &[("worlds", 2.0)],
        "sampler" => &[("patience", 0.0433)],
        "master" => &[("patience", 0.0093)],
        _ => &[],
    };
    let set = |(name, value): &(&str, f64)| ((*name).to_owned(), ParamValue::Number(*value));
    let quick: Vec<_> = quick.iter().map(set).collect();
    LuaRobot::load(name, with_modules(source), &quick, &Host::default()).unwrap()
}

#[test]
fn shipped_robots_play_whole_games_of_every_preset_they_name() {
    for (name, source) in SHIPPED {
        let info = inspect(name, with_modules(source), &Host::default()).unwrap();
        let mut robot = shipped(name);
        for (number, preset) in PRESETS.iter().enumerate() {
            if !info.presets.is_empty() && !info.presets.iter().any(|known| known == preset) {
                continue;
            }
            // Searching robots are slow and play fewer presets.
            let looks_ahead = source.contains("turn:search") || source.contains("turn:sample");
            if looks_ahead && !["dark", "flip", "siguo_partner", "three"].contains(preset) {
                continue;
            }
            let mut game = start(&rules(preset, &[]), &mut rng(number as u64));
            let choices = play_out(&mut game, &mut [&mut robot], 7, |_, _| {});
            assert!(game.outcome().is_some());
            let troubled = choices.iter().find_map(|choice| choice.error.as_ref());
            assert_eq!(troubled, None, "{name} at {preset}");
            let most = choices.iter().map(|choice| choice.fuel).max();
            assert!(most < Some(Limits::default().fuel / 10), "{name}: {most:?}");
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
            let troubled = choices.iter().find_map(|choice| choice.error.as_ref());
            assert_eq!(troubled, None, "{name} with {rules:?}");
        }
    }
}

#[test]
fn shipped_robots_have_metadata_in_both_languages() {
    for (name, source) in SHIPPED {
        let info = inspect(name, with_modules(source), &Host::default()).unwrap();
        assert_ne!(info.name.en, info.name.zh);
        assert_ne!(info.about.en, info.about.zh);
        assert!(source.starts_with("--!strict\n") && source.lines().count() < 150, "{name}");
    }
}

#[test]
fn robot_answers_are_deterministic() {
    for (name, preset) in [
        ("greedy", "dark"),
        ("engineer_corps", "siguo_partner"),
        ("flipper", "flip"),
        ("imitator", "three"),
        ("master", "dark"),
    ] {
        let play_once = |robot: &mut LuaRobot<Junqi>| {
            play_out(&mut start(&rules(preset, &[]), &mut rng(5)), &mut [robot], 5, |_, _| {})
        };
        let mut robot = shipped(name);
        let (first, again) = (play_once(&mut robot), play_once(&mut robot));
        assert_eq!(first, again, "{name}: a second game in the same machine");
        assert_eq!(first, play_once(&mut shipped(name)), "{name}: another machine");
    }
}

#[test]
fn robots_ignore_hidden_information() {
    // In resampled games with the same view, a robot must choose the same action.
    for (name, preset) in [
        ("greedy", "dark"),
        ("engineer_corps", "siguo_partner"),
        ("flipper", "flip"),
        ("greedy", "three"),
        ("deducer", "flip"),
        ("imitator", "siguo_dark"),
        ("sampler", "siguo_partner"),
        ("master", "dark"),
        ("rusher", "dark"),
        ("waiter", "siguo_dark"),
        ("hunter", "mixed"),
        ("digger", "flip"),
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
            // State kept between turns saves fuel, so fresh VMs are compared.
            let [truth, dealt] =
                [game, &other].map(|game| ask(&mut shipped(name), game, log, [3; 32]).fuel);
            assert_eq!(truth, dealt, "{name} at {preset}");
        }
    }
}

/// Returns the number of games that a robot wins against an opponent; a draw counts half. Every
/// game is played twice, and the robots change sides.
fn duel(name: &str, opponent: &str, preset: &str, games: u64) -> f64 {
    let (mut first, mut second) = (shipped(name), shipped(opponent));
    let rules = rules(preset, &[]);
    let result = |number: u64| {
        let (mut rng, is_swapped) = (rng(number / 2), number % 2 == 1);
        let offered: Vec<Layout> = (0..6).map(|_| any_layout(&mut rng)).collect();
        let mut layouts = Vec::new();
        for (index, seat) in rules.seats().iter().enumerate() {
            let robot = if (index % 2 == 1) == is_swapped { &mut first } else { &mut second };
            let stream = Seed::from_number(number / 2).robot_stream(seat, 0);
            let chosen = robot.layout(seat, &rules, &offered, stream).unwrap();
            layouts.push((seat, chosen.unwrap_or(offered[index])));
        }
        let deal = Deal::draw(&rules, &layouts, &Seed::from_number(number / 2)).unwrap();
        let mut game = Junqi::new(&rules, rules.seats(), &deal).unwrap();
        let mut robots: [&mut dyn Robot<Junqi>; 2] =
            if is_swapped { [&mut second, &mut first] } else { [&mut first, &mut second] };
        play_out(&mut game, &mut robots, number, |_, _| {});
        let winners = game.outcome().unwrap().places.remove(0);
        let seat = game.seats().iter().nth(usize::from(is_swapped)).unwrap();
        match (winners.len() == game.seats().len(), winners.contains(seat)) {
            (true, _) => 0.5,
            (false, true) => 1.0,
            (false, false) => 0.0,
        }
    };
    (0..games).map(result).sum()
}

#[test]
fn shipped_robots_fight_and_seldom_draw() {
    let fighters = ["greedy", "engineer_corps", "flipper", "deducer", "imitator"];
    let plays = |name: &str, preset: &str| {
        let source = SHIPPED.iter().find(|(other, _)| *other == name).unwrap().1;
        let info = inspect(name, with_modules(source), &Host::default()).unwrap();
        info.presets.is_empty() || info.presets.iter().any(|known| known == preset)
    };
    for preset in ["dark", "mixed", "open", "flip", "flip_open", "siguo_partner", "three"] {
        let here: Vec<_> = fighters.into_iter().filter(|name| plays(name, preset)).collect();
        let (mut games, mut drawn) = (0, 0);
        for (place, one) in here.iter().enumerate() {
            for other in &here[place..] {
                let (mut a, mut b) = (shipped(one), shipped(other));
                let mut game = start(&rules(preset, &[]), &mut rng(place as u64 + 40));
                play_out(&mut game, &mut [&mut a, &mut b], 40, |_, _| {});
                assert!(game.battles().len() >= 5, "{one} and {other} hardly fight at {preset}");
                games += 1;
                drawn += usize::from(game.outcome().unwrap().places.len() == 1);
            }
        }
        // Flip chess is often drawn: the smallest piece has to take the Flag, last of all.
        let most = if preset.starts_with("flip") { games } else { games / 3 };
        assert!(drawn <= most, "{drawn} of {games} drawn at {preset}");
    }
}

#[test]
fn greedy_beats_random_and_specialists_beat_greedy() {
    for (one, other, preset, games, least) in [
        ("greedy", "random", "dark", 20, 18.0),
        ("greedy", "random", "siguo_partner", 6, 5.0),
        ("greedy", "random", "flip", 10, 7.5),
        ("imitator", "random", "dark", 20, 16.0),
        // About even since greedy no longer always lays out the army that suited its opponent.
        ("engineer_corps", "greedy", "dark", 40, 18.0),
        ("flipper", "random", "flip", 10, 8.0),
        ("flipper", "greedy", "flip_open", 10, 5.0),
    ] {
        let won = duel(one, other, preset, games);
        assert!(won >= least, "{one} won {won} of {games} against {other} at {preset}");
    }
}

#[test]
fn answers_may_be_copies_and_illegal_ones_are_reported() {
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
        let choice = ask(&mut choosing_robot(&body), &game, &[], [1; 32]);
        assert_eq!((choice.error, choice.action.to_string()), (None, words[2].clone()));
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
        let trouble = choice.error.unwrap();
        assert_eq!(trouble.kind, RobotErrorKind::Illegal, "{body}");
        assert!(
            trouble.message.starts_with("x.luau:1: choose must return an action: "),
            "{}",
            trouble.message
        );
        assert!(trouble.message.contains(part), "{body}: {}", trouble.message);
        assert!(trouble.message.len() < 400, "{body}");
    }
    // Flip chess begins with flips only.
    let game = start(&rules("flip", &[]), &mut rng(1));
    let choice = ask(&mut choosing_robot("return { at = 'S13' }"), &game, &[], [1; 32]);
    assert_eq!((choice.error, choice.action.to_string()), (None, "flip S13".to_owned()));
}

#[test]
fn errors_name_the_line_and_the_choices() {
    for (body, message) in [
        ("return view.roll", "x.luau:2: view has no `roll`; it has seat, seats"),
        ("return view:planes()", "x.luau:2: view has no `planes`; it has seat, seats"),
        ("return turn:samples()", "x.luau:2: turn has no `samples`; it has params, actions"),
        ("view:kind('S70')", "x.luau:2: no cell \"S70\"; see view.cells"),
        ("view:possible('W11')", "x.luau:2: no cell \"W11\"; see view.cells"),
        ("view:reach('C22', '40')", "x.luau:2: no cell \"C22\"; see view.cells"),
        ("view:battle('41', '30')", "x.luau:2: no code \"41\"; codes are 40, 39"),
        ("view:battle('31', '30')", "x.luau:2: a 31 never moves, so never attacks"),
        ("view:value('41')", "x.luau:2: no code \"41\"; codes are 40, 39"),
        ("view:distance('S11', 'S70')", "x.luau:2: no cell \"S70\"; see view.cells"),
        ("view:distance('S11', 'S12', '41')", "x.luau:2: no code \"41\"; codes are 40, 39"),
        ("return codes.marshall", "x.luau:2: codes has no `marshall` (did you mean `marshal`?)"),
        ("codes.bomb = '40'", "x.luau:2: attempt to modify a readonly table"),
        ("view:chance('S11', 'red')", "x.luau:2: no seat \"red\"; seats are south, east"),
        ("turn:mark('S70', 'red')", "x.luau:2: no cell \"S70\"; see view.cells"),
        ("turn:mark('S11', 'pink')", "x.luau:2: no colour \"pink\"; colours are red"),
        ("view.rules.mine = 'bomb'", "x.luau:2: attempt to modify a readonly table"),
        ("view.cells[1] = 'S11'", "x.luau:2: attempt to modify a readonly table"),
        ("view.quiet = 1", "x.luau:2: "),
        ("view.history({}, 'S11')", "x.luau:2: "),
        ("view:piece()", "x.luau:2: "),
    ] {
        let text = answer(body).error.unwrap().message;
        assert!(text.starts_with(message), "{body}: {text}");
        assert!(!text.contains('\n') && !text.contains("0x") && !text.contains("qipan"), "{text}");
    }
}

#[test]
fn public_chance_gives_what_others_know() {
    let body = r#"
        local owner, face = view:board()
        local sums = {}
        for _, cell in view.cells do
            if owner[cell] == "south" then
                local told, sum = view:public_chance(cell), 0
                for code, chance in told do
                    sum += chance
                    sums[code] = (sums[code] or 0) + chance
                end
                assert(math.abs(sum - 1) < 0.01 and not told[face[cell]] or told[face[cell]] < 1)
            end
        end
        assert(math.abs(sums["40"] - 1) < 0.05 and math.abs(sums["31"] - 3) < 0.05)
        assert(next(view:public_chance("S22")) == nil)
        return turn:actions()[1]
    "#;
    assert_eq!(answer(body).error, None);
}

#[test]
fn marks_accept_the_colours_of_seats() {
    let body = "for _, c in { 'grey', 'red', 'south', 'west' } do turn:mark('S33', c) end
        turn:note(turn:actions()[1], 0.5) return turn:actions()[1]";
    let choice = answer(body);
    assert_eq!(choice.error, None);
    let colours = choice.notes.iter().filter_map(|note| match note {
        RobotNote::Cell { cell, colour } => {
            assert_eq!(cell, "S33");
            Some(colour.as_str())
        }
        RobotNote::Action { .. } => None,
    });
    assert_eq!(colours.collect::<Vec<_>>(), ["grey", "red", "south", "west"]);
    assert_eq!(choice.notes.len(), 5);
}

/// Returns two layouts to choose from.
fn offered() -> [Layout; 2] {
    ["TPYNLHZSGPYJLNHGZDTPDFDNG", "GLHTGYJPNZTSPHYNLPDDGZNFD"].map(|text| text.parse().unwrap())
}

#[test]
fn layout_function_returns_a_layout_or_an_error() {
    let rules = rules("siguo_dark", &[]);
    let layout_from = |fields: &str| {
        robot_with_functions(fields).layout(Seat::new(1), &rules, &offered(), [1; 32].into())
    };
    assert_eq!(layout_from(""), Ok(None));
    for (body, expected) in [
        ("return nil", None),
        ("return turn:layouts()[2]", Some(offered()[1])),
        ("return 'TPYNLHZSGPYJLNHGZDTPDFDNG'", Some(offered()[0])),
        ("return table.clone(turn:layouts()[1])", Some(offered()[0])),
        ("turn:varied(turn:layouts()[1]) return turn:layouts()[1]", Some(offered()[0])),
        (
            "return { 'T', 'P', 'Y', 'N', 'L', '38', '00', 'S', 'G', 'P', 'Y', 'J', 'L', 'N', 'H', 'G', 'Z', 'D', 'T', 'P', 'D', 'F', 'D', 'N', 'G' }",
            Some(offered()[0]),
        ),
    ] {
        assert_eq!(
            layout_from(&format!("layout = function(view, turn) {body} end,")),
            Ok(expected)
        );
    }
    let varied =
        layout_from("layout = function(view, turn) return turn:varied(turn:layouts()[1]) end,");
    let varied = varied.unwrap().unwrap();
    let others = [offered()[0], offered()[0].mirrored()];
    assert!(!others.contains(&varied), "{varied}");
    let strong = |fill: u8| {
        robot_with_functions("layout = function(view, turn) return turn:strong_layout() end,")
            .layout(Seat::new(1), &rules, &[], [fill; 32].into())
            .unwrap()
    };
    assert!(strong(1).is_some() && strong(1) == strong(1) && strong(1) != strong(2));
    for (body, part) in [
        ("return turn:varied()", "varied takes 25 codes or letters, not nothing"),
        ("return turn:varied('TPY')", "varied takes a layout: a layout has 25 pieces, this has 3"),
        ("return turn:varied({ '41' })", "varied takes 25 codes such as \"40\"; number 1 is"),
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
        ("return turn:ranked_layouts(function() return 'x' end)", "must return a number, got the"),
        ("return turn:ranked_layouts(function() return 0/0 end)", "must return a number, got"),
        ("error('no idea')", "no idea"),
        ("while true do end", "thinking budget"),
        ("return turn:actions()[1].from", "attempt to index nil"),
    ] {
        let trouble =
            layout_from(&format!("layout = function(view, turn) {body} end,")).unwrap_err();
        assert!(trouble.message.contains(part), "{body}: {}", trouble.message);
        assert!(trouble.message.len() < 400);
    }
}

#[test]
fn view_is_empty_before_the_game() {
    let body = r#"layout = function(view, turn)
        assert(view.seat == "east" and view.seats[2] == "north" and view.partner == "west")
        assert(view.ply == 0 and view.quiet == 0 and view.preset == "siguo_dark")
        assert(#view.cells == 129 and view.rules.armies == 4 and #view.places == 0)
        assert(#turn:actions() == 0 and #turn:layouts() == 2 and #turn:layouts()[1] == 25)
        assert(#view:log() == 0 and #view:lost("south") == 0 and not view:moved("S11"))
        local owner, face = view:board()
        assert(owner.S11 == false and face.C22 == false and view:piece("E62") == nil)
        assert(#view:possible("S11") == 0 and next(view:chance("S11")) == nil)
        assert(#view:history("S11") == 0 and view:kind("E62") == "headquarters")
        assert(#view:neighbours("C22") == 4 and #view:lines("C22") == 2)
        assert(#view:reach("E11", "32") > 60 and view:battle("32", "31") == "attacker")
        print(turn:random(1000), turn.params)
        return turn:layouts()[2]
    end,"#;
    let mut robot = robot_with_functions(body);
    let laid = robot.layout(Seat::new(1), &rules("siguo_dark", &[]), &offered(), [1; 32].into());
    assert_eq!(laid, Ok(Some(offered()[1])));
    // The view is closed again afterwards.
    let kept = "layout = function(view) kept = view end,";
    assert!(
        robot_with_functions(kept)
            .layout(Seat::new(0), &rules("dark", &[]), &offered(), [1; 32].into())
            .is_err()
    );
}

#[test]
fn robots_vary_their_layouts() {
    let lays_out = |(_, source): &&(&str, &str)| source.contains("layout = function");
    let names: Vec<&str> = SHIPPED.iter().filter(lays_out).map(|(name, _)| *name).collect();
    assert_eq!(names, ["greedy", "engineer_corps", "deducer", "imitator", "sampler", "master"]);
    for name in names {
        let mut robot = shipped(name);
        let mut layout_for = |offered: &[Layout], seed| {
            // Random bytes from a hash: streams of one repeated byte begin much alike.
            let stream = Seed::from_number(seed).robot_stream(Seat::new(0), 0);
            robot.layout(Seat::new(0), &rules("dark", &[]), offered, stream).unwrap()
        };
        let offered = SHIPPED_LAYOUTS.map(|shipped| shipped.layout());
        let laid: Vec<Layout> = (0..40).map(|seed| layout_for(&offered, seed).unwrap()).collect();
        let flags: HashSet<usize> = laid.iter().map(flag_index).collect();
        let different: HashSet<String> = laid.iter().map(ToString::to_string).collect();
        assert!(different.len() > 35, "{name}: {} armies", different.len());
        assert_eq!(flags.len(), 2, "{name}: either headquarters");
        assert_eq!(layout_for(&offered, 7), Some(laid[7]), "{name}: the same for a seed");
        let chosen = layout_for(&[], 7);
        let has_own_plan = ["engineer_corps", "deducer", "sampler", "master"].contains(&name);
        assert_eq!(
            chosen.is_some(),
            has_own_plan,
            "{name}: nothing to choose from but a plan of its own"
        );
    }
}

/// Returns the index of the Flag among the 25 pieces.
fn flag_index(layout: &Layout) -> usize {
    layout.pieces().iter().position(|piece| *piece == Kind::Flag).unwrap()
}

#[test]
fn shipped_robots_return_valid_layouts() {
    for seed in 0..4 {
        let mut robot = shipped("engineer_corps");
        let laid = robot.layout(Seat::new(0), &rules("dark", &[]), &[], [seed; 32].into());
        assert!(matches!(laid, Ok(Some(_))), "{laid:?}");
        let laid = shipped("greedy").layout(
            Seat::new(2),
            &rules("dark", &[]),
            &offered(),
            [seed; 32].into(),
        );
        // As well protected as the best of the offered ones, however it is varied.
        let most = offered().iter().map(mines_beside_flag).max();
        assert_eq!(laid.unwrap().as_ref().map(mines_beside_flag), most);
        let none =
            shipped("greedy").layout(Seat::new(2), &rules("dark", &[]), &[], [seed; 32].into());
        assert_eq!(none, Ok(None));
    }
}

#[test]
fn draw_function_answers_draw_offers() {
    let game = start(&rules("dark", &[("first", json!("south"))]), &mut rng(1));
    let accepts = |robot: &mut LuaRobot<Junqi>, seat: u8| {
        let seat = Seat::new(seat);
        let view = game.view(Viewer::Seat(seat));
        let stream = [1; 32].into();
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
    assert!(!accepts(&mut robot_with_functions(""), 0));
    for (body, expected) in [
        ("return true", true),
        ("return false", false),
        ("return nil", false),
        ("return view.seat == 'north'", true),
        ("return #view:lost() > 5", false),
        // There are no actions to choose from, but the position can be evaluated.
        ("return #turn:actions() == 0 and #turn:search({ iterations = 9 }) == 0", true),
        ("return turn:sample():value(view.seat) > 0", true),
    ] {
        let fields = format!("draw = function(view, turn) {body} end,");
        assert_eq!(accepts(&mut robot_with_functions(&fields), 2), expected, "{body}");
    }
    let mut robot = robot_with_functions("draw = function() return 'yes' end,");
    for _ in 0..4 {
        assert!(!accepts(&mut robot, 2));
    }
    assert_eq!(
        robot.last_error().unwrap().message,
        "draw must return true or false, got the text \"yes\""
    );
    assert!(robot.is_switched_off());
    let mut robot = robot_with_functions("draw = function() while true do end end,");
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
    assert!(error("junqi", "presets = { \"aeroplane\" },").contains("presets are dark, mixed"));
    assert!(error("chess", "").contains("games are race, junqi"));
    let race = source("race", "");
    let error = LuaRobot::<Junqi>::load("x.luau", race, &[], &host).err().unwrap();
    assert_eq!(error.message, "plays race, not junqi");
}

#[test]
fn fuel_use_is_constant_and_within_the_limit() {
    let game = start(&rules("siguo_dark", &[]), &mut rng(2));
    let body = "for _ = 1, 1e9 do for _, cell in view.cells do view:possible(cell) view:chance(cell)
        view:history(cell) view:lines(cell) view:reach(cell, '32') view:board() view:lost() view:bomb_suspects() end end";
    let mut robot = load(body, "", Limits { fuel: 200_000, ..Limits::default() }).unwrap();
    for _ in 0..2 {
        let choice = ask(&mut robot, &game, &[], [1; 32]);
        assert_eq!(choice.error.unwrap().kind, RobotErrorKind::Budget);
        assert_eq!(choice.fuel, 200_000);
    }
}

#[test]
fn type_file_names_exactly_the_api() {
    check_object_fields([("view", "JunqiView"), ("turn", "JunqiTurn")], answer);
    check_strict_fields::<Junqi>(["JunqiAction", "JunqiEvent", "JunqiStep"]);
    let keys = |table: &str| -> BTreeSet<String> {
        let body = format!("for key in {table} do print(key) end return turn:actions()[1]");
        answer(&body).printed.into_iter().collect()
    };
    assert_eq!(keys("view.rules"), typed_fields("JunqiRules"));
    assert!(keys("turn:actions()[1]").is_subset(&typed_fields("JunqiAction")));
    assert!(keys("view:piece('S11')").is_subset(&typed_fields("JunqiPiece")));
    let error = inspect("x.luau", "return { game = 'junqi', nothing = 1 }", &Host::default());
    let message = error.unwrap_err().message;
    let fields = message.split_once("; fields are ").unwrap().1;
    let fields: BTreeSet<String> = fields.split(", ").map(str::to_owned).collect();
    assert_eq!(fields, typed_fields("JunqiRobot"));
}

#[test]
fn manual_robot_works_and_manual_names_the_api() {
    let manual = include_str!("../../../scripts/README.md");
    let host = Host::default();
    let code = manual.split("```luau\n").find(|code| code.contains("game = \"junqi\"")).unwrap();
    let code = code.split("```").next().unwrap();
    let mut robot = LuaRobot::<Junqi>::load("my_first", code, &[], &host).unwrap();
    for preset in PRESETS {
        let mut game = start(&rules(preset, &[]), &mut rng(2));
        let choices = play_out(&mut game, &mut [&mut robot, &mut RandomRobot], 2, |_, _| {});
        let troubled = choices.iter().find_map(|choice| choice.error.as_ref());
        assert_eq!(troubled, None, "{preset}");
    }
    let chapter = manual.split("\n## Junqi").nth(1).unwrap();
    check_manual_explains(chapter, [("view", "JunqiView"), ("turn", "JunqiTurn")]);
    let types = ["JunqiRules", "JunqiAction", "JunqiPiece", "JunqiEvent", "JunqiLost"];
    for word in types.iter().flat_map(|name| typed_fields(name)).chain(typed_fields("JunqiRobot")) {
        let named = chapter.contains(&format!("`{word}`")) || manual.contains(&format!("`{word}`"));
        assert!(named, "the manual does not name {word}");
    }
}
