//! The dialog for a new script: its game and its name.

use egui::{Context, Id, Key, Modal, RichText, TextEdit, Ui};
use qipan_core::registry::GameKind;

use crate::command::{Command, ScriptCommand};
use crate::model::scripts::ScriptType;
use crate::model::starter::{MAX_NAME_CHARS, stem};
use crate::screens::scripts::words;
use crate::ui::context::ScreenContext;
use crate::ui::room::show_modal;
use crate::ui::theme::fade;
use crate::ui::widgets;

/// The dialog for a new script.
#[derive(Debug)]
pub(super) struct NewScriptDialog {
    script_type: ScriptType,
    game: GameKind,
    name: String,
    /// The error of the last try, if it failed.
    error: Option<String>,
    /// True if the field must take the focus.
    must_focus: bool,
}

impl NewScriptDialog {
    /// Returns a dialog with an empty name.
    pub(super) fn new(script_type: ScriptType, game: GameKind) -> Self {
        Self { script_type, game, name: String::new(), error: None, must_focus: true }
    }

    /// Shows an error.
    pub(super) fn show_error(&mut self, text: String) {
        self.error = Some(text);
        self.must_focus = true;
    }

    /// Draws the dialog over everything else. Returns true if the player closed it.
    pub(super) fn ui(&mut self, cx: &mut ScreenContext<'_>, ctx: &Context) -> bool {
        let modal = Modal::new(Id::unique("script-begin"))
            .frame(cx.theme.card().inner_margin(20))
            .backdrop_color(fade(cx.theme.shadow, 0.45));
        let response = show_modal(modal, ctx, |ui| {
            ui.set_width(ui.available_width().min(420.0));
            self.contents_ui(cx, ui)
        });
        response.should_close() || response.inner
    }

    /// Draws the contents of the dialog. Returns true if it was cancelled.
    fn contents_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) -> bool {
        let title = match self.script_type {
            ScriptType::Robot => cx.t("scripts-new-robot-title"),
            ScriptType::Rule => cx.t("scripts-new-rule-title"),
        };
        widgets::heading(ui, cx.theme, title);
        ui.add_space(4.0);
        let games = GameKind::ALL.map(|kind| (kind, words::game(cx.i18n, kind)));
        let game = cx.t("scripts-new-game");
        if widgets::segmented(ui, cx.theme, &game, &games, &mut self.game) {
            self.error = None;
        }
        ui.add_space(4.0);
        let is_submitted = self.name_field_ui(cx, ui);
        let file = stem(&self.name).map(|stem| {
            let folder = if self.script_type == ScriptType::Robot { "robots" } else { "rules" };
            format!("scripts/{folder}/{}/{stem}.luau", self.game.name())
        });
        match (&self.error, &file) {
            (Some(error), _) => {
                ui.label(RichText::new(error).color(cx.theme.error));
            }
            (None, Some(file)) => {
                let text = cx.tf("scripts-new-file", &[("file", file.as_str().into())]);
                ui.label(widgets::muted_text(cx.theme, text));
            }
            (None, None) => {
                let text = cx.tf("scripts-bad-name", &[("most", MAX_NAME_CHARS.into())]);
                ui.label(widgets::muted_text(cx.theme, text));
            }
        }
        ui.add_space(8.0);
        let mut is_cancelled = false;
        ui.horizontal(|ui| {
            let create = cx.theme.primary_button(cx.t("scripts-new-create"));
            let create = ui.add_enabled(file.is_some(), create);
            if create.clicked() || (is_submitted && file.is_some()) {
                let command =
                    ScriptCommand::Create(self.script_type, self.game, self.name.trim().to_owned());
                cx.send(Command::Script(command));
            }
            is_cancelled = ui.button(cx.t("action-cancel")).clicked();
        });
        is_cancelled
    }

    /// Draws the field for the name. Returns true if Enter was pressed in it.
    fn name_field_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
        let text_edit = TextEdit::singleline(&mut self.name)
            .hint_text(cx.t("scripts-new-name.hint"))
            .char_limit(MAX_NAME_CHARS)
            .margin(egui::Margin::symmetric(8, 7))
            .desired_width(ui.available_width() - 16.0);
        let response = widgets::field(ui, cx.t("scripts-new-name"), text_edit);
        if std::mem::take(&mut self.must_focus) {
            response.request_focus();
        }
        if response.changed() {
            self.error = None;
        }
        response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
    }
}
