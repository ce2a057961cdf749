//! Features of a Flip Junqi position for the value network.
//!
//! First come a few features of the whole position, then two halves of the same form, one for each
//! side. A half is a sequence of groups, as in `features.rs`. Face-down pieces enter only by their
//! counts, so that the features do not depend on how a determinization deals them.

use std::ops::Range;

use super::features::{
    HUNT_CLASSES, PREY_KINDS, RANKED_KINDS, STRIKE_CLASSES, STRONGER_CLASSES, hunt_class,
    steps_class, strike_class, stronger_class,
};
use crate::contract::seat::Seat;
use crate::games::junqi::board_map::CellMap;
use crate::games::junqi::cells::{Cell, Cells};
use crate::games::junqi::notation::Action;
use crate::games::junqi::piece::Kind;
use crate::games::junqi::public::opponent;
use crate::games::junqi::state::Junqi;
use crate::learning::Input;

/// Set if no seat owns an army yet. Then no other feature is set.
const UNDECIDED: usize = 0;
/// The number of face-down pieces, by class.
const FACE_DOWN: usize = UNDECIDED + 1;
/// Classes of the number of face-down pieces.
const FACE_DOWN_CLASSES: usize = 6;
/// Number of features of the whole position.
const WHOLE: usize = FACE_DOWN + FACE_DOWN_CLASSES;

// The first index of each group of features in a half, and the sizes of its dimensions.
/// Remaining pieces, by kind and by the number of stronger pieces of the other side.
const REMAINING: usize = 0;
/// Remaining Bombs.
const BOMBS: usize = REMAINING + RANKED_KINDS * STRONGER_CLASSES;
/// The number of Landmines that must be removed before the own Flag can be captured.
const MINES: usize = BOMBS + 1;
const MINE_CLASSES: usize = 4;
/// Face-down pieces, by kind.
const DOWN: usize = MINES + MINE_CLASSES;
const KINDS: usize = 12;
/// Face-up pieces, by kind and safety.
const UP: usize = DOWN + KINDS;
const SAFETY_CLASSES: usize = 4;
/// The best strike if it is the side's turn, by its gain. The first class: no strike is good.
const STRIKE: usize = UP + KINDS * SAFETY_CLASSES;
/// The best strike that the side threatens if it is not its turn.
const THREATENED: usize = STRIKE + STRIKE_CLASSES;
/// The only kind with which this side may capture the other side's Flag. Flip Junqi allows one kind
/// at a time.
const CAPTOR: usize = THREATENED + STRIKE_CLASSES;
/// Steps to the other side's Flag from the nearest piece that may capture it, by the Landmines of
/// the other side that must still be removed. One class stands for a face-down Flag, and another
/// for a Flag that only face-down pieces may capture.
const RACE: usize = CAPTOR + RANKED_KINDS;
const RACE_CLASSES: usize = 8;
/// Face-up Landmines of the other side, by the steps to them from the nearest Engineer.
const MINERS: usize = RACE + RACE_CLASSES * MINE_CLASSES;
/// Face-up Landmines of the other side, by the steps to them from the nearest Bomb.
const BOMBERS_OF_MINES: usize = MINERS + HUNT_CLASSES;
/// Steps to the own Flag from the nearest piece that beats the kind that may capture it, by the own
/// Landmines that must still be removed.
const GUARD: usize = BOMBERS_OF_MINES + HUNT_CLASSES;
/// The cells next to the own Flag, by their contents.
const RING: usize = GUARD + HUNT_CLASSES * MINE_CLASSES;
const RING_CLASSES: usize = 5;
// Prey are the face-up pieces, outside camps, of the other side's `PREY_KINDS` strongest kinds.
/// Prey by kind and by steps to the nearest Bomb.
const PREY_TO_BOMB: usize = RING + RING_CLASSES;
/// Prey by kind and by steps to the nearest stronger piece.
const PREY_TO_STRONGER: usize = PREY_TO_BOMB + PREY_KINDS * HUNT_CLASSES;
/// The number of pieces that can move, with and without face-down pieces on the board.
const MOVERS: usize = PREY_TO_STRONGER + PREY_KINDS * HUNT_CLASSES;
/// Number of classes of a number of pieces.
const MOVER_CLASSES: usize = 6;
/// Face-up pieces by kind, by whether they are attacked, and by their safe moves.
const ESCAPES: usize = MOVERS + 2 * MOVER_CLASSES;
/// Number of classes of safe moves: none, one, more.
const ESCAPE_CLASSES: usize = 3;
/// Number of features of one side.
const SIDE_FEATURES: usize = ESCAPES + MOVING_KINDS * 2 * ESCAPE_CLASSES;

