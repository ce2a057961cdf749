//! The path of a piece from one cell to another.

use super::Board;
use crate::games::junqi::cells::{CELLS, Cell, Cells};

impl Board {
    /// Returns the cells a piece passes, both ends included. Between cells that are not neighbours,
    /// the path follows one rail line if possible. Otherwise, if `can_turn` is true, it is a
    /// shortest path over free rails. Returns an empty list if there is no path, and for a piece
    /// that stays on its cell.
    pub fn route(&self, from: Cell, to: Cell, occupied: &Cells, can_turn: bool) -> Vec<Cell> {
        if from == to {
            return Vec::new();
        }
        if self.neighbours(from).contains(to) {
            return vec![from, to];
        }
        for line in &self.lines {
            let index_of = |cell| line.iter().position(|other| *other == cell);
            let (Some(start), Some(end)) = (index_of(from), index_of(to)) else { continue };
            let (low, high) = (start.min(end), start.max(end));
            if line[low + 1..high].iter().all(|cell| !occupied.contains(*cell)) {
                let mut route = line[low..=high].to_vec();
                if start > end {
                    route.reverse();
                }
                return route;
            }
        }
        if can_turn { self.rail_route(from, to, occupied) } else { Vec::new() }
    }

    /// Returns a shortest path over free rails, by breadth-first search.
    fn rail_route(&self, from: Cell, to: Cell, occupied: &Cells) -> Vec<Cell> {
        let mut predecessors = vec![None; CELLS];
        let mut queue = vec![from];
        let mut next_in_queue = 0;
        while let Some(cell) = queue.get(next_in_queue).copied() {
            next_in_queue += 1;
            for next in self.rail_links_of(cell) {
                if *next == from || predecessors[next.index()].is_some() {
                    continue;
                }
                predecessors[next.index()] = Some(cell);
                if *next == to {
                    let mut route = vec![to];
                    while let Some(previous) = predecessors[route[route.len() - 1].index()] {
                        route.push(previous);
                    }
                    route.reverse();
                    return route;
                }
                if !occupied.contains(*next) {
                    queue.push(*next);
                }
            }
        }
        Vec::new()
    }
}
