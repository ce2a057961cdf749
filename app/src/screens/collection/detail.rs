//! The details of one game: its last position, players and rules, and the buttons that act on it.

use egui::{Atom, Button, Label, Rect, RichText, ScrollArea, Sense, Ui, Vec2, vec2};
use qipan_core::contract::game::Game;
use qipan_core::contract::options::RuleSet as _;
use qipan_core::contract::seat::Seat;
use qipan_core::with_game;

use crate::command::{CollectionCommand, Command};
use crate::games::{GameUi as _, army_ink, paint_badge, words as game_words};
use crate::model::collection::CollectedGame;
use crate::model::storage::SaveSummary;
use crate::screens::collection::list::thumbnail_ui;
use crate::screens::collection::{CollectionPage, words};
use crate::ui::context::ScreenContext;
use crate::ui::fonts::title_font;
use crate::ui::theme::{BODY, TITLE};
use crate::ui::thumbs::ThumbnailCache;
use crate::ui::widgets::{self, within};

/// The room for the buttons at the bottom, in points.
const BUTTONS_HEIGHT: f32 = 86.0;

impl CollectionPage {
    /// Draws the details of the current game.
    pub(super) fn detail_ui(
        &mut self,
        thumbs: &mut ThumbnailCache,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let frame = cx.theme.card().inner_margin(16);
        let inner = ui.max_rect().shrink(frame.total_margin().left);
        ui.painter().add(frame.paint(inner));
        let Some(file) = self.current().cloned() else { return };
        let buttons = inner.with_min_y(inner.bottom() - BUTTONS_HEIGHT);
        let body = inner.with_max_y(buttons.top() - 8.0);
        let side = inner.width().min(body.height() * 0.52);
        let square = Rect::from_center_size(
            egui::pos2(inner.center().x, body.top() + side / 2.0),
            Vec2::splat(side),
        );
        thumbnail_ui(&file, square, thumbs, cx.theme, ui);
        let turn = thumbs.turn_of(&file.path, file.stamp);
        let thumbnail_error = thumbs.error_of(&file.path, file.stamp);
        let text_rect = body.with_min_y(square.bottom() + 10.0);
        within(ui, text_rect, |ui| {
            let area = ScrollArea::vertical().id_salt("one").auto_shrink([false, false]);
            area.show(ui, |ui| {
                // Leaves room for the scroll bar.
                ui.set_max_width(ui.available_width() - 12.0);
                ui.spacing_mut().item_spacing.y = 3.0;
                ui.spacing_mut().interact_size.y = 22.0;
                match &file.summary {
                    Ok(game) => game_ui(&file, game, turn, cx, ui),
                    Err(fault) => {
                        widgets::heading(ui, cx.theme, file.name());
                        widgets::error_box(ui, cx.theme, fault.text(cx.i18n));
                    }
                }
                if let Some(reason) = thumbnail_error {
                    widgets::error_box(ui, cx.theme, reason.to_owned());
                }
                let path = widgets::muted_text(cx.theme, file.path.display().to_string());
                ui.add(Label::new(path).wrap());
            });
        });
        within(ui, buttons, |ui| self.buttons_ui(&file, cx, ui));
    }

    fn buttons_ui(&self, file: &CollectedGame, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 8.0;
        let chosen_count = self.chosen.len();
        let open_text = match file.summary.as_ref().is_ok_and(|game| game.result.is_none()) {
            true => cx.t("collection-continue"),
            false => cx.t("collection-replay"),
        };
        let width = ui.available_width();
        let open_text = RichText::new(open_text).color(cx.theme.on_accent).strong();
        let open_button =
            Button::new((Atom::grow(), open_text, Atom::grow())).fill(cx.theme.accent);
        let open = ui.add_enabled(file.summary.is_ok(), open_button.min_size(vec2(width, 38.0)));
        widgets::focus_ring(ui, cx.theme, &open, 8.0);
        if open.clicked() {
            cx.send(Command::Open(file.path.clone()));
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let size = vec2((width - 8.0) / 2.0, 34.0);
            let button =
                |text: String| Button::new((Atom::grow(), text, Atom::grow())).min_size(size);
            if ui.add(button(cx.t("collection-folder"))).clicked()
                && let Some(folder) = file.path.parent()
            {
                cx.send(Command::ShowFolder(folder.to_owned()));
            }
            let delete = match chosen_count {
                0 | 1 => cx.t("collection-delete"),
                count => cx.tf("collection-delete-many", &[("count", count.into())]),
            };
            if ui.add(button(delete)).clicked() {
                cx.send(Command::Collection(CollectionCommand::AskDelete));
            }
        });
    }
}

