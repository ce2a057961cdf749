//! Tests that search allocates no memory per ply or playout.

use allocation_counter::measure;
use qipan_core::contract::game::Turn;
use qipan_core::script::{Host, LuaRobot, Scripted};

use crate::common::junqi::{rules, start};
use crate::common::rng;
use crate::robots::{ask, four_launches};

/// Returns the number of allocations while a robot makes a decision, with 100 and with 400 for
/// `COUNT` in its body. The robot has made the same decision three times before.
fn allocations<G: Scripted>(state: &G, log: &[G::Event], body: &str) -> [u64; 2] {
    assert!(matches!(state.turn(), Turn::Seat(_)));
    let source = format!(
        "return {{ api = 1, game = '{}', name = 'x', choose = function(view, turn)\n\
         local first = turn:actions()[1]\n{body}\nreturn first end }}",
        G::NAME
    );
    let load = |text: &str| LuaRobot::<G>::load("x.luau", text, &[], &Host::default()).unwrap();
    [1, 4].map(|times| {
        let mut robot = load(&source.replace("COUNT", &(100 * times).to_string()));
        for _ in 0..3 {
            assert_eq!(ask(&mut robot, state, log, [1; 32]).error, None);
        }
        measure(|| drop(ask(&mut robot, state, log, [1; 32]))).count_total
    })
}

/// Calls that look ahead by playing determinizations on.
const LOOK_AHEAD_CALLS: [&str; 4] = [
    "turn:rollouts(first, COUNT)",
    "turn:rollouts(first, COUNT, 20)",
    "turn:search({ iterations = COUNT, worlds = 8 })",
    "turn:search({ iterations = COUNT, worlds = 8, playout = 30 })",
];

#[test]
fn allocations_do_not_grow_with_playouts() {
    let (race, launched) = four_launches();
    let junqi = ["dark", "flip", "siguo_partner"].map(|name| start(&rules(name, &[]), &mut rng(1)));
    for call in LOOK_AHEAD_CALLS {
        let [few, many] = allocations(&race, &launched, call);
        assert!(few > 0 && many <= few + 2, "race: {call}: {few} and {many}");
        for game in &junqi {
            let [few, many] = allocations(game, &[], call);
            assert!(few > 0 && many <= few + 2, "junqi: {call}: {few} and {many}");
        }
    }
}
