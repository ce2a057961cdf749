//! Keyboard shortcuts, and the sheet that lists them.

use egui::{Context, Event, FocusDirection, Key, Modifiers};
use qipan_core::contract::game::Viewer;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::app::{App, Screen};
use crate::command::{CollectionCommand, Command, ScriptCommand, Shortcut, TableCommand};
use crate::games::{GameUi as _, KeyLine};
use crate::screens::replay::ReplayScreen;

/// Keys handled by the toolkit.
const FOCUS: [KeyLine; 2] = [("Tab  Shift+Tab", "keys-focus"), ("Enter", "keys-enter")];

/// Keys of the replay screen.
const REPLAY: [KeyLine; 6] = [
    ("← →", "keys-step"),
    ("Shift+← →", "keys-turn"),
    ("Home  End", "keys-ends"),
    ("C  Shift+C", "keys-capture"),
    ("B  Shift+B", "keys-battle"),
    ("[  ]  L", "keys-repeat"),
];

/// Commands with a shortcut during a game, in the order of the sheet.
const AT_A_GAME: [Command; 9] = [
    Command::Back,
    Command::Table(TableCommand::TogglePause),
    Command::Table(TableCommand::ToggleNotes),
    Command::Table(TableCommand::StepRobots),
    Command::Table(TableCommand::RetryDecision),
    Command::SetPerspective(Viewer::All),
    Command::Table(TableCommand::OfferDraw),
    Command::CyclePieceNames,
    Command::Table(TableCommand::TakeBack),
];

/// Commands with a shortcut for files, then those available everywhere.
const EVERYWHERE: [Command; 12] = [
    Command::Save,
    Command::SaveDialog,
    Command::OpenDialog,
    Command::NewGame(String::new()),
    Command::Quit,
    Command::ToggleKeys,
    Command::ToggleGuide,
    Command::ShowManual,
    Command::ShowScripts,
    Command::ShowCollection,
    Command::Continue,
    Command::ToggleFullscreen,
];

/// Returns the lines of the sheet. Of game-specific keys it lists only those of this preset.
pub(super) fn shortcut_lines(preset: &str) -> Vec<KeyLine> {
    let line = |command: &Command| command.shortcut().map(|key| (key.name, key.text));
    let mut lines: Vec<KeyLine> = line(&Command::Table(TableCommand::Roll)).into_iter().collect();
    let keys = |kind| with_game!(kind, |G| G::KEY_LINES);
    lines.extend(GameKind::of_preset(preset).map_or(&[][..], keys));
    lines.extend(FOCUS);
    lines.extend(AT_A_GAME.iter().filter_map(line));
    let everywhere = EVERYWHERE;
    let (files, others) = everywhere.split_at(5);
    lines.extend(files.iter().filter_map(line));
    lines.extend(REPLAY);
    lines.extend(others.iter().filter_map(line));
    lines
}

/// Takes a fresh press of a key out of the input. Repeats of a held key are ignored.
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

/// Takes a repeat of a held key out of the input.
fn repeats(ctx: &Context, modifiers: Modifiers, key: Key) -> bool {
    let repeat = |event: &Event| {
        matches!(event, Event::Key { key: k, pressed: true, repeat: true, modifiers: m, .. }
            if *k == key && m.matches_exact(modifiers))
    };
    ctx.input_mut(|input| {
        let found = input.events.iter().position(repeat);
        found.map(|index| input.events.remove(index)).is_some()
    })
}

/// Removes repeats of the keys that press buttons: one press is one click.
fn ignore_held(ctx: &Context) {
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            !matches!(event, Event::Key { key: Key::Space | Key::Enter, repeat: true, .. })
        });
    });
}

