//! The thread that renders thumbnails of saved games in the background.
//!
//! Orders and results pass through channels, and the window takes the results in each frame. A
//! change of display settings replaces the thread.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

use crate::model::robot_threads::RepaintSignal;
use crate::model::settings::Settings;
use crate::model::storage::read_text;
use crate::share::{Thumbnail, ThumbnailRenderer};
use crate::ui::thumbs::ThumbnailKey;

/// The idle time after which the thread ends and frees its renderer.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// A thumbnail, or the reason of its failure.
pub(super) type ThumbnailResult = (ThumbnailKey, Result<Thumbnail, String>);

/// A thread that renders thumbnails with fixed display settings.
pub(super) struct ThumbnailWorker {
    orders: Sender<ThumbnailKey>,
    made: Receiver<ThumbnailResult>,
    waiting: Vec<ThumbnailKey>,
}

impl ThumbnailWorker {
    /// Returns true if thumbnails are pending.
    pub(super) fn is_at_work(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Starts a thread that renders thumbnails with these settings.
    pub(super) fn open(settings: &Settings, repaint: RepaintSignal) -> Self {
        let (orders, ordered) = channel();
        let (send, made) = channel();
        let look = settings.clone();
        let work = move || run(&look, &ordered, &send, &repaint);
        // If the thread cannot start, the channel closes and every order fails.
        let _ = std::thread::Builder::new().name("pictures".to_owned()).spawn(work);
        Self { orders, made, waiting: Vec::new() }
    }

    /// Returns the pending thumbnails.
    pub(super) fn waits_for(&self) -> &[ThumbnailKey] {
        &self.waiting
    }

    /// Orders a thumbnail. If the thread has just ended, the next [`Self::take`] reports it.
    pub(super) fn order(&mut self, wanted: ThumbnailKey) {
        let _ = self.orders.send(wanted.clone());
        self.waiting.push(wanted);
    }

    /// Returns a finished thumbnail.
    ///
    /// # Errors
    /// None is ready yet, or the thread has ended.
    pub(super) fn take(&mut self) -> Result<ThumbnailResult, TryRecvError> {
        let made = self.made.try_recv()?;
        self.waiting.retain(|other| *other != made.0);
        Ok(made)
    }
}

/// Renders the ordered thumbnails until the orders stop.
fn run(
    look: &Settings,
    ordered: &Receiver<ThumbnailKey>,
    send: &Sender<ThumbnailResult>,
    repaint: &RepaintSignal,
) {
    let mut studio = None;
    while let Ok(wanted) = ordered.recv_timeout(PATIENCE) {
        let studio = studio.get_or_insert_with(|| ThumbnailRenderer::new(look));
        let text = read_text(&wanted.path).map_err(|error| error.to_string());
        let made = text.and_then(|text| studio.picture(&text, wanted.pixels));
        if send.send((wanted, made)).is_err() {
            return;
        }
        repaint();
    }
}
