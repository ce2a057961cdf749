//! A viewer's belief: the candidates of each hidden piece, and their probabilities.
//!
//! The *candidates* of a piece are the kinds that it can still be. A piece that moved is neither a
//! Landmine nor the Flag. One that won a battle is stronger than the loser. Once all three
//! Landmines of an army are known, no other piece can be one. Constraint propagation
//! (`propagate.rs`) and bipartite matching (`matching.rs`) draw these conclusions. They never
//! exclude the true kind of a piece.
//!
//! The *probabilities* weigh the candidates by the layout prior: how often people put each kind on
//! the cell where the piece started, given the side of the Flag (`flag_side.rs`). Sinkhorn scaling
//! makes a table of an army's hidden pieces and kinds consistent: each piece is exactly one kind
//! (rows sum to 1), and each kind has its known count (columns sum to the counts). Scaling rows and
//! columns in turn converges quickly.

use std::sync::OnceLock;

use super::cells::Cell;
use super::flag_side::flag_side_probabilities;
use super::layout_prior::{FlagSide, frequency, frequency_by_side};
use super::matching::{ArmyMatching, CandidateSets};
use super::piece::{ARMY, Kind, KindSet};
use super::seats::SEATS;
use super::tile::{Owners, Tile, Tiles};
use crate::contract::seat::Seat;

/// The probability of each kind, in the order of [`Kind::ALL`]. The probabilities sum to 1.
pub type KindProbabilities = [f32; 12];

/// Conclusions about hidden pieces from a viewer's whole view. The evidence is the viewer's own
/// pieces, pieces shown to the viewer, battles, starting cells and moves of pieces, Flags shown or
/// not shown, and the counts of each kind in an army.
///
/// Every conclusion from facts about single pieces and from counts is drawn (bipartite matching).
/// Facts about two hidden pieces are propagated, which can miss some conclusions. The true kind is
/// never excluded.
#[derive(Clone, Debug)]
pub struct Belief {
    pub(super) hidden: Tiles,
    pub(super) candidates: CandidateSets,
    pub(super) owner: Owners,
    pub(super) armies: [ArmyMatching; SEATS],
    /// The counts of face-down pieces by army and kind, in Flip Junqi only.
    pub(super) face_down_counts: Option<[[u8; 12]; SEATS]>,
    /// The probabilities of each army's hidden tiles, in the order of [`ArmyMatching::tiles`],
    /// computed on first use.
    pub(super) chances: [OnceLock<Box<[KindProbabilities; ARMY]>>; SEATS],
}

impl Belief {
    /// Returns the candidates of a piece, alive or lost. This is a single kind if the viewer
    /// knows it. The set is empty if no piece started on the cell that names the tile.
    pub fn candidates(&self, tile: Tile) -> KindSet {
        self.candidates[tile]
    }

    /// Returns the probability of each kind for a piece, by the layout prior. Over all pieces of an
    /// army, the probabilities of a kind sum to its count. In Flip Junqi, the probability of a kind
    /// for a face-down piece is the share of this kind among all face-down pieces.
    pub fn chances(&self, tile: Tile) -> KindProbabilities {
        if self.face_down_counts.is_some() && self.hidden.contains(tile) {
            let mut sums = [0.0; 12];
            for chances in &self.chances_by_owner(tile) {
                for (sum, chance) in sums.iter_mut().zip(chances) {
                    *sum += chance;
                }
            }
            return sums;
        }
        self.army_chances(tile).unwrap_or_else(|| self.uniform(tile))
    }

