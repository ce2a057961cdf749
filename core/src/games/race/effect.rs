//! The effects that a house rule can ask for in a race game.
//!
//! Applying an effect has two parts. `resolve` checks it and returns the change that it makes.
//! `apply_house_effect` carries the change out.

use serde::{Deserialize, Serialize};

use super::board::{HANGAR, Progress};
use super::event::Event;
use super::extra_turns::MAX_SKIPS;
use super::notation::SeatColour;
use super::rules::Stack;
use super::sets::PlaneSet;
use super::state::{Phase, Race};
use crate::contract::game::{Game, IllegalStep, Sink};
use crate::contract::memory::MemoryKey;
use crate::contract::outcome::Reason;
use crate::contract::question::{OptionKeys, Question, QuestionKey, QuestionKeys};
use crate::contract::seat::Seat;

/// An effect of a house rule. In files and scripts it is a table like `{"kind": "send_home",
/// "seat": "red", "plane": 2}`. Planes are numbered from 1.
///
/// During the opening rolls only [`Effect::Remember`] is possible, and after the end no effect at
/// all. The seats of an effect must still play, and its planes must not have finished. After an
/// effect that moves planes, the legal actions for a waiting roll are computed again. If there are
/// none, the game continues as if the roll had never allowed a move.
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
    /// Moves a plane, with its stack, forward or back along its path. The limits are the first
    /// place of the path (the apron, or the first square on a board without aprons) and the centre.
    ///
    /// The plane captures like an ordinary move that ends on the new place. It captures even a
    /// bigger stack there. It does not jump or fly, and nothing blocks it. If planes always stack
    /// under the rules, it forms a stack with the planes of its seat there. A stack is dissolved on
    /// the apron and in the centre. A plane in the centre has finished, and its seat has finished
    /// if it needs no more planes there.
    Advance {
        /// The owner of the plane.
        seat: SeatColour,
        /// The plane, which must not be in the hangar.
        plane: u8,
        /// The number of steps, which is negative to go back, and never 0.
        by: i8,
    },
    /// Puts a plane, with its stack, on another place of its path. The plane may be in the hangar.
    /// All else is as for `Advance`.
    Place {
        /// The owner of the plane.
        seat: SeatColour,
        /// The plane.
        plane: u8,
        /// The new progress, different from the present one.
        to: Progress,
    },
    /// Exchanges two planes of one or two seats on squares of the shared track, with their stacks.
    /// Each square must be on the path of the other plane. Then each captures what it meets there,
    /// as for `Advance`.
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
    /// Gives a seat an extra turn and postpones the turn of the seat that is about to roll. If both
    /// are the same seat, it has two turns. At most four turns can be postponed. They are played
    /// last in, first out, and then the usual order continues, so no seat loses a turn. When a
    /// postponed turn is played, its counts of 6s in a row and of tries start again from 0.
    ///
    /// The effect is impossible while a roll waits. Pending skips do not skip the extra turn.
    ExtraRoll {
        /// The seat that rolls.
        seat: SeatColour,
    },
    /// Skips a turn of a seat: the present one if it is about to roll, else its next one. At most
    /// nine skips of a seat can be pending.
    SkipTurn {
        /// The seat that loses a turn.
        seat: SeatColour,
    },
    /// Ends the game in a draw.
    Draw {},
    /// Ends the game. A seat, or its team, wins. Seats that have already finished keep their better
    /// places. The others follow by planes in the centre, then by total progress.
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
    /// Asks a seat a question. The game goes on after the answer. Questions that wait are answered
    /// in the order in which they were asked.
    Ask {
        /// The seat that answers.
        seat: SeatColour,
        /// The name of the question. `None` in a copy of the game that hides it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<QuestionKey>,
        /// The options to choose from.
        #[serde(default, skip_serializing_if = "OptionKeys::is_empty")]
        options: OptionKeys,
    },
    /// Passes although a roll waits, because house rules filtered out all actions of the seat to
    /// move. Qipan adds this effect itself. House rules cannot ask for it.
    Pass {},
}

/// The change that a valid effect makes, with seats and planes resolved. Planes are numbered from
/// 0 here.
enum Change {
    SendHome { seat: Seat, plane: u8 },
    Place { seat: Seat, planes: PlaneSet, to: Progress },
    Swap([(Seat, PlaneSet, Progress); 2]),
    GiveTurn { seat: Seat },
    SkipTurn { seat: Seat },
    Draw,
    Win { seat: Seat },
    Remember { key: MemoryKey, value: i32 },
    Ask { seat: Seat, keys: QuestionKeys },
    Pass,
}

