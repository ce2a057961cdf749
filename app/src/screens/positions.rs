//! The position editor: places pieces on a board, explains why the position cannot be played, and
//! converts it to and from one line of text.
//!
//! `PositionsPage` holds the line in its field and the position on the board. A change of the board
//! updates the line. A change of the line replaces the board, or shows the error of the line.

mod sketch;

use egui::{Event, Panel, RichText, ScrollArea, Sense, TextEdit, Ui, ViewportCommand, vec2};
use qipan_core::contract::position::{ExpectedFormat, LineError, MAX_LINE};
use qipan_core::registry::{GameKind, presets};
use qipan_core::with_game;

use crate::command::{Command, PositionCommand};
use crate::games::{GameUi, words};
use crate::model::i18n::I18n;
use crate::model::rules;
use crate::screens::bar;
use crate::screens::positions::sketch::Sketch;
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::room::{column_ui, list_height};
use crate::ui::{theme, widgets};

/// The minimum height of the column beside the board, in points.
const MIN_HEIGHT: f32 = 540.0;

/// The height of the card with the line and its buttons, in points.
const LINE_CARD_HEIGHT: f32 = 244.0;

/// A position that is being edited, of any game.
pub(super) trait SketchScreen {
    /// Returns the preset of the position.
    fn preset(&self) -> &str;
    /// Returns true if the game keeps pieces beside the board, so that the board may be empty.
    fn has_unplaced_pieces(&self) -> bool;
    /// Returns the position as a line.
    fn line(&self) -> String;
    /// Returns a sentence that says why the position cannot be played, or `None` if it can.
    fn problem(&self, i18n: &I18n) -> Option<String>;
    /// Draws the board and handles its input. Returns true if anything changed.
    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) -> bool;
    /// Draws the panel beside the board. Returns true if anything changed.
    fn side_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) -> bool;
    /// Takes everything off the board.
    fn clear(&mut self);
    /// Sets the usual start position.
    fn reset(&mut self);
    /// Puts back a piece that was picked up. Returns true if there was one.
    fn cancel(&mut self) -> bool;
}

/// The page that edits positions.
#[derive(Default)]
pub struct PositionsPage {
    /// The position on the board. `None` until the page is opened.
    sketch: Option<Box<dyn SketchScreen>>,
    /// The text in the field of the line.
    text: String,
    /// The error of the line, if it has one. The board then shows an earlier position.
    fault: Option<LineError>,
}

/// Opens the position that a line describes.
fn sketch_of_line<G: GameUi>(line: &str) -> Result<Box<dyn SketchScreen>, LineError> {
    Ok(Box::new(Sketch::<G>::new(line.parse()?)))
}

/// Opens the usual start position of a preset.
fn sketch_of_preset<G: GameUi>(preset: &str) -> Option<Box<dyn SketchScreen>> {
    Some(Box::new(Sketch::<G>::of_preset(preset)?))
}

impl PositionsPage {
    /// Shows the usual start position of a preset unless a position is open.
    pub fn open(&mut self, preset: &str) {
        if self.sketch.is_none() {
            self.choose_preset(preset);
        }
    }

    /// Shows the position that a line describes, or the error of the line.
    pub fn show(&mut self, line: &str) {
        line.clone_into(&mut self.text);
        let kind = GameKind::of_line(line);
        match kind.and_then(|kind| with_game!(kind, |G| sketch_of_line::<G>(line))) {
            Ok(sketch) => {
                self.sketch = Some(sketch);
                self.fault = None;
            }
            Err(error) => self.fault = Some(error),
        }
    }

    /// Returns the line of the position if it can be played.
    pub fn line(&self, i18n: &I18n) -> Option<String> {
        let sketch = self.sketch.as_ref().filter(|sketch| sketch.problem(i18n).is_none())?;
        self.fault.is_none().then(|| sketch.line())
    }

    /// Returns a sentence that says why the position cannot be played, or `None` if it can.
    pub fn problem(&self, i18n: &I18n) -> Option<String> {
        let sketch = self.sketch.as_ref()?;
        match &self.fault {
            Some(fault) => {
                // The preset named in the line may differ from that of the board.
                let preset = self.text.split_whitespace().nth(2).unwrap_or(sketch.preset());
                Some(fault_text(fault, preset, i18n))
            }
            None => sketch.problem(i18n),
        }
    }

    /// Returns the text in the field of the line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Puts back a piece that was picked up. Returns true if there was one.
    pub fn cancel(&mut self) -> bool {
        self.sketch.as_mut().is_some_and(|sketch| sketch.cancel())
    }

