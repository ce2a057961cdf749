//! From a position to a checked game, and from a game to its position.

use super::board::{HANGAR, PLANES, Progress};
use super::deal::Deal;
use super::extra::MAX_SKIPS;
use super::notation::SeatColour;
use super::position::{NoStack, NoTurn, Position, PositionError, SeatPlanes};
use super::rules::{End, Rules, Stack, ThreeSixes};
use super::sets::PlaneSet;
use super::state::{Phase, Race};
use crate::contract::game::Game;
use crate::contract::position::MAX_PLIES;
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::turn_stack::MAX_POSTPONED;

/// The most 6s in a row and tries of a position. The counters are bytes, so later rolls still fit.
const MAX_ROW: u8 = 100;

impl Position {
    /// Returns the game at this position.
    pub fn set_up(&self, rules: &Rules) -> Result<Race, PositionError> {
        let seats = self.seats();
        let mut race = Race::new(rules, seats, &Deal::default())?;
        for (named, side) in &self.sides {
            self.put(&mut race, *named, side)?;
        }
        self.check_squares(&race)?;
        self.put_order(&mut race)?;
        if self.ply > MAX_PLIES || self.sixes_before > MAX_ROW || self.tries > MAX_ROW {
            return Err(PositionError::Turn(NoTurn::Long));
        }
        race.ply = self.ply;
        race.seat = self.turn.0;
        race.phase = Phase::Roll;
        if !race.active().contains(race.seat) {
            return Err(PositionError::NotPlaying(self.turn));
        }
        self.put_turn(&mut race)?;
        self.put_extras(&mut race)?;
        Ok(race)
    }

    /// Returns a state for drawing a position that need not be valid. Planes beyond the centre are
    /// shown in the hangar; stacks that cannot be are left out.
    pub(super) fn sketch(&self, rules: &Rules) -> Option<Race> {
        let race = |seats| Race::new(rules, seats, &Deal::default()).ok();
        let mut race = race(self.seats()).or_else(|| race(SeatSet::first(4)))?;
        let centre = race.board().centre();
        for (seat, side) in &self.sides {
            for (k, at) in (0..rules.planes).zip(&side.planes) {
                let at = at.filter(|at| *at <= centre).unwrap_or(HANGAR);
                race.place_planes(seat.0, PlaneSet::one(k), at);
            }
            for planes in &side.stacks {
                if race.check_stack(seat.0, *planes).is_ok() {
                    race.join(seat.0, *planes);
                }
            }
        }
        (race.seat, race.phase) = (self.turn.0, Phase::Roll);
        Some(race)
    }

    fn put(
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
        for (k, progress) in (0..).zip(&side.planes) {
            let Some(found) = *progress else { continue };
            if found > centre {
                return Err(PositionError::Progress { seat, found, centre });
            }
            race.place_planes(seat.0, PlaneSet::one(k), found);
        }
        for planes in side.stacks.iter().copied() {
            race.check_stack(seat.0, planes).map_err(|why| PositionError::Stack {
                seat,
                planes,
                why,
            })?;
            race.join(seat.0, planes);
        }
        Ok(())
    }

