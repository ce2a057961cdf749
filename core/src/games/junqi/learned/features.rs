//! Features of a position for the value network: material, the cells of pieces, what everyone
//! knows of them, threats to Flags, and walks to them (`walks.rs`).
//!
//! The features of a position are two halves of the same form: those of one side, and those of all
//! others together. A half is a sequence of groups, and the constants below are the first index of
//! each group in it. Most features are one-hot: a number such as steps is put into a class, and
//! the class selects the index that is set.

use super::walks::{Pieces, WALK_FEATURES};
use crate::contract::seat::{Seat, SeatSet};
use crate::games::junqi::cells::{Cell, Cells};
use crate::games::junqi::notation::Action;
use crate::games::junqi::piece::{BattleResult, Kind};
use crate::games::junqi::state::Junqi;
use crate::games::junqi::tile::Tiles;
use crate::learning::Input;

/// Number of kinds with a rank. They come first in [`Kind::ALL`].
pub(super) const RANKED_KINDS: usize = Kind::Engineer as usize + 1;
/// Number of kinds that move. They come first in [`Kind::ALL`].
const MOVING_KINDS: usize = Kind::Landmine as usize;

// The first index of each group of features in a half, and the sizes of its dimensions.
/// Remaining pieces, by kind and by the number of stronger pieces of the other side.
const REMAINING: usize = 0;
/// Number of classes of a number of stronger pieces.
pub(super) const STRONGER_CLASSES: usize = 6;
/// Remaining pieces without a rank: Bombs, Landmines.
const OTHERS: usize = REMAINING + RANKED_KINDS * STRONGER_CLASSES;
/// Pieces that can move, by kind and steps to the nearest Flag of the other side.
const NEAR: usize = OTHERS + 2;
/// Number of classes of steps to a Flag.
const STEP_CLASSES: usize = 8;
/// Pieces by kind and by how much everyone knows of them.
const KNOWN: usize = NEAR + MOVING_KINDS * STEP_CLASSES;
const KNOWLEDGE_CLASSES: usize = 4;
/// The cells next to the own Flag, by their contents, once for a hidden Flag and once for a shown
/// one.
const RING: usize = KNOWN + 12 * KNOWLEDGE_CLASSES;
const RING_CLASSES: usize = 7;
/// Pieces of the other side near the own Flag, by class ([`threat_class`]) and steps.
const THREAT: usize = RING + 2 * RING_CLASSES;
const THREAT_STEPS: usize = 5;
const THREAT_CLASSES: usize = 4;
/// The number of armies the side has left.
const ARMIES: usize = THREAT + THREAT_STEPS * THREAT_CLASSES;
/// The best strike if it is the side's turn, by its gain. The first class: no strike is good.
const STRIKE: usize = ARMIES + 3;
/// The best strike that the side threatens if it is not its turn.
const THREATENED: usize = STRIKE + STRIKE_CLASSES;
/// Number of classes of the gain of a strike.
pub(super) const STRIKE_CLASSES: usize = 9;
/// Pieces in camps: in the own land and elsewhere.
const CAMPS: usize = THREATENED + STRIKE_CLASSES;
/// Pieces stuck in a headquarters, by class ([`threat_class`]).
const STUCK: usize = CAMPS + 2;
// Prey are the best pieces of the other side outside camps. Hunters are the Bombs of this side and
// its pieces that are stronger than the prey.
/// Prey by kind and by steps to the nearest Bomb.
const PREY_TO_BOMB: usize = STUCK + THREAT_CLASSES;
/// Prey by kind and by steps to the nearest stronger piece.
const PREY_TO_STRONGER: usize = PREY_TO_BOMB + PREY_KINDS * HUNT_CLASSES;
/// Number of kinds that count as prey, from the Field Marshal down.
pub(super) const PREY_KINDS: usize = 4;
/// Number of classes of steps of a hunter to its prey.
pub(super) const HUNT_CLASSES: usize = 6;
/// Walks to the Flags of the other side ([`Junqi::add_walks`]).
const WALKS: usize = PREY_TO_STRONGER + PREY_KINDS * HUNT_CLASSES;
/// Number of features of one side.
const SIDE_FEATURES: usize = WALKS + WALK_FEATURES;

/// Number of features of a position.
pub(super) const FEATURES: usize = 2 * SIDE_FEATURES;

/// A rough value of each kind, in the order of [`Kind::ALL`], for comparing strikes.
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
    usize::from(steps.max(1) - 1).min(HUNT_CLASSES - 1)
}

/// Returns the class of a number of stronger pieces.
pub(super) fn stronger_class(stronger: u8) -> usize {
    match stronger {
        0..=3 => usize::from(stronger),
        4..=6 => 4,
        _ => 5,
    }
}

