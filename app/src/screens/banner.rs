//! The banner: a short message over the board about the latest step.

use egui::{Align2, Area, Id, Order, Rect, RichText, Ui, vec2};

use crate::games::{Announcement, GameUi};
use crate::ui::context::ScreenContext;
use crate::ui::theme;

/// The time a message stays, in seconds: an ordinary one, and a loud one.
const STAYS: [f64; 2] = [2.6, 5.0];

/// The maximum width, in points. In a corner of the large board it covers no cell.
const WIDTH: f32 = 236.0;

/// The message over the board, kept from frame to frame.
#[derive(Debug, Default)]
pub struct BannerUi {
    /// Steps that have been announced. `None` before the first frame.
    steps_said: Option<usize>,
    shown: Vec<Announcement>,
    since: f64,
}

impl BannerUi {
    /// Clears the message, because the game is at another step now.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Announces the steps shown since the last frame. `say` returns the messages of a step.
    pub fn update(&mut self, now: f64, steps: usize, say: impl Fn(usize) -> Vec<Announcement>) {
        let steps_said = *self.steps_said.get_or_insert(steps);
        if steps < steps_said {
            self.shown.clear();
        }
        for step in steps_said..steps {
            let sayings = say(step);
            let loud = |sayings: &[Announcement]| sayings.iter().any(|saying| saying.loud);
            let covered = loud(&self.shown) && now < self.until() && !loud(&sayings);
            if !sayings.is_empty() && !covered {
                (self.shown, self.since) = (sayings, now);
            }
        }
        self.steps_said = Some(steps);
    }

    /// Returns the time when the message disappears.
    fn until(&self) -> f64 {
        self.since + STAYS[usize::from(self.shown.iter().any(|saying| saying.loud))]
    }

    /// Draws the message in the corner of the board.
    pub fn ui<G: GameUi>(&self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let left = self.until() - cx.now;
        if self.shown.is_empty() || left <= 0.0 {
            return;
        }
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
        let area = Area::new(Id::unique("banner"))
            .order(Order::Middle)
            .interactable(false)
            .pivot(Align2::LEFT_TOP)
            .fixed_pos(rect.left_top() + vec2(12.0, 10.0));
        area.show(ui.ctx(), |ui| {
            cx.theme.card().shadow(cx.theme.soft_shadow()).show(ui, |ui| {
                ui.set_max_width(WIDTH);
                for saying in &self.shown {
                    let size = if saying.loud { theme::HEAD } else { theme::BODY };
                    let colour = match saying.seat {
                        Some(seat) => cx.theme.as_text(G::colour(cx.theme, seat)),
                        None => cx.theme.ink,
                    };
                    let text = RichText::new(&saying.text).size(size).color(colour);
                    ui.add(egui::Label::new(if saying.loud { text.strong() } else { text }).wrap());
                }
            });
        });
    }
}
