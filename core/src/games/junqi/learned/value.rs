//! Values of positions, from networks learned by self-play.
//!
//! A network takes the features of a position from the perspective of one side. Its two outputs
//! are the shares in the win of that side and of all others together. With two sides one
//! evaluation is enough. With more, every side is evaluated separately, and the shares are scaled
//! so that they sum to 1.
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
use crate::games::junqi::public::PublicState;
use crate::games::junqi::rules::Rules;
use crate::games::junqi::state::Junqi;
use crate::learning::{Input, Net};

/// Number of hidden units.
pub(super) const HIDDEN: usize = 64;

/// The network that values a position for one side and for all others.
pub(super) type JunqiNet = Net<HIDDEN, 2>;

/// The outputs of a [`JunqiNet`] that are computed, as bits: always both.
pub(super) const BOTH_OUTPUTS: u8 = 0b11;

/// The networks for two armies with layouts, for Flip Junqi, and for three or more armies
/// (trained with four).
static NETS: LazyLock<[JunqiNet; 3]> = LazyLock::new(|| {
    [
        read(include_bytes!("two.net"), FEATURES),
        read(include_bytes!("flip.net"), FLIP_FEATURES),
        read(include_bytes!("many.net"), FEATURES),
    ]
});

/// Reads a network that ships. A file that does not fit the features counts as zeros.
fn read(bytes: &[u8], inputs: usize) -> JunqiNet {
    Net::from_bytes(inputs, bytes).unwrap_or_else(|_| Net::zeros(inputs))
}

/// Returns the number of features of positions under these rules.
pub(super) fn feature_count(rules: &Rules) -> usize {
    if rules.is_flip() { FLIP_FEATURES } else { FEATURES }
}

thread_local! {
    /// A buffer for features, which saves an allocation for each evaluation.
    static FEATURE_SCRATCH: RefCell<Vec<Input>> = const { RefCell::new(Vec::new()) };
}

/// Returns the network for games under these rules.
fn net_of(rules: &Rules) -> &'static JunqiNet {
    let [two, flip, many] = &*NETS;
    match rules.board {
        _ if rules.is_flip() => flip,
        BoardKind::Two => two,
        BoardKind::Three | BoardKind::Four | BoardKind::Six => many,
    }
}

impl PublicState {
    /// Iterates over the sides that take part, each the seats of one team.
    fn sides(&self) -> impl Iterator<Item = SeatSet> + use<> {
        let (allies, mut remaining) = (self.context.allies, self.context.seats);
        std::iter::from_fn(move || {
            let seat = remaining.iter().next()?;
            let side = allies[seat.index()];
            remaining = remaining.difference(side);
            Some(side)
        })
    }

    /// Returns the values of a finished game, or `None` while the game goes on. Winning sides share
    /// the first place equally.
    fn final_values(&self) -> Option<SeatValues> {
        let (winners, _) = self.ending?;
        let is_winner = |side: &SeatSet| !side.intersection(winners).is_empty();
        let winning_sides = self.sides().filter(is_winner).count().max(1);
        let mut values = [0.0; Seat::MAX];
        for seat in winners.iter() {
            values[seat.index()] = 1.0 / winning_sides as f32;
        }
        Some(values)
    }
}

impl Junqi {
    /// Returns the value of the position to each seat, by the network for these rules. `list` is a
    /// buffer for actions.
    pub(in crate::games::junqi) fn learned_values(&self, list: &mut Vec<Action>) -> SeatValues {
        self.values_by(net_of(self.rules()), list)
    }

    /// Writes the features of a position into `out`, cleared first, from the perspective of a
    /// side. `list` is a buffer for actions.
    pub(super) fn features(&self, side: SeatSet, out: &mut Vec<Input>, list: &mut Vec<Action>) {
        match side.iter().next() {
            Some(seat) if self.rules().is_flip() => self.flip_features(seat, out, list),
            _ => self.standard_features(side, out, list),
        }
    }

    /// Like [`Junqi::learned_values`], by the given network.
    pub(super) fn values_by(&self, net: &JunqiNet, list: &mut Vec<Action>) -> SeatValues {
        if let Some(values) = self.public.final_values() {
            return values;
        }
        let to_move = self.team(self.public.turn);
        let evaluate = |side: SeatSet, list: &mut Vec<Action>| {
            FEATURE_SCRATCH.with(|inputs| {
                let inputs = &mut inputs.borrow_mut();
                self.features(side, inputs, list);
                net.evaluate(&net.accumulator(inputs), BOTH_OUTPUTS)
            })
        };
        let [own_share, others_share] = evaluate(to_move, list);
        let side_count = self.public.sides().count();
        let mut values = [0.0; Seat::MAX];
        let mut sum = 0.0;
        for side in self.public.sides() {
            let alive = !side.intersection(self.public.alive).is_empty();
            let share = if side == to_move {
                own_share
            } else if side_count == 2 {
                others_share
            } else if alive {
                evaluate(side, list)[0]
            } else {
                0.0
            };
            side.iter().for_each(|seat| values[seat.index()] = share);
            sum += share;
        }
        // Mix the scaled shares with the values of a draw.
        let draw = self.draw_pressure();
        for seat in self.rules().seats().iter() {
            let value = &mut values[seat.index()];
            let share = *value / sum.max(f32::MIN_POSITIVE);
            *value = share * (1.0 - draw) + draw / side_count as f32;
        }
        values
    }

    /// Returns how near a draw by quiet plies is, 0 to 1. The fourth power keeps it small until
    /// most of the quiet plies are played.
    fn draw_pressure(&self) -> f32 {
        match self.rules().draw_after_quiet_plies {
            0 => 0.0,
            limit => {
                let quiet = f32::from(self.public.quiet_plies) / f32::from(limit);
                quiet * quiet * quiet * quiet
            }
        }
    }
}
