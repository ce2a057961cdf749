//! Computes the win probabilities along a game as stacked areas, one per seat.

use std::sync::Arc;

use egui::{Color32, Mesh, Rect, pos2};
use qipan_core::analysis::Analysis;
use qipan_core::contract::seat::Seat;

/// The maximum number of mistakes marked on the curve.
const MAX_MARKED_MISTAKES: usize = 5;

/// The inputs of a curve: its rectangle, the id of the analysis results, and the seats with their
/// colours.
type CurveInputs = (Rect, u32, Vec<(Seat, Color32)>);

/// The areas of a curve, with the inputs they were computed for.
#[derive(Default)]
pub(super) struct WinCurve {
    inputs: Option<CurveInputs>,
    /// A mesh for each seat.
    pub(super) areas: Vec<Arc<Mesh>>,
    /// The positions of the worst choices.
    pub(super) mistakes: Vec<usize>,
    /// The positions at which the contested place changes, such as from the first to the second.
    pub(super) place_changes: Vec<usize>,
}

/// Returns a share in percent.
pub(super) fn percent(share: f32) -> String {
    format!("{:.1}%", 100.0 * share)
}

impl WinCurve {
    /// Recomputes the areas of these seats if an input has changed. `number` is the id of the
    /// analysis results.
    pub(super) fn update<A: Copy>(
        &mut self,
        (number, analysis): (u32, &Analysis<A>),
        seats: &[(Seat, Color32)],
        rect: Rect,
    ) {
        let moments = analysis.positions();
        let inputs = Some((rect, number, seats.to_vec()));
        if self.inputs == inputs {
            return;
        }
        let column_borders = area_borders(analysis, seats, rect.width() as usize);
        let colours = seats.iter().map(|(_, colour)| *colour).enumerate();
        let areas =
            colours.map(|(index, colour)| Arc::new(area(&column_borders, index, rect, colour)));
        let mistakes = analysis.mistakes();
        let is_place_change = |position: &usize| {
            moments[*position].place != moments[position.saturating_sub(1)].place
        };
        *self = Self {
            inputs,
            areas: areas.collect(),
            mistakes: mistakes.iter().take(MAX_MARKED_MISTAKES).map(|mistake| mistake.at).collect(),
            place_changes: (0..moments.len()).filter(is_place_change).collect(),
        };
    }
}

/// Returns the y coordinates of the borders of the areas for at most `columns` columns that are
/// spread evenly over the game. Each column is a list with one border more than there are areas,
/// from 0 at the top to 1 at the bottom.
fn area_borders<A: Copy>(
    analysis: &Analysis<A>,
    seats: &[(Seat, Color32)],
    columns: usize,
) -> Vec<Vec<f32>> {
    let last = analysis.positions().len().saturating_sub(1);
    let columns = columns.clamp(2, 4000).min(last.max(1) + 1);
    let borders = |column: usize| {
        let position = (column * last + (columns - 1) / 2) / (columns - 1);
        let chances =
            analysis.position(position).map_or([0.0; Seat::MAX], |moment| *moment.chances());
        let sum: f32 = seats.iter().map(|(seat, _)| chances[seat.index()]).sum();
        let mut border = 0.0;
        let lower_borders = seats.iter().map(|(seat, _)| {
            border += chances[seat.index()] / sum.max(f32::MIN_POSITIVE);
            border
        });
        std::iter::once(0.0).chain(lower_borders).collect()
    };
    (0..columns).map(borders).collect()
}

/// Returns the area of the seat at an index, between two borders, as a strip of triangles.
fn area(column_borders: &[Vec<f32>], index: usize, rect: Rect, colour: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    let step = rect.width() / (column_borders.len().max(2) - 1) as f32;
    for (column, borders) in column_borders.iter().enumerate() {
        let x = rect.left() + step * column as f32;
        for border in [borders[index], borders[index + 1]] {
            mesh.colored_vertex(pos2(x, rect.top() + rect.height() * border), colour);
        }
        let first_vertex = 2 * column as u32;
        if column > 0 {
            mesh.add_triangle(first_vertex - 2, first_vertex - 1, first_vertex);
            mesh.add_triangle(first_vertex - 1, first_vertex, first_vertex + 1);
        }
    }
    mesh
}
