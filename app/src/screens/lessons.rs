//! The lessons: guided games in which each step has a sentence and usually something to do.

mod side;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use egui::{Key, Modifiers, Panel, Ui};
use qipan_core::contract::seat::Seat;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::command::{Command, LessonCommand, TableCommand};
use crate::games::{CommandContext, GameUi};
use crate::model::i18n::I18n;
use crate::model::lessons::{Lesson, Lessons};
use crate::screens::bar;
use crate::screens::lessons::view::LessonView;
use crate::sound::Sound;
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::room::column_ui;

/// The answer to the learner's last input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonAnswer {
    /// The step is done.
    Done(String),
    /// The input is not the one that the step asks for.
    Wrong(String),
}

/// The state of a lesson, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonStatus {
    /// The index of the step.
    pub step: usize,
    /// The number of steps.
    pub count: usize,
    /// The sentence of the step.
    pub text: String,
    /// The answer to the learner's last input.
    pub answer: Option<LessonAnswer>,
    /// True if the learner can go to the next step.
    pub can_go_on: bool,
    /// True if the learner can go back.
    pub can_go_back: bool,
    /// True if the last step is done.
    pub is_finished: bool,
    /// True if the step does not continue from the end of the step before it.
    pub is_new_position: bool,
}

/// A lesson on the screen, of any game.
pub trait LessonScreen {
    /// Returns the state in words.
    fn status(&self, i18n: &I18n) -> LessonStatus;
    /// Returns the index of the step, or `None` if the lesson is finished.
    fn step(&self) -> Option<usize>;
    /// Advances to the time `now`. `factor` scales all durations. Returns true if something is
    /// moving.
    fn tick(&mut self, now: f64, factor: f64) -> bool;
    /// Returns true if something is moving.
    fn is_moving(&self) -> bool;
    /// Returns the sounds that have begun since the last call.
    fn take_sounds(&mut self) -> Vec<Sound>;
    /// Draws the board.
    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui);
    /// Draws the die, if the step needs it.
    fn die_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui);
    /// Carries out the learner's command on the board.
    fn carry_out(&mut self, command: &TableCommand, context: &CommandContext<'_>);
    /// Skips a running animation. If there is none, rolls if the step asks for a roll, or else goes
    /// to the next step or finishes the lesson. Does nothing if the step asks for another action.
    fn next(&mut self);
    /// Goes back to the beginning of the step if it is done, or else to the step before it.
    fn previous(&mut self);
    /// Starts the lesson again.
    fn restart(&mut self);
    /// Goes to a step, or to the last one if there are fewer.
    fn go_to(&mut self, step: usize);
    /// Draws a reference for the learner, such as the ranks of the pieces.
    fn reference_ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui);
    /// Registers the keys of the board.
    fn keys(&self, focused: bool, register: &mut dyn FnMut(Modifiers, Key, Command));
    /// Returns the seat of the learner, and the position line to play on from, unless the game is
    /// over.
    fn start_of_game(&self) -> Option<(Seat, String)>;
}

/// The page of lessons.
#[derive(Default)]
pub struct LessonsPage {
    lessons: Lessons,
    /// The index of the lesson shown.
    index: usize,
    screen: Option<Box<dyn LessonScreen>>,
    /// The steps at which the learner left unfinished lessons, by name of the lesson.
    left_at: BTreeMap<String, usize>,
}

/// Opens a lesson, or returns `None` if it does not fit its game.
fn open(lesson: &Lesson) -> Option<Box<dyn LessonScreen>> {
    fn open_in_game<G: GameUi>(lesson: &Lesson) -> Option<Box<dyn LessonScreen>> {
        Some(Box::new(LessonView::<G>::new(lesson)?))
    }
    with_game!(GameKind::of_preset(&lesson.preset)?, |G| open_in_game::<G>(lesson))
}

impl LessonsPage {
    /// Shows the lesson with this name. If there is none, shows the first unfinished lesson of the
    /// preset that was played last, else of its game, else of any game, else the first lesson.
    pub fn begin(
        &mut self,
        lessons: Lessons,
        name: Option<&str>,
        is_finished: impl Fn(&str) -> bool,
        last_preset: Option<&str>,
    ) {
        let position = |fits: &dyn Fn(&Lesson) -> bool| lessons.lessons.iter().position(fits);
        let is_unfinished = |lesson: &Lesson| !is_finished(&lesson.name);
        let game = last_preset.and_then(GameKind::of_preset);
        let index = name
            .and_then(|name| position(&|lesson| lesson.name == name))
            .or_else(|| {
                position(&|lesson| is_unfinished(lesson) && Some(&*lesson.preset) == last_preset)
            })
            .or_else(|| {
                position(&|lesson| {
                    is_unfinished(lesson) && GameKind::of_preset(&lesson.preset) == game
                })
            })
            .or_else(|| position(&is_unfinished))
            .unwrap_or(0);
        self.remember_step();
        self.lessons = lessons;
        self.show_lesson(index);
    }

    /// Shows the lesson at an index.
    fn show_lesson(&mut self, index: usize) {
        self.index = index;
        self.screen = self.lesson().and_then(open);
        let left_at = self.lesson().and_then(|lesson| self.left_at.get(&lesson.name).copied());
        if let (Some(screen), Some(step)) = (&mut self.screen, left_at) {
            screen.go_to(step);
        }
    }

