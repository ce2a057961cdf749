//! The branches page: the line shown, and the other continuations of the game.

use egui::{ScrollArea, Ui};
use qipan_core::contract::game::Viewer;
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::outcome::Outcome;
use qipan_core::record::AnnotationChange;

use crate::command::Command;
use crate::games::{GameUi, words};
use crate::model::i18n::ListStyle;
use crate::screens::replay::ReplayView;
use crate::screens::replay::branch_row::{BranchCommand, BranchRow, BranchesState};
use crate::ui::context::ScreenContext;
use crate::ui::widgets::muted_text;

impl<G: GameUi> ReplayView<G> {
    /// Draws the page of branches.
    pub(super) fn branches_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let rows = self.branch_rows(cx);
        if rows.len() == 1 {
            ui.label(muted_text(cx.theme, cx.t("branches-none")));
            return;
        }
        let mut request = None;
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for row in &rows {
                ui.push_id(("way", row.number), |ui| {
                    request = self.branches.branch_row_ui(row, cx, ui).or(request.take());
                });
                ui.add_space(6.0);
            }
        });
        match request {
            Some(BranchCommand::Show(variation)) if self.reveals_secrets(variation) => {
                // An unfinished game asks first if the player wants to see everything.
                cx.send(Command::SetPerspective(Viewer::All));
            }
            Some(BranchCommand::Show(variation)) => self.show_variation(variation),
            Some(BranchCommand::Name(None, name)) => self.annotate(AnnotationChange::Name(name)),
            Some(BranchCommand::Name(Some(variation), name)) => {
                self.annotate(AnnotationChange::NameVariation(variation, name));
            }
            Some(BranchCommand::Remove(variation)) => {
                self.annotate(AnnotationChange::RemoveVariation(variation));
                self.branches = BranchesState::default();
            }
            None => {}
        }
    }

    /// Returns true if a variation would reveal hidden pieces, so that the player must be asked
    /// first. A finished variation hides nothing, and all lines of a game begin with the same
    /// pieces.
    fn reveals_secrets(&self, variation: usize) -> bool {
        let outcomes = self.branches.outcomes.as_deref().unwrap_or_default();
        let is_over = outcomes.get(variation).is_some_and(Option::is_some);
        is_over && self.record().rules.has_secrets() && !self.perspective.is_free()
    }

    /// Returns the row of the line shown, then those of the variations.
    fn branch_rows(&mut self, cx: &ScreenContext<'_>) -> Vec<BranchRow> {
        let (record, states) = (self.replay.record(), self.replay.session().states());
        let outcomes =
            self.branches.outcomes.get_or_insert_with(|| record.variation_outcomes(states));
        let name_or_default = |name: &str| match name.is_empty() {
            true => cx.t("branches-as-played"),
            false => name.to_owned(),
        };
        let length = |count: usize| cx.tf("branches-steps", &[("count", count.into())]);
        let result = |outcome: Option<&Outcome>| match outcome {
            None => cx.t("branches-open"),
            Some(outcome) => {
                let winners = outcome.places.first().copied().unwrap_or_default();
                let winners = winners.iter().map(|seat| words::seat::<G>(cx.i18n, seat));
                cx.tf("home-won", &[("seat", cx.i18n.list(ListStyle::And, winners).into())])
            }
        };
        let outcome = states.last().and_then(G::outcome);
        let mut rows = vec![BranchRow {
            number: None,
            name: name_or_default(&record.name),
            custom_name: record.name.clone(),
            facts: [length(record.steps.len()), result(outcome.as_ref())].join(" · "),
        }];
        for ((number, variation), outcome) in record.variations.iter().enumerate().zip(outcomes) {
            let from = cx.tf("branches-from", &[("step", variation.shared_steps.into())]);
            let facts = [
                from,
                length(variation.shared_steps + variation.steps.len()),
                result(outcome.as_ref()),
            ];
            let (name, custom_name) = (name_or_default(&variation.name), variation.name.clone());
            rows.push(BranchRow {
                number: Some(number),
                name,
                custom_name,
                facts: facts.join(" · "),
            });
        }
        rows
    }

    /// Makes a variation the line shown. The perspective, the page and the speed are kept.
    fn show_variation(&mut self, variation: usize) {
        let Ok(replay) = self.replay.with_promoted_variation(variation) else { return };
        let shown = Self::new(replay.session().clone(), self.file.take());
        let before = std::mem::replace(self, shown);
        self.imported_name = before.imported_name;
        self.perspective = before.perspective;
        self.tab = before.tab;
        self.speed_index = before.speed_index;
        // The line shown is saved with the game, but a switch of the line is not an unsaved change.
        self.has_unsaved_changes = before.has_unsaved_changes;
        self.seek(replay.at());
    }
}
