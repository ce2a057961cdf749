//! Room in small windows: content that does not fit scrolls instead of being cut off.

use egui::accesskit::Action;
use egui::{
    Context, Event, Margin, Modal, ModalResponse, Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2,
    vec2,
};

/// The space between a sheet and the edges of the window, together with the frame of the sheet.
const EDGES: f32 = 64.0;

/// Draws a screen that needs at least this much room. A smaller window scrolls over it.
pub fn roomy<R>(least: Vec2, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let window = ui.max_rect();
    if window.width() >= least.x && window.height() >= least.y {
        return add(ui);
    }
    let area = ScrollArea::both().id_salt("room").auto_shrink(false).content_margin(Margin::ZERO);
    area.show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(window.size().max(least), Sense::HOVER);
        let added = add(&mut ui.new_child(UiBuilder::new().max_rect(rect)));
        follow(ui);
        added
    })
    .inner
}

/// Draws the column next to a board. It scrolls if it does not fit.
pub fn column_ui<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let area = ScrollArea::vertical().id_salt("column").auto_shrink(false);
    let content = |ui: &mut Ui| {
        let added = add(ui);
        follow(ui);
        added
    };
    area.content_margin(Margin::ZERO).show(ui, content).inner
}

/// Scrolls a newly focused widget, or one that a screen reader asks for, into view, even from
/// inside another scroll area, which would scroll alone.
fn follow(ui: &Ui) {
    if let Some(id) = ui.memory(|memory| memory.focused())
        && let Some(response) = ui.ctx().read_response(id)
        && response.layer_id == ui.layer_id()
        && response.gained_focus()
    {
        ui.scroll_to_rect(response.rect, None);
    }
    for rect in asked_for(ui) {
        ui.scroll_to_rect(rect, None);
    }
}

/// Returns the rectangles of this layer's widgets that a screen reader asks to scroll into view.
fn asked_for(ui: &Ui) -> Vec<Rect> {
    let wanted: Vec<u64> = ui.input(|input| {
        let requests = input.events.iter().filter_map(|event| match event {
            Event::AccessKitActionRequest(request) => Some(request),
            _ => None,
        });
        let into_view = requests.filter(|request| request.action == Action::ScrollIntoView);
        into_view.map(|request| request.target_node.0).collect()
    });
    if wanted.is_empty() {
        return Vec::new();
    }
    ui.ctx().viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.get_layer(ui.layer_id());
        widgets.filter(|one| wanted.contains(&one.id.value())).map(|one| one.rect).collect()
    })
}

/// Draws the entries of a menu, which scroll if the window is too low for them.
pub fn entries_ui<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let height = list_height(f32::INFINITY, ui);
    ui.set_max_height(height);
    let area = ScrollArea::vertical().id_salt("entries").max_height(height);
    area.content_margin(Margin::ZERO).show(ui, add).inner
}

/// Returns the height of a drop-down list: `wanted`, but no more than the window has.
pub fn list_height(wanted: f32, ui: &Ui) -> f32 {
    wanted.min(ui.ctx().content_rect().height() - 40.0)
}

/// The space for focus rings.
const RINGS: i8 = 4;

/// Returns the maximum size of a sheet or question without scrolling.
pub fn max_sheet_size(ctx: &Context) -> Vec2 {
    room(ctx) - Vec2::splat(2.0 * f32::from(RINGS))
}

fn room(ctx: &Context) -> Vec2 {
    (ctx.content_rect().size() - Vec2::splat(EDGES)).max(vec2(80.0, 60.0))
}

/// Shows a sheet or a question over the screen. In a small window it scrolls.
pub fn show_modal<R>(
    modal: Modal,
    ctx: &Context,
    add: impl FnOnce(&mut Ui) -> R,
) -> ModalResponse<R> {
    let room = room(ctx);
    modal.show(ctx, |ui| {
        // The modal remembers its last size, but its content may have grown.
        ui.set_max_size(room);
        let area = ScrollArea::both().id_salt("sheet").max_width(room.x).max_height(room.y);
        area.content_margin(RINGS).show(ui, add).inner
    })
}
