//! Exports the replayed game in a background thread.

use std::path::PathBuf;

use qipan_core::play::session::Session;
use qipan_core::with_game;

use crate::games::GameUi;
use crate::model::background::Background;
use crate::model::export::ExportKind;
use crate::model::i18n::Lang;
use crate::model::robot_threads::RepaintSignal;
use crate::screens::replay::ReplayScreen;
use crate::share::{Export, ShareError, export};

/// Exports the replayed game, one export at a time.
#[derive(Default)]
pub(super) struct Exporter {
    /// The kind of export that the player is choosing a file for.
    pub(super) kind_awaiting_file: Option<ExportKind>,
    running: Option<RunningExport>,
}

/// A running export.
struct RunningExport {
    task: ExportTask,
    /// The file to write, or `None` for the clipboard.
    file: Option<PathBuf>,
}

type ExportTask = Background<Export, ShareError>;

/// A finished export and its file, or `None` for the clipboard.
pub(super) type ExportResult = (Result<Export, ShareError>, Option<PathBuf>);

impl Exporter {
    /// Starts an export to a file or the clipboard, and stops the running one.
    pub(super) fn start(
        &mut self,
        replay: &dyn ReplayScreen,
        kind: ExportKind,
        file: Option<PathBuf>,
        lang: Lang,
        repaint: RepaintSignal,
    ) {
        let task = with_game!(replay.kind(), |G| start_export::<G>(replay, kind, lang, repaint));
        self.running = task.map(|task| RunningExport { task, file });
    }

    /// Stops the running export.
    pub(super) fn stop(&mut self) {
        self.running = None;
    }

    /// Returns true if an export is running.
    pub(super) const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns the number of finished parts and the number of all parts of the running export.
    pub(super) fn progress(&self) -> Option<(usize, usize)> {
        self.running.as_ref().map(|running| running.task.progress())
    }

    /// Takes the finished export.
    pub(super) fn poll(&mut self) -> Option<ExportResult> {
        let result = self.running.as_ref()?.task.poll()?;
        let file = self.running.take().and_then(|running| running.file);
        Some((result, file))
    }
}

/// Starts an export of the replayed game.
fn start_export<G: GameUi>(
    replay: &dyn ReplayScreen,
    kind: ExportKind,
    lang: Lang,
    repaint: RepaintSignal,
) -> Option<ExportTask> {
    let session: Session<G> = replay.replay::<G>()?.session().clone();
    let parts = kind.parts();
    let work = move |progress: &_| export(&session, &kind, lang, progress);
    Some(Background::start(parts, work, repaint))
}
