//! The board of the replay at the step shown, with the banner over it.

use egui::Ui;
use qipan_core::contract::game::Step;
use qipan_core::contract::options::RuleSet;

use crate::games::{BoardUi as _, GameUi, Scene, words};
use crate::play::robot_query::RobotQuery;
use crate::screens::replay::ReplayView;
use crate::ui::context::ScreenContext;

impl<G: GameUi> ReplayView<G> {
    /// Draws the board and the banner over it.
    pub(super) fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let rect = ui.available_rect_before_wrap();
        let position = self.replay.at();
        let last_events = match position.checked_sub(1) {
            Some(step) if self.animator.is_idle() => self.replay.events(step),
            _ => &[],
        };
        let before = position.checked_sub(1).and_then(|step| self.replay.state_at(step));
        let view_before = before
            .filter(|_| !last_events.is_empty())
            .map(|state| state.view(self.perspective.viewer()));
        let answer = self.robot_query.as_ref().and_then(RobotQuery::answer);
        let better = self.analysis.better_action(position, self.replay.len());
        let selection = better.or(answer.and_then(|answer| answer.action)).map(G::confirmation);
        let shows_full_state =
            self.perspective.is_free() && self.replay.state().rules().has_secrets();
        let scene = Scene {
            view: &self.view,
            view_cache: self.view_cache.get_or_init(|| G::view_cache(&self.view)),
            full_state: shows_full_state.then(|| self.replay.state()),
            animator: &self.animator,
            actions: &[],
            selection: &selection.unwrap_or_default(),
            marks: None,
            notes: answer.map(|answer| &answer.report),
            refused: None,
            hovered_events: last_events,
            view_before_hovered: view_before.as_ref(),
            last_events,
            is_interactive: false,
            is_picking_colour: false,
        };
        self.board.ui(&scene, cx, ui, rect);
        let (record, shown_steps) = (self.replay.record(), self.animator.steps());
        // The effect of a house rule is announced while it is animated.
        let is_next_by_rule = matches!(record.steps.get(shown_steps), Some(Step::House { .. }));
        let announced_steps =
            shown_steps + usize::from(is_next_by_rule && !self.animator.is_idle());
        let (log, replay) = (&self.log, &self.replay);
        let announcements = |step| {
            words::step_announcements(cx.i18n, record, step, log.line(step), replay.events(step))
        };
        self.banner.update(cx.now, announced_steps, announcements);
        self.banner.ui::<G>(rect, cx, ui);
        self.drawings_ui(rect, cx, ui);
    }
}
