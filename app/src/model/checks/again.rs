//! Runs the house rules over a finished game again, on a thread of its own.

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
pub struct ReplayMismatch {
    /// The step, from 0, if the difference is at one.
    pub at: Option<usize>,
    /// The difference, in a sentence.
    pub what: String,
}

/// A run of house rules over a game in the background.
pub type RuleReplay = Background<(), ReplayMismatch>;

impl From<String> for ReplayMismatch {
    fn from(what: String) -> Self {
        Self { at: None, what }
    }
}

/// Returns the house rules of a game as they ran in it, including those removed later.
pub fn rules_of<G: Scripted>(record: &Record<G>) -> Vec<SavedRule> {
    let mut rules = record.house_rules.clone();
    for line in rules.iter_mut().filter(|line| line.until != Some(0)) {
        line.until = None;
    }
    rules
}

/// Starts to run the house rules over a game. `wake` is called when that ends.
pub fn start<G: Scripted>(record: &Record<G>, wake: RepaintSignal) -> RuleReplay {
    let (steps, record) = (record.steps.len(), record.clone());
    Background::start(steps, move |progress| in_background(&record, progress), wake)
}

fn in_background<G: Scripted>(
    record: &Record<G>,
    progress: &Progress,
) -> Result<(), ReplayMismatch> {
    let host = Host { cancel: Arc::clone(&progress.stop), ..host() };
    run(record, &host, |at| {
        progress.set(at);
        !progress.is_stopped()
    })
}

/// Runs the house rules over a game. `go_on` receives the number of steps before each decision
/// and returns false to stop.
///
/// # Errors
/// The first claim of the record about its rules or their effects that does not hold.
pub fn run<G: Scripted>(
    record: &Record<G>,
    host: &Host,
    go_on: impl FnMut(usize) -> bool,
) -> Result<(), ReplayMismatch> {
    let _ticking = ClockGuard::start();
    // A file could leave out hooks or options of a rule.
    record.house_rules.iter().try_for_each(is_as_told)?;
    let mut house = house::load::<G>(&rules_of(record), host).map_err(|why| why.to_string())?;
    rerun_while(record, &mut house, go_on)
        .map_err(|deviation| ReplayMismatch { at: Some(deviation.at), what: deviation.what })
}

/// Compares the options and hooks of a house rule with those that the record lists.
fn is_as_told(line: &SavedRule) -> Result<(), ReplayMismatch> {
    let info = inspect(&line.file, &line.source, &host_without_notes());
    let info = info.map_err(|why| why.to_string())?;
    let declared = (&line.set, &line.hooks, line.sees_all);
    if (&info.option_changes, &info.hooks, info.sees_all) != declared {
        let what = "it has not the options or hooks that the game says it has";
        return Err(format!("{}: {what}", line.file).into());
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
    fn played() -> Record<Race> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../saves/sample-house_race.json");
        let text = read_text(file.as_ref()).unwrap();
        Record::read(&text).unwrap().record
    }

    #[test]
    fn rule_check_replays_a_game_to_its_end() {
        let (wake, woken) = channel();
        let wake = move || {
            let _ = wake.send(());
        };
        let again = start(&played(), Arc::new(wake));
        woken.recv().unwrap();
        assert_eq!(again.poll(), Some(Ok(())));
        let (at, steps) = again.progress();
        assert!(at > 0 && at < steps, "the last step told is one of the game");
    }

    #[test]
    fn stopped_rule_check_runs_no_rule() {
        let progress = Progress::default();
        progress.stop.store(true, Ordering::Relaxed);
        let _ = in_background(&played(), &progress);
        assert_eq!(progress.done(), 0);
    }

    #[test]
    fn rule_missing_from_the_file_is_detected() {
        let run = |record: &Record<Race>| run(record, &host_without_notes(), |_| true);
        assert_eq!(run(&played()), Ok(()));
        let (mut quiet, mut tame) = (played(), played());
        quiet.house_rules.iter_mut().for_each(|line| line.hooks.clear());
        tame.house_rules.iter_mut().for_each(|line| line.set.clear());
        for record in [quiet, tame] {
            let differs = run(&record).unwrap_err();
            assert!(differs.what.contains("not the options or hooks"), "{differs:?}");
        }
    }
}
