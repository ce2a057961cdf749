//! The draw offer of a robot, in the place of the next action.

use egui::{RichText, Ui};

use crate::command::TableCommand;
use crate::games::{GameUi, words};
use crate::play::table::Table;
use crate::ui::context::ScreenContext;
use crate::ui::theme;

/// Draws the draw offer that the people have to answer. Returns false if there is none.
pub(super) fn draw_offer_ui<G: GameUi>(
    table: &Table<G>,
    cx: &mut ScreenContext<'_>,
    ui: &mut Ui,
) -> bool {
    let Some(robot) = table.robot_offering_draw().filter(|_| table.animator.is_idle()) else {
        return false;
    };
    let army = G::army(table.view(), robot);
    let ink =
        army.map_or(cx.theme.ink, |army| cx.theme.readable_on_panel(G::colour(cx.theme, army)));
    let seat = words::seat::<G>(cx.i18n, robot);
    let heading = cx.tf("play-offers-draw", &[("seat", seat.into())]);
    ui.label(RichText::new(heading).size(theme::HEAD).strong().color(ink));
    let active = table.state().active();
    let people = active.iter().filter(|seat| table.is_human(*seat)).count();
    let id = if people > 1 { "play-offers-draw-all" } else { "play-offers-draw-you" };
    ui.add(egui::Label::new(cx.t(id)).wrap());
    ui.horizontal_wrapped(|ui| {
        if cx.theme.primary_ui(ui, cx.t("play-draw-accept")).clicked() {
            cx.send(TableCommand::AnswerDraw(true));
        }
        if ui.button(cx.t("play-draw-decline")).clicked() {
            cx.send(TableCommand::AnswerDraw(false));
        }
    });
    true
}
