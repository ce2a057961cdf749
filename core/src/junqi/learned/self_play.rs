//! Self-play that the networks learn from.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::value::{HIDDEN, JunqiNet, feature_count};
use crate::dice::Seed;
use crate::game::{Game, NullSink, SetupError, Step, Turn, Viewer, any_of};
use crate::junqi::layouts::SHIPPED;
use crate::junqi::notation::Action;
use crate::junqi::rules::Rules;
use crate::junqi::state::Junqi;
use crate::learning::{Episode, Input, SelfPlay, Trainer};
use crate::options::RuleSet;
use crate::seat::{Seat, SeatSet};
use crate::setup::Setup;

/// How far the weights follow each position, in the first game; down to one part in twenty.
const LEARNING_RATE: f32 = 0.02;
/// How much the end of a game counts beside the next position.
const LAMBDA: f32 = 0.8;
/// Games played with one network before the next.
const GAMES_PER_NET: u64 = 8;
/// How often an army stands in a layout that ships and not as people lay them out.
const SHIPPED_LAYOUTS: f64 = 0.6;
/// How many games have whims at all, and how often then something at random is played.
const EPSILON: (f64, f64) = (0.7, 0.06);
/// Plies played at random at the start of a game, at the most.
const OPENING: u32 = 12;
/// How much chance decides between actions that are nearly as good.
const DITHER: f32 = 0.01;

/// A network that learns Junqi by playing itself, game after game.
///
/// Each decision is made as a seat could make it: worlds that agree with its view are dealt,
/// and the action is played that leads to the best positions in them on average. What is
/// learned from are the positions as they truly were.
#[derive(Clone, Debug)]
pub struct JunqiSelfPlay {
    presets: Vec<Rules>,
    games: u64,
    played: u64,
    worlds: usize,
    seed: u64,
    trainer: Trainer<HIDDEN, 2>,
    net: JunqiNet,
    rng: Xoshiro256PlusPlus,
    episode: Episode<2>,
    inputs: Vec<Input>,
    list: Vec<Action>,
}

impl JunqiSelfPlay {
    /// A network that has learned nothing yet and is to play so many games of these rules in
    /// turn, in which two sides play; `worlds` are dealt for each decision.
    #[must_use]
    pub fn new(presets: Vec<Rules>, games: u64, worlds: usize, seed: u64) -> Self {
        let trainer = Trainer::new(presets.first().map_or(0, feature_count), seed);
        Self {
            presets,
            games,
            played: 0,
            worlds: worlds.max(1),
            seed,
            net: trainer.net(),
            trainer,
            rng: Xoshiro256PlusPlus::seed_from_u64(!seed),
            episode: Episode::default(),
            inputs: Vec::new(),
            list: Vec::new(),
        }
    }
}

impl SelfPlay for JunqiSelfPlay {
    fn played(&self) -> u64 {
        self.played
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.trainer.net().to_bytes()
    }

    fn play(&mut self) -> Result<(), SetupError> {
        let turn = self.played as usize % self.presets.len().max(1);
        let rules = self.presets.get(turn).cloned();
        let rules = rules.ok_or_else(|| SetupError::Rules("there are no rules".into()))?;
        let mut game = self.begin(&rules)?;
        let sides = rules.sides(2);
        self.play_out(&mut game, &sides);
        if self.played.is_multiple_of(GAMES_PER_NET) {
            self.net = self.trainer.net();
        }
        let share = self.played as f32 / self.games.max(1) as f32;
        self.played += 1;
        if let Some(shares) = shares(&game, &sides) {
            let rate = LEARNING_RATE * (1.0 - share).max(0.05);
            self.episode.train_td_lambda(&mut self.trainer, shares, LAMBDA, rate);
        }
        Ok(())
    }
}

impl JunqiSelfPlay {
    fn begin(&mut self, rules: &Rules) -> Result<Junqi, SetupError> {
        let seed = Seed::from_number(self.seed.wrapping_mul(1_000_003).wrapping_add(self.played));
        let mut deal = Junqi::draw_deal(rules, rules.seats(), &seed)?;
        for seat in rules.seats().iter().filter(|_| !rules.is_flip()) {
            if self.rng.random_bool(SHIPPED_LAYOUTS) {
                let layout = any_of(&SHIPPED, &mut self.rng).layout();
                deal.layouts.insert(Junqi::seat_name(seat).to_owned(), layout.to_string());
            }
        }
        Junqi::new(rules, rules.seats(), &deal)
    }

    fn play_out(&mut self, game: &mut Junqi, sides: &[SeatSet]) {
        self.episode.clear();
        let whims = if self.rng.random_bool(EPSILON.0) { EPSILON.1 } else { 0.0 };
        let opening = self.rng.random_range(0..OPENING);
        let mut actions = Vec::new();
        while let Turn::Seat(seat) = game.turn() {
            let own = sides.iter().position(|side| side.contains(seat)).unwrap_or(0);
            game.features(sides[own], &mut self.inputs, &mut self.list);
            self.episode.push(&self.inputs, 0b11, [own as u8, 1 - own.min(1) as u8]);
            game.legal_actions(&mut actions);
            let at_random = game.ply() < opening || self.rng.random_bool(whims);
            let action = match &actions[..] {
                [only] => *only,
                _ if at_random => any_of(&actions, &mut self.rng),
                _ => self.choose(game, seat, &actions),
            };
            game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
        }
    }

    /// The action that is best on average in worlds that agree with what the seat knows.
    fn choose(&mut self, game: &Junqi, seat: Seat, actions: &[Action]) -> Action {
        let view = game.view(Viewer::Seat(seat));
        let worlds: Vec<Junqi> =
            (0..self.worlds).map(|_| Junqi::sample(&view, &mut self.rng)).collect();
        let mut best = (actions[0], f32::MIN);
        for action in actions {
            let mut sum = self.rng.random_range(0.0..DITHER) * worlds.len() as f32;
            for world in &worlds {
                let mut after = world.clone();
                after.play_unchecked(&Step::Act { seat, action: *action }, &mut NullSink);
                sum += after.values_by(&self.net, &mut self.list)[seat.index()];
            }
            if sum > best.1 {
                best = (*action, sum);
            }
        }
        best.0
    }
}

/// How a game ended for the two sides; nothing where it has not.
fn shares(game: &Junqi, sides: &[SeatSet]) -> Option<[f32; 2]> {
    let first = *game.outcome()?.places.first()?;
    let wins = |side: usize| sides.get(side).is_some_and(|s| !s.intersection(first).is_empty());
    Some(match (wins(0), wins(1)) {
        (true, false) => [1.0, 0.0],
        (false, true) => [0.0, 1.0],
        _ => [0.5, 0.5],
    })
}
