//! A game on the table whose kind is known only at run time.

use std::any::Any;
use std::path::PathBuf;
use std::time::Duration;

use egui::{Key, Modifiers, Rect, Ui};
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::{SetupError, Viewer};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::LineFuel;
use qipan_core::contract::seat::Seat;
use qipan_core::house::Hook;
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::registry::GameKind;

use crate::command::{Command, TableCommand};
use crate::games::{BoardUi as _, CommandContext, GameUi, words};
use crate::model::i18n::I18n;
use crate::model::library::{Library, SeatCandidate};
use crate::model::robot_threads::RepaintSignal;
use crate::model::settings::Settings;
use crate::play::draft::Draft;
use crate::play::perspective::Perspective;
use crate::play::table::{Fault, Table};
use crate::screens::house::HouseDialog;
use crate::screens::play::{CommandOutcome, PlayScreen, commands};
use crate::screens::replay::{ReplayScreen, ReplayView};
use crate::ui::context::ScreenContext;

/// A game on the table with its screen. Implemented once, for all games.
pub trait TableScreen: Any {
    /// Returns the kind of the game.
    fn kind(&self) -> GameKind;
    /// Returns the preset it started from.
    fn preset(&self) -> &str;
    /// Returns the players by seat.
    fn players(&self) -> &[(Seat, Player)];
    /// Returns the number of steps played.
    fn steps(&self) -> usize;
    /// Returns the number of plies played.
    fn plies(&self) -> u32;
    /// Returns true if the game has ended.
    fn is_over(&self) -> bool;
    /// Returns true if no animation is running or queued.
    fn is_still(&self) -> bool;
    /// Returns true if something is moving or about to move by itself.
    fn is_busy(&self, settings: &Settings) -> bool;
    /// Returns the time until it must be drawn again, or `None` while it waits for a person.
    fn due(&self, now: f64, settings: &Settings) -> Option<Duration>;

    /// Advances time: animations move, robots think and act.
    fn tick(&mut self, now: f64, settings: &Settings, library: &Library, wake: &RepaintSignal);
    /// Ends all animations at once.
    fn settle(&mut self);
    /// Evaluates a line of Lua on the decision that is shown.
    fn evaluate(&mut self, line: &str, library: &Library, wake: &RepaintSignal);
    /// Returns the fuel that each line of a script used in its last decision.
    fn profile(&self, script: &str) -> &[LineFuel];
    /// Draws the screen of the running game.
    fn ui(&mut self, others: &[SeatCandidate], cx: &mut ScreenContext<'_>, ui: &mut Ui);
    /// Draws the board alone, as a small picture without input.
    fn picture_ui(&mut self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui);
    /// Registers the keys of the game.
    fn keys(&self, focused: bool, on: &mut dyn FnMut(Modifiers, Key, Command));
    /// Carries out a command, or asks the player first unless it is confirmed.
    fn carry_out(
        &mut self,
        command: TableCommand,
        confirmed: bool,
        with: &CommandContext<'_>,
    ) -> CommandOutcome;
    /// Drops an open question to the player. Returns true if there was one.
    fn drop_question(&mut self) -> bool;

    /// Reloads a robot before its next turn, because its file changed.
    fn reload(&mut self, kind: GameKind, script: &str);
    /// Marks the game as just opened: no robot runs before the player does something.
    fn rest(&mut self);
    /// Lets robots go on that were halted or resting.
    fn wake(&mut self);
    /// Halts the robots before their first turn and shows their thoughts.
    fn watch(&mut self);
    /// Returns the seats that declined the last draw offer, in words, and forgets them.
    fn take_declined(&mut self, i18n: &I18n) -> Option<String>;
    /// Returns the choice of perspective, if only robots have secrets to keep.
    fn eyes(&self) -> Option<&Perspective>;
    /// Switches to the perspective of a viewer, if the player may.
    fn choose_eyes(&mut self, viewer: Viewer);
    /// Shows a game of robots from one seat until the player decides otherwise.
    fn restrict_to(&mut self);

    /// Returns the house rules of the game, including those left out.
    fn house_rules(&self) -> &[SavedRule];
    /// Returns the house rules that wait for permission to run. Empty once they have it.
    fn waiting_rules(&self) -> Vec<SavedRule>;
    /// Loads the house rules, which runs their files.
    fn run_rules(&mut self);
    /// Goes on without these house rules, given by their numbers.
    fn disable_rules(&mut self, rules: &[u8]);
    /// Returns the failure of a house rule that stops the game.
    fn fault(&self) -> Option<&Fault>;
    /// Returns the dialog about that failure.
    fn fault_dialog(&self, i18n: &I18n) -> Option<HouseDialog>;
    /// Returns true if a rule has just failed, and clears the alarm.
    fn take_alarm(&mut self) -> bool;

    /// Returns the game as it would be saved.
    fn draft(&self) -> Draft;
    /// Returns the file the game was saved to.
    fn file(&self) -> Option<&PathBuf>;
    /// Sets or clears the file the game comes from.
    fn set_file(&mut self, file: Option<PathBuf>);
    /// Marks the game as saved to a file in its current state.
    fn set_saved(&mut self, file: PathBuf);
    /// Marks the game as not saved in its current state.
    fn set_unsaved(&mut self);
    /// Returns true if closing the game now would lose anything.
    fn unsaved(&self) -> bool;
    /// Returns the game as the save that a journal begins with.
    fn begin_journal(&mut self) -> String;
    /// Returns the lines the journal lacks, or `None` if no journal was begun.
    fn take_lines(&mut self) -> Option<String>;
    /// Returns true if the journal is behind the game, and marks it as up to date.
    fn take_unwritten(&mut self) -> bool;

    /// Returns a replay of the game.
    fn look_back(&self) -> Box<dyn ReplayScreen>;
    /// Merges annotations made in a replay of this game. Returns true if it was this game.
    fn merge_annotations(&mut self, replay: &dyn ReplayScreen) -> bool;
    /// Returns a new game with the same rules, house rules and players, and fresh dice.
    ///
    /// # Errors
    /// A sentence for why rules and seats no longer fit.
    fn rematch(&self) -> Result<Box<dyn TableScreen>, String>;
}

impl dyn TableScreen {
    /// Returns the table if the game is of this kind.
    pub fn table<G: GameUi>(&self) -> Option<&Table<G>> {
        (self as &dyn Any).downcast_ref::<PlayScreen<G>>().map(|playing| &playing.table)
    }

