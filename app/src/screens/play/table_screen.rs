//! A game on the table whose kind is known only at run time.

use std::any::Any;
use std::time::Duration;

use egui::{Key, Modifiers, Rect, Ui};
use qipan_core::record::{Player, SavedRule};
use qipan_core::registry::GameKind;

use crate::command::{Command, TableCommand};
use crate::games::{BoardUi as _, CommandContext, GameUi};
use crate::model::library::{Library, RobotTask, SeatCandidate};
use crate::model::robot_threads::RepaintSignal;
use crate::model::settings::Settings;
use crate::play::draft::SaveDraft;
use crate::play::table::{Table, TableCommon, TableFacts};
use crate::screens::play::{CommandOutcome, PlayScreen, commands};
use crate::sound::Sound;
use crate::ui::context::ScreenContext;

/// A game on the table with its screen, of any kind. The trait has what the window needs in every
/// frame. Other code reaches the table of the game through `with_game!` and `table`.
pub trait TableScreen: Any {
    /// Returns the facts about the game.
    fn facts(&self) -> TableFacts<'_>;
    /// Returns the state of the table that does not depend on the kind of game, for changes.
    fn common_mut(&mut self) -> &mut TableCommon;
    /// Returns true if something is moving or about to move by itself.
    fn is_busy(&self, settings: &Settings) -> bool;
    /// Returns the time until the game must be drawn again, or `None` while it waits for a person.
    fn time_until_redraw(&self, now: f64, settings: &Settings) -> Option<Duration>;
    /// Advances time: animations move, robots think and act.
    fn tick(&mut self, now: f64, settings: &Settings, library: &Library, wake: &RepaintSignal);
    /// Returns the sounds that have begun since the last call.
    fn take_sounds(&mut self) -> Vec<Sound>;
    /// Draws the screen of the running game.
    fn ui(&mut self, candidates: &[SeatCandidate], cx: &mut ScreenContext<'_>, ui: &mut Ui);
    /// Draws the board alone, as a small picture without input.
    fn picture_ui(&mut self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui);
    /// Registers the keys of the game.
    fn keys(&self, has_focus: bool, register: &mut dyn FnMut(Modifiers, Key, Command));
    /// Carries out a command, or asks the player first unless it is confirmed.
    fn carry_out(
        &mut self,
        command: TableCommand,
        is_confirmed: bool,
        context: &CommandContext<'_>,
    ) -> CommandOutcome;
    /// Evaluates a line of Lua on the decision that is shown.
    fn evaluate(&mut self, line: &str, library: &Library, wake: &RepaintSignal);
    /// Returns the game as it would be saved.
    fn draft(&self) -> SaveDraft;
    /// Begins a journal. Returns the save that its file starts with.
    fn begin_journal(&mut self) -> String;
    /// Returns the journal lines collected since the last call, or `None` if no journal was begun.
    fn take_journal_lines(&mut self) -> Option<String>;
}

impl dyn TableScreen {
    /// Returns the kind of the game.
    pub fn kind(&self) -> GameKind {
        self.facts().kind
    }

    /// Returns the table of game `G`.
    ///
    /// # Panics
    /// The game is of another kind.
    pub fn table<G: GameUi>(&self) -> &Table<G> {
        let screen = (self as &dyn Any).downcast_ref::<PlayScreen<G>>();
        screen.map_or_else(|| panic!("a table of {} expected", G::NAME), |screen| &screen.table)
    }

    /// Returns the table of game `G`, for changes.
    ///
    /// # Panics
    /// The game is of another kind.
    pub fn table_mut<G: GameUi>(&mut self) -> &mut Table<G> {
        let screen = (self as &mut dyn Any).downcast_mut::<PlayScreen<G>>();
        screen.map_or_else(|| panic!("a table of {} expected", G::NAME), |screen| &mut screen.table)
    }
}

impl<G: GameUi> From<Table<G>> for Box<dyn TableScreen> {
    fn from(table: Table<G>) -> Self {
        Box::new(PlayScreen::new(table))
    }
}

impl<G: GameUi> TableScreen for PlayScreen<G> {
    fn facts(&self) -> TableFacts<'_> {
        self.table.facts()
    }

    fn common_mut(&mut self) -> &mut TableCommon {
        &mut self.table.common
    }

    fn is_busy(&self, settings: &Settings) -> bool {
        !self.table.animator.is_idle() || self.table.can_act_alone(settings)
    }

    fn time_until_redraw(&self, now: f64, settings: &Settings) -> Option<Duration> {
        self.table.time_to_repaint(now, settings)
    }

    fn tick(&mut self, now: f64, settings: &Settings, library: &Library, wake: &RepaintSignal) {
        self.console.poll();
        // Counting fuel by line takes time, so it is done only while its result is shown.
        let is_profiled = self.table.is_robots_only() && self.table.common.shows_notes;
        let players = &self.table.session.record().players;
        let robots = players.iter().filter(|(_, player)| !player.is_human()).count();
        // In a game between robots alone, the robots play as they would without a window.
        let robots_at_table = (!self.table.is_robots_only()).then_some(robots);
        let task = RobotTask { is_profiled, robots_at_table };
        let robot_builder =
            |player: &Player, rules: &[SavedRule]| library.robot_builder(player, rules, task);
        self.table.tick(now, settings, &robot_builder, wake);
        if self.table.needs_hint_robot() {
            let player = library.hint_robot(GameKind::of::<G>(), self.table.session.record());
            let task = RobotTask { robots_at_table: Some(1), ..task };
            self.table.start_hint(library.robot_builder(&player, &[], task), wake);
        }
    }

    fn take_sounds(&mut self) -> Vec<Sound> {
        self.table.take_sounds()
    }

    fn ui(&mut self, candidates: &[SeatCandidate], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        self.game_ui(candidates, cx, ui);
    }

    fn picture_ui(&mut self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        self.board.picture_ui(self.table.view(), &self.table.animator, rect, cx, ui);
    }

    fn keys(&self, has_focus: bool, register: &mut dyn FnMut(Modifiers, Key, Command)) {
        commands::keys(&self.table, has_focus, register);
    }

    fn carry_out(
        &mut self,
        command: TableCommand,
        is_confirmed: bool,
        context: &CommandContext<'_>,
    ) -> CommandOutcome {
        commands::carry_out(&mut self.table, command, is_confirmed, context)
    }

    fn evaluate(&mut self, line: &str, library: &Library, wake: &RepaintSignal) {
        let Some(notes) = self.table.last_report() else { return };
        let record = self.table.session.record();
        let Some(player) = record.player(notes.seat) else { return };
        let job = (notes.decision_request(&self.table.session), &record.house_rules[..]);
        let evaluation = library.evaluate(line, player, job, wake);
        self.console.ask(line, evaluation);
    }

    fn draft(&self) -> SaveDraft {
        SaveDraft::new(&self.table.session, self.table.common.file.as_ref())
    }

    fn begin_journal(&mut self) -> String {
        self.table.session.begin_journal()
    }

    fn take_journal_lines(&mut self) -> Option<String> {
        self.table.session.take_lines()
    }
}
