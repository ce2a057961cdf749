//! Junqi for two armies as a plain program. It has one board and no options, and a set of cells is
//! one word with a bit for each cell. The speed of the library is compared with it.

use rand::Rng;

/// Number of cells: five columns and twelve rows. Cells are numbered row by row from the back line
/// of south. A step right or up increases the number, so the first piece on a path is its lowest or
/// highest bit.
pub const CELLS: usize = 60;
const WIDTH: usize = 5;
const ROWS: usize = 12;

/// The kinds of pieces with special rules. All kinds are numbered from the strongest. Those below
/// [`ENGINEER`] have no special rules.
pub const ENGINEER: u8 = 8;
const BOMB: u8 = 9;
const LANDMINE: u8 = 10;
pub const FLAG: u8 = 11;

/// Plies without a capture after which a game is drawn.
const QUIET_PLIES: u32 = 70;

/// The result of a fight.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fight {
    AttackerStays,
    DefenderStays,
    BothGone,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    FlagTaken { winner: usize },
    NoMove { winner: usize },
    Dead,
    Quiet,
}

/// Returns the line of a row, 1 at the front to 6 at the back.
const fn line(row: usize) -> usize {
    if row < ROWS / 2 { 6 - row } else { row - 5 }
}

const fn is_camp(row: usize, column: usize) -> bool {
    matches!((line(row), column), (2 | 4, 1 | 3) | (3, 2))
}

const fn is_headquarters(row: usize, column: usize) -> bool {
    matches!((line(row), column), (6, 1 | 3))
}

/// Returns two flags: a rail leads right from the cell, and a rail leads up from it.
const fn rails(row: usize, column: usize) -> [bool; 2] {
    let along = (line(row) == 1 || line(row) == 5) && column + 1 < WIDTH;
    let outer = (column == 0 || column + 1 == WIDTH) && row >= 1 && row <= 9;
    [along, outer || (row == 5 && column == 2)]
}

/// Returns true if a road or rail leads from a cell to column `to` in the row above.
const fn leads_up(row: usize, column: usize, to: usize) -> bool {
    if row == 5 || column == to {
        return column == to && (row != 5 || column.is_multiple_of(2));
    }
    is_camp(row, column) || is_camp(row + 1, to)
}

/// The fixed properties of the board.
struct Board {
    camps: u64,
    headquarters: u64,
    /// Neighbours along roads and rails.
    neighbours: [u64; CELLS],
    rails: u64,
    /// The cells from which a rail leads right, left, up and down.
    rails_towards: [u64; 4],
    /// For each cell, the cells on the rails to the right and upwards, to the ends of the rails.
    paths_forward: [[u64; 2]; CELLS],
    /// The same to the left and downwards.
    paths_back: [[u64; 2]; CELLS],
}

static BOARD: Board = {
    let mut board = Board {
        camps: 0,
        headquarters: 0,
        neighbours: [0; CELLS],
        rails: 0,
        rails_towards: [0; 4],
        paths_forward: [[0; 2]; CELLS],
        paths_back: [[0; 2]; CELLS],
    };
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / WIDTH, cell % WIDTH);
        board.camps |= (is_camp(row, column) as u64) << cell;
        board.headquarters |= (is_headquarters(row, column) as u64) << cell;
        if column + 1 < WIDTH {
            board.join(cell, cell + 1);
        }
        let mut to = column.saturating_sub(1);
        while row + 1 < ROWS && to < WIDTH && to <= column + 1 {
            if leads_up(row, column, to) {
                board.join(cell, (row + 1) * WIDTH + to);
            }
            to += 1;
        }
        board.lay_rails(cell, rails(row, column));
        cell += 1;
    }
    board.extend_rails();
    board
};

impl Board {
    /// Makes two cells neighbours.
    const fn join(&mut self, a: usize, b: usize) {
        self.neighbours[a] |= 1 << b;
        self.neighbours[b] |= 1 << a;
    }

    /// Adds the rails that lead right and up from a cell.
    const fn lay_rails(&mut self, cell: usize, [right, up]: [bool; 2]) {
        if right {
            self.rails |= 3 << cell;
            self.rails_towards[0] |= 1 << cell;
            self.rails_towards[1] |= 2 << cell;
        }
        if up {
            self.rails |= (1 | 1 << WIDTH) << cell;
            self.rails_towards[2] |= 1 << cell;
            self.rails_towards[3] |= 1 << (cell + WIDTH);
        }
    }

