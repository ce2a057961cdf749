//! Paints an army's land, its pieces as tiles, and layouts as thumbnails.

use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, Ui, Vec2, vec2};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Board, BoardKind, Cell, Draft, Kind};

use crate::games::junqi::drawing::{Face, JunqiGeometry, JunqiPicture, TileLook};
use crate::games::junqi::editor::ScreenContext;
use crate::games::junqi::editor::moving::slot_of;
use crate::games::junqi::printed::printed_small;
use crate::model::settings::PieceNames;
use crate::ui::theme::{Theme, mix};

/// The geometry of an army's land: the near half of the two-army board, with its front at the top
/// of the space.
#[derive(Clone, Debug)]
pub struct Land {
    geometry: JunqiGeometry,
    /// The visible part of the board.
    visible: Rect,
}

/// The height of the visible part in rows: the front, the six lines, and the card's edge.
const VISIBLE_ROWS: f32 = 7.1;

/// The height of the two-army board in rows: 12 between the outermost cells, and the card's edges.
const BOARD_ROWS: f32 = 13.6;

impl Land {
    /// Returns the geometry in which the near half of the board fills `space`.
    pub fn new(space: Rect) -> Self {
        let step = space.height() / VISIBLE_ROWS;
        let height = BOARD_ROWS * step;
        let board = Rect::from_min_max(space.left_bottom() - vec2(0.0, height), space.max);
        let geometry = JunqiGeometry::new(&Board::shared(BoardKind::Two), 0, board);
        let visible = geometry.card().intersect(space);
        Self { geometry, visible }
    }

    /// Returns the visible part of the board.
    pub const fn rect(&self) -> Rect {
        self.visible
    }

    /// Returns the size of a tile.
    pub fn tile_size(&self) -> Vec2 {
        // A little smaller than in a game, so that the rails in between stay visible.
        self.geometry.piece_size() * vec2(0.88, 0.93)
    }

    /// Returns the rectangle of a tile on a cell.
    pub fn tile_at(&self, cell: Cell) -> Rect {
        Rect::from_center_size(self.geometry.cell_pos(cell), self.tile_size())
    }

    /// Returns the area in which a dropped piece goes to this cell.
    pub fn drop_area(&self, cell: Cell) -> Rect {
        let pos = |line, column| self.geometry.cell_pos(Cell::of(Seat::new(0), line, column));
        let cell_size = pos(2, 2) - pos(1, 1);
        Rect::from_center_size(self.geometry.cell_pos(cell), cell_size)
    }

    /// Returns the cells, camps included, line by line.
    pub fn cells() -> impl Iterator<Item = Cell> {
        (0..30).map(Cell::new)
    }

    /// Paints the board, with the near land in the colour of the army.
    pub fn paint(
        &self,
        picture: &mut JunqiPicture,
        colour: Color32,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let mut theme = cx.theme.clone();
        theme.junqi[0] = colour;
        // The front is out of play here, and its names would be in the way.
        let (headquarters, camp) = (cx.t("junqi-print-hq"), cx.t("junqi-print-camp"));
        let words = ["", "", &*headquarters, &*camp];
        let painter = ui.painter().with_clip_rect(self.visible.expand2(vec2(10.0, 0.0)));
        picture.paint(&painter, &self.geometry, &theme, words);
    }
}

/// Returns the look of a piece as a tile in a rectangle.
pub fn tile(rect: Rect, piece: Kind, seat: Seat, cx: &ScreenContext<'_>) -> TileLook {
    TileLook {
        names: cx.settings.naming_style(),
        ..TileLook::new(rect.center(), rect.size(), Face::Piece(piece), Some(seat))
    }
}

/// Paints a thumbnail of a layout. Each piece is a coloured field with one Chinese character, or
/// with its code if the player does not use Chinese names.
pub fn paint_thumbnail(painter: &Painter, rect: Rect, draft: &Draft, cx: &ScreenContext<'_>) {
    let theme = cx.theme;
    let is_chinese = cx.settings.naming_style() == PieceNames::Chinese;
    painter.rect_filled(rect, 4.0, theme.paper);
    let size = vec2(rect.width() / 5.0, rect.height() / 6.0);
    for cell in Land::cells() {
        let offset = vec2(f32::from(cell.column() - 1), f32::from(cell.line() - 1)) * size;
        let field = Rect::from_min_size(rect.min + offset, size).shrink(0.75);
        let slot = slot_of(cell).map(|slot| draft.at(slot));
        match slot {
            // A camp.
            None => {
                let ring = Stroke::new(1.0, mix(theme.paper, theme.ink, 0.25));
                painter.circle_stroke(field.center(), field.height() * 0.36, ring);
            }
            // An empty slot.
            Some(None) => {
                painter.rect_filled(field, 2.0, mix(theme.paper, theme.ink, 0.07));
            }
            Some(Some(piece)) => {
                let fill = thumbnail_fill(piece, theme);
                painter.rect_filled(field, 2.0, fill);
                let share = if is_chinese { 0.82 } else { 0.7 };
                let font = FontId::proportional((field.height() * share).min(16.0));
                painter.text(
                    field.center(),
                    Align2::CENTER_CENTER,
                    if is_chinese { printed_small(piece) } else { piece.code() },
                    font,
                    theme.text_on(fill),
                );
            }
        }
    }
}

/// Returns the colour of a piece in a thumbnail. Higher ranks have stronger colours. Bombs,
/// Landmines, Engineers and the Flag have colours of their own.
fn thumbnail_fill(piece: Kind, theme: &Theme) -> Color32 {
    let army = theme.army(Seat::new(0));
    match piece {
        Kind::Flag => theme.medals[0],
        Kind::Landmine => mix(theme.paper, theme.ink, 0.72),
        Kind::Bomb => mix(theme.paper, theme.ink, 0.42),
        Kind::Engineer => mix(theme.paper, theme.army(Seat::new(3)), 0.55),
        piece => {
            let strength = f32::from(piece.strength().unwrap_or(0));
            mix(theme.paper, army, 0.12 + 0.095 * strength)
        }
    }
}