    /// Remembers the step of the lesson shown, so that the lesson continues there when it is opened
    /// again.
    fn remember_step(&mut self) {
        let (Some(screen), Some(lesson)) = (&self.screen, self.lessons.lessons.get(self.index))
        else {
            return;
        };
        match screen.step() {
            Some(step) => drop(self.left_at.insert(lesson.name.clone(), step)),
            None => drop(self.left_at.remove(&lesson.name)),
        }
    }

    /// Shows the lesson with this name. Returns false if there is none.
    pub fn open(&mut self, name: &str) -> bool {
        let index = self.lessons.lessons.iter().position(|lesson| lesson.name == name);
        self.remember_step();
        index.map(|index| self.show_lesson(index)).is_some()
    }

    /// Returns the lesson shown.
    pub fn lesson(&self) -> Option<&Lesson> {
        self.lessons.lessons.get(self.index)
    }

    /// Returns the next unfinished lesson, which may come before the one shown. If there is none,
    /// returns the lesson after the one shown.
    fn next_lesson(&self, finished: &BTreeSet<String>) -> Option<&Lesson> {
        let (before, rest) = self.lessons.lessons.split_at_checked(self.index)?;
        let (_, after) = rest.split_first()?;
        let mut others = after.iter().chain(before);
        others.find(|lesson| !finished.contains(&lesson.name)).or(after.first())
    }

    /// Returns the preset of the lesson shown.
    pub fn preset(&self) -> &str {
        self.lesson().map_or("", |lesson| &lesson.preset)
    }

    /// Returns the lessons that can be played, and the broken files.
    pub fn lessons(&self) -> &Lessons {
        &self.lessons
    }

    /// Returns the state of the lesson shown, in words.
    pub fn status(&self, i18n: &I18n) -> Option<LessonStatus> {
        self.screen.as_ref().map(|screen| screen.status(i18n))
    }

    /// Returns the seat of the learner, and the position line to play on from.
    pub fn start_of_game(&self) -> Option<(Seat, String)> {
        self.screen.as_ref()?.start_of_game()
    }

    /// Advances time. Returns true if something is moving.
    pub fn tick(&mut self, now: f64, factor: f64) -> bool {
        self.screen.as_mut().is_some_and(|screen| screen.tick(now, factor))
    }

    /// Returns true if something is moving.
    pub fn is_moving(&self) -> bool {
        self.screen.as_ref().is_some_and(|screen| screen.is_moving())
    }

    /// Returns the sounds that have begun since the last call.
    pub fn take_sounds(&mut self) -> Vec<Sound> {
        self.screen.as_mut().map_or_else(Vec::new, |screen| screen.take_sounds())
    }

    /// Skips a running animation. If there is none, rolls if the step asks for a roll, or else goes
    /// to the next step or finishes the lesson. Does nothing if the step asks for another action.
    pub fn next(&mut self) {
        self.screen.iter_mut().for_each(|screen| screen.next());
    }

    /// Goes back to the beginning of the step if it is done, or else to the step before it.
    pub fn previous(&mut self) {
        self.screen.iter_mut().for_each(|screen| screen.previous());
    }

    /// Starts the lesson again.
    pub fn restart(&mut self) {
        self.screen.iter_mut().for_each(|screen| screen.restart());
    }

    /// Carries out the learner's command on the board.
    pub fn carry_out(&mut self, command: &TableCommand, context: &CommandContext<'_>) {
        if let Some(screen) = &mut self.screen {
            screen.carry_out(command, context);
        }
    }

    /// Registers the keys of the lesson. Space rolls if the step asks for a roll. Otherwise it
    /// goes to the next step.
    pub fn keys(&self, focused: bool, register: &mut dyn FnMut(Modifiers, Key, Command)) {
        let Some(screen) = &self.screen else { return };
        screen.keys(focused, register);
        let previous = Command::Lesson(LessonCommand::Previous);
        let next = Command::Lesson(LessonCommand::Next);
        if !focused {
            register(Modifiers::NONE, Key::Space, next.clone());
            register(Modifiers::NONE, Key::Enter, next.clone());
        }
        register(Modifiers::NONE, Key::PageDown, next);
        register(Modifiers::NONE, Key::PageUp, previous);
    }

    /// Draws the page.
    pub fn ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        bar::bar_ui(&cx.t("lessons-title"), cx, ui, |cx, ui, _| {
            bar::tool_button(cx, ui, Icon::Help, "menu-guide", true, Command::ToggleGuide);
            bar::tool_button(cx, ui, Icon::Settings, "menu-settings", true, Command::ShowSettings);
        });
        let room = ui.available_size();
        // In a window that is not clearly wider than high, the panel is under the board.
        let side = if room.x > room.y * 1.12 {
            Panel::right("lesson-side").exact_size((room.x * 0.31).clamp(300.0, 460.0))
        } else {
            Panel::bottom("lesson-under").exact_size((room.y - room.x).clamp(230.0, 420.0))
        };
        let frame = egui::Frame::new().inner_margin(egui::Margin {
            left: 4,
            right: 12,
            top: 8,
            bottom: 12,
        });
        side.resizable(false)
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
