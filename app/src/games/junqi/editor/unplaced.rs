//! The column next to the board: the layout's name, the unplaced pieces, tools, and the exit.

use egui::{
    Align2, Color32, CornerRadius, FontId, Id, Key, Rect, Role, Sense, Stroke, StrokeKind,
    TextEdit, Ui, WidgetInfo, vec2,
};
use qipan_core::games::junqi::{Junqi, Kind};

use crate::command::Command;
use crate::games::junqi::drawing::{TileLook, paint_tile};
use crate::games::junqi::editor::land::{SMALL_HEAD, TRAY_COLUMNS, spot_id};
use crate::games::junqi::editor::moving::{MoveEffect, MoveTarget, Spot};
use crate::games::junqi::editor::paint::tile;
use crate::games::junqi::editor::{
    LayoutCommand, LayoutEditor, PIECES, ScreenContext, within, words,
};
use crate::games::words::seat as seat_name;
use crate::model::i18n::Lang;
use crate::model::settings::PieceNames;
use crate::model::storage::MAX_ITEM_NAME_CHARS;
use crate::ui::fonts::title_font;
use crate::ui::room::column_ui;
use crate::ui::theme::fade;
use crate::ui::widgets;

impl LayoutEditor {
    /// Draws the column next to the board.
    pub(super) fn side_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect();
        let exit = full.with_min_y(full.bottom() - 48.0);
        let parts = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.y = 10.0;
            cx.theme.card().show(ui, |ui| {
                ui.take_available_width();
                self.name_ui(cx, ui);
            });
            self.tray_ui(cx, ui);
            cx.theme.card().show(ui, |ui| {
                ui.take_available_width();
                self.tools_ui(cx, ui);
            });
        };
        within(ui, full.with_max_y(exit.top() - 10.0), |ui| column_ui(ui, parts));
        within(ui, exit, |ui| self.exit_ui(cx, ui));
    }

    fn name_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let label = cx.t("layout-name");
            let save = cx.t("layout-save");
            let width = ui.available_width() - 86.0;
            let edit = TextEdit::singleline(&mut self.name)
                .id(name_id())
                .hint_text(cx.t("layout-name.hint"))
                .char_limit(MAX_ITEM_NAME_CHARS)
                .margin(egui::Margin::symmetric(8, 7))
                .desired_width(width - 16.0);
            let response = widgets::field(ui, label, edit);
            let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let button = egui::Button::new(save).min_size(vec2(78.0, 32.0));
            if ui.add(button).clicked() || enter {
                cx.send(Command::from(LayoutCommand::Save));
            }
        });
    }

    fn tray_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let shown = cx.theme.card().show(ui, |ui| {
            ui.take_available_width();
            let unplaced = PIECES - self.draft().placed().count();
            let text = match unplaced {
                0 => cx.t("layout-tray-empty"),
                unplaced => cx.tf("layout-tray-left", &[("count", unplaced.into())]),
            };
            ui.horizontal(|ui| {
                let head = egui::RichText::new(cx.t("layout-tray")).font(title_font(SMALL_HEAD));
                ui.label(head.color(cx.theme.ink));
                ui.label(widgets::muted_text(cx.theme, text));
            });
            let gap = 8.0;
            let width = (ui.available_width() - gap * 2.0) / TRAY_COLUMNS as f32;
            let size = vec2(width, (width * 0.72).min(72.0));
            ui.spacing_mut().item_spacing = vec2(gap, gap);
            for row in Kind::ALL.chunks(TRAY_COLUMNS) {
                ui.horizontal(|ui| {
                    for piece in row {
                        let (rect, _) = ui.allocate_exact_size(size, Sense::HOVER);
                        self.kind_ui(*piece, rect, cx, ui);
                    }
                });
            }
        });
        let rect = shown.response.rect;
        self.moving.tray_rect = Some(rect);
        let is_aimed = self.moving.aim == Some(MoveTarget::Unplaced);
        if let Some(held) = self.moving.held
            && held.effect(&self.draft(), MoveTarget::Unplaced) == Ok(MoveEffect::Return)
        {
            let (width, strength) = if is_aimed { (3.0, 1.0) } else { (1.5, 0.5) };
            let stroke = Stroke::new(width, fade(cx.theme.accent, strength));
            ui.painter().rect_stroke(rect, CornerRadius::same(8), stroke, StrokeKind::Inside);
        }
    }

    /// Draws a kind in the tray, with the number of its unplaced pieces and the letter that places
    /// one.
    fn kind_ui(&mut self, piece: Kind, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let spot = Spot::Unplaced(piece);
        let unplaced = self.draft().unplaced(piece);
        let response = ui.interact(rect, spot_id(spot), Sense::click_and_drag());
        let letter = piece.letter().to_string();
        let args = [
            ("piece", words::piece(cx.i18n, piece).into()),
            ("count", i64::from(unplaced).into()),
            ("letter", letter.clone().into()),
        ];
        let spoken = cx.tf("layout-spoken-tray", &args);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
        let held = self.moving.held.filter(|held| held.from == spot);
        let is_dragged = held.is_some_and(|held| held.is_dragged);
        let shown_count = unplaced - u8::from(is_dragged && unplaced > 0);
        // In English, tiles with Chinese characters have the English name below them.
        let needs_name =
            cx.i18n.lang() == Lang::En && cx.settings.naming_style() == PieceNames::Chinese;
        let (tile_area, name_area) =
            rect.split_top_bottom_at_fraction(if needs_name { 0.78 } else { 1.0 });
        if needs_name {
            let font = FontId::proportional(11.0);
            let name = words::piece(cx.i18n, piece);
            let (pos, align) = (name_area.center_bottom(), Align2::CENTER_BOTTOM);
            ui.painter().text(pos, align, name, font, cx.theme.quiet);
        }
        let tile_rect = tile_area.translate(vec2(self.shake(spot, cx, ui), 0.0));
        let tile_rect =
            if held.is_some() { tile_rect.translate(vec2(0.0, -3.0)) } else { tile_rect };
        let is_lifted = held.is_some() || (unplaced > 0 && response.hovered());
        let look = TileLook {
            lift: if is_lifted { 0.5 } else { 0.0 },
            opacity: if shown_count == 0 { 0.22 } else { 1.0 },
            ..tile(tile_rect, piece, self.army(), cx)
        };
        paint_tile(ui.painter(), cx.theme, &look);
        let paint_badge = |centre: egui::Pos2, text: String, colour: Color32| {
            ui.painter().circle_filled(centre, 9.0, cx.theme.raised);
            let font = FontId::proportional(12.0);
            ui.painter().text(centre, Align2::CENTER_CENTER, text, font, colour);
        };
        if shown_count > 1 {
            paint_badge(
                tile_rect.right_top() + vec2(-9.0, 8.0),
                shown_count.to_string(),
                cx.theme.ink,
            );
        }
        // The key that places the piece.
        paint_badge(tile_rect.right_bottom() + vec2(-9.0, -8.0), letter, cx.theme.quiet);
        if response.has_focus() {
            let ring = rect.expand(3.0);
            ui.painter().rect_stroke(ring, 8.0, cx.theme.focus_ring(), StrokeKind::Outside);
        }
        self.handle_pointer(spot, &response, cx.now);
    }

    fn tools_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let tools: [(&str, &str, bool, LayoutCommand); 7] = [
            ("layout-random", "R", true, LayoutCommand::Random),
            ("layout-mirror", "M", true, LayoutCommand::Mirror),
            ("layout-undo", "Ctrl+Z", self.history.can_undo(), LayoutCommand::Undo),
            ("layout-redo", "Ctrl+Y", self.history.can_redo(), LayoutCommand::Redo),
            ("layout-copy", "Ctrl+C", !self.draft().is_empty(), LayoutCommand::Copy),
            ("layout-paste", "Ctrl+V", true, LayoutCommand::RequestPaste),
            ("layout-clear", "", !self.draft().is_empty(), LayoutCommand::Clear),
        ];
        let gap = 8.0;
        ui.spacing_mut().item_spacing = vec2(gap, gap);
        let width = (ui.available_width() - gap) / 2.0;
        for row in tools.chunks(2) {
            let width = if row.len() == 1 { 2.0 * width + gap } else { width };
            ui.horizontal(|ui| {
                for (id, key, is_enabled, command) in row {
                    let button = egui::Button::new(cx.t(id)).min_size(vec2(width, 34.0));
                    let response = ui.add_enabled(*is_enabled, button);
                    let clicked = response.clicked();
                    if !key.is_empty() {
                        response.on_hover_text(*key);
                    }
                    if clicked {
                        cx.send(Command::from(command.clone()));
                    }
                }
            });
        }
    }

    /// Draws the exit button. It returns the layout if one was asked for.
    fn exit_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let text = match self.seat {
            Some(seat) => {
                let name = seat_name::<Junqi>(cx.i18n, seat);
                cx.tf("layout-use", &[("seat", name.into())])
            }
            None => cx.t("layout-done"),
        };
        let button = cx.theme.primary_button(text).min_size(ui.max_rect().size());
        let response = ui.add(button);
        widgets::focus_ring(ui, cx.theme, &response, 8.0);
        if response.clicked() {
            cx.send(Command::from(LayoutCommand::Done));
        }
    }
}

/// Returns the widget id of the name field.
pub fn name_id() -> Id {
    Id::unique("layout-name")
}