/// Returns the class of a strike's gain, 0 if no strike is good.
pub(super) fn strike_class(gain: f32) -> usize {
    match gain {
        gain if gain <= 0.0 => 0,
        gain if gain <= 3.6 => 1,
        gain if gain <= 5.0 => 2,
        gain if gain <= 7.0 => 3,
        gain if gain <= 10.0 => 4,
        gain if gain <= 15.0 => 5,
        gain if gain <= 20.0 => 6,
        gain if gain <= 40.0 => 7,
        _ => 8,
    }
}

/// Returns the class of a piece as a threat: strong officers, weak officers, Engineers, others.
fn threat_class(kind: Option<Kind>) -> usize {
    match kind {
        Some(kind) if kind <= Kind::Brigadier => 0,
        Some(kind) if kind <= Kind::Lieutenant => 1,
        Some(Kind::Engineer) => 2,
        _ => 3,
    }
}

impl Junqi {
    /// Writes the features of a position into `out`, cleared first: those of a side, then those
    /// of all other seats together. `list` is a buffer for actions. Not for Flip Junqi.
    pub(super) fn standard_features(
        &self,
        side: SeatSet,
        out: &mut Vec<Input>,
        list: &mut Vec<Action>,
    ) {
        out.clear();
        let others = self.public.context.seats.difference(side);
        let alive = self.public.alive;
        let (side, others) = (side.intersection(alive), others.intersection(alive));
        let pieces = [side, others].map(|seats| Pieces::of(self, seats));
        for (half, (own, foes)) in [(side, others), (others, side)].into_iter().enumerate() {
            let first = half * SIDE_FEATURES;
            self.add_material(own, foes, first, out);
            self.add_pieces(own, foes, first, out);
            self.add_flags(own, foes, first, out);
            if !own.is_empty() {
                out.push(Input::on(first + ARMIES + own.len().min(3) - 1));
            }
            self.add_strikes(own, first, out, list);
            self.add_hunts(own, foes, first, out);
            self.add_walks(&pieces[half], &pieces[1 - half], first + WALKS, out);
        }
    }

    /// Adds the remaining pieces. Here and below, `first` is the first index of the half.
    fn add_material(&self, own: SeatSet, foes: SeatSet, first: usize, out: &mut Vec<Input>) {
        let count = |seats: SeatSet, kind: Kind| -> u8 {
            seats.iter().map(|seat| self.remaining[seat.index()][kind]).sum()
        };
        let mut stronger = 0;
        for kind in Kind::RANKED.iter().copied() {
            let remaining = count(own, kind);
            if remaining > 0 {
                let index =
                    first + REMAINING + kind.index() * STRONGER_CLASSES + stronger_class(stronger);
                out.push(Input::scaled(index, f32::from(remaining)));
            }
            stronger += count(foes, kind);
        }
        for (number, kind) in [Kind::Bomb, Kind::Landmine].into_iter().enumerate() {
            let remaining = count(own, kind);
            if remaining > 0 {
                out.push(Input::scaled(first + OTHERS + number, f32::from(remaining)));
            }
        }
    }

    /// Adds the pieces on the board: what everyone knows of them, their steps to the enemies'
    /// Flags, and those in camps.
    fn add_pieces(&self, own: SeatSet, foes: SeatSet, first: usize, out: &mut Vec<Input>) {
        let board = &*self.public.context.board;
        let victorious = self.victorious_tiles();
        for seat in own.iter() {
            for cell in self.army_cells[seat.index()].iter() {
                let Some(tile) = self.tile_at(cell) else { continue };
                let Some(kind) = self.kind[tile].map(Kind::index) else { continue };
                // Public knowledge of the piece: its kind, that it has won, that it has moved,
                // or nothing.
                let knowledge = if self.public.revealed.contains(tile) {
                    3
                } else if victorious.contains(tile) {
                    2
                } else {
                    usize::from(self.public.moved.contains(tile))
                };
                out.push(Input::on(first + KNOWN + kind * KNOWLEDGE_CLASSES + knowledge));
                if kind >= MOVING_KINDS || !self.mobile_cells.contains(cell) {
                    continue;
                }
                let goals = foes.iter().filter_map(|foe| self.flag_cell(foe));
                if let Some(steps) = goals.map(|goal| board.distance(cell, goal)).min() {
                    out.push(Input::on(first + NEAR + kind * STEP_CLASSES + steps_class(steps)));
                }
                if board.camps().contains(cell) {
                    out.push(Input::on(first + CAMPS + usize::from(cell.land() != Some(seat))));
                }
            }
        }
    }

