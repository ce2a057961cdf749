//! The die: a cube with rounded edges that tumbles and settles.

use std::f32::consts::TAU;

use egui::{Color32, Painter, Pos2, Rect, Shape, pos2, vec2};

use crate::ui::paint::shapes::{self, fill};
use crate::ui::theme::{Theme, fade, mix, shade};

type Vector = [f32; 3];

/// The appearance of a die.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DieLook {
    /// The upper face, from 1 to 6, or `None` before the roll.
    pub face: Option<u8>,
    /// The progress of the tumble, from 0 to 1, or `None` at rest.
    pub tumble: Option<f32>,
    /// The rim in the colour of its owner.
    pub rim: Option<Color32>,
    /// The phase of the glow of a die that can be rolled, from 0 to 1.
    pub glow: Option<f32>,
}

/// The six faces: number, normal, and the two directions along it.
const FACES: [(u8, Vector, Vector, Vector); 6] = [
    (1, [0., 0., 1.], [1., 0., 0.], [0., 1., 0.]),
    (6, [0., 0., -1.], [-1., 0., 0.], [0., 1., 0.]),
    (2, [0., 1., 0.], [1., 0., 0.], [0., 0., -1.]),
    (5, [0., -1., 0.], [1., 0., 0.], [0., 0., 1.]),
    (3, [1., 0., 0.], [0., 0., -1.], [0., 1., 0.]),
    (4, [-1., 0., 0.], [0., 0., 1.], [0., 1., 0.]),
];

/// The rotations that bring a face towards the viewer, in turns: about x, then about y.
const UP: [(f32, f32); 6] = [(0., 0.), (0.25, 0.), (0., -0.25), (0., 0.25), (-0.25, 0.), (0.5, 0.)];

/// A rotated cube on the screen, with x to the right, y down, z towards the viewer.
struct Cube {
    centre: Pos2,
    half: f32,
    turn: [Vector; 3],
}

/// Paints a die in the middle of `rect`.
pub fn paint_die(painter: &Painter, rect: Rect, theme: &Theme, look: &DieLook) {
    painter.extend(die_shapes(rect, theme, look));
}

/// Returns the shapes of a die.
pub fn die_shapes(rect: Rect, theme: &Theme, look: &DieLook) -> Vec<Shape> {
    let side = rect.width().min(rect.height());
    let left = look.tumble.map_or(0.0, |t| (1.0 - t.clamp(0.0, 1.0)).powi(2));
    let height = look.tumble.map_or(0.0, bounce) * side;
    let cube = Cube {
        centre: rect.center() - vec2(0.0, 0.32 * height),
        half: side * 0.36,
        turn: orientation(look.face.unwrap_or(6), left),
    };
    let mut out = Vec::new();
    if let Some(phase) = look.glow {
        let wave = 0.5 - 0.5 * (phase * TAU).cos();
        let light = fade(theme.glow, 0.45 + 0.4 * wave);
        out.push(shapes::glow(rect.center(), rect.size() * (0.66 + 0.05 * wave), light));
    }
    let foot = rect.center() + vec2(0.04 * side + 0.1 * height, 0.1 * side + 0.14 * height);
    let dark = fade(theme.shadow, 0.5 - 0.3 * (height / side).min(1.0));
    out.push(shapes::glow(foot, vec2(0.56, 0.54) * side, dark));
    cube.paint(theme, look, &mut out);
    out
}

/// Returns the height of the die above the table, in sides: three bounces, each lower.
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

/// Returns the rotated axes of the cube. At rest it leans back a little, to look like a cube.
fn orientation(face: u8, left: f32) -> [Vector; 3] {
    let (x, y) = UP[(face.clamp(1, 6) - 1) as usize];
    let lean = |v| about_x(v, 0.26);
    let spin =
        |v| about_z(about_x(about_y(v, -left * 1.5 * TAU), left * 2.0 * TAU), left * 0.7 * TAU);
    [[1., 0., 0.], [0., 1., 0.], [0., 0., 1.]]
        .map(|axis| lean(spin(about_y(about_x(axis, x * TAU), y * TAU))))
}

impl Cube {
    fn turned(&self, v: Vector) -> Vector {
        let [a, b, c] = self.turn;
        [0, 1, 2].map(|i| v[0] * a[i] + v[1] * b[i] + v[2] * c[i])
    }

