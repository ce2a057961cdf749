//! Opens the layout editor, carries out its commands and returns its layout to the new-game
//! form.

use egui::Context;
use qipan_core::contract::seat::Seat;
use qipan_core::with_game;

use crate::app::{App, Screen};
use crate::command::GameCommand;
use crate::model::layout_limits;
use crate::screens::new_game::StartProblem;
use crate::screens::new_game::house::LayoutCheck;
use crate::screens::new_game::layouts::ChosenLayout;

impl App {
    /// Opens the editor. For a seat of the new game, it shows the layout that was chosen there.
    pub(super) fn edit_layout(&mut self, seat: Option<Seat>) {
        let Some(editor) = &mut self.screens.layout_editor else { return };
        editor.open(seat, &self.storage);
        if let Some(chosen) = seat.and_then(|seat| self.screens.new_game.layout_of(seat)) {
            editor.show(&chosen.layout);
        }
        self.go(Screen::Layout);
    }

    /// Carries out a command of the editor, and puts a finished layout into the form.
    pub(super) fn layout_command(&mut self, command: &GameCommand, ctx: &Context) {
        let Some(editor) = &mut self.screens.layout_editor else { return };
        let Some(result) = editor.carry_out(command, &self.storage, ctx) else { return };
        if let (Some(seat), Some(layout)) = (result.seat, result.layout) {
            let check = self.screens.new_game.layout_check(vec![(seat, layout.clone())]);
            if let Some(problem) = check.as_ref().and_then(judge) {
                let text = problem.text(&self.i18n, &*self.screens.new_game.seating().rules);
                return editor.show_objection(text);
            }
            self.screens
                .new_game
                .choose_layout(seat, Some(ChosenLayout { name: result.name, layout }));
        }
        self.back();
    }

    /// Asks the selected house rules about the chosen layouts, unless the answer is known.
    pub(super) fn judge_layouts(&mut self) {
        if let Some(check) = self.screens.new_game.pending_layout_check() {
            let problem = judge(&check);
            self.screens.new_game.set_layout_verdict(check, problem);
        }
    }

    /// Gives the new-game screen the available layouts, rule sets and house rules.
    pub(super) fn offer_layouts(&mut self) {
        let form = &mut self.screens.new_game;
        if let Some(editor) = &self.screens.layout_editor {
            form.layouts.shipped = editor.shipped(&self.i18n);
            form.layouts.own = editor.own(&self.storage);
        }
        form.sets.set_own(self.storage.list());
        self.offer_rules();
    }
}

/// Returns the first objection of the house rules to the layouts.
fn judge(check: &LayoutCheck) -> Option<StartProblem> {
    let verdict = with_game!(check.rules.kind(), |G| {
        layout_limits::judge::<G>(check.rules.expect_of::<G>(), &check.house_rules, &check.layouts)
    });
    match verdict {
        Ok(None) => None,
        Ok(Some(rejection)) => Some(StartProblem::of_rejection(&rejection, &check.house_rules)),
        Err(error) => Some(StartProblem::HouseFailed(error)),
    }
}
