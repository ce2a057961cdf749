//! The pieces of Junqi: bevelled tiles that show their name or their back.

use std::sync::Arc;

use egui::emath::Rot2;
use egui::epaint::{Mesh, RectShape, StrokeKind, TextShape};
use egui::{Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::Kind;

use crate::games::junqi::names::{short, shortest};
use crate::games::junqi::printed::printed;
use crate::model::settings::PieceNames;
use crate::ui::fonts::{brush_font, title_font};
use crate::ui::paint::{SideMark, shapes};
use crate::ui::theme::{Theme, fade, mix, shade, tint};

mod label;

pub use label::TileLabel;

/// The height from which a narrow tile carries the name of a wider one, in points. The letters are
/// smaller then, but large enough to read.
const MIN_HEIGHT_FOR_LONG_NAMES: f32 = 50.0;

/// The visible side of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Face {
    /// The front, with the name of its kind.
    Piece(Kind),
    /// The back of a hidden piece whose owner is known.
    Back,
    /// A face-down tile whose owner is hidden, too.
    FaceDown,
    /// A face-down tile whose kind the viewer knows all the same, as when the game is over.
    KnownFaceDown(Kind),
}

/// The appearance of a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct TileLook {
    /// Its middle.
    pub pos: Pos2,
    /// The size of the tile at rest. Animations change `scale` instead, because every new font
    /// size would be rendered and cached.
    pub size: Vec2,
    /// The visible side.
    pub face: Face,
    /// The army whose colour it has, or `None` for a face-down tile whose owner is hidden.
    pub seat: Option<Seat>,
    /// The style of its name.
    pub names: PieceNames,
    /// A few words on it: the player's mark, or its candidates.
    pub label: Option<TileLabel>,
    /// True if it was shown to everyone in a game of hidden pieces.
    pub is_revealed: bool,
    /// The owner of the Flag that it carries, if any.
    pub carried_flag: Option<Seat>,
    /// The height above the board, from 0 to 1.
    pub lift: f32,
    /// The visible share of its width, from 0 (on edge) to 1. It changes while the tile is flipped.
    pub visible_width: f32,
    /// The scale of the drawing, 1 for full size.
    pub scale: f32,
    /// The clockwise tilt in radians. A piece that lost a battle tilts while it falls.
    pub tilt: f32,
    /// The opacity, from 0 to 1.
    pub opacity: f32,
}

impl TileLook {
    /// Returns a tile at rest.
    pub fn new(pos: Pos2, size: Vec2, face: Face, seat: Option<Seat>) -> Self {
        Self {
            pos,
            size,
            face,
            seat,
            names: PieceNames::Chinese,
            label: None,
            is_revealed: false,
            carried_flag: None,
            lift: 0.0,
            visible_width: 1.0,
            scale: 1.0,
            tilt: 0.0,
            opacity: 1.0,
        }
    }

    /// Returns the body alone, at rest at the origin. All tiles in the colour of an army have the
    /// same body, and so do all face-down tiles.
    pub fn body_only(&self) -> Self {
        let (face, seat) = match self.face {
            Face::FaceDown | Face::KnownFaceDown(_) => (Face::FaceDown, None),
            Face::Piece(_) | Face::Back => (Face::Back, self.seat),
        };
        Self::new(Pos2::ZERO, self.size, face, seat)
    }

    /// Returns the colour of its body.
    fn body_colour(&self, theme: &Theme) -> Color32 {
        match self.seat {
            Some(seat) if matches!(self.face, Face::Piece(_) | Face::Back) => theme.army_tile(seat),
            _ => shade(mix(theme.rock, theme.shadow, 0.42), 0.2),
        }
    }
}

/// Paints a tile.
pub fn paint_tile(painter: &Painter, theme: &Theme, look: &TileLook) {
    painter.extend(tile_body(painter, theme, look));
    paint_tile_face(painter, theme, look);
}

/// Returns the shapes of a tile's body. They contain no text and can be cached as pixels.
pub fn tile_body(painter: &Painter, theme: &Theme, look: &TileLook) -> Vec<Shape> {
    TilePainter::new(painter, theme, look).body_shapes()
}

