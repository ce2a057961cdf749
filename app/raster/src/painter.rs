//! Paints textured meshes in order, as a graphics card would.

use std::collections::HashMap;

use epaint::textures::{TextureFilter, TexturesDelta};
use epaint::{
    ClippedPrimitive, Color32, ColorImage, ImageData, ImageDelta, Mesh, Pos2, Primitive, TextureId,
    Vertex,
};

use crate::{Area, Triangle, blend, colour_of_channels, gradient};

/// Paints meshes with the textures that it holds.
#[derive(Debug, Default)]
pub struct MeshPainter {
    textures: HashMap<TextureId, Texture>,
}

/// A texture and its filtering.
#[derive(Debug)]
struct Texture {
    image: ColorImage,
    /// True if pixels are interpolated.
    is_smooth: bool,
}

impl MeshPainter {
    /// Takes over new and changed textures.
    pub fn update(&mut self, changes: &mut TexturesDelta) {
        for (id, deltas) in changes.set.drain() {
            for ImageDelta { image: ImageData::Color(image), options, pos } in deltas {
                match (pos, self.textures.get_mut(&id)) {
                    (Some(pos), Some(texture)) => texture.replace_part(&image, pos),
                    (Some(_), None) => {}
                    (None, _) => {
                        let image = image.as_ref().clone();
                        let is_smooth = options.magnification == TextureFilter::Linear;
                        self.textures.insert(id, Texture { image, is_smooth });
                    }
                }
            }
        }
    }

    /// Drops the textures that are no longer needed.
    pub fn free(&mut self, changes: &mut TexturesDelta) {
        for id in changes.free.drain() {
            self.textures.remove(&id);
        }
    }

    /// Paints meshes over a picture, in order. Meshes with unknown textures are skipped.
    pub fn paint(&self, primitives: &[ClippedPrimitive], scale: f32, image: &mut ColorImage) {
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            let Primitive::Mesh(mesh) = primitive else { continue };
            let Some(texture) = self.textures.get(&mesh.texture_id) else { continue };
            let clip = Area::new(*clip_rect * scale, image.size);
            texture.paint(mesh, scale, clip, image);
        }
    }
}

impl Texture {
    /// Replaces a part of the texture. What lies beyond its edges is ignored.
    fn replace_part(&mut self, part: &ColorImage, [left, top]: [usize; 2]) {
        let [width, height] = self.image.size;
        let columns = part.size[0].min(width.saturating_sub(left));
        for row in 0..part.size[1].min(height.saturating_sub(top)) {
            let to = (top + row) * width + left;
            let from = row * part.size[0];
            self.image.pixels[to..to + columns].copy_from_slice(&part.pixels[from..from + columns]);
        }
    }

    /// Paints a mesh with this texture.
    fn paint(&self, mesh: &Mesh, scale: f32, clip: Area, image: &mut ColorImage) {
        let vertex_in_image = |index: u32| {
            let mut vertex = mesh.vertices[index as usize];
            vertex.pos = (vertex.pos.to_vec2() * scale).to_pos2();
            vertex
        };
        for corners in mesh.indices.as_chunks::<3>().0 {
            let mut corners = corners.map(vertex_in_image);
            if corners.iter().all(|corner| corner.uv == corners[0].uv) {
                // All corners use one texel, which is a plain colour.
                let texel = self.sample(self.texel_pos(corners[0].uv));
                corners.iter_mut().for_each(|corner| corner.color = multiply(corner.color, texel));
                Triangle::new(corners).draw(clip, image);
            } else {
                self.paint_textured(corners, clip, image);
            }
        }
    }

    /// Converts texture coordinates to pixels of the texture.
    fn texel_pos(&self, uv: Pos2) -> [f32; 2] {
        [uv.x * self.image.size[0] as f32, uv.y * self.image.size[1] as f32]
    }

