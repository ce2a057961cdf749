//! Moving pictures of a game as GIF files: a frame a step, each only what changed.

use std::borrow::Cow;

use egui::ColorImage;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use qipan_core::game::Step;
use qipan_core::session::Session;
use qipan_raster::{Palette, Part};

use super::{Look, Section, ShareError, SnapshotRenderer};
use crate::games::GameUi;

/// A moving picture, and how many frames it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// The GIF file.
    pub file: Vec<u8>,
    /// Its width and height, in pixels.
    pub size: [usize; 2],
    /// How many pictures it consists of.
    pub frames: usize,
}

/// Pictures looked at to choose the colours.
const SAMPLES: usize = 8;
/// The number that stands for what is as it was.
const SAME: u8 = 255;
/// How long a step is shown, in hundredths of a second; a roll; the last picture.
const STEP: f64 = 90.0;
const CHANCE: f64 = 45.0;
const LAST: f64 = 250.0;

/// The positions shown of a part of a game, in order, each with its time in hundredths of a
/// second. What a house rule only notes for itself is not shown.
fn positions<G: GameUi>(session: &Session<G>, section: &Section) -> Vec<(usize, f64)> {
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

/// A part of a game as a moving picture. `go_on` is told how many of the steps are drawn, and
/// says whether somebody still waits for the rest.
///
/// # Errors
/// When the game has no such steps, the picture would be too small or too large, or nobody
/// waits any more.
pub fn gif<G: GameUi>(
    session: &Session<G>,
    look: &Look,
    section: &Section,
    mut go_on: impl FnMut(usize) -> bool,
) -> Result<Film, ShareError> {
    let steps = session.record().steps.len();
    if section.from > section.to || section.to > steps {
        return Err(ShareError::Section(steps));
    }
    if !Section::SPEEDS.contains(&section.speed) {
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

/// The colours of a film, out of pictures spread over it.
fn colours<G: GameUi>(
    studio: &mut SnapshotRenderer<'_, G>,
    positions: &[(usize, f64)],
) -> Result<Palette, ShareError> {
    let each = positions.len().div_ceil(SAMPLES).max(1);
    let seen = positions.iter().rev().step_by(each);
    let seen = seen.map(|(at, _)| studio.picture(*at)).collect::<Result<Vec<_>, _>>()?;
    Ok(Palette::of(&seen, usize::from(SAME)))
}

/// A film while it is made.
struct Reel {
    palette: Palette,
    speed: f64,
    encoder: Option<Encoder<Vec<u8>>>,
    /// The picture shown last, and the frame that leads to it, which waits for its time.
    last: Option<(ColorImage, Frame<'static>)>,
    /// What was lost of times by rounding.
    rest: f64,
    frames: usize,
}

impl Reel {
    fn new(palette: Palette, speed: f64) -> Self {
        Self { palette, speed, encoder: None, last: None, rest: 0.0, frames: 0 }
    }

    /// Shows a picture for a time, in hundredths of a second at the speed designed.
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
            // The same picture stands longer.
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
