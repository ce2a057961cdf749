//! Exports a game as a GIF animation. A frame contains only the part of the picture that a step
//! changes.

use std::borrow::Cow;

use egui::ColorImage;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use qipan_core::contract::game::Step;
use qipan_core::play::session::Session;
use qipan_raster::{Palette, Part};

use super::{ExportRange, PictureOptions, ShareError, SnapshotRenderer};
use crate::games::GameUi;

/// The shortest duration of a frame, in hundredths of a second. Viewers slow down shorter frames.
const MIN_DELAY: f64 = 2.0;

/// A GIF animation with its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GifAnimation {
    /// The GIF file.
    pub file: Vec<u8>,
    /// The width and height, in pixels.
    pub size: [usize; 2],
    /// The number of frames.
    pub frames: usize,
}

/// The number of pictures sampled for the palette.
const PALETTE_SAMPLES: usize = 8;
/// The palette index for unchanged pixels.
const UNCHANGED: u8 = 255;
/// The duration of a step, in hundredths of a second.
const STEP_TIME: f64 = 90.0;
/// The duration of a chance outcome such as a roll, in hundredths of a second.
const ROLL_TIME: f64 = 45.0;
/// The duration of the last picture, in hundredths of a second.
const LAST_TIME: f64 = 250.0;

/// Returns the positions to show, as numbers of steps played, each with its duration in hundredths
/// of a second. Effects of house rules without an event are skipped.
fn positions<G: GameUi>(session: &Session<G>, range: &ExportRange) -> Vec<(usize, f64)> {
    let steps = &session.record().steps;
    let with_time = |position: usize| {
        // The step that led to the position.
        let step = position.checked_sub(1).and_then(|index| steps.get(index));
        match step {
            Some(Step::House { .. }) if session.events(position - 1).is_empty() => None,
            Some(Step::Chance(_)) => Some((position, ROLL_TIME)),
            _ => Some((position, STEP_TIME)),
        }
    };
    let mut positions: Vec<(usize, f64)> = (range.from..=range.to).filter_map(with_time).collect();
    if let Some((_, time)) = positions.last_mut() {
        *time = LAST_TIME;
    }
    positions
}

/// Renders a range of a game as a GIF. `go_on` receives the number of finished steps and
/// returns false to cancel.
///
/// # Errors
/// The game has no such steps, the picture would be too small or too large, the speed is out of
/// range, or `go_on` has cancelled.
pub fn gif<G: GameUi>(
    session: &Session<G>,
    options: &PictureOptions,
    range: &ExportRange,
    mut go_on: impl FnMut(usize) -> bool,
) -> Result<GifAnimation, ShareError> {
    let steps = session.record().steps.len();
    if range.from > range.to || range.to > steps {
        return Err(ShareError::Range(steps));
    }
    if !ExportRange::SPEEDS.contains(&range.speed) {
        return Err(ShareError::Speed);
    }
    let positions = positions(session, range);
    let mut renderer = SnapshotRenderer::new(session, options)?;
    let palette = choose_palette(&mut renderer, &positions)?;
    let mut builder = GifBuilder::new(palette, range.speed);
    for (position, time) in positions {
        if !go_on(position - range.from) {
            return Err(ShareError::Stopped);
        }
        builder.add(renderer.picture(position)?, time)?;
    }
    builder.finish()
}

/// Chooses the palette from pictures spread over the animation.
fn choose_palette<G: GameUi>(
    renderer: &mut SnapshotRenderer<'_, G>,
    positions: &[(usize, f64)],
) -> Result<Palette, ShareError> {
    let distance = positions.len().div_ceil(PALETTE_SAMPLES).max(1);
    let mut samples = Vec::new();
    for (position, _) in positions.iter().rev().step_by(distance) {
        samples.push(renderer.picture(*position)?);
    }
    Ok(Palette::of(&samples, usize::from(UNCHANGED)))
}

