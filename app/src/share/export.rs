//! Makes of a game what is wished.

use egui::ColorImage;
use qipan_core::dice::Seed;
use qipan_core::redact::redact;
use qipan_core::session::Session;

use super::{ExportKind, ShareError, SnapshotRenderer, gif, text};
use crate::games::GameUi;
use crate::model::background::Progress;
use crate::model::i18n::{I18n, Lang};

/// What was made of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Export {
    /// A picture.
    Picture(ColorImage),
    /// Words, or a saved game.
    Text(String),
    /// A moving picture, as a GIF file.
    Film(Vec<u8>),
}

/// Makes something of a game; words are in this language.
///
/// # Errors
/// Why it cannot be made.
pub fn export<G: GameUi>(
    session: &Session<G>,
    wish: &ExportKind,
    lang: Lang,
    progress: &Progress,
) -> Result<Export, ShareError> {
    Ok(match wish {
        ExportKind::Picture(at, look) => {
            Export::Picture(SnapshotRenderer::new(session, look)?.picture(*at)?)
        }
        ExportKind::Film(section, look) => {
            let go_on = |done| {
                progress.set(done);
                !progress.is_stopped()
            };
            Export::Film(gif(session, look, section, go_on)?.file)
        }
        ExportKind::Text(viewer) => Export::Text(text(session, *viewer, &I18n::new(lang))),
        ExportKind::Told(seat) => {
            let seed = Seed::from_bytes(rand::random());
            Export::Text(redact(session, *seat, &seed)?.write())
        }
    })
}
