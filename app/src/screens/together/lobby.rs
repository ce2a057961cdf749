//! A table before its game begins: the link, the seats, the layout, and the ready button.

use egui::{Align, ComboBox, Layout, Rect, RichText, Sense, TextEdit, Ui, Vec2, pos2, vec2};
use qipan_core::with_game;
use qrcode::{Color, QrCode};

use crate::command::{Command, TogetherCommand};
use crate::games::{GameUi, LayoutChoice, words};
use crate::screens::together::strip::{say_ui, verdict_text};
use crate::screens::together::{GAP, JoinedTable, NAME_WIDTH, TWO_COLUMNS_ABOVE};
use crate::together::PersonGuest;
use crate::together::message::{SeatData, SeatKind, TableState};
use crate::ui::context::ScreenContext;
use crate::ui::theme;
use crate::ui::widgets;

/// The width of the name of a side, in points.
const SIDE_WIDTH: f32 = 84.0;

/// The side of a QR code, in points.
const QR_SIDE: f32 = 168.0;

/// The state of the lobby: the player's choices and the cached QR code.
#[derive(Default)]
pub(super) struct Lobby {
    /// The index of the chosen layout in the list, or `None` for a random one.
    layout: Option<usize>,
    /// The typed name of another person at this window.
    new_name: String,
    /// The QR code of the first link.
    qr: Option<(String, QrCode)>,
}

/// Draws the table.
pub(super) fn lobby_ui(
    lobby: &mut Lobby,
    table: &JoinedTable<'_>,
    layouts: &[LayoutChoice],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    // The host sends the seats after the welcome.
    let welcome = table.guest.welcome().filter(|_| !table.guest.seats().is_empty());
    let Some(welcome) = welcome else {
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(cx.tf("together-joining", &[("address", table.guest.address().into())]));
            });
            if ui.button(cx.t("action-cancel")).clicked() {
                cx.send(Command::Together(TogetherCommand::Leave));
            }
        });
        return;
    };
    let title = welcome.title.chars().take(60).collect::<String>();
    let has_columns = ui.available_width() > TWO_COLUMNS_ABOVE && !table.links.is_empty();
    if has_columns {
        widgets::two_columns(ui, |left, right| {
            table_ui(lobby, (table, &title), layouts, cx, left);
            links_ui(lobby, table, cx, right);
        });
    } else {
        links_ui(lobby, table, cx, ui);
        table_ui(lobby, (table, &title), layouts, cx, ui);
    }
}

/// Draws the seats and what the player can do.
fn table_ui(
    lobby: &mut Lobby,
    (table, title): (&JoinedTable<'_>, &str),
    layouts: &[LayoutChoice],
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let guest = table.guest;
    cx.theme.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        widgets::heading(ui, cx.theme, title.to_owned());
        if let Some(welcome) = guest.welcome() {
            for line in welcome.rules.iter().chain(&welcome.house_rules).take(20) {
                let line: String = line.chars().take(120).collect();
                ui.label(RichText::new(format!("• {line}")).color(cx.theme.quiet));
            }
        }
        ui.add_space(4.0);
        for seat in guest.seats() {
            let is_own = guest.own_seat() == Some(&seat.seat);
            if let Some(kind) = guest.kind() {
                let row_state = RowState {
                    person: match (is_own, table.is_companion(&seat.seat)) {
                        (true, _) if table.companions.is_empty() => RowPerson::You,
                        (false, false) => RowPerson::Elsewhere,
                        _ => RowPerson::Here,
                    },
                    can_remove: table.code.is_some(),
                    can_hand_over: table.code.is_some() && can_hand_over(guest),
                    is_playing: is_game_running(guest),
                    is_muted: guest.is_muted(&seat.name),
                };
                with_game!(kind, |G| seat_ui::<G>(seat, row_state, cx, ui));
            }
        }
        if guest.watchers() > 0 {
            let text = cx.tf("together-watching", &[("count", guest.watchers().into())]);
            ui.label(RichText::new(text).color(cx.theme.quiet));
        }
        if let Some(verdict) = table.verdict {
            ui.add(egui::Label::new(verdict_text(verdict, cx)).wrap());
        }
        if !guest.is_connected() {
            widgets::error_box(ui, cx.theme, cx.t("together-reconnecting"));
        }
        ui.add_space(6.0);
        let has_layout = guest.layout_form().is_some() && !is_game_running(guest);
        let own_layouts = has_layout.then_some(layouts);
        let layout = own_layouts.and_then(|layouts| layout_ui(lobby, table, layouts, cx, ui));
        actions_ui(table, layout, cx, ui);
        if guest.own_seat().is_some() && !is_game_running(guest) && has_open_seat(guest) {
            add_player_ui(lobby, cx, ui);
        }
    });
    if !guest.talk().is_empty() {
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            for line in guest.talk().iter().rev().take(8).rev() {
                let text = format!("{}: {}", line.name, line.text);
                ui.add(egui::Label::new(text).wrap());
            }
        });
    }
}

