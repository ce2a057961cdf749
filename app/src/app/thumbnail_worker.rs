//! The thread that makes small pictures of saved games while the window shows something else.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

use crate::model::robot_threads::RepaintSignal;
use crate::model::settings::Settings;
use crate::model::storage::read_text;
use crate::share::{Thumbnail, ThumbnailRenderer};
use crate::ui::thumbs::Wanted;

/// Without work for so long the thread ends, and with it what it needs to draw.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// A picture, or why there is none.
pub(super) type Rendered = (Wanted, Result<Thumbnail, String>);

/// A thread that makes pictures, for as long as boards look the same.
pub(super) struct ThumbnailWorker {
    orders: Sender<Wanted>,
    made: Receiver<Rendered>,
    waiting: Vec<Wanted>,
}

impl ThumbnailWorker {
    /// Whether pictures are on their way.
    pub(super) fn is_at_work(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// A thread that makes pictures by these settings.
    pub(super) fn open(settings: &Settings, wake: RepaintSignal) -> Self {
        let (orders, ordered) = channel();
        let (send, made) = channel();
        let look = settings.clone();
        let work = move || run(&look, &ordered, &send, &wake);
        // Without a thread the channel closes, and every order fails.
        let _ = std::thread::Builder::new().name("pictures".to_owned()).spawn(work);
        Self { orders, made, waiting: Vec::new() }
    }

    /// The pictures that are on their way.
    pub(super) fn waits_for(&self) -> &[Wanted] {
        &self.waiting
    }

    /// Orders a picture. Where the thread has just ended, that is found out with the next
    /// picture taken.
    pub(super) fn order(&mut self, wanted: Wanted) {
        let _ = self.orders.send(wanted.clone());
        self.waiting.push(wanted);
    }

    /// A picture that was made.
    ///
    /// # Errors
    /// When there is none yet, or there will be no more.
    pub(super) fn take(&mut self) -> Result<Rendered, TryRecvError> {
        let made = self.made.try_recv()?;
        self.waiting.retain(|other| *other != made.0);
        Ok(made)
    }
}

/// Makes the pictures that are ordered until nobody orders any more.
fn run(look: &Settings, ordered: &Receiver<Wanted>, send: &Sender<Rendered>, wake: &RepaintSignal) {
    let mut studio = None;
    while let Ok(wanted) = ordered.recv_timeout(PATIENCE) {
        let studio = studio.get_or_insert_with(|| ThumbnailRenderer::new(look));
        let text = read_text(&wanted.path).map_err(|error| error.to_string());
        let made = text.and_then(|text| studio.picture(&text, wanted.pixels));
        if send.send((wanted, made)).is_err() {
            return;
        }
        wake();
    }
}
