//! The outline of a game: its turns and its notable events, found once when the game is opened.

use egui::Color32;
use qipan_core::contract::game::{Step, Turn, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::Record;

use crate::games::GameUi;
use crate::play::timeline_event::TimelineEventKind;
use crate::ui::theme::Theme;

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
    /// The seat whose colour the pieces of each seat have at the end, by seat index.
    pub(super) armies: Vec<Option<Seat>>,
}

impl GameOutline {
    /// Returns the outline of a game, with the marks of its comments and branches.
    pub(super) fn from_session<G: GameUi>(session: &Session<G>) -> Self {
        let steps = &session.record().steps;
        let mut outline = Self { steps: steps.len(), ..Self::default() };
        if let Some(state) = session.states().last() {
            let view = state.view(Viewer::All);
            let seats = (0..Seat::MAX).map(|index| Seat::new(index as u8));
            outline.armies = seats.map(|seat| G::army(&view, seat)).collect();
        }
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

    /// Returns the seat whose colour and mark the pieces of a seat have at the end. In Flip Junqi it
    /// can be the other one, or `None`.
    pub(super) fn army(&self, seat: Seat) -> Option<Seat> {
        self.armies.get(seat.index()).copied().flatten()
    }

    /// Returns the colour of a seat's pieces at the end, or a neutral one.
    pub(super) fn colour<G: GameUi>(&self, seat: Seat, theme: &Theme) -> Color32 {
        self.army(seat).map_or(theme.quiet, |army| G::colour(theme, army))
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

#[cfg(test)]
mod tests {
    use qipan_core::contract::dice::Seed;
    use qipan_core::contract::game::Game as _;
    use qipan_core::contract::options::RuleSet as _;
    use qipan_core::contract::setup::Setup as _;
    use qipan_core::games::junqi::{Junqi, Rules};
    use qipan_core::record::Player;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;
    use crate::model::settings::ThemeName;

    /// Returns a random game of Flip Junqi with at most this number of steps.
    fn random_flip_game(number: u64, steps: usize) -> Session<Junqi> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(number);
        let rules = Rules::preset("flip").unwrap();
        let seed = Seed::from_number(number);
        let players = rules.seats().iter().map(|seat| (seat, Player::human("Ann"))).collect();
        let deal = Junqi::draw_deal(&rules, rules.seats(), &seed).unwrap();
        let record = Record::<Junqi>::new("flip", rules, players, deal, seed);
        let mut session = Session::new(record).unwrap();
        for _ in 0..steps {
            let Turn::Seat(seat) = session.state().turn() else { break };
            let actions = session.actions();
            let action = actions[rng.random_range(0..actions.len())];
            session.play(Step::Act { seat, action }).unwrap();
        }
        session
    }

    #[test]
    fn turns_of_flip_junqi_have_the_colour_of_the_seats_pieces() {
        let theme = Theme::new(ThemeName::Light, false);
        let mut swapped = 0;
        for seed in 0..20 {
            let session = random_flip_game(seed, 40);
            let outline = GameOutline::from_session(&session);
            let view = session.state().view(Viewer::All);
            for seat in session.state().seats().iter() {
                let army = view.army_of(seat);
                let colour = army.map_or(theme.quiet, |army| theme.army(army));
                assert_eq!(outline.colour::<Junqi>(seat, &theme), colour);
                swapped += usize::from(army.is_some_and(|army| army != seat));
            }
        }
        assert!(swapped > 0, "in some games the seats play the other colour");
    }
}
