//! The planes: small aircraft seen from above.

use egui::{Color32, Painter, Pos2, Shape, Vec2, vec2};
use qipan_core::contract::seat::Seat;

use crate::ui::paint::shapes::{self, ellipse, fill, grown, outlined, rounded};
use crate::ui::paint::{SideMark, rotate_about};
use crate::ui::theme::{Theme, fade, mix, shade, tint};

/// The appearance of a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneLook {
    /// The middle of its place on the ground.
    pub pos: Pos2,
    /// The length from nose to tail.
    pub size: f32,
    /// The heading in radians, 0 to the right, clockwise.
    pub heading: f32,
    /// The owner.
    pub seat: Seat,
    /// The number, from 1.
    pub number: u8,
    /// The height, from 0 to 1. A higher plane is larger, with its shadow further away.
    pub lift: f32,
    /// The phase of the glow of a movable plane, from 0 to 1.
    pub glow: Option<f32>,
    /// True if it is drawn pale and without a shadow, as at the end of a previewed move.
    pub is_ghost: bool,
    /// True if it has finished and lies face down in its hangar.
    pub is_face_down: bool,
    /// The number of planes in the stack, 1 for a single one.
    pub stack_size: u8,
}

impl PlaneLook {
    /// Returns a single plane on the ground.
    pub const fn new(pos: Pos2, size: f32, heading: f32, seat: Seat, number: u8) -> Self {
        Self {
            pos,
            size,
            heading,
            seat,
            number,
            lift: 0.0,
            glow: None,
            is_ghost: false,
            is_face_down: false,
            stack_size: 1,
        }
    }
}

/// The right half of the hull from nose to tail: distances from the middle of the plane along and
/// across it, as shares of its size.
const HULL: [(f32, f32); 9] = [
    (0.5, 0.0),
    (0.485, 0.05),
    (0.44, 0.1),
    (0.36, 0.138),
    (0.2, 0.155),
    (0.0, 0.15),
    (-0.25, 0.105),
    (-0.44, 0.06),
    (-0.47, 0.0),
];
/// The corners of the right wing.
const WING: [(f32, f32); 4] = [(0.24, 0.12), (-0.03, 0.49), (-0.2, 0.49), (-0.13, 0.12)];
/// The corners of the right half of the tail.
const TAIL: [(f32, f32); 4] = [(-0.29, 0.05), (-0.42, 0.23), (-0.52, 0.23), (-0.46, 0.03)];
/// The corners of the stripe at the end of the right wing.
const STRIPE: [(f32, f32); 4] = [(0.032, 0.41), (-0.001, 0.455), (-0.2, 0.455), (-0.19, 0.41)];

/// The colours of one plane.
struct PlaneColours {
    hull: Color32,
    wing: Color32,
    edge: Color32,
    rim: Color32,
    engine: Color32,
    glass: Color32,
    badge: Color32,
    ink: Color32,
}

/// The coordinate frame of one plane.
struct Frame {
    pos: Pos2,
    size: f32,
    heading: f32,
}

impl Frame {
    fn to_screen(&self, x: f32, y: f32) -> Pos2 {
        rotate_about(self.pos, vec2(x, y) * self.size, self.heading)
    }

    /// Returns a part of the right side, and its mirror image on the left side.
    fn mirrored_part(&self, corners: &[(f32, f32)], radius: f32) -> [Vec<Pos2>; 2] {
        [1.0, -1.0].map(|side| {
            let points: Vec<Pos2> =
                corners.iter().map(|(x, y)| self.to_screen(*x, y * side)).collect();
            rounded(&points, radius * self.size)
        })
    }

    fn hull(&self) -> Vec<Pos2> {
        let right_side = HULL.iter().map(|(x, y)| self.to_screen(*x, *y));
        let left_side =
            HULL.iter().rev().skip(1).take(HULL.len() - 2).map(|(x, y)| self.to_screen(*x, -y));
        right_side.chain(left_side).collect()
    }

    fn silhouette(&self) -> Vec<Vec<Pos2>> {
        let mut parts = vec![self.hull()];
        parts.extend(self.mirrored_part(&WING, 0.07));
        parts.extend(self.mirrored_part(&TAIL, 0.04));
        parts
    }
}

/// Paints a plane.
pub fn paint_plane(painter: &Painter, theme: &Theme, look: &PlaneLook) {
    painter.extend(plane_shapes(theme, look));
}

