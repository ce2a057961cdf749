//! The page that lists the steps as text.

use egui::Ui;
use qipan_core::contract::options::RuleSet;

use crate::command::ReplayCommand;
use crate::games::{GameUi, words};
use crate::screens::replay::ReplayView;
use crate::screens::replay::step_list::ListedSteps;
use crate::ui::context::ScreenContext;

impl<G: GameUi> ReplayView<G> {
    /// Updates the texts of the steps for the viewer.
    pub(super) fn update_texts(&mut self, cx: &ScreenContext<'_>) {
        let (replay, viewer) = (&self.replay, self.perspective.viewer());
        self.log.update(cx, viewer, replay.len(), |step| {
            let before = replay.state_at(step).map(|state| state.view(viewer));
            before.map_or(String::new(), |view| {
                words::step(cx.i18n, replay.record(), step, &view, replay.events(step))
            })
        });
    }

    /// Draws the filter and the list of steps.
    pub(super) fn steps_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let seats = self.replay.state().seats_in_turn_order();
        self.filter.ui::<G>(&seats, &self.outline, cx, ui);
        let (log, replay) = (&self.log, &self.replay);
        let start = self.start_text(cx);
        let sign = |position| replay.record().comment_at(position).and_then(|comment| comment.sign);
        let text = |position: usize| match (position.checked_sub(1), sign(position)) {
            (Some(step), Some(sign)) => format!("{}  {}", log.line(step), sign.symbol()),
            (Some(step), None) => log.line(step).to_owned(),
            (None, _) => start.clone(),
        };
        let steps = ListedSteps {
            position: replay.at(),
            audience: (cx.i18n.lang(), self.perspective.viewer()),
            filter: &self.filter,
            outline: &self.outline,
            text: &text,
            is_redundant: &|position| position > 0 && G::is_redundant(replay.events(position - 1)),
            colour: &|seat| self.outline.colour::<G>(seat, cx.theme),
        };
        if let Some(position) = self.step_list.ui(&steps, cx.theme, ui) {
            cx.send(ReplayCommand::Seek(position));
        }
    }

    /// Returns the text of position 0: the changed options with their values, and the house rules.
    fn start_text(&self, cx: &ScreenContext<'_>) -> String {
        let record = self.record();
        let changed = G::changed_by_players(&record.rules).into_iter();
        let value = |key: &'static str| Some((key.to_owned(), record.rules.get(key)?));
        let mut lines = vec![cx.t("replay-start")];
        lines.extend(words::settings(cx.i18n, &changed.filter_map(value).collect()));
        lines.extend(record.house_rules.iter().map(|rule| {
            let name = cx.i18n.pick(&rule.name).to_owned();
            cx.tf("replay-start-rule", &[("rule", name.into())])
        }));
        lines.join("\n")
    }
}
