//! [`RaceCommand`]: the commands that only race games have.

use qipan_core::contract::seat::Seat;
use qipan_core::games::race::Action;

use crate::command::{Command, GameCommand, TableCommand};

/// A command that only race games have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceCommand {
    /// Move the plane with this index, from 0, of the seat to move. Ask the player if there is a
    /// choice.
    Move(u8),
    /// Show why a seat's plane with this index cannot move now.
    Refuse(Seat, u8),
    /// Answer the open question.
    Answer(MoveAnswer),
    /// Play this action.
    Act(Action),
}

impl From<RaceCommand> for Command {
    fn from(command: RaceCommand) -> Self {
        TableCommand::Game(GameCommand::new(command)).into()
    }
}

/// The player's answer to the question which of a plane's actions is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveAnswer {
    /// Take the flight.
    Fly,
    /// Do not take the flight, but jump or stay.
    Jump,
    /// Join the seat's own planes at the end of the move.
    Stack,
    /// Stay apart from them.
    Apart,
}

impl MoveAnswer {
    /// Returns true if an action matches the answer.
    pub(super) fn fits(self, action: Action) -> bool {
        match self {
            Self::Fly => action.flies(),
            Self::Jump => !action.flies(),
            Self::Stack => action.stacks(),
            Self::Apart => !action.stacks(),
        }
    }
}
