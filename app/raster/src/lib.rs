//! A software rasterizer: turns triangles into pixels.
//!
//! It draws shapes once for the texture cache, so that drawing them again costs two triangles. It
//! also renders whole pictures without a graphics card.
//!
//! It consists of loops over pixels, so it is a package of its own and optimised even in
//! development builds.

use epaint::{Color32, ColorImage, Mesh, Pos2, Rect, Vertex};

mod painter;
mod palette;

pub use painter::MeshPainter;
pub use palette::{Palette, Part};

/// The maximum side of a picture in pixels. Every graphics card supports textures of this size.
const MAX_SIDE: f32 = 2048.0;

/// Renders a mesh without texture. Returns its rectangle in points and its pixels, or `None` if
/// it is empty or too large.
pub fn raster(mesh: &Mesh, pixels_per_point: f32) -> Option<(Rect, ColorImage)> {
    let bounds = mesh.calc_bounds() * pixels_per_point;
    let bounds = Rect::from_min_max(bounds.min.floor(), bounds.max.ceil());
    let (width, height) = (bounds.width(), bounds.height());
    if !(1.0..=MAX_SIDE).contains(&width) || !(1.0..=MAX_SIDE).contains(&height) {
        return None;
    }
    let size = [width as usize, height as usize];
    let mut image = ColorImage::filled(size, Color32::TRANSPARENT);
    let whole = Area::whole(size);
    // Returns a vertex in pixels of the image.
    let vertex_in_image = |index: u32| {
        let mut vertex = mesh.vertices[index as usize];
        vertex.pos = (vertex.pos.to_vec2() * pixels_per_point - bounds.min.to_vec2()).to_pos2();
        vertex
    };
    for corners in mesh.indices.as_chunks::<3>().0 {
        Triangle::new(corners.map(vertex_in_image)).draw(whole, &mut image);
    }
    Some((bounds / pixels_per_point, image))
}

/// The premultiplied channels of a colour as floats, for interpolation.
type Channels = [f32; 4];

/// A triangle in pixels with its colours.
struct Triangle {
    corners: [Pos2; 3],
    /// The colour of the first corner.
    colour: Channels,
    /// The change of colour per pixel to the right.
    right: Channels,
    /// The change of colour per pixel down.
    down: Channels,
    /// The common colour of all corners, if there is one.
    uniform: Option<Color32>,
}

/// Returns the changes per pixel, to the right and down, of values that are given at the corners of
/// a triangle. They are 0 for a degenerate triangle.
fn gradient<const N: usize>([a, b, c]: [Pos2; 3], values: [[f32; N]; 3]) -> [[f32; N]; 2] {
    let (ab, ac) = (b - a, c - a);
    let area = ab.x * ac.y - ab.y * ac.x;
    // Solves the linear equations of the edges for one value by Cramer's rule.
    let change = |ac_part: f32, ab_part: f32, k: usize| {
        let [at_a, at_b, at_c] = values.map(|value| value[k]);
        let change = ((at_b - at_a) * ac_part - (at_c - at_a) * ab_part) / area;
        if change.is_finite() { change } else { 0.0 }
    };
    [
        std::array::from_fn(|k| change(ac.y, ab.y, k)),
        std::array::from_fn(|k| -change(ac.x, ab.x, k)),
    ]
}

/// A clip rectangle, in pixels.
#[derive(Clone, Copy, Debug)]
struct Area {
    columns: [usize; 2],
    rows: [usize; 2],
}

impl Area {
    /// Returns the area of a whole picture.
    fn whole([width, height]: [usize; 2]) -> Self {
        Self { columns: [0, width], rows: [0, height] }
    }

    /// Returns the part of a picture inside a rectangle, rounded to whole pixels.
    fn new(rect: Rect, [width, height]: [usize; 2]) -> Self {
        let pixel = |edge: f32, end: usize| (edge.round().max(0.0) as usize).min(end);
        Self {
            columns: [rect.min.x, rect.max.x].map(|x| pixel(x, width)),
            rows: [rect.min.y, rect.max.y].map(|y| pixel(y, height)),
        }
    }

