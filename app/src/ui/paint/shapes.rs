//! Builders of vector shapes that boards, planes, dice and icons share.

use std::f32::consts::TAU;

use egui::epaint::{Mesh, PathShape, PathStroke};
use egui::{Color32, Pos2, Shape, Stroke, Vec2, vec2};

use crate::ui::paint::curve::rotate_about;

/// Returns a convex polygon without an outline.
pub fn fill(points: Vec<Pos2>, colour: Color32) -> Shape {
    Shape::convex_polygon(points, colour, Stroke::NONE)
}

/// Returns a convex polygon with an outline.
pub fn outlined(points: Vec<Pos2>, colour: Color32, width: f32, line_colour: Color32) -> Shape {
    Shape::convex_polygon(points, colour, PathStroke::new(width, line_colour))
}

/// Returns a convex polygon grown by `width` on all sides, in one colour.
pub fn grown(points: Vec<Pos2>, width: f32, colour: Color32) -> Shape {
    Shape::convex_polygon(points, colour, PathStroke::new(2.0 * width, colour))
}

/// Draws a line with round ends and corners through points.
pub fn round_line(points: Vec<Pos2>, width: f32, colour: Color32, out: &mut Vec<Shape>) {
    for point in &points {
        out.push(Shape::circle_filled(*point, width / 2.0, colour));
    }
    out.push(Shape::line(points, PathStroke::new(width, colour)));
}

/// Returns a closed line.
pub fn loop_line(points: Vec<Pos2>, width: f32, colour: Color32) -> Shape {
    Shape::Path(PathShape::closed_line(points, PathStroke::new(width, colour)))
}

/// Returns a ring whose line is centred on its radius.
pub fn ring(centre: Pos2, radius: f32, width: f32, colour: Color32) -> Shape {
    Shape::circle_stroke(centre, radius, Stroke::new(width, colour))
}

/// Rounds the corners of a polygon. Short sides get a smaller radius.
pub fn rounded(corners: &[Pos2], radius: f32) -> Vec<Pos2> {
    let count = corners.len();
    let mut points: Vec<Pos2> = Vec::with_capacity(count * 6);
    for i in 0..count {
        let (previous, corner, next) =
            (corners[(i + count - 1) % count], corners[i], corners[(i + 1) % count]);
        // The point on a side at which the curve begins or ends.
        let curve_end = |other: Pos2| {
            let side = other - corner;
            corner + side.normalized() * radius.min(side.length() * 0.45)
        };
        let (from, to) = (curve_end(previous), curve_end(next));
        let steps = (radius.sqrt() * 1.6).clamp(2.0, 6.0) as usize;
        for step in 0..=steps {
            let t = step as f32 / steps as f32;
            let point = from.lerp(corner, t).lerp(corner.lerp(to, t), t);
            // Coinciding points have no direction between them, which would make outlines spike.
            if points.last().is_none_or(|last| last.distance(point) > 0.02) {
                points.push(point);
            }
        }
    }
    points
}

/// Returns a rotated ellipse as a polygon.
pub fn ellipse(centre: Pos2, radius: Vec2, angle: f32) -> Vec<Pos2> {
    let count = circle_corners(radius.x.max(radius.y));
    (0..count)
        .map(|i| {
            let direction = Vec2::angled(TAU * i as f32 / count as f32);
            rotate_about(centre, direction * radius, angle)
        })
        .collect()
}

/// Returns a circle as a polygon.
pub fn circle(centre: Pos2, radius: f32) -> Vec<Pos2> {
    ellipse(centre, Vec2::splat(radius), 0.0)
}

/// Returns the number of corners of a polygon that looks like a circle. Up to a radius of 180
/// points, the polygon deviates from the circle by about a tenth of a point at most.
fn circle_corners(radius: f32) -> usize {
    (std::f32::consts::PI / (1.0 - 0.1 / radius.max(0.2)).acos()).clamp(8.0, 96.0) as usize
}

/// Returns the outline of a star. `outer` and `inner` are the distances of its points and of its
/// inner corners from the centre. The first point lies at `angle`, in radians.
pub fn star(centre: Pos2, points: usize, outer: f32, inner: f32, angle: f32) -> Vec<Pos2> {
    (0..2 * points)
        .map(|i| {
            let radius = if i % 2 == 0 { outer } else { inner };
            centre + Vec2::angled(angle + TAU * i as f32 / (2 * points) as f32) * radius
        })
        .collect()
}

