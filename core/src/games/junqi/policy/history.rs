//! The moves of a game, reconstructed from its public events.

use crate::contract::seat::Seat;
use crate::games::junqi::board_map::CellMap;
use crate::games::junqi::cells::Cell;
use crate::games::junqi::event::Event;
use crate::games::junqi::packed_option::PackedOption;
use crate::games::junqi::piece::BattleResult;
use crate::games::junqi::tile::{Tile, TileMap};

/// A past move of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PastMove {
    pub(super) seat: Seat,
    /// The piece that moved.
    pub(super) tile: Tile,
    pub(super) from: Cell,
    pub(super) to: Cell,
    /// The piece that was struck and the result, if the move struck one.
    pub(super) battle: Option<(Tile, BattleResult)>,
}

/// The past moves, oldest first, and what follows from them for each piece.
#[derive(Clone, Debug)]
pub(super) struct MoveHistory {
    pub(super) moves: Vec<PastMove>,
    /// The number of moves of each piece.
    pub(super) move_counts: TileMap<u8>,
    /// The cell that each piece left with its last move.
    pub(super) previous_cell: TileMap<PackedOption<Cell>>,
    /// The number of battles that each piece has survived.
    pub(super) wins: TileMap<u8>,
    tile_at: CellMap<PackedOption<Tile>>,
}

impl MoveHistory {
    /// Reads the history from the events of a game so far, oldest first.
    pub(super) fn of(log: &[Event]) -> Self {
        let mut history = Self {
            moves: Vec::new(),
            move_counts: TileMap::filled(0),
            previous_cell: TileMap::filled(PackedOption::NONE),
            wins: TileMap::filled(0),
            tile_at: CellMap::filled(PackedOption::NONE),
        };
        // A cell that starts empty gets a tile, too. No event moves or strikes it.
        for cell in (0..crate::games::junqi::cells::CELLS as u8).map(Cell::new) {
            history.tile_at[cell] = PackedOption::some(Tile::named_by(cell));
        }
        log.iter().for_each(|event| history.add(event));
        history
    }

    /// Adds an event.
    pub(super) fn add(&mut self, event: &Event) {
        match *event {
            Event::Moved { seat, from, to } => {
                let Some(tile) = self.tile_at[from].get() else { return };
                self.push(PastMove { seat, tile, from, to, battle: None });
                self.relocate(from, to);
            }
            Event::Battled { seat, from, to, result } => {
                let (Some(tile), Some(struck)) = (self.tile_at[from].get(), self.tile_at[to].get())
                else {
                    return;
                };
                self.push(PastMove { seat, tile, from, to, battle: Some((struck, result)) });
                match result {
                    BattleResult::AttackerSurvives => {
                        self.wins[tile] = self.wins[tile].saturating_add(1);
                        self.relocate(from, to);
                    }
                    BattleResult::DefenderSurvives => {
                        self.wins[struck] = self.wins[struck].saturating_add(1);
                        self.tile_at[from] = PackedOption::NONE;
                    }
                    BattleResult::BothGone => {
                        self.tile_at[from] = PackedOption::NONE;
                        self.tile_at[to] = PackedOption::NONE;
                    }
                }
            }
            Event::Shifted { from, to, .. } => self.relocate(from, to),
            Event::Removed { at, .. } => self.tile_at[at] = PackedOption::NONE,
            _ => {}
        }
    }

    fn push(&mut self, past: PastMove) {
        self.move_counts[past.tile] = self.move_counts[past.tile].saturating_add(1);
        self.previous_cell[past.tile] = PackedOption::some(past.from);
        self.moves.push(past);
    }

    fn relocate(&mut self, from: Cell, to: Cell) {
        self.tile_at[to] = self.tile_at[from];
        self.tile_at[from] = PackedOption::NONE;
    }
}
