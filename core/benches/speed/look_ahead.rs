//! Measures look-ahead without Lua: nanoseconds a ply in searches and rollouts.

use std::time::Instant;

use criterion::Criterion;
use qipan_core::contract::game::{Turn, Viewer};
use qipan_core::evaluation::Searchable;
use qipan_core::search::{RuleContext, Search, SearchContext, SearchOptions, rollout_value};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::calls::{Calls, middles};
use crate::table::{Spent, Table};

/// Number of determinizations for a decision.
const WORLDS: usize = 64;
/// Number of simulations of a search, and of rollouts of an action.
const PASSES: u32 = 200;

/// The legal actions of the seat to move, and determinizations of its view.
struct Decision<G: Searchable> {
    worlds: Vec<G>,
    actions: Vec<G::Action>,
}

impl<G: Searchable> Decision<G> {
    fn of(game: &G, rng: &mut SmallRng) -> Option<Self> {
        let Turn::Seat(seat) = game.turn() else { return None };
        let view = game.view(Viewer::Seat(seat));
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        Some(Self { worlds: (0..WORLDS).map(|_| G::sample(&view, rng)).collect(), actions })
    }
}

/// Measures a ply of a tree search, of a tree search with rollouts of 20 plies, and of rollouts
/// to the end of the game.
pub fn of<G: Searchable>(criterion: &mut Criterion, table: &mut Table, preset: &str, start: &G) {
    let mut rng = SmallRng::seed_from_u64(1);
    let games = middles(start);
    let decisions: Vec<_> = games.iter().filter_map(|game| Decision::of(game, &mut rng)).collect();
    let mut next = decisions.iter().cycle();
    let mut calls = Calls { criterion, table, preset };
    let mut search = Search::<G>::default();
    let mut rules = RuleContext::new(Default::default());
    for (what, playout) in [("search", 0), ("search, 20 plies played out", 20)] {
        let options =
            SearchOptions { iterations: PASSES, rollout_depth: playout, ..Default::default() };
        calls.measure(what, "ply", |count| {
            let mut spent = Spent::default();
            while spent.count < count {
                let decision = next.next().expect("somebody is to move");
                let (worlds, actions, begin) =
                    (&decision.worlds, &decision.actions, Instant::now());
                let found = search.run(
                    worlds,
                    actions,
                    &options,
                    &mut SearchContext {
                        rules: &mut rules,
                        rng: &mut rng,
                        evaluator: &mut |state: &G, list: &mut Vec<G::Action>| state.evaluate(list),
                        budget: &mut |_, _| true,
                    },
                );
                assert!(found.is_ok_and(|found| found.len() == actions.len()));
                spent.add(Spent { time: begin.elapsed(), count: search.steps() });
            }
            spent
        });
    }
    calls.measure("rollouts", "ply", |count| {
        let mut spent = Spent::default();
        while spent.count < count {
            let decision = next.next().expect("somebody is to move");
            let Turn::Seat(seat) = decision.worlds[0].turn() else { continue };
            let begin = Instant::now();
            let result = rollout_value(
                &decision.worlds,
                seat,
                decision.actions[0],
                (PASSES, 5_000),
                &mut SearchContext {
                    rules: &mut rules,
                    rng: &mut rng,
                    evaluator: &mut |state: &G, list: &mut Vec<G::Action>| state.evaluate(list),
                    budget: &mut |_, _| true,
                },
            );
            let plies = result.map_or(0, |result| result.steps);
            spent.add(Spent { time: begin.elapsed(), count: plies });
        }
        spent
    });
}
