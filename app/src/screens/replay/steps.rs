//! The list of a replay's steps: rows as high as their texts, of which those in sight are drawn.

use egui::{Align2, FontId, Rect, Role, ScrollArea, Sense, StrokeKind, Ui, WidgetInfo, vec2};
use qipan_core::game::Viewer;

use crate::command::Command;
use crate::games::{GameUi, words};
use crate::model::i18n::Lang;
use crate::screens::replay::ReplayView;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{self, Theme};

/// The height of a row with one line of text.
const ROW: f32 = 26.0;
/// What is free above and below the text of a higher row, together.
const MARGIN: f32 = 8.0;
/// What is free between two rows.
const GAP: f32 = 2.0;

/// The steps to list: row 0 is the start, row k the step number k.
pub(super) struct Steps<'a> {
    /// The row of the position shown.
    pub(super) at: usize,
    /// How many rows there are.
    pub(super) rows: usize,
    /// In which language and through whose eyes they are told: their texts change with it.
    pub(super) audience: (Lang, Viewer),
    /// The text of a row.
    pub(super) text: &'a dyn Fn(usize) -> String,
}

/// Where the rows are.
#[derive(Default)]
pub(super) struct StepList {
    /// What the rows were measured for: the texts, their number, the width, the size of a point.
    of: Option<((Lang, Viewer), usize, f32, f32)>,
    /// The top of each row, and the end of the last.
    tops: Vec<f32>,
    /// Whether the row of the position shown has to come into sight.
    follow: bool,
}

impl StepList {
    /// Brings the row of the position shown into sight.
    pub(super) fn follow(&mut self) {
        self.follow = true;
    }

    /// Draws the list; the row that was pressed.
    pub(super) fn ui(&mut self, steps: &Steps<'_>, theme: &Theme, ui: &mut Ui) -> Option<usize> {
        let width = ui.available_width() - ui.spacing().scroll.allocated_width();
        self.measure(steps, width, theme, ui);
        let mut area = ScrollArea::vertical().auto_shrink([false, false]);
        if std::mem::take(&mut self.follow) {
            let middle = self.tops[steps.at].midpoint(self.tops[steps.at + 1]);
            let offset = middle - ui.available_height() / 2.0;
            area = area.vertical_scroll_offset(offset.max(0.0));
        }
        let mut pressed = None;
        area.show_viewport(ui, |ui, seen| {
            ui.set_height(self.tops[steps.rows]);
            let corner = ui.max_rect().left_top();
            let first = self.tops.partition_point(|top| *top <= seen.top()).saturating_sub(1);
            for row in (first..steps.rows).take_while(|row| self.tops[*row] < seen.bottom()) {
                let (top, end) = (self.tops[row], self.tops[row + 1] - GAP);
                let rect = Rect::from_min_max(corner + vec2(0.0, top), corner + vec2(width, end));
                if row_ui(row, steps, rect, theme, ui) {
                    pressed = Some(row);
                }
            }
        });
        pressed
    }

    /// Finds the places of all rows, unless nothing changed since.
    fn measure(&mut self, steps: &Steps<'_>, width: f32, theme: &Theme, ui: &Ui) {
        let of = Some((steps.audience, steps.rows, width, ui.pixels_per_point()));
        if self.of == of {
            return;
        }
        self.of = of;
        let mut end = 0.0;
        self.tops = vec![end];
        for row in 0..steps.rows {
            let room = width - indent(row, steps.rows) - 6.0;
            end += height((steps.text)(row), room, theme, ui) + GAP;
            self.tops.push(end);
        }
    }
}

impl<G: GameUi> ReplayView<G> {
    /// Puts the steps into words, as the viewer may know them.
    pub(super) fn tell(&mut self, cx: &ScreenContext<'_>) {
        let (replay, viewer) = (&self.replay, self.eyes.viewer());
        self.log.update(cx, viewer, replay.len(), |step| {
            let before = replay.state_at(step).map(|state| state.view(viewer));
            before.map_or(String::new(), |view| {
                words::step(cx.i18n, replay.record(), step, &view, replay.events(step))
            })
        });
    }

