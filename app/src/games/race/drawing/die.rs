//! The die: a cube with rounded edges that tumbles and settles.

use std::f32::consts::TAU;

use egui::{Color32, Painter, Pos2, Rect, Shape, pos2, vec2};

use crate::ui::paint::shapes::{self, fill};
use crate::ui::theme::{Theme, fade, mix, shade};

/// A vector in space: x, y, z.
type Vector = [f32; 3];

/// The appearance of a die.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DieLook {
    /// The upper face, from 1 to 6, or `None` before the roll.
    pub face: Option<u8>,
    /// The progress of the tumble, from 0 to 1, or `None` at rest.
    pub tumble: Option<f32>,
    /// The colour of the rim, which is that of the seat that rolls, or `None` for a plain rim.
    pub rim: Option<Color32>,
    /// The phase of the glow of a die that can be rolled, from 0 to 1.
    pub glow: Option<f32>,
}

/// The six faces: number, normal, and two directions in the plane of the face.
const FACES: [(u8, Vector, Vector, Vector); 6] = [
    (1, [0., 0., 1.], [1., 0., 0.], [0., 1., 0.]),
    (6, [0., 0., -1.], [-1., 0., 0.], [0., 1., 0.]),
    (2, [0., 1., 0.], [1., 0., 0.], [0., 0., -1.]),
    (5, [0., -1., 0.], [1., 0., 0.], [0., 0., 1.]),
    (3, [1., 0., 0.], [0., 0., -1.], [0., 1., 0.]),
    (4, [-1., 0., 0.], [0., 0., 1.], [0., 1., 0.]),
];

/// The rotations that turn each face, from 1 to 6, towards the viewer: about x, then about y, in
/// full turns.
const FACE_ROTATIONS: [(f32, f32); 6] =
    [(0., 0.), (0.25, 0.), (0., -0.25), (0., 0.25), (-0.25, 0.), (0.5, 0.)];

/// A rotated cube on the screen, with x to the right, y down, z towards the viewer.
struct Cube {
    centre: Pos2,
    /// Half the length of an edge, in points.
    half: f32,
    /// The rotated axes of the cube.
    axes: [Vector; 3],
}

/// Paints a die in the middle of `rect`.
pub fn paint_die(painter: &Painter, rect: Rect, theme: &Theme, look: &DieLook) {
    painter.extend(die_shapes(rect, theme, look));
}

/// Returns the shapes of a die.
pub fn die_shapes(rect: Rect, theme: &Theme, look: &DieLook) -> Vec<Shape> {
    let side = rect.width().min(rect.height());
    // The share of the tumble's rotation that is still to come.
    let remaining = look.tumble.map_or(0.0, |t| (1.0 - t.clamp(0.0, 1.0)).powi(2));
    let height = look.tumble.map_or(0.0, bounce) * side;
    let cube = Cube {
        centre: rect.center() - vec2(0.0, 0.32 * height),
        half: side * 0.36,
        axes: orientation(look.face.unwrap_or(6), remaining),
    };
    let mut out = Vec::new();
    if let Some(phase) = look.glow {
        let wave = 0.5 - 0.5 * (phase * TAU).cos();
        let light = fade(theme.glow, 0.45 + 0.4 * wave);
        out.push(shapes::glow(rect.center(), rect.size() * (0.66 + 0.05 * wave), light));
    }
    let foot = rect.center() + vec2(0.04 * side + 0.1 * height, 0.1 * side + 0.14 * height);
    let shadow = fade(theme.shadow, 0.5 - 0.3 * (height / side).min(1.0));
    out.push(shapes::glow(foot, vec2(0.56, 0.54) * side, shadow));
    cube.paint(theme, look, &mut out);
    out
}

/// Returns the height of the die above the table at progress `t` of the tumble, as a multiple of
/// the side of its rectangle. The die bounces three times, each time lower.
fn bounce(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    for (start, end, top) in [(0.0, 0.45, 0.8), (0.45, 0.75, 0.3), (0.75, 0.92, 0.08)] {
        if t >= start && t < end {
            let u = (t - start) / (end - start);
            return top * 4.0 * u * (1.0 - u);
        }
    }
    0.0
}

/// Returns the rotated axes of a cube that shows a face. `remaining` is 1 at the start of a tumble
/// and 0 at rest. The cube always leans back a little, so that a second face is visible.
fn orientation(face: u8, remaining: f32) -> [Vector; 3] {
    let (x, y) = FACE_ROTATIONS[(face.clamp(1, 6) - 1) as usize];
    let lean = |v| rotate_x(v, 0.26);
    let spin = |v| {
        rotate_z(
            rotate_x(rotate_y(v, -remaining * 1.5 * TAU), remaining * 2.0 * TAU),
            remaining * 0.7 * TAU,
        )
    };
    [[1., 0., 0.], [0., 1., 0.], [0., 0., 1.]]
        .map(|axis| lean(spin(rotate_y(rotate_x(axis, x * TAU), y * TAU))))
}

impl Cube {
    fn rotated(&self, v: Vector) -> Vector {
        let [a, b, c] = self.axes;
        [0, 1, 2].map(|i| v[0] * a[i] + v[1] * b[i] + v[2] * c[i])
    }

    /// Converts a point of the cube to the screen.
    fn project(&self, v: Vector) -> Pos2 {
        let [x, y, _] = self.rotated(v);
        self.centre + vec2(x, y) * self.half
    }

