//! Carries out the commands of the share dialog: exports to a file or the clipboard.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::app::exporter::ExportResult;
use crate::app::{App, PROGRESS_INTERVAL, Screen, repaint_signal};
use crate::command::{Command, ShareCommand};
use crate::model::export::ExportKind;
use crate::model::storage::{GAME_EXTENSION, stem_and_extension, write_bytes};
use crate::model::visible::escape_hidden;
use crate::share::{Export, png};
use crate::ui::dialogs::DialogKind;

impl App {
    /// Returns true if the share dialog is shown.
    pub(super) fn is_sharing(&self) -> bool {
        let replay = self.replay.as_ref().filter(|_| self.screen() == Screen::Replay);
        replay.is_some_and(|replay| replay.is_sharing())
    }

    /// Carries out a command of the share dialog.
    pub(super) fn share_command(&mut self, command: ShareCommand, ctx: &Context) {
        match command {
            ShareCommand::Show => {
                let is_shown = self.screen() == Screen::Replay;
                if let Some(replay) = self.replay.as_mut().filter(|_| is_shown) {
                    replay.set_sharing(true);
                }
            }
            ShareCommand::Save(kind) => self.choose_export_file(*kind),
            ShareCommand::Copy(kind) => self.start_export(*kind, None, ctx),
            ShareCommand::To(path) => self.export_to(path, false, ctx),
            ShareCommand::Stop => self.replay_tasks.exporter.stop(),
        }
    }

    /// Lets the player choose the file of an export.
    fn choose_export_file(&mut self, kind: ExportKind) {
        let Some(replay) = &self.replay else { return };
        let draft = replay.draft();
        let game = draft.file.clone().unwrap_or_else(|| self.new_path(&draft));
        let (stem, _) = stem_and_extension(&game);
        let extension = kind.extension();
        let name = match kind {
            ExportKind::Redacted(_) => format!("{stem}-told.{GAME_EXTENSION}"),
            _ => format!("{stem}.{extension}"),
        };
        let folder = game.parent().unwrap_or(Path::new(""));
        self.desktop.dialogs.open(DialogKind::Share(extension), folder, &name);
        self.replay_tasks.exporter.kind_awaiting_file = Some(kind);
    }

    /// Exports to a file. An existing file is overwritten only with consent.
    pub(super) fn export_to(&mut self, path: PathBuf, may_overwrite: bool, ctx: &Context) {
        if !may_overwrite && path.exists() {
            let args = [("file", escape_hidden(&path.display().to_string()).into())];
            let question = self.i18n.tf("ask-overwrite", &args);
            return self.ask_first(question, Command::Share(ShareCommand::To(path)));
        }
        if let Some(kind) = self.replay_tasks.exporter.kind_awaiting_file.take() {
            self.start_export(kind, Some(path), ctx);
        }
    }

    fn start_export(&mut self, kind: ExportKind, file: Option<PathBuf>, ctx: &Context) {
        let Some(replay) = &self.replay else { return };
        let (lang, repaint) = (self.settings.lang, repaint_signal(ctx));
        self.replay_tasks.exporter.start(&**replay, kind, file, lang, repaint);
    }

    /// Delivers a finished export to its file or the clipboard, and notifies the player.
    pub(super) fn poll_export(&mut self, ctx: &Context) {
        let Some(result) = self.replay_tasks.exporter.poll() else {
            if self.replay_tasks.exporter.is_running() {
                ctx.request_repaint_after(PROGRESS_INTERVAL);
            }
            return;
        };
        match self.deliver(result, ctx) {
            Ok(Some(message)) => self.notify(message),
            Ok(None) => {}
            Err(message) => self.notify_error(message),
        }
    }

    /// Delivers an export. Returns the message for the player, or the error.
    fn deliver(&self, result: ExportResult, ctx: &Context) -> Result<Option<String>, String> {
        let (result, file) = result;
        let failed = |why: String| self.i18n.tf("share-failed", &[("why", why.into())]);
        let export = result.map_err(|error| failed(error.to_string()))?;
        match (export, file) {
            (export, Some(file)) => return self.write_export(export, &file).map(Some),
            (Export::Picture(image), None) => ctx.copy_image(image),
            (Export::Text(text), None) => ctx.copy_text(text),
            (Export::Gif(_), None) => return Ok(None),
        }
        Ok(Some(self.i18n.t("share-copied")))
    }

    /// Writes an export to a file. Returns the message for the player.
    fn write_export(&self, export: Export, file: &Path) -> Result<String, String> {
        let bytes = match export {
            Export::Picture(image) => png(&image).map_err(|why| why.to_string())?,
            Export::Text(text) => text.into_bytes(),
            Export::Gif(bytes) => bytes,
        };
        write_bytes(file, &bytes, true).map_err(|error| error.text(&self.i18n))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(self.i18n.tf("notice-saved", &[("file", name.into())]))
    }
}
