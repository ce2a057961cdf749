//! The probability that each seat takes a given finishing rank: exact once decided, else by the
//! network before a roll.

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

/// The probability of each seat to take the rank.
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

/// An evaluator of the positions of one game for one finishing rank.
pub(super) struct PlaceEvaluator<'a> {
    net: &'a RaceNet,
    /// The accumulator of the options, which hold for all positions of the game.
    options_accumulator: Accumulator<HIDDEN, 4>,
    /// The finishing rank, 0 for the first.
    rank: usize,
}

impl<'a> PlaceEvaluator<'a> {
    pub(super) fn new(net: &'a RaceNet, race: &Race, rank: usize) -> Self {
        let mut options = Features::NONE;
        options.add_options(&race.tables.rules);
        Self { net, options_accumulator: net.accumulator(options.list()), rank }
    }

    /// Returns the shares if the seat that holds the rank is settled.
    #[inline]
    pub(super) fn settled(&self, race: &Race) -> Option<Shares> {
        if !race.tables.rules.teams && usize::from(race.home.len()) > self.rank {
            return race.home.iter().nth(self.rank).map(|seat| split_equally(SeatSet::one(seat)));
        }
        match race.phase {
            Phase::Over(reason) => Some(self.at_the_end(race, reason)),
            _ => None,
        }
    }

    #[inline(never)]
    fn at_the_end(&self, race: &Race, reason: Reason) -> Shares {
        let team = |seat| SeatSet::from_iter([seat, race.board().opposite(seat)]);
        match (reason, race.winner, race.home.iter().next_back()) {
            (Reason::TeamHome, _, Some(last)) => split_equally(team(last)),
            (_, Some(winner), _) if self.rank == 0 && !race.tables.rules.teams => {
                split_equally(SeatSet::one(winner))
            }
            _ => {
                let places = race.places();
                let mut ranks_filled = 0;
                let holds_rank = |set: &&SeatSet| {
                    ranks_filled += set.len();
                    ranks_filled > self.rank
                };
                places
                    .as_slice()
                    .iter()
                    .find(holds_rank)
                    .map_or([0.0; 4], |set| split_equally(*set))
            }
        }
    }

    /// Returns the shares of a position before a roll, by the network.
    pub(super) fn before_roll(&self, race: &Race) -> Shares {
        let mut inputs = Features::NONE;
        inputs.add_position(race);
        let mut sums = self.options_accumulator;
        inputs.list().iter().for_each(|input| self.net.add(&mut sums, *input));
        let output = self.net.evaluate(&sums, race.relative_seat_bits());
        let mut shares = [0.0; 4];
        for (seat, share) in (0..4).map(Seat::new).zip(&mut shares) {
            *share = output[race.relative_seat(seat)];
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
fn split_equally(seats: SeatSet) -> Shares {
    let each = 1.0 / seats.len().max(1) as f32;
    std::array::from_fn(|seat| if seats.contains(Seat::new(seat as u8)) { each } else { 0.0 })
}
