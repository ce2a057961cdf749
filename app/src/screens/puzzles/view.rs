//! A puzzle of one game: the position as the seat to move sees it, and the result of the player's
//! try.

use std::cell::OnceCell;

use egui::Ui;
use qipan_core::analysis::puzzle::Puzzle;
use qipan_core::contract::game::{Step, Viewer};
use qipan_core::contract::seat::Seat;

use crate::command::TableCommand;
use crate::games::{BoardUi as _, CommandContext, GameUi, Scene, words};
use crate::play::table::Table;
use crate::screens::puzzles::{PuzzleProgress, PuzzleScreen};
use crate::sound::Sound;
use crate::ui::context::ScreenContext;

/// The maximum number of actions that a hint lists.
const MAX_HINT_ACTIONS: usize = 3;

/// The difference up to which two values count as equal.
const VALUE_TOLERANCE: f64 = 5e-4;

/// A puzzle with its board.
pub(super) struct PuzzleView<G: GameUi> {
    puzzle: Puzzle,
    seat: Seat,
    /// The game up to the position, with a person on the seat to move.
    table: Table<G>,
    board: G::Board,
    progress: PuzzleProgress,
    /// The number of steps before the position.
    steps_before: usize,
    /// The position as the seat to move sees it, computed on demand.
    seat_view: OnceCell<G::View>,
}

impl<G: GameUi> PuzzleView<G> {
    /// Returns a puzzle at its beginning, or `None` if it does not fit its game.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Self> {
        let session = puzzle.set_up::<G>().ok()?;
        let steps_before = session.record().steps.len();
        Some(Self {
            puzzle: puzzle.clone(),
            seat: G::seat_by_name(&puzzle.seat)?,
            table: Table::from_session(session, false),
            board: G::Board::default(),
            progress: PuzzleProgress::Open,
            steps_before,
            seat_view: OnceCell::new(),
        })
    }

    fn best_action(&self) -> Option<G::Action> {
        self.puzzle.best().parse().ok()
    }

    /// Returns the text of an action of the position.
    fn action_text(&self, action: &str, cx: &ScreenContext<'_>) -> String {
        let state = &self.table.session.states()[self.steps_before];
        let action = action.parse::<G::Action>().ok();
        action.map_or_else(String::new, |action| {
            G::describe_action(cx.i18n, state, self.seat, action)
        })
    }

    /// Returns the position as the seat to move sees it.
    fn seat_view(&self) -> &G::View {
        self.seat_view.get_or_init(|| {
            self.table.session.states()[self.steps_before].view(Viewer::Seat(self.seat))
        })
    }

    /// Returns the reason for the best action, given what the seat to move sees.
    fn reason(&self, cx: &ScreenContext<'_>) -> Option<String> {
        Some(G::hint_reason(cx.i18n, self.seat_view(), self.seat, self.best_action()?))
    }

    /// Returns the text of the last step before the position: a move, or the roll to be used.
    fn last_step_text(&self, cx: &ScreenContext<'_>) -> Option<String> {
        let session = &self.table.session;
        let step = self.steps_before.checked_sub(1)?;
        let view = session.states()[step].view(self.table.viewer());
        let line = words::step(cx.i18n, session.record(), step, &view, session.events(step));
        let is_roll = matches!(session.record().steps[step], Step::Chance { .. });
        let id = if is_roll { "puzzles-roll" } else { "puzzles-before" };
        (!line.is_empty()).then(|| cx.tf(id, &[("what", line.into())]))
    }

    /// Returns the best action and some others, sorted by name so that the order does not give the
    /// best one away. Leaves out at least one action, if there are more than two.
    fn hint_actions(&self) -> Vec<&str> {
        let mut actions: Vec<&str> = Vec::new();
        let mut last_value = f64::INFINITY;
        for (action, value) in &self.puzzle.values {
            // Only one of several actions with equal values is listed.
            if (last_value - value).abs() > VALUE_TOLERANCE {
                actions.push(action);
                last_value = *value;
            }
        }
        let count = (actions.len() - 1).clamp(2, MAX_HINT_ACTIONS);
        actions.truncate(count);
        actions.sort_unstable();
        actions
    }
}

