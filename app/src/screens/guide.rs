//! The guide: how a game is played, with pictures, and the rules changed in the game at hand.

use std::collections::HashMap;

use egui::{
    Button, Context, Id, Modal, Rect, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2,
};
use qipan_core::contract::game::Viewer;
use qipan_core::contract::position::PositionLine;
use qipan_core::registry::GameKind;
use qipan_core::with_game;

use crate::command::Command;
use crate::games::{BoardUi as _, GameUi, GuidePart, GuidePicture};
use crate::play::animation::Animator;
use crate::ui::context::ScreenContext;
use crate::ui::fonts::title_font;
use crate::ui::room::show_modal;
use crate::ui::theme::{CORNER, HEAD, TITLE};
use crate::ui::widgets;

/// The width of the guide, in points: about nine words a line beside a picture.
const WIDTH: f32 = 720.0;
/// The longer side of a picture, in points.
const PICTURE_SIDE: f32 = 216.0;

/// The boards of the guide's pictures, kept from frame to frame.
#[derive(Default)]
pub struct GuideBoards(HashMap<&'static str, Option<Box<dyn GuideBoard>>>);

/// A board of any game in the guide.
trait GuideBoard {
    /// Draws the board with its explanation.
    fn ui(&mut self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui);
}

/// A board of one game in the guide.
struct ExplainedBoard<G: GameUi> {
    view: G::View,
    animator: Animator<G>,
    board: G::Board,
    actions: Vec<G::Action>,
    cells: &'static [&'static str],
}

impl<G: GameUi> ExplainedBoard<G> {
    /// Sets up the board of a picture. Returns `None` if the picture does not fit its game.
    fn new(picture: &GuidePicture) -> Option<Self> {
        let line: PositionLine<G> = picture.position.parse().ok()?;
        let state = line.set_up().ok()?;
        let view = state.view(Viewer::Seat(G::seat_by_name(picture.seat)?));
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        let parse = |text: &&str| text.parse().ok().filter(|action| legal.contains(action));
        let actions = picture.actions.iter().map(parse).collect::<Option<Vec<_>>>()?;
        let (animator, board) = (Animator::new(&view, 0), G::Board::default());
        Some(Self { view, animator, board, actions, cells: picture.cells })
    }
}

impl<G: GameUi> GuideBoard for ExplainedBoard<G> {
    fn ui(&mut self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        self.board.picture_ui(&self.view, &self.animator, rect, cx, ui);
        let explanation = (&self.actions[..], self.cells);
        self.board.paint_explanation(&self.view, explanation, rect, cx, ui);
    }
}

/// Returns the board of a picture, or `None` if it does not fit its game.
fn board_of(picture: &GuidePicture) -> Option<Box<dyn GuideBoard>> {
    fn of_game<G: GameUi>(picture: &GuidePicture) -> Option<Box<dyn GuideBoard>> {
        Some(Box::new(ExplainedBoard::<G>::new(picture)?))
    }
    with_game!(GameKind::of_line(picture.position).ok()?, |G| of_game::<G>(picture))
}

