//! The icons of bars and cards, drawn from lines so that they are sharp at every size.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

use crate::ui::paint::shapes::{fill, round_line, rounded, star, star_filled};

/// A small picture that stands for an action or a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Icon {
    /// Three lines.
    Menu,
    /// A triangle to the right.
    Play,
    /// Two bars.
    Pause,
    /// To the beginning.
    First,
    /// One step back.
    Previous,
    /// One step forward.
    Next,
    /// To the end.
    Last,
    /// To the previous screen.
    Back,
    /// An arrow into a tray.
    Save,
    /// A folder.
    Open,
    /// A gear.
    Settings,
    /// A question mark.
    Help,
    /// The head of a robot.
    Robot,
    /// A person.
    Person,
    /// Two persons: people on other devices.
    People,
    /// A crown: the first place.
    Crown,
    /// A medal: the other places.
    Medal,
    /// An arrow that turns back.
    Undo,
    /// A cross.
    Close,
    /// A tick.
    Done,
    /// Tiles in rows: the layout of an army.
    Layout,
    /// A board with a piece on it: a position.
    Board,
    /// Angle brackets: scripts.
    Script,
    /// A tile with a letter: the names on pieces.
    Names,
    /// An arrow out of a tray.
    Share,
    /// A piece of a jigsaw.
    Puzzle,
    /// A loudspeaker with waves.
    Sound,
    /// A loudspeaker with a cross.
    Muted,
    /// A light bulb: a hint.
    Lamp,
    /// A shield: the coach.
    Shield,
    /// A shield with a tick: the coach is on.
    ShieldOn,
    /// A square academic cap: lessons.
    Learn,
    /// An arrow that turns forward.
    Redo,
    /// A speech bubble with dots: a robot's thoughts.
    Thought,
    /// Three columns of a chart: records.
    Chart,
}

impl Icon {
    /// All icons.
    pub const ALL: [Self; 35] = [
        Self::Menu,
        Self::Play,
        Self::Pause,
        Self::First,
        Self::Previous,
        Self::Next,
        Self::Last,
        Self::Back,
        Self::Save,
        Self::Open,
        Self::Settings,
        Self::Help,
        Self::Robot,
        Self::Person,
        Self::People,
        Self::Crown,
        Self::Medal,
        Self::Undo,
        Self::Close,
        Self::Done,
        Self::Layout,
        Self::Board,
        Self::Script,
        Self::Names,
        Self::Share,
        Self::Puzzle,
        Self::Sound,
        Self::Muted,
        Self::Lamp,
        Self::Shield,
        Self::ShieldOn,
        Self::Learn,
        Self::Redo,
        Self::Thought,
        Self::Chart,
    ];
}

/// Paints an icon in the largest square in the middle of `rect`.
pub fn paint_icon(painter: &Painter, rect: Rect, icon: Icon, colour: Color32) {
    painter.extend(icon_shapes(rect, icon, colour));
}

/// A pen on a square. Coordinates run from -1 to 1.
struct Pen {
    centre: Pos2,
    /// Half the side of the square, in points.
    half: f32,
    colour: Color32,
    out: Vec<Shape>,
}