    /// Fills the paths from the rails.
    const fn extend_rails(&mut self) {
        let mut cell = 0;
        while cell < CELLS {
            let mut axis = 0;
            while axis < 2 {
                let step = [1, WIDTH][axis];
                let mut at = cell;
                while self.rails_towards[2 * axis] >> at & 1 == 1 {
                    at += step;
                    self.paths_forward[cell][axis] |= 1 << at;
                    self.paths_back[at][axis] |= 1 << cell;
                }
                axis += 1;
            }
            cell += 1;
        }
    }

    /// Returns the cells that a piece can reach on straight rails. The first piece in each
    /// direction is included.
    #[inline]
    fn slides(&self, from: usize, taken: u64) -> u64 {
        let mut reached = 0;
        for path in self.paths_forward[from] {
            let pieces = path & taken;
            let first = pieces & pieces.wrapping_neg();
            // If no piece is on the path, this is the whole path.
            reached |= path & (first | first.wrapping_sub(1));
        }
        for path in self.paths_back[from] {
            let pieces = path & taken;
            reached |= path & (!0 << (63 - (pieces | 1).leading_zeros()));
        }
        reached
    }

    /// Returns the cells that an Engineer can reach on rails. The first piece on each path is
    /// included.
    #[inline]
    fn flood(&self, from: usize, taken: u64) -> u64 {
        let start = 1 << from;
        let [right, left, up, down] = self.rails_towards;
        let (mut reached, mut edge) = (start, start);
        while edge != 0 {
            let next = (edge & right) << 1
                | (edge & left) >> 1
                | (edge & up) << WIDTH
                | (edge & down) >> WIDTH;
            edge = next & !reached & !taken;
            reached |= next;
        }
        reached & !start
    }
}

/// The result of each fight, by the kinds of the attacker and the defender.
static FIGHTS: [[Fight; 12]; 12] = {
    let mut table = [[Fight::BothGone; 12]; 12];
    let mut pair = 0;
    while pair < 144 {
        let (attacker, defender) = (pair / 12, pair % 12);
        table[attacker][defender] = match (attacker as u8, defender as u8) {
            (BOMB, _) | (_, BOMB) => Fight::BothGone,
            (_, FLAG) | (ENGINEER, LANDMINE) => Fight::AttackerStays,
            (_, LANDMINE) => Fight::DefenderStays,
            _ if attacker < defender => Fight::AttackerStays,
            _ if attacker > defender => Fight::DefenderStays,
            _ => Fight::BothGone,
        };
        pair += 1;
    }
    table
};

