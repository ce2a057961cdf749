//! Runs the house rules of a finished game again, and compares their effects with the record.

use std::sync::Arc;

use qipan_core::play::replay::rerun_while;
use qipan_core::record::{Record, SavedRule};
use qipan_core::registry::inspect;
use qipan_core::script::{Host, Scripted};

use crate::model::background::{Background, Progress};
use crate::model::clock::{ClockGuard, host, host_without_notes};
use crate::model::house;
use crate::model::robot_threads::RepaintSignal;

/// A difference between the recorded game and the house rules run again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RerunMismatch {
    /// The index of the step, or `None` for a difference in the rules themselves.
    pub at: Option<usize>,
    /// The difference, in a sentence.
    pub what: String,
}

/// A run of house rules over a game in the background.
pub type RuleRerun = Background<(), RerunMismatch>;

impl From<String> for RerunMismatch {
    fn from(what: String) -> Self {
        Self { at: None, what }
    }
}

/// Returns the house rules of a game. Those removed during the game are marked as active, so that
/// they can be loaded. The rerun disables each of them at the step of its removal. A rule removed
/// before the first step stays removed.
pub fn rules_of<G: Scripted>(record: &Record<G>) -> Vec<SavedRule> {
    let mut rules = record.house_rules.clone();
    for rule in rules.iter_mut().filter(|rule| rule.until != Some(0)) {
        rule.until = None;
    }
    rules
}

/// Starts to run the house rules over a game. `wake` is called when the run ends.
pub fn start<G: Scripted>(record: &Record<G>, wake: RepaintSignal) -> RuleRerun {
    let (steps, record) = (record.steps.len(), record.clone());
    Background::start(steps, move |progress| run_in_background(&record, progress), wake)
}

/// Runs the house rules over a game until its end or until the background work is stopped.
fn run_in_background<G: Scripted>(
    record: &Record<G>,
    progress: &Progress,
) -> Result<(), RerunMismatch> {
    let host = Host { cancel: Arc::clone(&progress.stop), ..host() };
    run(record, &host, |index| {
        progress.set(index);
        !progress.must_stop()
    })
}

/// Runs the house rules over a game. `go_on` receives the index of each step that is not an effect
/// of a house rule, and returns false to stop before that step.
///
/// # Errors
/// The first difference between the record and the rules or their effects.
pub fn run<G: Scripted>(
    record: &Record<G>,
    host: &Host,
    go_on: impl FnMut(usize) -> bool,
) -> Result<(), RerunMismatch> {
    let _clock = ClockGuard::start();
    // A forged file could leave out hooks or options of a rule.
    record.house_rules.iter().try_for_each(check_declared)?;
    let mut house = house::load::<G>(&rules_of(record), host).map_err(|why| why.to_string())?;
    rerun_while(record, &mut house, go_on)
        .map_err(|deviation| RerunMismatch { at: Some(deviation.at), what: deviation.what })
}

/// Checks that a house rule declares the same options, hooks and questions as in the record, and
/// the same `sees_all`.
fn check_declared(rule: &SavedRule) -> Result<(), RerunMismatch> {
    let info = inspect(&rule.file, rule.to_source(), &host_without_notes());
    let info = info.map_err(|why| why.to_string())?;
    let recorded = (&rule.set, &rule.hooks, &rule.questions, rule.sees_all);
    if (&info.option_changes, &info.hooks, &info.questions, info.sees_all) != recorded {
        let what = "its options or hooks are not those recorded in the game";
        return Err(format!("{}: {what}", rule.file).into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;
    use std::sync::mpsc::channel;

    use qipan_core::games::race::Race;

    use super::*;
    use crate::model::storage::read_text;

    /// Reads a saved race game with house rules.
    fn sample_record() -> Record<Race> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../saves/sample-house_race.json");
        let text = read_text(file.as_ref()).unwrap();
        Record::read(&text).unwrap().record
    }

    #[test]
    fn rerun_reaches_the_end_of_a_game() {
        let (wake, woken) = channel();
        let wake = move || {
            let _ = wake.send(());
        };
        let rerun = start(&sample_record(), Arc::new(wake));
        woken.recv().unwrap();
        assert_eq!(rerun.poll(), Some(Ok(())));
        let (done, steps) = rerun.progress();
        assert!(done > 0 && done < steps, "progress is the index of the step about to be played");
    }

    #[test]
    fn stopped_rerun_runs_no_rule() {
        let progress = Progress::default();
        progress.stop.store(true, Ordering::Relaxed);
        let _ = run_in_background(&sample_record(), &progress);
        assert_eq!(progress.done(), 0);
    }

    #[test]
    fn hooks_or_options_missing_from_the_file_are_detected() {
        let run = |record: &Record<Race>| run(record, &host_without_notes(), |_| true);
        assert_eq!(run(&sample_record()), Ok(()));
        let (mut without_hooks, mut without_options) = (sample_record(), sample_record());
        without_hooks.house_rules.iter_mut().for_each(|rule| rule.hooks.clear());
        without_options.house_rules.iter_mut().for_each(|rule| rule.set.clear());
        for record in [without_hooks, without_options] {
            let mismatch = run(&record).unwrap_err();
            assert!(
                mismatch.what.contains("options or hooks are not those recorded"),
                "{mismatch:?}"
            );
        }
    }
}
