//! How the searching robots of Junqi choose among results, and how they judge approaching pieces.

use std::collections::BTreeSet;

use crate::common::junqi::{play, position, rules, start};
use crate::common::rng;
use crate::common::scripts::source_in;
use crate::robots::ask;
use qipan_core::games::junqi::{Event, Junqi};
use qipan_core::script::{Host, Limits, LuaRobot};

/// Returns a robot that prints each attack in turn, and whether it prefers a quiet move whose value is
/// lower by a difference.
fn hesitating_robot(difference: f64, suspicion: f64) -> LuaRobot<Junqi> {
    let text = format!(
        "local choices = require('@lib/choices')
        return {{ api = 1, game = 'junqi', name = 'x', choose = function(view, turn)
            local quiet, attacks = nil, {{}}
            for _, action in turn:actions() do
                if view:piece(action.to) then table.insert(attacks, action) else quiet = action end
            end
            for _, attack in attacks do
                local best = choices.best(view, {{
                    {{ action = attack, value = 0.5 + {difference}, visits = 100 }},
                    {{ action = quiet, value = 0.5, visits = 100 }},
                }}, {suspicion})
                local face = view:piece(attack.from).face
                print(attack.from, attack.to, face, if best == quiet then 'waits' else 'attacks')
            end
            return quiet
        end }}"
    );
    LuaRobot::load("x.luau", source_in("robots/junqi", &text), &[], &Host::default()).unwrap()
}

#[test]
fn searching_robots_hide_their_strongest_piece() {
    // The attack seems better by a difference. With a suspicion of 2.5, the Field Marshal waits all
    // the same, because its loss would show the own Flag.
    for (difference, suspicion, waits) in [(0.02, 0.0, true), (0.05, 0.6, false), (0.05, 2.5, true)]
    {
        let mut robot = hesitating_robot(difference, suspicion);
        let (mut strongest, mut others) = (0, 0);
        for seed in 0..40 {
            // No piece has moved yet.
            let game = start(&rules("dark", &[]), &mut rng(seed));
            let choice = ask(&mut robot, &game, &[], [1; 32]);
            assert_eq!(choice.error, None, "seed {seed}");
            for line in &choice.printed {
                let is_strongest = line.contains(" 40 ");
                assert_eq!(line.ends_with("waits"), waits && is_strongest, "{line}");
                *if is_strongest { &mut strongest } else { &mut others } += 1;
            }
        }
        assert!(strongest > 0 && others > 0, "{strongest} and {others}");
    }
}

#[test]
fn long_searches_look_for_an_action_that_costs_nothing() {
    // The attack of the Field Marshal costs 0.0625. A stand-in for the turn returns results in which
    // it seems better than a quiet move by a difference, and has nearly all visits. If there is little
    // time for the second search, its result does not count.
    for (difference, visits, second, expected) in [
        (0.05, 50_000, 9_000, "2 waits"),
        (0.1, 50_000, 9_000, "2 attacks"),
        (0.05, 50_000, 1, "2 attacks"),
        (0.05, 5_000, 9_000, "1 attacks"),
    ] {
        let text = format!(
            "local choices = require('@lib/choices')
            return {{ api = 1, game = 'junqi', name = 'x', choose = function(view, turn)
                local quiet, attack, searches = nil, nil, 0
                for _, action in turn:actions() do
                    local target = view:piece(action.to)
                    if not target then
                        quiet = action
                    elseif view:piece(action.from).face == codes.marshal then
                        attack = action
                    end
                end
                local stand_in = {{
                    note = function() end,
                    actions = function() return turn:actions() end,
                    search = function(_, options)
                        searches += 1
                        for _, action in options.actions or {{}} do
                            assert(action.from ~= attack.from or action.to ~= attack.to)
                        end
                        local visits = if options.actions then {second} else 100
                        local of_quiet = {{ action = quiet, value = 0.5, visits = visits }}
                        local value = 0.5 + {difference}
                        local of_attack = {{ action = attack, value = value, visits = {visits} }}
                        return if options.actions then {{ of_quiet }} else {{ of_attack, of_quiet }}
                    end,
                }}
                if attack then
                    local best = choices.search(view, stand_in, {{}}, 2.5)
                    print(searches, if best == quiet then 'waits' else 'attacks')
                end
                return quiet
            end }}"
        );
        let source = source_in("robots/junqi", &text);
        let mut robot = LuaRobot::load("x.luau", source, &[], &Host::default()).unwrap();
        let mut printed = Vec::new();
        for seed in 0..40 {
            let game = start(&rules("dark", &[]), &mut rng(seed));
            let choice = ask(&mut robot, &game, &[], [1; 32]);
            assert_eq!(choice.error, None, "seed {seed}");
            printed.extend(choice.printed);
        }
        assert!(!printed.is_empty() && printed.iter().all(|line| line == expected), "{printed:?}");
    }
}