/// Returns the shapes of an icon.
pub fn icon_shapes(rect: Rect, icon: Icon, colour: Color32) -> Vec<Shape> {
    let half = rect.width().min(rect.height()) / 2.0;
    let mut pen = Pen { centre: rect.center(), half, colour, out: Vec::new() };
    match icon {
        Icon::Menu => [-0.55, 0.0, 0.55].iter().for_each(|y| pen.line(&[(-0.7, *y), (0.7, *y)])),
        Icon::Play => pen.solid(&[(-0.5, -0.75), (0.75, 0.0), (-0.5, 0.75)], 0.12),
        Icon::Pause => [-0.38, 0.38].iter().for_each(|x| pen.bar(*x, 0.7)),
        Icon::First => pen.step(-1.0, true),
        Icon::Previous => pen.step(-1.0, false),
        Icon::Next => pen.step(1.0, false),
        Icon::Last => pen.step(1.0, true),
        Icon::Back => {
            pen.line(&[(0.75, 0.0), (-0.7, 0.0)]);
            pen.line(&[(-0.1, -0.6), (-0.7, 0.0), (-0.1, 0.6)]);
        }
        Icon::Save => pen.save(),
        Icon::Open => pen.folder(),
        Icon::Settings => pen.gear(),
        Icon::Help => pen.question(),
        Icon::Robot => pen.robot(),
        Icon::Person => pen.person(),
        Icon::People => pen.people(),
        Icon::Crown => pen.crown(),
        Icon::Medal => pen.medal(),
        Icon::Undo => {
            pen.arc((0.0, 0.12), 0.58, -FRAC_PI_2 - 0.9, PI * 0.72);
            pen.line(&[(-0.42, -0.85), (-0.5, -0.32), (0.03, -0.22)]);
        }
        Icon::Redo => {
            pen.arc((0.0, 0.12), 0.58, PI * 0.28, PI * 1.5 + 0.9);
            pen.line(&[(0.42, -0.85), (0.5, -0.32), (-0.03, -0.22)]);
        }
        Icon::Thought => pen.speech_bubble(),
        Icon::Close => {
            pen.line(&[(-0.55, -0.55), (0.55, 0.55)]);
            pen.line(&[(0.55, -0.55), (-0.55, 0.55)]);
        }
        Icon::Done => pen.line(&[(-0.65, 0.05), (-0.2, 0.5), (0.7, -0.5)]),
        Icon::Script => {
            pen.line(&[(-0.42, -0.55), (-0.95, 0.0), (-0.42, 0.55)]);
            pen.line(&[(0.42, -0.55), (0.95, 0.0), (0.42, 0.55)]);
            pen.line(&[(0.2, -0.75), (-0.2, 0.75)]);
        }
        Icon::Layout => pen.layout(),
        Icon::Board => pen.board(),
        Icon::Names => pen.names(),
        Icon::Share => pen.share(),
        Icon::Puzzle => pen.puzzle(),
        Icon::Sound => {
            pen.loudspeaker();
            pen.arc((0.0, 0.0), 0.42, -FRAC_PI_2 * 0.5, FRAC_PI_2 * 0.5);
            pen.arc((0.0, 0.0), 0.8, -FRAC_PI_2 * 0.55, FRAC_PI_2 * 0.55);
        }
        Icon::Shield => pen.shield(),
        Icon::ShieldOn => {
            pen.shield();
            pen.line(&[(-0.28, 0.0), (-0.05, 0.25), (0.3, -0.25)]);
        }
        Icon::Lamp => {
            pen.arc((0.0, -0.25), 0.58, FRAC_PI_2 + 0.6, FRAC_PI_2 + TAU - 0.6);
            pen.line(&[(-0.33, 0.23), (-0.3, 0.5), (0.3, 0.5), (0.33, 0.23)]);
            pen.line(&[(-0.2, 0.82), (0.2, 0.82)]);
        }
        Icon::Learn => {
            pen.line(&[(0.0, -0.7), (0.95, -0.25), (0.0, 0.2), (-0.95, -0.25), (0.0, -0.7)]);
            pen.line(&[(-0.55, 0.0), (-0.55, 0.5), (0.0, 0.75), (0.55, 0.5), (0.55, 0.0)]);
            pen.line(&[(0.95, -0.2), (0.95, 0.5)]);
        }
        Icon::Chart => {
            pen.line(&[(-0.8, 0.8), (0.8, 0.8)]);
            for (x, top) in [(-0.5, 0.05), (0.0, -0.8), (0.5, -0.35)] {
                pen.line(&[(x, top), (x, 0.45)]);
            }
        }
        Icon::Muted => {
            pen.loudspeaker();
            pen.line(&[(0.28, -0.3), (0.85, 0.3)]);
            pen.line(&[(0.85, -0.3), (0.28, 0.3)]);
        }
    }
    pen.out
}

