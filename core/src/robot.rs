//! What every robot is, written in Lua or in Rust: a view and a list of actions in, one out.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use crate::game::Game;
use crate::outcome::Outcome;
use crate::robot_stream::RobotStream;
use crate::seat::Seat;

/// All a robot is given for one decision.
#[derive(Debug)]
pub struct Decision<'a, G: Game> {
    /// The seat it plays.
    pub seat: Seat,
    /// What that seat may know.
    pub view: &'a G::View,
    /// The legal actions, at least one.
    pub actions: &'a [G::Action],
    /// The public events of the game so far, oldest first.
    pub log: &'a [G::Event],
    /// The house rules of the game, by their files' names without ending.
    pub house_rules: &'a [String],
    /// Turns taken so far.
    pub ply: u32,
    /// The start of the robot's own random stream for this decision.
    pub stream: RobotStream,
}

/// A robot's answer. There always is one: what goes wrong is told beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<A> {
    /// The action to play, one of those offered.
    pub action: A,
    /// What the robot noted beside actions and cells, for a player who asks why.
    pub notes: Vec<RobotNote<A>>,
    /// Lines the robot printed.
    pub printed: Vec<String>,
    /// What went wrong; the action is then the offered one or the first.
    pub trouble: Option<RobotError>,
    /// Fuel used; 0 for robots in Rust.
    pub fuel: u64,
    /// The lines of the script it went to, most first; empty unless somebody asked for that.
    pub profile: Vec<LineFuel>,
}

/// What a line of a script used of a turn's fuel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFuel {
    /// The line, from 1; 0 for what no line of the script asked for.
    pub line: u32,
    /// The steps.
    pub fuel: u64,
    /// The beginning of the line, without the space before it.
    pub text: String,
}

impl<A> Choice<A> {
    /// An answer without remarks.
    pub fn plain(action: A) -> Self {
        Self {
            action,
            notes: Vec::new(),
            printed: Vec::new(),
            trouble: None,
            fuel: 0,
            profile: Vec::new(),
        }
    }
}

/// Something a robot wants shown on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum RobotNote<A> {
    /// A word or number beside an action.
    Action {
        /// Which action.
        action: A,
        /// What to show.
        text: String,
    },
    /// A coloured mark on a cell.
    Cell {
        /// The cell's name.
        cell: String,
        /// A colour's name.
        colour: String,
    },
}

/// Why a robot did not answer properly.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RobotError {
    /// What kind of trouble.
    pub kind: RobotErrorKind,
    /// One message for a person: file, line, cause.
    pub message: String,
}

/// The kinds of trouble a robot can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RobotErrorKind {
    /// The script has an error.
    Error,
    /// It answered with something that is no legal action.
    Illegal,
    /// Its thinking budget ran out.
    Budget,
    /// It hung, or the program asked it to stop.
    Stopped,
    /// It was switched off for this game after too much trouble.
    SwitchedOff,
}

/// Somebody who plays a seat.
pub trait Robot<G: Game> {
    /// Called before each new game.
    fn start(&mut self);
    /// Asked before a game in which players settle something beforehand, a layout for
    /// instance: puts this seat's into the deal, where the robot wants one of its own. What
    /// went wrong, if anything; the deal is then as it was.
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
    /// Told how a game ended, where whoever runs it says so.
    fn end(&mut self, outcome: &Outcome) {
        let _ = outcome;
    }
    /// The milliseconds an answer may take where it is not steps that bound it.
    fn patience(&self) -> Option<u64> {
        None
    }
    /// Chooses one of the actions offered.
    fn choose(&mut self, decision: &Decision<'_, G>) -> Choice<G::Action>;
    /// Whether it agrees to a draw somebody offers, at whosever turn; there are no actions to
    /// choose from then. Who has no mind about it does not.
    fn accepts_draw(&mut self, decision: &Decision<'_, G>) -> bool {
        let _ = decision;
        false
    }
    /// What its side can expect of the first place in a position, 0 to 1, or why it cannot tell;
    /// nothing from who has no mind about it. There are no actions to choose from.
    fn value(&mut self, decision: &Decision<'_, G>) -> Option<Result<f32, RobotError>> {
        let _ = decision;
        None
    }
}

/// Plays any action, each equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomRobot;

impl<G: Game> Robot<G> for RandomRobot {
    fn start(&mut self) {}

    fn choose(&mut self, decision: &Decision<'_, G>) -> Choice<G::Action> {
        // SmallRng is allowed here: it is not saved, and the stream is fresh every turn.
        let mut rng = SmallRng::from_seed(decision.stream.start());
        let action = decision.actions.choose(&mut rng).unwrap_or(&decision.actions[0]);
        Choice::plain(*action)
    }
}
