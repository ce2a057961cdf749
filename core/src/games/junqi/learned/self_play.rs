//! Self-play that trains the value networks.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::value::{HIDDEN, JunqiNet, feature_count};
use crate::contract::dice::Seed;
use crate::contract::game::{Game, NullSink, SetupError, Step, Turn, Viewer, any_of};
use crate::contract::options::RuleSet;
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::setup::Setup;
use crate::games::junqi::layouts::SHIPPED;
use crate::games::junqi::notation::Action;
use crate::games::junqi::rules::Rules;
use crate::games::junqi::state::Junqi;
use crate::learning::{Episode, Input, SelfPlay, Trainer};

/// Learning rate in the first game. It falls linearly to a twentieth.
const LEARNING_RATE: f32 = 0.02;
/// Weight of the end of a game against the next position, in TD(lambda).
const LAMBDA: f32 = 0.8;
/// Games played with one network before the newly trained one replaces it.
const GAMES_PER_NET: u64 = 8;
/// The chance of an army to get a shipped layout instead of one drawn from the layout prior.
const SHIPPED_LAYOUTS: f64 = 0.6;
/// The share of games with random actions, and the chance of each action in them to be random.
const EPSILON: (f64, f64) = (0.7, 0.06);
/// Limit on the plies played at random at the start of a game.
const OPENING: u32 = 12;
/// Limit on the random bonus that decides between nearly equal actions.
const DITHER: f32 = 0.01;

/// A network that learns Junqi by self-play.
///
/// Each decision uses only what the seat knows: the action with the best mean value in
/// determinizations of its view is played. The network learns from the true positions.
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
    /// Creates an untrained network that is to play `games` games of these rules in turn, each
    /// with two sides. Each decision uses `worlds` determinizations.
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

    /// Returns the action with the best mean value in determinizations of the seat's view.
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

/// Returns the result for the two sides, or `None` while the game goes on.
fn shares(game: &Junqi, sides: &[SeatSet]) -> Option<[f32; 2]> {
    let first = *game.outcome()?.places.first()?;
    let wins = |side: usize| sides.get(side).is_some_and(|s| !s.intersection(first).is_empty());
    Some(match (wins(0), wins(1)) {
        (true, false) => [1.0, 0.0],
        (false, true) => [0.0, 1.0],
        _ => [0.5, 0.5],
    })
}
