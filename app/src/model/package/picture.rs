//! The picture of a package: a small PNG file.

use std::io::Cursor;

/// Upper bound on the bytes of a picture.
pub const MAX_PICTURE_BYTES: usize = 512 << 10;
/// Upper bound on the width and the height of a picture, in pixels.
const MAX_SIDE: u32 = 1024;

/// A picture as pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its width and height in pixels.
    pub size: [usize; 2],
    /// Its pixels by rows: red, green, blue and opacity, each from 0 to 255.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// Decodes a PNG file. Returns `None` for any other file and for one beyond the bounds.
    pub fn decode(file: &[u8]) -> Option<Self> {
        if file.len() > MAX_PICTURE_BYTES {
            return None;
        }
        let mut decoder = png::Decoder::new(Cursor::new(file));
        decoder.set_transformations(png::Transformations::ALPHA | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info().ok()?;
        let (width, height) = (reader.info().width, reader.info().height);
        if width > MAX_SIDE || height > MAX_SIDE {
            return None;
        }
        let mut bytes = vec![0; reader.output_buffer_size()?];
        let info = reader.next_frame(&mut bytes).ok()?;
        bytes.truncate(info.buffer_size());
        let rgba = match info.color_type {
            png::ColorType::Rgba => bytes,
            png::ColorType::GrayscaleAlpha => {
                let (pixels, _) = bytes.as_chunks::<2>();
                pixels.iter().flat_map(|&[grey, opacity]| [grey, grey, grey, opacity]).collect()
            }
            _ => return None,
        };
        let size = [width as usize, height as usize];
        (rgba.len() == 4 * size[0] * size[1]).then_some(Self { size, rgba })
    }
}
