//! The list of the steps of a replay, turn by turn. Rows are as high as their texts, and only
//! visible rows are drawn.

use std::sync::Arc;

use egui::{
    Align2, Color32, FontId, Galley, Rect, Role, ScrollArea, Sense, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};
use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;

use crate::model::i18n::Lang;
use crate::screens::replay::filter::StepFilter;
use crate::screens::replay::game_outline::GameOutline;
use crate::screens::replay::timeline_strip::paint_event_icon;
use crate::ui::theme::{self, Theme};

/// The height of a row with one line of text, in points.
const MIN_ROW_HEIGHT: f32 = 24.0;
/// The sum of the spaces above and below the text of a row with several lines, in points.
const TEXT_MARGIN: f32 = 7.0;
/// The gap between two rows of a turn, in points.
const ROW_GAP: f32 = 1.0;
/// The gap between two turns, in points.
const TURN_GAP: f32 = 6.0;
/// The width of an icon at the end of a row, in points.
const ICON_WIDTH: f32 = 13.0;

/// The steps to list. Each is identified by the position after it. Position 0 is the start.
pub(super) struct ListedSteps<'a> {
    /// The position shown.
    pub(super) position: usize,
    /// The language and the viewer of the texts.
    pub(super) audience: (Lang, Viewer),
    /// The filter that selects the listed steps.
    pub(super) filter: &'a StepFilter,
    /// The turns and notable events of the game.
    pub(super) outline: &'a GameOutline,
    /// Returns the text of the step before a position. Steps with an empty text are not listed.
    pub(super) text: &'a dyn Fn(usize) -> String,
    /// Returns true if the step before a position is redundant, because the step after it repeats
    /// everything that it says.
    pub(super) is_redundant: &'a dyn Fn(usize) -> bool,
    /// Returns the colour of a seat.
    pub(super) colour: &'a dyn Fn(Seat) -> Color32,
}

/// The inputs that the edges of the rows depend on.
#[derive(Clone, Debug, PartialEq)]
struct LayoutInputs {
    audience: (Lang, Viewer),
    filter: StepFilter,
    step_count: usize,
    mark_count: usize,
    width: f32,
    scale: f32,
}

/// The row of a listed step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StepRow {
    /// The position after the step.
    position: usize,
    /// The index of the step's turn in the outline.
    turn: Option<usize>,
    top: f32,
    bottom: f32,
}

/// The measured rows and the scroll state.
#[derive(Default)]
pub(super) struct StepList {
    /// The inputs that `rows` was computed from.
    inputs: Option<LayoutInputs>,
    rows: Vec<StepRow>,
    /// The number of times that the rows were laid out. It is the id of the scroll area, since new
    /// rows need a new area.
    layout_count: u64,
    /// True just after the rows were laid out, when the scroll range is still unknown.
    is_new: bool,
    /// True if the row of the position shown must become visible.
    must_scroll_to_current: bool,
}

impl StepList {
    /// Lets the next frame scroll to the row of the current position.
    pub(super) fn scroll_to_current(&mut self) {
        self.must_scroll_to_current = true;
    }

    /// Draws the list. Returns the position whose row was pressed.
    pub(super) fn ui(
        &mut self,
        steps: &ListedSteps<'_>,
        theme: &Theme,
        ui: &mut Ui,
    ) -> Option<usize> {
        let width = ui.available_width() - ui.spacing().scroll.allocated_width();
        self.lay_out(steps, width, theme, ui);
        let area = ScrollArea::vertical().id_salt(self.layout_count);
        let mut area = area.auto_shrink([false, false]);
        // If the position shown is not listed, the listed one before it is highlighted.
        let current =
            self.rows.partition_point(|row| row.position <= steps.position).checked_sub(1);
        if std::mem::take(&mut self.is_new) {
            ui.ctx().request_discard("the scroll range of the steps becomes known in this pass");
            ui.ctx().request_repaint();
        } else if std::mem::take(&mut self.must_scroll_to_current) {
            let row = current.and_then(|index| self.rows.get(index));
            let middle = row.map_or(0.0, |row| row.top.midpoint(row.bottom));
            area = area.vertical_scroll_offset((middle - ui.available_height() / 2.0).max(0.0));
        }
        let mut pressed = None;
        area.show_viewport(ui, |ui, visible| {
            ui.set_height(self.rows.last().map_or(0.0, |row| row.bottom));
            let corner = ui.max_rect().left_top();
            let first = self.rows.partition_point(|row| row.bottom <= visible.top());
            let rows = self.rows.iter().enumerate().skip(first);
            for (index, row) in rows.take_while(|(_, row)| row.top < visible.bottom()) {
                let (top, bottom) = (vec2(0.0, row.top), vec2(width, row.bottom));
                let rect = Rect::from_min_max(corner + top, corner + bottom);
                if row_ui(row, current == Some(index), steps, rect, theme, ui) {
                    pressed = Some(row.position);
                }
            }
        });
        pressed
    }

