//! One loop for every game that plays itself: between robots, in a check of a script, at
//! random in a simulation.
//!
//! [`run_to_end`] asks who decides, [`Players`], and plays what they answer in a [`GameRunner`],
//! which keeps of the game what its owner needs.

use rand::Rng;

use crate::game::{Game, IllegalStep, Step, Turn, Viewer, any_of};
use crate::house::{House, HouseError};
use crate::house_rule_support::HouseRuleHooks;
use crate::robot::{Choice, Decision, Robot};
use crate::robot_stream::RobotStream;
use crate::seat::Seat;
use crate::session::Session;

/// A game under way, with whatever is kept of it.
pub trait GameRunner<G: Game> {
    /// Why the game cannot go on.
    type Error;

    /// The position.
    fn state(&self) -> &G;
    /// Whether another turn is allowed: house rules can make games that never end.
    fn has_room(&self) -> bool {
        true
    }
    /// Puts the actions of the seat to move into `out`, emptied first.
    ///
    /// # Errors
    /// When a house rule fails.
    fn actions(&mut self, out: &mut Vec<G::Action>) -> Result<(), Self::Error>;
    /// One of the actions of the seat to move, each equally likely; `list` is there to put
    /// them in.
    ///
    /// # Errors
    /// When a house rule fails.
    #[inline]
    fn random_action<R: Rng + ?Sized>(
        &mut self,
        rng: &mut R,
        list: &mut Vec<G::Action>,
    ) -> Result<G::Action, Self::Error> {
        self.actions(list)?;
        Ok(any_of(list, rng))
    }
    /// Plays a step that is legal.
    ///
    /// # Errors
    /// When a house rule fails.
    fn play(&mut self, step: Step<G>) -> Result<(), Self::Error>;
}

/// Who decides in a match: chance, and somebody on every seat.
pub trait Players<G: Game, M: GameRunner<G>> {
    /// Why the match ends before the game is over.
    type Error: From<M::Error>;

    /// One of the outcomes of chance, of which there is at least one.
    ///
    /// # Errors
    /// To end the match.
    fn roll(&mut self, game: &M, outcomes: &[G::Chance]) -> Result<G::Chance, Self::Error>;
    /// As [`Players::roll`] where the outcomes are not listed yet: those that do without a
    /// list write this. `list` is there to put them in.
    ///
    /// # Errors
    /// To end the match.
    #[inline]
    fn roll_unlisted(
        &mut self,
        game: &M,
        list: &mut Vec<G::Chance>,
    ) -> Result<G::Chance, Self::Error> {
        game.state().chance_outcomes(list);
        self.roll(game, list)
    }
    /// What a seat does: one of these actions, of which there is at least one.
    ///
    /// # Errors
    /// To end the match.
    fn choose(
        &mut self,
        game: &M,
        seat: Seat,
        actions: &[G::Action],
    ) -> Result<G::Action, Self::Error>;
    /// As [`Players::choose`] where the actions are not listed yet: those that do without a
    /// list write this. `list` is there to put them in.
    ///
    /// # Errors
    /// To end the match.
    #[inline]
    fn choose_unlisted(
        &mut self,
        game: &mut M,
        seat: Seat,
        list: &mut Vec<G::Action>,
    ) -> Result<G::Action, Self::Error> {
        game.actions(list)?;
        self.choose(game, seat, list)
    }
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The game is over.
    Over,
    /// There was no room for another turn.
    NoRoom,
}

/// Lists that are used again and again, so that a match allocates nothing.
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

/// Plays until the game is over.
///
/// # Errors
/// Why a player or a house rule ended the match.
#[inline]
pub fn run_to_end<G: Game, M: GameRunner<G>, P: Players<G, M>>(
    game: &mut M,
    players: &mut P,
    buffers: &mut Buffers<G>,
) -> Result<End, P::Error> {
    while game.has_room() {
        // Each arm plays its own step, so that the compiler need not ask what step it is.
        match game.state().turn() {
            Turn::Over => return Ok(End::Over),
            Turn::Chance { .. } => {
                let outcome = players.roll_unlisted(game, &mut buffers.outcomes)?;
                game.play(Step::Chance(outcome))?;
            }
            Turn::Seat(seat) => {
                let action = players.choose_unlisted(game, seat, &mut buffers.actions)?;
                game.play(Step::Act { seat, action })?;
            }
        }
    }
    Ok(if game.state().turn() == Turn::Over { End::Over } else { End::NoRoom })
}

/// A session played under house rules: everything is recorded.
#[derive(Debug)]
pub struct RecordedGame<'a, G: Game> {
    /// The session.
    pub session: Session<G>,
    /// Its house rules.
    pub house: &'a mut House<G>,
    /// Whether a step with what follows it found no room.
    is_full: bool,
}

impl<'a, G: Game> RecordedGame<'a, G> {
    /// A session to be played on under house rules, as far as a record goes.
    #[must_use]
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
        match self.session.play_under(step, self.house) {
            Ok(_) => Ok(()),
            Err(HouseError::Illegal(IllegalStep::Full)) => {
                self.is_full = true;
                Ok(())
            }
            Err(why) => Err(why),
        }
    }
}

/// A game of which only the last state is kept, beside what robots are shown.
#[derive(Debug)]
pub struct LoggedGame<'a, G: Game> {
    /// The position.
    pub state: G,
    /// All events so far, oldest first.
    pub log: Vec<G::Event>,
    /// All steps so far, those of house rules among them.
    pub steps: Vec<Step<G>>,
    /// The house rules.
    pub house: &'a mut House<G>,
    /// Steps it may have at the most.
    pub most_steps: usize,
    /// Whether a step with what follows it found no room.
    is_full: bool,
}

/// More steps than may follow one under house rules.
const FOLLOWING: usize = 10_000;

impl<'a, G: Game> LoggedGame<'a, G> {
    /// A game at its start.
    #[must_use]
    pub fn new(state: G, house: &'a mut House<G>, most_steps: usize) -> Self {
        let (log, steps, is_full) = (Vec::new(), Vec::new(), false);
        Self { state, log, steps, house, most_steps, is_full }
    }
}

impl<G: HouseRuleHooks> GameRunner<G> for LoggedGame<'_, G> {
    type Error = HouseError;

    fn state(&self) -> &G {
        &self.state
    }

    fn has_room(&self) -> bool {
        self.steps.len() < self.most_steps && !self.is_full
    }

    fn actions(&mut self, out: &mut Vec<G::Action>) -> Result<(), HouseError> {
        Ok(self.house.actions(&self.state, out)?)
    }

    fn play(&mut self, step: Step<G>) -> Result<(), HouseError> {
        if !self.house.is_empty() {
            let (steps, events) = (self.steps.len(), self.log.len());
            let before = (steps + FOLLOWING > self.most_steps).then(|| self.state.clone());
            self.house.play(&mut self.state, step, &mut self.steps, &mut self.log)?;
            if let Some(before) = before.filter(|_| self.steps.len() > self.most_steps) {
                self.state = before;
                self.steps.truncate(steps);
                self.log.truncate(events);
                self.is_full = true;
            }
            return Ok(());
        }
        self.state.play_unchecked(&step, &mut self.log);
        self.steps.push(step);
        Ok(())
    }
}

/// Asks a robot for the decision of a seat; `log` holds all events so far, `stream` begins the
/// robot's own random numbers.
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
