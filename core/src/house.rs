//! House rules in force: what follows a step because of them, worked out before it is played.
//!
//! A rule only asks. What it asks for is checked by the game and becomes steps of the record,
//! so that a replay needs no rule; the game itself never calls one.

use crate::game::{Game, IllegalStep, NullSink, Sink, Step, Turn};
use crate::record::Record;
use crate::robot::{Trouble, TroubleKind};
use crate::seat::Seat;

/// A house rule of a game. It keeps nothing to itself: asked again about the same, it answers
/// the same, in whatever order it is asked.
pub trait HouseRule<G: Game> {
    /// Whether [`HouseRule::filter`] ever takes anything away.
    fn filters(&self) -> bool;
    /// The legal actions it leaves to the seat to move.
    ///
    /// # Errors
    /// What went wrong with it.
    fn filter(&mut self, state: &G, actions: &[G::Action]) -> Result<Vec<G::Action>, Trouble>;
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
    ) -> Result<Vec<G::Effect>, Trouble>;
    /// The action with a fight in it settled, if the rule settles it; `state` is the one
    /// before it.
    ///
    /// # Errors
    /// What went wrong with it.
    fn settle(&mut self, state: &G, action: G::Action) -> Result<Option<G::Action>, Trouble>;
    /// What it has against what a seat settled before the game, for instance its layout.
    ///
    /// # Errors
    /// What went wrong with it.
    fn objection(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<String>, Trouble> {
        let _ = (rules, seat, deal);
        Ok(None)
    }
    /// Steps of its budget that the last question took; 0 for rules in Rust.
    fn fuel(&self) -> u64 {
        0
    }
    /// What is wrong with an answer of one of its hooks, told like its other troubles.
    fn trouble(&self, hook: Hook, message: String) -> Trouble;
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

/// A house rule that cannot go on. The game is as it was before the step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{trouble}")]
pub struct Broken {
    /// Which of the game's rules, from 0.
    pub rule: u8,
    /// What went wrong with it.
    pub trouble: Trouble,
}

/// Why a step cannot be played under house rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HouseError {
    /// The game or a house rule does not allow it.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// A house rule failed.
    #[error(transparent)]
    Broken(#[from] Broken),
}

const NOTHING_LEFT: &str = "filter left no action to the seat to move";

/// The house rules of a game, in order. Without any it costs nothing.
pub struct House<G: Game> {
    /// Each with its number, which stays when another is left out.
    rules: Vec<(u8, Box<dyn HouseRule<G>>)>,
    events: Vec<G::Event>,
    steps: Vec<Step<G>>,
}

impl<G: Game> Default for House<G> {
    fn default() -> Self {
        Self { rules: Vec::new(), events: Vec::new(), steps: Vec::new() }
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

    /// Goes on without a rule.
    pub fn leave_out(&mut self, rule: u8) {
        self.rules.retain(|(number, _)| *number != rule);
    }

    /// Puts the actions the rules leave to the seat to move into `out`, emptied first.
    ///
    /// # Errors
    /// The rule that failed, or left nothing in a game that knows no passing.
    pub fn actions(&mut self, state: &G, out: &mut Vec<G::Action>) -> Result<(), Broken> {
        let left_out = self.filtered(state, out)?;
        match left_out.filter(|_| G::nothing_left(state).is_none()) {
            Some(rule) => Err(self.broken(rule, Hook::Filter, NOTHING_LEFT)),
            None => Ok(()),
        }
    }

    /// As [`House::actions`], but the rule that left nothing is told.
    fn filtered(&mut self, state: &G, out: &mut Vec<G::Action>) -> Result<Option<u8>, Broken> {
        state.legal_actions(out);
        for (number, rule) in &mut self.rules {
            if out.is_empty() || !rule.filters() {
                continue;
            }
            let rule_number = *number;
            *out =
                rule.filter(state, out).map_err(|trouble| Broken { rule: rule_number, trouble })?;
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
        let mut told = std::mem::take(&mut self.events);
        told.clear();
        let done = self
            .checked(&next, step)
            .and_then(|step| self.follow(&mut next, step, steps, &mut told));
        match &done {
            Ok(()) => {
                *state = next;
                told.drain(..).for_each(|event| events.tell(event));
            }
            Err(_) => steps.truncate(from),
        }
        self.events = told;
        done
    }

    /// As [`House::play`] with a step that is known to be legal, for simulations: where a rule
    /// fails the state is left as far as it came.
    ///
    /// # Errors
    /// The rule that failed.
    pub fn play_unchecked(&mut self, state: &mut G, step: Step<G>) -> Result<(), Broken> {
        let (mut steps, mut told) =
            (std::mem::take(&mut self.steps), std::mem::take(&mut self.events));
        steps.clear();
        told.clear();
        let done = self.settled(state, step);
        let done = done.and_then(|step| self.follow(state, step, &mut steps, &mut told));
        (self.steps, self.events) = (steps, told);
        match done {
            Err(HouseError::Broken(broken)) => Err(broken),
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
        let told = events.len();
        for at in 0..self.rules.len() {
            if state.turn() == Turn::Over {
                break;
            }
            let (number, rule) = &mut self.rules[at];
            let number = *number;
            if !rule.listens(&events[..told]) {
                continue;
            }
            let effects = rule
                .after(state, &step, &events[..told])
                .map_err(|trouble| Broken { rule: number, trouble })?;
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
        // Not everything that can be said in an action is among the legal ones, so the game
        // itself judges first.
        state.check(&Step::Act { seat, action: state.spelt_out(action) })?;
        if self.rules.iter().any(|(_, rule)| rule.filters()) {
            let mut left = Vec::new();
            self.actions(state, &mut left)?;
            if !left.contains(&action) {
                return Err(IllegalStep::HouseRule.into());
            }
        }
        self.settled(state, step)
    }

    /// The step with the end of its fight said, where a rule settles it or it has to be said.
    fn settled(&mut self, state: &G, step: Step<G>) -> Result<Step<G>, HouseError> {
        let Step::Act { seat, action } = step else { return Ok(step) };
        for (number, rule) in &mut self.rules {
            let settled = rule.settle(state, action);
            let settled = settled.map_err(|trouble| Broken { rule: *number, trouble })?;
            if let Some(settled) = settled {
                return Ok(Step::Act { seat, action: settled });
            }
        }
        Ok(Step::Act { seat, action: state.spelt_out(action) })
    }

    fn apply(
        &self,
        number: u8,
        effect: G::Effect,
        state: &mut G,
        steps: &mut Vec<Step<G>>,
        events: &mut Vec<G::Event>,
    ) -> Result<(), Broken> {
        let step = Step::House { rule: number, effect };
        state.play(&step, events).map_err(|why| {
            let said = serde_json::to_string(&effect).unwrap_or_default();
            self.broken(number, Hook::After, &format!("the effect {said} cannot be: {why}"))
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
            let Some(pass) = state.nothing_left() else {
                return Err(self.broken(number, Hook::Filter, NOTHING_LEFT).into());
            };
            self.apply(number, pass, state, steps, events)?;
        }
        Ok(())
    }

    /// What a rule has against what a seat settled before the game, and which rule; the first
    /// that has anything against it.
    ///
    /// # Errors
    /// The rule that failed.
    pub fn objection(
        &mut self,
        rules: &G::Rules,
        seat: Seat,
        deal: &G::Deal,
    ) -> Result<Option<(u8, String)>, Broken> {
        for (number, rule) in &mut self.rules {
            let objection = rule.objection(rules, seat, deal);
            let objection = objection.map_err(|trouble| Broken { rule: *number, trouble })?;
            if let Some(why) = objection {
                return Ok(Some((*number, why)));
            }
        }
        Ok(None)
    }

    fn broken(&self, number: u8, hook: Hook, message: &str) -> Broken {
        let plain = || Trouble { kind: TroubleKind::Error, message: message.to_owned() };
        let rule = self.rules.iter().find(|(other, _)| *other == number);
        let trouble = rule.map_or_else(plain, |(_, rule)| rule.trouble(hook, message.to_owned()));
        Broken { rule: number, trouble }
    }
}

/// A place where a record is not what its house rules make of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Deviation {
    /// The step, from 0.
    pub at: usize,
    /// What differs, in one sentence.
    pub what: String,
}

/// Plays a record again with its rules running and compares every effect; the rules are
/// numbered as in the record.
///
/// # Errors
/// The first step at which the rules do something else than the record says.
pub fn retrace<G: Game>(record: &Record<G>, house: &mut House<G>) -> Result<(), Deviation> {
    let fault = |at: usize, what: String| Deviation { at, what };
    let mut state = record.start().map_err(|why| fault(0, why.to_string()))?;
    let mut steps = Vec::new();
    let mut at = 0;
    while let Some(step) = record.steps.get(at) {
        for (number, line) in (0u8..).zip(&record.house_rules) {
            if line.until.is_some_and(|until| until <= at) {
                house.leave_out(number);
            }
        }
        let step = match step.clone() {
            Step::Act { seat, action } => Step::Act { seat, action: G::unsaid(action) },
            Step::House { .. } => {
                let what = format!("step {} is an effect that no house rule asked for", at + 1);
                return Err(fault(at, what));
            }
            other => other,
        };
        steps.clear();
        house
            .play(&mut state, step, &mut steps, &mut NullSink)
            .map_err(|why| fault(at, format!("step {}: {why}", at + 1)))?;
        let recorded = record.steps.get(at..).unwrap_or_default();
        let same = steps.iter().zip(recorded).take_while(|(ours, theirs)| ours == theirs).count();
        if same < steps.len() {
            let what = format!("step {} is not what the house rules make of it", at + same + 1);
            return Err(fault(at + same, what));
        }
        at += steps.len();
    }
    Ok(())
}
