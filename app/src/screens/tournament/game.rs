//! A game of a tournament: the winner, the seats, and the button that opens the replay.

use egui::{Align, Atom, DragValue, Layout, RichText, ScrollArea, Ui, vec2};

use crate::command::{Command, TournamentCommand};
use crate::games::words::seat_in_file;
use crate::model::i18n::ListStyle;
use crate::model::storage::SaveSummary;
use crate::screens::collection::words::length;
use crate::screens::tournament::{StartedTournament, TournamentPage};
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::theme::BODY;
use crate::ui::widgets;

impl TournamentPage {
    /// Draws the selected game.
    pub(super) fn game_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let Some(tournament) = &self.tournament else { return };
        let games = tournament.snapshot.games;
        let number = self.game.as_ref().map_or(1, |(number, _)| *number).clamp(1, games.max(1));
        let response = ui.horizontal(|ui| {
            widgets::heading(ui, cx.theme, cx.t("tournament-games"));
            let from_the_right = Layout::right_to_left(Align::Center);
            let controls = |ui: &mut Ui| (games > 0).then(|| number_ui(number, games, cx, ui));
            ui.with_layout(from_the_right, controls).inner
        });
        let Some(new_number) = response.inner else {
            ui.label(widgets::muted_text(cx.theme, cx.t("tournament-no-game")));
            return;
        };
        if new_number != number || self.game.is_none() {
            cx.send(Command::Tournament(TournamentCommand::Pick(new_number)));
        }
        let Some((_, Some(summary))) = &self.game else {
            if self.game.is_some() {
                ui.label(widgets::muted_text(cx.theme, cx.t("tournament-game-gone")));
            }
            return;
        };
        ui.add_space(2.0);
        let room = ui.available_height() - 44.0;
        ScrollArea::vertical().max_height(room).auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            tournament.summary_ui(summary, cx, ui);
        });
        let open_text = cx.t("tournament-open");
        let open_button = egui::Button::new((Atom::grow(), open_text, Atom::grow()));
        let open = ui.add(open_button.min_size(vec2(ui.available_width(), 36.0)));
        widgets::focus_ring(ui, cx.theme, &open, 8.0);
        if open.clicked() {
            cx.send(Command::Tournament(TournamentCommand::Open(number)));
        }
    }
}

/// Draws the controls that choose the number of a game, from right to left. Returns the new number.
fn number_ui(number: u64, games: u64, cx: &ScreenContext<'_>, ui: &mut Ui) -> u64 {
    let mut typed_number = number;
    let size_and_colour = (30.0, cx.theme.ink);
    let step_button = |target: u64, enabled: bool, icon, id: &str, ui: &mut Ui| {
        let button =
            |ui: &mut Ui| widgets::icon_button(ui, cx.theme, icon, &cx.t(id), size_and_colour);
        ui.add_enabled_ui(enabled, button).inner.clicked().then_some(target)
    };
    let next = step_button(number + 1, number < games, Icon::Next, "tournament-next", ui);
    let drag = DragValue::new(&mut typed_number).range(1..=games).speed(games as f64 / 400.0);
    ui.name_inputs(cx.t("tournament-number"), |ui| ui.add_sized(vec2(70.0, 30.0), drag));
    let number_before = number.saturating_sub(1);
    let previous =
        step_button(number_before, number > 1, Icon::Previous, "tournament-previous", ui);
    next.or(previous).unwrap_or(typed_number).clamp(1, games)
}

impl StartedTournament {
    /// Draws the winner and the players of the seats.
    fn summary_ui(&self, summary: &SaveSummary, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let theme = cx.theme;
        let winners = summary.result.as_ref().and_then(|result| result.places.first());
        let winners = winners.map_or(&[][..], Vec::as_slice);
        let seat_name = |name: &String| seat_in_file(cx.i18n, name).unwrap_or_else(|| name.clone());
        let winner_names = cx.i18n.list(ListStyle::And, winners.iter().map(seat_name));
        let result = match winners.is_empty() || winners.len() == summary.seats.len() {
            true => cx.t("tournament-drawn"),
            false => cx.tf("home-won", &[("seat", winner_names.into())]),
        };
        let length = length(cx.i18n, summary);
        let args = [("won", result.into()), ("length", length.into())];
        ui.label(widgets::muted_text(theme, cx.tf("tournament-result", &args)));
        for player in &summary.seats {
            let name = self.robot_title(&player.name, cx);
            let args = [("seat", seat_name(&player.seat).into()), ("player", name.into())];
            let mut text = RichText::new(cx.tf("tournament-seat", &args)).size(BODY - 0.5);
            text = text.color(theme.ink);
            if winners.contains(&player.seat) {
                text = text.strong().color(theme.accent);
            }
            ui.add(egui::Label::new(text).truncate());
        }
    }

    /// Returns the title of a robot in the language of the window. `name` is its name in saved
    /// games.
    fn robot_title(&self, name: &str, cx: &ScreenContext<'_>) -> String {
        let title = self.titles.iter().find(|title| title.en == name);
        title.map_or_else(|| name.to_owned(), |title| cx.i18n.pick(title).to_owned())
    }
}
