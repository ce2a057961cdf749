//! The reasons why a lesson cannot be played.

use qipan_core::contract::limits::sentence;

use crate::model::i18n::I18n;

/// The reason why a file is not a lesson that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonFault {
    /// The file cannot be read.
    Unreadable,
    /// The file is too large.
    TooLarge,
    /// The text is not JSON, or a field has a wrong value.
    Broken {
        /// The line of the error.
        line: usize,
        /// The step of the error, from 1, if it is in one.
        step: Option<usize>,
        /// The cause, in English.
        what: String,
    },
    /// The file has another format or a newer version.
    Foreign,
    /// The preset does not exist.
    Preset(String),
    /// The seat does not exist.
    Seat(String),
    /// There are no steps.
    Empty,
    /// A step is not possible.
    Step {
        /// The number of the step, from 1.
        step: usize,
        /// The reason.
        why: StepFault,
    },
}

/// The reason why a step of a lesson is not possible. The texts in it are details in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepFault {
    /// The first step has no position.
    NoPosition,
    /// The position line is wrong, or no game can begin from it.
    Position(String),
    /// The position line is for another preset.
    OtherPreset(String),
    /// A move before the learner's turn is not possible.
    Before(String),
    /// The expected action or roll is not possible.
    Expected(String),
    /// The learner's seat takes no part, or another seat has to make the expected move.
    OtherSeat(String),
    /// A cell to highlight does not exist on the board.
    Cell(String),
}

impl LessonFault {
    /// Describes the fault, with its remedy.
    pub fn text(&self, i18n: &I18n) -> String {
        match self {
            Self::Unreadable => i18n.t("lessons-fault-unreadable"),
            Self::TooLarge => i18n.t("lessons-fault-large"),
            Self::Broken { line, step, what } => {
                let what = sentence(what).into();
                match step {
                    Some(step) => {
                        let args =
                            [("line", (*line).into()), ("step", (*step).into()), ("what", what)];
                        i18n.tf("lessons-fault-step-line", &args)
                    }
                    None => {
                        i18n.tf("lessons-fault-line", &[("line", (*line).into()), ("what", what)])
                    }
                }
            }
            Self::Foreign => i18n.t("lessons-fault-foreign"),
            Self::Preset(found) => {
                i18n.tf("lessons-fault-preset", &[("found", sentence(found).into())])
            }
            Self::Seat(found) => {
                i18n.tf("lessons-fault-seat", &[("found", sentence(found).into())])
            }
            Self::Empty => i18n.t("lessons-fault-empty"),
            Self::Step { step, why } => {
                let args = [("step", (*step).into()), ("what", why.text(i18n).into())];
                i18n.tf("lessons-fault-step", &args)
            }
        }
    }
}

impl StepFault {
    /// Describes the fault, with its remedy.
    fn text(&self, i18n: &I18n) -> String {
        let (id, found) = match self {
            Self::NoPosition => return i18n.t("lessons-fault-no-position"),
            Self::Position(why) => ("lessons-fault-position", why),
            Self::OtherPreset(preset) => ("lessons-fault-other-preset", preset),
            Self::Before(action) => ("lessons-fault-before", action),
            Self::Expected(action) => ("lessons-fault-expected", action),
            Self::OtherSeat(seat) => ("lessons-fault-other-seat", seat),
            Self::Cell(cell) => ("lessons-fault-cell", cell),
        };
        i18n.tf(id, &[("found", sentence(found).into())])
    }
}
