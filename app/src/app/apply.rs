//! Carries out commands: the one entry point for everything a player can ask for.

use std::path::{Path, PathBuf};

use egui::{Context, ViewportCommand};
use qipan_core::contract::game::Viewer;
use qipan_core::record::Record;
use qipan_core::with_game;

use crate::app::screen_stack::{Overlay, Question};
use crate::app::{App, Screen, repaint_signal};
use crate::command::{Command, ScriptCommand, ShareCommand, TableCommand};
use crate::games::{CommandContext, GameUi};
use crate::model::layout_limits;
use crate::model::package::is_package;
use crate::model::settings::Settings;
use crate::model::setup::NewGame;
use crate::model::storage::StorageError;
use crate::play::draft::SaveDraft;
use crate::play::table::Table;
use crate::screens::play::{CommandOutcome, TableScreen};
use crate::screens::programs::PendingAction;
use crate::ui::dialogs::DialogKind;

impl App {
    /// Carries out one command.
    pub fn apply(&mut self, command: Command, ctx: &Context) {
        if self.loses_changes(&command) {
            return self.ask_about_unsaved(command, ctx);
        }
        if self.needs_whole_game(&command) {
            return self.notify(self.i18n.t("together-host-only"));
        }
        let (mut is_confirmed, mut pending_table) = (false, None);
        let command = match command {
            Command::Confirmed(command) => {
                is_confirmed = true;
                let question = self.navigation.take_question();
                pending_table = question.and_then(|question| question.pending_table);
                *command
            }
            command => command,
        };
        match command {
            Command::Home => self.go(Screen::Home),
            Command::NewGame(preset) => {
                self.screens.new_game.begin_as_usual();
                self.screens.new_game.choose_preset(&preset);
                self.go(Screen::NewGame);
            }
            Command::SetCoach(preset, is_coached) => {
                self.settings.setups.remember_coach(&preset, is_coached);
                self.save_settings();
            }
            Command::Start(game) => {
                let setup = self.screens.new_game.setup();
                self.settings.setups.remember(&game.preset, setup);
                self.save_settings();
                self.start(&game);
            }
            Command::Continue => self.go_to_table(),
            Command::Rematch(change) => self.start_rematch(change),
            Command::OpenReplayAt(step) => self.open_replay_at(step, ctx),
            Command::PlayFrom(step) => self.play_from(step, ctx),
            Command::EditLayout(seat) => self.edit_layout(seat),
            Command::Layout(command) => self.layout_command(&command, ctx),
            Command::RuleSet(command) => self.rule_set_command(command, is_confirmed),
            Command::ShowScripts => self.go(Screen::Scripts),
            Command::ShowTournament => self.open_tournament(),
            Command::ShowManual => self.go(Screen::Manual),
            Command::SearchManual => self.screens.manual.focus_search(),
            Command::OpenWebsite(address) => self.open_with_system(Path::new(&address)),
            Command::Script(command) => self.script_command(command, ctx),
            Command::Package(command) => self.package_command(command, is_confirmed, ctx),
            Command::Tournament(command) => self.tournament_command(command, ctx),
            Command::ShowCollection => self.go(Screen::Collection),
            Command::Collection(command) => self.collection_command(command, ctx),
            Command::ShowRecords => self.go(Screen::Records),
            Command::ShowPuzzles => self.show_puzzles(),
            Command::Puzzle(command) => self.puzzle_command(command),
            Command::Lesson(command) => self.lesson_command(command, ctx),
            Command::Position(command) => self.position_command(command, ctx),
            Command::Together(command) => self.together_command(command, ctx),
            Command::ShowSettings => self.go(Screen::Settings),
            Command::ShowAbout => self.go(Screen::About),
            Command::ChangeSettings(settings) => self.change_settings(*settings, ctx),
            Command::CyclePieceNames => {
                let piece_names = Some(self.settings.naming_style().next());
                self.change_settings(Settings { piece_names, ..self.settings.clone() }, ctx);
            }
            Command::Back => self.back(),
            Command::ToggleShortcuts => self.navigation.toggle(Overlay::Shortcuts),
            Command::ToggleGuide => self.navigation.toggle(Overlay::Guide),
            Command::ToggleFullscreen => {
                let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!full));
            }
            Command::Quit => self.quit(ctx),
            Command::AnswerUnsaved(choice) => self.answer_unsaved(choice, ctx),
            Command::OpenDialog => {
                let folder = self.storage.folders().saves.clone();
                self.desktop.dialogs.open(DialogKind::Open, &folder, "");
            }
            Command::RunPrograms => self.allow_programs(ctx),
            Command::Open(path) if is_package(&path) => self.open_package(&path, ctx),
            Command::Open(path) => self.open(&path),
            Command::Forget(path) => {
                self.settings.recent.retain(|other| *other != path);
                self.save_settings();
                self.screens.home.refresh_recent(&self.settings.recent);
            }
            Command::Save if self.screen() == Screen::Scripts => {
                self.script_command(ScriptCommand::Save, ctx);
            }
            Command::Save => self.save(),
            Command::SaveDialog => self.save_dialog(),
            Command::SaveTo(path) => self.save_to(&path, is_confirmed),
            Command::ReplaceUnsavedGame => {
                if let Some(table) = pending_table {
                    self.install_table(table);
                    self.start_house_rules();
                }
            }
            Command::ShowFolder(path) => self.open_with_system(&path),
            Command::Table(command) => self.table_command(command, is_confirmed),
            Command::Replay(command) => {
                let replay =
                    self.replay.as_mut().filter(|_| self.navigation.screen() == Screen::Replay);
                if let Some(replay) = replay {
                    replay.carry_out(command, &self.library, &repaint_signal(ctx));
                }
            }
            Command::SetPerspective(viewer) => self.set_perspective(viewer, is_confirmed),
            Command::Evaluate(line) => self.evaluate(&line, ctx),
            Command::OpenReplay => self.open_replay(),
            Command::Share(ShareCommand::To(path)) => self.export_to(path, is_confirmed, ctx),
            Command::Share(command) => self.share_command(command, ctx),
            Command::BranchFromHere => self.branch_from_here(),
            Command::House(command) => self.answer_house_dialog(command, ctx),
            Command::Check => self.check(ctx),
            Command::CheckRobots => self.check_robots(ctx),
            // A confirmed command never contains another `Confirmed`.
            Command::Confirmed(_) => {}
        }
    }

    /// Evaluates a line of the console in the context of the robot decision that is shown.
    fn evaluate(&mut self, line: &str, ctx: &Context) {
        match (self.screen(), &mut self.table, &mut self.replay) {
            (Screen::Play, Some(table), _) => {
                table.evaluate(line, &self.library, &repaint_signal(ctx))
            }
            (Screen::Replay, _, Some(replay)) => {
                replay.evaluate(line, &self.library, &repaint_signal(ctx))
            }
            _ => {}
        }
    }

    /// Carries out a command for the board on the screen: that of a puzzle, a lesson or the game on
    /// the table. On a screen without one of these boards, carries out only confirmed commands, for
    /// the game on the table.
    fn table_command(&mut self, command: TableCommand, is_confirmed: bool) {
        match self.screen() {
            Screen::Puzzles => return self.try_at_puzzle(&command),
            Screen::Lessons => return self.try_in_lesson(&command),
            Screen::Play => {}
            _ if is_confirmed => {}
            _ => return,
        }
        if matches!(command, TableCommand::StepRobots | TableCommand::RetryDecision) {
            self.reload_changed_robots();
        }
        let Some(table) = &mut self.table else { return };
        let context =
            CommandContext { i18n: &self.i18n, settings: &self.settings, now: self.window.now };
        let toggles_coach = matches!(command, TableCommand::ToggleCoach);
        // The message about a take-back no longer holds once it is undone.
        let is_redo = matches!(command, TableCommand::Redo);
        let outcome = table.carry_out(command, is_confirmed, &context);
        if toggles_coach {
            let facts = table.facts();
            self.settings.setups.remember_coach(facts.preset, facts.is_coached);
            self.save_settings();
        }
        match outcome {
            CommandOutcome::Done if is_redo => self.notices.dismiss(),
            CommandOutcome::Done => {}
            CommandOutcome::StartRules => self.start_house_rules(),
            CommandOutcome::NotifyId(id) => self.notify(self.i18n.t(id)),
            CommandOutcome::Notify(text) => self.notify(text),
            CommandOutcome::Ask(id, command) => self.ask_first(self.i18n.t(id), command.into()),
        }
    }

    /// Reloads changed robot scripts now, in case the file watcher has not yet reported a save in
    /// an external editor.
    fn reload_changed_robots(&mut self) {
        let Some(kind) = self.table.as_ref().map(|table| table.kind()) else { return };
        self.library.look_for_changes(kind);
        self.poll_scripts();
    }

    /// Goes to the game on the table, or notifies the player that there is none.
    fn go_to_table(&mut self) {
        if self.table.is_some() {
            self.journal.recovered_from_crash = false;
            self.go(Screen::Play);
            self.start_house_rules();
        } else {
            self.notify(self.i18n.t("notice-no-table"));
        }
    }

    /// Saves the game on the table and puts another one in its place. Asks first if saving fails,
    /// or if the player would leave a game with people on other devices.
    pub(super) fn replace_table(&mut self, table: Box<dyn TableScreen>) {
        if self.together.is_playing() && !table.facts().is_mirror {
            let id = match self.together.is_host() {
                true => "together-ask-other-game-host",
                false => "together-ask-other-game",
            };
            let text = self.i18n.t(id);
            let command = Command::ReplaceUnsavedGame;
            let question = Question { text, command, pending_table: Some(table) };
            return self.navigation.open(Overlay::Question(question));
        }
        if let Some(file) = table.facts().file {
            self.detach_from_file(file);
        }
        match self.try_autosave() {
            Ok(()) => self.install_table(table),
            Err(error) => {
                let args = [("why", error.text(&self.i18n).into())];
                let text = self.i18n.tf("ask-lose-game", &args);
                let command = Command::ReplaceUnsavedGame;
                let question = Question { text, command, pending_table: Some(table) };
                self.navigation.open(Overlay::Question(question));
            }
        }
    }

    /// Puts a game on the table and discards the previous one.
    fn install_table(&mut self, table: Box<dyn TableScreen>) {
        if self.together.is_playing() && !table.facts().is_mirror {
            self.leave_table();
        }
        self.storage.delete_journal();
        self.journal.recovered_from_crash = false;
        self.put_on_table(table);
        self.navigation.restart(Screen::Play);
    }

    /// Puts a game on the table. The coach is on if it was in the last game of the preset.
    pub(super) fn put_on_table(&mut self, mut table: Box<dyn TableScreen>) {
        let is_coached = self.settings.setups.coached.contains(table.facts().preset);
        table.common_mut().is_coached = is_coached;
        self.table = Some(table);
    }

    /// Detaches the game on the table from the file at `path`, which now holds another game.
    /// Returns true if that was the file of the game on the table.
    pub(super) fn detach_from_file(&mut self, path: &Path) -> bool {
        let Some(table) = &mut self.table else { return false };
        if table.facts().file != Some(path) {
            return false;
        }
        table.common_mut().file = None;
        true
    }

    /// Saves the game on the table to its file or a new one. Notifies the player only if that
    /// fails. Returns true if nothing is left unsaved.
    pub(super) fn autosave(&mut self) -> bool {
        self.try_autosave().map_err(|error| self.notify_error(error.text(&self.i18n))).is_ok()
    }

    /// Saves the game on the table to its file or a new one, if something is unsaved.
    fn try_autosave(&mut self) -> Result<(), StorageError> {
        let Some(table) = self.table.as_ref().filter(|table| table.facts().is_unsaved) else {
            return Ok(());
        };
        let draft = table.draft();
        let new = self.new_path(&draft);
        let path = self.storage.keep_game(draft.file.as_deref(), &new, &draft.text)?;
        self.record_saved_file(path);
        Ok(())
    }

    /// Records the file that the game on the table was saved to.
    pub(super) fn record_saved_file(&mut self, path: PathBuf) {
        if let Some(table) = &mut self.table {
            table.common_mut().set_saved(path.clone());
        }
        self.settings.remember(path);
        self.save_settings();
    }

    /// Returns a path for a new file of a game.
    pub(super) fn new_path(&self, draft: &SaveDraft) -> PathBuf {
        let game = self.i18n.t(&format!("game-{}", draft.preset));
        self.storage.new_save_path(&game, &draft.names, &self.i18n.t("list-comma"))
    }

    /// Starts a game. Asks first if it would run programs that the player has not allowed.
    pub(super) fn start(&mut self, game: &NewGame) {
        let players = game.players.iter().flatten();
        let programs = self.programs_of(game.rules.kind(), players);
        let then = PendingAction::Game(Box::new(game.clone()));
        if self.ask_for_programs(programs.into_iter(), then) {
            return;
        }
        with_game!(game.rules.kind(), |G| self.start_game::<G>(game));
    }

    /// Prepares the record of a game and puts the game on the table.
    fn start_game<G: GameUi>(&mut self, game: &NewGame) {
        let mut record = match game.record::<G>() {
            Ok(record) => record,
            Err(error) => return self.notify_error(error.to_string()),
        };
        // The player has selected these rules from the scripts on this machine.
        self.agreed_rules.add(&record.house_rules);
        if G::starts_from_position(&record.deal) {
            return self.start_record(record, false);
        }
        let (robot_error, robot_layout_seats) = self.library.choose_robot_layouts(&mut record);
        let chosen_layout_seats = game.layouts.iter().map(|(seat, _)| *seat).collect();
        let replaced =
            match layout_limits::enforce(&mut record, chosen_layout_seats, robot_layout_seats) {
                Ok(replaced) => replaced,
                Err(why) => return self.notify_error(self.start_error(game, &why)),
            };
        let replaced =
            replaced.iter().map(|rejection| self.layout_replaced_message(game, rejection));
        let messages: Vec<String> = robot_error.into_iter().chain(replaced).collect();
        self.start_record(record, game.picks_colour);
        self.mark_adaptive_game();
        if !messages.is_empty() {
            self.notify_error(messages.join("\n"));
        }
    }

    /// Puts a new game on the table.
    pub(super) fn start_record<G: GameUi>(&mut self, record: Record<G>, picks_colour: bool) {
        match Table::new(record, picks_colour) {
            Ok(table) => {
                self.replace_table(table.into());
                self.start_house_rules();
            }
            Err(error) => self.notify_error(error.to_string()),
        }
    }

    /// Applies and saves new settings.
    pub(super) fn change_settings(&mut self, settings: Settings, ctx: &Context) {
        self.settings = settings;
        self.apply_settings(ctx);
        self.save_settings();
    }

    pub(super) fn save_settings(&mut self) {
        if let Err(error) = self.storage.save_settings(&self.settings) {
            self.notify_error(error.text(&self.i18n));
        }
    }

    /// Shows the game on the screen from another perspective. Asks first if that would reveal
    /// hidden pieces of a game that is not over.
    fn set_perspective(&mut self, viewer: Viewer, is_confirmed: bool) {
        let perspective = match (self.screen(), &self.table, &self.replay) {
            (Screen::Play, Some(table), _) => {
                with_game!(table.kind(), |G| table.table::<G>().perspective())
            }
            (Screen::Replay, _, Some(replay)) => Some(replay.perspective()),
            _ => return,
        };
        let must_ask =
            perspective.is_some_and(|perspective| perspective.requires_confirmation(viewer));
        if must_ask && !is_confirmed {
            let question = self.i18n.t("ask-show-everything");
            return self.ask_first(question, Command::SetPerspective(viewer));
        }
        match (self.screen(), &mut self.table, &mut self.replay) {
            (Screen::Play, Some(table), _) => {
                with_game!(table.kind(), |G| table.table_mut::<G>().choose_perspective(viewer))
            }
            (_, _, Some(replay)) => replay.choose_perspective(viewer),
            _ => {}
        }
    }
}
