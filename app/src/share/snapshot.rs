//! Renders positions of a game as pictures, without a window.

use egui::{ColorImage, Pos2};
use qipan_core::play::session::Session;

use super::headless::Headless;
use super::{PictureOptions, ShareCard, ShareError};
use crate::games::GameUi;

/// The width that the card is designed for, in points. Smaller pictures have less room.
const WIDTH: f32 = 480.0;

/// Renders positions of one game.
pub struct SnapshotRenderer<'a, G: GameUi> {
    session: &'a Session<G>,
    sheet: ShareCard<G>,
    screen: Headless,
}

impl<'a, G: GameUi> SnapshotRenderer<'a, G> {
    /// Creates a renderer for pictures of a game with these options.
    ///
    /// # Errors
    /// The pictures would be too small or too large.
    pub fn new(session: &'a Session<G>, look: &PictureOptions) -> Result<Self, ShareError> {
        if !PictureOptions::WIDTHS.contains(&look.width) {
            return Err(ShareError::Width);
        }
        let scale = (look.width as f32 / WIDTH).max(1.0);
        let sheet = ShareCard::new(session, look, look.width as f32 / scale, Pos2::ZERO);
        let screen = Headless::new(sheet.theme(), sheet.rect().size(), scale);
        Ok(Self { session, sheet, screen })
    }

    /// Renders the position after `at` steps.
    ///
    /// # Errors
    /// The game has fewer steps.
    pub fn picture(&mut self, at: usize) -> Result<ColorImage, ShareError> {
        let steps = self.session.record().steps.len();
        if at > steps {
            return Err(ShareError::Step(steps));
        }
        let ground = self.sheet.theme().table;
        Ok(self.screen.draw(ground, |ui| self.sheet.ui(self.session, at, ui)))
    }
}
