//! The filter of the step list by seats and kinds of events.

use egui::{Rect, Role, Sense, StrokeKind, Ui, WidgetInfo, vec2};
use qipan_core::contract::seat::{Seat, SeatSet};

use crate::games::{GameUi, paint_badge, words};
use crate::play::timeline_event::TimelineEventKind;
use crate::screens::replay::game_outline::GameOutline;
use crate::screens::replay::timeline_strip::paint_event_icon;
use crate::ui::context::ScreenContext;
use crate::ui::paint::{Icon, paint_icon};
use crate::ui::theme::fade;

/// The seats and the kinds of events to list. An empty set means no restriction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StepFilter {
    seats: SeatSet,
    kinds: Vec<TimelineEventKind>,
}

impl StepFilter {
    /// Returns true if everything is listed.
    pub(super) fn is_empty(&self) -> bool {
        self.seats.is_empty() && self.kinds.is_empty()
    }

    /// Returns true if the step that leads to this position is listed.
    pub(super) fn includes(&self, outline: &GameOutline, position: usize) -> bool {
        let seat = outline.turn_before(position).map(|turn| outline.turns[turn].seat);
        let is_listed_seat =
            self.seats.is_empty() || seat.is_some_and(|seat| self.seats.contains(seat));
        let has_kind = |kind: &TimelineEventKind| {
            outline.marks_at(position).iter().any(|mark| mark.kind == *kind)
        };
        is_listed_seat && (self.kinds.is_empty() || self.kinds.iter().any(has_kind))
    }

    /// Draws buttons for the seats and for the kinds of events that occur.
    pub(super) fn ui<G: GameUi>(
        &mut self,
        seats: &[Seat],
        outline: &GameOutline,
        cx: &ScreenContext<'_>,
        ui: &mut Ui,
    ) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(1.0, 1.0);
            for seat in seats {
                let name = words::seat::<G>(cx.i18n, *seat);
                let is_on = self.seats.contains(*seat);
                let paint = |ui: &Ui, rect: Rect| {
                    let place = (rect.center(), 15.0);
                    paint_badge::<G>(ui.painter(), place, outline.army(*seat), cx.theme);
                };
                let label = cx.tf("replay-only", &[("what", name.into())]);
                if chip_ui(&label, is_on, &paint, cx, ui) {
                    toggle_seat(&mut self.seats, *seat);
                }
            }
            ui.add_space(6.0);
            for kind in TimelineEventKind::ALL.into_iter().filter(|kind| outline.count(*kind) > 0) {
                let is_on = self.kinds.contains(&kind);
                let paint = |ui: &Ui, rect: Rect| {
                    paint_event_icon(kind, rect.center(), 11.0, cx.theme, ui.painter());
                };
                let label = cx.tf("replay-only", &[("what", cx.t(kind.id(G::HAS_DICE)).into())]);
                if chip_ui(&label, is_on, &paint, cx, ui) {
                    match is_on {
                        true => self.kinds.retain(|other| *other != kind),
                        false => self.kinds.push(kind),
                    }
                }
            }
            if !self.is_empty() && clear_button_ui(cx, ui) {
                *self = Self::default();
            }
        });
    }
}

/// Draws the button that lists all steps again. Returns true if it was pressed.
fn clear_button_ui(cx: &ScreenContext<'_>, ui: &mut Ui) -> bool {
    let paint = |ui: &Ui, rect: Rect| {
        paint_icon(ui.painter(), rect.shrink(7.0), Icon::Close, cx.theme.ink);
    };
    chip_ui(&cx.t("replay-all-steps"), false, &paint, cx, ui)
}

/// Adds a seat to a set, or removes it.
fn toggle_seat(seats: &mut SeatSet, seat: Seat) {
    let was_in = seats.contains(seat);
    *seats = seats.iter().filter(|other| *other != seat).chain((!was_in).then_some(seat)).collect();
}

/// Draws a toggle button with a small picture. Returns true if it was pressed.
fn chip_ui(
    text: &str,
    is_on: bool,
    paint: &dyn Fn(&Ui, Rect),
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(26.0, 24.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_on, text));
    let (hover_fill, accent) = (cx.theme.raised, cx.theme.accent);
    if is_on || response.hovered() {
        ui.painter().rect_filled(rect, 6.0, if is_on { fade(accent, 0.22) } else { hover_fill });
    }
    if is_on {
        ui.painter().rect_stroke(rect, 6.0, (1.5, accent), StrokeKind::Inside);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 6.0, cx.theme.focus_ring(), StrokeKind::Inside);
    }
    paint(ui, rect);
    response.on_hover_text(text).clicked()
}
