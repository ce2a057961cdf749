//! Colour quantisation for GIFs, and the part of a frame that differs from the frame before.

use std::collections::HashMap;

use epaint::{Color32, ColorImage};

/// The palette of a GIF, with a cache of the nearest colours.
#[derive(Clone, Debug)]
pub struct Palette {
    colours: Vec<Color32>,
    nearest: HashMap<Color32, u8>,
}

/// Returns red, green and blue as integers.
fn rgb(colour: Color32) -> [i32; 3] {
    [colour.r(), colour.g(), colour.b()].map(i32::from)
}

/// Returns the perceptual distance of two colours. The eye sees green best and blue worst.
fn distance(a: [i32; 3], b: [i32; 3]) -> i64 {
    let [red, green, blue] = std::array::from_fn(|k| i64::from((a[k] - b[k]) * (a[k] - b[k])));
    3 * red + 6 * green + blue
}

impl Palette {
    /// Chooses at most `max_colours` colours. The limit is clamped to the range from 1 to 256.
    ///
    /// Starts with the most frequent colour. Then repeatedly adds the colour with the largest
    /// error, which is its count times its distance to the palette.
    pub fn of<'a>(pictures: impl IntoIterator<Item = &'a ColorImage>, max_colours: usize) -> Self {
        let mut counts: HashMap<Color32, i64> = HashMap::new();
        for picture in pictures {
            let runs = picture.pixels.chunk_by(|a, b| a == b);
            runs.for_each(|run| *counts.entry(run[0]).or_default() += run.len() as i64);
        }
        let mut candidates: Vec<(Color32, i64)> = counts.into_iter().collect();
        candidates.sort_unstable_by_key(|(colour, count)| (-count, colour.to_array()));
        let mut errors = vec![i64::MAX; candidates.len()];
        let mut next = 0;
        let mut colours = Vec::new();
        while colours.len() < max_colours.clamp(1, 256)
            && errors.get(next).is_some_and(|error| *error > 0)
        {
            let added = rgb(candidates[next].0);
            colours.push(candidates[next].0);
            for ((colour, count), error) in candidates.iter().zip(&mut errors) {
                *error = (*error).min(count.saturating_mul(distance(added, rgb(*colour))));
            }
            // If several errors are equal, the first colour wins.
            let largest =
                errors.iter().enumerate().max_by_key(|(index, error)| (**error, -(*index as i64)));
            next = largest.map_or(0, |(index, _)| index);
        }
        Self { colours, nearest: HashMap::new() }
    }

    /// Returns the colours in the order of their indices.
    pub fn colours(&self) -> &[Color32] {
        &self.colours
    }

    /// Returns the index of the nearest colour.
    fn nearest(&mut self, colour: Color32) -> u8 {
        if let Some(cached) = self.nearest.get(&colour) {
            return *cached;
        }
        let target = rgb(colour);
        let all = self.colours.iter().enumerate();
        let nearest = all.min_by_key(|(_, other)| distance(rgb(**other), target));
        let index = nearest.map_or(0, |(index, _)| index as u8);
        self.nearest.insert(colour, index);
        index
    }

    /// Returns the palette indices of a part of a picture, row by row.
    ///
    /// `before` is another picture and the index of the transparent colour. Pixels that are equal
    /// in both pictures get that index.
    pub fn indices(
        &mut self,
        picture: &ColorImage,
        part: Part,
        before: Option<(&ColorImage, u8)>,
    ) -> Vec<u8> {
        let mut indices = Vec::with_capacity(part.width * part.height);
        let (mut last_colour, mut last_index) = (Color32::TRANSPARENT, 0);
        for row in part.top..part.top + part.height {
            let start = row * picture.size[0] + part.left;
            for pixel in start..start + part.width {
                let colour = picture.pixels[pixel];
                let index = match before {
                    Some((before, transparent)) if before.pixels[pixel] == colour => transparent,
                    _ if last_colour == colour => last_index,
                    _ => {
                        (last_colour, last_index) = (colour, self.nearest(colour));
                        last_index
                    }
                };
                indices.push(index);
            }
        }
        indices
    }
}

/// A part of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first column.
    pub left: usize,
    /// The first row.
    pub top: usize,
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
}

impl Part {
    /// Returns the whole area of a picture.
    pub fn whole(picture: &ColorImage) -> Self {
        let [width, height] = picture.size;
        Self { left: 0, top: 0, width, height }
    }

    /// Returns the smallest part that contains all differences of two pictures of one size, or
    /// `None` if they are equal.
    pub fn changed(before: &ColorImage, after: &ColorImage) -> Option<Self> {
        let width = after.size[0].max(1);
        let rows = before.pixels.chunks(width).zip(after.pixels.chunks(width)).enumerate();
        let (mut top, mut bottom, mut left, mut right) = (None, 0, width, 0);
        for (row, (old, new)) in rows.filter(|(_, (old, new))| old != new) {
            top = top.or(Some(row));
            bottom = row + 1;
            let mut pairs = old.iter().zip(new);
            left = left.min(pairs.position(|(old, new)| old != new).unwrap_or(width));
            let mut pairs = old.iter().zip(new);
            let last = pairs.rposition(|(old, new)| old != new);
            right = right.max(last.map_or(0, |column| column + 1));
        }
        top.map(|top| Self { left, top, width: right - left, height: bottom - top })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(pixels: [Color32; 6]) -> ColorImage {
        ColorImage::new([3, 2], pixels.to_vec())
    }

    const RED: Color32 = Color32::from_rgb(200, 0, 0);
    const REDDISH: Color32 = Color32::from_rgb(196, 6, 2);

    #[test]
    fn palette_keeps_common_colours_and_maps_others_to_nearest() {
        let all = picture([Color32::WHITE, Color32::WHITE, RED, REDDISH, RED, Color32::BLUE]);
        let mut palette = Palette::of([&all], 3);
        assert_eq!(palette.colours().len(), 3);
        assert!([Color32::WHITE, RED, Color32::BLUE].iter().all(|c| palette.colours().contains(c)));
        let indices = palette.indices(&all, Part::whole(&all), None);
        let shown: Vec<Color32> =
            indices.iter().map(|index| palette.colours()[usize::from(*index)]).collect();
        let white = Color32::WHITE;
        assert_eq!(shown, [white, white, RED, RED, RED, Color32::BLUE]);
        let large_palette = Palette::of([&all, &all], 255);
        assert_eq!(large_palette.colours().len(), 4, "the picture has no more colours");
    }

    #[test]
    fn frame_difference_keeps_only_the_changed_rectangle() {
        let before = picture([Color32::WHITE; 6]);
        let mut after = before.clone();
        assert_eq!(Part::changed(&before, &after), None);
        after.pixels[1] = RED;
        after.pixels[5] = RED;
        let part = Part::changed(&before, &after).unwrap();
        assert_eq!(part, Part { left: 1, top: 0, width: 2, height: 2 });
        let mut palette = Palette::of([&after], 255);
        let red = palette.colours().iter().position(|c| *c == RED).unwrap() as u8;
        let indices = palette.indices(&after, part, Some((&before, 255)));
        assert_eq!(indices, [red, 255, 255, red]);
    }
}
