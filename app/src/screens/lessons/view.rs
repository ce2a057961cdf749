//! A lesson of one game: the table on which the learner plays one seat.

use egui::{Key, Modifiers, Ui};
use qipan_core::contract::game::Step;
use qipan_core::contract::robot::RobotNote;
use qipan_core::contract::seat::Seat;

use crate::command::{Command, TableCommand};
use crate::games::{BoardUi as _, CommandContext, GameUi, Scene};
use crate::model::i18n::I18n;
use crate::model::lessons::{Course, CourseStep, Expected, Lesson, LessonStep};
use crate::model::positions;
use crate::play::table::{DecisionReport, Table};
use crate::screens::lessons::{LessonAnswer, LessonScreen, LessonStatus};
use crate::sound::Sound;
use crate::ui::context::ScreenContext;

/// The time to look at a new position before moves are played in it, in seconds.
const TIME_TO_LOOK: f64 = 1.2;

/// A lesson with its board.
pub(super) struct LessonView<G: GameUi> {
    lesson: Lesson,
    course: Course<G>,
    /// The index of the step shown.
    step: usize,
    /// True if the learner has done the step.
    is_done: bool,
    /// The reason why the learner's last input was wrong.
    mistake: Option<Mistake<G>>,
    table: Table<G>,
    board: G::Board,
    /// The cells to highlight, as notes of a robot's report, which the board draws.
    highlights: DecisionReport<G>,
}

/// The reason why an input was wrong.
#[derive(Clone, Debug, PartialEq)]
enum Mistake<G: GameUi> {
    /// A legal action other than the expected one.
    Action(G::Action),
    /// An input that the rules do not allow, for this reason.
    Illegal(String),
    /// A roll, although the step asks for an action.
    Roll,
    /// An input, although the learner has nothing to play.
    Read,
}

impl<G: GameUi> LessonView<G> {
    /// Returns a lesson at its beginning, or `None` if it does not fit its game.
    pub(super) fn new(lesson: &Lesson) -> Option<Self> {
        let course = Course::<G>::new(lesson).ok()?;
        let table = Table::from_session(course.steps.first()?.session.clone(), false);
        let highlights = DecisionReport {
            seat: course.seat,
            view: table.view().clone(),
            notes: Vec::new(),
            printed: Vec::new(),
            fuel: 0,
            profile: Vec::new(),
            actions: Vec::new(),
            step: 0,
        };
        let board = G::Board::default();
        let lesson = lesson.clone();
        let mut view = Self {
            lesson,
            course,
            step: 0,
            is_done: false,
            mistake: None,
            table,
            board,
            highlights,
        };
        view.enter(0);
        Some(view)
    }

    /// Begins a step from its own position.
    fn enter(&mut self, step: usize) {
        self.begin(step);
        self.table = Table::from_session(self.current().session.clone(), false);
        if !self.current().before.is_empty() {
            self.table.animator.pause(TIME_TO_LOOK);
        }
        self.play_moves_before();
    }

    /// Begins the next step. It continues on the same board unless it has a position of its own.
    fn advance(&mut self) {
        let next = self.step + 1;
        if self.course.steps.get(next).is_none_or(|next| next.starts_from_position) {
            return self.enter(next.min(self.course.steps.len() - 1));
        }
        self.begin(next);
        self.play_moves_before();
    }

    fn begin(&mut self, step: usize) {
        (self.step, self.is_done, self.mistake) = (step, false, None);
    }

    /// Plays the moves of the step that come before the learner's turn.
    fn play_moves_before(&mut self) {
        for step in self.current().before.clone() {
            self.table.step(step);
        }
    }

    fn current(&self) -> &CourseStep<G> {
        &self.course.steps[self.step]
    }

    fn texts(&self) -> &LessonStep {
        &self.lesson.steps[self.step]
    }

    /// Returns the action or roll that the learner still has to play.
    fn expected(&self) -> Expected<G> {
        if self.is_done { Expected::Look } else { self.current().expected.clone() }
    }

