//! The laws of the game contract, for any game. A new game needs only an `impl Laws`.

use qipan_core::contract::game::{Game, IllegalStep, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// Knowledge about a game that a test of the contract needs beyond its trait.
pub trait Laws: Game {
    /// An upper bound on the steps of the games played.
    const BOUND: usize;
    /// Returns actions to try that are mostly illegal.
    fn odd_actions() -> Vec<Self::Action>;
    /// Returns chance outcomes that are never possible.
    fn odd_outcomes() -> Vec<Self::Chance>;
    /// Checks the invariants of every state of this game.
    fn check_state(&self);
    /// Checks the views of a state, in addition to sampling from them.
    fn check_views(&self) {}
    /// Checks a state, the events of a step and the state after it against each other.
    fn check_events(before: &Self, events: &[Self::Event], after: &Self);
}

/// How often the parts of a game are checked closely. The laws of the whole game always are.
pub struct Care {
    /// One in this many steps is checked closely.
    pub close: u32,
    /// One in this many steps is a resignation; 0 means none.
    pub resign: u32,
    /// Every this many steps of a game, and at its end, the whole state is checked. The
    /// fingerprints before and after such a step are compared as well.
    pub whole: usize,
}

/// Plays games of random choices and checks the contract along them.
pub fn keeps_the_contract<G: Laws>(start: &G, games: u64, seed: u64, care: &Care) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut lists = Lists::default();
    for _ in 0..games {
        one_game(start, &mut lists, &mut rng, care);
    }
}

/// Plays one game of random choices under the contract and returns its last state. The steps are
/// in the lists.
pub fn one_game<G: Laws>(start: &G, lists: &mut Lists<G>, rng: &mut SmallRng, care: &Care) -> G {
    let mut state = start.clone();
    lists.steps.clear();
    while state.turn() != Turn::Over {
        assert!(lists.steps.len() < G::BOUND, "a game does not end: {state:?}");
        one_step(&mut state, lists, rng, care);
    }
    finished(&state, lists);
    state
}

/// Buffers reused from step to step.
pub struct Lists<G: Game> {
    /// The steps of the game so far.
    pub steps: Vec<Step<G>>,
    actions: Vec<G::Action>,
    outcomes: Vec<G::Chance>,
    events: Vec<G::Event>,
    /// The fingerprint before a step; `next_print` is the one after it.
    print: Vec<u8>,
    next_print: Vec<u8>,
}

impl<G: Game> Default for Lists<G> {
    fn default() -> Self {
        let (actions, outcomes, events) = (Vec::new(), Vec::new(), Vec::new());
        let (steps, print, next_print) = (Vec::new(), Vec::new(), Vec::new());
        Self { steps, actions, outcomes, events, print, next_print }
    }
}

fn one_step<G: Laws>(state: &mut G, lists: &mut Lists<G>, rng: &mut SmallRng, care: &Care) {
    state.legal_actions(&mut lists.actions);
    state.chance_outcomes(&mut lists.outcomes);
    assert!(state.outcome().is_none());
    let (seat, choices) = match state.turn() {
        Turn::Seat(seat) => (seat, (!lists.actions.is_empty(), lists.outcomes.is_empty())),
        Turn::Chance { roller } => (roller, (lists.actions.is_empty(), !lists.outcomes.is_empty())),
        Turn::Over => unreachable!("asked before"),
    };
    assert_eq!(choices, (true, true), "turn and choices disagree: {state:?}");
    assert!(state.active().contains(seat), "a seat that does not play has the turn: {state:?}");
    if rng.random_ratio(1, care.close) {
        look_closely(state, lists, rng);
    }
    let before = state.clone();
    let whole = lists.steps.len().is_multiple_of(care.whole);
    if whole {
        fingerprint(state, &mut lists.print);
    }
    let step = match state.turn() {
        _ if care.resign > 0 && rng.random_ratio(1, care.resign) => {
            let active: Vec<Seat> = state.active().iter().collect();
            Step::Resign { seat: active[rng.random_range(0..active.len())] }
        }
        Turn::Seat(seat) => {
            Step::Act { seat, action: lists.actions[rng.random_range(0..lists.actions.len())] }
        }
        _ => Step::Chance(lists.outcomes[rng.random_range(0..lists.outcomes.len())]),
    };
    lists.events.clear();
    state.play_unchecked(&step, &mut lists.events);
    assert!(!lists.events.is_empty(), "{step:?} told nothing");
    lists.steps.push(step);
    G::check_events(&before, &lists.events, state);
    if whole || state.turn() == Turn::Over {
        state.check_state();
    }
    if whole {
        fingerprint(state, &mut lists.next_print);
        assert_eq!(lists.print == lists.next_print, before == *state);
    }
}

