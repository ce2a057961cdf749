//! Self-play that trains the networks of the race games.

use rand::{Rng, RngExt};
use serde_json::Value;

use super::expectimax::{DistinctActions, position_after};
use super::features::{FEATURES, Features, initial_weights};
use super::place_evaluator::{HIDDEN, PlaceEvaluator};
use crate::contract::game::{Game, NullSink, SetupError, Step, random_element};
use crate::contract::seat::{Seat, SeatSet};
use crate::games::race::board::Board;
use crate::games::race::deal::Deal;
use crate::games::race::notation::Action;
use crate::games::race::rules::{Capture, Finish, First, Flight, Rules, Stack, Switch, ThreeSixes};
use crate::games::race::sets::{Bonus, BonusRolls, Faces};
use crate::games::race::state::{Phase, Race};
use crate::learning::{NetRun, ResumeError, SelfPlay, Trainer};

/// The learning rate in the first stage of the training. Each later stage has half the rate of the
/// one before.
const LEARNING_RATE: f32 = 0.04;
/// The number of stages of the learning rate.
const LEARNING_STAGES: u64 = 8;
/// The probability of a random action (epsilon-greedy), in the first game and in the last.
const EPSILON: (f64, f64) = (0.05, 0.01);
/// The lambda of TD(lambda): the weight of the next position's target against the prediction for
/// that position.
const LAMBDA: f32 = 0.85;
/// The number of games after which the quantised network that plays is renewed.
const GAMES_PER_NET: u64 = 16;
/// The number of rolls after which an unfinished game is abandoned.
const MAX_ROLLS: u32 = 4000;

/// A training run of the network of one board, by self-play.
///
/// Rules vary: many games follow the preset with four seats. The others have fewer seats or other
/// options, so that the network learns their effect.
#[derive(Clone, Debug)]
pub struct RaceSelfPlay {
    board: Board,
    run: NetRun<HIDDEN, 4>,
}

impl RaceSelfPlay {
    /// Creates a training run of `games` games, which begins with an untrained network.
    pub fn new(board: Board, games: u64, seed: u64) -> Self {
        let mut trainer = Trainer::new(FEATURES, seed);
        for (output, feature, weight) in initial_weights() {
            trainer.set_skip(feature, output, weight);
        }
        Self { board, run: NetRun::new(trainer, games, seed) }
    }
}

impl SelfPlay for RaceSelfPlay {
    fn played(&self) -> u64 {
        self.run.played
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.run.trainer.net().to_bytes()
    }

