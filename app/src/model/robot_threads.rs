//! Runs each seat's robot on a thread of its own. The window polls for answers and never waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use qipan_core::contract::game::Game;
use qipan_core::contract::robot::{Choice, Decision, Robot};
use qipan_core::contract::robot_stream::RobotStream;
use qipan_core::contract::seat::Seat;
use qipan_core::record::{Player, SavedRule};

/// A function that makes a robot on its thread, where it has to stay. It receives the flag that
/// stops the robot's thinking.
pub type RobotBuilder<G> =
    Box<dyn FnOnce(Arc<AtomicBool>) -> Result<Box<dyn Robot<G>>, String> + Send>;

/// A function that returns the builder of a player's robot in a game with these house rules.
pub type RobotFactory<'a, G> = dyn Fn(&Player, &[SavedRule]) -> RobotBuilder<G> + 'a;

/// A function that threads call to have the window repainted.
pub type RepaintSignal = Arc<dyn Fn() + Send + Sync>;

/// The time that a thread gets to answer in addition to the robot's own limit. The wall-clock limit
/// of scripts is shorter, so only a script stuck in one library call runs out of this time.
const EXTRA_TIME: Duration = Duration::from_secs(5);

/// The size of a thread's stack. Deep recursion inside the interpreter must not overflow the stack.
const STACK_BYTES: usize = 8 << 20;

/// A robot on its thread.
pub struct Worker<G: Game> {
    requests: Sender<WorkerRequest<G>>,
    replies: Receiver<WorkerReply<G>>,
    stop: Arc<AtomicBool>,
    /// The time at which the open question was asked, or `None` if no question is open.
    asked_at: Option<Instant>,
    /// The robot's own time limit in milliseconds, or 0 if it has none.
    time_limit_ms: Arc<AtomicU64>,
}

/// A choice, or the reason why the robot cannot choose.
pub type RobotDecision<G> = Result<Choice<<G as Game>::Action>, String>;

/// A question to a robot.
enum WorkerRequest<G: Game> {
    Choose(DecisionRequest<G>),
    Draw(DecisionRequest<G>),
}

/// The answer to a question.
enum WorkerReply<G: Game> {
    Choice(RobotDecision<G>),
    Draw(bool),
}

/// A decision to take, as plain data that can be sent to another thread.
pub struct DecisionRequest<G: Game> {
    /// The seat to decide for.
    pub seat: Seat,
    /// The view of the seat.
    pub view: G::View,
    /// Its legal actions.
    pub actions: Vec<G::Action>,
    /// The public events so far.
    pub log: Vec<G::Event>,
    /// The names of the house rules in force.
    pub house_rules: Vec<String>,
    /// The current ply.
    pub ply: u32,
    /// The start of the robot's random stream.
    pub stream: RobotStream,
}

impl<G: Game> Worker<G> {
    /// Starts a robot's thread. `wake` is called when an answer is ready.
    pub fn start(build: RobotBuilder<G>, wake: impl Fn() + Send + 'static) -> Self {
        let (requests, incoming) = channel::<WorkerRequest<G>>();
        let (outgoing, replies) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let robot_stop = Arc::clone(&stop);
        let time_limit_ms = Arc::new(AtomicU64::new(0));
        let robot_limit_ms = Arc::clone(&time_limit_ms);
        let answer_requests = move || {
            let mut robot = build(robot_stop);
            if let Ok(robot) = &mut robot {
                robot_limit_ms.store(robot.time_limit().unwrap_or(0), Ordering::Relaxed);
                robot.start();
            }
            while let Ok(request) = incoming.recv() {
                let reply = match (request, &mut robot) {
                    (WorkerRequest::Choose(request), Ok(robot)) => {
                        WorkerReply::Choice(Ok(robot.choose(&request.decision())))
                    }
                    (WorkerRequest::Choose(_), Err(error)) => {
                        WorkerReply::Choice(Err(error.clone()))
                    }
                    (WorkerRequest::Draw(request), Ok(robot)) => {
                        WorkerReply::Draw(robot.accepts_draw(&request.decision()))
                    }
                    (WorkerRequest::Draw(_), Err(_)) => WorkerReply::Draw(false),
                };
                if outgoing.send(reply).is_err() {
                    return;
                }
                wake();
            }
        };
        let thread = std::thread::Builder::new().name("robot".to_owned()).stack_size(STACK_BYTES);
        // If no thread can be started, the channel closes and `poll` returns an error.
        let _ = thread.spawn(answer_requests);
        Self { requests, replies, stop, asked_at: None, time_limit_ms }
    }

    /// Returns true while the robot has a question to answer.
    pub fn is_busy(&self) -> bool {
        self.asked_at.is_some()
    }

    /// Asks for a decision.
    pub fn ask(&mut self, request: DecisionRequest<G>) {
        self.asked_at = Some(Instant::now());
        // A closed channel is reported by `poll`.
        let _ = self.requests.send(WorkerRequest::Choose(request));
    }

