//! Bipartite matching in one army: its hidden tiles against the kinds of the pieces that are not
//! visible.
//!
//! A tile can be of a kind if some complete matching gives it that kind. Candidates that are in no
//! complete matching are removed. This is the filter of the constraint "all different" (Régin
//! 1994), with a capacity for each kind as in the global cardinality constraint (Régin 1996).
//!
//! One matching is kept and repaired as candidates are removed. Alternating paths from it find all
//! other kinds that each tile can have.

use super::cells::Cell;
use super::piece::{ARMY, Kind, KindSet};
use super::tile::{Tile, TileMap, Tiles};

/// The candidates of each tile. Tiles are named by cells, so a cell on which no tile started has an
/// empty set.
pub(super) type CandidateSets = TileMap<KindSet>;

/// The hidden tiles of an army, the number of hidden pieces of each kind, and one matching of the
/// tiles to the kinds.
///
/// Each kind takes at most as many tiles as its capacity. A tile matched to `k` can also take its
/// candidate `j` if and only if `j` has a spare piece, or an alternating path leads from `j` to `k`
/// or to a kind with a spare piece. Spare pieces occur in positions set up by hand.
///
/// The paths lead through the twelve kinds. A step goes from one kind to another if a tile that is
/// matched to the first has the second among its candidates.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArmyMatching {
    /// The hidden tiles: the first `len` entries.
    tiles: [Tile; ARMY],
    /// The kind that each of these tiles is matched to.
    matched: [Option<Kind>; ARMY],
    /// The number of hidden tiles.
    len: u8,
    /// The number of hidden pieces of each kind.
    capacity: [u8; 12],
    /// True if more pieces of a kind are visible, or more tiles are hidden, than an army has. Then
    /// nothing follows from counts.
    is_inconsistent: bool,
}

impl ArmyMatching {
    /// Creates the matching of an army before its tiles are added: no hidden tiles, and the
    /// capacities of a full army.
    pub(super) fn new() -> Self {
        Self {
            tiles: [Tile::named_by(Cell::new(0)); ARMY],
            matched: [None; ARMY],
            len: 0,
            capacity: Kind::ALL.map(Kind::count),
            is_inconsistent: false,
        }
    }

    /// Removes a piece of this kind, which is visible to the viewer, from the hidden pieces.
    pub(super) fn remove_known(&mut self, kind: Kind) {
        let capacity = &mut self.capacity[kind.index()];
        match capacity.checked_sub(1) {
            Some(rest) => *capacity = rest,
            None => self.is_inconsistent = true,
        }
    }

    /// Adds a hidden tile.
    pub(super) fn add_hidden(&mut self, tile: Tile) {
        match self.tiles.get_mut(self.len as usize) {
            Some(entry) => {
                *entry = tile;
                self.len += 1;
            }
            None => self.is_inconsistent = true,
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

    /// Reports whether conclusions can be drawn from counts: no count is exceeded, and there are
    /// enough pieces for the tiles.
    pub(super) fn is_consistent(&self) -> bool {
        !self.is_inconsistent && self.capacity.iter().sum::<u8>() >= self.len
    }

    /// Removes all candidates that are in no complete matching. Returns the tiles that lost any,
    /// or `None` if there is no complete matching.
    pub(super) fn prune(&mut self, candidates: &mut CandidateSets) -> Option<Tiles> {
        let mut narrowed = Tiles::EMPTY;
        if self.len == 0 || !self.is_consistent() {
            return Some(narrowed);
        }
        let spare = self.match_kinds(candidates)?;
        let sources = self.alternating_path_sources(candidates, spare);
        for (tile, kind) in self.tiles().iter().zip(&self.matched) {
            let Some(kind) = *kind else { continue };
            let possible = sources[kind.index()].union(KindSet::one(kind));
            let before = candidates[*tile];
            let after = before.intersection(possible);
            if after != before {
                candidates[*tile] = after;
                narrowed.insert(*tile);
            }
        }
        Some(narrowed)
    }

    /// Matches every tile to one of its candidates, starting from the previous matching. Returns
    /// the kinds with spare pieces, or `None` if there is no complete matching.
    pub(super) fn match_kinds(&mut self, candidates: &CandidateSets) -> Option<KindSet> {
        let mut spare_counts = self.capacity;
        for (tile, matched) in self.tiles.iter().zip(&mut self.matched).take(self.len as usize) {
            if let Some(kind) = *matched {
                if candidates[*tile].contains(kind) {
                    spare_counts[kind.index()] -= 1;
                } else {
                    *matched = None;
                }
            }
        }
        let bits = (0..12).fold(0, |bits, kind| bits | u16::from(spare_counts[kind] > 0) << kind);
        let mut spare = KindSet::of_bits(bits);
        for index in 0..self.len as usize {
            if self.matched[index].is_none() {
                let kind = self.augment(index, candidates, spare)?;
                spare_counts[kind.index()] -= 1;
                if spare_counts[kind.index()] == 0 {
                    spare.remove(kind);
                }
            }
        }
        Some(spare)
    }

    /// Matches the unmatched tile with this index by an augmenting path: tiles on the path change
    /// to another kind, so that a kind becomes free. Returns the spare kind at the end of the path,
    /// or `None` if there is no path.
    fn augment(
        &mut self,
        index: usize,
        candidates: &CandidateSets,
        spare: KindSet,
    ) -> Option<Kind> {
        let mut reached = candidates[self.tiles[index]];
        let mut frontier = reached;
        // For each reached kind, the index of a tile that can change to it, and the kind that
        // this tile has now.
        let mut predecessors: [Option<(u8, Kind)>; 12] = [None; 12];
        while reached.intersection(spare).is_empty() {
            let kind = frontier.first_kind()?;
            frontier.remove(kind);
            for other in (0..self.len as usize).filter(|other| self.matched[*other] == Some(kind)) {
                let newly_reached = candidates[self.tiles[other]].difference(reached);
                reached = reached.union(newly_reached);
                frontier = frontier.union(newly_reached);
                for next in newly_reached.iter() {
                    predecessors[next.index()] = Some((other as u8, kind));
                }
            }
        }
        let path_end = reached.intersection(spare).first_kind()?;
        let mut kind = path_end;
        while let Some((other, present)) = predecessors[kind.index()] {
            self.matched[other as usize] = Some(kind);
            kind = present;
        }
        self.matched[index] = Some(kind);
        Some(path_end)
    }

    /// Returns for each kind the kinds from which an alternating path leads to it or to a spare
    /// kind.
    ///
    /// Paths of any length are found as the transitive closure of single steps, by Warshall's
    /// algorithm. Arrays of 16 without branches compile to vector instructions.
    fn alternating_path_sources(
        &self,
        candidates: &CandidateSets,
        spare: KindSet,
    ) -> [KindSet; 16] {
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
            for reached in &mut reachable {
                // All ones if `middle` is reached, else zero.
                let mask = 0u16.wrapping_sub(*reached >> middle & 1);
                *reached |= onward & mask;
            }
        }
        // The path of length zero leads from each spare kind to itself.
        let mut sources = [spare; 16];
        for (from, reached) in reachable.iter().enumerate().take(12) {
            for (kind, sources) in sources.iter_mut().enumerate() {
                *sources |= u16::from(reached & (spare | 1 << kind) != 0) << from;
            }
        }
        sources.map(KindSet::of_bits)
    }
}
