//! The pieces of Junqi: bevelled tiles with a character, or a quiet back.

use egui::epaint::StrokeKind;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use qipan_core::junqi::Piece;
use qipan_core::seat::Seat;

use super::{Mark, frame, paint_mark, shapes};
use crate::fonts::brush_font;
use crate::settings::PieceNames;
use crate::theme::{Theme, fade, mix, shade, tint};

/// What is seen of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Face {
    /// Its character.
    Piece(Piece),
    /// Its back: somebody's, but what it is nobody may tell.
    Back,
    /// It lies face down, and whose it is is not known either.
    Down,
}

/// A tile as it is to be painted.
#[derive(Clone, Debug)]
pub struct TileLook {
    /// Its middle.
    pub pos: Pos2,
    /// Its size, lying flat.
    pub size: Vec2,
    /// What is seen of it.
    pub face: Face,
    /// Whose colour it has; nobody's while it lies face down.
    pub seat: Option<Seat>,
    /// How it is named.
    pub names: PieceNames,
    /// A few words on it: a mark of the player's, or what it can still be.
    pub label: Option<String>,
    /// Whether everybody has been shown it though such tiles are hidden.
    pub shown: bool,
    /// Whether it carries a flag, and whose.
    pub carries: Option<Seat>,
    /// How far it is raised over the board, from 0 to 1.
    pub lift: f32,
    /// How wide it is shown, from 0 (on edge) to 1: for turning it up.
    pub open: f32,
    /// How well it is seen, from 0 to 1.
    pub opacity: f32,
}

impl TileLook {
    /// A tile at rest.
    #[must_use]
    pub fn new(pos: Pos2, size: Vec2, face: Face, seat: Option<Seat>) -> Self {
        Self {
            pos,
            size,
            face,
            seat,
            names: PieceNames::Chinese,
            label: None,
            shown: false,
            carries: None,
            lift: 0.0,
            open: 1.0,
            opacity: 1.0,
        }
    }
}

/// The short English name on a tile.
fn short(piece: Piece) -> &'static str {
    match piece {
        Piece::FieldMarshal => "Marshal",
        Piece::General => "General",
        Piece::MajorGeneral => "Maj.Gen.",
        Piece::Brigadier => "Brigadier",
        Piece::Colonel => "Colonel",
        Piece::Major => "Major",
        Piece::Captain => "Captain",
        Piece::Lieutenant => "Lieut.",
        Piece::Engineer => "Engineer",
        Piece::Bomb => "Bomb",
        Piece::Landmine => "Mine",
        Piece::Flag => "Flag",
    }
}

/// The colour of a tile's body.
fn body(look: &TileLook, theme: &Theme) -> Color32 {
    match look.seat {
        Some(seat) if look.face != Face::Down => theme.army_tile(seat),
        _ => mix(theme.quiet, theme.pad, 0.35),
    }
}

/// Paints a tile.
pub fn paint_tile(painter: &Painter, theme: &Theme, look: &TileLook) {
    let height = look.size.y;
    let flat = vec2(look.size.x * look.open.clamp(0.04, 1.0), height);
    let rect = Rect::from_center_size(look.pos - vec2(0.0, look.lift * height * 0.18), flat);
    let (radius, colour) = (height * 0.17, body(look, theme));
    let see = |colour: Color32| fade(colour, look.opacity);
    let fall = height * (0.06 + 0.2 * look.lift);
    let soft = height * (0.14 + 0.3 * look.lift);
    let shadow = fade(theme.shadow, 0.42 * look.opacity);
    painter.add(frame::soft(rect.translate(vec2(fall * 0.3, fall)), radius, soft, shadow));
    painter.rect_filled(rect, radius, see(shade(colour, 0.42)));
    // The face is a little smaller than the foot, and lit from above.
    let top = rect.with_max_y(rect.max.y - height * 0.075);
    painter.rect_filled(top, radius, see(tint(colour, 0.28)));
    let face = top.with_min_y(top.min.y + height * 0.045);
    painter.rect_filled(face, radius, see(colour));
    if look.open < 0.5 {
        return;
    }
    let ink = see(if look.face == Face::Down { theme.on(colour) } else { theme.shine });
    match &look.face {
        Face::Piece(piece) => {
            let inner = face.shrink(height * 0.075);
            let line = Stroke::new((height * 0.022).max(0.7), fade(ink, 0.42));
            painter.rect_stroke(inner, radius * 0.7, line, StrokeKind::Inside);
            paint_name(painter, *piece, look, face, ink);
            paint_seat(painter, look, face, ink);
        }
        Face::Back => {
            lattice(painter, face, height, fade(ink, 0.2));
            paint_seat(painter, look, face, ink);
        }
        Face::Down => {
            lattice(painter, face, height, fade(ink, 0.26));
            let font = brush_font(height * 0.56);
            painter.text(face.center(), Align2::CENTER_CENTER, "棋", font, fade(ink, 0.55));
        }
    }
    paint_extras(painter, theme, look, face);
}

