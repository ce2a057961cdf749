//! The celebration of a game that a person has won: a short fall of confetti over the board.

use egui::{Color32, Rect, Shape, Ui, pos2, vec2};
use qipan_core::contract::seat::Seat;

use crate::games::GameUi;
use crate::model::settings::{Settings, Speed};
use crate::play::table::{FRAME, Table};
use crate::ui::context::ScreenContext;

/// The length of the celebration, in seconds.
const SECONDS: f64 = 2.6;

/// The number of pieces of paper.
const PIECES: usize = 90;

/// The celebration of the game on the table.
#[derive(Debug, Default)]
pub(super) struct Celebration {
    /// True if the game was seen before its end. An old game is not celebrated.
    has_seen_play: bool,
    /// The time at which the celebration began, in seconds.
    began_at: Option<f64>,
}

/// A piece of paper: its centre as shares of the board's width and height, its rotation in radians,
/// and the index of its colour.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PaperPiece {
    x: f32,
    y: f32,
    turn: f32,
    colour: usize,
}

/// Returns the pieces of paper at a moment of the celebration. `progress` is 0 when it begins and 1
/// when it ends.
fn pieces(progress: f32) -> impl Iterator<Item = PaperPiece> {
    (0..PIECES).map(move |index| {
        // The fractional parts of the multiples of these factors, which are powers of the golden
        // ratio, are spread evenly.
        let spread = |factor: f32| (index as f32 * factor).fract();
        let (x, start, speed) =
            (spread(0.618_034), spread(0.381_966), 0.9 + 0.6 * spread(0.236_068));
        let y = (progress * 1.9 - start * 0.8) * speed - 0.05;
        let sway = 0.02 * (progress * 18.0 + index as f32).sin();
        PaperPiece {
            x: x + sway,
            y,
            turn: progress * 9.0 * speed + index as f32,
            colour: index % Seat::MAX,
        }
    })
}

impl Celebration {
    /// Begins the celebration once a person has won the game.
    pub(super) fn update<G: GameUi>(&mut self, table: &Table<G>, settings: &Settings, now: f64) {
        let Some(outcome) = table.state().outcome().filter(|_| table.animator.is_idle()) else {
            // On the screen the game is still running, or is running again after a take-back.
            (self.has_seen_play, self.began_at) = (true, None);
            return;
        };
        let winners = outcome.places.first().copied().unwrap_or_default();
        let has_winner = outcome.places.len() > 1;
        let is_won = has_winner && winners.iter().any(|seat| table.is_human(seat));
        let is_still = settings.reduced_motion || settings.speed == Speed::Off;
        if self.has_seen_play && is_won && !is_still && self.began_at.is_none() {
            self.began_at = Some(now);
        }
    }

    /// Draws the confetti over the board, and requests the next frame.
    pub(super) fn ui(&self, rect: Rect, cx: &ScreenContext<'_>, ui: &Ui) {
        let Some(began_at) = self.began_at else { return };
        let progress = ((cx.now - began_at) / SECONDS) as f32;
        if !(0.0..1.0).contains(&progress) {
            return;
        }
        ui.ctx().request_repaint_after(FRAME);
        let painter = ui.painter().with_clip_rect(rect);
        let fade = (4.0 * (1.0 - progress)).min(1.0);
        for piece in pieces(progress).filter(|piece| (0.0..1.0).contains(&piece.y)) {
            let centre = rect.lerp_inside(vec2(piece.x, piece.y));
            let colour = cx.theme.sides[piece.colour % cx.theme.sides.len()];
            painter.add(paper(centre, piece.turn, crate::ui::theme::fade(colour, fade)));
        }
    }
}

/// Returns the shape of a piece of paper that turns while it falls.
fn paper(centre: egui::Pos2, turn: f32, colour: Color32) -> Shape {
    let (sin, cos) = turn.sin_cos();
    // The apparent height changes as the paper turns over.
    let (half_width, half_height) = (5.0, 3.5 * (0.25 + 0.75 * (turn * 1.7).cos().abs()));
    let corner = |x: f32, y: f32| {
        let (x, y) = (x * half_width, y * half_height);
        pos2(centre.x + x * cos - y * sin, centre.y + x * sin + y * cos)
    };
    let corners = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    Shape::convex_polygon(corners, colour, egui::Stroke::NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confetti_falls_through_the_board_and_is_gone_at_the_end() {
        let count =
            |progress| pieces(progress).filter(|piece| (0.0..1.0).contains(&piece.y)).count();
        assert_eq!(pieces(0.0).count(), PIECES);
        assert!(count(0.3) > 10 && count(0.6) > 20, "{} {}", count(0.3), count(0.6));
        for (earlier, later) in pieces(0.4).zip(pieces(0.5)) {
            assert!(later.y > earlier.y);
        }
    }
}
