//! The losses that every seat risks by one roll of every other, as inputs of the network.

use crate::contract::seat::{Seat, SeatSet};
use crate::games::race::board::{HANGAR, PLANES};
use crate::games::race::jumps_and_flights::{NO_SQUARE, Route};
use crate::games::race::rules::{CROSSED, Capture, Crossing, FLIGHT_FROM};
use crate::games::race::sets::PlaneSet;
use crate::games::race::state::Race;

/// The losses in steps, by hunter (the seat that captures) and victim, added up over the six faces
/// of one roll.
pub(super) type RollLosses = [[u16; 4]; 4];

/// The losses that every seat would have if its planes on a square of the track were captured.
struct Stakes {
    /// By seat and square: the steps that the seat loses if its planes there are captured.
    steps: [[u16; 64]; 4],
    /// By seat: the squares with planes to lose, one bit per square.
    squares: [u64; 4],
}

impl Race {
    /// Returns the losses of seats if each of the others had one roll and captured as much as it
    /// could. The best capture is chosen for each victim separately. Stacks that block are ignored.
    pub(super) fn losses(&self) -> RollLosses {
        let mut losses = [[0; 4]; 4];
        let stakes = self.stakes();
        for hunter in self.playing.iter() {
            let victims = self.playing.difference(self.tables.friends(hunter));
            losses[hunter.index() & 3] = self.losses_to(hunter, victims, &stakes);
        }
        losses
    }

    /// Returns the losses that every seat would have by captures on each square of the track.
    fn stakes(&self) -> Stakes {
        let mut stakes = Stakes { steps: [[0; 64]; 4], squares: [0; 4] };
        let start_steps = u16::from(self.tables.launch_value);
        for seat in self.playing.iter() {
            for progress in self.planes(seat) {
                let square = self.tables.square(seat, *progress);
                if square != NO_SQUARE && !self.tables.rules.safe_squares.contains(*progress) {
                    let (index, square) = (seat.index() & 3, square & 63);
                    stakes.steps[index][square as usize] += u16::from(*progress) + start_steps;
                    stakes.squares[index] |= 1 << square;
                }
            }
        }
        stakes
    }

    /// Returns the loss of each victim to one roll of the hunter, added up over the six faces.
    fn losses_to(&self, hunter: Seat, victims: SeatSet, stakes: &Stakes) -> [u16; 4] {
        let targets = victims.iter().fold(0, |all, seat| all | stakes.squares[seat.index() & 3]);
        let crossing = self.crossing_loss(hunter, victims);
        // By face and victim: the largest loss found so far.
        let mut best = [[0; 4]; 7];
        for plane in 0..PLANES {
            let from = self.progress[hunter.index() & 3][plane];
            let reaches_target = self.tables.squares_in_reach(hunter, from) & targets != 0;
            let may_cross = crossing.steps > 0 && from < FLIGHT_FROM;
            // A stack moves once, by its leader.
            let follows_leader = from != HANGAR && !self.is_leader(hunter, plane as u8);
            if follows_leader || !(reaches_target || may_cross) {
                continue;
            }
            for die in 1..=6u8 {
                for route in self.tables.routes(from, die).iter().flatten() {
                    let captured = self.capturing_squares(hunter, route) & targets;
                    let crossing = if route.flies { crossing } else { CrossingLoss::NONE };
                    if captured != 0 || crossing.steps > 0 {
                        let losses = losses_of_move(captured, crossing, victims, stakes);
                        max_in_place(&mut best[die as usize], losses);
                    }
                }
            }
        }
        best.iter().fold([0; 4], |sum, row| std::array::from_fn(|seat| sum[seat] + row[seat]))
    }

    /// Returns the squares on which a route captures, one bit per square.
    fn capturing_squares(&self, seat: Seat, route: &Route) -> u64 {
        match self.tables.rules.capture {
            Capture::EveryHop => self.tables.squares_touched(seat, route),
            Capture::LastSquare => self.tables.squares_of(seat, &[route.end()]),
        }
    }

    /// Returns the loss that a flight of the hunter causes in the lane it crosses.
    fn crossing_loss(&self, hunter: Seat, victims: SeatSet) -> CrossingLoss {
        let owner = self.tables.rules.board.opposite(hunter);
        if self.tables.rules.flight_crossing == Crossing::Off || !victims.contains(owner) {
            return CrossingLoss::NONE;
        }
        let planes = PlaneSet::with_value(self.progress[owner.index() & 3], CROSSED);
        let steps_each = u16::from(CROSSED) + u16::from(self.tables.launch_value);
        CrossingLoss { owner: owner.index() & 3, steps: planes.len() as u16 * steps_each }
    }
}

/// The loss of the owner of a lane to a flight that crosses it.
#[derive(Clone, Copy)]
struct CrossingLoss {
    /// The index of the seat that owns the lane.
    owner: usize,
    steps: u16,
}

impl CrossingLoss {
    const NONE: Self = Self { owner: 0, steps: 0 };
}

/// Returns the losses of each victim to one move: planes on the captured squares and planes that
/// the flight crosses.
#[inline]
fn losses_of_move(
    mut captured: u64,
    crossing: CrossingLoss,
    victims: SeatSet,
    stakes: &Stakes,
) -> [u16; 4] {
    let mut losses = [0; 4];
    losses[crossing.owner & 3] = crossing.steps;
    while captured != 0 {
        let square = captured.trailing_zeros() as usize & 63;
        captured &= captured - 1;
        for seat in victims.iter() {
            losses[seat.index() & 3] += stakes.steps[seat.index() & 3][square];
        }
    }
    losses
}

/// Sets each entry of `best` to the maximum of itself and the entry of `losses`.
#[inline]
fn max_in_place(best: &mut [u16; 4], losses: [u16; 4]) {
    for (best, loss) in best.iter_mut().zip(losses) {
        *best = (*best).max(loss);
    }
}
