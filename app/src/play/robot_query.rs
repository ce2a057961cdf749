//! Questions to a robot about a position in the replay.

use std::sync::Arc;

use qipan_core::contract::game::{Turn, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::Player;

use crate::model::robot_threads::{DecisionRequest, RepaintSignal, RobotBuilder, Worker};
use crate::play::game::Playable;
use crate::play::peek_test::{PeekReport, PeekTest};
use crate::play::table::DecisionReport;

/// A question to a robot, and its answer once it has arrived.
pub struct RobotQuery<G: Playable> {
    /// The robot that is asked.
    pub player: Player,
    /// The number of steps before the decision.
    at: usize,
    seat: Seat,
    /// The viewer's view before the decision.
    view: G::View,
    /// The actions that the robot can choose from.
    actions: Vec<G::Action>,
    worker: Worker<G>,
    answer: Option<RobotAnswer<G>>,
    /// The peek test about the answer, if one was started.
    peek_test: Option<PeekTest<G>>,
}

/// A robot's choice and its reasons.
pub struct RobotAnswer<G: Playable> {
    /// The action, or `None` if the robot could not be asked.
    pub action: Option<G::Action>,
    /// The robot's notes, printed lines and fuel.
    pub report: DecisionReport<G>,
    /// The error, if one occurred.
    pub error: Option<String>,
}

/// Returns the seat to move after `at` steps, if the viewer knows everything that the seat knows.
/// To other viewers, the robot's notes would reveal the seat's pieces.
pub fn seat_to_ask<G: Playable>(session: &Session<G>, at: usize, viewer: Viewer) -> Option<Seat> {
    let Turn::Seat(seat) = session.states().get(at)?.turn() else { return None };
    viewer.includes(seat).then_some(seat)
}

impl<G: Playable> DecisionReport<G> {
    /// Returns the request for the decision that the report is about.
    pub fn decision_request(&self, session: &Session<G>) -> DecisionRequest<G> {
        DecisionRequest::new(&session.at(self.step), self.seat, self.actions.clone())
    }
}

impl<G: Playable> RobotQuery<G> {
    /// Asks a robot about the position after `at` steps. House rules do not run, so the robot
    /// chooses among all legal actions of the game. Returns `None` if [`seat_to_ask`] does.
    pub fn new(
        session: &Session<G>,
        at: usize,
        (viewer, player): (Viewer, &Player),
        builder: RobotBuilder<G>,
        wake: &RepaintSignal,
    ) -> Option<Self> {
        let seat = seat_to_ask(session, at, viewer)?;
        let past = session.at(at);
        let offered = past.actions();
        let request = DecisionRequest::new(&past, seat, offered.clone());
        let wake = Arc::clone(wake);
        let mut worker = Worker::start(builder, move || wake());
        worker.ask(request);
        let view = past.state().view(viewer);
        Some(Self {
            player: player.clone(),
            at,
            seat,
            view,
            actions: offered,
            worker,
            answer: None,
            peek_test: None,
        })
    }

    /// Starts a peek test: asks the robot again in games that differ only in what its seat cannot
    /// see.
    pub fn start_peek_test(
        &mut self,
        session: &Session<G>,
        builder: impl Fn() -> RobotBuilder<G>,
        wake: &RepaintSignal,
    ) {
        let choice = self.answer.as_ref().and_then(|answer| answer.action);
        self.peek_test = choice.map(|choice| {
            let question = (self.seat, self.actions.as_slice());
            PeekTest::new(session, self.at, question, choice, builder, wake)
        });
    }

    /// Returns true if a peek test was started.
    pub fn has_peek_test(&self) -> bool {
        self.peek_test.is_some()
    }

    /// Returns the result of the peek test once all answers have arrived.
    pub fn peek_report(&self) -> Option<PeekReport> {
        self.peek_test.as_ref().and_then(PeekTest::report)
    }

    /// Polls the robot. Returns true while an answer is missing.
    pub fn poll(&mut self) -> bool {
        let is_peek_test_waiting = self.peek_test.as_mut().is_some_and(PeekTest::poll);
        self.poll_first_answer() || is_peek_test_waiting
    }

    /// Polls for the first answer. Returns true while it is missing.
    fn poll_first_answer(&mut self) -> bool {
        if let Some(answer) = self.worker.poll() {
            let mut report = DecisionReport {
                seat: self.seat,
                view: self.view.clone(),
                notes: Vec::new(),
                printed: Vec::new(),
                fuel: 0,
                profile: Vec::new(),
                actions: self.actions.clone(),
                step: self.at,
            };
            let (action, error) = match answer {
                Ok(choice) => {
                    report.notes = choice.notes;
                    report.printed = choice.printed;
                    report.fuel = choice.fuel;
                    report.profile = choice.profile;
                    (Some(choice.action), choice.error.map(|error| error.message))
                }
                Err(message) => (None, Some(message)),
            };
            self.answer = Some(RobotAnswer { action, report, error });
        }
        self.answer.is_none()
    }

    /// Returns the answer once it has arrived.
    pub fn answer(&self) -> Option<&RobotAnswer<G>> {
        self.answer.as_ref()
    }
}
