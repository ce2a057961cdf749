//! The play screen: the board, and beside it the players, the next action and the log.
//!
//! `PlayScreen` holds a table and what the screen keeps from frame to frame. It is generic over the
//! game; the window holds it as a `TableScreen`, which hides the game. `commands` carries out the
//! commands that the screen, the board and the keyboard send.

mod celebration;
mod coach;
mod commands;
mod result;
mod side;
mod table_screen;

use egui::{Panel, Rect, RichText, Ui};
use qipan_core::contract::game::Step;

use crate::command::{Command, TableCommand};
use crate::games::{BoardUi as _, GameUi, Scene, words};
use crate::model::library::SeatCandidate;
use crate::play::console::Console;
use crate::play::table::{HintState, Table};
use crate::screens::banner::BannerUi;
use crate::screens::log::LogUi;
use crate::screens::play::celebration::Celebration;
use crate::screens::sound::sound_button_ui;
use crate::screens::{bar, house, perspective, thought};
use crate::ui::context::ScreenContext;
use crate::ui::room::column_ui;
use crate::ui::theme;

pub use commands::CommandOutcome;
pub use table_screen::TableScreen;

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
    fn game_ui(&mut self, others: &[SeatCandidate], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let table = &self.table;
        let title = super::game_title(cx, table.session.record());
        bar::bar_ui(&title, cx, ui, |cx, ui, width| tools_ui(table, width, cx, ui));
        let room = ui.available_size();
        // In a window that is not clearly wider than high, the panel is under the board.
        let side = if room.x > room.y * 1.12 {
            Panel::right("play-side").exact_size((room.x * 0.29).clamp(320.0, 480.0))
        } else {
            Panel::bottom("play-under").exact_size((room.y - room.x).clamp(230.0, 420.0))
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
                    side::side_ui(table, others, cx, ui);
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
            let table = &self.table;
            let record = table.session.record();
            let shown_steps = table.animator.steps().min(table.steps());
            // The effect of a house rule is announced while it is animated.
            let is_next_by_rule = matches!(record.steps.get(shown_steps), Some(Step::House { .. }));
            let log = &self.log;
            let announcements = |step| {
                words::sayings(cx.i18n, record, step, log.line(step), table.session.events(step))
            };
            self.banner.update(cx.now, shown_steps + usize::from(is_next_by_rule), announcements);
            self.banner.ui::<G>(rect, cx, ui);
            self.celebration.update(&self.table, cx.settings, cx.now);
            self.celebration.ui(rect, cx, ui);
        });
    }

    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui, rect: Rect) {
        let table = &self.table;
        if !table.animator.idle() && is_clicked(ui, rect) {
            cx.send(TableCommand::Skip);
        }
        let actions = table.human_actions();
        let hovered_events = self.hovered_step.map_or(&[][..], |step| table.session.events(step));
        let mut shown_steps = (0..table.animator.steps().min(table.steps())).rev();
        let last_step = shown_steps.find(|step| !table.session.events(*step).is_empty());
        let last_events = last_step.map_or(&[][..], |step| table.session.events(step));
        // The move of a hint is shown until the player begins an input.
        let hinted = match table.hint() {
            Some(HintState::Ready(action)) if !G::is_asked(&table.selection) => {
                Some(G::showing(action))
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
            notes: table.notes().filter(|_| table.common.shows_notes),
            refused: table.refused.as_ref(),
            hovered_events,
            last_events,
            is_interactive: true,
            is_picking_colour: table.picking,
        };
        self.board.ui(&scene, cx, ui, rect);
    }
}

/// Draws a cover over the board that asks the player of a seat to sit down before it is revealed.
fn cover_ui<G: GameUi>(
    seat: qipan_core::contract::seat::Seat,
    rect: Rect,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let size = egui::vec2(380.0, 130.0).min(rect.size());
    let card = Rect::from_center_size(rect.center(), size);
    ui.scope_builder(egui::UiBuilder::new().max_rect(card), |ui| {
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            let name = words::seat::<G>(cx.i18n, seat);
            let head = cx.tf("play-curtain", &[("seat", name.into())]);
            let head = RichText::new(head)
                .size(theme::TITLE)
                .color(cx.theme.as_text(G::colour(cx.theme, seat)));
            ui.label(head);
            ui.label(RichText::new(cx.t("play-curtain-hint")).color(cx.theme.quiet));
            ui.add_space(6.0);
            if cx.theme.primary_ui(ui, cx.t("play-uncover")).clicked() {
                cx.send(TableCommand::RevealSeat);
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
    let has_steps = table.steps() > 0;
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
        "menu-undo",
        can_undo,
        Command::Table(TableCommand::TakeBack),
    );
    let redo = Command::Table(TableCommand::Redo);
    if !table.is_robots_only() {
        bar::tool_button(cx, ui, Icon::Redo, "menu-redo", table.can_redo(), redo);
        let can_hint = table.seat_to_hint().is_some();
        let hint = Command::Table(TableCommand::Hint);
        bar::tool_button(cx, ui, Icon::Lamp, "menu-hint", can_hint, hint);
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
        "menu-why",
        true,
        Command::Table(TableCommand::ToggleNotes),
    );
    let (icon, id) = match table.is_halted() {
        true => (Icon::Play, "play-resume"),
        false => (Icon::Pause, "play-pause"),
    };
    bar::tool_button(cx, ui, icon, id, true, Command::Table(TableCommand::TogglePause));
    bar::tool_button(cx, ui, Icon::Save, "menu-save", has_steps, Command::Save);
    bar::tool_button(cx, ui, Icon::Settings, "menu-settings", true, Command::ShowSettings);
    bar::menu_ui(table, cx, ui);
}
