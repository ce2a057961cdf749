//! The page of a player's records: results, ratings, luck and layouts, counted from the saved
//! games.

mod junqi;
mod layouts;
mod overview;
mod parts;
mod races;

use egui::{Rect, RichText, ScrollArea, Ui, vec2};
use qipan_core::registry::GameKind;

use crate::command::Command;
use crate::games::junqi::LayoutMap;
use crate::games::race::CaptureMap;
use crate::model::records::Statistics;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, fade};
use crate::ui::title::title_ui;
use crate::ui::widgets::{self, within};

/// The space around the page and between its parts, in points.
const GAP: f32 = 14.0;
/// The maximum width of the page, in points.
const MAX_WIDTH: f32 = 1480.0;
/// The room for the scroll bar at the right edge, in points.
const SCROLL_ROOM: f32 = 8.0;
/// The minimum width of the page for two columns of cards, in points.
const TWO_COLUMNS_ABOVE: f32 = 760.0;

/// A tab of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordsTab {
    /// The results and ratings of all games.
    #[default]
    Overview,
    /// The dice and captures of races.
    Races,
    /// The battles of Junqi.
    Junqi,
    /// The layouts of Junqi.
    Layouts,
}

/// The statistic that the plot shows for each race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum DiceValue {
    /// The mean of the faces rolled.
    #[default]
    Mean,
    /// The share of sixes.
    Sixes,
    /// The luck of the analysed games.
    Luck,
}

/// The layouts that the explorer shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LayoutSource {
    /// Layouts made by people in real games. Their counts are built into the program.
    #[default]
    People,
    /// The player's own layouts in the saved games.
    Own,
    /// The layouts of all people in the saved games.
    Saved,
}

/// The state of the page.
pub struct RecordsPage {
    statistics: Option<Box<Statistics>>,
    /// The number of files already counted and the number of all files, while the games are being
    /// counted.
    progress: Option<(usize, usize)>,
    /// The tab shown.
    pub tab: RecordsTab,
    /// The kind of game whose rating is shown.
    rated_kind: GameKind,
    dice_value: DiceValue,
    capture_map: CaptureMap,
    /// True if the table shows the battles in which the player was attacked.
    shows_defences: bool,
    source: LayoutSource,
    layout_map: LayoutMap,
}

impl Default for RecordsPage {
    fn default() -> Self {
        Self {
            statistics: None,
            progress: None,
            tab: RecordsTab::default(),
            rated_kind: GameKind::Race,
            dice_value: DiceValue::default(),
            capture_map: CaptureMap::default(),
            shows_defences: false,
            source: LayoutSource::default(),
            layout_map: LayoutMap::default(),
        }
    }
}

impl RecordsPage {
    /// Shows these statistics.
    pub fn set_statistics(&mut self, statistics: Statistics) {
        if self.statistics.is_none() && statistics.race.total.all() == 0 {
            self.rated_kind = GameKind::Junqi;
        }
        self.statistics = Some(Box::new(statistics));
    }

    /// Returns the statistics, once the games are counted.
    pub fn statistics(&self) -> Option<&Statistics> {
        self.statistics.as_deref()
    }

    /// Sets the number of files already counted and the number of all files, or `None` if none are
    /// being counted.
    pub fn set_progress(&mut self, progress: Option<(usize, usize)>) {
        self.progress = progress;
    }

