//! The tournament page: the setup, the table of results, the curve of scores, and every game.
//!
//! `TournamentPage` holds the form of the setup and the tournament shown, which may still run. The
//! games are played elsewhere; the page receives a `Snapshot` of the results now and then.

mod curve;
mod game;
mod setup;
mod table;
mod words;

use egui::{Align, Color32, Layout, ProgressBar, Rect, RichText, Ui, vec2};
use qipan_core::registry::GameKind;
use qipan_core::script::Text;

use crate::command::{Command, TournamentCommand};
use crate::model::i18n::I18n;
use crate::model::library::RobotChoice;
use crate::model::storage::SaveSummary;
use crate::model::tournament::Snapshot;
use crate::ui::context::ScreenContext;
use crate::ui::theme::{BODY, Theme, fade};
use crate::ui::title::title_ui;
use crate::ui::widgets::{self, within};

/// The space around the page and between its parts, in points.
const GAP: f32 = 16.0;
/// The maximum width of the setup, in points.
const MAX_SETUP_WIDTH: f32 = 330.0;
/// The maximum width of the page, in points.
const MAX_WIDTH: f32 = 1680.0;
/// The maximum height of the cards below the table, in points: those of the curve and of the
/// selected game.
const MAX_LOWER_HEIGHT: f32 = 250.0;
/// The maximum width of the card of the selected game, in points.
const MAX_GAME_WIDTH: f32 = 310.0;

/// The maximum number of robots in a tournament.
pub const MAX_ROBOTS: usize = 8;

/// The numbers of games to choose from.
pub const GAMES: [u64; 3] = [100, 1000, 10_000];

/// The setup of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The preset.
    pub preset: String,
    /// The scripts of the robots. The same script may occur any number of times.
    pub robots: Vec<String>,
    /// The number of games.
    pub games: u64,
}

impl Default for Form {
    fn default() -> Self {
        let preset = GameKind::ALL[0].presets()[0].to_owned();
        Self { preset, robots: Vec::new(), games: GAMES[1] }
    }
}

impl Form {
    /// Returns the kind of game.
    pub fn kind(&self) -> GameKind {
        GameKind::of_preset(&self.preset).unwrap_or(GameKind::ALL[0])
    }
}

/// The state of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RunState {
    /// Games are being played.
    Running,
    /// The player stopped the tournament before its end.
    Stopped,
    /// All games are played.
    Over,
    /// The tournament failed, for this reason.
    Failed(String),
}

/// A tournament that was started.
#[derive(Debug)]
struct StartedTournament {
    /// The setup with which it was started.
    form: Form,
    /// The titles of its robots.
    titles: Vec<Text>,
    /// The latest results.
    snapshot: Snapshot,
    /// The number of games played. It may be ahead of the results.
    games_played: u64,
    state: RunState,
    /// The reason why the tournament cannot be resumed, if there is one.
    resume_error: Option<String>,
}

/// The state of the tournament page.
#[derive(Debug, Default)]
pub struct TournamentPage {
    /// The setup in the form.
    form: Form,
    /// The tournament shown, if there is one.
    tournament: Option<StartedTournament>,
    /// The number of the selected game, counted from 1, and the summary of the game if its file can
    /// be read.
    game: Option<(u64, Option<SaveSummary>)>,
}

impl TournamentPage {
    /// Returns the setup.
    pub fn form(&self) -> Form {
        self.form.clone()
    }

    /// Returns the kind of game in the setup.
    pub fn kind(&self) -> GameKind {
        self.form.kind()
    }

    /// Replaces the setup.
    pub fn set_form(&mut self, form: Form) {
        self.form = form;
    }

    /// Returns true if there is a tournament to show.
    pub fn has_tournament(&self) -> bool {
        self.tournament.is_some()
    }

    /// Returns the number of games played in the tournament shown.
    pub fn games(&self) -> u64 {
        self.tournament.as_ref().map_or(0, |tournament| tournament.games_played)
    }

