//! Runs house rules that came with a game only after the player has agreed.
//!
//! A rule is trusted if its source is one of the player's scripts, or if the player has agreed to
//! it since the program started. Playing, branching and checking ask first about other rules.

use egui::Context;
use qipan_core::contract::dice::Seed;
use qipan_core::contract::game::Viewer;
use qipan_core::record::SavedRule;
use qipan_core::registry::{GameKind, verify};

use crate::app::{App, PROGRESS, Screen, repaint_signal};
use crate::command::HouseCommand;
use crate::games::{ForGame, GameUi, visit};
use crate::model::checks::again::{self, ReplayMismatch, RuleReplay};
use crate::model::checks::choices::{self, ChoiceComparison};
use crate::model::library::Library;
use crate::model::robot_threads::RepaintSignal;
use crate::model::scripts;
use crate::model::storage::read_text;
use crate::model::verdict::{self, Finding};
use crate::model::visible::visible;
use crate::screens::house::{HouseDialog, Purpose};
use crate::screens::play::TableScreen;
use crate::screens::replay::ReplayScreen;

/// Starts a replay of the house rules over the current game, in a thread of its own.
struct StartRuleReplay<'a>(&'a dyn ReplayScreen, RepaintSignal);

impl ForGame for StartRuleReplay<'_> {
    type Output = Option<RuleReplay>;
    fn call<G: GameUi>(self) -> Self::Output {
        Some(again::start(self.0.replay::<G>()?.record(), self.1))
    }
}

/// Returns a game that continues from the step shown in the replay, with this name and new dice.
struct BranchTable<'a>(&'a dyn ReplayScreen, &'a str);

impl ForGame for BranchTable<'_> {
    type Output = Option<Result<Box<dyn TableScreen>, String>>;
    fn call<G: GameUi>(self) -> Self::Output {
        let Self(replay, name) = self;
        let table = replay.replay::<G>()?.branch(Seed::from_bytes(rand::random()), name);
        Some(table.map(Into::into))
    }
}

/// The game on the replay screen and the library that builds its robots.
struct RobotReplay<'a> {
    replay: &'a dyn ReplayScreen,
    library: &'a Library,
}

/// Starts the robots' replay in a thread of its own. The error is a message id and the name of a
/// robot that cannot be asked.
struct StartRobotReplay<'a>(RobotReplay<'a>, RepaintSignal);

impl ForGame for StartRobotReplay<'_> {
    type Output = Result<ChoiceComparison, (&'static str, String)>;
    fn call<G: GameUi>(self) -> Self::Output {
        let Self(RobotReplay { replay, library }, wake) = self;
        let Some(view) = replay.replay::<G>() else {
            return Err(("replay-verdict-robots-missing", String::new()));
        };
        let (rules, mut makers) = (again::rules_of(view.record()), Vec::new());
        for (seat, player) in replay.robots() {
            let name = || visible(&player.name);
            if library.program(GameKind::of::<G>(), player).is_some() {
                return Err(("replay-verdict-robots-program", name()));
            }
            if !library.is_same::<G>(player) {
                return Err(("replay-verdict-robots-missing", name()));
            }
            makers.push((*seat, library.robot_builder::<G>(player, &rules, false)));
        }
        Ok(choices::start(view.record(), makers, rules, wake))
    }
}

impl App {
    /// Carries out the player's answer about house rules.
    pub(super) fn house_command(&mut self, command: HouseCommand, ctx: &Context) {
        let dialog = self.house.take();
        match (command, dialog) {
            (HouseCommand::LeaveOut(rule), _) => self.resume_without(&[rule]),
            (command, Some(HouseDialog::Ask { lines, purpose, .. })) => {
                let runs = command == HouseCommand::Run;
                if runs {
                    self.trust_rules(&lines);
                }
                // The game in front may have changed since the question: its rules are checked
                // again.
                match (purpose, runs) {
                    (Purpose::Play, true) if !self.untrusted_on_table().is_empty() => {
                        self.start_house_rules()
                    }
                    (Purpose::Play, true) => self.resume_without(&[]),
                    (Purpose::Play, false) => self.resume_without(&self.untrusted_on_table()),
                    (Purpose::PlayOn, true) => self.branch_from_here(),
                    (Purpose::PlayOn, false) => self.start_branch(false),
                    (Purpose::Check, true) => self.check(ctx),
                    (Purpose::Check, false) => self.check_replay(false, ctx),
                }
            }
            _ => {}
        }
    }

    /// Trusts these rules from now on.
    pub(super) fn trust_rules(&mut self, lines: &[SavedRule]) {
        self.trusted_rules.extend(lines.iter().map(|line| SavedRule::hash_of(&line.source)));
    }

