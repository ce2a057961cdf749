//! The boards, generated from one army's land: cells, roads, rails, and the paths along them.
//!
//! ```text
//! 11=12=13=14=15   front line: the rail ring's near side
//! || \|/ | \|/ ||  line 1 and line 5 and the outer columns are rail (=, ||),
//! 21--22-23-24-25  everything else is road; 22 24 33 42 44 are camps with diagonals
//! || /|\ | /|\ ||
//! 31--32-33-34-35
//! || \|/ | \|/ ||
//! 41--42-43-44-45
//! || /|\ | /|\ ||
//! 51=52=53=54=55
//!  |  |  |  |  |
//! 61-62-63-64-65   62 and 64 are the headquarters
//! ```

mod rails;
mod routes;
mod slots;

use std::sync::{Arc, OnceLock};

use super::board_kind::{BoardKind, CellKind};
use super::cells::{CELLS, Cell, Cells, LAND};
use super::lines::{lines_of, neighbours};
use crate::contract::seat::Seat;
use slots::Slots;

/// A board with its tables.
#[derive(Debug)]
pub struct Board {
    kind: BoardKind,
    cells: Cells,
    camps: Cells,
    headquarters: Cells,
    near: Vec<Cells>,
    /// The neighbours as bits, for cells whose neighbours are all in their own land.
    near_in_land: Vec<Option<NearInLand>>,
    roads: Vec<(Cell, Cell)>,
    rails: Vec<(Cell, Cell)>,
    lines: Vec<Vec<Cell>>,
    /// The paths of an ordinary piece from each cell: `walks[from..to]`.
    spans: Vec<(u16, u16)>,
    /// The road neighbours of each cell.
    road_near: Vec<Cells>,
    /// The paths that go on behind a neighbour of each cell: `beyond[from..to]`.
    beyond_spans: Vec<(u16, u16)>,
    beyond: Vec<Beyond>,
    walks: Vec<Walk>,
    /// The rail neighbours of each cell: `links[from..to]`.
    link_spans: Vec<(u16, u16)>,
    links: Vec<Cell>,
    /// Tables for drawing moves at random.
    slots: Slots,
    /// The rail cells, numbered so that a set of them fits 128 bits.
    rails_numbered: Vec<Cell>,
    rail_cells: Cells,
    /// The bit of each cell in such a set, 0 off the rails.
    rail_bits: Vec<u128>,
    /// The rail neighbours of each rail cell as such a set.
    rail_near: Vec<u128>,
    rail_camps: bool,
    /// Steps from each cell to each other, computed on first use.
    steps: OnceLock<Vec<u8>>,
    /// True if a cell can be reached in two ways from another, so that moves need deduplication.
    pub(super) tangled: bool,
}

/// A cell on the path of an ordinary piece. The paths from a cell are a tree in preorder. If the
/// cell is taken, the walk goes on at `skip`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    pub(super) cell: Cell,
    pub(super) skip: u16,
}

/// The largest difference in number between a cell and a neighbour in its own land.
pub(super) const AROUND: usize = 6;

/// The neighbours of a cell as bits. The lowest bit is the cell [`AROUND`] numbers before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearInLand {
    pub(super) all: u32,
    /// The road neighbours.
    pub(super) roads: u32,
    pub(super) on_rail: bool,
}

impl NearInLand {
    fn of(board: &Board, cell: Cell) -> Option<Self> {
        let land = cell.land()?;
        let near = board.near(cell);
        if near.iter().any(|next| next.land() != Some(land)) {
            return None;
        }
        let bits = |set: &Cells| {
            let bit = |next: Cell| 1 << (next.index() + AROUND - cell.index());
            set.iter().fold(0, |bits, next| bits | bit(next))
        };
        let (all, roads) = (bits(near), bits(board.road_near(cell)));
        Some(Self { all, roads, on_rail: board.on_rail(cell) })
    }
}

/// The walks behind a neighbour of a cell, as a range.
#[derive(Clone, Copy, Debug)]
struct Beyond {
    behind: Cell,
    from: u16,
    to: u16,
}

