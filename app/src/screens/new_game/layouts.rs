//! Which layout each person of a game of Junqi begins with: random, ready-made, an own one.

use std::collections::BTreeMap;

use egui::{ComboBox, Ui};
use qipan_core::junqi::Layout;
use qipan_core::junqi::layouts::SHIPPED;
use qipan_core::seat::Seat;

use crate::command::Command;
use crate::games::junqi::editor::words;
use crate::model::kind::AnyRules;
use crate::model::storage::OwnLayout;
use crate::screens::new_game::{NewGameForm, Sitter};
use crate::ui::context::Cx;
use crate::ui::widgets;

/// The layouts chosen for the seats of each preset, and what there is to choose from.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    chosen: BTreeMap<(&'static str, usize), Chosen>,
    /// The player's own whole layouts.
    own: Vec<(String, Layout)>,
}

/// A layout that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The player's name for it; none for one that ships or has not been saved.
    pub name: Option<String>,
    /// The layout.
    pub layout: Layout,
}

impl Chosen {
    /// What the form calls it.
    fn title(&self, cx: &Cx<'_>) -> String {
        let shipped = SHIPPED.iter().find(|shipped| shipped.layout() == self.layout);
        match (&self.name, shipped) {
            (Some(name), _) => name.clone(),
            (None, Some(shipped)) => words::shipped_name(cx.i18n, shipped).to_owned(),
            (None, None) => cx.t("layout-choose-made"),
        }
    }
}

impl Layouts {
    /// Takes the player's own layouts, those that are whole.
    pub fn set_own(&mut self, own: &[OwnLayout]) {
        let whole = |own: &OwnLayout| Some((own.name.clone(), own.draft.layout()?));
        self.own = own.iter().filter_map(whole).collect();
    }
}

impl NewGameForm {
    /// The layout chosen for a seat of the preset in front; none for a random one.
    #[must_use]
    pub fn layout_of(&self, seat: Seat) -> Option<&Chosen> {
        self.layouts.chosen.get(&(self.preset(), seat.index()))
    }

    /// Chooses a layout for a seat of the preset in front, or a random one.
    pub fn choose_layout(&mut self, seat: Seat, chosen: Option<Chosen>) {
        let key = (self.preset(), seat.index());
        match chosen {
            Some(chosen) => drop(self.layouts.chosen.insert(key, chosen)),
            None => drop(self.layouts.chosen.remove(&key)),
        }
    }

    /// Whether a seat of the preset in front lays out an army before the game.
    pub(super) fn lays_out(&self, seat: Seat) -> bool {
        let person = matches!(self.sheet().sitters[seat.index()], Sitter::Me | Sitter::Person(_));
        match &self.sheet().rules {
            AnyRules::Race(_) => false,
            AnyRules::Junqi(rules) => person && !rules.is_flip(),
        }
    }

    /// The layouts of the game that begins: those that people have chosen.
    pub(super) fn layouts_of_game(&self) -> Vec<(Seat, Layout)> {
        let seats = (0..4).map(Seat::new).filter(|seat| self.lays_out(*seat));
        seats.filter_map(|seat| Some((seat, self.layout_of(seat)?.layout))).collect()
    }
}

/// Draws the choice of a seat's layout.
pub(super) fn layout_ui(form: &mut NewGameForm, seat: Seat, cx: &mut Cx<'_>, ui: &mut Ui) {
    let chosen = form.layout_of(seat).cloned();
    let random = cx.t("layout-choose-random");
    let current = chosen.as_ref().map_or_else(|| random.clone(), |chosen| chosen.title(cx));
    let seat_name = crate::games::words::seat_of(form.kind(), cx.i18n, seat);
    let name = cx.tf("layout-choose", &[("seat", seat_name.into())]);
    let mut wanted = chosen.clone();
    // The word stands at half the height of the controls beside it.
    ui.spacing_mut().interact_size.y = widgets::CONTROL + 2.0;
    ui.set_min_height(widgets::CONTROL + 4.0);
    ui.label(widgets::quiet(cx.theme, cx.t("layout-title")));
    ui.name_inputs(name, |ui| {
        let combo = ComboBox::from_id_salt("layout").selected_text(current).width(170.0);
        combo.icon(widgets::combo_icon).height(520.0).truncate().show_ui(ui, |ui| {
            ui.set_min_width(230.0);
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.selectable_value(&mut wanted, None, random)
                .on_hover_text(cx.t("layout-choose-random.about"));
            ui.separator();
            for (name, layout) in &form.layouts.own {
                let own = Chosen { name: Some(name.clone()), layout: *layout };
                ui.selectable_value(&mut wanted, Some(own), name);
            }
            if !form.layouts.own.is_empty() {
                ui.separator();
            }
            for shipped in &SHIPPED {
                let value = Chosen { name: None, layout: shipped.layout() };
                let text = words::shipped_name(cx.i18n, shipped);
                ui.selectable_value(&mut wanted, Some(value), text)
                    .on_hover_text(words::shipped_plan(cx.i18n, shipped));
            }
        });
    });
    if ui.button(cx.t("layout-choose-edit")).clicked() {
        cx.send(Command::EditLayout(Some(seat)));
    }
    if wanted != chosen {
        form.choose_layout(seat, wanted);
    }
}
