//! Flight paths, and rotation about a point.

use egui::{Pos2, Vec2, pos2};

/// The path of a flying plane: a quadratic Bézier curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlightPath {
    from: Pos2,
    /// The control point.
    control: Pos2,
    to: Pos2,
}

impl FlightPath {
    /// Creates a path that bends towards the point `middle`, such as the middle of the board, by a
    /// share of the distance between its ends.
    pub fn bent(from: Pos2, to: Pos2, share: f32, middle: Pos2) -> Self {
        let chord_middle = from + (to - from) * 0.5;
        let mut bend = (to - from).rot90() * share;
        if bend.dot(middle - chord_middle) < 0.0 {
            bend = -bend;
        }
        // The curve passes halfway between its chord and the control point.
        Self { from, control: chord_middle + bend * 2.0, to }
    }

    /// Creates a straight path.
    pub fn straight(from: Pos2, to: Pos2) -> Self {
        Self { from, control: from + (to - from) * 0.5, to }
    }

    /// Returns the point at `t`, from 0 to 1.
    pub fn at(&self, t: f32) -> Pos2 {
        let (a, b) = (self.from.lerp(self.control, t), self.control.lerp(self.to, t));
        a.lerp(b, t)
    }

    /// Returns the direction of travel at `t`, in radians.
    pub fn heading(&self, t: f32) -> f32 {
        let tangent = (self.control - self.from) * (1.0 - t) + (self.to - self.control) * t;
        tangent.angle()
    }

    /// Returns the curve as points, both ends included.
    pub fn points(&self, count: usize) -> Vec<Pos2> {
        let last = count.max(2) - 1;
        (0..=last).map(|i| self.at(i as f32 / last as f32)).collect()
    }

    /// Returns the approximate length.
    pub fn length(&self) -> f32 {
        self.points(16).windows(2).map(|p| p[0].distance(p[1])).sum()
    }
}

/// Returns the point at `offset` from `centre`, rotated clockwise about the centre by `angle` in
/// radians.
pub fn rotate_about(centre: Pos2, offset: Vec2, angle: f32) -> Pos2 {
    let (sin, cos) = angle.sin_cos();
    pos2(centre.x + offset.x * cos - offset.y * sin, centre.y + offset.x * sin + offset.y * cos)
}