/// Returns true if the table can move to another host now. A game with house rules cannot, because
/// their scripts are only on the host's computer.
fn can_hand_over(guest: &PersonGuest) -> bool {
    let has_house_rules = guest.welcome().is_none_or(|welcome| !welcome.house_rules.is_empty());
    guest.is_connected() && !has_house_rules && guest.state() != TableState::Over
}

/// Returns true while a game is being played at the table.
fn is_game_running(guest: &PersonGuest) -> bool {
    matches!(guest.state(), TableState::Playing | TableState::Paused)
}

/// Draws the buttons: ready, say, leave.
fn actions_ui(
    table: &JoinedTable<'_>,
    layout: Option<String>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let guest = table.guest;
    let is_running = is_game_running(guest);
    ui.horizontal_wrapped(|ui| {
        if guest.has_game() || is_running {
            if cx.theme.primary_ui(ui, cx.t("together-to-game")).clicked() {
                cx.send(Command::Continue);
            }
        } else if guest.own_seat().is_some() {
            let (text, command) = match guest.is_ready() {
                true => (cx.t("together-unready"), TogetherCommand::Unready),
                false => (ready_text(table, cx), TogetherCommand::Ready(layout)),
            };
            let button = cx.theme.primary_button(text);
            if ui.add_enabled(guest.is_connected(), button).clicked() {
                cx.send(Command::Together(command));
            }
        }
        say_ui(table, cx, ui);
        let id = if table.code.is_some() { "together-close" } else { "together-leave" };
        if ui.button(cx.t(id)).clicked() {
            cx.send(Command::Together(TogetherCommand::AskLeave));
        }
    });
    if guest.own_seat().is_some() && !is_running {
        let id = if guest.is_ready() { "together-wait" } else { "together-ready-about" };
        ui.label(RichText::new(cx.t(id)).color(cx.theme.quiet));
    }
}

/// Returns the text of the ready button. It names the person if there are several at this window.
fn ready_text(table: &JoinedTable<'_>, cx: &ScreenContext<'_>) -> String {
    match person_getting_ready(table) {
        Some(name) => cx.tf("together-ready-name", &[("name", name.into())]),
        None => cx.t("together-ready"),
    }
}

/// Returns the name of the person who gets ready next, if there are several at this window.
fn person_getting_ready(table: &JoinedTable<'_>) -> Option<String> {
    let mut seats = table.guest.seats().iter();
    let own = seats.find(|seat| table.guest.own_seat() == Some(&seat.seat))?;
    (!table.companions.is_empty()).then(|| own.name.clone())
}

/// Returns true if a seat is open and the host can be reached.
fn has_open_seat(guest: &PersonGuest) -> bool {
    guest.is_connected() && guest.seats().iter().any(|seat| seat.kind == SeatKind::Open)
}

/// Draws the field and the button with which another person at this window joins.
fn add_player_ui(lobby: &mut Lobby, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let label = cx.t("together-add-player");
        let edit = TextEdit::singleline(&mut lobby.new_name).hint_text(cx.t("together-add-name"));
        let edit = edit.desired_width(NAME_WIDTH / 2.0).char_limit(30);
        let field = widgets::field(ui, cx.t("together-add-name"), edit);
        let is_enter = ui.input(|input| input.key_pressed(egui::Key::Enter));
        let is_named = !lobby.new_name.trim().is_empty();
        let is_clicked = ui.add_enabled(is_named, egui::Button::new(label)).clicked();
        if is_clicked || (field.lost_focus() && is_enter && is_named) {
            let name = std::mem::take(&mut lobby.new_name).trim().to_owned();
            cx.send(Command::Together(TogetherCommand::AddPlayer(name)));
        }
    });
}

