//! Paints an army's land, its pieces as tiles, and whole layouts small.

use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, Ui, Vec2, vec2};
use qipan_core::junqi::{Board, BoardKind, Cell, Draft, Piece};
use qipan_core::seat::Seat;

use crate::games::junqi::drawing::{Face, JunqiGeometry, JunqiPicture, TileLook};
use crate::games::junqi::editor::ScreenContext;
use crate::games::junqi::editor::moving::slot_of;
use crate::games::junqi::printed::printed_small;
use crate::ui::theme::{Theme, mix};

/// Where the cells of an army's land are: the near half of a board for two, its front at the
/// top of the space.
#[derive(Clone, Debug)]
pub struct Land {
    geometry: JunqiGeometry,
    /// What is seen of the board.
    seen: Rect,
}

/// Rows of the board that are seen: the front and the six lines, with the card's edges.
const ROWS: f32 = 7.1;

impl Land {
    /// The land in a space, which the near half of the board fills.
    pub fn new(space: Rect) -> Self {
        let step = space.height() / ROWS;
        let board = Rect::from_min_max(space.left_bottom() - vec2(0.0, 13.6 * step), space.max);
        let geometry = JunqiGeometry::new(&Board::of(BoardKind::Two), 0, board);
        let seen = geometry.card().intersect(space);
        Self { geometry, seen }
    }

    /// What is seen of the board.
    pub const fn rect(&self) -> Rect {
        self.seen
    }

    /// The size of a tile.
    pub fn tile(&self) -> Vec2 {
        // A little smaller than in a game, so that the rails between are seen.
        self.geometry.tile() * vec2(0.88, 0.93)
    }

    /// The place of a tile on a cell.
    pub fn tile_at(&self, cell: Cell) -> Rect {
        Rect::from_center_size(self.geometry.cell_pos(cell), self.tile())
    }

    /// The space in which a piece let go belongs to a cell.
    pub fn catch(&self, cell: Cell) -> Rect {
        let next = |line, column| self.geometry.cell_pos(Cell::of(Seat::new(0), line, column));
        Rect::from_center_size(self.geometry.cell_pos(cell), next(2, 2) - next(1, 1))
    }

    /// The cells, camps included, line by line.
    pub fn cells() -> impl Iterator<Item = Cell> {
        (0..30).map(Cell::new)
    }

    /// Prints the board, its near land in the colour of the army that is laid out.
    pub fn paint(
        &self,
        picture: &mut JunqiPicture,
        colour: Color32,
        cx: &ScreenContext<'_>,
        ui: &Ui,
    ) {
        let mut theme = cx.theme.clone();
        theme.junqi[0] = colour;
        // The front is out of play here, and its names would stand in the way.
        let (headquarters, camp) = (cx.t("junqi-print-hq"), cx.t("junqi-print-camp"));
        let words = ["", "", &*headquarters, &*camp];
        let painter = ui.painter().with_clip_rect(self.seen.expand2(vec2(10.0, 0.0)));
        picture.paint(&painter, &self.geometry, &theme, words);
    }
}

/// A piece as a tile in a place.
pub fn tile(rect: Rect, piece: Piece, seat: Seat, cx: &ScreenContext<'_>) -> TileLook {
    TileLook {
        names: cx.settings.names(),
        ..TileLook::new(rect.center(), rect.size(), Face::Piece(piece), Some(seat))
    }
}

/// Paints a layout small: every piece a coloured field with its first character.
pub fn paint_small(painter: &Painter, rect: Rect, draft: &Draft, theme: &Theme) {
    painter.rect_filled(rect, 4.0, theme.paper);
    let size = vec2(rect.width() / 5.0, rect.height() / 6.0);
    for cell in Land::cells() {
        let at = vec2(f32::from(cell.column() - 1) * size.x, f32::from(cell.line() - 1) * size.y);
        let field = Rect::from_min_size(rect.min + at, size).shrink(0.75);
        let piece = slot_of(cell).map(|slot| draft.at(slot));
        match piece {
            None => {
                let ring = Stroke::new(1.0, mix(theme.paper, theme.ink, 0.25));
                painter.circle_stroke(field.center(), field.height() * 0.36, ring);
            }
            Some(None) => {
                painter.rect_filled(field, 2.0, mix(theme.paper, theme.ink, 0.07));
            }
            Some(Some(piece)) => {
                let fill = small_fill(piece, theme);
                painter.rect_filled(field, 2.0, fill);
                let font = FontId::proportional((field.height() * 0.82).min(16.0));
                painter.text(
                    field.center(),
                    Align2::CENTER_CENTER,
                    printed_small(piece),
                    font,
                    theme.on(fill),
                );
            }
        }
    }
}

/// The great are strong in colour, the small pale; Bombs, Landmines and Flag stand apart.
fn small_fill(piece: Piece, theme: &Theme) -> Color32 {
    let side = theme.army(Seat::new(0));
    match piece {
        Piece::Flag => theme.medals[0],
        Piece::Landmine => mix(theme.paper, theme.ink, 0.72),
        Piece::Bomb => mix(theme.paper, theme.ink, 0.42),
        Piece::Engineer => mix(theme.paper, theme.army(Seat::new(3)), 0.55),
        piece => {
            let strength = f32::from(piece.strength().unwrap_or(0));
            mix(theme.paper, side, 0.12 + 0.095 * strength)
        }
    }
}
