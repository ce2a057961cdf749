//! Shapes cached as pixels, so that drawing them again costs two triangles.

use std::fmt;
use std::sync::Arc;

use egui::emath::GuiRounding as _;
use egui::epaint::Mesh;
use egui::{Painter, Pos2, Rect, Shape, TextureHandle, TextureOptions, Vec2, pos2};

use qipan_raster::raster;

use super::picture::mesh;
use crate::ui::theme::{NO_TINT, Theme};

/// Shapes cached as pixels while their key and the scale stay the same.
#[derive(Clone)]
pub struct CachedShapes<K>(Option<(K, f32, PreparedShapes)>);

/// Shapes turned into a texture or triangles.
#[derive(Clone)]
enum PreparedShapes {
    /// A texture and its place.
    Pixels(TextureHandle, Rect),
    /// Triangles, for shapes too large for a texture.
    Triangles(Arc<Mesh>),
}

impl<K> Default for CachedShapes<K> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K> fmt::Debug for CachedShapes<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CachedShapes").finish_non_exhaustive()
    }
}

impl<K: PartialEq> CachedShapes<K> {
    /// Paints the shapes of a key, and draws them anew only if the key or the scale has changed.
    pub fn paint(&mut self, painter: &Painter, key: K, shapes: impl FnOnce(&K) -> Vec<Shape>) {
        let scale = painter.pixels_per_point();
        let cached = self
            .0
            .take()
            .filter(|(cached_key, cached_scale, _)| *cached_key == key && *cached_scale == scale);
        let (.., prepared) = self.0.insert(cached.unwrap_or_else(|| {
            let prepared = PreparedShapes::new(painter, mesh(shapes(&key), scale), scale);
            (key, scale, prepared)
        }));
        prepared.paint(painter, Vec2::ZERO);
    }
}

/// Small pictures that are shown in many places, such as the bodies of pieces. Each is cached as
/// pixels while it is in use.
#[derive(Clone)]
pub struct Sprites<K> {
    /// The theme and the pixels per point of all cached pictures.
    appearance: Option<(Theme, f32)>,
    cache: Vec<(K, PreparedShapes)>,
}

impl<K> Default for Sprites<K> {
    fn default() -> Self {
        Self { appearance: None, cache: Vec::new() }
    }
}

impl<K> fmt::Debug for Sprites<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sprites").field("kept", &self.cache.len()).finish_non_exhaustive()
    }
}

impl<K: PartialEq> Sprites<K> {
    /// Paints the picture of each key at its place. `shapes` draws it about the origin. Places
    /// should lie on whole pixels ([`on_pixels`]).
    pub fn paint(
        &mut self,
        painter: &Painter,
        theme: &Theme,
        places: impl Iterator<Item = (K, Pos2)>,
        shapes: impl Fn(&K) -> Vec<Shape>,
    ) {
        let scale = painter.pixels_per_point();
        let appearance = (theme.clone(), scale);
        if self.appearance.as_ref() != Some(&appearance) {
            self.appearance = Some(appearance);
            self.cache.clear();
        }
        let mut is_used = vec![false; self.cache.len()];
        for (key, place) in places {
            let found = self.cache.iter().position(|(other, _)| *other == key);
            let index = found.unwrap_or_else(|| {
                let prepared = PreparedShapes::new(painter, mesh(shapes(&key), scale), scale);
                self.cache.push((key, prepared));
                is_used.push(true);
                is_used.len() - 1
            });
            is_used[index] = true;
            self.cache[index].1.paint(painter, place.to_vec2());
        }
        let mut is_used = is_used.into_iter();
        self.cache.retain(|_| is_used.next().unwrap_or(false));
    }
}

/// Rounds a place to whole pixels.
pub fn on_pixels(painter: &Painter, place: Pos2) -> Pos2 {
    place.round_to_pixels(painter.pixels_per_point())
}

impl PreparedShapes {
    fn new(painter: &Painter, mesh: Mesh, scale: f32) -> Self {
        match raster(&mesh, scale) {
            Some((rect, pixels)) => {
                let options = TextureOptions::NEAREST;
                Self::Pixels(painter.ctx().load_texture("shapes", pixels, options), rect)
            }
            None => Self::Triangles(Arc::new(mesh)),
        }
    }

    /// Paints the shapes, moved by an offset.
    fn paint(&self, painter: &Painter, offset: Vec2) {
        match self {
            Self::Pixels(texture, rect) => {
                let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
                painter.image(texture.id(), rect.translate(offset), uv, NO_TINT);
            }
            Self::Triangles(mesh) => {
                let mut mesh = Arc::clone(mesh);
                if offset != Vec2::ZERO {
                    Arc::make_mut(&mut mesh).translate(offset);
                }
                painter.add(Shape::Mesh(mesh));
            }
        }
    }
}
