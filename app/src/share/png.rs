//! PNG encoding.

use egui::ColorImage;

use super::ShareError;

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
