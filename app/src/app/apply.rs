//! Carries commands out.

use std::path::{Path, PathBuf};

use egui::{Context, ViewportCommand};
use qipan_core::dice::Seed;
use qipan_core::game::Game;
use qipan_core::race::Race;
use qipan_core::record::{AnyRecord, Record, read, verify};
use qipan_core::seat::Seat;

use super::{App, Screen};
use crate::command::Command;
use crate::dialogs::DialogKind;
use crate::new_game::NewGame;
use crate::screen::home::Recent;
use crate::screen::replay::ReplayView;
use crate::settings::Settings;
use crate::storage::{SavedGame, read_text, write_atomic, write_new};
use crate::table::{Press, Refused, Table};
use crate::words;

impl App {
    /// Carries one wish out.
    pub fn apply(&mut self, command: Command, ctx: &Context) {
        match command {
            Command::Home => self.go(Screen::Home),
            Command::NewGame(preset) => {
                self.form.choose_preset(&preset);
                self.go(Screen::NewGame);
            }
            Command::Start(game) => self.start(&game),
            Command::Continue => self.go_to_table(),
            Command::Again => self.again(),
            Command::ShowSettings => self.go(Screen::Settings),
            Command::Set(settings) => self.set(*settings, ctx),
            Command::Back => self.back(),
            Command::ToggleKeys => self.keys_shown = !self.keys_shown,
            Command::ToggleFullscreen => {
                let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!full));
            }
            Command::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            Command::Confirmed(command) => {
                self.question = None;
                self.confirmed(&command);
            }
            Command::OpenDialog => {
                let folder = self.storage.folders().saves.clone();
                self.dialogs.open(DialogKind::Open, &folder, "");
            }
            Command::Open(path) => self.open(&path),
            Command::Forget(path) => {
                self.settings.recent.retain(|other| *other != path);
                self.keep_settings();
                self.list_recent();
            }
            Command::Save => self.save(),
            Command::SaveDialog => self.save_dialog(),
            Command::SaveTo(path) => self.save_to(&path, false),
            Command::ShowFolder(path) => {
                if let Err(error) = open::that_detached(&path) {
                    self.complain(format!("{}: {error}", path.display()));
                }
            }
            command => self.play_command(command),
        }
    }

    /// The commands that belong to a game.
    fn play_command(&mut self, command: Command) {
        match command {
            Command::LookBack => self.look_back(),
            Command::PlayOn => self.play_on(),
            Command::Seek(at) => self.with_replay(|replay| replay.seek(at)),
            Command::Forward => self.with_replay(ReplayView::forward),
            Command::Backward => self.with_replay(ReplayView::backward),
            Command::TogglePlay => self.with_replay(ReplayView::toggle),
            command if self.screen == Screen::Play => self.table_command(command),
            _ => {}
        }
    }

    /// The commands to the game on the table.
    fn table_command(&mut self, command: Command) {
        let confirm = self.settings.confirm_moves;
        let now = self.now;
        let Some(table) = &mut self.table else { return };
        match command {
            Command::TakeBack => {
                let taken = table.take_back(self.settings.play_forced);
                if !taken {
                    self.tell(self.i18n.t("notice-no-take-back"));
                }
            }
            Command::Resign if table.human_to_act().is_some() => {
                self.question = Some((self.i18n.t("ask-resign"), Command::Resign));
            }
            Command::PickColour(seat) => {
                if table.steps() > 0 {
                    self.tell(self.i18n.t("notice-colour-late"));
                } else {
                    table.pick_colour(seat);
                }
            }
            Command::Skip => table.stage.skip(),
            Command::Roll if !table.stage.idle() => table.stage.skip(),
            Command::Roll => {
                table.resting = false;
                if table.human_to_act().is_some() {
                    table.roll();
                }
            }
            Command::Move(plane) => {
                table.stage.skip();
                if table.press(plane, confirm) == Press::Refused {
                    let seat = table.race().seat_to_move();
                    self.refuse(seat, plane, now);
                } else {
                    table.resting = false;
                }
            }
            Command::Refuse(seat, plane) => {
                if !table.stage.idle() {
                    return table.stage.skip();
                }
                self.refuse(seat, plane, now);
            }
            Command::Choose(choice) => drop(table.choose(choice, confirm)),
            Command::Act(action) => {
                table.resting = false;
                if table.human_to_act().is_some() {
                    table.act(action);
                }
            }
            Command::Seat(seat, player) => table.set_player(seat, *player),
            Command::TogglePause => {
                let halted = table.halted();
                table.paused = !halted;
                table.resting = false;
            }
            Command::ToggleWhy => table.why = !table.why,
            _ => {}
        }
    }

    /// Says why a plane cannot be moved.
    fn refuse(&mut self, seat: Seat, plane: u8, now: f64) {
        let Some(table) = &mut self.table else { return };
        let race = table.race();
        let turn = race.seat_to_move();
        let why = if table.picking {
            self.i18n.t("refuse-pick")
        } else if race.outcome().is_none() && !table.is_human(turn) {
            let name = words::seat(&self.i18n, turn);
            self.i18n.tf("refuse-wait", &[("seat", name.into())])
        } else {
            words::refusal(&self.i18n, race, seat, plane)
        };
        table.refused = Some(Refused { plane: Some((seat, plane)), why, at: now });
    }

    fn with_replay(&mut self, change: impl FnOnce(&mut ReplayView)) {
        if let Some(replay) = self.replay.as_mut().filter(|_| self.screen == Screen::Replay) {
            change(replay);
        }
    }

    fn go(&mut self, screen: Screen) {
        if self.screen != screen {
            self.before.retain(|other| *other != screen);
            self.before.push(self.screen);
            self.screen = screen;
        }
        if screen == Screen::Home {
            self.before.clear();
            self.list_recent();
        }
    }

    fn back(&mut self) {
        // What lies on top is closed first.
        if self.question.is_some() {
            self.question = None;
        } else if self.keys_shown {
            self.keys_shown = false;
        } else if let Some(table) = &mut self.table
            && self.screen == Screen::Play
            && (!table.choice.is_empty() || table.chosen.is_some())
        {
            table.choice.clear();
            table.chosen = None;
        } else {
            let screen = self.before.pop().unwrap_or(Screen::Home);
            self.screen = screen;
            if screen == Screen::Home {
                self.list_recent();
            }
        }
    }

    fn go_to_table(&mut self) {
        if self.table.is_some() {
            self.rescued = false;
            self.go(Screen::Play);
        } else {
            self.tell(self.i18n.t("notice-no-table"));
        }
    }

    /// Puts a game on the table; the one that was there is kept in a file of its own.
    fn put(&mut self, table: Table) {
        self.keep_table(table.file.as_deref());
        self.play = crate::screen::play::PlayView::default();
        self.rescued = false;
        self.table = Some(table);
        self.before = vec![Screen::Home];
        self.screen = Screen::Play;
    }

    /// Saves the game on the table before another takes its place, so that nothing is lost;
    /// not into the file that other one comes from.
    fn keep_table(&mut self, other: Option<&Path>) {
        if let Some(table) = &mut self.table
            && other.is_some()
            && table.file.as_deref() == other
        {
            table.file = None;
        }
        self.autosave();
        self.table = None;
        self.storage.forget_journal();
    }

    /// Saves the game on the table without a word, to its file or a new one.
    pub(super) fn autosave(&mut self) {
        let Some(table) = self.table.as_ref().filter(|table| table.unsaved()) else { return };
        let record = table.session.record();
        let path = table.file.clone().unwrap_or_else(|| self.new_path(record));
        match write_atomic(&path, &record.write(), true) {
            Ok(()) => self.saved_to(path),
            Err(error) => self.complain(error.text(&self.i18n)),
        }
    }

    /// Notes where the game on the table lies now.
    fn saved_to(&mut self, path: PathBuf) {
        if let Some(table) = &mut self.table {
            table.set_saved(path.clone());
        }
        self.settings.remember(path);
        self.keep_settings();
    }

    /// A file name for a game that has none yet.
    fn new_path(&self, record: &Record<Race>) -> PathBuf {
        let game = self.i18n.t(&format!("game-{}", record.preset));
        let mut names: Vec<String> = record
            .players
            .iter()
            .filter(|(_, player)| !player.name.is_empty())
            .map(|(_, player)| player.name.clone())
            .collect();
        // Three robots of one name are named once.
        names.dedup();
        self.storage.new_save_path(&game, &names)
    }

    fn start(&mut self, game: &NewGame) {
        match game.record().map_err(|error| error.to_string()) {
            Ok(record) => match Table::new(record, game.pick_colour) {
                Ok(table) => self.put(table),
                Err(error) => self.complain(error.to_string()),
            },
            Err(error) => self.complain(error),
        }
    }

    /// The same rules and players once more, with fresh dice.
    fn again(&mut self) {
        let Some(table) = &self.table else { return };
        let old = table.session.record();
        let seed = Seed::from_bytes(rand::random());
        let record = Record::new(&old.preset, old.rules, old.players.clone(), old.deal, seed);
        if let Ok(table) = Table::new(record, false) {
            self.put(table);
        }
    }

    fn confirmed(&mut self, command: &Command) {
        match command {
            Command::Resign => {
                if let Some(table) = &mut self.table
                    && let Some(seat) = table.human_to_act()
                {
                    table.resign(seat);
                }
            }
            Command::SaveTo(path) => self.save_to(path, true),
            _ => {}
        }
    }

    fn set(&mut self, settings: Settings, ctx: &Context) {
        self.settings = settings;
        self.dress(ctx);
        self.keep_settings();
    }

    pub(super) fn keep_settings(&mut self) {
        if let Err(error) = self.storage.save_settings(&self.settings) {
            self.complain(error.text(&self.i18n));
        }
    }

    /// Opens a saved game: a finished one to look back at, another one to go on with.
    fn open(&mut self, path: &Path) {
        let text = match read_text(path) {
            Ok(text) => text,
            Err(error) => return self.complain(error.text(&self.i18n)),
        };
        let failed = |app: &mut Self, why: String| {
            let file = path.display().to_string();
            let args = [("file", file.into()), ("why", why.into())];
            app.complain(app.i18n.tf("notice-open-failed", &args));
        };
        let record = match read(&text) {
            Ok(loaded) => {
                let AnyRecord::Race(record) = loaded.record;
                record
            }
            Err(error) => return failed(self, error.to_string()),
        };
        let report = verify(&text);
        let over = record.states().is_ok_and(|s| s.last().is_some_and(|s| s.outcome().is_some()));
        let shown = if over { self.show_replay(record, path) } else { self.take_up(record, path) };
        if let Err(why) = shown {
            return failed(self, why);
        }
        self.settings.remember(path.to_owned());
        self.keep_settings();
        if let Some(fault) = report.inconsistent.or(report.dice) {
            let file = path.display().to_string();
            let args = [("file", file.into()), ("what", fault.what.into())];
            self.complain(self.i18n.tf("notice-opened-changed", &args));
        }
    }

    fn show_replay(&mut self, record: Record<Race>, path: &Path) -> Result<(), String> {
        let replay = ReplayView::new(record, Some(path.to_owned()));
        self.replay = Some(replay.map_err(|error| error.to_string())?);
        self.go(Screen::Replay);
        Ok(())
    }

    fn take_up(&mut self, record: Record<Race>, path: &Path) -> Result<(), String> {
        let mut table = Table::new(record, false).map_err(|error| error.to_string())?;
        table.resting = true;
        table.file = Some(path.to_owned());
        self.put(table);
        Ok(())
    }

    fn look_back(&mut self) {
        let Some(table) = &self.table else { return };
        let (record, file) = (table.session.record().clone(), table.file.clone());
        let at = record.steps.len();
        if let Ok(mut replay) = ReplayView::new(record, file) {
            if table.race().outcome().is_none() {
                replay.seek(at);
            }
            self.replay = Some(replay);
            self.go(Screen::Replay);
        }
    }

    /// Takes the game looked back at up from the step shown, with dice of its own.
    fn play_on(&mut self) {
        let Some(replay) = &self.replay else { return };
        let seed = Seed::from_bytes(rand::random());
        let record = replay.record().branch(replay.at(), seed);
        match Table::new(record, false) {
            Ok(mut table) => {
                table.resting = true;
                self.put(table);
            }
            Err(error) => self.complain(error.to_string()),
        }
    }

    /// The record that would be saved now, and its file.
    fn in_front(&self) -> Option<(&Record<Race>, Option<&PathBuf>)> {
        match (self.screen, &self.replay, &self.table) {
            (Screen::Replay, Some(replay), _) => Some((replay.record(), replay.file.as_ref())),
            (_, _, Some(table)) => Some((table.session.record(), table.file.as_ref())),
            _ => None,
        }
    }

    fn save(&mut self) {
        let Some((record, file)) = self.in_front() else {
            return self.tell(self.i18n.t("notice-nothing-to-save"));
        };
        match file.cloned() {
            Some(path) => self.save_to(&path, true),
            None => {
                let path = self.new_path(record);
                self.save_to(&path, false);
            }
        }
    }

    fn save_dialog(&mut self) {
        let Some((record, file)) = self.in_front() else {
            return self.tell(self.i18n.t("notice-nothing-to-save"));
        };
        let path = file.cloned().unwrap_or_else(|| self.new_path(record));
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        self.dialogs.open(DialogKind::Save, &folder, &name.unwrap_or_default());
    }

    /// Writes the game in front to a file; over another one only when the player agreed.
    fn save_to(&mut self, path: &Path, over: bool) {
        let Some((record, file)) = self.in_front() else { return };
        let own = file.is_some_and(|file| file == path);
        let text = record.write();
        if !over && !own && path.exists() {
            let name = path.display().to_string();
            let question = self.i18n.tf("ask-overwrite", &[("file", name.into())]);
            self.question = Some((question, Command::SaveTo(path.to_owned())));
            return;
        }
        let done = match over || own {
            true => write_atomic(path, &text, true),
            false => write_new(path, &text),
        };
        if let Err(error) = done {
            return self.complain(error.text(&self.i18n));
        }
        match (self.screen, &mut self.replay) {
            (Screen::Replay, Some(replay)) => {
                replay.file = Some(path.to_owned());
                // It may be the game on the table that is looked back at.
                let same = |table: &&mut Table| table.session.record() == replay.record();
                if let Some(table) = self.table.as_mut().filter(same) {
                    table.set_saved(path.to_owned());
                }
                self.settings.remember(path.to_owned());
                self.keep_settings();
            }
            _ => self.saved_to(path.to_owned()),
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.tell(self.i18n.tf("notice-saved", &[("file", name.into())]));
    }

    /// Reads what the home screen shows of recent games.
    pub(super) fn list_recent(&mut self) {
        let games = self.settings.recent.iter().filter_map(|path| SavedGame::read(path));
        self.recent = games.map(|game| self.recent(game)).collect();
    }

    fn recent(&self, game: SavedGame) -> Recent {
        let name = |seat: &crate::storage::SeatSummary| match seat.name.is_empty() {
            true => self.i18n.t("play-you"),
            false => seat.name.clone(),
        };
        Recent {
            players: game.summary.seats.iter().map(name).collect::<Vec<_>>().join(", "),
            preset: game.summary.preset,
            plies: game.summary.plies,
            winners: game.summary.result.and_then(|result| result.places.into_iter().next()),
            path: game.path,
        }
    }
}
