//! The outline of a game: its turns and its notable events, found once when the game is opened.

use qipan_core::contract::game::{Step, Turn};
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::Record;

use crate::games::GameUi;
use crate::play::timeline_event::TimelineEventKind;

/// A turn: the steps of one seat until another seat is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutlineTurn {
    /// The number of steps played before it.
    pub(super) start: usize,
    /// The seat whose turn it is.
    pub(super) seat: Seat,
}

/// A mark on the timeline: a notable event, a comment or a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimelineMark {
    /// The position of the comment or branch, or the position after the step of the event.
    pub(super) position: usize,
    /// The kind of event.
    pub(super) kind: TimelineEventKind,
}

/// The direction of a jump along the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JumpDirection {
    /// Towards the end.
    Forward,
    /// Towards the start.
    Backward,
}

/// The turns of a game and its marks, each in the order of the game.
#[derive(Clone, Debug, Default)]
pub(super) struct GameOutline {
    /// The turns.
    pub(super) turns: Vec<OutlineTurn>,
    /// The notable events, comments and branches.
    pub(super) marks: Vec<TimelineMark>,
    /// The number of steps.
    pub(super) steps: usize,
}

impl GameOutline {
    /// Returns the outline of a game, with the marks of its comments and branches.
    pub(super) fn from_session<G: GameUi>(session: &Session<G>) -> Self {
        let steps = &session.record().steps;
        let mut outline = Self { steps: steps.len(), ..Self::default() };
        for (position, (step, state)) in steps.iter().zip(session.states()).enumerate() {
            outline.add_turn(position, step, state);
            for kind in notable_events(step, session.events(position)) {
                outline.marks.push(TimelineMark { position: position + 1, kind });
            }
        }
        outline.update_annotations(session.record());
        outline
    }

    /// Updates the marks of comments and branches from the record.
    pub(super) fn update_annotations<G: GameUi>(&mut self, record: &Record<G>) {
        self.marks.retain(|mark| {
            !matches!(mark.kind, TimelineEventKind::Note | TimelineEventKind::Branch)
        });
        let notes = record.comments.iter().map(|comment| (comment.at, TimelineEventKind::Note));
        let branches = record
            .variations
            .iter()
            .map(|variation| (variation.shared_steps, TimelineEventKind::Branch));
        self.marks
            .extend(notes.chain(branches).map(|(position, kind)| TimelineMark { position, kind }));
        self.marks.sort_by_key(|mark| mark.position);
        self.marks.dedup();
    }

    /// Begins a new turn at a step if another seat moves than in the last turn. The effects of
    /// house rules belong to the turn before them.
    fn add_turn<G: GameUi>(&mut self, position: usize, step: &Step<G>, before: &G) {
        let seat = match (step, before.turn()) {
            (Step::House { .. }, _) if !self.turns.is_empty() => return,
            (_, Turn::Seat(seat) | Turn::Chance { roller: seat }) => seat,
            (_, Turn::Over) => return,
        };
        if self.turns.last().is_none_or(|last| last.seat != seat) {
            self.turns.push(OutlineTurn { start: position, seat });
        }
    }

    /// Returns the index of the turn that the step before this position belongs to.
    pub(super) fn turn_before(&self, position: usize) -> Option<usize> {
        self.turns.partition_point(|turn| turn.start < position).checked_sub(1)
    }

    /// Returns the positions where a turn starts and where the next turn starts.
    pub(super) fn span(&self, turn: usize) -> (usize, usize) {
        let start = |turn: usize| self.turns.get(turn).map_or(self.steps, |turn| turn.start);
        (start(turn), start(turn + 1))
    }

    /// Returns the position of the next start of a turn in this direction.
    pub(super) fn next_turn_start(&self, position: usize, direction: JumpDirection) -> usize {
        match direction {
            JumpDirection::Forward => {
                let next = self.turns.partition_point(|turn| turn.start <= position);
                self.span(next).0
            }
            JumpDirection::Backward => {
                self.turn_before(position).map_or(0, |turn| self.turns[turn].start)
            }
        }
    }

    /// Returns the next position in this direction with an event of this kind.
    pub(super) fn next_event(
        &self,
        kind: TimelineEventKind,
        position: usize,
        direction: JumpDirection,
    ) -> Option<usize> {
        let of_kind = self.marks.iter().filter(|mark| mark.kind == kind);
        let mut positions = of_kind.map(|mark| mark.position);
        match direction {
            JumpDirection::Forward => positions.find(|next| *next > position),
            JumpDirection::Backward => positions.rfind(|next| *next < position),
        }
    }

    /// Returns the marks of a position: the notable events of the step before it, and its comments
    /// and branches.
    pub(super) fn marks_at(&self, position: usize) -> &[TimelineMark] {
        let first = self.marks.partition_point(|mark| mark.position < position);
        let end = self.marks.partition_point(|mark| mark.position <= position);
        &self.marks[first..end]
    }

    /// Returns the number of events of a kind.
    pub(super) fn count(&self, kind: TimelineEventKind) -> usize {
        self.marks.iter().filter(|mark| mark.kind == kind).count()
    }
}

/// Returns the notable events of a step, each kind once.
fn notable_events<G: GameUi>(step: &Step<G>, events: &[G::Event]) -> Vec<TimelineEventKind> {
    // A house-rule step without events only changes the memory of the rule.
    let is_rule_effect = matches!(step, Step::House { .. }) && !events.is_empty();
    let game_events = events.iter().flat_map(|event| G::timeline_events(event));
    let mut kinds = Vec::new();
    for kind in game_events.chain(is_rule_effect.then_some(&TimelineEventKind::HouseRule)) {
        if !kinds.contains(kind) {
            kinds.push(*kind);
        }
    }
    kinds
}
