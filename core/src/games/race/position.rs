//! A position as data, for tests of robots, puzzles and "what if" questions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::board::{HANGAR, PLANES, Progress};
use super::extra::MAX_SKIPS;
pub use super::notation::SeatColour;
use super::rules::{End, Rules, Stack, ThreeSixes};
use super::sets::PlaneSet;
use super::state::{Deal, Phase, Race};
use crate::contract::game::{Game, SetupError};
use crate::contract::limits;
use crate::contract::position::MAX_PLIES;
use crate::contract::seat::{Seat, SeatSet};
use crate::contract::turn_stack::MAX_PUT_OFF;

/// A position between the opening rolls and the end of a game, as a person writes it: `{"turn":
/// "red", "die": 3, "sides": {"red": {"planes": [4, 7]}, "blue": {"planes": []}}}`.
///
/// It is not validated; [`Position::set_up`] does that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The seat whose turn it is.
    pub turn: SeatColour,
    /// The roll that waits to be used. Without it the die has to be rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// The seats that take part.
    #[serde(deserialize_with = "limits::table::<_, _, _, 4>")]
    pub sides: BTreeMap<SeatColour, Side>,
    /// The 6s in a row in this turn before the roll that waits.
    #[serde(default)]
    pub sixes_before: u8,
    /// The planes that those 6s moved.
    #[serde(default)]
    pub moved: PlaneSet,
    /// The rolls of this turn with no plane out, including the one that waits.
    #[serde(default)]
    pub tries: u8,
    /// The seats that have brought their planes home, in order.
    #[serde(default, deserialize_with = "limits::list::<_, _, 4>")]
    pub home: Vec<SeatColour>,
    /// The seats that resigned, in order.
    #[serde(default, deserialize_with = "limits::list::<_, _, 4>")]
    pub gone: Vec<SeatColour>,
    /// The number of rolls so far.
    #[serde(default)]
    pub ply: u32,
    /// The turns that house rules are going to skip.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "limits::table::<_, _, _, 4>"
    )]
    pub skips: BTreeMap<SeatColour, u8>,
    /// The seats whose turns house rules put off. The last one plays next.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, 16>"
    )]
    pub put_off: Vec<SeatColour>,
}

/// The planes of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The progress of each plane by number, `None` in the hangar. Planes that the list leaves out
    /// are in the hangar too.
    #[serde(deserialize_with = "limits::list::<_, _, 16>")]
    pub planes: Vec<Option<Progress>>,
    /// The sets of planes that move as one.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "limits::list::<_, _, 16>"
    )]
    pub stacks: Vec<PlaneSet>,
}

/// Returns the numbers of planes, from 0, joined by commas.
fn numbers(planes: PlaneSet) -> String {
    planes.iter().map(|plane| plane.to_string()).collect::<Vec<_>>().join(", ")
}

/// The reason why a position cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Rules and seats do not fit.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A seat that takes no part or plays no longer.
    #[error("{0} does not play here")]
    NotPlaying(SeatColour),
    /// More planes than the rules give.
    #[error("{seat} has {found} planes; the rules give {planes}")]
    Planes {
        /// The owner of the planes.
        seat: SeatColour,
        /// The planes found.
        found: usize,
        /// The planes of the rules.
        planes: u8,
    },
    /// A progress beyond the centre.
    #[error("a plane of {seat} is at {found}; the centre is {centre}")]
    Progress {
        /// The owner of the plane.
        seat: SeatColour,
        /// The progress found.
        found: Progress,
        /// The progress of the centre, the last one.
        centre: Progress,
    },
    /// Planes that cannot move as one.
    #[error("the stack of planes {} of {seat} cannot be: {why}", numbers(*planes))]
    Stack {
        /// The owner of the planes.
        seat: SeatColour,
        /// The stack.
        planes: PlaneSet,
        /// The reason.
        why: NoStack,
    },
    /// Opponents on a square where the later one would have captured the other.
    #[error("{0} and {1} stand on the same square")]
    Shared(SeatColour, SeatColour),
    /// A number that is not on a die.
    #[error("a die does not show {0}")]
    Die(u8),
    /// A roll that waits although it allows no move.
    #[error("{seat} cannot move anything with {die}, so the roll would not wait")]
    NothingToMove {
        /// The seat that rolled.
        seat: SeatColour,
        /// The roll.
        die: u8,
    },
    /// Counts of this turn that are impossible.
    #[error("{0}")]
    Turn(NoTurn),
    /// A seat that `home` names although it has not brought enough planes home, or the reverse.
    #[error("`home` and the planes of {0} do not agree")]
    Home(SeatColour),
    /// A seat that resigned but still has planes on its way.
    #[error("{0} gave up, so its planes are in the hangar or in the centre")]
    Gone(SeatColour),
    /// A game that would be over.
    #[error("the game would be over")]
    Over,
}

/// The reason why planes cannot move as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStack {
    /// The rules allow no stacks.
    #[error("planes never stack under these rules")]
    Rules,
    /// There are fewer than two planes.
    #[error("a stack is two planes or more")]
    Single,
    /// They are in different places.
    #[error("its planes are not in one place")]
    Apart,
    /// They are in the hangar, on the apron or in the centre.
    #[error("planes stack only on the track and the lane")]
    Place,
    /// One of them is in another stack.
    #[error("one of its planes is in another stack")]
    Twice,
}

