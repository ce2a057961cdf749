//! The house rules of a finished game run over it once more, in a thread of their own.

use std::sync::Arc;

use qipan_core::record::Record;
use qipan_core::replay::rerun_while;
use qipan_core::script::{Host, Scripted};

use crate::model::background::{Background, Progress};
use crate::model::clock::{Ticking, host};
use crate::model::house;
use crate::model::robot_threads::Wake;

/// What differs: at which step, from 0, where it is one, and in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// The step.
    pub at: Option<usize>,
    /// The sentence.
    pub what: String,
}

/// House rules on their way through a game.
pub type Again = Background<(), Differs>;

impl From<String> for Differs {
    fn from(what: String) -> Self {
        Self { at: None, what }
    }
}

/// Runs the house rules over a game; `wake` is called when that is done.
#[must_use]
pub fn start<G: Scripted>(record: &Record<G>, wake: Wake) -> Again {
    let (steps, record) = (record.steps.len(), record.clone());
    Background::start(steps, move |progress| run(&record, progress), wake)
}

fn run<G: Scripted>(record: &Record<G>, progress: &Progress) -> Result<(), Differs> {
    let _ticking = Ticking::start();
    // Those too that were left out later.
    let mut lines = record.house_rules.clone();
    for line in lines.iter_mut().filter(|line| line.until != Some(0)) {
        line.until = None;
    }
    let cancel = Arc::clone(&progress.stop);
    let host = Host { cancel, ..host() };
    let mut house = house::load::<G>(&lines, &host).map_err(|error| error.to_string())?;
    let go_on = |at| {
        progress.set(at);
        !progress.is_stopped()
    };
    rerun_while(record, &mut house, go_on)
        .map_err(|deviation| Differs { at: Some(deviation.at), what: deviation.what })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;
    use std::sync::mpsc::channel;

    use qipan_core::race::Race;

    use super::*;
    use crate::model::storage::read_text;

    /// A saved game of a race under house rules.
    fn played() -> Record<Race> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../saves/sample-house_race.json");
        let text = read_text(file.as_ref()).unwrap();
        Record::read(&text).unwrap().record
    }

    #[test]
    fn rules_run_over_a_game_to_its_end() {
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
    fn rules_that_are_stopped_do_not_run() {
        let progress = Progress::default();
        progress.stop.store(true, Ordering::Relaxed);
        let _ = run(&played(), &progress);
        assert_eq!(progress.done(), 0);
    }
}
