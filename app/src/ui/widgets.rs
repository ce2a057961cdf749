//! Small widgets that screens share: headings, choices, switches, faces of dice, badges of seats,
//! messages.

use egui::{
    Align, Align2, Color32, CornerRadius, FontId, Id, Layout, Pos2, Rect, Response, RichText, Role,
    Sense, Stroke, StrokeKind, TextEdit, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};
use qipan_core::contract::seat::Seat;

use crate::ui::fonts::title_font;
use crate::ui::paint::{Icon, SideMark, paint_badge, paint_icon};
use crate::ui::theme::{BODY, HEAD, STEP, TITLE, Theme, fade, mix};

/// The height of a control in a form.
pub const CONTROL_HEIGHT: f32 = 30.0;

/// Draws into a part of the screen, from its top down.
pub fn within<R>(ui: &mut Ui, rect: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let layout = Layout::top_down(Align::Min);
    add(&mut ui.new_child(UiBuilder::new().max_rect(rect).layout(layout)))
}

/// Returns true if the section with this id is expanded.
pub fn is_expanded(id: Id, ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(id)).unwrap_or(false)
}

/// Draws the title of a screen, on the table.
pub fn title(ui: &mut Ui, theme: &Theme, text: String) {
    ui.label(RichText::new(text).font(title_font(TITLE)).color(theme.on_table));
}

/// Draws the heading of a panel or of a part of a panel.
pub fn heading(ui: &mut Ui, theme: &Theme, text: String) {
    ui.label(RichText::new(text).font(title_font(HEAD)).color(theme.ink));
}

/// Draws the heading of a group of rows.
pub fn group_heading(ui: &mut Ui, theme: &Theme, text: String) {
    ui.label(RichText::new(text).size(BODY - 1.0).color(theme.accent).strong());
}

/// Formats secondary text.
pub fn muted_text(theme: &Theme, text: impl Into<String>) -> RichText {
    RichText::new(text).size(BODY - 1.5).color(theme.quiet)
}

/// Draws an error that prevents what the player asked for.
pub fn error_box(ui: &mut Ui, theme: &Theme, text: String) {
    let fill = mix(theme.panel, theme.error, 0.08);
    let frame = theme.card().fill(fill).stroke(Stroke::new(1.0, fade(theme.error, 0.5)));
    frame.inner_margin(egui::Margin::symmetric(12, 8)).show(ui, |ui| {
        ui.take_available_width();
        ui.label(RichText::new(text).color(theme.error));
    });
}

/// Draws two columns of equal width. Unlike in [`Ui::columns`], widgets are not stretched to the
/// width of their column.
pub fn two_columns(ui: &mut Ui, content: impl FnOnce(&mut Ui, &mut Ui)) {
    let aligned = egui::Layout::top_down(egui::Align::LEFT);
    ui.columns_const(|[left, right]| {
        left.with_layout(aligned, |left| {
            right.with_layout(aligned, |right| content(left, right));
        });
    });
}

/// Draws a box with a text that informs the player.
pub fn info_box(ui: &mut Ui, theme: &Theme, text: String) {
    let fill = mix(theme.panel, theme.accent, 0.07);
    let frame = theme.card().fill(fill).stroke(Stroke::new(1.0, fade(theme.accent, 0.35)));
    frame.inner_margin(egui::Margin::symmetric(12, 8)).show(ui, |ui| {
        ui.take_available_width();
        ui.label(RichText::new(text).size(BODY - 1.0).color(theme.ink));
    });
}

/// Draws the focus ring around a widget, and scrolls a newly focused one into view.
pub fn focus_ring(ui: &Ui, theme: &Theme, response: &Response, corner: f32) {
    if response.has_focus() {
        let rect = response.rect.expand(1.5);
        ui.painter().rect_stroke(rect, corner, theme.focus_ring(), StrokeKind::Outside);
    }
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
}

/// Draws a choice of one among several options. The selected one is raised. Returns true if the
/// choice changed.
pub fn segmented<T: PartialEq + Clone>(
    ui: &mut Ui,
    theme: &Theme,
    name: &str,
    options: &[(T, String)],
    value: &mut T,
) -> bool {
    let font = FontId::proportional(BODY);
    let mut widths: Vec<f32> =
        options.iter().map(|(_, text)| segment_width(ui, text, &font)).collect();
    // The padding shrinks if there is too little space.
    let excess = widths.iter().sum::<f32>() + 4.0 - ui.available_width();
    let reduction = (excess / widths.len() as f32).clamp(0.0, 4.0 * STEP);
    widths.iter_mut().for_each(|width| *width -= reduction);
    let size = vec2(widths.iter().sum::<f32>() + 4.0, CONTROL_HEIGHT);
    let (trough, _) = ui.allocate_exact_size(size, Sense::hover());
    paint_trough(ui, theme, trough);
    let mut left = trough.left() + 2.0;
    let mut changed = false;
    for ((option, text), width) in options.iter().zip(widths) {
        let rect =
            Rect::from_min_size(pos2(left, trough.top() + 2.0), vec2(width, CONTROL_HEIGHT - 4.0));
        left += width;
        let id = ui.scope_id().with((name, text));
        let response = ui.interact(rect, id, Sense::click());
        let is_chosen = option == value;
        let enabled = ui.is_enabled();
        response.widget_info(|| {
            WidgetInfo::selected(Role::RadioButton, enabled, is_chosen, format!("{name}: {text}"))
        });
        paint_segment(ui, theme, &response, text, is_chosen);
        if response.clicked() && !is_chosen {
            *value = option.clone();
            changed = true;
        }
    }
    changed
}

