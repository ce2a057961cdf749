//! The settings page: language and theme, motion, play, sound, folders.

use std::path::Path;

use egui::{
    Align, Layout, Pos2, Rect, RichText, ScrollArea, Sense, Slider, StrokeKind, Ui, UiBuilder, vec2,
};
use qipan_core::contract::seat::Seat;

use crate::command::Command;
use crate::model::i18n::Lang;
use crate::model::settings::{PieceNames, Settings, ThemeName};
use crate::model::storage::Folders;
use crate::screens::sound::{speed_ui, volume_ui};
use crate::sound::SpeakerState;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{SideMark, paint_badge};
use crate::ui::theme::Theme;
use crate::ui::title::title_ui;
use crate::ui::widgets::{self, CONTROL_HEIGHT};

/// The width of a column of cards, in points.
const COLUMN_WIDTH: f32 = 520.0;
/// The gap between cards, in points.
const GAP: f32 = 16.0;

/// Draws the settings over the whole of `ui`.
pub fn settings_ui(
    settings: &Settings,
    folders: &Folders,
    speaker: &SpeakerState,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let mut new_settings = settings.clone();
    let full = ui.max_rect().shrink2(vec2(20.0, 16.0));
    let columns = if full.width() >= 2.0 * COLUMN_WIDTH + GAP { 2 } else { 1 };
    let width = (columns as f32 * (COLUMN_WIDTH + GAP) - GAP).min(full.width());
    let area = Rect::from_center_size(full.center(), vec2(width, full.height()));
    let bar = area.with_max_y(area.top() + 36.0);
    ui.scope_builder(UiBuilder::new().max_rect(bar), |ui| {
        title_ui("settings-title", cx, ui, |_, _| {})
    });
    let body = area.with_min_y(bar.bottom() + 12.0);
    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            let column_size = vec2((width - (columns - 1) as f32 * GAP) / columns as f32, 0.0);
            ui.horizontal_top(|ui| {
                ui.allocate_ui_with_layout(column_size, Layout::top_down(Align::Min), |ui| {
                    appearance_ui(&mut new_settings, cx, ui);
                    motion_ui(&mut new_settings, cx, ui);
                    sound_ui(&mut new_settings, speaker, cx, ui);
                    if columns == 1 {
                        play_ui(&mut new_settings, cx, ui);
                        folders_ui(folders, cx, ui);
                    }
                });
                if columns == 2 {
                    ui.allocate_ui_with_layout(column_size, Layout::top_down(Align::Min), |ui| {
                        play_ui(&mut new_settings, cx, ui);
                        folders_ui(folders, cx, ui);
                    });
                }
            });
            about_ui(cx, ui);
        });
    });
    if new_settings != *settings {
        cx.send(Command::ChangeSettings(Box::new(new_settings)));
    }
}

/// Draws the name and version of the program, and the button for its licences.
fn about_ui(cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.horizontal_wrapped(|ui| {
        let version = [("version", env!("CARGO_PKG_VERSION").into())];
        let about = cx.tf("settings-about", &version);
        ui.label(RichText::new(about).size(12.5).color(cx.theme.on_table));
        if ui.button(cx.t("settings-licences")).clicked() {
            cx.send(Command::ShowAbout);
        }
    });
}

/// Draws a card with a heading and rows.
fn card_ui(
    id: &str,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
    rows: impl FnOnce(&mut ScreenContext<'_>, &mut Ui),
) {
    cx.theme.card().inner_margin(16).show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing = vec2(8.0, 10.0);
        widgets::heading(ui, cx.theme, cx.t(id));
        rows(cx, ui);
    });
}

/// Draws a row: a label with an optional description on the left, a control on the right.
fn row_ui(
    label: &str,
    about: Option<String>,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
    control: impl FnOnce(&mut Ui),
) {
    ui.horizontal(|ui| {
        ui.set_min_height(CONTROL_HEIGHT);
        // A row with a description has only a narrow switch at the right.
        let text_width = ui.available_width() - if about.is_some() { 64.0 } else { 260.0 };
        ui.allocate_ui_with_layout(
            vec2(text_width, CONTROL_HEIGHT),
            Layout::top_down(Align::Min),
            |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                if about.is_none() {
                    ui.add_space(6.0);
                }
                ui.label(label);
                if let Some(about) = about {
                    ui.label(widgets::muted_text(cx.theme, about));
                }
            },
        );
        ui.with_layout(Layout::right_to_left(Align::Center), control);
    });
}

