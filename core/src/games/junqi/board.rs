//! The boards, generated from one army's land: cells, roads, rails, and the paths along them.
//!
//! Everything that move generation needs is tabulated when a board is generated. The paths of a
//! slider (a piece that turns no corners) are a tree of `PathStep`s for each starting cell. For
//! pieces that turn corners, sets of rail cells are stored as 128 bits. Random moves are drawn from
//! tables of destinations, the *slots*.
//!
//! This is one land, as its owner sees it:
//!
//! ```text
//! 11=12=13=14=15   line 1 is the front
//! || \|/ | \|/ ||  lines 1 and 5 and the outer columns are rails (=, ||),
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
use super::cells::{CELLS, Cell, Cells, LAND_CELLS};
use super::lines::{neighbours, rail_lines_of};
use crate::contract::seat::Seat;
pub(super) use slots::MAX_GROUPS;
use slots::Slots;

/// A board with its tables.
#[derive(Debug)]
pub struct Board {
    kind: BoardKind,
    cells: Cells,
    camps: Cells,
    headquarters: Cells,
    /// The cells outside lines 5 and 6 of the lands, where no layout has a Landmine or a Flag.
    open_ground: Cells,
    /// The neighbours of each cell, along roads and rails.
    neighbours: Vec<Cells>,
    /// The neighbours of each cell as bits, or `None` if some are outside its own land.
    neighbour_bits: Vec<Option<NeighbourBits>>,
    roads: Vec<(Cell, Cell)>,
    rails: Vec<(Cell, Cell)>,
    /// The rail lines, not the lines (rows) of a land.
    lines: Vec<Vec<Cell>>,
    /// The paths from each cell, as a range of `path_steps`.
    path_spans: Vec<(u16, u16)>,
    /// The road neighbours of each cell.
    road_neighbours: Vec<Cells>,
    /// The entries of each cell in `paths_beyond`, as a range.
    beyond_spans: Vec<(u16, u16)>,
    paths_beyond: Vec<PathsBeyond>,
    path_steps: Vec<PathStep>,
    /// The rail neighbours of each cell, as a range of `rail_links`.
    rail_link_spans: Vec<(u16, u16)>,
    rail_links: Vec<Cell>,
    /// Tables for drawing moves at random.
    slots: Slots,
    /// The rail cells, at most 128. The index of a cell here is its bit in a set of rail cells.
    numbered_rail_cells: Vec<Cell>,
    rail_cells: Cells,
    /// The bit of each cell in a set of rail cells, 0 off the rails.
    rail_bits: Vec<u128>,
    /// The rail neighbours of each cell in `numbered_rail_cells`, as a set of rail cells.
    rail_neighbour_sets: Vec<u128>,
    /// True if extra lines lead through camps.
    has_rail_camps: bool,
    /// The number of steps from each cell to each other cell, computed on first use. The index of
    /// an entry is `from * CELLS + to`.
    distances: OnceLock<Vec<u8>>,
    /// True if a move of one piece could be found by two paths, or if the rail cells do not fit 128
    /// bits. Then moves are collected as a set of cells. Only extra lines can cause this.
    pub(super) has_ambiguous_paths: bool,
}

/// A step on the paths of a slider. The paths from a cell form a tree, stored in preorder: after
/// each step come the steps behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathStep {
    pub(super) cell: Cell,
    /// The index in [`Board::path_steps`] of the step to go on with if the cell is occupied. This
    /// skips all steps behind the cell.
    pub(super) skip: u16,
}

/// The largest difference between the index of a cell and that of a neighbour in its own land.
pub(super) const WINDOW_RADIUS: usize = 6;

/// The neighbours of a cell as bits. The lowest bit is for the cell whose index is smaller by
/// [`WINDOW_RADIUS`].
#[derive(Clone, Copy, Debug)]
pub(super) struct NeighbourBits {
    pub(super) all: u32,
    /// The road neighbours.
    pub(super) roads: u32,
    pub(super) on_rail: bool,
}

impl NeighbourBits {
    fn of(board: &Board, cell: Cell) -> Option<Self> {
        let land = cell.land()?;
        let near = board.neighbours(cell);
        if near.iter().any(|next| next.land() != Some(land)) {
            return None;
        }
        let bits = |set: &Cells| {
            let mut bits = 0;
            for next in set.iter() {
                bits |= 1 << (next.index() + WINDOW_RADIUS - cell.index());
            }
            bits
        };
        let (all, roads) = (bits(near), bits(board.road_neighbours(cell)));
        Some(Self { all, roads, on_rail: board.on_rail(cell) })
    }
}

