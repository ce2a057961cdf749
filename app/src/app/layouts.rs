//! The layout editor's part of the window: opening it, its wishes, its way back to the form.

use egui::Context;
use qipan_core::seat::Seat;

use crate::app::{App, Screen};
use crate::games::junqi::editor::LayoutWish;
use crate::screens::new_game::layouts::Chosen;

impl App {
    /// Opens the editor; for a seat of the new game with the layout chosen there.
    pub(super) fn edit_layout(&mut self, seat: Option<Seat>) {
        self.layout.enter(seat, &self.storage);
        if let Some(chosen) = seat.and_then(|seat| self.form.layout_of(seat)) {
            self.layout.show(&chosen.layout);
        }
        self.go(Screen::Layout);
    }

    /// Carries a wish of the editor out, and takes its layout into the form when it is done.
    pub(super) fn layout_wish(&mut self, wish: LayoutWish, ctx: &Context) {
        let Some(finished) = self.layout.apply(wish, &self.storage, ctx) else { return };
        if let (Some(seat), Some(layout)) = (finished.seat, finished.layout) {
            if let Some(problem) = self.form.objection_to(seat, layout) {
                let text = problem.text(&self.i18n, &self.form.sheet().rules);
                return self.layout.object(text);
            }
            let name = self.layout.saved_name().map(str::to_owned);
            self.form.choose_layout(seat, Some(Chosen { name, layout }));
        }
        self.back();
    }

    /// Tells the new-game screen which layouts there are, when it is shown.
    pub(super) fn offer_layouts(&mut self) {
        if self.screen == Screen::NewGame {
            self.form.layouts.set_own(&self.storage.layouts().0);
            self.form.sets.set_own(self.storage.sets());
            self.offer_rules();
        }
    }
}