impl Pen {
    fn save(&mut self) {
        self.line(&[(0.0, -0.8), (0.0, 0.25)]);
        self.line(&[(-0.42, -0.17), (0.0, 0.25), (0.42, -0.17)]);
        self.line(&[(-0.75, 0.35), (-0.75, 0.78), (0.75, 0.78), (0.75, 0.35)]);
    }

    fn share(&mut self) {
        self.line(&[(0.0, 0.3), (0.0, -0.8)]);
        self.line(&[(-0.42, -0.4), (0.0, -0.82), (0.42, -0.4)]);
        self.line(&[(-0.4, -0.05), (-0.75, -0.05), (-0.75, 0.78)]);
        self.line(&[(-0.75, 0.78), (0.75, 0.78), (0.75, -0.05), (0.4, -0.05)]);
    }

    /// Draws a piece of a jigsaw with a knob on top and one on the right.
    fn puzzle(&mut self) {
        // The points of an arc of 236 degrees about a centre. `start` is in degrees.
        let knob = |(x, y): (f32, f32), start: f32| {
            (0..=16).map(move |i| {
                let angle = (start + 236.0 * i as f32 / 16.0).to_radians();
                let offset = Vec2::angled(angle) * 0.26;
                (x + offset.x, y + offset.y)
            })
        };
        let mut points = vec![(-0.8, -0.38)];
        points.extend(knob((-0.17, -0.5), 152.0));
        points.push((0.46, -0.38));
        points.extend(knob((0.58, 0.23), 242.0));
        points.extend([(0.46, 0.85), (-0.8, 0.85), (-0.8, -0.38)]);
        self.line(&points);
    }

    /// Draws a speech bubble with three dots.
    fn speech_bubble(&mut self) {
        self.line(&[(-0.35, 0.4), (-0.9, 0.4), (-0.9, -0.75), (0.9, -0.75), (0.9, 0.4)]);
        self.line(&[(0.9, 0.4), (0.05, 0.4), (-0.4, 0.85), (-0.35, 0.4)]);
        for x in [-0.42, 0.0, 0.42] {
            self.disc(x, -0.18, 0.13);
        }
    }

    fn loudspeaker(&mut self) {
        self.solid(&[(-0.9, -0.28), (-0.5, -0.28), (-0.5, 0.28), (-0.9, 0.28)], 0.06);
        self.solid(&[(-0.62, -0.2), (0.0, -0.75), (0.0, 0.75), (-0.62, 0.2)], 0.06);
    }

    fn folder(&mut self) {
        let tab = [(-0.8, 0.62), (-0.8, -0.6), (-0.2, -0.6), (0.02, -0.35)];
        self.line(&tab);
        self.line(&[(0.02, -0.35), (0.8, -0.35), (0.8, 0.62), (-0.8, 0.62)]);
    }

    /// Draws a tile with a letter on it.
    fn names(&mut self) {
        let (w, h) = (0.85, 0.7);
        self.line(&[(-w, -h), (w, -h), (w, h), (-w, h), (-w, -h)]);
        self.line(&[(-0.4, 0.4), (0.0, -0.42), (0.4, 0.4)]);
        self.line(&[(-0.25, 0.14), (0.25, 0.14)]);
    }

    fn board(&mut self) {
        let side = 0.8;
        self.line(&[(-side, -side), (side, -side), (side, side), (-side, side), (-side, -side)]);
        self.line(&[(0.0, -side), (0.0, side)]);
        self.line(&[(-side, 0.0), (side, 0.0)]);
        self.solid(&[(0.18, 0.18), (0.62, 0.18), (0.62, 0.62), (0.18, 0.62)], 0.2);
    }

