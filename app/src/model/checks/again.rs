//! The house rules of a finished game run over it once more, in a thread of their own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use qipan_core::record::Record;
use qipan_core::replay::rerun_while;
use qipan_core::script::{Host, Scripted};

use crate::model::clock;
use crate::model::clock::Ticking;
use crate::model::house;

/// What differs: at which step, from 0, where it is one, and in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// The step.
    pub at: Option<usize>,
    /// The sentence.
    pub what: String,
}

/// House rules on their way through a game; they stop when nobody asks for them any more.
#[derive(Debug)]
pub struct Again {
    at: Arc<AtomicUsize>,
    steps: usize,
    stop: Arc<AtomicBool>,
    answer: Receiver<Result<(), Differs>>,
}

impl Again {
    /// Begins; `wake` is called when it is done.
    #[must_use]
    pub fn start<G: Scripted>(record: &Record<G>, wake: impl Fn() + Send + 'static) -> Self {
        let (send, answer) = channel();
        let (at, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (seen, halt) = (Arc::clone(&at), Arc::clone(&stop));
        let (steps, record) = (record.steps.len(), record.clone());
        let work = move || {
            // Nobody may listen any more.
            let _ = send.send(run(&record, &seen, &halt));
            wake();
        };
        // A deep recursion inside the interpreter must not end the program.
        let thread = std::thread::Builder::new().name("rules".to_owned()).stack_size(8 << 20);
        // Without a thread the channel closes, which is told as an answer.
        let _ = thread.spawn(work);
        Self { at, steps, stop, answer }
    }

    /// Steps done so far, and how many there are.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.at.load(Ordering::Relaxed), self.steps)
    }

    /// What came of it, once it is done.
    #[must_use]
    pub fn poll(&self) -> Option<Result<(), Differs>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                let what = "the check ended without an answer".to_owned();
                Some(Err(Differs { at: None, what }))
            }
        }
    }
}

impl Drop for Again {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn run<G: Scripted>(
    record: &Record<G>,
    seen: &AtomicUsize,
    stop: &Arc<AtomicBool>,
) -> Result<(), Differs> {
    let _ticking = Ticking::start();
    // Those too that were left out later.
    let mut lines = record.house_rules.clone();
    for line in lines.iter_mut().filter(|line| line.until != Some(0)) {
        line.until = None;
    }
    let host = Host { clock: clock::millis(), cancel: Arc::clone(stop), ..Host::default() };
    let mut house = house::load::<G>(&lines, &host)
        .map_err(|error| Differs { at: None, what: error.to_string() })?;
    let go_on = |at| {
        seen.store(at, Ordering::Relaxed);
        !stop.load(Ordering::Relaxed)
    };
    rerun_while(record, &mut house, go_on)
        .map_err(|deviation| Differs { at: Some(deviation.at), what: deviation.what })
}

#[cfg(test)]
mod tests {
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
        let again = Again::start(&played(), move || {
            let _ = wake.send(());
        });
        woken.recv().unwrap();
        assert_eq!(again.poll(), Some(Ok(())));
        let (at, steps) = again.progress();
        assert!(at > 0 && at < steps, "the last step told is one of the game");
    }

    #[test]
    fn rules_that_are_stopped_do_not_run() {
        let (seen, stop) = (AtomicUsize::new(0), Arc::new(AtomicBool::new(true)));
        let _ = run(&played(), &seen, &stop);
        assert_eq!(seen.load(Ordering::Relaxed), 0);
    }
}
