//! Computes the risk of a plane: the probability that it is captured before its seat plays again.
//!
//! Each opponent's next turn is searched over all its rolls. Planes that cannot reach the target
//! are skipped early.

use std::cell::Cell;

use super::board::{HANGAR, Progress};
use super::jumps_and_flights::{JUMP_STEPS, NO_SQUARE, Route};
use super::notation::Action;
use super::rules::{
    CROSSED, Capture, Crossing, FLIGHT_FROM, FLIGHT_TO, Flight, Switch, TakeoffTo, ThreeSixes,
};
use super::state::Race;
use crate::contract::game::{Game, NullSink};
use crate::contract::seat::Seat;

/// The maximum number of rolls of a turn that are searched. Some rules allow longer turns.
const MAX_ROLLS: u8 = 3;

/// The most steps that a plane can walk with one roll.
const MAX_WALK: u8 = 6;

/// The place where one opponent, the hunter, tries to capture a plane.
#[derive(Clone, Copy)]
struct Target<'a> {
    /// The track square, or [`NO_SQUARE`].
    square: u8,
    /// True if the hunter's flight crosses the place.
    is_crossed: bool,
    /// The progress that a plane of the hunter must reach to capture: that of the square, or
    /// [`FLIGHT_FROM`] if its flight crosses the place.
    goal: Progress,
    /// Counts the chance nodes that are searched. Each stands for one roll with all its faces.
    rolls: &'a Cell<u64>,
}

impl Race {
    /// Returns the probability that planes of `seat` at `progress` would be captured if each
    /// opponent had a turn now.
    ///
    /// Assumes that every opponent plays optimally for this capture over up to three rolls of its
    /// turn. Bonus rolls (the option `bonus_roll`) and effects of the opponents on each other are
    /// ignored.
    ///
    /// # Examples
    /// An opponent three squares behind captures at least on a roll of 3:
    /// ```
    /// use qipan_core::games::race::board::{BLUE, RED};
    /// use qipan_core::games::race::{Board, Position, PositionError, Rules};
    ///
    /// let square = Board::Aeroplane.square(RED, 20).expect("on the track");
    /// let behind = Board::Aeroplane.progress(BLUE, square - 3).expect("on Blue's path");
    /// let game = |blue: &[u8]| Position::new(RED).side(RED, &[20]).side(BLUE, blue);
    /// assert!(game(&[behind]).set_up(&Rules::AEROPLANE)?.risk(RED, 20) >= 1.0 / 6.0);
    /// assert_eq!(game(&[]).set_up(&Rules::AEROPLANE)?.risk(RED, 20), 0.0);
    /// # Ok::<(), PositionError>(())
    /// ```
    pub fn risk(&self, seat: Seat, progress: Progress) -> f64 {
        self.risk_and_rolls(seat, progress).0
    }

    /// Returns the risk like [`Race::risk`], and the number of rolls that were searched for it. A
    /// roll counts once for each position before it, whatever the number of its faces.
    pub fn risk_and_rolls(&self, seat: Seat, progress: Progress) -> (f64, u64) {
        let square = self.tables.square(seat, progress);
        let rules = &self.tables.rules;
        let is_under_flight = progress == CROSSED && rules.flight_crossing == Crossing::Capture;
        if (square == NO_SQUARE && !is_under_flight) || rules.safe_squares.contains(progress) {
            return (0.0, 0);
        }
        let rolls = Cell::new(0);
        let mut survival = 1.0;
        for opponent in self.active().difference(self.friends(seat)).iter() {
            let is_crossed = is_under_flight && self.board().opposite(opponent) == seat;
            let goal = if is_crossed {
                Some(FLIGHT_FROM)
            } else {
                self.board().progress(opponent, square)
            };
            let Some(goal) = goal else { continue };
            let mut race = self.clone();
            race.seat = opponent;
            race.sixes = 0;
            race.tries = 0;
            survival *=
                1.0 - race.capture_chance(Target { square, is_crossed, goal, rolls: &rolls }, 1);
        }
        (1.0 - survival, rolls.get())
    }

    /// Returns the probability that the seat to roll captures the target with roll number `roll` of
    /// its turn or a later one.
    fn capture_chance(&mut self, target: Target<'_>, roll: u8) -> f64 {
        if !self.planes(self.seat).iter().any(|from| self.can_reach(*from, target, roll)) {
            return 0.0;
        }
        target.rolls.set(target.rolls.get() + 1);
        let mut sum = 0.0;
        for die in 1..=6 {
            self.die = die;
            let extends_streak = die == 6 && self.tables.rules.extra_roll.contains(6);
            if extends_streak && self.sixes == 2 && self.tables.rules.three_sixes != ThreeSixes::Off
            {
                continue;
            }
            if self.can_capture(target) {
                sum += 1.0;
            } else if roll < MAX_ROLLS {
                let old_sixes = self.sixes;
                self.sixes = if extends_streak { old_sixes + 1 } else { 0 };
                sum += self.chance_of_later_rolls(target, roll, die);
                self.sixes = old_sixes;
            }
        }
        sum / 6.0
    }

