//! Every colour, size and distance of the window, in one place.

mod style;

use egui::{Color32, ColorImage, Shadow};
use qipan_core::contract::seat::Seat;

use crate::model::settings::ThemeName;

/// The unit of distances, in points.
pub const STEP: f32 = 4.0;
/// The radius of rounded corners.
pub const CORNER: u8 = 8;
/// The size of running text.
pub const BODY: f32 = 14.0;
/// The size of panel headings.
pub const HEAD: f32 = 16.0;
/// The size of screen titles.
pub const TITLE: f32 = 22.0;
/// The size of the program's name on the home screen.
pub const HOME: f32 = 40.0;

/// Returns the colour of a pixel in a picture file, from its red, green and blue.
pub const fn picture_pixel([red, green, blue]: [u8; 3]) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Returns a picture from its pixels by rows: red, green, blue and opacity, each from 0 to 255.
pub fn picture_of_rgba(size: [usize; 2], rgba: &[u8]) -> ColorImage {
    ColorImage::from_rgba_unmultiplied(size, rgba)
}

/// The colours of a theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// The name of the theme.
    pub name: ThemeName,
    /// True if sides use the palette for colour-blind players.
    pub colour_blind: bool,
    /// The table: the background of the window.
    pub table: Color32,
    /// The grain and the joints of the table's planks.
    pub grain: Color32,
    /// Text that lies on the table itself.
    pub on_table: Color32,
    /// The paper on which boards are printed.
    pub paper: Color32,
    /// The discs on which planes stand.
    pub pad: Color32,
    /// The part of a board that is printed as sky.
    pub sky: Color32,
    /// Clouds on the sky.
    pub cloud: Color32,
    /// Mountains on a board.
    pub rock: Color32,
    /// Text and black print.
    pub ink: Color32,
    /// Fine printed lines.
    pub line: Color32,
    /// Secondary text.
    pub quiet: Color32,
    /// Cards and bars next to the board.
    pub panel: Color32,
    /// A button at rest, a field, a raised part of a panel.
    pub raised: Color32,
    /// Hairlines between parts of a panel.
    pub hairline: Color32,
    /// Things the player can act on.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// The soft light around things that can be acted on.
    pub glow: Color32,
    /// Error messages.
    pub error: Color32,
    /// Warnings.
    pub warning: Color32,
    /// Race seats: red, yellow, blue, green.
    pub sides: [Color32; 4],
    /// Junqi seats: south, east, north, west, then southeast, northeast, northwest, southwest on
    /// the board for six.
    pub junqi: [Color32; Seat::MAX],
    /// The soft shadow under pieces and boards.
    pub shadow: Color32,
    /// White that shines: the rim and the badge of a plane.
    pub shine: Color32,
    /// Dark glass: cockpits.
    pub glass: Color32,
    /// The body of a die.
    pub die: Color32,
    /// Pips of a die.
    pub pip: Color32,
    /// The red pips of one and four.
    pub pip_red: Color32,
    /// The medals of the first, second and third place.
    pub medals: [Color32; 3],
}

const BLACK: Color32 = Color32::from_rgb(0x05, 0x04, 0x03);
const WHITE: Color32 = Color32::WHITE;
/// The colours of the seats of race games: red, yellow, blue, green.
const SIDES: [Color32; 4] = [hex(0xD2433A), hex(0xF0B429), hex(0x2E6DB4), hex(0x3C9A5F)];
/// The colours of the armies of Junqi, by seat index.
const JUNQI: [Color32; Seat::MAX] = [
    hex(0xC8402F),
    hex(0x7B4FA6),
    hex(0x3B8F5A),
    hex(0x2F6FB5),
    hex(0x53307F),
    hex(0x8A5F00),
    hex(0x2F6FB5),
    hex(0xC0488F),
];
/// The sides for colour-blind players: vermilion, yellow, blue and bluish green of Okabe and Ito.
const SAFE_SIDES: [Color32; 4] = [hex(0xD55E00), hex(0xF0E442), hex(0x0072B2), hex(0x009E73)];
/// The armies for colour-blind players: vermilion, reddish purple, bluish green and blue of Okabe
/// and Ito.
///
/// The board for six adds mauve, brown, bright blue and navy. All six also differ in lightness,
/// because six hues that are dark enough for light characters cannot all be distinguished.
const SAFE_JUNQI: [Color32; Seat::MAX] = [
    hex(0xD55E00),
    hex(0xCC79A7),
    hex(0x009E73),
    hex(0x0072B2),
    hex(0x9A6FB0),
    hex(0x54280F),
    hex(0x2F50FF),
    hex(0x1E2A66),
];

