//! The rows of the collection: a thumbnail and a few words for each game. Only visible rows are
//! drawn.

use egui::{
    Align2, Color32, FontId, Rect, Response, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind,
    Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::command::{CollectionCommand, Command};
use crate::model::collection::{CollectedGame, Query};
use crate::model::i18n::ListStyle;
use crate::screens::collection::{CollectionPage, words};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, HEAD, Theme, fade, mix};
use crate::ui::thumbs::ThumbnailCache;
use crate::ui::widgets::{self, within};

/// The height of a row.
const ROW_HEIGHT: f32 = 78.0;
/// The side of the thumbnail in a row.
const THUMBNAIL_SIDE: f32 = 64.0;

/// The width of the text on the right of a row.
const RIGHT_TEXT_WIDTH: f32 = 260.0;
/// The width of the text on the right for a broken file, whose text on the left is longer.
const BROKEN_RIGHT_TEXT_WIDTH: f32 = 130.0;

/// The centres of the three lines of a row, as shares of its height.
const LINE_CENTRES: [f32; 3] = [0.24, 0.52, 0.78];

/// The room for the scroll bar of the list.
const SCROLL_BAR_ROOM: f32 = 10.0;

impl CollectionPage {
    /// Draws the list.
    pub(super) fn list_ui(
        &mut self,
        thumbs: &mut ThumbnailCache,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let frame = cx.theme.card().inner_margin(10);
        let inner = ui.max_rect().shrink(frame.total_margin().left);
        ui.painter().add(frame.paint(inner));
        within(ui, inner, |ui| {
            if self.matches.is_empty() {
                return self.empty_ui(cx, ui);
            }
            self.rows_ui(thumbs, cx, ui);
        });
    }

    fn rows_ui(&mut self, thumbs: &mut ThumbnailCache, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 0.0;
        let height = ui.available_height();
        self.visible_rows = (height / ROW_HEIGHT) as usize;
        let mut area = ScrollArea::vertical().id_salt("games").auto_shrink([false, false]);
        let must_reveal = std::mem::take(&mut self.must_reveal_current);
        if must_reveal && let Some(row) = self.row() {
            let old_offset = ui.data(|data| data.get_temp::<f32>(offset_id(ui))).unwrap_or(0.0);
            area = area.vertical_scroll_offset(nearest_offset(row, old_offset, height));
        }
        let mut clicked_row = None;
        let output = area.show_rows(ui, ROW_HEIGHT, self.matches.len(), |ui, rows| {
            for row in rows {
                let Some(file) = self.matches.get(row).and_then(|index| self.files.get(*index))
                else {
                    continue;
                };
                let chosen = self.chosen.contains(&file.path);
                let response = row_ui(file, chosen, thumbs, cx, ui);
                if response.clicked() {
                    clicked_row = Some((row, file.path.clone(), response.double_clicked()));
                }
            }
        });
        ui.data_mut(|data| data.insert_temp(offset_id(ui), output.state.clamped_offset().y));
        let Some((row, path, is_double_click)) = clicked_row else { return };
        let modifiers = ui.input(|input| input.modifiers);
        match (modifiers.command, modifiers.shift) {
            (true, _) => self.toggle(&path),
            (_, true) => self.extend_to(row),
            _ => self.choose(&path),
        }
        self.must_reveal_current = false;
        if is_double_click {
            cx.send(Command::Open(path));
        }
    }

    /// Draws the message for an empty list.
    fn empty_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.add_space((ui.available_height() * 0.3).max(8.0));
        ui.vertical_centered(|ui| {
            if !self.is_read {
                ui.label(widgets::muted_text(cx.theme, cx.t("collection-wait")));
                return;
            }
            let no_filter = Query::default();
            if self.query == no_filter {
                ui.label(RichText::new(cx.t("collection-empty")).color(cx.theme.quiet));
                ui.add_space(8.0);
                if ui.button(cx.t("collection-add")).clicked() {
                    cx.send(Command::Collection(CollectionCommand::AskAdd));
                }
                return;
            }
            ui.label(RichText::new(cx.t("collection-none")).color(cx.theme.quiet));
            ui.add_space(8.0);
            if ui.button(cx.t("collection-all")).clicked() {
                self.query = Query { sort: self.query.sort, ..no_filter };
                self.apply_query(cx);
            }
        });
    }
}

/// Returns the id under which the scroll offset of the last frame is stored.
fn offset_id(ui: &Ui) -> egui::Id {
    ui.scope_id().with("offset")
}

/// Returns the scroll offset nearest to the old one that makes a row visible.
fn nearest_offset(row: usize, old_offset: f32, list_height: f32) -> f32 {
    let top = row as f32 * ROW_HEIGHT;
    old_offset.min(top).max(top + ROW_HEIGHT - list_height).max(0.0)
}

