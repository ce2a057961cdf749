//! Runs egui without a window and renders its output to pixels.

use egui::{Color32, ColorImage, Context, Pos2, RawInput, Rect, Ui, Vec2, ViewportId};
use qipan_raster::MeshPainter;

use crate::model::i18n::Lang;
use crate::ui::fonts::install_fonts;
use crate::ui::system_fonts;
use crate::ui::theme::Theme;

/// The maximum side of a texture for glyphs and cached shapes, in pixels.
const TEXTURE_SIDE: usize = 4096;

/// An egui screen without a window.
pub(super) struct Headless {
    ctx: Context,
    painter: MeshPainter,
    /// The size in points.
    size: Vec2,
    /// The number of pixels per point.
    scale: f32,
}

impl Headless {
    /// Creates a screen of this size in points, with `scale` pixels per point, for texts in a
    /// language.
    pub(super) fn new(theme: &Theme, lang: Lang, size: Vec2, scale: f32) -> Self {
        let ctx = Context::default();
        install_fonts(&ctx, lang);
        ctx.add_font_provider(system_fonts::blocking_system_fonts());
        theme.apply(&ctx);
        Self { ctx, painter: MeshPainter::default(), size, scale }
    }

    /// Renders a user interface on a background of one colour.
    pub(super) fn draw(&mut self, background: Color32, ui: impl FnMut(&mut Ui)) -> ColorImage {
        let mut output = self.ctx.run_ui(self.input(), ui);
        self.painter.update(&mut output.textures_delta);
        let shapes = std::mem::take(&mut output.shapes);
        let primitives = self.ctx.tessellate(shapes, self.scale);
        let pixels = (self.size * self.scale).round();
        let mut image = ColorImage::filled([pixels.x as usize, pixels.y as usize], background);
        self.painter.paint(&primitives, self.scale, &mut image);
        self.painter.free(&mut output.textures_delta);
        image
    }

    /// Returns the input of a frame without events.
    fn input(&self) -> RawInput {
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            max_texture_side: Some(TEXTURE_SIDE),
            // A constant time, so that nothing is animated.
            time: Some(0.0),
            ..RawInput::default()
        };
        let viewport = input.viewports.entry(ViewportId::ROOT).or_default();
        viewport.native_pixels_per_point = Some(self.scale);
        input
    }
}
