//! Animations of Junqi: pieces move, fight, are turned up and disappear.

use std::collections::BTreeMap;

use qipan_core::contract::game::Turn;
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{BattleResult, Cell, Event, Junqi, Kind, View, VisibleTile};

use crate::play::game::BoardState;
use crate::sound::Sound;

/// The pieces on the board between animations, as the viewer sees them.
#[derive(Clone, Debug)]
pub struct JunqiBoardState {
    pub(super) pieces: BTreeMap<Cell, VisibleTile>,
    turn: Seat,
}

/// One animation.
#[derive(Clone, Debug)]
pub enum JunqiAnimation {
    /// A piece moves, and fights at the end if the last cell is occupied.
    Move {
        /// The cells on its path, both ends included.
        path: Vec<Cell>,
        /// The result of the battle at the end, if there is one.
        battle: Option<BattleResult>,
    },
    /// A face-down piece is turned up.
    Flip {
        /// Its cell.
        cell: Cell,
        /// Its kind.
        piece: Kind,
        /// Its army.
        colour: Seat,
    },
    /// A cell is highlighted, because a piece on it was revealed or removed, or because of an event
    /// of a Flag.
    Highlight {
        /// The cell.
        cell: Cell,
        /// True if the event concerns a Flag.
        is_flag: bool,
    },
    /// A pause in which the player reads what happened.
    Pause,
}

impl BoardState<Junqi> for JunqiBoardState {
    type Animation = JunqiAnimation;

    fn new(view: &View) -> Self {
        let piece = |cell| Some((cell, view.at(cell)?));
        let turn = match view.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance { roller } => roller,
            Turn::Over => Seat::new(0),
        };
        Self { pieces: view.occupied().iter().filter_map(piece).collect(), turn }
    }

    fn animation(event: &Event, after: &View) -> Option<JunqiAnimation> {
        Some(match *event {
            Event::Moved { from, to, .. } => {
                JunqiAnimation::Move { path: shortest_path(after, from, to), battle: None }
            }
            Event::Battled { from, to, result, .. } => {
                JunqiAnimation::Move { path: shortest_path(after, from, to), battle: Some(result) }
            }
            Event::Shifted { from, to, .. } => {
                JunqiAnimation::Move { path: vec![from, to], battle: None }
            }
            Event::Flipped { at, piece, colour, .. } => {
                JunqiAnimation::Flip { cell: at, piece, colour }
            }
            Event::Removed { at, .. } | Event::Revealed { at, .. } => {
                JunqiAnimation::Highlight { cell: at, is_flag: false }
            }
            Event::FlagShown { at, .. }
            | Event::FlagTaken { at, .. }
            | Event::FlagLifted { at, .. }
            | Event::FlagDropped { at, .. }
            | Event::FlagBrought { at, .. } => {
                JunqiAnimation::Highlight { cell: at, is_flag: true }
            }
            Event::ArmyOut { .. } | Event::ExtraTurn { .. } => JunqiAnimation::Pause,
            Event::ArmiesAssigned { .. } | Event::TimedOut { .. } | Event::Ended { .. } => {
                return None;
            }
        })
    }

    fn duration(animation: &JunqiAnimation) -> f64 {
        match animation {
            JunqiAnimation::Move { path, battle } => {
                let walk = (0.2 + 0.07 * path.len() as f64).min(0.8);
                walk + if battle.is_some() { BATTLE_SECONDS } else { 0.0 }
            }
            JunqiAnimation::Flip { .. } => 0.25,
            JunqiAnimation::Highlight { .. } => 0.45,
            JunqiAnimation::Pause => 0.6,
        }
    }

    fn sounds(&self, animation: &JunqiAnimation) -> Vec<(f32, Sound)> {
        match animation {
            JunqiAnimation::Move { path, battle } => {
                let arrival = animation.walk_share();
                // The sound depends only on pieces that the viewer knows. It must reveal nothing.
                let piece_at = |cell: Option<&Cell>| self.pieces.get(cell?)?.piece;
                let pieces = [piece_at(path.first()), piece_at(path.last())];
                let sound = battle.map_or(Sound::Place, |result| battle_sound(result, pieces));
                vec![(arrival, sound)]
            }
            JunqiAnimation::Flip { .. } => vec![(0.0, Sound::Flip)],
            JunqiAnimation::Highlight { is_flag: true, .. } => vec![(0.0, Sound::Flag)],
            JunqiAnimation::Highlight { .. } | JunqiAnimation::Pause => Vec::new(),
        }
    }

    fn apply(&mut self, animation: JunqiAnimation) {
        if let JunqiAnimation::Flip { cell, piece, colour } = animation {
            if let Some(seen) = self.pieces.get_mut(&cell) {
                seen.piece = Some(piece);
                seen.colour = Some(colour);
                seen.is_face_down = false;
            }
            return;
        }
        let JunqiAnimation::Move { path, battle } = animation else { return };
        let (Some(from), Some(to)) = (path.first(), path.last()) else { return };
        let mover = self.pieces.remove(from);
        match (battle, mover) {
            (None | Some(BattleResult::AttackerSurvives), Some(mover)) => {
                self.pieces.insert(*to, mover);
            }
            (Some(BattleResult::BothGone), _) => {
                self.pieces.remove(to);
            }
            _ => {}
        }
    }

    fn finish_step(&mut self, real: Self) {
        *self = real;
    }

    fn turn(&self) -> Seat {
        self.turn
    }
}

/// The duration of a battle after the pieces have met, in seconds.
const BATTLE_SECONDS: f64 = 0.5;

impl JunqiAnimation {
    /// Returns the first and last cell of a moving piece.
    pub(super) fn endpoints(&self) -> Option<(Cell, Cell)> {
        let Self::Move { path, .. } = self else { return None };
        Some((*path.first()?, *path.last()?))
    }

    /// Returns the progress at which a moving piece arrives, from 0 to 1.
    fn walk_share(&self) -> f32 {
        let total = JunqiBoardState::duration(self);
        match self {
            Self::Move { battle: Some(_), .. } => ((total - BATTLE_SECONDS) / total) as f32,
            _ => 1.0,
        }
    }

    /// Splits the progress of the whole animation into that of the walk and that of the battle,
    /// each from 0 to 1.
    pub(super) fn walk_and_battle_progress(&self, progress: f32) -> (f32, f32) {
        let Self::Move { battle: Some(_), .. } = self else { return (progress, 0.0) };
        let walk_share = self.walk_share();
        if progress < walk_share {
            (progress / walk_share, 0.0)
        } else {
            (1.0, (progress - walk_share) / (1.0 - walk_share))
        }
    }
}

/// Returns the sound of a battle. `pieces` are the attacker and the defender, if they are known.
fn battle_sound(result: BattleResult, pieces: [Option<Kind>; 2]) -> Sound {
    match result {
        BattleResult::BothGone if pieces.contains(&Some(Kind::Bomb)) => Sound::Bomb,
        BattleResult::BothGone => Sound::BothLost,
        BattleResult::DefenderSurvives if pieces[1] == Some(Kind::Landmine) => Sound::Landmine,
        BattleResult::DefenderSurvives | BattleResult::AttackerSurvives => Sound::Strike,
    }
}

/// Returns the shortest path of a move, which is the path shown: events do not contain the real
/// one. The piece may turn corners, because it may be an Engineer.
fn shortest_path(after: &View, from: Cell, to: Cell) -> Vec<Cell> {
    let path = after.board().route(from, to, &after.occupied(), true);
    if path.is_empty() { vec![from, to] } else { path }
}
