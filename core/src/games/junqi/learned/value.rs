//! Values of positions, from networks learned by self-play.
//!
//! There is a network for each family of games. `README.md` in this folder describes their
//! training.

use std::cell::RefCell;
use std::sync::LazyLock;

use super::features::FEATURES;
use super::flip_features::FLIP_FEATURES;
use crate::contract::game::Game;
use crate::contract::options::RuleSet;
use crate::contract::seat::{Seat, SeatSet};
use crate::evaluation::SeatValues;
use crate::games::junqi::board_kind::BoardKind;
use crate::games::junqi::notation::Action;
use crate::games::junqi::public::Public;
use crate::games::junqi::rules::Rules;
use crate::games::junqi::state::Junqi;
use crate::learning::{Input, Net};

/// Number of hidden units.
pub(super) const HIDDEN: usize = 32;

/// The network that values a position for one side and for all others.
pub(super) type JunqiNet = Net<HIDDEN, 2>;

/// The networks for two armies with layouts, for flip chess, and for three or more armies
/// (trained with four).
static NETS: LazyLock<[JunqiNet; 3]> = LazyLock::new(|| {
    [
        read(include_bytes!("two.net"), FEATURES),
        read(include_bytes!("flip.net"), FLIP_FEATURES),
        read(include_bytes!("many.net"), FEATURES),
    ]
});

fn read(bytes: &[u8], inputs: usize) -> JunqiNet {
    Net::from_bytes(inputs, bytes).unwrap_or_else(|_| Net::zeros(inputs))
}

/// Returns the number of features of positions under these rules.
pub(super) fn feature_count(rules: &Rules) -> usize {
    if rules.is_flip() { FLIP_FEATURES } else { FEATURES }
}

thread_local! {
    /// Scratch space, so that features are listed without a new allocation.
    static FEATURE_SCRATCH: RefCell<Vec<Input>> = const { RefCell::new(Vec::new()) };
}

/// Returns the network for games by these rules.
fn net_of(rules: &Rules) -> &'static JunqiNet {
    let [two, flip, many] = &*NETS;
    match rules.board {
        _ if rules.is_flip() => flip,
        BoardKind::Two => two,
        BoardKind::Three | BoardKind::Four | BoardKind::Six => many,
    }
}

impl Public {
    /// Returns the side a seat belongs to.
    pub(super) fn side_of(&self, seat: Seat) -> SeatSet {
        self.ground.allies[seat.index()]
    }

    /// Iterates over the sides that take part, each the seats of one team.
    fn sides(&self) -> impl Iterator<Item = SeatSet> + use<> {
        let (allies, mut left) = (self.ground.allies, self.ground.seats);
        std::iter::from_fn(move || {
            let seat = left.iter().next()?;
            left = left.difference(allies[seat.index()]);
            Some(allies[seat.index()])
        })
    }

    /// Returns the result for each seat, with each winning side counted once, or `None` while the
    /// game goes on.
    fn settled(&self) -> Option<SeatValues> {
        let (winners, _) = self.over?;
        let mut worths = [0.0; Seat::MAX];
        let wins = |side: &SeatSet| !side.intersection(winners).is_empty();
        let sides = self.sides().filter(wins).count().max(1);
        winners.iter().for_each(|seat| worths[seat.index()] = 1.0 / sides as f32);
        Some(worths)
    }
}

impl Junqi {
    /// Returns the expected share of first place for each seat, 0 to 1, by the network for these
    /// rules.
    pub(super) fn learned_values(&self, list: &mut Vec<Action>) -> SeatValues {
        self.values_by(net_of(self.rules()), list)
    }

    /// Writes the features of a position into `out`, cleared first, from the perspective of a
    /// side. `list` is scratch space for actions.
    pub(super) fn features(&self, side: SeatSet, out: &mut Vec<Input>, list: &mut Vec<Action>) {
        match side.iter().next() {
            Some(seat) if self.rules().is_flip() => self.flip_features(seat, out, list),
            _ => self.field_features(side, out, list),
        }
    }

    /// Like [`Junqi::learned_values`], by the given network.
    pub(super) fn values_by(&self, net: &JunqiNet, list: &mut Vec<Action>) -> SeatValues {
        if let Some(worths) = self.public.settled() {
            return worths;
        }
        let mover = self.side_of(self.public.turn);
        let ask = |side: SeatSet, list: &mut Vec<Action>| {
            FEATURE_SCRATCH.with(|inputs| {
                let inputs = &mut inputs.borrow_mut();
                self.features(side, inputs, list);
                net.evaluate(&net.accumulator(inputs), 0b11)
            })
        };
        let [own, others] = ask(mover, list);
        let count = self.public.sides().count();
        let mut worths = [0.0; Seat::MAX];
        let mut sum = 0.0;
        for side in self.public.sides() {
            let alive = !side.intersection(self.public.alive).is_empty();
            let share = match () {
                () if side == mover => own,
                () if count == 2 => others,
                () if alive => ask(side, list)[0],
                () => 0.0,
            };
            side.iter().for_each(|seat| worths[seat.index()] = share);
            sum += share;
        }
        let drawn = self.draw_pressure();
        for worth in self.rules().seats().iter().map(Seat::index) {
            let own = worths[worth] / sum.max(f32::MIN_POSITIVE);
            worths[worth] = own * (1.0 - drawn) + drawn / count as f32;
        }
        worths
    }

    /// Returns how near a draw by quiet plies is, 0 to 1.
    fn draw_pressure(&self) -> f32 {
        match self.rules().draw_after_quiet_plies {
            0 => 0.0,
            limit => {
                let quiet = f32::from(self.public.quiet) / f32::from(limit);
                quiet * quiet * quiet * quiet
            }
        }
    }
}
