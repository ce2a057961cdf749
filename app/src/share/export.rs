//! Exports a game as a picture, GIF, text or redacted save.

use egui::ColorImage;
use qipan_core::contract::dice::Seed;
use qipan_core::play::redact::redact;
use qipan_core::play::session::Session;

use super::{ExportKind, ShareError, SnapshotRenderer, gif, text};
use crate::games::GameUi;
use crate::model::background::Progress;
use crate::model::i18n::{I18n, Lang};

/// A finished export.
#[derive(Clone, Debug, PartialEq)]
pub enum Export {
    /// A picture.
    Picture(ColorImage),
    /// The game as text, or a redacted save.
    Text(String),
    /// An animation, as a GIF file.
    Gif(Vec<u8>),
}

/// Exports a game, with texts in the given language.
///
/// # Errors
/// The reason why the export fails.
pub fn export<G: GameUi>(
    session: &Session<G>,
    kind: &ExportKind,
    lang: Lang,
    progress: &Progress,
) -> Result<Export, ShareError> {
    Ok(match kind {
        ExportKind::Picture(steps, options) => {
            Export::Picture(SnapshotRenderer::new(session, options)?.picture(*steps)?)
        }
        ExportKind::Gif(range, options) => {
            let go_on = |done| {
                progress.set(done);
                !progress.must_stop()
            };
            Export::Gif(gif(session, options, range, go_on)?.file)
        }
        ExportKind::Text(viewer) => Export::Text(text(session, *viewer, &I18n::new(lang))),
        ExportKind::Redacted(seat) => {
            let seed = Seed::from_bytes(rand::random());
            Export::Text(redact(session, *seat, &seed)?.write())
        }
    })
}
