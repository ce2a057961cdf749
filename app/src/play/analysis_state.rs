//! The analysis of a game in the replay: its progress, its results, and the player's choices.

use qipan_core::analysis::{Analysis, AnalysisOptions, ChoiceAnalysis, from_saved, to_saved};
use qipan_core::play::session::Session;
use qipan_core::record::{Judge, MAX_MOMENTS, Player, Record, SavedAnalysis};

use crate::model::analysis::{AnalysisTask, EvaluationSource, PLAYOUTS, start};
use crate::model::robot_threads::{RepaintSignal, RobotBuilder};
use crate::play::game::Playable;

/// The analysis of the game in the replay.
pub struct AnalysisState<G: Playable> {
    /// The source of values for the next analysis.
    pub telling: EvaluationSource,
    /// The robot that gives the values, if the source is a robot.
    pub robot: Option<Player>,
    /// The step whose better actions are shown.
    pub better: Option<usize>,
    /// True if the record keeps the results.
    pub is_kept: bool,
    running: Option<(Judge, AnalysisTask<G>)>,
    found: Option<(Judge, Analysis<G::Action>)>,
    trouble: Option<String>,
    /// The number of results so far.
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
    /// Starts or restarts the analysis of a game. `robot` is the name and the builder of the
    /// robot that gives the values, if the source is a robot.
    pub fn begin(
        &mut self,
        session: &Session<G>,
        telling: EvaluationSource,
        robot: Option<(String, RobotBuilder<G>)>,
        wake: &RepaintSignal,
    ) {
        let playouts = if telling == EvaluationSource::Playouts { PLAYOUTS } else { 0 };
        let options = AnalysisOptions { playouts, ..AnalysisOptions::default() };
        self.telling = telling;
        (self.better, self.trouble) = (None, None);
        let (robot, maker) = robot.unzip();
        let judge = Judge { robot: robot.unwrap_or_default(), ..Judge::from(&options) };
        self.running = Some((judge, start(session, options, maker, wake.clone())));
    }

    /// Returns the analysis saved in the record, or an empty one.
    pub fn kept(session: &Session<G>) -> Self {
        let record = session.record();
        let judge = record.analysis().map(|kept| kept.by.clone());
        let found = judge.zip(from_saved(record, session.states()));
        let is_kept = found.is_some();
        Self { number: u32::from(is_kept), is_kept, found, ..Self::default() }
    }

    /// Stops the running analysis. Earlier results stay.
    pub fn stop(&mut self) {
        self.running = None;
    }

    /// Polls the running analysis. Returns true while it runs.
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

    /// Returns the numbers of positions done and in total, while the analysis runs.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.running.as_ref().map(|(_, running)| running.progress())
    }

    /// Returns the results, if they fit a game of `steps` steps.
    pub fn found(&self, steps: usize) -> Option<&Analysis<G::Action>> {
        let found = self.found.as_ref().map(|(_, found)| found);
        found.filter(|found| found.moments().len() == steps + 1)
    }

    /// Returns the judge of the results.
    pub fn judged_by(&self) -> Option<&Judge> {
        self.found.as_ref().map(|(judge, _)| judge)
    }

    /// Returns the results in the form of files.
    pub fn to_keep(&self, record: &Record<G>) -> Option<SavedAnalysis> {
        let (judge, _) = self.found.as_ref()?;
        let found = self.found(record.steps.len())?;
        (found.moments().len() <= MAX_MOMENTS).then(|| to_saved(found, judge.clone(), record))
    }

    /// Returns the number of the current results, a new one for each analysis.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns the reason why the last analysis failed.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Returns the better action to show at step `at` of a game of `steps` steps.
    pub fn shown(&self, at: usize, steps: usize) -> Option<G::Action> {
        let shown = self.better.filter(|step| *step == at)?;
        self.found(steps)?.choice(shown).and_then(ChoiceAnalysis::best)
    }
}
