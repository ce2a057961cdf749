//! The notes page: the player's comment, sign and drawings on the position shown, and the list of
//! all comments.

use egui::{Key, Modifiers, RichText, ScrollArea, TextEdit, Ui, vec2};
use qipan_core::record::{AnnotationChange, Comment, Drawing, MAX_COMMENT_CHARS, Sign};

use crate::command::{Command, ReplayCommand};
use crate::games::GameUi;
use crate::screens::replay::ReplayView;
use crate::ui::context::ScreenContext;
use crate::ui::theme;
use crate::ui::widgets::{field, muted_text};

impl<G: GameUi> ReplayView<G> {
    /// Draws the notes page.
    pub(super) fn notes_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let position = self.replay.at();
        let title =
            position.checked_sub(1).map(|step| format!("{position}  {}", self.log.line(step)));
        ui.label(RichText::new(title.unwrap_or_else(|| cx.t("replay-start"))).strong());
        self.signs_ui(cx, ui);
        self.comment_ui(cx, ui);
        self.drawings_button_ui(cx, ui);
        self.unsaved_ui(cx, ui);
        ui.separator();
        let comments = &self.record().comments;
        if comments.is_empty() {
            ui.label(muted_text(cx.theme, cx.t("notes-none")));
        }
        let rows: Vec<(usize, String)> =
            comments.iter().map(|comment| (comment.at, self.summary(comment, cx))).collect();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for (at, text) in rows {
                let row = egui::Button::selectable(at == position, text).truncate();
                let full_width = vec2(ui.available_width(), 0.0);
                if ui.add(row.min_size(full_width)).clicked() {
                    cx.send(ReplayCommand::Seek(at));
                }
            }
        });
    }

    /// Returns the comment on the position shown, or an empty one.
    fn comment(&self) -> Comment {
        let comment = self.record().comment_at(self.replay.at()).cloned();
        comment.unwrap_or_else(|| Comment { at: self.replay.at(), ..Comment::default() })
    }

    /// Applies a change to the comments, the variations or the analysis in the record.
    pub(super) fn annotate(&mut self, change: AnnotationChange) {
        self.has_unsaved_changes |= self.replay.annotate(change);
        self.outline.update_annotations(self.replay.record());
    }

    /// Draws the signs that judge a step. At most one is chosen.
    fn signs_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let mut comment = self.comment();
        let old_sign = comment.sign;
        ui.horizontal(|ui| {
            for sign in Sign::ALL {
                let text = RichText::new(sign.symbol()).size(theme::HEAD).strong();
                let is_chosen = comment.sign == Some(sign);
                let response = ui.selectable_label(is_chosen, text);
                let name = cx.t(sign_meaning_id(sign));
                response.widget_info(|| {
                    egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, &name)
                });
                if response.on_hover_text(&name).clicked() {
                    comment.sign = if is_chosen { None } else { Some(sign) };
                }
            }
        });
        if comment.sign != old_sign {
            self.annotate(AnnotationChange::Comment(comment));
        }
    }

    /// Draws the field for the comment.
    fn comment_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let position = self.replay.at();
        let mut text = match self.comment_draft.take() {
            Some((at, text)) if at == position => text,
            _ => self.comment().text,
        };
        let text_edit = TextEdit::multiline(&mut text)
            .hint_text(cx.t("notes-hint"))
            .char_limit(MAX_COMMENT_CHARS)
            .desired_rows(3)
            .desired_width(f32::INFINITY);
        let response = field(ui, cx.t("notes-comment"), text_edit);
        let take_save_key =
            |input: &mut egui::InputState| input.consume_key(Modifiers::COMMAND, Key::S);
        if response.has_focus() && ui.input_mut(take_save_key) {
            cx.send(Command::Save);
        }
        if response.changed() {
            self.annotate(AnnotationChange::Comment(Comment {
                text: text.clone(),
                ..self.comment()
            }));
        }
        self.comment_draft = Some((position, text));
    }

    /// Draws the button that removes all drawings, or a hint on how to draw.
    fn drawings_button_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let comment = self.comment();
        if comment.drawings.is_empty() {
            ui.label(muted_text(cx.theme, cx.t("notes-draw")));
        } else if ui.button(cx.t("notes-clear-drawings")).clicked() {
            self.annotate(AnnotationChange::Comment(Comment { drawings: Vec::new(), ..comment }));
        }
    }

    /// Draws a save button if there are unsaved changes.
    pub(super) fn unsaved_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        if self.has_unsaved_changes {
            ui.horizontal(|ui| {
                if ui.button(cx.t("action-save")).clicked() {
                    cx.send(Command::Save);
                }
                ui.label(muted_text(cx.theme, cx.t("notes-unsaved")));
            });
        }
    }

    /// Adds a ring or an arrow to the position shown, or removes an equal one.
    pub(super) fn toggle_drawing(&mut self, drawing: Drawing) {
        let mut comment = self.comment();
        match comment.drawings.iter().position(|other| *other == drawing) {
            Some(index) => drop(comment.drawings.remove(index)),
            None => comment.drawings.push(drawing),
        }
        self.annotate(AnnotationChange::Comment(comment));
    }

    /// Returns a one-line summary of a comment.
    fn summary(&self, comment: &Comment, cx: &ScreenContext<'_>) -> String {
        let sign = comment.sign.map_or("", Sign::symbol);
        let first_line = comment.text.lines().next().unwrap_or_default();
        let drawings = if first_line.is_empty() && !comment.drawings.is_empty() {
            cx.t("notes-drawing")
        } else {
            String::new()
        };
        let texts: Vec<&str> =
            [sign, first_line, &drawings].into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}  {}", comment.at, texts.join(" "))
    }
}

/// Returns the id of the text for the meaning of a sign.
fn sign_meaning_id(sign: Sign) -> &'static str {
    match sign {
        Sign::Brilliant => "notes-brilliant",
        Sign::Good => "notes-good",
        Sign::Interesting => "notes-interesting",
        Sign::Doubtful => "notes-doubtful",
        Sign::Bad => "notes-bad",
        Sign::Blunder => "notes-blunder",
    }
}
