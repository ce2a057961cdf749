//! The play screen: the board, and beside it the players, the next action and the log.
//!
//! `PlayScreen` holds a table and what the screen keeps from frame to frame. It is generic over the
//! game; the window holds it as a `TableScreen`, which hides the game. `commands` carries out the
//! commands that the screen, the board and the keyboard send.

mod celebration;
mod coach;
mod commands;
mod draw_offer;
mod question;
mod result;
mod side;
mod table_screen;

use egui::{Panel, Rect, RichText, Ui};
use qipan_core::contract::game::Step;
use qipan_core::contract::seat::Seat;

use crate::command::{Command, TableCommand};
use crate::games::{BoardUi as _, GameUi, Scene, words};
use crate::model::library::SeatCandidate;
use crate::play::console::Console;
use crate::play::table::{HintState, Table};
use crate::screens::banner::{self, BannerUi};
use crate::screens::log::LogUi;
use crate::screens::play::celebration::Celebration;
use crate::screens::sound::sound_button_ui;
use crate::screens::{bar, house, perspective, thought};
use crate::ui::context::ScreenContext;
use crate::ui::room::column_ui;
use crate::ui::theme;

pub use commands::CommandOutcome;
pub use table_screen::TableScreen;

/// The maximum number of steps since a player's own action that are marked on the board.
const MAX_MARKED_STEPS: usize = 5;

/// The height of a message of two lines on a card, in points.
const MESSAGE_HEIGHT: f32 = 88.0;

/// A game on the table, with the state kept from frame to frame.
pub struct PlayScreen<G: GameUi> {
    /// The game.
    pub table: Table<G>,
    board: G::Board,
    log: LogUi,
    banner: BannerUi,
    /// The step of the log under the pointer.
    hovered_step: Option<usize>,
    console: Console,
    celebration: Celebration,
}

impl<G: GameUi> PlayScreen<G> {
    /// Wraps a game with fresh screen state.
    pub fn new(table: Table<G>) -> Self {
        Self {
            table,
            board: G::Board::default(),
            log: LogUi::default(),
            banner: BannerUi::default(),
            hovered_step: None,
            console: Console::default(),
            celebration: Celebration::default(),
        }
    }

