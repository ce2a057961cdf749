//! The chances along the game, under the timeline.

use std::sync::Arc;

use egui::{Panel, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use qipan_core::seat::Seat;

use crate::command::Command;
use crate::games::{GameUi, words};
use crate::screens::replay::ReplayView;
use crate::screens::replay::curve::percent;
use crate::ui::context::ScreenContext;
use crate::ui::theme;

/// The height of the curve.
const HEIGHT: f32 = 62.0;

impl<G: GameUi> ReplayView<G> {
    /// Draws the curve as a panel at the bottom, where there is one.
    pub(super) fn curve_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        if !self.may_analyse() || self.analysed.found(self.replay.len()).is_none() {
            return;
        }
        let margin = egui::Margin { left: 16, right: 16, top: 0, bottom: 10 };
        Panel::bottom("chances")
            .exact_size(HEIGHT + 10.0)
            .show_separator_line(false)
            .frame(egui::Frame::new().inner_margin(margin))
            .show(ui, |ui| self.areas_ui(cx, ui));
    }

    fn areas_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let steps = self.replay.len();
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::HOVER);
        let colour = |seat: Seat| (seat, theme::fade(G::colour(cx.theme, seat), 0.85));
        let seats: Vec<_> = self.beside_each_other().into_iter().map(colour).collect();
        if let Some(found) = self.analysed.found(steps) {
            self.curve.draw(found, &seats, rect, cx.theme.is_dark());
        }
        let id = ui.scope_id().with("chances");
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let label = cx.t("analysis-curve");
        response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, &label));
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 6.0, cx.theme.panel);
        for area in &self.curve.areas {
            painter.add(Shape::Mesh(Arc::clone(area)));
        }
        let x_of = |at: usize| rect.left() + rect.width() * at as f32 / steps.max(1) as f32;
        for at in &self.curve.places {
            let stroke = Stroke::new(1.5, theme::fade(cx.theme.ink, 0.7));
            painter.vline(x_of(*at), rect.y_range(), stroke);
        }
        for at in &self.curve.worst {
            let tip = pos2(x_of(*at), rect.top() + 8.0);
            let mark = vec![tip, tip + vec2(-5.0, -8.0), tip + vec2(5.0, -8.0)];
            let rim = Stroke::new(1.0, cx.theme.panel);
            painter.add(Shape::convex_polygon(mark, cx.theme.error, rim));
        }
        let now = x_of(self.replay.at());
        painter.vline(now, rect.y_range(), Stroke::new(3.5, cx.theme.panel));
        painter.vline(now, rect.y_range(), Stroke::new(1.5, cx.theme.ink));
        let edge = Stroke::new(1.0, cx.theme.hairline);
        ui.painter().rect_stroke(rect, 6.0, edge, egui::StrokeKind::Inside);
        let at_x = |x: f32| {
            let share = ((x - rect.left()) / rect.width()).clamp(0.0, 1.0);
            (share * steps as f32).round() as usize
        };
        if let Some(pointer) = response.interact_pointer_pos() {
            if at_x(pointer.x) != self.replay.at() {
                cx.send(Command::Seek(at_x(pointer.x)));
            }
        } else if let Some(pointer) = response.hover_pos() {
            painter.vline(
                pointer.x,
                rect.y_range(),
                Stroke::new(1.0, theme::fade(cx.theme.ink, 0.6)),
            );
            let text = self.chances_words(at_x(pointer.x), cx);
            response.on_hover_text_at_pointer(text);
        }
    }

    /// The chances in the position after so many steps, a line a seat.
    fn chances_words(&self, at: usize, cx: &ScreenContext<'_>) -> String {
        let found = self.analysed.found(self.replay.len());
        let Some(moment) = found.and_then(|found| found.moment(at)) else { return String::new() };
        let args = [("step", at.into()), ("place", (moment.place + 1).into())];
        let seat = |seat: Seat| {
            let name = words::seat::<G>(cx.i18n, seat);
            format!("{name}  {}", percent(moment.chances()[seat.index()]))
        };
        let lines = self.beside_each_other().into_iter().map(seat);
        std::iter::once(cx.tf("analysis-at", &args)).chain(lines).collect::<Vec<_>>().join("\n")
    }

    /// The seats in the order of the curve: those that play together beside each other.
    fn beside_each_other(&self) -> Vec<Seat> {
        let state = self.replay.state();
        let mut seats: Vec<Seat> = Vec::new();
        for seat in state.in_order() {
            let team = state.team_of(seat);
            let new = team.iter().filter(|one| !seats.contains(one)).collect::<Vec<_>>();
            seats.extend(new);
        }
        seats
    }
}
