//! The named codes, values, distances and ranked layouts of Junqi scripts.

use std::collections::BTreeSet;

use qipan_core::contract::game::Game;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::layouts::SHIPPED;
use qipan_core::games::junqi::{Junqi, Kind, Layout, PRESETS};
use qipan_core::registry::inspect;
use qipan_core::script::{Host, LuaRobot, LuaRule};
use serde_json::json;

use crate::common::junqi::{position, rules, start};
use crate::common::rng;
use crate::junqi::{answer, choosing_robot, robot_with_functions};
use crate::robots::{ask, typed_fields};

/// Returns the lines that a body prints on a position.
fn printed(game: &Junqi, body: &str) -> Vec<String> {
    let body = format!("{body} return turn:actions()[1]");
    let choice = ask(&mut choosing_robot(&body), game, &[], [1; 32]);
    assert_eq!(choice.error, None, "{body}");
    choice.printed
}

#[test]
fn codes_have_names_and_values() {
    let body = "for name, code in codes do
        print(name, code, if code == codes.hidden then 0 else view:value(code)) end
        return turn:actions()[1]";
    let lines: BTreeSet<String> = answer(body).printed.into_iter().collect();
    let expected = [
        "marshal 40 40",
        "general 39 30",
        "major_general 38 22",
        "brigadier 37 15",
        "colonel 36 10",
        "major 35 7",
        "captain 34 5",
        "lieutenant 33 4",
        "engineer 32 7",
        "bomb 00 9",
        "landmine 31 8",
        "flag 30 1000",
        "hidden ? 0",
    ];
    assert_eq!(lines, expected.iter().map(ToString::to_string).collect());
    let names: BTreeSet<String> =
        expected.iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(names, typed_fields("Codes"), "the type file");
    let manual = include_str!("../../../scripts/README.md");
    for name in names {
        assert!(manual.contains(&format!("`codes.{name}`")), "the manual does not name {name}");
    }
}

#[test]
fn codes_exist_while_a_file_is_run() {
    let robot = "local bomb = codes.bomb return { api = 1, game = 'junqi', name = bomb, choose = function() end }";
    let host = Host::default();
    assert_eq!(inspect("x.luau", robot, &host).unwrap().name.en, "00");
    assert!(LuaRobot::<Junqi>::load("x.luau", robot, &[], &host).is_ok());
    let rule = "local flag = codes.flag return { api = 1, game = 'junqi', name = flag, hooks = { filter = function(_, a) return a end } }";
    assert_eq!(inspect("x.luau", rule, &host).unwrap().name.en, "30");
    assert!(LuaRule::<Junqi>::load("x.luau", rule, 0, &[], &host).is_ok());
    let odd = robot.replace("codes.bomb", "codes.bombe");
    let error = inspect("x.luau", odd, &host).unwrap_err().message;
    assert!(error.contains("codes has no `bombe` (did you mean `bomb`?)"), "{error}");
}

