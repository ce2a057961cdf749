//! Paints an army's land, its pieces as tiles, and whole layouts small.

use egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2,
    pos2, vec2,
};
use qipan_core::junqi::{Board, BoardKind, Cell, CellKind, Draft, Piece};
use qipan_core::seat::Seat;

use super::hand::slot_of;
use crate::fonts::title_font;
use crate::theme::{Theme, fade, mix, shade, tint};

/// Where the cells of an army's land are, its front at the top.
#[derive(Clone, Copy, Debug)]
pub struct Land {
    rect: Rect,
    pitch: Vec2,
}

impl Land {
    /// The largest land that fits into a space, its front at the top.
    pub fn new(space: Rect) -> Self {
        // Cells are a little wider than high, as tiles are.
        let pitch = (space.width() / 5.1).min(space.height() / 6.4 * 1.24);
        let pitch = vec2(pitch, (pitch / 1.12).min(space.height() / 6.4));
        let size = vec2(5.1 * pitch.x, 6.4 * pitch.y);
        let top = space.top() + (space.height() - size.y).min(8.0) / 2.0;
        let rect = Rect::from_min_size(pos2(space.center().x - size.x / 2.0, top), size);
        Self { rect, pitch }
    }

    /// The whole card.
    pub const fn rect(&self) -> Rect {
        self.rect
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> Pos2 {
        let (x, y) = (f32::from(cell.column()) - 3.0, f32::from(cell.line()) - 3.36);
        self.rect.center() + vec2(x * self.pitch.x, y * self.pitch.y)
    }

    /// The size of a tile.
    pub fn tile(&self) -> Vec2 {
        vec2(self.pitch.x * 0.8, self.pitch.y * 0.66)
    }

    /// The place of a tile on a cell.
    pub fn tile_at(&self, cell: Cell) -> Rect {
        Rect::from_center_size(self.centre(cell), self.tile())
    }

    /// The space in which a piece let go belongs to a cell.
    pub fn catch(&self, cell: Cell) -> Rect {
        Rect::from_center_size(self.centre(cell), self.pitch)
    }

    /// The cells, camps included, line by line.
    pub fn cells() -> impl Iterator<Item = Cell> {
        (0..30).map(Cell::new)
    }
}

/// Paints the card with its roads, rails and empty cells.
pub fn paint_land(painter: &Painter, land: &Land, theme: &Theme, words: [&str; 2]) {
    painter.add(theme.soft_shadow().as_shape(land.rect, CornerRadius::same(10)));
    let rim = Stroke::new(1.0, theme.hairline);
    painter.rect(land.rect, 10.0, theme.paper, rim, StrokeKind::Inside);
    let line = mix(theme.paper, theme.ink, 0.55);
    let board = Board::of(BoardKind::Two);
    let own = |(a, b): &&(Cell, Cell)| a.index() < 30 && b.index() < 30;
    for (a, b) in board.roads().iter().filter(own) {
        let stroke = Stroke::new(1.2, fade(line, 0.8));
        painter.line_segment([land.centre(*a), land.centre(*b)], stroke);
    }
    for (a, b) in board.rails().iter().filter(own) {
        paint_rail(painter, theme, land.centre(*a), land.centre(*b));
    }
    for column in [1, 3, 5] {
        let front = land.centre(Cell::of(Seat::new(0), 1, column));
        paint_rail(painter, theme, front, pos2(front.x, land.rect.top() + 4.0));
    }
    for cell in Land::cells() {
        paint_cell(painter, land, cell, theme, words);
    }
}

/// A rail: black with white sleepers between two edges.
fn paint_rail(painter: &Painter, theme: &Theme, a: Pos2, b: Pos2) {
    let dark = mix(theme.paper, theme.ink, 0.75);
    painter.line_segment([a, b], Stroke::new(6.0, dark));
    let light = Stroke::new(3.0, theme.paper);
    painter.extend(Shape::dashed_line(&[a, b], light, 7.0, 7.0));
}

fn paint_cell(painter: &Painter, land: &Land, cell: Cell, theme: &Theme, words: [&str; 2]) {
    let (centre, tile) = (land.centre(cell), land.tile());
    let line = Stroke::new(1.4, mix(theme.paper, theme.ink, 0.55));
    let fill = mix(theme.paper, theme.ink, 0.04);
    let printed = mix(theme.paper, theme.ink, 0.5);
    let font = FontId::proportional((tile.y * 0.24).clamp(10.0, 15.0));
    match BoardKind::cell_kind(cell) {
        CellKind::Camp => {
            let radius = tile.y * 0.62;
            painter.circle(centre, radius, theme.paper, line);
            painter.circle_stroke(centre, radius - 4.0, Stroke::new(1.0, line.color));
            painter.text(centre, Align2::CENTER_CENTER, words[0], font, printed);
        }
        CellKind::Headquarters => {
            let rect = Rect::from_center_size(centre, tile + vec2(6.0, 10.0));
            let arch = CornerRadius { nw: 24, ne: 24, sw: 4, se: 4 };
            painter.rect(rect, arch, fill, line, StrokeKind::Middle);
            painter.text(centre, Align2::CENTER_CENTER, words[1], font, printed);
        }
        CellKind::Station | CellKind::Centre => {
            let rect = Rect::from_center_size(centre, tile * 0.94);
            painter.rect(rect, 6.0, mix(theme.paper, theme.panel, 0.6), line, StrokeKind::Middle);
        }
    }
}

/// How a tile is painted.
#[derive(Clone, Copy, Debug)]
pub struct Face<'a> {
    /// Whose piece it is.
    pub colour: Color32,
    /// The English name under the character, if it is shown.
    pub below: Option<&'a str>,
    /// Nearly gone: its piece is in the hand, or none is left.
    pub faint: bool,
    /// Lifted from the board.
    pub lifted: bool,
}

