//! The tournament page: the robots, the table, the curve of scores, and every game.

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

/// The space around the page and between its parts.
const GAP: f32 = 16.0;
/// The width of the setup.
const SETUP: f32 = 330.0;
/// The maximum width of the page.
const WIDEST: f32 = 1680.0;
/// The height of the curve and of the game below the table.
const FOOT: f32 = 250.0;
/// The width of the game.
const GAME: f32 = 310.0;

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
    Running,
    Stopped,
    Over,
    /// The tournament failed, for this reason.
    Failed(String),
}

/// A tournament that was begun.
#[derive(Debug)]
struct StartedTournament {
    form: Form,
    titles: Vec<Text>,
    snapshot: Snapshot,
    /// The number of games counted, which may be ahead of the table.
    games: u64,
    state: RunState,
    /// The reason why it cannot be resumed.
    objection: Option<String>,
}

/// The state of the tournament page.
#[derive(Debug, Default)]
pub struct TournamentPage {
    form: Form,
    played: Option<StartedTournament>,
    /// The selected game by its number from 1, with its summary.
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
    pub fn choose(&mut self, form: Form) {
        self.form = form;
    }

    /// Returns true if there is a tournament to show.
    pub fn has_table(&self) -> bool {
        self.played.is_some()
    }

    /// Returns the number of games counted in the tournament shown.
    pub fn games(&self) -> u64 {
        self.played.as_ref().map_or(0, |played| played.games)
    }

    /// Begins the tournament of the form, with these titles of its robots, or resumes the one
    /// shown.
    pub fn begin(&mut self, titles: Vec<Text>, goes_on: bool) {
        match &mut self.played {
            Some(played) if goes_on => {
                played.state = RunState::Running;
                played.objection = None;
            }
            _ => {
                let (form, snapshot) = (self.form.clone(), Snapshot::default());
                let state = RunState::Running;
                self.played = Some(StartedTournament {
                    form,
                    titles,
                    snapshot,
                    games: 0,
                    state,
                    objection: None,
                });
                self.game = None;
            }
        }
    }

    /// Updates the results so far.
    pub fn update(&mut self, snapshot: Snapshot, games: usize) {
        let Some(played) = &mut self.played else { return };
        // A resumed tournament has no results at first.
        if !snapshot.standings.is_empty() {
            played.snapshot = snapshot;
            played.games = played.snapshot.games.max(games as u64);
        }
    }

    /// Records the end of the tournament with its last results. Returns the id of a notice for
    /// other screens, if there is one.
    pub fn end(
        &mut self,
        latest: Snapshot,
        result: Result<Snapshot, String>,
    ) -> Option<&'static str> {
        let played = self.played.as_mut()?;
        let (snapshot, state) = match result {
            Ok(snapshot) if snapshot.games < played.form.games => (snapshot, RunState::Stopped),
            Ok(snapshot) => (snapshot, RunState::Over),
            Err(why) => (latest, RunState::Failed(why)),
        };
        if !snapshot.standings.is_empty() {
            played.games = snapshot.games;
            played.snapshot = snapshot;
        }
        played.state = state;
        match played.state {
            RunState::Over => Some("tournament-said-over"),
            RunState::Failed(_) => Some("tournament-said-failed"),
            RunState::Running | RunState::Stopped => None,
        }
    }

    /// Shows the summary of a game.
    pub fn show_game(&mut self, number: u64, summary: Option<SaveSummary>) {
        self.game = Some((number, summary));
    }

    fn is_running(&self) -> bool {
        self.played.as_ref().is_some_and(|played| played.state == RunState::Running)
    }

    /// Shows why the tournament cannot be resumed.
    pub fn object(&mut self, why: String) {
        if let Some(played) = &mut self.played {
            played.objection = Some(why);
        }
    }

    /// Sets the form to the setup of the tournament that is resumed.
    pub fn take_up(&mut self) {
        if let Some(played) = &self.played {
            self.form = played.form.clone();
        }
    }

    /// Draws the page over the whole of `ui`.
    pub fn ui(&mut self, robots: &[RobotChoice], cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let full = ui.max_rect().shrink2(vec2(20.0, GAP));
        let area =
            Rect::from_center_size(full.center(), vec2(full.width().min(WIDEST), full.height()));
        let bar = area.with_max_y(area.top() + 36.0);
        within(ui, bar, |ui| title_ui("tournament-title", cx, ui, about_ui));
        let body = area.with_min_y(bar.bottom() + 12.0);
        let left = SETUP.min(body.width() * 0.4);
        within(ui, body.with_max_x(body.left() + left), |ui| self.setup_ui(robots, cx, ui));
        let right = body.with_min_x(body.left() + left + GAP);
        let Some(played) = &self.played else {
            card_ui("none", right, cx, ui, |cx, ui| {
                ui.label(widgets::muted_text(cx.theme, cx.t("tournament-none")));
            });
            return;
        };
        let foot = FOOT.min(right.height() * 0.45);
        let top = right.with_max_y(right.bottom() - foot - GAP);
        let foot = right.with_min_y(right.bottom() - foot);
        let game = GAME.min(foot.width() * 0.5);
        card_ui("table", top, cx, ui, |cx, ui| played.table_ui(cx, ui));
        let curve = foot.with_max_x(foot.right() - game - GAP);
        card_ui("curve", curve, cx, ui, |cx, ui| played.curve_ui(cx, ui));
        let game = foot.with_min_x(foot.right() - game);
        card_ui("game", game, cx, ui, |cx, ui| self.game_ui(cx, ui));
    }
}

