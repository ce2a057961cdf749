//! The probability that each seat takes a place: exact once the place is decided, else by the
//! network.

use std::sync::LazyLock;

use super::features::{FEATURES, Features};
use crate::contract::outcome::Reason;
use crate::contract::seat::{Seat, SeatSet};
use crate::games::race::board::Board;
use crate::games::race::state::{Phase, Race};
use crate::learning::{Accumulator, Net};

/// The number of hidden units.
pub(super) const HIDDEN: usize = 64;

/// A network for one board.
pub(super) type RaceNet = Net<HIDDEN, 4>;

/// The probability that each seat takes the place. Partners have equal shares.
pub(super) type Shares = [f32; 4];

static AEROPLANE: LazyLock<RaceNet> = LazyLock::new(|| read(include_bytes!("aeroplane.net")));
static FLYING: LazyLock<RaceNet> = LazyLock::new(|| read(include_bytes!("flying.net")));

/// Parses an embedded network. A file that cannot be read gives a network of zeros.
fn read(bytes: &[u8]) -> RaceNet {
    Net::from_bytes(FEATURES, bytes).unwrap_or_else(|_| Net::zeros(FEATURES))
}

/// Returns the network of a board.
pub(super) fn net(board: Board) -> &'static RaceNet {
    match board {
        Board::Aeroplane => &AEROPLANE,
        Board::Flying => &FLYING,
    }
}

/// An evaluator of the positions of one game for one place.
pub(super) struct PlaceEvaluator<'a> {
    net: &'a RaceNet,
    /// The accumulator with the features of the options, which are the same in all positions.
    options_accumulator: Accumulator<HIDDEN, 4>,
    /// The place, 0 for the first.
    place: usize,
}

impl<'a> PlaceEvaluator<'a> {
    pub(super) fn new(net: &'a RaceNet, race: &Race, place: usize) -> Self {
        let mut options = Features::NONE;
        options.add_options(&race.tables.rules);
        Self { net, options_accumulator: net.accumulator(options.list()), place }
    }

    /// Returns the shares if it is decided which seat takes the place.
    #[inline]
    pub(super) fn decided_shares(&self, race: &Race) -> Option<Shares> {
        if !race.tables.rules.teams && usize::from(race.finished.len()) > self.place {
            return race
                .finished
                .iter()
                .nth(self.place)
                .map(|seat| split_equally(SeatSet::one(seat)));
        }
        match race.phase {
            Phase::Over(reason) => Some(self.final_shares(race, reason)),
            _ => None,
        }
    }

    /// Returns the shares of a finished game.
    #[inline(never)]
    fn final_shares(&self, race: &Race, reason: Reason) -> Shares {
        let team = |seat| SeatSet::from_iter([seat, race.board().opposite(seat)]);
        match (reason, race.winner, race.finished.iter().next_back()) {
            (Reason::TeamHome, _, Some(last)) => split_equally(team(last)),
            (_, Some(winner), _) if self.place == 0 && !race.tables.rules.teams => {
                split_equally(SeatSet::one(winner))
            }
            _ => {
                // A set of n seats shares n places.
                let mut places_taken = 0;
                for seats in race.places().as_slice() {
                    places_taken += seats.len();
                    if places_taken > self.place {
                        return split_equally(*seats);
                    }
                }
                [0.0; 4]
            }
        }
    }

    /// Returns the shares of a position before a roll, by the network.
    pub(super) fn network_shares(&self, race: &Race) -> Shares {
        let mut features = Features::NONE;
        features.add_position(race);
        let mut accumulator = self.options_accumulator;
        features.list().iter().for_each(|input| self.net.add(&mut accumulator, *input));
        let output = self.net.evaluate(&accumulator, race.relative_seat_bits());
        let mut shares = [0.0; 4];
        for (seat, share) in (0..4).map(Seat::new).zip(&mut shares) {
            *share = output[race.relative_seat(seat)];
        }
        if race.tables.rules.teams {
            let board = race.board();
            let partner = |seat: usize| board.opposite(Seat::new(seat as u8)).index();
            shares = std::array::from_fn(|seat| (shares[seat] + shares[partner(seat)]) / 2.0);
        }
        shares
    }
}

/// Returns equal shares for some seats, and 0 for the others.
fn split_equally(seats: SeatSet) -> Shares {
    let share = 1.0 / seats.len().max(1) as f32;
    std::array::from_fn(|seat| if seats.contains(Seat::new(seat as u8)) { share } else { 0.0 })
}
