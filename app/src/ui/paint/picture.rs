//! Shapes cached as meshes, so that a frame only copies triangles.

use std::sync::Arc;

use egui::epaint::{Mesh, TessellationOptions, Tessellator};
use egui::{Painter, Rect, Shape};

use super::{frame, shapes};
use crate::ui::theme::Theme;

/// The cached picture of the table under everything.
#[derive(Clone, Debug, Default)]
pub struct TablePicture {
    /// The inputs of the cached mesh: its rectangle, theme and pixels per point.
    key: Option<(Rect, Theme, f32)>,
    mesh: Arc<Mesh>,
}

impl TablePicture {
    /// Paints the table, over the whole of `rect`.
    pub fn paint(&mut self, painter: &Painter, rect: Rect, theme: &Theme) {
        let scale = painter.pixels_per_point();
        let key = (rect, theme.clone(), scale);
        if self.key.as_ref() != Some(&key) {
            self.mesh = Arc::new(mesh(frame::table(rect, theme), scale));
            self.key = Some(key);
        }
        painter.with_clip_rect(rect).add(Shape::Mesh(Arc::clone(&self.mesh)));
    }
}

/// Tessellates shapes. None of them may be text, which would need fonts.
pub fn mesh(shapes: Vec<Shape>, pixels_per_point: f32) -> Mesh {
    let options = TessellationOptions { prerasterized_discs: false, ..Default::default() };
    let mut tessellator = Tessellator::new(pixels_per_point, options, [1, 1], Vec::new());
    let mut mesh = Mesh::default();
    flatten(shapes, &mut |shape| tessellator.tessellate_shape(shape, &mut mesh));
    mesh
}

/// Passes each shape to `each`. Nested lists are flattened, and circles become polygons.
fn flatten(list: Vec<Shape>, each: &mut impl FnMut(Shape)) {
    for shape in list {
        match shape {
            Shape::Vec(inner) => flatten(inner, each),
            // The tessellator uses many triangles per circle, and a board has hundreds of
            // circles.
            Shape::Circle(circle) => each(Shape::convex_polygon(
                shapes::circle(circle.center, circle.radius),
                circle.fill,
                circle.stroke,
            )),
            other => each(other),
        }
    }
}
