//! The values of a position to every seat, by the learned network.

use std::sync::LazyLock;

use super::expectimax::Expectimax;
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

/// The weight of a later place once the first one is taken.
const LATER_PLACE_WEIGHT: f32 = 1.0 / 16.0;

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

impl Race {
    /// Returns the value of this position to each seat, 0 to 1: its chance of the first place,
    /// divided within a team. Once the first place is taken, its owner has 15/16, and the
    /// remaining 1/16 is split by the chances of the best place still open.
    ///
    /// Works for any position: before a roll, with a roll that waits, during the opening rolls, at
    /// the end. It allocates no memory and uses no random numbers.
    pub fn seat_values(&self) -> [f32; Seat::MAX] {
        let place = self.places_taken();
        let mut worths = self.seat_values_for(place);
        if let Some(first) = self.home.iter().next().filter(|_| place > 0) {
            worths = worths.map(|worth| LATER_PLACE_WEIGHT * worth);
            worths[first.index()] = 1.0 - LATER_PLACE_WEIGHT;
        }
        worths
    }

    /// Returns each seat's chance of one place: 0 is the first, 1 the second. A search asks for
    /// the place open at its root, [`Race::places_taken`], so that a seat that comes home during
    /// the search has won there and the others have not.
    pub fn seat_values_for(&self, place: usize) -> [f32; Seat::MAX] {
        let judge = PlaceEvaluator::new(net(self.board()), self, place);
        let shares = judge.shares(self);
        std::array::from_fn(|seat| shares.get(seat).copied().unwrap_or(0.0))
    }

    /// Returns each seat's chance of a place by expectimax: over all faces of `depth` further
    /// rolls, with the best action of every seat, and the network at the end of each line. At
    /// depth 0 the values are those of [`Race::seat_values_for`].
    pub fn place_values(&self, place: usize, depth: u32) -> [f32; Seat::MAX] {
        let judge = PlaceEvaluator::new(net(self.board()), self, place);
        let mut ahead = Expectimax::new(&judge, u64::MAX);
        let found = match self.phase {
            _ if depth == 0 => None,
            Phase::Move => ahead.best_reply(self, depth),
            Phase::Roll => ahead.after(self, depth),
            Phase::Opening { .. } | Phase::Over(_) => None,
        };
        let shares = found.unwrap_or_else(|| judge.shares(self));
        std::array::from_fn(|seat| shares.get(seat).copied().unwrap_or(0.0))
    }

    /// Returns the number of places taken for good: seats at home, or 0 in a game of teams.
    pub fn places_taken(&self) -> usize {
        if self.tables.rules.teams { 0 } else { usize::from(self.home.len()) }
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

    /// Returns the shares of any position.
    fn shares(&self, race: &Race) -> Shares {
        if let Some(shares) = self.settled(race) {
            return shares;
        }
        match race.phase {
            Phase::Opening { contenders, .. } => {
                let mut sum = [0.0; 4];
                let chances = race.chances_to_begin();
                for seat in contenders.iter() {
                    let mut begins = race.clone();
                    (begins.seat, begins.phase) = (seat, Phase::Roll);
                    let (shares, chance) = (self.before_roll(&begins), chances[seat.index() & 3]);
                    sum = std::array::from_fn(|k| sum[k] + chance * shares[k]);
                }
                sum
            }
            Phase::Move => Expectimax::new(self, u64::MAX).best_reply(race, 0).unwrap_or([0.25; 4]),
            Phase::Roll | Phase::Over(_) => self.before_roll(race),
        }
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
        let told = self.net.evaluate(&sums, race.side_bits());
        let mut shares = [0.0; 4];
        for (seat, share) in (0..4).map(Seat::new).zip(&mut shares) {
            *share = told[race.side(seat)];
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
