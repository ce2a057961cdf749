//! Tracks how long the player has done nothing: a window at rest must cost nothing.

use egui::Context;

use crate::app::App;

/// Seconds without input after which a text cursor stops blinking.
const BLINKS: f64 = 10.0;

impl App {
    /// Returns the seconds since the last input.
    pub(super) fn idle(&self) -> f64 {
        self.now - self.last_input
    }

    /// Records input, and stops the text cursor from blinking when there is none for a while.
    pub(super) fn note_input(&mut self, ctx: &Context) {
        if ctx.input(|input| !input.events.is_empty()) {
            self.last_input = self.now;
        }
        let blinks = self.idle() < BLINKS;
        if ctx.global_style().visuals.text_cursor.blink != blinks {
            ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = blinks);
        }
    }
}
