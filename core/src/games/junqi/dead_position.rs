//! The dead position (双方都无法消灭对方): no piece can ever capture an enemy piece, and no side can run
//! out of moves. Such a game is drawn.
//!
//! The test is sound but not complete: it may miss a dead position. It looks at the cells that each
//! piece could ever reach, its *pen*. The walls of a pen are Landmines that the piece cannot clear,
//! and the Flag of its own army.

use super::cells::{CELLS, Cell, Cells};
use super::piece::{BattleResult, Kind};
use super::state::Junqi;
use super::tile::Tile;
use crate::contract::seat::{Seat, SeatSet};

impl Junqi {
    /// Returns true if it is certain that the game can only be drawn:
    ///
    /// 1. No piece can ever reach an enemy's Flag, or any other enemy piece that it could capture
    ///    or that could capture it.
    /// 2. Every side has an army that [keeps a move](Junqi::keeps_a_move) for ever.
    ///
    /// If the second condition does not hold, a side may have to strike Landmines with its last
    /// pieces. It then loses once it has no movable piece left.
    pub(super) fn is_dead(&self) -> bool {
        let is_uncertain = !self.public.armies_assigned
            || !self.public.face_down.is_empty()
            || self.public.carrier.iter().any(|tile| tile.is_some())
            || self.public.dropped_flags.iter().any(|cell| cell.is_some());
        if is_uncertain || self.can_meet_in_the_open() {
            return false;
        }
        let mut with_lasting_move = SeatSet::EMPTY;
        for seat in self.public.alive.iter() {
            for cell in self.army_cells[seat.index()].intersection(self.mobile_cells).iter() {
                let Some(pen) = self.pen(seat, cell) else { return false };
                if self.keeps_a_move(seat, cell, &pen) {
                    with_lasting_move.insert(seat);
                }
            }
        }
        let side_keeps_a_move =
            |seat: Seat| !self.public.team(seat).intersection(with_lasting_move).is_empty();
        self.public.alive.iter().all(side_keeps_a_move)
    }

    /// Reports whether enemies that can move stand on the open ground, and nothing there stays for
    /// good. One of them can then come to stand beside the other. This is nearly always so, and
    /// faster to find out than by [pens](Junqi::pen).
    fn can_meet_in_the_open(&self) -> bool {
        let open_ground = *self.board().open_ground();
        let mut first_team = None;
        let mut is_contested = false;
        for seat in self.public.alive.iter() {
            let pieces = self.army_cells[seat.index()].intersection(open_ground);
            let mobile = pieces.intersection(self.mobile_cells);
            if mobile != pieces {
                return false;
            }
            if !mobile.is_empty() {
                let team = *first_team.get_or_insert(self.public.team(seat));
                is_contested |= !team.contains(seat);
            }
        }
        is_contested
    }

    /// Returns the cells that a piece could ever reach. Returns `None` if it could come to stand
    /// beside an enemy that can move, or beside one that it could remove.
    ///
    /// Landmines that it cannot clear and its own Flag are walls, if they stay for good. Any other
    /// piece, even one in a camp, may move away or be captured later.
    fn pen(&self, seat: Seat, from: Cell) -> Option<Cells> {
        let kind = self.kind_at(from);
        let foes = self.foes_of(seat);
        let mut pen = Cells::EMPTY;
        let mut visited = Cells::EMPTY;
        pen.insert(from);
        visited.insert(from);
        let mut stack = [from; CELLS];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            for next in self.board().neighbours(stack[height]).iter() {
                if visited.contains(next) {
                    continue;
                }
                visited.insert(next);
                if let Some(tile) = self.tile_at(next) {
                    let is_foe = foes.contains(self.occupant[next]);
                    if is_foe && (self.mobile_cells.contains(next) || self.can_remove(kind, tile)) {
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

    /// Reports whether a tile is a Landmine or a Flag that can never leave the board, because its
    /// army is the last of its side. Other armies may resign to clear the way for a partner, and
    /// their pieces then leave the board. The last army would lose the game by resigning.
    fn is_wall(&self, tile: Tile) -> bool {
        let is_immobile = matches!(self.kind[tile], Some(Kind::Landmine | Kind::Flag));
        let is_last_of_side =
            |owner| self.public.team(owner).intersection(self.public.alive).len() == 1;
        is_immobile && self.owner[tile].get().is_some_and(is_last_of_side)
    }

    /// Reports whether a piece keeps a move for ever: it can step aside and back, and only its
    /// own army moves in its pen, so that no other army can capture or block it. A step into a
    /// headquarters that it cannot leave does not count. An unrecorded piece does not count, since
    /// it may be a Landmine.
    fn keeps_a_move(&self, seat: Seat, from: Cell, pen: &Cells) -> bool {
        let kind = self.kind_at(from);
        let other_mobile_cells = self.mobile_cells.difference(self.army_cells[seat.index()]);
        let can_step_to = |to: Cell| self.tile_at(to).is_none() && self.can_leave(to, kind);
        kind.is_some()
            && pen.intersection(other_mobile_cells).is_empty()
            && self.board().neighbours(from).iter().any(can_step_to)
    }

    /// Reports whether a piece of this kind could remove a piece that never moves. Battle results
    /// are recorded only if house rules may decide them, and then any piece could.
    fn can_remove(&self, kind: Option<Kind>, tile: Tile) -> bool {
        let (Some(kind), Some(defender)) = (kind, self.kind[tile]) else { return true };
        self.rules().records_battle_results
            || kind.battle_result(defender, self.rules().mine) != BattleResult::DefenderSurvives
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    use super::*;
    use crate::contract::dice::Seed;
    use crate::contract::game::{Game, NullSink, Step, Turn, random_element};
    use crate::contract::options::RuleSet;
    use crate::contract::setup::Setup;
    use crate::games::junqi::rules::Rules;

    /// If enemies can meet in the open, the pens say so as well.
    #[test]
    fn open_ground_never_contradicts_pens() {
        let mut rng = SmallRng::seed_from_u64(1);
        let (mut compared, mut open) = (0, 0);
        for preset in ["dark", "siguo_dark", "three", "six"] {
            let rules = Rules::preset(preset).unwrap();
            for number in 0..3 {
                let deal = Junqi::draw_deal(&rules, rules.seats(), &Seed::from_number(number));
                let mut game = Junqi::new(&rules, rules.seats(), &deal.unwrap()).unwrap();
                let mut actions = Vec::new();
                while let Turn::Seat(seat) = game.turn() {
                    let has_open_pen = game.public.alive.iter().any(|seat| {
                        let army = game.army_cells[seat.index()];
                        let mobile = army.intersection(game.mobile_cells);
                        mobile.iter().any(|cell| game.pen(seat, cell).is_none())
                    });
                    compared += 1;
                    open += u32::from(game.can_meet_in_the_open());
                    assert!(has_open_pen || !game.can_meet_in_the_open(), "{preset}");
                    game.legal_actions(&mut actions);
                    let action = random_element(&actions, &mut rng);
                    game.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
                }
            }
        }
        assert!(compared > 1_000 && open > compared / 2, "{open} of {compared}");
    }
}
