//! Marks and arrows on the board, drawn with the right mouse button.

use egui::{PointerButton, Pos2, Rect, Ui};
use qipan_core::record::Annotation;

use crate::games::{BoardUi as _, CellSpot, GameUi};
use crate::screens::replay::ReplayView;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{paint_drawn_arrow, paint_drawn_mark};

impl<G: GameUi> ReplayView<G> {
    /// Draws the marks on the position and handles the right mouse button.
    pub(super) fn drawings_ui(&mut self, rect: Rect, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let comment = self.record().comment_at(self.replay.at());
        let annotations: Vec<Annotation> =
            comment.map(|comment| comment.drawn.clone()).unwrap_or_default();
        let button = PointerButton::Secondary;
        let (pressed, released, pointer) = ui.input(|input| {
            let pointer = &input.pointer;
            (
                pointer.button_pressed(button),
                pointer.button_released(button),
                pointer.interact_pos(),
            )
        });
        if annotations.is_empty() && !pressed && self.arrow_from.is_none() {
            return;
        }
        let places = self.board.places(&self.view, rect);
        let under = pointer.and_then(|pos| nearest(&places, pos));
        // Layers over the board keep the mouse to themselves.
        let over = pointer.is_some_and(|pos| ui.ctx().layer_id_at(pos) == Some(ui.layer_id()));
        if pressed && over {
            self.arrow_from = under.map(|place| place.name.clone());
        }
        if released && let (Some(from), Some(place)) = (self.arrow_from.take(), under) {
            let to = (place.name != from).then(|| place.name.clone());
            self.draw(Annotation { from, to });
        }
        let started = self.arrow_from.clone().map(|from| {
            let to = under.map(|place| place.name.clone()).filter(|to| *to != from);
            Annotation { from, to }
        });
        let find = |name: &str| places.iter().find(|place| place.name == name);
        for drawn in annotations.iter().chain(&started) {
            let Some(from) = find(&drawn.from) else { continue };
            match drawn.to.as_deref().map(find) {
                None => paint_drawn_mark(ui.painter(), cx.theme, from.pos, from.size),
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

/// Returns the cell under the pointer.
fn nearest(places: &[CellSpot], pos: Pos2) -> Option<&CellSpot> {
    let near = places.iter().filter(|place| place.pos.distance(pos) < place.size * 0.75);
    near.min_by(|a, b| a.pos.distance_sq(pos).total_cmp(&b.pos.distance_sq(pos)))
}
