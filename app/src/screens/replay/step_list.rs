//! The list of a replay's steps in words, turn by turn. Rows are as high as their texts, and only
//! visible rows are drawn.

use std::sync::Arc;

use egui::{
    Align2, Color32, FontId, Galley, Rect, Role, ScrollArea, Sense, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};
use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;

use crate::model::i18n::Lang;
use crate::screens::replay::course::Course;
use crate::screens::replay::filter::Filter;
use crate::screens::replay::timeline_strip::paint_sign;
use crate::ui::theme::{self, Theme};

/// The height of a row with one line of text.
const ROW: f32 = 24.0;
/// The space above and below the text of a higher row, together.
const MARGIN: f32 = 7.0;
/// The gap between two rows of a turn, and between two turns.
const GAP: f32 = 1.0;
const TURN: f32 = 6.0;
/// The width of a sign at the end of a row.
const SIGN: f32 = 13.0;

/// The steps to list. Each is identified by the position it leads to; 0 is the start.
pub(super) struct ListedSteps<'a> {
    /// The position shown.
    pub(super) at: usize,
    /// The language and the viewer of the texts.
    pub(super) audience: (Lang, Viewer),
    /// The filter that selects the listed steps.
    pub(super) filter: &'a Filter,
    /// The turns and notable events of the game.
    pub(super) course: &'a Course,
    /// Returns the text of a step. Steps with an empty text are not listed.
    pub(super) text: &'a dyn Fn(usize) -> String,
    /// Returns true if the next step repeats what this one says.
    pub(super) quiet: &'a dyn Fn(usize) -> bool,
    /// Returns the colour of a seat.
    pub(super) colour: &'a dyn Fn(Seat) -> Color32,
}

/// The inputs that the places of the rows depend on.
#[derive(Clone, Debug, PartialEq)]
struct RowMeasures {
    audience: (Lang, Viewer),
    filter: Filter,
    steps: usize,
    marks: usize,
    width: f32,
    scale: f32,
}

/// A listed step: the position it leads to, and the place of its row.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StepRow {
    at: usize,
    /// The index of its turn in the course.
    turn: Option<usize>,
    top: f32,
    bottom: f32,
}

/// The measured rows and the scroll state.
#[derive(Default)]
pub(super) struct StepList {
    measured: Option<RowMeasures>,
    rows: Vec<StepRow>,
    /// The number of measurements, used as the id of the scroll area: new rows need a new one.
    measures: u64,
    /// True just after measuring, when the scroll range is still unknown.
    fresh: bool,
    /// True if the row of the position shown must come into sight.
    follow: bool,
}

impl StepList {
    /// Brings the row of the position shown into sight.
    pub(super) fn follow(&mut self) {
        self.follow = true;
    }

    /// Draws the list. Returns the position whose row was pressed.
    pub(super) fn ui(
        &mut self,
        steps: &ListedSteps<'_>,
        theme: &Theme,
        ui: &mut Ui,
    ) -> Option<usize> {
        let width = ui.available_width() - ui.spacing().scroll.allocated_width();
        self.measure(steps, width, theme, ui);
        let area = ScrollArea::vertical().id_salt(self.measures);
        let mut area = area.auto_shrink([false, false]);
        // If the position itself is not listed, the listed step before it is marked.
        let now = self.rows.partition_point(|row| row.at <= steps.at).checked_sub(1);
        if std::mem::take(&mut self.fresh) {
            ui.ctx().request_discard("how far the steps can be scrolled is known now");
            ui.ctx().request_repaint();
        } else if std::mem::take(&mut self.follow) {
            let row = now.and_then(|now| self.rows.get(now));
            let middle = row.map_or(0.0, |row| row.top.midpoint(row.bottom));
            area = area.vertical_scroll_offset((middle - ui.available_height() / 2.0).max(0.0));
        }
        let mut pressed = None;
        area.show_viewport(ui, |ui, seen| {
            ui.set_height(self.rows.last().map_or(0.0, |row| row.bottom));
            let corner = ui.max_rect().left_top();
            let first = self.rows.partition_point(|row| row.bottom <= seen.top());
            let rows = self.rows.iter().enumerate().skip(first);
            for (index, row) in rows.take_while(|(_, row)| row.top < seen.bottom()) {
                let (top, bottom) = (vec2(0.0, row.top), vec2(width, row.bottom));
                let rect = Rect::from_min_max(corner + top, corner + bottom);
                if row_ui(row, now == Some(index), steps, rect, theme, ui) {
                    pressed = Some(row.at);
                }
            }
        });
        pressed
    }

