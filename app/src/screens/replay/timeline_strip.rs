//! The strip of a game: its turns in the colours of the movers, signs above them, the position
//! shown. A press or a drag seeks.

use egui::{CursorIcon, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind};
use egui::{Ui, WidgetInfo, pos2, vec2};

use crate::command::{Command, ReplayCommand};
use crate::games::GameUi;
use crate::screens::replay::course::Course;
use crate::screens::replay::glyphs::{ROWS, glyph, row};
use crate::screens::replay::section::LoopRange;
use crate::ui::context::ScreenContext;
use crate::ui::paint::CachedShapes;
use crate::ui::theme::{Theme, fade};

/// The height of the row of turns, and of a row of signs above it.
const TRACK: f32 = 14.0;
const SIGNS: f32 = 8.0;
/// The height of the strip.
pub(super) const HEIGHT: f32 = TRACK + SIGNS * ROWS as f32 + 3.0;
/// The space at both ends, for the knob.
const END: f32 = 7.0;
/// The distance within which a press takes hold of an end of the section.
const GRIP: f32 = 6.0;

/// The mapping of steps to horizontal places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TimelineScale {
    left: f32,
    right: f32,
    steps: usize,
}

impl TimelineScale {
    /// Returns the scale of a strip for a game of `steps` steps.
    pub(super) fn new(rect: Rect, steps: usize) -> Self {
        Self { left: rect.left() + END, right: rect.right() - END, steps }
    }

    /// Returns the place of the position after `at` steps.
    pub(super) fn x(&self, at: usize) -> f32 {
        let share = at as f32 / self.steps.max(1) as f32;
        self.left + (self.right - self.left) * share
    }

    /// Returns the nearest position.
    pub(super) fn at(&self, x: f32) -> usize {
        let share = (x - self.left) / (self.right - self.left).max(1.0);
        let at = (share * self.steps as f32).round().max(0.0);
        (at as usize).min(self.steps)
    }
}

/// The part of the strip that the pointer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StripHandle {
    /// The position shown.
    Place,
    /// An end of the section. The other end stays.
    End { other: usize },
}

/// The state of the strip, kept from frame to frame.
#[derive(Default)]
pub(super) struct Strip {
    cache: CachedShapes<(Rect, Theme)>,
    held: Option<StripHandle>,
}

/// The contents of the strip.
pub(super) struct StripContents<'a> {
    /// The turns and notable events.
    pub(super) course: &'a Course,
    /// The number of steps before the position shown.
    pub(super) at: usize,
    /// The section played in a loop.
    pub(super) section: Option<LoopRange>,
}