/// Draws a row with a switch.
fn switch_row_ui(id: &str, is_on: &mut bool, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let (label, about) = (cx.t(id), cx.t(&format!("{id}.about")));
    row_ui(&label, Some(about), cx, ui, |ui| {
        widgets::switch(ui, cx.theme, &label, is_on);
    });
}

/// Draws the card for the language, the theme and the scale of the window.
fn appearance_ui(new_settings: &mut Settings, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    card_ui("settings-look", cx, ui, |cx, ui| {
        let languages = Lang::ALL.map(|lang| (lang, lang.native_name().to_owned()));
        let label = cx.t("settings-language");
        row_ui(&label, None, cx, ui, |ui| {
            widgets::segmented(ui, cx.theme, &label, &languages, &mut new_settings.lang);
        });
        ui.horizontal(|ui| {
            let gap = 10.0;
            ui.spacing_mut().item_spacing.x = gap;
            let width = (ui.available_width() - 2.0 * gap) / 3.0;
            for name in ThemeName::ALL {
                if theme_ui(name, new_settings, width, cx, ui) {
                    new_settings.theme = name;
                }
            }
        });
        switch_row_ui("settings-colour-blind", &mut new_settings.colour_blind, cx, ui);
        switch_row_ui("settings-board-numbers", &mut new_settings.board_numbers, cx, ui);
        let label = cx.t("settings-scale");
        row_ui(&label, None, cx, ui, |ui| {
            // The layout goes from left to right, because the number follows its slider.
            let size = vec2(236.0, CONTROL_HEIGHT);
            let layout = Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                scale_ui(&label, cx.theme, new_settings, ui)
            });
        });
    });
}

/// Draws the slider for the scale of the window. The scale changes only when the slider is
/// released. Otherwise the slider would move away from the pointer.
fn scale_ui(label: &str, theme: &Theme, new_settings: &mut Settings, ui: &mut Ui) {
    let id = ui.scope_id().with("scale");
    let dragged_percent = ui.data(|data| data.get_temp::<f32>(id));
    let mut percent = dragged_percent.unwrap_or(new_settings.scale * 100.0);
    let (low, high) = (Settings::SCALES.start() * 100.0, Settings::SCALES.end() * 100.0);
    widgets::style_sliders(ui, theme);
    let slider = Slider::new(&mut percent, low..=high).step_by(5.0).max_decimals(0).suffix("%");
    let response = ui.name_inputs(label, |ui| ui.add(slider));
    if response.dragged() {
        ui.data_mut(|data| data.insert_temp(id, percent));
    } else if dragged_percent.is_some() || response.changed() {
        ui.data_mut(|data| data.remove::<f32>(id));
        new_settings.scale = percent / 100.0;
    }
}

/// Draws a theme as a small picture of a table. Returns true if it was pressed.
fn theme_ui(
    name: ThemeName,
    new_settings: &Settings,
    width: f32,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(width, 92.0), Sense::click());
    let is_chosen = new_settings.theme == name;
    let theme_name = match name {
        ThemeName::Light => cx.t("settings-theme-light"),
        ThemeName::Dark => cx.t("settings-theme-dark"),
        ThemeName::Wood => cx.t("settings-theme-wood"),
    };
    response.widget_info(|| {
        let label = format!("{}: {theme_name}", cx.t("settings-theme"));
        egui::WidgetInfo::selected(egui::Role::RadioButton, true, is_chosen, label)
    });
    let theme = Theme::new(name, new_settings.colour_blind);
    let painter = ui.painter();
    painter.rect_filled(rect, 8.0, theme.table);
    let paper = rect.shrink(10.0).with_max_y(rect.bottom() - 30.0);
    painter.rect_filled(paper, 5.0, theme.paper);
    for seat in (0..4).map(Seat::new) {
        let step = paper.width() / 4.0;
        let x = paper.left() + step * (seat.index() as f32 + 0.5);
        let colours = (theme.side(seat), theme.deep(seat));
        paint_badge(painter, Pos2::new(x, paper.center().y), 18.0, SideMark::of(seat), colours);
    }
    let name_pos = Pos2::new(rect.center().x, rect.bottom() - 15.0);
    let font = egui::FontId::proportional(13.0);
    painter.text(name_pos, egui::Align2::CENTER_CENTER, theme_name, font, theme.on_table);
    let stroke = match (is_chosen, response.hovered()) {
        (true, _) => egui::Stroke::new(2.5, cx.theme.accent),
        (false, true) => egui::Stroke::new(1.5, cx.theme.accent),
        (false, false) => egui::Stroke::new(1.0, cx.theme.hairline),
    };
    painter.rect_stroke(rect, 8.0, stroke, StrokeKind::Inside);
    widgets::focus_ring(ui, cx.theme, &response, 8.0);
    response.clicked()
}

