//! The course of a turn: opening rolls, rolls, extra rolls, third sixes, places, the end.

use super::board::{HANGAR, Progress};
use super::event::{Again, Event};
use super::rules::{End, ThreeSixes};
use super::sets::{Bonus, PlaneSet};
use super::state::{Phase, Race};
use crate::contract::game::{Game, NullSink, Sink};
use crate::contract::outcome::Reason;
use crate::contract::seat::{Seat, SeatSet};

impl Race {
    /// Starts the game: with opening rolls, or with the first roll of the seat that the rules
    /// name.
    pub(super) fn open(&mut self) {
        let order = self.board().turn_order();
        match self.tables.rules.first.seat() {
            Some(first) => {
                let start = order.iter().position(|seat| *seat == first).unwrap_or(0);
                self.seat = self.in_order(start, self.seats).unwrap_or(first);
                self.phase = Phase::Roll;
            }
            None => self.open_round(self.seats),
        }
    }

    /// Starts a round of opening rolls among some seats.
    fn open_round(&mut self, contenders: SeatSet) {
        let empty = SeatSet::EMPTY;
        self.phase = Phase::Opening { contenders, rolled: empty, best: 0, leaders: empty };
        self.seat = self.in_order(0, contenders).unwrap_or(self.seat);
    }

