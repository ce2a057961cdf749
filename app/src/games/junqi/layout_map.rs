//! A land of the Junqi board on which the cells are tinted by how often a piece stands there.

use std::fmt::{self, Debug};

use egui::{Align2, FontId, Rect, Role, Sense, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Draft, Kind};

use crate::games::junqi::drawing::{JunqiPicture, paint_tile};
use crate::games::junqi::editor::moving::slot_of;
use crate::games::junqi::editor::paint::{Land, paint_thumbnail, tile};
use crate::games::junqi::names::Names;
use crate::model::records::Tally;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, fade, mix};
use crate::ui::widgets;

/// The width of the list of pieces beside the land, in points.
const PIECES_WIDTH: f32 = 64.0;

/// The size of a thumbnail of a layout, in points.
const THUMBNAIL: egui::Vec2 = vec2(74.0, 80.0);

/// The minimum number of layouts with the piece on a cell for which the share of wins is shown.
const MIN_LAYOUTS: u32 = 20;

/// The share of layouts in which a piece stands on a cell, and the results of these layouts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CellShare {
    /// The share of layouts.
    pub share: f64,
    /// The results.
    pub tally: Tally,
}

/// The board of the layout explorer, and the chosen piece.
pub struct LayoutMap {
    /// The chosen piece.
    pub piece: Kind,
    picture: JunqiPicture,
}

impl Default for LayoutMap {
    fn default() -> Self {
        Self { piece: Kind::FieldMarshal, picture: JunqiPicture::default() }
    }
}

impl Debug for LayoutMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LayoutMap").field("piece", &self.piece).finish_non_exhaustive()
    }
}

impl LayoutMap {
    /// Draws the land and the list of pieces with this height. `share_of` returns the share of
    /// layouts in which a piece stands on a slot, with their results.
    pub fn ui(
        &mut self,
        share_of: &dyn Fn(Kind, usize) -> CellShare,
        height: f32,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let width = ui.available_width();
        let (full, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        let pieces = full.with_max_x(full.left() + PIECES_WIDTH);
        self.pieces_ui(pieces, cx, ui);
        let space = full.with_min_x(pieces.right() + 12.0);
        let land = Land::new(space);
        land.paint(&mut self.picture, cx.theme.army(Seat::new(0)), cx, ui);
        let shares: Vec<CellShare> = (0..25).map(|slot| share_of(self.piece, slot)).collect();
        let most = shares.iter().map(|cell| cell.share).fold(0.0, f64::max).max(1e-9);
        for cell in Land::cells() {
            let Some(slot) = slot_of(cell) else { continue };
            let cell_share = shares[slot];
            let tint = (cell_share.share / most) as f32;
            self.cell_ui(cell_share, tint, land.tile_at(cell), slot, cx, ui);
        }
    }

    /// Draws a cell with its share. `tint` is the strength of its colour, 0 to 1.
    fn cell_ui(
        &self,
        cell: CellShare,
        tint: f32,
        rect: Rect,
        slot: usize,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let theme = cx.theme;
        let fill = match cell.share > 0.0 {
            true => mix(theme.paper, theme.army(Seat::new(0)), 0.08 + 0.8 * tint),
            false => theme.paper,
        };
        ui.painter().rect(rect, 5.0, fill, (1.0, theme.line), StrokeKind::Inside);
        let ink = theme.text_on(fill);
        let text = match cell.share {
            share if share <= 0.0 => String::new(),
            share if share < 0.01 => "<1%".to_owned(),
            share => format!("{:.0}%", 100.0 * share),
        };
        let shows_wins = cell.tally.all() >= MIN_LAYOUTS && rect.height() > 26.0;
        let centre = rect.center() - vec2(0.0, if shows_wins { rect.height() * 0.16 } else { 0.0 });
        let font = FontId::proportional((rect.height() * 0.4).min(BODY));
        ui.painter().text(centre, Align2::CENTER_CENTER, &text, font, ink);
        if let Some(score) = cell.tally.score().filter(|_| shows_wins) {
            let wins = cx.tf("records-wins", &[("share", format!("{:.0}", 100.0 * score).into())]);
            let font = FontId::proportional((rect.height() * 0.3).min(BODY - 3.5));
            let font = widgets::fit_font(&wins, font, rect.width() - 2.0, ui);
            let pos = rect.center() + vec2(0.0, rect.height() * 0.24);
            ui.painter().text(pos, Align2::CENTER_CENTER, wins, font, fade(ink, 0.85));
        }
        let response = ui.interact(rect, ui.scope_id().with(("layout-cell", slot)), Sense::hover());
        let names = Names::new(cx.i18n, cx.settings.naming_style());
        let args = [
            ("piece", names.piece(self.piece).into()),
            ("share", format!("{:.1}", 100.0 * cell.share).into()),
            ("won", cx.i18n.count(cell.tally.won.into()).into()),
            ("games", cx.i18n.count(cell.tally.all().into()).into()),
        ];
        let about = cx.tf("records-cell", &args);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &about));
        response.on_hover_text(about);
    }

    /// Draws the pieces to choose from, one below another.
    fn pieces_ui(&mut self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let names = Names::new(cx.i18n, cx.settings.naming_style());
        let step = rect.height() / Kind::ALL.len() as f32;
        for (row, piece) in Kind::ALL.into_iter().enumerate() {
            let top = rect.top() + row as f32 * step;
            let area = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), step));
            let id = ui.scope_id().with(("layout-piece", piece));
            let response = ui.interact(area, id, Sense::click());
            let is_chosen = piece == self.piece;
            let label = names.piece(piece);
            response
                .widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, &label));
            let tile_rect = area.shrink2(vec2(3.0, 2.0));
            paint_tile(ui.painter(), cx.theme, &tile(tile_rect, piece, Seat::new(0), cx));
            if is_chosen || response.hovered() || response.has_focus() {
                let width = if is_chosen { 2.5 } else { 1.2 };
                let stroke = (width, cx.theme.accent);
                ui.painter().rect_stroke(area.shrink(0.5), 6.0, stroke, StrokeKind::Inside);
            }
            if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                self.piece = piece;
            }
        }
    }
}

/// Draws a layout as a thumbnail. `letters` has 25 characters: the letters of the pieces, and dots
/// for slots whose piece does not matter.
pub fn layout_thumbnail_ui(letters: &str, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let (rect, response) = ui.allocate_exact_size(THUMBNAIL, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, letters));
    let draft: Draft = letters.parse().unwrap_or_default();
    paint_thumbnail(ui.painter(), rect, &draft, cx);
}