/// The paths from a cell that go on behind one of its neighbours.
#[derive(Clone, Copy, Debug)]
struct PathsBeyond {
    neighbour: Cell,
    /// The start and the end of the range of these paths in [`Board::path_steps`].
    from: u16,
    to: u16,
}

impl Board {
    /// Returns the shared board of a kind, without extra lines.
    pub fn shared(kind: BoardKind) -> Arc<Self> {
        static BOARDS: [OnceLock<Arc<Board>>; 4] = [const { OnceLock::new() }; 4];
        Arc::clone(BOARDS[kind as usize].get_or_init(|| Arc::new(Self::generate(kind, &[]))))
    }

    /// Generates a board with these rail lines in addition to its own. Cells outside the board
    /// are left out.
    pub fn generate(kind: BoardKind, extra: &[Vec<Cell>]) -> Self {
        let mut cells = Cells::EMPTY;
        for land in kind.lands().iter() {
            (0..LAND_CELLS).for_each(|offset| cells.insert(Cell::in_land(land, offset)));
        }
        for (row, width) in (1..).zip(kind.centre_rows()) {
            for cell in (1..=*width).filter_map(|column| Cell::centre(row, column)) {
                cells.insert(cell);
            }
        }
        let cells_of_kind =
            |kind| cells.iter().filter(move |cell| BoardKind::cell_kind(*cell) == kind).collect();
        let camps = cells_of_kind(CellKind::Camp);
        let headquarters = cells_of_kind(CellKind::Headquarters);
        let is_open = |cell: &Cell| cell.land().is_none() || cell.line() <= 4;
        let open_ground = cells.iter().filter(is_open).collect();
        let mut lines = rail_lines_of(kind, &cells);
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
            open_ground,
            neighbours: vec![Cells::EMPTY; CELLS],
            neighbour_bits: Vec::new(),
            roads: Vec::new(),
            rails: Vec::new(),
            lines,
            path_spans: Vec::new(),
            road_neighbours: Vec::new(),
            beyond_spans: Vec::new(),
            paths_beyond: Vec::new(),
            path_steps: Vec::new(),
            rail_link_spans: Vec::new(),
            rail_links: Vec::new(),
            slots: Slots::default(),
            numbered_rail_cells: Vec::new(),
            rail_cells: Cells::EMPTY,
            rail_bits: vec![0; CELLS],
            rail_neighbour_sets: Vec::new(),
            has_rail_camps: false,
            distances: OnceLock::new(),
            has_ambiguous_paths: false,
        };
        board.connect_neighbours();
        board.find_paths();
        board.slots = Slots::of(&board);
        let all = (0..CELLS as u8).map(Cell::new);
        board.neighbour_bits = all.map(|cell| NeighbourBits::of(&board, cell)).collect();
        board
    }

    /// Fills in neighbours. Consecutive cells of a rail line are joined by a rail, all other
    /// neighbours in a land by a road.
    fn connect_neighbours(&mut self) {
        let mut rails: Vec<(Cell, Cell)> = Vec::new();
        for line in &self.lines {
            for pair in line.windows(2) {
                rails.push((pair[0].min(pair[1]), pair[0].max(pair[1])));
            }
        }
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
            self.neighbours[a.index()].insert(*b);
            self.neighbours[b.index()].insert(*a);
        }
        for index in 0..CELLS as u8 {
            let cell = Cell::new(index);
            let from = self.rail_links.len() as u16;
            for (a, b) in &rails {
                if *a == cell {
                    self.rail_links.push(*b);
                } else if *b == cell {
                    self.rail_links.push(*a);
                }
            }
            self.rail_link_spans.push((from, self.rail_links.len() as u16));
        }
        self.rails = rails;
        self.roads = roads;
        self.number_rails();
    }

    /// Numbers the rail cells.
    ///
    /// The paths count as ambiguous if extra lines make more rail cells than there are bits. They
    /// also count as ambiguous if a road joins two rail cells, since an Engineer can take the road
    /// or the rails.
    fn number_rails(&mut self) {
        self.rail_cells = self.cells.iter().filter(|cell| self.on_rail(*cell)).collect();
        self.numbered_rail_cells = self.rail_cells.iter().collect();
        self.has_ambiguous_paths = self.numbered_rail_cells.len() > u128::BITS as usize
            || self.roads.iter().any(|(a, b)| self.on_rail(*a) && self.on_rail(*b));
        self.has_rail_camps = !self.rail_cells.intersection(self.camps).is_empty();
        self.numbered_rail_cells.truncate(u128::BITS as usize);
        for (number, cell) in self.numbered_rail_cells.iter().enumerate() {
            self.rail_bits[cell.index()] = 1 << number;
        }
        for cell in &self.numbered_rail_cells {
            let mut neighbours = 0;
            for next in self.rail_links_of(*cell) {
                neighbours |= self.rail_bits[next.index()];
            }
            self.rail_neighbour_sets.push(neighbours);
        }
    }

    /// Fills in the paths from each cell. They are ambiguous if two of them reach the same cell, or
    /// one comes back to its start.
    fn find_paths(&mut self) {
        for index in 0..CELLS as u8 {
            let cell = Cell::new(index);
            let mut tree: Vec<PathNode> = Vec::new();
            let rail_links = self.rail_links_of(cell);
            let neighbours = self.neighbours(cell).iter();
            let roads: Cells = neighbours.filter(|next| !rail_links.contains(next)).collect();
            roads.iter().for_each(|next| add_path(&mut tree, &[next]));
            self.road_neighbours.push(roads);
            for line in &self.lines {
                for position in (0..line.len()).filter(|position| line[*position] == cell) {
                    let backward: Vec<Cell> = line[..position].iter().rev().copied().collect();
                    add_path(&mut tree, &backward);
                    add_path(&mut tree, &line[position + 1..]);
                }
            }
            let from = self.path_steps.len();
            let first_beyond = self.paths_beyond.len() as u16;
            for branch in tree {
                // The first step of a branch is the neighbour itself.
                let second = self.path_steps.len() as u16 + 1;
                flatten(std::slice::from_ref(&branch), &mut self.path_steps);
                let to = self.path_steps.len() as u16;
                if second < to {
                    let neighbour = branch.cell;
                    self.paths_beyond.push(PathsBeyond { neighbour, from: second, to });
                }
            }
            self.beyond_spans.push((first_beyond, self.paths_beyond.len() as u16));
            self.path_spans.push((from as u16, self.path_steps.len() as u16));
            let steps = &self.path_steps[from..];
            let reached: Cells = steps.iter().map(|step| step.cell).collect();
            self.has_ambiguous_paths |= reached.len() != steps.len() || reached.contains(cell);
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

    /// Returns the cells outside lines 5 and 6 of the lands. Each can be reached from every other
    /// one without leaving them.
    pub(super) const fn open_ground(&self) -> &Cells {
        &self.open_ground
    }

    /// Returns the neighbours of a cell along roads and rails.
    pub fn neighbours(&self, cell: Cell) -> &Cells {
        &self.neighbours[cell.index()]
    }

    /// Returns the number of steps from one cell to another on an empty board, or 255 if no path
    /// leads there. Each step goes to a neighbour, along a road or a rail.
    #[inline]
    pub fn distance(&self, from: Cell, to: Cell) -> u8 {
        self.distances.get_or_init(|| self.compute_distances())[from.index() * CELLS + to.index()]
    }

    /// Returns the number of steps between any two cells, by breadth-first search from each cell.
    fn compute_distances(&self) -> Vec<u8> {
        let mut steps = vec![u8::MAX; CELLS * CELLS];
        for from in self.cells.iter() {
            let row = &mut steps[from.index() * CELLS..][..CELLS];
            let (mut visited, mut frontier) = (Cells::one(from), Cells::one(from));
            for count in 0.. {
                let mut adjacent = Cells::EMPTY;
                for cell in frontier.iter() {
                    row[cell.index()] = count;
                    adjacent = adjacent.union(*self.neighbours(cell));
                }
                frontier = adjacent.difference(visited);
                visited = visited.union(frontier);
                if frontier.is_empty() {
                    break;
                }
            }
        }
        steps
    }

    /// Returns the neighbours of a cell as bits, or `None` if some are outside its own land.
    #[inline]
    pub(super) fn neighbour_bits(&self, cell: Cell) -> Option<NeighbourBits> {
        self.neighbour_bits[cell.index()]
    }

    /// Returns all roads, each once.
    pub fn roads(&self) -> &[(Cell, Cell)] {
        &self.roads
    }

    /// Returns all rail segments between neighbouring cells, each once.
    pub fn rails(&self) -> &[(Cell, Cell)] {
        &self.rails
    }

    /// Returns the rail lines, along which a piece can slide.
    pub fn lines(&self) -> &[Vec<Cell>] {
        &self.lines
    }

    /// Reports whether a cell is on the rails.
    pub fn on_rail(&self, cell: Cell) -> bool {
        !self.rail_links_of(cell).is_empty()
    }

    /// Reports whether a rail segment is one of the arcs between neighbouring armies.
    pub fn is_arc(&self, a: Cell, b: Cell) -> bool {
        self.kind != BoardKind::Two
            && matches!((a.land(), b.land()), (Some(x), Some(y)) if x != y)
            && self.rail_links_of(a).contains(&b)
    }

    /// Returns the grid coordinates of a cell: the column from the left and the row from the top,
    /// with south at the bottom. The board for two is 5 by 13, with an empty row between the
    /// fronts. Those for three and four are 17 by 17. The hexagon for six fits no grid.
    pub fn grid_position(&self, cell: Cell) -> Option<(u8, u8)> {
        let (line, column) = (cell.line(), cell.column());
        Some(match (self.kind, cell.land().map(Seat::index)) {
            (BoardKind::Six, _) => return None,
            (BoardKind::Two, Some(2)) => (5 - column, 6 - line),
            (BoardKind::Two, _) => (column - 1, 6 + line),
            (_, Some(0)) => (5 + column, 10 + line),
            (_, Some(1)) => (10 + line, 11 - column),
            (_, Some(2)) => (11 - column, 6 - line),
            (_, Some(_)) => (6 - line, 5 + column),
            // Cells of the centre are two apart.
            (_, None) => (4 + 2 * column, 4 + 2 * line),
        })
    }

    /// Returns the steps of the paths from a cell.
    #[inline]
    pub(super) fn path_steps_from(&self, cell: Cell) -> &[PathStep] {
        let (from, to) = self.path_spans[cell.index()];
        &self.path_steps[from as usize..to as usize]
    }

    /// Returns the road neighbours of a cell.
    #[inline]
    pub(super) fn road_neighbours(&self, cell: Cell) -> &Cells {
        &self.road_neighbours[cell.index()]
    }

    /// Iterates over the neighbours of a cell with paths behind them: the neighbour, the steps
    /// behind it, and the index of the first of them, as in [`PathStep::skip`].
    #[inline]
    pub(super) fn paths_beyond(
        &self,
        cell: Cell,
    ) -> impl Iterator<Item = (Cell, &[PathStep], u16)> {
        let (from, to) = self.beyond_spans[cell.index()];
        self.paths_beyond[from as usize..to as usize].iter().map(|beyond| {
            let steps = &self.path_steps[beyond.from as usize..beyond.to as usize];
            (beyond.neighbour, steps, beyond.from)
        })
    }

    /// Returns the rail neighbours of a cell.
    #[inline]
    pub(super) fn rail_links_of(&self, cell: Cell) -> &[Cell] {
        let (from, to) = self.rail_link_spans[cell.index()];
        &self.rail_links[from as usize..to as usize]
    }

    /// Returns the index of the first step from a cell, as in [`PathStep::skip`].
    #[inline]
    pub(super) fn first_step_index(&self, cell: Cell) -> u16 {
        self.path_spans[cell.index()].0
    }

    /// Returns the cells a slider can reach, including the first occupied ones.
    pub fn slider_destinations(&self, from: Cell, occupied: &Cells) -> Cells {
        let mut reached = Cells::EMPTY;
        let (steps, start) = (self.path_steps_from(from), self.first_step_index(from));
        let mut index = 0;
        while let Some(step) = steps.get(index) {
            reached.insert(step.cell);
            let is_occupied = occupied.contains(step.cell);
            index = if is_occupied { (step.skip - start) as usize } else { index + 1 };
        }
        reached
    }

    /// Returns the cells an Engineer can reach, including the first occupied ones.
    ///
    /// # Examples
    /// An Engineer turns corners of the rails, other pieces go straight:
    /// ```
    /// use qipan_core::games::junqi::cells::{Cell, Cells, NoCell};
    /// use qipan_core::games::junqi::{Board, BoardKind};
    ///
    /// let board = Board::shared(BoardKind::Four);
    /// let (from, to): (Cell, Cell) = ("S21".parse()?, "S52".parse()?);
    /// assert!(board.turner_destinations(from, &Cells::EMPTY).contains(to));
    /// assert!(!board.slider_destinations(from, &Cells::EMPTY).contains(to));
    /// # Ok::<(), NoCell>(())
    /// ```
    pub fn turner_destinations(&self, from: Cell, occupied: &Cells) -> Cells {
        let mut reached = self.rail_reach(from, occupied);
        reached = reached.union(*self.neighbours(from));
        reached.remove(from);
        reached
    }

    /// Returns the rail cells reachable from a cell, including the first occupied ones and the cell
    /// itself.
    #[inline]
    pub(super) fn rail_reach(&self, from: Cell, occupied: &Cells) -> Cells {
        let mut reached = Cells::EMPTY;
        reached.insert(from);
        let mut stack = [from; CELLS];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            for next in self.rail_links_of(stack[height]) {
                if !reached.contains(*next) {
                    reached.insert(*next);
                    if !occupied.contains(*next) {
                        stack[height] = *next;
                        height += 1;
                    }
                }
            }
        }
        reached
    }
}