    /// Returns the first seat of a set, counted from an index of the turn order.
    fn in_order(&self, start: usize, among: SeatSet) -> Option<Seat> {
        let order = self.board().turn_order();
        (0..4).map(|k| order[(start + k) % 4]).find(|seat| among.contains(*seat))
    }

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
        let waiting = contenders.difference(rolled);
        if let Some(next) = self.in_order(0, waiting) {
            self.seat = next;
            self.phase = Phase::Opening { contenders, rolled, best, leaders };
        } else if leaders.len() > 1 {
            events.emit(Event::OpeningTied { seats: leaders });
            self.open_round(leaders);
        } else {
            self.seat = leaders.iter().next().unwrap_or(self.seat);
            self.phase = Phase::Roll;
            events.emit(Event::Began { seat: self.seat });
        }
    }

    /// Returns each seat's chance to begin, by all rolls still to come in this round of opening
    /// rolls. Seats that would have to roll again have equal chances. Outside the opening rolls
    /// the seat to move has chance 1.
    pub(super) fn chances_to_begin(&self) -> [f32; 4] {
        let Phase::Opening { contenders, rolled, .. } = self.phase else {
            return std::array::from_fn(|seat| f32::from(u8::from(seat == self.seat.index())));
        };
        if rolled.is_empty() {
            let each = 1.0 / contenders.len().max(1) as f32;
            let rolls = |seat| contenders.contains(Seat::new(seat as u8));
            return std::array::from_fn(|seat| if rolls(seat) { each } else { 0.0 });
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

    // Inlined like `play_unchecked`; rare cases are in functions of their own.
    #[inline(always)]
    pub(super) fn roll<S: Sink<Event>>(&mut self, die: u8, events: &mut S) {
        let die = die & 7; // What no die shows must not lead off the tables.
        let seat = self.seat;
        let trying = self.trying();
        if trying {
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
            self.moved = PlaneSet::EMPTY;
        }
        self.await_move(die);
        if self.choices == 0 {
            self.nothing_to_move(trying, events);
        }
    }

    #[inline(never)]
    pub(super) fn nothing_to_move<S: Sink<Event>>(&mut self, trying: bool, events: &mut S) {
        events.emit(Event::NothingToMove { seat: self.seat, die: self.die });
        self.leave_unused(trying, events);
    }

    /// Continues after a roll that moves nothing: another roll or the next turn.
    pub(super) fn leave_unused<S: Sink<Event>>(&mut self, trying: bool, events: &mut S) {
        let (die, rules) = (self.die, self.tables.rules);
        if rules.extra_roll.contains(die) {
            self.roll_again(Again::Face, events);
        } else if trying && self.tries < rules.tries_when_grounded {
            self.roll_again(Again::Try, events);
        } else {
            self.pass(events);
        }
    }

    /// Lets the seat to move choose an action for a roll.
    #[inline]
    pub(super) fn await_move(&mut self, die: u8) {
        self.die = die;
        self.phase = Phase::Move;
        self.choices = self.find_choices();
    }

    /// Enters another phase. Clears the data of the roll, so that equal positions are equal
    /// states.
    fn leave_roll(&mut self, phase: Phase) {
        self.die = 0;
        self.choices = 0;
        self.phase = phase;
    }

    /// Returns true if the seat to move has no plane out and the rules give it several rolls.
    #[inline]
    pub(super) fn trying(&self) -> bool {
        self.tables.rules.tries_when_grounded > 1 && self.grounded()
    }

    /// Returns true if the seat to move has no plane out: all are in the hangar or finished.
    fn grounded(&self) -> bool {
        let centre = self.board().centre();
        self.planes(self.seat).iter().all(|p| *p == HANGAR || *p == centre)
    }

    #[inline(never)]
    fn third_six<S: Sink<Event>>(&mut self, events: &mut S) {
        let (seat, centre) = (self.seat, self.board().centre());
        let out = |p: Progress| p != HANGAR && p != centre;
        let planes = match self.tables.rules.three_sixes {
            ThreeSixes::MovedPlanesHome => self.moved.bits(),
            ThreeSixes::AllPlanesHome => 0xF,
            ThreeSixes::TurnLost | ThreeSixes::Off => 0,
        };
        let planes = PlaneSet::from_bits(planes)
            .iter()
            .filter(|k| out(self.progress[seat.index()][*k as usize]))
            .fold(PlaneSet::EMPTY, |set, k| set.union(PlaneSet::one(k)));
        self.send_home(seat, planes);
        events.emit(Event::ThirdSix { seat, planes });
        self.pass(events);
    }

    /// Ends a roll after a move: the seat is home, rolls again, or passes the turn.
    pub(super) fn end_roll<S: Sink<Event>>(
        &mut self,
        captured: bool,
        finished: bool,
        events: &mut S,
    ) {
        let rules = self.tables.rules;
        if finished && self.finished_count(self.seat) >= rules.planes_to_win as usize {
            self.seat_home(self.seat, events);
        } else if rules.extra_roll.contains(self.die) {
            self.roll_again(Again::Face, events);
        } else if captured && rules.bonus_roll.contains(Bonus::OnCapture) {
            self.roll_again(Again::Capture, events);
        } else if finished && rules.bonus_roll.contains(Bonus::OnFinish) {
            self.roll_again(Again::Finish, events);
        } else {
            self.pass(events);
        }
    }

    fn roll_again<S: Sink<Event>>(&mut self, why: Again, events: &mut S) {
        self.leave_roll(Phase::Roll);
        events.emit(Event::RollsAgain { seat: self.seat, why });
    }

    /// Records that a seat has brought its planes home. Ends the game or passes the turn if that
    /// follows.
    #[inline(never)]
    pub(super) fn seat_home<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        self.home.push(seat);
        self.leave(seat);
        events.emit(Event::SeatHome { seat, place: self.home.len() });
        let rules = self.tables.rules;
        if rules.teams {
            if self.home.set().contains(self.board().opposite(seat)) {
                return self.end(Reason::TeamHome, events);
            }
        } else if rules.end == End::FirstHome {
            return self.end(Reason::FirstHome, events);
        } else if self.active().len() <= 1 {
            return self.end(Reason::AllHome, events);
        }
        if seat == self.seat {
            self.pass(events);
        }
    }

    /// Forgets the row of 6s and the tries of a turn.
    pub(super) fn forget_rolls(&mut self) {
        self.sixes = 0;
        self.moved = PlaneSet::EMPTY;
        self.tries = 0;
    }

    pub(super) fn pass<S: Sink<Event>>(&mut self, events: &mut S) {
        self.forget_rolls();
        self.leave_roll(Phase::Roll);
        if self.out_of_order() {
            return self.pass_out_of_order(events);
        }
        if let Some(next) = self.tables.next(self.seat, self.active()) {
            events.emit(Event::TurnPassed { from: self.seat, to: next });
            self.seat = next;
        }
    }

    /// Lets a seat resign: its planes leave the board, and the others play on if there are enough.
    pub(super) fn resign<S: Sink<Event>>(&mut self, seat: Seat, events: &mut S) {
        if !self.active().contains(seat) {
            return;
        }
        let centre = self.board().centre();
        let out = self.planes(seat).iter().enumerate().filter(|(_, p)| **p != centre);
        let planes = out.fold(0, |bits, (k, _)| bits | 1 << k);
        self.send_home(seat, PlaneSet::from_bits(planes));
        self.resigned.push(seat);
        self.leave(seat);
        events.emit(Event::Resigned { seat });
        if self.tables.rules.teams || self.active().len() <= 1 {
            return self.end(Reason::Resignation, events);
        }
        match self.phase {
            // A seat that has already lost the opening rolls leaves without a new round.
            Phase::Opening { contenders, .. } if !contenders.contains(seat) => {}
            Phase::Opening { contenders, .. } => {
                let left = contenders.intersection(self.active());
                if let Some(only) = left.iter().next().filter(|_| left.len() == 1) {
                    self.seat = only;
                    self.phase = Phase::Roll;
                    events.emit(Event::Began { seat: only });
                } else {
                    self.open_round(left);
                }
            }
            _ if seat == self.seat => self.pass(events),
            // Moves that the removed planes prevented may now be legal.
            Phase::Move => self.choices = self.find_choices(),
            _ => {}
        }
    }

    pub(super) fn end<S: Sink<Event>>(&mut self, reason: Reason, events: &mut S) {
        self.forget_rolls();
        self.forget_extras();
        self.leave_roll(Phase::Over(reason));
        events.emit(Event::Ended { reason });
    }
}