/// Returns the width of the widget [`segmented`] for options with these texts.
pub fn segmented_width<'a>(ui: &Ui, texts: impl Iterator<Item = &'a str>) -> f32 {
    let font = FontId::proportional(BODY);
    texts.map(|text| segment_width(ui, text, &font)).sum::<f32>() + 4.0
}

/// Returns the width of a segment. Numbers have less padding than words.
fn segment_width(ui: &Ui, text: &str, font: &FontId) -> f32 {
    let padding = if text.len() <= 2 { 4.5 } else { 6.0 };
    text_width(ui, text, font).max(10.0) + padding * STEP
}

/// Returns the width of a line of text, in points.
pub fn text_width(ui: &Ui, text: &str, font: &FontId) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), font.clone(), egui::Color32::PLACEHOLDER).size().x
}

fn paint_trough(ui: &Ui, theme: &Theme, rect: Rect) {
    let fill = mix(theme.panel, theme.ink, 0.07);
    ui.painter().rect_filled(rect, CornerRadius::same(7), fill);
}

fn paint_segment(ui: &Ui, theme: &Theme, response: &Response, text: &str, is_chosen: bool) {
    let rect = response.rect;
    let corner = CornerRadius::same(6);
    if is_chosen {
        let rim = Stroke::new(1.0, mix(theme.raised, theme.ink, 0.3));
        ui.painter().rect(rect, corner, theme.raised, rim, StrokeKind::Inside);
    } else if response.hovered() {
        // The raised fill is only for the chosen segment.
        ui.painter().rect_filled(rect, corner, fade(theme.ink, 0.06));
    }
    let colour = if is_chosen { theme.ink } else { theme.quiet };
    let font = FontId::proportional(BODY);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, font, colour);
    focus_ring(ui, theme, response, 6.0);
}

/// Draws a switch. The response is marked as changed when it is toggled.
pub fn switch(ui: &mut Ui, theme: &Theme, name: &str, on: &mut bool) -> Response {
    let (rect, mut response) = ui.allocate_exact_size(vec2(44.0, 24.0), Sense::click());
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::selected(Role::Switch, enabled, *on, name));
    let t = ui.ctx().animate_bool(response.id, *on);
    let off = mix(theme.panel, theme.ink, if response.hovered() { 0.3 } else { 0.22 });
    let fill = mix(off, theme.accent, t);
    ui.painter().rect_filled(rect, rect.height() / 2.0, fill);
    let x = egui::lerp(rect.left() + 12.0..=rect.right() - 12.0, t);
    ui.painter().circle_filled(pos2(x, rect.center().y), 9.0, theme.die);
    focus_ring(ui, theme, &response, 12.0);
    response
}

/// Draws a chip: a labelled button that is on or off, independently of its neighbours.
pub fn chip(ui: &mut Ui, theme: &Theme, name: &str, text: &str, on: bool) -> Response {
    let font = FontId::proportional(BODY);
    let size = vec2(text_width(ui, text, &font).max(16.0) + 5.0 * STEP, CONTROL_HEIGHT - 2.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, on, name));
    let fill = match (on, response.hovered()) {
        (true, _) => mix(theme.raised, theme.accent, 0.22),
        (false, true) => mix(theme.raised, theme.ink, 0.05),
        (false, false) => theme.raised,
    };
    let rim = if on { theme.accent } else { theme.hairline };
    let corner = CornerRadius::same(7);
    ui.painter().rect(rect, corner, fill, Stroke::new(1.0, rim), StrokeKind::Inside);
    let colour = if on { theme.ink } else { theme.quiet };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, font, colour);
    focus_ring(ui, theme, &response, 7.0);
    response
}

/// The pips of each face, as offsets from the centre.
const PIPS: [&[(f32, f32)]; 6] = [
    &[(0.0, 0.0)],
    &[(-1.0, -1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
    &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
];

/// Draws a face of a die, 1 to 6, as a button that is on or off.
pub fn die_face(ui: &mut Ui, theme: &Theme, name: &str, face: u8, on: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(CONTROL_HEIGHT), Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, on, name));
    let (body, rim, pip) = match (on, response.hovered()) {
        (true, _) => (theme.die, Stroke::new(1.5, theme.accent), theme.pip),
        (false, hovered) => {
            let fill = mix(theme.panel, theme.ink, if hovered { 0.09 } else { 0.05 });
            (fill, Stroke::new(1.0, theme.hairline), mix(theme.panel, theme.ink, 0.3))
        }
    };
    let corner = CornerRadius::same(7);
    ui.painter().rect(rect.shrink(1.0), corner, body, rim, StrokeKind::Inside);
    for (x, y) in PIPS[usize::from(face.clamp(1, 6)) - 1] {
        let pos = rect.center() + vec2(*x, *y) * 6.5;
        ui.painter().circle_filled(pos, if face == 1 { 3.6 } else { 2.6 }, pip);
    }
    focus_ring(ui, theme, &response, 7.0);
    response
}

