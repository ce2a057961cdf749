//! Training of the strength of layouts by games between equal robots.

use std::convert::Infallible;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::LayoutStrength;
use super::features::{FEATURES, for_each, with_flag_on_the_left};
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
/// Games between two fits.
const GAMES_PER_FIT: u64 = 250;
/// The share of games, at the start, in which no layout is drawn by the strength so far.
const PRIOR_GAMES: f64 = 0.25;
/// The probability in later games that an army has a layout from the prior.
const PRIOR_SHARE: f64 = 0.2;
/// The probability in any game that an army has a variation of a shipped layout.
const SHIPPED_SHARE: f64 = 0.1;
/// The temperature at which layouts are drawn by the strength so far.
const TEMPERATURE: f32 = 0.012;

/// The number of determinizations for each decision in the games.
const DETERMINIZATIONS: usize = 2;

/// Games between equal robots from which the strength of layouts is learned. The robots play the
/// action with the best mean value in a few determinizations.
#[derive(Clone, Debug)]
pub struct LayoutTraining {
    rules: Rules,
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
    /// Creates a training by `games` games with these rules.
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

    /// Returns a layout for the next game.
    fn layout(&mut self) -> Layout {
        let explores = (self.played as f64) < PRIOR_GAMES * self.games as f64;
        let choice: f64 = self.rng.random();
        if choice < SHIPPED_SHARE {
            let shipped = random_element(&SHIPPED, &mut self.rng).layout();
            let draw = |limit| Ok::<_, Infallible>(self.rng.random_range(0..limit));
            shipped.varied(draw).unwrap_or(shipped)
        } else if explores || choice < SHIPPED_SHARE + PRIOR_SHARE {
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

    /// Adds the result of a game to the regression: for each side, its share of the win less the
    /// average, as a function of the features of its layouts less the average of all others. With
    /// two sides, one row says everything.
    fn add_result(&mut self, game: &Junqi, layouts: &[Vec<Layout>]) {
        let sides = self.rules.sides(2);
        let outcome = game.outcome();
        let winners = outcome.and_then(|outcome| outcome.places.first().copied());
        let won =
            |side: &SeatSet| winners.is_none_or(|winners| !side.intersection(winners).is_empty());
        let share = 1.0 / sides.iter().filter(|side| won(side)).count().max(1) as f64;
        let (average, others) = (1.0 / sides.len() as f64, sides.len() as f64 - 1.0);
        let rows = if sides.len() == 2 { 1 } else { sides.len() };
        for (index, side) in sides.iter().enumerate().take(rows) {
            let mut amounts = vec![0.0; FEATURES];
            for (other, layouts) in layouts.iter().enumerate() {
                let factor = if other == index { 1.0 } else { -1.0 / others };
                for layout in layouts {
                    for_each(&with_flag_on_the_left(layout), |feature| amounts[feature] += factor);
                }
            }
            let amounts = amounts.into_iter().enumerate();
            let row: Vec<(usize, f64)> = amounts.filter(|(_, amount)| *amount != 0.0).collect();
            let result = if won(side) { share } else { 0.0 };
            self.regression.add(&row, result - average);
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
                let layout = self.layout();
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
