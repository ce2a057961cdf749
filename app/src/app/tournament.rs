//! Tournaments: starts, polls, stops and resumes them. A tournament keeps running while other
//! screens are shown.

use std::collections::BTreeSet;

use egui::Context;
use qipan_core::registry::GameKind;

use crate::app::{App, PROGRESS_INTERVAL, Screen, repaint_signal};
use crate::command::{Command, TournamentCommand};
use crate::model::library::{Library, allowed_by};
use crate::model::scripts::{RobotSpec, Script};
use crate::model::storage::Folders;
use crate::model::tournament::{Header, RobotLine, RunningTournament, SavedTournament, min_robots};
use crate::screens::tournament::{Form, TournamentPage};

/// The state of the tournament page, and the running tournament.
#[derive(Default)]
pub struct TournamentState {
    /// The page.
    pub page: TournamentPage,
    running: Option<RunningTournament>,
}

impl TournamentState {
    /// Updates the page from the running tournament. Returns the id of a notice for other screens
    /// when the tournament ends.
    fn poll(&mut self, is_shown: bool, ctx: &Context) -> Option<&'static str> {
        let running = self.running.as_ref()?;
        if let Some(result) = running.poll() {
            let notice = self.page.end(running.snapshot(), result);
            self.running = None;
            return notice.filter(|_| !is_shown);
        }
        if is_shown {
            self.page.update(running.snapshot(), running.progress().0);
            ctx.request_repaint_after(PROGRESS_INTERVAL);
        }
        None
    }

    /// Sets the form to a tournament between a robot and the opponents that its game needs. Does
    /// nothing if the robot is in the form already.
    fn enter_robot(&mut self, kind: GameKind, robot: &RobotSpec, library: &Library) {
        let preset = kind.presets().iter().find(|preset| robot.plays(preset));
        let form = self.page.form();
        let is_entered = form.kind() == kind && form.robots.contains(&robot.script());
        if let Some(preset) = preset.filter(|_| !is_entered) {
            let robots = robot_and_opponents(kind, preset, robot, library);
            self.page.set_form(Form { preset: (*preset).to_owned(), robots, ..form });
        }
    }

    /// Shows the last tournament of an earlier run of Qipan, if the page shows none yet. All its
    /// robots must be unchanged, and those that are programs must be allowed.
    fn show_last(&mut self, folders: &Folders, library: &Library, programs: &BTreeSet<String>) {
        if self.page.has_tournament() {
            return;
        }
        let saved = SavedTournament::within(folders);
        let Some(header) = saved.header() else { return };
        let Some(kind) = GameKind::of_preset(&header.preset) else { return };
        let find = |line| {
            let robot = find_unchanged(kind, line, library)?;
            allowed_by(robot, programs).ok()
        };
        let robots: Option<Vec<RobotSpec>> = header.robots.iter().map(find).collect();
        let Some(robots) = robots else { return };
        let form = Form {
            preset: header.preset.clone(),
            robots: robots.iter().map(RobotSpec::script).collect(),
            games: header.games,
        };
        let titles = robots.iter().map(|robot| robot.info.name.clone()).collect();
        let plan = saved.plan(&form.preset, robots, form.games, Some(&header));
        self.page.set_form(form);
        self.page.begin(titles, false);
        self.running = Some(RunningTournament::read_results(plan, std::sync::Arc::new(|| {})));
    }
}

impl App {
    /// Goes to the tournament page. Enters the robot selected on the scripts page into the form,
    /// unless a tournament is running.
    pub(super) fn open_tournament_with_robot(&mut self) {
        self.poll_scripts();
        let Some(entry) = self.screens.scripts.page.chosen() else { return };
        let Ok(Script::Robot(robot)) = &entry.script else { return };
        let (kind, robot) = (entry.key.kind, robot.clone());
        let was_running = self.screens.tournament.running.is_some();
        self.open_tournament();
        if !was_running {
            self.screens.tournament.enter_robot(kind, &robot, &self.library);
        }
    }

    /// Goes to the tournament page with the last tournament.
    pub(super) fn open_tournament(&mut self) {
        self.poll_scripts();
        if self.screens.tournament.running.is_none() {
            let (folders, programs) = (self.storage.folders(), &self.settings.programs);
            self.screens.tournament.show_last(folders, &self.library, programs);
        }
        self.go(Screen::Tournament);
    }

