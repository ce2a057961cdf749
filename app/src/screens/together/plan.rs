//! The page on which the player opens seats of a new game for people on other devices.

use egui::{ComboBox, RichText, Ui};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::record::Player;
use qipan_core::with_game;

use crate::command::{Command, HostedGame, TogetherCommand};
use crate::games::words::seat_of;
use crate::model::setup::NewGame;
use crate::model::table_options::{LostSeat, TableOptions, Talk};
use crate::screens::together::{TWO_COLUMNS_ABOVE, own_name_ui};
use crate::ui::context::ScreenContext;
use crate::ui::widgets;

/// A game for which the player may open a table.
pub(super) struct Plan {
    hosted_game: HostedGame,
}

impl Plan {
    /// Creates a plan in which the seats of all people except the first are open. If no other
    /// person plays, the seat of the first robot is open.
    pub(super) fn new(game: NewGame) -> Self {
        let seats = |is_person: bool| {
            let is_wanted = move |(_, player): &(usize, &Option<Player>)| {
                player.as_ref().is_some_and(|player| player.is_human() == is_person)
            };
            let found = game.players.iter().enumerate().filter(is_wanted);
            found.map(|(index, _)| Seat::new(index as u8)).collect::<Vec<_>>()
        };
        let others: SeatSet = seats(true).into_iter().skip(1).collect();
        let open = match others.is_empty() {
            true => seats(false).into_iter().take(1).collect(),
            false => others,
        };
        let options = TableOptions::default();
        let hosted_game = HostedGame { game, open_seats: open, options, is_announced: true };
        Self { hosted_game }
    }
}

/// Draws the seats with a switch each, the options, and the button that opens the table.
pub(super) fn plan_ui(plan: &mut Plan, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let hosted_game = &mut plan.hosted_game;
    cx.theme.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        widgets::heading(ui, cx.theme, cx.t(&format!("game-{}", hosted_game.game.preset)));
        // The options are beside the seats if there is room.
        if ui.available_width() < TWO_COLUMNS_ABOVE {
            seats_ui(hosted_game, cx, ui);
            ui.add_space(6.0);
            options_ui(hosted_game, cx, ui);
        } else {
            ui.columns_const(|[left, right]| {
                seats_ui(hosted_game, cx, left);
                options_ui(hosted_game, cx, right);
            });
        }
        ui.add_space(6.0);
        let button = cx.theme.primary_button(cx.t("together-open-now"));
        if ui.add_enabled(!hosted_game.open_seats.is_empty(), button).clicked() {
            let host = TogetherCommand::Host(Box::new(hosted_game.clone()));
            cx.send(Command::Together(host));
        }
    });
}

/// Draws the player's name and the seats with a switch each.
fn seats_ui(hosted_game: &mut HostedGame, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    own_name_ui(cx, ui);
    ui.label(RichText::new(cx.t("together-plan-about")).color(cx.theme.quiet));
    let kind = hosted_game.game.rules.kind();
    let is_person =
        |player: &Option<Player>| player.as_ref().is_some_and(|player| player.is_human());
    let own = hosted_game.game.players.iter().position(is_person);
    let order = with_game!(kind, |G| hosted_game.game.rules.expect_of::<G>().order());
    for seat in order {
        let index = seat.index();
        let Some(Some(player)) = hosted_game.game.players.get(index) else { continue };
        let name = seat_of(kind, cx.i18n, seat);
        let mut is_open = hosted_game.open_seats.contains(seat);
        // Of the seats of people, only the first can stay closed. Other people at this window join
        // later, in the lobby.
        let can_close = !player.is_human() || own == Some(index);
        ui.horizontal(|ui| {
            let label = cx.tf("together-plan-seat", &[("seat", name.clone().into())]);
            let switch = ui.add_enabled_ui(can_close || !is_open, |ui| {
                widgets::switch(ui, cx.theme, &label, &mut is_open)
            });
            if switch.inner.changed() {
                match is_open {
                    true => hosted_game.open_seats.insert(seat),
                    false => hosted_game.open_seats.remove(seat),
                }
            }
            ui.label(RichText::new(name).strong());
            ui.label(RichText::new(match (is_open, player.is_human()) {
                (true, _) => cx.t("together-elsewhere"),
                (false, true) => cx.t("play-you"),
                (false, false) => player.name.clone(),
            }));
        });
    }
}

/// Draws the options of the table.
fn options_ui(hosted_game: &mut HostedGame, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let mut allows_text = hosted_game.options.talk == Talk::Free;
    for (id, switch) in [
        ("together-watchers", &mut hosted_game.options.watchers),
        ("together-hints", &mut hosted_game.options.hints),
        ("together-free-text", &mut allows_text),
        ("together-announce", &mut hosted_game.is_announced),
    ] {
        ui.horizontal(|ui| {
            let label = cx.t(id);
            widgets::switch(ui, cx.theme, &label, switch);
            ui.label(label);
        });
    }
    hosted_game.options.talk = if allows_text { Talk::Free } else { Talk::Phrases };
    lost_seat_ui(hosted_game, cx, ui);
}

/// Draws the choice of what happens when a player does not come back.
fn lost_seat_ui(hosted_game: &mut HostedGame, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let rules = &hosted_game.game.rules;
    let has_clock = with_game!(rules.kind(), |G| rules.expect_of::<G>().clock().is_some());
    let text = |lost: LostSeat| match lost {
        LostSeat::Pause => cx.t("together-lost-pause"),
        LostSeat::Robot => cx.t("together-lost-robot"),
        LostSeat::Clock => cx.t("together-lost-clock"),
    };
    ui.horizontal_wrapped(|ui| {
        let label = cx.t("together-lost");
        ui.label(&label);
        ui.name_inputs(&label, |ui| {
            let combo = ComboBox::from_id_salt("lost seat").width(220.0);
            let chosen = text(hosted_game.options.lost);
            combo.icon(widgets::combo_icon).selected_text(chosen).show_ui(ui, |ui| {
                for lost in [LostSeat::Pause, LostSeat::Robot, LostSeat::Clock] {
                    if lost != LostSeat::Clock || has_clock {
                        ui.selectable_value(&mut hosted_game.options.lost, lost, text(lost));
                    }
                }
            });
        });
    });
}