    /// Asks for the answer to a draw offer. The next question has to wait for it.
    pub fn ask_about_draw(&mut self, request: DecisionRequest<G>) {
        self.asked_at = Some(Instant::now());
        let _ = self.requests.send(WorkerRequest::Draw(request));
    }

    /// Returns the answer, once there is one.
    pub fn poll(&mut self) -> Option<RobotDecision<G>> {
        match self.poll_reply()? {
            Ok(WorkerReply::Choice(answer)) => Some(answer),
            // This is a late answer to an earlier draw offer. The decision is asked for again.
            Ok(WorkerReply::Draw(_)) => None,
            Err(message) => Some(Err(message)),
        }
    }

    /// Returns the answer to a draw offer, once there is one. A robot whose thread no longer
    /// answers counts as declining.
    pub fn poll_draw(&mut self) -> Option<bool> {
        match self.poll_reply()? {
            Ok(WorkerReply::Draw(agrees)) => Some(agrees),
            Ok(WorkerReply::Choice(_)) | Err(_) => Some(false),
        }
    }

    /// Returns the next reply, or the reason why none will come. Returns `None` if no question is
    /// open or the robot is still thinking.
    fn poll_reply(&mut self) -> Option<Result<WorkerReply<G>, String>> {
        let asked_at = self.asked_at?;
        let own_limit = Duration::from_millis(self.time_limit_ms.load(Ordering::Relaxed));
        let reply = match self.replies.try_recv() {
            Ok(reply) => Ok(reply),
            Err(TryRecvError::Disconnected) => Err("the robot's thread ended".to_owned()),
            Err(TryRecvError::Empty) if asked_at.elapsed() > own_limit + EXTRA_TIME => {
                self.stop.store(true, Ordering::Relaxed);
                Err("the robot does not answer any more".to_owned())
            }
            Err(TryRecvError::Empty) => return None,
        };
        self.asked_at = None;
        Some(reply)
    }
}

impl<G: Game> Drop for Worker<G> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl<G: Game> DecisionRequest<G> {
    /// Returns the decision as robots receive it.
    pub fn decision(&self) -> Decision<'_, G> {
        Decision {
            seat: self.seat,
            view: &self.view,
            actions: &self.actions,
            log: &self.log,
            house_rules: &self.house_rules,
            ply: self.ply,
            stream: self.stream,
        }
    }

    /// Creates the request for a seat in a session to choose among these actions.
    pub fn new(
        session: &qipan_core::play::session::Session<G>,
        seat: Seat,
        actions: Vec<G::Action>,
    ) -> Self {
        Self {
            seat,
            view: session.view(seat),
            actions,
            log: session.log().to_vec(),
            house_rules: crate::model::house::names(&session.record().house_rules),
            ply: session.state().ply(),
            stream: session.robot_stream(seat),
        }
    }

    /// Creates the request for an answer to a draw offer, without actions.
    pub fn for_draw(session: &qipan_core::play::session::Session<G>, seat: Seat) -> Self {
        Self::new(session, seat, Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qipan_core::contract::robot::RandomRobot;
    use qipan_core::games::race::Race;

    fn wait_for_answer(worker: &mut Worker<Race>) -> RobotDecision<Race> {
        loop {
            if let Some(answer) = worker.poll() {
                return answer;
            }
            std::thread::yield_now();
        }
    }

    fn sample_request() -> DecisionRequest<Race> {
        use qipan_core::contract::dice::Seed;
        use qipan_core::games::race::{Deal, Rules};
        use qipan_core::record::{Player, Record};
        let players = (0..4).map(|index| (Seat::new(index), Player::human("x"))).collect();
        let rules = Rules::FLYING;
        let record: Record<Race> =
            Record::new("flying", rules, players, Deal::default(), Seed::from_number(1));
        let mut session = qipan_core::play::session::Session::new(record).unwrap();
        while session.actions().is_empty() {
            session.roll().unwrap();
        }
        let seat = session.state().seat_to_move();
        DecisionRequest::new(&session, seat, session.actions())
    }

    #[test]
    fn robot_answers_from_its_thread() {
        let mut worker = Worker::start(Box::new(|_| Ok(Box::new(RandomRobot))), || {});
        assert!(!worker.is_busy() && worker.poll().is_none());
        let request = sample_request();
        let actions = request.actions.clone();
        worker.ask(request);
        assert!(actions.contains(&wait_for_answer(&mut worker).unwrap().action));
    }

    #[test]
    fn robot_that_fails_to_load_reports_the_reason() {
        let mut worker = Worker::start(Box::new(|_| Err("line 3: no".to_owned())), || {});
        worker.ask(sample_request());
        assert_eq!(wait_for_answer(&mut worker), Err("line 3: no".to_owned()));
    }
}
