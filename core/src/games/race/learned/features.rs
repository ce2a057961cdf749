//! The features of a position before a roll, from the perspective of the seat that rolls.
//!
//! Seats are numbered clockwise from the one that rolls, 0 to 3 (*relative seats*), so that one
//! network serves all seats. The features form groups. The constants from `PLANES_AT` to `OPTIONS`
//! are the indices at which the groups begin. Their comments say what the features of each group
//! mean.

use crate::contract::seat::{Seat, SeatSet};
use crate::games::race::board::{HANGAR, PLANES};
use crate::games::race::rules::{
    Capture, Finish, Flight, Rules, Stack, StackAttack, StackBlock, Switch, TakeoffTo, ThreeSixes,
};
use crate::games::race::sets::Bonus;
use crate::games::race::state::Race;
use crate::learning::Input;

/// The number of places of a plane: the hangar and every progress up to the centre.
const PLACES: usize = 62;

/// A seat has at least one, two, three, four planes at a place.
const PLANES_AT: usize = 0;
/// A seat has a stack of two, three, four planes at a place.
const STACKS: usize = PLANES_AT + 4 * PLACES * PLANES;
/// The mean loss of a seat to another by one roll, in units of 64 steps.
const LOSSES: usize = STACKS + 4 * PLACES * 3;
/// The sum of a seat's mean losses to all others.
const TOTAL_LOSSES: usize = LOSSES + 16;
/// The steps of a seat's planes added up, in hundreds. The hangar counts 0, and progress p
/// counts p + 1.
const TOTAL_STEPS: usize = TOTAL_LOSSES + 4;
/// One or two 6s in a row in this turn, and the steps that a third would lose, in units of 64.
const SIXES: usize = TOTAL_STEPS + 4;
/// A seat has one to four planes in the hangar, and one, two, or at least three faces allow a
/// launch.
const IN_HANGAR: usize = SIXES + 3;
/// A seat needs one to four more planes in the centre.
const MISSING: usize = IN_HANGAR + 4 * PLANES * 3;
/// There are two, three, four [contenders](Race::contenders).
const CONTENDERS: usize = MISSING + 4 * PLANES;
/// The options of the rules that have a large effect.
const OPTIONS: usize = CONTENDERS + 3;

/// The number of features in the group [`OPTIONS`] for the number of faces that allow a launch.
const TAKEOFF_FEATURES: usize = 6;
/// The number of the other features in this group, one for each switch.
const SWITCHES: usize = 21;

/// The number of features.
pub(super) const FEATURES: usize = OPTIONS + TAKEOFF_FEATURES + SWITCHES;

/// The divisor of losses, which are sums over six faces. It makes their unit a mean of 64 steps.
const LOSS_UNIT: f32 = 6.0 * 64.0;

/// The largest number of active features of a position.
const MAX_ACTIVE: usize = 112;

/// The active features of one position. Those beyond the limit are dropped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    list: [Input; MAX_ACTIVE],
    len: usize,
}

impl Features {
    /// No features.
    pub(super) const NONE: Self = Self { list: [Input::on(0); MAX_ACTIVE], len: 0 };

    pub(super) fn list(&self) -> &[Input] {
        self.list.get(..self.len).unwrap_or(&self.list)
    }

    /// Adds a feature, unless the list is full.
    #[inline]
    fn push(&mut self, input: Input) {
        if let Some(slot) = self.list.get_mut(self.len) {
            *slot = input;
            self.len += 1;
        }
    }

    /// Adds a binary feature if it is active.
    #[inline]
    fn push_if(&mut self, index: usize, is_active: bool) {
        if is_active {
            self.push(Input::on(index));
        }
    }

    /// Adds a feature with an amount, unless the amount is 0.
    fn push_amount(&mut self, index: usize, amount: f32) {
        if amount > 0.0 {
            self.push(Input::scaled(index, amount));
        }
    }

    /// Adds the features of the rules, which hold for all positions of a game.
    pub(super) fn add_options(&mut self, rules: &Rules) {
        self.push(Input::on(OPTIONS + rules.takeoff.len().clamp(1, 6) - 1));
        let six_rolls_again = rules.extra_roll.contains(6);
        let switches: [bool; SWITCHES] = [
            rules.takeoff_to == TakeoffTo::Apron,
            six_rolls_again,
            rules.extra_roll.contains(5),
            rules.extra_roll.iter().any(|face| face < 5),
            six_rolls_again && rules.three_sixes == ThreeSixes::MovedPlanesToHangar,
            six_rolls_again && rules.three_sixes == ThreeSixes::AllPlanesToHangar,
            six_rolls_again && rules.three_sixes == ThreeSixes::TurnLost,
            rules.capture == Capture::EveryHop,
            rules.jump == Switch::On,
            rules.flight == Flight::Optional,
            rules.flight == Flight::Compulsory,
            rules.flight_then_jump,
            rules.stack == Stack::Optional,
            rules.stack == Stack::Always,
            rules.stack_attack == StackAttack::BiggerStackWins,
            rules.stack_block == StackBlock::Opponents,
            rules.finish == Finish::Bounce,
            rules.bonus_roll.contains(Bonus::OnCapture),
            rules.bonus_roll.contains(Bonus::OnFinish),
            rules.tries_when_grounded > 1,
            rules.teams,
        ];
        for (switch, is_on) in switches.into_iter().enumerate() {
            self.push_if(OPTIONS + TAKEOFF_FEATURES + switch, is_on);
        }
    }

