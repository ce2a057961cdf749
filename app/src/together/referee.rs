//! The referee of a hosted game: the session with its house rules, robots and clock.
//!
//! Everything that happens in a game goes through here. A guest's action is played only if it
//! is the guest's turn and the action is one of those that the guest was sent.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use qipan_core::contract::game::{IllegalStep, Step, Turn};
use qipan_core::contract::options::RuleSet;
use qipan_core::contract::robot::Robot;
use qipan_core::contract::seat::{Seat, SeatSet};
use qipan_core::house::{House, HouseError};
use qipan_core::play::session::Session;
use qipan_core::record::SavedRule;
use qipan_core::script::Scripted;

use crate::model::clock::{ClockGuard, host, table_host};
use crate::model::concession::{Concession, Concessions};
use crate::model::house;
use crate::model::library::ClockedRobot;
use crate::model::robot_threads::{DecisionRequest, RepaintSignal, RobotBuilder, Worker};
use crate::model::scripts::RobotSpec;

/// The number of errors after which a robot is no longer asked. Its seat then plays the first
/// legal action.
const MAX_FAILURES: u8 = 3;

/// The maximum time that one tick adds to the clock. If more time has passed, the computer was
/// asleep.
const MAX_TICK: Duration = Duration::from_secs(5);

/// The referee of a game.
pub struct Referee<G: Scripted> {
    session: Session<G>,
    house: House<G>,
    /// The actions of the seat to move, as the house rules allow them.
    actions: Vec<G::Action>,
    robots: BTreeMap<Seat, SeatedRobot<G>>,
    /// True if robots resign lost games and offer draws.
    robots_concede: bool,
    concessions: Concessions,
    draw_offer: Option<RobotDrawOffer>,
    hint: Option<Hint<G>>,
    clock: Clock,
    wake: RepaintSignal,
    /// The file of the house rule that failed, if one did. The game is then stopped.
    failure: Option<String>,
}

/// A robot that plays a seat.
struct SeatedRobot<G: Scripted> {
    spec: RobotSpec,
    worker: Option<Worker<G>>,
    failures: u8,
}

impl<G: Scripted> SeatedRobot<G> {
    /// Returns the robot's thread, started if necessary.
    fn worker(
        &mut self,
        rules: &[SavedRule],
        robots_at_table: usize,
        wake: &RepaintSignal,
    ) -> &mut Worker<G> {
        self.worker.get_or_insert_with(|| {
            let wake = Arc::clone(wake);
            let build = builder(self.spec.clone(), rules.to_vec(), robots_at_table);
            Worker::start(build, move || wake())
        })
    }
}

/// A draw offer of a robot that some other robots have not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RobotDrawOffer {
    /// The seat of the robot.
    pub by: Seat,
    /// The robots that agree, itself included.
    pub agreed: SeatSet,
}

/// A hint that a player has asked for. It is kept until the next step, so that asking again costs
/// nothing.
struct Hint<G: Scripted> {
    seat: Seat,
    /// The number of steps before the decision.
    step: usize,
    worker: Worker<G>,
    /// The answer, once it is there.
    answer: Option<HintAnswer>,
    /// True until the answer was taken.
    is_wanted: bool,
}

/// The answer of the robot that gives hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintAnswer {
    /// The seat that asked.
    pub seat: Seat,
    /// The number of steps before the decision.
    pub step: usize,
    /// The index of the action in [`Referee::actions`], if the robot found one.
    pub action_index: Option<usize>,
}

/// The clock of the seat to move.
struct Clock {
    /// The number of steps before the decision that is timed.
    step: usize,
    /// The time used for that decision.
    used: Duration,
    last_tick_at: Instant,
}

/// The reason why a step was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is another seat's turn.
    NotYourTurn,
    /// The game is over.
    Over,
    /// There is no such action.
    NoAction,
    /// The rules do not allow it.
    Rules(IllegalStep),
    /// A house rule failed, and the game cannot go on.
    HouseRule,
}

impl<G: Scripted> Referee<G> {
    /// Creates the referee of a game. `robots` play their seats. `wake` is called when a robot has
    /// an answer.
    ///
    /// # Errors
    /// A house rule does not load.
    pub fn new(
        session: Session<G>,
        robots: BTreeMap<Seat, RobotSpec>,
        wake: RepaintSignal,
        now: Instant,
    ) -> Result<Self, String> {
        let house = load_house(&session.record().house_rules)?;
        let mut referee = Self {
            session,
            house,
            actions: Vec::new(),
            robots: BTreeMap::new(),
            robots_concede: false,
            concessions: Concessions::default(),
            draw_offer: None,
            hint: None,
            clock: Clock { step: 0, used: Duration::ZERO, last_tick_at: now },
            wake,
            failure: None,
        };
        robots.into_iter().for_each(|(seat, spec)| referee.seat_robot(seat, spec));
        referee.list_actions();
        Ok(referee)
    }