/// Draws the row of a file: its thumbnail, game, players, result and date.
fn row_ui(
    file: &CollectedGame,
    chosen: bool,
    thumbs: &mut ThumbnailCache,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Response {
    let theme = cx.theme;
    let (row_rect, response) = ui.allocate_exact_size(
        vec2(ui.available_width() - SCROLL_BAR_ROOM, ROW_HEIGHT),
        Sense::CLICK,
    );
    let label = accessible_label(file, cx);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &label));
    let rect = row_rect.shrink2(vec2(4.0, 2.0));
    let (fill, stroke) = match (chosen, response.hovered()) {
        (true, _) => (theme.raised, Stroke::new(1.5, theme.accent)),
        (false, true) => (mix(theme.panel, theme.accent, 0.1), Stroke::NONE),
        (false, false) => (theme.panel, Stroke::NONE),
    };
    ui.painter().rect(rect, 8.0, fill, stroke, StrokeKind::Inside);
    let square = Rect::from_center_size(
        pos2(rect.left() + 8.0 + THUMBNAIL_SIDE / 2.0, rect.center().y),
        Vec2::splat(THUMBNAIL_SIDE),
    );
    thumbnail_ui(file, square, thumbs, theme, ui);
    text_ui(file, rect.with_min_x(square.right() + 14.0).with_max_x(rect.right() - 12.0), cx, ui);
    response
}

/// Draws the text of a row: the game and players on the left, the result and date on the right.
fn text_ui(file: &CollectedGame, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
    let theme = cx.theme;
    let right_width = if file.summary.is_ok() { RIGHT_TEXT_WIDTH } else { BROKEN_RIGHT_TEXT_WIDTH };
    let (left, right) =
        rect.split_left_right_at_x(rect.right() - right_width.min(rect.width() / 2.0));
    let small = BODY - 1.5;
    let date = file.stamp.date();
    let (left_lines, right_lines) = match &file.summary {
        Ok(game) => {
            let is_over = game.result.is_some();
            let colour = if is_over { theme.ink } else { theme.readable_on_panel(theme.accent) };
            let left = [
                (words::game(cx.i18n, &game.preset), HEAD - 1.0, theme.ink),
                (words::players(cx.i18n, game), BODY - 0.5, theme.ink),
                (file.name(), BODY - 2.0, theme.quiet),
            ];
            let right = [
                (words::result(cx.i18n, game), BODY, colour),
                (words::length(cx.i18n, game), small, theme.quiet),
                (date, small, theme.quiet),
            ];
            (left, right)
        }
        Err(fault) => {
            let empty_line = || (String::new(), small, theme.quiet);
            let reason = (fault.text(cx.i18n), BODY - 1.0, theme.error);
            let name = (file.name(), HEAD - 2.0, theme.ink);
            let broken = (cx.t("collection-broken"), BODY, theme.error);
            ([name, reason, empty_line()], [broken, empty_line(), (date, small, theme.quiet)])
        }
    };
    lines_ui(ui, left.with_max_x(left.right() - 8.0), false, left_lines);
    lines_ui(ui, right, true, right_lines);
}

/// Draws the thumbnail of a file, a blank square until there is one, or a question mark if the
/// file cannot be drawn.
pub(super) fn thumbnail_ui(
    file: &CollectedGame,
    square: Rect,
    thumbs: &mut ThumbnailCache,
    theme: &Theme,
    ui: &Ui,
) {
    if file.summary.is_ok() {
        let thumb = thumbs.paint(ui.painter(), square, (&file.path, file.stamp));
        if thumb.is_some_and(|thumb| thumb.error().is_none()) {
            return;
        }
        ui.painter().rect_filled(square, 6.0, fade(theme.ink, 0.05));
        if thumb.is_none() {
            return;
        }
    }
    ui.painter().rect_filled(square, 6.0, fade(theme.error, 0.08));
    let font = FontId::proportional(square.height() * 0.4);
    ui.painter().text(square.center(), Align2::CENTER_CENTER, "?", font, fade(theme.error, 0.6));
}

/// Draws three lines of text, each truncated to the width. A line has a text, a size and a colour.
fn lines_ui(ui: &Ui, rect: Rect, is_right_aligned: bool, lines: [(String, f32, Color32); 3]) {
    for ((text, size, colour), centre) in lines.into_iter().zip(LINE_CENTRES) {
        let middle = rect.top() + rect.height() * centre;
        let text = RichText::new(text).size(size).color(colour);
        let galley = egui::WidgetText::from(text).into_galley(
            ui,
            Some(egui::TextWrapMode::Truncate),
            rect.width(),
            egui::TextStyle::Body,
        );
        let x = if is_right_aligned { rect.right() - galley.size().x } else { rect.left() };
        ui.painter().galley(pos2(x, middle - galley.size().y / 2.0), galley, colour);
    }
}

/// Returns the label of a row for screen readers.
fn accessible_label(file: &CollectedGame, cx: &ScreenContext<'_>) -> String {
    let parts = match &file.summary {
        Ok(game) => vec![
            file.name(),
            words::game(cx.i18n, &game.preset),
            words::players(cx.i18n, game),
            words::result(cx.i18n, game),
        ],
        Err(fault) => vec![file.name(), cx.t("collection-broken"), fault.text(cx.i18n)],
    };
    cx.i18n.list(ListStyle::Parts, parts)
}
