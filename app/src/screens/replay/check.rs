//! The house rules of a game run over it once more.

use qipan_core::game::Viewer;
use qipan_core::record::Record;
use qipan_core::replay::rerun;
use qipan_core::script::{Host, Scripted};

use crate::games::GameUi;
use crate::model::clock::{self, Ticking};
use crate::model::house;
use crate::model::i18n::I18n;
use crate::screens::house::Finding;
use crate::screens::replay::ReplayView;

/// Runs the house rules of a game over it again. What differs is told in full only where
/// everything may be seen.
pub(super) fn rules_finding<G: GameUi>(view: &ReplayView<G>, i18n: &I18n) -> Finding {
    match run_again(view.record()) {
        Ok(()) => Finding { fine: true, text: i18n.t("replay-verdict-rules") },
        Err((at, what)) => {
            let what = match (view.eyes.viewer() == Viewer::All, at) {
                (false, Some(at)) => i18n.tf("replay-verdict-step", &[("step", (at + 1).into())]),
                _ => what,
            };
            let text = i18n.tf("replay-verdict-rules-differ", &[("what", what.into())]);
            Finding { fine: false, text }
        }
    }
}

fn run_again<G: Scripted>(record: &Record<G>) -> Result<(), (Option<usize>, String)> {
    let _ticking = Ticking::start();
    // Those too that were left out later.
    let mut lines = record.house_rules.clone();
    for line in lines.iter_mut().filter(|line| line.until != Some(0)) {
        line.until = None;
    }
    let host = Host { clock: clock::millis(), ..Host::default() };
    let mut house = house::load::<G>(&lines, &host).map_err(|error| (None, error.to_string()))?;
    rerun(record, &mut house).map_err(|deviation| (Some(deviation.at), deviation.what))
}
