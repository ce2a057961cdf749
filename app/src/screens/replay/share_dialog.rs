//! The share dialog over the replay screen.

use egui::{Context, Id, Modal};

use crate::games::GameUi;
use crate::screens::replay::ReplayView;
use crate::screens::replay::loop_range::LoopRange;
use crate::screens::replay::share_form::{ShareForm, SharedGame};
use crate::ui::context::ScreenContext;
use crate::ui::room::show_modal;
use crate::ui::theme::fade;

impl<G: GameUi> ReplayView<G> {
    /// Opens the share dialog with its default choices, or closes it.
    pub(super) fn set_share_form_open(&mut self, open: bool) {
        let range = self.loop_range.map(LoopRange::ends);
        self.share_form = ShareForm::default();
        (self.share_form.is_open, self.share_form.ends) = (open, range);
    }

    /// Returns true if the share dialog is open.
    pub(super) fn is_share_form_open(&self) -> bool {
        self.share_form.is_open
    }

    /// Draws the share dialog. `progress` holds the number of finished parts and the number of all
    /// parts of a running export.
    pub(super) fn share_ui(
        &mut self,
        progress: Option<(usize, usize)>,
        cx: &mut ScreenContext<'_>,
        ctx: &Context,
    ) {
        if !self.share_form.is_open {
            return;
        }
        let session = self.replay.session();
        let game =
            SharedGame { session, perspective: &self.perspective, position: self.replay.at() };
        let frame = cx.theme.card().shadow(cx.theme.soft_shadow()).inner_margin(20);
        let modal = Modal::new(Id::unique("share"))
            .frame(frame)
            .backdrop_color(fade(cx.theme.shadow, 0.45));
        let response = show_modal(modal, ctx, |ui| self.share_form.ui(&game, progress, cx, ui));
        if response.should_close() || response.inner {
            self.share_form.is_open = false;
        }
    }
}