#[test]
fn distance_in_steps_counts_neighbours() {
    // A breadth-first search by a script over the neighbours gives the same numbers.
    let body = r#"
        for _, goal in { view.cells[1], view.cells[#view.cells // 2], view.cells[#view.cells] } do
            local steps, queue, at = { [goal] = 0 }, { goal }, 1
            while queue[at] do
                for _, near in view:neighbours(queue[at]) do
                    if not steps[near] then
                        steps[near] = steps[queue[at]] + 1
                        table.insert(queue, near)
                    end
                end
                at += 1
            end
            for _, cell in view.cells do
                assert(view:distance(cell, goal) == steps[cell], cell)
                assert(view:distance(goal, cell) == steps[cell], cell)
            end
            print(#queue == #view.cells)
        end"#;
    for preset in PRESETS {
        let game = start(&rules(preset, &[]), &mut rng(1));
        assert_eq!(printed(&game, body), ["true"; 3], "{preset}");
    }
}

#[test]
fn distance_in_moves_agrees_with_repeated_reach() {
    // A search over empty cells with `reach` of a single piece on the board gives the same numbers.
    let game = position(&rules("dark", &[]), &[("S33", "s36"), ("S62", "s30"), ("N62", "n30")]);
    let body = r#"
        for _, code in { "32", "36", "00" } do
            local from = "S33"
            local moves, queue, at = { [from] = 0 }, { from }, 1
            while queue[at] do
                for _, to in view:reach(queue[at], code) do
                    if not moves[to] then
                        moves[to] = moves[queue[at]] + 1
                        if not view:piece(to) then
                            table.insert(queue, to)
                        end
                    end
                end
                at += 1
            end
            for _, cell in view.cells do
                local own = view:distance(from, cell, code)
                if cell ~= "S62" and cell ~= from then
                    assert(own == moves[cell], code .. " to " .. cell)
                end
            end
            print(moves.N62, moves.N11)
        end"#;
    let found = printed(&game, body);
    assert_eq!(found[1], found[2], "a Bomb moves like an officer");
    assert_ne!(found[0], found[1], "an Engineer turns corners on the rails: {found:?}");
}

#[test]
fn distance_in_moves_goes_round_other_pieces() {
    let pieces = [("S51", "s33"), ("N62", "n30"), ("S62", "s30"), ("S53", "s36"), ("N15", "n38")];
    let game = position(&rules("dark", &[("hq_exit", json!(false))]), &pieces);
    let distance = |call: &str| printed(&game, &format!("print(view:distance({call}))")).concat();
    assert_eq!(distance("'S51', 'S51', '33'"), "0");
    assert_eq!(distance("'S51', 'S52', '33'"), "1");
    assert_eq!(distance("'S51', 'S55'"), "4", "in steps, whatever stands in the way");
    assert_eq!(distance("'S51', 'S53', '33'"), "nil", "an own piece stands there");
    assert_eq!(distance("'S51', 'N15', '33'"), "1", "the last move may strike");
    let around: u32 = distance("'S51', 'N25', '33'").parse().unwrap();
    assert!(around > 1, "the way leads round the piece on N15: {around}");
    assert_eq!(distance("'S51', 'S11', '31'"), "nil", "a Landmine never moves");
    assert_eq!(distance("'S62', 'S52', '40'"), "nil", "nothing leaves a headquarters");
}

/// Returns the shipped layouts.
fn offered() -> Vec<Layout> {
    SHIPPED.iter().map(|shipped| shipped.layout()).collect()
}

/// Returns the layout that a body of `layout` returns when the shipped layouts are offered.
fn layout_from(body: &str) -> Layout {
    let mut robot = robot_with_functions(&format!("layout = function(view, turn) {body} end,"));
    let dark = rules("dark", &[]);
    robot.layout(Seat::new(0), &dark, &offered(), [1; 32].into()).unwrap().unwrap()
}

/// Returns the number of Landmines beside the Flag.
pub(crate) fn mines_beside_flag(layout: &Layout) -> usize {
    let pieces = layout.pieces();
    let flag = pieces.iter().position(|piece| *piece == Kind::Flag).unwrap();
    let is_mine = |slot: &usize| pieces.get(*slot) == Some(&Kind::Landmine);
    [flag - 1, flag + 1, flag - 5].iter().filter(|slot| is_mine(slot)).count()
}

#[test]
fn ranked_layouts_begin_with_the_best_guarded_flag() {
    let all = offered();
    // A stable sort by the number of Landmines beside the Flag.
    let mut expected = all.clone();
    expected.sort_by_key(|layout| std::cmp::Reverse(mines_beside_flag(layout)));
    assert!(
        mines_beside_flag(&expected[0]) > mines_beside_flag(expected.last().unwrap()),
        "they differ"
    );
    for (place, layout) in expected.iter().enumerate() {
        let body = format!("return turn:ranked_layouts()[{}]", place + 1);
        assert_eq!(layout_from(&body), *layout, "place {place}");
    }
    // A score function gets the number of Landmines and the layout.
    assert_eq!(layout_from("return turn:ranked_layouts(function(mines) return -mines end)[1]"), {
        let mut ascending = all.clone();
        ascending.sort_by_key(mines_beside_flag);
        ascending[0]
    });
    let first = layout_from("return turn:ranked_layouts(function() return 0 end)[1]");
    assert_eq!(first, all[0], "equals keep their order");
    let counted = layout_from(
        "local asked = 0
        local ranked = turn:ranked_layouts(function(mines, layout)
            asked += 1
            assert(layout[asked % 25 + 1] == turn:layouts()[asked][asked % 25 + 1])
            return asked
        end)
        assert(asked == #turn:layouts())
        return ranked[1]",
    );
    assert_eq!(counted, *all.last().unwrap());
}

#[test]
fn old_method_names_answer_like_the_new_ones() {
    let body = "for _, cell in view.cells do
            assert(table.concat(view:maybe(cell)) == table.concat(view:possible(cell)))
        end
        assert(next(view:bold()) == nil and next(view:bomb_suspects()) == nil)
        local one = turn:search({ iterations = 20, curiosity = 2 })
        assert(#one == #turn:search({ iterations = 20, exploration = 2 }))
        return turn:actions()[1]";
    assert_eq!(answer(body).error, None);
}

#[test]
fn new_methods_have_the_prices_of_the_manual() {
    let game = start(&rules("dark", &[]), &mut rng(1));
    let fuel = |call: &str| {
        let fuel_of_calls = |times: usize| {
            let calls = format!("{call} ").repeat(times);
            ask(
                &mut choosing_robot(&format!("{calls}return turn:actions()[1]")),
                &game,
                &[],
                [1; 32],
            )
            .fuel
        };
        fuel_of_calls(2) - fuel_of_calls(1)
    };
    let look_up = fuel("view:moved('S11')");
    assert_eq!(fuel("view:value('40')"), look_up);
    assert_eq!(fuel("view:distance('S11', 'N11')"), look_up);
    // From S13 the first move reaches S12, so only one cell is left behind.
    assert_eq!(fuel("view:distance('S51', 'S52', '33')"), look_up + 30, "S52 is taken");
    assert!(game.outcome().is_none());
}

#[test]
fn policy_lists_every_action_with_its_probability() {
    for preset in PRESETS {
        let game = start(&rules(preset, &[]), &mut rng(2));
        let body = "local sum, last, known = 0, 1, {}
            for _, move in turn:policy() do
                assert(move.probability > 0 and move.probability <= last)
                sum, last = sum + move.probability, move.probability
                known[(move.action.from or '') .. (move.action.to or move.action.at)] = true
            end
            for _, action in turn:actions() do
                assert(known[(action.from or '') .. (action.to or action.at)])
            end
            assert(math.abs(sum - 1) < 1e-4 and #turn:policy() == #turn:actions())
            local is_even = math.abs(last * #turn:actions() - 1) < 1e-3
            print(is_even, string.sub(view.preset, 1, 4) == 'flip')";
        let lines = printed(&game, body);
        assert!(["true true", "false false"].contains(&lines[0].as_str()), "{preset}: {lines:?}");
    }
}

#[test]
fn prior_directs_a_search_to_likely_actions() {
    let game = start(&rules("dark", &[]), &mut rng(2));
    let visits = |probability: &str| {
        let body = format!(
            "local favourite, prior = turn:actions()[3], {{}}
            for _, action in turn:actions() do
                local is_favourite = action.from == favourite.from and action.to == favourite.to
                table.insert(prior, {{ action = action, probability = {probability} }})
            end
            for _, row in turn:search({{ iterations = 300, prior = prior }}) do
                if row.action.from == favourite.from and row.action.to == favourite.to then
                    print(row.visits)
                end
            end"
        );
        printed(&game, &body)[0].parse::<u32>().unwrap()
    };
    let (even, favoured) = (visits("1"), visits("if is_favourite then 1 else 0"));
    assert!(favoured > 2 * even + 20, "{even} visits and {favoured}");
}