impl Race {
    /// Checks that an effect can be applied now.
    pub(super) fn check_house_effect(&self, rule: u8, effect: &Effect) -> Result<(), IllegalStep> {
        match self.phase {
            Phase::Over(_) => Err(IllegalStep::GameOver),
            _ => self.resolve(rule, effect).map(drop).map_err(IllegalStep::Effect),
        }
    }

    /// Applies an effect. An effect that cannot be applied changes nothing.
    pub(super) fn apply_house_effect<S: Sink<Event>>(
        &mut self,
        rule: u8,
        effect: Effect,
        events: &mut S,
    ) {
        let Ok(change) = self.resolve(rule, &effect) else { return };
        match change {
            Change::SendHome { seat, plane } => {
                let planes = PlaneSet::one(plane);
                let at = self.progress[seat.index() & 3][plane as usize & 3];
                self.send_to_hangar(seat, planes);
                events.emit(Event::SentToHangar { seat, planes, at });
                self.refresh_choices(events);
            }
            Change::Place { seat, planes, to } => {
                self.relocate(seat, planes, to, events);
                self.land(seat, planes, to, events);
                self.refresh_choices(events);
            }
            Change::Swap(both) => {
                for (seat, planes, to) in both {
                    self.relocate(seat, planes, to, events);
                }
                for (seat, planes, at) in both {
                    self.land(seat, planes, at, events);
                }
                self.refresh_choices(events);
            }
            Change::GiveTurn { seat } => self.give_turn(seat, events),
            Change::SkipTurn { seat } => self.skip_turn(seat, events),
            Change::Draw => self.end_game(Reason::HouseRule, events),
            Change::Win { seat } => {
                self.winner = Some(seat);
                events.emit(Event::Won { seat });
                self.end_game(Reason::HouseRule, events);
            }
            Change::Remember { key, value } => self.memory.set(rule, key, value),
            Change::Ask { seat, keys } => self.questions.push(Question { rule, seat, keys }),
            Change::Pass => {
                events.emit(Event::NothingLeft { seat: self.seat, die: self.die });
                self.end_unused_roll(self.is_trying(), events);
            }
        }
    }