impl App {
    /// Returns the commands of this frame's keys.
    pub(super) fn keys(&self, ctx: &Context) -> Vec<Command> {
        if ctx.text_edit_focused() || self.desktop.dialogs.is_open() {
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
        let mut ask = |command: Command| {
            if let Some(Shortcut { modifiers, key, .. }) = command.shortcut() {
                on(modifiers, key, command);
            }
        };
        // On the scripts page F1 opens the author's manual, elsewhere the list of shortcuts.
        let is_covered = self.navigation.is_covered();
        match self.screen() {
            Screen::Scripts if !is_covered => ask(Command::ShowManual),
            _ => ask(Command::ToggleKeys),
        }
        ask(Command::ToggleGuide);
        ask(Command::ToggleFullscreen);
        let asked = self.screens.new_game.sets.asks();
        if is_covered || asked || self.shares() {
            ask(Command::Back);
            return commands;
        }
        if let Some(editor) =
            self.screens.layout_editor.as_ref().filter(|_| self.screen() == Screen::Layout)
        {
            for (modifiers, key, command) in editor.keys() {
                on(modifiers, key, Command::Layout(command));
            }
        }
        let mut ask = |command: Command| {
            if let Some(Shortcut { modifiers, key, .. }) = command.shortcut() {
                on(modifiers, key, command);
            }
        };
        // Shortcuts with Shift come first: without it the key means another command.
        [Command::SaveDialog, Command::Save, Command::OpenDialog].into_iter().for_each(&mut ask);
        ask(Command::NewGame(self.preset_in_front()));
        [Command::Table(TableCommand::TakeBack), Command::Quit, Command::ShowScripts]
            .into_iter()
            .for_each(&mut ask);
        let others = [Command::ShowCollection, Command::Continue, Command::Back];
        others.into_iter().for_each(&mut ask);
        // A focused control keeps Space and Enter.
        let focused = ctx.memory(|memory| memory.focused().is_some());
        match (self.screen(), &self.table, &self.replay) {
            (Screen::Play, Some(table), _) => table.keys(focused, &mut on),
            (Screen::Replay, _, Some(replay)) => {
                commands.extend(replay_keys(&**replay, focused, ctx));
            }
            (Screen::Scripts, ..) if !self.screens.scripts.page.is_asking() => {
                commands.extend(script_keys(focused, ctx));
            }
            (Screen::Manual, ..) => on(Modifiers::COMMAND, Key::F, Command::SearchManual),
            (Screen::Collection, ..) if !self.screens.collection.page.is_asking() => {
                commands.extend(collection_keys(focused, ctx));
            }
            _ => {}
        }
        commands
    }

    /// Returns the preset that the screen is about.
    pub(super) fn preset_shown(&self) -> String {
        match (self.screen(), &self.replay) {
            (Screen::NewGame | Screen::Layout, _) => self.screens.new_game.preset().to_owned(),
            (Screen::Replay, Some(replay)) => replay.preset().to_owned(),
            _ => self.preset_in_front(),
        }
    }

    /// Returns the preset for a new game.
    fn preset_in_front(&self) -> String {
        let playing = self.table.as_ref().map(|table| table.facts().preset.to_owned());
        playing.unwrap_or_else(|| self.screens.new_game.preset().to_owned())
    }
}

/// Returns the commands of the keys on the replay screen.
fn replay_keys(replay: &dyn ReplayScreen, focused: bool, ctx: &Context) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut fresh = |modifiers, key| {
        let taken = focused && key == Key::Space;
        let held = matches!(key, Key::ArrowLeft | Key::ArrowRight) && repeats(ctx, modifiers, key);
        let fresh = !taken && (held || pressed(ctx, modifiers, key));
        if fresh {
            // An arrow key that steps must not move the focus too.
            ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        }
        fresh
    };
    replay.keys(&mut fresh, &mut |command| commands.push(command));
    commands
}

/// Returns the commands of the keys on the scripts page.
fn script_keys(focused: bool, ctx: &Context) -> Vec<Command> {
    let mut commands = Vec::new();
    for (key, by) in [(Key::ArrowUp, -1), (Key::ArrowDown, 1)] {
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            // The arrow keys move the selection, not the focus.
            ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            commands.push(Command::Script(ScriptCommand::Move(by)));
        }
    }
    if !focused && pressed(ctx, Modifiers::NONE, Key::Enter) {
        commands.push(Command::Script(ScriptCommand::Edit));
    }
    commands
}

/// Returns the commands of the keys on the collection page.
fn collection_keys(focused: bool, ctx: &Context) -> Vec<Command> {
    use CollectionCommand as Do;
    let mut commands = Vec::new();
    for (key, by) in [
        (Key::ArrowUp, -1),
        (Key::ArrowDown, 1),
        (Key::PageUp, -Do::PAGE),
        (Key::PageDown, Do::PAGE),
        (Key::Home, -Do::END),
        (Key::End, Do::END),
    ] {
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            // The arrow keys move the selection, not the focus.
            ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            commands.push(Command::Collection(Do::Move(by)));
        }
    }
    let mut on = |modifiers, key, command| {
        if pressed(ctx, modifiers, key) {
            commands.push(Command::Collection(command));
        }
    };
    if !focused {
        on(Modifiers::NONE, Key::Enter, Do::Open);
    }
    on(Modifiers::NONE, Key::Delete, Do::AskDelete);
    on(Modifiers::COMMAND, Key::F, Do::Find);
    commands
}