    /// Updates the page from the running tournament, and notifies the player when it ends.
    pub(super) fn poll_tournament(&mut self, ctx: &Context) {
        let is_shown = self.screen() == Screen::Tournament;
        if let Some(id) = self.screens.tournament.poll(is_shown, ctx) {
            self.notify(self.i18n.t(id));
        }
    }

    /// Carries out a command of the page.
    pub(super) fn tournament_command(&mut self, command: TournamentCommand, ctx: &Context) {
        let saved = SavedTournament::within(self.storage.folders());
        match command {
            TournamentCommand::Start => self.play_tournament(None, command, ctx),
            TournamentCommand::Resume => {
                if let Some(header) = self.resumable_header(&saved) {
                    self.screens.tournament.page.restore_form();
                    self.play_tournament(Some(header), command, ctx);
                }
            }
            TournamentCommand::Stop => {
                self.screens.tournament.running.iter().for_each(RunningTournament::stop)
            }
            TournamentCommand::Pick(number) => {
                let summary = saved.summary(number);
                self.screens.tournament.page.show_game(number, summary);
            }
            TournamentCommand::Open(number) => {
                self.apply(Command::Open(saved.game(number)), ctx);
            }
        }
    }

    /// Plays the tournament of the form. If `last` is the header of the last tournament, resumes
    /// that tournament.
    fn play_tournament(&mut self, last: Option<Header>, command: TournamentCommand, ctx: &Context) {
        if self.screens.tournament.running.is_some() {
            return;
        }
        self.poll_scripts();
        let form = self.screens.tournament.page.form();
        let Some(robots) = entrants(&form, &self.library) else {
            return self.notify_error(self.i18n.t("tournament-robot-gone"));
        };
        let Some(robots) = self.allowed_robots(robots, command) else { return };
        let titles = robots.iter().map(|robot| robot.info.name.clone()).collect();
        let saved = SavedTournament::within(self.storage.folders());
        let plan = saved.plan(&form.preset, robots, form.games, last.as_ref());
        self.screens.tournament.page.begin(titles, last.is_some());
        self.screens.tournament.running = Some(RunningTournament::start(plan, repaint_signal(ctx)));
    }

    /// Returns the header of the last tournament if it can be resumed. If one of its robots has
    /// changed, shows that reason on the page.
    fn resumable_header(&mut self, saved: &SavedTournament) -> Option<Header> {
        self.poll_scripts();
        let header = saved.header()?;
        let kind = GameKind::of_preset(&header.preset)?;
        let is_changed = |line: &&RobotLine| find_unchanged(kind, line, &self.library).is_none();
        let Some(changed) = header.robots.iter().find(is_changed) else {
            return Some(header);
        };
        let spec = self.library.specs(kind).find(|spec| spec.name == changed.name);
        let title = spec.map(|spec| self.i18n.pick(&spec.info.name).to_owned());
        let title = title.unwrap_or_else(|| changed.name.clone());
        let why = self.i18n.tf("tournament-robot-changed", &[("robot", title.into())]);
        self.screens.tournament.page.refuse_resume(why);
        None
    }
}

/// Returns the scripts of a robot and of the opponents that a game needs. The standard robot is the
/// first opponent, unless it is the robot itself.
fn robot_and_opponents(
    kind: GameKind,
    preset: &str,
    robot: &RobotSpec,
    library: &Library,
) -> Vec<String> {
    let own = robot.script();
    let standard = library.demo_robot(kind).script.unwrap_or_default();
    let all = library.specs(kind).filter(|spec| spec.plays(preset));
    let mut others: Vec<String> = all.map(RobotSpec::script).collect();
    others.sort_by_key(|script| *script != standard);
    others.retain(|script| *script != own);
    let needed = min_robots(preset).max(2);
    // If there are too few others, the robot also plays against itself.
    let opponents = others.into_iter().chain(std::iter::repeat(own.clone()));
    std::iter::once(own.clone()).chain(opponents).take(needed).collect()
}

/// Returns the robots of a form, or `None` if one of them no longer exists.
fn entrants(form: &Form, library: &Library) -> Option<Vec<RobotSpec>> {
    let find = |script: &String| {
        let mut specs = library.specs(form.kind());
        specs.find(|spec| spec.script() == *script).cloned()
    };
    form.robots.iter().map(find).collect()
}

/// Returns the robot in a line of a tournament's header, if its script is unchanged.
fn find_unchanged(kind: GameKind, line: &RobotLine, library: &Library) -> Option<RobotSpec> {
    let spec = library.specs(kind).find(|spec| spec.name == line.name)?;
    (spec.player().hash.as_ref() == Some(&line.hash)).then(|| spec.clone())
}
