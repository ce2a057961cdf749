//! Features of a position for the value network: pieces and their places, public knowledge of
//! them, and threats to Flags.

use crate::contract::seat::{Seat, SeatSet};
use crate::games::junqi::cells::{Cell, Cells};
use crate::games::junqi::notation::Action;
use crate::games::junqi::piece::{BattleResult, Piece};
use crate::games::junqi::state::Junqi;
use crate::games::junqi::tile::Tiles;
use crate::learning::Input;

/// Kinds that have a rank or clear Landmines.
pub(super) const RANKED: usize = Piece::Engineer as usize + 1;
/// Kinds that move.
const MOVING: usize = Piece::Landmine as usize;

// The first index of each group of features, for one of the two sides.
/// Pieces left, by kind and by the number of stronger pieces of the other side.
const LEFT: usize = 0;
pub(super) const STRONGER: usize = 6;
/// Pieces left without a rank: Bombs, Landmines.
const OTHERS: usize = LEFT + RANKED * STRONGER;
/// Pieces that can move, by kind and steps to the nearest Flag of the other side.
const NEAR: usize = OTHERS + 2;
const STEPS: usize = 8;
/// Pieces by kind and by how much everyone knows of them.
const KNOWN: usize = NEAR + MOVING * STEPS;
const KNOWLEDGE: usize = 4;
/// The cells next to the own Flag by their contents, and by whether the Flag is shown.
const RING: usize = KNOWN + 12 * KNOWLEDGE;
const RING_KINDS: usize = 7;
/// Pieces of the other side near the own Flag, by class and steps.
const THREAT: usize = RING + 2 * RING_KINDS;
const THREAT_STEPS: usize = 5;
const THREAT_KINDS: usize = 4;
/// The number of armies the side has left.
const ARMIES: usize = THREAT + THREAT_STEPS * THREAT_KINDS;
/// The best strike if it is the side's turn, and otherwise the best strike it threatens. The
/// first class means none.
const STRIKE: usize = ARMIES + 3;
const THREATENED: usize = STRIKE + STRIKES;
pub(super) const STRIKES: usize = 9;
/// Pieces in camps: in the own land and elsewhere.
const CAMPS: usize = THREATENED + STRIKES;
/// Pieces stuck in a headquarters, by class.
const STUCK: usize = CAMPS + 2;
/// The best pieces of the other side outside camps, by kind and steps: to the nearest Bomb of
/// this side, and to the nearest piece that is stronger.
const BOMBERS: usize = STUCK + THREAT_KINDS;
const HUNTERS: usize = BOMBERS + PREY * HUNT_STEPS;
pub(super) const PREY: usize = 4;
pub(super) const HUNT_STEPS: usize = 6;
/// Number of features of one side.
const SIDE: usize = HUNTERS + PREY * HUNT_STEPS;

/// Number of features of a position.
pub(super) const FEATURES: usize = 2 * SIDE;

/// A rough value of each kind, for comparing strikes.
pub(super) const MATERIAL: [f32; 12] =
    [30.0, 24.0, 17.0, 12.0, 8.5, 6.0, 4.5, 3.5, 6.0, 9.0, 5.0, 60.0];

/// Returns the class of a number of steps to a Flag.
pub(super) fn steps_class(steps: u8) -> usize {
    match steps {
        0..=5 => usize::from(steps.max(1)) - 1,
        6..=7 => 5,
        8..=10 => 6,
        _ => 7,
    }
}

/// Returns the class of a hunter's steps to its prey.
pub(super) fn hunt_class(steps: u8) -> usize {
    usize::from(steps.max(1) - 1).min(HUNT_STEPS - 1)
}

/// Returns the class of a number of stronger pieces.
pub(super) fn strength_class(stronger: u8) -> usize {
    match stronger {
        0..=3 => usize::from(stronger),
        4..=6 => 4,
        _ => 5,
    }
}

/// Returns the class of a strike's gain, 0 if no strike is good.
pub(super) fn strike_class(gain: f32) -> usize {
    match gain {
        x if x <= 0.0 => 0,
        x if x <= 3.6 => 1,
        x if x <= 5.0 => 2,
        x if x <= 7.0 => 3,
        x if x <= 10.0 => 4,
        x if x <= 15.0 => 5,
        x if x <= 20.0 => 6,
        x if x <= 40.0 => 7,
        _ => 8,
    }
}

