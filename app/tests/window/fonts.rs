//! Names in characters that the embedded fonts lack.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use egui::{FontId, FontProvider};
use qipan::app::{Screen, StartPage, WindowOptions};
use qipan::ui::system_fonts::{FontList, FontSourceOpener};

use crate::support::{Desk, Place};

/// Returns an opener of the fonts in `tests/fonts`, which stand for the system's.
fn font_opener() -> FontSourceOpener {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fonts");
    FontSourceOpener(Arc::new(move || {
        Arc::new(FontList::in_folders([folder.clone()])) as Arc<dyn FontProvider>
    }))
}

/// Returns true if the fonts of the window have glyphs for a text.
fn has_glyphs(desk: &Desk, text: &str) -> bool {
    desk.h.ctx.fonts_mut(|fonts| fonts.has_glyphs(&FontId::proportional(14.0), text))
}

#[test]
fn rare_characters_are_drawn_in_a_system_font() {
    let sample = include_str!("../../../saves/sample-flying.json");
    let place = Place::new();
    let file = place.write("saves/name.json", &sample.replace("Careful Carla", "陳昇"));
    let options = WindowOptions {
        file: Some(file),
        font_opener: Some(font_opener()),
        ..WindowOptions::default()
    };
    let mut desk = place.open_as(options, 1.0);
    desk.on(Screen::Replay);
    desk.until("fonts to be found", |desk| has_glyphs(desk, "陳昇"));
    desk.frames(2);
    assert!(has_glyphs(&desk, "あ한"));
    assert!(!has_glyphs(&desk, "\u{4E02}"), "a character that no font has stays a box");
}

#[test]
fn system_fonts_are_not_loaded_without_missing_glyphs() {
    static WERE_OPENED: AtomicBool = AtomicBool::new(false);
    let opener: FontSourceOpener = FontSourceOpener(Arc::new(|| {
        WERE_OPENED.store(true, Ordering::SeqCst);
        Arc::new(FontList::in_folders([])) as Arc<dyn FontProvider>
    }));
    for page in ["home", "new:dark", "scripts", "settings", "about", "keys", "guide:flying"] {
        for lang in ["en", "zh"] {
            let place = Place::with(&format!(r#"{{"lang":"{lang}","speed":"off"}}"#));
            let page = StartPage::named(page);
            let options = WindowOptions {
                page,
                font_opener: Some(opener.clone()),
                ..WindowOptions::default()
            };
            place.open_as(options, 1.0).frames(6);
        }
    }
    assert!(!WERE_OPENED.load(Ordering::SeqCst));
}
