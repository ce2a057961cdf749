//! The dead position: nobody can ever remove anything again (双方都无法消灭对方).

use super::cells::{CELLS, Cell, Cells, NONE};
use super::piece::{Fight, Piece};
use super::state::{Junqi, UNKNOWN};
use crate::seat::Seat;

impl Junqi {
    /// Whether no movable piece of any side can ever reach a Flag or an enemy it could
    /// remove. Only the sure case: Landmines a piece cannot clear and its own Flag are walls,
    /// everything else may step aside or be out one day, and camps shelter nobody for ever.
    pub(super) fn is_dead(&self) -> bool {
        let unsure = !self.public.assigned
            || !self.public.down.is_empty()
            || self.public.carrier.iter().chain(&self.public.lying).any(|flag| *flag != NONE);
        if unsure {
            return false;
        }
        self.public.alive.iter().all(|seat| {
            self.army[seat.index()]
                .intersection(self.mobile)
                .iter()
                .all(|cell| !self.can_ever(seat, cell))
        })
    }

    /// Whether the piece on a cell can ever come to something to fight.
    fn can_ever(&self, seat: Seat, from: Cell) -> bool {
        let kind = self.kind[self.public.at[from.index()] as usize];
        let foes = self.foes_of(seat);
        let mut seen = Cells::EMPTY;
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
                let tile = self.public.at[next.index()];
                if tile != NONE {
                    let foe = foes >> self.who[next.index()] & 1 == 1;
                    if foe && (self.mobile.contains(next) || self.removes(kind, tile)) {
                        return true;
                    }
                    let kind = self.kind[tile as usize];
                    if kind == Piece::Landmine as u8 || kind == Piece::Flag as u8 {
                        continue;
                    }
                }
                stack[height] = next;
                height += 1;
            }
        }
        false
    }

    /// Whether a piece of a kind could remove a piece that stays where it is; where house
    /// rules decide fights any could.
    fn removes(&self, kind: u8, tile: u8) -> bool {
        let struck = self.kind[tile as usize];
        if kind == UNKNOWN || struck == UNKNOWN || self.rules().fights_told {
            return true;
        }
        let piece = |kind: u8| Piece::from_index(kind as usize);
        let fight = piece(kind).fight(piece(struck), self.rules().mine);
        fight != Fight::DefenderStays
    }
}
