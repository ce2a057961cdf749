//! The window's state, and the one place where commands are carried out.
//!
//! A frame ([`App::frame`]) advances time, reads keys and draws the screen. Keys and screens send
//! commands, which [`App::apply`] carries out at the end of the frame. Slow work, such as robots,
//! checks and exports, runs in threads that request a repaint when they have a result.

mod apply;
mod collection;
mod collection_task;
#[cfg(target_os = "linux")]
mod display;
mod exporter;
mod files;
mod frame_cost;
mod frame_times;
mod game_check;
mod idle;
mod keyboard;
mod layout_editor;
mod missing_fonts;
mod notice;
mod overlays;
mod positions;
mod program_consent;
mod repaint;
mod replay_export;
mod rule_sets;
mod screen;
mod scripts;
mod start_page;
mod thumbnail_service;
mod thumbnail_worker;
mod tournament;
mod unsaved_changes;
pub mod window;
mod window_options;
mod window_size;

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::time::Duration;

use qipan_core::registry::GameKind;

use crate::app::exporter::PendingExport;
use crate::app::files::open_table;
use crate::command::{CollectionCommand, Command};
use crate::games::{Editor, entry};
use crate::model::checks::CheckTask;
use crate::model::checks::again::RuleReplay;
use crate::model::checks::choices::ChoiceComparison;
use crate::model::i18n::I18n;
use crate::model::library::Library;
use crate::model::scripts::ScriptKey;
use crate::model::settings::Settings;
use crate::model::storage::{Folders, Storage, StorageError, read_text};
use crate::model::tournament::RunningTournament;
use crate::play::table::FRAME;
use crate::screens::about::AboutPage;
use crate::screens::collection::CollectionPage;
use crate::screens::home::{HomeView, RESTING, Recent, UnfinishedGame};
use crate::screens::house::HouseDialog;
use crate::screens::new_game::{NewGameForm, new_game_ui};
use crate::screens::play::TableScreen;
use crate::screens::positions::PositionsPage;
use crate::screens::programs::ProgramsAsked;
use crate::screens::puzzles::PuzzlesPage;
use crate::screens::replay::ReplayScreen;
use crate::screens::scripts::ScriptsPage;
use crate::screens::settings::settings_ui;
use crate::screens::tournament::TournamentPage;
use crate::ui::context::ScreenContext;
use crate::ui::dialogs::Dialogs;
use crate::ui::fonts::install_fonts;
use crate::ui::paint::TablePicture;
use crate::ui::room::roomy;
use crate::ui::theme::Theme;
use crate::ui::thumbs::Thumbs;
use collection_task::{CollectionWork, Trash, desktop_trash};
use frame_cost::FrameCost;
use frame_times::FrameTimes;
use missing_fonts::MissingFonts;
use notice::Notice;
use repaint::repaint_signal;
use thumbnail_worker::ThumbnailWorker;
use unsaved_changes::CloseState;

pub use screen::Screen;
pub use window_options::{StartPage, WindowOptions};

/// The interval of repaints that show background progress.
const PROGRESS: Duration = Duration::from_millis(200);

/// Opens a file or a folder.
pub type PathOpener = Box<dyn Fn(&Path) -> std::io::Result<()>>;

