//! Checks the replayed game: its file, its house rules and its robots' decisions.

use egui::Context;
use qipan_core::contract::game::Viewer;
use qipan_core::registry::{GameKind, verify};
use qipan_core::with_game;

use crate::app::{App, PROGRESS_INTERVAL, repaint_signal};
use crate::games::GameUi;
use crate::model::checks::choices::{self, ChoiceComparison, Choices};
use crate::model::checks::rerun::{self, RerunMismatch, RuleRerun};
use crate::model::library::{Library, RobotTask};
use crate::model::robot_threads::RepaintSignal;
use crate::model::storage::read_text;
use crate::model::verdict::{self, Finding};
use crate::model::visible::escape_hidden;
use crate::screens::house::{HouseDialog, Purpose};
use crate::screens::replay::ReplayScreen;

/// A check of the replayed game that runs in the background.
pub(super) enum GameCheck {
    /// The house rules run again over the recorded steps.
    Rules(RuleRerun),
    /// The robots choose again.
    Robots(ChoiceComparison),
}

/// The result of a check.
enum GameCheckResult {
    Rules(Result<(), RerunMismatch>),
    Robots(Result<Choices, String>),
}

impl GameCheck {
    /// Returns the number of steps done.
    fn steps_done(&self) -> usize {
        match self {
            Self::Rules(rerun) => rerun.progress().0,
            Self::Robots(comparison) => comparison.progress().0,
        }
    }

    /// Returns the result once the check is done.
    fn poll(&self) -> Option<GameCheckResult> {
        match self {
            Self::Rules(rerun) => rerun.poll().map(GameCheckResult::Rules),
            Self::Robots(comparison) => comparison.poll().map(GameCheckResult::Robots),
        }
    }
}

/// Starts to ask the robots again in a background thread. The error is a text id and the name of a
/// robot that cannot be asked.
fn start_robot_check<G: GameUi>(
    replay: &dyn ReplayScreen,
    library: &Library,
    repaint: RepaintSignal,
) -> Result<ChoiceComparison, (&'static str, String)> {
    let Some(view) = replay.replay::<G>() else {
        return Err(("replay-verdict-robots-missing", String::new()));
    };
    let (rules, mut builders) = (rerun::rules_of(view.record()), Vec::new());
    for (seat, player) in replay.robots() {
        let name = || escape_hidden(&player.name);
        if library.program(GameKind::of::<G>(), player).is_some() {
            return Err(("replay-verdict-robots-program", name()));
        }
        if player.hash.is_none() {
            return Err(("replay-verdict-robots-unhashed", name()));
        }
        if !library.has_unchanged_script::<G>(player) {
            return Err(("replay-verdict-robots-missing", name()));
        }
        builders.push((*seat, library.robot_builder::<G>(player, &rules, RobotTask::default())));
    }
    Ok(choices::start(view.record(), builders, rules, repaint))
}

impl App {
    /// Checks the replayed game. Asks first if that runs untrusted rules.
    pub(super) fn check(&mut self, ctx: &Context) {
        let Some(replay) = &self.replay else { return };
        let untrusted = self.untrusted(replay.kind(), replay.house_rules());
        if untrusted.is_empty() {
            self.check_replay(true, ctx);
        } else {
            self.ask_about_rules(untrusted, Purpose::Check);
        }
    }

    /// Checks the replayed game and shows the findings. House rules run in the background.
    pub(super) fn check_replay(&mut self, with_rules: bool, ctx: &Context) {
        let Some(replay) = &self.replay else { return };
        let mut findings = self.file_findings(&**replay);
        // Rules and robots cannot run again over a redacted game.
        let is_redacted = replay.is_redacted();
        let count = if is_redacted { 0 } else { replay.house_rules().len() };
        if count > 0 && with_rules {
            let rule_rerun = with_game!(replay.kind(), |G| {
                let replay = replay.replay::<G>();
                replay.map(|replay| rerun::start(replay.record(), repaint_signal(ctx)))
            });
            self.replay_tasks.check = rule_rerun.map(GameCheck::Rules);
            let steps = replay.steps();
            return self.open_house_dialog(HouseDialog::Checking { findings, done: 0, steps });
        }
        if count > 0 {
            let args = [("count", count.into())];
            let text = self.i18n.tf("replay-verdict-rules-not-run", &args);
            findings.push(Finding::unchecked(text));
        }
        self.show_verdict(findings, !is_redacted);
    }

