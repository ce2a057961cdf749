//! A policy: the probability that people would play each legal move, learned from recorded games.
//!
//! It is a conditional logit model with a hidden layer (`model`) over features of each move
//! (`features`), which follow from the mover's view and the public events. `qipan train policy`
//! trains it; the `README.md` in `learned` says how well it agrees with people.

mod features;
mod history;
mod model;
mod people;
mod situation;
mod training;

use std::sync::LazyLock;

use features::{Describer, FEATURES};
use history::MoveHistory;
use model::Model;
use situation::Situation;

pub use people::{RecordedGame, RecordedGameError, read_games};
pub use training::{GameAgreement, PolicyTraining};

use super::event::Event;
use super::notation::Action;
use super::view::View;
use crate::contract::seat::Seat;

/// The policy that ships with Qipan. `None` if its file does not fit [`FEATURES`].
static POLICY: LazyLock<Option<Model>> =
    LazyLock::new(|| Model::from_bytes(FEATURES, include_bytes!("people.policy")));

impl View {
    /// Returns the probability that a person would play each of `actions`, the legal actions of a
    /// seat. `log` holds the public events of the game up to now, oldest first. In Flip Junqi,
    /// for which there are no recorded games, all actions have the same probability.
    pub fn policy(&self, seat: Seat, actions: &[Action], log: &[Event]) -> Vec<f32> {
        let Some(model) = POLICY.as_ref().filter(|_| !self.rules().is_flip()) else {
            return vec![1.0 / actions.len().max(1) as f32; actions.len()];
        };
        let history = MoveHistory::of(log);
        let describer = Describer::new(Situation::new(self, seat, &history), &history, actions);
        let mut features = Vec::with_capacity(actions.len());
        for action in actions {
            let mut active = Vec::new();
            describer.describe(*action, &mut active);
            features.push(active);
        }
        model.probabilities(features.iter().map(Vec::as_slice))
    }
}
