//! How good a position is, and what suggests itself in it: what look-ahead asks of Junqi.

use std::cell::RefCell;
use std::sync::OnceLock;

use super::cells::{Cell, NONE};
use super::inputs::INPUTS;
use super::notation::Action;
use super::seats::SEATS;
use super::state::{Junqi, NoChance};
use crate::learning::{Input, Net};
use crate::look_ahead::{Judged, Worths, exp};
use crate::options::RuleSet;
use crate::seat::{Seat, SeatSet};

/// What a piece near the enemy's Flag suggests, by the steps it has to go.
const NEAR_FLAG: [f32; 8] = [0.0, 5.0, 3.2, 2.2, 1.5, 1.0, 0.6, 0.3];

/// The network that judges positions.
pub type JunqiNet = Net<32, 2>;

pub static NET: OnceLock<JunqiNet> = OnceLock::new();
pub const NET_INPUTS: usize = INPUTS;

thread_local! {
    static SCRATCH: RefCell<Vec<Input>> = const { RefCell::new(Vec::new()) };
}

impl Junqi {
    /// Where the Flags of a seat's enemies stand.
    fn enemy_flag_cells(&self, seat: Seat) -> [Option<Cell>; SEATS] {
        let friends = self.public.ground.allies[seat.index()];
        let mut cells = [None; SEATS];
        for other in self.public.alive.difference(friends).iter() {
            let tile = self.flag[other.index()];
            if tile != NONE {
                cells[other.index()] = self.public.cell_of(Cell::new(tile));
            }
        }
        cells
    }

    /// The sides that take part, each the seats of one team.
    fn for_sides(&self, mut each: impl FnMut(SeatSet)) {
        let mut left = self.public.ground.seats;
        while let Some(seat) = left.iter().next() {
            let side = self.public.ground.allies[seat.index()];
            each(side);
            left = left.difference(side);
        }
    }

    pub fn net_inputs(&self, side: SeatSet, out: &mut Vec<Input>, list: &mut Vec<Action>) {
        self.inputs(side, out, list);
    }

    /// What a network expects for each seat.
    pub fn judged_by(&self, net: &JunqiNet, inputs: &mut Vec<Input>, list: &mut Vec<Action>) -> Worths {
        let mut worths = [0.0; Seat::MAX];
        if let Some((winners, _)) = self.public.over {
            let mut sides = 0.0f32;
            self.for_sides(|side| sides += f32::from(!side.intersection(winners).is_empty()));
            winners.iter().for_each(|seat| worths[seat.index()] = 1.0 / sides.max(1.0));
            return worths;
        }
        let mover = self.public.ground.allies[self.public.turn.index()];
        self.inputs(mover, inputs, list);
        let [own, rest] = net.shares(&net.sums(inputs), 0b11);
        let (mut sum, mut sides) = (0.0, 0.0f32);
        let mut count = 0;
        self.for_sides(|_| count += 1);
        self.for_sides(|side| {
            let alive = !side.intersection(self.public.alive).is_empty();
            let share = if side == mover {
                own
            } else if count == 2 {
                rest
            } else if alive {
                self.inputs(side, inputs, list);
                net.shares(&net.sums(inputs), 0b11)[0]
            } else {
                0.0
            };
            side.iter().for_each(|seat| worths[seat.index()] = share);
            sum += share;
            sides += 1.0;
        });
        // Where nothing has been taken for long, a draw is near.
        let limit = f32::from(self.rules_in_force().draw_after_quiet_plies);
        let quiet = if limit > 0.0 { f32::from(self.public.quiet) / limit } else { 0.0 };
        let drawn = quiet * quiet * quiet * quiet;
        for seat in self.rules_in_force().seats().iter() {
            let worth = &mut worths[seat.index()];
            *worth = *worth / sum * (1.0 - drawn) + drawn / sides;
        }
        worths
    }

    fn rules_in_force(&self) -> &super::rules::Rules {
        &self.public.ground.rules
    }
}

impl Judged for Junqi {
    fn worths(&self, list: &mut Vec<Action>) -> Worths {
        let net = NET.get().expect("net");
        SCRATCH.with(|inputs| self.judged_by(net, &mut inputs.borrow_mut(), list))
    }

    fn urges(&self, actions: &[Action], out: &mut Vec<f32>) {
        out.clear();
        let goals = self.enemy_flag_cells(self.public.turn);
        out.extend(actions.iter().map(|action| exp(self.gain(*action, &goals) / 4.0)));
    }

    fn learned(&self, action: &Action) -> u8 {
        match action {
            Action::Flip { at } => {
                let tile = self.public.at[at.index()];
                if tile == NONE {
                    0
                } else {
                    4 + self.kind[tile as usize] + 13 * self.owner[tile as usize]
                }
            }
            Action::Move { .. } => {
                let last = self.public.battles.as_slice().last();
                let fought = last.filter(|battle| battle.ply == self.public.ply);
                fought.map_or(0, |battle| 1 + battle.fight as u8)
            }
        }
    }

    fn team_of(&self, seat: Seat) -> SeatSet {
        self.side_of(seat)
    }

    fn chance_number(outcome: &NoChance) -> u8 {
        match *outcome {}
    }
}

impl Junqi {
    /// What an action promises at first sight.
    fn gain(&self, action: Action, goals: &[Option<Cell>; SEATS]) -> f32 {
        let Action::Move { from, to, .. } = action else { return 2.0 };
        let board = &*self.public.ground.board;
        let near = |cell: Cell| {
            let steps = goals.iter().flatten().map(|goal| board.steps(cell, *goal)).min();
            NEAR_FLAG.get(usize::from(steps.unwrap_or(u8::MAX))).copied().unwrap_or(0.0)
        };
        if self.public.at[to.index()] == NONE {
            let stuck = board.headquarters().contains(to) && !self.rules_in_force().may_leave_hq();
            let camp = if board.camps().contains(to) { 0.5 } else { 0.0 };
            return 2.0 * (near(to) - near(from)) + camp - if stuck { 20.0 } else { 0.0 };
        }
        self.strike_gain(action) + 1.0
    }
}