impl Board {
    /// Returns the shared board of a kind, without extra lines.
    pub fn of(kind: BoardKind) -> Arc<Self> {
        static BOARDS: [OnceLock<Arc<Board>>; 4] = [const { OnceLock::new() }; 4];
        Arc::clone(BOARDS[kind as usize].get_or_init(|| Arc::new(Self::generate(kind, &[]))))
    }

    /// Generates a board with these rail lines in addition to its own. Cells outside the board
    /// are left out.
    pub fn generate(kind: BoardKind, extra: &[Vec<Cell>]) -> Self {
        let mut cells = Cells::EMPTY;
        for land in kind.lands().iter() {
            (0..LAND).for_each(|offset| cells.insert(Cell::in_land(land, offset)));
        }
        for (row, width) in (1..).zip(kind.centre_rows()) {
            (1..=*width).filter_map(|k| Cell::centre(row, k)).for_each(|cell| cells.insert(cell));
        }
        let of_kind =
            |kind| cells.iter().filter(move |cell| BoardKind::cell_kind(*cell) == kind).collect();
        let (camps, headquarters) = (of_kind(CellKind::Camp), of_kind(CellKind::Headquarters));
        let mut lines = lines_of(kind, &cells);
        for line in extra {
            let line: Vec<Cell> = line.iter().copied().filter(|c| cells.contains(*c)).collect();
            if line.len() > 1 {
                lines.push(line);
            }
        }
        let mut board = Self {
            kind,
            cells,
            camps,
            headquarters,
            near: vec![Cells::EMPTY; CELLS],
            near_in_land: Vec::new(),
            roads: Vec::new(),
            rails: Vec::new(),
            lines,
            spans: Vec::new(),
            road_near: Vec::new(),
            beyond_spans: Vec::new(),
            beyond: Vec::new(),
            walks: Vec::new(),
            link_spans: Vec::new(),
            links: Vec::new(),
            slots: Slots::default(),
            rails_numbered: Vec::new(),
            rail_cells: Cells::EMPTY,
            rail_bits: vec![0; CELLS],
            rail_near: Vec::new(),
            rail_camps: false,
            steps: OnceLock::new(),
            tangled: false,
        };
        board.join();
        board.find_walks();
        board.slots = Slots::of(&board);
        let all = (0..CELLS as u8).map(Cell::new);
        board.near_in_land = all.map(|cell| NearInLand::of(&board, cell)).collect();
        board
    }

