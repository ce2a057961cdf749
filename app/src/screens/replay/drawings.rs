//! The rings and arrows that the player draws on the board with the right mouse button.

use egui::{PointerButton, Pos2, Rect, Ui};
use qipan_core::record::Drawing;

use crate::games::{BoardUi as _, CellSpot, GameUi};
use crate::screens::replay::ReplayView;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{paint_drawn_arrow, paint_drawn_ring};

impl<G: GameUi> ReplayView<G> {
    /// Draws the rings and arrows of the position and handles the right mouse button. A press and
    /// release on one cell draws a ring. A drag to another cell draws an arrow.
    pub(super) fn drawings_ui(&mut self, rect: Rect, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let comment = self.record().comment_at(self.replay.at());
        let saved_drawings: Vec<Drawing> =
            comment.map(|comment| comment.drawings.clone()).unwrap_or_default();
        let button = PointerButton::Secondary;
        let (pressed, released, pointer) = ui.input(|input| {
            let pointer = &input.pointer;
            (
                pointer.button_pressed(button),
                pointer.button_released(button),
                pointer.interact_pos(),
            )
        });
        if saved_drawings.is_empty() && !pressed && self.arrow_start.is_none() {
            return;
        }
        let cells = self.board.cell_spots(&self.view, rect);
        let cell_under_pointer = pointer.and_then(|pos| cell_at(&cells, pos));
        // A layer over the board takes the input there.
        let is_board_on_top =
            pointer.is_some_and(|pos| ui.ctx().layer_id_at(pos) == Some(ui.layer_id()));
        if pressed && is_board_on_top {
            self.arrow_start = cell_under_pointer.map(|cell| cell.name.clone());
        }
        if released && let (Some(from), Some(cell)) = (self.arrow_start.take(), cell_under_pointer)
        {
            let to = (cell.name != from).then(|| cell.name.clone());
            self.toggle_drawing(Drawing { from, to });
        }
        let unfinished = self.arrow_start.clone().map(|from| {
            let to = cell_under_pointer.map(|cell| cell.name.clone()).filter(|to| *to != from);
            Drawing { from, to }
        });
        let find = |name: &str| cells.iter().find(|cell| cell.name == name);
        for drawing in saved_drawings.iter().chain(&unfinished) {
            let Some(from) = find(&drawing.from) else { continue };
            match drawing.to.as_deref().map(find) {
                None => paint_drawn_ring(ui.painter(), cx.theme, from.pos, from.size),
                Some(Some(to)) => {
                    paint_drawn_arrow(
                        ui.painter(),
                        cx.theme,
                        [from.pos, to.pos],
                        from.size.min(to.size),
                    );
                }
                Some(None) => {}
            }
        }
    }
}

/// Returns the cell nearest to a point, if the point is on it or just beside it.
fn cell_at(cells: &[CellSpot], pos: Pos2) -> Option<&CellSpot> {
    let near = cells.iter().filter(|cell| cell.pos.distance(pos) < cell.size * 0.75);
    near.min_by(|a, b| a.pos.distance_sq(pos).total_cmp(&b.pos.distance_sq(pos)))
}
