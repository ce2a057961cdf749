//! Pictures kept as pixels, so that a frame costs two triangles.

use std::fmt;
use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{Painter, Pos2, Rect, Shape, TextureHandle, TextureOptions, pos2};

use super::picture::mesh;
use super::raster::raster;
use crate::ui::theme::AS_IT_IS;

/// Shapes kept as pixels from frame to frame, for as long as what they show is the same.
#[derive(Clone)]
pub struct Print<K>(Option<(K, f32, Printed)>);

/// Shapes made ready to be shown.
#[derive(Clone)]
enum Printed {
    /// As a picture in its place.
    Pixels(TextureHandle, Rect),
    /// As triangles, where they are too large for that.
    Triangles(Arc<Mesh>),
}

impl<K> Default for Print<K> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K> fmt::Debug for Print<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Print").finish_non_exhaustive()
    }
}

impl<K: PartialEq> Print<K> {
    /// Paints the shapes of a key, making them anew only when that or the scale has changed.
    pub fn paint(&mut self, painter: &Painter, key: K, shapes: impl FnOnce(&K) -> Vec<Shape>) {
        let scale = painter.pixels_per_point();
        let kept = self.0.take().filter(|(other, s, _)| *other == key && *s == scale);
        let (.., printed) = self.0.insert(kept.unwrap_or_else(|| {
            let printed = Printed::new(painter, mesh(shapes(&key), scale), scale);
            (key, scale, printed)
        }));
        printed.paint(painter);
    }
}

impl Printed {
    fn new(painter: &Painter, mesh: Mesh, scale: f32) -> Self {
        match raster(&mesh, scale) {
            Some((rect, pixels)) => {
                let options = TextureOptions::NEAREST;
                Self::Pixels(painter.ctx().load_texture("print", pixels, options), rect)
            }
            None => Self::Triangles(Arc::new(mesh)),
        }
    }

    fn paint(&self, painter: &Painter) {
        match self {
            Self::Pixels(texture, rect) => {
                let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
                painter.image(texture.id(), *rect, whole, AS_IT_IS);
            }
            Self::Triangles(mesh) => {
                painter.add(Shape::Mesh(Arc::clone(mesh)));
            }
        }
    }
}