    fn play(&mut self) -> Result<(), SetupError> {
        let (rules, seats) = random_setup(self.board, &mut self.run.rng);
        let progress = self.run.played as f64 / self.run.games.max(1) as f64;
        let stage =
            (LEARNING_STAGES * self.run.played / self.run.games.max(1)).min(LEARNING_STAGES - 1);
        let rate = LEARNING_RATE / (1u32 << stage) as f32;
        let epsilon = EPSILON.0 + (EPSILON.1 - EPSILON.0) * progress;
        if self.run.played.is_multiple_of(GAMES_PER_NET) {
            self.run.net = self.run.trainer.net();
        }
        self.run.played += 1;
        let mut race = Race::new(&rules, seats, &Deal::default())?;
        self.play_episode(&mut race, epsilon);
        let evaluator = PlaceEvaluator::new(&self.run.net, &race, 0);
        if let Some(shares) = evaluator.decided_shares(&race) {
            self.run.learn(shares, LAMBDA, rate);
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

impl RaceSelfPlay {
    /// Plays until the first place is decided, and records every position before a roll.
    fn play_episode(&mut self, race: &mut Race, epsilon: f64) {
        let evaluator = PlaceEvaluator::new(&self.run.net, race, 0);
        self.run.episode.clear();
        while evaluator.decided_shares(race).is_none() && race.ply < MAX_ROLLS {
            match race.phase {
                Phase::Move => {
                    let distinct = DistinctActions::of(race);
                    let action = match distinct.actions() {
                        [only] => *only,
                        all if self.run.rng.random::<f64>() < epsilon => {
                            random_element(all, &mut self.run.rng)
                        }
                        all => best_action(&evaluator, race, all),
                    };
                    race.act(action, &mut NullSink);
                }
                _ => {
                    let mut features = Features::NONE;
                    features.add_options(&race.tables.rules);
                    features.add_position(race);
                    // The index of each seat, by relative seat.
                    let board = race.board();
                    let quarter = board.quarter(race.seat);
                    let seats = [0, 1, 2, 3]
                        .map(|offset| board.seat_of_quarter(quarter + offset).index() as u8);
                    self.run.episode.push(features.list(), race.relative_seat_bits(), seats);
                    let die = self.run.rng.random_range(1..=6);
                    race.play_unchecked(&Step::Chance(die), &mut NullSink);
                }
            }
        }
    }
}

/// Returns the action after which the seat to move has the largest share.
fn best_action(evaluator: &PlaceEvaluator<'_>, race: &Race, actions: &[Action]) -> Action {
    let (mut best_action, mut best_share) = (actions[0], -1.0);
    for action in actions {
        let next = position_after(race, *action);
        let shares =
            evaluator.decided_shares(&next).unwrap_or_else(|| evaluator.network_shares(&next));
        let share = shares[race.seat.index() & 3];
        if share > best_share {
            (best_action, best_share) = (*action, share);
        }
    }
    best_action
}

/// Returns random rules and seats for a training game. At least half of the games have the options
/// of the preset.
fn random_setup(board: Board, rng: &mut impl Rng) -> (Rules, SeatSet) {
    let mut rules = Rules { first: First::Red, ..Rules::of_board(board) };
    let all = SeatSet::first(4);
    match rng.random_range(0..20) {
        0..10 => {}
        10..14 if board == Board::Aeroplane => {
            rules.takeoff = Faces::of(&[6]);
            rules.three_sixes = ThreeSixes::Off;
            (rules.finish, rules.flight, rules.stack) =
                (Finish::Bounce, Flight::Compulsory, Stack::Never);
            rules.flight_then_jump = true;
        }
        10..15 if board == Board::Flying => {}
        _ => vary_options(&mut rules, rng),
    }
    let seat_at = |quarter: u8| board.seat_of_quarter(quarter);
    let seats = match rng.random_range(0..10) {
        _ if rules.teams => all,
        _ if rules.flight_then_jump => [0, 2].map(seat_at).into_iter().collect(),
        0 => [0, 2].map(seat_at).into_iter().collect(),
        1 => [0, 2, 3].map(seat_at).into_iter().collect(),
        2 => [0, 1].map(seat_at).into_iter().collect(),
        _ => all,
    };
    let seat_list: Vec<Seat> = seats.iter().collect();
    let first_seat = random_element(&seat_list, rng);
    rules.first = [First::Red, First::Yellow, First::Blue, First::Green][first_seat.index() & 3];
    (rules, seats)
}

/// Changes some of the options at random.
fn vary_options(rules: &mut Rules, rng: &mut impl Rng) {
    let takeoffs: [&[u8]; 4] = [&[6], &[5, 6], &[2, 4, 6], &[1, 2, 3, 4, 5, 6]];
    if rng.random_ratio(1, 2) {
        rules.takeoff = Faces::of(random_element(&takeoffs, rng));
    }
    if rng.random_ratio(1, 3) {
        rules.extra_roll = Faces::of(random_element(&[&[6][..], &[], &[5, 6]], rng));
    }
    if rng.random_ratio(1, 3) {
        rules.three_sixes = random_element(
            &[ThreeSixes::Off, ThreeSixes::TurnLost, ThreeSixes::AllPlanesToHangar],
            rng,
        );
    }
    if rng.random_ratio(1, 2) {
        rules.stack = random_element(&[Stack::Never, Stack::Always, Stack::Optional], rng);
    }
    if rng.random_ratio(1, 3) {
        rules.finish = Finish::Bounce;
    }
    if rng.random_ratio(1, 6) {
        rules.bonus_roll =
            BonusRolls::one(random_element(&[Bonus::OnCapture, Bonus::OnFinish], rng));
    }
    rules.teams = rng.random_ratio(1, 5);
    if rng.random_ratio(1, 5) {
        rules.planes = rng.random_range(1..=4);
        rules.planes_to_win = rng.random_range(1..=rules.planes);
    } else if rng.random_ratio(1, 5) {
        rules.planes_to_win = rng.random_range(1..=4);
    }
    if rules.board == Board::Aeroplane {
        if rng.random_ratio(1, 4) {
            rules.flight = random_element(&[Flight::Compulsory, Flight::Off], rng);
        }
        if rng.random_ratio(1, 6) {
            (rules.jump, rules.jump_then_flight) = (Switch::Off, false);
        }
        if rng.random_ratio(1, 5) {
            rules.capture = Capture::LastSquare;
        }
    }
}
