//! The battles of Junqi, and the layouts that the player used.

use egui::Ui;

use crate::games::junqi::battle_table_ui;
use crate::model::records::JunqiRecords;
use crate::screens::records::RecordsPage;
use crate::screens::records::layouts::{LayoutRows, layout_rows_ui};
use crate::screens::records::parts::{LeftShare, two_cards_ui};
use crate::ui::context::ScreenContext;
use crate::ui::widgets;

impl RecordsPage {
    /// Draws the tab of Junqi.
    pub(super) fn junqi_ui(
        &mut self,
        junqi: &JunqiRecords,
        height: f32,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let height = (height - 40.0).max(420.0);
        two_cards_ui(
            self,
            (LeftShare(0.66), height),
            cx,
            ui,
            |page, cx, ui| page.battles_ui(junqi, height, cx, ui),
            |_, cx, ui| {
                widgets::heading(ui, cx.theme, cx.t("records-own-layouts"));
                let rows = LayoutRows::Layouts(junqi.own_layouts.layouts());
                layout_rows_ui(&rows, height - 60.0, cx, ui);
            },
        );
    }

    /// Draws the table of battles.
    fn battles_ui(
        &mut self,
        junqi: &JunqiRecords,
        height: f32,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        ui.horizontal_wrapped(|ui| {
            widgets::heading(ui, cx.theme, cx.t("records-battles"));
            ui.add_space(8.0);
            let tables = [(false, cx.t("records-attacks")), (true, cx.t("records-defences"))];
            let name = cx.t("records-battles");
            widgets::segmented(ui, cx.theme, &name, &tables, &mut self.shows_defences);
        });
        let battles = if self.shows_defences { &junqi.defences } else { &junqi.attacks };
        let args = [("count", battles.total().into())];
        let about = match self.shows_defences {
            true => cx.tf("records-defences.about", &args),
            false => cx.tf("records-attacks.about", &args),
        };
        ui.add(egui::Label::new(widgets::muted_text(cx.theme, about)).wrap());
        battle_table_ui(battles, !self.shows_defences, height - 110.0, cx, ui);
    }
}
