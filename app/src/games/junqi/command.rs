//! [`JunqiCommand`]: the commands of Junqi alone.

use qipan_core::games::junqi::{Action, Cell, Tile};

use crate::command::{Command, GameCommand, TableCommand};

/// A command of Junqi alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JunqiCommand {
    /// Click a cell: pick up its piece, move the held piece there, or flip the piece.
    ClickCell(Cell),
    /// Play this action.
    Act(Action),
    /// Set the player's mark on a hidden piece, or remove it.
    SetMark(Tile, Option<String>),
}

impl From<JunqiCommand> for Command {
    fn from(command: JunqiCommand) -> Self {
        TableCommand::Game(GameCommand::new(command)).into()
    }
}
