//! Lines of Lua about a decision, evaluated in a thread of their own.

use std::sync::Arc;

use qipan_core::record::SavedRule;
use qipan_core::script::{Evaluated, Host, ParamValue, Scripted, evaluate};

use crate::model::background::Background;
use crate::model::clock::{ClockGuard, host};
use crate::model::house;
use crate::model::robot_threads::{DecisionRequest, RepaintSignal};

/// A line that is being evaluated; what comes of it, or why it was not.
pub type Evaluating = Background<Evaluated, String>;

/// Begins to evaluate a line on a decision, with these values of `turn.params`. Worlds are
/// played on by the house rules given, which runs their files: the player has to have been asked.
#[must_use]
pub fn start<G: Scripted>(
    line: &str,
    job: DecisionRequest<G>,
    params: Vec<(String, ParamValue)>,
    rules: &[SavedRule],
    wake: &RepaintSignal,
) -> Evaluating {
    let (line, rules) = (line.to_owned(), rules.to_vec());
    let work = move |progress: &crate::model::background::Progress| {
        let _ticking = ClockGuard::start();
        // Whoever types wants to hear that there is no such field.
        let host = Host { cancel: Arc::clone(&progress.stop), strict: true, ..host() };
        let house = house::load(&rules, &host).map_err(|error| error.to_string())?;
        Ok(evaluate(&line, &job.decision(), &params, house, &host))
    };
    Background::start(1, work, Arc::clone(wake))
}