    /// Makes robots resign lost games and offer draws if `robots_concede` is true.
    #[must_use]
    pub fn with_robots_conceding(mut self, robots_concede: bool) -> Self {
        self.robots_concede = robots_concede;
        self
    }

    /// Returns the session.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// Returns the session, for its journal and notes.
    pub fn session_mut(&mut self) -> &mut Session<G> {
        &mut self.session
    }

    /// Returns the number of steps so far.
    pub fn steps(&self) -> usize {
        self.session.record().steps.len()
    }

    /// Returns the seat to roll or to move.
    pub fn turn(&self) -> Option<Seat> {
        match self.session.state().turn() {
            Turn::Seat(seat) | Turn::Chance { roller: seat } => Some(seat),
            Turn::Over => None,
        }
    }

    /// Returns true if the seat to act has to roll.
    pub fn is_roll_due(&self) -> bool {
        matches!(self.session.state().turn(), Turn::Chance { .. })
    }

    /// Returns true if the game is over.
    pub fn is_over(&self) -> bool {
        self.session.state().turn() == Turn::Over
    }

    /// Returns the file of the house rule that failed and so stopped the game.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Returns the actions of the seat to move. Empty if it has to roll.
    pub fn actions(&self) -> &[G::Action] {
        &self.actions
    }

    /// Returns true if a robot plays this seat.
    pub fn is_robot(&self, seat: Seat) -> bool {
        self.robots.contains_key(&seat)
    }

    /// Lets a robot play a seat from now on.
    pub fn seat_robot(&mut self, seat: Seat, spec: RobotSpec) {
        self.robots.insert(seat, SeatedRobot { spec, worker: None, failures: 0 });
        self.concessions.forget(seat);
    }

    /// Gives a seat back to its player.
    pub fn unseat_robot(&mut self, seat: Seat) {
        self.robots.remove(&seat);
    }

