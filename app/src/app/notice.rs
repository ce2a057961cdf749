//! Short messages in the row above the content of the screen.

use std::time::Duration;

use egui::text::LayoutJob;
use egui::{Align2, Area, Context, FontId, Id, Order, Rect, Sense, pos2};

use crate::ui::context::ScreenContext;
use crate::ui::notice_room::{self, NoticeRoom};
use crate::ui::theme;

/// The seconds for which a notice stays visible, and those for which an error does.
const VISIBLE_SECONDS: [f64; 2] = [4.0, 12.0];

/// The maximum number of lines. The full text of a longer message appears on hover.
const MAX_LINES: usize = 2;

/// The maximum width of a message, in points.
const MAX_WIDTH: f32 = 680.0;

/// The height of the row that messages use on a screen that offers no row for them, in points.
const DEFAULT_ROW_HEIGHT: f32 = 46.0;

/// The space around the words of a message, in points.
const MARGIN: egui::Margin = egui::Margin::symmetric(10, 3);

/// The message shown, if there is one. A new message replaces it.
#[derive(Default)]
pub(super) struct Notices(Option<Notice>);

impl Notices {
    /// Shows a message from this time on.
    pub(super) fn show(&mut self, text: String, now: f64) {
        self.0 = Some(Notice { text, is_error: false, since: now });
    }

    /// Shows an error from this time on.
    pub(super) fn show_error(&mut self, text: String, now: f64) {
        self.0 = Some(Notice { text, is_error: true, since: now });
    }

    /// Removes the message unless it is an error.
    pub(super) fn dismiss(&mut self) {
        self.0 = self.0.take().filter(|notice| notice.is_error);
    }

    /// Draws the message until its time is over.
    pub(super) fn ui(&mut self, cx: &ScreenContext<'_>, ctx: &Context) {
        let Some(notice) = &mut self.0 else { return };
        match notice.ui(cx, ctx) {
            NoticeReaction::Hovered => notice.since = cx.now,
            NoticeReaction::Dismissed => notice.since = f64::NEG_INFINITY,
            NoticeReaction::None => {}
        }
        let remaining = notice.remaining_seconds(cx.now);
        if remaining > 0.0 {
            ctx.request_repaint_after(Duration::from_secs_f64(remaining));
        } else {
            self.0 = None;
        }
    }
}

/// A short message.
struct Notice {
    text: String,
    is_error: bool,
    /// The time in seconds at which it appeared, or the pointer last rested on it.
    since: f64,
}

/// The player's reaction to a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NoticeReaction {
    /// No reaction. The message disappears after its time.
    None,
    /// The pointer rests on the message, which stays.
    Hovered,
    /// The player clicked the message, which disappears.
    Dismissed,
}

impl Notice {
    /// Returns the seconds until the message disappears.
    fn remaining_seconds(&self, now: f64) -> f64 {
        VISIBLE_SECONDS[usize::from(self.is_error)] - (now - self.since)
    }

    /// Draws the message in the row above the content of the screen. A wide message covers the end
    /// of the title.
    fn ui(&self, cx: &ScreenContext<'_>, ctx: &Context) -> NoticeReaction {
        let room = notice_room::offered(ctx).unwrap_or_else(|| {
            let window = ctx.content_rect();
            let bottom = window.top() + DEFAULT_ROW_HEIGHT;
            let row = Rect::from_min_max(window.min, pos2(window.right(), bottom));
            NoticeRoom { row: row.shrink(4.0), title_end: row.left() }
        });
        let colour = if self.is_error { cx.theme.error } else { cx.theme.ink };
        let padding = MARGIN.sum().x + 8.0;
        let mut job = LayoutJob::simple(
            self.text.clone(),
            FontId::proportional(theme::BODY - 0.5),
            colour,
            (room.width() - padding).clamp(80.0, MAX_WIDTH),
        );
        job.wrap.max_rows = MAX_LINES;
        let galley = ctx.fonts_mut(|fonts| fonts.layout_job(job));
        let middle = room.middle(galley.size().x + padding);
        let area = Area::new(Id::unique("notice"))
            .order(Order::Tooltip)
            .pivot(Align2::CENTER_CENTER)
            .constrain(false)
            .fixed_pos(middle);
        let elided = galley.elided;
        let shown = area.show(ctx, |ui| {
            let frame = cx.theme.card().inner_margin(MARGIN).shadow(cx.theme.soft_shadow());
            let label = frame.show(ui, |ui| {
                ui.add(egui::Label::new(galley).selectable(false).sense(Sense::CLICK))
            });
            let label = label.inner;
            let label = if elided { label.on_hover_text(&self.text) } else { label };
            match (label.clicked(), label.hovered()) {
                (true, _) => NoticeReaction::Dismissed,
                (false, true) => NoticeReaction::Hovered,
                (false, false) => NoticeReaction::None,
            }
        });
        shown.inner
    }
}
