//! The panel beside the board: the players, and below them one of several pages about the game.

use egui::{FontId, RichText, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

use crate::command::Command;
use crate::games::GameUi;
use crate::model::library::SeatCandidate;
use crate::screens::replay::ReplayView;
use crate::screens::replay::tab::PanelTab;
use crate::ui::context::ScreenContext;
use crate::ui::{theme, widgets};

/// The minimum height of a page, in points, even if the window has no room left for it.
const MIN_PAGE_HEIGHT: f32 = 220.0;

/// The font size of the names of the pages, in points.
const TAB_SIZE: f32 = theme::HEAD - 1.0;

impl<G: GameUi> ReplayView<G> {
    /// Draws the panel.
    pub(super) fn side_ui(
        &mut self,
        candidates: &[SeatCandidate],
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        ui.spacing_mut().item_spacing.y = 6.0;
        self.seats_ui(candidates, cx, ui);
        ui.horizontal_wrapped(|ui| {
            // In a narrow window, buttons that do not fit go to the next row.
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            ui.spacing_mut().item_spacing.x = 4.0;
            // A redacted game lacks the facts that are needed to play on.
            let is_complete = self.session().state().redacted_for().is_none();
            ui.add_enabled_ui(is_complete, |ui| {
                let play_on = cx.theme.primary_ui(ui, cx.t("replay-play-on"));
                let hint = cx.t(if is_complete { "replay-play-on-hint" } else { "replay-told" });
                let play_on = play_on.on_hover_text(&hint).on_disabled_hover_text(hint);
                if play_on.clicked() {
                    cx.send(Command::BranchFromHere);
                }
            });
            self.ask_ui(candidates, cx, ui);
            self.position_ui(cx, ui);
        });
        self.answer_ui(cx, ui);
        self.update_texts(cx);
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.set_height(ui.available_height().max(MIN_PAGE_HEIGHT));
            self.tabs_ui(cx, ui);
            match self.tab {
                PanelTab::Steps => self.steps_ui(cx, ui),
                PanelTab::Analysis => self.analysis_ui(candidates, cx, ui),
                PanelTab::Notes => self.notes_ui(cx, ui),
                PanelTab::Branches => self.branches_ui(cx, ui),
                PanelTab::Dice => self.dice_ui(cx, ui),
            }
        });
    }

    /// Draws the tabs with the names of the pages, or a heading if there is only one page.
    fn tabs_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        if let [only] = PanelTab::ALL {
            ui.label(RichText::new(cx.t(only.name_id(G::HAS_DICE))).size(theme::HEAD).strong());
            return;
        }
        let tabs = PanelTab::ALL.iter().map(|tab| (*tab, cx.t(tab.name_id(G::HAS_DICE))));
        let tabs: Vec<_> = tabs.collect();
        let font = FontId::proportional(TAB_SIZE);
        let width: f32 = tabs.iter().map(|(_, name)| widgets::text_width(ui, name, &font)).sum();
        // The gap shrinks to keep the names on one line, as far as possible.
        let gap = (ui.available_width() - width) / (tabs.len() - 1) as f32;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = (gap - 1.0).clamp(6.0, 14.0);
            for (tab, name) in tabs {
                if tab_ui(&name, self.tab == tab, cx, ui) {
                    self.tab = tab;
                }
            }
        });
    }
}

/// Draws the name of a page, underlined if it is open. Returns true if it was pressed.
fn tab_ui(name: &str, is_open: bool, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let colour = if is_open { cx.theme.ink } else { cx.theme.quiet };
    let text = RichText::new(name).size(TAB_SIZE).color(colour);
    let text = if is_open { text.strong() } else { text };
    let response = ui.add(egui::Label::new(text).selectable(false).sense(Sense::click()));
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, is_open, name));
    let underline = response.rect.bottom() + 2.0;
    if is_open || response.hovered() || response.has_focus() {
        let colour = if is_open { cx.theme.accent } else { theme::fade(cx.theme.accent, 0.4) };
        ui.painter().hline(response.rect.x_range(), underline, Stroke::new(2.0, colour));
    }
    if response.has_focus() {
        let ring = response.rect.expand2(vec2(4.0, 2.0));
        let stroke = cx.theme.focus_ring();
        ui.painter().rect_stroke(ring, 4.0, stroke, egui::StrokeKind::Outside);
    }
    response.clicked()
}
