//! The path of a piece from one cell to another.

use super::Board;
use crate::games::junqi::cells::{CELLS, Cell, Cells};

impl Board {
    /// Returns the cells a piece passes, both ends included: along one line for an ordinary
    /// piece, the shortest path over the rails for one that may turn. Returns nothing if there is
    /// no path.
    pub fn route(&self, from: Cell, to: Cell, taken: &Cells, turns: bool) -> Vec<Cell> {
        if self.near(from).contains(to) {
            return vec![from, to];
        }
        for line in &self.lines {
            let at = |cell| line.iter().position(|there| *there == cell);
            let (Some(a), Some(b)) = (at(from), at(to)) else { continue };
            let between = &line[a.min(b) + 1..a.max(b)];
            if between.iter().all(|cell| !taken.contains(*cell)) {
                let mut way = line[a.min(b)..=a.max(b)].to_vec();
                if a > b {
                    way.reverse();
                }
                return way;
            }
        }
        if turns { self.rail_route(from, to, taken) } else { Vec::new() }
    }

    fn rail_route(&self, from: Cell, to: Cell, taken: &Cells) -> Vec<Cell> {
        let mut before = vec![None; CELLS];
        let mut queue = vec![from];
        let mut at = 0;
        while let Some(cell) = queue.get(at).copied() {
            at += 1;
            for next in self.links_of(cell) {
                if *next == from || before[next.index()].is_some() {
                    continue;
                }
                before[next.index()] = Some(cell);
                if *next == to {
                    let mut way: Vec<Cell> =
                        std::iter::successors(Some(to), |cell| before[cell.index()]).collect();
                    way.reverse();
                    return way;
                }
                if !taken.contains(*next) {
                    queue.push(*next);
                }
            }
        }
        Vec::new()
    }
}