    /// The steps in words.
    pub(super) fn steps_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let log = &self.log;
        let text = |row: usize| match row.checked_sub(1) {
            Some(step) => log.line(step).to_owned(),
            None => cx.t("replay-start"),
        };
        let (at, rows) = (self.replay.at(), self.replay.len() + 1);
        let audience = (cx.i18n.lang(), self.eyes.viewer());
        let steps = Steps { at, rows, audience, text: &text };
        if let Some(row) = self.list.ui(&steps, cx.theme, ui) {
            cx.send(Command::Seek(row));
        }
    }
}

fn font() -> FontId {
    FontId::proportional(theme::BODY - 1.0)
}

/// Where the text of a row begins: the numbers stand in a column of their own.
fn indent(row: usize, rows: usize) -> f32 {
    match row {
        0 => 8.0,
        _ => 18.0 + 8.5 * rows.to_string().len() as f32,
    }
}

/// The height of a row.
fn height(text: String, room: f32, theme: &Theme, ui: &Ui) -> f32 {
    let font = font();
    // Most texts fit into a line, and that is soon seen.
    let wide: f32 =
        ui.fonts_mut(|fonts| text.chars().map(|sign| fonts.glyph_width(&font, sign)).sum());
    if wide + 4.0 < room {
        return ROW;
    }
    let galley = ui.painter().layout(text, font, theme.ink, room);
    ROW.max(galley.size().y + MARGIN)
}

/// A row; whether it was pressed.
fn row_ui(row: usize, steps: &Steps<'_>, rect: Rect, theme: &Theme, ui: &Ui) -> bool {
    let (text, now) = ((steps.text)(row), row == steps.at);
    let response = ui.interact(rect, ui.scope_id().with(("step", row)), Sense::click());
    let spoken = if row == 0 { text.clone() } else { format!("{row}  {text}") };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, now, &spoken));
    let fill = match (now, response.hovered()) {
        (true, _) => ui.visuals().selection.bg_fill,
        (_, true) => theme.raised,
        _ => theme.panel,
    };
    ui.painter().rect_filled(rect, 6.0, fill);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 6.0, theme.focus_ring(), StrokeKind::Inside);
    }
    let indent = indent(row, steps.rows);
    let galley = ui.painter().layout(text, font(), theme.ink, rect.width() - indent - 6.0);
    let line = galley.rows.first().map_or(0.0, |row| row.height());
    let top = rect.center().y - galley.size().y / 2.0;
    if row > 0 {
        let at = egui::pos2(rect.left() + indent - 8.0, top + line / 2.0);
        ui.painter().text(at, Align2::RIGHT_CENTER, row, font(), theme.quiet);
    }
    ui.painter().galley(egui::pos2(rect.left() + indent, top), galley, theme.ink);
    response.clicked()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::model::settings::ThemeName;

    const ROWS: usize = 2001;

    /// Draws the list into a window of 300 to 400 points; how many texts were asked for.
    fn draw(list: &mut StepList, at: usize, ctx: &egui::Context) -> usize {
        let asked = Cell::new(0);
        let text = |row: usize| {
            asked.set(asked.get() + 1);
            "South: Field Marshal S11 strikes W15. ".repeat(1 + row % 3)
        };
        let steps = Steps { at, rows: ROWS, audience: (Lang::En, Viewer::All), text: &text };
        let size = vec2(300.0, 400.0);
        let screen_rect = Some(Rect::from_min_size(egui::Pos2::ZERO, size));
        let theme = Theme::new(ThemeName::Light, false);
        let input = egui::RawInput { screen_rect, ..Default::default() };
        let mut output = ctx.run_ui(input, |ui| {
            list.ui(&steps, &theme, ui);
        });
        output.textures_delta.clear();
        asked.get()
    }

    #[test]
    fn rows_are_as_high_as_their_texts_and_only_those_in_sight_are_drawn() {
        let ctx = egui::Context::default();
        let mut list = StepList::default();
        assert!(draw(&mut list, 0, &ctx) >= ROWS, "all are measured once");
        assert!(draw(&mut list, 0, &ctx) < 60, "and then those in sight are asked for");
        let heights: Vec<f32> = list.tops.windows(2).map(|pair| pair[1] - pair[0] - GAP).collect();
        assert_eq!((list.tops.len(), heights.len()), (ROWS + 1, ROWS));
        assert!(heights[0] >= ROW && heights[1] > heights[0] && heights[2] > heights[1]);
        list.follow();
        assert!(draw(&mut list, 1500, &ctx) < 60, "far down, too");
    }
}