    /// Resumes the game on the table without the given rules.
    fn resume_without(&mut self, without: &[u8]) {
        if let Some(table) = &mut self.table {
            table.disable_rules(without);
            table.wake();
        }
    }

    /// Returns the indices of the untrusted rules of the game on the table.
    fn untrusted_on_table(&self) -> Vec<u8> {
        let Some(table) = &self.table else { return Vec::new() };
        let (kind, waiting) = (table.kind(), table.waiting_rules());
        let strange = self.untrusted(kind, &waiting);
        let lines = table.house_rules();
        let numbered = (0u8..).zip(lines).filter(|(_, line)| strange.contains(line));
        numbered.map(|(number, _)| number).collect()
    }

    /// Returns the rules that are neither among the player's scripts nor trusted.
    fn untrusted(&self, kind: GameKind, lines: &[SavedRule]) -> Vec<SavedRule> {
        if lines.is_empty() {
            return Vec::new();
        }
        let library = scripts::rules(self.storage.folders(), kind.name());
        let known = |line: &&SavedRule| {
            let own = library.iter().filter_map(|(_, rule)| rule.as_ref().ok());
            self.trusted_rules.contains(&SavedRule::hash_of(&line.source))
                || own.into_iter().any(|rule| *rule.source == *line.source.as_bytes())
        };
        lines.iter().filter(|line| !known(line)).cloned().collect()
    }

    /// Runs the house rules of the game on the table, after a question if some are untrusted. If
    /// a rule has failed, shows that failure instead.
    pub(super) fn start_house_rules(&mut self) {
        let Some(table) = &self.table else { return };
        if table.fault().is_some() {
            return self.show_fault();
        }
        let waiting = table.waiting_rules();
        let strange = self.untrusted(table.kind(), &waiting);
        if !strange.is_empty() {
            self.ask_about_rules(strange, Purpose::Play);
        } else if !waiting.is_empty()
            && let Some(table) = &mut self.table
        {
            table.run_rules();
        }
    }

    fn ask_about_rules(&mut self, lines: Vec<SavedRule>, purpose: Purpose) {
        self.house = Some(HouseDialog::Ask { lines, chosen: 0, purpose });
    }

    /// Shows a house rule that has just failed.
    pub(super) fn poll_rule_faults(&mut self) {
        let alarm = self.table.as_mut().filter(|_| self.screen == Screen::Play);
        if alarm.is_some_and(|table| table.take_alarm()) {
            self.show_fault();
        }
    }

    fn show_fault(&mut self) {
        let Some(table) = &self.table else { return };
        let dialog = table.fault_dialog(&self.i18n);
        self.house = dialog.or(self.house.take());
    }

    /// Branches the replayed game at the step shown, with new dice, after a question if it came
    /// with untrusted rules.
    pub(super) fn branch_from_here(&mut self) {
        let Some(table) = self.branch() else { return };
        let strange = self.untrusted(table.kind(), &table.waiting_rules());
        match strange.is_empty() {
            true => self.start_branch(true),
            false => self.ask_about_rules(strange, Purpose::PlayOn),
        }
    }

    /// Returns the branch as a table.
    fn branch(&mut self) -> Option<Box<dyn TableScreen>> {
        let replay = self.replay.as_ref()?;
        let number = [("number", (replay.variations() + 1).into())];
        let name = self.i18n.tf("replay-branch-name", &number);
        match visit(replay.kind(), BranchTable(&**replay, &name))? {
            Ok(table) => Some(table),
            Err(error) => {
                self.notify_error(error);
                None
            }
        }
    }

    /// Puts the branch on the table, with or without the rules it came with.
    fn start_branch(&mut self, with_rules: bool) {
        let Some(mut table) = self.branch() else { return };
        table.rest();
        if table.file().is_some_and(|file| !self.is_own(file)) {
            table.set_file(None);
        }
        self.replace_table(table);
        // The game on the table now contains the whole replay.
        self.replay = None;
        let without = if with_rules { Vec::new() } else { self.untrusted_on_table() };
        if let Some(table) = &mut self.table {
            table.disable_rules(&without);
        }
    }

    /// Checks the replayed game, after a question if that runs untrusted rules.
    pub(super) fn check(&mut self, ctx: &Context) {
        let Some(replay) = &self.replay else { return };
        let strange = self.untrusted(replay.kind(), replay.house_rules());
        match strange.is_empty() {
            true => self.check_replay(true, ctx),
            false => self.ask_about_rules(strange, Purpose::Check),
        }
    }

