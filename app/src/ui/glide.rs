//! Glides of pieces to their new places when the position on a board jumps, for example to another
//! step of a replay.

use std::collections::BTreeMap;

use egui::Pos2;

/// The place, size and heading of a piece on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlidePlace {
    /// The middle of the piece.
    pub pos: Pos2,
    /// The size in points.
    pub size: f32,
    /// The direction of the front, in radians.
    pub heading: f32,
}

impl GlidePlace {
    /// Interpolates between two places, with `progress` from 0 to 1. The piece turns the shorter
    /// way.
    fn interpolate(self, to: Self, progress: f32) -> Self {
        let turn = egui::emath::normalized_angle(to.heading - self.heading);
        Self {
            pos: self.pos.lerp(to.pos, progress),
            size: self.size + (to.size - self.size) * progress,
            heading: self.heading + turn * progress,
        }
    }
}

/// The places of pieces in the last frame, and the places they glide from.
///
/// A new glide starts at the visible places, so that successive jumps look smooth.
#[derive(Clone, Debug)]
pub struct Glides<K> {
    /// The number of the current jump.
    jump: u64,
    /// The eased progress of the glide, from 0 to 1.
    progress: f32,
    /// The places from which the pieces glide.
    from: BTreeMap<K, GlidePlace>,
    /// The places shown in the current frame.
    shown: BTreeMap<K, GlidePlace>,
}

impl<K> Default for Glides<K> {
    fn default() -> Self {
        Self { jump: 0, progress: 1.0, from: BTreeMap::new(), shown: BTreeMap::new() }
    }
}

impl<K: Ord> Glides<K> {
    /// Begins a frame. `glide` is the number of the current jump and its progress, from 0 to 1.
    pub fn begin(&mut self, glide: Option<(u64, f32)>) {
        let shown = std::mem::take(&mut self.shown);
        match glide {
            Some((jump, progress)) => {
                if jump != self.jump {
                    (self.jump, self.from) = (jump, shown);
                }
                // Ease-out keeps the pieces close to their goals while the player drags through the
                // game.
                self.progress = 1.0 - (1.0 - progress).powi(3);
            }
            None => {
                self.from.clear();
                self.progress = 1.0;
            }
        }
    }

    /// Returns the place of a piece in this frame on its way to `goal`. During a glide, returns
    /// `None` for a piece that was not on the board before it.
    pub fn place(&mut self, key: K, goal: GlidePlace) -> Option<GlidePlace> {
        let from = self.from.get(&key);
        let shown = match from {
            Some(from) => Some(from.interpolate(goal, self.progress)),
            None if self.progress < 1.0 => None,
            None => Some(goal),
        };
        self.shown.insert(key, shown.unwrap_or(goal));
        shown
    }

    /// Returns the progress of the glide, from 0 to 1.
    pub fn progress(&self) -> f32 {
        self.progress
    }
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    fn place_at(x: f32) -> GlidePlace {
        GlidePlace { pos: pos2(x, 0.0), size: 10.0, heading: 0.0 }
    }

    #[test]
    fn glide_starts_at_the_visible_place() {
        let mut glides = Glides::default();
        glides.begin(None);
        assert_eq!(glides.place(1, place_at(0.0)), Some(place_at(0.0)));
        glides.begin(Some((1, 0.0)));
        assert_eq!(glides.place(1, place_at(100.0)), Some(place_at(0.0)));
        assert_eq!(glides.place(2, place_at(7.0)), None, "the piece has just appeared");
        glides.begin(Some((1, 0.5)));
        assert_eq!(glides.place(1, place_at(100.0)), Some(place_at(87.5)));
        glides.begin(Some((2, 0.0)));
        assert_eq!(glides.place(1, place_at(0.0)), Some(place_at(87.5)), "another jump on the way");
        glides.begin(None);
        assert_eq!(glides.place(1, place_at(0.0)), Some(place_at(0.0)));
    }

    #[test]
    fn piece_turns_the_shorter_way() {
        let from = GlidePlace { heading: 3.0, ..place_at(0.0) };
        let half = from.interpolate(GlidePlace { heading: -3.0, ..place_at(0.0) }, 0.5);
        assert!((half.heading - std::f32::consts::PI).abs() < 1e-5, "{}", half.heading);
    }
}
