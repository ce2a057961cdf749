//! Tooltips of pieces.
//!
//! The tooltip of a known piece says which pieces it beats. That of a hidden piece lists its
//! candidates. In a replay that shows everything, the tooltip shows the belief of each seat
//! instead.

use egui::{Align, Grid, Layout, Response, RichText, Sense, Ui, vec2};
use qipan_core::contract::game::{Game as _, Viewer};
use qipan_core::contract::seat::Seat;
use qipan_core::games::junqi::{Cell, Junqi, Kind, KindSet, View, VisibleTile};

use crate::games::junqi::names::Names;
use crate::games::junqi::words;
use crate::games::words::seat as seat_name;
use crate::games::{GameUi as _, Scene};
use crate::ui::context::ScreenContext;
use crate::ui::{theme, widgets};

/// The maximum number of kinds listed for each seat.
const LISTED_KINDS: usize = 4;
/// Kinds with a smaller probability are not listed.
const MIN_CHANCE: f32 = 0.01;

/// A seat and its belief about a hidden piece: kinds with their probabilities, the likeliest first.
type SeatBelief = (Seat, Vec<(Kind, f32)>);

/// The tooltip of the piece under the pointer, cached while the pointer stays on it.
#[derive(Clone, Debug, Default)]
pub(super) struct BeliefTooltips {
    /// The step, cell and viewer that the cached values belong to.
    key: Option<(usize, Cell, Viewer)>,
    /// The actual piece.
    truth: Option<VisibleTile>,
    seat_beliefs: Vec<SeatBelief>,
}

impl BeliefTooltips {
    /// Shows what a known piece under the pointer beats, or the candidates of a hidden one. If the
    /// scene has the full state, instead shows the beliefs of the viewer's seats that do not see
    /// the piece. Also names the place. Returns false if there is nothing to show.
    pub(super) fn ui(
        &mut self,
        scene: &Scene<'_, Junqi>,
        cell: Cell,
        place: &str,
        response: &Response,
        cx: &ScreenContext<'_>,
    ) -> bool {
        if !response.hovered() || !scene.animator.is_idle() {
            return false;
        }
        let place_ui = |ui: &mut Ui| ui.label(widgets::muted_text(cx.theme, place));
        let Some(state) = scene.full_state else {
            let Some(seen) = scene.view.at(cell) else { return false };
            response.clone().on_hover_ui(|ui| {
                place_ui(ui);
                match seen.piece {
                    Some(piece) => rank_ui(piece, cx, ui),
                    // The view caches its belief, so this is computed once per position.
                    None => candidates_ui(scene.view, seen, cx, ui),
                }
            });
            return true;
        };
        let viewer = scene.view.viewer();
        let key = Some((scene.animator.steps(), cell, viewer));
        if self.key != key {
            self.key = key;
            self.truth = state.view(Viewer::All).at(cell);
            self.seat_beliefs =
                self.truth.map_or(Vec::new(), |truth| seat_beliefs(state, viewer, &truth));
        }
        let Some(truth) = self.truth.filter(|_| !self.seat_beliefs.is_empty()) else {
            return false;
        };
        response.clone().on_hover_ui(|ui| {
            place_ui(ui);
            seat_beliefs_ui(&self.seat_beliefs, truth, cx, ui);
        });
        true
    }
}

/// Says in a sentence which pieces a piece beats.
fn rank_ui(piece: Kind, cx: &ScreenContext<'_>, ui: &mut Ui) {
    ui.set_max_width(340.0);
    ui.label(RichText::new(words::piece(cx.i18n, piece)).strong());
    let next = Kind::ALL.get(piece.index() + 1).copied();
    let sentence = match (piece, next) {
        (Kind::FieldMarshal, _) => cx.t("junqi-beats-all"),
        (Kind::Lieutenant, _) => cx.t("junqi-beats-engineers"),
        (Kind::Engineer | Kind::Bomb | Kind::Landmine | Kind::Flag, _) | (_, None) => {
            cx.t(&format!("junqi-beats-{}", piece.id()))
        }
        (_, Some(next)) => {
            let next = words::piece(cx.i18n, next);
            cx.tf("junqi-beats", &[("piece", next.into())])
        }
    };
    ui.label(sentence);
}