/// Draws the summary of a game as text.
fn game_ui(
    file: &CollectedGame,
    game: &SaveSummary,
    turn: Option<Seat>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let theme = cx.theme;
    let title = RichText::new(words::game(cx.i18n, &game.preset)).font(title_font(TITLE));
    ui.add(Label::new(title.color(theme.ink)).truncate());
    let result = words::turn(cx.i18n, game, turn).unwrap_or_else(|| words::result(cx.i18n, game));
    ui.label(RichText::new(result).strong().color(theme.readable_on_panel(theme.accent)));
    ui.add_space(2.0);
    for seat in &game.seats {
        seat_ui(game, &seat.seat, words::player(cx.i18n, game, seat), seat.robot, cx, ui);
    }
    ui.add_space(2.0);
    let length_and_date = format!("{} · {}", words::length(cx.i18n, game), file.stamp.date());
    ui.label(widgets::muted_text(theme, length_and_date));
    let mut rules = words::changed(cx.i18n, game);
    if game.house_rules > 0 {
        rules.push(cx.tf("play-house-rules", &[("count", game.house_rules.into())]));
    }
    if !rules.is_empty() {
        ui.add(Label::new(widgets::muted_text(theme, rules.join(" · "))).wrap());
    }
}

/// Draws the player of a seat and the place it finished in.
fn seat_ui(
    game: &SaveSummary,
    seat_name: &str,
    player: String,
    is_robot: bool,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    let Some(kind) = game.kind() else { return };
    let index = kind.seats().iter().position(|name| *name == seat_name);
    let Some(index) = index.and_then(|index| u8::try_from(index).ok()) else { return };
    let theme = cx.theme;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::HOVER);
        let (painter, seat) = (ui.painter(), Seat::new(index));
        let colour = with_game!(kind, |G| {
            let rules = <G as Game>::Rules::preset(&game.preset);
            let owns_army = rules.is_none_or(|rules| G::seats_own_armies(&rules));
            let army = owns_army.then_some(seat);
            paint_badge::<G>(painter, (rect.center(), 18.0), army, theme);
            army_ink::<G>(army, theme)
        });
        let name = game_words::seat_of(kind, cx.i18n, seat);
        ui.label(RichText::new(name).strong().color(colour));
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            if let Some(place) = place(game, seat_name, cx) {
                ui.label(place);
            }
            let left = egui::Layout::left_to_right(egui::Align::Center);
            ui.with_layout(left, |ui| {
                let text = RichText::new(player).size(BODY - 0.5);
                let text = text.color(if is_robot { theme.quiet } else { theme.ink });
                ui.add(Label::new(text).truncate());
            });
        });
    });
}

/// Returns the place of a seat in words, or `None` if the game has no winners.
fn place(game: &SaveSummary, seat_name: &str, cx: &ScreenContext<'_>) -> Option<String> {
    // Before the end and after a draw there are no winners. The line above the list of seats says
    // which of the two it is.
    if game.winners().is_empty() {
        return None;
    }
    let places = &game.result.as_ref()?.places;
    let index = places.iter().position(|names| names.iter().any(|name| name == seat_name))?;
    let sizes: Vec<usize> = places.iter().map(Vec::len).collect();
    Some(game_words::place_in(cx.i18n, &sizes, index))
}
