//! The win probabilities along a game as stacked areas.

use std::sync::Arc;

use egui::{Color32, Mesh, Rect, pos2};
use qipan_core::analysis::Analysis;
use qipan_core::contract::seat::Seat;

/// The number of worst choices marked on the curve.
const MARKED: usize = 5;

/// The inputs of a curve: its area, the number of the analysis, the seats with their colours.
type Basis = (Rect, u32, Vec<(Seat, Color32)>);

/// The areas of a curve, with the inputs they were computed for.
#[derive(Default)]
pub(super) struct WinCurve {
    of: Option<Basis>,
    pub(super) areas: Vec<Arc<Mesh>>,
    /// The positions of the worst choices.
    pub(super) worst: Vec<usize>,
    /// The positions where the place played for changes.
    pub(super) places: Vec<usize>,
}

/// Returns a share in percent.
pub(super) fn percent(share: f32) -> String {
    format!("{:.1}%", 100.0 * share)
}

impl WinCurve {
    /// Computes the areas of these seats in their colours, unless nothing changed. `number`
    /// identifies the analysis.
    pub(super) fn draw<A: Copy>(
        &mut self,
        (number, found): (u32, &Analysis<A>),
        seats: &[(Seat, Color32)],
        rect: Rect,
    ) {
        let moments = found.moments();
        let of = Some((rect, number, seats.to_vec()));
        if self.of == of {
            return;
        }
        let shares = shares_along(found, seats, rect.width() as usize);
        let colours = seats.iter().map(|(_, colour)| *colour).enumerate();
        let areas = colours.map(|(at, colour)| Arc::new(area(&shares, at, rect, colour)));
        let mistakes = found.mistakes();
        let other = |at: &usize| moments[*at].place != moments[at.saturating_sub(1)].place;
        *self = Self {
            of,
            areas: areas.collect(),
            worst: mistakes.iter().take(MARKED).map(|mistake| mistake.at).collect(),
            places: (0..moments.len()).filter(other).collect(),
        };
    }
}

/// Returns, for each of about `columns` columns, the borders of the seats' areas, from 0 to 1.
fn shares_along<A: Copy>(
    found: &Analysis<A>,
    seats: &[(Seat, Color32)],
    columns: usize,
) -> Vec<Vec<f32>> {
    let last = found.moments().len().saturating_sub(1);
    let columns = columns.clamp(2, 4000).min(last.max(1) + 1);
    let column = |column: usize| {
        let at = (column * last + (columns - 1) / 2) / (columns - 1);
        let chances = found.moment(at).map_or([0.0; Seat::MAX], |moment| *moment.chances());
        let sum: f32 = seats.iter().map(|(seat, _)| chances[seat.index()]).sum();
        let mut end = 0.0;
        let ends = seats.iter().map(|(seat, _)| {
            end += chances[seat.index()] / sum.max(f32::MIN_POSITIVE);
            end
        });
        std::iter::once(0.0).chain(ends).collect()
    };
    (0..columns).map(column).collect()
}

/// Returns the area of one seat.
fn area(shares: &[Vec<f32>], at: usize, rect: Rect, colour: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    let across = rect.width() / (shares.len().max(2) - 1) as f32;
    for (column, ends) in shares.iter().enumerate() {
        let x = rect.left() + across * column as f32;
        for share in [ends[at], ends[at + 1]] {
            mesh.colored_vertex(pos2(x, rect.top() + rect.height() * share), colour);
        }
        let first = 2 * column as u32;
        if column > 0 {
            mesh.add_triangle(first - 2, first - 1, first);
            mesh.add_triangle(first - 1, first, first + 1);
        }
    }
    mesh
}
