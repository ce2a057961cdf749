//! The thin bar on top: the title of the game, the tools of the screen, the menu.

use egui::{
    Align, Layout, Panel, Rect, Response, RichText, Role, Sense, Ui, Vec2, WidgetInfo, vec2,
};
use qipan_core::contract::options::RuleSet;

use crate::command::{Command, LessonCommand, TableCommand};
use crate::games::GameUi;
use crate::play::table::Table;
use crate::ui::at_right::{self, at_right};
use crate::ui::context::ScreenContext;
use crate::ui::fonts::title_font;
use crate::ui::notice_room;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::room::entries_ui;
use crate::ui::theme;

/// The minimum room for the title, in points.
const MIN_TITLE_WIDTH: f32 = 48.0;

/// The side of a square button, in points.
const BUTTON_SIDE: f32 = 34.0;

/// The height of the bar, in points.
pub const HEIGHT: f32 = 46.0;

/// Draws the bar: the title on the left and the tools on the right. `tools` draws the tools and
/// receives the width available for all of them.
pub fn bar_ui(
    title: &str,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
    tools: impl FnOnce(&mut ScreenContext<'_>, &mut Ui, f32),
) {
    let margin = egui::Margin { left: 12, right: 12, top: 6, bottom: 0 };
    Panel::top("bar")
        .exact_size(HEIGHT)
        .show_separator_line(false)
        .frame(egui::Frame::new().inner_margin(margin))
        .show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                let back = tool_button(cx, ui, Icon::Back, "action-back", true, Command::Back);
                let name = RichText::new(cx.t("app-name")).font(title_font(theme::TITLE));
                ui.label(name.color(cx.theme.on_table));
                ui.add_space(8.0);
                // The tools may take nearly all of the row. The title gets the room they left in
                // the last frame.
                let max_tools_width = ui.available_width() - MIN_TITLE_WIDTH;
                let title_width =
                    (ui.available_width() - at_right::width(ui, title) - 8.0).max(0.0);
                let label = egui::Label::new(RichText::new(title).color(cx.theme.on_table));
                ui.allocate_ui_with_layout(
                    vec2(title_width, ui.available_height()),
                    Layout::left_to_right(Align::Center),
                    |ui| ui.add(label.truncate()),
                );
                let row = ui.max_rect().with_min_x(back.rect.right() + 8.0);
                notice_room::offer(ui, row, ui.cursor().left());
                // The title is also the id of the toolbar, because each screen has its own
                // title.
                at_right(ui, title, |ui, _| tools(cx, ui, max_tools_width));
            });
        });
}

/// Draws a button of the bar that sends a command. `id` is the text id of its name.
pub fn tool_button(
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
    icon: Icon,
    id: &str,
    enabled: bool,
    command: Command,
) -> Response {
    let response = icon_button(cx, ui, icon, &cx.t(id), enabled);
    if response.clicked() && enabled {
        cx.send(command);
    }
    response
}

/// Draws the button that switches to the next style of piece names, in games that name pieces.
pub fn names_ui<G: GameUi>(cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    if G::HAS_PIECE_NAMES {
        tool_button(cx, ui, Icon::Names, "menu-names", true, Command::CyclePieceNames);
    }
}

/// Draws a square button with an icon. Its name is shown on hover and read by screen readers.
pub fn icon_button(
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
    icon: Icon,
    name: &str,
    enabled: bool,
) -> Response {
    let sense = if enabled { Sense::click() } else { Sense::HOVER };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(BUTTON_SIDE), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    paint_button(cx, ui, rect, icon, enabled, &response);
    response.on_hover_text(name)
}

fn paint_button(
    cx: &ScreenContext<'_>,
    ui: &Ui,
    rect: Rect,
    icon: Icon,
    enabled: bool,
    response: &Response,
) {
    let is_highlighted = enabled && (response.hovered() || response.has_focus());
    if is_highlighted {
        ui.painter().rect_filled(rect, theme::CORNER, cx.theme.raised);
    }
    if response.has_focus() {
        let stroke = cx.theme.focus_ring();
        ui.painter().rect_stroke(rect, theme::CORNER, stroke, egui::StrokeKind::Inside);
    }
    // Text in a card has the ink colour. On the table itself it may have to be light.
    let base_colour = match ui.visuals().override_text_color {
        Some(colour) => colour,
        None => cx.theme.on_table,
    };
    let colour = match (enabled, is_highlighted) {
        (false, _) => theme::fade(base_colour, 0.35),
        (true, true) => cx.theme.ink,
        (true, false) => base_colour,
    };
    paint_icon(ui.painter(), rect.shrink(8.0), icon, colour);
}

/// Draws the menu with everything that can be done with a game.
pub fn menu_ui<G: GameUi>(table: &Table<G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let response = icon_button(cx, ui, Icon::Menu, &cx.t("menu-menu"), true);
    // A game that is played at a host is kept there.
    let has_local_steps = table.steps() > 0 && !table.is_mirror();
    let has_draws = table.state().rules().can_draw();
    let is_over = table.state().outcome().is_some();
    let coach_id = if table.common.is_coached { "menu-coach-off" } else { "menu-coach-on" };
    let items = [
        ("menu-new", true, Command::NewGame(table.session.record().preset.clone())),
        ("menu-resign", table.seat_to_resign().is_some(), Command::Table(TableCommand::Resign)),
        ("menu-draw", table.can_offer_draw(), Command::Table(TableCommand::OfferDraw)),
        (
            "menu-take-back",
            table.can_take_back(cx.settings.play_forced),
            Command::Table(TableCommand::TakeBack),
        ),
        ("menu-redo", table.can_redo(), Command::Table(TableCommand::Redo)),
        ("menu-hint", !is_over, Command::Table(TableCommand::Hint)),
        (
            coach_id,
            !table.is_robots_only() && !table.is_mirror(),
            Command::Table(TableCommand::ToggleCoach),
        ),
        ("menu-thoughts", !table.is_mirror(), Command::Table(TableCommand::ToggleNotes)),
        ("play-replay", has_local_steps, Command::OpenReplay),
        ("menu-open", true, Command::OpenDialog),
        ("menu-save", has_local_steps, Command::Save),
        ("menu-save-as", has_local_steps, Command::SaveDialog),
        ("menu-guide", true, Command::ToggleGuide),
        ("lessons-title", true, Command::Lesson(LessonCommand::Show)),
        ("menu-shortcuts", true, Command::ToggleShortcuts),
        ("menu-fullscreen", true, Command::ToggleFullscreen),
        ("scripts-title", true, Command::ShowScripts),
        ("menu-settings", true, Command::ShowSettings),
        ("menu-home", true, Command::Home),
        ("menu-quit", true, Command::Quit),
    ];
    let entries = |ui: &mut Ui| {
        let shown = items.into_iter().filter(|(id, ..)| has_draws || *id != "menu-draw");
        for (id, enabled, command) in shown {
            let keys = command.shortcut().map_or("", |shortcut| shortcut.name);
            let button = egui::Button::new(cx.t(id)).shortcut_text(keys);
            if ui.add_enabled(enabled, button).clicked() {
                cx.send(command);
                // Needed for the Enter key, which does not close the menu.
                ui.close();
            }
        }
    };
    egui::Popup::menu(&response).show(|ui| entries_ui(ui, entries));
}
