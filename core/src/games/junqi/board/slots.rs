//! The possible destinations of a piece, as tables of slots for drawing moves at random.
//!
//! A slot holds a destination that a piece could have on an otherwise empty board. The slots of a
//! slider are divided into groups of equal size, at most [`MAX_GROUPS`] for each cell, so that a
//! random number selects one of the groups of all pieces, and a slot in it. The last group of a cell
//! is padded with the cell itself, which is never a legal move.

use super::Board;
use crate::games::junqi::cells::{CELLS, Cell};

/// Largest number of roads from a cell.
const MAX_ROADS: usize = 8;

/// Largest number of groups of slots of a cell.
pub(in crate::games::junqi) const MAX_GROUPS: usize = 1 << GROUPS_BITS;
const GROUPS_BITS: u32 = 2;

/// The slots of each cell.
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// The destinations of sliders: [`MAX_GROUPS`] groups for each cell, padded with the cell
    /// itself.
    destinations: Vec<Cell>,
    /// For each of the destinations, the rail cells passed on the way to it.
    passed: Vec<u128>,
    /// The number of groups of each cell that are not only padding.
    group_counts: Vec<u8>,
    /// The binary logarithm of the number of slots in a group.
    group_bits: u32,
    /// The road neighbours of each cell, padded with the cell itself.
    roads: Vec<[Cell; MAX_ROADS]>,
}

impl Slots {
    pub(super) fn of(board: &Board) -> Self {
        let all = (0..CELLS as u8).map(Cell::new);
        let max_steps =
            all.clone().map(|cell| board.path_steps_from(cell).len()).max().unwrap_or(1);
        let size = max_steps.next_power_of_two().max(MAX_GROUPS);
        let group_bits = size.trailing_zeros() - GROUPS_BITS;
        let mut slots = Self { group_bits, ..Self::default() };
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
            slots.passed.resize(slots.destinations.len(), 0);
            let group_count = board.path_steps_from(cell).len().div_ceil(1 << group_bits);
            slots.group_counts.push(group_count as u8);
            let mut roads = board.road_neighbours(cell).iter().chain(padding);
            slots.roads.push(std::array::from_fn(|_| roads.next().unwrap_or(cell)));
        }
        slots
    }
}

impl Board {
    /// Returns the number of groups of slots of a slider on a cell.
    #[inline]
    pub(in crate::games::junqi) fn slot_group_count(&self, from: Cell) -> usize {
        usize::from(self.slots.group_counts[from.index()])
    }

    /// Returns the binary logarithm of the number of slots in a group.
    #[inline]
    pub(in crate::games::junqi) fn slot_group_bits(&self) -> u32 {
        self.slots.group_bits
    }

    /// Returns the destination in a slider's slot, or the cell itself as padding, and the rail
    /// cells that the slider passes on its way there.
    #[inline]
    pub(in crate::games::junqi) fn slot_destination(
        &self,
        from: Cell,
        slot: usize,
    ) -> (Cell, u128) {
        let index = from.index() << (self.slots.group_bits + GROUPS_BITS) | slot;
        (self.slots.destinations[index], self.slots.passed[index])
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
