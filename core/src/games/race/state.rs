//! The state of a race game: planes, turn, and seats that have finished.

use std::sync::Arc;

use super::board::{Board, PLANES, Progress};
use super::jumps_and_flights::Tables;
use super::sets::PlaneSet;
use crate::contract::game::Viewer;
use crate::contract::memory::Memory;
use crate::contract::outcome::Reason;
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::turn_stack::TurnStack;

/// The state of a race game. All of it is public. It does not contain the dice to come.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    pub(super) tables: Arc<Tables>,
    pub(super) seats: SeatSet,
    pub(super) progress: [[Progress; PLANES]; 4],
    /// The stack of each plane as bits; its own bit alone if it is single.
    pub(super) stacks: [[u8; PLANES]; 4],
    /// The choices of the planes that lead their stacks, four bits per plane; see `restack`.
    pub(super) leading: [u16; 4],
    /// The track squares with planes of each seat, a bit per square. Derived from `progress`, so
    /// that one test finds out if anything is captured.
    pub(super) squares: [u64; 4],
    pub(super) phase: Phase,
    pub(super) seat: Seat,
    pub(super) die: u8,
    /// The legal actions as bits, valid while the seat has to move; see `find_choices`.
    pub(super) choices: u16,
    /// 6s in a row in this turn, this roll included.
    pub(super) sixes: u8,
    /// The planes moved by the earlier 6s of the row.
    pub(super) moved: PlaneSet,
    /// The rolls of this turn with no plane out.
    pub(super) tries: u8,
    pub(super) ply: u32,
    pub(super) home: Order,
    pub(super) resigned: Order,
    /// The seats that are neither home nor resigned.
    pub(super) playing: SeatSet,
    /// The turns each seat still has to skip.
    pub(super) skips: [u8; 4],
    /// The seats whose turns were postponed for extra ones. The last one plays next.
    pub(super) postponed: TurnStack,
    /// The seat that a house rule let win.
    pub(super) winner: Option<Seat>,
    /// The numbers that house rules remember.
    pub(super) memory: Memory,
}

/// The phase of a game: the step it waits for, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The rolls that settle who begins: the seats that compete, those that have rolled, the
    /// highest roll so far and the seats that rolled it.
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

/// Seats in the order in which they were added.
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

/// A race game as a viewer sees it. The state has no secrets, so it is shown whole.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The viewer.
    pub viewer: Viewer,
    /// The state.
    pub race: Race,
}

impl Race {
    /// Returns the rules in force with their tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Returns the board.
    pub fn board(&self) -> Board {
        self.tables.rules.board
    }

    /// Returns the progress of each plane of a seat, by plane number. The rules give the count.
    pub fn planes(&self, seat: Seat) -> &[Progress] {
        &self.progress[seat.index() & 3][..self.tables.rules.planes as usize]
    }

    /// Returns the planes that move as one with this plane, itself included.
    pub fn stack(&self, seat: Seat, plane: u8) -> PlaneSet {
        PlaneSet::from_bits(self.stacks[seat.index() & 3][plane as usize & 3])
    }

    /// Returns the planes on a track square, with their seats.
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

    /// Returns the roll that waits to be used.
    pub fn die(&self) -> Option<u8> {
        (self.phase == Phase::Move).then_some(self.die)
    }

    /// Returns the 6s in a row in this turn so far, including the roll that waits to be used.
    pub fn sixes(&self) -> u8 {
        self.sixes
    }

    /// Returns the planes that a third 6 would send home now.
    pub fn moved_by_sixes(&self) -> PlaneSet {
        self.moved
    }

    /// Returns true during the rolls that settle who begins.
    pub fn is_opening(&self) -> bool {
        matches!(self.phase, Phase::Opening { .. })
    }

    /// Returns the seat that rolls or moves; after the end, the last one that did.
    pub fn seat_to_move(&self) -> Seat {
        self.seat
    }

    /// Returns the seats that have brought their planes home, in order.
    pub fn home(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.home.iter()
    }

    /// Returns the seats that resigned, in order.
    pub fn resigned(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.resigned.iter()
    }

    /// Returns the partner of a seat in a game of teams.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.tables.rules.teams.then(|| self.board().opposite(seat))
    }

    /// Returns the number of planes of a seat in the centre.
    pub fn finished_count(&self, seat: Seat) -> usize {
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