    /// Returns true if the step is the last one and done.
    fn is_finished(&self) -> bool {
        self.is_done && self.step + 1 == self.course.steps.len()
    }

    /// Returns true if the lesson continues by itself once the board is still.
    fn continues_by_itself(&self) -> bool {
        let next = self.course.steps.get(self.step + 1);
        self.is_done
            && self.texts().done.is_none()
            && next.is_some_and(|next| !next.starts_from_position)
    }

    /// Describes the mistake.
    fn mistake_text(&self, mistake: &Mistake<G>, i18n: &I18n) -> String {
        match mistake {
            Mistake::Action(action) => {
                if let Some(words) = self.texts().answer_to(&action.to_string()) {
                    return words.in_language(i18n.lang());
                }
                let Expected::Act(expected) = self.current().expected else {
                    return i18n.t("lessons-read");
                };
                let state = self.table.state();
                let what = G::describe_action(i18n, state, self.course.seat, expected);
                i18n.tf("lessons-wrong", &[("what", what.into())])
            }
            Mistake::Illegal(why) => why.clone(),
            Mistake::Roll => i18n.t("lessons-rolled"),
            Mistake::Read => i18n.t("lessons-read"),
        }
    }

    /// Rolls the die, if the step asks for a roll.
    fn roll(&mut self) {
        match self.expected() {
            Expected::Roll(face) => {
                self.mistake = None;
                self.is_done = self.table.step(Step::Chance(face));
            }
            Expected::Act(_) => self.mistake = Some(Mistake::Roll),
            Expected::Look => self.mistake = Some(Mistake::Read),
        }
    }

    /// Carries out a command of the game. An action that the step does not ask for is undone.
    fn play(&mut self, command: G::Command, context: &CommandContext<'_>) {
        if self.expected() == Expected::Look {
            self.mistake = Some(Mistake::Read);
            return;
        }
        let before = self.table.session.clone();
        self.table.last_refusal = None;
        G::carry_out(&mut self.table, command, context);
        let played = self.table.session.record().steps.get(before.record().steps.len());
        if let Some(Step::Act { action, .. }) = played {
            let action = G::without_battle_result(*action);
            if self.expected() == Expected::Act(action) {
                (self.is_done, self.mistake) = (true, None);
            } else {
                self.table = Table::from_session(before, false);
                self.mistake = Some(Mistake::Action(action));
            }
        } else if let Some(refused) = &mut self.table.last_refusal {
            // The reason is shown with the step, and not a second time on the board.
            self.mistake = Some(Mistake::Illegal(std::mem::take(&mut refused.why)));
        } else {
            self.mistake = None;
        }
    }

    /// Updates the highlighted cells: those of the step, and those to press.
    fn update_highlights(&mut self) {
        let mut cells = Vec::new();
        if self.table.animator.is_idle() && !self.is_done {
            cells.clone_from(&self.texts().show);
            if let Expected::Act(action) = self.expected() {
                cells.extend(G::cells_to_press(action, &self.table.selection));
            }
        }
        let note = |cell| RobotNote::Cell { cell, colour: String::new() };
        self.highlights.notes = cells.into_iter().map(note).collect();
    }
}

impl<G: GameUi> LessonScreen for LessonView<G> {
    fn status(&self, i18n: &I18n) -> LessonStatus {
        let texts = self.texts();
        if !self.is_done && !self.table.animator.is_idle() && !self.current().before.is_empty() {
            // The moves before the learner's turn are still being shown.
            return LessonStatus {
                step: self.step,
                count: self.course.steps.len(),
                text: i18n.t("lessons-watch"),
                answer: None,
                can_go_on: false,
                can_go_back: self.step > 0,
                is_finished: false,
                is_new_position: false,
            };
        }
        let answer = match (&self.mistake, &texts.done) {
            (Some(mistake), _) => Some(LessonAnswer::Wrong(self.mistake_text(mistake, i18n))),
            (None, Some(done)) if self.is_done => {
                Some(LessonAnswer::Done(done.in_language(i18n.lang())))
            }
            (None, None) if self.is_done => Some(LessonAnswer::Done(i18n.t("lessons-right"))),
            _ => None,
        };
        let is_finished = self.is_finished();
        let waits = self.expected() == Expected::Look && !self.continues_by_itself();
        LessonStatus {
            step: self.step,
            count: self.course.steps.len(),
            text: texts.text.in_language(i18n.lang()),
            answer,
            can_go_on: waits && !is_finished,
            can_go_back: self.step > 0 || self.is_done,
            is_finished,
            is_new_position: self.step > 0 && self.current().starts_from_position,
        }
    }