    /// Adds the steps of hunters to prey, and the pieces stuck in a headquarters.
    fn add_hunts(&self, own: SeatSet, foes: SeatSet, first: usize, out: &mut Vec<Input>) {
        let board = &*self.public.context.board;
        // The cells of hunters: officers that can be stronger than prey, by kind, and Bombs.
        let mut officers = [Cells::EMPTY; PREY_KINDS];
        let mut bombs = Cells::EMPTY;
        for seat in own.iter() {
            let army = self.army_cells[seat.index()];
            for cell in army.intersection(self.mobile_cells).iter() {
                let Some(kind) = self.kind_at(cell) else { continue };
                if let Some(officers) = officers.get_mut(kind.index()) {
                    officers.insert(cell);
                } else if kind == Kind::Bomb {
                    bombs.insert(cell);
                }
            }
            let stuck = army.intersection(*board.headquarters()).difference(self.mobile_cells);
            for cell in stuck.iter() {
                let kind = self.kind_at(cell);
                if kind.is_some_and(Kind::moves) {
                    out.push(Input::on(first + STUCK + threat_class(kind)));
                }
            }
        }
        for foe in foes.iter() {
            for cell in self.army_cells[foe.index()].difference(*board.camps()).iter() {
                let kind = self.kind_at(cell).map(Kind::index).filter(|kind| *kind < PREY_KINDS);
                let Some(kind) = kind else { continue };
                let mut stronger = Cells::EMPTY;
                for cells in &officers[..kind] {
                    stronger = stronger.union(*cells);
                }
                for (hunt, hunters) in [(PREY_TO_BOMB, bombs), (PREY_TO_STRONGER, stronger)] {
                    if let Some(steps) = hunters.iter().map(|from| board.distance(from, cell)).min()
                    {
                        let index = hunt + kind * HUNT_CLASSES + hunt_class(steps);
                        out.push(Input::on(first + index));
                    }
                }
            }
        }
    }

    /// Returns the pieces that have won a battle.
    fn victorious_tiles(&self) -> Tiles {
        let mut victorious = Tiles::EMPTY;
        for battle in self.public.battles.as_slice() {
            match battle.result {
                BattleResult::AttackerSurvives => victorious.insert(battle.attacker),
                BattleResult::DefenderSurvives => victorious.insert(battle.defender),
                BattleResult::BothGone => {}
            }
        }
        victorious
    }

    /// Adds the cells next to the own Flags, and the enemies near them.
    fn add_flags(&self, own: SeatSet, foes: SeatSet, first: usize, out: &mut Vec<Input>) {
        let board = &*self.public.context.board;
        for seat in own.iter() {
            let Some(tile) = self.flag_tiles[seat.index()].get() else { continue };
            let Some(flag) = self.cell_of(tile) else { continue };
            let shown = self.is_revealed(tile);
            let ring = first + RING + usize::from(shown) * RING_CLASSES;
            for cell in board.neighbours(flag).iter() {
                out.push(Input::on(ring + self.ring_class(cell, foes)));
            }
            for foe in foes.iter() {
                for cell in self.army_cells[foe.index()].intersection(self.mobile_cells).iter() {
                    let steps = usize::from(board.distance(cell, flag));
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

    /// Returns the class of the contents of a cell next to the own Flag.
    fn ring_class(&self, cell: Cell, foes: SeatSet) -> usize {
        let Some(tile) = self.tile_at(cell) else { return 0 };
        let foe = foes.iter().any(|seat| self.army_cells[seat.index()].contains(cell));
        match self.kind[tile] {
            _ if foe => 6,
            Some(Kind::Landmine) => 1,
            Some(Kind::Bomb) => 2,
            Some(kind) if kind <= Kind::Brigadier => 3,
            Some(Kind::Engineer) => 5,
            _ => 4,
        }
    }

    /// Adds the best strike of the side, as one it can play or one it threatens.
    fn add_strikes(
        &self,
        own: SeatSet,
        first: usize,
        out: &mut Vec<Input>,
        list: &mut Vec<Action>,
    ) {
        let turn = self.public.turn;
        if own.contains(turn) {
            out.push(Input::on(first + STRIKE + self.best_strike_class(turn, list)));
        } else if let Some(best) = own.iter().map(|seat| self.best_strike_class(seat, list)).max() {
            out.push(Input::on(first + THREATENED + best));
        }
    }

    /// Returns the class of a seat's best strike if it were to move, 0 if no strike is good.
    fn best_strike_class(&self, seat: Seat, list: &mut Vec<Action>) -> usize {
        list.clear();
        if self.public.armies_assigned {
            self.generate_moves(seat, list);
        }
        let strikes = list.iter().filter(|action| self.tile_at(action.to()).is_some());
        strike_class(strikes.map(|action| self.strike_gain(*action)).fold(0.0, f32::max))
    }

    /// Returns the value of the piece that a strike takes minus the value of the piece it costs.
    /// Returns 0 for a flip, a move to an empty cell, or an unrecorded piece.
    pub(in crate::games::junqi) fn strike_gain(&self, action: Action) -> f32 {
        let Action::Move { from, to, .. } = action else { return 0.0 };
        let (Some(attacker), Some(defender)) = (self.kind_at(from), self.kind_at(to)) else {
            return 0.0;
        };
        let cost = MATERIAL[attacker.index()];
        let taken = MATERIAL[defender.index()];
        match attacker.battle_result(defender, self.public.context.rules.mine) {
            BattleResult::AttackerSurvives => taken,
            BattleResult::DefenderSurvives => -cost,
            BattleResult::BothGone => taken - cost,
        }
    }
}
