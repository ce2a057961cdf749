//! Self-play that trains the value networks.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::Value;

use super::value::{BOTH_OUTPUTS, HIDDEN, feature_count};
use crate::contract::dice::Seed;
use crate::contract::game::{Game, NullSink, SetupError, Step, Turn, Viewer, random_element};
use crate::contract::options::RuleSet;
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::setup::Setup;
use crate::evaluation::SeatValues;
use crate::games::junqi::layouts::SHIPPED;
use crate::games::junqi::notation::Action;
use crate::games::junqi::rules::Rules;
use crate::games::junqi::state::Junqi;
use crate::learning::{Input, NetRun, ResumeError, SelfPlay, Trainer};

/// Learning rate in the first game. It falls linearly to a twentieth of this.
const LEARNING_RATE: f32 = 0.02;
/// Lambda in TD(lambda): the weight of the end of the game against the value of the next position.
const LAMBDA: f32 = 0.8;
/// Games played with one network before the newly trained one replaces it.
const GAMES_PER_NET: u64 = 8;
/// Probability that an army gets a shipped layout instead of one drawn from the layout prior.
const SHIPPED_LAYOUT_PROBABILITY: f64 = 0.6;
/// Share of games with random actions (epsilon-greedy).
const EXPLORING_GAMES: f64 = 0.7;
/// Probability of a random action in these games.
const EPSILON: f64 = 0.06;
/// The number of random plies at the start of a game is drawn uniformly below this.
const MAX_RANDOM_OPENING: u32 = 12;
/// Upper limit of the random bonus that breaks ties between nearly equal actions.
const TIE_BREAK_NOISE: f32 = 0.01;

/// A network that learns Junqi by self-play.
///
/// A seat plays the action with the best mean value in determinizations of its view, so that no
/// decision depends on hidden information. The network learns from the true positions.
#[derive(Clone, Debug)]
pub struct JunqiSelfPlay {
    /// The rules of the games, in turn.
    rule_sets: Vec<Rules>,
    /// The number of determinizations for each decision.
    determinization_count: usize,
    seed: u64,
    run: NetRun<HIDDEN, 2>,
    /// A buffer for features.
    inputs: Vec<Input>,
    /// A buffer for actions.
    list: Vec<Action>,
}

impl JunqiSelfPlay {
    /// Creates an untrained network that is to play `games` games, which take these rules in turn.
    /// Each game has two sides. `determinizations` is the number of determinizations for each
    /// decision.
    pub fn new(rule_sets: Vec<Rules>, games: u64, determinizations: usize, seed: u64) -> Self {
        let trainer = Trainer::new(rule_sets.first().map_or(0, feature_count), seed);
        Self {
            rule_sets,
            determinization_count: determinizations.max(1),
            seed,
            run: NetRun::new(trainer, games, seed),
            inputs: Vec::new(),
            list: Vec::new(),
        }
    }
}

impl SelfPlay for JunqiSelfPlay {
    fn played(&self) -> u64 {
        self.run.played
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.run.trainer.net().to_bytes()
    }

    fn play(&mut self) -> Result<(), SetupError> {
        let rules_index = self.run.played as usize % self.rule_sets.len().max(1);
        let Some(rules) = self.rule_sets.get(rules_index).cloned() else {
            return Err(SetupError::Rules("there are no rules".into()));
        };
        let mut game = self.begin(&rules)?;
        let robots = 2;
        let sides = rules.sides(robots);
        self.play_out(&mut game, &sides);
        if self.run.played.is_multiple_of(GAMES_PER_NET) {
            self.run.net = self.run.trainer.net();
        }
        let progress = self.run.played as f32 / self.run.games.max(1) as f32;
        self.run.played += 1;
        if let Some(result) = result_by_side(&game, &sides) {
            let rate = LEARNING_RATE * (1.0 - progress).max(0.05);
            self.run.learn(result, LAMBDA, rate);
        }
        Ok(())
    }

    fn take_loss(&mut self) -> Option<f64> {
        self.run.loss.take()
    }

