//! House rules in force: computes the effects that follow a step before it is played.
//!
//! A rule only asks for effects. The game checks them and they become steps of the record, so a
//! replay needs no rule. The game itself never calls a rule.

use crate::contract::game::{Game, IllegalStep, Sink, Step, Turn};
use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::contract::localized::Text;
use crate::contract::robot::{RobotError, RobotErrorKind};
use crate::contract::seat::Seat;

/// A house rule of a game. It must be stateless and deterministic: the same question has the same
/// answer, in any order of questions.
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
///     fn decide_fight(&mut self, _: &Race, _: Action) -> Result<Option<Action>, RobotError> {
///         Ok(None)
///     }
///     fn trouble(&self, hook: Hook, message: String) -> RobotError {
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
    /// Returns the legal actions that it leaves to the seat to move.
    fn filter(&mut self, state: &G, actions: &[G::Action]) -> Result<Vec<G::Action>, RobotError>;
    /// Returns true if [`HouseRule::after`] is to be called for these events.
    fn listens(&self, events: &[G::Event]) -> bool;
    /// Returns the effects that follow a step. `state` is the one after the step.
    fn after(
        &mut self,
        state: &G,
        step: &Step<G>,
        events: &[G::Event],
    ) -> Result<Vec<G::Effect>, RobotError>;
    /// Returns the action with its battle result, if the rule decides the battle. `state` is the
    /// one before the action.
    fn decide_fight(
        &mut self,
        state: &G,
        action: G::Action,
    ) -> Result<Option<G::Action>, RobotError>;
    /// Returns the reason why a seat's layout, or another part of its deal, is refused. Returns
    /// none if it is allowed.
    fn check_layout(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<Text>, RobotError> {
        let _ = (rules, seat, deal);
        Ok(None)
    }
    /// Returns the fuel used by the last call, or 0 for rules in Rust.
    fn fuel(&self) -> u64 {
        0
    }
    /// Wraps a bad answer of a hook as an error of this rule, located like its other errors.
    fn trouble(&self, hook: Hook, message: String) -> RobotError;
}

/// A hook of a house rule, called during or before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the functions of a rule")]
pub enum Hook {
    Filter,
    After,
    Battle,
    Layout,
}

impl Hook {
    /// All hooks.
    pub const ALL: [Self; 4] = [Self::Filter, Self::After, Self::Battle, Self::Layout];

    /// Returns the hook's name in scripts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Filter => "filter",
            Self::After => "after",
            Self::Battle => "battle",
            Self::Layout => "layout",
        }
    }
}

/// The failure of a house rule: its script has an error, ran out of fuel, asked for an impossible
/// effect or left no action. The game cannot continue with the rule, and is as it was before the
/// step. Simulations stop where they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{trouble}")]
pub struct RuleFailure {
    /// The number of the rule in the game, from 0.
    pub rule: u8,
    /// The error.
    pub trouble: RobotError,
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

const NOTHING_LEFT: &str = "filter left no action to the seat to move";

/// The house rules of a game, in order. Without rules it has no cost.
pub struct House<G: Game> {
    /// Each rule with its number, which stays the same if other rules are disabled.
    rules: Vec<(u8, Box<dyn HouseRule<G>>)>,
    events: Vec<G::Event>,
    /// Fuel used by the rules since the last [`House::take_fuel`].
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
    /// Returns rules with their numbers, in the order in which they are called.
    pub fn new(rules: Vec<(u8, Box<dyn HouseRule<G>>)>) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Returns true if there are no rules.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Returns the fuel used by the rules since the last call.
    pub fn take_fuel(&mut self) -> u64 {
        std::mem::take(&mut self.fuel)
    }

    /// Removes a rule.
    pub fn disable_rule(&mut self, rule: u8) {
        self.rules.retain(|(number, _)| *number != rule);
    }

    /// Begins a new game. Rules forget earlier ones.
    pub fn start(&mut self) -> Result<(), RuleFailure> {
        for (number, rule) in &mut self.rules {
            rule.start().map_err(|trouble| RuleFailure { rule: *number, trouble })?;
        }
        Ok(())
    }

