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
use crate::ui::thumbs::Thumbs;
use crate::ui::widgets::{self, within};

/// The height of a row, and of its thumbnail.
const ROW: f32 = 78.0;
const PICTURE: f32 = 64.0;

/// The width of the text on the right of a row.
const RIGHT: f32 = 260.0;
/// The same for a broken file, whose text on the left is longer.
const BROKEN: f32 = 130.0;

/// Room for the scroll bar of the list.
const BAR: f32 = 10.0;

impl CollectionPage {
    /// Draws the list.
    pub(super) fn list_ui(&mut self, thumbs: &mut Thumbs, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let frame = cx.theme.card().inner_margin(10);
        let inner = ui.max_rect().shrink(frame.total_margin().left);
        ui.painter().add(frame.paint(inner));
        within(ui, inner, |ui| {
            if self.picked.is_empty() {
                return self.empty_ui(cx, ui);
            }
            self.rows_ui(thumbs, cx, ui);
        });
    }

    fn rows_ui(&mut self, thumbs: &mut Thumbs, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 0.0;
        let high = ui.available_height();
        self.in_sight = (high / ROW) as usize;
        let mut area = ScrollArea::vertical().id_salt("games").auto_shrink([false, false]);
        let reveal = std::mem::take(&mut self.reveal).then(|| self.row()).flatten();
        if let Some(row) = reveal {
            let before = ui.data(|data| data.get_temp::<f32>(offset_id(ui))).unwrap_or(0.0);
            area = area.vertical_scroll_offset(in_sight(row, before, high));
        }
        let mut pressed = None;
        let shown = area.show_rows(ui, ROW, self.picked.len(), |ui, rows| {
            for row in rows {
                let Some(file) = self.picked.get(row).and_then(|index| self.files.get(*index))
                else {
                    continue;
                };
                let chosen = self.chosen.contains(&file.path);
                let response = row_ui(file, chosen, thumbs, cx, ui);
                if response.clicked() {
                    pressed = Some((row, file.path.clone(), response.double_clicked()));
                }
            }
        });
        ui.data_mut(|data| data.insert_temp(offset_id(ui), shown.state.clamped_offset().y));
        let Some((row, path, twice)) = pressed else { return };
        let held = ui.input(|input| input.modifiers);
        match (held.command, held.shift) {
            (true, _) => self.toggle(&path),
            (_, true) => self.extend_to(row),
            _ => self.choose(&path),
        }
        self.reveal = false;
        if twice {
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
            let all = Query::default();
            if self.query == all {
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
                self.query = Query { sort: self.query.sort, ..all };
                self.pick(cx);
            }
        });
    }
}

/// Returns the id under which the scroll offset of the last frame is stored.
fn offset_id(ui: &Ui) -> egui::Id {
    ui.scope_id().with("offset")
}

/// Returns the scroll offset that brings a row into sight with the least movement.
fn in_sight(row: usize, before: f32, high: f32) -> f32 {
    let top = row as f32 * ROW;
    before.min(top).max(top + ROW - high).max(0.0)
}

/// Draws the row of a file: its thumbnail, game, players, result and date.
fn row_ui(
    file: &CollectedGame,
    chosen: bool,
    thumbs: &mut Thumbs,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Response {
    let theme = cx.theme;
    let (whole, response) =
        ui.allocate_exact_size(vec2(ui.available_width() - BAR, ROW), Sense::CLICK);
    let spoken = spoken(file, cx);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &spoken));
    let rect = whole.shrink2(vec2(4.0, 2.0));
    let (fill, rim) = match (chosen, response.hovered()) {
        (true, _) => (theme.raised, Stroke::new(1.5, theme.accent)),
        (false, true) => (mix(theme.panel, theme.accent, 0.1), Stroke::NONE),
        (false, false) => (theme.panel, Stroke::NONE),
    };
    ui.painter().rect(rect, 8.0, fill, rim, StrokeKind::Inside);
    let square = Rect::from_center_size(
        pos2(rect.left() + 8.0 + PICTURE / 2.0, rect.center().y),
        Vec2::splat(PICTURE),
    );
    picture_ui(file, square, thumbs, theme, ui);
    words_ui(file, rect.with_min_x(square.right() + 14.0).with_max_x(rect.right() - 12.0), cx, ui);
    response
}

/// Draws the words of a file: the game on the left, result and date on the right.
fn words_ui(file: &CollectedGame, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
    let theme = cx.theme;
    let wide = if file.found.is_ok() { RIGHT } else { BROKEN };
    let (left, right) = rect.split_left_right_at_x(rect.right() - wide.min(rect.width() / 2.0));
    let (small, date) = (BODY - 1.5, file.stamp.date());
    let (on_the_left, on_the_right) = match &file.found {
        Ok(game) => {
            let over = game.result.is_some();
            let colour = if over { theme.ink } else { theme.as_text(theme.accent) };
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
            let nothing = || (String::new(), small, theme.quiet);
            let what = (fault.text(cx.i18n), BODY - 1.0, theme.error);
            let name = (file.name(), HEAD - 2.0, theme.ink);
            let broken = (cx.t("collection-broken"), BODY, theme.error);
            ([name, what, nothing()], [broken, nothing(), (date, small, theme.quiet)])
        }
    };
    lines_ui(ui, left.with_max_x(left.right() - 8.0), false, on_the_left);
    lines_ui(ui, right, true, on_the_right);
}

/// Draws the thumbnail of a file, or a blank card without one.
pub(super) fn picture_ui(
    file: &CollectedGame,
    square: Rect,
    thumbs: &mut Thumbs,
    theme: &Theme,
    ui: &Ui,
) {
    if file.found.is_ok() {
        let shown = thumbs.paint(ui.painter(), square, (&file.path, file.stamp));
        if shown.is_some_and(|thumb| thumb.trouble().is_none()) {
            return;
        }
        ui.painter().rect_filled(square, 6.0, fade(theme.ink, 0.05));
        if shown.is_none() {
            return;
        }
    }
    ui.painter().rect_filled(square, 6.0, fade(theme.error, 0.08));
    let font = FontId::proportional(square.height() * 0.4);
    ui.painter().text(square.center(), Align2::CENTER_CENTER, "?", font, fade(theme.error, 0.6));
}

/// Draws three lines below each other, each truncated to the width.
fn lines_ui(ui: &Ui, rect: Rect, to_the_right: bool, lines: [(String, f32, Color32); 3]) {
    for (k, (text, size, colour)) in lines.into_iter().enumerate() {
        let middle = rect.top() + rect.height() * [0.24, 0.52, 0.78][k];
        let text = RichText::new(text).size(size).color(colour);
        let galley = egui::WidgetText::from(text).into_galley(
            ui,
            Some(egui::TextWrapMode::Truncate),
            rect.width(),
            egui::TextStyle::Body,
        );
        let x = if to_the_right { rect.right() - galley.size().x } else { rect.left() };
        ui.painter().galley(pos2(x, middle - galley.size().y / 2.0), galley, colour);
    }
}

/// Returns the text of a row for screen readers.
fn spoken(file: &CollectedGame, cx: &ScreenContext<'_>) -> String {
    let parts = match &file.found {
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
