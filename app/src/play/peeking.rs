//! Whether a robot peeks: it is asked the same question in games that differ from the real one
//! in all it cannot know.

use std::sync::Arc;

use qipan_core::game::Viewer;
use qipan_core::seat::Seat;
use qipan_core::session::Session;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::model::robot_threads::{Job, Maker, Wake, Worker};
use crate::play::game::Playable;

/// The games it is asked in.
pub const WORLDS: usize = 3;

/// A robot that is asked again, where everything it cannot know is other than it was.
pub struct Peeking<G: Playable> {
    /// What it chose in the real game.
    chose: G::Action,
    workers: Vec<Worker<G>>,
    same: usize,
    others: usize,
    differ: usize,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blindness {
    /// In how many games it chose the same.
    pub same: usize,
    /// In how many it chose something else, or could not be asked.
    pub others: usize,
    /// In how many of them something hidden lay otherwise.
    pub differ: usize,
}

impl<G: Playable> Peeking<G> {
    /// Asks again what was asked after so many steps. All that the seat cannot see is dealt
    /// anew as it may be; what will be rolled is not even there. The robot's own chance is the
    /// same, since that is its own.
    #[must_use]
    pub fn new(
        session: &Session<G>,
        at: usize,
        (seat, offered): (Seat, &[G::Action]),
        chose: G::Action,
        make: impl Fn() -> Maker<G>,
        wake: &Wake,
    ) -> Self {
        let mut then = session.clone();
        then.take_back(at);
        let mut rng = SmallRng::seed_from_u64(at as u64);
        let view = then.state().view(Viewer::Seat(seat));
        let mut asked = Self { chose, workers: Vec::new(), same: 0, others: 0, differ: 0 };
        for _ in 0..WORLDS {
            let world = G::sample(&view, &mut rng);
            asked.differ += usize::from(world != *then.state());
            let view = world.view(Viewer::Seat(seat));
            let job = Job { view, ..Job::new(&then, seat, offered.to_vec()) };
            let wake = Arc::clone(wake);
            let mut worker = Worker::start(make(), move || wake());
            worker.ask(job);
            asked.workers.push(worker);
        }
        asked
    }

    /// Whether answers are still to come.
    pub fn is_waiting(&mut self) -> bool {
        let (chose, same, others) = (self.chose, &mut self.same, &mut self.others);
        self.workers.retain_mut(|worker| match worker.poll() {
            None => true,
            Some(Ok(choice)) if choice.action == chose => {
                *same += 1;
                false
            }
            Some(_) => {
                *others += 1;
                false
            }
        });
        !self.workers.is_empty()
    }

    /// What came of it, once all answers are there.
    #[must_use]
    pub fn answer(&self) -> Option<Blindness> {
        let Self { same, others, differ, .. } = *self;
        self.workers.is_empty().then_some(Blindness { same, others, differ })
    }
}