    /// Fills in neighbours: rails along the lines, roads everywhere else.
    fn join(&mut self) {
        let mut rails: Vec<(Cell, Cell)> = self
            .lines
            .iter()
            .flat_map(|line| {
                line.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))
            })
            .collect();
        rails.sort_unstable();
        rails.dedup();
        let mut roads = Vec::new();
        for land in self.kind.lands().iter() {
            for (a, b) in neighbours(land) {
                if rails.binary_search(&(a, b)).is_err() {
                    roads.push((a, b));
                }
            }
        }
        for (a, b) in rails.iter().chain(&roads) {
            self.near[a.index()].insert(*b);
            self.near[b.index()].insert(*a);
        }
        for index in 0..CELLS as u8 {
            let cell = Cell::new(index);
            let from = self.links.len() as u16;
            self.links.extend(rails.iter().filter_map(|(a, b)| match cell {
                _ if *a == cell => Some(*b),
                _ if *b == cell => Some(*a),
                _ => None,
            }));
            self.link_spans.push((from, self.links.len() as u16));
        }
        self.rails = rails;
        self.roads = roads;
        self.number_rails();
    }

    /// Numbers the rail cells. A board counts as tangled if extra lines make more rail cells than
    /// there are bits, or leave a road between two rail cells: an Engineer can take it or go
    /// round on rails.
    fn number_rails(&mut self) {
        self.rail_cells = self.cells.iter().filter(|cell| self.on_rail(*cell)).collect();
        self.rails_numbered = self.rail_cells.iter().collect();
        self.tangled = self.rails_numbered.len() > 128
            || self.roads.iter().any(|(a, b)| self.on_rail(*a) && self.on_rail(*b));
        self.rail_camps = !self.rail_cells.intersection(self.camps).is_empty();
        self.rails_numbered.truncate(128);
        for (number, cell) in self.rails_numbered.iter().enumerate() {
            self.rail_bits[cell.index()] = 1 << number;
        }
        let near = |cell: &Cell| {
            self.links_of(*cell).iter().fold(0, |near, next| near | self.rail_bits[next.index()])
        };
        self.rail_near = self.rails_numbered.iter().map(near).collect();
    }

    /// Fills in the paths of ordinary pieces.
    fn find_walks(&mut self) {
        for index in 0..CELLS as u8 {
            let cell = Cell::new(index);
            let mut tree: Vec<Branch> = Vec::new();
            let links = self.links_of(cell);
            let roads: Cells =
                self.near[cell.index()].iter().filter(|next| !links.contains(next)).collect();
            roads.iter().for_each(|next| grow(&mut tree, &[next]));
            self.road_near.push(roads);
            for line in &self.lines {
                for (at, _) in line.iter().enumerate().filter(|(_, there)| **there == cell) {
                    let back: Vec<Cell> = line[..at].iter().rev().copied().collect();
                    grow(&mut tree, &back);
                    grow(&mut tree, &line[at + 1..]);
                }
            }
            let from = self.walks.len();
            let first_beyond = self.beyond.len() as u16;
            for branch in tree {
                let at = self.walks.len() as u16 + 1;
                flatten(std::slice::from_ref(&branch), &mut self.walks);
                let to = self.walks.len() as u16;
                if at < to {
                    self.beyond.push(Beyond { behind: branch.cell, from: at, to });
                }
            }
            self.beyond_spans.push((first_beyond, self.beyond.len() as u16));
            self.spans.push((from as u16, self.walks.len() as u16));
            let reached: Cells = self.walks[from..].iter().map(|walk| walk.cell).collect();
            self.tangled |= reached.len() != self.walks.len() - from || reached.contains(cell);
        }
    }

    /// Returns the kind of the board.
    pub const fn kind(&self) -> BoardKind {
        self.kind
    }

    /// Returns all cells.
    pub const fn cells(&self) -> Cells {
        self.cells
    }

    /// Returns the camps.
    pub const fn camps(&self) -> &Cells {
        &self.camps
    }

    /// Returns the headquarters.
    pub const fn headquarters(&self) -> &Cells {
        &self.headquarters
    }

    /// Returns the neighbours of a cell along roads and rails.
    pub fn near(&self, cell: Cell) -> &Cells {
        &self.near[cell.index()]
    }

    /// Returns the steps from one cell to another along roads and rails on an empty board, or 255
    /// if no path leads there.
    #[inline]
    pub fn steps(&self, from: Cell, to: Cell) -> u8 {
        self.steps.get_or_init(|| self.count_steps())[from.index() * CELLS + to.index()]
    }

    fn count_steps(&self) -> Vec<u8> {
        let mut steps = vec![u8::MAX; CELLS * CELLS];
        for from in self.cells.iter() {
            let row = &mut steps[from.index() * CELLS..][..CELLS];
            let (mut seen, mut edge) = (Cells::one(from), Cells::one(from));
            for count in 0.. {
                edge.iter().for_each(|cell| row[cell.index()] = count);
                let around =
                    edge.iter().fold(Cells::EMPTY, |all, cell| all.union(*self.near(cell)));
                edge = around.difference(seen);
                seen = seen.union(edge);
                if edge.is_empty() {
                    break;
                }
            }
        }
        steps
    }

    /// Returns the neighbours of a cell as bits, or `None` if some are outside its own land.
    #[inline]
    pub(super) fn near_in_land(&self, cell: Cell) -> Option<NearInLand> {
        self.near_in_land[cell.index()]
    }

    /// Returns all roads, each once.
    pub fn roads(&self) -> &[(Cell, Cell)] {
        &self.roads
    }

    /// Returns all rail segments between neighbouring cells, each once.
    pub fn rails(&self) -> &[(Cell, Cell)] {
        &self.rails
    }

    /// Returns the lines along which a piece can slide.
    pub fn lines(&self) -> &[Vec<Cell>] {
        &self.lines
    }

    /// Reports whether a cell is on the rails.
    pub fn on_rail(&self, cell: Cell) -> bool {
        !self.links_of(cell).is_empty()
    }

    /// Reports whether a rail segment is one of the arcs between neighbouring armies.
    pub fn is_arc(&self, a: Cell, b: Cell) -> bool {
        self.kind != BoardKind::Two
            && matches!((a.land(), b.land()), (Some(x), Some(y)) if x != y)
            && self.links_of(a).contains(&b)
    }

    /// Returns the place of a cell on a grid: columns to the right and rows down, south at the
    /// bottom. The two-army board is 5 by 13 with the front between, those for three and four are
    /// 17 by 17. The hexagon for six fits no grid.
    pub fn place(&self, cell: Cell) -> Option<(u8, u8)> {
        let (line, column) = (cell.line(), cell.column());
        Some(match (self.kind, cell.land().map(Seat::index)) {
            (BoardKind::Six, _) => return None,
            (BoardKind::Two, Some(2)) => (5 - column, 6 - line),
            (BoardKind::Two, _) => (column - 1, 6 + line),
            (_, Some(0)) => (5 + column, 10 + line),
            (_, Some(1)) => (10 + line, 11 - column),
            (_, Some(2)) => (11 - column, 6 - line),
            (_, Some(_)) => (6 - line, 5 + column),
            (_, None) => (4 + 2 * column, 4 + 2 * line),
        })
    }

    #[inline]
    pub(super) fn walks_of(&self, cell: Cell) -> &[Walk] {
        let (from, to) = self.spans[cell.index()];
        &self.walks[from as usize..to as usize]
    }

    /// Returns the road neighbours of a cell.
    #[inline]
    pub(super) fn road_near(&self, cell: Cell) -> &Cells {
        &self.road_near[cell.index()]
    }

    /// Iterates over the neighbours of a cell with paths behind them: the neighbour, the walks
    /// behind it, and the number of the first one.
    #[inline]
    pub(super) fn beyond(&self, cell: Cell) -> impl Iterator<Item = (Cell, &[Walk], u16)> {
        let (from, to) = self.beyond_spans[cell.index()];
        self.beyond[from as usize..to as usize].iter().map(|beyond| {
            let walks = &self.walks[beyond.from as usize..beyond.to as usize];
            (beyond.behind, walks, beyond.from)
        })
    }

    #[inline]
    pub(super) fn links_of(&self, cell: Cell) -> &[Cell] {
        let (from, to) = self.link_spans[cell.index()];
        &self.links[from as usize..to as usize]
    }

    #[inline]
    pub(super) fn span_start(&self, cell: Cell) -> u16 {
        self.spans[cell.index()].0
    }

    /// Returns the cells an ordinary piece can go to, including the first taken ones.
    pub fn slides(&self, from: Cell, taken: &Cells) -> Cells {
        let mut reached = Cells::EMPTY;
        let (walks, start) = (self.walks_of(from), self.span_start(from));
        let mut at = 0;
        while let Some(walk) = walks.get(at) {
            reached.insert(walk.cell);
            at = if taken.contains(walk.cell) { (walk.skip - start) as usize } else { at + 1 };
        }
        reached
    }

    /// Returns the cells an Engineer can go to, including the first taken ones.
    ///
    /// # Examples
    /// An Engineer turns corners of the rails, other pieces go straight:
    /// ```
    /// use qipan_core::games::junqi::cells::{Cell, Cells, NoCell};
    /// use qipan_core::games::junqi::{Board, BoardKind};
    ///
    /// let board = Board::of(BoardKind::Four);
    /// let (from, to): (Cell, Cell) = ("S21".parse()?, "S52".parse()?);
    /// assert!(board.turns(from, &Cells::EMPTY).contains(to));
    /// assert!(!board.slides(from, &Cells::EMPTY).contains(to));
    /// # Ok::<(), NoCell>(())
    /// ```
    pub fn turns(&self, from: Cell, taken: &Cells) -> Cells {
        let mut reached = self.flood(from, taken);
        reached = reached.union(*self.near(from));
        reached.remove(from);
        reached
    }

    /// Returns the rail cells reachable from a cell, including the first taken ones.
    #[inline]
    pub(super) fn flood(&self, from: Cell, taken: &Cells) -> Cells {
        let mut reached = Cells::EMPTY;
        reached.insert(from);
        let mut stack = [from; CELLS];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            for next in self.links_of(stack[height]) {
                if !reached.contains(*next) {
                    reached.insert(*next);
                    if !taken.contains(*next) {
                        stack[height] = *next;
                        height += 1;
                    }
                }
            }
        }
        reached
    }
}

