//! What the others could have believed a piece to be, for who looks back and sees everything.

use egui::{Response, RichText, Sense, Ui, vec2};
use qipan_core::game::{Game as _, Viewer};
use qipan_core::junqi::{Cell, Junqi, Piece, Seen};
use qipan_core::seat::Seat;

use crate::games::junqi::words;
use crate::games::words::seat as seat_name;
use crate::games::{GameUi as _, Scene};
use crate::ui::context::ScreenContext;
use crate::ui::theme;

/// Kinds told of each piece.
const TOLD: usize = 4;
/// What is less likely than this is not worth a word.
const LEAST: f32 = 0.01;

/// A seat, and how likely each kind was to it, the likeliest first.
type Guess = (Seat, Vec<(Piece, f32)>);

/// The guesses about the piece pointed at, kept while it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Beliefs {
    of: Option<(usize, Cell, Viewer)>,
    /// What it really is.
    truth: Option<Seen>,
    guesses: Vec<Guess>,
}

impl Beliefs {
    /// Tells beside a piece pointed at what it could have been to each who did not see it.
    pub(super) fn ui(
        &mut self,
        scene: &Scene<'_, Junqi>,
        cell: Cell,
        response: &Response,
        cx: &ScreenContext<'_>,
    ) {
        let Some(whole) = scene.whole.filter(|_| response.hovered() && scene.stage.idle()) else {
            return;
        };
        let viewer = scene.view.viewer();
        let of = Some((scene.stage.steps(), cell, viewer));
        if self.of != of {
            self.of = of;
            self.truth = whole.view(Viewer::All).at(cell);
            self.guesses = self.truth.map_or(Vec::new(), |truth| guesses(whole, viewer, &truth));
        }
        if let Some(truth) = self.truth.filter(|_| !self.guesses.is_empty()) {
            response.clone().on_hover_ui(|ui| guesses_ui(&self.guesses, truth, cx, ui));
        }
    }
}

/// What each seat that does not see a piece could take it for; where one seat or side looks, that
/// one.
fn guesses(whole: &Junqi, viewer: Viewer, seen: &Seen) -> Vec<Guess> {
    let seats = whole.in_order().into_iter().filter(|seat| viewer.includes(*seat));
    let guess = |seat| {
        let view = whole.view(Viewer::Seat(seat));
        if view.seen(seen.tile).piece.is_some() {
            return None;
        }
        let chances = view.belief().chances(seen.tile);
        let mut kinds: Vec<(Piece, f32)> = Piece::ALL.into_iter().zip(chances).collect();
        kinds.retain(|(_, chance)| *chance >= LEAST);
        kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
        (!kinds.is_empty()).then_some((seat, kinds))
    };
    seats.filter_map(guess).collect()
}

/// The piece as it really was, and below it a line a seat.
fn guesses_ui(guesses: &[Guess], seen: Seen, cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.set_max_width(440.0);
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.spacing_mut().interact_size.y = 18.0;
    ui.label(RichText::new(words::seen(cx.i18n, seen)).strong());
    for (seat, kinds) in guesses {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::HOVER);
            Junqi::paint_mark(ui.painter(), rect.center(), 14.0, *seat, cx.theme);
            let args = [("seat", seat_name::<Junqi>(cx.i18n, *seat).into())];
            let text = RichText::new(cx.tf("junqi-could-be", &args));
            ui.label(text.size(theme::BODY - 1.0).color(cx.theme.quiet));
        });
        let told = kinds.iter().take(TOLD).map(|(piece, chance)| {
            format!("{} {:.0} %", words::piece(cx.i18n, *piece), chance * 100.0)
        });
        let mut line = told.collect::<Vec<_>>().join(" · ");
        if kinds.len() > TOLD {
            line.push_str(" …");
        }
        ui.label(line);
    }
}
