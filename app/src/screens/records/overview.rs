//! The results of all games, the ratings, and the longest and shortest games.

use egui::{RichText, Ui};
use qipan_core::registry::{GameKind, presets};

use crate::command::Command;
use crate::model::records::{
    GameLength, GameResult, OpponentLevel, RATED_GAMES, RatingPoint, Statistics, Tally,
};
use crate::screens::records::RecordsPage;
use crate::screens::records::parts::{LeftShare, card_ui, figure_ui, tallies_ui, two_cards_ui};
use crate::ui::context::ScreenContext;
use crate::ui::plot::Plot;
use crate::ui::widgets;

/// The minimum and the maximum height of the plot of the rating, in points.
const PLOT_HEIGHTS: [f32; 2] = [170.0, 340.0];

/// The height of the other parts of the page, in points.
const OTHER_HEIGHT: f32 = 500.0;

impl RecordsPage {
    /// Draws the overview.
    pub(super) fn overview_ui(
        &mut self,
        statistics: &Statistics,
        height: f32,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        card_ui(ui.available_width(), 0.0, cx, ui, |cx, ui| figures_ui(statistics, cx, ui));
        let plot_height = (height - OTHER_HEIGHT).clamp(PLOT_HEIGHTS[0], PLOT_HEIGHTS[1]);
        two_cards_ui(
            self,
            (LeftShare(0.52), plot_height + 110.0),
            cx,
            ui,
            |page, cx, ui| page.rating_ui(statistics, plot_height, cx, ui),
            |page, cx, ui| levels_ui(statistics, page.rated_kind, cx, ui),
        );
        two_cards_ui(
            self,
            (LeftShare(0.52), 0.0),
            cx,
            ui,
            |_, cx, ui| presets_ui(statistics, cx, ui),
            |_, cx, ui| lengths_ui(statistics, cx, ui),
        );
    }

    /// Draws the rating from games against robots, and the plot of its history.
    fn rating_ui(
        &mut self,
        statistics: &Statistics,
        height: f32,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        ui.horizontal(|ui| {
            widgets::heading(ui, cx.theme, cx.t("records-rating"));
            ui.add_space(8.0);
            let kinds = [GameKind::Race, GameKind::Junqi].map(|kind| (kind, kind_name(kind, cx)));
            let name = cx.t("records-rating");
            widgets::segmented(ui, cx.theme, &name, &kinds, &mut self.rated_kind);
        });
        let records = statistics.of_kind(self.rated_kind);
        let Some(rating) = records.rating() else {
            ui.label(widgets::muted_text(cx.theme, cx.t("records-rating-none")));
            return;
        };
        ui.horizontal(|ui| {
            let font = crate::ui::fonts::title_font(24.0);
            let value = RichText::new(format!("{:.0}", rating.value));
            ui.label(value.font(font).color(cx.theme.ink));
            ui.label(widgets::muted_text(cx.theme, interval(rating, cx)));
        });
        let games = [("games", RATED_GAMES.into())];
        let about = widgets::muted_text(cx.theme, cx.tf("records-rating.about", &games));
        ui.add(egui::Label::new(about).wrap());
        let ratings = &records.ratings;
        let values: Vec<f64> = ratings.iter().map(|rating| rating.value).collect();
        let band: Vec<(f64, f64)> =
            ratings.iter().map(|rating| (rating.low, rating.high)).collect();
        let describe = |index: usize| {
            let rating = ratings[index];
            let value = format!("{:.0}", rating.value);
            let args = [
                ("game", (index + 1).into()),
                ("rating", value.into()),
                ("interval", interval(rating, cx).into()),
            ];
            cx.tf("records-rating-at", &args)
        };
        let plot = Plot {
            name: cx.t("records-rating"),
            values: &values,
            band: &band,
            reference: None,
            min_range: 200.0,
            format: &|value| format!("{value:.0}"),
            describe: &describe,
            below: cx.tf("records-rated-games", &[("count", ratings.len().into())]),
        };
        plot.ui(height, cx.theme, ui);
    }
}

/// Returns the name of a kind of game on the tabs of the page.
fn kind_name(kind: GameKind, cx: &ScreenContext<'_>) -> String {
    cx.t(match kind {
        GameKind::Race => "records-tab-races",
        GameKind::Junqi => "records-tab-junqi",
    })
}

