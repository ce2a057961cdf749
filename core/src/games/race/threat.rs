//! Computes the risk of a plane: the chance to be captured before its seat plays again.

use super::board::{HANGAR, Progress};
use super::jumps_and_flights::{NO_SQUARE, Route};
use super::notation::Action;
use super::rules::{
    CROSSED, Capture, Crossing, FLIGHT_FROM, Flight, Switch, TakeoffTo, ThreeSixes,
};
use super::state::Race;
use crate::contract::game::{Game, NullSink};
use crate::contract::seat::Seat;

/// The rolls of one turn that are examined. A turn can be longer only if no third 6 ends it.
const ROLLS: u8 = 3;

/// A place that is hunted, as seen by one opponent.
#[derive(Clone, Copy)]
struct Target {
    /// The track square, or [`NO_SQUARE`].
    square: u8,
    /// True if this opponent's flight crosses the place.
    crossed: bool,
    /// The hunter's progress from which it captures: the square itself, or the start of its
    /// flight.
    goal: Progress,
}

impl Race {
    /// Returns the chance that planes of `seat` at `progress` are captured in the next turn of
    /// each opponent, from the present position.
    ///
    /// Every opponent captures whenever one of its rolls allows it, and uses extra rolls of the
    /// die as well as it can, up to three rolls. Bonus rolls are not counted. Opponents are taken
    /// one by one: their effects on each other are ignored.
    ///
    /// # Examples
    /// An opponent three squares behind captures with a 3 at least:
    /// ```
    /// use qipan_core::games::race::board::{BLUE, RED};
    /// use qipan_core::games::race::{Board, Position, PositionError, Rules};
    ///
    /// let square = Board::Aeroplane.square(RED, 20).expect("on the track");
    /// let behind = Board::Aeroplane.progress(BLUE, square - 3).expect("on blue's way");
    /// let game = |blue: &[u8]| Position::new(RED).side(RED, &[20]).side(BLUE, blue);
    /// assert!(game(&[behind]).set_up(&Rules::AEROPLANE)?.risk(RED, 20) >= 1.0 / 6.0);
    /// assert_eq!(game(&[]).set_up(&Rules::AEROPLANE)?.risk(RED, 20), 0.0);
    /// # Ok::<(), PositionError>(())
    /// ```
    pub fn risk(&self, seat: Seat, progress: Progress) -> f64 {
        let square = self.tables.square(seat, progress);
        let rules = &self.tables.rules;
        let lane = progress == CROSSED && rules.flight_crossing == Crossing::Capture;
        if (square == NO_SQUARE && !lane) || rules.safe_squares.contains(progress) {
            return 0.0;
        }
        let mut spared = 1.0;
        for opponent in self.active().difference(self.friends(seat)).iter() {
            let crossed = lane && self.board().opposite(opponent) == seat;
            let goal =
                if crossed { Some(FLIGHT_FROM) } else { self.board().progress(opponent, square) };
            let Some(goal) = goal else { continue };
            let mut race = self.clone();
            race.seat = opponent;
            race.sixes = 0;
            race.tries = 0;
            spared *= 1.0 - race.hunt(Target { square, crossed, goal }, 1);
        }
        1.0 - spared
    }

    /// Returns the chance that the seat to roll captures the target with this roll of its turn or
    /// a later one.
    fn hunt(&mut self, target: Target, roll: u8) -> f64 {
        if !self.planes(self.seat).iter().any(|from| self.in_reach(*from, target, roll)) {
            return 0.0;
        }
        let mut sum = 0.0;
        for die in 1..=6 {
            self.die = die;
            let six = die == 6 && self.tables.rules.extra_roll.contains(6);
            if six && self.sixes == 2 && self.tables.rules.three_sixes != ThreeSixes::Off {
                continue;
            }
            if self.can_hit(target) {
                sum += 1.0;
            } else if roll < ROLLS {
                let before = self.sixes;
                self.sixes = if six { before + 1 } else { 0 };
                sum += self.go_on(target, roll, die);
                self.sixes = before;
            }
        }
        sum / 6.0
    }

    /// Returns the best chance of the rolls that follow this one, or 0 if none do.
    fn go_on(&mut self, target: Target, roll: u8, die: u8) -> f64 {
        let rules = self.tables.rules;
        if !rules.extra_roll.contains(die) {
            let centre = self.board().centre();
            let mut planes = self.planes(self.seat).iter();
            let grounded = planes.all(|p| *p == HANGAR || *p == centre);
            let again = grounded && roll < rules.tries_when_grounded && !self.can_move();
            return if again { self.hunt(target, roll + 1) } else { 0.0 };
        }
        let (mut best, mut launched, mut elsewhere) = (None, false, false);
        let position = self.clone();
        position.each_action(|action| {
            // Planes in the hangar are interchangeable, and so are all that cannot reach the
            // target any more.
            let from = position.planes(position.seat)[action.plane() as usize];
            let alike = if !position.in_reach(from, target, roll) {
                &mut elsewhere
            } else if from == HANGAR {
                &mut launched
            } else {
                &mut false
            };
            if !std::mem::replace(alike, true) {
                best = better(best, position.after(action, target, roll));
            }
        });
        best.unwrap_or_else(|| self.hunt(target, roll + 1))
    }