/// A cell in a tree of paths, with the cells behind it.
struct Branch {
    cell: Cell,
    behind: Vec<Branch>,
}

/// Adds a path to a tree of paths.
fn grow(tree: &mut Vec<Branch>, way: &[Cell]) {
    let Some((first, rest)) = way.split_first() else { return };
    let at = tree.iter().position(|branch| branch.cell == *first).unwrap_or_else(|| {
        tree.push(Branch { cell: *first, behind: Vec::new() });
        tree.len() - 1
    });
    grow(&mut tree[at].behind, rest);
}

fn flatten(tree: &[Branch], walks: &mut Vec<Walk>) {
    for branch in tree {
        let at = walks.len();
        walks.push(Walk { cell: branch.cell, skip: 0 });
        flatten(&branch.behind, walks);
        walks[at].skip = walks.len() as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summed(kind: BoardKind, turns: bool) -> usize {
        let board = Board::of(kind);
        let reach = |cell| match turns {
            true => board.turns(cell, &Cells::EMPTY).len(),
            false => board.slides(cell, &Cells::EMPTY).len(),
        };
        // No piece leaves a headquarters.
        board.cells().difference(*board.headquarters()).iter().map(reach).sum()
    }

    #[test]
    fn destination_counts_on_empty_boards_match_the_reference() {
        assert_eq!(summed(BoardKind::Two, false), 446);
        assert_eq!(summed(BoardKind::Two, true), 1176);
        assert_eq!(summed(BoardKind::Four, false), 1392);
        assert_eq!(summed(BoardKind::Four, true), 5624);
        assert_eq!(summed(BoardKind::Six, false), 1548);
        assert_eq!(summed(BoardKind::Six, true), 12324);
    }

    #[test]
    fn six_army_board_has_its_cells_rails_and_roads() {
        let board = Board::of(BoardKind::Six);
        let on_rails = board.cells().iter().filter(|cell| board.on_rail(*cell)).count();
        assert_eq!((board.cells().len(), on_rails), (193, 109));
        assert_eq!((board.rails().len(), board.roads().len(), board.lines().len()), (138, 294, 39));
    }

    #[test]
    fn three_army_board_lacks_the_fourth_land() {
        for kind in [BoardKind::Two, BoardKind::Four, BoardKind::Three, BoardKind::Six] {
            assert!(!Board::of(kind).tangled, "{kind:?}");
        }
        let three = Board::of(BoardKind::Three);
        assert_eq!(three.cells().len(), 99);
        assert!(
            three
                .rails()
                .iter()
                .chain(three.roads())
                .all(|(a, b)| { [a, b].iter().all(|cell| cell.land() != Some(Seat::new(3))) })
        );
    }

    #[test]
    fn routes_are_straight_except_for_engineers() {
        let board = Board::of(BoardKind::Two);
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let far = board.route(cell("S51"), cell("N55"), &Cells::EMPTY, false);
        assert_eq!(far.len(), 10);
        assert!(board.route(cell("S51"), cell("S15"), &Cells::EMPTY, false).is_empty());
        let turned = board.route(cell("S51"), cell("S15"), &Cells::EMPTY, true);
        assert_eq!(turned.len(), 9);
        let mut taken = Cells::EMPTY;
        taken.insert(cell("S31"));
        assert!(board.route(cell("S51"), cell("N55"), &taken, false).is_empty());
    }
}