/// Returns the interval of a rating in words.
fn interval(rating: RatingPoint, cx: &ScreenContext<'_>) -> String {
    let round = |value: f64| format!("{value:.0}").into();
    cx.tf("records-interval", &[("low", round(rating.low)), ("high", round(rating.high))])
}

/// Draws the numbers of games, and the streaks.
fn figures_ui(statistics: &Statistics, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let Tally { won, drawn, lost } = statistics.total;
    let streaks = statistics.streaks;
    let streak = match streaks.result {
        Some(GameResult::Drawn) => "records-streak-drawn",
        Some(GameResult::Lost) => "records-streak-lost",
        Some(GameResult::Won) | None => "records-streak-won",
    };
    let figures = [
        (statistics.total.all(), cx.t("records-games")),
        (won, cx.t("records-won")),
        (drawn, cx.t("records-drawn")),
        (lost, cx.t("records-lost")),
        (streaks.current, cx.t(streak)),
        (streaks.longest_won, cx.t("records-streak-longest")),
    ];
    ui.columns(figures.len(), |columns| {
        for (ui, (number, about)) in columns.iter_mut().zip(figures) {
            figure_ui(number.to_string(), about, cx, ui);
        }
    });
}

/// Draws the results in a kind of game by the level of the strongest opponent.
fn levels_ui(statistics: &Statistics, kind: GameKind, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let records = statistics.of_kind(kind);
    let args = [("kind", kind_name(kind, cx).into())];
    widgets::heading(ui, cx.theme, cx.tf("records-by-level", &args));
    if records.by_level.is_empty() {
        ui.label(widgets::muted_text(cx.theme, cx.t("records-no-games-of-kind")));
        return;
    }
    let name = |level: &OpponentLevel| match level.0 {
        Some(level) => cx.t(&format!("who-level-{}", level.name())),
        None => cx.t("records-no-level"),
    };
    let rows: Vec<(String, Tally)> =
        records.by_level.iter().map(|(level, tally)| (name(level), *tally)).collect();
    tallies_ui("records-levels", cx.t("records-level"), &rows, cx, ui);
    if kind == GameKind::Race {
        let about = widgets::muted_text(cx.theme, cx.t("records-by-level.about"));
        ui.add(egui::Label::new(about).wrap());
    }
}

/// Draws the results by preset, in the order of the presets.
fn presets_ui(statistics: &Statistics, cx: &ScreenContext<'_>, ui: &mut Ui) {
    widgets::heading(ui, cx.theme, cx.t("records-by-preset"));
    let row = |preset: &str| {
        let tally = statistics.by_preset.get(preset)?;
        Some((cx.t(&format!("game-{preset}")), *tally))
    };
    let rows: Vec<(String, Tally)> = presets().filter_map(row).collect();
    tallies_ui("records-presets", cx.t("records-preset"), &rows, cx, ui);
}

/// Draws the longest and the shortest games.
fn lengths_ui(statistics: &Statistics, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let lengths = |kind: GameKind| {
        let records = statistics.of_kind(kind);
        // A single game would be both the longest and the shortest. It is not listed.
        records
            .longest
            .as_ref()
            .zip(records.shortest.as_ref())
            .filter(|(long, short)| long != short)
    };
    let kinds = GameKind::ALL.into_iter();
    let listed: Vec<_> = kinds.filter_map(|kind| Some((kind, lengths(kind)?))).collect();
    if listed.is_empty() {
        return;
    }
    widgets::heading(ui, cx.theme, cx.t("records-lengths"));
    for (kind, (longest, shortest)) in listed {
        length_ui("records-longest", kind, longest, cx, ui);
        length_ui("records-shortest", kind, shortest, cx, ui);
    }
}

/// Draws a game with its length and a button that opens it.
fn length_ui(id: &str, kind: GameKind, game: &GameLength, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        let name = cx.t(&format!("game-{}", game.preset));
        let length = match kind {
            GameKind::Race => "records-rolls",
            GameKind::Junqi => "records-moves",
        };
        let length = cx.tf(length, &[("count", game.plies.into())]);
        let args = [
            ("kind", kind.name().into()),
            ("game", name.into()),
            ("length", length.into()),
            ("date", game.date.as_str().into()),
        ];
        ui.label(cx.tf(id, &args));
        if ui.button(cx.t("collection-replay")).clicked() {
            cx.send(Command::Open(game.path.clone()));
        }
    });
}
