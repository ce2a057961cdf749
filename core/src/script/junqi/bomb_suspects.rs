//! Bomb suspects: hidden pieces that moved next to a piece which had won battles. They are Bombs
//! more often than other hidden pieces.

use crate::contract::seat::Seat;
use crate::games::junqi::cells::CELLS;
use crate::games::junqi::{BattleResult, Cell, Event, Tile, View};

/// Finds hidden pieces that moved next to pieces of a seat's side which had won battles, and that
/// have not fought themselves. Returns the cell of each, and the most battles that a piece it
/// approached had won. Camps do not count: a piece in a camp cannot be attacked, so approaching
/// it is no sign of a Bomb.
pub(super) fn bomb_suspects(view: &View, seat: Seat, log: &[Event]) -> Vec<(Cell, u32)> {
    let board = view.board();
    let ours = |index: usize| {
        let seen = view.seen(Tile::named_by(Cell::new(index as u8)));
        let stands = view.cell_of(seen.tile).is_some();
        stands && seen.owner.is_some_and(|owner| view.allied(seat, owner))
    };
    let ours: [bool; CELLS] = std::array::from_fn(ours);
    // The tile on each cell; a tile is named by the cell it started on.
    let mut here: [usize; CELLS] = std::array::from_fn(|index| index);
    let mut won = [0; CELLS];
    let mut fought = [false; CELLS];
    let mut suspicion = [0; CELLS];
    let mut shifted = None;
    for event in log {
        let before = shifted.take();
        match *event {
            Event::Moved { from, to, .. } => {
                here.swap(from.index(), to.index());
                let mover = here[to.index()];
                if ours[mover] {
                    continue;
                }
                let met = board.near(to).difference(*board.camps());
                let met = met.iter().map(|cell| here[cell.index()]).filter(|tile| ours[*tile]);
                let wins = met.map(|tile| won[tile]);
                suspicion[mover] = wins.fold(suspicion[mover], u32::max);
            }
            Event::Battled { from, to, fight, .. } => {
                let (attacker, defender) = (here[from.index()], here[to.index()]);
                (fought[attacker], fought[defender]) = (true, true);
                match fight {
                    BattleResult::AttackerStays => {
                        won[attacker] += 1;
                        here.swap(from.index(), to.index());
                    }
                    BattleResult::DefenderStays => won[defender] += 1,
                    BattleResult::BothGone => {}
                }
            }
            // An exchange of two pieces is two events; the second one changes nothing more.
            Event::Shifted { from, to, .. } if before != Some((to, from)) => {
                here.swap(from.index(), to.index());
                shifted = Some((from, to));
            }
            _ => {}
        }
    }
    let suspect = |cell: Cell| {
        let seen = view.at(cell)?;
        let tile = seen.tile.index();
        let counts = seen.piece.is_none() && !fought[tile] && suspicion[tile] > 0;
        counts.then_some((cell, suspicion[tile]))
    };
    board.cells().iter().filter_map(suspect).collect()
}
