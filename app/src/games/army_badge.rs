//! The badge and the colour of an army. In Flip Junqi a seat has no army before colours are
//! settled.

use egui::{Color32, Painter, Pos2, Stroke};
use qipan_core::contract::seat::Seat;

use crate::games::GameUi;
use crate::ui::theme::Theme;

/// Paints the badge of an army, or a grey ring if the seat has no army yet. `middle` is the centre
/// of the badge, and `size` its size in points.
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

/// Returns the colour in which the name of a seat is written: that of its army, if it has one.
pub fn army_ink<G: GameUi>(army: Option<Seat>, theme: &Theme) -> Color32 {
    army.map_or(theme.ink, |army| theme.readable_on_panel(G::colour(theme, army)))
}

#[cfg(test)]
mod tests {
    use egui::{Shape, pos2};
    use qipan_core::contract::dice::Seed;
    use qipan_core::contract::game::{Game, Viewer};
    use qipan_core::contract::options::RuleSet;
    use qipan_core::games::junqi::layouts::SHIPPED;
    use qipan_core::games::junqi::{Deal, Junqi, Rules};

    use super::*;
    use crate::model::settings::ThemeName;

    /// Returns true if the badge of the first seat is a ring without filling.
    fn is_ring(preset: &str) -> bool {
        let rules = Rules::preset(preset).unwrap();
        let layouts: Vec<_> =
            rules.seats().iter().map(|seat| (seat, SHIPPED[0].layout())).collect();
        let deal = Deal::draw(&rules, &layouts, &Seed::from_number(1)).unwrap();
        let game = Junqi::new(&rules, rules.seats(), &deal).unwrap();
        let army = Junqi::army(&game.view(Viewer::Public), Seat::new(0));
        let theme = Theme::new(ThemeName::Light, false);
        let context = egui::Context::default();
        crate::ui::fonts::install_fonts(&context, crate::model::i18n::Lang::En);
        let mut output = context.run_ui(egui::RawInput::default(), |ui| {
            paint_badge::<Junqi>(ui.painter(), (pos2(50.0, 50.0), 26.0), army, &theme);
        });
        output.textures_delta.clear();
        output.shapes.iter().any(|clipped| match &clipped.shape {
            Shape::Circle(circle) => {
                circle.fill == Color32::TRANSPARENT && circle.stroke.color == theme.quiet
            }
            _ => false,
        })
    }

    #[test]
    fn seat_without_an_army_has_a_grey_ring() {
        assert!(is_ring("flip"), "no colour is settled before the first flip");
        assert!(!is_ring("dark"));
        // A list of saved games has the preset, but no position.
        let own_armies = |preset| Junqi::seats_own_armies(&Rules::preset(preset).unwrap());
        assert_eq!(["dark", "six", "flip"].map(own_armies), [true, true, false]);
    }
}
