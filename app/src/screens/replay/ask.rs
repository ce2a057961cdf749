//! Asks a robot about the position shown, and draws its answer.

use egui::containers::menu::MenuButton;
use egui::{RichText, TextStyle, Ui};
use qipan_core::contract::options::RuleSet;

use crate::command::ReplayCommand;
use crate::games::GameUi;
use crate::model::library::SeatCandidate;
use crate::play::game::Playable;
use crate::play::peek_test::PeekReport;
use crate::play::robot_query::{RobotQuery, seat_to_ask};
use crate::screens::console::console_ui;
use crate::screens::replay::{ReplayScreen as _, ReplayView};
use crate::screens::thought;
use crate::ui::context::ScreenContext;
use crate::ui::room::entries_ui;
use crate::ui::widgets;

impl<G: GameUi> ReplayView<G> {
    /// Draws the menu of robots that can be asked about the position shown.
    pub(super) fn ask_ui(
        &mut self,
        candidates: &[SeatCandidate],
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let can_ask = seat_to_ask(self.session(), self.at(), self.perspective.viewer()).is_some();
        let name = cx.t("replay-ask");
        let font = TextStyle::Button.resolve(ui.style());
        let width = widgets::text_width(ui, &name, &font) + 2.0 * ui.spacing().button_padding.x;
        if ui.available_size_before_wrap().x < width {
            ui.end_row();
        }
        ui.add_enabled_ui(can_ask, |ui| {
            let entries = |ui: &mut Ui| {
                let preset = &self.record().preset;
                let can_be_asked = |candidate: &&SeatCandidate| {
                    !candidate.player.is_human() && candidate.plays(preset)
                };
                for robot in candidates.iter().filter(can_be_asked) {
                    if ui.button(&robot.title).clicked() {
                        cx.send(ReplayCommand::Ask(Box::new(robot.player.clone())));
                        ui.close();
                    }
                }
            };
            let (button, _) = MenuButton::new(name).ui(ui, |ui| entries_ui(ui, entries));
            button.on_hover_text(cx.t("replay-ask.about"));
        });
    }

    /// Draws the answer of the robot that was asked.
    pub(super) fn answer_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let Some(query) = &self.robot_query else { return };
        let Some(answer) = query.answer() else { return };
        let has_secrets = self.replay.state().rules().has_secrets();
        let state = self.session().states().get(answer.report.step);
        let move_text = answer.action.zip(state).map(|(action, state)| {
            let what = G::describe_action(cx.i18n, state, answer.report.seat, action);
            cx.tf("replay-ask-move", &[("what", what.into())])
        });
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            if let Some(text) = move_text {
                ui.add(egui::Label::new(RichText::new(text).strong()).wrap());
            }
            thought::thought_ui(&answer.report, cx, ui);
            self.console.show_decision(answer.report.step);
            console_ui(&mut self.console, cx, ui);
            if let Some(error) = &answer.error {
                ui.label(RichText::new(error).color(cx.theme.error));
            }
            peek_test_ui(query, has_secrets, cx, ui);
        });
    }
}

/// Draws the peek test of the robot that was asked: its button, or its result.
fn peek_test_ui<G: Playable>(
    query: &RobotQuery<G>,
    has_secrets: bool,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    if !query.has_peek_test() {
        let button = ui.button(cx.t("replay-peek")).on_hover_text(cx.t("replay-peek.about"));
        if button.clicked() {
            cx.send(ReplayCommand::StartPeekTest);
        }
        return;
    }
    let Some(report) = query.peek_report() else {
        ui.label(RichText::new(cx.t("replay-peek-waits")).color(cx.theme.quiet));
        return;
    };
    let PeekReport { same_choices, other_choices, failed, differing_games } = report;
    let count = same_choices + other_choices;
    let args = [
        ("count", count),
        ("others", other_choices),
        ("failed", failed),
        ("differ", differing_games),
    ]
    .map(|(name, number)| (name, number.into()));
    for id in report_text_ids(report, has_secrets) {
        ui.add(egui::Label::new(cx.tf(id, &args)).wrap());
    }
}

/// Returns the ids of the texts about a peek test: its result, and a text about failed queries if
/// there are any.
fn report_text_ids(report: PeekReport, has_secrets: bool) -> impl Iterator<Item = &'static str> {
    let PeekReport { same_choices, other_choices, failed, differing_games } = report;
    let result = match (same_choices + other_choices, other_choices, has_secrets, differing_games) {
        (0, ..) => None,
        (_, 0, false, _) => Some("replay-peek-same"),
        (_, 0, true, 0) => Some("replay-peek-same-known"),
        (_, 0, true, _) => Some("replay-peek-same-hidden"),
        _ => Some("replay-peek-other"),
    };
    result.into_iter().chain((failed > 0).then_some("replay-peek-failed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peek_report_mentions_only_results_that_occurred() {
        let text_ids = |[same_choices, other_choices, failed, differing_games]: [usize; 4],
                        has_secrets| {
            report_text_ids(
                PeekReport { same_choices, other_choices, failed, differing_games },
                has_secrets,
            )
            .collect::<Vec<_>>()
        };
        assert_eq!(text_ids([3, 0, 0, 3], true), ["replay-peek-same-hidden"]);
        assert_eq!(text_ids([3, 0, 0, 0], true), ["replay-peek-same-known"]);
        assert_eq!(text_ids([3, 0, 0, 0], false), ["replay-peek-same"]);
        assert_eq!(text_ids([2, 0, 1, 2], true), ["replay-peek-same-hidden", "replay-peek-failed"]);
        assert_eq!(text_ids([0, 0, 3, 0], true), ["replay-peek-failed"]);
        assert_eq!(text_ids([1, 2, 0, 3], true), ["replay-peek-other"]);
    }
}
