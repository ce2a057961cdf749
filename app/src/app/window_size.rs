//! The size of the window on the screen, and the size of text in a small window.

use egui::{Context, Vec2, ViewportCommand, vec2};

/// The size of the window when it is first opened on a large screen, in points.
pub(super) const SIZE: Vec2 = vec2(1280.0, 800.0);

/// The smallest size of the window, in points of the system: a screen of 640 by 480 pixels scaled
/// to 250 %.
pub(super) const SMALLEST: Vec2 = vec2(256.0, 192.0);

/// The least space that screens are laid out in, in points. Larger content scrolls.
const LEAST_SPACE: Vec2 = vec2(640.0, 360.0);

/// The space that the title bar and the edges of a window take on the screen, in points.
const DECORATIONS: Vec2 = vec2(4.0, 36.0);

/// The space left free for the bars of the desktop when the window is first opened, in points.
const DESKTOP_BARS: Vec2 = vec2(12.0, 60.0);

/// Makes the window fit the screen it opens on. Called in the first frame, before the window is
/// shown: the screen is unknown earlier.
pub(super) fn fit_to_screen(ctx: &Context) {
    // In the first frame the system's sizes ignore the zoom factor.
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
        // The remembered size is in points, scaled by the zoom factor.
        let size = fitting(opened, screen);
        (size != opened / zoom).then_some(size)
    });
    if let Some(size) = fitted {
        ctx.send_viewport_cmd(ViewportCommand::InnerSize(size));
    }
}

/// Sets the size of text: the player's choice, or less if the window is too small for it.
pub(super) fn fit_text(chosen: f32, ctx: &Context) {
    let window = ctx.content_rect().size() * ctx.zoom_factor();
    ctx.set_zoom_factor(fitting_zoom(chosen, window));
}

/// Returns the zoom factor of a window, given its size in points of the system.
fn fitting_zoom(chosen: f32, window: Vec2) -> f32 {
    // Whole per cent, so that rounding does not make it oscillate.
    let fitting = ((window / LEAST_SPACE).min_elem() * 100.0).floor() / 100.0;
    chosen.min(fitting.max(0.1))
}

/// Returns the size a window is opened with. A remembered size is kept if it fits the screen. The
/// default size leaves room for the bars of the desktop.
fn fitting(wanted: Vec2, screen: Vec2) -> Vec2 {
    let most = screen - DECORATIONS;
    match wanted != SIZE && wanted.x <= most.x && wanted.y <= most.y {
        true => wanted,
        false => SIZE.min(most - DESKTOP_BARS).max(SMALLEST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_window_fits_the_screen() {
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
    fn remembered_size_is_kept_if_it_fits() {
        let remembered = vec2(1360.0, 730.0);
        assert_eq!(fitting(remembered, vec2(1366.0, 768.0)), remembered);
        let larger = vec2(2200.0, 1300.0);
        assert_eq!(fitting(larger, vec2(2560.0, 1440.0)), larger);
        assert_eq!(fitting(larger, vec2(1366.0, 768.0)), vec2(1280.0, 672.0));
    }

    #[test]
    fn text_shrinks_in_small_windows() {
        assert_eq!(fitting_zoom(2.5, vec2(1920.0, 1080.0)), 2.5);
        assert_eq!(fitting_zoom(2.5, vec2(640.0, 480.0)), 1.0);
        assert_eq!(fitting_zoom(1.0, vec2(640.0, 480.0)), 1.0);
        assert_eq!(fitting_zoom(1.0, SMALLEST), 0.4);
        for window in [SMALLEST, vec2(300.0, 2000.0), vec2(4000.0, 200.0)] {
            let space = window / fitting_zoom(1.0, window);
            assert!(space.x >= LEAST_SPACE.x && space.y >= LEAST_SPACE.y, "{window} {space}");
        }
    }

    #[test]
    fn minimum_window_fits_the_screen() {
        let screen = vec2(640.0, 480.0) / 2.5;
        assert!(SMALLEST.x <= screen.x && SMALLEST.y <= screen.y);
    }
}
