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
pub(super) const IDLE_TIMEOUT: Duration = Duration::from_secs(5);

/// The key of a thumbnail with its picture, or with the reason why there is none.
pub(super) type ThumbnailResult = (ThumbnailKey, Result<Thumbnail, String>);

/// A thread that renders thumbnails with fixed display settings.
pub(super) struct ThumbnailWorker {
    orders: Sender<ThumbnailKey>,
    results: Receiver<ThumbnailResult>,
    /// The thumbnails that were ordered and are not finished.
    pending: Vec<ThumbnailKey>,
}

impl ThumbnailWorker {
    /// Returns true if thumbnails are pending.
    pub(super) fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Starts a thread that renders thumbnails with these settings.
    pub(super) fn start(settings: &Settings, repaint: RepaintSignal) -> Self {
        let (orders, received_orders) = channel();
        let (send, results) = channel();
        let settings = settings.clone();
        let work = move || run(&settings, &received_orders, &send, &repaint);
        // If the thread cannot start, the channels close and every order is lost.
        let _ = std::thread::Builder::new().name("pictures".to_owned()).spawn(work);
        Self { orders, results, pending: Vec::new() }
    }

    /// Returns the pending thumbnails.
    pub(super) fn pending(&self) -> &[ThumbnailKey] {
        &self.pending
    }

    /// Orders a thumbnail. If the thread has just ended, the next [`Self::try_take`] reports it.
    pub(super) fn order(&mut self, key: ThumbnailKey) {
        let _ = self.orders.send(key.clone());
        self.pending.push(key);
    }

    /// Returns a finished thumbnail.
    ///
    /// # Errors
    /// No thumbnail is ready yet, or the thread has ended.
    pub(super) fn try_take(&mut self) -> Result<ThumbnailResult, TryRecvError> {
        let result = self.results.try_recv()?;
        self.pending.retain(|other| *other != result.0);
        Ok(result)
    }
}

/// Renders the ordered thumbnails until no order has arrived for [`IDLE_TIMEOUT`], or the window
/// has dropped its worker.
fn run(
    settings: &Settings,
    received_orders: &Receiver<ThumbnailKey>,
    send: &Sender<ThumbnailResult>,
    repaint: &RepaintSignal,
) {
    let mut renderer = None;
    while let Ok(key) = received_orders.recv_timeout(IDLE_TIMEOUT) {
        let renderer = renderer.get_or_insert_with(|| ThumbnailRenderer::new(settings));
        let text = read_text(&key.path).map_err(|error| error.to_string());
        let result = text.and_then(|text| renderer.picture(&text, key.pixels));
        if send.send((key, result)).is_err() {
            return;
        }
        repaint();
    }
}
