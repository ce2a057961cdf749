//! Games with people on other devices: the page to open or join a table, the table before its game
//! begins, and the strip under the game.

mod lobby;
mod plan;
mod strip;

use egui::{Rect, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::command::{Command, TogetherCommand};
use crate::games::LayoutChoice;
use crate::model::settings::Settings;
use crate::model::setup::NewGame;
use crate::together::{NearbyTable, PersonGuest, Verdict};
use crate::ui::context::ScreenContext;
use crate::ui::theme;
use crate::ui::title::title_ui;
use crate::ui::widgets::{self, within};
use lobby::{Lobby, lobby_ui};
use plan::{Plan, plan_ui};

pub use strip::strip_ui;

/// The maximum width of the page, in points.
const MAX_WIDTH: f32 = 1000.0;
/// The width of the page above which its cards are in two columns, in points.
const TWO_COLUMNS_ABOVE: f32 = 820.0;
/// The width of the field for a name, in points.
const NAME_WIDTH: f32 = 240.0;
/// The length of the shortest code of a table, in characters.
const MIN_CODE_LENGTH: usize = 6;
/// The space around the page and between its cards, in points.
const GAP: f32 = 16.0;

/// The table where the player is, as the screens show it.
pub struct JoinedTable<'a> {
    /// The person at this window whose seat the screens show.
    pub guest: &'a PersonGuest,
    /// The other people at this window.
    pub companions: Vec<&'a PersonGuest>,
    /// The code of the table, if this window has opened it.
    pub code: Option<&'a str>,
    /// The links that open the table on other devices.
    pub links: &'a [String],
    /// The result of the check of the last game.
    pub verdict: Option<&'a Verdict>,
}

/// The state of the page.
#[derive(Default)]
pub struct TogetherPage {
    /// The address of a table, as typed.
    address: String,
    /// The code of a table, as typed.
    code: String,
    /// True if the player joins as a watcher.
    watches: bool,
    /// The game for which the player may open a table.
    plan: Option<Plan>,
    /// The reason why the last attempt failed.
    failure: Option<String>,
    lobby: Lobby,
}

impl JoinedTable<'_> {
    /// Returns true if another person at this window plays the seat.
    fn is_companion(&self, seat: &str) -> bool {
        self.companions.iter().any(|companion| companion.own_seat() == Some(seat))
    }
}

impl TogetherPage {
    /// Shows the page that opens seats of a game for people on other devices.
    pub fn plan(&mut self, game: NewGame) {
        self.plan = Some(Plan::new(game));
        self.failure = None;
    }

    /// Resets the page before a table is joined.
    pub fn reset_for_join(&mut self) {
        (self.plan, self.failure) = (None, None);
        self.lobby = Lobby::default();
    }

    /// Shows why the player cannot join or stay.
    pub fn show_failure(&mut self, why: String) {
        self.failure = Some(why);
    }

    /// Returns why the last attempt failed.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Draws the page.
    pub fn ui(
        &mut self,
        table: Option<JoinedTable<'_>>,
        (last_address, nearby): (Option<&str>, &[NearbyTable]),
        layouts: &[LayoutChoice],
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let full = ui.max_rect();
        let width = (full.width() - 2.0 * GAP).min(MAX_WIDTH);
        let area = Rect::from_center_size(full.center(), vec2(width, full.height() - 1.6 * GAP));
        let bar = area.with_max_y(area.top() + 36.0);
        within(ui, bar, |ui| title_ui("together-title", cx, ui, |_, _| {}));
        let body = area.with_min_y(bar.bottom() + 12.0);
        within(ui, body, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 8.0;
                if let Some(why) = &self.failure {
                    widgets::error_box(ui, cx.theme, why.clone());
                    ui.add_space(4.0);
                }
                match (table, &mut self.plan) {
                    (Some(table), _) => lobby_ui(&mut self.lobby, &table, layouts, cx, ui),
                    (None, Some(plan)) => plan_ui(plan, cx, ui),
                    (None, None) => {
                        if let Some(address) = last_address {
                            return_ui(address, cx, ui);
                        }
                        self.start_ui(nearby, cx, ui);
                    }
                }
            });
        });
    }

    /// Draws the two ways to begin: to join a table, and to open one.
    fn start_ui(&mut self, nearby: &[NearbyTable], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        if ui.available_width() > TWO_COLUMNS_ABOVE {
            widgets::two_columns(ui, |left, right| {
                nearby_ui(nearby, cx, left);
                self.join_ui(cx, left);
                open_ui(cx, right);
            });
        } else {
            nearby_ui(nearby, cx, ui);
            self.join_ui(cx, ui);
            open_ui(cx, ui);
        }
    }

    /// Draws the form to join a table.
    fn join_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            widgets::heading(ui, cx.theme, cx.t("together-join"));
            ui.label(RichText::new(cx.t("together-join-about")).color(cx.theme.quiet));
            own_name_ui(cx, ui);
            let mut is_submitted = false;
            let mut field_ui = |ui: &mut Ui, id: &str, hint: &str, text: &mut String| {
                ui.label(cx.t(id));
                let edit = TextEdit::singleline(text).hint_text(hint).desired_width(f32::INFINITY);
                let field = widgets::field(ui, cx.t(id), edit.char_limit(100));
                let is_enter = ui.input(|input| input.key_pressed(egui::Key::Enter));
                is_submitted |= field.lost_focus() && is_enter;
            };
            field_ui(ui, "together-address", "192.168.1.7", &mut self.address);
            // A link that is pasted as the address fills both fields.
            if let Some((address, code)) = parts_of_link(&self.address) {
                (self.address, self.code) = (address, code);
            }
            field_ui(ui, "together-code", "A2B3C4", &mut self.code);
            ui.horizontal(|ui| {
                widgets::switch(ui, cx.theme, &cx.t("together-watch"), &mut self.watches);
                ui.label(cx.t("together-watch"));
            });
            let is_complete = !self.address.trim().is_empty() && !self.code.trim().is_empty();
            let button = cx.theme.primary_button(cx.t("together-join-now"));
            if ui.add_enabled(is_complete, button).clicked() || (is_submitted && is_complete) {
                let join = TogetherCommand::Join {
                    address: self.address.trim().to_owned(),
                    code: self.code.trim().to_owned(),
                    watches: self.watches,
                };
                cx.send(Command::Together(join));
            }
        });
    }
}