impl<G: GameUi> PuzzleScreen for PuzzleView<G> {
    fn progress(&self) -> &PuzzleProgress {
        &self.progress
    }

    fn tick(&mut self, now: f64, factor: f64) -> bool {
        self.table.animator.tick(now, factor);
        !self.table.animator.is_idle()
    }

    fn take_sounds(&mut self) -> Vec<Sound> {
        self.table.animator.take_sounds()
    }

    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let rect = ui.available_rect_before_wrap();
        let table = &self.table;
        let is_open = self.progress == PuzzleProgress::Open;
        let actions = if is_open { table.human_actions() } else { Vec::new() };
        let answer = self
            .best_action()
            .filter(|_| self.progress == PuzzleProgress::Shown)
            .map(G::confirmation);
        let scene = Scene {
            view: table.view(),
            view_cache: table.view_cache(),
            full_state: None,
            animator: &table.animator,
            actions: &actions,
            selection: answer.as_ref().unwrap_or(&table.selection),
            marks: None,
            notes: None,
            refused: table.last_refusal.as_ref(),
            hovered_events: &[],
            view_before_hovered: None,
            last_events: &[],
            is_interactive: is_open,
            is_picking_colour: false,
        };
        self.board.ui(&scene, cx, ui, rect);
    }

    fn task_lines(&self, is_hinted: bool, cx: &ScreenContext<'_>) -> Vec<String> {
        let seat = words::seat::<G>(cx.i18n, self.seat);
        let mut lines: Vec<String> = self.last_step_text(cx).into_iter().collect();
        // In Flip Junqi, the colour of a seat cannot be seen on the board.
        if let Some(side) = G::relation(self.seat_view(), self.seat, cx) {
            let args = [("seat", seat.as_str().into()), ("side", side.into())];
            lines.push(cx.tf("puzzles-side", &args));
        }
        lines.push(cx.tf("puzzles-task", &[("seat", seat.into())]));
        if is_hinted && self.progress == PuzzleProgress::Open {
            lines.push(cx.t("puzzles-one-of"));
            let actions = self.hint_actions();
            lines.extend(actions.iter().map(|it| format!("• {}", self.action_text(it, cx))));
        }
        lines
    }

    fn result_lines(&self, cx: &ScreenContext<'_>) -> Vec<String> {
        let best_value = self.puzzle.values.first().map_or(0.0, |(_, value)| *value);
        let answer = |id: &str| {
            let action = self.action_text(self.puzzle.best(), cx);
            let args = [("what", action.into()), ("chance", words::percent(best_value).into())];
            std::iter::once(cx.tf(id, &args)).chain(self.reason(cx)).collect()
        };
        match self.progress {
            PuzzleProgress::Open => Vec::new(),
            PuzzleProgress::Wrong(value) => {
                let args = [
                    ("chance", words::percent(value).into()),
                    ("best", words::percent(best_value).into()),
                ];
                vec![cx.tf("puzzles-wrong", &args)]
            }
            PuzzleProgress::Right => answer("puzzles-right"),
            PuzzleProgress::Shown => answer("puzzles-answer"),
        }
    }

    fn carry_out(&mut self, command: &TableCommand, context: &CommandContext<'_>) {
        let TableCommand::Game(command) = command else { return };
        let Some(command) =
            command.get::<G::Command>().filter(|_| self.progress == PuzzleProgress::Open)
        else {
            return;
        };
        G::carry_out(&mut self.table, command.clone(), context);
        let tried = match self.table.session.record().steps.get(self.steps_before) {
            Some(Step::Act { action, .. }) => G::without_battle_result(*action).to_string(),
            _ => return,
        };
        self.progress = match self.puzzle.value(&tried) {
            _ if self.puzzle.solves(&tried) => PuzzleProgress::Right,
            value => PuzzleProgress::Wrong(value.unwrap_or(0.0)),
        };
    }

    fn show_answer(&mut self) {
        self.restart();
        self.progress = PuzzleProgress::Shown;
    }

    fn restart(&mut self) {
        if let Some(restarted) = Self::new(&self.puzzle) {
            *self = restarted;
        }
    }
}
