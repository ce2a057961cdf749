//! Models of the opponents: which of a few simple policies each of them seems to follow.
//!
//! Everything in a race is public, so all earlier positions follow from the log of the game. Each
//! decision of an opponent is compared with the choices of five policies, and Bayes' rule gives the
//! most probable one. Until the decisions say otherwise, an opponent is taken for a good player,
//! which follows `Policy::Network`.

use super::expectimax::{DistinctActions, Expectimax, position_after};
use super::place_evaluator::{PlaceEvaluator, net};
use crate::contract::game::{Game, Step, Turn};
use crate::games::race::board::HANGAR;
use crate::games::race::deal::Deal;
use crate::games::race::event::Event;
use crate::games::race::notation::Action;
use crate::games::race::state::Race;

/// A simple policy of an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// The action with the best position afterwards, by the network.
    Network,
    /// The action of the rollout policy.
    Sensible,
    /// The action with the best immediate effect. From best to worst: finish, capture, jump or fly,
    /// launch, advance the plane that has come furthest.
    Greedy,
    /// The first plane on the board that can move, else a launch.
    FirstPlane,
    /// A random legal action.
    Random,
}

impl Policy {
    const ALL: [Self; 5] =
        [Self::Network, Self::Sensible, Self::Greedy, Self::FirstPlane, Self::Random];

    /// Returns the probability that an opponent follows this policy, before the first decision.
    const fn prior(self) -> f64 {
        match self {
            Self::Network => 0.9,
            _ => 0.025,
        }
    }

    /// Returns the probability that an opponent of this kind plays a uniformly random action
    /// instead of that of the policy. Real opponents only resemble the policy.
    const fn deviation(self) -> f64 {
        match self {
            Self::Network | Self::Sensible => 0.2,
            Self::Greedy | Self::FirstPlane => 0.05,
            Self::Random => 1.0,
        }
    }

    /// Returns the action of the policy, or `None` for random actions.
    pub(super) fn choose(self, race: &Race, evaluator: &PlaceEvaluator<'_>) -> Option<Action> {
        match self {
            Self::Network => Some(best_by_network(race, evaluator)),
            Self::Sensible => Some(race.sensible_action()),
            Self::Greedy => Some(best_by(race, |action| greedy_score(race, action))),
            Self::FirstPlane => {
                Some(best_by(race, |action| i32::from(matches!(action, Action::Advance { .. }))))
            }
            Self::Random => None,
        }
    }
}

/// Returns the first action with the highest score.
fn best_by(race: &Race, mut score: impl FnMut(Action) -> i32) -> Action {
    let mut best = (Action::Launch { plane: 0, stack: false }, i32::MIN);
    race.each_choice(race.choices, |action| {
        let score = score(action);
        if score > best.1 {
            best = (action, score);
        }
    });
    best.0
}

/// Returns the score of an action by the greedy policy, which looks no further than the action.
/// Each reason outweighs all lesser ones together.
fn greedy_score(race: &Race, action: Action) -> i32 {
    let from = race.planes(race.seat)[usize::from(action.plane() & 3)];
    let Some(route) = race.route_of(action.plane(), action.flies()) else { return 0 };
    let to = route.end();
    let mut score = if race.meets_opponents(&route) { 1000 } else { 0 };
    if to == race.board().centre() {
        score += 8000;
    } else if from == HANGAR {
        score += 200;
    } else if to > from + race.die {
        score += 500 + i32::from(to - from);
    }
    score += if from == HANGAR { 0 } else { i32::from(from) };
    score + i32::from(action.stacks())
}

/// Returns the first action after which the seat to move has the largest share by the network.
fn best_by_network(race: &Race, evaluator: &PlaceEvaluator<'_>) -> Action {
    let mut expectimax = Expectimax::new(evaluator, u64::MAX);
    let seat = race.seat.index() & 3;
    let mut best = (Action::Launch { plane: 0, stack: false }, f32::NEG_INFINITY);
    for action in DistinctActions::of(race).actions() {
        let after = position_after(race, *action);
        let shares = expectimax.shares_before_roll(&after, 0);
        let value = shares.map_or(0.0, |shares| shares[seat]);
        if value > best.1 {
            best = (*action, value);
        }
    }
    best.0
}

/// Returns the most probable policy of each seat, given the events of a game from its start. The
/// decisions of the seat to move are ignored, so it gets [`Policy::Network`]. Returns `None` if the
/// events do not follow from the usual start, e.g. because the game began from a position.
pub(super) fn observed_policies(race: &Race, log: &[Event]) -> Option<[Policy; 4]> {
    // The logarithms of the posterior probabilities by seat and policy, without normalisation.
    let mut log_posteriors = [Policy::ALL.map(|policy| policy.prior().ln()); 4];
    let mut state = Race::new(race.rules(), race.seats(), &Deal::default()).ok()?;
    let mut rest = log;
    let mut events = Vec::new();
    let mut actions = Vec::new();
    while let Some(first) = rest.first() {
        let step = match (state.turn(), *first) {
            (_, Event::Resigned { seat }) => Step::Resign { seat },
            (Turn::Chance { .. }, Event::Rolled { die, .. } | Event::OpeningRolled { die, .. }) => {
                Step::Chance(die)
            }
            (Turn::Seat(seat), _) => {
                state.legal_actions(&mut actions);
                let is_played = |action: &&Action| rest.starts_with(&state.preview(**action));
                let action = *actions.iter().find(is_played)?;
                if seat != race.seat {
                    observe(&state, action, &mut log_posteriors[seat.index() & 3]);
                }
                Step::Act { seat, action }
            }
            _ => return None,
        };
        events.clear();
        state.play_unchecked(&step, &mut events);
        rest = rest.strip_prefix(&events[..]).filter(|_| !events.is_empty())?;
    }
    let most_probable = |log_posterior: [f64; 5]| {
        let best = (0..5).max_by(|a, b| log_posterior[*a].total_cmp(&log_posterior[*b]));
        best.map_or(Policy::Network, |index| Policy::ALL[index])
    };
    Some(log_posteriors.map(most_probable))
}