    /// Returns the probability of a capture with the rolls of the turn after roll number `roll`,
    /// which shows `die`, if the seat plays its best action for it now. Returns 0 if the turn ends.
    fn chance_of_later_rolls(&mut self, target: Target<'_>, roll: u8, die: u8) -> f64 {
        let rules = self.tables.rules;
        if !rules.extra_roll.contains(die) {
            let centre = self.board().centre();
            let mut planes = self.planes(self.seat).iter();
            let is_grounded = planes.all(|progress| *progress == HANGAR || *progress == centre);
            let tries_again = is_grounded && roll < rules.tries_when_grounded && !self.can_move();
            return if tries_again { self.capture_chance(target, roll + 1) } else { 0.0 };
        }
        // Planes in the hangar are interchangeable, and so are planes that cannot reach the target.
        // One action of each group is enough.
        let (mut tried_launch, mut tried_out_of_reach) = (false, false);
        let mut best = None;
        let position = self.clone();
        position.each_action(|action| {
            let from = position.planes(position.seat)[action.plane() as usize];
            if !position.can_reach(from, target, roll) {
                if tried_out_of_reach {
                    return;
                }
                tried_out_of_reach = true;
            } else if from == HANGAR {
                if tried_launch {
                    return;
                }
                tried_launch = true;
            }
            best = max_chance(best, position.chance_after(action, target, roll));
        });
        best.unwrap_or_else(|| self.capture_chance(target, roll + 1))
    }

    /// Returns the route of a launch with the current roll, if it is legal.
    fn launch_route(&self, plane: u8) -> Option<Route> {
        self.route(Action::Launch { plane, stack: false })
    }

    /// Returns the probability of a capture with the rolls after an action.
    fn chance_after(&self, action: Action, target: Target<'_>, roll: u8) -> f64 {
        let mut next = self.clone();
        next.act(action, &mut NullSink);
        if next.seat == self.seat { next.capture_chance(target, roll + 1) } else { 0.0 }
    }

    /// Returns true if the seat to move can capture the target with the current roll.
    fn can_capture(&self, target: Target<'_>) -> bool {
        let rules = &self.tables.rules;
        let launch_captures =
            rules.takeoff_to == TakeoffTo::FirstSquare && rules.takeoff.contains(self.die);
        (0..rules.planes).any(|plane| {
            let from = self.progress[self.seat.index()][plane as usize];
            if !self.can_reach(from, target, MAX_ROLLS) {
                return false;
            }
            if from == HANGAR {
                return launch_captures
                    && self
                        .launch_route(plane)
                        .is_some_and(|route| self.route_captures(&route, target));
            }
            self.is_leader(self.seat, plane)
                && self
                    .routes(plane)
                    .iter()
                    .flatten()
                    .any(|route| self.route_captures(route, target))
        })
    }

    /// Returns true if a route of the seat to move captures the target.
    fn route_captures(&self, route: &Route, target: Target<'_>) -> bool {
        if route.flies && target.is_crossed {
            return true;
        }
        if target.square == NO_SQUARE {
            return false;
        }
        let hops = route.hops();
        let first = match self.tables.rules.capture {
            Capture::EveryHop => 0,
            Capture::LastSquare => hops.len() - 1,
        };
        // The last hop of a plane that is sent to the hangar captures nothing.
        let end = hops.len() - usize::from(route.repelled);
        let capturing_hops = &hops[first.min(end)..end];
        capturing_hops.iter().any(|to| self.tables.square(self.seat, *to) == target.square)
    }

    /// Returns true if a plane of the seat to move might reach the target with roll number `roll`
    /// of its turn or a later one. The test is optimistic: it may accept a target that is out of
    /// reach, but never rejects one within reach.
    fn can_reach(&self, from: Progress, target: Target<'_>, roll: u8) -> bool {
        let rules = &self.tables.rules;
        let (rolls, from) = match from {
            HANGAR if rules.takeoff_to == TakeoffTo::Apron => (MAX_ROLLS - roll, 0),
            HANGAR => (MAX_ROLLS - roll, rules.board.first_on_track()),
            from => (MAX_ROLLS + 1 - roll, from),
        };
        let per_roll = if rules.jump == Switch::On { MAX_WALK + JUMP_STEPS } else { MAX_WALK };
        // A flight may be followed by a jump.
        let flight = FLIGHT_TO - FLIGHT_FROM + JUMP_STEPS;
        let flight = if rules.flight != Flight::Off && from < FLIGHT_FROM { flight } else { 0 };
        // A plane in the hangar needs a roll for the launch, so it has one less. It may launch onto
        // the target.
        let launches_there = from == target.goal && rolls < MAX_ROLLS + 1 - roll;
        launches_there || from < target.goal && target.goal - from <= per_roll * rolls + flight
    }
}