    /// Calls `each` for every row of pixels whose centres lie inside a triangle. The arguments are
    /// the row, the first column and the column after the last.
    ///
    /// A pixel whose centre lies on an edge belongs to the triangle on the right or lower side of
    /// the edge, so that adjacent triangles never draw a pixel twice.
    #[inline]
    fn for_each_row(&self, mut corners: [Pos2; 3], mut each: impl FnMut(usize, usize, usize)) {
        corners.sort_unstable_by(|a, b| a.y.total_cmp(&b.y));
        let [top, middle, bottom] = corners;
        let ([first, end], [start, end_column]) = (self.rows, self.columns);
        let first_row = |y: f32| first_centre(y, end).max(first);
        if first_row(top.y) == first_row(bottom.y) {
            return;
        }
        // The long edge bounds all rows on one side, and the two short ones on the other.
        let long = Edge::new(top, bottom);
        for (from, to) in [(top, middle), (middle, bottom)] {
            let short = Edge::new(from, to);
            for row in first_row(from.y)..first_row(to.y) {
                let y = row as f32 + 0.5;
                let (a, b) = (long.x_at(y), short.x_at(y));
                let left = first_centre(a.min(b), end_column).max(start);
                let right = first_centre(a.max(b), end_column);
                if left < right {
                    each(row, left, right);
                }
            }
        }
    }
}

/// An edge of a triangle, from its upper to its lower corner. So both triangles at an edge compute
/// the same x.
struct Edge {
    from: Pos2,
    /// The change of x per pixel down. It is not finite for a horizontal edge, which crosses no
    /// row.
    slope: f32,
}

impl Edge {
    #[inline]
    fn new(from: Pos2, to: Pos2) -> Self {
        Self { from, slope: (to.x - from.x) / (to.y - from.y) }
    }

    #[inline]
    fn x_at(&self, y: f32) -> f32 {
        self.from.x + (y - self.from.y) * self.slope
    }
}

impl Triangle {
    fn new(corners: [Vertex; 3]) -> Self {
        let colours = corners.map(|vertex| vertex.color.to_array().map(f32::from));
        let positions = corners.map(|vertex| vertex.pos);
        let is_uniform = corners.iter().all(|vertex| vertex.color == corners[0].color);
        let [right, down] = if is_uniform { [[0.0; 4]; 2] } else { gradient(positions, colours) };
        let uniform = is_uniform.then_some(corners[0].color);
        Self { corners: positions, colour: colours[0], right, down, uniform }
    }

    /// Draws the part of the triangle inside a clip rectangle.
    fn draw(&self, clip: Area, image: &mut ColorImage) {
        let width = image.size[0];
        clip.for_each_row(self.corners, |row, from, to| {
            let start = row * width;
            let pixels = &mut image.pixels[start + from..start + to];
            self.draw_span(pixels, from, row as f32 + 0.5);
        });
    }

    /// Draws consecutive pixels of a row, the first of them in `column`. `y` is the middle of the
    /// row.
    fn draw_span(&self, pixels: &mut [Color32], column: usize, y: f32) {
        match self.uniform {
            Some(colour) if colour.is_opaque() => pixels.fill(colour),
            Some(Color32::TRANSPARENT) => {}
            Some(colour) => pixels.iter_mut().for_each(|pixel| *pixel = blend(*pixel, colour)),
            None => {
                let [corner, ..] = self.corners;
                let dy = y - corner.y;
                for (i, pixel) in pixels.iter_mut().enumerate() {
                    let dx = (column + i) as f32 + 0.5 - corner.x;
                    let channels = std::array::from_fn(|k| {
                        self.colour[k] + self.right[k] * dx + self.down[k] * dy
                    });
                    *pixel = blend(*pixel, colour_of_channels(channels));
                }
            }
        }
    }
}

/// Blends a colour over another, as [`Color32::blend`] does, which the compiler does not inline.
#[inline]
fn blend(below: Color32, above: Color32) -> Color32 {
    below.gamma_multiply_u8(255 - above.a()) + above
}

/// Converts premultiplied channels from 0 to 255 into a colour.
#[inline]
fn colour_of_channels(channels: Channels) -> Color32 {
    // Rounds. `f32::round` is a call of a function.
    let [r, g, b, a] = channels.map(|channel| (channel + 0.5) as u8);
    Color32::from_rgba_premultiplied(r, g, b, a)
}

/// Returns the first row or column whose centre is at or beyond a coordinate, at most `end`.
#[inline]
fn first_centre(coordinate: f32, end: usize) -> usize {
    let distance = (coordinate - 0.5).clamp(0.0, end as f32);
    // Rounds up. `f32::ceil` is a call of a function.
    let below = distance as i32;
    below as usize + usize::from((below as f32) < distance)
}

