//! A plot of a sequence of values, with a grid, an optional band and an optional reference line.

use egui::{
    Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo,
    lerp, pos2, vec2,
};

use crate::ui::theme::{BODY, Theme, fade};

/// The room for the numbers on the left of the plot, in points.
const LEFT_ROOM: f32 = 46.0;
/// The room on the right of the plot.
const RIGHT_ROOM: f32 = 10.0;
/// The room for the texts below the plot.
const ROOM_BELOW: f32 = 20.0;

/// The maximum number of points drawn, besides the last. Of a longer list only every nth point is
/// drawn.
const MAX_DRAWN: usize = 600;

/// The maximum number of dots drawn. Longer lists are drawn as a line alone.
const MAX_DOTS: usize = 120;

/// A plot of a sequence of values, from left to right.
pub struct Plot<'a> {
    /// The name, for screen readers.
    pub name: String,
    /// The values, in order.
    pub values: &'a [f64],
    /// The lower and upper ends of an interval around each value. Empty if there are none.
    pub band: &'a [(f64, f64)],
    /// A value that is marked by a dashed horizontal line, and its name.
    pub reference: Option<(f64, String)>,
    /// The minimum difference between the largest and the smallest value of the grid.
    pub min_range: f64,
    /// Formats a value.
    pub format: &'a dyn Fn(f64) -> String,
    /// Describes the value at an index, for the tooltip at the pointer.
    pub describe: &'a dyn Fn(usize) -> String,
    /// The text below the plot, on the right.
    pub below: String,
}

/// The range of a plot and its rectangle.
#[derive(Clone, Copy)]
struct PlotRange {
    rect: Rect,
    /// The index of the last value, at least 1.
    last: usize,
    low: f64,
    high: f64,
    /// The distance between grid lines.
    step: f64,
}

impl PlotRange {
    /// Returns the range of a plot's values, extended at both ends to the next grid line.
    fn around(plot: &Plot<'_>, rect: Rect) -> Self {
        let ends = plot.band.iter().flat_map(|(low, high)| [*low, *high]);
        let reference = plot.reference.iter().map(|(value, _)| *value);
        let all: Vec<f64> = plot
            .values
            .iter()
            .copied()
            .chain(ends)
            .chain(reference)
            .filter(|value| value.is_finite())
            .collect();
        let mut low = all.iter().copied().fold(f64::INFINITY, f64::min);
        let mut high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let missing = (plot.min_range - (high - low)).max(0.0);
        (low, high) = (low - missing / 2.0, high + missing / 2.0);
        let step = grid_step(high - low);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        let high = if high > low { high } else { low + step };
        Self { rect, last: plot.values.len().saturating_sub(1).max(1), low, high, step }
    }

    /// Returns the point of a value on the screen. A single value stands on the left.
    fn point(&self, index: usize, value: f64) -> Pos2 {
        let x_share = index as f32 / self.last as f32;
        let y_share = ((value - self.low) / (self.high - self.low)) as f32;
        let x = lerp(self.rect.left()..=self.rect.right(), x_share);
        pos2(x, lerp(self.rect.bottom()..=self.rect.top(), y_share))
    }

    /// Returns the values of the grid lines, including both ends.
    fn grid_lines(&self) -> impl Iterator<Item = f64> + use<> {
        let Self { low, high, step, .. } = *self;
        let count = ((high - low) / step).round().clamp(1.0, 20.0) as usize;
        (0..=count).map(move |line| low + line as f64 * step)
    }

    /// Returns the index of the value nearest to a point on the screen, by its horizontal distance.
    fn index_at(&self, pos: Pos2, count: usize) -> usize {
        let share = ((pos.x - self.rect.left()) / self.rect.width().max(1.0)).clamp(0.0, 1.0);
        ((share * self.last as f32).round() as usize).min(count.saturating_sub(1))
    }
}

/// Returns the distance between grid lines for a range: 1, 2 or 5 times a power of ten, so that the
/// range has about five lines.
fn grid_step(range: f64) -> f64 {
    let rough = (range / 4.0).max(1e-6);
    let power = 10f64.powf(rough.log10().floor());
    let factor = match rough / power {
        ratio if ratio <= 1.0 => 1.0,
        ratio if ratio <= 2.0 => 2.0,
        ratio if ratio <= 5.0 => 5.0,
        _ => 10.0,
    };
    factor * power
}

