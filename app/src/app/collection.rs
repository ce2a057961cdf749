//! The collection of saved games: reads it, and imports and deletes games in the background.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;

use crate::app::collection_work::{
    CollectionWork, CollectionWorkKind, CollectionWorkOutput, WorkResult,
};
use crate::app::desktop::{Trash, TrashError};
use crate::app::{App, PROGRESS_INTERVAL, Screen, repaint_signal};
use crate::command::{CollectionCommand, Command};
use crate::model::collection::{Collection, ImportResult, WorkProgress, import};
use crate::model::storage::Folders;
use crate::model::visible::escape_hidden;
use crate::screens::collection::{CollectionPage, added_games_text};
use crate::ui::dialogs::DialogKind;

/// The state of the collection page.
#[derive(Default)]
pub struct CollectionState {
    /// The page.
    pub page: CollectionPage,
    /// The background task on saved games.
    task: Option<CollectionWork>,
    /// The commands queued behind that task.
    queue: VecDeque<CollectionCommand>,
    /// True if the page was shown in the last frame.
    was_shown: bool,
}

impl CollectionState {
    /// Returns true if a background task is running.
    pub(super) const fn is_working(&self) -> bool {
        self.task.is_some()
    }

    /// Returns true if a background task is running that must not be interrupted.
    fn is_changing_files(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.kind != CollectionWorkKind::Read)
    }

    /// Reads the collection again. Does nothing while an import or a deletion is running, because
    /// the collection is read again when it ends.
    fn start_reading(&mut self, folders: &Folders, ctx: &Context) {
        if !self.is_changing_files() {
            let folders = folders.clone();
            let read = move |report: WorkProgress<'_>| {
                CollectionWorkOutput::Read(Collection::of_player(&folders, report))
            };
            self.start(CollectionWorkKind::Read, read, ctx);
        }
    }

    /// Imports games into a folder.
    fn start_import(&mut self, paths: Vec<PathBuf>, folder: PathBuf, ctx: &Context) {
        let import = move |report: WorkProgress<'_>| {
            CollectionWorkOutput::Imported(import(&paths, &folder, report))
        };
        self.start(CollectionWorkKind::Import, import, ctx);
    }

    /// Moves games to the trash.
    fn start_deletion(&mut self, paths: Vec<PathBuf>, trash: Trash, ctx: &Context) {
        let delete = move |report: WorkProgress<'_>| {
            let mut deleted = Vec::new();
            for path in &paths {
                if !report(deleted.len(), paths.len()) {
                    break;
                }
                if let Err(why) = trash(path) {
                    return CollectionWorkOutput::Deleted(deleted, Some(why));
                }
                deleted.push(path.clone());
            }
            CollectionWorkOutput::Deleted(deleted, None)
        };
        self.start(CollectionWorkKind::Delete, delete, ctx);
    }

    /// Starts a background task.
    fn start(
        &mut self,
        kind: CollectionWorkKind,
        work: impl FnOnce(WorkProgress<'_>) -> CollectionWorkOutput + Send + 'static,
        ctx: &Context,
    ) {
        self.task = Some(CollectionWork::start(kind, repaint_signal(ctx), work));
    }

    /// Updates the page from its background task. Returns the result when the task has finished.
    /// Reads the collection when the page appears, and unloads it on the home screen.
    fn update(&mut self, screen: Screen, folders: &Folders, ctx: &Context) -> Option<WorkResult> {
        let is_shown = screen == Screen::Collection;
        if is_shown && !self.was_shown {
            self.start_reading(folders, ctx);
        }
        self.was_shown = is_shown;
        if screen == Screen::Home && self.task.is_none() {
            self.page.unload();
        }
        let task = self.task.as_ref()?;
        let Some(result) = task.poll() else {
            self.page.set_task(Some(task.status()));
            if is_shown {
                ctx.request_repaint_after(PROGRESS_INTERVAL);
            }
            return None;
        };
        self.task = None;
        self.page.set_task(None);
        Some(result)
    }
}

impl App {
    /// Returns true while a background task reads, imports or deletes saved games or renders their
    /// thumbnails.
    pub fn is_loading(&self) -> bool {
        self.screens.collection.is_working() || self.thumbnails.has_pending()
    }