    /// Draws the running game.
    fn game_ui(&mut self, candidates: &[SeatCandidate], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let table = &self.table;
        let title = super::game_title(cx, table.session.record());
        bar::bar_ui(&title, cx, ui, |cx, ui, width| tools_ui(table, width, cx, ui));
        let space = ui.available_rect_before_wrap();
        let seat_card_rects = self.seat_card_rects(space);
        let side = match panel_place(space, !seat_card_rects.is_empty()) {
            PanelPlace::Right(width) => Panel::right("play-side").exact_size(width),
            PanelPlace::Bottom(height) => Panel::bottom("play-under").exact_size(height),
        };
        let frame = egui::Frame::new().inner_margin(egui::Margin {
            left: 4,
            right: 12,
            top: 8,
            bottom: 12,
        });
        let hovered_step = side
            .resizable(false)
            .show_separator_line(false)
            .frame(frame)
            .show(ui, |ui| {
                column_ui(ui, |ui| {
                    side::side_ui(table, candidates, seat_card_rects.is_empty(), cx, ui);
                    ui.add_space(8.0);
                    if table.common.shows_notes {
                        thought::explanation_ui(table, cx, ui);
                        ui.add_space(4.0);
                    }
                    if table.is_robots_only() && table.common.shows_notes {
                        thought::workbench_ui(table, &mut self.console, cx, ui);
                        ui.add_space(4.0);
                    }
                    if !table.house_rules().is_empty() {
                        house::rules_ui(table.house_rules(), cx, ui);
                        ui.add_space(4.0);
                    }
                    self.log.ui(table, cx, ui)
                })
            })
            .inner;
        self.hovered_step = hovered_step;
        egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
            let rect = ui.available_rect_before_wrap();
            match self.table.cover() {
                Some(seat) => cover_ui::<G>(seat, rect, cx, ui),
                None => self.board_ui(cx, ui, rect),
            }
            let message_rect = self.message_rect(rect, &seat_card_rects);
            for place in seat_card_rects {
                side::board_card_ui(&self.table, candidates, place, cx, ui);
            }
            let table = &self.table;
            let record = table.session.record();
            let shown_steps = table.animator.steps().min(table.steps());
            // The effect of a house rule is announced while it is animated.
            let is_next_by_rule = matches!(record.steps.get(shown_steps), Some(Step::House { .. }));
            let log = &self.log;
            let announcements = |step| {
                words::step_announcements(
                    cx.i18n,
                    record,
                    step,
                    log.line(step),
                    table.session.events(step),
                )
            };
            self.banner.update(cx.now, shown_steps + usize::from(is_next_by_rule), announcements);
            self.banner.ui::<G>(message_rect, cx, ui);
            self.celebration.update(&self.table, cx.settings, cx.now);
            self.celebration.ui(rect, cx, ui);
        });
    }

    /// Returns the spaces for the cards of the seats on the board, or an empty list if they do not
    /// fit or the board is covered. `space` is the space for the board and the panel.
    fn seat_card_rects(&self, space: Rect) -> Vec<(Seat, Rect)> {
        if self.table.cover().is_some() {
            return Vec::new();
        }
        let board = match panel_place(space, true) {
            PanelPlace::Right(width) => space.with_max_x(space.right() - width),
            PanelPlace::Bottom(height) => space.with_max_y(space.bottom() - height),
        };
        self.board.seat_card_rects(self.table.view(), board)
    }

    /// Returns the space for messages: the lower part of the upper left card on the board, below
    /// the losses. Without cards on the board, it is the space at the left of the board if messages
    /// fit there, else the whole of `rect`.
    fn message_rect(&self, rect: Rect, seat_card_rects: &[(Seat, Rect)]) -> Rect {
        let from_corner = |place: &Rect| place.min - rect.min;
        let nearest = seat_card_rects
            .iter()
            .map(|(_, place)| *place)
            .min_by(|a, b| from_corner(a).length_sq().total_cmp(&from_corner(b).length_sq()));
        if let Some(place) = nearest {
            return place.with_min_y(place.bottom() - MESSAGE_HEIGHT);
        }
        let beside = rect.with_max_x(self.board.board_rect(self.table.view(), rect).left());
        if beside.width() >= banner::MIN_WIDTH { beside } else { rect }
    }

    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui, rect: Rect) {
        let table = &self.table;
        if !table.animator.is_idle() && is_clicked(ui, rect) {
            cx.send(TableCommand::Skip);
        }
        let actions = table.human_actions();
        let hovered_events = self.hovered_step.map_or(&[][..], |step| table.session.events(step));
        let before_hovered = self.hovered_step.and_then(|step| table.session.states().get(step));
        let view_before_hovered = before_hovered.map(|state| state.view(table.viewer()));
        let last_events = last_events(table);
        // The move of a hint is shown until the player begins an input.
        let hinted = match table.hint() {
            Some(HintState::Ready(action)) if !G::has_unfinished_input(&table.selection) => {
                Some(G::confirmation(action))
            }
            _ => None,
        };
        let scene = Scene {
            view: table.view(),
            view_cache: table.view_cache(),
            full_state: None,
            animator: &table.animator,
            actions: &actions,
            selection: hinted.as_ref().unwrap_or(&table.selection),
            marks: Some(&table.marks),
            notes: table.last_report().filter(|_| table.common.shows_notes),
            refused: table.last_refusal.as_ref(),
            hovered_events,
            view_before_hovered: view_before_hovered.as_ref(),
            last_events: &last_events,
            is_interactive: true,
            is_picking_colour: table.is_picking_colour,
        };
        self.board.ui(&scene, cx, ui, rect);
    }
}

/// Returns the events of the last shown step that has any, and of the steps of other seats since
/// the viewer's own last action.
fn last_events<G: GameUi>(table: &Table<G>) -> Vec<G::Event> {
    let steps = &table.session.record().steps;
    let shown_steps = (0..table.animator.steps().min(table.steps())).rev();
    let is_of_viewer = |step: &usize| match steps.get(*step) {
        Some(Step::Act { seat, .. }) => table.viewer().includes(*seat) && table.is_human(*seat),
        _ => false,
    };
    let since = shown_steps.clone().take_while(|step| !is_of_viewer(step));
    let count = if table.person_count() > 0 { since.take(MAX_MARKED_STEPS).count() } else { 0 };
    let last = shown_steps.clone().position(|step| !table.session.events(step).is_empty());
    let marked = shown_steps.take(count.max(last.map_or(0, |last| last + 1)));
    marked.flat_map(|step| table.session.events(step)).cloned().collect()
}

/// The place of the panel with the seats, the next action and the log.
enum PanelPlace {
    /// At the right, with this width.
    Right(f32),
    /// Under the board, with this height.
    Bottom(f32),
}

/// Returns the place of the panel in `space`: at the right, or under the board if the window is not
/// clearly wider than high. A panel at the right is narrower if the cards of the seats are on the
/// board.
fn panel_place(space: Rect, has_cards_on_board: bool) -> PanelPlace {
    let (width, height) = (space.width(), space.height());
    match (width > height * 1.12, has_cards_on_board) {
        (true, true) => PanelPlace::Right((width * 0.25).clamp(300.0, 420.0)),
        (true, false) => PanelPlace::Right((width * 0.29).clamp(320.0, 480.0)),
        (false, _) => PanelPlace::Bottom((height - width).clamp(230.0, 420.0)),
    }
}