/// An animation under construction.
struct GifBuilder {
    palette: Palette,
    speed: f64,
    /// The encoder, from the first written frame on.
    encoder: Option<Encoder<Vec<u8>>>,
    /// The last picture with its frame, which is not written yet, since its duration may grow.
    last: Option<(ColorImage, Frame<'static>)>,
    /// The time lost to rounding so far, in hundredths of a second.
    rounding_error: f64,
    frames: usize,
}

impl GifBuilder {
    fn new(palette: Palette, speed: f64) -> Self {
        Self { palette, speed, encoder: None, last: None, rounding_error: 0.0, frames: 0 }
    }

    /// Appends a picture with its duration, in hundredths of a second at normal speed.
    fn add(&mut self, picture: ColorImage, time: f64) -> Result<(), ShareError> {
        let exact = time / self.speed + self.rounding_error;
        let delay = exact.round().max(MIN_DELAY);
        self.rounding_error = exact - delay;
        let delay = delay as u16;
        let Some((last_picture, mut frame)) = self.last.take() else {
            let frame = self.frame(&picture, Part::whole(&picture), None, delay);
            self.last = Some((picture, frame));
            return Ok(());
        };
        match Part::changed(&last_picture, &picture) {
            // An unchanged picture extends the last frame.
            None => {
                frame.delay = frame.delay.saturating_add(delay);
                self.last = Some((last_picture, frame));
            }
            Some(part) => {
                self.write(&last_picture, &frame)?;
                let frame = self.frame(&picture, part, Some(&last_picture), delay);
                self.last = Some((picture, frame));
            }
        }
        Ok(())
    }

    /// Creates the frame of a part of a picture. Pixels that are equal in `before` are transparent.
    fn frame(
        &mut self,
        picture: &ColorImage,
        part: Part,
        before: Option<&ColorImage>,
        delay: u16,
    ) -> Frame<'static> {
        let indices = self.palette.indices(picture, part, before.map(|before| (before, UNCHANGED)));
        let clamped = |pixels: usize| pixels.min(usize::from(u16::MAX)) as u16;
        Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: before.map(|_| UNCHANGED),
            top: clamped(part.top),
            left: clamped(part.left),
            width: clamped(part.width),
            height: clamped(part.height),
            buffer: Cow::Owned(indices),
            ..Frame::default()
        }
    }

    /// Writes a frame. `picture` is the whole picture, for the size of the first frame.
    fn write(&mut self, picture: &ColorImage, frame: &Frame<'_>) -> Result<(), ShareError> {
        let mut encoder = match self.encoder.take() {
            Some(encoder) => encoder,
            None => self.begin(picture)?,
        };
        encoder.write_frame(frame).map_err(encoding_error)?;
        self.encoder = Some(encoder);
        self.frames += 1;
        Ok(())
    }

    /// Starts the file, with the size of this picture.
    fn begin(&self, picture: &ColorImage) -> Result<Encoder<Vec<u8>>, ShareError> {
        let colours = self.palette.colours().iter();
        let mut rgb: Vec<u8> =
            colours.flat_map(|colour| [colour.r(), colour.g(), colour.b()]).collect();
        rgb.resize(3 * (usize::from(UNCHANGED) + 1), 0);
        let [width, height] = picture.size.map(|side| side.min(usize::from(u16::MAX)) as u16);
        let mut encoder = Encoder::new(Vec::new(), width, height, &rgb).map_err(encoding_error)?;
        encoder.set_repeat(Repeat::Infinite).map_err(encoding_error)?;
        Ok(encoder)
    }

    /// Writes the last frame and returns the file.
    fn finish(mut self) -> Result<GifAnimation, ShareError> {
        let Some((picture, frame)) = self.last.take() else { return Err(ShareError::Stopped) };
        self.write(&picture, &frame)?;
        let Some(encoder) = self.encoder else { return Err(ShareError::Stopped) };
        let file = encoder.into_inner().map_err(|error| ShareError::Encoding(error.to_string()))?;
        Ok(GifAnimation { file, size: picture.size, frames: self.frames })
    }
}

/// Converts an error of the encoder.
fn encoding_error(why: gif::EncodingError) -> ShareError {
    ShareError::Encoding(why.to_string())
}