    fn paint(&self, theme: &Theme, look: &DieLook, out: &mut Vec<Shape>) {
        let outlines = FACES.map(|face| self.face_outline(&face, 0.98, 0.34));
        let hull = convex_hull(outlines.iter().flatten().copied().collect());
        let rim = look.rim.map_or_else(|| mix(theme.die, theme.pip, 0.55), |rim| shade(rim, 0.1));
        let width = if look.rim.is_some() { 0.07 } else { 0.03 } * self.half;
        out.push(shapes::grown(hull.clone(), width.max(1.0), rim));
        out.push(fill(hull, mix(theme.die, theme.pip, 0.16)));
        for (face, outline) in FACES.iter().zip(outlines) {
            let [x, y, z] = self.rotated(face.1);
            if z <= 0.02 {
                continue;
            }
            let light = (0.25 * -x - 0.45 * y + 0.85 * z).clamp(0.0, 1.0);
            out.push(fill(outline, mix(theme.die, theme.pip, 0.30 * (1.0 - light))));
            if look.face.is_some() || look.tumble.is_some() {
                self.pips(face, theme, light, out);
            }
        }
    }

    /// Returns the rounded outline of a face on the screen. `extent` and `radius` are multiples of
    /// half the length of an edge.
    fn face_outline(
        &self,
        (_, normal, u, v): &(u8, Vector, Vector, Vector),
        extent: f32,
        radius: f32,
    ) -> Vec<Pos2> {
        let corners =
            [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)].map(|(x, y)| pos2(x, y) * extent);
        shapes::rounded(&corners, radius)
            .into_iter()
            .map(|p| self.project([0, 1, 2].map(|i| normal[i] + u[i] * p.x + v[i] * p.y)))
            .collect()
    }

    fn pips(
        &self,
        (number, normal, u, v): &(u8, Vector, Vector, Vector),
        theme: &Theme,
        light: f32,
        out: &mut Vec<Shape>,
    ) {
        // On Chinese dice the pips of 1 and 4 are red.
        let is_red = matches!(number, 1 | 4);
        let colour = if is_red { theme.pip_red } else { theme.pip };
        let radius = if *number == 1 { 0.4 } else { 0.19 };
        for (x, y) in pip_offsets(*number) {
            let disc = |extent: f32, dy: f32| -> Vec<Pos2> {
                (0..20)
                    .map(|i| {
                        let (sin, cos) = (TAU * i as f32 / 20.0).sin_cos();
                        let (a, b) = (x * 0.5 + cos * extent, y * 0.5 + sin * extent + dy);
                        self.project([0, 1, 2].map(|i| normal[i] + u[i] * a + v[i] * b))
                    })
                    .collect()
            };
            out.push(fill(disc(radius, 0.0), shade(colour, 0.25 + 0.2 * (1.0 - light))));
            out.push(fill(disc(radius * 0.88, 0.02), colour));
        }
    }
}

/// Returns the offsets of a face's pips from its middle, in steps of a grid of three by three.
pub fn pip_offsets(number: u8) -> Vec<(f32, f32)> {
    let mut offsets = Vec::new();
    if number % 2 == 1 {
        offsets.push((0., 0.));
    }
    if number >= 2 {
        offsets.extend([(-1., -1.), (1., 1.)]);
    }
    if number >= 4 {
        offsets.extend([(1., -1.), (-1., 1.)]);
    }
    if number == 6 {
        offsets.extend([(-1., 0.), (1., 0.)]);
    }
    offsets
}

fn rotate_x([x, y, z]: Vector, angle: f32) -> Vector {
    let (sin, cos) = angle.sin_cos();
    [x, y * cos - z * sin, y * sin + z * cos]
}

fn rotate_y([x, y, z]: Vector, angle: f32) -> Vector {
    let (sin, cos) = angle.sin_cos();
    [x * cos + z * sin, y, z * cos - x * sin]
}

fn rotate_z([x, y, z]: Vector, angle: f32) -> Vector {
    let (sin, cos) = angle.sin_cos();
    [x * cos - y * sin, x * sin + y * cos, z]
}

/// Returns the convex hull of points (Andrew's monotone chain).
fn convex_hull(mut points: Vec<Pos2>) -> Vec<Pos2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half_hull = |points: &mut dyn Iterator<Item = Pos2>| {
        let mut chain: Vec<Pos2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                let (edge, to_point) = (b - a, point - a);
                let is_corner = edge.x * to_point.y - edge.y * to_point.x > 0.0;
                if is_corner {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = half_hull(&mut points.iter().copied());
    hull.extend(half_hull(&mut points.iter().rev().copied()));
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settled_die_shows_its_face() {
        for face in 1..=6 {
            let cube = Cube { centre: Pos2::ZERO, half: 1.0, axes: orientation(face, 0.0) };
            let top_face =
                FACES.iter().max_by(|a, b| cube.rotated(a.1)[2].total_cmp(&cube.rotated(b.1)[2]));
            assert_eq!(top_face.map(|(number, ..)| *number), Some(face));
            assert_eq!(pip_offsets(face).len(), face as usize);
        }
    }

    #[test]
    fn opposite_faces_sum_to_seven() {
        for (number, normal, ..) in FACES {
            let opposite_normal = normal.map(|x| -x);
            let (opposite, ..) = FACES.iter().find(|face| face.1 == opposite_normal).unwrap();
            assert_eq!(number + opposite, 7);
        }
    }

    #[test]
    fn hull_keeps_only_corners() {
        let square = [(0., 0.), (2., 0.), (2., 2.), (0., 2.), (1., 1.), (1., 0.5)];
        let hull = convex_hull(square.iter().map(|(x, y)| pos2(*x, *y)).collect());
        assert_eq!(hull.len(), 4);
    }
}