/// Number of features of a position.
pub(super) const FLIP_FEATURES: usize = WHOLE + 2 * SIDE_FEATURES;

/// Number of kinds that move. They come first in [`Kind::ALL`].
const MOVING_KINDS: usize = Kind::Landmine as usize;

const BOMB_INDEX: usize = Kind::Bomb as usize;
const MINE_INDEX: usize = Kind::Landmine as usize;

/// The face-up part of an army.
struct FaceUpArmy {
    seat: Seat,
    /// The cells of its pieces by kind.
    up: [Cells; KINDS],
    /// Its Flag, if it is face up.
    flag: Option<Cell>,
    /// The only kind with which it may capture the other side's Flag.
    captor: Option<Kind>,
    /// Its Landmines that must be removed before its Flag can be captured.
    mines: usize,
    /// The gain of its best strike, 0 if no strike has a gain.
    best_gain: f32,
    /// The cells that it can strike with a gain.
    targets: Cells,
    /// The cells that its pieces of each kind can enter.
    reach: [Cells; MOVING_KINDS],
    /// Its moves, as a range of the list of moves.
    moves: Range<usize>,
}

impl FaceUpArmy {
    fn of(game: &Junqi, seat: Seat, list: &mut Vec<Action>) -> Self {
        let mut up = [Cells::EMPTY; KINDS];
        for cell in game.army_cells[seat.index()].iter() {
            if let Some(kind) = game.kind_at(cell) {
                up[kind.index()].insert(cell);
            }
        }
        let (mut best_gain, mut targets) = (0.0, Cells::EMPTY);
        let begin = list.len();
        game.generate_moves(seat, list);
        let moves = begin..list.len();
        let mut reach = [Cells::EMPTY; MOVING_KINDS];
        for action in &list[moves.clone()] {
            let kind = game.kind_at(action.from()).map(Kind::index);
            if let Some(reach) = kind.and_then(|kind| reach.get_mut(kind)) {
                reach.insert(action.to());
            }
            // The gain of a move to a free cell is 0.
            let gain = game.strike_gain(*action);
            if gain > 0.0 {
                targets.insert(action.to());
                best_gain = f32::max(best_gain, gain);
            }
        }
        Self {
            seat,
            flag: up[Kind::Flag as usize].iter().next(),
            captor: game.flag_captor(seat),
            mines: usize::from(game.mines_before_capture(seat)).min(MINE_CLASSES - 1),
            up,
            best_gain,
            targets,
            reach,
            moves,
        }
    }
}

impl Junqi {
    /// Writes the features of a Flip Junqi position into `out`, cleared first, from the
    /// perspective of a seat. `list` is a buffer for actions.
    pub(super) fn flip_features(&self, seat: Seat, out: &mut Vec<Input>, list: &mut Vec<Action>) {
        out.clear();
        if !self.public.armies_assigned {
            out.push(Input::on(UNDECIDED));
            return;
        }
        let face_down_class = match self.public.face_down.len() {
            0 => 0,
            1..=5 => 1,
            6..=12 => 2,
            13..=22 => 3,
            23..=34 => 4,
            _ => 5,
        };
        out.push(Input::on(FACE_DOWN + face_down_class));
        list.clear();
        let sides = [seat, opponent(seat)].map(|seat| FaceUpArmy::of(self, seat, list));
        for (half, (own, foe)) in
            [(&sides[0], &sides[1]), (&sides[1], &sides[0])].into_iter().enumerate()
        {
            let first = WHOLE + half * SIDE_FEATURES;
            self.add_flip_material(own, foe, first, out);
            self.add_flip_safety(own, foe, first, out);
            self.add_flip_goal(own, foe, first, out);
            self.add_flip_hunts(own, foe, first, out);
            self.add_escapes(own, foe, (first, list), out);
        }
    }

