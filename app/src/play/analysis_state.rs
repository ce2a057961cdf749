//! A game that is or was analysed: what is known of it, and what of it is looked at.

use qipan_core::analysis::{Analysis, Choice, Options, from_saved, to_saved};
use qipan_core::record::{Judge, MAX_MOMENTS, Player, Record, SavedAnalysis};
use qipan_core::session::Session;

use crate::model::analysis::{Analysing, EvaluationSource, PLAYOUTS, start};
use crate::model::robot_threads::{RepaintSignal, RobotBuilder};
use crate::play::game::Playable;

/// The analysis of a game looked back at.
pub struct AnalysisState<G: Playable> {
    /// How the chances are told next time.
    pub telling: EvaluationSource,
    /// The robot that tells them, where one does.
    pub robot: Option<Player>,
    /// The step at which the better action is shown.
    pub better: Option<usize>,
    /// Whether the record keeps what was found.
    pub is_kept: bool,
    running: Option<(Judge, Analysing<G>)>,
    found: Option<(Judge, Analysis<G::Action>)>,
    trouble: Option<String>,
    /// How often something was found.
    number: u32,
}

impl<G: Playable> Default for AnalysisState<G> {
    fn default() -> Self {
        Self {
            telling: EvaluationSource::default(),
            robot: None,
            better: None,
            is_kept: false,
            running: None,
            found: None,
            trouble: None,
            number: 0,
        }
    }
}

impl<G: Playable> AnalysisState<G> {
    /// Begins to analyse a game, or begins again; with the name of the robot that tells the
    /// chances and what makes it, where one does.
    pub fn begin(
        &mut self,
        session: &Session<G>,
        telling: EvaluationSource,
        robot: Option<(String, RobotBuilder<G>)>,
        wake: &RepaintSignal,
    ) {
        let playouts = if telling == EvaluationSource::Playouts { PLAYOUTS } else { 0 };
        let options = Options { playouts, ..Options::default() };
        self.telling = telling;
        (self.better, self.trouble) = (None, None);
        let (robot, maker) = robot.unzip();
        let judge = Judge { robot: robot.unwrap_or_default(), ..Judge::from(&options) };
        self.running = Some((judge, start(session, options, maker, wake.clone())));
    }

    /// What was kept in the file of a game, if anything.
    #[must_use]
    pub fn kept(session: &Session<G>) -> Self {
        let record = session.record();
        let judge = record.analysis().map(|kept| kept.by.clone());
        let found = judge.zip(from_saved(record, session.states()));
        let is_kept = found.is_some();
        Self { number: u32::from(is_kept), is_kept, found, ..Self::default() }
    }

    /// Stops what is going on; what was found before stays.
    pub fn stop(&mut self) {
        self.running = None;
    }

    /// Whether the analysis is still to come.
    pub fn is_waiting(&mut self) -> bool {
        let answer = self.running.as_ref().and_then(|(_, running)| running.poll());
        if let Some((answer, (judge, _))) =
            answer.and_then(|answer| Some((answer, self.running.take()?)))
        {
            match answer {
                Ok(found) => {
                    self.found = Some((judge, found));
                    self.is_kept = false;
                    self.number += 1;
                }
                Err(why) => self.trouble = Some(why),
            }
        }
        self.running.is_some()
    }

    /// Positions looked at, and how many there are, while it goes on.
    #[must_use]
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.running.as_ref().map(|(_, running)| running.progress())
    }

    /// What was found about a game of so many steps.
    #[must_use]
    pub fn found(&self, steps: usize) -> Option<&Analysis<G::Action>> {
        let found = self.found.as_ref().map(|(_, found)| found);
        found.filter(|found| found.moments().len() == steps + 1)
    }

    /// Who judged it.
    #[must_use]
    pub fn judged_by(&self) -> Option<&Judge> {
        self.found.as_ref().map(|(judge, _)| judge)
    }

    /// What was found, as a file keeps it.
    #[must_use]
    pub fn to_keep(&self, record: &Record<G>) -> Option<SavedAnalysis> {
        let (judge, _) = self.found.as_ref()?;
        let found = self.found(record.steps.len())?;
        (found.moments().len() <= MAX_MOMENTS).then(|| to_saved(found, judge.clone(), record))
    }

    /// The number of what was found, another one each time.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Why it came to nothing.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The better action that is shown in the position after so many steps of a game of so many.
    #[must_use]
    pub fn shown(&self, at: usize, steps: usize) -> Option<G::Action> {
        let shown = self.better.filter(|step| *step == at)?;
        self.found(steps)?.choice(shown).and_then(Choice::best)
    }
}
