//! The position editor: places pieces on a board, states what prevents play, and converts the
//! position to and from one line of text.

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

/// A position on the screen, of any game.
pub(super) trait SketchScreen {
    /// Returns its preset.
    fn preset(&self) -> &str;
    /// Returns true if pieces can lie beside the board, so that the board can be empty.
    fn has_men(&self) -> bool;
    /// Returns the position as a line.
    fn line(&self) -> String;
    /// Returns a sentence for why it cannot be played.
    fn problem(&self, i18n: &I18n) -> Option<String>;
    /// Draws the board and handles its input. Returns true if anything changed.
    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) -> bool;
    /// Draws the panel beside the board. Returns true if anything changed.
    fn side_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) -> bool;
    /// Takes everything off the board.
    fn clear(&mut self);
    /// Sets the usual starting position.
    fn begin(&mut self);
    /// Puts down a piece that was picked up. Returns true if there was one.
    fn release(&mut self) -> bool;
}

/// The page that edits positions.
#[derive(Default)]
pub struct PositionsPage {
    open: Option<Box<dyn SketchScreen>>,
    /// The line as it is in its field.
    text: String,
    /// The error of the line, if it differs from the board.
    fault: Option<LineError>,
}

/// Opens the position of a line.
fn sketch_of_line<G: GameUi>(line: &str) -> Result<Box<dyn SketchScreen>, LineError> {
    Ok(Box::new(Sketch::<G>::new(line.parse()?)))
}

/// Opens the usual position of a preset.
fn sketch_of_preset<G: GameUi>(preset: &str) -> Option<Box<dyn SketchScreen>> {
    Some(Box::new(Sketch::<G>::of_preset(preset)?))
}

impl PositionsPage {
    /// Shows the usual position of a preset unless a position is open.
    pub fn open(&mut self, preset: &str) {
        if self.open.is_none() {
            self.choose(preset);
        }
    }

    /// Shows the position of a line, or keeps its error.
    pub fn show(&mut self, line: &str) {
        line.clone_into(&mut self.text);
        let kind = GameKind::of_line(line);
        match kind.and_then(|kind| with_game!(kind, |G| sketch_of_line::<G>(line))) {
            Ok(open) => {
                self.open = Some(open);
                self.fault = None;
            }
            Err(why) => self.fault = Some(why),
        }
    }

    /// Returns the line of the position if it can be played.
    pub fn line(&self, i18n: &I18n) -> Option<String> {
        let open = self.open.as_ref().filter(|open| open.problem(i18n).is_none())?;
        self.fault.is_none().then(|| open.line())
    }

    /// Returns a sentence for what prevents play from the position.
    pub fn problem(&self, i18n: &I18n) -> Option<String> {
        let open = self.open.as_ref()?;
        match &self.fault {
            Some(fault) => {
                // The preset named in the line may differ from that of the board.
                let preset = self.text.split_whitespace().nth(2).unwrap_or(open.preset());
                Some(fault_text(fault, preset, i18n))
            }
            None => open.problem(i18n),
        }
    }

    /// Returns the line as it is in its field.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Puts down a piece that was picked up. Returns true if there was one.
    pub fn release(&mut self) -> bool {
        self.open.as_mut().is_some_and(|open| open.release())
    }

    fn choose(&mut self, preset: &str) {
        let kind = GameKind::of_preset(preset);
        let sketch = kind.and_then(|kind| with_game!(kind, |G| sketch_of_preset::<G>(preset)));
        if sketch.is_some() {
            self.open = sketch;
            self.follow();
        }
    }

    /// Updates the line from the board.
    fn follow(&mut self) {
        self.text = self.open.as_ref().map(|open| open.line()).unwrap_or_default();
        self.fault = None;
    }

