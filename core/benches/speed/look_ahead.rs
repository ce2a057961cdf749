//! Measures searches and rollouts without Lua. The unit, called `ply` in the table, is an action or
//! a chance outcome.

use std::time::Instant;

use criterion::Criterion;
use qipan_core::contract::game::{Turn, Viewer};
use qipan_core::evaluation::Searchable;
use qipan_core::search::{
    PairedOptions, PairedSearch, RuleContext, Search, SearchContext, SearchOptions, rollout_value,
};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::calls::{Calls, middle_positions};
use crate::table::{Table, WorkDone};

/// Number of determinizations for each decision.
const WORLDS: usize = 64;
/// Number of simulations of a tree search, of trials of a paired search, and of rollouts of an
/// action.
const SIMULATIONS: u32 = 200;

/// The maximum number of decisions of a rollout. Games usually have fewer.
const ROLLOUT_DEPTH: u32 = 5_000;

/// The legal actions of the seat to move, and determinizations of its view.
struct Decision<G: Searchable> {
    worlds: Vec<G>,
    actions: Vec<G::Action>,
}

impl<G: Searchable> Decision<G> {
    /// Returns the decision that is due in a game, or none if no seat is to move.
    fn of(game: &G, rng: &mut SmallRng) -> Option<Self> {
        let Turn::Seat(seat) = game.turn() else { return None };
        let view = game.view(Viewer::Seat(seat));
        let mut actions = Vec::new();
        game.legal_actions(&mut actions);
        Some(Self { worlds: (0..WORLDS).map(|_| G::sample(&view, rng)).collect(), actions })
    }
}

/// Measures tree search and paired search, each without rollouts and with rollouts of 20 decisions.
/// Also measures rollouts to the end of the game.
pub fn measure_look_ahead<G: Searchable>(
    criterion: &mut Criterion,
    table: &mut Table,
    preset: &str,
    start: &G,
) {
    let mut rng = SmallRng::seed_from_u64(1);
    let games = middle_positions(start);
    let decisions: Vec<_> = games.iter().filter_map(|game| Decision::of(game, &mut rng)).collect();
    let mut decision_cycle = decisions.iter().cycle();
    let mut calls = Calls { criterion, table, preset };
    let mut search = Search::<G>::default();
    let mut rules = RuleContext::new(Default::default());
    for (what, rollout_depth) in [("search", 0), ("search, 20 plies played out", 20)] {
        let options =
            SearchOptions { max_simulations: SIMULATIONS, rollout_depth, ..Default::default() };
        calls.measure(what, "ply", |count| {
            let mut done = WorkDone::default();
            while done.count < count {
                let Decision { worlds, actions } =
                    decision_cycle.next().expect("there is a decision");
                let start = Instant::now();
                let results = search.run(
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
                assert!(results.is_ok_and(|results| results.len() == actions.len()));
                done.add(WorkDone { time: start.elapsed(), count: search.decisions() });
            }
            done
        });
    }
    let mut search = PairedSearch::<G>::default();
    for (what, rollout_depth) in [("paired", 0), ("paired, 20 plies played out", 20)] {
        let options =
            PairedOptions { max_trials: SIMULATIONS, rollout_depth, ..Default::default() };
        calls.measure(what, "ply", |count| {
            let mut done = WorkDone::default();
            while done.count < count {
                let Decision { worlds, actions } =
                    decision_cycle.next().expect("there is a decision");
                let start = Instant::now();
                let results = search.run(
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
                assert!(results.is_ok_and(|results| results.len() == actions.len()));
                done.add(WorkDone { time: start.elapsed(), count: search.decisions() });
            }
            done
        });
    }
    calls.measure("rollouts", "ply", |count| {
        let mut done = WorkDone::default();
        while done.count < count {
            let decision = decision_cycle.next().expect("there is a decision");
            let Turn::Seat(seat) = decision.worlds[0].turn() else { continue };
            let start = Instant::now();
            let result = rollout_value(
                &decision.worlds,
                seat,
                decision.actions[0],
                (SIMULATIONS, ROLLOUT_DEPTH),
                &mut SearchContext {
                    rules: &mut rules,
                    rng: &mut rng,
                    evaluator: &mut |state: &G, list: &mut Vec<G::Action>| state.evaluate(list),
                    budget: &mut |_, _| true,
                },
            );
            let played = result.map_or(0, |result| result.decisions);
            done.add(WorkDone { time: start.elapsed(), count: played });
        }
        done
    });
}
