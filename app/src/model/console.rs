//! Lines of Lua about a decision, evaluated on a thread of their own.

use std::sync::Arc;

use qipan_core::record::SavedRule;
use qipan_core::script::{ConsoleOutput, Host, ParamValue, Scripted, evaluate};

use crate::model::background::Background;
use crate::model::clock::{ClockGuard, host};
use crate::model::house;
use crate::model::robot_threads::{DecisionRequest, RepaintSignal};

/// The evaluation of a line in the background.
pub type ConsoleTask = Background<ConsoleOutput, String>;

/// Starts to evaluate a line on a decision, with these values of `turn.params`. Determinizations
/// are played on under the house rules given. Their files run, so the player must have agreed.
pub fn start<G: Scripted>(
    line: &str,
    job: DecisionRequest<G>,
    params: Vec<(String, ParamValue)>,
    rules: &[SavedRule],
    wake: &RepaintSignal,
) -> ConsoleTask {
    let (line, rules) = (line.to_owned(), rules.to_vec());
    let work = move |progress: &crate::model::background::Progress| {
        let _ticking = ClockGuard::start();
        // The author of the line should see an error for a misspelt field.
        let host = Host { cancel: Arc::clone(&progress.stop), strict: true, ..host() };
        let house = house::load(&rules, &host).map_err(|error| error.to_string())?;
        Ok(evaluate(&line, &job.decision(), &params, house, &host))
    };
    Background::start(1, work, Arc::clone(wake))
}
