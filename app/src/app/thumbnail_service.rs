//! Thumbnails of saved games: orders those that are missing and receives the finished ones.

use std::sync::mpsc::TryRecvError;

use egui::{Context, TextureOptions};

use crate::app::repaint::repaint_signal;
use crate::app::screen::Screen;
use crate::app::thumbnail_worker::{IDLE_TIMEOUT, ThumbnailWorker};
use crate::model::settings::Settings;
use crate::ui::thumbs::{Thumbnail, ThumbnailCache, ThumbnailKey};

/// The maximum number of pending thumbnails. A short queue wastes little work on rows that have
/// scrolled out of sight.
const MAX_PENDING: usize = 4;

/// The thumbnails of saved games, and the thread that renders them.
#[derive(Default)]
pub(super) struct ThumbnailService {
    pub(super) cache: ThumbnailCache,
    worker: Option<ThumbnailWorker>,
}

impl ThumbnailService {
    /// Returns true if thumbnails are pending.
    pub(super) fn has_pending(&self) -> bool {
        self.worker.as_ref().is_some_and(ThumbnailWorker::has_pending)
    }

    /// Receives the finished thumbnails, and orders those that were missing in this frame.
    pub(super) fn update(&mut self, screen: Screen, settings: &Settings, ctx: &Context) {
        if self.cache.update_appearance(settings) {
            self.worker = None;
        }
        self.take_finished(ctx);
        if matches!(screen, Screen::Home | Screen::Collection) {
            for key in self.cache.take_missing() {
                self.order(key, settings, ctx);
            }
        }
        if screen != Screen::Collection {
            self.cache.drop_hidden();
        }
    }

    /// Puts the finished thumbnails into the cache.
    fn take_finished(&mut self, ctx: &Context) {
        let Some(worker) = &mut self.worker else { return };
        loop {
            let (key, result) = match worker.try_take() {
                Ok(finished) => finished,
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => break,
            };
            let thumb = match result {
                Ok(picture) => {
                    let options = TextureOptions::LINEAR;
                    let texture = ctx.load_texture("thumbnail", picture.image, options);
                    Thumbnail::new(texture, picture.turn)
                }
                Err(why) => Thumbnail::failed(why),
            };
            self.cache.insert(key, thumb);
            ctx.request_repaint();
        }
        // The thread has ended. Its pending thumbnails are ordered again.
        if worker.has_pending() {
            ctx.request_repaint();
        }
        self.worker = None;
    }

    /// Orders a thumbnail, unless it is already pending or too many others are.
    fn order(&mut self, key: ThumbnailKey, settings: &Settings, ctx: &Context) {
        let start = || ThumbnailWorker::start(settings, repaint_signal(ctx));
        let worker = self.worker.get_or_insert_with(start);
        if worker.pending().len() >= MAX_PENDING || worker.pending().contains(&key) {
            return;
        }
        worker.order(key);
        ctx.request_repaint_after(IDLE_TIMEOUT);
    }
}
