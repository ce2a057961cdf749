//! The page about chance: the commitments and their check, the rolls of each seat, and a program
//! that checks commitments and rolls independently.

use egui::{Align2, CollapsingHeader, FontId, Rect, RichText, ScrollArea, Sense, Stroke, Ui};
use egui::{Role, WidgetInfo, pos2, vec2};
use qipan_core::contract::dice::Seed;

use crate::command::Command;
use crate::games::{GameUi, words};
use crate::model::evenness::chi_square_p_value;
use crate::model::faults::cause_text;
use crate::model::i18n::ListStyle;
use crate::screens::replay::ReplayView;
use crate::screens::replay::rolls::{ChanceEvidence, Rolls};
use crate::ui::context::ScreenContext;
use crate::ui::theme::{self, mix};
use crate::ui::widgets::muted_text;

/// A Python program that checks the commitments and rolls of a saved game.
const VERIFIER: &str = include_str!("../../../assets/dice.py");

/// The height of the bar chart of a seat, in points.
const BARS_HEIGHT: f32 = 58.0;

impl<G: GameUi> ReplayView<G> {
    /// Draws the page.
    pub(super) fn dice_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let session = self.replay.session();
        let evidence = self.chance.get_or_init(|| ChanceEvidence::from_session(session));
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.set_width(ui.available_width() - 6.0);
            ui.spacing_mut().item_spacing.y = 5.0;
            if session.state().redacted_for().is_some() {
                ui.label(RichText::new(cx.t("replay-verdict-redacted")).strong());
            } else {
                verdict_ui(evidence, G::HAS_DICE, cx, ui);
                self.seeds_ui(&evidence.future_seeds, cx, ui);
            }
            if evidence.rolls.is_empty() {
                ui.label(muted_text(cx.theme, cx.t("dice-none")));
            }
            for rolls in &evidence.rolls {
                ui.add_space(4.0);
                seat_ui::<G>(rolls, cx, ui);
            }
            if evidence.rolls.len() > 1 {
                ui.label(muted_text(cx.theme, cx.t("dice-note")));
                if evidence.rolls.iter().any(|rolls| chi_square_p_value(rolls.faces).is_some()) {
                    ui.label(muted_text(cx.theme, cx.t("dice-note-rare")));
                }
            }
            if G::HAS_DICE {
                verifier_ui(cx, ui);
            }
        });
    }

    /// Draws the commitments. If the game is over and a seed determines no future rolls, draws the
    /// seed below its commitment.
    fn seeds_ui(&self, future_seeds: &[Seed], cx: &ScreenContext<'_>, ui: &mut Ui) {
        let record = self.replay.record();
        let is_over = self.session().state().outcome().is_some();
        for segment in &record.chance {
            if record.chance.len() > 1 {
                let args = [("step", (segment.from + 1).into())];
                ui.label(RichText::new(cx.tf("dice-from", &args)).strong());
            }
            number_ui("dice-commitment", &segment.commitment.to_string(), cx, ui);
            if is_over && !future_seeds.contains(&segment.seed) {
                number_ui("dice-seed", &segment.seed.to_hex(), cx, ui);
            }
        }
        if !future_seeds.is_empty() {
            ui.label(muted_text(cx.theme, cx.t("dice-seed-later")));
        }
    }
}

/// Draws a sentence that says whether the dice match their commitments, and the button for a full
/// check.
fn verdict_ui(evidence: &ChanceEvidence, has_dice: bool, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
    let (text, colour) = match &evidence.fault {
        None if evidence.is_drawn_elsewhere => {
            (cx.t("replay-verdict-drawn-elsewhere"), cx.theme.ink)
        }
        None => (cx.t(if has_dice { "dice-fine" } else { "seed-fine" }), cx.theme.ink),
        Some(fault) => {
            let args = [("what", cause_text(&fault.cause, cx.i18n).into())];
            (cx.tf("dice-fault", &args), cx.theme.error)
        }
    };
    ui.label(RichText::new(text).color(colour).strong());
    if ui.button(cx.t("replay-check")).clicked() {
        cx.send(Command::Check);
    }
}

/// Draws a long number in hexadecimal under its name. A click copies it.
fn number_ui(id: &str, hex: &str, cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.label(muted_text(cx.theme, cx.t(id)));
    let text = RichText::new(hex).font(FontId::monospace(theme::BODY - 3.0)).color(cx.theme.ink);
    let label = ui.add(egui::Label::new(text).wrap().sense(Sense::click()));
    if label.on_hover_text(cx.t("dice-copy")).clicked() {
        ui.ctx().copy_text(hex.to_owned());
    }
}

