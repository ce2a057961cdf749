//! Keyboard shortcuts, and the lines of the list that shows them.

use egui::{Context, Event, FocusDirection, Key, Modifiers};
use qipan_core::contract::game::Viewer;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::app::{App, Screen};
use crate::command::{CollectionCommand, Command, ScriptCommand, TableCommand};
use crate::games::{GameUi as _, KeyLine, words};
use crate::screens::replay::ReplayScreen;

/// The keys that egui handles.
const FOCUS_KEYS: [KeyLine; 2] = [("Tab  Shift+Tab", "keys-focus"), ("Enter", "keys-enter")];

/// The keys of the replay screen.
const REPLAY_KEYS: [KeyLine; 6] = [
    ("← →", "keys-step"),
    ("Shift+← →", "keys-turn"),
    ("Home  End", "keys-ends"),
    ("C  Shift+C", "keys-capture"),
    ("B  Shift+B", "keys-battle"),
    ("[  ]  L", "keys-repeat"),
];

/// The commands with a shortcut during a game, in the order of the list.
const GAME_COMMANDS: [Command; 12] = [
    Command::Back,
    Command::Table(TableCommand::TogglePause),
    Command::Table(TableCommand::Hint),
    Command::Table(TableCommand::ToggleCoach),
    Command::Table(TableCommand::ToggleNotes),
    Command::Table(TableCommand::StepRobots),
    Command::Table(TableCommand::RetryDecision),
    Command::SetPerspective(Viewer::All),
    Command::Table(TableCommand::OfferDraw),
    Command::CyclePieceNames,
    Command::Table(TableCommand::TakeBack),
    Command::Table(TableCommand::Redo),
];

/// The commands for files and for the program that have a shortcut.
const FILE_COMMANDS: [Command; 5] = [
    Command::Save,
    Command::SaveDialog,
    Command::OpenDialog,
    Command::NewGame(String::new()),
    Command::Quit,
];

/// The other commands with a shortcut that works on every screen.
const GENERAL_COMMANDS: [Command; 7] = [
    Command::ToggleShortcuts,
    Command::ToggleGuide,
    Command::ShowManual,
    Command::ShowScripts,
    Command::ShowCollection,
    Command::Continue,
    Command::ToggleFullscreen,
];

/// Returns the lines of the list of keyboard shortcuts, including the keys of the game that has
/// this preset.
pub(super) fn shortcut_lines(preset: &str) -> Vec<KeyLine> {
    let line = |command: &Command| command.shortcut().map(|key| (key.name, key.text));
    let mut lines: Vec<KeyLine> = line(&Command::Table(TableCommand::Roll)).into_iter().collect();
    let keys = |kind| with_game!(kind, |G| G::KEY_LINES);
    lines.extend(GameKind::of_preset(preset).map_or(&[][..], keys));
    lines.extend(FOCUS_KEYS);
    lines.extend(GAME_COMMANDS.iter().filter_map(line));
    lines.extend(FILE_COMMANDS.iter().filter_map(line));
    lines.extend(REPLAY_KEYS);
    lines.extend(GENERAL_COMMANDS.iter().filter_map(line));
    lines
}

/// Removes a press of a key from the input, and returns true if there was one. Repeats of a held
/// key do not count.
fn take_press(ctx: &Context, modifiers: Modifiers, key: Key) -> bool {
    ctx.input_mut(|input| {
        let is_press = |event: &Event| {
            matches!(event, Event::Key { key: k, pressed: true, repeat: false, modifiers: m, .. }
                if *k == key && m.matches_exact(modifiers))
        };
        let found = input.events.iter().position(is_press);
        found.map(|index| input.events.remove(index)).is_some()
    })
}

/// Removes a repeat of a held key from the input, and returns true if there was one.
fn take_repeat(ctx: &Context, modifiers: Modifiers, key: Key) -> bool {
    let is_repeat = |event: &Event| {
        matches!(event, Event::Key { key: k, pressed: true, repeat: true, modifiers: m, .. }
            if *k == key && m.matches_exact(modifiers))
    };
    ctx.input_mut(|input| {
        let found = input.events.iter().position(is_repeat);
        found.map(|index| input.events.remove(index)).is_some()
    })
}

/// Removes repeats of the keys that press buttons, so that one press is one click.
fn remove_button_repeats(ctx: &Context) {
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            !matches!(event, Event::Key { key: Key::Space | Key::Enter, repeat: true, .. })
        });
    });
}

