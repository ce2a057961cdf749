//! Evaluates a line of Lua in the context of a decision, on a thread of its own.

use std::sync::Arc;

use qipan_core::record::SavedRule;
use qipan_core::script::{ConsoleOutput, Host, ParamValue, Scripted, evaluate};

use crate::model::background::{Background, Progress};
use crate::model::clock::{ClockGuard, host};
use crate::model::house;
use crate::model::robot_threads::{DecisionRequest, RepaintSignal};

/// The evaluation of a line in the background.
pub type ConsoleTask = Background<ConsoleOutput, String>;

/// Starts to evaluate a line in the context of a decision. `params` are the values of
/// `turn.params`. `rules` are the house rules that a look-ahead applies. Their files run, so the
/// player must have agreed to that.
pub fn start<G: Scripted>(
    line: &str,
    request: DecisionRequest<G>,
    params: Vec<(String, ParamValue)>,
    rules: &[SavedRule],
    wake: &RepaintSignal,
) -> ConsoleTask {
    let (line, rules) = (line.to_owned(), rules.to_vec());
    let work = move |progress: &Progress| {
        let _clock = ClockGuard::start();
        // The author of the line should see an error for a misspelt field.
        let host = Host { cancel: Arc::clone(&progress.stop), strict: true, ..host() };
        let house = house::load(&rules, &host).map_err(|error| error.to_string())?;
        Ok(evaluate(&line, &request.decision(), &params, house, &host))
    };
    Background::start(1, work, Arc::clone(wake))
}
