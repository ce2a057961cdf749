//! Features of a flip chess position for the value network. Only face-up pieces are distinguished,
//! so that the features do not depend on how a determinization deals the face-down pieces.

use super::features::{
    HUNT_STEPS, PREY, RANKED, STRIKES, STRONGER, hunt_class, steps_class, strength_class,
    strike_class,
};
use crate::contract::seat::Seat;
use crate::games::junqi::cells::{Cell, Cells};
use crate::games::junqi::notation::Action;
use crate::games::junqi::piece::Piece;
use crate::games::junqi::public::opponent;
use crate::games::junqi::state::Junqi;
use crate::learning::Input;

/// Set if no seat owns an army yet. Then no other feature is set.
const UNDECIDED: usize = 0;
/// The number of face-down pieces, by class.
const COVERED: usize = UNDECIDED + 1;
const COVER: usize = 6;
/// Number of features of both sides together.
const BOTH: usize = COVERED + COVER;

// The first index of each group of features, for one of the two sides.
/// Pieces left, by kind and by the number of stronger pieces of the other side.
const LEFT: usize = 0;
/// Bombs left, and the number of Landmines that still guard the own Flag.
const BOMBS: usize = LEFT + RANKED * STRONGER;
const MINES: usize = BOMBS + 1;
const MINE_COUNTS: usize = 4;
/// Face-down pieces, by kind.
const DOWN: usize = MINES + MINE_COUNTS;
const KINDS: usize = 12;
/// Face-up pieces, by kind and safety.
const UP: usize = DOWN + KINDS;
const SAFETY: usize = 4;
/// The best strike if it is the side's turn, and otherwise the best strike it threatens. The
/// first class means none.
const STRIKE: usize = UP + KINDS * SAFETY;
const THREATENED: usize = STRIKE + STRIKES;
/// The only kind that may take the Flag.
const TAKER: usize = THREATENED + STRIKES;
/// Its steps to the Flag, or that one of the two is face down, by the Landmines of the other side
/// that must still go.
const RACE: usize = TAKER + RANKED;
const RACE_STEPS: usize = 8;
/// Face-up Landmines of the other side, by the steps of the nearest Engineer and of the nearest
/// Bomb.
const MINERS: usize = RACE + RACE_STEPS * MINE_COUNTS;
const BOMBERS_OF_MINES: usize = MINERS + HUNT_STEPS;
/// The piece nearest to the own Flag that beats its possible taker, by the Landmines left.
const GUARD: usize = BOMBERS_OF_MINES + HUNT_STEPS;
/// The cells next to the own Flag, by their contents.
const RING: usize = GUARD + HUNT_STEPS * MINE_COUNTS;
const RING_KINDS: usize = 5;
/// The best pieces of the other side outside camps, by kind and steps: to the nearest Bomb of
/// this side, and to the nearest piece that is stronger.
const BOMBERS: usize = RING + RING_KINDS;
const HUNTERS: usize = BOMBERS + PREY * HUNT_STEPS;
/// Number of features of one side.
const SIDE: usize = HUNTERS + PREY * HUNT_STEPS;

/// Number of features of a position.
pub(super) const FLIP_FEATURES: usize = BOTH + 2 * SIDE;

const BOMB: usize = Piece::Bomb as usize;
const MINE: usize = Piece::Landmine as usize;

/// The army of one side as far as it is face up.
struct FaceUpArmy {
    seat: Seat,
    /// The cells of its pieces by kind.
    up: [Cells; KINDS],
    /// Its Flag, if it is face up.
    flag: Option<Cell>,
    /// The only kind that may take the Flag for it.
    taker: Option<Piece>,
    /// Its Landmines that must still go before its Flag can be taken.
    mines: usize,
    /// The gain of its best strike, and the cells it can strike with a gain.
    best: f32,
    strikes: Cells,
}

impl FaceUpArmy {
    fn of(game: &Junqi, seat: Seat, list: &mut Vec<Action>) -> Self {
        let mut up = [Cells::EMPTY; KINDS];
        for cell in game.army[seat.index()].iter() {
            if let Some(kind) = game.kind_at(cell) {
                up[kind.index()].insert(cell);
            }
        }
        let (mut best, mut strikes) = (0.0, Cells::EMPTY);
        list.clear();
        game.list_moves(seat, list);
        for action in list.iter().filter(|action| game.tile_at(action.to()).is_some()) {
            let gain = game.strike_gain(*action);
            if gain > 0.0 {
                strikes.insert(action.to());
                best = f32::max(best, gain);
            }
        }
        Self {
            seat,
            flag: up[Piece::Flag as usize].iter().next(),
            taker: game.flag_taker(seat),
            mines: usize::from(game.mines_before_flag(seat)).min(MINE_COUNTS - 1),
            up,
            best,
            strikes,
        }
    }
}

