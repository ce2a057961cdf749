//! Whether a robot peeks: it is asked the same question in games that differ from the real one
//! in all it cannot know.

use std::sync::Arc;

use qipan_core::game::Viewer;
use qipan_core::seat::Seat;
use qipan_core::session::Session;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::model::robot_threads::{DecisionRequest, RepaintSignal, RobotBuilder, Worker};
use crate::play::game::Playable;

/// The games it is asked in.
pub const WORLDS: usize = 3;

/// How often one of them is dealt until something lies otherwise in it.
const DEALS: usize = 20;

/// A robot that is asked again, where everything it cannot know is other than it was.
pub struct PeekTest<G: Playable> {
    /// What it chose in the real game.
    chose: G::Action,
    /// Those that have not answered, and whether something hidden lies otherwise to them.
    workers: Vec<(Worker<G>, bool)>,
    found: PeekReport,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PeekReport {
    /// In how many games it chose the same.
    pub same: usize,
    /// In how many it chose something else.
    pub others: usize,
    /// In how many it could not be asked.
    pub failed: usize,
    /// In how many of those in which it chose something hidden lay otherwise.
    pub differ: usize,
}

impl<G: Playable> PeekTest<G> {
    /// Asks again what was asked after so many steps. All that the seat cannot see is dealt
    /// anew as it may be; what will be rolled is not even there. The robot's own chance is the
    /// same, since that is its own.
    #[must_use]
    pub fn new(
        session: &Session<G>,
        at: usize,
        (seat, offered): (Seat, &[G::Action]),
        chose: G::Action,
        make: impl Fn() -> RobotBuilder<G>,
        wake: &RepaintSignal,
    ) -> Self {
        let mut then = session.clone();
        then.take_back(at);
        let mut rng = SmallRng::seed_from_u64(at as u64);
        let view = then.state().view(Viewer::Seat(seat));
        let mut asked = Self { chose, workers: Vec::new(), found: PeekReport::default() };
        for _ in 0..WORLDS {
            let mut world = G::sample(&view, &mut rng);
            // Where little is hidden it is often dealt as it was.
            for _ in 1..DEALS {
                if world != *then.state() {
                    break;
                }
                world = G::sample(&view, &mut rng);
            }
            let differs = world != *then.state();
            let view = world.view(Viewer::Seat(seat));
            let job =
                DecisionRequest { view, ..DecisionRequest::new(&then, seat, offered.to_vec()) };
            let wake = Arc::clone(wake);
            let mut worker = Worker::start(make(), move || wake());
            worker.ask(job);
            asked.workers.push((worker, differs));
        }
        asked
    }

    /// Whether answers are still to come.
    pub fn is_waiting(&mut self) -> bool {
        let (chose, found) = (self.chose, &mut self.found);
        self.workers.retain_mut(|(worker, differs)| {
            let Some(answer) = worker.poll() else { return true };
            match answer {
                Err(_) => found.failed += 1,
                Ok(choice) => {
                    let as_before = choice.action == chose;
                    *(if as_before { &mut found.same } else { &mut found.others }) += 1;
                    found.differ += usize::from(*differs);
                }
            }
            false
        });
        !self.workers.is_empty()
    }

    /// What came of it, once all answers are there.
    #[must_use]
    pub fn answer(&self) -> Option<PeekReport> {
        self.workers.is_empty().then_some(self.found)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use qipan_core::dice::Seed;
    use qipan_core::game::{Game, Turn};
    use qipan_core::junqi::{Junqi, Rules};
    use qipan_core::options::RuleSet as _;
    use qipan_core::record::Player;
    use qipan_core::robot::RandomRobot;

    use super::*;
    use crate::model::rules::SomeRules;
    use crate::model::setup::NewGame;

    /// A game of two after the deal.
    fn game(preset: &str) -> Session<Junqi> {
        let rules = Rules::preset(preset).unwrap();
        let sits = |at| rules.seats().contains(Seat::new(at)).then(|| Player::robot("", ""));
        let game = NewGame {
            preset: preset.to_owned(),
            players: (0..Seat::MAX as u8).map(sits).collect(),
            rules: SomeRules::new::<Junqi>(rules),
            pick_colour: false,
            house_rules: Vec::new(),
            layouts: Vec::new(),
            position: None,
            seed: Some(Seed::from_number(1)),
        };
        Session::new(game.record::<Junqi>().unwrap()).unwrap()
    }

    /// What comes of asking again.
    fn asked(game: &Session<Junqi>, make: impl Fn() -> RobotBuilder<Junqi>) -> PeekReport {
        let Turn::Seat(seat) = game.state().turn() else { panic!("{:?}", game.state().turn()) };
        let (offered, (tell, told)) = (game.actions(), channel());
        let wake: RepaintSignal = Arc::new(move || tell.send(()).unwrap());
        let mut peeking = PeekTest::new(game, 0, (seat, &offered), offered[0], make, &wake);
        while peeking.is_waiting() {
            told.recv().unwrap();
        }
        peeking.answer().unwrap()
    }

    #[test]
    fn what_could_not_be_asked_chose_nothing_else() {
        let found = asked(&game("dark"), || Box::new(|_| Err("no program".to_owned())));
        assert_eq!(found, PeekReport { failed: WORLDS, ..PeekReport::default() });
    }

    #[test]
    fn only_what_is_hidden_can_lie_otherwise() {
        for (preset, differ) in [("dark", WORLDS), ("open", 0)] {
            let found = asked(&game(preset), || Box::new(|_| Ok(Box::new(RandomRobot))));
            assert_eq!((found.same + found.others, found.differ), (WORLDS, differ), "{preset}");
        }
    }
}
