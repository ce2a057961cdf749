//! The question of a house rule, in the place of the next action: a button for each answer, or a
//! line that says who decides.

use egui::{Key, RichText, Ui};
use qipan_core::contract::question::MAX_OPTIONS;

use crate::command::TableCommand;
use crate::games::{GameUi, words};
use crate::model::narration::question;
use crate::play::table::Table;
use crate::ui::context::ScreenContext;
use crate::ui::theme;

/// The keys of the answers, in their order.
pub(super) const ANSWER_KEYS: [Key; MAX_OPTIONS] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];

/// Draws the question that is to be answered next. Returns false if there is none to show: no rule
/// asks, animations still run, the board is covered, or the game is halted and another player has
/// to answer.
pub(super) fn question_ui<G: GameUi>(
    table: &Table<G>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) -> bool {
    let is_own = table.human_question().is_some();
    let is_still = table.cover().is_none() && (is_own || !table.is_halted());
    let question = table.shown_question().filter(|_| is_still && table.animator.is_idle());
    let Some(question) = question else { return false };
    let record = table.session.record();
    let army = G::army(table.view(), question.seat);
    let colour =
        army.map_or(cx.theme.ink, |army| cx.theme.readable_on_panel(G::colour(cx.theme, army)));
    let heading = |ui: &mut Ui, text: String| {
        ui.label(RichText::new(text).size(theme::HEAD).strong().color(colour));
    };
    let rule = record.house_rules.get(usize::from(question.rule));
    let rule = rule.map(|rule| cx.i18n.pick(&rule.name).to_owned()).unwrap_or_default();
    let seat = words::seat::<G>(cx.i18n, question.seat);
    let text = question::question_text(cx.i18n, record, &question);
    if !is_own {
        heading(ui, cx.tf("play-thinking", &[("seat", seat.into())]));
        ui.label(RichText::new(rule).color(cx.theme.quiet));
        let line = text.unwrap_or_else(|| cx.t("play-question-private"));
        ui.add(egui::Label::new(line).wrap());
        return true;
    }
    heading(ui, cx.tf("play-your-answer", &[("seat", seat.into())]));
    ui.label(RichText::new(rule).color(cx.theme.quiet));
    ui.add(egui::Label::new(text.unwrap_or_default()).wrap());
    ui.horizontal_wrapped(|ui| {
        for option in 0..question.answer_count() {
            let text = question::option_text(cx.i18n, record, &question, option);
            let args = [
                ("number", usize::from(option + 1).into()),
                ("answer", text.unwrap_or_default().into()),
            ];
            if cx.theme.primary_ui(ui, cx.tf("play-answer", &args)).clicked() {
                cx.send(TableCommand::Answer(option));
            }
        }
    });
    true
}
