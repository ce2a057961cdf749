//! Training of the policy, and its agreement with games that it has not learned from.

use super::features::{Describer, FEATURES};
use super::history::MoveHistory;
use super::model::{Model, Samples};
use super::people::RecordedGame;
use super::situation::Situation;
use crate::contract::game::{Game, Step, Turn, Viewer};

/// The number of hidden units.
const HIDDEN: usize = 32;

/// The decisions of recorded games, from which a policy learns.
#[derive(Clone, Debug)]
pub struct PolicyTraining {
    samples: Samples,
    /// The index in `armies` of the game of each decision.
    game_indices: Vec<usize>,
    /// The number of armies in each game.
    armies: Vec<usize>,
}

/// The agreement of a policy with the decisions of one game that it has not learned from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameAgreement {
    /// The number of armies in the game.
    pub armies: usize,
    /// The number of decisions.
    pub decisions: u32,
    /// The number of decisions in which the move that was played had the largest probability.
    pub first: u32,
    /// The number of decisions in which this move was among the three with the largest
    /// probabilities.
    pub among_three: u32,
    /// The sum over the decisions of the negative logarithm of this move's probability.
    pub loss: f64,
}

impl PolicyTraining {
    /// Describes the decisions of these games in which a seat had at least two legal actions.
    pub fn new(games: &[RecordedGame]) -> Self {
        let mut training =
            Self { samples: Samples::default(), game_indices: Vec::new(), armies: Vec::new() };
        games.iter().for_each(|game| training.add_game(game));
        training
    }

    /// Returns the number of decisions.
    pub fn decisions(&self) -> usize {
        self.samples.len()
    }

    fn add_game(&mut self, game: &RecordedGame) {
        let mut state = game.start.clone();
        let mut history = MoveHistory::of(&[]);
        let (mut actions, mut active, mut events) = (Vec::new(), Vec::new(), Vec::new());
        for step in &game.steps {
            if let (Turn::Seat(seat), Step::Act { action, .. }) = (state.turn(), step) {
                state.legal_actions(&mut actions);
                let played = actions.iter().position(|legal| *legal == action.plain());
                if let Some(played) = played.filter(|_| actions.len() > 1) {
                    let view = state.view(Viewer::Seat(seat));
                    let situation = Situation::new(&view, seat, &history);
                    let describer = Describer::new(situation, &history, &actions);
                    self.samples.begin(played);
                    for action in &actions {
                        describer.describe(*action, &mut active);
                        self.samples.add_action(&active);
                    }
                    self.game_indices.push(self.armies.len());
                }
            }
            events.clear();
            state.play_unchecked(step, &mut events);
            events.iter().for_each(|event| history.add(event));
        }
        self.armies.push(game.start.seats().len());
    }

    /// Trains a policy on the decisions of all games and returns the contents of its file. The
    /// same games and seed give the same bytes.
    pub fn train(&self, seed: u64) -> Vec<u8> {
        self.train_on((0..self.samples.len()).collect(), seed).to_bytes()
    }

    fn train_on(&self, mut decisions: Vec<usize>, seed: u64) -> Model {
        let mut model = Model::new(FEATURES, HIDDEN, seed);
        model.train(&self.samples, &mut decisions, seed);
        model
    }

    /// Trains a policy on all games except those whose index modulo `folds` is `fold`. Returns its
    /// agreement with each game that was left out (k-fold cross-validation by game).
    pub fn validate(&self, fold: usize, folds: usize, seed: u64) -> Vec<GameAgreement> {
        let is_held_out = |game: usize| game % folds == fold;
        let (held_out, learned): (Vec<_>, Vec<_>) =
            (0..self.samples.len()).partition(|decision| is_held_out(self.game_indices[*decision]));
        let model = self.train_on(learned, seed);
        let mut agreements: Vec<_> = self
            .armies
            .iter()
            .map(|armies| GameAgreement { armies: *armies, ..GameAgreement::default() })
            .collect();
        for decision in held_out {
            let features = self.samples.actions(decision).map(|at| self.samples.features(at));
            let probabilities = model.probabilities(features);
            agreements[self.game_indices[decision]]
                .add(&probabilities, self.samples.played(decision));
        }
        let games = agreements.into_iter().enumerate();
        games.filter(|(game, _)| is_held_out(*game)).map(|(_, agreement)| agreement).collect()
    }
}

impl GameAgreement {
    /// Counts a decision. Of moves with equal probabilities, the earlier one ranks higher.
    fn add(&mut self, probabilities: &[f32], played: usize) {
        let chance = probabilities[played];
        let is_better =
            |(index, other): (usize, &f32)| *other > chance || (*other == chance && index < played);
        let better = probabilities.iter().enumerate().filter(|entry| is_better(*entry)).count();
        self.decisions += 1;
        self.first += u32::from(better < 1);
        self.among_three += u32::from(better < 3);
        self.loss -= libm::log(f64::from(chance.max(f32::MIN_POSITIVE)));
    }
}