    fn layout(&mut self) {
        for (x, y) in [(-0.45, -0.6), (0.45, -0.6), (-0.45, 0.0), (0.45, 0.0), (0.0, 0.6)] {
            let (w, h) = (0.34, 0.2);
            let corners = [(-w, -h), (w, -h), (w, h), (-w, h), (-w, -h)];
            self.line(&corners.map(|(dx, dy)| (x + dx, y + dy)));
        }
    }

    /// Converts coordinates of the pen to the screen.
    fn to_screen(&self, x: f32, y: f32) -> Pos2 {
        self.centre + vec2(x, y) * self.half * 0.9
    }

    /// Returns the width of lines.
    fn width(&self) -> f32 {
        (self.half * 0.2).max(1.3)
    }

    fn line(&mut self, points: &[(f32, f32)]) {
        let points = points.iter().map(|(x, y)| self.to_screen(*x, *y)).collect();
        round_line(points, self.width(), self.colour, &mut self.out);
    }

    /// Draws a filled polygon with rounded corners.
    fn solid(&mut self, corners: &[(f32, f32)], radius: f32) {
        let corners: Vec<Pos2> = corners.iter().map(|(x, y)| self.to_screen(*x, *y)).collect();
        self.out.push(fill(rounded(&corners, radius * self.half), self.colour));
    }

    /// Draws a vertical bar.
    fn bar(&mut self, x: f32, half_height: f32) {
        let (top, bottom) = (-half_height, half_height);
        let rect =
            Rect::from_two_pos(self.to_screen(x - 0.17, top), self.to_screen(x + 0.17, bottom));
        self.out.push(Shape::rect_filled(rect, self.half * 0.08, self.colour));
    }

    fn disc(&mut self, x: f32, y: f32, radius: f32) {
        self.out.push(Shape::circle_filled(
            self.to_screen(x, y),
            radius * self.half * 0.9,
            self.colour,
        ));
    }

    fn circle(&mut self, x: f32, y: f32, radius: f32) {
        let stroke = Stroke::new(self.width(), self.colour);
        self.out.push(Shape::circle_stroke(self.to_screen(x, y), radius * self.half * 0.9, stroke));
    }

    fn arc(&mut self, (x, y): (f32, f32), radius: f32, from: f32, to: f32) {
        let points: Vec<(f32, f32)> = (0..=20)
            .map(|i| {
                let offset = Vec2::angled(from + (to - from) * i as f32 / 20.0) * radius;
                (x + offset.x, y + offset.y)
            })
            .collect();
        self.line(&points);
    }

    /// Draws the sign for a step through a game. It points to the left if `direction` is -1, and to
    /// the right if it is 1.
    fn step(&mut self, direction: f32, to_the_end: bool) {
        if to_the_end {
            self.bar(0.62 * direction, 0.62);
            self.solid(
                &[(-0.6 * direction, -0.66), (0.4 * direction, 0.0), (-0.6 * direction, 0.66)],
                0.1,
            );
        } else {
            self.line(&[
                (-0.25 * direction, -0.6),
                (0.35 * direction, 0.0),
                (-0.25 * direction, 0.6),
            ]);
        }
    }

    fn gear(&mut self) {
        for i in 0..8 {
            let direction = Vec2::angled(TAU * i as f32 / 8.0);
            let ends = [0.5, 0.92].map(|r| self.to_screen(direction.x * r, direction.y * r));
            self.out.push(Shape::line_segment(ends, (self.half * 0.24, self.colour)));
        }
        let stroke = Stroke::new(self.half * 0.28, self.colour);
        self.out.push(Shape::circle_stroke(self.centre, self.half * 0.44, stroke));
    }

    fn question(&mut self) {
        self.arc((0.0, -0.36), 0.4, -PI, FRAC_PI_2 * 0.6);
        self.line(&[(0.235, -0.037), (0.0, 0.2), (0.0, 0.34)]);
        self.disc(0.0, 0.74, 0.15);
    }