/// Returns the class of an attacker: strong officers, weak officers, Engineers, others.
fn threat_class(kind: Option<Piece>) -> usize {
    match kind {
        Some(kind) if kind <= Piece::Brigadier => 0,
        Some(kind) if kind <= Piece::Lieutenant => 1,
        Some(Piece::Engineer) => 2,
        _ => 3,
    }
}

impl Junqi {
    /// Writes the features of a position into `out`, cleared first: those of a side, then those
    /// of all other seats together. `list` is scratch space for actions.
    pub(super) fn field_features(
        &self,
        side: SeatSet,
        out: &mut Vec<Input>,
        list: &mut Vec<Action>,
    ) {
        out.clear();
        let others = self.public.ground.seats.difference(side);
        let alive = self.public.alive;
        let (side, others) = (side.intersection(alive), others.intersection(alive));
        for (half, (own, foes)) in [(side, others), (others, side)].into_iter().enumerate() {
            let first = half * SIDE;
            self.add_material(own, foes, first, out);
            self.add_pieces(own, foes, first, out);
            self.add_flags(own, foes, first, out);
            if !own.is_empty() {
                out.push(Input::on(first + ARMIES + own.len().min(3) - 1));
            }
            self.add_strikes(own, first, out, list);
            self.add_hunts(own, foes, first, out);
        }
    }

    fn add_material(&self, own: SeatSet, foes: SeatSet, first: usize, out: &mut Vec<Input>) {
        let count = |seats: SeatSet, kind: Piece| -> u8 {
            seats.iter().map(|seat| self.left[seat.index()][kind]).sum()
        };
        let mut stronger = 0;
        for kind in Piece::RANKED.iter().copied() {
            let left = count(own, kind);
            if left > 0 {
                let index = first + LEFT + kind.index() * STRONGER + strength_class(stronger);
                out.push(Input::scaled(index, f32::from(left)));
            }
            stronger += count(foes, kind);
        }
        for (place, kind) in [Piece::Bomb, Piece::Landmine].into_iter().enumerate() {
            let left = count(own, kind);
            if left > 0 {
                out.push(Input::scaled(first + OTHERS + place, f32::from(left)));
            }
        }
    }

    fn add_pieces(&self, own: SeatSet, foes: SeatSet, first: usize, out: &mut Vec<Input>) {
        let board = &*self.public.ground.board;
        let fought = self.fought();
        for seat in own.iter() {
            for cell in self.army[seat.index()].iter() {
                let Some(tile) = self.tile_at(cell) else { continue };
                let Some(kind) = self.kind[tile].map(Piece::index) else { continue };
                let known = if self.public.shown.contains(tile) {
                    3
                } else if fought.contains(tile) {
                    2
                } else {
                    usize::from(self.public.moved.contains(tile))
                };
                out.push(Input::on(first + KNOWN + kind * KNOWLEDGE + known));
                if kind >= MOVING || !self.mobile.contains(cell) {
                    continue;
                }
                let goals = foes.iter().filter_map(|foe| self.flag_cell(foe));
                if let Some(steps) = goals.map(|goal| board.steps(cell, goal)).min() {
                    out.push(Input::on(first + NEAR + kind * STEPS + steps_class(steps)));
                }
                if board.camps().contains(cell) {
                    out.push(Input::on(first + CAMPS + usize::from(cell.land() != Some(seat))));
                }
            }
        }
    }

    fn add_hunts(&self, own: SeatSet, foes: SeatSet, first: usize, out: &mut Vec<Input>) {
        let board = &*self.public.ground.board;
        // The cells of hunters: officers that can be stronger than prey, by kind, and Bombs.
        let mut officers = [Cells::EMPTY; PREY];
        let mut bombs = Cells::EMPTY;
        for seat in own.iter() {
            let army = self.army[seat.index()];
            for cell in army.intersection(self.mobile).iter() {
                let Some(kind) = self.kind_at(cell) else { continue };
                if let Some(officers) = officers.get_mut(kind.index()) {
                    officers.insert(cell);
                } else if kind == Piece::Bomb {
                    bombs.insert(cell);
                }
            }
            let shut_up = army.intersection(*board.headquarters()).difference(self.mobile);
            for cell in shut_up.iter() {
                let kind = self.kind_at(cell);
                if kind.is_some_and(Piece::moves) {
                    out.push(Input::on(first + STUCK + threat_class(kind)));
                }
            }
        }
        for foe in foes.iter() {
            for cell in self.army[foe.index()].difference(*board.camps()).iter() {
                let kind = self.kind_at(cell).map(Piece::index).filter(|kind| *kind < PREY);
                let Some(kind) = kind else { continue };
                let stronger = officers[..kind].iter().fold(Cells::EMPTY, |all, c| all.union(*c));
                for (hunt, hunters) in [(BOMBERS, bombs), (HUNTERS, stronger)] {
                    if let Some(steps) = hunters.iter().map(|from| board.steps(from, cell)).min() {
                        let index = hunt + kind * HUNT_STEPS + hunt_class(steps);
                        out.push(Input::on(first + index));
                    }
                }
            }
        }
    }

