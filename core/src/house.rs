//! House rules in force: what follows a step because of them, worked out before it is played.
//!
//! A rule only asks. What it asks for is checked by the game and becomes steps of the record,
//! so that a replay needs no rule; the game itself never calls one.

use crate::game::{Game, IllegalStep, Sink, Step, Turn};
use crate::house_rule_support::HouseRuleHooks;
use crate::robot::{RobotError, RobotErrorKind};
use crate::seat::Seat;

/// A house rule of a game. It keeps nothing to itself: asked again about the same, it answers
/// the same, in whatever order it is asked.
pub trait HouseRule<G: Game> {
    /// Called before each new game: what the rule kept of an earlier one is gone.
    ///
    /// # Errors
    /// What went wrong with it.
    fn start(&mut self) -> Result<(), RobotError> {
        Ok(())
    }
    /// Whether [`HouseRule::filter`] ever takes anything away.
    fn filters(&self) -> bool;
    /// The legal actions it leaves to the seat to move.
    ///
    /// # Errors
    /// What went wrong with it.
    fn filter(&mut self, state: &G, actions: &[G::Action]) -> Result<Vec<G::Action>, RobotError>;
    /// Whether it wants to be asked about these events.
    fn listens(&self, events: &[G::Event]) -> bool;
    /// The effects that follow a step; `state` is the one after it.
    ///
    /// # Errors
    /// What went wrong with it.
    fn after(
        &mut self,
        state: &G,
        step: &Step<G>,
        events: &[G::Event],
    ) -> Result<Vec<G::Effect>, RobotError>;
    /// The action with the end of its fight written into it, if the rule decides the fight;
    /// `state` is the one before it.
    ///
    /// # Errors
    /// What went wrong with it.
    fn decide_fight(
        &mut self,
        state: &G,
        action: G::Action,
    ) -> Result<Option<G::Action>, RobotError>;
    /// Why a seat's layout is refused, or whatever else it settled before the game; nothing
    /// where the rule allows it.
    ///
    /// # Errors
    /// What went wrong with it.
    fn check_layout(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<String>, RobotError> {
        let _ = (rules, seat, deal);
        Ok(None)
    }
    /// Steps of its budget that the last question took; 0 for rules in Rust.
    fn fuel(&self) -> u64 {
        0
    }
    /// What is wrong with an answer of one of its hooks, new_events like its other troubles.
    fn trouble(&self, hook: Hook, message: String) -> RobotError;
}

/// What a house rule is asked while a game is played, or before it.
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

    /// Its name in scripts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Filter => "filter",
            Self::After => "after",
            Self::Battle => "battle",
            Self::Layout => "layout",
        }
    }
}

/// A house rule that failed, so that the game cannot go on with it. The game is as it was before the step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{trouble}")]
pub struct RuleFailure {
    /// Which of the game's rules, from 0.
    pub rule: u8,
    /// What went wrong with it.
    pub trouble: RobotError,
}

/// Why a step cannot be played under house rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HouseError {
    /// The game or a house rule does not allow it.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// A house rule failed.
    #[error(transparent)]
    Failed(#[from] RuleFailure),
}

const NOTHING_LEFT: &str = "filter left no action to the seat to move";

/// The house rules of a game, in order. Without any it costs nothing.
pub struct House<G: Game> {
    /// Each with its number, which stays when another is left out.
    rules: Vec<(u8, Box<dyn HouseRule<G>>)>,
    events: Vec<G::Event>,
    steps: Vec<Step<G>>,
    /// Steps the rules took since that was asked last.
    fuel: u64,
}

impl<G: Game> Default for House<G> {
    fn default() -> Self {
        Self { rules: Vec::new(), events: Vec::new(), steps: Vec::new(), fuel: 0 }
    }
}

impl<G: Game> std::fmt::Debug for House<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.rules.iter().map(|(number, _)| number)).finish()
    }
}

impl<G: Game> House<G> {
    /// Rules with their numbers, in the order in which they are asked.
    #[must_use]
    pub fn new(rules: Vec<(u8, Box<dyn HouseRule<G>>)>) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Whether there are no rules.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Steps of their budgets the rules took since this was asked last.
    pub fn take_fuel(&mut self) -> u64 {
        std::mem::take(&mut self.fuel)
    }

    /// Goes on without a rule.
    pub fn disable_rule(&mut self, rule: u8) {
        self.rules.retain(|(number, _)| *number != rule);
    }

