//! The form of the share dialog: exports a picture, a film, text or a redacted file, with a live
//! preview.

use egui::{DragValue, Pos2, ProgressBar, Rect, RichText, ScrollArea, Ui, Vec2, vec2};
use qipan_core::contract::game::Viewer;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;

use crate::command::{Command, ShareCommand};
use crate::games::{GameUi, words};
use crate::model::i18n::Lang;
use crate::play::perspective::Perspective;
use crate::share::{ExportKind, ExportRange, PictureOptions, ShareCard, text};
use crate::ui::context::ScreenContext;
use crate::ui::theme;
use crate::ui::widgets::{heading, muted_text};

/// The width of the preview, in points.
const PREVIEW: f32 = 380.0;
/// The height of the preview, in points. It holds the names of six sides.
const HEIGHT: f32 = 545.0;
/// The width of the choices.
const CHOICES: f32 = 350.0;
/// The offered widths of pictures, in pixels.
const WIDTHS: [usize; 5] = [480, 720, 1080, 1440, 2048];
/// The offered widths of films, in pixels.
const FILM_WIDTHS: [usize; 4] = [240, 360, 480, 720];
/// The offered speeds.
const SPEEDS: [(f64, &str); 4] = [(0.5, "½×"), (1.0, "1×"), (2.0, "2×"), (4.0, "4×")];
/// The padding of a choice, in points. It is small because several share a row.
const NARROW: f32 = 9.0;
/// The time the preview shows a step at speed 1, in seconds.
const STEP: f64 = 0.8;

/// The kind of export. `Told` is a redacted file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ExportFormat {
    #[default]
    Picture,
    Gif,
    Text,
    Redacted,
}

impl ExportFormat {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Picture, "share-picture"),
        (Self::Gif, "share-film"),
        (Self::Text, "share-text"),
        (Self::Redacted, "share-told"),
    ];
}

/// The player's choices, and the preview.
pub(super) struct ShareForm<G: GameUi> {
    /// True while the dialog is open.
    pub open: bool,
    kind: ExportFormat,
    width: usize,
    film_width: usize,
    sides: bool,
    /// The section of the film. `None` until one is chosen, which means the whole game.
    pub ends: Option<(usize, usize)>,
    speed: f64,
    viewer: Option<Viewer>,
    redact_for: Option<Seat>,
    sheet: Option<(PictureOptions, Pos2, ShareCard<G>)>,
    /// The exported text, with the viewer and language it was made for.
    text: Option<(Viewer, Lang, String)>,
}

impl<G: GameUi> Default for ShareForm<G> {
    fn default() -> Self {
        Self {
            open: false,
            kind: ExportFormat::default(),
            width: 720,
            film_width: 480,
            sides: true,
            ends: None,
            speed: 1.0,
            viewer: None,
            redact_for: None,
            sheet: None,
            text: None,
        }
    }
}

/// The game to export.
pub(super) struct SharedGame<'a, G: GameUi> {
    pub session: &'a Session<G>,
    pub eyes: &'a Perspective,
    pub at: usize,
}

impl<G: GameUi> ShareForm<G> {
    /// Draws the form. Returns true if it is to be closed.
    pub fn ui(
        &mut self,
        game: &SharedGame<'_, G>,
        progress: Option<(usize, usize)>,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) -> bool {
        ui.visuals_mut().override_text_color = Some(cx.theme.ink);
        ui.horizontal_top(|ui| {
            self.preview_ui(game, cx, ui);
            ui.add_space(12.0);
            ui.allocate_ui(vec2(CHOICES, HEIGHT), |ui| {
                ui.vertical(|ui| {
                    ui.set_min_size(vec2(CHOICES, HEIGHT));
                    heading(ui, cx.theme, cx.t("share-title"));
                    self.kinds_ui(game, cx, ui);
                    ui.add_space(8.0);
                    match self.kind {
                        // Only one export runs at a time: starting another would end it.
                        _ if progress.is_some() => progress_ui(progress, cx, ui),
                        ExportFormat::Picture => self.picture_ui(game, cx, ui),
                        ExportFormat::Gif => self.film_ui(game, cx, ui),
                        ExportFormat::Text => self.text_ui(game, cx, ui),
                        ExportFormat::Redacted => self.told_ui(game, cx, ui),
                    }
                    ui.with_layout(egui::Layout::bottom_up(egui::Align::Max), |ui| {
                        ui.button(cx.t("action-close")).clicked()
                    })
                    .inner
                })
                .inner
            })
            .inner
        })
        .inner
    }

