//! The loop that plays games without a person: between robots, in a check of a script, in playouts.
//!
//! [`run_to_end`] asks [`Players`] for each decision and plays it in a [`GameRunner`]. There are
//! several runners, which keep different parts of a game's history: a session with its record
//! ([`RecordedGame`]), lists of steps and events ([`LoggedGame`]), or nothing (playouts).

use rand::Rng;

use crate::contract::game::{Game, IllegalStep, Step, Turn, Viewer, random_element};
use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::contract::robot::{Choice, Decision, Robot};
use crate::contract::robot_stream::RobotStream;
use crate::contract::seat::Seat;
use crate::house::{House, HouseError};
use crate::play::session::Session;

/// A running game, with as much of its history as its owner needs.
pub trait GameRunner<G: Game> {
    /// The reason why the game cannot go on, such as the failure of a house rule.
    type Error;

    /// Returns the current state.
    fn state(&self) -> &G;
    /// Returns true if another turn is allowed. A limit is needed because a game under house rules
    /// may never end.
    fn has_room(&self) -> bool {
        true
    }
    /// Fills `out` with the actions of the seat to move.
    fn actions(&mut self, out: &mut Vec<G::Action>) -> Result<(), Self::Error>;
    /// Returns one of the actions of the seat to move, each equally likely. `list` is a buffer for
    /// actions.
    #[inline]
    fn random_action<R: Rng + ?Sized>(
        &mut self,
        rng: &mut R,
        list: &mut Vec<G::Action>,
    ) -> Result<G::Action, Self::Error> {
        self.actions(list)?;
        Ok(random_element(list, rng))
    }
    /// Plays a legal step.
    fn play(&mut self, step: Step<G>) -> Result<(), Self::Error>;
}

/// Decides everything in a game: the outcomes of chance, and the actions of all seats.
pub trait Players<G: Game, M: GameRunner<G>> {
    /// The reason why the loop stops before the game is over. Any method that returns it stops the
    /// loop.
    type Error: From<M::Error>;

    /// Returns one of the chance outcomes, of which there is at least one.
    fn roll(&mut self, game: &M, outcomes: &[G::Chance]) -> Result<G::Chance, Self::Error>;
    /// Like [`Players::roll`], but lists the outcomes itself. Implementations that need no list
    /// override it. `list` is a buffer for outcomes.
    #[inline]
    fn list_and_roll(
        &mut self,
        game: &M,
        list: &mut Vec<G::Chance>,
    ) -> Result<G::Chance, Self::Error> {
        game.state().chance_outcomes(list);
        self.roll(game, list)
    }
    /// Returns the action of a seat: one of `actions`, of which there is at least one.
    fn choose(
        &mut self,
        game: &M,
        seat: Seat,
        actions: &[G::Action],
    ) -> Result<G::Action, Self::Error>;
    /// Like [`Players::choose`], but lists the actions itself. Implementations that need no list
    /// override it. `list` is a buffer for actions.
    #[inline]
    fn list_and_choose(
        &mut self,
        game: &mut M,
        seat: Seat,
        list: &mut Vec<G::Action>,
    ) -> Result<G::Action, Self::Error> {
        game.actions(list)?;
        self.choose(game, seat, list)
    }
}

/// The reason why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The game is over.
    Over,
    /// The runner has no room for another turn.
    NoRoom,
}

/// Buffers that are reused from game to game, so that the loop allocates nothing.
#[derive(Clone, Debug)]
pub struct Buffers<G: Game> {
    actions: Vec<G::Action>,
    outcomes: Vec<G::Chance>,
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Self {
        Self { actions: Vec::new(), outcomes: Vec::new() }
    }
}

/// Plays until the game is over or the runner has no room. Returns the reason.
///
/// # Examples
/// Let all players take their first action:
/// ```
/// use qipan_core::contract::dice::{Dice, Seed};
/// use qipan_core::contract::game::Game;
/// use qipan_core::contract::seat::{Seat, SeatSet};
/// use qipan_core::games::race::{Action, Deal, Race, Rules};
/// use qipan_core::house::House;
/// use qipan_core::play::game_loop::{Buffers, RunEnd, GameRunner, LoggedGame, Players, run_to_end};
///
/// struct First(Dice);
///
/// impl<M: GameRunner<Race>> Players<Race, M> for First {
///     type Error = M::Error;
///     fn roll(&mut self, _: &M, faces: &[u8]) -> Result<u8, M::Error> {
///         Ok(self.0.roll(faces))
///     }
///     fn choose(&mut self, _: &M, _: Seat, actions: &[Action]) -> Result<Action, M::Error> {
///         Ok(actions[0])
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let start = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
/// let mut house = House::default();
/// let mut game = LoggedGame::new(start, &mut house, 10_000);
/// let mut players = First(Dice::new(Seed::from_number(7)));
/// assert_eq!(run_to_end(&mut game, &mut players, &mut Buffers::default())?, RunEnd::Over);
/// assert!(game.state.outcome().is_some() && game.steps.len() < 10_000);
/// # Ok(())
/// # }
/// ```
#[inline]
pub fn run_to_end<G: Game, M: GameRunner<G>, P: Players<G, M>>(
    game: &mut M,
    players: &mut P,
    buffers: &mut Buffers<G>,
) -> Result<RunEnd, P::Error> {
    while game.has_room() {
        // Each arm plays its own step, so that the compiler knows which kind of step it is.
        match game.state().turn() {
            Turn::Over => return Ok(RunEnd::Over),
            Turn::Chance { .. } => {
                let outcome = players.list_and_roll(game, &mut buffers.outcomes)?;
                game.play(Step::Chance(outcome))?;
            }
            Turn::Seat(seat) => {
                let action = players.list_and_choose(game, seat, &mut buffers.actions)?;
                game.play(Step::Act { seat, action })?;
            }
        }
    }
    Ok(if game.state().turn() == Turn::Over { RunEnd::Over } else { RunEnd::NoRoom })
}

