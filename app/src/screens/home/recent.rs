//! The game to continue and recent games: cards of equal size with thumbnails.

use std::path::PathBuf;

use egui::text::LayoutJob;
use egui::{
    Align, Color32, FontId, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::command::Command;
use crate::model::collection::Stamp;
use crate::model::narration::game_length;
use crate::model::storage::{SaveSummary, stem_and_extension};
use crate::screens::collection::words;
use crate::screens::play::TableScreen;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::theme::{self, BODY, HEAD, mix};
use crate::ui::thumbs::ThumbnailCache;
use crate::ui::widgets::{self, within};

/// The minimum width of a card and its height, in points.
const MIN_CARD_SIZE: Vec2 = vec2(236.0, 104.0);

/// The side of the thumbnail in a card.
const THUMBNAIL_SIDE: f32 = 88.0;

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
    pub summary: SaveSummary,
}

/// A game that can be continued.
#[derive(Clone, Debug, PartialEq)]
pub struct UnfinishedGame {
    /// Its preset.
    pub preset: String,
    /// The names of its players.
    pub players: String,
    /// The number of plies played.
    pub plies: u32,
    /// True if it was recovered after the program ended unexpectedly.
    pub was_recovered: bool,
}

/// The unfinished game with its table, which draws its thumbnail.
pub struct UnfinishedCard<'a> {
    /// The facts about the game.
    pub game: &'a UnfinishedGame,
    /// The table of the game.
    pub table: &'a mut dyn TableScreen,
}

/// Draws the game to continue, the recent games and the link to all games.
pub(super) fn recent_ui(
    unfinished: Option<UnfinishedCard<'_>>,
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
            if unfinished.as_ref().is_some_and(|unfinished| unfinished.game.was_recovered) {
                let text = widgets::muted_text(cx.theme, cx.t("home-rescued"));
                ui.add(Label::new(text).truncate());
            }
        });
    });
    // The cards share the row. If they do not all fit, the others are reached by scrolling.
    let room = ui.available_width() + GAP;
    let visible_count = (room / (MIN_CARD_SIZE.x + GAP)).floor().clamp(1.0, 5.0);
    let size = vec2(room / visible_count - GAP, MIN_CARD_SIZE.y)
        .min(vec2(MIN_CARD_SIZE.x * 1.5, MIN_CARD_SIZE.y));
    let card_count = recent.len() + usize::from(unfinished.is_some());
    ScrollArea::horizontal().id_salt("recent").auto_shrink([false, true]).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            if let Some(unfinished) = unfinished {
                unfinished_ui(unfinished, size, cx, ui);
            }
            for game in recent {
                card_ui(game, size, thumbs, cx, ui);
            }
            if recent.is_empty() {
                ui.vertical(|ui| empty_ui(cx, ui));
            }
        });
        // Leaves room for the scroll bar below the cards.
        ui.add_space(if card_count as f32 > visible_count { 8.0 } else { 0.0 });
    });
}

/// Draws a hint and a button that replace the recent games if there are none.
fn empty_ui(cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let text = RichText::new(cx.t("home-recent-empty")).color(cx.theme.quiet);
    ui.add(Label::new(text).wrap());
    if ui.button(cx.t("home-open")).clicked() {
        cx.send(Command::OpenDialog);
    }
}

/// The lines of a card.
struct CardLines {
    game: String,
    players: String,
    /// The result, the turn, or what a click does.
    state: (String, Color32),
    /// The time of the last change, or the length of the unfinished game.
    time_or_length: String,
}

