//! Bipartite matching of the hidden tiles of one army with its hidden pieces.
//!
//! A tile can be of a kind if some complete matching gives it that kind (Régin 1994). One
//! matching is kept and repaired as candidates are removed, and alternating paths find the other
//! kinds each tile can have.

use super::cells::{CELLS, Cell, Cells, NONE};
use super::piece::{ARMY, Piece};

/// The candidates of each tile as bits by kind, by the index of the tile; 0 if no tile started
/// there.
pub(super) type Masks = [u16; CELLS];

/// The hidden tiles of an army, the count of each kind among them, and one matching of tiles to
/// kinds.
///
/// Each tile takes one unit from a kind, up to the count of the kind. A tile matched to `k` can
/// also be `j` if and only if an alternating path leads from `j` back to `k`, or to a kind with
/// spare pieces (in positions set up by hand). These are paths between the twelve kinds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roster {
    tiles: [u8; ARMY],
    given: [u8; ARMY],
    len: u8,
    count: [u8; 12],
    /// True if an army has more pieces than it can. Then nothing follows from counts.
    inconsistent: bool,
}

impl Roster {
    /// Creates the roster of an army of which nothing is known.
    pub(super) fn new() -> Self {
        Self {
            tiles: [0; ARMY],
            given: [NONE; ARMY],
            len: 0,
            count: Piece::ALL.map(Piece::count),
            inconsistent: false,
        }
    }

    /// Takes out a piece that the viewer knows.
    pub(super) fn remove_known(&mut self, kind: u8) {
        match self.count[kind as usize].checked_sub(1) {
            Some(rest) => self.count[kind as usize] = rest,
            None => self.inconsistent = true,
        }
    }

    /// Adds a hidden tile.
    pub(super) fn add_hidden(&mut self, tile: u8) {
        match self.tiles.get_mut(self.len as usize) {
            Some(place) => {
                *place = tile;
                self.len += 1;
            }
            None => self.inconsistent = true,
        }
    }

    /// Returns the hidden tiles.
    pub(super) fn tiles(&self) -> &[u8] {
        &self.tiles[..self.len as usize]
    }

    /// Returns the count of each kind among the hidden pieces.
    pub(super) const fn count(&self) -> &[u8; 12] {
        &self.count
    }

    /// Reports whether conclusions can be drawn from counts: there are enough pieces for the
    /// tiles.
    pub(super) fn fit(&self) -> bool {
        !self.inconsistent && self.count.iter().sum::<u8>() >= self.len
    }

    /// Removes all candidates that are in no complete matching. Returns the tiles that lost any,
    /// or `None` if there is no complete matching.
    pub(super) fn prune(&mut self, masks: &mut Masks) -> Option<Cells> {
        let mut lost = Cells::EMPTY;
        if self.len == 0 || !self.fit() {
            return Some(lost);
        }
        let spare = self.match_kinds(masks)?;
        let back = self.alternating_paths(masks, spare);
        for (tile, kind) in self.tiles().iter().zip(&self.given) {
            let mask = &mut masks[*tile as usize];
            let kept = *mask & (back[*kind as usize] | 1 << kind);
            if kept != *mask {
                *mask = kept;
                lost.insert(Cell::new(*tile));
            }
        }
        Some(lost)
    }

    /// Matches every tile to a kind of its mask, starting from the last matching. Returns the
    /// kinds with spare pieces, or `None` if there is no complete matching.
    pub(super) fn match_kinds(&mut self, masks: &Masks) -> Option<u16> {
        let mut spare = self.count;
        for (tile, given) in self.tiles.iter().zip(&mut self.given).take(self.len as usize) {
            if *given != NONE {
                if masks[*tile as usize] >> *given & 1 == 1 {
                    spare[*given as usize] -= 1;
                } else {
                    *given = NONE;
                }
            }
        }
        let mut left_over = (0..12).fold(0, |left, kind| left | u16::from(spare[kind] > 0) << kind);
        for place in 0..self.len as usize {
            if self.given[place] == NONE {
                let kind = self.augment(place, masks, left_over)?;
                spare[kind] -= 1;
                left_over &= !(u16::from(spare[kind] == 0) << kind);
            }
        }
        Some(left_over)
    }

    /// Matches a tile by an augmenting path, along which other tiles pass kinds on. Returns the
    /// spare kind used, or `None` if there is no path.
    fn augment(&mut self, place: usize, masks: &Masks, left_over: u16) -> Option<usize> {
        let mut reached = masks[self.tiles[place] as usize];
        let mut open = reached;
        // For each kind, the tile that can take it, and the kind that tile gives up.
        let mut by = [(NONE, NONE); 12];
        while reached & left_over == 0 {
            if open == 0 {
                return None;
            }
            let kind = open.trailing_zeros() as u8;
            open &= open - 1;
            for other in (0..self.len as usize).filter(|other| self.given[*other] == kind) {
                let mut newly_reached = masks[self.tiles[other] as usize] & !reached;
                reached |= newly_reached;
                open |= newly_reached;
                while newly_reached != 0 {
                    by[newly_reached.trailing_zeros() as usize] = (other as u8, kind);
                    newly_reached &= newly_reached - 1;
                }
            }
        }
        let found = (reached & left_over).trailing_zeros() as usize;
        let mut kind = found as u8;
        while let (other, before) = by[kind as usize]
            && other != NONE
        {
            self.given[other as usize] = kind;
            kind = before;
        }
        self.given[place] = kind;
        Some(found)
    }

    /// Returns for each kind the kinds from which an alternating path leads to it or to a spare
    /// kind. (Arrays of 16 and no branches: this fits the processor's vectors.)
    fn alternating_paths(&self, masks: &Masks, spare: u16) -> [u16; 16] {
        let mut ways = [0u16; 16];
        for (tile, kind) in self.tiles().iter().zip(&self.given) {
            ways[*kind as usize & 15] |= masks[*tile as usize];
        }
        for middle in 0..12 {
            let onward = ways[middle];
            for way in &mut ways {
                *way |= onward & 0u16.wrapping_sub(*way >> middle & 1);
            }
        }
        let mut back = [spare; 16];
        for (from, way) in ways.iter().enumerate().take(12) {
            for (kind, back) in back.iter_mut().enumerate() {
                *back |= u16::from(way & (spare | 1 << kind) != 0) << from;
            }
        }
        back
    }
}
