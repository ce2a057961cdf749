//! Describes the faults of saved games in the language of the window.

use qipan_core::contract::game::IllegalStep;
use qipan_core::record::{FaultCause, ReadError, ReplayError};

use crate::model::i18n::{I18n, Lang};

/// Describes a fault found by a check. Messages of the JSON reader and of house rules are English.
pub fn cause_text(cause: &FaultCause, i18n: &I18n) -> String {
    let with_step = |id: &str, step: usize| i18n.tf(id, &[("step", step.into())]);
    match cause {
        FaultCause::Unreadable(error) => read_error_text(error, i18n),
        FaultCause::Illegal(error) => replay_error_text(error, i18n),
        FaultCause::ChangedRule(file) => {
            i18n.tf("fault-changed-rule", &[("file", file.as_str().into())])
        }
        FaultCause::ChangedStart => i18n.t("fault-changed-start"),
        FaultCause::ChangedStep(step) => with_step("fault-changed-step", *step),
        FaultCause::ChangedLine(line) => i18n.tf("fault-changed-line", &[("line", (*line).into())]),
        FaultCause::ChangedStepLine(step) => with_step("fault-changed-step-line", *step),
        FaultCause::ChangedEnd => i18n.t("fault-changed-end"),
        FaultCause::ResultMismatch => i18n.t("fault-result-mismatch"),
        FaultCause::EarlyEnd(step) => with_step("fault-early-end", *step),
        FaultCause::SeedMismatch => i18n.t("fault-seed-mismatch"),
        FaultCause::NewSeed => i18n.t("fault-new-seed"),
        FaultCause::DealMismatch => i18n.t("fault-deal-mismatch"),
        FaultCause::RollMismatch { step, found, expected } => {
            let args = [
                ("step", (*step).into()),
                ("found", found.as_str().into()),
                ("expected", expected.as_str().into()),
            ];
            i18n.tf("fault-roll-mismatch", &args)
        }
        FaultCause::SavedAgain(what) => {
            i18n.tf("fault-saved-again", &[("what", what.as_str().into())])
        }
        FaultCause::Branch { name, cause } => in_branch(name, cause_text(cause, i18n), i18n),
        FaultCause::Other(what) => what.clone(),
    }
}

/// Describes why a saved game cannot be read. The English text keeps all details of the error.
pub fn read_error_text(error: &ReadError, i18n: &I18n) -> String {
    if i18n.lang() == Lang::En {
        return error.to_string();
    }
    match error {
        ReadError::TooLarge { .. } => i18n.t("fault-too-large"),
        ReadError::Foreign(_) => i18n.t("fault-foreign"),
        ReadError::Version { .. } => i18n.t("fault-version"),
        ReadError::UnknownGame(game) | ReadError::OtherGame { found: game, .. } => {
            i18n.tf("fault-game", &[("game", game.as_str().into())])
        }
        ReadError::Broken { line, what } => broken_line_text(*line, what, i18n),
        ReadError::Replay(error) => replay_error_text(error, i18n),
    }
}

/// Describes an error on a line of a file. The reason is English, except for a file that ends too
/// early.
pub fn broken_line_text(line: usize, what: &str, i18n: &I18n) -> String {
    let what = match what.starts_with("EOF ") {
        true => i18n.t("fault-cut"),
        false => what.to_owned(),
    };
    i18n.tf("fault-line", &[("line", line.into()), ("what", what.into())])
}

/// Describes why a game cannot be replayed.
pub fn replay_error_text(error: &ReplayError, i18n: &I18n) -> String {
    match error {
        ReplayError::Setup(why) => i18n.tf("fault-setup", &[("why", why.to_string().into())]),
        ReplayError::Step { at, why } => {
            let args = [("step", (at + 1).into()), ("why", illegal_step_text(*why, i18n).into())];
            i18n.tf("fault-illegal-step", &args)
        }
        ReplayError::Variation(name, error) => {
            in_branch(name, replay_error_text(error, i18n), i18n)
        }
    }
}

/// Describes why a step is illegal. Rare reasons stay in English.
fn illegal_step_text(why: IllegalStep, i18n: &I18n) -> String {
    let id = match why {
        IllegalStep::GameOver => "fault-why-over",
        IllegalStep::NotYourTurn => "fault-why-turn",
        IllegalStep::ChanceDecides => "fault-why-roll-first",
        IllegalStep::SeatDecides => "fault-why-move-first",
        IllegalStep::NotLegal => "fault-why-rules",
        why => return why.to_string(),
    };
    i18n.t(id)
}

/// Adds the name of a branch to a description.
fn in_branch(name: &str, what: String, i18n: &I18n) -> String {
    i18n.tf("fault-branch", &[("name", name.into()), ("what", what.into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that the Chinese text of a fault has no English words.
    #[track_caller]
    fn assert_chinese(cause: &FaultCause) {
        let text = cause_text(cause, &I18n::new(Lang::Zh)).replace("a.luau", "");
        assert!(!text.contains(|c: char| c.is_ascii_alphabetic()), "{text}");
    }

    #[test]
    fn english_texts_are_those_of_the_core_and_chinese_ones_are_chinese() {
        let roll = FaultCause::RollMismatch { step: 3, found: "5".into(), expected: "3".into() };
        let causes = [
            FaultCause::ChangedRule("a.luau".into()),
            FaultCause::ChangedStart,
            FaultCause::ChangedStep(3),
            FaultCause::ChangedLine(3),
            FaultCause::ChangedStepLine(3),
            FaultCause::ChangedEnd,
            FaultCause::ResultMismatch,
            FaultCause::EarlyEnd(3),
            FaultCause::SeedMismatch,
            FaultCause::NewSeed,
            FaultCause::DealMismatch,
            roll.clone(),
            FaultCause::SavedAgain("3".into()),
            FaultCause::Branch { name: "3".into(), cause: Box::new(roll) },
        ];
        let en = I18n::new(Lang::En);
        for cause in causes {
            assert_eq!(cause_text(&cause, &en), cause.to_string());
            assert_chinese(&cause);
        }
        for why in [
            IllegalStep::GameOver,
            IllegalStep::NotYourTurn,
            IllegalStep::ChanceDecides,
            IllegalStep::SeatDecides,
            IllegalStep::NotLegal,
        ] {
            assert_chinese(&FaultCause::Illegal(ReplayError::Step { at: 2, why }));
        }
    }

    #[test]
    fn a_file_that_was_cut_off_is_called_incomplete() {
        let what = "EOF while parsing a value".to_owned();
        let error = ReadError::Broken { line: 2, what };
        let text = read_error_text(&error, &I18n::new(Lang::Zh));
        assert!(text.contains('2') && !text.contains("EOF"), "{text}");
    }
}