    /// Starts the tournament of the form, or resumes the one shown. `titles` are the titles of its
    /// robots.
    pub fn begin(&mut self, titles: Vec<Text>, is_resumed: bool) {
        match &mut self.tournament {
            Some(tournament) if is_resumed => {
                tournament.state = RunState::Running;
                tournament.resume_error = None;
            }
            _ => {
                let (form, snapshot) = (self.form.clone(), Snapshot::default());
                let state = RunState::Running;
                self.tournament = Some(StartedTournament {
                    form,
                    titles,
                    snapshot,
                    games_played: 0,
                    state,
                    resume_error: None,
                });
                self.game = None;
            }
        }
    }

    /// Updates the results and the number of games played.
    pub fn update(&mut self, snapshot: Snapshot, games_played: usize) {
        let Some(tournament) = &mut self.tournament else { return };
        // A resumed tournament has no results at first.
        if !snapshot.standings.is_empty() {
            tournament.snapshot = snapshot;
            tournament.games_played = tournament.snapshot.games.max(games_played as u64);
        }
    }

    /// Records the end of the tournament. `latest` holds the most recent results, which are kept if
    /// the tournament failed. Returns the id of a notice for other screens, if there is one.
    pub fn end(
        &mut self,
        latest: Snapshot,
        result: Result<Snapshot, String>,
    ) -> Option<&'static str> {
        let tournament = self.tournament.as_mut()?;
        let (snapshot, state) = match result {
            Ok(snapshot) if snapshot.games < tournament.form.games => (snapshot, RunState::Stopped),
            Ok(snapshot) => (snapshot, RunState::Over),
            Err(error) => (latest, RunState::Failed(error)),
        };
        if !snapshot.standings.is_empty() {
            tournament.games_played = snapshot.games;
            tournament.snapshot = snapshot;
        }
        tournament.state = state;
        match tournament.state {
            RunState::Over => Some("tournament-said-over"),
            RunState::Failed(_) => Some("tournament-said-failed"),
            RunState::Running | RunState::Stopped => None,
        }
    }

    /// Shows the summary of a game.
    pub fn show_game(&mut self, number: u64, summary: Option<SaveSummary>) {
        self.game = Some((number, summary));
    }

    /// Returns true if games are being played.
    fn is_running(&self) -> bool {
        self.tournament.as_ref().is_some_and(|tournament| tournament.state == RunState::Running)
    }

    /// Shows the reason why the tournament cannot be resumed.
    pub fn refuse_resume(&mut self, reason: String) {
        if let Some(tournament) = &mut self.tournament {
            tournament.resume_error = Some(reason);
        }
    }

    /// Sets the form to the setup of the tournament that is resumed.
    pub fn restore_form(&mut self) {
        if let Some(tournament) = &self.tournament {
            self.form = tournament.form.clone();
        }
    }

    /// Draws the page over the whole of `ui`.
    pub fn ui(&mut self, robots: &[RobotChoice], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect().shrink2(vec2(20.0, GAP));
        let area =
            Rect::from_center_size(full.center(), vec2(full.width().min(MAX_WIDTH), full.height()));
        let bar = area.with_max_y(area.top() + 36.0);
        within(ui, bar, |ui| title_ui("tournament-title", cx, ui, about_ui));
        let body = area.with_min_y(bar.bottom() + 12.0);
        let setup_width = MAX_SETUP_WIDTH.min(body.width() * 0.4);
        within(ui, body.with_max_x(body.left() + setup_width), |ui| self.setup_ui(robots, cx, ui));
        let right = body.with_min_x(body.left() + setup_width + GAP);
        let Some(tournament) = &self.tournament else {
            card_ui("none", right, cx, ui, |cx, ui| {
                ui.label(widgets::muted_text(cx.theme, cx.t("tournament-none")));
            });
            return;
        };
        let lower_height = MAX_LOWER_HEIGHT.min(right.height() * 0.45);
        let table = right.with_max_y(right.bottom() - lower_height - GAP);
        let lower = right.with_min_y(right.bottom() - lower_height);
        let game_width = MAX_GAME_WIDTH.min(lower.width() * 0.5);
        card_ui("table", table, cx, ui, |cx, ui| tournament.table_ui(cx, ui));
        let curve = lower.with_max_x(lower.right() - game_width - GAP);
        card_ui("curve", curve, cx, ui, |cx, ui| tournament.curve_ui(cx, ui));
        let game = lower.with_min_x(lower.right() - game_width);
        card_ui("game", game, cx, ui, |cx, ui| self.game_ui(cx, ui));
    }
}

