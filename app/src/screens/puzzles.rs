//! The puzzles: positions in which the player has to find the best action.

mod view;

use egui::{Panel, RichText, Ui};
use qipan_core::analysis::puzzle::Puzzle;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::command::{Command, PuzzleCommand, TableCommand};
use crate::games::{CommandContext, GameUi};
use crate::screens::bar;
use crate::screens::puzzles::view::PuzzleView;
use crate::sound::Sound;
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::room::column_ui;
use crate::ui::{theme, widgets};

/// The player's progress with a puzzle.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PuzzleProgress {
    /// Not solved yet.
    #[default]
    Open,
    /// An action other than the best was tried. It has this value.
    Wrong(f64),
    /// Solved.
    Right,
    /// The answer is shown.
    Shown,
}

/// A puzzle on the screen, of any game.
pub trait PuzzleScreen {
    /// Returns the player's progress.
    fn progress(&self) -> &PuzzleProgress;
    /// Advances time. Returns true if something is moving.
    fn tick(&mut self, now: f64, factor: f64) -> bool;
    /// Returns the sounds that have begun since the last call.
    fn take_sounds(&mut self) -> Vec<Sound>;
    /// Draws the board.
    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui);
    /// Returns the lines of text that state the task or its result.
    fn task_lines(&self, is_hinted: bool, cx: &ScreenContext<'_>) -> Vec<String>;
    /// Carries out the player's command on the board.
    fn carry_out(&mut self, command: &TableCommand, context: &CommandContext<'_>);
    /// Shows the answer.
    fn show_answer(&mut self);
    /// Starts the puzzle again.
    fn restart(&mut self);
}

/// The page of puzzles.
#[derive(Default)]
pub struct PuzzlesPage {
    puzzles: Vec<Puzzle>,
    /// The index of the puzzle shown.
    index: usize,
    screen: Option<Box<dyn PuzzleScreen>>,
    /// True if the player has asked for a hint.
    is_hinted: bool,
}

/// Opens a puzzle, or returns `None` if it does not fit its game.
fn open(puzzle: &Puzzle) -> Option<Box<dyn PuzzleScreen>> {
    fn open_in_game<G: GameUi>(puzzle: &Puzzle) -> Option<Box<dyn PuzzleScreen>> {
        Some(Box::new(PuzzleView::<G>::new(puzzle)?))
    }
    with_game!(GameKind::of_name(&puzzle.game)?, |G| open_in_game::<G>(puzzle))
}

impl PuzzlesPage {
    /// Shows the first unsolved of these puzzles. Puzzles that do not fit their game are left out.
    pub fn begin(&mut self, puzzles: Vec<Puzzle>, is_solved: impl Fn(&str) -> bool) {
        self.puzzles = puzzles.into_iter().filter(|puzzle| open(puzzle).is_some()).collect();
        let first_unsolved = self.puzzles.iter().position(|puzzle| !is_solved(&puzzle.id()));
        self.show_puzzle(first_unsolved.unwrap_or(0));
    }

    /// Returns the puzzle shown.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzles.get(self.index)
    }

    /// Returns the number of puzzles.
    pub fn count(&self) -> usize {
        self.puzzles.len()
    }

    /// Returns the player's progress with the puzzle shown.
    pub fn progress(&self) -> PuzzleProgress {
        self.screen.as_ref().map(|screen| screen.progress().clone()).unwrap_or_default()
    }

    /// Returns true if the puzzle shown is solved.
    pub fn is_solved(&self) -> bool {
        self.progress() == PuzzleProgress::Right
    }

    /// Shows the puzzle at an index, or the last one.
    fn show_puzzle(&mut self, index: usize) {
        self.index = index.min(self.puzzles.len().saturating_sub(1));
        self.is_hinted = false;
        self.screen = self.puzzles.get(self.index).and_then(open);
    }

    /// Advances time. Returns true if something is moving.
    pub fn tick(&mut self, now: f64, factor: f64) -> bool {
        self.screen.as_mut().is_some_and(|screen| screen.tick(now, factor))
    }

    /// Returns the sounds that have begun since the last call.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        self.screen.as_mut().map_or_else(Vec::new, |screen| screen.take_sounds())
    }

    /// Carries out a command of this page.
    pub fn command(&mut self, command: PuzzleCommand) {
        match (command, &mut self.screen) {
            (PuzzleCommand::Next, _) => self.show_puzzle(self.index + 1),
            (PuzzleCommand::Previous, _) => self.show_puzzle(self.index.saturating_sub(1)),
            (PuzzleCommand::Hint, _) => self.is_hinted = true,
            (PuzzleCommand::Show, Some(screen)) => screen.show_answer(),
            (PuzzleCommand::Again, Some(screen)) => screen.restart(),
            _ => {}
        }
    }

    /// Carries out the player's command on the board.
    pub fn carry_out(&mut self, command: &TableCommand, context: &CommandContext<'_>) {
        if let Some(screen) = &mut self.screen {
            screen.carry_out(command, context);
        }
    }

    /// Draws the page.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        bar::bar_ui(&cx.t("puzzles-title"), cx, ui, |cx, ui, _| {
            bar::tool_button(cx, ui, Icon::Settings, "menu-settings", true, Command::ShowSettings);
        });
        let width = (ui.available_width() * 0.29).clamp(300.0, 420.0);
        let frame = egui::Frame::new().inner_margin(egui::Margin {
            left: 4,
            right: 12,
            top: 8,
            bottom: 12,
        });
        Panel::right("puzzle-side")
            .exact_size(width)
            .resizable(false)
            .show_separator_line(false)
            .frame(frame)
            .show(ui, |ui| column_ui(ui, |ui| self.side_ui(cx, ui)));
        egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
            if let Some(screen) = &mut self.screen {
                screen.board_ui(cx, ui);
            }
        });
    }

    /// Draws the panel beside the board.
    fn side_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 10.0;
        let (Some(screen), Some(puzzle)) = (&self.screen, self.puzzle()) else {
            ui.label(cx.t("puzzles-none"));
            return;
        };
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            let args = [("at", (self.index + 1).into()), ("all", self.count().into())];
            ui.label(RichText::new(cx.tf("puzzles-at", &args)).size(theme::TITLE).strong());
            let is_solved = |puzzle: &&Puzzle| cx.settings.solved.contains(&puzzle.id());
            let solved_count = self.puzzles.iter().filter(is_solved).count();
            let mut facts = vec![cx.t(&format!("game-{}", puzzle.preset))];
            if is_solved(&puzzle) {
                facts.push(cx.t("puzzles-solved"));
            }
            facts.push(cx.tf("puzzles-count", &[("count", solved_count.into())]));
            ui.label(widgets::muted_text(cx.theme, facts.join(" · ")));
            ui.add_space(6.0);
            for line in screen.task_lines(self.is_hinted, cx) {
                ui.add(egui::Label::new(RichText::new(line).color(cx.theme.ink)).wrap());
            }
            ui.add_space(6.0);
            ui.horizontal_wrapped(|ui| self.answer_buttons_ui(screen.progress(), cx, ui));
        });
        ui.horizontal(|ui| {
            let is_last = self.index + 1 >= self.count();
            for (id, enabled, command) in [
                ("puzzles-previous", self.index > 0, PuzzleCommand::Previous),
                ("puzzles-next", !is_last, PuzzleCommand::Next),
            ] {
                if ui.add_enabled(enabled, egui::Button::new(cx.t(id))).clicked() {
                    cx.send(Command::Puzzle(command));
                }
            }
        });
    }

    /// Draws the buttons that fit the player's progress.
    fn answer_buttons_ui(
        &self,
        progress: &PuzzleProgress,
        cx: &mut ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let buttons: &[(&str, PuzzleCommand)] = match progress {
            PuzzleProgress::Open if self.is_hinted => &[("puzzles-show", PuzzleCommand::Show)],
            PuzzleProgress::Open => {
                &[("puzzles-hint", PuzzleCommand::Hint), ("puzzles-show", PuzzleCommand::Show)]
            }
            PuzzleProgress::Wrong(_) => {
                &[("puzzles-again", PuzzleCommand::Again), ("puzzles-show", PuzzleCommand::Show)]
            }
            PuzzleProgress::Right | PuzzleProgress::Shown => {
                &[("puzzles-again", PuzzleCommand::Again)]
            }
        };
        for (id, command) in buttons {
            if ui.button(cx.t(id)).clicked() {
                cx.send(Command::Puzzle(*command));
            }
        }
    }
}
