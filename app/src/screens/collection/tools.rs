//! The search tools: words, game, state and players, and the order of the list.

use egui::{ComboBox, Key, Layout, TextEdit, Ui};

use crate::games::cards;
use crate::model::collection::{PlayerFilter, SortOrder, StateFilter};
use crate::screens::collection::{CollectionPage, CollectionTask};
use crate::ui::context::ScreenContext;
use crate::ui::widgets::{self, within};

/// The page width below which the tools take two rows.
pub(super) const TWO_ROWS_BELOW: f32 = 1000.0;

/// The width of a drop-down list, in points.
const CHOICE_WIDTH: f32 = 140.0;

impl CollectionPage {
    /// Draws the search tools. Returns true if the query changed.
    pub(super) fn tools_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) -> bool {
        let full = ui.max_rect();
        let frame = cx.theme.card().inner_margin(egui::Margin::symmetric(14, 10));
        let inner = full
            .shrink2(frame.total_margin().left_top() + frame.total_margin().right_bottom())
            .expand2(frame.total_margin().left_top());
        ui.painter().add(frame.paint(inner));
        let is_narrow = full.width() < TWO_ROWS_BELOW;
        let top_row = inner.with_max_y(inner.top() + widgets::CONTROL_HEIGHT);
        let choices_width = 4.0 * (CHOICE_WIDTH + 10.0);
        let (search, choices) = match is_narrow {
            true => (top_row, top_row.translate(egui::vec2(0.0, widgets::CONTROL_HEIGHT + 8.0))),
            false => (
                top_row.with_max_x(top_row.right() - choices_width - 160.0),
                top_row.with_min_x(top_row.right() - choices_width - 150.0),
            ),
        };
        let mut changed = within(ui, search, |ui| self.search_ui(cx, ui));
        within(ui, choices, |ui| {
            let layout = Layout::left_to_right(egui::Align::Center);
            ui.with_layout(layout, |ui| {
                ui.spacing_mut().item_spacing.x = 10.0;
                changed |= self.choices_ui(cx, ui);
                ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.add(
                        egui::Label::new(widgets::muted_text(cx.theme, self.status(cx))).truncate(),
                    );
                });
            });
        });
        changed
    }

    /// Draws the search field. Returns true if its text changed.
    fn search_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
        let before = self.query.text.clone();
        let edit = TextEdit::singleline(&mut self.query.text)
            .hint_text(cx.t("collection-find-hint"))
            .char_limit(100)
            .margin(egui::Margin::symmetric(10, 7))
            .desired_width(ui.available_width() - 20.0);
        let response = widgets::field(ui, cx.t("collection-find"), edit);
        if std::mem::take(&mut self.must_focus_search) {
            response.request_focus();
        }
        // The down arrow takes the focus from the search field, so that the arrow keys move the
        // selection in the list.
        if response.has_focus() && ui.input(|input| input.key_pressed(Key::ArrowDown)) {
            response.surrender_focus();
        }
        before != self.query.text
    }

    /// Draws the drop-down lists. Returns true if the query changed.
    fn choices_ui(&mut self, cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
        // An empty list of presets means all games.
        let any_preset: &'static [&'static str] = &[];
        let mut games = vec![(any_preset, cx.t("collection-game-all"))];
        games.extend(cards().map(|(_, card)| (card.presets, cx.t(&format!("game-{}", card.name)))));
        let states = StateFilter::ALL.map(|state| (state, cx.t(state_id(state))));
        let players = PlayerFilter::ALL.map(|who| (who, cx.t(who_id(who))));
        let sorts = SortOrder::ALL.map(|sort| (sort, cx.t(sort_id(sort))));
        let query = &mut self.query;
        let mut changed = choice_ui("collection-game", &games, &mut query.presets, cx, ui);
        changed |= choice_ui("collection-state", &states, &mut query.state, cx, ui);
        changed |= choice_ui("collection-who", &players, &mut query.who, cx, ui);
        changed | choice_ui("collection-sort", &sorts, &mut query.sort, cx, ui)
    }

    /// Returns the number of games shown, or the progress of the background task.
    fn status(&self, cx: &ScreenContext<'_>) -> String {
        match self.task {
            Some(CollectionTask::Reading(done, all)) if all > 0 => {
                cx.tf("collection-reading", &[("done", done.into()), ("all", all.into())])
            }
            Some(CollectionTask::Importing(done, all)) => {
                cx.tf("collection-importing", &[("done", done.into()), ("all", all.into())])
            }
            _ if !self.is_read => String::new(),
            _ => {
                let broken = self.matching_files().filter(|file| file.summary.is_err()).count();
                let count = [("count", (self.matches.len() - broken).into())];
                let games = cx.tf("collection-count", &count);
                match broken {
                    0 => games,
                    broken => {
                        let broken = cx.tf("collection-count-broken", &[("count", broken.into())]);
                        format!("{games} · {broken}")
                    }
                }
            }
        }
    }
}

const fn state_id(state: StateFilter) -> &'static str {
    match state {
        StateFilter::All => "collection-state-all",
        StateFilter::Finished => "collection-state-finished",
        StateFilter::Unfinished => "collection-state-unfinished",
        StateFilter::Broken => "collection-state-broken",
    }
}

const fn who_id(who: PlayerFilter) -> &'static str {
    match who {
        PlayerFilter::Anybody => "collection-who-all",
        PlayerFilter::People => "collection-who-people",
        PlayerFilter::Robots => "collection-who-robots",
    }
}

const fn sort_id(sort: SortOrder) -> &'static str {
    match sort {
        SortOrder::Date => "collection-sort-date",
        SortOrder::Length => "collection-sort-length",
        SortOrder::Name => "collection-sort-name",
    }
}

/// Draws a drop-down list. `id` is the text id of its name. Returns true if another option was
/// chosen.
fn choice_ui<T: PartialEq + Copy>(
    id: &str,
    options: &[(T, String)],
    value: &mut T,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> bool {
    let mut changed = false;
    let current = options.iter().find(|(option, _)| option == value);
    let text = current.map_or("", |(_, text)| text.as_str());
    ui.name_inputs(cx.t(id), |ui| {
        let combo = ComboBox::from_id_salt(id).selected_text(text);
        combo.icon(widgets::combo_icon).width(CHOICE_WIDTH).truncate().show_ui(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (option, text) in options {
                if ui.selectable_label(option == value, text).clicked() {
                    changed |= option != value;
                    *value = *option;
                    ui.close();
                }
            }
        });
    });
    changed
}
