//! The trait [`Robot`]: a player that chooses from a view and a list of actions, in Lua or in Rust.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use crate::contract::game::Game;
use crate::contract::outcome::Outcome;
use crate::contract::robot_stream::RobotStream;
use crate::contract::seat::Seat;

/// The input of a robot for one decision.
#[derive(Debug)]
pub struct Decision<'a, G: Game> {
    /// The seat that the robot plays.
    pub seat: Seat,
    /// The view of that seat.
    pub view: &'a G::View,
    /// The legal actions, at least one.
    pub actions: &'a [G::Action],
    /// The public events of the game so far, the oldest first.
    pub log: &'a [G::Event],
    /// The house rules of the game, by file name without extension.
    pub house_rules: &'a [String],
    /// The number of plies played so far.
    pub ply: u32,
    /// The start of the robot's own random stream for this decision.
    pub stream: RobotStream,
}

/// A robot's answer to a decision. It always has an action, even after an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<A> {
    /// The action to play, one of those listed in the decision.
    pub action: A,
    /// Notes on actions and cells that explain the choice to a player.
    pub notes: Vec<RobotNote<A>>,
    /// Lines the robot printed.
    pub printed: Vec<String>,
    /// The error, if any. The action is then the last one that the robot offered, or the first
    /// legal action if it offered none.
    pub error: Option<RobotError>,
    /// The fuel used. It is 0 for robots in Rust.
    pub fuel: u64,
    /// The script's lines by fuel used, the most expensive first. Empty unless a profile was
    /// requested.
    pub profile: Vec<LineFuel>,
    /// The value that the robot's last search in this decision found for its best action, 0 to 1.
    /// `None` if it did not search. Like notes, it may reveal what the seat sees.
    pub search_value: Option<f32>,
}

/// The fuel that one line of a script used in a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFuel {
    /// The number of the line, from 1. It is 0 for fuel that belongs to no line.
    pub line: u32,
    /// The fuel used.
    pub fuel: u64,
    /// The beginning of the line's text, without leading space.
    pub text: String,
}

impl<A> Choice<A> {
    /// Returns an answer that is only an action.
    pub fn plain(action: A) -> Self {
        Self {
            action,
            notes: Vec::new(),
            printed: Vec::new(),
            error: None,
            fuel: 0,
            profile: Vec::new(),
            search_value: None,
        }
    }
}

/// A note of a robot, shown on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum RobotNote<A> {
    /// A word or number shown at an action.
    Action {
        /// The action.
        action: A,
        /// The text.
        text: String,
    },
    /// A coloured cell.
    Cell {
        /// The name of the cell.
        cell: String,
        /// The name of the colour.
        colour: String,
    },
}

/// The reason why a robot gave no proper answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RobotError {
    /// The kind of error.
    pub kind: RobotErrorKind,
    /// A message for the player: file, line, cause.
    pub message: String,
}

/// The kinds of errors of robots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RobotErrorKind {
    /// The script has an error.
    Error,
    /// The robot answered with an illegal action.
    Illegal,
    /// The robot used up its fuel.
    Budget,
    /// The robot did not answer in time, or was stopped.
    Stopped,
    /// The robot was switched off for this game after too many errors.
    SwitchedOff,
}

/// A robot that can play a seat.
pub trait Robot<G: Game> {
    /// Prepares for a new game.
    fn start(&mut self);
    /// Prepares the deal before a game. A robot that brings its own part of the deal, such as a
    /// layout, puts it in place of the one dealt to its seat. If the robot fails, returns its error
    /// and leaves the deal unchanged.
    fn prepare(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &mut G::Deal,
        stream: RobotStream,
    ) -> Option<RobotError> {
        let _ = (rules, seat, deal, stream);
        None
    }
    /// Receives the outcome of a finished game. Not every caller reports it.
    fn end(&mut self, outcome: &Outcome) {
        let _ = outcome;
    }
    /// Returns the time limit for an answer, in milliseconds. Returns `None` for robots that are
    /// limited by fuel.
    fn time_limit(&self) -> Option<u64> {
        None
    }
    /// Chooses one of the decision's actions.
    fn choose(&mut self, decision: &Decision<'_, G>) -> Choice<G::Action>;
    /// Returns true if the robot agrees to an offered draw. It may be any seat's turn, and the
    /// decision lists no actions. Robots decline by default.
    fn accepts_draw(&mut self, decision: &Decision<'_, G>) -> bool {
        let _ = decision;
        false
    }
    /// Returns the value of a position to the robot's side, 0 to 1, or an error if it fails.
    /// Returns `None` if the robot evaluates no positions. The decision lists no actions.
    fn value(&mut self, decision: &Decision<'_, G>) -> Option<Result<f32, RobotError>> {
        let _ = decision;
        None
    }
}

/// A robot that plays uniformly random actions.
///
/// # Examples
/// ```
/// use qipan_core::contract::dice::Seed;
/// use qipan_core::contract::game::{Game, NullSink, Step};
/// use qipan_core::contract::robot::RandomRobot;
/// use qipan_core::contract::seat::SeatSet;
/// use qipan_core::games::race::board::RED;
/// use qipan_core::games::race::{Deal, Race, Rules};
/// use qipan_core::play::game_loop::ask;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
/// game.play(&Step::Chance(6), &mut NullSink)?;
/// let mut actions = Vec::new();
/// game.legal_actions(&mut actions);
/// let stream = Seed::from_number(7).robot_stream(RED, game.ply());
/// let mut choose = || ask(&mut RandomRobot, &game, RED, &actions, &[], &[], stream);
/// assert_eq!(choose(), choose(), "the random numbers follow from the stream");
/// assert!(actions.contains(&choose().action));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomRobot;

impl<G: Game> Robot<G> for RandomRobot {
    fn start(&mut self) {}

    fn choose(&mut self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        // A `SmallRng` is good enough: it is not saved, and each decision has a new stream.
        let mut rng = SmallRng::from_seed(decision.stream.start());
        let action = decision.actions.choose(&mut rng).unwrap_or(&decision.actions[0]);
        Choice::plain(*action)
    }
}
