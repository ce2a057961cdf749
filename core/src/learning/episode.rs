//! A game to learn from: its positions in order, and how it ended.

use super::net::Input;
use super::trainer::Trainer;

/// The positions of one game, used again for the next.
#[derive(Clone, Debug)]
pub struct Episode<const SIDES: usize> {
    inputs: Vec<Input>,
    positions: Vec<Position<SIDES>>,
}

#[derive(Clone, Copy, Debug)]
struct Position<const SIDES: usize> {
    /// Where its inputs begin.
    start: usize,
    sides: u8,
    /// The player each side of the network is.
    players: [u8; SIDES],
}

impl<const SIDES: usize> Default for Episode<SIDES> {
    fn default() -> Self {
        Self { inputs: Vec::new(), positions: Vec::new() }
    }
}

impl<const SIDES: usize> Episode<SIDES> {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.inputs.clear();
        self.positions.clear();
    }

    /// Adds the next position: its inputs, the sides that still can win, a bit a side, and
    /// which player each side of the network is, since a position is mostly seen through the
    /// eyes of whoever is to move.
    pub fn push(&mut self, inputs: &[Input], sides: u8, players: [u8; SIDES]) {
        let start = self.inputs.len();
        self.inputs.extend_from_slice(inputs);
        self.positions.push(Position { start, sides, players });
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Teaches a network by TD(lambda): from the last position back, each is to tell what the
    /// one after it told, mixed with the end of the game. `shares` is the share of the win of
    /// each player; `lambda` from 0, only the next position counts, to 1, only the end counts;
    /// `rate` is how far weights follow.
    pub fn train_td_lambda<const HIDDEN: usize>(
        &self,
        trainer: &mut Trainer<HIDDEN, SIDES>,
        shares: [f32; SIDES],
        lambda: f32,
        rate: f32,
    ) {
        let mut target = shares;
        let mut end = self.inputs.len();
        for position in self.positions.iter().rev() {
            let player = |side: usize| usize::from(position.players[side]) % SIDES;
            let goal = std::array::from_fn(|side| target[player(side)]);
            let inputs = &self.inputs[position.start..end];
            let told = trainer.learn(inputs, position.sides, &goal, rate);
            for (side, told) in told.into_iter().enumerate() {
                let target = &mut target[player(side)];
                *target = lambda * *target + (1.0 - lambda) * told;
            }
            end = position.start;
        }
    }
}
