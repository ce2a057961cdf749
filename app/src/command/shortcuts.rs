//! Keyboard shortcuts of commands, with their names for display.

use egui::{Key, Modifiers};

use crate::command::{Command, TableCommand};

/// A keyboard shortcut. It works on every screen that offers the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    /// The modifier keys to hold down.
    pub modifiers: Modifiers,
    /// The key.
    pub key: Key,
    /// The name of the whole shortcut, such as `Ctrl+Z`.
    pub name: &'static str,
    /// The text id of a short description.
    pub text: &'static str,
}

impl Command {
    /// Registers the command with its shortcut, if it has one.
    pub fn register_shortcut(self, register: &mut dyn FnMut(Modifiers, Key, Self)) {
        if let Some(Shortcut { modifiers, key, .. }) = self.shortcut() {
            register(modifiers, key, self);
        }
    }

    /// Returns the shortcut of the command, if it has one.
    pub fn shortcut(&self) -> Option<Shortcut> {
        let (none, ctrl) = (Modifiers::NONE, Modifiers::COMMAND);
        let ctrl_shift = ctrl | Modifiers::SHIFT;
        let (modifiers, key, name, text) = match self {
            Self::Table(TableCommand::Roll) => (none, Key::Space, "Space", "keys-roll"),
            Self::Back => (none, Key::Escape, "Esc", "keys-back"),
            Self::Table(TableCommand::TogglePause) => (none, Key::P, "P", "keys-pause"),
            Self::Table(TableCommand::StepRobots) => (none, Key::Period, ".", "keys-step-on"),
            Self::Table(TableCommand::RetryDecision) => (none, Key::T, "T", "keys-think-again"),
            Self::Table(TableCommand::Hint) => (none, Key::H, "H", "keys-hint"),
            Self::Table(TableCommand::ToggleCoach) => (none, Key::C, "C", "keys-coach"),
            Self::Table(TableCommand::ToggleNotes) => (none, Key::W, "W", "keys-why"),
            Self::SetPerspective(_) => (none, Key::V, "V", "keys-eyes"),
            Self::Table(TableCommand::OfferDraw) => (none, Key::D, "D", "keys-draw"),
            Self::CyclePieceNames => (none, Key::N, "N", "keys-names"),
            Self::Table(TableCommand::TakeBack) => (ctrl, Key::Z, "Ctrl+Z", "keys-undo"),
            Self::Table(TableCommand::Redo) => (ctrl, Key::Y, "Ctrl+Y", "keys-redo"),
            Self::Save => (ctrl, Key::S, "Ctrl+S", "keys-save"),
            Self::SaveDialog => (ctrl_shift, Key::S, "Ctrl+Shift+S", "keys-save-as"),
            Self::OpenDialog => (ctrl, Key::O, "Ctrl+O", "keys-open"),
            Self::NewGame(_) => (ctrl, Key::N, "Ctrl+N", "keys-new"),
            Self::Quit => (ctrl, Key::Q, "Ctrl+Q", "keys-quit"),
            Self::ToggleShortcuts => (none, Key::F1, "F1", "keys-sheet"),
            Self::ShowManual => (none, Key::F1, "F1", "keys-manual"),
            Self::ToggleGuide => (none, Key::F4, "F4", "keys-guide"),
            Self::ShowScripts => (none, Key::F2, "F2", "keys-scripts"),
            Self::ShowCollection => (none, Key::F3, "F3", "keys-collection"),
            Self::Continue => (none, Key::F5, "F5", "keys-continue"),
            Self::ToggleFullscreen => (none, Key::F11, "F11", "keys-fullscreen"),
            _ => return None,
        };
        Some(Shortcut { modifiers, key, name, text })
    }
}
