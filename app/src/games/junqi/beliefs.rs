//! Tooltips of hidden pieces: their candidates, and, in a replay that shows everything, what each
//! seat could have believed.

use egui::{Align, Grid, Layout, Response, RichText, Sense, Ui, vec2};
use qipan_core::contract::game::{Game as _, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Cell, Junqi, Piece, PieceSet, View, VisibleTile};

use crate::games::junqi::names::Names;
use crate::games::junqi::words;
use crate::games::words::seat as seat_name;
use crate::games::{GameUi as _, Scene};
use crate::ui::context::ScreenContext;
use crate::ui::theme;

/// The number of kinds listed for each seat.
const TOLD: usize = 4;
/// Kinds with a smaller probability are not listed.
const LEAST: f32 = 0.01;

/// A seat and its probabilities for each kind, the likeliest first.
type Guess = (Seat, Vec<(Piece, f32)>);

/// The beliefs about the piece under the pointer, cached while the pointer stays on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Beliefs {
    of: Option<(usize, Cell, Viewer)>,
    /// The actual piece.
    truth: Option<VisibleTile>,
    guesses: Vec<Guess>,
}

impl Beliefs {
    /// Shows the candidates of a hidden piece under the pointer. A viewer who sees everything
    /// gets the beliefs of each seat that did not see the piece.
    pub(super) fn ui(
        &mut self,
        scene: &Scene<'_, Junqi>,
        cell: Cell,
        response: &Response,
        cx: &ScreenContext<'_>,
    ) {
        if !response.hovered() || !scene.stage.idle() {
            return;
        }
        let Some(whole) = scene.full_state else {
            if let Some(seen) = scene.view.at(cell).filter(|seen| seen.piece.is_none()) {
                // The view caches its belief, so this is computed once a position.
                response.clone().on_hover_ui(|ui| chances_ui(scene.view, seen, cx, ui));
            }
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

/// Lists all candidates of a hidden piece for the viewer, with their probabilities.
fn chances_ui(view: &View, seen: VisibleTile, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let belief = view.belief();
    let candidates = belief.candidates(seen.tile);
    let names = Names::new(cx.i18n, cx.settings.names());
    ui.set_max_width(340.0);
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.spacing_mut().interact_size.y = 18.0;
    ui.label(RichText::new(words::seen(cx.i18n, seen)).strong());
    let pieces = names.set(candidates);
    ui.label(cx.tf("junqi-can-be", &[("pieces", pieces.into())]));
    let mut kinds = percents(&belief.chances(seen.tile), candidates);
    kinds.sort_by_key(|(_, percent)| std::cmp::Reverse(*percent));
    // Two columns: twelve kinds in one would be as high as half the board.
    let half = kinds.len().div_ceil(2).max(kinds.len().min(4));
    Grid::new("junqi-chances").spacing(vec2(10.0, 2.0)).show(ui, |ui| {
        for row in 0..half {
            for (piece, percent) in kinds.iter().skip(row).step_by(half) {
                ui.label(both_names(&names, *piece, cx));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.label(match percent {
                        0 => cx.t("junqi-chance-hardly"),
                        _ => cx.tf("junqi-chance", &[("percent", (*percent).into())]),
                    })
                });
            }
            ui.end_row();
        }
    });
}

/// Returns the name of a kind in the style of the pieces, plus its spoken name if that differs.
fn both_names(names: &Names<'_>, piece: Piece, cx: &ScreenContext<'_>) -> String {
    let (styled, spoken) = (names.piece(piece), words::piece(cx.i18n, piece));
    if styled == spoken || piece.strength().is_none() && spoken.contains(&styled) {
        return spoken;
    }
    format!("{styled} {spoken}")
}

/// Returns the probabilities of the candidates in whole percent with a sum of 100: rounded down,
/// with the remainder given to the largest fractions.
fn percents(chances: &[f32; 12], candidates: PieceSet) -> Vec<(Piece, u32)> {
    let kinds: Vec<Piece> = candidates.iter().collect();
    let sum: f32 = kinds.iter().map(|kind| chances[kind.index()]).sum();
    if kinds.is_empty() || sum <= 0.0 {
        return Vec::new();
    }
    let exact = |kind: &Piece| chances[kind.index()] / sum * 100.0;
    let mut parts: Vec<(Piece, u32)> =
        kinds.iter().map(|kind| (*kind, exact(kind).floor() as u32)).collect();
    let told: u32 = parts.iter().map(|(_, percent)| percent).sum();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|a, b| exact(&kinds[*b]).fract().total_cmp(&exact(&kinds[*a]).fract()));
    for at in order.into_iter().take(100u32.saturating_sub(told) as usize) {
        parts[at].1 += 1;
    }
    parts
}

/// Returns the beliefs about a piece of each seat that does not see it, restricted to the seats
/// of the viewer.
fn guesses(whole: &Junqi, viewer: Viewer, seen: &VisibleTile) -> Vec<Guess> {
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

/// Draws the actual piece, and below it a line for each seat.
fn guesses_ui(guesses: &[Guess], seen: VisibleTile, cx: &ScreenContext<'_>, ui: &mut Ui) {
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
            format!("{} {:.0}%", words::piece(cx.i18n, *piece), chance * 100.0)
        });
        let mut line = told.collect::<Vec<_>>().join(" · ");
        if kinds.len() > TOLD {
            line.push_str(" …");
        }
        ui.label(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_sum_to_hundred() {
        let third = [1.0 / 3.0; 12];
        let three: PieceSet = Piece::ALL.into_iter().take(3).collect();
        let told: Vec<u32> = percents(&third, three).into_iter().map(|(_, part)| part).collect();
        assert_eq!(told, [34, 33, 33]);
        let mut chances = [0.0; 12];
        (chances[0], chances[3], chances[11]) = (0.992, 0.004, 0.004);
        let told = percents(&chances, PieceSet::ALL);
        assert_eq!(told.iter().map(|(_, part)| part).sum::<u32>(), 100);
        assert_eq!(told[0], (Piece::FieldMarshal, 99));
        assert_eq!(percents(&[0.0; 12], PieceSet::ALL), []);
        for seed in 1..400u32 {
            let part = |k: u32| (seed.wrapping_mul(2_654_435_761).rotate_left(k * 5) % 997) as f32;
            let chances: [f32; 12] = std::array::from_fn(|k| part(k as u32) / 5000.0);
            let told = percents(&chances, PieceSet::ALL);
            assert_eq!(told.iter().map(|(_, part)| part).sum::<u32>(), 100, "{chances:?}");
        }
    }
}