#[cfg(test)]
mod tests {
    use epaint::{Shape, Stroke, TessellationOptions, Tessellator, pos2, vec2};

    use super::*;

    fn red() -> Color32 {
        colour_of_channels([255.0, 0.0, 0.0, 255.0])
    }

    fn mesh(shapes: Vec<Shape>, scale: f32) -> Mesh {
        let options = TessellationOptions::default();
        let mut tessellator = Tessellator::new(scale, options, [1, 1], Vec::new());
        let mut mesh = Mesh::default();
        shapes.into_iter().for_each(|shape| tessellator.tessellate_shape(shape, &mut mesh));
        mesh
    }

    fn rasterized(shapes: Vec<Shape>, scale: f32) -> (Rect, ColorImage) {
        raster(&mesh(shapes, scale), scale).unwrap()
    }

    #[test]
    fn adjacent_triangles_cover_each_pixel_once() {
        // In a translucent fan, a pixel that is drawn twice has a different colour.
        let middle = pos2(20.3, 17.8);
        let mut fan = Mesh::default();
        let colour = colour_of_channels([60.0, 0.0, 0.0, 60.0]);
        fan.colored_vertex(middle, colour);
        for corner in 0..7 {
            let offset = epaint::emath::Vec2::angled(corner as f32 * 0.9) * 15.0;
            fan.colored_vertex(middle + offset, colour);
        }
        (1..8).for_each(|corner| fan.add_triangle(0, corner, corner % 7 + 1));
        let (_, image) = raster(&fan, 1.0).unwrap();
        let found = image.pixels.iter().filter(|pixel| **pixel == colour).count();
        let touched = image.pixels.iter().filter(|pixel| pixel.a() > 0).count();
        assert!(found > 500, "{found}");
        assert_eq!(found, touched);
    }

    #[test]
    fn rectangle_is_filled_with_soft_edges() {
        for scale in [1.0, 1.5, 2.0] {
            let rect = Rect::from_min_size(pos2(3.25, 4.5), vec2(30.0, 20.0));
            let (place, image) = rasterized(vec![Shape::rect_filled(rect, 3.0, red())], scale);
            assert!(place.contains_rect(rect));
            let pixel = |pos: Pos2| {
                let offset = (pos - place.min) * scale;
                image.pixels[offset.y as usize * image.size[0] + offset.x as usize]
            };
            assert_eq!(pixel(rect.center()), red());
            assert_eq!(pixel(rect.min - vec2(1.0, 1.0)), Color32::TRANSPARENT);
            assert!(pixel(pos2(10.0, 4.4)).a() < 255);
            let area = image.pixels.iter().map(|pixel| f32::from(pixel.a()) / 255.0).sum::<f32>();
            let expected = (rect.area() - 9.0 * (4.0 - std::f32::consts::PI)) * scale * scale;
            assert!((area / expected - 1.0).abs() < 0.02, "{area} of {expected}");
        }
    }

    #[test]
    fn vertex_colours_are_interpolated_evenly() {
        let mut mesh = Mesh::default();
        mesh.colored_vertex(pos2(0.0, 0.0), colour_of_channels([0.0, 0.0, 0.0, 255.0]));
        mesh.colored_vertex(pos2(200.0, 0.0), colour_of_channels([255.0; 4]));
        mesh.colored_vertex(pos2(0.0, 10.0), colour_of_channels([0.0, 0.0, 0.0, 255.0]));
        mesh.add_triangle(0, 1, 2);
        let (_, image) = raster(&mesh, 1.0).unwrap();
        for (x, pixel) in image.pixels[..190].iter().enumerate() {
            let expected = (x as f32 + 0.5) / 200.0 * 255.0;
            assert!((f32::from(pixel.r()) - expected).abs() <= 1.0, "{x}: {pixel:?}");
        }
    }

    #[test]
    fn empty_and_oversized_pictures_are_refused() {
        let line =
            Shape::line_segment([pos2(0.0, 0.0), pos2(3000.0, 9.0)], Stroke::new(2.0, red()));
        assert!(raster(&mesh(vec![line], 1.0), 1.0).is_none());
        assert!(raster(&Mesh::default(), 1.0).is_none());
    }
}