    fn state(&self) -> Value {
        self.run.state()
    }

    fn resume(&mut self, state: Value) -> Result<(), ResumeError> {
        self.run.resume(state)
    }
}

impl JunqiSelfPlay {
    /// Begins the next game with the deal of its seed. Some armies get a shipped layout instead of
    /// the dealt one.
    fn begin(&mut self, rules: &Rules) -> Result<Junqi, SetupError> {
        let seed =
            Seed::from_number(self.seed.wrapping_mul(1_000_003).wrapping_add(self.run.played));
        let mut deal = Junqi::draw_deal(rules, rules.seats(), &seed)?;
        for seat in rules.seats().iter().filter(|_| !rules.is_flip()) {
            if self.run.rng.random_bool(SHIPPED_LAYOUT_PROBABILITY) {
                let layout = random_element(&SHIPPED, &mut self.run.rng).layout();
                deal.layouts.insert(Junqi::seat_name(seat).to_owned(), layout.to_string());
            }
        }
        Junqi::new(rules, rules.seats(), &deal)
    }

    /// Plays a game to its end and adds each position to the episode.
    fn play_out(&mut self, game: &mut Junqi, sides: &[SeatSet]) {
        self.run.episode.clear();
        let epsilon = if self.run.rng.random_bool(EXPLORING_GAMES) { EPSILON } else { 0.0 };
        let opening = self.run.rng.random_range(0..MAX_RANDOM_OPENING);
        let mut actions = Vec::new();
        while let Turn::Seat(seat) = game.turn() {
            let own = sides.iter().position(|side| side.contains(seat)).unwrap_or(0);
            game.features(sides[own], &mut self.inputs, &mut self.list);
            // The first output is for the side to move, the second for the other one.
            let players = [own as u8, 1 - own.min(1) as u8];
            self.run.episode.push(&self.inputs, BOTH_OUTPUTS, players);
            game.legal_actions(&mut actions);
            let is_random = game.ply() < opening || self.run.rng.random_bool(epsilon);
            let action = match &actions[..] {
                [only] => *only,
                _ if is_random => random_element(&actions, &mut self.run.rng),
                _ => {
                    let (net, list) = (&self.run.net, &mut self.list);
                    let decision = (&*game, seat, &actions[..]);
                    best_action(decision, self.determinization_count, &mut self.run.rng, |after| {
                        after.values_by(net, list)
                    })
                }
            };
            game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
        }
    }
}

/// Returns the action with the best mean value in this number of determinizations of the seat's
/// view. A little noise breaks ties.
pub(in crate::games::junqi) fn best_action(
    (game, seat, actions): (&Junqi, Seat, &[Action]),
    determinization_count: usize,
    rng: &mut Xoshiro256PlusPlus,
    mut values: impl FnMut(&Junqi) -> SeatValues,
) -> Action {
    let view = game.view(Viewer::Seat(seat));
    let determinizations: Vec<Junqi> =
        (0..determinization_count).map(|_| Junqi::sample(&view, rng)).collect();
    let (mut best_action, mut best_sum) = (actions[0], f32::MIN);
    for action in actions {
        let mut sum = rng.random_range(0.0..TIE_BREAK_NOISE) * determinizations.len() as f32;
        for determinization in &determinizations {
            let mut after = determinization.clone();
            after.play_unchecked(&Step::Act { seat, action: *action }, &mut NullSink);
            sum += values(&after)[seat.index()];
        }
        if sum > best_sum {
            (best_action, best_sum) = (*action, sum);
        }
    }
    best_action
}

/// Returns the share of each of the two sides in the win, or `None` while the game goes on.
fn result_by_side(game: &Junqi, sides: &[SeatSet]) -> Option<[f32; 2]> {
    let winners = *game.outcome()?.places.first()?;
    let wins =
        |index: usize| sides.get(index).is_some_and(|side| !side.intersection(winners).is_empty());
    Some(match (wins(0), wins(1)) {
        (true, false) => [1.0, 0.0],
        (false, true) => [0.0, 1.0],
        _ => [0.5, 0.5],
    })
}