impl Strip {
    /// Draws the strip and sends the seeks of presses. Returns its response and the step pointed
    /// at.
    pub(super) fn ui<G: GameUi>(
        &mut self,
        shown: &StripContents<'_>,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) -> (Response, Option<usize>) {
        let size = vec2(ui.available_width(), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        let (label, at) = (cx.t("replay-timeline"), shown.at);
        response.widget_info(|| WidgetInfo::slider(true, at as f64, &label));
        let scale = TimelineScale::new(rect, shown.course.steps);
        self.paint::<G>(shown, &scale, rect, cx.theme, ui.painter());
        if response.has_focus() {
            let ring = cx.theme.focus_ring();
            ui.painter().rect_stroke(rect.expand(2.0), 4.0, ring, StrokeKind::Inside);
        }
        self.answer(shown, &scale, &response, cx);
        let pointed = response.hover_pos().filter(|_| self.held.is_none());
        if pointed.is_some_and(|pos| end_at(shown, &scale, pos).is_some()) {
            ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
        }
        (response, pointed.map(|pos| scale.at(pos.x)))
    }

    /// Sends the position where the strip is pressed or dragged to.
    fn answer(
        &mut self,
        shown: &StripContents<'_>,
        scale: &TimelineScale,
        response: &Response,
        cx: &mut ScreenContext<'_>,
    ) {
        let down = response.is_pointer_button_down_on() || response.clicked();
        let Some(pos) = response.interact_pointer_pos().filter(|_| down) else {
            self.held = None;
            return;
        };
        let taken = || {
            end_at(shown, scale, pos).map_or(StripHandle::Place, |other| StripHandle::End { other })
        };
        let to = scale.at(pos.x);
        match *self.held.get_or_insert_with(taken) {
            StripHandle::Place if to != shown.at => {
                cx.send(Command::Replay(ReplayCommand::Seek(to)))
            }
            StripHandle::Place => {}
            StripHandle::End { other } => {
                let section = LoopRange::between(other, to, shown.course.steps);
                if section.is_some() && section != shown.section {
                    cx.send(ReplayCommand::Repeat(section.map(LoopRange::ends)));
                }
            }
        }
    }

    fn paint<G: GameUi>(
        &mut self,
        shown: &StripContents<'_>,
        scale: &TimelineScale,
        rect: Rect,
        theme: &Theme,
        painter: &Painter,
    ) {
        self.cache.paint(painter, (rect, theme.clone()), |(rect, theme)| {
            let mut out = turns::<G>(shown.course, *rect, theme);
            out.extend(signs(shown.course, *rect, theme));
            out
        });
        let track = track(rect);
        let here = scale.x(shown.at);
        // Turns after the position shown are paler.
        let ahead = Rect::from_min_max(pos2(here, track.top()), track.max);
        painter.rect_filled(ahead.expand2(vec2(0.0, 0.5)), 0.0, fade(theme.panel, 0.42));
        if let Some(section) = shown.section {
            paint_section(section, scale, rect, theme, painter);
        }
        let line = Stroke::new(2.0, theme.ink);
        painter.vline(here, rect.top()..=track.bottom(), line);
        let knob = Rect::from_center_size(pos2(here, track.center().y), vec2(9.0, TRACK + 4.0));
        let rim = Stroke::new(1.5, theme.panel);
        painter.rect(knob, 4.5, theme.accent, rim, StrokeKind::Outside);
    }
}

/// Returns the other end of the section if the pointer is on one of its ends.
fn end_at(shown: &StripContents<'_>, scale: &TimelineScale, pos: Pos2) -> Option<usize> {
    let LoopRange { from, to } = shown.section?;
    let on = |end: usize| (scale.x(end) - pos.x).abs() <= GRIP;
    match (on(from), on(to)) {
        // The position shown has precedence if it is just as near.
        _ if (scale.x(shown.at) - pos.x).abs() < 2.0 && shown.at != from && shown.at != to => None,
        (_, true) => Some(from),
        (true, _) => Some(to),
        _ => None,
    }
}

/// Returns the area of the turns.
fn track(rect: Rect) -> Rect {
    let top = rect.bottom() - TRACK;
    Rect::from_min_max(pos2(rect.left() + END, top), pos2(rect.right() - END, rect.bottom()))
}

/// Returns the shapes of the turns, each in the colour of its mover.
fn turns<G: GameUi>(course: &Course, rect: Rect, theme: &Theme) -> Vec<Shape> {
    let (track, scale) = (track(rect), TimelineScale::new(rect, course.steps));
    let mut out = vec![Shape::rect_filled(track, 3.0, theme.hairline)];
    // If there is room, a gap separates the turns.
    let wide = track.width() / course.turns.len().max(1) as f32;
    let gap = if wide >= 4.0 { 1.0 } else { 0.0 };
    for (turn, of) in course.turns.iter().enumerate() {
        let (from, to) = course.span(turn);
        let (left, right) = (scale.x(from), scale.x(to) - gap);
        let bar = Rect::from_min_max(pos2(left, track.top()), pos2(right, track.bottom()));
        let round = if wide >= 8.0 { 2.0 } else { 0.0 };
        out.push(Shape::rect_filled(bar, round, G::colour(theme, of.seat)));
    }
    out
}

/// Returns the signs of notable events, above the turns.
fn signs(course: &Course, rect: Rect, theme: &Theme) -> Vec<Shape> {
    let scale = TimelineScale::new(rect, course.steps);
    let bottom = rect.bottom() - TRACK - 1.0;
    let sign = |mark: &super::course::TimelineMark| {
        let y = bottom - SIGNS * (row(mark.what) as f32 + 0.5);
        glyph(mark.what, pos2(scale.x(mark.at), y), SIGNS, theme)
    };
    course.marks.iter().flat_map(sign).collect()
}

/// Paints the section with a bracket at each end.
fn paint_section(
    section: LoopRange,
    scale: &TimelineScale,
    rect: Rect,
    theme: &Theme,
    painter: &Painter,
) {
    let (left, right) = (scale.x(section.from), scale.x(section.to));
    let band = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
    painter.rect_filled(band, 2.0, fade(theme.accent, 0.14));
    let line = Stroke::new(2.5, theme.accent);
    for (x, towards) in [(left, 5.0), (right, -5.0)] {
        for (y, inwards) in [(band.top() + 1.0, 0.0), (band.bottom() - 1.0, 0.0)] {
            painter.line_segment([pos2(x, y), pos2(x + towards, y + inwards)], line);
        }
        painter.vline(x, band.y_range(), line);
    }
}

/// Paints a sign within text, `size` points high.
pub(super) fn paint_sign(
    what: crate::play::timeline_event::TimelineEvent,
    middle: Pos2,
    size: f32,
    theme: &Theme,
    painter: &Painter,
) {
    painter.extend(glyph(what, middle, size, theme));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_steps_are_inverse() {
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(500.0, HEIGHT));
        for steps in [0, 1, 7, 300, 2000] {
            let scale = TimelineScale::new(rect, steps);
            // If there are more steps than points, not all can be hit, but none is far off.
            let near = 1 + steps / 480;
            for at in (0..=steps).step_by(1 + steps / 50) {
                assert!(scale.at(scale.x(at)).abs_diff(at) < near, "{at} of {steps}");
            }
            assert_eq!((scale.at(-50.0), scale.at(900.0)), (0, steps));
        }
    }
}
