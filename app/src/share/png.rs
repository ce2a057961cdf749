//! PNG encoding and decoding.

use egui::ColorImage;

use super::ShareError;
use crate::ui::theme::picture_pixel;

/// Encodes a picture without transparency as a PNG file.
///
/// # Errors
/// The encoder's failure.
pub fn png(image: &ColorImage) -> Result<Vec<u8>, ShareError> {
    let [width, height] = image.size.map(|side| side as u32);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let encoding_error = |error: png::EncodingError| ShareError::Encoding(error.to_string());
    let mut writer = encoder.write_header().map_err(encoding_error)?;
    let pixels: Vec<u8> =
        image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    writer.write_image_data(&pixels).map_err(encoding_error)?;
    writer.finish().map_err(encoding_error)?;
    Ok(file)
}

/// Decodes a PNG file without transparency. Returns `None` for any other file.
pub fn read_png(file: &[u8]) -> Option<ColorImage> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    // A palette becomes its colours.
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().ok()?;
    let mut bytes = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut bytes).ok()?;
    let size = [info.width as usize, info.height as usize];
    let (pixels, rest) = bytes.as_chunks::<3>();
    let is_rgb = info.color_type == png::ColorType::Rgb && rest.is_empty();
    let pixels = pixels.iter().map(|rgb| picture_pixel(*rgb));
    (is_rgb && pixels.len() == size[0] * size[1]).then(|| ColorImage::new(size, pixels.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scripts::shipped_picture;

    #[test]
    fn pictures_of_the_manual_are_small_and_can_be_read() {
        for name in ["aeroplane", "flying", "junqi", "junqi-zh"] {
            let file = shipped_picture(&format!("images/{name}.png")).unwrap();
            assert!(file.len() < 64 << 10, "{name}: {} bytes", file.len());
            assert_eq!(read_png(file).unwrap().size, [520, 589], "{name}");
        }
    }
}