/// Paints the content of a tile over its body.
pub fn paint_tile_face(painter: &Painter, theme: &Theme, look: &TileLook) {
    let tile = TilePainter::new(painter, theme, look);
    if look.visible_width > MIN_READABLE_WIDTH {
        match &look.face {
            Face::Piece(piece) => tile.paint_front(*piece),
            Face::Back => tile.paint_back(),
            Face::FaceDown => tile.paint_face_down(),
            Face::KnownFaceDown(piece) => tile.paint_known_face_down(*piece),
        }
    }
    tile.paint_extras();
}

/// Paints one tile. Tile coordinates are shares of the tile's height, from the middle of its face.
struct TilePainter<'a> {
    painter: &'a Painter,
    theme: &'a Theme,
    look: &'a TileLook,
    body_colour: Color32,
    ink: Color32,
    /// The middle of the face.
    middle: Pos2,
    /// Half the size of the face, in tile coordinates.
    half: Vec2,
    /// The points of the screen per unit of tile coordinates.
    unit: Vec2,
}

/// The visible thickness of a tile under its face, in tile coordinates.
const THICKNESS: f32 = 0.085;

/// The face is readable if the visible share of the width is larger than this.
const MIN_READABLE_WIDTH: f32 = 0.12;

impl<'a> TilePainter<'a> {
    fn new(painter: &'a Painter, theme: &'a Theme, look: &'a TileLook) -> Self {
        let body_colour = look.body_colour(theme);
        let height = look.size.y;
        let scale = look.scale * (1.0 + 0.05 * look.lift);
        let unit = vec2(height * scale * look.visible_width.clamp(0.03, 1.0), height * scale);
        let half = vec2(look.size.x / height, 1.0 - THICKNESS) / 2.0;
        let rise = height * (THICKNESS / 2.0 + 0.2 * look.lift);
        let middle = look.pos - Rot2::from_angle(look.tilt) * vec2(0.0, rise);
        let ink = fade(theme.shine, look.opacity);
        Self { painter, theme, look, body_colour, ink, middle, half, unit }
    }

    /// Converts tile coordinates to the screen.
    fn to_screen(&self, x: f32, y: f32) -> Pos2 {
        self.middle + Rot2::from_angle(self.look.tilt) * (vec2(x, y) * self.unit)
    }

    /// Returns true if the tile is too small for ornaments, as on a game's card.
    fn is_tiny(&self) -> bool {
        self.look.size.y < 20.0
    }

    fn with_opacity(&self, colour: Color32) -> Color32 {
        fade(colour, self.look.opacity)
    }

    /// Returns a rounded rectangle around a point. `half` is half its size. All lengths are in tile
    /// coordinates.
    fn rect(&self, (x, y): (f32, f32), half: Vec2, radius: f32, fill: Color32) -> RectShape {
        let rect = Rect::from_center_size(self.to_screen(x, y), 2.0 * half * self.unit);
        let corner = CornerRadius::same((radius * self.unit.min_elem()).round() as u8);
        RectShape::filled(rect, corner, fill).with_angle(self.look.tilt)
    }

    fn stroke_width(&self, share: f32) -> f32 {
        (share * self.unit.y).max(0.7)
    }

    /// Returns the shapes of the body: its shadow, its side, the lit rim and the face.
    fn body_shapes(&self) -> Vec<Shape> {
        let (look, theme, colour) = (self.look, self.theme, self.body_colour);
        let shadow_offset = 0.07 + 0.34 * look.lift;
        let half_body = self.half + vec2(0.0, THICKNESS / 2.0);
        let shadow_colour = fade(theme.shadow, (0.45 - 0.12 * look.lift) * look.opacity);
        let shadow_pos = (0.25 * shadow_offset, shadow_offset + THICKNESS / 2.0);
        let shadow = self
            .rect(shadow_pos, half_body, 0.18, shadow_colour)
            .with_blur_width((0.14 + 0.22 * look.lift) * self.unit.y);
        let side_colour = self.with_opacity(shade(colour, 0.45));
        let side = self.rect((0.0, THICKNESS / 2.0), half_body, 0.18, side_colour);
        let rim = self.rect((0.0, 0.0), self.half, 0.18, self.with_opacity(tint(colour, 0.32)));
        let half_face = self.half - vec2(0.028, 0.028);
        let face = self.rect((0.0, 0.012), half_face, 0.16, self.with_opacity(colour));
        let mut shapes: Vec<Shape> = [shadow, side, rim, face].map(Shape::Rect).into();
        if look.visible_width > MIN_READABLE_WIDTH && !self.is_tiny() {
            shapes.push(self.sheen(half_face - Vec2::splat(0.012)));
        }
        shapes
    }

