//! A game on the table whose kind is known only while the program runs.

use std::any::Any;
use std::path::PathBuf;
use std::time::Duration;

use egui::{Key, Modifiers, Rect, Ui};
use qipan_core::dice::Seed;
use qipan_core::game::{SetupError, Viewer};
use qipan_core::games::GameKind;
use qipan_core::house::Hook;
use qipan_core::options::RuleSet;
use qipan_core::record::{Player, Record, SavedRule};
use qipan_core::robot::LineFuel;
use qipan_core::seat::Seat;

use crate::command::Command;
use crate::games::{BoardUi as _, CommandContext, GameUi, words};
use crate::model::i18n::I18n;
use crate::model::library::{Candidate, Library};
use crate::model::robot_threads::RepaintSignal;
use crate::model::settings::Settings;
use crate::play::draft::Draft;
use crate::play::perspective::Perspective;
use crate::play::table::{Fault, Table};
use crate::screens::house::HouseDialog;
use crate::screens::play::{Answer, Playing, commands};
use crate::screens::replay::{ReplayScreen, ReplayView};
use crate::ui::context::ScreenContext;

/// A game on the table with its screen. Implemented once, for all games.
pub trait TableScreen: Any {
    /// What kind of game it is.
    fn kind(&self) -> GameKind;
    /// The preset it started from.
    fn preset(&self) -> &str;
    /// Who plays, by seat.
    fn players(&self) -> &[(Seat, Player)];
    /// Steps played.
    fn steps(&self) -> usize;
    /// Turns taken, as the game counts them.
    fn plies(&self) -> u32;
    /// Whether the game has ended.
    fn is_over(&self) -> bool;
    /// Whether nothing is on its way on the board.
    fn is_still(&self) -> bool;
    /// Whether something is moving or about to move by itself.
    fn is_busy(&self, settings: &Settings) -> bool;
    /// Returns the time until it has to be drawn again; none while it waits for a person.
    fn due(&self, now: f64, settings: &Settings) -> Option<Duration>;

