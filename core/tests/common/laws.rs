//! The laws of the game contract, for any game. To test a new game, implement [`Laws`] for it.

use qipan_core::contract::game::{Game, IllegalStep, Step, Turn, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// The facts that tests of the contract need about a game, in addition to those of [`Game`].
pub trait Laws: Game {
    /// An upper bound of the number of steps of a game.
    const BOUND: usize;
    /// Returns actions that are illegal in most states.
    fn odd_actions() -> Vec<Self::Action>;
    /// Returns chance outcomes that are never possible.
    fn odd_outcomes() -> Vec<Self::Chance>;
    /// Checks invariants that hold in every state of this game.
    fn check_state(&self);
    /// Checks the views of a state. Sampling from views is checked for all games.
    fn check_views(&self) {}
    /// Checks that the events of a step fit the states before and after it.
    fn check_events(before: &Self, events: &[Self::Event], after: &Self);
}

/// How often the expensive checks run. The cheap ones run after every step.
pub struct Care {
    /// On average, one in this many states is checked closely: all its steps and views.
    pub close: u32,
    /// On average, one in this many steps is a resignation. With 0, none is.
    pub resign: u32,
    /// The interval, in steps, at which the invariants of the state and the fingerprints are
    /// checked.
    pub whole: usize,
}

/// Plays games of random decisions and checks the contract in them.
pub fn keeps_the_contract<G: Laws>(start: &G, games: u64, seed: u64, care: &Care) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut lists = Lists::default();
    for _ in 0..games {
        one_game(start, &mut lists, &mut rng, care);
    }
}

/// Plays one game of random decisions and checks the contract in it. Returns the last state. The
/// steps are in `lists`.
pub fn one_game<G: Laws>(start: &G, lists: &mut Lists<G>, rng: &mut SmallRng, care: &Care) -> G {
    let mut state = start.clone();
    lists.steps.clear();
    while state.turn() != Turn::Over {
        assert!(lists.steps.len() < G::BOUND, "a game does not end: {state:?}");
        play_one_step(&mut state, lists, rng, care);
    }
    check_finished(&state, lists);
    state
}

/// Buffers reused from step to step.
pub struct Lists<G: Game> {
    /// The steps of the game so far.
    pub steps: Vec<Step<G>>,
    actions: Vec<G::Action>,
    outcomes: Vec<G::Chance>,
    events: Vec<G::Event>,
    /// The fingerprints before and after a step.
    fingerprint: Vec<u8>,
    next_fingerprint: Vec<u8>,
}

impl<G: Game> Default for Lists<G> {
    fn default() -> Self {
        Self {
            steps: Vec::new(),
            actions: Vec::new(),
            outcomes: Vec::new(),
            events: Vec::new(),
            fingerprint: Vec::new(),
            next_fingerprint: Vec::new(),
        }
    }
}