    /// Returns the light from above on the face: a gradient from lit to shaded.
    fn sheen(&self, half: Vec2) -> Shape {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| pos2(x * half.x, y * half.y) * self.look.size.y);
        let points = shapes::rounded(&corners, 0.15 * self.look.size.y);
        let mut mesh = Mesh::default();
        for point in points {
            let (x, y) = (point.x / self.look.size.y, point.y / self.look.size.y);
            let t = (y / half.y + 1.0) / 2.0;
            // Never lighter than the body, so that light characters keep their contrast.
            let colour = mix(self.body_colour, shade(self.body_colour, 0.16), t);
            mesh.colored_vertex(self.to_screen(x, y + 0.012), self.with_opacity(colour));
        }
        for i in 2..mesh.vertices.len() as u32 {
            mesh.add_triangle(0, i - 1, i);
        }
        Shape::mesh(mesh)
    }

    /// Paints the front, with the name of the piece.
    fn paint_front(&self, piece: Kind) {
        // Small tiles have no space for an ornament around their name.
        if self.look.size.y >= 38.0 {
            self.paint_frame(0.05, 0.26);
        }
        let width = 2.0 * self.half.x;
        match self.look.names {
            PieceNames::Chinese => {
                let height = 0.7_f32.min(width * 0.43);
                let half_distance = (width * 0.5).clamp(height, height * 1.12) / 2.0;
                for (i, hanzi) in printed(piece).chars().enumerate() {
                    let x = half_distance * (2.0 * i as f32 - 1.0);
                    self.paint_text(&hanzi.to_string(), brush_font, height, (x, 0.015), f32::MAX);
                }
            }
            PieceNames::English => {
                let is_cramped = width < 1.3 && self.look.size.y < MIN_HEIGHT_FOR_LONG_NAMES;
                let name = if is_cramped { shortest(piece) } else { short(piece) };
                self.paint_text(name, title_font, 0.42, (0.0, 0.0), width - 0.26);
            }
            PieceNames::Codes => {
                self.paint_text(piece.code(), title_font, 0.66, (0.0, 0.0), width - 0.3);
            }
        }
        self.paint_side_mark((-self.half.x + 0.14, -self.half.y + 0.14), 0.14, 0.9);
    }

    /// Paints the back of a hidden tile with a known owner.
    fn paint_back(&self) {
        self.paint_frame(0.07, 0.3);
        self.paint_lattice(0.15);
        if self.look.label.is_some() {
            self.paint_side_mark((-self.half.x + 0.14, -self.half.y + 0.14), 0.14, 0.9);
            return;
        }
        let height = self.look.size.y;
        let disc: Vec<Pos2> = shapes::circle(Pos2::ZERO, 0.29 * height)
            .iter()
            .map(|p| self.to_screen(p.x / height, p.y / height))
            .collect();
        let fill = self.with_opacity(shade(self.body_colour, 0.1));
        self.painter.add(shapes::fill(disc.clone(), fill));
        let line = fade(self.ink, 0.42);
        self.painter.add(shapes::loop_line(disc, self.stroke_width(0.028), line));
        self.paint_side_mark((0.0, 0.0), 0.27, 0.85);
    }

    /// Paints the common back of tiles whose owner is hidden.
    fn paint_face_down(&self) {
        self.paint_frame(0.07, 0.3);
        self.paint_lattice(0.12);
        let diamond = [(0.0, -0.44), (0.5, 0.0), (0.0, 0.44), (-0.5, 0.0)];
        let corners = diamond.map(|(x, y)| self.to_screen(x * 0.92, y * 0.92));
        let fill = self.with_opacity(shade(self.body_colour, 0.12));
        self.painter.add(shapes::fill(corners.to_vec(), fill));
        let line = fade(self.ink, 0.3);
        self.painter.add(shapes::loop_line(corners.to_vec(), self.stroke_width(0.025), line));
        self.paint_text("棋", brush_font, 0.42, (0.0, 0.0), f32::MAX);
    }

    /// Paints the name of a known piece on its face-down tile, as if it shone through the back.
    fn paint_known_face_down(&self, piece: Kind) {
        self.paint_lattice(0.12);
        let ink =
            self.look.seat.map_or(self.theme.shine, |seat| tint(self.theme.army_tile(seat), 0.62));
        Self { ink: self.with_opacity(ink), ..*self }.paint_front(piece);
    }

    /// Paints a thin frame inside the edge of the face.
    fn paint_frame(&self, inset: f32, strength: f32) {
        if self.is_tiny() {
            return;
        }
        let half = self.half - Vec2::splat(inset + 0.028);
        let mut rect = self.rect((0.0, 0.0), half, 0.1, Color32::TRANSPARENT);
        rect.stroke = Stroke::new(self.stroke_width(0.022), fade(self.ink, strength));
        rect.stroke_kind = StrokeKind::Middle;
        self.painter.add(rect);
    }

    /// Paints the side's mark, so that sides differ by more than their colour.
    fn paint_side_mark(&self, (x, y): (f32, f32), size: f32, strength: f32) {
        let Some(seat) = self.look.seat else { return };
        let mark = SideMark::of(seat);
        let outline = mark.outline(Pos2::ZERO, size * self.look.size.y);
        let share = 1.0 / self.look.size.y;
        let points =
            outline.iter().map(|p| self.to_screen(x + p.x * share, y + p.y * share)).collect();
        self.painter.add(mark.filled(self.to_screen(x, y), points, fade(self.ink, strength)));
    }

    /// Paints a faint pattern of crossing lines.
    fn paint_lattice(&self, strength: f32) {
        if self.is_tiny() {
            return;
        }
        let half = self.half - Vec2::splat(0.098);
        let line = Stroke::new(self.stroke_width(0.024), fade(self.ink, strength));
        let gap = 2.0 * half.y / 3.0;
        // The lines y = x + offset and y = -x + offset, clipped to the frame. y points down.
        let count = ((half.x + half.y) / gap) as i32;
        for k in -count..=count {
            let offset = k as f32 * gap;
            let (from, to) = ((-half.y - offset).max(-half.x), (half.y - offset).min(half.x));
            if from < to {
                let falling =
                    [self.to_screen(from, from + offset), self.to_screen(to, to + offset)];
                let rising =
                    [self.to_screen(-from, from + offset), self.to_screen(-to, to + offset)];
                self.painter.line_segment(falling, line);
                self.painter.line_segment(rising, line);
            }
        }
    }

    /// Paints a text of this height around a point. It becomes smaller if it is wider than
    /// `max_width`. All lengths are in tile coordinates.
    fn paint_text(
        &self,
        text: &str,
        font: fn(f32) -> FontId,
        height: f32,
        (x, y): (f32, f32),
        max_width: f32,
    ) {
        let tile_height = self.look.size.y;
        let layout = |text: &str, height: f32| {
            self.painter.layout_no_wrap(text.to_owned(), font(height * tile_height), self.ink)
        };
        let (mut galley, mut height) = (layout(text, height), height);
        let width = galley.mesh_bounds.width() / tile_height;
        if width > max_width {
            height *= max_width / width;
            galley = layout(text, height);
        }
        let mut centre = galley.mesh_bounds.center();
        if text.is_ascii() {
            // Words share one baseline, whatever their descenders.
            centre.y = layout("E", height).mesh_bounds.center().y;
        }
        let scale = self.unit / tile_height;
        if self.look.tilt == 0.0 && (scale - Vec2::splat(1.0)).length() < 0.001 {
            self.painter.galley(self.to_screen(x, y) - centre.to_vec2(), galley, self.ink);
            return;
        }
        // A rotated or scaled tile transforms the cached characters, because a new size in each
        // frame would fill the glyph atlas.
        let rotation = Rot2::from_angle(self.look.tilt);
        for placed in &mut Arc::make_mut(&mut galley).rows {
            let row_pos = placed.pos.to_vec2();
            placed.pos = Pos2::ZERO;
            let visuals = &mut Arc::make_mut(&mut placed.row).visuals;
            for vertex in &mut visuals.mesh.vertices {
                let pos = vertex.pos + row_pos - centre;
                vertex.pos = (rotation * (pos * scale)).to_pos2();
            }
            visuals.mesh_bounds = visuals.mesh.calc_bounds();
        }
        self.painter.add(TextShape::new(self.to_screen(x, y), galley, self.ink));
    }

    /// Paints the extras on a tile: its label, an eye if it was revealed, the flag that it carries.
    fn paint_extras(&self) {
        if let Some(label) = &self.look.label {
            self.paint_label(label);
        }
        if self.look.is_revealed {
            self.paint_eye();
        }
        if let Some(seat) = self.look.carried_flag {
            let foot = self.to_screen(self.half.x - 0.1, -self.half.y + 0.1);
            paint_flag(self.painter, self.theme, foot, self.look.size.y * 0.66, seat);
        }
    }

    /// Paints an open eye in the corner.
    fn paint_eye(&self) {
        let (x, y) = (self.half.x - 0.14, -self.half.y + 0.12);
        // The upper lid from left to right, then the lower lid back.
        let lid = |i: u8| {
            let t = f32::from(i) / 8.0;
            let (direction, along) = if t <= 1.0 { (-1.0, t) } else { (1.0, 2.0 - t) };
            let bulge = 0.125 * (along * std::f32::consts::PI).sin();
            self.to_screen(x - 0.2 + 0.4 * along, y + direction * bulge)
        };
        let almond: Vec<Pos2> = (0..16).map(lid).collect();
        let rim = self.with_opacity(self.theme.glass);
        self.painter.add(shapes::outlined(
            almond,
            self.with_opacity(self.theme.shine),
            self.stroke_width(0.05),
            rim,
        ));
        self.painter.circle_filled(self.to_screen(x, y), 0.075 * self.look.size.y, rim);
    }
}

