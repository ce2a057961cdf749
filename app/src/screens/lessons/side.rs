//! The panel of a lesson: the sentence of the step, the buttons, and the list of lessons.

use egui::{Align, Id, Label, RichText, Ui};

use crate::command::{Command, LessonCommand};
use crate::model::lessons::Lesson;
use crate::screens::lessons::{LessonAnswer, LessonScreen, LessonStatus, LessonsPage};
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::{theme, widgets};

/// The minimum height of the sentence, the die and the answer of a step, in points.
const MIN_TEXT_HEIGHT: f32 = 236.0;

/// The size of the sentence of a step, in points.
const TEXT_SIZE: f32 = 20.0;

impl LessonsPage {
    /// Draws the panel beside the board.
    pub(super) fn side_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 10.0;
        if let (Some(screen), Some(lesson)) = (&self.screen, self.lesson()) {
            // Scrolls to the top of a new step, because the panel may be scrolled down to the list.
            let (id, shown) = (Id::unique("lesson step"), Some((self.index, screen.step())));
            if ui.data(|data| data.get_temp(id)) != shown {
                ui.data_mut(|data| data.insert_temp(id, shown.unwrap_or_default()));
                ui.scroll_to_cursor(Some(Align::TOP));
            }
            cx.theme.card().show(ui, |ui| {
                ui.set_width(ui.available_width());
                self.step_ui(&**screen, lesson, cx, ui);
            });
        }
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            self.list_ui(cx, ui);
        });
    }

    /// Draws the step of the lesson.
    fn step_ui(
        &self,
        screen: &dyn LessonScreen,
        lesson: &Lesson,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let status = screen.status(cx.i18n);
        let lang = cx.i18n.lang();
        ui.label(RichText::new(lesson.title.in_language(lang)).size(theme::HEAD).strong());
        let args = [("at", (status.step + 1).into()), ("all", status.count.into())];
        ui.label(widgets::muted_text(cx.theme, cx.tf("lessons-step", &args)));
        progress_ui(&status, cx, ui);
        ui.add_space(4.0);
        // The buttons stay where they are from step to step.
        let top = ui.cursor().top();
        self.text_ui(&status, screen, cx, ui);
        ui.add_space((MIN_TEXT_HEIGHT - (ui.cursor().top() - top)).max(4.0));
        ui.horizontal_wrapped(|ui| self.buttons_ui(&status, screen, lesson, cx, ui));
        screen.reference_ui(cx, ui);
    }

    /// Draws the sentence of a step, the die and the answer.
    fn text_ui(
        &self,
        status: &LessonStatus,
        screen: &dyn LessonScreen,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        if status.is_new_position {
            ui.label(widgets::muted_text(cx.theme, cx.t("lessons-new-position")));
        }
        let text = RichText::new(&status.text).size(TEXT_SIZE).color(cx.theme.ink);
        ui.add(Label::new(text).wrap());
        screen.die_ui(cx, ui);
        let answer = match &status.answer {
            Some(LessonAnswer::Done(text)) => Some((text, cx.theme.accent)),
            Some(LessonAnswer::Wrong(text)) => Some((text, cx.theme.warning)),
            None => None,
        };
        if let Some((text, colour)) = answer {
            let text = RichText::new(text).size(theme::HEAD).color(colour);
            ui.add(Label::new(text).wrap());
        }
        if status.is_finished {
            let text = RichText::new(cx.t("lessons-finished")).size(theme::HEAD).strong();
            ui.add(Label::new(text).wrap());
        }
    }

    /// Draws the buttons that fit the step.
    fn buttons_ui(
        &self,
        status: &LessonStatus,
        screen: &dyn LessonScreen,
        lesson: &Lesson,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        if status.is_finished {
            if screen.start_of_game().is_some()
                && cx.theme.primary_ui(ui, cx.t("lessons-play-on")).clicked()
            {
                cx.send(Command::Lesson(LessonCommand::PlayOn));
            }
            if cx.theme.primary_ui(ui, cx.t("lessons-first-game")).clicked() {
                cx.send(Command::NewGame(lesson.preset.clone()));
            }
            if let Some(next) = self.next_lesson(&cx.settings.lessons)
                && ui.button(cx.t("lessons-next-lesson")).clicked()
            {
                cx.send(Command::Lesson(LessonCommand::Open(next.name.clone())));
            }
        }
        if status.is_finished {
            // "Start again" must not take the place of "Next".
            ui.end_row();
        }
        // These buttons come first, so that they do not move when "Next" appears.
        let buttons = [
            ("lessons-previous", LessonCommand::Previous),
            ("lessons-again", LessonCommand::Restart),
        ];
        for (id, command) in buttons {
            if ui.add_enabled(status.can_go_back, egui::Button::new(cx.t(id))).clicked() {
                cx.send(Command::Lesson(command));
            }
        }
        if status.can_go_on && cx.theme.primary_ui(ui, cx.t("lessons-next")).clicked() {
            cx.send(Command::Lesson(LessonCommand::Next));
        }
    }

    /// Draws the list of lessons, and the files that cannot be used.
    fn list_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let lessons = self.lessons();
        let is_done = |lesson: &Lesson| cx.settings.lessons.contains(&lesson.name);
        let done_count = lessons.lessons.iter().filter(|lesson| is_done(lesson)).count();
        ui.label(RichText::new(cx.t("lessons-list")).size(theme::HEAD).strong());
        let args = [("done", done_count.into()), ("all", lessons.lessons.len().into())];
        ui.label(widgets::muted_text(cx.theme, cx.tf("lessons-count", &args)));
        for (index, lesson) in lessons.lessons.iter().enumerate() {
            entry_ui(lesson, index == self.index, cx, ui);
        }
        for (file, fault) in &lessons.broken {
            let args = [("file", file.as_str().into()), ("why", fault.text(cx.i18n).into())];
            let text = RichText::new(cx.tf("lessons-broken", &args)).color(cx.theme.warning);
            ui.add(Label::new(text).wrap());
        }
    }
}

/// Draws how many steps are done, as a bar.
fn progress_ui(status: &LessonStatus, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let size = egui::vec2(ui.available_width(), 5.0);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::HOVER);
    let done = status.step + usize::from(status.is_finished);
    let share = done as f32 / status.count.max(1) as f32;
    ui.painter().rect_filled(rect, 2.5, theme::fade(cx.theme.ink, 0.12));
    let done_rect = rect.with_max_x(rect.left() + rect.width() * share);
    ui.painter().rect_filled(done_rect, 2.5, cx.theme.accent);
}

/// Draws the entry of a lesson in the list.
fn entry_ui(lesson: &Lesson, is_open: bool, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let is_done = cx.settings.lessons.contains(&lesson.name);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(18.0), egui::Sense::HOVER);
        if is_done {
            paint_icon(ui.painter(), rect.shrink(2.0), Icon::Done, cx.theme.accent);
        }
        let title = lesson.title.in_language(cx.i18n.lang());
        let args = [("title", title.into()), ("count", lesson.steps.len().into())];
        let id = if is_done { "lessons-entry-done" } else { "lessons-entry" };
        if ui.selectable_label(is_open, cx.tf(id, &args)).clicked() {
            cx.send(Command::Lesson(LessonCommand::Open(lesson.name.clone())));
        }
    });
}
