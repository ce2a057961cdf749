//! A game of a tournament: seats, winner, and the button for its replay.

use egui::{Align, Atom, DragValue, Layout, RichText, ScrollArea, Ui, vec2};

use crate::command::{Command, TournamentCommand};
use crate::games::words::seat_in_file;
use crate::model::i18n::ListStyle;
use crate::model::storage::SaveSummary;
use crate::screens::tournament::{StartedTournament, TournamentPage};
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::theme::BODY;
use crate::ui::widgets;

impl TournamentPage {
    /// Draws the selected game.
    pub(super) fn game_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let Some(played) = &self.played else { return };
        let games = played.snapshot.games;
        let number = self.game.as_ref().map_or(1, |(number, _)| *number).clamp(1, games.max(1));
        let wanted = ui.horizontal(|ui| {
            widgets::heading(ui, cx.theme, cx.t("tournament-games"));
            let right = Layout::right_to_left(Align::Center);
            let number = || (games > 0).then_some(number);
            ui.with_layout(right, |ui| number().map(|number| number_ui(number, games, cx, ui)))
                .inner
        });
        let Some(wanted) = wanted.inner else {
            ui.label(widgets::muted_text(cx.theme, cx.t("tournament-no-game")));
            return;
        };
        if wanted != number || self.game.is_none() {
            cx.send(Command::Tournament(TournamentCommand::Pick(wanted)));
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
            played.summary_ui(summary, cx, ui);
        });
        let open = cx.t("tournament-open");
        let open = egui::Button::new((Atom::grow(), open, Atom::grow()));
        let open = ui.add(open.min_size(vec2(ui.available_width(), 36.0)));
        widgets::focus_ring(ui, cx.theme, &open, 8.0);
        if open.clicked() {
            cx.send(Command::Tournament(TournamentCommand::Open(number)));
        }
    }
}

/// Draws the controls of the game number, from right to left. Returns the new number.
fn number_ui(number: u64, games: u64, cx: &ScreenContext<'_>, ui: &mut Ui) -> u64 {
    let mut wanted = number;
    let look = (30.0, cx.theme.ink);
    let step = |to: u64, able: bool, icon, id: &str, ui: &mut Ui| {
        let button = |ui: &mut Ui| widgets::icon_button(ui, cx.theme, icon, &cx.t(id), look);
        ui.add_enabled_ui(able, button).inner.clicked().then_some(to)
    };
    let next = step(number + 1, number < games, Icon::Next, "tournament-next", ui);
    let drag = DragValue::new(&mut wanted).range(1..=games).speed(games as f64 / 400.0);
    ui.name_inputs(cx.t("tournament-number"), |ui| ui.add_sized(vec2(70.0, 30.0), drag));
    let before = number.saturating_sub(1);
    let previous = step(before, number > 1, Icon::Previous, "tournament-previous", ui);
    let wanted = next.or(previous).unwrap_or(wanted);
    wanted.clamp(1, games)
}

impl StartedTournament {
    /// Draws the winner and the players of the seats.
    fn summary_ui(&self, summary: &SaveSummary, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let theme = cx.theme;
        let first = summary.result.as_ref().and_then(|result| result.places.first());
        let first = first.map_or(&[][..], Vec::as_slice);
        let seat = |name: &String| seat_in_file(cx.i18n, name).unwrap_or_else(|| name.clone());
        let seats = cx.i18n.list(ListStyle::And, first.iter().map(seat));
        let won = match first.is_empty() || first.len() == summary.seats.len() {
            true => cx.t("tournament-drawn"),
            false => cx.tf("home-won", &[("seat", seats.into())]),
        };
        let args = [("won", won.into()), ("moves", summary.plies.into())];
        ui.label(widgets::muted_text(theme, cx.tf("tournament-result", &args)));
        for player in &summary.seats {
            let name = self.in_words(&player.name, cx);
            let args = [("seat", seat(&player.seat).into()), ("player", name.into())];
            let mut line = RichText::new(cx.tf("tournament-seat", &args)).size(BODY - 0.5);
            line = line.color(theme.ink);
            if first.contains(&player.seat) {
                line = line.strong().color(theme.accent);
            }
            ui.add(egui::Label::new(line).truncate());
        }
    }

    /// Returns the title of a robot in the language of the window, by its name in saved games.
    fn in_words(&self, name: &str, cx: &ScreenContext<'_>) -> String {
        let title = self.titles.iter().find(|title| title.en == name);
        title.map_or_else(|| name.to_owned(), |title| cx.i18n.pick(title).to_owned())
    }
}
