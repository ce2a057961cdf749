//! The window's state, and the one place where commands are carried out.
//!
//! A frame ([`App::frame`]) advances time, reads keys and draws the screen. Keys and screens send
//! commands, which [`App::apply`] carries out at the end of the frame. Slow work, such as robots,
//! checks and exports, runs in threads that request a repaint when they have a result.
//!
//! [`App`] holds the stack of screens, the state of each screen, the game on the table, the
//! replayed game and the services. Each of these is a struct with methods of its own. A function
//! that needs several of these structs, such as a command, is a method of [`App`].

mod navigation;
mod screen;
mod screen_stack;
mod screen_states;

mod adaptive;
mod apply;
mod branch;
mod collection;
mod drill;
mod export_commands;
mod files;
mod game_check;
mod home_state;
mod journal;
mod keyboard;
mod layout_editor;
mod lessons;
mod overlays;
mod packages;
mod positions;
mod program_consent;
mod records;
mod rematch;
mod replay_tasks;
mod rule_sets;
mod scripts;
mod start_page;
mod together;
mod tournament;
mod trusted_rules;
mod unsaved_changes;

mod collection_work;
mod desktop;
#[cfg(target_os = "linux")]
mod display;
mod exporter;
mod frame_cost;
mod frame_times;
mod missing_fonts;
mod notice;
mod repaint;
mod thumbnail_service;
mod thumbnail_worker;
pub mod window;
mod window_options;
mod window_size;
mod window_state;

use std::time::Duration;

use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::command::Command;
use crate::games::words;
use crate::model::i18n::I18n;
use crate::model::library::Library;
use crate::model::settings::Settings;
use crate::model::storage::{Folders, Storage, StorageError};
use crate::play::table::FRAME;
use crate::screens::collection::words::names;
use crate::screens::home::{IDLE_SECONDS, UnfinishedCard, UnfinishedGame};
use crate::screens::new_game::{NewGameForm, new_game_ui};
use crate::screens::play::TableScreen;
use crate::screens::replay::ReplayScreen;
use crate::screens::settings::settings_ui;
use crate::ui::context::ScreenContext;
use crate::ui::fonts::install_fonts;
use crate::ui::room::with_min_size;
use desktop::Desktop;
use journal::JournalState;
use notice::Notices;
use repaint::repaint_signal;
use replay_tasks::ReplayTasks;
use screen_stack::{Layer, ScreenStack};
use screen_states::ScreenStates;
use thumbnail_service::ThumbnailService;
use together::TogetherState;
use trusted_rules::AgreedRules;
use window_state::WindowState;

pub use desktop::{PathOpener, Trash, TrashError};
pub use screen::Screen;
pub use start_page::StartPage;
pub use window_options::WindowOptions;

/// The interval of repaints that show background progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// The window's state.
pub struct App {
    /// The player's settings.
    pub settings: Settings,
    /// The stack of screens, and the overlays on top of it.
    navigation: ScreenStack,
    /// The state of each screen.
    pub screens: ScreenStates,
    /// The game on the table.
    pub table: Option<Box<dyn TableScreen>>,
    /// The game on the replay screen.
    pub replay: Option<Box<dyn ReplayScreen>>,
    /// The background work on the replayed game.
    replay_tasks: ReplayTasks,
    /// The journal of the game on the table.
    journal: JournalState,
    /// The house rules that the player has agreed to.
    agreed_rules: AgreedRules,
    i18n: I18n,
    storage: Storage,
    /// The robots and their threads.
    library: Library,
    /// The thumbnails of saved games.
    thumbnails: ThumbnailService,
    /// The services of the desktop.
    pub desktop: Desktop,
    notices: Notices,
    window: WindowState,
    /// The table with people on other devices.
    together: TogetherState,
}

