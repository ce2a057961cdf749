//! Scrolling in small windows: content that does not fit scrolls instead of being cut off.

use egui::accesskit::Action;
use egui::{
    Context, Event, Margin, Modal, ModalResponse, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2,
    vec2,
};

/// The space that the margins and the frame of a sheet take up in the window, in points. It is the
/// same in width and in height.
const EDGE_SPACE: f32 = 64.0;

/// Draws a screen that needs at least this size. It scrolls if the window is smaller.
pub fn with_min_size<R>(min_size: Vec2, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let window = ui.max_rect();
    if window.width() >= min_size.x && window.height() >= min_size.y {
        return add(ui);
    }
    let area = ScrollArea::both().id_salt("room").auto_shrink(false).content_margin(Margin::ZERO);
    area.show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(window.size().max(min_size), Sense::HOVER);
        let added = add(&mut ui.new_child(UiBuilder::new().max_rect(rect)));
        scroll_to_focus(ui);
        added
    })
    .inner
}

/// Draws the column next to a board. It scrolls if it does not fit.
pub fn column_ui<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let area = ScrollArea::vertical().id_salt("column").auto_shrink(false);
    let content = |ui: &mut Ui| {
        let added = add(ui);
        scroll_to_focus(ui);
        added
    };
    area.content_margin(Margin::ZERO).show(ui, content).inner
}

/// Scrolls a widget into view if it has just got the focus, or if a screen reader asks for that.
///
/// The widget may be inside another scroll area. By itself, that area would scroll only its own
/// content.
fn scroll_to_focus(ui: &Ui) {
    if let Some(id) = ui.memory(|memory| memory.focused())
        && let Some(response) = ui.ctx().read_response(id)
        && response.layer_id == ui.layer_id()
        && response.gained_focus()
    {
        ui.scroll_to_rect(response.rect, None);
    }
    for rect in requested_rects(ui) {
        ui.scroll_to_rect(rect, None);
    }
}

/// Returns the rectangles of this layer's widgets that a screen reader asks to scroll into view.
fn requested_rects(ui: &Ui) -> Vec<Rect> {
    let requested_ids: Vec<u64> = ui.input(|input| {
        let requests = input.events.iter().filter_map(|event| match event {
            Event::AccessKitActionRequest(request) => Some(request),
            _ => None,
        });
        let into_view = requests.filter(|request| request.action == Action::ScrollIntoView);
        into_view.map(|request| request.target_node.0).collect()
    });
    if requested_ids.is_empty() {
        return Vec::new();
    }
    ui.ctx().viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.get_layer(ui.layer_id());
        let requested = widgets.filter(|widget| requested_ids.contains(&widget.id.value()));
        requested.map(|widget| widget.rect).collect()
    })
}

/// Draws the entries of a menu, which scroll if the window is not high enough for them.
pub fn entries_ui<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let height = list_height(f32::INFINITY, ui);
    ui.set_max_height(height);
    let area = ScrollArea::vertical().id_salt("entries").max_height(height);
    // The scroll bar lies beside the entries, not on the ends of their shortcuts.
    area.content_margin(Margin { right: 8, ..Margin::ZERO }).show(ui, add).inner
}

/// Returns the height of a drop-down list: `preferred`, or less if the window is not high enough.
pub fn list_height(preferred: f32, ui: &Ui) -> f32 {
    preferred.min(ui.ctx().content_rect().height() - 40.0)
}

/// The space for focus rings on each side of a sheet, in points.
const RING_SPACE: i8 = 4;

/// Returns the maximum size of a sheet or question without scrolling.
pub fn max_sheet_size(ctx: &Context) -> Vec2 {
    available_size(ctx) - Vec2::splat(2.0 * f32::from(RING_SPACE))
}

/// Returns the size of the space in the window for a sheet.
fn available_size(ctx: &Context) -> Vec2 {
    (ctx.content_rect().size() - Vec2::splat(EDGE_SPACE)).max(vec2(80.0, 60.0))
}

/// Shows a sheet or a question over the screen. In a small window it scrolls.
pub fn show_modal<R>(
    modal: Modal,
    ctx: &Context,
    add: impl FnOnce(&mut Ui) -> R,
) -> ModalResponse<R> {
    let available_size = available_size(ctx);
    modal.show(ctx, |ui| {
        // The modal remembers its last size, but its content may have grown.
        ui.set_max_size(available_size);
        let area = ScrollArea::both()
            .id_salt("sheet")
            .max_width(available_size.x)
            .max_height(available_size.y);
        area.content_margin(RING_SPACE).show(ui, add).inner
    })
}