    /// Recomputes the rows and their edges if an input has changed.
    fn lay_out(&mut self, steps: &ListedSteps<'_>, width: f32, theme: &Theme, ui: &Ui) {
        let inputs = Some(LayoutInputs {
            audience: steps.audience,
            filter: steps.filter.clone(),
            step_count: steps.outline.steps,
            mark_count: steps.outline.marks.len(),
            width,
            scale: ui.pixels_per_point(),
        });
        if self.inputs == inputs {
            return;
        }
        self.inputs = inputs;
        self.rows.clear();
        for position in 0..=steps.outline.steps {
            let is_listed = position == 0 || steps.filter.includes(steps.outline, position);
            let text = if is_listed { (steps.text)(position) } else { String::new() };
            if text.is_empty() {
                continue;
            }
            let turn = steps.outline.turn_before(position).filter(|_| position > 0);
            let last = self.rows.last();
            let gap = if last.is_some_and(|last| last.turn != turn) { TURN_GAP } else { ROW_GAP };
            let top = last.map_or(0.0, |last| last.bottom + gap);
            let bottom = top + row_height(text, text_width(position, width, steps), theme, ui);
            self.rows.push(StepRow { position, turn, top, bottom });
        }
        self.layout_count += 1;
        self.is_new = true;
        self.must_scroll_to_current = true;
    }
}

/// Returns the font of the rows.
fn font() -> FontId {
    FontId::proportional(theme::BODY - 1.0)
}

/// Returns the distance from the left edge of a row to its text. The numbers of the steps have a
/// column of their own before the text.
fn indent(position: usize, steps: usize) -> f32 {
    match position {
        0 => 8.0,
        _ => 22.0 + 8.0 * steps.to_string().len() as f32,
    }
}

/// Returns the width of the text of a row.
fn text_width(position: usize, width: f32, steps: &ListedSteps<'_>) -> f32 {
    let icons = steps.outline.marks_at(position).len() as f32;
    width - indent(position, steps.outline.steps) - 6.0 - ICON_WIDTH * icons
}

/// Returns the height of a row.
fn row_height(text: String, text_width: f32, theme: &Theme, ui: &Ui) -> f32 {
    let font = font();
    // Most texts fit on one line, which is quick to check.
    let one_line_width: f32 =
        ui.fonts_mut(|fonts| text.chars().map(|letter| fonts.glyph_width(&font, letter)).sum());
    if one_line_width + 4.0 < text_width && !text.contains('\n') {
        return MIN_ROW_HEIGHT;
    }
    let galley = ui.painter().layout(text, font, theme.ink, text_width);
    MIN_ROW_HEIGHT.max(galley.size().y + TEXT_MARGIN)
}

/// Draws a row. Returns true if it was pressed.
fn row_ui(
    row: &StepRow,
    is_current: bool,
    steps: &ListedSteps<'_>,
    rect: Rect,
    theme: &Theme,
    ui: &Ui,
) -> bool {
    let (position, text) = (row.position, (steps.text)(row.position));
    let response = ui.interact(rect, ui.scope_id().with(("step", position)), Sense::click());
    let label = if position == 0 { text.clone() } else { format!("{position}  {text}") };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_current, &label));
    let fill = match (is_current, response.hovered()) {
        (true, _) => ui.visuals().selection.bg_fill,
        (_, true) => theme.raised,
        _ => theme.panel,
    };
    let body = rect.with_min_x(rect.left() + if row.turn.is_some() { 7.0 } else { 0.0 });
    ui.painter().rect_filled(body, 5.0, fill);
    if response.has_focus() {
        ui.painter().rect_stroke(body, 5.0, theme.focus_ring(), StrokeKind::Inside);
    }
    let is_quiet = !is_current && (steps.is_redundant)(position);
    let ink = if is_quiet { theme.quiet } else { theme.ink };
    let galley = ui.painter().layout(text, font(), ink, text_width(position, rect.width(), steps));
    paint_row(row, galley, steps, rect, theme, ui);
    response.clicked()
}