impl Theme {
    /// Returns the theme of this name.
    pub fn new(name: ThemeName, colour_blind: bool) -> Self {
        let mut theme = match name {
            ThemeName::Light => Self::light(),
            ThemeName::Dark => Self::dark(),
            ThemeName::Wood => Self::wood(),
        };
        theme.colour_blind = colour_blind;
        let (sides, junqi) = if colour_blind { (SAFE_SIDES, SAFE_JUNQI) } else { (SIDES, JUNQI) };
        let whiteness = if name == ThemeName::Dark { 0.08 } else { 0.0 };
        theme.sides = sides.map(|side| mix(side, WHITE, whiteness));
        theme.junqi = junqi.map(|side| mix(side, WHITE, whiteness));
        theme
    }

    fn light() -> Self {
        Self {
            name: ThemeName::Light,
            colour_blind: false,
            table: hex(0xEDE6DA),
            grain: hex(0xB39A78),
            on_table: hex(0x2B2622),
            paper: hex(0xFBF6EA),
            pad: hex(0xFBF6EA),
            sky: hex(0xDDEBF1),
            cloud: hex(0xF9FBFA),
            rock: hex(0x72897F),
            ink: hex(0x2B2622),
            line: hex(0x5B5148),
            quiet: hex(0x7A7166),
            panel: hex(0xF7F1E5),
            raised: hex(0xFFFBF2),
            hairline: hex(0xDDD2C0),
            accent: hex(0xC7632B),
            on_accent: WHITE,
            glow: hex(0xF08A3C),
            error: hex(0xA8291F),
            warning: hex(0x844A00),
            sides: SIDES,
            junqi: JUNQI,
            shadow: hex(0x3A2A18),
            shine: WHITE,
            glass: hex(0x22384F),
            die: hex(0xFFFDF6),
            pip: hex(0x24211F),
            pip_red: hex(0xCF2E27),
            medals: [hex(0xDDA52A), hex(0xA9AFB5), hex(0xB9783F)],
        }
    }

    fn dark() -> Self {
        Self {
            name: ThemeName::Dark,
            table: hex(0x1B1E22),
            grain: hex(0x0C0E10),
            on_table: hex(0xE8E2D6),
            paper: hex(0x262A30),
            pad: hex(0x3A4049),
            sky: hex(0x2A3844),
            cloud: hex(0x384857),
            rock: hex(0x5A6C70),
            ink: hex(0xE8E2D6),
            line: hex(0x111316),
            quiet: hex(0x9AA0A6),
            panel: hex(0x23272C),
            raised: hex(0x31363D),
            hairline: hex(0x3A4048),
            accent: hex(0xE08A4F),
            on_accent: hex(0x1D1209),
            glow: hex(0xF2A765),
            error: hex(0xFF8A7A),
            warning: hex(0xF2BE62),
            shadow: BLACK,
            shine: hex(0xF4F0E8),
            glass: hex(0x14222F),
            die: hex(0xF0EBDF),
            ..Self::light()
        }
    }

    fn wood() -> Self {
        Self {
            name: ThemeName::Wood,
            table: hex(0x5B3A22),
            grain: hex(0x2C1809),
            on_table: hex(0xF3E2C4),
            paper: hex(0xE3C79A),
            pad: hex(0xEED9B4),
            sky: hex(0xC9CAB2),
            cloud: hex(0xE8E2C8),
            rock: hex(0x7B7A57),
            ink: hex(0x3A2413),
            line: hex(0x4E321B),
            quiet: hex(0x6E4F33),
            panel: hex(0xF0DDBB),
            raised: hex(0xF9EBD0),
            hairline: hex(0xD3B88C),
            accent: hex(0x9A3B1E),
            glow: hex(0xFFA531),
            shadow: hex(0x1C0E04),
            shine: hex(0xFFF8EA),
            die: hex(0xFFF6E2),
            ..Self::light()
        }
    }

