//! Words for the questions of house rules and their answers. The texts are those that the rules
//! declare.

use qipan_core::contract::game::{Game, Step, Viewer};
use qipan_core::contract::question::Question;
use qipan_core::record::Record;

use super::seat;
use crate::model::i18n::I18n;

/// Returns the text of a question, or `None` if it is hidden from the viewer. A question without a
/// declaration is named by its key.
pub fn question_text<G: Game>(
    i18n: &I18n,
    record: &Record<G>,
    question: &Question,
) -> Option<String> {
    let key = question.keys.question?;
    let declared = record.declared_question(question.rule, key);
    Some(declared.map_or_else(|| key.to_string(), |it| i18n.pick(&it.text).to_owned()))
}

/// Returns the text of the option with this index, from 0. An option without a declaration is named
/// by its key. Returns `None` if the question is hidden from the viewer.
pub fn option_text<G: Game>(
    i18n: &I18n,
    record: &Record<G>,
    question: &Question,
    option: u8,
) -> Option<String> {
    let option_key = question.keys.options.get(usize::from(option))?;
    let declared = question.keys.question;
    let declared = declared.and_then(|key| record.declared_question(question.rule, key));
    let text = declared.and_then(|question| question.option_text(option_key));
    Some(text.map_or_else(|| option_key.to_string(), |text| i18n.pick(text).to_owned()))
}

/// Describes which seat is asked a question, and adds the question's text unless it is hidden from
/// the viewer.
pub fn asked_line<G: Game>(i18n: &I18n, record: &Record<G>, question: &Question) -> String {
    let seat = ("seat", seat::<G>(i18n, question.seat).into());
    match question_text(i18n, record, question) {
        Some(text) => i18n.tf("log-asked", &[seat, ("question", text.into())]),
        None => i18n.tf("log-asked-private", &[seat]),
    }
}

/// Describes a step that asks a question or answers one, as far as the viewer may know it.
/// `pending` is the question before the step. Returns `None` for other steps.
pub fn step_line<G: Game>(
    i18n: &I18n,
    record: &Record<G>,
    step: &Step<G>,
    (viewer, pending): (Viewer, Option<&Question>),
) -> Option<String> {
    match step {
        Step::House { rule, effect } => {
            let question = G::asked_question(*rule, effect)?;
            Some(asked_line(i18n, record, &question.for_viewer(viewer)))
        }
        Step::Act { seat: by, action } => {
            let option = G::answered_option(*action)?;
            let question = pending?.for_viewer(viewer);
            let seat = ("seat", seat::<G>(i18n, *by).into());
            Some(match option_text(i18n, record, &question, option) {
                Some(text) => i18n.tf("log-answered", &[seat, ("answer", text.into())]),
                None => i18n.tf("log-answered-private", &[seat]),
            })
        }
        _ => None,
    }
}
