//! The course of a game: opening rolls, rolls, extra rolls, third 6s, passing, places, the end.

use super::board::{HANGAR, PLANES};
use super::event::{Event, ExtraRollReason};
use super::rules::{End, ThreeSixes};
use super::sets::{Bonus, PlaneSet};
use super::state::{Phase, Race};
use crate::contract::game::{Game, NullSink, Sink};
use crate::contract::outcome::Reason;
use crate::contract::question::Questions;
use crate::contract::seat::{Seat, SeatSet};

impl Race {
    /// Starts the game with opening rolls, or with a roll of the seat that begins by the rules.
    pub(super) fn begin(&mut self) {
        let order = self.board().turn_order();
        match self.tables.rules.first.seat() {
            Some(first) => {
                let start = order.iter().position(|seat| *seat == first).unwrap_or(0);
                self.seat = self.first_in_order(start, self.seats).unwrap_or(first);
                self.phase = Phase::Roll;
            }
            None => self.begin_opening_round(self.seats),
        }
    }

    /// Starts a round of opening rolls among some seats.
    fn begin_opening_round(&mut self, contenders: SeatSet) {
        let empty = SeatSet::EMPTY;
        self.phase = Phase::Opening { contenders, rolled: empty, best: 0, leaders: empty };
        self.seat = self.first_in_order(0, contenders).unwrap_or(self.seat);
    }

    /// Returns the first of some seats in the order of turns, beginning at index `start` of the
    /// order.
    fn first_in_order(&self, start: usize, seats: SeatSet) -> Option<Seat> {
        let order = self.board().turn_order();
        (0..4).map(|offset| order[(start + offset) % 4]).find(|seat| seats.contains(*seat))
    }

    /// Plays an opening roll. The seat that rolled highest begins. Those that tied roll again.
    #[inline(never)]
    pub(super) fn opening_roll<S: Sink<Event>>(&mut self, die: u8, events: &mut S) {
        let Phase::Opening { contenders, mut rolled, mut best, mut leaders } = self.phase else {
            return;
        };
        events.emit(Event::OpeningRolled { seat: self.seat, die });
        rolled.insert(self.seat);
        if die > best {
            (best, leaders) = (die, SeatSet::EMPTY);
        }
        if die == best {
            leaders.insert(self.seat);
        }
        let still_to_roll = contenders.difference(rolled);
        if let Some(next) = self.first_in_order(0, still_to_roll) {
            self.seat = next;
            self.phase = Phase::Opening { contenders, rolled, best, leaders };
        } else if leaders.len() > 1 {
            events.emit(Event::OpeningTied { seats: leaders });
            self.begin_opening_round(leaders);
        } else {
            self.seat = leaders.iter().next().unwrap_or(self.seat);
            self.phase = Phase::Roll;
            events.emit(Event::Began { seat: self.seat });
        }
    }

    /// Returns the probability that each seat begins, averaged over all rolls still to come in this
    /// round of opening rolls. At the start of a round all contenders are equal. After the opening
    /// rolls the seat to move has probability 1.
    pub(super) fn chances_to_begin(&self) -> [f32; 4] {
        let Phase::Opening { contenders, rolled, .. } = self.phase else {
            let mut chances = [0.0; 4];
            chances[self.seat.index() & 3] = 1.0;
            return chances;
        };
        if rolled.is_empty() {
            let equal_chance = 1.0 / contenders.len().max(1) as f32;
            let competes = |seat| contenders.contains(Seat::new(seat as u8));
            return std::array::from_fn(|seat| if competes(seat) { equal_chance } else { 0.0 });
        }
        let mut sum = [0.0; 4];
        for die in 1..=6 {
            let mut next = self.clone();
            next.opening_roll(die, &mut NullSink);
            let chances = next.chances_to_begin();
            sum = std::array::from_fn(|seat| sum[seat] + chances[seat] / 6.0);
        }
        sum
    }

