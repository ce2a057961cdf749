//! The puzzles: positions in which the player has to find the best action.

mod side;
mod view;

use chrono::NaiveDate;
use egui::{Panel, Ui};
use qipan_core::analysis::puzzle::Puzzle;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::command::{Command, PuzzleCommand, TableCommand};
use crate::games::{CommandContext, GameUi};
use crate::model::drill::{Drill, FinishedTry, TryResult};
use crate::model::puzzles::{
    PuzzleChoice, PuzzleEntry, PuzzleGroup, PuzzleList, PuzzleOrigin, PuzzleSource,
};
use crate::screens::bar;
use crate::screens::puzzles::view::PuzzleView;
use crate::sound::Sound;
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::room::column_ui;

/// The player's progress with a puzzle.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PuzzleProgress {
    /// Not solved yet.
    #[default]
    Open,
    /// An action other than the best was tried. Holds its value, from 0 to 1.
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
    /// Advances time to `now`, in seconds. `factor` multiplies the durations of animations. Returns
    /// true if something is moving.
    fn tick(&mut self, now: f64, factor: f64) -> bool;
    /// Returns the sounds that have begun since the last call.
    fn take_sounds(&mut self) -> Vec<Sound>;
    /// Draws the board.
    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui);
    /// Returns the lines of text that state the task.
    fn task_lines(&self, is_hinted: bool, cx: &ScreenContext<'_>) -> Vec<String>;
    /// Returns the lines of text that state the result, none while the puzzle is open.
    fn result_lines(&self, cx: &ScreenContext<'_>) -> Vec<String>;
    /// Carries out the player's command on the board.
    fn carry_out(&mut self, command: &TableCommand, context: &CommandContext<'_>);
    /// Shows the answer.
    fn show_answer(&mut self);
    /// Starts the puzzle again.
    fn restart(&mut self);
}

/// The page of puzzles.
pub struct PuzzlesPage {
    list: PuzzleList,
    /// The player's training history, as it is in the file.
    drill: Drill,
    /// The current date.
    today: NaiveDate,
    /// The groups of puzzles in the order in which they are offered. The group of the game that was
    /// played last comes first.
    groups: Vec<PuzzleGroup>,
    choice: PuzzleChoice,
    /// The indices in `list` of the chosen puzzles.
    chosen: Vec<usize>,
    /// The index in `chosen` of the puzzle shown.
    at: usize,
    screen: Option<Box<dyn PuzzleScreen>>,
    /// True if the player has asked for a hint.
    is_hinted: bool,
    /// True if the first try at the puzzle shown is in the training history.
    is_first_try_counted: bool,
    /// The change of the rating by the puzzle shown.
    rating_change: Option<f64>,
}

impl Default for PuzzlesPage {
    fn default() -> Self {
        Self {
            list: PuzzleList::default(),
            drill: Drill::default(),
            today: NaiveDate::default(),
            groups: PuzzleGroup::ALL.to_vec(),
            choice: PuzzleChoice::all_of(PuzzleSource::Group(PuzzleGroup::Race)),
            chosen: Vec::new(),
            at: 0,
            screen: None,
            is_hinted: false,
            is_first_try_counted: false,
            rating_change: None,
        }
    }
}

/// Opens a puzzle, or returns `None` if it does not fit its game.
fn open(puzzle: &Puzzle) -> Option<Box<dyn PuzzleScreen>> {
    fn open_in_game<G: GameUi>(puzzle: &Puzzle) -> Option<Box<dyn PuzzleScreen>> {
        Some(Box::new(PuzzleView::<G>::new(puzzle)?))
    }
    with_game!(GameKind::of_name(&puzzle.game)?, |G| open_in_game::<G>(puzzle))
}

impl PuzzlesPage {
    /// Shows the puzzles due today. If there are none, shows those of `last`, the group of the game
    /// that was played last.
    pub fn begin(&mut self, list: PuzzleList, drill: Drill, today: NaiveDate, last: PuzzleGroup) {
        let others = PuzzleGroup::ALL.into_iter().filter(|group| *group != last);
        self.groups = std::iter::once(last).chain(others).collect();
        (self.list, self.drill, self.today) = (list, drill, today);
        let source = match self.list.due_count(&self.drill, today) {
            0 => PuzzleSource::Group(last),
            _ => PuzzleSource::Due,
        };
        self.choose(PuzzleChoice::all_of(source));
    }

    /// Returns the player's training history.
    pub fn drill(&self) -> &Drill {
        &self.drill
    }

    /// Returns the choice of puzzles.
    pub fn choice(&self) -> PuzzleChoice {
        self.choice
    }

    /// Returns the entry of the puzzle shown.
    pub fn entry(&self) -> Option<&PuzzleEntry> {
        self.list.entries().get(*self.chosen.get(self.at)?)
    }

    /// Returns the puzzle shown.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.entry().map(|entry| &entry.puzzle)
    }

    /// Returns the number of chosen puzzles.
    pub fn count(&self) -> usize {
        self.chosen.len()
    }

    /// Returns the player's progress with the puzzle shown.
    pub fn progress(&self) -> PuzzleProgress {
        self.screen.as_ref().map(|screen| screen.progress().clone()).unwrap_or_default()
    }

    /// Returns the change of the rating by the puzzle shown.
    pub fn rating_change(&self) -> Option<f64> {
        self.rating_change
    }

    /// Returns the try that the player has just finished, if it is still to be entered in the
    /// training history.
    pub fn finished_try(&self) -> Option<FinishedTry<'_>> {
        let result = match self.progress() {
            PuzzleProgress::Open => return None,
            PuzzleProgress::Right if self.is_hinted => TryResult::Hinted,
            PuzzleProgress::Right => TryResult::Right,
            PuzzleProgress::Wrong(_) | PuzzleProgress::Shown => TryResult::Wrong,
        };
        let entry = self.entry()?;
        let is_failed_retry = self.is_first_try_counted && !result.is_solved();
        let is_rated = entry.origin != PuzzleOrigin::Mistake;
        (!is_failed_retry).then(|| FinishedTry {
            id: &entry.id,
            puzzle_rating: Some(entry.rating).filter(|_| is_rated),
            result,
            is_daily: self.chosen.get(self.at).copied() == self.list.daily(self.today),
            today: self.today,
        })
    }

    /// Returns true if the first try at the puzzle shown is in the training history. Later tries
    /// can only mark the puzzle as solved.
    pub fn is_first_try_counted(&self) -> bool {
        self.is_first_try_counted
    }

    /// Replaces the training history after a finished try. The change of the rating is kept only
    /// for the first try at the puzzle shown.
    pub fn set_drill(&mut self, drill: Drill, rating_change: Option<f64>) {
        self.drill = drill;
        if !self.is_first_try_counted {
            self.rating_change = rating_change;
            self.is_first_try_counted = true;
        }
    }

    /// Chooses puzzles, and shows the first of them.
    fn choose(&mut self, choice: PuzzleChoice) {
        self.choice = choice;
        self.chosen = self.list.choose(choice, &self.drill, self.today);
        self.show_puzzle(0);
    }

    /// Shows the chosen puzzle at an index. Puzzles that do not fit their game are left out.
    fn show_puzzle(&mut self, at: usize) {
        self.at = at;
        (self.is_hinted, self.is_first_try_counted, self.rating_change, self.screen) =
            (false, false, None, None);
        while let Some(index) = self.chosen.get(self.at).copied() {
            self.screen = self.list.entries().get(index).and_then(|entry| open(&entry.puzzle));
            if self.screen.is_some() {
                return;
            }
            self.chosen.remove(self.at);
        }
        if self.at > 0 && !self.chosen.is_empty() {
            self.show_puzzle(self.at.min(self.chosen.len()) - 1);
        }
    }

    /// Shows the next puzzle. After the last due puzzle, the last of the player's mistakes, or the
    /// daily puzzle, the puzzles of the first group follow.
    fn show_next(&mut self) {
        if self.at + 1 < self.chosen.len() {
            self.show_puzzle(self.at + 1);
        } else if !matches!(self.choice.source, PuzzleSource::Group(_)) {
            let group = self.groups.first().copied().unwrap_or(PuzzleGroup::Race);
            self.choose(PuzzleChoice::all_of(PuzzleSource::Group(group)));
        }
    }

    /// Advances time to `now`, in seconds. `factor` multiplies the durations of animations. Returns
    /// true if something is moving.
    pub fn tick(&mut self, now: f64, factor: f64) -> bool {
        self.screen.as_mut().is_some_and(|screen| screen.tick(now, factor))
    }

    /// Returns the sounds that have begun since the last call.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        self.screen.as_mut().map_or_else(Vec::new, |screen| screen.take_sounds())
    }

    /// Carries out a command of this page. `today` is the current date.
    pub fn command(&mut self, command: PuzzleCommand, today: NaiveDate) {
        self.today = today;
        match (command, &mut self.screen) {
            (PuzzleCommand::Choose(choice), _) => self.choose(choice),
            (PuzzleCommand::Next, _) => self.show_next(),
            (PuzzleCommand::Previous, _) => self.show_puzzle(self.at.saturating_sub(1)),
            (PuzzleCommand::Hint, _) => self.is_hinted = true,
            (PuzzleCommand::ShowAnswer, Some(screen)) => screen.show_answer(),
            (PuzzleCommand::Restart, Some(screen)) => screen.restart(),
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
}