/// Draws the card for the speed of animations and for reduced motion.
fn motion_ui(new_settings: &mut Settings, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    card_ui("settings-motion", cx, ui, |cx, ui| {
        row_ui(&cx.t("settings-speed"), None, cx, ui, |ui| speed_ui(new_settings, cx, ui));
        switch_row_ui("settings-reduced-motion", &mut new_settings.reduced_motion, cx, ui);
    });
}

/// Draws the card for the sound settings.
fn sound_ui(
    new_settings: &mut Settings,
    speaker: &SpeakerState,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    card_ui("settings-sound", cx, ui, |cx, ui| {
        switch_row_ui("settings-sounds", &mut new_settings.sound, cx, ui);
        row_ui(&cx.t("settings-volume"), None, cx, ui, |ui| {
            // The layout goes from left to right, because the number follows its slider.
            let size = vec2(236.0, CONTROL_HEIGHT);
            let layout = Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| volume_ui(new_settings, cx, ui));
        });
        if let SpeakerState::Silent(why) = speaker {
            let text = cx.tf("settings-no-sound", &[("why", why.as_str().into())]);
            ui.add(egui::Label::new(widgets::muted_text(cx.theme, text)).wrap());
        }
    });
}

/// Draws the card for the player's name and the settings for play.
fn play_ui(new_settings: &mut Settings, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    card_ui("settings-play", cx, ui, |cx, ui| {
        let (label, hint) = (cx.t("settings-name"), cx.t("settings-name.hint"));
        row_ui(&label, None, cx, ui, |ui| {
            widgets::name_field(ui, &label, &hint, &mut new_settings.name, 200.0);
        });
        switch_row_ui("settings-auto-roll", &mut new_settings.auto_roll, cx, ui);
        switch_row_ui("settings-play-forced", &mut new_settings.play_forced, cx, ui);
        switch_row_ui("settings-confirm", &mut new_settings.confirm_moves, cx, ui);
        switch_row_ui("settings-concede", &mut new_settings.robots_concede, cx, ui);
        let choices = PieceNames::ALL.map(|option| {
            let id = match option {
                PieceNames::Chinese => "settings-pieces-chinese",
                PieceNames::English => "settings-pieces-english",
                PieceNames::Codes => "settings-pieces-codes",
            };
            (option, cx.t(id))
        });
        let label = cx.t("settings-pieces");
        row_ui(&label, None, cx, ui, |ui| {
            let mut chosen = new_settings.naming_style();
            widgets::segmented(ui, cx.theme, &label, &choices, &mut chosen);
            if chosen != new_settings.naming_style() {
                new_settings.piece_names = Some(chosen);
            }
        });
        let label = cx.t("settings-coach");
        let percents = Settings::COACH_PERCENTS.map(|percent| (percent, format!("{percent}%")));
        row_ui(&label, None, cx, ui, |ui| {
            widgets::segmented(ui, cx.theme, &label, &percents, &mut new_settings.coach_percent);
        });
        let about = widgets::muted_text(cx.theme, cx.t("settings-coach.about"));
        ui.add(egui::Label::new(about).wrap());
        switch_row_ui("settings-belief", &mut new_settings.show_belief, cx, ui);
    });
}

/// Draws the card for the folders.
fn folders_ui(folders: &Folders, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    card_ui("settings-folders", cx, ui, |cx, ui| {
        let saves = (cx.t("settings-saves"), &folders.saves);
        let scripts = (cx.t("settings-scripts"), &folders.scripts);
        for (label, folder) in [saves, scripts] {
            folder_ui(&label, folder, cx, ui);
        }
    });
}

/// Draws a folder with the button that opens it.
fn folder_ui(label: &str, folder: &Path, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.horizontal(|ui| {
        let button_width = 90.0;
        let text_size = vec2(ui.available_width() - button_width - 8.0, CONTROL_HEIGHT);
        ui.allocate_ui_with_layout(text_size, Layout::top_down(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.label(label);
            let path = folder.display().to_string();
            let text = widgets::muted_text(cx.theme, path.as_str());
            ui.add(egui::Label::new(text).truncate()).on_hover_text(path);
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let response = ui.button(cx.t("action-open"));
            let name = cx.tf("settings-open-folder", &[("folder", label.into())]);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
            if response.clicked() {
                cx.send(Command::ShowFolder(folder.to_owned()));
            }
        });
    });
}