    /// Plays an action for a seat. `action_index` is its index in [`Referee::actions`], or 0 to
    /// roll the die.
    ///
    /// # Errors
    /// It is not the seat's turn, or there is no such action.
    pub fn act(&mut self, seat: Seat, action_index: usize) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if self.turn() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        if self.is_roll_due() {
            return if action_index == 0 { self.roll() } else { Err(Refusal::NoAction) };
        }
        let action = self.actions.get(action_index).copied().ok_or(Refusal::NoAction)?;
        self.play(Step::Act { seat, action })
    }

    /// Rolls the die.
    fn roll(&mut self) -> Result<(), Refusal> {
        let step = self.session.next_roll().map_err(Refusal::Rules)?;
        self.play(step)
    }

    /// Lets a seat resign.
    ///
    /// # Errors
    /// The seat does not play any more.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.play(Step::Resign { seat })
    }

    /// Ends the game as a draw.
    ///
    /// # Errors
    /// The rules allow no draw.
    pub fn draw(&mut self) -> Result<(), Refusal> {
        self.play(Step::Draw)
    }

    /// Takes the last decision of a seat back, with everything after it. Returns false if there is
    /// none.
    pub fn take_back(&mut self, seat: Seat) -> bool {
        let Some(step) = self.last_decision(seat) else { return false };
        self.session.take_back(step);
        (self.failure, self.hint, self.draw_offer) = (None, None, None);
        self.concessions = Concessions::default();
        self.robots.values_mut().for_each(|robot| robot.worker = None);
        self.list_actions();
        true
    }

    /// Returns the index of the step that was the last decision of a seat.
    pub fn last_decision(&self, seat: Seat) -> Option<usize> {
        let steps = &self.session.record().steps;
        steps.iter().rposition(|step| matches!(step, Step::Act { seat: by, .. } if *by == seat))
    }

    /// Lets robots and the clock act. Returns true if a step was played, after which more may
    /// follow. `is_clock_stopped` is true while the table waits for a player to come back.
    pub fn tick(&mut self, now: Instant, is_clock_stopped: bool) -> bool {
        let elapsed = now.saturating_duration_since(self.clock.last_tick_at).min(MAX_TICK);
        self.clock.last_tick_at = now;
        if self.clock.step != self.steps() {
            (self.clock.step, self.clock.used) = (self.steps(), Duration::ZERO);
        }
        if self.failure.is_some() {
            return false;
        }
        let Some(seat) = self.turn() else { return false };
        if self.draw_offer.is_some() {
            return false;
        }
        if self.robots.contains_key(&seat) {
            return self.let_robot_act(seat);
        }
        if is_clock_stopped || self.is_roll_due() {
            return false;
        }
        self.clock.used += elapsed;
        let is_time_up = self.seconds_left().is_some_and(|left| left <= 0.0);
        is_time_up && self.play(Step::Timeout { seat }).is_ok()
    }

    /// Returns the seconds that the seat to move has left, if the game has a clock.
    pub fn seconds_left(&self) -> Option<f64> {
        let Turn::Seat(_) = self.session.state().turn() else { return None };
        let total = self.session.state().rules().clock()?;
        let used =
            if self.clock.step == self.steps() { self.clock.used.as_secs_f64() } else { 0.0 };
        Some((total - used).max(0.0))
    }

    /// Asks the robot of a seat for an action, or plays its answer. Returns true if a step was
    /// played.
    fn let_robot_act(&mut self, seat: Seat) -> bool {
        if self.is_roll_due() {
            return self.roll().is_ok();
        }
        let Some(first) = self.actions.first().copied() else { return false };
        let robots_at_table = self.robots.len();
        let Some(robot) = self.robots.get_mut(&seat) else { return false };
        if robot.failures >= MAX_FAILURES {
            return self.play(Step::Act { seat, action: first }).is_ok();
        }
        let rules = &self.session.record().house_rules;
        let worker = robot.worker(rules, robots_at_table, &self.wake);
        if !worker.is_busy() {
            worker.ask(DecisionRequest::new(&self.session, seat, self.actions.clone()));
        }
        let (action, search_value) = match worker.poll() {
            None => return false,
            Some(Ok(choice)) => {
                robot.failures += u8::from(choice.error.is_some());
                (choice.action, choice.search_value)
            }
            Some(Err(_)) => {
                robot.failures = MAX_FAILURES;
                (first, None)
            }
        };
        let action = if self.actions.contains(&action) { action } else { first };
        self.act_or_concede(seat, action, search_value)
    }

    /// Plays the action of a robot, or lets it resign or offer a draw if it is sure of the result.
    /// Returns true if a step was played.
    fn act_or_concede(&mut self, seat: Seat, action: G::Action, search_value: Option<f32>) -> bool {
        let concession = self.concessions.decide(&self.session, seat, search_value);
        match concession.filter(|_| self.robots_concede) {
            None => self.play(Step::Act { seat, action }).is_ok(),
            Some(Concession::Resign(seats)) => {
                let resign = |seat| self.play(Step::Resign { seat }).is_ok();
                seats.iter().map(resign).fold(false, |a, b| a | b)
            }
            Some(Concession::OfferDraw(agreed)) => {
                let has_acted = self.play(Step::Act { seat, action }).is_ok();
                if has_acted && !self.is_over() {
                    self.draw_offer = Some(RobotDrawOffer { by: seat, agreed });
                }
                has_acted
            }
        }
    }

    /// Asks the other robots about the draw offer of a robot. Returns the offer once all agree. If
    /// one declines, the offer is dropped.
    pub fn poll_draw_offer(&mut self) -> Option<RobotDrawOffer> {
        let mut offer = self.draw_offer.take()?;
        let active = self.session.state().active();
        let robots: SeatSet = self.robots.keys().copied().collect();
        let robots = robots.intersection(active);
        for robot in robots.difference(offer.agreed).iter() {
            match self.poll_draw(robot) {
                None => {}
                Some(true) => offer.agreed.insert(robot),
                Some(false) => {
                    self.note_declined_draw();
                    return None;
                }
            }
        }
        if robots.difference(offer.agreed).is_empty() {
            return Some(offer);
        }
        self.draw_offer = Some(offer);
        None
    }

    /// Records that the draw offer of a robot was declined.
    pub fn note_declined_draw(&mut self) {
        self.concessions.note_declined_draw();
    }

    /// Asks the robot of a seat whether it agrees to a draw. Returns its answer, once it is there.
    pub fn poll_draw(&mut self, seat: Seat) -> Option<bool> {
        let robots_at_table = self.robots.len();
        let Some(robot) = self.robots.get_mut(&seat) else { return Some(false) };
        if robot.failures >= MAX_FAILURES {
            return Some(false);
        }
        let rules = &self.session.record().house_rules;
        let worker = robot.worker(rules, robots_at_table, &self.wake);
        if !worker.is_busy() {
            worker.ask_about_draw(DecisionRequest::for_draw(&self.session, seat));
        }
        worker.poll_draw()
    }

    /// Lets a robot look for a hint about the current decision of a seat, and counts the hint in
    /// the record. The robot sees the view of the seat. Returns false if the hint was asked for
    /// before; its answer can then be taken again.
    ///
    /// # Errors
    /// The seat has no decision to make, or has to answer the question of a house rule.
    pub fn request_hint(&mut self, seat: Seat, robot: &RobotSpec) -> Result<bool, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let has_question = self.session.state().question().is_some();
        if self.turn() != Some(seat) || self.actions.is_empty() || has_question {
            return Err(Refusal::NotYourTurn);
        }
        let step = self.steps();
        if let Some(hint) = self.hint.as_mut().filter(|hint| hint.step == step) {
            hint.is_wanted = true;
            return Ok(false);
        }
        self.session.count_hint();
        let wake = Arc::clone(&self.wake);
        let rules = self.session.record().house_rules.clone();
        let mut worker = Worker::start(builder(robot.clone(), rules, 1), move || wake());
        worker.ask(DecisionRequest::new(&self.session, seat, self.actions.clone()));
        self.hint = Some(Hint { seat, step, worker, answer: None, is_wanted: true });
        Ok(true)
    }

    /// Takes the answer to the request for a hint, once it is there.
    pub fn poll_hint(&mut self) -> Option<HintAnswer> {
        let step = self.steps();
        // A hint for an earlier step would refer to an old list of actions.
        let hint = self.hint.as_mut().filter(|hint| hint.step == step)?;
        if hint.answer.is_none() {
            let choice = hint.worker.poll()?.ok().filter(|choice| choice.error.is_none());
            let action_index = choice
                .and_then(|choice| self.actions.iter().position(|action| *action == choice.action));
            hint.answer = Some(HintAnswer { seat: hint.seat, step, action_index });
        }
        hint.answer.filter(|_| std::mem::take(&mut hint.is_wanted))
    }

    /// Plays a step under the house rules.
    fn play(&mut self, step: Step<G>) -> Result<(), Refusal> {
        if self.failure.is_some() {
            return Err(Refusal::HouseRule);
        }
        let ends_game = matches!(step, Step::Draw | Step::Resign { .. });
        let played = if !self.session.has_room() && !ends_game {
            self.session.end_as_draw().map_err(Refusal::Rules)
        } else if self.house.is_empty() {
            self.session.play(step).map(drop).map_err(Refusal::Rules)
        } else {
            let _clock = ClockGuard::start();
            match self.session.play_with_house_rules(step, &mut self.house) {
                Ok(_) => Ok(()),
                Err(HouseError::Illegal(IllegalStep::Full)) => {
                    self.session.end_as_draw().map_err(Refusal::Rules)
                }
                Err(HouseError::Illegal(why)) => Err(Refusal::Rules(why)),
                Err(HouseError::Failed(failure)) => {
                    self.fail(&failure);
                    Err(Refusal::HouseRule)
                }
            }
        };
        if played.is_ok() {
            // Any step withdraws an offer.
            self.draw_offer = None;
            self.list_actions();
        }
        played
    }

    /// Lists the actions of the seat to move.
    fn list_actions(&mut self) {
        self.actions.clear();
        let state = self.session.state();
        if !matches!(state.turn(), Turn::Seat(_)) {
            return;
        }
        if self.house.is_empty() {
            state.legal_actions(&mut self.actions);
            return;
        }
        let _clock = ClockGuard::start();
        if let Err(failure) = self.house.actions(state, &mut self.actions) {
            self.actions.clear();
            self.fail(&failure);
        }
    }

    /// Stops the game because of a house rule. The message may hold secrets, so only the file is
    /// named.
    fn fail(&mut self, failure: &qipan_core::house::RuleFailure) {
        let rule = self.session.record().house_rules.get(usize::from(failure.rule));
        self.failure = Some(rule.map_or_else(String::new, |rule| rule.file.clone()));
    }
}

/// Loads house rules.
///
/// # Errors
/// A rule does not load.
pub fn load_house<G: Scripted>(rules: &[SavedRule]) -> Result<House<G>, String> {
    let _clock = ClockGuard::start();
    house::load(rules, &host()).map_err(|failed| failed.error.to_string())
}

/// Returns the function that builds a robot on its thread. The robots at the table share the
/// thinking time.
fn builder<G: Scripted>(
    spec: RobotSpec,
    rules: Vec<SavedRule>,
    robots_at_table: usize,
) -> RobotBuilder<G> {
    Box::new(move |cancel| {
        let host = qipan_core::script::Host { cancel, ..table_host(robots_at_table) };
        let house = house::load(&rules, &host).map_err(|failed| failed.error.to_string())?;
        let robot = spec.make::<G>(&host, house).map_err(|error| error.to_string())?;
        Ok(Box::new(ClockedRobot(robot)) as Box<dyn Robot<G>>)
    })
}