/// Paints a little flag of a seat, with its foot at `foot`.
pub fn paint_flag(painter: &Painter, theme: &Theme, foot: Pos2, size: f32, seat: Seat) {
    let top = foot - vec2(0.0, size);
    let pole = Stroke::new((size * 0.1).max(1.4), theme.ink);
    // The cloth waves: its upper and lower edges bend alike.
    let segments = 8;
    let wave = |i: i32| size * 0.07 * (i as f32 / segments as f32 * 5.0).sin();
    let edge = |i: i32, drop: f32| {
        top + vec2(size * 0.8 * i as f32 / segments as f32, size * drop + wave(i))
    };
    let mut cloth = Mesh::default();
    let mut outline: Vec<Pos2> = (0..=segments).map(|i| edge(i, 0.0)).collect();
    outline.extend((0..=segments).rev().map(|i| edge(i, 0.5)));
    let colour = theme.army_tile(seat);
    for i in 0..=segments {
        // Folds catch the light.
        let lit = tint(colour, 0.12 + 0.12 * (i as f32 / segments as f32 * 5.0).cos());
        cloth.colored_vertex(edge(i, 0.0), lit);
        cloth.colored_vertex(edge(i, 0.5), lit);
    }
    for i in 0..segments as u32 {
        cloth.add_triangle(2 * i, 2 * i + 1, 2 * i + 2);
        cloth.add_triangle(2 * i + 1, 2 * i + 3, 2 * i + 2);
    }
    painter.add(shapes::loop_line(outline.clone(), (size * 0.12).max(1.5), theme.shine));
    painter.add(Shape::mesh(cloth));
    // Meshes have hard edges, so a thin line of the same colour softens them.
    painter.add(shapes::loop_line(outline, 0.8, colour));
    painter.add(Shape::line_segment([foot, top - vec2(0.0, size * 0.06)], pole));
}