impl StartedTournament {
    /// Returns the title of a robot, numbered if it plays more than once.
    fn title(&self, robot: usize, i18n: &I18n) -> String {
        let name = |at: usize| self.titles.get(at).map_or("", |title| i18n.pick(title));
        let before = (0..robot).filter(|other| name(*other) == name(robot)).count();
        let title = name(robot).to_owned();
        match before {
            0 => title,
            _ => {
                let args = [("name", title.into()), ("number", (before + 1).into())];
                i18n.tf("tournament-twin", &args)
            }
        }
    }

    /// Returns true if the tournament can be resumed.
    fn can_go_on(&self) -> bool {
        let left = self.games > 0 && self.games < self.form.games;
        left && matches!(self.state, RunState::Stopped | RunState::Failed(_))
    }

    /// Draws the progress, and the button that stops or resumes.
    fn progress_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let (games, of) = (self.games, self.form.games);
        ui.horizontal(|ui| {
            ui.set_min_height(34.0);
            widgets::heading(ui, cx.theme, cx.t(&format!("game-{}", self.form.preset)));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.button_ui(cx, ui));
        });
        ui.horizontal(|ui| {
            let bar = ProgressBar::new(games as f32 / of.max(1) as f32)
                .fill(cx.theme.accent)
                .desired_width(140.0)
                .desired_height(8.0);
            ui.add(bar);
            ui.label(words::progress(cx.i18n, games, of));
            let state = match &self.state {
                RunState::Running => words::speed(cx.i18n, &self.snapshot, of),
                RunState::Stopped => cx.t("tournament-stopped"),
                RunState::Over => cx.t("tournament-over"),
                RunState::Failed(_) => String::new(),
            };
            ui.add(egui::Label::new(widgets::muted_text(cx.theme, state)).truncate());
        });
        if let Some(why) = &self.objection {
            widgets::error_box(ui, cx.theme, why.clone());
        }
        if let RunState::Failed(why) = &self.state {
            let text = cx.tf("tournament-failed", &[("why", why.as_str().into())]);
            widgets::error_box(ui, cx.theme, text);
        }
    }

    fn button_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let (id, command) = match self.state {
            RunState::Running => ("tournament-stop", TournamentCommand::Stop),
            _ if self.can_go_on() => ("tournament-go-on", TournamentCommand::Resume),
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

/// Draws a card with its contents. The id keeps cards apart.
fn card_ui(
    id: &str,
    rect: Rect,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
    add: impl FnOnce(&mut ScreenContext<'_>, &mut Ui),
) {
    let frame = cx.theme.card().inner_margin(16);
    let inner = rect.shrink(frame.total_margin().left);
    ui.painter().add(frame.paint(inner));
    within(ui, inner, |ui| ui.push_id(id, |ui| add(cx, ui)));
}

/// Returns the colour of a robot in table and curve, by its number from 0.
fn colour(theme: &Theme, robot: usize) -> Color32 {
    let [red, yellow, blue, green] = theme.sides;
    let (purple, pink) = (theme.junqi[1], theme.junqi[7]);
    let colours = [blue, red, green, yellow, purple, pink, theme.quiet, theme.ink];
    theme.as_text(colours[robot % colours.len()])
}

/// Draws the purpose of the screen, beside its title.
fn about_ui(cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.add_space(8.0);
    let about = RichText::new(cx.t("tournament-title.about")).size(BODY - 1.0);
    let about = about.color(fade(cx.theme.on_table, 0.8));
    ui.add(egui::Label::new(about).truncate());
}
