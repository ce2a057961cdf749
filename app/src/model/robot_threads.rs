//! Robots on threads. Each seat's robot thinks on a thread of its own, and the window only polls.

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

/// The time after which a silent thread is given up, in addition to the robot's own limit. The
/// wall-clock limit of scripts is shorter, so only a script stuck in one library call reaches it.
const GRACE: Duration = Duration::from_secs(5);

/// A robot on its thread.
pub struct Worker<G: Game> {
    jobs: Sender<WorkerRequest<G>>,
    answers: Receiver<WorkerReply<G>>,
    stop: Arc<AtomicBool>,
    asked_at: Option<Instant>,
    /// The robot's own time limit in milliseconds, or 0.
    patience: Arc<AtomicU64>,
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

/// A decision to take, as plain data that can change threads.
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
    pub fn start(make: RobotBuilder<G>, wake: impl Fn() + Send + 'static) -> Self {
        let (jobs, todo) = channel::<WorkerRequest<G>>();
        let (done, answers) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let patience = Arc::new(AtomicU64::new(0));
        let shared = Arc::clone(&patience);
        let work = move || {
            let mut robot = make(flag);
            if let Ok(robot) = &mut robot {
                shared.store(robot.time_limit().unwrap_or(0), Ordering::Relaxed);
                robot.start();
            }
            while let Ok(question) = todo.recv() {
                let answer = match (question, &mut robot) {
                    (WorkerRequest::Choose(job), Ok(robot)) => {
                        WorkerReply::Choice(Ok(robot.choose(&job.decision())))
                    }
                    (WorkerRequest::Choose(_), Err(error)) => {
                        WorkerReply::Choice(Err(error.clone()))
                    }
                    (WorkerRequest::Draw(job), Ok(robot)) => {
                        WorkerReply::Draw(robot.accepts_draw(&job.decision()))
                    }
                    (WorkerRequest::Draw(_), Err(_)) => WorkerReply::Draw(false),
                };
                if done.send(answer).is_err() {
                    return;
                }
                wake();
            }
        };
        // A deep recursion inside the interpreter must not end the program.
        let thread = std::thread::Builder::new().name("robot".to_owned()).stack_size(8 << 20);
        // If no thread can be started, the channel closes and `poll` returns an error.
        let _ = thread.spawn(work);
        Self { jobs, answers, stop, asked_at: None, patience }
    }

    /// Returns true while the robot has a question to answer.
    pub fn busy(&self) -> bool {
        self.asked_at.is_some()
    }

    /// Asks for a decision.
    pub fn ask(&mut self, job: DecisionRequest<G>) {
        self.asked_at = Some(Instant::now());
        // A closed channel shows when the answer is fetched.
        let _ = self.jobs.send(WorkerRequest::Choose(job));
    }

    /// Asks for the answer to a draw offer. It must answer before the next question.
    pub fn ask_about_draw(&mut self, job: DecisionRequest<G>) {
        self.asked_at = Some(Instant::now());
        let _ = self.jobs.send(WorkerRequest::Draw(job));
    }

    /// Returns the answer, once there is one.
    pub fn poll(&mut self) -> Option<RobotDecision<G>> {
        match self.hear()? {
            Ok(WorkerReply::Choice(answer)) => Some(answer),
            // The answer to an offer that is over. The decision is asked for again.
            Ok(WorkerReply::Draw(_)) => None,
            Err(message) => Some(Err(message)),
        }
    }

    /// Returns the answer to a draw offer, once there is one. A robot that no longer answers
    /// declines.
    pub fn poll_draw(&mut self) -> Option<bool> {
        match self.hear()? {
            Ok(WorkerReply::Draw(agrees)) => Some(agrees),
            Ok(WorkerReply::Choice(_)) | Err(_) => Some(false),
        }
    }

    /// Returns the next answer, or the reason why none will come.
    fn hear(&mut self) -> Option<Result<WorkerReply<G>, String>> {
        let asked = self.asked_at?;
        let patience = GRACE + Duration::from_millis(self.patience.load(Ordering::Relaxed));
        let answer = match self.answers.try_recv() {
            Ok(answer) => Ok(answer),
            Err(TryRecvError::Disconnected) => Err("the robot's thread ended".to_owned()),
            Err(TryRecvError::Empty) if asked.elapsed() > patience => {
                self.stop.store(true, Ordering::Relaxed);
                Err("the robot does not answer any more".to_owned())
            }
            Err(TryRecvError::Empty) => return None,
        };
        self.asked_at = None;
        Some(answer)
    }
}

impl<G: Game> Drop for Worker<G> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl<G: Game> DecisionRequest<G> {
    /// Borrows the decision in the form robots take.
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

    /// Creates the decision of a seat in a session among these actions.
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

    /// Creates the question for an answer to a draw offer, without actions.
    pub fn for_draw(session: &qipan_core::play::session::Session<G>, seat: Seat) -> Self {
        Self::new(session, seat, Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use qipan_core::contract::robot::RandomRobot;
    use qipan_core::games::race::Race;

    fn answer(worker: &mut Worker<Race>) -> RobotDecision<Race> {
        loop {
            if let Some(answer) = worker.poll() {
                return answer;
            }
            std::thread::yield_now();
        }
    }

    fn job() -> DecisionRequest<Race> {
        use qipan_core::contract::dice::Seed;
        use qipan_core::games::race::{Deal, Rules};
        use qipan_core::record::{Player, Record};
        let players = (0..4).map(|k| (Seat::new(k), Player::human("x"))).collect();
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
        assert!(!worker.busy() && worker.poll().is_none());
        let job = job();
        let actions = job.actions.clone();
        worker.ask(job);
        assert!(actions.contains(&answer(&mut worker).unwrap().action));
    }

    #[test]
    fn robot_that_fails_to_load_reports_the_reason() {
        let mut worker = Worker::start(Box::new(|_| Err("line 3: no".to_owned())), || {});
        worker.ask(job());
        assert_eq!(answer(&mut worker), Err("line 3: no".to_owned()));
    }
}