    fn shield(&mut self) {
        self.line(&[(-0.6, -0.6), (0.0, -0.8), (0.6, -0.6), (0.55, 0.2), (0.0, 0.85)]);
        self.line(&[(0.0, 0.85), (-0.55, 0.2), (-0.6, -0.6)]);
    }

    fn robot(&mut self) {
        let rect = Rect::from_two_pos(self.to_screen(-0.68, -0.35), self.to_screen(0.68, 0.7));
        let stroke = Stroke::new(self.width(), self.colour);
        let middle = egui::StrokeKind::Middle;
        self.out.push(Shape::rect_stroke(rect, self.half * 0.24, stroke, middle));
        self.line(&[(0.0, -0.38), (0.0, -0.72)]);
        self.disc(0.0, -0.76, 0.16);
        self.disc(-0.28, 0.08, 0.15);
        self.disc(0.28, 0.08, 0.15);
        self.line(&[(-0.2, 0.42), (0.2, 0.42)]);
        self.line(&[(-0.95, 0.02), (-0.95, 0.3)]);
        self.line(&[(0.95, 0.02), (0.95, 0.3)]);
    }

    fn person(&mut self) {
        self.disc(0.0, -0.4, 0.38);
        let shoulders =
            [(-0.75, 0.8), (-0.62, 0.22), (-0.2, 0.08), (0.2, 0.08), (0.62, 0.22), (0.75, 0.8)];
        self.solid(&shoulders, 0.2);
    }

    fn people(&mut self) {
        for (x, y) in [(-0.42, -0.08), (0.42, 0.08)] {
            self.disc(x, y - 0.42, 0.3);
            let shoulder = |(dx, dy): (f32, f32)| (x + dx, y + dy);
            let shoulders = [(-0.5, 0.72), (-0.42, 0.2), (0.42, 0.2), (0.5, 0.72)];
            self.solid(&shoulders.map(shoulder), 0.12);
        }
    }

    fn crown(&mut self) {
        self.solid(&[(-0.85, -0.4), (-0.2, 0.3), (-0.2, 0.5), (-0.68, 0.5)], 0.02);
        self.solid(&[(0.85, -0.4), (0.68, 0.5), (0.2, 0.5), (0.2, 0.3)], 0.02);
        self.solid(&[(0.0, -0.75), (0.5, 0.5), (-0.5, 0.5)], 0.02);
        for (x, y) in [(-0.85, -0.48), (0.0, -0.8), (0.85, -0.48)] {
            self.disc(x, y, 0.14);
        }
        let foot = Rect::from_two_pos(self.to_screen(-0.68, 0.58), self.to_screen(0.68, 0.8));
        self.out.push(Shape::rect_filled(foot, self.half * 0.06, self.colour));
    }

    fn medal(&mut self) {
        self.solid(&[(-0.6, -0.95), (-0.15, -0.95), (0.2, -0.2), (-0.2, -0.1)], 0.02);
        self.solid(&[(0.15, -0.95), (0.6, -0.95), (0.2, -0.1), (-0.2, -0.2)], 0.02);
        self.circle(0.0, 0.32, 0.52);
        let centre = self.to_screen(0.0, 0.32);
        let points = star(centre, 5, self.half * 0.3, self.half * 0.14, -FRAC_PI_2);
        self.out.push(star_filled(centre, &points, self.colour));
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn icons_stay_in_their_rectangle() {
        let rect = Rect::from_min_size(pos2(10., 10.), Vec2::splat(24.0));
        for icon in Icon::ALL {
            let shapes = icon_shapes(rect, icon, Color32::PLACEHOLDER);
            assert!(!shapes.is_empty());
            for shape in shapes {
                assert!(rect.expand(2.0).contains_rect(shape.visual_bounding_rect()), "{icon:?}");
            }
        }
    }
}