    /// Returns the table for changes if the game is of this kind.
    pub fn table_mut<G: GameUi>(&mut self) -> Option<&mut Table<G>> {
        (self as &mut dyn Any).downcast_mut::<PlayScreen<G>>().map(|playing| &mut playing.table)
    }
}

impl<G: GameUi> From<Table<G>> for Box<dyn TableScreen> {
    fn from(table: Table<G>) -> Self {
        Box::new(PlayScreen::new(table))
    }
}

impl<G: GameUi> TableScreen for PlayScreen<G> {
    fn kind(&self) -> GameKind {
        GameKind::of::<G>()
    }

    fn players(&self) -> &[(Seat, Player)] {
        &self.table.session.record().players
    }

    fn preset(&self) -> &str {
        &self.table.session.record().preset
    }

    fn steps(&self) -> usize {
        self.table.steps()
    }

    fn plies(&self) -> u32 {
        self.table.state().ply()
    }

    fn is_over(&self) -> bool {
        self.table.state().outcome().is_some()
    }

    fn is_still(&self) -> bool {
        self.table.animator.idle()
    }

    fn is_busy(&self, settings: &Settings) -> bool {
        !self.table.animator.idle() || self.table.acts_alone(settings)
    }

    fn due(&self, now: f64, settings: &Settings) -> Option<Duration> {
        self.table.due(now, settings)
    }

    fn tick(&mut self, now: f64, settings: &Settings, library: &Library, wake: &RepaintSignal) {
        self.console.poll();
        // Counting fuel by line takes time, so it is done only while its result is shown.
        let profile = self.table.is_robots_only() && self.table.why;
        let maker =
            |player: &Player, rules: &[SavedRule]| library.robot_builder(player, rules, profile);
        self.table.tick(now, settings, &maker, wake);
    }

    fn settle(&mut self) {
        self.table.animator.skip();
    }

    fn evaluate(&mut self, line: &str, library: &Library, wake: &RepaintSignal) {
        let Some(notes) = self.table.notes() else { return };
        let record = self.table.session.record();
        let Some(player) = record.player(notes.seat) else { return };
        let job = (notes.job(&self.table.session), &record.house_rules[..]);
        let evaluating = library.evaluate(line, player, job, wake);
        self.console.ask(line, evaluating);
    }

    fn profile(&self, script: &str) -> &[LineFuel] {
        self.table.profile(script)
    }

    fn ui(&mut self, others: &[SeatCandidate], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        self.game_ui(others, cx, ui);
    }

    fn picture_ui(&mut self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        self.board.picture_ui(self.table.view(), &self.table.animator, rect, cx, ui);
    }

