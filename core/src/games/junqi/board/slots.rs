//! The possible destinations of a piece, laid out for drawing moves at random.

use super::Board;
use crate::games::junqi::cells::{CELLS, Cell};

/// Largest number of roads from a cell.
const ROADS: usize = 8;

/// The possible destinations from each cell, for drawing moves at random.
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// `1 << bits` destinations of each cell, padded with the cell itself.
    ends: Vec<Cell>,
    bits: u32,
    /// The rail cells passed on the way to each of the [`Board::walks`].
    passed: Vec<u128>,
    /// The road neighbours of each cell, padded with the cell itself.
    roads: Vec<[Cell; ROADS]>,
}

impl Slots {
    pub(super) fn of(board: &Board) -> Self {
        let all = (0..CELLS as u8).map(Cell::new);
        let most = all.clone().map(|cell| board.walks_of(cell).len()).max().unwrap_or(1);
        let size = most.next_power_of_two();
        let mut slots = Self { bits: size.trailing_zeros(), ..Self::default() };
        for cell in all {
            // The walks that lead to the current one: the end of each, and the rail cells up to
            // it.
            let mut way: Vec<(u16, u128)> = Vec::new();
            let first = board.span_start(cell);
            for (at, walk) in (first..).zip(board.walks_of(cell)) {
                while way.last().is_some_and(|(end, _)| *end <= at) {
                    way.pop();
                }
                let passed = way.last().map_or(0, |(_, passed)| *passed);
                slots.passed.push(passed);
                way.push((walk.skip, passed | board.rail_bit(walk.cell)));
            }
            let fill = std::iter::repeat(cell);
            let ends = board.walks_of(cell).iter().map(|walk| walk.cell);
            slots.ends.extend(ends.chain(fill.clone()).take(size));
            let mut roads = board.road_near(cell).iter().chain(fill);
            slots.roads.push(std::array::from_fn(|_| roads.next().unwrap_or(cell)));
        }
        slots
    }
}

impl Board {
    /// Returns the number of destinations drawn from for a piece that goes straight on. It is a
    /// power of two and the same for all cells.
    #[inline]
    pub(in crate::games::junqi) fn slots(&self) -> usize {
        1 << self.slots.bits
    }

    /// Returns one of these destinations, or the cell itself as padding.
    #[inline]
    pub(in crate::games::junqi) fn slot(&self, from: Cell, slot: usize) -> Cell {
        self.slots.ends[from.index() << self.slots.bits | slot]
    }

    /// Returns the rail cells a piece passes on its way to one of these destinations.
    #[inline]
    pub(in crate::games::junqi) fn passed(&self, from: Cell, slot: usize) -> u128 {
        self.slots.passed[self.spans[from.index()].0 as usize + slot]
    }

    /// Returns the number of destinations drawn from for a piece on rails that turns corners.
    #[inline]
    pub(in crate::games::junqi) fn turn_slots(&self) -> usize {
        self.rails_numbered.len() + ROADS
    }

    /// Returns one of these destinations, or the cell itself as padding.
    #[inline]
    pub(in crate::games::junqi) fn turn_slot(&self, from: Cell, slot: usize) -> Cell {
        match slot.checked_sub(self.rails_numbered.len()) {
            None => self.rails_numbered[slot],
            Some(road) => self.slots.roads[from.index()][road],
        }
    }
}
