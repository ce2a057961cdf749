//! What a viewer can deduce: the kinds each hidden piece can still be, and how likely each is.

use std::sync::OnceLock;

use super::cells::{CELLS, Cell, Cells, Tile};
use super::matching::{Masks, Roster};
use super::piece::{ARMY, Piece, PieceSet};
use super::prior::weight;
use super::seats::SEATS;

/// The chance of each kind, in the order of [`Piece::ALL`]; they add up to 1.
pub type Chances = [f32; 12];

/// Everything a viewer can deduce from its whole view: its own and shown pieces, what they
/// met, where pieces started and how they moved, Flags shown or not shown, and the numbers
/// of each kind in an army.
///
/// Facts about single pieces together with the numbers are used exhaustively (a flow
/// problem); facts about two hidden pieces by propagation. The truth is never excluded.
#[derive(Clone, Debug)]
pub struct Belief {
    pub(super) hidden: Cells,
    pub(super) masks: Masks,
    /// The army each tile belongs to, by seat; `NONE` where that is hidden too.
    pub(super) owner: [u8; CELLS],
    pub(super) rosters: [Roster; SEATS],
    /// Flip chess: how many of each kind lie face down, by army.
    pub(super) down: Option<[[u8; 12]; SEATS]>,
    pub(super) chances: [OnceLock<Box<[Chances; ARMY]>>; SEATS],
}

impl Belief {
    /// The kinds a piece can still be, alive or lost; the one it is where the viewer knows
    /// it, none where no piece started.
    #[must_use]
    pub fn possible(&self, tile: Tile) -> PieceSet {
        PieceSet::of_bits(self.masks[tile.index()])
    }

    /// How likely a piece is of each kind: the numbers of every kind and every piece add up,
    /// in proportions as people lay out where nothing else is known.
    #[must_use]
    pub fn chances(&self, tile: Tile) -> Chances {
        if self.down.is_some() && self.hidden.contains(tile) {
            return self
                .sides(tile)
                .iter()
                .fold([0.0; 12], |sum, army| std::array::from_fn(|kind| sum[kind] + army[kind]));
        }
        self.army_chances(tile).unwrap_or_else(|| self.uniform(tile))
    }

    /// As [`Belief::chances`], for each army by itself, by the seat that owns it (before seats
    /// own armies: that it is named after). In flip chess a face-down piece can be of either
    /// army.
    #[must_use]
    pub fn sides(&self, tile: Tile) -> [Chances; SEATS] {
        let mut sides = [[0.0; 12]; SEATS];
        match &self.down {
            Some(down) if self.hidden.contains(tile) => {
                let all: u32 = down.iter().flatten().map(|left| u32::from(*left)).sum();
                for (side, army) in sides.iter_mut().zip(down) {
                    *side = army.map(|left| f32::from(left) / all.max(1) as f32);
                }
            }
            _ => {
                if let Some(side) = sides.get_mut(self.owner[tile.index()] as usize) {
                    *side = self.chances(tile);
                }
            }
        }
        sides
    }

    /// The same chance for every kind a piece can be.
    fn uniform(&self, tile: Tile) -> Chances {
        let maybe = self.possible(tile);
        let share = 1.0 / maybe.len().max(1) as f32;
        Piece::ALL.map(|piece| if maybe.contains(piece) { share } else { 0.0 })
    }

    fn army_chances(&self, tile: Tile) -> Option<Chances> {
        let owner = self.owner[tile.index()] as usize;
        let roster = self.rosters.get(owner).filter(|roster| roster.fit())?;
        let place = roster.tiles().iter().position(|other| *other as usize == tile.index())?;
        let table = self.chances[owner].get_or_init(|| Box::new(sinkhorn(roster, &self.masks)));
        Some(table[place])
    }
}

/// Rounds of balancing, after which the sums are right to about a thousandth.
const ROUNDS: usize = 12;

/// The chances of an army's hidden tiles: the weights, scaled by turns until every kind is
/// there as often as it is and every tile is one piece.
fn sinkhorn(roster: &Roster, masks: &Masks) -> [Chances; ARMY] {
    let mut table = [[0.0f32; 12]; ARMY];
    let tiles = roster.tiles();
    for (row, tile) in table.iter_mut().zip(tiles) {
        for piece in PieceSet::of_bits(masks[*tile as usize]).iter() {
            row[piece.index()] = weight(Cell::new(*tile), piece).max(f32::MIN_POSITIVE);
        }
    }
    let table_rows = &mut table[..tiles.len()];
    for _ in 0..ROUNDS {
        let mut sums = [0.0f32; 12];
        for row in table_rows.iter() {
            (0..12).for_each(|kind| sums[kind] += row[kind]);
        }
        let scale: [f32; 12] = std::array::from_fn(|kind| {
            if sums[kind] > 0.0 { f32::from(roster.count()[kind]) / sums[kind] } else { 0.0 }
        });
        for row in table_rows.iter_mut() {
            (0..12).for_each(|kind| row[kind] *= scale[kind]);
            let sum: f32 = row.iter().sum();
            row.iter_mut().for_each(|chance| *chance /= sum.max(f32::MIN_POSITIVE));
        }
    }
    table
}
