//! Asks the player before unsaved changes are lost.

use std::path::Path;

use egui::{Context, Id, Modal, RichText, ViewportCommand};

use crate::app::App;
use crate::app::screen_stack::{Overlay, UnsavedPrompt};
use crate::command::{Command, PositionCommand, TournamentCommand, UnsavedChoice};
use crate::model::i18n::ListStyle;
use crate::model::storage::write_atomic;
use crate::model::visible::escape_hidden;
use crate::ui::context::ScreenContext;
use crate::ui::question::{dialog_width, focus_safe_answer, scrolling_text};
use crate::ui::room::show_modal;
use crate::ui::theme;

impl App {
    /// If there are unsaved changes, cancels a close request from the system and asks about them.
    pub(super) fn on_close_request(&mut self, ctx: &Context) {
        if ctx.input(|input| input.viewport().close_requested())
            && self.loses_changes(&Command::Quit)
        {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.ask_about_unsaved(Command::Quit, ctx);
        }
    }

    /// Closes the window.
    pub(super) fn quit(&mut self, ctx: &Context) {
        self.window.is_closing = true;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }

    /// Carries out the pending command after the player has chosen to save or to discard.
    pub(super) fn answer_unsaved(&mut self, choice: UnsavedChoice, ctx: &Context) {
        let Some(UnsavedPrompt { command, .. }) = self.navigation.take_unsaved() else { return };
        let quits = command == Command::Quit;
        let can_go_on = choice == UnsavedChoice::Discard
            || (!quits || self.save_all_scripts()) && self.save_notes();
        if !can_go_on {
            return;
        }
        if let Some(replay) = &mut self.replay {
            replay.mark_clean();
        }
        if quits {
            self.quit(ctx);
        } else {
            self.apply(command, ctx);
        }
    }

    /// Returns true if a command would lose unsaved changes.
    pub(super) fn loses_changes(&self, command: &Command) -> bool {
        let has_unsaved_notes = self.replay.as_ref().is_some_and(|replay| replay.is_changed());
        match command {
            Command::Quit => {
                !self.window.is_closing
                    && (has_unsaved_notes
                        || self.screens.scripts.page.all_unsaved().next().is_some())
            }
            Command::Open(_)
            | Command::OpenReplay
            | Command::OpenReplayAt(_)
            | Command::PlayFrom(_)
            | Command::BranchFromHere
            | Command::Position(PositionCommand::OpenReplay)
            | Command::Tournament(TournamentCommand::Open(_)) => has_unsaved_notes,
            _ => false,
        }
    }

    /// Asks whether to save changes before a command is carried out.
    pub(super) fn ask_about_unsaved(&mut self, command: Command, ctx: &Context) {
        let text = self.unsaved_question(&command);
        self.navigation.open(Overlay::UnsavedChanges(UnsavedPrompt { text, command }));
        // Keys typed at the question must not reach the text editor.
        ctx.memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id);
            }
        });
    }

    /// Moves the notes of the replay into the game on the table, if both are the same game.
    pub(super) fn move_notes_to_table(&mut self) {
        if self.replay.as_ref().is_some_and(|replay| replay.is_changed())
            && self.merge_notes()
            && let Some(replay) = &mut self.replay
        {
            replay.mark_clean();
        }
    }

    /// Saves the notes of the replay to its file. If the replay shows the game on the table, saves
    /// them in the journal of that game instead. Returns false and notifies the player if saving
    /// fails.
    fn save_notes(&mut self) -> bool {
        if self.table.as_ref().is_some_and(|table| table.facts().steps > 0) {
            self.move_notes_to_table();
            self.write_journal();
        }
        let Some(replay) = self.replay.as_ref().filter(|replay| replay.is_changed()) else {
            return true;
        };
        let draft = replay.draft();
        let current_path = draft.file.clone().filter(|file| self.is_permanent(file));
        let new_path = self.new_path(&draft);
        let saved = self.storage.keep_game(current_path.as_deref(), &new_path, &draft.text);
        match (saved, &mut self.replay) {
            (Ok(path), Some(replay)) => replay.set_file(path),
            (Err(error), _) => {
                self.notify_error(error.text(&self.i18n));
                return false;
            }
            _ => {}
        }
        true
    }

    /// Saves every changed script. Returns false and notifies the player if that fails.
    fn save_all_scripts(&mut self) -> bool {
        let unsaved: Vec<_> = self.screens.scripts.page.all_unsaved().collect();
        for (path, text) in unsaved {
            if let Err(error) = write_atomic(&path, text.as_str(), true) {
                self.notify_error(error.text(&self.i18n));
                return false;
            }
            self.library.note_change(path);
        }
        true
    }

    /// Returns the question, which names the unsaved scripts and notes.
    fn unsaved_question(&self, command: &Command) -> String {
        let quits = *command == Command::Quit;
        let scripts =
            self.screens.scripts.page.all_unsaved().map(|(path, _)| path).filter(|_| quits);
        let name =
            |path: &Path| path.file_name().map(|name| escape_hidden(&name.to_string_lossy()));
        let mut names: Vec<String> = scripts.filter_map(|path| name(&path)).collect();
        if let Some(replay) = self.replay.as_ref().filter(|replay| replay.is_changed()) {
            let file = replay.draft().file;
            let unnamed_game = || self.i18n.t("ask-unsaved-notes");
            names.push(file.as_deref().and_then(name).unwrap_or_else(unnamed_game));
        }
        let files = self.i18n.list(ListStyle::Plain, names);
        self.i18n.tf("ask-unsaved", &[("files", files.into())])
    }
}

/// Draws the question about unsaved changes.
pub(super) fn unsaved_ui(question: &str, cx: &mut ScreenContext<'_>, ctx: &Context) {
    let modal = Modal::new(Id::unique("leaving")).frame(cx.theme.card());
    let shown = show_modal(modal, ctx, |ui| {
        ui.set_max_width(dialog_width(ui, 420.0));
        scrolling_text(ui, "leaving", |ui| {
            ui.add(egui::Label::new(RichText::new(question).size(theme::HEAD)).wrap());
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if cx.theme.primary_ui(ui, cx.t("action-save")).clicked() {
                cx.send(Command::AnswerUnsaved(UnsavedChoice::Save));
            }
            if ui.button(cx.t("action-discard")).clicked() {
                cx.send(Command::AnswerUnsaved(UnsavedChoice::Discard));
            }
            let cancel = ui.button(cx.t("action-cancel"));
            focus_safe_answer(ui, &cancel, question);
            if cancel.clicked() {
                cx.send(Command::Back);
            }
        });
    });
    if shown.should_close() {
        cx.send(Command::Back);
    }
}