impl App {
    /// Returns the commands for the keys pressed in this frame.
    pub(super) fn keys(&self, ctx: &Context) -> Vec<Command> {
        if ctx.text_edit_focused() || self.desktop.dialogs.is_open() {
            return Vec::new();
        }
        remove_button_repeats(ctx);
        // An open menu has the keyboard.
        if egui::Popup::is_any_open(ctx) {
            return Vec::new();
        }
        let mut commands = Vec::new();
        let mut on = |modifiers, key, command: Command| {
            if take_press(ctx, modifiers, key) {
                commands.push(command);
            }
        };
        // On the scripts page F1 opens the manual for script authors, elsewhere the list of
        // shortcuts.
        let is_covered = self.navigation.is_covered();
        let help = match self.screen() {
            Screen::Scripts if !is_covered => Command::ShowManual,
            _ => Command::ToggleShortcuts,
        };
        for command in [help, Command::ToggleGuide, Command::ToggleFullscreen] {
            command.register_shortcut(&mut on);
        }
        let asks_about_rule_set = self.screens.new_game.sets.is_asking();
        if is_covered || asks_about_rule_set || self.is_sharing() {
            Command::Back.register_shortcut(&mut on);
            return commands;
        }
        if let Some(editor) =
            self.screens.layout_editor.as_ref().filter(|_| self.screen() == Screen::Layout)
        {
            for (modifiers, key, command) in editor.keys() {
                on(modifiers, key, Command::Layout(command));
            }
        }
        for command in [
            Command::SaveDialog,
            Command::Save,
            Command::OpenDialog,
            Command::NewGame(self.preset_for_new_game()),
            TableCommand::Redo.into(),
            TableCommand::TakeBack.into(),
            Command::Quit,
            Command::ShowScripts,
            Command::ShowCollection,
            Command::Continue,
            Command::Back,
        ] {
            command.register_shortcut(&mut on);
        }
        // Many programs redo with Ctrl+Shift+Z instead of Ctrl+Y.
        on(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z, TableCommand::Redo.into());
        // A focused control keeps Space and Enter.
        let has_focus = ctx.memory(|memory| memory.focused().is_some());
        match (self.screen(), &self.table, &self.replay) {
            (Screen::Play, Some(table), _) => table.keys(has_focus, &mut on),
            (Screen::Replay, _, Some(replay)) => {
                commands.extend(replay_keys(&**replay, has_focus, ctx));
            }
            (Screen::Scripts, ..) if !self.screens.scripts.page.is_asking() => {
                commands.extend(script_keys(has_focus, ctx));
            }
            (Screen::Lessons, ..) => self.screens.lessons.keys(has_focus, &mut on),
            (Screen::Manual, ..) => on(Modifiers::COMMAND, Key::F, Command::SearchManual),
            (Screen::Collection, ..) if !self.screens.collection.page.is_asking() => {
                commands.extend(collection_keys(has_focus, ctx));
            }
            _ => {}
        }
        commands
    }

    /// Returns the preset of the game on the screen.
    pub(super) fn preset_shown(&self) -> String {
        match (self.screen(), &self.replay) {
            (Screen::NewGame | Screen::Layout, _) => self.screens.new_game.preset().to_owned(),
            (Screen::Replay, Some(replay)) => replay.preset().to_owned(),
            (Screen::Lessons, _) => self.screens.lessons.preset().to_owned(),
            _ => self.preset_for_new_game(),
        }
    }

    /// Lists the rules in which the game on the screen differs from its preset.
    pub(super) fn changed_rules_shown(&self) -> Vec<String> {
        let i18n = self.i18n();
        match (self.screen(), &self.replay, &self.table) {
            (Screen::Replay, Some(replay), _) => with_game!(replay.kind(), |G| {
                let replay = replay.replay::<G>();
                replay
                    .map_or_else(Vec::new, |replay| words::explained_changes(i18n, replay.record()))
            }),
            (Screen::Lessons, ..) => Vec::new(),
            (Screen::NewGame | Screen::Layout, ..) | (_, _, None) => {
                self.screens.new_game.changed_rules(i18n)
            }
            (_, _, Some(table)) => with_game!(table.kind(), |G| {
                words::explained_changes(i18n, table.table::<G>().session.record())
            }),
        }
    }

    /// Returns the preset of the game on the table, or else that of the new-game form.
    fn preset_for_new_game(&self) -> String {
        let playing = self.table.as_ref().map(|table| table.facts().preset.to_owned());
        playing.unwrap_or_else(|| self.screens.new_game.preset().to_owned())
    }
}

/// Returns the commands for the keys pressed on the replay screen.
fn replay_keys(replay: &dyn ReplayScreen, has_focus: bool, ctx: &Context) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut take_key = |modifiers, key| {
        let belongs_to_focus = has_focus && key == Key::Space;
        let is_arrow = matches!(key, Key::ArrowLeft | Key::ArrowRight);
        let is_taken = !belongs_to_focus
            && ((is_arrow && take_repeat(ctx, modifiers, key)) || take_press(ctx, modifiers, key));
        if is_taken {
            // An arrow key that steps through the game must not also move the focus.
            ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        }
        is_taken
    };
    replay.keys(&mut take_key, &mut |command| commands.push(command));
    commands
}

/// Returns the commands for the keys pressed on the scripts page.
fn script_keys(has_focus: bool, ctx: &Context) -> Vec<Command> {
    let mut commands = Vec::new();
    for (key, by) in [(Key::ArrowUp, -1), (Key::ArrowDown, 1)] {
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            // The arrow keys move the selection, not the focus.
            ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            commands.push(Command::Script(ScriptCommand::Move(by)));
        }
    }
    if !has_focus && take_press(ctx, Modifiers::NONE, Key::Enter) {
        commands.push(Command::Script(ScriptCommand::Edit));
    }
    commands
}

/// Returns the commands for the keys pressed on the collection page.
fn collection_keys(has_focus: bool, ctx: &Context) -> Vec<Command> {
    use CollectionCommand as Collection;
    let mut commands = Vec::new();
    for (key, by) in [
        (Key::ArrowUp, -1),
        (Key::ArrowDown, 1),
        (Key::PageUp, -Collection::PAGE),
        (Key::PageDown, Collection::PAGE),
        (Key::Home, -Collection::END),
        (Key::End, Collection::END),
    ] {
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            // These keys move the selection, not the focus.
            ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            commands.push(Command::Collection(Collection::Move(by)));
        }
    }
    let mut on = |modifiers, key, command| {
        if take_press(ctx, modifiers, key) {
            commands.push(Command::Collection(command));
        }
    };
    if !has_focus {
        on(Modifiers::NONE, Key::Enter, Collection::Open);
    }
    on(Modifiers::NONE, Key::Delete, Collection::AskDelete);
    on(Modifiers::COMMAND, Key::F, Collection::Find);
    commands
}