    /// Lets time pass: things move, robots think and act.
    fn tick(&mut self, now: f64, settings: &Settings, library: &Library, wake: &RepaintSignal);
    /// Shows everything that is on its way at its end.
    fn settle(&mut self);
    /// Evaluates a line of Lua on the decision that is told about.
    fn evaluate(&mut self, line: &str, library: &Library, wake: &RepaintSignal);
    /// The lines of a script that the fuel of its last decision went to.
    fn profile(&self, script: &str) -> &[LineFuel];
    /// Draws the screen of the running game.
    fn ui(&mut self, others: &[Candidate], cx: &mut ScreenContext<'_>, ui: &mut Ui);
    /// Draws the board alone, as a small picture that answers to nothing.
    fn picture_ui(&mut self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui);
    /// The commands of the keys at the game.
    fn keys(&self, focused: bool, on: &mut dyn FnMut(Modifiers, Key, Command));
    /// Whether a command lets the game go on.
    fn plays(&self, command: &Command) -> bool;
    /// Carries out a command.
    fn carry_out(&mut self, command: Command, with: &CommandContext<'_>) -> Answer;
    /// Drops what the player is asked; whether there was anything.
    fn drop_question(&mut self) -> bool;

    /// Has a robot loaded anew before its next turn, because its file changed.
    fn reload(&mut self, kind: GameKind, script: &str);
    /// Notes that the game has just been opened: no robot runs before the player does
    /// something.
    fn rest(&mut self);
    /// Lets robots go on that were halted or resting.
    fn wake(&mut self);
    /// Halts the robots before their first turn and shows what they think.
    fn watch(&mut self);
    /// A seat gives up, if a person plays it and it still plays.
    fn resign(&mut self, seat: Seat);
    /// All people who still play offer a draw.
    fn offer_draw(&mut self);
    /// Takes back to the last decision of a person, as everybody at the table agreed.
    fn take_back(&mut self, play_forced: bool);
    /// Who did not agree to the draw offered last, in words; told once.
    fn take_declined(&mut self, i18n: &I18n) -> Option<String>;
    /// The eyes that may be chosen, where nobody's secret is at stake but robots'.
    fn eyes(&self) -> Option<&Perspective>;
    /// Looks at the game through somebody's eyes, if the player may.
    fn choose_eyes(&mut self, viewer: Viewer);
    /// Shows one seat's view of a game of robots until the player says otherwise.
    fn restrict_to(&mut self);

    /// The house rules of the game, those too that were left out.
    fn house_rules(&self) -> &[SavedRule];
    /// The house rules that would run if they were allowed to: none once they are.
    fn waiting_rules(&self) -> Vec<SavedRule>;
    /// Loads the house rules, which runs their files.
    fn run_rules(&mut self);
    /// Goes on without these house rules, by their numbers.
    fn disable_rules(&mut self, rules: &[u8]);
    /// The house rule that cannot go on.
    fn fault(&self) -> Option<&Fault>;
    /// What the player is told of it.
    fn fault_dialog(&self, i18n: &I18n) -> Option<HouseDialog>;
    /// Whether a rule has just failed; told once.
    fn take_alarm(&mut self) -> bool;
    /// Whether the game goes on: no house rule waits for a word of the player.
    fn runs(&self) -> bool;

    /// The game as it would be saved.
    fn draft(&self) -> Draft;
    /// The file the game was saved to.
    fn file(&self) -> Option<&PathBuf>;
    /// Names the file the game comes from, or forgets it.
    fn set_file(&mut self, file: Option<PathBuf>);
    /// Notes that the game lies in a file as it is now.
    fn set_saved(&mut self, file: PathBuf);
    /// Notes that the game lies in no file as it is now.
    fn set_unsaved(&mut self);
    /// Whether anything is lost when the game is closed now.
    fn unsaved(&self) -> bool;
    /// The game as a file that a journal begins with.
    fn begin_journal(&mut self) -> String;
    /// What the journal has still to be told; none where none was begun.
    fn take_lines(&mut self) -> Option<String>;
    /// Whether the journal is behind the game; it is held to be up to date from now on.
    fn take_unwritten(&mut self) -> bool;

    /// The game to look back at.
    fn look_back(&self) -> Box<dyn ReplayScreen>;
    /// Takes over what was noted while this game was looked back at; whether it was this game.
    fn merge_annotations(&mut self, replay: &dyn ReplayScreen) -> bool;
    /// The same rules, house rules and players, with fresh dice; why not, in a sentence.
    ///
    /// # Errors
    /// When rules and seats do not fit each other any more.
    fn once_more(&self) -> Result<Box<dyn TableScreen>, String>;
}

impl dyn TableScreen {
    /// The game on the table as one of a known kind.
    #[must_use]
    pub fn table<G: GameUi>(&self) -> Option<&Table<G>> {
        (self as &dyn Any).downcast_ref::<Playing<G>>().map(|playing| &playing.table)
    }

    /// The game on the table as one of a known kind, to change it.
    pub fn table_mut<G: GameUi>(&mut self) -> Option<&mut Table<G>> {
        (self as &mut dyn Any).downcast_mut::<Playing<G>>().map(|playing| &mut playing.table)
    }
}

impl<G: GameUi> From<Table<G>> for Box<dyn TableScreen> {
    fn from(table: Table<G>) -> Self {
        Box::new(Playing::new(table))
    }
}

impl<G: GameUi> TableScreen for Playing<G> {
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
        self.table.stage.idle()
    }

    fn is_busy(&self, settings: &Settings) -> bool {
        !self.table.stage.idle() || self.table.acts_alone(settings)
    }

    fn due(&self, now: f64, settings: &Settings) -> Option<Duration> {
        self.table.due(now, settings)
    }

    fn tick(&mut self, now: f64, settings: &Settings, library: &Library, wake: &RepaintSignal) {
        self.console.poll();
        // Counting by line takes time: only where it is looked at.
        let profile = self.table.is_test() && self.table.why;
        let maker =
            |player: &Player, rules: &[SavedRule]| library.robot_builder(player, rules, profile);
        self.table.tick(now, settings, &maker, wake);
    }

    fn settle(&mut self) {
        self.table.stage.skip();
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

    fn ui(&mut self, others: &[Candidate], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        self.game_ui(others, cx, ui);
    }

    fn picture_ui(&mut self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        self.board.picture_ui(self.table.view(), &self.table.stage, rect, cx, ui);
    }

    fn keys(&self, focused: bool, on: &mut dyn FnMut(Modifiers, Key, Command)) {
        commands::keys(&self.table, focused, on);
    }

    fn plays(&self, command: &Command) -> bool {
        commands::plays::<G>(command)
    }

    fn carry_out(&mut self, command: Command, with: &CommandContext<'_>) -> Answer {
        commands::carry_out(&mut self.table, command, with)
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

    fn resign(&mut self, seat: Seat) {
        let plays = self.table.state().active().contains(seat) && self.table.is_human(seat);
        if plays && self.table.runs() {
            self.table.resign(seat);
        }
    }

    fn offer_draw(&mut self) {
        self.table.offer_draw();
    }

    fn take_back(&mut self, play_forced: bool) {
        self.table.take_back(play_forced);
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

    fn runs(&self) -> bool {
        self.table.runs()
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

    fn once_more(&self) -> Result<Box<dyn TableScreen>, String> {
        let record = once_more(self.table.session.record()).map_err(|error| error.to_string())?;
        let table = Table::new(record, false).map_err(|error| error.to_string())?;
        Ok(table.into())
    }
}

/// The same rules, house rules and players, with fresh dice.
fn once_more<G: GameUi>(old: &Record<G>) -> Result<Record<G>, SetupError> {
    let seed = Seed::from_bytes(rand::random());
    let deal = G::deal_again(&old.rules, old.seats(), &old.deal, &seed)?;
    let players = old.players.clone();
    // Without those that failed; what they set has stayed.
    let in_force = old.house_rules.iter().filter(|line| line.until.is_none());
    let house_rules: Vec<SavedRule> = in_force.cloned().collect();
    let decides_fights =
        |line: &SavedRule| line.hooks.iter().any(|hook| hook == Hook::Battle.name());
    let recorded = house_rules.iter().any(decides_fights);
    let rules = old.rules.clone().with_fights_recorded(recorded);
    let record = Record::new(&old.preset, rules, players, deal, seed);
    Ok(Record { house_rules, ..record })
}
