//! The size of the window on the screen, and the zoom factor in a small window.
//!
//! Native points are the system's: pixels divided by the screen's scale. UI points are native
//! points divided by the zoom factor.

use egui::{Context, Vec2, ViewportCommand, vec2};

/// The size of the window when it is first opened on a large screen, in UI points.
pub(super) const DEFAULT_SIZE: Vec2 = vec2(1280.0, 800.0);

/// The smallest size of the window, in native points: the size of a screen of 640 by 480 pixels
/// that is scaled to 250%.
pub(super) const MIN_SIZE: Vec2 = vec2(256.0, 192.0);

/// The minimum space for the content of the window, in UI points. Larger content scrolls.
const MIN_SPACE: Vec2 = vec2(640.0, 360.0);

/// The space that the title bar and the edges of a window take on the screen, in UI points.
const DECORATIONS: Vec2 = vec2(4.0, 36.0);

/// The space left free for the bars of the desktop when the window is first opened, in UI points.
const DESKTOP_BARS: Vec2 = vec2(12.0, 60.0);

/// Makes the window fit the screen on which it opens. Called in the first frame: before it, the
/// screen is unknown, and during it, the window is not yet shown.
pub(super) fn fit_to_screen(ctx: &Context) {
    // In the first frame sizes come in native points, because they ignore the zoom factor.
    let zoom = ctx.zoom_factor();
    let fitted = ctx.input(|input| {
        let viewport = input.viewport();
        let covers_screen = viewport.maximized == Some(true) || viewport.fullscreen == Some(true);
        let screen = viewport.monitor_size.filter(|_| !covers_screen)? / zoom;
        let opened = match viewport.inner_rect {
            Some(inner) => inner.size(),
            None if zoom == 1.0 => input.viewport_rect().size(),
            None => DEFAULT_SIZE,
        };
        // The remembered size is in UI points, but the window opens with that number of native
        // points. So `opened` is the size to restore, and `opened / zoom` is the present size, both
        // in UI points.
        let size = opening_size(opened, screen);
        (size != opened / zoom).then_some(size)
    });
    if let Some(size) = fitted {
        ctx.send_viewport_cmd(ViewportCommand::InnerSize(size));
    }
}

/// Sets the zoom factor: the player's choice, or less if the window is too small for it.
pub(super) fn fit_zoom(chosen: f32, ctx: &Context) {
    let window = ctx.content_rect().size() * ctx.zoom_factor();
    ctx.set_zoom_factor(fitting_zoom(chosen, window));
}

/// Returns the zoom factor of a window, given its size in native points.
fn fitting_zoom(chosen: f32, window: Vec2) -> f32 {
    // Rounds down to whole percent, so that the zoom factor does not oscillate.
    let largest = ((window / MIN_SPACE).min_elem() * 100.0).floor() / 100.0;
    chosen.min(largest.max(0.1))
}

/// Returns the size of the window when it opens. All sizes are in UI points.
///
/// A size other than the default was remembered from the last run. It is kept if it fits the
/// screen. The default size leaves space for the bars of the desktop.
fn opening_size(requested: Vec2, screen: Vec2) -> Vec2 {
    let max_size = screen - DECORATIONS;
    let is_remembered = requested != DEFAULT_SIZE;
    if is_remembered && requested.x <= max_size.x && requested.y <= max_size.y {
        requested
    } else {
        DEFAULT_SIZE.min(max_size - DESKTOP_BARS).max(MIN_SIZE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_window_fits_the_screen() {
        let on = |width: f32, height: f32, scale: f32| {
            opening_size(DEFAULT_SIZE, vec2(width, height) / scale)
        };
        assert_eq!(on(1920.0, 1080.0, 1.0), DEFAULT_SIZE);
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
        assert_eq!(opening_size(remembered, vec2(1366.0, 768.0)), remembered);
        let larger = vec2(2200.0, 1300.0);
        assert_eq!(opening_size(larger, vec2(2560.0, 1440.0)), larger);
        assert_eq!(opening_size(larger, vec2(1366.0, 768.0)), vec2(1280.0, 672.0));
    }

    #[test]
    fn text_shrinks_in_small_windows() {
        assert_eq!(fitting_zoom(2.5, vec2(1920.0, 1080.0)), 2.5);
        assert_eq!(fitting_zoom(2.5, vec2(640.0, 480.0)), 1.0);
        assert_eq!(fitting_zoom(1.0, vec2(640.0, 480.0)), 1.0);
        assert_eq!(fitting_zoom(1.0, MIN_SIZE), 0.4);
        for window in [MIN_SIZE, vec2(300.0, 2000.0), vec2(4000.0, 200.0)] {
            let space = window / fitting_zoom(1.0, window);
            assert!(space.x >= MIN_SPACE.x && space.y >= MIN_SPACE.y, "{window} {space}");
        }
    }

    #[test]
    fn minimum_window_fits_the_screen() {
        let screen = vec2(640.0, 480.0) / 2.5;
        assert!(MIN_SIZE.x <= screen.x && MIN_SIZE.y <= screen.y);
    }
}
