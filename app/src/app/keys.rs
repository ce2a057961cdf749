//! Keys: which one asks for what, and the sheet that shows them all.

use std::iter;

use egui::{Context, Event, FocusDirection, Key, Modifiers};
use qipan_core::games::GameKind;

use crate::app::{App, Screen};
use crate::command::Command;
use crate::command::ScriptCommand;
use crate::games::{KeyLine, entry};

/// The first line of the sheet.
const SPACE: KeyLine = ("Space", "keys-roll");

/// The lines that come after those of the games.
const OTHERS: [KeyLine; 20] = [
    ("Tab  Shift+Tab", "keys-focus"),
    ("Enter", "keys-enter"),
    ("Esc", "keys-back"),
    ("P", "keys-pause"),
    ("W", "keys-why"),
    ("V", "keys-eyes"),
    ("D", "keys-draw"),
    ("N", "keys-names"),
    ("Ctrl+Z", "keys-undo"),
    ("Ctrl+S", "keys-save"),
    ("Ctrl+Shift+S", "keys-save-as"),
    ("Ctrl+O", "keys-open"),
    ("Ctrl+N", "keys-new"),
    ("Ctrl+Q", "keys-quit"),
    ("← →", "keys-step"),
    ("Home  End", "keys-ends"),
    ("F1", "keys-sheet"),
    ("F2", "keys-scripts"),
    ("F5", "keys-continue"),
    ("F11", "keys-fullscreen"),
];

/// The lines of the sheet.
pub(super) fn sheet() -> Vec<KeyLine> {
    let games = GameKind::ALL.into_iter().flat_map(|kind| entry(kind).key_lines());
    iter::once(&SPACE).chain(games).chain(&OTHERS).copied().collect()
}

/// Takes a fresh press of a key out of the input; held keys that repeat do nothing.
fn pressed(ctx: &Context, modifiers: Modifiers, key: Key) -> bool {
    ctx.input_mut(|input| {
        let fresh = |event: &Event| {
            matches!(event, Event::Key { key: k, pressed: true, repeat: false, modifiers: m, .. }
                if *k == key && m.matches_exact(modifiers))
        };
        let found = input.events.iter().position(fresh);
        found.map(|index| input.events.remove(index)).is_some()
    })
}

/// Takes the repeats of held keys that press a button out of the input: one press, one click.
fn ignore_held(ctx: &Context) {
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            !matches!(event, Event::Key { key: Key::Space | Key::Enter, repeat: true, .. })
        });
    });
}

impl App {
    /// The wishes of this frame's keys.
    pub(super) fn keys(&self, ctx: &Context) -> Vec<Command> {
        if ctx.text_edit_focused() || self.dialogs.is_open() {
            return Vec::new();
        }
        ignore_held(ctx);
        // An open menu has the keyboard; Esc closes it.
        if egui::Popup::is_any_open(ctx) {
            return Vec::new();
        }
        let mut commands = Vec::new();
        let mut on = |modifiers, key, command: Command| {
            if pressed(ctx, modifiers, key) {
                commands.push(command);
            }
        };
        on(Modifiers::NONE, Key::F1, Command::ToggleKeys);
        on(Modifiers::NONE, Key::F11, Command::ToggleFullscreen);
        let asked = self.question.is_some() || self.house.is_some() || self.form.sets.asks();
        if self.keys_shown || asked {
            on(Modifiers::NONE, Key::Escape, Command::Back);
            return commands;
        }
        let ctrl = Modifiers::COMMAND;
        if let Some(editor) = self.editor.as_ref().filter(|_| self.screen == Screen::Layout) {
            for (modifiers, key, command) in editor.keys() {
                on(modifiers, key, Command::Layout(command));
            }
        }
        on(ctrl | Modifiers::SHIFT, Key::S, Command::SaveDialog);
        on(ctrl, Key::S, Command::Save);
        on(ctrl, Key::O, Command::OpenDialog);
        on(ctrl, Key::N, Command::NewGame(self.preset_in_front()));
        on(ctrl, Key::Z, Command::TakeBack);
        on(ctrl, Key::Q, Command::Quit);
        on(Modifiers::NONE, Key::F2, Command::ShowScripts);
        on(Modifiers::NONE, Key::F5, Command::Continue);
        on(Modifiers::NONE, Key::Escape, Command::Back);
        // A control that has the keyboard comes first: Space and Enter are its own.
        let focused = ctx.memory(|memory| memory.focused().is_some());
        match self.screen {
            Screen::Play => {
                if let Some(table) = &self.table {
                    table.keys(focused, &mut on);
                }
            }
            Screen::Replay => {
                if let Some(replay) = &self.replay {
                    let mut wishes = Vec::new();
                    let mut fresh = |key| {
                        let taken = focused && key == Key::Space;
                        let fresh = !taken && pressed(ctx, Modifiers::NONE, key);
                        if fresh {
                            // An arrow that steps does not move the ring as well.
                            ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
                        }
                        fresh
                    };
                    replay.keys(&mut fresh, &mut |command| wishes.push(command));
                    commands.extend(wishes);
                }
            }
            Screen::Scripts if !self.scripts.is_asking() => {
                for (key, by) in [(Key::ArrowUp, -1), (Key::ArrowDown, 1)] {
                    if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                        // The arrows move in the list, not the ring.
                        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
                        commands.push(Command::Script(ScriptCommand::Move(by)));
                    }
                }
                if !focused && pressed(ctx, Modifiers::NONE, Key::Enter) {
                    commands.push(Command::Script(ScriptCommand::Edit));
                }
            }
            _ => {}
        }
        commands
    }

    /// The preset a new game would be set up for.
    fn preset_in_front(&self) -> String {
        let playing = self.table.as_ref().map(|table| table.preset().to_owned());
        playing.unwrap_or_else(|| self.form.preset().to_owned())
    }
}
