//! The timeline under the board: the strip of the game, the win probabilities, and the controls.

use egui::{FontId, Response, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::command::{Command, ReplayCommand};
use crate::games::GameUi;
use crate::play::timeline_event::TimelineEventKind;
use crate::screens::bar;
use crate::screens::replay::game_outline::JumpDirection;
use crate::screens::replay::loop_range::LoopRange;
use crate::screens::replay::timeline_strip::{self, StripContents, paint_event_icon};
use crate::screens::replay::{ReplayScreen as _, ReplayView, SPEEDS};
use crate::ui::at_right::at_right;
use crate::ui::context::ScreenContext;
use crate::ui::paint::Icon;
use crate::ui::room::entries_ui;
use crate::ui::theme;

/// The height of the row of controls, in points.
const CONTROLS_HEIGHT: f32 = 34.0;
/// The height of the timeline with its margins, without the win probabilities, in points.
pub(super) const HEIGHT: f32 = timeline_strip::HEIGHT + CONTROLS_HEIGHT + 32.0;
/// The width of the speed buttons at the right end, in points.
const SPEEDS_WIDTH: f32 = 252.0;

impl<G: GameUi> ReplayView<G> {
    /// Draws the timeline.
    pub(super) fn timeline_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        cx.theme.card().inner_margin(egui::Margin::symmetric(10, 4)).show(ui, |ui| {
            ui.visuals_mut().override_text_color = Some(cx.theme.ink);
            ui.spacing_mut().item_spacing.y = 2.0;
            self.strip_ui(cx, ui);
            self.curve_ui(cx, ui);
            ui.allocate_ui(vec2(ui.available_width(), CONTROLS_HEIGHT), |ui| {
                ui.horizontal_centered(|ui| self.controls_ui(cx, ui));
            });
        });
    }

    /// Draws the strip, with a tooltip for the position under the pointer.
    fn strip_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let contents = StripContents {
            outline: &self.outline,
            position: self.replay.at(),
            loop_range: self.loop_range,
        };
        let (response, hovered) = self.strip.ui::<G>(&contents, cx, ui);
        if let Some(position) = hovered {
            response.on_hover_ui_at_pointer(|ui| self.position_tooltip_ui(position, cx, ui));
        }
    }

    /// Draws the tooltip of a position: the text of the step before it, and its notable events.
    fn position_tooltip_ui(&self, position: usize, cx: &ScreenContext<'_>, ui: &mut Ui) {
        ui.set_max_width(320.0);
        let args = [("at", position.into()), ("all", self.steps().into())];
        ui.label(RichText::new(cx.tf("replay-at", &args)).color(cx.theme.quiet));
        let line = position.checked_sub(1).map_or("", |step| self.log.line(step));
        if !line.is_empty() {
            ui.label(line);
        }
        for mark in self.outline.marks_at(position) {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::HOVER);
                paint_event_icon(mark.kind, rect.center(), 10.0, cx.theme, ui.painter());
                ui.label(cx.t(mark.kind.id(G::HAS_DICE)));
            });
        }
    }

    /// Draws the row of controls.
    fn controls_ui(&mut self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding = vec2(9.0, 3.0);
        ui.spacing_mut().interact_size.y = 26.0;
        let (position, steps) = (self.at(), self.steps());
        let (play, play_id) = match self.is_playing {
            true => (Icon::Pause, "replay-pause"),
            false => (Icon::Play, "replay-play"),
        };
        for (icon, id, enabled, command) in [
            (Icon::First, "replay-first", position > 0, Command::Replay(ReplayCommand::Seek(0))),
            (
                Icon::Previous,
                "replay-previous",
                position > 0,
                Command::Replay(ReplayCommand::Backward),
            ),
            (play, play_id, steps > 0, Command::Replay(ReplayCommand::TogglePlay)),
            (Icon::Next, "replay-next", position < steps, Command::Replay(ReplayCommand::Forward)),
            (
                Icon::Last,
                "replay-last",
                position < steps,
                Command::Replay(ReplayCommand::Seek(steps)),
            ),
        ] {
            bar::tool_button(cx, ui, icon, id, enabled, command);
        }
        let args = [("at", position.into()), ("all", steps.into())];
        ui.add_sized(vec2(118.0, 20.0), egui::Label::new(cx.tf("replay-at", &args)));
        self.loop_switch_ui(cx, ui);
        ui.add_space(10.0);
        self.legend_ui(cx, ui);
        at_right(ui, "speeds", |ui, room| self.speeds_ui(room, cx, ui));
    }

    /// Draws the speeds side by side, or as a menu if the room is too small.
    fn speeds_ui(&mut self, room: f32, cx: &ScreenContext<'_>, ui: &mut Ui) {
        let name = cx.t("replay-speed");
        if room < SPEEDS_WIDTH {
            let current = SPEEDS.get(self.speed_index).map_or("", |(_, speed_name)| speed_name);
            let entries = |ui: &mut Ui| {
                for (index, (_, speed_name)) in SPEEDS.iter().enumerate() {
                    if ui.selectable_label(self.speed_index == index, *speed_name).clicked() {
                        self.speed_index = index;
                        ui.close();
                    }
                }
            };
            let menu = ui.menu_button(current, |ui| entries_ui(ui, entries));
            let label = format!("{name}: {current}");
            menu.response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            menu.response.on_hover_text(name);
            return;
        }
        for (index, (_, speed_name)) in SPEEDS.iter().enumerate() {
            let button = ui.selectable_label(self.speed_index == index, *speed_name);
            if button.on_hover_text(&name).clicked() {
                self.speed_index = index;
            }
        }
    }

    /// Draws the switch that plays a range of steps in a loop.
    fn loop_switch_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        let is_on = self.loop_range.is_some();
        let switch = ui.selectable_label(is_on, cx.t("replay-repeat"));
        if switch.on_hover_text(cx.t("replay-repeat.about")).clicked() {
            let range = LoopRange::around(self.at(), self.steps()).filter(|_| !is_on);
            cx.send(ReplayCommand::Repeat(range.map(LoopRange::ends)));
        }
    }

    /// Draws the legend of the icons, as far as there is room. A click on an icon seeks to the next
    /// event of its kind. After the last one, it seeks to the first one.
    fn legend_ui(&self, cx: &mut ScreenContext<'_>, ui: &mut Ui) {
        for event in TimelineEventKind::ALL {
            let count = self.outline.count(event);
            if count == 0 {
                continue;
            }
            let name = cx.t(event.id(G::HAS_DICE));
            let font = FontId::proportional(theme::BODY - 1.5);
            let galley = ui.painter().layout_no_wrap(name.clone(), font, cx.theme.quiet);
            let size = vec2(galley.size().x + 26.0, 24.0);
            if ui.available_width() < size.x + SPEEDS_WIDTH {
                break;
            }
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            paint_background(&response, cx, ui);
            let middle = rect.left_center() + vec2(11.0, 0.0);
            paint_event_icon(event, middle, 10.0, cx.theme, ui.painter());
            let text_pos = pos2(rect.left() + 20.0, rect.center().y - galley.size().y / 2.0);
            ui.painter().galley(text_pos, galley, cx.theme.quiet);
            let id = match event {
                TimelineEventKind::Capture => "replay-next-capture",
                TimelineEventKind::Battle => "replay-next-battle",
                _ => "replay-next-event",
            };
            if response.on_hover_text(cx.tf(id, &[("count", count.into())])).clicked() {
                let next = self.outline.next_event(event, self.at(), JumpDirection::Forward);
                let target =
                    next.or_else(|| self.outline.next_event(event, 0, JumpDirection::Forward));
                if let Some(target) = target {
                    cx.send(ReplayCommand::Seek(target));
                }
            }
        }
    }
}

/// Paints the background of a button that looks like text.
fn paint_background(response: &Response, cx: &ScreenContext<'_>, ui: &Ui) {
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(response.rect, 6.0, cx.theme.raised);
    }
    if response.has_focus() {
        let ring = cx.theme.focus_ring();
        ui.painter().rect_stroke(response.rect, 6.0, ring, egui::StrokeKind::Inside);
    }
}