/// Paints a piece as a tile.
pub fn paint_tile(painter: &Painter, rect: Rect, piece: Piece, face: &Face<'_>, theme: &Theme) {
    let side = face.colour;
    let alpha = if face.faint { 0.28 } else { 1.0 };
    let colour = |colour: Color32| fade(colour, alpha);
    let corner = CornerRadius::same((rect.height() * 0.14) as u8);
    if !face.faint {
        let drop = if face.lifted { 7.0 } else { 2.5 };
        let shadow = rect.translate(vec2(0.0, drop)).expand(if face.lifted { 2.0 } else { 0.0 });
        painter.rect_filled(shadow, corner, fade(theme.shadow, 0.25));
    }
    painter.rect_filled(rect, corner, colour(shade(side, 0.3)));
    let top = Rect::from_min_max(rect.min, rect.max - vec2(0.0, rect.height() * 0.07));
    painter.rect_filled(top, corner, colour(side));
    let rim = Stroke::new(1.2, colour(tint(side, 0.4)));
    painter.rect_stroke(top.shrink(2.5), corner, rim, StrokeKind::Inside);
    let ink = colour(theme.on(side));
    let (share, lift) = if face.below.is_some() { (0.46, 0.11) } else { (0.52, 0.0) };
    let size = (rect.height() * share).min(rect.width() * 0.42);
    let middle = top.center() - vec2(0.0, rect.height() * lift);
    painter.text(middle, Align2::CENTER_CENTER, piece.zh(), title_font(size), ink);
    if let Some(below) = face.below {
        let size = (rect.height() * 0.19).clamp(8.0, 13.0);
        let at = pos2(top.center().x, top.bottom() - rect.height() * 0.17);
        painter.text(at, Align2::CENTER_CENTER, below, FontId::proportional(size), ink);
    }
}

/// Paints a layout small: every piece a coloured field with its first character.
pub fn paint_small(painter: &Painter, rect: Rect, draft: &Draft, theme: &Theme) {
    painter.rect_filled(rect, 4.0, theme.paper);
    let size = vec2(rect.width() / 5.0, rect.height() / 6.0);
    for cell in Land::cells() {
        let at = vec2(f32::from(cell.column() - 1) * size.x, f32::from(cell.line() - 1) * size.y);
        let field = Rect::from_min_size(rect.min + at, size).shrink(0.75);
        let piece = slot_of(cell).map(|slot| draft.at(slot));
        match piece {
            None => {
                let ring = Stroke::new(1.0, mix(theme.paper, theme.ink, 0.25));
                painter.circle_stroke(field.center(), field.height() * 0.36, ring);
            }
            Some(None) => {
                painter.rect_filled(field, 2.0, mix(theme.paper, theme.ink, 0.07));
            }
            Some(Some(piece)) => {
                let fill = small_fill(piece, theme);
                painter.rect_filled(field, 2.0, fill);
                let word: String = piece.zh().chars().take(1).collect();
                let word = if piece == Piece::Flag { "旗".to_owned() } else { word };
                let word = if piece == Piece::Landmine { "雷".to_owned() } else { word };
                let font = FontId::proportional((field.height() * 0.82).min(16.0));
                painter.text(field.center(), Align2::CENTER_CENTER, word, font, theme.on(fill));
            }
        }
    }
}

/// The great are strong in colour, the small pale; Bombs, Landmines and Flag stand apart.
fn small_fill(piece: Piece, theme: &Theme) -> Color32 {
    let side = theme.army(Seat::new(0));
    match piece {
        Piece::Flag => theme.medals[0],
        Piece::Landmine => mix(theme.paper, theme.ink, 0.72),
        Piece::Bomb => mix(theme.paper, theme.ink, 0.42),
        Piece::Engineer => mix(theme.paper, theme.army(Seat::new(3)), 0.55),
        piece => {
            let strength = f32::from(piece.strength().unwrap_or(0));
            mix(theme.paper, side, 0.12 + 0.095 * strength)
        }
    }
}