impl GuideBoards {
    /// Draws a picture.
    fn picture_ui(
        &mut self,
        picture: &GuidePicture,
        name: &str,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let [left, top, width, height] = picture.section;
        let scale = PICTURE_SIDE / width.max(height);
        let size = vec2(width, height) * scale;
        let (rect, response) = ui.allocate_exact_size(size, Sense::HOVER);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
        if !ui.is_rect_visible(rect) {
            return;
        }
        let board_rect =
            Rect::from_min_size(rect.min - vec2(left, top) * scale, egui::Vec2::splat(scale));
        let board = self.0.entry(picture.position).or_insert_with(|| board_of(picture));
        if let Some(board) = board {
            let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect));
            child.set_clip_rect(rect.intersect(ui.clip_rect()));
            board.ui(board_rect, cx, &child);
        }
        let stroke = egui::Stroke::new(1.0, cx.theme.hairline);
        ui.painter().rect_stroke(rect, CORNER, stroke, egui::StrokeKind::Outside);
    }

    /// Draws a part of the guide: its text and its pictures. A single picture is beside the text if
    /// there is room. Otherwise, the pictures are below the text.
    fn part_ui<G: GameUi>(
        &mut self,
        preset: &str,
        (head, text): &GuidePart,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        let pictures = G::guide_pictures(preset, head);
        let name = cx.t(head);
        ui.add_space(8.0);
        let words_ui = |ui: &mut Ui| {
            ui.label(RichText::new(&name).size(HEAD).color(cx.theme.accent));
            ui.label(cx.t(text));
            G::guide_ui(head, cx, ui);
        };
        let room = ui.available_width();
        match pictures {
            [picture] if room > 2.2 * PICTURE_SIDE => {
                ui.horizontal_top(|ui| {
                    ui.vertical(|ui| {
                        ui.set_width(room - PICTURE_SIDE - 20.0);
                        words_ui(ui);
                    });
                    ui.add_space(8.0);
                    self.picture_ui(picture, &name, cx, ui);
                });
            }
            _ => {
                words_ui(ui);
                if pictures.is_empty() {
                    return;
                }
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = vec2(12.0, 8.0);
                    for picture in pictures {
                        self.picture_ui(picture, &name, cx, ui);
                    }
                });
            }
        }
    }
}

/// Draws the guide to a preset over everything else. `changed` lists the changed rules of the game
/// at hand.
pub fn guide_ui(
    preset: &str,
    changed: &[String],
    boards: &mut GuideBoards,
    cx: &mut ScreenContext<'_>,
    ctx: &Context,
) {
    let Some(kind) = GameKind::of_preset(preset) else { return };
    let modal = Modal::new(Id::unique("guide")).frame(cx.theme.card());
    let shown = show_modal(modal, ctx, |ui| {
        let max_height = (ctx.content_rect().height() - 240.0).max(120.0);
        ui.set_width(WIDTH.min(ui.available_width()));
        let game = cx.t(&format!("game-{preset}"));
        let title = cx.tf("guide-title", &[("game", game.into())]);
        ui.label(RichText::new(title).font(title_font(TITLE)));
        ui.label(widgets::muted_text(cx.theme, cx.t(&format!("game-{preset}.about"))));
        ui.add_space(4.0);
        let area = ScrollArea::both().id_salt(preset).max_height(max_height);
        area.auto_shrink([false, true]).show(ui, |ui| {
            // Leaves room for the scroll bar.
            ui.set_max_width(ui.available_width() - 12.0);
            changed_ui(changed, cx, ui);
            for part in with_game!(kind, |G| G::guide(preset)) {
                with_game!(kind, |G| boards.part_ui::<G>(preset, &part, cx, ui));
            }
            ui.add_space(6.0);
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.add(Button::new(cx.t("action-close"))).clicked() {
                cx.send(Command::Back);
            }
            let id = if changed.is_empty() { "guide-rules" } else { "guide-rules-below" };
            ui.label(widgets::muted_text(cx.theme, cx.t(id)));
        });
    });
    if shown.should_close() {
        cx.send(Command::Back);
    }
}

/// Draws the changed rules of the game at hand, if there are any.
fn changed_ui(changed: &[String], cx: &ScreenContext<'_>, ui: &mut Ui) {
    if changed.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.label(RichText::new(cx.t("guide-changed")).size(HEAD).color(cx.theme.warning));
    for line in changed {
        ui.label(format!("• {line}"));
    }
}

#[cfg(test)]
mod tests {
    use qipan_core::registry::presets;

    use super::*;

    #[test]
    fn pictures_of_the_guide_can_be_drawn() {
        for preset in presets() {
            let mut count = 0;
            let Some(kind) = GameKind::of_preset(preset) else { panic!("{preset}") };
            for (part, _) in with_game!(kind, |G| G::guide(preset)) {
                for picture in with_game!(kind, |G| G::guide_pictures(preset, part)) {
                    assert!(board_of(picture).is_some(), "{preset} {part}: {}", picture.position);
                    count += 1;
                }
            }
            assert!(count > 0, "{preset} has no pictures");
        }
    }
}
