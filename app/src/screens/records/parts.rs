//! Cards, columns, and tables of results.

use egui::{Align, Layout, Rect, RichText, Role, Sense, Ui, WidgetInfo, vec2};

use crate::games::words;
use crate::model::records::Tally;
use crate::screens::records::{GAP, TWO_COLUMNS_ABOVE};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, Theme};
use crate::ui::widgets;

/// The total width of the margins and borders on two opposite sides of a card, in points.
const CARD_MARGIN: f32 = 26.0;

/// The width of the bar of results in a table, in points.
const BAR_WIDTH: f32 = 96.0;

/// The share of the width, from 0 to 1, that the left of two columns takes.
#[derive(Clone, Copy)]
pub(super) struct LeftShare(pub(super) f32);

/// Returns the widths of two columns. If there is no room for two, both have the full width.
pub(super) fn column_widths(share: LeftShare, ui: &Ui) -> [f32; 2] {
    let width = ui.available_width();
    if width < TWO_COLUMNS_ABOVE {
        return [width, width];
    }
    let left = ((width - GAP) * share.0).floor();
    [left, width - GAP - left]
}

/// Draws two cards beside each other, or below each other if there is no room. Cards beside each
/// other are at least `height` points high.
pub(super) fn two_cards_ui<S>(
    state: &mut S,
    (share, height): (LeftShare, f32),
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
    left: impl FnOnce(&mut S, &mut ScreenContext<'_>, &mut Ui),
    right: impl FnOnce(&mut S, &mut ScreenContext<'_>, &mut Ui),
) {
    let [left_width, right_width] = column_widths(share, ui);
    if ui.available_width() < TWO_COLUMNS_ABOVE {
        card_ui(left_width, 0.0, cx, ui, |cx, ui| left(state, cx, ui));
        card_ui(right_width, 0.0, cx, ui, |cx, ui| right(state, cx, ui));
        return;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        card_ui(left_width, height, cx, ui, |cx, ui| left(state, cx, ui));
        // The right card is at least as high as the left one.
        let height = ui.min_rect().height().max(height);
        card_ui(right_width, height, cx, ui, |cx, ui| right(state, cx, ui));
    });
}

/// Draws a card of this width and at least this height.
pub(super) fn card_ui(
    width: f32,
    height: f32,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
    add: impl FnOnce(&mut ScreenContext<'_>, &mut Ui),
) {
    cx.theme.card().show(ui, |ui| {
        ui.set_width(width - CARD_MARGIN);
        ui.set_min_height((height - CARD_MARGIN).max(0.0));
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 8.0;
            add(cx, ui);
        });
    });
}

/// Draws a table of results. Each row has a name, the numbers of games, the score and a bar.
pub(super) fn tallies_ui(
    id: &str,
    name_heading: String,
    rows: &[(String, Tally)],
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let grid = egui::Grid::new(id).num_columns(7).spacing(vec2(14.0, 6.0));
    grid.show(ui, |ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        heading_ui(name_heading, cx, ui);
        for id in ["records-games", "records-won", "records-drawn", "records-lost"] {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                heading_ui(cx.t(id), cx, ui);
            });
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let response = heading_ui(cx.t("records-score"), cx, ui);
            response.on_hover_text(cx.t("records-score.about"));
        });
        ui.label("");
        ui.end_row();
        for (name, tally) in rows {
            ui.add(egui::Label::new(RichText::new(name).color(cx.theme.ink)).extend());
            let Tally { won, drawn, lost } = *tally;
            for number in [tally.all(), won, drawn, lost] {
                number_ui(number.to_string(), ui);
            }
            number_ui(tally.score().map_or_else(String::new, words::percent), ui);
            bar_ui(*tally, cx.theme, ui);
            ui.end_row();
        }
    });
}

/// Draws the heading of a column.
fn heading_ui(text: String, cx: &ScreenContext<'_>, ui: &mut Ui) -> egui::Response {
    let text = RichText::new(text).size(BODY - 1.0).color(cx.theme.accent).strong();
    ui.add(egui::Label::new(text).extend())
}

/// Draws a number at the right of its column.
fn number_ui(text: String, ui: &mut Ui) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add(egui::Label::new(text).extend());
    });
}

/// Draws a bar with the shares of games won, drawn and lost.
pub(super) fn bar_ui(tally: Tally, theme: &Theme, ui: &mut Ui) {
    let width = BAR_WIDTH.min(ui.available_width().max(40.0));
    let (rect, _) = ui.allocate_exact_size(vec2(width, 10.0), Sense::hover());
    paint_bar(tally, rect, theme, ui);
}

/// Paints a bar with the shares of games won, drawn and lost.
fn paint_bar(tally: Tally, rect: Rect, theme: &Theme, ui: &Ui) {
    let all = tally.all().max(1) as f32;
    ui.painter().rect_filled(rect, 3.0, theme.hairline);
    let parts = [
        (tally.won, theme.win_colour()),
        (tally.drawn, theme.quiet),
        (tally.lost, theme.loss_colour()),
    ];
    let mut left = rect.left();
    for (count, colour) in parts {
        let width = rect.width() * count as f32 / all;
        let part = Rect::from_min_size(egui::pos2(left, rect.top()), vec2(width, rect.height()));
        ui.painter().rect_filled(part, 3.0, colour);
        left += width;
    }
}

/// Draws a large number with its meaning below.
pub(super) fn figure_ui(number: String, about: String, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let response = ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let font = crate::ui::fonts::title_font(26.0);
        ui.label(RichText::new(&number).font(font).color(cx.theme.ink));
        ui.label(widgets::muted_text(cx.theme, &about));
    });
    let spoken = format!("{about}: {number}");
    response.response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
}
