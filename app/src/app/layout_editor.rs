//! Opens the layout editor, carries out its commands and returns its layout to the new-game
//! form.

use egui::Context;
use qipan_core::contract::seat::Seat;
use qipan_core::with_game;

use crate::app::{App, Screen};
use crate::command::GameCommand;
use crate::model::layout_limits;
use crate::screens::new_game::StartProblem;
use crate::screens::new_game::house::LayoutsToJudge;
use crate::screens::new_game::layouts::ChosenLayout;

impl App {
    /// Opens the editor. If `seat` is a seat of the new game, shows the layout chosen for it.
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
            let to_judge = self.screens.new_game.layouts_to_judge(vec![(seat, layout.clone())]);
            if let Some(problem) = to_judge.as_ref().and_then(judge) {
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
        if let Some(to_judge) = self.screens.new_game.unjudged_layouts() {
            let problem = judge(&to_judge);
            self.screens.new_game.set_layout_verdict(to_judge, problem);
        }
    }

    /// Gives the new-game screen the available layouts, rule sets and house rules.
    pub(super) fn fill_new_game_form(&mut self) {
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
fn judge(to_judge: &LayoutsToJudge) -> Option<StartProblem> {
    let verdict = with_game!(to_judge.rules.kind(), |G| {
        layout_limits::judge::<G>(
            to_judge.rules.expect_of::<G>(),
            &to_judge.house_rules,
            &to_judge.layouts,
        )
    });
    match verdict {
        Ok(None) => None,
        Ok(Some(rejection)) => Some(StartProblem::of_rejection(&rejection, &to_judge.house_rules)),
        Err(error) => Some(StartProblem::HouseFailed(error)),
    }
}