    fn keys(&self, focused: bool, on: &mut dyn FnMut(Modifiers, Key, Command)) {
        commands::keys(&self.table, focused, on);
    }

    fn carry_out(
        &mut self,
        command: TableCommand,
        confirmed: bool,
        with: &CommandContext<'_>,
    ) -> CommandOutcome {
        commands::carry_out(&mut self.table, command, confirmed, with)
    }

    fn drop_question(&mut self) -> bool {
        self.table.drop_question()
    }

    fn reload(&mut self, kind: GameKind, script: &str) {
        if self.kind() == kind {
            self.table.reload(script);
        }
    }

    fn rest(&mut self) {
        self.table.resting = true;
    }

    fn wake(&mut self) {
        self.table.paused = false;
        self.table.resting = false;
    }

    fn watch(&mut self) {
        (self.table.paused, self.table.why) = (true, true);
    }

    fn take_declined(&mut self, i18n: &I18n) -> Option<String> {
        Some(words::seats::<G>(i18n, self.table.take_declined()?))
    }

    fn eyes(&self) -> Option<&Perspective> {
        self.table.eyes()
    }

    fn choose_eyes(&mut self, viewer: Viewer) {
        self.table.choose_eyes(viewer);
    }

    fn restrict_to(&mut self) {
        self.table.restrict_to(None);
    }

    fn house_rules(&self) -> &[SavedRule] {
        self.table.house_rules()
    }

    fn waiting_rules(&self) -> Vec<SavedRule> {
        self.table.waiting_rules()
    }

    fn run_rules(&mut self) {
        self.table.run_rules();
    }

    fn disable_rules(&mut self, rules: &[u8]) {
        self.table.disable_rules(rules);
    }

    fn fault(&self) -> Option<&Fault> {
        self.table.fault()
    }

    fn fault_dialog(&self, i18n: &I18n) -> Option<HouseDialog> {
        let number = self.table.fault()?.rule;
        let line = self.table.house_rules().get(usize::from(number))?;
        let rule = i18n.pick(&line.name).to_owned();
        Some(HouseDialog::Broken { rule, number, why: self.table.fault_message()? })
    }

    fn take_alarm(&mut self) -> bool {
        self.table.take_alarm()
    }

    fn draft(&self) -> Draft {
        Draft::new(&self.table.session, self.table.file.as_ref())
    }

    fn file(&self) -> Option<&PathBuf> {
        self.table.file.as_ref()
    }

    fn set_file(&mut self, file: Option<PathBuf>) {
        self.table.file = file;
    }

    fn set_saved(&mut self, file: PathBuf) {
        self.table.set_saved(file);
    }

    fn set_unsaved(&mut self) {
        self.table.set_unsaved();
    }

    fn unsaved(&self) -> bool {
        self.table.unsaved()
    }

    fn begin_journal(&mut self) -> String {
        self.table.session.begin_journal()
    }

    fn take_lines(&mut self) -> Option<String> {
        self.table.session.take_lines()
    }

    fn take_unwritten(&mut self) -> bool {
        std::mem::take(&mut self.table.unwritten)
    }

    fn merge_annotations(&mut self, replay: &dyn ReplayScreen) -> bool {
        replay.replay::<G>().is_some_and(|replay| self.table.merge_annotations(replay.record()))
    }

    fn look_back(&self) -> Box<dyn ReplayScreen> {
        Box::new(ReplayView::of(&self.table))
    }

    fn rematch(&self) -> Result<Box<dyn TableScreen>, String> {
        let record = once_more(self.table.session.record()).map_err(|error| error.to_string())?;
        let table = Table::new(record, false).map_err(|error| error.to_string())?;
        Ok(table.into())
    }
}

/// Returns a record with the same rules, house rules and players, and fresh dice.
fn once_more<G: GameUi>(old: &Record<G>) -> Result<Record<G>, SetupError> {
    let seed = Seed::from_bytes(rand::random());
    let deal = G::deal_again(&old.rules, old.seats(), &old.deal, &seed)?;
    let players = old.players.clone();
    // Failed rules are left out. The options they set remain.
    let in_force = old.house_rules.iter().filter(|line| line.until.is_none());
    let house_rules: Vec<SavedRule> = in_force.cloned().collect();
    let decides_fights =
        |line: &SavedRule| line.hooks.iter().any(|hook| hook == Hook::Battle.name());
    let recorded = house_rules.iter().any(decides_fights);
    let rules = old.rules.clone().with_fights_recorded(recorded);
    let record = Record::new(&old.preset, rules, players, deal, seed);
    Ok(Record { house_rules, ..record })
}
