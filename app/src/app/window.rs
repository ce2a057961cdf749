//! Opens the window.

use std::cell::Cell;
use std::rc::Rc;

use crate::app::window_size::{DEFAULT_SIZE, MIN_SIZE, fit_to_screen};
use crate::app::{App, WindowOptions};
use crate::model::settings::ThemeName;
use crate::sound::Speaker;
use crate::ui::theme::Theme;

/// The id of the application. Desktops find the menu entry and the icon of the window by this id,
/// so the files in `app/packaging` are named after it.
const APP_ID: &str = "io.github.qipan_app.Qipan";

/// The maximum side of the glyph texture, in pixels.
const MAX_GLYPH_TEXTURE_SIDE: usize = 4096;

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        self.window.frame_cost.record(frame.info().cpu_usage);
        if ui.ctx().cumulative_frame_nr() == 0 {
            fit_to_screen(ui.ctx());
        }
        self.frame(ui);
        if let Some(log) = &mut self.window.frame_log {
            log.record(ui.input(|input| input.time), frame.info().cpu_usage);
        }
    }

    #[cfg(target_os = "linux")]
    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.close();
    }

    #[cfg(not(target_os = "linux"))]
    fn on_exit(&mut self) {
        self.close();
    }

    /// Limits the size of the glyph texture. By default it is as wide as the renderer allows. That
    /// is 16,384 pixels with the software renderer, more than the glyphs need.
    fn raw_input_hook(&mut self, _: &egui::Context, input: &mut egui::RawInput) {
        input.max_texture_side =
            input.max_texture_side.map(|side| side.min(MAX_GLYPH_TEXTURE_SIDE));
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// There is no display, or the window cannot draw on it.
pub fn run(options: WindowOptions) -> Result<(), String> {
    #[cfg(target_os = "linux")]
    super::display::restart_without_unusable_variables()?;
    let viewport = egui::ViewportBuilder::default()
        .with_title("Qipan 棋盘")
        .with_app_id(APP_ID)
        .with_inner_size(DEFAULT_SIZE)
        .with_min_inner_size(MIN_SIZE)
        .with_icon(icon());
    let persistence_path = match &options.data_dir {
        Some(dir) => Some(dir.join("window.ron")),
        None => eframe::storage_dir("qipan").map(|dir| dir.join("app.ron")),
    };
    let native =
        eframe::NativeOptions { viewport, persistence_path, ..eframe::NativeOptions::default() };
    let has_started = Rc::new(Cell::new(false));
    let started = Rc::clone(&has_started);
    let start = move |cc: &eframe::CreationContext<'_>| {
        started.set(true);
        let mut app = App::new(&cc.egui_ctx, options)?;
        app.desktop.speaker = Speaker::system();
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    let result = eframe::run_native("Qipan", native, Box::new(start));
    #[cfg(target_os = "linux")]
    if result.is_err() && !has_started.get() && has_another_display() {
        // Wayland may lack its libraries or a graphics driver, so X11 is tried.
        super::display::restart_without(&super::display::WAYLAND_VARIABLES);
    }
    result.map_err(|error| error.to_string())
}

/// Returns true if both Wayland and X11 are set up.
#[cfg(target_os = "linux")]
fn has_another_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    is_set("DISPLAY") && super::display::WAYLAND_VARIABLES.into_iter().any(is_set)
}

/// Returns the icon of the window: the four-coloured centre of a race board, with lines and a
/// border in the colour of paper.
fn icon() -> egui::IconData {
    const SIDE: u32 = 64;
    let theme = Theme::new(ThemeName::Light, false);
    let pixel = |index: u32| {
        let middle = SIDE as f32 / 2.0;
        let x = (index % SIDE) as f32 + 0.5 - middle;
        let y = (index / SIDE) as f32 + 0.5 - middle;
        // The larger and the smaller of the distances from the middle along the two axes.
        let (far, near) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
        let is_cut_corner = far + near * 0.42 > middle * 1.22;
        if is_cut_corner {
            return [0; 4];
        }
        let quarter = match (x.abs() > y.abs(), x > 0.0, y > 0.0) {
            (true, false, _) => 1,
            (true, true, _) => 3,
            (false, _, true) => 0,
            (false, _, false) => 2,
        };
        let is_border = far > middle * 0.86;
        let is_diagonal = far - near < 1.6;
        let colour = if is_border || is_diagonal { theme.paper } else { theme.sides[quarter] };
        colour.to_array()
    };
    let rgba = (0..SIDE * SIDE).flat_map(pixel).collect();
    egui::IconData { rgba, width: SIDE, height: SIDE }
}
