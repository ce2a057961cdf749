//! The play screen: the board, and beside it the players, the next action and the log.

mod commands;
mod side;
mod table_screen;

use egui::{Panel, Rect, RichText, Ui};
use qipan_core::contract::game::Step;

use crate::command::{Command, TableCommand};
use crate::games::{BoardUi as _, GameUi, Scene, words};
use crate::model::library::SeatCandidate;
use crate::play::console::Console;
use crate::play::table::Table;
use crate::screens::banner::BannerUi;
use crate::screens::log::LogUi;
use crate::screens::{bar, eyes, house, thought};
use crate::ui::context::ScreenContext;
use crate::ui::room::column_ui;
use crate::ui::theme;

pub use commands::CommandOutcome;
pub use table_screen::{TableScreen, rematch};

/// A game on the table, with the state kept from frame to frame.
pub struct PlayScreen<G: GameUi> {
    /// The game.
    pub table: Table<G>,
    board: G::Board,
    log: LogUi,
    banner: BannerUi,
    /// The step pointed at in the log.
    hovered_step: Option<usize>,
    console: Console,
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
        }
    }

    /// Draws the running game.
    fn game_ui(&mut self, others: &[SeatCandidate], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let table = &self.table;
        let title = super::game_title(cx, table.session.record());
        bar::bar_ui(&title, cx, ui, |cx, ui, room| tools_ui(table, room, cx, ui));
        let room = ui.available_size();
        // If the window is higher than wide, the panel folds under the board.
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
        let recalled = side
            .resizable(false)
            .show_separator_line(false)
            .frame(frame)
            .show(ui, |ui| {
                column_ui(ui, |ui| {
                    side::side_ui(table, others, cx, ui);
                    ui.add_space(8.0);
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
        self.hovered_step = recalled;
        egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
            let rect = ui.available_rect_before_wrap();
            match self.table.cover() {
                Some(seat) => cover_ui::<G>(seat, rect, cx, ui),
                None => self.board_ui(cx, ui, rect),
            }
            let table = &self.table;
            let record = table.session.record();
            let shown = table.animator.steps().min(table.steps());
            // The effect of a rule is announced while it happens.
            let by_rule = matches!(record.steps.get(shown), Some(Step::House { .. }));
            let log = &self.log;
            let say = |step| {
                words::sayings(cx.i18n, record, step, log.line(step), table.session.events(step))
            };
            self.banner.update(cx.now, shown + usize::from(by_rule), say);
            self.banner.ui::<G>(rect, cx, ui);
        });
    }

    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui, rect: Rect) {
        let table = &self.table;
        if !table.animator.idle() && pressed_in(ui, rect) {
            cx.send(TableCommand::Skip);
        }
        let actions = table.human_actions();
        let recalled = self.hovered_step.map_or(&[][..], |step| table.session.events(step));
        let mut shown = (0..table.animator.steps().min(table.steps())).rev();
        let last = shown.find(|step| !table.session.events(*step).is_empty());
        let last = last.map_or(&[][..], |step| table.session.events(step));
        let scene = Scene {
            view: table.view(),
            view_cache: table.view_cache(),
            full_state: None,
            stage: &table.animator,
            actions: &actions,
            selection: &table.selection,
            marks: Some(&table.marks),
            notes: table.notes().filter(|_| table.common.shows_notes),
            refused: table.refused.as_ref(),
            hovered_events: recalled,
            last_events: last,
            is_interactive: true,
            picking: table.picking,
        };
        self.board.ui(&scene, cx, ui, rect);
    }
}

/// Draws, in place of the board, whose turn it is to sit down and look.
fn cover_ui<G: GameUi>(
    seat: qipan_core::contract::seat::Seat,
    rect: Rect,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) {
    let size = egui::vec2(380.0, 130.0).min(rect.size());
    let place = Rect::from_center_size(rect.center(), size);
    ui.scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
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

/// Returns true if the board was clicked anywhere and nothing covers it there.
fn pressed_in(ui: &Ui, rect: Rect) -> bool {
    let click = |input: &egui::InputState| {
        let pos = input.pointer.interact_pos().filter(|_| input.pointer.primary_clicked());
        pos.filter(|pos| rect.contains(*pos))
    };
    let top = |pos| ui.ctx().layer_id_at(pos).is_none_or(|layer| layer == ui.layer_id());
    ui.input(click).is_some_and(top)
}

/// Draws the buttons of the bar during play.
fn tools_ui<G: GameUi>(table: &Table<G>, room: f32, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    use crate::ui::paint::Icon;
    let steps = table.steps() > 0;
    if let Some(choice) = table.perspective() {
        eyes::perspective_ui::<G>(choice, room, cx, ui);
    }
    bar::names_ui::<G>(cx, ui);
    let undo = table.can_take_back(cx.settings.play_forced);
    bar::tool(cx, ui, Icon::Undo, "menu-undo", undo, Command::Table(TableCommand::TakeBack));
    bar::tool(cx, ui, Icon::Help, "menu-why", true, Command::Table(TableCommand::ToggleNotes));
    let (icon, id) = match table.halted() {
        true => (Icon::Play, "play-resume"),
        false => (Icon::Pause, "play-pause"),
    };
    bar::tool(cx, ui, icon, id, true, Command::Table(TableCommand::TogglePause));
    bar::tool(cx, ui, Icon::Save, "menu-save", steps, Command::Save);
    bar::tool(cx, ui, Icon::Settings, "menu-settings", true, Command::ShowSettings);
    bar::menu_ui(table, cx, ui);
}