    /// Adds the features of a position, from the perspective of the seat to roll.
    pub(super) fn add_position(&mut self, race: &Race) {
        let contenders = race.contenders();
        for seat in contenders.iter() {
            self.add_planes(race, seat);
        }
        self.push(Input::on(CONTENDERS + contenders.len().clamp(2, 4) - 2));
        self.add_losses(race, contenders);
        if race.sixes > 0 {
            self.push(Input::on(SIXES + usize::from(race.sixes.min(2)) - 1));
            let row = race.progress[race.seat.index() & 3];
            let centre = race.board().centre();
            let mut lost_steps = 0;
            for plane in race.moved_by_sixes.iter() {
                let progress = row[plane as usize];
                if progress < centre {
                    lost_steps += u16::from(progress) + u16::from(race.tables.launch_value);
                }
            }
            self.push_amount(SIXES + 2, f32::from(lost_steps) / 64.0);
        }
    }

    /// Adds the features of a seat's planes.
    fn add_planes(&mut self, race: &Race, seat: Seat) {
        let relative_seat = race.relative_seat(seat);
        // The number of planes counted at each place so far.
        let mut counts = [0u8; 64];
        let mut steps = 0;
        for (plane, progress) in race.planes(seat).iter().enumerate() {
            let place = if *progress == HANGAR { 0 } else { usize::from(*progress & 63) + 1 };
            let count = &mut counts[place & 63];
            self.push(Input::on(
                PLANES_AT + (relative_seat * PLACES + place) * PLANES + usize::from(*count),
            ));
            *count += 1;
            steps += place as u16;
            let stack = race.stack(seat, plane as u8);
            if stack.len() > 1 && race.is_leader(seat, plane as u8) {
                self.push(Input::on(
                    STACKS + (relative_seat * PLACES + place) * 3 + stack.len() - 2,
                ));
            }
        }
        self.push_amount(TOTAL_STEPS + relative_seat, f32::from(steps) / 100.0);
        let in_hangar = counts[0];
        if in_hangar > 0 {
            let faces = race.tables.rules.takeoff.len().clamp(1, 3) - 1;
            let planes = relative_seat * PLANES + usize::from(in_hangar.min(4)) - 1;
            self.push(Input::on(IN_HANGAR + 3 * planes + faces));
        }
        let missing =
            usize::from(race.tables.rules.planes_to_win).saturating_sub(race.finished_count(seat));
        if (1..=PLANES).contains(&missing) {
            self.push(Input::on(MISSING + relative_seat * PLANES + missing - 1));
        }
    }

    /// Adds the losses that seats risk by one roll of others.
    fn add_losses(&mut self, race: &Race, contenders: SeatSet) {
        let losses = race.losses();
        for victim in contenders.iter() {
            let relative_victim = race.relative_seat(victim);
            let mut total = 0;
            for hunter in contenders.iter() {
                let loss = losses[hunter.index() & 3][victim.index() & 3];
                total += loss;
                let index = LOSSES + 4 * race.relative_seat(hunter) + relative_victim;
                self.push_amount(index, f32::from(loss) / LOSS_UNIT);
            }
            self.push_amount(TOTAL_LOSSES + relative_victim, f32::from(total) / LOSS_UNIT);
        }
    }
}

/// Returns the initial weights of the skip connections, which lead from features straight to
/// outputs. An entry is the index of the output, the index of the feature, and the weight. The
/// further a plane has come, the better for its seat.
pub(super) fn initial_weights() -> Vec<(usize, usize, f32)> {
    let mut weights = Vec::new();
    for seat in 0..4 {
        for place in 0..PLACES {
            // Leaving the hangar counts as seven further steps.
            let steps = place + 7 * usize::from(place > 0);
            for count in 0..PLANES {
                let feature = PLANES_AT + (seat * PLACES + place) * PLANES + count;
                weights.push((seat, feature, 0.012 * steps as f32));
            }
        }
    }
    weights
}

impl Race {
    /// Returns the seats whose final rank is still open: those still playing, or all in a game of
    /// teams.
    pub(super) fn contenders(&self) -> SeatSet {
        if self.tables.rules.teams { self.seats } else { self.playing }
    }

    /// Returns the relative number of a seat: its distance clockwise from the one to roll.
    #[inline]
    pub(super) fn relative_seat(&self, seat: Seat) -> usize {
        let board = self.tables.rules.board;
        usize::from((board.quarter(seat) + 4 - board.quarter(self.seat)) & 3)
    }

    /// Returns the contenders as bits by relative seat, the lowest for the seat to roll.
    pub(super) fn relative_seat_bits(&self) -> u8 {
        self.contenders().iter().fold(0, |bits, seat| bits | 1 << self.relative_seat(seat))
    }
}
