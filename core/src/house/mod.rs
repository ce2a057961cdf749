//! House rules: plays steps together with the effects that rules ask for.
//!
//! [`HouseRule`] is one rule, and [`House`] holds the rules of a game. A rule can do four things:
//! filter the legal actions, ask for effects after a step, decide a battle, and refuse a layout
//! before the game. The game checks each effect, which then becomes a step of the record. So a
//! replay needs no rule, and a game never calls one.
//!
//! One effect asks a seat a question. The answer is an action of the seat, and the rule can ask for
//! effects after it ([`HouseRule::answered`]).

use serde_json::Value as Json;

use crate::contract::game::{Game, IllegalStep, Sink, Step, Turn};
use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::contract::localized::Text;
use crate::contract::question::{Question, QuestionKey};
use crate::contract::robot::{RobotError, RobotErrorKind};
use crate::contract::seat::Seat;

/// A house rule of a game. It must be stateless and deterministic: a method must return the same
/// for the same arguments, in any order of calls.
///
/// # Examples
/// A rule in Rust that keeps the fourth plane of each seat in its hangar:
/// ```
/// use qipan_core::contract::game::{Game, NullSink, Step};
/// use qipan_core::contract::robot::{RobotError, RobotErrorKind};
/// use qipan_core::contract::seat::SeatSet;
/// use qipan_core::games::race::{Action, Deal, Effect, Event, Race, Rules};
/// use qipan_core::house::{Hook, House, HouseRule};
///
/// struct Grounded;
///
/// impl HouseRule<Race> for Grounded {
///     fn filters(&self) -> bool {
///         true
///     }
///     fn filter(&mut self, _: &Race, actions: &[Action]) -> Result<Vec<Action>, RobotError> {
///         Ok(actions.iter().copied().filter(|action| action.plane() < 3).collect())
///     }
///     fn listens(&self, _: &[Event]) -> bool {
///         false
///     }
///     fn after(
///         &mut self,
///         _: &Race,
///         _: &Step<Race>,
///         _: &[Event],
///     ) -> Result<Vec<Effect>, RobotError> {
///         Ok(Vec::new())
///     }
///     fn decide_battle(&mut self, _: &Race, _: Action) -> Result<Option<Action>, RobotError> {
///         Ok(None)
///     }
///     fn invalid_result(&self, hook: Hook, message: String) -> RobotError {
///         let message = format!("grounded, {}: {message}", hook.name());
///         RobotError { kind: RobotErrorKind::Error, message }
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut game = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
/// game.play(&Step::Chance(6), &mut NullSink)?;
/// let mut house = House::new(vec![(0, Box::new(Grounded) as Box<dyn HouseRule<Race>>)]);
/// let mut actions = Vec::new();
/// house.actions(&game, &mut actions)?;
/// assert!(!actions.is_empty() && actions.iter().all(|action| action.plane() < 3));
/// # Ok(())
/// # }
/// ```
pub trait HouseRule<G: Game> {
    /// Begins a new game. Discards all data of earlier games.
    fn start(&mut self) -> Result<(), RobotError> {
        Ok(())
    }
    /// Returns true if [`HouseRule::filter`] may remove actions.
    fn filters(&self) -> bool;
    /// Returns those of the legal actions of the seat to move that the rule allows.
    fn filter(&mut self, state: &G, actions: &[G::Action]) -> Result<Vec<G::Action>, RobotError>;
    /// Returns true if [`HouseRule::after`] is to be called for these events.
    fn listens(&self, events: &[G::Event]) -> bool;
    /// Returns the effects that follow a step. `state` is the state after the step.
    fn after(
        &mut self,
        state: &G,
        step: &Step<G>,
        events: &[G::Event],
    ) -> Result<Vec<G::Effect>, RobotError>;
    /// Returns the effects that follow the answer to a question of this rule. `state` is the state
    /// after the answer.
    fn answered(&mut self, state: &G, answer: &GivenAnswer) -> Result<Vec<G::Effect>, RobotError> {
        let _ = (state, answer);
        Ok(Vec::new())
    }
    /// Returns the action with the result of its battle, if the rule decides the battle. `state` is
    /// the state before the action.
    fn decide_battle(
        &mut self,
        state: &G,
        action: G::Action,
    ) -> Result<Option<G::Action>, RobotError>;
    /// Returns the reason why the rule refuses a seat's part of the deal, such as its layout.
    /// Returns `None` if the rule allows the part.
    fn check_layout(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<Text>, RobotError> {
        let _ = (rules, seat, deal);
        Ok(None)
    }
    /// Returns the fuel that the last call used. It is 0 for rules in Rust.
    fn fuel(&self) -> u64 {
        0
    }
    /// Returns the error for an invalid return value of a hook. The error names the rule and the
    /// hook, as do the rule's other errors.
    fn invalid_result(&self, hook: Hook, message: String) -> RobotError;

    /// Returns the error for an effect that a hook asked for and that cannot be applied. `effect`
    /// is the effect as saved games have it.
    fn invalid_effect(&self, hook: Hook, effect: &Json, message: String) -> RobotError {
        let _ = effect;
        self.invalid_result(hook, message)
    }
}

/// The answer of a seat to a question of a house rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenAnswer {
    /// The seat that answered.
    pub seat: Seat,
    /// The name of the question.
    pub question: QuestionKey,
    /// The name of the option that the seat chose.
    pub option: QuestionKey,
    /// True if only the seat may know the question and the answer.
    pub private: bool,
}

