//! Printed boards cached as pixels, so that a frame costs two triangles.

use egui::{Painter, Shape};
use qipan_core::games::race::board::Board;

use crate::games::race::drawing::geometry::BoardGeometry;
use crate::games::race::drawing::{
    BoardLook, PlaneLook, aeroplane_chess_board, flying_chess_board, paint_plane,
};
use crate::ui::paint::CachedShapes;
use crate::ui::theme::Theme;

/// Returns the shapes of a printed board.
pub fn board_shapes(geometry: &BoardGeometry, theme: &Theme, look: &BoardLook) -> Vec<Shape> {
    match geometry.board() {
        Board::Aeroplane => aeroplane_chess_board::artwork(geometry, theme, look),
        Board::Flying => flying_chess_board::artwork(geometry, theme, look),
    }
}

/// A printed board, cached between frames.
#[derive(Clone, Debug, Default)]
pub struct BoardPicture(CachedShapes<(BoardGeometry, Theme, BoardLook)>);

impl BoardPicture {
    /// Paints the board. Its picture is drawn again only after a change of size, theme or look.
    pub fn paint(
        &mut self,
        painter: &Painter,
        geometry: &BoardGeometry,
        theme: &Theme,
        look: &BoardLook,
    ) {
        let key = (*geometry, theme.clone(), *look);
        self.0.paint(painter, key, |(geometry, theme, look)| board_shapes(geometry, theme, look));
    }
}

/// Paints a miniature of a board with planes. `picture` caches the board.
pub fn paint_miniature(
    painter: &Painter,
    geometry: &BoardGeometry,
    theme: &Theme,
    picture: &mut BoardPicture,
    planes: &[PlaneLook],
) {
    picture.paint(painter, geometry, theme, &BoardLook::default());
    for plane in planes {
        paint_plane(painter, theme, plane);
    }
}

#[cfg(test)]
mod tests {
    use egui::{Rect, Vec2, pos2};
    use qipan_core::contract::seat::Seat;

    use super::*;
    use crate::games::race::drawing::plane_shapes;
    use crate::model::settings::ThemeName;
    use crate::ui::paint::mesh;

    /// Checks that shapes stay in a rectangle. Outlines with points too close together would have
    /// spikes outside of it.
    fn assert_stay_in(shapes: Vec<Shape>, rect: Rect) {
        let mesh = mesh(shapes, 1.0);
        assert!(mesh.is_valid() && !mesh.is_empty());
        for vertex in &mesh.vertices {
            assert!(rect.contains(vertex.pos), "{:?} outside of {rect:?}", vertex.pos);
        }
    }

    #[test]
    fn boards_stay_near_their_rectangle_at_each_size() {
        for board in [Board::Aeroplane, Board::Flying] {
            for (name, side) in ThemeName::ALL.into_iter().zip([90.0, 431.7, 1400.0]) {
                let rect = Rect::from_min_size(pos2(5.0, 3.0), Vec2::splat(side));
                let (g, theme) = (BoardGeometry::new(board, rect), Theme::new(name, false));
                let shapes = board_shapes(&g, &theme, &BoardLook::default());
                assert_stay_in(shapes, rect.expand(side * 0.06 + 2.0));
            }
        }
    }

    #[test]
    fn shapes_of_a_plane_stay_near_it_at_each_size_and_heading() {
        let theme = Theme::new(ThemeName::Light, false);
        for size in [8.0, 17.3, 28.0, 44.0, 60.0, 200.0] {
            for turn in 0..16 {
                for stack in [1, 4] {
                    let seat = Seat::new(turn % 4);
                    let mut look =
                        PlaneLook::new(pos2(300.0, 300.0), size, f32::from(turn) * 0.4, seat, 3);
                    look.stack_size = stack;
                    let room = Vec2::splat(2.0 * size + 20.0);
                    assert_stay_in(
                        plane_shapes(&theme, &look),
                        Rect::from_center_size(look.pos, room),
                    );
                }
            }
        }
    }
}
