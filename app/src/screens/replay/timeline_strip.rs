//! The strip of a game: its turns in the colours of the seats, icons of notable events above them,
//! the loop range, and a knob at the position shown. A press or a drag seeks.

use egui::{CursorIcon, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind};
use egui::{Ui, WidgetInfo, pos2, vec2};

use crate::command::{Command, ReplayCommand};
use crate::games::GameUi;
use crate::screens::replay::event_icons::{ICON_ROWS, icon_row, icon_shapes};
use crate::screens::replay::game_outline::GameOutline;
use crate::screens::replay::loop_range::LoopRange;
use crate::ui::context::ScreenContext;
use crate::ui::paint::CachedShapes;
use crate::ui::theme::{Theme, fade};

/// The height of the row of turns, in points.
const TRACK_HEIGHT: f32 = 14.0;
/// The height of a row of icons above the turns, in points.
const ICON_ROW_HEIGHT: f32 = 8.0;
/// The height of the strip, in points.
pub(super) const HEIGHT: f32 = TRACK_HEIGHT + ICON_ROW_HEIGHT * ICON_ROWS as f32 + 3.0;
/// The space at each end of the strip for the knob, in points.
const END_SPACE: f32 = 7.0;
/// The distance within which a press grips an end of the loop range, in points.
const GRIP_DISTANCE: f32 = 6.0;

/// The mapping between positions of the game and x coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TimelineScale {
    left: f32,
    right: f32,
    steps: usize,
}

impl TimelineScale {
    /// Returns the scale of a strip for a game of `steps` steps.
    pub(super) fn new(rect: Rect, steps: usize) -> Self {
        Self { left: rect.left() + END_SPACE, right: rect.right() - END_SPACE, steps }
    }

    /// Returns the x coordinate of a position.
    pub(super) fn x(&self, position: usize) -> f32 {
        let share = position as f32 / self.steps.max(1) as f32;
        self.left + (self.right - self.left) * share
    }

    /// Returns the position nearest to an x coordinate.
    pub(super) fn position(&self, x: f32) -> usize {
        let share = (x - self.left) / (self.right - self.left).max(1.0);
        let position = (share * self.steps as f32).round().max(0.0);
        (position as usize).min(self.steps)
    }
}

/// The part of the strip that the pointer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StripHandle {
    /// The knob at the position shown.
    Knob,
    /// An end of the loop range. The other end stays at its position.
    RangeEnd { other_end: usize },
}

/// The state of the strip, kept from frame to frame.
#[derive(Default)]
pub(super) struct TimelineStrip {
    cache: CachedShapes<(Rect, Theme)>,
    /// The part that the pointer drags.
    dragged: Option<StripHandle>,
}

/// The contents of the strip.
pub(super) struct StripContents<'a> {
    /// The turns and notable events.
    pub(super) outline: &'a GameOutline,
    /// The position shown.
    pub(super) position: usize,
    /// The range that is played in a loop.
    pub(super) loop_range: Option<LoopRange>,
}

