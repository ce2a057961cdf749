//! Searches the system's fonts for missing characters in a background thread.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::Context;

use crate::app::repaint::repaint_signal;
use crate::ui::system_fonts::{FontSource, FontSourceOpener, SystemFonts};

/// Fonts for characters that the embedded fonts lack.
pub(super) struct MissingFonts {
    /// Opens the system's fonts.
    opener: FontSourceOpener,
    /// The fonts that egui asks for missing characters.
    fonts: Arc<SystemFonts>,
    /// Receives the opened font source while the search runs.
    opened: Option<Receiver<FontSource>>,
}

impl MissingFonts {
    /// Starts watching for missing characters.
    pub(super) fn watch(opener: FontSourceOpener, ctx: &Context) -> Self {
        let fonts = Arc::new(SystemFonts::default());
        ctx.add_font_provider(Arc::clone(&fonts) as FontSource);
        Self { opener, fonts, opened: None }
    }

    /// Starts the search when a character is missing, and installs its result.
    pub(super) fn poll(&mut self, ctx: &Context) {
        if let Some(missing) = self.fonts.take_missing() {
            let (send, opened) = channel();
            let (opener, repaint) = (self.opener.clone(), repaint_signal(ctx));
            let search = move || {
                // The receiver is gone once the window has closed.
                if send.send(opener.open(&missing)).is_ok() {
                    repaint();
                }
            };
            // If no thread can be started, the channel closes and the text stays without glyphs.
            let _ = std::thread::Builder::new().name("fonts".to_owned()).spawn(search);
            self.opened = Some(opened);
        }
        let Some(opened) = &self.opened else { return };
        match opened.try_recv() {
            Ok(source) => {
                self.fonts.install(source);
                // Lays out again the text that lacked glyphs.
                ctx.set_font_providers(vec![Arc::clone(&self.fonts) as FontSource]);
                self.opened = None;
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => self.opened = None,
        }
    }
}