/// The window's state.
pub struct App {
    /// The player's settings.
    pub settings: Settings,
    /// The screen shown.
    pub screen: Screen,
    /// The game on the table.
    pub table: Option<Box<dyn TableScreen>>,
    /// The game on the replay screen.
    pub replay: Option<Box<dyn ReplayScreen>>,
    /// The form of the new-game screen.
    pub form: NewGameForm,
    /// The layout editor.
    pub editor: Option<Box<dyn Editor>>,
    /// The scripts page.
    pub scripts: ScriptsPage,
    /// The tournament page.
    pub tournament: TournamentPage,
    /// The collection page.
    pub collection: CollectionPage,
    /// The puzzles page.
    pub puzzles: PuzzlesPage,
    /// The page on which positions are set up.
    pub positions: PositionsPage,
    /// The page about the program and its licences.
    pub about: AboutPage,
    /// Opens a file or a folder with the program the system has for it.
    pub opener: PathOpener,
    /// Moves a file to the trash.
    pub trash: Trash,
    i18n: I18n,
    theme: Theme,
    storage: Storage,
    dialogs: Dialogs,
    library: Library,
    /// The revision of the script folders on the scripts page; none while it is hidden.
    listed_revision: Option<u32>,
    /// The running checks of scripts.
    script_checks: Vec<(ScriptKey, CheckTask)>,
    /// The running tournament, on any screen.
    running_tournament: Option<RunningTournament>,
    /// The background task on saved games.
    collection_task: Option<CollectionWork>,
    /// The commands queued behind that task.
    collection_queue: VecDeque<CollectionCommand>,
    /// True if the collection page was shown in the last frame.
    collection_shown: bool,
    thumbnail_cache: Thumbs,
    /// Renders the thumbnails of saved games.
    thumbnail_worker: Option<ThumbnailWorker>,
    /// The log of frame times, if one was asked for.
    frame_log: Option<FrameTimes>,
    /// The cost of frames, which sets the pace of the home screen.
    frame_cost: FrameCost,
    missing_fonts: Option<MissingFonts>,
    recent: Vec<Recent>,
    recovered_from_crash: bool,
    home: HomeView,
    table_picture: TablePicture,
    /// The stack of previous screens.
    back_stack: Vec<Screen>,
    notice: Option<Notice>,
    /// A question, and the command that a yes carries out.
    question: Option<(String, Command)>,
    /// The programs that the player is asked about.
    programs_asked: Option<ProgramsAsked>,
    /// A game that replaces the one on the table once the player agrees to lose that one, which
    /// cannot be saved.
    pending_table: Option<Box<dyn TableScreen>>,
    /// The error of the last journal write, while it persists.
    journal_error: Option<StorageError>,
    /// The progress of closing the window.
    leaving: CloseState,
    /// The dialog about house rules.
    house: Option<HouseDialog>,
    /// The replay of house rules over the current game.
    rule_replay: Option<RuleReplay>,
    /// The replay of robot decisions in the current game.
    choice_comparison: Option<ChoiceComparison>,
    /// The export of the replayed game.
    pending_export: PendingExport,
    /// The hashes of the house-rule sources that the player trusts.
    trusted_rules: BTreeSet<String>,
    shortcuts_shown: bool,
    guide_shown: bool,
    now: f64,
    /// The time of the last input.
    last_input: f64,
}

