//! The evaluation of Junqi for a search: values of positions, priors of actions, the rollout
//! policy, and the keys of information sets.
//!
//! Values come from the networks in [`learned`](super::learned). Priors are the exponentials of
//! hand-written scores: a strike scores by what it gains, a move by how much nearer it comes to an
//! enemy's Flag. The rollout policy plays the action with the best score among a few random ones.

use rand::Rng;

use super::board::Board;
use super::cells::Cell;
use super::notation::Action;
use super::piece::{BattleResult, Kind};
use super::seats::SEATS;
use super::state::{Junqi, NoChance};
use super::view::View;
use crate::contract::game::Game;
use crate::contract::seat::{Seat, SeatSet};
use crate::evaluation::{Searchable, SeatValues};
use crate::learning::exp;

/// The score of a cell, indexed by its number of steps to the nearest enemy Flag. Index 0 is never
/// used, since a move onto a Flag is a strike. Cells farther away score 0.
const FLAG_PROXIMITY_SCORES: [f32; 8] = [0.0, 5.0, 3.2, 2.2, 1.5, 1.0, 0.6, 0.3];
/// The weight of [`FLAG_PROXIMITY_SCORES`] in the score of a move.
const FLAG_PROXIMITY_WEIGHT: f32 = 2.0;
/// The penalty for entering a headquarters that the piece can never leave.
const DEAD_END_PENALTY: f32 = 20.0;
/// The score of entering a camp.
const CAMP_SCORE: f32 = 0.5;
/// The score of a strike in addition to its gain.
const STRIKE_SCORE: f32 = 1.0;
/// The score of a flip, and of an answer to a question.
const FLIP_SCORE: f32 = 2.0;
/// Softmax temperature: a score larger by this makes an action e times as likely.
const TEMPERATURE: f32 = 4.0;
/// The factor on the prior of a flip. There are up to fifty nearly equal flips, and with full
/// priors they leave a search no time for moves.
const FLIP_PRIOR_SCALE: f32 = 0.22;
/// Random actions drawn in each step of a rollout. The one with the best score is played.
const ROLLOUT_CANDIDATES: usize = 4;

/// The cells of the Flags of a seat's enemies.
struct EnemyFlags<'a> {
    board: &'a Board,
    cells: [Cell; SEATS],
    count: usize,
}

impl<'a> EnemyFlags<'a> {
    fn of(game: &'a Junqi, seat: Seat) -> Self {
        let board = &*game.public.context.board;
        let mut flags = Self { board, cells: [Cell::new(0); SEATS], count: 0 };
        let enemies = game.public.alive.difference(game.team(seat));
        for cell in enemies.iter().filter_map(|enemy| game.flag_cell(enemy)) {
            flags.cells[flags.count % SEATS] = cell;
            flags.count += 1;
        }
        flags
    }

    /// Returns the entry of [`FLAG_PROXIMITY_SCORES`] for a cell, or 0 if it is farther away.
    #[inline]
    fn flag_proximity(&self, cell: Cell) -> f32 {
        let flags = &self.cells[..self.count.min(SEATS)];
        let steps = flags.iter().map(|flag| self.board.distance(cell, *flag)).min();
        FLAG_PROXIMITY_SCORES.get(usize::from(steps.unwrap_or(u8::MAX))).copied().unwrap_or(0.0)
    }
}

/// Number of values of [`kind_key`]: one for each kind, and one for unrecorded pieces.
const KIND_KEYS: u8 = Kind::ALL.len() as u8 + 1;

/// Returns the key of a kind. Unrecorded pieces have the last key.
fn kind_key(kind: Option<Kind>) -> u8 {
    kind.map_or(KIND_KEYS - 1, |kind| kind as u8)
}

/// The smallest observation of a flip. The observation of a move is 0 without a battle, and 1 to 3
/// by the result of its battle. That of an answer is 1 plus the index of its option.
const FIRST_FLIP_KEY: u8 = 4;

impl Searchable for Junqi {
    fn evaluate(&self, list: &mut Vec<Action>) -> SeatValues {
        self.learned_values(list)
    }

    fn priors(&self, actions: &[Action], out: &mut Vec<f32>) {
        let flags = EnemyFlags::of(self, self.public.turn);
        out.clear();
        out.extend(actions.iter().map(|action| {
            let weight = exp(self.prior_score(*action, &flags) / TEMPERATURE);
            if matches!(action, Action::Flip { .. }) { FLIP_PRIOR_SCALE * weight } else { weight }
        }));
    }

    fn rollout_action<R: Rng + ?Sized>(&self, rng: &mut R, list: &mut Vec<Action>) -> Action {
        let flags = EnemyFlags::of(self, self.public.turn);
        let mut best_action = self.random_action(rng, list);
        let mut best_score = self.prior_score(best_action, &flags);
        for _ in 1..ROLLOUT_CANDIDATES {
            let action = self.random_action(rng, list);
            let score = self.prior_score(action, &flags);
            if score > best_score {
                (best_action, best_score) = (action, score);
            }
        }
        best_action
    }

    fn is_certain_loss(view: &View, action: Action) -> bool {
        if !matches!(action, Action::Move { .. }) {
            return false;
        }
        let attacker = view.at(action.from()).and_then(|tile| tile.piece);
        let (Some(attacker), Some(target)) = (attacker, view.at(action.to())) else { return false };
        let survives = |defender: Kind| {
            attacker.battle_result(defender, view.rules().mine) == BattleResult::DefenderSurvives
        };
        view.belief().candidates(target.tile).iter().all(survives)
    }

    fn observation(&self, action: &Action) -> u8 {
        match action {
            Action::Flip { at } => {
                let Some(tile) = self.tile_at(*at) else { return 0 };
                let army = self.owner[tile].get().map_or(0, Seat::index) as u8;
                FIRST_FLIP_KEY + kind_key(self.kind[tile]) + KIND_KEYS * army
            }
            Action::Answer { option } => 1 + option,
            Action::Move { .. } => {
                // The action has already been played, so a battle of this ply was its battle.
                let latest = self.public.battles.as_slice().last();
                let caused = latest.filter(|battle| battle.ply == self.public.ply);
                caused.map_or(0, |battle| 1 + battle.result as u8)
            }
        }
    }

    fn private_key(&self, action: &Action) -> u8 {
        match action {
            Action::Flip { .. } | Action::Answer { .. } => 0,
            Action::Move { from, .. } => kind_key(self.kind_at(*from)),
        }
    }

    fn team_of(&self, seat: Seat) -> SeatSet {
        self.team(seat)
    }

    fn chance_index(outcome: &NoChance) -> u8 {
        match *outcome {}
    }
}

impl Junqi {
    /// Returns the hand-written score of an action. The larger it is, the larger is the prior.
    fn prior_score(&self, action: Action, flags: &EnemyFlags<'_>) -> f32 {
        let Action::Move { from, to, .. } = action else { return FLIP_SCORE };
        if self.tile_at(to).is_some() {
            return self.strike_gain(action) + STRIKE_SCORE;
        }
        let gets_stuck = flags.board.headquarters().contains(to) && !self.rules().may_leave_hq();
        let camp = if flags.board.camps().contains(to) { CAMP_SCORE } else { 0.0 };
        let stuck = if gets_stuck { DEAD_END_PENALTY } else { 0.0 };
        FLAG_PROXIMITY_WEIGHT * (flags.flag_proximity(to) - flags.flag_proximity(from)) + camp
            - stuck
    }
}
