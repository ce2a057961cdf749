//! Turns the shapes that the window draws into SVG.

use std::fmt::Write;

use egui::epaint::{ColorMode, Mesh, PathShape, PathStroke, RectShape, StrokeKind};
use egui::{Color32, Pos2, Rect, Shape, Stroke};

use crate::ui::theme::average;

/// Meshes with at most this many vertices are areas with a slight gradient, drawn in one colour.
/// Larger ones with several colours are round glows, drawn triangle by triangle.
const MAX_AREA_VERTICES: usize = 8;

/// Returns an SVG picture of shapes. `view` is the rectangle that the picture shows. Text and bands
/// are left out.
///
/// # Examples
/// ```
/// use egui::{Rect, Shape, pos2, vec2};
/// use qipan::model::settings::ThemeName;
/// use qipan::share::svg;
/// use qipan::ui::theme::Theme;
///
/// let ink = Theme::new(ThemeName::Light, false).ink;
/// let disc = Shape::circle_filled(pos2(5.0, 5.0), 4.0, ink);
/// let picture = svg(&[disc], Rect::from_min_size(pos2(0.0, 0.0), vec2(10.0, 10.0)));
/// assert!(picture.contains(r#"<circle cx="5" cy="5" r="4""#));
/// ```
pub fn svg(shapes: &[Shape], view: Rect) -> String {
    let mut out = String::new();
    let [x, y, width, height] = [view.min.x, view.min.y, view.width(), view.height()].map(number);
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}">"#
    );
    shapes.iter().for_each(|shape| add(shape, &mut out));
    out.push_str("</svg>\n");
    out
}