    /// Checks that opponents share a square only if one of them is safe there.
    fn check_squares(&self, race: &Race) -> Result<(), PositionError> {
        let safe = race.rules().safe_squares;
        for (one, other) in
            race.seats().iter().flat_map(|a| race.seats().iter().map(move |b| (a, b)))
        {
            if race.friends(one).contains(other) {
                continue;
            }
            for at in race.planes(one) {
                let square = race.board().square(one, *at);
                let there = square.and_then(|square| race.board().progress(other, square));
                let met = there.filter(|there| race.planes(other).contains(there));
                if met.is_some_and(|there| !safe.contains(there) && !safe.contains(*at)) {
                    return Err(PositionError::Shared(
                        SeatColour::new(one),
                        SeatColour::new(other),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Sets the seats that are home or have resigned, and checks that the game is not over.
    fn put_order(&self, race: &mut Race) -> Result<(), PositionError> {
        let rules = *race.rules();
        for named in self.home.iter().chain(&self.resigned) {
            if !race.active().contains(named.0) {
                return Err(PositionError::NotPlaying(*named));
            }
            let order = if self.home.contains(named) { &mut race.home } else { &mut race.resigned };
            order.push(named.0);
            race.playing.remove(named.0);
        }
        for seat in race.seats().iter() {
            let done = race.finished_count(seat) >= rules.planes_to_win as usize;
            if done != self.home.contains(&SeatColour::new(seat)) {
                return Err(PositionError::Home(SeatColour::new(seat)));
            }
        }
        let centre = race.board().centre();
        for named in &self.resigned {
            if race.planes(named.0).iter().any(|p| *p != HANGAR && *p != centre) {
                return Err(PositionError::Resigned(*named));
            }
        }
        let home = race.home.set();
        let over = if rules.teams {
            !self.resigned.is_empty()
                || home.iter().any(|s| home.contains(race.board().opposite(s)))
        } else {
            race.active().len() < 2 || (rules.end == End::FirstHome && !home.is_empty())
        };
        if over { Err(PositionError::Over) } else { Ok(()) }
    }

    /// Sets the turns postponed and those to be skipped.
    fn put_extras(&self, race: &mut Race) -> Result<(), PositionError> {
        let named = self.skips.keys().chain(&self.postponed);
        if let Some(named) = named.into_iter().find(|named| !race.active().contains(named.0)) {
            return Err(PositionError::NotPlaying(*named));
        }
        for (named, skips) in &self.skips {
            if *skips > MAX_SKIPS {
                return Err(PositionError::Turn(NoTurn::Skips));
            }
            race.skips[named.0.index() & 3] = *skips;
        }
        if self.postponed.len() > MAX_POSTPONED {
            return Err(PositionError::Turn(NoTurn::Postponed));
        }
        self.postponed.iter().for_each(|named| race.postponed.push(named.0));
        Ok(())
    }

    /// Sets the roll that waits and the counts of this turn.
    fn put_turn(&self, race: &mut Race) -> Result<(), PositionError> {
        let rules = *race.rules();
        let counted = self.die == Some(6) && rules.extra_roll.contains(6);
        race.sixes = self.sixes_before.saturating_add(u8::from(counted));
        race.moved = self.moved;
        race.tries = self.tries;
        let idle = self.die.is_some() && !counted;
        if race.sixes > 0 && !rules.extra_roll.contains(6) {
            return Err(PositionError::Turn(NoTurn::NoSixes));
        }
        if idle && self.sixes_before > 0 {
            return Err(PositionError::Turn(NoTurn::RowEnded));
        }
        if race.sixes > 2 && rules.three_sixes != ThreeSixes::Off {
            return Err(PositionError::Turn(NoTurn::ThirdSix));
        }
        let known = PlaneSet::from_bits(0xF >> (PLANES as u8 - rules.planes));
        if !self.moved.difference(known).is_empty()
            || (!self.moved.is_empty() && self.sixes_before == 0)
        {
            return Err(PositionError::Turn(NoTurn::Moved));
        }
        if self.tries > 0 && rules.tries_when_grounded == 1 {
            return Err(PositionError::Turn(NoTurn::Tries));
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
    /// Returns the position as data, or `None` during the opening rolls and after the end.
    pub fn position(&self) -> Option<Position> {
        let die = match self.phase {
            Phase::Roll => None,
            Phase::Move => Some(self.die),
            Phase::Opening { .. } | Phase::Over(_) => return None,
        };
        let counted = die == Some(6) && self.tables.rules.extra_roll.contains(6);
        let side = |seat: Seat| {
            let out = |p: &Progress| (*p != HANGAR).then_some(*p);
            let stacks = (0..PLANES as u8).map(|k| (k, self.stack(seat, k)));
            let led =
                stacks.filter(|(k, stack)| stack.len() > 1 && stack.iter().next() == Some(*k));
            SeatPlanes {
                planes: self.planes(seat).iter().map(out).collect(),
                stacks: led.map(|(_, stack)| stack).collect(),
            }
        };
        Some(Position {
            turn: SeatColour::new(self.seat),
            die,
            sides: self.seats.iter().map(|seat| (SeatColour::new(seat), side(seat))).collect(),
            sixes_before: self.sixes - u8::from(counted),
            moved: self.moved,
            tries: self.tries,
            home: self.home().map(SeatColour::new).collect(),
            resigned: self.resigned().map(SeatColour::new).collect(),
            ply: self.ply,
            skips: self
                .seats
                .iter()
                .filter(|seat| self.skips(*seat) > 0)
                .map(|seat| (SeatColour::new(seat), self.skips(seat)))
                .collect(),
            postponed: self.postponed().map(SeatColour::new).collect(),
        })
    }

    /// Returns the reason if planes of a seat cannot move as one.
    fn check_stack(&self, seat: Seat, planes: PlaneSet) -> Result<(), NoStack> {
        let board = self.board();
        let row = self.planes(seat);
        let at = |k: u8| row.get(k as usize).copied().unwrap_or(HANGAR);
        let first = planes.iter().next().map_or(HANGAR, at);
        match self.tables.rules.stack {
            Stack::Never => Err(NoStack::Rules),
            _ if planes.len() < 2 => Err(NoStack::Single),
            _ if planes.iter().any(|k| at(k) != first) => Err(NoStack::Apart),
            _ if !(board.first_on_track()..board.centre()).contains(&first) => Err(NoStack::Place),
            _ if planes.iter().any(|k| self.stack(seat, k).len() > 1) => Err(NoStack::Twice),
            _ => Ok(()),
        }
    }
}