    fn kinds_ui(&mut self, game: &SharedGame<'_, G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let is_redacted = self.redaction_seat(game).is_some();
        if !is_redacted && self.kind == ExportFormat::Redacted {
            self.kind = ExportFormat::default();
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding.x = NARROW;
            for (kind, id) in ExportFormat::ALL {
                if kind != ExportFormat::Redacted || is_redacted {
                    ui.selectable_value(&mut self.kind, kind, cx.t(id));
                }
            }
        });
    }

    /// Returns the chosen viewer, or the current one if the choice would need confirmation.
    fn viewer(&self, game: &SharedGame<'_, G>) -> Viewer {
        let now = game.eyes.viewer();
        self.viewer.filter(|viewer| game.eyes.has(*viewer)).unwrap_or(now)
    }

    /// Returns the seat whose view a redacted file shows, if there can be one.
    fn redaction_seat(&self, game: &SharedGame<'_, G>) -> Option<Seat> {
        if !game.session.record().rules.has_secrets()
            || game.session.state().redacted_for().is_some()
        {
            return None;
        }
        let now = match game.eyes.viewer() {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        };
        let seats = game.session.state().in_order();
        let mut chosen = self.redact_for.into_iter().chain(now).chain(seats);
        chosen.find(|seat| game.eyes.has(Viewer::Seat(*seat)))
    }

    fn look(&self, game: &SharedGame<'_, G>, cx: &ScreenContext<'_>) -> PictureOptions {
        let width = if self.kind == ExportFormat::Gif { self.film_width } else { self.width };
        let viewer = match (self.kind, self.redaction_seat(game)) {
            (ExportFormat::Redacted, Some(seat)) => Viewer::Seat(seat),
            _ => self.viewer(game),
        };
        PictureOptions { width, viewer, sides: self.sides, settings: cx.settings.clone() }
    }

    fn section(&self, game: &SharedGame<'_, G>) -> ExportRange {
        let steps = game.session.record().steps.len();
        let (from, to) = self.ends.unwrap_or((0, steps));
        ExportRange { from: from.min(steps), to: to.min(steps), speed: self.speed }
    }

    /// Draws the preview of the export.
    fn preview_ui(&mut self, game: &SharedGame<'_, G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let (rect, _) = ui.allocate_exact_size(vec2(PREVIEW, HEIGHT), egui::Sense::HOVER);
        if self.kind == ExportFormat::Text {
            return self.words_ui(game, rect, cx, ui);
        }
        let look = PictureOptions { width: 0, ..self.look(game, cx) };
        let fits = |(other, place, _): &&mut (PictureOptions, Pos2, ShareCard<G>)| {
            *other == look && *place == rect.min
        };
        if self.sheet.as_mut().filter(fits).is_none() {
            let sheet = ShareCard::new(game.session, &look, PREVIEW, rect.min);
            self.sheet = Some((look, rect.min, sheet));
        }
        let at = if self.kind == ExportFormat::Gif { self.moving(game, cx, ui) } else { game.at };
        let Some((_, _, sheet)) = &mut self.sheet else { return };
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect).id_salt("preview"));
        child.set_clip_rect(sheet.rect().intersect(ui.clip_rect()));
        sheet.ui(game.session, at, &mut child);
    }

    /// Returns the step that a moving preview shows now.
    fn moving(&self, game: &SharedGame<'_, G>, cx: &ScreenContext<'_>, ui: &Ui) -> usize {
        let section = self.section(game);
        let each = STEP / self.speed;
        ui.ctx().request_repaint_after_secs((each - cx.now % each) as f32);
        let steps = section.to.saturating_sub(section.from) + 1;
        section.from + (cx.now / each) as usize % steps
    }

    /// Draws the exported text.
    fn words_ui(
        &mut self,
        game: &SharedGame<'_, G>,
        rect: Rect,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let key = (self.viewer(game), cx.i18n.lang());
        if self.text.as_ref().is_none_or(|(viewer, lang, _)| (*viewer, *lang) != key) {
            self.text = Some((key.0, key.1, text(game.session, key.0, cx.i18n)));
        }
        let Some((_, _, text)) = &self.text else { return };
        let layout = egui::Layout::top_down(egui::Align::Min);
        let place = egui::UiBuilder::new().max_rect(rect).layout(layout).id_salt("words");
        let mut child = ui.new_child(place);
        ScrollArea::vertical().auto_shrink(false).show(&mut child, |ui| {
            ui.add(egui::Label::new(RichText::new(text).size(theme::BODY - 1.0)).wrap());
        });
    }

    fn picture_ui(&mut self, game: &SharedGame<'_, G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.label(muted_text(cx.theme, cx.t("share-picture.about")));
        widths_ui(&mut self.width, &WIDTHS, cx, ui);
        ui.checkbox(&mut self.sides, cx.t("share-names"));
        self.eyes_ui(game, cx, ui);
        ui.add_space(8.0);
        let export = ExportKind::Picture(game.at, self.look(game, cx));
        export_ui(export, true, cx, ui);
    }

    fn film_ui(&mut self, game: &SharedGame<'_, G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.label(muted_text(cx.theme, cx.t("share-film.about")));
        let section = self.section(game);
        let (mut from, mut to) = (section.from, section.to);
        let steps = game.session.record().steps.len();
        ui.horizontal(|ui| {
            ui.label(cx.t("share-from"));
            ui.add(DragValue::new(&mut from).range(0..=to));
            ui.label(cx.t("share-to"));
            ui.add(DragValue::new(&mut to).range(from..=steps));
        });
        self.ends = Some((from, to));
        widths_ui(&mut self.film_width, &FILM_WIDTHS, cx, ui);
        ui.horizontal(|ui| {
            ui.label(cx.t("share-speed"));
            for (speed, name) in SPEEDS {
                ui.selectable_value(&mut self.speed, speed, name);
            }
        });
        ui.checkbox(&mut self.sides, cx.t("share-names"));
        self.eyes_ui(game, cx, ui);
        ui.add_space(8.0);
        export_ui(ExportKind::Film(self.section(game), self.look(game, cx)), false, cx, ui);
    }

    fn text_ui(&mut self, game: &SharedGame<'_, G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.label(muted_text(cx.theme, cx.t("share-text.about")));
        self.eyes_ui(game, cx, ui);
        ui.add_space(8.0);
        export_ui(ExportKind::Text(self.viewer(game)), true, cx, ui);
    }

    fn told_ui(&mut self, game: &SharedGame<'_, G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.label(muted_text(cx.theme, cx.t("share-told.about")));
        let Some(current) = self.redaction_seat(game) else { return };
        ui.horizontal_wrapped(|ui| {
            for seat in game.session.state().in_order() {
                let may = game.eyes.has(Viewer::Seat(seat));
                let name = words::seat::<G>(cx.i18n, seat);
                let label = egui::Button::selectable(seat == current, name);
                if ui.add_enabled(may, label).clicked() {
                    self.redact_for = Some(seat);
                }
            }
        });
        ui.add_space(8.0);
        export_ui(ExportKind::Told(current), false, cx, ui);
    }

    /// Draws the choice of the viewer, if there is one.
    fn eyes_ui(&mut self, game: &SharedGame<'_, G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let now = self.viewer(game);
        let choices = game.eyes.choices().iter().filter(|viewer| game.eyes.has(**viewer));
        let choices: Vec<Viewer> = choices.copied().collect();
        if choices.len() < 2 {
            return;
        }
        ui.label(cx.t("share-eyes"));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding.x = NARROW;
            for viewer in choices {
                let name = words::viewer_name::<G>(cx.i18n, viewer);
                if ui.selectable_label(viewer == now, name).clicked() {
                    self.viewer = Some(viewer);
                }
            }
        });
    }
}