/// Draws the rolls of a seat: a bar for each face, and sentences about them.
fn seat_ui<G: GameUi>(rolls: &Rolls, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let count = rolls.count();
    let name = words::seat::<G>(cx.i18n, rolls.seat);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::HOVER);
        G::paint_seat_badge(ui.painter(), rect.center(), 16.0, rolls.seat, cx.theme);
        let colour = cx.theme.readable_on_panel(G::colour(cx.theme, rolls.seat));
        ui.label(RichText::new(name).strong().color(colour));
        let args = [("count", count.into())];
        ui.label(muted_text(cx.theme, cx.tf("dice-rolls", &args)));
    });
    bars_ui::<G>(rolls, cx, ui);
    let expected = f64::from(count) / 6.0;
    let args = [("sixes", rolls.faces[5].into()), ("due", format!("{expected:.1}").into())];
    ui.label(cx.tf("dice-sixes", &args));
    ui.label(evenness_text(rolls.faces, cx));
}

/// Returns a sentence that says how evenly the rolls are distributed over the faces.
fn evenness_text(faces: [u32; 6], cx: &ScreenContext<'_>) -> String {
    let Some(share) = chi_square_p_value(faces) else { return cx.t("dice-too-few") };
    match (share * 100.0).round() as u32 {
        0 => cx.t("dice-uneven-rare"),
        share => cx.tf("dice-uneven", &[("share", share.into())]),
    }
}

/// Draws a bar for the count of each face, and a dashed line at the expected count.
fn bars_ui<G: GameUi>(rolls: &Rolls, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), BARS_HEIGHT), Sense::HOVER);
    let label = cx.i18n.list(ListStyle::Plain, rolls.faces.iter().map(u32::to_string));
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    let max_count = rolls.faces.iter().copied().max().unwrap_or(1).max(1) as f32;
    let (painter, font) = (ui.painter(), FontId::proportional(theme::BODY - 3.0));
    let (top, bottom) = (rect.top() + 14.0, rect.bottom() - 15.0);
    let column_width = rect.width() / 6.0;
    let colour = G::colour(cx.theme, rolls.seat);
    for (face, count) in rolls.faces.iter().enumerate() {
        let middle = rect.left() + column_width * (face as f32 + 0.5);
        let height = (bottom - top) * *count as f32 / max_count;
        let bar = Rect::from_min_max(
            pos2(middle - column_width * 0.32, bottom - height.max(1.0)),
            pos2(middle + column_width * 0.32, bottom),
        );
        painter.rect_filled(bar, 2.0, mix(cx.theme.panel, colour, 0.85));
        // All counts are in one row at the top, where the dashed line does not cross them.
        let count_pos = pos2(middle, top - 1.0);
        painter.text(count_pos, Align2::CENTER_BOTTOM, count, font.clone(), cx.theme.ink);
        let face_pos = pos2(middle, bottom + 2.0);
        painter.text(face_pos, Align2::CENTER_TOP, face + 1, font.clone(), cx.theme.quiet);
    }
    let expected_y = bottom - (bottom - top) * rolls.count() as f32 / 6.0 / max_count;
    let stroke = Stroke::new(1.0, mix(cx.theme.panel, cx.theme.ink, 0.55));
    let ends = [pos2(rect.left(), expected_y), pos2(rect.right(), expected_y)];
    painter.extend(egui::Shape::dashed_line(&ends, stroke, 4.0, 3.0));
}

/// Draws the program that checks a saved game, with a button to copy it.
fn verifier_ui(cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.add_space(4.0);
    CollapsingHeader::new(cx.t("dice-verifier")).show(ui, |ui| {
        ui.label(muted_text(cx.theme, cx.t("dice-verifier-about")));
        if ui.button(cx.t("dice-copy-program")).clicked() {
            ui.ctx().copy_text(VERIFIER.to_owned());
        }
        ScrollArea::horizontal().id_salt("verifier").show(ui, |ui| {
            let text = RichText::new(VERIFIER).font(FontId::monospace(theme::BODY - 3.0));
            ui.add(egui::Label::new(text.color(cx.theme.ink)).extend());
        });
    });
}