/// Returns the shapes of a plane.
pub fn plane_shapes(theme: &Theme, look: &PlaneLook) -> Vec<Shape> {
    let mut out = Vec::with_capacity(48);
    if let Some(phase) = look.glow {
        glow(theme, look, phase, &mut out);
    }
    let colours = PlaneColours::new(theme, look);
    let size = look.size * (1.0 + 0.22 * look.lift);
    let stack = look.stack_size.clamp(1, 4);
    let step = vec2(-0.06, -0.085) * look.size;
    let frame = |level: u8| Frame {
        pos: look.pos + step * (f32::from(level) - f32::from(stack - 1) * 0.5),
        size,
        heading: look.heading,
    };
    if !look.is_ghost {
        shadow(theme, look, &frame(0), &mut out);
    }
    for level in 0..stack - 1 {
        lower_plane(&frame(level), &colours, &mut out);
    }
    let top = frame(stack - 1);
    body(&top, &colours, &mut out);
    if look.is_face_down {
        face_down_side(&top, &colours, &mut out);
    } else {
        details(&top, &colours, &mut out);
        number_badge(&top, look, &colours, &mut out);
    }
    if stack > 1 {
        count_badge(theme, &top, stack, &mut out);
    }
    out
}

/// Returns a plane printed on the board, flat and in one colour.
pub(super) fn flat_plane(theme: &Theme, look: &PlaneLook, colour: Color32) -> Vec<Shape> {
    let frame = Frame { pos: look.pos, size: look.size, heading: look.heading };
    let parts = frame.silhouette();
    let rim = mix(theme.pad, theme.shine, if theme.is_dark() { 0.12 } else { 0.6 });
    let mut out: Vec<Shape> =
        parts.iter().map(|part| grown(part.clone(), 0.06 * look.size, rim)).collect();
    out.extend(parts.into_iter().map(|part| fill(part, colour)));
    out
}

impl PlaneColours {
    fn new(theme: &Theme, look: &PlaneLook) -> Self {
        let side = theme.side(look.seat);
        let full = Self {
            hull: tint(side, 0.16),
            wing: side,
            edge: theme.deep(look.seat),
            rim: theme.shine,
            engine: shade(side, 0.5),
            glass: theme.glass,
            badge: theme.shine,
            ink: theme.pip,
        };
        if look.is_face_down {
            return full.map_colours(|colour| mix(colour, theme.paper, 0.35));
        }
        if look.is_ghost {
            return full.map_colours(|colour| mix(colour, theme.paper, 0.5));
        }
        full
    }

    fn map_colours(self, f: impl Fn(Color32) -> Color32) -> Self {
        Self {
            hull: f(self.hull),
            wing: f(self.wing),
            edge: f(self.edge),
            rim: f(self.rim),
            engine: f(self.engine),
            glass: f(self.glass),
            badge: f(self.badge),
            ink: f(self.ink),
        }
    }
}

fn glow(theme: &Theme, look: &PlaneLook, phase: f32, out: &mut Vec<Shape>) {
    let wave = 0.5 - 0.5 * (phase * std::f32::consts::TAU).cos();
    let radius = look.size * (0.6 + 0.06 * wave);
    let light = fade(theme.glow, 0.6 + 0.3 * wave);
    out.push(shapes::glow(look.pos, Vec2::splat(radius * 1.3), light));
    let line = fade(theme.accent, 0.55 + 0.45 * wave);
    out.push(shapes::ring(look.pos, radius * 0.92, (look.size * 0.05).max(1.5), line));
}

fn shadow(theme: &Theme, look: &PlaneLook, frame: &Frame, out: &mut Vec<Shape>) {
    let offset = vec2(0.035, 0.06) + vec2(0.3, 0.5) * look.lift;
    let shadow_frame =
        Frame { pos: frame.pos + offset * look.size, size: look.size, heading: frame.heading };
    let colour = fade(theme.shadow, 0.36 - 0.16 * look.lift);
    let soft = fade(theme.shadow, 0.16 * (1.0 - 0.5 * look.lift));
    out.push(shapes::glow(shadow_frame.pos, Vec2::splat(look.size * 0.6), soft));
    out.extend(shadow_frame.silhouette().into_iter().map(|part| fill(part, colour)));
}