    /// Returns the pieces that have won a fight.
    fn fought(&self) -> Tiles {
        let mut fought = Tiles::EMPTY;
        for battle in self.public.battles.as_slice() {
            match battle.fight {
                BattleResult::AttackerStays => fought.insert(battle.attacker),
                BattleResult::DefenderStays => fought.insert(battle.defender),
                BattleResult::BothGone => {}
            }
        }
        fought
    }

    fn add_flags(&self, own: SeatSet, foes: SeatSet, first: usize, out: &mut Vec<Input>) {
        let board = &*self.public.ground.board;
        for seat in own.iter() {
            let Some(tile) = self.flag[seat.index()].get() else { continue };
            let Some(flag) = self.cell_of(tile) else { continue };
            let shown = self.is_shown(tile);
            let ring = first + RING + usize::from(shown) * RING_KINDS;
            for cell in board.near(flag).iter() {
                out.push(Input::on(ring + self.ring_class(cell, foes)));
            }
            for foe in foes.iter() {
                for cell in self.army[foe.index()].intersection(self.mobile).iter() {
                    let steps = usize::from(board.steps(cell, flag));
                    if steps == 0 || steps > THREAT_STEPS {
                        continue;
                    }
                    let class = threat_class(self.kind_at(cell));
                    let index = class * THREAT_STEPS + steps - 1;
                    out.push(Input::on(first + THREAT + index));
                }
            }
        }
    }

    fn ring_class(&self, cell: Cell, foes: SeatSet) -> usize {
        let Some(tile) = self.tile_at(cell) else { return 0 };
        let foe = foes.iter().any(|seat| self.army[seat.index()].contains(cell));
        match self.kind[tile] {
            _ if foe => 6,
            Some(Piece::Landmine) => 1,
            Some(Piece::Bomb) => 2,
            Some(kind) if kind <= Piece::Brigadier => 3,
            Some(Piece::Engineer) => 5,
            _ => 4,
        }
    }

    fn add_strikes(
        &self,
        own: SeatSet,
        first: usize,
        out: &mut Vec<Input>,
        list: &mut Vec<Action>,
    ) {
        let turn = self.public.turn;
        if own.contains(turn) {
            out.push(Input::on(first + STRIKE + self.best_strike(turn, list)));
        } else if let Some(best) = own.iter().map(|seat| self.best_strike(seat, list)).max() {
            out.push(Input::on(first + THREATENED + best));
        }
    }

    /// Returns the class of a seat's best strike if it were to move, 0 if no strike is good.
    fn best_strike(&self, seat: Seat, list: &mut Vec<Action>) -> usize {
        list.clear();
        if self.public.assigned {
            self.list_moves(seat, list);
        }
        let strikes = list.iter().filter(|action| self.tile_at(action.to()).is_some());
        strike_class(strikes.map(|action| self.strike_gain(*action)).fold(0.0, f32::max))
    }

    /// Returns the value a strike takes less the value it costs, 0 for a flip or a move to an
    /// empty cell.
    pub(super) fn strike_gain(&self, action: Action) -> f32 {
        let Action::Move { from, to, .. } = action else { return 0.0 };
        let (Some(own), Some(other)) = (self.kind_at(from), self.kind_at(to)) else { return 0.0 };
        let (paid, taken) = (MATERIAL[own.index()], MATERIAL[other.index()]);
        match own.fight(other, self.public.ground.rules.mine) {
            BattleResult::AttackerStays => taken,
            BattleResult::DefenderStays => -paid,
            BattleResult::BothGone => taken - paid,
        }
    }
}
