//! The course of a game: its turns and notable events, found once when it is opened.

use qipan_core::contract::game::{Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::Record;

use crate::games::GameUi;
use crate::play::timeline_event::TimelineEvent;

/// A turn: the steps of one seat until another seat is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnOf {
    /// The number of steps played before it.
    pub(super) from: usize,
    /// The seat whose turn it is.
    pub(super) seat: Seat,
}

/// A notable event in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimelineMark {
    /// The number of steps played once it has happened.
    pub(super) at: usize,
    /// The kind of event.
    pub(super) what: TimelineEvent,
}

/// The direction of a jump along the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JumpDirection {
    /// Towards the end.
    On,
    /// Towards the start.
    Back,
}

/// The turns and notable events of a game, each in the order of the game.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    /// The turns.
    pub(super) turns: Vec<TurnOf>,
    /// The notable events.
    pub(super) marks: Vec<TimelineMark>,
    /// The number of steps.
    pub(super) steps: usize,
}

impl Course {
    /// Returns the course of a game.
    pub(super) fn of<G: GameUi>(session: &Session<G>) -> Self {
        let steps = &session.record().steps;
        let mut course = Self { steps: steps.len(), ..Self::default() };
        for (at, (step, state)) in steps.iter().zip(session.states()).enumerate() {
            course.turn(at, step, state);
            for what in marks(step, session.events(at)) {
                course.marks.push(TimelineMark { at: at + 1, what });
            }
        }
        course.study(session.record());
        course
    }

    /// Updates the marks of comments and branches from the record.
    pub(super) fn study<G: GameUi>(&mut self, record: &Record<G>) {
        self.marks.retain(|mark| !matches!(mark.what, TimelineEvent::Note | TimelineEvent::Branch));
        let notes = record.comments.iter().map(|comment| (comment.at, TimelineEvent::Note));
        let branches =
            record.variations.iter().map(|variation| (variation.at, TimelineEvent::Branch));
        self.marks.extend(notes.chain(branches).map(|(at, what)| TimelineMark { at, what }));
        self.marks.sort_by_key(|mark| mark.at);
        self.marks.dedup();
    }

    /// Begins a turn if another seat is to move than before. The effects of house rules belong to
    /// the turn before them.
    fn turn<G: GameUi>(&mut self, at: usize, step: &Step<G>, before: &G) {
        let seat = match (step, before.turn()) {
            (Step::House { .. }, _) if !self.turns.is_empty() => return,
            (_, Turn::Seat(seat) | Turn::Chance { roller: seat }) => seat,
            (_, Turn::Over) => return,
        };
        if self.turns.last().is_none_or(|last| last.seat != seat) {
            self.turns.push(TurnOf { from: at, seat });
        }
    }

    /// Returns the index of the turn that the step before this position belongs to.
    pub(super) fn turn_before(&self, at: usize) -> Option<usize> {
        self.turns.partition_point(|turn| turn.from < at).checked_sub(1)
    }

    /// Returns the steps of a turn: its first, and the first of the next turn.
    pub(super) fn span(&self, turn: usize) -> (usize, usize) {
        let from = |turn: usize| self.turns.get(turn).map_or(self.steps, |turn| turn.from);
        (from(turn), from(turn + 1))
    }

    /// Returns the start of the next turn, or backwards that of this turn and then those before.
    pub(super) fn next_turn(&self, at: usize, direction: JumpDirection) -> usize {
        match direction {
            JumpDirection::On => {
                let next = self.turns.partition_point(|turn| turn.from <= at);
                self.span(next).0
            }
            JumpDirection::Back => self.turn_before(at).map_or(0, |turn| self.turns[turn].from),
        }
    }

    /// Returns the next position, in this direction, where an event of a kind has happened.
    pub(super) fn next_mark(
        &self,
        what: TimelineEvent,
        at: usize,
        direction: JumpDirection,
    ) -> Option<usize> {
        let mut of_kind = self.marks.iter().filter(|mark| mark.what == what).map(|mark| mark.at);
        match direction {
            JumpDirection::On => of_kind.find(|mark| *mark > at),
            JumpDirection::Back => of_kind.rfind(|mark| *mark < at),
        }
    }

    /// Returns the notable events of the step before a position.
    pub(super) fn marks_at(&self, at: usize) -> &[TimelineMark] {
        let first = self.marks.partition_point(|mark| mark.at < at);
        let end = self.marks.partition_point(|mark| mark.at <= at);
        &self.marks[first..end]
    }

    /// Returns the number of events of a kind.
    pub(super) fn count(&self, what: TimelineEvent) -> usize {
        self.marks.iter().filter(|mark| mark.what == what).count()
    }
}

/// Returns the notable events of a step, each kind once.
fn marks<G: GameUi>(step: &Step<G>, events: &[G::Event]) -> Vec<TimelineEvent> {
    // A house step without events only changes the memory of a rule.
    let by_rule = matches!(step, Step::House { .. }) && !events.is_empty();
    let landmarks = events.iter().flat_map(|event| G::landmarks(event));
    let mut found = Vec::new();
    for what in landmarks.chain(by_rule.then_some(&TimelineEvent::House)) {
        if !found.contains(what) {
            found.push(*what);
        }
    }
    found
}
