//! The dead position (双方都无法消灭对方): no army can ever remove an enemy, and no side can run out of
//! moves.

use super::cells::{CELLS, Cell, Cells};
use super::piece::{BattleResult, Piece};
use super::state::Junqi;
use super::tile::Tile;
use crate::contract::seat::{Seat, SeatSet};

impl Junqi {
    /// Returns true if it is certain that the game can only be drawn:
    ///
    /// 1. no piece can ever come to a Flag or to an enemy that one of the two could remove, and
    /// 2. every side has an army that [keeps a move](Junqi::keeps_a_move) for ever.
    ///
    /// Without the second condition a side may have to strike Landmines with its last pieces, and
    /// loses once it has no movable piece left.
    pub(super) fn is_dead(&self) -> bool {
        let unsure = !self.public.assigned
            || !self.public.down.is_empty()
            || self.public.carrier.iter().any(|tile| tile.is_some())
            || self.public.dropped_flags.iter().any(|cell| cell.is_some());
        if unsure {
            return false;
        }
        let mut safe = SeatSet::EMPTY;
        for seat in self.public.alive.iter() {
            for cell in self.army[seat.index()].intersection(self.mobile).iter() {
                let Some(pen) = self.pen(seat, cell) else { return false };
                if self.keeps_a_move(seat, cell, &pen) {
                    safe.insert(seat);
                }
            }
        }
        let side_is_safe = |seat: Seat| self.public.team(seat).iter().any(|one| safe.contains(one));
        self.public.alive.iter().all(side_is_safe)
    }

    /// Returns the cells that a piece, or another one in its way, could ever come to. Returns
    /// `None` if it could come to a fight in which an enemy may be removed.
    ///
    /// Landmines it cannot clear and its own Flag are walls, if they stay for good. Any other
    /// piece may step aside or fall one day, and no piece stays in a camp for ever.
    fn pen(&self, seat: Seat, from: Cell) -> Option<Cells> {
        let kind = self.kind_at(from);
        let foes = self.foes_of(seat);
        let mut pen = Cells::EMPTY;
        let mut seen = Cells::EMPTY;
        pen.insert(from);
        seen.insert(from);
        let mut stack = [from; CELLS];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            for next in self.board().near(stack[height]).iter() {
                if seen.contains(next) {
                    continue;
                }
                seen.insert(next);
                if let Some(tile) = self.tile_at(next) {
                    let foe = foes.contain(self.occupant[next]);
                    if foe && (self.mobile.contains(next) || self.removes(kind, tile)) {
                        return None;
                    }
                    if self.is_wall(tile) {
                        continue;
                    }
                }
                pen.insert(next);
                stack[height] = next;
                height += 1;
            }
        }
        Some(pen)
    }

    /// Reports whether a Landmine or a Flag stays for good, which it does as long as its army
    /// does. An army may leave to make way for a partner, but hardly to lose the game.
    fn is_wall(&self, tile: Tile) -> bool {
        let stays = matches!(self.kind[tile], Some(Piece::Landmine | Piece::Flag));
        let alone = |owner| self.public.team(owner).intersection(self.public.alive).len() == 1;
        stays && self.owner[tile].get().is_some_and(alone)
    }

    /// Reports whether a piece keeps a move for ever: it can step aside and back, and only its
    /// own army moves in its pen, so that no other army can take or block it. A step into a
    /// headquarters it cannot leave does not count, nor does a piece that may be a Landmine.
    fn keeps_a_move(&self, seat: Seat, from: Cell, pen: &Cells) -> bool {
        let kind = self.kind_at(from);
        let others = self.mobile.difference(self.army[seat.index()]);
        let steps_aside = |to: Cell| self.tile_at(to).is_none() && self.can_leave(to, kind);
        kind.is_some()
            && pen.intersection(others).is_empty()
            && self.board().near(from).iter().any(steps_aside)
    }

    /// Returns true if a piece of a kind could remove a piece that stays where it is. If house
    /// rules decide fights, any piece could.
    fn removes(&self, kind: Option<Piece>, tile: Tile) -> bool {
        let (Some(kind), Some(struck)) = (kind, self.kind[tile]) else { return true };
        self.rules().fights_told
            || kind.fight(struck, self.rules().mine) != BattleResult::DefenderStays
    }
}
