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

/// The number of alternative games in which the robot is asked.
pub const ALTERNATIVES: usize = 3;

/// The maximum number of deals tried to find a game that differs from the real one.
const MAX_DEALS: usize = 20;

/// A running peek test.
pub struct PeekTest<G: Playable> {
    /// The robot's choice in the real game.
    real_choice: G::Action,
    /// The workers that have not answered. The flag is true if their game differs from the real
    /// one.
    workers: Vec<(Worker<G>, bool)>,
    report: PeekReport,
}

/// The result of a peek test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PeekReport {
    /// The number of games with the same choice.
    pub same_choices: usize,
    /// The number of games with another choice.
    pub other_choices: usize,
    /// The number of games in which the robot could not be asked.
    pub failed: usize,
    /// The number of games in which the robot answered and whose hidden facts differ from the real
    /// ones.
    pub differing_games: usize,
}

impl<G: Playable> PeekTest<G> {
    /// Asks for the decision after `at` steps again, with the same `offered` actions. Everything
    /// that the seat cannot see is dealt anew, consistently with its view. The robot gets the same
    /// random stream as in the real game, so an honest robot makes the same choice.
    pub fn new(
        session: &Session<G>,
        at: usize,
        (seat, offered): (Seat, &[G::Action]),
        real_choice: G::Action,
        builder: impl Fn() -> RobotBuilder<G>,
        wake: &RepaintSignal,
    ) -> Self {
        let past = session.at(at);
        let mut rng = SmallRng::seed_from_u64(at as u64);
        let view = past.state().view(Viewer::Seat(seat));
        let mut workers = Vec::new();
        for _ in 0..ALTERNATIVES {
            let mut alternative = G::sample(&view, &mut rng);
            // With few hidden facts, a deal often equals the real game.
            for _ in 1..MAX_DEALS {
                if alternative != *past.state() {
                    break;
                }
                alternative = G::sample(&view, &mut rng);
            }
            let differs = alternative != *past.state();
            let view = alternative.view(Viewer::Seat(seat));
            let request =
                DecisionRequest { view, ..DecisionRequest::new(&past, seat, offered.to_vec()) };
            let wake = Arc::clone(wake);
            let mut worker = Worker::start(builder(), move || wake());
            worker.ask(request);
            workers.push((worker, differs));
        }
        Self { real_choice, workers, report: PeekReport::default() }
    }

    /// Polls the workers. Returns true while answers are missing.
    pub fn poll(&mut self) -> bool {
        let (real_choice, report) = (self.real_choice, &mut self.report);
        self.workers.retain_mut(|(worker, differs)| {
            let Some(answer) = worker.poll() else { return true };
            match answer {
                Err(_) => report.failed += 1,
                Ok(choice) => {
                    match choice.action == real_choice {
                        true => report.same_choices += 1,
                        false => report.other_choices += 1,
                    }
                    report.differing_games += usize::from(*differs);
                }
            }
            false
        });
        !self.workers.is_empty()
    }

    /// Returns the result once all answers have arrived.
    pub fn report(&self) -> Option<PeekReport> {
        self.workers.is_empty().then_some(self.report)
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

    /// Returns a game of two robots after the deal.
    fn game(preset: &str) -> Session<Junqi> {
        let rules = Rules::preset(preset).unwrap();
        let player = |seat| rules.seats().contains(Seat::new(seat)).then(|| Player::robot("", ""));
        let game = NewGame {
            preset: preset.to_owned(),
            players: (0..Seat::MAX as u8).map(player).collect(),
            rules: SomeRules::new::<Junqi>(rules),
            picks_colour: false,
            house_rules: Vec::new(),
            layouts: Vec::new(),
            position: None,
            seed: Some(Seed::from_number(1)),
        };
        Session::new(game.record::<Junqi>().unwrap()).unwrap()
    }

    /// Returns the result of a peek test.
    fn run_peek_test(
        game: &Session<Junqi>,
        builder: impl Fn() -> RobotBuilder<Junqi>,
    ) -> PeekReport {
        let Turn::Seat(seat) = game.state().turn() else { panic!("{:?}", game.state().turn()) };
        let offered = game.actions();
        let (sender, receiver) = channel();
        let wake: RepaintSignal = Arc::new(move || sender.send(()).unwrap());
        let mut peek_test = PeekTest::new(game, 0, (seat, &offered), offered[0], builder, &wake);
        while peek_test.poll() {
            receiver.recv().unwrap();
        }
        peek_test.report().unwrap()
    }

    #[test]
    fn failed_queries_do_not_count_as_different_choices() {
        let report = run_peek_test(&game("dark"), || Box::new(|_| Err("no program".to_owned())));
        assert_eq!(report, PeekReport { failed: ALTERNATIVES, ..PeekReport::default() });
    }

    #[test]
    fn alternative_games_differ_only_in_hidden_pieces() {
        for (preset, differing_games) in [("dark", ALTERNATIVES), ("open", 0)] {
            let report = run_peek_test(&game(preset), || Box::new(|_| Ok(Box::new(RandomRobot))));
            assert_eq!(
                (report.same_choices + report.other_choices, report.differing_games),
                (ALTERNATIVES, differing_games),
                "{preset}"
            );
        }
    }
}