    /// Returns the first rule that refuses a seat's layout, and its reason.
    pub fn check_layout(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<(u8, Text)>, RuleFailure> {
        for (number, rule) in &mut self.rules {
            let refusal = rule.check_layout(rules, seat, deal);
            let refusal = refusal.map_err(|trouble| RuleFailure { rule: *number, trouble })?;
            if let Some(why) = refusal {
                return Ok(Some((*number, why)));
            }
        }
        Ok(None)
    }
}

impl<G: HouseRuleHooks> House<G> {
    /// Fills `out` with the actions that the rules leave to the seat to move.
    ///
    /// # Errors
    /// The rule that failed, or that left no action in a game without passing.
    pub fn actions(&mut self, state: &G, out: &mut Vec<G::Action>) -> Result<(), RuleFailure> {
        let left_out = self.filtered(state, out)?;
        match left_out.filter(|_| state.pass_effect().is_none()) {
            Some(rule) => Err(self.failure(rule, Hook::Filter, NOTHING_LEFT)),
            None => Ok(()),
        }
    }

    /// Like [`House::actions`], but returns the rule that removed the last action, if any.
    fn filtered(&mut self, state: &G, out: &mut Vec<G::Action>) -> Result<Option<u8>, RuleFailure> {
        state.legal_actions(out);
        for (number, rule) in &mut self.rules {
            if out.is_empty() || !rule.filters() {
                continue;
            }
            let rule_number = *number;
            let left = rule.filter(state, out);
            self.fuel += rule.fuel();
            *out = left.map_err(|trouble| RuleFailure { rule: rule_number, trouble })?;
            if out.is_empty() {
                return Ok(Some(rule_number));
            }
        }
        Ok(None)
    }

    /// Plays a step with all its effects, or nothing. Appends the steps to `steps`: first the one
    /// given, then the effects.
    ///
    /// # Errors
    /// The reason. `state`, `steps` and `events` are then unchanged.
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
        let from = steps.len();
        let done = self.play_each(state, step, events, |step, _, _| steps.push(step.clone()));
        if done.is_err() {
            steps.truncate(from);
        }
        done
    }

    /// Like [`House::play`], but passes each step to `played` as it is played, with the state after
    /// it and the number of events up to there. If the result is an error, none of them counts.
    ///
    /// # Errors
    /// The reason. `state` and `events` are then unchanged.
    pub fn play_each(
        &mut self,
        state: &mut G,
        step: Step<G>,
        events: &mut impl Sink<G::Event>,
        mut played: impl FnMut(&Step<G>, &G, usize),
    ) -> Result<(), HouseError> {
        let mut next = state.clone();
        let mut new_events = std::mem::take(&mut self.events);
        new_events.clear();
        let done = self
            .checked(&next, step)
            .and_then(|step| self.follow(&mut next, step, &mut new_events, &mut played));
        if done.is_ok() {
            *state = next;
            new_events.drain(..).for_each(|event| events.emit(event));
        }
        self.events = new_events;
        done
    }

    /// Like [`House::play`] for a step known to be legal, for simulations. If a rule fails,
    /// `state` is left partially advanced.
    pub fn play_unchecked(&mut self, state: &mut G, step: Step<G>) -> Result<(), RuleFailure> {
        let mut new_events = std::mem::take(&mut self.events);
        new_events.clear();
        let done = self.with_fight_decided(state, step);
        let done =
            done.and_then(|step| self.follow(state, step, &mut new_events, &mut |_, _, _| {}));
        self.events = new_events;
        match done {
            Err(HouseError::Failed(failure)) => Err(failure),
            _ => Ok(()),
        }
    }

