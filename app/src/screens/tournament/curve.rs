//! The curve: the score of each robot over the games.

use egui::{
    Align2, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, lerp, pos2, vec2,
};

use crate::screens::tournament::{StartedTournament, colour, words};
use crate::ui::context::ScreenContext;
use crate::ui::theme::BODY;
use crate::ui::widgets;

/// Room for the percentages on the left, the robots' numbers on the right, the games below.
const LEFT: f32 = 48.0;
const RIGHT: f32 = 22.0;
const BELOW: f32 = 20.0;

/// The widest range of scores, in tenths, with a line at every tenth.
const MOST_LINES: u32 = 5;

/// The visible range of games and scores. Scores lie between 0 and 1.
#[derive(Clone, Copy)]
struct PlotRange {
    rect: Rect,
    games: u64,
    low: f64,
    high: f64,
    /// The tenths from one line to the next.
    step: u32,
}

impl PlotRange {
    /// Returns a scale with room for all points, from one grid line to another.
    fn of(points: &[(u64, Vec<f64>)], rect: Rect) -> Self {
        let games = points.last().map_or(1, |(games, _)| *games).max(1);
        let scores = || points.iter().flat_map(|(_, scores)| scores.iter().copied());
        let (least, most) = (scores().fold(1.0, f64::min), scores().fold(0.0, f64::max));
        // A score on a line, up to rounding, needs no room beyond it.
        let low = (10.0 * least + 1e-6).floor().clamp(0.0, 9.0) as u32;
        let high = ((10.0 * most - 1e-6).ceil() as u32).clamp(low + 1, 10);
        let step = if high - low > MOST_LINES { 2 } else { 1 };
        let (low, high) = (low / step * step, high.div_ceil(step) * step);
        Self { rect, games, low: f64::from(low) / 10.0, high: f64::from(high) / 10.0, step }
    }

    fn at(&self, games: u64, score: f64) -> Pos2 {
        let across = games as f32 / self.games as f32;
        let up = ((score - self.low) / (self.high - self.low)) as f32;
        let x = lerp(self.rect.left()..=self.rect.right(), across);
        pos2(x, lerp(self.rect.bottom()..=self.rect.top(), up))
    }

    /// Returns the scores of the grid lines: at most six, including both ends.
    fn lines(&self) -> impl Iterator<Item = f64> + use<> {
        let (low, high) = ((self.low * 10.0).round() as u32, (self.high * 10.0).round() as u32);
        (low..=high).step_by(self.step as usize).map(|tenth| f64::from(tenth) / 10.0)
    }
}

impl StartedTournament {
    /// Draws the curve.
    pub(super) fn curve_ui(&self, cx: &ScreenContext<'_>, ui: &mut Ui) {
        widgets::heading(ui, cx.theme, cx.t("tournament-curve"));
        let (whole, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let points = &self.snapshot.curve;
        let name = cx.t("tournament-curve");
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name.as_str()));
        let (min, max) = (vec2(LEFT, 12.0), vec2(RIGHT, BELOW));
        let scale = PlotRange::of(points, Rect::from_min_max(whole.min + min, whole.max - max));
        paint_grid(scale, cx, ui);
        let mut ends: Vec<(f32, usize)> = Vec::new();
        for robot in 0..self.titles.len() {
            let own =
                points.iter().filter_map(|(games, scores)| Some((*games, *scores.get(robot)?)));
            let line: Vec<Pos2> = own.map(|(games, score)| scale.at(games, score)).collect();
            let stroke = Stroke::new(1.8, colour(cx.theme, robot));
            match line.as_slice() {
                [] => continue,
                [only] => drop(ui.painter().circle_filled(*only, 2.5, stroke.color)),
                _ => drop(ui.painter().add(Shape::line(line.clone(), stroke))),
            }
            ends.extend(line.last().map(|end| (end.y, robot)));
        }
        paint_ends(ends, scale.rect, cx, ui);
    }
}

/// Paints the grid lines with their percentages, and the number of the last game below.
fn paint_grid(scale: PlotRange, cx: &ScreenContext<'_>, ui: &Ui) {
    let (theme, painter) = (cx.theme, ui.painter());
    let font = FontId::proportional(BODY - 2.5);
    for tenth in scale.lines() {
        let left = scale.at(0, tenth);
        painter.hline(scale.rect.x_range(), left.y, Stroke::new(1.0, theme.hairline));
        let text = format!("{:.0}%", 100.0 * tenth);
        let place = left - vec2(8.0, 0.0);
        painter.text(place, Align2::RIGHT_CENTER, text, font.clone(), theme.quiet);
    }
    let text = cx.tf("tournament-after", &[("games", words::count(cx.i18n, scale.games).into())]);
    let place = scale.rect.right_bottom() + vec2(0.0, 5.0);
    painter.text(place, Align2::RIGHT_TOP, text, font, theme.quiet);
}

/// Paints the numbers of the robots at the ends of their lines, without overlap.
fn paint_ends(mut ends: Vec<(f32, usize)>, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let apart = (BODY - 1.0).min(rect.height() / ends.len().max(1) as f32);
    // Spaced from the bottom up, so that the lowest of many stays within the picture.
    let mut floor = rect.bottom() + apart / 2.0;
    for (y, _) in ends.iter_mut().rev() {
        *y = y.min(floor);
        floor = *y - apart;
    }
    let font = FontId::proportional(BODY - 1.5);
    for (y, robot) in ends {
        let place = pos2(rect.right() + 8.0, y);
        let text = (robot + 1).to_string();
        let colour = colour(cx.theme, robot);
        ui.painter().text(place, Align2::LEFT_CENTER, text, font.clone(), colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(scores: &[f64]) -> (PlotRange, Rect) {
        let points: Vec<(u64, Vec<f64>)> =
            (1..).zip(scores).map(|(game, score)| (game, vec![*score, 1.0 - score])).collect();
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(300.0, 200.0));
        (PlotRange::of(&points, rect), rect)
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
            let (scale, rect) = scale(scores);
            for (game, score) in (1..).zip(scores) {
                for score in [*score, 1.0 - score] {
                    let place = scale.at(game, score);
                    assert!(rect.expand(0.01).contains(place), "{scores:?}: {score} at {place:?}");
                }
            }
            let lines: Vec<f64> = scale.lines().collect();
            assert!((2..=6).contains(&lines.len()), "{scores:?}: {lines:?}");
            let ends = [lines[0], lines[lines.len() - 1]].map(|score| scale.at(0, score).y);
            assert_eq!(ends, [rect.bottom(), rect.top()], "{scores:?}");
        }
    }
}
