//! Tests of the paired search: it is fair to all actions, bounded, and knows only the view.

use qipan_core::contract::game::{Game, NullSink, Step, Turn, Viewer};
use qipan_core::contract::house_rule_hooks::HouseRuleHooks;
use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::Seat;
use qipan_core::evaluation::{SearchResult, Searchable, SeatValues};
use qipan_core::games::junqi::{Action, Junqi};
use qipan_core::search::{Budget, PairedOptions, PairedSearch, RuleContext, SearchContext};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::common::junqi::{rules, start};
use crate::common::rng;

/// A Field Marshal of each side stands beside the Flag of the other.
const STRIKE_OR_LOSE: &str =
    "qipan junqi open turn=south south=S62F,N52S,S11P north=N62F,S52S,N11P";

const QUICK: PairedOptions = PairedOptions {
    max_trials: 1000,
    reply_plies: 1,
    max_replies: 5,
    rollout_depth: 4,
    anchor: 0.01,
};

/// Returns a position after some moves of the rollout policy, in a game that goes on.
fn middle(preset: &str, plies: u32) -> Junqi {
    let rules = rules(preset, &[]);
    let play = |seed: u64| {
        let (mut game, mut rng) = (start(&rules, &mut rng(1)), rng(seed));
        for _ in 0..plies {
            let Turn::Seat(seat) = game.turn() else { break };
            let action = game.rollout_action(&mut rng, &mut Vec::new());
            game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
        }
        game
    };
    let mut games = (0..100).map(play);
    games.find(|game| game.outcome().is_none()).expect("a game that goes on")
}

fn seat_to_move(game: &Junqi) -> Seat {
    let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
    seat
}

fn actions_of(game: &Junqi) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

/// Samples determinizations of the view of the seat to move.
fn worlds_of(game: &Junqi, count: u64) -> Vec<Junqi> {
    let view = game.view(Viewer::Seat(seat_to_move(game)));
    (0..count).map(|seed| Junqi::sample(&view, &mut rng(seed))).collect()
}

fn search(
    worlds: &[Junqi],
    actions: &[Action],
    options: &PairedOptions,
    seed: u64,
    budget: &mut dyn Budget,
) -> Vec<SearchResult<Action>> {
    let mut context = SearchContext {
        rules: &mut RuleContext::default(),
        rng: &mut Xoshiro256PlusPlus::seed_from_u64(seed),
        evaluator: &mut |state: &Junqi, scratch: &mut Vec<_>| state.evaluate(scratch),
        budget,
    };
    PairedSearch::default().run(worlds, actions, options, &mut context).unwrap()
}

/// A budget without a limit.
fn unlimited() -> impl Budget {
    |_: u64, _: u64| true
}

/// A budget for a number of evaluations.
struct Evaluations {
    spent: u32,
    limit: u32,
}

impl Budget for Evaluations {
    fn spend(&mut self, _decisions: u64, _rule_fuel: u64) -> bool {
        self.spent += 1;
        self.spent <= self.limit
    }

    fn share_left(&self) -> f32 {
        1.0 - self.spent.min(self.limit) as f32 / self.limit as f32
    }
}