    /// Plays a roll. The seat may then move, or the roll ends at once.
    // Inlined like `play_unchecked`. Rare cases are in functions of their own.
    #[inline(always)]
    pub(super) fn roll<S: Sink<Event>>(&mut self, die: u8, events: &mut S) {
        // An impossible face must not index beyond the tables.
        let die = die & 7;
        let seat = self.seat;
        let is_try = self.is_trying();
        if is_try {
            self.tries = self.tries.saturating_add(1);
        }
        self.ply += 1;
        events.emit(Event::Rolled { seat, die });
        if die == 6 && self.tables.rules.extra_roll.contains(6) {
            self.sixes = self.sixes.saturating_add(1);
            if self.sixes == 3 && self.tables.rules.three_sixes != ThreeSixes::Off {
                return self.third_six(events);
            }
        } else {
            self.sixes = 0;
            self.moved_by_sixes = PlaneSet::EMPTY;
        }
        self.await_move(die);
        if self.choices == 0 {
            self.end_without_move(is_try, events);
        }
    }

    /// Ends a roll that allows no move. `is_try` is true if the roll was a try: the seat had no
    /// plane out, and the rules then allow several tries.
    #[inline(never)]
    pub(super) fn end_without_move<S: Sink<Event>>(&mut self, is_try: bool, events: &mut S) {
        events.emit(Event::NothingToMove { seat: self.seat, die: self.die });
        self.end_unused_roll(is_try, events);
    }

    /// Gives another roll after one that moved nothing, or passes the turn.
    pub(super) fn end_unused_roll<S: Sink<Event>>(&mut self, is_try: bool, events: &mut S) {
        let (die, rules) = (self.die, self.tables.rules);
        if rules.extra_roll.contains(die) {
            self.roll_again(ExtraRollReason::Face, events);
        } else if is_try && self.tries < rules.tries_when_grounded {
            self.roll_again(ExtraRollReason::Try, events);
        } else {
            self.pass(events);
        }
    }

    /// Finds the legal actions for a roll, from which the seat to move is to choose.
    #[inline]
    pub(super) fn await_move(&mut self, die: u8) {
        self.die = die;
        self.phase = Phase::Move;
        self.choices = self.find_choices();
    }

    /// Enters a phase in which no roll waits to be used, which is any but [`Phase::Move`]. Clears
    /// the data of the last roll, so that equal positions are equal states.
    fn enter_phase(&mut self, phase: Phase) {
        self.die = 0;
        self.choices = 0;
        self.phase = phase;
    }

    /// Returns true if the seat to move has no plane out and the rules then allow several tries.
    #[inline]
    pub(super) fn is_trying(&self) -> bool {
        self.tables.rules.tries_when_grounded > 1 && self.is_grounded()
    }

    /// Returns true if the seat to move has no plane out: all are in the hangar or finished.
    fn is_grounded(&self) -> bool {
        let centre = self.board().centre();
        self.planes(self.seat).iter().all(|progress| *progress == HANGAR || *progress == centre)
    }

    /// Plays the third 6 in a row: planes go back to the hangar, and the turn passes.
    #[inline(never)]
    fn third_six<S: Sink<Event>>(&mut self, events: &mut S) {
        let (seat, centre) = (self.seat, self.board().centre());
        let affected = match self.tables.rules.three_sixes {
            ThreeSixes::MovedPlanesToHangar => self.moved_by_sixes,
            ThreeSixes::AllPlanesToHangar => PlaneSet::first(PLANES),
            ThreeSixes::TurnLost | ThreeSixes::Off => PlaneSet::EMPTY,
        };
        let is_out = |plane: &u8| {
            let progress = self.progress[seat.index()][usize::from(*plane)];
            progress != HANGAR && progress != centre
        };
        let planes: PlaneSet = affected.iter().filter(is_out).collect();
        self.send_to_hangar(seat, planes);
        events.emit(Event::ThirdSix { seat, planes });
        self.pass(events);
    }

