//! The running tournament: starts, follows, stops and resumes it. It runs on any screen.

use egui::Context;
use qipan_core::registry::GameKind;

use crate::app::{App, PROGRESS, Screen, repaint_signal};
use crate::command::{Command, TournamentCommand};
use crate::model::library::allowed_by;
use crate::model::scripts::{RobotSpec, Script};
use crate::model::tournament::{
    Header, RobotLine, RunningTournament, SavedTournament, least_robots,
};
use crate::screens::tournament::Form;

impl App {
    /// Goes to the tournament page with the robot of the scripts page among the entrants.
    pub(super) fn enter_tournament(&mut self) {
        self.poll_scripts();
        let Some(entry) = self.scripts.chosen() else { return };
        let Ok(Script::Robot(robot)) = &entry.script else { return };
        let (kind, robot) = (entry.key.kind, robot.clone());
        if self.running_tournament.is_none() {
            self.find_last();
            let preset = kind.presets().iter().find(|preset| robot.plays(preset));
            let form = self.tournament.form();
            let is_in = form.kind() == kind && form.robots.contains(&robot.script());
            if let Some(preset) = preset.filter(|_| !is_in) {
                let robots = self.opponents(kind, preset, &robot);
                self.tournament.choose(Form { preset: (*preset).to_owned(), robots, ..form });
            }
        }
        self.go(Screen::Tournament);
    }

    /// Returns a robot and the opponents a game needs, the standard robot first.
    fn opponents(&self, kind: GameKind, preset: &str, robot: &RobotSpec) -> Vec<String> {
        let first = robot.script();
        let usual = self.library.demo_robot(kind).script.unwrap_or_default();
        let all = self.library.specs(kind).filter(|spec| spec.plays(preset));
        let mut others: Vec<String> = all.map(RobotSpec::script).collect();
        others.sort_by_key(|script| *script != usual);
        others.retain(|script| *script != first);
        let needed = least_robots(preset).max(2);
        let others = others.into_iter().chain(std::iter::repeat(first.clone()));
        std::iter::once(first.clone()).chain(others).take(needed).collect()
    }

    /// Updates the page from the running tournament.
    pub(super) fn poll_tournament(&mut self, ctx: &Context) {
        let Some(live) = &self.running_tournament else { return };
        let shown = self.screen == Screen::Tournament;
        match live.poll() {
            Some(result) => {
                let said = self.tournament.end(live.snapshot(), result);
                self.running_tournament = None;
                if let Some(id) = said.filter(|_| !shown) {
                    self.notify(self.i18n.t(id));
                }
            }
            None if shown => {
                self.tournament.update(live.snapshot(), live.progress().0);
                ctx.request_repaint_after(PROGRESS);
            }
            None => {}
        }
    }

    /// Carries out a command of the page.
    pub(super) fn tournament_command(&mut self, command: TournamentCommand, ctx: &Context) {
        let kept = SavedTournament::within(self.storage.folders());
        match command {
            TournamentCommand::Start => self.play_tournament(None, command, ctx),
            TournamentCommand::Resume => {
                if let Some(header) = self.unchanged_last(&kept) {
                    self.tournament.take_up();
                    self.play_tournament(Some(header), command, ctx);
                }
            }
            TournamentCommand::Stop => {
                self.running_tournament.iter().for_each(RunningTournament::stop)
            }
            TournamentCommand::Pick(number) => {
                let summary = kept.summary(number);
                self.tournament.show_game(number, summary);
            }
            TournamentCommand::Open(number) => {
                self.apply(Command::Open(kept.game(number)), ctx);
            }
        }
    }

    /// Plays the tournament of the form, or resumes the last one with its header.
    fn play_tournament(&mut self, last: Option<Header>, command: TournamentCommand, ctx: &Context) {
        if self.running_tournament.is_some() {
            return;
        }
        self.poll_scripts();
        let form = self.tournament.form();
        let Some(robots) = self.entrants(&form) else {
            return self.notify_error(self.i18n.t("tournament-gone"));
        };
        let Some(robots) = self.allowed_robots(robots, command) else { return };
        let titles = robots.iter().map(|robot| robot.info.name.clone()).collect();
        let kept = SavedTournament::within(self.storage.folders());
        let plan = kept.plan(&form.preset, robots, form.games, last.as_ref());
        self.tournament.begin(titles, last.is_some());
        self.running_tournament = Some(RunningTournament::start(plan, repaint_signal(ctx)));
    }

    /// Returns the robots of a form, or `None` if one is gone.
    fn entrants(&self, form: &Form) -> Option<Vec<RobotSpec>> {
        let find = |script: &String| {
            let mut specs = self.library.specs(form.kind());
            specs.find(|spec| spec.script() == *script).cloned()
        };
        form.robots.iter().map(find).collect()
    }

    /// Returns the last tournament if it can be resumed; else shows the reason.
    fn unchanged_last(&mut self, kept: &SavedTournament) -> Option<Header> {
        self.poll_scripts();
        let header = kept.header()?;
        let kind = GameKind::of_preset(&header.preset)?;
        let Some(other) = header.robots.iter().find(|line| self.same(kind, line).is_none()) else {
            return Some(header);
        };
        let found = self.library.specs(kind).find(|spec| spec.name == other.name);
        let title = found.map(|spec| self.i18n.pick(&spec.info.name).to_owned());
        let title = title.unwrap_or_else(|| other.name.clone());
        let why = self.i18n.tf("tournament-changed", &[("robot", title.into())]);
        self.tournament.object(why);
        None
    }

    /// Returns the robot of a journal if its script is unchanged.
    fn same(&self, kind: GameKind, line: &RobotLine) -> Option<RobotSpec> {
        let spec = self.library.specs(kind).find(|spec| spec.name == line.name)?;
        (spec.player().hash.as_ref() == Some(&line.hash)).then(|| spec.clone())
    }

    /// Shows the last tournament of an earlier run of the program, if its robots are unchanged
    /// and their programs allowed.
    fn find_last(&mut self) {
        if self.tournament.has_table() {
            return;
        }
        let kept = SavedTournament::within(self.storage.folders());
        let Some(header) = kept.header() else { return };
        let Some(kind) = GameKind::of_preset(&header.preset) else { return };
        let robots: Option<Vec<RobotSpec>> =
            header.robots.iter().map(|line| self.same(kind, line)).collect();
        let allowed = |robot| allowed_by(robot, &self.settings.programs).ok();
        let robots = robots
            .and_then(|robots| robots.into_iter().map(allowed).collect::<Option<Vec<RobotSpec>>>());
        let Some(robots) = robots else { return };
        let form = Form {
            preset: header.preset.clone(),
            robots: robots.iter().map(RobotSpec::script).collect(),
            games: header.games,
        };
        let titles = robots.iter().map(|robot| robot.info.name.clone()).collect();
        let plan = kept.plan(&form.preset, robots, form.games, Some(&header));
        self.tournament.choose(form);
        self.tournament.begin(titles, false);
        self.running_tournament = Some(RunningTournament::look(plan, std::sync::Arc::new(|| {})));
    }
}
