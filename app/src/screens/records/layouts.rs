//! The layout explorer: how often each piece stands on each cell in a set of layouts, and the
//! results of these layouts.

use egui::{RichText, ScrollArea, Ui};
use qipan_core::games::junqi::Kind;

use crate::games::junqi::{CellShare, layout_thumbnail_ui};
use crate::games::words;
use crate::model::records::{
    LayoutCount, LayoutCounts, PEOPLE_FORMATIONS, PEOPLE_LAYOUTS, Tally, people_results,
    people_share,
};
use crate::screens::records::parts::{LeftShare, bar_ui, two_cards_ui};
use crate::screens::records::{LayoutSource, RecordsPage};
use crate::ui::context::ScreenContext;
use crate::ui::widgets;

/// The maximum number of layouts listed.
const MAX_LAYOUTS: usize = 100;

/// A list of layouts or formations.
pub(super) enum LayoutRows {
    /// Whole layouts.
    Layouts(Vec<LayoutCount>),
    /// Formations: the cells of the Flag and the Landmines only.
    Formations(Vec<LayoutCount>),
}

impl RecordsPage {
    /// Draws the layout explorer.
    pub(super) fn layouts_ui(&mut self, height: f32, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let statistics = self.statistics.take();
        let counts = statistics.as_ref().and_then(|statistics| match self.source {
            LayoutSource::People => None,
            LayoutSource::Own => Some(&statistics.junqi_details.own_layouts),
            LayoutSource::Saved => Some(&statistics.junqi_details.all_layouts),
        });
        let height = (height - 4.0).max(440.0);
        two_cards_ui(
            self,
            (LeftShare(0.6), height),
            cx,
            ui,
            |page, cx, ui| page.explorer_ui(counts, height, cx, ui),
            |page, cx, ui| page.formations_ui(counts, height, cx, ui),
        );
        self.statistics = statistics;
    }

    /// Draws the choice of layouts, and the board with the shares.
    fn explorer_ui(
        &mut self,
        counts: Option<&LayoutCounts>,
        height: f32,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        ui.horizontal_wrapped(|ui| {
            widgets::heading(ui, cx.theme, cx.t("records-explorer"));
            ui.add_space(8.0);
            let sources = [
                (LayoutSource::People, cx.t("records-source-people")),
                (LayoutSource::Own, cx.t("records-source-own")),
                (LayoutSource::Saved, cx.t("records-source-saved")),
            ];
            let name = cx.t("records-explorer");
            widgets::segmented(ui, cx.theme, &name, &sources, &mut self.source);
        });
        let layouts = match self.source {
            LayoutSource::People => PEOPLE_LAYOUTS,
            LayoutSource::Own | LayoutSource::Saved => counts.map_or(0, |counts| counts.layouts),
        };
        let args = [("count", layouts.into())];
        let about = match self.source {
            LayoutSource::People => {
                let args = [("count", cx.i18n.count(layouts.into()).into())];
                cx.tf("records-source-people.about", &args)
            }
            LayoutSource::Own => cx.tf("records-source-own.about", &args),
            LayoutSource::Saved => cx.tf("records-source-saved.about", &args),
        };
        ui.add(egui::Label::new(widgets::muted_text(cx.theme, about)).wrap());
        if layouts == 0 {
            ui.label(cx.t("records-no-layouts"));
            return;
        }
        let is_people = self.source == LayoutSource::People;
        let share_of = |piece: Kind, slot: usize| match counts {
            Some(counts) => {
                CellShare { share: counts.share(piece, slot), tally: counts.on_slot(piece, slot) }
            }
            None if is_people => {
                CellShare { share: people_share(piece, slot), tally: people_results(piece, slot) }
            }
            None => CellShare::default(),
        };
        self.layout_map.ui(&share_of, height - 110.0, cx, ui);
    }

    /// Draws the most frequent formations of the Flag and the Landmines.
    fn formations_ui(
        &self,
        counts: Option<&LayoutCounts>,
        height: f32,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        widgets::heading(ui, cx.theme, cx.t("records-formations"));
        let about = match self.source {
            LayoutSource::People => "records-formations.people",
            LayoutSource::Own => "records-formations.own",
            LayoutSource::Saved => "records-formations.saved",
        };
        let about = widgets::muted_text(cx.theme, cx.t(about));
        ui.add(egui::Label::new(about).wrap());
        let formations = match (self.source, counts) {
            (LayoutSource::People, _) => PEOPLE_FORMATIONS
                .map(|(letters, tally)| LayoutCount { letters: letters.to_owned(), tally })
                .to_vec(),
            (_, counts) => counts.map_or_else(Vec::new, LayoutCounts::formations),
        };
        layout_rows_ui(&LayoutRows::Formations(formations), height - 90.0, cx, ui);
    }
}

/// Draws layouts with their results, the most frequent first.
pub(super) fn layout_rows_ui(rows: &LayoutRows, height: f32, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let (LayoutRows::Layouts(list) | LayoutRows::Formations(list)) = rows;
    if list.is_empty() {
        ui.label(widgets::muted_text(cx.theme, cx.t("records-no-layouts")));
        return;
    }
    let scroll = ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
    scroll.show(ui, |ui| {
        for row in list.iter().take(MAX_LAYOUTS) {
            ui.horizontal(|ui| {
                layout_thumbnail_ui(&row.letters, cx, ui);
                ui.vertical(|ui| {
                    ui.add_space(10.0);
                    layout_results_ui(row.tally, cx, ui);
                });
            });
        }
    });
}

/// Draws the results of a layout.
fn layout_results_ui(tally: Tally, cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.label(RichText::new(cx.tf("records-count", &[("count", tally.all().into())])));
    let score = tally.score().map_or_else(String::new, words::percent);
    let args = [
        ("won", tally.won.into()),
        ("drawn", tally.drawn.into()),
        ("lost", tally.lost.into()),
        ("score", score.into()),
    ];
    let text = widgets::muted_text(cx.theme, cx.tf("records-results", &args));
    ui.add(egui::Label::new(text).wrap());
    bar_ui(tally, cx.theme, ui);
}
