//! A race game in progress: where the planes are, whose turn it is, who is home.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::{Board, PLANES, Progress};
use super::jumps_and_flights::Tables;
use super::position::Position;
use super::sets::PlaneSet;
use crate::game::Viewer;
use crate::memory::Memory;
use crate::outcome::Reason;
use crate::postponed_turns::TurnStack;
use crate::seat::{Seat, SeatSet};

/// The state of a race game. Everything in it is public; the dice to come are not in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    pub(super) tables: Arc<Tables>,
    pub(super) seats: SeatSet,
    pub(super) progress: [[Progress; PLANES]; 4],
    /// The planes that move as one with each plane, as bits; its own alone when it is single.
    pub(super) stacks: [[u8; PLANES]; 4],
    /// The choices of the planes that name their stacks, four bits a plane; see `restack`.
    pub(super) leading: [u16; 4],
    /// The track squares with planes of each seat, a bit a square, kept beside `progress` so
    /// that one look tells whether anything is captured.
    pub(super) squares: [u64; 4],
    pub(super) phase: Phase,
    pub(super) seat: Seat,
    pub(super) die: u8,
    /// The legal actions as bits, of use while the seat has to move; see `find_choices`.
    pub(super) choices: u16,
    /// Sixes in a row in this turn, this roll included.
    pub(super) sixes: u8,
    /// Planes moved by the sixes before.
    pub(super) moved: PlaneSet,
    /// Rolls of this turn while no plane was out.
    pub(super) tries: u8,
    pub(super) ply: u32,
    pub(super) home: Order,
    pub(super) gone: Order,
    /// The seats that are neither.
    pub(super) playing: SeatSet,
    /// Turns each seat still has to skip.
    pub(super) skips: [u8; 4],
    /// The seats whose turns were put off for extra ones, the next to play last.
    pub(super) put_off: TurnStack,
    /// Whom a house rule let win.
    pub(super) winner: Option<Seat>,
    /// What house rules remember.
    pub(super) memory: Memory,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Rolls that settle who begins: who still rolls for it, who has, and the best so far.
    Opening {
        contenders: SeatSet,
        rolled: SeatSet,
        best: u8,
        leaders: SeatSet,
    },
    Roll,
    Move,
    Over(Reason),
}

/// Seats in the order something befell them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Order {
    pub(super) list: [u8; 4],
    pub(super) len: u8,
    set: SeatSet,
}

impl Order {
    pub(super) fn push(&mut self, seat: Seat) {
        self.list[self.len as usize & 3] = seat.index() as u8;
        self.len += 1;
        self.set.insert(seat);
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.list.iter().take(self.len as usize).map(|index| Seat::new(*index))
    }

    pub(super) fn set(&self) -> SeatSet {
        self.set
    }

    pub(super) fn len(&self) -> u8 {
        self.len
    }
}

/// A race game needs nothing dealt before it starts, unless it starts somewhere else.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The position it begins from, where that was set up by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

/// A race game through somebody's eyes. The state has no secrets, so it is shown whole.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The position.
    pub race: Race,
}

impl Race {
    /// The routes and rules in force.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The board played on.
    #[must_use]
    pub fn board(&self) -> Board {
        self.tables.rules.board
    }

    /// The progress of each plane of a seat, by plane number; as many as the rules say.
    #[must_use]
    pub fn planes(&self, seat: Seat) -> &[Progress] {
        &self.progress[seat.index() & 3][..self.tables.rules.planes as usize]
    }

    /// The planes that move as one with this plane, itself included.
    #[must_use]
    pub fn stack(&self, seat: Seat, plane: u8) -> PlaneSet {
        PlaneSet::from_bits(self.stacks[seat.index() & 3][plane as usize & 3])
    }

    /// The planes on a track square, with their seats.
    pub fn on_square(&self, square: u8) -> impl Iterator<Item = (Seat, u8)> + '_ {
        let planes = move |seat: usize| (0..PLANES).map(move |plane| (seat, plane));
        (0..4)
            .flat_map(planes)
            .map(|(seat, plane)| (Seat::new(seat as u8), plane))
            .filter(move |(seat, plane)| {
                let at = self.progress[seat.index()][*plane];
                self.board().square(*seat, at) == Some(square)
            })
            .map(|(seat, plane)| (seat, plane as u8))
    }

    /// The roll waiting to be used.
    #[must_use]
    pub fn die(&self) -> Option<u8> {
        (self.phase == Phase::Move).then_some(self.die)
    }

    /// Sixes in a row in this turn so far, the roll waiting to be used included.
    #[must_use]
    pub fn sixes(&self) -> u8 {
        self.sixes
    }

    /// The planes the third 6 would send home now.
    #[must_use]
    pub fn moved_by_sixes(&self) -> PlaneSet {
        self.moved
    }

    /// Whether the rolls that settle who begins are still going on.
    #[must_use]
    pub fn is_opening(&self) -> bool {
        matches!(self.phase, Phase::Opening { .. })
    }

    /// The seat that has the turn, rolls or moves; the last one once the game is over.
    #[must_use]
    pub fn seat_to_move(&self) -> Seat {
        self.seat
    }

    /// The seats that have brought their planes home, in order.
    pub fn home(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.home.iter()
    }

    /// The seats that gave up, in order.
    pub fn gone(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.gone.iter()
    }

    /// The partner of a seat in a game of teams.
    #[must_use]
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.tables.rules.teams.then(|| self.board().opposite(seat))
    }

    /// How many planes of a seat are in the centre.
    #[must_use]
    pub fn finished(&self, seat: Seat) -> usize {
        let centre = self.board().centre();
        self.planes(seat).iter().filter(|p| **p == centre).count()
    }

    #[inline]
    pub(super) fn place_planes(&mut self, seat: Seat, planes: PlaneSet, progress: Progress) {
        let s = seat.index() & 3;
        planes.write(&mut self.progress[s], progress);
        self.squares[s] = self.tables.taken(seat, &self.progress[s]);
    }
}
