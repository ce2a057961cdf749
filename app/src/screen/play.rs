//! The screen one plays on: the board, and beside it who plays, what to do, what happened.

mod side;

use egui::{Panel, Ui};
use qipan_core::record::Player;

use super::board::{BoardUi, Scene};
use super::log::LogUi;
use super::{Cx, bar};
use crate::command::Command;
use crate::table::Table;

/// What the play screen keeps from frame to frame.
#[derive(Default)]
pub struct PlayView {
    board: BoardUi,
    log: LogUi,
    /// The step pointed at in the log.
    recalled: Option<usize>,
}

/// Somebody who can be asked to play a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The name shown in the menu.
    pub title: String,
    /// As a player of the game.
    pub player: Player,
}

impl PlayView {
    /// Draws the running game.
    pub fn ui(&mut self, table: &Table, others: &[Candidate], cx: &mut Cx<'_>, ui: &mut Ui) {
        let title = super::game_title(cx, &table.session.record().preset, table.race());
        bar::bar_ui(&title, cx, ui, |cx, ui| tools_ui(table, cx, ui));
        let room = ui.available_size();
        // Where the window is higher than wide the panel folds under the board.
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
                side::side_ui(table, others, cx, ui);
                ui.add_space(8.0);
                self.log.ui(table, cx, ui)
            })
            .inner;
        self.recalled = recalled;
        egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
            let rect = ui.available_rect_before_wrap();
            self.board_ui(table, cx, ui, rect);
        });
    }

    fn board_ui(&mut self, table: &Table, cx: &mut Cx<'_>, ui: &mut Ui, rect: egui::Rect) {
        if !table.stage.idle() && pressed_in(ui, rect) {
            cx.send(Command::Skip);
        }
        let actions = table.human_actions();
        let recalled = self.recalled.map_or(&[][..], |step| table.session.events(step));
        let notes = table.notes.as_ref().filter(|_| table.why);
        let notes = notes.and_then(|notes| {
            let before = table.session.states().get(notes.step)?;
            Some((before, notes.notes.as_slice()))
        });
        let scene = Scene {
            race: table.race(),
            stage: &table.stage,
            actions: &actions,
            choice: &table.choice,
            chosen: table.chosen,
            notes,
            refused: table.refused.as_ref(),
            recalled,
            live: true,
        };
        self.board.ui(&scene, cx, ui, rect);
    }
}

/// Whether the board was clicked, wherever that was.
fn pressed_in(ui: &Ui, rect: egui::Rect) -> bool {
    let click = |input: &egui::InputState| {
        let pos = input.pointer.interact_pos().filter(|_| input.pointer.primary_clicked());
        pos.filter(|pos| rect.contains(*pos))
    };
    let top = |pos| ui.ctx().layer_id_at(pos).is_none_or(|layer| layer == ui.layer_id());
    ui.input(click).is_some_and(top)
}

/// The buttons of the bar while playing.
fn tools_ui(table: &Table, cx: &mut Cx<'_>, ui: &mut Ui) {
    use crate::board::Icon;
    let steps = table.steps() > 0;
    bar::menu_ui(table, cx, ui);
    bar::tool(cx, ui, Icon::Settings, "menu-settings", true, Command::ShowSettings);
    bar::tool(cx, ui, Icon::Save, "menu-save", steps, Command::Save);
    let (icon, id) = match table.halted() {
        true => (Icon::Play, "play-resume"),
        false => (Icon::Pause, "play-pause"),
    };
    bar::tool(cx, ui, icon, id, true, Command::TogglePause);
    bar::tool(cx, ui, Icon::Help, "menu-why", true, Command::ToggleWhy);
    let undo = table.can_take_back(cx.settings.play_forced);
    bar::tool(cx, ui, Icon::Undo, "menu-undo", undo, Command::TakeBack);
}
