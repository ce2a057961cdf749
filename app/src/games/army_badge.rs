//! The mark and the colour of an army. In flip chess a seat has none before colours are settled.

use egui::{Color32, Painter, Pos2, Stroke};
use qipan_core::contract::seat::Seat;

use crate::games::GameUi;
use crate::ui::theme::Theme;

/// Paints the mark of an army around a point with a size in points, or a grey ring if the seat has no
/// army yet.
pub fn paint_badge<G: GameUi>(
    painter: &Painter,
    (middle, size): (Pos2, f32),
    army: Option<Seat>,
    theme: &Theme,
) {
    match army {
        Some(army) => G::paint_seat_badge(painter, middle, size, army, theme),
        None => drop(painter.circle_stroke(middle, 0.42 * size, Stroke::new(2.0, theme.quiet))),
    }
}

/// Returns the colour of a name: that of its army, if it has one.
pub fn army_ink<G: GameUi>(army: Option<Seat>, theme: &Theme) -> Color32 {
    army.map_or(theme.ink, |army| theme.readable_on_panel(G::colour(theme, army)))
}