    /// Plays a legal step and its effects, and passes each to `played`.
    fn follow(
        &mut self,
        state: &mut G,
        step: Step<G>,
        events: &mut Vec<G::Event>,
        played: &mut impl FnMut(&Step<G>, &G, usize),
    ) -> Result<(), HouseError> {
        state.play_unchecked(&step, events);
        played(&step, state, events.len());
        let new_events = events.len();
        for at in 0..self.rules.len() {
            if state.turn() == Turn::Over {
                break;
            }
            let (number, rule) = &mut self.rules[at];
            let number = *number;
            if !rule.listens(&events[..new_events]) {
                continue;
            }
            let effects = rule.after(state, &step, &events[..new_events]);
            self.fuel += rule.fuel();
            let effects = effects.map_err(|trouble| RuleFailure { rule: number, trouble })?;
            for effect in effects {
                self.apply(number, effect, state, events, played)?;
            }
        }
        self.pass_where_nothing_is_left(state, events, played)
    }

    /// Returns the step as it is to be played, if the game and every rule allow it.
    fn checked(&mut self, state: &G, step: Step<G>) -> Result<Step<G>, HouseError> {
        let Step::Act { seat, action } = step else {
            state.check(&step)?;
            return Ok(step);
        };
        // Actions come without battle results, but the game expects those that the rules record.
        state.check(&Step::Act { seat, action: state.with_battle_result(action) })?;
        if self.rules.iter().any(|(_, rule)| rule.filters()) {
            let mut left = Vec::new();
            self.actions(state, &mut left)?;
            if !left.contains(&action) {
                return Err(IllegalStep::HouseRule.into());
            }
        }
        self.with_fight_decided(state, step)
    }

    /// Adds the battle result to the step if a rule decides the battle or the rules record it.
    fn with_fight_decided(&mut self, state: &G, step: Step<G>) -> Result<Step<G>, HouseError> {
        let Step::Act { seat, action } = step else { return Ok(step) };
        for (number, rule) in &mut self.rules {
            let decided = rule.decide_fight(state, action);
            self.fuel += rule.fuel();
            let decided = decided.map_err(|trouble| RuleFailure { rule: *number, trouble })?;
            if let Some(action) = decided {
                return Ok(Step::Act { seat, action });
            }
        }
        Ok(Step::Act { seat, action: state.with_battle_result(action) })
    }

    fn apply(
        &self,
        number: u8,
        effect: G::Effect,
        state: &mut G,
        events: &mut Vec<G::Event>,
        played: &mut impl FnMut(&Step<G>, &G, usize),
    ) -> Result<(), RuleFailure> {
        let step = Step::House { rule: number, effect };
        state.play(&step, events).map_err(|why| {
            let said = serde_json::to_string(&effect).unwrap_or_default();
            self.failure(
                number,
                Hook::After,
                &format!("the effect {said} cannot be applied: {why}"),
            )
        })?;
        played(&step, state, events.len());
        Ok(())
    }

    /// Lets seats pass as long as the rules leave the seat to move no action.
    fn pass_where_nothing_is_left(
        &mut self,
        state: &mut G,
        events: &mut Vec<G::Event>,
        played: &mut impl FnMut(&Step<G>, &G, usize),
    ) -> Result<(), HouseError> {
        if !self.rules.iter().any(|(_, rule)| rule.filters()) {
            return Ok(());
        }
        let mut left = Vec::new();
        while matches!(state.turn(), Turn::Seat(_)) {
            let Some(number) = self.filtered(state, &mut left)? else { break };
            let Some(pass) = state.pass_effect() else {
                return Err(self.failure(number, Hook::Filter, NOTHING_LEFT).into());
            };
            self.apply(number, pass, state, events, played)?;
        }
        Ok(())
    }

    fn failure(&self, number: u8, hook: Hook, message: &str) -> RuleFailure {
        let plain = || RobotError { kind: RobotErrorKind::Error, message: message.to_owned() };
        let rule = self.rules.iter().find(|(other, _)| *other == number);
        let trouble = rule.map_or_else(plain, |(_, rule)| rule.trouble(hook, message.to_owned()));
        RuleFailure { rule: number, trouble }
    }
}
