//! The form of the share dialog: the choices for the export of a picture, a GIF, a text or a
//! redacted file, and a live preview.

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
const PREVIEW_WIDTH: f32 = 380.0;
/// The height of the preview, in points. The names of six sides fit into it.
const HEIGHT: f32 = 545.0;
/// The width of the choices, in points.
const CHOICES_WIDTH: f32 = 350.0;
/// The offered widths of pictures, in pixels.
const WIDTHS: [usize; 5] = [480, 720, 1080, 1440, 2048];
/// The offered widths of GIFs, in pixels.
const GIF_WIDTHS: [usize; 4] = [240, 360, 480, 720];
/// The offered speeds of GIFs, with their names.
const SPEEDS: [(f64, &str); 4] = [(0.5, "½×"), (1.0, "1×"), (2.0, "2×"), (4.0, "4×")];
/// The padding of a choice, in points. It is small because several share a row.
const CHOICE_PADDING: f32 = 9.0;
/// The time for which the preview of a GIF shows a step at speed 1, in seconds.
const STEP_SECONDS: f64 = 0.8;

/// The format of an export, as chosen in the form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ExportFormat {
    #[default]
    Picture,
    Gif,
    Text,
    Redacted,
}

impl ExportFormat {
    /// All formats, each with the id of its name.
    const ALL: [(Self, &'static str); 4] = [
        (Self::Picture, "share-picture"),
        (Self::Gif, "share-gif"),
        (Self::Text, "share-text"),
        (Self::Redacted, "share-redacted"),
    ];
}

/// The player's choices, and the preview.
pub(super) struct ShareForm<G: GameUi> {
    /// True while the dialog is open.
    pub is_open: bool,
    format: ExportFormat,
    /// The width of pictures, in pixels.
    width: usize,
    /// The width of GIFs, in pixels.
    gif_width: usize,
    /// True if the names of the sides are drawn.
    shows_names: bool,
    /// The positions at which the GIF begins and ends. `None` until they are chosen, which means
    /// the whole game.
    pub ends: Option<(usize, usize)>,
    speed: f64,
    /// The chosen viewer, if one was chosen.
    viewer: Option<Viewer>,
    /// The seat chosen for a redacted file, if one was chosen.
    redact_for: Option<Seat>,
    /// The cached preview, with the options and the top left corner for which it was made.
    preview: Option<(PictureOptions, Pos2, ShareCard<G>)>,
    /// The exported text, with the viewer and language it was made for.
    text: Option<(Viewer, Lang, String)>,
}

impl<G: GameUi> Default for ShareForm<G> {
    fn default() -> Self {
        Self {
            is_open: false,
            format: ExportFormat::default(),
            width: 720,
            gif_width: 480,
            shows_names: true,
            ends: None,
            speed: 1.0,
            viewer: None,
            redact_for: None,
            preview: None,
            text: None,
        }
    }
}

/// The game to export.
pub(super) struct SharedGame<'a, G: GameUi> {
    /// The game.
    pub session: &'a Session<G>,
    /// The perspective of the player, which limits the viewers.
    pub perspective: &'a Perspective,
    /// The position shown.
    pub position: usize,
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
            ui.allocate_ui(vec2(CHOICES_WIDTH, HEIGHT), |ui| {
                ui.vertical(|ui| {
                    ui.set_min_size(vec2(CHOICES_WIDTH, HEIGHT));
                    heading(ui, cx.theme, cx.t("share-title"));
                    self.formats_ui(game, cx, ui);
                    ui.add_space(8.0);
                    match self.format {
                        // Only one export runs at a time. Starting another would stop it.
                        _ if progress.is_some() => progress_ui(progress, cx, ui),
                        ExportFormat::Picture => self.picture_ui(game, cx, ui),
                        ExportFormat::Gif => self.gif_ui(game, cx, ui),
                        ExportFormat::Text => self.text_ui(game, cx, ui),
                        ExportFormat::Redacted => self.redacted_ui(game, cx, ui),
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

    /// Draws the choice of the format.
    fn formats_ui(&mut self, game: &SharedGame<'_, G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let can_redact = self.redaction_seat(game).is_some();
        if !can_redact && self.format == ExportFormat::Redacted {
            self.format = ExportFormat::default();
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding.x = CHOICE_PADDING;
            for (format, id) in ExportFormat::ALL {
                if format != ExportFormat::Redacted || can_redact {
                    ui.selectable_value(&mut self.format, format, cx.t(id));
                }
            }
        });
    }

    /// Returns the chosen viewer. Returns the current viewer if none was chosen, or if the player
    /// may not take the perspective of the chosen one.
    fn viewer(&self, game: &SharedGame<'_, G>) -> Viewer {
        let chosen = self.viewer.filter(|viewer| game.perspective.is_available(*viewer));
        chosen.unwrap_or(game.perspective.viewer())
    }

    /// Returns the seat whose view a redacted file would show. Returns `None` if the game cannot be
    /// redacted.
    fn redaction_seat(&self, game: &SharedGame<'_, G>) -> Option<Seat> {
        if !game.session.record().rules.has_secrets()
            || game.session.state().redacted_for().is_some()
        {
            return None;
        }
        let current = match game.perspective.viewer() {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        };
        let seats = game.session.state().seats_in_turn_order();
        let mut candidates = self.redact_for.into_iter().chain(current).chain(seats);
        candidates.find(|seat| game.perspective.is_available(Viewer::Seat(*seat)))
    }

    /// Returns the options of the picture or GIF.
    fn picture_options(&self, game: &SharedGame<'_, G>, cx: &ScreenContext<'_>) -> PictureOptions {
        let width = if self.format == ExportFormat::Gif { self.gif_width } else { self.width };
        let viewer = match (self.format, self.redaction_seat(game)) {
            (ExportFormat::Redacted, Some(seat)) => Viewer::Seat(seat),
            _ => self.viewer(game),
        };
        PictureOptions {
            width,
            viewer,
            shows_names: self.shows_names,
            settings: cx.settings.clone(),
        }
    }

    /// Returns the range of the GIF.
    fn range(&self, game: &SharedGame<'_, G>) -> ExportRange {
        let steps = game.session.record().steps.len();
        let (from, to) = self.ends.unwrap_or((0, steps));
        ExportRange { from: from.min(steps), to: to.min(steps), speed: self.speed }
    }

    /// Draws the preview of the export.
    fn preview_ui(&mut self, game: &SharedGame<'_, G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let (rect, _) = ui.allocate_exact_size(vec2(PREVIEW_WIDTH, HEIGHT), egui::Sense::HOVER);
        if self.format == ExportFormat::Text {
            return self.text_preview_ui(game, rect, cx, ui);
        }
        let options = PictureOptions { width: 0, ..self.picture_options(game, cx) };
        let is_current =
            |(cached_options, corner, _): &&mut (PictureOptions, Pos2, ShareCard<G>)| {
                *cached_options == options && *corner == rect.min
            };
        if self.preview.as_mut().filter(is_current).is_none() {
            let card = ShareCard::new(game.session, &options, PREVIEW_WIDTH, rect.min);
            self.preview = Some((options, rect.min, card));
        }
        let position = if self.format == ExportFormat::Gif {
            self.gif_position(game, cx, ui)
        } else {
            game.position
        };
        let Some((_, _, card)) = &mut self.preview else { return };
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect).id_salt("preview"));
        child.set_clip_rect(card.rect().intersect(ui.clip_rect()));
        card.ui(game.session, position, &mut child);
    }

    /// Returns the position that the preview of a GIF shows now, and requests the next frame.
    fn gif_position(&self, game: &SharedGame<'_, G>, cx: &ScreenContext<'_>, ui: &Ui) -> usize {
        let range = self.range(game);
        let step_seconds = STEP_SECONDS / self.speed;
        ui.ctx().request_repaint_after_secs((step_seconds - cx.now % step_seconds) as f32);
        let positions = range.to.saturating_sub(range.from) + 1;
        range.from + (cx.now / step_seconds) as usize % positions
    }

    /// Draws the exported text as the preview.
    fn text_preview_ui(
        &mut self,
        game: &SharedGame<'_, G>,
        rect: Rect,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let (viewer, lang) = (self.viewer(game), cx.i18n.lang());
        let is_current = |(cached_viewer, cached_lang, _): &(Viewer, Lang, String)| {
            (*cached_viewer, *cached_lang) == (viewer, lang)
        };
        if !self.text.as_ref().is_some_and(is_current) {
            self.text = Some((viewer, lang, text(game.session, viewer, cx.i18n)));
        }
        let Some((_, _, text)) = &self.text else { return };
        let layout = egui::Layout::top_down(egui::Align::Min);
        let builder = egui::UiBuilder::new().max_rect(rect).layout(layout).id_salt("text");
        let mut child = ui.new_child(builder);
        ScrollArea::vertical().auto_shrink(false).show(&mut child, |ui| {
            ui.add(egui::Label::new(RichText::new(text).size(theme::BODY - 1.0)).wrap());
        });
    }

    /// Draws the choices for a picture.
    fn picture_ui(&mut self, game: &SharedGame<'_, G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.label(muted_text(cx.theme, cx.t("share-picture.about")));
        widths_ui(&mut self.width, &WIDTHS, cx, ui);
        ui.checkbox(&mut self.shows_names, cx.t("share-names"));
        self.viewer_ui(game, cx, ui);
        ui.add_space(8.0);
        let export = ExportKind::Picture(game.position, self.picture_options(game, cx));
        export_ui(export, true, cx, ui);
    }

    /// Draws the choices for a GIF.
    fn gif_ui(&mut self, game: &SharedGame<'_, G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.label(muted_text(cx.theme, cx.t("share-gif.about")));
        let range = self.range(game);
        let (mut from, mut to) = (range.from, range.to);
        let steps = game.session.record().steps.len();
        ui.horizontal(|ui| {
            ui.label(cx.t("share-from"));
            ui.add(DragValue::new(&mut from).range(0..=to));
            ui.label(cx.t("share-to"));
            ui.add(DragValue::new(&mut to).range(from..=steps));
        });
        self.ends = Some((from, to));
        widths_ui(&mut self.gif_width, &GIF_WIDTHS, cx, ui);
        ui.horizontal(|ui| {
            ui.label(cx.t("share-speed"));
            for (speed, name) in SPEEDS {
                ui.selectable_value(&mut self.speed, speed, name);
            }
        });
        ui.checkbox(&mut self.shows_names, cx.t("share-names"));
        self.viewer_ui(game, cx, ui);
        ui.add_space(8.0);
        export_ui(ExportKind::Gif(self.range(game), self.picture_options(game, cx)), false, cx, ui);
    }

    /// Draws the choices for a text.
    fn text_ui(&mut self, game: &SharedGame<'_, G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.label(muted_text(cx.theme, cx.t("share-text.about")));
        self.viewer_ui(game, cx, ui);
        ui.add_space(8.0);
        export_ui(ExportKind::Text(self.viewer(game)), true, cx, ui);
    }

    /// Draws the choices for a redacted file.
    fn redacted_ui(&mut self, game: &SharedGame<'_, G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.label(muted_text(cx.theme, cx.t("share-redacted.about")));
        let Some(current) = self.redaction_seat(game) else { return };
        ui.horizontal_wrapped(|ui| {
            for seat in game.session.state().seats_in_turn_order() {
                let may_see = game.perspective.is_available(Viewer::Seat(seat));
                let name = words::seat::<G>(cx.i18n, seat);
                let button = egui::Button::selectable(seat == current, name);
                if ui.add_enabled(may_see, button).clicked() {
                    self.redact_for = Some(seat);
                }
            }
        });
        ui.add_space(8.0);
        export_ui(ExportKind::Redacted(current), false, cx, ui);
    }

    /// Draws the choice of the viewer if there are several.
    fn viewer_ui(&mut self, game: &SharedGame<'_, G>, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let current = self.viewer(game);
        let choices = game
            .perspective
            .choices()
            .iter()
            .filter(|viewer| game.perspective.is_available(**viewer));
        let choices: Vec<Viewer> = choices.copied().collect();
        if choices.len() < 2 {
            return;
        }
        ui.label(cx.t("share-viewer"));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding.x = CHOICE_PADDING;
            for viewer in choices {
                let name = words::viewer_name::<G>(cx.i18n, viewer);
                if ui.selectable_label(viewer == current, name).clicked() {
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
        ui.spacing_mut().button_padding.x = CHOICE_PADDING;
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

/// Draws the buttons that save and, if possible, copy the export.
fn export_ui(export: ExportKind, can_copy: bool, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.horizontal(|ui| {
        if cx.theme.primary_ui(ui, cx.t("share-save")).clicked() {
            cx.send(Command::Share(ShareCommand::Save(Box::new(export.clone()))));
        }
        let copy = cx.theme.sized_button(cx.t("share-copy"), Vec2::new(100.0, 44.0));
        if can_copy && ui.add(copy).clicked() {
            cx.send(Command::Share(ShareCommand::Copy(Box::new(export))));
        }
    });
}