impl App {
    /// Creates the window's state: reads the settings and restores the interrupted game.
    ///
    /// # Errors
    /// The system has no folder for the program's files.
    pub fn new(ctx: &egui::Context, options: WindowOptions) -> Result<Self, StorageError> {
        let (mut storage, folder_error) =
            Storage::open(Folders::find(options.data_dir.as_deref())?);
        let (settings, settings_error) = storage.load_settings();
        install_fonts(ctx, settings.lang);
        let i18n = I18n::new(settings.lang);
        let mut library = Library::new(storage.folders(), repaint_signal(ctx));
        library.update_texts(&i18n, &settings.name);
        library.allow(&settings.programs);
        let robots = |kind| library.choices(kind).to_vec();
        let mut form = NewGameForm::new(&robots);
        form.restore(&settings.setups, &robots);
        form.house.set_ticked(&settings.house_rules);
        let mut app = Self {
            navigation: ScreenStack::default(),
            screens: ScreenStates::new(form),
            table: None,
            replay: None,
            replay_tasks: ReplayTasks::default(),
            journal: JournalState::default(),
            agreed_rules: AgreedRules::default(),
            i18n,
            storage,
            library,
            thumbnails: ThumbnailService::default(),
            desktop: Desktop::new(options.uses_path_box_only),
            notices: Notices::default(),
            together: TogetherState::default(),
            window: WindowState::new(&settings, &options, ctx),
            settings,
        };
        app.apply_settings(ctx);
        app.restore_journal();
        app.load_tickets();
        app.screens.home.refresh_recent(&app.settings.recent);
        for error in [settings_error, folder_error].into_iter().flatten() {
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
        if self.i18n.lang() != self.settings.lang {
            self.i18n.set_lang(self.settings.lang);
            install_fonts(ctx, self.settings.lang);
        }
        self.window.apply_settings(&self.settings, ctx);
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
        match self.screen() {
            Screen::Play => self.table.as_ref().is_some_and(|table| table.is_busy(&self.settings)),
            Screen::Replay => self.replay.as_ref().is_some_and(|replay| replay.is_playing()),
            Screen::Lessons => self.screens.lessons.is_moving(),
            _ => false,
        }
    }

    /// Runs one frame: advances time, reads keys, draws the screen and carries out commands.
    pub fn frame(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.window.begin_frame(&self.settings, &ctx);
        let was_replay = self.screen() == Screen::Replay;
        self.on_close_request(&ctx);
        self.tick(&ctx);
        self.play_sounds();
        if self.screen() == Screen::NewGame {
            self.judge_layouts();
        }
        let mut commands = self.keys(&ctx);
        commands.extend(self.command_of_dropped_files(&ctx));
        let whole = ui.max_rect();
        self.window.background.paint(ui.painter(), whole, &self.window.theme);
        with_min_size(self.screen().min_size(), ui, |ui| self.draw(&mut commands, ui));
        self.draw_overlays(&mut commands, &ctx);
        self.thumbnails.update(self.screen(), &self.settings, &ctx);
        self.window.poll_fonts(&ctx);
        for command in commands {
            self.apply(command, &ctx);
            ctx.request_repaint();
        }
        self.poll_failed_rule();
        if was_replay && self.screen() != Screen::Replay {
            self.move_notes_to_table();
        }
        self.write_journal();
        if self.screen() == Screen::NewGame {
            self.save_ticked_rules();
        }
        if self.screen() == Screen::Layout
            && let Some(editor) = &mut self.screens.layout_editor
        {
            editor.save_draft(&self.storage);
        }
    }

    /// Reloads changed scripts and notifies the player.
    fn poll_scripts(&mut self) {
        let changed = self.library.poll();
        if self.screen() == Screen::NewGame && self.library.take_changed() {
            self.offer_rules();
        }
        for (kind, script, trouble) in changed {
            match trouble {
                None => {
                    let table = self.table.as_mut().filter(|table| table.kind() == kind);
                    if let Some(table) = table {
                        with_game!(kind, |G| table.table_mut::<G>().reload(&script));
                    }
                    let file = [("file", script.into())];
                    self.notify(self.i18n.tf("notice-robot-reloaded", &file));
                }
                Some(error) => self.notify_error(error),
            }
        }
    }

    /// Takes the results of background work, advances the games on the screen and schedules the
    /// next frame.
    fn tick(&mut self, ctx: &egui::Context) {
        self.poll_scripts();
        self.update_scripts(ctx);
        self.poll_package(ctx);
        self.poll_check(ctx);
        self.poll_export(ctx);
        self.poll_tournament(ctx);
        self.poll_collection(ctx);
        self.poll_records(ctx);
        self.poll_together(ctx);
        let (now, factor) = (self.window.now, self.settings.speed.duration_scale());
        let busy = match self.screen() {
            Screen::Play => {
                self.tick_table(ctx);
                false
            }
            Screen::Replay => self.replay.as_mut().is_some_and(|replay| replay.tick(now, factor)),
            Screen::Home => {
                self.tick_home(ctx);
                false
            }
            Screen::Puzzles => self.screens.puzzles.tick(now, factor),
            Screen::Lessons => self.screens.lessons.tick(now, factor),
            Screen::NewGame
            | Screen::Positions
            | Screen::Layout
            | Screen::Scripts
            | Screen::Manual
            | Screen::Tournament
            | Screen::Collection
            | Screen::Records
            | Screen::Together
            | Screen::Settings
            | Screen::About => false,
        };
        if busy {
            ctx.request_repaint_after(FRAME);
        }
    }

    /// Plays the sounds of this frame.
    fn play_sounds(&mut self) {
        let sounds = match self.screen() {
            Screen::Play => self.table.as_mut().map(|table| table.take_sounds()),
            Screen::Replay => self.replay.as_mut().map(|replay| replay.take_sounds()),
            Screen::Puzzles => Some(self.screens.puzzles.take_sounds()),
            Screen::Lessons => Some(self.screens.lessons.take_sounds()),
            _ => None,
        };
        if self.settings.sound {
            self.desktop.speaker.play(&sounds.unwrap_or_default(), self.settings.volume);
        }
    }

    /// Advances the game on the table.
    fn tick_table(&mut self, ctx: &egui::Context) {
        let Some(table) = &mut self.table else { return };
        let now = self.window.now;
        table.tick(now, &self.settings, &self.library, &repaint_signal(ctx));
        let declined = table.common_mut().take_declining_seats();
        let resigned = table.common_mut().take_resigned_robots();
        let kind = table.kind();
        if let Some(after) = table.time_until_redraw(now, &self.settings) {
            ctx.request_repaint_after(after);
        }
        self.update_adaptive_strength();
        self.keep_mistakes();
        if let Some(seats) = declined {
            let seats = with_game!(kind, |G| words::seats::<G>(&self.i18n, seats));
            self.notify(self.i18n.tf("notice-draw-declined", &[("seats", seats.into())]));
        }
        // In Junqi, the referee announces resignations over the board.
        if let Some(seats) = resigned.filter(|_| kind == GameKind::Race) {
            let seats = with_game!(kind, |G| words::seats::<G>(&self.i18n, seats));
            self.notify(self.i18n.tf("notice-robot-resigns", &[("seat", seats.into())]));
        }
    }

    /// Advances the games on the home screen while the player watches them.
    fn tick_home(&mut self, ctx: &egui::Context) {
        let layers = [Layer::Help, Layer::Question];
        let is_covered = layers.into_iter().any(|layer| self.navigation.is_open(layer));
        let is_focused = ctx.input(|input| input.focused);
        let is_watched = is_focused && !is_covered && self.window.idle_seconds() <= IDLE_SECONDS;
        let frame_rate = Some(self.window.frame_cost.board_frame_rate).filter(|_| is_watched);
        let (library, settings) = (&self.library, &self.settings);
        let robot = |kind| library.demo_robot(kind);
        let view = &mut self.screens.home.view;
        if let Some(after) = view.tick(self.window.now, frame_rate, settings, library, &robot) {
            ctx.request_repaint_after(after);
        }
    }

    /// Draws the screen.
    fn draw(&mut self, commands: &mut Vec<Command>, ui: &mut egui::Ui) {
        self.library.update_texts(&self.i18n, &self.settings.name);
        let screen = self.screen();
        let unfinished = self.unfinished_game();
        let offers_lessons = self.offers_lessons();
        let mut cx = ScreenContext {
            i18n: &self.i18n,
            theme: &self.window.theme,
            settings: &self.settings,
            now: self.window.now,
            commands,
        };
        let (screens, thumbs) = (&mut self.screens, &mut self.thumbnails.cache);
        match (screen, &mut self.table, &mut self.replay) {
            (Screen::Play, Some(table), _) => {
                // The strip belongs to games at the hosted table, not to games against robots.
                if table.facts().is_mirror || table.common_mut().was_together {
                    self.together.strip_ui(&mut cx, ui);
                }
                table.ui(self.library.candidates(table.kind()), &mut cx, ui);
            }
            (Screen::Replay, _, Some(replay)) => {
                replay.ui(self.library.candidates(replay.kind()), &mut cx, ui);
            }
            (Screen::Layout, ..) => {
                if let Some(editor) = &mut screens.layout_editor {
                    editor.ui(&mut cx, ui);
                }
            }
            (Screen::NewGame, ..) => {
                let robots = self.library.choices(screens.new_game.kind());
                new_game_ui(&mut screens.new_game, robots, &mut cx, ui);
            }
            (Screen::Scripts, ..) => screens.scripts.page.ui(&mut cx, ui),
            (Screen::Manual, ..) => screens.manual.ui(&mut cx, ui),
            (Screen::Tournament, ..) => {
                let page = &mut screens.tournament.page;
                let robots = self.library.choices(page.kind());
                page.ui(robots, &mut cx, ui);
            }
            (Screen::Collection, ..) => screens.collection.page.ui(thumbs, &mut cx, ui),
            (Screen::Records, ..) => screens.records.page.ui(&mut cx, ui),
            (Screen::Puzzles, ..) => screens.puzzles.ui(&mut cx, ui),
            (Screen::Lessons, ..) => screens.lessons.ui(&mut cx, ui),
            (Screen::Positions, ..) => screens.positions.ui(&mut cx, ui),
            (Screen::Together, ..) => {
                let layouts = &screens.new_game.layouts.own;
                let nearby = self.together.nearby_tables();
                let addresses = (self.together.last_address(), nearby.as_slice());
                screens.together.ui(self.together.joined_table(), addresses, layouts, &mut cx, ui);
            }
            (Screen::Settings, ..) => {
                let speaker = self.desktop.speaker.state();
                settings_ui(&self.settings, self.storage.folders(), &speaker, &mut cx, ui)
            }
            (Screen::About, ..) => screens.about.ui(&mut cx, ui),
            // The screens of a game show the home screen if there is no game.
            (Screen::Home | Screen::Play | Screen::Replay, table, _) => {
                let home = &mut screens.home;
                let card = unfinished.as_ref().zip(table.as_deref_mut());
                let card = card.map(|(game, table)| UnfinishedCard { game, table });
                home.view.ui(offers_lessons, card, &home.recent, thumbs, &mut cx, ui);
            }
        }
    }

    /// Returns the game on the table if it has begun and can be continued.
    fn unfinished_game(&self) -> Option<UnfinishedGame> {
        let table = self.table.as_ref()?.facts();
        (!table.is_over && table.steps > 0).then(|| UnfinishedGame {
            preset: table.preset.to_owned(),
            players: names(&self.i18n, table.players),
            plies: table.plies,
            was_recovered: self.journal.recovered_from_crash,
        })
    }
}
