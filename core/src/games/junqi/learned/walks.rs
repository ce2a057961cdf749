//! Features about walks to a Flag: how soon the strongest pieces of a side could be there, and what
//! could stop them. A search seldom looks far enough ahead to see the end of such a walk.
//!
//! A piece walks over free cells, over pieces of its own side, which could step aside, and over
//! weaker enemy pieces, which it captures. It cannot pass the other enemy pieces.

use crate::contract::seat::SeatSet;
use crate::games::junqi::board::Board;
use crate::games::junqi::cells::{Cell, Cells};
use crate::games::junqi::piece::{BattleResult, Kind};
use crate::games::junqi::state::Junqi;
use crate::learning::Input;

/// The maximum number of moves of a walk.
const MAX_MOVES: usize = 7;
/// Number of classes of moves: one for each number up to [`MAX_MOVES`], and one for no such walk.
const MOVE_CLASSES: usize = MAX_MOVES + 1;
/// Number of classes of what could stop a piece ([`stopper_class`]).
const STOPPER_CLASSES: usize = 4;
/// Number of classes of steps from the Flag to its nearest guard.
const GUARD_CLASSES: usize = 4;
/// Number of classes of moves in combination with a guard.
const GUARDED_MOVE_CLASSES: usize = 4;

// The first index of each group of features, and the sizes of its dimensions.
/// The two strongest kinds that can move, each by what could stop it and by its moves to the Flag.
const WALK: usize = 0;
/// Moves of the strongest kind if all Landmines were cleared, with and without an Engineer to clear
/// them.
const CLEARED: usize = WALK + STOPPER_CLASSES * MOVE_CLASSES;
/// Moves of the Engineers.
const ENGINEER: usize = CLEARED + 2 * MOVE_CLASSES;
/// Moves of the strongest kind, by steps from the Flag to the nearest piece that could stop it.
const GUARD: usize = ENGINEER + MOVE_CLASSES;
/// Number of features of a side.
pub(super) const WALK_FEATURES: usize = GUARD + GUARD_CLASSES * GUARDED_MOVE_CLASSES;

/// The pieces of a side on the board.
pub(super) struct Pieces {
    cells: Cells,
    by_kind: [Cells; Kind::ALL.len()],
    flags: Cells,
}

impl Pieces {
    pub(super) fn of(game: &Junqi, seats: SeatSet) -> Self {
        let mut pieces = Self {
            cells: Cells::EMPTY,
            by_kind: [Cells::EMPTY; Kind::ALL.len()],
            flags: seats.iter().filter_map(|seat| game.flag_cell(seat)).collect(),
        };
        for seat in seats.iter() {
            let army = game.army_cells[seat.index()];
            pieces.cells = pieces.cells.union(army);
            for cell in army.iter() {
                if let Some(kind) = game.kind_at(cell) {
                    pieces.by_kind[kind.index()].insert(cell);
                }
            }
        }
        pieces
    }
}

impl Junqi {
    /// Adds the walks of a side to the Flags of its foes. `first` is the first index.
    pub(super) fn add_walks(
        &self,
        own: &Pieces,
        foes: &Pieces,
        first: usize,
        out: &mut Vec<Input>,
    ) {
        if foes.flags.is_empty() {
            return;
        }
        let board = &*self.public.context.board;
        let walkers = |kind: Kind| own.by_kind[kind.index()].intersection(self.mobile_cells);
        let occupied = own.cells.union(foes.cells);
        let sheltered = foes.cells.intersection(*board.camps());
        let walk = Walk {
            board,
            flags: foes.flags,
            occupied,
            closed: sheltered.union(*board.headquarters()),
        };
        let mines = foes.by_kind[Kind::Landmine.index()];
        let officers = Kind::RANKED.iter().copied().filter(|kind| *kind != Kind::Engineer);
        let officers = officers.filter(|kind| !walkers(*kind).is_empty());
        for (place, kind) in officers.take(2).enumerate() {
            let closed = self.stoppers(kind, foes);
            let moves = walk.moves(walkers(kind), closed, false);
            let class = stopper_class(kind, foes) * MOVE_CLASSES + moves;
            out.push(Input::on(first + WALK + class));
            if place > 0 {
                continue;
            }
            let cleared = match moves {
                MAX_MOVES => walk.moves(walkers(kind), closed.difference(mines), false),
                _ => moves,
            };
            let lacks_engineer = usize::from(walkers(Kind::Engineer).is_empty());
            out.push(Input::on(first + CLEARED + lacks_engineer * MOVE_CLASSES + cleared));
            let guards = closed.difference(mines).intersection(self.mobile_cells);
            let guard = guard_class(board, foes.flags, guards);
            let guarded = guard * GUARDED_MOVE_CLASSES + guarded_move_class(moves);
            out.push(Input::on(first + GUARD + guarded));
        }
        let engineers = walkers(Kind::Engineer);
        if !engineers.is_empty() {
            let moves = walk.moves(engineers, self.stoppers(Kind::Engineer, foes), true);
            out.push(Input::on(first + ENGINEER + moves));
        }
    }

    /// Returns the cells of the pieces that do not fall to an attack by a kind.
    fn stoppers(&self, kind: Kind, foes: &Pieces) -> Cells {
        let mine = self.public.context.rules.mine;
        let mut stoppers = Cells::EMPTY;
        for (foe, cells) in Kind::ALL.into_iter().zip(foes.by_kind) {
            if kind.battle_result(foe, mine) != BattleResult::AttackerSurvives {
                stoppers = stoppers.union(cells);
            }
        }
        stoppers
    }
}