    /// Returns the probability of each owner and kind for a piece, indexed by the owner's seat. In
    /// Flip Junqi a face-down piece can be of either army. Until the armies are assigned, an army
    /// counts as owned by the seat that it was dealt to.
    pub fn chances_by_owner(&self, tile: Tile) -> [KindProbabilities; SEATS] {
        let mut by_owner = [[0.0; 12]; SEATS];
        match &self.face_down_counts {
            Some(counts) if self.hidden.contains(tile) => {
                let all: u32 = counts.iter().flatten().map(|count| u32::from(*count)).sum();
                for (chances, army) in by_owner.iter_mut().zip(counts) {
                    *chances = army.map(|count| f32::from(count) / all.max(1) as f32);
                }
            }
            _ => {
                if let Some(owner) = self.owner[tile].get() {
                    by_owner[owner.index()] = self.chances(tile);
                }
            }
        }
        by_owner
    }

    /// Returns equal probabilities for all candidates of a piece.
    fn uniform(&self, tile: Tile) -> KindProbabilities {
        let candidates = self.candidates(tile);
        let share = 1.0 / candidates.len().max(1) as f32;
        Kind::ALL.map(|kind| if candidates.contains(kind) { share } else { 0.0 })
    }

    /// Returns the probabilities from the table of the tile's army. Returns `None` if the tile is
    /// not hidden, or if the counts of its army are [inconsistent](ArmyMatching::is_consistent).
    fn army_chances(&self, tile: Tile) -> Option<KindProbabilities> {
        let owner = self.owner[tile].get()?.index();
        let army = Some(&self.armies[owner]).filter(|army| army.is_consistent())?;
        let row = army.tiles().iter().position(|other| *other == tile)?;
        let table = self.chances[owner].get_or_init(|| {
            Box::new(army_probabilities(army, &self.candidates, Seat::new(owner as u8)))
        });
        Some(table[row])
    }
}

/// Returns the probabilities of an army's hidden tiles: the means over both sides of its Flag.
fn army_probabilities(
    army: &ArmyMatching,
    candidates: &CandidateSets,
    owner: Seat,
) -> [KindProbabilities; ARMY] {
    let Some(sides) = flag_side_probabilities(candidates, owner) else {
        return sinkhorn(army, candidates, frequency);
    };
    let mut means = [[0.0; 12]; ARMY];
    for (share, side) in sides.into_iter().zip(FlagSide::ALL).filter(|(share, _)| *share > 0.0) {
        let table = sinkhorn(army, candidates, |start, kind| frequency_by_side(start, kind, side));
        for (mean, entry) in means.iter_mut().flatten().zip(table.iter().flatten()) {
            *mean += share * entry;
        }
    }
    means
}

/// Rounds of Sinkhorn scaling, after which the sums are right to about a thousandth.
const SINKHORN_ROUNDS: usize = 12;

/// Returns the marginals of an army's hidden tiles by Sinkhorn scaling of the prior weights: rows
/// (tiles) sum to 1, columns (kinds) to their counts.
fn sinkhorn(
    army: &ArmyMatching,
    candidates: &CandidateSets,
    frequency: impl Fn(Cell, Kind) -> f32,
) -> [KindProbabilities; ARMY] {
    let mut table = [[0.0f32; 12]; ARMY];
    let tiles = army.tiles();
    for (row, tile) in table.iter_mut().zip(tiles) {
        for kind in candidates[*tile].iter() {
            row[kind.index()] = frequency(tile.start(), kind).max(f32::MIN_POSITIVE);
        }
    }
    let rows = &mut table[..tiles.len()];
    for _ in 0..SINKHORN_ROUNDS {
        let mut sums = [0.0f32; 12];
        for row in rows.iter() {
            (0..12).for_each(|kind| sums[kind] += row[kind]);
        }
        let scale: [f32; 12] = std::array::from_fn(|kind| {
            if sums[kind] > 0.0 { f32::from(army.capacity()[kind]) / sums[kind] } else { 0.0 }
        });
        for row in rows.iter_mut() {
            (0..12).for_each(|kind| row[kind] *= scale[kind]);
            let sum: f32 = row.iter().sum();
            row.iter_mut().for_each(|chance| *chance /= sum.max(f32::MIN_POSITIVE));
        }
    }
    table
}