/// Plays a random step and checks the contract.
fn play_one_step<G: Laws>(state: &mut G, lists: &mut Lists<G>, rng: &mut SmallRng, care: &Care) {
    state.legal_actions(&mut lists.actions);
    state.chance_outcomes(&mut lists.outcomes);
    assert!(state.outcome().is_none());
    let (has_actions, has_outcomes) = (!lists.actions.is_empty(), !lists.outcomes.is_empty());
    let (seat, lists_fit_turn) = match state.turn() {
        Turn::Seat(seat) => (seat, has_actions && !has_outcomes),
        Turn::Chance { roller } => (roller, !has_actions && has_outcomes),
        Turn::Over => unreachable!("the caller checks that the game is not over"),
    };
    assert!(lists_fit_turn, "the turn does not fit the legal steps: {state:?}");
    assert!(state.active().contains(seat), "a seat that does not play has the turn: {state:?}");
    if rng.random_ratio(1, care.close) {
        check_closely(state, lists, rng);
    }
    let before = state.clone();
    let is_checked = lists.steps.len().is_multiple_of(care.whole);
    if is_checked {
        fingerprint(state, &mut lists.fingerprint);
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
    assert!(!lists.events.is_empty(), "{step:?} has no events");
    lists.steps.push(step);
    G::check_events(&before, &lists.events, state);
    if is_checked || state.turn() == Turn::Over {
        state.check_state();
    }
    if is_checked {
        fingerprint(state, &mut lists.next_fingerprint);
        assert_eq!(lists.fingerprint == lists.next_fingerprint, before == *state);
    }
}

/// Checks that every legal step can be played, that illegal steps fail and change nothing, and that
/// determinizations fit the views.
fn check_closely<G: Laws>(state: &G, lists: &Lists<G>, rng: &mut SmallRng) {
    for (index, action) in lists.actions.iter().enumerate() {
        assert!(!lists.actions[..index].contains(action), "{action} is listed twice: {state:?}");
    }
    let legal: Vec<Step<G>> = match state.turn() {
        Turn::Seat(seat) => {
            lists.actions.iter().map(|action| Step::Act { seat, action: *action }).collect()
        }
        _ => lists.outcomes.iter().map(|outcome| Step::Chance(*outcome)).collect(),
    };
    // The states after the legal steps so far, with their fingerprints.
    let mut results: Vec<(G, Vec<u8>)> = Vec::new();
    for step in &legal {
        assert_eq!(state.check(step), Ok(()));
        let mut next = state.clone();
        next.play(step, &mut Vec::new()).unwrap();
        assert_ne!(next, *state, "{step:?} changes nothing");
        next.check_state();
        let mut next_fingerprint = Vec::new();
        fingerprint(&next, &mut next_fingerprint);
        for (other, other_fingerprint) in &results {
            assert_eq!(
                *other == next,
                *other_fingerprint == next_fingerprint,
                "fingerprints must differ exactly if the states differ"
            );
        }
        results.push((next, next_fingerprint));
    }
    for step in illegal_steps(state, lists) {
        let mut copy = state.clone();
        let mut events = Vec::new();
        let error = copy.play(&step, &mut events).expect_err("the step is illegal");
        assert_eq!((state.check(&step), events.is_empty()), (Err(error), true));
        assert_eq!(copy, *state, "{step:?} is illegal and changed the state");
        // The result of an illegal step is unspecified, but it must not panic.
        copy.play_unchecked(&step, &mut events);
    }
    let teams = state.rules().sides(state.seats().len()).into_iter();
    let teams = teams.filter(|side: &SeatSet| side.len() > 1).map(Viewer::Side);
    let others = teams.chain([Viewer::Public, Viewer::All]);
    for viewer in state.seats().iter().map(Viewer::Seat).chain(others) {
        let view = state.view(viewer);
        let world = G::sample(&view, rng);
        assert_eq!(world.view(viewer), view, "a determinization does not fit its view");
        if viewer == Viewer::All {
            assert_eq!(world, *state);
        }
    }
    state.check_views();
    for action in &lists.actions {
        let parsed: Option<G::Action> = action.to_string().parse().ok();
        assert_eq!(parsed, Some(*action));
    }
}

/// Returns steps that are illegal in this state.
fn illegal_steps<G: Laws>(state: &G, lists: &Lists<G>) -> Vec<Step<G>> {
    let mut steps = Vec::new();
    for seat in SeatSet::first(Seat::MAX).iter() {
        let is_to_move = state.turn() == Turn::Seat(seat);
        for action in G::odd_actions() {
            if !is_to_move || !lists.actions.contains(&action) {
                steps.push(Step::Act { seat, action });
            }
        }
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

/// Checks that a finished game lists no steps, refuses all steps and gives every seat a place.
fn check_finished<G: Laws>(state: &G, lists: &mut Lists<G>) {
    state.legal_actions(&mut lists.actions);
    state.chance_outcomes(&mut lists.outcomes);
    assert!(lists.actions.is_empty() && lists.outcomes.is_empty());
    let mut copy = state.clone();
    let steps = [Step::Draw, Step::Resign { seat: state.seats().iter().next().unwrap() }];
    for step in steps.into_iter().chain(G::odd_outcomes().into_iter().map(Step::Chance)) {
        assert_eq!(copy.play(&step, &mut lists.events), Err(IllegalStep::GameOver));
    }
    assert_eq!(copy, *state);
    let outcome = state.outcome().expect("a finished game has an outcome");
    let mut placed = SeatSet::EMPTY;
    for seats in &outcome.places {
        assert!(!seats.is_empty() && placed.intersection(*seats).is_empty(), "{outcome:?}");
        placed = placed.union(*seats);
    }
    assert_eq!(placed, state.seats(), "every seat has one place: {outcome:?}");
}

/// Fills `out` with the fingerprint of a state.
pub fn fingerprint<G: Game>(state: &G, out: &mut Vec<u8>) {
    out.clear();
    state.encode_state(&mut |part| out.extend_from_slice(part));
}
