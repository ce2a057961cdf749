//! A puzzle of one game: the position as its seat sees it, and the result of a try.

use egui::Ui;
use qipan_core::analysis::puzzle::Puzzle;
use qipan_core::contract::game::Step;
use qipan_core::contract::seat::Seat;

use crate::command::TableCommand;
use crate::games::{BoardUi as _, CommandContext, GameUi, Scene, words};
use crate::play::table::Table;
use crate::screens::puzzles::{PuzzleScreen, Stand};
use crate::ui::context::ScreenContext;

/// The number of actions that a hint leaves.
const LEFT: usize = 3;

/// A puzzle with its board.
pub(super) struct PuzzleView<G: GameUi> {
    puzzle: Puzzle,
    seat: Seat,
    /// The game up to the position, with a person on the seat to move.
    table: Table<G>,
    board: G::Board,
    stand: Stand,
    /// The number of steps before the position.
    steps: usize,
}

impl<G: GameUi> PuzzleView<G> {
    /// Returns a puzzle at its beginning, or `None` if it does not fit its game.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Self> {
        let session = puzzle.set_up::<G>().ok()?;
        let steps = session.record().steps.len();
        Some(Self {
            puzzle: puzzle.clone(),
            seat: G::seat_by_name(&puzzle.seat)?,
            table: Table::of(session, false),
            board: G::Board::default(),
            stand: Stand::Open,
            steps,
        })
    }

    fn best(&self) -> Option<G::Action> {
        self.puzzle.best().parse().ok()
    }

    /// Returns an action of the position in words.
    fn words(&self, action: &str, cx: &ScreenContext<'_>) -> String {
        let state = &self.table.session.states()[self.steps];
        let action = action.parse::<G::Action>().ok();
        action.map_or_else(String::new, |action| {
            G::describe_action(cx.i18n, state, self.seat, action)
        })
    }

    /// Returns the last event before the position in words, such as the roll to be used.
    fn before(&self, cx: &ScreenContext<'_>) -> Option<String> {
        let session = &self.table.session;
        let step = self.steps.checked_sub(1)?;
        let view = session.states()[step].view(self.table.viewer());
        let line = words::step(cx.i18n, session.record(), step, &view, session.events(step));
        (!line.is_empty()).then_some(line)
    }

    /// Returns the best action and some others, in an order that does not give it away.
    fn left(&self) -> Vec<&str> {
        let mut left: Vec<&str> = Vec::new();
        let mut last = f64::INFINITY;
        for (action, value) in &self.puzzle.values {
            // Of actions with equal values, one is enough.
            if left.len() < LEFT && (last - value).abs() > 5e-4 {
                left.push(action);
                last = *value;
            }
        }
        left.sort_unstable();
        left
    }
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

impl<G: GameUi> PuzzleScreen for PuzzleView<G> {
    fn stand(&self) -> &Stand {
        &self.stand
    }

    fn tick(&mut self, now: f64, factor: f64) -> bool {
        self.table.animator.tick(now, factor);
        !self.table.animator.idle()
    }

    fn board_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let rect = ui.available_rect_before_wrap();
        let table = &self.table;
        let open = self.stand == Stand::Open;
        let actions = if open { table.human_actions() } else { Vec::new() };
        let shown = self.best().filter(|_| self.stand == Stand::Shown).map(G::showing);
        let scene = Scene {
            view: table.view(),
            view_cache: table.view_cache(),
            full_state: None,
            stage: &table.animator,
            actions: &actions,
            selection: shown.as_ref().unwrap_or(&table.selection),
            marks: None,
            notes: None,
            refused: table.refused.as_ref(),
            hovered_events: &[],
            last_events: &[],
            is_interactive: open,
            picking: false,
        };
        self.board.ui(&scene, cx, ui, rect);
    }

    fn lines(&self, hinted: bool, cx: &ScreenContext<'_>) -> Vec<String> {
        let seat = words::seat::<G>(cx.i18n, self.seat);
        let mut lines: Vec<String> = self.before(cx).into_iter().collect();
        lines.push(cx.tf("puzzles-task", &[("seat", seat.into())]));
        let best = self.puzzle.values.first().map_or(0.0, |(_, value)| *value);
        let answer = |id: &str| {
            let what = self.words(self.puzzle.best(), cx);
            cx.tf(id, &[("what", what.into()), ("chance", percent(best).into())])
        };
        match self.stand {
            Stand::Open if hinted => {
                lines.push(cx.t("puzzles-one-of"));
                lines.extend(self.left().iter().map(|one| format!("• {}", self.words(one, cx))));
            }
            Stand::Open => {}
            Stand::Wrong(value) => {
                let args = [("chance", percent(value).into()), ("best", percent(best).into())];
                lines.push(cx.tf("puzzles-wrong", &args));
            }
            Stand::Right => lines.push(answer("puzzles-right")),
            Stand::Shown => lines.push(answer("puzzles-answer")),
        }
        lines
    }

    fn carry_out(&mut self, command: &TableCommand, with: &CommandContext<'_>) {
        let TableCommand::Game(command) = command else { return };
        let Some(command) = command.get::<G::Command>().filter(|_| self.stand == Stand::Open)
        else {
            return;
        };
        G::carry_out(&mut self.table, command.clone(), with);
        let tried = match self.table.session.record().steps.get(self.steps) {
            Some(Step::Act { action, .. }) => G::without_battle_result(*action).to_string(),
            _ => return,
        };
        self.stand = match self.puzzle.value(&tried) {
            _ if self.puzzle.solves(&tried) => Stand::Right,
            value => Stand::Wrong(value.unwrap_or(0.0)),
        };
    }

    fn show(&mut self) {
        self.again();
        self.stand = Stand::Shown;
    }

    fn again(&mut self) {
        if let Some(anew) = Self::new(&self.puzzle) {
            *self = anew;
        }
    }
}
