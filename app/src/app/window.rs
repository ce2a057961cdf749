//! Opens the window.

use crate::app::{App, Options};
use crate::model::settings::ThemeName;
use crate::ui::theme::Theme;

/// The size of the window when it is first opened, in points.
const SIZE: [f32; 2] = [1280.0, 800.0];

/// The smallest size everything still fits in.
const SMALLEST: [f32; 2] = [720.0, 560.0];

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When there is no display, or it cannot be drawn on.
pub fn run(options: Options) -> eframe::Result {
    let viewport = egui::ViewportBuilder::default()
        .with_title("Qipan 棋盘")
        .with_app_id("qipan")
        .with_inner_size(SIZE)
        .with_min_inner_size(SMALLEST)
        .with_icon(icon());
    let persistence_path = options.data_dir.as_ref().map(|dir| dir.join("window.ron"));
    let native =
        eframe::NativeOptions { viewport, persistence_path, ..eframe::NativeOptions::default() };
    let start = |cc: &eframe::CreationContext<'_>| {
        let app = App::new(&cc.egui_ctx, options)?;
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    eframe::run_native("Qipan", native, Box::new(start))
}

/// The picture of the window: the four-coloured centre of the board on its paper.
fn icon() -> egui::IconData {
    const SIDE: u32 = 64;
    let theme = Theme::new(ThemeName::Light, false);
    let pixel = |index: u32| {
        let middle = SIDE as f32 / 2.0;
        let x = (index % SIDE) as f32 + 0.5 - middle;
        let y = (index / SIDE) as f32 + 0.5 - middle;
        let (far, near) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
        // Corners are cut round.
        if far + near * 0.42 > middle * 1.22 {
            return [0; 4];
        }
        let quarter = match (x.abs() > y.abs(), x > 0.0, y > 0.0) {
            (true, false, _) => 1,
            (true, true, _) => 3,
            (false, _, true) => 0,
            (false, _, false) => 2,
        };
        let colour = match far {
            far if far > middle * 0.86 => theme.paper,
            far if far - near < 1.6 => theme.paper,
            _ => theme.sides[quarter],
        };
        colour.to_array()
    };
    let rgba = (0..SIDE * SIDE).flat_map(pixel).collect();
    egui::IconData { rgba, width: SIDE, height: SIDE }
}
