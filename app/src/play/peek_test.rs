//! The peek test: asks a robot the same question in determinizations, games that differ from the
//! real one only in what its seat cannot see. An honest robot gives the same answer in all of
//! them.

use std::sync::Arc;

use qipan_core::contract::game::Viewer;
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::model::robot_threads::{DecisionRequest, RepaintSignal, RobotBuilder, Worker};
use crate::play::game::Playable;

/// The number of games it is asked in.
pub const WORLDS: usize = 3;

/// The maximum number of deals for a game that differs from the real one.
const DEALS: usize = 20;

/// A running peek test.
pub struct PeekTest<G: Playable> {
    /// The robot's choice in the real game.
    chose: G::Action,
    /// The pending workers. The flag is true if hidden facts of their game differ from the real
    /// ones.
    workers: Vec<(Worker<G>, bool)>,
    found: PeekReport,
}

/// The result of a peek test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PeekReport {
    /// The number of games with the same choice.
    pub same: usize,
    /// The number of games with another choice.
    pub others: usize,
    /// The number of games in which it could not be asked.
    pub failed: usize,
    /// The number of answered games whose hidden facts differ from the real ones.
    pub differ: usize,
}

impl<G: Playable> PeekTest<G> {
    /// Asks again the question after `at` steps. Everything that the seat cannot see is dealt
    /// again, consistently with its view. Future rolls are not part of the game. The robot's own
    /// random stream stays the same.
    pub fn new(
        session: &Session<G>,
        at: usize,
        (seat, offered): (Seat, &[G::Action]),
        chose: G::Action,
        make: impl Fn() -> RobotBuilder<G>,
        wake: &RepaintSignal,
    ) -> Self {
        let then = session.at(at);
        let mut rng = SmallRng::seed_from_u64(at as u64);
        let view = then.state().view(Viewer::Seat(seat));
        let mut asked = Self { chose, workers: Vec::new(), found: PeekReport::default() };
        for _ in 0..WORLDS {
            let mut world = G::sample(&view, &mut rng);
            // With few hidden facts, a deal often equals the real game.
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

    /// Polls the workers. Returns true while answers are missing.
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

    /// Returns the result once all answers have arrived.
    pub fn answer(&self) -> Option<PeekReport> {
        self.workers.is_empty().then_some(self.found)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use qipan_core::contract::dice::Seed;
    use qipan_core::contract::game::{Game, Turn};
    use qipan_core::contract::options::RuleSet as _;
    use qipan_core::contract::robot::RandomRobot;
    use qipan_core::games::junqi::{Junqi, Rules};
    use qipan_core::record::Player;

    use super::*;
    use crate::model::rules::SomeRules;
    use crate::model::setup::NewGame;

    /// Returns a game of two after the deal.
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

    /// Returns the result of a peek test.
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
    fn failed_queries_do_not_count_as_different_choices() {
        let found = asked(&game("dark"), || Box::new(|_| Err("no program".to_owned())));
        assert_eq!(found, PeekReport { failed: WORLDS, ..PeekReport::default() });
    }

    #[test]
    fn alternative_games_differ_only_in_hidden_pieces() {
        for (preset, differ) in [("dark", WORLDS), ("open", 0)] {
            let found = asked(&game(preset), || Box::new(|_| Ok(Box::new(RandomRobot))));
            assert_eq!((found.same + found.others, found.differ), (WORLDS, differ), "{preset}");
        }
    }
}
