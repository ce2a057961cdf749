//! Thumbnails of saved games: orders those missing in a frame and takes the finished ones.

use std::sync::mpsc::TryRecvError;

use egui::{Context, TextureOptions};

use crate::app::repaint::repaint_signal;
use crate::app::screen::Screen;
use crate::app::thumbnail_worker::{PATIENCE, ThumbnailWorker};
use crate::model::settings::Settings;
use crate::ui::thumbs::{Thumb, ThumbnailKey, Thumbs};

/// The maximum number of pending thumbnails. A short queue wastes little work on rows that have
/// scrolled out of sight.
const AT_ONCE: usize = 4;

/// The thumbnails of saved games, and the thread that renders them.
#[derive(Default)]
pub(super) struct ThumbnailService {
    pub(super) cache: Thumbs,
    worker: Option<ThumbnailWorker>,
}

impl ThumbnailService {
    /// Returns true if thumbnails are pending.
    pub(super) fn is_at_work(&self) -> bool {
        self.worker.as_ref().is_some_and(ThumbnailWorker::is_at_work)
    }

    /// Takes the finished thumbnails, and orders those missing in this frame.
    pub(super) fn update(&mut self, screen: Screen, settings: &Settings, ctx: &Context) {
        if self.cache.dress(settings) {
            self.worker = None;
        }
        self.take_finished(ctx);
        if matches!(screen, Screen::Home | Screen::Collection) {
            for wanted in self.cache.take_missing() {
                self.order(wanted, settings, ctx);
            }
        }
        if screen != Screen::Collection {
            self.cache.tidy();
        }
    }

    fn take_finished(&mut self, ctx: &Context) {
        let Some(worker) = &mut self.worker else { return };
        loop {
            let (wanted, result) = match worker.take() {
                Ok(finished) => finished,
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => break,
            };
            let thumb = match result {
                Ok(picture) => {
                    let options = TextureOptions::LINEAR;
                    let texture = ctx.load_texture("thumbnail", picture.image, options);
                    Thumb::new(texture, picture.turn)
                }
                Err(why) => Thumb::failed(why),
            };
            self.cache.insert(wanted, thumb);
            ctx.request_repaint();
        }
        // The thread has ended. Its pending thumbnails are ordered again.
        if worker.is_at_work() {
            ctx.request_repaint();
        }
        self.worker = None;
    }

    fn order(&mut self, wanted: ThumbnailKey, settings: &Settings, ctx: &Context) {
        let open = || ThumbnailWorker::open(settings, repaint_signal(ctx));
        let worker = self.worker.get_or_insert_with(open);
        if worker.waits_for().len() >= AT_ONCE || worker.waits_for().contains(&wanted) {
            return;
        }
        worker.order(wanted);
        ctx.request_repaint_after(PATIENCE);
    }
}
