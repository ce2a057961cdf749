//! A cursor over a finished or saved game that can jump to any step, and a check that house rules
//! still have the effects that a record contains.

use crate::contract::game::{Game, NullSink, Step};
use crate::contract::house_rule_hooks::HouseRuleHooks;
use crate::house::House;
use crate::play::session::Session;
use crate::record::{AnnotationChange, Record, ReplayError};

/// A session with a cursor: the number of steps before the state shown.
#[derive(Clone, Debug)]
pub struct Replay<G: Game> {
    session: Session<G>,
    at: usize,
}

impl<G: Game> Replay<G> {
    /// Creates a replay at the start of a record.
    pub fn new(record: Record<G>) -> Result<Self, ReplayError> {
        Ok(Self::of(Session::new(record)?))
    }

    /// Creates a replay at the start of a session's game.
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

    /// Returns the step with this index.
    pub fn step(&self, at: usize) -> Option<&Step<G>> {
        self.record().steps.get(at)
    }

    /// Returns the events of the step with this index.
    pub fn events(&self, step: usize) -> &[G::Event] {
        self.session.events(step)
    }

    /// Jumps to the state after this number of steps, or to the end.
    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.len());
    }

    /// Goes one step forward. Returns the events of the step, or none at the end.
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

    /// Changes the annotations. Returns true if the change was possible. See [`Record::annotate`].
    pub fn annotate(&mut self, change: AnnotationChange) -> bool {
        self.session.annotate(change)
    }

    /// Returns a replay of the same game in which the variation with this index is the main line.
    /// If the cursor is beyond the steps that both lines share, it moves back to the state after
    /// the last of them.
    pub fn with_promoted_variation(&self, index: usize) -> Result<Self, ReplayError> {
        let shared =
            self.record().variations.get(index).map_or(0, |variation| variation.shared_steps);
        let session = Session::new(self.record().with_promoted_variation(index))?;
        Ok(Self { session, at: self.at.min(shared) })
    }

    /// Goes one step back.
    pub fn back(&mut self) {
        self.at = self.at.saturating_sub(1);
    }
}

/// A difference between the recorded effects and those of the house rules when they run again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Deviation {
    /// The index of the step, from 0.
    pub at: usize,
    /// The difference, in one sentence.
    pub what: String,
}

/// Plays a record again with its house rules running, and compares their effects with the
/// recorded ones. Rules are numbered as in the record.
///
/// # Errors
/// Returns the first step at which the rules and the record differ.
pub fn rerun<G: HouseRuleHooks>(record: &Record<G>, house: &mut House<G>) -> Result<(), Deviation> {
    rerun_while(record, house, |_| true)
}

/// Like [`rerun`], but stops when `go_on` returns false. `go_on` is called before each step that is
/// not an effect of a house rule, with the index of that step.
pub fn rerun_while<G: HouseRuleHooks>(
    record: &Record<G>,
    house: &mut House<G>,
    mut go_on: impl FnMut(usize) -> bool,
) -> Result<(), Deviation> {
    let deviation = |at: usize, what: String| Deviation { at, what };
    let mut state = record.start().map_err(|why| deviation(0, why.to_string()))?;
    let mut steps = Vec::new();
    let mut at = 0;
    while let Some(step) = record.steps.get(at).filter(|_| go_on(at)) {
        for (number, rule) in (0u8..).zip(&record.house_rules) {
            if rule.until.is_some_and(|until| until <= at) {
                house.disable_rule(number);
            }
        }
        let step = match step.clone() {
            // The rules decide battles again.
            Step::Act { seat, action } => {
                Step::Act { seat, action: G::without_battle_result(action) }
            }
            Step::House { .. } => {
                let what = format!("step {} is an effect that no house rule asked for", at + 1);
                return Err(deviation(at, what));
            }
            other => other,
        };
        steps.clear();
        house
            .play(&mut state, step, &mut steps, &mut NullSink)
            .map_err(|why| deviation(at, format!("step {}: {why}", at + 1)))?;
        let recorded = record.steps.get(at..).unwrap_or_default();
        let pairs = steps.iter().zip(recorded);
        let equal_len = pairs.take_while(|(played, saved)| played == saved).count();
        if equal_len < steps.len() {
            let what = format!("step {} differs from what the house rules do", at + equal_len + 1);
            return Err(deviation(at + equal_len, what));
        }
        at += steps.len();
    }
    Ok(())
}
