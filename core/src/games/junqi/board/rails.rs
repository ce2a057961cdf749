//! Sets of rail cells as 128 bits, and reachability along the rails.

use super::Board;
use crate::games::junqi::cells::{Cell, Cells};

impl Board {
    /// Returns the bit of a cell in a set of rail cells, 0 off the rails.
    #[inline]
    pub(in crate::games::junqi) fn rail_bit(&self, cell: Cell) -> u128 {
        self.rail_bits[cell.index()]
    }

    /// Returns the rail neighbours of a rail cell, as a set of rail cells.
    #[inline]
    pub(in crate::games::junqi) fn rail_neighbours(&self, cell: Cell) -> u128 {
        self.rail_neighbour_sets[self.rail_bits[cell.index()].trailing_zeros() as usize]
    }

    /// Extends a set of rail cells by all rail cells reachable from its free ones, including the
    /// first occupied ones.
    #[inline]
    pub(in crate::games::junqi) fn rail_flood(&self, reached: u128, occupied: u128) -> u128 {
        // Two halves of 64 bits are faster than one number of 128.
        let halves = |set: u128| (set as u64, (set >> 64) as u64);
        let (free, mut reached) = (halves(!occupied), halves(reached));
        // The free cells that are reached but not visited yet. Each is visited once.
        let mut frontier = (reached.0 & free.0, reached.1 & free.1);
        loop {
            let number = if frontier.0 != 0 {
                let number = frontier.0.trailing_zeros();
                frontier.0 &= frontier.0 - 1;
                number
            } else if frontier.1 != 0 {
                let number = frontier.1.trailing_zeros() + 64;
                frontier.1 &= frontier.1 - 1;
                number
            } else {
                return u128::from(reached.1) << 64 | u128::from(reached.0);
            };
            let near = halves(self.rail_neighbour_sets[number as usize]);
            frontier.0 |= near.0 & !reached.0 & free.0;
            frontier.1 |= near.1 & !reached.1 & free.1;
            reached.0 |= near.0;
            reached.1 |= near.1;
        }
    }

    /// Returns the rail cells.
    #[inline]
    pub(in crate::games::junqi) fn rail_cells(&self) -> &Cells {
        &self.rail_cells
    }

    /// Reports whether extra lines lead through camps, so that some pieces on rails cannot be
    /// struck.
    #[inline]
    pub(in crate::games::junqi) fn has_rail_camps(&self) -> bool {
        self.has_rail_camps
    }

    /// Calls `each` with every cell of a set of rail cells.
    #[inline]
    pub(in crate::games::junqi) fn for_rail_cells(&self, set: u128, mut each: impl FnMut(Cell)) {
        let (low, high) = self.numbered_rail_cells.split_at(self.numbered_rail_cells.len().min(64));
        for (mut bits, cells) in [(set as u64, low), ((set >> 64) as u64, high)] {
            while bits != 0 {
                each(cells[bits.trailing_zeros() as usize]);
                bits &= bits - 1;
            }
        }
    }
}