impl TimelineStrip {
    /// Draws the strip and handles its input. Returns its response and the position under the
    /// pointer.
    pub(super) fn ui<G: GameUi>(
        &mut self,
        contents: &StripContents<'_>,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) -> (Response, Option<usize>) {
        let size = vec2(ui.available_width(), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        let (label, position) = (cx.t("replay-timeline"), contents.position);
        response.widget_info(|| WidgetInfo::slider(true, position as f64, &label));
        let scale = TimelineScale::new(rect, contents.outline.steps);
        self.paint::<G>(contents, &scale, rect, cx.theme, ui.painter());
        if response.has_focus() {
            let ring = cx.theme.focus_ring();
            ui.painter().rect_stroke(rect.expand(2.0), 4.0, ring, StrokeKind::Inside);
        }
        self.handle_input(contents, &scale, &response, cx);
        let hovered = response.hover_pos().filter(|_| self.dragged.is_none());
        if hovered.is_some_and(|pos| other_end_at(contents, &scale, pos).is_some()) {
            ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
        }
        (response, hovered.map(|pos| scale.position(pos.x)))
    }

    /// Seeks to the position that is pressed or to which the knob is dragged. If an end of the loop
    /// range is dragged, moves it instead.
    fn handle_input(
        &mut self,
        contents: &StripContents<'_>,
        scale: &TimelineScale,
        response: &Response,
        cx: &mut ScreenContext<'_>,
    ) {
        let is_down = response.is_pointer_button_down_on() || response.clicked();
        let Some(pos) = response.interact_pointer_pos().filter(|_| is_down) else {
            self.dragged = None;
            return;
        };
        let handle_under_pointer = || {
            other_end_at(contents, scale, pos)
                .map_or(StripHandle::Knob, |other_end| StripHandle::RangeEnd { other_end })
        };
        let position = scale.position(pos.x);
        match *self.dragged.get_or_insert_with(handle_under_pointer) {
            StripHandle::Knob if position != contents.position => {
                cx.send(Command::Replay(ReplayCommand::Seek(position)))
            }
            StripHandle::Knob => {}
            StripHandle::RangeEnd { other_end } => {
                let range = LoopRange::between(other_end, position, contents.outline.steps);
                if range.is_some() && range != contents.loop_range {
                    cx.send(ReplayCommand::Repeat(range.map(LoopRange::ends)));
                }
            }
        }
    }

    /// Paints the strip. The turns and icons are cached.
    fn paint<G: GameUi>(
        &mut self,
        contents: &StripContents<'_>,
        scale: &TimelineScale,
        rect: Rect,
        theme: &Theme,
        painter: &Painter,
    ) {
        self.cache.paint(painter, (rect, theme.clone()), |(rect, theme)| {
            let mut shapes = turn_shapes::<G>(contents.outline, *rect, theme);
            shapes.extend(event_shapes(contents.outline, *rect, theme));
            shapes
        });
        let track = track_rect(rect);
        let knob_x = scale.x(contents.position);
        // Turns after the position shown are paler.
        let later_turns = Rect::from_min_max(pos2(knob_x, track.top()), track.max);
        painter.rect_filled(later_turns.expand2(vec2(0.0, 0.5)), 0.0, fade(theme.panel, 0.42));
        if let Some(range) = contents.loop_range {
            paint_loop_range(range, scale, rect, theme, painter);
        }
        let line = Stroke::new(2.0, theme.ink);
        painter.vline(knob_x, rect.top()..=track.bottom(), line);
        let knob =
            Rect::from_center_size(pos2(knob_x, track.center().y), vec2(9.0, TRACK_HEIGHT + 4.0));
        let border = Stroke::new(1.5, theme.panel);
        painter.rect(knob, 4.5, theme.accent, border, StrokeKind::Outside);
    }
}

/// Returns the opposite end of the loop range if the pointer is on one of its ends.
fn other_end_at(contents: &StripContents<'_>, scale: &TimelineScale, pos: Pos2) -> Option<usize> {
    let LoopRange { from, to } = contents.loop_range?;
    let is_on = |end: usize| (scale.x(end) - pos.x).abs() <= GRIP_DISTANCE;
    match (is_on(from), is_on(to)) {
        // The knob has precedence if the pointer is right on it, unless the knob lies on an end of
        // the range.
        _ if (scale.x(contents.position) - pos.x).abs() < 2.0
            && contents.position != from
            && contents.position != to =>
        {
            None
        }
        (_, true) => Some(from),
        (true, _) => Some(to),
        _ => None,
    }
}

/// Returns the rectangle of the turns.
fn track_rect(rect: Rect) -> Rect {
    let top = rect.bottom() - TRACK_HEIGHT;
    Rect::from_min_max(
        pos2(rect.left() + END_SPACE, top),
        pos2(rect.right() - END_SPACE, rect.bottom()),
    )
}

/// Returns the shapes of the turns, each in the colour of its seat.
fn turn_shapes<G: GameUi>(outline: &GameOutline, rect: Rect, theme: &Theme) -> Vec<Shape> {
    let (track, scale) = (track_rect(rect), TimelineScale::new(rect, outline.steps));
    let mut shapes = vec![Shape::rect_filled(track, 3.0, theme.hairline)];
    // If there is room, a gap separates the turns.
    let mean_width = track.width() / outline.turns.len().max(1) as f32;
    let gap = if mean_width >= 4.0 { 1.0 } else { 0.0 };
    for (index, turn) in outline.turns.iter().enumerate() {
        let (from, to) = outline.span(index);
        let (left, right) = (scale.x(from), scale.x(to) - gap);
        let bar = Rect::from_min_max(pos2(left, track.top()), pos2(right, track.bottom()));
        let corner_radius = if mean_width >= 8.0 { 2.0 } else { 0.0 };
        let colour = outline.colour::<G>(turn.seat, theme);
        shapes.push(Shape::rect_filled(bar, corner_radius, colour));
    }
    shapes
}

/// Returns the shapes of the icons of notable events, above the turns.
fn event_shapes(outline: &GameOutline, rect: Rect, theme: &Theme) -> Vec<Shape> {
    let scale = TimelineScale::new(rect, outline.steps);
    let bottom = rect.bottom() - TRACK_HEIGHT - 1.0;
    let shapes = |mark: &super::game_outline::TimelineMark| {
        let y = bottom - ICON_ROW_HEIGHT * (icon_row(mark.kind) as f32 + 0.5);
        icon_shapes(mark.kind, pos2(scale.x(mark.position), y), ICON_ROW_HEIGHT, theme)
    };
    outline.marks.iter().flat_map(shapes).collect()
}

/// Paints the loop range with a bracket at each end.
fn paint_loop_range(
    range: LoopRange,
    scale: &TimelineScale,
    rect: Rect,
    theme: &Theme,
    painter: &Painter,
) {
    let (left, right) = (scale.x(range.from), scale.x(range.to));
    let band = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
    painter.rect_filled(band, 2.0, fade(theme.accent, 0.14));
    let line = Stroke::new(2.5, theme.accent);
    for (x, inwards) in [(left, 5.0), (right, -5.0)] {
        for y in [band.top() + 1.0, band.bottom() - 1.0] {
            painter.line_segment([pos2(x, y), pos2(x + inwards, y)], line);
        }
        painter.vline(x, band.y_range(), line);
    }
}

/// Paints the icon of an event, `size` points wide and high.
pub(super) fn paint_event_icon(
    event: crate::play::timeline_event::TimelineEventKind,
    middle: Pos2,
    size: f32,
    theme: &Theme,
    painter: &Painter,
) {
    painter.extend(icon_shapes(event, middle, size, theme));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_maps_positions_to_x_and_back() {
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(500.0, HEIGHT));
        for steps in [0, 1, 7, 300, 2000] {
            let scale = TimelineScale::new(rect, steps);
            // If there are more steps than points, small rounding errors are allowed.
            let tolerance = 1 + steps / 480;
            for position in (0..=steps).step_by(1 + steps / 50) {
                assert!(
                    scale.position(scale.x(position)).abs_diff(position) < tolerance,
                    "{position} of {steps}"
                );
            }
            assert_eq!((scale.position(-50.0), scale.position(900.0)), (0, steps));
        }
    }
}
