//! A row of the branches page: the line shown or another line of the game, with its buttons.

use egui::{Key, RichText, TextEdit, Ui};
use qipan_core::contract::outcome::Outcome;
use qipan_core::record::MAX_NAME;

use crate::ui::context::ScreenContext;
use crate::ui::widgets::{field, muted_text};

/// The state of the branches page, kept from frame to frame.
#[derive(Default)]
pub(super) struct BranchesState {
    /// The outcome of each variation, computed on demand.
    pub(super) outcomes: Option<Vec<Option<Outcome>>>,
    /// The line that is being renamed, given as in `BranchRow::number`, and the name typed so far.
    renaming: Option<(Option<usize>, String)>,
    /// The index of the variation whose removal the player has to confirm.
    to_remove: Option<usize>,
}

/// An action requested on the page.
pub(super) enum BranchCommand {
    /// Shows the variation at this index.
    Show(usize),
    /// Renames a line, given as in `BranchRow::number`.
    Name(Option<usize>, String),
    /// Removes the variation at this index.
    Remove(usize),
}

/// A line of the game as listed on the page.
pub(super) struct BranchRow {
    /// The index of a variation in the record, or `None` for the line shown.
    pub(super) number: Option<usize>,
    /// The name to show.
    pub(super) name: String,
    /// The name that the player gave it, or an empty text.
    pub(super) custom_name: String,
    /// A text about its length and its end.
    pub(super) facts: String,
}

impl BranchesState {
    /// Draws a line. Returns the requested action.
    pub(super) fn branch_row_ui(
        &mut self,
        row: &BranchRow,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) -> Option<BranchCommand> {
        let mut request = None;
        let text = RichText::new(&row.name).strong();
        let is_shown = row.number.is_none();
        let text =
            if is_shown { text.color(cx.theme.readable_on_panel(cx.theme.accent)) } else { text };
        ui.label(text);
        ui.label(muted_text(cx.theme, &row.facts));
        if let Some((_, name)) = self.renaming.as_mut().filter(|(number, _)| *number == row.number)
        {
            let text_edit = TextEdit::singleline(name).char_limit(MAX_NAME);
            let response = field(ui, cx.t("branches-name"), text_edit);
            if response.lost_focus() {
                let is_accepted = !ui.input(|input| input.key_pressed(Key::Escape));
                let is_renamed = is_accepted && name.trim() != row.custom_name;
                request =
                    is_renamed.then(|| BranchCommand::Name(row.number, name.trim().to_owned()));
                self.renaming = None;
            } else {
                response.request_focus();
            }
            return request;
        }
        ui.horizontal_wrapped(|ui| {
            if let Some(number) = row.number
                && ui.button(cx.t("branches-show")).clicked()
            {
                request = Some(BranchCommand::Show(number));
            }
            if ui.button(cx.t("branches-rename")).clicked() {
                self.renaming = Some((row.number, row.custom_name.clone()));
            }
            let Some(number) = row.number else { return };
            let is_confirming = self.to_remove == Some(number);
            let text = cx.t(if is_confirming { "branches-delete-sure" } else { "branches-delete" });
            if ui.button(text).clicked() {
                match is_confirming {
                    true => request = Some(BranchCommand::Remove(number)),
                    false => self.to_remove = Some(number),
                }
            }
        });
        request
    }
}