    /// Returns the colour of a race seat.
    pub const fn side(&self, seat: Seat) -> Color32 {
        self.sides[seat.index() % 4]
    }

    /// Returns the colour of won games.
    pub const fn win_colour(&self) -> Color32 {
        self.sides[3]
    }

    /// Returns the colour of lost games.
    pub const fn loss_colour(&self) -> Color32 {
        self.sides[0]
    }

    /// Returns a seat's colour as a wash on paper.
    pub fn wash(&self, seat: Seat, strength: f32) -> Color32 {
        mix(self.paper, self.side(seat), strength)
    }

    /// Returns a darker shade of a seat's colour, for outlines and shaded parts.
    pub fn deep(&self, seat: Seat) -> Color32 {
        shade(self.side(seat), 0.38)
    }

    /// Returns a lighter tint of a seat's colour, for lit parts.
    pub fn lit(&self, seat: Seat) -> Color32 {
        tint(self.side(seat), 0.34)
    }

    /// Returns the colour of text on this colour: black or white.
    pub fn text_on(&self, colour: Color32) -> Color32 {
        black_or_white_on(colour)
    }

    /// Returns a seat's colour for text on a panel, adjusted until the text is readable.
    pub fn side_text(&self, seat: Seat) -> Color32 {
        self.readable_on_panel(self.side(seat))
    }

    /// Returns the colour of a seat of Junqi.
    pub const fn army(&self, seat: Seat) -> Color32 {
        self.junqi[seat.index()]
    }

    /// Returns an army's colour for its pieces, dark enough for light characters.
    pub fn army_tile(&self, seat: Seat) -> Color32 {
        let mut colour = self.army(seat);
        // Slightly more than the minimum.
        while contrast(colour, self.shine) < MIN_CONTRAST + 0.1 {
            colour = mix(colour, BLACK, 0.04);
        }
        colour
    }

    /// Returns a colour for text on a panel, adjusted until the text is readable.
    pub fn readable_on_panel(&self, colour: Color32) -> Color32 {
        readable(colour, self.panel)
    }

    /// Returns a colour for text on the paper of boards, adjusted until the text is readable.
    pub fn on_paper(&self, colour: Color32) -> Color32 {
        readable(colour, self.paper)
    }

    /// Returns the colour of players' drawings on a board. It is not the colour of any side.
    pub fn drawing_colour(&self) -> Color32 {
        fade(self.accent, 0.85)
    }

    /// Returns the soft shadow of cards and menus.
    pub fn soft_shadow(&self) -> Shadow {
        Shadow { offset: [0, 4], blur: 16, spread: 0, color: fade(self.shadow, 0.22) }
    }

    /// Returns true for the dark theme.
    pub fn is_dark(&self) -> bool {
        self.name == ThemeName::Dark
    }
}

/// The minimum contrast of text that WCAG asks for, at level AA.
const MIN_CONTRAST: f32 = 4.5;

/// Returns the colour 0xRRGGBB.
const fn hex(number: u32) -> Color32 {
    Color32::from_rgb((number >> 16) as u8, (number >> 8) as u8, number as u8)
}

/// Returns the average of colours, or a transparent colour if there are none.
pub fn average(colours: impl Iterator<Item = Color32>) -> Color32 {
    let (mut sums, mut count) = ([0u32; 4], 0u32);
    for colour in colours {
        sums.iter_mut().zip(colour.to_array()).for_each(|(sum, part)| *sum += u32::from(part));
        count += 1;
    }
    let [r, g, b, a] = sums.map(|sum| (sum / count.max(1)) as u8);
    Color32::from_rgba_premultiplied(r, g, b, a)
}

/// Mixes two colours. The share `t` of the second is from 0 to 1.
pub fn mix(from: Color32, to: Color32, t: f32) -> Color32 {
    from.lerp_to_gamma(to, t)
}

/// Mixes a colour with white.
pub fn tint(colour: Color32, t: f32) -> Color32 {
    mix(colour, WHITE, t)
}

/// Mixes a colour with black.
pub fn shade(colour: Color32, t: f32) -> Color32 {
    mix(colour, BLACK, t)
}

/// Makes a colour transparent. The opacity is from 0 to 1.
pub fn fade(colour: Color32, opacity: f32) -> Color32 {
    colour.gamma_multiply(opacity.clamp(0.0, 1.0))
}