    /// Returns the change that an effect makes, or the reason why it is impossible.
    fn resolve(&self, rule: u8, effect: &Effect) -> Result<Change, &'static str> {
        // A rule may count the opening rolls, but it cannot change a game that has not begun.
        let only_remembers = matches!(effect, Effect::Remember { .. });
        if !only_remembers && !matches!(self.phase, Phase::Roll | Phase::Move) {
            return Err("a house rule changes nothing before the game has begun or after its end");
        }
        match *effect {
            Effect::SendHome { seat, plane } => {
                let (_, progress) = self.movable_planes(seat, plane)?;
                if progress == HANGAR {
                    return Err("this plane is in its hangar already");
                }
                Ok(Change::SendHome { seat: seat.0, plane: plane - 1 })
            }
            Effect::Advance { seat, plane, by } => {
                let (planes, from) = self.movable_planes(seat, plane)?;
                if from == HANGAR {
                    return Err("a plane in its hangar is placed, not advanced");
                }
                let to = i16::from(from) + i16::from(by);
                let to = u8::try_from(to).map_err(|_| "it cannot go back beyond its start")?;
                self.resolve_place(seat.0, planes, from, to)
            }
            Effect::Place { seat, plane, to } => {
                let (planes, from) = self.movable_planes(seat, plane)?;
                self.resolve_place(seat.0, planes, from, to)
            }
            Effect::Swap { seat, plane, with, with_plane } => {
                self.resolve_swap((seat, plane), (with, with_plane))
            }
            Effect::ExtraRoll { seat } => {
                let seat = self.active_seat(seat)?;
                if self.phase == Phase::Move {
                    return Err("an extra roll is given after the move, not while a roll waits");
                }
                if self.postponed.is_full() {
                    return Err("four turns are put off already");
                }
                Ok(Change::GiveTurn { seat })
            }
            Effect::SkipTurn { seat } => {
                let seat = self.active_seat(seat)?;
                if self.skips(seat) >= MAX_SKIPS && !self.is_to_roll(seat) {
                    return Err("nine skips of this seat are pending already");
                }
                Ok(Change::SkipTurn { seat })
            }
            Effect::Draw {} => Ok(Change::Draw),
            Effect::Win { seat } => Ok(Change::Win { seat: self.active_seat(seat)? }),
            Effect::Remember { key, value } => {
                self.memory.check(rule, key, value)?;
                Ok(Change::Remember { key, value })
            }
            Effect::Ask { seat, question, options } => {
                let keys = QuestionKeys { question, options, private: false };
                let seat = self.active_seat(seat)?;
                self.questions.check(&keys)?;
                Ok(Change::Ask { seat, keys })
            }
            Effect::Pass {} if self.phase == Phase::Move => Ok(Change::Pass),
            Effect::Pass {} => Err("a seat passes only while a roll waits to be used"),
        }
    }

    /// Returns a seat if it still plays.
    fn active_seat(&self, seat: SeatColour) -> Result<Seat, &'static str> {
        let plays = self.active().contains(seat.0);
        if plays { Ok(seat.0) } else { Err("this seat does not take part or no longer plays") }
    }

    /// Returns the stack and the progress of a plane, or the reason why the plane cannot be moved.
    /// `plane` is numbered from 1.
    fn movable_planes(
        &self,
        seat: SeatColour,
        plane: u8,
    ) -> Result<(PlaneSet, Progress), &'static str> {
        let seat = self.active_seat(seat)?;
        let index = plane.checked_sub(1).unwrap_or(u8::MAX);
        match self.planes(seat).get(index as usize) {
            None => Err("there is no plane with this number: the rules give fewer"),
            Some(progress) if *progress == self.board().centre() => {
                Err("a plane that finished stays there")
            }
            Some(progress) => Ok((self.stack(seat, index), *progress)),
        }
    }

    /// Returns the change that moves planes from one progress to another.
    fn resolve_place(
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

    /// Returns the change that exchanges two planes, each given by its owner and its number from 1.
    fn resolve_swap(
        &self,
        first: (SeatColour, u8),
        second: (SeatColour, u8),
    ) -> Result<Change, &'static str> {
        let board = self.board();
        let planes_on_track = |(seat, plane): (SeatColour, u8)| {
            let (planes, progress) = self.movable_planes(seat, plane)?;
            match board.square(seat.0, progress) {
                Some(square) => Ok((planes, square)),
                None => Err("only planes on squares of the track change places"),
            }
        };
        let (first_planes, first_square) = planes_on_track(first)?;
        let (second_planes, second_square) = planes_on_track(second)?;
        if first_square == second_square {
            return Err("both planes stand on the same square");
        }
        let progress_on = |seat: SeatColour, square: u8| {
            board.progress(seat.0, square).ok_or("one of them never walks the other's square")
        };
        let (first_seat, second_seat) = (first.0, second.0);
        Ok(Change::Swap([
            (first_seat.0, first_planes, progress_on(first_seat, second_square)?),
            (second_seat.0, second_planes, progress_on(second_seat, first_square)?),
        ]))
    }

    /// Moves planes that stand together to another place, and emits the event.
    fn relocate<S: Sink<Event>>(
        &mut self,
        seat: Seat,
        planes: PlaneSet,
        to: Progress,
        events: &mut S,
    ) {
        let first = planes.iter().next().unwrap_or(0);
        let from = self.progress[seat.index() & 3][first as usize];
        self.place_planes(seat, planes, to);
        events.emit(Event::Placed { seat, planes, from, to });
    }

    /// Plays the consequences of planes that were put on a place: captures, stacking, finishing.
    fn land<S: Sink<Event>>(&mut self, seat: Seat, planes: PlaneSet, at: Progress, events: &mut S) {
        let (rules, centre) = (self.tables.rules, self.board().centre());
        if at < self.board().first_on_track() || at == centre {
            self.dissolve_stack(seat, planes);
        } else {
            self.capture_at(seat, planes, at, events);
            let own_planes = PlaneSet::with_value(self.progress[seat.index() & 3], at);
            if rules.stack == Stack::Always && own_planes != planes {
                self.form_stack(seat, own_planes);
                events.emit(Event::Stacked { seat, planes: own_planes, at });
            }
        }
        if at == centre {
            events.emit(Event::Finished { seat, planes });
            if self.finished_count(seat) >= rules.planes_to_win as usize {
                self.finish_seat(seat, events);
            }
        }
    }

    /// Computes the legal actions for a waiting roll again. Ends the roll if there are none.
    fn refresh_choices<S: Sink<Event>>(&mut self, events: &mut S) {
        if self.phase != Phase::Move {
            return;
        }
        self.choices = self.find_choices();
        if self.choices == 0 {
            self.end_without_move(self.is_trying(), events);
        }
    }
}
