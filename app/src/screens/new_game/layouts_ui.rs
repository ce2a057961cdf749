//! The choice of a person's layout: a random one, a shipped one or one of the player's own.

use egui::{ComboBox, Ui};
use qipan_core::contract::seat::Seat;

use crate::command::Command;
use crate::games::{LayoutChoice, words};
use crate::model::setup::SeatChoice;
use crate::screens::new_game::NewGameForm;
use crate::screens::new_game::layouts::ChosenLayout;
use crate::ui::context::ScreenContext;
use crate::ui::room::list_height;
use crate::ui::widgets;

impl NewGameForm {
    /// Returns the layout chosen for a seat of the selected preset, or `None` for a random one.
    pub fn layout_of(&self, seat: Seat) -> Option<&ChosenLayout> {
        self.layouts.chosen.get(&(self.preset(), seat.index()))
    }

    /// Sets the layout of a seat of the selected preset. `None` stands for a random layout.
    pub fn choose_layout(&mut self, seat: Seat, chosen: Option<ChosenLayout>) {
        let key = (self.preset(), seat.index());
        match chosen {
            Some(chosen) => drop(self.layouts.chosen.insert(key, chosen)),
            None => drop(self.layouts.chosen.remove(&key)),
        }
    }

    /// Returns true if a person has this seat of the selected preset and chooses a layout before
    /// the game.
    pub(super) fn can_choose_layout(&self, seat: Seat) -> bool {
        let seating = self.seating();
        let is_person =
            |seat_choice| matches!(seat_choice, &SeatChoice::Me | &SeatChoice::Person(_));
        seating.seat_choices.get(seat.index()).is_some_and(is_person)
            && self.start_line().is_none()
            && seating.has_layouts()
    }

    /// Returns the layouts that people have chosen for the new game, each with its seat.
    pub(super) fn chosen_layouts(&self) -> Vec<(Seat, String)> {
        let count = self.seating().seat_choices.len() as u8;
        let seats = (0..count).map(Seat::new).filter(|seat| self.can_choose_layout(*seat));
        seats.filter_map(|seat| Some((seat, self.layout_of(seat)?.layout.clone()))).collect()
    }
}

/// Draws the choice of a seat's layout.
pub(super) fn layout_ui(
    form: &mut NewGameForm,
    seat: Seat,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let chosen = form.layout_of(seat).cloned();
    let random = cx.t("layout-choose-random");
    let current = chosen
        .as_ref()
        .map_or_else(|| random.clone(), |chosen| chosen.title(&form.layouts.shipped, cx));
    let seat_name = words::seat_of(form.kind(), cx.i18n, seat);
    let name = cx.tf("layout-choose", &[("seat", seat_name.into())]);
    let mut selection = chosen.clone();
    // Centres the label vertically on the controls beside it.
    ui.spacing_mut().interact_size.y = widgets::CONTROL_HEIGHT + 2.0;
    ui.set_min_height(widgets::CONTROL_HEIGHT + 4.0);
    ui.label(widgets::muted_text(cx.theme, cx.t("layout-title")));
    ui.name_inputs(name, |ui| {
        let combo = ComboBox::from_id_salt("layout").selected_text(current).width(170.0);
        combo.icon(widgets::combo_icon).height(list_height(520.0, ui)).truncate().show_ui(
            ui,
            |ui| {
                ui.set_min_width(230.0);
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.selectable_value(&mut selection, None, random)
                    .on_hover_text(cx.t("layout-choose-random.about"));
                ui.separator();
                for LayoutChoice { title, layout, .. } in &form.layouts.own {
                    let value = ChosenLayout { name: Some(title.clone()), layout: layout.clone() };
                    ui.selectable_value(&mut selection, Some(value), title);
                }
                if !form.layouts.own.is_empty() {
                    ui.separator();
                }
                for LayoutChoice { title, about, layout } in &form.layouts.shipped {
                    let value = ChosenLayout { name: None, layout: layout.clone() };
                    ui.selectable_value(&mut selection, Some(value), title).on_hover_text(about);
                }
            },
        );
    });
    if ui.button(cx.t("layout-choose-edit")).clicked() {
        cx.send(Command::EditLayout(Some(seat)));
    }
    if selection != chosen {
        form.choose_layout(seat, selection);
    }
}
