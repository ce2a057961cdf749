//! The hidden pieces of one army and the numbers of each kind among them, as a flow problem.

use super::cells::Cells;
use super::facts::Masks;
use super::piece::{ARMY, Piece};
use super::state::NONE;

/// The hidden tiles of an army, how many of each kind they are, and one way to give each
/// tile a kind.
///
/// Tiles take one unit each from kinds with these capacities. A tile that was given `k` can
/// be `j` too exactly if the flow can be mended: if a chain of exchanges leads from `j` back
/// to `k`, or to a kind of which not all stand on the board (in positions set up by hand).
/// Those chains are paths between the twelve kinds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roster {
    tiles: [u8; ARMY],
    given: [u8; ARMY],
    len: u8,
    count: [u8; 12],
    /// Whether an army has more pieces of a kind than it can: nothing follows from numbers.
    odd: bool,
}

impl Roster {
    /// An army of which nothing is known.
    pub(super) fn new() -> Self {
        Self {
            tiles: [0; ARMY],
            given: [NONE; ARMY],
            len: 0,
            count: Piece::ALL.map(Piece::count),
            odd: false,
        }
    }

    /// Takes a piece out that the viewer knows.
    pub(super) fn know(&mut self, kind: u8) {
        match self.count[kind as usize].checked_sub(1) {
            Some(rest) => self.count[kind as usize] = rest,
            None => self.odd = true,
        }
    }

    /// Adds a hidden tile.
    pub(super) fn hide(&mut self, tile: u8) {
        match self.tiles.get_mut(self.len as usize) {
            Some(place) => {
                *place = tile;
                self.len += 1;
            }
            None => self.odd = true,
        }
    }

    /// The hidden tiles.
    pub(super) fn tiles(&self) -> &[u8] {
        &self.tiles[..self.len as usize]
    }

    /// How many of each kind are hidden.
    pub(super) const fn count(&self) -> &[u8; 12] {
        &self.count
    }

    /// Whether the numbers say anything: there are enough pieces for the tiles.
    pub(super) fn counts(&self) -> bool {
        !self.odd && self.count.iter().sum::<u8>() >= self.len
    }

    /// Takes away all kinds that fit into no way to give every tile a kind; the tiles that
    /// lost any, or nothing if there is no such way.
    pub(super) fn narrow(&mut self, masks: &mut Masks) -> Option<Cells> {
        let mut lost = Cells::EMPTY;
        if self.len == 0 || !self.counts() {
            return Some(lost);
        }
        let spare = self.give(masks)?;
        let back = self.ways_back(masks, spare);
        for (tile, kind) in self.tiles().iter().zip(&self.given) {
            let mask = &mut masks[*tile as usize];
            let kept = *mask & (back[*kind as usize] | 1 << kind);
            if kept != *mask {
                *mask = kept;
                lost.insert(super::cells::Cell::new(*tile));
            }
        }
        Some(lost)
    }

    /// Gives every tile a kind of its mask, starting from what it had; the kinds left over, or
    /// nothing where it does not work.
    fn give(&mut self, masks: &Masks) -> Option<u16> {
        let mut spare = self.count;
        for place in 0..self.len as usize {
            let kind = self.given[place];
            if kind != NONE {
                if masks[self.tiles[place] as usize] >> kind & 1 == 1 {
                    spare[kind as usize] -= 1;
                } else {
                    self.given[place] = NONE;
                }
            }
        }
        let full = (0..self.len as usize)
            .all(|place| self.given[place] != NONE || self.augment(place, masks, &mut spare));
        let left_over = (0..12).fold(0, |left, kind| left | u16::from(spare[kind] > 0) << kind);
        full.then_some(left_over)
    }

    /// Gives a tile a kind, passing kinds on between other tiles where that is needed.
    fn augment(&mut self, place: usize, masks: &Masks, spare: &mut [u8; 12]) -> bool {
        let mut reached = masks[self.tiles[place] as usize];
        let mut open = reached;
        // The tile that passes each kind on, and the kind it takes up for it.
        let mut by = [(NONE, NONE); 12];
        while open != 0 {
            let kind = open.trailing_zeros() as usize;
            open &= open - 1;
            if spare[kind] > 0 {
                spare[kind] -= 1;
                self.pass_on(place, kind as u8, &by);
                return true;
            }
            for other in 0..self.len as usize {
                if self.given[other] as usize == kind {
                    let mut fresh = masks[self.tiles[other] as usize] & !reached;
                    reached |= fresh;
                    open |= fresh;
                    while fresh != 0 {
                        by[fresh.trailing_zeros() as usize] = (other as u8, kind as u8);
                        fresh &= fresh - 1;
                    }
                }
            }
        }
        false
    }

    /// Follows a chain of exchanges back to the tile it began with.
    fn pass_on(&mut self, place: usize, mut kind: u8, by: &[(u8, u8); 12]) {
        while let (other, before) = by[kind as usize]
            && other != NONE
        {
            self.given[other as usize] = kind;
            kind = before;
        }
        self.given[place] = kind;
    }

    /// For each kind the kinds from which a chain of exchanges leads to it or to a spare one.
    fn ways_back(&self, masks: &Masks, spare: u16) -> [u16; 12] {
        let mut ways = [0u16; 12];
        for (tile, kind) in self.tiles().iter().zip(&self.given) {
            ways[*kind as usize] |= masks[*tile as usize];
        }
        for middle in 0..12 {
            let onward = ways[middle];
            for way in &mut ways {
                if *way >> middle & 1 == 1 {
                    *way |= onward;
                }
            }
        }
        std::array::from_fn(|kind| {
            let ends = spare | 1 << kind;
            (0..12).fold(spare, |back, from| back | u16::from(ways[from] & ends != 0) << from)
        })
    }
}