    /// Shows the usual start position of a preset.
    fn choose_preset(&mut self, preset: &str) {
        let kind = GameKind::of_preset(preset);
        let sketch = kind.and_then(|kind| with_game!(kind, |G| sketch_of_preset::<G>(preset)));
        if sketch.is_some() {
            self.sketch = sketch;
            self.update_line();
        }
    }

    /// Updates the line from the board.
    fn update_line(&mut self) {
        self.text = self.sketch.as_ref().map(|sketch| sketch.line()).unwrap_or_default();
        self.fault = None;
    }

    /// Draws the page.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        if !ui.text_edit_focused()
            && let Some(text) = take_pasted_line(ui)
        {
            self.show(&text);
        }
        bar::bar_ui(&cx.t("position-title"), cx, ui, |cx, ui, _| {
            bar::tool_button(cx, ui, Icon::Settings, "menu-settings", true, Command::ShowSettings);
        });
        let width = (ui.available_width() * 0.3).clamp(330.0, 440.0);
        let margin = egui::Margin { left: 4, right: 12, top: 8, bottom: 12 };
        Panel::right("position-side")
            .exact_size(width)
            .resizable(false)
            .show_separator_line(false)
            .frame(egui::Frame::new().inner_margin(margin))
            .show(ui, |ui| column_ui(ui, |ui| self.contents_ui(cx, ui)));
        egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
            let changed = self.sketch.as_mut().is_some_and(|sketch| sketch.board_ui(cx, ui));
            if changed {
                self.update_line();
            }
        });
    }

    /// Draws the column beside the board.
    fn contents_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 8.0;
        let size = ui.available_size();
        let (full, _) = ui.allocate_exact_size(vec2(size.x, size.y.max(MIN_HEIGHT)), Sense::HOVER);
        let line_card = full.with_min_y(full.bottom() - LINE_CARD_HEIGHT);
        widgets::within(ui, full.with_max_y(line_card.top() - 8.0), |ui| {
            cx.theme.card().show(ui, |ui| {
                ui.take_available_width();
                ui.set_height(ui.available_height());
                self.games_ui(cx, ui);
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    let changed = self.sketch.as_mut().is_some_and(|sketch| sketch.side_ui(cx, ui));
                    if changed {
                        self.update_line();
                    }
                });
            });
        });
        widgets::within(ui, line_card, |ui| self.line_ui(cx, ui));
    }

    /// Draws the choice of the game and the buttons for the whole board.
    fn games_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let current =
            self.sketch.as_ref().map(|sketch| sketch.preset().to_owned()).unwrap_or_default();
        let name = |preset: &str| cx.t(&format!("game-{preset}"));
        let mut chosen = None;
        ui.name_inputs(cx.t("position-game"), |ui| {
            let combo = egui::ComboBox::from_id_salt("position-game")
                .width(ui.available_width())
                .height(list_height(620.0, ui));
            combo.icon(widgets::combo_icon).selected_text(name(&current)).show_ui(ui, |ui| {
                for preset in presets() {
                    if ui.selectable_label(preset == current, name(preset)).clicked() {
                        chosen = Some(preset);
                        ui.close();
                    }
                }
            });
        });
        if let Some(preset) = chosen {
            self.choose_preset(preset);
        }
        ui.horizontal(|ui| {
            let gap = ui.spacing().item_spacing.x;
            let can_clear = self.sketch.as_ref().is_some_and(|sketch| sketch.has_unplaced_pieces());
            let count = if can_clear { 2.0 } else { 1.0 };
            let size = vec2((ui.available_width() - gap * (count - 1.0)) / count, 32.0);
            let mut button = |id: &str| ui.add(cx.theme.sized_button(cx.t(id), size)).clicked();
            let is_reset = button("position-reset");
            let is_cleared = can_clear && button("position-clear");
            let Some(sketch) = self.sketch.as_mut().filter(|_| is_reset || is_cleared) else {
                return;
            };
            if is_reset {
                sketch.reset()
            } else {
                sketch.clear()
            }
            self.update_line();
        });
    }

    /// Draws the problem of the position, its line, and the buttons that use it.
    fn line_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let problem = self.problem(cx.i18n);
        cx.theme.card().show(ui, |ui| {
            ui.take_available_width();
            let (text, colour) = match &problem {
                Some(problem) => (problem.clone(), cx.theme.error),
                None => (cx.t("position-fine"), cx.theme.quiet),
            };
            let label = RichText::new(text).size(theme::BODY - 1.0).color(colour);
            ScrollArea::vertical().id_salt("why").max_height(40.0).show(ui, |ui| {
                ui.set_min_height(40.0);
                ui.take_available_width();
                ui.add(egui::Label::new(label).wrap());
            });
            let text_edit = TextEdit::multiline(&mut self.text)
                .font(egui::TextStyle::Monospace)
                .char_limit(MAX_LINE)
                .desired_rows(3)
                .desired_width(f32::INFINITY);
            let field = ScrollArea::vertical()
                .id_salt("line")
                .max_height(66.0)
                .show(ui, |ui| widgets::field(ui, cx.t("position-line"), text_edit));
            if field.inner.changed() {
                let text = self.text.clone();
                self.show(&text);
            }
            ui.horizontal(|ui| {
                if ui.button(cx.t("share-copy")).clicked() {
                    cx.send(Command::Position(PositionCommand::Copy(self.text.clone())));
                }
                if ui.button(cx.t("position-paste")).clicked() {
                    ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste);
                }
            });
        });
        ui.add_enabled_ui(problem.is_none(), |ui| {
            ui.horizontal(|ui| {
                let gap = ui.spacing().item_spacing.x;
                let size = vec2((ui.available_width() - gap) / 2.0, 44.0);
                let look_at = cx.theme.sized_button(cx.t("position-ask"), size);
                let look_at = ui.add(look_at).on_hover_text(cx.t("position-ask.about"));
                if look_at.clicked() {
                    cx.send(Command::Position(PositionCommand::OpenReplay));
                }
                let play = cx.theme.primary_button(cx.t("position-play")).min_size(size);
                let play = ui.add(play);
                widgets::focus_ring(ui, cx.theme, &play, 8.0);
                if play.clicked() {
                    cx.send(Command::Position(PositionCommand::Play));
                }
            });
        });
    }
}

