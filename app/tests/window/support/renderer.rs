//! Renders the window of a test to pixels, without a graphics card.

use egui::epaint::textures::TexturesDelta;
use egui::{Color32, ColorImage, Context, FullOutput};
use egui_kittest::TestRenderer;
use image::RgbaImage;
use qipan_raster::MeshPainter;

/// The software rasterizer as the renderer of a test window.
#[derive(Default)]
pub struct SoftwareRenderer(MeshPainter);

impl TestRenderer for SoftwareRenderer {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        self.0.update(delta);
        self.0.free(delta);
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let primitives = ctx.tessellate(output.shapes.clone(), scale);
        let size = (ctx.content_rect().size() * scale).round();
        let size = [size.x as usize, size.y as usize];
        let mut picture = ColorImage::filled(size, Color32::TRANSPARENT);
        self.0.paint(&primitives, scale, &mut picture);
        let [width, height] = size.map(|side| side as u32);
        RgbaImage::from_raw(width, height, picture.as_raw().to_vec())
            .ok_or_else(|| format!("{width} x {height} pixels are not all there"))
    }
}