impl StartedTournament {
    /// Returns the title of a robot. A number follows if robots before it have the same title.
    fn title(&self, robot: usize, i18n: &I18n) -> String {
        let name = |index: usize| self.titles.get(index).map_or("", |title| i18n.pick(title));
        let same_before = (0..robot).filter(|other| name(*other) == name(robot)).count();
        let title = name(robot).to_owned();
        match same_before {
            0 => title,
            _ => {
                let args = [("name", title.into()), ("number", (same_before + 1).into())];
                i18n.tf("tournament-same-title", &args)
            }
        }
    }

    /// Returns true if the tournament can be resumed.
    fn can_resume(&self) -> bool {
        let is_partly_played = self.games_played > 0 && self.games_played < self.form.games;
        is_partly_played && matches!(self.state, RunState::Stopped | RunState::Failed(_))
    }

    /// Draws the progress of the tournament, and the button that stops or resumes it.
    fn progress_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let (games_played, all_games) = (self.games_played, self.form.games);
        ui.horizontal(|ui| {
            ui.set_min_height(34.0);
            widgets::heading(ui, cx.theme, cx.t(&format!("game-{}", self.form.preset)));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.button_ui(cx, ui));
        });
        ui.horizontal(|ui| {
            let bar = ProgressBar::new(games_played as f32 / all_games.max(1) as f32)
                .fill(cx.theme.accent)
                .desired_width(140.0)
                .desired_height(8.0);
            ui.add(bar);
            ui.label(words::progress(cx.i18n, games_played, all_games));
            let state = match &self.state {
                RunState::Running => words::speed(cx.i18n, &self.snapshot, all_games),
                RunState::Stopped => cx.t("tournament-stopped"),
                RunState::Over => cx.t("tournament-over"),
                RunState::Failed(_) => String::new(),
            };
            ui.add(egui::Label::new(widgets::muted_text(cx.theme, state)).truncate());
        });
        if let Some(reason) = &self.resume_error {
            widgets::error_box(ui, cx.theme, reason.clone());
        }
        if let RunState::Failed(error) = &self.state {
            let text = cx.tf("tournament-failed", &[("why", error.as_str().into())]);
            widgets::error_box(ui, cx.theme, text);
        }
    }

    /// Draws the button that stops a running tournament or resumes a stopped one.
    fn button_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let (id, command) = match self.state {
            RunState::Running => ("tournament-stop", TournamentCommand::Stop),
            _ if self.can_resume() => ("tournament-resume", TournamentCommand::Resume),
            _ => return,
        };
        let button = egui::Button::new(RichText::new(cx.t(id)).color(cx.theme.on_accent).strong());
        let button = button.fill(cx.theme.accent).min_size(vec2(110.0, 34.0));
        let response = ui.add(button);
        widgets::focus_ring(ui, cx.theme, &response, 8.0);
        if response.clicked() {
            cx.send(Command::Tournament(command));
        }
    }
}

/// Draws a card with its contents. `id` distinguishes the widgets of different cards.
fn card_ui(
    id: &str,
    rect: Rect,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
    contents: impl FnOnce(&mut ScreenContext<'_>, &mut Ui),
) {
    let frame = cx.theme.card().inner_margin(16);
    let inner = rect.shrink(frame.total_margin().left);
    ui.painter().add(frame.paint(inner));
    within(ui, inner, |ui| ui.push_id(id, |ui| contents(cx, ui)));
}

/// Returns the colour of a robot in the table and the curve, by its index.
fn robot_colour(theme: &Theme, robot: usize) -> Color32 {
    let [red, yellow, blue, green] = theme.sides;
    let (purple, pink) = (theme.junqi[1], theme.junqi[7]);
    let colours = [blue, red, green, yellow, purple, pink, theme.quiet, theme.ink];
    theme.readable_on_panel(colours[robot % colours.len()])
}

/// Draws a sentence about the purpose of the screen, beside its title.
fn about_ui(cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.add_space(8.0);
    let about = RichText::new(cx.t("tournament-title.about")).size(BODY - 1.0);
    let about = about.color(fade(cx.theme.on_table, 0.8));
    ui.add(egui::Label::new(about).truncate());
}