    /// Ends a roll after a move: the seat has finished, rolls again, or passes the turn.
    ///
    /// `captured` is true if the move captured a plane, `finished` if a plane reached the centre.
    pub(super) fn end_roll<S: Sink<Event>>(
        &mut self,
        captured: bool,
        finished: bool,
        events: &mut S,
    ) {
        let rules = self.tables.rules;
        if finished && self.finished_count(self.seat) >= rules.planes_to_win as usize {
            self.finish_seat(self.seat, events);
        } else if rules.extra_roll.contains(self.die) {
            self.roll_again(ExtraRollReason::Face, events);
        } else if captured && rules.bonus_roll.contains(Bonus::OnCapture) {
            self.roll_again(ExtraRollReason::Capture, events);
        } else if finished && rules.bonus_roll.contains(Bonus::OnFinish) {
            self.roll_again(ExtraRollReason::Finish, events);
        } else {
            self.pass(events);
        }
    }

    /// Gives the seat to move another roll.
    fn roll_again<S: Sink<Event>>(&mut self, why: ExtraRollReason, events: &mut S) {
        self.enter_phase(Phase::Roll);
        events.emit(Event::RollsAgain { seat: self.seat, why });
    }

    /// Gives a seat its place, since enough of its planes are in the centre. Then ends the game, or
    /// passes the turn if it was this seat's.
    #[inline(never)]
    pub(super) fn finish_seat<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        self.finished.push(seat);
        self.remove_seat(seat);
        events.emit(Event::SeatFinished { seat, place: self.finished.len() });
        let rules = self.tables.rules;
        if rules.teams {
            if self.finished.set().contains(self.board().opposite(seat)) {
                return self.end_game(Reason::TeamHome, events);
            }
        } else if rules.end == End::FirstHome {
            return self.end_game(Reason::FirstHome, events);
        } else if self.active().len() <= 1 {
            return self.end_game(Reason::AllHome, events);
        }
        if seat == self.seat {
            self.pass(events);
        }
    }

    /// Clears the data of a turn: the counts of 6s in a row and of tries, and the planes that the
    /// 6s moved.
    pub(super) fn reset_turn_counts(&mut self) {
        self.sixes = 0;
        self.moved_by_sixes = PlaneSet::EMPTY;
        self.tries = 0;
    }

    /// Passes the turn to the next seat.
    pub(super) fn pass<S: Sink<Event>>(&mut self, events: &mut S) {
        self.reset_turn_counts();
        self.enter_phase(Phase::Roll);
        if self.may_be_out_of_order() {
            return self.pass_out_of_order(events);
        }
        if let Some(next) = self.tables.next(self.seat, self.active()) {
            events.emit(Event::TurnPassed { from: self.seat, to: next });
            self.seat = next;
        }
    }

    /// Lets a seat resign. Sends its unfinished planes to the hangar. Ends the game if too few
    /// seats remain.
    pub(super) fn resign<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        if !self.active().contains(seat) {
            return;
        }
        let centre = self.board().centre();
        let numbered = (0..).zip(self.planes(seat));
        let unfinished = numbered.filter(|(_, progress)| **progress != centre);
        let planes: PlaneSet = unfinished.map(|(plane, _)| plane).collect();
        self.send_to_hangar(seat, planes);
        self.resigned.push(seat);
        self.remove_seat(seat);
        events.emit(Event::Resigned { seat });
        if self.tables.rules.teams || self.active().len() <= 1 {
            return self.end_game(Reason::Resignation, events);
        }
        match self.phase {
            // A seat that was outrolled in an earlier round does not affect this one.
            Phase::Opening { contenders, .. } if !contenders.contains(seat) => {}
            Phase::Opening { contenders, .. } => {
                let remaining = contenders.intersection(self.active());
                match remaining.iter().next() {
                    Some(seat) if remaining.len() == 1 => {
                        self.seat = seat;
                        self.phase = Phase::Roll;
                        events.emit(Event::Began { seat });
                    }
                    _ => self.begin_opening_round(remaining),
                }
            }
            _ if seat == self.seat => self.pass(events),
            // Moves that the removed planes prevented may now be legal.
            Phase::Move => self.choices = self.find_choices(),
            _ => {}
        }
    }

    /// Ends the game.
    pub(super) fn end_game<S: Sink<Event>>(&mut self, reason: Reason, events: &mut S) {
        self.reset_turn_counts();
        self.clear_extra_turns();
        self.questions = Questions::default();
        self.enter_phase(Phase::Over(reason));
        events.emit(Event::Ended { reason });
    }
}