/// Checks that every legal step plays, every other one fails without a change, and views can be
/// sampled.
fn look_closely<G: Laws>(state: &G, lists: &Lists<G>, rng: &mut SmallRng) {
    for (number, action) in lists.actions.iter().enumerate() {
        assert!(!lists.actions[..number].contains(action), "{action} is offered twice: {state:?}");
    }
    let acts = |seat| lists.actions.iter().map(move |action| Step::Act { seat, action: *action });
    let legal: Vec<Step<G>> = match state.turn() {
        Turn::Seat(seat) => acts(seat).collect(),
        _ => lists.outcomes.iter().map(|outcome| Step::Chance(*outcome)).collect(),
    };
    let mut results: Vec<(G, Vec<u8>)> = Vec::new();
    for step in &legal {
        assert_eq!(state.check(step), Ok(()));
        let mut next = state.clone();
        next.play(step, &mut Vec::new()).unwrap();
        assert_ne!(next, *state, "{step:?} changes nothing");
        next.check_state();
        let mut print = Vec::new();
        fingerprint(&next, &mut print);
        for (other, seen) in &results {
            assert_eq!(*other == next, *seen == print, "fingerprints differ where states do");
        }
        results.push((next, print));
    }
    for step in illegal(state, lists) {
        let mut same = state.clone();
        let mut events = Vec::new();
        let error = same.play(&step, &mut events).expect_err("not legal");
        assert_eq!((state.check(&step), events.is_empty()), (Err(error), true));
        assert_eq!(same, *state, "{step:?} was refused and changed something");
        same.play_unchecked(&step, &mut events); // whatever it does, it does not panic
    }
    let sides = state.rules().sides(state.seats().len()).into_iter();
    let sides = sides.filter(|side: &SeatSet| side.len() > 1).map(Viewer::Side);
    let others = sides.chain([Viewer::Public, Viewer::All]);
    for viewer in state.seats().iter().map(Viewer::Seat).chain(others) {
        let view = state.view(viewer);
        let dealt = G::sample(&view, rng);
        assert_eq!(dealt.view(viewer), view, "a deal does not fit its view");
        if viewer == Viewer::All {
            assert_eq!(dealt, *state);
        }
    }
    state.check_views();
    for action in &lists.actions {
        let read: Option<G::Action> = action.to_string().parse().ok();
        assert_eq!(read, Some(*action));
    }
}

/// Returns steps that are illegal in this state.
fn illegal<G: Laws>(state: &G, lists: &Lists<G>) -> Vec<Step<G>> {
    let mut steps = Vec::new();
    for seat in SeatSet::first(Seat::MAX).iter() {
        let turn = state.turn() == Turn::Seat(seat);
        let odd = G::odd_actions().into_iter();
        let odd = odd.filter(|action| !turn || !lists.actions.contains(action));
        steps.extend(odd.map(|action| Step::Act { seat, action }));
        if !state.active().contains(seat) {
            steps.push(Step::Resign { seat });
        }
        if state.check_timeout(seat).is_err() {
            steps.push(Step::Timeout { seat });
        }
    }
    steps.extend(G::odd_outcomes().into_iter().map(Step::Chance));
    steps
}

/// Checks that a finished game offers and accepts nothing and gives every seat a place.
fn finished<G: Laws>(state: &G, lists: &mut Lists<G>) {
    state.legal_actions(&mut lists.actions);
    state.chance_outcomes(&mut lists.outcomes);
    assert!(lists.actions.is_empty() && lists.outcomes.is_empty());
    let mut same = state.clone();
    let steps = [Step::Draw, Step::Resign { seat: state.seats().iter().next().unwrap() }];
    for step in steps.into_iter().chain(G::odd_outcomes().into_iter().map(Step::Chance)) {
        assert_eq!(same.play(&step, &mut lists.events), Err(IllegalStep::GameOver));
    }
    assert_eq!(same, *state);
    let outcome = state.outcome().expect("a finished game has an outcome");
    let mut placed = SeatSet::EMPTY;
    for set in &outcome.places {
        assert!(!set.is_empty() && placed.intersection(*set).is_empty(), "{outcome:?}");
        placed = placed.union(*set);
    }
    assert_eq!(placed, state.seats(), "every seat has one place: {outcome:?}");
}

/// Writes the fingerprint of a state into a list.
pub fn fingerprint<G: Game>(state: &G, into: &mut Vec<u8>) {
    into.clear();
    state.fingerprint(&mut |part| into.extend_from_slice(part));
}
