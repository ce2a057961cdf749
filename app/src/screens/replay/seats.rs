//! The top of the panel: the players with their progress, and the rules of the game.

use egui::{RichText, Sense, Ui, vec2};
use qipan_core::contract::options::RuleSet;

use crate::games::{GameUi, army_ink, paint_badge, words};
use crate::model::library::{SeatCandidate, localized_name};
use crate::screens::house;
use crate::screens::log::taken_back_line;
use crate::screens::replay::{ReplayScreen as _, ReplayView};
use crate::ui::context::ScreenContext;
use crate::ui::theme;

impl<G: GameUi> ReplayView<G> {
    /// Draws the players, their progress at this step, and their places at the end.
    pub(super) fn seats_ui(
        &self,
        candidates: &[SeatCandidate],
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let record = self.record();
        let outcome = self.replay.state_at(self.steps()).and_then(G::outcome);
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.spacing_mut().interact_size.y = 24.0;
            for seat in record.rules.order() {
                let Some(player) = record.player(seat) else { continue };
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(22.0, 22.0), Sense::HOVER);
                    let army = G::army(&self.view, seat);
                    paint_badge::<G>(ui.painter(), (rect.center(), 20.0), army, cx.theme);
                    let name = RichText::new(words::seat::<G>(cx.i18n, seat));
                    ui.label(name.strong().color(army_ink::<G>(army, cx.theme)));
                    let player_name = match player.name.is_empty() {
                        true => words::unnamed_person(record, seat, cx.i18n),
                        false => localized_name(candidates, player).to_owned(),
                    };
                    let from_the_right = egui::Layout::right_to_left(egui::Align::Center);
                    ui.with_layout(from_the_right, |ui| {
                        let place = outcome
                            .as_ref()
                            .filter(|_| self.at() == self.steps())
                            .and_then(|outcome| words::place(cx.i18n, outcome, seat));
                        let text = place.unwrap_or_else(|| G::progress_text(&self.view, seat, cx));
                        ui.label(text);
                        let from_the_left = egui::Layout::left_to_right(egui::Align::Center);
                        ui.with_layout(from_the_left, |ui| {
                            let text = RichText::new(player_name).color(cx.theme.quiet);
                            ui.add(egui::Label::new(text).truncate());
                        });
                    });
                });
            }
            rules_ui::<G>(&record.rules, cx, ui);
            house::rules_ui(&record.house_rules, cx, ui);
            if let Some(line) = taken_back_line(record, cx) {
                ui.add(egui::Label::new(line).wrap());
            }
            if outcome.is_none() {
                ui.label(RichText::new(cx.t("replay-unfinished")).color(cx.theme.quiet));
            }
        });
    }
}

/// Draws the options that players changed, each with its value.
fn rules_ui<G: GameUi>(rules: &G::Rules, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let changed = G::changed_by_players(rules).into_iter();
    let options = changed.filter_map(|key| Some((key.to_owned(), rules.get(key)?))).collect();
    let settings = words::settings(cx.i18n, &options);
    if !settings.is_empty() {
        let text = RichText::new(settings.join(" · "));
        ui.label(text.color(cx.theme.quiet).size(theme::BODY - 1.0));
    }
}