impl GivenAnswer {
    /// Returns the answer that a step gives in a state, with the number of the rule that asked.
    /// Returns `None` if the step is no answer or the question is hidden.
    pub fn of_step<G: Game>(state: &G, step: &Step<G>) -> Option<(u8, Self)> {
        let Step::Act { action, .. } = step else { return None };
        let option = G::answered_option(*action)?;
        let Question { rule, seat, keys } = *state.question()?;
        let option = keys.options.get(usize::from(option))?;
        Some((rule, Self { seat, question: keys.question?, option, private: keys.private }))
    }
}

/// A hook of a house rule, called during or before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the functions in scripts")]
pub enum Hook {
    Filter,
    After,
    Answered,
    Battle,
    Layout,
}

impl Hook {
    /// All hooks.
    pub const ALL: [Self; 5] =
        [Self::Filter, Self::After, Self::Answered, Self::Battle, Self::Layout];

    /// Returns the hook's name in scripts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Filter => "filter",
            Self::After => "after",
            Self::Answered => "answered",
            Self::Battle => "battle",
            Self::Layout => "layout",
        }
    }
}

/// The failure of a house rule: its script has an error, ran out of fuel, asked for an impossible
/// effect or left no action. The step is not played, and the game cannot continue with the rule.
/// Only a simulation ([`House::play_unchecked`]) keeps what was played before the failure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct RuleFailure {
    /// The number of the rule in the game, from 0.
    pub rule: u8,
    /// The error.
    pub error: RobotError,
}

/// The reason why a step cannot be played under house rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HouseError {
    /// The game or a house rule forbids the step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// A house rule failed.
    #[error(transparent)]
    Failed(#[from] RuleFailure),
}

/// The message for a filter that removes all actions in a game in which a seat cannot pass.
const NO_ACTION_LEFT: &str = "filter left no action to the seat to move";

/// The house rules of a game, in the order in which they are called.
pub struct House<G: Game> {
    /// Each rule with its number in the game, which does not change if other rules are disabled.
    rules: Vec<(u8, Box<dyn HouseRule<G>>)>,
    /// A buffer for the events of one step and its effects.
    events: Vec<G::Event>,
    /// The fuel used by the rules since the last [`House::take_fuel`].
    fuel: u64,
}

impl<G: Game> Default for House<G> {
    fn default() -> Self {
        Self { rules: Vec::new(), events: Vec::new(), fuel: 0 }
    }
}

impl<G: Game> std::fmt::Debug for House<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.rules.iter().map(|(number, _)| number)).finish()
    }
}

