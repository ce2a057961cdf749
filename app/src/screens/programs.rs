//! The question that asks for permission to run robots written in other languages.

use egui::{Context, Id, Modal, RichText, Ui};

use crate::command::{Command, RematchChange, TournamentCommand};
use crate::model::programs::Program;
use crate::model::setup::NewGame;
use crate::model::visible::escape_hidden;
use crate::ui::context::ScreenContext;
use crate::ui::question::{dialog_width, focus_safe_answer, scrolling_text};
use crate::ui::theme::{self, mix};
use crate::ui::widgets;

/// The open question. The answer yes permits only the programs that it shows to run.
#[derive(Debug)]
pub struct ProgramQuestion {
    /// The programs as they were when the question came up.
    pub programs: Vec<Program>,
    /// The action to begin once the programs may run.
    pub then: PendingAction,
}

/// An action that needs programs.
#[derive(Clone, Debug)]
pub enum PendingAction {
    /// A game.
    Game(Box<NewGame>),
    /// The same game again.
    Rematch(RematchChange),
    /// A tournament.
    Tournament(TournamentCommand),
}

/// Draws the question and sends the answer.
pub fn program_consent_ui(programs: &[Program], cx: &mut ScreenContext<'_>, ctx: &Context) {
    let modal = Modal::new(Id::unique("programs")).frame(cx.theme.card());
    let response = modal.show(ctx, |ui| {
        ui.set_width(dialog_width(ui, 560.0));
        ui.label(RichText::new(cx.t("ask-run-programs")).size(theme::HEAD));
        ui.add_space(6.0);
        scrolling_text(ui, "programs", |ui| {
            for program in programs {
                program_ui(program, cx, ui);
                ui.add_space(6.0);
            }
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let no = cx.theme.primary_ui(ui, cx.t("action-no"));
            let keys: Vec<&str> = programs.iter().map(Program::key).collect();
            focus_safe_answer(ui, &no, ("programs", keys));
            if no.clicked() {
                cx.send(Command::Back);
            }
            if ui.button(cx.t("action-yes")).clicked() {
                cx.send(Command::RunPrograms);
            }
        });
    });
    if response.should_close() {
        cx.send(Command::Back);
    }
}

/// Draws a robot file with its command, one argument per line, and the files used with it.
fn program_ui(program: &Program, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let fill = mix(cx.theme.panel, cx.theme.ink, 0.04);
    cx.theme.card().fill(fill).show(ui, |ui| {
        ui.take_available_width();
        ui.spacing_mut().item_spacing.y = 3.0;
        let heading = cx.tf("ask-program-runs", &[("file", program.printable_file().into())]);
        ui.label(widgets::muted_text(cx.theme, heading));
        for argument in program.arguments() {
            let text = RichText::new(argument).monospace().color(cx.theme.ink);
            ui.add(egui::Label::new(text).wrap());
        }
        if !program.own_files.is_empty() {
            let files = program.own_files.iter().map(|file| escape_hidden(file));
            let files = files.collect::<Vec<_>>().join(" · ");
            let text = cx.tf("ask-program-beside", &[("files", files.into())]);
            ui.add(egui::Label::new(widgets::muted_text(cx.theme, text)).wrap());
        }
    });
}