    /// Adds the remaining pieces, face up or down. Here and below, `first` is the first index of
    /// the half.
    fn add_flip_material(
        &self,
        own: &FaceUpArmy,
        foe: &FaceUpArmy,
        first: usize,
        out: &mut Vec<Input>,
    ) {
        let [own_counts, foe_counts] = [own, foe].map(|side| &self.remaining[side.seat.index()]);
        let mut stronger = 0;
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            let count = own_counts[kind];
            if count > 0 && index < RANKED_KINDS {
                let class = index * STRONGER_CLASSES + stronger_class(stronger);
                out.push(Input::scaled(first + REMAINING + class, f32::from(count)));
            }
            stronger += foe_counts[kind];
            let down = count.saturating_sub(own.up[index].len() as u8);
            if down > 0 {
                out.push(Input::scaled(first + DOWN + index, f32::from(down)));
            }
        }
        if own_counts[Kind::Bomb] > 0 {
            out.push(Input::scaled(first + BOMBS, f32::from(own_counts[Kind::Bomb])));
        }
        out.push(Input::on(first + MINES + own.mines));
        if let Some(kind) = own.captor {
            out.push(Input::on(first + CAPTOR + kind.index()));
        }
    }

    /// Adds the face-up pieces by their safety, and the best strike.
    fn add_flip_safety(
        &self,
        own: &FaceUpArmy,
        foe: &FaceUpArmy,
        first: usize,
        out: &mut Vec<Input>,
    ) {
        let camps = *self.public.context.board.camps();
        let to_move = self.public.turn == own.seat;
        // Classes of safety: in a camp, not attacked, attacked, attacked but to move.
        let attacked = 2 + usize::from(to_move);
        for (index, cells) in own.up.iter().enumerate() {
            let group = first + UP + index * SAFETY_CLASSES;
            for cell in cells.iter() {
                let safety = if camps.contains(cell) {
                    0
                } else if foe.targets.contains(cell) {
                    attacked
                } else {
                    1
                };
                out.push(Input::on(group + safety));
            }
        }
        let strike = if to_move { STRIKE } else { THREATENED };
        out.push(Input::on(first + strike + strike_class(own.best_gain)));
    }

    /// Adds what concerns the two Flags: the race to the enemy's Flag and its Landmines, and the
    /// guards of the own Flag.
    fn add_flip_goal(
        &self,
        own: &FaceUpArmy,
        foe: &FaceUpArmy,
        first: usize,
        out: &mut Vec<Input>,
    ) {
        let board = &*self.public.context.board;
        let nearest =
            |from: Cells, to: Cell| from.iter().map(|cell| board.distance(cell, to)).min();
        if let Some(kind) = own.captor {
            let race = match foe.flag {
                // The Flag is face down.
                None => 7,
                Some(flag) => match nearest(own.up[kind.index()], flag) {
                    // The piece that may capture it is face down.
                    None => 6,
                    Some(steps) => steps_class(steps).min(5),
                },
            };
            out.push(Input::on(first + RACE + foe.mines * RACE_CLASSES + race));
        }
        for mine in foe.up[MINE_INDEX].iter() {
            for (hunt, hunter) in
                [(MINERS, Kind::Engineer as usize), (BOMBERS_OF_MINES, BOMB_INDEX)]
            {
                if let Some(steps) = nearest(own.up[hunter], mine) {
                    out.push(Input::on(first + hunt + hunt_class(steps)));
                }
            }
        }
        if let Some(flag) = own.flag {
            let captor = foe.captor.map_or(0, Kind::index);
            let mut guards = own.up[BOMB_INDEX];
            for cells in &own.up[..captor] {
                guards = guards.union(*cells);
            }
            let class = nearest(guards, flag).map_or(HUNT_CLASSES - 1, hunt_class);
            out.push(Input::on(first + GUARD + own.mines * HUNT_CLASSES + class));
            for cell in board.neighbours(flag).iter() {
                let class = if self.tile_at(cell).is_none() {
                    0
                } else if self.public.face_down.contains(cell) {
                    1
                } else if !self.army_cells[own.seat.index()].contains(cell) {
                    2
                } else if own.up[MINE_INDEX].contains(cell) {
                    3
                } else {
                    4
                };
                out.push(Input::on(first + RING + class));
            }
        }
    }

    /// Adds the number of pieces that can move, and the face-up pieces by their safe moves. `moves`
    /// are those of both sides.
    fn add_escapes(
        &self,
        own: &FaceUpArmy,
        foe: &FaceUpArmy,
        (first, moves): (usize, &[Action]),
        out: &mut Vec<Input>,
    ) {
        let camps = *self.public.context.board.camps();
        // The cells in which an enemy could strike a piece of each kind.
        let mut struck = [foe.reach[BOMB_INDEX]; MOVING_KINDS];
        for kind in 1..MOVING_KINDS {
            struck[kind] = struck[kind - 1].union(foe.reach[kind - 1]);
        }
        let mut movers = Cells::EMPTY;
        let mut safe_moves = CellMap::filled(0_u8);
        for action in &moves[own.moves.clone()] {
            let (from, to) = (action.from(), action.to());
            let Some(kind) = self.kind_at(from).map(Kind::index) else { continue };
            movers.insert(from);
            let is_bad_strike = self.tile_at(to).is_some() && self.strike_gain(*action) <= 0.0;
            let is_safe = camps.contains(to) || !struck[kind].contains(to);
            if is_safe && !is_bad_strike {
                safe_moves[from] = safe_moves[from].saturating_add(1);
            }
        }
        let class = match movers.len() {
            count @ 0..=2 => count,
            3..=4 => 3,
            5..=7 => 4,
            _ => 5,
        };
        let all_up = usize::from(self.public.face_down.is_empty());
        out.push(Input::on(first + MOVERS + all_up * MOVER_CLASSES + class));
        for (kind, cells) in own.up[..MOVING_KINDS].iter().enumerate() {
            for cell in cells.iter() {
                let attacked = usize::from(foe.targets.contains(cell));
                let escapes = usize::from(safe_moves[cell]).min(ESCAPE_CLASSES - 1);
                let class = (kind * 2 + attacked) * ESCAPE_CLASSES + escapes;
                out.push(Input::on(first + ESCAPES + class));
            }
        }
    }

    /// Adds the steps of hunters to prey.
    fn add_flip_hunts(
        &self,
        own: &FaceUpArmy,
        foe: &FaceUpArmy,
        first: usize,
        out: &mut Vec<Input>,
    ) {
        let board = &*self.public.context.board;
        let mut stronger = Cells::EMPTY;
        for index in 0..PREY_KINDS {
            for prey in foe.up[index].difference(*board.camps()).iter() {
                for (hunt, hunters) in
                    [(PREY_TO_BOMB, own.up[BOMB_INDEX]), (PREY_TO_STRONGER, stronger)]
                {
                    if let Some(steps) = hunters.iter().map(|from| board.distance(from, prey)).min()
                    {
                        let class = index * HUNT_CLASSES + hunt_class(steps);
                        out.push(Input::on(first + hunt + class));
                    }
                }
            }
            stronger = stronger.union(own.up[index]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::position::PositionLine;

    /// Returns the feature of south's Major General on N65 beside the Landmine on N64, with this
    /// other piece of north, as its index among those of [`ESCAPES`].
    fn escape_feature(north: &str) -> usize {
        let line = format!("qipan junqi flip turn=south south=N65H,S64F north=N62F,N64D,{north}");
        let line: PositionLine<Junqi> = line.parse().unwrap();
        let game = line.set_up().unwrap();
        let (mut features, mut list) = (Vec::new(), Vec::new());
        game.flip_features(Seat::new(0), &mut features, &mut list);
        let first = WHOLE + ESCAPES + Kind::MajorGeneral.index() * 2 * ESCAPE_CLASSES;
        let mut indices = features.iter().map(|input| usize::from(input.index));
        indices.find(|index| (first..first + 2 * ESCAPE_CLASSES).contains(index)).unwrap() - first
    }

    #[test]
    fn safe_moves_of_a_boxed_in_piece_are_counted() {
        // The Field Marshal attacks it.
        assert_eq!(escape_feature("N55S"), ESCAPE_CLASSES);
        // It is not attacked, but would be on N55.
        assert_eq!(escape_feature("N45S"), 0);
        // N55 is safe from the Lieutenant.
        assert_eq!(escape_feature("N45P"), 1);
    }
}
