//! The features of a position before a roll, from the perspective of the seat that rolls.
//!
//! Sides are counted clockwise from the roller's, 0 to 3, so that one network serves all seats.
//! The constants below are the indices at which groups of features begin.

use crate::contract::seat::{Seat, SeatSet};
use crate::games::race::board::{HANGAR, PLANES};
use crate::games::race::rules::{
    Capture, Finish, Flight, Rules, Stack, StackAttack, StackBlock, Switch, TakeoffTo, ThreeSixes,
};
use crate::games::race::sets::Bonus;
use crate::games::race::state::Race;
use crate::learning::Input;

/// The places of a plane: the hangar and every progress up to the centre.
const PLACES: usize = 62;

/// A side has at least one, two, three, four planes at a place.
const PLANES_AT: usize = 0;
/// A side has a stack of two, three, four at a place.
const STACKS: usize = PLANES_AT + 4 * PLACES * PLANES;
/// The mean loss of a side to another by one roll, in units of 64 steps.
const THREATS: usize = STACKS + 4 * PLACES * 3;
/// The sum of a side's mean losses to all others.
const EXPOSED: usize = THREATS + 16;
/// The steps of all planes of a side, in hundreds.
const WALKED: usize = EXPOSED + 4;
/// One or two 6s rolled in this turn, and the steps that a third would lose, in units of 64.
const SIXES: usize = WALKED + 4;
/// One to four planes of a side in the hangar, for one, two or more faces that take off.
const WAITING: usize = SIXES + 3;
/// One to four planes that a side still has to bring home.
const MISSING: usize = WAITING + 4 * PLANES * 3;
/// Two, three, four sides still playing.
const PLAYING: usize = MISSING + 4 * PLANES;
/// The options with a large effect.
const OPTIONS: usize = PLAYING + 3;

/// The number of features.
pub(super) const FEATURES: usize = OPTIONS + 6 + 21;

/// The most active features of a position.
const MAX_ACTIVE: usize = 112;

/// The active features of one position. Those beyond the limit are dropped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    list: [Input; MAX_ACTIVE],
    len: usize,
}

impl Features {
    pub(super) const NONE: Self = Self { list: [Input::on(0); MAX_ACTIVE], len: 0 };

    pub(super) fn list(&self) -> &[Input] {
        self.list.get(..self.len).unwrap_or(&self.list)
    }

    #[inline]
    fn push(&mut self, input: Input) {
        if let Some(slot) = self.list.get_mut(self.len) {
            *slot = input;
            self.len += 1;
        }
    }

    #[inline]
    fn note(&mut self, index: usize, so: bool) {
        if so {
            self.push(Input::on(index));
        }
    }

    fn measure(&mut self, index: usize, amount: f32) {
        if amount > 0.0 {
            self.push(Input::scaled(index, amount));
        }
    }

