//! Renders positions of a game as pictures, without a window.

use egui::{ColorImage, Pos2};
use qipan_core::play::session::Session;

use super::headless::Headless;
use super::{PictureOptions, ShareCard, ShareError};
use crate::games::GameUi;

/// The width for which the card is designed, in points. A narrower picture has a narrower card; a
/// wider one is scaled up.
const CARD_WIDTH: f32 = 480.0;

/// Renders positions of one game.
pub struct SnapshotRenderer<'a, G: GameUi> {
    session: &'a Session<G>,
    card: ShareCard<G>,
    screen: Headless,
}

impl<'a, G: GameUi> SnapshotRenderer<'a, G> {
    /// Creates a renderer for pictures of a game with these options.
    ///
    /// # Errors
    /// The pictures would be too small or too large.
    pub fn new(session: &'a Session<G>, options: &PictureOptions) -> Result<Self, ShareError> {
        if !PictureOptions::WIDTHS.contains(&options.width) {
            return Err(ShareError::Width);
        }
        let scale = (options.width as f32 / CARD_WIDTH).max(1.0);
        let card = ShareCard::new(session, options, options.width as f32 / scale, Pos2::ZERO);
        let screen = Headless::new(card.theme(), card.lang(), card.rect().size(), scale);
        Ok(Self { session, card, screen })
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
        let background = self.card.theme().table;
        Ok(self.screen.draw(background, |ui| self.card.ui(self.session, at, ui)))
    }
}