/// Updates the logarithm of each policy's posterior probability: adds the logarithm of the
/// probability that the policy plays this action.
fn observe(race: &Race, action: Action, log_posteriors: &mut [f64; 5]) {
    let distinct = DistinctActions::of(race);
    let count = distinct.actions().len();
    if count < 2 {
        return;
    }
    let evaluator = PlaceEvaluator::new(net(race.board()), race, race.places_taken());
    let played = distinct.index_of(race, action);
    for (policy, log_posterior) in Policy::ALL.into_iter().zip(log_posteriors) {
        let choice = policy.choose(race, &evaluator);
        let is_chosen = choice.is_some_and(|choice| distinct.index_of(race, choice) == played);
        let by_chance = policy.deviation() / count as f64;
        *log_posterior += (by_chance + if is_chosen { 1.0 - policy.deviation() } else { 0.0 }).ln();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::seat::{Seat, SeatSet};
    use crate::games::race::board::RED;
    use crate::games::race::rules::Rules;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// Plays a game in which all seats follow a policy, up to the first decision of Red after at
    /// least `plies` plies. Returns the position and the events.
    fn game_of(rules: &Rules, policy: Policy, plies: u32) -> (Race, Vec<Event>) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut race = Race::new(rules, SeatSet::first(4), &Deal::default()).unwrap();
        let mut log = Vec::new();
        let mut scratch = Vec::new();
        loop {
            let step = match race.turn() {
                Turn::Chance { .. } => Step::Chance(rng.random_range(1..=6)),
                Turn::Seat(seat) if seat == RED && race.ply() >= plies => return (race, log),
                Turn::Seat(seat) => {
                    let evaluator = PlaceEvaluator::new(net(race.board()), &race, 0);
                    let random = race.random_action(&mut rng, &mut scratch);
                    let action = policy.choose(&race, &evaluator).unwrap_or(random);
                    Step::Act { seat, action }
                }
                Turn::Over => panic!("the game is over"),
            };
            race.play_unchecked(&step, &mut log);
        }
    }

    #[test]
    fn policies_are_recognised_from_the_log() {
        for rules in [Rules::AEROPLANE, Rules::FLYING] {
            for policy in Policy::ALL {
                let (race, log) = game_of(&rules, policy, 200);
                let found = observed_policies(&race, &log).unwrap();
                let opponents = [1, 2, 3].map(|seat| found[Seat::new(seat).index()]);
                assert_eq!(opponents, [policy; 3]);
                assert_eq!(found[RED.index()], Policy::Network);
            }
        }
    }

    #[test]
    fn log_of_another_game_is_refused() {
        let (race, mut log) = game_of(&Rules::AEROPLANE, Policy::Greedy, 60);
        assert!(observed_policies(&race, &log[1..]).is_none());
        log.push(Event::SentToHangar { seat: RED, planes: Default::default(), at: 3 });
        assert!(observed_policies(&race, &log).is_none());
    }

    #[test]
    fn replies_are_searched_against_weak_opponents_only() {
        let (race, log) = game_of(&Rules::FLYING, Policy::FirstPlane, 150);
        let (values, evaluations) = race.reply_search(&log, 100_000).unwrap();
        let mut actions = Vec::new();
        race.legal_actions(&mut actions);
        let listed: Vec<Action> = values.iter().map(|entry| entry.action).collect();
        assert_eq!(listed, actions);
        assert!(values.iter().all(|entry| (0.0..=1.0).contains(&entry.value)));
        assert!(evaluations > 200, "{evaluations}");
        assert!(race.reply_search(&log, 100).is_none(), "the budget is too small");
        let (race, log) = game_of(&Rules::FLYING, Policy::Network, 150);
        assert!(race.reply_search(&log, 100_000).is_none());
    }

    #[test]
    fn replies_of_a_single_opponent_are_not_searched() {
        let (mut race, mut log) = game_of(&Rules::FLYING, Policy::FirstPlane, 150);
        let opponents: Vec<Seat> = race.active().iter().filter(|seat| *seat != RED).collect();
        let (last, others) = opponents.split_last().unwrap();
        for seat in others {
            assert!(race.reply_search(&log, 100_000).is_some(), "{seat:?} still plays");
            race.play_unchecked(&Step::Resign { seat: *seat }, &mut log);
        }
        assert_eq!(race.active(), [RED, *last].into_iter().collect());
        assert!(race.reply_search(&log, 100_000).is_none());
    }
}