/// Draws a cover in place of the board. It asks the player of a seat to sit down, and has a button
/// that reveals the board.
fn cover_ui<G: GameUi>(seat: Seat, rect: Rect, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let size = egui::vec2(380.0, 130.0).min(rect.size());
    let card = Rect::from_center_size(rect.center(), size);
    // A click that begins on the cover of one seat must not lift the cover of another.
    let builder = egui::UiBuilder::new().max_rect(card).id_salt(("cover", seat.index()));
    ui.scope_builder(builder, |ui| {
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            let name = words::seat::<G>(cx.i18n, seat);
            let head = cx.tf("play-curtain", &[("seat", name.into())]);
            let head = RichText::new(head)
                .size(theme::TITLE)
                .color(cx.theme.readable_on_panel(G::colour(cx.theme, seat)));
            ui.label(head);
            ui.label(RichText::new(cx.t("play-curtain-hint")).color(cx.theme.quiet));
            ui.add_space(6.0);
            if cx.theme.primary_ui(ui, cx.t("play-uncover")).clicked() {
                cx.send(TableCommand::RevealSeat(seat));
            }
        });
    });
}

/// Returns true if a rectangle was clicked at a point that nothing covers.
fn is_clicked(ui: &Ui, rect: Rect) -> bool {
    let click_position = |input: &egui::InputState| {
        let position = input.pointer.interact_pos().filter(|_| input.pointer.primary_clicked());
        position.filter(|position| rect.contains(*position))
    };
    let is_on_top =
        |position| ui.ctx().layer_id_at(position).is_none_or(|layer| layer == ui.layer_id());
    ui.input(click_position).is_some_and(is_on_top)
}

/// Draws the buttons of the bar during play. `width` is the width available for them.
fn tools_ui<G: GameUi>(table: &Table<G>, width: f32, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    use crate::ui::paint::Icon;
    if let Some(perspective) = table.perspective() {
        perspective::perspective_ui::<G>(perspective, width, cx, ui);
    }
    bar::names_ui::<G>(cx, ui);
    sound_button_ui(cx, ui);
    let can_undo = table.can_take_back(cx.settings.play_forced);
    bar::tool_button(
        cx,
        ui,
        Icon::Undo,
        "menu-take-back",
        can_undo,
        Command::Table(TableCommand::TakeBack),
    );
    // The other tools are only for games that are played on this device.
    if !table.is_mirror() {
        local_tools_ui(table, cx, ui);
    } else if table.allows_hints() {
        hint_button_ui(table, cx, ui);
    }
    bar::tool_button(cx, ui, Icon::Settings, "menu-settings", true, Command::ShowSettings);
    bar::menu_ui(table, cx, ui);
}

/// Draws the button for a hint. If the player has no move to make, the command shows a message.
fn hint_button_ui<G: GameUi>(table: &Table<G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let can_hint = table.state().outcome().is_none();
    let hint = Command::Table(TableCommand::Hint);
    bar::tool_button(cx, ui, crate::ui::paint::Icon::Lamp, "menu-hint", can_hint, hint);
}

/// Draws the buttons for a game that is played on this device.
fn local_tools_ui<G: GameUi>(table: &Table<G>, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    use crate::ui::paint::Icon;
    let has_steps = table.steps() > 0;
    if !table.is_robots_only() {
        let redo = Command::Table(TableCommand::Redo);
        bar::tool_button(cx, ui, Icon::Redo, "menu-redo", table.can_redo(), redo);
        hint_button_ui(table, cx, ui);
        let (icon, id) = match table.common.is_coached {
            true => (Icon::ShieldOn, "menu-coach-off"),
            false => (Icon::Shield, "menu-coach-on"),
        };
        bar::tool_button(cx, ui, icon, id, true, Command::Table(TableCommand::ToggleCoach));
    }
    bar::tool_button(
        cx,
        ui,
        Icon::Thought,
        "menu-thoughts",
        true,
        Command::Table(TableCommand::ToggleNotes),
    );
    // A game that waits for the player does not look paused.
    let is_halted = table.is_halted() && table.human_to_act().is_none();
    let (icon, id) = match is_halted {
        true => (Icon::Play, "play-resume"),
        false => (Icon::Pause, "play-pause"),
    };
    bar::tool_button(cx, ui, icon, id, true, Command::Table(TableCommand::TogglePause));
    bar::tool_button(cx, ui, Icon::Save, "menu-save", has_steps, Command::Save);
}
