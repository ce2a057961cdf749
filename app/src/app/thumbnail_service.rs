//! Thumbnails of saved games: orders those missing in a frame and takes the finished ones.

use std::sync::mpsc::TryRecvError;

use egui::{Context, TextureOptions};

use crate::app::thumbnail_worker::{PATIENCE, ThumbnailWorker};
use crate::app::{App, Screen, repaint_signal};
use crate::ui::thumbs::{Thumb, ThumbnailKey};

/// The maximum number of pending thumbnails. A short queue wastes little work on rows that have
/// scrolled out of sight.
const AT_ONCE: usize = 4;

impl App {
    /// Takes the finished thumbnails, and orders those missing in this frame.
    pub(super) fn update_thumbnails(&mut self, ctx: &Context) {
        if self.thumbnail_cache.dress(&self.settings) {
            self.thumbnail_worker = None;
        }
        self.take_thumbnails(ctx);
        let shown = matches!(self.screen, Screen::Home | Screen::Collection);
        if shown {
            for wanted in self.thumbnail_cache.take_missing() {
                self.order(wanted, ctx);
            }
        }
        if self.screen != Screen::Collection {
            self.thumbnail_cache.tidy();
        }
    }

    fn take_thumbnails(&mut self, ctx: &Context) {
        let Some(room) = &mut self.thumbnail_worker else { return };
        loop {
            let (wanted, made) = match room.take() {
                Ok(made) => made,
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => break,
            };
            let thumb = match made {
                Ok(made) => {
                    let options = TextureOptions::LINEAR;
                    let texture = ctx.load_texture("thumbnail", made.image, options);
                    Thumb::new(texture, made.turn)
                }
                Err(why) => Thumb::failed(why),
            };
            self.thumbnail_cache.insert(wanted, thumb);
            ctx.request_repaint();
        }
        // The thread has ended. Its pending thumbnails are ordered again.
        if room.is_at_work() {
            ctx.request_repaint();
        }
        self.thumbnail_worker = None;
    }

    fn order(&mut self, wanted: ThumbnailKey, ctx: &Context) {
        let open = || ThumbnailWorker::open(&self.settings, repaint_signal(ctx));
        let room = self.thumbnail_worker.get_or_insert_with(open);
        if room.waits_for().len() >= AT_ONCE || room.waits_for().contains(&wanted) {
            return;
        }
        room.order(wanted);
        ctx.request_repaint_after(PATIENCE);
    }
}