/// Draws the choice of the width, in pixels.
fn widths_ui(width: &mut usize, widths: &[usize], cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.label(cx.t("share-width"));
    ui.horizontal(|ui| {
        ui.spacing_mut().button_padding.x = NARROW;
        for choice in widths {
            ui.selectable_value(width, *choice, choice.to_string());
        }
    });
}

/// Draws the progress of the export, and a button that stops it.
fn progress_ui(progress: Option<(usize, usize)>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let (done, all) = progress.unwrap_or_default();
    ui.add(ProgressBar::new(done as f32 / all.max(1) as f32).show_percentage());
    if ui.button(cx.t("replay-verdict-stop")).clicked() {
        cx.send(Command::Share(ShareCommand::Stop));
    }
}

/// Draws the buttons that save or copy the export.
fn export_ui(export: ExportKind, copies: bool, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.horizontal(|ui| {
        if cx.theme.primary_ui(ui, cx.t("share-save")).clicked() {
            cx.send(Command::Share(ShareCommand::Save(export.clone())));
        }
        let copy = egui::Button::new(cx.t("share-copy")).min_size(Vec2::new(100.0, 44.0));
        if copies && ui.add(copy).clicked() {
            cx.send(Command::Share(ShareCommand::Copy(export)));
        }
    });
}