#[cfg(test)]
mod tests {
    use qipan_core::games::junqi::BoardKind;

    use super::*;
    use crate::model::settings::ThemeName;
    use crate::ui::theme::contrast;

    #[test]
    fn tile_names_have_enough_contrast_in_every_theme() {
        for name in ThemeName::ALL {
            for colour_blind in [false, true] {
                let theme = Theme::new(name, colour_blind);
                let seats = (0..Seat::MAX as u8).map(|index| (Face::Back, Some(Seat::new(index))));
                for (face, seat) in seats.chain([(Face::FaceDown, None)]) {
                    let look = TileLook::new(Pos2::ZERO, Vec2::splat(40.0), face, seat);
                    let contrast = contrast(theme.shine, look.body_colour(&theme));
                    assert!(contrast >= 4.5, "{name:?} {colour_blind} {seat:?}: {contrast}");
                }
            }
        }
    }

    fn colour_distance(a: Color32, b: Color32) -> i32 {
        let (a, b) = (a.to_array(), b.to_array());
        (0..3).map(|i| (i32::from(a[i]) - i32::from(b[i])).abs()).sum()
    }

    #[test]
    fn armies_have_distinct_colours_in_every_theme() {
        for (name, colour_blind) in
            ThemeName::ALL.into_iter().flat_map(|name| [(name, false), (name, true)])
        {
            let theme = Theme::new(name, colour_blind);
            for kind in [BoardKind::Four, BoardKind::Six] {
                let colours: Vec<Color32> =
                    kind.lands().iter().map(|seat| theme.army_tile(seat)).collect();
                for (k, a) in colours.iter().enumerate() {
                    for b in &colours[..k] {
                        let distance = colour_distance(*a, *b);
                        assert!(distance > 75, "{name:?} {colour_blind}: {a:?} {b:?}");
                    }
                }
            }
        }
    }