/// Returns the values after best replies, without pruning.
fn max_n(state: &Junqi, plies: u32, max_replies: usize) -> SeatValues {
    let Turn::Seat(seat) = state.turn() else { return state.evaluate(&mut Vec::new()) };
    if plies == 0 {
        return state.evaluate(&mut Vec::new());
    }
    let (mut actions, mut priors) = (actions_of(state), Vec::new());
    state.priors(&actions, &mut priors);
    let mut order: Vec<_> = priors.into_iter().zip(actions.drain(..)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let replies = order.into_iter().take(max_replies).map(|(_, action)| {
        let mut next = state.clone();
        next.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
        max_n(&next, plies - 1, max_replies)
    });
    let value = |values: &SeatValues| values[seat.index()];
    // Of equal replies, the first one.
    replies.reduce(|best, next| if value(&next) > value(&best) { next } else { best }).unwrap()
}

#[test]
fn values_are_those_of_best_replies() {
    for (preset, plies, max_replies) in
        [("dark", 1, 1000), ("dark", 2, 6), ("dark", 3, 4), ("siguo_dark", 3, 4), ("flip", 2, 6)]
    {
        let game = middle(preset, 60);
        let seat = seat_to_move(&game);
        let actions = actions_of(&game);
        let world = worlds_of(&game, 1);
        let options = PairedOptions {
            max_trials: actions.len() as u32,
            reply_plies: plies,
            max_replies: max_replies as u32,
            rollout_depth: 0,
            anchor: 0.0,
        };
        for result in search(&world, &actions, &options, 1, &mut unlimited()) {
            let mut next = world[0].clone();
            let action = next.with_battle_result(result.action);
            next.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
            let expected = max_n(&next, plies, max_replies)[seat.index()];
            let difference = (result.value - expected).abs();
            assert!(difference < 1e-5, "{preset} {plies}: {} {expected}", result.value);
        }
    }
}

#[test]
fn better_half_goes_on_to_the_next_round() {
    let game = middle("dark", 40);
    let actions = actions_of(&game);
    let results = search(&worlds_of(&game, 50), &actions, &QUICK, 1, &mut unlimited());
    assert_eq!(results.len(), actions.len());
    let visits: Vec<u32> = results.iter().map(|result| result.visits).collect();
    assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
    assert!(visits.iter().sum::<u32>() <= QUICK.max_trials);
    assert_eq!(visits[0], visits[1], "the last two were tried in the same worlds");
    let (mut racing, mut rounds) = (actions.len(), 0);
    while racing > 2 {
        let next = racing.div_ceil(2);
        assert!(visits[next..racing].iter().all(|count| *count == visits[racing - 1]));
        assert!(visits[next - 1] > visits[next], "{visits:?}");
        (racing, rounds) = (next, rounds + 1);
    }
    assert!(rounds >= 3, "{} actions", actions.len());
}

#[test]
fn search_returns_partial_result_when_the_budget_is_spent() {
    let game = middle("dark", 40);
    let actions = actions_of(&game);
    let worlds = worlds_of(&game, 20);
    for limit in [0, 3, 10, 200, 2000, 20_000] {
        let options = PairedOptions { max_trials: u32::MAX, ..QUICK };
        let budget = &mut Evaluations { spent: 0, limit };
        let results = search(&worlds, &actions, &options, 1, budget);
        assert_eq!(results.len(), actions.len(), "{limit}");
        let visits: Vec<u32> = results.iter().map(|result| result.visits).collect();
        assert!(visits.is_sorted_by(|a, b| a >= b), "{limit}: {visits:?}");
        // A trial needs six evaluations: of five replies, and after the rollout. It needs fewer if
        // the game ends or few replies are legal.
        let trials: u32 = visits.iter().sum();
        assert!((limit < 6 || trials > 0) && trials <= limit, "{limit}: {trials}");
        assert!(6 * (trials + 2 * actions.len() as u32) >= limit, "{limit}: {trials}");
        assert!(results.iter().all(|result| (0.0..=1.0).contains(&result.value)));
        if limit == 20_000 {
            let best = visits[0];
            assert!(best > 10 * visits[actions.len() - 1], "it concentrates: {visits:?}");
        }
    }
}

#[test]
fn seed_decides_the_result() {
    for preset in ["dark", "flip", "siguo_dark"] {
        let game = middle(preset, 40);
        let (worlds, actions) = (worlds_of(&game, 8), actions_of(&game));
        let run = |seed| search(&worlds, &actions, &QUICK, seed, &mut unlimited());
        assert_eq!(run(1), run(1), "{preset}");
        assert_ne!(run(1), run(2), "{preset}: rollouts are random");
    }
}

#[test]
fn equal_views_give_equal_results() {
    for preset in ["dark", "flip", "siguo_dark"] {
        let game = middle(preset, 40);
        let view = game.view(Viewer::Seat(seat_to_move(&game)));
        let other = Junqi::sample(&view, &mut rng(77));
        assert_ne!(game, other, "{preset}");
        let run = |game: &Junqi| {
            search(&worlds_of(game, 8), &actions_of(game), &QUICK, 1, &mut unlimited())
        };
        assert_eq!(run(&game), run(&other), "{preset}");
    }
}

#[test]
fn flag_in_reach_is_captured() {
    let game = STRIKE_OR_LOSE.parse::<PositionLine<Junqi>>().unwrap().set_up().unwrap();
    let actions = actions_of(&game);
    assert!(actions.len() > 3);
    for reply_plies in 0..3 {
        let options = PairedOptions { reply_plies, ..QUICK };
        let results = search(std::slice::from_ref(&game), &actions, &options, 1, &mut unlimited());
        assert_eq!((results[0].action.to_string(), results[0].value), ("N52 N62".to_owned(), 1.0));
        let is_lost = |result: &SearchResult<Action>| result.value == 0.0;
        let lost = results.iter().filter(|result| is_lost(result)).count();
        if reply_plies > 0 {
            assert_eq!(lost, actions.len() - 1, "north captures the Flag of south");
        } else {
            assert!(lost < actions.len() - 1, "nobody looks at replies");
        }
    }
}

#[test]
fn single_action_is_returned_at_once() {
    let game = middle("dark", 40);
    let action = actions_of(&game)[0];
    let mut evaluations = 0;
    let mut budget = |_: u64, _: u64| {
        evaluations += 1;
        true
    };
    let options = PairedOptions { max_trials: u32::MAX, ..QUICK };
    let results = search(&worlds_of(&game, 4), &[action], &options, 1, &mut budget);
    assert_eq!((results.len(), results[0].action, results[0].visits), (1, action, 1));
    assert!(evaluations < 10);
}

#[test]
fn anchor_prefers_actions_with_large_priors() {
    let game = middle("dark", 40);
    let (worlds, actions) = (worlds_of(&game, 8), actions_of(&game));
    let options = PairedOptions { anchor: 100.0, ..QUICK };
    let first = search(&worlds, &actions, &options, 1, &mut unlimited())[0].action;
    let mut sums = vec![0.0; actions.len()];
    for world in &worlds {
        let mut priors = Vec::new();
        world.priors(&actions, &mut priors);
        let sum: f32 = priors.iter().sum();
        sums.iter_mut().zip(&priors).for_each(|(total, prior)| *total += prior / sum);
    }
    let of_first = sums[actions.iter().position(|action| *action == first).unwrap()];
    assert!(sums.iter().all(|sum| *sum <= of_first));
}
