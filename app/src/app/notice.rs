//! Short messages in the row over the screen.

use std::time::Duration;

use egui::text::LayoutJob;
use egui::{Align2, Area, Context, FontId, Id, Order, Rect, Sense, pos2};

use crate::ui::context::ScreenContext;
use crate::ui::notice_room::{self, NoticeRoom};
use crate::ui::theme;

/// The seconds a notice and an error stay.
const STAYS: [f64; 2] = [4.0, 12.0];

/// The maximum number of lines shown. The full text of a longer message appears on hover.
const LINES: usize = 2;

/// The maximum width of a message, in points.
const WIDEST: f32 = 680.0;

/// The space around the words of a message.
const MARGIN: egui::Margin = egui::Margin::symmetric(10, 3);

/// The message shown, if there is one. A new message replaces it.
#[derive(Default)]
pub(super) struct Notices(Option<Notice>);

impl Notices {
    /// Shows a message from this time on.
    pub(super) fn show(&mut self, text: String, now: f64) {
        self.0 = Some(Notice { text, error: false, since: now });
    }

    /// Shows an error from this time on.
    pub(super) fn show_error(&mut self, text: String, now: f64) {
        self.0 = Some(Notice { text, error: true, since: now });
    }

    /// Draws the message until its time is over.
    pub(super) fn ui(&mut self, cx: &ScreenContext<'_>, ctx: &Context) {
        let Some(notice) = &mut self.0 else { return };
        match notice.ui(cx, ctx) {
            NoticeReaction::Reads => notice.since = cx.now,
            NoticeReaction::Done => notice.since = f64::NEG_INFINITY,
            NoticeReaction::No => {}
        }
        match notice.left(cx.now) {
            left if left > 0.0 => ctx.request_repaint_after(Duration::from_secs_f64(left)),
            _ => self.0 = None,
        }
    }
}

/// A short message.
struct Notice {
    text: String,
    error: bool,
    since: f64,
}

/// The player's reaction to a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NoticeReaction {
    /// No reaction: the message disappears after its time.
    No,
    /// The pointer rests on the message, which stays.
    Reads,
    /// The message was clicked away.
    Done,
}

impl Notice {
    /// Returns the seconds left.
    fn left(&self, now: f64) -> f64 {
        STAYS[usize::from(self.error)] - (now - self.since)
    }

    /// Draws the message in the row over the screen, over its title if there is no free space.
    fn ui(&self, cx: &ScreenContext<'_>, ctx: &Context) -> NoticeReaction {
        let room = notice_room::offered(ctx).unwrap_or_else(|| {
            let top = ctx.content_rect();
            let row = Rect::from_min_max(top.min, pos2(top.right(), top.top() + 46.0));
            NoticeRoom { row: row.shrink(4.0), free: row.left() }
        });
        let colour = if self.error { cx.theme.error } else { cx.theme.ink };
        let beside = MARGIN.sum().x + 8.0;
        let mut job = LayoutJob::simple(
            self.text.clone(),
            FontId::proportional(theme::BODY - 0.5),
            colour,
            (room.width() - beside).clamp(80.0, WIDEST),
        );
        job.wrap.max_rows = LINES;
        let galley = ctx.fonts_mut(|fonts| fonts.layout_job(job));
        let middle = room.middle(galley.size().x + beside);
        let area = Area::new(Id::unique("notice"))
            .order(Order::Tooltip)
            .pivot(Align2::CENTER_CENTER)
            .constrain(false)
            .fixed_pos(middle);
        let elided = galley.elided;
        let shown = area.show(ctx, |ui| {
            let frame = cx.theme.card().inner_margin(MARGIN).shadow(cx.theme.soft_shadow());
            let words = frame.show(ui, |ui| {
                ui.add(egui::Label::new(galley).selectable(false).sense(Sense::CLICK))
            });
            let words = words.inner;
            let words = if elided { words.on_hover_text(&self.text) } else { words };
            match (words.clicked(), words.hovered()) {
                (true, _) => NoticeReaction::Done,
                (false, true) => NoticeReaction::Reads,
                (false, false) => NoticeReaction::No,
            }
        });
        shown.inner
    }
}
