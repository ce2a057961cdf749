//! What house rules can do to a race game: a closed list, each effect checked.

use serde::{Deserialize, Serialize};

use super::board::{HANGAR, Progress};
use super::event::Event;
use super::extra::MAX_SKIPS;
use super::notation::Named;
use super::rules::Stack;
use super::sets::PlaneSet;
use super::state::{Phase, Race};
use crate::game::{Game, IllegalStep, Sink};
use crate::memory::Key;
use crate::outcome::Reason;
use crate::seat::Seat;

/// An effect of a house rule, in files and scripts a table like
/// `{"kind": "send_home", "seat": "red", "plane": 2}`. Planes are numbered from 1.
///
/// During the opening rolls nothing can be asked for but to remember, after the end nothing. A seat that is named
/// still plays, and a plane that is named has not finished. While a roll waits, what can be
/// moved with it is looked for again; where nothing can any more, it goes on as if nothing
/// could have been moved from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// A plane goes back to its hangar, alone; what remains of its stack stays together. It
    /// must not be in the hangar already.
    SendHome {
        /// Whose plane.
        seat: Named,
        /// Which plane.
        plane: u8,
    },
    /// A plane, with its stack, goes on or back to another place of its way: at the furthest
    /// its first one (the apron, or the first square where there is none) and the centre.
    ///
    /// It captures there what an ordinary move that ends there does, however big a stack it
    /// meets; it neither jumps nor flies, and nothing stands in its way. Where planes always
    /// stack it joins its own; a stack falls apart on the apron and in the centre. A plane in
    /// the centre has finished, and its seat is home if it was the last one needed.
    Advance {
        /// Whose plane.
        seat: Named,
        /// Which plane, not one in the hangar.
        plane: u8,
        /// How many steps, back if negative, not 0.
        by: i8,
    },
    /// A plane, with its stack, is put on another place of its way, out of the hangar too;
    /// everything else is as with `Advance`.
    Place {
        /// Whose plane.
        seat: Named,
        /// Which plane.
        plane: u8,
        /// The progress it is put on, not the one it has.
        to: Progress,
    },
    /// Two planes on squares of the shared track, with their stacks, change places: of two
    /// seats or of one. Each must be able to stand where the other does: every colour leaves
    /// some squares out. Then each captures what it meets there, as with `Advance`.
    Swap {
        /// Whose plane.
        seat: Named,
        /// Which plane.
        plane: u8,
        /// Whose the other plane is.
        with: Named,
        /// Which plane the other is.
        with_plane: u8,
    },
    /// A seat has a whole turn before the seat that is about to roll; if it is that seat, it
    /// has two. Turns put off so come one after another, the last one first, at most four of
    /// them; then the order goes on from the first one, so that nobody's place in it changes.
    /// A row of 6s and the tries of the turn put off are over.
    ///
    /// It cannot be given while a roll waits to be used. Turns to be skipped do not touch it.
    ExtraRoll {
        /// Who rolls.
        seat: Named,
    },
    /// The turn of a seat that is about to roll is skipped at once; of any other seat, or
    /// while a roll waits, the next turn that comes to it. At most nine can be waiting.
    SkipTurn {
        /// Whose turn.
        seat: Named,
    },
    /// The game ends in a draw.
    Draw {},
    /// The game ends and a seat wins, or its team. Seats that are home keep their places
    /// before it, the others follow by planes home, then by total progress.
    Win {
        /// Who wins.
        seat: Named,
    },
    /// A number is kept for the rule.
    Remember {
        /// Its name.
        key: Key,
        /// The number; 0 forgets it.
        value: i32,
    },
    /// The seat to move passes with the roll that waits, as if nothing could be moved: a
    /// `filter` left it nothing. No hook can ask for this.
    Pass {},
}

/// An effect that was found possible, with what it is about. Planes of one stack go together.
enum Change {
    SendHome { seat: Seat, plane: u8 },
    Place { seat: Seat, planes: PlaneSet, to: Progress },
    Swap([(Seat, PlaneSet, Progress); 2]),
    GiveTurn { seat: Seat },
    SkipTurn { seat: Seat },
    Draw,
    Win { seat: Seat },
    Remember { key: Key, value: i32 },
    Pass,
}

