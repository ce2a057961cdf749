//! Recent games: a card with a thumbnail for each.

use std::path::PathBuf;

use egui::{
    Align, Color32, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};

use crate::command::Command;
use crate::model::collection::Stamp;
use crate::model::storage::{SaveSummary, name_and_ending};
use crate::screens::collection::words;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::theme::{self, BODY, HEAD, mix};
use crate::ui::thumbs::ThumbnailCache;
use crate::ui::widgets::{self, within};

/// The minimum width of a card and its height, in points.
const MIN_CARD_SIZE: Vec2 = vec2(236.0, 92.0);

/// The side of the thumbnail in a card.
const THUMBNAIL_SIDE: f32 = 80.0;

/// The gap between cards.
const GAP: f32 = 10.0;

/// A recent game.
#[derive(Clone, Debug, PartialEq)]
pub struct RecentGame {
    /// Its file.
    pub path: PathBuf,
    /// The version of the file that was read.
    pub stamp: Stamp,
    /// The summary in the file.
    pub game: SaveSummary,
}

/// Draws the recent games and the link to all games.
pub(super) fn recent_ui(
    recent: &[RecentGame],
    thumbs: &mut ThumbnailCache,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(cx.t("home-recent")).size(theme::HEAD).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.link(cx.t("home-all")).clicked() {
                cx.send(Command::ShowCollection);
            }
        });
    });
    if recent.is_empty() {
        ui.label(RichText::new(cx.t("home-recent-empty")).color(cx.theme.quiet));
        if ui.button(cx.t("home-open")).clicked() {
            cx.send(Command::OpenDialog);
        }
        return;
    }
    // As many cards as fill the row. The others are reached by scrolling.
    let room = ui.available_width() + GAP;
    let count = (room / (MIN_CARD_SIZE.x + GAP)).floor().clamp(1.0, 5.0);
    let size =
        vec2(room / count - GAP, MIN_CARD_SIZE.y).min(vec2(MIN_CARD_SIZE.x * 1.5, MIN_CARD_SIZE.y));
    ScrollArea::horizontal().id_salt("recent").auto_shrink([false, true]).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for game in recent {
                card_ui(game, size, thumbs, cx, ui);
            }
        });
        // Leaves room for the scroll bar below the cards.
        ui.add_space(if recent.len() as f32 > count { 8.0 } else { 0.0 });
    });
}

/// Draws the card of a recent game: a button with thumbnail and words, and a cross to forget it.
fn card_ui(
    game: &RecentGame,
    size: Vec2,
    thumbs: &mut ThumbnailCache,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let (name, _) = name_and_ending(&game.path);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let cross = Rect::from_center_size(rect.right_top() + vec2(-13.0, 13.0), Vec2::splat(20.0));
    let theme = cx.theme;
    let is_highlighted = response.hovered() || response.has_focus();
    let fill = if is_highlighted { mix(theme.raised, theme.accent, 0.1) } else { theme.raised };
    let stroke = Stroke::new(1.0, if is_highlighted { theme.accent } else { theme.hairline });
    ui.painter().rect(rect, 8.0, fill, stroke, StrokeKind::Inside);
    let middle = pos2(rect.left() + 6.0 + THUMBNAIL_SIDE / 2.0, rect.center().y);
    let square = Rect::from_center_size(middle, Vec2::splat(THUMBNAIL_SIDE));
    let thumb = thumbs.paint(ui.painter(), square, (&game.path, game.stamp));
    let turn = thumb.and_then(|thumb| thumb.turn);
    let text = rect.with_min_x(square.right() + 10.0).shrink2(vec2(0.0, 10.0));
    let is_over = game.game.result.is_some();
    let result = words::turn(cx.i18n, &game.game, turn);
    let result = result.unwrap_or_else(|| words::result(cx.i18n, &game.game));
    let colour = if is_over { theme.ink } else { theme.as_text(theme.accent) };
    within(ui, text.with_max_x(rect.right() - 8.0), |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let line = |ui: &mut Ui, text: String, size: f32, colour: Color32, room: f32| {
            let text = RichText::new(text).size(size).color(colour);
            ui.allocate_ui(vec2(ui.available_width() - room, size + 6.0), |ui| {
                ui.add(Label::new(text).truncate().selectable(false));
            });
        };
        line(ui, words::game(cx.i18n, &game.game.preset), HEAD - 1.0, theme.ink, 16.0);
        line(ui, words::players(cx.i18n, &game.game), BODY - 1.0, theme.quiet, 0.0);
        line(ui, result, BODY - 0.5, colour, 0.0);
    });
    forget_ui(game, cross, is_highlighted, cx, ui);
    widgets::focus_ring(ui, cx.theme, &response, 8.0);
    let hint = format!("{name}\n{} · {}", words::length(cx.i18n, &game.game), game.stamp.time());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    if response.on_hover_text(hint).clicked() {
        cx.send(Command::Open(game.path.clone()));
    }
}

/// Draws the small cross that removes a game from the list. It is visible while the card or the
/// cross is highlighted.
fn forget_ui(
    game: &RecentGame,
    rect: Rect,
    is_highlighted: bool,
    cx: &mut ScreenContext<'_>,
    ui: &Ui,
) {
    let id = ui.scope_id().with(("forget", &game.path));
    let response = ui.interact(rect, id, Sense::click());
    let hint = cx.t("home-forget");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &hint));
    let is_cross_highlighted = response.hovered() || response.has_focus();
    if is_highlighted || is_cross_highlighted {
        let colour = if is_cross_highlighted { cx.theme.accent } else { cx.theme.quiet };
        paint_icon(ui.painter(), rect.shrink(5.0), Icon::Close, colour);
    }
    if response.on_hover_text(hint).clicked() {
        cx.send(Command::Forget(game.path.clone()));
    }
}
