//! Trains the strength of layouts by games between equal robots.

use std::convert::Infallible;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::LayoutStrength;
use super::features::{FEATURES, for_each_feature, with_flag_on_the_left};
use super::regression::Regression;
use crate::contract::dice::Seed;
use crate::contract::game::{Game, NullSink, SetupError, Step, Turn, random_element};
use crate::contract::options::RuleSet;
use crate::contract::seat::SeatSet;
use crate::contract::setup::Setup;
use crate::evaluation::Searchable;
use crate::games::junqi::layout::Layout;
use crate::games::junqi::layout_prior::random_layout;
use crate::games::junqi::layouts::SHIPPED;
use crate::games::junqi::learned::best_action;
use crate::games::junqi::notation::Action;
use crate::games::junqi::rules::Rules;
use crate::games::junqi::state::Junqi;
use crate::learning::{MeanLoss, ResumeError, SelfPlay, restored};

/// The penalty on squared weights in the regression. It is the ratio of the variance of a result
/// to the expected square of a weight.
const PENALTY: f64 = 2_000.0;
/// The number of games between two fits of the strength.
const GAMES_PER_FIT: u64 = 250;
/// The share of games, at the start of training, in which no layout is drawn by its strength.
const PRIOR_PHASE_SHARE: f64 = 0.25;
/// The probability in later games that an army gets a layout from the prior.
const PRIOR_PROBABILITY: f64 = 0.2;
/// The probability in any game that an army gets a variation of a shipped layout.
const SHIPPED_PROBABILITY: f64 = 0.1;
/// The temperature at which layouts are drawn according to the strength learned so far.
const TEMPERATURE: f32 = 0.012;

/// The number of determinizations for each decision in the games.
const DETERMINIZATIONS: usize = 2;

/// Learns the strength of layouts from games between equal robots. The robots play the action with
/// the best mean value in a few determinizations.
#[derive(Clone, Debug)]
pub struct LayoutTraining {
    rules: Rules,
    /// The number of games to play.
    games: u64,
    played: u64,
    seed: u64,
    rng: Xoshiro256PlusPlus,
    regression: Regression,
    strength: LayoutStrength,
    loss: MeanLoss,
    /// A buffer for actions.
    list: Vec<Action>,
}

/// The state of a run. Sums and weights are given as the bits of their numbers.
#[derive(Serialize, Deserialize)]
struct State {
    played: u64,
    rng: Xoshiro256PlusPlus,
    loss: MeanLoss,
    sums: Vec<u64>,
    weights: Vec<u32>,
}

impl LayoutTraining {
    /// Creates a training run of `games` games with these rules.
    pub fn new(rules: Rules, games: u64, seed: u64) -> Self {
        Self {
            rules,
            games,
            played: 0,
            seed,
            rng: Xoshiro256PlusPlus::seed_from_u64(!seed),
            regression: Regression::new(FEATURES),
            strength: LayoutStrength { weights: vec![0.0; FEATURES] },
            loss: MeanLoss::default(),
            list: Vec::new(),
        }
    }

    /// Draws a layout for one army of the next game.
    fn draw_layout(&mut self) -> Layout {
        let explores = (self.played as f64) < PRIOR_PHASE_SHARE * self.games as f64;
        let choice: f64 = self.rng.random();
        if choice < SHIPPED_PROBABILITY {
            let shipped = random_element(&SHIPPED, &mut self.rng).layout();
            let draw = |limit| Ok::<_, Infallible>(self.rng.random_range(0..limit));
            shipped.varied(draw).unwrap_or(shipped)
        } else if explores || choice < SHIPPED_PROBABILITY + PRIOR_PROBABILITY {
            random_layout(&mut self.rng)
        } else {
            self.strength.draw(TEMPERATURE, &mut self.rng)
        }
    }

    /// Plays a game to its end.
    fn play_out(&mut self, game: &mut Junqi) {
        let mut actions = Vec::new();
        while let Turn::Seat(seat) = game.turn() {
            game.legal_actions(&mut actions);
            let action = match &actions[..] {
                [only] => *only,
                _ => {
                    let list = &mut self.list;
                    let decision = (&*game, seat, &actions[..]);
                    best_action(decision, DETERMINIZATIONS, &mut self.rng, |after| {
                        after.evaluate(list)
                    })
                }
            };
            game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
        }
    }

