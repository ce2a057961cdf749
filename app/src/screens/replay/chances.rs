//! Draws the curve of win probabilities over the course of a game, below the timeline.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Painter, Pos2, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use qipan_core::contract::seat::Seat;

use crate::command::ReplayCommand;
use crate::games::{GameUi, words};
use crate::screens::replay::ReplayView;
use crate::screens::replay::curve::percent;
use crate::screens::replay::timeline_strip::TimelineScale;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{Theme, fade};

/// The height of the curve, in points.
const HEIGHT: f32 = 62.0;

impl<G: GameUi> ReplayView<G> {
    /// Returns the height of the curve with the room above it, or 0 without a curve.
    pub(super) fn curve_height(&self) -> f32 {
        if self.has_curve() { HEIGHT + 4.0 } else { 0.0 }
    }

    /// Returns true if there is an analysis and the viewer may see it.
    fn has_curve(&self) -> bool {
        self.may_analyse() && self.analysis.result(self.replay.len()).is_some()
    }

    /// Draws the curve, if there is one.
    pub(super) fn curve_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        if self.has_curve() {
            ui.add_space(2.0);
            self.areas_ui(cx, ui);
        }
    }

    /// Draws the curve and handles the pointer: a press seeks, and a hover shows the probabilities.
    fn areas_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let steps = self.replay.len();
        let size = vec2(ui.available_width(), HEIGHT);
        let (full_rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        let scale = TimelineScale::new(full_rect, steps);
        let rect = Rect::from_x_y_ranges(scale.x(0)..=scale.x(steps), full_rect.y_range());
        let coloured = |seat: Seat| (seat, fade(self.outline.colour::<G>(seat, cx.theme), 0.85));
        let seats: Vec<_> = self.seats_by_team().into_iter().map(coloured).collect();
        if let Some(analysis) = self.analysis.result(steps) {
            self.curve.update((self.analysis.results_id(), analysis), &seats, rect);
        }
        let label = cx.t("analysis-curve");
        response.widget_info(|| WidgetInfo::slider(true, self.replay.at() as f64, &label));
        self.paint_curve(&scale, rect, cx.theme, ui);
        if let Some(pointer) = response.interact_pointer_pos() {
            if scale.position(pointer.x) != self.replay.at() {
                cx.send(ReplayCommand::Seek(scale.position(pointer.x)));
            }
        } else if let Some(pointer) = response.hover_pos() {
            let stroke = Stroke::new(1.0, fade(cx.theme.ink, 0.6));
            ui.painter().vline(pointer.x.clamp(rect.left(), rect.right()), rect.y_range(), stroke);
            let text = self.chances_text(scale.position(pointer.x), cx);
            response.on_hover_text_at_pointer(text);
        }
    }

    /// Paints the areas, the worst choices, the position shown, and a line at each position at
    /// which the contested place changes.
    fn paint_curve(&self, scale: &TimelineScale, rect: Rect, theme: &Theme, ui: &Ui) {
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 6.0, theme.panel);
        for area in &self.curve.areas {
            painter.add(Shape::Mesh(Arc::clone(area)));
        }
        for position in &self.curve.place_changes {
            let stroke = Stroke::new(1.5, fade(theme.ink, 0.7));
            painter.vline(scale.x(*position), rect.y_range(), stroke);
        }
        for position in &self.curve.mistakes {
            paint_mistake_mark(&painter, pos2(scale.x(*position), rect.top() + 8.0), theme);
        }
        let current = scale.x(self.replay.at());
        painter.vline(current, rect.y_range(), Stroke::new(3.5, theme.panel));
        painter.vline(current, rect.y_range(), Stroke::new(1.5, theme.ink));
        let border = Stroke::new(1.0, theme.hairline);
        ui.painter().rect_stroke(rect, 6.0, border, egui::StrokeKind::Inside);
    }

    /// Returns the win probabilities at a position, one line per seat.
    fn chances_text(&self, position: usize, cx: &ScreenContext<'_>) -> String {
        let analysis = self.analysis.result(self.replay.len());
        let Some(position_analysis) = analysis.and_then(|analysis| analysis.position(position))
        else {
            return String::new();
        };
        let args = [("step", position.into()), ("place", (position_analysis.place + 1).into())];
        let line = |seat: Seat| {
            let name = words::seat::<G>(cx.i18n, seat);
            format!("{name}  {}", percent(position_analysis.chances()[seat.index()]))
        };
        let lines = self.seats_by_team().into_iter().map(line);
        let teams = self.seats_by_team().into_iter().map(|seat| self.replay.state().team_of(seat));
        let id = if teams.collect::<BTreeSet<_>>().len() == 2 {
            "analysis-at-two"
        } else {
            "analysis-at"
        };
        std::iter::once(cx.tf(id, &args)).chain(lines).collect::<Vec<_>>().join("\n")
    }

    /// Returns the seats in the order of the areas. Team-mates are next to each other.
    fn seats_by_team(&self) -> Vec<Seat> {
        let state = self.replay.state();
        let mut seats: Vec<Seat> = Vec::new();
        for seat in state.seats_in_turn_order() {
            let team = state.team_of(seat);
            let new_seats = team.iter().filter(|seat| !seats.contains(seat)).collect::<Vec<_>>();
            seats.extend(new_seats);
        }
        seats
    }
}

/// Paints the triangle that marks a mistake, with its tip at this point. It is dark, because each
/// of the other colours can be the colour of a seat.
pub(super) fn paint_mistake_mark(painter: &Painter, tip: Pos2, theme: &Theme) {
    let triangle = vec![tip, tip + vec2(-5.0, -8.0), tip + vec2(5.0, -8.0)];
    let outline = Stroke::new(1.0, theme.panel);
    painter.add(Shape::convex_polygon(triangle, theme.ink, outline));
}