/// Appends a shape.
fn add(shape: &Shape, out: &mut String) {
    let _ = match shape {
        Shape::Vec(shapes) => {
            shapes.iter().for_each(|shape| add(shape, out));
            Ok(())
        }
        Shape::Circle(circle) => {
            let [x, y, r] = [circle.center.x, circle.center.y, circle.radius].map(number);
            let paint = paint(circle.fill, circle.stroke);
            write!(out, r#"<circle cx="{x}" cy="{y}" r="{r}"{paint}/>"#)
        }
        Shape::Ellipse(ellipse) => {
            let [x, y] = [ellipse.center.x, ellipse.center.y].map(number);
            let [rx, ry] = [ellipse.radius.x, ellipse.radius.y].map(number);
            let paint = paint(ellipse.fill, ellipse.stroke);
            write!(out, r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}"{paint}/>"#)
        }
        Shape::LineSegment { points, stroke } => {
            let path = path_data(points, false);
            write!(out, r#"<path d="{path}"{}/>"#, paint(Color32::TRANSPARENT, *stroke))
        }
        Shape::Path(PathShape { points, closed, fill, stroke }) => {
            let path = path_data(points, *closed);
            write!(out, r#"<path d="{path}"{}/>"#, paint(*fill, solid(stroke)))
        }
        Shape::Rect(rect) => add_rect(rect, out),
        Shape::QuadraticBezier(curve) => {
            let [a, b, c] = curve.points.map(point);
            let close = if curve.closed { "Z" } else { "" };
            let paint = paint(curve.fill, solid(&curve.stroke));
            write!(out, r#"<path d="M{a}Q{b} {c}{close}"{paint}/>"#)
        }
        Shape::CubicBezier(curve) => {
            let [a, b, c, d] = curve.points.map(point);
            let close = if curve.closed { "Z" } else { "" };
            let paint = paint(curve.fill, solid(&curve.stroke));
            write!(out, r#"<path d="M{a}C{b} {c} {d}{close}"{paint}/>"#)
        }
        Shape::Mesh(mesh) => {
            add_mesh(mesh, out);
            Ok(())
        }
        // Boards and pieces contain none of the others.
        Shape::Noop | Shape::Text(_) | Shape::Band(_) | Shape::Callback(_) => Ok(()),
    };
}

/// Appends a rectangle. SVG centres a stroke on the edge, so the edge is moved to the middle of the
/// stroke.
fn add_rect(shape: &RectShape, out: &mut String) -> std::fmt::Result {
    let shift = match shape.stroke_kind {
        StrokeKind::Inside => -shape.stroke.width / 2.0,
        StrokeKind::Middle => 0.0,
        StrokeKind::Outside => shape.stroke.width / 2.0,
    };
    let rect = shape.rect.expand(shift);
    let [x, y, width, height] =
        [rect.min.x, rect.min.y, rect.width().max(0.0), rect.height().max(0.0)].map(number);
    let radius = number(f32::from(shape.corner_radius.nw));
    let paint = paint(shape.fill, shape.stroke);
    write!(out, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"{paint}/>"#)
}

/// Appends a mesh: as one area if it is small or of a single colour, triangle by triangle
/// otherwise.
fn add_mesh(mesh: &Mesh, out: &mut String) {
    let vertices: Vec<(Pos2, Color32)> =
        mesh.vertices.iter().map(|vertex| (vertex.pos, vertex.color)).collect();
    let triangles: Vec<[(Pos2, Color32); 3]> = mesh
        .indices
        .chunks_exact(3)
        .filter_map(|chunk| {
            let corner = |index: usize| vertices.get(chunk[index] as usize).copied();
            Some([corner(0)?, corner(1)?, corner(2)?])
        })
        .collect();
    let path = |triangle: &[(Pos2, Color32); 3]| path_data(&triangle.map(|(pos, _)| pos), true);
    let is_plain = vertices.windows(2).all(|pair| pair[0].1 == pair[1].1);
    if is_plain || vertices.len() <= MAX_AREA_VERTICES {
        let colour = average(vertices.iter().map(|(_, colour)| *colour));
        let path: String = triangles.iter().map(path).collect();
        let _ = write!(out, r#"<path d="{path}"{}/>"#, paint(colour, Stroke::NONE));
        return;
    }
    for triangle in &triangles {
        let colour = average(triangle.iter().map(|(_, colour)| *colour));
        if colour.a() > 0 {
            let paint = paint(colour, Stroke::NONE);
            let _ = write!(out, r#"<path d="{}"{paint}/>"#, path(triangle));
        }
    }
}

/// Returns the stroke of a path, or no stroke if its colour varies along the path.
fn solid(stroke: &PathStroke) -> Stroke {
    match stroke.color {
        ColorMode::Solid(colour) => Stroke::new(stroke.width, colour),
        ColorMode::UV(_) => Stroke::NONE,
    }
}

/// Returns the SVG attributes of a fill and a stroke.
fn paint(fill: Color32, stroke: Stroke) -> String {
    let mut out = String::new();
    match colour(fill) {
        None => out.push_str(r#" fill="none""#),
        Some((rgb, opacity)) => {
            let _ = write!(out, r#" fill="{rgb}""#);
            if opacity < 1.0 {
                let _ = write!(out, r#" fill-opacity="{opacity:.2}""#);
            }
        }
    }
    if let Some((rgb, opacity)) = colour(stroke.color).filter(|_| stroke.width > 0.0) {
        let width = number(stroke.width);
        let _ = write!(out, r#" stroke="{rgb}" stroke-width="{width}""#);
        if opacity < 1.0 {
            let _ = write!(out, r#" stroke-opacity="{opacity:.2}""#);
        }
    }
    out
}

/// Returns a colour as SVG writes it, and its opacity. `None` if it cannot be seen.
fn colour(colour: Color32) -> Option<(String, f32)> {
    let [r, g, b, a] = colour.to_srgba_unmultiplied();
    (a > 0).then(|| (format!("#{r:02x}{g:02x}{b:02x}"), f32::from(a) / 255.0))
}

/// Returns the SVG path data of a line through points.
fn path_data(points: &[Pos2], is_closed: bool) -> String {
    let mut path = String::new();
    for (index, pos) in points.iter().enumerate() {
        path.push(if index == 0 { 'M' } else { 'L' });
        path.push_str(&point(*pos));
    }
    if is_closed {
        path.push('Z');
    }
    path
}

fn point(pos: Pos2) -> String {
    format!("{} {}", number(pos.x), number(pos.y))
}

/// Formats a number with one decimal place, or with none if the rounded number is whole.
fn number(value: f32) -> String {
    let tenths = (value * 10.0).round() as i64;
    if tenths % 10 == 0 {
        (tenths / 10).to_string()
    } else {
        format!(
            "{}{}.{}",
            if tenths < 0 { "-" } else { "" },
            (tenths / 10).abs(),
            (tenths % 10).abs()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::settings::ThemeName;
    use crate::ui::theme::{Theme, fade};
    use egui::{pos2, vec2};

    #[test]
    fn shapes_keep_their_places_and_colours() {
        let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(20.0, 10.0));
        let theme = Theme::new(ThemeName::Light, false);
        let written = |rgb| colour(rgb).unwrap().0;
        let (ink, accent) = (written(theme.ink), written(theme.accent));
        let shapes = [
            Shape::line_segment([pos2(0.0, 0.5), pos2(3.26, -1.0)], Stroke::new(0.5, theme.ink)),
            Shape::convex_polygon(
                vec![pos2(0.0, 0.0), pos2(1.0, 0.0), pos2(1.0, 1.0)],
                fade(theme.accent, 0.5),
                Stroke::NONE,
            ),
            Shape::rect_filled(view.shrink(1.0), 2.0, theme.accent),
            Shape::Noop,
        ];
        let picture = svg(&shapes, view);
        for part in [
            r#"viewBox="0 0 20 10""#.to_owned(),
            format!(r#"<path d="M0 0.5L3.3 -1" fill="none" stroke="{ink}" stroke-width="0.5"/>"#),
            r#"<path d="M0 0L1 0L1 1Z" fill="#.to_owned(),
            r#"fill-opacity="0.50"/>"#.to_owned(),
            format!(r#"<rect x="1" y="1" width="18" height="8" rx="2" fill="{accent}"/>"#),
        ] {
            assert!(picture.contains(&part), "{part} in {picture}");
        }
    }

    #[test]
    fn numbers_have_at_most_one_decimal_place() {
        let written = [0.0, 1.0, -0.04, -0.5, 12.34, -12.36].map(number);
        assert_eq!(written, ["0", "1", "0", "-0.5", "12.3", "-12.4"]);
    }
}