impl<G: Game> House<G> {
    /// Creates the house rules of a game from rules with their numbers.
    pub fn new(rules: Vec<(u8, Box<dyn HouseRule<G>>)>) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Returns true if there are no rules.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Returns the fuel that the rules used since the last call of this method. [`House::start`]
    /// and [`House::check_layout`] are not counted.
    pub fn take_fuel(&mut self) -> u64 {
        std::mem::take(&mut self.fuel)
    }

    /// Removes the rule with this number.
    pub fn disable_rule(&mut self, rule: u8) {
        self.rules.retain(|(number, _)| *number != rule);
    }

    /// Begins a new game. The rules discard all data of earlier games.
    pub fn start(&mut self) -> Result<(), RuleFailure> {
        for (number, rule) in &mut self.rules {
            rule.start().map_err(|error| RuleFailure { rule: *number, error })?;
        }
        Ok(())
    }

    /// Returns the number of the first rule that refuses a seat's layout, and its reason.
    pub fn check_layout(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<(u8, Text)>, RuleFailure> {
        for (number, rule) in &mut self.rules {
            let result = rule.check_layout(rules, seat, deal);
            let refusal = result.map_err(|error| RuleFailure { rule: *number, error })?;
            if let Some(reason) = refusal {
                return Ok(Some((*number, reason)));
            }
        }
        Ok(None)
    }
}

impl<G: HouseRuleHooks> House<G> {
    /// Fills `out` with the actions of the seat to move that the game and all rules allow.
    ///
    /// # Errors
    /// A rule failed, or left no action. If a seat can pass in this game, the step before has passed
    /// its turn, so only a rule that answers differently when asked again leaves none.
    pub fn actions(&mut self, state: &G, out: &mut Vec<G::Action>) -> Result<(), RuleFailure> {
        match self.filter_actions(state, out)? {
            Some(rule) => Err(self.failure(rule, Hook::Filter, NO_ACTION_LEFT)),
            None => Ok(()),
        }
    }

    /// Fills `out` with the allowed actions. If none is left, returns the number of the rule that
    /// removed the last one.
    fn filter_actions(
        &mut self,
        state: &G,
        out: &mut Vec<G::Action>,
    ) -> Result<Option<u8>, RuleFailure> {
        state.legal_actions(out);
        // The options of a question are not filtered.
        if state.question().is_some() {
            return Ok(None);
        }
        for (number, rule) in &mut self.rules {
            if out.is_empty() || !rule.filters() {
                continue;
            }
            let result = rule.filter(state, out);
            self.fuel += rule.fuel();
            *out = result.map_err(|error| RuleFailure { rule: *number, error })?;
            if out.is_empty() {
                return Ok(Some(*number));
            }
        }
        Ok(None)
    }

    /// Plays a step with all its effects, or nothing. Appends the step to `steps`, and then each
    /// effect as a step.
    ///
    /// # Errors
    /// The step is illegal or a rule failed. `state`, `steps` and `events` are then unchanged.
    ///
    /// # Examples
    /// A step is played with all its effects, or nothing happens:
    /// ```
    /// use qipan_core::contract::game::{Game, IllegalStep, NullSink, Step};
    /// use qipan_core::contract::seat::SeatSet;
    /// use qipan_core::games::race::{Deal, Race, Rules};
    /// use qipan_core::house::{House, HouseError};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut game = Race::new(&Rules::FLYING, SeatSet::first(4), &Deal::default())?;
    /// let (mut house, mut steps) = (House::default(), Vec::new());
    /// let refused = house.play(&mut game, Step::Chance(7), &mut steps, &mut NullSink);
    /// assert_eq!(refused, Err(HouseError::Illegal(IllegalStep::NotLegal)));
    /// assert!(steps.is_empty());
    /// house.play(&mut game, Step::Chance(6), &mut steps, &mut NullSink)?;
    /// assert_eq!(steps, [Step::Chance(6)]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn play(
        &mut self,
        state: &mut G,
        step: Step<G>,
        steps: &mut Vec<Step<G>>,
        events: &mut impl Sink<G::Event>,
    ) -> Result<(), HouseError> {
        let old_len = steps.len();
        let result = self.play_each(state, step, events, |step, _, _| steps.push(step.clone()));
        if result.is_err() {
            steps.truncate(old_len);
        }
        result
    }

