//! Takes pictures of every screen in the sizes, themes and languages in which people look at them.
//! With `QIPAN_PICTURES=FOLDER`, the tests `fit_every_window` write them instead of testing.

use std::path::Path;

use qipan::model::i18n::Lang;

use super::{Scene, Window};
use crate::support::Place;

/// The sizes of the pictures, in pixels.
const SIZES: [[u32; 2]; 3] = [[1024, 700], [1280, 800], [1920, 1080]];

/// Writes the pictures of these scenes, such as `home-1024x700-zh-dark.png`.
pub fn take(folder: &Path, scenes: &[Scene]) {
    std::fs::create_dir_all(folder).unwrap();
    for (name, open) in scenes {
        for lang in Lang::ALL {
            for theme in ["light", "dark", "wood"] {
                let tag = if lang == Lang::En { "en" } else { "zh" };
                let place =
                    Place::with(&format!(r#"{{"lang":"{tag}","speed":"off","theme":"{theme}"}}"#));
                let mut desk = open(&place);
                for [width, height] in SIZES {
                    desk.resize(Window { pixels: [width, height], scale: 1.0 });
                    desk.frames(8);
                    let name = name.replace([' ', ','], "-");
                    let file = format!("{name}-{width}x{height}-{tag}-{theme}.png");
                    desk.h.render().unwrap().save(folder.join(file)).unwrap();
                }
            }
        }
    }
}