/// The person on a seat, as seen from this window.
#[derive(Clone, Copy, PartialEq)]
enum RowPerson {
    /// The only person at this window.
    You,
    /// One of several people at this window.
    Here,
    /// A player on another device, a robot, or nobody.
    Elsewhere,
}

/// The state of the row of a seat, besides the data of the seat.
#[derive(Clone, Copy)]
struct RowState {
    /// The person on the seat, as seen from this window.
    person: RowPerson,
    /// True if this window may remove players, because it has opened the table.
    can_remove: bool,
    /// True if the table can be handed over to another host.
    can_hand_over: bool,
    /// True while a game is being played.
    is_playing: bool,
    /// True if the player is muted.
    is_muted: bool,
}

/// Draws the row of a seat: its name, its player, and whether the player is ready.
fn seat_ui<G: GameUi>(
    data: &SeatData,
    row_state: RowState,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let Some(seat) = G::seat_by_name(&data.seat) else { return };
    let side = words::seat::<G>(cx.i18n, seat);
    let (player, status) = match (data.kind, data.is_connected, data.ready) {
        // A stand-in robot plays this seat until someone takes it.
        (SeatKind::Open, ..) if !data.name.is_empty() => {
            (data.name.clone(), cx.t("together-open-robot"))
        }
        (SeatKind::Open, ..) => (cx.t("together-open-seat"), String::new()),
        (SeatKind::Robot, ..) => (data.name.clone(), cx.t("together-robot")),
        (SeatKind::Guest, false, _) => (data.name.clone(), cx.t("together-away")),
        (SeatKind::Guest, true, _) if row_state.is_playing => (data.name.clone(), String::new()),
        (SeatKind::Guest, true, true) => (data.name.clone(), cx.t("together-is-ready")),
        (SeatKind::Guest, true, false) => (data.name.clone(), cx.t("together-is-not-ready")),
    };
    ui.horizontal(|ui| {
        let (mark, _) = ui.allocate_exact_size(Vec2::splat(26.0), Sense::HOVER);
        G::paint_seat_badge(ui.painter(), mark.center(), 22.0, seat, cx.theme);
        let has_name = player != side;
        let ink = cx.theme.readable_on_panel(G::colour(cx.theme, seat));
        let side_size = vec2(SIDE_WIDTH, mark.height());
        let in_line = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(side_size, in_line, |ui| {
            ui.set_min_size(side_size);
            ui.label(RichText::new(side).strong().color(ink));
        });
        let args = [("name", player.clone().into())];
        let player = match (row_state.person, has_name) {
            (RowPerson::You, true) => RichText::new(cx.tf("together-you", &args)),
            (RowPerson::You, false) => RichText::new(cx.t("play-you")),
            (RowPerson::Here, true) => RichText::new(cx.tf("together-here", &args)),
            (RowPerson::Here, false) => RichText::new(cx.t("together-unnamed-here")),
            (RowPerson::Elsewhere, false) => RichText::new(String::new()),
            (RowPerson::Elsewhere, true) if data.kind == SeatKind::Open => {
                RichText::new(player).color(cx.theme.quiet)
            }
            (RowPerson::Elsewhere, true) => RichText::new(player),
        };
        ui.label(player);
        ui.label(RichText::new(status).color(cx.theme.quiet).size(theme::BODY - 1.0));
        if row_state.person != RowPerson::Elsewhere || data.kind != SeatKind::Guest {
            return;
        }
        let id = if row_state.is_muted { "together-unmute" } else { "together-mute" };
        if ui.small_button(cx.t(id)).clicked() {
            cx.send(Command::Together(TogetherCommand::ToggleMute(data.name.clone())));
        }
        if row_state.can_hand_over
            && data.can_host
            && ui.small_button(cx.t("together-hand-over")).clicked()
        {
            let ask = TogetherCommand::AskHandOver(data.seat.clone(), data.name.clone());
            cx.send(Command::Together(ask));
        }
        if row_state.can_remove && ui.small_button(cx.t("together-remove")).clicked() {
            let ask = TogetherCommand::AskRemove(data.seat.clone(), data.name.clone());
            cx.send(Command::Together(ask));
        }
    });
}

