//! The analysis of a game in the replay: its settings, its progress and its results.

use qipan_core::analysis::{Analysis, AnalysisOptions, ChoiceAnalysis, from_saved, to_saved};
use qipan_core::play::session::Session;
use qipan_core::record::{
    EvaluationSettings, MAX_ANALYSED_POSITIONS, Player, Record, SavedAnalysis,
};

use crate::model::analysis::{AnalysisTask, EvaluationSource, ROLLOUTS, start};
use crate::model::robot_threads::{RepaintSignal, RobotBuilder};
use crate::play::game::Playable;

/// The analysis of the game in the replay.
pub struct AnalysisState<G: Playable> {
    /// The source of values for the next analysis.
    pub source: EvaluationSource,
    /// The robot that gives the values, if the source is a robot.
    pub robot: Option<Player>,
    /// The step at which the best action is shown beside the one taken.
    pub step_with_better_action: Option<usize>,
    /// True if the record keeps the results.
    pub is_saved: bool,
    /// The running analysis, with its settings.
    running: Option<(EvaluationSettings, AnalysisTask<G>)>,
    /// The last results, with their settings.
    results: Option<(EvaluationSettings, Analysis<G::Action>)>,
    error: Option<String>,
    /// The number of analyses that gave results, which identifies the current results.
    results_id: u32,
}

impl<G: Playable> Default for AnalysisState<G> {
    fn default() -> Self {
        Self {
            source: EvaluationSource::default(),
            robot: None,
            step_with_better_action: None,
            is_saved: false,
            running: None,
            results: None,
            error: None,
            results_id: 0,
        }
    }
}

impl<G: Playable> AnalysisState<G> {
    /// Starts or restarts the analysis of a game. `robot` is the name and the builder of the
    /// robot that gives the values, if the source is a robot.
    pub fn begin(
        &mut self,
        session: &Session<G>,
        source: EvaluationSource,
        robot: Option<(String, RobotBuilder<G>)>,
        wake: &RepaintSignal,
    ) {
        let rollouts = if source == EvaluationSource::Rollouts { ROLLOUTS } else { 0 };
        let options = AnalysisOptions { rollouts, ..AnalysisOptions::default() };
        self.source = source;
        (self.step_with_better_action, self.error) = (None, None);
        let (name, builder) = robot.unzip();
        let settings = EvaluationSettings {
            robot: name.unwrap_or_default(),
            ..EvaluationSettings::from(&options)
        };
        self.running = Some((settings, start(session, options, builder, wake.clone())));
    }

    /// Returns the analysis saved in the record, or an empty one.
    pub fn from_record(session: &Session<G>) -> Self {
        let record = session.record();
        let settings = record.analysis().map(|saved| saved.by.clone());
        let results = settings.zip(from_saved(record, session.states()));
        let is_saved = results.is_some();
        Self { results_id: u32::from(is_saved), is_saved, results, ..Self::default() }
    }

    /// Stops the running analysis. Earlier results stay.
    pub fn stop(&mut self) {
        self.running = None;
    }

    /// Polls the running analysis. Returns true while it runs.
    pub fn poll(&mut self) -> bool {
        let result = self.running.as_ref().and_then(|(_, task)| task.poll());
        if let Some(result) = result
            && let Some((settings, _)) = self.running.take()
        {
            match result {
                Ok(analysis) => {
                    self.results = Some((settings, analysis));
                    self.is_saved = false;
                    self.results_id += 1;
                }
                Err(why) => self.error = Some(why),
            }
        }
        self.running.is_some()
    }

    /// Returns the number of analysed positions and the number of all positions, while the analysis
    /// runs.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.running.as_ref().map(|(_, task)| task.progress())
    }

    /// Returns the results, if they fit a game of `steps` steps.
    pub fn result(&self, steps: usize) -> Option<&Analysis<G::Action>> {
        let analysis = self.results.as_ref().map(|(_, analysis)| analysis);
        analysis.filter(|analysis| analysis.positions().len() == steps + 1)
    }

    /// Returns the settings of the analysis that gave the results.
    pub fn evaluation_settings(&self) -> Option<&EvaluationSettings> {
        self.results.as_ref().map(|(settings, _)| settings)
    }

    /// Returns the results as a record saves them. Returns `None` if there are none for this game,
    /// or if they have more than [`MAX_ANALYSED_POSITIONS`] positions.
    pub fn to_saved(&self, record: &Record<G>) -> Option<SavedAnalysis> {
        let settings = self.evaluation_settings()?;
        let analysis = self.result(record.steps.len())?;
        (analysis.positions().len() <= MAX_ANALYSED_POSITIONS)
            .then(|| to_saved(analysis, settings.clone(), record))
    }

    /// Returns a number that identifies the current results. Each analysis with results changes it.
    pub fn results_id(&self) -> u32 {
        self.results_id
    }

    /// Returns the reason why the last analysis failed.
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Returns the better action to show at step `at` of a game of `steps` steps.
    pub fn better_action(&self, at: usize, steps: usize) -> Option<G::Action> {
        let step = self.step_with_better_action.filter(|step| *step == at)?;
        self.result(steps)?.choice(step).and_then(ChoiceAnalysis::best)
    }
}