/// Returns the larger of two probabilities, or `other` if there is no best one yet.
fn max_chance(best: Option<f64>, other: f64) -> Option<f64> {
    Some(best.map_or(other, |best| best.max(other)))
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::super::rules::Rules;
    use super::*;
    use crate::contract::game::{Step, Turn};
    use crate::contract::options::RuleSet;
    use crate::contract::seat::SeatSet;

    /// Returns the risk of a plane by playing every roll and every action of one opponent's turn.
    fn enumerated_risk(race: &Race, seat: Seat, plane: u8, rolls: u8) -> f64 {
        if race.planes(seat)[plane as usize] == HANGAR {
            return 1.0;
        }
        let is_over = match race.turn() {
            Turn::Chance { roller } => roller == seat || rolls == 0,
            _ => true,
        };
        if is_over {
            return 0.0;
        }
        let mut sum = 0.0;
        for die in 1..=6 {
            let mut rolled = race.clone();
            rolled.play_unchecked(&Step::Chance(die), &mut NullSink);
            let mut actions = Vec::new();
            rolled.legal_actions(&mut actions);
            let chances = actions.iter().map(|action| {
                let mut next = rolled.clone();
                let step = Step::Act { seat: rolled.seat, action: *action };
                next.play_unchecked(&step, &mut NullSink);
                enumerated_risk(&next, seat, plane, rolls - 1)
            });
            let best = chances.fold(None, max_chance);
            sum += best.unwrap_or_else(|| enumerated_risk(&rolled, seat, plane, rolls - 1));
        }
        sum / 6.0
    }

    /// Compares the risk of every plane with its enumeration, in random games of Red against Blue.
    fn compare(rules: Rules, games: u64) {
        let seats: SeatSet = [0, 2].map(Seat::new).into_iter().collect();
        // The number of comparisons in which the risk was zero, and in which it was not.
        let mut compared = [0u32; 2];
        for number in 0..games {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(number);
            let mut race = Race::new(&rules, seats, &super::super::Deal::default()).unwrap();
            let mut actions = Vec::new();
            while race.turn() != Turn::Over && race.ply() < 120 {
                race.legal_actions(&mut actions);
                if actions.is_empty() {
                    race.play_unchecked(&Step::Chance(rng.random_range(1..=6)), &mut NullSink);
                    continue;
                }
                let (seat, action) = (race.seat, actions[rng.random_range(0..actions.len())]);
                race.play_unchecked(&Step::Act { seat, action }, &mut NullSink);
                if race.seat == seat || race.phase != super::super::state::Phase::Roll {
                    continue;
                }
                for (plane, progress) in (0..).zip(race.planes(seat).to_vec()) {
                    if progress == HANGAR {
                        continue;
                    }
                    let risk = race.risk(seat, progress);
                    let expected = enumerated_risk(&race, seat, plane, 3);
                    assert!(
                        (risk - expected).abs() < 1e-12,
                        "{risk} instead of {expected}: {race:?}"
                    );
                    compared[usize::from(expected > 0.0)] += 1;
                }
            }
        }
        assert!(compared.iter().all(|count| *count > 100), "{compared:?}");
    }

    #[test]
    fn risk_equals_enumeration_of_rolls() {
        compare(Rules::AEROPLANE, 25);
        compare(Rules::FLYING, 60);
    }

    #[test]
    fn risk_follows_the_options() {
        let changed = |changes: &[(&str, serde_json::Value)]| {
            let mut rules = Rules::AEROPLANE;
            for (key, value) in changes {
                rules = rules.with(key, value).unwrap();
            }
            rules
        };
        use serde_json::json;
        compare(changed(&[("capture", json!("last_square"))]), 10);
        compare(
            changed(&[("takeoff_to", json!("first_square")), ("tries_when_home", json!(3))]),
            10,
        );
        compare(changed(&[("safe_squares", json!([10, 22])), ("three_sixes", json!("off"))]), 8);
        compare(changed(&[("stack_block", json!("opponents")), ("stack", json!("always"))]), 12);
        compare(changed(&[("stack_attack", json!("bigger_stack_wins"))]), 12);
    }

    #[test]
    fn risk_is_zero_on_unreachable_squares() {
        let race = Race::new(&Rules::AEROPLANE, SeatSet::first(4), &super::super::Deal::default())
            .unwrap();
        for progress in [0, 51, 52, 54, 55, 56, HANGAR] {
            assert_eq!(race.risk(Seat::new(0), progress), 0.0);
        }
    }
}