/// Draws the choice of a layout. Returns the chosen one, or `None` for a random one.
fn layout_ui(
    lobby: &mut Lobby,
    table: &JoinedTable<'_>,
    own_layouts: &[LayoutChoice],
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> Option<String> {
    let form = table.guest.layout_form()?;
    let cell_count = form.cells.len();
    let fitting = own_layouts.iter().filter(|own| own.layout.len() == cell_count);
    let own = fitting.map(|own| (own.title.clone(), own.layout.clone()));
    let offered = form.layouts.into_iter().map(|layout| (layout.name, layout.text));
    let layouts: Vec<(String, String)> = own.chain(offered).take(200).collect();
    let random = cx.t("together-layout-random");
    let title = lobby.layout.and_then(|index| layouts.get(index));
    let title = title.map_or(random.clone(), |(title, _)| title.chars().take(40).collect());
    ui.horizontal(|ui| {
        let label = match person_getting_ready(table) {
            Some(name) => cx.tf("together-layout-name", &[("name", name.into())]),
            None => cx.t("together-layout"),
        };
        ui.label(&label);
        ui.name_inputs(&label, |ui| {
            let combo = ComboBox::from_id_salt("together layout").width(260.0);
            combo.icon(widgets::combo_icon).selected_text(title).show_ui(ui, |ui| {
                ui.selectable_value(&mut lobby.layout, None, random);
                for (index, (title, _)) in layouts.iter().enumerate() {
                    let title: String = title.chars().take(40).collect();
                    ui.selectable_value(&mut lobby.layout, Some(index), title);
                }
            });
        });
    });
    lobby.layout.and_then(|index| layouts.get(index)).map(|(_, layout)| layout.clone())
}

/// Draws the links to the table of this window, the code, and a QR code.
fn links_ui(lobby: &mut Lobby, table: &JoinedTable<'_>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let (Some(code), Some(first)) = (table.code, table.links.first()) else { return };
    cx.theme.card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        widgets::heading(ui, cx.theme, cx.t("together-invite"));
        // Without an address on a local network, nobody else can join.
        let is_alone = first.contains("//127.0.0.1:");
        match is_alone {
            true => widgets::error_box(ui, cx.theme, cx.t("together-no-network")),
            false => {
                drop(ui.label(RichText::new(cx.t("together-invite-about")).color(cx.theme.quiet)))
            }
        }
        ui.horizontal_wrapped(|ui| {
            if lobby.qr.as_ref().is_none_or(|(link, _)| link != first) {
                lobby.qr = QrCode::new(first).ok().map(|qr| (first.clone(), qr));
            }
            if let Some((_, qr)) = &lobby.qr {
                qr_ui(qr, cx, ui);
            }
            ui.vertical(|ui| {
                ui.label(RichText::new(cx.t("together-code")).color(cx.theme.quiet));
                ui.label(RichText::new(code).size(theme::TITLE).monospace());
                for link in table.links {
                    ui.label(RichText::new(link).monospace());
                }
                if ui.button(cx.t("together-copy")).clicked() {
                    let copy = TogetherCommand::CopyLink(first.clone());
                    cx.send(Command::Together(copy));
                }
            });
        });
    });
    ui.add_space(GAP / 2.0);
}

/// Draws a QR code, dark on light in every theme, so that cameras can read it.
fn qr_ui(qr: &QrCode, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(QR_SIDE), Sense::HOVER);
    let name = cx.t("together-qr");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, theme::QR_PAPER);
    let width = qr.width();
    let inner = rect.shrink(10.0);
    let side = (inner.width() / width as f32).floor().max(1.0);
    let start = inner.center() - Vec2::splat(side * width as f32 / 2.0);
    for (index, colour) in qr.to_colors().into_iter().enumerate() {
        if colour == Color::Dark {
            let (x, y) = ((index % width) as f32, (index / width) as f32);
            let min = pos2(start.x + x * side, start.y + y * side);
            painter.rect_filled(Rect::from_min_size(min, Vec2::splat(side)), 0.0, theme::QR_INK);
        }
    }
}
