//! House rules that came with a game: none runs before the player has agreed.

use qipan_core::dice::Seed;
use qipan_core::game::Viewer;
use qipan_core::record::{Record, SavedRule, read, verify};
use qipan_core::replay::rerun;
use qipan_core::script::Host;

use crate::app::{App, Screen};
use crate::command::HouseWish;
use crate::games::any::{AnyReplay, AnyTable, for_replay, for_table};
use crate::games::desk::Desk;
use crate::model::clock;
use crate::model::clock::Ticking;
use crate::model::i18n::I18n;
use crate::model::kind::{GameKind, Kind};
use crate::model::storage::read_text;
use crate::model::{house, scripts};
use crate::play::table::Table;
use crate::screens::house::{Finding, HouseDialog, Purpose};
use crate::screens::replay::ReplayView;

impl App {
    /// Carries out what the player answered about house rules.
    pub(super) fn house_wish(&mut self, wish: HouseWish) {
        let dialog = self.house.take();
        match (wish, dialog) {
            (HouseWish::LeaveOut(rule), _) => self.go_on(&[rule]),
            (wish, Some(HouseDialog::Ask { lines, purpose, .. })) => {
                let runs = wish == HouseWish::Run;
                if runs {
                    self.agree(&lines);
                }
                match purpose {
                    Purpose::Play => {
                        let without = if runs { Vec::new() } else { self.strange_rules() };
                        self.go_on(&without);
                    }
                    Purpose::PlayOn => self.take_up(runs),
                    Purpose::Check => self.judge(runs),
                }
            }
            _ => {}
        }
    }

    /// Notes that these rules may run from now on.
    pub(super) fn agree(&mut self, lines: &[SavedRule]) {
        self.agreed.extend(lines.iter().map(|line| SavedRule::hash_of(&line.source)));
    }

    /// Lets the game on the table go on, without these of its rules.
    fn go_on(&mut self, without: &[u8]) {
        if let Some(table) = &mut self.table {
            for_table!(table, playing => {
                playing.table.leave_out(without);
                playing.table.paused = false;
                playing.table.resting = false;
            });
        }
    }

    /// The numbers of the rules of the game on the table that nobody has agreed to.
    fn strange_rules(&self) -> Vec<u8> {
        let Some(table) = &self.table else { return Vec::new() };
        let (kind, waiting) = (table.kind(), table.waiting_rules());
        let strange = self.strange(kind, &waiting);
        let lines = for_table!(table, playing => playing.table.house_rules());
        let numbered = (0u8..).zip(lines).filter(|(_, line)| strange.contains(line));
        numbered.map(|(number, _)| number).collect()
    }

    /// Those of some rules that the player has neither among the own scripts nor agreed to.
    fn strange(&self, kind: GameKind, lines: &[SavedRule]) -> Vec<SavedRule> {
        if lines.is_empty() {
            return Vec::new();
        }
        let library = scripts::rules(self.storage.folders(), kind.name());
        let known = |line: &&SavedRule| {
            let own = library.iter().filter_map(|(_, rule)| rule.as_ref().ok());
            self.agreed.contains(&SavedRule::hash_of(&line.source))
                || own.into_iter().any(|rule| *rule.source == *line.source.as_bytes())
        };
        lines.iter().filter(|line| !known(line)).cloned().collect()
    }

    /// Lets the house rules of the game on the table run, after a question where they came
    /// with a file; opens the question about one that failed again.
    pub(super) fn ask_to_play(&mut self) {
        let Some(table) = &self.table else { return };
        if table.fault().is_some() {
            return self.show_fault();
        }
        let waiting = table.waiting_rules();
        let strange = self.strange(table.kind(), &waiting);
        if !strange.is_empty() {
            self.ask(strange, Purpose::Play);
        } else if !waiting.is_empty()
            && let Some(table) = &mut self.table
        {
            for_table!(table, playing => playing.table.run_rules());
        }
    }

    fn ask(&mut self, lines: Vec<SavedRule>, purpose: Purpose) {
        self.house = Some(HouseDialog::Ask { lines, chosen: 0, purpose });
    }

    /// Tells of a house rule that has just failed.
    pub(super) fn hear_of_faults(&mut self) {
        let fresh = self.screen == Screen::Play
            && self
                .table
                .as_mut()
                .is_some_and(|table| for_table!(table, playing => playing.table.take_alarm()));
        if fresh {
            self.show_fault();
        }
    }

    fn show_fault(&mut self) {
        let Some(table) = &self.table else { return };
        let dialog = for_table!(table, playing => fault(&playing.table, &self.i18n));
        self.house = dialog.or(self.house.take());
    }

    /// Takes the game looked back at up from the step shown, with dice of its own, after a
    /// question where it came with rules that the player does not know.
    pub(super) fn play_on(&mut self) {
        let Some((kind, table)) = self.branch() else { return };
        let strange = self.strange(kind, &table.waiting_rules());
        match strange.is_empty() {
            true => self.take_up(true),
            false => self.ask(strange, Purpose::PlayOn),
        }
    }

