//! The collection of saved games: reads it in the background, imports and deletes games.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;

use crate::app::collection_work::{
    CollectionChange, CollectionWork, CollectionWorkKind, WorkResult,
};
use crate::app::desktop::Trash;
use crate::app::{App, PROGRESS, Screen, repaint_signal};
use crate::command::{CollectionCommand, Command};
use crate::model::collection::{Collection, ImportResult, ReadProgress, bring};
use crate::model::storage::Folders;
use crate::model::visible::visible;
use crate::screens::collection::{CollectionPage, sentence};
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
    /// Returns true if a background task runs.
    pub(super) const fn is_at_work(&self) -> bool {
        self.task.is_some()
    }

    /// Returns true if a background task runs that must not be interrupted.
    fn is_changing_files(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.kind != CollectionWorkKind::Read)
    }

    /// Reads the collection anew, unless an import or deletion runs, which ends with a reading.
    fn read(&mut self, folders: &Folders, ctx: &Context) {
        if !self.is_changing_files() {
            let folders = folders.clone();
            let read = move |watch: ReadProgress<'_>| {
                CollectionChange::Read(Collection::of_player(&folders, watch))
            };
            self.start(CollectionWorkKind::Read, read, ctx);
        }
    }

    /// Imports games into a folder.
    fn import(&mut self, paths: Vec<PathBuf>, into: PathBuf, ctx: &Context) {
        let import =
            move |watch: ReadProgress<'_>| CollectionChange::Imported(bring(&paths, &into, watch));
        self.start(CollectionWorkKind::Import, import, ctx);
    }

    /// Moves games to the trash.
    fn delete(&mut self, paths: Vec<PathBuf>, trash: Trash, ctx: &Context) {
        let delete = move |watch: ReadProgress<'_>| {
            let mut gone = Vec::new();
            for path in &paths {
                if !watch(gone.len(), paths.len()) {
                    break;
                }
                if let Err(why) = trash(path) {
                    return CollectionChange::Deleted(gone, Some(why));
                }
                gone.push(path.clone());
            }
            CollectionChange::Deleted(gone, None)
        };
        self.start(CollectionWorkKind::Delete, delete, ctx);
    }

    fn start(
        &mut self,
        kind: CollectionWorkKind,
        work: impl FnOnce(ReadProgress<'_>) -> CollectionChange + Send + 'static,
        ctx: &Context,
    ) {
        self.task = Some(CollectionWork::start(kind, repaint_signal(ctx), work));
    }

    /// Updates the page from its background task. Reads the collection when the page appears, and
    /// drops it on the home screen.
    fn update(&mut self, screen: Screen, folders: &Folders, ctx: &Context) -> Option<WorkResult> {
        let shown = screen == Screen::Collection;
        if shown && !self.was_shown {
            self.read(folders, ctx);
        }
        self.was_shown = shown;
        if screen == Screen::Home && self.task.is_none() {
            self.page.put_away();
        }
        let task = self.task.as_ref()?;
        let Some(result) = task.poll() else {
            self.page.set_task(Some(task.working()));
            if shown {
                ctx.request_repaint_after(PROGRESS);
            }
            return None;
        };
        self.task = None;
        self.page.set_task(None);
        Some(result)
    }
}

impl App {
    /// Returns true if a list or pictures for this screen are made in the background.
    pub fn is_loading(&self) -> bool {
        self.screens.collection.is_at_work() || self.thumbnails.is_at_work()
    }

    /// Returns the command for files dropped on the window: the collection page imports them,
    /// other pages open the first.
    pub(super) fn dropped(&self, ctx: &Context) -> Option<Command> {
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
            Ok(CollectionChange::Read(games)) => {
                self.screens.collection.page.set(games.games);
            }
            Ok(CollectionChange::Imported(brought)) => self.on_import(brought, ctx),
            Ok(CollectionChange::Deleted(gone, trouble)) => self.on_deletion(&gone, trouble, ctx),
            Err(why) => self.notify_error(why),
        }
        ctx.request_repaint();
    }

    fn on_import(&mut self, brought: ImportResult, ctx: &Context) {
        if let Some(path) = brought.copied.first() {
            self.screens.collection.page.choose(path);
        }
        if brought.failed.is_empty() {
            self.notify(sentence(&brought, &self.i18n));
        } else {
            self.screens.collection.page.tell(brought);
        }
        self.screens.collection.read(self.storage.folders(), ctx);
    }

    fn on_deletion(&mut self, gone: &[PathBuf], trouble: Option<String>, ctx: &Context) {
        self.settings.recent.retain(|path| !gone.contains(path));
        self.save_settings();
        match trouble {
            Some(why) => {
                self.notify_error(self.i18n.tf("collection-no-trash", &[("why", why.into())]));
            }
            None => {
                let args = [("count", gone.len().into())];
                self.notify(self.i18n.tf("collection-deleted", &args));
            }
        }
        self.screens.collection.read(self.storage.folders(), ctx);
    }

    /// Carries out a command of the page. Commands that change files are queued.
    pub(super) fn collection_command(&mut self, command: CollectionCommand, ctx: &Context) {
        match command {
            CollectionCommand::Add(_) | CollectionCommand::Delete(_)
                if self.screens.collection.is_changing_files() =>
            {
                self.screens.collection.queue.push_back(command);
            }
            CollectionCommand::Move(by) => self.screens.collection.page.move_by(by),
            CollectionCommand::Find => self.screens.collection.page.find(),
            CollectionCommand::Open => {
                let current = self.screens.collection.page.current();
                let path = current.filter(|file| file.found.is_ok()).map(|file| file.path.clone());
                if let Some(path) = path {
                    self.apply(Command::Open(path), ctx);
                }
            }
            CollectionCommand::AskAdd => {
                let home = self.storage.folders().saves.clone();
                self.desktop.dialogs.open(DialogKind::Bring, &home, "");
            }
            CollectionCommand::Add(paths) => {
                let into = self.storage.folders().saves.clone();
                self.screens.collection.import(paths, into, ctx);
            }
            CollectionCommand::AskDelete => self.ask_delete(),
            CollectionCommand::Delete(paths) => {
                let trash = Arc::clone(&self.desktop.trash);
                self.screens.collection.delete(paths, trash, ctx);
            }
        }
    }

    fn ask_delete(&mut self) {
        let chosen = self.screens.collection.page.chosen();
        let question = match chosen.as_slice() {
            [] => return,
            [one] => {
                let name = one.file_name().unwrap_or_default().to_string_lossy().into_owned();
                self.i18n.tf("collection-ask-delete", &[("file", visible(&name).into())])
            }
            many => self.i18n.tf("collection-ask-delete-many", &[("count", many.len().into())]),
        };
        // The selection may change before the answer.
        let command = Command::Collection(CollectionCommand::Delete(chosen));
        self.ask_first(question, command);
    }
}
