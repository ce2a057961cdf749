//! Requests repaints of the window from other threads.

use std::sync::Arc;

use crate::model::robot_threads::RepaintSignal;

/// Returns a signal that requests a repaint from any thread.
pub(super) fn repaint_signal(ctx: &egui::Context) -> RepaintSignal {
    let ctx = ctx.clone();
    Arc::new(move || ctx.request_repaint())
}