/// A runner that plays a session under house rules and records everything.
#[derive(Debug)]
pub struct RecordedGame<'a, G: Game> {
    /// The session.
    pub session: Session<G>,
    /// The house rules of the session.
    pub house: &'a mut House<G>,
    /// True after a step that did not fit into the record with the effects of house rules that
    /// follow it. The step was not played.
    is_full: bool,
}

impl<'a, G: Game> RecordedGame<'a, G> {
    /// Creates a runner that continues a session as long as its record has room.
    pub fn new(session: Session<G>, house: &'a mut House<G>) -> Self {
        Self { session, house, is_full: false }
    }
}

impl<G: HouseRuleHooks> GameRunner<G> for RecordedGame<'_, G> {
    type Error = HouseError;

    fn state(&self) -> &G {
        self.session.state()
    }

    fn has_room(&self) -> bool {
        self.session.has_room() && !self.is_full
    }

    fn actions(&mut self, out: &mut Vec<G::Action>) -> Result<(), HouseError> {
        Ok(self.house.actions(self.session.state(), out)?)
    }

    fn play(&mut self, step: Step<G>) -> Result<(), HouseError> {
        match self.session.play_with_house_rules(step, self.house) {
            Ok(_) => Ok(()),
            Err(HouseError::Illegal(IllegalStep::Full)) => {
                self.is_full = true;
                Ok(())
            }
            Err(why) => Err(why),
        }
    }
}

/// A runner that keeps the current state, the events and the steps, without a record.
#[derive(Debug)]
pub struct LoggedGame<'a, G: Game> {
    /// The current state.
    pub state: G,
    /// All events so far, oldest first.
    pub log: Vec<G::Event>,
    /// All steps so far, including those of house rules.
    pub steps: Vec<Step<G>>,
    /// The house rules.
    pub house: &'a mut House<G>,
    /// The maximum number of steps.
    pub max_steps: usize,
    /// True after a step that exceeded the maximum with the effects of house rules that follow it.
    /// The step was undone.
    is_full: bool,
}

/// An upper bound for the number of effects of house rules that follow one step.
const MAX_EFFECTS: usize = 10_000;

impl<'a, G: Game> LoggedGame<'a, G> {
    /// Creates a runner that begins at a state.
    pub fn new(state: G, house: &'a mut House<G>, max_steps: usize) -> Self {
        Self { state, log: Vec::new(), steps: Vec::new(), house, max_steps, is_full: false }
    }
}

impl<G: HouseRuleHooks> GameRunner<G> for LoggedGame<'_, G> {
    type Error = HouseError;

    fn state(&self) -> &G {
        &self.state
    }

    fn has_room(&self) -> bool {
        self.steps.len() < self.max_steps && !self.is_full
    }

    fn actions(&mut self, out: &mut Vec<G::Action>) -> Result<(), HouseError> {
        Ok(self.house.actions(&self.state, out)?)
    }

    fn play(&mut self, step: Step<G>) -> Result<(), HouseError> {
        if self.house.is_empty() {
            self.state.play_unchecked(&step, &mut self.log);
            self.steps.push(step);
            return Ok(());
        }
        let (steps_before, events_before) = (self.steps.len(), self.log.len());
        // The state is copied only if the step could exceed the maximum.
        let may_exceed = steps_before + MAX_EFFECTS > self.max_steps;
        let state_before = may_exceed.then(|| self.state.clone());
        self.house.play(&mut self.state, step, &mut self.steps, &mut self.log)?;
        if let Some(state_before) = state_before.filter(|_| self.steps.len() > self.max_steps) {
            self.state = state_before;
            self.steps.truncate(steps_before);
            self.log.truncate(events_before);
            self.is_full = true;
        }
        Ok(())
    }
}

/// Asks a robot for the decision of a seat. The robot sees the seat's view of `state`. `log` holds
/// all events so far. `house_rules` lists the file names of the house rules without extension, and
/// `stream` gives the robot's random numbers.
pub fn ask<G: Game>(
    robot: &mut (impl Robot<G> + ?Sized),
    state: &G,
    seat: Seat,
    actions: &[G::Action],
    log: &[G::Event],
    house_rules: &[String],
    stream: RobotStream,
) -> Choice<G::Action> {
    let view = &state.view(Viewer::Seat(seat));
    let ply = state.ply();
    robot.choose(&Decision { seat, view, actions, log, house_rules, ply, stream })
}
