//! Trains the strength of layouts by games between equal robots.

use std::convert::Infallible;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

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
use crate::learning::SelfPlay;

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
    /// A buffer for actions.
    list: Vec<Action>,
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
            self.regression.add(&features, result - average_share);
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
}
