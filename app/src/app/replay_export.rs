//! Exports the replayed game in a thread of its own, to a file or the clipboard.

use std::path::{Path, PathBuf};

use egui::Context;
use qipan_core::play::session::Session;

use crate::app::{App, PROGRESS, Screen, repaint_signal};
use crate::command::{Command, ShareCommand};
use crate::games::{ForGame, GameUi, visit};
use crate::model::background::Background;
use crate::model::export::ExportKind;
use crate::model::i18n::Lang;
use crate::model::robot_threads::RepaintSignal;
use crate::model::storage::{GAME_ENDING, name_and_ending, write_bytes};
use crate::model::visible::visible;
use crate::screens::replay::ReplayScreen;
use crate::share::{Export, ShareError, export, png};
use crate::ui::dialogs::DialogKind;

/// Starts an export of the replayed game.
struct StartExport<'a>(&'a dyn ReplayScreen, ExportKind, Lang, RepaintSignal);

impl ForGame for StartExport<'_> {
    type Output = Option<Background<Export, ShareError>>;
    fn call<G: GameUi>(self) -> Self::Output {
        let Self(replay, wish, lang, wake) = self;
        let session: Session<G> = replay.replay::<G>()?.session().clone();
        let parts = wish.parts();
        let work = move |progress: &_| export(&session, &wish, lang, progress);
        Some(Background::start(parts, work, wake))
    }
}

impl App {
    /// Returns true if the share dialog is shown.
    pub(super) fn shares(&self) -> bool {
        self.screen == Screen::Replay && self.replay.as_ref().is_some_and(|replay| replay.shares())
    }

    pub(super) fn share_command(&mut self, command: ShareCommand, ctx: &Context) {
        match command {
            ShareCommand::Show => {
                if let Some(replay) = self.replay.as_mut().filter(|_| self.screen == Screen::Replay)
                {
                    replay.show_sharing(true);
                }
            }
            ShareCommand::Save(wish) => {
                let Some(replay) = &self.replay else { return };
                let draft = replay.draft();
                let game = draft.file.clone().unwrap_or_else(|| self.new_path(&draft));
                let (stem, _) = name_and_ending(&game);
                let ending = wish.ending();
                let name = match wish {
                    ExportKind::Told(_) => format!("{stem}-told.{GAME_ENDING}"),
                    _ => format!("{stem}.{ending}"),
                };
                let folder = game.parent().unwrap_or(Path::new(""));
                self.dialogs.open(DialogKind::Share(ending), folder, &name);
                self.pending_export.wish = Some(wish);
            }
            ShareCommand::Copy(wish) => self.start_export(wish, None, ctx),
            ShareCommand::To(path) => self.export_to(path, false, ctx),
            ShareCommand::Stop => self.pending_export.making = None,
        }
    }

    /// Exports to a file. An existing file is overwritten only with consent.
    pub(super) fn export_to(&mut self, path: PathBuf, over: bool, ctx: &Context) {
        if !over && path.exists() {
            let args = [("file", visible(&path.display().to_string()).into())];
            let question = self.i18n.tf("ask-overwrite", &args);
            self.question = Some((question, Command::Share(ShareCommand::To(path))));
            return;
        }
        if let Some(wish) = self.pending_export.wish.take() {
            self.start_export(wish, Some(path), ctx);
        }
    }

    fn start_export(&mut self, wish: ExportKind, file: Option<PathBuf>, ctx: &Context) {
        let Some(replay) = &self.replay else { return };
        let begin = StartExport(&**replay, wish, self.settings.lang, repaint_signal(ctx));
        let making = visit(replay.kind(), begin);
        self.pending_export.making = making.map(|making| (making, file));
    }

    /// Delivers a finished export to its file or the clipboard, and notifies the player.
    pub(super) fn poll_export(&mut self, ctx: &Context) {
        let Some((making, file)) = &self.pending_export.making else { return };
        let Some(answer) = making.poll() else { return ctx.request_repaint_after(PROGRESS) };
        let file = file.clone();
        self.pending_export.making = None;
        let done = match (answer, file) {
            (Err(why), _) => Err(self.i18n.tf("share-failed", &[("why", why.to_string().into())])),
            (Ok(made), Some(file)) => self.write_export(made, &file),
            (Ok(Export::Picture(image)), None) => {
                ctx.copy_image(image);
                Ok(self.i18n.t("share-copied"))
            }
            (Ok(Export::Text(text)), None) => {
                ctx.copy_text(text);
                Ok(self.i18n.t("share-copied"))
            }
            (Ok(Export::Film(_)), None) => return,
        };
        match done {
            Ok(said) => self.notify(said),
            Err(said) => self.notify_error(said),
        }
    }

    /// Writes an export to a file. Returns the message for the player.
    fn write_export(&self, made: Export, file: &Path) -> Result<String, String> {
        let bytes = match made {
            Export::Picture(image) => png(&image).map_err(|why| why.to_string())?,
            Export::Text(text) => text.into_bytes(),
            Export::Film(bytes) => bytes,
        };
        write_bytes(file, &bytes, true).map_err(|error| error.text(&self.i18n))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(self.i18n.tf("notice-saved", &[("file", name.into())]))
    }
}
