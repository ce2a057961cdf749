//! Animations of Junqi: pieces slide, fight, are turned up and leave.

use std::collections::BTreeMap;

use qipan_core::contract::game::Turn;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{BattleResult, Cell, Event, Junqi, Piece, View, VisibleTile};

use crate::play::game::BoardState;

/// The pieces on the board between animations, as the viewer sees them.
#[derive(Clone, Debug)]
pub struct JunqiShown {
    pub(super) pieces: BTreeMap<Cell, VisibleTile>,
    turn: Seat,
}

/// One animation.
#[derive(Clone, Debug)]
pub enum JunqiAnimation {
    /// A piece moves, and fights at the end if the last cell is occupied.
    Go {
        /// The cells it passes, both ends included.
        way: Vec<Cell>,
        /// The result of the fight, if there is one.
        fight: Option<BattleResult>,
    },
    /// A face-down piece is turned up.
    Turn {
        /// Its cell.
        at: Cell,
        /// Its kind.
        piece: Piece,
        /// Its army.
        colour: Seat,
    },
    /// A highlight of a cell: a piece shown, a flag captured.
    Look {
        /// The cell.
        at: Cell,
    },
    /// A pause to read what happened.
    Rest,
}

impl BoardState<Junqi> for JunqiShown {
    type Animation = JunqiAnimation;

    fn new(view: &View) -> Self {
        let piece = |cell| Some((cell, view.at(cell)?));
        let turn = match view.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance { roller } => roller,
            Turn::Over => Seat::new(0),
        };
        Self { pieces: view.taken().iter().filter_map(piece).collect(), turn }
    }

    fn animation(event: &Event, after: &View) -> Option<JunqiAnimation> {
        Some(match *event {
            Event::Moved { from, to, .. } => {
                JunqiAnimation::Go { way: way(after, from, to), fight: None }
            }
            Event::Battled { from, to, fight, .. } => {
                JunqiAnimation::Go { way: way(after, from, to), fight: Some(fight) }
            }
            Event::Shifted { from, to, .. } => {
                JunqiAnimation::Go { way: vec![from, to], fight: None }
            }
            Event::Removed { at, .. } => JunqiAnimation::Look { at },
            Event::Flipped { at, piece, colour, .. } => JunqiAnimation::Turn { at, piece, colour },
            Event::Revealed { at, .. }
            | Event::FlagShown { at, .. }
            | Event::FlagTaken { at, .. }
            | Event::FlagLifted { at, .. }
            | Event::FlagDropped { at, .. }
            | Event::FlagBrought { at, .. } => JunqiAnimation::Look { at },
            Event::ArmyOut { .. } | Event::ExtraTurn { .. } => JunqiAnimation::Rest,
            Event::Settled { .. } | Event::TimedOut { .. } | Event::Ended { .. } => return None,
        })
    }

    fn length(beat: &JunqiAnimation) -> f64 {
        match beat {
            JunqiAnimation::Go { way, fight } => {
                let walk = (0.2 + 0.07 * way.len() as f64).min(0.8);
                walk + if fight.is_some() { FIGHT } else { 0.0 }
            }
            JunqiAnimation::Turn { .. } => 0.25,
            JunqiAnimation::Look { .. } => 0.45,
            JunqiAnimation::Rest => 0.6,
        }
    }

    fn apply(&mut self, beat: JunqiAnimation) {
        if let JunqiAnimation::Turn { at, piece, colour } = beat {
            if let Some(seen) = self.pieces.get_mut(&at) {
                (seen.piece, seen.colour, seen.down) = (Some(piece), Some(colour), false);
            }
            return;
        }
        let JunqiAnimation::Go { way, fight } = beat else { return };
        let (Some(from), Some(to)) = (way.first(), way.last()) else { return };
        let mover = self.pieces.remove(from);
        match (fight, mover) {
            (None | Some(BattleResult::AttackerStays), Some(mover)) => {
                self.pieces.insert(*to, mover);
            }
            (Some(BattleResult::BothGone), _) => {
                self.pieces.remove(to);
            }
            _ => {}
        }
    }

    fn catch_up(&mut self, real: Self) {
        *self = real;
    }

    fn turn(&self) -> Seat {
        self.turn
    }
}

/// The duration of a fight after the pieces have met, in seconds.
const FIGHT: f64 = 0.5;

impl JunqiAnimation {
    /// Returns the first and last cell of a moving piece.
    pub(super) fn ends(&self) -> Option<(Cell, Cell)> {
        let Self::Go { way, .. } = self else { return None };
        Some((*way.first()?, *way.last()?))
    }

    /// Splits a share of the whole animation into the progress of the walk and of the fight, each
    /// from 0 to 1.
    pub(super) fn shares(&self, share: f32) -> (f32, f32) {
        let all = JunqiShown::length(self);
        let Self::Go { fight: Some(_), .. } = self else { return (share, 0.0) };
        let walk = ((all - FIGHT) / all) as f32;
        if share < walk { (share / walk, 0.0) } else { (1.0, (share - walk) / (1.0 - walk)) }
    }
}

/// Returns the path shown for a move. Events do not contain it, so it is the shortest one.
fn way(after: &View, from: Cell, to: Cell) -> Vec<Cell> {
    let way = after.board().route(from, to, &after.taken(), true);
    if way.is_empty() { vec![from, to] } else { way }
}
