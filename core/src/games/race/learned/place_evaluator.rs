//! The shares of each seat in a place, where no look-ahead is needed: before a roll by the learned
//! network, and once the owner of the place is settled.

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

/// The share of each seat in a place.
pub(super) type Shares = [f32; 4];

static AEROPLANE: LazyLock<RaceNet> = LazyLock::new(|| read(include_bytes!("aeroplane.net")));
static FLYING: LazyLock<RaceNet> = LazyLock::new(|| read(include_bytes!("flying.net")));

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
    /// The sums of the features that hold for all positions of the game.
    start: Accumulator<HIDDEN, 4>,
    place: usize,
}

impl<'a> PlaceEvaluator<'a> {
    pub(super) fn new(net: &'a RaceNet, race: &Race, place: usize) -> Self {
        let mut options = Features::NONE;
        options.add_options(&race.tables.rules);
        Self { net, start: net.accumulator(options.list()), place }
    }

    /// Returns the shares if the owner of the place is settled.
    #[inline]
    pub(super) fn settled(&self, race: &Race) -> Option<Shares> {
        if !race.tables.rules.teams && usize::from(race.home.len()) > self.place {
            return race.home.iter().nth(self.place).map(|seat| equal(SeatSet::one(seat)));
        }
        match race.phase {
            Phase::Over(reason) => Some(self.at_the_end(race, reason)),
            _ => None,
        }
    }

    #[inline(never)]
    fn at_the_end(&self, race: &Race, reason: Reason) -> Shares {
        let partner = |seat| SeatSet::from_iter([seat, race.board().opposite(seat)]);
        match (reason, race.winner, race.home.iter().next_back()) {
            (Reason::TeamHome, _, Some(last)) => equal(partner(last)),
            (_, Some(winner), _) if self.place == 0 && !race.tables.rules.teams => {
                equal(SeatSet::one(winner))
            }
            _ => {
                let places = race.places();
                let mut before = 0;
                let holds = |set: &&SeatSet| {
                    before += set.len();
                    before > self.place
                };
                places.as_slice().iter().find(holds).map_or([0.0; 4], |set| equal(*set))
            }
        }
    }

    /// Returns the shares of a position before a roll, by the network.
    pub(super) fn before_roll(&self, race: &Race) -> Shares {
        let mut inputs = Features::NONE;
        inputs.add_position(race);
        let mut sums = self.start;
        inputs.list().iter().for_each(|input| self.net.add(&mut sums, *input));
        let output = self.net.evaluate(&sums, race.side_bits());
        let mut shares = [0.0; 4];
        for (seat, share) in (0..4).map(Seat::new).zip(&mut shares) {
            *share = output[race.side(seat)];
        }
        if race.tables.rules.teams {
            let board = race.board();
            let other = |seat: usize| board.opposite(Seat::new(seat as u8)).index();
            shares = std::array::from_fn(|seat| (shares[seat] + shares[other(seat)]) / 2.0);
        }
        shares
    }
}

/// Returns equal shares for some seats.
fn equal(seats: SeatSet) -> Shares {
    let each = 1.0 / seats.len().max(1) as f32;
    std::array::from_fn(|seat| if seats.contains(Seat::new(seat as u8)) { each } else { 0.0 })
}