    /// Shows the findings. If `may_check_robots` is true and robots have played, offers to check
    /// them.
    fn show_verdict(&mut self, findings: Vec<Finding>, may_check_robots: bool) {
        let has_robots = |replay: &dyn ReplayScreen| replay.robots().next().is_some();
        let can_check_robots = may_check_robots && self.replay.as_deref().is_some_and(has_robots);
        self.open_house_dialog(HouseDialog::Verdict { findings, can_check_robots });
    }

    /// Asks the robots of the replayed game again, in the background. If the game has untrusted
    /// house rules, adds that as a finding instead.
    pub(super) fn check_robots(&mut self, ctx: &Context) {
        let Some(HouseDialog::Verdict { findings, .. }) = self.navigation.house_dialog() else {
            return;
        };
        let mut findings = findings.clone();
        let Some(replay) = &self.replay else { return };
        if !self.untrusted(replay.kind(), replay.house_rules()).is_empty() {
            findings.push(Finding::unchecked(self.i18n.t("replay-verdict-robots-rules")));
            return self.show_verdict(findings, false);
        }
        let (library, repaint) = (&self.library, repaint_signal(ctx));
        match with_game!(replay.kind(), |G| start_robot_check::<G>(&**replay, library, repaint)) {
            Ok(comparison) => {
                let steps = replay.steps();
                self.replay_tasks.check = Some(GameCheck::Robots(comparison));
                self.open_house_dialog(HouseDialog::Checking { findings, done: 0, steps });
            }
            Err((id, robot)) => {
                let text = self.i18n.tf(id, &[("robot", robot.into())]);
                findings.push(Finding::unchecked(text));
                self.show_verdict(findings, false);
            }
        }
    }

    /// Updates the dialog from the running check. Closing the dialog stops the check.
    pub(super) fn poll_check(&mut self, ctx: &Context) {
        let Some(HouseDialog::Checking { findings, done, .. }) = self.navigation.house_dialog_mut()
        else {
            self.replay_tasks.check = None;
            return;
        };
        let result = self.replay_tasks.check.as_ref().and_then(|check| {
            *done = check.steps_done();
            check.poll()
        });
        let Some(result) = result else { return ctx.request_repaint_after(PROGRESS_INTERVAL) };
        let mut findings = std::mem::take(findings);
        self.replay_tasks.check = None;
        match result {
            GameCheckResult::Rules(result) => {
                findings.push(self.rules_finding(result));
                self.show_verdict(findings, true);
            }
            GameCheckResult::Robots(result) => {
                findings.push(verdict::of_robots(&result, &self.i18n));
                self.show_verdict(findings, false);
            }
        }
    }

    /// Returns the finding about the house rules that have run again. If the viewer does not see
    /// everything, a mismatch at a step is described only by the number of that step.
    fn rules_finding(&self, result: Result<(), RerunMismatch>) -> Finding {
        let i18n = &self.i18n;
        let count = self.replay.as_deref().map_or(0, |replay| replay.house_rules().len());
        let Err(RerunMismatch { at, what }) = result else {
            return verdict::of_rules(count, None, i18n);
        };
        let sees_all = |replay: &dyn ReplayScreen| replay.perspective().viewer() == Viewer::All;
        let what = match (self.replay.as_deref().is_some_and(sees_all), at) {
            (false, Some(at)) => i18n.tf("replay-verdict-step", &[("step", (at + 1).into())]),
            _ => what,
        };
        verdict::of_rules(count, Some(&what), i18n)
    }

    /// Checks the file of the replayed game part by part. Without a file, checks the text that
    /// would be saved.
    fn file_findings(&self, replay: &dyn ReplayScreen) -> Vec<Finding> {
        let draft = replay.draft();
        // Checks the file as it is stored, without notes that were added since.
        let file = draft.file.and_then(|file| read_text(&file).ok());
        let text = file.unwrap_or(draft.text);
        let report = replay.compare(&text).unwrap_or_else(|| verify(&text));
        let mut findings = verdict::of_file(&report, replay.is_redacted(), &self.i18n);
        findings
            .extend(replay.starts_from_position().then(|| verdict::of_set_up_position(&self.i18n)));
        findings
    }
}
