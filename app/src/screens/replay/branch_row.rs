//! The main line or a branch as a row of a list, with its buttons.

use egui::{Key, RichText, TextEdit, Ui};
use qipan_core::contract::outcome::Outcome;
use qipan_core::record::MAX_NAME;

use crate::ui::context::ScreenContext;
use crate::ui::widgets::{field, muted_text};

/// The state of the page, kept from frame to frame.
#[derive(Default)]
pub(super) struct Branches {
    /// The outcome of each variation, computed on demand.
    pub(super) ends: Option<Vec<Option<Outcome>>>,
    /// The line being named and the name typed so far. `None` is the line shown, a number a
    /// variation.
    naming: Option<(Option<usize>, String)>,
    /// The variation whose removal awaits confirmation.
    going: Option<usize>,
}

/// An action requested on the page.
pub(super) enum BranchCommand {
    Show(usize),
    Name(Option<usize>, String),
    Remove(usize),
}

/// A line of the game as listed on the page.
pub(super) struct BranchRow {
    /// `None` for the line shown, else the number of a variation.
    pub(super) number: Option<usize>,
    pub(super) name: String,
    /// The name given by players, if any.
    pub(super) given: String,
    pub(super) facts: String,
}

impl Branches {
    /// Draws a line. Returns the requested action.
    pub(super) fn branch_row_ui(
        &mut self,
        row: &BranchRow,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) -> Option<BranchCommand> {
        let mut request = None;
        let text = RichText::new(&row.name).strong();
        let shown = row.number.is_none();
        let text = if shown { text.color(cx.theme.as_text(cx.theme.accent)) } else { text };
        ui.label(text);
        ui.label(muted_text(cx.theme, &row.facts));
        if let Some((_, name)) = self.naming.as_mut().filter(|(which, _)| *which == row.number) {
            let edit = TextEdit::singleline(name).char_limit(MAX_NAME);
            let response = field(ui, cx.t("branches-name"), edit);
            if response.lost_focus() {
                let accepted = !ui.input(|input| input.key_pressed(Key::Escape));
                let named = accepted && name.trim() != row.given;
                request = named.then(|| BranchCommand::Name(row.number, name.trim().to_owned()));
                self.naming = None;
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
                self.naming = Some((row.number, row.given.clone()));
            }
            let Some(number) = row.number else { return };
            let sure = self.going == Some(number);
            let text = cx.t(if sure { "branches-delete-sure" } else { "branches-delete" });
            if ui.button(text).clicked() {
                match sure {
                    true => request = Some(BranchCommand::Remove(number)),
                    false => self.going = Some(number),
                }
            }
        });
        request
    }
}
