//! The embedded fonts: Chinese glyphs everywhere, a serif for titles, a brush for Junqi.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily, FontId};

use crate::model::embedded::FONTS;
use crate::model::i18n::Lang;

/// The name of the font family for titles.
pub const TITLE: &str = "title";
/// The name of the brush font family, for the characters on Junqi's pieces and boards.
pub const BRUSH: &str = "brush";

const SANS: &str = "qipan-sans";
const SERIF: &str = "qipan-serif";
/// The brush font, in regular script (kaiti).
const KAI: &str = "qipan-kai";
const EMOJI: &str = "qipan-emoji";
const CODE: &str = "qipan-code";
const NARROW_SANS: &str = "qipan-narrow-sans";
const NARROW_SERIF: &str = "qipan-narrow-serif";

/// Makes the embedded fonts the first choice for the window's text.
///
/// Letters of European names, which the Chinese font lacks, come from the font for code. Quotes and
/// ellipses are as wide as a hanzi in Chinese and proportional in English.
pub fn install_fonts(ctx: &egui::Context, lang: Lang) {
    ctx.set_fonts(definitions(lang));
}

/// Returns the font for titles. `size` is in points.
pub fn title_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(TITLE.into()))
}

/// Returns the font of Junqi's pieces. `size` is in points. Hanzi are in the brush font, other
/// characters in the font of titles.
pub fn brush_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(BRUSH.into()))
}

pub(super) fn definitions(lang: Lang) -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let mut add = |name: &str, file: &str| {
        let bytes = FONTS.bytes(file).expect("the font is embedded");
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    };
    add(SANS, "NotoSansCJKsc-Regular-subset.otf");
    add(SERIF, "NotoSerifCJKsc-Bold-subset.otf");
    add(KAI, "QipanKai-Bold-subset.ttf");
    add(EMOJI, "NotoEmoji-Regular-subset.ttf");
    add(CODE, "Hack-Regular-subset.ttf");
    let mut proportional = vec![SANS.to_owned(), EMOJI.to_owned(), CODE.to_owned()];
    let mut title = vec![SERIF.to_owned()];
    title.extend(proportional.iter().cloned());
    if lang == Lang::En {
        add(NARROW_SANS, "NotoSansCJKsc-Regular-narrow.otf");
        add(NARROW_SERIF, "NotoSerifCJKsc-Bold-narrow.otf");
        proportional.insert(0, NARROW_SANS.to_owned());
        title.insert(0, NARROW_SERIF.to_owned());
    }
    let mut brush = vec![KAI.to_owned()];
    brush.extend(title.iter().cloned());
    fonts.families.insert(FontFamily::Proportional, proportional);
    fonts.families.insert(FontFamily::Name(TITLE.into()), title);
    fonts.families.insert(FontFamily::Name(BRUSH.into()), brush);
    fonts.families.insert(FontFamily::Monospace, vec![CODE.to_owned(), SANS.to_owned()]);
    fonts
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use egui::epaint::text::{Fonts, TextOptions};

    /// Returns the characters of a text that an embedded font alone cannot draw.
    pub(crate) fn missing_glyphs(font: &str, text: &str) -> Vec<char> {
        let mut alone = definitions(Lang::Zh);
        let family = FontFamily::Name("alone".into());
        alone.families.insert(family.clone(), vec![font.to_owned()]);
        let mut fonts = Fonts::new(TextOptions::default(), alone);
        let id = FontId::new(16.0, family);
        let mut missing: Vec<char> =
            text.chars().filter(|&c| !c.is_control() && !fonts.has_glyph(&id, c)).collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// Returns the characters that the font of ordinary text lacks.
    pub(crate) fn missing_in_sans(text: &str) -> Vec<char> {
        missing_glyphs(SANS, text)
    }

    /// Returns the characters that the font of titles lacks.
    pub(crate) fn missing_in_serif(text: &str) -> Vec<char> {
        missing_glyphs(SERIF, text)
    }

    /// Returns the characters that the font of Junqi's pieces lacks.
    fn missing_in_kai(text: &str) -> Vec<char> {
        missing_glyphs(KAI, text)
    }

    const PIECES: &str = "司令 军长 师长 旅长 团长 营长 连长 排长 工兵 炸弹 地雷 军旗";

    #[test]
    fn embedded_fonts_have_the_characters_of_the_games() {
        assert_eq!(missing_in_sans(PIECES), Vec::<char>::new());
        assert_eq!(
            missing_in_sans("Aeroplane 飞行棋 棋盘 行营 ●○■□▲△◆◇▶◀→×“”……—《》，。！"),
            Vec::<char>::new()
        );
        assert_eq!(missing_in_serif(PIECES), Vec::<char>::new());
        assert_eq!(missing_in_kai(&PIECES.replace(' ', "")), Vec::<char>::new());
        assert_eq!(missing_in_kai("大本营行营山界前线四国军棋陆战棋"), Vec::<char>::new());
        assert_eq!(missing_in_serif("Qipan 棋盘 0123456789"), Vec::<char>::new());
        assert_eq!(missing_in_sans("\u{4E02}"), ['\u{4E02}'], "a rare hanzi is not embedded");
    }

    #[test]
    fn quotes_are_narrow_only_in_english() {
        let mut row_heights = Vec::new();
        for (lang, is_narrow) in [(Lang::En, true), (Lang::Zh, false)] {
            let mut fonts = Fonts::new(TextOptions::default(), definitions(lang));
            let mut view = fonts.with_pixels_per_point(1.0);
            for font in [FontId::proportional(20.0), title_font(20.0)] {
                for quote in "“”‘’".chars() {
                    let width = view.glyph_width(&font, quote);
                    assert_eq!(width < 12.0, is_narrow, "{lang:?} {font:?} {quote}: {width}");
                }
                row_heights.push(view.row_height(&font));
            }
        }
        assert_eq!(row_heights[..2], row_heights[2..], "lines are equally high");
    }

    #[test]
    fn every_font_family_has_hanzi() {
        let ctx = egui::Context::default();
        install_fonts(&ctx, Lang::En);
        let families = [
            FontId::proportional(20.0),
            FontId::monospace(20.0),
            title_font(20.0),
            brush_font(20.0),
        ];
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            for font in &families {
                ui.ctx().fonts_mut(|fonts| {
                    assert!(fonts.has_glyphs(font, "Aa棋盘"), "{font:?}");
                    let width = fonts.glyph_width(font, '棋');
                    assert!((19.0..=21.0).contains(&width), "{font:?}: {width}");
                });
                ui.label(egui::RichText::new("棋盘").font(font.clone()));
            }
        });
        assert!(!output.shapes.is_empty());
        output.textures_delta.clear();
    }
}
