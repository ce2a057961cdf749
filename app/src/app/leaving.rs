//! Closing the window: what was written and not saved is asked about first.

use std::path::Path;

use egui::{Context, Id, Modal, RichText, ViewportCommand};

use crate::app::App;
use crate::command::{Command, Unsaved};
use crate::model::i18n::List;
use crate::model::storage::write_atomic;
use crate::ui::context::ScreenContext;
use crate::ui::theme;

/// How far the window is from closing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Leaving {
    /// Nobody has asked it to close.
    #[default]
    Stays,
    /// The player is asked about what is not saved.
    Asks,
    /// It closes.
    Goes,
}

impl App {
    /// Puts the closing off that the system asks for, where something is not saved.
    pub(super) fn hear_of_closing(&mut self, ctx: &Context) {
        if ctx.input(|input| input.viewport().close_requested()) && !self.may_close(ctx) {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        }
    }

    /// Closes the window, after a question where something is not saved.
    pub(super) fn quit(&mut self, ctx: &Context) {
        if self.may_close(ctx) {
            self.leaving = Leaving::Goes;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    /// Closes the window after the player has said what becomes of what is not saved.
    pub(super) fn leave(&mut self, unsaved: Unsaved, ctx: &Context) {
        self.leaving = Leaving::Stays;
        if unsaved == Unsaved::Discard || self.save_all_scripts() {
            self.leaving = Leaving::Goes;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    /// Whether the window may close now; where it may not, the player is asked.
    fn may_close(&mut self, ctx: &Context) -> bool {
        if self.leaving == Leaving::Goes || self.scripts.all_unsaved().next().is_none() {
            return true;
        }
        self.leaving = Leaving::Asks;
        // The text that is written on must not hear what is typed at the question.
        ctx.memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id);
            }
        });
        false
    }

    /// Writes every changed script into its file; false where that fails, which is told.
    fn save_all_scripts(&mut self) -> bool {
        let unsaved: Vec<_> = self.scripts.all_unsaved().collect();
        for (path, text) in unsaved {
            if let Err(error) = write_atomic(&path, text.as_str(), true) {
                self.complain(error.text(&self.i18n));
                return false;
            }
            self.library.note_change(path);
        }
        true
    }

    /// The names of the files whose texts are not saved, as a question asks about them.
    pub(super) fn question_of_leaving(&self) -> String {
        let files = self.scripts.all_unsaved();
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let names: Vec<String> = files.filter_map(|(path, _)| name(&path)).collect();
        let files = self.i18n.list(List::Plain, names);
        self.i18n.tf("ask-unsaved", &[("files", files.into())])
    }
}

/// Draws the question about what is not saved.
pub(super) fn leaving_ui(question: &str, cx: &mut ScreenContext<'_>, ctx: &Context) {
    let modal = Modal::new(Id::unique("leaving")).frame(cx.theme.card());
    let shown = modal.show(ctx, |ui| {
        ui.set_max_width(420.0);
        ui.label(RichText::new(question).size(theme::HEAD));
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if cx.theme.primary_ui(ui, cx.t("action-save")).clicked() {
                cx.send(Command::Leave(Unsaved::Save));
            }
            if ui.button(cx.t("action-discard")).clicked() {
                cx.send(Command::Leave(Unsaved::Discard));
            }
            if ui.button(cx.t("action-cancel")).clicked() {
                cx.send(Command::Back);
            }
        });
    });
    if shown.should_close() {
        cx.send(Command::Back);
    }
}
