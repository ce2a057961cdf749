//! The curve of scores: the score of each robot after every number of games.

use egui::{
    Align2, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, lerp, pos2, vec2,
};

use crate::screens::tournament::{StartedTournament, robot_colour};
use crate::ui::context::ScreenContext;
use crate::ui::theme::BODY;
use crate::ui::widgets;

/// The room for the percentages on the left of the plot, in points.
const LEFT_ROOM: f32 = 48.0;
/// The room for the numbers of the robots on the right of the plot, in points.
const RIGHT_ROOM: f32 = 22.0;
/// The room for the number of games below the plot, in points.
const ROOM_BELOW: f32 = 20.0;

/// The widest range of scores, in tenths, that has a grid line at every tenth. A wider range has a
/// line at every second tenth.
const MAX_TENTHS: u32 = 5;

/// The range of games and scores of the plot, and its rectangle. Scores lie between 0 and 1.
#[derive(Clone, Copy)]
struct PlotRange {
    rect: Rect,
    games: u64,
    low: f64,
    high: f64,
    /// The tenths from one grid line to the next.
    step: u32,
}

impl PlotRange {
    /// Returns the range that contains all points and ends at grid lines.
    fn around(points: &[(u64, Vec<f64>)], rect: Rect) -> Self {
        let games = points.last().map_or(1, |(games, _)| *games).max(1);
        let scores = || points.iter().flat_map(|(_, scores)| scores.iter().copied());
        let (lowest, highest) = (scores().fold(1.0, f64::min), scores().fold(0.0, f64::max));
        // The small term makes up for rounding errors, so that a score on a grid line does not
        // extend the range by a tenth.
        let low = (10.0 * lowest + 1e-6).floor().clamp(0.0, 9.0) as u32;
        let high = ((10.0 * highest - 1e-6).ceil() as u32).clamp(low + 1, 10);
        let step = if high - low > MAX_TENTHS { 2 } else { 1 };
        let (low, high) = (low / step * step, high.div_ceil(step) * step);
        Self { rect, games, low: f64::from(low) / 10.0, high: f64::from(high) / 10.0, step }
    }

    /// Returns the point of a score after a number of games.
    fn point(&self, games: u64, score: f64) -> Pos2 {
        let x_share = games as f32 / self.games as f32;
        let y_share = ((score - self.low) / (self.high - self.low)) as f32;
        let x = lerp(self.rect.left()..=self.rect.right(), x_share);
        pos2(x, lerp(self.rect.bottom()..=self.rect.top(), y_share))
    }

    /// Returns the scores of the grid lines: at most six, including both ends.
    fn grid_lines(&self) -> impl Iterator<Item = f64> + use<> {
        let (low, high) = ((self.low * 10.0).round() as u32, (self.high * 10.0).round() as u32);
        (low..=high).step_by(self.step as usize).map(|tenth| f64::from(tenth) / 10.0)
    }
}

impl StartedTournament {
    /// Draws the curve.
    pub(super) fn curve_ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        widgets::heading(ui, cx.theme, cx.t("tournament-curve"));
        let (full_rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let points = &self.snapshot.curve;
        let name = cx.t("tournament-curve");
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name.as_str()));
        let (min, max) = (vec2(LEFT_ROOM, 12.0), vec2(RIGHT_ROOM, ROOM_BELOW));
        let range =
            PlotRange::around(points, Rect::from_min_max(full_rect.min + min, full_rect.max - max));
        paint_grid(range, cx, ui);
        let mut ends: Vec<(f32, usize)> = Vec::new();
        for robot in 0..self.titles.len() {
            let scores =
                points.iter().filter_map(|(games, scores)| Some((*games, *scores.get(robot)?)));
            let line: Vec<Pos2> = scores.map(|(games, score)| range.point(games, score)).collect();
            let stroke = Stroke::new(1.8, robot_colour(cx.theme, robot));
            match line.as_slice() {
                [] => continue,
                [point] => drop(ui.painter().circle_filled(*point, 2.5, stroke.color)),
                _ => drop(ui.painter().add(Shape::line(line.clone(), stroke))),
            }
            ends.extend(line.last().map(|end| (end.y, robot)));
        }
        paint_ends(ends, range.rect, cx, ui);
    }
}

/// Paints the grid lines with their percentages, and the number of games below the plot.
fn paint_grid(range: PlotRange, cx: &ScreenContext<'_>, ui: &Ui) {
    let (theme, painter) = (cx.theme, ui.painter());
    let font = FontId::proportional(BODY - 2.5);
    for score in range.grid_lines() {
        let left = range.point(0, score);
        painter.hline(range.rect.x_range(), left.y, Stroke::new(1.0, theme.hairline));
        let text = format!("{:.0}%", 100.0 * score);
        let text_end = left - vec2(8.0, 0.0);
        painter.text(text_end, Align2::RIGHT_CENTER, text, font.clone(), theme.quiet);
    }
    let text = cx.tf("tournament-after", &[("games", cx.i18n.count(range.games).into())]);
    let text_end = range.rect.right_bottom() + vec2(0.0, 5.0);
    painter.text(text_end, Align2::RIGHT_TOP, text, font, theme.quiet);
}

/// Paints the number of each robot at the end of its line. `ends` holds the y coordinate of the end
/// of each line and the index of its robot. The numbers do not overlap.
fn paint_ends(mut ends: Vec<(f32, usize)>, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let spacing = (BODY - 1.0).min(rect.height() / ends.len().max(1) as f32);
    // The numbers are spaced from the bottom up, so that the lowest stays within the plot.
    let mut max_y = rect.bottom() + spacing / 2.0;
    for (y, _) in ends.iter_mut().rev() {
        *y = y.min(max_y);
        max_y = *y - spacing;
    }
    let font = FontId::proportional(BODY - 1.5);
    for (y, robot) in ends {
        let text_start = pos2(rect.right() + 8.0, y);
        let text = (robot + 1).to_string();
        let colour = robot_colour(cx.theme, robot);
        ui.painter().text(text_start, Align2::LEFT_CENTER, text, font.clone(), colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the plot range of a tournament of two robots, and its rectangle. `scores` are the
    /// scores of one of the robots after each game.
    fn plot_range(scores: &[f64]) -> (PlotRange, Rect) {
        let points: Vec<(u64, Vec<f64>)> =
            (1..).zip(scores).map(|(game, score)| (game, vec![*score, 1.0 - score])).collect();
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(300.0, 200.0));
        (PlotRange::around(&points, rect), rect)
    }

    #[test]
    fn scores_lie_inside_the_plot_with_lines_at_both_ends() {
        for scores in [
            &[1.0, 0.9, 0.85, 0.87][..],
            &[0.5, 0.5],
            &[0.0, 0.3, 0.45],
            &[0.83, 0.8, 0.79],
            &[1.0],
            &[0.7, 0.3],
        ] {
            let (range, rect) = plot_range(scores);
            for (game, score) in (1..).zip(scores) {
                for score in [*score, 1.0 - score] {
                    let point = range.point(game, score);
                    assert!(rect.expand(0.01).contains(point), "{scores:?}: {score} at {point:?}");
                }
            }
            let lines: Vec<f64> = range.grid_lines().collect();
            assert!((2..=6).contains(&lines.len()), "{scores:?}: {lines:?}");
            let ends = [lines[0], lines[lines.len() - 1]].map(|score| range.point(0, score).y);
            assert_eq!(ends, [rect.bottom(), rect.top()], "{scores:?}");
        }
    }
}
