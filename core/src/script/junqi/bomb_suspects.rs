//! Bomb suspects: hidden pieces that moved next to a piece which had won battles. They are more
//! often Bombs than other hidden pieces are.

use crate::contract::seat::Seat;
use crate::games::junqi::cells::CELLS;
use crate::games::junqi::{BattleResult, Cell, Event, Tile, View};

/// Finds hidden pieces that have not fought, and that moved next to pieces of a seat's side which
/// had won battles. Returns the cell of each, and the largest number of battles won by a piece that
/// it approached. Camps do not count: a piece in a camp cannot be attacked, so approaching it is no
/// sign of a Bomb.
pub(super) fn bomb_suspects(view: &View, seat: Seat, log: &[Event]) -> Vec<(Cell, u32)> {
    let board = view.board();
    // A tile is named by the cell it started on, so all arrays have an entry for each cell.
    let is_ours: [bool; CELLS] = std::array::from_fn(|index| {
        let seen = view.visible_tile(Tile::named_by(Cell::new(index as u8)));
        let is_on_board = view.cell_of(seen.tile).is_some();
        is_on_board && seen.owner.is_some_and(|owner| view.allied(seat, owner))
    });
    let mut tile_on: [usize; CELLS] = std::array::from_fn(|index| index);
    let mut battles_won = [0; CELLS];
    let mut has_fought = [false; CELLS];
    // For each tile, the largest number of battles won by a piece that it approached.
    let mut suspicion = [0; CELLS];
    let mut last_shift = None;
    for event in log {
        let previous_shift = last_shift.take();
        match *event {
            Event::Moved { from, to, .. } => {
                tile_on.swap(from.index(), to.index());
                let mover = tile_on[to.index()];
                if is_ours[mover] {
                    continue;
                }
                for cell in board.neighbours(to).difference(*board.camps()).iter() {
                    let neighbour = tile_on[cell.index()];
                    if is_ours[neighbour] {
                        suspicion[mover] = suspicion[mover].max(battles_won[neighbour]);
                    }
                }
            }
            Event::Battled { from, to, result, .. } => {
                let (attacker, defender) = (tile_on[from.index()], tile_on[to.index()]);
                (has_fought[attacker], has_fought[defender]) = (true, true);
                match result {
                    BattleResult::AttackerSurvives => {
                        battles_won[attacker] += 1;
                        tile_on.swap(from.index(), to.index());
                    }
                    BattleResult::DefenderSurvives => battles_won[defender] += 1,
                    BattleResult::BothGone => {}
                }
            }
            // An exchange of two pieces is two events. The second one changes nothing more.
            Event::Shifted { from, to, .. } if previous_shift != Some((to, from)) => {
                tile_on.swap(from.index(), to.index());
                last_shift = Some((from, to));
            }
            _ => {}
        }
    }
    let suspect = |cell: Cell| {
        let seen = view.at(cell)?;
        let tile = seen.tile.index();
        let is_suspect = seen.piece.is_none() && !has_fought[tile] && suspicion[tile] > 0;
        is_suspect.then_some((cell, suspicion[tile]))
    };
    board.cells().iter().filter_map(suspect).collect()
}