impl Race {
    /// Whether an effect can be applied now.
    pub(super) fn check_house(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        match self.phase {
            Phase::Over(_) => Err(IllegalStep::GameOver),
            _ => self.judge(rule, effect).map(drop).map_err(IllegalStep::Effect),
        }
    }

    /// Applies an effect that was checked; any other changes nothing.
    pub(super) fn apply<S: Sink<Event>>(&mut self, rule: u8, effect: Effect, events: &mut S) {
        let Ok(change) = self.judge(rule, &effect) else { return };
        match change {
            Change::SendHome { seat, plane } => {
                let planes = PlaneSet::one(plane);
                let at = self.progress[seat.index() & 3][plane as usize & 3];
                self.send_home(seat, planes);
                events.emit(Event::SentHome { seat, planes, at });
                self.look_again(events);
            }
            Change::Place { seat, planes, to } => {
                self.put(seat, planes, to, events);
                self.arrive(seat, planes, to, events);
                self.look_again(events);
            }
            Change::Swap(both) => {
                for (seat, planes, to) in both {
                    self.put(seat, planes, to, events);
                }
                for (seat, planes, at) in both {
                    self.arrive(seat, planes, at, events);
                }
                self.look_again(events);
            }
            Change::GiveTurn { seat } => self.give_turn(seat, events),
            Change::SkipTurn { seat } => self.skip_turn(seat, events),
            Change::Draw => self.end(Reason::HouseRule, events),
            Change::Win { seat } => {
                self.winner = Some(seat);
                events.emit(Event::Won { seat });
                self.end(Reason::HouseRule, events);
            }
            Change::Remember { key, value } => self.memory.set(rule, key, value),
            Change::Pass => {
                events.emit(Event::NothingLeft { seat: self.seat, die: self.die });
                self.leave_unused(self.trying(), events);
            }
        }
    }

