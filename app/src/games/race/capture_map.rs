//! A board on which the squares are tinted by the number of planes captured there.

use std::collections::BTreeMap;

use egui::{Align2, FontId, Rect, Role, Sense, Shape, Ui, Vec2, WidgetInfo, pos2};
use qipan_core::games::race::board::{Board, RED};

use crate::games::race::drawing::{BoardGeometry, BoardLook, BoardPicture};
use crate::ui::context::ScreenContext;
use crate::ui::theme::mix;

/// A board that shows where a player's planes were captured, as if the player were Red.
#[derive(Debug)]
pub struct CaptureMap {
    /// The board shown.
    pub board: Board,
    picture: BoardPicture,
}

impl Default for CaptureMap {
    fn default() -> Self {
        Self { board: Board::Aeroplane, picture: BoardPicture::default() }
    }
}

impl CaptureMap {
    /// Draws the board as a square with sides of `side` points. `counts` holds the number of
    /// captured planes for each progress.
    pub fn ui(
        &mut self,
        counts: &BTreeMap<u8, u32>,
        side: f32,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let width = ui.available_width();
        let (full, response) = ui.allocate_exact_size(egui::vec2(width, side), Sense::hover());
        let rect = Rect::from_center_size(
            pos2(full.center().x, full.center().y),
            Vec2::splat(side.min(width)),
        );
        let name = cx.t("records-own-captured");
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        let geometry = BoardGeometry::new(self.board, rect);
        let look = BoardLook { in_game: [true, false, false, false] };
        self.picture.paint(ui.painter(), &geometry, cx.theme, &look);
        let most = counts.values().copied().max().unwrap_or(0).max(1);
        for (progress, count) in counts {
            // The counts come from a file, which may have been edited.
            if !self.board.on_track(*progress) {
                continue;
            }
            let cell = self.board.cell(RED, 0, *progress);
            let share = *count as f32 / most as f32;
            let colour = mix(cx.theme.paper, cx.theme.error, 0.12 + 0.88 * share);
            let outline = geometry.cell_outline(cell);
            let line = egui::Stroke::new(1.0, cx.theme.line);
            ui.painter().add(Shape::convex_polygon(outline, colour, line));
            let font = FontId::proportional((geometry.cell_size(cell) * 0.62).clamp(8.0, 15.0));
            let (pos, ink) = (geometry.cell_pos(cell), cx.theme.text_on(colour));
            ui.painter().text(pos, Align2::CENTER_CENTER, count.to_string(), font, ink);
        }
    }
}
