//! The state of a race game: planes, turn, and seats that have finished.

use std::sync::Arc;

use super::board::{Board, PLANES, Progress};
use super::jumps_and_flights::LookupTables;
use super::sets::PlaneSet;
use crate::contract::game::Viewer;
use crate::contract::memory::Memory;
use crate::contract::outcome::Reason;
use crate::contract::question::Questions;
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::turn_stack::TurnStack;

/// The state of a race game. All of it is public information. The seed of the dice is not part of
/// it.
///
/// Arrays have one entry per seat, by seat index, and inner arrays one entry per plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// The rules, and tables that follow from them.
    pub(super) tables: Arc<LookupTables>,
    /// The seats that take part.
    pub(super) seats: SeatSet,
    pub(super) progress: [[Progress; PLANES]; 4],
    /// The stack of each plane, one bit per plane. A single plane has only its own bit.
    pub(super) stacks: [[u8; PLANES]; 4],
    /// A mask of `choices` for each seat. `choices` has four bits for each plane, and the mask
    /// keeps those of the planes that lead their stacks. Derived from `stacks` by `update_leaders`.
    pub(super) leader_mask: [u16; 4],
    /// The track squares on which each seat has planes, one bit per square. Derived from `progress`
    /// to find quickly that a move captures nothing.
    pub(super) occupied: [u64; 4],
    pub(super) phase: Phase,
    /// The seat that rolls or moves.
    pub(super) seat: Seat,
    /// The roll that waits to be used, 0 if none does.
    pub(super) die: u8,
    /// The legal actions as bits, as `find_choices` returns them. It is 0 if no roll waits.
    pub(super) choices: u16,
    /// The number of 6s in a row in this turn, including a roll that waits.
    pub(super) sixes: u8,
    /// The planes that the earlier 6s of this row moved.
    pub(super) moved_by_sixes: PlaneSet,
    /// The number of rolls in this turn while all planes were in the hangar or in the centre.
    pub(super) tries: u8,
    pub(super) ply: u32,
    pub(super) finished: SeatList,
    pub(super) resigned: SeatList,
    /// The seats that take part and are neither finished nor resigned.
    pub(super) playing: SeatSet,
    /// The number of turns that each seat still has to skip.
    pub(super) skips: [u8; 4],
    /// The seats whose turns were postponed for extra turns of others. The last seat plays next.
    pub(super) postponed: TurnStack,
    /// The seat that won by a house rule.
    pub(super) winner: Option<Seat>,
    /// The numbers that house rules remember.
    pub(super) memory: Memory,
    /// The questions of house rules that wait for an answer.
    pub(super) questions: Questions,
}

/// The phase of a game: the step it waits for, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The rolls that decide which seat begins: the seats that compete, those that have rolled, the
    /// highest roll so far, and the seats that rolled it.
    Opening { contenders: SeatSet, rolled: SeatSet, best: u8, leaders: SeatSet },
    /// A seat is about to roll.
    Roll,
    /// A seat chooses an action for the roll that waits.
    Move,
    /// The game is over.
    Over(Reason),
}

/// Up to four seats in the order in which they were added, and the same seats as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct SeatList {
    pub(super) list: [u8; 4],
    pub(super) len: u8,
    set: SeatSet,
}

impl SeatList {
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

/// The view of a race game. All information is public, so it contains the whole state.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The viewer.
    pub viewer: Viewer,
    /// The state.
    pub race: Race,
}

impl Race {
    /// Returns the rules in force with their tables.
    pub fn tables(&self) -> &LookupTables {
        &self.tables
    }

    /// Returns the board.
    pub fn board(&self) -> Board {
        self.tables.rules.board
    }

    /// Returns the progress of each plane of a seat, by plane number.
    pub fn planes(&self, seat: Seat) -> &[Progress] {
        &self.progress[seat.index() & 3][..self.tables.rules.planes as usize]
    }

    /// Returns the planes in the stack of this plane. A single plane is a stack of its own.
    pub fn stack(&self, seat: Seat, plane: u8) -> PlaneSet {
        PlaneSet::from_bits(self.stacks[seat.index() & 3][plane as usize & 3])
    }

    /// Returns the planes on a track square, with their seats.
    pub fn on_square(&self, square: u8) -> impl Iterator<Item = (Seat, u8)> + '_ {
        let planes_of = |seat: Seat| (0..PLANES as u8).map(move |plane| (seat, plane));
        let all_planes = (0..4).map(Seat::new).flat_map(planes_of);
        all_planes.filter(move |(seat, plane)| {
            let progress = self.progress[seat.index()][usize::from(*plane)];
            self.board().square(*seat, progress) == Some(square)
        })
    }

    /// Returns the roll that waits to be used.
    pub fn die(&self) -> Option<u8> {
        (self.phase == Phase::Move).then_some(self.die)
    }

    /// Returns the number of 6s in a row in this turn, including a roll that waits to be used.
    pub fn sixes(&self) -> u8 {
        self.sixes
    }

    /// Returns the planes that the earlier 6s of the current row moved. A third 6 may send them to
    /// the hangar.
    pub fn moved_by_sixes(&self) -> PlaneSet {
        self.moved_by_sixes
    }

    /// Returns true during the opening rolls, which decide which seat begins.
    pub fn is_opening(&self) -> bool {
        matches!(self.phase, Phase::Opening { .. })
    }

    /// Returns the seat that rolls or moves. After the end of the game it is the last one that did.
    pub fn seat_to_move(&self) -> Seat {
        self.seat
    }

    /// Returns the seats that have finished, in the order of their places.
    pub fn finished_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.finished.iter()
    }

    /// Returns the seats that resigned, in the order in which they did.
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
        self.planes(seat).iter().filter(|progress| **progress == centre).count()
    }

    /// Sets the progress of planes, and the occupied squares that are derived from it.
    #[inline]
    pub(super) fn place_planes(&mut self, seat: Seat, planes: PlaneSet, progress: Progress) {
        let index = seat.index() & 3;
        planes.write(&mut self.progress[index], progress);
        self.occupied[index] = self.tables.squares_of(seat, &self.progress[index]);
    }
}