impl Plot<'_> {
    /// Draws the plot into the available width with this height.
    pub fn ui(&self, height: f32, theme: &Theme, ui: &mut Ui) {
        let size = vec2(ui.available_width(), height);
        let (full, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, self.name.as_str()));
        let (min, max) = (vec2(LEFT_ROOM, 8.0), vec2(RIGHT_ROOM, ROOM_BELOW));
        let range = PlotRange::around(self, Rect::from_min_max(full.min + min, full.max - max));
        self.paint_grid(range, theme, ui.painter());
        self.paint_band(range, theme, ui.painter());
        self.paint_line(range, theme, ui.painter());
        let Some(pos) = response.hover_pos().filter(|_| !self.values.is_empty()) else { return };
        let index = range.index_at(pos, self.values.len());
        let point = range.point(index, self.values[index]);
        ui.painter().vline(point.x, range.rect.y_range(), Stroke::new(1.0, theme.quiet));
        ui.painter().circle_filled(point, 3.5, theme.accent);
        response.on_hover_text_at_pointer((self.describe)(index));
    }

    fn paint_grid(&self, range: PlotRange, theme: &Theme, painter: &Painter) {
        let font = FontId::proportional(BODY - 2.5);
        for value in range.grid_lines() {
            let left = range.point(0, value);
            painter.hline(range.rect.x_range(), left.y, Stroke::new(1.0, theme.hairline));
            let text = (self.format)(value);
            let end = left - vec2(8.0, 0.0);
            painter.text(end, Align2::RIGHT_CENTER, text, font.clone(), theme.quiet);
        }
        let end = range.rect.right_bottom() + vec2(0.0, 5.0);
        painter.text(end, Align2::RIGHT_TOP, &self.below, font.clone(), theme.quiet);
        if let Some((value, name)) = &self.reference {
            let left = range.point(0, *value);
            let ends = [left, pos2(range.rect.right(), left.y)];
            painter.extend(Shape::dashed_line(&ends, Stroke::new(1.2, theme.quiet), 5.0, 4.0));
            let start = range.rect.left_bottom() + vec2(0.0, 5.0);
            painter.text(start, Align2::LEFT_TOP, name, font, theme.quiet);
        }
    }

    fn paint_band(&self, range: PlotRange, theme: &Theme, painter: &Painter) {
        let colour: Color32 = fade(theme.accent, 0.16);
        let mut mesh = Mesh::default();
        for index in drawn_indices(self.band.len()) {
            let (low, high) = self.band[index];
            for value in [low, high] {
                mesh.colored_vertex(range.point(index, value), colour);
            }
        }
        for corner in (2..mesh.vertices.len() as u32).step_by(2) {
            mesh.add_triangle(corner - 2, corner - 1, corner);
            mesh.add_triangle(corner - 1, corner, corner + 1);
        }
        painter.add(mesh);
    }

    fn paint_line(&self, range: PlotRange, theme: &Theme, painter: &Painter) {
        let points: Vec<Pos2> = drawn_indices(self.values.len())
            .map(|index| range.point(index, self.values[index]))
            .collect();
        if points.len() > 1 {
            painter.add(Shape::line(points.clone(), Stroke::new(1.8, theme.accent)));
        }
        if points.len() <= MAX_DOTS {
            for point in points {
                painter.circle_filled(point, 2.2, theme.accent);
            }
        }
    }
}

/// Returns the indices of a list that are drawn: all, or every nth one and the last.
fn drawn_indices(count: usize) -> impl Iterator<Item = usize> {
    let gap = count.div_ceil(MAX_DRAWN).max(1);
    let last = count.checked_sub(1);
    (0..count).step_by(gap).chain(last.filter(move |last| last % gap != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the range of a plot of these values.
    fn range(values: &[f64], min_range: f64) -> PlotRange {
        let plot = Plot {
            name: String::new(),
            values,
            band: &[],
            reference: None,
            min_range,
            format: &|value| value.to_string(),
            describe: &|_| String::new(),
            below: String::new(),
        };
        PlotRange::around(&plot, Rect::from_min_max(pos2(0.0, 0.0), pos2(300.0, 200.0)))
    }

    #[test]
    fn values_lie_inside_the_plot() {
        for (values, min_range) in [
            (&[1500.0, 1612.0, 1400.0][..], 100.0),
            (&[3.5], 0.5),
            (&[0.1, 0.2, 0.15], 0.1),
            (&[], 1.0),
            (&[f64::NAN, 2.0], 0.0),
        ] {
            let range = range(values, min_range);
            assert!(range.high - range.low >= min_range, "{values:?}");
            let finite = values.iter().enumerate().filter(|(_, value)| value.is_finite());
            for (index, value) in finite {
                let point = range.point(index, *value);
                assert!(range.rect.expand(0.01).contains(point), "{values:?} {point:?}");
            }
            assert!((2..=11).contains(&range.grid_lines().count()), "{values:?}");
        }
    }

    #[test]
    fn long_lists_are_thinned_but_keep_both_ends() {
        let indices: Vec<usize> = drawn_indices(5000).collect();
        assert!(indices.len() <= MAX_DRAWN + 1, "{}", indices.len());
        assert_eq!((indices[0], indices[indices.len() - 1]), (0, 4999));
        assert_eq!(drawn_indices(3).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(drawn_indices(0).count(), 0);
    }
}