    /// The game that would be taken up.
    fn branch(&mut self) -> Option<(GameKind, AnyTable)> {
        let replay = self.replay.as_ref()?;
        let seed = Seed::from_bytes(rand::random());
        let table = for_replay!(replay, view => {
            let record = view.record();
            Table::new(record.branch(record.whole(view.at()), seed), false).map(AnyTable::from)
        });
        match table {
            Ok(table) => Some((table.kind(), table)),
            Err(error) => {
                self.complain(error.to_string());
                None
            }
        }
    }

    /// Puts it on the table, with the rules it came with or without.
    fn take_up(&mut self, with_rules: bool) {
        let Some((_, mut table)) = self.branch() else { return };
        table.rest();
        self.put(table);
        let without = if with_rules { Vec::new() } else { self.strange_rules() };
        if let Some(table) = &mut self.table {
            for_table!(table, playing => playing.table.leave_out(&without));
        }
    }

    /// Checks the game looked back at, after a question where that runs rules that the
    /// player does not know.
    pub(super) fn check(&mut self) {
        let Some(replay) = &self.replay else { return };
        let (kind, lines) = for_replay!(replay, view => ran(view));
        let strange = self.strange(kind, &lines);
        match strange.is_empty() {
            true => self.judge(true),
            false => self.ask(strange, Purpose::Check),
        }
    }

    /// Checks the game looked back at and tells what was found.
    fn judge(&mut self, with_rules: bool) {
        let Some(replay) = &self.replay else { return };
        let mut findings = vec![self.file_finding(replay)];
        let i18n = &self.i18n;
        findings.extend(for_replay!(replay, view => match ran(view).1.len() {
            0 => None,
            _ if with_rules => Some(rules_finding(view, i18n)),
            count => {
                let text = i18n.tf("replay-verdict-rules-not-run", &[("count", count.into())]);
                Some(Finding { fine: true, text })
            }
        }));
        self.house = Some(HouseDialog::Verdict(findings));
    }

    /// What the file says, if it holds this game, else what was just played.
    fn file_finding(&self, replay: &AnyReplay) -> Finding {
        let draft = replay.draft();
        let file = draft.file.and_then(|file| read_text(&file).ok());
        let same = |text: &String| {
            let record = read(text).map(|loaded| loaded.record);
            record.is_ok_and(|record| for_replay!(replay, view => view.is_of(&record)))
        };
        let report = verify(&file.filter(same).unwrap_or(draft.text));
        let faults = [report.unreadable, report.inconsistent, report.illegal, report.dice];
        match faults.into_iter().flatten().next() {
            None => Finding { fine: true, text: self.i18n.t("replay-verdict-fine") },
            Some(fault) => {
                let args = [("what", fault.what.into())];
                Finding { fine: false, text: self.i18n.tf("replay-verdict-fault", &args) }
            }
        }
    }
}

/// What the player is told of the rule that cannot go on.
fn fault<G: Desk>(table: &Table<G>, i18n: &I18n) -> Option<HouseDialog> {
    let number = table.fault()?.rule;
    let line = table.house_rules().get(usize::from(number))?;
    let rule = i18n.pick(&line.name).to_owned();
    Some(HouseDialog::Broken { rule, number, why: table.told_fault()? })
}

/// The rules that ran in the game looked back at.
fn ran<G: Desk>(view: &ReplayView<G>) -> (GameKind, Vec<SavedRule>) {
    let ran = |line: &&SavedRule| line.acts() && line.until != Some(0);
    let lines = view.record().house_rules.iter().filter(ran).cloned().collect();
    (G::any_rules(view.record().rules.clone()).kind(), lines)
}

/// Runs the house rules of a game over it again. What differs is told in full only where
/// everything may be seen.
fn rules_finding<G: Desk>(view: &ReplayView<G>, i18n: &I18n) -> Finding {
    match run_again(view.record()) {
        Ok(()) => Finding { fine: true, text: i18n.t("replay-verdict-rules") },
        Err((at, what)) => {
            let what = match (view.eyes().viewer() == Viewer::All, at) {
                (false, Some(at)) => i18n.tf("replay-verdict-step", &[("step", (at + 1).into())]),
                _ => what,
            };
            let text = i18n.tf("replay-verdict-rules-differ", &[("what", what.into())]);
            Finding { fine: false, text }
        }
    }
}

fn run_again<G: Kind>(record: &Record<G>) -> Result<(), (Option<usize>, String)> {
    let _ticking = Ticking::start();
    // Those too that were left out later.
    let mut lines = record.house_rules.clone();
    for line in lines.iter_mut().filter(|line| line.until != Some(0)) {
        line.until = None;
    }
    let host = Host { clock: clock::millis(), ..Host::default() };
    let mut house = house::load::<G>(&lines, &host).map_err(|error| (None, error.to_string()))?;
    rerun(record, &mut house).map_err(|deviation| (Some(deviation.at), deviation.what))
}