    /// Computes the rows and their places, unless nothing changed.
    fn measure(&mut self, steps: &ListedSteps<'_>, width: f32, theme: &Theme, ui: &Ui) {
        let measured = Some(RowMeasures {
            audience: steps.audience,
            filter: steps.filter.clone(),
            steps: steps.course.steps,
            marks: steps.course.marks.len(),
            width,
            scale: ui.pixels_per_point(),
        });
        if self.measured == measured {
            return;
        }
        self.measured = measured;
        self.rows.clear();
        for at in 0..=steps.course.steps {
            let listed = at == 0 || steps.filter.lists(steps.course, at);
            let text = if listed { (steps.text)(at) } else { String::new() };
            if text.is_empty() {
                continue;
            }
            let turn = steps.course.turn_before(at).filter(|_| at > 0);
            let last = self.rows.last();
            let gap = if last.is_some_and(|last| last.turn != turn) { TURN } else { GAP };
            let top = last.map_or(0.0, |last| last.bottom + gap);
            let bottom = top + height(text, room(at, width, steps), theme, ui);
            self.rows.push(StepRow { at, turn, top, bottom });
        }
        self.measures += 1;
        self.fresh = true;
        self.follow = true;
    }
}

fn font() -> FontId {
    FontId::proportional(theme::BODY - 1.0)
}

/// Returns the left edge of the text of a row. The numbers have their own column.
fn indent(at: usize, steps: usize) -> f32 {
    match at {
        0 => 8.0,
        _ => 22.0 + 8.0 * steps.to_string().len() as f32,
    }
}

/// Returns the width of the text of a row.
fn room(at: usize, width: f32, steps: &ListedSteps<'_>) -> f32 {
    let signs = steps.course.marks_at(at).len() as f32;
    width - indent(at, steps.course.steps) - 6.0 - SIGN * signs
}

/// Returns the height of a row.
fn height(text: String, room: f32, theme: &Theme, ui: &Ui) -> f32 {
    let font = font();
    // Most texts fit on one line, which is quick to check.
    let wide: f32 =
        ui.fonts_mut(|fonts| text.chars().map(|sign| fonts.glyph_width(&font, sign)).sum());
    if wide + 4.0 < room && !text.contains('\n') {
        return ROW;
    }
    let galley = ui.painter().layout(text, font, theme.ink, room);
    ROW.max(galley.size().y + MARGIN)
}

/// Draws a row. Returns true if it was pressed.
fn row_ui(
    row: &StepRow,
    now: bool,
    steps: &ListedSteps<'_>,
    rect: Rect,
    theme: &Theme,
    ui: &Ui,
) -> bool {
    let (at, text) = (row.at, (steps.text)(row.at));
    let response = ui.interact(rect, ui.scope_id().with(("step", at)), Sense::click());
    let spoken = if at == 0 { text.clone() } else { format!("{at}  {text}") };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, now, &spoken));
    let fill = match (now, response.hovered()) {
        (true, _) => ui.visuals().selection.bg_fill,
        (_, true) => theme.raised,
        _ => theme.panel,
    };
    let body = rect.with_min_x(rect.left() + if row.turn.is_some() { 7.0 } else { 0.0 });
    ui.painter().rect_filled(body, 5.0, fill);
    if response.has_focus() {
        ui.painter().rect_stroke(body, 5.0, theme.focus_ring(), StrokeKind::Inside);
    }
    let quiet = !now && (steps.quiet)(at);
    let ink = if quiet { theme.quiet } else { theme.ink };
    let galley = ui.painter().layout(text, font(), ink, room(at, rect.width(), steps));
    paint_row(row, galley, steps, rect, theme, ui);
    response.clicked()
}

