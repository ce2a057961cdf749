//! The losses that every seat risks to every other by one roll.

use crate::contract::seat::{Seat, SeatSet};
use crate::games::race::board::{HANGAR, PLANES};
use crate::games::race::jumps_and_flights::{NO_SQUARE, Route};
use crate::games::race::rules::{CROSSED, Capture, Crossing, FLIGHT_FROM};
use crate::games::race::sets::PlaneSet;
use crate::games::race::state::Race;

/// The losses in steps, by capturing seat and victim, added up over the six faces of one roll.
pub(super) type RollLosses = [[u16; 4]; 4];

/// The planes on the track that can be lost.
struct TrackThreats {
    /// By seat and square: the steps lost if the planes on it are captured.
    steps: [[u16; 64]; 4],
    /// The squares with planes to lose, a bit per square.
    squares: [u64; 4],
}

impl Race {
    /// Returns the losses of seats if each of the others had one roll and captured as much as it
    /// can, taken for each victim by itself. Blocks on the way are ignored.
    pub(super) fn losses(&self) -> RollLosses {
        let mut losses = [[0; 4]; 4];
        let stakes = self.stakes();
        for hunter in self.playing.iter() {
            let enemies = self.playing.difference(self.tables.friends(hunter));
            losses[hunter.index() & 3] = self.losses_to(hunter, enemies, &stakes);
        }
        losses
    }

    fn stakes(&self) -> TrackThreats {
        let mut stakes = TrackThreats { steps: [[0; 64]; 4], squares: [0; 4] };
        let start = u16::from(self.tables.start_steps);
        for seat in self.playing.iter() {
            for at in self.planes(seat) {
                let square = self.tables.square(seat, *at);
                if square != NO_SQUARE && !self.tables.rules.safe_squares.contains(*at) {
                    let (s, square) = (seat.index() & 3, square & 63);
                    stakes.steps[s][square as usize] += u16::from(*at) + start;
                    stakes.squares[s] |= 1 << square;
                }
            }
        }
        stakes
    }

    /// Returns the losses of each enemy to one roll of a seat.
    fn losses_to(&self, hunter: Seat, enemies: SeatSet, stakes: &TrackThreats) -> [u16; 4] {
        let targets = enemies.iter().fold(0, |all, seat| all | stakes.squares[seat.index() & 3]);
        let below = self.steps_below(hunter, enemies);
        let mut best = [[0; 4]; 7];
        for plane in 0..PLANES {
            let from = self.progress[hunter.index() & 3][plane];
            let reached = self.tables.reach(hunter, from) & targets != 0;
            let crosses = below.1 > 0 && from < FLIGHT_FROM;
            let doubled = from != HANGAR && !self.leads(hunter, plane as u8);
            if doubled || !(reached || crosses) {
                continue;
            }
            for die in 1..=6u8 {
                for route in self.tables.routes(from, die).iter().flatten() {
                    let struck = self.struck(hunter, route) & targets;
                    let below = if route.flies { below } else { (0, 0) };
                    if struck != 0 || below.1 > 0 {
                        raise(&mut best[die as usize], struck, below, enemies, stakes);
                    }
                }
            }
        }
        best.iter().fold([0; 4], |sum, row| std::array::from_fn(|seat| sum[seat] + row[seat]))
    }

    /// Returns the squares on which a route captures, a bit per square.
    fn struck(&self, seat: Seat, route: &Route) -> u64 {
        match self.tables.rules.capture {
            Capture::EveryHop => self.tables.touched(seat, route),
            Capture::LastSquare => self.tables.taken(seat, &[route.end()]),
        }
    }

    /// Returns the seat whose lane a seat's flight crosses, and the steps it would lose there.
    fn steps_below(&self, hunter: Seat, enemies: SeatSet) -> (usize, u16) {
        let seat = self.tables.rules.board.opposite(hunter);
        if self.tables.rules.flight_crossing == Crossing::Off || !enemies.contains(seat) {
            return (0, 0);
        }
        let planes = PlaneSet::with_value(self.progress[seat.index() & 3], CROSSED);
        let each = u16::from(CROSSED) + u16::from(self.tables.start_steps);
        (seat.index() & 3, planes.len() as u16 * each)
    }
}

/// Raises the best captures of a roll to those of one move: planes on the squares struck and
/// planes that the flight crosses.
fn raise(
    best: &mut [u16; 4],
    mut struck: u64,
    (over, below): (usize, u16),
    enemies: SeatSet,
    stakes: &TrackThreats,
) {
    let mut taken = [0; 4];
    taken[over & 3] = below;
    while struck != 0 {
        let square = struck.trailing_zeros() as usize & 63;
        struck &= struck - 1;
        for seat in enemies.iter() {
            taken[seat.index() & 3] += stakes.steps[seat.index() & 3][square];
        }
    }
    for (best, taken) in best.iter_mut().zip(taken) {
        *best = (*best).max(taken);
    }
}
