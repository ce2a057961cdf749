//! The dice of races over time, the finishing places, and the squares on which planes were
//! captured.

use egui::Ui;
use qipan_core::games::race::board::Board;

use crate::games::words::percent;
use crate::model::records::{RaceGame, RaceRecords};
use crate::screens::records::parts::{LeftShare, figure_ui, two_cards_ui};
use crate::screens::records::{DiceValue, RecordsPage};
use crate::ui::context::ScreenContext;
use crate::ui::fonts::title_font;
use crate::ui::plot::Plot;
use crate::ui::theme::HEAD;
use crate::ui::widgets;

/// The smallest height of the plot, in points.
const MIN_PLOT_HEIGHT: f32 = 180.0;

/// The width of the gap between a heading and a control beside it, in points: a space of 8 points,
/// and the item spacing before and after it.
const HEADING_GAP: f32 = 24.0;

/// The mean face of a fair die.
const FAIR_MEAN: f64 = 3.5;
/// The share of sixes of a fair die.
const FAIR_SIXES: f64 = 1.0 / 6.0;

impl RecordsPage {
    /// Draws the tab of races.
    pub(super) fn races_ui(
        &mut self,
        races: &RaceRecords,
        height: f32,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let height = (height - 40.0).max(420.0);
        two_cards_ui(
            self,
            (LeftShare(0.5), height),
            cx,
            ui,
            |page, cx, ui| page.dice_ui(races, height, cx, ui),
            |page, cx, ui| page.capture_map_ui(races, height, cx, ui),
        );
    }

    /// Draws the dice of each game, and the finishing places.
    fn dice_ui(
        &mut self,
        races: &RaceRecords,
        height: f32,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        ui.horizontal(|ui| {
            widgets::heading(ui, cx.theme, cx.t("records-dice"));
            ui.add_space(8.0);
            let values = [
                (DiceValue::Mean, cx.t("records-dice-mean")),
                (DiceValue::Sixes, cx.t("records-dice-sixes")),
                (DiceValue::Luck, cx.t("records-dice-luck")),
            ];
            let name = cx.t("records-dice");
            widgets::segmented(ui, cx.theme, &name, &values, &mut self.dice_value);
        });
        let dice = races.all_dice();
        let args = [
            ("rolls", dice.rolls.into()),
            ("mean", format!("{:.2}", dice.mean().unwrap_or_default()).into()),
            ("sixes", format!("{:.1}%", 100.0 * dice.six_share().unwrap_or_default()).into()),
        ];
        let about = match self.dice_value {
            DiceValue::Luck => cx.t("records-dice-luck.about"),
            DiceValue::Mean | DiceValue::Sixes => cx.tf("records-dice.about", &args),
        };
        ui.add(egui::Label::new(widgets::muted_text(cx.theme, about)).wrap());
        self.dice_plot_ui(&races.games, (height - 250.0).max(MIN_PLOT_HEIGHT), cx, ui);
        ui.add_space(4.0);
        widgets::heading(ui, cx.theme, cx.t("records-places"));
        let places = races.places;
        ui.columns(places.len(), |columns| {
            for (at, (ui, count)) in columns.iter_mut().zip(places).enumerate() {
                let about = cx.tf("records-place", &[("place", (at + 1).into())]);
                figure_ui(count.to_string(), about, cx, ui);
            }
        });
    }

    /// Draws the plot of the chosen value.
    fn dice_plot_ui(&self, games: &[RaceGame], height: f32, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let value = |game: &RaceGame| match self.dice_value {
            DiceValue::Mean => game.mean(),
            DiceValue::Sixes => game.six_share(),
            DiceValue::Luck => game.luck.map(f64::from),
        };
        let values: Vec<f64> = games.iter().filter_map(value).collect();
        if values.is_empty() {
            ui.label(widgets::muted_text(cx.theme, cx.t("records-dice-none")));
            return;
        }
        let format = |value: f64| match self.dice_value {
            DiceValue::Mean => format!("{value:.2}"),
            DiceValue::Sixes => percent(value),
            DiceValue::Luck => format!("{:+.0}%", 100.0 * value),
        };
        let (fair, min_range) = match self.dice_value {
            DiceValue::Mean => (FAIR_MEAN, 1.0),
            DiceValue::Sixes => (FAIR_SIXES, 0.2),
            DiceValue::Luck => (0.0, 0.4),
        };
        let describe = |index: usize| {
            let args = [("game", (index + 1).into()), ("value", format(values[index]).into())];
            cx.tf("records-dice-at", &args)
        };
        let plot = Plot {
            name: cx.t("records-dice"),
            values: &values,
            band: &[],
            reference: Some((fair, cx.t("records-dice-fair"))),
            min_range,
            format: &format,
            describe: &describe,
            below: cx.tf("records-count", &[("count", values.len().into())]),
        };
        plot.ui(height, cx.theme, ui);
    }

    /// Draws where the player's planes were captured.
    fn capture_map_ui(
        &mut self,
        races: &RaceRecords,
        height: f32,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let name = cx.t("records-own-captured");
        let boards =
            [(Board::Aeroplane, cx.t("game-aeroplane")), (Board::Flying, cx.t("game-flying"))];
        let names = boards.iter().map(|(_, name)| name.as_str());
        let width = widgets::text_width(ui, &name, &title_font(HEAD))
            + HEADING_GAP
            + widgets::segmented_width(ui, names);
        // In a narrow column, the choice of the board is below the heading.
        if width <= ui.available_width() {
            ui.horizontal(|ui| {
                widgets::heading(ui, cx.theme, name.clone());
                ui.add_space(8.0);
                widgets::segmented(ui, cx.theme, &name, &boards, &mut self.capture_map.board);
            });
        } else {
            widgets::heading(ui, cx.theme, name.clone());
            widgets::segmented(ui, cx.theme, &name, &boards, &mut self.capture_map.board);
        }
        let (own_captured, others_captured) = (races.own_captured_count(), races.others_captured);
        let args = [("caught", own_captured.into()), ("captured", others_captured.into())];
        let about = widgets::muted_text(cx.theme, cx.tf("records-own-captured.about", &args));
        ui.add(egui::Label::new(about).wrap());
        let counts = &races.own_captured[usize::from(self.capture_map.board == Board::Flying)];
        let side = ui.available_width().min(height - 110.0).max(220.0);
        self.capture_map.ui(counts, side, cx, ui);
    }
}
