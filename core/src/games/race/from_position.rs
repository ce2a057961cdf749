//! Converts a position into a state and checks it, and a state into its position.

use super::board::{HANGAR, PLANES, Progress};
use super::deal::Deal;
use super::extra_turns::MAX_SKIPS;
use super::notation::SeatColour;
use super::position::{Position, PositionError, SeatPlanes, StackError, TurnError};
use super::rules::{End, Rules, Stack, ThreeSixes};
use super::sets::PlaneSet;
use super::state::{Phase, Race};
use crate::contract::game::Game;
use crate::contract::position::MAX_PLIES;
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::turn_stack::MAX_POSTPONED;

/// The maximum number of 6s in a row, and of tries, in a position. Counters are bytes, so there is
/// room for later rolls.
const MAX_COUNT: u8 = 100;

impl Position {
    /// Returns the state of a game that begins from this position.
    pub fn set_up(&self, rules: &Rules) -> Result<Race, PositionError> {
        let seats = self.seats();
        let mut race = Race::new(rules, seats, &Deal::default())?;
        for (named, side) in &self.sides {
            self.set_side(&mut race, *named, side)?;
        }
        self.check_squares(&race)?;
        self.set_finished_seats(&mut race)?;
        if self.ply > MAX_PLIES || self.sixes_before > MAX_COUNT || self.tries > MAX_COUNT {
            return Err(PositionError::Turn(TurnError::TooLarge));
        }
        race.ply = self.ply;
        race.seat = self.turn.0;
        race.phase = Phase::Roll;
        if !race.active().contains(race.seat) {
            return Err(PositionError::NotPlaying(self.turn));
        }
        self.set_turn(&mut race)?;
        self.set_extra_turns(&mut race)?;
        Ok(race)
    }

    /// Returns a state to draw a position with, even if it is invalid. Planes beyond the centre are
    /// shown in the hangar. Invalid stacks are left out. Returns `None` if the rules are invalid.
    pub(super) fn to_unchecked_state(&self, rules: &Rules) -> Option<Race> {
        let new_game = |seats| Race::new(rules, seats, &Deal::default()).ok();
        let mut race = new_game(self.seats()).or_else(|| new_game(SeatSet::first(4)))?;
        let centre = race.board().centre();
        for (seat, side) in &self.sides {
            for (plane, progress) in (0..rules.planes).zip(&side.planes) {
                let shown = progress.filter(|progress| *progress <= centre).unwrap_or(HANGAR);
                race.place_planes(seat.0, PlaneSet::one(plane), shown);
            }
            for planes in &side.stacks {
                if race.check_stack(seat.0, *planes).is_ok() {
                    race.form_stack(seat.0, *planes);
                }
            }
        }
        (race.seat, race.phase) = (self.turn.0, Phase::Roll);
        Some(race)
    }

    /// Sets the planes and the stacks of a seat.
    fn set_side(
        &self,
        race: &mut Race,
        seat: SeatColour,
        side: &SeatPlanes,
    ) -> Result<(), PositionError> {
        let (rules, centre) = (*race.rules(), race.board().centre());
        let found = side.planes.len();
        if found > rules.planes as usize {
            return Err(PositionError::Planes { seat, found, planes: rules.planes });
        }
        for (plane, progress) in (0..).zip(&side.planes) {
            let Some(found) = *progress else { continue };
            if found > centre {
                return Err(PositionError::Progress { seat, found, centre });
            }
            race.place_planes(seat.0, PlaneSet::one(plane), found);
        }
        for planes in side.stacks.iter().copied() {
            if let Err(why) = race.check_stack(seat.0, planes) {
                return Err(PositionError::Stack { seat, planes, why });
            }
            race.form_stack(seat.0, planes);
        }
        Ok(())
    }

    /// Checks that opponents share a square only if one of them is safe there.
    fn check_squares(&self, race: &Race) -> Result<(), PositionError> {
        let safe = race.rules().safe_squares;
        let board = race.board();
        for first in race.seats().iter() {
            for second in race.seats().difference(race.friends(first)).iter() {
                for progress in race.planes(first) {
                    let Some(square) = board.square(first, *progress) else { continue };
                    let Some(same_place) = board.progress(second, square) else { continue };
                    let is_shared = race.planes(second).contains(&same_place);
                    if is_shared && !safe.contains(same_place) && !safe.contains(*progress) {
                        let colours = [first, second].map(SeatColour::new);
                        return Err(PositionError::Shared(colours[0], colours[1]));
                    }
                }
            }
        }
        Ok(())
    }

    /// Sets the seats that have finished or resigned. Checks that the game is not over.
    fn set_finished_seats(&self, race: &mut Race) -> Result<(), PositionError> {
        let rules = *race.rules();
        for named in self.home.iter().chain(&self.resigned) {
            if !race.active().contains(named.0) {
                return Err(PositionError::NotPlaying(*named));
            }
            let list =
                if self.home.contains(named) { &mut race.finished } else { &mut race.resigned };
            list.push(named.0);
            race.playing.remove(named.0);
        }
        for seat in race.seats().iter() {
            let is_home = race.finished_count(seat) >= rules.planes_to_win as usize;
            if is_home != self.home.contains(&SeatColour::new(seat)) {
                return Err(PositionError::Home(SeatColour::new(seat)));
            }
        }
        let centre = race.board().centre();
        for named in &self.resigned {
            if race
                .planes(named.0)
                .iter()
                .any(|progress| *progress != HANGAR && *progress != centre)
            {
                return Err(PositionError::Resigned(*named));
            }
        }
        let home = race.finished.set();
        let is_over = if rules.teams {
            !self.resigned.is_empty()
                || home.iter().any(|seat| home.contains(race.board().opposite(seat)))
        } else {
            race.active().len() < 2 || (rules.end == End::FirstHome && !home.is_empty())
        };
        if is_over { Err(PositionError::Over) } else { Ok(()) }
    }