/// Paints the bar of the turn in its mover's colour, and the number, text and signs of a row.
fn paint_row(
    row: &StepRow,
    galley: Arc<Galley>,
    steps: &ListedSteps<'_>,
    rect: Rect,
    theme: &Theme,
    ui: &Ui,
) {
    let (at, painter) = (row.at, ui.painter());
    if let Some(turn) = row.turn {
        let colour = (steps.colour)(steps.course.turns[turn].seat);
        // The bar also fills the gap, so that rows of one turn are connected.
        let bar = Rect::from_min_max(rect.min, pos2(rect.left() + 4.0, rect.bottom() + GAP));
        painter.rect_filled(bar, 2.0, colour);
    }
    let line = galley.rows.first().map_or(0.0, |row| row.height());
    let left = rect.left() + indent(at, steps.course.steps);
    let top = rect.center().y - galley.size().y / 2.0;
    let middle = top + line / 2.0;
    if at > 0 {
        let number = pos2(left - 8.0, middle);
        painter.text(number, Align2::RIGHT_CENTER, at, font(), theme.quiet);
    }
    painter.galley(pos2(left, top), galley, theme.ink);
    for (k, mark) in steps.course.marks_at(at).iter().rev().enumerate() {
        let x = rect.right() - SIGN * (k as f32 + 0.5) - 2.0;
        paint_sign(mark.what, pos2(x, middle), 9.0, theme, painter);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::model::settings::ThemeName;
    use crate::screens::replay::course::TurnOf;

    const STEPS: usize = 2000;

    /// Draws the list in a window of 300 by 400 points. Returns the number of texts asked for.
    fn draw(list: &mut StepList, at: usize, course: &Course, ctx: &egui::Context) -> usize {
        let drawn = Cell::new(0);
        let text = |at: usize| {
            drawn.set(drawn.get() + 1);
            "South: Field Marshal S11 strikes W15. ".repeat(1 + at % 3)
        };
        let steps = ListedSteps {
            at,
            audience: (Lang::En, Viewer::All),
            filter: &Filter::default(),
            course,
            text: &text,
            quiet: &|_| false,
            colour: &|_| Color32::PLACEHOLDER,
        };
        let size = vec2(300.0, 400.0);
        let screen_rect = Some(Rect::from_min_size(egui::Pos2::ZERO, size));
        let theme = Theme::new(ThemeName::Light, false);
        let input = egui::RawInput { screen_rect, ..Default::default() };
        let mut output = ctx.run_ui(input, |ui| {
            list.ui(&steps, &theme, ui);
        });
        output.textures_delta.clear();
        drawn.get()
    }

    #[test]
    fn rows_fit_their_texts_and_only_visible_ones_are_drawn() {
        let turn = |k: usize| TurnOf { from: 2 * k, seat: Seat::new((k % 2) as u8) };
        let turns = (0..STEPS / 2).map(turn).collect();
        let course = Course { turns, marks: Vec::new(), steps: STEPS };
        let (ctx, mut list) = (egui::Context::default(), StepList::default());
        assert!(draw(&mut list, 0, &course, &ctx) > STEPS, "all are measured once");
        assert!(draw(&mut list, 0, &course, &ctx) < 60, "and then those in sight are asked for");
        let heights: Vec<f32> = list.rows.iter().map(|row| row.bottom - row.top).collect();
        assert_eq!(heights.len(), STEPS + 1);
        assert!(heights[0] >= ROW && heights[1] > heights[0] && heights[2] > heights[1]);
        let gap = |k: usize| list.rows[k + 1].top - list.rows[k].bottom;
        assert!(gap(1) < 2.0 && gap(2) > 4.0, "two steps of a turn hang together");
        list.follow();
        assert!(draw(&mut list, 1500, &course, &ctx) < 60, "far down, too");
    }
}