    /// Checks that in every pose all shapes of a tile stay near its place.
    #[test]
    fn tiles_stay_in_place_in_every_pose() {
        let ctx = egui::Context::default();
        crate::ui::fonts::install_fonts(&ctx, crate::model::i18n::Lang::En);
        let theme = Theme::new(ThemeName::Wood, false);
        let pos = pos2(300.0, 300.0);
        for size in [vec2(20.0, 14.0), vec2(44.0, 34.0), vec2(120.0, 66.0)] {
            for (visible_width, scale, tilt, lift) in [
                (1.0, 1.0, 0.0, 0.0),
                (0.5, 1.0, 0.0, 0.6),
                (1.0, 0.6, 0.4, 0.0),
                (0.0, 1.0, 0.0, 1.0),
            ] {
                for face in [Face::Piece(Kind::Engineer), Face::Back, Face::FaceDown] {
                    let mut look = TileLook::new(pos, size, face, Some(Seat::new(2)));
                    look.visible_width = visible_width;
                    (look.scale, look.tilt, look.lift) = (scale, tilt, lift);
                    let text = "Mine or Bomb".to_owned();
                    look.label = Some(TileLabel { text, contradicts_candidates: false });
                    look.is_revealed = true;
                    look.carried_flag = Some(Seat::new(1));
                    let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                        paint_tile(ui.painter(), &theme, &look);
                    });
                    let room = Rect::from_center_size(pos, size * 3.0 + Vec2::splat(20.0));
                    for shape in &output.shapes {
                        let bounds = shape.shape.visual_bounding_rect();
                        let fits = room.contains_rect(bounds) || !bounds.is_positive();
                        assert!(fits, "{look:?}: {bounds:?}");
                    }
                    output.textures_delta.clear();
                }
            }
        }
    }
}
