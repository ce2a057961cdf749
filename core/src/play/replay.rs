//! A cursor over a finished or saved game that can jump to any step.

use crate::contract::game::{Game, NullSink, Step};
use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::house::House;
use crate::play::session::Session;
use crate::record::{AnnotationChange, Record, ReplayError};

/// A record with all its states and a current position.
#[derive(Clone, Debug)]
pub struct Replay<G: Game> {
    session: Session<G>,
    at: usize,
}

impl<G: Game> Replay<G> {
    /// Returns a replay at the start of a record.
    pub fn new(record: Record<G>) -> Result<Self, ReplayError> {
        Ok(Self::of(Session::new(record)?))
    }

    /// Returns a replay at the start of a session's game.
    pub fn of(session: Session<G>) -> Self {
        Self { session, at: 0 }
    }

    /// Returns the session.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// Returns the record.
    pub fn record(&self) -> &Record<G> {
        self.session.record()
    }

    /// Returns the number of steps before the state shown.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.record().steps.len()
    }

    /// Returns true if the game has no steps.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the state shown.
    pub fn state(&self) -> &G {
        &self.session.states()[self.at]
    }

    /// Returns the state after this number of steps.
    pub fn state_at(&self, at: usize) -> Option<&G> {
        self.session.states().get(at)
    }

    /// Returns a step, from 0.
    pub fn step(&self, at: usize) -> Option<&Step<G>> {
        self.record().steps.get(at)
    }

    /// Returns the events of a step, from 0.
    pub fn events(&self, step: usize) -> &[G::Event] {
        self.session.events(step)
    }

    /// Jumps to the state after this number of steps, or to the end.
    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.len());
    }

    /// Goes one step forward. Returns its events, none at the end.
    ///
    /// # Examples
    /// ```
    /// use qipan_core::contract::dice::Seed;
    /// use qipan_core::games::race::board::{GREEN, RED};
    /// use qipan_core::games::race::{Deal, Event, Race, Rules};
    /// use qipan_core::play::replay::Replay;
    /// use qipan_core::play::session::Session;
    /// use qipan_core::record::{Player, Record};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let players = vec![(RED, Player::human("Ann")), (GREEN, Player::human("Bo"))];
    /// let (seed, deal) = (Seed::from_number(7), Deal::default());
    /// let record = Record::<Race>::new("flying", Rules::FLYING, players, deal, seed);
    /// let mut session = Session::new(record)?;
    /// session.roll()?;
    /// let mut replay = Replay::new(session.record().clone())?;
    /// assert!(matches!(replay.forward(), [Event::Rolled { .. }, ..]));
    /// assert!(replay.forward().is_empty(), "the end");
    /// replay.back();
    /// assert_eq!(replay.at(), 0);
    /// # Ok(())
    /// # }
    /// ```
    pub fn forward(&mut self) -> &[G::Event] {
        let step = self.at;
        self.seek(step + 1);
        self.session.events(step)
    }

    /// Changes the annotations. Returns true if the change was possible.
    pub fn study(&mut self, study: AnnotationChange) -> bool {
        self.session.study(study)
    }

    /// Returns the same tree with a variation as the main line. The cursor moves back to the last
    /// shared step, if it is past it.
    pub fn follow(&self, variation: usize) -> Result<Self, ReplayError> {
        let shared = self.record().variations.get(variation).map_or(0, |way| way.at);
        let session = Session::new(self.record().follow(variation))?;
        Ok(Self { session, at: self.at.min(shared) })
    }

    /// Goes one step back.
    pub fn back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }
}

/// A difference between a record and the result of its house rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Deviation {
    /// The step, from 0.
    pub at: usize,
    /// The difference, in one sentence.
    pub what: String,
}

/// Plays a record again with its house rules running, and compares their effects with the
/// recorded ones. Rules are numbered as in the record.
///
/// # Errors
/// The first step at which the rules and the record differ.
pub fn rerun<G: HouseRuleHooks>(record: &Record<G>, house: &mut House<G>) -> Result<(), Deviation> {
    rerun_while(record, house, |_| true)
}

/// Like [`rerun`], as long as `go_on` returns true. It receives the index of the next step before
/// each decision.
pub fn rerun_while<G: HouseRuleHooks>(
    record: &Record<G>,
    house: &mut House<G>,
    mut go_on: impl FnMut(usize) -> bool,
) -> Result<(), Deviation> {
    let fault = |at: usize, what: String| Deviation { at, what };
    let mut state = record.start().map_err(|why| fault(0, why.to_string()))?;
    let mut steps = Vec::new();
    let mut at = 0;
    while let Some(step) = record.steps.get(at).filter(|_| go_on(at)) {
        for (number, line) in (0u8..).zip(&record.house_rules) {
            if line.until.is_some_and(|until| until <= at) {
                house.disable_rule(number);
            }
        }
        let step = match step.clone() {
            Step::Act { seat, action } => {
                Step::Act { seat, action: G::without_battle_result(action) }
            }
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
            let what = format!("step {} differs from what the house rules do", at + same + 1);
            return Err(fault(at + same, what));
        }
        at += steps.len();
    }
    Ok(())
}