    /// Adds the features of the rules, which hold for all positions of a game.
    pub(super) fn add_options(&mut self, rules: &Rules) {
        self.push(Input::on(OPTIONS + rules.takeoff.len().clamp(1, 6) - 1));
        let six = rules.extra_roll.contains(6);
        let switches = [
            rules.takeoff_to == TakeoffTo::Apron,
            six,
            rules.extra_roll.contains(5),
            rules.extra_roll.iter().any(|face| face < 5),
            six && rules.three_sixes == ThreeSixes::MovedPlanesHome,
            six && rules.three_sixes == ThreeSixes::AllPlanesHome,
            six && rules.three_sixes == ThreeSixes::TurnLost,
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
        for (k, so) in switches.into_iter().enumerate() {
            self.note(OPTIONS + 6 + k, so);
        }
    }

    /// Adds the features of this position, as the seat in `race.seat` sees it.
    pub(super) fn add_position(&mut self, race: &Race) {
        let sides = race.sides();
        for seat in sides.iter() {
            self.add_planes(race, seat);
        }
        self.push(Input::on(PLAYING + sides.len().clamp(2, 4) - 2));
        self.add_losses(race, sides);
        if race.sixes > 0 {
            self.push(Input::on(SIXES + usize::from(race.sixes.min(2)) - 1));
            let moved = race.moved.iter().map(|k| race.progress[race.seat.index() & 3][k as usize]);
            let centre = race.board().centre();
            let back = moved
                .filter(|at| *at < centre)
                .map(|at| u16::from(at) + u16::from(race.tables.start_steps));
            self.measure(SIXES + 2, f32::from(back.sum::<u16>()) / 64.0);
        }
    }

    fn add_planes(&mut self, race: &Race, seat: Seat) {
        let relative_seat = race.relative_seat(seat);
        let mut taken = [0u8; 64];
        let mut steps = 0;
        for (plane, at) in race.planes(seat).iter().enumerate() {
            let place = if *at == HANGAR { 0 } else { usize::from(*at & 63) + 1 };
            let before = &mut taken[place & 63];
            self.push(Input::on(
                PLANES_AT + (relative_seat * PLACES + place) * PLANES + usize::from(*before),
            ));
            *before += 1;
            steps += place as u16;
            let stack = race.stack(seat, plane as u8);
            if stack.len() > 1 && race.leads(seat, plane as u8) {
                self.push(Input::on(
                    STACKS + (relative_seat * PLACES + place) * 3 + stack.len() - 2,
                ));
            }
        }
        self.measure(WALKED + relative_seat, f32::from(steps) / 100.0);
        if taken[0] > 0 {
            let faces = race.tables.rules.takeoff.len().clamp(1, 3) - 1;
            let waiting = relative_seat * PLANES + usize::from(taken[0].min(4)) - 1;
            self.push(Input::on(WAITING + 3 * waiting + faces));
        }
        let missing =
            usize::from(race.tables.rules.planes_to_win).saturating_sub(race.finished_count(seat));
        if (1..=PLANES).contains(&missing) {
            self.push(Input::on(MISSING + relative_seat * PLANES + missing - 1));
        }
    }

    fn add_losses(&mut self, race: &Race, sides: SeatSet) {
        let losses = race.losses();
        for victim in sides.iter() {
            let relative_seat = race.relative_seat(victim);
            let mut all = 0;
            for hunter in sides.iter() {
                let loss = losses[hunter.index() & 3][victim.index() & 3];
                all += loss;
                self.measure(
                    THREATS + 4 * race.relative_seat(hunter) + relative_seat,
                    f32::from(loss) / 384.0,
                );
            }
            self.measure(EXPOSED + relative_seat, f32::from(all) / 384.0);
        }
    }
}

/// Returns the initial weights from features straight to sides, as side, feature and weight: the
/// further a plane has come, the more it is worth.
pub(super) fn initial_weights() -> impl Iterator<Item = (usize, usize, f32)> {
    (0..4).flat_map(|side| {
        let at = (0..PLACES).flat_map(move |place| {
            (0..PLANES).map(move |k| (PLANES_AT + (side * PLACES + place) * PLANES + k, place))
        });
        at.map(move |(index, place)| {
            (side, index, 0.012 * (place + 7 * usize::from(place > 0)) as f32)
        })
    })
}

impl Race {
    /// Returns the seats that can still win: those still playing, or all in a game of teams.
    pub(super) fn sides(&self) -> SeatSet {
        if self.tables.rules.teams { self.seats } else { self.playing }
    }

    /// Returns the number of a seat, counted clockwise from the one to roll.
    #[inline]
    pub(super) fn relative_seat(&self, seat: Seat) -> usize {
        let board = self.tables.rules.board;
        usize::from((board.quarter(seat) + 4 - board.quarter(self.seat)) & 3)
    }

    /// Returns [`Race::sides`] as bits, the lowest for the seat to roll.
    pub(super) fn relative_seat_bits(&self) -> u8 {
        self.sides().iter().fold(0, |bits, seat| bits | 1 << self.relative_seat(seat))
    }
}
