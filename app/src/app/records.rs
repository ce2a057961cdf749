//! The records page with the player's statistics: counts the saved games in the background.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use egui::Context;
use qipan_core::registry::GameKind;
use qipan_core::script::Level;

use crate::app::{App, PROGRESS_INTERVAL, Screen, repaint_signal};
use crate::model::background::{Background, Progress};
use crate::model::library::Library;
use crate::model::records::{CountedGames, Statistics};
use crate::model::storage::Folders;
use crate::screens::records::RecordsPage;

/// The state of the page.
#[derive(Default)]
pub struct RecordsState {
    /// The page.
    pub page: RecordsPage,
    task: Option<CountingTask>,
    /// True if the page was shown in the last frame.
    was_shown: bool,
}

/// The background task that counts games.
struct CountingTask {
    task: Background<Statistics, String>,
    /// The number of files, or 0 until it is known.
    total: Arc<AtomicUsize>,
}

/// The levels of the robots, by game and script.
type Levels = BTreeMap<(GameKind, String), Level>;

/// Returns the levels of all robots that have one.
fn levels(library: &Library) -> Levels {
    let level_of = |kind: GameKind| {
        library.specs(kind).filter_map(move |spec| Some(((kind, spec.script()), spec.info.level?)))
    };
    GameKind::ALL.into_iter().flat_map(level_of).collect()
}

impl RecordsState {
    /// Returns true if the games are being counted.
    pub const fn is_counting(&self) -> bool {
        self.task.is_some()
    }

    /// Starts counting the games of the player with this name.
    fn start(&mut self, folders: &Folders, name: &str, levels: Levels, ctx: &Context) {
        let (folders, name) = (folders.clone(), name.to_owned());
        let total = Arc::new(AtomicUsize::new(0));
        let shared_total = Arc::clone(&total);
        let count = move |progress: &Progress| {
            let report = |done, total| {
                progress.set(done);
                shared_total.store(total, Ordering::Relaxed);
                !progress.must_stop()
            };
            let games = CountedGames::of_player(&folders, &report);
            let level_of =
                |kind: GameKind, script: &str| levels.get(&(kind, script.to_owned())).copied();
            Ok(Statistics::of(&games, &name, &level_of))
        };
        // The number of files is not known in advance.
        let task = Background::start(usize::MAX, count, repaint_signal(ctx));
        self.task = Some(CountingTask { task, total });
    }

    /// Updates the page from the background task. Returns the error if the task has failed.
    fn update(&mut self, is_shown: bool, ctx: &Context) -> Option<String> {
        let counting = self.task.as_ref()?;
        let Some(result) = counting.task.poll() else {
            let done = counting.task.progress().0;
            self.page.set_progress(Some((done, counting.total.load(Ordering::Relaxed))));
            if is_shown {
                ctx.request_repaint_after(PROGRESS_INTERVAL);
            }
            return None;
        };
        self.task = None;
        self.page.set_progress(None);
        match result {
            Ok(statistics) => self.page.set_statistics(statistics),
            Err(why) => return Some(why),
        }
        ctx.request_repaint();
        None
    }
}

impl App {
    /// Counts the games when the page appears, and shows the result.
    pub(super) fn poll_records(&mut self, ctx: &Context) {
        let is_shown = self.screen() == Screen::Records;
        let records = &mut self.screens.records;
        if is_shown && !records.was_shown {
            let (folders, name) = (self.storage.folders(), &self.settings.name);
            records.start(folders, name, levels(&self.library), ctx);
        }
        records.was_shown = is_shown;
        if let Some(why) = records.update(is_shown, ctx) {
            self.notify_error(why);
        }
    }
}