/// The piece's name in the script the player asked for.
fn paint_name(painter: &Painter, piece: Piece, look: &TileLook, face: Rect, ink: Color32) {
    let (text, font) = match look.names {
        PieceNames::Chinese => {
            let size = (face.height() * 0.78).min(face.width() * 0.44);
            (piece.zh(), brush_font(size))
        }
        PieceNames::English => {
            let size = (face.height() * 0.5).min(face.width() * 0.235);
            (short(piece), FontId::proportional(size))
        }
        PieceNames::Codes => {
            let size = (face.height() * 0.74).min(face.width() * 0.5);
            (piece.code(), FontId::proportional(size))
        }
    };
    let galley = painter.layout_no_wrap(text.to_owned(), font, ink);
    painter.galley(face.center() - galley.size() / 2.0, galley, ink);
}

/// The side's mark in a corner: sides differ by more than their colour.
fn paint_seat(painter: &Painter, look: &TileLook, face: Rect, ink: Color32) {
    let Some(seat) = look.seat else { return };
    let size = face.height() * if look.face == Face::Back { 0.34 } else { 0.15 };
    let pos = match look.face {
        Face::Back if look.label.is_none() => face.center(),
        Face::Back => face.left_center() + vec2(size * 0.9, 0.0),
        _ => face.left_top() + vec2(size * 0.95, size * 0.95),
    };
    paint_mark(painter, pos, size, Mark::of(seat), fade(ink, 0.72));
}

/// A quiet pattern of crossing lines, for backs.
fn lattice(painter: &Painter, face: Rect, height: f32, ink: Color32) {
    let inner = face.shrink(height * 0.12);
    let line = Stroke::new((height * 0.025).max(0.6), ink);
    let gap = height * 0.3;
    let count = ((inner.width() + inner.height()) / gap) as i32;
    for k in 0..=count {
        let x = inner.left() + k as f32 * gap;
        for (from, slope) in [(x - inner.height(), 1.0), (x, -1.0)] {
            // A line over the whole height, cut at the sides.
            let at = |y: f32| from + slope * y;
            let enter = if slope > 0.0 {
                (inner.left() - from).max(0.0)
            } else {
                (from - inner.right()).max(0.0)
            };
            let leave = if slope > 0.0 { inner.right() - from } else { from - inner.left() };
            let (enter, leave) = (enter.min(inner.height()), leave.min(inner.height()));
            if enter < leave {
                let ends = [
                    egui::pos2(at(enter), inner.top() + enter),
                    egui::pos2(at(leave), inner.top() + leave),
                ];
                painter.line_segment(ends, line);
            }
        }
    }
    painter.rect_stroke(inner, height * 0.1, line, StrokeKind::Inside);
}

/// What lies on a tile: a label, an eye for what was shown, a flag it carries.
fn paint_extras(painter: &Painter, theme: &Theme, look: &TileLook, face: Rect) {
    let height = look.size.y;
    if let Some(label) = &look.label {
        let size = (height * 0.34).max(9.0);
        let galley = painter.layout(
            label.clone(),
            FontId::proportional(size),
            theme.ink,
            face.width() * 0.94,
        );
        let pos = match look.face {
            Face::Piece(_) => face.center_bottom() - vec2(0.0, galley.size().y * 0.35),
            _ => face.center() + vec2(height * 0.1, 0.0),
        };
        let room = Rect::from_center_size(pos, galley.size() + vec2(height * 0.16, height * 0.04));
        painter.rect_filled(room, height * 0.1, fade(theme.raised, 0.92 * look.opacity));
        painter.galley(room.center() - galley.size() / 2.0, galley, theme.ink);
    }
    if look.shown {
        let eye = face.right_top() + vec2(-height * 0.14, height * 0.14);
        painter.circle_filled(eye, height * 0.11, fade(theme.shine, look.opacity));
        painter.circle_filled(eye, height * 0.055, fade(theme.shadow, look.opacity));
    }
    if let Some(seat) = look.carries {
        paint_flag(painter, theme, face.right_top(), height * 0.6, seat);
    }
}

/// A little flag of a seat, its foot at `foot`.
pub fn paint_flag(painter: &Painter, theme: &Theme, foot: Pos2, size: f32, seat: Seat) {
    let top = foot - vec2(0.0, size);
    let pole = Stroke::new((size * 0.1).max(1.4), theme.ink);
    let cloth = vec![
        top,
        top + vec2(size * 0.75, size * 0.16),
        top + vec2(size * 0.6, size * 0.34),
        top + vec2(0.0, size * 0.52),
    ];
    painter.add(shapes::grown(cloth.clone(), 1.2, theme.shine));
    painter.add(Shape::line_segment([foot, top], pole));
    painter.add(shapes::fill(cloth, theme.army(seat)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::{ThemeName, contrast};

    #[test]
    fn names_read_well_on_every_army_in_every_theme() {
        for name in ThemeName::ALL {
            for blind in [false, true] {
                let theme = Theme::new(name, blind);
                for seat in (0..4).map(Seat::new) {
                    let look = TileLook::new(Pos2::ZERO, Vec2::splat(40.0), Face::Back, Some(seat));
                    let colour = body(&look, &theme);
                    let found = contrast(theme.shine, colour);
                    assert!(found >= 4.5, "{name:?} {blind} {seat:?}: {found}");
                }
            }
        }
    }
}
