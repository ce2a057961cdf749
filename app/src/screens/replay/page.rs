//! The layout of the replay screen: the bar on top, the timeline below, the board beside the panel.

use egui::{Panel, Ui};

use crate::command::{Command, ShareCommand};
use crate::games::GameUi;
use crate::model::library::SeatCandidate;
use crate::model::storage::stem_and_extension;
use crate::screens::replay::{ReplayView, timeline};
use crate::screens::{bar, game_title, perspective};
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::room::column_ui;

impl<G: GameUi> ReplayView<G> {
    /// Draws the replay.
    pub(super) fn replay_ui(
        &mut self,
        candidates: &[SeatCandidate],
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let name = self.file.as_ref().map(|path| stem_and_extension(path).0);
        let name = name.or_else(|| self.imported_name.clone());
        let record = self.record();
        let game_title = game_title(cx, record);
        let title =
            format!("{} · {}", cx.t("replay-title"), name.as_deref().unwrap_or(&game_title));
        bar::bar_ui(&title, cx, ui, |cx, ui, width| {
            perspective::perspective_ui::<G>(&self.perspective, width, cx, ui);
            bar::names_ui::<G>(cx, ui);
            if self.imported_name.is_none() {
                bar::tool_button(cx, ui, Icon::Done, "replay-check", true, Command::Check);
            }
            let share = Command::Share(ShareCommand::Show);
            bar::tool_button(cx, ui, Icon::Share, "share-title", true, share);
            bar::tool_button(cx, ui, Icon::Save, "menu-save-as", true, Command::SaveDialog);
            bar::tool_button(cx, ui, Icon::Open, "menu-open", true, Command::OpenDialog);
            bar::tool_button(cx, ui, Icon::Settings, "menu-settings", true, Command::ShowSettings);
        });
        let margin = egui::Margin { left: 16, right: 16, top: 4, bottom: 10 };
        Panel::bottom("timeline")
            .exact_size(timeline::HEIGHT + self.curve_height())
            .show_separator_line(false)
            .frame(egui::Frame::new().inner_margin(margin))
            .show(ui, |ui| self.timeline_ui(cx, ui));
        let width = (ui.available_width() * 0.29).clamp(300.0, 480.0);
        let frame =
            egui::Frame::new().inner_margin(egui::Margin { left: 4, right: 12, top: 8, bottom: 4 });
        Panel::right("replay-side")
            .exact_size(width)
            .resizable(false)
            .show_separator_line(false)
            .frame(frame)
            .show(ui, |ui| column_ui(ui, |ui| self.side_ui(candidates, cx, ui)));
        egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
            self.board_ui(cx, ui);
        });
    }
}
