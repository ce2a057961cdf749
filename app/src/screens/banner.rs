//! A short word over the board about what just happened.

use egui::{Align2, Area, Id, Order, Rect, RichText, Ui, vec2};

use crate::games::{GameUi, Saying};
use crate::ui::context::ScreenContext;
use crate::ui::theme;

/// How long a word stays, in seconds; a loud one stays longer.
const STAYS: [f64; 2] = [2.6, 5.0];

/// The widest it gets, in points: in a corner of the large board it covers no cell.
const WIDTH: f32 = 236.0;

/// What is said over the board, kept from frame to frame.
#[derive(Debug, Default)]
pub struct BannerUi {
    /// Steps of which everything has been said; unknown before the first frame.
    steps_said: Option<usize>,
    shown: Vec<Saying>,
    since: f64,
}

impl BannerUi {
    /// Forgets what is said: the game is at another step now.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Says what there is to say of the steps shown since the last frame.
    pub fn update(&mut self, now: f64, steps: usize, say: impl Fn(usize) -> Vec<Saying>) {
        let steps_said = *self.steps_said.get_or_insert(steps);
        if steps < steps_said {
            self.shown.clear();
        }
        for step in steps_said..steps {
            let sayings = say(step);
            let loud = |sayings: &[Saying]| sayings.iter().any(|saying| saying.loud);
            let covered = loud(&self.shown) && now < self.until() && !loud(&sayings);
            if !sayings.is_empty() && !covered {
                (self.shown, self.since) = (sayings, now);
            }
        }
        self.steps_said = Some(steps);
    }

    /// When it goes again.
    fn until(&self) -> f64 {
        self.since + STAYS[usize::from(self.shown.iter().any(|saying| saying.loud))]
    }

    /// Draws it into the corner of the board.
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