/// A node in a tree of paths.
struct PathNode {
    cell: Cell,
    /// The nodes behind this one.
    children: Vec<PathNode>,
}

/// Adds a path to a tree of paths. Reuses the nodes of the longest prefix that the tree contains.
fn add_path(tree: &mut Vec<PathNode>, path: &[Cell]) {
    let Some((first, rest)) = path.split_first() else { return };
    let index = tree.iter().position(|branch| branch.cell == *first).unwrap_or_else(|| {
        tree.push(PathNode { cell: *first, children: Vec::new() });
        tree.len() - 1
    });
    add_path(&mut tree[index].children, rest);
}

/// Appends a tree of paths in preorder.
fn flatten(tree: &[PathNode], steps: &mut Vec<PathStep>) {
    for branch in tree {
        let index = steps.len();
        steps.push(PathStep { cell: branch.cell, skip: 0 });
        flatten(&branch.children, steps);
        steps[index].skip = steps.len() as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the total number of destinations from all cells that a piece can leave. `turns` is
    /// true for a piece that turns corners.
    fn count_destinations(kind: BoardKind, turns: bool) -> usize {
        let board = Board::shared(kind);
        let count_from = |cell| match turns {
            true => board.turner_destinations(cell, &Cells::EMPTY).len(),
            false => board.slider_destinations(cell, &Cells::EMPTY).len(),
        };
        // No piece leaves a headquarters.
        board.cells().difference(*board.headquarters()).iter().map(count_from).sum()
    }

    #[test]
    fn destination_counts_on_empty_boards_match_the_reference() {
        assert_eq!(count_destinations(BoardKind::Two, false), 446);
        assert_eq!(count_destinations(BoardKind::Two, true), 1176);
        assert_eq!(count_destinations(BoardKind::Four, false), 1392);
        assert_eq!(count_destinations(BoardKind::Four, true), 5624);
        assert_eq!(count_destinations(BoardKind::Six, false), 1548);
        assert_eq!(count_destinations(BoardKind::Six, true), 12324);
    }

    #[test]
    fn six_army_board_has_its_cells_rails_and_roads() {
        let board = Board::shared(BoardKind::Six);
        let on_rails = board.cells().iter().filter(|cell| board.on_rail(*cell)).count();
        assert_eq!((board.cells().len(), on_rails), (193, 109));
        assert_eq!((board.rails().len(), board.roads().len(), board.lines().len()), (138, 294, 39));
    }

    #[test]
    fn three_army_board_lacks_the_fourth_land() {
        for kind in [BoardKind::Two, BoardKind::Four, BoardKind::Three, BoardKind::Six] {
            assert!(!Board::shared(kind).has_ambiguous_paths, "{kind:?}");
        }
        let three = Board::shared(BoardKind::Three);
        assert_eq!(three.cells().len(), 99);
        let west = Some(Seat::new(3));
        for (a, b) in three.rails().iter().chain(three.roads()) {
            assert!(a.land() != west && b.land() != west, "{a} {b}");
        }
    }

    #[test]
    fn open_ground_is_connected() {
        for kind in [BoardKind::Two, BoardKind::Three, BoardKind::Four, BoardKind::Six] {
            let board = Board::shared(kind);
            let ground = *board.open_ground();
            let mut reached: Cells = ground.iter().take(1).collect();
            for _ in 0..ground.len() {
                for cell in reached.iter() {
                    reached = reached.union(board.neighbours(cell).intersection(ground));
                }
            }
            assert_eq!(reached, ground, "{kind:?}");
        }
    }

    #[test]
    fn routes_are_straight_except_for_engineers() {
        let board = Board::shared(BoardKind::Two);
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let far = board.route(cell("S51"), cell("N55"), &Cells::EMPTY, false);
        assert_eq!(far.len(), 10);
        assert!(board.route(cell("S51"), cell("S15"), &Cells::EMPTY, false).is_empty());
        let turned = board.route(cell("S51"), cell("S15"), &Cells::EMPTY, true);
        assert_eq!(turned.len(), 9);
        let mut occupied = Cells::EMPTY;
        occupied.insert(cell("S31"));
        assert!(board.route(cell("S51"), cell("N55"), &occupied, false).is_empty());
        assert!(board.route(cell("S51"), cell("S51"), &occupied, true).is_empty());
    }
}