    /// What an effect changes, or why it cannot be.
    fn judge(&self, rule: u8, effect: &Effect) -> Result<Change, &'static str> {
        // A rule may count the opening rolls, but not touch what has not begun.
        let keeps = matches!(effect, Effect::Remember { .. });
        if !keeps && !matches!(self.phase, Phase::Roll | Phase::Move) {
            return Err("a house rule changes nothing before the game has begun or after its end");
        }
        match *effect {
            Effect::SendHome { seat, plane } => {
                let (_, at) = self.plane_named(seat, plane)?;
                if at == HANGAR {
                    return Err("this plane is in its hangar already");
                }
                Ok(Change::SendHome { seat: seat.0, plane: plane - 1 })
            }
            Effect::Advance { seat, plane, by } => {
                let (planes, from) = self.plane_named(seat, plane)?;
                if from == HANGAR {
                    return Err("a plane in its hangar is placed, not advanced");
                }
                let to = i16::from(from) + i16::from(by);
                let to =
                    u8::try_from(to).map_err(|_| "it cannot go back beyond its first place")?;
                self.place(seat.0, planes, from, to)
            }
            Effect::Place { seat, plane, to } => {
                let (planes, from) = self.plane_named(seat, plane)?;
                self.place(seat.0, planes, from, to)
            }
            Effect::Swap { seat, plane, with, with_plane } => {
                self.swap((seat, plane), (with, with_plane))
            }
            Effect::ExtraRoll { seat } => {
                let seat = self.seat_named(seat)?;
                if self.phase == Phase::Move {
                    return Err("an extra roll is given after the move, not while a roll waits");
                }
                if self.put_off.is_full() {
                    return Err("four turns are put off already");
                }
                Ok(Change::GiveTurn { seat })
            }
            Effect::SkipTurn { seat } => {
                let seat = self.seat_named(seat)?;
                if self.skips(seat) >= MAX_SKIPS && !self.is_to_roll(seat) {
                    return Err("nine turns of this seat are to be skipped already");
                }
                Ok(Change::SkipTurn { seat })
            }
            Effect::Draw {} => Ok(Change::Draw),
            Effect::Win { seat } => Ok(Change::Win { seat: self.seat_named(seat)? }),
            Effect::Remember { key, value } => {
                self.memory.check(rule, key, value)?;
                Ok(Change::Remember { key, value })
            }
            Effect::Pass {} if self.phase == Phase::Move => Ok(Change::Pass),
            Effect::Pass {} => Err("a seat passes only while a roll waits to be used"),
        }
    }

    /// A seat that still plays.
    fn seat_named(&self, seat: Named) -> Result<Seat, &'static str> {
        let plays = self.active().contains(seat.0);
        if plays { Ok(seat.0) } else { Err("this seat does not play, or not any more") }
    }

    /// A plane that has not finished, numbered from 1: its stack and where it is.
    fn plane_named(&self, seat: Named, plane: u8) -> Result<(PlaneSet, Progress), &'static str> {
        let seat = self.seat_named(seat)?;
        let index = plane.checked_sub(1).unwrap_or(u8::MAX);
        match self.planes(seat).get(index as usize) {
            None => Err("planes are numbered from 1, and there are not that many"),
            Some(at) if *at == self.board().centre() => Err("a plane that finished stays there"),
            Some(at) => Ok((self.stack(seat, index), *at)),
        }
    }

    fn place(
        &self,
        seat: Seat,
        planes: PlaneSet,
        from: Progress,
        to: Progress,
    ) -> Result<Change, &'static str> {
        match to {
            _ if to == from => Err("the plane is there already"),
            HANGAR => Err("a plane is sent home to its hangar, not placed there"),
            _ if to > self.board().centre() => Err("there is no place beyond the centre"),
            _ => Ok(Change::Place { seat, planes, to }),
        }
    }

    fn swap(&self, one: (Named, u8), other: (Named, u8)) -> Result<Change, &'static str> {
        let board = self.board();
        let stands = |(seat, plane): (Named, u8)| {
            let (planes, at) = self.plane_named(seat, plane)?;
            let square = board.square(seat.0, at);
            let square = square.ok_or("only planes on squares of the track change places")?;
            Ok::<_, &'static str>((seat.0, planes, square))
        };
        let (one, other) = (stands(one)?, stands(other)?);
        if one.2 == other.2 {
            return Err("both planes stand on the same square");
        }
        let comes = |(seat, planes, _): (Seat, PlaneSet, u8), square: u8| {
            let to = board.progress(seat, square);
            to.map(|to| (seat, planes, to)).ok_or("one of them never walks the other's square")
        };
        Ok(Change::Swap([comes(one, other.2)?, comes(other, one.2)?]))
    }

    /// Moves planes of one place to another and tells of it.
    fn put<S: Sink<Event>>(&mut self, seat: Seat, planes: PlaneSet, to: Progress, events: &mut S) {
        let first = planes.iter().next().unwrap_or(0);
        let from = self.progress[seat.index() & 3][first as usize];
        self.place_planes(seat, planes, to);
        events.emit(Event::Placed { seat, planes, from, to });
    }

    /// What happens where planes were put: a capture, a stack, a finish.
    fn arrive<S: Sink<Event>>(
        &mut self,
        seat: Seat,
        planes: PlaneSet,
        at: Progress,
        events: &mut S,
    ) {
        let (rules, centre) = (self.tables.rules, self.board().centre());
        if at < self.board().first_on_track() || at == centre {
            self.part(seat, planes);
        } else {
            self.capture_at(seat, at, events);
            let together = PlaneSet::with_value(self.progress[seat.index() & 3], at);
            if rules.stack == Stack::Always && together != planes {
                self.join(seat, together);
                events.emit(Event::Stacked { seat, planes: together, at });
            }
        }
        if at == centre {
            events.emit(Event::Finished { seat, planes });
            if self.finished(seat) >= rules.planes_to_win as usize {
                self.seat_home(seat, events);
            }
        }
    }

    /// Finds anew what can be done with the roll that waits, if one does.
    fn look_again<S: Sink<Event>>(&mut self, events: &mut S) {
        if self.phase != Phase::Move {
            return;
        }
        self.choices = self.find_choices();
        if self.choices == 0 {
            self.nothing_to_move(self.trying(), events);
        }
    }
}
