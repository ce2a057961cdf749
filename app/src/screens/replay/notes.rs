//! The player's annotations of a game: a comment, a sign and drawings for each step.

use egui::{Key, Modifiers, RichText, ScrollArea, TextEdit, Ui, vec2};
use qipan_core::record::{Annotation, AnnotationChange, Comment, MAX_COMMENT, Sign};

use crate::command::{Command, ReplayCommand};
use crate::games::GameUi;
use crate::screens::replay::ReplayView;
use crate::ui::context::ScreenContext;
use crate::ui::theme;
use crate::ui::widgets::{field, muted_text};

impl<G: GameUi> ReplayView<G> {
    /// Draws the notes page.
    pub(super) fn notes_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let at = self.replay.at();
        let step = at.checked_sub(1).map(|step| format!("{at}  {}", self.log.line(step)));
        ui.label(RichText::new(step.unwrap_or_else(|| cx.t("replay-start"))).strong());
        self.judgement_ui(cx, ui);
        self.words_ui(cx, ui);
        self.drawn_ui(cx, ui);
        self.unsaved_ui(cx, ui);
        ui.separator();
        let all = &self.record().comments;
        if all.is_empty() {
            ui.label(muted_text(cx.theme, cx.t("notes-none")));
        }
        let rows: Vec<(usize, String)> =
            all.iter().map(|comment| (comment.at, self.summary(comment, cx))).collect();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for (step, text) in rows {
                let row = egui::Button::selectable(step == at, text).truncate();
                let wide = vec2(ui.available_width(), 0.0);
                if ui.add(row.min_size(wide)).clicked() {
                    cx.send(ReplayCommand::Seek(step));
                }
            }
        });
    }

    /// Returns the comment on the position shown, or an empty one.
    fn comment(&self) -> Comment {
        let found = self.record().comment_at(self.replay.at()).cloned();
        found.unwrap_or_else(|| Comment { at: self.replay.at(), ..Comment::default() })
    }

    /// Changes an annotation or a variation in the record.
    pub(super) fn study(&mut self, study: AnnotationChange) {
        self.changed |= self.replay.study(study);
        self.course.study(self.replay.record());
    }

    /// Draws the signs, of which at most one is chosen.
    fn judgement_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let mut comment = self.comment();
        let before = comment.sign;
        ui.horizontal(|ui| {
            for sign in Sign::ALL {
                let text = RichText::new(sign.symbol()).size(theme::HEAD).strong();
                let chosen = comment.sign == Some(sign);
                let response = ui.selectable_label(chosen, text);
                let name = cx.t(sign_name(sign));
                response.widget_info(|| {
                    egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &name)
                });
                if response.on_hover_text(&name).clicked() {
                    comment.sign = if chosen { None } else { Some(sign) };
                }
            }
        });
        if comment.sign != before {
            self.study(AnnotationChange::Comment(comment));
        }
    }

    fn words_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let at = self.replay.at();
        let mut text = match self.writing.take() {
            Some((step, text)) if step == at => text,
            _ => self.comment().text,
        };
        let edit = TextEdit::multiline(&mut text)
            .hint_text(cx.t("notes-hint"))
            .char_limit(MAX_COMMENT)
            .desired_rows(3)
            .desired_width(f32::INFINITY);
        let response = field(ui, cx.t("notes-words"), edit);
        let save = |input: &mut egui::InputState| input.consume_key(Modifiers::COMMAND, Key::S);
        if response.has_focus() && ui.input_mut(save) {
            cx.send(Command::Save);
        }
        if response.changed() {
            self.study(AnnotationChange::Comment(Comment { text: text.clone(), ..self.comment() }));
        }
        self.writing = Some((at, text));
    }

    fn drawn_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let comment = self.comment();
        if comment.drawn.is_empty() {
            ui.label(muted_text(cx.theme, cx.t("notes-draw")));
        } else if ui.button(cx.t("notes-wipe")).clicked() {
            self.study(AnnotationChange::Comment(Comment { drawn: Vec::new(), ..comment }));
        }
    }

    /// Draws a save button if there are unsaved changes.
    pub(super) fn unsaved_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        if self.changed {
            ui.horizontal(|ui| {
                if ui.button(cx.t("action-save")).clicked() {
                    cx.send(Command::Save);
                }
                ui.label(muted_text(cx.theme, cx.t("notes-unsaved")));
            });
        }
    }

    /// Adds a mark or an arrow to the position shown, or removes an equal one.
    pub(super) fn draw(&mut self, drawn: Annotation) {
        let mut comment = self.comment();
        match comment.drawn.iter().position(|other| *other == drawn) {
            Some(there) => drop(comment.drawn.remove(there)),
            None => comment.drawn.push(drawn),
        }
        self.study(AnnotationChange::Comment(comment));
    }

    /// Returns a comment in one line.
    fn summary(&self, comment: &Comment, cx: &ScreenContext<'_>) -> String {
        let sign = comment.sign.map_or("", Sign::symbol);
        let words = comment.text.lines().next().unwrap_or_default();
        let drawn = if words.is_empty() && !comment.drawn.is_empty() {
            cx.t("notes-drawing")
        } else {
            String::new()
        };
        let texts: Vec<&str> =
            [sign, words, &drawn].into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}  {}", comment.at, texts.join(" "))
    }
}

/// Returns the id of the meaning of a sign.
fn sign_name(sign: Sign) -> &'static str {
    match sign {
        Sign::Brilliant => "notes-brilliant",
        Sign::Good => "notes-good",
        Sign::Interesting => "notes-interesting",
        Sign::Doubtful => "notes-doubtful",
        Sign::Bad => "notes-bad",
        Sign::Blunder => "notes-blunder",
    }
}