/// Paints a bar in the colour of the turn's seat, and the number, text and icons of a row.
fn paint_row(
    row: &StepRow,
    galley: Arc<Galley>,
    steps: &ListedSteps<'_>,
    rect: Rect,
    theme: &Theme,
    ui: &Ui,
) {
    let (position, painter) = (row.position, ui.painter());
    if let Some(turn) = row.turn {
        let colour = (steps.colour)(steps.outline.turns[turn].seat);
        // The bar also fills the gap, so that rows of one turn are connected.
        let bar = Rect::from_min_max(rect.min, pos2(rect.left() + 4.0, rect.bottom() + ROW_GAP));
        painter.rect_filled(bar, 2.0, colour);
    }
    let line_height = galley.rows.first().map_or(0.0, |row| row.height());
    let left = rect.left() + indent(position, steps.outline.steps);
    let top = rect.center().y - galley.size().y / 2.0;
    let middle = top + line_height / 2.0;
    if position > 0 {
        let number_pos = pos2(left - 8.0, middle);
        painter.text(number_pos, Align2::RIGHT_CENTER, position, font(), theme.quiet);
    }
    painter.galley(pos2(left, top), galley, theme.ink);
    for (index, mark) in steps.outline.marks_at(position).iter().rev().enumerate() {
        let x = rect.right() - ICON_WIDTH * (index as f32 + 0.5) - 2.0;
        paint_event_icon(mark.kind, pos2(x, middle), 9.0, theme, painter);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::model::settings::ThemeName;
    use crate::screens::replay::game_outline::OutlineTurn;

    const STEPS: usize = 2000;

    /// Draws the list in a window of 300 by 400 points. Returns the number of texts it needed.
    fn draw(
        list: &mut StepList,
        position: usize,
        outline: &GameOutline,
        ctx: &egui::Context,
    ) -> usize {
        let text_count = Cell::new(0);
        let text = |position: usize| {
            text_count.set(text_count.get() + 1);
            "South: Field Marshal S11 strikes W15. ".repeat(1 + position % 3)
        };
        let steps = ListedSteps {
            position,
            audience: (Lang::En, Viewer::All),
            filter: &StepFilter::default(),
            outline,
            text: &text,
            is_redundant: &|_| false,
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
        text_count.get()
    }

    #[test]
    fn rows_fit_their_texts_and_only_visible_ones_are_drawn() {
        let turn =
            |index: usize| OutlineTurn { start: 2 * index, seat: Seat::new((index % 2) as u8) };
        let turns = (0..STEPS / 2).map(turn).collect();
        let outline = GameOutline { turns, steps: STEPS, ..GameOutline::default() };
        let (ctx, mut list) = (egui::Context::default(), StepList::default());
        crate::ui::fonts::install_fonts(&ctx, crate::model::i18n::Lang::En);
        assert!(draw(&mut list, 0, &outline, &ctx) > STEPS, "all texts are measured once");
        assert!(draw(&mut list, 0, &outline, &ctx) < 60, "then only visible texts are needed");
        let heights: Vec<f32> = list.rows.iter().map(|row| row.bottom - row.top).collect();
        assert_eq!(heights.len(), STEPS + 1);
        assert!(heights[0] >= MIN_ROW_HEIGHT && heights[1] > heights[0] && heights[2] > heights[1]);
        let gap = |index: usize| list.rows[index + 1].top - list.rows[index].bottom;
        assert!(gap(1) < 2.0 && gap(2) > 4.0, "the two steps of a turn are close together");
        list.scroll_to_current();
        assert!(draw(&mut list, 1500, &outline, &ctx) < 60, "the same holds far down");
    }
}
