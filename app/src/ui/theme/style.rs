//! Applies the theme to egui's own widgets: buttons, fields, menus, sliders, focus.

use std::collections::BTreeMap;

use egui::style::{
    HandleShape, NumericColorSpace, ScrollStyle, Selection, Spacing, TextCursorStyle,
    WidgetVisuals, Widgets,
};
use egui::{
    Atom, Button, Context, CornerRadius, FontFamily, FontId, Margin, Response, RichText, Stroke,
    StrokeKind, TextStyle, Ui, Visuals, vec2,
};

use crate::ui::theme::{BODY, CORNER, HEAD, HOME, STEP, TITLE, Theme, fade, mix};

impl Theme {
    /// Applies the theme to everything egui draws.
    pub fn apply(&self, ctx: &Context) {
        let theme = if self.is_dark() { egui::Theme::Dark } else { egui::Theme::Light };
        ctx.set_theme(theme);
        ctx.all_styles_mut(|style| {
            style.text_styles = text_styles();
            style.spacing = spacing(&style.spacing);
            style.visuals = self.visuals();
            style.animation_time = 0.12;
            style.interaction.selectable_labels = false;
            style.interaction.tooltip_delay = 0.35;
        });
    }

    /// Adds the primary button, with a ring while it has the focus.
    pub fn primary_ui(&self, ui: &mut Ui, text: impl Into<String>) -> Response {
        let response = ui.add(self.primary_button(text));
        if response.has_focus() {
            let rect = response.rect.expand(3.0);
            ui.painter().rect_stroke(rect, CORNER + 3, self.focus_ring(), StrokeKind::Outside);
        }
        if response.hovered() {
            ui.painter().rect_filled(response.rect, CORNER, fade(self.shine, 0.12));
        }
        response
    }

    /// Returns the primary button, for the next thing to do.
    pub fn primary_button(&self, text: impl Into<String>) -> Button<'static> {
        let text = RichText::new(text).color(self.on_accent).size(HEAD).strong();
        Button::new((Atom::grow(), text, Atom::grow()))
            .fill(self.accent)
            .corner_radius(CORNER)
            .min_size(vec2(120.0, 44.0))
    }

    /// Returns a button of a size with its text in the middle.
    pub fn sized_button(&self, text: impl Into<String>, size: egui::Vec2) -> Button<'static> {
        Button::new((Atom::grow(), text.into(), Atom::grow())).min_size(size)
    }

    /// Returns a button of text alone, for rare actions.
    pub fn quiet_button(&self, text: impl Into<String>) -> Button<'static> {
        Button::new(RichText::new(text).color(self.quiet)).frame_when_inactive(false)
    }

    /// Returns a card on the table or on a panel.
    pub fn card(&self) -> egui::Frame {
        egui::Frame::new()
            .fill(self.panel)
            .corner_radius(CORNER)
            .stroke(Stroke::new(1.0, self.hairline))
            .inner_margin(Margin::same(12))
    }

    /// Returns the stroke of the focus ring.
    pub fn focus_ring(&self) -> Stroke {
        Stroke::new(2.5, self.accent)
    }

    fn visuals(&self) -> Visuals {
        let base = if self.is_dark() { Visuals::dark() } else { Visuals::light() };
        Visuals {
            dark_mode: self.is_dark(),
            override_text_color: None,
            weak_text_color: Some(self.quiet),
            widgets: self.widgets(),
            selection: Selection {
                bg_fill: mix(self.panel, self.accent, 0.35),
                stroke: Stroke::new(1.5, self.ink),
            },
            hyperlink_color: self.accent,
            faint_bg_color: mix(self.panel, self.ink, 0.04),
            extreme_bg_color: self.raised,
            text_edit_bg_color: Some(self.raised),
            code_bg_color: mix(self.panel, self.ink, 0.07),
            warn_fg_color: self.warning,
            error_fg_color: self.error,
            window_corner_radius: CornerRadius::same(CORNER + 4),
            window_shadow: self.soft_shadow(),
            window_fill: self.panel,
            window_stroke: Stroke::new(1.0, self.hairline),
            menu_corner_radius: CornerRadius::same(CORNER),
            panel_fill: self.table,
            popup_shadow: self.soft_shadow(),
            text_cursor: TextCursorStyle {
                stroke: Stroke::new(2.0, self.accent),
                ..TextCursorStyle::default()
            },
            slider_trailing_fill: true,
            handle_shape: HandleShape::Circle,
            numeric_color_space: NumericColorSpace::GammaByte,
            ..base
        }
    }

    fn widgets(&self) -> Widgets {
        let corner_radius = CornerRadius::same(CORNER);
        let inactive = WidgetVisuals {
            bg_fill: mix(self.panel, self.ink, 0.14),
            weak_bg_fill: self.raised,
            bg_stroke: Stroke::new(1.0, self.hairline),
            corner_radius,
            fg_stroke: Stroke::new(1.5, self.ink),
            expansion: 0.0,
        };
        let warm = mix(self.raised, self.accent, 0.14);
        Widgets {
            noninteractive: WidgetVisuals {
                bg_fill: self.panel,
                weak_bg_fill: self.panel,
                bg_stroke: Stroke::new(1.0, self.hairline),
                corner_radius,
                fg_stroke: Stroke::new(1.0, self.ink),
                expansion: 0.0,
            },
            hovered: WidgetVisuals {
                bg_fill: mix(self.panel, self.accent, 0.4),
                weak_bg_fill: warm,
                bg_stroke: Stroke::new(1.0, fade(self.accent, 0.7)),
                expansion: 1.0,
                ..inactive
            },
            // egui draws focused widgets like pressed ones.
            active: WidgetVisuals {
                bg_fill: self.accent,
                weak_bg_fill: mix(self.raised, self.accent, 0.2),
                bg_stroke: self.focus_ring(),
                expansion: 1.0,
                ..inactive
            },
            open: WidgetVisuals {
                weak_bg_fill: warm,
                bg_fill: warm,
                bg_stroke: Stroke::new(1.0, self.accent),
                ..inactive
            },
            inactive,
        }
    }
}

fn text_styles() -> BTreeMap<TextStyle, FontId> {
    let font = |size| FontId::new(size, FontFamily::Proportional);
    [
        (TextStyle::Small, font(BODY - 2.0)),
        (TextStyle::Body, font(BODY)),
        (TextStyle::Button, font(BODY)),
        (TextStyle::Heading, font(TITLE)),
        (TextStyle::Monospace, FontId::new(BODY - 1.0, FontFamily::Monospace)),
        (TextStyle::Name("head".into()), font(HEAD)),
        (TextStyle::Name("home".into()), font(HOME)),
    ]
    .into()
}

fn spacing(base: &Spacing) -> Spacing {
    Spacing {
        item_spacing: vec2(2.0 * STEP, 2.0 * STEP),
        // High enough for a drop-down list with all presets of a game.
        default_area_size: vec2(600.0, 560.0),
        button_padding: vec2(3.5 * STEP, 2.0 * STEP),
        window_margin: Margin::same(16),
        menu_margin: Margin::same(8),
        interact_size: vec2(36.0, 32.0),
        slider_width: 160.0,
        slider_rail_height: 6.0,
        combo_width: 140.0,
        icon_width: 20.0,
        icon_width_inner: 12.0,
        icon_spacing: 2.0 * STEP,
        tooltip_width: 360.0,
        scroll: ScrollStyle {
            bar_width: 8.0,
            floating_width: 4.0,
            foreground_color: false,
            dormant_handle_opacity: 0.5,
            ..ScrollStyle::floating()
        },
        ..base.clone()
    }
}