/// Fills a star with triangles about its centre, since it is not convex.
pub fn star_filled(centre: Pos2, outline: &[Pos2], colour: Color32) -> Shape {
    let mut mesh = Mesh::default();
    mesh.colored_vertex(centre, colour);
    for point in outline {
        mesh.colored_vertex(*point, colour);
    }
    let count = outline.len() as u32;
    for i in 0..count {
        mesh.add_triangle(0, 1 + i, 1 + (i + 1) % count);
    }
    // Bare triangles have hard edges, which a thin line of the same colour softens.
    Shape::Vec(vec![Shape::mesh(mesh), loop_line(outline.to_vec(), 0.7, colour)])
}

/// Returns a round patch of light or shadow that fades out at its radius.
pub fn glow(centre: Pos2, radius: Vec2, colour: Color32) -> Shape {
    const POINTS: u32 = 24;
    let mut mesh = Mesh::default();
    mesh.colored_vertex(centre, colour);
    for (share, opacity) in [(0.45, 0.78), (0.7, 0.36), (0.86, 0.12), (1.0, 0.0)] {
        for i in 0..POINTS {
            let offset = Vec2::angled(TAU * i as f32 / POINTS as f32) * share * radius;
            mesh.colored_vertex(centre + offset, colour.gamma_multiply(opacity));
        }
    }
    for i in 0..POINTS {
        let next = (i + 1) % POINTS;
        mesh.add_triangle(0, 1 + i, 1 + next);
        for row in 0..3 {
            let (a, b) = (1 + row * POINTS, 1 + (row + 1) * POINTS);
            mesh.add_triangle(a + i, a + next, b + i);
            mesh.add_triangle(a + next, b + next, b + i);
        }
    }
    Shape::mesh(mesh)
}

/// Draws a small cloud from a flat base and three puffs.
pub fn cloud(centre: Pos2, width: f32, colour: Color32, out: &mut Vec<Shape>) {
    let puff = |x: f32, y: f32, r: f32| {
        Shape::circle_filled(centre + vec2(x, y) * width, r * width, colour)
    };
    out.extend([puff(-0.2, 0.0, 0.17), puff(0.06, -0.1, 0.24), puff(0.28, 0.02, 0.15)]);
    let base =
        egui::Rect::from_center_size(centre + vec2(0.02, 0.07) * width, vec2(1.0, 0.2) * width);
    out.push(Shape::rect_filled(base, 0.1 * width, colour));
}

/// Returns a triangle that points along an angle. `size` is its length from base to tip.
pub fn arrow_head(centre: Pos2, size: f32, angle: f32) -> Vec<Pos2> {
    [(0.55, 0.0), (-0.45, 0.5), (-0.45, -0.5)]
        .map(|(x, y)| rotate_about(centre, vec2(x, y) * size, angle))
        .to_vec()
}

/// Returns a digit from 1 to 6, made of lines and without a font. `weight` is the width of the
/// lines as a share of the height.
pub fn digit(number: u8, centre: Pos2, height: f32, weight: f32, colour: Color32) -> Shape {
    let strokes: &[&[(f32, f32)]] = match number {
        1 => &[&[(-0.2, -0.28), (0.08, -0.48), (0.08, 0.5)]],
        2 => &[&[
            (-0.29, -0.22),
            (-0.22, -0.42),
            (0.0, -0.5),
            (0.22, -0.42),
            (0.29, -0.22),
            (0.2, 0.0),
            (-0.27, 0.46),
            (0.33, 0.46),
        ]],
        3 => &[&[
            (-0.27, -0.47),
            (0.25, -0.47),
            (-0.02, -0.1),
            (0.18, -0.04),
            (0.29, 0.16),
            (0.22, 0.4),
            (0.0, 0.5),
            (-0.2, 0.44),
            (-0.3, 0.28),
        ]],
        4 => &[&[(0.13, 0.5), (0.13, -0.5), (-0.32, 0.2), (0.36, 0.2)]],
        5 => &[&[
            (0.25, -0.47),
            (-0.2, -0.47),
            (-0.24, -0.06),
            (0.05, -0.12),
            (0.28, 0.14),
            (0.2, 0.4),
            (-0.02, 0.5),
            (-0.28, 0.36),
        ]],
        _ => &[&[
            (0.18, -0.46),
            (-0.14, -0.2),
            (-0.27, 0.18),
            (-0.18, 0.42),
            (0.02, 0.5),
            (0.22, 0.4),
            (0.27, 0.18),
            (0.14, -0.02),
            (-0.1, -0.02),
            (-0.25, 0.14),
        ]],
    };
    let mut shapes = Vec::new();
    for stroke in strokes {
        let points = stroke.iter().map(|(x, y)| centre + vec2(*x, *y) * height).collect();
        round_line(points, weight * height, colour, &mut shapes);
    }
    Shape::Vec(shapes)
}