/// The values shared by the walks of all pieces of a side.
struct Walk<'a> {
    board: &'a Board,
    /// The Flags to which the walks lead.
    flags: Cells,
    occupied: Cells,
    /// The cells that no piece can pass.
    closed: Cells,
}

impl Walk<'_> {
    /// Returns the class of the number of moves to a Flag from the nearest of some pieces, which
    /// cannot pass the cells in `closed`. `turns` is true if they turn corners on rails.
    fn moves(&self, walkers: Cells, closed: Cells, turns: bool) -> usize {
        let mut visited = self.closed.union(closed).union(self.flags);
        let mut frontier = self.flags;
        let mut visited_rails = Cells::EMPTY;
        for class in 0..MAX_MOVES {
            let mut reached = Cells::EMPTY;
            for cell in frontier.iter() {
                reached = reached.union(*self.board.neighbours(cell));
                if !turns {
                    self.slide(cell, &mut reached);
                } else if self.board.on_rail(cell) && !visited_rails.contains(cell) {
                    let rails = self.board.rail_reach(cell, &self.occupied);
                    visited_rails = visited_rails.union(rails.difference(self.occupied));
                    reached = reached.union(rails);
                }
            }
            if !reached.intersection(walkers).is_empty() {
                return class;
            }
            frontier = reached.difference(visited);
            if frontier.is_empty() {
                break;
            }
            visited = visited.union(frontier);
        }
        MAX_MOVES
    }

    /// Adds the cells past a free neighbour that a slider reaches.
    fn slide(&self, from: Cell, reached: &mut Cells) {
        for (neighbour, steps, start) in self.board.paths_beyond(from) {
            if self.occupied.contains(neighbour) {
                continue;
            }
            let mut index = 0;
            while let Some(step) = steps.get(index) {
                reached.insert(step.cell);
                let is_occupied = self.occupied.contains(step.cell);
                index = if is_occupied { (step.skip - start) as usize } else { index + 1 };
            }
        }
    }
}

/// Returns the class of what could stop a kind: nothing, Bombs, an equal piece, a stronger piece.
fn stopper_class(kind: Kind, foes: &Pieces) -> usize {
    let is_left = |kind: usize| !foes.by_kind[kind].is_empty();
    match kind.index() {
        kind if (0..kind).any(is_left) => 3,
        kind if is_left(kind) => 2,
        _ => usize::from(is_left(Kind::Bomb.index())),
    }
}

/// Returns the class of the number of steps from a Flag to its nearest guard.
fn guard_class(board: &Board, flags: Cells, guards: Cells) -> usize {
    let steps = |flag: Cell| guards.iter().map(move |guard| board.distance(guard, flag));
    match flags.iter().flat_map(steps).min() {
        Some(0..=2) => 0,
        Some(3..=4) => 1,
        Some(_) => 2,
        None => 3,
    }
}

/// Returns the class of a number of moves in combination with a guard.
fn guarded_move_class(moves: usize) -> usize {
    match moves {
        0..=1 => 0,
        2..=3 => 1,
        4..MAX_MOVES => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::position::PositionLine;
    use crate::contract::seat::Seat;

    /// Returns the features of south's walks to the Flag on N62 in a position with these other
    /// pieces.
    fn walks(south: &str, north: &str) -> Vec<usize> {
        let line = format!("qipan junqi open turn=south south=S62F,{south} north=N62F,{north}");
        let line: PositionLine<Junqi> = line.parse().unwrap();
        let game = line.set_up().unwrap();
        let [south, north] = [0, 2].map(|seat| Pieces::of(&game, SeatSet::one(Seat::new(seat))));
        let mut out = Vec::new();
        game.add_walks(&south, &north, 0, &mut out);
        out.iter().map(|input| usize::from(input.index)).collect()
    }

    /// Returns the feature of a walk in this number of moves that a class of piece can stop.
    fn walk(stopper: usize, moves: usize) -> usize {
        WALK + stopper * MOVE_CLASSES + moves - 1
    }

    /// The General on N42 captures the Lieutenant on N63: N53, N63, N62.
    #[test]
    fn walk_leads_over_weaker_pieces() {
        let features = walks("N42J", "N52D,N61D,N63P");
        assert!(features.contains(&walk(0, 3)), "{features:?}");
        // Nothing can stop it.
        assert!(features.contains(&(GUARD + 3 * GUARDED_MOVE_CLASSES + 1)), "{features:?}");
    }

    #[test]
    fn stronger_pieces_and_landmines_stop_a_walk() {
        let features = walks("N42J,S51G", "N52D,N61D,N53S,N63P");
        assert!(features.contains(&walk(3, MOVE_CLASSES)), "{features:?}");
        // Without the Landmine on N52 it would take two moves, and an Engineer is there.
        assert!(features.contains(&(CLEARED + 1)), "{features:?}");
        // The Field Marshal stands two steps from its Flag, and there is no walk.
        assert!(features.contains(&(GUARD + 3)), "{features:?}");
        // The Engineer goes by rail to N52, and clears it.
        assert!(features.contains(&(ENGINEER + 1)), "{features:?}");
    }

    /// By rail it is one move from S55 to N51, unless a piece stands between.
    #[test]
    fn walk_slides_along_free_rails() {
        assert!(walks("S55J", "N61P").contains(&walk(0, 3)));
        assert!(walks("S55J", "N61P,N21P").contains(&walk(0, 4)));
    }

    #[test]
    fn bombs_and_equal_pieces_are_told_apart() {
        assert!(walks("N42J", "S11Z").contains(&walk(1, 2)));
        assert!(walks("N42J", "S11J").contains(&walk(2, 2)));
    }
}