    /// Adds the result of a game to the regression, as one example for each side. The target is the
    /// side's share of the win minus the average share. The features are those of its layouts minus
    /// their average over the other sides. With two sides one example is enough: the other would be
    /// its negative.
    fn add_result(&mut self, game: &Junqi, layouts: &[Vec<Layout>]) {
        let sides = self.rules.sides(2);
        let outcome = game.outcome();
        let winners = outcome.and_then(|outcome| outcome.places.first().copied());
        let won =
            |side: &SeatSet| winners.is_none_or(|winners| !side.intersection(winners).is_empty());
        let share = 1.0 / sides.iter().filter(|side| won(side)).count().max(1) as f64;
        let (average_share, other_sides) = (1.0 / sides.len() as f64, sides.len() as f64 - 1.0);
        let examples = if sides.len() == 2 { 1 } else { sides.len() };
        for (index, side) in sides.iter().enumerate().take(examples) {
            let mut amounts = vec![0.0; FEATURES];
            for (other, layouts) in layouts.iter().enumerate() {
                let factor = if other == index { 1.0 } else { -1.0 / other_sides };
                for layout in layouts {
                    for_each_feature(&with_flag_on_the_left(layout), |feature| {
                        amounts[feature] += factor;
                    });
                }
            }
            let amounts = amounts.into_iter().enumerate();
            let features: Vec<(usize, f64)> =
                amounts.filter(|(_, amount)| *amount != 0.0).collect();
            let result = if won(side) { share } else { 0.0 };
            let target = result - average_share;
            let weight = |feature: usize| f64::from(self.strength.weights[feature]);
            let predicted: f64 =
                features.iter().map(|(feature, amount)| amount * weight(*feature)).sum();
            self.loss.add((target - predicted).powi(2));
            self.regression.add(&features, target);
        }
    }
}

impl SelfPlay for LayoutTraining {
    fn played(&self) -> u64 {
        self.played
    }

    fn play(&mut self) -> Result<(), SetupError> {
        let seed = Seed::from_number(self.seed.wrapping_mul(1_000_003).wrapping_add(self.played));
        let mut deal = Junqi::draw_deal(&self.rules, self.rules.seats(), &seed)?;
        let mut layouts = Vec::new();
        for side in self.rules.sides(2) {
            let mut of_side = Vec::new();
            for seat in side.iter() {
                let layout = self.draw_layout();
                deal.layouts.insert(Junqi::seat_name(seat).to_owned(), layout.to_string());
                of_side.push(layout);
            }
            layouts.push(of_side);
        }
        let mut game = Junqi::new(&self.rules, self.rules.seats(), &deal)?;
        self.play_out(&mut game);
        self.add_result(&game, &layouts);
        self.played += 1;
        if self.played.is_multiple_of(GAMES_PER_FIT) || self.played == self.games {
            let weights = self.regression.solve(PENALTY);
            self.strength.weights = weights.into_iter().map(|weight| weight as f32).collect();
        }
        Ok(())
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.strength.to_bytes()
    }

    fn take_loss(&mut self) -> Option<f64> {
        self.loss.take()
    }

    fn state(&self) -> Value {
        let state = State {
            played: self.played,
            rng: self.rng.clone(),
            loss: self.loss,
            sums: self.regression.to_bits(),
            weights: self.strength.weights.iter().map(|weight| weight.to_bits()).collect(),
        };
        serde_json::to_value(&state).unwrap_or_default()
    }

    fn resume(&mut self, state: Value) -> Result<(), ResumeError> {
        let state: State = serde_json::from_value(state)?;
        if state.played > self.games {
            return Err(ResumeError::Numbers("number of games"));
        }
        let regression = Regression::from_bits(FEATURES, &state.sums);
        let regression = regression.ok_or(ResumeError::Numbers("sums"))?;
        let weights = restored(&state.weights, FEATURES, f32::from_bits);
        let weights = weights.filter(|weights| weights.iter().all(|weight| weight.is_finite()));
        let weights = weights.ok_or(ResumeError::Numbers("weights"))?;
        (self.regression, self.strength) = (regression, LayoutStrength { weights });
        (self.played, self.rng, self.loss) = (state.played, state.rng, state.loss);
        Ok(())
    }
}
