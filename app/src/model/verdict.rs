//! Describes the findings of a game's verification in sentences, one for each part.

use qipan_core::record::{RecordFault, VerificationReport};

use crate::model::checks::choices::Choices;
use crate::model::faults::cause_text;
use crate::model::i18n::I18n;

/// A finding on one part of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// True if the part is fine, false if it is not, `None` if it was not checked.
    pub is_fine: Option<bool>,
    /// The sentence.
    pub text: String,
}

impl Finding {
    /// Creates the finding of a part that was checked.
    pub fn new(is_fine: bool, text: String) -> Self {
        Self { is_fine: Some(is_fine), text }
    }

    /// Creates the finding of a part that was not checked.
    pub fn unchecked(text: String) -> Self {
        Self { is_fine: None, text }
    }
}

/// Returns the findings on a file: a summary if all is well, then each part. A redacted file does
/// not contain the dice of the game, so they are not checked.
pub fn of_file(report: &VerificationReport, is_redacted: bool, i18n: &I18n) -> Vec<Finding> {
    let legal =
        if report.is_over { "replay-verdict-legal" } else { "replay-verdict-legal-unfinished" };
    let parts = [
        ("replay-verdict-readable", &report.unreadable),
        ("replay-verdict-unchanged", &report.inconsistent),
        (legal, &report.illegal),
        ("replay-verdict-dice", &report.dice),
    ];
    // The number of parts, from the first, that may be reported as fine: none of a file that cannot
    // be read, and only its readability if a step is illegal.
    let reported_parts = match (&report.unreadable, &report.illegal) {
        (Some(_), _) => 0,
        (_, Some(_)) => 1,
        _ => parts.len(),
    };
    let finding = |(index, (id, fault)): (usize, (&str, &Option<RecordFault>))| match fault {
        Some(RecordFault { cause, .. }) => {
            let args = [("what", cause_text(cause, i18n).into())];
            let text = i18n.tf("replay-verdict-fault", &args);
            Some(Finding::new(false, text))
        }
        None if index >= reported_parts => None,
        None if id == "replay-verdict-dice" && is_redacted => {
            Some(Finding::unchecked(i18n.t("replay-verdict-redacted")))
        }
        None if id == "replay-verdict-dice" && report.has_unverifiable_deal => {
            Some(Finding::unchecked(i18n.t("replay-verdict-drawn-elsewhere")))
        }
        None => Some(Finding::new(true, i18n.t(id))),
    };
    let mut findings: Vec<_> = parts.into_iter().enumerate().filter_map(finding).collect();
    if is_redacted && reported_parts == parts.len() {
        findings.push(Finding::unchecked(i18n.t("replay-verdict-redacted-players")));
    }
    if findings.iter().all(|finding| finding.is_fine == Some(true)) {
        findings.insert(0, Finding::new(true, i18n.t("replay-verdict-fine")));
    }
    findings
}

/// Returns the finding on a game that starts from a position set up by hand.
pub fn of_set_up_position(i18n: &I18n) -> Finding {
    Finding::unchecked(i18n.t("replay-verdict-set-up"))
}

/// Returns the finding on the house rules that were run again. `count` is their number.
/// `difference` describes the first difference from the saved game, if there is one.
pub fn of_rules(count: usize, difference: Option<&str>, i18n: &I18n) -> Finding {
    match difference {
        None => Finding::new(true, i18n.tf("replay-verdict-rules", &[("count", count.into())])),
        Some(message) => {
            let args = [("count", count.into()), ("what", message.into())];
            Finding::new(false, i18n.tf("replay-verdict-rules-differ", &args))
        }
    }
}

/// Returns the finding on the robots that were asked again. `answer` is an error if they could not
/// be asked.
pub fn of_robots(answer: &Result<Choices, String>, i18n: &I18n) -> Finding {
    match answer {
        Ok(Choices { asked, same, .. }) if asked == same => {
            let args = [("asked", (*asked).into())];
            Finding::new(true, i18n.tf("replay-verdict-robots-same", &args))
        }
        Ok(Choices { asked, same, first_different }) => {
            let step = first_different.map_or(0, |index| index + 1);
            let args =
                [("same", (*same).into()), ("asked", (*asked).into()), ("step", step.into())];
            Finding::new(false, i18n.tf("replay-verdict-robots-other", &args))
        }
        Err(message) => {
            let args = [("what", message.as_str().into())];
            Finding::unchecked(i18n.tf("replay-verdict-robots-failed", &args))
        }
    }
}