fn body(frame: &Frame, colours: &PlaneColours, out: &mut Vec<Shape>) {
    let parts = frame.silhouette();
    let rim = (frame.size * 0.045).max(1.1);
    let edge = (frame.size * 0.022).max(0.6);
    out.extend(parts.iter().map(|part| grown(part.clone(), rim + edge, colours.edge)));
    out.extend(parts.iter().map(|part| grown(part.clone(), rim, colours.rim)));
    let engine = [(0.26, 0.2), (0.26, 0.3), (0.02, 0.3), (0.02, 0.2)];
    let engines = frame.mirrored_part(&engine, 0.05);
    out.extend(engines.into_iter().map(|part| fill(part, colours.engine)));
    // All parts but the hull, which is drawn last.
    let wings_and_tail = parts[1..].iter();
    out.extend(wings_and_tail.map(|part| outlined(part.clone(), colours.wing, edge, colours.edge)));
    let stripes = frame.mirrored_part(&STRIPE, 0.0);
    out.extend(stripes.into_iter().map(|part| fill(part, colours.rim)));
    out.push(outlined(parts[0].clone(), colours.hull, edge, colours.edge));
}

/// Draws a plane that lies under others in a stack.
fn lower_plane(frame: &Frame, colours: &PlaneColours, out: &mut Vec<Shape>) {
    let rim = (frame.size * 0.045).max(1.1);
    let parts = frame.silhouette();
    out.extend(parts.iter().map(|part| grown(part.clone(), rim + 1.0, colours.edge)));
    out.extend(parts.into_iter().map(|part| grown(part, rim, colours.wing)));
}

fn details(frame: &Frame, colours: &PlaneColours, out: &mut Vec<Shape>) {
    let size = frame.size;
    let cockpit = ellipse(frame.to_screen(0.335, 0.0), vec2(0.075, 0.088) * size, frame.heading);
    out.push(fill(cockpit, colours.glass));
    let glint = ellipse(frame.to_screen(0.36, -0.03), vec2(0.025, 0.03) * size, frame.heading);
    out.push(fill(glint, fade(colours.rim, 0.75)));
    let fin = vec![frame.to_screen(-0.5, 0.0), frame.to_screen(-0.27, 0.0)];
    shapes::round_line(fin, 0.05 * size, colours.edge, out);
}

/// Draws the number on a badge in the shape of the side's mark, upright for every heading.
fn number_badge(frame: &Frame, look: &PlaneLook, colours: &PlaneColours, out: &mut Vec<Shape>) {
    let (centre, mark) = (frame.to_screen(0.03, 0.0), SideMark::of(look.seat));
    // The middle of a triangle is narrow, so its badge is larger and the number lower.
    let (mark_size, drop) = if mark == SideMark::Triangle { (0.52, 0.07) } else { (0.42, 0.0) };
    let outline = mark.outline(centre, mark_size * frame.size);
    out.push(outlined(outline, colours.badge, (0.035 * frame.size).max(0.8), colours.edge));
    let middle = centre + vec2(0.0, drop * frame.size);
    out.push(shapes::digit(look.number, middle, 0.25 * frame.size, 0.2, colours.ink));
}

/// Draws the back of a finished plane: a star, without cockpit and number.
fn face_down_side(frame: &Frame, colours: &PlaneColours, out: &mut Vec<Shape>) {
    let centre = frame.to_screen(0.03, 0.0);
    let radius = 0.22 * frame.size;
    out.push(Shape::circle_filled(centre, radius, colours.badge));
    out.push(shapes::ring(centre, radius, (0.03 * frame.size).max(0.8), colours.edge));
    let star = shapes::star(centre, 5, radius * 0.78, radius * 0.34, -std::f32::consts::FRAC_PI_2);
    out.push(shapes::star_filled(centre, &star, colours.wing));
}

/// Draws the number of planes in a stack.
fn count_badge(theme: &Theme, frame: &Frame, planes: u8, out: &mut Vec<Shape>) {
    let radius = (0.19 * frame.size).max(6.0);
    let centre = frame.pos + vec2(0.36, -0.36) * frame.size;
    out.push(Shape::circle_filled(centre, radius, theme.shine));
    out.push(Shape::circle_filled(centre, radius * 0.86, theme.pip));
    out.push(shapes::digit(planes, centre, radius * 1.05, 0.2, theme.shine));
}
