//! Tracks how long there was no input: an idle window must cost nothing.

use egui::Context;

use crate::app::App;

/// Seconds without input after which a text cursor stops blinking.
const BLINKS: f64 = 10.0;

impl App {
    /// Returns the seconds since the last input.
    pub(super) fn idle(&self) -> f64 {
        self.now - self.last_input
    }

    /// Records input, and stops the blinking of the text cursor after a while without any.
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
