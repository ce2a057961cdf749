//! The state of the window itself: its theme, the time of the frame and the time of the last input.

use egui::Context;

use crate::app::WindowOptions;
use crate::app::frame_cost::FrameCost;
use crate::app::frame_times::FrameTimes;
use crate::app::missing_fonts::MissingFonts;
use crate::app::window_size::fit_zoom;
use crate::model::settings::Settings;
use crate::ui::paint::TablePicture;
use crate::ui::theme::Theme;

/// The seconds without input after which a text cursor stops blinking, because an idle window must
/// cost nothing.
const BLINK_SECONDS: f64 = 10.0;

/// The state of the window itself.
pub(super) struct WindowState {
    pub(super) theme: Theme,
    /// The picture behind the screens.
    pub(super) background: TablePicture,
    /// Fonts for characters that the embedded ones lack.
    missing_fonts: Option<MissingFonts>,
    /// The cost of frames, which sets the frame rate of the boards on the home screen.
    pub(super) frame_cost: FrameCost,
    /// The log of frame times, if one was asked for.
    pub(super) frame_log: Option<FrameTimes>,
    /// The time of this frame, in seconds.
    pub(super) now: f64,
    /// The time of the last input, in seconds.
    last_input: f64,
    /// True after the player has confirmed that the window may close.
    pub(super) is_closing: bool,
    /// True if the window may search the local network for tables.
    pub(super) uses_local_network: bool,
    /// The port of the tables that this window opens; 0 for any free one.
    pub(super) table_port: u16,
}

impl WindowState {
    /// Creates the state for the player's settings and the options of the program.
    pub(super) fn new(settings: &Settings, options: &WindowOptions, ctx: &Context) -> Self {
        Self {
            theme: Theme::new(settings.theme, settings.colour_blind),
            background: TablePicture::default(),
            missing_fonts: options
                .font_opener
                .clone()
                .map(|opener| MissingFonts::watch(opener, ctx)),
            frame_cost: FrameCost::default(),
            frame_log: options.frames.as_deref().and_then(FrameTimes::open),
            now: 0.0,
            last_input: 0.0,
            is_closing: false,
            uses_local_network: options.uses_local_network,
            table_port: options.table_port,
        }
    }

    /// Applies the settings to the window.
    pub(super) fn apply_settings(&mut self, settings: &Settings, ctx: &Context) {
        self.theme = Theme::new(settings.theme, settings.colour_blind);
        self.theme.apply(ctx);
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        fit_zoom(settings.scale, ctx);
    }

    /// Begins a frame: reads the time, fits the text to the window and records input.
    pub(super) fn begin_frame(&mut self, settings: &Settings, ctx: &Context) {
        self.now = ctx.input(|input| input.time);
        fit_zoom(settings.scale, ctx);
        if ctx.input(|input| !input.events.is_empty()) {
            self.last_input = self.now;
        }
        let blinks = self.idle_seconds() < BLINK_SECONDS;
        if ctx.global_style().visuals.text_cursor.blink != blinks {
            ctx.all_styles_mut(|style| style.visuals.text_cursor.blink = blinks);
        }
    }

    /// Returns the seconds since the last input.
    pub(super) fn idle_seconds(&self) -> f64 {
        self.now - self.last_input
    }

    /// Searches the system's fonts for missing characters, and installs the fonts found.
    pub(super) fn poll_fonts(&mut self, ctx: &Context) {
        if let Some(fonts) = &mut self.missing_fonts {
            fonts.poll(ctx);
        }
    }
}
