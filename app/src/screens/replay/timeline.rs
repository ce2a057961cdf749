//! The timeline under the board: the strip of the game, and the controls below it.

use egui::{FontId, Response, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::command::{Command, ReplayCommand};
use crate::games::GameUi;
use crate::play::timeline_event::TimelineEvent;
use crate::screens::bar;
use crate::screens::replay::course::JumpDirection;
use crate::screens::replay::section::LoopRange;
use crate::screens::replay::timeline_strip::{self, StripContents, paint_sign};
use crate::screens::replay::{ReplayScreen as _, ReplayView, SPEEDS};
use crate::ui::at_right::at_right;
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::room::entries_ui;
use crate::ui::theme;

/// The height of the row of controls.
const CONTROLS: f32 = 34.0;
/// The height of the timeline with its margins.
pub(super) const HEIGHT: f32 = timeline_strip::HEIGHT + CONTROLS + 32.0;
/// Room for the speeds at the right end.
const ROOM_FOR_SPEEDS: f32 = 252.0;

impl<G: GameUi> ReplayView<G> {
    pub(super) fn timeline_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        cx.theme.card().inner_margin(egui::Margin::symmetric(10, 4)).show(ui, |ui| {
            ui.visuals_mut().override_text_color = Some(cx.theme.ink);
            ui.spacing_mut().item_spacing.y = 2.0;
            self.strip_ui(cx, ui);
            self.curve_ui(cx, ui);
            ui.allocate_ui(vec2(ui.available_width(), CONTROLS), |ui| {
                ui.horizontal_centered(|ui| self.controls_ui(cx, ui));
            });
        });
    }

    /// Draws the strip, with a tooltip for the position under the pointer.
    fn strip_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let shown =
            StripContents { course: &self.course, at: self.replay.at(), section: self.section };
        let (response, pointed) = self.strip.ui::<G>(&shown, cx, ui);
        if let Some(at) = pointed {
            response.on_hover_ui_at_pointer(|ui| self.place_ui(at, cx, ui));
        }
    }

    /// Draws a position in words: the step that leads to it, and its notable events.
    fn place_ui(&self, at: usize, cx: &ScreenContext<'_>, ui: &mut Ui) {
        ui.set_max_width(320.0);
        let args = [("at", at.into()), ("all", self.steps().into())];
        ui.label(RichText::new(cx.tf("replay-at", &args)).color(cx.theme.quiet));
        let line = at.checked_sub(1).map_or("", |step| self.log.line(step));
        if !line.is_empty() {
            ui.label(line);
        }
        for mark in self.course.marks_at(at) {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::HOVER);
                paint_sign(mark.what, rect.center(), 10.0, cx.theme, ui.painter());
                ui.label(cx.t(mark.what.id(G::HAS_DICE)));
            });
        }
    }

    fn controls_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding = vec2(9.0, 3.0);
        ui.spacing_mut().interact_size.y = 26.0;
        let (at, all) = (self.at(), self.steps());
        let (play, play_id) = match self.playing {
            true => (Icon::Pause, "replay-halt"),
            false => (Icon::Play, "replay-play"),
        };
        for (icon, id, on, command) in [
            (Icon::First, "replay-first", at > 0, Command::Replay(ReplayCommand::Seek(0))),
            (Icon::Previous, "replay-previous", at > 0, Command::Replay(ReplayCommand::Backward)),
            (play, play_id, all > 0, Command::Replay(ReplayCommand::TogglePlay)),
            (Icon::Next, "replay-next", at < all, Command::Replay(ReplayCommand::Forward)),
            (Icon::Last, "replay-last", at < all, Command::Replay(ReplayCommand::Seek(all))),
        ] {
            bar::tool(cx, ui, icon, id, on, command);
        }
        let args = [("at", at.into()), ("all", all.into())];
        ui.add_sized(vec2(118.0, 20.0), egui::Label::new(cx.tf("replay-at", &args)));
        self.section_ui(cx, ui);
        ui.add_space(10.0);
        self.signs_ui(cx, ui);
        at_right(ui, "speeds", |ui, room| self.speeds_ui(room, cx, ui));
    }

    /// Draws the speeds side by side, or folded into a menu if the room is too small.
    fn speeds_ui(&mut self, room: f32, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let name = cx.t("replay-speed");
        if room < ROOM_FOR_SPEEDS {
            let now = SPEEDS.get(self.speed).map_or("", |(_, name)| name);
            let entries = |ui: &mut Ui| {
                for (index, (_, name)) in SPEEDS.iter().enumerate() {
                    if ui.selectable_label(self.speed == index, *name).clicked() {
                        self.speed = index;
                        ui.close();
                    }
                }
            };
            let menu = ui.menu_button(now, |ui| entries_ui(ui, entries));
            let spoken = format!("{name}: {now}");
            menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
            menu.response.on_hover_text(name);
            return;
        }
        for (index, (_, speed)) in SPEEDS.iter().enumerate() {
            let speed = ui.selectable_label(self.speed == index, *speed);
            if speed.on_hover_text(&name).clicked() {
                self.speed = index;
            }
        }
    }

    /// Draws the switch that plays a section in a loop.
    fn section_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let on = self.section.is_some();
        let switch = ui.selectable_label(on, cx.t("replay-repeat"));
        if switch.on_hover_text(cx.t("replay-repeat.about")).clicked() {
            let section = LoopRange::about(self.at(), self.steps()).filter(|_| !on);
            cx.send(ReplayCommand::Repeat(section.map(LoopRange::ends)));
        }
    }

    /// Draws the legend of the signs, as far as there is room. A click seeks to the next event.
    fn signs_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        for what in TimelineEvent::ALL {
            let count = self.course.count(what);
            if count == 0 {
                continue;
            }
            let name = cx.t(what.id(G::HAS_DICE));
            let font = FontId::proportional(theme::BODY - 1.5);
            let galley = ui.painter().layout_no_wrap(name.clone(), font, cx.theme.quiet);
            let size = vec2(galley.size().x + 26.0, 24.0);
            if ui.available_width() < size.x + ROOM_FOR_SPEEDS {
                break;
            }
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            paint_ground(&response, cx, ui);
            let middle = rect.left_center() + vec2(11.0, 0.0);
            paint_sign(what, middle, 10.0, cx.theme, ui.painter());
            let text = pos2(rect.left() + 20.0, rect.center().y - galley.size().y / 2.0);
            ui.painter().galley(text, galley, cx.theme.quiet);
            let id = match what {
                TimelineEvent::Capture => "replay-next-capture",
                TimelineEvent::Battle => "replay-next-battle",
                _ => "replay-next-sign",
            };
            if response.on_hover_text(cx.tf(id, &[("count", count.into())])).clicked() {
                let next = self.course.next_mark(what, self.at(), JumpDirection::On);
                let to = next.or_else(|| self.course.next_mark(what, 0, JumpDirection::On));
                to.into_iter().for_each(|to| cx.send(ReplayCommand::Seek(to)));
            }
        }
    }
}

/// Paints the background of a button that looks like text.
fn paint_ground(response: &Response, cx: &ScreenContext<'_>, ui: &Ui) {
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(response.rect, 6.0, cx.theme.raised);
    }
    if response.has_focus() {
        let ring = cx.theme.focus_ring();
        ui.painter().rect_stroke(response.rect, 6.0, ring, egui::StrokeKind::Inside);
    }
}