/// Darkens or lightens a colour until its contrast with the ground is enough for text.
fn readable(mut colour: Color32, ground: Color32) -> Color32 {
    let towards = black_or_white_on(ground);
    while contrast(colour, ground) < MIN_CONTRAST {
        colour = mix(colour, towards, 0.06);
    }
    colour
}

/// Returns black or white: the one that reads better on this colour.
fn black_or_white_on(colour: Color32) -> Color32 {
    if contrast(colour, WHITE) >= contrast(colour, BLACK) { WHITE } else { BLACK }
}

/// Returns the contrast of two colours as WCAG defines it, from 1 to 21.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Returns the relative luminance of a colour as WCAG defines it, from 0 to 1.
fn luminance(colour: Color32) -> f32 {
    let linear = |byte: u8| {
        let s = f32::from(byte) / 255.0;
        if s <= 0.04045 { s / 12.92 } else { ((s + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
}

/// The dark squares of a QR code. The same in every theme, so that cameras can read the code.
pub const QR_INK: Color32 = Color32::BLACK;
/// The light squares of a QR code.
pub const QR_PAPER: Color32 = Color32::WHITE;

/// The tint that leaves a picture unchanged.
pub const NO_TINT: Color32 = Color32::WHITE;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn themes() -> impl Iterator<Item = Theme> {
        ThemeName::ALL
            .into_iter()
            .flat_map(|name| [false, true].map(|colour_blind| Theme::new(name, colour_blind)))
    }

    #[test]
    fn text_has_enough_contrast_on_every_background() {
        for theme in themes() {
            for seat in (0..4).map(Seat::new) {
                assert!(
                    contrast(theme.side(seat), theme.text_on(theme.side(seat))) >= 4.5,
                    "{seat:?}"
                );
                assert!(contrast(theme.side_text(seat), theme.panel) >= 4.5, "{seat:?}");
            }
            for seat in (0..Seat::MAX as u8).map(Seat::new) {
                let tile = theme.army_tile(seat);
                assert!(contrast(tile, theme.shine) >= 4.5, "{seat:?}");
                assert!(contrast(theme.on_paper(tile), theme.paper) >= 4.5, "{seat:?}");
            }
            for (text, ground) in [
                (theme.ink, theme.paper),
                (theme.ink, theme.panel),
                (theme.ink, theme.raised),
                (theme.on_table, theme.table),
                (theme.error, theme.panel),
                (theme.warning, theme.panel),
            ] {
                assert!(contrast(text, ground) >= 4.5, "{:?}: {text:?} {ground:?}", theme.name);
            }
            assert!(contrast(theme.quiet, theme.panel) >= 4.0, "{:?}", theme.name);
            assert!(contrast(theme.accent, theme.on_accent) >= 4.0, "{:?}", theme.name);
        }
    }

    #[test]
    fn theme_names_are_snake_case() {
        assert_eq!(serde_json::to_string(&ThemeName::Wood).unwrap(), "\"wood\"");
    }

    /// Returns true if a line contains a raw colour, which only the theme may use.
    fn has_raw_colour(line: &str) -> bool {
        let is_named_colour = |rest: &str| {
            rest.starts_with(|c: char| c.is_ascii_uppercase())
                && !rest.starts_with("TRANSPARENT")
                && !rest.starts_with("PLACEHOLDER")
        };
        let constructors =
            ["from_rgb", "from_gray", "from_hex", "from_black", "from_white", "hex_color"];
        constructors.iter().any(|constructor| line.contains(constructor))
            || line.split("Color32::").skip(1).any(is_named_colour)
            || line.contains("Rgba::")
    }

    /// Collects the lines with raw colours in the files of a folder, except this file.
    fn raw_colours(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                raw_colours(&path, found);
            } else if !path.ends_with("src/ui/theme.rs") {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let lines = text.lines().enumerate().filter(|(_, line)| has_raw_colour(line));
                found.extend(lines.map(|(index, _)| format!("{}:{}", path.display(), index + 1)));
            }
        }
    }

    #[test]
    fn colours_are_defined_in_the_theme_only() {
        let mut found = Vec::new();
        raw_colours(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        assert!(found.is_empty(), "raw colours outside the theme: {found:?}");
    }
}