    fn project(&self, v: Vector) -> Pos2 {
        let [x, y, _] = self.turned(v);
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
            let [x, y, z] = self.turned(face.1);
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

    fn face_outline(
        &self,
        (_, out, u, v): &(u8, Vector, Vector, Vector),
        reach: f32,
        radius: f32,
    ) -> Vec<Pos2> {
        let corners = [(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)].map(|(x, y)| pos2(x, y) * reach);
        shapes::rounded(&corners, radius)
            .into_iter()
            .map(|p| self.project([0, 1, 2].map(|i| out[i] + u[i] * p.x + v[i] * p.y)))
            .collect()
    }

    fn pips(
        &self,
        (number, out_of, u, v): &(u8, Vector, Vector, Vector),
        theme: &Theme,
        light: f32,
        out: &mut Vec<Shape>,
    ) {
        let red = matches!(number, 1 | 4);
        let colour = if red { theme.pip_red } else { theme.pip };
        let radius = if *number == 1 { 0.4 } else { 0.19 };
        for (x, y) in pip_places(*number) {
            let disc = |reach: f32, dy: f32| -> Vec<Pos2> {
                (0..20)
                    .map(|i| {
                        let (sin, cos) = (TAU * i as f32 / 20.0).sin_cos();
                        let (a, b) = (x * 0.5 + cos * reach, y * 0.5 + sin * reach + dy);
                        self.project([0, 1, 2].map(|i| out_of[i] + u[i] * a + v[i] * b))
                    })
                    .collect()
            };
            out.push(fill(disc(radius, 0.0), shade(colour, 0.25 + 0.2 * (1.0 - light))));
            out.push(fill(disc(radius * 0.88, 0.02), colour));
        }
    }
}

/// Returns the places of a face's pips, in steps from its middle.
pub fn pip_places(number: u8) -> Vec<(f32, f32)> {
    let (diagonal, other) = ([(-1., -1.), (1., 1.)], [(1., -1.), (-1., 1.)]);
    let mut places = Vec::new();
    if number % 2 == 1 {
        places.push((0., 0.));
    }
    if number >= 2 {
        places.extend(diagonal);
    }
    if number >= 4 {
        places.extend(other);
    }
    if number == 6 {
        places.extend([(-1., 0.), (1., 0.)]);
    }
    places
}

fn about_x([x, y, z]: Vector, angle: f32) -> Vector {
    let (sin, cos) = angle.sin_cos();
    [x, y * cos - z * sin, y * sin + z * cos]
}

fn about_y([x, y, z]: Vector, angle: f32) -> Vector {
    let (sin, cos) = angle.sin_cos();
    [x * cos + z * sin, y, z * cos - x * sin]
}

fn about_z([x, y, z]: Vector, angle: f32) -> Vector {
    let (sin, cos) = angle.sin_cos();
    [x * cos - y * sin, x * sin + y * cos, z]
}

/// Returns the convex hull of points (Andrew's monotone chain).
fn convex_hull(mut points: Vec<Pos2>) -> Vec<Pos2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Pos2>| {
        let mut chain: Vec<Pos2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                let (along, to) = (b - a, point - a);
                if along.x * to.y - along.y * to.x > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter().copied());
    hull.extend(half(&mut points.iter().rev().copied()));
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settled_die_shows_its_face() {
        for face in 1..=6 {
            let cube = Cube { centre: Pos2::ZERO, half: 1.0, turn: orientation(face, 0.0) };
            let up =
                FACES.iter().max_by(|a, b| cube.turned(a.1)[2].total_cmp(&cube.turned(b.1)[2]));
            assert_eq!(up.map(|f| f.0), Some(face));
            assert_eq!(pip_places(face).len(), face as usize);
        }
    }

    #[test]
    fn opposite_faces_sum_to_seven() {
        for (number, out, ..) in FACES {
            let across = FACES.iter().find(|f| f.1 == out.map(|x| -x)).unwrap();
            assert_eq!(number + across.0, 7);
        }
    }

    #[test]
    fn hull_keeps_only_corners() {
        let square = [(0., 0.), (2., 0.), (2., 2.), (0., 2.), (1., 1.), (1., 0.5)];
        let hull = convex_hull(square.iter().map(|(x, y)| pos2(*x, *y)).collect());
        assert_eq!(hull.len(), 4);
    }
}
