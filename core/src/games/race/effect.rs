//! The effects of house rules on a race game: a closed list, each one checked.

use serde::{Deserialize, Serialize};

use super::board::{HANGAR, Progress};
use super::event::Event;
use super::extra::MAX_SKIPS;
use super::notation::SeatColour;
use super::rules::Stack;
use super::sets::PlaneSet;
use super::state::{Phase, Race};
use crate::contract::game::{Game, IllegalStep, Sink};
use crate::contract::memory::MemoryKey;
use crate::contract::outcome::Reason;
use crate::contract::seat::Seat;

/// An effect of a house rule. In files and scripts it is a table like `{"kind": "send_home",
/// "seat": "red", "plane": 2}`. Planes are numbered from 1.
///
/// During the opening rolls only [`Effect::Remember`] is possible, after the end no effect at all.
/// A seat that is named must still play, and a plane that is named must not have finished. After
/// an effect that moves planes, the legal moves for a waiting roll are found anew; if there are
/// none, the game goes on as if the roll had never allowed a move.
///
/// # Examples
/// ```
/// use qipan_core::contract::game::{Game, NullSink, Step};
/// use qipan_core::contract::seat::SeatSet;
/// use qipan_core::games::race::board::YELLOW;
/// use qipan_core::games::race::{Deal, Effect, Race, Rules};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
/// let effect: Effect = serde_json::from_str(r#"{"kind": "skip_turn", "seat": "yellow"}"#)?;
/// game.play(&Step::House { rule: 0, effect }, &mut NullSink)?;
/// assert_eq!(game.skips(YELLOW), 1);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Sends a plane back to its hangar, alone. The rest of its stack stays together. The plane
    /// must not be in the hangar already.
    SendHome {
        /// The owner of the plane.
        seat: SeatColour,
        /// The plane.
        plane: u8,
    },
    /// Moves a plane, with its stack, forward or back along its way. The limits are its first
    /// place (the apron, or the first square on a board without aprons) and the centre.
    ///
    /// It captures there like an ordinary move that ends there, whatever the size of the stack it
    /// meets. It does not jump or fly, and nothing blocks it. If planes always stack, it joins its
    /// own. A stack falls apart on the apron and in the centre. A plane in the centre has
    /// finished, and its seat is home if no more planes are needed.
    Advance {
        /// The owner of the plane.
        seat: SeatColour,
        /// The plane, which must not be in the hangar.
        plane: u8,
        /// The steps, negative for back, not 0.
        by: i8,
    },
    /// Puts a plane, with its stack, on another place of its way, also from the hangar. All else
    /// is as for `Advance`.
    Place {
        /// The owner of the plane.
        seat: SeatColour,
        /// The plane.
        plane: u8,
        /// The new progress, different from the present one.
        to: Progress,
    },
    /// Exchanges two planes on squares of the shared track, with their stacks. They belong to two
    /// seats or to one. Each must be able to stand on the other's square, since every colour
    /// leaves some squares out. Then each captures what it meets there, as for `Advance`.
    Swap {
        /// The owner of the plane.
        seat: SeatColour,
        /// The plane.
        plane: u8,
        /// The owner of the other plane.
        with: SeatColour,
        /// The other plane.
        with_plane: u8,
    },
    /// Gives a seat a whole turn before the seat that is about to roll. If it is that seat itself,
    /// it has two turns. At most four turns can be put off, and the last one put off is played
    /// first. Then the order goes on from the first one, so that no seat loses its place. The turn
    /// put off loses its row of 6s and its tries.
    ///
    /// It cannot be given while a roll waits to be used. Turns to be skipped do not skip it.
    ExtraRoll {
        /// The seat that rolls.
        seat: SeatColour,
    },
    /// Skips a turn of a seat: at once if it is about to roll, else its next one. At most nine can
    /// be pending.
    SkipTurn {
        /// The seat that loses a turn.
        seat: SeatColour,
    },
    /// The game ends in a draw.
    Draw {},
    /// The game ends and a seat wins, or its team. Seats that are home keep their places before
    /// it. The others follow by planes home, then by total progress.
    Win {
        /// The winner.
        seat: SeatColour,
    },
    /// Stores a number for the rule.
    Remember {
        /// The name of the number.
        key: MemoryKey,
        /// The number; 0 deletes it.
        value: i32,
    },
    /// The seat to move passes although a roll waits, because a `filter` left it no action. The
    /// engine adds this effect; hooks cannot ask for it.
    Pass {},
}

/// A checked effect with the seats and planes it changes. Planes of one stack go together.
enum Change {
    SendHome { seat: Seat, plane: u8 },
    Place { seat: Seat, planes: PlaneSet, to: Progress },
    Swap([(Seat, PlaneSet, Progress); 2]),
    GiveTurn { seat: Seat },
    SkipTurn { seat: Seat },
    Draw,
    Win { seat: Seat },
    Remember { key: MemoryKey, value: i32 },
    Pass,
}

impl Race {
    /// Returns the reason if an effect cannot be applied now.
    pub(super) fn check_house(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        match self.phase {
            Phase::Over(_) => Err(IllegalStep::GameOver),
            _ => self.judge(rule, effect).map(drop).map_err(IllegalStep::Effect),
        }
    }

    /// Applies an effect that was checked. An impossible one changes nothing.
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

    /// Returns the change that an effect makes, or the reason why it is impossible.
    fn judge(&self, rule: u8, effect: &Effect) -> Result<Change, &'static str> {
        // A rule may count the opening rolls, but it cannot change a game that has not begun.
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
                if self.postponed.is_full() {
                    return Err("four turns are put off already");
                }
                Ok(Change::GiveTurn { seat })
            }
            Effect::SkipTurn { seat } => {
                let seat = self.seat_named(seat)?;
                if self.skips(seat) >= MAX_SKIPS && !self.is_to_roll(seat) {
                    return Err("nine turns of this seat will be skipped already");
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

    /// Returns a seat if it still plays.
    fn seat_named(&self, seat: SeatColour) -> Result<Seat, &'static str> {
        let plays = self.active().contains(seat.0);
        if plays { Ok(seat.0) } else { Err("this seat does not play, or no longer") }
    }

    /// Returns the stack and the progress of a plane, numbered from 1, that has not finished.
    fn plane_named(
        &self,
        seat: SeatColour,
        plane: u8,
    ) -> Result<(PlaneSet, Progress), &'static str> {
        let seat = self.seat_named(seat)?;
        let index = plane.checked_sub(1).unwrap_or(u8::MAX);
        match self.planes(seat).get(index as usize) {
            None => Err("planes are numbered from 1, and the rules give fewer than that"),
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

    fn swap(&self, one: (SeatColour, u8), other: (SeatColour, u8)) -> Result<Change, &'static str> {
        let board = self.board();
        let stands = |(seat, plane): (SeatColour, u8)| {
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

    /// Moves planes of one place to another and emits the event.
    fn put<S: Sink<Event>>(&mut self, seat: Seat, planes: PlaneSet, to: Progress, events: &mut S) {
        let first = planes.iter().next().unwrap_or(0);
        let from = self.progress[seat.index() & 3][first as usize];
        self.place_planes(seat, planes, to);
        events.emit(Event::Placed { seat, planes, from, to });
    }

    /// Plays the arrival of planes that were put on a place: a capture, a stack, a finish.
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
            if self.finished_count(seat) >= rules.planes_to_win as usize {
                self.seat_home(seat, events);
            }
        }
    }

    /// Finds the legal moves for a waiting roll anew, and goes on if there are none.
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