    /// Begins a new game, of which the rules know nothing yet.
    ///
    /// # Errors
    /// The rule that cannot begin.
    pub fn start(&mut self) -> Result<(), RuleFailure> {
        for (number, rule) in &mut self.rules {
            rule.start().map_err(|trouble| RuleFailure { rule: *number, trouble })?;
        }
        Ok(())
    }

    /// Why a seat's layout is refused, and by which rule; the first that does not allow it.
    ///
    /// # Errors
    /// The rule that failed.
    pub fn check_layout(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<(u8, String)>, RuleFailure> {
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
    /// Puts the actions the rules leave to the seat to move into `out`, emptied first.
    ///
    /// # Errors
    /// The rule that failed, or left nothing in a game that knows no passing.
    pub fn actions(&mut self, state: &G, out: &mut Vec<G::Action>) -> Result<(), RuleFailure> {
        let left_out = self.filtered(state, out)?;
        match left_out.filter(|_| state.pass_effect().is_none()) {
            Some(rule) => Err(self.failure(rule, Hook::Filter, NOTHING_LEFT)),
            None => Ok(()),
        }
    }

    /// As [`House::actions`], but the rule that left nothing is new_events.
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

    /// Plays a step with everything that follows it, all or nothing. The steps are put into
    /// `steps`, which is not emptied: first the one given, then effects.
    ///
    /// # Errors
    /// Why not; the state is then as it was, and so are `steps` and `events`.
    pub fn play(
        &mut self,
        state: &mut G,
        step: Step<G>,
        steps: &mut Vec<Step<G>>,
        events: &mut impl Sink<G::Event>,
    ) -> Result<(), HouseError> {
        let mut next = state.clone();
        let from = steps.len();
        let mut new_events = std::mem::take(&mut self.events);
        new_events.clear();
        let done = self
            .checked(&next, step)
            .and_then(|step| self.follow(&mut next, step, steps, &mut new_events));
        match &done {
            Ok(()) => {
                *state = next;
                new_events.drain(..).for_each(|event| events.emit(event));
            }
            Err(_) => steps.truncate(from),
        }
        self.events = new_events;
        done
    }

    /// As [`House::play`] with a step that is known to be legal, for simulations: where a rule
    /// fails the state is left as far as it came.
    ///
    /// # Errors
    /// The rule that failed.
    pub fn play_unchecked(&mut self, state: &mut G, step: Step<G>) -> Result<(), RuleFailure> {
        let (mut steps, mut new_events) =
            (std::mem::take(&mut self.steps), std::mem::take(&mut self.events));
        steps.clear();
        new_events.clear();
        let done = self.with_fight_decided(state, step);
        let done = done.and_then(|step| self.follow(state, step, &mut steps, &mut new_events));
        (self.steps, self.events) = (steps, new_events);
        match done {
            Err(HouseError::Failed(failure)) => Err(failure),
            _ => Ok(()),
        }
    }

    /// Plays a legal step and what follows it.
    fn follow(
        &mut self,
        state: &mut G,
        step: Step<G>,
        steps: &mut Vec<Step<G>>,
        events: &mut Vec<G::Event>,
    ) -> Result<(), HouseError> {
        state.play_unchecked(&step, events);
        steps.push(step.clone());
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
                self.apply(number, effect, state, steps, events)?;
            }
        }
        self.pass_where_nothing_is_left(state, steps, events)
    }

    /// The step as it is played, if the game and every rule allow it.
    fn checked(&mut self, state: &G, step: Step<G>) -> Result<Step<G>, HouseError> {
        let Step::Act { seat, action } = step else {
            state.check(&step)?;
            return Ok(step);
        };
        // The legal actions come without the ends of fights, so the game is asked with it.
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

    /// The step with the end of its fight written into it, where a rule decides it or the
    /// rules want it recorded.
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
        steps: &mut Vec<Step<G>>,
        events: &mut Vec<G::Event>,
    ) -> Result<(), RuleFailure> {
        let step = Step::House { rule: number, effect };
        state.play(&step, events).map_err(|why| {
            let said = serde_json::to_string(&effect).unwrap_or_default();
            self.failure(number, Hook::After, &format!("the effect {said} cannot be: {why}"))
        })?;
        steps.push(step);
        Ok(())
    }

    /// Lets seats pass whose every action was taken away, as long as there are such.
    fn pass_where_nothing_is_left(
        &mut self,
        state: &mut G,
        steps: &mut Vec<Step<G>>,
        events: &mut Vec<G::Event>,
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
            self.apply(number, pass, state, steps, events)?;
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