    /// Returns the route of a launch with the roll, if it is legal.
    fn lift(&self, plane: u8) -> Option<Route> {
        self.route(Action::Launch { plane, stack: false })
    }

    /// Returns the chance of the rolls that follow an action.
    fn after(&self, action: Action, target: Target, roll: u8) -> f64 {
        let mut next = self.clone();
        next.act(action, &mut NullSink);
        if next.seat == self.seat { next.hunt(target, roll + 1) } else { 0.0 }
    }

    /// Returns true if the seat to move can capture the target with the roll.
    fn can_hit(&self, target: Target) -> bool {
        let rules = &self.tables.rules;
        let launches =
            rules.takeoff_to == TakeoffTo::FirstSquare && rules.takeoff.contains(self.die);
        (0..rules.planes).any(|plane| {
            let from = self.progress[self.seat.index()][plane as usize];
            if !self.in_reach(from, target, ROLLS) {
                return false;
            }
            if from == HANGAR {
                return launches
                    && self.lift(plane).is_some_and(|route| self.hits_on(&route, target));
            }
            self.leads(self.seat, plane)
                && self.routes(plane).iter().flatten().any(|route| self.hits_on(route, target))
        })
    }

    /// Returns true if a route of the seat to move captures the target on its way.
    fn hits_on(&self, route: &Route, target: Target) -> bool {
        if route.flies && target.crossed {
            return true;
        }
        let hops = route.hops();
        let from = match self.tables.rules.capture {
            Capture::EveryHop => 0,
            Capture::LastSquare => hops.len() - 1,
        };
        let to = hops.len() - usize::from(route.repelled);
        target.square != NO_SQUARE
            && hops[from.min(to)..to]
                .iter()
                .any(|p| self.tables.square(self.seat, *p) == target.square)
    }

    /// Reports whether a plane of the seat to move could get to the target with this roll of its
    /// turn and those after it. It may return true for a target out of reach, but never false for
    /// one in reach.
    fn in_reach(&self, from: Progress, target: Target, roll: u8) -> bool {
        let rules = &self.tables.rules;
        let (rolls, from) = match from {
            HANGAR if rules.takeoff_to == TakeoffTo::Apron => (ROLLS - roll, 0),
            HANGAR => (ROLLS - roll, rules.board.first_on_track()),
            from => (ROLLS + 1 - roll, from),
        };
        let walk = if rules.jump == Switch::On { 10 } else { 6 };
        let leap = if rules.flight != Flight::Off && from < FLIGHT_FROM { 16 } else { 0 };
        let here = from == target.goal && rolls < ROLLS + 1 - roll;
        here || from < target.goal && target.goal - from <= walk * rolls + leap
    }
}

fn better(best: Option<f64>, other: f64) -> Option<f64> {
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

    /// Returns the risk by playing every roll and every action of one opponent's turn.
    fn by_playing(race: &Race, seat: Seat, plane: u8, rolls: u8) -> f64 {
        let home = race.planes(seat)[plane as usize] == HANGAR;
        let over = match race.turn() {
            Turn::Chance { roller } => roller == seat || rolls == 0,
            _ => true,
        };
        if home || over {
            return if home { 1.0 } else { 0.0 };
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
                by_playing(&next, seat, plane, rolls - 1)
            });
            let best = chances.fold(None, better);
            sum += best.unwrap_or_else(|| by_playing(&rolled, seat, plane, rolls - 1));
        }
        sum / 6.0
    }

    fn compare(rules: Rules, games: u64) {
        let seats: SeatSet = [0, 2].map(Seat::new).into_iter().collect();
        let mut seen = [0u32; 2];
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
                    let (risk, real) =
                        (race.risk(seat, progress), by_playing(&race, seat, plane, 3));
                    assert!((risk - real).abs() < 1e-12, "{risk} for {real}: {race:?}");
                    seen[usize::from(real > 0.0)] += 1;
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
    }

    #[test]
    fn risk_equals_enumeration_of_rolls() {
        compare(Rules::AEROPLANE, 25);
        compare(Rules::FLYING, 60);
    }

    #[test]
    fn risk_follows_the_options() {
        let changed = |changes: &[(&str, serde_json::Value)]| {
            let change = |rules: Rules, (key, value): &(&str, _)| rules.with(key, value).unwrap();
            changes.iter().fold(Rules::AEROPLANE, change)
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