    /// Plays a step with all its effects, or nothing. Calls `on_step` after each step, with the
    /// state after it and the number of events since the call began. If the result is an error, the
    /// caller must discard what `on_step` received.
    ///
    /// # Errors
    /// The step is illegal or a rule failed. `state` and `events` are then unchanged.
    pub fn play_each(
        &mut self,
        state: &mut G,
        step: Step<G>,
        events: &mut impl Sink<G::Event>,
        mut on_step: impl FnMut(&Step<G>, &G, usize),
    ) -> Result<(), HouseError> {
        let mut next = state.clone();
        let mut new_events = std::mem::take(&mut self.events);
        new_events.clear();
        let result = self
            .check_step(&next, step)
            .and_then(|step| self.play_checked(&mut next, step, &mut new_events, &mut on_step));
        if result.is_ok() {
            *state = next;
            new_events.drain(..).for_each(|event| events.emit(event));
        }
        self.events = new_events;
        result
    }

    /// Plays a legal step with all its effects, for simulations. If a rule fails, `state` keeps
    /// what was played before the failure.
    pub fn play_unchecked(
        &mut self,
        state: &mut G,
        step: Step<G>,
        events: &mut impl Sink<G::Event>,
    ) -> Result<(), RuleFailure> {
        let mut new_events = std::mem::take(&mut self.events);
        new_events.clear();
        let result = self
            .with_battle_decided(state, step)
            .and_then(|step| self.play_checked(state, step, &mut new_events, &mut |_, _, _| {}));
        new_events.drain(..).for_each(|event| events.emit(event));
        self.events = new_events;
        match result {
            Err(HouseError::Failed(failure)) => Err(failure),
            _ => Ok(()),
        }
    }

    /// Plays a legal step with all its effects, and calls `on_step` after each.
    fn play_checked(
        &mut self,
        state: &mut G,
        step: Step<G>,
        events: &mut Vec<G::Event>,
        on_step: &mut impl FnMut(&Step<G>, &G, usize),
    ) -> Result<(), HouseError> {
        let answer = GivenAnswer::of_step(state, &step);
        let is_answer =
            matches!(&step, Step::Act { action, .. } if G::answered_option(*action).is_some());
        state.play_unchecked(&step, events);
        on_step(&step, state, events.len());
        if is_answer {
            if let Some((number, answer)) = answer {
                self.react_to_answer(number, &answer, state, events, on_step)?;
            }
            return self.pass_while_no_action_is_left(state, events, on_step);
        }
        // Rules learn the events of the step, not those of effects.
        let step_events = events.len();
        for index in 0..self.rules.len() {
            if state.turn() == Turn::Over {
                break;
            }
            let (number, rule) = &mut self.rules[index];
            let number = *number;
            if !rule.listens(&events[..step_events]) {
                continue;
            }
            let result = rule.after(state, &step, &events[..step_events]);
            self.fuel += rule.fuel();
            let effects = result.map_err(|error| RuleFailure { rule: number, error })?;
            for effect in effects {
                self.apply((number, Hook::After), effect, state, events, on_step)?;
            }
        }
        self.pass_while_no_action_is_left(state, events, on_step)
    }

    /// Applies the effects that follow an answer, and calls `on_step` after each. A rule that was
    /// disabled since it asked does nothing.
    fn react_to_answer(
        &mut self,
        number: u8,
        answer: &GivenAnswer,
        state: &mut G,
        events: &mut Vec<G::Event>,
        on_step: &mut impl FnMut(&Step<G>, &G, usize),
    ) -> Result<(), RuleFailure> {
        let Some((_, rule)) = self.rules.iter_mut().find(|(other, _)| *other == number) else {
            return Ok(());
        };
        let result = rule.answered(state, answer);
        self.fuel += rule.fuel();
        for effect in result.map_err(|error| RuleFailure { rule: number, error })? {
            self.apply((number, Hook::Answered), effect, state, events, on_step)?;
        }
        Ok(())
    }

