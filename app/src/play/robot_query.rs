//! Questions to a robot about a position in the replay.

use std::sync::Arc;

use qipan_core::contract::game::{Turn, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::play::session::Session;
use qipan_core::record::Player;

use crate::model::robot_threads::{DecisionRequest, RepaintSignal, RobotBuilder, Worker};
use crate::play::game::Playable;
use crate::play::peek_test::{PeekReport, PeekTest};
use crate::play::table::Notes;

/// A question to a robot, and its answer once it has arrived.
pub struct RobotQuery<G: Playable> {
    /// The robot asked.
    pub player: Player,
    at: usize,
    seat: Seat,
    view: G::View,
    offered: Vec<G::Action>,
    worker: Worker<G>,
    answer: Option<RobotAnswer<G>>,
    /// The peek test about the answer, if one was started.
    peeking: Option<PeekTest<G>>,
}

/// A robot's choice and its reasons.
pub struct RobotAnswer<G: Playable> {
    /// The action, or `None` if the robot could not be asked.
    pub action: Option<G::Action>,
    /// Its notes and printed lines, and the fuel it used.
    pub notes: Notes<G>,
    /// The error, if one occurred.
    pub trouble: Option<String>,
}

/// Returns the seat to decide after `at` steps, if the viewer knows what that seat knows. To
/// others, its thoughts would reveal its pieces.
pub fn seat_to_ask<G: Playable>(session: &Session<G>, at: usize, viewer: Viewer) -> Option<Seat> {
    let Turn::Seat(seat) = session.states().get(at)?.turn() else { return None };
    viewer.includes(seat).then_some(seat)
}

impl<G: Playable> Notes<G> {
    /// Returns the request of the decision that the notes are about.
    pub fn job(&self, session: &Session<G>) -> DecisionRequest<G> {
        DecisionRequest::new(&session.at(self.at), self.seat, self.offered.clone())
    }
}

impl<G: Playable> RobotQuery<G> {
    /// Asks a robot about the position after `at` steps. House rules do not run, so it chooses
    /// among all legal actions of the game.
    pub fn new(
        session: &Session<G>,
        at: usize,
        (viewer, player): (Viewer, &Player),
        make: RobotBuilder<G>,
        wake: &RepaintSignal,
    ) -> Option<Self> {
        let seat = seat_to_ask(session, at, viewer)?;
        let then = session.at(at);
        let offered = then.actions();
        let job = DecisionRequest::new(&then, seat, offered.clone());
        let wake = Arc::clone(wake);
        let mut worker = Worker::start(make, move || wake());
        worker.ask(job);
        let view = then.state().view(viewer);
        Some(Self {
            player: player.clone(),
            at,
            seat,
            view,
            offered,
            worker,
            answer: None,
            peeking: None,
        })
    }

    /// Starts a peek test: asks again in games that differ only in what its seat cannot see.
    pub fn ask_again(
        &mut self,
        session: &Session<G>,
        make: impl Fn() -> RobotBuilder<G>,
        wake: &RepaintSignal,
    ) {
        let chose = self.answer.as_ref().and_then(|answer| answer.action);
        self.peeking = chose.map(|chose| {
            let question = (self.seat, self.offered.as_slice());
            PeekTest::new(session, self.at, question, chose, make, wake)
        });
    }

    /// Returns true if a peek test was started.
    pub fn is_asked_again(&self) -> bool {
        self.peeking.is_some()
    }

    /// Returns the result of the peek test once all answers have arrived.
    pub fn blindness(&self) -> Option<PeekReport> {
        self.peeking.as_ref().and_then(PeekTest::answer)
    }

    /// Polls the robot. Returns true while an answer is missing.
    pub fn is_waiting(&mut self) -> bool {
        let again = self.peeking.as_mut().is_some_and(PeekTest::is_waiting);
        self.is_first_waited_for() || again
    }

    /// Polls for the first answer. Returns true while it is missing.
    fn is_first_waited_for(&mut self) -> bool {
        if let Some(answer) = self.worker.poll() {
            let (seat, view, at) = (self.seat, self.view.clone(), self.at);
            let offered = self.offered.clone();
            let (printed, profile) = (Vec::new(), Vec::new());
            let mut notes =
                Notes { seat, view, notes: Vec::new(), printed, fuel: 0, profile, offered, at };
            let (action, trouble) = match answer {
                Ok(choice) => {
                    notes.notes = choice.notes;
                    (notes.printed, notes.profile) = (choice.printed, choice.profile);
                    notes.fuel = choice.fuel;
                    (Some(choice.action), choice.trouble.map(|trouble| trouble.message))
                }
                Err(message) => (None, Some(message)),
            };
            self.answer = Some(RobotAnswer { action, notes, trouble });
        }
        self.answer.is_none()
    }

    /// Returns the answer once it has arrived.
    pub fn answer(&self) -> Option<&RobotAnswer<G>> {
        self.answer.as_ref()
    }
}
