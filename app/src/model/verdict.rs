//! What a check of a game found, part by part, in sentences.

use qipan_core::record::{Fault, Report};

use crate::model::checks::choices::Choices;
use crate::model::i18n::I18n;

/// One sentence of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether all is well; unknown where it was not looked at.
    pub fine: Option<bool>,
    /// The sentence.
    pub text: String,
}

impl Finding {
    /// Something that was looked at, and is well or not.
    #[must_use]
    pub fn new(fine: bool, text: String) -> Self {
        Self { fine: Some(fine), text }
    }

    /// Something that nobody looked at.
    #[must_use]
    pub fn open(text: String) -> Self {
        Self { fine: None, text }
    }
}

/// What was found in a file: in a word where all is well, then part by part. The dice of a game
/// told by one seat are not those of the game.
#[must_use]
pub fn of_file(report: &Report, is_told: bool, i18n: &I18n) -> Vec<Finding> {
    let parts = [
        ("replay-verdict-readable", &report.unreadable),
        ("replay-verdict-unchanged", &report.inconsistent),
        ("replay-verdict-legal", &report.illegal),
        ("replay-verdict-dice", &report.dice),
    ];
    // What cannot be read or played to its end can be praised for nothing else.
    let praised = match (&report.unreadable, &report.illegal) {
        (Some(_), _) => 0,
        (_, Some(_)) => 1,
        _ => parts.len(),
    };
    let finding = |(at, (id, fault)): (usize, (&str, &Option<Fault>))| match fault {
        Some(Fault { what, .. }) => {
            let text = i18n.tf("replay-verdict-fault", &[("what", what.as_str().into())]);
            Some(Finding::new(false, text))
        }
        None if at >= praised => None,
        None if id == "replay-verdict-dice" && is_told => {
            Some(Finding::open(i18n.t("replay-verdict-told")))
        }
        None if id == "replay-verdict-dice" && report.drawn_elsewhere => {
            Some(Finding::open(i18n.t("replay-verdict-drawn-elsewhere")))
        }
        None => Some(Finding::new(true, i18n.t(id))),
    };
    let mut findings: Vec<_> = parts.into_iter().enumerate().filter_map(finding).collect();
    if is_told && praised == parts.len() {
        findings.push(Finding::open(i18n.t("replay-verdict-told-players")));
    }
    if findings.iter().all(|finding| finding.fine == Some(true)) {
        findings.insert(0, Finding::new(true, i18n.t("replay-verdict-fine")));
    }
    findings
}

/// What is to be said of a game that begins from a position set up by hand.
#[must_use]
pub fn of_beginning(i18n: &I18n) -> Finding {
    Finding::open(i18n.t("replay-verdict-set-up"))
}

/// What came of running the house rules again; what differs, in words, where something does.
#[must_use]
pub fn of_rules(differs: Option<&str>, i18n: &I18n) -> Finding {
    match differs {
        None => Finding::new(true, i18n.t("replay-verdict-rules")),
        Some(what) => {
            let args = [("what", what.into())];
            Finding::new(false, i18n.tf("replay-verdict-rules-differ", &args))
        }
    }
}

/// What came of asking the robots again.
#[must_use]
pub fn of_robots(answer: &Result<Choices, String>, i18n: &I18n) -> Finding {
    match answer {
        Ok(Choices { asked, same, .. }) if asked == same => {
            let args = [("asked", (*asked).into())];
            Finding::new(true, i18n.tf("replay-verdict-robots-same", &args))
        }
        Ok(Choices { asked, same, odd }) => {
            let step = odd.map_or(0, |at| at + 1);
            let args =
                [("same", (*same).into()), ("asked", (*asked).into()), ("step", step.into())];
            Finding::new(false, i18n.tf("replay-verdict-robots-other", &args))
        }
        Err(what) => {
            let args = [("what", what.as_str().into())];
            Finding::open(i18n.tf("replay-verdict-robots-failed", &args))
        }
    }
}
