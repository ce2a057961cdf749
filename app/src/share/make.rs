//! Makes of a game what is wished.

use egui::ColorImage;
use qipan_core::dice::Seed;
use qipan_core::redact::redact;
use qipan_core::session::Session;

use super::{ShareError, Studio, Wish, gif, text};
use crate::games::GameUi;
use crate::model::background::Progress;
use crate::model::i18n::{I18n, Lang};

/// What was made of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Made {
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
pub fn make<G: GameUi>(
    session: &Session<G>,
    wish: &Wish,
    lang: Lang,
    progress: &Progress,
) -> Result<Made, ShareError> {
    Ok(match wish {
        Wish::Picture(at, look) => Made::Picture(Studio::new(session, look)?.picture(*at)?),
        Wish::Film(section, look) => {
            let go_on = |done| {
                progress.set(done);
                !progress.is_stopped()
            };
            Made::Film(gif(session, look, section, go_on)?.file)
        }
        Wish::Text(viewer) => Made::Text(text(session, *viewer, &I18n::new(lang))),
        Wish::Told(seat) => {
            let seed = Seed::from_bytes(rand::random());
            Made::Text(redact(session, *seat, &seed)?.write())
        }
    })
}