/// Draws the field for the player's name, which is kept in the settings.
fn own_name_ui(cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let label = cx.t("together-name");
    ui.label(&label);
    let (hint, mut name) = (cx.t("play-you"), cx.settings.name.clone());
    if widgets::name_field(ui, &label, &hint, &mut name, NAME_WIDTH) {
        cx.send(Command::ChangeSettings(Box::new(Settings { name, ..cx.settings.clone() })));
    }
}

/// Draws the tables that were found on the local network, each as a button that joins it.
fn nearby_ui(tables: &[NearbyTable], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    cx.theme.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        widgets::heading(ui, cx.theme, cx.t("together-nearby"));
        if tables.is_empty() {
            ui.label(RichText::new(cx.t("together-nearby-none")).color(cx.theme.quiet));
        }
        for table in tables {
            let game = cx.t(&format!("game-{}", table.preset));
            let text = match table.host.as_str() {
                "" => format!("{game} · {}", table.code),
                host => format!("{game} · {host}"),
            };
            if ui.button(text).clicked() {
                let join = TogetherCommand::Join {
                    address: table.address.clone(),
                    code: table.code.to_string(),
                    watches: false,
                };
                cx.send(Command::Together(join));
            }
        }
    });
}

/// Draws the card with which the player returns to the last table.
fn return_ui(address: &str, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    cx.theme.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        widgets::heading(ui, cx.theme, cx.t("together-back"));
        let about = match address.starts_with("127.0.0.1:") {
            true => cx.t("together-back-host"),
            false => cx.tf("together-back-about", &[("address", address.into())]),
        };
        ui.label(RichText::new(about).color(cx.theme.quiet));
        ui.horizontal(|ui| {
            if cx.theme.primary_ui(ui, cx.t("together-back-now")).clicked() {
                cx.send(Command::Together(TogetherCommand::Return));
            }
            if ui.button(cx.t("together-forget")).clicked() {
                cx.send(Command::Together(TogetherCommand::Forget));
            }
        });
    });
}

/// Draws the card with the games for which a table can be opened.
fn open_ui(cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    cx.theme.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        widgets::heading(ui, cx.theme, cx.t("together-open"));
        ui.label(RichText::new(cx.t("together-open-about")).color(cx.theme.quiet));
        for (_, card) in crate::games::cards() {
            let preset = cx.settings.setups.latest_of(card.presets).unwrap_or(card.presets[0]);
            if ui.button(cx.t(&format!("game-{}", card.name))).clicked() {
                cx.send(Command::NewGame(preset.to_owned()));
            }
        }
        ui.label(
            RichText::new(cx.t("together-open-how")).color(cx.theme.quiet).size(theme::BODY - 1.0),
        );
    });
}

/// Returns the address and the code in a link such as `http://192.168.1.7:24680/#A2B3C4`.
fn parts_of_link(text: &str) -> Option<(String, String)> {
    let (address, code) = text.trim().split_once("/#")?;
    let address = address.strip_prefix("http://").unwrap_or(address);
    // A link that is still being typed has a short code.
    (code.trim().len() >= MIN_CODE_LENGTH).then(|| (address.to_owned(), code.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_links_are_split() {
        let parts = |text| parts_of_link(text).map(|(address, code)| format!("{address} {code}"));
        let expected = Some("192.168.1.7:24680 A2B3C4".to_owned());
        assert_eq!(parts(" http://192.168.1.7:24680/#A2B3C4 "), expected);
        assert_eq!(parts("192.168.1.7:24680/#A2B3C4"), expected);
        let encrypted = "https://games.example.org/#A2B3C4D5E6F7";
        let expected = "https://games.example.org A2B3C4D5E6F7".to_owned();
        assert_eq!(parts(encrypted), Some(expected));
        assert_eq!(parts("192.168.1.7:24680"), None);
        for typed in ["http://192.168.1.7/#", "http://192.168.1.7/#A2B3C"] {
            assert_eq!(parts(typed), None);
        }
    }
}