/// Lists all candidates of a hidden piece for the viewer, with their probabilities.
fn candidates_ui(view: &View, seen: VisibleTile, cx: &ScreenContext<'_>, ui: &mut Ui) {
    let belief = view.belief();
    let candidates = belief.candidates(seen.tile);
    let names = Names::new(cx.i18n, cx.settings.naming_style());
    ui.set_max_width(340.0);
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.spacing_mut().interact_size.y = 18.0;
    ui.label(RichText::new(words::seen(cx.i18n, seen)).strong());
    if let Some(piece) = candidates.only() {
        let piece = both_names(&names, piece, cx);
        ui.label(cx.tf("junqi-can-only-be", &[("piece", piece.into())]));
        return;
    }
    let pieces = names.set(candidates);
    ui.label(cx.tf("junqi-can-be", &[("pieces", pieces.into())]));
    let mut kinds = whole_percents(&belief.chances(seen.tile), candidates);
    kinds.sort_by_key(|(_, percent)| std::cmp::Reverse(*percent));
    // More than four kinds stand in two columns, because a column of twelve would be as high as
    // half the board.
    let rows = kinds.len().div_ceil(2).max(kinds.len().min(4));
    Grid::new("junqi-chances").spacing(vec2(10.0, 2.0)).show(ui, |ui| {
        for row in 0..rows {
            for (piece, percent) in kinds.iter().skip(row).step_by(rows) {
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
fn both_names(names: &Names<'_>, piece: Kind, cx: &ScreenContext<'_>) -> String {
    let (styled, spoken) = (names.piece(piece), words::piece(cx.i18n, piece));
    if styled == spoken || piece.strength().is_none() && spoken.contains(&styled) {
        return spoken;
    }
    format!("{styled} {spoken}")
}

/// Returns the probabilities of the candidates in whole percent, so that they sum to 100.
///
/// Rounds them down and gives the remainder to the largest fractions.
fn whole_percents(chances: &[f32; 12], candidates: KindSet) -> Vec<(Kind, u32)> {
    let kinds: Vec<Kind> = candidates.iter().collect();
    let sum: f32 = kinds.iter().map(|kind| chances[kind.index()]).sum();
    if kinds.is_empty() || sum <= 0.0 {
        return Vec::new();
    }
    let exact = |kind: &Kind| chances[kind.index()] / sum * 100.0;
    let mut percents: Vec<(Kind, u32)> =
        kinds.iter().map(|kind| (*kind, exact(kind).floor() as u32)).collect();
    let floor_sum: u32 = percents.iter().map(|(_, percent)| percent).sum();
    let remainder = 100u32.saturating_sub(floor_sum) as usize;
    let mut by_fraction: Vec<usize> = (0..percents.len()).collect();
    by_fraction.sort_by(|a, b| exact(&kinds[*b]).fract().total_cmp(&exact(&kinds[*a]).fract()));
    for index in by_fraction.into_iter().take(remainder) {
        percents[index].1 += 1;
    }
    percents
}

/// Returns the beliefs about a piece, one for each seat that belongs to the viewer and does not see
/// the piece.
fn seat_beliefs(state: &Junqi, viewer: Viewer, seen: &VisibleTile) -> Vec<SeatBelief> {
    let seats = state.seats_in_turn_order().into_iter().filter(|seat| viewer.includes(*seat));
    let seat_belief = |seat| {
        let view = state.view(Viewer::Seat(seat));
        if view.visible_tile(seen.tile).piece.is_some() {
            return None;
        }
        let chances = view.belief().chances(seen.tile);
        let mut kinds: Vec<(Kind, f32)> = Kind::ALL.into_iter().zip(chances).collect();
        kinds.retain(|(_, chance)| *chance >= MIN_CHANCE);
        kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
        (!kinds.is_empty()).then_some((seat, kinds))
    };
    seats.filter_map(seat_belief).collect()
}

/// Writes the name of the actual piece, and below it the belief of each seat.
fn seat_beliefs_ui(
    seat_beliefs: &[SeatBelief],
    seen: VisibleTile,
    cx: &ScreenContext<'_>,
    ui: &mut Ui,
) {
    ui.set_max_width(440.0);
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.spacing_mut().interact_size.y = 18.0;
    ui.label(RichText::new(words::seen(cx.i18n, seen)).strong());
    for (seat, kinds) in seat_beliefs {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::HOVER);
            Junqi::paint_seat_badge(ui.painter(), rect.center(), 14.0, *seat, cx.theme);
            let args = [("seat", seat_name::<Junqi>(cx.i18n, *seat).into())];
            let text = RichText::new(cx.tf("junqi-could-be", &args));
            ui.label(text.size(theme::BODY - 1.0).color(cx.theme.quiet));
        });
        let listed = kinds.iter().take(LISTED_KINDS).map(|(piece, chance)| {
            format!("{} {:.0}%", words::piece(cx.i18n, *piece), chance * 100.0)
        });
        let mut line = listed.collect::<Vec<_>>().join(" · ");
        if kinds.len() > LISTED_KINDS {
            line.push_str(" …");
        }
        ui.label(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_percents_sum_to_100() {
        let sum =
            |percents: &[(Kind, u32)]| -> u32 { percents.iter().map(|(_, percent)| percent).sum() };

        let thirds = [1.0 / 3.0; 12];
        let three_kinds: KindSet = Kind::ALL.into_iter().take(3).collect();
        let percents: Vec<u32> =
            whole_percents(&thirds, three_kinds).into_iter().map(|(_, percent)| percent).collect();
        assert_eq!(percents, [34, 33, 33]);

        let mut chances = [0.0; 12];
        (chances[0], chances[3], chances[11]) = (0.992, 0.004, 0.004);
        let percents = whole_percents(&chances, KindSet::ALL);
        assert_eq!(sum(&percents), 100);
        assert_eq!(percents[0], (Kind::FieldMarshal, 99));

        assert_eq!(whole_percents(&[0.0; 12], KindSet::ALL), []);

        // Pseudorandom weights.
        for seed in 1..400u32 {
            let weight =
                |k: u32| (seed.wrapping_mul(2_654_435_761).rotate_left(k * 5) % 997) as f32;
            let chances: [f32; 12] = std::array::from_fn(|k| weight(k as u32) / 5000.0);
            assert_eq!(sum(&whole_percents(&chances, KindSet::ALL)), 100, "{chances:?}");
        }
    }
}
