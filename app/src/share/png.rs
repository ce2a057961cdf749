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
    let wrong = |why: png::EncodingError| ShareError::Written(why.to_string());
    let mut writer = encoder.write_header().map_err(wrong)?;
    let pixels: Vec<u8> = image.pixels.iter().flat_map(|p| [p.r(), p.g(), p.b()]).collect();
    writer.write_image_data(&pixels).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(file)
}
