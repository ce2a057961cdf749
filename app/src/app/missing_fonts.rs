//! Fonts of the system, looked for in a thread of their own while the window goes on.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::Context;

use crate::app::wake;
use crate::ui::system_fonts::{Opener, Source, SystemFonts};

/// What the window does about characters that the embedded fonts lack.
pub(super) struct MissingFonts {
    opener: Opener,
    fonts: Arc<SystemFonts>,
    found: Option<Receiver<Source>>,
}

impl MissingFonts {
    /// Hears of missing characters from now on.
    pub(super) fn watch(opener: Opener, ctx: &Context) -> Self {
        let fonts = Arc::new(SystemFonts::default());
        ctx.add_font_provider(Arc::clone(&fonts) as Source);
        Self { opener, fonts, found: None }
    }

    /// Looks for fonts once something was missing, and uses them once they are found.
    pub(super) fn follow(&mut self, ctx: &Context) {
        if let Some(missing) = self.fonts.take_missing() {
            let (send, found) = channel();
            let (opener, wake) = (self.opener.clone(), wake(ctx));
            let search = move || {
                // Nobody waits for it any more where the window has closed.
                if send.send(opener.open(&missing)).is_ok() {
                    wake();
                }
            };
            // Without a thread the channel closes, and boxes stay.
            let _ = std::thread::Builder::new().name("fonts".to_owned()).spawn(search);
            self.found = Some(found);
        }
        let Some(found) = &self.found else { return };
        match found.try_recv() {
            Ok(source) => {
                self.fonts.found(source);
                // What was laid out with boxes is laid out anew.
                ctx.set_font_providers(vec![Arc::clone(&self.fonts) as Source]);
                self.found = None;
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => self.found = None,
        }
    }
}
