//! Exports a game as a GIF animation. Each step is a frame that contains only the changed part.

use std::borrow::Cow;

use egui::ColorImage;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use qipan_core::contract::game::Step;
use qipan_core::play::session::Session;
use qipan_raster::{Palette, Part};

use super::{ExportRange, PictureOptions, ShareError, SnapshotRenderer};
use crate::games::GameUi;

/// A GIF animation with its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// The GIF file.
    pub file: Vec<u8>,
    /// The width and height, in pixels.
    pub size: [usize; 2],
    /// The number of frames.
    pub frames: usize,
}

/// The number of pictures sampled for the palette.
const SAMPLES: usize = 8;
/// The palette index for unchanged pixels.
const SAME: u8 = 255;
/// The durations of a step, of a roll and of the last picture, in hundredths of a second.
const STEP: f64 = 90.0;
const CHANCE: f64 = 45.0;
const LAST: f64 = 250.0;

/// Returns the positions to show with their durations in hundredths of a second. Silent notes of
/// house rules are skipped.
fn positions<G: GameUi>(session: &Session<G>, section: &ExportRange) -> Vec<(usize, f64)> {
    let steps = &session.record().steps;
    let time = |at: usize| match at.checked_sub(1).and_then(|step| steps.get(step)) {
        Some(Step::House { .. }) if session.events(at - 1).is_empty() => None,
        Some(Step::Chance(_)) => Some((at, CHANCE)),
        _ => Some((at, STEP)),
    };
    let mut shown: Vec<(usize, f64)> = (section.from..=section.to).filter_map(time).collect();
    if let Some((_, time)) = shown.last_mut() {
        *time = LAST;
    }
    shown
}

/// Renders a section of a game as a GIF. `go_on` receives the number of finished steps and
/// returns false to cancel.
///
/// # Errors
/// The game has no such steps, the picture would be too small or too large, the speed is out of
/// range, or `go_on` has cancelled.
pub fn gif<G: GameUi>(
    session: &Session<G>,
    look: &PictureOptions,
    section: &ExportRange,
    mut go_on: impl FnMut(usize) -> bool,
) -> Result<Film, ShareError> {
    let steps = session.record().steps.len();
    if section.from > section.to || section.to > steps {
        return Err(ShareError::Section(steps));
    }
    if !ExportRange::SPEEDS.contains(&section.speed) {
        return Err(ShareError::Speed);
    }
    let positions = positions(session, section);
    let mut studio = SnapshotRenderer::new(session, look)?;
    let palette = colours(&mut studio, &positions)?;
    let mut film = Reel::new(palette, section.speed);
    for (at, time) in positions {
        if !go_on(at - section.from) {
            return Err(ShareError::Stopped);
        }
        film.show(studio.picture(at)?, time)?;
    }
    film.end()
}

/// Chooses the palette from pictures spread over the animation.
fn colours<G: GameUi>(
    studio: &mut SnapshotRenderer<'_, G>,
    positions: &[(usize, f64)],
) -> Result<Palette, ShareError> {
    let each = positions.len().div_ceil(SAMPLES).max(1);
    let seen = positions.iter().rev().step_by(each);
    let seen = seen.map(|(at, _)| studio.picture(*at)).collect::<Result<Vec<_>, _>>()?;
    Ok(Palette::of(&seen, usize::from(SAME)))
}

/// An animation under construction.
struct Reel {
    palette: Palette,
    speed: f64,
    encoder: Option<Encoder<Vec<u8>>>,
    /// The last picture, and its frame, whose duration may still grow.
    last: Option<(ColorImage, Frame<'static>)>,
    /// The time lost to rounding so far.
    rest: f64,
    frames: usize,
}

impl Reel {
    fn new(palette: Palette, speed: f64) -> Self {
        Self { palette, speed, encoder: None, last: None, rest: 0.0, frames: 0 }
    }

    /// Appends a picture with its duration, in hundredths of a second at normal speed.
    fn show(&mut self, picture: ColorImage, time: f64) -> Result<(), ShareError> {
        let exact = time / self.speed + self.rest;
        let delay = exact.round().max(2.0);
        self.rest = exact - delay;
        let delay = delay as u16;
        let Some((before, mut frame)) = self.last.take() else {
            let frame = self.frame(&picture, Part::whole(&picture), None, delay);
            self.last = Some((picture, frame));
            return Ok(());
        };
        match Part::changed(&before, &picture) {
            // An unchanged picture extends the last frame.
            None => {
                frame.delay = frame.delay.saturating_add(delay);
                self.last = Some((before, frame));
            }
            Some(part) => {
                self.write(&before, &frame)?;
                let frame = self.frame(&picture, part, Some(&before), delay);
                self.last = Some((picture, frame));
            }
        }
        Ok(())
    }

    fn frame(
        &mut self,
        picture: &ColorImage,
        part: Part,
        before: Option<&ColorImage>,
        delay: u16,
    ) -> Frame<'static> {
        let numbers = self.palette.numbers(picture, part, before.map(|before| (before, SAME)));
        let side = |pixels: usize| pixels.min(usize::from(u16::MAX)) as u16;
        Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: before.map(|_| SAME),
            top: side(part.top),
            left: side(part.left),
            width: side(part.width),
            height: side(part.height),
            buffer: Cow::Owned(numbers),
            ..Frame::default()
        }
    }

    fn write(&mut self, picture: &ColorImage, frame: &Frame<'_>) -> Result<(), ShareError> {
        let mut encoder = match self.encoder.take() {
            Some(encoder) => encoder,
            None => self.begin(picture)?,
        };
        encoder.write_frame(frame).map_err(written)?;
        self.encoder = Some(encoder);
        self.frames += 1;
        Ok(())
    }

    fn begin(&self, picture: &ColorImage) -> Result<Encoder<Vec<u8>>, ShareError> {
        let colours = self.palette.colours().iter();
        let mut colours: Vec<u8> = colours.flat_map(|c| [c.r(), c.g(), c.b()]).collect();
        colours.resize(3 * (usize::from(SAME) + 1), 0);
        let [width, height] = picture.size.map(|side| side.min(usize::from(u16::MAX)) as u16);
        let mut encoder = Encoder::new(Vec::new(), width, height, &colours).map_err(written)?;
        encoder.set_repeat(Repeat::Infinite).map_err(written)?;
        Ok(encoder)
    }

    fn end(mut self) -> Result<Film, ShareError> {
        let Some((picture, frame)) = self.last.take() else { return Err(ShareError::Stopped) };
        self.write(&picture, &frame)?;
        let Some(encoder) = self.encoder else { return Err(ShareError::Stopped) };
        let file = encoder.into_inner().map_err(|why| ShareError::Written(why.to_string()))?;
        Ok(Film { file, size: picture.size, frames: self.frames })
    }
}

fn written(why: gif::EncodingError) -> ShareError {
    ShareError::Written(why.to_string())
}