/// Draws a small icon button with its name as a tooltip.
pub fn icon_button(
    ui: &mut Ui,
    theme: &Theme,
    icon: Icon,
    name: &str,
    (size, colour): (f32, Color32),
) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name));
    if response.hovered() {
        ui.painter().rect_filled(rect, CornerRadius::same(7), fade(colour, 0.1));
    }
    let colour = if enabled { colour } else { fade(colour, 0.35) };
    paint_icon(ui.painter(), rect.shrink(size * 0.24), icon, colour);
    focus_ring(ui, theme, &response, 7.0);
    response.on_hover_text(name)
}

/// Paints a seat's mark in its colour.
pub fn seat_badge(ui: &mut Ui, theme: &Theme, seat: Seat, size: f32) -> Rect {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    paint_seat(ui, theme, seat, rect.center(), size);
    rect
}

/// Paints a seat's mark in its colour at a place.
pub fn paint_seat(ui: &Ui, theme: &Theme, seat: Seat, centre: Pos2, size: f32) {
    let colours = (theme.side(seat), theme.deep(seat));
    paint_badge(ui.painter(), centre, size * 0.8, SideMark::of(seat), colours);
}

/// Gives the sliders drawn after this call a handle in the accent colour.
pub fn style_sliders(ui: &mut Ui, theme: &Theme) {
    let visuals = ui.visuals_mut();
    visuals.override_text_color = Some(theme.ink);
    visuals.widgets.inactive.fg_stroke = Stroke::new(2.0, theme.accent);
    visuals.widgets.hovered.fg_stroke = Stroke::new(2.5, theme.accent);
}

/// Draws the arrow of a combo box: a thin chevron.
pub fn combo_icon(ui: &Ui, rect: Rect, look: &egui::style::WidgetVisuals, _open: bool) {
    let (centre, reach) = (rect.center(), rect.width() * 0.28);
    let points = [(-1.0, -0.5), (0.0, 0.5), (1.0, -0.5)];
    let points = points.map(|(x, y)| centre + vec2(x, y) * reach).to_vec();
    let stroke = Stroke::new(1.6, look.fg_stroke.color);
    ui.painter().add(egui::Shape::line(points, stroke));
}

/// Draws a text field with a name for screen readers, which do not read its hint as a name.
pub fn field(ui: &mut Ui, name: impl Into<String>, edit: TextEdit<'_>) -> Response {
    let response = ui.add(edit);
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name.into()));
    response
}

/// Draws a field in which the player types a name. Returns true if the text changed. `name` is the
/// name of the field itself, for screen readers.
pub fn name_field(ui: &mut Ui, name: &str, hint: &str, text: &mut String, width: f32) -> bool {
    let edit = TextEdit::singleline(text)
        .hint_text(hint.to_owned())
        .char_limit(40)
        .align(Align2::LEFT_CENTER)
        .margin(egui::Margin::symmetric(8, 6))
        .desired_width(width - 16.0);
    field(ui, name, edit).changed()
}

/// Returns a font that is small enough for the longest word of a text to fit a width, so that no
/// word breaks. Chinese may break anywhere.
pub fn fit_font(text: &str, mut font: FontId, width: f32, ui: &Ui) -> FontId {
    let words = text.split_whitespace().filter(|word| word.is_ascii());
    let widest = ui.fonts_mut(|fonts| {
        let mut word_width =
            |word: &str| word.chars().map(|letter| fonts.glyph_width(&font, letter)).sum();
        words.map(&mut word_width).fold(0.0_f32, f32::max)
    });
    if widest > width - 1.0 {
        font.size *= (width - 1.0).max(1.0) / widest;
    }
    font
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_shrinks_instead_of_breaking_words() {
        let ctx = egui::Context::default();
        crate::ui::fonts::install_fonts(&ctx, crate::model::i18n::Lang::En);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let font = title_font(HEAD);
            let size = |text: &str, width: f32| fit_font(text, font.clone(), width, ui).size;
            assert_eq!(size("Aeroplane Chess", 300.0), HEAD);
            let narrow = size("Aeroplane Chess", 60.0);
            assert!(narrow < HEAD);
            let width = |text: &str| {
                let galley = ui.painter().layout_no_wrap(
                    text.to_owned(),
                    title_font(narrow),
                    egui::Color32::PLACEHOLDER,
                );
                galley.size().x
            };
            assert!(width("Aeroplane") <= 60.0 && width("Aeroplane Chess") > 60.0);
            assert_eq!(size("简易飞行棋", 60.0), HEAD, "Chinese breaks anywhere");
        });
        output.textures_delta.clear();
    }
}
