//! What stops when nobody does anything: a window at rest costs nothing.

use egui::Context;

use crate::app::App;

/// Without input for so long the cursor of a text stops blinking, in seconds.
const BLINKS: f64 = 10.0;

impl App {
    /// The seconds since the player did something last.
    pub(super) fn idle(&self) -> f64 {
        self.now - self.last_input
    }

    /// Takes note of the player's doing anything.
    pub(super) fn hear_of_input(&mut self, ctx: &Context) {
        if ctx.input(|input| !input.events.is_empty()) {
            self.last_input = self.now;
        }
        let blinks = self.idle() < BLINKS;
        if ctx.global_style().visuals.text_cursor.blink != blinks {
            ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = blinks);
        }
    }
}