    /// Draws the page over the whole of `ui`.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect().shrink2(vec2(20.0, GAP));
        let area =
            Rect::from_center_size(full.center(), vec2(full.width().min(MAX_WIDTH), full.height()));
        let bar = area.with_max_y(area.top() + 36.0);
        within(ui, bar, |ui| title_ui("records-title", cx, ui, |_, _| {}));
        let tabs = Rect::from_min_max(
            bar.left_bottom() + vec2(0.0, 8.0),
            bar.right_bottom() + vec2(0.0, 8.0 + widgets::CONTROL_HEIGHT),
        );
        within(ui, tabs, |ui| self.tabs_ui(cx, ui));
        let body = area.with_min_y(tabs.bottom() + 12.0);
        within(ui, body, |ui| {
            let scroll = ScrollArea::vertical().auto_shrink([false, false]).id_salt("records");
            scroll.show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = GAP;
                // The scroll bar lies over the right edge of the scrolled content.
                ui.set_max_width(ui.available_width() - SCROLL_ROOM);
                self.body_ui(body.height(), cx, ui);
            });
        });
    }

    fn tabs_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let tabs = [
                (RecordsTab::Overview, cx.t("records-tab-overview")),
                (RecordsTab::Races, cx.t("records-tab-races")),
                (RecordsTab::Junqi, cx.t("records-tab-junqi")),
                (RecordsTab::Layouts, cx.t("records-tab-layouts")),
            ];
            let name = cx.t("records-title");
            widgets::segmented(ui, cx.theme, &name, &tabs, &mut self.tab);
            if let Some((done, all)) = self.progress {
                ui.add_space(8.0);
                let args = [("done", done.into()), ("all", all.into())];
                let text = RichText::new(cx.tf("records-counting", &args)).size(BODY - 1.0);
                ui.label(text.color(cx.theme.on_table));
            }
        });
    }

    /// Draws the tab. `height` is the visible height of the page below the tabs.
    fn body_ui(&mut self, height: f32, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        if self.tab == RecordsTab::Layouts {
            return self.layouts_ui(height, cx, ui);
        }
        let Some(statistics) = self.statistics.take() else { return };
        let (total, kind) = match self.tab {
            RecordsTab::Races => (statistics.race.total, Some(GameKind::Race)),
            RecordsTab::Junqi => (statistics.junqi.total, Some(GameKind::Junqi)),
            RecordsTab::Overview | RecordsTab::Layouts => (statistics.total, None),
        };
        match self.tab {
            _ if total.all() == 0 => empty_ui(kind, cx, ui),
            RecordsTab::Races => self.races_ui(&statistics.race_details, height, cx, ui),
            RecordsTab::Junqi => self.junqi_ui(&statistics.junqi_details, height, cx, ui),
            RecordsTab::Overview | RecordsTab::Layouts => {
                self.overview_ui(&statistics, height, cx, ui);
            }
        }
        note_ui(&statistics, cx, ui);
        self.statistics = Some(statistics);
    }
}

/// Draws a text that describes what the page will show and how to fill it.
fn empty_ui(kind: Option<GameKind>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    cx.theme.card().inner_margin(24).show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = 8.0;
        widgets::heading(ui, cx.theme, cx.t("records-empty"));
        let about = match kind {
            None => "records-empty-overview",
            Some(GameKind::Race) => "records-empty-races",
            Some(GameKind::Junqi) => "records-empty-junqi",
        };
        ui.label(cx.t(about));
        ui.label(widgets::muted_text(cx.theme, cx.t("records-empty-how")));
        ui.add_space(4.0);
        let preset = match kind {
            Some(GameKind::Junqi) => "dark",
            _ => "aeroplane",
        };
        if cx.theme.primary_ui(ui, cx.t("records-play")).clicked() {
            cx.send(Command::NewGame(preset.to_owned()));
        }
    });
}

/// Draws a note that says which games are counted, and how many are left out and why.
fn note_ui(statistics: &Statistics, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let counts = [
        ("records-unfinished", statistics.unfinished),
        ("records-of-others", statistics.of_others),
        ("records-broken", statistics.broken),
    ];
    let left_out = counts.iter().filter(|(_, count)| *count > 0);
    let left_out = left_out.map(|(id, count)| cx.tf(id, &[("count", (*count).into())]));
    let colour = fade(cx.theme.on_table, 0.8);
    ui.horizontal_wrapped(|ui| {
        for sentence in std::iter::once(cx.t("records-note")).chain(left_out) {
            ui.label(RichText::new(sentence).size(BODY - 1.5).color(colour));
        }
    });
}
