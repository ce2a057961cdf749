//! A lesson with its positions set up and its moves checked.

use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{Game, Step, Turn, Viewer};
use qipan_core::contract::limits;
use qipan_core::contract::position::PositionLine;
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::{Player, Record};
use qipan_core::script::Scripted;

use crate::model::lessons::fault::{LessonFault, StepFault};
use crate::model::lessons::lesson::{Lesson, LessonStep};

/// The word before the face of a roll.
const ROLL: &str = "roll ";

/// A lesson in the game `G` whose steps have all been checked.
#[derive(Clone, Debug)]
pub struct Course<G: Game> {
    /// The seat of the learner.
    pub seat: Seat,
    /// The steps.
    pub steps: Vec<CourseStep<G>>,
}

/// A step of a lesson.
#[derive(Clone, Debug)]
pub struct CourseStep<G: Game> {
    /// The game at the beginning of the step, before its first move.
    pub session: Session<G>,
    /// True if the step has a position of its own.
    pub starts_from_position: bool,
    /// The moves and rolls before the learner's turn.
    pub before: Vec<Step<G>>,
    /// The expected input.
    pub expected: Expected<G>,
}

/// The input that a step expects from the learner.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected<G: Game> {
    /// No input. The learner only reads.
    Look,
    /// A roll. The die shows this outcome.
    Roll(G::Chance),
    /// This action.
    Act(G::Action),
}

impl<G: Scripted> Course<G> {
    /// Sets up all positions of a lesson and plays its moves.
    ///
    /// # Errors
    /// The seat or a step is not possible.
    pub fn new(lesson: &Lesson) -> Result<Self, LessonFault> {
        let no_seat = || LessonFault::Seat(lesson.seat.clone());
        let seat = G::seat_by_name(&lesson.seat).ok_or_else(no_seat)?;
        let mut steps: Vec<CourseStep<G>> = Vec::new();
        let mut session: Option<Session<G>> = None;
        for (index, step) in lesson.steps.iter().enumerate() {
            let fault = |why| LessonFault::Step { step: index + 1, why };
            let start = match (&step.position, session.take()) {
                (Some(line), _) => set_up(line, &lesson.preset, seat).map_err(fault)?,
                (None, Some(session)) => session,
                (None, None) => return Err(fault(StepFault::NoPosition)),
            };
            let (step, after) = checked_step(step, start, seat).map_err(fault)?;
            steps.push(step);
            session = Some(after);
        }
        Ok(Self { seat, steps })
    }
}

/// Returns the game that begins from a position line, with a person on the learner's seat and
/// robots without names on the others.
fn set_up<G: Scripted>(line: &str, preset: &str, seat: Seat) -> Result<Session<G>, StepFault> {
    let fault = |why: String| StepFault::Position(limits::sentence(&why));
    let line: PositionLine<G> = line.parse().map_err(|why| fault(format!("{why}")))?;
    if line.preset != preset {
        return Err(StepFault::OtherPreset(line.preset));
    }
    if !line.seats().contains(seat) {
        return Err(StepFault::OtherSeat(G::seat_name(seat).to_owned()));
    }
    line.set_up().map_err(|why| fault(why.to_string()))?;
    let player = |other: Seat| {
        (other, if other == seat { Player::human("") } else { Player::robot("", "") })
    };
    let players = line.seats().iter().map(player).collect();
    let deal = G::deal_of(line.position);
    let record = Record::new(preset, line.rules, players, deal, Seed::from_bytes([0; 32]));
    Session::new(record).map_err(|why| fault(why.to_string()))
}

/// Checks a step. Returns it with the game as it stands after the step.
fn checked_step<G: Scripted>(
    step: &LessonStep,
    start: Session<G>,
    seat: Seat,
) -> Result<(CourseStep<G>, Session<G>), StepFault> {
    let mut session = start.clone();
    let mut before = Vec::new();
    for text in &step.before {
        let fault = || StepFault::Before(limits::sentence(text));
        let (_, played) = parse_step(text, session.state()).ok_or_else(fault)?;
        session.play(played.clone()).map_err(|_| fault())?;
        before.push(played);
    }
    let mut expected = Expected::Look;
    if let Some(text) = &step.expect {
        let fault = || StepFault::Expected(limits::sentence(text));
        let (mover, played) = parse_step(text, session.state()).ok_or_else(fault)?;
        if mover != seat {
            return Err(StepFault::OtherSeat(G::seat_name(mover).to_owned()));
        }
        session.play(played.clone()).map_err(|_| fault())?;
        expected = match played {
            Step::Chance(outcome) => Expected::Roll(outcome),
            Step::Act { action, .. } => Expected::Act(action),
            _ => Expected::Look,
        };
    }
    let script_view = G::script_view(start.state().view(Viewer::Seat(seat)));
    if let Some(cell) = step.show.iter().find(|cell| !G::has_cell(&script_view, cell)) {
        return Err(StepFault::Cell(limits::sentence(cell)));
    }
    let starts_from_position = step.position.is_some();
    Ok((CourseStep { session: start, starts_from_position, before, expected }, session))
}

/// Parses a move or a roll of the seat to move. Returns the seat and the parsed step.
fn parse_step<G: Game>(text: &str, state: &G) -> Option<(Seat, Step<G>)> {
    match (state.turn(), text.strip_prefix(ROLL)) {
        (Turn::Chance { roller }, Some(face)) => {
            let mut outcomes = Vec::new();
            state.chance_outcomes(&mut outcomes);
            let outcome = outcomes.into_iter().find(|outcome| outcome.to_string() == face)?;
            Some((roller, Step::Chance(outcome)))
        }
        (Turn::Seat(seat), None) => {
            let action = text.parse().ok()?;
            Some((seat, Step::Act { seat, action }))
        }
        _ => None,
    }
}
