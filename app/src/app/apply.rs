//! Carries commands out.

use std::path::{Path, PathBuf};

use egui::{Context, ViewportCommand};
use qipan_core::dice::Seed;
use qipan_core::game::{SetupError, Viewer};
use qipan_core::record::{AnyRecord, Record, SavedRule};

use crate::app::{App, Screen};
use crate::command::Command;
use crate::games::any::{AnyReplay, AnyTable, Draft, for_replay, for_table};
use crate::games::desk::{Desk, With};
use crate::games::junqi::JunqiWish;
use crate::model::i18n::List;
use crate::model::kind::for_record;
use crate::model::layout_limits;
use crate::model::settings::Settings;
use crate::model::setup::NewGame;
use crate::model::storage::{SavedGame, write_atomic};
use crate::play::table::Table;
use crate::screens::home::Recent;
use crate::screens::replay::ReplayView;
use crate::ui::dialogs::DialogKind;

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
            Command::EditLayout(seat) => self.edit_layout(seat),
            Command::Layout(wish) => self.layout_wish(wish, ctx),
            Command::Sets(wish) => self.set_wish(wish),
            Command::ShowScripts => self.go(Screen::Scripts),
            Command::Script(wish) => self.script_wish(wish, ctx),
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
                if let Err(error) = (self.opener)(&path) {
                    self.complain(format!("{}: {error}", path.display()));
                }
            }
            command => self.play_command(command),
        }
    }

    /// The commands that belong to a game.
    fn play_command(&mut self, command: Command) {
        match command {
            Command::LookAs(viewer) => self.look_as(viewer, false),
            Command::LookBack => self.look_back(),
            Command::PlayOn => self.play_on(),
            Command::House(wish) => self.house_wish(wish),
            Command::Check => self.check(),
            command if self.screen == Screen::Play => self.table_command(command),
            command if self.screen == Screen::Replay => {
                if let Some(replay) = &mut self.replay {
                    for_replay!(replay, view => replay_command(view, &command));
                }
            }
            _ => {}
        }
    }

    /// The commands to the game on the table.
    fn table_command(&mut self, command: Command) {
        if plays(&command) && self.table.as_ref().is_some_and(|table| !table.runs()) {
            return self.ask_to_play();
        }
        let with = With { i18n: &self.i18n, settings: &self.settings, now: self.now };
        let Some(any) = &mut self.table else { return };
        let answer = match (any, command) {
            (AnyTable::Race(playing), Command::Race(wish)) => {
                Desk::carry_out(&mut playing.table, wish, &with);
                Answer::Done
            }
            (AnyTable::Junqi(playing), Command::Junqi(wish)) => {
                Desk::carry_out(&mut playing.table, wish, &with);
                Answer::Done
            }
            (any, command) => {
                for_table!(any, playing => table_command(&mut playing.table, command, &with))
            }
        };
        match answer {
            Answer::Done => {}
            Answer::Tell(id) => self.tell(self.i18n.t(id)),
            Answer::Ask(id, command) => self.question = Some((self.i18n.t(id), command)),
        }
    }

    pub(super) fn go(&mut self, screen: Screen) {
        if self.screen != screen {
            self.before.retain(|other| *other != screen);
            self.before.push(self.screen);
            self.screen = screen;
        }
        self.offer_layouts();
        if screen == Screen::Home {
            self.before.clear();
            self.list_recent();
        }
    }

    pub(super) fn back(&mut self) {
        // What lies on top is closed first.
        if self.question.is_some() {
            self.question = None;
        } else if self.house.is_some() {
            self.house = None;
        } else if self.keys_shown {
            self.keys_shown = false;
        } else if self.form.sets.asks() {
            self.form.sets.ask(None);
        } else if self.screen == Screen::Layout && self.layout.release() {
            // What was in the hand lies where it was.
        } else if self.screen == Screen::Scripts && self.scripts.release() {
            // What was being begun is let go.
        } else if self.screen == Screen::Play && self.table.as_mut().is_some_and(AnyTable::let_go) {
            // What the player was asked is let go.
        } else {
            let screen = self.before.pop().unwrap_or(Screen::Home);
            self.screen = screen;
            self.offer_layouts();
            if screen == Screen::Home {
                self.list_recent();
            }
        }
    }

    fn go_to_table(&mut self) {
        if self.table.is_some() {
            self.rescued = false;
            self.go(Screen::Play);
            self.ask_to_play();
        } else {
            self.tell(self.i18n.t("notice-no-table"));
        }
    }

    /// Puts a game on the table; the one that was there is kept in a file of its own.
    pub(super) fn put(&mut self, table: AnyTable) {
        self.keep_table(table.file().map(PathBuf::as_path));
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
            && table.file().map(PathBuf::as_path) == other
        {
            table.forget_file();
        }
        self.autosave();
        self.table = None;
        self.storage.forget_journal();
    }

    /// Saves the game on the table without a word, to its file or a new one.
    pub(super) fn autosave(&mut self) {
        let Some(table) = self.table.as_ref().filter(|table| table.unsaved()) else { return };
        let draft = table.draft();
        let path = draft.file.clone().unwrap_or_else(|| self.new_path(&draft));
        match write_atomic(&path, &draft.text, true) {
            Ok(()) => self.saved_to(path),
            Err(error) => self.complain(error.text(&self.i18n)),
        }
    }

    /// Notes where the game on the table lies now.
    pub(super) fn saved_to(&mut self, path: PathBuf) {
        if let Some(table) = &mut self.table {
            table.set_saved(path.clone());
        }
        self.settings.remember(path);
        self.keep_settings();
    }

    /// A file name for a game that has none yet.
    pub(super) fn new_path(&self, draft: &Draft) -> PathBuf {
        let game = self.i18n.t(&format!("game-{}", draft.preset));
        self.storage.new_save_path(&game, &draft.names)
    }

    fn start(&mut self, game: &NewGame) {
        match game.record() {
            Ok(record) => for_record!(record, mut record => {
                // They come from this machine.
                self.agree(&record.house_rules);
                let (trouble, by_robots) = self.library.prepare(&mut record);
                let chosen = game.layouts.iter().map(|(seat, _)| *seat).collect();
                let replaced = match layout_limits::settle(&mut record, chosen, by_robots) {
                    Ok(replaced) => replaced,
                    Err(why) => return self.complain(self.unsettled(game, &why)),
                };
                let replaced = replaced.iter().map(|objection| self.replaced(game, objection));
                let told: Vec<String> = trouble.into_iter().chain(replaced).collect();
                self.begin(record, game.pick_colour);
                if !told.is_empty() {
                    self.complain(told.join("\n"));
                }
            }),
            Err(error) => self.complain(error.to_string()),
        }
    }

    fn begin<G: Desk>(&mut self, record: Record<G>, pick_colour: bool) {
        match Table::new(record, pick_colour) {
            Ok(table) => {
                self.put(table.into());
                self.ask_to_play();
            }
            Err(error) => self.complain(error.to_string()),
        }
    }

    /// The same rules and players once more, with fresh dice.
    fn again(&mut self) {
        let Some(table) = &self.table else { return };
        let record = for_table!(table, playing => once_more(playing.table.session.record()));
        match record {
            Ok(record) => for_record!(record, record => self.begin(record, false)),
            Err(error) => self.complain(error.to_string()),
        }
    }

    fn confirmed(&mut self, command: &Command) {
        match command {
            Command::Resign => {
                if let Some(table) = &mut self.table {
                    for_table!(table, playing => {
                        if let Some(seat) = playing.table.human_to_act() {
                            playing.table.resign(seat);
                        }
                    });
                }
            }
            Command::OfferDraw => {
                if let Some(table) = &mut self.table {
                    for_table!(table, playing => playing.table.offer_draw());
                }
            }
            Command::SaveTo(path) => self.save_to(path, true),
            Command::Sets(wish) => self.confirmed_set(wish),
            Command::LookAs(viewer) => self.look_as(*viewer, true),
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

    /// Looks at the game in front through somebody's eyes, after a question where the game
    /// is still to be played.
    fn look_as(&mut self, viewer: Viewer, sure: bool) {
        let asks = match (self.screen, &self.table, &self.replay) {
            (Screen::Play, Some(table), _) => for_table!(table, playing => {
                playing.table.eyes().is_some_and(|eyes| eyes.asks(viewer))
            }),
            (Screen::Replay, _, Some(replay)) => {
                for_replay!(replay, view => view.eyes().asks(viewer))
            }
            _ => return,
        };
        if asks && !sure {
            let question = self.i18n.t("ask-show-everything");
            self.question = Some((question, Command::LookAs(viewer)));
            return;
        }
        match (self.screen, &mut self.table, &mut self.replay) {
            (Screen::Play, Some(table), _) => {
                for_table!(table, playing => playing.table.choose_eyes(viewer));
            }
            (_, _, Some(replay)) => for_replay!(replay, view => view.look_as(viewer)),
            _ => {}
        }
    }

    fn look_back(&mut self) {
        let Some(table) = &self.table else { return };
        let replay = for_table!(table, playing => {
            ReplayView::of(&playing.table).ok().map(AnyReplay::from)
        });
        if replay.is_some() {
            self.replay = replay;
            self.go(Screen::Replay);
        }
    }

    /// Reads what the home screen shows of recent games.
    pub(super) fn list_recent(&mut self) {
        let games = self.settings.recent.iter().filter_map(|path| SavedGame::read(path));
        self.recent = games.map(|game| self.recent(game)).collect();
    }

    fn recent(&self, game: SavedGame) -> Recent {
        let name = |seat: &crate::model::storage::SeatSummary| match seat.name.is_empty() {
            true => self.i18n.t("play-you"),
            false => seat.name.clone(),
        };
        Recent {
            players: self.i18n.list(List::Plain, game.summary.seats.iter().map(name)),
            preset: game.summary.preset,
            plies: game.summary.plies,
            winners: game.summary.result.and_then(|result| result.places.into_iter().next()),
            path: game.path,
        }
    }
}

/// What a command to a game comes to beside what it does there.
enum Answer {
    Done,
    /// The player is told this.
    Tell(&'static str),
    /// The player is asked this before the command is carried out.
    Ask(&'static str, Command),
}

/// Whether a command lets the game on the table go on.
fn plays(command: &Command) -> bool {
    match command {
        Command::TogglePause | Command::Roll | Command::Race(_) => true,
        Command::Junqi(wish) => !matches!(wish, JunqiWish::Mark(..)),
        _ => false,
    }
}

/// Carries out a command that every game knows.
fn table_command<G: Desk>(table: &mut Table<G>, command: Command, with: &With<'_>) -> Answer {
    match command {
        Command::TakeBack if !table.take_back(with.settings.play_forced) => {
            return Answer::Tell("notice-no-take-back");
        }
        Command::Resign if table.human_to_act().is_some() => {
            return Answer::Ask("ask-resign", Command::Resign);
        }
        Command::OfferDraw if table.human_to_act().is_some() => return offer_draw(table),
        Command::PickColour(_) if table.steps() > 0 => {
            return Answer::Tell("notice-colour-late");
        }
        Command::PickColour(seat) => drop(table.pick_colour(seat)),
        Command::Skip => table.stage.skip(),
        Command::Roll if !table.stage.idle() => table.stage.skip(),
        Command::Roll => {
            table.resting = false;
            if table.human_to_act().is_some() {
                table.roll();
            }
        }
        Command::Uncover => table.uncover(),
        Command::Seat(seat, player) => table.set_player(seat, *player),
        Command::TogglePause => {
            let halted = table.halted();
            table.paused = !halted;
            table.resting = false;
        }
        Command::ToggleWhy => table.why = !table.why,
        _ => {}
    }
    Answer::Done
}

/// A draw needs everybody who still plays: people at one screen answer together before the
/// robots are asked.
fn offer_draw<G: Desk>(table: &mut Table<G>) -> Answer {
    let people = table.state().active().iter().filter(|seat| table.is_human(*seat)).count();
    match (G::can_draw(table.state().rules()), people) {
        (false, _) => {}
        (true, 1) => table.offer_draw(),
        (true, _) => return Answer::Ask("ask-draw", Command::OfferDraw),
    }
    Answer::Done
}

/// Carries out a command to a game looked back at.
fn replay_command<G: Desk>(replay: &mut ReplayView<G>, command: &Command) {
    match command {
        Command::Seek(at) => replay.seek(*at),
        Command::Forward => replay.forward(),
        Command::Backward => replay.backward(),
        Command::TogglePlay => replay.toggle(),
        _ => {}
    }
}

/// The same rules, house rules and players, with fresh dice.
fn once_more<G: Desk>(old: &Record<G>) -> Result<AnyRecord, SetupError> {
    let seed = Seed::from_bytes(rand::random());
    let deal = G::deal_again(&old.rules, old.seats(), &old.deal, &seed)?;
    let players = old.players.clone();
    // Without those that failed; what they set has stayed.
    let in_force = old.house_rules.iter().filter(|line| line.until.is_none());
    let house_rules: Vec<SavedRule> = in_force.cloned().collect();
    let told = house_rules.iter().any(|line| line.hooks.iter().any(|hook| hook == "battle"));
    let rules = G::with_fights_told(old.rules.clone(), told);
    let record = Record::new(&old.preset, rules, players, deal, seed);
    Ok(G::any_record(Record { house_rules, ..record }))
}