impl App {
    /// Creates the window's state: settings, the interrupted game, robots.
    ///
    /// # Errors
    /// The system names no folder for them.
    pub fn new(ctx: &egui::Context, options: WindowOptions) -> Result<Self, StorageError> {
        let (mut storage, nowhere) = Storage::open(Folders::find(options.data_dir.as_deref())?);
        let (settings, broken) = storage.load_settings();
        install_fonts(ctx);
        let i18n = I18n::new(settings.lang);
        let mut library = Library::new(storage.folders(), repaint_signal(ctx));
        library.put_in_words(&i18n, &settings.name);
        library.allow(&settings.programs);
        let mut form = NewGameForm::new(&|kind| library.choices(kind).to_vec());
        form.house.set_ticked(&settings.house_rules);
        let mut app = Self {
            theme: Theme::new(settings.theme, settings.colour_blind),
            i18n,
            storage,
            dialogs: Dialogs::new(options.plain_dialogs),
            library,
            recent: Vec::new(),
            recovered_from_crash: false,
            home: HomeView::default(),
            table_picture: TablePicture::default(),
            back_stack: Vec::new(),
            notice: None,
            question: None,
            programs_asked: None,
            pending_table: None,
            journal_error: None,
            leaving: CloseState::Idle,
            house: None,
            rule_replay: None,
            choice_comparison: None,
            pending_export: PendingExport::default(),
            trusted_rules: BTreeSet::new(),
            shortcuts_shown: false,
            guide_shown: false,
            now: 0.0,
            last_input: 0.0,
            screen: Screen::Home,
            table: None,
            replay: None,
            editor: editor(),
            scripts: ScriptsPage::default(),
            tournament: TournamentPage::default(),
            collection: CollectionPage::default(),
            puzzles: PuzzlesPage::default(),
            positions: PositionsPage::default(),
            about: AboutPage::default(),
            opener: Box::new(|path| open::that_detached(path)),
            trash: desktop_trash(),
            collection_task: None,
            collection_queue: VecDeque::new(),
            collection_shown: false,
            thumbnail_cache: Thumbs::default(),
            thumbnail_worker: None,
            frame_log: options.frames.as_deref().and_then(FrameTimes::begin),
            frame_cost: FrameCost::default(),
            missing_fonts: options.fonts.map(|opener| MissingFonts::watch(opener, ctx)),
            listed_revision: None,
            script_checks: Vec::new(),
            running_tournament: None,
            form,
            settings,
        };
        app.apply_settings(ctx);
        app.restore_journal();
        app.refresh_recent();
        for error in [broken, nowhere].into_iter().flatten() {
            app.notify_error(error.text(&app.i18n));
        }
        if let Some(file) = options.file {
            app.apply(Command::Open(file), ctx);
        }
        if let Some(page) = options.page {
            app.show_start_page(page, ctx);
        }
        Ok(app)
    }

    /// Applies the settings to the window.
    fn apply_settings(&mut self, ctx: &egui::Context) {
        self.theme = Theme::new(self.settings.theme, self.settings.colour_blind);
        self.theme.apply(ctx);
        self.i18n.set_lang(self.settings.lang);
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        window_size::fit_text(self.settings.scale, ctx);
    }

    /// Restores the game that was running when the program ended.
    fn restore_journal(&mut self) {
        let journal = match self.storage.take_journal() {
            Ok(Some(journal)) => journal,
            Ok(None) => return,
            Err(error) => return self.notify_error(error.text(&self.i18n)),
        };
        let mut table = match open_table(&journal.text) {
            Ok(table) => table,
            Err(error) => return self.set_aside(error),
        };
        table.rest();
        let text = table.draft().text;
        let holds = |path: &&PathBuf| read_text(path).is_ok_and(|saved| saved == text);
        match self.settings.recent.iter().find(holds) {
            Some(file) => {
                self.storage.note_seen(file, &text);
                table.set_saved(file.clone());
            }
            None => table.set_unsaved(),
        }
        self.recovered_from_crash = journal.crashed;
        let over = table.is_over();
        self.table = Some(table);
        // The game ended while nothing could be saved.
        if over && self.autosave() {
            self.storage.forget_journal();
        }
    }

    /// Moves an unreadable journal to where the next game will not overwrite it, and notifies the
    /// player.
    fn set_aside(&mut self, why: String) {
        match self.storage.put_journal_aside() {
            Ok(path) => {
                let file = path.display().to_string();
                let args = [("file", file.into()), ("why", why.into())];
                self.notify_error(self.i18n.tf("notice-open-failed", &args));
            }
            Err(error) => self.notify_error(error.text(&self.i18n)),
        }
    }

    /// Returns the texts in the language of the window.
    pub fn i18n(&self) -> &I18n {
        &self.i18n
    }

    /// Returns the folders of settings and saved games.
    pub fn folders(&self) -> &Folders {
        self.storage.folders()
    }

    /// Returns true if something on the screen moves, or is about to, without input.
    pub fn is_busy(&self) -> bool {
        match self.screen {
            Screen::Play => self.table.as_ref().is_some_and(|table| table.is_busy(&self.settings)),
            Screen::Replay => self.replay.as_ref().is_some_and(|replay| replay.is_playing()),
            _ => false,
        }
    }