    /// Checks that the game and every rule allow a step. Returns the step as
    /// [`House::with_battle_decided`] completes it.
    fn check_step(&mut self, state: &G, step: Step<G>) -> Result<Step<G>, HouseError> {
        let Step::Act { seat, action } = step else {
            state.check(&step)?;
            return Ok(step);
        };
        // Callers leave out the result of a battle, but the game expects it if the rules record it.
        state.check(&Step::Act { seat, action: state.with_battle_result(action) })?;
        if self.rules.iter().any(|(_, rule)| rule.filters()) {
            let mut allowed = Vec::new();
            self.actions(state, &mut allowed)?;
            if !allowed.contains(&action) {
                return Err(IllegalStep::HouseRule.into());
            }
        }
        self.with_battle_decided(state, step)
    }

    /// Returns the step with the result of its battle, if a house rule decides the battle or the
    /// game's rules record results.
    fn with_battle_decided(&mut self, state: &G, step: Step<G>) -> Result<Step<G>, HouseError> {
        let Step::Act { seat, action } = step else { return Ok(step) };
        for (number, rule) in &mut self.rules {
            let result = rule.decide_battle(state, action);
            self.fuel += rule.fuel();
            let decided = result.map_err(|error| RuleFailure { rule: *number, error })?;
            if let Some(action) = decided {
                return Ok(Step::Act { seat, action });
            }
        }
        Ok(Step::Act { seat, action: state.with_battle_result(action) })
    }

    /// Plays, as a step, one effect that a hook of a rule asked for, and calls `on_step`.
    fn apply(
        &self,
        (number, hook): (u8, Hook),
        effect: G::Effect,
        state: &mut G,
        events: &mut Vec<G::Event>,
        on_step: &mut impl FnMut(&Step<G>, &G, usize),
    ) -> Result<(), RuleFailure> {
        let step = Step::House { rule: number, effect };
        state.play(&step, events).map_err(|why| {
            let json = serde_json::to_value(effect).unwrap_or_default();
            let text = serde_json::to_string(&effect).unwrap_or_default();
            let message = format!("the effect {text} cannot be applied: {why}");
            match self.rules.iter().find(|(other, _)| *other == number) {
                Some((_, rule)) => {
                    RuleFailure { rule: number, error: rule.invalid_effect(hook, &json, message) }
                }
                None => self.failure(number, hook, &message),
            }
        })?;
        on_step(&step, state, events.len());
        Ok(())
    }

    /// Passes the turn as long as the rules leave no action to the seat to move.
    fn pass_while_no_action_is_left(
        &mut self,
        state: &mut G,
        events: &mut Vec<G::Event>,
        on_step: &mut impl FnMut(&Step<G>, &G, usize),
    ) -> Result<(), HouseError> {
        if !self.rules.iter().any(|(_, rule)| rule.filters()) {
            return Ok(());
        }
        let mut allowed = Vec::new();
        while matches!(state.turn(), Turn::Seat(_)) && state.question().is_none() {
            let Some(number) = self.filter_actions(state, &mut allowed)? else { break };
            let Some(pass) = state.pass_effect() else {
                return Err(self.failure(number, Hook::Filter, NO_ACTION_LEFT).into());
            };
            self.apply((number, Hook::Filter), pass, state, events, on_step)?;
        }
        Ok(())
    }

    /// Returns the failure of a rule whose hook returned an invalid value.
    fn failure(&self, number: u8, hook: Hook, message: &str) -> RuleFailure {
        let message = message.to_owned();
        let error = match self.rules.iter().find(|(other, _)| *other == number) {
            Some((_, rule)) => rule.invalid_result(hook, message),
            None => RobotError { kind: RobotErrorKind::Error, message },
        };
        RuleFailure { rule: number, error }
    }
}