    /// Paints a triangle with the part of the texture between its corners.
    fn paint_textured(&self, corners: [Vertex; 3], clip: Area, image: &mut ColorImage) {
        let [a, b, c] = corners.map(|vertex| vertex.pos);
        let texel_positions = corners.map(|vertex| self.texel_pos(vertex.uv));
        let [right, down] = gradient([a, b, c], texel_positions);
        let width = image.size[0];
        let tint = corners[0].color;
        let has_no_tint = corners.iter().all(|corner| corner.color == Color32::WHITE);
        let has_one_tint = corners.iter().all(|corner| corner.color == tint);
        let colours = corners.map(|vertex| vertex.color.to_array().map(f32::from));
        let [colour_right, colour_down] = gradient([a, b, c], colours);
        clip.for_each_row([a, b, c], |row, from, to| {
            let y = row as f32 + 0.5 - a.y;
            let pixels = &mut image.pixels[row * width + from..row * width + to];
            for (i, pixel) in pixels.iter_mut().enumerate() {
                let x = (from + i) as f32 + 0.5 - a.x;
                let pos = [0, 1].map(|k| texel_positions[0][k] + right[k] * x + down[k] * y);
                let texel = self.sample(pos);
                let colour = match (has_no_tint, has_one_tint) {
                    (true, _) => texel,
                    (_, true) => multiply(texel, tint),
                    _ => multiply(
                        texel,
                        colour_of_channels(std::array::from_fn(|k| {
                            colours[0][k] + colour_right[k] * x + colour_down[k] * y
                        })),
                    ),
                };
                *pixel = blend_over(*pixel, colour);
            }
        });
    }

