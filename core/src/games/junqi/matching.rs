//! Bipartite matching of the hidden tiles of one army with its hidden pieces.
//!
//! A tile can be of a kind if some complete matching gives it that kind. This is the filter of
//! the constraint "all different" (Régin 1994), with a capacity for each kind as in the global
//! cardinality constraint (Régin 1996). One matching is kept and repaired as candidates are
//! removed, and alternating paths find the other kinds each tile can have.

use super::cells::Cell;
use super::piece::{ARMY, Piece, PieceSet};
use super::tile::{Tile, TileMap, Tiles};

/// The candidates of each tile, none if no tile started there.
pub(super) type CandidateSets = TileMap<PieceSet>;

/// The hidden tiles of an army, the number of hidden pieces of each kind, and one matching of the
/// tiles to the kinds.
///
/// Each tile takes one piece of a kind, up to the number of pieces. A tile matched to `k` can
/// also be `j` if and only if an alternating path leads from `j` back to `k`, or to a kind with
/// spare pieces (in positions set up by hand). These are paths between the twelve kinds.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArmyMatching {
    tiles: [Tile; ARMY],
    /// The kind each tile is matched to.
    matched: [Option<Piece>; ARMY],
    len: u8,
    /// The number of hidden pieces of each kind.
    capacity: [u8; 12],
    /// True if an army has more pieces than it can. Then nothing follows from counts.
    inconsistent: bool,
}

impl ArmyMatching {
    /// Creates the matching of an army of which nothing is known.
    pub(super) fn new() -> Self {
        Self {
            tiles: [Tile::named_by(Cell::new(0)); ARMY],
            matched: [None; ARMY],
            len: 0,
            capacity: Piece::ALL.map(Piece::count),
            inconsistent: false,
        }
    }

    /// Takes out a piece that the viewer knows.
    pub(super) fn remove_known(&mut self, kind: Piece) {
        let capacity = &mut self.capacity[kind.index()];
        match capacity.checked_sub(1) {
            Some(rest) => *capacity = rest,
            None => self.inconsistent = true,
        }
    }

    /// Adds a hidden tile.
    pub(super) fn add_hidden(&mut self, tile: Tile) {
        match self.tiles.get_mut(self.len as usize) {
            Some(place) => {
                *place = tile;
                self.len += 1;
            }
            None => self.inconsistent = true,
        }
    }

    /// Returns the hidden tiles.
    pub(super) fn tiles(&self) -> &[Tile] {
        &self.tiles[..self.len as usize]
    }

    /// Returns the number of hidden pieces of each kind.
    pub(super) const fn capacity(&self) -> &[u8; 12] {
        &self.capacity
    }

    /// Reports whether conclusions can be drawn from counts: there are enough pieces for the
    /// tiles.
    pub(super) fn fit(&self) -> bool {
        !self.inconsistent && self.capacity.iter().sum::<u8>() >= self.len
    }

    /// Removes all candidates that are in no complete matching. Returns the tiles that lost any,
    /// or `None` if there is no complete matching.
    pub(super) fn prune(&mut self, candidates: &mut CandidateSets) -> Option<Tiles> {
        let mut lost = Tiles::EMPTY;
        if self.len == 0 || !self.fit() {
            return Some(lost);
        }
        let spare = self.match_kinds(candidates)?;
        let back = self.alternating_paths(candidates, spare);
        for (tile, kind) in self.tiles().iter().zip(&self.matched) {
            let Some(kind) = *kind else { continue };
            let own = &mut candidates[*tile];
            let kept = own.intersection(back[kind.index()].union(PieceSet::one(kind)));
            if kept != *own {
                *own = kept;
                lost.insert(*tile);
            }
        }
        Some(lost)
    }

    /// Matches every tile to one of its candidates, starting from the last matching. Returns the
    /// kinds with spare pieces, or `None` if there is no complete matching.
    pub(super) fn match_kinds(&mut self, candidates: &CandidateSets) -> Option<PieceSet> {
        let mut spare = self.capacity;
        for (tile, matched) in self.tiles.iter().zip(&mut self.matched).take(self.len as usize) {
            if let Some(kind) = *matched {
                if candidates[*tile].contains(kind) {
                    spare[kind.index()] -= 1;
                } else {
                    *matched = None;
                }
            }
        }
        let bits = (0..12).fold(0, |left, kind| left | u16::from(spare[kind] > 0) << kind);
        let mut left_over = PieceSet::of_bits(bits);
        for place in 0..self.len as usize {
            if self.matched[place].is_none() {
                let kind = self.augment(place, candidates, left_over)?;
                spare[kind.index()] -= 1;
                if spare[kind.index()] == 0 {
                    left_over.remove(kind);
                }
            }
        }
        Some(left_over)
    }

    /// Matches a tile by an augmenting path, along which other tiles pass kinds on. Returns the
    /// spare kind used, or `None` if there is no path.
    fn augment(
        &mut self,
        place: usize,
        candidates: &CandidateSets,
        left_over: PieceSet,
    ) -> Option<Piece> {
        let mut reached = candidates[self.tiles[place]];
        let mut open = reached;
        // For each kind, the place of the tile that can take it, and the kind that tile gives up.
        let mut by: [Option<(u8, Piece)>; 12] = [None; 12];
        while reached.intersection(left_over).is_empty() {
            let kind = open.first_kind()?;
            open.remove(kind);
            for other in (0..self.len as usize).filter(|other| self.matched[*other] == Some(kind)) {
                let newly_reached = candidates[self.tiles[other]].difference(reached);
                reached = reached.union(newly_reached);
                open = open.union(newly_reached);
                newly_reached.iter().for_each(|next| by[next.index()] = Some((other as u8, kind)));
            }
        }
        let found = reached.intersection(left_over).first_kind()?;
        let mut kind = found;
        while let Some((other, before)) = by[kind.index()] {
            self.matched[other as usize] = Some(kind);
            kind = before;
        }
        self.matched[place] = Some(kind);
        Some(found)
    }

    /// Returns for each kind the kinds from which an alternating path leads to it or to a spare
    /// kind.
    ///
    /// Paths of any length are found as the transitive closure of single steps, by Warshall's
    /// algorithm. (Arrays of 16 and no branches: this fits the processor's vectors.)
    fn alternating_paths(&self, candidates: &CandidateSets, spare: PieceSet) -> [PieceSet; 16] {
        let spare = spare.bits();
        // For each kind, the kinds that a path leads to, at first in one step.
        let mut reachable = [0u16; 16];
        for (tile, kind) in self.tiles().iter().zip(&self.matched) {
            if let Some(kind) = kind {
                reachable[kind.index()] |= candidates[*tile].bits();
            }
        }
        for middle in 0..12 {
            let onward = reachable[middle];
            for from in &mut reachable {
                *from |= onward & 0u16.wrapping_sub(*from >> middle & 1);
            }
        }
        let mut back = [spare; 16];
        for (from, reached) in reachable.iter().enumerate().take(12) {
            for (kind, back) in back.iter_mut().enumerate() {
                *back |= u16::from(reached & (spare | 1 << kind) != 0) << from;
            }
        }
        back.map(PieceSet::of_bits)
    }
}