/// The most 6s in a row and tries of a position. The counters are bytes, so later rolls still fit.
const MAX_ROW: u8 = 100;

/// The reason why the counts of a turn are impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTurn {
    /// More skipped turns than can be pending.
    #[error("at most nine turns of a seat are to be skipped")]
    Skips,
    /// More turns put off than possible.
    #[error("at most four turns are put off")]
    PutOff,
    /// 6s in a row, although a 6 gives no other roll.
    #[error("a 6 gives no other roll under these rules")]
    NoSixes,
    /// 6s in a row before a roll that is no 6.
    #[error("a roll that is no 6 ends a row of 6s")]
    RowEnded,
    /// A third 6 that would have ended the turn.
    #[error("the third 6 in a row would have ended the turn")]
    ThirdSix,
    /// Moved planes that no 6 moved.
    #[error("`moved` names planes that no 6 moved in this turn")]
    Moved,
    /// Tries, although the rules give one roll.
    #[error("these rules give one roll, so tries are not counted")]
    Tries,
    /// Counts beyond their limits.
    #[error("no game goes on for so long")]
    Long,
}

impl Position {
    /// Creates a position without planes and seats.
    pub fn new(turn: Seat) -> Self {
        Self {
            turn: SeatColour::new(turn),
            die: None,
            sides: BTreeMap::new(),
            sixes_before: 0,
            moved: PlaneSet::EMPTY,
            tries: 0,
            home: Vec::new(),
            gone: Vec::new(),
            ply: 0,
            skips: BTreeMap::new(),
            put_off: Vec::new(),
        }
    }

    /// Adds a seat with its planes, [`HANGAR`] for those in the hangar.
    #[must_use]
    pub fn side(mut self, seat: Seat, planes: &[Progress]) -> Self {
        let out = |p: &Progress| (*p != HANGAR).then_some(*p);
        let planes = planes.iter().map(out).collect();
        self.sides.insert(SeatColour::new(seat), Side { planes, stacks: Vec::new() });
        self
    }

    /// Makes planes of a seat, numbered from 0, a stack.
    #[must_use]
    pub fn stack(mut self, seat: Seat, planes: &[u8]) -> Self {
        let planes = planes.iter().fold(PlaneSet::EMPTY, |set, k| set.union(PlaneSet::one(*k)));
        self.sides.entry(SeatColour::new(seat)).or_default().stacks.push(planes);
        self
    }

    /// Sets the roll that waits to be used.
    #[must_use]
    pub fn die(mut self, die: u8) -> Self {
        self.die = Some(die);
        self
    }

    /// Returns the seats that take part.
    pub fn seats(&self) -> SeatSet {
        self.sides.keys().map(|named| named.0).collect()
    }

    /// Returns the game at this position.
    ///
    /// # Errors
    /// The reason why no game under these rules can reach the position.
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

    fn put(&self, race: &mut Race, seat: SeatColour, side: &Side) -> Result<(), PositionError> {
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

    /// Sets the seats that are home or gone, and checks that the game is not over.
    fn put_order(&self, race: &mut Race) -> Result<(), PositionError> {
        let rules = *race.rules();
        for named in self.home.iter().chain(&self.gone) {
            if !race.active().contains(named.0) {
                return Err(PositionError::NotPlaying(*named));
            }
            let order = if self.home.contains(named) { &mut race.home } else { &mut race.gone };
            order.push(named.0);
            race.playing.remove(named.0);
        }
        for seat in race.seats().iter() {
            let done = race.finished(seat) >= rules.planes_to_win as usize;
            if done != self.home.contains(&SeatColour::new(seat)) {
                return Err(PositionError::Home(SeatColour::new(seat)));
            }
        }
        let centre = race.board().centre();
        for named in &self.gone {
            if race.planes(named.0).iter().any(|p| *p != HANGAR && *p != centre) {
                return Err(PositionError::Gone(*named));
            }
        }
        let home = race.home.set();
        let over = if rules.teams {
            !self.gone.is_empty() || home.iter().any(|s| home.contains(race.board().opposite(s)))
        } else {
            race.active().len() < 2 || (rules.end == End::FirstHome && !home.is_empty())
        };
        if over { Err(PositionError::Over) } else { Ok(()) }
    }

    /// Sets the turns put off and those to be skipped.
    fn put_extras(&self, race: &mut Race) -> Result<(), PositionError> {
        let named = self.skips.keys().chain(&self.put_off);
        if let Some(named) = named.into_iter().find(|named| !race.active().contains(named.0)) {
            return Err(PositionError::NotPlaying(*named));
        }
        for (named, skips) in &self.skips {
            if *skips > MAX_SKIPS {
                return Err(PositionError::Turn(NoTurn::Skips));
            }
            race.skips[named.0.index() & 3] = *skips;
        }
        if self.put_off.len() > MAX_PUT_OFF {
            return Err(PositionError::Turn(NoTurn::PutOff));
        }
        self.put_off.iter().for_each(|named| race.put_off.push(named.0));
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
        if self.tries > 0 && rules.tries_when_home == 1 {
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
            Side {
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
            gone: self.gone().map(SeatColour::new).collect(),
            ply: self.ply,
            skips: self
                .seats
                .iter()
                .filter(|seat| self.skips(*seat) > 0)
                .map(|seat| (SeatColour::new(seat), self.skips(seat)))
                .collect(),
            put_off: self.put_off().map(SeatColour::new).collect(),
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