    /// Samples the texture at a position in pixels, with bilinear interpolation if it is smooth.
    fn sample(&self, [x, y]: [f32; 2]) -> Color32 {
        if !self.is_smooth {
            return self.texel(floor(x), floor(y));
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (column, row) = (floor(x + CENTRE_TOLERANCE), floor(y + CENTRE_TOLERANCE));
        // The weights of the right column and of the lower row.
        let (right, lower) = (x - column as f32, y - row as f32);
        // At the centre of a texel, as for unscaled glyphs, interpolation changes nothing.
        if right < 2.0 * CENTRE_TOLERANCE && lower < 2.0 * CENTRE_TOLERANCE {
            return self.texel(column, row);
        }
        let mut sum = [0.0; 4];
        for (dx, dy, weight) in [
            (0, 0, (1.0 - right) * (1.0 - lower)),
            (1, 0, right * (1.0 - lower)),
            (0, 1, (1.0 - right) * lower),
            (1, 1, right * lower),
        ] {
            let texel = self.texel(column + dx, row + dy).to_array();
            (0..4).for_each(|k| sum[k] += f32::from(texel[k]) * weight);
        }
        colour_of_channels(sum)
    }

    /// Returns a pixel of the texture. Coordinates beyond its edges are clamped.
    fn texel(&self, x: i32, y: i32) -> Color32 {
        let [width, height] = self.image.size;
        let x = (x.max(0) as usize).min(width.saturating_sub(1));
        let y = (y.max(0) as usize).min(height.saturating_sub(1));
        self.image.pixels.get(y * width + x).copied().unwrap_or(Color32::TRANSPARENT)
    }
}

/// The tolerance for positions at the centre of a texel, in texels. A position is not interpolated
/// if it lies at most this far before the centre, or less than twice as far beyond it.
const CENTRE_TOLERANCE: f32 = 1.0 / 256.0;

/// Rounds down. `f32::floor` is a call of a function.
#[inline]
fn floor(x: f32) -> i32 {
    let towards_zero = x as i32;
    towards_zero.saturating_sub(i32::from(towards_zero as f32 > x))
}

/// Multiplies two colours, channel by channel.
fn multiply(a: Color32, b: Color32) -> Color32 {
    if b == Color32::WHITE {
        return a;
    }
    let (a, b) = (a.to_array(), b.to_array());
    let [r, g, b, alpha] = std::array::from_fn(|k| {
        let product = u16::from(a[k]) * u16::from(b[k]);
        ((product + 127) / 255) as u8
    });
    Color32::from_rgba_premultiplied(r, g, b, alpha)
}

/// Blends a colour over another.
fn blend_over(below: Color32, above: Color32) -> Color32 {
    match above.a() {
        255 => above,
        0 if above == Color32::TRANSPARENT => below,
        _ => blend(below, above),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use epaint::textures::TextureOptions;
    use epaint::{Rect, pos2};

    use super::*;

    fn checkerboard() -> ColorImage {
        let colours = [Color32::WHITE, Color32::BLACK, Color32::BLACK, Color32::WHITE];
        ColorImage::new([2, 2], colours.to_vec())
    }

    fn painter(options: TextureOptions) -> MeshPainter {
        let mut painter = MeshPainter::default();
        let mut changes = TexturesDelta::default();
        let delta =
            ImageDelta { image: ImageData::Color(Arc::new(checkerboard())), options, pos: None };
        changes.push(TextureId::default(), delta);
        painter.update(&mut changes);
        painter
    }

    fn painted(painter: &MeshPainter, tint: Color32, clip: Rect) -> ColorImage {
        let mut mesh = Mesh::default();
        let place = Rect::from_min_max(pos2(1.0, 1.0), pos2(5.0, 5.0));
        mesh.add_rect_with_uv(place, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), tint);
        let primitive = ClippedPrimitive { clip_rect: clip, primitive: Primitive::Mesh(mesh) };
        let mut image = ColorImage::filled([12, 12], Color32::BLUE);
        painter.paint(&[primitive], 2.0, &mut image);
        image
    }

    #[test]
    fn texture_is_drawn_only_inside_its_rectangle() {
        let everywhere = Rect::EVERYTHING;
        let image = painted(&painter(TextureOptions::NEAREST), Color32::WHITE, everywhere);
        let at = |x: usize, y: usize| image.pixels[y * 12 + x];
        assert_eq!([at(2, 2), at(9, 9)], [Color32::WHITE; 2]);
        assert_eq!([at(6, 5), at(5, 6)], [Color32::BLACK; 2]);
        assert_eq!([at(1, 5), at(10, 5), at(5, 1), at(5, 10)], [Color32::BLUE; 4]);
        let half = Rect::from_min_max(Pos2::ZERO, pos2(3.0, 6.0));
        let cut = painted(&painter(TextureOptions::NEAREST), Color32::WHITE, half);
        assert_eq!(
            [cut.pixels[6 * 12 + 5], cut.pixels[6 * 12 + 6]],
            [Color32::BLACK, Color32::BLUE]
        );
    }

    #[test]
    fn linear_textures_interpolate_and_apply_tint() {
        let tint = Color32::from_rgba_premultiplied(100, 0, 0, 100);
        let image = painted(&painter(TextureOptions::LINEAR), tint, Rect::EVERYTHING);
        // The corner is white under the tint, over blue. The middle has half as much red.
        assert_eq!(image.pixels[2 * 12 + 2], Color32::from_rgb(100, 0, 155));
        let row: Vec<u8> = (2..10).map(|x| image.pixels[2 * 12 + x].r()).collect();
        assert!(row.is_sorted_by(|a, b| a >= b) && row[7] == 0, "{row:?}");
        assert!(row[3] > 40 && row[3] < 70, "{row:?}");
    }

    #[test]
    fn textures_are_patched_and_freed() {
        let mut painter = painter(TextureOptions::NEAREST);
        let mut changes = TexturesDelta::default();
        let red = ColorImage::filled([2, 1], Color32::RED);
        let image = ImageData::Color(Arc::new(red));
        let delta = ImageDelta { image, options: TextureOptions::NEAREST, pos: Some([1, 0]) };
        changes.push(TextureId::default(), delta);
        changes.free.insert(TextureId::default());
        painter.update(&mut changes);
        let image = painted(&painter, Color32::WHITE, Rect::EVERYTHING);
        assert_eq!([image.pixels[26], image.pixels[33]], [Color32::WHITE, Color32::RED]);
        painter.free(&mut changes);
        let blank = painted(&painter, Color32::WHITE, Rect::EVERYTHING);
        assert!(blank.pixels.iter().all(|pixel| *pixel == Color32::BLUE));
    }
}