/// Returns the cells of a set.
#[inline]
fn cells(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// Maximum number of moves of a position.
pub const MAX_MOVES: usize = 512;

/// The moves of a position, each from one cell to another.
pub struct Moves {
    list: [(u8, u8); MAX_MOVES],
    count: usize,
}

impl Moves {
    pub const NONE: Self = Self { list: [(0, 0); MAX_MOVES], count: 0 };

    pub fn as_slice(&self) -> &[(u8, u8)] {
        &self.list[..self.count]
    }
}

/// The state of a game.
#[derive(Clone)]
pub struct Game {
    /// The kind of the piece on each occupied cell.
    pub kind: [u8; CELLS],
    /// The cells that south and north occupy, each as a set.
    pub army: [u64; 2],
    /// The cells of pieces that can move away.
    mobile: u64,
    engineers: u64,
    pub turn: usize,
    quiet_plies: u32,
    pub ply: u32,
    pub end: Option<End>,
}

impl Game {
    /// Creates a game with these pieces, each given by its cell, army and kind.
    pub fn new(pieces: impl Iterator<Item = (usize, usize, u8)>, first: usize) -> Self {
        let mut game = Self {
            kind: [0; CELLS],
            army: [0; 2],
            mobile: 0,
            engineers: 0,
            turn: first,
            quiet_plies: 0,
            ply: 0,
            end: None,
        };
        for (cell, army, kind) in pieces {
            game.put(army, cell, kind);
        }
        game
    }

    #[inline]
    fn put(&mut self, army: usize, cell: usize, kind: u8) {
        let bit = 1 << cell;
        self.kind[cell] = kind;
        self.army[army] |= bit;
        // A piece in a headquarters cannot leave it.
        self.mobile |= if kind < LANDMINE { bit & !BOARD.headquarters } else { 0 };
        self.engineers |= u64::from(kind == ENGINEER) << cell;
    }

    #[inline]
    fn remove(&mut self, army: usize, cell: usize) {
        let rest = !(1 << cell);
        self.army[army] &= rest;
        self.mobile &= rest;
        self.engineers &= rest;
    }

    /// Returns the cells that the army to move may not enter: its own, and camps with an enemy.
    #[inline]
    fn forbidden(&self) -> u64 {
        self.army[self.turn] | self.army[self.turn ^ 1] & BOARD.camps
    }

    /// Lists the legal moves of the army to move.
    #[inline]
    pub fn list(&self, moves: &mut Moves) {
        moves.count = 0;
        let (taken, forbidden) = (self.army[0] | self.army[1], self.forbidden());
        for from in cells(self.army[self.turn] & self.mobile) {
            let mut reached = BOARD.neighbours[from];
            if BOARD.rails >> from & 1 == 1 {
                let is_engineer = self.engineers >> from & 1 == 1;
                reached |=
                    if is_engineer { BOARD.flood(from, taken) } else { BOARD.slides(from, taken) };
            }
            for to in cells(reached & !forbidden) {
                moves.list[moves.count % MAX_MOVES] = (from as u8, to as u8);
                moves.count += 1;
            }
        }
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, from: usize, to: usize) {
        let (own, other) = (self.turn, self.turn ^ 1);
        let kind = self.kind[from];
        self.ply += 1;
        self.quiet_plies += 1;
        let is_fight = self.army[other] >> to & 1 == 1;
        self.remove(own, from);
        if is_fight {
            self.quiet_plies = 0;
            let defender = self.kind[to];
            let fight = FIGHTS[kind as usize][defender as usize];
            if fight != Fight::DefenderStays {
                self.remove(other, to);
            }
            if fight == Fight::AttackerStays {
                self.put(own, to, kind);
            }
            if defender == FLAG {
                self.end = Some(End::FlagTaken { winner: own });
                return;
            }
        } else {
            self.put(own, to, kind);
        }
        self.turn = other;
        self.update_end(is_fight);
    }

    /// Ends the game if the rules require it after a move.
    #[inline]
    fn update_end(&mut self, is_fight: bool) {
        let forbidden = self.forbidden();
        let free = |from| BOARD.neighbours[from] & !forbidden != 0;
        if !cells(self.army[self.turn] & self.mobile).any(free) {
            self.end = Some(End::NoMove { winner: self.turn ^ 1 });
        } else if is_fight && self.is_dead() {
            self.end = Some(End::Dead);
        } else if self.quiet_plies >= QUIET_PLIES {
            self.end = Some(End::Quiet);
        }
    }

    /// Returns true if no mobile piece can ever reach a piece it could remove, and each army has
    /// a piece that can step aside and back forever.
    fn is_dead(&self) -> bool {
        let own = |army: usize| cells(self.army[army] & self.mobile).map(move |at| (army, at));
        let free = !(self.army[0] | self.army[1] | BOARD.headquarters);
        let mut steps_aside = |army: usize| {
            cells(self.army[army] & self.mobile).any(|from| BOARD.neighbours[from] & free != 0)
        };
        (0..2).flat_map(own).all(|(army, from)| !self.can_reach_victim(army, from))
            && (0..2).all(&mut steps_aside)
    }

    /// Returns true if a piece can ever reach a mobile enemy, or another enemy that it could
    /// remove. Mobile pieces may move out of its way. All other pieces are walls.
    fn can_reach_victim(&self, army: usize, from: usize) -> bool {
        let enemies = self.army[army ^ 1];
        let walls = (self.army[0] | self.army[1]) & !self.mobile;
        let (mut seen, mut open) = (1 << from, 1 << from);
        while open != 0u64 {
            let fresh = BOARD.neighbours[open.trailing_zeros() as usize] & !seen;
            if fresh & enemies & self.mobile != 0 {
                return true;
            }
            seen |= fresh;
            open = open & (open - 1) | fresh & !walls;
        }
        let fights = &FIGHTS[self.kind[from] as usize];
        cells(seen & enemies & walls)
            .any(|at| fights[self.kind[at] as usize] != Fight::DefenderStays)
    }
}

/// Plays a random game to its end. Returns the number of plies.
pub fn random_game(mut game: Game, moves: &mut Moves, rng: &mut impl Rng) -> u32 {
    while game.end.is_none() {
        game.list(moves);
        let chosen = (u64::from(rng.next_u32()) * moves.count as u64) >> 32;
        let (from, to) = moves.list[chosen as usize % MAX_MOVES];
        game.play(from as usize, to as usize);
    }
    game.ply
}
