//! What hidden pieces can still be, from the plainest facts alone.

use crate::junqi::{Piece, PieceSet, Tile, View};

pub(super) struct Belief {
    view: View,
}

impl Belief {
    pub(super) fn of(view: &View) -> Self {
        Self { view: view.clone() }
    }

    pub(super) fn maybe(&self, tile: Tile) -> PieceSet {
        let seen = self.view.seen(tile);
        match seen.piece {
            Some(piece) => PieceSet::one(piece),
            None if seen.moved => PieceSet::MOVING,
            None => {
                let may = |piece: &Piece| crate::junqi::layout::may_stand(*piece, tile);
                let set: PieceSet = Piece::ALL.into_iter().filter(may).collect();
                if self.view.rules().is_flip() { PieceSet::ALL } else { set }
            }
        }
    }

    pub(super) fn chances(&self, tile: Tile) -> [f32; 12] {
        let maybe = self.maybe(tile);
        let total: f32 = maybe.iter().map(|piece| f32::from(piece.count())).sum();
        Piece::ALL.map(|p| if maybe.contains(p) { f32::from(p.count()) / total } else { 0.0 })
    }
}
