//! The banner: a short message over the board about the latest step.

use egui::{Align2, Area, Id, Order, Rect, RichText, Ui, vec2};

use crate::games::{Announcement, GameUi};
use crate::ui::context::ScreenContext;
use crate::ui::theme;

/// The time for which an ordinary message stays, in seconds.
const SECONDS: f64 = 2.6;
/// The time for which a loud message stays, in seconds.
const LOUD_SECONDS: f64 = 5.0;

/// The maximum width of a message, in points. A message of this width in the corner of the large
/// board covers no cell.
const MAX_WIDTH: f32 = 236.0;

/// The space that the margins of a message take, in points.
const SIDE_SPACE: f32 = 40.0;

/// The minimum width of a space for messages, in points.
pub const MIN_WIDTH: f32 = 140.0;

/// Returns true if one of the messages is loud.
fn is_loud(announcements: &[Announcement]) -> bool {
    announcements.iter().any(|announcement| announcement.loud)
}

/// The message over the board, kept from frame to frame.
#[derive(Debug, Default)]
pub struct BannerUi {
    /// The number of steps announced so far. `None` before the first frame.
    announced_steps: Option<usize>,
    /// The messages on show.
    announcements: Vec<Announcement>,
    /// The time when they appeared, in seconds.
    shown_since: f64,
}

impl BannerUi {
    /// Clears the message, because the game is at another step now.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Announces the steps made since the last frame. `announce` returns the messages of a step. An
    /// ordinary message does not replace a loud one.
    pub fn update(
        &mut self,
        now: f64,
        steps: usize,
        announce: impl Fn(usize) -> Vec<Announcement>,
    ) {
        let announced_steps = *self.announced_steps.get_or_insert(steps);
        if steps < announced_steps {
            self.announcements.clear();
        }
        for step in announced_steps..steps {
            let new = announce(step);
            let is_loud_shown = is_loud(&self.announcements) && now < self.end_time();
            let may_replace = !is_loud_shown || is_loud(&new);
            if !new.is_empty() && may_replace {
                (self.announcements, self.shown_since) = (new, now);
            }
        }
        self.announced_steps = Some(steps);
    }

    /// Returns the time when the message disappears.
    fn end_time(&self) -> f64 {
        let seconds = if is_loud(&self.announcements) { LOUD_SECONDS } else { SECONDS };
        self.shown_since + seconds
    }

    /// Draws the message in the upper left corner of `rect`.
    pub fn ui<G: GameUi>(&self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let remaining = self.end_time() - cx.now;
        if self.announcements.is_empty() || remaining <= 0.0 {
            return;
        }
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(remaining));
        let area = Area::new(Id::unique("banner"))
            .order(Order::Middle)
            .interactable(false)
            .pivot(Align2::LEFT_TOP)
            .fixed_pos(rect.left_top() + vec2(12.0, 10.0));
        area.show(ui.ctx(), |ui| {
            cx.theme.card().shadow(cx.theme.soft_shadow()).show(ui, |ui| {
                ui.set_max_width(MAX_WIDTH.min(rect.width() - SIDE_SPACE));
                for announcement in &self.announcements {
                    let size = if announcement.loud { theme::HEAD } else { theme::BODY };
                    let colour = match announcement.seat {
                        Some(seat) => cx.theme.readable_on_panel(G::colour(cx.theme, seat)),
                        None => cx.theme.ink,
                    };
                    let text = RichText::new(&announcement.text).size(size).color(colour);
                    let text = if announcement.loud { text.strong() } else { text };
                    ui.add(egui::Label::new(text).wrap());
                }
            });
        });
    }
}
