//! Starts a new game from a position that was set up by hand.

use egui::Ui;
use qipan_core::contract::seat::{Seat, SeatSet};

use crate::games::Seating;
use crate::model::rules::SomeRules;
use crate::model::setup::SeatChoice;
use crate::screens::new_game::form::NewGameForm;
use crate::screens::new_game::problem::StartProblem;
use crate::screens::new_game::start_position::{StartPosition, parse_line, position_error};
use crate::ui::context::ScreenContext;
use crate::ui::theme::BODY;
use crate::ui::widgets;

impl NewGameForm {
    /// Fills in the form for a game that begins from the position of a line. An invalid line is
    /// ignored.
    pub fn begin_from(&mut self, line: &str) {
        let Some((preset, rules, seats)) = parse_line(line) else { return };
        // Undoes an earlier position first, so that the usual seats and rules are saved.
        self.begin_as_usual();
        self.choose_preset(&preset);
        let usual_seating = self.seating().clone();
        let seating = self.seating_mut();
        (seating.rules, seating.picks_colour) = (rules, false);
        fill_seats(seating, seats);
        self.start_position = Some(StartPosition { line: line.to_owned(), usual_seating });
        self.show_own_rules();
    }

    /// Resets the game to its usual start position, seats and rules.
    pub fn begin_as_usual(&mut self) {
        if let Some(start) = self.start_position.take() {
            *self.seating_mut() = start.usual_seating;
        }
    }

    /// Returns the position line that the game begins from, or `None` for the usual start.
    pub fn start_line(&self) -> Option<&str> {
        self.start_position.as_ref().map(|start| start.line.as_str())
    }

    /// Returns the reason why the game cannot begin from its position under these rules and with
    /// these seats taken, if there is one.
    pub(super) fn position_problem(
        &self,
        rules: &SomeRules,
        taken: SeatSet,
    ) -> Option<StartProblem> {
        let line = self.start_line()?;
        let (.., needed) = parse_line(line)?;
        if needed != taken {
            return Some(StartProblem::PositionSeats(needed));
        }
        position_error(line, &**rules, None).map(|_| StartProblem::Position(line.to_owned()))
    }
}

/// Fills exactly these seats and empties the others. Players on these seats stay. The person moves
/// to the first of them if the person's own seat is emptied. Robots fill the seats that are still
/// empty.
fn fill_seats(seating: &mut Seating, seats: SeatSet) {
    let robot = seating
        .seat_choices
        .iter()
        .find(|seat_choice| matches!(seat_choice, SeatChoice::Robot { .. }));
    let robot = robot.cloned().unwrap_or_else(|| seating.opponent.clone());
    // The person keeps the seat if it is one of `seats`, or else takes the first of `seats`.
    let is_person_unseated = (0..).zip(&seating.seat_choices).any(|(index, seat_choice)| {
        *seat_choice == SeatChoice::Me && !seats.contains(Seat::new(index))
    });
    let mut must_seat_person = is_person_unseated;
    for (index, seat_choice) in (0..).zip(&mut seating.seat_choices) {
        let is_taken = seats.contains(Seat::new(index));
        if !is_taken {
            *seat_choice = SeatChoice::Nobody;
        } else if must_seat_person {
            (*seat_choice, must_seat_person) = (SeatChoice::Me, false);
        } else if *seat_choice == SeatChoice::Nobody {
            *seat_choice = robot.clone();
        }
    }
}

/// Draws the notice that the game begins from a position, with a button for the usual start.
pub(super) fn position_notice_ui(form: &mut NewGameForm, cx: &ScreenContext<'_>, ui: &mut Ui) {
    if form.start_line().is_none() {
        return;
    }
    let mut is_reset = false;
    cx.theme.card().inner_margin(egui::Margin::symmetric(12, 6)).show(ui, |ui| {
        ui.take_available_width();
        ui.horizontal_wrapped(|ui| {
            let text = egui::RichText::new(cx.t("position-begins")).size(BODY - 1.0);
            ui.label(text.color(cx.theme.ink));
            let button = ui.button(cx.t("position-drop"));
            widgets::focus_ring(ui, cx.theme, &button, 6.0);
            is_reset = button.clicked();
        });
    });
    if is_reset {
        form.begin_as_usual();
    }
}