    /// Sets the postponed turns and the skips.
    fn set_extra_turns(&self, race: &mut Race) -> Result<(), PositionError> {
        let mut all_named = self.skips.keys().chain(&self.postponed);
        if let Some(named) = all_named.find(|named| !race.active().contains(named.0)) {
            return Err(PositionError::NotPlaying(*named));
        }
        for (named, skips) in &self.skips {
            if *skips > MAX_SKIPS {
                return Err(PositionError::Turn(TurnError::Skips));
            }
            race.skips[named.0.index() & 3] = *skips;
        }
        if self.postponed.len() > MAX_POSTPONED {
            return Err(PositionError::Turn(TurnError::Postponed));
        }
        self.postponed.iter().for_each(|named| race.postponed.push(named.0));
        Ok(())
    }

    /// Sets the roll that waits and the counts of this turn.
    fn set_turn(&self, race: &mut Race) -> Result<(), PositionError> {
        let rules = *race.rules();
        // A waiting 6 extends the streak of 6s only if a 6 gives another roll.
        let extends_streak = self.die == Some(6) && rules.extra_roll.contains(6);
        race.sixes = self.sixes_before.saturating_add(u8::from(extends_streak));
        race.moved_by_sixes = self.moved;
        race.tries = self.tries;
        let ends_streak = self.die.is_some() && !extends_streak;
        if race.sixes > 0 && !rules.extra_roll.contains(6) {
            return Err(PositionError::Turn(TurnError::NoSixes));
        }
        if ends_streak && self.sixes_before > 0 {
            return Err(PositionError::Turn(TurnError::RowEnded));
        }
        if race.sixes > 2 && rules.three_sixes != ThreeSixes::Off {
            return Err(PositionError::Turn(TurnError::ThirdSix));
        }
        let existing = PlaneSet::first(rules.planes as usize);
        if !self.moved.difference(existing).is_empty()
            || (!self.moved.is_empty() && self.sixes_before == 0)
        {
            return Err(PositionError::Turn(TurnError::Moved));
        }
        if self.tries > 0 && rules.tries_when_grounded == 1 {
            return Err(PositionError::Turn(TurnError::Tries));
        }
        if let Some(die) = self.die {
            if !(1..=6).contains(&die) {
                return Err(PositionError::Die(die));
            }
            race.await_move(die);
            if race.choices == 0 {
                return Err(PositionError::NothingToMove { seat: self.turn, die });
            }
        }
        Ok(())
    }
}

impl Race {
    /// Returns the position of this state. Returns `None` during the opening rolls and after the
    /// end.
    pub fn position(&self) -> Option<Position> {
        let die = match self.phase {
            Phase::Roll => None,
            Phase::Move => Some(self.die),
            Phase::Opening { .. } | Phase::Over(_) => return None,
        };
        let extends_streak = die == Some(6) && self.tables.rules.extra_roll.contains(6);
        let side = |seat: Seat| {
            let place = |progress: &Progress| (*progress != HANGAR).then_some(*progress);
            // Lists each stack once, at its lowest plane.
            let leaders = (0..PLANES as u8)
                .filter(|plane| self.stack(seat, *plane).iter().next() == Some(*plane));
            let stacks = leaders.map(|plane| self.stack(seat, plane));
            SeatPlanes {
                planes: self.planes(seat).iter().map(place).collect(),
                stacks: stacks.filter(|stack| stack.len() > 1).collect(),
            }
        };
        let skipped_seats = self.seats.iter().filter(|seat| self.skips(*seat) > 0);
        Some(Position {
            turn: SeatColour::new(self.seat),
            die,
            sides: self.seats.iter().map(|seat| (SeatColour::new(seat), side(seat))).collect(),
            sixes_before: self.sixes - u8::from(extends_streak),
            moved: self.moved_by_sixes,
            tries: self.tries,
            home: self.finished_seats().map(SeatColour::new).collect(),
            resigned: self.resigned().map(SeatColour::new).collect(),
            ply: self.ply,
            skips: skipped_seats.map(|seat| (SeatColour::new(seat), self.skips(seat))).collect(),
            postponed: self.postponed().map(SeatColour::new).collect(),
        })
    }

    /// Checks that planes of a seat can be a stack.
    fn check_stack(&self, seat: Seat, planes: PlaneSet) -> Result<(), StackError> {
        let board = self.board();
        let row = self.planes(seat);
        let progress = |plane: u8| row.get(plane as usize).copied().unwrap_or(HANGAR);
        let place = planes.iter().next().map_or(HANGAR, progress);
        let is_stacked = |plane: u8| self.stack(seat, plane).len() > 1;
        match self.tables.rules.stack {
            Stack::Never => Err(StackError::Rules),
            _ if planes.len() < 2 => Err(StackError::Single),
            _ if planes.iter().any(|plane| progress(plane) != place) => Err(StackError::Apart),
            _ if !(board.first_on_track()..board.centre()).contains(&place) => {
                Err(StackError::Place)
            }
            _ if planes.iter().any(is_stacked) => Err(StackError::Twice),
            _ => Ok(()),
        }
    }
}