    /// Checks the replayed game and shows the findings. House rules run in the background.
    fn check_replay(&mut self, with_rules: bool, ctx: &Context) {
        let Some(replay) = &self.replay else { return };
        let mut findings = self.file_findings(&**replay);
        // A redacted game cannot be replayed by rules or robots.
        let told = replay.is_told();
        let count = if told { 0 } else { replay.house_rules().len() };
        if count > 0 && with_rules {
            self.rule_replay =
                visit(replay.kind(), StartRuleReplay(&**replay, repaint_signal(ctx)));
            let steps = replay.steps();
            self.house = Some(HouseDialog::Checking { findings, at: 0, steps });
            return;
        }
        if count > 0 {
            let args = [("count", count.into())];
            let text = self.i18n.tf("replay-verdict-rules-not-run", &args);
            findings.push(Finding::open(text));
        }
        self.show_verdict(findings, !told);
    }

    /// Shows the findings. `robots` allows the check of robots.
    fn show_verdict(&mut self, findings: Vec<Finding>, robots: bool) {
        let played = |replay: &dyn ReplayScreen| replay.robots().next().is_some();
        let robots = robots && self.replay.as_deref().is_some_and(played);
        self.house = Some(HouseDialog::Verdict { findings, robots });
    }

    /// Asks the robots of the replayed game again, in the background, on the player's request.
    /// House rules must be trusted.
    pub(super) fn check_robots(&mut self, ctx: &Context) {
        let Some(HouseDialog::Verdict { findings, .. }) = &self.house else { return };
        let mut findings = findings.clone();
        let Some(replay) = &self.replay else { return };
        if !self.untrusted(replay.kind(), replay.house_rules()).is_empty() {
            findings.push(Finding::open(self.i18n.t("replay-verdict-robots-rules")));
            return self.show_verdict(findings, false);
        }
        let asks = RobotReplay { replay: &**replay, library: &self.library };
        match visit(replay.kind(), StartRobotReplay(asks, repaint_signal(ctx))) {
            Ok(choosing) => {
                let steps = replay.steps();
                self.choice_comparison = Some(choosing);
                self.house = Some(HouseDialog::Checking { findings, at: 0, steps });
            }
            Err((id, robot)) => {
                let text = self.i18n.tf(id, &[("robot", robot.into())]);
                findings.push(Finding::open(text));
                self.show_verdict(findings, false);
            }
        }
    }

    /// Follows the background checks of rules and robots. Closing the dialog stops them.
    pub(super) fn poll_check(&mut self, ctx: &Context) {
        let Some(HouseDialog::Checking { findings, at, .. }) = &mut self.house else {
            (self.rule_replay, self.choice_comparison) = (None, None);
            return;
        };
        let rules = self.rule_replay.as_ref().map(|again| (again.progress().0, again.poll()));
        let robots = self.choice_comparison.as_ref().map(|they| (they.progress().0, they.poll()));
        *at = match (&rules, &robots) {
            (Some((at, _)), _) | (_, Some((at, _))) => *at,
            _ => *at,
        };
        let mut findings = std::mem::take(findings);
        if let Some((_, Some(answer))) = rules {
            findings.push(self.rules_finding(answer));
            self.rule_replay = None;
            return self.show_verdict(findings, true);
        }
        if let Some((_, Some(answer))) = robots {
            findings.push(verdict::of_robots(&answer, &self.i18n));
            self.choice_comparison = None;
            return self.show_verdict(findings, false);
        }
        if let Some(HouseDialog::Checking { findings: kept, .. }) = &mut self.house {
            *kept = findings;
        }
        ctx.request_repaint_after(PROGRESS);
    }

    /// Returns the finding of the rule replay. The difference is shown in full only if the viewer
    /// may see everything.
    fn rules_finding(&self, answer: Result<(), ReplayMismatch>) -> Finding {
        let i18n = &self.i18n;
        let Err(ReplayMismatch { at, what }) = answer else {
            return verdict::of_rules(None, i18n);
        };
        let whole = |replay: &dyn ReplayScreen| replay.eyes().viewer() == Viewer::All;
        let what = match (self.replay.as_deref().is_some_and(whole), at) {
            (false, Some(at)) => i18n.tf("replay-verdict-step", &[("step", (at + 1).into())]),
            _ => what,
        };
        verdict::of_rules(Some(&what), i18n)
    }

    /// Checks the file of this game, or the game itself if there is no file, part by part.
    fn file_findings(&self, replay: &dyn ReplayScreen) -> Vec<Finding> {
        let draft = replay.draft();
        // The file as stored, without later notes, or else the game as it would be saved.
        let file = draft.file.and_then(|file| read_text(&file).ok());
        let text = file.unwrap_or(draft.text);
        let report = replay.compare(&text).unwrap_or_else(|| verify(&text));
        let mut findings = verdict::of_file(&report, replay.is_told(), &self.i18n);
        findings.extend(replay.is_set_up().then(|| verdict::of_beginning(&self.i18n)));
        findings
    }
}
