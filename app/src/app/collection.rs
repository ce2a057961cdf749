//! The collection of saved games: reads it in the background, imports and deletes games.

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;

use crate::app::collection_task::{CollectionWork, CollectionWorkKind, TaskResult};
use crate::app::thumbnail_worker::ThumbnailWorker;
use crate::app::{App, PROGRESS, Screen, repaint_signal};
use crate::command::{CollectionCommand, Command};
use crate::model::collection::{Collection, ImportResult, bring};
use crate::model::visible::visible;
use crate::screens::collection::sentence;
use crate::ui::dialogs::DialogKind;

impl App {
    /// Returns true if a list or pictures for this screen are made in the background.
    pub fn is_loading(&self) -> bool {
        self.collection_task.is_some()
            || self.thumbnail_worker.as_ref().is_some_and(ThumbnailWorker::is_at_work)
    }

    /// Returns the command for files dropped on the window: the collection page imports them,
    /// other pages open the first.
    pub(super) fn dropped(&self, ctx: &Context) -> Option<Command> {
        let files = ctx.input(|input| input.raw.dropped_files.clone());
        let paths: Vec<PathBuf> = files.iter().map(|file| file.path().to_owned()).collect();
        let first = paths.first()?.clone();
        Some(match self.screen {
            Screen::Collection => Command::Collection(CollectionCommand::Add(paths)),
            _ => Command::Open(first),
        })
    }

    /// Returns true if a background task runs that must not be interrupted.
    fn is_collecting(&self) -> bool {
        self.collection_task.as_ref().is_some_and(|work| work.kind != CollectionWorkKind::Read)
    }

    /// Reads the collection anew, unless an import or deletion runs, which ends with a reading.
    fn read_collection(&mut self, ctx: &Context) {
        if !self.is_collecting() {
            let folders = self.storage.folders().clone();
            let read = move |watch: &dyn Fn(usize, usize) -> bool| {
                TaskResult::Read(Collection::of_player(&folders, watch))
            };
            self.collection_task =
                Some(CollectionWork::start(CollectionWorkKind::Read, repaint_signal(ctx), read));
        }
    }

    /// Updates the page from its background task. Drops the list of games on the home screen.
    pub(super) fn poll_collection(&mut self, ctx: &Context) {
        let shown = self.screen == Screen::Collection;
        if shown && !std::mem::replace(&mut self.collection_shown, shown) {
            self.read_collection(ctx);
        }
        self.collection_shown = shown;
        if self.screen == Screen::Home && self.collection_task.is_none() {
            self.collection.put_away();
        }
        let Some(work) = &self.collection_task else { return };
        let Some(done) = work.poll() else {
            self.collection.set_task(Some(work.working()));
            if shown {
                ctx.request_repaint_after(PROGRESS);
            }
            return;
        };
        self.collection_task = None;
        self.collection.set_task(None);
        if let Some(next) = self.collection_queue.pop_front() {
            self.collection_command(next, ctx);
        }
        match done {
            Ok(TaskResult::Read(games)) => {
                self.collection.set(games.games);
            }
            Ok(TaskResult::Brought(brought)) => self.take_brought(brought, ctx),
            Ok(TaskResult::Deleted(gone, trouble)) => self.take_deleted(&gone, trouble, ctx),
            Err(why) => self.notify_error(why),
        }
        ctx.request_repaint();
    }

    fn take_brought(&mut self, brought: ImportResult, ctx: &Context) {
        if let Some(path) = brought.copied.first() {
            self.collection.choose(path);
        }
        if brought.failed.is_empty() {
            self.notify(sentence(&brought, &self.i18n));
        } else {
            self.collection.tell(brought);
        }
        self.read_collection(ctx);
    }

    fn take_deleted(&mut self, gone: &[PathBuf], trouble: Option<String>, ctx: &Context) {
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
        self.read_collection(ctx);
    }

    /// Carries out a command of the page. Commands that change files are queued.
    pub(super) fn collection_command(&mut self, command: CollectionCommand, ctx: &Context) {
        match command {
            CollectionCommand::Add(_) | CollectionCommand::Delete(_) if self.is_collecting() => {
                self.collection_queue.push_back(command);
            }
            CollectionCommand::Move(by) => self.collection.move_by(by),
            CollectionCommand::Find => self.collection.find(),
            CollectionCommand::Open => {
                let current = self.collection.current();
                let path = current.filter(|file| file.found.is_ok()).map(|file| file.path.clone());
                if let Some(path) = path {
                    self.apply(Command::Open(path), ctx);
                }
            }
            CollectionCommand::AskAdd => {
                let home = self.storage.folders().saves.clone();
                self.dialogs.open(DialogKind::Bring, &home, "");
            }
            CollectionCommand::Add(paths) => {
                let into = self.storage.folders().saves.clone();
                let bring = move |watch: &dyn Fn(usize, usize) -> bool| {
                    TaskResult::Brought(bring(&paths, &into, watch))
                };
                self.collection_task = Some(CollectionWork::start(
                    CollectionWorkKind::Bring,
                    repaint_signal(ctx),
                    bring,
                ));
            }
            CollectionCommand::AskDelete => self.ask_delete(),
            CollectionCommand::Delete(paths) => self.delete_games(paths, ctx),
        }
    }

    fn ask_delete(&mut self) {
        let chosen = self.collection.chosen();
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
        self.question = Some((question, command));
    }

    fn delete_games(&mut self, paths: Vec<PathBuf>, ctx: &Context) {
        let trash = Arc::clone(&self.trash);
        let delete = move |watch: &dyn Fn(usize, usize) -> bool| {
            let mut gone = Vec::new();
            for path in &paths {
                if !watch(gone.len(), paths.len()) {
                    break;
                }
                if let Err(why) = trash(path) {
                    return TaskResult::Deleted(gone, Some(why));
                }
                gone.push(path.clone());
            }
            TaskResult::Deleted(gone, None)
        };
        self.collection_task =
            Some(CollectionWork::start(CollectionWorkKind::Delete, repaint_signal(ctx), delete));
    }
}