    /// Draws the page.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        if !ui.text_edit_focused()
            && let Some(text) = pasted(ui)
        {
            self.show(&text);
        }
        bar::bar_ui(&cx.t("position-title"), cx, ui, |cx, ui, _| {
            bar::tool(cx, ui, Icon::Settings, "menu-settings", true, Command::ShowSettings);
        });
        let width = (ui.available_width() * 0.3).clamp(330.0, 440.0);
        let margin = egui::Margin { left: 4, right: 12, top: 8, bottom: 12 };
        Panel::right("position-side")
            .exact_size(width)
            .resizable(false)
            .show_separator_line(false)
            .frame(egui::Frame::new().inner_margin(margin))
            .show(ui, |ui| column_ui(ui, |ui| self.column_ui(cx, ui)));
        egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
            let changed = self.open.as_mut().is_some_and(|open| open.board_ui(cx, ui));
            if changed {
                self.follow();
            }
        });
    }

    fn column_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 8.0;
        let size = ui.available_size();
        let (full, _) = ui.allocate_exact_size(vec2(size.x, size.y.max(LEAST)), Sense::HOVER);
        let foot = full.with_min_y(full.bottom() - FOOT);
        widgets::within(ui, full.with_max_y(foot.top() - 8.0), |ui| {
            cx.theme.card().show(ui, |ui| {
                ui.take_available_width();
                ui.set_height(ui.available_height());
                self.games_ui(cx, ui);
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    let changed = self.open.as_mut().is_some_and(|open| open.side_ui(cx, ui));
                    if changed {
                        self.follow();
                    }
                });
            });
        });
        widgets::within(ui, foot, |ui| self.foot_ui(cx, ui));
    }

    /// Draws the choice of the game and the buttons for the whole board.
    fn games_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let now = self.open.as_ref().map(|open| open.preset().to_owned()).unwrap_or_default();
        let name = |preset: &str| cx.t(&format!("game-{preset}"));
        let mut chosen = None;
        ui.name_inputs(cx.t("position-game"), |ui| {
            let combo = egui::ComboBox::from_id_salt("position-game")
                .width(ui.available_width())
                .height(list_height(620.0, ui));
            combo.icon(widgets::combo_icon).selected_text(name(&now)).show_ui(ui, |ui| {
                for preset in presets() {
                    if ui.selectable_label(preset == now, name(preset)).clicked() {
                        chosen = Some(preset);
                        ui.close();
                    }
                }
            });
        });
        if let Some(preset) = chosen {
            self.choose(preset);
        }
        ui.horizontal(|ui| {
            let gap = ui.spacing().item_spacing.x;
            let empties = self.open.as_ref().is_some_and(|open| open.has_men());
            let count = if empties { 2.0 } else { 1.0 };
            let size = vec2((ui.available_width() - gap * (count - 1.0)) / count, 32.0);
            let mut button =
                |id: &str| ui.add(egui::Button::new(cx.t(id)).min_size(size)).clicked();
            let (begin, clear) = (button("position-begin"), empties && button("position-clear"));
            let Some(open) = self.open.as_mut().filter(|_| begin || clear) else { return };
            if begin {
                open.begin()
            } else {
                open.clear()
            }
            self.follow();
        });
    }

    /// Draws the problem of the position, its line, and the buttons that use it.
    fn foot_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
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
            let edit = TextEdit::multiline(&mut self.text)
                .font(egui::TextStyle::Monospace)
                .char_limit(MAX_LINE)
                .desired_rows(3)
                .desired_width(f32::INFINITY);
            let field = ScrollArea::vertical()
                .id_salt("line")
                .max_height(66.0)
                .show(ui, |ui| widgets::field(ui, cx.t("position-line"), edit));
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
                let ask = egui::Button::new(cx.t("position-ask")).min_size(size);
                let ask = ui.add(ask).on_hover_text(cx.t("position-ask.about"));
                if ask.clicked() {
                    cx.send(Command::Position(PositionCommand::LookAt));
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

/// The minimum height of the column.
const LEAST: f32 = 540.0;

/// The height of the foot of the column.
const FOOT: f32 = 244.0;

/// Returns the text pasted into the window, on one line.
fn pasted(ui: &Ui) -> Option<String> {
    ui.input_mut(|input| {
        let at = input.events.iter().position(|event| matches!(event, Event::Paste(_)))?;
        match input.events.remove(at) {
            Event::Paste(text) => Some(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            _ => None,
        }
    })
}

/// Returns a sentence for the error of a line.
fn fault_text(fault: &LineError, preset: &str, i18n: &I18n) -> String {
    let with = |id: &str, found: &str, wanted: &str| {
        i18n.tf(id, &[("found", found.into()), ("wanted", wanted.into())])
    };
    match fault {
        LineError::TooLong => i18n.t("position-line-long"),
        LineError::Start { found, wanted } => with("position-line-start", found, wanted),
        LineError::Preset { found, known } => with("position-line-preset", found, known),
        LineError::Unknown { found, known } => with("position-line-unknown", found, known),
        LineError::Twice(found) => with("position-line-twice", found, ""),
        LineError::Missing(word) => with("position-line-missing", word, ""),
        LineError::Word { found, wanted } => {
            with("position-line-word", found, &wanted_text(*wanted, i18n))
        }
        LineError::Rules(why) => match rules::preset(preset) {
            Some(rules) => words::rules_error(&*rules, why, i18n),
            None => why.to_string(),
        },
    }
}

/// Returns the expected form of a word.
fn wanted_text(wanted: ExpectedFormat, i18n: &I18n) -> String {
    match wanted {
        ExpectedFormat::Seat => i18n.t("position-wanted-seat"),
        ExpectedFormat::Seats => i18n.t("position-wanted-seats"),
        ExpectedFormat::Number(low, high) => {
            let args = [("low", i64::from(low).into()), ("high", i64::from(high).into())];
            i18n.tf("position-wanted-number", &args)
        }
        ExpectedFormat::Numbers => i18n.t("position-wanted-numbers"),
        ExpectedFormat::Planes => i18n.t("position-wanted-planes"),
        ExpectedFormat::Stacks => i18n.t("position-wanted-stacks"),
        ExpectedFormat::Moved => i18n.t("position-wanted-moved"),
        ExpectedFormat::Pieces => i18n.t("position-wanted-pieces"),
        ExpectedFormat::Cells => i18n.t("position-wanted-cells"),
        ExpectedFormat::Out => i18n.t("position-wanted-out"),
        ExpectedFormat::Colours => i18n.t("position-wanted-colours"),
    }
}