    /// Runs one frame: advances time, reads keys, draws the screen and carries out commands.
    pub fn frame(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.now = ctx.input(|input| input.time);
        window_size::fit_text(self.settings.scale, &ctx);
        self.note_input(&ctx);
        let looked_back = self.screen == Screen::Replay;
        self.on_close_request(&ctx);
        self.tick(&ctx);
        if self.screen == Screen::NewGame {
            self.judge_layouts();
        }
        let mut commands = self.keys(&ctx);
        commands.extend(self.dropped(&ctx));
        let whole = ui.max_rect();
        self.table_picture.paint(ui.painter(), whole, &self.theme);
        roomy(self.screen.least_size(), ui, |ui| self.draw(ui, &mut commands));
        self.draw_overlays(&ctx, &mut commands);
        self.update_thumbnails(&ctx);
        self.missing_fonts.iter_mut().for_each(|fonts| fonts.poll(&ctx));
        for command in commands {
            self.apply(command, &ctx);
            ctx.request_repaint();
        }
        self.poll_rule_faults();
        if looked_back && self.screen != Screen::Replay {
            self.move_notes_to_table();
        }
        self.write_journal();
        if self.screen == Screen::NewGame {
            self.save_ticked_rules();
        }
        if self.screen == Screen::Layout
            && let Some(editor) = &mut self.editor
        {
            editor.keep(&self.storage);
        }
    }

    /// Reloads changed scripts and notifies the player.
    fn poll_scripts(&mut self) {
        let changed = self.library.poll();
        if self.screen == Screen::NewGame && self.library.take_changed() {
            self.offer_rules();
        }
        for (kind, script, trouble) in changed {
            match trouble {
                None => {
                    self.table.iter_mut().for_each(|table| table.reload(kind, &script));
                    let file = [("file", script.into())];
                    self.notify(self.i18n.tf("notice-robot-reloaded", &file));
                }
                Some(error) => self.notify_error(error),
            }
        }
    }

    /// Advances the games on the screen and schedules the next frame.
    fn tick(&mut self, ctx: &egui::Context) {
        self.poll_scripts();
        self.update_scripts(ctx);
        self.poll_check(ctx);
        self.poll_export(ctx);
        self.poll_tournament(ctx);
        self.poll_collection(ctx);
        let library = &self.library;
        let mut declined = None;
        let busy = match self.screen {
            Screen::Play => {
                if let Some(table) = &mut self.table {
                    table.tick(self.now, &self.settings, library, &repaint_signal(ctx));
                    declined = table.take_declined(&self.i18n);
                    if let Some(after) = table.due(self.now, &self.settings) {
                        ctx.request_repaint_after(after);
                    }
                }
                false
            }
            Screen::Replay => {
                let factor = self.settings.speed.factor();
                self.replay.as_mut().is_some_and(|replay| replay.tick(self.now, factor))
            }
            Screen::Home => {
                let robot = |kind| library.demo_robot(kind);
                let covered = self.shortcuts_shown || self.guide_shown || self.question.is_some();
                let focused = ctx.input(|input| input.focused);
                let seen = focused && !covered && self.idle() <= RESTING;
                let pace = Some(self.frame_cost.pace).filter(|_| seen);
                let after = self.home.tick(self.now, pace, &self.settings, library, &robot);
                after.into_iter().for_each(|after| ctx.request_repaint_after(after));
                false
            }
            Screen::Puzzles => self.puzzles.tick(self.now, self.settings.speed.factor()),
            Screen::NewGame
            | Screen::Positions
            | Screen::Layout
            | Screen::Scripts
            | Screen::Tournament
            | Screen::Collection
            | Screen::Settings
            | Screen::About => false,
        };
        if let Some(seats) = declined {
            self.notify(self.i18n.tf("notice-draw-declined", &[("seats", seats.into())]));
        }
        if busy {
            ctx.request_repaint_after(FRAME);
        }
    }

