//! The possible destinations of a piece, as tables of slots for drawing moves at random.
//!
//! A slot holds a destination that a piece could have on an otherwise empty board. Every cell has
//! the same number of slots, so that a piece and one of its destinations are drawn with one random
//! number. Cells with fewer destinations are padded with themselves, which is never a legal move.

use super::Board;
use crate::games::junqi::cells::{CELLS, Cell};

/// Largest number of roads from a cell.
const MAX_ROADS: usize = 8;

/// The slots of each cell.
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// The destinations of sliders: `1 << bits` for each cell, padded with the cell itself.
    destinations: Vec<Cell>,
    bits: u32,
    /// For each of the [`Board::path_steps`], the rail cells passed on the way to its cell.
    passed: Vec<u128>,
    /// The road neighbours of each cell, padded with the cell itself.
    roads: Vec<[Cell; MAX_ROADS]>,
}

impl Slots {
    pub(super) fn of(board: &Board) -> Self {
        let all = (0..CELLS as u8).map(Cell::new);
        let max_steps =
            all.clone().map(|cell| board.path_steps_from(cell).len()).max().unwrap_or(1);
        let size = max_steps.next_power_of_two();
        let mut slots = Self { bits: size.trailing_zeros(), ..Self::default() };
        for cell in all {
            // The steps on the path to the current one. For each: the index at which the steps
            // behind it end, and the rail cells of the path up to and including its own cell.
            let mut path: Vec<(u16, u128)> = Vec::new();
            let first = board.first_step_index(cell);
            for (index, step) in (first..).zip(board.path_steps_from(cell)) {
                while path.last().is_some_and(|(end, _)| *end <= index) {
                    path.pop();
                }
                let passed = path.last().map_or(0, |(_, passed)| *passed);
                slots.passed.push(passed);
                path.push((step.skip, passed | board.rail_bit(step.cell)));
            }
            let padding = std::iter::repeat(cell);
            let destinations = board.path_steps_from(cell).iter().map(|step| step.cell);
            slots.destinations.extend(destinations.chain(padding.clone()).take(size));
            let mut roads = board.road_neighbours(cell).iter().chain(padding);
            slots.roads.push(std::array::from_fn(|_| roads.next().unwrap_or(cell)));
        }
        slots
    }
}

impl Board {
    /// Returns the number of slots of a slider. It is a power of two and the same for all cells.
    #[inline]
    pub(in crate::games::junqi) fn slot_count(&self) -> usize {
        1 << self.slots.bits
    }

    /// Returns the destination in a slider's slot, or the cell itself as padding.
    #[inline]
    pub(in crate::games::junqi) fn slot_destination(&self, from: Cell, slot: usize) -> Cell {
        self.slots.destinations[from.index() << self.slots.bits | slot]
    }

    /// Returns the rail cells a slider passes on its way to the destination in a slot. The slot
    /// must not be padding.
    #[inline]
    pub(in crate::games::junqi) fn rail_cells_passed(&self, from: Cell, slot: usize) -> u128 {
        self.slots.passed[self.first_step_index(from) as usize + slot]
    }

    /// Returns the number of slots of a piece on the rails that turns corners.
    #[inline]
    pub(in crate::games::junqi) fn turn_slot_count(&self) -> usize {
        self.numbered_rail_cells.len() + MAX_ROADS
    }

    /// Returns the destination in a slot of a piece on the rails that turns corners, or the cell
    /// itself as padding.
    #[inline]
    pub(in crate::games::junqi) fn turn_slot_destination(&self, from: Cell, slot: usize) -> Cell {
        match slot.checked_sub(self.numbered_rail_cells.len()) {
            None => self.numbered_rail_cells[slot],
            Some(road) => self.slots.roads[from.index()][road],
        }
    }
}
