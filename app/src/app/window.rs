//! Opens the window.

use std::cell::Cell;
use std::rc::Rc;

use egui::{Context, Vec2, ViewportCommand, vec2};

use crate::app::{App, Options};
use crate::model::settings::ThemeName;
use crate::ui::theme::Theme;

/// The size of the window when it is first opened on a large screen, in points.
const SIZE: Vec2 = vec2(1280.0, 800.0);

/// The smallest size of the window, in points: a screen of 640 by 480 pixels scaled to 250 %.
/// Whatever does not fit scrolls.
const SMALLEST: Vec2 = vec2(256.0, 192.0);

/// The space that the title bar and the edges of a window take on the screen, in points.
const DECORATIONS: Vec2 = vec2(4.0, 36.0);

/// The space left free for the bars of the desktop when the window is first opened, in points.
const DESKTOP_BARS: Vec2 = vec2(12.0, 60.0);

/// How wide the picture of all glyphs may be, in pixels; it may become as high.
const GLYPHS_WIDE: usize = 4096;

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        self.cost.note(frame.info().cpu_usage);
        if ui.ctx().cumulative_frame_nr() == 0 {
            fit_to_screen(ui.ctx());
        }
        self.frame(ui);
        if let Some(frames) = &mut self.frames {
            frames.note(ui.input(|input| input.time), frame.info().cpu_usage);
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

    /// The picture of all glyphs is as wide as a texture may be: 16,384 pixels with the software
    /// renderer, of which most rows would stay empty.
    fn raw_input_hook(&mut self, _: &egui::Context, input: &mut egui::RawInput) {
        input.max_texture_side = input.max_texture_side.map(|side| side.min(GLYPHS_WIDE));
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When there is no display, or it cannot be drawn on.
pub fn run(options: Options) -> Result<(), String> {
    #[cfg(target_os = "linux")]
    super::display::ignore_misleading()?;
    let viewport = egui::ViewportBuilder::default()
        .with_title("Qipan 棋盘")
        .with_app_id("qipan")
        .with_inner_size(SIZE)
        .with_min_inner_size(SMALLEST)
        .with_icon(icon());
    let persistence_path = options.data_dir.as_ref().map(|dir| dir.join("window.ron"));
    let native =
        eframe::NativeOptions { viewport, persistence_path, ..eframe::NativeOptions::default() };
    let begun = Rc::new(Cell::new(false));
    let begins = Rc::clone(&begun);
    let start = move |cc: &eframe::CreationContext<'_>| {
        begins.set(true);
        let app = App::new(&cc.egui_ctx, options)?;
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    let done = eframe::run_native("Qipan", native, Box::new(start));
    #[cfg(target_os = "linux")]
    if done.is_err() && !begun.get() && has_another_display() {
        // Wayland may lack its libraries or a graphics driver: tries X11.
        super::display::start_anew(&super::display::WAYLAND);
    }
    done.map_err(|error| error.to_string())
}

/// Returns true if both Wayland and X11 are set up.
#[cfg(target_os = "linux")]
fn has_another_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    set("DISPLAY") && super::display::WAYLAND.into_iter().any(set)
}

/// Makes the window fit the screen it opens on. Called in the first frame, before the window is
/// shown: which screen that is cannot be known earlier.
pub(super) fn fit_to_screen(ctx: &Context) {
    // In the first frame the system's sizes do not take the size of text into account yet.
    let zoom = ctx.zoom_factor();
    let fitted = ctx.input(|input| {
        let viewport = input.viewport();
        let fills = viewport.maximized == Some(true) || viewport.fullscreen == Some(true);
        let screen = viewport.monitor_size.filter(|_| !fills)? / zoom;
        let opened = match viewport.inner_rect {
            Some(inner) => inner.size(),
            None if zoom == 1.0 => input.viewport_rect().size(),
            None => SIZE,
        };
        // The remembered size is in points, which the size of text has made larger or smaller.
        let size = fitting(opened, screen);
        (size != opened / zoom).then_some(size)
    });
    if let Some(size) = fitted {
        ctx.send_viewport_cmd(ViewportCommand::InnerSize(size));
    }
}

/// The size a window is opened with: the wanted one where it fits the screen.
fn fitting(wanted: Vec2, screen: Vec2) -> Vec2 {
    let most = screen - DECORATIONS;
    match wanted.x <= most.x && wanted.y <= most.y {
        true => wanted,
        false => SIZE.min(most - DESKTOP_BARS).max(SMALLEST),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_window_fits_the_screen() {
        let on = |width: f32, height: f32, scale: f32| fitting(SIZE, vec2(width, height) / scale);
        assert_eq!(on(1920.0, 1080.0, 1.0), SIZE);
        assert_eq!(on(1366.0, 768.0, 1.0), vec2(1280.0, 672.0));
        assert_eq!(on(1280.0, 800.0, 1.0), vec2(1264.0, 704.0));
        assert_eq!(on(2732.0, 1536.0, 2.0), vec2(1280.0, 672.0));
        for (width, height) in [(1366.0, 768.0), (1280.0, 800.0), (1920.0, 1080.0)] {
            for scale in [1.0, 1.25, 1.5, 2.0, 2.5] {
                let (size, screen) = (on(width, height, scale), vec2(width, height) / scale);
                assert!(size.x <= screen.x - 16.0 && size.y <= screen.y - 96.0, "{size} {screen}");
            }
        }
    }

    #[test]
    fn a_remembered_size_is_kept_where_it_fits() {
        let remembered = vec2(1360.0, 730.0);
        assert_eq!(fitting(remembered, vec2(1366.0, 768.0)), remembered);
        let larger = vec2(2200.0, 1300.0);
        assert_eq!(fitting(larger, vec2(2560.0, 1440.0)), larger);
        assert_eq!(fitting(larger, vec2(1366.0, 768.0)), vec2(1280.0, 672.0));
    }

    #[test]
    fn the_smallest_window_is_no_larger_than_a_screen() {
        let screen = vec2(640.0, 480.0) / 2.5;
        assert!(SMALLEST.x <= screen.x && SMALLEST.y <= screen.y);
    }
}