impl Junqi {
    /// Writes the features of a flip chess position into `out`, cleared first, from the
    /// perspective of a seat. `list` is scratch space for actions.
    pub(super) fn flip_features(&self, seat: Seat, out: &mut Vec<Input>, list: &mut Vec<Action>) {
        out.clear();
        if !self.public.assigned {
            out.push(Input::on(UNDECIDED));
            return;
        }
        let down = match self.public.down.len() {
            0 => 0,
            1..=5 => 1,
            6..=12 => 2,
            13..=22 => 3,
            23..=34 => 4,
            _ => 5,
        };
        out.push(Input::on(COVERED + down));
        let sides = [seat, opponent(seat)].map(|seat| FaceUpArmy::of(self, seat, list));
        for (half, (own, foe)) in
            [(&sides[0], &sides[1]), (&sides[1], &sides[0])].into_iter().enumerate()
        {
            let first = BOTH + half * SIDE;
            self.add_flip_material(own, foe, first, out);
            self.add_flip_safety(own, foe, first, out);
            self.add_flip_goal(own, foe, first, out);
            self.add_flip_hunts(own, foe, first, out);
        }
    }

    fn add_flip_material(
        &self,
        own: &FaceUpArmy,
        foe: &FaceUpArmy,
        first: usize,
        out: &mut Vec<Input>,
    ) {
        let [left, others] = [own, foe].map(|side| &self.left[side.seat.index()]);
        let mut stronger = 0;
        for (kind, piece) in Piece::ALL.into_iter().enumerate() {
            let count = left[piece];
            if count > 0 && kind < RANKED {
                let index = first + LEFT + kind * STRONGER + strength_class(stronger);
                out.push(Input::scaled(index, f32::from(count)));
            }
            stronger += others[piece];
            let down = count.saturating_sub(own.up[kind].len() as u8);
            if down > 0 {
                out.push(Input::scaled(first + DOWN + kind, f32::from(down)));
            }
        }
        if left[Piece::Bomb] > 0 {
            out.push(Input::scaled(first + BOMBS, f32::from(left[Piece::Bomb])));
        }
        out.push(Input::on(first + MINES + own.mines));
        if let Some(kind) = own.taker {
            out.push(Input::on(first + TAKER + kind.index()));
        }
    }

    fn add_flip_safety(
        &self,
        own: &FaceUpArmy,
        foe: &FaceUpArmy,
        first: usize,
        out: &mut Vec<Input>,
    ) {
        let camps = *self.public.ground.board.camps();
        let to_move = self.public.turn == own.seat;
        let struck = 2 + usize::from(to_move);
        for (kind, cells) in own.up.iter().enumerate() {
            let index = first + UP + kind * SAFETY;
            for cell in cells.iter() {
                let safety = match () {
                    () if camps.contains(cell) => 0,
                    () if foe.strikes.contains(cell) => struck,
                    () => 1,
                };
                out.push(Input::on(index + safety));
            }
        }
        let strike = if to_move { STRIKE } else { THREATENED };
        out.push(Input::on(first + strike + strike_class(own.best)));
    }

    fn add_flip_goal(
        &self,
        own: &FaceUpArmy,
        foe: &FaceUpArmy,
        first: usize,
        out: &mut Vec<Input>,
    ) {
        let board = &*self.public.ground.board;
        let nearest = |from: Cells, to: Cell| from.iter().map(|cell| board.steps(cell, to)).min();
        if let Some(kind) = own.taker {
            let race = match foe.flag {
                None => 7,
                Some(flag) => match nearest(own.up[kind.index()], flag) {
                    None => 6,
                    Some(steps) => steps_class(steps).min(5),
                },
            };
            out.push(Input::on(first + RACE + foe.mines * RACE_STEPS + race));
        }
        for mine in foe.up[MINE].iter() {
            for (hunt, kind) in [(MINERS, Piece::Engineer as usize), (BOMBERS_OF_MINES, BOMB)] {
                if let Some(steps) = nearest(own.up[kind], mine) {
                    out.push(Input::on(first + hunt + hunt_class(steps)));
                }
            }
        }
        if let Some(flag) = own.flag {
            let taker = foe.taker.map_or(0, Piece::index);
            let guards = own.up[..taker].iter().fold(own.up[BOMB], |all, cells| all.union(*cells));
            let class = nearest(guards, flag).map_or(HUNT_STEPS - 1, hunt_class);
            out.push(Input::on(first + GUARD + own.mines * HUNT_STEPS + class));
            for cell in board.near(flag).iter() {
                let class = match () {
                    () if self.tile_at(cell).is_none() => 0,
                    () if self.public.down.contains(cell) => 1,
                    () if !self.army[own.seat.index()].contains(cell) => 2,
                    () if own.up[MINE].contains(cell) => 3,
                    () => 4,
                };
                out.push(Input::on(first + RING + class));
            }
        }
    }

    fn add_flip_hunts(
        &self,
        own: &FaceUpArmy,
        foe: &FaceUpArmy,
        first: usize,
        out: &mut Vec<Input>,
    ) {
        let board = &*self.public.ground.board;
        let mut stronger = Cells::EMPTY;
        for kind in 0..PREY {
            for prey in foe.up[kind].difference(*board.camps()).iter() {
                for (hunt, hunters) in [(BOMBERS, own.up[BOMB]), (HUNTERS, stronger)] {
                    if let Some(steps) = hunters.iter().map(|from| board.steps(from, prey)).min() {
                        let index = hunt + kind * HUNT_STEPS + hunt_class(steps);
                        out.push(Input::on(first + index));
                    }
                }
            }
            stronger = stronger.union(own.up[kind]);
        }
    }
}