/// Paints a card with room for a thumbnail and writes its lines. Returns the square of the
/// thumbnail.
fn paint_card(
    rect: Rect,
    (fill, stroke): (Color32, Stroke),
    lines: CardLines,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Rect {
    let theme = cx.theme;
    ui.painter().rect(rect, 8.0, fill, stroke, StrokeKind::Inside);
    let middle = pos2(rect.left() + 8.0 + THUMBNAIL_SIDE / 2.0, rect.center().y);
    let square = Rect::from_center_size(middle, Vec2::splat(THUMBNAIL_SIDE));
    let text = rect.with_min_x(square.right() + 10.0).shrink2(vec2(0.0, 9.0));
    within(ui, text.with_max_x(rect.right() - 8.0), |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let line = |ui: &mut Ui, text: String, size: f32, colour: Color32, room: f32| {
            let text = RichText::new(text).size(size).color(colour);
            ui.allocate_ui(vec2(ui.available_width() - room, size + 6.0), |ui| {
                ui.add(Label::new(text).truncate().selectable(false));
            });
        };
        line(ui, lines.game, HEAD - 1.0, theme.ink, 16.0);
        // A long result takes the place of the players.
        let (state, colour) = lines.state;
        let font = FontId::proportional(BODY - 0.5);
        let mut job = LayoutJob::simple(state.clone(), font, colour, ui.available_width());
        job.wrap.max_rows = 2;
        if ui.painter().layout_job(job.clone()).rows.len() > 1 {
            ui.add(Label::new(job).selectable(false));
        } else {
            line(ui, lines.players, BODY - 1.0, theme.quiet, 0.0);
            line(ui, state, BODY - 0.5, colour, 0.0);
        }
        line(ui, lines.time_or_length, BODY - 2.0, theme.quiet, 0.0);
    });
    square
}

/// Draws the card of the game to continue. It has the size of the others and stands out by its
/// frame.
fn unfinished_ui(
    unfinished: UnfinishedCard<'_>,
    size: Vec2,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let UnfinishedCard { game, table } = unfinished;
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = cx.t("home-continue");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let theme = cx.theme;
    let is_highlighted = response.hovered() || response.has_focus();
    let share = if is_highlighted { 0.18 } else { 0.06 };
    let lines = CardLines {
        game: words::game(cx.i18n, &game.preset),
        players: game.players.clone(),
        state: (name, theme.readable_on_panel(theme.accent)),
        time_or_length: game_length(cx.i18n, Some(table.kind()), game.plies as usize),
    };
    let look = (mix(theme.raised, theme.accent, share), Stroke::new(2.0, theme.accent));
    let square = paint_card(rect, look, lines, cx, ui);
    table.picture_ui(square, cx, ui);
    widgets::focus_ring(ui, cx.theme, &response, 8.0);
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        cx.send(Command::Continue);
    }
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
    let (name, _) = stem_and_extension(&game.path);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let cross = Rect::from_center_size(rect.right_top() + vec2(-13.0, 13.0), Vec2::splat(20.0));
    let theme = cx.theme;
    let is_highlighted = response.hovered() || response.has_focus();
    let fill = if is_highlighted { mix(theme.raised, theme.accent, 0.1) } else { theme.raised };
    let stroke = Stroke::new(1.0, if is_highlighted { theme.accent } else { theme.hairline });
    let turn = thumbs.turn_of(&game.path, game.stamp);
    let is_over = game.summary.result.is_some();
    let result = words::turn(cx.i18n, &game.summary, turn);
    let result = result.unwrap_or_else(|| words::result(cx.i18n, &game.summary));
    let lines = CardLines {
        game: words::game(cx.i18n, &game.summary.preset),
        players: words::players(cx.i18n, &game.summary),
        state: (
            result.clone(),
            if is_over { theme.ink } else { theme.readable_on_panel(theme.accent) },
        ),
        time_or_length: game.stamp.time(),
    };
    let square = paint_card(rect, (fill, stroke), lines, cx, ui);
    thumbs.paint(ui.painter(), square, (&game.path, game.stamp));
    forget_ui(game, cross, is_highlighted, cx, ui);
    widgets::focus_ring(ui, cx.theme, &response, 8.0);
    let length = words::length(cx.i18n, &game.summary);
    let players = words::players(cx.i18n, &game.summary);
    let hint = format!("{name}\n{players}\n{result}\n{length} · {}", game.stamp.time());
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