    /// Returns the command for files that were dropped on the window. The collection page imports
    /// them. Other screens open the first.
    pub(super) fn command_of_dropped_files(&self, ctx: &Context) -> Option<Command> {
        let files = ctx.input(|input| input.raw.dropped_files.clone());
        let paths: Vec<PathBuf> = files.iter().map(|file| file.path().to_owned()).collect();
        let first = paths.first()?.clone();
        Some(match self.screen() {
            Screen::Collection => Command::Collection(CollectionCommand::Add(paths)),
            _ => Command::Open(first),
        })
    }

    /// Updates the collection page, and notifies the player of finished tasks.
    pub(super) fn poll_collection(&mut self, ctx: &Context) {
        let (screen, folders) = (self.screen(), self.storage.folders());
        let Some(result) = self.screens.collection.update(screen, folders, ctx) else { return };
        if let Some(next) = self.screens.collection.queue.pop_front() {
            self.collection_command(next, ctx);
        }
        match result {
            Ok(CollectionWorkOutput::Read(collection)) => {
                self.screens.collection.page.set_files(collection.games);
            }
            Ok(CollectionWorkOutput::Imported(imported)) => self.on_import(imported, ctx),
            Ok(CollectionWorkOutput::Deleted(deleted, trouble)) => {
                self.on_deletion(&deleted, trouble, ctx)
            }
            Err(why) => self.notify_error(why),
        }
        ctx.request_repaint();
    }

    /// Selects the first imported game, and reports the result to the player.
    fn on_import(&mut self, imported: ImportResult, ctx: &Context) {
        if let Some(path) = imported.created.first() {
            self.screens.collection.page.choose(path);
        }
        if imported.failed.is_empty() {
            self.notify(added_games_text(&imported, &self.i18n));
        } else {
            self.screens.collection.page.report_import(imported);
        }
        self.screens.collection.start_reading(self.storage.folders(), ctx);
    }

    /// Removes deleted games from the list of recent games, and notifies the player.
    fn on_deletion(&mut self, deleted: &[PathBuf], trouble: Option<TrashError>, ctx: &Context) {
        self.settings.recent.retain(|path| !deleted.contains(path));
        self.save_settings();
        match trouble {
            Some(why) => {
                let args = [("why", why.text(&self.i18n).into())];
                self.notify_error(self.i18n.tf("collection-no-trash", &args));
            }
            None => {
                let args = [("count", deleted.len().into())];
                self.notify(self.i18n.tf("collection-deleted", &args));
            }
        }
        self.screens.collection.start_reading(self.storage.folders(), ctx);
    }

    /// Carries out a command of the page. An import or a deletion waits in the queue while another
    /// one runs.
    pub(super) fn collection_command(&mut self, command: CollectionCommand, ctx: &Context) {
        match command {
            CollectionCommand::Add(_) | CollectionCommand::Delete(_)
                if self.screens.collection.is_changing_files() =>
            {
                self.screens.collection.queue.push_back(command);
            }
            CollectionCommand::Move(by) => self.screens.collection.page.move_by(by),
            CollectionCommand::Find => self.screens.collection.page.focus_search(),
            CollectionCommand::Open => {
                let current = self.screens.collection.page.current();
                let path =
                    current.filter(|file| file.summary.is_ok()).map(|file| file.path.clone());
                if let Some(path) = path {
                    self.apply(Command::Open(path), ctx);
                }
            }
            CollectionCommand::AskAdd => {
                let saves = self.storage.folders().saves.clone();
                self.desktop.dialogs.open(DialogKind::Import, &saves, "");
            }
            CollectionCommand::Add(paths) => {
                let saves = self.storage.folders().saves.clone();
                self.screens.collection.start_import(paths, saves, ctx);
            }
            CollectionCommand::AskDelete => self.ask_delete(),
            CollectionCommand::Delete(paths) => {
                let trash = Arc::clone(&self.desktop.trash);
                self.screens.collection.start_deletion(paths, trash, ctx);
            }
        }
    }

    /// Asks whether to delete the selected games.
    fn ask_delete(&mut self) {
        let chosen = self.screens.collection.page.chosen();
        let question = match chosen.as_slice() {
            [] => return,
            [one] => {
                let name = one.file_name().unwrap_or_default().to_string_lossy().into_owned();
                self.i18n.tf("collection-ask-delete", &[("file", escape_hidden(&name).into())])
            }
            many => self.i18n.tf("collection-ask-delete-many", &[("count", many.len().into())]),
        };
        // The selection may change before the answer.
        let command = Command::Collection(CollectionCommand::Delete(chosen));
        self.ask_first(question, command);
    }
}
