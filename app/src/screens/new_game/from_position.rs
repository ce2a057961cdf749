//! A new game that begins from a position set up by hand.

use egui::Ui;
use qipan_core::contract::seat::{Seat, SeatSet};

use crate::games::Seating;
use crate::model::rules::SomeRules;
use crate::model::setup::Sitter;
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::position_row::{StartPosition, nonsense, read_line};
use crate::screens::new_game::problem::StartProblem;
use crate::ui::context::ScreenContext;
use crate::ui::theme::BODY;
use crate::ui::widgets;

impl NewGameForm {
    /// Fills in the form for a game that begins from the position of a line. An invalid line is
    /// ignored.
    pub fn begin_from(&mut self, line: &str) {
        let Some((preset, rules, seats)) = read_line(line) else { return };
        // Undoes an earlier position first, so that `before` is the form without one.
        self.begin_as_usual();
        self.choose_preset(&preset);
        let before = self.seating().clone();
        let seating = self.seating_mut();
        (seating.rules, seating.pick_colour) = (rules, false);
        seat_those(seating, seats);
        self.start_position = Some(StartPosition { line: line.to_owned(), before });
    }

    /// Resets the game to the usual beginning.
    pub fn begin_as_usual(&mut self) {
        if let Some(begun) = self.start_position.take() {
            *self.seating_mut() = begun.before;
        }
    }

    /// Returns the line of the position the game begins from, if any.
    pub fn begins_from(&self) -> Option<&str> {
        self.start_position.as_ref().map(|begun| begun.line.as_str())
    }

    /// Returns the problem of the position with these rules and these seats taken.
    pub(super) fn position_problem(
        &self,
        rules: &SomeRules,
        taken: SeatSet,
    ) -> Option<StartProblem> {
        let line = self.begins_from()?;
        let (.., seats) = read_line(line)?;
        if seats != taken {
            return Some(StartProblem::PositionSeats(seats));
        }
        nonsense(line, &**rules, None).map(|_| StartProblem::Position(line.to_owned()))
    }
}

/// Fills exactly these seats: leaves the others empty, keeps the player, and adds robots.
fn seat_those(seating: &mut Seating, seats: SeatSet) {
    let robot = seating.sitters.iter().find(|sitter| matches!(sitter, Sitter::Robot { .. }));
    let robot = robot.cloned().unwrap_or_else(|| seating.opponent.clone());
    let me_left_out = (0..)
        .zip(&seating.sitters)
        .any(|(index, sitter)| *sitter == Sitter::Me && !seats.contains(Seat::new(index)));
    let mut me_needed = me_left_out;
    for (index, sitter) in (0..).zip(&mut seating.sitters) {
        let plays = seats.contains(Seat::new(index));
        if !plays {
            *sitter = Sitter::Nobody;
        } else if me_needed {
            (*sitter, me_needed) = (Sitter::Me, false);
        } else if *sitter == Sitter::Nobody {
            *sitter = robot.clone();
        }
    }
}

/// Draws the notice that the game begins from a position, with a button to begin as usual.
pub(super) fn begun_ui(form: &mut NewGameForm, cx: &ScreenContext<'_>, ui: &mut Ui) {
    if form.begins_from().is_none() {
        return;
    }
    let mut usual = false;
    cx.theme.card().inner_margin(egui::Margin::symmetric(12, 6)).show(ui, |ui| {
        ui.take_available_width();
        ui.horizontal_wrapped(|ui| {
            let text = egui::RichText::new(cx.t("position-begins")).size(BODY - 1.0);
            ui.label(text.color(cx.theme.ink));
            let button = ui.button(cx.t("position-drop"));
            widgets::focus_ring(ui, cx.theme, &button, 6.0);
            usual = button.clicked();
        });
    });
    if usual {
        form.begin_as_usual();
    }
}