/// Removes a paste from the input. Returns the pasted text as one line.
fn take_pasted_line(ui: &Ui) -> Option<String> {
    ui.input_mut(|input| {
        let index = input.events.iter().position(|event| matches!(event, Event::Paste(_)))?;
        match input.events.remove(index) {
            Event::Paste(text) => Some(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            _ => None,
        }
    })
}

/// Returns a sentence about the error of a line.
fn fault_text(fault: &LineError, preset: &str, i18n: &I18n) -> String {
    let sentence = |id: &str, found: &str, expected: &str| {
        i18n.tf(id, &[("found", found.into()), ("expected", expected.into())])
    };
    match fault {
        LineError::TooLong => i18n.t("position-line-long"),
        LineError::Start { found, expected } => sentence("position-line-start", found, expected),
        LineError::Preset { found, known } => sentence("position-line-preset", found, known),
        LineError::Unknown { found, known } => sentence("position-line-unknown", found, known),
        LineError::Twice(found) => sentence("position-line-twice", found, ""),
        LineError::Missing(word) => sentence("position-line-missing", word, ""),
        LineError::Word { found, expected } => {
            sentence("position-line-word", found, &expected_text(*expected, i18n))
        }
        LineError::Rules(error) => match rules::preset(preset) {
            Some(rules) => words::rules_error(&*rules, error, i18n),
            None => error.to_string(),
        },
    }
}

/// Returns a text for the expected format of a word.
fn expected_text(format: ExpectedFormat, i18n: &I18n) -> String {
    match format {
        ExpectedFormat::Seat => i18n.t("position-wanted-seat"),
        ExpectedFormat::Seats => i18n.t("position-wanted-seats"),
        ExpectedFormat::Number(low, high) => {
            let args = [("low", i64::from(low).into()), ("high", i64::from(high).into())];
            i18n.tf("position-wanted-number", &args)
        }
        ExpectedFormat::Numbers => i18n.t("position-wanted-numbers"),
        ExpectedFormat::Planes => i18n.t("position-wanted-planes"),
        ExpectedFormat::Stacks => i18n.t("position-wanted-stacks"),
        ExpectedFormat::PlaneNumbers => i18n.t("position-wanted-moved"),
        ExpectedFormat::Pieces => i18n.t("position-wanted-pieces"),
        ExpectedFormat::Cells => i18n.t("position-wanted-cells"),
        ExpectedFormat::Out => i18n.t("position-wanted-out"),
        ExpectedFormat::Ownership => i18n.t("position-wanted-colours"),
    }
}
