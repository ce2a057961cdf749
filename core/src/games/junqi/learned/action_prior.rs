//! Hand-written action priors, and the rollout policy.

use rand::Rng;

use crate::contract::game::Game;
use crate::contract::seat::{Seat, SeatSet};
use crate::evaluation::{Searchable, SeatValues};
use crate::games::junqi::board::Board;
use crate::games::junqi::cells::Cell;
use crate::games::junqi::notation::Action;
use crate::games::junqi::piece::Piece;
use crate::games::junqi::seats::SEATS;
use crate::games::junqi::state::{Junqi, NoChance};
use crate::learning::exp;

/// The score of being near the enemy's Flag, by the steps left.
const NEAR_FLAG: [f32; 8] = [0.0, 5.0, 3.2, 2.2, 1.5, 1.0, 0.6, 0.3];
/// The penalty for a piece that shuts itself up in a headquarters.
const STUCK: f32 = 20.0;
/// The score of a camp.
const SHELTER: f32 = 0.5;
/// The score of a strike in addition to its gain, and of a flip.
const INITIATIVE: f32 = 1.0;
const FLIP: f32 = 2.0;
/// Softmax temperature: a score larger by this makes an action e times as likely.
const TEMPERATURE: f32 = 4.0;
/// The factor on the prior of a flip. There are up to fifty nearly equal flips, and with full
/// priors they leave a search no time for moves.
const FLIP_PRIOR_SCALE: f32 = 0.22;
/// Actions drawn in each step of a rollout, of which the best is played.
const ROLLOUT_CANDIDATES: usize = 4;

/// The cells of the Flags of a seat's enemies.
struct EnemyFlags<'a> {
    board: &'a Board,
    cells: [Cell; SEATS],
    count: usize,
}

impl<'a> EnemyFlags<'a> {
    fn of(game: &'a Junqi, seat: Seat) -> Self {
        let board = &*game.public.ground.board;
        let mut goals = Self { board, cells: [Cell::new(0); SEATS], count: 0 };
        let foes = game.public.alive.difference(game.side_of(seat));
        for cell in foes.iter().filter_map(|foe| game.flag_cell(foe)) {
            goals.cells[goals.count % SEATS] = cell;
            goals.count += 1;
        }
        goals
    }

    /// Returns the score of a cell by its steps to the nearest Flag.
    #[inline]
    fn near(&self, cell: Cell) -> f32 {
        let goals = &self.cells[..self.count.min(SEATS)];
        let steps = goals.iter().map(|goal| self.board.steps(cell, *goal)).min();
        NEAR_FLAG.get(usize::from(steps.unwrap_or(u8::MAX))).copied().unwrap_or(0.0)
    }
}

/// Number of keys of kinds.
const KIND_KEYS: u8 = Piece::ALL.len() as u8 + 1;

/// Returns a number for each kind, the last for unrecorded pieces.
fn kind_key(kind: Option<Piece>) -> u8 {
    kind.map_or(KIND_KEYS - 1, |kind| kind as u8)
}

impl Searchable for Junqi {
    fn evaluate(&self, list: &mut Vec<Action>) -> SeatValues {
        self.learned_values(list)
    }

    fn priors(&self, actions: &[Action], out: &mut Vec<f32>) {
        let goals = EnemyFlags::of(self, self.public.turn);
        out.clear();
        out.extend(actions.iter().map(|action| {
            let urge = exp(self.prior_score(*action, &goals) / TEMPERATURE);
            if matches!(action, Action::Flip { .. }) { FLIP_PRIOR_SCALE * urge } else { urge }
        }));
    }

    fn rollout_action<R: Rng + ?Sized>(&self, rng: &mut R, list: &mut Vec<Action>) -> Action {
        let goals = EnemyFlags::of(self, self.public.turn);
        let first = self.random_action(rng, list);
        let mut best = (first, self.prior_score(first, &goals));
        for _ in 1..ROLLOUT_CANDIDATES {
            let action = self.random_action(rng, list);
            let score = self.prior_score(action, &goals);
            if score > best.1 {
                best = (action, score);
            }
        }
        best.0
    }

    fn observation(&self, action: &Action) -> u8 {
        match action {
            Action::Flip { at } => {
                let Some(tile) = self.tile_at(*at) else { return 0 };
                let army = self.owner[tile].get().map_or(0, Seat::index) as u8;
                4 + kind_key(self.kind[tile]) + KIND_KEYS * army
            }
            Action::Move { .. } => {
                let last = self.public.battles.as_slice().last();
                let fought = last.filter(|battle| battle.ply == self.public.ply);
                fought.map_or(0, |battle| 1 + battle.fight as u8)
            }
        }
    }

    fn private_key(&self, action: &Action) -> u8 {
        match action {
            Action::Flip { .. } => 0,
            Action::Move { from, .. } => kind_key(self.kind_at(*from)),
        }
    }

    fn team_of(&self, seat: Seat) -> SeatSet {
        self.side_of(seat)
    }

    fn chance_index(outcome: &NoChance) -> u8 {
        match *outcome {}
    }
}

impl Junqi {
    /// Returns the score of an action that its prior is made from.
    fn prior_score(&self, action: Action, goals: &EnemyFlags<'_>) -> f32 {
        let Action::Move { from, to, .. } = action else { return FLIP };
        if self.tile_at(to).is_some() {
            return self.strike_gain(action) + INITIATIVE;
        }
        let stuck = goals.board.headquarters().contains(to) && !self.rules().may_leave_hq();
        let camp = if goals.board.camps().contains(to) { SHELTER } else { 0.0 };
        2.0 * (goals.near(to) - goals.near(from)) + camp - if stuck { STUCK } else { 0.0 }
    }
}