    fn draw(&mut self, ui: &mut egui::Ui, commands: &mut Vec<Command>) {
        self.library.put_in_words(&self.i18n, &self.settings.name);
        let mut cx = ScreenContext {
            i18n: &self.i18n,
            theme: &self.theme,
            settings: &self.settings,
            now: self.now,
            commands,
        };
        match (self.screen, &mut self.table, &mut self.replay) {
            (Screen::Play, Some(table), _) => {
                table.ui(self.library.candidates(table.kind()), &mut cx, ui);
            }
            (Screen::Replay, _, Some(replay)) => {
                replay.ui(self.library.candidates(replay.kind()), &mut cx, ui);
            }
            (Screen::Layout, ..) => {
                if let Some(editor) = &mut self.editor {
                    editor.ui(&mut cx, ui);
                }
            }
            (Screen::NewGame, ..) => {
                let robots = self.library.choices(self.form.kind());
                new_game_ui(&mut self.form, robots, &mut cx, ui);
            }
            (Screen::Scripts, ..) => self.scripts.ui(&mut cx, ui),
            (Screen::Tournament, ..) => {
                let robots = self.library.choices(self.tournament.kind());
                self.tournament.ui(robots, &mut cx, ui);
            }
            (Screen::Collection, ..) => self.collection.ui(&mut self.thumbnail_cache, &mut cx, ui),
            (Screen::Puzzles, ..) => self.puzzles.ui(&mut cx, ui),
            (Screen::Positions, ..) => self.positions.ui(&mut cx, ui),
            (Screen::Settings, ..) => {
                settings_ui(&self.settings, self.storage.folders(), &mut cx, ui)
            }
            (Screen::About, ..) => self.about.ui(&mut cx, ui),
            _ => {
                let unfinished = self.table.as_ref().and_then(|table| {
                    (!table.is_over() && table.steps() > 0).then(|| UnfinishedGame {
                        preset: table.preset().to_owned(),
                        plies: table.plies(),
                        rescued: self.recovered_from_crash,
                    })
                });
                let recent = &self.recent;
                self.home.ui(unfinished.as_ref(), recent, &mut self.thumbnail_cache, &mut cx, ui);
            }
        }
    }

    /// Writes the running game to the journal for crash safety, or a finished one to a file.
    fn write_journal(&mut self) {
        let Some(table) = &mut self.table else { return };
        if !table.take_unwritten() || table.steps() == 0 {
            return;
        }
        if table.is_over() && self.autosave() {
            return self.storage.forget_journal();
        }
        let Some(table) = &mut self.table else { return };
        let done = match table.take_lines().filter(|_| self.storage.keeps_journal()) {
            Some(lines) => self.storage.go_on_with_journal(&lines),
            None => self.storage.begin_journal(&table.begin_journal()),
        };
        // Each step tries again, but an unchanged error is shown once.
        let error = done.err();
        if let Some(error) =
            error.as_ref().filter(|error| self.journal_error.as_ref() != Some(*error))
        {
            self.notify_error(error.text(&self.i18n));
        }
        self.journal_error = error;
    }

    /// Saves the game on the table when the window closes.
    pub fn close(&mut self) {
        let Some(table) = &mut self.table else { return self.storage.forget_journal() };
        let text = self.journal_error.is_some().then(|| table.begin_journal());
        if table.is_over() && self.autosave() {
            return self.storage.forget_journal();
        }
        if let Some(text) = text {
            // Tries once more: the disk may have room again.
            let _ = self.storage.begin_journal(&text);
        }
        self.storage.park_journal();
    }
}

/// Returns the layout editor of the first game that has one.
fn editor() -> Option<Box<dyn Editor>> {
    GameKind::ALL.into_iter().find_map(|kind| entry(kind).editor())
}