    fn step(&self) -> Option<usize> {
        (!self.is_finished()).then_some(self.step)
    }

    fn tick(&mut self, now: f64, factor: f64) -> bool {
        self.table.animator.tick(now, factor);
        if self.table.animator.is_idle() && self.continues_by_itself() {
            self.advance();
            self.table.animator.tick(now, factor);
        }
        !self.table.animator.is_idle()
    }

    fn is_moving(&self) -> bool {
        !self.table.animator.is_idle() || self.continues_by_itself()
    }

    fn take_sounds(&mut self) -> Vec<Sound> {
        self.table.animator.take_sounds()
    }

    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        self.update_highlights();
        let rect = ui.available_rect_before_wrap();
        let table = &self.table;
        let expected = match self.expected() {
            Expected::Act(action) => Some(action),
            Expected::Roll(_) | Expected::Look => None,
        };
        let actions: Vec<G::Action> = expected.into_iter().collect();
        let confirmation = expected
            .filter(|_| table.animator.is_idle() && !G::has_unfinished_input(&table.selection))
            .map(G::confirmation);
        let scene = Scene {
            view: table.view(),
            view_cache: table.view_cache(),
            full_state: None,
            animator: &table.animator,
            actions: &actions,
            selection: confirmation.as_ref().unwrap_or(&table.selection),
            marks: None,
            notes: Some(&self.highlights),
            refused: table.last_refusal.as_ref(),
            hovered_events: &[],
            view_before_hovered: None,
            last_events: &[],
            is_interactive: true,
            is_picking_colour: false,
        };
        self.board.ui(&scene, cx, ui, rect);
    }

    fn die_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        if G::HAS_DICE && (self.expected() != Expected::Look || !self.table.animator.is_idle()) {
            G::next_action_ui(&self.table, cx, ui);
        }
    }

    fn carry_out(&mut self, command: &TableCommand, context: &CommandContext<'_>) {
        match command {
            TableCommand::Roll | TableCommand::Skip if !self.table.animator.is_idle() => {
                self.table.animator.skip();
            }
            TableCommand::Roll => self.roll(),
            TableCommand::Game(command) => {
                if let Some(command) = command.get::<G::Command>() {
                    self.play(command.clone(), context);
                }
            }
            _ => {}
        }
    }

    fn next(&mut self) {
        if !self.table.animator.is_idle() {
            return self.table.animator.skip();
        }
        match self.expected() {
            Expected::Look if self.step + 1 == self.course.steps.len() => {
                (self.is_done, self.mistake) = (true, None);
            }
            Expected::Look => self.advance(),
            Expected::Roll(_) => self.roll(),
            Expected::Act(_) => {}
        }
    }

    fn previous(&mut self) {
        self.enter(if self.is_done { self.step } else { self.step.saturating_sub(1) });
    }

    fn restart(&mut self) {
        self.enter(0);
    }

    fn go_to(&mut self, step: usize) {
        self.enter(step.min(self.course.steps.len() - 1));
    }

    fn reference_ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        G::lesson_reference_ui(cx, ui);
    }

    fn keys(&self, focused: bool, register: &mut dyn FnMut(Modifiers, Key, Command)) {
        G::keys(&self.table, focused, register);
    }

    fn start_of_game(&self) -> Option<(Seat, String)> {
        let line = positions::line_of(self.table.session.record(), self.table.state()).ok()?;
        Some((self.course.seat, line.to_string()))
    }
}
