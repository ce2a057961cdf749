//! The chances along the game, under the timeline.

use std::sync::Arc;

use egui::{Mesh, Panel, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use qipan_core::analysis::Analysis;
use qipan_core::seat::Seat;

use crate::command::Command;
use crate::games::{GameUi, words};
use crate::screens::replay::ReplayView;
use crate::screens::replay::analysis::percent;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{self, Theme};

/// The height of the curve.
const HEIGHT: f32 = 62.0;
/// How many of the worst choices are marked on it.
const MARKED: usize = 5;

/// What the curve was drawn for, and its areas.
#[derive(Default)]
pub(super) struct Curve {
    of: Option<(Rect, usize, bool)>,
    areas: Vec<Arc<Mesh>>,
    /// Where the worst choices are.
    worst: Vec<usize>,
    /// Where the place played for changes.
    places: Vec<usize>,
}

impl Curve {
    /// Forgets what was drawn: something else was found.
    pub(super) fn forget(&mut self) {
        self.of = None;
    }
}

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
        self.draw_areas(rect, cx.theme);
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

    /// Works out the areas, unless nothing changed since.
    fn draw_areas(&mut self, rect: Rect, theme: &Theme) {
        let steps = self.replay.len();
        let of = Some((rect, steps, theme.is_dark()));
        if self.curve.of == of {
            return;
        }
        let Some(found) = self.analysed.found(steps) else { return };
        let seats = self.beside_each_other();
        let colours = seats.iter().map(|seat| theme::fade(G::colour(theme, *seat), 0.85));
        let shares = shares_along(found, &seats, rect.width() as usize);
        let areas = colours.enumerate().map(|(at, colour)| area(&shares, at, rect, colour));
        let mistakes = found.mistakes();
        let place =
            |at: &usize| found.moments()[*at].place != found.moments()[at.saturating_sub(1)].place;
        let curve = Curve {
            of,
            areas: areas.map(Arc::new).collect(),
            worst: mistakes.iter().take(MARKED).map(|mistake| mistake.at).collect(),
            places: (0..=steps).filter(place).collect(),
        };
        self.curve = curve;
    }
}

/// For so many columns, where the area of each seat begins and the last one ends, 0 to 1.
fn shares_along<A: Copy>(found: &Analysis<A>, seats: &[Seat], columns: usize) -> Vec<Vec<f32>> {
    let last = found.moments().len().saturating_sub(1);
    let columns = columns.clamp(2, 4000).min(last.max(1) + 1);
    let column = |column: usize| {
        let at = (column * last + (columns - 1) / 2) / (columns - 1);
        let chances = found.moment(at).map_or([0.0; Seat::MAX], |moment| *moment.chances());
        let sum: f32 = seats.iter().map(|seat| chances[seat.index()]).sum();
        let mut end = 0.0;
        let ends = seats.iter().map(|seat| {
            end += chances[seat.index()] / sum.max(f32::MIN_POSITIVE);
            end
        });
        std::iter::once(0.0).chain(ends).collect()
    };
    (0..columns).map(column).collect()
}

/// The area of one seat.
fn area(shares: &[Vec<f32>], at: usize, rect: Rect, colour: egui::Color32) -> Mesh {
    let mut mesh = Mesh::default();
    let across = rect.width() / (shares.len().max(2) - 1) as f32;
    for (column, ends) in shares.iter().enumerate() {
        let x = rect.left() + across * column as f32;
        for share in [ends[at], ends[at + 1]] {
            mesh.colored_vertex(pos2(x, rect.top() + rect.height() * share), colour);
        }
        let first = 2 * column as u32;
        if column > 0 {
            mesh.add_triangle(first - 2, first - 1, first);
            mesh.add_triangle(first - 1, first, first + 1);
        }
    }
    mesh
}