#[test]
fn searching_robots_hesitate_to_attack_deep_in_enemy_land() {
    let pieces = [
        ("S33", "s40"),
        ("N41", "s37"),
        ("N45", "s32"),
        ("S13", "s34"),
        ("S62", "s30"),
        ("N51", "n33"),
        ("N55", "n33"),
        ("N13", "n33"),
        ("N62", "n30"),
    ];
    let mut game = position(&rules("dark", &[]), &pieces);
    let attacks = |game: &Junqi, log: &[Event]| {
        let choice = ask(&mut hesitating_robot(0.03, 0.0), game, log, [1; 32]);
        assert_eq!(choice.error, None);
        choice.printed.into_iter().collect::<BTreeSet<_>>()
    };
    let expected =
        ["N41 N51 37 waits", "N45 N13 32 attacks", "N45 N55 32 attacks", "S13 N13 34 attacks"];
    assert_eq!(attacks(&game, &[]), expected.map(str::to_owned).into());
    // A piece that has moved is no Landmine.
    let mut log = play(&mut game, "S33 S32");
    log.extend(play(&mut game, "N51 N52"));
    log.extend(play(&mut game, "N41 N51"));
    log.extend(play(&mut game, "N13 N12"));
    assert!(attacks(&game, &log).contains("N51 N52 37 attacks"));
}

#[test]
fn searching_robots_suspect_pieces_that_approach_a_winner() {
    let text = "local battles = require('@lib/battles')
        return { api = 1, game = 'junqi', name = 'x', choose = function(view, turn)
            local weigh = battles.weigh_suspects(view, 1)
            for _ = 1, if weigh then 200 else 0 do
                local world = turn:sample()
                print(world:view():piece('S12').face, weigh(world))
            end
            return turn:actions()[1]
        end }";
    let limits = Limits { log_lines: 2_000, ..Limits::default() };
    let host = Host { limits, ..Host::default() };
    let mut robot =
        LuaRobot::<Junqi>::load("x.luau", source_in("robots/junqi", text), &[], &host).unwrap();
    let pieces = [
        ("S33", "s38"),
        ("S62", "s30"),
        ("N35", "n36"),
        ("N23", "n00"),
        ("N51", "n33"),
        ("N62", "n30"),
    ];
    let mut game = position(&rules("dark", &[]), &pieces);
    let mut log = Vec::new();
    // The printed faces of the piece on S12 with their weights.
    let mut after = |actions: &[&str]| {
        actions.iter().for_each(|action| log.extend(play(&mut game, action)));
        let choice = ask(&mut robot, &game, &log, [1; 32]);
        assert_eq!(choice.error, None);
        choice.printed.into_iter().collect::<BTreeSet<_>>()
    };
    // A Bomb comes up to a Major General that has not fought.
    let before = ["S33 S23", "N23 N13", "S23 S13", "N35 S11", "S13 S12", "N13 S13"];
    assert_eq!(after(&before), BTreeSet::new());
    // The Major General wins, and the Bomb comes up to it again.
    let weights = after(&["S12 S11", "S13 S12"]);
    let is_suspect = |line: &str| line.starts_with("00") || *line >= *"38";
    for line in &weights {
        assert!(line.ends_with(if is_suspect(line) { " 2" } else { " 1" }), "{line}");
    }
    let expected = ["00 2", "38 2", "33 1"];
    assert!(expected.iter().all(|line| weights.contains(*line)), "{weights:?}");
    // Some plies later it is still more likely to be a Bomb, but not to be strong.
    let quiet =
        ["S11 S21", "N51 N52", "S21 S11", "N52 N51", "S11 S21", "N51 N52", "S21 S11", "N52 N51"];
    let weights = after(&quiet);
    assert!(weights.contains("00 2") && weights.contains("38 1"), "{weights:?}");
}

#[test]
fn robots_of_the_window_consider_where_hidden_pieces_wait() {
    let text = "local battles = require('@lib/battles')
        return { api = 1, game = 'junqi', name = 'x', choose = function(view, turn)
            local weigh = battles.weigh_suspects(view, 3)
            for _ = 1, if weigh then 200 else 0 do
                local world = turn:sample()
                local camp, rail = world:view():piece('N22'), world:view():piece('N52')
                print(camp.face, if rail then rail.face else '--', string.format('%.2f', weigh(world)))
            end
            return turn:actions()[1]
        end }";
    let limits = Limits { log_lines: 2_000, ..Limits::default() };
    let host = Host { limits, ..Host::default() };
    let mut robot =
        LuaRobot::<Junqi>::load("x.luau", source_in("robots/junqi", text), &[], &host).unwrap();
    let pieces = [("S33", "s38"), ("S62", "s30"), ("N23", "n00"), ("N51", "n37"), ("N62", "n30")];
    let mut game = position(&rules("dark", &[]), &pieces);
    let mut log = Vec::new();
    let mut after = |actions: &[&str]| {
        actions.iter().for_each(|action| log.extend(play(&mut game, action)));
        let choice = ask(&mut robot, &game, &log, [1; 32]);
        assert_eq!(choice.error, None);
        choice.printed.into_iter().collect::<BTreeSet<_>>()
    };
    assert_eq!(after(&[]), BTreeSet::new());
    // In a camp, Bombs and Engineers are likelier; on a railway, strong pieces.
    for (actions, has_moved) in [(["S33 S23", "N23 N22"], false), (["S23 S33", "N51 N52"], true)] {
        let lines = after(&actions);
        for line in &lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let in_camp = usize::from(["00", "32"].contains(&words[0]));
            let on_rail = usize::from(has_moved && words[1] >= "37");
            assert_eq!(words[2], ["1.00", "1.70", "2.89"][in_camp + on_rail], "{line}");
        }
        assert!(lines.iter().any(|line| line.ends_with("1.70")), "{lines:?}");
    }
}
