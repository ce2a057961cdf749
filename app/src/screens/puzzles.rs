//! Puzzles: one position after another, in each of which the best choice is to be found.

mod view;

use egui::{Panel, RichText, Ui};
use qipan_core::analysis::puzzle::Puzzle;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::command::{Command, PuzzleCommand, TableCommand};
use crate::games::{CommandContext, GameUi};
use crate::screens::bar;
use crate::screens::puzzles::view::PuzzleView;
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::room::column_ui;
use crate::ui::{theme, widgets};

/// The player's progress with a puzzle.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stand {
    /// Not solved yet.
    #[default]
    Open,
    /// An action other than the best was tried, with its value.
    Wrong(f64),
    /// Solved.
    Right,
    /// The answer is shown.
    Shown,
}

/// A puzzle on the screen, of any game.
pub trait PuzzleScreen {
    /// Returns the player's progress.
    fn stand(&self) -> &Stand;
    /// Advances time. Returns true if something is moving.
    fn tick(&mut self, now: f64, factor: f64) -> bool;
    /// Draws the board.
    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui);
    /// Returns the task or its result, in lines.
    fn lines(&self, hinted: bool, cx: &ScreenContext<'_>) -> Vec<String>;
    /// Carries out the player's command on the board.
    fn carry_out(&mut self, command: &TableCommand, with: &CommandContext<'_>);
    /// Shows the answer.
    fn show(&mut self);
    /// Begins again.
    fn again(&mut self);
}

/// The page of puzzles.
#[derive(Default)]
pub struct PuzzlesPage {
    puzzles: Vec<Puzzle>,
    at: usize,
    open: Option<Box<dyn PuzzleScreen>>,
    hinted: bool,
}

/// Opens a puzzle, or returns `None` if it does not fit its game.
fn open(puzzle: &Puzzle) -> Option<Box<dyn PuzzleScreen>> {
    fn of<G: GameUi>(puzzle: &Puzzle) -> Option<Box<dyn PuzzleScreen>> {
        Some(Box::new(PuzzleView::<G>::new(puzzle)?))
    }
    with_game!(GameKind::of_name(&puzzle.game)?, |G| of::<G>(puzzle))
}

impl PuzzlesPage {
    /// Takes these puzzles and shows the first unsolved one. Puzzles that do not fit their game
    /// are left out.
    pub fn begin(&mut self, puzzles: Vec<Puzzle>, solved: impl Fn(&str) -> bool) {
        self.puzzles = puzzles.into_iter().filter(|puzzle| open(puzzle).is_some()).collect();
        let first = self.puzzles.iter().position(|puzzle| !solved(&puzzle.id()));
        self.go(first.unwrap_or(0));
    }

    /// Returns the puzzle shown.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzles.get(self.at)
    }

    /// Returns the number of puzzles.
    pub fn count(&self) -> usize {
        self.puzzles.len()
    }

    /// Returns the player's progress with the puzzle shown.
    pub fn stand(&self) -> Stand {
        self.open.as_ref().map(|open| open.stand().clone()).unwrap_or_default()
    }

    /// Returns true if the puzzle shown is solved.
    pub fn is_solved(&self) -> bool {
        self.stand() == Stand::Right
    }

    fn go(&mut self, at: usize) {
        self.at = at.min(self.puzzles.len().saturating_sub(1));
        self.hinted = false;
        self.open = self.puzzles.get(self.at).and_then(open);
    }

    /// Advances time. Returns true if something is moving.
    pub fn tick(&mut self, now: f64, factor: f64) -> bool {
        self.open.as_mut().is_some_and(|open| open.tick(now, factor))
    }

    /// Carries out a command of this page.
    pub fn command(&mut self, command: PuzzleCommand) {
        match (command, &mut self.open) {
            (PuzzleCommand::Next, _) => self.go(self.at + 1),
            (PuzzleCommand::Previous, _) => self.go(self.at.saturating_sub(1)),
            (PuzzleCommand::Hint, _) => self.hinted = true,
            (PuzzleCommand::Show, Some(open)) => open.show(),
            (PuzzleCommand::Again, Some(open)) => open.again(),
            _ => {}
        }
    }

    /// Carries out the player's command on the board.
    pub fn carry_out(&mut self, command: &TableCommand, with: &CommandContext<'_>) {
        if let Some(open) = &mut self.open {
            open.carry_out(command, with);
        }
    }

    /// Draws the page.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        bar::bar_ui(&cx.t("puzzles-title"), cx, ui, |cx, ui, _| {
            bar::tool(cx, ui, Icon::Settings, "menu-settings", true, Command::ShowSettings);
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
            if let Some(open) = &mut self.open {
                open.board_ui(cx, ui);
            }
        });
    }

    fn side_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 10.0;
        let (Some(open), Some(puzzle)) = (&self.open, self.puzzle()) else {
            ui.label(cx.t("puzzles-none"));
            return;
        };
        cx.theme.card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            let args = [("at", (self.at + 1).into()), ("all", self.count().into())];
            ui.label(RichText::new(cx.tf("puzzles-at", &args)).size(theme::TITLE).strong());
            let solved = |puzzle: &&Puzzle| cx.settings.solved.contains(&puzzle.id());
            let count = self.puzzles.iter().filter(solved).count();
            let mut about = vec![cx.t(&format!("game-{}", puzzle.preset))];
            if solved(&puzzle) {
                about.push(cx.t("puzzles-solved"));
            }
            about.push(cx.tf("puzzles-count", &[("count", count.into())]));
            ui.label(widgets::muted_text(cx.theme, about.join(" · ")));
            ui.add_space(6.0);
            for line in open.lines(self.hinted, cx) {
                ui.add(egui::Label::new(RichText::new(line).color(cx.theme.ink)).wrap());
            }
            ui.add_space(6.0);
            ui.horizontal_wrapped(|ui| self.answers_ui(open.stand(), cx, ui));
        });
        ui.horizontal(|ui| {
            let last = self.at + 1 >= self.count();
            for (id, able, command) in [
                ("puzzles-previous", self.at > 0, PuzzleCommand::Previous),
                ("puzzles-next", !last, PuzzleCommand::Next),
            ] {
                if ui.add_enabled(able, egui::Button::new(cx.t(id))).clicked() {
                    cx.send(Command::Puzzle(command));
                }
            }
        });
    }

    /// Draws the buttons that fit the player's progress.
    fn answers_ui(&self, stand: &Stand, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let offered: &[(&str, PuzzleCommand)] = match stand {
            Stand::Open if self.hinted => &[("puzzles-show", PuzzleCommand::Show)],
            Stand::Open => {
                &[("puzzles-hint", PuzzleCommand::Hint), ("puzzles-show", PuzzleCommand::Show)]
            }
            Stand::Wrong(_) => {
                &[("puzzles-again", PuzzleCommand::Again), ("puzzles-show", PuzzleCommand::Show)]
            }
            Stand::Right | Stand::Shown => &[("puzzles-again", PuzzleCommand::Again)],
        };
        for (id, command) in offered {
            if ui.button(cx.t(id)).clicked() {
                cx.send(Command::Puzzle(*command));
            }
        }
    }
}
