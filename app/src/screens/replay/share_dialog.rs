//! The share dialog over the replay screen.

use egui::{Context, Id, Modal};

use crate::games::GameUi;
use crate::screens::replay::ReplayView;
use crate::screens::replay::share_form::{ShareForm, SharedGame};
use crate::ui::context::ScreenContext;
use crate::ui::room::show_modal;
use crate::ui::theme::fade;

impl<G: GameUi> ReplayView<G> {
    /// Opens the share dialog anew, or closes it.
    pub(super) fn show_what_to_share(&mut self, open: bool) {
        let section = self.section.map(|section| section.ends());
        self.sharing = ShareForm::default();
        (self.sharing.open, self.sharing.ends) = (open, section);
    }

    /// Returns true if the share dialog is open.
    pub(super) fn shows_what_to_share(&self) -> bool {
        self.sharing.open
    }

    /// Draws the share dialog. `progress` is that of a running export.
    pub(super) fn share_ui(
        &mut self,
        progress: Option<(usize, usize)>,
        cx: &mut ScreenContext<'_>,
        ctx: &Context,
    ) {
        if !self.sharing.open {
            return;
        }
        let session = self.replay.session();
        let game = SharedGame { session, eyes: &self.perspective, at: self.replay.at() };
        let frame = cx.theme.card().shadow(cx.theme.soft_shadow()).inner_margin(20);
        let modal = Modal::new(Id::unique("share"))
            .frame(frame)
            .backdrop_color(fade(cx.theme.shadow, 0.45));
        let shown = show_modal(modal, ctx, |ui| self.sharing.ui(&game, progress, cx, ui));
        if shown.should_close() || shown.inner {
            self.sharing.open = false;
        }
    }
}
